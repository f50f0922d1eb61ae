/* pj.c: projected Jacobi on cones.
   SPDX-License-Identifier: GPL-3.0-or-later

       r_i <- P_K(r_i - omega eta_i u~_i),   eta_i = d / tr W_ii,   all from one u = W r + V l + q      [NegrutEtAl2017, 4]
       l_j <- l_j - omega e_j / R_jj

   omega < 2/lambda_max(eta W) suffices for the law cone; the default serves where a body has few contacts. */

#include "solvers/sweep.h"

enum { LAW, OMEGA, THREADS };

static const slip_param params[] = {
    { .name = "law",   .def = 0, .min = 0, .max = 1, .words = slip_relax_words, .about = "the law posed, or its convex relaxation" },
    { .name = "omega", .def = 0.3, .min = 1e-6, .max = 10, .about = "relaxation" },
    SLIP_THREADS_PARAM,
    { .name = NULL }
};

typedef struct { slip_sweep sweep; double *u, *e, *r; const slip_problem *p; } pj;     /* u: m, e: p; r, p: of the step, for the crew */

static slip_status init(void *state, const slip_problem *p, const double par[], slip_iterate *it, slip_arena *arena, slip_error *error)
{
    pj *x = state;
    slip_status status = slip_sweep_new(&x->sweep, p, slip_law_chosen(p, (int)par[LAW]), SLIP_FORM_AUTO, SLIP_ORDER_GIVEN, 0, arena, error);
    if (status) return status;
    x->sweep.omega = par[OMEGA];
    x->u = SLIP_NEW(arena, double, slip_problem_m(p));
    x->e = SLIP_NEW(arena, double, p->p);
    it->have_l = true;
    if ((status = slip_sweep_threads(&x->sweep, p, (int)par[THREADS], it, arena, error))) return status;
    return arena->failed ? slip_fail(error, SLIP_MEMORY, "out of memory for pj") : SLIP_OK;
}

static void part(void *ctx, int member, int members)
{
    pj *x = ctx;
    const slip_problem *p = x->p;
    const slip_sweep *s = &x->sweep;
    int d = p->d;
    for (int i = (int)((long long)p->nc * member / members); i < (int)((long long)p->nc * (member + 1) / members); i++) {
        slip_contact c = slip_problem_contact(p, s->law, s->dirs, i);
        double *r = x->r + d * i, out[3];
        slip_contact_prox(&c, s->omega * s->eta[i], r, x->u + d * i, out);
        if (s->eta[i] > 0) for (int k = 0; k < d; k++) r[k] = out[k];
    }
}

static slip_step step(void *state, const slip_problem *p, slip_iterate *it)
{
    pj *x = state;
    const slip_sweep *s = &x->sweep;
    x->p = p;
    x->r = it->r;
    slip_delassus_apply(&s->op, it->r, it->l, x->u);
    slip_delassus_joint(&s->op, it->r, it->l, x->e);
    if (s->crew) slip_crew_run(s->crew, part, x);
    else part(x, 0, 1);
    for (int j = 0; j < s->op.p; j++) it->l[j] -= s->omega * s->eta_joint[j] * x->e[j];
    it->work[SLIP_WORK_PRODUCTS]++;
    return SLIP_STEP_OK;
}

static void close(void *state)
{
    pj *x = state;
    slip_sweep_close(&x->sweep);
}

const slip_solver slip_solver_pj = {
    .name = "pj", .about = "projected Jacobi on cones", .cite = "NegrutEtAl2017",
    .laws = SLIP_LAW_BIT(SLIP_LAW_COULOMB) | SLIP_LAW_BIT(SLIP_LAW_FACETS) | SLIP_LAW_BIT(SLIP_LAW_BOX) | SLIP_LAW_BIT(SLIP_LAW_CONE)
          | SLIP_LAW_BIT(SLIP_LAW_CONE_FACETS),
    .flags = SLIP_MEMORYLESS, .params = params, .size = sizeof(pj), .claims = slip_relax_claims, .init = init, .step = step, .close = close
};
