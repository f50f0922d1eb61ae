/* lcp1.c: Anitescu and Hart's fixed point v <- P1(mu Lambda(v)).
   SPDX-License-Identifier: GPL-3.0-or-later

       v(0) = 0,   v(k+1) = chi_1(v(k)) = P1(mu Lambda(v(k))),   Lambda_j(v) = max_k -d_k'u_T         [AnitescuHart2004, (4.34), 5.1]

   Damping omega < 1 takes Lambda <- (1 - omega) Lambda + omega Lambda(v).  Stops by the paper's rule, |v(k+1) - v(k)|_inf <= step,
   when `step` is given, or by the loop's residual.  The first step is lcp3. */

#include "solvers/fixed_point.h"

#include <math.h>
#include <string.h>

enum { DAMPING, STEP };

static const slip_param params[] = {
    { .name = "damping", .def = 1, .min = 1e-3, .max = 1, .about = "share of the new sliding speed taken over in each step" },
    { .name = "step",    .def = 0, .min = 0,    .max = 1, .about = "end when no velocity changes by more, m/s; 0: only by the residual" },
    { .name = NULL }
};

typedef struct { slip_p1 p1; double *lambda, *next, *old; double damping, step; bool started; } state;

static slip_status init(void *own, const slip_problem *p, const double par[], slip_iterate *it, slip_arena *arena, slip_error *error)
{
    state *x = own;
    (void)it;
    x->damping = par[DAMPING];
    x->step = par[STEP];
    x->lambda = SLIP_NEW(arena, double, p->nc);
    x->next = SLIP_NEW(arena, double, p->nc);
    x->old = SLIP_NEW(arena, double, p->n);
    if (arena->failed) return slip_fail(error, SLIP_MEMORY, "out of memory for lcp1");
    return slip_p1_new(&x->p1, p, arena, error);
}

static slip_step step(void *own, const slip_problem *p, slip_iterate *it)
{
    state *x = own;
    memcpy(x->old, it->v, sizeof(double) * (size_t)p->n);
    if (!slip_p1_solve(&x->p1, p, x->lambda, it)) return SLIP_STEP_STALLED;
    slip_sliding_speed(p, it->v, it->u, x->next);
    for (int i = 0; i < p->nc; i++) x->lambda[i] += (x->started ? x->damping : 1) * (x->next[i] - x->lambda[i]);
    double change = 0;
    for (int k = 0; k < p->n; k++) change = fmax(change, fabs(it->v[k] - x->old[k]));
    it->claimed_error = change;
    bool settled = x->started && x->step > 0 && change <= x->step;
    x->started = true;
    return settled ? SLIP_STEP_DONE : SLIP_STEP_OK;
}

static void close(void *own) { slip_p1_close(&((state *)own)->p1); }

const slip_solver slip_solver_lcp1 = {
    .name = "lcp1", .about = "fixed point over convex programs", .cite = "AnitescuHart2004",
    .laws = SLIP_LAW_BIT(SLIP_LAW_FACETS),
    .flags = SLIP_NEEDS_GLOBAL | SLIP_NO_BILATERAL | SLIP_NO_GIVEN_SLIP, .params = params, .size = sizeof(state),
    .claims = slip_claims_facets, .init = init, .step = step, .close = close
};
