#!/usr/bin/env bash
# browser.sh: the report in headless Chromium: with and without scripts, no console message, no request, solvers can be hidden.
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
export LC_ALL=C
slipstick=${SLIPSTICK:-$PWD/slipstick}
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || { echo "1..0 # SKIP no Chromium"; exit 0; }
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1
n=0
ok() { n=$((n + 1)); if [ "$1" -eq 0 ]; then echo "ok $n - $2"; else echo "not ok $n - $2"; fi; }
# look PAGE OPTION...: the page as the browser has it in the end in dom, what it complained of in said
look() {
    local page=$1
    shift
    HOME=$scratch timeout 50 "$browser" --headless --no-sandbox --disable-gpu --disable-background-networking --disable-component-update \
        --host-resolver-rules='MAP * ~NOTFOUND' --user-data-dir="$scratch/profile" --enable-logging=stderr "$@" --dump-dom "file://$scratch/$page" >dom 2>said
}

# The report of the whole core with every solver, as quickstart makes it.
"$slipstick" bench study -p suite:core -s '*' -j 2 --steps 5000 --quiet >out 2>&1 && "$slipstick" report study -o page.html >>out 2>&1 || { echo "Bail out! no report"; exit 1; }
others=$(grep -o 'class="turn s[0-9]*"[^/]*>siconos-' page.html | wc -l)
problems=$(grep -c '<tr id=p' page.html) solvers=$(grep -o 'class="turn s[0-9]*"' page.html | wc -l) points=$(grep '<tr id=p' page.html | sed 's/<td.*//' | grep -c '>[^<]*point[^<]*<')
# What a reader would do, written into the title.
sed 's|</body>|<script>addEventListener("load", function () {\
  var d = document, live = function () { return d.querySelectorAll("#drawing path[stroke-width]").length; }, before = live();\
  var unit = d.getElementById("unit"); unit.value = "cpu"; unit.dispatchEvent(new Event("change")); var timed = live(); unit.value = "cost"; unit.dispatchEvent(new Event("change"));\
  d.querySelector("#toggles input").click();\
  var after = live(); Array.from(d.querySelectorAll("#toggles input")).slice(4).forEach(function (x) { x.click(); });\
  var bands = d.querySelectorAll("#drawing path.band").length, f = d.getElementById("filter"); f.value = "point"; f.dispatchEvent(new Event("input"));\
  var shown = Array.from(d.querySelectorAll("table.matrix tbody tr")).filter(function (r) { return !r.hidden; }).length;\
  d.querySelector("#solvers th:nth-child(2)").click();\
  var col = Array.from(d.querySelectorAll("#solvers tbody tr")).map(function (r) { return +r.cells[1].textContent; });\
  var sorted = col.every(function (x, i) { return !i \|\| col[i - 1] <= x; });\
  d.title = "wide " + (d.documentElement.scrollWidth <= innerWidth) + " timed " + timed + " requests " + performance.getEntriesByType("resource").length + " curves " + before + " " + after + " bands " + bands + " rows " + shown + " sorted " + sorted;\
});</script></body>|' page.html >driven.html

if ! look page.html || ! grep -q '</html>' dom; then echo "1..0 # SKIP Chromium does not run here"; exit 0; fi
echo 1..13
[ "$solvers" -ge 10 ] && [ "$problems" -ge 30 ] && [ "$points" -ge 1 ]; ok $? "the whole core with every solver: $problems problems, $solvers solvers"
[ "$(stat -c %s page.html)" -lt 3000000 ]; ok $? "under 3 MB: $(stat -c %s page.html) bytes"
grep -q 'class="scripted"' dom; ok $? "scripts run"
! grep -q CONSOLE said; ok $? "and the console is silent"
grep CONSOLE said | sed 's/^/# /'
[ "$(grep -o '<figure' dom | wc -l)" -ge 8 ] && grep -q 'id="drawing".*<svg' dom; ok $? "figures and the live profile are there"
look driven.html
title=$(grep -o '<title>wide[^<]*' dom)
echo "# $title"
[[ $title == *"requests 0 "* ]]; ok $? "nothing is requested from anywhere"
counted=$((solvers - others))
[[ $title == *"curves $counted $((counted - 1)) "* ]]; ok $? "hiding a solver draws the profile again"
[[ $title == *"timed $solvers "* ]]; ok $? "other programs, whose work nobody counts, are in the profile by time only: $others"
[[ $title == *"bands 3 "* ]]; ok $? "three that are left have their bands"
[[ $title == *"rows $points "* ]]; ok $? "the filter keeps what it names"
[[ $title == *"sorted true"* ]]; ok $? "a click on a head sorts"
sed "s|<meta charset=utf-8>|&<meta http-equiv=Content-Security-Policy content=\"script-src 'none'\">|" page.html >still.html
look still.html
! grep -q 'class="scripted"' dom && grep -q 'What was found' dom && [ "$(grep -o '<tr id="p[0-9]' dom | wc -l)" -eq "$problems" ]; ok $? "without scripts it reads as well"
look driven.html --window-size=390,800
grep -q '<title>wide true' dom; ok $? "on a phone nothing sticks out of the page"
