/* wall3d.c: a wall of bricks in running bond, in space.
   SPDX-License-Identifier: GPL-3.0-or-later

   ny courses of nx bricks 2 x 1 x 1, every second course moved by half a brick; every overlap of a brick with one below, and each bottom
   brick with the floor, gives four contacts at the corners of the patch: 4 nx + 4 (ny - 1)(2 nx - 1).  Loads can be handed straight down,
   so nothing moves, whatever the law; the overhanging bricks at the ends are balanced on the edge. */

#include "problems/scene.h"

enum { NX, NY, MASS, SPEED, SIDES, DROP, TAIL };

static const slip_param params[] = {
    {"nx", 4, 1, 100000, NULL, "bricks in a course", SLIP_WHOLE},
    {"ny", 4, 1, 100000, NULL, "courses", SLIP_WHOLE},
    {"m", 1, 1e-9, 1e9, NULL, "mass of a brick", 0},
    {"speed", 0, 0, 1e6, NULL, "random velocities of this size before the step (0: rest)", 0},
    {"sides", 0, 0, 1, NULL, "1: bricks of a course touch each other too", SLIP_WHOLE},
    {"drop", 0, 0, 1, NULL, "1: the peers' instance: free velocity 1 straight down, no gravity", SLIP_WHOLE},
    SLIP_SCENE_PARAMS(0.5, 0.01, SLIP_LAW_COULOMB),
    {0}
};

static slip_status scene(slip_scene *out, const double par[], unsigned long seed, slip_error *error)
{
    double nx = par[NX], ny = par[NY], touches = 4 * nx + 4 * (ny - 1) * (2 * nx - 1) + (par[SIDES] != 0 ? 4 * ny * (nx - 1) : 0);
    slip_status status = slip_scene_room(3, nx * ny, touches, error);
    if (status || (status = slip_scene_new(out, 3, (int)(nx * ny), 1, 0, error)) || (status = slip_scene_set(out, par + TAIL, error))) return status;
    slip_wall_plane(out->wall, (double[3]){ 0 }, (double[3]){ 0, 0, 1 });
    for (int k = 0, b = 0; k < ny; k++)
        for (int i = 0; i < nx; i++, b++) {
            slip_body_box3(&out->body[b], 2.0 * i + 1 + k % 2, 0.5, k + 0.5, 1, 0.5, 0.5, par[MASS]);
            if (par[SIDES] == 0) out->body[b].skip = k + 1;
        }
    if (par[DROP] != 0) slip_scene_drop(out);
    return slip_scene_stir(out, par[SPEED], seed, error);
}

static slip_status make(slip_problem *out, const double par[], unsigned long seed, slip_truth *truth, slip_error *error)
{
    slip_status status = slip_scene_problem(scene, out, par, seed, error);
    if (status) return status;
    if (par[SPEED] != 0 || !(par[TAIL + SLIP_SCENE_G] >= 0) || out->nc != 4 * par[NX] + 4 * (par[NY] - 1) * (2 * par[NX] - 1)) {
        slip_truth_exists(out, truth);
        return SLIP_OK;
    }
    double *c = SLIP_NEW(&out->arena, double, out->nc);
    if (!c) return slip_fail(error, SLIP_MEMORY, "no memory for %d contacts", out->nc);
    if ((status = slip_masonry_hold(out, 1, c, error))) return status;
    return slip_truth_rest(out, 1, c, out->f[2] < 0, truth, error);
}

const slip_family slip_family_wall3d = {
    .name = "wall3d", .about = "a wall of bricks in running bond, in space", .cite = "NegrutEtAl2017",
    .params = params, .make = make, .scene = scene
};
