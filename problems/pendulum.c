/* pendulum.c: a chain of balls hung from a point and lying on an inclined wall: joints and contacts together [NegrutEtAl2017, (3), (5c)].
   SPDX-License-Identifier: GPL-3.0-or-later

   n balls, each held at the distance L from the one above (the first from a fixed point) by a ball joint or a hinge in the plane of the chain,
   straight down along a wall inclined by `angle` from the vertical.  At rest the wall carries m g h sin(angle) under each ball and the joints the
   rest: nothing moves, whatever the law.  The upper end may be shaken along the wall, by amplitude sin(frequency t): b has a time derivative;
   the chain may start stretched: b has a stabilisation term; joints may be written twice: redundant rows. */

#include "problems/scene.h"

#include <math.h>

enum { N, KIND, ANGLE, LENGTH, RADIUS, MASS, AMPLITUDE, FREQUENCY, STRETCH, TWICE, TAIL };

static const char *const kinds[] = { "ball", "hinge", NULL };

static const slip_param params[] = {
    {"n", 1, 1, 100000, NULL, "balls", SLIP_WHOLE},
    {"kind", 0, 0, 1, kinds, "joint: three rows, or five", 0},
    {"angle", 30, 0, 89, NULL, "inclination of the wall from the vertical, degrees", 0},
    {"length", 1, 1e-6, 1e6, NULL, "length of a link", 0},
    {"radius", 0.25, 1e-6, 1e6, NULL, "radius of a ball", 0},
    {"m", 1, 1e-9, 1e9, NULL, "mass of a ball", 0},
    {"amplitude", 0, -1e6, 1e6, NULL, "the upper end is shaken by this along the wall", 0},
    {"frequency", 6, 0, 1e6, NULL, "of that, radians in a unit of time", 0},
    {"stretch", 0, -1e3, 1e3, NULL, "every link starts too long by this part of its length", 0},
    {"twice", 0, 0, 1, NULL, "1: every joint is written twice", SLIP_WHOLE},
    SLIP_SCENE_PARAMS(0.3, 0.01, SLIP_LAW_COULOMB),
    {0}
};

static slip_status scene(slip_scene *out, const double par[], unsigned long seed, slip_error *error)
{
    (void)seed;
    int n = (int)par[N], copies = par[TWICE] != 0 ? 2 : 1;
    double a = par[ANGLE] * M_PI / 180, s = sin(a), c = cos(a), L = par[LENGTH], R = par[RADIUS];
    slip_status status = slip_scene_room(3, n, n, error);
    if (status || (status = slip_scene_new(out, 3, n, 1, copies * n, error)) || (status = slip_scene_set(out, par + TAIL, error))) return status;
    slip_wall_plane(out->wall, (double[3]){ -R * c, 0, -R * s }, (double[3]){ c, 0, s });        /* touched by every ball */
    for (int b = 0; b < n; b++) {
        double far = L * (1 + par[STRETCH]) * (b + 1);
        slip_body_sphere(&out->body[b], far * s, 0, -far * c, R, par[MASS]);
        out->body[b].skip = 1;
        for (int k = 0; k < copies; k++)
            out->joint[copies * b + k] = (slip_joint){ .kind = par[KIND] != 0 ? SLIP_JOINT_HINGE : SLIP_JOINT_PIN, .a = b - 1, .b = b,
                .at_b = { -L * s, 0, L * c }, .axis_a = { 0, 1, 0 }, .axis_b = { 0, 1, 0 },
                .along = { s, 0, -c }, .amplitude = b == 0 ? par[AMPLITUDE] : 0, .frequency = par[FREQUENCY] };
    }
    out->snap = 1e-12 * (n * L + R);
    return SLIP_OK;
}

static slip_status make(slip_problem *out, const double par[], unsigned long seed, slip_truth *truth, slip_error *error)
{
    slip_status status = slip_scene_problem(scene, out, par, seed, error);
    if (status) return status;
    double P = -out->f[2] * sin(par[ANGLE] * M_PI / 180);
    if (par[AMPLITUDE] != 0 || par[STRETCH] != 0 || out->nc != par[N] || !(P >= 0)) return SLIP_OK;
    for (int j = 0; j < out->p; j++) out->b[j] = 0;         /* not stretched: what rounding left of the lengths */
    double *c = SLIP_NEW(&out->arena, double, out->nc);
    if (!c) return slip_fail(error, SLIP_MEMORY, "no memory for %d contacts", out->nc);
    for (int i = 0; i < out->nc; i++) c[i] = P;
    return slip_truth_rest(out, 1, c, P > 0 && out->mu[0] > 0, truth, error);
}

const slip_family slip_family_pendulum = {
    .name = "pendulum", .about = "a chain of balls on an inclined wall: joints and contacts", .cite = "NegrutEtAl2017",
    .params = params, .make = make, .scene = scene
};
