#!/usr/bin/env bash
# examples.sh: the example programs, built against the joined header, do what their first line says.
# SPDX-License-Identifier: GPL-3.0-or-later

echo 1..2
out=$(examples/judge) && [[ $out == verified:* ]] && echo "ok 1 - judge: $out" || { echo "not ok 1 - judge"; echo "# $out"; }
lines=$(sed -n '/^int main/,/^}/p' "${srcdir:-..}/examples/judge.c" | grep -cvE '^[{}]|^int main|^ *return')
[ "$lines" -le 10 ] && echo "ok 2 - judging takes $lines lines" || echo "not ok 2 - judging takes $lines lines"
