/* delassus_bodies.c: the Delassus operator through the velocities, W never formed.
   SPDX-License-Identifier: GPL-3.0-or-later

       v = M^-1 (H r + G l),   u_i = H_i' v + q_i,   r_i += dr  means  v += (M^-1 H_i) dr

   Each contact keeps the few velocities it touches, and for each of them d entries of H and d of M^-1 H, side by side. */

#include "problems/delassus.h"

#include <string.h>

struct slip_delassus_bodies {
    int  n;
    int *start;         /* nc+1: into row and, times 2 d, into hx */
    int *row;           /* velocities touched */
    double *hx;         /* for each: d of H, then d of M^-1 H */
    slip_sparse Xg;     /* CSC n x p */
    double *v, *t;      /* n: of begin/move; scratch of apply */
};

slip_status slip_delassus_bodies_new(slip_delassus *op, const slip_problem *p, const slip_condense *c, slip_arena *arena, slip_error *error)
{
    int d = op->d, nc = op->nc;
    slip_arena scratch = { 0 };
    struct slip_delassus_bodies *b = SLIP_NEW(arena, struct slip_delassus_bodies, 1);
    int *mark = SLIP_NEW(&scratch, int, p->n);
    if (!b || !mark) { slip_arena_free(&scratch); return slip_fail(error, SLIP_MEMORY, "out of memory for the operator by bodies"); }
    b->n = p->n;
    b->start = SLIP_NEW(arena, int, nc + 1);
    b->v = SLIP_NEW(arena, double, p->n);
    b->t = SLIP_NEW(arena, double, p->n);
    if (arena->failed) { slip_arena_free(&scratch); return slip_fail(error, SLIP_MEMORY, "out of memory for the operator by bodies"); }
    for (int pass = 0; pass < 2; pass++) {              /* count, then fill */
        memset(mark, 0, sizeof *mark * (size_t)p->n);
        for (int i = 0; i < nc; i++) {
            int at = pass ? b->start[i] : 0, first = at;
            for (int a = 0; a < d; a++)
                for (int which = 0; which < 2; which++) {
                    const slip_sparse *A = which ? &c->X : &p->H;
                    int j = d * i + a;
                    for (int k = A->p[j]; k < A->p[j + 1]; k++) {
                        int row = A->i[k];
                        if (mark[row] <= first) { mark[row] = ++at; if (pass) b->row[at - 1] = row; }
                        if (pass) b->hx[(size_t)(mark[row] - 1) * (size_t)(2 * d) + (size_t)(which * d + a)] = A->x[k];
                    }
                }
            if (!pass) {
                b->start[i + 1] = b->start[i] + at;
                for (int a = 0; a < d; a++)
                    for (int which = 0; which < 2; which++) {
                        const slip_sparse *A = which ? &c->X : &p->H;
                        for (int k = A->p[d * i + a]; k < A->p[d * i + a + 1]; k++) mark[A->i[k]] = 0;
                    }
            }
        }
        if (!pass) {
            b->row = SLIP_NEW(arena, int, b->start[nc]);
            b->hx = SLIP_NEW(arena, double, (size_t)b->start[nc] * (size_t)(2 * d));
            if (arena->failed) { slip_arena_free(&scratch); return slip_fail(error, SLIP_MEMORY, "out of memory for the operator by bodies"); }
        }
    }
    slip_arena_free(&scratch);
    for (int i = 0; i < nc; i++)
        for (int k = b->start[i]; k < b->start[i + 1]; k++) {
            const double *h = b->hx + (size_t)k * (size_t)(2 * d), *x = h + d;
            for (int a = 0; a < d; a++)
                for (int e = 0; e < d; e++) op->diag[(size_t)i * (size_t)(d * d) + (size_t)(a * d + e)] += h[a] * x[e];
        }
    op->bodies = b;
    if (!op->p) return SLIP_OK;
    return slip_sparse_convert(&b->Xg, &c->Xg, SLIP_CSC, arena, error);
}

static void velocities(const slip_delassus *op, const double *r, const double *l, double *v)
{
    const struct slip_delassus_bodies *b = op->bodies;
    int d = op->d;
    memset(v, 0, sizeof *v * (size_t)b->n);
    for (int i = 0; i < op->nc; i++)
        for (int k = b->start[i]; k < b->start[i + 1]; k++) {
            const double *x = b->hx + (size_t)k * (size_t)(2 * d) + d;
            double sum = 0;
            for (int a = 0; a < d; a++) sum += x[a] * r[d * i + a];
            v[b->row[k]] += sum;
        }
    if (l && b->Xg.x) slip_sparse_gaxpy(1, &b->Xg, l, v);
}

static void row_from(const slip_delassus *op, const double *v, int i, double u[])
{
    const struct slip_delassus_bodies *b = op->bodies;
    int d = op->d;
    for (int a = 0; a < d; a++) u[a] = op->q[d * i + a];
    for (int k = b->start[i]; k < b->start[i + 1]; k++) {
        const double *h = b->hx + (size_t)k * (size_t)(2 * d);
        for (int a = 0; a < d; a++) u[a] += h[a] * v[b->row[k]];
    }
}

void slip_delassus_bodies_apply(const slip_delassus *op, const double *r, const double *l, double *u)
{
    velocities(op, r, l, op->bodies->t);
    for (int i = 0; i < op->nc; i++) row_from(op, op->bodies->t, i, u + op->d * i);
}

void slip_delassus_bodies_begin(slip_delassus *op, const double *r, const double *l) { velocities(op, r, l, op->bodies->v); }

void slip_delassus_bodies_row(const slip_delassus *op, int i, double u[3]) { row_from(op, op->bodies->v, i, u); }

void slip_delassus_bodies_move(slip_delassus *op, int i, const double dr[3])
{
    const struct slip_delassus_bodies *b = op->bodies;
    int d = op->d;
    for (int k = b->start[i]; k < b->start[i + 1]; k++) {
        const double *x = b->hx + (size_t)k * (size_t)(2 * d) + d;
        for (int a = 0; a < d; a++) b->v[b->row[k]] += x[a] * dr[a];
    }
}

void slip_delassus_bodies_joint_move(slip_delassus *op, int j, double dl)
{
    const slip_sparse *A = &op->bodies->Xg;
    if (A->x) for (int k = A->p[j]; k < A->p[j + 1]; k++) op->bodies->v[A->i[k]] += A->x[k] * dl;
}
