/* sparse.c: conversions, products and checks of sparse matrices, against dense ones by the definition.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/base.h"
#include "tests/tap.h"

#include <limits.h>

static const slip_layout layouts[] = { SLIP_CSC, SLIP_CSR, SLIP_TRIPLET };

static uint64_t state = 2463534242u;
static int below(int n)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (int)(state % (uint64_t)n);
}

/* A random matrix of small whole numbers, so that sums are exact in any order; with duplicates, explicit zeros and
   unsorted indices.  The dense twin is made beside it from the entries themselves. */
static slip_sparse random_triplets(int rows, int cols, int nz, double *dense, slip_arena *arena)
{
    slip_sparse A;
    slip_error e;
    if (rows == 0 || cols == 0) nz = 0;
    if (slip_sparse_new(&A, SLIP_TRIPLET, rows, cols, nz, arena, &e)) bail_out("%s", e.text);
    for (int k = 0; k < rows * cols; k++) dense[k] = 0;
    for (int k = 0; k < nz; k++) {
        A.i[k] = below(rows);
        A.p[k] = below(cols);
        A.x[k] = below(19) - 9;
        dense[A.i[k] + rows * A.p[k]] += A.x[k];
    }
    return A;
}

static bool same(int n, const double *a, const double *b)
{
    for (int k = 0; k < n; k++) if (!(a[k] == b[k])) return false;
    return true;
}

static bool dense_is(const slip_sparse *A, const double *dense)
{
    static double a[4096];
    for (int k = 0; k < A->rows * A->cols; k++) a[k] = NAN;
    slip_sparse_to_dense(A, a);
    return same(A->rows * A->cols, a, dense);
}

static bool canonical(const slip_sparse *A)     /* strictly increasing within each major, and consistent */
{
    if (slip_sparse_check(A, "A", NULL)) return false;
    if (A->layout == SLIP_TRIPLET) return true;
    for (int j = 0; j < slip_sparse_majors(A); j++)
        for (int k = A->p[j] + 1; k < A->p[j + 1]; k++)
            if (A->i[k - 1] >= A->i[k]) return false;
    return true;
}

/* How many different positions the entries name: what compressing must keep, zeros included. */
static int positions(const slip_sparse *T)
{
    static bool seen[4096];
    memset(seen, 0, sizeof seen);
    int count = 0;
    for (int k = 0; k < T->nz; k++) {
        bool *s = &seen[T->i[k] + T->rows * T->p[k]];
        count += !*s;
        *s = true;
    }
    return count;
}

static const int sizes[] = { 0, 1, 2, 3, 4, 7, 20, 33 };
enum { SIZES = sizeof sizes / sizeof *sizes };

static void conversions(void)
{
    static double dense[4096], turned[4096];
    int bad = 0, bad_transpose = 0, bad_from = 0, cases = 0;
    for (int a = 0; a < SIZES; a++) for (int b = 0; b < SIZES; b++) for (int fill = 0; fill < 4; fill++) {
        slip_arena arena = { 0 };
        int rows = sizes[a], cols = sizes[b], nz = fill == 3 ? 3 * rows * cols : fill * (rows + cols);
        slip_sparse T = random_triplets(rows, cols, nz, dense, &arena), A, B, At, D;
        for (int i = 0; i < rows; i++) for (int j = 0; j < cols; j++) turned[j + cols * i] = dense[i + rows * j];
        int count = positions(&T), nonzero = 0;
        for (int k = 0; k < rows * cols; k++) nonzero += dense[k] != 0;
        for (int f = 0; f < 3; f++) for (int t = 0; t < 3; t++) {
            cases++;
            bad += slip_sparse_convert(&A, &T, layouts[f], &arena, NULL) || slip_sparse_convert(&B, &A, layouts[t], &arena, NULL)
                || B.layout != layouts[t] || B.rows != rows || B.cols != cols || !canonical(&B) || !dense_is(&B, dense)
                || B.nz != (layouts[f] == SLIP_TRIPLET && layouts[t] == SLIP_TRIPLET ? T.nz : count);
            bad_transpose += slip_sparse_transpose(&At, &B, &arena, NULL) || At.layout != B.layout || At.nz != B.nz
                || At.rows != cols || At.cols != rows || !canonical(&At) || !dense_is(&At, turned);
        }
        for (int f = 0; f < 3; f++)
            bad_from += slip_sparse_from_dense(&D, layouts[f], rows, cols, dense, &arena, NULL) || !canonical(&D) || !dense_is(&D, dense)
                     || D.nz != nonzero;
        slip_arena_free(&arena);
    }
    is_int(bad, 0, "%d conversions between triplets, CSC and CSR: sorted, duplicates summed, zeros kept", cases);
    is_int(bad_transpose, 0, "and their transposes");
    is_int(bad_from, 0, "and from dense, without zeros");
}

static void unsorted(void)      /* a compressed matrix may come unsorted and with duplicates from outside */
{
    slip_arena arena = { 0 };
    slip_sparse A = { .layout = SLIP_CSC, .rows = 3, .cols = 2, .nz = 5, .p = (int[]){ 0, 4, 5 }, .i = (int[]){ 2, 0, 2, 1, 1 },
                      .x = (double[]){ 1, 2, 4, 8, 16 } }, B, C;
    const double dense[] = { 2, 8, 5, 0, 16, 0 };
    ok(dense_is(&A, dense), "to dense: unsorted, with a duplicate");
    ok(!slip_sparse_convert(&B, &A, SLIP_CSC, &arena, NULL) && B.nz == 4 && canonical(&B) && dense_is(&B, dense), "CSC to CSC makes it canonical");
    ok(!slip_sparse_convert(&B, &A, SLIP_CSR, &arena, NULL) && B.nz == 4 && canonical(&B) && dense_is(&B, dense), "CSC to CSR too");
    ok(!slip_sparse_transpose(&B, &A, &arena, NULL) && !slip_sparse_transpose(&C, &B, &arena, NULL) && C.nz == 4 && canonical(&C)
       && dense_is(&C, dense), "and transposing twice");
    ok(!slip_sparse_transpose(&A, &A, &arena, NULL) && A.rows == 2 && A.cols == 3, "a matrix may be its own result");
    slip_sparse none = { .layout = SLIP_CSC, .rows = 2, .cols = 3 };
    double y[3] = { 1, 2, 3 };
    slip_sparse_gaxpy(1, &none, y, y);
    ok(!slip_sparse_convert(&B, &none, SLIP_CSR, &arena, NULL) && !B.x && B.rows == 2 && !slip_sparse_transpose(&B, &none, &arena, NULL) && B.rows == 3
       && slip_sparse_norm(&none) == 0 && y[0] == 1 && !slip_sparse_check(&none, "none", NULL), "an absent matrix stays absent and is zero");
    slip_arena_free(&arena);
}

static void products(void)
{
    static double a[4096], b[4096], c[4096], x[64], y[64], z[64];
    int bad = 0, bad_x = 0, cases = 0;
    for (int r = 0; r < SIZES; r++) for (int m = 0; m < SIZES; m++) for (int s = 0; s < SIZES; s++) {
        slip_arena arena = { 0 };
        int rows = sizes[r], mid = sizes[m], cols = sizes[s];
        slip_sparse A = random_triplets(rows, mid, 2 * (rows + mid), a, &arena), B = random_triplets(mid, cols, s % 2 ? cols : 2 * (mid + cols), b, &arena), C;
        for (int i = 0; i < rows; i++) for (int j = 0; j < cols; j++) {
            c[i + rows * j] = 0;
            for (int k = 0; k < mid; k++) c[i + rows * j] += a[i + rows * k] * b[k + mid * j];
        }
        slip_sparse Ac, Bc;
        cases++;
        bad += slip_sparse_convert(&Ac, &A, SLIP_CSC, &arena, NULL) || slip_sparse_convert(&Bc, &B, SLIP_CSC, &arena, NULL)
            || slip_sparse_multiply(&C, &Ac, &Bc, &arena, NULL) || C.rows != rows || C.cols != cols || !canonical(&C) || !dense_is(&C, c);
        for (int f = 0; f < 3; f++) {
            bad += slip_sparse_convert(&C, &A, layouts[f], &arena, NULL) != SLIP_OK;
            for (int k = 0; k < mid; k++) x[k] = below(9) - 4;
            for (int i = 0; i < rows; i++) {
                z[i] = y[i] = i;
                for (int k = 0; k < mid; k++) z[i] += 2 * a[i + rows * k] * x[k];
            }
            slip_sparse_gaxpy(2, &C, x, y);
            bad_x += !same(rows, y, z);
            for (int i = 0; i < rows; i++) x[i] = below(9) - 4;
            for (int k = 0; k < mid; k++) {
                z[k] = y[k] = k;
                for (int i = 0; i < rows; i++) z[k] -= a[i + rows * k] * x[i];
            }
            slip_sparse_gaxpy_t(-1, &C, x, y);
            bad_x += !same(mid, y, z);
        }
        slip_arena_free(&arena);
    }
    is_int(bad, 0, "%d products of two sparse matrices", cases);
    is_int(bad_x, 0, "products with vectors, A x and A' x, in all layouts");
    slip_arena arena = { 0 };
    slip_sparse A = { .layout = SLIP_CSC, .rows = 2, .cols = 1, .nz = 3, .p = (int[]){ 0, 3 }, .i = (int[]){ 1, 1, 0 }, .x = (double[]){ 1, 2, 4 } };
    slip_sparse B = { .layout = SLIP_CSC, .rows = 1, .cols = 2, .nz = 3, .p = (int[]){ 0, 1, 3 }, .i = (int[]){ 0, 0, 0 }, .x = (double[]){ 1, 2, 3 } }, C;
    ok(!slip_sparse_multiply(&C, &A, &B, &arena, NULL) && C.nz == 4 && dense_is(&C, (double[]){ 4, 3, 20, 15 }), "factors with duplicates");
    slip_error e;
    is_int(slip_sparse_multiply(&C, &A, &A, &arena, &e), SLIP_INPUT, "sizes that do not fit: %s", e.text);
    A.i[0] = 2;
    is_int(slip_sparse_multiply(&C, &A, &B, &arena, &e), SLIP_INPUT, "a broken factor: %s", e.text);
    slip_arena_free(&arena);
}

static void norms(void)
{
    slip_arena arena = { 0 };
    slip_sparse A = { .layout = SLIP_TRIPLET, .rows = 2, .cols = 2, .nz = 2, .p = (int[]){ 0, 1 }, .i = (int[]){ 1, 0 }, .x = (double[]){ 3, 4 } };
    is_double(slip_sparse_norm(&A), 5, "Frobenius norm of a 3-4 matrix");
    A.x = (double[]){ 3e300, 4e300 };
    ok_ratio(fabs(slip_sparse_norm(&A) / 5e300 - 1), 2, 1, "huge");
    A.x = (double[]){ 3e-300, 4e-300 };
    ok_ratio(fabs(slip_sparse_norm(&A) / 5e-300 - 1), 2, 1, "tiny");
    A.x = (double[]){ 3, NAN };
    ok(isnan(slip_sparse_norm(&A)) && isnan(slip_sparse_asymmetry(&A, &arena)), "NaN stays NaN");
    A.x = (double[]){ 3, INFINITY };
    ok(isinf(slip_sparse_norm(&A)), "infinity stays infinite");
    A.x = (double[]){ 3, 4 };
    is_double(slip_sparse_asymmetry(&A, &arena), 0.25, "asymmetry 1/4");
    A.x = (double[]){ 3, 3 };
    is_double(slip_sparse_asymmetry(&A, &arena), 0, "symmetric");
    A.x = (double[]){ 1.5e308, -1.5e308 };
    is_double(slip_sparse_asymmetry(&A, &arena), 2, "antisymmetric, and huge");
    A.nz = 1;
    is_double(slip_sparse_asymmetry(&A, &arena), 1, "a twin that is missing");
    A.nz = 0;
    is_double(slip_sparse_asymmetry(&A, &arena), 0, "empty");
    A.cols = 3;
    ok(isnan(slip_sparse_asymmetry(&A, &arena)), "not square is undefined");
    slip_arena_free(&arena);
}

static void broken(void)
{
    slip_error e;
    int p[] = { 0, 1, 3 }, i[] = { 0, 1, 2 }, t[] = { 0, 1, 1 };
    double x[] = { 1, 2, 3 };
    slip_sparse C = { .layout = SLIP_CSC, .rows = 3, .cols = 2, .nz = 3, .p = p, .i = i, .x = x };
    slip_sparse R = { .layout = SLIP_CSR, .rows = 2, .cols = 3, .nz = 3, .p = p, .i = i, .x = x };
    slip_sparse T = { .layout = SLIP_TRIPLET, .rows = 3, .cols = 2, .nz = 3, .p = t, .i = i, .x = x };
    slip_sparse *all[] = { &C, &R, &T };
    for (int k = 0; k < 3; k++) ok(slip_sparse_check(all[k], "A", &e) == SLIP_OK, "layout %d is whole", k);
    static const int bad_index[] = { -1, 3, INT_MAX, INT_MIN };
    for (int b = 0; b < 4; b++) {
        i[2] = bad_index[b];
        bool refused = true;
        slip_arena arena = { 0 };
        for (int k = 0; k < 3; k++) {
            slip_sparse out;
            refused = refused && slip_sparse_check(all[k], "H", &e) == SLIP_INPUT && strstr(e.text, "H")
                   && slip_sparse_convert(&out, all[k], SLIP_CSC, &arena, NULL) == SLIP_INPUT;
        }
        ok(refused, "index %d: %s", bad_index[b], e.text);
        slip_arena_free(&arena);
    }
    i[2] = 2;
    t[0] = 2;
    is_int(slip_sparse_check(&T, "A", &e), SLIP_INPUT, "a column index too large: %s", e.text);
    t[0] = 0;
    static const struct { int p0, p1, p2; } pointers[] = { { 1, 1, 3 }, { 0, 4, 3 }, { 0, 2, 1 }, { 0, -1, 3 }, { 0, 1, 2 }, { 0, 1, INT_MAX } };
    for (size_t k = 0; k < sizeof pointers / sizeof *pointers; k++) {
        p[0] = pointers[k].p0;
        p[1] = pointers[k].p1;
        p[2] = pointers[k].p2;
        ok(slip_sparse_check(&C, "H", &e) == SLIP_INPUT && slip_sparse_check(&R, "H", NULL) == SLIP_INPUT, "pointers: %s", e.text);
    }
    p[0] = 0, p[1] = 1, p[2] = 3;
    x[1] = NAN;
    ok(slip_sparse_check(&C, "M", &e) == SLIP_INPUT && strstr(e.text, "row 1, column 1"), "NaN in CSC: %s", e.text);
    ok(slip_sparse_check(&R, "M", &e) == SLIP_INPUT && strstr(e.text, "row 1, column 1"), "NaN in CSR");
    x[1] = 2;
    x[2] = -INFINITY;
    ok(slip_sparse_check(&T, "M", &e) == SLIP_INPUT && strstr(e.text, "row 2, column 1"), "infinity in triplets: %s", e.text);
    ok(slip_sparse_check_indices(&T, "M", &e) == SLIP_OK, "which is no fault of the indices");
    x[2] = 3;
    C.p = NULL;
    is_int(slip_sparse_check(&C, "M", &e), SLIP_INPUT, "no pointers: %s", e.text);
    C.p = p;
    C.rows = -1;
    is_int(slip_sparse_check(&C, "M", &e), SLIP_INPUT, "a negative size: %s", e.text);
}

static void too_large(void)
{
    slip_arena arena = { 0 };
    slip_error e = { 0 };
    slip_sparse A, B, C;
    is_int(slip_sparse_new(&A, SLIP_CSC, 1, 1, -1, &arena, &e), SLIP_INPUT, "negative entries: %s", e.text);
    is_int(slip_sparse_new(&A, SLIP_CSC, -1, 1, 0, &arena, &e), SLIP_INPUT, "negative rows: %s", e.text);
    enum { N = 46341 };                         /* N^2 > INT_MAX */
    if (slip_sparse_new(&A, SLIP_CSC, N, 1, N, &arena, &e) || slip_sparse_new(&B, SLIP_CSC, 1, N, N, &arena, &e)) bail_out("%s", e.text);
    for (int k = 0; k < N; k++) {
        A.i[k] = k;
        B.p[k] = k;
        A.x[k] = B.x[k] = 1;
    }
    A.p[1] = B.p[N] = N;
    is_int(slip_sparse_multiply(&C, &A, &B, &arena, &e), SLIP_SIZE, "more than INT_MAX entries: %s", e.text);
    ok(!slip_sparse_multiply(&C, &B, &A, &arena, &e) && C.nz == 1 && C.x[0] == N, "the other way round is one number");
    slip_arena_free(&arena);
}

static slip_status work(slip_arena *arena, slip_error *e)
{
    static double dense[400];
    slip_sparse T, A, At, C, D;
    slip_status s = slip_sparse_new(&T, SLIP_TRIPLET, 20, 20, 60, arena, e);
    if (s) return s;
    for (int k = 0; k < 60; k++) T.i[k] = k % 20, T.p[k] = k * 7 % 20, T.x[k] = k;
    if ((s = slip_sparse_convert(&A, &T, SLIP_CSC, arena, e)) || (s = slip_sparse_transpose(&At, &A, arena, e)) || (s = slip_sparse_multiply(&C, &A, &At, arena, e)))
        return s;
    slip_sparse_to_dense(&C, dense);
    if ((s = slip_sparse_from_dense(&D, SLIP_CSR, 20, 20, dense, arena, e))) return s;
    double a = slip_sparse_asymmetry(&D, arena);
    return a <= 0 ? SLIP_OK : isnan(a) ? SLIP_MEMORY : SLIP_BUG;     /* A A' is symmetric */
}

static void out_of_memory(void)
{
    long before = slip_memory_live();
    slip_status status = SLIP_MEMORY;
    int k = 1;
    for (; status == SLIP_MEMORY && k < 1000; k++) {
        slip_arena arena = { 0 };
        slip_error e = { 0 };
        slip_memory_fail_at(k);
        status = work(&arena, &e);
        slip_memory_fail_at(0);
        slip_arena_free(&arena);
    }
    ok(status == SLIP_OK && k > 5, "each of %d allocations failed in turn: told so", k - 2);
    is_int(slip_memory_live(), before, "and nothing leaks");
}

int main(void)
{
    plan(51);
    conversions();
    unsorted();
    products();
    norms();
    broken();
    too_large();
    out_of_memory();
    return done();
}
