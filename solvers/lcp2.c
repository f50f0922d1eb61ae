/* lcp2.c: Anitescu and Hart's second fixed point, through both convex programs.
   SPDX-License-Identifier: GPL-3.0-or-later

       v^ = P1(mu Lambda(v)),   v <- P2(Lambda(v^))              [AnitescuHart2004, (4.35), 5.2]

   P2 forbids penetration in every iterate but drops the friction cone: its multipliers are not impulses of the law, whatever
   section 5.2 says of them.  The answer is therefore the pair (v^, r) of the last P1, which is one motion with its impulses. */

#include "solvers/lcp2.h"

#include <math.h>
#include <string.h>

enum { DAMPING, STEP, QP };

static const slip_param params[] = {
    { .name = "damping", .def = 1, .min = 1e-3, .max = 1, .about = "share of the new sliding speed taken over in each step" },
    { .name = "step",    .def = 0, .min = 0,    .max = 1, .about = "end when no velocity changes by more, m/s; 0: only by the residual" },
    SLIP_QP_PARAM,
    { .name = NULL }
};

slip_status slip_lcp2_new(slip_lcp2 *x, const slip_problem *p, slip_qp_road road, const slip_iterate *it, slip_arena *arena, slip_error *error)
{
    x->lambda = SLIP_NEW(arena, double, p->nc);
    x->hat = SLIP_NEW(arena, double, p->nc);
    x->next = SLIP_NEW(arena, double, p->nc);
    x->v = SLIP_NEW(arena, double, p->n);
    x->old = SLIP_NEW(arena, double, p->n);
    x->u = SLIP_NEW(arena, double, slip_problem_m(p));
    x->l = SLIP_NEW(arena, double, p->p);
    x->damping = 1;
    if (arena->failed) return slip_fail(error, SLIP_MEMORY, "out of memory for lcp2");
    slip_status status = slip_p1_new(&x->p1, p, road, arena, error);
    if (!status) status = slip_p2_new(&x->p2, p, road, arena, error);
    if (status) return status;
    if (slip_p1_warm(&x->p1, p, it)) slip_sliding_speed(p, it->v, x->u, x->lambda);
    return SLIP_OK;
}

bool slip_lcp2_map(slip_lcp2 *x, const slip_problem *p, slip_iterate *it)
{
    memcpy(x->old, x->v, sizeof(double) * (size_t)p->n);
    if (!slip_p1_solve(&x->p1, p, x->lambda, it)) return false;
    slip_sliding_speed(p, it->v, x->u, x->hat);
    memcpy(x->l, it->l, sizeof(double) * (size_t)p->p);
    bool good = slip_p2_solve(&x->p2, p, x->hat, x->v, it);
    memcpy(it->l, x->l, sizeof(double) * (size_t)p->p);          /* the joints' impulses belong to P1 */
    if (!good) return false;
    slip_sliding_speed(p, x->v, x->u, x->next);
    for (int i = 0; i < p->nc; i++) x->lambda[i] += (x->steps ? x->damping : 1) * (x->next[i] - x->lambda[i]);
    x->change = 0;
    for (int k = 0; k < p->n; k++) x->change = fmax(x->change, fabs(x->v[k] - x->old[k]));
    x->steps++;
    return true;
}

void slip_lcp2_close(slip_lcp2 *x)
{
    slip_p1_close(&x->p1);
    slip_p1_close(&x->p2);
}

static slip_status init(void *state, const slip_problem *p, const double par[], slip_iterate *it, slip_arena *arena, slip_error *error)
{
    slip_lcp2 *x = state;
    slip_status status = slip_lcp2_new(x, p, (slip_qp_road)par[QP], it, arena, error);
    x->damping = par[DAMPING];
    x->stop = par[STEP];
    slip_hide(it, x->lambda, sizeof *x->lambda * (size_t)p->nc);
    slip_hide(it, it->v, sizeof *it->v * (size_t)p->n);
    slip_hide(it, x->v, sizeof *x->v * (size_t)p->n);
    slip_p1_hide(it, &x->p1);
    slip_p1_hide(it, &x->p2);
    return status;
}

static slip_step step(void *state, const slip_problem *p, slip_iterate *it)
{
    slip_lcp2 *x = state;
    if (!slip_lcp2_map(x, p, it)) return SLIP_STEP_STALLED;
    it->claimed_error = x->change;
    return x->steps > 1 && x->stop > 0 && x->change <= x->stop ? SLIP_STEP_DONE : SLIP_STEP_OK;
}

static void close(void *state) { slip_lcp2_close(state); }

const slip_solver slip_solver_lcp2 = {
    .name = "lcp2", .about = "fixed point over two convex programs", .cite = "AnitescuHart2004",
    .laws = SLIP_LAW_BIT(SLIP_LAW_FACETS),
    .flags = SLIP_MEMORYLESS | SLIP_NEEDS_GLOBAL | SLIP_NO_BILATERAL | SLIP_NO_GIVEN_SLIP, .params = params, .size = sizeof(slip_lcp2),
    .claims = slip_claims_facets, .init = init, .step = step, .close = close
};
