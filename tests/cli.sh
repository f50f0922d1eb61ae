#!/usr/bin/env bash
# cli.sh: the program as people and scripts meet it: words, exit codes, files, pipes.
# SPDX-License-Identifier: GPL-3.0-or-later
source "$(dirname "$0")/script.bash"

echo 1..86

# ---- orientation and help
try; [ $code -eq 0 ] && grep -q 'slipstick solve' out && [ ! -s err ]; ok $? "no argument: where to begin"
try --help; [ $code -eq 0 ] && grep -q '^Usage: slipstick' out && grep -q '^Exit status:' out; ok $? "--help goes to stdout"
cp out help.txt
try help; cmp -s out help.txt; ok $? "help is --help"
try --version; [ $code -eq 0 ] && head -n 1 out | grep -qE '^slipstick [0-9]'; ok $? "--version"
commands=$(sed -n '/^Commands:/,/^$/s/^  \([a-z-]*\) .*/\1/p' help.txt)
[ "$(wc -w <<<"$commands")" -ge 7 ]; ok $? "--help names the commands"
bad=
for c in $commands; do
    try "$c" --help; cp out one.txt; same=$code
    try help "$c"; cmp -s out one.txt && [ "$same" -eq 0 ] && grep -q "^Usage: slipstick $c" one.txt || bad+=" $c"
done
[ -z "$bad" ]; ok $? "help COMMAND is COMMAND --help$bad"
try sovle; refused 2 "did you mean 'solve'" "an unknown command is answered with the nearest"
try --sovle; refused 2 "command comes first" "an option before the command"
try solve; refused 2 "PROBLEM -s SOLVER" "a missing operand"
try solve point-mass; refused 2 "-s" "a missing solver"
try solve point-mass -s prox --tool 1; refused 2 "did you mean --tol" "an unknown option is answered with the nearest"
try solve point-mass -s prox --t 1; refused 2 "could be" "an ambiguous beginning of an option"
try solve point-mass -s prox --tol; refused 2 "needs a value" "an option without its value"
try solve point-mass -s prox --json=1; refused 2 "takes no value" "a value for a switch"
try solve point-mass -s prox --tol 1 --tol 2; refused 2 "twice" "an option given twice"
try solve point-mass -s prox more; refused 2 "'more'" "an operand too many"
bad=
for t in abc 0 -1 nan 2 1e-8x; do
    try solve point-mass -s prox --tol=$t; [ $code -eq 2 ] && grep -q -- '--tol must be a number' err || bad+=" $t"
done
[ -z "$bad" ]; ok $? "a tolerance that is none$bad"

# ---- names
try list problems --names; [ $code -eq 0 ] && grep -qx point-mass out && grep -qx painleve-rod out && sort -c out; ok $? "list problems --names"
try list problems; [ $code -eq 0 ] && grep -q '^painleve-rod ' out && head -n 1 out | grep -q 'CONTACTS.*LAW.*RANK.*TRUTH.*PROPERTIES'; ok $? "list problems: a table"
try list problems 'pain*' --names; [ "$(cat out)" = painleve-rod ]; ok $? "a pattern selects"
try list problems painleve-rod:mu=2 --json; [ $code -eq 0 ] && grep -q '"no solution' out; ok $? "an instance is listed with its truth"
try list problems 'zz*'; [ $code -eq 3 ] && grep -q "match 'zz\*'" err; ok $? "a pattern that selects nothing"
try list problems pont-mass; [ $code -eq 2 ] && grep -q "point-mass" err; ok $? "a wrong name in a selection"
try list solvers --names; [ $code -eq 0 ] && grep -qx prox out && sort -c out; ok $? "list solvers --names"
try list suites --names; [ $code -eq 0 ]; ok $? "list suites --names"
try list solver; refused 2 "did you mean 'solvers'" "a kind that cannot be listed"
try show point-mass; [ $code -eq 0 ] && grep -q PARAMETER out && grep -qE '^hash +[0-9a-f]{64}$' out; ok $? "show a problem"
try show prox; [ $code -eq 0 ] && grep -q 'coulomb' out && grep -q PARAMETER out; ok $? "show a solver"
try show prx; refused 2 "did you mean 'prox'" "show: the nearest name"
try solve point-mas -s prox; refused 2 "point-mass" "solve: the nearest problem"
try solve point-mass -s pox; refused 2 "prox" "solve: the nearest solver"
try solve painleve-rod:my=2 -s prox; refused 2 "mu" "solve: the nearest key"
bad=
for p in painleve-rod:mu=-1 painleve-rod:mu=nan painleve-rod:mu= painleve-rod:mu 'painleve-rod:,'; do
    try solve "$p" -s prox; [ $code -eq 2 ] && [ "$(wc -l <err)" -eq 1 ] || bad+=" $p"
done
[ -z "$bad" ]; ok $? "values that are none:$bad"
try solve nowhere/at-all.txt -s prox; refused 2 "" "a file that is not there"

# ---- solve
try solve point-mass -s prox; [ $code -eq 0 ] && grep -qE '^verdict +verified' out && [ ! -s err ]; ok $? "a verified answer: exit 0"
bad=
for word in problem solver claim verdict residuals states why; do grep -q "^$word" out || bad+=" $word"; done
[ -z "$bad" ]; ok $? "the lines of a solve$bad"
! grep -q $'\033' out; ok $? "no colour in a pipe"
try solve point-mass -s prox --color=always; grep -q $'\033' out; ok $? "--color=always"
try solve point-mass -s prox --terse; [ $code -eq 0 ] && [ "$(wc -l <out)" -eq 1 ] && read -r p s v steps _ more <out && [ "$p $s $v" = "point-mass prox verified" ] && [ "$steps" -gt 0 ] && [ -z "$more" ]
ok $? "--terse: problem, solver, verdict, steps, residual"
# [SchindlerEtAl2011] G = -0.8 at tan theta = 2, mu = 2: each step multiplies by 1 + 0.8 r
try solve pyramid:law=cone -s prox; [ $code -eq 3 ] && grep -qE '^verdict +n/a' out; ok $? "a solver that is not for this law: exit 3"
try solve painleve-rod:mu=2 -s prox:r=1; [ $code -eq 1 ] && grep -E '^why' out | grep -q 'diverges, by a factor 1\.8 a step, because no solution exists'
ok $? "the rod without a solution: what happened and why, exit 1"
grep -E '^why' out | grep -qE '4/3|1\.33'; ok $? "and the critical coefficient is named"
try solve point-mass -s prox:r=0.5 --steps 3 --json; [ $code -eq 1 ] && grep -q '"claim":"gave-up"' out && grep -q '"verdict":"inaccurate"' out; ok $? "a step limit is an honest failure, exit 1"
try solve point-mass -s prox --json; [ $code -eq 0 ] && [ "$(wc -l <out)" -eq 1 ] && grep -q '"schema":"slipstick.run/1"' out && grep -q '"verdict":"verified"' out; ok $? "--json is one line"
grep -o '"key":"[0-9a-f]*"' out >key1; try solve point-mass -s prox --json; grep -o '"key":"[0-9a-f]*"' out | cmp -s - key1; ok $? "the same run has the same key"
try solve point-mass -s prox --tol 1e-7 --json; ! grep -o '"key":"[0-9a-f]*"' out | cmp -s - key1; ok $? "another run has another key"

# ---- files
# [SchindlerEtAl2011] the rod at mu = 2, r = 1 from 0: the force after k steps is 12.2625 (1.8^k - 1)
try solve painleve-rod:mu=2 -s prox:r=1 --steps 5 --trace t.tsv
[ $code -eq 1 ] && awk -F '\t' 'NR == 1 { if ($1 != "step" || $2 != "residual" || $3 != "r0") exit 1; next }
    { want = 12.2625 * (1.8 ^ $1 - 1); if ($1 != NR - 2 || ($3 - want) ^ 2 > 1e-20 * (1 + want) ^ 2) exit 1 } END { if (NR != 7) exit 1 }' t.tsv
ok $? "--trace writes every iterate"
try solve point-mass -s prox -o a.json; [ $code -eq 0 ] && [ -s a.json ]; ok $? "-o writes the answer"
try verify point-mass a.json; [ $code -eq 0 ] && grep -qE '^verdict +verified' out; ok $? "verify: the answer is verified"
"$slipstick" verify point-mass - <a.json >out 2>err; code=$?; [ $code -eq 0 ]; ok $? "verify from stdin"
echo '{"claim":"solved","r":[1e9,0]}' >lie.json
try verify point-mass lie.json; [ $code -eq 1 ] && grep -qE '^verdict +false-claim' out; ok $? "verify: a lie is a false claim, exit 1"
try verify point-mass lie.json --json; [ $code -eq 1 ] && grep -q '"solver":null' out && grep -q '"undefined":{[^}]*"solver":"the answer came from a file"' out; ok $? "verify --json: null has its reason"
try solve sphere -s prox -o s.json; sed 's/.*"r":\[\([^,]*\),\([^,]*\),\([^]]*\)\].*/{"r":[\2,\3,\1]}/' s.json >turned.json
try verify sphere turned.json; [ $code -eq 1 ] && grep -qE '^hint' out; ok $? "verify: a turned order of components is recognised"
try solve table:law=facets -s lemke -o one.json
[ $code -eq 0 ] && grep -qE '^energy +kinetic' out; ok $? "solve: energies, and whether friction takes the most"
try solve table:law=facets -s lcp3 -o two.json
try verify table:law=facets one.json --against two.json
grep -qE '^against +velocities differ by .* states at [0-9]+ contact' out && [ "$(sed -n '/^against/,/^why/p' out | awk '$1 ~ /^(open|stick|slip|grazing)$/ && $2 ~ /^[0-9]+$/ { for (k = 2; k <= NF; k++) n += $k } END { print n }')" -eq 4 ]
ok $? "verify --against: a table of states with every contact in it"
try verify table:law=facets one.json --against two.json --json; grep -q '"against":{"differ":[0-9]' out; ok $? "and as JSON"
try verify table:law=facets one.json --against none.json; refused 2 "none.json" "another answer that is not there"
try solve multibody -s lemke --json; grep -q '"transitions":{"rolling to rolling":[0-9]*,"rolling to sliding":[0-9]*,"sliding to sliding":[0-9]*,"breaking":[0-9]*}' out; ok $? "four transitions, at acceleration level"
try solve needle:law=facets,mu=0.6 -s lcp1; [ $code -eq 1 ] && grep -E '^why +cycles with period 2 between two active sets' out | grep 'between 0.533657 and 0.936931' | grep -q 'damping 0.5 converges'; ok $? "a cycle with its window and its cure"
try solve pair -s enum; [ $code -eq 0 ] && grep -E '^why' out | grep -q 'rightly says'; ok $? "a right claim that there is no solution: exit 0"
echo '{"claim":"solved","r":[1]}' >short.json; try verify point-mass short.json; refused 2 "r" "an answer of the wrong length"
echo '{"claim":' >torn.json; try verify point-mass torn.json; refused 2 "JSON" "a torn file"
try verify point-mass none.json; refused 2 "none.json" "an answer that is not there"
try solve point-mass -s prox --json --start a.json; [ $code -eq 0 ] && grep -q '"steps":[01],"start":"warm","start_hash":"[0-9a-f]\{64\}"' out; ok $? "--start from an answer: at most one step, and the record says warm"
try solve point-mass -s prox --start r=1; refused 2 "exactly 2" "--start with too few numbers"
try solve point-mass -s prox -o none/a.json; [ $code -eq 4 ] && grep -q 'none/a.json' err; ok $? "an answer that cannot be written: exit 4"
try solve point-mass -s prox --trace none/t.tsv; refused 4 'none/t.tsv' "a trace that cannot be written: exit 4"
if [ -w /dev/full ]; then
    try solve point-mass -s prox --trace /dev/full; refused 4 'trace.*No space' "a full disk under the trace: exit 4"
    "$slipstick" list >/dev/full 2>err; code=$?; [ $code -eq 4 ] && grep -q 'standard output' err; ok $? "a full disk under stdout: exit 4"
else
    skip "a full disk under the trace" "no /dev/full"
    skip "a full disk under stdout" "no /dev/full"
fi
"$slipstick" solve point-mass -s prox --trace t2.tsv >&- 2>err; code=$?; [ $code -eq 4 ] && head -n 1 t2.tsv | grep -q '^step'; ok $? "a closed stdout: exit 4, and the files stay clean"
"$slipstick" completion 2>err | true; code=${PIPESTATUS[0]}; [ "$code" -eq 0 ] || [ "$code" -eq 141 ]; ok $? "a reader that goes away"

# ---- figures
if gnuplot --version >version 2>&1; then
    try solve point-mass -s prox:r=0.5 --plot; [ $code -eq 0 ] && grep -q 'tol' out && [ "$(wc -l <out)" -gt 30 ]; ok $? "--plot draws in the terminal"
    try solve point-mass -s prox:r=0.5 -o h.svg; [ $code -eq 0 ] && grep -q '</svg>' h.svg; ok $? "-o FILE.svg draws the history"
else
    skip "--plot draws in the terminal" "no gnuplot"
    skip "-o FILE.svg draws the history" "no gnuplot"
fi
GNUPLOT=$scratch/no-such-gnuplot try solve point-mass -s prox:r=0.5 --plot; [ $code -eq 4 ] && grep -q 'figures need gnuplot' err; ok $? "without gnuplot: a sentence, exit 4"

try show cannonball -o c.svg; [ $code -eq 0 ] && grep -q '</svg>' c.svg && [ "$(grep -c 'class="body"' c.svg)" -eq 21 ]; ok $? "show -o draws the 21 disks"
try show point-mass -o p.svg; [ $code -eq 2 ] && grep -q 'no picture' err && [ ! -e p.svg ]; ok $? "a problem without a picture"

try reproduce --all -o no/papers.html; [ $code -eq 4 ] && [ ! -s out ] && grep -q 'its directory does not exist' err; ok $? "a page that cannot be written is refused before the papers are run"
GNUPLOT=$scratch/no-such-gnuplot try reproduce --all -o papers.html; [ $code -eq 4 ] && [ ! -s out ] && grep -q 'figures need gnuplot' err; ok $? "and so is one whose figures cannot be drawn"

# ---- signals, and what the README says
timeout --preserve-status -s INT 3 "$slipstick" solve wall3d:nx=12,ny=10 -s prox --tol 1e-30 --steps 1e12 >out 2>err </dev/null; code=$?
[ $code -eq 130 ] && grep -q '^slipstick: interrupted' err && grep -qE '^verdict +inaccurate' out; ok $? "an interrupt ends in order: exit 130"
gone() { for try in 1 2 3 4 5 6 7 8 9 10; do pgrep -f -- "$1" >left || return 0; sleep 0.2; done; sed 's/^/still running: /' left >>err; return 1; }
timeout --foreground --preserve-status -k 40 -s INT 2 "$slipstick" reproduce AnitescuHart2004/figure4 -o "$scratch/nut.html" >out 2>err </dev/null; code=$?
[ $code -eq 130 ] && grep -q '^slipstick: interrupted after 0 of 3 statements, in AnitescuHart2004.*nothing was written$' err && [ ! -e nut.html ] && gone "$scratch/nut.html"
ok $? "reproduce stops at once, its team with it, and says how far it came"
timeout --preserve-status -k 40 -s INT 2 "$slipstick" lesson needle brazil-nut:shakes=1000 --no-figures -o "$scratch/nut.html" >out 2>err </dev/null; code=$?
[ $code -eq 130 ] && grep -q '^slipstick: interrupted in lesson brazil-nut:shakes=1000: 1 of 2 told, nothing was written$' err && grep -q '^knobs, as needle' out && [ ! -e nut.html ] && gone "$scratch/nut.html"
ok $? "a long lesson stops at once, and the one before it stands"
mask() { sed -E 's/[0-9]+(\.[0-9]+)?(e[-+][0-9]+)?/N/g; s/ [mu]s$/ s/; s/ +/ /g'; }       # words, not digits
readme=$source/README.md
sed -n '/^    \$ slipstick solve painleve-rod:mu=2 -s prox:r=1$/,/^$/s/^    \([^$]\)/\1/p' "$readme" | mask >said
try solve painleve-rod:mu=2 -s prox:r=1; mask <out >shown; [ -s said ] && diff said shown >difference; ok $? "the README shows what the program prints"

# ---- completion, doctor
"$slipstick" completion bash >c.bash && bash -n c.bash
ok $? "the completion is bash"
bash -c 'PATH=$(dirname "$1"):$PATH; source ./c.bash; compopt() { :; }
    complete_line() { COMP_LINE=$1 COMP_POINT=${#1}; read -ra COMP_WORDS <<<"$1"; _slipstick; printf "%s\n" "${COMPREPLY[@]}"; }
    complete_line "slipstick so"; complete_line "slipstick solve pain"; complete_line "slipstick solve point-mass -s pro"
    complete_line "slipstick solve --ter"; complete_line "slipstick list pro"; complete_line "slipstick list --color="' - "$slipstick" >out 2>err
code=$?
bad=
for w in solve painleve-rod prox --terse problems always; do grep -qx -e "$w" out || bad+=" $w"; done
[ -z "$bad" ]; ok $? "it completes commands, problems, solvers, options and words$bad"
try doctor; [ $code -eq 0 ] && grep -q 'double-double' out && ! grep -q FAIL out; ok $? "doctor"
(unset OPENBLAS_NUM_THREADS OMP_NUM_THREADS; "$slip" doctor > out 2>&1); grep -qE "not OpenBLAS|OpenBLAS.* 1 thread$" out; ok $? "BLAS runs in one thread unless asked otherwise"
