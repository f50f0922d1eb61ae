/* wall.c: a brick wall in the plane, at acceleration level [Baraff1994, 8].
   SPDX-License-Identifier: GPL-3.0-or-later

   Rows of bricks 2 x 1, alternately cols and cols - 1 of them, moved by half a brick; two contacts an overlap: 2 cols + 4 (rows - 1)(cols - 1).
   Without friction (mu = 0) normals only, d = 1, and rank A = 2 x bricks: forces are not unique, accelerations are. */

#include "problems/scene.h"

enum { ROWS, COLS, MASS, TAIL };

static const slip_param params[] = {
    {"rows", 4, 1, 100000, NULL, "rows", SLIP_WHOLE},
    {"cols", 3, 2, 100000, NULL, "bricks in the bottom row", SLIP_WHOLE},
    {"m", 1, 1e-9, 1e9, NULL, "mass of a brick", 0},
    SLIP_BARAFF_PARAMS,
    {0}
};

static slip_status scene(slip_scene *out, const double par[], unsigned long seed, slip_error *error)
{
    (void)seed;
    int rows = (int)par[ROWS], cols = (int)par[COLS];
    double count = par[ROWS] * par[COLS] - rows / 2;
    slip_status status = slip_scene_room(2, count, 2 * par[COLS] + 4 * (par[ROWS] - 1) * (par[COLS] - 1), error);
    if (status || (status = slip_scene_new(out, 2, (int)count, 1, 0, error))) return status;
    slip_scene_baraff(out, par + TAIL);
    slip_wall_plane(out->wall, (double[3]){ 0 }, (double[3]){ 0, 1, 0 });
    for (int row = 0, b = 0; row < rows; row++)
        for (int i = 0; i < cols - row % 2; i++, b++) {
            slip_body_box2(&out->body[b], 2.0 * i + 1 + row % 2, row + 0.5, 1, 0.5, par[MASS]);
            out->body[b].skip = row + 1;
        }
    return SLIP_OK;
}

static slip_status make(slip_problem *out, const double par[], unsigned long seed, slip_truth *truth, slip_error *error)
{
    slip_status status = slip_scene_problem(scene, out, par, seed, error);
    if (status) return status;
    if (!(out->f[1] <= 0)) {
        slip_truth_exists(out, truth);
        return SLIP_OK;
    }
    double *c = SLIP_NEW(&out->arena, double, out->nc);
    if (!c) return slip_fail(error, SLIP_MEMORY, "no memory for %d contacts", out->nc);
    if ((status = slip_masonry_hold(out, 1, c, error))) return status;
    return slip_truth_rest(out, 1, c, out->f[1] < 0 && par[ROWS] > 1, truth, error);
}

const slip_family slip_family_wall = {
    .name = "wall", .about = "a brick wall, in the plane", .cite = "Baraff1994",
    .params = params, .make = make, .scene = scene
};
