/* exact_program.c: a cone law as a cone program in double-double.
   SPDX-License-Identifier: GPL-3.0-or-later

       M v = A x + G l + f,   s = A'v + c,   G'v + b = 0,   x and s inside the same cones,  x.s = 0

       polygons, the plane     r_i = sum z_k (1, mu d_k), z >= 0:     a column H_i (1, mu d_k) for each corner
       discs in space          r_i = (x_0 / mu, x_1, x_2):            three columns, H_i diag(1/mu, 1, 1)
       no friction             r_i = (x, 0, 0)

   Products of numbers of the problem are kept in double-double: what is left out is far below what a proof has to spare. */

#include <math.h>
#include <string.h>

#include "verify/exact_polish.h"

static int corners(const slip_plain *c) { return c->disc ? 0 : c->k ? c->k : 1; }

/* the factor of component a of the impulse in column k of its contact */
static slip_dd factor(const slip_plain *c, int k, int a)
{
    if (c->disc) return k != a ? slip_dd_of(0) : a ? slip_dd_of(1) : slip_dd_div(slip_dd_of(1), slip_dd_of(c->mu));
    return a == 0 ? slip_dd_of(1) : c->k ? slip_dd_mul2(c->mu, c->vertex[k * (c->d - 1) + a - 1]) : slip_dd_of(0);
}

static int by_number(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

/* the velocities that contact i touches, in order; rows: room for all of its entries */
static int touched(const slip_problem *p, int i, int *rows)
{
    int count = 0, kept = 0;
    for (int e = p->H.p[i * p->d]; e < p->H.p[(i + 1) * p->d]; e++) rows[count++] = p->H.i[e];
    qsort(rows, (size_t)count, sizeof *rows, by_number);
    for (int k = 0; k < count; k++)
        if (k == 0 || rows[k] != rows[kept - 1]) rows[kept++] = rows[k];
    return kept;
}

static slip_status pattern(slip_program *P, int *rows, slip_arena *arena, slip_error *error)
{
    const slip_problem *p = P->posed->p;
    int size = p->n + P->joints;
    double all = (double)p->M.nz + 2.0 * p->G.nz + size;
    slip_sparse T;
    for (int i = 0; i < p->nc; i++) {
        double own = touched(p, i, rows);
        all += own * own;
    }
    if (all > 2e9) return slip_fail(error, SLIP_SIZE, "%.0f products are too many to refine", all);
    slip_status status = slip_sparse_new(&T, SLIP_TRIPLET, size, size, (int)all, arena, error);
    if (status != SLIP_OK) return status;
    int nz = 0;
    for (int j = 0; j < p->n; j++)
        for (int e = p->M.p[j]; e < p->M.p[j + 1]; e++) T.i[nz] = p->M.i[e], T.p[nz++] = j;
    for (int j = 0; j < P->joints; j++)
        for (int e = p->G.p[P->joint[j]]; e < p->G.p[P->joint[j] + 1]; e++) {
            T.i[nz] = p->G.i[e], T.p[nz++] = p->n + j;
            T.i[nz] = p->n + j, T.p[nz++] = p->G.i[e];
        }
    for (int i = 0; i < p->nc; i++) {
        int own = touched(p, i, rows);
        for (int a = 0; a < own; a++)
            for (int b = 0; b < own; b++) T.i[nz] = rows[a], T.p[nz++] = rows[b];
    }
    for (int k = 0; k < size; k++) T.i[nz] = T.p[nz] = k, nz++;
    T.nz = nz;
    if ((status = slip_sparse_convert(&P->K, &T, SLIP_CSC, arena, error)) != SLIP_OK) return status;
    P->k = SLIP_NEW(arena, slip_dd, P->K.nz);
    return P->k ? SLIP_OK : slip_fail(error, SLIP_MEMORY, "no memory to refine an answer");
}

/* the columns of contact i: its blocks, entries and constants */
static void columns(slip_program *P, int i, int *rows)
{
    const slip_problem *p = P->posed->p;
    slip_plain c = slip_plain_of(P->posed, i);
    int own = touched(p, i, rows), k = corners(&c), count = c.disc ? 3 : k;
    for (int col = 0; col < count; col++) {
        int at = P->N++, from = P->p[at];
        if (!c.disc || col == 0) P->block[P->blocks++] = (slip_cone_block){ at, c.disc ? 3 : 1, i, col };
        P->p[at + 1] = from + own;
        for (int e = 0; e < own; e++) P->i[from + e] = rows[e];
        for (int a = 0; a < p->d; a++) {
            slip_dd f = factor(&c, col, a);
            P->c[at] = slip_dd_add(P->c[at], slip_dd_scale(f, p->w[i * p->d + a]));
            for (int e = p->H.p[i * p->d + a]; e < p->H.p[i * p->d + a + 1] && f.hi != 0; e++) {
                int to = from;
                while (P->i[to] != p->H.i[e]) to++;
                P->x[to] = slip_dd_add(P->x[to], slip_dd_scale(f, p->H.x[e]));
            }
        }
    }
}

slip_status slip_program_new(slip_program *P, const slip_posed *posed, const int *joint, int joints, slip_arena *arena, slip_error *error)
{
    const slip_problem *p = posed->p;
    int most = 0, all = 0;
    double entries = 0;
    *P = (slip_program){ .posed = posed, .joint = joint, .joints = joints };
    for (int i = 0; i < p->nc; i++) {
        slip_plain c = slip_plain_of(posed, i);
        int own = p->H.p[(i + 1) * p->d] - p->H.p[i * p->d], count = c.disc ? 3 : corners(&c);
        most = own > most ? own : most;
        all += count;
        entries += (double)own * count;
    }
    if (entries > 1e9) return slip_fail(error, SLIP_SIZE, "%.0f entries are too many to refine", entries);
    int *rows = SLIP_NEW(arena, int, most);
    P->block = SLIP_NEW(arena, slip_cone_block, all);
    P->p = SLIP_NEW(arena, int, all + 1);
    P->i = SLIP_NEW(arena, int, (size_t)entries);
    P->x = SLIP_NEW(arena, slip_dd, (size_t)entries);
    P->c = SLIP_NEW(arena, slip_dd, all);
    if (arena->failed) return slip_fail(error, SLIP_MEMORY, "no memory to refine an answer");
    for (int i = 0; i < p->nc; i++) columns(P, i, rows);
    return pattern(P, rows, arena, error);
}

void slip_program_times(const slip_program *P, const slip_dd *x, slip_dd *out)
{
    for (int j = 0; j < P->N; j++)
        for (int e = P->p[j]; e < P->p[j + 1]; e++) out[P->i[e]] = slip_dd_add(out[P->i[e]], slip_dd_mul(P->x[e], x[j]));
}

void slip_program_times_t(const slip_program *P, const slip_dd *v, slip_dd *out)
{
    for (int j = 0; j < P->N; j++)
        for (int e = P->p[j]; e < P->p[j + 1]; e++) out[j] = slip_dd_add(out[j], slip_dd_mul(P->x[e], v[P->i[e]]));
}

static void put(slip_program *P, int i, int j, slip_dd x)
{
    int low = P->K.p[j], high = P->K.p[j + 1] - 1;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (P->K.i[middle] < i) low = middle + 1;
        else high = middle;
    }
    P->k[low] = slip_dd_add(P->k[low], x);
}

void slip_program_fill(slip_program *P, const slip_scaling *w)
{
    const slip_problem *p = P->posed->p;
    memset(P->k, 0, (size_t)P->K.nz * sizeof *P->k);
    for (int j = 0; j < p->n; j++)
        for (int e = p->M.p[j]; e < p->M.p[j + 1]; e++) put(P, p->M.i[e], j, slip_dd_of(p->M.x[e]));
    for (int j = 0; j < P->joints; j++)
        for (int e = p->G.p[P->joint[j]]; e < p->G.p[P->joint[j] + 1]; e++) {
            put(P, p->G.i[e], p->n + j, slip_dd_of(p->G.x[e]));
            put(P, p->n + j, p->G.i[e], slip_dd_of(p->G.x[e]));
        }
    for (int b = 0; b < P->blocks; b++) {
        int at = P->block[b].at, size = P->block[b].size, from = P->p[at], own = P->p[at + 1] - from;
        const int *row = P->i + from;
        for (int j = 0; j < own; j++) {
            slip_dd x[3], y[3];
            for (int k = 0; k < size; k++) x[k] = P->x[from + k * own + j];
            slip_scaling_square(&w[b], size, x, y);
            for (int i = 0; i <= j; i++) {
                slip_dd sum = slip_dd_of(0);
                for (int k = 0; k < size; k++) sum = slip_dd_add(sum, slip_dd_mul(P->x[from + k * own + i], y[k]));
                put(P, row[i], row[j], sum);
                if (i != j) put(P, row[j], row[i], sum);
            }
        }
    }
}

void slip_program_impulses(const slip_program *P, const slip_dd *x, slip_dd *r)
{
    int d = P->posed->p->d;
    for (int b = 0; b < P->blocks; b++) {
        int i = P->block[b].contact;
        slip_plain c = slip_plain_of(P->posed, i);
        for (int col = 0; col < P->block[b].size; col++)
            for (int a = 0; a < d; a++)
                r[i * d + a] = slip_dd_add(r[i * d + a], slip_dd_mul(factor(&c, P->block[b].corner + col, a), x[P->block[b].at + col]));
    }
}

void slip_program_start(const slip_program *P, const double *r, double *x)
{
    const slip_problem *p = P->posed->p;
    static const double still[3];
    for (int b = 0; b < P->blocks; ) {
        int i = P->block[b].contact, at = P->block[b].at;
        const double *own = r + i * p->d;
        slip_plain c = slip_plain_of(P->posed, i);
        if (c.disc) {
            x[at] = c.mu * own[0], x[at + 1] = own[1], x[at + 2] = own[2];
            b++;
            continue;
        }
        int count = corners(&c);
        double lambda, left = own[0];
        if (count > 1) {
            slip_facets_split(p->d, P->posed->dirs, own, still, x + at, &lambda);
            for (int k = 0; k < count; k++) x[at + k] /= c.mu, left -= x[at + k];
        } else x[at] = 0;
        for (int k = 0; k < count; k++) x[at + k] += fmax(left, 0) / count;
        b += count;
    }
}
