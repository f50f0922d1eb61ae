/* fip.c: the feasible interior point method of Trinkle, Pang, Sudarsky and Lo.
   SPDX-License-Identifier: GPL-3.0-or-later

   From z, w = A z + q > 0, with xi = w'z/n:

       (Z A + W) dz = beta xi e - w.z,   dw = A dz                          [TrinkleEtAl1995, (38), sign corrected]
       psi(w, z) = (n + zeta) log w'z - sum log w_i z_i
       step lambda = rho^m eta min(1, -w_i/dw_i, -z_i/dz_i), m the least with psi falling by sigma (1 - beta) zeta lambda   [(39)]

   The strictly feasible start is a linear program: max t with z >= t, A z + q >= t, z <= top, t <= 1; t <= 0 says there is none, which is
   so for every frictionless rolling contact.  When the gap w'z has fallen below eps, the basis {i : z_i > w_i} is solved for; if that is
   a solution it is the answer (finish=none goes on without it).  With SLIP_THEOREMS defined, theorem 4 is asserted. */

#include "solvers/lcp.h"

#include <assert.h>
#include <cblas.h>
#include <lapacke.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const finishes[] = { "basis", "none", NULL };
static const slip_param params[] = {
    { "beta",   0.1,  0, 0.999, NULL, "centering", 0 },
    { "eta",    0.95, 0.01, 0.9999, NULL, "share of the way to the boundary", 0 },
    { "rho",    0.5,  0.01, 0.99, NULL, "shortening of the step in the search", 0 },
    { "sigma",  1e-4, 1e-12, 0.9, NULL, "decrease of the potential asked for", 0 },
    { "zeta",   0,    0, 1e6, NULL, "weight of the gap in the potential; 0: sqrt n", 0 },
    { "top",    100,  1e-3, 1e9, NULL, "bound of z in the program for the start, scaled", 0 },
    { "eps",    1e-6, 1e-300, 1, NULL, "gap, relative to the start, at which the basis is tried", 0 },
    { "steps",  300,  1, 1e6, NULL, "step limit", SLIP_WHOLE },
    { "finish", 0,    0, 1, finishes, "solve for the basis at the end", 0 },
    { "form",   0,    0, 3, slip_lcp_form_words, "formulation", 0 },
    { NULL, 0, 0, 0, NULL, NULL, 0 }
};
enum { BETA, ETA, RHO, SIGMA, ZETA, TOP, EPS, STEPS, FINISH, FORM };

typedef struct {
    double beta, eta, rho, sigma, zeta, top, eps;
    int steps, limit; bool finish;
    double *z, *w, *dz, *dw, *t; double *B; int *ipiv;      /* n; n n */
    double gap0;
    bool feasible, begun;
} core;

/* max t: scaled rows and columns; true with z, w > 0. */
static bool feasible_start(core *c, const slip_lcp *lcp, slip_arena *arena)
{
    int n = lcp->n;
    slip_sparse K;
    bool found = false;
    double *s = SLIP_NEW(arena, double, n), *cost = SLIP_NEW(arena, double, n + 1), *rlow = SLIP_NEW(arena, double, 2 * n);
    double *low = SLIP_NEW(arena, double, n + 1), *high = SLIP_NEW(arena, double, n + 1), *x = SLIP_NEW(arena, double, n + 1);
    double *dense = SLIP_NEW(arena, double, (size_t)(2 * n) * (size_t)(n + 1)), size = 0;
    if (!arena->failed) {
        for (int i = 0; i < n; i++) {
            double a = fabs(lcp->A[i + (size_t)i * (size_t)n]);
            s[i] = a > 0 ? 1 / sqrt(a) : 1;
            size = fmax(size, fabs(lcp->q[i]) * s[i]);
        }
        if (!(size > 0)) size = 1;
        for (int j = 0; j < n; j++) {
            for (int i = 0; i < n; i++) dense[i + (size_t)j * (size_t)(2 * n)] = lcp->A[i + (size_t)j * (size_t)n] * s[i] * s[j];
            dense[n + j + (size_t)j * (size_t)(2 * n)] = 1;
            high[j] = c->top;
        }
        for (int i = 0; i < 2 * n; i++) dense[i + (size_t)n * (size_t)(2 * n)] = -1;
        for (int i = 0; i < n; i++) rlow[i] = -lcp->q[i] * s[i] / size;
        cost[n] = -1;
        low[n] = -INFINITY;
        high[n] = 1;
        for (int i = 0; i < n; i++) low[i] = -INFINITY;
        slip_status status = slip_sparse_from_dense(&K, SLIP_CSC, 2 * n, n + 1, dense, arena, NULL);
        if (status == SLIP_OK) status = slip_lp(&K, cost, rlow, NULL, low, high, x, NULL, NULL, NULL);
        if (status == SLIP_MEMORY) arena->failed = true;
        if (status == SLIP_OK && x[n] > 1e-9) {
            for (int i = 0; i < n; i++) c->z[i] = size * s[i] * x[i];
            slip_lcp_value(lcp, c->z, c->w);
            found = true;
            for (int i = 0; i < n; i++) found = found && c->z[i] > 0 && c->w[i] > 0;
        }
    }
    return found;
}

static slip_status start(void *state, const slip_lcp *lcp, const double par[], slip_iterate *it, slip_arena *arena, slip_error *error)
{
    core *c = state;
    size_t n = (size_t)lcp->n;
    *c = (core){ par[BETA], par[ETA], par[RHO], par[SIGMA], par[ZETA] > 0 ? par[ZETA] : sqrt((double)n), par[TOP], par[EPS],
                 .limit = (int)par[STEPS], .finish = par[FINISH] == 0 };
    double **vectors[] = { &c->z, &c->w, &c->dz, &c->dw, &c->t };
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) *vectors[i] = SLIP_NEW(arena, double, n);
    c->B = SLIP_NEW(arena, double, n * n);
    c->ipiv = SLIP_NEW(arena, int, n);
    if (!arena->failed) c->feasible = feasible_start(c, lcp, arena);
    it->work[SLIP_WORK_INNER]++;
    return arena->failed ? slip_fail(error, SLIP_MEMORY, "no memory for %d unknowns", lcp->n) : SLIP_OK;
}

/* The basis {z > w}, solved: true when it is a solution; it is then in t. */
static bool basis(core *c, const slip_lcp *lcp, slip_iterate *it)
{
    int n = lcp->n, k = 0, *set = c->ipiv;
    double *x = c->dz, size = 0, top = 0;
    for (int i = 0; i < n; i++) {
        double a = fabs(lcp->A[i + (size_t)i * (size_t)n]), s = a > 0 ? sqrt(a) : 1;
        if (c->z[i] * s > c->w[i] / s) set[k++] = i;
    }
    for (int i = 0; i < k; i++) c->dw[i] = set[i];          /* ipiv is needed by the factor */
    for (int j = 0; j < k; j++)
        for (int i = 0; i < k; i++) c->B[i + (size_t)j * (size_t)k] = lcp->A[set[i] + (size_t)set[j] * (size_t)n];
    for (int i = 0; i < k; i++) x[i] = -lcp->q[set[i]];
    it->work[SLIP_WORK_FACTORISATIONS]++;
    if (k > 0 && LAPACKE_dgesv_work(LAPACK_COL_MAJOR, k, 1, c->B, k, c->ipiv, x, k) != 0) return false;
    memset(c->t, 0, (size_t)n * sizeof *c->t);
    for (int i = 0; i < k; i++) { c->t[(int)c->dw[i]] = x[i]; top = fmax(top, fabs(x[i])); }
    for (int i = 0; i < n; i++) { if (!(c->t[i] >= -1e-12 * top)) return false; c->t[i] = fmax(c->t[i], 0); }
    slip_lcp_value(lcp, c->t, x);
    for (int i = 0; i < n; i++) size = fmax(size, fabs(lcp->q[i]));
    for (int i = 0; i < n; i++) if (!(fmin(c->t[i], x[i]) >= -1e-12 * size && (c->t[i] == 0 || x[i] <= 1e-11 * size))) return false;
    return true;
}

static double fall(const core *c, int n, double lambda, double gap, double *after)
{
    double sum = 0, logs = 0;
    for (int i = 0; i < n; i++) {
        double z = c->z[i] + lambda * c->dz[i], w = c->w[i] + lambda * c->dw[i];
        sum += z * w;
        logs += log1p(lambda * c->dz[i] / c->z[i]) + log1p(lambda * c->dw[i] / c->w[i]);
    }
    *after = sum;
    return (n + c->zeta) * log(sum / gap) - logs;
}

static slip_step advance(void *state, const slip_lcp *lcp, slip_lcp_point *point, slip_iterate *it)
{
    core *c = state;
    int n = lcp->n;
    if (!c->begun) {
        bool given = n > 0;
        slip_lcp_value(lcp, point->z, c->t);
        for (int i = 0; i < n; i++) given = given && point->z[i] > 0 && c->t[i] > 0;
        if (given) memcpy(c->z, point->z, (size_t)n * sizeof *c->z), memcpy(c->w, c->t, (size_t)n * sizeof *c->w);
        else if (!c->feasible) {
            snprintf(it->note, sizeof it->note, "not strictly feasible");
            memset(point->z, 0, (size_t)n * sizeof *c->z);
            return SLIP_STEP_STALLED;
        }
        c->begun = true;
        c->gap0 = cblas_ddot(n, c->z, 1, c->w, 1);
        memcpy(point->z, c->z, (size_t)n * sizeof *c->z);
        it->claimed_error = c->gap0;
        return SLIP_STEP_OK;
    }
    double gap = cblas_ddot(n, c->z, 1, c->w, 1), after = gap, lambda = 1, falls = 0;
    if (c->finish && gap <= c->eps * c->gap0 && basis(c, lcp, it)) {
        memcpy(point->z, c->t, (size_t)n * sizeof *c->t);
        return SLIP_STEP_DONE;
    }
    if (c->steps++ >= c->limit || !(gap > 1e-28 * c->gap0)) {
        snprintf(it->note, sizeof it->note, "gap %.1e of %.1e after %d steps", gap, c->gap0, c->steps - 1);
        return gap <= 1e-20 * c->gap0 ? SLIP_STEP_DONE : SLIP_STEP_STALLED;
    }
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) c->B[i + (size_t)j * (size_t)n] = c->z[i] * lcp->A[i + (size_t)j * (size_t)n];
    for (int i = 0; i < n; i++) {
        c->B[i + (size_t)i * (size_t)n] += c->w[i];
        c->dz[i] = c->beta * gap / n - c->w[i] * c->z[i];
    }
    it->work[SLIP_WORK_FACTORISATIONS]++;
    it->work[SLIP_WORK_FLOPS] += 2LL * n * n * n / 3;
    if (LAPACKE_dgesv_work(LAPACK_COL_MAJOR, n, 1, c->B, n, c->ipiv, c->dz, n) != 0) {
        snprintf(it->note, sizeof it->note, "the Newton system is singular: not a P0 matrix");
        return SLIP_STEP_NUMERIC;
    }
    cblas_dgemv(CblasColMajor, CblasNoTrans, n, n, 1, lcp->A, n, c->dz, 1, 0, c->dw, 1);
    for (int i = 0; i < n; i++) {
        if (c->dz[i] < 0) lambda = fmin(lambda, -c->z[i] / c->dz[i]);
        if (c->dw[i] < 0) lambda = fmin(lambda, -c->w[i] / c->dw[i]);
    }
    lambda *= c->eta;
    int m = 0;
    while (!((falls = fall(c, n, lambda, gap, &after)) <= -c->sigma * (1 - c->beta) * c->zeta * lambda) && m < 60) { lambda *= c->rho; m++; }
    if (m == 60) {
        if (c->finish && basis(c, lcp, it)) {
            memcpy(point->z, c->t, (size_t)n * sizeof *c->t);
            return SLIP_STEP_DONE;
        }
        snprintf(it->note, sizeof it->note, "the potential cannot be lowered; gap %.1e of %.1e", gap, c->gap0);
        return SLIP_STEP_STALLED;
    }
    for (int i = 0; i < n; i++) { c->z[i] += lambda * c->dz[i]; c->w[i] += lambda * c->dw[i]; }
#ifdef SLIP_THEOREMS
    slip_lcp_value(lcp, c->z, c->t);
    double most = 0;
    for (int i = 0; i < n; i++) most = fmax(most, fmax(c->w[i], fabs(lcp->q[i])));
    for (int i = 0; i < n; i++) assert(c->z[i] > 0 && c->w[i] > 0 && fabs(c->w[i] - c->t[i]) <= 1e-9 * most);      /* theorem 4 (i) */
    assert(falls < 0);                                                           /* theorem 4 (ii) */
#endif
    memcpy(point->z, c->z, (size_t)n * sizeof *c->z);
    it->claimed_error = after;
    return SLIP_STEP_OK;
}

const slip_lcp_method slip_lcp_fip = { sizeof(core), start, advance, NULL };

static slip_law claims(const slip_problem *p, const double par[], slip_dirs *dirs) { return slip_lcp_law(p, (slip_lcp_form)par[FORM], dirs); }

static slip_status init(void *state, const slip_problem *p, const double par[], slip_iterate *it, slip_arena *arena, slip_error *error)
{
    return slip_lcp_solver_init(state, &slip_lcp_fip, (slip_lcp_form)par[FORM], SLIP_JOINTS_ELIMINATED, p, par, it, arena, error);
}

static slip_step step(void *state, const slip_problem *p, slip_iterate *it)
{
    slip_lcp_state *s = state;
    slip_step result = slip_lcp_solver_step(s, p, it);
    if (result == SLIP_STEP_OK) slip_lcp_impulse(&s->lcp, s->point.z, it->r);
    return result;
}

static void close(void *state) { slip_lcp_solver_close(state); }

const slip_solver slip_solver_fip = {
    .name = "fip", .about = "feasible interior point method with a potential", .cite = "TrinkleEtAl1995",
    .laws = SLIP_LAW_BIT(SLIP_LAW_COULOMB) | SLIP_LAW_BIT(SLIP_LAW_FACETS) | SLIP_LAW_BIT(SLIP_LAW_BOX) | SLIP_LAW_BIT(SLIP_LAW_CONE_FACETS),
    .flags = SLIP_NO_BILATERAL, .params = params, .size = sizeof(slip_lcp_state),
    .claims = claims, .init = init, .step = step, .close = close
};
