/* dd_factor.c: sparse L D L' in double-double by the residuals of what it solves, and by a closed form that double loses.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/base.h"
#include "base/dd.h"
#include "tests/tap.h"

static double next(uint64_t *seed)
{
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(*seed >> 11) / 4503599627370496.0 - 1;
}

/* Symmetric, the diagonal whole: dominant in the first `positive` rows, and minus that in the others. */
static slip_sparse random_matrix(int n, int fill, int positive, uint64_t seed, slip_arena *arena)
{
    slip_sparse T, A = {0};
    double *sum = SLIP_NEW(arena, double, n);
    int pairs = n > 1 ? n * fill / 2 : 0, nz = 0;
    slip_sparse_new(&T, SLIP_TRIPLET, n, n, 2 * pairs + n, arena, NULL);
    for (int k = 0; k < pairs; k++) {
        int i = (int)((next(&seed) + 1) / 2 * n), j = (i + 1 + (int)((next(&seed) + 1) / 2 * (n - 1))) % n;
        if ((i < positive) == (j < positive) && i >= positive) continue;
        double x = next(&seed);
        T.i[nz] = i, T.p[nz] = j, T.x[nz++] = x;
        T.i[nz] = j, T.p[nz] = i, T.x[nz++] = x;
        sum[i] += fabs(x), sum[j] += fabs(x);
    }
    for (int i = 0; i < n; i++) T.i[nz] = T.p[nz] = i, T.x[nz++] = (i < positive ? 1 : -1) * (sum[i] + 1);
    T.nz = nz;
    slip_sparse_convert(&A, &T, SLIP_CSC, arena, NULL);
    return A;
}

/* the largest |b - A x| over |A| |x| + |b|, in units of 2^-104 */
static double residual(const slip_sparse *A, const slip_dd *x, const slip_dd *b)
{
    double worst = 0;
    for (int i = 0; i < A->rows; i++) {         /* A is symmetric: row i is column i */
        slip_dd e = b[i];
        double size = fabs(b[i].hi);
        for (int k = A->p[i]; k < A->p[i + 1]; k++) {
            e = slip_dd_sub(e, slip_dd_scale(x[A->i[k]], A->x[k]));
            size += fabs(A->x[k] * x[A->i[k]].hi);
        }
        worst = fmax(worst, fabs(e.hi) / size);
    }
    return worst * 0x1p104;
}

static void solves(void)
{
    static const struct { int n, fill, positive; } cases[] = { { 1, 0, 1 }, { 2, 2, 2 }, { 3, 4, 1 }, { 40, 4, 40 }, { 40, 4, 25 }, { 300, 3, 300 }, { 300, 5, 180 } };
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        slip_arena arena = {0};
        slip_dd_factor *F;
        slip_error error;
        int n = cases[c].n;
        uint64_t seed = c + 1;
        slip_sparse A = random_matrix(n, cases[c].fill, cases[c].positive, seed, &arena);
        slip_dd *b = SLIP_NEW(&arena, slip_dd, n), *x = SLIP_NEW(&arena, slip_dd, n), *a = SLIP_NEW(&arena, slip_dd, A.nz);
        for (int i = 0; i < n; i++) x[i] = b[i] = slip_dd_sum2(next(&seed), 0x1p-55 * next(&seed));
        for (int k = 0; k < A.nz; k++) a[k] = slip_dd_of(A.x[k]);
        if (slip_dd_factor_new(&F, &A, A.cols, &arena, &error) != SLIP_OK) bail_out("%s", error.text);
        int bad = slip_dd_factor_again(F, a);
        slip_dd_factor_solve(F, x);
        double worst = residual(&A, x, b);
        ok(bad < 0 && worst <= 30 * n, "order %d, %d rows positive, %d negative: residual %.2g units", n, cases[c].positive, n - cases[c].positive, worst);
        slip_arena_free(&arena);
    }
}

/* [N G; G' 0]: joints of 0 on the diagonal, whatever their numbers are */
static void saddle(void)
{
    slip_arena arena = {0};
    slip_dd_factor *F;
    slip_error error;
    int n = 120, late = 90, bad, zero = 0;
    uint64_t seed = 3;
    slip_sparse A = random_matrix(n, 6, late, seed, &arena);
    slip_dd *b = SLIP_NEW(&arena, slip_dd, n), *x = SLIP_NEW(&arena, slip_dd, n), *a = SLIP_NEW(&arena, slip_dd, A.nz);
    for (int j = late; j < n; j++)
        for (int k = A.p[j]; k < A.p[j + 1]; k++) if (A.i[k] == j) A.x[k] = 0, zero++;
    for (int i = 0; i < n; i++) x[i] = b[i] = slip_dd_of(next(&seed));
    for (int k = 0; k < A.nz; k++) a[k] = slip_dd_of(A.x[k]);
    if (slip_dd_factor_new(&F, &A, late, &arena, &error) != SLIP_OK) bail_out("%s", error.text);
    bad = slip_dd_factor_again(F, a);
    slip_dd_factor_solve(F, x);
    double worst = residual(&A, x, b);
    ok(bad < 0 && zero == n - late && worst <= 1e4 * n, "%d rows with 0 on the diagonal, each behind its neighbours: residual %.2g units", zero, worst);
    slip_arena_free(&arena);
}

/* (I + s h h') x = b,  x = b - h (s h'b) / (1 + s h'h): with s = 2^80 double keeps nothing of I */
static void graded(void)
{
    enum { N = 12 };
    slip_arena arena = {0};
    slip_dd_factor *F;
    slip_error error;
    double h[N], b[N], s = 0x1p80, hh = 0, hb = 0, worst = 0, wrong = 0;
    slip_sparse A, T;
    slip_dd a[N * N], x[N];
    slip_sparse_new(&T, SLIP_TRIPLET, N, N, N * N, &arena, NULL);
    for (int i = 0; i < N; i++) h[i] = i % 5 - 2 + (i == 2), b[i] = 1 + i % 3, hh += h[i] * h[i], hb += h[i] * b[i];
    for (int k = 0; k < N * N; k++) T.i[k] = k / N, T.p[k] = k % N, T.x[k] = s * h[k / N] * h[k % N] + (k / N == k % N);
    slip_sparse_convert(&A, &T, SLIP_CSC, &arena, NULL);
    if (slip_dd_factor_new(&F, &A, A.cols, &arena, &error) != SLIP_OK) bail_out("%s", error.text);
    for (int j = 0; j < N; j++)
        for (int k = A.p[j]; k < A.p[j + 1]; k++) {
            int i = A.i[k];
            a[k] = slip_dd_add(slip_dd_of(s * h[i] * h[j]), slip_dd_of(i == j));
        }
    for (int pass = 0; pass < 2; pass++) {
        if (pass) for (int k = 0; k < A.nz; k++) a[k].lo = 0;
        for (int i = 0; i < N; i++) x[i] = slip_dd_of(b[i]);
        int bad = slip_dd_factor_again(F, a);
        slip_dd_factor_solve(F, x);
        for (int i = 0; i < N; i++) {
            double far = fabs(x[i].hi - (b[i] - h[i] * hb / (1 / s + hh)));
            if (pass) wrong = bad >= 0 ? INFINITY : fmax(wrong, far);
            else worst = fmax(worst, far);
        }
    }
    ok(worst <= 1e-6, "I + 2^80 h h': within %.1g of the closed form", worst);
    ok(!(wrong <= 1e-3), "and where the tails are left out, it is not");
    slip_arena_free(&arena);
}

static void breaks(void)
{
    slip_arena arena = {0};
    slip_dd_factor *F;
    slip_error error;
    slip_sparse A = random_matrix(5, 0, 5, 1, &arena);
    slip_dd a[5] = { { 1, 0 }, { 2, 0 }, { 0, 0 }, { 1, 0 }, { 1, 0 } };
    if (slip_dd_factor_new(&F, &A, A.cols, &arena, &error) != SLIP_OK) bail_out("%s", error.text);
    is_int(slip_dd_factor_again(F, a), 2, "a pivot of 0 is told");
    a[2] = slip_dd_of(NAN);
    is_int(slip_dd_factor_again(F, a), 2, "and one that is no number");
    slip_arena_free(&arena);
}

static void starves(void)
{
    slip_arena kept = {0};
    slip_sparse A = random_matrix(30, 4, 30, 9, &kept);
    long live = slip_memory_live();
    int wrong = 0, k = 1;
    for (slip_status s = SLIP_MEMORY; s != SLIP_OK && k < 200; k++) {
        slip_arena arena = {0};
        slip_dd_factor *F;
        slip_error error = {0};
        slip_memory_fail_at(k);
        s = slip_dd_factor_new(&F, &A, A.cols, &arena, &error);
        slip_memory_fail_at(0);
        slip_arena_free(&arena);
        wrong += (s != SLIP_OK && (s != SLIP_MEMORY || !error.text[0])) || slip_memory_live() != live;
    }
    ok(wrong == 0 && k > 3, "each of %d allocations fails once: told, and nothing left behind", k - 2);
    slip_arena_free(&kept);
}

int main(void)
{
    slip_error error;
    if (slip_start(&error) != SLIP_OK) bail_out("%s", error.text);
    plan(13);
    solves();
    saddle();
    graded();
    breaks();
    starves();
    return done();
}
