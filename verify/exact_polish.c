/* exact_polish.c: the answer of a cone law refined to about thirty digits, inside all constraints, by an interior point method in double-double.
   SPDX-License-Identifier: GPL-3.0-or-later

       M v = A x + G l + f,  s = A'v + c,  G'v + b = 0,  x o s = mu e,  mu -> 0         (exact_program.c)
       [M + A W^-2 A', G; G', 0] (dv, -dl) = (rd + A (W^-1 z - W^-2 rp), rj),  ds = A'dv + rp,  dx = W^-1 z - W^-2 ds

   with the scaling of exact_scaling.c and Mehrotra's two right-hand sides [Mehrotra1992].  The bound by the duality gap is the root of the gap: 1e-13
   asks for a gap of 1e-26, and contacts that are redundant but for the rounding of their data decide at 1e-17 which of them carries.
   No active set is guessed: every iterate is inside, and its gap is what it is. */

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "verify/exact_polish.h"

static const double MIDDLE = 1e-3;      /* of the mean, at least: the product of x and s at every contact */

enum { STEPS = 80, STUCK = 12, SPENT = 3 };       /* at most; without gain; without gain where double-double ends */

typedef struct {
    slip_nearby *t; const slip_problem *p;
    slip_program P;
    slip_dd_factor *F;
    slip_scaling *w;                            /* blocks */
    slip_dd *v, *l, *x, *s;                     /* n, p, N, N */
    slip_dd *rd, *rp, *rj;                      /* n, N, p: what the equations miss */
    slip_dd *dx, *ds, *z, *e, *y;               /* N, N, n+p, n+p, N */
    double *pull, *a, *b;                       /* N each: the scaled right-hand side; the scaled steps of the first solve */
    double *mass;                               /* n: the diagonal of M */
    bool whole;                                 /* a whole step was made: the equations hold, but for rounding */
    double last;                                /* the length of the last step */
    double mu, off;                             /* the gap over the blocks; |rd| */
} path;

static slip_dd inner(const slip_dd *a, const slip_dd *b, int n)
{
    slip_dd sum = slip_dd_of(0);
    for (int k = 0; k < n; k++) sum = slip_dd_add(sum, slip_dd_mul(a[k], b[k]));
    return sum;
}

static void measure(path *q)
{
    const slip_problem *p = q->p;
    double sum = 0;
    for (int i = 0; i < p->n; i++) q->rd[i] = slip_dd_of(p->f[i]);
    slip_dd_gaxpy(-1, &p->M, q->v, q->rd);
    slip_program_times(&q->P, q->x, q->rd);
    if (p->p) slip_dd_gaxpy(1, &p->G, q->l, q->rd);
    for (int k = 0; k < q->P.N; k++) q->rp[k] = slip_dd_sub(q->P.c[k], q->s[k]);
    slip_program_times_t(&q->P, q->v, q->rp);
    for (int j = 0; j < p->p; j++) q->rj[j] = slip_dd_of(p->b[j]);
    if (p->p) slip_dd_gaxpy_t(1, &p->G, q->v, q->rj);
    for (int j = 0; j < p->p; j++) q->rj[j] = slip_dd_neg(q->rj[j]);
    for (int i = 0; i < p->n; i++) sum += q->rd[i].hi * q->rd[i].hi / q->mass[i];
    q->off = sqrt(sum);
    q->mu = q->P.blocks ? inner(q->x, q->s, q->P.N).hi / q->P.blocks : 0;
}

/* z = K^-1 e, refined */
static void solve(path *q)
{
    int size = q->P.K.cols;
    slip_dd *left = q->z + size;
    memset(q->z, 0, (size_t)size * sizeof *q->z);
    for (int round = 0; round < 3; round++) {
        memcpy(left, q->e, (size_t)size * sizeof *left);
        for (int j = 0; j < size && round; j++)
            for (int k = q->P.K.p[j]; k < q->P.K.p[j + 1]; k++) left[q->P.K.i[k]] = slip_dd_sub(left[q->P.K.i[k]], slip_dd_mul(q->P.k[k], q->z[j]));
        slip_dd_factor_solve(q->F, left);
        for (int j = 0; j < size; j++) q->z[j] = slip_dd_add(q->z[j], left[j]);
    }
}

/* the direction for W dx + W^-1 ds = pull */
static void direction(path *q)
{
    const slip_program *P = &q->P;
    int n = q->p->n;
    for (int b = 0; b < P->blocks; b++) {
        int at = P->block[b].at, size = P->block[b].size;
        slip_scaling_undo(&q->w[b], size, q->pull + at, q->dx + at);
        slip_scaling_square(&q->w[b], size, q->rp + at, q->y + at);
        for (int k = 0; k < size; k++) q->y[at + k] = slip_dd_sub(q->dx[at + k], q->y[at + k]);
    }
    memcpy(q->e, q->rd, (size_t)n * sizeof *q->e);
    for (int j = 0; j < P->joints; j++) q->e[n + j] = q->rj[P->joint[j]];
    slip_program_times(P, q->y, q->e);
    solve(q);
    memcpy(q->ds, q->rp, (size_t)P->N * sizeof *q->ds);
    slip_program_times_t(P, q->z, q->ds);
    for (int b = 0; b < P->blocks; b++) {
        int at = P->block[b].at, size = P->block[b].size;
        slip_dd carried[3];
        slip_scaling_square(&q->w[b], size, q->ds + at, carried);
        for (int k = 0; k < size; k++) q->dx[at + k] = slip_dd_sub(q->dx[at + k], carried[k]);
    }
}

/* the longest step, 1 at most; a, b: the steps seen through the scaling */
static double longest(path *q)
{
    const slip_program *P = &q->P;
    double out = 0;
    for (int b = 0; b < P->blocks; b++) {
        int at = P->block[b].at, size = P->block[b].size;
        slip_scaling_times(&q->w[b], size, false, q->dx + at, q->a + at);
        slip_scaling_times(&q->w[b], size, true, q->ds + at, q->b + at);
        double here = fmax(slip_scaling_out(&q->w[b], size, q->a + at), slip_scaling_out(&q->w[b], size, q->b + at));
        if (!(here <= out)) out = here;
    }
    return out > 1 ? 1 / out : out <= 1 ? 1 : NAN;
}

/* Is every pair of cones as near to the middle after a step as it has to be?  Through the scaling, x'Jx s'Js stays what it is. */
static bool central(const path *q, double alpha)
{
    const slip_program *P = &q->P;
    double sum = 0, least = INFINITY;
    for (int b = 0; b < P->blocks; b++) {
        int at = P->block[b].at;
        double det[2] = { 0 }, dot = 0, x[3], y[3];
        for (int k = 0; k < P->block[b].size; k++) {
            x[k] = q->w[b].lambda[k] + alpha * q->a[at + k];
            y[k] = q->w[b].lambda[k] + alpha * q->b[at + k];
            det[0] += (k ? -1 : 1) * x[k] * x[k];
            det[1] += (k ? -1 : 1) * y[k] * y[k];
            dot += x[k] * y[k];
        }
        sum += dot;
        if (!(x[0] > 0 && y[0] > 0 && det[0] > 0 && det[1] > 0)) return false;
        least = fmin(least, sqrt(det[0]) * sqrt(det[1]));
    }
    return least >= MIDDLE * sum / fmax(P->blocks, 1);
}

/* lambda \ (sigma mu e - lambda o lambda - a o b) */
static void centre(path *q, double sigma)
{
    for (int b = 0; b < q->P.blocks; b++) {
        int at = q->P.block[b].at, size = q->P.block[b].size;
        const double *l = q->w[b].lambda, *x = q->a + at, *y = q->b + at;
        double right[3] = { sigma * q->mu, 0, 0 };
        for (int k = 0; k < size; k++) {
            right[0] -= l[k] * l[k] + x[k] * y[k];
            if (k) right[k] -= 2 * l[0] * l[k] + x[0] * y[k] + x[k] * y[0];
        }
        slip_scaling_divide(&q->w[b], size, right, q->pull + at);
    }
}

static void move(slip_dd *x, const slip_dd *d, int n, double by)
{
    for (int k = 0; k < n; k++) x[k] = slip_dd_add(x[k], slip_dd_scale(d[k], by));
}

/* One step; false: it breaks down. */
static bool step(path *q, double *alpha)
{
    const slip_problem *p = q->p;
    slip_program *P = &q->P;
    for (int b = 0; b < P->blocks; b++)
        if (!slip_scaling_make(&q->w[b], P->block[b].size, q->x + P->block[b].at, q->s + P->block[b].at)) return false;
    slip_program_fill(P, q->w);
    if (slip_dd_factor_again(q->F, P->k) >= 0) return false;
    for (int b = 0; b < P->blocks; b++)
        for (int k = 0; k < P->block[b].size; k++) q->pull[P->block[b].at + k] = -q->w[b].lambda[k];
    direction(q);
    double first = longest(q), rest = 1 - first;
    double sigma = !q->whole ? fmax(0.25, rest) : q->last < 0.5 ? 0.3 : q->last < 0.9 ? 0.1 : 1e-4;      /* towards the middle, after short steps and until a whole one */
    sigma = fmax(sigma, rest * rest * rest);
    if (!(first > 0)) return false;
    for (int tries = 0; tries < 3; tries++) {   /* where the product of the first steps leads astray: without it, and more to the middle */
        if (tries) memset(q->a, 0, (size_t)P->N * sizeof *q->a), sigma = fmax(sigma, tries > 1 ? 0.8 : 0.1);
        centre(q, sigma);
        direction(q);
        *alpha = longest(q);
        if (*alpha < 1) *alpha *= fmax(0.9, 1 - rest * rest * 0.1 - 1e-4);
        for (int k = 0; k < 30 && !central(q, *alpha); k++) *alpha *= k < 20 ? 0.97 : 0.5;
        if (!(*alpha < 0.5)) break;
    }
    if (!(*alpha > 0)) return false;
    q->whole = q->whole || *alpha == 1;
    q->last = *alpha;
    move(q->v, q->z, p->n, *alpha);
    for (int j = 0; j < P->joints; j++) move(q->l + P->joint[j], q->z + p->n + j, 1, -*alpha);
    move(q->x, q->dx, P->N, *alpha);
    move(q->s, q->ds, P->N, *alpha);
    return true;
}

/* Kept when v and r are inside; next: where r is written first. */
static bool keep(path *q, slip_polished *out, slip_dd *next, bool exactly)
{
    const slip_program *P = &q->P;
    int m = slip_problem_m(q->p);
    for (int k = 0; k < P->N; k++) q->y[k] = slip_dd_add(q->s[k], q->rp[k]);
    for (int b = 0; b < P->blocks; b++)
        if (!slip_scaling_inside(P->block[b].size, q->y + P->block[b].at)) return false;
    memset(next, 0, (size_t)m * sizeof *next);
    slip_program_impulses(P, q->x, next);
    if (exactly && !out->good(out->ctx, q->v, next)) return false;
    memcpy(out->r, next, (size_t)m * sizeof *next);
    memcpy(out->v, q->v, (size_t)q->p->n * sizeof *out->v);
    memcpy(out->l, q->l, (size_t)q->p->p * sizeof *out->l);
    return true;
}

/* The answer, moved inside its cones by a share of the largest speed and impulse. */
static void start(path *q, const double *r)
{
    const slip_problem *p = q->p;
    const slip_program *P = &q->P;
    const double share = 1e-2;
    double R = 0, V = q->t->V > 0 ? q->t->V : 1;
    for (int i = 0; i < p->n; i++) q->v[i] = slip_dd_of(q->t->v[i]);
    for (int j = 0; j < p->p; j++) q->l[j] = slip_dd_of(q->t->l[j]);
    slip_program_start(P, r, q->a);
    memcpy(q->s, P->c, (size_t)P->N * sizeof *q->s);
    slip_program_times_t(P, q->v, q->s);
    for (int k = 0; k < P->N; k++) R = fmax(R, fabs(q->a[k]));
    if (!(R > 0)) R = 1;
    for (int b = 0; b < P->blocks; b++) {
        int at = P->block[b].at, size = P->block[b].size;
        double inside[2];
        for (int k = 0; k < size; k++) q->x[at + k] = slip_dd_of(q->a[at + k]);
        for (int side = 0; side < 2; side++) {
            slip_dd *own = (side ? q->s : q->x) + at;
            double least = share * (side ? V : R);
            inside[side] = own[0].hi - (size == 3 ? hypot(own[1].hi, own[2].hi) : 0);
            if (!(inside[side] >= least)) own[0] = slip_dd_add(own[0], slip_dd_of(least - inside[side]));
        }
    }
}

static slip_status run(path *q, const double *r, slip_polished *out, slip_arena *arena, slip_error *error)
{
    const slip_problem *p = q->p;
    slip_status status = slip_program_new(&q->P, &q->t->posed, out->joint, out->joints, arena, error);
    if (status == SLIP_OK) status = slip_dd_factor_new(&q->F, &q->P.K, p->n, arena, error);
    if (status != SLIP_OK) return status;
    int N = q->P.N, size = p->n + q->P.joints;
    slip_dd **const longs[] = { &q->x, &q->s, &q->rp, &q->dx, &q->ds, &q->y };
    double **const plain[] = { &q->pull, &q->a, &q->b };
    for (int k = 0; k < 6; k++) *longs[k] = SLIP_NEW(arena, slip_dd, N);
    for (int k = 0; k < 3; k++) *plain[k] = SLIP_NEW(arena, double, N);
    q->mass = SLIP_NEW(arena, double, p->n);
    q->v = SLIP_NEW(arena, slip_dd, p->n);
    q->l = SLIP_NEW(arena, slip_dd, p->p);
    q->rd = SLIP_NEW(arena, slip_dd, p->n);
    q->rj = SLIP_NEW(arena, slip_dd, p->p);
    q->z = SLIP_NEW(arena, slip_dd, 2 * (size_t)size);
    q->e = SLIP_NEW(arena, slip_dd, size);
    q->w = SLIP_NEW(arena, slip_scaling, q->P.blocks);
    out->v = SLIP_NEW(arena, slip_dd, p->n);
    out->r = SLIP_NEW(arena, slip_dd, slip_problem_m(p));
    out->l = SLIP_NEW(arena, slip_dd, p->p);
    slip_dd *next = SLIP_NEW(arena, slip_dd, slip_problem_m(p));
    if (arena->failed) return slip_fail(error, SLIP_MEMORY, "no memory to refine an answer");
    for (int j = 0; j < p->n; j++)
        for (int k = p->M.p[j]; k < p->M.p[j + 1]; k++)
            if (p->M.i[k] == j) q->mass[j] += p->M.x[k];
    double best = INFINITY, least = INFINITY, alpha = 0, target = 0x1p-50 * sqrt(q->t->ruler->E0);
    start(q, r);
    measure(q);
    for (int steps = 0, stuck = 0; steps < STEPS && stuck < (best <= 1e3 * target ? SPENT : STUCK) && !(best <= target); steps++) {
        if (slip_near_stop(q->t, "refining")) return snprintf(q->t->why, sizeof q->t->why, "it was interrupted"), SLIP_INFEASIBLE;
        if (!step(q, &alpha)) break;
        measure(q);
        double worth = sqrt(fmax(q->mu, 0) * q->P.blocks) + q->off;
        bool better = worth < best && keep(q, out, next, worth <= 1e3 * target);
        stuck = better ? 0 : stuck + (best < INFINITY || !(worth < least));
        least = fmin(least, worth);
        if (better) best = worth;
    }
    if (!(best < INFINITY)) return snprintf(q->t->why, sizeof q->t->why, "no velocity inside all constraints was found"), SLIP_INFEASIBLE;
    return SLIP_OK;
}

slip_status slip_polish(slip_nearby *t, const double *r, slip_polished *out, slip_arena *arena, slip_error *error)
{
    path q = { .t = t, .p = t->posed.p };
    return run(&q, r, out, arena, error);
}
