#!/usr/bin/env bash
# prove_near.sh: `prove PROBLEM ANSWER...` writes proofs that slipstick-checker accepts; wrong answers and wrong problems are refused.
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
export LC_ALL=C
slipstick=${SLIPSTICK:-./slipstick}
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
n=0
ok() {          # ok STATUS NAME
    n=$((n + 1))
    if [ "$1" -eq 0 ]; then echo "ok $n - $2"; else echo "not ok $n - $2"; sed 's/^/# /' "$scratch/out" "$scratch/err"; fi
}
prove() { "$slipstick" prove "$@" >"$scratch/out" 2>"$scratch/err"; code=$?; }
check() { "$slipstick" check-proof "$@" >"$scratch/out" 2>"$scratch/err"; code=$?; }
echo 1..25

prove cannonball:n=3,mu=0.5 -s lemke -s lcp3 --law coulomb -o "$scratch/two"
test $code -eq 0 && grep -q 'at least 2 velocities' "$scratch/out"
ok $? "six disks at mu = 0.5: two velocities, both certified"
check cannonball:n=3,mu=0.5 "$scratch/two"
test $code -eq 0 && grep -q 'proved at-least 2 velocities' "$scratch/out"
ok $? "the checker agrees"
check cannonball:n=3,mu=0.25 "$scratch/two"
test $code -eq 1
ok $? "and refuses the proof for another problem"

for method in lemke lcp3; do
    prove cannonball:n=6,mu=0.2 -s $method -o "$scratch/one"
    check cannonball:n=6,mu=0.2 "$scratch/one"
    test $code -eq 0 && grep -Eq '^proved near .* \(at most [1-9]\.[0-9]{2}e-1[2-9]\) of the answer' "$scratch/out"
    ok $? "21 disks by $method: certified, and the checker agrees"
done
prove cannonball:n=6,mu=0.2 -s lcp3 --law facets -o "$scratch/none"
test $code -eq 1 && grep -q refused "$scratch/out" && test ! -e "$scratch/none"
ok $? "21 disks by lcp3: refused for facets, and no proof is written"

prove pile -s newton -o "$scratch/box"
check pile "$scratch/box"
test $code -eq 0 && grep -q 'proved at-least 2 velocities' "$scratch/out"
ok $? "a pile of balls in space: two boxes apart, and the checker agrees"
sed 's/^centre -\?0x/&f/' "$scratch/box" >"$scratch/moved"
check pile "$scratch/moved"
test $code -eq 1
ok $? "a box moved elsewhere is refused"

prove cannonball:n=6,mu=0.2 -s lcp3 --bound -o "$scratch/gap"
check cannonball:n=6,mu=0.2 "$scratch/gap"
test $code -eq 0 && grep -q 'proved cone-velocity' "$scratch/out"
ok $? "21 disks by lcp3: the velocity of the cone law bounded by the gap, and the checker agrees"

prove cannonball:n=6,mu=0.2,law=cone -s lcp3 --polish --json -o "$scratch/gap"
eps=$(sed -n 's/.*"eps":\([0-9.e-]*\).*/\1/p' "$scratch/out")
check cannonball:n=6,mu=0.2,law=cone "$scratch/gap"
test $code -eq 0 && grep -q 'proved cone-velocity' "$scratch/out" && awk -v e="$eps" 'BEGIN { exit !(e > 0 && e <= 1e-12) }'
ok $? "--polish: within 1e-12, and the checker agrees"
sed 's/^claim cone-velocity .*/claim cone-velocity 1p-60/' "$scratch/gap" >"$scratch/moved"
check cannonball:n=6,mu=0.2,law=cone "$scratch/moved"
test $code -eq 1
ok $? "a smaller bound on the same proof is refused"

for how in --bound --polish; do
    prove pendulum:law=cone -s ipm $how -o "$scratch/gap"
    check pendulum:law=cone "$scratch/gap"
    test $code -eq 0 && grep -q 'proved cone-velocity' "$scratch/out"
    ok $? "a ball on a joint, $how: the joint holds exactly, and the checker agrees"
done

cat >"$scratch/local.txt" <<'END'
slipstick-problem 1
dimension 3
contacts 2
velocities 0
joints 0
law coulomb 4 0
level velocity
mu 0.25 0.5
W csc 6 6 10
 0 2 3 4 6 8 10
 0 3 1 2 0 3 1 4 2 5
 2 1 1 1 1 2 0.5 1 0.5 1
q -10 3 4 -1 2 1
end
END
prove "$scratch/local.txt" -s nsgs -o "$scratch/one"
check "$scratch/local.txt" "$scratch/one"
test $code -eq 0 && grep -q 'proved near' "$scratch/out"
ok $? "only W known, and not symmetric: sliding contacts certified, and the checker agrees"

"$slipstick" solve cannonball:n=3 -s newton --tol 1e-12 -o "$scratch/answer" >"$scratch/out" 2>"$scratch/err"
prove cannonball:n=3 "$scratch/answer" --json
test $code -eq 0 && grep -q '"proved":"certified"' "$scratch/out"
ok $? "an answer file, as JSON"
prove cannonball:n=3 "$scratch/absent"
test $code -ge 2 && grep -q '^slipstick: ' "$scratch/err"
ok $? "an answer that is not there"
prove cannonball:n=3 -s lemke --law slippery
test $code -eq 2 && grep -q 'no law called' "$scratch/err"
ok $? "a law that is not there"
prove cannonball:n=3 --law facets
test $code -eq 2
ok $? "--law without an answer"
prove cannonball:n=3 --polish
test $code -eq 2 && grep -q -- '--polish is about an answer' "$scratch/err"
ok $? "--polish without an answer"
prove cannonball:n=3 -s lemke -c velocities
test $code -eq 2 && grep -q -- '--claim is about the problem' "$scratch/err"
ok $? "--claim with an answer"
prove cannonball:n=3 -s lemke --bound -o "$scratch/none"
test $code -eq 3 && grep -q 'undecided: law coulomb is no cone law' "$scratch/out" && test ! -e "$scratch/none"
ok $? "--bound under a law that is no cone law: undecided, and why"
prove pile -s newton --time 1e-3 -o "$scratch/none"
test $code -ne 0 && test ! -e "$scratch/none"
ok $? "no time: nothing is proved, and no file"
prove cannonball:n=3 -s nemke
test $code -eq 2 && grep -q lemke "$scratch/err"
ok $? "a solver that is not there"

"$slipstick" verify cannonball:n=3 "$scratch/answer" --prove >"$scratch/out" 2>"$scratch/err"
test $? -eq 0 && grep -q '^proof  *certified' "$scratch/out"
ok $? "verify --prove upgrades a verdict"
"$slipstick" bench "$scratch/study" -p cannonball:n=2 -p table -s newton -s lcp3 --prove >"$scratch/out" 2>"$scratch/err"
test "$(grep -ho '"proof":"certified"' "$scratch"/study/rows/*.jsonl | wc -l)" -eq 3 && test "$(grep -ho '"proof":null' "$scratch"/study/rows/*.jsonl | wc -l)" -eq 1
ok $? "rows of bench --prove carry the proof level; an answer that does not pass has none"
