/* qp.c: strictly convex quadratic programs: primal-dual interior point, then refinement on the identified active set.
   SPDX-License-Identifier: GPL-3.0-or-later

   Rows are scaled to unit length in the metric of M^-1, so that slacks s = A v + c and multipliers z carry the same unit,
   the square root of an energy.  Mehrotra's predictor-corrector [Mehrotra1992] on
       M v - f - A'z - G l = 0,   A v + c = s,   G'v + b = 0,   s_i z_i = sigma mu
   by  (M + A' S^-1 Z A) dv - G dl = ...,  one sparse Cholesky factorisation a step, pattern M + H H'.  Where the step stays short, further right
   sides with the same factor bring products far from their mean back to it [Gondzio1996], as far along as they help [ColomboGondzio2008].

   Redundant constraints and non-unique multipliers do not disturb it: only v is unique, and z is some point of its face.
   Refinement: rows with z > s are taken as equations and solved by the proximal method of multipliers
       (M + A_a' A_a / delta) dv = f + A_a'z - M v - A_a'(A_a v + c_a) / delta ,   z <- z - (A_a (v + dv) + c_a) / delta
   which tolerates dependent rows; kept only when every sign then holds.  What is then not at rounding, and small enough, goes to the
   active-set method (qp_active.c), from the rows found.  Warm: that method too, or the augmented
   Lagrangian of qp_refine.c, from the multipliers given. */

#include "solvers/qp_core.h"

#include <math.h>
#include <string.h>

enum { MOST_STEPS = 80, MOST_CORRECTORS = 3, AUTO_ACTIVE = 1500, WARM_ACTIVE = 450, MOST_ACTIVE = 6000 };
static const double HAND_OVER = 1e-6, DELTA = 1e-6, ROUNDING = 1e-13;

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

slip_status slip_qp_new(slip_qp **out, const slip_problem *p, int rows, const int *contact, const double *a, slip_qp_road road, slip_arena *arena, slip_error *error)
{
    slip_qp *q = SLIP_NEW(arena, slip_qp, 1);
    int d = p->d, n = p->n, np = p->p;
    *out = q;
    if (!q) return no_memory(error);
    q->p = p; q->n = n; q->rows = rows; q->d = d; q->np = np; q->contact = contact; q->road = road;
    q->first = SLIP_NEW(arena, int, p->nc + 1);
    q->a = SLIP_NEW(arena, double, (size_t)rows * (size_t)d);
    double **vectors[] = { &q->scale, &q->s, &q->z, &q->rp, &q->rc, &q->ds, &q->dz, &q->tz, &q->bz, &q->c, &q->far_s, &q->far_z, &q->free, &q->farkas };
    for (size_t k = 0; k < sizeof vectors / sizeof *vectors; k++) *vectors[k] = SLIP_NEW(arena, double, rows);
    double **moves[] = { &q->v, &q->rd, &q->dv, &q->bv, &q->far_v };
    for (size_t k = 0; k < sizeof moves / sizeof *moves; k++) *moves[k] = SLIP_NEW(arena, double, n);
    double **joints[] = { &q->l, &q->re, &q->dl, &q->el, &q->t, &q->bl, &q->far_l };
    for (size_t k = 0; k < sizeof joints / sizeof *joints; k++) *joints[k] = SLIP_NEW(arena, double, np);
    q->KG = SLIP_NEW(arena, double, (size_t)n * (size_t)np);
    q->S = SLIP_NEW(arena, double, (size_t)np * (size_t)np);
    if (arena->failed) return no_memory(error);
    for (int i = 0; i < rows; i++) q->first[contact[i] + 1] = i + 1;
    for (int c = 0; c < p->nc; c++) if (q->first[c + 1] < q->first[c]) q->first[c + 1] = q->first[c];
    q->plain = np == 0 && p->M.nz == n;
    for (int k = 0; k < p->M.nz && q->plain; k++) q->plain = p->M.i[k] == k;
    if (road == SLIP_QP_ACTIVE && n > MOST_ACTIVE) return slip_fail(error, SLIP_SIZE, "the active-set method takes up to %d velocities, not %d", MOST_ACTIVE, n);
    slip_status status = gather(q, arena, error);
    if (!status) status = pattern(q, arena, error);
    if (!status && (road == SLIP_QP_ACTIVE || (road == SLIP_QP_AUTO && n <= AUTO_ACTIVE))) status = slip_qp_active_new(q, arena, error);
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

/* One Newton direction for the complementarity right side rc (S Z e target minus s z). */
static slip_status direction(slip_qp *q, slip_error *error)
{
    for (int i = 0; i < q->rows; i++) q->tz[i] = (q->rc[i] - q->z[i] * q->rp[i]) / q->s[i];
    for (int k = 0; k < q->n; k++) q->dv[k] = 0;
    slip_qp_rows_transposed(q, q->tz, q->dv);
    for (int k = 0; k < q->n; k++) q->dv[k] -= q->rd[k];
    for (int j = 0; j < q->np; j++) q->t[j] = -q->re[j];
    slip_status status = slip_qp_step(q, q->dv, q->t, q->dl, error);
    if (status) return status;
    slip_qp_rows(q, q->dv, q->ds);
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

/* Further right sides with the factor at hand: products s z that a longer step would leave far from `target` are pulled towards it, and of the
   change as much is taken as lengthens the step most.  The step it ends with. */
static double correct(slip_qp *q, double target, double a)
{
    int rows = q->rows, n = q->n;
    slip_error ignored;
    for (int k = 0; k < MOST_CORRECTORS && a < 0.5; k++) {
        double far = fmin(1, 1.08 * a + 0.08), best = a, at = 0;
        memcpy(q->far_v, q->dv, sizeof(double) * (size_t)n);
        memcpy(q->far_s, q->ds, sizeof(double) * (size_t)rows);
        memcpy(q->far_z, q->dz, sizeof(double) * (size_t)rows);
        memcpy(q->far_l, q->dl, sizeof(double) * (size_t)q->np);
        for (int i = 0; i < rows; i++) {
            double product = (q->s[i] + far * q->ds[i]) * (q->z[i] + far * q->dz[i]);
            if (product < 0.1 * target) q->rc[i] += 0.1 * target - product;
            if (product > 10 * target) q->rc[i] += fmax(10 * target - product, -10 * target);
        }
        bool failed = direction(q, &ignored) != SLIP_OK;
        for (int w = 1; w <= 20 && !failed; w++) {
            double share = w / 20.0, reach = 1;
            for (int i = 0; i < rows; i++) {
                double s = q->far_s[i] + share * (q->ds[i] - q->far_s[i]), z = q->far_z[i] + share * (q->dz[i] - q->far_z[i]);
                if (s < 0) reach = fmin(reach, -q->s[i] / s);
                if (z < 0) reach = fmin(reach, -q->z[i] / z);
            }
            if (reach > best) { best = reach; at = share; }
        }
        for (int i = 0; i < n; i++) q->dv[i] = q->far_v[i] + at * (q->dv[i] - q->far_v[i]);
        for (int i = 0; i < rows; i++) { q->ds[i] = q->far_s[i] + at * (q->ds[i] - q->far_s[i]); q->dz[i] = q->far_z[i] + at * (q->dz[i] - q->far_z[i]); }
        for (int i = 0; i < q->np; i++) q->dl[i] = q->far_l[i] + at * (q->dl[i] - q->far_l[i]);
        bool enough = !(best >= a + 0.03);
        a = best;
        if (enough) break;
    }
    return a;
}

/* From the free motion to HAND_OVER. */
static slip_status interior(slip_qp *q, double S, slip_qp_info *info, slip_error *error)
{
    int rows = q->rows, n = q->n;
    const double *c = q->c;
    for (int i = 0; i < rows; i++) { q->z[i] = 0.5 * S; q->s[i] = fmax(q->s[i], 0.5 * S); }
    for (int tries = 0; tries < MOST_STEPS; tries++, info->iterations++) {
        slip_qp_stationarity(q);
        slip_qp_rows(q, q->v, q->rp);
        double mu = 0, primal = 0, pairs = 0;
        for (int i = 0; i < rows; i++) {
            q->rp[i] += c[i] - q->s[i];
            primal = fmax(primal, fabs(q->rp[i]));
            pairs = fmax(pairs, fmin(q->s[i], q->z[i]));
            mu += q->s[i] * q->z[i] / rows;
        }
        if (!(isfinite(mu) && isfinite(primal))) return slip_fail(error, SLIP_NUMERIC, "the interior point method broke down");
        if (primal <= HAND_OVER * S && pairs <= HAND_OVER * S && slip_qp_dual(q) <= HAND_OVER * S && slip_qp_largest(q->re, q->np) <= HAND_OVER * S) break;
        if (mu > 1e24 * S * S) {
            slip_qp_farkas_take(q, q->z);
            return slip_fail(error, SLIP_INFEASIBLE, "the constraints have no common point");
        }
        for (int i = 0; i < rows; i++) { q->dz[i] = q->z[i] / q->s[i]; q->rc[i] = -q->s[i] * q->z[i]; }
        slip_status status = slip_qp_factor(q, q->dz, error);
        if (!status) status = direction(q, error);
        double ap = longest(q->s, q->ds, rows), ad = longest(q->z, q->dz, rows), affine = 0;
        for (int i = 0; i < rows; i++) affine += (q->s[i] + ap * q->ds[i]) * (q->z[i] + ad * q->dz[i]) / rows;
        double target = mu > 0 ? fmin(pow(affine / mu, 3), 1) * mu : 0;
        for (int i = 0; i < rows; i++) q->rc[i] = target - q->s[i] * q->z[i] - q->ds[i] * q->dz[i];
        if (!status) status = direction(q, error);
        if (status == SLIP_NUMERIC) break;              /* the factor gave out near the end: judge what there is */
        if (status) return status;
        double a = correct(q, target, fmin(longest(q->s, q->ds, rows), longest(q->z, q->dz, rows)));
        a = fmin(1, 0.995 * a);
        for (int k = 0; k < n; k++) q->v[k] += a * q->dv[k];
        for (int j = 0; j < q->np; j++) q->l[j] += a * q->dl[j];
        for (int i = 0; i < rows; i++) { q->s[i] += a * q->ds[i]; q->z[i] += a * q->dz[i]; }
        if (a < 1e-10) break;
    }
    for (int i = 0; i < rows; i++) if (q->z[i] < q->s[i]) q->z[i] = 0;
    slip_qp_augmented(q, c, S, DELTA, 200, info);
    return SLIP_OK;
}

static double worst(const slip_qp_info *info) { return fmax(info->primal, fmax(info->dual, info->gap)); }

/* The active-set method from the multipliers at hand, kept when it is better. */
static slip_status sharpen(slip_qp *q, double S, slip_qp_info *info, slip_error *error)
{
    slip_qp_info before = *info;
    memcpy(q->far_v, q->v, sizeof(double) * (size_t)q->n);
    memcpy(q->far_z, q->z, sizeof(double) * (size_t)q->rows);
    memcpy(q->far_l, q->l, sizeof(double) * (size_t)q->np);
    slip_status status = slip_qp_active_solve(q, q->c, S, true, info, error);
    if (!status) slip_qp_judge(q, q->c, S, info);
    if (!status && worst(info) < worst(&before)) return SLIP_OK;
    memcpy(q->v, q->far_v, sizeof(double) * (size_t)q->n);
    memcpy(q->z, q->far_z, sizeof(double) * (size_t)q->rows);
    memcpy(q->l, q->far_l, sizeof(double) * (size_t)q->np);
    before.pivots = info->pivots;
    *info = before;
    return status == SLIP_INFEASIBLE && !(worst(info) <= HAND_OVER) ? status : SLIP_OK;
}

bool slip_qp_warms(const slip_qp *q) { return q->road == SLIP_QP_ACTIVE || (q->active && q->n <= WARM_ACTIVE); }

slip_status slip_qp_solve(slip_qp *q, const double *given, double tol, bool warm, double *v, double *z, double *l, slip_qp_info *info, slip_error *error)
{
    const slip_problem *p = q->p;
    int rows = q->rows, n = q->n, d = q->d;
    slip_status status = SLIP_OK;
    *info = (slip_qp_info){ 0 };
    q->factored = 0;
    q->infeasible = false;
    /* scaled right sides, w included: s = A v + c */
    double *c = q->c;
    for (int i = 0; i < rows; i++) {
        c[i] = given[i] * q->scale[i];
        for (int a = 0; a < d; a++) c[i] += q->a[(size_t)i * (size_t)d + (size_t)a] * p->w[d * q->contact[i] + a];
    }
    /* the free motion, and from it the size of everything */
    for (int i = 0; i < rows; i++) q->ds[i] = 0;
    memcpy(q->v, p->f, sizeof(double) * (size_t)n);
    if (q->plain) for (int k = 0; k < n; k++) q->v[k] /= p->M.x[k];
    else {
        for (int j = 0; j < q->np; j++) q->t[j] = -p->b[j];
        if ((status = slip_qp_factor(q, q->ds, error)) || (status = slip_qp_step(q, q->v, q->t, q->l, error))) return status;
    }
    slip_qp_rows(q, q->v, q->s);
    double S = 0;
    bool open = true, settled = false;
    for (int i = 0; i < rows; i++) { q->s[i] += c[i]; S = fmax(S, fmax(fabs(q->s[i]), fabs(c[i]))); open = open && q->s[i] >= 0; }
    memcpy(q->free, q->s, sizeof(double) * (size_t)rows);
    if (warm) for (int i = 0; i < rows; i++) q->z[i] = fmax(0, z[i] / q->scale[i]);
    if (open) {                                         /* nothing pushes */
        memset(q->z, 0, sizeof(double) * (size_t)rows);
        slip_qp_judge(q, c, S > 0 ? S : 1, info);
    } else if (q->road == SLIP_QP_ACTIVE) {
        if ((status = slip_qp_active_solve(q, c, S, warm, info, error))) return status;
        slip_qp_judge(q, c, S, info);
    } else {
        if (warm && slip_qp_warms(q))
            settled = slip_qp_active_solve(q, c, S, true, info, error) == SLIP_OK;
        else if (warm) {
            memcpy(q->v, v, sizeof(double) * (size_t)n);
            settled = slip_qp_augmented(q, c, S, DELTA, 60, info);
        }
        if (warm && !settled) {
            slip_qp_rows(q, q->v, q->s);
            for (int i = 0; i < rows; i++) q->s[i] += c[i];
        }
        if (!settled && (status = interior(q, S, info, error)) == SLIP_INFEASIBLE && q->active)
            status = slip_qp_active_solve(q, c, S, false, info, error);         /* its proof is exact */
        if (status) return status;
        slip_qp_judge(q, c, S, info);
        slip_qp_polish(q, c, S, ROUNDING, info);
        if (q->active && !(worst(info) <= ROUNDING) && (status = sharpen(q, S, info, error))) return status;
    }
    memcpy(v, q->v, sizeof(double) * (size_t)n);
    for (int i = 0; i < rows; i++) z[i] = q->z[i] * q->scale[i];
    for (int j = 0; j < q->np; j++) l[j] = q->l[j];
    info->factorisations = q->factored;
    if (worst(info) <= tol) return SLIP_OK;
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
