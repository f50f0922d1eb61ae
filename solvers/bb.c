/* bb.c: spectral projected gradient with the steps of Barzilai and Borwein.
   SPDX-License-Identifier: GPL-3.0-or-later

       d = P(z - t (N z + p)) - z,   z+ = z + a d,   t+ = d'd / d'N d  and  d'N d / |N d|^2  by turns       [NegrutEtAl2017, 4]
       a = 1 unless f would exceed the largest of the last values of f; then the minimiser of f along d, exact for a quadratic

   One product a step, N d.  The shift of laws with friction follows the iterate, as in apgd. */

#include "solvers/convex.h"

#include <math.h>
#include <string.h>

enum { LAW, MEMORY, THREADS };
enum { MOST = 64 };

static const slip_param params[] = {
    { .name = "law",    .def = 0, .min = 0, .max = 1, .words = slip_relax_words, .about = "the law posed, or its convex relaxation" },
    { .name = "memory", .def = 10, .min = 1, .max = MOST, .about = "values of f a step is compared with", .flags = SLIP_WHOLE },
    SLIP_THREADS_PARAM,
    { .name = NULL }
};

typedef struct {
    slip_convex c;
    double *z, *g, *d, *zn, *gn;    /* n each: iterate, gradient without shift, direction; z + d and its gradient */
    double t, f, past[MOST];
    int memory;
    long count;
} bb;

static slip_status init(void *state, const slip_problem *p, const double par[], slip_iterate *it, slip_arena *arena, slip_error *error)
{
    bb *x = state;
    slip_status status = slip_convex_new(&x->c, p, slip_law_chosen(p, (int)par[LAW]), (int)par[THREADS], it, arena, error);
    if (status) return status;
    double **all[] = { &x->z, &x->g, &x->d, &x->zn, &x->gn };
    for (int k = 0; k < 5; k++) *all[k] = SLIP_NEW(arena, double, x->c.n);
    if (arena->failed) return slip_fail(error, SLIP_MEMORY, "out of memory for bb");
    x->memory = (int)par[MEMORY];
    for (int k = 0; k < MOST; k++) x->past[k] = -INFINITY;
    x->t = 1; x->f = x->past[0] = 0;                    /* f counts from the start */
    slip_convex_in(&x->c, it, x->zn);
    slip_convex_project(&x->c, p, x->zn, x->z);
    slip_convex_gradient(&x->c, x->z, x->g, it);
    it->have_l = true;
    return SLIP_OK;
}

static slip_step step(void *state, const slip_problem *p, slip_iterate *it)
{
    bb *x = state;
    int n = x->c.n;
    double slope = 0, curve = 0, dd = 0, NdNd = 0, most = -INFINITY, a = 1;
    slip_convex_shift(&x->c, p, x->g, 1);
    slip_convex_step(&x->c, p, x->z, x->t, x->g, x->zn);
    slip_convex_gradient(&x->c, x->zn, x->gn, it);
    for (int k = 0; k < n; k++) {
        double d = x->zn[k] - x->z[k], Nd = x->gn[k] - x->g[k];
        x->d[k] = d;
        slope += x->g[k] * d; curve += d * Nd; dd += d * d; NdNd += Nd * Nd;
    }
    for (int i = 0; i < p->nc; i++) slope += x->c.S[p->d * i] * x->c.shift[i] * x->d[p->d * i];
    if (!isfinite(curve)) return SLIP_STEP_NUMERIC;
    for (int k = 0; k < x->memory; k++) most = fmax(most, x->past[k]);
    if (!(x->f + slope + curve / 2 <= most + 1e-4 * slope) && curve > 0) a = fmin(1, fmax(0, -slope / curve));
    for (int k = 0; k < n; k++) {
        x->z[k] += a * x->d[k];
        x->g[k] += a * (x->gn[k] - x->g[k]);
    }
    x->f += a * slope + a * a * curve / 2;
    x->past[++x->count % x->memory] = x->f;
    double next = x->count % 2 ? dd / curve : curve / NdNd;
    x->t = curve > 0 && next > 0 && isfinite(next) ? fmin(fmax(next, 1e-8), 1e8) : 1;
    if (x->count % 64 == 0) slip_convex_gradient(&x->c, x->z, x->g, it);    /* increments have gathered rounding */
    slip_convex_out(&x->c, x->z, it);
    return SLIP_STEP_OK;
}

static void close(void *state)
{
    bb *x = state;
    slip_convex_close(&x->c);
}

const slip_solver slip_solver_bb = {
    .name = "bb", .about = "spectral projected gradient, steps of Barzilai and Borwein", .cite = "NegrutEtAl2017",
    .laws = SLIP_LAW_BIT(SLIP_LAW_COULOMB) | SLIP_LAW_BIT(SLIP_LAW_FACETS) | SLIP_LAW_BIT(SLIP_LAW_BOX) | SLIP_LAW_BIT(SLIP_LAW_CONE)
          | SLIP_LAW_BIT(SLIP_LAW_CONE_FACETS),
    .flags = SLIP_NO_BILATERAL | SLIP_NEEDS_SYMMETRIC | SLIP_NO_GIVEN_SLIP,
    .params = params, .size = sizeof(bb), .claims = slip_relax_claims, .init = init, .step = step, .close = close
};
