#!/usr/bin/env bash
# layers.sh: keeps the rooms apart: includes go one way, verify/ and solvers/ never meet, the library neither
# prints nor exits nor keeps state, every table is registered, no helper is written twice.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Each rule is a function of (sources, objects) that prints one line a violation. It must print nothing for this
# tree, and must find what was planted in a small tree of offenders.
set -u
export LC_ALL=C
build=$PWD
source=$(cd "$(dirname "$0")/.." && pwd)
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT

layers="base problems verify solvers reports"
above() {       # the folders a folder may not look into
    case $1 in
        base) echo problems verify solvers reports cli ;;
        problems) echo verify solvers reports cli ;;
        verify) echo solvers reports cli ;;
        solvers) echo verify reports cli ;;
        reports) echo cli ;;
    esac
}

objects() {     # objects SOURCES FOLDER BUILD: those of the sources that exist
    local c o
    for c in "$1/$2"/*.c "$1/$2"/*/*.c; do
        [ -f "$c" ] && o=$2/${c#"$1/$2/"} && [ -f "$3/${o%.c}.o" ] && echo "$3/${o%.c}.o"
    done
}
symbols() {     # symbols KIND OBJECT...: names, global, defined (d) or undefined (u)
    local kind=$1
    shift
    [ $# -eq 0 ] || nm -A -g -P "$@" 2>/dev/null |
        awk -v kind="$kind" '{ undefined = $3 == "U" || $3 == "w" || $3 == "v"; if ((kind == "u") == undefined) print $2 }' | sort -u
}

rule_includes() {
    local from to
    for from in $layers; do
        for to in $(above "$from"); do
            grep -nE "#include \"(\.\./)*$to[/.]" "$1/$from"/*.[ch] "$1/$from"/*/*.[ch] /dev/null 2>/dev/null
        done
    done
}

rule_symbols() {        # the same by what the linker sees
    local from to
    for from in $layers; do
        for to in $(above "$from"); do
            comm -12 <(symbols u $(objects "$1" "$from" "$2")) <(symbols d $(objects "$1" "$to" "$2")) | sed "s|^|$from/ uses $to/: |"
        done
    done
}

rule_projections() {    # a wrong projection must not verify itself
    [ -f "$2/problems/cone.o" ] &&
        comm -12 <(symbols u $(objects "$1" verify "$2")) <(symbols d "$2/problems/cone.o") | sed 's|^|verify/ uses problems/cone.c: |'
}

rule_silence() {
    local folder o
    for folder in $layers; do
        for o in $(objects "$1" "$folder" "$2"); do
            symbols u "$o" | grep -xE '(__)?v?printf(_chk)?|puts|putchar|perror|std(out|err)|exit|abort|quick_exit|err|errx|warn|warnx' |
                sed "s|^|${o#"$2/"} calls |"
        done
    done
}

rule_state() {          # writable data; memory.c counts, start.c sets up, both for the whole process
    local folder o
    for folder in $layers; do
        for o in $(objects "$1" "$folder" "$2"); do
            case $o in */base/memory.o | */base/start.o) continue ;; esac
            objdump -t "$o" | awk 'NF > 4 && $(NF-2) ~ /^\.(t?data|t?bss)($|\.)/ && $(NF-2) !~ /rel\.ro/ && $NF !~ /^\./ { print $NF }' |
                sed "s|^|${o#"$2/"} keeps |"
        done
    done
}

rule_tables() {         # solvers/NAME.c and problems/NAME.c: their table is exported under that name and used by a registry
    local folder kind o table name
    for folder in problems solvers; do
        [ $folder = problems ] && kind=family || kind=solver
        for o in $(objects "$1" $folder "$2"); do
            name=$(basename "$o" .o)
            for table in $(symbols d "$o" | grep -E "^slip_${kind}_[a-z0-9_]+\$"); do
                nm -P "$o" | grep -qE "^$table [TtWw] " && continue         # a function
                [ "$table" = "slip_${kind}_${name//-/_}" ] || echo "$folder/$name.c exports $table"
                symbols u $(objects "$1" $folder "$2") | grep -qx "$table" || echo "$table is in no registry"
            done
        done
    done
}

# A function of one name in two files; the words that every method or command spells are no helpers.
rule_twice() {
    local folder
    for folder in base problems solvers reports cli; do
        grep -HoE '^static [^=;(]*[ *][a-z_0-9]+\(' "$1/$folder"/*.c "$1/$folder"/*/*.c 2>/dev/null
    done | sed -E 's|^([^:]*):.*[ *]([a-z_0-9]+)\($|\2 \1|' | sort -u |
        awk '$1 !~ /^(close|help|init|make|run|step|usage)$/ {
                 if ($1 == last) print $1 "() stands in " file " and in " $2; last = $1; file = $2 }'
}

rules="includes symbols projections silence state tables twice"
sentence() {
    case $1 in
        includes) echo "includes go one way" ;;
        symbols) echo "objects link one way" ;;
        projections) echo "verify/ uses no projection of problems/" ;;
        silence) echo "the library neither prints nor exits" ;;
        state) echo "the library keeps no state" ;;
        tables) echo "every table bears its file's name and is registered" ;;
        twice) echo "no helper is written twice" ;;
    esac
}

n=0
result() {      # result PASS NAME
    n=$((n + 1))
    if [ "$1" = yes ]; then echo "ok $n - $2"; else echo "not ok $n - $2"; fi
}
echo 1..$((2 * $(wc -w <<<"$rules")))

sanitized=no
nm -P -g "$build/base/version.o" | grep -qE '^__(asan|ubsan)' && sanitized=yes
for rule in $rules; do
    if [ $rule = state ] && [ $sanitized = yes ]; then
        n=$((n + 1))
        echo "ok $n - $(sentence $rule) # SKIP sanitizers keep state of their own"
        continue
    fi
    rule_$rule "$source" "$build" >"$scratch/found"
    [ -s "$scratch/found" ] && pass=no || pass=yes
    result $pass "$(sentence $rule)"
    sed "s|$source/||g; s|^|#   |" "$scratch/found"
done

# The offenders, one for each rule.
mkdir -p "$scratch"/t/{base,problems,verify,solvers,reports,cli}
cd "$scratch/t" || exit 1
echo '#include "problems/problems.h"' >base/base.h
echo 'int slip_cone(void); int slip_cone(void) { return 1; }' >problems/cone.c
echo 'int slip_cone(void); int slip_judge(void); int slip_judge(void) { return slip_cone(); }' >verify/verdict.c
echo 'int slip_judge(void); int slip_run(void); int slip_run(void) { return slip_judge(); }' >solvers/run.c
echo '#include <stdio.h>
void slip_talk(void); void slip_talk(void) { printf("%d", 1); }' >base/talk.c
printf '%s\n' 'static int count;' 'int slip_next(void); int slip_next(void) { return ++count; }' >base/next.c
echo 'extern const int slip_solver_lone[1]; const int slip_solver_lone[1] = { 1 };' >solvers/lone.c
printf 'int %s(int);\nstatic int twice(int x)\n{ return 2 * x; }\nint %s(int x) { return twice(x); }\n' a a >base/a.c
printf 'int %s(int);\nstatic int twice(int x)\n{ return x + x; }\nint %s(int x) { return twice(x); }\n' b b >cli/b.c
for c in */*.c; do
    ${CC:-cc} -O0 -c -o "${c%.c}.o" "$c" || echo "# cannot compile $c"
done
for rule in $rules; do
    [ "$(rule_$rule . . | wc -l)" -eq 1 ] && pass=yes || pass=no
    result $pass "a planted breach is found: $(sentence $rule)"
    [ $pass = yes ] || rule_$rule . . | sed 's/^/#   /'
done
