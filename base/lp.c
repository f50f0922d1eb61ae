/* lp.c: linear programs on GLPK's simplex method, with every answer checked before it is given.
   SPDX-License-Identifier: GPL-3.0-or-later

       minimise c'x   s.t.   z = A x,  rlow <= z <= rhigh,  low <= x <= high

   OK          x feasible, and y with c = A'y + d: y_i >= 0 where only rlow_i holds, <= 0 where only rhigh_i does, likewise
               d_j for the columns, and no duality gap.
   INFEASIBLE  y with  sup { y'A x : low <= x <= high } < inf { y'z : rlow <= z <= rhigh }  (Farkas).  These are the row duals of

                   minimise sum_i (s_i + t_i)  s.t.  rlow <= A x + D (s - t) <= rhigh,  low <= x <= high,  s, t >= 0

               whose least value is positive: the weighted violation that cannot be avoided (D: largest entry of each row).
   UNBOUNDED   x a direction with c'x < 0 that every constraint lets go on for ever: the minimiser of the same program with each
               finite bound made 0, inside the box -1 <= x <= 1.

   GLPK ends the process on an error, unless a hook jumps out; the environment is then freed whole, as GLPK asks.
   It is freed after every call in any case: it belongs to the thread, and a thread that ends would leak it. */

#include "base/base.h"

#include <float.h>
#include <glpk.h>
#include <limits.h>
#include <math.h>
#include <setjmp.h>
#include <string.h>

#define TOL 1e-7        /* of feasibility, duality and Farkas checks, relative to the terms that were added */

typedef struct {
    const slip_sparse *A;               /* CSC, no duplicates */
    const double *c, *rlow, *rhigh, *low, *high;        /* none NULL */
    const double *D;                    /* largest entry of each row, 1 where there is none */
    bool elastic;                       /* with s and t */
} program;

static int quiet(void *info, const char *text)
{
    (void)info, (void)text;
    return 1;
}

static void jump(void *info) { longjmp(*(jmp_buf *)info, 1); }

static int kind(double low, double high)
{
    if (low == high)
        return GLP_FX;
    if (low == -INFINITY)
        return high == INFINITY ? GLP_FR : GLP_UP;
    return high == INFINITY ? GLP_LO : GLP_DB;
}

static glp_prob *build(const program *P, int *index, double *entry)
{
    const slip_sparse *A = P->A;
    glp_prob *G = glp_create_prob();
    glp_set_obj_dir(G, GLP_MIN);
    if (A->rows > 0)
        glp_add_rows(G, A->rows);
    for (int i = 0; i < A->rows; i++)
        glp_set_row_bnds(G, i + 1, kind(P->rlow[i], P->rhigh[i]), P->rlow[i], P->rhigh[i]);
    int extra = P->elastic ? 2 * A->rows : 0;
    if (A->cols + extra > 0)
        glp_add_cols(G, A->cols + extra);
    for (int j = 0; j < A->cols; j++) {
        int length = A->p[j + 1] - A->p[j];
        for (int k = 0; k < length; k++) {
            index[k + 1] = A->i[A->p[j] + k] + 1;
            entry[k + 1] = A->x[A->p[j] + k];
        }
        glp_set_mat_col(G, j + 1, length, index, entry);
        glp_set_col_bnds(G, j + 1, kind(P->low[j], P->high[j]), P->low[j], P->high[j]);
        glp_set_obj_coef(G, j + 1, P->c[j]);
    }
    for (int k = 0; k < extra; k++) {
        int column = A->cols + 1 + k;
        index[1] = k / 2 + 1;
        entry[1] = k % 2 ? -P->D[k / 2] : P->D[k / 2];
        glp_set_mat_col(G, column, 1, index, entry);
        glp_set_col_bnds(G, column, GLP_LO, 0, 0);
        glp_set_obj_coef(G, column, 1);
    }
    return G;
}

/* Solve P, giving x (A->cols) and y (A->rows) if there is an optimum.  The presolver is fast but says less about
   infeasible and unbounded programs and may be wrong on degenerate ones; then it is the plain simplex method's turn. */
static slip_status simplex(const program *P, double *x, double *y, slip_arena *arena, slip_error *error)
{
    const slip_sparse *A = P->A;
    int *index = SLIP_NEW(arena, int, A->rows + 2);
    double *entry = SLIP_NEW(arena, double, A->rows + 2);
    if (arena->failed)
        return slip_fail(error, SLIP_MEMORY, "Not enough memory for a linear program of %d rows.", A->rows);
    static const struct { int presolve, method; } tries[] = {
        { GLP_ON, GLP_PRIMAL }, { GLP_OFF, GLP_PRIMAL }, { GLP_OFF, GLP_DUALP },
    };
    bool ready = true;                  /* y = 0 satisfies the dual: its simplex method may start at once, and degenerate rows do not hurt it */
    for (int j = 0; j < A->cols; j++)
        ready = ready && (P->c[j] > 0 ? P->low[j] > -INFINITY : P->c[j] < 0 ? P->high[j] < INFINITY : true);
    double most = 50.0 * ((double)A->rows + A->cols) + 10000;
    jmp_buf broken;
    if (setjmp(broken)) {
        glp_free_env();
        return slip_fail(error, SLIP_NUMERIC, "GLPK gave up on a linear program of %d rows and %d columns.", A->rows, A->cols);
    }
    glp_term_hook(quiet, NULL);
    glp_term_out(GLP_OFF);
    glp_error_hook(jump, &broken);
    glp_prob *G = build(P, index, entry);
    slip_status status = SLIP_NUMERIC;
    for (size_t t = 0; t < sizeof tries / sizeof *tries; t++) {
        glp_smcp how;
        glp_init_smcp(&how);
        how.msg_lev = GLP_MSG_OFF;
        how.presolve = tries[t].presolve;
        how.meth = t == 0 && ready ? GLP_DUALP : tries[t].method;
        how.tol_bnd = how.tol_dj = 1e-9;
        how.it_lim = most < INT_MAX ? (int)most : INT_MAX;
        if (t == 1) {
            glp_scale_prob(G, GLP_SF_AUTO);
            glp_adv_basis(G, 0);
        } else if (t == 2) {
            glp_std_basis(G);
        }
        int code = glp_simplex(G, &how);
        int found = code == 0 ? glp_get_status(G) : GLP_UNDEF;
        status = code == GLP_EITLIM ? SLIP_LIMIT : found == GLP_OPT ? SLIP_OK : found == GLP_NOFEAS ? SLIP_INFEASIBLE
               : found == GLP_UNBND ? SLIP_UNBOUNDED : SLIP_NUMERIC;
        if (status == SLIP_OK || (t > 0 && (status == SLIP_INFEASIBLE || status == SLIP_UNBOUNDED)))
            break;
    }
    if (status == SLIP_OK) {
        for (int j = 0; j < A->cols; j++)
            x[j] = glp_get_col_prim(G, j + 1);
        for (int i = 0; i < A->rows; i++)
            y[i] = glp_get_row_dual(G, i + 1);
    }
    glp_free_env();
    return status;
}

/* The least value of t'v over low <= v <= high, and the sum of its terms' sizes; a t_i of rounding size (against size_i)
   on a side without a bound counts as 0. */
static double least(int n, const double *t, const double *size, const double *low, const double *high, double *terms)
{
    double sum = 0;
    for (int i = 0; i < n; i++) {
        double bound = t[i] > 0 ? low[i] : high[i];
        if (t[i] == 0 || (fabs(bound) == INFINITY && fabs(t[i]) <= TOL * size[i]))
            continue;
        sum += t[i] * bound;
        *terms += fabs(t[i] * bound);
    }
    return sum;
}

static void fill(double *v, const double *given, double otherwise, int n)
{
    for (int i = 0; i < n; i++)
        v[i] = given ? given[i] : otherwise;
}

/* The largest |D_i y_i|: the size of y once each row is scaled to entries of 1. */
static double dual_size(const program *P, const double *y)
{
    double most = 0;
    for (int i = 0; i < P->A->rows; i++)
        most = fmax(most, P->D[i] * fabs(y[i]));
    return most;
}

/* |A| and |A|' as products: what rounding in A x and A'y is measured against. */
static void gaxpy_abs(const slip_sparse *A, const double *x, double *rows, const double *y, double *cols)
{
    for (int j = 0; j < A->cols; j++)
        for (int k = A->p[j]; k < A->p[j + 1]; k++) {
            if (x)
                rows[A->i[k]] += fabs(A->x[k] * x[j]);
            if (y)
                cols[j] += fabs(A->x[k] * y[A->i[k]]);
        }
}

/* Scratch: z, zabs have A->rows, d, dabs have A->cols numbers. */
typedef struct { double *z, *zabs, *d, *dabs; } scratch;

static void clear(const scratch *s, const slip_sparse *A)
{
    memset(s->z, 0, (size_t)A->rows * sizeof *s->z);
    memset(s->zabs, 0, (size_t)A->rows * sizeof *s->zabs);
    memset(s->d, 0, (size_t)A->cols * sizeof *s->d);
    memset(s->dabs, 0, (size_t)A->cols * sizeof *s->dabs);
}

/* x within its bounds, A x within its own, and c'x no larger than what the duals allow.  Where all duals are 0 up to rounding, a reduced
   cost has nothing but the objective to be measured against. */
static bool optimal(const program *P, double *x, const double *y, const scratch *s)
{
    const slip_sparse *A = P->A;
    clear(s, A);
    double value = 0, terms = 0, cost = 0;
    for (int j = 0; j < A->cols; j++)
        cost = fmax(cost, fabs(P->c[j]));
    for (int j = 0; j < A->cols; j++) {
        if (!(fabs(x[j]) <= DBL_MAX))
            return false;
        x[j] = fmin(fmax(x[j], P->low[j]), P->high[j]);         /* the simplex method may leave it a rounding outside */
        value += P->c[j] * x[j];
        terms += fabs(P->c[j] * x[j]);
        s->d[j] = P->c[j];
        s->dabs[j] = fabs(P->c[j]) + 0.1 * cost;
    }
    slip_sparse_gaxpy(1, A, x, s->z);
    slip_sparse_gaxpy_t(-1, A, y, s->d);
    gaxpy_abs(A, x, s->zabs, y, s->dabs);
    for (int i = 0; i < A->rows; i++) {
        double slack = TOL * (1 + s->zabs[i]);
        if (!(s->z[i] >= P->rlow[i] - slack && s->z[i] <= P->rhigh[i] + slack))
            return false;
    }
    double size = dual_size(P, y);
    for (int i = 0; i < A->rows; i++)
        s->zabs[i] = size / P->D[i];
    double dual = least(A->rows, y, s->zabs, P->rlow, P->rhigh, &terms)
                + least(A->cols, s->d, s->dabs, P->low, P->high, &terms);
    return value <= dual + 10 * TOL * (1 + terms);
}

static bool farkas(const program *P, double *y, const scratch *s)
{
    const slip_sparse *A = P->A;
    double size = dual_size(P, y), terms = 0;
    if (!(size > 0 && size <= DBL_MAX))
        return false;
    clear(s, A);
    for (int i = 0; i < A->rows; i++) {
        y[i] = P->D[i] * fabs(y[i]) <= 1e-12 * size ? 0 : y[i] / size;
        s->zabs[i] = 1 / P->D[i];
    }
    slip_sparse_gaxpy_t(-1, A, y, s->d);
    gaxpy_abs(A, NULL, NULL, y, s->dabs);
    double gap = least(A->rows, y, s->zabs, P->rlow, P->rhigh, &terms) + least(A->cols, s->d, s->dabs, P->low, P->high, &terms);
    return gap > 0.01 * TOL * terms;
}

static slip_status infeasible(const program *P, double *x, double *y, const scratch *s, slip_arena *arena, slip_error *error)
{
    const slip_sparse *A = P->A;
    double *zero = SLIP_NEW(arena, double, A->cols);
    if (arena->failed)
        return slip_fail(error, SLIP_MEMORY, "Not enough memory for a linear program of %d rows.", A->rows);
    program Q = *P;
    Q.c = zero;
    Q.elastic = true;
    slip_status status = simplex(&Q, x, y, arena, error);
    if (status == SLIP_OK && farkas(P, y, s))
        return slip_fail(error, SLIP_INFEASIBLE, "No point satisfies the %d rows and %d columns of the linear program.",
                         A->rows, A->cols);
    return slip_fail(error, SLIP_NUMERIC, "The linear program of %d rows looks infeasible, but no proof of it holds.", A->rows);
}

static slip_status unbounded(const program *P, double *x, double *y, const scratch *s, slip_arena *arena, slip_error *error)
{
    const slip_sparse *A = P->A;
    double *b[4] = { SLIP_NEW(arena, double, A->rows), SLIP_NEW(arena, double, A->rows),
                     SLIP_NEW(arena, double, A->cols), SLIP_NEW(arena, double, A->cols) };
    if (arena->failed)
        return slip_fail(error, SLIP_MEMORY, "Not enough memory for a linear program of %d rows.", A->rows);
    for (int i = 0; i < A->rows; i++) {
        b[0][i] = P->rlow[i] == -INFINITY ? -INFINITY : 0;
        b[1][i] = P->rhigh[i] == INFINITY ? INFINITY : 0;
    }
    for (int j = 0; j < A->cols; j++) {
        b[2][j] = P->low[j] == -INFINITY ? -1 : 0;
        b[3][j] = P->high[j] == INFINITY ? 1 : 0;
    }
    program Q = { .A = A, .c = P->c, .rlow = b[0], .rhigh = b[1], .low = b[2], .high = b[3], .D = P->D };
    slip_status status = simplex(&Q, x, y, arena, error);
    double value = 0, terms = 0;
    if (status == SLIP_OK && optimal(&Q, x, y, s))
        for (int j = 0; j < A->cols; j++) {
            value += P->c[j] * x[j];
            terms += fabs(P->c[j] * x[j]);
        }
    if (value < -TOL * terms)
        return slip_fail(error, SLIP_UNBOUNDED, "The objective of the linear program falls without bound.");
    return slip_fail(error, SLIP_NUMERIC, "The linear program of %d rows looks unbounded, but no proof of it holds.", A->rows);
}

/* INPUT for NaN, a lower bound of +infinity and the like; INFEASIBLE for bounds that cross. */
static slip_status check_bounds(const char *what, int n, const double *low, const double *high, slip_error *error)
{
    for (int i = 0; i < n; i++) {
        if (!(low[i] < INFINITY && high[i] > -INFINITY))
            return slip_fail(error, SLIP_INPUT, "The bounds %g and %g of %s %d of a linear program mean nothing.",
                             low[i], high[i], what, i + 1);
        if (low[i] > high[i])
            return slip_fail(error, SLIP_INFEASIBLE, "The bounds %g and %g of %s %d of a linear program cross.",
                             low[i], high[i], what, i + 1);
    }
    return SLIP_OK;
}

static slip_status solve(const slip_sparse *A, const double *c, const double *rlow, const double *rhigh, const double *low,
                         const double *high, double *x, double *y, double *value, slip_arena *arena, slip_error *error)
{
    int m = A->rows, n = A->cols;
    slip_status status = slip_sparse_check(A, "matrix of a linear program", error);
    slip_sparse csc;
    if (!status)
        status = A->x ? slip_sparse_convert(&csc, A, SLIP_CSC, arena, error)
                      : slip_sparse_new(&csc, SLIP_CSC, m, n, 0, arena, error);
    if (status)
        return status;
    double *v[6] = { SLIP_NEW(arena, double, n), SLIP_NEW(arena, double, m), SLIP_NEW(arena, double, m),
                     SLIP_NEW(arena, double, n), SLIP_NEW(arena, double, n), SLIP_NEW(arena, double, m) };
    scratch s = { SLIP_NEW(arena, double, m), SLIP_NEW(arena, double, m), SLIP_NEW(arena, double, n), SLIP_NEW(arena, double, n) };
    x = x ? x : SLIP_NEW(arena, double, n);
    y = y ? y : SLIP_NEW(arena, double, m);
    if (arena->failed)
        return slip_fail(error, SLIP_MEMORY, "Not enough memory for a linear program of %d rows and %d columns.", m, n);
    fill(v[0], c, 0, n);
    fill(v[1], rlow, -INFINITY, m);
    fill(v[2], rhigh, INFINITY, m);
    fill(v[3], low, -INFINITY, n);
    fill(v[4], high, INFINITY, n);
    for (int k = 0; k < csc.nz; k++)
        v[5][csc.i[k]] = fmax(v[5][csc.i[k]], fabs(csc.x[k]));
    for (int i = 0; i < m; i++)
        if (v[5][i] == 0)
            v[5][i] = 1;
    memset(y, 0, (size_t)m * sizeof *y);
    for (int j = 0; j < n; j++)
        if (!(fabs(v[0][j]) <= DBL_MAX))
            return slip_fail(error, SLIP_INPUT, "Cost %d of a linear program is not finite.", j + 1);
    slip_status rows = check_bounds("row", m, v[1], v[2], error);
    status = rows == SLIP_INPUT ? rows : check_bounds("column", n, v[3], v[4], error);
    if (status || rows)
        return status ? status : rows;

    program P = { .A = &csc, .c = v[0], .rlow = v[1], .rhigh = v[2], .low = v[3], .high = v[4], .D = v[5] };
    status = simplex(&P, x, y, arena, error);
    if (status == SLIP_INFEASIBLE)
        return infeasible(&P, x, y, &s, arena, error);
    if (status == SLIP_UNBOUNDED)
        return unbounded(&P, x, y, &s, arena, error);
    if (status == SLIP_LIMIT)
        return slip_fail(error, SLIP_LIMIT, "The simplex method used up its steps on %d rows and %d columns.", m, n);
    if (status || !optimal(&P, x, y, &s))
        return slip_fail(error, SLIP_NUMERIC, "No optimum of the linear program of %d rows and %d columns could be verified.", m, n);
    double sum = 0;
    for (int j = 0; j < n; j++)
        sum += v[0][j] * x[j];
    if (value)
        *value = sum;
    return SLIP_OK;
}

slip_status slip_lp(const slip_sparse *A, const double *c, const double *rlow, const double *rhigh,
                    const double *low, const double *high, double *x, double *y, double *value, slip_error *error)
{
    slip_arena arena = {0};
    slip_status status = solve(A, c, rlow, rhigh, low, high, x, y, value, &arena, error);
    slip_arena_free(&arena);
    return status;
}
