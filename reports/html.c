/* html.c: the report of a study: one page that opens offline and reads without scripts.
   SPDX-License-Identifier: GPL-3.0-or-later

   Order: what was found, who failed where, profiles, accuracy, histories, scaling, model errors, states, cases, environment, data.
   Everything is a function of the rows, the traces and the answers of the study. */

#include "embedded.h"
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "reports/digest.h"

void slip_html_text(slip_text *out, const char *s)
{
    for (; s && *s; s++) {
        const char *code = *s == '<' ? "&lt;" : *s == '>' ? "&gt;" : *s == '&' ? "&amp;" : *s == '"' ? "&quot;" : NULL;
        slip_text_put(out, code ? code : s, code ? strlen(code) : 1);
    }
}

void slip_html_number(slip_text *out, double x)
{
    if (isnan(x))
        slip_text_add(out, "&ndash;");
    else if (x == 0 || (fabs(x) >= 1e-2 && fabs(x) < 1e5))
        slip_text_add(out, "%.3g", x);
    else
        slip_text_add(out, "%.1e", x);
}

/* Twenty colours that differ in light and dark. */
const char *slip_solver_colour(int k)
{
    static const char *const colour[] = {
        "#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e", "#17a2b8", "#8c564b", "#e377c2", "#6b8e23", "#4b5bd6",
        "#b8860b", "#c71585", "#008b8b", "#7f7f7f", "#a0522d", "#3cb371", "#cd5c5c", "#4682b4", "#9932cc", "#556b2f"
    };
    return colour[k % (int)(sizeof colour / sizeof *colour)];
}

void slip_page_free(slip_page *page)
{
    slip_text_free(&page->out);
    for (int k = 0; k < page->pieces; k++)
        slip_text_free(&page->piece[k].text);
    slip_free(page->piece);
    slip_arena_free(&page->arena);
    *page = (slip_page){ 0 };
}

/* ---- what was found ------------------------------------------------------------------------------------------------- */

static void plural(slip_text *out, int n, const char *noun) { slip_text_add(out, "%d %s%s", n, noun, n == 1 ? "" : "s"); }

static void sentence_of_counts(const slip_digest *d, slip_text *out)
{
    int applicable = d->done - d->verdicts[SLIP_VERDICT_NA];
    slip_text_add(out, "Of ");
    plural(out, applicable, "run");
    slip_text_add(out, " of %d solvers on %d problems, <b>%d are verified</b>", d->solvers, d->problems, d->verdicts[SLIP_VERDICT_VERIFIED]);
    int proved = 0;
    for (int k = 0; k < d->problems * d->solvers; k++)
        proved += slip_cell_proved(&d->cell[k]);
    if (proved)
        slip_text_add(out, " (%d proved: an exact solution near the answer, or that there is none)", proved);
    if (d->verdicts[SLIP_VERDICT_UNCLAIMED])
        slip_text_add(out, " and %d more are right without saying so", d->verdicts[SLIP_VERDICT_UNCLAIMED]);
    if (d->verdicts[SLIP_VERDICT_INACCURATE])
        slip_text_add(out, "; %d failed and said so", d->verdicts[SLIP_VERDICT_INACCURATE]);
    if (d->verdicts[SLIP_VERDICT_FALSE_CLAIM])
        slip_text_add(out, "; <b class=bad>%d claimed what is not true</b>.", d->verdicts[SLIP_VERDICT_FALSE_CLAIM]);
    else
        slip_text_add(out, "; none claimed what is not true.");
}

static int solved_by(const slip_digest *d, int s, int *of)
{
    int solved = 0;
    *of = 0;
    for (int p = 0; p < d->problems; p++) {
        *of += slip_cell_counts(slip_cell_at(d, p, s));
        solved += slip_cell_good(slip_cell_at(d, p, s));
    }
    return solved;
}

static void sentence_of_leaders(const slip_digest *d, slip_page *page)
{
    int most = -1, cheap = -1, most_solved = 0, most_of = 0, cheap_best = 0;
    slip_error ignored;
    for (int s = 0; s < d->solvers; s++) {
        int of, solved = solved_by(d, s, &of);
        slip_profile f;
        if (solved > most_solved)
            most = s, most_solved = solved, most_of = of;
        if (slip_profile_get(d, s, SLIP_COST_COUNTED, 0, true, &f, &page->arena, &ignored) == SLIP_OK && f.best > cheap_best)
            cheap = s, cheap_best = f.best;
    }
    if (most < 0) {
        slip_text_add(&page->out, "No solver has solved anything yet.");
        return;
    }
    slip_text_add(&page->out, "<b>");
    slip_html_text(&page->out, d->solver[most]);
    slip_text_add(&page->out, "</b> solves the most, %d of the %d it is for", most_solved, most_of);
    if (cheap >= 0) {
        slip_text_add(&page->out, "; by counted work <b>");
        slip_html_text(&page->out, d->solver[cheap]);
        slip_text_add(&page->out, "</b> is the cheapest most often, on %d problems (of those it is for)", cheap_best);
    }
    slip_text_add(&page->out, ".");
}

static void sentence_of_hardness(const slip_digest *d, slip_text *out)
{
    int none = 0, hardest = -1;
    double least = 2;
    for (int p = 0; p < d->problems; p++) {
        int of = 0, solved = 0;
        for (int s = 0; s < d->solvers; s++) {
            of += slip_cell_counts(slip_cell_at(d, p, s));
            solved += slip_cell_good(slip_cell_at(d, p, s));
        }
        if (of && !solved) {
            slip_text_add(out, none ? ", " : "Nobody solves ");
            slip_text_add(out, "<a href=\"#p%d\">", p);
            slip_html_text(out, d->problem[p]);
            slip_text_add(out, "</a>");
            none++;
        } else if (of && (double)solved / of < least) {
            least = (double)solved / of;
            hardest = p;
        }
    }
    if (none)
        slip_text_add(out, ".");
    else if (hardest >= 0 && least < 1) {
        slip_text_add(out, "Every problem is solved by somebody; the hardest is <a href=\"#p%d\">", hardest);
        slip_html_text(out, d->problem[hardest]);
        slip_text_add(out, "</a>, solved by %.0f %% of those that are for it.", 100 * least);
    } else if (hardest >= 0)
        slip_text_add(out, "Every problem is solved by everybody it is for.");
}

static void verdict_box(const slip_digest *d, slip_page *page)
{
    slip_text *out = &page->out;
    slip_text_add(out, "<section class=box id=found><h2>What was found</h2>\n<p>");
    sentence_of_counts(d, out);
    slip_text_add(out, "</p>\n<p>");
    sentence_of_leaders(d, page);
    slip_text_add(out, "</p>\n<p>");
    sentence_of_hardness(d, out);
    slip_text_add(out, "</p>\n<ul class=chips>");
    for (int k = 0; k < SLIP_VERDICT_COUNT; k++)
        if (d->verdicts[k])
            slip_text_add(out, "<li class=\"v%d\"><b>%c</b> %d %s<span class=faint> &ndash; %s</span></li>", k, slip_verdict_letter(k), d->verdicts[k], slip_verdict_name(k), slip_verdict_text(k));
    slip_text_add(out, "</ul>\n");
    if (d->done < d->planned)
        slip_text_add(out, "<p class=warn>Incomplete: %d of %d planned runs have no row yet. They are shown as not run.</p>\n", d->planned - d->done, d->planned);
    if (d->rows.torn + d->rows.corrupt) {
        slip_text_add(out, "<p class=warn>Lines of the rows that could not be used: %d. ", d->rows.torn + d->rows.corrupt);
        slip_html_text(out, d->rows.trouble);
        slip_text_add(out, ".</p>\n");
    }
    if (d->rows.differ)
        slip_text_add(out, "<p class=warn>%d runs were repeated with another verdict: they are not deterministic.</p>\n", d->rows.differ);
    slip_text_add(out, "<p class=faint>Tolerance %g on every deciding residual, measured apart from the solvers. Times have grade %c (%s); costs are counted in products with W.</p></section>\n",
                  d->tol, d->grade, d->grade == 'A' ? "exclusive machine" : d->grade == 'B' ? "quiet machine" : "shared machine: do not compare seconds");
}

/* ---- environment ------------------------------------------------------------------------------------------------------ */

static int is_machine(const struct dirent *e) { return strstr(e->d_name, ".json") != NULL; }

static void one_machine(slip_text *out, const char *path)
{
    slip_text text = { 0 };
    slip_error ignored = { 0 };
    json_t *o = NULL, *value;
    const char *key;
    if (slip_file_read(path, 1 << 20, &text, &ignored) == SLIP_OK && slip_json_parse(&o, text.s, text.length, path, &ignored) == SLIP_OK) {
        slip_text_add(out, "<table class=plain>");
        json_object_foreach(o, key, value) {
            size_t i;
            json_t *item;
            slip_text_add(out, "<tr><th scope=row>%s</th><td>", key);
            slip_html_text(out, json_is_string(value) ? json_string_value(value) : json_is_null(value) ? "not set" : "");
            json_array_foreach(value, i, item) {
                slip_text_add(out, i ? " " : "");
                slip_html_text(out, json_string_value(item));
            }
            slip_text_add(out, "</td></tr>\n");
        }
        slip_text_add(out, "</table>\n");
    }
    json_decref(o);
    slip_text_free(&text);
}

static void environment(const slip_digest *d, slip_text *out)
{
    slip_text_add(out, "<section id=environment><h2>Environment and method</h2>\n<p>Every run has its own process with limits");
    for (int k = 0; k < d->plan.parts; k++) {
        const slip_plan_part *p = &d->plan.part[k];
        slip_text_add(out, "%s %d problems &times; %d solvers &times; %d: tolerance %g, at most %ld steps, %g s of CPU time in the method, %zu MB", k ? ";" : " &ndash;",
                      p->problems, p->solvers, p->reps, p->limits.tol, p->limits.steps, p->limits.time, p->memory >> 20);
    }
    slip_text_add(out, ". A run that is killed, crashes or prints without end costs its own row only. Verdicts are computed by the parent, in double-double, "
                       "from the data of the problem and the answer alone.</p>\n");
    char folder[1024];
    struct dirent **entry = NULL;
    snprintf(folder, sizeof folder, "%.900s/machines", d->study);
    int count = scandir(folder, &entry, is_machine, alphasort);
    for (int k = 0; k < count; k++) {
        char path[1400];
        snprintf(path, sizeof path, "%s/%s", folder, entry[k]->d_name);
        one_machine(out, path);
        free(entry[k]);                             /* scandir's own */
    }
    free(entry);
    slip_text_add(out, "</section>\n");
}

/* ---- the page --------------------------------------------------------------------------------------------------------------- */

static void put_lines(slip_text *out, const char *const line[])
{
    for (int k = 0; line[k]; k++)
        slip_text_put(out, line[k], strlen(line[k]));
}

slip_status slip_report_html(const slip_digest *d, slip_page *page, slip_error *error)
{
    slip_text *out = &page->out;
    const char *name = strrchr(d->study, '/');
    name = name && name[1] ? name + 1 : d->study;
    slip_text_add(out, "<!DOCTYPE html>\n<html lang=en>\n<head><meta charset=utf-8><meta name=viewport content=\"width=device-width,initial-scale=1\">\n<title>");
    slip_html_text(out, name);
    slip_text_add(out, " &ndash; slipstick</title>\n<style>\n");
    put_lines(out, slip_report_css);
    for (int s = 0; s < d->solvers; s++)
        slip_text_add(out, ".s%d{--c:%s}\n", s, slip_solver_colour(s));
    slip_text_add(out, "</style></head>\n<body>\n%s<header><h1>", slip_plot_marks());
    slip_html_text(out, name);
    slip_text_add(out, "</h1><p class=faint>slipstick %s: solvers for rigid bodies in frictional contact, judged apart from themselves</p>\n"
                       "<nav><a href=#found>found</a> <a href=#matrix>who fails where</a> <a href=#solvers>solvers</a> <a href=#profiles>profiles</a> <a href=#accuracy>accuracy</a> "
                       "<a href=#histories>histories</a> <a href=#scaling>scaling</a> <a href=#model>model</a> <a href=#states>states</a> <a href=#cases>cases</a> "
                       "<a href=#environment>environment</a> <a href=#data>data</a></nav></header>\n<main>\n", slip_version());
    verdict_box(d, page);
    slip_page_matrix(d, page);
    slip_page_solvers(d, page);
    slip_page_profiles(d, page);
    slip_page_accuracy(d, page);
    slip_page_histories(d, page);
    slip_page_scaling(d, page);
    slip_page_model(d, page);
    slip_page_states(d, page);
    slip_page_cases(d, page);
    environment(d, out);
    slip_page_data(d, page);
    slip_text_add(out, "</main>\n<script>\n");
    put_lines(out, slip_report_js);
    slip_text_add(out, "</script>\n</body></html>\n");
    bool failed = out->failed || page->arena.failed;
    for (int k = 0; k < page->pieces; k++)
        failed |= page->piece[k].text.failed;
    return failed ? slip_fail(error, SLIP_MEMORY, "out of memory for a report") : SLIP_OK;
}
