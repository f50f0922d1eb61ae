/* point_mass.c: a point of mass m on the ground under a force (h_x, h_y), acceleration level, planar.
   SPDX-License-Identifier: GPL-3.0-or-later

       m a = (h_x + r_T, h_y + r_N);   closed form: r_N = max(0, -h_y),
       r_T = -h_x when |h_x| <= mu r_N, else -mu r_N sgn(h_x)        [SchindlerEtAl2011, V.A; sign of r_T corrected] */

#include "problems/problems.h"

#include <math.h>
#include <stdio.h>

enum { MASS, HX, HY, MU };

static const slip_param params[] = {
    { .name = "m",  .def = 2,   .min = 1e-6, .max = 1e6, .about = "mass, kg" },
    { .name = "hx", .def = 1,   .min = -1e9, .max = 1e9, .about = "tangential force, N" },
    { .name = "hy", .def = -3,  .min = -1e9, .max = 1e9, .about = "normal force, N; negative presses on the ground" },
    { .name = "mu", .def = 0.5, .min = 0,    .max = 1e6, .about = "friction coefficient" },
    { .name = NULL }
};

static slip_status make(slip_problem *p, const double par[], unsigned long seed, slip_truth *truth, slip_error *error)
{
    (void)seed;
    static const double I2[4] = { 0, 1, 1, 0 };         /* columns: normal (0,1), tangent (1,0) */
    double m = par[MASS], M[4] = { m, 0, 0, m };
    slip_status status = slip_problem_new(p, 2, 1, 2, 0, false, error);
    if (status) return status;
    if ((status = slip_sparse_from_dense(&p->M, SLIP_CSC, 2, 2, M, &p->arena, error))
        || (status = slip_sparse_from_dense(&p->H, SLIP_CSC, 2, 2, I2, &p->arena, error)))
        return status;
    p->level = SLIP_LEVEL_ACCELERATION;
    p->mu[0] = par[MU];
    p->f[0] = par[HX]; p->f[1] = par[HY];

    truth->r = SLIP_NEW(&p->arena, double, 2);
    truth->u = SLIP_NEW(&p->arena, double, 2);
    if (p->arena.failed) return slip_fail(error, SLIP_MEMORY, "out of memory for a truth");
    double n = fmax(0, -par[HY]), bound = par[MU] * n;
    double t = fabs(par[HX]) <= bound ? -par[HX] : copysign(bound, -par[HX]);
    truth->r[0] = n; truth->r[1] = bound > 0 ? t : 0;
    truth->u[0] = (par[HY] + n) / m; truth->u[1] = (par[HX] + truth->r[1]) / m;
    truth->how = SLIP_HOW_EXACT; truth->cite = "SchindlerEtAl2011";
    truth->solutions = truth->known = 1;
    truth->unique_u = truth->unique_r = SLIP_YES;
    snprintf(truth->text, sizeof truth->text, "%s", n == 0 ? "the point leaves the ground" : fabs(par[HX]) <= bound ? "the point sticks" : "the point slips");
    return SLIP_OK;
}

const slip_family slip_family_point_mass = {
    .name = "point-mass", .about = "a point on the ground, pushed and pressed",
    .cite = "SchindlerEtAl2011", .params = params, .make = make
};
