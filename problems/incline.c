/* incline.c: a box on an inclined plane, on its four corners [NegrutEtAl2017].
   SPDX-License-Identifier: GPL-3.0-or-later

   It sticks iff tan(angle) <= mu, under the convex law and Coulomb's alike.  From rest, sliding: Coulomb v = g h (sin - mu cos); convex
   law v = g h (sin - mu cos)/(1 + mu^2), lifting off with mu v, sum r_N = m g h (cos + mu sin)/(1 + mu^2).  The four corners share this
   in many ways (12 impulses, rank 6); the one listed leans on the lower two so that the box does not turn. */

#include "problems/scene.h"

#include <math.h>
#include <stdio.h>

enum { ANGLE, SPEED, WIDTH, HEIGHT, MASS, TAIL };

static const slip_param params[] = {
    {"angle", 30, 0, 89, NULL, "inclination, degrees", 0},
    {"v", 0, -1e6, 1e6, NULL, "velocity before the step, downhill", 0},
    {"width", 1, 1e-6, 1e6, NULL, "width and depth of the box", 0},
    {"height", 0.5, 1e-6, 1e6, NULL, "height of the box", 0},
    {"m", 1, 1e-9, 1e9, NULL, "mass", 0},
    SLIP_SCENE_PARAMS(0.5, 0.01, SLIP_LAW_COULOMB),
    {0}
};

static slip_status scene(slip_scene *out, const double par[], unsigned long seed, slip_error *error)
{
    (void)seed;
    double a = par[ANGLE] * M_PI / 180, c = cos(a), s = sin(a), up = par[HEIGHT] / 2;
    slip_status status = slip_scene_new(out, 3, 1, 1, 0, error);
    if (status || (status = slip_scene_set(out, par + TAIL, error))) return status;
    slip_wall_plane(out->wall, (double[3]){ 0 }, (double[3]){ s, 0, c });
    slip_body *o = out->body;
    slip_body_box3(o, up * s, 0, up * c, par[WIDTH] / 2, par[WIDTH] / 2, up, par[MASS]);
    o->e[0] = cos(a / 2), o->e[2] = sin(a / 2);
    o->v[0] = par[SPEED] * c, o->v[2] = -par[SPEED] * s;
    out->snap = 1e-12 * (par[WIDTH] + par[HEIGHT]);
    return SLIP_OK;
}

static slip_status make(slip_problem *out, const double par[], unsigned long seed, slip_truth *truth, slip_error *error)
{
    slip_status status = slip_scene_problem(scene, out, par, seed, error);
    if (status) return status;
    slip_truth_exists(out, truth);
    double a = par[ANGLE] * M_PI / 180, c = cos(a), s = sin(a), m = par[MASS], mu = out->mu[0];
    if (out->nc != 4 || !(out->law == SLIP_LAW_COULOMB || out->law == SLIP_LAW_CONE || out->law == SLIP_LAW_FACETS || out->law == SLIP_LAW_CONE_FACETS
                          || out->law == SLIP_LAW_BOX))
        return SLIP_OK;
    /* the box does not turn: it moves as a point */
    double W[4] = { 1 / m, 0, 0, 1 / m }, q[2] = { (s * out->f[0] + c * out->f[2]) / m, (c * out->f[0] - s * out->f[2]) / m };
    double r[2], u[2];
    bool cone = out->law == SLIP_LAW_CONE || out->law == SLIP_LAW_CONE_FACETS;
    if (!slip_truth_point(W, q, mu, cone, r, u)) return SLIP_OK;
    double lean = -r[1] * par[HEIGHT] / par[WIDTH];     /* sum over the lower two minus sum over the upper two */
    if (!(r[0] > 0) || !(fabs(lean) <= r[0])) return SLIP_OK;               /* it would tip */
    if ((status = slip_truth_known(out, 1, truth, error))) return status;
    for (int i = 0; i < 4; i++) {
        double at = c * out->picture.point[3 * i] - s * out->picture.point[3 * i + 2];      /* downhill from the origin */
        double n = (r[0] + (at > 0 ? lean : -lean)) / 4;
        truth->r[3 * i] = n, truth->r[3 * i + 1] = n * r[1] / r[0];
        truth->u[3 * i] = u[0], truth->u[3 * i + 1] = u[1];
    }
    bool free_share = fabs(lean) < r[0];                /* all four loaded: twisting them against each other changes nothing */
    truth->how = SLIP_HOW_EXACT, truth->solutions = free_share ? SLIP_SOLUTIONS_MANY : SLIP_SOLUTIONS_SOME;
    truth->unique_r = free_share ? SLIP_NO : SLIP_MAYBE;
    snprintf(truth->text, sizeof truth->text, "the box %s: u_T = %.9g, u_N = %.9g, sum r_N = %.9g; how the corners share it is free",
             u[1] == 0 ? "sticks" : "slides", u[1] + 0.0, u[0] + 0.0, r[0]);
    return SLIP_OK;
}

const slip_family slip_family_incline = {
    .name = "incline", .about = "a box on an inclined plane", .cite = "NegrutEtAl2017",
    .params = params, .make = make, .scene = scene
};
