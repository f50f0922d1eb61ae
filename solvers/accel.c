/* accel.c: Nesterov's accelerated projected gradient on a cone program.
   SPDX-License-Identifier: GPL-3.0-or-later

       z+ = P(y - (N y + p)/L),   y+ = z+ + beta (z+ - z),   beta = theta (1 - theta)/(theta^2 + theta+)       [NegrutEtAl2017, 4]
       L grows until  dz'N dz <= L dz'dz,  dz = z+ - y: exact for a quadratic, where comparing values of f would cancel
       restart (y+ = z+, theta = 1) when the step goes uphill:  (N y + p)'(z+ - z) > 0

   N y is the same combination of known products as y, so a step costs one product. */

#include "solvers/accel.h"

#include <math.h>
#include <string.h>

slip_status slip_accel_new(slip_accel *x, const slip_problem *p, slip_law solved, int threads, slip_iterate *it, slip_arena *arena, slip_error *error)
{
    slip_status status = slip_convex_new(&x->c, p, solved, threads, it, arena, error);
    if (status) return status;
    double **all[] = { &x->z, &x->zn, &x->y, &x->gz, &x->gn, &x->gy };
    for (int k = 0; k < 6; k++) *all[k] = SLIP_NEW(arena, double, x->c.n);
    if (arena->failed) return slip_fail(error, SLIP_MEMORY, "out of memory for an accelerated gradient");
    x->shrink = 0.95;
    x->restart = true;
    x->L = 1; x->theta = 1;
    slip_convex_in(&x->c, it, x->y);
    slip_convex_project(&x->c, p, x->y, x->z);
    slip_convex_gradient(&x->c, x->z, x->gz, it);
    slip_accel_forget(x);
    return SLIP_OK;
}

void slip_accel_forget(slip_accel *x)
{
    memcpy(x->y, x->z, sizeof(double) * (size_t)x->c.n);
    memcpy(x->gy, x->gz, sizeof(double) * (size_t)x->c.n);
    x->theta = 1;
}

/* dz'N dz and dz'dz for dz = zn - y */
static void curvature(const slip_accel *x, double *curve, double *length)
{
    *curve = *length = 0;
    for (int k = 0; k < x->c.n; k++) {
        double dz = x->zn[k] - x->y[k];
        *curve += dz * (x->gn[k] - x->gy[k]);
        *length += dz * dz;
    }
}

slip_step slip_accel_step(slip_accel *x, const slip_problem *p, slip_iterate *it)
{
    int n = x->c.n;
    double curve, length, uphill = 0;
    for (int tries = 0; ; tries++) {
        slip_convex_step(&x->c, p, x->y, 1 / x->L, x->gy, x->zn);
        slip_convex_gradient(&x->c, x->zn, x->gn, it);
        curvature(x, &curve, &length);
        if (curve <= x->L * length || tries == 60) break;
        x->L = fmax(2 * x->L, 1.0001 * curve / length);
    }
    if (!isfinite(curve)) return SLIP_STEP_NUMERIC;
    x->mapping = x->L * sqrt(length);
    for (int k = 0; k < n; k++) uphill += x->gy[k] * (x->zn[k] - x->z[k]);
    for (int i = 0; i < p->nc; i++) uphill += x->c.S[p->d * i] * x->c.shift[i] * (x->zn[p->d * i] - x->z[p->d * i]);
    double theta = x->theta, next = (theta * sqrt(theta * theta + 4) - theta * theta) / 2, beta = theta * (1 - theta) / (theta * theta + next);
    if (x->restart && uphill > 0) { next = 1; beta = 0; it->work[SLIP_WORK_RESTARTS]++; }
    x->theta = next;
    for (int k = 0; k < n; k++) {
        x->y[k] = x->zn[k] + beta * (x->zn[k] - x->z[k]);
        x->gy[k] = x->gn[k] + beta * (x->gn[k] - x->gz[k]);
    }
    double *t = x->z; x->z = x->zn; x->zn = t;
    t = x->gz; x->gz = x->gn; x->gn = t;
    x->L *= x->shrink;
    return SLIP_STEP_OK;
}
