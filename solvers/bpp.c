/* bpp.c: block principal pivoting with Murty's finite fallback, on Cholesky factors.
   SPDX-License-Identifier: GPL-3.0-or-later

   F is the guess of {i : z_i > 0}.   A_FF z_F = -q_F,  w = A_F z_F + q;   then all i with z_i < 0 leave F and all with w_i < 0 enter.
   While the number of such i falls this goes on; after a few vain steps only the last of them changes its place, which ends for every
   P-matrix [Murty1988, 4.2], until the number has fallen again [JudicePires1994].  Few changes update the factor, many make it anew.

   Semidefinite A: when a block is singular the proximal point method is wrapped around,

       solve (A + eps) z - eps c + q for z, then c <- z

   whose limit solves the LCP.  eps falls from one centre c to the next and rises where block steps do not settle; once it is small the
   factor and mostly F stay the same.  Units make the diagonal of A one.
   The first F comes from a few sweeps of projected Gauss-Seidel. */

#include "solvers/factor_update.h"
#include "solvers/lcp.h"

#include <cblas.h>
#include <lapacke.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const slip_param params[] = {
    { "sweeps",  4,    0, 1000, NULL, "of Gauss-Seidel for the first guess", SLIP_WHOLE },
    { "patience", 10,  0, 1000, NULL, "block steps without progress before single ones", SLIP_WHOLE },
    { "eps",     1e-8, 1e-14, 1, NULL, "least proximal term for singular blocks, relative to the diagonal", 0 },
    { NULL, 0, 0, 0, NULL, NULL, 0 }
};
enum { SWEEPS, PATIENCE, EPS };

static const double accept = 1e-12, smallest_pivot = 1e-11;
static const double first_eps = 1e-3, most_eps = 1, fall = 1e-2, rise = 100;
enum { CENTRES = 100 };

typedef struct {
    int n;
    double *s, sigma;           /* n: z = sigma s z' */
    double *q, *z, *w, *c, *x, *y;      /* n; c: the centre */
    slip_chol L; bool valid;    /* factor of (A + eps)_FF, members in order */
    int *member, *at;           /* n: F; position, -1 */
    unsigned char *out;         /* n: to change its place */
    double eps, least_eps, last;        /* the proximal term, 0: none */
    int best, patience, left, centres, worse;
    long limit, steps, single;
    bool indefinite;            /* seen at once: not for this method */
} core;

static slip_status start(void *state, const slip_lcp *lcp, const double par[], slip_iterate *it, slip_arena *arena, slip_error *error)
{
    core *c = state;
    int n = c->n = lcp->n;
    size_t nn = (size_t)n;
    c->indefinite = !lcp->symmetric;
    double **vectors[] = { &c->s, &c->q, &c->z, &c->w, &c->c, &c->x, &c->y };
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) *vectors[i] = SLIP_NEW(arena, double, nn);
    c->member = SLIP_NEW(arena, int, nn);
    c->at = SLIP_NEW(arena, int, nn);
    c->out = SLIP_NEW(arena, unsigned char, nn);
    if (arena->failed) return slip_fail(error, SLIP_MEMORY, "no memory for %d unknowns", n);
    double most = 0;
    for (int i = 0; i < n; i++) {
        double a = lcp->A[i + nn * (size_t)i];
        if (a < 0) c->indefinite = true;
        c->s[i] = a > 0 ? 1 / sqrt(a) : 1;
        most = fmax(most, fabs(lcp->q[i]) * c->s[i]);
    }
    c->sigma = most > 0 ? most : 1;
    for (int i = 0; i < n; i++) c->q[i] = lcp->q[i] * c->s[i] / c->sigma;
    for (int sweep = 0; sweep < (int)par[SWEEPS]; sweep++)
        for (int i = 0; i < n; i++) {
            const double *a = lcp->A + (size_t)i * nn;
            double u = lcp->q[i] + cblas_ddot(n, a, 1, c->x, 1);
            if (a[i] > 0) c->x[i] = fmax(0, c->x[i] - u / a[i]);
        }
    it->work[SLIP_WORK_PRODUCTS] += (int)par[SWEEPS];
    for (int i = 0; i < n; i++) {
        c->at[i] = -1;
        if (par[SWEEPS] > 0 ? c->x[i] > 0 : c->q[i] < 0) { c->at[i] = c->L.k; c->member[c->L.k++] = i; }
    }
    int k = c->L.k;
    c->least_eps = par[EPS];
    c->best = n + 1;
    c->left = c->patience = (int)par[PATIENCE];
    c->limit = 50L * n + 1000;
    c->last = INFINITY;
    slip_status status = slip_chol_new(&c->L, n, arena, error);
    c->L.k = k;
    return status;
}

/* Factor (A + eps)_FF.  False: singular. */
static bool factor(core *c, const slip_lcp *lcp, slip_iterate *it)
{
    int k = c->L.k, n = c->n;
    size_t ld = (size_t)c->L.room;
    for (int j = 0; j < k; j++) {
        const double *a = lcp->A + (size_t)c->member[j] * (size_t)n;
        double *l = c->L.L + j * ld, sj = c->s[c->member[j]];
        for (int i = j; i < k; i++) l[i] = a[c->member[i]] * c->s[c->member[i]] * sj;
        l[j] += c->eps;
    }
    it->work[SLIP_WORK_FACTORISATIONS]++;
    it->work[SLIP_WORK_FLOPS] += (long long)k * k * k / 3;
    if (k > 0 && LAPACKE_dpotrf_work(LAPACK_COL_MAJOR, 'L', k, c->L.L, (int)ld) != 0) return false;
    for (int j = 0; j < k && c->eps == 0; j++) if (!(c->L.L[j + j * ld] * c->L.L[j + j * ld] > smallest_pivot)) return false;
    return c->valid = true;
}

/* i leaves or enters the factor.  False: it would become singular. */
static bool update(core *c, const slip_lcp *lcp, int i)
{
    if (c->at[i] >= 0) {
        int at = c->at[i];
        slip_chol_remove(&c->L, at);
        for (int j = at; j < c->L.k; j++) { c->member[j] = c->member[j + 1]; c->at[c->member[j]] = j; }
        c->at[i] = -1;
        return true;
    }
    const double *a = lcp->A + (size_t)i * (size_t)c->n;
    for (int j = 0; j < c->L.k; j++) c->y[j] = a[c->member[j]] * c->s[c->member[j]] * c->s[i];
    slip_chol_lower(&c->L, c->y);
    double pivot = a[i] * c->s[i] * c->s[i] + c->eps - cblas_ddot(c->L.k, c->y, 1, c->y, 1);
    if (!(pivot > fmax(smallest_pivot, 0.1 * c->eps))) return false;
    slip_chol_append(&c->L, c->y, pivot);
    c->at[i] = c->L.k - 1;
    c->member[c->L.k - 1] = i;
    return true;
}

/* Change the place of every i in out[]; by updates while they are few and good. */
static void exchange(core *c, const slip_lcp *lcp, int count, slip_iterate *it)
{
    int n = c->n, k = 0;
    it->work[SLIP_WORK_PIVOTS] += count;
    if ((long)count * 24 <= c->L.k)
        for (int i = 0; i < n && c->valid; i++)
            if (c->out[i]) {
                it->work[SLIP_WORK_UPDATES]++;
                if (update(c, lcp, i)) c->out[i] = 0;
                else c->valid = false;
            }
    for (int i = 0; i < n; i++) if (c->out[i]) c->valid = false;
    if (c->valid) return;
    for (int i = 0; i < n; i++) {
        bool in = (c->at[i] >= 0) != c->out[i];
        c->at[i] = in ? k : -1;
        if (in) c->member[k++] = i;
    }
    c->L.k = k;
}

/* w = A z + q for z zero outside F. */
static void value(core *c, const slip_lcp *lcp)
{
    int n = c->n;
    memset(c->w, 0, (size_t)n * sizeof *c->w);
    for (int j = 0; j < c->L.k; j++) {
        int i = c->member[j];
        cblas_daxpy(n, c->z[i] * c->s[i], lcp->A + (size_t)i * (size_t)n, 1, c->w, 1);
    }
    for (int i = 0; i < n; i++) c->w[i] = c->w[i] * c->s[i] + c->q[i];
}

/* z_F for the present centre, refined once; w is the true one.  Returns max |w_F + eps (z - c)|. */
static double solve(core *c, const slip_lcp *lcp, slip_iterate *it)
{
    int k = c->L.k;
    double most = 0;
    memset(c->z, 0, (size_t)c->n * sizeof *c->z);
    for (int pass = 0; pass < 2; pass++) {
        for (int j = 0; j < k; j++) {
            int i = c->member[j];
            c->x[j] = pass ? -c->w[i] - c->eps * (c->z[i] - c->c[i]) : -c->q[i] + c->eps * c->c[i];
            if (pass) most = fmax(most, fabs(c->x[j]));
        }
        if (pass && most <= 0.1 * accept) break;
        slip_chol_lower(&c->L, c->x);
        slip_chol_upper(&c->L, c->x);
        for (int j = 0; j < k; j++) c->z[c->member[j]] += c->x[j];
        value(c, lcp);
        it->work[SLIP_WORK_SOLVES]++;
    }
    return most;
}

/* Another proximal term, another factor. */
static void soften(core *c, double eps)
{
    c->eps = eps;
    c->valid = false;
    c->best = c->n + 1;
    c->left = c->patience;
    c->single = 0;
}

static slip_step advance(void *state, const slip_lcp *lcp, slip_lcp_point *point, slip_iterate *it)
{
    core *c = state;
    int n = c->n, wrong = 0, last = -1;
    if (c->indefinite) {
        snprintf(it->note, sizeof it->note, "the matrix is not symmetric and positive semidefinite");
        return SLIP_STEP_NUMERIC;
    }
    if (!c->valid && !factor(c, lcp, it)) {
        if (c->eps > 0) { snprintf(it->note, sizeof it->note, "the regularised block is singular"); return SLIP_STEP_NUMERIC; }
        soften(c, first_eps);
        return SLIP_STEP_OK;
    }
    if (c->steps++ >= c->limit) { snprintf(it->note, sizeof it->note, "no end after %ld steps", c->limit); return SLIP_STEP_STALLED; }
    solve(c, lcp, it);
    double tol = c->eps > 0 ? 1e-10 : accept;
    for (int i = 0; i < n; i++) {
        double v = c->at[i] >= 0 ? c->z[i] : c->w[i] - c->eps * c->c[i];
        c->out[i] = !(v >= -tol);
        if (c->out[i]) { wrong++; last = i; }
    }
    if (wrong == 0) {
        double error = 0;
        for (int i = 0; i < n; i++) {
            double v = fabs(fmin(fmax(c->z[i], 0), c->w[i]));
            if (!(v <= error)) error = v;
            point->z[i] = c->sigma * c->s[i] * fmax(c->z[i], 0);
        }
        if (error <= 2 * accept) return SLIP_STEP_DONE;
        if (c->eps == 0) { snprintf(it->note, sizeof it->note, "the block loses %.1e", error); return SLIP_STEP_NUMERIC; }
        if (error >= 0.5 * c->last && c->eps <= c->least_eps) c->worse++;
        c->last = error;
        if (++c->centres > CENTRES || c->worse > 5) {
            snprintf(it->note, sizeof it->note, "proximal point stopped at %.1e", error);
            return error <= 1e-10 ? SLIP_STEP_DONE : SLIP_STEP_STALLED;
        }
        for (int i = 0; i < n; i++) c->c[i] = fmax(c->z[i], 0);
        if (c->eps > c->least_eps) soften(c, fmax(c->least_eps, fall * c->eps));
        c->best = n + 1;
        c->left = c->patience;
        return SLIP_STEP_OK;
    }
    if (wrong < c->best) { c->best = wrong; c->left = c->patience; }
    else if (c->left > 0) c->left--;
    else if ((c->eps > 0 && c->eps < most_eps) || (c->eps == 0 && c->single > 2L * n)) {
        soften(c, c->eps > 0 ? fmin(most_eps, rise * c->eps) : first_eps);
        return SLIP_STEP_OK;
    } else {
        c->single++;
        memset(c->out, 0, (size_t)n);
        c->out[last] = 1;
        wrong = 1;
    }
    exchange(c, lcp, wrong, it);
    return SLIP_STEP_OK;
}

const slip_lcp_method slip_lcp_bpp = { sizeof(core), start, advance, NULL };

static slip_law claims(const slip_problem *p, const double par[], slip_dirs *dirs) { (void)par; return slip_lcp_law(p, SLIP_LCP_RAYS, dirs); }
static slip_step step(void *state, const slip_problem *p, slip_iterate *it) { return slip_lcp_solver_step(state, p, it); }
static void close(void *state) { slip_lcp_solver_close(state); }

static slip_status init(void *state, const slip_problem *p, const double par[], slip_iterate *it, slip_arena *arena, slip_error *error)
{
    return slip_lcp_solver_init(state, &slip_lcp_bpp, SLIP_LCP_RAYS, SLIP_JOINTS_ELIMINATED, p, par, it, arena, error);
}

const slip_solver slip_solver_bpp = {
    .name = "bpp", .about = "block principal pivoting, frictionless or on the edges of a cone", .cite = "JudicePires1994",
    .laws = SLIP_LAW_ALL, .flags = SLIP_FINITE | SLIP_NO_BILATERAL | SLIP_NEEDS_SYMMETRIC, .params = params,
    .size = sizeof(slip_lcp_state), .claims = claims, .applies = slip_lcp_symmetric, .init = init, .step = step, .close = close
};
