/* nsgs.c: Gauss-Seidel over contacts, each solved exactly (nonsmooth Gauss-Seidel).
   SPDX-License-Identifier: GPL-3.0-or-later

       r_i <- the solution of  u_i = W_ii r_i + b_i,  law(u_i, r_i, mu_i),   b_i = (W r + V l + q)_i - W_ii r_i

   omega relaxes: r_i <- r_i + omega (solution - r_i), then back into K. */

#include "solvers/onecontact.h"

enum { LAW, OMEGA, ORDER, SHUFFLE, MEMORY, THREADS };

static const slip_param params[] = {
    { .name = "law",   .def = 0, .min = 0, .max = 1, .words = slip_relax_words, .about = "the law posed, or its convex relaxation" },
    { .name = "omega", .def = 1, .min = 1e-6, .max = 2, .about = "relaxation of each contact's step" },
    { .name = "order", .def = SLIP_ORDER_GIVEN, .min = 0, .max = 2, .words = slip_order_words, .about = "order of the contacts" },
    { .name = "shuffle", .def = 0, .min = 0, .max = 1e9, .about = "seed of the random order", .flags = SLIP_WHOLE },
    { .name = "memory", .def = 0, .min = 0, .max = SLIP_ANDERSON_MOST, .about = "sweeps mixed by Anderson's acceleration; 0: none", .flags = SLIP_WHOLE },
    SLIP_THREADS_PARAM,
    { .name = NULL }
};

static void solve(const slip_sweep *x, const slip_contact *c, int i, const double *W, const double u[], double r[])
{
    (void)i;
    int d = c->d;
    double b[3] = { 0 }, old[3];
    for (int a = 0; a < d; a++) {
        old[a] = r[a];
        b[a] = u[a];
        for (int e = 0; e < d; e++) b[a] -= W[a * d + e] * r[e];
    }
    slip_onecontact(c, W, b, r);
    if (x->omega == 1) return;
    double y[3];
    for (int a = 0; a < d; a++) y[a] = old[a] + x->omega * (r[a] - old[a]);
    if (c->bilateral) for (int a = 0; a < d; a++) r[a] = y[a];
    else slip_cone_project(c, y, r);
}

static slip_status init(void *state, const slip_problem *p, const double par[], slip_iterate *it, slip_arena *arena, slip_error *error)
{
    slip_sweep *x = state;
    slip_status status = slip_sweep_new(x, p, slip_law_chosen(p, (int)par[LAW]), SLIP_FORM_AUTO, (int)par[ORDER], (unsigned long)par[SHUFFLE], arena, error);
    x->local = solve;
    x->omega = par[OMEGA];
    it->have_l = true;
    if (!status) status = slip_sweep_threads(x, p, (int)par[THREADS], it, arena, error);
    return status ? status : slip_sweep_accelerate(x, p, (int)par[MEMORY], arena, error);
}

static slip_step step(void *state, const slip_problem *p, slip_iterate *it)
{
    slip_sweep_once(state, p, it);
    return SLIP_STEP_OK;
}

static void close(void *state) { slip_sweep_close(state); }

const slip_solver slip_solver_nsgs = {
    .name = "nsgs", .about = "Gauss-Seidel with an exact solver of one contact", .cite = "NegrutEtAl2017",
    .laws = SLIP_LAW_BIT(SLIP_LAW_COULOMB) | SLIP_LAW_BIT(SLIP_LAW_FACETS) | SLIP_LAW_BIT(SLIP_LAW_BOX) | SLIP_LAW_BIT(SLIP_LAW_CONE)
          | SLIP_LAW_BIT(SLIP_LAW_CONE_FACETS),
    .params = params, .size = sizeof(slip_sweep), .claims = slip_relax_claims, .init = init, .step = step, .close = close
};
