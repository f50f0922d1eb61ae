/* prox.c: fixed-point iteration of the proximal form of the contact laws.
   SPDX-License-Identifier: GPL-3.0-or-later

       r_N <- max(0, r_N - rho u_N)                          unilateral   [SchindlerEtAl2011, (25)]
       r_N <- r_N - rho u_N,   l <- l - rho (V'r + R l + s)  bilateral    [SchindlerEtAl2011, (9)]
       r_T <- P_{mu |r_N| C}(r_T - rho u_T)                  friction     [SchindlerEtAl2011, (26)]
       r_T <- -mu r_N t                                      given slip   [SchindlerEtAl2011, (46)]

   Jacobi: all from the old iterate, the friction bound from the old r_N.  Gauss-Seidel: contact after contact, the normal
   first, u and the bound brought up to date in between; symmetric: forth and back.  rho is a mass: `r` when given, else
   from the Delassus diagonal, or 2 omega / lambda_max of the whole operator (Jacobi converges below 2 / lambda_max), or
   adaptive: the spectral value halved whenever the steps grow.  What the rate must be is worked out in prox_rate.c. */

#include "solvers/prox.h"

#include <math.h>
#include <string.h>

enum { R, ORDER, RULE, OMEGA, START, START_T };
enum { DIAGONAL, SPECTRAL, ADAPTIVE };

static const char *const orders[] = { "gauss-seidel", "jacobi", "symmetric", NULL };
static const char *const rules[] = { "diagonal", "spectral", "adaptive", NULL };

static const slip_param params[] = {
    { .name = "r",       .def = 0, .min = 0,     .max = 1e12, .about = "step (a mass, kg); 0: by the rule" },
    { .name = "order",   .def = SLIP_PROX_GAUSS_SEIDEL, .min = 0, .max = 2, .words = orders, .about = "contacts one after another, all at once, or forth and back" },
    { .name = "rule",    .def = DIAGONAL, .min = 0, .max = 2, .words = rules, .about = "the step from the Delassus diagonal, from its largest eigenvalue, or adapted on the way" },
    { .name = "omega",   .def = 0.9, .min = 1e-3, .max = 10, .about = "rule spectral: share of 2/lambda_max taken; 1 and more need not converge" },
    { .name = "start",   .def = 0, .min = -1e12, .max = 1e12, .about = "every r_N at the start (cold runs)" },
    { .name = "start_t", .def = 0, .min = -1e12, .max = 1e12, .about = "every first tangential component at the start (cold runs)" },
    { .name = NULL }
};

/* lambda_max of [W V; V' R] by the power method; q and s do not take part. */
static double lambda_max(slip_prox *x, const slip_problem *p)
{
    int m = slip_problem_m(p), np = p->p;
    double *a = x->old, *b = x->u, *c = x->old_l, *e = x->e, lambda = 0;
    for (int k = 0; k < m; k++) a[k] = 1 + 0.3 * ((k * 7919) % 11) / 11.0;
    for (int k = 0; k < np; k++) c[k] = 1 - 0.2 * k / (np + 1.0);
    for (int tries = 0; tries < 300; tries++) {
        double size = 0;
        slip_delassus_apply(&x->op, a, c, b);
        slip_delassus_joint(&x->op, a, c, e);
        for (int k = 0; k < m; k++) { b[k] -= x->op.q[k]; size = hypot(size, b[k]); }
        for (int k = 0; k < np; k++) { e[k] -= x->op.s[k]; size = hypot(size, e[k]); }
        if (!(size > 0)) return 0;
        bool settled = fabs(size - lambda) <= 1e-10 * size;
        lambda = size;
        for (int k = 0; k < m; k++) a[k] = b[k] / size;
        for (int k = 0; k < np; k++) c[k] = e[k] / size;
        if (settled) break;
    }
    return lambda;
}

static void fill(slip_prox *x, const slip_problem *p, double rho)
{
    for (int i = 0; i < p->nc; i++) x->rho_n[i] = x->rho_t[i] = rho;
    for (int j = 0; j < p->p; j++) x->rho_j[j] = rho;
}

static void from_diagonal(slip_prox *x, const slip_problem *p)
{
    int d = p->d;
    for (int i = 0; i < p->nc; i++) {
        const double *W = x->op.diag + (size_t)i * (size_t)(d * d);
        double normal = W[0], trace = 0;
        for (int k = 1; k < d; k++) trace += W[k * d + k];
        if (slip_problem_has_slip(p, i))                /* the tangential part follows the normal one: u_N = (W_NN - mu W_NT t) r_N + ... */
            for (int k = 1; k < d; k++) normal -= p->mu[i] * W[k] * p->slip[(d - 1) * i + k - 1];
        x->rho_n[i] = normal > 0 ? 1 / normal : W[0] > 0 ? 1 / W[0] : 0;
        x->rho_t[i] = trace > 0 ? 1 / trace : 0;
    }
    for (int j = 0; j < p->p; j++) {
        double D = x->op.R[(size_t)j * (size_t)p->p + (size_t)j];
        x->rho_j[j] = D > 0 ? 1 / D : 0;
    }
}

static slip_status init(void *state, const slip_problem *p, const double par[], slip_iterate *it, slip_arena *arena, slip_error *error)
{
    slip_prox *x = state;
    int m = slip_problem_m(p), d = p->d, rule = (int)par[RULE];
    bool cold = true;
    slip_status status = slip_delassus_new(&x->op, p, SLIP_FORM_AUTO, SLIP_JOINTS_KEPT, arena, error);
    if (status) return status;
    x->order = (int)par[ORDER];
    x->rho_n = SLIP_NEW(arena, double, p->nc);
    x->rho_t = SLIP_NEW(arena, double, p->nc);
    x->rho_j = SLIP_NEW(arena, double, p->p);
    x->u = SLIP_NEW(arena, double, m);
    x->old = SLIP_NEW(arena, double, m);
    x->old_l = SLIP_NEW(arena, double, p->p);
    x->e = SLIP_NEW(arena, double, p->p);
    x->kept = SLIP_NEW(arena, double, m);
    if (arena->failed) return slip_fail(error, SLIP_MEMORY, "out of memory for prox");
    if (par[R] > 0) fill(x, p, par[R]);
    else if (rule == DIAGONAL) from_diagonal(x, p);
    else {
        double lambda = lambda_max(x, p);
        fill(x, p, lambda > 0 ? 2 * (rule == SPECTRAL ? par[OMEGA] : 1) / lambda : 0);
    }
    x->adaptive = rule == ADAPTIVE;
    x->change = INFINITY;
    it->memory = x->adaptive;
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

static void jacobi(slip_prox *x, const slip_problem *p, slip_iterate *it)
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

static void one_contact(slip_prox *x, const slip_problem *p, slip_iterate *it, int i)
{
    int d = p->d;
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

static void joints(slip_prox *x, const slip_problem *p, slip_iterate *it)
{
    if (!p->p) return;
    slip_delassus_joint(&x->op, it->r, it->l, x->e);
    for (int j = 0; j < p->p; j++) {
        double dl = -x->rho_j[j] * x->e[j];
        it->l[j] += dl;
        for (int k = 0; k < p->p; k++) x->e[k] += x->op.R[(size_t)j * (size_t)p->p + (size_t)k] * dl;
    }
}

void slip_prox_sweep(slip_prox *x, const slip_problem *p, slip_iterate *it)
{
    if (x->order == SLIP_PROX_JACOBI) { jacobi(x, p, it); return; }
    slip_delassus_begin(&x->op, it->r, it->l);
    for (int i = 0; i < p->nc; i++) one_contact(x, p, it, i);
    joints(x, p, it);
    if (x->order != SLIP_PROX_SYMMETRIC) return;
    slip_delassus_begin(&x->op, it->r, it->l);
    for (int i = p->nc - 1; i >= 0; i--) one_contact(x, p, it, i);
}

/* Halve the step when the iterates move further than they did. */
static void adapt(slip_prox *x, const slip_problem *p, const slip_iterate *it)
{
    int m = slip_problem_m(p);
    double change = 0;
    for (int k = 0; k < m; k++) change = hypot(change, it->r[k] - x->kept[k]);
    if (change > 1.0001 * x->change) {
        for (int i = 0; i < p->nc; i++) { x->rho_n[i] /= 2; x->rho_t[i] /= 2; }
        for (int j = 0; j < p->p; j++) x->rho_j[j] /= 2;
    }
    x->change = change;
}

static slip_step step(void *state, const slip_problem *p, slip_iterate *it)
{
    slip_prox *x = state;
    size_t bytes = sizeof(double) * (size_t)slip_problem_m(p);
    if (!x->adaptive) slip_prox_sweep(x, p, it);
    else {
        memcpy(x->kept, it->r, bytes);
        slip_prox_sweep(x, p, it);
        adapt(x, p, it);
    }
    it->work[SLIP_WORK_PRODUCTS] += x->order == SLIP_PROX_SYMMETRIC ? 2 : 1;
    return SLIP_STEP_OK;
}

static void close(void *state) { slip_delassus_close(&((slip_prox *)state)->op); }

const slip_solver slip_solver_prox = {
    .name = "prox", .about = "proximal fixed-point iteration", .cite = "SchindlerEtAl2011",
    .laws = SLIP_LAW_BIT(SLIP_LAW_COULOMB) | SLIP_LAW_BIT(SLIP_LAW_FACETS) | SLIP_LAW_BIT(SLIP_LAW_BOX),
    .flags = SLIP_MEMORYLESS, .params = params, .size = sizeof(slip_prox), .init = init, .step = step, .theory = slip_prox_rate, .close = close
};
