/* cholesky.c: sparse factors by the residuals of what they solve; breakdowns and a lack of memory are named.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/base.h"
#include "tests/tap.h"

#include <cblas.h>
#include <dirent.h>
#include <sys/wait.h>
#include <unistd.h>

static double next(uint64_t *seed)
{
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(*seed >> 11) / 4503599627370496.0 - 1;
}

/* Symmetric, diagonally dominant (positive definite for shift > 0), about `fill` entries a row besides the diagonal. */
static slip_sparse random_spd(int n, int fill, double shift, uint64_t seed, slip_arena *arena)
{
    slip_sparse T, A = {0};
    double *row = calloc((size_t)n + 1, sizeof *row);
    int pairs = n > 1 ? n * fill / 2 : 0, nz = 0;
    slip_sparse_new(&T, SLIP_TRIPLET, n, n, 2 * pairs + n, arena, NULL);
    for (int k = 0; k < pairs; k++) {
        int i = (int)((next(&seed) + 1) / 2 * n), j = (i + 1 + (int)((next(&seed) + 1) / 2 * (n - 1))) % n;
        double x = next(&seed);
        T.i[nz] = i, T.p[nz] = j, T.x[nz++] = x;
        T.i[nz] = j, T.p[nz] = i, T.x[nz++] = x;
        row[i] += fabs(x), row[j] += fabs(x);
    }
    for (int i = 0; i < n; i++)
        T.i[nz] = T.p[nz] = i, T.x[nz++] = row[i] + shift;
    slip_sparse_convert(&A, &T, SLIP_CSC, arena, NULL);
    free(row);
    return A;
}

/* Five-point Laplacian of a k x k grid, singular for shift = 0: no side is held. */
static slip_sparse laplacian(int k, double shift, slip_arena *arena)
{
    slip_sparse T, A = {0};
    int nz = 0;
    slip_sparse_new(&T, SLIP_TRIPLET, k * k, k * k, 8 * k * (k - 1) + k * k, arena, NULL);
    for (int i = 0; i < k * k; i++) {
        int to[2] = { i % k < k - 1 ? i + 1 : -1, i + k < k * k ? i + k : -1 };
        T.i[nz] = T.p[nz] = i, T.x[nz++] = shift;
        for (int e = 0; e < 2; e++)
            if (to[e] >= 0) {
                T.i[nz] = T.p[nz] = i, T.x[nz++] = 1;
                T.i[nz] = T.p[nz] = to[e], T.x[nz++] = 1;
                T.i[nz] = i, T.p[nz] = to[e], T.x[nz++] = -1;
                T.i[nz] = to[e], T.p[nz] = i, T.x[nz++] = -1;
            }
    }
    slip_sparse_convert(&A, &T, SLIP_CSC, arena, NULL);
    return A;
}

/* |A X - B| in the ratio of LAPACK. */
static void check_solution(const slip_sparse *A, int nrhs, const double *b, const double *x, const char *what)
{
    int n = A->cols;
    double err = 0, size = 0;
    for (int j = 0; j < nrhs; j++) {
        double *r = calloc((size_t)n + 1, sizeof *r);
        slip_sparse_gaxpy(1, A, x + j * n, r);
        for (int i = 0; i < n; i++) {
            err += (r[i] - b[i + j * n]) * (r[i] - b[i + j * n]);
            size += x[i + j * n] * x[i + j * n];
        }
        free(r);
    }
    ok_ratio(sqrt(err), n, slip_sparse_norm(A) * sqrt(size), "A x = b, %s, n = %d, %d right-hand sides", what, n, nrhs);
}

static void solve(slip_sparse A, slip_sparse again, int nrhs, const char *what)
{
    slip_error error;
    slip_factor *F = NULL;
    size_t count = (size_t)(A.cols * nrhs);
    double *b = calloc(count + 1, sizeof *b), *x = calloc(count + 1, sizeof *x);
    uint64_t seed = 3;
    for (size_t k = 0; k < count; k++)
        b[k] = next(&seed);
    if (!is_int(slip_factor_new(&F, &A, &error), SLIP_OK, "factor, %s, n = %d", what, A.cols))
        bail_out("%s", error.text);
    is_int(slip_factor_solve(F, nrhs, b, x, &error), SLIP_OK, "solve, %s, n = %d", what, A.cols);
    check_solution(&A, nrhs, b, x, what);
    is_int(slip_factor_again(F, &again, &error), SLIP_OK, "factor again, %s, n = %d", what, A.cols);
    memcpy(x, b, count * sizeof *b);
    is_int(slip_factor_solve(F, nrhs, x, x, &error), SLIP_OK, "solve in place, %s, n = %d", what, A.cols);
    check_solution(&again, nrhs, b, x, what);
    slip_factor_free(F);
    free(b), free(x);
}

static slip_sparse twice(const slip_sparse *A, slip_arena *arena)
{
    slip_sparse B = *A;
    B.x = SLIP_NEW(arena, double, A->nz);
    for (int k = 0; k < A->nz; k++)
        B.x[k] = 2 * A->x[k];
    return B;
}

static void broken(slip_arena *arena)
{
    slip_error error;
    slip_factor *F = NULL;
    slip_sparse A = random_spd(30, 4, 1, 5, arena), B = twice(&A, arena), C = random_spd(30, 4, 1, 6, arena), D;
    double b[30] = {0}, x[30];
    is_int(slip_factor_new(&F, &A, &error), SLIP_OK, "a factor to break");
    is_int(slip_factor_again(F, &C, &error), SLIP_INPUT, "again with another pattern");
    is_int(slip_factor_solve(F, 1, b, x, &error), SLIP_OK, "which left the factor as it was");
    for (int k = B.p[7]; k < B.p[8]; k++)
        if (B.i[k] == 7)
            B.x[k] = -1;
    is_int(slip_factor_again(F, &B, &error), SLIP_NUMERIC, "again with an indefinite matrix, simplicial");
    ok(strstr(error.text, "not positive definite"), "which says so: %s", error.text);
    is_int(slip_factor_solve(F, 1, b, x, &error), SLIP_NUMERIC, "and leaves nothing to solve with");
    is_int(slip_factor_again(F, &A, &error), SLIP_OK, "until the values are good again");
    is_int(slip_factor_solve(F, 1, b, x, &error), SLIP_OK, "and then solves");
    B.x[0] = NAN;
    is_int(slip_factor_again(F, &B, &error), SLIP_INPUT, "NaN is refused");
    slip_factor_free(F);

    A = laplacian(40, 0, arena);
    is_int(slip_factor_new(&F, &A, &error), SLIP_NUMERIC, "a singular Laplacian, simplicial");
    ok(F == NULL, "gives no factor: %s", error.text);
    A = random_spd(150, 150, 0.5, 7, arena);
    for (int k = A.p[149]; k < A.p[150]; k++)
        if (A.i[k] == 149)
            A.x[k] = 1e-3;
    is_int(slip_factor_new(&F, &A, &error), SLIP_NUMERIC, "an indefinite matrix, supernodal");
    double *ones = malloc(200 * 200 * sizeof *ones);                 /* I - 11'/n is singular */
    for (int k = 0; k < 200 * 200; k++)
        ones[k] = (k % 201 == 0) - 1.0 / 200;
    slip_sparse_from_dense(&A, SLIP_CSC, 200, 200, ones, arena, &error);
    is_int(slip_factor_new(&F, &A, &error), SLIP_NUMERIC, "a singular matrix, supernodal: %s", error.text);
    free(ones);

    double steep[] = { 1e-200, 1, 1e200 };                           /* badly scaled, not badly conditioned */
    slip_sparse_new(&D, SLIP_CSR, 3, 3, 3, arena, &error);
    for (int i = 0; i < 3; i++)
        D.p[i + 1] = i + 1, D.i[i] = i, D.x[i] = steep[i];
    is_int(slip_factor_new(&F, &D, &error), SLIP_OK, "a diagonal of 1e-200, 1, 1e200, by rows");
    double three[] = { 1e-200, 2, 3e200 };
    slip_factor_solve(F, 1, three, three, &error);
    ok_ratio(fabs(three[0] - 1) + fabs(three[1] - 2) + fabs(three[2] - 3), 3, 6, "is solved");
    slip_factor_free(F);
    slip_sparse_new(&D, SLIP_CSC, 2, 3, 0, arena, &error);
    is_int(slip_factor_new(&F, &D, &error), SLIP_INPUT, "a matrix that is not square");
    slip_sparse_new(&D, SLIP_TRIPLET, 3, 3, 0, arena, &error);
    is_int(slip_factor_new(&F, &D, &error), SLIP_INPUT, "triplets");
}

/* Fail each allocation in turn: the answer is MEMORY or right, and nothing stays behind. */
static void starve(slip_sparse A, const char *what)
{
    slip_error error;
    double *b = calloc((size_t)A.cols, sizeof *b), *x = calloc((size_t)A.cols, sizeof *x);
    long live = slip_memory_live();
    bool named = true, clean = true;
    int refused = 0;
    slip_status status = SLIP_BUG;
    for (long k = 1; k <= 200; k++) {
        slip_factor *F = NULL;
        slip_memory_fail_at(k);
        status = slip_factor_new(&F, &A, &error);
        if (!status)
            status = slip_factor_solve(F, 1, b, x, &error);
        slip_memory_fail_at(0);
        slip_factor_free(F);
        refused += status == SLIP_MEMORY;
        named = named && (status == SLIP_OK || status == SLIP_MEMORY);
        clean = clean && slip_memory_live() == live;
    }
    ok(named && refused > 10, "without memory, %s, the status is MEMORY: %d times", what, refused);
    ok(clean, "and nothing leaks");
    is_int(status, SLIP_OK, "until there is enough");
    free(b), free(x);
}

static int threads(void)
{
    DIR *d = opendir("/proc/self/task");
    int count = 0;
    while (d && readdir(d))
        count++;
    if (d)
        closedir(d);
    return count - 2;
}

/* A child forked after a factorisation can factor too: OpenMP's threads, had there been any, would be gone and waited for. */
static void forked(slip_sparse A)
{
    slip_factor *F = NULL;
    int before = threads();
    is_int(slip_factor_new(&F, &A, NULL), SLIP_OK, "a large supernodal factor");
    slip_factor_free(F);
    is_int(threads(), before, "starts no thread");
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        alarm(20);
        _exit(slip_factor_new(&F, &A, NULL) == SLIP_OK ? 0 : 1);
    }
    int status = -1;
    waitpid(pid, &status, 0);
    is_int(status, 0, "a forked child factors in its turn");
}

int main(void)
{
    plan(6 * 8 + 17 + 2 * 3 + 3 + 1);
    openblas_set_num_threads(1);
    slip_error error;
    slip_arena arena = {0};
    if (slip_start(&error))
        bail_out("%s", error.text);
    const int sizes[] = { 0, 1, 2, 3, 10, 100 };
    for (int k = 0; k < 6; k++) {
        slip_sparse A = random_spd(sizes[k], 4, 1, 1, &arena);
        solve(A, twice(&A, &arena), k % 3 + 1, "random");
    }
    slip_sparse A = laplacian(60, 1e-3, &arena);
    solve(A, twice(&A, &arena), 5, "grid");
    A = random_spd(150, 150, 1, 2, &arena);
    solve(A, twice(&A, &arena), 6, "full");
    broken(&arena);
    starve(laplacian(5, 1, &arena), "simplicial");
    starve(random_spd(150, 150, 1, 2, &arena), "supernodal");
    forked(random_spd(400, 400, 1, 4, &arena));
    slip_arena_free(&arena);
    is_int(slip_memory_live(), 0, "no block is left");
    return done();
}
