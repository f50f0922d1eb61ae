/* admm.c: alternating directions on the velocities, one sparse factorisation reused.
   SPDX-License-Identifier: GPL-3.0-or-later

       (M + beta H D H' + beta G E G') v = f + H (r + beta D (u - w)) + G (l - beta E b)
       r <- P_K(r - beta D (h + shift n)),   h = H'v + w (over-relaxed with u),   u = h + (r_new - r_old)/(beta D),   l <- l - beta E (G'v + b)

   D, E: a mass for each contact and joint, so that beta has no unit.  beta follows the balance of the primal residual |H'v + w - u| and the
   dual one |u - u_old|, and then stays, so that the factor is reused.  shift = mu s(u_T) follows the iterate; relaxed laws have none. */

#include "solvers/velocity.h"

#include <math.h>
#include <string.h>

enum { LAW, BETA, RELAX };

static const slip_param params[] = {
    { .name = "law",   .def = 0, .min = 0, .max = 1, .words = slip_relax_words, .about = "the law posed, or its convex relaxation" },
    { .name = "beta",  .def = 1, .min = 1e-8, .max = 1e8, .about = "penalty at the start" },
    { .name = "relax", .def = 1.5, .min = 0.5, .max = 1.95, .about = "over-relaxation" },
    { .name = NULL }
};

typedef struct {
    slip_velocity s;
    slip_law law;
    double beta, relax;
    double *v, *t, *D, *E, *u, *h, *e;      /* n, n, nc d d, p, m, m, p */
    double primal, dual;                    /* sums since the penalty was last looked at */
    long count, wait;
    bool factored;
} admm;

static slip_status init(void *state, const slip_problem *p, const double par[], slip_iterate *it, slip_arena *arena, slip_error *error)
{
    admm *x = state;
    slip_status status = slip_velocity_new(&x->s, p, arena, error);
    if (status) return status;
    x->law = slip_law_chosen(p, (int)par[LAW]);
    x->beta = par[BETA]; x->relax = par[RELAX];
    x->wait = 10;
    int m = x->s.m;
    x->v = SLIP_NEW(arena, double, x->s.n);
    x->t = SLIP_NEW(arena, double, x->s.n > m ? x->s.n : m);
    x->D = SLIP_NEW(arena, double, (size_t)m * (size_t)p->d);
    x->E = SLIP_NEW(arena, double, p->p);
    x->u = SLIP_NEW(arena, double, m);
    x->h = SLIP_NEW(arena, double, m);
    x->e = SLIP_NEW(arena, double, p->p);
    if (arena->failed) return slip_fail(error, SLIP_MEMORY, "out of memory for admm");
    it->have_l = true;
    return SLIP_OK;
}

static bool refactor(admm *x, const slip_problem *p, slip_iterate *it)
{
    int d = p->d;
    for (int i = 0; i < p->nc; i++)
        for (int k = 0; k < d; k++) x->D[(size_t)i * (size_t)(d * d) + (size_t)(k * d + k)] = x->beta * x->s.eta[i];
    for (int j = 0; j < p->p; j++) x->E[j] = x->beta * x->s.eta_joint[j];
    slip_velocity_assemble(&x->s, x->D, x->E);
    it->work[SLIP_WORK_FACTORISATIONS]++;
    return x->factored = slip_velocity_factor(&x->s, NULL) == SLIP_OK;
}

static void penalty(admm *x)
{
    if (++x->count < x->wait) return;
    double ratio = sqrt(x->primal / x->dual);
    x->count = 0;
    x->primal = x->dual = 0;
    if (!(ratio > 3 || ratio < 1. / 3) || !isfinite(ratio) || ratio == 0) return;
    x->beta *= fmin(fmax(ratio, 0.1), 10);
    x->wait *= 2;                                   /* ever more rarely: the method converges for a penalty that stays */
    x->factored = false;
}

static slip_step step(void *state, const slip_problem *p, slip_iterate *it)
{
    admm *x = state;
    int d = p->d, m = x->s.m;
    if (!x->factored && !refactor(x, p, it)) return SLIP_STEP_NUMERIC;
    for (int k = 0; k < m; k++) x->h[k] = it->r[k] + x->beta * x->s.eta[k / d] * (x->u[k] - x->s.w[k]);
    for (int j = 0; j < p->p; j++) x->e[j] = it->l[j] - x->E[j] * x->s.b[j];
    slip_velocity_load(&x->s, x->h, x->e, x->t);
    if (slip_velocity_solve(&x->s, x->t, x->v, NULL)) return SLIP_STEP_NUMERIC;
    slip_velocity_contacts(&x->s, x->v, x->h);
    slip_velocity_joints(&x->s, x->v, x->e);
    for (int i = 0; i < p->nc; i++) {
        slip_contact c = slip_problem_contact(p, x->law, p->dirs, i);
        double D = x->beta * x->s.eta[i], *r = it->r + d * i, *u = x->u + d * i, *h = x->h + d * i, mixed[3] = { 0 }, tilde[3], y[3], z[3];
        if (!(D > 0)) continue;
        for (int k = 0; k < d; k++) mixed[k] = x->relax * h[k] + (1 - x->relax) * u[k];
        slip_cone_u_tilde(&c, u, tilde);                        /* the shift of the last u, added to the new h */
        for (int k = 0; k < d; k++) y[k] = r[k] - D * (mixed[k] + (k == 0 ? tilde[0] - u[0] : 0));
        slip_cone_project(&c, y, z);
        for (int k = 0; k < d; k++) {
            double next = mixed[k] + (z[k] - r[k]) / D;
            x->dual += D * (next - u[k]) * (next - u[k]);
            x->primal += D * (h[k] - next) * (h[k] - next);
            u[k] = next;
            r[k] = z[k];
        }
    }
    for (int j = 0; j < p->p; j++) it->l[j] -= x->E[j] * x->e[j];
    it->work[SLIP_WORK_SOLVES]++;
    penalty(x);
    return SLIP_STEP_OK;
}

static void close(void *state)
{
    admm *x = state;
    slip_velocity_close(&x->s);
}

const slip_solver slip_solver_admm = {
    .name = "admm", .about = "alternating directions on the velocities, factor reused", .cite = "NegrutEtAl2017",
    .laws = SLIP_LAW_BIT(SLIP_LAW_COULOMB) | SLIP_LAW_BIT(SLIP_LAW_FACETS) | SLIP_LAW_BIT(SLIP_LAW_BOX) | SLIP_LAW_BIT(SLIP_LAW_CONE)
          | SLIP_LAW_BIT(SLIP_LAW_CONE_FACETS),
    .flags = SLIP_NO_BILATERAL | SLIP_NEEDS_SYMMETRIC | SLIP_NO_GIVEN_SLIP,
    .params = params, .size = sizeof(admm), .claims = slip_relax_claims, .init = init, .step = step, .close = close
};
