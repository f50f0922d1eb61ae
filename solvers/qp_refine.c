/* qp_refine.c: from the neighbourhood of a solution to the solution: active rows, then rounding.
   SPDX-License-Identifier: GPL-3.0-or-later

   Redundant rows and multipliers that are not unique are the normal case: every step is proximal, so that dependent rows do
   not make a matrix singular. */

#include "solvers/qp_core.h"

#include <math.h>
#include <string.h>

enum { MOST_POLISH = 12 };

/* Relative KKT residuals of (v, z, l) with plain signs: primal max(0, -s)/S, dual |rd| in velocity units/S, gap max min(s, z)/S. */
void slip_qp_judge(slip_qp *q, const double *c, double S, slip_qp_info *info)
{
    slip_qp_stationarity(q);
    slip_qp_rows(q, q->v, q->tz);
    info->primal = info->gap = 0;
    for (int i = 0; i < q->rows; i++) {
        double s = q->tz[i] + c[i];
        info->primal = fmax(info->primal, -s / S);
        info->gap = fmax(info->gap, fmin(fabs(s), fabs(q->z[i])) / S);
        info->primal = fmax(info->primal, -q->z[i] / S);
    }
    info->dual = slip_qp_dual(q) / S;
    for (int j = 0; j < q->np; j++) info->primal = fmax(info->primal, fabs(q->re[j]) / S);
}

/* Augmented Lagrangian with semismooth Newton steps: from any (v, z >= 0) to the solution, active rows found on the way.
       z^ = max(0, z - (A v + c)/delta),   (M + A_z' A_z / delta) dv = f + A'z^ - M v,   outer: z <- z^
   Exact line search on the convex, piecewise quadratic function of v.  False when it did not settle. */
bool slip_qp_augmented(slip_qp *q, const double *c, double S, double delta, int most, slip_qp_info *info)
{
    slip_error ignored;
    const slip_problem *p = q->p;
    int rows = q->rows, n = q->n, spent = 0;
    bool factored = false, full = false;
    double last = INFINITY;
    for (int outer = 0; outer < 60; outer++) {
        double *y = q->rp, *hat = q->tz, *step = q->ds;
        for (int inner = 0; ; inner++) {
            slip_qp_rows(q, q->v, y);
            for (int i = 0; i < rows; i++) { y[i] += c[i]; hat[i] = fmax(0, q->z[i] - y[i] / delta); }
            for (int k = 0; k < n; k++) q->rd[k] = -p->f[k];
            slip_sparse_gaxpy(1, &p->M, q->v, q->rd);
            double linear = 0, square = 0, size = 0;
            for (int k = 0; k < n; k++) q->dv[k] = 0;
            slip_qp_rows_transposed(q, hat, q->dv);
            memcpy(q->bv, q->rd, sizeof(double) * (size_t)n);           /* M v - f */
            for (int k = 0; k < n; k++) { q->rd[k] -= q->dv[k]; q->dv[k] = -q->rd[k]; }
            for (int j = 0; j < q->np; j++) q->re[j] = p->b[j];
            if (q->np) { slip_sparse_gaxpy_t(1, &p->G, q->v, q->re); slip_sparse_gaxpy(-1, &p->G, q->l, q->rd); }
            size = slip_qp_dual(q);
            if (size <= 1e-10 * S && slip_qp_largest(q->re, q->np) <= 1e-12 * S && inner > 0) break;
            if (++spent > most) return false;
            bool same = factored;
            for (int i = 0; i < rows; i++) {
                double D = hat[i] > 0 ? 1 / delta : 0;
                same = same && q->rc[i] == D;
                q->rc[i] = D;
            }
            if (same && inner > 0 && (full || size <= 1e-6 * S)) break;     /* this piece of the function is solved: what is left is rounding */
            if (!same) { if (slip_qp_factor(q, q->rc, &ignored)) return false; factored = true; info->iterations++; }
            for (int j = 0; j < q->np; j++) q->t[j] = -q->re[j];
            if (slip_qp_step(q, q->dv, q->t, q->l, &ignored)) return false;
            slip_qp_rows(q, q->dv, step);
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
            full = a == 1;
            for (int k = 0; k < n; k++) q->v[k] += a * q->dv[k];
            if (square <= 1e-32 * S * S) break;
        }
        double primal = 0;
        for (int i = 0; i < rows; i++) q->z[i] = hat[i];
        for (int i = 0; i < rows; i++) primal = fmax(primal, fmax(-y[i], fmin(y[i], q->z[i])));
        for (int i = 0; i < rows; i++) q->s[i] = fmax(0, y[i]);
        if (primal <= 1e-13 * S || (primal <= 1e-9 * S && !(primal <= 0.5 * last))) return true;
        if (!(primal <= 0.1 * last) && delta > 2e-7) { delta /= 10; factored = false; }
        last = primal;
    }
    return false;
}

/* Refine on the rows with z > s; true when kept (signs hold and residuals do not grow). */
bool slip_qp_polish(slip_qp *q, const double *c, double S, double tol, slip_qp_info *info)
{
    slip_error ignored;
    slip_qp_info before = *info, after = *info;
    memcpy(q->bv, q->v, sizeof(double) * (size_t)q->n);
    memcpy(q->bz, q->z, sizeof(double) * (size_t)q->rows);
    memcpy(q->bl, q->l, sizeof(double) * (size_t)q->np);
    double delta = 1e-7;                                /* rows have unit length in the metric of M^-1: 1/delta against 1 */
    for (int i = 0; i < q->rows; i++) {
        bool active = q->z[i] > q->s[i];
        q->ds[i] = active ? 1 / delta : 0;
        if (!active) q->z[i] = 0;
    }
    if (slip_qp_factor(q, q->ds, &ignored)) goto refuse;
    for (int k = 0; k < MOST_POLISH; k++) {             /* in residuals, so that rounding does not see 1/delta */
        slip_qp_stationarity(q);
        slip_qp_rows(q, q->v, q->rp);
        for (int i = 0; i < q->rows; i++) { q->rp[i] += c[i]; q->tz[i] = -q->rp[i] * q->ds[i]; }
        for (int j = 0; j < q->n; j++) q->dv[j] = 0;
        slip_qp_rows_transposed(q, q->tz, q->dv);
        for (int j = 0; j < q->n; j++) q->dv[j] -= q->rd[j];
        for (int j = 0; j < q->np; j++) q->t[j] = -q->re[j];
        if (slip_qp_step(q, q->dv, q->t, q->dl, &ignored)) goto refuse;
        slip_qp_rows(q, q->dv, q->tz);
        double change = 0;
        for (int i = 0; i < q->rows; i++) {
            if (!(q->ds[i] > 0)) continue;
            q->z[i] -= (q->rp[i] + q->tz[i]) * q->ds[i];
            change = fmax(change, fabs(q->rp[i]));
        }
        for (int j = 0; j < q->n; j++) q->v[j] += q->dv[j];
        for (int j = 0; j < q->np; j++) q->l[j] += q->dl[j];
        if (change <= 1e-15 * S && slip_qp_dual(q) <= 1e-15 * S) break;
    }
    for (int i = 0; i < q->rows; i++) if (q->ds[i] > 0 && q->z[i] < 0 && q->z[i] > -tol * S) q->z[i] = 0;
    slip_qp_judge(q, c, S, &after);
    if (after.primal <= fmax(tol, before.primal) && after.dual <= fmax(1e-14, fmax(before.dual, tol)) && after.gap <= fmax(1e-14, before.gap)
        && (after.primal < before.primal || after.gap < before.gap || after.dual < before.dual)) {
        after.polishes++;
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
