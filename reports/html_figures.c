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
                slip_text_add(data, "%s\t%.9g\t%.9g\n", f->curve[k].title ? f->curve[k].title : "verified", f->curve[k].x[i], f->curve[k].y[i]);
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
    slip_text_add(out, "</div><figcaption>");
    slip_html_text(out, caption);
    slip_text_add(out, "</figcaption></figure>\n");
}

/* ---- profiles --------------------------------------------------------------------------------------------------------------- */

typedef struct { const char *name, *title, *xlabel, *caption; slip_cost cost; double eps; bool performance; } profile_kind;

static void one_profile(const slip_digest *d, slip_page *page, const profile_kind *k)
{
    slip_curve *curve = SLIP_NEW(&page->arena, slip_curve, d->solvers);
    slip_profile *f = SLIP_NEW(&page->arena, slip_profile, d->solvers);
    slip_error ignored;
    double right = 1;
    for (int s = 0; curve && f && s < d->solvers; s++) {
        if (slip_profile_get(d, s, k->cost, k->eps, k->performance, &f[s], &page->arena, &ignored) != SLIP_OK)
            return;
        if (f[s].points)
            right = fmax(right, f[s].x[f[s].points - 1]);
    }
    if (!curve || !f)
        return;
    for (int s = 0; s < d->solvers; s++) {
        if (f[s].points) {                          /* on to the right edge */
            f[s].x[f[s].points] = right;
            f[s].y[f[s].points] = f[s].y[f[s].points - 1];
            f[s].points++;
        }
        curve[s] = (slip_curve){ .count = f[s].points, .x = f[s].x, .y = f[s].y, .lines = true, .colour = slip_solver_colour(s),
                                 .title = slip_arena_printf(&page->arena, "%.28s %d/%d", d->solver[s], f[s].solved, f[s].of) };
    }
    slip_figure figure = { .title = k->title, .xlabel = k->xlabel, .ylabel = "fraction of problems", .logx = true, .curves = d->solvers, .curve = curve,
                           .width = 640, .height = 400, .key_outside = true, .unit = true };
    slip_page_figure(page, k->name, &figure, k->caption);
}

static void ladder(const slip_digest *d, slip_page *page)
{
    static const double eps[] = { 1e-2, 1e-4, 1e-6, 1e-8 };
    slip_text *out = &page->out;
    slip_text_add(out, "<h3>How many reach which accuracy</h3>\n<div class=scroll><table class=sortable><thead><tr><th scope=col>solver</th><th scope=col>of</th>");
    for (int k = 0; k < 4; k++)
        slip_text_add(out, "<th scope=col>%g</th><th scope=col>median cost</th>", eps[k]);
    slip_text_add(out, "</tr></thead><tbody>\n");
    for (int s = 0; s < d->solvers; s++) {
        slip_profile f = { 0 };
        slip_error ignored;
        slip_text_add(out, "<tr><th scope=row class=s%d><i class=dot></i>", s);
        slip_html_text(out, d->solver[s]);
        slip_text_add(out, "</th>");
        for (int k = 0; k < 4; k++) {
            if (slip_profile_get(d, s, SLIP_COST_COUNTED, eps[k], false, &f, &page->arena, &ignored) != SLIP_OK)
                return;
            if (!k)
                slip_text_add(out, "<td>%d</td>", f.of);
            slip_text_add(out, "<td>%d</td><td>", f.solved);
            slip_html_number(out, f.solved ? f.x[f.solved] : NAN);      /* points come in pairs: the middle one */
            slip_text_add(out, "</td>");
        }
        slip_text_add(out, "</tr>\n");
    }
    slip_text_add(out, "</tbody></table></div>\n");
}

void slip_page_profiles(const slip_digest *d, slip_page *page)
{
    static const profile_kind kind[] = {
        { "performance-counted", "Performance profile, counted work", "cost / cheapest solver of the problem",
          "Fraction of the problems a solver is for that it solves (verified, or right without saying so) within a factor of the cheapest. Cost in products with W. At the right edge: solved / of.", SLIP_COST_COUNTED, 0, true },
        { "performance-1e-4", "Performance profile to 1e-4, counted work", "cost / cheapest solver of the problem",
          "The same to a stopping residual of 1e-4, read from the histories, so that no stopping rule decides.", SLIP_COST_COUNTED, 1e-4, true },
        { "data-counted", "Data profile, counted work", "budget: products with W", "Fraction solved within a budget of counted work.", SLIP_COST_COUNTED, 0, false },
        { "data-1e-4", "Data profile to 1e-4, counted work", "budget: products with W", "Fraction that has come down to 1e-4 within the budget.", SLIP_COST_COUNTED, 1e-4, false },
        { "performance-cpu", "Performance profile, CPU time", "time / fastest solver of the problem", "As the first, by CPU seconds in the method; read it with the grade of the times.", SLIP_COST_CPU, 0, true }
    };
    slip_text *out = &page->out;
    slip_text_add(out, "<section id=profiles><h2>Profiles</h2>\n<div class=js id=live><p>Hide solvers, and the profile is computed again from the rows:</p><div id=toggles></div>"
                       "<label>cost <select id=unit><option value=cost>counted work</option><option value=cpu>CPU time</option></select></label><div id=drawing class=paper></div></div>\n<div class=pair>\n");
    for (size_t k = 0; k < sizeof kind / sizeof *kind; k++)
        one_profile(d, page, &kind[k]);
    slip_text_add(out, "</div>\n");
    ladder(d, page);
    slip_text_add(out, "</section>\n");
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
            if (slip_cell_counts(c) && isfinite(c->error) && strcmp(slip_row_text(c->row, "claim"), "no-solution")) {
                x[n] = c->cost;
                y[n++] = fmax(c->error, 1e-17);
            }
        }
        curve[s] = (slip_curve){ .title = d->solver[s], .count = n, .x = x, .y = y, .points = true, .colour = slip_solver_colour(s) };
    }
    slip_figure figure = { .title = "Verified error and counted work of every run", .xlabel = "products with W", .ylabel = "verified error", .logx = true, .logy = true, .curves = d->solvers,
                           .curve = curve, .level = d->tol, .level_title = "tol", .width = 860, .height = 460, .key_outside = true };
    if (curve)
        slip_page_figure(page, "accuracy", &figure, "Each point is a run; below the line it is accurate enough, whatever it claims. Errors under 1e-17 are drawn there.");
    slip_text_add(&page->out, "</section>\n");
}

/* ---- histories ------------------------------------------------------------------------------------------------------------------ */

enum { HISTORY_POINTS = 60 };

/* The trace, thinned evenly in its moments; verified points apart. */
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
    curve[1] = (slip_curve){ .count = v, .x = vx, .y = vy, .points = true, .colour = slip_solver_colour(s) };
    return v ? 2 : 1;
}

void slip_page_histories(const slip_digest *d, slip_page *page)
{
    slip_text_add(&page->out, "<section id=histories><h2>Residual histories</h2>\n<p>Lines: the stopping residual the loop measures. Circles: the error of the same iterates found by the verifier, "
                              "which knows no solver. Where the two part, one of them would be wrong.</p>\n<div class=pair>\n");
    int drawn = 0;
    for (int p = 0; p < d->problems && drawn < 80; p++) {
        slip_curve *curve = SLIP_NEW(&page->arena, slip_curve, 2 * d->solvers);
        int curves = 0;
        for (int s = 0; curve && s < d->solvers; s++)
            curves += add_history(page, d, slip_cell_at(d, p, s), s, curve + curves);
        if (!curves)
            continue;
        slip_figure figure = { .title = d->problem[p], .xlabel = "steps", .ylabel = "residual", .logx = true, .logy = true, .curves = curves, .curve = curve, .level = d->tol, .level_title = "tol",
                               .width = 620, .height = 330, .key_outside = true };
        slip_page_figure(page, slip_arena_printf(&page->arena, "history-%d", p), &figure, "");
        drawn++;
    }
    slip_text_add(&page->out, drawn ? "</div></section>\n" : "<p>No run has a history.</p></div></section>\n");
}

/* ---- scaling -------------------------------------------------------------------------------------------------------------------- */

void slip_page_scaling(const slip_digest *d, slip_page *page)
{
    slip_text *out = &page->out;
    double *x = SLIP_NEW(&page->arena, double, d->problems), *y = SLIP_NEW(&page->arena, double, d->problems);
    int rows = 0;
    slip_text_add(out, "<section id=scaling><h2>Scaling</h2>\n");
    for (int p = 0; x && y && p < d->problems; p++) {
        size_t head = strcspn(d->problem[p], ":");
        bool first = true;
        for (int q = 0; q < p; q++)
            first = first && (strncmp(d->problem[q], d->problem[p], head) || strcspn(d->problem[q], ":") != head);
        for (int s = 0; first && s < d->solvers; s++) {
            int n = 0;
            double b, half;
            for (int q = p; q < d->problems; q++)
                if (!strncmp(d->problem[q], d->problem[p], head) && strcspn(d->problem[q], ":") == head && slip_cell_good(slip_cell_at(d, q, s)) && d->contacts[q] > 0) {
                    x[n] = d->contacts[q];
                    y[n++] = slip_cell_at(d, q, s)->cost;
                }
            if (!slip_fit_power(n, x, y, &b, &half))
                continue;
            if (!rows++)
                slip_text_add(out, "<p>Counted work grows like contacts<sup>b</sup>; 95 %% interval of b from the fit.</p>\n<table class=sortable><thead><tr><th scope=col>family</th><th scope=col>solver</th><th scope=col>runs</th><th scope=col>b</th><th scope=col>&plusmn;</th></tr></thead><tbody>\n");
            slip_text_add(out, "<tr><th scope=row>%.*s</th><td class=s%d><i class=dot></i>", (int)head, d->problem[p], s);
            slip_html_text(out, d->solver[s]);
            slip_text_add(out, "</td><td>%d</td><td>%.2f</td><td>%.2f</td></tr>\n", n, b, half);
        }
    }
    slip_text_add(out, rows ? "</tbody></table></section>\n" : "<p>No exponent is given: no solver has solved three sizes of one family. Add some with <code>slipstick bench STUDY -p 'cannonball:n=4 cannonball:n=8 cannonball:n=16' -s SOLVER</code>.</p></section>\n");
}
