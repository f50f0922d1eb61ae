/* pile.c: a square pyramid of spheres [NegrutEtAl2017].
   SPDX-License-Identifier: GPL-3.0-or-later

   n x n spheres on the floor, (n-1) x (n-1) in their hollows, ...: sphere (i, j) of layer k at 2R (i + k/2, j + k/2), height R + sqrt(2) R k.
   Contacts: the floor, the four below, the neighbours of the same layer.  Where everything sticks, the convex law's optimum is
   f* = -(bodies) m (g h)^2/2 and the floor carries the weight. */

#include "problems/scene.h"

#include <math.h>

enum { N, RADIUS, MASS, SPEED, DROP, TAIL };

static const slip_param params[] = {
    {"n", 4, 1, 400, NULL, "spheres along a side of the floor", SLIP_WHOLE},
    {"radius", 0.5, 1e-6, 1e6, NULL, "radius of a sphere", 0},
    {"m", 1, 1e-9, 1e9, NULL, "mass of a sphere", 0},
    {"speed", 0, 0, 1e6, NULL, "random velocities of this size before the step (0: rest)", 0},
    {"drop", 0, 0, 1, NULL, "1: the peers' instance: free velocity 1 straight down, no gravity", SLIP_WHOLE},
    SLIP_SCENE_PARAMS(0.3, 0.01, SLIP_LAW_COULOMB),
    {0}
};

static slip_status scene(slip_scene *out, const double par[], unsigned long seed, slip_error *error)
{
    double n = par[N], R = par[DROP] != 0 ? 0.5 : par[RADIUS], count = n * (n + 1) * (2 * n + 1) / 6, layer = sqrt(2 * R * R);
    double touches = n * n + 4 * (count - n * n) + 2 * (count - n * (n + 1) / 2);
    slip_status status = slip_scene_room(3, count, touches, error);
    if (status || (status = slip_scene_new(out, 3, (int)count, 1, 0, error)) || (status = slip_scene_set(out, par + TAIL, error))) return status;
    slip_wall_plane(out->wall, (double[3]){ 0 }, (double[3]){ 0, 0, 1 });
    out->snap = 1e-12 * n * R;
    for (int k = 0, b = 0; k < n; k++)
        for (int j = 0; j < n - k; j++)
            for (int i = 0; i < n - k; i++, b++)
                slip_body_sphere(&out->body[b], 2 * R * i + R * k, 2 * R * j + R * k, R + layer * k, R, par[MASS]);
    if (par[DROP] != 0) slip_scene_drop(out);
    return slip_scene_stir(out, par[SPEED], seed, error);
}

static slip_status make(slip_problem *out, const double par[], unsigned long seed, slip_truth *truth, slip_error *error)
{
    return slip_scene_theory(scene, out, par, seed, truth, error);
}

const slip_family slip_family_pile = {
    .name = "pile", .about = "a square pyramid of spheres", .cite = "NegrutEtAl2017",
    .params = params, .make = make, .scene = scene
};
