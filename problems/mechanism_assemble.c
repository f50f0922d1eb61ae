/* mechanism_assemble.c: a mechanism at one instant as a problem: global form, acceleration level.
   SPDX-License-Identifier: GPL-3.0-or-later

   M dv/dt = H r + G l + f,  u = H' dv/dt + w;  G picks the joints whose accelerations are given, b = -(those).
   [TrinkleEtAl1995, (2)-(7)] */

#include <string.h>

#include "problems/mechanism.h"

static slip_status draw(const slip_mechanism *mech, slip_problem *out, slip_error *error)
{
    int count = mech->objects, nc = mech->touches;
    for (int k = 0; k < mech->chains; k++)
        count += mech->chain[k].joints;
    slip_picture *p = &out->picture;
    p->space = 3;
    p->shape = SLIP_NEW(&out->arena, slip_shape, count);
    p->point = SLIP_NEW(&out->arena, double, 3 * nc);
    p->frame = SLIP_NEW(&out->arena, double, 9 * nc);
    if (out->arena.failed)
        return slip_fail(error, SLIP_MEMORY, "no memory for the picture of a mechanism");
    for (int k = 0; k < mech->objects; k++) {
        slip_shape *s = &p->shape[p->count++];
        *s = (slip_shape){ .kind = SLIP_SHAPE_SPHERE, .body = k, .axes = { 1, 0, 0, 0, 1, 0, 0, 0, 1 }, .size = { mech->reach } };
        memcpy(s->at, mech->object[k].mass.x, sizeof s->at);
    }
    for (int k = 0; k < mech->chains; k++)
        for (int j = 0; j < mech->chain[k].joints; j++) {
            slip_shape *s = &p->shape[p->count++];
            const double *from = mech->chain[k].joint[j].at;
            const double *to = j + 1 < mech->chain[k].joints ? mech->chain[k].joint[j + 1].at : mech->chain[k].joint[j].link.x;
            *s = (slip_shape){ .kind = SLIP_SHAPE_SEGMENT, .body = mech->objects + k };
            memcpy(s->at, from, sizeof s->at);
            for (int i = 0; i < 3; i++)
                s->axes[i] = to[i] - from[i];
        }
    for (int i = 0; i < nc; i++) {
        const slip_meeting *t = &mech->touch[i];
        slip_meeting_point(t, p->point + 3 * i);
        memcpy(p->frame + 9 * i, t->n, sizeof t->n);
        memcpy(p->frame + 9 * i + 3, t->t, sizeof t->t);
        memcpy(p->frame + 9 * i + 6, t->o, sizeof t->o);
    }
    return SLIP_OK;
}

slip_status slip_mechanism_assemble(const slip_mechanism *mech, slip_law law, int given_count, const int *given, const double *acceleration,
                                    slip_problem *out, slip_error *error)
{
    int n = mech->n, nc = mech->touches, bodies = mech->objects + mech->chains;
    slip_status s = slip_problem_new(out, 3, nc, n, given_count, false, error);
    if (s != SLIP_OK)
        return s;
    slip_arena scratch = { 0 };
    double *M = SLIP_NEW(&scratch, double, (size_t)n * (size_t)n), *J = SLIP_NEW(&scratch, double, 3 * (size_t)nc * (size_t)n);
    double *joint = SLIP_NEW(&scratch, double, (size_t)given_count * (size_t)n);
    out->slip = SLIP_NEW(&out->arena, double, 2 * nc);
    out->bodies.first = SLIP_NEW(&out->arena, int, bodies + 1);
    out->bodies.pair = SLIP_NEW(&out->arena, int, 2 * nc);
    if (scratch.failed || out->arena.failed) {
        slip_arena_free(&scratch);
        return slip_fail(error, SLIP_MEMORY, "no memory for a mechanism of %d velocities and %d contacts", n, nc);
    }
    out->level = SLIP_LEVEL_ACCELERATION;
    out->law = law;
    out->bodies.count = bodies;
    memcpy(out->bodies.first, mech->first, ((size_t)bodies + 1) * sizeof(int));
    slip_mechanism_dynamics(mech, M, out->f);
    for (int i = 0; i < nc; i++) {
        const slip_meeting *t = &mech->touch[i];
        slip_meeting_rows(mech, t, J + 3 * (size_t)i * (size_t)n);
        slip_meeting_bias(mech, t, out->w + 3 * i);
        out->mu[i] = t->mu;
        memcpy(out->slip + 2 * i, t->slip, sizeof t->slip);
        out->bodies.pair[2 * i] = t->a;
        out->bodies.pair[2 * i + 1] = t->b;
    }
    int first = mech->chains > 0 ? mech->first[mech->objects] : 0;
    for (int k = 0; k < given_count; k++) {
        joint[(size_t)k * (size_t)n + (size_t)(first + given[k])] = 1;
        out->b[k] = -acceleration[k];
    }
    s = slip_sparse_from_dense(&out->M, SLIP_CSC, n, n, M, &out->arena, error);
    if (s == SLIP_OK)
        s = slip_sparse_from_dense(&out->H, SLIP_CSC, n, 3 * nc, J, &out->arena, error);
    if (s == SLIP_OK && given_count > 0)
        s = slip_sparse_from_dense(&out->G, SLIP_CSC, n, given_count, joint, &out->arena, error);
    slip_arena_free(&scratch);
    return s == SLIP_OK ? draw(mech, out, error) : s;
}
