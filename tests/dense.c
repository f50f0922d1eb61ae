/* dense.c: the dense wrappers against their defining equations, in LAPACK's ratios, at sizes 0, 1, 2, 3, 10, 100.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/base.h"
#include "tests/tap.h"

#include <unistd.h>

static const int sizes[] = { 0, 1, 2, 3, 10, 100 };
#define SIZES (int)(sizeof sizes / sizeof *sizes)

static double next(uint64_t *seed)
{
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(*seed >> 11) / 4503599627370496.0 - 1;          /* -1 .. 1 */
}

static double *matrix(int m, int n) { return calloc((size_t)m * (size_t)n + 1, sizeof(double)); }

static double *random_matrix(int m, int n, uint64_t seed)
{
    double *a = matrix(m, n);
    for (int k = 0; k < m * n; k++)
        a[k] = next(&seed);
    return a;
}

static double *copy(int m, int n, const double *a)
{
    double *b = matrix(m, n);
    memcpy(b, a, (size_t)(m * n) * sizeof *b);
    return b;
}

static double norm(int m, int n, const double *a)
{
    double sum = 0;
    for (int k = 0; k < m * n; k++)
        sum += a[k] * a[k];
    return sqrt(sum);
}

/* C = op(A) op(B), by the definition: C_ij = sum over k. */
static double *product(int m, int n, int p, const double *a, bool ta, const double *b, bool tb)
{
    double *c = matrix(m, n);
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++)
            for (int k = 0; k < p; k++)
                c[i + j * m] += (ta ? a[k + i * p] : a[i + k * m]) * (tb ? b[j + k * n] : b[k + j * p]);
    return c;
}

static double distance(int m, int n, const double *a, const double *b)
{
    double sum = 0;
    for (int k = 0; k < m * n; k++)
        sum += (a[k] - b[k]) * (a[k] - b[k]);
    return sqrt(sum);
}

/* Q A or A Q with the reflection Q = I - 2 w w'/w'w. */
static void reflect(int m, int n, double *a, bool left, uint64_t seed)
{
    int k = left ? m : n;
    double *w = random_matrix(k, 1, seed), ww = norm(k, 1, w) * norm(k, 1, w);
    for (int i = 0; i < (left ? n : m); i++) {
        double dot = 0;
        for (int l = 0; l < k; l++)
            dot += w[l] * a[left ? l + i * m : i + l * m];
        for (int l = 0; l < k; l++)
            a[left ? l + i * m : i + l * m] -= 2 * dot / ww * w[l];
    }
    free(w);
}

/* An m x n matrix with these singular values. */
static double *with_values(int m, int n, const double *s, int count, uint64_t seed)
{
    double *a = matrix(m, n);
    for (int k = 0; k < count; k++)
        a[k + k * m] = s[k];
    reflect(m, n, a, true, seed);
    reflect(m, n, a, false, seed + 1);
    return a;
}

static void cholesky(int n)
{
    double *r = random_matrix(n, n, 1), *a = product(n, n, n, r, false, r, true);
    for (int i = 0; i < n; i++)
        a[i + i * n] += 1;
    double *l = copy(n, n, a);
    slip_error error;
    is_int(slip_dense_cholesky(n, l, &error), SLIP_OK, "cholesky, n = %d", n);
    double *b = random_matrix(n, 2, 2), *x = copy(n, 2, b);
    slip_dense_cholesky_solve(n, 2, l, x);
    double *ax = product(n, 2, n, a, false, x, false);
    ok_ratio(distance(n, 2, ax, b), n, norm(n, n, a) * norm(n, 2, x), "A x = b by Cholesky, n = %d", n);
    for (int j = 0; j < n; j++)
        for (int i = 0; i < j; i++)
            l[i + j * n] = 0;
    double *again = product(n, n, n, l, false, l, true);
    ok_ratio(distance(n, n, again, a), n, norm(n, n, a), "A = L L', n = %d", n);
    free(r), free(a), free(l), free(b), free(x), free(ax), free(again);
}

static void lu(int n)
{
    double *a = random_matrix(n, n, 3), *f = copy(n, n, a), *b = random_matrix(n, 3, 4), *x = copy(n, 3, b);
    slip_error error;
    is_int(slip_dense_solve(n, 3, f, x, &error), SLIP_OK, "solve, n = %d", n);
    double *ax = product(n, 3, n, a, false, x, false);
    ok_ratio(distance(n, 3, ax, b), n, norm(n, n, a) * norm(n, 3, x), "A x = b by LU, n = %d", n);
    free(a), free(f), free(b), free(x), free(ax);
}

/* A of rank r: A'(A x - b) = 0, and x is in the range of A': A' t = x has a solution. */
static void lstsq(int m, int n, int r)
{
    int most = m > n ? m : n;
    double *s = matrix(r, 1), *b = matrix(most, 1), *x = matrix(most, 1);
    for (int k = 0; k < r; k++)
        s[k] = 1 + k % 3;
    double *a = with_values(m, n, s, r, 5), *f = copy(m, n, a), *t = random_matrix(m, 1, 7);
    memcpy(b, t, (size_t)m * sizeof *b);
    memcpy(x, b, (size_t)most * sizeof *b);
    for (int i = m; i < most; i++)
        x[i] = NAN;                                     /* b has m rows; what is below is only for x */
    slip_error error;
    int rank = -1;
    is_int(slip_dense_lstsq(m, n, 1, f, x, 1e-10, &rank, &error), SLIP_OK, "least squares, %d by %d", m, n);
    is_int(rank, r, "rank %d of %d by %d", r, m, n);
    double *ax = product(m, 1, n, a, false, x, false);
    for (int i = 0; i < m; i++)
        ax[i] -= b[i];
    double *grad = product(n, 1, m, a, true, ax, false);
    ok_ratio(norm(n, 1, grad), most, norm(m, n, a) * (norm(m, n, a) * norm(n, 1, x) + norm(m, 1, b)),
             "A'(A x - b) = 0, %d by %d, rank %d", m, n, r);
    double *at = matrix(n, m), *y = matrix(most, 1);
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
            at[j + i * n] = a[i + j * m];
    memcpy(y, x, (size_t)n * sizeof *y);
    double *keep = copy(n, m, at);
    slip_dense_lstsq(n, m, 1, at, y, 1e-10, NULL, &error);
    double *back = product(n, 1, m, keep, false, y, false);
    ok_ratio(distance(n, 1, back, x), most, norm(m, n, a) * norm(m, 1, y) + norm(n, 1, x), "x has minimum norm, %d by %d, rank %d", m, n, r);
    free(s), free(b), free(x), free(a), free(f), free(t), free(ax), free(grad), free(at), free(y), free(keep), free(back);
}

static void eig(int n)
{
    double *r = random_matrix(n, n, 8), *a = matrix(n, n), *w = matrix(n, 1), *only = matrix(n, 1);
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            a[i + j * n] = r[i + j * n] + r[j + i * n];
    double *v = copy(n, n, a), *f = copy(n, n, a);
    slip_error error;
    is_int(slip_dense_eig(n, v, w, true, &error), SLIP_OK, "eigenvalues and vectors, n = %d", n);
    is_int(slip_dense_eig(n, f, only, false, &error), SLIP_OK, "eigenvalues alone, n = %d", n);
    ok_ratio(distance(n, 1, w, only), n, norm(n, n, a), "both agree, n = %d", n);
    bool ascending = true;
    for (int i = 1; i < n; i++)
        ascending = ascending && w[i - 1] <= w[i];
    ok(ascending, "ascending, n = %d", n);
    double *av = product(n, n, n, a, false, v, false), *vw = copy(n, n, v), *vv = product(n, n, n, v, true, v, false);
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < n; i++)
            vw[i + j * n] *= w[j];
        vv[j + j * n] -= 1;
    }
    ok_ratio(distance(n, n, av, vw), n, norm(n, n, a), "A V = V diag(w), n = %d", n);
    ok_ratio(norm(n, n, vv), n, 1, "V'V = I, n = %d", n);
    free(r), free(a), free(w), free(only), free(v), free(f), free(av), free(vw), free(vv);
}

static void values(int m, int n)
{
    int least = m < n ? m : n;
    double *s = matrix(least, 1), *found = matrix(least, 1);
    for (int k = 0; k < least; k++)
        s[k] = 3.0 * (least - k) / least;
    double *a = with_values(m, n, s, least, 9);
    slip_error error;
    is_int(slip_dense_rank(m, n, a, 1e-12, &error), least, "full rank, %d by %d", m, n);
    is_int(slip_dense_svdvals(m, n, a, found, &error), SLIP_OK, "singular values, %d by %d", m, n);
    ok_ratio(distance(least, 1, s, found), m + n, 3, "singular values as made, %d by %d", m, n);
    free(s), free(found), free(a);
}

/* Penrose: A X A = A, X A X = X, and A X, X A symmetric. */
static void pinv(int n, int r)
{
    double *b = random_matrix(n, r, 10), *a = product(n, n, r, b, false, b, true), *x = copy(n, n, a);
    slip_error error;
    int rank = -1;
    is_int(slip_dense_pinv(n, x, 1e-10, &rank, &error), SLIP_OK, "pseudo-inverse, n = %d", n);
    is_int(rank, r, "rank %d of n = %d", r, n);
    double *ax = product(n, n, n, a, false, x, false), *axa = product(n, n, n, ax, false, a, false);
    double *xax = product(n, n, n, x, false, ax, false), *sym = product(n, n, n, x, true, a, true);
    double scale = norm(n, n, a) * norm(n, n, x);
    ok_ratio(distance(n, n, axa, a), n, norm(n, n, a) * scale, "A X A = A, n = %d, rank %d", n, r);
    ok_ratio(distance(n, n, xax, x), n, norm(n, n, x) * scale, "X A X = X, n = %d, rank %d", n, r);
    double skew = 0;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            skew = fmax(skew, fmax(fabs(ax[i + j * n] - ax[j + i * n]), fabs(x[i + j * n] - x[j + i * n])));
    ok_ratio(skew, n, scale, "A X and X symmetric, n = %d, rank %d", n, r);
    free(b), free(a), free(x), free(ax), free(axa), free(xax), free(sym);
}

/* Every routine on a matrix with one bad entry says NUMERIC, at once. */
static void poison(double bad)
{
    enum { N = 40 };
    slip_error error;
    double *a = random_matrix(N, N, 11), *b = random_matrix(N, 1, 12), w[N];
    int rank;
    a[17] = a[17 * N] = bad;
    double *f = copy(N, N, a);
    is_int(slip_dense_cholesky(N, f, &error), SLIP_NUMERIC, "cholesky of %g", bad);
    ok(strstr(error.text, "not finite"), "which says why: %s", error.text);
    is_int(slip_dense_solve(N, 1, f, b, &error), SLIP_NUMERIC, "solve with %g", bad);
    is_int(slip_dense_lstsq(N, N, 1, f, b, -1, &rank, &error), SLIP_NUMERIC, "least squares with %g", bad);
    is_int(slip_dense_eig(N, f, w, true, &error), SLIP_NUMERIC, "eigenvalues of %g", bad);
    is_int(slip_dense_svdvals(N, N, f, w, &error), SLIP_NUMERIC, "singular values of %g", bad);
    is_int(slip_dense_rank(N, N, a, 1e-12, &error), -1, "rank of %g", bad);
    is_int(slip_dense_pinv(N, f, 1e-12, &rank, &error), SLIP_NUMERIC, "pseudo-inverse of %g", bad);
    free(f);
    f = matrix(N, N);
    for (int i = 0; i < N; i++)
        f[i + i * N] = 1;
    b[3] = bad;
    is_int(slip_dense_solve(N, 1, f, b, &error), SLIP_NUMERIC, "a right-hand side with %g", bad);
    slip_dense_cholesky_solve(N, 1, f, b);
    ok(!(fabs(b[3]) < INFINITY), "a Cholesky solve passes %g on", bad);
    free(a), free(b), free(f);
}

static void broken(void)
{
    slip_error error;
    double indefinite[] = { 1, 2, 2, 1 }, singular[] = { 1, 2, 2, 4 }, b[] = { 1, 1 }, negative[] = { -1, 0, 0, 1 };
    is_int(slip_dense_cholesky(2, indefinite, &error), SLIP_NUMERIC, "cholesky of an indefinite matrix");
    ok(strstr(error.text, "pivot 2"), "which names the pivot: %s", error.text);
    is_int(slip_dense_solve(2, 1, singular, b, &error), SLIP_NUMERIC, "solve with a singular matrix");
    ok(strstr(error.text, "singular"), "which says so: %s", error.text);
    is_int(slip_dense_pinv(2, negative, 1e-12, NULL, &error), SLIP_NUMERIC, "pseudo-inverse of an indefinite matrix");
    double zero[9] = {0};
    int rank = -1;
    is_int(slip_dense_pinv(3, zero, 1e-12, &rank, &error), SLIP_OK, "pseudo-inverse of 0");
    ok(rank == 0 && norm(3, 3, zero) == 0, "is 0, of rank 0");
    is_int(slip_dense_rank(3, 3, zero, 1e-12, &error), 0, "0 has rank 0");
    double x[3] = { 1, 2, 3 };
    is_int(slip_dense_lstsq(3, 0, 1, zero, x, -1, &rank, &error), SLIP_OK, "least squares without columns");
    is_int(slip_dense_lstsq(0, 3, 1, zero, x, -1, &rank, &error), SLIP_OK, "least squares without rows");
    ok(norm(3, 1, x) == 0, "whose solution of minimum norm is 0");
    is_int(slip_dense_solve(-1, 1, zero, x, &error), SLIP_INPUT, "a negative size");
    is_int(slip_dense_cholesky(2, indefinite, NULL), SLIP_NUMERIC, "an error need not be asked for");
}

/* Each allocation of ours fails in turn: MEMORY, or -1 for the rank, and then the answer. */
static void without_memory(void)
{
    slip_error error;
    int rank = 0;
    double a[4] = { 2, 1, 1, 2 }, b[2] = { 1, 1 };
    slip_memory_fail_at(1);
    is_int(slip_dense_solve(2, 1, a, b, &error), SLIP_MEMORY, "no memory for pivots");
    slip_memory_fail_at(1);
    is_int(slip_dense_lstsq(2, 2, 1, a, b, -1, &rank, &error), SLIP_MEMORY, "nor for singular values");
    for (int k = 1; k <= 2; k++) {
        slip_memory_fail_at(k);
        is_int(slip_dense_rank(2, 2, a, 1e-12, &error), -1, "nor for a rank, allocation %d", k);
        slip_memory_fail_at(k);
        is_int(slip_dense_pinv(2, a, 1e-12, &rank, &error), SLIP_MEMORY, "nor for a pseudo-inverse, allocation %d", k);
    }
    slip_memory_fail_at(3);
    is_int(slip_dense_rank(2, 2, a, 1e-12, &error), 2, "but then for a rank");
    slip_memory_fail_at(0);
    is_int(slip_memory_live(), 0, "no block is left");
}

int main(void)
{
    plan(SIZES * (3 + 2 + 6) + 6 * 4 + 5 * 3 + 6 * 5 + 2 * 10 + 13 + 8 + 2);
    alarm(50);                                          /* a hang is a failure */
    for (int k = 0; k < SIZES; k++) {
        cholesky(sizes[k]);
        lu(sizes[k]);
        eig(sizes[k]);
    }
    lstsq(1, 1, 1);
    lstsq(3, 2, 2);
    lstsq(2, 3, 2);
    lstsq(10, 10, 4);
    lstsq(100, 30, 30);
    lstsq(30, 100, 17);
    values(1, 1);
    values(3, 2);
    values(2, 3);
    values(10, 10);
    values(100, 60);
    pinv(1, 1);
    pinv(2, 1);
    pinv(3, 3);
    pinv(10, 4);
    pinv(100, 40);
    pinv(3, 0);
    poison(NAN);
    poison(INFINITY);
    broken();
    without_memory();

    char name[96];
    diag("%s", slip_blas_name(name));
    ok(strncmp(name, "OpenBLAS 0.", 11) == 0, "the BLAS names itself");
    ok(strstr(name, " thread"), "and its threads");
    return done();
}
