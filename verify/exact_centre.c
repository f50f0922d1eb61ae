/* exact_centre.c: other impulses for the same motion, as far inside their limits as can be.
   SPDX-License-Identifier: GPL-3.0-or-later

       maximise sum t_i   s.t.   H r + G l = M v - f (local: W r + V l = u - q),  r_i = sum phi_b B_b,  g'r_i >= CAP R t_i,  0 <= t_i <= 1

   A solver answers a vertex or any other point of the impulses that cause its motion.  Where every t_i that can be positive is, strict
   conditions can be proved; a contact whose t_i stays 0 carries nothing, or is at its bound, in every solution with this motion.
   The program is solved in floating point: what follows from it is checked exactly elsewhere. */

#include <math.h>
#include <string.h>

#include "verify/exact_near.h"

static const double CAP = 1e-3;         /* of the largest impulse */

typedef struct {
    const slip_posed *posed; const slip_piece *piece;
    int *first, *slack, columns, rows, balance;     /* nc+1: columns of phi; nc: column of t_i, -1: none; balance: rows of the motion */
    double R;                                       /* the largest impulse: the unit */
    double *target, *size;                          /* balance: right-hand sides, over R; largest entry of each row */
} program;

static double entry(const slip_piece *piece, int b, int a) { return piece->B[b][a][0] * piece->B[b][a][1]; }

static void lay_out(program *P)
{
    const slip_problem *p = P->posed->p;
    double g[SLIP_CORNERS][3];
    int limits = 0;
    P->columns = p->p;
    for (int i = 0; i < p->nc; i++) {
        P->first[i] = P->columns;
        P->columns += P->piece[i].nb;
    }
    P->first[p->nc] = P->columns;
    for (int i = 0; i < p->nc; i++) {
        slip_plain c = slip_plain_of(P->posed, i);
        int count = slip_piece_limits(&c, &P->piece[i], g);
        P->slack[i] = count ? P->columns++ : -1;
        limits += count;
    }
    P->balance = slip_problem_global(p) ? p->n : slip_problem_m(p);
    P->rows = P->balance + limits;
}

/* the motion's rows: H r + G l, or W r + V l, in terms of phi and l */
static void put(slip_sparse *T, int row, int col, double x)
{
    if (x == 0) return;
    T->i[T->nz] = row, T->p[T->nz] = col;
    T->x[T->nz++] = x;
}

static void fill(const program *P, slip_sparse *T)
{
    const slip_problem *p = P->posed->p;
    const slip_sparse *H = slip_problem_global(p) ? &p->H : &p->W, *G = slip_problem_global(p) ? &p->G : &p->V;
    int d = p->d, row = P->balance;
    double g[SLIP_CORNERS][3];
    for (int j = 0; j < p->p; j++)
        for (int k = G->p[j]; k < G->p[j + 1]; k++)
            put(T, G->i[k], j, G->x[k]);
    for (int i = 0; i < p->nc; i++)
        for (int b = 0; b < P->piece[i].nb; b++)
            for (int a = 0; a < d; a++)
                for (int k = H->p[i * d + a]; k < H->p[i * d + a + 1] && entry(&P->piece[i], b, a) != 0; k++)
                    put(T, H->i[k], P->first[i] + b, H->x[k] * entry(&P->piece[i], b, a));
    for (int i = 0; i < p->nc; i++) {
        slip_plain c = slip_plain_of(P->posed, i);
        int count = slip_piece_limits(&c, &P->piece[i], g);
        for (int q = 0; q < count; q++, row++) {
            for (int b = 0; b < P->piece[i].nb; b++) {
                double s = 0;
                for (int a = 0; a < d; a++)
                    s += g[q][a] * entry(&P->piece[i], b, a);
                put(T, row, P->first[i] + b, s);
            }
            put(T, row, P->slack[i], -CAP * slip_length(g[q], d));
        }
    }
}

static slip_status targets(program *P, const double *v, const double *u, slip_arena *arena, slip_error *error)
{
    const slip_problem *p = P->posed->p;
    P->target = SLIP_NEW(arena, double, P->balance);
    P->size = SLIP_NEW(arena, double, P->balance);
    if (arena->failed) return slip_fail(error, SLIP_MEMORY, "no memory to centre the impulses");
    if (slip_problem_global(p)) {
        slip_sparse_gaxpy(1, &p->M, v, P->target);
        for (int i = 0; i < p->n; i++)
            P->target[i] -= p->f[i];
    } else
        for (int k = 0; k < P->balance; k++)
            P->target[k] = u[k] - p->q[k];
    for (int i = 0; i < P->balance; i++)
        P->target[i] /= P->R;
    return SLIP_OK;
}

/* x += the least change that makes the motion's rows hold to rounding */
static slip_status balance(const program *P, const slip_sparse *A, double *x, slip_arena *arena, slip_error *error)
{
    int rows = P->balance, cols = P->first[P->posed->p->nc], most = rows > cols ? rows : cols, rank;
    if (cols == 0 || rows == 0 || (double)rows * cols > 1e6) return SLIP_OK;
    double *a = SLIP_NEW(arena, double, (size_t)rows * (size_t)cols), *e = SLIP_NEW(arena, double, most);
    if (arena->failed) return slip_fail(error, SLIP_MEMORY, "no memory to centre the impulses");
    memcpy(e, P->target, (size_t)rows * sizeof *e);
    for (int j = 0; j < cols; j++)
        for (int k = A->p[j]; k < A->p[j + 1]; k++)
            if (A->i[k] < rows) {
                a[(size_t)A->i[k] + (size_t)j * (size_t)rows] += A->x[k];
                e[A->i[k]] -= A->x[k] * x[j];
            }
    slip_status status = slip_dense_lstsq(rows, cols, 1, a, e, 1e-11, &rank, error);
    for (int j = 0; j < cols && status == SLIP_OK; j++)
        x[j] += e[j];
    return status;
}

static slip_status run(program *P, const double *v, const double *u, double *r, double *l, double *room, slip_arena *arena, slip_error *error)
{
    const slip_problem *p = P->posed->p;
    int d = p->d, at = 0;
    slip_sparse T, A;
    P->first = SLIP_NEW(arena, int, p->nc + 1);
    P->slack = SLIP_NEW(arena, int, p->nc);
    if (arena->failed) return slip_fail(error, SLIP_MEMORY, "no memory to centre the impulses");
    lay_out(P);
    const slip_sparse *H = slip_problem_global(p) ? &p->H : &p->W, *G = slip_problem_global(p) ? &p->G : &p->V;
    int most = 3 * H->nz + (G->x ? G->nz : 0) + 4 * P->rows;
    slip_status status = slip_sparse_new(&T, SLIP_TRIPLET, P->rows, P->columns, most, arena, error);
    if (status == SLIP_OK) status = targets(P, v, u, arena, error);
    double *c = SLIP_NEW(arena, double, P->columns), *low = SLIP_NEW(arena, double, P->columns), *high = SLIP_NEW(arena, double, P->columns);
    double *x = SLIP_NEW(arena, double, P->columns), *rlow = SLIP_NEW(arena, double, P->rows), *rhigh = SLIP_NEW(arena, double, P->rows);
    if (status != SLIP_OK || arena->failed) return status != SLIP_OK ? status : slip_fail(error, SLIP_MEMORY, "no memory to centre the impulses");
    T.nz = 0;
    fill(P, &T);
    if ((status = slip_sparse_convert(&A, &T, SLIP_CSC, arena, error)) != SLIP_OK) return status;
    for (int k = 0; k < A.nz; k++)
        if (A.i[k] < P->balance) P->size[A.i[k]] = fmax(P->size[A.i[k]], fabs(A.x[k]));
    for (int j = 0; j < P->columns; j++)
        low[j] = -INFINITY, high[j] = INFINITY;
    for (int i = 0; i < p->nc; i++)
        if (P->slack[i] >= 0) c[P->slack[i]] = -1, low[P->slack[i]] = 0, high[P->slack[i]] = 1;
    double loose[] = { 0, 1e-8, 1e-6 };
    for (at = 0; at < 3; at++) {
        for (int i = 0; i < P->rows; i++) {
            double slack = i < P->balance ? loose[at] * (P->size[i] + fabs(P->target[i])) : 0;
            rlow[i] = i < P->balance ? P->target[i] - slack : 0;
            rhigh[i] = i < P->balance ? P->target[i] + slack : INFINITY;
        }
        status = slip_lp(&A, c, rlow, rhigh, low, high, x, NULL, NULL, error);
        if (status == SLIP_OK || status == SLIP_MEMORY) break;
    }
    if (status == SLIP_OK) status = balance(P, &A, x, arena, error);
    if (status != SLIP_OK) return status;
    for (int i = 0; i < p->nc; i++) {
        for (int a = 0; a < d; a++) {
            r[i * d + a] = 0;
            for (int b = 0; b < P->piece[i].nb; b++)
                r[i * d + a] += P->R * x[P->first[i] + b] * entry(&P->piece[i], b, a);
        }
        room[i] = P->slack[i] < 0 ? 1 : x[P->slack[i]];
    }
    for (int j = 0; j < p->p; j++)
        l[j] = P->R * x[j];
    return SLIP_OK;
}

slip_status slip_centre(const slip_posed *posed, const slip_piece *piece, const double *v, const double *u, double *r, double *l, double *room, slip_error *error)
{
    slip_arena arena = { 0 };
    program P = { .posed = posed, .piece = piece };
    for (int k = 0; k < slip_problem_m(posed->p); k++)
        P.R = fmax(P.R, fabs(r[k]));
    if (P.R == 0) P.R = 1;
    slip_status status = run(&P, v, u, r, l, room, &arena, error);
    slip_arena_free(&arena);
    return status;
}
