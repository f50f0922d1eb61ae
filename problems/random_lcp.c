/* random_lcp.c: random linear complementarity problems with a manufactured solution.
   SPDX-License-Identifier: GPL-3.0-or-later

   d = 1.  G is n x k of independent normal numbers, rounded to multiples of 1/256:

       pd             W = c G G', k = 2 n                          symmetric positive definite
       semidefinite   W = c G G', k = rank                         symmetric, rank deficient
       nonsymmetric   W = c G G' + sqrt(c) (S - S'), k = 2 n       x'W x > 0, not symmetric

       manufactured   r and u drawn, one of r_i, u_i positive and the other zero, q = u - W r
       range          q = sqrt(c) G x, x normal: in the range of W when it is symmetric; the solution is not known

   c is the power of 4 nearest to 1/k, so that every number above is exact in binary64 and the manufactured solution
   solves the problem exactly.  pd with range takes c = 1/k itself, the positive definite problem most often measured:
   A = G G'/(2 n), b = G x/sqrt(2 n). */

#include <math.h>
#include <string.h>

#include "problems/problems.h"

static const char *const kinds[] = { "pd", "semidefinite", "nonsymmetric", NULL };
static const char *const rules[] = { "manufactured", "range", NULL };
enum { PD, SEMIDEFINITE, NONSYMMETRIC };
enum { N, KIND, RANK, Q };
static const slip_param params[] = {
    { "n", 10, 1, 2000, NULL, "size", SLIP_WHOLE },
    { "kind", 0, 0, 2, kinds, "what the matrix is", SLIP_WHOLE },
    { "rank", 0, 0, 2000, NULL, "rank of a semidefinite matrix; 0: a quarter of n, rounded up", SLIP_WHOLE },
    { "q", 0, 0, 1, rules, "from a known solution, or in the range of W", SLIP_WHOLE },
    { 0 }
};

/* A normal number on the grid, at most 8 in size: sums of 4000 products of two, times a solution, stay below 2^53. */
static double grid(slip_rng *rng) { return fmax(-8, fmin(8, rint(256 * slip_rng_normal(rng)) / 256)); }

static void matrix(slip_rng *rng, int n, int k, int kind, double c, double *G, double *W)
{
    for (size_t i = 0; i < (size_t)n * (size_t)k; i++)
        G[i] = grid(rng);
    slip_dense_gram(n, k, G, W);
    double root = sqrt(c);
    for (int j = 0; j < n; j++)
        for (int i = 0; i <= j; i++) {
            double *above = &W[i + (size_t)j * (size_t)n], *below = &W[j + (size_t)i * (size_t)n];
            double skew = kind == NONSYMMETRIC && i < j ? root * grid(rng) : 0;
            double even = c * *above;
            *above = even + skew;
            *below = even - skew;
        }
}

/* Positive definiteness carries the claim of uniqueness, so it is looked at: the symmetric part must factor. */
static slip_status look(int n, const double *W, double *scratch, slip_error *error)
{
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            scratch[i + (size_t)j * (size_t)n] = (W[i + (size_t)j * (size_t)n] + W[j + (size_t)i * (size_t)n]) / 2;
    slip_status s = slip_dense_cholesky(n, scratch, error);
    return s == SLIP_NUMERIC ? slip_fail(error, s, "random-lcp of this seed draws a singular matrix; take another seed") : s;
}

static void know(slip_truth *truth, int kind, bool known, int closed, int rank)
{
    bool definite = kind != SEMIDEFINITE;
    truth->how = known ? SLIP_HOW_MANUFACTURED : SLIP_HOW_PROVED;
    truth->unique_u = SLIP_YES;                 /* W r is the same for all solutions of a monotone symmetric problem */
    truth->unique_r = definite ? SLIP_YES : closed > rank ? SLIP_NO : SLIP_MAYBE;
    truth->solutions = definite ? 1 : closed > rank ? SLIP_SOLUTIONS_MANY : SLIP_SOLUTIONS_SOME;
    strcpy(truth->text, definite ? "one solution: W is positive definite"
                      : known ? "made from a solution; u is unique, r not once more contacts close than the rank"
                      : "q in the range of a semidefinite W: solutions exist and u is unique");
}

static slip_status fill(slip_problem *out, const double par[], unsigned long seed, slip_truth *truth, slip_arena *scratch, slip_error *error)
{
    int n = (int)par[N], kind = (int)par[KIND], rank = par[RANK] > 0 ? (int)par[RANK] : (n + 3) / 4;
    int k = kind == SEMIDEFINITE ? rank : 2 * n;
    bool known = par[Q] == 0;
    double c = kind == PD && !known ? 1. / k : ldexp(1, -2 * (int)rint(log2(k) / 2));
    double *G = SLIP_NEW(scratch, double, (size_t)n * (size_t)k), *W = SLIP_NEW(scratch, double, (size_t)n * (size_t)n);
    double *r = SLIP_NEW(scratch, double, n), *u = SLIP_NEW(scratch, double, n), *x = SLIP_NEW(scratch, double, k);
    double *work = SLIP_NEW(scratch, double, kind == SEMIDEFINITE ? 1 : (size_t)n * (size_t)n);
    slip_rng *rng = slip_rng_new(seed);
    if (scratch->failed || rng == NULL) {
        slip_rng_free(rng);
        return slip_fail(error, SLIP_MEMORY, "no memory for a random matrix of order %d", n);
    }
    matrix(rng, n, k, kind, c, G, W);
    int closed = 0;
    for (int i = 0; i < n; i++) {
        bool close = slip_rng_below(rng, 2) == 1;
        *(close ? &r[i] : &u[i]) = (1 + slip_rng_below(rng, 256)) / 64.;
        closed += close;
    }
    for (int j = 0; j < k; j++)
        x[j] = grid(rng);
    slip_rng_free(rng);

    for (int i = 0; i < n; i++)
        out->q[i] = known ? u[i] : 0;
    for (int j = 0; j < (known ? n : k); j++)
        for (int i = 0; i < n; i++)
            out->q[i] += known ? -W[i + (size_t)j * (size_t)n] * r[j] : sqrt(c) * G[i + (size_t)j * (size_t)n] * x[j];
    slip_status s = kind == SEMIDEFINITE ? SLIP_OK : look(n, W, work, error);
    if (s == SLIP_OK)
        s = slip_sparse_from_dense(&out->W, SLIP_CSC, n, n, W, &out->arena, error);
    if (s != SLIP_OK || truth == NULL)
        return s;
    know(truth, kind, known, known ? closed : 0, rank);
    return known ? slip_truth_list(truth, out, 1, r, u, error) : SLIP_OK;
}

static slip_status make(slip_problem *out, const double par[], unsigned long seed, slip_truth *truth, slip_error *error)
{
    int n = (int)par[N];
    if (par[RANK] > n)
        return slip_fail(error, SLIP_INPUT, "random-lcp: rank=%g is more than n=%d", par[RANK], n);
    slip_status s = slip_problem_new(out, 1, n, 0, 0, true, error);
    if (s != SLIP_OK)
        return s;
    slip_arena scratch = { 0 };
    s = fill(out, par, seed, truth, &scratch, error);
    slip_arena_free(&scratch);
    return s;
}

const slip_family slip_family_random_lcp = {
    .name = "random-lcp", .about = "random linear complementarity problems, definite, semidefinite or non-symmetric, with a known solution",
    .cite = NULL, .params = params, .make = make,
};
