/* oracle.h: what tests know about contact problems by definition alone: dense, slow, sharing nothing with the library.
   SPDX-License-Identifier: GPL-3.0-or-later */

#ifndef SLIP_ORACLE_H
#define SLIP_ORACLE_H

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "problems/problems.h"

enum { ORACLE_MAX = 64 };

/* Entry (i, j) of a CSC matrix. */
static inline double oracle_at(const slip_sparse *a, int i, int j)
{
    double sum = 0;
    for (int k = a->p[j]; k < a->p[j + 1]; k++)
        if (a->i[k] == i)
            sum += a->x[k];
    return sum;
}

/* x with A x = b by Gauss and complete row pivoting; A n x n row-major, destroyed with b.  False when singular. */
static inline bool oracle_solve(int n, double *A, double *b)
{
    for (int c = 0; c < n; c++) {
        int best = c;
        for (int i = c + 1; i < n; i++)
            if (fabs(A[i * n + c]) > fabs(A[best * n + c]))
                best = i;
        if (!(fabs(A[best * n + c]) > 1e-12))
            return false;
        for (int j = 0; j < n && best != c; j++) {
            double t = A[c * n + j]; A[c * n + j] = A[best * n + j]; A[best * n + j] = t;
        }
        double t = b[c]; b[c] = b[best]; b[best] = t;
        for (int i = c + 1; i < n; i++) {
            double f = A[i * n + c] / A[c * n + c];
            for (int j = c; j < n && f != 0; j++)
                A[i * n + j] -= f * A[c * n + j];
            b[i] -= f * b[c];
        }
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i + 1; j < n; j++)
            b[i] -= A[i * n + j] * b[j];
        b[i] /= A[i * n + i];
    }
    return true;
}

/* u = W r + q of a problem without joints: W row-major m x m. */
static inline void oracle_delassus(const slip_problem *p, double *W, double *q)
{
    int m = slip_problem_m(p), n = p->n;
    if (!slip_problem_global(p)) {
        for (int i = 0; i < m; i++)
            for (int j = 0; j < m; j++)
                W[i * m + j] = oracle_at(&p->W, i, j);
        memcpy(q, p->q, (size_t)m * sizeof *q);
        return;
    }
    double *A = malloc((size_t)(n * n + n) * sizeof *A), *x = A + n * n;
    for (int j = 0; j <= m; j++) {
        for (int i = 0; i < n; i++) {
            x[i] = j < m ? oracle_at(&p->H, i, j) : p->f[i];
            for (int k = 0; k < n; k++)
                A[i * n + k] = oracle_at(&p->M, i, k);
        }
        if (!oracle_solve(n, A, x))
            abort();
        for (int i = 0; i < m; i++) {
            double sum = j < m ? 0 : p->w[i];
            for (int k = 0; k < n; k++)
                sum += oracle_at(&p->H, k, i) * x[k];
            *(j < m ? &W[i * m + j] : &q[i]) = sum;
        }
    }
    free(A);
}

/* How far (r, u) of contact i is from its law, by the defining conditions; laws box and coulomb (and d = 1). */
static inline double oracle_law(const slip_problem *p, int i, const double *r, const double *u)
{
    int d = p->d;
    double mu = p->mu[i], worst = 0, bound = mu * r[0];
    if (p->bilateral && p->bilateral[i]) {
        worst = fabs(u[0]);
        bound = mu * fabs(r[0]);
    } else
        worst = fmax(fmax(-r[0], -u[0]), fmin(fabs(r[0]), fabs(u[0])));
    if (d == 1)
        return worst;
    double rt[2] = { r[1], d == 3 ? r[2] : 0 }, ut[2] = { u[1], d == 3 ? u[2] : 0 };
    if (slip_problem_has_slip(p, i)) {
        for (int k = 0; k < d - 1; k++)
            worst = fmax(worst, fabs(rt[k] + bound * p->slip[(d - 1) * i + k]));
        return worst;
    }
    if (p->law == SLIP_LAW_BOX || d == 2) {
        for (int k = 0; k < d - 1; k++) {
            worst = fmax(worst, fabs(rt[k]) - bound);
            worst = fmax(worst, fmin(fabs(ut[k]), fabs(rt[k] + copysign(bound, ut[k]))));
        }
        return worst;
    }
    double size = hypot(ut[0], ut[1]);
    worst = fmax(worst, hypot(rt[0], rt[1]) - bound);
    if (size > 0)
        worst = fmax(worst, fmin(size, hypot(rt[0] + bound * ut[0] / size, rt[1] + bound * ut[1] / size)));
    return worst;
}

/* The largest of |u - W r - q| and the violations of the law, over all contacts. */
static inline double oracle_residual(const slip_problem *p, const double *r, const double *u)
{
    int m = slip_problem_m(p);
    double *W = malloc((size_t)(m * m + m) * sizeof *W), *q = W + m * m, worst = 0;
    oracle_delassus(p, W, q);
    for (int i = 0; i < m; i++) {
        double e = u[i] - q[i];
        for (int j = 0; j < m; j++)
            e -= W[i * m + j] * r[j];
        worst = fmax(worst, fabs(e));
    }
    for (int i = 0; i < p->nc; i++)
        worst = fmax(worst, oracle_law(p, i, r + i * p->d, u + i * p->d));
    free(W);
    return worst;
}

/* 0 <= A r + q orthogonal to r >= 0: try all 2^n bases (n <= 16), A row-major; how many give a solution, at most `room` of them in r.
   Singular bases count in *singular: then the number is a lower bound. */
static inline int oracle_lcp(int n, const double *A, const double *q, int room, double *r, int *singular)
{
    int found = 0;
    *singular = 0;
    for (unsigned basis = 0; basis < 1u << n; basis++) {
        double B[16 * 16] = { 0 }, x[16];
        for (int i = 0; i < n; i++) {
            bool in = basis >> i & 1;
            x[i] = in ? -q[i] : 0;
            for (int j = 0; j < n; j++)
                B[i * n + j] = in ? A[i * n + j] : i == j;
        }
        if (!oracle_solve(n, B, x)) {
            ++*singular;
            continue;
        }
        bool good = true;
        for (int i = 0; i < n; i++) {
            double u = q[i];
            for (int j = 0; j < n; j++)
                u += A[i * n + j] * x[j];
            good = good && x[i] >= -1e-9 && u >= -1e-9;
        }
        if (good && found++ < room)
            memcpy(r + (found - 1) * n, x, (size_t)n * sizeof *x);
    }
    return found;
}

#endif
