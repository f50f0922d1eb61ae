/* qp_rows.c: constraints by contact: products, the matrix M + A' D A and its factor.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "solvers/qp_core.h"

#include <math.h>
#include <string.h>

/* out_i = a_i' (H' v) (no w, no c) */
void slip_qp_rows(const slip_qp *q, const double *v, double *out)
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
void slip_qp_rows_transposed(const slip_qp *q, const double *z, double *v)
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
slip_status slip_qp_factor(slip_qp *q, const double *D, slip_error *error)
{
    const slip_problem *p = q->p;
    int d = q->d;
    q->factored++;
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
slip_status slip_qp_step(slip_qp *q, double *x, const double *e, double *y, slip_error *error)
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
void slip_qp_stationarity(slip_qp *q)
{
    const slip_problem *p = q->p;
    for (int k = 0; k < q->n; k++) q->rd[k] = 0;
    slip_qp_rows_transposed(q, q->z, q->rd);
    for (int k = 0; k < q->n; k++) q->rd[k] = -q->rd[k] - p->f[k];
    slip_sparse_gaxpy(1, &p->M, q->v, q->rd);
    if (!q->np) return;
    slip_sparse_gaxpy(-1, &p->G, q->l, q->rd);
    for (int j = 0; j < q->np; j++) q->re[j] = p->b[j];
    slip_sparse_gaxpy_t(1, &p->G, q->v, q->re);
}

double slip_qp_largest(const double *x, int n) { double m = 0; for (int k = 0; k < n; k++) m = fmax(m, fabs(x[k])); return m; }

/* |rd| in the diagonal metric of M: the unit of s. */
double slip_qp_dual(const slip_qp *q)
{
    const slip_sparse *M = &q->p->M;
    double most = 0;
    for (int j = 0; j < q->n; j++)
        for (int k = M->p[j]; k < M->p[j + 1]; k++)
            if (M->i[k] == j) most = fmax(most, fabs(q->rd[j]) / sqrt(M->x[k]));
    return most;
}
