/* sparse.c: the structure of sparse matrices: making, checking, converting, transposing.
   SPDX-License-Identifier: GPL-3.0-or-later

   A compressed matrix has a major index (columns of CSC, rows of CSR) and a minor one.  Sorting is two
   stable counting sorts, by minor and then by major, O(nz + rows + cols); the entries of one position
   are added in the order in which they were given, so a result does not depend on the machine. */

#include "base/base.h"

#include <limits.h>
#include <math.h>
#include <string.h>

static int minors(const slip_sparse *A) { return A->layout == SLIP_CSR ? A->cols : A->rows; }

slip_status slip_sparse_new(slip_sparse *out, slip_layout layout, int rows, int cols, int nz, slip_arena *arena, slip_error *error)
{
    *out = (slip_sparse){ 0 };
    if (rows < 0 || cols < 0 || nz < 0)
        return slip_fail(error, SLIP_INPUT, "a sparse matrix cannot be %d x %d with %d entries", rows, cols, nz);
    slip_sparse A = { .layout = layout, .rows = rows, .cols = cols, .nz = nz };
    A.p = SLIP_NEW(arena, int, layout == SLIP_TRIPLET ? (size_t)nz : (size_t)slip_sparse_majors(&A) + 1);
    A.i = SLIP_NEW(arena, int, nz);
    A.x = SLIP_NEW(arena, double, nz);
    if (!A.p || !A.i || !A.x)
        return slip_fail(error, SLIP_MEMORY, "out of memory for a %d x %d sparse matrix with %d entries", rows, cols, nz);
    *out = A;
    return SLIP_OK;
}

slip_status slip_sparse_check_indices(const slip_sparse *A, const char *name, slip_error *error)
{
    if (!A->x) return SLIP_OK;
    if (A->rows < 0 || A->cols < 0 || A->nz < 0)
        return slip_fail(error, SLIP_INPUT, "%s cannot be %d x %d with %d entries", name, A->rows, A->cols, A->nz);
    if (!A->p || !A->i) return slip_fail(error, SLIP_INPUT, "%s has values but no indices", name);
    if (A->layout == SLIP_TRIPLET) {
        for (int k = 0; k < A->nz; k++)
            if (!(A->i[k] >= 0 && A->i[k] < A->rows && A->p[k] >= 0 && A->p[k] < A->cols))
                return slip_fail(error, SLIP_INPUT, "entry %d of %s is at (%d, %d), outside %d x %d (counting from 0)",
                                 k, name, A->i[k], A->p[k], A->rows, A->cols);
        return SLIP_OK;
    }
    const char *major = A->layout == SLIP_CSR ? "row" : "column", *minor = A->layout == SLIP_CSR ? "column" : "row";
    int n = slip_sparse_majors(A);
    if (A->p[0] != 0) return slip_fail(error, SLIP_INPUT, "the %s pointers of %s begin with %d, not with 0", major, name, A->p[0]);
    for (int j = 0; j < n; j++)
        if (!(A->p[j] <= A->p[j + 1] && A->p[j + 1] <= A->nz))
            return slip_fail(error, SLIP_INPUT, "the %s pointers of %s go from %d to %d at %s %d; they must not fall, nor pass the %d entries",
                             major, name, A->p[j], A->p[j + 1], major, j, A->nz);
    if (A->p[n] != A->nz)
        return slip_fail(error, SLIP_INPUT, "the %s pointers of %s end with %d, but it has %d entries", major, name, A->p[n], A->nz);
    for (int j = 0; j < n; j++)
        for (int k = A->p[j]; k < A->p[j + 1]; k++)
            if (!(A->i[k] >= 0 && A->i[k] < minors(A)))
                return slip_fail(error, SLIP_INPUT, "%s %d of %s has an entry in %s %d, but its %ss are 0 to %d",
                                 major, j, name, minor, A->i[k], minor, minors(A) - 1);
    return SLIP_OK;
}

slip_status slip_sparse_check(const slip_sparse *A, const char *name, slip_error *error)
{
    slip_status status = slip_sparse_check_indices(A, name, error);
    if (status || !A->x) return status;
    for (int k = 0; k < A->nz; k++) {
        if (isfinite(A->x[k])) continue;
        int j = 0;              /* the major index of entry k */
        if (A->layout != SLIP_TRIPLET) while (A->p[j + 1] <= k) j++;
        int row = A->layout == SLIP_CSR ? j : A->i[k];
        int col = A->layout == SLIP_CSR ? A->i[k] : A->layout == SLIP_CSC ? j : A->p[k];
        return slip_fail(error, SLIP_INPUT, "%s is not finite (%g) in row %d, column %d (counting from 0)", name, A->x[k], row, col);
    }
    return SLIP_OK;
}

/* out[k]: the major index of entry k of a compressed matrix */
static void expand(const slip_sparse *A, int *out)
{
    for (int j = 0, n = slip_sparse_majors(A); j < n; j++)
        for (int k = A->p[j]; k < A->p[j + 1]; k++)
            out[k] = j;
}

static void copy(void *to, const void *from, int count, size_t size)
{
    if (count > 0) memcpy(to, from, (size_t)count * size);
}

static slip_status to_triplet(slip_sparse *out, const slip_sparse *in, slip_arena *arena, slip_error *error)
{
    slip_sparse T;
    slip_status status = slip_sparse_new(&T, SLIP_TRIPLET, in->rows, in->cols, in->nz, arena, error);
    if (status) return status;
    copy(T.x, in->x, in->nz, sizeof *T.x);
    if (in->layout == SLIP_TRIPLET) copy(T.p, in->p, in->nz, sizeof *T.p);
    else expand(in, in->layout == SLIP_CSR ? T.i : T.p);
    copy(in->layout == SLIP_CSR ? T.p : T.i, in->i, in->nz, sizeof *T.i);
    *out = T;
    return SLIP_OK;
}

/* start[j+1] counts the keys j, then start[j] is where they begin. */
static void count_starts(const int *key, int nz, int *start, int n)
{
    for (int k = 0; k < nz; k++) start[key[k] + 1]++;
    for (int j = 0; j < n; j++) start[j + 1] += start[j];
}

/* Add up the entries of one position; indices are sorted within each major. */
static void sum_duplicates(slip_sparse *A)
{
    int n = slip_sparse_majors(A), to = 0;
    for (int j = 0, k = 0; j < n; j++) {
        int first = to, end = A->p[j + 1];
        for (; k < end; k++) {
            if (to > first && A->i[to - 1] == A->i[k]) { A->x[to - 1] += A->x[k]; continue; }
            A->i[to] = A->i[k];
            A->x[to++] = A->x[k];
        }
        A->p[j + 1] = to;
    }
    A->nz = to;
}

static slip_status compress(slip_sparse *out, const slip_sparse *in, slip_layout to, slip_arena *arena, slip_arena *scratch, slip_error *error)
{
    slip_sparse A;
    slip_status status = slip_sparse_new(&A, to, in->rows, in->cols, in->nz, arena, error);
    if (status) return status;
    int nz = in->nz, n = slip_sparse_majors(&A), nminor = minors(&A);
    /* key arrays of the entries: rows and cols in triplet manner */
    const int *row = in->i, *col = in->p;
    if (in->layout != SLIP_TRIPLET) {
        int *expanded = SLIP_NEW(scratch, int, nz);
        if (expanded) expand(in, expanded);
        row = in->layout == SLIP_CSR ? expanded : in->i;
        col = in->layout == SLIP_CSR ? in->i : expanded;
    }
    bool by_minor = in->layout != SLIP_TRIPLET && in->layout != to;     /* the entries come in the order of the new minor index */
    int *order = by_minor ? NULL : SLIP_NEW(scratch, int, nz), *start = by_minor ? NULL : SLIP_NEW(scratch, int, (size_t)nminor + 1);
    int *next = SLIP_NEW(scratch, int, n);
    if (scratch->failed) return slip_fail(error, SLIP_MEMORY, "out of memory while sorting %d entries of a sparse matrix", nz);
    const int *major = to == SLIP_CSR ? row : col, *minor = to == SLIP_CSR ? col : row;
    if (!by_minor) {
        count_starts(minor, nz, start, nminor);
        for (int k = 0; k < nz; k++) order[start[minor[k]]++] = k;
    }
    count_starts(major, nz, A.p, n);
    copy(next, A.p, n, sizeof *next);
    for (int s = 0; s < nz; s++) {
        int k = by_minor ? s : order[s], at = next[major[k]]++;
        A.i[at] = minor[k];
        A.x[at] = in->x[k];
    }
    sum_duplicates(&A);
    *out = A;
    return SLIP_OK;
}

slip_status slip_sparse_convert(slip_sparse *out, const slip_sparse *in, slip_layout to, slip_arena *arena, slip_error *error)
{
    if (!in->x) {
        *out = (slip_sparse){ .layout = to, .rows = in->rows, .cols = in->cols };
        return SLIP_OK;
    }
    slip_status status = slip_sparse_check_indices(in, "a sparse matrix", error);
    if (status) return status;
    if (to == SLIP_TRIPLET) return to_triplet(out, in, arena, error);
    slip_arena scratch = { 0 };
    status = compress(out, in, to, arena, &scratch, error);
    slip_arena_free(&scratch);
    return status;
}

/* The arrays of A in CSR are those of A' in CSC. */
slip_status slip_sparse_transpose(slip_sparse *out, const slip_sparse *in, slip_arena *arena, slip_error *error)
{
    slip_layout other = in->layout == SLIP_CSC ? SLIP_CSR : in->layout == SLIP_CSR ? SLIP_CSC : SLIP_TRIPLET;
    slip_sparse A;
    slip_layout layout = in->layout;
    slip_status status = slip_sparse_convert(&A, in, other, arena, error);
    if (status) return status;
    *out = (slip_sparse){ .layout = layout, .rows = A.cols, .cols = A.rows, .nz = A.nz,
                          .p = layout == SLIP_TRIPLET ? A.i : A.p, .i = layout == SLIP_TRIPLET ? A.p : A.i, .x = A.x };
    return SLIP_OK;
}
