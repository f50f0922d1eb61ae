/* slab.c: a slab on three or four contacts in line: the smallest problem whose solutions do not form a convex set [AnitescuHart2004, 3].
   SPDX-License-Identifier: GPL-3.0-or-later

   Slab 2 x 1 in the plane, contacts under it at x = -1, 0, 1, or -1, -1/2, 1/2, 1, at rest.  With P = m g h the normal impulses
   (0, P, 0) and (P/2, 0, P/2) (four: (P/2, 0, 0, P/2) and (0, P/2, P/2, 0)) both hold it.  As impulses they may be mixed; the multipliers
   lambda of the complementarity problem may not: lambda_j > 0 asks for c_j = 0. */

#include "problems/scene.h"

enum { CONTACTS, MASS, TAIL };

static const slip_param params[] = {
    {"contacts", 3, 3, 4, NULL, "contacts in line", SLIP_WHOLE},
    {"m", 1, 1e-9, 1e9, NULL, "mass", 0},
    SLIP_SCENE_PARAMS(0.3, 0.05, SLIP_LAW_FACETS),
    {0}
};

static slip_status scene(slip_scene *out, const double par[], unsigned long seed, slip_error *error)
{
    (void)seed;
    slip_status status = slip_scene_new(out, 2, 1, 1, 0, error);
    if (status || (status = slip_scene_set(out, par + TAIL, error))) return status;
    slip_wall_plane(out->wall, (double[3]){ 0 }, (double[3]){ 0, 1, 0 });
    slip_body_box2(out->body, 0, 0.5, 1, 0.5, par[MASS]);       /* mass and inertia; its corners below */
    static const double three[] = { -1, -0.5,  0, -0.5,  1, -0.5,  1, 0.5,  -1, 0.5 };
    static const double four[] = { -1, -0.5,  -0.5, -0.5,  0.5, -0.5,  1, -0.5,  1, 0.5,  -1, 0.5 };
    return par[CONTACTS] == 3 ? slip_body_polygon(out, 0, 5, three, error) : slip_body_polygon(out, 0, 6, four, error);
}

static slip_status make(slip_problem *out, const double par[], unsigned long seed, slip_truth *truth, slip_error *error)
{
    slip_status status = slip_scene_problem(scene, out, par, seed, error);
    if (status) return status;
    double P = -out->f[1], half = P / 2;
    double three[] = { 0, P, 0, half, 0, half }, four[] = { half, 0, 0, half, 0, half, half, 0 };
    if (out->nc == par[CONTACTS] && P >= 0) return slip_truth_rest(out, 2, par[CONTACTS] == 3 ? three : four, P > 0, truth, error);
    slip_truth_exists(out, truth);
    return SLIP_OK;
}

const slip_family slip_family_slab = {
    .name = "slab", .about = "a slab on contacts in line: many impulses, one velocity", .cite = "AnitescuHart2004",
    .params = params, .make = make, .scene = scene
};
