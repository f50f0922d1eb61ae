/* cannonball.c: disks piled like cannonballs in the plane [AnitescuHart2004, 5.3].
   SPDX-License-Identifier: GPL-3.0-or-later

   n disks on the plank, n - 1 above, ..., 1: disk i of row k at x = (2 i + k) R, y = R + sqrt(3) R k.  With R = 3 every gap is
   exactly 0 in binary64.  Contacts: n with the plank, n (n - 1) diagonal, n (n - 1)/2 along the rows (`all`), of these n - 1 in the bottom
   row (`bottom`), or none.  Equal masses: the first step depends on the inertia factor J/(m R^2) and is proportional to g h. */

#include "problems/scene.h"

#include <math.h>

enum { N, SET, INERTIA, RADIUS, MASS, SPEED, DROP, TAIL };
enum { ALL, BOTTOM, NONE };

static const char *const sets[] = { "all", "bottom", "none", NULL };

static const slip_param params[] = {
    {"n", 6, 1, 5000, NULL, "disks in the bottom row", SLIP_WHOLE},
    {"set", ALL, 0, 2, sets, "rows in which neighbours touch", 0},
    {"inertia", 0.5, 1e-6, 1e6, NULL, "J/(m R^2); 1/2 is a solid disk", 0},
    {"radius", 3, 1e-6, 1e6, NULL, "radius of a disk", 0},
    {"m", 1, 1e-9, 1e9, NULL, "mass of a disk", 0},
    {"speed", 0, 0, 1e6, NULL, "random velocities of this size before the step (0: rest)", 0},
    {"drop", 0, 0, 1, NULL, "1: the peers' instance: radius 1/2, free velocity 1 straight down, no gravity", SLIP_WHOLE},
    SLIP_SCENE_PARAMS(0.05, 0.05, SLIP_LAW_COULOMB),
    {0}
};

static slip_status scene(slip_scene *out, const double par[], unsigned long seed, slip_error *error)
{
    double n = par[N], count = n * (n + 1) / 2, R = par[DROP] != 0 ? 0.5 : par[RADIUS], row = sqrt(3 * R * R);
    slip_status status = slip_scene_room(2, count, n + 1.5 * n * (n - 1), error);
    if (status || (status = slip_scene_new(out, 2, (int)count, 1, 0, error)) || (status = slip_scene_set(out, par + TAIL, error))) return status;
    slip_wall_plane(out->wall, (double[3]){ 0 }, (double[3]){ 0, 1, 0 });
    out->snap = 1e-12 * n * R;
    int set = (int)par[SET], b = 0;
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n - k; i++, b++) {
            slip_body_disk(&out->body[b], 2 * R * i + R * k, R + row * k, R, par[MASS], par[INERTIA] * par[MASS] * R * R);
            if (set == NONE || (set == BOTTOM && k > 0)) out->body[b].skip = k + 1;
        }
    if (par[DROP] != 0) slip_scene_drop(out);
    return slip_scene_stir(out, par[SPEED], seed, error);
}

static slip_status make(slip_problem *out, const double par[], unsigned long seed, slip_truth *truth, slip_error *error)
{
    return slip_scene_theory(scene, out, par, seed, truth, error);
}

const slip_family slip_family_cannonball = {
    .name = "cannonball", .about = "disks piled like cannonballs, in the plane", .cite = "AnitescuHart2004",
    .params = params, .make = make, .scene = scene
};
