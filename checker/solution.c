/* solution.c: exact solutions, whether they are distinct, and the mean of two.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "checker.h"

#include <stdlib.h>

void ck_points_add(ck_points *list, ck_point point)
{
    if (list->count == list->room) {
        int room = list->room ? 2 * list->room : 8;
        ck_point *more = ck_new((size_t)room, sizeof *more);
        for (int k = 0; k < list->count; k++) more[k] = list->point[k];
        ck_free(list->point);
        list->point = more;
        list->room = room;
    }
    list->point[list->count++] = point;
}

static void scale(mpz_t *x, int count, mpz_t *from, const mpz_t by)      /* x = by from */
{
    for (int k = 0; k < count; k++) mpz_mul(x[k], from[k], by);
}

/* (1)-(3) and the law of every contact; u, m numbers, comes out over den 2^E.  Returns what is broken, contact in *at. */
static const char *broken(ck_problem *P, const ck_vec *v, const ck_vec *l, const ck_vec *r, ck_vec *u, int *at)
{
    mpz_t *R = r->x;
    int rows = P->global ? P->n : P->m;
    const char *why = NULL;
    *at = -1;
    u->count = P->m;
    u->x = ck_new_mpz((size_t)P->m);
    mpz_init(u->den);
    mpz_mul_2exp(u->den, r->den, P->E);
    mpz_t *e = ck_new_mpz((size_t)rows), *j = ck_new_mpz((size_t)P->p);
    if (P->global) {
        scale(e, P->n, P->f, r->den);
        ck_times(&P->H, R, e);
        if (P->p) ck_times(&P->G, l->x, e);
        for (int k = 0; k < P->n; k++) mpz_neg(e[k], e[k]);
        ck_times(&P->M, v->x, e);
        for (int k = 0; k < P->n && !why; k++) if (mpz_sgn(e[k]) != 0) { why = "the dynamics (1) fail in row"; *at = k; }
        scale(u->x, P->m, P->w, r->den);
        ck_times_transposed(&P->H, v->x, u->x);
        if (P->p) {
            scale(j, P->p, P->b, r->den);
            ck_times_transposed(&P->G, v->x, j);
        }
    } else {
        scale(u->x, P->m, P->q, r->den);
        ck_times(&P->W, R, u->x);
        if (P->p) {
            ck_times(&P->V, l->x, u->x);
            scale(j, P->p, P->s, r->den);
            ck_times_transposed(&P->V, R, j);
            ck_times(&P->R, l->x, j);
        }
    }
    for (int k = 0; k < P->p && !why; k++) if (mpz_sgn(j[k]) != 0) { why = "a joint (2) fails, number"; *at = k; }
    for (int i = 0; i < P->nc && !why; i++)
        if ((why = ck_law_broken(P, i, R + P->d * i, u->x + P->d * i))) *at = i;
    ck_free_mpz(e, (size_t)rows);
    ck_free_mpz(j, (size_t)P->p);
    return why;
}

void ck_solution_read(ck_state *s, ck_text *t)
{
    ck_problem *P = &s->P;
    ck_vec v = { 0 }, l = { 0 }, r = { 0 };
    ck_vec *list[3];
    int count = 0, at;
    ck_end_of_line(t);
    if (P->global) { ck_expect(t, "v"); ck_vector(t, P->n, &v); list[count++] = &v; }
    if (P->p) { ck_expect(t, "l"); ck_vector(t, P->p, &l); list[count++] = &l; }
    ck_expect(t, "r");
    ck_vector(t, P->m, &r);
    list[count++] = &r;
    ck_common(list, count);
    ck_point point = { .exact = true };
    const char *why = broken(P, &v, &l, &r, &point.u, &at);
    if (why) ck_refuse("it is no solution: %s (%d)", why, at);
    /* the velocity, then r, over one denominator */
    int velocities = P->global ? P->n : P->m;
    ck_vec *x = &point.lo;
    x->count = velocities + P->m;
    x->x = ck_new_mpz((size_t)x->count);
    mpz_init_set(x->den, P->global ? r.den : point.u.den);
    for (int k = 0; k < velocities; k++) mpz_set(x->x[k], P->global ? v.x[k] : point.u.x[k]);
    for (int k = 0; k < P->m; k++) mpz_mul_2exp(x->x[velocities + k], r.x[k], P->global ? 0 : P->E);
    point.hi = point.lo;
    if (P->global) ck_vec_free(&v);
    if (P->p) ck_vec_free(&l);
    ck_vec_free(&r);
    ck_points_add(&s->points, point);
}

/* The mean of two solutions, with the l that the law never sees taken as the mean too: dynamics and joints are linear, so only
   the law can fail. */
void ck_midpoint_read(ck_state *s, ck_text *t)
{
    ck_problem *P = &s->P;
    int a = ck_integer(t, s->points.count), b = ck_integer(t, s->points.count), velocities = P->global ? P->n : P->m;
    ck_end_of_line(t);
    const ck_point *x = &s->points.point[a], *y = &s->points.point[b];
    if (!x->exact || !y->exact) ck_refuse("midpoint: both must be exact solutions");
    mpz_t R[3], U[3];
    for (int k = 0; k < 3; k++) mpz_inits(R[k], U[k], (mpz_ptr)NULL);
    bool fails = false;
    for (int i = 0; i < P->nc && !fails; i++) {
        for (int k = 0; k < P->d; k++) {
            int c = P->d * i + k;
            mpz_mul(R[k], x->lo.x[velocities + c], y->lo.den);
            mpz_addmul(R[k], y->lo.x[velocities + c], x->lo.den);
            mpz_mul(U[k], x->u.x[c], y->u.den);
            mpz_addmul(U[k], y->u.x[c], x->u.den);
        }
        fails = ck_law_broken(P, i, R, U) != NULL;
    }
    for (int k = 0; k < 3; k++) mpz_clears(R[k], U[k], (mpz_ptr)NULL);
    if (!fails) ck_refuse("midpoint: the mean is a solution");
    s->nonconvex = true;
}

/* a/da against b/db */
static int compare(const mpz_t a, const mpz_t da, const mpz_t b, const mpz_t db)
{
    if (mpz_cmp(da, db) == 0) return mpz_cmp(a, b);
    mpz_t x, y;
    mpz_inits(x, y, (mpz_ptr)NULL);
    mpz_mul(x, a, db);
    mpz_mul(y, b, da);
    int order = mpz_cmp(x, y);
    mpz_clears(x, y, (mpz_ptr)NULL);
    return order;
}

bool ck_apart(const ck_point *a, const ck_point *b, int count)
{
    for (int k = 0; k < count; k++)
        if (compare(a->hi.x[k], a->hi.den, b->lo.x[k], b->lo.den) < 0 || compare(b->hi.x[k], b->hi.den, a->lo.x[k], a->lo.den) < 0) return true;
    return false;
}

static int order(const ck_point *a, const ck_point *b, int count)
{
    for (int k = 0; k < count; k++) {
        int c = compare(a->lo.x[k], a->lo.den, b->lo.x[k], b->lo.den);
        if (c) return c;
    }
    return 0;
}

/* Merge sort of pointers: qsort has no context and must not be left by a jump. */
static void sort(const ck_point **x, const ck_point **work, int n, int count)
{
    if (n < 2) return;
    int half = n / 2, i = 0, j = half, k = 0;
    sort(x, work, half, count);
    sort(x + half, work, n - half, count);
    while (i < half || j < n) work[k++] = j == n || (i < half && order(x[i], x[j], count) <= 0) ? x[i++] : x[j++];
    for (k = 0; k < n; k++) x[k] = work[k];
}

int ck_distinct(const ck_points *list, int count)
{
    const ck_point **x = ck_new((size_t)list->count, sizeof *x), **work = ck_new((size_t)list->count, sizeof *work);
    int n = 0, different = 0;
    for (int k = 0; k < list->count; k++) if (list->point[k].exact) x[n++] = &list->point[k];
    sort(x, work, n, count);
    for (int k = 0; k < n; k++) different += k == 0 || order(x[k - 1], x[k], count) != 0;
    ck_free(x);
    ck_free(work);
    return different;
}
