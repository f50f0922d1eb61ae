/* baraff_sets.c: unknowns come and go, a QR factor follows at O(k^2) a change.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "solvers/baraff.h"

#include <cblas.h>
#include <math.h>
#include <string.h>

static const double smallest_pivot = 1e-9;

slip_status slip_baraff_new(slip_baraff *b, const slip_problem *p, slip_arena *arena, slip_error *error)
{
    int m = slip_problem_m(p);
    *b = (slip_baraff){ .d = p->d, .nc = p->nc, .m = m };
    slip_delassus op;
    slip_status status = slip_delassus_new(&op, p, SLIP_FORM_DENSE, SLIP_JOINTS_ELIMINATED, arena, error);
    if (status != SLIP_OK) return status;
    double **vectors[] = { &b->q, &b->f, &b->a, &b->df, &b->da, &b->x, &b->b, &b->column, &b->row };
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) *vectors[i] = SLIP_NEW(arena, double, m);
    b->A = SLIP_NEW(arena, double, (size_t)m * (size_t)m);
    b->scale = SLIP_NEW(arena, double, p->nc);
    b->mu = SLIP_NEW(arena, double, p->nc);
    b->gone = SLIP_NEW(arena, unsigned char, p->nc);
    b->c = SLIP_NEW(arena, double, m);
    b->N = SLIP_NEW(arena, slip_normal_set, p->nc);
    b->F = SLIP_NEW(arena, slip_friction_set, p->nc);
    b->unknown = SLIP_NEW(arena, int, m);
    b->at = SLIP_NEW(arena, int, m);
    if (!arena->failed) status = slip_qr_new(&b->qr, m, arena, error);
    if (arena->failed) status = slip_fail(error, SLIP_MEMORY, "no memory for %d contacts", p->nc);
    if (status == SLIP_OK) {
        double most = 0;
        for (int i = 0; i < p->nc; i++) {
            double a = op.dense[(size_t)(i * p->d) * (size_t)(m + 1)];
            b->scale[i] = a > 0 ? 1 / sqrt(a) : 1;
            b->mu[i] = p->d > 1 ? p->mu[i] : 0;
        }
        for (int j = 0; j < m; j++) {
            most = fmax(most, fabs(op.q[j]) * b->scale[j / p->d]);
            for (int i = 0; i < m; i++)
                b->A[i + (size_t)j * (size_t)m] = op.dense[i + (size_t)j * (size_t)m] * b->scale[i / p->d] * b->scale[j / p->d];
        }
        b->sigma = most > 0 ? most : 1;
        for (int j = 0; j < m; j++) b->q[j] = op.q[j] * b->scale[j / p->d] / b->sigma;
        slip_baraff_reset(b, p->slip);
    }
    slip_delassus_close(&op);
    return status;
}

void slip_baraff_reset(slip_baraff *b, const double *slip)
{
    int axes = b->d - 1;
    b->qr.k = 0;
    for (int j = 0; j < b->m; j++) { b->at[j] = -1; b->f[j] = 0; b->a[j] = b->q[j]; b->c[j] = 0; }
    for (int i = 0; i < b->nc; i++) {
        b->N[i] = SLIP_N_NEW;
        b->F[i] = b->mu[i] > 0 ? SLIP_F_FREE : SLIP_F_NONE;
        bool given = false;
        for (int t = 0; slip && t < axes; t++) given = given || slip[i * axes + t] != 0;
        if (b->mu[i] > 0 && given) {
            b->F[i] = SLIP_F_NONE;
            for (int t = 0; t < axes; t++) b->c[i * axes + t] = -b->mu[i] * slip[i * axes + t];
        }
    }
}

/* Row r of the column that component j brings. */
static double entry(const slip_baraff *b, int r, int j)
{
    size_t m = (size_t)b->m;
    double y = b->A[(size_t)r + (size_t)j * m];
    if (j % b->d == 0)
        for (int t = 1; t < b->d; t++) {
            double c = b->c[(j / b->d) * (b->d - 1) + t - 1];
            if (c != 0) y += c * b->A[(size_t)r + (size_t)(j + t) * m];
        }
    return y;
}

bool slip_baraff_add(slip_baraff *b, int j)
{
    int k = b->qr.k;
    if (b->at[j] >= 0) return true;
    for (int i = 0; i < k; i++) { b->column[i] = entry(b, b->unknown[i], j); b->row[i] = entry(b, j, b->unknown[i]); }
    slip_qr_append(&b->qr, b->column, b->row, entry(b, j, j));
    if (!(slip_qr_condition(&b->qr) > smallest_pivot)) { slip_qr_remove(&b->qr, k, k); return false; }
    b->unknown[k] = j;
    b->at[j] = k;
    return true;
}

void slip_baraff_drop(slip_baraff *b, int j)
{
    int at = b->at[j];
    if (at < 0) return;
    slip_qr_remove(&b->qr, at, at);
    for (int i = at; i < b->qr.k; i++) { b->unknown[i] = b->unknown[i + 1]; b->at[b->unknown[i]] = i; }
    b->at[j] = -1;
}

bool slip_baraff_couple(slip_baraff *b, int i, const double c[])
{
    int axes = b->d - 1, j = i * b->d, at = b->at[j];
    for (int t = 0; t < axes; t++) b->c[i * axes + t] = c ? c[t] : 0;
    if (at < 0) return true;
    for (int k = 0; k < b->qr.k; k++) b->column[k] = entry(b, b->unknown[k], j);
    slip_qr_replace(&b->qr, at, b->column);
    return slip_qr_condition(&b->qr) > smallest_pivot;
}

/* out += the change of forces that the unknowns x bring. */
static void spread(const slip_baraff *b, const double *x, double *out)
{
    int axes = b->d - 1;
    for (int k = 0; k < b->qr.k; k++) {
        int j = b->unknown[k];
        out[j] += x[k];
        if (j % b->d == 0) for (int t = 0; t < axes; t++) out[j + 1 + t] += x[k] * b->c[(j / b->d) * axes + t];
    }
}

bool slip_baraff_direction(slip_baraff *b, const double *drive)
{
    int m = b->m, k = b->qr.k;
    memcpy(b->df, drive, (size_t)m * sizeof *drive);
    for (int pass = 0; pass < 2; pass++) {      /* the second pass refines */
        cblas_dgemv(CblasColMajor, CblasNoTrans, m, m, 1, b->A, m, b->df, 1, 0, b->da, 1);
        for (int i = 0; i < k; i++) b->b[i] = -b->da[b->unknown[i]];
        slip_qr_solve(&b->qr, b->b, b->x);
        for (int i = 0; i < k; i++) if (!isfinite(b->x[i])) return false;
        spread(b, b->x, b->df);
    }
    cblas_dgemv(CblasColMajor, CblasNoTrans, m, m, 1, b->A, m, b->df, 1, 0, b->da, 1);
    double most = 1, off = 0;
    for (int j = 0; j < m; j++) most = fmax(most, fabs(b->df[j]));
    for (int i = 0; i < k; i++) { off = fmax(off, fabs(b->da[b->unknown[i]])); b->da[b->unknown[i]] = 0; }
    return off <= 1e-9 * most;
}

void slip_baraff_refresh(slip_baraff *b)
{
    int m = b->m;
    memcpy(b->a, b->q, (size_t)m * sizeof *b->a);
    cblas_dgemv(CblasColMajor, CblasNoTrans, m, m, 1, b->A, m, b->f, 1, 1, b->a, 1);
    for (int k = 0; k < b->qr.k; k++) if (fabs(b->a[b->unknown[k]]) <= 1e-10) b->a[b->unknown[k]] = 0;
}

bool slip_baraff_solve(slip_baraff *b)
{
    int m = b->m, k = b->qr.k;
    memset(b->f, 0, (size_t)m * sizeof *b->f);
    for (int pass = 0; pass < 3; pass++) {
        memcpy(b->a, b->q, (size_t)m * sizeof *b->a);
        cblas_dgemv(CblasColMajor, CblasNoTrans, m, m, 1, b->A, m, b->f, 1, 1, b->a, 1);
        if (pass == 2) break;
        for (int i = 0; i < k; i++) b->b[i] = -b->a[b->unknown[i]];
        slip_qr_solve(&b->qr, b->b, b->x);
        for (int i = 0; i < k; i++) if (!isfinite(b->x[i])) return false;
        spread(b, b->x, b->f);
    }
    return true;
}

double slip_baraff_error(const slip_baraff *b)
{
    double worst = 0;
    for (int i = 0; i < b->nc; i++) {
        if (b->gone[i]) continue;
        const double *f = b->f + i * b->d, *a = b->a + i * b->d;
        double e = fabs(fmin(f[0], a[0])), force = 0, speed = 0, dot = 0;
        if (b->F[i] != SLIP_F_NONE) {
            for (int t = 1; t < b->d; t++) { force += f[t] * f[t]; speed += a[t] * a[t]; dot += f[t] * a[t]; }
            force = sqrt(force);
            speed = sqrt(speed);
            double bound = b->mu[i] * fmax(f[0], 0);
            e = fmax(e, force - bound);
            e = fmax(e, fmin(speed, bound - force));
            if (force > 0) e = fmax(e, dot / force);
        }
        if (!(e <= worst)) worst = e;
    }
    return worst;
}
