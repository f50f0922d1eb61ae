/* stack.c: blocks on top of each other, in the plane, at acceleration level [Baraff1994, 8].
   SPDX-License-Identifier: GPL-3.0-or-later

   k blocks 2 x 1, two corner contacts each: every contact of level j (j = 0 at the ground) carries (k - j) m g/2, and nothing accelerates.
   Without friction (mu = 0) the problem is Baraff's A f + b: normals only, d = 1. */

#include "problems/scene.h"

enum { K, MASS, TAIL };

static const slip_param params[] = {
    {"k", 5, 1, 1000000, NULL, "blocks", SLIP_WHOLE},
    {"m", 1, 1e-9, 1e9, NULL, "mass of a block", 0},
    SLIP_BARAFF_PARAMS,
    {0}
};

static slip_status scene(slip_scene *out, const double par[], unsigned long seed, slip_error *error)
{
    (void)seed;
    int k = (int)par[K];
    slip_status status = slip_scene_room(2, k, 2.0 * k, error);
    if (status || (status = slip_scene_new(out, 2, k, 1, 0, error))) return status;
    slip_scene_baraff(out, par + TAIL);
    slip_wall_plane(out->wall, (double[3]){ 0 }, (double[3]){ 0, 1, 0 });
    for (int b = 0; b < k; b++) slip_body_box2(&out->body[b], 0, b + 0.5, 1, 0.5, par[MASS]);
    return SLIP_OK;
}

static slip_status make(slip_problem *out, const double par[], unsigned long seed, slip_truth *truth, slip_error *error)
{
    slip_status status = slip_scene_problem(scene, out, par, seed, error);
    if (status) return status;
    int k = (int)par[K];
    double *c = SLIP_NEW(&out->arena, double, out->nc), load = 0;
    if (!c) return slip_fail(error, SLIP_MEMORY, "no memory for %d contacts", out->nc);
    for (int b = k - 1; b >= 0; b--) {              /* contacts 2b, 2b + 1 are under block b */
        load -= out->f[3 * b + 1];
        c[2 * b] = c[2 * b + 1] = load / 2;
    }
    if (!(load >= 0)) {
        slip_truth_exists(out, truth);
        return SLIP_OK;
    }
    if ((status = slip_truth_rest(out, 1, c, load > 0 && out->mu[0] > 0, truth, error))) return status;
    if (out->d == 1) truth->unique_r = SLIP_YES, truth->solutions = 1;         /* A has full rank: two contacts, (y, angle) of each block */
    return SLIP_OK;
}

const slip_family slip_family_stack = {
    .name = "stack", .about = "blocks on top of each other, in the plane", .cite = "Baraff1994",
    .params = params, .make = make, .scene = scene
};
