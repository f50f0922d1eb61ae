/* block.c: sparse matrices of d x d blocks, by rows.
   SPDX-License-Identifier: GPL-3.0-or-later

   The blocks of a row lie one after another, each row-major and contiguous, so a product reads the matrix once
   from front to back: d^2 doubles and one index for 2 d^2 operations.  Each place of a block has a sum of its own
   along the row, so that consecutive blocks wait for one addition and not for d. */

#include "base/base.h"
#include "base/clones.h"

#include <limits.h>

/* The block columns of block row I in ascending order: the merge of d sorted rows.  at: d cursors into A, at the
   beginning of the rows. Without x counts only. Returns the number of blocks. */
static int merge_row(const slip_sparse *A, int d, int I, int *at, int *j, double *x)
{
    int count = 0;
    for (int r = 0; r < d; r++) at[r] = A->p[I * d + r];
    for (;;) {
        int J = INT_MAX;
        for (int r = 0; r < d; r++)
            if (at[r] < A->p[I * d + r + 1] && A->i[at[r]] / d < J) J = A->i[at[r]] / d;
        if (J == INT_MAX) return count;
        for (int r = 0; r < d; r++)
            for (; at[r] < A->p[I * d + r + 1] && A->i[at[r]] / d == J; at[r]++)
                if (x) x[((size_t)count * (size_t)d + (size_t)r) * (size_t)d + (size_t)(A->i[at[r]] % d)] = A->x[at[r]];
        if (j) j[count] = J;
        count++;
    }
}

static slip_status fill_blocks(slip_bsr *out, const slip_sparse *A, int d, slip_arena *arena, int *at, slip_error *error)
{
    slip_bsr B = { .d = d, .rows = A->rows / d };
    B.p = SLIP_NEW(arena, int, (size_t)B.rows + 1);
    B.diag = SLIP_NEW(arena, int, B.rows);
    if (!B.p || !B.diag) return slip_fail(error, SLIP_MEMORY, "out of memory for a block matrix of %d rows", B.rows);
    for (int I = 0; I < B.rows; I++) B.p[I + 1] = B.p[I] + merge_row(A, d, I, at, NULL, NULL);      /* at most nz */
    B.blocks = B.p[B.rows];
    B.j = SLIP_NEW(arena, int, B.blocks);
    B.x = SLIP_NEW(arena, double, (size_t)B.blocks * (size_t)d * (size_t)d);
    if (!B.j || !B.x) return slip_fail(error, SLIP_MEMORY, "out of memory for a block matrix of %d blocks", B.blocks);
    for (int I = 0; I < B.rows; I++) {
        int first = B.p[I];
        merge_row(A, d, I, at, B.j + first, B.x + (size_t)first * (size_t)d * (size_t)d);
        B.diag[I] = -1;
        for (int k = first; k < B.p[I + 1]; k++) if (B.j[k] == I) B.diag[I] = k;
    }
    *out = B;
    return SLIP_OK;
}

slip_status slip_bsr_from_sparse(slip_bsr *out, const slip_sparse *in, int d, slip_arena *arena, slip_error *error)
{
    *out = (slip_bsr){ 0 };
    if (d < 1 || !in->x || in->rows % d != 0 || in->cols % d != 0)
        return slip_fail(error, SLIP_INPUT, "a %d x %d matrix cannot be cut into blocks of %d x %d", in->rows, in->cols, d, d);
    slip_arena scratch = { 0 };
    slip_sparse A;
    slip_status status = slip_sparse_convert(&A, in, SLIP_CSR, &scratch, error);
    int *at = status ? NULL : SLIP_NEW(&scratch, int, d);
    if (!status && !at) status = slip_fail(error, SLIP_MEMORY, "out of memory for a block matrix");
    if (!status) status = fill_blocks(out, &A, d, arena, at, error);
    slip_arena_free(&scratch);
    return status;
}

/* The kernels add products in 4 lanes, which the compiler maps on whatever the machine has: the order of all
   additions is fixed here, so every machine gives the same bits.  On x86 an AVX2 copy is chosen when the program starts. */
typedef double four __attribute__((vector_size(32)));
typedef double loose_four __attribute__((vector_size(32), aligned(8), may_alias));
#define INLINE static inline __attribute__((always_inline))

INLINE double row1(const slip_bsr *A, int i, const double *restrict x)
{
    four s = { 0 };
    double rest = 0;
    int k = A->p[i], end = A->p[i + 1];
    const double *restrict a = A->x;
    const int *restrict j = A->j;
    for (; k < end - 3; k += 4) s += *(const loose_four *)(a + k) * (four){ x[j[k]], x[j[k + 1]], x[j[k + 2]], x[j[k + 3]] };
    for (; k < end; k++) rest += a[k] * x[j[k]];
    return (s[0] + s[1]) + (s[2] + s[3]) + rest;
}

INLINE void row2(const slip_bsr *A, int i, const double *restrict x, double y[2])
{
    four s = { 0 };
    const double *restrict a = A->x + 4 * (size_t)A->p[i];
    for (int k = A->p[i], end = A->p[i + 1]; k < end; k++, a += 4) {
        const double *restrict v = x + 2 * (size_t)A->j[k];
        s += *(const loose_four *)a * (four){ v[0], v[1], v[0], v[1] };
    }
    y[0] = s[0] + s[1];
    y[1] = s[2] + s[3];
}

INLINE void row3(const slip_bsr *A, int i, const double *restrict x, double y[3])
{
    four s = { 0 }, t = { 0 };
    double last = 0;
    const double *restrict a = A->x + 9 * (size_t)A->p[i];
    for (int k = A->p[i], end = A->p[i + 1]; k < end; k++, a += 9) {
        const double *restrict v = x + 3 * (size_t)A->j[k];
        s += *(const loose_four *)a * (four){ v[0], v[1], v[2], v[0] };
        t += *(const loose_four *)(a + 4) * (four){ v[1], v[2], v[0], v[1] };
        last += a[8] * v[2];
    }
    y[0] = s[0] + s[1] + s[2];
    y[1] = s[3] + t[0] + t[1];
    y[2] = t[2] + t[3] + last;
}

/* Component r of block row i, for any d. */
static double component(const slip_bsr *A, int i, int r, const double *x)
{
    size_t d = (size_t)A->d;
    double y = 0;
    for (int k = A->p[i]; k < A->p[i + 1]; k++) {
        const double *a = A->x + ((size_t)k * d + (size_t)r) * d, *v = x + (size_t)A->j[k] * d;
        double sum = 0;
        for (size_t c = 0; c < d; c++) sum += a[c] * v[c];
        y += sum;
    }
    return y;
}

SLIP_CLONES("avx2", "default") void slip_bsr_row(const slip_bsr *A, int i, const double *x, double *y)
{
    if (A->d == 3) row3(A, i, x, y);
    else if (A->d == 2) row2(A, i, x, y);
    else if (A->d == 1) *y = row1(A, i, x);
    else for (int r = 0; r < A->d; r++) y[r] = component(A, i, r, x);
}

SLIP_CLONES("avx2", "default") void slip_bsr_gaxpy(const slip_bsr *A, const double *x, double *y)
{
    double t[3];
    if (A->d == 3)
        for (int i = 0; i < A->rows; i++, y += 3) {
            row3(A, i, x, t);
            y[0] += t[0];
            y[1] += t[1];
            y[2] += t[2];
        }
    else if (A->d == 2)
        for (int i = 0; i < A->rows; i++, y += 2) {
            row2(A, i, x, t);
            y[0] += t[0];
            y[1] += t[1];
        }
    else if (A->d == 1)
        for (int i = 0; i < A->rows; i++) y[i] += row1(A, i, x);
    else
        for (int i = 0; i < A->rows; i++, y += A->d)
            for (int r = 0; r < A->d; r++) y[r] += component(A, i, r, x);
}
