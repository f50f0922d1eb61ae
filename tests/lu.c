/* lu.c: sparse LU factors by the residuals of what they solve; singular matrices and a lack of memory are named.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/base.h"
#include "tests/tap.h"

#include <cblas.h>

static double next(uint64_t *seed)
{
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(*seed >> 11) / 4503599627370496.0 - 1;
}

/* A grid of k x k with random, unsymmetric values on a symmetric pattern; weak: diagonals too small to be pivots. */
static slip_sparse grid(int k, bool weak, uint64_t seed, slip_arena *arena)
{
    slip_sparse T, A = { 0 };
    int nz = 0;
    slip_sparse_new(&T, SLIP_TRIPLET, k * k, k * k, 4 * k * (k - 1) + k * k, arena, NULL);
    for (int i = 0; i < k * k; i++) {
        int to[2] = { i % k < k - 1 ? i + 1 : -1, i + k < k * k ? i + k : -1 };
        T.i[nz] = T.p[nz] = i;
        T.x[nz++] = weak ? 1e-9 * next(&seed) : 3 + next(&seed);
        for (int e = 0; e < 2; e++)
            if (to[e] >= 0) {
                T.i[nz] = i; T.p[nz] = to[e]; T.x[nz++] = next(&seed);
                T.i[nz] = to[e]; T.p[nz] = i; T.x[nz++] = next(&seed);
            }
    }
    slip_sparse_convert(&A, &T, SLIP_CSC, arena, NULL);
    return A;
}

static void check(const slip_sparse *A, const slip_lu *F, double most, const char *what)
{
    int n = A->cols;
    double *b = calloc((size_t)n, sizeof *b), *x = calloc((size_t)n, sizeof *x), *r = calloc((size_t)n, sizeof *r);
    uint64_t seed = 9;
    for (int k = 0; k < n; k++) b[k] = next(&seed);
    slip_status status = slip_lu_solve(F, b, x, NULL);
    slip_sparse_gaxpy(1, A, x, r);
    cblas_daxpy(n, -1, b, 1, r, 1);
    double error = cblas_dnrm2(n, r, 1) / (slip_sparse_norm(A) * cblas_dnrm2(n, x, 1));
    ok(status == SLIP_OK && error <= most, "A x = b, %s, n = %d: %.1e", what, n, error);
    free(b); free(x); free(r);
}

static void solve(int k, bool weak, slip_arena *arena)
{
    slip_lu *F = NULL;
    slip_sparse A = grid(k, weak, 1, arena), B = grid(k, weak, 2, arena);
    is_int(slip_lu_new(&F, &A, NULL), SLIP_OK, "factors of a grid, n = %d%s", A.cols, weak ? ", weak diagonal" : "");
    check(&A, F, weak ? 1e-11 : 1e-15, weak ? "weak diagonal" : "grid");
    for (int i = 0; i < A.nz; i++) A.x[i] = B.x[i];
    is_int(slip_lu_again(F, &A, NULL), SLIP_OK, "again with other values");
    check(&A, F, weak ? 1e-11 : 1e-15, "again");
    slip_lu_free(F);
}

static void broken(slip_arena *arena)
{
    slip_lu *F = NULL;
    slip_error error;
    double b[25] = { 1 }, x[25];
    slip_sparse A = grid(5, false, 1, arena), B = grid(5, false, 1, arena), C;
    is_int(slip_lu_new(&F, &A, &error), SLIP_OK, "factors to break");
    is_int(slip_lu_again(F, &B, &error), SLIP_INPUT, "another matrix is refused: %s", error.text);
    for (int k = 0; k < A.p[1]; k++) A.x[k] = 0;
    is_int(slip_lu_again(F, &A, &error), SLIP_NUMERIC, "an empty column: %s", error.text);
    is_int(slip_lu_solve(F, b, x, &error), SLIP_NUMERIC, "leaves nothing to solve with");
    A.x[0] = NAN;
    is_int(slip_lu_again(F, &A, &error), SLIP_NUMERIC, "what is no number: %s", error.text);
    memcpy(A.x, B.x, sizeof *A.x * (size_t)A.nz);
    is_int(slip_lu_again(F, &A, &error), SLIP_OK, "good values again");
    check(&A, F, 1e-15, "and solves");
    slip_lu_free(F);
    slip_sparse_new(&C, SLIP_CSC, 2, 3, 0, arena, &error);
    is_int(slip_lu_new(&F, &C, &error), SLIP_INPUT, "a matrix that is not square");
    slip_sparse_new(&C, SLIP_CSR, 3, 3, 0, arena, &error);
    is_int(slip_lu_new(&F, &C, &error), SLIP_INPUT, "a matrix by rows");
}

/* Fail each allocation in turn: the answer is MEMORY or right, and nothing stays behind. */
static void starve(slip_sparse A)
{
    slip_error error;
    double *b = calloc((size_t)A.cols, sizeof *b), *x = calloc((size_t)A.cols, sizeof *x);
    long live = slip_memory_live();
    bool named = true, clean = true;
    int refused = 0;
    slip_status status = SLIP_BUG;
    for (long k = 1; k <= 300; k++) {
        slip_lu *F = NULL;
        slip_memory_fail_at(k);
        status = slip_lu_new(&F, &A, &error);
        if (!status) status = slip_lu_solve(F, b, x, &error);
        slip_memory_fail_at(0);
        slip_lu_free(F);
        refused += status == SLIP_MEMORY;
        named = named && (status == SLIP_OK || status == SLIP_MEMORY);
        clean = clean && slip_memory_live() == live;
    }
    ok(named && refused > 10, "without memory the status is MEMORY: %d times", refused);
    ok(clean, "and nothing leaks");
    is_int(status, SLIP_OK, "until there is enough");
    free(b); free(x);
}

int main(void)
{
    static const int sizes[] = { 1, 2, 3, 10, 40 };
    slip_arena arena = { 0 };
    slip_error error;
    plan(5 * 4 + 2 * 4 + 9 + 3 + 1);
    if (slip_start(&error)) bail_out("%s", error.text);
    for (int k = 0; k < 5; k++) solve(sizes[k], false, &arena);
    solve(4, true, &arena);
    solve(20, true, &arena);
    broken(&arena);
    starve(grid(8, false, 3, &arena));
    slip_arena_free(&arena);
    is_int(slip_memory_live(), 0, "no block is left");
    return done();
}
