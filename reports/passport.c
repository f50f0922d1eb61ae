/* passport.c: a passport as JSON, as TAP and as a page.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "embedded.h"
#include <math.h>
#include <string.h>
#include "reports/digest.h"
#include "reports/passport.h"

static const char *const marks[] = { "pass", "FAIL", "skip" };

/* Between single quotes for a shell. */
static void quoted(slip_text *out, const char *s)
{
    slip_text_put(out, "'", 1);
    for (; *s; s++)
        if (*s == '\'') slip_text_put(out, "'\\''", 4);
        else slip_text_put(out, s, 1);
    slip_text_put(out, "'", 1);
}

void slip_passport_again(const slip_passport *pass, const char *saved, slip_text *out)
{
    slip_text_add(out, "slipstick solve %s -s ", saved);
    quoted(out, pass->solver);
    if (pass->time > 0) slip_text_add(out, " --time %g", pass->time);
    if (pass->tol != 1e-8) slip_text_add(out, " --tol %g", pass->tol);
}

static json_t *case_json(const slip_check_case *k)
{
    return json_pack("{s:s,s:s,s:s,s:i,s:s,s:o,s:o,s:o,s:s}", "level", slip_check_name(k->level), "name", k->name, "mark", marks[k->mark], "contacts", k->contacts,
                     "verdict", slip_verdict_name(k->word), "error", slip_json_number(k->error), "digits", slip_json_number(k->digits), "cpu", slip_json_number(k->cpu), "text", k->text);
}

void slip_passport_json(const slip_passport *pass, const char *saved, slip_text *out)
{
    json_t *levels = json_array(), *cases = json_array(), *smallest = json_null();
    for (int level = 0; level < SLIP_CHECK_LEVELS; level++)
        json_array_append_new(levels, json_pack("{s:s,s:i,s:i,s:i}", "name", slip_check_name(level), "passed", pass->pass[level], "failed", pass->fail[level], "skipped", pass->skip[level]));
    for (int k = 0; k < pass->cases; k++) json_array_append_new(cases, case_json(&pass->list[k]));
    if (pass->has_smallest && saved) {
        slip_text again = { 0 };
        slip_passport_again(pass, saved, &again);
        smallest = json_pack("{s:s,s:s,s:i,s:i,s:s,s:s}", "file", saved, "from", pass->smallest_from, "contacts", pass->smallest.nc, "contacts_before", pass->shrunk_from,
                             "why", pass->smallest_why, "command", again.s ? again.s : "");
        slip_text_free(&again);
    }
    json_t *root = json_pack("{s:s,s:s,s:s,s:f,s:i,s:i,s:i,s:o,s:i,s:i,s:o,s:s,s:b,s:o,s:o,s:o,s:f,s:f}", "schema", "slipstick.passport/1", "version", slip_version(), "solver", pass->solver,
                             "tol", pass->tol, "reached", pass->reached, "of", (int)SLIP_CHECK_LEVELS, "false_claims", pass->false_claims, "digits", slip_json_number(pass->digits),
                             "hard_solved", pass->solved, "hard_honest", pass->honest, "cost_exponent", slip_json_number(pass->cost.b), "hint", pass->hint,
                             "stopped", (int)pass->stopped, "levels", levels, "cases", cases, "smallest", smallest, "seconds", pass->seconds, "solver_cpu", pass->spent);
    if (!root || slip_json_write(root, out)) out->failed = true;
    slip_text_put(out, "\n", 1);
    json_decref(root);
}

void slip_passport_tap(const slip_passport *pass, slip_text *out)
{
    slip_text_add(out, "1..%d\n", pass->cases);
    for (int k = 0; k < pass->cases; k++) {
        const slip_check_case *c = &pass->list[k];
        slip_text_add(out, "%sok %d - %s: %s%s%s\n", c->mark == SLIP_CASE_FAIL ? "not " : "", k + 1, slip_check_name(c->level), c->name,
                      c->mark == SLIP_CASE_SKIP ? " # SKIP " : "", c->mark == SLIP_CASE_SKIP ? c->text : "");
        if (c->mark == SLIP_CASE_FAIL) slip_text_add(out, "# %s: %s\n", slip_verdict_name(c->word), c->text);
    }
    slip_text_add(out, "# level reached: %d of %d; false claims: %d\n", pass->reached, (int)SLIP_CHECK_LEVELS, pass->false_claims);
}

/* ---- the page ---- */

/* What report.css does not know: reasons need room on a phone, commands must be seen whole. */
static const char style[] = ".why{min-width:17em}.word{white-space:nowrap}pre{white-space:pre-wrap;overflow-wrap:anywhere}progress{width:7em;vertical-align:middle}";

/* The six levels at a glance. */
static void summary(slip_text *out, const slip_passport *pass)
{
    slip_text_add(out, "<table class=\"plain\"><tbody>");
    for (int level = 0; level < SLIP_CHECK_LEVELS; level++) {
        int of = pass->pass[level] + pass->fail[level];
        slip_text_add(out, "<tr><th>%d. <a href=\"#%s\">%s</a></th>", level + 1, slip_check_name(level), slip_check_name(level));
        if (of) slip_text_add(out, "<td><progress max=\"%d\" value=\"%d\"></progress></td><td%s>%d of %d</td>", of, pass->pass[level], pass->fail[level] ? " class=\"bad\"" : "", pass->pass[level], of);
        else slip_text_add(out, "<td></td><td>%s</td>", pass->skip[level] ? "skipped" : "not reached");
        slip_text_add(out, "</tr>");
    }
    slip_text_add(out, "</tbody></table>");
}

static void case_row(slip_text *out, const slip_check_case *k)
{
    slip_text_add(out, "<tr><th>");
    slip_html_text(out, k->name);
    bool judged = k->level != SLIP_CHECK_PROTOCOL || k->mark == SLIP_CASE_FAIL;        /* the protocol asks whether it answers, not what */
    slip_text_add(out, "</th><td%s>%s</td>", k->mark == SLIP_CASE_FAIL ? " class=\"bad\"" : "", marks[k->mark]);
    if (judged) slip_text_add(out, "<td class=\"word v%d\">%s</td><td>", (int)k->word, slip_verdict_name(k->word));
    else slip_text_add(out, "<td>&ndash;</td><td>");
    slip_html_number(out, judged ? k->error : NAN);
    slip_text_add(out, "</td><td>");
    if (isnan(k->digits)) slip_text_add(out, "&ndash;");
    else slip_text_add(out, "%.1f", k->digits);
    slip_text_add(out, "</td><td class=\"why\">");
    slip_html_text(out, k->text);
    slip_text_add(out, "</td></tr>\n");
}

void slip_passport_html(const slip_passport *pass, const char *saved, slip_text *out)
{
    slip_text_add(out, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\"><title>Passport: ");
    slip_html_text(out, pass->solver);
    slip_text_add(out, "</title><style>");
    for (int k = 0; slip_report_css[k]; k++) slip_text_put(out, slip_report_css[k], strlen(slip_report_css[k]));
    slip_text_add(out, "%s</style></head><body><header><h1>Passport</h1><p><code>", style);
    slip_html_text(out, pass->solver);
    slip_text_add(out, "</code></p></header><main><div class=\"box\"><h2>Level reached: %d of %d</h2><p%s>False claims: %d</p><p>Tolerance %g. On the hard problems: %d solved, %d honest failures.",
                  pass->reached, (int)SLIP_CHECK_LEVELS, pass->false_claims ? " class=\"bad\"" : "", pass->false_claims, pass->tol, pass->solved, pass->honest);
    if (!isnan(pass->digits)) slip_text_add(out, " Worst agreement with a solution in closed form: %.1f digits.", pass->digits);
    if (!isnan(pass->cost.b)) slip_text_add(out, " CPU time grows like contacts<sup>%.1f</sup>.", pass->cost.b);
    slip_text_add(out, "</p>");
    summary(out, pass);
    if (pass->hint[0]) {
        slip_text_add(out, "<p class=\"warn\">Hint: ");
        slip_html_text(out, pass->hint);
        slip_text_add(out, "</p>");
    }
    slip_text_add(out, "<p class=\"faint\">slipstick %s; %.1f s, of which %.1f s CPU in the solver%s</p></div>\n", slip_version(), pass->seconds, pass->spent, pass->stopped ? "; stopped before the end" : "");
    if (pass->has_smallest && saved) {
        slip_text again = { 0 };
        slip_passport_again(pass, saved, &again);
        slip_text_add(out, "<h2>The smallest failing case</h2><p>From <b>");
        slip_html_text(out, pass->smallest_from);
        if (pass->smallest.nc < pass->shrunk_from) slip_text_add(out, "</b>, %d of its %d contacts: ", pass->smallest.nc, pass->shrunk_from);
        else slip_text_add(out, "</b>, %d contact%s: ", pass->smallest.nc, pass->smallest.nc == 1 ? "" : "s");
        slip_html_text(out, pass->smallest_why);
        slip_text_add(out, "</p><pre>");
        slip_html_text(out, again.s);
        slip_text_add(out, "</pre>\n");
        slip_text_free(&again);
    }
    for (int level = 0; level < SLIP_CHECK_LEVELS; level++) {
        slip_text_add(out, "<h2 id=\"%s\">%d. %s: %d of %d</h2><p class=\"faint\">%s%s</p><div class=\"scroll\"><table class=\"plain\"><thead><tr><th>case</th><th></th><th>verdict</th><th>residual</th><th>digits</th><th>why</th></tr></thead><tbody>\n",
                      slip_check_name(level), level + 1, slip_check_name(level), pass->pass[level], pass->pass[level] + pass->fail[level], slip_check_about(level), pass->skip[level] ? "; skipped cases are not counted" : "");
        for (int k = 0; k < pass->cases; k++)
            if ((int)pass->list[k].level == level) case_row(out, &pass->list[k]);
        slip_text_add(out, "</tbody></table></div>\n");
    }
    slip_text_add(out, "</main></body></html>\n");
}
