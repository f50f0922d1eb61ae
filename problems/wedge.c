/* wedge.c: a disk in a wedge: it may jam.
   SPDX-License-Identifier: GPL-3.0-or-later

   Two walls with normals (sin a, cos a), (-sin a, cos a).  Pressed by P = m g h the walls push back with P/(2 cos a) each: the disk is at rest
   whatever the law.  Both contacts can also push against each other along the line between them when it lies in both friction cones, mu >= cot a:
   the friction cone is not pointed, impulses are unbounded, and the disk jams: it could be thrown upward and would not move. */

#include "problems/scene.h"

#include <math.h>

enum { ANGLE, RADIUS, MASS, DROP, TAIL };

static const slip_param params[] = {
    {"a", 1.2, 0.01, 1.57, NULL, "angle of the normals from the vertical, radians", 0},
    {"radius", 0.5, 1e-6, 1e6, NULL, "radius", 0},
    {"m", 1, 1e-9, 1e9, NULL, "mass", 0},
    {"drop", 0, 0, 1, NULL, "1: the peers' instance: radius 1/2, free velocity 1 straight down, no gravity", SLIP_WHOLE},
    SLIP_SCENE_PARAMS(0.5, 0.01, SLIP_LAW_COULOMB),
    {0}
};

static slip_status scene(slip_scene *out, const double par[], unsigned long seed, slip_error *error)
{
    (void)seed;
    double s = sin(par[ANGLE]), c = cos(par[ANGLE]), R = par[DROP] != 0 ? 0.5 : par[RADIUS], m = par[MASS];
    slip_status status = slip_scene_new(out, 2, 1, 2, 0, error);
    if (status || (status = slip_scene_set(out, par + TAIL, error))) return status;
    slip_wall_plane(&out->wall[0], (double[3]){ 0, -R / c }, (double[3]){ s, c, 0 });       /* the walls meet R/c under the centre */
    slip_wall_plane(&out->wall[1], (double[3]){ 0, -R / c }, (double[3]){ -s, c, 0 });
    slip_body_disk(out->body, 0, 0, R, m, m * R * R / 2);
    out->snap = 1e-12 * R / c;
    if (par[DROP] != 0) slip_scene_drop(out);
    return SLIP_OK;
}

static slip_status make(slip_problem *out, const double par[], unsigned long seed, slip_truth *truth, slip_error *error)
{
    slip_status status = slip_scene_problem(scene, out, par, seed, error);
    if (status) return status;
    double P = -out->f[1], push = P / (2 * cos(par[ANGLE]));
    if (out->nc == 2 && P >= 0) return slip_truth_rest(out, 1, (double[2]){ push, push }, P > 0 && out->mu[0] > 0, truth, error);
    slip_truth_exists(out, truth);
    return SLIP_OK;
}

const slip_family slip_family_wedge = {
    .name = "wedge", .about = "a disk in a wedge: it may jam", .cite = NULL,
    .params = params, .make = make, .scene = scene
};
