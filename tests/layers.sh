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

# A static function of the same name and parameter types in two files, or of the same body under any name.  The
# words that every method or command spells are no helpers, and short bodies may agree by chance.
rule_twice() {
    local folder
    for folder in base problems solvers reports cli; do
        find "$1/$folder" -name '*.c' 2>/dev/null
    done | sort | xargs -r awk '
        function note(kind, key, what) {
            if ((kind, key) in home && home[kind, key] != FILENAME) print what " stands in " home[kind, key] " and in " FILENAME
            else home[kind, key] = FILENAME
        }
        function finish(   head, body, name, types, n, i, part) {
            head = substr(text, 1, index(text, "{") - 1)
            body = substr(text, index(text, "{"))
            gsub(/[ \t\n]+/, "", body)
            name = head
            sub(/[ \t\n]*\(.*/, "", name)
            sub(/.*[ *]/, "", name)
            types = head
            sub(/^[^(]*\(/, "", types)
            sub(/\)[^)]*$/, "", types)
            n = split(types, part, ",")
            types = ""
            for (i = 1; i <= n; i++) {
                sub(/\[[^]]*\]/, "*", part[i])
                if (part[i] !~ /^ *void *$/) sub(/[a-zA-Z_0-9]+\**[ \n]*$/, "", part[i])
                gsub(/[ \t\n]+/, " ", part[i])
                types = types part[i] ","
            }
            if (name !~ /^(advance|applies|claims|close|end|help|init|make|run|scene|start|step|teach|usage|watch)$/) note("name", name "(" types ")", name "()")
            if (length(body) > 60) note("body", body, "the body of " name "()")
            text = ""
        }
        FNR == 1 { text = "" }
        /^static / && !/[;=]/ && /\(/ || /^static .*\{.*\}$/ && /\)[ ]*\{/ { text = "" ; open = 1 }
        open { text = text "\n" $0 }
        open && (/^}/ || /^static .*\}$/) { finish(); open = 0 }'
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

# The offenders, one for each rule; helpers written twice are two, by name and by body.
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
for x in a b c; do
    { [ $x = c ] && echo 'static char *twice(const char *x, int n) { return n ? (char *)x : 0; }      /* another */'
      [ $x != c ] && printf 'static int twice(int %s)\n{\n    return 2 * %s;\n}\n' $x $x
      echo "void *slip_$x(void); void *slip_$x(void) { return (void *)twice; }"; } >base/$x.c
done
for x in d e; do
    { printf 'static int %s_sum(const int *x)\n{\n' $x
      printf '    int sum = x[0] + 2 * x[1] + 3 * x[2] + 4 * x[3];\n    return sum > 0 ? sum : sum + x[4] + x[5] + x[6] - 1;\n}\n'
      echo "void *slip_$x(void); void *slip_$x(void) { return (void *)${x}_sum; }"; } >solvers/$x.c
done
for c in */*.c; do
    ${CC:-cc} -O0 -c -o "${c%.c}.o" "$c" || echo "# cannot compile $c"
done
for rule in $rules; do
    [ $rule = twice ] && planted=2 || planted=1
    [ "$(rule_$rule . . | wc -l)" -eq $planted ] && pass=yes || pass=no
    result $pass "a planted breach is found: $(sentence $rule)"
    [ $pass = yes ] || rule_$rule . . | sed 's/^/#   /'
done
