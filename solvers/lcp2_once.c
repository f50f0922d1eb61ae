/* lcp2_once.c: one application of chi_2 from rest, the cheapest velocity that cannot penetrate.
   SPDX-License-Identifier: GPL-3.0-or-later

       v = P2(Lambda(P1(0)))                                     [AnitescuHart2004, 5.2]

   Not a solution in general, and it says so: the velocity is P2's, the impulses are P1's. */

#include "solvers/lcp2.h"

#include <string.h>

static const slip_param params[] = { SLIP_QP_PARAM, { .name = NULL } };

static slip_status init(void *state, const slip_problem *p, const double par[], slip_iterate *it, slip_arena *arena, slip_error *error)
{
    return slip_lcp2_new(state, p, (slip_qp_road)par[0], it, arena, error);
}

static slip_step step(void *state, const slip_problem *p, slip_iterate *it)
{
    slip_lcp2 *x = state;
    if (!slip_lcp2_map(x, p, it)) return SLIP_STEP_STALLED;
    memcpy(it->v, x->v, sizeof(double) * (size_t)p->n);
    memcpy(it->u, x->u, sizeof(double) * (size_t)slip_problem_m(p));
    return SLIP_STEP_STALLED;
}

static void close(void *state) { slip_lcp2_close(state); }

const slip_solver slip_solver_lcp2_once = {
    .name = "lcp2-once", .about = "one step of lcp2: no penetration, approximate friction", .cite = "AnitescuHart2004",
    .laws = SLIP_LAW_BIT(SLIP_LAW_FACETS),
    .flags = SLIP_FINITE | SLIP_NEEDS_GLOBAL | SLIP_NO_BILATERAL | SLIP_NO_GIVEN_SLIP, .params = params, .size = sizeof(slip_lcp2),
    .claims = slip_claims_facets, .init = init, .step = step, .close = close
};
