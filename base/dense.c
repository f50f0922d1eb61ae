/* dense.c: dense algebra on LAPACKE, column-major.
   SPDX-License-Identifier: GPL-3.0-or-later

       A = L L'             dpotrf, dpotrs
       A = P L U            dgesv
       min |A x - b|, |x|   dgelsd: divide and conquer singular values, minimum norm
       A = G G'             dsyrk
       A = V diag(w) V'     dsyevd
       A = U diag(s) V'     dgesdd
       A^+ = V+ diag(1/w+) V+'   over the eigenvalues w+ > tol max |w|

   LAPACK's iterations need not end on infinities, so every factorisation first looks for entries that are not
   finite.  Leading dimensions are the row counts.  An empty matrix is factored at once. */

#include "base/base.h"

#include <cblas.h>
#include <float.h>
#include <lapacke.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static size_t entries(int m, int n) { return (size_t)m * (size_t)n; }

static slip_status finite_or_fail(const char *what, int m, int n, const double *a, slip_error *error)
{
    if (m < 0 || n < 0)
        return slip_fail(error, SLIP_INPUT, "A %s of %d by %d has a negative size.", what, m, n);
    for (size_t k = 0; k < entries(m, n); k++)
        if (!(fabs(a[k]) <= DBL_MAX))
            return slip_fail(error, SLIP_NUMERIC, "The %s has an entry that is not finite, in row %zu, column %zu.",
                             what, k % (size_t)m + 1, k / (size_t)m + 1);
    return SLIP_OK;
}

/* What LAPACKE returns below zero: no workspace, or an argument LAPACK refuses. */
static slip_status refused(const char *routine, lapack_int info, slip_error *error)
{
    if (info == LAPACK_WORK_MEMORY_ERROR || info == LAPACK_TRANSPOSE_MEMORY_ERROR)
        return slip_fail(error, SLIP_MEMORY, "Not enough memory for the workspace of %s.", routine);
    return slip_fail(error, SLIP_BUG, "%s refuses its argument %d.", routine, (int)-info);
}

slip_status slip_dense_cholesky(int n, double *a, slip_error *error)
{
    slip_status status = finite_or_fail("matrix", n, n, a, error);
    if (status || n == 0)
        return status;
    lapack_int info = LAPACKE_dpotrf(LAPACK_COL_MAJOR, 'L', n, a, n);
    if (info < 0)
        return refused("dpotrf", info, error);
    if (info > 0)
        return slip_fail(error, SLIP_NUMERIC, "The matrix of order %d is not positive definite: pivot %d is not positive.",
                         n, (int)info);
    return SLIP_OK;
}

/* The _work routine looks for no NaN: one in b comes out as NaN, not as an unsolved b. */
void slip_dense_cholesky_solve(int n, int nrhs, const double *l, double *b)
{
    if (n > 0 && nrhs > 0)
        LAPACKE_dpotrs_work(LAPACK_COL_MAJOR, 'L', n, nrhs, l, n, b, n);
}

slip_status slip_dense_solve(int n, int nrhs, double *a, double *b, slip_error *error)
{
    slip_status status = finite_or_fail("matrix", n, n, a, error);
    if (!status)
        status = finite_or_fail("right-hand side", n, nrhs, b, error);
    if (status || n == 0)
        return status;
    lapack_int *pivots = slip_malloc((size_t)n * sizeof *pivots);
    if (!pivots)
        return slip_fail(error, SLIP_MEMORY, "Not enough memory for the pivots of a matrix of order %d.", n);
    lapack_int info = LAPACKE_dgesv(LAPACK_COL_MAJOR, n, nrhs, a, n, pivots, b, n);
    slip_free(pivots);
    if (info < 0)
        return refused("dgesv", info, error);
    if (info > 0)
        return slip_fail(error, SLIP_NUMERIC, "The matrix of order %d is singular: pivot %d is zero.", n, (int)info);
    return SLIP_OK;
}

slip_status slip_dense_lstsq(int m, int n, int nrhs, double *a, double *b, double rcond, int *rank, slip_error *error)
{
    int most = m > n ? m : n;
    slip_status status = finite_or_fail("matrix", m, n, a, error);
    if (rank)
        *rank = 0;
    if (status)
        return status;
    for (int j = 0; j < nrhs; j++) {                  /* below row m, b holds nothing yet */
        status = finite_or_fail("right-hand side", m, 1, b + entries(most, j), error);
        if (status)
            return status;
    }
    if (m == 0 || n == 0 || nrhs <= 0) {
        for (size_t k = 0; nrhs > 0 && k < entries(most, nrhs); k++)
            b[k] = 0;
        return SLIP_OK;
    }
    for (int j = 0; j < nrhs; j++)
        for (int i = m; i < most; i++)
            b[entries(most, j) + (size_t)i] = 0;
    double *s = slip_malloc((size_t)(m < n ? m : n) * sizeof *s);
    if (!s)
        return slip_fail(error, SLIP_MEMORY, "Not enough memory for the singular values of a matrix of %d by %d.", m, n);
    lapack_int found = 0;
    lapack_int info = LAPACKE_dgelsd(LAPACK_COL_MAJOR, m, n, nrhs, a, m, b, most, s, rcond, &found);
    slip_free(s);
    if (info < 0)
        return refused("dgelsd", info, error);
    if (info > 0)
        return slip_fail(error, SLIP_NUMERIC, "The singular values of a matrix of %d by %d did not converge.", m, n);
    if (rank)
        *rank = (int)found;
    return SLIP_OK;
}

void slip_dense_gram(int n, int k, const double *g, double *a)
{
    if (n > 0 && k > 0)
        cblas_dsyrk(CblasColMajor, CblasLower, CblasNoTrans, n, k, 1, g, n, 0, a, n);
    else if (n > 0)
        memset(a, 0, entries(n, n) * sizeof *a);
    for (int j = 0; j < n; j++)
        for (int i = j + 1; i < n; i++)
            a[(size_t)j + entries(n, i)] = a[(size_t)i + entries(n, j)];
}

slip_status slip_dense_eig(int n, double *a, double *values, bool vectors, slip_error *error)
{
    slip_status status = finite_or_fail("matrix", n, n, a, error);
    if (status || n == 0)
        return status;
    lapack_int info = LAPACKE_dsyevd(LAPACK_COL_MAJOR, vectors ? 'V' : 'N', 'L', n, a, n, values);
    if (info < 0)
        return refused("dsyevd", info, error);
    if (info > 0)
        return slip_fail(error, SLIP_NUMERIC, "The eigenvalues of a matrix of order %d did not converge.", n);
    return SLIP_OK;
}

slip_status slip_dense_eigenvalues(int n, double *a, double *re, double *im, slip_error *error)
{
    slip_status status = finite_or_fail("matrix", n, n, a, error);
    if (status || n == 0)
        return status;
    double none[1];
    lapack_int info = LAPACKE_dgeev(LAPACK_COL_MAJOR, 'N', 'N', n, a, n, re, im, none, 1, none, 1);
    if (info < 0)
        return refused("dgeev", info, error);
    if (info > 0)
        return slip_fail(error, SLIP_NUMERIC, "The eigenvalues of a matrix of order %d did not converge.", n);
    return SLIP_OK;
}

slip_status slip_dense_svdvals(int m, int n, double *a, double *s, slip_error *error)
{
    slip_status status = finite_or_fail("matrix", m, n, a, error);
    if (status || m == 0 || n == 0)
        return status;
    double none[1];
    lapack_int info = LAPACKE_dgesdd(LAPACK_COL_MAJOR, 'N', m, n, a, m, s, none, 1, none, 1);
    if (info < 0)
        return refused("dgesdd", info, error);
    if (info > 0)
        return slip_fail(error, SLIP_NUMERIC, "The singular values of a matrix of %d by %d did not converge.", m, n);
    return SLIP_OK;
}

int slip_dense_rank(int m, int n, const double *a, double tol, slip_error *error)
{
    if (m == 0 || n == 0)
        return 0;
    int least = m < n ? m : n, rank = -1;
    slip_status status = finite_or_fail("matrix", m, n, a, error);
    if (status)
        return -1;
    double *copy = slip_calloc(entries(m, n), sizeof *copy), *s = slip_calloc((size_t)least, sizeof *s);
    if (!copy || !s) {
        slip_fail(error, SLIP_MEMORY, "Not enough memory for the rank of a matrix of %d by %d.", m, n);
    } else {
        memcpy(copy, a, entries(m, n) * sizeof *copy);
        if (!slip_dense_svdvals(m, n, copy, s, error))
            for (rank = 0; rank < least && s[rank] > tol * s[0]; rank++)
                ;
    }
    slip_free(copy);
    slip_free(s);
    return rank;
}

slip_status slip_dense_pinv(int n, double *a, double tol, int *rank, slip_error *error)
{
    if (rank)
        *rank = 0;
    if (n == 0)
        return SLIP_OK;
    double *v = slip_calloc(n > 0 ? entries(n, n) : 1, sizeof *v), *w = slip_calloc(n > 0 ? (size_t)n : 1, sizeof *w);
    slip_status status = SLIP_OK;
    if (!v || !w)
        status = slip_fail(error, SLIP_MEMORY, "Not enough memory for the pseudo-inverse of a matrix of order %d.", n);
    else if (n > 0)
        memcpy(v, a, entries(n, n) * sizeof *v);
    if (!status)
        status = slip_dense_eig(n, v, w, true, error);
    if (status)
        goto out;
    double cut = tol * fmax(fabs(w[0]), fabs(w[n - 1]));
    if (w[0] < -cut) {
        status = slip_fail(error, SLIP_NUMERIC, "The matrix of order %d is not positive semidefinite: it has the eigenvalue %g.",
                           n, w[0]);
        goto out;
    }
    int first = n;
    while (first > 0 && w[first - 1] > cut && w[first - 1] > 0)
        first--;
    for (int j = first; j < n; j++)
        cblas_dscal(n, 1 / sqrt(w[j]), v + entries(n, j), 1);
    slip_dense_gram(n, n - first, v + entries(n, first), a);
    if (rank)
        *rank = n - first;
out:
    slip_free(v);
    slip_free(w);
    return status;
}

/* Absent unless the BLAS that is loaded is OpenBLAS. */
char *openblas_get_config(void) __attribute__((weak));
char *openblas_get_corename(void) __attribute__((weak));
int openblas_get_num_threads(void) __attribute__((weak));

const char *slip_blas_name(char out[96])
{
    if (!openblas_get_config || !openblas_get_corename || !openblas_get_num_threads)
        return strcpy(out, "not OpenBLAS");
    char version[32] = "";
    sscanf(openblas_get_config(), "OpenBLAS %31s", version);
    int threads = openblas_get_num_threads();
    snprintf(out, 96, "OpenBLAS %s %s %d thread%s", version, openblas_get_corename(), threads, threads == 1 ? "" : "s");
    return out;
}
