/* scale.c: a mass for each contact and a speed for the problem, from the data alone.
   SPDX-License-Identifier: GPL-3.0-or-later

       rho_i = sqrt(d) / |W_ii|_F;   d / |row block i of W| where W_ii vanishes (below 1e-12 of its parts: a contact
       locked by joints);   0 where that vanishes too: u_i = q_i is fixed
       V = max_i |(min(q_N, 0), q_T)|   (d = 1 and mu = 0: the normal part only matters, q_T is free but is a speed too)

   A maximum, not a mean: a mean shrinks when an open contact is added. */

#include "problems/condense.h"

#include <math.h>

void slip_scales_fill(slip_scales *s, const slip_problem *p, const double *diag, const double *parts, const double *rows, const double *q)
{
    int d = p->d;
    s->V = 0;
    for (int i = 0; i < p->nc; i++) {
        double w = 0, speed = 0;
        for (int k = 0; k < d * d; k++) w = hypot(w, diag[i * (size_t)(d * d) + (size_t)k]);
        if (w > 1e-12 * parts[i]) s->rho[i] = sqrt(d) / w;
        else s->rho[i] = rows[i] > 1e-12 * parts[i] && rows[i] > 0 ? d / rows[i] : 0;
        for (int k = 0; k < d; k++) {
            double x = q[d * i + k];
            speed = hypot(speed, k == 0 && !(p->bilateral && p->bilateral[i]) ? fmin(x, 0) : x);
        }
        s->V = fmax(s->V, speed);
    }
}
