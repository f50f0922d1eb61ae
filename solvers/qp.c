/* qp.c: primal-dual interior point, then refinement on the identified active set.
   SPDX-License-Identifier: GPL-3.0-or-later

   Rows are scaled to unit length in the metric of M^-1, so that slacks s = A v + c and multipliers z carry the same unit,
   the square root of an energy.  Mehrotra's predictor-corrector [Mehrotra1992] on
       M v - f - A'z - G l = 0,   A v + c = s,   G'v + b = 0,   s_i z_i = sigma mu
   by  (M + A' S^-1 Z A) dv - G dl = ...,  one sparse Cholesky factorisation a step, pattern M + H H'.

   Redundant constraints and non-unique multipliers do not disturb it: only v is unique, and z is some point of its face.
   Refinement: rows with z > s are taken as equations and solved by the proximal method of multipliers
       (M + A_a' A_a / delta) dv = f + A_a'z - M v - A_a'(A_a v + c_a) / delta ,   z <- z - (A_a (v + dv) + c_a) / delta
   which tolerates dependent rows; kept only when every sign then holds. */

#include "solvers/qp.h"

#include <math.h>
#include <string.h>

enum { MOST_STEPS = 80, MOST_POLISH = 12 };
static const double HAND_OVER = 1e-6, DELTA = 1e-6;

struct slip_qp {
    const slip_problem *p;
    int n, rows, d, np;
    const int *contact;
    int *first;                     /* nc+1: rows of a contact */
    double *a, *scale;              /* scaled rows (d each); 1/sqrt of a'W_cc a */
    int *start, *touch; double *h;  /* nc+1; velocities of a contact; d entries of H for each */
    slip_sparse K; int *diag_M;     /* M + H H' pattern; where the entries of M lie in K */
    long *map_start; int *map;      /* where the t x t block of a contact lies in K */
    slip_factor *factor;
    double *v, *s, *z, *l;          /* the iterate, scaled */
    double *rd, *rp, *rc, *re, *dv, *ds, *dz, *dl, *el, *t, *tz, *KG, *S;
    double *bv, *bz, *bl, *c;       /* the point before refinement; scaled right sides */
};

static slip_status no_memory(slip_error *error) { return slip_fail(error, SLIP_MEMORY, "out of memory for a quadratic program"); }

/* The velocities each contact touches, and its block of H. */
static slip_status gather(slip_qp *q, slip_arena *arena, slip_error *error)
{
    const slip_sparse *H = &q->p->H;
    int nc = q->p->nc, d = q->d;
    q->start = SLIP_NEW(arena, int, nc + 1);
    int *mark = SLIP_NEW(arena, int, q->n);
    if (arena->failed) return no_memory(error);
    for (int pass = 0; pass < 2; pass++) {
        for (int k = 0; k < q->n; k++) mark[k] = -1;
        for (int c = 0, at = 0; c < nc; c++) {
            int begin = at;
            for (int a = 0; a < d; a++)
                for (int k = H->p[d * c + a]; k < H->p[d * c + a + 1]; k++) {
                    int row = H->i[k];
                    if (mark[row] < begin) { mark[row] = at; if (pass) q->touch[at] = row; at++; }
                    if (pass) q->h[(size_t)mark[row] * (size_t)d + (size_t)a] = H->x[k];
                }
            q->start[c + 1] = at;
        }
        if (!pass) {
            q->touch = SLIP_NEW(arena, int, q->start[nc]);
            q->h = SLIP_NEW(arena, double, (size_t)q->start[nc] * (size_t)d);
            if (arena->failed) return no_memory(error);
        }
    }
    return SLIP_OK;
}

static int locate(const slip_sparse *K, int row, int col)
{
    int low = K->p[col], high = K->p[col + 1] - 1;
    while (low < high) { int mid = (low + high) / 2; if (K->i[mid] < row) low = mid + 1; else high = mid; }
    return low;
}

static slip_status pattern(slip_qp *q, slip_arena *arena, slip_error *error)
{
    const slip_sparse *M = &q->p->M;
    slip_arena scratch = { 0 };
    slip_sparse T;
    int nc = q->p->nc;
    double count = M->nz;
    q->map_start = SLIP_NEW(arena, long, nc + 1);
    if (!q->map_start) return no_memory(error);
    for (int c = 0; c < nc; c++) {
        long t = q->start[c + 1] - q->start[c];
        q->map_start[c + 1] = q->map_start[c] + t * t;
        count += (double)t * (double)t;
    }
    if (count > 2e9) return slip_fail(error, SLIP_SIZE, "the matrix of the quadratic program has too many entries");
    slip_status status = slip_sparse_new(&T, SLIP_TRIPLET, q->n, q->n, (int)count, &scratch, error);
    if (!status) {
        int at = 0;
        for (int j = 0; j < q->n; j++) for (int k = M->p[j]; k < M->p[j + 1]; k++, at++) { T.i[at] = M->i[k]; T.p[at] = j; T.x[at] = 0; }
        for (int c = 0; c < nc; c++)
            for (int x = q->start[c]; x < q->start[c + 1]; x++)
                for (int y = q->start[c]; y < q->start[c + 1]; y++, at++) { T.i[at] = q->touch[y]; T.p[at] = q->touch[x]; T.x[at] = 0; }
        status = slip_sparse_convert(&q->K, &T, SLIP_CSC, arena, error);
    }
    slip_arena_free(&scratch);
    if (status) return status;
    q->map = SLIP_NEW(arena, int, q->map_start[nc]);
    q->diag_M = SLIP_NEW(arena, int, M->nz);
    if (arena->failed) return no_memory(error);
    for (int j = 0; j < q->n; j++) for (int k = M->p[j]; k < M->p[j + 1]; k++) q->diag_M[k] = locate(&q->K, M->i[k], j);
    for (int c = 0; c < nc; c++) {
        long at = q->map_start[c];
        for (int x = q->start[c]; x < q->start[c + 1]; x++)
            for (int y = q->start[c]; y < q->start[c + 1]; y++) q->map[at++] = locate(&q->K, q->touch[y], q->touch[x]);
    }
    return SLIP_OK;
}

slip_status slip_qp_new(slip_qp **out, const slip_problem *p, int rows, const int *contact, const double *a, slip_arena *arena, slip_error *error)
{
    slip_qp *q = SLIP_NEW(arena, slip_qp, 1);
    int d = p->d, n = p->n, np = p->p;
    *out = q;
    if (!q) return no_memory(error);
    q->p = p; q->n = n; q->rows = rows; q->d = d; q->np = np; q->contact = contact;
    q->first = SLIP_NEW(arena, int, p->nc + 1);
    q->a = SLIP_NEW(arena, double, (size_t)rows * (size_t)d);
    double **vectors[] = { &q->scale, &q->s, &q->z, &q->rp, &q->rc, &q->ds, &q->dz, &q->tz, &q->bz, &q->c };
    for (size_t k = 0; k < sizeof vectors / sizeof *vectors; k++) *vectors[k] = SLIP_NEW(arena, double, rows);
    double **moves[] = { &q->v, &q->rd, &q->dv, &q->bv };
    for (size_t k = 0; k < sizeof moves / sizeof *moves; k++) *moves[k] = SLIP_NEW(arena, double, n);
    double **joints[] = { &q->l, &q->re, &q->dl, &q->el, &q->t, &q->bl };
    for (size_t k = 0; k < sizeof joints / sizeof *joints; k++) *joints[k] = SLIP_NEW(arena, double, np);
    q->KG = SLIP_NEW(arena, double, (size_t)n * (size_t)np);
    q->S = SLIP_NEW(arena, double, (size_t)np * (size_t)np);
    if (arena->failed) return no_memory(error);
    for (int i = 0; i < rows; i++) q->first[contact[i] + 1] = i + 1;
    for (int c = 0; c < p->nc; c++) if (q->first[c + 1] < q->first[c]) q->first[c + 1] = q->first[c];
    slip_status status = gather(q, arena, error);
    if (!status) status = pattern(q, arena, error);
    if (status) return status;
    slip_arena scratch = { 0 };
    slip_delassus op;
    status = slip_delassus_new(&op, p, SLIP_FORM_BODIES, SLIP_JOINTS_KEPT, &scratch, error);
    for (int i = 0; !status && i < rows; i++) {
        const double *W = op.diag + (size_t)contact[i] * (size_t)(d * d), *x = a + (size_t)i * (size_t)d;
        double w = 0;
        for (int k = 0; k < d; k++) for (int e = 0; e < d; e++) w += x[k] * W[k * d + e] * x[e];
        q->scale[i] = w > 0 ? 1 / sqrt(w) : 1;
        for (int k = 0; k < d; k++) q->a[(size_t)i * (size_t)d + (size_t)k] = x[k] * q->scale[i];
    }
    if (!status) slip_delassus_close(&op);
    slip_arena_free(&scratch);
    return status;
}

void slip_qp_close(slip_qp *q)
{
    if (q) slip_factor_free(q->factor);
}

/* out_i = a_i' (H' v) (no w, no c) */
static void rows_times(const slip_qp *q, const double *v, double *out)
{
    int d = q->d;
    for (int c = 0; c < q->p->nc; c++) {
        double u[3] = { 0, 0, 0 };
        for (int k = q->start[c]; k < q->start[c + 1]; k++)
            for (int a = 0; a < d; a++) u[a] += q->h[(size_t)k * (size_t)d + (size_t)a] * v[q->touch[k]];
        for (int i = q->first[c]; i < q->first[c + 1]; i++) {
            out[i] = 0;
            for (int a = 0; a < d; a++) out[i] += q->a[(size_t)i * (size_t)d + (size_t)a] * u[a];
        }
    }
}

/* v += sum_i z_i H a_i */
static void rows_transposed(const slip_qp *q, const double *z, double *v)
{
    int d = q->d;
    for (int c = 0; c < q->p->nc; c++) {
        double r[3] = { 0, 0, 0 };
        for (int i = q->first[c]; i < q->first[c + 1]; i++)
            for (int a = 0; a < d; a++) r[a] += z[i] * q->a[(size_t)i * (size_t)d + (size_t)a];
        for (int k = q->start[c]; k < q->start[c + 1]; k++)
            for (int a = 0; a < d; a++) v[q->touch[k]] += q->h[(size_t)k * (size_t)d + (size_t)a] * r[a];
    }
}

/* K = M + A' diag(D) A, factored; and with joints K^-1 G and its Schur complement. */
static slip_status factorise(slip_qp *q, const double *D, slip_error *error)
{
    const slip_problem *p = q->p;
    int d = q->d;
    memset(q->K.x, 0, sizeof(double) * (size_t)q->K.nz);
    for (int k = 0; k < p->M.nz; k++) q->K.x[q->diag_M[k]] += p->M.x[k];
    for (int c = 0; c < p->nc; c++) {
        double B[9] = { 0 };
        for (int i = q->first[c]; i < q->first[c + 1]; i++) {
            const double *a = q->a + (size_t)i * (size_t)d;
            for (int x = 0; x < d; x++) for (int y = 0; y < d; y++) B[x * d + y] += D[i] * a[x] * a[y];
        }
        const int *at = q->map + q->map_start[c];
        for (int x = q->start[c]; x < q->start[c + 1]; x++) {
            double Bh[3] = { 0, 0, 0 };
            const double *hx = q->h + (size_t)x * (size_t)d;
            for (int e = 0; e < d; e++) for (int k = 0; k < d; k++) Bh[e] += B[e * d + k] * hx[k];
            for (int y = q->start[c]; y < q->start[c + 1]; y++) {
                const double *hy = q->h + (size_t)y * (size_t)d;
                double sum = 0;
                for (int e = 0; e < d; e++) sum += hy[e] * Bh[e];
                q->K.x[*at++] += sum;
            }
        }
    }
    slip_status status = q->factor ? slip_factor_again(q->factor, &q->K, error) : slip_factor_new(&q->factor, &q->K, error);
    if (status || !q->np) return status;
    slip_sparse_to_dense(&p->G, q->KG);
    if ((status = slip_factor_solve(q->factor, q->np, q->KG, q->KG, error))) return status;
    memset(q->S, 0, sizeof(double) * (size_t)q->np * (size_t)q->np);
    for (int j = 0; j < q->np; j++) slip_sparse_gaxpy_t(1, &p->G, q->KG + (size_t)j * (size_t)q->n, q->S + (size_t)j * (size_t)q->np);
    int rank;
    return slip_dense_pinv(q->np, q->S, 1e-13, &rank, error);
}

/* Solve K x - G y = rhs, G'x = e (x in place of rhs). */
static slip_status solve(slip_qp *q, double *x, const double *e, double *y, slip_error *error)
{
    int np = q->np;
    slip_status status = slip_factor_solve(q->factor, 1, x, x, error);
    if (status || !np) return status;
    for (int j = 0; j < np; j++) q->el[j] = e[j];
    slip_sparse_gaxpy_t(-1, &q->p->G, x, q->el);        /* G'(x0 + K^-1 G y) = e */
    for (int j = 0; j < np; j++) {
        y[j] = 0;
        for (int k = 0; k < np; k++) y[j] += q->S[(size_t)k * (size_t)np + (size_t)j] * q->el[k];
    }
    for (int j = 0; j < np; j++) for (int k = 0; k < q->n; k++) x[k] += q->KG[(size_t)j * (size_t)q->n + (size_t)k] * y[j];
    return SLIP_OK;
}

/* rd = M v - f - A'z - G l;  re = G'v + b */
static void stationarity(slip_qp *q)
{
    const slip_problem *p = q->p;
    for (int k = 0; k < q->n; k++) q->rd[k] = 0;
    rows_transposed(q, q->z, q->rd);
    for (int k = 0; k < q->n; k++) q->rd[k] = -q->rd[k] - p->f[k];
    slip_sparse_gaxpy(1, &p->M, q->v, q->rd);
    if (!q->np) return;
    slip_sparse_gaxpy(-1, &p->G, q->l, q->rd);
    for (int j = 0; j < q->np; j++) q->re[j] = p->b[j];
    slip_sparse_gaxpy_t(1, &p->G, q->v, q->re);
}

static double norm_inf(const double *x, int n) { double m = 0; for (int k = 0; k < n; k++) m = fmax(m, fabs(x[k])); return m; }

/* One Newton direction for the complementarity right side rc (S Z e target minus s z). */
static slip_status direction(slip_qp *q, slip_error *error)
{
    for (int i = 0; i < q->rows; i++) q->tz[i] = (q->rc[i] - q->z[i] * q->rp[i]) / q->s[i];
    for (int k = 0; k < q->n; k++) q->dv[k] = 0;
    rows_transposed(q, q->tz, q->dv);
    for (int k = 0; k < q->n; k++) q->dv[k] -= q->rd[k];
    for (int j = 0; j < q->np; j++) q->t[j] = -q->re[j];
    slip_status status = solve(q, q->dv, q->t, q->dl, error);
    if (status) return status;
    rows_times(q, q->dv, q->ds);
    for (int i = 0; i < q->rows; i++) {
        q->ds[i] += q->rp[i];
        q->dz[i] = (q->rc[i] - q->z[i] * q->ds[i]) / q->s[i];
    }
    return SLIP_OK;
}

static double longest(const double *x, const double *dx, int n)
{
    double a = 1;
    for (int i = 0; i < n; i++) if (dx[i] < 0) a = fmin(a, -x[i] / dx[i]);
    return a;
}

/* |rd| in the diagonal metric of M: the unit of s. */
static double dual_norm(const slip_qp *q)
{
    const slip_sparse *M = &q->p->M;
    double most = 0;
    for (int j = 0; j < q->n; j++)
        for (int k = M->p[j]; k < M->p[j + 1]; k++)
            if (M->i[k] == j) most = fmax(most, fabs(q->rd[j]) / sqrt(M->x[k]));
    return most;
}

/* Relative KKT residuals of (v, z, l) with plain signs: primal max(0, -s)/S, dual |rd| in velocity units/S, gap max min(s, z)/S. */
static void judge(slip_qp *q, const double *c, double S, slip_qp_info *info)
{
    stationarity(q);
    rows_times(q, q->v, q->tz);
    info->primal = info->gap = 0;
    for (int i = 0; i < q->rows; i++) {
        double s = q->tz[i] + c[i];
        info->primal = fmax(info->primal, -s / S);
        info->gap = fmax(info->gap, fmin(fabs(s), fabs(q->z[i])) / S);
        info->primal = fmax(info->primal, -q->z[i] / S);
    }
    info->dual = dual_norm(q) / S;
    for (int j = 0; j < q->np; j++) info->primal = fmax(info->primal, fabs(q->re[j]) / S);
}

/* Augmented Lagrangian with semismooth Newton steps: from any (v, z >= 0) to the solution, active rows found on the way.
       z^ = max(0, z - (A v + c)/delta),   (M + A_z' A_z / delta) dv = f + A'z^ - M v,   outer: z <- z^
   Exact line search on the convex, piecewise quadratic function of v.  False when it did not settle. */
static bool augmented(slip_qp *q, const double *c, double S, double delta, int most, slip_qp_info *info)
{
    slip_error ignored;
    const slip_problem *p = q->p;
    int rows = q->rows, n = q->n, spent = 0;
    bool factored = false;
    for (int outer = 0; outer < 60; outer++) {
        double *y = q->rp, *hat = q->tz, *step = q->ds;
        for (int inner = 0; ; inner++) {
            rows_times(q, q->v, y);
            for (int i = 0; i < rows; i++) { y[i] += c[i]; hat[i] = fmax(0, q->z[i] - y[i] / delta); }
            for (int k = 0; k < n; k++) q->rd[k] = -p->f[k];
            slip_sparse_gaxpy(1, &p->M, q->v, q->rd);
            double linear = 0, square = 0, size = 0;
            for (int k = 0; k < n; k++) q->dv[k] = 0;
            rows_transposed(q, hat, q->dv);
            memcpy(q->bv, q->rd, sizeof(double) * (size_t)n);           /* M v - f */
            for (int k = 0; k < n; k++) { q->rd[k] -= q->dv[k]; q->dv[k] = -q->rd[k]; }
            for (int j = 0; j < q->np; j++) q->re[j] = p->b[j];
            if (q->np) { slip_sparse_gaxpy_t(1, &p->G, q->v, q->re); slip_sparse_gaxpy(-1, &p->G, q->l, q->rd); }
            size = dual_norm(q);
            if (size <= 1e-10 * S && norm_inf(q->re, q->np) <= 1e-12 * S && inner > 0) break;
            if (++spent > most) return false;
            bool same = factored;
            for (int i = 0; i < rows; i++) {
                double D = hat[i] > 0 ? 1 / delta : 0;
                same = same && q->rc[i] == D;
                q->rc[i] = D;
            }
            if (!same) { if (factorise(q, q->rc, &ignored)) return false; factored = true; info->iterations++; }
            for (int j = 0; j < q->np; j++) q->t[j] = -q->re[j];
            if (solve(q, q->dv, q->t, q->l, &ignored)) return false;
            rows_times(q, q->dv, step);
            for (int k = 0; k < n; k++) { linear += q->bv[k] * q->dv[k]; q->rd[k] = 0; }
            slip_sparse_gaxpy(1, &p->M, q->dv, q->rd);
            for (int k = 0; k < n; k++) square += q->rd[k] * q->dv[k];
            double a = 1, low = 0, high = 1;
            if (!q->np)                                 /* with joints the first full step restores them */
                for (int k = 0; k < 40; k++) {
                    double slope = linear + a * square;
                    for (int i = 0; i < rows; i++) slope -= fmax(0, q->z[i] - (y[i] + a * step[i]) / delta) * step[i];
                    if (k == 0 && slope <= 1e-12 * square) break;
                    if (slope > 0) high = a; else low = a;
                    a = (low + high) / 2;
                }
            for (int k = 0; k < n; k++) q->v[k] += a * q->dv[k];
            if (square <= 1e-32 * S * S) break;
        }
        double primal = 0;
        for (int i = 0; i < rows; i++) q->z[i] = hat[i];
        for (int i = 0; i < rows; i++) primal = fmax(primal, fmax(-y[i], fmin(y[i], q->z[i])));
        for (int i = 0; i < rows; i++) q->s[i] = fmax(0, y[i]);
        if (primal <= 1e-13 * S) return true;
    }
    return false;
}

/* Refine on the rows with z > s; true when kept (signs hold and residuals do not grow). */
static bool polish(slip_qp *q, const double *c, double S, double tol, slip_qp_info *info)
{
    slip_error ignored;
    slip_qp_info before = *info, after;
    memcpy(q->bv, q->v, sizeof(double) * (size_t)q->n);
    memcpy(q->bz, q->z, sizeof(double) * (size_t)q->rows);
    memcpy(q->bl, q->l, sizeof(double) * (size_t)q->np);
    double delta = 1e-7;                                /* rows have unit length in the metric of M^-1: 1/delta against 1 */
    for (int i = 0; i < q->rows; i++) {
        bool active = q->z[i] > q->s[i];
        q->ds[i] = active ? 1 / delta : 0;
        if (!active) q->z[i] = 0;
    }
    if (factorise(q, q->ds, &ignored)) goto refuse;
    for (int k = 0; k < MOST_POLISH; k++) {             /* in residuals, so that rounding does not see 1/delta */
        stationarity(q);
        rows_times(q, q->v, q->rp);
        for (int i = 0; i < q->rows; i++) { q->rp[i] += c[i]; q->tz[i] = -q->rp[i] * q->ds[i]; }
        for (int j = 0; j < q->n; j++) q->dv[j] = 0;
        rows_transposed(q, q->tz, q->dv);
        for (int j = 0; j < q->n; j++) q->dv[j] -= q->rd[j];
        for (int j = 0; j < q->np; j++) q->t[j] = -q->re[j];
        if (solve(q, q->dv, q->t, q->dl, &ignored)) goto refuse;
        rows_times(q, q->dv, q->tz);
        double change = 0;
        for (int i = 0; i < q->rows; i++) {
            if (!(q->ds[i] > 0)) continue;
            q->z[i] -= (q->rp[i] + q->tz[i]) * q->ds[i];
            change = fmax(change, fabs(q->rp[i]));
        }
        for (int j = 0; j < q->n; j++) q->v[j] += q->dv[j];
        for (int j = 0; j < q->np; j++) q->l[j] += q->dl[j];
        if (change <= 1e-15 * S && dual_norm(q) <= 1e-15 * S) break;
    }
    for (int i = 0; i < q->rows; i++) if (q->ds[i] > 0 && q->z[i] < 0 && q->z[i] > -tol * S) q->z[i] = 0;
    judge(q, c, S, &after);
    if (after.primal <= fmax(tol, before.primal) && after.dual <= fmax(1e-14, fmax(before.dual, tol)) && after.gap <= fmax(1e-14, before.gap)
        && (after.primal < before.primal || after.gap < before.gap || after.dual < before.dual)) {
        after.iterations = before.iterations; after.polishes = before.polishes + 1;
        *info = after;
        return true;
    }
refuse:
    memcpy(q->v, q->bv, sizeof(double) * (size_t)q->n);
    memcpy(q->z, q->bz, sizeof(double) * (size_t)q->rows);
    memcpy(q->l, q->bl, sizeof(double) * (size_t)q->np);
    *info = before;
    return false;
}

slip_status slip_qp_solve(slip_qp *q, const double *given, double tol, bool warm, double *v, double *z, double *l, slip_qp_info *info, slip_error *error)
{
    const slip_problem *p = q->p;
    int rows = q->rows, n = q->n, d = q->d;
    slip_status status;
    *info = (slip_qp_info){ 0 };
    /* scaled right sides, w included: s = A v + c */
    double *c = q->c;
    for (int i = 0; i < rows; i++) {
        c[i] = given[i] * q->scale[i];
        for (int a = 0; a < d; a++) c[i] += q->a[(size_t)i * (size_t)d + (size_t)a] * p->w[d * q->contact[i] + a];
    }
    /* the free motion, and from it the size of everything */
    for (int i = 0; i < rows; i++) q->ds[i] = 0;
    if ((status = factorise(q, q->ds, error))) return status;
    memcpy(q->v, p->f, sizeof(double) * (size_t)n);
    for (int j = 0; j < q->np; j++) q->t[j] = -p->b[j];
    if ((status = solve(q, q->v, q->t, q->l, error))) return status;
    rows_times(q, q->v, q->s);
    double S = 0;
    bool open = true;
    for (int i = 0; i < rows; i++) { q->s[i] += c[i]; S = fmax(S, fmax(fabs(q->s[i]), fabs(c[i]))); open = open && q->s[i] >= 0; }
    if (open) {                                         /* nothing pushes */
        memset(q->z, 0, sizeof(double) * (size_t)rows);
        goto out;
    }
    if (warm) {
        for (int i = 0; i < rows; i++) q->z[i] = fmax(0, z[i] / q->scale[i]);
        memcpy(q->v, v, sizeof(double) * (size_t)n);
        if (augmented(q, c, S, DELTA, 60, info)) goto finish;
        rows_times(q, q->v, q->s);
        for (int i = 0; i < rows; i++) q->s[i] += c[i];
    }
    for (int i = 0; i < rows; i++) { q->z[i] = 0.5 * S; q->s[i] = fmax(q->s[i], 0.5 * S); }
    for (int tries = 0; tries < MOST_STEPS; tries++, info->iterations++) {
        stationarity(q);
        rows_times(q, q->v, q->rp);
        double mu = 0, primal = 0, pairs = 0;
        for (int i = 0; i < rows; i++) {
            q->rp[i] += c[i] - q->s[i];
            primal = fmax(primal, fabs(q->rp[i]));
            pairs = fmax(pairs, fmin(q->s[i], q->z[i]));
            mu += q->s[i] * q->z[i] / rows;
        }
        if (!(isfinite(mu) && isfinite(primal))) return slip_fail(error, SLIP_NUMERIC, "the interior point method broke down");
        if (primal <= HAND_OVER * S && pairs <= HAND_OVER * S && dual_norm(q) <= HAND_OVER * S && norm_inf(q->re, q->np) <= HAND_OVER * S) break;
        if (mu > 1e24 * S * S) return slip_fail(error, SLIP_INFEASIBLE, "the constraints have no common point");
        for (int i = 0; i < rows; i++) { q->dz[i] = q->z[i] / q->s[i]; q->rc[i] = -q->s[i] * q->z[i]; }
        if ((status = factorise(q, q->dz, error)) || (status = direction(q, error))) break;
        double ap = longest(q->s, q->ds, rows), ad = longest(q->z, q->dz, rows), affine = 0;
        for (int i = 0; i < rows; i++) affine += (q->s[i] + ap * q->ds[i]) * (q->z[i] + ad * q->dz[i]) / rows;
        double sigma = mu > 0 ? pow(affine / mu, 3) : 0;
        for (int i = 0; i < rows; i++) q->rc[i] = fmin(sigma, 1) * mu - q->s[i] * q->z[i] - q->ds[i] * q->dz[i];
        if ((status = direction(q, error))) break;
        double a = fmin(longest(q->s, q->ds, rows), longest(q->z, q->dz, rows));
        a = fmin(1, 0.995 * a);
        for (int k = 0; k < n; k++) q->v[k] += a * q->dv[k];
        for (int j = 0; j < q->np; j++) q->l[j] += a * q->dl[j];
        for (int i = 0; i < rows; i++) { q->s[i] += a * q->ds[i]; q->z[i] += a * q->dz[i]; }
        if (a < 1e-10) break;
    }
    if (status == SLIP_NUMERIC) status = SLIP_OK;       /* the factor gave out near the end: judge what there is */
    if (status) return status;
    for (int i = 0; i < rows; i++) if (q->z[i] < q->s[i]) q->z[i] = 0;
    augmented(q, c, S, DELTA, 200, info);
finish:
    judge(q, c, S, info);
    polish(q, c, S, 1e-13, info);
out:
    if (open) judge(q, c, S > 0 ? S : 1, info);
    memcpy(v, q->v, sizeof(double) * (size_t)n);
    for (int i = 0; i < rows; i++) z[i] = q->z[i] * q->scale[i];
    for (int j = 0; j < q->np; j++) l[j] = q->l[j];
    if (info->primal <= tol && info->dual <= tol && info->gap <= tol) return SLIP_OK;
    return slip_fail(error, SLIP_LIMIT, "the quadratic program ended with residuals %.1e, %.1e, %.1e after %d steps", info->primal, info->dual, info->gap, info->iterations);
}

void slip_qp_impulses(const slip_qp *q, const double *z, double *r)
{
    int d = q->d;
    for (int c = 0; c < q->p->nc; c++) {
        for (int a = 0; a < d; a++) r[d * c + a] = 0;
        for (int i = q->first[c]; i < q->first[c + 1]; i++)
            for (int a = 0; a < d; a++) r[d * c + a] += z[i] * q->a[(size_t)i * (size_t)d + (size_t)a] / q->scale[i];
    }
}
