/* tower.c: cubes on top of each other, their masses growing: the mass ratio is what makes it hard [NegrutEtAl2017].
   SPDX-License-Identifier: GPL-3.0-or-later

   n unit cubes, four corner contacts each, masses m ratio^(k/(n-1)) from the floor upward.  Each contact of a level carries a quarter of
   what stands above; nothing moves, whatever the law. */

#include "problems/scene.h"

#include <math.h>

enum { N, RATIO, MASS, SPEED, DROP, TAIL };

static const slip_param params[] = {
    {"n", 3, 1, 1000000, NULL, "cubes", SLIP_WHOLE},
    {"ratio", 1, 1e-12, 1e12, NULL, "mass of the highest over mass of the lowest", 0},
    {"m", 1, 1e-9, 1e9, NULL, "mass of the lowest", 0},
    {"speed", 0, 0, 1e6, NULL, "random velocities of this size before the step (0: rest)", 0},
    {"drop", 0, 0, 1, NULL, "1: the peers' instance: free velocity 1 straight down, no gravity", SLIP_WHOLE},
    SLIP_SCENE_PARAMS(0.5, 0.01, SLIP_LAW_COULOMB),
    {0}
};

static slip_status scene(slip_scene *out, const double par[], unsigned long seed, slip_error *error)
{
    int n = (int)par[N];
    slip_status status = slip_scene_room(3, n, 4.0 * n, error);
    if (status || (status = slip_scene_new(out, 3, n, 1, 0, error)) || (status = slip_scene_set(out, par + TAIL, error))) return status;
    slip_wall_plane(out->wall, (double[3]){ 0 }, (double[3]){ 0, 0, 1 });
    for (int k = 0; k < n; k++)
        slip_body_box3(&out->body[k], 0, 0, k + 0.5, 0.5, 0.5, 0.5, par[MASS] * (n > 1 ? pow(par[RATIO], k / (n - 1.0)) : 1));
    if (par[DROP] != 0) slip_scene_drop(out);
    return slip_scene_stir(out, par[SPEED], seed, error);
}

static slip_status make(slip_problem *out, const double par[], unsigned long seed, slip_truth *truth, slip_error *error)
{
    slip_status status = slip_scene_problem(scene, out, par, seed, error);
    if (status) return status;
    int n = (int)par[N];
    if (par[SPEED] != 0 || !(par[TAIL + SLIP_SCENE_G] >= 0) || out->nc != 4 * n) {
        slip_truth_exists(out, truth);
        return SLIP_OK;
    }
    double *c = SLIP_NEW(&out->arena, double, 4 * (size_t)n), load = 0;
    if (!c) return slip_fail(error, SLIP_MEMORY, "no memory for %d contacts", out->nc);
    for (int k = n - 1; k >= 0; k--) {          /* contacts 4k .. 4k+3 are under cube k */
        load -= out->f[6 * k + 2];
        for (int i = 0; i < 4; i++)
            c[4 * k + i] = load / 4;
    }
    return slip_truth_rest(out, 1, c, load > 0, truth, error);
}

const slip_family slip_family_tower = {
    .name = "tower", .about = "cubes on top of each other, with a mass ratio", .cite = "NegrutEtAl2017",
    .params = params, .make = make, .scene = scene
};
