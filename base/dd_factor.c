/* dd_factor.c: sparse L D L' in double-double.
   SPDX-License-Identifier: GPL-3.0-or-later

       P A P' = L D L',   row by row: L(k,:) from the columns that the elimination tree leads to [Davis2006, 4.8]

   For matrices that double loses: N + B' X B with X from 1 to 1e24.  The permutation is CHOLMOD's.  Nothing is pivoted for size: A is
   positive definite, or quasidefinite (then D has the signs of its blocks, whatever the permutation [Vanderbei1995]), or [N G; G' 0] with
   N positive definite and independent columns in G, each of which comes behind the rows of N that it touches. */

#include "base/clones.h"
#include "base/dd.h"

#include <limits.h>
#include <string.h>

struct slip_dd_factor {
    int n;
    int *perm;                  /* n: row k of P A P' is perm[k] of A */
    int *p, *i, *from;          /* n+1, then its entries: the upper triangle of P A P' by columns, and which entry of A each is */
    int *parent, *lp, *li, *count;      /* n, n+1, entries of L, n: filled so far */
    int *flag, *stack;          /* n, n */
    slip_dd *lx, *D, *y;        /* entries of L, n, n */
};

static slip_status analyse(slip_dd_factor *F, const slip_sparse *A, slip_arena *arena, slip_error *error)
{
    int n = F->n, nz = 0, *inverse = SLIP_NEW(arena, int, n);
    F->p = SLIP_NEW(arena, int, n + 1);
    F->i = SLIP_NEW(arena, int, A->nz);
    F->from = SLIP_NEW(arena, int, A->nz);
    F->parent = SLIP_NEW(arena, int, n);
    F->lp = SLIP_NEW(arena, int, n + 1);
    F->count = SLIP_NEW(arena, int, n);
    F->flag = SLIP_NEW(arena, int, n);
    F->stack = SLIP_NEW(arena, int, n);
    F->D = SLIP_NEW(arena, slip_dd, n);
    F->y = SLIP_NEW(arena, slip_dd, n);
    if (arena->failed) return slip_fail(error, SLIP_MEMORY, "no memory for a sparse factor of order %d", n);
    for (int k = 0; k < n; k++) inverse[F->perm[k]] = k;
    for (int k = 0; k < n; k++) {
        F->p[k] = nz;
        for (int e = A->p[F->perm[k]]; e < A->p[F->perm[k] + 1]; e++)
            if (inverse[A->i[e]] <= k) F->i[nz] = inverse[A->i[e]], F->from[nz++] = e;
    }
    F->p[n] = nz;
    for (int k = 0; k < n; k++) {               /* the tree, and how many entries each column of L has */
        F->parent[k] = -1;
        F->flag[k] = k;
        for (int e = F->p[k]; e < F->p[k + 1]; e++)
            for (int i = F->i[e]; F->flag[i] != k; i = F->parent[i]) {
                if (F->parent[i] < 0) F->parent[i] = k;
                F->count[i]++;
                F->flag[i] = k;
            }
    }
    for (int k = 0; k < n; k++) {
        if (F->count[k] > INT_MAX - F->lp[k]) return slip_fail(error, SLIP_SIZE, "The factor of a sparse matrix of order %d exceeds what an int can count.", n);
        F->lp[k + 1] = F->lp[k] + F->count[k];
    }
    F->li = SLIP_NEW(arena, int, F->lp[n]);
    F->lx = SLIP_NEW(arena, slip_dd, F->lp[n]);
    return arena->failed ? slip_fail(error, SLIP_MEMORY, "no memory for a sparse factor of order %d", n) : SLIP_OK;
}

/* perm with each row from `late` on moved behind its neighbours before `late` */
static slip_status delay(slip_dd_factor *F, const slip_sparse *A, int late, slip_arena *arena, slip_error *error)
{
    int n = F->n, *place = SLIP_NEW(arena, int, n), *head = SLIP_NEW(arena, int, n), *next = SLIP_NEW(arena, int, n), *out = SLIP_NEW(arena, int, n), count = 0;
    if (arena->failed) return slip_fail(error, SLIP_MEMORY, "no memory for a sparse factor of order %d", n);
    for (int k = 0; k < n; k++) place[F->perm[k]] = k, head[k] = -1;
    for (int k = 0; k < n; k++) {
        int r = F->perm[k], behind = k;
        if (r < late) continue;
        for (int e = A->p[r]; e < A->p[r + 1]; e++)
            if (A->i[e] < late && place[A->i[e]] > behind) behind = place[A->i[e]];
        next[r] = head[behind], head[behind] = r;
    }
    for (int k = 0; k < n; k++) {
        if (F->perm[k] < late) out[count++] = F->perm[k];
        for (int r = head[k]; r >= 0; r = next[r]) out[count++] = r;
    }
    F->perm = out;
    return SLIP_OK;
}

slip_status slip_dd_factor_new(slip_dd_factor **out, const slip_sparse *A, int late, slip_arena *arena, slip_error *error)
{
    slip_dd_factor *F = *out = SLIP_NEW(arena, slip_dd_factor, 1);
    if (!F) return slip_fail(error, SLIP_MEMORY, "no memory for a sparse factor");
    F->n = A->cols;
    F->perm = SLIP_NEW(arena, int, F->n);
    if (!F->perm) return slip_fail(error, SLIP_MEMORY, "no memory for a sparse factor");
    slip_status status = slip_sparse_order(A, F->perm, error);
    if (status == SLIP_OK && late < F->n) status = delay(F, A, late, arena, error);
    return status == SLIP_OK ? analyse(F, A, arena, error) : status;
}

/* y -= a b, in head and tail; errors of a few 2^-104 of the largest term */
static inline __attribute__((always_inline)) slip_dd less(slip_dd y, slip_dd a, slip_dd b)
{
    double p = a.hi * b.hi, e = fma(a.hi, b.hi, -p) + (a.hi * b.lo + a.lo * b.hi);
    slip_dd s = slip_dd_sum2(y.hi, -p);
    return slip_dd_fast2(s.hi, s.lo + (y.lo - e));
}

SLIP_FUSED int slip_dd_factor_again(slip_dd_factor *F, const slip_dd *x)
{
    int n = F->n;
    for (int k = 0; k < n; k++) F->count[k] = 0, F->flag[k] = -1, F->y[k] = slip_dd_of(0);
    for (int k = 0; k < n; k++) {
        int top = n;
        F->flag[k] = k;
        for (int e = F->p[k]; e < F->p[k + 1]; e++) {
            int i = F->i[e], length = 0;
            F->y[i] = slip_dd_add(F->y[i], x[F->from[e]]);
            for (; F->flag[i] != k; i = F->parent[i]) F->stack[length++] = i, F->flag[i] = k;
            while (length > 0) F->stack[--top] = F->stack[--length];
        }
        slip_dd D = F->y[k];
        F->y[k] = slip_dd_of(0);
        for (; top < n; top++) {
            int i = F->stack[top], end = F->lp[i] + F->count[i];
            slip_dd yi = F->y[i], l = slip_dd_div(yi, F->D[i]);
            F->y[i] = slip_dd_of(0);
            for (int e = F->lp[i]; e < end; e++) F->y[F->li[e]] = less(F->y[F->li[e]], F->lx[e], yi);
            D = less(D, l, yi);
            F->li[end] = k;
            F->lx[end] = l;
            F->count[i]++;
        }
        F->D[k] = D;
        if (!(fabs(D.hi) > 0) || !isfinite(D.hi)) return F->perm[k];
    }
    return -1;
}

SLIP_FUSED void slip_dd_factor_solve(const slip_dd_factor *F, slip_dd *b)
{
    int n = F->n;
    slip_dd *y = F->y;
    for (int k = 0; k < n; k++) y[k] = b[F->perm[k]];
    for (int k = 0; k < n; k++)
        for (int e = F->lp[k]; e < F->lp[k + 1]; e++) y[F->li[e]] = less(y[F->li[e]], F->lx[e], y[k]);
    for (int k = n - 1; k >= 0; k--) {
        y[k] = slip_dd_div(y[k], F->D[k]);
        for (int e = F->lp[k]; e < F->lp[k + 1]; e++) y[k] = less(y[k], F->lx[e], y[F->li[e]]);
    }
    for (int k = 0; k < n; k++) b[F->perm[k]] = y[k], y[k] = slip_dd_of(0);
}
