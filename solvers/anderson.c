/* anderson.c: Anderson's acceleration of a fixed-point iteration x <- g(x).
   SPDX-License-Identifier: GPL-3.0-or-later

       f = g(x) - x,   minimise |f - dF c| over c,   x+ = g(x) - dG c

   dF, dG: differences of the last residuals and images.  Nonsmooth maps change their piece: where the residual
   of a mixture is larger than that of the iterate it replaced, the image kept from there is taken back and the history dropped. */

#include "solvers/anderson.h"

#include <cblas.h>
#include <math.h>
#include <string.h>

slip_status slip_anderson_new(slip_anderson *a, int n, int memory, const double *weight, slip_arena *arena, slip_error *error)
{
    *a = (slip_anderson){ .n = n, .most = memory < SLIP_ANDERSON_MOST ? memory : SLIP_ANDERSON_MOST, .weight = weight };
    a->dx = SLIP_NEW(arena, double, (size_t)n * (size_t)a->most);
    a->df = SLIP_NEW(arena, double, (size_t)n * (size_t)a->most);
    a->f = SLIP_NEW(arena, double, n);
    a->g = SLIP_NEW(arena, double, n);
    a->safe = SLIP_NEW(arena, double, n);
    return arena->failed ? slip_fail(error, SLIP_MEMORY, "out of memory for a history of iterates") : SLIP_OK;
}

void slip_anderson_reset(slip_anderson *a) { a->held = a->next = 0; a->started = a->mixed = false; }

/* Solve the small normal equations with a little of their own size added; false when that fails too. */
static bool weights(const slip_anderson *a, const double *b, double *c)
{
    int k = a->held;
    double A[SLIP_ANDERSON_MOST * SLIP_ANDERSON_MOST], trace = 0;
    for (int i = 0; i < k; i++) trace += a->gram[i * SLIP_ANDERSON_MOST + i];
    for (int i = 0; i < k; i++) {
        for (int j = 0; j < k; j++) A[i * k + j] = a->gram[i * SLIP_ANDERSON_MOST + j];
        A[i * k + i] += 1e-10 * trace;
        c[i] = b[i];
    }
    if (slip_dense_cholesky(k, A, NULL)) return false;
    slip_dense_cholesky_solve(k, 1, A, c);
    return true;
}

bool slip_anderson_mix(slip_anderson *a, const double *x, double *g)
{
    int n = a->n, k = a->next;
    double now = 0;
    if (!a->most) return false;
    double *df = a->df + (size_t)k * (size_t)n, *dx = a->dx + (size_t)k * (size_t)n;
    for (int i = 0; i < n; i++) {
        double f = (g[i] - x[i]) * (a->weight ? a->weight[i] : 1);
        now += f * f;
        df[i] = f - a->f[i];
        dx[i] = g[i] - a->g[i];
        a->f[i] = f;
        a->g[i] = g[i];
    }
    now = sqrt(now);
    if (a->mixed && !(now <= 1.2 * a->last)) {          /* the mixture was worse than what it was made from: back to that */
        memcpy(g, a->safe, sizeof *g * (size_t)n);
        slip_anderson_reset(a);
        return true;
    }
    bool grown = a->started && !(now <= 2 * a->last);
    a->last = now;
    a->mixed = false;
    if (!a->started || grown) { slip_anderson_reset(a); a->started = true; return false; }
    if (a->held < a->most) a->held++;
    a->next = (k + 1) % a->most;
    double b[SLIP_ANDERSON_MOST], c[SLIP_ANDERSON_MOST];
    for (int j = 0; j < a->held; j++) {
        a->gram[k * SLIP_ANDERSON_MOST + j] = a->gram[j * SLIP_ANDERSON_MOST + k] = cblas_ddot(n, df, 1, a->df + (size_t)j * (size_t)n, 1);
        b[j] = cblas_ddot(n, a->f, 1, a->df + (size_t)j * (size_t)n, 1);
    }
    if (!weights(a, b, c)) { slip_anderson_reset(a); return false; }
    memcpy(a->safe, g, sizeof *g * (size_t)n);
    a->mixed = true;
    for (int j = 0; j < a->held; j++) cblas_daxpy(n, -c[j], a->dx + (size_t)j * (size_t)n, 1, g, 1);
    return true;
}
