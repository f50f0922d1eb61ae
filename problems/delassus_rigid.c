/* delassus_rigid.c: the operator by bodies, packed: two bodies of equal size for each contact.
   SPDX-License-Identifier: GPL-3.0-or-later

   With M_b = L_b L_b' for each body and the scaled velocities y = L' v, N_i = L^-1 H_i:

       W_ij = N_i' N_j,   y = N r + L^-1 G l,   u_i = N_i' y + q_i,   r_i += dr  means  y += N_i dr

   One block serves both directions, so a contact takes 3 x 12 numbers in space and 2 x 6 in the plane, read once a visit.
   In space a row holds (a0..a3, b0..b3, a4 a5 b4 b5) of bodies a and b: three vectors of four.  A body's velocities begin
   at a multiple of eight, one line of the cache.  The ground is a body past the last whose entries of N are 0. */

#include "base/clones.h"
#include "problems/delassus.h"

#include <math.h>
#include <string.h>

enum { STRIDE = 8 };

typedef double four __attribute__((vector_size(32), aligned(8), may_alias));

#define FOUR(x) (*(const four *)(x))

struct slip_delassus_rigid {
    int dof, bodies, row;   /* 6 or 3; row = 2 dof */
    const int *pair;        /* 2 nc: bodies, `bodies` for the ground */
    double *h;              /* nc x d x row */
    slip_sparse Yg;         /* CSC (STRIDE bodies) x p: L^-1 G */
    double *y, *t;          /* STRIDE (bodies + 1) */
    int *first, *item;      /* bodies + 1; for each body 2 contact + side, ascending: for several threads, or NULL */
};

/* Where velocity k of side s stands in a row. */
static int place(int dof, int s, int k)
{
    if (dof == 6) return k < 4 ? 4 * s + k : 8 + 2 * s + k - 4;
    return dof * s + k;
}

/* Cholesky factors of the bodies' masses, dof x dof each, lower, row-major; false when M is not like that. */
static bool factor(const slip_problem *p, int dof, double *L)
{
    for (int b = 0; b < p->bodies.count; b++) {
        double *a = L + (size_t)b * (size_t)(dof * dof);
        int first = p->bodies.first[b];
        for (int j = 0; j < dof; j++)
            for (int k = p->M.p[first + j]; k < p->M.p[first + j + 1]; k++) {
                int i = p->M.i[k] - first;
                if (i < 0 || i >= dof) { if (p->M.x[k] != 0) return false; continue; }
                a[i * dof + j] = p->M.x[k];
            }
        for (int i = 0; i < dof; i++)
            for (int j = 0; j <= i; j++) {
                double s = a[i * dof + j];
                for (int k = 0; k < j; k++) s -= a[i * dof + k] * a[j * dof + k];
                if (i == j && !(s > 0)) return false;
                a[i * dof + j] = i == j ? sqrt(s) : s / a[j * dof + j];
            }
    }
    return true;
}

static void divide(const double *L, int dof, double *x)
{
    for (int i = 0; i < dof; i++) {
        for (int k = 0; k < i; k++) x[i] -= L[i * dof + k] * x[k];
        x[i] /= L[i * dof + i];
    }
}

/* Column a of contact i into h; false when it touches other bodies than its two. */
static bool column(struct slip_delassus_rigid *x, const slip_problem *p, const double *L, int i, int a)
{
    double side[2][6] = { { 0 } };
    int dof = x->dof, j = p->d * i + a;
    for (int k = p->H.p[j]; k < p->H.p[j + 1]; k++) {
        int s = 0;
        for (; s < 2; s++) {
            int b = p->bodies.pair[2 * i + s];
            if (b >= 0 && p->H.i[k] >= p->bodies.first[b] && p->H.i[k] < p->bodies.first[b] + dof) {
                side[s][p->H.i[k] - p->bodies.first[b]] = p->H.x[k];
                break;
            }
        }
        if (s == 2 && p->H.x[k] != 0) return false;
    }
    double *row = x->h + ((size_t)i * (size_t)p->d + (size_t)a) * (size_t)x->row;
    for (int s = 0; s < 2; s++) {
        int b = p->bodies.pair[2 * i + s];
        if (b < 0) continue;
        divide(L + (size_t)b * (size_t)(dof * dof), dof, side[s]);
        for (int k = 0; k < dof; k++) row[place(dof, s, k)] = side[s][k];
    }
    return true;
}

static slip_status joints(struct slip_delassus_rigid *x, const slip_problem *p, const double *L, slip_arena *arena, slip_error *error)
{
    int dof = x->dof, nz = 0, at = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (int j = 0; j < p->p; j++) {
            for (int k = p->G.p[j]; k < p->G.p[j + 1];) {
                int b = 0, low = 0, high = p->bodies.count;          /* the body of this row */
                while (high - low > 1) { b = (low + high) / 2; if (p->bodies.first[b] <= p->G.i[k]) low = b; else high = b; }
                b = low;
                double g[6] = { 0 };
                for (; k < p->G.p[j + 1] && p->G.i[k] < p->bodies.first[b] + dof; k++) g[p->G.i[k] - p->bodies.first[b]] = p->G.x[k];
                if (!pass) { nz += dof; continue; }
                divide(L + (size_t)b * (size_t)(dof * dof), dof, g);
                for (int i = 0; i < dof; i++, at++) { x->Yg.i[at] = STRIDE * b + i; x->Yg.x[at] = g[i]; }
            }
            if (pass) x->Yg.p[j + 1] = at;
        }
        if (!pass) {
            slip_status status = slip_sparse_new(&x->Yg, SLIP_CSC, STRIDE * x->bodies, p->p, nz, arena, error);
            if (status) return status;
        }
    }
    return SLIP_OK;
}

/* Could this problem be packed?  The same size of body everywhere, pairs known. */
static int size_of_bodies(const slip_problem *p)
{
    int dof = p->bodies.count && p->bodies.first && p->bodies.pair ? p->bodies.first[1] - p->bodies.first[0] : 0;
    if (!((dof == 6 && p->d == 3) || (dof == 3 && p->d == 2))) return 0;
    for (int b = 0; b < p->bodies.count; b++) if (p->bodies.first[b + 1] - p->bodies.first[b] != dof) return 0;
    for (int i = 0; i < p->nc; i++) if (p->bodies.pair[2 * i] == p->bodies.pair[2 * i + 1]) return 0;
    return dof;
}

slip_status slip_delassus_rigid_new(slip_delassus *op, const slip_problem *p, slip_arena *arena, slip_error *error)
{
    int dof = size_of_bodies(p), d = p->d;
    op->rigid = NULL;
    if (!dof || p->asymmetry > 0) return SLIP_OK;
    slip_arena scratch = { 0 };
    size_t nc = (size_t)p->nc, nb = (size_t)p->bodies.count;
    double *L = SLIP_NEW(&scratch, double, nb * (size_t)(dof * dof));
    if (!L) return slip_fail(error, SLIP_MEMORY, "out of memory for the operator by bodies");
    if (!factor(p, dof, L)) { slip_arena_free(&scratch); return SLIP_OK; }
    struct slip_delassus_rigid *x = SLIP_NEW(arena, struct slip_delassus_rigid, 1);
    int *pair = SLIP_NEW(arena, int, 2 * nc);
    slip_status status = SLIP_OK;
    bool fits = true;
    if (x) {
        *x = (struct slip_delassus_rigid){ .dof = dof, .row = 2 * dof, .bodies = p->bodies.count, .pair = pair };
        x->h = SLIP_NEW(arena, double, nc * (size_t)(d * x->row));
        x->y = SLIP_NEW(arena, double, STRIDE * (nb + 1));
        x->t = SLIP_NEW(arena, double, STRIDE * (nb + 1));
    }
    if (arena->failed) status = slip_fail(error, SLIP_MEMORY, "out of memory for the operator by bodies");
    for (size_t k = 0; !status && k < 2 * nc; k++) pair[k] = p->bodies.pair[k] >= 0 ? p->bodies.pair[k] : x->bodies;
    for (int i = 0; !status && fits && i < p->nc; i++)
        for (int a = 0; fits && a < d; a++) fits = column(x, p, L, i, a);
    if (!status && fits && op->p) status = joints(x, p, L, arena, error);
    slip_arena_free(&scratch);
    if (status || !fits) return status;
    for (int i = 0; i < p->nc; i++) {
        const double *h = x->h + (size_t)i * (size_t)(d * x->row);
        double *diag = op->diag + (size_t)i * (size_t)(d * d);
        for (int a = 0; a < d; a++)
            for (int e = 0; e < d; e++)
                for (int k = 0; k < x->row; k++) diag[a * d + e] += h[a * x->row + k] * h[e * x->row + k];
    }
    op->rigid = x;
    return SLIP_OK;
}

static inline __attribute__((always_inline)) double sum(const four *x) { return ((*x)[0] + (*x)[1]) + ((*x)[2] + (*x)[3]); }

static inline __attribute__((always_inline)) void row3(const double *h, const double *q, const double *a, const double *b, double u[3])
{
    four A = FOUR(a), B = FOUR(b), C = { a[4], a[5], b[4], b[5] };
    four s0 = FOUR(h) * A + FOUR(h + 4) * B + FOUR(h + 8) * C;
    four s1 = FOUR(h + 12) * A + FOUR(h + 16) * B + FOUR(h + 20) * C;
    four s2 = FOUR(h + 24) * A + FOUR(h + 28) * B + FOUR(h + 32) * C;
    u[0] = q[0] + sum(&s0); u[1] = q[1] + sum(&s1); u[2] = q[2] + sum(&s2);
}

static inline __attribute__((always_inline)) void move3(const double *h, const double dr[3], double *a, double *b, bool ground_a, bool ground_b)
{
    four d0 = { dr[0], dr[0], dr[0], dr[0] }, d1 = { dr[1], dr[1], dr[1], dr[1] }, d2 = { dr[2], dr[2], dr[2], dr[2] };
    four C = FOUR(h + 8) * d0 + FOUR(h + 20) * d1 + FOUR(h + 32) * d2;
    if (!ground_a) {
        *(four *)a += FOUR(h) * d0 + FOUR(h + 12) * d1 + FOUR(h + 24) * d2;
        a[4] += C[0]; a[5] += C[1];
    }
    if (!ground_b) {
        *(four *)b += FOUR(h + 4) * d0 + FOUR(h + 16) * d1 + FOUR(h + 28) * d2;
        b[4] += C[2]; b[5] += C[3];
    }
}

static inline __attribute__((always_inline)) void row2(const double *h, const double *q, const double *a, const double *b, double u[2])
{
    u[0] = q[0] + ((h[0] * a[0] + h[1] * a[1]) + h[2] * a[2]) + ((h[3] * b[0] + h[4] * b[1]) + h[5] * b[2]);
    u[1] = q[1] + ((h[6] * a[0] + h[7] * a[1]) + h[8] * a[2]) + ((h[9] * b[0] + h[10] * b[1]) + h[11] * b[2]);
}

static inline __attribute__((always_inline)) void move2(const double *h, const double dr[2], double *a, double *b, bool ground_a, bool ground_b)
{
    for (int k = 0; k < 3 && !ground_a; k++) a[k] += h[k] * dr[0] + h[6 + k] * dr[1];
    for (int k = 0; k < 3 && !ground_b; k++) b[k] += h[3 + k] * dr[0] + h[9 + k] * dr[1];
}

static inline __attribute__((always_inline)) void row(const slip_delassus *op, const double *y, int i, double u[])
{
    const struct slip_delassus_rigid *x = op->rigid;
    const double *a = y + (size_t)STRIDE * (size_t)x->pair[2 * i], *b = y + (size_t)STRIDE * (size_t)x->pair[2 * i + 1];
    if (op->d == 3) row3(x->h + (size_t)i * 36, op->q + (size_t)i * 3, a, b, u);
    else row2(x->h + (size_t)i * 12, op->q + (size_t)i * 2, a, b, u);
}

static inline __attribute__((always_inline)) void move(const slip_delassus *op, double *y, int i, const double dr[])
{
    const struct slip_delassus_rigid *x = op->rigid;
    int a = x->pair[2 * i], b = x->pair[2 * i + 1];
    double *ya = y + (size_t)STRIDE * (size_t)a, *yb = y + (size_t)STRIDE * (size_t)b;
    if (op->d == 3) move3(x->h + (size_t)i * 36, dr, ya, yb, a == x->bodies, b == x->bodies);
    else move2(x->h + (size_t)i * 12, dr, ya, yb, a == x->bodies, b == x->bodies);
}

SLIP_CLONES("avx2", "default")
static void gather(const slip_delassus *op, const double *r, const double *l, double *y)
{
    const struct slip_delassus_rigid *x = op->rigid;
    memset(y, 0, sizeof *y * (size_t)STRIDE * (size_t)(x->bodies + 1));
    for (int i = 0; i < op->nc; i++) move(op, y, i, r + (size_t)op->d * (size_t)i);
    if (l && x->Yg.x) slip_sparse_gaxpy(1, &x->Yg, l, y);
}

slip_status slip_delassus_rigid_crew(slip_delassus *op, slip_arena *arena, slip_error *error)
{
    struct slip_delassus_rigid *x = op->rigid;
    x->first = SLIP_NEW(arena, int, x->bodies + 2);
    x->item = SLIP_NEW(arena, int, 2 * (size_t)op->nc);
    if (arena->failed) return slip_fail(error, SLIP_MEMORY, "out of memory for the contacts of each body");
    int *next = x->first + 1;
    for (int k = 0; k < 2 * op->nc; k++) if (x->pair[k] < x->bodies) next[x->pair[k] + 1]++;
    for (int b = 0; b < x->bodies; b++) next[b + 1] += next[b];
    for (int k = 0; k < 2 * op->nc; k++) if (x->pair[k] < x->bodies) x->item[next[x->pair[k]]++] = k;
    return SLIP_OK;
}

typedef struct { const slip_delassus *op; const double *r; double *u; } shared;

static int part(int count, int member, int members) { return (int)((long long)count * member / members); }

/* Velocities of a part of the bodies: for each the same sums in the same order as in gather. */
SLIP_CLONES("avx2", "default")
static void gather_part(void *ctx, int member, int members)
{
    const shared *s = ctx;
    const struct slip_delassus_rigid *x = s->op->rigid;
    int d = s->op->d;
    for (int b = part(x->bodies, member, members); b < part(x->bodies, member + 1, members); b++) {
        double *y = x->t + (size_t)STRIDE * (size_t)b;
        memset(y, 0, sizeof *y * STRIDE);
        for (int k = x->first[b]; k < x->first[b + 1]; k++) {
            size_t i = (size_t)(x->item[k] / 2);
            bool second = x->item[k] % 2;
            if (d == 3) move3(x->h + i * 36, s->r + i * 3, y, y, second, !second);
            else move2(x->h + i * 12, s->r + i * 2, y, y, second, !second);
        }
    }
}

SLIP_CLONES("avx2", "default")
static void rows_part(void *ctx, int member, int members)
{
    const shared *s = ctx;
    for (int i = part(s->op->nc, member, members); i < part(s->op->nc, member + 1, members); i++)
        row(s->op, s->op->rigid->t, i, s->u + (size_t)s->op->d * (size_t)i);
}

static void apply_together(const slip_delassus *op, const double *r, const double *l, double *u)
{
    shared s = { op, r, u };
    slip_crew_run(op->crew, gather_part, &s);
    if (l && op->rigid->Yg.x) slip_sparse_gaxpy(1, &op->rigid->Yg, l, op->rigid->t);
    slip_crew_run(op->crew, rows_part, &s);
}

SLIP_CLONES("avx2", "default")
void slip_delassus_rigid_apply(const slip_delassus *op, const double *r, const double *l, double *u)
{
    if (op->crew) { apply_together(op, r, l, u); return; }
    gather(op, r, l, op->rigid->t);
    for (int i = 0; i < op->nc; i++) row(op, op->rigid->t, i, u + (size_t)op->d * (size_t)i);
}

void slip_delassus_rigid_begin(slip_delassus *op, const double *r, const double *l) { gather(op, r, l, op->rigid->y); }

SLIP_CLONES("avx2", "default")
void slip_delassus_rigid_row(const slip_delassus *op, int i, double u[3]) { row(op, op->rigid->y, i, u); }

SLIP_CLONES("avx2", "default")
void slip_delassus_rigid_move(slip_delassus *op, int i, const double dr[3]) { move(op, op->rigid->y, i, dr); }

void slip_delassus_rigid_joint_move(slip_delassus *op, int j, double dl)
{
    const slip_sparse *A = &op->rigid->Yg;
    if (A->x) for (int k = A->p[j]; k < A->p[j + 1]; k++) op->rigid->y[A->i[k]] += A->x[k] * dl;
}
