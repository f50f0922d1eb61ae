/* profile.c: performance and data profiles [DolanMore2002], and power laws.
   SPDX-License-Identifier: GPL-3.0-or-later

       rho_s(t) = |{ p : cost_ps <= t min_s' cost_ps' }| / |{ p : s is for p }|

   A problem that a solver is not for is not counted against it; one that it fails is never reached.  The cost to an accuracy is taken
   from the history of the run, so that no solver's own stopping rule decides. */

#include "reports/digest.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdlib.h>

double slip_cell_reach(const slip_cell *c, slip_cost which, double eps)
{
    double total = which == SLIP_COST_CPU ? c->cpu : c->cost;
    if (!slip_cell_counts(c))
        return INFINITY;
    if (slip_cell_good(c) && !(eps > 0 && c->moments > 1 && c->steps > 0))
        return total;
    if (!(eps > 0))
        return INFINITY;
    for (int k = 0; k < c->moments; k++)
        if (c->residual[k] <= eps)
            return c->steps > 0 && !isnan(total) ? fmax(which == SLIP_COST_COUNTED ? fmin(1, total) : 0, total * c->step[k] / c->steps) : total;
    return c->error <= eps ? total : INFINITY;
}

static int ascending(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

slip_status slip_profile_get(const slip_digest *d, int solver, slip_cost which, double eps, bool performance, slip_profile *out, slip_arena *arena, slip_error *error)
{
    *out = (slip_profile){ 0 };
    double *ratio = SLIP_NEW(arena, double, d->problems);
    out->x = SLIP_NEW(arena, double, 2 * d->problems + 2);
    out->y = SLIP_NEW(arena, double, 2 * d->problems + 2);
    if (!ratio || !out->x || !out->y)
        return slip_fail(error, SLIP_MEMORY, "out of memory for a profile");
    int steps = 0;
    for (int p = 0; p < d->problems; p++) {
        double mine = slip_cell_reach(slip_cell_at(d, p, solver), which, eps), best = INFINITY;
        for (int s = 0; s < d->solvers; s++)
            best = fmin(best, slip_cell_reach(slip_cell_at(d, p, s), which, eps));
        if (!slip_cell_counts(slip_cell_at(d, p, solver)))
            continue;
        out->of++;
        out->solved += !isinf(mine);
        out->uncounted += isnan(mine);
        if (!isfinite(mine))
            continue;
        out->best += mine <= best;
        ratio[steps++] = performance ? (best > 0 ? mine / best : 1) : mine;
    }
    if (steps)
        qsort(ratio, (size_t)steps, sizeof *ratio, ascending);
    double level = 0;
    for (int k = 0; k < steps; k++) {
        out->x[out->points] = ratio[k];
        out->y[out->points++] = level;
        level = (double)(k + 1) / out->of;
        out->x[out->points] = ratio[k];
        out->y[out->points++] = level;
    }
    return SLIP_OK;
}

/* Problems drawn again with replacement: how many of n are solved is binomial, so the quantiles of the bootstrap are known without drawing. */
void slip_band_get(int solved, int of, double *low, double *high)
{
    double p = of > 0 ? (double)solved / of : 0;
    int k = 0;
    *low = *high = p;
    if (!(p > 0 && p < 1))
        return;
    while (k < of && gsl_cdf_binomial_P((unsigned)k, p, (unsigned)of) < 0.025)
        k++;
    *low = (double)k / of;
    while (k < of && gsl_cdf_binomial_P((unsigned)k, p, (unsigned)of) < 0.975)
        k++;
    *high = (double)k / of;
}

void slip_interval_get(int solved, int of, double *low, double *high)
{
    *low = solved > 0 ? gsl_cdf_beta_Pinv(0.025, solved, of - solved + 1) : 0;
    *high = solved < of ? gsl_cdf_beta_Pinv(0.975, solved + 1, of - solved) : 1;
}

bool slip_fit_power(int n, const double *x, const double *y, double *b, double *half)
{
    double sx = 0, sy = 0, sxx = 0, sxy = 0, syy = 0;
    int different = 0;
    for (int i = 0; i < n; i++) {
        double u = log(x[i]), v = log(y[i]);
        bool fresh = true;
        for (int j = 0; j < i; j++)
            fresh = fresh && x[j] != x[i];
        different += fresh;
        sx += u; sy += v; sxx += u * u; sxy += u * v; syy += v * v;
    }
    if (different < 3)
        return false;
    double vx = sxx - sx * sx / n, vy = syy - sy * sy / n, cxy = sxy - sx * sy / n;
    *b = cxy / vx;
    double rest = fmax(0, vy - *b * cxy);
    *half = gsl_cdf_tdist_Pinv(0.975, n - 2) * sqrt(rest / (n - 2) / vx);
    return true;
}
