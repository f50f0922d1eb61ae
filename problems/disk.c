/* disk.c: one disk sliding on the plank: the smallest step with friction [AnitescuHart2004, 5.1].
   SPDX-License-Identifier: GPL-3.0-or-later

   W = diag(1, 1 + 1/i)/m with i = J/(m R^2), so 1/m diag(1, 3) for a solid disk; q = (-g h, u).
   Slip: u_T = u - 3 mu g h;  the convex law: u_T = (u - 3 mu g h)/(1 + 3 mu^2), and it lifts off with u_N = mu u_T. */

#include "problems/scene.h"

enum { SPEED, INERTIA, RADIUS, MASS, TAIL };

static const slip_param params[] = {
    {"u", 5, -1e6, 1e6, NULL, "velocity of the contact point before the step, along the tangent (to the left)", 0},
    {"inertia", 0.5, 1e-6, 1e6, NULL, "J/(m R^2); 1/2 is a solid disk", 0},
    {"radius", 3, 1e-6, 1e6, NULL, "radius", 0},
    {"m", 1, 1e-9, 1e9, NULL, "mass", 0},
    SLIP_SCENE_PARAMS(0.2, 0.05, SLIP_LAW_COULOMB),
    {0}
};

static slip_status scene(slip_scene *out, const double par[], unsigned long seed, slip_error *error)
{
    (void)seed;
    double R = par[RADIUS], m = par[MASS];
    slip_status status = slip_scene_new(out, 2, 1, 1, 0, error);
    if (status || (status = slip_scene_set(out, par + TAIL, error))) return status;
    slip_wall_plane(out->wall, (double[3]){ 0 }, (double[3]){ 0, 1, 0 });
    slip_body_disk(out->body, 0, R, R, m, par[INERTIA] * m * R * R);
    out->body->v[0] = -par[SPEED];
    return SLIP_OK;
}

static slip_status make(slip_problem *out, const double par[], unsigned long seed, slip_truth *truth, slip_error *error)
{
    slip_status status = slip_scene_problem(scene, out, par, seed, error);
    if (status) return status;
    double m = par[MASS], W[4] = { 1 / m, 0, 0, (1 + 1 / par[INERTIA]) / m }, q[2] = { out->f[1] / m, -out->f[0] / m };
    return slip_truth_single(out, W, q, truth, error);
}

const slip_family slip_family_disk = {
    .name = "disk", .about = "one disk sliding on a plank", .cite = "AnitescuHart2004",
    .params = params, .make = make, .scene = scene
};
