/* desaxce.c: Coulomb's law as the fixed point of a convex program.
   SPDX-License-Identifier: GPL-3.0-or-later

       r <- argmin over K of 1/2 r'W r + (q + shift n)'r,     shift_i <- mu_i s(u_T,i)

   For a contact by itself, W_ii = diag(1, k, k)/m, the map shift -> mu |u_T| contracts by k mu^2/(1 + k mu^2) while it slips.
   The inner program is solved by accel.c until its gradient mapping is `accuracy` times the change of the shift, from where the last
   one ended.  damping < 1 moves the shift only that far: coupled contacts overshoot, and whole steps then cycle. */

#include "solvers/accel.h"

#include <math.h>

enum { ACCURACY, DAMPING, INNER, THREADS };

static const slip_param params[] = {
    { .name = "accuracy", .def = 0.3, .min = 1e-12, .max = 10, .about = "of each inner solution, relative to the last change of the shift" },
    { .name = "damping",  .def = 0.5, .min = 0.01, .max = 1, .about = "how far the shift moves" },
    { .name = "inner",    .def = 2000, .min = 1, .max = 1e8, .about = "most inner steps for one outer step", .flags = SLIP_WHOLE },
    SLIP_THREADS_PARAM,
    { .name = NULL }
};

typedef struct {
    slip_accel a;
    double *old;            /* nc: the shift before */
    double accuracy, damping, change, floor;
    int most;
} desaxce;

static slip_status init(void *state, const slip_problem *p, const double par[], slip_iterate *it, slip_arena *arena, slip_error *error)
{
    desaxce *x = state;
    slip_status status = slip_accel_new(&x->a, p, p->law, (int)par[THREADS], it, arena, error);
    if (status) return status;
    if (!(x->old = SLIP_NEW(arena, double, p->nc))) return slip_fail(error, SLIP_MEMORY, "out of memory for desaxce");
    x->accuracy = par[ACCURACY];
    x->damping = par[DAMPING];
    x->most = (int)par[INNER];
    double size = 0;
    for (int i = 0; i < p->nc; i++) size = fmax(size, x->a.c.S[p->d * i] * fabs(x->a.c.op.q[p->d * i]));
    x->floor = 0.2 * it->tol * size;            /* below what the loop will ask for */
    x->change = INFINITY;
    it->have_l = true;
    return SLIP_OK;
}

static slip_step step(void *state, const slip_problem *p, slip_iterate *it)
{
    desaxce *x = state;
    slip_convex *c = &x->a.c;
    double change = 0;
    for (int i = 0; i < p->nc; i++) x->old[i] = c->shift[i];
    slip_convex_shift(c, p, x->a.gz, 1);
    for (int i = 0; i < p->nc; i++) {
        c->shift[i] = x->old[i] + x->damping * (c->shift[i] - x->old[i]);
        change = hypot(change, c->S[p->d * i] * (c->shift[i] - x->old[i]));
    }
    slip_accel_forget(&x->a);
    for (int k = 0; k < x->most; k++) {
        slip_step end = slip_accel_step(&x->a, p, it);
        it->work[SLIP_WORK_INNER]++;
        if (end != SLIP_STEP_OK) return end;
        if (x->a.mapping <= fmax(x->accuracy * change, x->floor)) break;
    }
    slip_convex_out(c, x->a.z, it);
    return SLIP_STEP_OK;
}

static void close(void *state)
{
    desaxce *x = state;
    slip_convex_close(&x->a.c);
}

const slip_solver slip_solver_desaxce = {
    .name = "desaxce", .about = "Coulomb's law as a fixed point over the convex law", .cite = "NegrutEtAl2017",
    .laws = SLIP_LAW_BIT(SLIP_LAW_COULOMB) | SLIP_LAW_BIT(SLIP_LAW_FACETS) | SLIP_LAW_BIT(SLIP_LAW_BOX),
    .flags = SLIP_NO_BILATERAL | SLIP_NEEDS_SYMMETRIC | SLIP_NO_GIVEN_SLIP,
    .params = params, .size = sizeof(desaxce), .init = init, .step = step, .close = close
};
