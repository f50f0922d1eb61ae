/* sparse_algebra.c: products, norms and dense forms of sparse matrices.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/base.h"

#include <limits.h>
#include <math.h>
#include <string.h>

/* y_i += alpha sum over the entries of major j, scattered to the minor indices: CSC times x, or CSR' times x */
static void scatter(double alpha, const slip_sparse *A, const double *x, double *y)
{
    for (int j = 0, n = slip_sparse_majors(A); j < n; j++) {
        double ax = alpha * x[j];
        for (int k = A->p[j]; k < A->p[j + 1]; k++)
            y[A->i[k]] += A->x[k] * ax;
    }
}

/* y_j += alpha times the inner product of major j with x: CSR times x, or CSC' times x */
static void gather(double alpha, const slip_sparse *A, const double *x, double *y)
{
    for (int j = 0, n = slip_sparse_majors(A); j < n; j++) {
        double sum = 0;
        for (int k = A->p[j]; k < A->p[j + 1]; k++)
            sum += A->x[k] * x[A->i[k]];
        y[j] += alpha * sum;
    }
}

static void triplets(double alpha, int nz, const int *row, const int *col, const double *a, const double *x, double *y)
{
    for (int k = 0; k < nz; k++)
        y[row[k]] += alpha * a[k] * x[col[k]];
}

void slip_sparse_gaxpy(double alpha, const slip_sparse *A, const double *x, double *y)
{
    if (!A->x) return;
    if (A->layout == SLIP_CSC) scatter(alpha, A, x, y);
    else if (A->layout == SLIP_CSR) gather(alpha, A, x, y);
    else triplets(alpha, A->nz, A->i, A->p, A->x, x, y);
}

void slip_sparse_gaxpy_t(double alpha, const slip_sparse *A, const double *x, double *y)
{
    if (!A->x) return;
    if (A->layout == SLIP_CSC) gather(alpha, A, x, y);
    else if (A->layout == SLIP_CSR) scatter(alpha, A, x, y);
    else triplets(alpha, A->nz, A->p, A->i, A->x, x, y);
}

void slip_sparse_to_dense(const slip_sparse *A, double *a)
{
    size_t rows = (size_t)A->rows;
    for (size_t k = 0; k < rows * (size_t)A->cols; k++) a[k] = 0;
    if (!A->x) return;
    if (A->layout == SLIP_TRIPLET) {
        for (int k = 0; k < A->nz; k++)
            a[(size_t)A->i[k] + rows * (size_t)A->p[k]] += A->x[k];
        return;
    }
    for (int j = 0, n = slip_sparse_majors(A); j < n; j++)
        for (int k = A->p[j]; k < A->p[j + 1]; k++) {
            size_t row = (size_t)(A->layout == SLIP_CSR ? j : A->i[k]), col = (size_t)(A->layout == SLIP_CSR ? A->i[k] : j);
            a[row + rows * col] += A->x[k];
        }
}

/* Exact zeros are left out; a NaN is kept. */
slip_status slip_sparse_from_dense(slip_sparse *out, slip_layout layout, int rows, int cols, const double *a, slip_arena *arena, slip_error *error)
{
    *out = (slip_sparse){ 0 };
    if (rows < 0 || cols < 0) return slip_fail(error, SLIP_INPUT, "a matrix cannot be %d x %d", rows, cols);
    size_t count = 0, all = (size_t)rows * (size_t)cols;
    for (size_t k = 0; k < all; k++) count += !(a[k] == 0);
    if (count > INT_MAX)
        return slip_fail(error, SLIP_SIZE, "a %d x %d matrix with %zu entries is too large: at most %d entries", rows, cols, count, INT_MAX);
    slip_sparse A;
    slip_status status = slip_sparse_new(&A, layout, rows, cols, (int)count, arena, error);
    if (status) return status;
    int nz = 0;
    size_t along = layout == SLIP_CSR ? (size_t)rows : 1, across = layout == SLIP_CSR ? 1 : (size_t)rows;   /* strides of minor, major */
    int nminor = layout == SLIP_CSR ? cols : rows;
    for (int j = 0, n = slip_sparse_majors(&A); j < n; j++) {
        for (int i = 0; i < nminor; i++) {
            double value = a[(size_t)i * along + (size_t)j * across];
            if (value == 0) continue;
            if (layout == SLIP_TRIPLET) A.p[nz] = j;
            A.i[nz] = i;
            A.x[nz++] = value;
        }
        if (layout != SLIP_TRIPLET) A.p[j + 1] = nz;
    }
    *out = A;
    return SLIP_OK;
}

static bool increasing(const slip_sparse *A)    /* sorted within each column, without duplicates */
{
    for (int j = 0; j < A->cols; j++)
        for (int k = A->p[j] + 1; k < A->p[j + 1]; k++)
            if (A->i[k - 1] >= A->i[k]) return false;
    return true;
}

/* Entries of A B column by column, p[j+1] included; more than INT_MAX gives false.  mark: A->rows numbers, all 0. */
static bool product_pointers(const slip_sparse *A, const slip_sparse *B, int *mark, int *p)
{
    bool simple = increasing(A);
    int count = 0;
    for (int j = 0; j < B->cols; j++) {
        int first = B->p[j], end = B->p[j + 1], column = 0;
        if (simple && end == first + 1) column = A->p[B->i[first] + 1] - A->p[B->i[first]];
        else
            for (int b = first; b < end; b++)
                for (int a = A->p[B->i[b]]; a < A->p[B->i[b] + 1]; a++)
                    if (mark[A->i[a]] != j + 1) { mark[A->i[a]] = j + 1; column++; }
        if (__builtin_add_overflow(count, column, &count)) return false;
        p[j + 1] = count;
    }
    return true;
}

/* Column j of A B is the combination of the columns of A that column j of B names (Gustavson).  at[i]: place of row i, behind p[j] if new. */
static void product_columns(slip_sparse *C, const slip_sparse *A, const slip_sparse *B, int *at)
{
    for (int i = 0; i < A->rows; i++) at[i] = -1;
    for (int j = 0, nz = 0; j < B->cols; j++)
        for (int b = B->p[j]; b < B->p[j + 1]; b++)
            for (int a = A->p[B->i[b]]; a < A->p[B->i[b] + 1]; a++) {
                int i = A->i[a];
                double value = A->x[a] * B->x[b];
                if (at[i] >= C->p[j]) { C->x[at[i]] += value; continue; }
                at[i] = nz;
                C->i[nz] = i;
                C->x[nz++] = value;
            }
}

slip_status slip_sparse_multiply(slip_sparse *out, const slip_sparse *A, const slip_sparse *B, slip_arena *arena, slip_error *error)
{
    if (!A->x || !B->x || A->layout != SLIP_CSC || B->layout != SLIP_CSC || A->cols != B->rows)
        return slip_fail(error, SLIP_INPUT, "the product of two sparse matrices needs both compressed by columns and of fitting sizes, not %d x %d times %d x %d",
                         A->rows, A->cols, B->rows, B->cols);
    slip_status status = slip_sparse_check_indices(A, "the left factor", error);
    if (status == SLIP_OK) status = slip_sparse_check_indices(B, "the right factor", error);
    if (status) return status;
    slip_arena scratch = { 0 };
    slip_sparse C = { 0 };
    int *mark = SLIP_NEW(&scratch, int, A->rows), *p = SLIP_NEW(&scratch, int, (size_t)B->cols + 1);
    if (!mark || !p) status = slip_fail(error, SLIP_MEMORY, "out of memory for a product of sparse matrices");
    else if (!product_pointers(A, B, mark, p))
        status = slip_fail(error, SLIP_SIZE, "the product of a %d x %d and a %d x %d sparse matrix has more than %d entries",
                           A->rows, A->cols, B->rows, B->cols, INT_MAX);
    else status = slip_sparse_new(&C, SLIP_CSC, A->rows, B->cols, p[B->cols], &scratch, error);
    if (status == SLIP_OK) {
        memcpy(C.p, p, ((size_t)B->cols + 1) * sizeof *p);
        product_columns(&C, A, B, mark);
        status = slip_sparse_convert(out, &C, SLIP_CSC, arena, error);      /* sorts */
    }
    slip_arena_free(&scratch);
    return status;
}

/* Scaled, so that neither huge nor tiny entries spoil it; NaN if there is one. */
double slip_sparse_norm(const slip_sparse *A)
{
    double max = 0, sum = 0;
    if (!A->x) return 0;
    for (int k = 0; k < A->nz; k++) {
        if (isnan(A->x[k])) return NAN;
        max = fmax(max, fabs(A->x[k]));
    }
    if (max == 0 || isinf(max)) return max;
    for (int k = 0; k < A->nz; k++) sum += (A->x[k] / max) * (A->x[k] / max);
    return max * sqrt(sum);
}

/* Row i of A in CSR against column i of A in CSC, merged by their sorted indices. */
static double asymmetry(const slip_sparse *rows, const slip_sparse *cols)
{
    double max = 0, worst = 0;
    for (int k = 0; k < rows->nz; k++) {
        if (!isfinite(rows->x[k])) return NAN;
        max = fmax(max, fabs(rows->x[k]));
    }
    for (int i = 0; i < rows->rows; i++) {
        int a = rows->p[i], b = cols->p[i];
        while (a < rows->p[i + 1] || b < cols->p[i + 1]) {
            int ja = a < rows->p[i + 1] ? rows->i[a] : INT_MAX, jb = b < cols->p[i + 1] ? cols->i[b] : INT_MAX;
            double xa = ja <= jb ? rows->x[a++] : 0, xb = jb <= ja ? cols->x[b++] : 0;
            if (max > 0) worst = fmax(worst, fabs(xa / max - xb / max));    /* no overflow */
        }
    }
    return worst;
}

double slip_sparse_asymmetry(const slip_sparse *A, slip_arena *arena)
{
    slip_sparse rows, cols;
    if (!A->x) return 0;
    if (A->rows != A->cols) return NAN;
    if (slip_sparse_convert(&rows, A, SLIP_CSR, arena, NULL) || slip_sparse_convert(&cols, A, SLIP_CSC, arena, NULL)) return NAN;
    return asymmetry(&rows, &cols);
}
