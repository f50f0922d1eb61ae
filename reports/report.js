// report.js: sorts, filters, saves, and computes the profile again when a solver is hidden.  The page reads without it.
// SPDX-License-Identifier: GPL-3.0-or-later
"use strict";
(function () {
  var data = JSON.parse(document.getElementById("rows").textContent), root = document.documentElement;
  root.classList.add("scripted");
  function each(list, f) { Array.prototype.forEach.call(list, f); }
  function value(cell) { var t = cell ? cell.textContent.trim() : "", x = parseFloat(t); return isNaN(x) ? t : x; }

  each(document.querySelectorAll("table.sortable, table.matrix"), function (table) {
    each(table.tHead.rows[0].cells, function (head, k) {
      var down = false;
      function sort() {
        var rows = Array.from(table.tBodies[0].rows);
        down = !down;
        rows.sort(function (a, b) {
          var x = value(a.cells[k]), y = value(b.cells[k]);
          var c = typeof x === typeof y ? (x < y ? -1 : x > y ? 1 : 0) : typeof x === "number" ? -1 : 1;
          return down ? c : -c;
        });
        rows.forEach(function (r) { table.tBodies[0].appendChild(r); });
      }
      head.classList.add("sortable"); head.tabIndex = 0; head.title = head.title || "sort";
      head.addEventListener("click", sort);
      head.addEventListener("keydown", function (e) { if (e.key === "Enter") sort(); });
    });
  });

  var filter = document.getElementById("filter");
  filter.addEventListener("input", function () {
    each(document.querySelectorAll("table.matrix tbody tr"), function (r) {
      r.hidden = r.cells[0].textContent.toLowerCase().indexOf(filter.value.toLowerCase()) < 0;
    });
  });

  function save(name, type, text) {
    var a = document.createElement("a");
    a.href = URL.createObjectURL(new Blob([text], { type: type })); a.download = name; a.click();
    setTimeout(function () { URL.revokeObjectURL(a.href); }, 1000);
  }
  function named(r) { return Object.assign({ problem: data.problems[r.p], solver: data.solvers[r.s] }, r); }
  document.getElementById("save-json").addEventListener("click", function () { save("rows.json", "application/json", JSON.stringify(data.rows.map(named), null, 1)); });
  document.getElementById("save-tsv").addEventListener("click", function () {
    var keys = ["problem", "solver", "verdict", "claim", "law", "error", "model", "cost", "cpu", "steps", "why", "key"];
    save("rows.tsv", "text/tab-separated-values", [keys.join("\t")].concat(data.rows.map(function (r) { var n = named(r); return keys.map(function (k) { return n[k] === null ? "" : n[k]; }).join("\t"); })).join("\n") + "\n");
  });

  // Which solvers are hidden, and the profile of the others.
  var hidden = {}, toggles = document.getElementById("toggles"), unit = document.getElementById("unit"), drawing = document.getElementById("drawing");
  function colour(s) { return getComputedStyle(document.querySelector(".s" + s)).getPropertyValue("--c"); }
  data.solvers.forEach(function (name, s) {
    var label = document.createElement("label"), box = document.createElement("input"), dot = document.createElement("i");
    box.type = "checkbox"; box.checked = true; dot.className = "dot"; label.className = "s" + s;
    box.addEventListener("change", function () {
      hidden[s] = !box.checked;
      each(document.querySelectorAll("table.matrix tr"), function (r) { if (r.cells[s + 2]) r.cells[s + 2].hidden = hidden[s]; });
      draw();
    });
    label.append(box, " ", dot, name); toggles.appendChild(label);
  });
  unit.addEventListener("change", draw);

  function profile() {
    var best = {}, mine = {}, uncounted = {};
    data.rows.forEach(function (r) {
      var x = r[unit.value], good = r.verdict === "verified" || r.verdict === "unclaimed";
      if (hidden[r.s] || r.verdict === "n/a" || r.verdict === "harness") return;
      (mine[r.s] = mine[r.s] || []).push([r.p, good && x !== null ? x : Infinity]);
      if (good && x === null) uncounted[r.s] = true;
      if (good && x !== null) best[r.p] = Math.min(best[r.p] === undefined ? Infinity : best[r.p], x);
    });
    // Nobody counts the work of another program: it has no place in a profile of work.
    return Object.keys(mine).filter(function (s) { return !uncounted[s]; }).map(function (s) {
      var ratio = mine[s].map(function (c) { return c[1] === Infinity ? Infinity : best[c[0]] > 0 ? c[1] / best[c[0]] : 1; });
      return { s: +s, of: ratio.length, x: ratio.filter(isFinite).sort(function (a, b) { return a - b; }) };
    });
  }
  // Quantiles of k out of n solved when the problems are drawn again: binomial.
  function band(k, n) {
    if (k === 0 || k === n) return [k / n, k / n];
    var p = k / n, term = Math.pow(1 - p, n), sum = term, j = 0, low = -1;
    for (;;) {
      if (low < 0 && sum >= 0.025) low = j;
      if (sum >= 0.975 || j === n) return [low / n, j / n];
      term *= (n - j) / (j + 1) * p / (1 - p); sum += term; j++;
    }
  }
  function draw() {
    var list = profile(), right = 2, w = 760, h = 320, out = "";
    list.forEach(function (f) { if (f.x.length) right = Math.max(right, f.x[f.x.length - 1]); });
    function px(t) { return 50 + (w - 260) * Math.log(t) / Math.log(right); }
    function py(y) { return h - 40 - (h - 60) * y; }
    for (var y = 0; y <= 1.001; y += 0.25) out += '<path d="M50 ' + py(y) + "H" + (w - 210) + '" stroke="#ccc"/><text x="44" y="' + (py(y) + 4) + '" text-anchor="end" font-size="12">' + y + "</text>";
    for (var t = 1; t <= right * 1.0001; t *= 10) out += '<text x="' + px(t) + '" y="' + (h - 22) + '" text-anchor="middle" font-size="12">' + t + "</text>";
    out += '<text x="' + (w - 210) / 2 + '" y="' + (h - 4) + '" text-anchor="middle" font-size="12">cost / cheapest of those shown</text>';
    list.sort(function (a, b) { return b.x.length / b.of - a.x.length / a.of; });
    list.forEach(function (f, k) {
      var d = "M" + px(1) + " " + py(0);
      f.x.forEach(function (t, i) { d += "H" + px(t).toFixed(1) + "V" + py((i + 1) / f.of).toFixed(1); });
      d += "H" + px(right);
      if (list.length <= 4 && f.x.length) {
        var up = "", down = "";
        [1].concat(f.x, right).forEach(function (t, i) {
          var k = Math.min(i, f.x.length), b = band(k, f.of), c = band(Math.max(0, Math.min(i - 1, f.x.length)), f.of), x = px(t).toFixed(1);
          up += (i ? "L" : "M") + x + " " + py(c[1]).toFixed(1) + "L" + x + " " + py(b[1]).toFixed(1);
          down = "L" + x + " " + py(b[0]).toFixed(1) + "L" + x + " " + py(c[0]).toFixed(1) + down;
        });
        out += '<path class="band" opacity="0.15" d="' + up + down + 'Z" fill="' + colour(f.s) + '"/>';
      }
      out += '<path d="' + d + '" fill="none" stroke-width="1.6" stroke="' + colour(f.s) + '"/><text font-size="12" x="' + (w - 200) + '" y="' + (18 + 15 * k) + '" fill="' + colour(f.s) + '">' +
        data.solvers[f.s].replace(/[<&]/g, "") + " " + f.x.length + "/" + f.of + "</text>";
    });
    drawing.innerHTML = '<svg viewBox="0 0 ' + w + " " + Math.max(h, 30 + 15 * list.length) + '" role="img" width="100%"><title>performance profile of the solvers shown</title>' + out + "</svg>";
  }
  draw();
  if (location.hash) { var target = document.getElementById(location.hash.slice(1)); if (target && target.tagName === "DETAILS") target.open = true; }
  window.addEventListener("hashchange", function () { var target = document.getElementById(location.hash.slice(1)); if (target && target.tagName === "DETAILS") { target.open = true; target.scrollIntoView(); } });
})();
