/* qp_farkas.c: constraints without a common point, proved by a combination of them.
   SPDX-License-Identifier: GPL-3.0-or-later

       z >= 0,   A'z = G l,   z'(A v0 + c) < 0        v0: the free motion, G'v0 + b = 0

   For any v with G'v + b = 0, z'(A v + c) = z'(A v0 + c) + l'G'(v - v0) is the same negative number.  The active-set method ends with such a z,
   the interior point method tends to one.  Checked here by products with H and M^-1 only, whoever found it. */

#include "solvers/qp_core.h"

#include <math.h>
#include <string.h>

static const double ROUNDING = 2e-14, VANISHES = 5e-14;

void slip_qp_farkas_take(slip_qp *q, const double *z)
{
    double most = slip_qp_largest(z, q->rows);
    q->infeasible = most > 0 && isfinite(most);
    for (int i = 0; i < q->rows; i++) q->farkas[i] = z[i] > ROUNDING * most ? z[i] / most : 0;
}

/* The velocities the impulses A'z cause vanish at each contact, beside the size of what cancels there. */
static bool cancels(slip_qp *q)
{
    slip_error ignored;
    const slip_sparse *M = &q->p->M;
    int d = q->d;
    double *x = q->dv, *size = q->bv;
    for (int i = 0; i < q->rows; i++) q->ds[i] = 0;
    if (slip_qp_factor(q, q->ds, &ignored)) return false;
    for (int j = 0; j < q->np; j++) q->t[j] = 0;
    memset(x, 0, sizeof(double) * (size_t)q->n);
    memset(size, 0, sizeof(double) * (size_t)q->n);
    slip_qp_rows_transposed(q, q->farkas, x);
    if (slip_qp_step(q, x, q->t, q->dl, &ignored)) return false;
    for (int c = 0; c < q->p->nc; c++) {
        double r[3] = { 0, 0, 0 };
        for (int i = q->first[c]; i < q->first[c + 1]; i++)
            for (int a = 0; a < d; a++) r[a] += q->farkas[i] * q->a[(size_t)i * (size_t)d + (size_t)a];
        for (int k = q->start[c]; k < q->start[c + 1]; k++)
            for (int a = 0; a < d; a++) size[q->touch[k]] += fabs(q->h[(size_t)k * (size_t)d + (size_t)a] * r[a]);
    }
    for (int j = 0; j < q->np; j++)
        for (int k = q->p->G.p[j]; k < q->p->G.p[j + 1]; k++) size[q->p->G.i[k]] += fabs(q->p->G.x[k] * q->dl[j]);
    for (int j = 0; j < q->n; j++)                      /* 1 / M_jj is at most the diagonal of M^-1 */
        for (int k = M->p[j]; k < M->p[j + 1]; k++) if (M->i[k] == j) size[j] /= M->x[k];
    for (int c = 0; c < q->p->nc; c++) {
        double left = 0, room = 0;
        for (int a = 0; a < d; a++) {
            double u = 0, most = 0;
            for (int k = q->start[c]; k < q->start[c + 1]; k++) {
                u += q->h[(size_t)k * (size_t)d + (size_t)a] * x[q->touch[k]];
                most += fabs(q->h[(size_t)k * (size_t)d + (size_t)a]) * size[q->touch[k]];
            }
            left = hypot(left, u);
            room = hypot(room, most);
        }
        if (!(left <= VANISHES * room)) return false;
    }
    return true;
}

static bool proves(slip_qp *q)
{
    double value = 0, size = 0;
    for (int i = 0; i < q->rows; i++) {
        value += q->farkas[i] * q->free[i];
        size += fabs(q->farkas[i] * q->free[i]);
    }
    return q->infeasible && value < -1e-10 * size && cancels(q);
}

bool slip_qp_farkas(slip_qp *q, double *z)
{
    slip_error ignored;
    slip_qp_info work = { 0 };
    double S = fmax(slip_qp_largest(q->free, q->rows), slip_qp_largest(q->c, q->rows));
    if (!q->infeasible) return false;
    /* from no rows at all the set that contradicts itself is small, and better conditioned than one found on the way back from the interior */
    if (!proves(q) && !(q->active && slip_qp_active_solve(q, q->c, S, false, &work, &ignored) == SLIP_INFEASIBLE && proves(q))) return false;
    for (int i = 0; i < q->rows; i++) z[i] = q->farkas[i] * q->scale[i];
    return true;
}
