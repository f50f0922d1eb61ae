/* murty.c: linear complementarity problems on which pivoting takes exponentially many steps.
   SPDX-License-Identifier: GPL-3.0-or-later

   d = 1, L lower triangular with 1 on the diagonal and 2 below, e = (1, ..., 1):

       lemke      W = L,    q_i = -(2^n - 2^(n-i))  Lemke's method with covering vector e takes 2^n pivots
       principal  W = L',   q = -e                  least-index principal pivoting passes through all 2^n bases
       fathi      W = L' L, q = -e                  the same with a symmetric positive definite matrix

   Every W is a P-matrix, so the solution is unique for every q:
       lemke      r = (2^(n-1), 0, ..., 0), u = (0, 2^(n-2), ..., 2, 1)
       others     r = (0, ..., 0, 1),       u = (1, ..., 1, 0)
   [Murty1988, 6.1-6.2] */

#include <math.h>
#include <string.h>

#include "problems/problems.h"

static const char *const words[] = { "lemke", "principal", "fathi", NULL };
enum { N, KIND };
static const slip_param params[] = {
    { "n", 8, 1, 50, NULL, "size; whole numbers up to 2^50 are exact", SLIP_WHOLE },
    { "kind", 0, 0, 2, words, "whose method it defeats", SLIP_WHOLE },
    { 0 }
};

static double entry(int kind, int n, int i, int j)
{
    if (kind == 2)                          /* (L'L)_ij: the sum of L_ki L_kj over k >= max(i, j) */
        return i == j ? 4. * (n - 1 - i) + 1 : 4. * (n - 1 - (i > j ? i : j)) + 2;
    bool below = kind == 0 ? j < i : j > i;
    return i == j ? 1 : below ? 2 : 0;
}

static slip_status make(slip_problem *out, const double par[], unsigned long seed, slip_truth *truth, slip_error *error)
{
    (void)seed;
    int n = (int)par[N], kind = (int)par[KIND];
    slip_status s = slip_problem_new(out, 1, n, 0, 0, true, error);
    if (s != SLIP_OK)
        return s;
    out->level = SLIP_LEVEL_ACCELERATION;
    double W[50 * 50], r[50] = { 0 }, u[50];
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            W[i + j * n] = entry(kind, n, i, j);
    for (int i = 0; i < n; i++) {
        out->q[i] = kind == 0 ? ldexp(1, n - 1 - i) - ldexp(1, n) : -1;
        u[i] = kind == 0 ? ldexp(1, n - 1 - i) : 1;
    }
    int basic = kind == 0 ? 0 : n - 1;
    r[basic] = kind == 0 ? ldexp(1, n - 1) : 1;
    u[basic] = 0;
    s = slip_sparse_from_dense(&out->W, SLIP_CSC, n, n, W, &out->arena, error);
    if (s != SLIP_OK || truth == NULL)
        return s;
    truth->how = SLIP_HOW_EXACT;
    truth->solutions = 1;
    truth->unique_u = truth->unique_r = SLIP_YES;
    truth->cite = "Murty1988";
    strcpy(truth->text, "one solution, one contact closed: W is a P-matrix");
    return slip_truth_list(truth, out, 1, r, u, error);
}

const slip_family slip_family_murty = {
    .name = "murty", .about = "exponentially many pivots for Lemke's and for principal pivoting methods",
    .cite = "Murty1988", .params = params, .make = make,
};
