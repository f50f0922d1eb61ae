/* ball.c: a bowling ball that slides before it rolls: what the convex law does to one contact [NegrutEtAl2017].
   SPDX-License-Identifier: GPL-3.0-or-later

   W = diag(1, 7/2, 7/2)/m, q = (a, v, 0) with a = gap/h - g h.  Slip, convex law: r_N = m (mu v - a)/(1 + 7/2 mu^2),
   u_T = v - 7/2 mu r_N/m, u_N = mu u_T: the ball flies mu h u_T above the floor.  Coulomb: r_N = -m a.  Rolling from t = 2 v/(7 mu g) on,
   with 5/7 of the speed, under both. */

#include "problems/scene.h"

enum { SPEED, GAP, RADIUS, MASS, TAIL };

static const slip_param params[] = {
    {"v", 10, -1e6, 1e6, NULL, "velocity before the step, along x, without spin", 0},
    {"gap", 0, -1e6, 1e6, NULL, "height above the floor", 0},
    {"radius", 1, 1e-6, 1e6, NULL, "radius", 0},
    {"m", 1, 1e-9, 1e9, NULL, "mass", 0},
    SLIP_SCENE_PARAMS(0.2, 1e-3, SLIP_LAW_CONE),
    {0}
};

static slip_status scene(slip_scene *out, const double par[], unsigned long seed, slip_error *error)
{
    (void)seed;
    slip_status status = slip_scene_new(out, 3, 1, 1, 0, error);
    if (status || (status = slip_scene_set(out, par + TAIL, error))) return status;
    slip_wall_plane(out->wall, (double[3]){ 0 }, (double[3]){ 0, 0, 1 });
    slip_body_sphere(out->body, 0, 0, par[RADIUS] + par[GAP], par[RADIUS], par[MASS]);
    out->body->v[0] = par[SPEED];
    return SLIP_OK;
}

static slip_status make(slip_problem *out, const double par[], unsigned long seed, slip_truth *truth, slip_error *error)
{
    slip_status status = slip_scene_problem(scene, out, par, seed, error);
    if (status) return status;
    if (out->nc != 1 || out->law == SLIP_LAW_OPPOSED) return SLIP_OK;
    /* u_o = 7/2 r_o/m and nothing drives it: the contact is planar, in (n, t), for every law with a direction along t */
    double m = par[MASS], W[4] = { 1 / m, 0, 0, 3.5 / m }, q[2] = { out->f[2] / m + out->w[0], out->f[0] / m + out->w[1] };
    return slip_truth_single(out, W, q, truth, error);
}

const slip_family slip_family_ball = {
    .name = "ball", .about = "a bowling ball that slides before it rolls", .cite = "NegrutEtAl2017",
    .params = params, .make = make, .scene = scene
};
