#!/usr/bin/env bash
# apart.sh: no object of verify/ refers to a projection or a stopping residual of problems/, nor to a solver or the run loop;
# checker/ shares nothing with anybody and knows no floating point.
# SPDX-License-Identifier: GPL-3.0-or-later
# A wrong projection would otherwise verify itself, a solver could judge itself, and a proof could be checked by its own author.

forbidden='^slip_(cone_|friction_|natural|fnat|delassus_|scales_|solver|run$|problem_recover)'

scratch=$(mktemp -d) && trap 'rm -rf "$scratch"' EXIT
uses() { nm -P "$@" 2>/dev/null | awk '$2 == "U" { print $1 }' | grep -E "$forbidden" | sort -u; }

source=$(cd "$(dirname "$0")/.." && pwd)
shared() { grep -nE '^#include "' "$1"/checker/*.[ch] | grep -vE '#include "(checker|enclosure)\.h"$'; grep -nwE 'double|float|long double|strtod|math\.h' "$1"/checker/*.[ch] | grep -vE '^[^"]*"[^"]*floating point'; }
borrowed() { nm -P "$@" 2>/dev/null | awk '$2 == "U" { print $1 }' | grep -vE '^(ck_|__gmp|_GLOBAL_OFFSET|__asan|__ubsan|__stack_chk|__tls|__sanitizer|__gcov|__llvm)' | grep -E '^(slip_|f?open|cblas|glp_|fmpz|arb_|_?fmpq|cholmod|gsl_|sqrt|pow|cos|sin|floor|ldexp|strtod|atof)' | sort -u; }

echo 1..6
set -- verify/*.o
if [ -e "$1" ]; then echo "ok 1 - found $# objects of verify/"; else echo "not ok 1 - no object of verify/ in $PWD"; fi
found=$(uses "$@")
if [ -z "$found" ]; then echo "ok 2 - none refers to a projection, a stopping residual, an operator or a solver of the others"
else echo "not ok 2 - verify/ stands apart"; echo "$found" | sed 's/^/# refers to /'; fi
echo 'void slip_cone_project(void); void planted(void); void planted(void) { slip_cone_project(); }' >"$scratch/planted.c"
${CC:-cc} -c -o "$scratch/planted.o" "$scratch/planted.c"
if [ "$(uses "$scratch/planted.o")" = slip_cone_project ]; then echo "ok 3 - a planted reference is found"
else echo "not ok 3 - a planted reference is found"; fi

found=$(shared "$source")
if [ -z "$found" ]; then echo "ok 4 - checker/ includes its own headers only, and has no floating point"
else echo "not ok 4 - checker/ stands apart"; echo "$found" | sed 's/^/# /'; fi
set -- libchecker.a
found=$([ -e "$1" ] && borrowed "$@" || echo "no $1 in $PWD")
if [ -z "$found" ]; then echo "ok 5 - its objects need GMP and the C library alone"
else echo "not ok 5 - its objects need GMP and the C library alone"; echo "$found" | sed 's/^/# needs /'; fi
mkdir "$scratch/checker"
printf '%s\n' '#include "base/base.h"' 'double half(double x) { return x / 2; }' >"$scratch/checker/planted.c"
echo 'void slip_sha256_hex(void); void planted(void); void planted(void) { slip_sha256_hex(); }' >"$scratch/twin.c"
${CC:-cc} -c -o "$scratch/twin.o" "$scratch/twin.c"
if [ "$(shared "$scratch" | wc -l)" -eq 2 ] && [ "$(borrowed "$scratch/twin.o")" = slip_sha256_hex ]; then echo "ok 6 - planted breaches are found"
else echo "not ok 6 - planted breaches are found"; fi
