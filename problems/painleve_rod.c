/* painleve_rod.c: a rod whose lower end slides on rough ground: none, one, two or three solutions.
   SPDX-License-Identifier: GPL-3.0-or-later

   Rod of mass m, length L, inclined by theta (slope = tan theta), end sliding to the left; v = (x, y, theta)'.
       n = (0, 1, -(L/2) cos),  t = (1, 0, (L/2) sin),  A = H' M^-1 H;  m = 1, L = 2: A_NN = 1+3c^2, A_NT = -3sc, A_TT = 1+3s^2
       sliding:  a_N = G r_N + b,  G = A_NN + mu A_NT,  b = -g + (L/2) omega^2 sin     [SchindlerEtAl2011, (43)-(45)]
       rolling:  the same point at rest, friction free in the cone;  impulse: one time step h from sliding speed v0
   mu_crit = -A_NN/A_NT.  Gravity may point up (g < 0); spin omega can do the same, b > 0. */

#include "problems/problems.h"
#include "problems/single.h"

#include <math.h>
#include <stdio.h>

enum { KIND, MU, G, SLOPE, MASS, LENGTH, OMEGA, PUSH, H, SPEED };
enum { SLIDING, ROLLING, IMPULSE };

static const char *const kinds[] = { "sliding", "rolling", "impulse", NULL };

static const slip_param params[] = {
    { .name = "kind",   .def = SLIDING, .min = 0, .max = 2, .words = kinds, .about = "acceleration while sliding, acceleration from rest, or one time step" },
    { .name = "mu",     .def = 1,    .min = 0,     .max = 1e6, .about = "friction coefficient" },
    { .name = "g",      .def = 9.81, .min = -1e6,  .max = 1e6, .about = "gravity downward, m/s^2" },
    { .name = "slope",  .def = 2,    .min = 1e-3,  .max = 1e3, .about = "tangent of the inclination; 2 gives rational data" },
    { .name = "m",      .def = 1,    .min = 1e-6,  .max = 1e6, .about = "mass, kg" },
    { .name = "length", .def = 2,    .min = 1e-6,  .max = 1e6, .about = "length of the rod, m" },
    { .name = "omega",  .def = 0,    .min = -1e6,  .max = 1e6, .about = "angular velocity, rad/s" },
    { .name = "push",   .def = 0,    .min = -1e9,  .max = 1e9, .about = "horizontal force at the centre, N" },
    { .name = "h",      .def = 0.01, .min = 1e-12, .max = 1e3, .about = "time step of kind=impulse, s" },
    { .name = "speed",  .def = 1,    .min = -1e6,  .max = 1e6, .about = "sliding speed to the left of kind=impulse, m/s" },
    { .name = NULL }
};

static slip_status known(slip_problem *p, slip_truth *truth, int count, slip_error *error)
{
    truth->known = count;
    truth->r = SLIP_NEW(&p->arena, double, 2 * count);
    truth->u = SLIP_NEW(&p->arena, double, 2 * count);
    return p->arena.failed ? slip_fail(error, SLIP_MEMORY, "out of memory for a truth") : SLIP_OK;
}

static slip_status truth_sliding(slip_problem *p, const double A[4], const double b[2], double mu, slip_truth *truth, slip_error *error)
{
    double Gn = A[0] + mu * A[1], size = A[0] + mu * fabs(A[1]), crit = -A[0] / A[1];
    bool critical = fabs(Gn) <= 1e-12 * size;
    truth->how = SLIP_HOW_EXACT;
    if (critical && b[0] != 0) {
        truth->how = SLIP_HOW_UNKNOWN;
        snprintf(truth->text, sizeof truth->text, "critical: mu = mu_crit = %.6g to rounding, G = %.1e has no certain sign", crit, Gn);
        return SLIP_OK;
    }
    bool zero = b[0] >= 0, pressed = !critical && (b[0] == 0 ? false : -b[0] / Gn > 0);
    truth->solutions = critical ? SLIP_SOLUTIONS_MANY : zero + pressed;
    truth->unique_u = critical || truth->solutions == 1 ? SLIP_YES : truth->solutions == 0 ? SLIP_MAYBE : SLIP_NO;
    truth->unique_r = critical || truth->solutions > 1 ? SLIP_NO : truth->solutions == 1 ? SLIP_YES : SLIP_MAYBE;
    slip_status status = known(p, truth, zero + pressed, error);
    if (status) return status;
    int k = 0;
    if (zero) { truth->u[0] = b[0]; truth->u[1] = b[1]; k = 2; }
    if (pressed) {
        double r = -b[0] / Gn;
        truth->r[k] = r; truth->r[k + 1] = mu * r;
        truth->u[k] = 0; truth->u[k + 1] = (A[2] + mu * A[3]) * r + b[1];
    }
    if (truth->solutions == 0)
        snprintf(truth->text, sizeof truth->text, "no solution exists: mu = %.6g is above mu_crit = %.6g and the rod is pressed down (G = %.4g, b = %.4g)", mu, crit, Gn, b[0]);
    else if (truth->solutions == 2)
        snprintf(truth->text, sizeof truth->text, "two solutions: detaching, and pressed with r_N = %.6g (mu = %.6g above mu_crit = %.6g)", -b[0] / Gn, mu, crit);
    else snprintf(truth->text, sizeof truth->text, "%s (G = %.4g, b = %.4g, mu_crit = %.6g)",
                  critical ? "every r_N >= 0 solves" : zero && !pressed ? "the rod detaches" : "one solution in contact", Gn, b[0], crit);
    return SLIP_OK;
}

static slip_status truth_free(slip_problem *p, const double A[4], const double b[2], double mu, slip_truth *truth, slip_error *error)
{
    slip_single found;
    slip_single_solve(A, b, mu, &found);
    truth->how = SLIP_HOW_EXACT;
    truth->solutions = found.sure ? found.count : found.count ? SLIP_SOLUTIONS_SOME : SLIP_SOLUTIONS_UNKNOWN;
    if (found.sure) {
        truth->unique_u = truth->unique_r = found.count == 1 ? SLIP_YES : found.count == 0 ? SLIP_MAYBE : SLIP_NO;
    }
    slip_status status = known(p, truth, found.count, error);
    if (status) return status;
    for (int k = 0; k < found.count; k++)
        for (int a = 0; a < 2; a++) {
            truth->r[2 * k + a] = found.solution[k][a];
            truth->u[2 * k + a] = found.solution[k][2 + a];
        }
    snprintf(truth->text, sizeof truth->text, "%d solution%s by trying the four modes%s", found.count, found.count == 1 ? "" : "s",
             found.sure ? "" : " (a mode lies on its boundary: the count may hang on rounding)");
    return SLIP_OK;
}

static slip_status make(slip_problem *p, const double par[], unsigned long seed, slip_truth *truth, slip_error *error)
{
    (void)seed;
    int kind = (int)par[KIND];
    double m = par[MASS], L = par[LENGTH], J = m * L * L / 12, root = sqrt(1 + par[SLOPE] * par[SLOPE]);
    double c = 1 / root, s = par[SLOPE] / root, a = L / 2;
    double M[9] = { m, 0, 0, 0, m, 0, 0, 0, J }, N[6] = { 0, 1, -a * c, 1, 0, a * s };
    slip_status status = slip_problem_new(p, 2, 1, 3, 0, false, error);
    if (status) return status;
    if ((status = slip_sparse_from_dense(&p->M, SLIP_CSC, 3, 3, M, &p->arena, error))
        || (status = slip_sparse_from_dense(&p->H, SLIP_CSC, 3, 2, N, &p->arena, error)))
        return status;
    p->mu[0] = par[MU];
    double spin = par[OMEGA] * par[OMEGA];
    double b[2];
    if (kind == IMPULSE) {                              /* M v0 + h k, v0 such that the end slides to the left, u_N = 0 */
        p->h = par[H];
        p->f[0] = m * (-par[SPEED]) + par[H] * par[PUSH];
        p->f[1] = -par[H] * m * par[G];
        b[0] = p->f[1] / m; b[1] = p->f[0] / m;
    } else {
        p->level = SLIP_LEVEL_ACCELERATION;
        p->f[0] = par[PUSH];
        p->f[1] = -m * par[G];
        p->w[0] = a * spin * s; p->w[1] = a * spin * c;
        b[0] = -par[G] + p->w[0]; b[1] = par[PUSH] / m + p->w[1];
    }
    if (kind == SLIDING) {
        p->slip = SLIP_NEW(&p->arena, double, 1);
        if (!p->slip) return slip_fail(error, SLIP_MEMORY, "out of memory for a problem");
        p->slip[0] = -1;
    }
    double A[4] = { 1 / m + a * a * c * c / J, -a * a * s * c / J, -a * a * s * c / J, 1 / m + a * a * s * s / J };
    p->picture.space = 2;
    p->picture.count = 1;
    p->picture.shape = SLIP_NEW(&p->arena, slip_shape, 1);
    p->picture.point = SLIP_NEW(&p->arena, double, 2);
    p->picture.frame = SLIP_NEW(&p->arena, double, 4);
    p->picture.gap = SLIP_NEW(&p->arena, double, 1);
    if (p->arena.failed) return slip_fail(error, SLIP_MEMORY, "out of memory for a picture");
    p->picture.shape[0] = (slip_shape){ .kind = SLIP_SHAPE_SEGMENT, .axes = { L * c, L * s } };
    p->picture.frame[1] = p->picture.frame[2] = 1;
    truth->cite = "SchindlerEtAl2011";
    return kind == SLIDING ? truth_sliding(p, A, b, par[MU], truth, error) : truth_free(p, A, b, par[MU], truth, error);
}

const slip_family slip_family_painleve_rod = {
    .name = "painleve-rod", .about = "a rod sliding or rolling on its end: the paradox of rigid friction",
    .cite = "SchindlerEtAl2011", .params = params, .make = make
};
