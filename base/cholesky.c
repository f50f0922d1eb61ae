/* cholesky.c: sparse Cholesky on CHOLMOD, its int interface.
   SPDX-License-Identifier: GPL-3.0-or-later

       P A P' = L L'

   CHOLMOD chooses the permutation P, and simplicial or supernodal columns, when it analyses the pattern; new values
   on the same pattern reuse that.  L L', never L D L': the latter factors indefinite matrices without a word.

   A pivot l_jj^2 of the order of n eps a_jj is what cancellation leaves of a singular matrix, and its sign is chance;
   it counts as a breakdown.  The ratio does not change when rows and columns are rescaled, as a condition number would.

   CHOLMOD starts four OpenMP threads on large supernodes, whatever OMP_NUM_THREADS says.  They are forbidden here: their
   time would go uncounted, and a process forked afterwards waits for ever when it factors in its turn. */

#include "base/base.h"

#include <float.h>
#include <limits.h>
#include <string.h>
#include <suitesparse/cholmod.h>

struct slip_factor {
    cholmod_common common;
    cholmod_factor *L;
    cholmod_dense *X, *Y, *E;           /* of the last solve, used again by the next */
    int n;
    bool ready;                         /* L holds the numbers of a positive definite matrix */
    uint64_t pattern;                   /* hash of what was analysed */
};

static uint64_t hash(uint64_t h, const int *k, int count)
{
    for (int i = 0; i < count; i++)
        h = (h ^ (uint64_t)(unsigned)k[i]) * UINT64_C(0x100000001b3);       /* FNV-1a, an index at a time */
    return h;
}

static uint64_t pattern_of(const slip_sparse *A)
{
    uint64_t h = hash(UINT64_C(0xcbf29ce484222325), &A->cols, 1);
    return hash(hash(h, A->p, A->cols + 1), A->i, A->nz);
}

/* A symmetric matrix reads the same by rows and by columns. */
static slip_status check(const slip_sparse *A, slip_error *error)
{
    if (!A->x || A->layout == SLIP_TRIPLET)
        return slip_fail(error, SLIP_INPUT, "A Cholesky factor wants a matrix, and compressed, not as triplets.");
    if (A->rows != A->cols)
        return slip_fail(error, SLIP_INPUT, "A Cholesky factor wants a square matrix, not %d by %d.", A->rows, A->cols);
    return slip_sparse_check(A, "matrix to factor", error);
}

/* CHOLMOD's view of A: the upper triangle counts, the lower is passed over. */
static cholmod_sparse view(const slip_sparse *A)
{
    return (cholmod_sparse){
        .nrow = (size_t)A->rows, .ncol = (size_t)A->cols, .nzmax = (size_t)A->nz,
        .p = A->p, .i = A->i, .x = A->x,
        .stype = 1, .itype = CHOLMOD_INT, .xtype = CHOLMOD_REAL, .dtype = CHOLMOD_DOUBLE, .sorted = 0, .packed = 1,
    };
}

static slip_status failed(const slip_factor *F, const char *what, slip_error *error)
{
    switch (F->common.status) {
    case CHOLMOD_OUT_OF_MEMORY:
        return slip_fail(error, SLIP_MEMORY, "Not enough memory for the %s of a sparse matrix of order %d.", what, F->n);
    case CHOLMOD_TOO_LARGE:
        return slip_fail(error, SLIP_SIZE, "The %s of a sparse matrix of order %d exceeds what an int can count.", what, F->n);
    default:
        return slip_fail(error, SLIP_BUG, "CHOLMOD fails the %s of a sparse matrix of order %d with status %d.",
                         what, F->n, F->common.status);
    }
}

/* Absent where CHOLMOD was built without OpenMP. */
int omp_get_max_active_levels(void) __attribute__((weak));
void omp_set_max_active_levels(int) __attribute__((weak));

static int factorise_alone(cholmod_sparse *a, cholmod_factor *L, cholmod_common *common)
{
    if (!omp_get_max_active_levels || !omp_set_max_active_levels)
        return cholmod_factorize(a, L, common);
    int levels = omp_get_max_active_levels();
    omp_set_max_active_levels(0);
    int done = cholmod_factorize(a, L, common);
    omp_set_max_active_levels(levels);
    return done;
}

static double pivot(const cholmod_factor *L, int s, int j)
{
    const double *x = L->x;
    if (!L->is_super)
        return x[((const int *)L->p)[j]];
    const int *super = L->super, *pi = L->pi, *px = L->px;
    int k = j - super[s], rows = pi[s + 1] - pi[s];
    return x[(size_t)px[s] + (size_t)k * (size_t)(rows + 1)];
}

/* The column of A whose pivot is lost to rounding, or -1. */
static int lost_pivot(const cholmod_factor *L, const slip_sparse *A)
{
    const int *perm = L->Perm, *super = L->super;
    double lost = DBL_EPSILON * (A->cols < 16 ? 16 : A->cols > 1000 ? 1000 : A->cols);
    for (int j = 0, s = 0; j < A->cols; j++) {
        while (L->is_super && super[s + 1] <= j)
            s++;
        double a = 0, l = pivot(L, s, j);
        for (int k = A->p[perm[j]]; k < A->p[perm[j] + 1]; k++)
            if (A->i[k] == perm[j])
                a += A->x[k];
        if (!(l * l > lost * a))
            return perm[j];
    }
    return -1;
}

static slip_status factor(slip_factor *F, const slip_sparse *A, slip_error *error)
{
    F->ready = false;
    cholmod_sparse a = view(A);
    int done = factorise_alone(&a, F->L, &F->common);
    int column = -1;
    if (F->common.status == CHOLMOD_NOT_POSDEF)
        column = ((const int *)F->L->Perm)[F->L->minor];
    else if (!done || F->common.status < CHOLMOD_OK)
        return failed(F, "factorisation", error);
    else
        column = lost_pivot(F->L, A);
    if (column >= 0)
        return slip_fail(error, SLIP_NUMERIC, "The sparse matrix of order %d is not positive definite: the pivot of column %d is %s.",
                         F->n, column + 1, F->common.status == CHOLMOD_NOT_POSDEF ? "not positive" : "lost to rounding");
    F->ready = true;
    return SLIP_OK;
}

slip_status slip_factor_new(slip_factor **out, const slip_sparse *A, slip_error *error)
{
    *out = NULL;
    slip_status status = check(A, error);
    if (status)
        return status;
    slip_factor *F = slip_calloc(1, sizeof *F);
    if (!F)
        return slip_fail(error, SLIP_MEMORY, "Not enough memory for a sparse factor.");
    cholmod_start(&F->common);
    F->common.print = 0;
    F->common.final_ll = 1;
    F->n = A->cols;
    F->pattern = pattern_of(A);
    cholmod_sparse a = view(A);
    F->L = cholmod_analyze(&a, &F->common);
    status = F->L ? factor(F, A, error) : failed(F, "analysis", error);
    if (status)
        slip_factor_free(F);
    else
        *out = F;
    return status;
}

slip_status slip_factor_again(slip_factor *F, const slip_sparse *A, slip_error *error)
{
    slip_status status = check(A, error);
    if (status)
        return status;
    if (pattern_of(A) != F->pattern)
        return slip_fail(error, SLIP_INPUT, "The matrix to factor again has not the pattern of the first.");
    return factor(F, A, error);
}

slip_status slip_factor_solve(const slip_factor *const_F, int nrhs, const double *b, double *x, slip_error *error)
{
    slip_factor *F = (slip_factor *)const_F;            /* its workspace changes, the factor does not */
    if (!F->ready)
        return slip_fail(error, SLIP_NUMERIC, "There is no factor to solve with: the last factorisation failed.");
    if (nrhs <= 0 || F->n == 0)
        return SLIP_OK;
    size_t n = (size_t)F->n, count = n * (size_t)nrhs;
    cholmod_dense B = { .nrow = n, .ncol = (size_t)nrhs, .nzmax = count, .d = n, .x = (double *)b,
                        .xtype = CHOLMOD_REAL, .dtype = CHOLMOD_DOUBLE };
    /* All workspace is there before: CHOLMOD does not look whether it could get its own. */
    size_t tall = F->L->is_super ? F->L->maxesize : 0;
    if (!cholmod_ensure_dense(&F->X, n, (size_t)nrhs, n, CHOLMOD_REAL, &F->common) ||
        !cholmod_ensure_dense(&F->Y, n, (size_t)nrhs, n, CHOLMOD_REAL, &F->common) ||
        !cholmod_ensure_dense(&F->E, (size_t)nrhs, tall, (size_t)nrhs, CHOLMOD_REAL, &F->common))
        return failed(F, "solution", error);
    if (!cholmod_solve2(CHOLMOD_A, F->L, &B, NULL, &F->X, NULL, &F->Y, &F->E, &F->common))
        return failed(F, "solution", error);
    memcpy(x, F->X->x, count * sizeof *x);
    return SLIP_OK;
}

void slip_factor_free(slip_factor *F)
{
    if (!F)
        return;
    cholmod_free_dense(&F->X, &F->common);
    cholmod_free_dense(&F->Y, &F->common);
    cholmod_free_dense(&F->E, &F->common);
    cholmod_free_factor(&F->L, &F->common);
    cholmod_finish(&F->common);
    slip_free(F);
}

slip_status slip_sparse_order(const slip_sparse *A, int *perm, slip_error *error)
{
    slip_status status = check(A, error);
    if (status)
        return status;
    slip_factor F = { .n = A->cols };
    cholmod_start(&F.common);
    F.common.print = 0;
    cholmod_sparse a = view(A);
    F.L = cholmod_analyze(&a, &F.common);
    if (F.L)
        memcpy(perm, F.L->Perm, (size_t)A->cols * sizeof *perm);
    else
        status = failed(&F, "analysis", error);
    cholmod_free_factor(&F.L, &F.common);
    cholmod_finish(&F.common);
    return status;
}
