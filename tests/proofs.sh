#!/usr/bin/env bash
# proofs.sh: slipstick-checker as a program: its exits and sentences; proofs of the catalogue pass it, those of other problems and damaged ones do not.
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
export LC_ALL=C
unset NO_COLOR COLUMNS
slipstick=${SLIPSTICK:-$PWD/slipstick}
checker=${SLIPSTICK_CHECKER:-$PWD/slipstick-checker}
mutants=$PWD/tests/checker_mutants.t
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1

n=0
ok() {
    n=$((n + 1))
    if [ "$1" -eq 0 ]; then echo "ok $n - $2"; return; fi
    echo "not ok $n - $2"
    echo "#   exit ${code-}"
    head -20 out | cut -c1-200 | sed 's/^/#   out: /'
    head -5 err | cut -c1-500 | sed 's/^/#   err: /'
}
try() { "$@" >out 2>err </dev/null; code=$?; }
is() { [ "$code" -eq "$1" ]; }
proved() {      # proved CLAIM,CLAIM: the checker printed each of them
    local claim
    while IFS= read -r -d, claim; do grep -qE "^proved $claim( |\$)" out || return 1; done <<<"$1,"
}

# What must be shown: problem, claims asked for, what the checker must print.  The last ones take longer.
list() {
    cat <<'END'
painleve-rod:mu=2||no-solution
painleve-rod||solutions 1
painleve-rod:mu=2,g=-9.81||solutions 2
painleve-rod:kind=rolling,mu=2,g=-9.81,push=-80||solutions 3
pair||no-solution
pair:kind=generic||no-solution
table||velocities 1
table:law=facets||velocities 1
pyramid:base=affine,mu=0.01|-c velocities -c nonconvex|velocities 1,nonconvex-lcp
pyramid:base=affine,mu=0.1|-c velocities -c nonconvex|velocities 1,nonconvex-lcp
pyramid:base=affine,mu=1|-c velocities -c nonconvex|velocities 1,nonconvex-lcp
slab|-c basic|basic 7
ball|-s newton|near
incline:mu=0.1|-s newton|near
cannonball:n=6,mu=0.05|-s lemke|near
END
    [ "${SLIPSTICK_LONG-}" = 1 ] && cat <<'END'
pair:kind=block||no-solution
pyramid||velocities 1
cannonball:n=2,mu=0.2||solutions 1
cannonball:n=3,mu=0.5|--time=120|at-least 2 velocities
cannonball:n=6,mu=0.05|-s newton|near
cannonball:n=6,mu=0.2|-s lemke|near
cannonball:n=6,mu=0.2|-s lcp3|near
pile|-s newton|at-least 2 velocities,near
pile:law=cone|-s newton|near
END
}
echo 1..$(($(list | wc -l) + 13))

try "$checker" --help;          is 0 && grep -q '^Usage: slipstick-checker PROBLEM PROOF' out && [ ! -s err ];  ok $? "--help"
try "$checker" --version;       is 0 && grep -q '^slipstick-checker [0-9]' out;                                 ok $? "--version"
try "$checker";                 is 2 && [ ! -s out ] && grep -q 'two files' err;                                ok $? "no file: exit 2"
try "$checker" --wrong a b;     is 2 && grep -q 'unknown option' err;                                           ok $? "an unknown option: exit 2"
try "$checker" none none;       is 2 && grep -q 'cannot read none' err;                                         ok $? "a file that is not there: exit 2"
try "$checker" . .;             is 2 && grep -q 'cannot read' err;                                              ok $? "a directory: exit 2"
"$slipstick" convert pair pair.txt >out 2>err
try "$checker" pair.txt pair.txt; is 2 && grep -q 'slipstick-proof 1' err;                                      ok $? "a file that is no proof: exit 2"
: >empty
printf 'slipstick-\0\377' >noise
try "$checker" pair.txt empty;    is 2 && grep -q 'slipstick-proof 1' err;                                      ok $? "an empty file: exit 2"
try "$checker" pair.txt noise;    is 2 && grep -q 'slipstick-proof 1' err;                                      ok $? "a file of noise: exit 2"

k=0
files=() small=()
while IFS='|' read -r problem asked proves; do
    k=$((k + 1))
    # shellcheck disable=SC2086
    "$slipstick" convert "$problem" "$k.txt" >out 2>err && "$slipstick" prove -q "$problem" $asked -o "$k.proof" >out 2>err
    try "$checker" "$k.txt" "$k.proof"
    is 0 && proved "$proves" && [ ! -s err ]
    ok $? "$problem: ${proves//,/, }"
    [ -s "$k.proof" ] && files+=("$k.txt" "$k.proof") && [ "$(wc -c <"$k.proof")" -lt 100000 ] && small+=("$k.txt" "$k.proof")
done < <(list)

code=0
for ((i = 0; i < ${#files[@]}; i += 2)); do
    for ((j = 0; j < ${#files[@]}; j += 2)); do
        cmp -s "${files[i]}" "${files[j]}" && continue
        "$checker" -q "${files[i]}" "${files[j + 1]}" >out 2>err
        [ $? -eq 1 ] && grep -q 'another problem' err || { code=1; break 2; }
    done
done
ok "$code" "no proof is accepted for another problem"

# 2000 damaged proofs, a tenth of them in a quick run.
[ "${SLIPSTICK_LONG-}" = 1 ] && count=2000 || count=200
try "$mutants" $count "${small[@]}"
sed -n 's/^ok [0-9]* - /# /p' out
for word in 'accepted as they are' 'damaged proofs' 'hash of another'; do grep -q "^ok .*$word" out; ok $? "mutants: $word"; done
