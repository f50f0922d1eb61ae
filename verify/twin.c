/* twin.c: the same problem told differently, with the answer told the same way.
   SPDX-License-Identifier: GPL-3.0-or-later

   Contacts: u'_i = B_i u_src(i) + c_i, with H' = H T', w' = T w + c (or W' = T W T', q' = T q + c, V' = T V), T made of the blocks B_i;
   r' with T' r' = r.  permute: B = 1; mirror, rotate: B turns the tangents; duplicate, open: one contact more.
   Units: u' = k u, r' = m k r, with k = length/time (or length/time^2); a turning velocity is divided by the length.
   Where an added contact would move V, judge the twin with the V of the original (slip_ruler_verify). */

#include <string.h>

#include "verify/verify.h"

typedef struct { int nc; const int *src; const double *block, *shift, *r; double angle; } retelling;   /* block: nc d d row-major, or NULL: 1; shift: m' or NULL */

void slip_twin_free(slip_twin *twin)
{
    slip_arena_free(&twin->arena);
    slip_problem_free(&twin->problem);
    *twin = (slip_twin){0};
}

static const double *block_of(const retelling *map, int d, int i)
{
    static const double one[4][9] = { {0}, { 1 }, { 1, 0, 0, 1 }, { 1, 0, 0, 0, 1, 0, 0, 0, 1 } };
    return map->block ? map->block + i * d * d : one[d];
}

/* T' as m x m', CSC */
static slip_status transform(slip_sparse *out, const slip_problem *p, const retelling *map, slip_arena *arena, slip_error *error)
{
    int d = p->d;
    slip_sparse T;
    slip_status status = slip_sparse_new(&T, SLIP_TRIPLET, slip_problem_m(p), d * map->nc, map->nc * d * d, arena, error);
    if (status != SLIP_OK) return status;
    int at = 0;
    for (int i = 0; i < map->nc; i++)
        for (int a = 0; a < d; a++)
            for (int c = 0; c < d; c++) {
                T.i[at] = map->src[i] * d + c;
                T.p[at] = i * d + a;
                T.x[at++] = block_of(map, d, i)[a * d + c];
            }
    return slip_sparse_convert(out, &T, SLIP_CSC, arena, error);
}

static void vector(const slip_problem *p, const retelling *map, const double *x, bool shift, double *out)
{
    int d = p->d;
    for (int i = 0; i < map->nc; i++)
        for (int a = 0; a < d; a++) {
            double s = shift && map->shift ? map->shift[i * d + a] : 0;
            for (int c = 0; c < d; c++)
                s += block_of(map, d, i)[a * d + c] * x[map->src[i] * d + c];
            out[i * d + a] = s;
        }
}

/* what does not depend on the contacts' frames */
static slip_status begin(slip_twin *twin, const slip_problem *p, int nc, slip_error *error)
{
    *twin = (slip_twin){0};
    slip_problem *q = &twin->problem;
    slip_status status = slip_problem_new(q, p->d, nc, p->n, p->p, !slip_problem_global(p), error);
    if (status != SLIP_OK) return status;
    q->law = p->law;
    q->dirs = p->dirs;
    q->level = p->level;
    q->foreign = p->foreign;
    q->asymmetry = p->asymmetry;
    q->h = p->h;
    return SLIP_OK;
}

static slip_status bodies(slip_problem *q, const slip_problem *p, int nc, const int *src, slip_error *error)
{
    if (p->bodies.count == 0) return SLIP_OK;
    q->bodies.count = p->bodies.count;
    q->bodies.first = SLIP_NEW(&q->arena, int, p->bodies.count + 1);
    q->bodies.pair = SLIP_NEW(&q->arena, int, 2 * nc);
    if (q->arena.failed) return slip_fail(error, SLIP_MEMORY, "no memory for a twin problem");
    memcpy(q->bodies.first, p->bodies.first, (size_t)(p->bodies.count + 1) * sizeof *q->bodies.first);
    for (int i = 0; i < nc; i++)
        for (int side = 0; side < 2; side++)
            q->bodies.pair[2 * i + side] = p->bodies.pair[2 * src[i] + side];
    return SLIP_OK;
}

static double *copied(const double *x, int count, slip_arena *arena)
{
    double *y = SLIP_NEW(arena, double, count);
    if (y && count) memcpy(y, x, (size_t)count * sizeof *y);
    return y;
}

static slip_status matrices(slip_problem *q, const slip_problem *p, const retelling *map, slip_arena *arena, slip_error *error)
{
    slip_sparse Tt, T, X;
    slip_status status = transform(&Tt, p, map, arena, error);
    if (status != SLIP_OK) return status;
    if (slip_problem_global(p)) {
        status = slip_sparse_multiply(&q->H, &p->H, &Tt, &q->arena, error);
        if (status == SLIP_OK) status = slip_sparse_convert(&q->M, &p->M, SLIP_CSC, &q->arena, error);
        if (status == SLIP_OK && p->p) status = slip_sparse_convert(&q->G, &p->G, SLIP_CSC, &q->arena, error);
        if (status != SLIP_OK) return status;
        memcpy(q->f, p->f, (size_t)p->n * sizeof *q->f);
        if (p->p) memcpy(q->b, p->b, (size_t)p->p * sizeof *q->b);
        vector(p, map, p->w, true, q->w);
        return SLIP_OK;
    }
    status = slip_sparse_transpose(&T, &Tt, arena, error);
    if (status == SLIP_OK) status = slip_sparse_multiply(&X, &T, &p->W, arena, error);
    if (status == SLIP_OK) status = slip_sparse_multiply(&q->W, &X, &Tt, &q->arena, error);
    if (status == SLIP_OK && p->p) status = slip_sparse_multiply(&q->V, &T, &p->V, &q->arena, error);
    if (status == SLIP_OK && p->p) status = slip_sparse_convert(&q->R, &p->R, SLIP_CSC, &q->arena, error);
    if (status != SLIP_OK) return status;
    if (p->p) memcpy(q->s, p->s, (size_t)p->p * sizeof *q->s);
    vector(p, map, p->q, true, q->q);
    return SLIP_OK;
}

static slip_status retell(slip_twin *twin, const slip_problem *p, const slip_answer *answer, const retelling *map, slip_arena *arena, slip_error *error)
{
    slip_problem *q = &twin->problem;
    int d = p->d, nc = map->nc, m = d * nc;
    slip_status status = begin(twin, p, nc, error);
    if (status == SLIP_OK) status = bodies(q, p, nc, map->src, error);
    if (status == SLIP_OK) status = matrices(q, p, map, arena, error);
    if (status != SLIP_OK) return status;
    q->dirs.angle += map->angle;
    if (p->slip) q->slip = SLIP_NEW(&q->arena, double, nc * (d - 1));
    if (p->bilateral) q->bilateral = SLIP_NEW(&q->arena, unsigned char, nc);
    if (q->arena.failed) return slip_fail(error, SLIP_MEMORY, "no memory for a twin problem");
    for (int i = 0; i < nc; i++) {
        q->mu[i] = p->mu[map->src[i]];
        if (p->bilateral) q->bilateral[i] = p->bilateral[map->src[i]];
        for (int a = 1; a < d && p->slip; a++)
            for (int c = 1; c < d; c++)
                q->slip[i * (d - 1) + a - 1] += block_of(map, d, i)[a * d + c] * p->slip[map->src[i] * (d - 1) + c - 1];
    }
    slip_answer *x = &twin->answer;
    *x = *answer;
    x->dirs.angle += map->angle;
    x->farkas = NULL;
    x->r = map->r ? copied(map->r, m, &twin->arena) : answer->r ? SLIP_NEW(&twin->arena, double, m) : NULL;
    x->u = answer->u ? SLIP_NEW(&twin->arena, double, m) : NULL;
    x->v = answer->v ? copied(answer->v, p->n, &twin->arena) : NULL;
    x->l = answer->l ? copied(answer->l, p->p, &twin->arena) : NULL;
    if (twin->arena.failed) return slip_fail(error, SLIP_MEMORY, "no memory for a twin answer");
    if (answer->r && !map->r) vector(p, map, answer->r, false, x->r);
    if (answer->u) vector(p, map, answer->u, true, x->u);
    return SLIP_OK;
}

static slip_status finish(slip_twin *twin, slip_arena *arena, slip_status status)
{
    slip_arena_free(arena);
    if (status != SLIP_OK) slip_twin_free(twin);
    return status;
}

slip_status slip_twin_permute(slip_twin *twin, const slip_problem *p, const slip_answer *answer, const int *order, slip_error *error)
{
    slip_arena arena = {0};
    retelling map = { .nc = p->nc, .src = order };
    return finish(twin, &arena, retell(twin, p, answer, &map, &arena, error));
}

/* every contact's tangents turned by its own angle, or mirrored (angle NULL) */
static slip_status turn(slip_twin *twin, const slip_problem *p, const slip_answer *answer, const double *angle, slip_error *error)
{
    slip_arena arena = {0};
    int d = p->d, nc = p->nc;
    int *src = SLIP_NEW(&arena, int, nc);
    double *block = SLIP_NEW(&arena, double, nc * d * d);
    if (arena.failed) return finish(twin, &arena, slip_fail(error, SLIP_MEMORY, "no memory for a twin problem"));
    for (int i = 0; i < nc; i++) {
        double *B = block + i * d * d, c = angle ? cos(angle[i]) : 1, s = angle ? sin(angle[i]) : 0;
        src[i] = i;
        for (int a = 0; a < d; a++)
            B[a * d + a] = 1;
        if (!angle && d > 1)
            B[d * d - 1] = -1;
        else if (angle && d == 3) {
            B[4] = B[8] = c;
            B[5] = s;
            B[7] = -s;
        }
    }
    retelling map = { .nc = nc, .src = src, .block = block, .angle = angle && nc ? -angle[0] : 0 };
    slip_status status = retell(twin, p, answer, &map, &arena, error);
    if (status == SLIP_OK && !angle && d == 3) {
        twin->problem.dirs.angle = -twin->problem.dirs.angle;
        twin->answer.dirs.angle = -twin->answer.dirs.angle;
    }
    return finish(twin, &arena, status);
}

slip_status slip_twin_mirror(slip_twin *twin, const slip_problem *p, const slip_answer *answer, slip_error *error)
{
    return turn(twin, p, answer, NULL, error);
}

slip_status slip_twin_rotate(slip_twin *twin, const slip_problem *p, const slip_answer *answer, const double *angle, slip_error *error)
{
    *twin = (slip_twin){0};
    slip_law laws[2] = { p->law, answer->law };
    for (int k = 0; k < 2 && p->d == 3; k++) {
        bool polygon = laws[k] == SLIP_LAW_FACETS || laws[k] == SLIP_LAW_CONE_FACETS;
        if (laws[k] == SLIP_LAW_BOX) return slip_fail(error, SLIP_INPUT, "the box law depends on its axes: its tangents cannot be turned");
        for (int i = 1; i < p->nc && polygon; i++)
            if (angle[i] != angle[0]) return slip_fail(error, SLIP_INPUT, "the directions of a polygonal law are common to all contacts: turn all by one angle");
    }
    return turn(twin, p, answer, angle, error);
}

/* one contact more, on the bodies of contact i; r split between the two, or the new one lifted by a speed and without impulse */
static slip_status another(slip_twin *twin, const slip_problem *p, const slip_answer *answer, int i, double lift, slip_error *error)
{
    slip_arena arena = {0};
    int d = p->d, nc = p->nc, m = d * nc;
    int *src = SLIP_NEW(&arena, int, nc + 1);
    double *shift = SLIP_NEW(&arena, double, m + d), *r = answer->r ? SLIP_NEW(&arena, double, m + d) : NULL;
    if (arena.failed) return finish(twin, &arena, slip_fail(error, SLIP_MEMORY, "no memory for a twin problem"));
    for (int k = 0; k < nc; k++)
        src[k] = k;
    src[nc] = i;
    shift[m] = lift;
    if (r) {
        memcpy(r, answer->r, (size_t)m * sizeof *r);
        for (int a = 0; a < d && lift == 0; a++)
            r[m + a] = r[i * d + a] /= 2;
    }
    retelling map = { .nc = nc + 1, .src = src, .shift = shift, .r = r };
    slip_status status = retell(twin, p, answer, &map, &arena, error);
    if (status == SLIP_OK && lift > 0 && twin->problem.bilateral) twin->problem.bilateral[nc] = 0;
    return finish(twin, &arena, status);
}

slip_status slip_twin_duplicate(slip_twin *twin, const slip_problem *p, const slip_answer *answer, int i, slip_error *error)
{
    return another(twin, p, answer, i, 0, error);
}

slip_status slip_twin_open(slip_twin *twin, const slip_problem *p, const slip_answer *answer, int i, double lift, slip_error *error)
{
    *twin = (slip_twin){0};
    if (!(lift > 0)) return slip_fail(error, SLIP_INPUT, "the new contact must be lifted by a positive speed");
    return another(twin, p, answer, i, lift, error);
}

/* translations k, rotations k/length: known when the bodies are (x, y, angle; or three and three) */
static double dof_factor(const slip_problem *p, int i, double k, double length)
{
    for (int b = 0; b < p->bodies.count; b++) {
        int first = p->bodies.first[b], size = p->bodies.first[b + 1] - first;
        if (i < first || i >= first + size) continue;
        return (size == 3 && p->d == 2 && i == first + 2) || (size == 6 && i >= first + 3) ? k / length : k;
    }
    return k;
}

static void scale_entries(slip_sparse *A, const double *row, double by)
{
    for (int k = 0; k < A->nz; k++)
        A->x[k] *= by / (row ? row[A->i[k]] : 1);
}

slip_status slip_twin_units(slip_twin *twin, const slip_problem *p, const slip_answer *answer, double mass, double length, double time, slip_error *error)
{
    *twin = (slip_twin){0};
    if (!(mass > 0 && length > 0 && time > 0)) return slip_fail(error, SLIP_INPUT, "units must be positive");
    slip_arena arena = {0};
    int n = p->n, np = p->p, m = slip_problem_m(p);
    int *src = SLIP_NEW(&arena, int, p->nc);
    double *c = SLIP_NEW(&arena, double, n);
    double k = p->level == SLIP_LEVEL_VELOCITY ? length / time : length / (time * time), e = mass * k * k;
    if (arena.failed) return finish(twin, &arena, slip_fail(error, SLIP_MEMORY, "no memory for a twin problem"));
    for (int i = 0; i < p->nc; i++)
        src[i] = i;
    for (int i = 0; i < n; i++)
        c[i] = dof_factor(p, i, k, length);
    retelling map = { .nc = p->nc, .src = src };
    slip_status status = retell(twin, p, answer, &map, &arena, error);
    if (status != SLIP_OK) return finish(twin, &arena, status);
    slip_problem *q = &twin->problem;
    if (slip_problem_global(p)) {               /* v' = C v, M' = e C^-1 M C^-1, H' = k C^-1 H, G' = k C^-1 G */
        for (int j = 0; j < n; j++)
            for (int a = q->M.p[j]; a < q->M.p[j + 1]; a++)
                q->M.x[a] *= e / (c[q->M.i[a]] * c[j]);
        scale_entries(&q->H, c, k);
        if (np) scale_entries(&q->G, c, k);
        for (int i = 0; i < n; i++)
            q->f[i] *= e / c[i];
        for (int i = 0; i < m; i++)
            q->w[i] *= k;
        for (int i = 0; i < np; i++)
            q->b[i] *= k;
    } else {
        scale_entries(&q->W, NULL, 1 / mass);
        if (np) {
            scale_entries(&q->V, NULL, 1 / mass);
            scale_entries(&q->R, NULL, 1 / mass);
        }
        for (int i = 0; i < m; i++)
            q->q[i] *= k;
        for (int i = 0; i < np; i++)
            q->s[i] *= k;
    }
    q->h *= time;
    slip_answer *x = &twin->answer;
    for (int i = 0; i < m; i++) {
        if (x->r) x->r[i] *= mass * k;
        if (x->u) x->u[i] *= k;
    }
    for (int i = 0; i < n && x->v; i++)
        x->v[i] *= c[i];
    for (int i = 0; i < np && x->l; i++)
        x->l[i] *= mass * k;
    return finish(twin, &arena, SLIP_OK);
}
