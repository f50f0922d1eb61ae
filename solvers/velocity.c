/* velocity.c: linear systems in the velocities.
   SPDX-License-Identifier: GPL-3.0-or-later

       K = M + sum_i H_i D_i H_i' + sum_j E_j G_j G_j'

   The pattern is made once; values are scattered column by column, walking down a contact's velocities and the column
   together.  Where only [W V; V' R] is known it is written X'X by its eigenvectors, with rank rows: then M = I, [H G] = X. */

#include "solvers/velocity.h"

#include <math.h>
#include <string.h>

enum { LOCAL_UNTIL = 2500 };

static slip_status from_local(slip_velocity *x, const slip_problem *p, slip_arena *arena, slip_error *error)
{
    int N = x->m + p->p;
    slip_arena scratch = { 0 };
    if (N > LOCAL_UNTIL) return slip_fail(error, SLIP_SIZE, "%d rows are too many to factorise a problem known only by W", N);
    size_t NN = (size_t)N * (size_t)N;
    double *A = SLIP_NEW(&scratch, double, NN), *T = SLIP_NEW(&scratch, double, NN), *values = SLIP_NEW(&scratch, double, N), *part = SLIP_NEW(&scratch, double, NN);
    slip_status status = scratch.failed ? slip_fail(error, SLIP_MEMORY, "out of memory while factorising W") : SLIP_OK;
    if (!status) {
        slip_sparse_to_dense(&p->W, part);
        for (int j = 0; j < x->m; j++) memcpy(A + (size_t)j * (size_t)N, part + (size_t)j * (size_t)x->m, sizeof *A * (size_t)x->m);
        if (p->p) {
            if (p->V.x) slip_sparse_to_dense(&p->V, part);
            else memset(part, 0, sizeof *part * NN);
            for (int j = 0; j < p->p; j++)
                for (int i = 0; i < x->m; i++)
                    A[(size_t)(x->m + j) * (size_t)N + (size_t)i] = A[(size_t)i * (size_t)N + (size_t)(x->m + j)] = part[(size_t)j * (size_t)x->m + (size_t)i];
            slip_sparse_to_dense(&p->R, part);
            for (int j = 0; j < p->p; j++) for (int i = 0; i < p->p; i++) A[(size_t)(x->m + j) * (size_t)N + (size_t)(x->m + i)] = part[j * p->p + i];
        }
        status = slip_dense_eig(N, A, values, true, error);
    }
    double most = N && !status ? fmax(values[N - 1], 0) : 0;
    int rank = 0;
    if (!status && N && values[0] < -1e-8 * most) status = slip_fail(error, SLIP_NUMERIC, "W is indefinite");
    for (int k = 0; !status && k < N; k++) if (values[k] > 1e-14 * most) rank++;
    for (int k = 0; !status && k < rank; k++) {
        double s = sqrt(values[N - rank + k]);
        for (int j = 0; j < N; j++) T[(size_t)j * (size_t)rank + (size_t)k] = s * A[(size_t)(N - rank + k) * (size_t)N + (size_t)j];
    }
    x->n = rank;
    if (!status) status = slip_sparse_from_dense(&x->H, SLIP_CSC, rank, x->m, T, arena, error);
    if (!status && p->p) status = slip_sparse_from_dense(&x->G, SLIP_CSC, rank, p->p, T + (size_t)x->m * (size_t)rank, arena, error);
    if (!status) status = slip_sparse_new(&x->M, SLIP_CSC, rank, rank, rank, arena, error);
    for (int k = 0; !status && k < rank; k++) { x->M.p[k + 1] = k + 1; x->M.i[k] = k; x->M.x[k] = 1; }
    x->f = SLIP_NEW(arena, double, rank);
    x->w = p->q; x->b = p->s;
    slip_arena_free(&scratch);
    return status ? status : arena->failed ? slip_fail(error, SLIP_MEMORY, "out of memory while factorising W") : SLIP_OK;
}

/* Velocities of each contact and joint, ascending, and their entries of H and G. */
static slip_status supports(slip_velocity *x, slip_arena *arena, slip_error *error)
{
    int N = x->nc + x->p;
    slip_arena scratch = { 0 };
    int *mark = SLIP_NEW(&scratch, int, x->n);
    x->start = SLIP_NEW(arena, int, N + 1);
    x->at = SLIP_NEW(arena, size_t, N + 1);
    if (arena->failed || scratch.failed) { slip_arena_free(&scratch); return slip_fail(error, SLIP_MEMORY, "out of memory for a system in the velocities"); }
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < N; i++) {
            int width = i < x->nc ? x->d : 1, first = i < x->nc ? x->d * i : i - x->nc, count = 0;
            const slip_sparse *A = i < x->nc ? &x->H : &x->G;
            for (int a = 0; a < width && A->x; a++)
                for (int k = A->p[first + a]; k < A->p[first + a + 1]; k++)
                    if (!mark[A->i[k]]) { mark[A->i[k]] = 1; if (pass) x->row[x->start[i] + count] = A->i[k]; count++; }
            if (!pass) { x->start[i + 1] = x->start[i] + count; x->at[i + 1] = x->at[i] + (size_t)(count * width); }
            else {
                int *row = x->row + x->start[i];
                for (int k = 1; k < count; k++)             /* insertion: a dozen rows */
                    for (int j = k; j > 0 && row[j - 1] > row[j]; j--) { int t = row[j]; row[j] = row[j - 1]; row[j - 1] = t; }
                for (int k = 0; k < count; k++) mark[row[k]] = k + 1;
                for (int a = 0; a < width && A->x; a++)
                    for (int k = A->p[first + a]; k < A->p[first + a + 1]; k++)
                        x->h[x->at[i] + (size_t)((mark[A->i[k]] - 1) * width + a)] += A->x[k];
            }
            for (int a = 0; a < width && A->x; a++) for (int k = A->p[first + a]; k < A->p[first + a + 1]; k++) mark[A->i[k]] = 0;
        }
        if (!pass) {
            x->row = SLIP_NEW(arena, int, x->start[N]);
            x->h = SLIP_NEW(arena, double, x->at[N]);
            if (arena->failed) { slip_arena_free(&scratch); return slip_fail(error, SLIP_MEMORY, "out of memory for a system in the velocities"); }
        }
    }
    slip_arena_free(&scratch);
    return SLIP_OK;
}

/* The pattern: M, and every pair of velocities of one contact or joint.  Column by column, through the contacts of a velocity. */
static slip_status pattern(slip_velocity *x, slip_arena *arena, slip_error *error)
{
    int N = x->nc + x->p, n = x->n;
    slip_arena scratch = { 0 };
    int *first = SLIP_NEW(&scratch, int, n + 1), *item = SLIP_NEW(&scratch, int, x->start[N]), *mark = SLIP_NEW(&scratch, int, n);
    int *count = SLIP_NEW(&scratch, int, n + 1);
    slip_status status = scratch.failed ? slip_fail(error, SLIP_MEMORY, "out of memory for a system in the velocities") : SLIP_OK;
    if (!status) {
        for (int k = 0; k < x->start[N]; k++) first[x->row[k] + 1]++;
        for (int j = 0; j < n; j++) first[j + 1] += first[j];
        for (int i = 0; i < N; i++) for (int k = x->start[i]; k < x->start[i + 1]; k++) item[first[x->row[k]] + count[x->row[k]]++] = i;
        for (int j = 0; j < n; j++) mark[j] = -1;
    }
    long long nz = 0;
    for (int pass = 0; !status && pass < 2; pass++) {
        for (int j = 0; j < n; j++) mark[j] = -1;
        for (int j = 0; j < n; j++) {
            int at = pass ? x->K.p[j] : 0, from = at;
            for (int k = x->M.p[j]; k < x->M.p[j + 1]; k++)
                if (mark[x->M.i[k]] != j) { mark[x->M.i[k]] = j; if (pass) x->K.i[at] = x->M.i[k]; at++; }
            for (int q = first[j]; q < first[j + 1]; q++)
                for (int k = x->start[item[q]]; k < x->start[item[q] + 1]; k++)
                    if (mark[x->row[k]] != j) { mark[x->row[k]] = j; if (pass) x->K.i[at] = x->row[k]; at++; }
            if (!pass) { nz += at - from; count[j] = at - from; continue; }
            for (int k = from + 1; k < at; k++)             /* insertion: some dozens */
                for (int q = k; q > from && x->K.i[q - 1] > x->K.i[q]; q--) { int t = x->K.i[q]; x->K.i[q] = x->K.i[q - 1]; x->K.i[q - 1] = t; }
            for (int k = x->M.p[j], q = from; k < x->M.p[j + 1]; k++) {
                for (q = from; x->K.i[q] != x->M.i[k]; q++) continue;
                x->base[q] += x->M.x[k];
            }
        }
        if (pass) break;
        if (nz > 1000000000LL) { status = slip_fail(error, SLIP_SIZE, "the system in the velocities has too many entries"); break; }
        status = slip_sparse_new(&x->K, SLIP_CSC, n, n, (int)nz, arena, error);
        for (int j = 0; !status && j < n; j++) x->K.p[j + 1] = x->K.p[j] + count[j];
        x->base = SLIP_NEW(arena, double, nz);
        if (!status && !x->base) status = slip_fail(error, SLIP_MEMORY, "out of memory for a system in the velocities");
    }
    slip_arena_free(&scratch);
    return status;
}

slip_status slip_velocity_new(slip_velocity *x, const slip_problem *p, slip_arena *arena, slip_error *error)
{
    slip_delassus op;
    slip_arena scratch = { 0 };
    slip_form form = slip_problem_global(p) && p->n > 200 ? SLIP_FORM_BODIES : SLIP_FORM_AUTO;
    *x = (slip_velocity){ .m = slip_problem_m(p), .p = p->p, .d = p->d, .nc = p->nc, .n = p->n };
    x->M = p->M; x->H = p->H; x->G = p->G; x->f = p->f; x->w = p->w; x->b = p->b;
    slip_status status = slip_problem_global(p) ? SLIP_OK : from_local(x, p, arena, error);
    if (status || (status = supports(x, arena, error)) || (status = pattern(x, arena, error))) return status;
    x->eta = SLIP_NEW(arena, double, p->nc);
    x->eta_joint = SLIP_NEW(arena, double, p->p);
    if (arena->failed) return slip_fail(error, SLIP_MEMORY, "out of memory for a system in the velocities");
    status = slip_delassus_new(&op, p, form, SLIP_JOINTS_KEPT, &scratch, error);
    for (int i = 0; !status && i < p->nc; i++) {
        double trace = 0;
        for (int k = 0; k < p->d; k++) trace += op.diag[(size_t)i * (size_t)(p->d * p->d) + (size_t)(k * p->d + k)];
        x->eta[i] = trace > 0 ? p->d / trace : 0;
    }
    for (int j = 0; !status && j < p->p; j++) {
        double R = op.R[(size_t)j * (size_t)p->p + (size_t)j];
        x->eta_joint[j] = R > 0 ? 1 / R : 0;
    }
    slip_arena_free(&scratch);
    return status;
}

void slip_velocity_close(slip_velocity *x)
{
    slip_factor_free(x->factor);
    slip_lu_free(x->lu);
    x->factor = NULL;
    x->lu = NULL;
}

/* K += h D h' for one contact of `width` rows. */
static void scatter(slip_velocity *x, int i, int width, const double *D)
{
    int s = x->start[i], count = x->start[i + 1] - s;
    const double *h = x->h + x->at[i];
    for (int j = 0; j < count; j++) {
        double Dh[3] = { 0 };
        for (int a = 0; a < width; a++) for (int e = 0; e < width; e++) Dh[a] += D[a * width + e] * h[j * width + e];
        int q = x->K.p[x->row[s + j]];
        for (int k = 0; k < count; k++) {
            while (x->K.i[q] != x->row[s + k]) q++;
            for (int a = 0; a < width; a++) x->K.x[q] += h[k * width + a] * Dh[a];
        }
    }
}

void slip_velocity_assemble(slip_velocity *x, const double *D, const double *E)
{
    memcpy(x->K.x, x->base, sizeof *x->base * (size_t)x->K.nz);
    for (int i = 0; i < x->nc; i++) scatter(x, i, x->d, D + (size_t)i * (size_t)(x->d * x->d));
    for (int j = 0; j < x->p; j++) scatter(x, x->nc + j, 1, E + j);
}

slip_status slip_velocity_factor(slip_velocity *x, slip_error *error)
{
    if (!x->n) return SLIP_OK;
    return x->factor ? slip_factor_again(x->factor, &x->K, error) : slip_factor_new(&x->factor, &x->K, error);
}

slip_status slip_velocity_lu(slip_velocity *x, slip_error *error)
{
    if (!x->n) return SLIP_OK;
    return x->lu ? slip_lu_again(x->lu, &x->K, error) : slip_lu_new(&x->lu, &x->K, error);
}

void slip_velocity_root(const slip_velocity *x, double *root)
{
    for (int j = 0; j < x->n; j++) for (int k = x->M.p[j]; k < x->M.p[j + 1]; k++) if (x->M.i[k] == j) root[j] = sqrt(x->M.x[k]);
}

void slip_velocity_scale(slip_velocity *x, const double *root)
{
    for (int j = 0; j < x->n; j++) for (int k = x->K.p[j]; k < x->K.p[j + 1]; k++) x->K.x[k] /= root[x->K.i[k]] * root[j];
}

slip_status slip_velocity_solve(const slip_velocity *x, const double *b, double *v, slip_error *error)
{
    return x->n ? slip_factor_solve(x->factor, 1, b, v, error) : SLIP_OK;
}

void slip_velocity_contacts(const slip_velocity *x, const double *v, double *u)
{
    memcpy(u, x->w, sizeof *u * (size_t)x->m);
    if (x->H.x) slip_sparse_gaxpy_t(1, &x->H, v, u);
}

void slip_velocity_joints(const slip_velocity *x, const double *v, double *e)
{
    if (!x->p) return;
    memcpy(e, x->b, sizeof *e * (size_t)x->p);
    if (x->G.x) slip_sparse_gaxpy_t(1, &x->G, v, e);
}

void slip_velocity_load(const slip_velocity *x, const double *r, const double *l, double *t)
{
    memcpy(t, x->f, sizeof *t * (size_t)x->n);
    if (x->H.x) slip_sparse_gaxpy(1, &x->H, r, t);
    if (x->G.x && x->p) slip_sparse_gaxpy(1, &x->G, l, t);
}
