#!/usr/bin/env bash
# prove.sh: `slipstick prove` by enumeration and `check-proof`: exactly these claims are proved, and how the two commands behave.
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
run() { "$slipstick" "$@" >"$scratch/out" 2>"$scratch/err"; code=$?; }

claims() {      # claims PROBLEM "CLAIM" ... [-- OPTION ...]: proved, and proved for the checker, all of them and nothing else
    local problem=$1 claim wanted=
    shift
    while [ $# -gt 0 ] && [ "$1" != -- ]; do wanted+="proved $1"$'\n'; shift; done
    [ $# -gt 0 ] && shift
    rm -f "$scratch/proof"
    run prove "$problem" -o "$scratch/proof" "$@" && run check-proof "$problem" "$scratch/proof"
    [ $code -eq 0 ] && [ "$(grep '^proved' "$scratch/out" | sort)" = "$(printf %s "$wanted" | sort)" ]
    ok $? "$problem: $(printf %s "$wanted" | sed 's/^proved //' | paste -sd, | sed 's/,/, /g')"
}

echo 1..15
claims painleve-rod:mu=2,g=-9.81 'solutions 2' nonconvex
claims integer:kind=loop 'solutions 3' nonconvex
claims pyramid:base=affine,speed=1 'velocities 1' -- -c velocities
claims cannonball:n=2,mu=0.2 'velocities 1' -- -c velocities
claims table:law=cone 'velocities 1'

run prove cannonball:n=2,mu=0.2 --nodes 20 -o "$scratch/none"
test $code -eq 0 && grep -q 'limit of nodes' "$scratch/out"
ok $? "a limit of nodes is told, and what was found is kept"
run prove cannonball:n=6,mu=0.2 --time 0.2 -o "$scratch/nothing"
test $code -eq 3 && grep -q 'undecided.*time limit' "$scratch/out" && test ! -e "$scratch/nothing"
ok $? "a time limit: undecided with the reason, exit 3, no file"
run prove pair --json
test $code -eq 0 && grep -q '"proved":"no-solution-proved"' "$scratch/out" && grep -q '"solutions":0' "$scratch/out"
ok $? "--json"
run prove pair --claim solution
test $code -eq 2 && grep -q "did you mean solutions" "$scratch/err"
ok $? "an unknown claim suggests the nearest"
run prove pair -o "$scratch/absent/proof"
test $code -eq 4 || test $code -eq 2
ok $? "a proof that cannot be written is told"
run prove pair -o "$scratch/proof"
run check-proof pair:kind=generic "$scratch/proof"
test $code -eq 1
ok $? "a proof of another problem is refused"
sed 's/no-solution/solutions 1/' "$scratch/proof" >"$scratch/liar"
run check-proof pair "$scratch/liar"
test $code -eq 1
ok $? "another claim on the same proof is refused"
SLIPSTICK_CHECKER=$scratch/absent run check-proof pair "$scratch/proof"
test $code -eq 4 && grep -q 'no program slipstick-checker' "$scratch/err"
ok $? "without slipstick-checker: said, exit 4"

# proofs/: each is accepted for the problem its README names and cited by the truth of that problem, which says the same
proofs=$(cd "$(dirname "$0")/../proofs" && pwd)
wrong=0 count=0
: >"$scratch/err"
while read -r file problem; do
    count=$((count + 1))
    "$slipstick" check-proof "$problem" "$proofs/$file" >"$scratch/told" 2>&1 && "$slipstick" show "$problem" >"$scratch/out" 2>&1 && grep -q "proofs/$file" "$scratch/out" ||
        { wrong=$((wrong + 1)); echo "$file is not what it should be" >>"$scratch/err"; }
    solutions=$(sed -n 's/^proved solutions //p; s/^proved no-solution$/no/p' "$scratch/told")
    case $solutions in
        '') ;;
        1) grep -q '^truth     1 solution (' "$scratch/out" ;;
        no) grep -q '^truth     no solution (' "$scratch/out" ;;
        *) grep -q "^truth     $solutions solutions (" "$scratch/out" ;;
    esac || { wrong=$((wrong + 1)); echo "$file contradicts the truth of $problem" >>"$scratch/err"; }
done < <(sed -n 's/^| \([a-z-]*\.proof\) | \(.*\) |$/\1 \2/p' "$proofs/README.md")
test $wrong -eq 0 && test $count -ge 10
ok $? "$count kept proofs are accepted, cited, and say what is known"
test "$(ls "$proofs" | grep -c '\.proof$')" -eq $count
ok $? "every kept proof is in proofs/README.md"
