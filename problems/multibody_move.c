/* multibody_move.c: a velocity under which given numbers of contacts roll and slide.
   SPDX-License-Identifier: GPL-3.0-or-later

   N v = 0 at every contact, and T v = 0 where it rolls.  An orthonormal basis Q of those rows grows contact by contact: a contact may roll if
   every contact that is to slide keeps a tangential row clearly outside the span of Q; one that the normals alone hold must roll.  Then v = (1 - Q Q') x with x at random,
   scaled so that the fastest slip has the speed asked for.  [TrinkleEtAl1995, (5)-(6)] */

#include <math.h>
#include <string.h>

#include "problems/multibody.h"

static const double clear = 0.05;       /* the least share of a unit row outside the span */

static double dot(int n, const double *a, const double *b)
{
    double sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[k] * b[k];
    return sum;
}

/* a -= (a.q) q */
static void remove_part(int n, const double *q, double *a)
{
    double along = dot(n, q, a);
    for (int k = 0; k < n; k++)
        a[k] -= along * q[k];
}

/* Scale to length 1; false when it has next to none. */
static bool unit(int n, double *a)
{
    double size = sqrt(dot(n, a, a));
    if (!(size > 1e-9))
        return false;
    for (int k = 0; k < n; k++)
        a[k] /= size;
    return true;
}

typedef struct { int n, count; double *Q; } span;       /* count rows of n */

static double *row_of(const span *s, int k) { return s->Q + (size_t)k * (size_t)s->n; }

/* Take the part of `row` outside the span as the next basis vector; false when there is none. */
static bool grow(span *s, const double *row)
{
    if (s->count == s->n)
        return false;
    double *next = row_of(s, s->count);
    memcpy(next, row, (size_t)s->n * sizeof *next);
    for (int twice = 0; twice < 2; twice++) {
        if (!unit(s->n, next))
            return false;
        for (int k = 0; k < s->count; k++)
            remove_part(s->n, row_of(s, k), next);
    }
    if (!unit(s->n, next))
        return false;
    s->count++;
    return true;
}

/* The tangential rows of every contact, what is left of them outside the span; who can slide, and who rolls. */
typedef struct { double *left; bool *slides, *rolls; int touches; } rest;

static double *left_of(const rest *r, int n, int touch, int axis) { return r->left + (size_t)(2 * touch + axis) * (size_t)n; }

/* The square of what contact i's best tangential row has outside the span and outside the basis vectors from `from` on. */
static double freedom(const span *s, const rest *r, int i, int from)
{
    double most = 0;
    for (int axis = 0; axis < 2; axis++) {
        const double *a = left_of(r, s->n, i, axis);
        double size = dot(s->n, a, a);
        for (int k = from; k < s->count; k++) {
            double along = dot(s->n, row_of(s, k), a);
            size -= along * along;
        }
        most = fmax(most, size);
    }
    return most;
}

/* Let contact i roll, if the others that could slide still can. */
static bool roll(span *s, rest *r, int i)
{
    int n = s->n, before = s->count;
    for (int axis = 0; axis < 2; axis++)
        grow(s, left_of(r, n, i, axis));
    for (int j = 0; j < r->touches; j++)
        if (j != i && !r->rolls[j] && r->slides[j] && !(freedom(s, r, j, before) >= clear * clear)) {
            s->count = before;
            return false;
        }
    for (int j = 0; j < 2 * r->touches; j++)
        for (int k = before; k < s->count; k++)
            remove_part(n, row_of(s, k), r->left + (size_t)j * (size_t)n);
    return r->rolls[i] = true;
}

/* u = rows v at every contact; the slowest and fastest slip of the contacts that slide. */
static void slips(const slip_mechanism *mech, const rest *r, const double *rows, const double *v, double *slowest, double *fastest)
{
    *slowest = INFINITY;
    *fastest = 0;
    for (int i = 0; i < mech->touches; i++) {
        const double *J = rows + 3 * (size_t)i * (size_t)mech->n;
        double slip = hypot(dot(mech->n, J + mech->n, v), dot(mech->n, J + 2 * mech->n, v));
        if (r->rolls[i])
            continue;
        *slowest = fmin(*slowest, slip);
        *fastest = fmax(*fastest, slip);
    }
}

/* The best of some draws; false when a contact that should slide hardly does. */
static bool velocity(slip_mechanism *mech, const slip_multibody_sizes *sizes, const span *s, const rest *r, const double *rows, double *x, slip_rng *rng)
{
    int n = mech->n;
    double best = -1, slowest, fastest;
    for (int draw = 0; draw < 20; draw++) {
        for (int k = 0; k < n; k++)
            x[k] = slip_rng_normal(rng);
        for (int twice = 0; twice < 2; twice++)
            for (int k = 0; k < s->count; k++)
                remove_part(n, row_of(s, k), x);
        slips(mech, r, rows, x, &slowest, &fastest);
        double scale = sizes->sliding > 0 ? fastest : sqrt(dot(n, x, x)), quality = sizes->sliding > 0 ? slowest / fastest : 1;
        if (s->count == n && sizes->sliding == 0)
            scale = INFINITY;                           /* everything rolls and nothing can move */
        if (!(scale > 0) || !(quality > best))
            continue;
        best = quality;
        for (int k = 0; k < n; k++)
            mech->v[k] = sizes->speed * x[k] / scale;
    }
    return best >= 0.02;
}

bool slip_multibody_move(slip_mechanism *mech, const slip_multibody_sizes *sizes, slip_rng *rng, slip_arena *arena)
{
    int n = mech->n, nc = mech->touches;
    span s = { .n = n, .Q = SLIP_NEW(arena, double, (size_t)n * (size_t)n) };
    rest r = { .left = SLIP_NEW(arena, double, 2 * (size_t)nc * (size_t)n), .slides = SLIP_NEW(arena, bool, nc), .rolls = SLIP_NEW(arena, bool, nc),
               .touches = nc };
    double *rows = SLIP_NEW(arena, double, 3 * (size_t)nc * (size_t)n), *x = SLIP_NEW(arena, double, n);
    int *order = SLIP_NEW(arena, int, nc), rolling = 0;
    mech->v = SLIP_NEW(arena, double, n);
    if (arena->failed)
        return false;
    for (int i = 0; i < nc; i++) {
        slip_meeting_rows(mech, &mech->touch[i], rows + 3 * (size_t)i * (size_t)n);
        grow(&s, rows + 3 * (size_t)i * (size_t)n);
        order[i] = i;
    }
    for (int i = 0; i < nc; i++)
        for (int axis = 0; axis < 2; axis++) {
            double *a = left_of(&r, n, i, axis);
            memcpy(a, rows + (3 * (size_t)i + 1 + (size_t)axis) * (size_t)n, (size_t)n * sizeof *a);
            unit(n, a);
            for (int k = 0; k < s.count; k++)
                remove_part(n, row_of(&s, k), a);
        }
    for (int i = nc - 1; i > 0; i--) {
        int j = slip_rng_below(rng, i + 1), t = order[i];
        order[i] = order[j];
        order[j] = t;
    }
    for (int i = 0; i < nc; i++)
        r.slides[i] = freedom(&s, &r, i, s.count) >= clear * clear;
    for (int held = 1; held >= 0; held--)
        for (int i = 0; i < nc && rolling < sizes->rolling; i++)
            if (r.slides[order[i]] != held)
                rolling += roll(&s, &r, order[i]);
    for (int i = 0; i < nc; i++)
        if (!r.slides[i] && !r.rolls[i])
            return false;
    if (rolling < sizes->rolling || !velocity(mech, sizes, &s, &r, rows, x, rng))
        return false;
    for (int i = 0; i < nc; i++) {
        const double *J = rows + 3 * (size_t)i * (size_t)n;
        double u[2] = { dot(n, J + n, mech->v), dot(n, J + 2 * n, mech->v) }, size = hypot(u[0], u[1]);
        for (int k = 0; k < 2; k++)
            mech->touch[i].slip[k] = r.rolls[i] ? 0 : u[k] / size;
    }
    return true;
}
