#!/usr/bin/env bash
# plugin.sh: each template does exactly what its README says; and the shared-library door, with libraries that misbehave.
# SPDX-License-Identifier: GPL-3.0-or-later
source "$(dirname "$0")/script.bash"
mkdir bin
ln -s "$slipstick" bin/slipstick
export PATH=$scratch/bin:$PATH

echo 1..18

# The commands of the README, one after the other: only check may have findings.
follow() {
    sed -n 's/^    \$ //p' "$1/README.md" >commands
    [ "$(grep -c . commands)" -ge 4 ] || return 1
    while IFS= read -r line; do
        eval "$line" >>out 2>>err </dev/null
        status=$?
        case $line in *"slipstick check"*) [ $status -le 1 ] ;; *) [ $status -eq 0 ] ;; esac || { echo "exit $status: $line" >>err; return 1; }
    done <commands
}
for lang in python c octave fortran julia; do
    case $lang in python) tool=python3 ;; c) tool=cc ;; octave) tool=octave-cli ;; fortran) tool=gfortran ;; julia) tool=julia ;; esac
    name=my_$lang
    try plugin new $name --lang $lang
    [ $code -eq 0 ] && [ -s $name/README.md ] && ! grep -q '@' $name/README.md
    ok $? "$lang: a folder with a solver and its README"
    if ! $tool --version >/dev/null 2>&1; then
        skip "$lang: its README can be followed" "there is no $tool"
        skip "$lang: its passport" "there is no $tool"
        continue
    fi
    : >out; : >err
    follow $name && [ -s $name.html ]
    ok $? "$lang: its README can be followed"
    cp $name-passport/passport.json out
    grep -q '"false_claims":0,' out && grep -q '"reached":[3-6],' out
    ok $? "$lang: no false claim, three levels or more"
done

# The journeys of the main README are those of the plug-ins, with other names.
sed -n '/^## Your own solver/,/^## Your own problems/s/^    \$ //p' "$source/README.md" >journey
{ for pair in my_python:mine my_c:fast; do
    echo "slipstick plugin new ${pair#*:} --lang ${pair#my_}" | sed 's/:.*//'
    sed -n "s/^    \\$ //p" ${pair%:*}/README.md | sed "s/${pair%:*}/${pair#*:}/g"
  done; } >plugins
diff journey plugins >out 2>err
ok $? "the main README says the same"

# Libraries that are none, die, or talk nonsense.
die='#include <stdlib.h>
#include <math.h>
#include "slipx.h"
static void solve(const slipx_problem *p, const slipx_request *w, slipx_answer *a) { (void)p; (void)w; BODY }
static const slipx_plugin plugin = { SLIPX_ABI, sizeof plugin, "bad", solve };
const slipx_plugin *slipx_plugin_1(void) { return &plugin; }'
if cc --version >/dev/null 2>&1; then
    good=0
    for pair in 'crash|abort();' 'invalid|exit(0);' 'false-claim|a->status = SLIPX_SOLVED;' 'invalid|a->status = 99;' 'invalid|a->r[0] = NAN; a->status = SLIPX_SOLVED;' 'timeout|for (;;) a->status ^= 1;'; do
        echo "${die/BODY/${pair#*|}}" >bad.c
        cc -shared -fPIC -I"$source/plugins" -o bad.so bad.c && try solve point-mass -s so:bad.so --time 0.3 --json
        grep -q "\"verdict\":\"${pair%%|*}\"" out || { good=1; break; }
    done
    ok $good "a library that dies, lies, hangs or talks nonsense gets its word ($pair)"
else
    skip "a library that dies, lies, hangs or talks nonsense gets its word" "there is no compiler"
fi
try solve point-mass -s ./none.so
[ $code -eq 2 ] && grep -q "there is no library './none.so' to load" err
ok $? "a library that is not there"
