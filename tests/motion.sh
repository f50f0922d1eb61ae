#!/usr/bin/env bash
# motion.sh: simulate and solve --sweep from the command line: rows, films, figures, mistakes.
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
export LC_ALL=C
slip=${SLIPSTICK:-./slipstick}
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
n=0
ok() { n=$((n + 1)); if [ "$1" -eq 0 ]; then echo "ok $n - $2"; else echo "not ok $n - $2"; fi; }
fails() {       # fails CODE WORDS COMMAND...: that exit status, those words in one line of stderr, nothing on stdout
    local code=$1 words=$2; shift 2
    "$@" >"$scratch/out" 2>"$scratch/err"
    [ $? -eq "$code" ] && grep -q "$words" "$scratch/err" && [ "$(wc -l <"$scratch/err")" -eq 1 ]
    ok $? "$*: exit $code, $words"
    sed 's/^/# /' "$scratch/err"
}

echo 1..32
"$slip" simulate cannonball:n=4,mu=0.05 -s lcp3 --steps 12 -o "$scratch/a.svg" >"$scratch/rows" 2>"$scratch/err"
ok $? "simulate ends with 0 when every step is solved"
[ "$(wc -l <"$scratch/rows")" -eq 13 ] && [ "$(awk -F'\t' 'NR > 1 && $5 == "verified"' "$scratch/rows" | wc -l)" -eq 12 ]
ok $? "one row a step, each verified"
[ "$(grep -c 't = ' "$scratch/a.svg")" -eq 6 ] && grep -q '</svg>' "$scratch/a.svg"
ok $? "the strip has six pictures with their times"
if "$slip" doctor 2>/dev/null | grep -q 'gnuplot.*not'; then n=$((n + 1)); echo "ok $n - animation # SKIP no gnuplot"
else
    "$slip" simulate ball --steps 10 -s lcp3 -o "$scratch/a.gif" >"$scratch/out" 2>"$scratch/err"
    [ "$(head -c 6 "$scratch/a.gif")" = GIF89a ]; ok $? "an animation is a GIF"
fi
awk -F'\t' 'NR > 2 { if ($9 + $10 > e + 1e-9) bad = 1 } { e = $9 + $10 } END { exit bad }' "$scratch/rows"
ok $? "energy never grows in the rows"
awk -F'\t' 'NR == 1 && $14 != "start" || NR == 2 && $14 != "cold" || NR > 2 && $14 != "warm" { bad = 1 } END { exit bad }' "$scratch/rows"
ok $? "the first step begins cold, the others warm, and the rows say so"
"$slip" simulate cannonball:n=4,mu=0.05 -s lcp3 --steps 3 --cold | awk -F'\t' 'NR > 1 && $14 != "cold" { bad = 1 } END { exit bad || NR != 4 }'
ok $? "with --cold all begin cold"
# Figures 2 and 3 of Anitescu and Hart: every method on the step problems of the one that drives; all 60 steps under check-long
if [ "${SLIPSTICK_LONG:-0}" != 0 ]; then steps=60; else steps=6; fi
"$slip" simulate cannonball:n=6,mu=0.05 -s lemke --steps $steps --also 'lcp1:step=1e-5 lcp2:step=1e-5' --also lcp3 >"$scratch/also" 2>"$scratch/err"
[ $? -eq 0 ] && [ "$(wc -l <"$scratch/also")" -eq $((1 + 4 * steps)) ]; ok $? "--also: one row a step and method, $steps steps"
awk -F'\t' 'NR == 1 { next } $15 == "lemke" { if ($1 <= 10 && $3 != 51) bad = 1; if ($5 != "verified") bad = 1 }
    $15 ~ /^lcp1/ { if ($6 < 5 || $6 > 7 || !($16 <= 1.3e-5)) bad = 1 } $15 ~ /^lcp2/ { if ($6 < 5 || $6 > 9 || !($16 <= 2.3e-5)) bad = 1 }
    $15 == "lcp3" { if ($6 != 1 || $5 != "verified" || !($16 > 1e-3)) bad = 1 } END { exit bad }' "$scratch/also"
ok $? "51 contacts, lcp1 in 5 to 7 iterations, lcp2 in 5 to 9, both at the velocity of lemke; lcp3 at another"
"$slip" simulate cannonball:n=16,mu=0.2 -s lcp3 --steps $(((steps + 4) / 5)) --also 'lemke lcp1:step=1e-5' --budget 0.4 --figure "$scratch/steps.svg" >"$scratch/also" 2>"$scratch/err"
[ $? -eq 0 ] && grep -q 'not run: its budget of 0.4 s is spent' "$scratch/also" && grep -q 'budget of 0.4 s is now spent' "$scratch/also"; ok $? "136 disks: a method that cannot finish within its budget is said to be not run"
awk -F'\t' 'NR > 1 && $15 == "lcp3" { k++; if ($5 != "verified" || $3 < 256) bad = 1 } END { exit bad || !k }' "$scratch/also"; ok $? "136 disks: lcp3 drives, verified"
grep -q 'iterations' "$scratch/steps.svg" && grep -q 'lcp3 (drives)' "$scratch/steps.svg"; ok $? "the figure names who drives"
"$slip" simulate cannonball:n=2 --steps 2 --track 2 | awk -F'\t' 'NR == 1 && $15 != "height" { bad = 1 } NR > 1 && ($16 != 0 || $15 < 8 || $15 > 8.2) { bad = 1 } END { exit bad }'
ok $? "--track: the top disk has nothing above it"
fails 2 "did you mean 'lcp1'" "$slip" simulate cannonball --also 'lcp3 lpc1'
fails 2 "bodies 0 to 2" "$slip" simulate cannonball:n=2 --track 7
fails 2 "written as .svg" "$slip" simulate cannonball:n=2 --figure steps.png
fails 2 "does not move" "$slip" simulate point-mass
fails 2 "did you mean 'lcp3'" "$slip" simulate cannonball -s lpc3
fails 2 "svg or .gif" "$slip" simulate cannonball -o film.mp4
fails 2 "leave out step" "$slip" simulate cannonball:step=3
"$slip" simulate cannonball:n=2 --steps 1 -o /nonexistent/film.svg >"$scratch/out" 2>"$scratch/err"; [ $? -eq 4 ]; ok $? "a film that cannot be written: exit 4"

"$slip" solve cannonball:n=3,mu=0.5 -s lemke | grep -q '^unique  *velocity not unique: v = 0 is a solution too'; ok $? "six disks at mu = 0.5: Lemke's motion is not the only solution, and solve says so"
"$slip" solve cannonball:n=3,mu=0.1 -s lcp1 | grep -q '^unique  *velocity not known to be unique'; ok $? "at mu = 0.1 the velocity is not known to be unique, and solve says that"
"$slip" solve disk -s lcp1 --tol 1e-10 | grep -q '^unique'; [ $? -eq 1 ]; ok $? "one disk: the velocity is unique, nothing to say"

"$slip" solve needle -s lcp1 --sweep mu=0.5:0.98:0.04 --steps 400 --tol 1e-9 >"$scratch/sweep" 2>"$scratch/err"
[ $? -eq 1 ]; ok $? "a sweep with failures ends with 1"
awk -F'\t' 'NR > 1 { inside = $1 > 0.533657 && $1 < 0.936931; if (($3 == "verified") == inside) bad = 1; k++ } END { exit bad || k != 13 }' "$scratch/sweep"
ok $? "lcp1 fails on the needle exactly inside the window 0.533657 .. 0.936931"
"$slip" solve disk -s lcp1 --sweep mu=0.2:1:0.2 --tol 1e-10 | awk -F'\t' 'NR > 1 { w = 3 * $1 ^ 2 / (1 + 3 * $1 ^ 2); if (($7 - w) ^ 2 > 1e-6) bad = 1 } END { exit bad }'
ok $? "one disk contracts by 3 mu^2/(1 + 3 mu^2)"
for map in lcp1 lcp2; do
    "$slip" solve pyramid:speed=5 -s $map --sweep mu=0.4:1:0.2 --tol 1e-11 | awk -F'\t' 'NR > 1 { w = $1 ^ 2 / (1 + $1 ^ 2); if (($7 - w) ^ 2 > 1e-6) bad = 1; k++ } END { exit bad || k != 4 }'
    ok $? "a sliding pyramid contracts by mu^2/(1 + mu^2), $map"
done
"$slip" solve cannonball:n=6 -s lcp1 --sweep mu=0.1:0.26:0.04 --tol 1e-6 --steps 200 -o "$scratch/sweep.svg" >"$scratch/sweep" 2>"$scratch/err"
awk -F'\t' 'NR > 1 { good = good ($3 == "verified") } END { exit good != "10101" }' "$scratch/sweep" && grep -q 'not verified' "$scratch/sweep.svg"
ok $? "21 disks: lcp1 fails here and there, at no single threshold, and the figure shows where"
"$slip" solve painleve-rod:kind=rolling -s prox:order=jacobi --sweep r=0.1:0.4:0.1 | awk -F'\t' 'NR > 1 { if (($7 - $8) ^ 2 > 1e-4) bad = 1 } END { exit bad }'
ok $? "prox: measured and predicted rate agree over r"
fails 2 "key=from:to:step" "$slip" solve disk -s lcp1 --sweep mu=1
