/* lcp1.c: Anitescu and Hart's fixed point v <- P1(mu Lambda(v)).
   SPDX-License-Identifier: GPL-3.0-or-later

       v(0) = 0,   v(k+1) = chi_1(v(k)) = P1(mu Lambda(v(k))),   Lambda_j(v) = max_k -d_k'u_T         [AnitescuHart2004, (4.34), 5.1]

   Damping omega < 1 takes Lambda <- (1 - omega) Lambda + omega Lambda(v).  Stops by the paper's rule, |v(k+1) - v(k)|_inf <= step,
   when `step` is given, or by the loop's residual.  From rest the first step is lcp3; from impulses and velocities given (the time step
   before) Lambda begins with theirs. */

#include "solvers/fixed_point.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { DAMPING, STEP, QP };

static const slip_param params[] = {
    { .name = "damping", .def = 1, .min = 1e-3, .max = 1, .about = "share of the new sliding speed taken over in each step" },
    { .name = "step",    .def = 0, .min = 0,    .max = 1, .about = "end when no velocity changes by more, m/s; 0: only by the residual" },
    SLIP_QP_PARAM,
    { .name = NULL }
};

typedef struct { slip_p1 p1; double *lambda, *next, *old; double damping, step; bool started; } state;

static slip_status init(void *own, const slip_problem *p, const double par[], slip_iterate *it, slip_arena *arena, slip_error *error)
{
    state *x = own;
    x->damping = par[DAMPING];
    x->step = par[STEP];
    x->lambda = SLIP_NEW(arena, double, p->nc);
    x->next = SLIP_NEW(arena, double, p->nc);
    x->old = SLIP_NEW(arena, double, p->n);
    if (arena->failed) return slip_fail(error, SLIP_MEMORY, "out of memory for lcp1");
    slip_status status = slip_p1_new(&x->p1, p, (slip_qp_road)par[QP], arena, error);
    if (status) return status;
    if (slip_p1_warm(&x->p1, p, it)) slip_sliding_speed(p, it->v, it->u, x->lambda);     /* of the velocity that came with the impulses */
    slip_hide(it, x->lambda, sizeof *x->lambda * (size_t)p->nc);
    slip_hide(it, it->v, sizeof *it->v * (size_t)p->n);
    slip_p1_hide(it, &x->p1);
    return SLIP_OK;
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

bool slip_lcp1_window(const slip_problem *p, double W[3], double *low, double *high)
{
    slip_arena arena = { 0 };
    slip_delassus op;
    slip_error ignored;
    bool known = p->nc == 1 && p->d == 2 && slip_delassus_new(&op, p, SLIP_FORM_DENSE, SLIP_JOINTS_ELIMINATED, &arena, &ignored) == SLIP_OK;
    *low = *high = NAN;
    W[0] = W[1] = W[2] = NAN;
    if (known) {
        double a = W[0] = op.dense[0], b = W[1] = op.dense[3], c = W[2] = op.q[1] < 0 ? -op.dense[1] : op.dense[1], root = 9 * c * c - 8 * a * b;
        if (c > 0 && root > 0) {
            *low = (3 * c - sqrt(root)) / (4 * b);
            *high = (3 * c + sqrt(root)) / (4 * b);
        }
        slip_delassus_close(&op);
    }
    slip_arena_free(&arena);
    return known;
}

static void why(const slip_problem *p, const double par[], char text[160])
{
    double W[3], low, high;
    (void)par;
    text[0] = 0;
    if (slip_lcp1_window(p, W, &low, &high) && p->mu[0] > low && p->mu[0] < high) snprintf(text, 160, "mu = %g lies between %.6f and %.6f, where the fixed point repels", p->mu[0], low, high);
}

static void close(void *own) { slip_p1_close(&((state *)own)->p1); }

const slip_solver slip_solver_lcp1 = {
    .name = "lcp1", .about = "fixed point over convex programs", .cite = "AnitescuHart2004",
    .laws = SLIP_LAW_BIT(SLIP_LAW_FACETS),
    .flags = SLIP_MEMORYLESS | SLIP_NEEDS_GLOBAL | SLIP_NO_BILATERAL | SLIP_NO_GIVEN_SLIP, .params = params, .size = sizeof(state),
    .claims = slip_claims_facets, .init = init, .step = step, .why = why, .close = close
};
