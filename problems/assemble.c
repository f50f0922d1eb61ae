/* assemble.c: one step of a scene as a problem (1)-(4), [AnitescuHart2004, (2.6)-(2.8)] and [NegrutEtAl2017, (5)].
   SPDX-License-Identifier: GPL-3.0-or-later

       f = M v + h k            k: gravity, and in space -omega x J omega
       w_N = gap/h - n'v_wall   (penetrations: not below -cap, or 0 when not stabilised); Newton: also w_N <= e u_N before the step
       w_T = - t'v_wall         v_wall: the wall's mean velocity over the step, so that a flat wall is met exactly at its end
       b = g/h + dg/dt          (not beyond +-cap, or dg/dt alone when not stabilised)

   At acceleration level f = k and w = 0: bodies at rest, closed contacts.
   Columns of H: a unit impulse in direction d at the arm s acts as (d, A'(s x d)), on body a with the opposite sign.  For balls the
   products are written out (s = -R n), so that entries that are 0 or R come out exactly so; zeros are not stored. */

#include "problems/scene.h"

#include <math.h>
#include <string.h>

void slip_tangents(int space, const double n[3], double t[3], double o[3])
{
    if (space == 2) {
        t[0] = -n[1] + 0.0, t[1] = n[0], t[2] = 0;      /* + 0.0: no negative zeros */
        o[0] = o[1] = o[2] = 0;
        return;
    }
    int x = fabs(n[0]) <= 0.9 ? 0 : 1, y = 1 - x;       /* t: the x axis (or y) made tangent; o = n x t; written so that zeros are exact */
    double length = sqrt(n[y] * n[y] + n[2] * n[2]), sign = x == 0 ? 1 : -1;
    t[x] = length, t[y] = -n[x] * n[y] / length + 0.0, t[2] = -n[x] * n[2] / length + 0.0;
    o[x] = 0, o[y] = sign * n[2] / length + 0.0, o[2] = -sign * n[y] / length + 0.0;
}

/* The part of one column that belongs to a body: dof numbers.  k: 0 normal, 1, 2 tangents; frame: rows n, t, o; sign -1 for body a. */
static void column(int space, const slip_body *body, const double A[9], const double arm[3], const double frame[9], int k, double sign, double *out)
{
    const double *d = frame + 3 * k;
    double c[3];
    if (body->kind == SLIP_SHAPE_DISK || body->kind == SLIP_SHAPE_SPHERE) {     /* s x d = -sign R n x d, times sign */
        double R = body->size[0];
        for (int i = 0; i < 3; i++)
            c[i] = k == 0 ? 0 : k == 1 ? -R * frame[6 + i] : R * frame[3 + i];
        if (space == 2)
            c[2] = k == 0 ? 0 : -R;
    } else {
        slip_cross3(arm, d, c);
        for (int i = 0; i < 3; i++)
            c[i] *= sign;
    }
    for (int i = 0; i < space; i++)
        out[i] = sign * d[i];
    if (space == 2)
        out[2] = c[2];
    else
        for (int i = 0; i < 3; i++)
            out[3 + i] = A[i] * c[0] + A[3 + i] * c[1] + A[6 + i] * c[2];
}

/* All columns of one contact, d x (dof of a, dof of b); axes: rotations of all bodies (space 3). */
static void columns(const slip_scene *scene, const slip_touch *touch, int d, const double *axes, double frame[9], double *out)
{
    int dof = scene->space == 2 ? 3 : 6;
    memcpy(frame, touch->n, 3 * sizeof *frame);
    slip_tangents(scene->space, frame, frame + 3, frame + 6);
    for (int k = 0; k < d; k++, out += 2 * dof) {
        if (touch->a >= 0)
            column(scene->space, &scene->body[touch->a], axes ? axes + 9 * touch->a : NULL, touch->arm_a, frame, k, -1, out);
        else
            memset(out, 0, (size_t)dof * sizeof *out);
        column(scene->space, &scene->body[touch->b], axes ? axes + 9 * touch->b : NULL, touch->arm_b, frame, k, 1, out + dof);
    }
}

static slip_status dynamics(const slip_scene *scene, double h, slip_problem *out, slip_error *error)
{
    int space = scene->space, dof = space == 2 ? 3 : 6;
    bool rate = scene->level == SLIP_LEVEL_ACCELERATION;
    if (slip_sparse_new(&out->M, SLIP_CSC, out->n, out->n, out->n, &out->arena, error))
        return error ? error->status : SLIP_MEMORY;
    out->bodies.first = SLIP_NEW(&out->arena, int, scene->count + 1);
    if (!out->bodies.first)
        return slip_fail(error, SLIP_MEMORY, "no memory for %d bodies", scene->count);
    out->bodies.count = scene->count;
    for (int b = 0; b < scene->count; b++) {
        const slip_body *o = &scene->body[b];
        double *f = out->f + dof * b, *x = out->M.x + dof * b, spin[3] = { 0 };
        out->bodies.first[b + 1] = dof * (b + 1);
        if (space == 3) {
            double L[3] = { o->inertia[0] * o->omega[0], o->inertia[1] * o->omega[1], o->inertia[2] * o->omega[2] };
            slip_cross3(o->omega, L, spin);
        }
        for (int k = 0; k < dof; k++) {
            double mass = k < space ? o->mass : o->inertia[k - space];
            double force = k < space ? mass * scene->gravity[k] : space == 3 ? -spin[k - 3] : 0;
            x[k] = mass;
            f[k] = (rate ? force : mass * (k < space ? o->v[k] : o->omega[k - space]) + h * force) + 0.0;
            out->M.i[dof * b + k] = dof * b + k, out->M.p[dof * b + k + 1] = dof * b + k + 1;
        }
    }
    return SLIP_OK;
}

/* w of one contact, d numbers; J: its columns, for the velocity before the step. */
static void bias(const slip_scene *scene, double h, const slip_touch *touch, int d, const double frame[9], const double *J, double *w)
{
    int space = scene->space, dof = space == 2 ? 3 : 6;
    double wall[3] = { 0 };
    if (touch->a < 0) {
        const slip_wall *o = &scene->wall[touch->wall];
        double now[3], then[3];
        slip_wall_place(o, scene->time, now), slip_wall_place(o, scene->time + h, then);
        for (int k = 0; k < 3; k++)
            wall[k] = (then[k] - now[k]) / h + o->belt[k];
    }
    for (int k = 0; k < d; k++)
        w[k] = -slip_dot3(frame + 3 * k, wall) + 0.0;
    if (scene->restitution > 0 && touch->gap <= scene->rest_gap) {
        double before = w[0];
        for (int side = 0; side < 2; side++) {
            int b = side ? touch->b : touch->a;
            for (int k = 0; k < dof && b >= 0; k++)
                before += J[side * dof + k] * (k < space ? scene->body[b].v[k] : scene->body[b].omega[k - space]);
        }
        if (before < -scene->rest_speed) {      /* n'v - n'v_wall >= -e before, and no penetration left */
            double left = touch->gap >= 0 || scene->stabilise ? touch->gap / h : 0;
            if (scene->cap > 0)
                left = fmax(left, -scene->cap);
            w[0] += fmin(scene->restitution * before, left);
            return;
        }
    }
    double speed = touch->gap / h;
    if (speed < 0)
        speed = !scene->stabilise ? 0 : scene->cap > 0 ? fmax(speed, -scene->cap) : speed;
    w[0] += speed;
}

static slip_status contacts(const slip_scene *scene, double h, const slip_touches *list, slip_problem *out, slip_error *error)
{
    int space = scene->space, dof = space == 2 ? 3 : 6, d = out->d;
    double J[3 * 12], frame[9], *axes = NULL;
    slip_arena scratch = { 0 };
    if (space == 3 && !(axes = SLIP_NEW(&scratch, double, 9 * (size_t)scene->count)))
        return slip_fail(error, SLIP_MEMORY, "no memory for the rotations of %d bodies", scene->count);
    for (int b = 0; space == 3 && b < scene->count; b++)
        slip_body_axes(3, &scene->body[b], axes + 9 * b);
    double entries = 0;
    for (int i = 0; i < list->count; i++) {
        columns(scene, &list->touch[i], d, axes, frame, J);
        for (int k = 0; k < 2 * dof * d; k++)
            entries += J[k] != 0;
    }
    slip_picture *picture = &out->picture;
    slip_status status = entries > INT32_MAX ? slip_fail(error, SLIP_SIZE, "%d contacts need %.0f matrix entries", list->count, entries) : SLIP_OK;
    if (!status)
        status = slip_sparse_new(&out->H, SLIP_CSC, out->n, d * list->count, (int)entries, &out->arena, error);
    if (!status) {
        out->bodies.pair = SLIP_NEW(&out->arena, int, 2 * (size_t)list->count);
        picture->space = space;
        picture->point = SLIP_NEW(&out->arena, double, (size_t)space * list->count);
        picture->frame = SLIP_NEW(&out->arena, double, (size_t)space * space * list->count);
        picture->gap = SLIP_NEW(&out->arena, double, list->count);
        if (out->arena.failed)
            status = slip_fail(error, SLIP_MEMORY, "no memory for %d contacts", list->count);
    }
    for (int i = 0, nz = 0; !status && i < list->count; i++) {
        const slip_touch *touch = &list->touch[i];
        columns(scene, touch, d, axes, frame, J);
        for (int k = 0; k < d; k++) {
            for (int j = 0; j < 2 * dof; j++) {
                double x = J[2 * dof * k + j];
                if (x == 0)
                    continue;
                out->H.i[nz] = j < dof ? dof * touch->a + j : dof * touch->b + j - dof;
                out->H.x[nz++] = x;
            }
            out->H.p[d * i + k + 1] = nz;
        }
        out->mu[i] = scene->mu;
        if (scene->level == SLIP_LEVEL_VELOCITY)
            bias(scene, h, touch, d, frame, J, out->w + (size_t)d * i);
        out->bodies.pair[2 * i] = touch->a, out->bodies.pair[2 * i + 1] = touch->b;
        picture->gap[i] = touch->gap;
        for (int k = 0; k < space; k++) {
            picture->point[(size_t)space * i + k] = scene->body[touch->b].x[k] + touch->arm_b[k];
            for (int j = 0; j < space; j++)
                picture->frame[(size_t)space * (space * i + k) + j] = frame[3 * k + j];
        }
    }
    slip_arena_free(&scratch);
    return status;
}

static slip_status joints(const slip_scene *scene, double h, slip_problem *out, slip_error *error)
{
    int dof = scene->space == 2 ? 3 : 6;
    if (slip_sparse_new(&out->G, SLIP_CSC, out->n, out->p, 2 * dof * out->p, &out->arena, error))
        return error ? error->status : SLIP_MEMORY;
    int row = 0, nz = 0;
    for (int i = 0; i < scene->joints; i++)
        for (int k = 0; k < slip_joint_rows(scene, &scene->joint[i]); k++, row++) {
            const slip_joint *joint = &scene->joint[i];
            double g, gt, grad[2][6];
            slip_joint_row(scene, joint, k, &g, &gt, grad[0], grad[1]);
            double speed = scene->stabilise ? g / h : 0;
            if (scene->cap > 0)
                speed = fmin(scene->cap, fmax(-scene->cap, speed));
            out->b[row] = speed + gt;
            int order = joint->a < joint->b ? 0 : 1;        /* rows ascend */
            for (int half = 0; half < 2; half++) {
                int side = half ^ order, body = side ? joint->b : joint->a;
                for (int j = 0; body >= 0 && j < dof; j++)
                    if (grad[side][j] != 0)
                        out->G.i[nz] = dof * body + j, out->G.x[nz++] = grad[side][j];
            }
            out->G.p[row + 1] = nz;
        }
    out->G.nz = nz;
    return SLIP_OK;
}

static slip_status shapes(const slip_scene *scene, slip_problem *out, slip_error *error)
{
    slip_picture *picture = &out->picture;
    picture->space = scene->space;
    picture->count = scene->walls + scene->count;
    picture->shape = SLIP_NEW(&out->arena, slip_shape, picture->count);
    if (!picture->shape)
        return slip_fail(error, SLIP_MEMORY, "no memory for %d shapes", picture->count);
    for (int w = 0; w < scene->walls; w++) {
        slip_shape *s = &picture->shape[w];
        s->kind = SLIP_SHAPE_PLANE, s->body = -1, s->size[0] = scene->wall[w].extent;
        slip_wall_place(&scene->wall[w], scene->time, s->at);
        memcpy(s->axes, scene->wall[w].normal, 3 * sizeof(double));
    }
    for (int b = 0; b < scene->count; b++) {
        const slip_body *o = &scene->body[b];
        slip_shape *s = &picture->shape[scene->walls + b];
        double A[9];
        slip_body_axes(scene->space, o, A);
        s->kind = o->kind, s->body = b;
        memcpy(s->at, o->x, sizeof s->at);
        memcpy(s->size, o->size, sizeof s->size);
        for (int k = 0; k < 3; k++)
            for (int j = 0; j < 3; j++)
                s->axes[3 * k + j] = A[3 * j + k];
        if (o->kind == SLIP_SHAPE_POLYGON) {        /* in the world, space numbers a corner */
            double *corner = SLIP_NEW(&out->arena, double, scene->space * o->corners);
            if (!corner)
                return slip_fail(error, SLIP_MEMORY, "no memory for %d corners", o->corners);
            slip_body_corners(scene->space, o, corner, o->corners);
            for (int i = 0; i < scene->space * o->corners; i++)
                corner[i] += o->x[i % scene->space];
            s->corners = o->corners, s->corner = corner;
        }
    }
    return SLIP_OK;
}

slip_status slip_scene_assemble(const slip_scene *scene, double h, slip_problem *out, slip_error *error)
{
    memset(out, 0, sizeof *out);
    if (!(h > 0) || !isfinite(h))
        return slip_fail(error, SLIP_INPUT, "the time step must be positive, not %g", h);
    int space = scene->space, dof = space == 2 ? 3 : 6, rows = 0;
    for (int i = 0; i < scene->joints; i++)
        rows += slip_joint_rows(scene, &scene->joint[i]);
    slip_touches list = { 0 };
    slip_status status = slip_scene_touches(scene, slip_scene_reach(scene, h), &list, error);
    if (!status)
        status = slip_scene_room(space, scene->count, list.count, error);
    if (!status) {
        status = slip_problem_new(out, scene->d ? scene->d : space, list.count, dof * scene->count, rows, false, error);
        if (!status) {
            out->law = scene->law, out->level = scene->level, out->h = scene->level == SLIP_LEVEL_VELOCITY ? h : 0;
            if (space == 3)
                out->dirs = scene->dirs;
            status = dynamics(scene, h, out, error);
        }
        if (!status)
            status = contacts(scene, h, &list, out, error);
        if (!status && rows)
            status = joints(scene, h, out, error);
        if (!status)
            status = shapes(scene, out, error);
        if (status)
            slip_problem_free(out);
    }
    slip_free(list.touch);
    return status;
}

slip_status slip_scene_problem(slip_status (*build)(slip_scene *, const double[], unsigned long, slip_error *), slip_problem *out,
                               const double par[], unsigned long seed, slip_error *error)
{
    slip_scene scene;
    memset(out, 0, sizeof *out);
    slip_status status = build(&scene, par, seed, error);
    if (status)
        return status;
    status = slip_scene_assemble(&scene, scene.h, out, error);
    slip_scene_free(&scene);
    return status;
}

slip_status slip_scene_theory(slip_status (*build)(slip_scene *, const double[], unsigned long, slip_error *), slip_problem *out,
                              const double par[], unsigned long seed, slip_truth *truth, slip_error *error)
{
    slip_status status = slip_scene_problem(build, out, par, seed, error);
    if (!status) slip_truth_exists(out, truth);
    return status;
}
