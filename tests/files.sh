#!/usr/bin/env bash
# files.sh: problem files as people meet them: convert, lint, show, folders as suites, and what is no problem.
# SPDX-License-Identifier: GPL-3.0-or-later
source "$(dirname "$0")/script.bash"
hash() { "$slipstick" show "$1" | sed -n 's/^hash *//p'; }

echo 1..21

# ---- one problem through all formats
good=0
"$slipstick" convert cannonball:n=3 a.txt && first=$(hash a.txt)
for pair in 'a.txt a.hdf5' 'a.hdf5 a.json' 'a.json a.dat' 'a.dat b.hdf5' 'b.hdf5 b.txt'; do
    set -- $pair
    try convert $1 $2
    [ $code -eq 0 ] && [ "$(hash $2)" = "$first" ] || { good=1; break; }
done
cmp -s a.txt b.txt || good=1
ok $good "text, FCLIB, JSON, Siconos and back: bit for bit ($pair)"

# ---- lint: exit 0, 1, 2
try lint cannonball:n=3
[ $code -eq 0 ] && says 'clean\|note'
ok $? "lint: a name of the catalogue"
try lint a.hdf5
[ $code -eq 0 ] && says '^a.hdf5: FCLIB, global' && says '^  note *metadata'
ok $? "lint: notes alone are exit 0"
# a friction coefficient of 30, and a stored solution of zeros
if python3 --version >/dev/null 2>&1; then
    python3 - <<'PY'
import json
p = json.load(open('a.json'))
p['mu'][0] = 30
p['origin'] = {'title': 'odd', 'r': [0] * (p['dimension'] * len(p['mu']))}
json.dump(p, open('odd.json', 'w'))
PY
    try lint odd.json
    [ $code -eq 1 ] && says '^  warning *friction' && says '^  warning *zero-solution' && [ "$(grep -n '^  note' out | head -1 | cut -d: -f1)" -gt "$(grep -n '^  warning' out | tail -1 | cut -d: -f1)" ]
    ok $? "lint: warnings are exit 1, and stand first"
    try lint --json odd.json
    [ $code -eq 1 ] && python3 -c 'import json; o = json.load(open("out")); assert o["schema"] == "slipstick.lint/1" and o["warnings"] == 2 and {"severity", "check", "contact", "text"} == set(o["findings"][0])'
    ok $? "lint: JSON"
    try show odd.json
    [ $code -eq 0 ] && says '^title *odd' && says '^stored *the stored solution has r = 0'
    ok $? "show: a file's own words, and what its stored solution is"
else
    for k in 1 2 3; do n=$((n + 1)); echo "ok $n # SKIP there is no python3"; done
fi
try lint nothing.hdf5
[ $code -eq 2 ] && [ "$(wc -l <err)" -eq 1 ]
ok $? "lint: a file that is not there"
head -c 700 a.hdf5 >cut.hdf5
try lint cut.hdf5 a.txt
[ $code -eq 2 ] && grep -q 'cut.hdf5' err && says '^a.txt'
ok $? "lint: a damaged file is exit 2, and the others are looked at"
try lint --checks
[ $code -eq 0 ] && [ "$(wc -l <out)" -ge 30 ] && says '^error *mass'
ok $? "lint: what it looks for"
try lint
[ $code -eq 2 ] && [ "$(wc -l <err)" -eq 1 ]
ok $? "lint: nothing to look at"

# ---- folders
mkdir suite
cp a.hdf5 suite/one.hdf5
"$slipstick" convert point-mass suite/two.txt
"$slipstick" convert table 'suite/three legs.json'
cp cut.hdf5 suite/zero.h5
try list problems suite
[ $code -eq 0 ] && says 'suite/one.hdf5' && says 'suite/three legs.json' && grep -q 'left out: suite/zero.h5' err
ok $? "list: a folder"
try list problems suite:suite 'contacts<=4'
[ $code -eq 0 ] && says 'suite/two.txt' && ! says 'suite/one.hdf5'
ok $? "list: a folder as a suite, filtered"
try bench study -p suite -s 'nsgs prox' -p table
[ $code -eq 0 ] && [ "$(cat study/rows/*.jsonl | wc -l)" -eq 6 ] && grep -q 'left out: suite/zero.h5' err
ok $? "bench: a folder; the same problem by another name is not run twice"
try bench study
[ $code -eq 0 ] && [ "$(cat study/rows/*.jsonl | wc -l)" -eq 6 ]
ok $? "bench: a study of files resumes"
try report study -o report.html
[ $code -eq 0 ] && grep -q 'suite/one.hdf5' report.html
ok $? "report: files by their names"
try bench other -p suite/zero.h5 -s nsgs
[ $code -eq 2 ] && [ "$(wc -l <err)" -eq 1 ]
ok $? "bench: a damaged file asked for by name is refused"
try lint suite
[ $code -eq 2 ] && [ "$(grep -c '^suite/' out)" -eq 3 ]
ok $? "lint: a folder"
try show suite
[ $code -eq 0 ] && [ "$(grep -c '^  suite/' out)" -eq 4 ]
ok $? "show: a folder"

# ---- every method takes a file
good=0
for s in $("$slipstick" list solvers --names); do
    try solve a.hdf5 -s $s --time 5 --steps 2000
    [ $code -le 1 ] || [ $code -eq 3 ] || { good=1; break; }
done
ok $good "every method runs on a file, or says that it is not for it ($s)"
"$slipstick" convert point-mass good.txt
"$slipstick" solve point-mass -s prox -o good.json >out 2>err
sed 's/^ 2 2$/ 2 -2/' good.txt >indefinite.txt
good=0
for words in 'solve indefinite.txt -s nsgs' 'verify indefinite.txt good.json'; do
    try $words
    [ $code -eq 2 ] && says 'cannot be measured: M is not positive definite' || { good=1; break; }
done
ok $good "a problem with an indefinite M is refused as bad input ($words)"
[ -z "$(ls tmp)" ]
ok $? "nothing is left behind"
