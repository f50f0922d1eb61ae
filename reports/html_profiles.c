/* html_profiles.c: performance and data profiles of a report, and how cost grows with size.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "reports/digest.h"

enum { BANDS = 3 };             /* more of them hide each other */

static const double accuracy[] = { 0, 1e-2, 1e-4, 1e-6 };      /* 0: a verified answer */
enum { ACCURACIES = sizeof accuracy / sizeof *accuracy };

/* On to the right edge, where it is read. */
static void extend(slip_profile *f, double right)
{
    if (!f->points)
        return;
    f->x[f->points] = right;
    f->y[f->points] = f->y[f->points - 1];
    f->points++;
}

static slip_curve band_of(slip_page *page, const slip_profile *f, const char *colour)
{
    double *low = SLIP_NEW(&page->arena, double, f->points), *high = SLIP_NEW(&page->arena, double, f->points);
    for (int k = 0; low && high && k < f->points; k++)
        slip_band_get((int)lround(f->y[k] * f->of), f->of, &low[k], &high[k]);
    return (slip_curve){ .count = low && high ? f->points : 0, .x = f->x, .y = low, .high = high, .colour = colour };
}

static void one_profile(const slip_digest *d, slip_page *page, slip_cost cost, double eps, bool performance)
{
    slip_curve *curve = SLIP_NEW(&page->arena, slip_curve, d->solvers + BANDS);
    slip_profile *f = SLIP_NEW(&page->arena, slip_profile, d->solvers);
    int *order = SLIP_NEW(&page->arena, int, d->solvers), curves = 0;
    slip_error ignored;
    double right = 1;
    if (!curve || !f || !order)
        return;
    for (int s = 0; s < d->solvers; s++) {
        if (slip_profile_get(d, s, cost, eps, performance, &f[s], &page->arena, &ignored) != SLIP_OK)
            return;
        if (f[s].points)
            right = fmax(right, f[s].x[f[s].points - 1]);
        int at = s;                                 /* those who solve the most first */
        for (; at && f[order[at - 1]].solved < f[s].solved; at--)
            order[at] = order[at - 1];
        order[at] = s;
    }
    for (int s = 0; s < d->solvers; s++)
        extend(&f[s], right);
    for (int k = 0; k < d->solvers && k < BANDS; k++)
        if (f[order[k]].points)
            curve[curves++] = band_of(page, &f[order[k]], slip_solver_colour(order[k]));
    for (int k = 0; k < d->solvers; k++) {
        int s = order[k];
        if (!f[s].uncounted)
            curve[curves++] = (slip_curve){ .count = f[s].points, .x = f[s].x, .y = f[s].y, .lines = true, .colour = slip_solver_colour(s),
                                        .title = slip_arena_printf(&page->arena, "%s %d/%d", d->solver[s], f[s].solved, f[s].of) };
    }
    char name[64], title[96], to[32] = "";
    const char *kind = performance ? "performance" : "data", *unit = cost == SLIP_COST_CPU ? "cpu" : "counted";
    if (eps > 0)
        snprintf(to, sizeof to, " to %g", eps);
    if (eps > 0)
        snprintf(name, sizeof name, "%s-%s-%g", kind, unit, eps);
    else
        snprintf(name, sizeof name, "%s-%s", kind, unit);
    snprintf(title, sizeof title, "%s profile%s, %s", performance ? "Performance" : "Data", to, cost == SLIP_COST_CPU ? "CPU time" : "counted work");
    slip_figure figure = { .title = title, .ylabel = "fraction of problems", .logx = true, .curves = curves, .curve = curve, .width = 640, .height = 400, .no_key = true, .unit = true,
                           .xlabel = performance ? cost == SLIP_COST_CPU ? "time / fastest solver of the problem" : "cost / cheapest solver of the problem"
                                                 : cost == SLIP_COST_CPU ? "budget: CPU seconds" : "budget: products with W" };
    slip_page_figure(page, name, &figure, "");
}

static void four_profiles(const slip_digest *d, slip_page *page, double eps)
{
    slip_text_add(&page->out, "<div class=pair>\n");
    for (int performance = 1; performance >= 0; performance--)
        for (int cost = SLIP_COST_COUNTED; cost <= SLIP_COST_CPU; cost++)
            one_profile(d, page, (slip_cost)cost, eps, performance);
    slip_text_add(&page->out, "</div>\n");
}

static void ladder(const slip_digest *d, slip_page *page)
{
    slip_text *out = &page->out;
    slip_text_add(out, "<h3>How many reach which accuracy</h3>\n<p>The right edges of the profiles, with the exact 95 %% interval of the fraction verified, and the median counted work of those that got there.</p>\n"
                       "<div class=scroll><table class=sortable><thead><tr><th scope=col>solver</th><th scope=col>of</th><th scope=col>verified</th><th scope=col>95 %% interval</th><th scope=col>median cost</th>");
    for (int k = 1; k < ACCURACIES; k++)
        slip_text_add(out, "<th scope=col>%g</th><th scope=col>median cost</th>", accuracy[k]);
    slip_text_add(out, "</tr></thead><tbody>\n");
    for (int s = 0; s < d->solvers; s++) {
        slip_profile f = { 0 };
        slip_error ignored;
        slip_text_add(out, "<tr><th scope=row class=s%d><i class=dot></i>", s);
        slip_html_text(out, d->solver[s]);
        slip_text_add(out, "</th>");
        for (int k = 0; k < ACCURACIES; k++) {
            if (slip_profile_get(d, s, SLIP_COST_COUNTED, accuracy[k], false, &f, &page->arena, &ignored) != SLIP_OK)
                return;
            if (!k)
                slip_text_add(out, "<td>%d</td>", f.of);
            slip_text_add(out, "<td>%d</td>", f.solved);
            if (!k) {
                double low, high;
                slip_interval_get(f.solved, f.of, &low, &high);
                slip_text_add(out, f.of ? "<td>%.0f&ndash;%.0f %%</td>" : "<td>&ndash;</td>", 100 * low, 100 * high);
            }
            slip_text_add(out, "<td>");
            slip_html_number(out, f.points ? f.x[f.points / 2] : NAN);
            slip_text_add(out, "</td>");
        }
        slip_text_add(out, "</tr>\n");
    }
    slip_text_add(out, "</tbody></table></div>\n");
}

void slip_page_profiles(const slip_digest *d, slip_page *page)
{
    slip_text *out = &page->out;
    slip_text_add(out, "<section id=profiles><h2>Profiles</h2>\n<p>The fraction of the problems a solver is for that it brings to a verified answer (or a right one it does not claim) within a factor of the best solver "
                       "of each problem (performance profiles), or within a budget (data profiles). Failures are never reached; a problem a solver is not for is not counted against it. "
                       "The numbers are those of the right edge: solved / of. The three that solve the most have their 95 %% bootstrap band over the problems. "
                       "Costs are products with W, which nobody counts in another program: it is in the profiles by time only, with the time to start it and to read the problem. "
                       "Times are CPU seconds in the method, of grade %c.</p>\n", d->grade);
    slip_text_add(out, "<div class=js id=live><p>Hide solvers, and the profile is computed again from the rows; with four or fewer, each has its band:</p><div id=toggles></div>"
                       "<label>cost <select id=unit><option value=cost>counted work</option><option value=cpu>CPU time</option></select></label><div id=drawing class=paper></div></div>\n");
    four_profiles(d, page, accuracy[0]);
    for (int k = 1; k < ACCURACIES; k++) {
        slip_text_add(out, "<details class=case><summary>The same to an accuracy of %g, read from the histories, so that no stopping rule decides</summary>\n", accuracy[k]);
        four_profiles(d, page, accuracy[k]);
        slip_text_add(out, "</details>\n");
    }
    ladder(d, page);
    slip_text_add(out, "</section>\n");
}

/* ---- scaling ------------------------------------------------------------------------------------------------------ */

static size_t family_length(const char *name) { return strcspn(name, ":"); }

static bool same_family(const char *a, const char *b)
{
    size_t n = family_length(a);
    return n == family_length(b) && !strncmp(a, b, n);
}

/* Sizes and costs of what solver s solves of the family of problem p; how many. */
static int sizes_of(const slip_digest *d, int p, int s, double *x, double *y)
{
    int n = 0;
    for (int q = 0; q < d->problems; q++)
        if (same_family(d->problem[q], d->problem[p]) && slip_cell_good(slip_cell_at(d, q, s)) && slip_cell_at(d, q, s)->cost > 0 && d->contacts[q] > 0) {
            x[n] = d->contacts[q];
            y[n++] = slip_cell_at(d, q, s)->cost;
        }
    return n;
}

/* Points and fitted line of each solver with an exponent; true when there is one. */
static bool scale_family(const slip_digest *d, slip_page *page, int p)
{
    slip_curve *curve = SLIP_NEW(&page->arena, slip_curve, 2 * d->solvers);
    int curves = 0;
    for (int s = 0; curve && s < d->solvers; s++) {
        double *x = SLIP_NEW(&page->arena, double, d->problems), *y = SLIP_NEW(&page->arena, double, d->problems), *line = SLIP_NEW(&page->arena, double, 4), b, half;
        int n = x && y && line ? sizes_of(d, p, s, x, y) : 0;
        if (!n || !slip_fit_power(n, x, y, &b, &half))
            continue;
        double mean_x = 0, mean_y = 0;
        line[0] = line[1] = x[0];
        for (int k = 0; k < n; k++) {
            mean_x += log(x[k]) / n;
            mean_y += log(y[k]) / n;
            line[0] = fmin(line[0], x[k]);
            line[1] = fmax(line[1], x[k]);
        }
        for (int k = 0; k < 2; k++)
            line[2 + k] = exp(mean_y + b * (log(line[k]) - mean_x));
        curve[curves++] = (slip_curve){ .count = n, .x = x, .y = y, .points = true, .colour = slip_solver_colour(s) };
        curve[curves++] = (slip_curve){ .count = 2, .x = line, .y = line + 2, .lines = true, .colour = slip_solver_colour(s),
                                        .title = slip_arena_printf(&page->arena, "%s: b = %.2f \302\261 %.2f (%d runs)", d->solver[s], b, half, n) };
    }
    if (!curves)
        return false;
    char *family = slip_arena_printf(&page->arena, "%.*s", (int)family_length(d->problem[p]), d->problem[p]);
    slip_figure figure = { .title = family, .xlabel = "contacts", .ylabel = "counted work", .logx = true, .logy = true, .curves = curves, .curve = curve, .width = 640, .height = 400, .no_key = true };
    slip_page_figure(page, slip_arena_printf(&page->arena, "scaling-%s", family), &figure, "");
    return true;
}

void slip_page_scaling(const slip_digest *d, slip_page *page)
{
    slip_text *out = &page->out;
    slip_text refused = { 0 };
    int shown = 0;
    slip_text_add(out, "<section id=scaling><h2>Scaling</h2>\n<p>Counted work grows like contacts<sup>b</sup>: least squares of the logarithms over what is solved, with the 95 %% interval of b. "
                       "Problems of a family may differ in more than their size; the interval shows it.</p>\n<div class=pair>\n");
    for (int p = 0; p < d->problems; p++) {
        int sizes = 0;
        bool first = true;
        for (int q = 0; q < p; q++)
            first = first && !same_family(d->problem[q], d->problem[p]);
        if (!first)
            continue;
        if (scale_family(d, page, p)) {
            shown++;
            continue;
        }
        for (int q = p; q < d->problems; q++) {
            bool fresh = same_family(d->problem[q], d->problem[p]);
            for (int k = p; k < q; k++)
                fresh = fresh && !(same_family(d->problem[k], d->problem[p]) && d->contacts[k] == d->contacts[q]);
            sizes += fresh;
        }
        slip_text_add(&refused, "%s%.*s (%d)", refused.length ? ", " : "", (int)family_length(d->problem[p]), d->problem[p], sizes);
    }
    slip_text_add(out, "</div>\n");
    if (!shown)
        slip_text_add(out, "<p>No exponent is given. More sizes: <code>slipstick bench STUDY -p 'cannonball:n=4 cannonball:n=8 cannonball:n=16' -s SOLVER</code>.</p>\n");
    if (refused.length) {
        slip_text_add(out, "<p class=faint>Not enough sizes for an exponent, three solved ones are needed: ");
        slip_html_text(out, refused.s);
        slip_text_add(out, ".</p>\n");
    }
    page->out.failed |= refused.failed;
    slip_text_free(&refused);
    slip_text_add(out, "</section>\n");
}
