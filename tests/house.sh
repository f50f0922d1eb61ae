#!/usr/bin/env bash
# house.sh: tests the build itself: the release, its lists, licence and citations, the installed header, what configure refuses.
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
export LC_ALL=C
build=$PWD
source=$(cd "$(dirname "$0")/.." && pwd)
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
n=0
ok() {          # ok STATUS NAME: one result line
    n=$((n + 1))
    if [ "$1" -eq 0 ]; then echo "ok $n - $2"; else echo "not ok $n - $2"; fi
}
skip() { n=$((n + 1)); echo "ok $n - $1 # SKIP $2"; }

echo 1..9

if git -C "$source" rev-parse --git-dir >"$scratch/git" 2>&1 && [ -e "$source/.git" ]; then
    MAKEFLAGS= make -s -C "$build" list-dist | sort -u >"$scratch/dist"
    git -C "$source" ls-files | sort -u >"$scratch/tracked"
    comm -13 "$scratch/dist" "$scratch/tracked" >"$scratch/missing"
    test ! -s "$scratch/missing"
    ok $? "every tracked file is in the release"
    sed 's/^/# not in Makefile.am: /' "$scratch/missing"
else
    skip "every tracked file is in the release" "not a git checkout"
fi

# Each list of Makefile.am, one file a line, is in alphabetical order.
awk '/^[A-Za-z_]+ = \\$/ { last = ""; name = $1; next }
     /^\t[^ \t]+( \\)?$/ && name { if (last != "" && $1 < last) print name ": " $1 " after " last; last = $1 }
     !/\\$/ { name = "" }' "$source/Makefile.am" >"$scratch/order"
test ! -s "$scratch/order"
ok $? "the lists of Makefile.am are alphabetical"
sed 's/^/# /' "$scratch/order"

{ find "$source"/{base,problems,verify,solvers,reports,cli,checker,tests} -name '*.[ch]' -o -name '*.sh' -o -name '*.gp'
  ls "$source"/{Makefile.am,configure.ac,quickstart,.ci/run}; } 2>/dev/null |
    xargs grep -L 'SPDX-License-Identifier: GPL-3.0-or-later' >"$scratch/unlicensed"
test ! -s "$scratch/unlicensed"
ok $? "every source names its licence"
sed "s|^$source/|# no SPDX line: |" "$scratch/unlicensed"

# Only base/clones.h knows whether the compiler can clone: clang 14 and processors without avx2 cannot.
grep -rl 'target_clones' --include='*.[ch]' "$source"/{base,problems,verify,solvers,reports,cli,checker,plugins,examples} >"$scratch/clones"
test "$(sed "s|^$source/||" "$scratch/clones")" = base/clones.h
ok $? "functions are cloned through base/clones.h alone"
sed "s|^$source/|# |" "$scratch/clones"

# A citation is [Key] or [Key, place], or the cite of a table.
sed -n 's/^@[a-z]*{\(.*\),$/\1/p' "$source/REFERENCES.bib" | sort >"$scratch/keys"
find "$source"/{base,problems,verify,solvers,reports,cli,checker,tests} -name '*.[ch]' -exec grep -hoE '\[[A-Z][A-Za-z]+[0-9]{4}[a-z]?[],]|\.cite = "[^" ,]*' {} + 2>/dev/null |
    sed -E 's/.*"//; s/[][,]//g' | sort -u >"$scratch/cited"
test -s "$scratch/cited" && comm -13 "$scratch/keys" "$scratch/cited" >"$scratch/unknown" && test ! -s "$scratch/unknown"
ok $? "every citation has its entry in REFERENCES.bib"
sed 's/^/# no entry: /' "$scratch/unknown"

echo '#include <slipstick.h>' | ${CC:-cc} -std=c11 -Wall -Wextra -Wpedantic -Werror -fsyntax-only -I"$build" -x c - 2>"$scratch/header"
ok $? "the installed header stands alone"
sed 's/^/# /' "$scratch/header"

for flags in -ffast-math -Ofast -ffinite-math-only; do
    if [ -e "$source/config.status" ]; then
        skip "configure refuses $flags with a sentence" "a source tree that is built in place cannot be configured elsewhere"
        continue
    fi
    mkdir "$scratch/refused"
    (cd "$scratch/refused" && "$source/configure" CFLAGS="$flags" >out 2>err)
    test $? -ne 0 && grep -q 'fast-math' "$scratch/refused/err"
    ok $? "configure refuses $flags with a sentence"
    rm -rf "$scratch/refused"
done
