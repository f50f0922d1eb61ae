/* html_cases.c: one section a case: what happened, residuals, the friction disk, the configuration, the command that runs it again.
   SPDX-License-Identifier: GPL-3.0-or-later

   A case for every run that is not verified, and one for every problem: the first verified answer. */

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "reports/digest.h"

enum { DISK = 200, MOST_DOTS = 600, MOST_DRAWING = 60000 };

/* The impulses of all contacts in one disc of radius mu r_N: on the rim they slip, inside they stick. */
static void friction_disk(slip_text *out, const slip_problem *p, const slip_answer *a)
{
    double most = 0;
    int dots = 0;
    for (int i = 0; i < p->nc; i++)
        most = fmax(most, fabs(a->r[i * p->d]));
    slip_text_add(out, "<figure class=small><svg class=disk viewBox=\"-120 -120 240 240\" width=%d height=%d role=img><title>friction disk: r_T over mu r_N</title>"
                       "<circle r=100 class=rim /><path d=\"M-110 0H110M0-110V110\" class=axis />", DISK, DISK);
    for (int i = 0; i < p->nc && dots < MOST_DOTS; i++) {
        const double *r = a->r + i * p->d;
        double room = p->mu[i] * fabs(r[0]);
        if (!(fabs(r[0]) > 1e-9 * most) || !(room > 0))
            continue;
        double x = r[1] / room, y = p->d == 3 ? r[2] / room : 0, length = hypot(x, y);
        if (!isfinite(length))
            continue;
        if (length > 1.15)
            x *= 1.15 / length, y *= 1.15 / length;
        slip_text_add(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=3 class=\"%s\"><title>contact %d: |r_T| = %.3g mu r_N</title></circle>", 100 * x, -100 * y,
                      length > 1 + 1e-6 ? "out" : length > 1 - 1e-6 ? "slip" : "stick", i, length);
        dots++;
    }
    slip_text_add(out, "</svg><figcaption>Friction disk: %s</figcaption></figure>", dots ? "r<sub>T</sub> over &mu;&thinsp;r<sub>N</sub> of each contact; inside it can stick, on the rim it can slip, outside the law is broken"
                                                                                         : "no contact carries a load with friction");
}

static void residual_table(slip_text *out, const slip_row *row, double tol)
{
    const json_t *own = json_object_get(row->row, "residual"), *posed = json_object_get(json_object_get(row->row, "posed"), "residual");
    const char *law = slip_row_text(row, "claimed_law"), *asked = json_string_value(json_object_get(json_object_get(row->row, "posed"), "law"));
    bool two = asked && strcmp(law, asked);
    slip_text_add(out, "<table class=plain><thead><tr><th scope=col>residual</th><th scope=col>%s</th>", law);
    if (two)
        slip_text_add(out, "<th scope=col>%s (posed)</th>", asked);
    slip_text_add(out, "</tr></thead><tbody>");
    for (int k = 0; k < SLIP_R_COUNT; k++) {
        if (!slip_residual_decides(k))
            continue;
        slip_text_add(out, "<tr><th scope=row>%s</th>", slip_residual_name(k));
        for (int j = 0; j < 1 + two; j++) {
            const json_t *x = json_object_get(j ? posed : own, slip_residual_name(k));
            double value = json_is_number(x) ? json_number_value(x) : NAN;
            slip_text_add(out, "<td%s>", isnan(value) || value <= tol ? "" : " class=bad");
            slip_html_number(out, value);
            slip_text_add(out, "</td>");
        }
        slip_text_add(out, "</tr>");
    }
    slip_text_add(out, "</tbody></table>");
}

/* The bodies with impulses, each contact in the colour of its state. */
static void configuration_of(const slip_digest *d, slip_text *out, const slip_problem *p, const slip_answer *a)
{
    slip_text drawing = { 0 };
    slip_error ignored = { 0 };
    slip_ruler ruler;
    slip_residuals residuals;
    slip_motion motion = { 0 };
    int count[SLIP_MODE_COUNT] = { 0 };
    bool ruled = slip_ruler_new(&ruler, p, &ignored) == SLIP_OK;
    bool known = ruled && slip_residuals_get(&ruler, a->law, a->dirs, a, d->tol, 0, &residuals, &motion, &ignored) == SLIP_OK && motion.mode;
    if (slip_configuration_svg(p, a, known ? motion.mode : NULL, &drawing, &ignored) == SLIP_OK && drawing.length < MOST_DRAWING) {
        const char *svg = strstr(drawing.s, "<svg");
        slip_text_add(out, "<div class=drawn><div class=paper>");
        slip_text_put(out, svg ? svg : "", svg ? strlen(svg) : 0);
        slip_text_add(out, "</div><ul class=legend>");
        for (int i = 0; known && i < p->nc; i++)
            count[motion.mode[i]]++;
        for (int k = 0; k < SLIP_MODE_COUNT; k++)
            if (count[k])
                slip_text_add(out, "<li><i class=dot style=--c:%s></i>%d %s</li>", slip_mode_colour(k), count[k], slip_mode_name(k));
        slip_text_add(out, "</ul></div>");
    }
    slip_arena_free(&motion.arena);
    if (ruled)
        slip_ruler_free(&ruler);
    slip_text_free(&drawing);
}

static void pictures(const slip_digest *d, slip_text *out, const slip_row *row, const slip_problem *p, bool configuration)
{
    slip_arena arena = { 0 };
    slip_answer a = { 0 };
    slip_error ignored = { 0 };
    if (slip_stored_answer(d->study, row, p, &a, &arena, &ignored) && a.r) {
        if (p->d > 1 && p->nc)
            friction_disk(out, p, &a);
        if (configuration)
            configuration_of(d, out, p, &a);
    }
    slip_arena_free(&arena);
}

static void one_case(const slip_digest *d, slip_text *out, int p, int s, const slip_problem *problem, bool configuration, bool unfolded)
{
    const slip_cell *c = slip_cell_at(d, p, s);
    const slip_row *row = c->row;
    const json_t *worst = json_object_get(row->row, "worst"), *end = json_object_get(row->row, "end"), *contact = json_object_get(worst, "contact");
    slip_text_add(out, "<details class=case id=c%d-%d%s><summary><b class=v%d>%c</b> ", p, s, unfolded ? " open" : "", c->word, slip_verdict_letter(c->word));
    slip_html_text(out, d->solver[s]);
    slip_text_add(out, " on ");
    slip_html_text(out, d->problem[p]);
    slip_text_add(out, ": %s</summary>\n<p>", slip_verdict_name(c->word));
    slip_html_text(out, slip_row_text(row, "sentence"));
    if (*slip_row_text(row, "proof")) {
        slip_text_add(out, ". Proof: ");
        slip_html_text(out, slip_row_text(row, "proof_sentence"));
    }
    slip_text_add(out, ".</p>\n<p class=faint>");
    slip_html_text(out, slip_row_text(row, "reason"));
    if (json_is_integer(contact))
        slip_text_add(out, ". Worst: %s at contact %lld", json_string_value(json_object_get(worst, "condition")), (long long)json_integer_value(contact));
    slip_text_add(out, ". Steps %.0f, counted work ", isfinite(c->steps) ? c->steps : 0);
    slip_html_number(out, c->cost);
    double claimed = slip_row_number(row, "claimed_error");
    if (isfinite(claimed))
        slip_text_add(out, "; the solver says its error is %.1e, verified %.1e", claimed, c->error);
    slip_text_add(out, ".</p>\n");
    const char *said = json_string_value(json_object_get(end, "said"));
    if (said && *said) {
        slip_text_add(out, "<pre>");
        slip_html_text(out, said);
        slip_text_add(out, "</pre>\n");
    }
    slip_text_add(out, "<div class=side>");
    residual_table(out, row, d->tol);
    if (problem)
        pictures(d, out, row, problem, configuration);
    slip_text_add(out, "</div>\n<p>Again: <code>slipstick solve '");
    slip_html_text(out, d->problem[p]);
    slip_text_add(out, "' -s '");
    slip_html_text(out, d->solver[s]);
    slip_text_add(out, "' --tol %g --plot</code></p></details>\n", slip_row_number(row, "tol"));
}

static bool asked_for(const slip_digest *d, const slip_page *page, int p, int s)
{
    return page->case_problem && !strcmp(page->case_problem, d->problem[p]) && !strcmp(page->case_solver, d->solver[s]);
}

static bool wanted(const slip_digest *d, const slip_page *page, int p, int s, int shown)
{
    const slip_cell *c = slip_cell_at(d, p, s);
    if (!c->row || c->word == SLIP_VERDICT_NA)
        return false;
    return s == shown || c->word != SLIP_VERDICT_VERIFIED || asked_for(d, page, p, s);
}

void slip_page_cases(const slip_digest *d, slip_page *page)
{
    slip_text *out = &page->out;
    slip_text_add(out, "<section id=cases><h2>Cases</h2>\n<p>Every run that is not verified, and one that is for each problem. Any other: <code>slipstick report STUDY --case PROBLEM SOLVER</code>.</p>\n");
    for (int p = 0; p < d->problems; p++) {
        slip_problem problem;
        slip_truth truth = { 0 };
        slip_error ignored = { 0 };
        char hash[65] = "";
        bool open = slip_open(&problem, d->problem[p], &truth, &ignored) == SLIP_OK, drawn = false;
        bool same = open && slip_problem_hash(&problem, hash, &ignored) == SLIP_OK && !strcmp(hash, d->hash[p]);
        int shown = 0;
        while (shown < d->solvers && !(slip_cell_at(d, p, shown)->row && slip_cell_at(d, p, shown)->word == SLIP_VERDICT_VERIFIED))
            shown++;
        slip_text_add(out, "<h3 id=q%d>", p);
        slip_html_text(out, d->problem[p]);
        slip_text_add(out, "</h3>\n");
        if (same && truth.text[0]) {
            slip_text_add(out, "<p>Known (%s): ", slip_how_name(truth.how));
            slip_html_text(out, truth.text);
            slip_text_add(out, ".</p>\n");
        }
        if (!same)
            slip_text_add(out, "<p class=warn>This problem cannot be opened here as it was; it is not drawn.</p>\n");
        for (int s = 0; s < d->solvers; s++)
            if (wanted(d, page, p, s, shown)) {
                bool asked = asked_for(d, page, p, s);
                one_case(d, out, p, s, same ? &problem : NULL, !drawn || asked, asked);
                drawn = true;
            }
        if (open)
            slip_problem_free(&problem);
    }
    slip_text_add(out, "</section>\n");
}
