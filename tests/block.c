/* block.c: block-sparse rows against the sparse matrix they were made from.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/base.h"
#include "tests/tap.h"

static uint64_t state = 521288629u;
static int below(int n)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (int)(state % (uint64_t)n);
}

static void random_sparse(slip_sparse *T, int rows, int cols, int nz, slip_arena *arena)
{
    slip_error e;
    if (rows == 0 || cols == 0) nz = 0;
    if (slip_sparse_new(T, SLIP_TRIPLET, rows, cols, nz, arena, &e)) bail_out("%s", e.text);
    for (int k = 0; k < nz; k++) {
        T->i[k] = below(rows);
        T->p[k] = below(cols);
        T->x[k] = below(19) - 9;        /* whole numbers: sums are exact in any order */
    }
}

/* Rebuilt from its blocks, is it the matrix?  No block twice, columns ascending, diag where it says. */
static bool faithful(const slip_bsr *B, const slip_sparse *T, int d)
{
    static double dense[10000], again[10000];
    int rows = T->rows, n = rows / d;
    memset(again, 0, sizeof again);
    slip_sparse_to_dense(T, dense);
    if (B->d != d || B->rows != n || B->p[0] != 0 || B->p[n] != B->blocks) return false;
    for (int i = 0; i < n; i++) {
        int diag = -1;
        for (int k = B->p[i]; k < B->p[i + 1]; k++) {
            if (k > B->p[i] && B->j[k - 1] >= B->j[k]) return false;
            if (B->j[k] == i) diag = k;
            for (int r = 0; r < d; r++) for (int c = 0; c < d; c++)
                again[i * d + r + rows * (B->j[k] * d + c)] = B->x[(k * d + r) * d + c];
        }
        if (B->diag[i] != diag) return false;
    }
    return memcmp(dense, again, (size_t)rows * (size_t)T->cols * sizeof *dense) == 0;
}

static void products(int d)
{
    static const int sizes[] = { 0, 1, 2, 3, 5, 8, 13, 20 };
    static double x[100], y[100], z[100];
    int bad = 0, bad_product = 0, bad_row = 0, cases = 0;
    for (int a = 0; a < 8; a++) for (int b = 0; b < 8; b++) for (int fill = 0; fill < 4; fill++) {
        slip_arena arena = { 0 };
        int rows = d * sizes[a], cols = d * sizes[b];
        slip_sparse T;
        slip_bsr B;
        random_sparse(&T, rows, cols, fill == 3 ? 2 * rows * cols : fill * (rows + cols) / 2, &arena);
        cases++;
        if (slip_bsr_from_sparse(&B, &T, d, &arena, NULL) || !faithful(&B, &T, d)) { bad++; slip_arena_free(&arena); continue; }
        for (int k = 0; k < cols; k++) x[k] = below(9) - 4;
        for (int k = 0; k < rows; k++) y[k] = z[k] = k;
        slip_sparse_gaxpy(1, &T, x, y);
        slip_bsr_gaxpy(&B, x, z);
        for (int k = 0; k < rows; k++) bad_product += !(y[k] == z[k]);
        for (int i = 0; i < rows / d; i++) {
            double part[5] = { NAN, NAN, NAN, NAN, NAN };
            slip_bsr_row(&B, i, x, part);
            for (int r = 0; r < d; r++) bad_row += !(part[r] + i * d + r == y[i * d + r]);
        }
        slip_arena_free(&arena);
    }
    is_int(bad, 0, "d = %d: %d matrices cut into blocks", d, cases);
    is_int(bad_product, 0, "d = %d: their products", d);
    is_int(bad_row, 0, "d = %d: and row by row", d);
}

/* Random reals: the difference to a plain sum is rounding. */
static void rounding(int d)
{
    enum { N = 40 };
    static double x[5 * N], y[5 * N], z[5 * N], size[5 * N];
    slip_arena arena = { 0 };
    slip_sparse T;
    slip_bsr B;
    random_sparse(&T, d * N, d * N, 8 * d * d * N, &arena);
    for (int k = 0; k < T.nz; k++) T.x[k] = ldexp(below(1 << 30), -30) - 0.5;
    for (int k = 0; k < d * N; k++) x[k] = ldexp(below(1 << 30), -30) - 0.5, y[k] = z[k] = size[k] = 0;
    if (slip_bsr_from_sparse(&B, &T, d, &arena, NULL)) bail_out("out of memory");
    slip_bsr_gaxpy(&B, x, y);
    slip_sparse_gaxpy(1, &T, x, z);
    for (int k = 0; k < T.nz; k++) size[T.i[k]] += fabs(T.x[k] * x[T.p[k]]);
    double worst = 0, scale = 0;
    bool same = true;
    for (int i = 0; i < N; i++) {
        double part[5];
        slip_bsr_row(&B, i, x, part);
        for (int r = 0; r < d; r++) {
            int k = i * d + r;
            worst = fmax(worst, fabs(y[k] - z[k]));
            scale = fmax(scale, size[k]);
            same = same && part[r] == y[k];
        }
    }
    ok_ratio(worst, 8 * d, scale, "d = %d: reals agree to rounding", d);
    ok(same, "d = %d: the row product gives the same bits as the whole one", d);
    slip_arena_free(&arena);
}

static void refused(void)
{
    slip_arena arena = { 0 };
    slip_error e = { 0 };
    slip_sparse T, none = { 0 };
    slip_bsr B;
    random_sparse(&T, 6, 6, 5, &arena);
    is_int(slip_bsr_from_sparse(&B, &T, 4, &arena, &e), SLIP_INPUT, "blocks that do not fit: %s", e.text);
    is_int(slip_bsr_from_sparse(&B, &T, 0, &arena, &e), SLIP_INPUT, "blocks of nothing: %s", e.text);
    is_int(slip_bsr_from_sparse(&B, &none, 1, &arena, &e), SLIP_INPUT, "an absent matrix");
    T.i[0] = 6;
    is_int(slip_bsr_from_sparse(&B, &T, 2, &arena, &e), SLIP_INPUT, "a broken matrix: %s", e.text);
    T.i[0] = 0;
    long before = slip_memory_live();
    slip_status status = SLIP_MEMORY;
    int k = 1;
    for (; status == SLIP_MEMORY && k < 100; k++) {
        slip_arena own = { 0 };
        slip_memory_fail_at(k);
        status = slip_bsr_from_sparse(&B, &T, 2, &own, &e);
        slip_memory_fail_at(0);
        slip_arena_free(&own);
    }
    ok(status == SLIP_OK && k > 3, "each of %d allocations failed in turn: told so", k - 2);
    is_int(slip_memory_live(), before, "and nothing leaks");
    slip_arena_free(&arena);
}

int main(void)
{
    plan(26);
    for (int d = 1; d <= 4; d++) products(d);
    for (int d = 1; d <= 4; d++) rounding(d);
    refused();
    return done();
}
