/* scene.c: bodies, walls and joints: making them, what they weigh in memory, moving them, measuring them.
   SPDX-License-Identifier: GPL-3.0-or-later

   Motion [NegrutEtAl2017, (5a)]: x += h v, and in space the Euler parameters e += h/2 e * (0, omega), omega in the frame of the
   body, renormalised after every step; the largest | |e| - 1 | met is kept in scene.drift. */

#include "problems/scene.h"

#include <math.h>
#include <string.h>

const char *const slip_law_words[] = {
#define X(name, word, text) word,
    SLIP_LAW_LIST(X)
#undef X
    NULL
};

slip_status slip_scene_room(int space, double bodies, double contacts, slip_error *error)
{
    int dof = space == 2 ? 3 : 6;
    double entries = contacts * space * 2 * dof;                        /* of H, at most */
    if (!(entries <= INT32_MAX && bodies * dof <= INT32_MAX))
        return slip_fail(error, SLIP_SIZE, "%.0f bodies and %.0f contacts would need more than %d matrix entries", bodies, contacts, INT32_MAX);
    double bytes = entries * 12 + contacts * (2 * sizeof(slip_touch) + 8.0 * (space * (3 + space) + 3))
                 + bodies * (sizeof(slip_body) + sizeof(slip_shape) + dof * 32.0 + 128);
    double room = (double)slip_memory_available();
    if (!(bytes <= 0.8 * room))
        return slip_fail(error, SLIP_SIZE, "%.0f bodies and %.0f contacts would need about %.0f MB; %.0f MB are available",
                         bodies, contacts, bytes / 1e6, room / 1e6);
    return SLIP_OK;
}

slip_status slip_scene_new(slip_scene *scene, int space, int bodies, int walls, int joints, slip_error *error)
{
    memset(scene, 0, sizeof *scene);
    scene->space = space, scene->count = bodies, scene->walls = walls, scene->joints = joints;
    scene->body = SLIP_NEW(&scene->arena, slip_body, bodies);
    scene->wall = SLIP_NEW(&scene->arena, slip_wall, walls);
    scene->joint = SLIP_NEW(&scene->arena, slip_joint, joints);
    if (scene->arena.failed) {
        slip_scene_free(scene);
        return slip_fail(error, SLIP_MEMORY, "no memory for a scene of %d bodies", bodies);
    }
    for (int b = 0; b < bodies; b++) {
        slip_body *o = &scene->body[b];
        o->mass = o->inertia[0] = o->inertia[1] = o->inertia[2] = 1;
        o->e[0] = space == 3;
    }
    scene->law = SLIP_LAW_COULOMB;
    scene->dirs = (slip_dirs){ .k = space == 3 ? 4 : 2, .angle = 0 };
    scene->level = SLIP_LEVEL_VELOCITY;
    scene->delta = 1e-6;
    scene->stabilise = true;
    return SLIP_OK;
}

void slip_scene_free(slip_scene *scene)
{
    slip_arena_free(&scene->arena);
    memset(scene, 0, sizeof *scene);
}

void slip_body_disk(slip_body *o, double x, double y, double radius, double mass, double inertia)
{
    o->kind = SLIP_SHAPE_DISK, o->size[0] = radius, o->mass = mass, o->inertia[0] = inertia;
    o->x[0] = x, o->x[1] = y;
}

void slip_body_sphere(slip_body *o, double x, double y, double z, double radius, double mass)
{
    o->kind = SLIP_SHAPE_SPHERE, o->size[0] = radius, o->mass = mass;
    o->inertia[0] = o->inertia[1] = o->inertia[2] = 0.4 * mass * radius * radius;
    o->x[0] = x, o->x[1] = y, o->x[2] = z;
}

void slip_body_box2(slip_body *o, double x, double y, double hx, double hy, double mass)
{
    o->kind = SLIP_SHAPE_BOX, o->size[0] = hx, o->size[1] = hy, o->mass = mass, o->inertia[0] = mass * (hx * hx + hy * hy) / 3;
    o->x[0] = x, o->x[1] = y;
}

void slip_body_box3(slip_body *o, double x, double y, double z, double hx, double hy, double hz, double mass)
{
    o->kind = SLIP_SHAPE_BOX, o->size[0] = hx, o->size[1] = hy, o->size[2] = hz, o->mass = mass;
    o->inertia[0] = mass * (hy * hy + hz * hz) / 3;
    o->inertia[1] = mass * (hx * hx + hz * hz) / 3;
    o->inertia[2] = mass * (hx * hx + hy * hy) / 3;
    o->x[0] = x, o->x[1] = y, o->x[2] = z;
}

slip_status slip_body_polygon(slip_scene *scene, int b, int corners, const double *corner, slip_error *error)
{
    double *copy = SLIP_NEW(&scene->arena, double, corners * scene->space);
    if (!copy) {
        slip_scene_free(scene);
        return slip_fail(error, SLIP_MEMORY, "no memory for %d corners", corners);
    }
    memcpy(copy, corner, (size_t)(corners * scene->space) * sizeof *copy);
    scene->body[b].kind = SLIP_SHAPE_POLYGON, scene->body[b].corners = corners, scene->body[b].corner = copy;
    return SLIP_OK;
}

void slip_wall_plane(slip_wall *wall, const double at[3], const double normal[3])
{
    double length = sqrt(slip_dot3(normal, normal));
    for (int k = 0; k < 3; k++)
        wall->at[k] = at[k], wall->normal[k] = normal[k] / length;
}

slip_status slip_scene_set(slip_scene *scene, const double tail[SLIP_SCENE_TAIL], slip_error *error)
{
    int k = (int)tail[SLIP_SCENE_K];
    if (k % 2) {
        slip_scene_free(scene);
        return slip_fail(error, SLIP_INPUT, "k=%d is odd: friction directions come in opposite pairs", k);
    }
    scene->mu = tail[SLIP_SCENE_MU];
    scene->h = tail[SLIP_SCENE_H];
    scene->gravity[scene->space - 1] = -tail[SLIP_SCENE_G];
    scene->law = (slip_law)(int)tail[SLIP_SCENE_LAW];
    if (scene->space == 3)
        scene->dirs.k = k;
    scene->restitution = tail[SLIP_SCENE_REST];
    scene->delta = tail[SLIP_SCENE_DELTA];
    scene->reach = tail[SLIP_SCENE_REACH];
    scene->stabilise = tail[SLIP_SCENE_STABILISE] != 0;
    scene->cap = tail[SLIP_SCENE_CAP];
    scene->rest_speed = 2 * fabs(tail[SLIP_SCENE_G]) * scene->h;      /* slower is resting: what gravity gives in two steps */
    scene->rest_gap = scene->delta;
    return SLIP_OK;
}

void slip_scene_baraff(slip_scene *scene, const double tail[3])
{
    scene->level = SLIP_LEVEL_ACCELERATION, scene->closed = true;
    scene->mu = tail[0], scene->gravity[scene->space - 1] = -tail[1], scene->law = (slip_law)(int)tail[2];
    scene->h = 1;                       /* not used at this level */
    if (tail[0] == 0) scene->d = 1;
}

void slip_scene_drop(slip_scene *scene)
{
    scene->gravity[scene->space - 1] = 0;
    scene->closed = true, scene->restitution = 0, scene->reach = 0;
    for (int b = 0; b < scene->count; b++)
        scene->body[b].v[scene->space - 1] = -1;
}

slip_status slip_scene_stir(slip_scene *scene, double speed, unsigned long seed, slip_error *error)
{
    if (speed == 0)
        return SLIP_OK;
    slip_rng *rng = slip_rng_new(seed);
    if (!rng) {
        slip_scene_free(scene);
        return slip_fail(error, SLIP_MEMORY, "no memory for random numbers");
    }
    for (int b = 0; b < scene->count; b++) {
        slip_body *o = &scene->body[b];
        double length = o->kind == SLIP_SHAPE_BOX || o->kind == SLIP_SHAPE_POLYGON ? sqrt(o->inertia[0] / o->mass) : o->size[0];
        for (int k = 0; k < scene->space; k++)
            o->v[k] = speed * slip_rng_normal(rng);
        for (int k = 0; k < (scene->space == 2 ? 1 : 3); k++)
            o->omega[k] = speed / length * slip_rng_normal(rng);
    }
    slip_rng_free(rng);
    return SLIP_OK;
}

void slip_scene_velocity(const slip_scene *scene, double *v)
{
    int turn = scene->space == 2 ? 1 : 3;
    for (int b = 0; b < scene->count; b++) {
        for (int k = 0; k < scene->space; k++)
            *v++ = scene->body[b].v[k];
        for (int k = 0; k < turn; k++)
            *v++ = scene->body[b].omega[k];
    }
}

void slip_scene_move(slip_scene *scene, const double *v, double h)
{
    for (int b = 0; b < scene->count; b++) {
        slip_body *o = &scene->body[b];
        for (int k = 0; k < scene->space; k++)
            o->v[k] = *v++, o->x[k] += h * o->v[k];
        if (scene->space == 2) {
            o->omega[0] = *v++, o->e[0] += h * o->omega[0];
            continue;
        }
        double s = h / 2, e[4] = { o->e[0], o->e[1], o->e[2], o->e[3] };
        double *w = o->omega;
        w[0] = v[0], w[1] = v[1], w[2] = v[2], v += 3;
        o->e[0] += s * (-e[1] * w[0] - e[2] * w[1] - e[3] * w[2]);
        o->e[1] += s * ( e[0] * w[0] - e[3] * w[1] + e[2] * w[2]);
        o->e[2] += s * ( e[3] * w[0] + e[0] * w[1] - e[1] * w[2]);
        o->e[3] += s * (-e[2] * w[0] + e[1] * w[1] + e[0] * w[2]);
        double length = sqrt(o->e[0] * o->e[0] + o->e[1] * o->e[1] + o->e[2] * o->e[2] + o->e[3] * o->e[3]);
        if (!(fabs(length - 1) <= scene->drift))
            scene->drift = fabs(length - 1);
        for (int k = 0; k < 4; k++)
            o->e[k] /= length;
    }
    scene->time += h;
}

void slip_body_axes(int space, const slip_body *o, double A[9])
{
    if (space == 2) {
        double c = cos(o->e[0]), s = sin(o->e[0]);
        memcpy(A, (double[9]){ c, -s, 0, s, c, 0, 0, 0, 1 }, 9 * sizeof *A);
        return;
    }
    double a = o->e[0], b = o->e[1], c = o->e[2], d = o->e[3];
    memcpy(A, (double[9]){ a * a + b * b - c * c - d * d, 2 * (b * c - a * d), 2 * (b * d + a * c),
                           2 * (b * c + a * d), a * a - b * b + c * c - d * d, 2 * (c * d - a * b),
                           2 * (b * d - a * c), 2 * (c * d + a * b), a * a - b * b - c * c + d * d }, 9 * sizeof *A);
}

int slip_body_corners(int space, const slip_body *o, double *out, int room)
{
    double A[9];
    slip_body_axes(space, o, A);
    int count = o->kind == SLIP_SHAPE_POLYGON ? o->corners : space == 2 ? 4 : 8;
    if (count > room)
        return 0;
    for (int i = 0; i < count; i++, out += space) {
        double p[3] = { 0 };
        if (o->kind == SLIP_SHAPE_POLYGON)
            memcpy(p, o->corner + i * space, (size_t)space * sizeof *p);
        else if (space == 2)            /* counter-clockwise from the lower left */
            p[0] = (i == 1 || i == 2 ? 1 : -1) * o->size[0], p[1] = (i >= 2 ? 1 : -1) * o->size[1];
        else
            for (int k = 0; k < 3; k++)
                p[k] = (i >> k & 1 ? 1 : -1) * o->size[k];
        for (int k = 0; k < space; k++)
            out[k] = A[3 * k] * p[0] + A[3 * k + 1] * p[1] + A[3 * k + 2] * p[2];
    }
    return count;
}

void slip_wall_place(const slip_wall *wall, double time, double at[3])
{
    double s = 0, tau = time - wall->start;
    if (wall->amplitude != 0 && tau > 0) {
        tau = fmod(tau, wall->period + wall->rest);
        if (tau < wall->period)
            s = wall->amplitude * (1 - cos(2 * M_PI * tau / wall->period)) / 2;
    }
    for (int k = 0; k < 3; k++)
        at[k] = wall->at[k] + s * wall->along[k];
}

slip_status slip_scene_measure(const slip_scene *scene, slip_measures *out, slip_error *error)
{
    int space = scene->space, turn = space == 2 ? 1 : 3;
    *out = (slip_measures){ .gap = INFINITY };
    for (int b = 0; b < scene->count; b++) {
        const slip_body *o = &scene->body[b];
        double A[9], spin[3] = { 0 }, x[3] = { 0 }, p[3] = { 0 }, L[3];
        slip_body_axes(space, o, A);
        for (int k = 0; k < space; k++) {
            x[k] = o->x[k], p[k] = o->mass * o->v[k];
            out->kinetic += 0.5 * p[k] * o->v[k];
            out->potential -= o->mass * scene->gravity[k] * o->x[k];
            out->momentum[k] += p[k];
        }
        for (int k = 0; k < turn; k++) {
            spin[space == 2 ? 2 : k] = o->inertia[k] * o->omega[k];
            out->kinetic += 0.5 * o->inertia[k] * o->omega[k] * o->omega[k];
        }
        slip_cross3(x, p, L);
        for (int k = 0; k < 3; k++)
            out->angular[k] += L[k] + slip_dot3(A + 3 * k, spin);
        double size = o->size[0];
        if (o->kind == SLIP_SHAPE_BOX) size = sqrt(o->size[0] * o->size[0] + o->size[1] * o->size[1] + (space == 3 ? o->size[2] * o->size[2] : 0));
        for (int i = 0; o->kind == SLIP_SHAPE_POLYGON && i < o->corners; i++) {
            double far = 0;
            for (int k = 0; k < space; k++) far += o->corner[i * space + k] * o->corner[i * space + k];
            size = fmax(size, sqrt(far));
        }
        double rate = space == 2 ? fabs(o->omega[0]) : sqrt(slip_dot3(o->omega, o->omega));
        out->speed = fmax(out->speed, sqrt(slip_dot3(o->v, o->v)) + rate * size);
    }
    for (int i = 0; i < scene->joints; i++)
        for (int k = 0; k < slip_joint_rows(scene, &scene->joint[i]); k++) {
            double g, gt, grad_a[6], grad_b[6];
            slip_joint_row(scene, &scene->joint[i], k, &g, &gt, grad_a, grad_b);
            out->joint = fmax(out->joint, fabs(g));
        }
    slip_touches list = { 0 };
    slip_status status = slip_scene_touches(scene, slip_scene_reach(scene, scene->h), &list, error);
    for (int i = 0; i < list.count; i++) out->gap = fmin(out->gap, list.touch[i].gap);
    slip_free(list.touch);
    return status;
}
