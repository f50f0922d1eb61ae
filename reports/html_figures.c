/* html_figures.c: the curves of a report, drawn by gnuplot, each with its data as TSV.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "reports/digest.h"

static slip_text *new_piece(slip_page *page, const char *name)
{
    if (page->pieces == page->room) {
        int room = page->room ? 2 * page->room : 32;
        slip_piece *more = slip_realloc(page->piece, sizeof *more * (size_t)room);
        if (!more)
            return NULL;
        page->piece = more;
        page->room = room;
    }
    const char *copy = slip_arena_printf(&page->arena, "%s", name);
    page->piece[page->pieces] = (slip_piece){ .name = copy ? copy : "figure" };
    return &page->piece[page->pieces++].text;
}

void slip_page_figure(slip_page *page, const char *name, slip_figure *f, const char *caption)
{
    slip_text *out = &page->out, *data = new_piece(page, name);
    slip_error error = { 0 };
    char id[32];
    if (data) {
        slip_text_add(data, "# %s\n# curve\t%s\t%s\n", f->title, f->xlabel, f->ylabel);
        for (int k = 0; k < f->curves; k++)
            for (int i = 0; i < f->curve[k].count; i++)
                slip_text_add(data, "%s\t%.9g\t%.9g\n", f->curve[k].title ? f->curve[k].title : f->curve[k].mark ? "claimed" : "verified", f->curve[k].x[i], f->curve[k].y[i]);
    }
    snprintf(id, sizeof id, "g%d", ++page->figures);
    f->id = id;
    slip_text_add(out, "<figure role=img aria-label=\"");
    slip_html_text(out, f->title);
    slip_text_add(out, "\"><div class=paper>");
    if (page->gnuplot[0] || slip_plot_svg(f, out, &error) != SLIP_OK) {
        if (error.status == SLIP_ENV && !page->gnuplot[0])
            snprintf(page->gnuplot, sizeof page->gnuplot, "%s", error.text);
        slip_text_add(out, "<p class=warn>");
        slip_html_text(out, error.status == SLIP_INPUT ? "Nothing to draw: no run has a value here." : page->gnuplot[0] ? page->gnuplot : error.text);
        slip_text_add(out, "</p>");
    }
    slip_text_add(out, "</div>");
    if (f->no_key) {
        slip_text_add(out, "<ul class=legend>");
        for (int k = 0; k < f->curves; k++)
            if (f->curve[k].title && f->curve[k].count) {
                slip_text_add(out, "<li><i class=dot style=--c:%s></i>", f->curve[k].colour);
                slip_html_text(out, f->curve[k].title);
                slip_text_add(out, "</li>");
            }
        slip_text_add(out, "</ul>");
    }
    slip_text_add(out, "<figcaption>");
    slip_html_text(out, caption);
    slip_text_add(out, "</figcaption></figure>\n");
}

/* ---- accuracy against cost -------------------------------------------------------------------------------------------------- */

void slip_page_accuracy(const slip_digest *d, slip_page *page)
{
    slip_curve *curve = SLIP_NEW(&page->arena, slip_curve, d->solvers);
    slip_text_add(&page->out, "<section id=accuracy><h2>Accuracy against cost</h2>\n");
    for (int s = 0; curve && s < d->solvers; s++) {
        double *x = SLIP_NEW(&page->arena, double, d->problems), *y = SLIP_NEW(&page->arena, double, d->problems);
        int n = 0;
        for (int p = 0; x && y && p < d->problems; p++) {
            const slip_cell *c = slip_cell_at(d, p, s);
            if (slip_cell_counts(c) && isfinite(c->error) && c->cost > 0 && strcmp(slip_row_text(c->row, "claim"), "no-solution")) {
                x[n] = c->cost;
                y[n++] = fmax(c->error, 1e-17);
            }
        }
        curve[s] = (slip_curve){ .title = d->solver[s], .count = n, .x = x, .y = y, .points = true, .colour = slip_solver_colour(s) };
    }
    slip_figure figure = { .title = "Verified error and counted work of every run", .xlabel = "products with W", .ylabel = "verified error", .logx = true, .logy = true, .curves = d->solvers,
                           .curve = curve, .level = d->tol, .level_title = "tol", .width = 860, .height = 460, .no_key = true };
    if (curve)
        slip_page_figure(page, "accuracy", &figure, "Each point is a run; below the line it is accurate enough, whatever it claims. Errors under 1e-17 are drawn there.");
    slip_text_add(&page->out, "</section>\n");
}

/* ---- histories ------------------------------------------------------------------------------------------------------------------ */

enum { HISTORY_POINTS = 60 };

/* The trace, thinned evenly in its moments; verified points apart, and what the solver says of its last iterate. */
static int add_history(slip_page *page, const slip_digest *d, const slip_cell *c, int s, slip_curve *curve)
{
    double *x = SLIP_NEW(&page->arena, double, c->moments), *y = SLIP_NEW(&page->arena, double, c->moments);
    double *vx = SLIP_NEW(&page->arena, double, c->moments), *vy = SLIP_NEW(&page->arena, double, c->moments);
    int n = 0, v = 0, every = 1 + c->moments / HISTORY_POINTS;
    for (int k = 0; vy && k < c->moments; k++) {
        double at = fmax(c->step[k], 0.5);
        if (c->residual[k] > 0 && (k % every == 0 || k == c->moments - 1)) {
            x[n] = at;
            y[n++] = fmax(c->residual[k], 1e-17);
        }
        if (c->verified[k] > 0) {
            vx[v] = at;
            vy[v++] = fmax(c->verified[k], 1e-17);
        }
    }
    if (!n)
        return 0;
    curve[0] = (slip_curve){ .title = d->solver[s], .count = n, .x = x, .y = y, .lines = true, .colour = slip_solver_colour(s) };
    int curves = 1;
    if (v)
        curve[curves++] = (slip_curve){ .count = v, .x = vx, .y = vy, .points = true, .colour = slip_solver_colour(s) };
    double claimed = slip_row_number(c->row, "claimed_error"), *at = SLIP_NEW(&page->arena, double, 2);
    if (at && isfinite(claimed) && c->steps > 0) {
        at[0] = c->steps;
        at[1] = fmax(claimed, 1e-17);
        curve[curves++] = (slip_curve){ .count = 1, .x = at, .y = at + 1, .points = true, .mark = 2, .colour = slip_solver_colour(s) };
    }
    return curves;
}

void slip_page_histories(const slip_digest *d, slip_page *page)
{
    slip_text_add(&page->out, "<section id=histories><h2>Residual histories</h2>\n<p>Lines are what is claimed: the residual the run stops on. Crosses are what the solver itself says of its last iterate. "
                              "Circles are verified: the error of the same iterates found by the verifier, which knows no solver. Where circles leave the line or the cross, the claim is wrong.</p>\n<div class=pair>\n");
    int drawn = 0;
    for (int p = 0; p < d->problems && drawn < 80; p++) {
        slip_curve *curve = SLIP_NEW(&page->arena, slip_curve, 3 * d->solvers);
        int curves = 0;
        for (int s = 0; curve && s < d->solvers; s++)
            curves += add_history(page, d, slip_cell_at(d, p, s), s, curve + curves);
        if (!curves)
            continue;
        slip_figure figure = { .title = d->problem[p], .xlabel = "steps", .ylabel = "residual", .logx = true, .logy = true, .curves = curves, .curve = curve, .level = d->tol, .level_title = "tol",
                               .width = 620, .height = 330, .no_key = true };
        slip_page_figure(page, slip_arena_printf(&page->arena, "history-%d", p), &figure, "");
        drawn++;
    }
    slip_text_add(&page->out, drawn ? "</div></section>\n" : "<p>No run has a history.</p></div></section>\n");
}
