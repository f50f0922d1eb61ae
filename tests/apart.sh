#!/usr/bin/env bash
# apart.sh: no object of verify/ refers to a projection or a stopping residual of problems/, nor to a solver or the run loop.
# SPDX-License-Identifier: GPL-3.0-or-later
# A wrong projection would otherwise verify itself, and a solver could judge itself.

forbidden='^slip_(cone_|friction_|natural|fnat|delassus_|scales_|solver|run$|problem_recover)'

scratch=$(mktemp -d) && trap 'rm -rf "$scratch"' EXIT
uses() { nm -P "$@" 2>/dev/null | awk '$2 == "U" { print $1 }' | grep -E "$forbidden" | sort -u; }

echo 1..3
set -- verify/*.o
if [ -e "$1" ]; then echo "ok 1 - found $# objects of verify/"; else echo "not ok 1 - no object of verify/ in $PWD"; fi
found=$(uses "$@")
if [ -z "$found" ]; then echo "ok 2 - none refers to a projection, a stopping residual, an operator or a solver of the others"
else echo "not ok 2 - verify/ stands apart"; echo "$found" | sed 's/^/# refers to /'; fi
echo 'void slip_cone_project(void); void planted(void); void planted(void) { slip_cone_project(); }' >"$scratch/planted.c"
${CC:-cc} -c -o "$scratch/planted.o" "$scratch/planted.c"
if [ "$(uses "$scratch/planted.o")" = slip_cone_project ]; then echo "ok 3 - a planted reference is found"
else echo "not ok 3 - a planted reference is found"; fi
