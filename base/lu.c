/* lu.c: sparse LU on UMFPACK, its int interface, for unsymmetric matrices whose pattern is symmetric.
   SPDX-License-Identifier: GPL-3.0-or-later

       P A Q = L U

   CHOLMOD chooses Q when it analyses the pattern (cholesky.c), and pivots are taken from the diagonal where that is not too
   small; new values on the same pattern reuse the analysis.  A pivot that is zero or not a number is a breakdown;
   one that is only small beside the rest is not: the caller looks at what it solves.

   Rows are taken as they come: UMFPACK would scale each by its sum, which depends on units where rows have several. */

#include "base/base.h"

#include <math.h>
#include <suitesparse/umfpack.h>

struct slip_lu {
    void *symbolic, *numeric;
    double control[UMFPACK_CONTROL];
    int n;
    const int *p, *i;               /* the pattern, the caller's */
    double *w; int *wi;             /* 5n, n: workspace of a solve */
    bool ready;                     /* numeric holds the last matrix */
};

static slip_status failed(int code, int n, slip_error *error)
{
    switch (code) {
    case UMFPACK_WARNING_singular_matrix:
        return slip_fail(error, SLIP_NUMERIC, "The sparse matrix of order %d is singular.", n);
    case UMFPACK_ERROR_out_of_memory:
        return slip_fail(error, SLIP_MEMORY, "Not enough memory for the LU factors of a sparse matrix of order %d.", n);
    default:
        return slip_fail(error, SLIP_BUG, "UMFPACK fails on a sparse matrix of order %d with status %d.", n, code);
    }
}

static slip_status factor(slip_lu *F, const slip_sparse *A, slip_error *error)
{
    F->ready = false;
    umfpack_di_free_numeric(&F->numeric);
    for (int k = 0; k < A->nz; k++)
        if (!isfinite(A->x[k]))
            return slip_fail(error, SLIP_NUMERIC, "The sparse matrix of order %d has entries that are not finite.", F->n);
    int code = umfpack_di_numeric(A->p, A->i, A->x, F->symbolic, &F->numeric, F->control, NULL);
    if (code != UMFPACK_OK)
        return failed(code, F->n, error);
    F->ready = true;
    return SLIP_OK;
}

slip_status slip_lu_new(slip_lu **out, const slip_sparse *A, slip_error *error)
{
    *out = NULL;
    if (!A->x || A->layout != SLIP_CSC || A->rows != A->cols || A->cols == 0)
        return slip_fail(error, SLIP_INPUT, "LU factors want a square matrix by columns.");
    slip_status status = slip_sparse_check(A, "matrix to factor", error);
    if (status)
        return status;
    slip_lu *F = slip_calloc(1, sizeof *F);
    if (!F)
        return slip_fail(error, SLIP_MEMORY, "Not enough memory for LU factors.");
    size_t n = (size_t)(F->n = A->cols);
    F->p = A->p;
    F->i = A->i;
    umfpack_di_defaults(F->control);
    F->control[UMFPACK_PRL] = 0;
    F->control[UMFPACK_STRATEGY] = UMFPACK_STRATEGY_SYMMETRIC;
    F->control[UMFPACK_SCALE] = UMFPACK_SCALE_NONE;
    F->control[UMFPACK_IRSTEP] = 0;
    F->w = slip_calloc(5 * n, sizeof *F->w);
    F->wi = slip_calloc(n, sizeof *F->wi);
    status = F->w && F->wi ? slip_sparse_order(A, F->wi, error) : failed(UMFPACK_ERROR_out_of_memory, F->n, error);
    int code = status ? UMFPACK_OK : umfpack_di_qsymbolic(F->n, F->n, A->p, A->i, A->x, F->wi, &F->symbolic, F->control, NULL);
    if (!status)
        status = code == UMFPACK_OK ? factor(F, A, error) : failed(code, F->n, error);
    if (status)
        slip_lu_free(F);
    else
        *out = F;
    return status;
}

slip_status slip_lu_again(slip_lu *F, const slip_sparse *A, slip_error *error)
{
    if (A->p != F->p || A->i != F->i)
        return slip_fail(error, SLIP_INPUT, "The matrix to factor again is not the first one with other values.");
    return factor(F, A, error);
}

slip_status slip_lu_solve(const slip_lu *F, const double *b, double *x, slip_error *error)
{
    if (!F->ready)
        return slip_fail(error, SLIP_NUMERIC, "There are no factors to solve with: the last factorisation failed.");
    int code = umfpack_di_wsolve(UMFPACK_A, F->p, F->i, NULL, x, b, F->numeric, F->control, NULL, F->wi, F->w);
    return code == UMFPACK_OK ? SLIP_OK : failed(code, F->n, error);
}

void slip_lu_free(slip_lu *F)
{
    if (!F)
        return;
    umfpack_di_free_numeric(&F->numeric);
    umfpack_di_free_symbolic(&F->symbolic);
    slip_free(F->w);
    slip_free(F->wi);
    slip_free(F);
}
