/* apgd.c: accelerated projected gradient descent on the cone program.
   SPDX-License-Identifier: GPL-3.0-or-later

   Nesterov's method with restarts (accel.c) [NegrutEtAl2017, 4].  On a law with friction shifts (coulomb, facets, box) the shift
   mu s(u_T) of De Saxce follows the iterate: its fixed points are solutions, but nothing guarantees that it settles; desaxce
   freezes the shift while it solves. */

#include "solvers/accel.h"

enum { LAW, SHRINK, RESTART };

static const char *const yes_no[] = { "no", "yes", NULL };

static const slip_param params[] = {
    { .name = "law",     .def = 0, .min = 0, .max = 1, .words = slip_relax_words, .about = "the law posed, or its convex relaxation" },
    { .name = "shrink",  .def = 0.95, .min = 0.1, .max = 1, .about = "factor of L after each step" },
    { .name = "restart", .def = 1, .min = 0, .max = 1, .words = yes_no, .about = "restart when a step goes uphill" },
    { .name = NULL }
};

static slip_status init(void *state, const slip_problem *p, const double par[], slip_iterate *it, slip_arena *arena, slip_error *error)
{
    slip_accel *x = state;
    slip_status status = slip_accel_new(x, p, slip_law_chosen(p, (int)par[LAW]), it, arena, error);
    x->shrink = par[SHRINK];
    x->restart = par[RESTART] != 0;
    it->have_l = true;
    return status;
}

static slip_step step(void *state, const slip_problem *p, slip_iterate *it)
{
    slip_accel *x = state;
    slip_convex_shift(&x->c, p, x->gy);
    slip_step end = slip_accel_step(x, p, it);
    slip_convex_out(&x->c, x->z, it);
    return end;
}

static void close(void *state)
{
    slip_accel *x = state;
    slip_convex_close(&x->c);
}

const slip_solver slip_solver_apgd = {
    .name = "apgd", .about = "accelerated projected gradient descent with restarts", .cite = "NegrutEtAl2017",
    .laws = SLIP_LAW_BIT(SLIP_LAW_COULOMB) | SLIP_LAW_BIT(SLIP_LAW_FACETS) | SLIP_LAW_BIT(SLIP_LAW_BOX) | SLIP_LAW_BIT(SLIP_LAW_CONE)
          | SLIP_LAW_BIT(SLIP_LAW_CONE_FACETS),
    .flags = SLIP_NO_BILATERAL | SLIP_NEEDS_SYMMETRIC | SLIP_NO_GIVEN_SLIP,
    .params = params, .size = sizeof(slip_accel), .claims = slip_relax_claims, .init = init, .step = step, .close = close
};
