/* lcp3.c: one convex program: Anitescu and Hart's P1 at Gamma = 0.
   SPDX-License-Identifier: GPL-3.0-or-later

       min v'Mv/2 - f'v   s.t.   u_N + mu d_k' u_T >= 0 for every direction d_k        [AnitescuHart2004, (4.21)]

   The multipliers are impulses on the edges of the friction cone.  Sliding contacts lift off with u_N = mu |u_T|: the answer
   satisfies cone-facets, not facets.  Where the program is infeasible cone-facets has no solution: claimed with multipliers that prove it, if they do. */

#include "solvers/fixed_point.h"

static const slip_param params[] = { SLIP_QP_PARAM, { .name = NULL } };

typedef struct { slip_p1 p1; bool done; } state;

static slip_law claims(const slip_problem *p, const double par[], slip_dirs *dirs)
{
    (void)par;
    *dirs = p->dirs;
    return SLIP_LAW_CONE_FACETS;
}

static slip_status init(void *own, const slip_problem *p, const double par[], slip_iterate *it, slip_arena *arena, slip_error *error)
{
    slip_status status = slip_p1_new(&((state *)own)->p1, p, (slip_qp_road)par[0], arena, error);
    if (!status) slip_p1_warm(&((state *)own)->p1, p, it);
    return status;
}

static slip_step step(void *own, const slip_problem *p, slip_iterate *it)
{
    state *x = own;
    if (x->done) return SLIP_STEP_STALLED;
    x->done = true;
    if (slip_p1_solve(&x->p1, p, NULL, it)) return SLIP_STEP_DONE;
    if (!slip_qp_farkas(x->p1.qp, x->p1.z)) return SLIP_STEP_STALLED;
    slip_qp_impulses(x->p1.qp, x->p1.z, it->farkas);    /* no velocity lies in every dual cone: cone-facets has no solution */
    it->have_farkas = true;
    return SLIP_STEP_NONE;
}

static void close(void *own) { slip_p1_close(&((state *)own)->p1); }

const slip_solver slip_solver_lcp3 = {
    .name = "lcp3", .about = "one convex program, the relaxation of facets", .cite = "AnitescuHart2004",
    .laws = SLIP_LAW_BIT(SLIP_LAW_FACETS) | SLIP_LAW_BIT(SLIP_LAW_CONE_FACETS),
    .flags = SLIP_FINITE | SLIP_NEEDS_GLOBAL | SLIP_NO_BILATERAL | SLIP_NO_GIVEN_SLIP, .params = params, .size = sizeof(state),
    .claims = claims, .init = init, .step = step, .close = close
};
