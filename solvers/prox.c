/* prox.c: fixed-point iteration of the proximal form of the contact laws.
   SPDX-License-Identifier: GPL-3.0-or-later

       r_N <- max(0, r_N - rho u_N)                          unilateral   [SchindlerEtAl2011, (25)]
       r_N <- r_N - rho u_N,   l <- l - rho (V'r + R l + s)  bilateral    [SchindlerEtAl2011, (9)]
       r_T <- P_{mu |r_N| C}(r_T - rho u_T)                  friction     [SchindlerEtAl2011, (26)]
       r_T <- -mu r_N t                                      given slip   [SchindlerEtAl2011, (46)]

   Jacobi: all from the old iterate, the friction bound from the old r_N.  Gauss-Seidel: contact after contact, the normal
   first, u and the bound brought up to date in between.  rho is a mass: `r`, or the inverse Delassus diagonal. */

#include "solvers/solvers.h"

#include <math.h>
#include <string.h>

enum { R, ORDER, START, START_T };
enum { GAUSS_SEIDEL, JACOBI };

static const char *const orders[] = { "gauss-seidel", "jacobi", NULL };

static const slip_param params[] = {
    { .name = "r",       .def = 0, .min = 0,     .max = 1e12, .about = "step (a mass, kg); 0: from the Delassus diagonal" },
    { .name = "order",   .def = GAUSS_SEIDEL, .min = 0, .max = 1, .words = orders, .about = "contacts one after another, or all at once" },
    { .name = "start",   .def = 0, .min = -1e12, .max = 1e12, .about = "every r_N at the start (cold runs)" },
    { .name = "start_t", .def = 0, .min = -1e12, .max = 1e12, .about = "every first tangential component at the start (cold runs)" },
    { .name = NULL }
};

typedef struct {
    slip_delassus op;
    int order;
    double *rho_n, *rho_t, *rho_j;      /* nc, nc, p */
    double *u, *e, *old;                /* m, p, m: Jacobi */
} prox;

static slip_status init(void *state, const slip_problem *p, const double par[], slip_iterate *it, slip_arena *arena, slip_error *error)
{
    prox *x = state;
    int m = slip_problem_m(p), d = p->d;
    bool cold = true;
    slip_status status = slip_delassus_new(&x->op, p, SLIP_FORM_AUTO, SLIP_JOINTS_KEPT, arena, error);
    if (status) return status;
    x->order = (int)par[ORDER];
    x->rho_n = SLIP_NEW(arena, double, p->nc);
    x->rho_t = SLIP_NEW(arena, double, p->nc);
    x->rho_j = SLIP_NEW(arena, double, p->p);
    x->u = SLIP_NEW(arena, double, m);
    x->old = SLIP_NEW(arena, double, m);
    x->e = SLIP_NEW(arena, double, p->p);
    if (arena->failed) return slip_fail(error, SLIP_MEMORY, "out of memory for prox");
    for (int i = 0; i < p->nc; i++) {
        const double *W = x->op.diag + (size_t)i * (size_t)(d * d);
        double normal = W[0], trace = 0;
        for (int k = 1; k < d; k++) trace += W[k * d + k];
        if (slip_problem_has_slip(p, i))                /* the tangential row follows the normal one: u_N = (W_NN - mu W_NT t) r_N + ... */
            for (int k = 1; k < d; k++) normal -= p->mu[i] * W[k] * p->slip[(d - 1) * i + k - 1];
        x->rho_n[i] = par[R] > 0 ? par[R] : normal > 0 ? 1 / normal : W[0] > 0 ? 1 / W[0] : 0;
        x->rho_t[i] = par[R] > 0 ? par[R] : trace > 0 ? 1 / trace : 0;
    }
    for (int j = 0; j < p->p; j++) {
        double D = x->op.R[(size_t)j * (size_t)p->p + (size_t)j];
        x->rho_j[j] = par[R] > 0 ? par[R] : D > 0 ? 1 / D : 0;
    }
    for (int k = 0; k < m; k++) cold &= it->r[k] == 0;
    for (int i = 0; cold && i < p->nc; i++) {
        it->r[d * i] = par[START];
        if (d > 1) it->r[d * i + 1] = par[START_T];
        if (slip_problem_has_slip(p, i))
            for (int k = 1; k < d; k++) it->r[d * i + k] = -p->mu[i] * par[START] * p->slip[(d - 1) * i + k - 1];
    }
    it->have_l = true;
    return SLIP_OK;
}

/* The normal part of one contact, from u_N. */
static double normal(const slip_contact *c, double rho, double r, double u)
{
    return c->bilateral ? r - rho * u : fmax(0, r - rho * u);
}

/* The tangential part, from u_T and a bound. */
static void tangent(const slip_contact *c, double rho, double bound, double r_n, double r[], const double u[])
{
    double x[2];
    int t = c->d - 1;
    if (c->slip) { for (int k = 0; k < t; k++) r[k] = -c->mu * r_n * c->slip[k]; return; }
    for (int k = 0; k < t; k++) x[k] = r[k] - rho * u[k];
    slip_friction_project(c, c->mu * fabs(bound), x, r);
}

static void sweep_jacobi(prox *x, const slip_problem *p, slip_iterate *it)
{
    int d = p->d;
    slip_delassus_apply(&x->op, it->r, it->l, x->u);
    slip_delassus_joint(&x->op, it->r, it->l, x->e);
    memcpy(x->old, it->r, sizeof(double) * (size_t)slip_problem_m(p));
    for (int i = 0; i < p->nc; i++) {
        slip_contact c = slip_problem_contact(p, p->law, p->dirs, i);
        double *r = it->r + d * i;
        r[0] = normal(&c, x->rho_n[i], x->old[d * i], x->u[d * i]);
        tangent(&c, x->rho_t[i], x->old[d * i], r[0], r + 1, x->u + d * i + 1);
    }
    for (int j = 0; j < p->p; j++) it->l[j] -= x->rho_j[j] * x->e[j];
}

static void sweep_gauss_seidel(prox *x, const slip_problem *p, slip_iterate *it)
{
    int d = p->d;
    slip_delassus_begin(&x->op, it->r, it->l);
    for (int i = 0; i < p->nc; i++) {
        slip_contact c = slip_problem_contact(p, p->law, p->dirs, i);
        const double *W = x->op.diag + (size_t)i * (size_t)(d * d);
        double *r = it->r + d * i, u[3], dr[3] = { r[0], d > 1 ? r[1] : 0, d > 2 ? r[2] : 0 };
        slip_delassus_row(&x->op, i, it->r, u);
        r[0] = normal(&c, x->rho_n[i], r[0], u[0]);
        for (int k = 1; k < d; k++) u[k] += W[k * d] * (r[0] - dr[0]);
        tangent(&c, x->rho_t[i], r[0], r[0], r + 1, u + 1);
        for (int k = 0; k < d; k++) dr[k] = r[k] - dr[k];
        slip_delassus_move(&x->op, i, dr);
    }
    if (!p->p) return;
    slip_delassus_joint(&x->op, it->r, it->l, x->e);
    for (int j = 0; j < p->p; j++) {
        double dl = -x->rho_j[j] * x->e[j];
        it->l[j] += dl;
        for (int k = 0; k < p->p; k++) x->e[k] += x->op.R[(size_t)j * (size_t)p->p + (size_t)k] * dl;
    }
}

static slip_step step(void *state, const slip_problem *p, slip_iterate *it)
{
    prox *x = state;
    if (x->order == JACOBI) sweep_jacobi(x, p, it);
    else sweep_gauss_seidel(x, p, it);
    it->work[SLIP_WORK_PRODUCTS]++;
    return SLIP_STEP_OK;
}

static void close(void *state)
{
    prox *x = state;
    slip_delassus_close(&x->op);
}

const slip_solver slip_solver_prox = {
    .name = "prox", .about = "proximal fixed-point iteration", .cite = "SchindlerEtAl2011",
    .laws = SLIP_LAW_BIT(SLIP_LAW_COULOMB) | SLIP_LAW_BIT(SLIP_LAW_FACETS) | SLIP_LAW_BIT(SLIP_LAW_BOX),
    .flags = SLIP_MEMORYLESS, .params = params, .size = sizeof(prox), .init = init, .step = step, .close = close
};
