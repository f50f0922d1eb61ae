/* natural.c: the residual solvers stop on, and the field's two measures.
   SPDX-License-Identifier: GPL-3.0-or-later

       F_i = r_i - P_K(r_i - rho_i u~_i),   residual = max_i |F_i| / (rho_i V)

   Given slip: on (r_N, u_N), with |r_T + mu r_N t|.  Bilateral: rho |u_N|, and the friction part at radius mu |r_N|. */

#include "problems/problems.h"

#include <math.h>

/* |F_i| for one contact, step rho. */
static double contact_residual(const slip_contact *c, double rho, const double r[], const double u[])
{
    int d = c->d;
    double x[3], y[3], t[3], sum = 0;
    if (c->slip) {
        double n = r[0] - fmax(0, r[0] - rho * u[0]);
        sum = n * n;
        for (int k = 1; k < d; k++) { double e = r[k] + c->mu * r[0] * c->slip[k - 1]; sum += e * e; }
        return sqrt(sum);
    }
    if (c->bilateral) {
        sum = rho * u[0] * rho * u[0];
        for (int k = 1; k < d; k++) x[k] = r[k] - rho * u[k];
        if (d > 1) slip_friction_project(c, c->mu * fabs(r[0]), x + 1, y + 1);
        for (int k = 1; k < d; k++) sum += (r[k] - y[k]) * (r[k] - y[k]);
        return sqrt(sum);
    }
    slip_cone_u_tilde(c, u, t);
    for (int k = 0; k < d; k++) x[k] = r[k] - rho * t[k];
    slip_cone_project(c, x, y);
    for (int k = 0; k < d; k++) sum += (r[k] - y[k]) * (r[k] - y[k]);
    return sqrt(sum);
}

double slip_natural(const slip_problem *p, slip_law law, slip_dirs dirs, const slip_scales *scales,
                    const double *r, const double *u, int *worst)
{
    int d = p->d;
    double V = scales->V, most = 0;
    int at = -1;
    if (!(V > 0))                                       /* nothing approaches: measure the answer by itself */
        for (int i = 0; i < p->nc; i++)
            for (int k = 0; k < d; k++) {
                V = fmax(V, fabs(u[d * i + k]));
                if (scales->rho[i] > 0) V = fmax(V, fabs(r[d * i + k]) / scales->rho[i]);
            }
    if (worst) *worst = -1;
    if (!(V > 0)) return isfinite(V) ? 0 : (double)NAN;
    for (int i = 0; i < p->nc; i++) {
        slip_contact c = slip_problem_contact(p, law, dirs, i);
        double rho = scales->rho[i], e;
        if (rho > 0) e = contact_residual(&c, rho, r + d * i, u + d * i) / (rho * V);
        else e = fmax(0, -u[d * i]) / V;                /* nothing moves this contact: only its own velocity can be wrong */
        if (!(e <= most)) { most = e; at = i; if (isnan(e)) break; }
    }
    if (worst) *worst = at;
    return most;
}

double slip_fnat(const slip_problem *p, slip_law law, slip_dirs dirs, const double *q, const double *r, const double *u, bool max_scale)
{
    int d = p->d, m = slip_problem_m(p);
    double F = 0, Q = 0, R = 0, U = 0;
    for (int i = 0; i < p->nc; i++) {
        slip_contact c = slip_problem_contact(p, law, dirs, i);
        double e = contact_residual(&c, 1, r + d * i, u + d * i);
        F += e * e;
    }
    for (int k = 0; k < m; k++) { Q += q[k] * q[k]; R += r[k] * r[k]; U += u[k] * u[k]; }
    double scale = sqrt(max_scale ? fmax(Q, fmax(R, U)) : Q);
    return scale > 0 ? sqrt(F) / scale : sqrt(F);
}
