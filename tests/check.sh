#!/usr/bin/env bash
# check.sh: passports: an honest solver, a liar, a crasher, a hanger and one with another convention each get the right one.
# SPDX-License-Identifier: GPL-3.0-or-later
source "$(dirname "$0")/script.bash"

echo 1..13

# One of our own, as a command: it solves by us and writes the answer we give, whatever becomes of it.
cat >good.sh <<'END'
"$SLIP" solve "$1" -s nsgs -q -o "$2" >/dev/null || exit 0
END
export SLIP=$slipstick
try check --quick -o good -- sh good.sh {problem} {result}
says '^\[1/6\] protocol .* 7/7' && says 'false claims: 0' && says '^\[2/6\] exact .*digits' && ! says 'FAIL.*false-claim'
ok $? "an honest solver: no false claim, digits of agreement"
[ -s good/index.html ] && [ -s good/passport.json ] && head -1 good/passport.tap | grep -q '^1\.\.'
ok $? "the passport is written as a page, as JSON and as TAP"

cat >liar.sh <<'END'
awk '/^dimension/ { d = $2 } /^contacts/ { print "status solved"; for (k = 0; k < d * $2; k++) print 0 }' "$1" >"$2"
END
try check --quick -o liar --json -- sh liar.sh {problem} {result}
[ $code -eq 1 ] && says '"reached":[01],' && ! says '"false_claims":0,' && says '"hint":"every impulse is zero' && says '"smallest":{"file":"liar/failing.txt"'
ok $? "a liar is caught, and its smallest lie is kept"
command=$(grep -o '"command":"[^"]*"' out | sed 's/"command":"//; s/"$//')
eval "${command/slipstick/\"\$slipstick\"}" >again 2>err
[ $? -eq 1 ] && grep -q '^verdict   false-claim' again
ok $? "the command in the passport shows the lie again"

# Lies only where there are at least nine contacts: the saved case has just nine.
cat >picky.sh <<'END'
awk '/^contacts/ { exit $2 < 9 } ' "$1" && exec sh liar.sh "$1" "$2"
exec sh good.sh "$1" "$2"
END
try check --quick -o picky -- sh picky.sh {problem} {result}
says '^smallest ' && [ "$(sed -n "s/^contacts //p" picky/failing.txt)" -eq 9 ] && ! says ", 9 of 9 contacts"
ok $? "a failing case is shrunk while it still fails"

try check --quick -o crash -- sh -c 'kill -SEGV $$' {problem} {result}
[ $code -eq 1 ] && says 'level reached: 0 of 6, false claims: 0' && says 'crash: died of signal 11' && says '^\[2/6\] exact *not reached'
ok $? "a crasher"

try check --time 0.2 -o hang -- sh -c 'sleep 100' {problem} {result}
[ $code -eq 1 ] && says 'level reached: 0 of 6, false claims: 0' && says 'timeout: exceeded its wall-clock limit'
ok $? "a hanger, soon"

# Normal component last: right, but for the convention.
cat >turned.sh <<'END'
d=$(sed -n 's/^dimension //p' "$1")
"$SLIP" solve "$1" -s nsgs -q -o "$2.json" >/dev/null || exit 1
{ echo status solved; sed 's/.*"r":\[\([^]]*\)\].*/\1/' "$2.json" | tr ',' '\n' | awk -v d=$d '{ x[NR] = $1 } END { for (i = 0; i < NR / d; i++) { for (k = 2; k <= d; k++) print x[i*d+k]; print x[i*d+1] } }'; } >"$2"
END
try check --quick -o turned -- sh turned.sh {problem} {result}
[ $code -eq 1 ] && says '^hint .*normal component last'
ok $? "another convention is named"

try check --quick --tap -o ours -s nsgs
grep -q '^1\.\.' out && ! grep -q '^not ok .*exact' out
ok $? "one of our own solvers, as TAP"
try check
[ $code -eq 2 ] && [ "$(wc -l <err)" -eq 1 ]
ok $? "nothing to check"
try check -s nsgs -- sh x
[ $code -eq 2 ] && [ "$(wc -l <err)" -eq 1 ]
ok $? "too much to check"
try check --quick -o /proc/no/where -s nsgs
[ $code -eq 4 ]
ok $? "a folder that cannot be made"
[ -z "$(ls tmp)" ]
ok $? "nothing is left behind"
