/* pyramid.c: pyramids standing on the corners of a polygon: solution sets that are not convex [AnitescuHart2004, 3].
   SPDX-License-Identifier: GPL-3.0-or-later

   Corners r_j of a regular m-gon of radius a (m = 6 in the paper), the centre of mass hc above them, J = diag(.2, .2, .3) m a^2; four
   friction directions along x and y, or the true cone.  At rest, with P = m g h, the odd corners alone hold it, P/3 each, and so do
   the even ones: both with lambda_j = 1 at the idle corners solve (2.7)-(2.8), their mean does not.
   base=affine: the hexagon (+-1, 0), (+-1/2, +-1), whose corner sums vanish exactly in binary64 as (3.14) asks. */

#include "problems/scene.h"

#include <math.h>

enum { COUNT, CORNERS, BASE, A, HC, MASS, SPEED, TAIL };
enum { REGULAR, AFFINE };

static const char *const bases[] = { "regular", "affine", NULL };

static const slip_param params[] = {
    {"count", 1, 1, 10000, NULL, "separate pyramids", SLIP_WHOLE},
    {"corners", 6, 3, 200, NULL, "corners of the base", SLIP_WHOLE},
    {"base", REGULAR, 0, 1, bases, "regular polygon, or an affine image of the hexagon that is exact in binary64", 0},
    {"a", 1, 1e-6, 1e6, NULL, "radius of the base", 0},
    {"hc", 0.5, 0, 1e6, NULL, "height of the centre of mass", 0},
    {"m", 1, 1e-9, 1e9, NULL, "mass", 0},
    {"speed", 0, -1e6, 1e6, NULL, "velocity before the step, along x", 0},
    SLIP_SCENE_PARAMS(0.3, 0.05, SLIP_LAW_FACETS),
    {0}
};

static slip_status scene(slip_scene *out, const double par[], unsigned long seed, slip_error *error)
{
    (void)seed;
    int count = (int)par[COUNT], corners = (int)par[CORNERS];
    double a = par[A], m = par[MASS], corner[3 * 200];
    if (par[BASE] == AFFINE && corners != 6)
        return slip_fail(error, SLIP_INPUT, "base=affine is a hexagon: corners must be 6, not %d", corners);
    slip_status status = slip_scene_room(3, count, (double)count * corners, error);
    if (status || (status = slip_scene_new(out, 3, count, 1, 0, error)) || (status = slip_scene_set(out, par + TAIL, error))) return status;
    slip_wall_plane(out->wall, (double[3]){ 0 }, (double[3]){ 0, 0, 1 });
    static const double affine[6][2] = { { 1, 0 }, { 0.5, 1 }, { -0.5, 1 }, { -1, 0 }, { -0.5, -1 }, { 0.5, -1 } };
    for (int j = 0; j < corners; j++) {
        double t = 2 * M_PI * j / corners;
        corner[3 * j] = a * (par[BASE] == AFFINE ? affine[j][0] : cos(t));
        corner[3 * j + 1] = a * (par[BASE] == AFFINE ? affine[j][1] : sin(t));
        corner[3 * j + 2] = -par[HC];
    }
    for (int b = 0; b < count; b++) {
        slip_body *o = &out->body[b];
        o->mass = m, o->inertia[0] = o->inertia[1] = 0.2 * m * a * a, o->inertia[2] = 0.3 * m * a * a;
        o->x[0] = 3 * a * b, o->x[2] = par[HC], o->v[0] = par[SPEED], o->skip = 1;
        if ((status = slip_body_polygon(out, b, corners, corner, error))) return status;
    }
    return SLIP_OK;
}

static slip_status make(slip_problem *out, const double par[], unsigned long seed, slip_truth *truth, slip_error *error)
{
    slip_status status = slip_scene_problem(scene, out, par, seed, error);
    if (status) return status;
    int corners = (int)par[CORNERS];
    double P = -out->f[2];
    if (par[SPEED] != 0 || !(P >= 0)) {
        slip_truth_exists(out, truth);
        return SLIP_OK;
    }
    int ways = corners % 2 ? 1 : 3;             /* all corners alike; even numbers: the odd ones, the even ones */
    double *c = SLIP_NEW(&out->arena, double, (size_t)ways * out->nc);
    if (!c) return slip_fail(error, SLIP_MEMORY, "no memory for %d contacts", out->nc);
    for (int i = 0; i < out->nc; i++) {
        int j = i % corners;
        c[(size_t)(ways - 1) * out->nc + i] = P / corners;
        for (int way = 0; way < 2 && ways == 3; way++)
            c[(size_t)way * out->nc + i] = j % 2 == way ? P / (corners / 2) : 0;
    }
    return slip_truth_rest(out, ways, c, P > 0 && (corners > 3 || par[TAIL + SLIP_SCENE_MU] > 0), truth, error);
}

const slip_family slip_family_pyramid = {
    .name = "pyramid", .about = "pyramids on the corners of a polygon: solution sets that are not convex", .cite = "AnitescuHart2004",
    .params = params, .make = make, .scene = scene
};
