/* tableau.c: pivots with delayed rank-one changes.
   SPDX-License-Identifier: GPL-3.0-or-later

   Pivot on (r, c), p = T_rc:   T_rc <- 1/p,  T_rj <- -T_rj/p,  T_ic <- T_ic/p,  T_ij <- T_ij - T_ic T_rj/p.
   Row r and column c are written at once; the rest waits in U V'.  [CottlePangStone1992, 2.3] */

#include "solvers/tableau.h"

#include <cblas.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

enum { ROOM = 48 };

/* Symmetric equilibration: scale_i <- scale_i / sqrt(max_j |A_ij|, |A_ji|), a few times. */
static void equilibrate(int n, const double *A, double *scale, double *most)
{
    for (int i = 0; i < n; i++) scale[i] = 1;
    for (int pass = 0; pass < 6; pass++) {
        for (int i = 0; i < n; i++) most[i] = 0;
        for (int j = 0; j < n; j++) {
            double top = 0;
            const double *a = A + (size_t)j * n;
            for (int i = 0; i < n; i++) {
                double y = fabs(a[i]) * scale[i] * scale[j];
                if (y > most[i]) most[i] = y;
                if (y > top) top = y;
            }
            if (top > most[j]) most[j] = top;
        }
        double off = 0;
        for (int i = 0; i < n; i++) {
            if (!(most[i] > 0)) continue;
            off = fmax(off, fabs(log2(most[i])));
            scale[i] /= sqrt(most[i]);
        }
        if (off <= 0.5) break;
    }
    for (int i = 0; i < n; i++) scale[i] = exp2(round(log2(scale[i])));       /* exact */
}

slip_status slip_tableau_new(slip_tableau *tb, int n, int free, const double *A, const double *q, slip_arena *arena, slip_error *error)
{
    size_t nn = (size_t)n;
    *tb = (slip_tableau){ .n = n, .free = free, .room = ROOM };
    tb->A = SLIP_NEW(arena, double, nn * nn);
    tb->T = SLIP_NEW(arena, double, nn * (nn + 1));
    tb->work = SLIP_NEW(arena, double, nn * (nn + 1));
    tb->B = SLIP_NEW(arena, double, nn * nn);
    tb->U = SLIP_NEW(arena, double, nn * ROOM);
    tb->V = SLIP_NEW(arena, double, (nn + 1) * ROOM);
    tb->q = SLIP_NEW(arena, double, nn);
    tb->scale = SLIP_NEW(arena, double, nn);
    tb->d = SLIP_NEW(arena, double, nn);
    tb->qp = SLIP_NEW(arena, double, nn);
    tb->x = SLIP_NEW(arena, double, nn);
    tb->t = SLIP_NEW(arena, double, nn);
    tb->v = SLIP_NEW(arena, double, nn + 1);
    tb->row = SLIP_NEW(arena, int, nn);
    tb->col = SLIP_NEW(arena, int, nn + 1);
    tb->ipiv = SLIP_NEW(arena, int, nn);
    tb->list = SLIP_NEW(arena, int, 4 * nn + 4);
    if (arena->failed) return slip_fail(error, SLIP_MEMORY, "no memory for a tableau of %d rows", n);
    equilibrate(n, A, tb->scale, tb->t);
    double most = 0;
    for (int i = 0; i < n; i++) most = fmax(most, fabs(q[i]) * tb->scale[i]);
    tb->sigma = most > 0 ? exp2(round(log2(most))) : 1;
    for (int i = 0; i < n; i++) tb->q[i] = q[i] * tb->scale[i] / tb->sigma;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            tb->A[i + (size_t)j * n] = A[i + (size_t)j * n] * tb->scale[i] * tb->scale[j];
    return SLIP_OK;
}

void slip_tableau_unscale(const slip_tableau *tb, const double *scaled, double *z)
{
    for (int i = 0; i < tb->n; i++) z[i] = tb->sigma * tb->scale[i] * scaled[i];
}

/* y = A x for a sparse x. */
static void product(const slip_tableau *tb, const double *x, double *y)
{
    int n = tb->n;
    memset(y, 0, (size_t)n * sizeof *y);
    for (int j = 0; j < n; j++)
        if (x[j] != 0) cblas_daxpy(n, x[j], tb->A + (size_t)j * n, 1, y, 1);
}

/* What must stand in the equations so that the dictionary of in[] shows y_B: rows out: y - A y_in, rows in: -A y_in. */
static void carry(slip_tableau *tb, const bool in[], const double *y, double *out)
{
    double *yin = tb->t;
    for (int i = 0; i < tb->n; i++) yin[i] = in[i] ? y[i] : 0;
    product(tb, yin, out);
    for (int i = 0; i < tb->n; i++) out[i] = (in[i] ? 0 : y[i]) - out[i];
}

bool slip_tableau_begin(slip_tableau *tb, const bool in[], const double cover[], const double delta[])
{
    int n = tb->n;
    carry(tb, in, cover, tb->d);
    if (delta) carry(tb, in, delta, tb->qp);
    else memset(tb->qp, 0, (size_t)n * sizeof *tb->qp);
    for (int i = 0; i < n; i++) {
        tb->qp[i] += tb->q[i];
        tb->row[i] = in[i] ? n + i : i;
        tb->col[i] = in[i] ? i : n + i;
    }
    tb->col[n] = 2 * n;
    return slip_tableau_rebuild(tb);
}

/* With k equations whose w is not basic (c), the columns y of the basic z (and z0):
       x_y = B^-1 (w_c - q_c - A_c,rest z_rest),   w_b = q_b + A_by x_y + A_b,rest z_rest. */
bool slip_tableau_rebuild(slip_tableau *tb)
{
    int n = tb->n, nb = 0, k = 0, kc = 0;
    int *basic = tb->list, *columns = tb->list + n, *tied = tb->list + 2 * n + 1, *where = tb->list + 3 * n + 2;
    tb->waiting = 0;
    for (int i = 0; i < n; i++) where[i] = 0;
    for (int i = 0; i < n; i++) {
        if (tb->row[i] < n) { basic[nb++] = tb->row[i]; where[tb->row[i]] = 1; }
        else columns[k++] = tb->row[i];
    }
    for (int i = 0; i < n; i++) if (!where[i]) tied[kc++] = i;
    if (k != kc) return false;
    for (int j = 0; j < k; j++) {
        const double *a = columns[j] == 2 * n ? tb->d : tb->A + (size_t)(columns[j] - n) * n;
        for (int i = 0; i < k; i++) tb->B[i + (size_t)j * k] = a[tied[i]];
    }
    if (k > 0 && LAPACKE_dgetrf_work(LAPACK_COL_MAJOR, k, k, tb->B, k, tb->ipiv) != 0) return false;
    for (int i = 0; i < n; i++) where[i] = -1;
    for (int i = 0; i < k; i++) where[tied[i]] = i;
    /* the right-hand sides, column n+1 of them (the constants) apart in v */
    double *Y = tb->work;
    for (int j = 0; j <= n; j++) {
        double *y = Y + (size_t)j * k;
        int c = tb->col[j];
        if (c < n) {
            for (int i = 0; i < k; i++) y[i] = 0;
            y[where[c]] = 1;
        } else {
            const double *a = c == 2 * n ? tb->d : tb->A + (size_t)(c - n) * n;
            for (int i = 0; i < k; i++) y[i] = -a[tied[i]];
        }
    }
    for (int i = 0; i < k; i++) tb->v[i] = -tb->qp[tied[i]];
    if (k > 0) {
        LAPACKE_dgetrs_work(LAPACK_COL_MAJOR, 'N', k, n + 1, tb->B, k, tb->ipiv, Y, k);
        LAPACKE_dgetrs_work(LAPACK_COL_MAJOR, 'N', k, 1, tb->B, k, tb->ipiv, tb->v, k);
    }
    /* B becomes A_by; rows of T: first the basic w, then the basic z */
    for (int j = 0; j < k; j++) {
        const double *a = columns[j] == 2 * n ? tb->d : tb->A + (size_t)(columns[j] - n) * n;
        for (int i = 0; i < nb; i++) tb->B[i + (size_t)j * nb] = a[basic[i]];
    }
    for (int j = 0; j <= n; j++) {
        double *t = tb->T + (size_t)j * n;
        int c = tb->col[j];
        if (c < n) for (int i = 0; i < nb; i++) t[i] = 0;
        else {
            const double *a = c == 2 * n ? tb->d : tb->A + (size_t)(c - n) * n;
            for (int i = 0; i < nb; i++) t[i] = a[basic[i]];
        }
        memcpy(t + nb, Y + (size_t)j * k, (size_t)k * sizeof *t);
    }
    for (int i = 0; i < nb; i++) tb->x[i] = tb->qp[basic[i]];
    if (k > 0 && nb > 0) {
        cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, nb, n + 1, k, 1, tb->B, nb, Y, k, 1, tb->T, n);
        cblas_dgemv(CblasColMajor, CblasNoTrans, nb, k, 1, tb->B, nb, tb->v, 1, 1, tb->x, 1);
    }
    for (int i = 0; i < k; i++) tb->x[nb + i] = tb->v[i];
    for (int i = 0; i < nb; i++) tb->row[i] = basic[i];
    for (int i = 0; i < k; i++) tb->row[nb + i] = columns[i];
    for (size_t i = 0; i < (size_t)n; i++) if (!isfinite(tb->x[i])) return false;
    return true;
}

void slip_tableau_column(slip_tableau *tb, int c)
{
    int n = tb->n;
    memcpy(tb->t, tb->T + (size_t)c * n, (size_t)n * sizeof *tb->t);
    if (tb->waiting > 0)
        cblas_dgemv(CblasColMajor, CblasNoTrans, n, tb->waiting, 1, tb->U, n, tb->V + c, n + 1, 1, tb->t, 1);
}

void slip_tableau_pivot(slip_tableau *tb, int r, int c, double theta)
{
    int n = tb->n, k = tb->waiting;
    double p = tb->t[r];
    for (int j = 0; j <= n; j++) tb->v[j] = tb->T[r + (size_t)j * n];
    if (k > 0) cblas_dgemv(CblasColMajor, CblasNoTrans, n + 1, k, 1, tb->V, n + 1, tb->U + r, n, 1, tb->v, 1);
    for (int j = 0; j < k; j++) { tb->U[r + (size_t)j * n] = 0; tb->V[c + (size_t)j * (n + 1)] = 0; }
    double *u = tb->U + (size_t)k * n, *v = tb->V + (size_t)k * (n + 1), *t = tb->T + (size_t)c * n;
    for (int j = 0; j <= n; j++) { v[j] = tb->v[j]; tb->T[r + (size_t)j * n] = -tb->v[j] / p; }
    v[c] = 0;
    for (int i = 0; i < n; i++) { t[i] = tb->t[i] / p; u[i] = -t[i]; tb->x[i] += theta * tb->t[i]; }
    t[r] = 1 / p;
    u[r] = 0;
    tb->x[r] = theta;
    int variable = tb->row[r];
    tb->row[r] = tb->col[c];
    tb->col[c] = variable;
    if (++tb->waiting == tb->room) {
        cblas_dgemm(CblasColMajor, CblasNoTrans, CblasTrans, n, n + 1, tb->waiting, 1, tb->U, n, tb->V, n + 1, 1, tb->T, n);
        tb->waiting = 0;
    }
}

double slip_tableau_drift(slip_tableau *tb)
{
    int n = tb->n;
    double *z = tb->work, *e = tb->work + n, z0 = 0, most = 0;
    for (int i = 0; i < n; i++) z[i] = 0;
    for (int i = 0; i < n; i++)
        if (tb->row[i] == 2 * n) z0 = tb->x[i];
        else if (tb->row[i] >= n) z[tb->row[i] - n] = tb->x[i];
    product(tb, z, e);
    for (int i = 0; i < n; i++) e[i] += tb->d[i] * z0 + tb->qp[i];
    for (int i = 0; i < n; i++) if (tb->row[i] < n) e[tb->row[i]] -= tb->x[i];
    for (int i = 0; i < n; i++) most = fabs(e[i]) <= most ? most : fabs(e[i]);
    return most;
}

int slip_tableau_leaving(const slip_tableau *tb, int first, double feasibility, double pivot, double *theta)
{
    int n = tb->n, best = -1, last = 2 * n - tb->free;         /* variables from here to 2 n stay */
    double bound = INFINITY, size = 0;
    const double *t = tb->t, *x = tb->x;
    for (int i = 0; i < n; i++)
        if (t[i] < -pivot && (tb->row[i] < last || tb->row[i] == 2 * n)) {
            double y = (fmax(x[i], 0) + feasibility) / -t[i];
            if (y < bound) bound = y;
        }
    if (!(bound < INFINITY)) return -1;
    for (int i = 0; i < n; i++)
        if (t[i] < -pivot && (tb->row[i] < last || tb->row[i] == 2 * n) && fmax(x[i], 0) / -t[i] <= bound) {
            if (tb->row[i] == first) { best = i; break; }
            if (-t[i] > size) { size = -t[i]; best = i; }
        }
    if (best >= 0) *theta = fmax(x[best], 0) / -t[best];
    return best;
}

bool slip_tableau_solve(slip_tableau *tb, const bool in[], double *z, double *w)
{
    int n = tb->n, k = 0, *set = tb->list;
    double *e = tb->work;
    for (int i = 0; i < n; i++) { z[i] = 0; if (in[i]) set[k++] = i; }
    for (int j = 0; j < k; j++)
        for (int i = 0; i < k; i++) tb->B[i + (size_t)j * k] = tb->A[set[i] + (size_t)set[j] * n];
    if (k > 0 && LAPACKE_dgetrf_work(LAPACK_COL_MAJOR, k, k, tb->B, k, tb->ipiv) != 0) return false;
    for (int pass = 0; pass < 3; pass++) {
        product(tb, z, w);
        for (int i = 0; i < n; i++) w[i] += tb->q[i];
        if (k == 0) return true;
        for (int i = 0; i < k; i++) e[i] = -w[set[i]];
        LAPACKE_dgetrs_work(LAPACK_COL_MAJOR, 'N', k, 1, tb->B, k, tb->ipiv, e, k);
        for (int i = 0; i < k; i++) {
            if (!isfinite(e[i])) return false;
            z[set[i]] += e[i];
        }
    }
    product(tb, z, w);
    for (int i = 0; i < n; i++) w[i] += tb->q[i];
    return true;
}
