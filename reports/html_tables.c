/* html_tables.c: the tables of a report: who fails where, solvers, model errors, contact states, data.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "reports/digest.h"

/* ---- who fails where ------------------------------------------------------------------------------------------------- */

static void matrix_cell(const slip_digest *d, slip_text *out, int p, int s)
{
    const slip_cell *c = slip_cell_at(d, p, s);
    if (!c->row) {
        slip_text_add(out, "<td class=vn title=\"not run\">&middot;</td>");
        return;
    }
    slip_text_add(out, "<td class=v%d title=\"", c->word);
    slip_html_text(out, d->solver[s]);
    slip_text_add(out, ": %s", slip_verdict_name(c->word));
    if (isfinite(c->error))
        slip_text_add(out, ", error %.1e", c->error);
    if (isfinite(c->steps))
        slip_text_add(out, ", %.0f steps", c->steps);
    const char *proof = slip_row_text(c->row, "proof");
    if (*proof) {
        slip_text_add(out, ", proof: %s", proof);
        if (isfinite(slip_row_number(c->row, "proof_eps")))
            slip_text_add(out, " within %s", slip_near_bound((char[32]){ 0 }, slip_row_number(c->row, "proof_eps")));
    }
    slip_text_add(out, "\">");
    bool linked = c->word != SLIP_VERDICT_VERIFIED && c->word != SLIP_VERDICT_NA;
    char letter = slip_verdict_letter(c->word);
    if (linked)
        slip_text_add(out, "<a href=#c%d-%d>%c</a></td>", p, s, letter);
    else
        slip_text_add(out, "%c%s</td>", letter, slip_cell_proved(c) ? "<sup>p</sup>" : "");
}

void slip_page_matrix(const slip_digest *d, slip_page *page)
{
    slip_text *out = &page->out;
    slip_text_add(out, "<section id=matrix><h2>Who fails where</h2>\n<p>A letter for each problem (row) with each solver (column); letters lead to the case. "
                       "<span class=js><label>Filter <input type=search id=filter placeholder=\"problem\"></label></span></p>\n<div class=scroll><table class=matrix>\n<thead><tr><th scope=col>problem</th><th scope=col class=num>contacts</th>");
    for (int s = 0; s < d->solvers; s++) {
        slip_text_add(out, "<th scope=col class=\"turn s%d\"><span>", s);
        slip_html_text(out, d->solver[s]);
        slip_text_add(out, "</span></th>");
    }
    slip_text_add(out, "<th scope=col class=num>solved</th></tr></thead>\n<tbody>\n");
    for (int p = 0; p < d->problems; p++) {
        int of = 0, solved = 0;
        slip_text_add(out, "<tr id=p%d><th scope=row><a href=#q%d>", p, p);
        slip_html_text(out, d->problem[p]);
        slip_text_add(out, "</a></th><td class=num>%d</td>", d->contacts[p]);
        for (int s = 0; s < d->solvers; s++) {
            matrix_cell(d, out, p, s);
            of += slip_cell_counts(slip_cell_at(d, p, s));
            solved += slip_cell_good(slip_cell_at(d, p, s));
        }
        slip_text_add(out, "<td class=num>%d/%d</td></tr>\n", solved, of);
    }
    slip_text_add(out, "</tbody></table></div>\n<p class=faint>V verified, U right but not claimed, I honest failure, F false claim, ? no solution claimed without proof, X no usable answer, "
                       "T time, M memory, C crash, O output, H our own fault, &ndash; not for this law, &middot; not run; "
                       "<sup>p</sup> an exact solution near the answer is proved, or that there is none.</p></section>\n");
}

/* ---- solvers --------------------------------------------------------------------------------------------------------- */

void slip_page_solvers(const slip_digest *d, slip_page *page)
{
    slip_text *out = &page->out;
    slip_text_add(out, "<section id=solvers><h2>Solvers</h2>\n<div class=scroll><table class=sortable><thead><tr><th scope=col>solver</th><th scope=col>solved</th><th scope=col>of</th>"
                       "<th scope=col>false claims</th><th scope=col>honest failures</th><th scope=col>ended from outside</th><th scope=col>cheapest on</th>"
                       "<th scope=col title=\"shifted geometric mean over what it solves, shift 10\">cost</th><th scope=col>median CPU</th></tr></thead><tbody>\n");
    for (int s = 0; s < d->solvers; s++) {
        slip_profile f;
        slip_error ignored;
        int word[SLIP_VERDICT_COUNT] = { 0 }, solved = 0, n = 0;
        double sum = 0, *cpu = SLIP_NEW(&page->arena, double, d->problems);
        if (!cpu || slip_profile_get(d, s, SLIP_COST_COUNTED, 0, true, &f, &page->arena, &ignored) != SLIP_OK)
            return;
        for (int p = 0; p < d->problems; p++) {
            const slip_cell *c = slip_cell_at(d, p, s);
            if (!c->row)
                continue;
            word[c->word]++;
            if (slip_cell_good(c)) {
                sum += log(c->cost + 10);
                solved++;
            }
            if (slip_cell_good(c) && isfinite(c->cpu)) {
                int at = n++;
                for (; at && cpu[at - 1] > c->cpu; at--)
                    cpu[at] = cpu[at - 1];
                cpu[at] = c->cpu;
            }
        }
        slip_text_add(out, "<tr><th scope=row class=s%d><i class=dot></i>", s);
        slip_html_text(out, d->solver[s]);
        slip_text_add(out, "</th><td>%d</td><td>%d</td><td%s>%d</td><td>%d</td><td>%d</td><td>", solved, f.of, word[SLIP_VERDICT_FALSE_CLAIM] ? " class=bad" : "", word[SLIP_VERDICT_FALSE_CLAIM],
                      word[SLIP_VERDICT_INACCURATE], word[SLIP_VERDICT_TIMEOUT] + word[SLIP_VERDICT_MEMORY] + word[SLIP_VERDICT_CRASH] + word[SLIP_VERDICT_OUTPUT]);
        slip_html_number(out, f.uncounted ? NAN : f.best);
        slip_text_add(out, "</td><td>");
        slip_html_number(out, solved ? exp(sum / solved) - 10 : NAN);
        slip_text_add(out, "</td><td class=%s>", d->grade == 'C' ? "faint" : "num");
        slip_html_number(out, n ? 1e3 * cpu[n / 2] : NAN);
        slip_text_add(out, " ms</td></tr>\n");
    }
    slip_text_add(out, "</tbody></table></div>\n<p class=faint>Cost is the geometric mean, shifted by 10, of the counted work over what each solver solves, in products with W; solvers that solve different problems are not comparable by it.</p></section>\n");
}

/* ---- model errors ----------------------------------------------------------------------------------------------------- */

void slip_page_model(const slip_digest *d, slip_page *page)
{
    slip_text *out = &page->out;
    int rows = 0;
    slip_text_add(out, "<section id=model><h2>Error of the model</h2>\n");
    for (int p = 0; p < d->problems; p++)
        for (int s = 0; s < d->solvers; s++) {
            const slip_cell *c = slip_cell_at(d, p, s);
            const char *law = slip_row_text(c->row, "claimed_law");
            const json_t *posed = c->row ? json_object_get(c->row->row, "posed") : NULL;
            const char *asked = json_string_value(json_object_get(posed, "law"));
            if (!slip_cell_good(c) || !asked || !strcmp(law, asked) || !(c->model > 0))
                continue;
            if (!rows++)
                slip_text_add(out, "<p>A solver may answer another law than the one posed. It is then right about its own law, and off by this much for the law posed.</p>\n<div class=scroll><table class=sortable><thead><tr><th scope=col>problem</th>"
                                   "<th scope=col>solver</th><th scope=col>law it answers</th><th scope=col>law posed</th><th scope=col>its own error</th><th scope=col>error of the model</th></tr></thead><tbody>\n");
            slip_text_add(out, "<tr><th scope=row>");
            slip_html_text(out, d->problem[p]);
            slip_text_add(out, "</th><td class=s%d><i class=dot></i>", s);
            slip_html_text(out, d->solver[s]);
            slip_text_add(out, "</td><td>%s</td><td>%s</td><td>", law, asked);
            slip_html_number(out, c->error);
            slip_text_add(out, "</td><td>");
            slip_html_number(out, c->model);
            slip_text_add(out, "</td></tr>\n");
        }
    slip_text_add(out, rows ? "</tbody></table></div></section>\n" : "<p>Every verified answer is for the law that was posed.</p></section>\n");
}

/* ---- contact states ------------------------------------------------------------------------------------------------------ */

/* The states in the first verified answer for the law posed, or NULL. */
static const json_t *states_of(const slip_digest *d, int p)
{
    for (int s = 0; s < d->solvers; s++) {
        const slip_cell *c = slip_cell_at(d, p, s);
        if (slip_cell_good(c) && c->model <= d->tol && strcmp(slip_row_text(c->row, "claim"), "no-solution"))
            return json_object_get(c->row->row, "modes");
    }
    return NULL;
}

/* Solver x state: of the problems with such a contact, how many are solved. */
static void results_by_state(const slip_digest *d, slip_text *out)
{
    slip_text_add(out, "<h3>Results by state</h3>\n<p>Of the problems with at least one contact in a state, how many each solver solves, of those it is for.</p>\n<div class=scroll><table class=sortable><thead><tr><th scope=col>solver</th>");
    for (int k = 0; k < SLIP_MODE_COUNT; k++)
        slip_text_add(out, "<th scope=col><i class=dot style=--c:%s></i>%s</th>", slip_mode_colour(k), slip_mode_name(k));
    slip_text_add(out, "</tr></thead><tbody>\n");
    for (int s = 0; s < d->solvers; s++) {
        slip_text_add(out, "<tr><th scope=row class=s%d><i class=dot></i>", s);
        slip_html_text(out, d->solver[s]);
        slip_text_add(out, "</th>");
        for (int k = 0; k < SLIP_MODE_COUNT; k++) {
            int of = 0, solved = 0;
            for (int p = 0; p < d->problems; p++)
                if (json_integer_value(json_object_get(states_of(d, p), slip_mode_name(k))) > 0) {
                    of += slip_cell_counts(slip_cell_at(d, p, s));
                    solved += slip_cell_good(slip_cell_at(d, p, s));
                }
            slip_text_add(out, of ? "<td>%d/%d</td>" : "<td>&ndash;</td>", solved, of);
        }
        slip_text_add(out, "</tr>\n");
    }
    slip_text_add(out, "</tbody></table></div>\n");
}

static bool same_states(const json_t *a, const json_t *b) { return json_equal((json_t *)a, (json_t *)b); }

void slip_page_states(const slip_digest *d, slip_page *page)
{
    slip_text *out = &page->out;
    slip_text_add(out, "<section id=states><h2>Contact states</h2>\n<p>What the contacts do in the first verified answer for the law posed, and how many verified answers say otherwise (solutions need not be unique).</p>\n<div class=scroll><table class=sortable><thead><tr><th scope=col>problem</th>");
    for (int k = 0; k < SLIP_MODE_COUNT; k++)
        slip_text_add(out, "<th scope=col>%s</th>", slip_mode_name(k));
    slip_text_add(out, "<th scope=col>answers</th><th scope=col>differ</th><th scope=col>truth</th></tr></thead><tbody>\n");
    for (int p = 0; p < d->problems; p++) {
        const json_t *first = NULL;
        const slip_row *row = NULL;
        int answers = 0, differ = 0;
        for (int s = 0; s < d->solvers; s++) {
            const slip_cell *c = slip_cell_at(d, p, s);
            const json_t *modes = c->row ? json_object_get(c->row->row, "modes") : NULL;
            if (!row)
                row = c->row;
            if (!slip_cell_good(c) || !(c->model <= d->tol) || strcmp(slip_row_text(c->row, "claim"), "no-solution") == 0)
                continue;
            answers++;
            if (!first)
                first = modes;
            else
                differ += !same_states(first, modes);
        }
        slip_text_add(out, "<tr><th scope=row>");
        slip_html_text(out, d->problem[p]);
        slip_text_add(out, "</th>");
        for (int k = 0; k < SLIP_MODE_COUNT; k++) {
            int n = first ? (int)json_integer_value(json_object_get(first, slip_mode_name(k))) : -1;
            if (n < 0)
                slip_text_add(out, "<td>&ndash;</td>");
            else
                slip_text_add(out, "<td>%d</td>", n);
        }
        slip_text_add(out, "<td>%d</td><td>%d</td><td>%s</td></tr>\n", answers, differ, slip_row_text(row, "truth"));
    }
    slip_text_add(out, "</tbody></table></div>\n");
    results_by_state(d, out);
    slip_text_add(out, "</section>\n");
}

/* ---- data ------------------------------------------------------------------------------------------------------------------ */

/* The rows for the reader's own use: what a table needs. */
static void small_row(const slip_digest *d, slip_text *out, int p, int s)
{
    const slip_cell *c = slip_cell_at(d, p, s);
    char number[5][32];
    slip_format_double(number[0], c->error);
    slip_format_double(number[1], c->model);
    slip_format_double(number[2], c->cost);
    slip_format_double(number[3], c->cpu);
    for (int k = 0; k < 4; k++)
        if (!strcmp(number[k], "nan") || strstr(number[k], "inf"))
            strcpy(number[k], "null");
    slip_text_add(out, "{\"p\":%d,\"s\":%d,\"verdict\":\"%s\",\"claim\":\"%s\",\"law\":\"%s\",\"error\":%s,\"model\":%s,\"cost\":%s,\"cpu\":%s,\"steps\":%.0f,\"why\":\"%s\",\"key\":\"%.12s\"}", p, s,
                  slip_verdict_name(c->word), slip_row_text(c->row, "claim"), slip_row_text(c->row, "claimed_law"), number[0], number[1], number[2], number[3],
                  isfinite(c->steps) ? c->steps : 0, slip_row_text(c->row, "diagnosis"), c->row->key);
}

static void name_list(slip_text *out, char **name, int count)
{
    for (int k = 0; k < count; k++) {
        slip_text_add(out, "%s\"", k ? "," : "");
        for (const char *s = name[k]; *s; s++)
            if (*s == '"' || *s == '\\' || *s == '<' || (unsigned char)*s < ' ')
                slip_text_add(out, "\\u%04x", (unsigned)(unsigned char)*s);
            else
                slip_text_put(out, s, 1);
        slip_text_put(out, "\"", 1);
    }
}

void slip_page_data(const slip_digest *d, slip_page *page)
{
    slip_text *out = &page->out;
    slip_text_add(out, "<section id=data><h2>Data and citation</h2>\n<p>%d rows are in this page<span class=js> (<button type=button id=save-json>save as JSON</button> <button type=button id=save-tsv>save as TSV</button>)</span>; "
                       "whole rows are in <code>rows/*.jsonl</code> of the study, histories in <code>traces/</code>, answers in <code>answers/</code>. "
                       "<code>slipstick verify STUDY</code> judges all stored answers again without any solver.</p>\n"
                       "<p>Cite the version and commit above. Performance profiles are those of Dolan and Mor&eacute; (Mathematical Programming 91, 2002).</p>\n"
                       "<table class=plain><tr><th scope=row>verdict</th><td>what is true of the claim</td></tr><tr><th scope=row>error</th><td>the worst deciding residual for the law claimed; it has no unit</td></tr>"
                       "<tr><th scope=row>model</th><td>the same for the law posed, where that is another</td></tr><tr><th scope=row>cost</th><td>products with W; an update, pivot or solve counts as one, a factorisation as m/6</td></tr>"
                       "<tr><th scope=row>cpu</th><td>seconds in the method, median of the repetitions</td></tr></table>\n<script type=\"application/json\" id=rows>{\"problems\":[", d->done);
    name_list(out, d->problem, d->problems);
    slip_text_add(out, "],\"solvers\":[");
    name_list(out, d->solver, d->solvers);
    slip_text_add(out, "],\"rows\":[");
    const char *between = "";
    for (int p = 0; p < d->problems; p++)
        for (int s = 0; s < d->solvers; s++)
            if (slip_cell_at(d, p, s)->row) {
                slip_text_add(out, "%s\n", between);
                small_row(d, out, p, s);
                between = ",";
            }
    slip_text_add(out, "]}</script></section>\n");
}
