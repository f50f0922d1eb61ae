/* newton.c: semismooth Newton on the equations of motion with proximal contact laws.
   SPDX-License-Identifier: GPL-3.0-or-later

       F(v) = M v - f - H r(v) - G l(v) = 0,   r_i(v) = P_K(r0_i - sigma_i u~_i(v)),   l_j(v) = l0_j - sigma_j (G_j'v + b_j)

   Alart and Curnier's map, written on the velocities: hyperstatic contacts make W singular, but never M.  F = 0 is one step of a
   proximal (augmented Lagrangian) method whose fixed points are the solutions; the centre (r0, l0) is renewed when F is small
   beside r - r0, and the penalty sigma = beta eta follows how well that goes.  F' = M + H D H' + sum sigma G G' is unsymmetric under
   Coulomb's law; D comes from differences in the d numbers of one contact, so every law is served.  Small systems by dense LU,
   large ones by sparse LU, or Cholesky where the law has no shift.
   It solves Trinkle's mixed problem (24), (27)-(29) [TrinkleEtAl1995]. */

#include "solvers/newton.h"

#include <math.h>
#include <string.h>

enum { LAW, BETA, MOST, DENSE };
enum { INNER_MOST = 25 };

static const slip_param params[] = {
    { .name = "law",   .def = 0, .min = 0, .max = 1, .words = slip_relax_words, .about = "the law posed, or its convex relaxation" },
    { .name = "beta",  .def = 10, .min = 1e-6, .max = 1e8, .about = "penalty at the start" },
    { .name = "most",  .def = 1e6, .min = 1e-6, .max = 1e12, .about = "largest penalty" },
    { .name = "dense", .def = 700, .min = 0, .max = 20000, .about = "velocities up to which systems are solved by dense LU", .flags = SLIP_WHOLE },
    { .name = NULL }
};

slip_status slip_newton_new(slip_newton *x, slip_velocity *s, const slip_problem *p, slip_law law, double beta, double most, int dense, slip_arena *arena, slip_error *error)
{
    int n = s->n, m = s->m, d = p->d;
    *x = (slip_newton){ .s = s, .law = law, .beta = beta, .most = most, .norm = NAN, .change = NAN };
    x->symmetric = (law == SLIP_LAW_CONE || law == SLIP_LAW_CONE_FACETS) && !p->slip && !p->bilateral;
    x->dense = n <= dense && !x->symmetric;
    double **of_n[] = { &x->v, &x->dv, &x->F, &x->try, &x->root };
    double **of_m[] = { &x->u, &x->r, &x->r0 }, **of_p[] = { &x->e, &x->l, &x->l0, &x->E };
    for (int k = 0; k < 5; k++) *of_n[k] = SLIP_NEW(arena, double, n);
    for (int k = 0; k < 3; k++) *of_m[k] = SLIP_NEW(arena, double, m);
    for (int k = 0; k < 4; k++) *of_p[k] = SLIP_NEW(arena, double, p->p);
    x->D = SLIP_NEW(arena, double, (size_t)m * (size_t)d);
    if (x->dense) x->A = SLIP_NEW(arena, double, (size_t)n * (size_t)n);
    if (arena->failed) return slip_fail(error, SLIP_MEMORY, "out of memory for Newton's method");
    slip_velocity_root(s, x->root);
    return SLIP_OK;
}

void slip_newton_at(slip_newton *x, const double *v, const double *r, const double *l, double beta)
{
    if (v) memcpy(x->v, v, sizeof *v * (size_t)x->s->n);
    else memset(x->v, 0, sizeof *x->v * (size_t)x->s->n);
    memcpy(x->r0, r, sizeof *r * (size_t)x->s->m);
    memcpy(x->l0, l, sizeof *l * (size_t)x->s->p);
    x->beta = beta;
    x->inner = 0;
    x->norm = x->change = NAN;
}

/* F(v), leaving u, r, l behind; its length, in the units of sqrt(mass) speed. */
static double residual(slip_newton *x, const slip_problem *p, const double *v, double *F)
{
    int d = p->d;
    slip_velocity_contacts(x->s, v, x->u);
    slip_velocity_joints(x->s, v, x->e);
    for (int i = 0; i < p->nc; i++) {
        slip_contact c = slip_problem_contact(p, x->law, p->dirs, i);
        if (x->s->eta[i] > 0) slip_contact_prox(&c, x->beta * x->s->eta[i], x->r0 + d * i, x->u + d * i, x->r + d * i);
        else memcpy(x->r + d * i, x->r0 + d * i, sizeof(double) * (size_t)d);
    }
    for (int j = 0; j < p->p; j++) x->l[j] = x->l0[j] - x->beta * x->s->eta_joint[j] * x->e[j];
    slip_velocity_load(x->s, x->r, x->l, F);
    for (int k = 0; k < x->s->n; k++) F[k] = -F[k];
    slip_sparse_gaxpy(1, &x->s->M, v, F);
    double sum = 0;
    for (int k = 0; k < x->s->n; k++) sum += F[k] * F[k] / (x->root[k] * x->root[k]);
    return sqrt(sum);
}

/* D_i = -dr_i/du_i by central differences. */
static void slopes(slip_newton *x, const slip_problem *p)
{
    int d = p->d;
    for (int i = 0; i < p->nc; i++) {
        slip_contact c = slip_problem_contact(p, x->law, p->dirs, i);
        double sigma = x->beta * x->s->eta[i], *D = x->D + (size_t)i * (size_t)(d * d), size = 0;
        memset(D, 0, sizeof *D * (size_t)(d * d));
        if (!(sigma > 0)) continue;
        for (int k = 0; k < d; k++) size = fmax(size, fmax(fabs(x->u[d * i + k]), fabs(x->r0[d * i + k]) / sigma));
        double h = 1e-7 * size;
        for (int e = 0; e < d && h > 0; e++) {
            double a[3], b[3], y[3], z[3];
            for (int k = 0; k < d; k++) a[k] = b[k] = x->u[d * i + k];
            a[e] += h; b[e] -= h;
            slip_contact_prox(&c, sigma, x->r0 + d * i, a, y);
            slip_contact_prox(&c, sigma, x->r0 + d * i, b, z);
            for (int k = 0; k < d; k++) D[k * d + e] = (z[k] - y[k]) / (a[e] - b[e]);
        }
    }
    for (int j = 0; j < p->p; j++) x->E[j] = x->beta * x->s->eta_joint[j];
}

/* dv = -F'^-1 F */
static bool direction(slip_newton *x, const slip_problem *p, slip_iterate *it)
{
    int n = x->s->n;
    it->work[SLIP_WORK_FACTORISATIONS]++;
    slopes(x, p);
    slip_velocity_assemble(x->s, x->D, x->E);
    if (x->symmetric) {
        for (int k = 0; k < n; k++) x->try[k] = -x->F[k];
        it->work[SLIP_WORK_SOLVES]++;
        return !slip_velocity_factor(x->s, NULL) && !slip_velocity_solve(x->s, x->try, x->dv, NULL);
    }
    slip_velocity_scale(x->s, x->root);
    for (int k = 0; k < n; k++) x->try[k] = -x->F[k] / x->root[k];
    bool solved;
    if (x->dense) {
        slip_sparse_to_dense(&x->s->K, x->A);
        memcpy(x->dv, x->try, sizeof *x->dv * (size_t)n);
        solved = slip_dense_solve(n, 1, x->A, x->dv, NULL) == SLIP_OK;
    } else {
        it->work[SLIP_WORK_SOLVES]++;
        solved = !slip_velocity_lu(x->s, NULL) && !slip_lu_solve(x->s->lu, x->try, x->dv, NULL);
    }
    for (int k = 0; k < n; k++) x->dv[k] /= x->root[k];
    return solved;
}

/* |r - r0| / sqrt(sigma): what the next centre would change, in the units of F. */
static double change(const slip_newton *x, const slip_problem *p)
{
    double sum = 0;
    for (int k = 0; k < x->s->m; k++) {
        double sigma = x->beta * x->s->eta[k / p->d], dr = x->r[k] - x->r0[k];
        if (sigma > 0) sum += dr * dr / sigma;
    }
    for (int j = 0; j < p->p; j++) if (x->s->eta_joint[j] > 0) sum += (x->l[j] - x->l0[j]) * (x->l[j] - x->l0[j]) / (x->beta * x->s->eta_joint[j]);
    return sqrt(sum);
}

slip_step slip_newton_step(slip_newton *x, const slip_problem *p, slip_iterate *it)
{
    int n = x->s->n;
    if (!(x->norm >= 0)) x->norm = residual(x, p, x->v, x->F);
    if (!isfinite(x->norm)) return SLIP_STEP_NUMERIC;
    if (x->norm > 0) {
        bool good = direction(x, p, it);
        double a = 1, best = INFINITY, at = 0;
        if (!good) for (int k = 0; k < n; k++) x->dv[k] = -x->F[k] / (x->root[k] * x->root[k]);
        for (int k = 0; k < 12; k++, a /= 2) {
            for (int i = 0; i < n; i++) x->try[i] = x->v[i] + a * x->dv[i];
            double now = residual(x, p, x->try, x->F);
            if (now < best) { best = now; at = a; }
            if (now <= (1 - 1e-4 * a) * x->norm) break;
        }
        for (int i = 0; i < n; i++) x->v[i] += at * x->dv[i];
        x->norm = residual(x, p, x->v, x->F);
        it->work[SLIP_WORK_INNER]++;
    }
    x->inner++;
    memcpy(it->r, x->r, sizeof(double) * (size_t)x->s->m);
    memcpy(it->l, x->l, sizeof(double) * (size_t)p->p);
    double next = change(x, p);
    bool small = x->norm <= 0.1 * next;
    if (small || x->inner >= INNER_MOST) {
        x->change = small ? next : INFINITY;
        memcpy(x->r0, x->r, sizeof(double) * (size_t)x->s->m);
        memcpy(x->l0, x->l, sizeof(double) * (size_t)p->p);
        if (small && x->inner <= 6) x->beta = fmin(3 * x->beta, fmax(x->most, x->beta));
        else if (!small) x->most = x->beta = fmax(x->beta / 3, 1);
        x->inner = 0;
        x->norm = NAN;
    }
    return SLIP_STEP_OK;
}

typedef struct { slip_velocity s; slip_newton x; } newton;

static slip_status init(void *state, const slip_problem *p, const double par[], slip_iterate *it, slip_arena *arena, slip_error *error)
{
    newton *y = state;
    slip_status status = slip_velocity_new(&y->s, p, arena, error);
    if (!status) status = slip_newton_new(&y->x, &y->s, p, slip_law_chosen(p, (int)par[LAW]), par[BETA], par[MOST], (int)par[DENSE], arena, error);
    if (status) return status;
    slip_newton_at(&y->x, NULL, it->r, it->l, par[BETA]);
    it->have_l = true;
    return SLIP_OK;
}

static slip_step step(void *state, const slip_problem *p, slip_iterate *it)
{
    newton *y = state;
    return slip_newton_step(&y->x, p, it);
}

static void close(void *state)
{
    newton *y = state;
    slip_velocity_close(&y->s);
}

const slip_solver slip_solver_newton = {
    .name = "newton", .about = "semismooth Newton on the velocities with proximal contact laws", .cite = "TrinkleEtAl1995",
    .laws = SLIP_LAW_BIT(SLIP_LAW_COULOMB) | SLIP_LAW_BIT(SLIP_LAW_FACETS) | SLIP_LAW_BIT(SLIP_LAW_BOX) | SLIP_LAW_BIT(SLIP_LAW_CONE)
          | SLIP_LAW_BIT(SLIP_LAW_CONE_FACETS),
    .flags = SLIP_NEEDS_SYMMETRIC, .params = params, .size = sizeof(newton), .claims = slip_relax_claims, .init = init, .step = step, .close = close
};
