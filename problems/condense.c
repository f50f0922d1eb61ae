/* condense.c: eliminate the velocities, and the joints behind them.
   SPDX-License-Identifier: GPL-3.0-or-later

       X = M^-1 H,  q = H' M^-1 f + w,  V = H' M^-1 G,  R = G' M^-1 G,  s = G' M^-1 f + b
       joints:  l = -R^- (V' r + s),  so  W <- W - V R^- V',  q <- q - V R^- s

   R^- is the pseudo-inverse of R scaled to unit diagonal, so that rows in metres and in radians weigh alike; any
   generalised inverse gives the same W and q, because V' maps into the range of R.  s must lie in that range too:
   otherwise the redundant joints contradict each other and no velocity exists. */

#include "problems/condense.h"

#include <math.h>
#include <string.h>

/* Cholesky reads one triangle only, so an unsymmetric M is inverted in whole parts, by LU. */
enum { SMALL_BLOCK = 64, UNSYMMETRIC_BLOCK = 2048 };

static int root(int *up, int i)
{
    while (up[i] != i) i = up[i] = up[up[i]];
    return i;
}

/* M^-1 as a sparse matrix when the connected parts of M have at most `limit` rows; absent (x NULL) otherwise. */
static slip_status invert_blocks(slip_sparse *out, const slip_sparse *M, int limit, slip_arena *arena, slip_arena *scratch, slip_error *error)
{
    int n = M->rows;
    *out = (slip_sparse){ .layout = SLIP_CSC };
    int *up = SLIP_NEW(scratch, int, n), *size = SLIP_NEW(scratch, int, n), *next = SLIP_NEW(scratch, int, n);
    int *head = SLIP_NEW(scratch, int, n), *place = SLIP_NEW(scratch, int, n);
    if (scratch->failed) return slip_fail(error, SLIP_MEMORY, "out of memory while condensing");
    for (int i = 0; i < n; i++) { up[i] = i; head[i] = -1; }
    for (int j = 0; j < n; j++)
        for (int k = M->p[j]; k < M->p[j + 1]; k++)
            if (M->x[k] != 0) up[root(up, M->i[k])] = root(up, j);
    long long nz = 0;
    for (int i = n - 1; i >= 0; i--) { int r = root(up, i); next[i] = head[r]; head[r] = i; size[r]++; }
    int most = 0;
    for (int r = 0; r < n; r++) {
        if (size[r] > limit) return SLIP_OK;
        if (size[r] > most) most = size[r];
        nz += (long long)size[r] * size[r];
    }
    if (nz > 2000000000LL) return slip_fail(error, SLIP_SIZE, "the inverse mass matrix has too many entries");
    double *a = SLIP_NEW(scratch, double, (size_t)most * (size_t)most), *b = SLIP_NEW(scratch, double, (size_t)most * (size_t)most);
    if (scratch->failed) return slip_fail(error, SLIP_MEMORY, "out of memory while condensing");
    slip_sparse inverse;
    slip_status status = slip_sparse_new(&inverse, SLIP_CSC, n, n, (int)nz, arena, error);
    if (status) return status;
    for (int j = 0; j < n; j++) inverse.p[j + 1] = inverse.p[j] + size[root(up, j)];
    for (int r = 0; r < n; r++) {
        int s = size[r], at = 0;
        if (s == 0) continue;
        for (int i = head[r]; i >= 0; i = next[i]) place[i] = at++;
        memset(a, 0, sizeof *a * (size_t)s * (size_t)s);
        memset(b, 0, sizeof *b * (size_t)s * (size_t)s);
        for (int j = head[r]; j >= 0; j = next[j]) {
            b[place[j] * s + place[j]] = 1;
            for (int k = M->p[j]; k < M->p[j + 1]; k++)
                if (M->x[k] != 0) a[place[j] * s + place[M->i[k]]] += M->x[k];
        }
        if (s == 1) {
            if (!(a[0] != 0)) return slip_fail(error, SLIP_INPUT, "M is singular: row %d is zero", head[r]);
            b[0] = 1 / a[0];
        } else {
            slip_status solved = slip_dense_solve(s, s, a, b, error);
            if (solved != SLIP_OK)
                return solved == SLIP_MEMORY ? solved : slip_fail(error, SLIP_INPUT, "M is singular in the block of row %d", head[r]);
        }
        for (int j = head[r]; j >= 0; j = next[j]) {
            int k = inverse.p[j];
            for (int i = head[r]; i >= 0; i = next[i], k++) { inverse.i[k] = i; inverse.x[k] = b[place[j] * s + place[i]]; }
        }
    }
    *out = inverse;
    return SLIP_OK;
}

slip_status slip_condense_solve(const slip_condense *c, int n, double *x, slip_arena *scratch, slip_error *error)
{
    if (!c->Minv.x) return n ? slip_factor_solve(c->factor, 1, x, x, error) : SLIP_OK;
    double *y = SLIP_NEW(scratch, double, n);
    if (!y) return slip_fail(error, SLIP_MEMORY, "out of memory while condensing");
    slip_sparse_gaxpy(1, &c->Minv, x, y);
    memcpy(x, y, sizeof *x * (size_t)n);
    return SLIP_OK;
}

/* M^-1 A */
static slip_status divide(slip_sparse *out, const slip_condense *c, const slip_sparse *A, slip_arena *arena, slip_arena *scratch, slip_error *error)
{
    if (!A->x) { *out = (slip_sparse){ .layout = SLIP_CSC, .rows = A->rows, .cols = A->cols }; return SLIP_OK; }
    if (c->Minv.x) return slip_sparse_multiply(out, &c->Minv, A, arena, error);
    size_t n = (size_t)A->rows, k = (size_t)A->cols;
    if (n * k > (size_t)1 << 28) return slip_fail(error, SLIP_SIZE, "M has no block structure and M^-1 H would take %zu numbers", n * k);
    double *x = SLIP_NEW(scratch, double, n * k);
    if (!x) return slip_fail(error, SLIP_MEMORY, "out of memory while condensing");
    slip_sparse_to_dense(A, x);
    slip_status status = n && k ? slip_factor_solve(c->factor, A->cols, x, x, error) : SLIP_OK;
    return status ? status : slip_sparse_from_dense(out, SLIP_CSC, A->rows, A->cols, x, arena, error);
}

/* A' B for sparse A, B */
static slip_status gram(slip_sparse *out, const slip_sparse *A, const slip_sparse *B, slip_arena *arena, slip_arena *scratch, slip_error *error)
{
    slip_sparse At;
    slip_status status = slip_sparse_transpose(&At, A, scratch, error);
    return status ? status : slip_sparse_multiply(out, &At, B, arena, error);
}

/* R^- and the consistency of s. */
static slip_status joints(slip_condense *c, const slip_problem *p, slip_arena *arena, slip_arena *scratch, slip_error *error)
{
    int np = p->p;
    size_t pp = (size_t)np * (size_t)np;
    if (np > 20000) return slip_fail(error, SLIP_SIZE, "%d joints are more than the dense elimination can take", np);
    c->Rinv = SLIP_NEW(arena, double, pp);
    double *scale = SLIP_NEW(scratch, double, np), *e = SLIP_NEW(scratch, double, np), *t = SLIP_NEW(scratch, double, np);
    if (!c->Rinv || scratch->failed) return slip_fail(error, SLIP_MEMORY, "out of memory while condensing joints");
    double *A = c->Rinv;
    if (!c->global) {                                   /* R as given: it must be regular */
        double *work = SLIP_NEW(scratch, double, pp);
        if (!work) return slip_fail(error, SLIP_MEMORY, "out of memory while condensing joints");
        memcpy(work, c->R, sizeof *work * pp);
        for (int i = 0; i < np; i++) A[(size_t)i * (size_t)np + (size_t)i] = 1;
        if (slip_dense_solve(np, np, work, A, error)) return slip_fail(error, SLIP_INPUT, "R is singular: the joints cannot be eliminated");
        c->rank = np;
        return SLIP_OK;
    }
    for (int i = 0; i < np; i++) {
        double r = c->R[(size_t)i * (size_t)np + (size_t)i];
        scale[i] = r > 0 ? 1 / sqrt(r) : 0;
        if (!(r > 0) && p->b[i] != 0)
            return slip_fail(error, SLIP_INPUT, "joint %d moves nothing but asks for the velocity %g", i, -p->b[i]);
    }
    for (int j = 0; j < np; j++)
        for (int i = 0; i < np; i++) A[j * (size_t)np + (size_t)i] = c->R[j * (size_t)np + (size_t)i] * scale[i] * scale[j];
    slip_status status = slip_dense_pinv(np, A, 1e-12, &c->rank, error);
    if (status) return status;
    for (int j = 0; j < np; j++)
        for (int i = 0; i < np; i++) A[j * (size_t)np + (size_t)i] *= scale[i] * scale[j];
    /* s in the range of R?  e = s - R R^- s, in units of joint speed */
    double most = 0, size = 0;
    int worst = 0;
    for (int j = 0; j < np; j++) e[j] = c->s[j];
    for (int j = 0; j < np; j++) for (int i = 0; i < np; i++) t[i] += A[j * (size_t)np + (size_t)i] * c->s[j];
    for (int j = 0; j < np; j++) for (int i = 0; i < np; i++) e[i] -= c->R[j * (size_t)np + (size_t)i] * t[j];
    for (int i = 0; i < np; i++) {
        size = fmax(size, fabs(c->s[i]) * scale[i]);
        if (fabs(e[i]) * scale[i] > most) { most = fabs(e[i]) * scale[i]; worst = i; }
    }
    if (!(most <= 1e-9 * size))
        return slip_fail(error, SLIP_INPUT, "the joints contradict each other: joint %d cannot hold together with the others (%d independent of %d)",
                         worst, c->rank, np);
    return SLIP_OK;
}

slip_status slip_condense_new(slip_condense *c, const slip_problem *p, slip_arena *arena, slip_error *error)
{
    int m = slip_problem_m(p);
    slip_arena scratch = { 0 };
    slip_status status = SLIP_OK;
    *c = (slip_condense){ .global = slip_problem_global(p) };
    c->q = SLIP_NEW(arena, double, m);
    c->s = SLIP_NEW(arena, double, p->p);
    c->R = SLIP_NEW(arena, double, (size_t)p->p * (size_t)p->p);
    double *t = SLIP_NEW(&scratch, double, p->n);
    if (arena->failed || scratch.failed) status = slip_fail(error, SLIP_MEMORY, "out of memory while condensing");
    else if (!c->global) {
        memcpy(c->q, p->q, sizeof *c->q * (size_t)m);
        memcpy(c->s, p->s, sizeof *c->s * (size_t)p->p);
        c->V = p->V;
        if (p->p) slip_sparse_to_dense(&p->R, c->R);
    } else {
        memcpy(c->q, p->w, sizeof *c->q * (size_t)m);
        memcpy(c->s, p->b, sizeof *c->s * (size_t)p->p);
        memcpy(t, p->f, sizeof *t * (size_t)p->n);
        bool unsymmetric = p->asymmetry > 1e-12;
        status = invert_blocks(&c->Minv, &p->M, unsymmetric ? UNSYMMETRIC_BLOCK : SMALL_BLOCK, arena, &scratch, error);
        if (!status && unsymmetric && !c->Minv.x) status = slip_fail(error, SLIP_SIZE, "M is not symmetric, and too large to invert");
        if (!status && !c->Minv.x && p->n) status = slip_factor_new(&c->factor, &p->M, error);
        if (!status) status = divide(&c->X, c, &p->H, arena, &scratch, error);
        if (!status) status = slip_condense_solve(c, p->n, t, &scratch, error);
        if (!status) slip_sparse_gaxpy_t(1, &p->H, t, c->q);
        if (!status && p->p) {
            slip_sparse R;
            status = divide(&c->Xg, c, &p->G, arena, &scratch, error);
            if (!status) status = gram(&c->V, &p->H, &c->Xg, arena, &scratch, error);
            if (!status) status = gram(&R, &p->G, &c->Xg, &scratch, &scratch, error);
            if (!status) { slip_sparse_to_dense(&R, c->R); slip_sparse_gaxpy_t(1, &p->G, t, c->s); }
        }
    }
    if (!status && p->p) status = joints(c, p, arena, &scratch, error);
    slip_arena_free(&scratch);
    if (status) slip_condense_close(c);
    return status;
}

void slip_condense_close(slip_condense *c)
{
    slip_factor_free(c->factor);
    c->factor = NULL;
}

void slip_condense_joints(const slip_condense *c, int m, int p, const double *r, double *l, double *t)
{
    (void)m;
    for (int j = 0; j < p; j++) t[j] = c->s[j];
    if (c->V.x) slip_sparse_gaxpy_t(1, &c->V, r, t);
    memset(l, 0, sizeof *l * (size_t)p);
    for (int j = 0; j < p; j++)
        for (int i = 0; i < p; i++) l[i] -= c->Rinv[j * (size_t)p + (size_t)i] * t[j];
}

slip_status slip_problem_recover(const slip_problem *p, const double *r, double *l, bool have_l, double *v, double *u, slip_error *error)
{
    int m = slip_problem_m(p);
    slip_arena arena = { 0 };
    slip_condense c;
    slip_status status = slip_condense_new(&c, p, &arena, error);
    if (status) { slip_arena_free(&arena); return status; }
    if (p->p && !have_l) {
        double *t = SLIP_NEW(&arena, double, p->p);
        if (!t) status = slip_fail(error, SLIP_MEMORY, "out of memory while recovering joint impulses");
        else slip_condense_joints(&c, m, p->p, r, l, t);
    }
    if (!status && c.global) {
        memcpy(v, p->f, sizeof *v * (size_t)p->n);
        if (p->H.x) slip_sparse_gaxpy(1, &p->H, r, v);
        if (p->G.x) slip_sparse_gaxpy(1, &p->G, l, v);
        status = slip_condense_solve(&c, p->n, v, &arena, error);
        memcpy(u, p->w, sizeof *u * (size_t)m);
        if (!status && p->H.x) slip_sparse_gaxpy_t(1, &p->H, v, u);
    } else if (!status) {
        memcpy(u, p->q, sizeof *u * (size_t)m);
        if (p->W.x) slip_sparse_gaxpy(1, &p->W, r, u);
        if (p->V.x) slip_sparse_gaxpy(1, &p->V, l, u);
    }
    slip_condense_close(&c);
    slip_arena_free(&arena);
    return status;
}
