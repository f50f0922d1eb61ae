#!/usr/bin/env bash
# study.sh: studies survive: kill -9, torn and damaged rows, a full disk, a read-only folder, two runners, shards.
# SPDX-License-Identifier: GPL-3.0-or-later
source "$(dirname "$0")/script.bash"
# The rows of a study without what differs from run to run: times, and where it ran.
plain() { awk 1 "$1"/rows/*.jsonl 2>/dev/null | grep -E '"sum":"[0-9a-f]{64}"\}$' | sed -E 's/"(cpu|wall|began|memory)":[^,}]*//g; s/"grade":"."//; s/"sum":"[^"]*"//' | sort; }
# every row once, the last of a key counts and they are equal here
same() { diff <(plain "$1" | sort -u) <(plain "$2" | sort -u) >difference; }

[ -n "${SLIPSTICK_LONG-}" ] && kills=50 || kills=5
echo 1..$((60 + kills))
select=(-p 'painleve-rod painleve-rod:mu=2 painleve-rod:kind=rolling point-mass point-mass:hx=2.5 cannonball'
    -s 'dantzig lcp1 lcp3 lemke nsgs pgs pj prox' --steps 2000)

# ---- a study
try bench whole "${select[@]}" -j 2
[ $code -eq 0 ] && grep -qE '^([0-9]+) of \1 runs: .*verified' out; ok $? "a study runs to its end"
total=$(sed -nE 's/^([0-9]+) of .*/\1/p' out)
[ "$(plain whole | wc -l)" -eq "$total" ]; ok $? "with a row for each run"
[ -z "$(cat whole/rows/*.jsonl | grep -oE '"key":"[0-9a-f]*"' | sort | uniq -d)" ]; ok $? "and no key twice"
try status whole; [ $code -eq 0 ] && grep -q "$total of $total done" out; ok $? "status says so"
try status whole --json; [ $code -eq 0 ] && grep -q "\"planned\":$total,\"done\":$total," out; ok $? "and in JSON"
try bench whole; [ $code -eq 0 ] && grep -q 'all done before' out; ok $? "bench again has nothing to do"
try bench serial "${select[@]}"; [ $code -eq 0 ] && same whole serial; ok $? "one job gives the same rows as two"
try bench new "${select[@]}" --dry-run; [ $code -eq 0 ] && [ ! -e new ] && grep -q "^$total runs planned, 0 done" out; ok $? "a dry run touches nothing"
try bench grow -p point-mass -s prox; try bench grow -p point-mass -s nsgs
[ $code -eq 0 ] && grep -q '^2 of 2 runs' out; ok $? "a study grows"
try bench many -p point-mass -s prox --repetitions 3; [ $code -eq 0 ] && grep -q '^3 of 3 runs' out; ok $? "repetitions are runs"

# ---- selections and mistakes
try bench some -p 'd=2 contacts<=1' -s prox -n; [ $code -eq 0 ] && grep -qE '^[1-9][0-9]* runs planned' out; ok $? "problems by their properties"
try bench some; refused 2 "new study" "a new study needs a selection"
try bench some -p point-mass; refused 2 "needs both" "and both halves of it"
try bench some -p point-mas -s prox; refused 2 "did you mean" "a wrong problem is named"
try bench some -p point-mass -s prx; refused 2 "did you mean" "a wrong solver is named"
try bench some -p 'p*' -s prox --shard 3/2; refused 2 "shard is i/n" "a shard that is none"
try status nowhere; refused 2 "no study" "status of nothing"
try bench whole --tol 1e-3; refused 2 "keeps its limits" "limits without a selection"

# ---- kill -9 at some moment, and again
for k in $(seq $kills); do
    rm -rf killed
    for round in 1 2 3; do
        "$slipstick" bench killed "${select[@]}" -j $((1 + k % 2)) >out 2>err &
        pid=$!
        sleep "0.$(((k * 37 + round * 53) % 30 + 10))"
        kill -9 $pid 2>/dev/null
        wait $pid 2>/dev/null
    done
    try bench killed "${select[@]}"
    [ $code -eq 0 ] && same whole killed; ok $? "killed three times and resumed ($k)"
done

# ---- a worker of ours dies; the run under way takes some tenths of a second
heavy=(-p 'point-mass wall3d:nx=12,ny=10' -s 'prox nsgs' --tol 1e-30 --steps 1000)
worker() { for _ in $(seq 200); do set -- $(cat "/proc/$1/task/$1/children" 2>/dev/null) $1; [ $# -gt 1 ] && { echo "$1"; return; }; sleep 0.02; set -- "$1"; done; }
try bench sound "${heavy[@]}"
rm -rf hurt; "$slipstick" bench hurt "${heavy[@]}" >out 2>err & pid=$!
first=$(worker $pid); sleep 0.1; kill -9 "$first"; wait $pid; code=$?
[ $code -eq 0 ] && same sound hurt && ! grep -q harness out; ok $? "a worker killed once: the run is done again, the same rows"
rm -rf fault; "$slipstick" bench fault -p wall3d:nx=12,ny=10 -s prox --tol 1e-30 --steps 10000 >out 2>err & pid=$!
first=$(worker $pid); sleep 0.05; kill -9 "$first"
for _ in $(seq 200); do second=$(worker $pid); [ "$second" != "$first" ] && break; sleep 0.02; done
sleep 0.05; kill -9 "$second"; wait $pid; code=$?
[ $code -eq 0 ] && grep -q '^1 of 1 runs: 1 harness' out; ok $? "killed twice: the row says harness, and the study goes on"
grep -q 'a worker of slipstick itself died twice' fault/rows/*.jsonl; ok $? "and why"
try report fault -o t.tsv; [ $code -eq 0 ] && try report fault -o fault.html; grep -q '<td class=num>0/0</td></tr>' fault.html; ok $? "it counts against no solver"
try bench fault; [ $code -eq 0 ] && grep -q '1 of 1 runs: 1 inaccurate' out; ok $? "the next bench tries it again"
try status fault; [ $code -eq 0 ] && grep -q '1 row is of a run done again' out && ! grep -q 'another verdict' out; ok $? "and the fault is forgotten"

# ---- torn and damaged rows
cp -r whole torn
last=$(ls torn/rows/*.jsonl | head -n 1)
truncate -s -10 "$last"
try status torn; [ $code -eq 3 ] && grep -q "$((total - 1)) of $total" out && grep -q 'torn' out; ok $? "a torn row is seen"
try bench torn; [ $code -eq 0 ] && try status torn && [ $code -eq 0 ] && same whole torn; ok $? "and run again"
cp -r whole damaged
first=$(ls damaged/rows/*.jsonl | head -n 1)
sed -i '2s/"verdict":"[a-z/-]*"/"verdict":"verified-"/' "$first"
try status damaged; [ $code -eq 3 ] && grep -q "line 2, is damaged" out; ok $? "a damaged row is named"
try bench damaged; [ $code -eq 0 ] && grep -q "^$total of $total" out; ok $? "and run again"
echo '{"parts":3}' >damaged/study.json; try bench damaged; refused 2 "no plan of a study" "a damaged plan is refused"

# ---- shards
for i in 1 2 3; do "$slipstick" bench shards "${select[@]}" --shard $i/3 >out$i 2>err & done; wait
same whole shards && [ "$(plain shards | wc -l)" -eq "$total" ]; ok $? "three shards give the rows of one runner, each once"

# ---- two runners
rm -rf two; mkdir -p two/locks
"$slipstick" bench two "${select[@]}" >/dev/null 2>&1 & pid=$!
for _ in $(seq 100); do [ -s two/locks/1-of-1 ] && break; sleep 0.02; done
try bench two "${select[@]}"; { [ $code -eq 3 ] && grep -q 'another bench is at work' err; } || [ $code -eq 0 ]; ok $? "a second runner is told"
wait $pid
try bench two; [ $code -eq 0 ] && same whole two; ok $? "and nothing is lost"

# ---- nowhere to write
if [ "$(id -u)" -eq 0 ]; then
    try bench /proc/study -p point-mass -s pgs; refused 4 "cannot write" "a read-only folder is answered with a sentence"
else
    cp -r grow fixed; chmod -R a-w fixed
    try bench fixed -p point-mass -s pgs; refused 4 "cannot write" "a read-only folder is answered with a sentence"
fi
rm -rf full
(trap '' XFSZ; ulimit -f 30; "$slipstick" bench full "${select[@]}" >out 2>err); code=$?
[ $code -eq 4 ] && grep -q 'cannot write.*rows before are safe' err; ok $? "a full disk is answered with a sentence"
try bench full; [ $code -eq 0 ] && same whole full; ok $? "and when there is room again, it goes on"
# The same on a disk that is really full: a small file system of our own, where the kernel lets us have one.
mkdir disk
cat >filled.sh <<'TEXT'
mount -t tmpfs -o size=160k none disk || exit 77
"$slipstick" bench disk/full "${select[@]}" >out 2>err; code=$?
[ $code -eq 4 ] && grep -q 'cannot write.*rows before are safe' err || exit 1
for words in 'report disk/full -o disk/page.html' 'solve cannonball:n=6 -s nsgs -o disk/answer.json' 'convert cannonball:n=8 disk/pile.txt'; do
    "$slipstick" $words >out 2>err; code=$?
    [ $code -eq 4 ] && grep -q 'disk is full' err && [ ! -e disk/page.html ] && [ ! -e disk/answer.json ] && [ ! -e disk/pile.txt ] || exit 2
done
mount -o remount,size=8m none disk && "$slipstick" bench disk/full >out 2>err && cp -r disk/full real || exit 3
TEXT
unshare -rm bash -c "slipstick=$slipstick; $(declare -p select); . ./filled.sh"; state=$?
if [ $state -eq 77 ] || ! unshare -rm true 2>/dev/null; then
    for name in rows files 'going on'; do n=$((n + 1)); echo "ok $n - $name # SKIP no file system of our own"; done
else
    [ $state -ne 1 ]; ok $? "a disk really full: the rows before are safe"
    [ $state -ne 2 ]; ok $? "a report, an answer and a problem are written whole or not at all"
    [ $state -eq 0 ] && same whole real; ok $? "and with more room the study ends with the same rows"
fi

# ---- judged again
try verify whole; [ $code -eq 0 ] && grep -q ' 0 wrong, 0 damaged' out; ok $? "verify judges a study again without solvers"
cp -r whole forged
file=$(ls forged/rows/*.jsonl | head -n 1)
# A forger who also seals: the answer tells.
line=$(grep -n '"verdict":"inaccurate"' forged/rows/*.jsonl | head -n 1)
file=${line%%:*}; number=${line#*:}; number=${number%%:*}
body=$(sed -n "${number}p" "$file" | sed -E 's/"verdict":"inaccurate"/"verdict":"verified"/; s/,"sum":"[0-9a-f]*"\}$//')
sum=$(printf '%s' "$body" | sha256sum | cut -d' ' -f1)
{ sed "${number}d" "$file"; printf '%s,"sum":"%s"}\n' "$body" "$sum"; } >forged.jsonl && mv forged.jsonl "$file"
try verify forged; [ $code -eq 1 ] && grep -q 'the row says verified, the answer is inaccurate' out && grep -q ' 1 wrong' out; ok $? "a forged row is found and named"
cp -r whole swapped
answer=$(ls swapped/answers/*.json | head -n 1); sed -i 's/[1-9]/7/' "$answer"
try verify swapped; [ $code -eq 1 ] && grep -q "$(basename "$answer").*was changed" out; ok $? "a changed answer is found and named"
try verify damaged; [ $code -eq 2 ]; ok $? "what is no study is refused"

# ---- compared
try compare whole serial; [ $code -eq 0 ] && grep -q ' 0 worse, 0 better' out && grep -q '^work  *1 times the old' out; ok $? "a study is as good as itself"
try compare whole forged; [ $code -eq 0 ] && grep -q 'better .*verified, was inaccurate' out; ok $? "better is not worse"
try compare forged whole; [ $code -eq 1 ] && grep -q '^worse .*inaccurate, was verified' out; ok $? "a worse verdict is exit 1"
try bench other -p pyramid -s prox; try compare whole other; [ $code -eq 3 ]; ok $? "nothing to compare is exit 3"

# ---- reported
try report whole -o page/index.html --data page/data
[ $code -eq 0 ] && [ "$(cat out)" = page/index.html ] && [ "$(stat -c %s page/index.html)" -lt 3000000 ]; ok $? "a report is one file"
! grep -oE '(src|href)="?[a-z]+:[^ >]*' page/index.html | grep -v 'href=#' | grep -q .; ok $? "which asks for nothing from elsewhere"
[ "$(grep -c '<tr id=p' page/index.html)" -eq 6 ] && [ "$(grep -c 'on painleve-rod:mu=2:' page/index.html)" -ge 1 ]; ok $? "with a row for each problem and its cases"
[ -s page/data/performance-counted.tsv ] && [ -s page/data/accuracy.tsv ]; ok $? "and the data of its figures"
bad=
for kind in performance data; do for unit in counted cpu; do for to in '' -0.01 -0.0001 -1e-06; do [ -s "page/data/$kind-$unit$to.tsv" ] || bad+=" $kind-$unit$to"; done; done; done
[ -z "$bad" ]; ok $? "profiles by work and time at four accuracies$bad"
bad=
for word in 'What was found' 'Who fails where' 'Performance profile, counted work' 'Data profile to 0.01, CPU time' 'bootstrap band' '95 % interval' 'Accuracy against cost' 'Residual histories' \
    'Crosses are what the solver itself says' 'Not enough sizes for an exponent' 'Error of the model' 'Results by state' 'friction disk' '"contact 0: slip\|>contact 0: s' 'slipstick solve ' 'Environment and method' 'Data and citation'; do
    grep -q "$word" page/index.html || bad+=" [$word]"
done
[ -z "$bad" ]; ok $? "every section is there$bad"
try report whole --case cannonball pgs -o case.html; [ $code -eq 0 ] && grep -q 'class=case id=c[0-9]*-[0-9]* open.*pgs on cannonball' case.html; ok $? "--case tells one more, unfolded"
try report whole --case cannonball; refused 2 "a case is a problem and a solver" "--case needs both"
try report whole --case cannonball nobody; refused 2 "'nobody' is not in this study" "--case of what was not run"
try bench sizes -p 'cannonball:n=2 cannonball:n=3 cannonball:n=4 cannonball:n=5' -s 'nsgs lemke'; try report sizes -o sizes.html --data sizes-data
[ $code -eq 0 ] && grep -q 'nsgs: b = [0-9.-]* ± [0-9.]* (4 runs)' sizes.html && grep -q 'lemke: b' sizes.html && [ -s sizes-data/scaling-cannonball.tsv ]; ok $? "four sizes give an exponent with its interval"
try bench model -p 'pyramid cannonball:n=4,mu=0.5' -s 'lcp3 apgd lemke'; try report model -o model.html; [ $code -eq 0 ] && grep -q 'off by this much for the law posed' model.html; ok $? "the error of a relaxed law is shown"
try report many -o t.tsv; [ $code -eq 0 ] && awk -F '\t' 'NR == 2 && !($14 == 3 && $12 <= $11 && $11 <= $13) { exit 1 }' t.tsv; ok $? "repetitions: median between its ends"
try report whole -o - ; cp out one; try report serial -o t.tex; [ $code -eq 0 ] && grep -q '\\toprule' t.tex && [ "$(grep -c '\\begin{tabular}' t.tex)" -eq "$(grep -c '\\end{tabular}' t.tex)" ]; ok $? "LaTeX tables"
try report whole -o t.tsv; [ $code -eq 0 ] && [ "$(wc -l <t.tsv)" -eq $((total + 1)) ]; ok $? "one table as TSV"
