/* newton.c: semismooth Newton on the equations of motion with proximal contact laws.
   SPDX-License-Identifier: GPL-3.0-or-later

       F(v) = M v - f - H r(v) - G l(v) = 0,   r_i(v) = P_K(r0_i - sigma_i u~_i(v)),   l_j(v) = l0_j - sigma_j (G_j'v + b_j)

   Alart and Curnier's map, written on the velocities: hyperstatic contacts make W singular, but never M.  F = 0 is one step of a
   proximal (augmented Lagrangian) method whose fixed points are the solutions; the centre (r0, l0) is renewed when F is small
   beside r - r0, and the penalty sigma = beta eta follows how well that goes.  F' = M + H D H' + sum sigma G G' is unsymmetric under
   Coulomb's law; D comes from differences in the d numbers of one contact, so every law is served.  Small systems by dense LU;
   large ones by BiCGStab, with the Cholesky factor of the law without shift before it.
   It solves Trinkle's mixed problem (24), (27)-(29) [TrinkleEtAl1995]. */

#include "solvers/velocity.h"

#include <cblas.h>
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

typedef struct {
    slip_velocity s;
    slip_law law;
    double beta, most;
    bool dense, symmetric;
    int inner;
    double *v, *dv, *F, *try, *mass, *root; /* n each; mass: the diagonal of M, and its root */
    double *D, *E;                          /* nc d d; p */
    double *u, *r, *r0, *e, *l, *l0;        /* m, m, m, p, p, p */
    double *A, *k[6];                       /* n x n (dense); n each (BiCGStab) */
    double norm;                            /* of F */
} newton;

static slip_status init(void *state, const slip_problem *p, const double par[], slip_iterate *it, slip_arena *arena, slip_error *error)
{
    newton *x = state;
    slip_status status = slip_velocity_new(&x->s, p, arena, error);
    if (status) return status;
    int n = x->s.n, m = x->s.m, d = p->d;
    x->law = slip_law_chosen(p, (int)par[LAW]);
    x->symmetric = (x->law == SLIP_LAW_CONE || x->law == SLIP_LAW_CONE_FACETS) && !p->slip && !p->bilateral;
    x->beta = par[BETA]; x->most = par[MOST];
    x->dense = n <= (int)par[DENSE] && !x->symmetric;
    double **of_n[] = { &x->v, &x->dv, &x->F, &x->try, &x->mass, &x->root, &x->k[0], &x->k[1], &x->k[2], &x->k[3], &x->k[4], &x->k[5] };
    double **of_m[] = { &x->u, &x->r, &x->r0 }, **of_p[] = { &x->e, &x->l, &x->l0, &x->E };
    for (int k = 0; k < 12; k++) *of_n[k] = SLIP_NEW(arena, double, n);
    for (int k = 0; k < 3; k++) *of_m[k] = SLIP_NEW(arena, double, m);
    for (int k = 0; k < 4; k++) *of_p[k] = SLIP_NEW(arena, double, p->p);
    x->D = SLIP_NEW(arena, double, (size_t)m * (size_t)d);
    if (x->dense) x->A = SLIP_NEW(arena, double, (size_t)n * (size_t)n);
    if (arena->failed) return slip_fail(error, SLIP_MEMORY, "out of memory for newton");
    for (int j = 0; j < n; j++) for (int k = x->s.M.p[j]; k < x->s.M.p[j + 1]; k++) if (x->s.M.i[k] == j) x->mass[j] = x->s.M.x[k];
    for (int j = 0; j < n; j++) x->root[j] = sqrt(x->mass[j]);
    memcpy(x->r0, it->r, sizeof(double) * (size_t)m);
    memcpy(x->l0, it->l, sizeof(double) * (size_t)p->p);
    x->norm = NAN;
    it->have_l = true;
    return SLIP_OK;
}

/* F(v), leaving u, r, l behind; its length, in the units of sqrt(mass) speed. */
static double residual(newton *x, const slip_problem *p, const double *v, double *F)
{
    int d = p->d;
    slip_velocity_contacts(&x->s, v, x->u);
    slip_velocity_joints(&x->s, v, x->e);
    for (int i = 0; i < p->nc; i++) {
        slip_contact c = slip_problem_contact(p, x->law, p->dirs, i);
        if (x->s.eta[i] > 0) slip_contact_prox(&c, x->beta * x->s.eta[i], x->r0 + d * i, x->u + d * i, x->r + d * i);
        else memcpy(x->r + d * i, x->r0 + d * i, sizeof(double) * (size_t)d);
    }
    for (int j = 0; j < p->p; j++) x->l[j] = x->l0[j] - x->beta * x->s.eta_joint[j] * x->e[j];
    slip_velocity_load(&x->s, x->r, x->l, F);
    for (int k = 0; k < x->s.n; k++) F[k] = -F[k];
    slip_sparse_gaxpy(1, &x->s.M, v, F);
    double sum = 0;
    for (int k = 0; k < x->s.n; k++) sum += F[k] * F[k] / x->mass[k];
    return sqrt(sum);
}

/* D_i = -dr_i/du_i by central differences; `law` with or without its shift. */
static void slopes(newton *x, const slip_problem *p, slip_law law)
{
    int d = p->d;
    for (int i = 0; i < p->nc; i++) {
        slip_contact c = slip_problem_contact(p, law, p->dirs, i);
        double sigma = x->beta * x->s.eta[i], *D = x->D + (size_t)i * (size_t)(d * d), size = 0;
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
    for (int j = 0; j < p->p; j++) x->E[j] = x->beta * x->s.eta_joint[j];
}

/* The symmetric positive part, for the factor. */
static void symmetrise(newton *x, const slip_problem *p)
{
    int d = p->d;
    for (int i = 0; i < p->nc; i++) {
        double *D = x->D + (size_t)i * (size_t)(d * d);
        for (int a = 0; a < d; a++) for (int e = 0; e < a; e++) D[a * d + e] = D[e * d + a] = (D[a * d + e] + D[e * d + a]) / 2;
    }
}

/* K x for the present values of K. */
static void product(const newton *x, const double *in, double *out)
{
    memset(out, 0, sizeof *out * (size_t)x->s.n);
    slip_sparse_gaxpy(1, &x->s.K, in, out);
}

/* a'M^-1 b by the diagonal of M: a product of forces that has one unit, whatever that of length. */
static double dot(const newton *x, const double *a, const double *b)
{
    double sum = 0;
    for (int k = 0; k < x->s.n; k++) sum += a[k] * b[k] / x->mass[k];
    return sum;
}

/* BiCGStab on K dv = -F with the factor on the right; returns false when it breaks down without progress. */
static bool krylov(newton *x, slip_iterate *it, double accuracy)
{
    int n = x->s.n;
    double *r = x->k[0], *r0 = x->k[1], *q = x->k[2], *w = x->k[3], *s = x->k[4], *t = x->k[5];
    double rho = 1, alpha = 1, omega = 1, first;
    memset(x->dv, 0, sizeof *x->dv * (size_t)n);
    memset(q, 0, sizeof *q * (size_t)n);
    memset(w, 0, sizeof *w * (size_t)n);
    for (int k = 0; k < n; k++) r[k] = r0[k] = -x->F[k];
    first = sqrt(dot(x, r, r));
    for (int k = 0; k < 40; k++) {
        double next = dot(x, r0, r), b = next / rho * alpha / omega;
        if (!isfinite(b) || next == 0) return k > 0;
        rho = next;
        for (int i = 0; i < n; i++) q[i] = r[i] + b * (q[i] - omega * w[i]);
        if (slip_velocity_solve(&x->s, q, s, NULL)) return false;
        product(x, s, w);
        alpha = rho / dot(x, r0, w);
        if (!isfinite(alpha)) return k > 0;
        cblas_daxpy(n, alpha, s, 1, x->dv, 1);
        cblas_daxpy(n, -alpha, w, 1, r, 1);
        it->work[SLIP_WORK_SOLVES]++;
        if (sqrt(dot(x, r, r)) <= accuracy * first) return true;
        if (slip_velocity_solve(&x->s, r, s, NULL)) return false;
        product(x, s, t);
        omega = dot(x, t, r) / dot(x, t, t);
        if (!isfinite(omega)) return true;
        cblas_daxpy(n, omega, s, 1, x->dv, 1);
        cblas_daxpy(n, -omega, t, 1, r, 1);
        it->work[SLIP_WORK_SOLVES]++;
        if (sqrt(dot(x, r, r)) <= accuracy * first || omega == 0) return true;
    }
    return true;
}

/* dv = -F'^-1 F */
static bool direction(newton *x, const slip_problem *p, slip_iterate *it)
{
    int n = x->s.n;
    it->work[SLIP_WORK_FACTORISATIONS]++;
    if (x->dense) {
        slopes(x, p, x->law);
        slip_velocity_assemble(&x->s, x->D, x->E);
        slip_sparse_to_dense(&x->s.K, x->A);
        for (int j = 0; j < n; j++) {                       /* pivots must not depend on the unit of length */
            for (int i = 0; i < n; i++) x->A[(size_t)j * (size_t)n + (size_t)i] /= x->root[i] * x->root[j];
            x->dv[j] = -x->F[j] / x->root[j];
        }
        bool solved = slip_dense_solve(n, 1, x->A, x->dv, NULL) == SLIP_OK;
        for (int j = 0; j < n; j++) x->dv[j] /= x->root[j];
        return solved;
    }
    slopes(x, p, slip_law_chosen(p, 1));
    symmetrise(x, p);
    slip_velocity_assemble(&x->s, x->D, x->E);
    if (slip_velocity_factor(&x->s, NULL)) return false;
    if (x->symmetric) {
        for (int k = 0; k < n; k++) x->k[0][k] = -x->F[k];
        it->work[SLIP_WORK_SOLVES]++;
        return slip_velocity_solve(&x->s, x->k[0], x->dv, NULL) == SLIP_OK;
    }
    slopes(x, p, x->law);
    slip_velocity_assemble(&x->s, x->D, x->E);
    return krylov(x, it, 1e-3);
}

/* |r - r0| / sqrt(sigma): what the next centre would change, in the units of F. */
static double change(const newton *x, const slip_problem *p)
{
    double sum = 0;
    for (int k = 0; k < x->s.m; k++) {
        double sigma = x->beta * x->s.eta[k / p->d], dr = x->r[k] - x->r0[k];
        if (sigma > 0) sum += dr * dr / sigma;
    }
    for (int j = 0; j < p->p; j++) if (x->s.eta_joint[j] > 0) sum += (x->l[j] - x->l0[j]) * (x->l[j] - x->l0[j]) / (x->beta * x->s.eta_joint[j]);
    return sqrt(sum);
}

static slip_step step(void *state, const slip_problem *p, slip_iterate *it)
{
    newton *x = state;
    int n = x->s.n;
    if (!(x->norm >= 0)) x->norm = residual(x, p, x->v, x->F);
    if (!isfinite(x->norm)) return SLIP_STEP_NUMERIC;
    if (x->norm > 0) {
        bool good = direction(x, p, it);
        double a = 1, best = INFINITY, at = 0;
        if (!good) for (int k = 0; k < n; k++) x->dv[k] = -x->F[k] / x->mass[k];
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
    memcpy(it->r, x->r, sizeof(double) * (size_t)x->s.m);
    memcpy(it->l, x->l, sizeof(double) * (size_t)p->p);
    bool small = x->norm <= 0.1 * change(x, p);
    if (small || x->inner >= INNER_MOST) {
        memcpy(x->r0, x->r, sizeof(double) * (size_t)x->s.m);
        memcpy(x->l0, x->l, sizeof(double) * (size_t)p->p);
        if (small && x->inner <= 6) x->beta = fmin(3 * x->beta, fmax(x->most, x->beta));
        else if (!small) x->most = x->beta = fmax(x->beta / 3, 1);
        x->inner = 0;
        x->norm = NAN;
    }
    return SLIP_STEP_OK;
}

static void close(void *state)
{
    newton *x = state;
    slip_velocity_close(&x->s);
}

const slip_solver slip_solver_newton = {
    .name = "newton", .about = "semismooth Newton on the velocities with proximal contact laws", .cite = "TrinkleEtAl1995",
    .laws = SLIP_LAW_BIT(SLIP_LAW_COULOMB) | SLIP_LAW_BIT(SLIP_LAW_FACETS) | SLIP_LAW_BIT(SLIP_LAW_BOX) | SLIP_LAW_BIT(SLIP_LAW_CONE)
          | SLIP_LAW_BIT(SLIP_LAW_CONE_FACETS),
    .flags = SLIP_NEEDS_SYMMETRIC, .params = params, .size = sizeof(newton), .claims = slip_relax_claims, .init = init, .step = step, .close = close
};
