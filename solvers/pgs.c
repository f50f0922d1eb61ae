/* pgs.c: projected Gauss-Seidel on cones.
   SPDX-License-Identifier: GPL-3.0-or-later

       r_i <- P_K(r_i - omega eta_i u~_i),   eta_i = d / tr W_ii,   contact after contact   [NegrutEtAl2017, 4]

   With u~ = u this is block relaxation of the convex program of the law cone, and omega < 2/lambda_max(eta W) suffices;
   with u~ of Coulomb's law it is a heuristic that usually converges where mu is moderate.  omega of about 1.9 fails often. */

#include "solvers/sweep.h"

enum { LAW, OMEGA, ORDER, SHUFFLE, MEMORY, THREADS };

static const slip_param params[] = {
    { .name = "law",   .def = 0, .min = 0, .max = 1, .words = slip_relax_words, .about = "the law posed, or its convex relaxation" },
    { .name = "omega", .def = 1, .min = 1e-6, .max = 10, .about = "relaxation of each contact's step" },
    { .name = "order", .def = SLIP_ORDER_GIVEN, .min = 0, .max = 2, .words = slip_order_words, .about = "order of the contacts" },
    { .name = "shuffle", .def = 0, .min = 0, .max = 1e9, .about = "seed of the random order", .flags = SLIP_WHOLE },
    { .name = "memory", .def = 0, .min = 0, .max = SLIP_ANDERSON_MOST, .about = "sweeps mixed by Anderson's acceleration; 0: none", .flags = SLIP_WHOLE },
    SLIP_THREADS_PARAM,
    { .name = NULL }
};

static void project(const slip_sweep *x, const slip_contact *c, int i, const double *W, const double u[], double r[])
{
    double rho = x->omega * x->eta[i], out[3];
    if (c->slip) {                      /* the impulse is the ray (1, -mu t): its own stiffness */
        double a = slip_contact_ray(c, W);
        if (!(a > 0)) return;
        rho = x->omega / a;
    }
    slip_contact_prox(c, rho, r, u, out);
    for (int k = 0; k < c->d; k++) r[k] = out[k];
}

static slip_status init(void *state, const slip_problem *p, const double par[], slip_iterate *it, slip_arena *arena, slip_error *error)
{
    slip_sweep *x = state;
    slip_status status = slip_sweep_new(x, p, slip_law_chosen(p, (int)par[LAW]), SLIP_FORM_AUTO, (int)par[ORDER], (unsigned long)par[SHUFFLE], arena, error);
    x->local = project;
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

const slip_solver slip_solver_pgs = {
    .name = "pgs", .about = "projected Gauss-Seidel on cones", .cite = "NegrutEtAl2017",
    .laws = SLIP_LAW_BIT(SLIP_LAW_COULOMB) | SLIP_LAW_BIT(SLIP_LAW_FACETS) | SLIP_LAW_BIT(SLIP_LAW_BOX) | SLIP_LAW_BIT(SLIP_LAW_CONE)
          | SLIP_LAW_BIT(SLIP_LAW_CONE_FACETS),
    .params = params, .size = sizeof(slip_sweep), .claims = slip_relax_claims, .init = init, .step = step, .close = close
};
