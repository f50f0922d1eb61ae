/* table.c: a table on four legs: the simplest hyperstatic problem.
   SPDX-License-Identifier: GPL-3.0-or-later

   Legs at (+-a, +-b), the centre of mass at (x, y, height).  Equilibrium leaves one normal impulse free: with P = m g h, X = x/a, Y = y/b,
       c(+-, +-) = P/4 (1 +- X)(1 +- Y) + s (+1 on one diagonal, -1 on the other)
   s = 0 and the two ends of the segment are listed; the velocity is 0 as long as |X|, |Y| <= 1. */

#include "problems/scene.h"

#include <math.h>

enum { A, B, X, Y, HEIGHT, MASS, TAIL };

static const slip_param params[] = {
    {"a", 1, 1e-6, 1e6, NULL, "half the distance of the legs along x", 0},
    {"b", 0.5, 1e-6, 1e6, NULL, "half the distance of the legs along y", 0},
    {"x", 0, -1e6, 1e6, NULL, "centre of mass, along x", 0},
    {"y", 0, -1e6, 1e6, NULL, "centre of mass, along y", 0},
    {"height", 1, 0, 1e6, NULL, "centre of mass above the floor", 0},
    {"m", 1, 1e-9, 1e9, NULL, "mass", 0},
    SLIP_SCENE_PARAMS(0.5, 0.01, SLIP_LAW_COULOMB),
    {0}
};

static slip_status scene(slip_scene *out, const double par[], unsigned long seed, slip_error *error)
{
    (void)seed;
    slip_status status = slip_scene_new(out, 3, 1, 1, 0, error);
    if (status || (status = slip_scene_set(out, par + TAIL, error))) return status;
    slip_wall_plane(out->wall, (double[3]){ 0 }, (double[3]){ 0, 0, 1 });
    double a = par[A], b = par[B], corner[12];
    slip_body *o = out->body;
    o->mass = par[MASS], o->x[2] = par[HEIGHT];
    o->inertia[0] = par[MASS] * b * b / 3, o->inertia[1] = par[MASS] * a * a / 3, o->inertia[2] = o->inertia[0] + o->inertia[1];   /* a thin top */
    for (int i = 0; i < 4; i++) {                   /* counter-clockwise from (-, -) */
        corner[3 * i] = (i == 1 || i == 2 ? a : -a) - par[X];
        corner[3 * i + 1] = (i >= 2 ? b : -b) - par[Y];
        corner[3 * i + 2] = -par[HEIGHT];
    }
    return slip_body_polygon(out, 0, 4, corner, error);
}

static slip_status make(slip_problem *out, const double par[], unsigned long seed, slip_truth *truth, slip_error *error)
{
    slip_status status = slip_scene_problem(scene, out, par, seed, error);
    if (status) return status;
    double P = -out->f[2], x = par[X] / par[A], y = par[Y] / par[B], c[12];
    if (out->nc != 4 || !(P >= 0) || !(fabs(x) <= 1 && fabs(y) <= 1)) {
        slip_truth_exists(out, truth);
        return SLIP_OK;
    }
    for (int i = 0; i < 4; i++) c[i] = P / 4 * (1 + (i == 1 || i == 2 ? x : -x)) * (1 + (i >= 2 ? y : -y));
    double up = fmin(c[1], c[3]), down = fmin(c[0], c[2]);
    for (int i = 0; i < 4; i++) {
        c[4 + i] = i % 2 ? c[i] - up : c[i] + up;
        c[8 + i] = i % 2 ? c[i] + down : c[i] - down;
    }
    return slip_truth_rest(out, 3, c, up + down > 0, truth, error);
}

const slip_family slip_family_table = {
    .name = "table", .about = "a table on four legs: hyperstatic", .cite = NULL,
    .params = params, .make = make, .scene = scene
};
