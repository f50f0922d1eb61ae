/* guide.c: a sleeve on a rod: friction on bilateral constraints, mu |r_N| with r_N of either sign.
   SPDX-License-Identifier: GPL-3.0-or-later

   A planar body (mass m, moment of inertia J about its centre of mass) is guided along x by a straight rod at height c over the centre,
   which it touches with the two ends of a sleeve, at x = -a and x = +a.  Both contacts hold in both directions.  A force (F, P)
   acts at height e over the centre.  For every solution the body moves along x only:

       u_N = 0,  u_T = a_x at both ends,
       r_N1 + r_N2 = m g - P,   a (r_N2 - r_N1) = e F + c T,   m a_x = F + T,   T = r_T1 + r_T2

   c = 0: the normals are fixed by the load, T = -F while |F| <= B, else -+B, B = mu (|r_N1| + |r_N2|): one motion.  With e != 0
   and no weight B = mu |F e| / a: the sleeve jams under every force when mu |e| >= a.
   c != 0: friction loads the normals that bound it, and mu |c| > a gives Painleve's cases: three motions
   under one force (their number is always odd).
   All cases (stick; slip either way, with either sign of each normal) are tried.  Sticking, only T is known: the two friction forces
   are one too many, and the pair listed shares T in proportion to |r_N|.
   [SchindlerEtAl2011, (4), (6), (12)] */

#include <math.h>
#include <stdio.h>

#include "problems/problems.h"

enum { MASS, INERTIA, MU, A, C, E, F, P, G };
static const slip_param params[] = {
    { "m", 1, 1e-6, 1e6, NULL, "mass", 0 },
    { "inertia", 0.25, 1e-6, 1e6, NULL, "moment of inertia about the centre of mass", 0 },
    { "mu", 0.3, 0, 1e6, NULL, "coefficient of friction", 0 },
    { "a", 1, 1e-6, 1e6, NULL, "half the length of the sleeve", 0 },
    { "c", 0, -1e6, 1e6, NULL, "height of the rod over the centre of mass", 0 },
    { "e", 2, -1e6, 1e6, NULL, "height of the force over the centre of mass", 0 },
    { "f", 10, -1e6, 1e6, NULL, "force along the rod", 0 },
    { "p", 0, -1e6, 1e6, NULL, "force across the rod", 0 },
    { "g", 0, -1e6, 1e6, NULL, "gravity, across the rod", 0 },
    { 0 }
};

typedef struct { double n1, n2, T, ax; bool stick; } motion;

/* The normals under a total friction T. */
static motion under(const double par[], double T)
{
    double sum = par[MASS] * par[G] - par[P], difference = (par[E] * par[F] + par[C] * T) / par[A];
    return (motion){ .n1 = (sum - difference) / 2, .n2 = (sum + difference) / 2, .T = T, .ax = (par[F] + T) / par[MASS] };
}

/* All motions; *doubtful when one of them hangs on a rounding. */
static int enumerate(const double par[], motion found[9], bool *doubtful)
{
    int count = 0;
    double mu = par[MU], sum = par[MASS] * par[G] - par[P], load = par[E] * par[F] / par[A], scale = fabs(par[F]) + fabs(sum) + fabs(load);
    motion s = under(par, -par[F]);
    double room = mu * (fabs(s.n1) + fabs(s.n2)) - fabs(par[F]);
    *doubtful = mu > 0 && par[F] != 0 && fabs(room) <= 1e-12 * (1 + mu) * scale;
    s.ax = 0;
    s.stick = true;
    if (room >= 0)
        found[count++] = s;
    for (int side = -1; side <= 1; side += 2)                   /* the sign of u_T */
        for (int signs = 0; signs < 3; signs++) {
            /* |n1| + |n2| is |sum| when the signs agree, else |difference| = +-(load + c T / a): T = -side mu (...) */
            double T, k = mu * par[C] / par[A];
            if (signs == 0)
                T = -side * mu * fabs(sum);
            else {
                double sign = signs == 1 ? 1 : -1, det = 1 + side * sign * k;
                if (fabs(det) <= 1e-12 * (1 + fabs(k))) {
                    *doubtful = true;
                    continue;
                }
                T = -side * sign * mu * load / det;
            }
            motion t = under(par, T);
            double d = t.n2 - t.n1, tiny = 1e-12 * (scale + fabs(T) * (1 + fabs(par[C] / par[A])));
            bool fits = signs == 0 ? fabs(d) <= fabs(sum) : (signs == 1 ? d : -d) > fabs(sum);
            bool moves = side * t.ax > 0;
            if (mu > 0 && par[F] != 0 && fits && fabs(t.ax) * par[MASS] <= tiny)
                *doubtful = true;                               /* between stick and slip */
            if (mu > 0 && sum != 0 && moves && fabs(fabs(d) - fabs(sum)) <= tiny)
                *doubtful = true;                               /* between two signs of a normal */
            if (fits && moves)
                found[count++] = t;
        }
    return count;
}

static slip_status know(slip_problem *out, const double par[], slip_truth *truth, slip_error *error)
{
    motion found[9];
    bool doubtful, shared = false;
    int count = enumerate(par, found, &doubtful);
    double r[36], u[36];
    for (int k = 0; k < count; k++) {
        motion t = found[k];
        double whole = fabs(t.n1) + fabs(t.n2), part = whole > 0 ? fabs(t.n1) / whole : 0;
        const double rk[4] = { t.n1, part * t.T, t.n2, (1 - part) * t.T }, uk[4] = { 0, t.ax, 0, t.ax };
        for (int i = 0; i < 4; i++) {
            r[4 * k + i] = rk[i];
            u[4 * k + i] = uk[i];
        }
        shared = shared || (t.stick && t.n1 != 0 && t.n2 != 0 && fabs(t.T) < par[MU] * whole);
    }
    truth->cite = "SchindlerEtAl2011";
    if (doubtful) {
        snprintf(truth->text, sizeof truth->text, "on the edge between two cases: the count hangs on a rounding");
        return SLIP_OK;
    }
    truth->how = par[C] == 0 ? SLIP_HOW_EXACT : SLIP_HOW_ENUMERATED;
    truth->solutions = shared ? SLIP_SOLUTIONS_MANY : count;
    truth->unique_u = count == 1 ? SLIP_YES : count > 1 ? SLIP_NO : SLIP_MAYBE;
    truth->unique_r = count == 0 ? SLIP_MAYBE : count == 1 && !shared ? SLIP_YES : SLIP_NO;
    snprintf(truth->text, sizeof truth->text, "%d motion%s%s", count, count == 1 ? "" : "s",
             count == 0 ? ": no case fits" : shared ? "; sticking, the two friction forces are one too many" : "");
    return count > 0 ? slip_truth_list(truth, out, count, r, u, error) : SLIP_OK;
}

static slip_status picture(slip_problem *out, const double par[], slip_error *error)
{
    slip_picture *p = &out->picture;
    double a = par[A], c = par[C];
    p->space = 2;
    p->count = 2;
    p->shape = SLIP_NEW(&out->arena, slip_shape, 2);
    p->point = SLIP_NEW(&out->arena, double, 4);
    p->frame = SLIP_NEW(&out->arena, double, 8);
    if (out->arena.failed)
        return slip_fail(error, SLIP_MEMORY, "no memory for the picture of a sleeve");
    p->shape[0] = (slip_shape){ .kind = SLIP_SHAPE_BOX, .body = 0, .axes = { 1, 0, 0, 0, 1 }, .size = { a, fmax(fabs(c), a / 4), 0 } };
    p->shape[1] = (slip_shape){ .kind = SLIP_SHAPE_SEGMENT, .body = -1, .at = { -3 * a, c }, .axes = { 6 * a } };
    for (int i = 0; i < 2; i++) {
        p->point[2 * i] = i ? a : -a;
        p->point[2 * i + 1] = c;
        p->frame[4 * i + 1] = p->frame[4 * i + 2] = 1;          /* n = y, t = x */
    }
    return SLIP_OK;
}

static slip_status make(slip_problem *out, const double par[], unsigned long seed, slip_truth *truth, slip_error *error)
{
    (void)seed;
    slip_status s = slip_problem_new(out, 2, 2, 3, 0, false, error);
    if (s != SLIP_OK)
        return s;
    double a = par[A], c = par[C];
    const double mass[3] = { par[MASS], par[MASS], par[INERTIA] };
    const double J[12] = {                                      /* the points (-+a, c) of the body: normal y, tangent x */
        0, 1, -a,
        1, 0, -c,
        0, 1,  a,
        1, 0, -c };
    out->level = SLIP_LEVEL_ACCELERATION;
    out->mu[0] = out->mu[1] = par[MU];
    out->f[0] = par[F];
    out->f[1] = par[P] - par[MASS] * par[G];
    out->f[2] = -par[E] * par[F];
    out->bilateral = SLIP_NEW(&out->arena, unsigned char, 2);
    out->bodies.first = SLIP_NEW(&out->arena, int, 2);
    out->bodies.pair = SLIP_NEW(&out->arena, int, 4);
    if (out->arena.failed)
        return slip_fail(error, SLIP_MEMORY, "no memory for a sleeve");
    out->bilateral[0] = out->bilateral[1] = 1;
    out->bodies.count = 1;
    out->bodies.first[1] = 3;
    out->bodies.pair[1] = out->bodies.pair[3] = -1;
    s = slip_problem_fill_rows(out, mass, J, NULL, error);
    if (s == SLIP_OK)
        s = picture(out, par, error);
    return s == SLIP_OK ? know(out, par, truth, error) : s;
}

const slip_family slip_family_guide = {
    .name = "guide", .about = "a sleeve on a rod: bilateral contacts with friction; jams, and more",
    .cite = "SchindlerEtAl2011", .params = params, .make = make,
};
