/* arch.c: a semicircular arch of dry stones, which stands only if it is thick enough.
   SPDX-License-Identifier: GPL-3.0-or-later

   n voussoirs of equal angle between the radii R - t/2 and R + t/2, radial joints, two contacts a joint, both feet on the ground.  It stands if a line
   of thrust lies within it: with n large and no sliding, t/R >= 0.1075 [Heyman1969]; with stones cut by chords, slightly less.
   Weights are those of the stones, density 1/(t R) so that a stone weighs about its angle. */

#include "problems/scene.h"

#include <math.h>
#include <string.h>

enum { N, THICKNESS, RADIUS, TAIL };

static const slip_param params[] = {
    {"n", 11, 2, 100000, NULL, "stones", SLIP_WHOLE},
    {"t", 0.12, 1e-6, 1.9, NULL, "thickness over mean radius", 0},
    {"radius", 1, 1e-6, 1e6, NULL, "mean radius", 0},
    SLIP_SCENE_PARAMS(0.7, 0.01, SLIP_LAW_COULOMB),
    {0}
};

/* Area, centre and second moment about it of a convex polygon; corners become relative to the centre. */
static void polygon_moments(double *corner, int count, double *area, double at[2], double *moment)
{
    *area = at[0] = at[1] = *moment = 0;
    for (int i = 0; i < count; i++) {
        const double *p = corner + 2 * i, *q = corner + 2 * ((i + 1) % count);
        double a = (p[0] * q[1] - p[1] * q[0]) / 2;
        *area += a, at[0] += a * (p[0] + q[0]) / 3, at[1] += a * (p[1] + q[1]) / 3;
    }
    at[0] /= *area, at[1] /= *area;
    for (int i = 0; i < count; i++) corner[2 * i] -= at[0], corner[2 * i + 1] -= at[1];
    for (int i = 0; i < count; i++) {
        const double *p = corner + 2 * i, *q = corner + 2 * ((i + 1) % count);
        double a = p[0] * q[1] - p[1] * q[0];
        *moment += a * (p[0] * p[0] + p[0] * q[0] + q[0] * q[0] + p[1] * p[1] + p[1] * q[1] + q[1] * q[1]) / 12;
    }
}

static slip_status scene(slip_scene *out, const double par[], unsigned long seed, slip_error *error)
{
    (void)seed;
    int n = (int)par[N];
    double R = par[RADIUS], t = par[THICKNESS] * R, inner = R - t / 2, outer = R + t / 2;
    slip_status status = slip_scene_room(2, n, 2.0 * (n + 1), error);
    if (status || (status = slip_scene_new(out, 2, n, 1, 0, error)) || (status = slip_scene_set(out, par + TAIL, error))) return status;
    slip_wall_plane(out->wall, (double[3]){ 0 }, (double[3]){ 0, 1, 0 });
    out->snap = 1e-12 * outer;
    for (int b = 0; b < n; b++) {
        double c[2], s[2], corner[8], area, moment;
        for (int k = 0; k < 2; k++) {           /* from the left foot to the right one, exact at the feet and at the crown */
            double a = M_PI * (b + k) / n;
            c[k] = b + k == 0 ? -1 : b + k == n ? 1 : 2 * (b + k) == n ? 0 : -cos(a);
            s[k] = (b + k) % n == 0 ? 0 : 2 * (b + k) == n ? 1 : sin(a);
        }
        memcpy(corner, (double[8]){ inner * c[0], inner * s[0], inner * c[1], inner * s[1], outer * c[1], outer * s[1], outer * c[0], outer * s[0] }, sizeof corner);
        slip_body *o = &out->body[b];
        polygon_moments(corner, 4, &area, o->x, &moment);
        o->mass = area / (t * R), o->inertia[0] = moment / (t * R);
        if ((status = slip_body_polygon(out, b, 4, corner, error))) return status;
    }
    return SLIP_OK;
}

static slip_status make(slip_problem *out, const double par[], unsigned long seed, slip_truth *truth, slip_error *error)
{
    return slip_scene_theory(scene, out, par, seed, truth, error);
}

const slip_family slip_family_arch = {
    .name = "arch", .about = "a semicircular arch of dry stones", .cite = "Heyman1969",
    .params = params, .make = make, .scene = scene
};
