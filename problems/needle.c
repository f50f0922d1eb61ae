/* needle.c: a needle sliding on its tip: a step on which the fixed-point iterations cycle [AnitescuHart2004, 5].
   SPDX-License-Identifier: GPL-3.0-or-later

   Rod of mass m, small inertia J = i m l^2, its tip at distance l below and to the left of the centre, sliding to the left:
       W = [a c; c b],  a = 1/m + l^2 cos^2/J,  b = 1/m + l^2 sin^2/J,  c = l^2 sin cos/J     (45 degrees, i = 0.01: 51, 51, 50)
   One contact: the map chi_1 has the factor (b mu^2 - c mu)/(a - 2 c mu + b mu^2) along the slip that loads the normal; it converges iff
   a - 3 c mu + 2 b mu^2 > 0 and c mu < a.  Between 0.533657 and 0.936931 it falls into a cycle of two.
   The free velocity is the smallest (in energy) that gives the tip the velocity (u_N, u_T) = (-g h, u). */

#include "problems/scene.h"

#include <math.h>

enum { SPEED, ANGLE, INERTIA, LENGTH, MASS, TAIL };

static const slip_param params[] = {
    {"u", 5, -1e6, 1e6, NULL, "velocity of the tip before the step, along the tangent (to the left)", 0},
    {"angle", 45, 0, 90, NULL, "inclination, degrees", 0},
    {"inertia", 0.01, 1e-6, 1e6, NULL, "J/(m l^2)", 0},
    {"length", 1, 1e-6, 1e6, NULL, "l, from the centre to the tip", 0},
    {"m", 1, 1e-9, 1e9, NULL, "mass", 0},
    SLIP_SCENE_PARAMS(0.6, 0.05, SLIP_LAW_COULOMB),
    {0}
};

/* W, row-major, and the arm of the tip. */
static void delassus(const double par[], double W[4], double arm[2])
{
    double a = par[ANGLE] * M_PI / 180, c = par[ANGLE] == 45 ? sqrt(0.5) : cos(a), s = par[ANGLE] == 45 ? sqrt(0.5) : sin(a);
    double m = par[MASS], l = par[LENGTH], J = par[INERTIA] * m * l * l;
    arm[0] = -l * c, arm[1] = -l * s;
    W[0] = 1 / m + arm[0] * arm[0] / J, W[3] = 1 / m + arm[1] * arm[1] / J, W[1] = W[2] = arm[0] * arm[1] / J;
}

static slip_status scene(slip_scene *out, const double par[], unsigned long seed, slip_error *error)
{
    (void)seed;
    double W[4], arm[2], m = par[MASS], l = par[LENGTH];
    slip_status status = slip_scene_new(out, 2, 1, 1, 0, error);
    if (status || (status = slip_scene_set(out, par + TAIL, error))) return status;
    slip_wall_plane(out->wall, (double[3]){ 0 }, (double[3]){ 0, 1, 0 });
    out->snap = 1e-12 * l;
    slip_body *o = out->body;
    delassus(par, W, arm);
    o->mass = m, o->inertia[0] = par[INERTIA] * m * l * l, o->x[1] = -arm[1];
    double fall = out->gravity[1] * out->h, det = W[0] * W[3] - W[1] * W[2];
    double r[2] = { (W[3] * fall - W[1] * par[SPEED]) / det, (W[0] * par[SPEED] - W[2] * fall) / det };    /* W r = (fall, u) */
    o->v[0] = -r[1] / m, o->v[1] = r[0] / m - fall;                                                       /* t = (-1, 0) */
    o->omega[0] = (arm[0] * r[0] + arm[1] * r[1]) / o->inertia[0];
    return slip_body_polygon(out, 0, 2, (double[4]){ arm[0], arm[1], -arm[0], -arm[1] }, error);
}

static slip_status make(slip_problem *out, const double par[], unsigned long seed, slip_truth *truth, slip_error *error)
{
    slip_status status = slip_scene_problem(scene, out, par, seed, error);
    if (status) return status;
    double W[4], arm[2];
    delassus(par, W, arm);
    if (out->nc != 1) return SLIP_OK;               /* lying flat, or delta large: the other end touches too */
    return slip_truth_single(out, W, (double[2]){ -par[TAIL + SLIP_SCENE_G] * out->h, par[SPEED] }, truth, error);
}

const slip_family slip_family_needle = {
    .name = "needle", .about = "a needle sliding on its tip: fixed-point iterations cycle", .cite = "AnitescuHart2004",
    .params = params, .make = make, .scene = scene
};
