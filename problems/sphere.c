/* sphere.c: one sphere on a plane, pushed: the contact problem with a solution in closed form.
   SPDX-License-Identifier: GPL-3.0-or-later

   A solid sphere (mass m, radius R, J = 2/5 m R^2) at rest on the plane z = 0; gravity g, a force (x, y) at its centre.
   Normal z, tangents x and y, v = (v, omega):

       W = diag(1, 7/2, 7/2) / m,    q = (-g, x/m, y/m)

   so the normal force is m g, and friction answers to q_T alone, with the bound mu m g:
       coulomb   stick r_T = -m q_T 2/7 while |r_T| <= mu m g, else r_T = -mu m g q_T/|q_T|
       box       the same along x and along y, each by itself
   [TrinkleEtAl1995, (8)-(16), (32)-(35)] */

#include <math.h>
#include <string.h>

#include "problems/problems.h"

static const char *const words[] = { "box", "coulomb", NULL };
enum { MASS, RADIUS, MU, G, X, Y, LAW };
static const slip_param params[] = {
    { "m", 1, 1e-6, 1e6, NULL, "mass", 0 },
    { "radius", 1, 1e-6, 1e6, NULL, "radius", 0 },
    { "mu", 0.2, 0, 1e6, NULL, "coefficient of friction", 0 },
    { "g", 9.81, -1e6, 1e6, NULL, "gravity, downward", 0 },
    { "x", 3.5, -1e6, 1e6, NULL, "force along x", 0 },
    { "y", 0, -1e6, 1e6, NULL, "force along y", 0 },
    { "law", 0, 0, 1, words, "box: the friction pyramid of the paper; coulomb: the cone", SLIP_WHOLE },
    { 0 }
};

/* Friction along a direction in which the free acceleration is q: r answers, u remains.  Exact zero when it sticks. */
static void friction(double q, double m, double bound, double *r, double *u)
{
    *r = -m * q / 3.5;
    *u = 0;
    if (!(fabs(*r) <= bound)) {
        *r = copysign(bound, -q);
        *u = q + 3.5 * *r / m;
    }
}

static slip_status picture(slip_problem *out, double radius, slip_error *error)
{
    slip_picture *p = &out->picture;
    p->space = 3;
    p->count = 2;
    p->shape = SLIP_NEW(&out->arena, slip_shape, 2);
    p->point = SLIP_NEW(&out->arena, double, 3);
    p->frame = SLIP_NEW(&out->arena, double, 9);
    if (p->shape == NULL || p->point == NULL || p->frame == NULL)
        return slip_fail(error, SLIP_MEMORY, "no memory for the picture of a sphere");
    p->shape[0] = (slip_shape){ .kind = SLIP_SHAPE_SPHERE, .body = 0, .at = { 0, 0, radius },
                                .axes = { 1, 0, 0, 0, 1, 0, 0, 0, 1 }, .size = { radius } };
    p->shape[1] = (slip_shape){ .kind = SLIP_SHAPE_PLANE, .body = -1, .axes = { 0, 0, 1 } };
    p->frame[2] = p->frame[3] = p->frame[7] = 1;            /* n = z, t = x, o = y */
    return SLIP_OK;
}

static slip_status make(slip_problem *out, const double par[], unsigned long seed, slip_truth *truth, slip_error *error)
{
    (void)seed;
    double m = par[MASS], R = par[RADIUS], mu = par[MU], inertia = 0.4 * m * R * R;
    slip_status s = slip_problem_new(out, 3, 1, 6, 0, false, error);
    if (s != SLIP_OK)
        return s;
    out->level = SLIP_LEVEL_ACCELERATION;
    out->law = par[LAW] == 0 ? SLIP_LAW_BOX : SLIP_LAW_COULOMB;
    out->mu[0] = mu;
    out->f[0] = par[X];
    out->f[1] = par[Y];
    out->f[2] = -m * par[G];
    const double mass[6] = { m, m, m, inertia, inertia, inertia };
    const double J[18] = {                                  /* the point under the centre: v + omega x (0, 0, -R) */
        0, 0, 1, 0,  0, 0,
        1, 0, 0, 0, -R, 0,
        0, 1, 0, R,  0, 0 };
    s = slip_problem_fill_rows(out, mass, J, NULL, error);
    out->bodies.count = 1;
    out->bodies.first = SLIP_NEW(&out->arena, int, 2);
    out->bodies.pair = SLIP_NEW(&out->arena, int, 2);
    if (s == SLIP_OK && (out->bodies.first == NULL || out->bodies.pair == NULL))
        s = slip_fail(error, SLIP_MEMORY, "no memory for a body");
    if (s == SLIP_OK)
        s = picture(out, R, error);
    if (s != SLIP_OK)
        return s;
    out->bodies.first[1] = 6;
    out->bodies.pair[1] = -1;

    double r[3] = { fmax(0, m * par[G]) }, u[3] = { fmax(0, -par[G]) };
    double q[2] = { par[X] / m, par[Y] / m }, size = hypot(q[0], q[1]), rt, ut;
    if (out->law == SLIP_LAW_BOX)
        for (int k = 0; k < 2; k++)
            friction(q[k], m, mu * r[0], &r[1 + k], &u[1 + k]);
    else {
        friction(size, m, mu * r[0], &rt, &ut);
        for (int k = 0; k < 2 && size > 0; k++) {
            r[1 + k] = rt * q[k] / size;
            u[1 + k] = ut * q[k] / size;
        }
    }
    if (truth == NULL)
        return SLIP_OK;
    truth->how = SLIP_HOW_EXACT;
    truth->solutions = 1;
    truth->unique_u = truth->unique_r = SLIP_YES;
    truth->cite = "TrinkleEtAl1995";
    strcpy(truth->text, "one solution: the normal force is the weight, friction its clipped share of the push");
    return slip_truth_list(truth, out, 1, r, u, error);
}

const slip_family slip_family_sphere = {
    .name = "sphere", .about = "one sphere on a plane, pushed sideways: a closed form for the pyramid and the cone",
    .cite = "TrinkleEtAl1995", .params = params, .make = make,
};
