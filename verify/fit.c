/* fit.c: straight lines through histories: robust slope by GSL, its interval by a block bootstrap.
   SPDX-License-Identifier: GPL-3.0-or-later

   y = a + b x, bisquare weights (gsl_multifit_robust), ordinary least squares where the data lie so exactly on a line that the
   weights break down.  The interval: residuals of the fit are drawn again in blocks of about sqrt(n) neighbours (they are
   correlated), 199 times, 0.5 and 99.5 percent quantiles, widened to hold the slope of the first half and the
   slope to which the halves drift: a model that is only nearly a line must not look certain.  An estimate with a window, never a proof. */

#include <gsl/gsl_errno.h>
#include <gsl/gsl_fit.h>
#include <gsl/gsl_multifit.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>

#include "verify/verify.h"

enum { DRAWS = 199 };

/* Ordinary least squares; false when x does not vary. */
static bool plain(const double *x, const double *y, int n, slip_line *out)
{
    double c00, c01, c11, rss;
    if (n < 2 || x[n - 1] == x[0] || gsl_fit_linear(x, 1, y, 1, (size_t)n, &out->a, &out->b, &c00, &c01, &c11, &rss) != GSL_SUCCESS) return false;
    return isfinite(out->a) && isfinite(out->b);
}

static bool robust(const double *x, const double *y, int n, slip_line *out)
{
    if (n < 6) return false;
    gsl_matrix *X = gsl_matrix_alloc((size_t)n, 2), *cov = gsl_matrix_alloc(2, 2);
    gsl_vector *c = gsl_vector_alloc(2);
    gsl_multifit_robust_workspace *work = gsl_multifit_robust_alloc(gsl_multifit_robust_bisquare, (size_t)n, 2);
    bool good = false;
    if (X && cov && c && work) {
        double scale = fabs(x[n - 1]) > fabs(x[0]) ? fabs(x[n - 1]) : fabs(x[0]);
        gsl_vector_const_view view = gsl_vector_const_view_array(y, (size_t)n);
        for (int i = 0; i < n; i++) {
            gsl_matrix_set(X, (size_t)i, 0, 1);
            gsl_matrix_set(X, (size_t)i, 1, x[i] / scale);
        }
        int status = gsl_multifit_robust(X, &view.vector, c, cov, work);
        out->a = gsl_vector_get(c, 0);
        out->b = gsl_vector_get(c, 1) / scale;
        good = (status == GSL_SUCCESS || status == GSL_EMAXITER) && isfinite(out->a) && isfinite(out->b);
    }
    if (work) gsl_multifit_robust_free(work);
    if (c) gsl_vector_free(c);
    if (cov) gsl_matrix_free(cov);
    if (X) gsl_matrix_free(X);
    return good;
}

static double squares(const double *x, const double *y, int n, const slip_line *line)
{
    double s = 0;
    for (int i = 0; i < n; i++) {
        double e = y[i] - line->a - line->b * x[i];
        s += e * e;
    }
    return s;
}

bool slip_line_fit(const double *x, const double *y, int n, slip_line *out)
{
    slip_line first;
    *out = (slip_line){ .a = NAN, .b = NAN, .low = NAN, .high = NAN, .sigma = NAN };
    if (!plain(x, y, n, &first)) return false;
    first.sigma = sqrt(squares(x, y, n, &first) / n);
    double spread = 0;
    for (int i = 0; i < n; i++)
        spread = fmax(spread, fabs(y[i] - y[0]));
    out->a = first.a;
    out->b = first.b;
    if (first.sigma > 1e-9 * spread) {
        slip_line r = first;
        if (robust(x, y, n, &r)) { out->a = r.a; out->b = r.b; }
    }
    out->sigma = sqrt(squares(x, y, n, out) / n);
    out->low = out->high = out->b;
    return true;
}

static void widen(slip_line *line, double b)
{
    line->low = fmin(line->low, b);
    line->high = fmax(line->high, b);
}

slip_status slip_line_interval(const double *x, const double *y, int n, slip_line *line, slip_error *error)
{
    if (n < 6) {
        line->low = -INFINITY;
        line->high = INFINITY;
        return SLIP_OK;
    }
    slip_arena arena = {0};
    double *e = SLIP_NEW(&arena, double, n), *z = SLIP_NEW(&arena, double, n), *b = SLIP_NEW(&arena, double, DRAWS);
    slip_rng *rng = arena.failed ? NULL : slip_rng_new(1);
    if (!rng) {
        slip_arena_free(&arena);
        return slip_fail(error, SLIP_MEMORY, "no memory for an interval");
    }
    int block = (int)ceil(sqrt(n)), count = 0;
    for (int i = 0; i < n; i++)
        e[i] = y[i] - line->a - line->b * x[i];
    for (int draw = 0; draw < DRAWS; draw++) {
        slip_line again;
        for (int i = 0; i < n; i += block) {
            int from = slip_rng_below(rng, n - block + 1);
            for (int k = 0; k < block && i + k < n; k++)
                z[i + k] = line->a + line->b * x[i + k] + e[from + k];
        }
        if (plain(x, z, n, &again)) b[count++] = again.b;
    }
    gsl_sort(b, 1, (size_t)count);
    widen(line, gsl_stats_quantile_from_sorted_data(b, 1, (size_t)count, 0.005));
    widen(line, gsl_stats_quantile_from_sorted_data(b, 1, (size_t)count, 0.995));
    slip_line early, late;
    if (plain(x, y, n / 2, &early) && plain(x + n / 2, y + n / 2, n - n / 2, &late)) {
        widen(line, early.b);
        widen(line, late.b + (late.b - early.b));       /* where a slope that still drifts is going */
    }
    slip_rng_free(rng);
    slip_arena_free(&arena);
    return SLIP_OK;
}
