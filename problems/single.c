/* single.c: every solution of one planar contact with Coulomb friction, by its four modes.
   SPDX-License-Identifier: GPL-3.0-or-later

       u = A r + b,  r = (r_N, r_T);   open: r = 0, u_N >= 0;   stick: u = 0, |r_T| <= mu r_N;
       slip +-: u_N = 0, r_T = -+mu r_N, +-u_T >= 0, r_N >= 0

   A mode whose inequality holds only to rounding (1e-12 of its parts) makes the count doubtful: `sure` is then false. */

#include "problems/single.h"

#include <math.h>

typedef struct { slip_single *out; bool bad; } search;

/* x >= 0?  Doubtful near zero. */
static bool at_least_zero(search *s, double x, double size)
{
    if (fabs(x) <= 1e-12 * size) { s->bad = true; return true; }
    return x > 0;
}

static void add(search *s, double rn, double rt, double un, double ut, double rsize, double usize)
{
    slip_single *o = s->out;
    for (int k = 0; k < o->count; k++) {
        const double *z = o->solution[k];
        if (fabs(z[0] - rn) + fabs(z[1] - rt) <= 1e-9 * rsize && fabs(z[2] - un) + fabs(z[3] - ut) <= 1e-9 * usize) return;
    }
    double *z = o->solution[o->count++];
    z[0] = rn; z[1] = rt; z[2] = un; z[3] = ut;
}

void slip_single_solve(const double A[4], const double b[2], double mu, slip_single *out)
{
    search s = { out, false };
    double size = fabs(A[0]) + fabs(A[1]) + fabs(A[2]) + fabs(A[3]), usize = fabs(b[0]) + fabs(b[1]), rsize = usize / size;
    *out = (slip_single){ .count = 0, .sure = true };
    if (at_least_zero(&s, b[0], usize)) add(&s, 0, 0, b[0], b[1], rsize, usize);
    double det = A[0] * A[3] - A[1] * A[2];
    if (mu > 0 && fabs(det) > 1e-12 * size * size) {
        double rn = -(A[3] * b[0] - A[1] * b[1]) / det, rt = -(A[0] * b[1] - A[2] * b[0]) / det;
        double big = fabs(rn) + fabs(rt);
        if (at_least_zero(&s, rn, big) && at_least_zero(&s, mu * rn - fabs(rt), (1 + mu) * big)) add(&s, rn, rt, 0, 0, rsize + big, usize);
    }
    for (int side = -1; side <= 1; side += 2) {         /* the sign of u_T */
        double G = A[0] - side * mu * A[1];
        if (mu == 0 && side < 0) continue;
        if (fabs(G) <= 1e-12 * (fabs(A[0]) + mu * fabs(A[1]))) { s.bad = true; continue; }     /* critical mu */
        double rn = -b[0] / G, ut = (A[2] - side * mu * A[3]) * rn + b[1];
        double big = fabs(A[2] * rn) + fabs(mu * A[3] * rn) + fabs(b[1]);
        if (!at_least_zero(&s, rn, fabs(b[0] / G))) continue;
        if (mu == 0 || at_least_zero(&s, side * ut, big)) add(&s, rn, -side * mu * rn, 0, ut, rsize + fabs(rn), usize + big);
    }
    out->sure = !s.bad;
}
