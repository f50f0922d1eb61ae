/* multibody_place.c: where the bodies of a random multibody problem are, and where they touch.
   SPDX-License-Identifier: GPL-3.0-or-later

   Bodies stand on the sites of a cubic lattice of spacing 1, the ground below at z = -1/2.  About one in four is the last link of a
   manipulator that comes from the ground outside through up to four revolute or prismatic joints, the others are free objects.  Neighbours touch
   half way, where the surface normal leans a little from the line between them, so that the bodies may be thought convex.  One side is a ball or a
   vertex, the other a ball (one contact) or a face (up to four).  The ground is a face.  A tree of contacts that holds the bodies together comes first. */

#include <math.h>
#include <string.h>

#include "problems/multibody.h"

enum { POINTS = 4 };            /* contacts on one face */

typedef struct { int a, b; bool face; double n[3], at[3]; int points; } edge;

static void unit(double *v)
{
    double size = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    for (int k = 0; k < 3; k++)
        v[k] /= size;
}

static void direction(slip_rng *rng, double *v)
{
    for (int k = 0; k < 3; k++)
        v[k] = slip_rng_normal(rng);
    unit(v);
}

/* An ellipsoid's mass and inertia, turned at random: I = R diag R'. */
static void mass(slip_rng *rng, double low, double high, const double *x, slip_mass *out)
{
    double R[9], half[3];
    out->m = low * pow(high / low, slip_rng_uniform(rng, 0, 1));
    memcpy(out->x, x, sizeof out->x);
    direction(rng, R);
    do {
        direction(rng, R + 3);
        double along = R[0] * R[3] + R[1] * R[4] + R[2] * R[5];
        for (int k = 0; k < 3; k++)
            R[3 + k] -= along * R[k];
    } while (!(fabs(R[3]) + fabs(R[4]) + fabs(R[5]) > 0.1));
    unit(R + 3);
    R[6] = R[1] * R[5] - R[2] * R[4], R[7] = R[2] * R[3] - R[0] * R[5], R[8] = R[0] * R[4] - R[1] * R[3];
    for (int k = 0; k < 3; k++)
        half[k] = slip_rng_uniform(rng, 0.2, 0.5);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            double sum = 0;
            for (int k = 0; k < 3; k++)
                sum += R[3 * k + i] * R[3 * k + j] * out->m / 5 * (half[(k + 1) % 3] * half[(k + 1) % 3] + half[(k + 2) % 3] * half[(k + 2) % 3]);
            out->I[3 * i + j] = sum;
        }
    out->I[3] = out->I[1], out->I[6] = out->I[2], out->I[7] = out->I[5];        /* symmetric to the last bit */
}

/* Joints on the way from a point on the ground to the site, roughly evenly; the last link's centre is the site. */
static void chain(slip_rng *rng, const double *site, slip_chain *out)
{
    double base[3] = { site[0] + slip_rng_uniform(rng, -2, 2), site[1] + slip_rng_uniform(rng, -2, 2), -0.5 };
    out->joints = 2 + slip_rng_below(rng, SLIP_CHAIN_MAX - 1);
    for (int j = 0; j < out->joints; j++) {
        double centre[3];
        out->joint[j].prismatic = j > 0 && slip_rng_below(rng, 3) == 0;
        direction(rng, out->joint[j].axis);
        for (int k = 0; k < 3; k++) {
            double here = (double)j / out->joints, next = (j + 1.) / out->joints;
            out->joint[j].at[k] = base[k] + here * (site[k] - base[k]) + (j ? slip_rng_uniform(rng, -0.2, 0.2) : 0);
            centre[k] = j + 1 < out->joints ? base[k] + (here + next) / 2 * (site[k] - base[k]) : site[k];
        }
        mass(rng, 0.3, 1, centre, &out->joint[j].link);
    }
}

static void frame(slip_rng *rng, slip_meeting *t)
{
    double along;
    do {
        direction(rng, t->t);
        along = t->t[0] * t->n[0] + t->t[1] * t->n[1] + t->t[2] * t->n[2];
    } while (!(fabs(along) < 0.9));
    for (int k = 0; k < 3; k++)
        t->t[k] -= along * t->n[k];
    unit(t->t);
    t->o[0] = t->n[1] * t->t[2] - t->n[2] * t->t[1];
    t->o[1] = t->n[2] * t->t[0] - t->n[0] * t->t[2];
    t->o[2] = t->n[0] * t->t[1] - t->n[1] * t->t[0];
}

/* One more contact on an edge: the first at its point, others of a face around it. */
static void touch(slip_rng *rng, edge *e, slip_meeting *t)
{
    double point[3];
    *t = (slip_meeting){ .a = e->a, .b = e->b, .face = e->face };
    memcpy(t->n, e->n, sizeof t->n);
    frame(rng, t);
    double far = e->points ? slip_rng_uniform(rng, 0.15, 0.35) : 0, angle = slip_rng_uniform(rng, 0, 6.25);
    t->ra = slip_rng_below(rng, 2) ? slip_rng_uniform(rng, 0.05, 0.3) : 0;
    t->rb = e->face ? 0 : slip_rng_uniform(rng, 0.1, 0.5);
    for (int k = 0; k < 3; k++) {
        point[k] = e->at[k] + far * (cos(angle) * t->t[k] + sin(angle) * t->o[k]);
        t->ca[k] = point[k] + t->ra * t->n[k];
        t->cb[k] = point[k] - t->rb * t->n[k];
    }
    e->points++;
}

/* Body `a` on body `b` (-1: ground), whose centres differ by `lean` only through the direction e. */
static edge join(slip_rng *rng, int a, int b, const double *xa, const double *xb)
{
    edge e = { .a = a, .b = b, .face = b < 0 || slip_rng_below(rng, 2) };
    for (int k = 0; k < 3; k++) {
        double way = xa[k] - xb[k];
        e.n[k] = way != 0 ? (way > 0 ? 1 : -1) : b < 0 ? 0 : slip_rng_uniform(rng, -0.25, 0.25);
        e.at[k] = (xa[k] + xb[k]) / 2 + (way != 0 ? 0 : slip_rng_uniform(rng, -0.1, 0.1));
    }
    unit(e.n);
    if (b >= 0 && slip_rng_below(rng, 2)) {             /* the face, or the wider ball, is a's */
        e.a = b, e.b = a;
        for (int k = 0; k < 3; k++)
            e.n[k] = -e.n[k];
    }
    return e;
}

static void shuffle(slip_rng *rng, int count, int *a)
{
    for (int i = count - 1; i > 0; i--) {
        int j = slip_rng_below(rng, i + 1), t = a[i];
        a[i] = a[j];
        a[j] = t;
    }
}

/* All pairs of neighbours, and the lowest objects with the ground; body[s] is the body of site s. */
static int edges(slip_rng *rng, int sites, int side, const int *body, int objects, double (*x)[3], edge *out)
{
    int count = 0;
    const int step[3] = { 1, side, side * side };
    for (int s = 0; s < sites; s++) {
        const int place[3] = { s % side, s / side % side, s / side / side };
        if (place[2] == 0 && body[s] < objects) {
            const double below[3] = { x[s][0], x[s][1], -1 - x[s][2] };
            out[count++] = join(rng, body[s], -1, x[s], below);
        }
        for (int k = 0; k < 3; k++)
            if (place[k] + 1 < side && s + step[k] < sites)
                out[count++] = join(rng, body[s + step[k]], body[s], x[s + step[k]], x[s]);
    }
    return count;
}

bool slip_multibody_place(slip_mechanism *mech, const slip_multibody_sizes *sizes, int sites, slip_rng *rng, slip_arena *arena)
{
    int side = (int)ceil(cbrt(sites) - 1e-9), wanted = sizes->rolling + sizes->sliding;
    *mech = (slip_mechanism){ .chains = (sites + 2) / 4, .g = sizes->g, .reach = 0.4 };
    mech->objects = sites - mech->chains;
    mech->object = SLIP_NEW(arena, slip_object, mech->objects);
    mech->chain = SLIP_NEW(arena, slip_chain, mech->chains);
    mech->touch = SLIP_NEW(arena, slip_meeting, wanted);
    mech->first = SLIP_NEW(arena, int, sites + 1);
    int *body = SLIP_NEW(arena, int, sites), *order = SLIP_NEW(arena, int, 4 * sites);
    bool *held = SLIP_NEW(arena, bool, sites + 1);              /* by the ground, which is held[0], through contacts */
    edge *all = SLIP_NEW(arena, edge, 4 * sites);
    double (*x)[3] = slip_arena_get(arena, (size_t)sites, sizeof *x);
    if (arena->failed)
        return false;
    for (int s = 0; s < sites; s++) {
        body[s] = s;
        x[s][0] = s % side, x[s][1] = s / side % side, x[s][2] = s / side / side;
    }
    shuffle(rng, sites, body);
    for (int s = 0; s < sites; s++) {
        int b = body[s];
        if (b < mech->objects)
            mass(rng, 0.5, 2, x[s], &mech->object[b].mass);
        else
            chain(rng, x[s], &mech->chain[b - mech->objects]);
    }
    for (int b = 0; b < sites; b++)
        mech->first[b + 1] = mech->first[b] + (b < mech->objects ? 6 : mech->chain[b - mech->objects].joints);
    mech->n = mech->first[sites];
    int count = edges(rng, sites, side, body, mech->objects, x, all);
    for (int e = 0; e < count; e++)
        order[e] = e;
    shuffle(rng, count, order);
    held[0] = true;
    for (int round = -sites; round < POINTS; round++)           /* the tree; one contact everywhere; then more on faces */
        for (int k = 0; k < count && mech->touches < wanted; k++) {
            edge *e = &all[order[k]];
            bool tree = held[e->a + 1] != held[e->b + 1];
            if (!(round < 0 ? tree : round == 0 ? e->points == 0 : e->face && e->points == round))
                continue;
            held[e->a + 1] = held[e->b + 1] = true;
            touch(rng, e, &mech->touch[mech->touches]);
            mech->touch[mech->touches++].mu = sizes->mu;
        }
    return mech->touches == wanted;
}
