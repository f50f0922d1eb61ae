#!/usr/bin/env bash
# foreign.sh: any command as a solver: how it is called, and what is made of its answer or its end.
# SPDX-License-Identifier: GPL-3.0-or-later
source "$(dirname "$0")/script.bash"
# verdict WORD EXIT SCRIPT NAME: what becomes of a shell script that gets the problem as $1 and the result as $2
verdict() {
    printf '%s\n' "$3" >script
    try solve "${problem:-point-mass}" --time 1 --json -s 'cmd:sh script {problem} {result}'
    [ $code -eq "$2" ] && grep -q "\"verdict\":\"$1\"" out
    ok $? "$4"
}

echo 1..28

verdict false-claim 1 'printf "status solved\n0 0\n" >$2' "a liar"
printf '%s\n' 'printf "status gave-up\n0 0\n" >$2' >script; try solve point-mass -s 'cmd:sh script {problem} {result}'
[ $code -eq 1 ] && says '^why .*the program keeps its steps to itself' && ! grep -qE '[0-9] steps?\b' out; ok $? "nothing is said of steps that nobody saw"
verdict inaccurate 1 'printf "status gave-up\n0 0\n" >$2' "an honest failure"
verdict inaccurate 1 'printf "status solved\n0 0\n" >$2; exit 1' "a failing exit status takes the claim back"
verdict inaccurate 1 'echo status gave-up >$2' "a failure without impulses"
verdict n/a 3 'echo status not-for-this-law >$2' "not for this problem"
verdict invalid 1 'printf "status solved\nnan nan\n" >$2' "not a number"
verdict invalid 1 'printf "status solved\n1\n" >$2' "too few numbers"
verdict invalid 1 'echo "{\"status\":\"solved\",\"r\":[1,2,3]}" >$2' "too many numbers, in JSON"
verdict invalid 1 'printf "\\377\\376\\033 x\\0y\\n\\200" >$2' "bytes without a meaning"
verdict invalid 1 'exit 0' "success without a result"
verdict crash 1 'exit 7' "failure without a result"
verdict crash 1 'kill -SEGV $$' "a crash"
verdict timeout 1 'sleep 60' "a sleeper"
verdict timeout 1 'while :; do :; done' "a busy loop"
verdict output 1 'yes' "a flood of output"
problem=painleve-rod:mu=2 verdict verified 0 'echo status no-solution >$2' "no solution, rightly"

# Its last words and its own times are kept; names with commas and spaces are one command.
try solve point-mass --json -s 'cmd:sh -c "echo a, last, word >&2; exit 3" {problem} {result}'
grep -q '"said":"a, last, word"' out && grep -q '"code":3' out
ok $? "the last words of a program are kept"
try solve point-mass --json -s 'cmd:sh -c "echo \"{\\\"status\\\":\\\"gave-up\\\",\\\"seconds\\\":0.25}\" >\$2" - {problem} {result}'
grep -q '"says_seconds":0.25' out
ok $? "its own times are kept apart"
try solve point-mass -s 'cmd:sh -c "echo $* >&2" - {tol} {max_iter} {time} {seed} {problem} {result}' --tol 1e-6 --steps 77 --time 5
grep -q 'last words: 1e-06 77 5 0 .*/problem.txt .*/result' out
ok $? "placeholders are replaced"
try solve point-mass -s 'cmd:cp {local} {result}'
grep -q '^verdict   invalid' out
ok $? "the condensed form can be asked for"
try solve cannonball:n=3 -s 'cmd:cp {problem.fclib} {result}'
grep -q 'the HDF5 file has no /solution/r' out
ok $? "FCLIB is written, and read as an answer"

try solve point-mass -s 'cmd:no-such-program'
[ $code -eq 4 ] && grep -q "^slipstick: there is no program 'no-such-program' to run" err
ok $? "a program that is not there"
try solve point-mass -s 'cmd:sh {porblem}'
[ $code -eq 2 ] && grep -q 'did you mean {problem}?' err
ok $? "a wrong placeholder"
try solve point-mass -s 'cmd:sh {problem}'
[ $code -eq 2 ] && grep -q 'but not {result}' err
ok $? "a result that goes nowhere"

# Beside our own methods, in a study and its report; one crash costs one row.
try bench study -p point-mass -p painleve-rod -p cannonball:n=2 -s nsgs -s 'prox cmd:sh script {problem} {result}' --time 5
[ $code -eq 0 ] && [ "$(cat study/rows/*.jsonl | wc -l)" -eq 9 ] && [ "$(cat study/rows/*.jsonl | grep -c '"solver":"cmd:sh script {problem} {result}"')" -eq 3 ]
ok $? "a command beside our methods in a study"
try report study -o report.html
[ $code -eq 0 ] && grep -q 'cmd:sh script' report.html
ok $? "and in its report"
[ -z "$(ls tmp)" ]
ok $? "nothing is left behind"
