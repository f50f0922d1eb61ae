/* brazil_nut.c: one large disk among small ones in a shaken box: it rises [AnitescuHart2004, 5.3].
   SPDX-License-Identifier: GPL-3.0-or-later

   269 disks of radius 1.5 and one of radius 5, mu = e = 1/2, h = 0.1 are the paper's; the box (40 wide), masses R^2 and the shaking are ours: the floor
   rises and falls by A (1 - cos(2 pi t/T))/2, then rests, again and again, after `settle` seconds.  tracer=1.5 is the control: a disk like
   the others does not rise.  The disks begin on a loose lattice above the large one, moved a little at random. */

#include "problems/scene.h"

#include <math.h>

enum { N, RADIUS, TRACER, WIDTH, AMPLITUDE, PERIOD, REST, SETTLE, TAIL };

static const slip_param params[] = {
    {"n", 269, 1, 1000000, NULL, "small disks", SLIP_WHOLE},
    {"radius", 1.5, 1e-6, 1e6, NULL, "their radius", 0},
    {"tracer", 5, 1e-6, 1e6, NULL, "radius of the large disk, body 0", 0},
    {"width", 40, 1e-6, 1e9, NULL, "width of the box", 0},
    {"amplitude", 3, 0, 1e6, NULL, "the floor rises by this", 0},
    {"period", 1, 1e-6, 1e6, NULL, "duration of a shake", 0},
    {"rest", 3, 0, 1e6, NULL, "pause after a shake", 0},
    {"settle", 8, 0, 1e6, NULL, "time before the first shake", 0},
    SLIP_SCENE_PARAMS_ALL(0.5, 0.1, SLIP_LAW_COULOMB, 0.5, 0.01),
    {0}
};

static slip_status scene(slip_scene *out, const double par[], unsigned long seed, slip_error *error)
{
    double R = par[RADIUS], T = par[TRACER], W = par[WIDTH], step = 2.05 * R, jitter = 0.02 * R;
    int n = (int)par[N], cols = (int)floor((W - 2 * R - R / 5) / step) + 1;
    if (W < 2.2 * fmax(R, T))
        return slip_fail(error, SLIP_INPUT, "a box of width %g does not hold disks of radius %g and %g", W, R, T);
    slip_status status = slip_scene_room(2, n + 1, 3.0 * n, error);
    if (status || (status = slip_scene_new(out, 2, n + 1, 3, 0, error)) || (status = slip_scene_set(out, par + TAIL, error))) return status;
    slip_rng *rng = slip_rng_new(seed);
    if (!rng) {
        slip_scene_free(out);
        return slip_fail(error, SLIP_MEMORY, "no memory for random numbers");
    }
    slip_wall_plane(&out->wall[0], (double[3]){ 0 }, (double[3]){ 0, 1, 0 });
    slip_wall_plane(&out->wall[1], (double[3]){ 0 }, (double[3]){ 1, 0, 0 });
    slip_wall_plane(&out->wall[2], (double[3]){ W, 0, 0 }, (double[3]){ -1, 0, 0 });
    out->wall[0].along[1] = 1, out->wall[0].amplitude = par[AMPLITUDE], out->wall[0].period = par[PERIOD];
    out->wall[0].rest = par[REST], out->wall[0].start = par[SETTLE];
    out->rest_gap = R / 30;
    out->reach_most = 8 * R;            /* one disk thrown far must not pair everything with everything */
    slip_body_disk(&out->body[0], W / 2, T, T, T * T, T * T * T * T / 2);
    for (int k = 0, b = 1; b <= n; k++) {           /* every second row is moved by a quarter of the pitch, as far as there is room */
        double spare = W - 2 * R - (cols - 1) * step, left = R + spare / 2 + (k % 2 ? 1 : -1) * fmin(spare / 2 - jitter, step / 8);
        for (int i = 0; i < cols && b <= n; i++) {
            double x = left + i * step + slip_rng_uniform(rng, -jitter, jitter), y = R + jitter + k * step + slip_rng_uniform(rng, -jitter, jitter);
            if (hypot(x - W / 2, y - T) < T + R) continue;
            slip_body_disk(&out->body[b++], x, y, R, R * R, R * R * R * R / 2);
        }
    }
    slip_rng_free(rng);
    return SLIP_OK;
}

static slip_status make(slip_problem *out, const double par[], unsigned long seed, slip_truth *truth, slip_error *error)
{
    return slip_scene_theory(scene, out, par, seed, truth, error);
}

const slip_family slip_family_brazil_nut = {
    .name = "brazil-nut", .about = "one large disk among small ones in a shaken box", .cite = "AnitescuHart2004",
    .params = params, .make = make, .scene = scene
};
