/* lcp_joints.c: joints as free unknowns of a mixed LCP.
   SPDX-License-Identifier: GPL-3.0-or-later

       w = A z + Q'V l + q,   0 = V'P z + R l + s,   l of either sign              [AnitescuHart2004, (2.5)], [Baraff1994, 4.5]

   Redundant joints make R singular.  Only as many as R has rank become unknowns, chosen by elimination with the largest diagonal pivot; the others
   follow from these, because slip_delassus_new refuses joints that contradict each other, and carry no impulse. */

#include "solvers/lcp.h"

#include <math.h>
#include <string.h>

const char *const slip_lcp_joint_words[] = { "eliminate", "free", NULL };      /* SLIP_JOINTS_ELIMINATED, SLIP_JOINTS_KEPT */

/* `rank` joints whose rows of R are independent, in increasing order.  S: p x p scratch. */
static void independent(int p, int rank, const double *R, double *S, int *chosen)
{
    for (int j = 0; j < p; j++)
        for (int i = 0; i < p; i++) {
            double a = R[i + (size_t)i * p], b = R[j + (size_t)j * p];
            S[i + (size_t)j * p] = a > 0 && b > 0 ? R[i + (size_t)j * p] / sqrt(a * b) : 0;
            chosen[i] = 0;
        }
    for (int k = 0; k < rank; k++) {
        int best = -1;
        for (int i = 0; i < p; i++) if (!chosen[i] && (best < 0 || S[i + (size_t)i * p] > S[best + (size_t)best * p])) best = i;
        chosen[best] = 1;
        double pivot = S[best + (size_t)best * p];
        for (int j = 0; j < p; j++) {
            double f = S[best + (size_t)j * p] / pivot;
            if (chosen[j] || f == 0) continue;
            for (int i = 0; i < p; i++) if (!chosen[i]) S[i + (size_t)j * p] -= S[i + (size_t)best * p] * f;
        }
    }
    for (int i = 0, k = 0; i < p; i++) if (chosen[i]) chosen[k++] = i;
}

slip_status slip_lcp_border(slip_lcp *lcp, const slip_delassus *del, slip_arena *arena, slip_error *error)
{
    int n = lcp->n, m = lcp->m, p = del->p, k = del->rank, N = n + k;
    double *A = SLIP_NEW(arena, double, (size_t)N * (size_t)N), *q = SLIP_NEW(arena, double, N), *y = SLIP_NEW(arena, double, m);
    double *S = SLIP_NEW(arena, double, (size_t)p * (size_t)p);
    int *joint = SLIP_NEW(arena, int, p), *at = SLIP_NEW(arena, int, p);
    if (arena->failed) return slip_fail(error, SLIP_MEMORY, "no memory for an LCP of %d unknowns and %d joints", n, k);
    independent(p, k, del->R, S, joint);
    for (int j = 0; j < p; j++) at[j] = -1;
    for (int j = 0; j < k; j++) at[joint[j]] = n + j;
    for (int j = 0; j < n; j++) memcpy(A + (size_t)j * N, lcp->A + (size_t)j * n, (size_t)n * sizeof *A);
    memcpy(q, lcp->q, (size_t)n * sizeof *q);
    for (int j = 0; j < p; j++) {
        if (at[j] < 0) continue;
        double *column = A + (size_t)at[j] * N;
        memset(y, 0, (size_t)m * sizeof *y);
        for (int t = del->V.p[j]; t < del->V.p[j + 1]; t++) y[del->V.i[t]] = del->V.x[t];
        if (lcp->Q.x) slip_sparse_gaxpy_t(1, &lcp->Q, y, column);
        else memcpy(column, y, (size_t)m * sizeof *y);
        for (int c = 0; c < n; c++) {
            double sum = lcp->P.x ? 0 : y[c];
            if (lcp->P.x) for (int t = lcp->P.p[c]; t < lcp->P.p[c + 1]; t++) sum += lcp->P.x[t] * y[lcp->P.i[t]];
            A[at[j] + (size_t)c * N] = sum;
        }
        for (int i = 0; i < p; i++) if (at[i] >= 0) column[at[i]] = del->R[i + (size_t)j * p];
        q[at[j]] = del->s[j];
    }
    lcp->A = A;
    lcp->q = q;
    lcp->n = N;
    lcp->free = k;
    lcp->joint = joint;
    return SLIP_OK;
}
