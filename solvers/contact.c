/* contact.c: one contact's natural map, and which law a method is asked to solve.
   SPDX-License-Identifier: GPL-3.0-or-later

       r <- P_K(r - rho u~)                                          (5) of problems.h
       given slip:  r_N <- max(0, r_N - rho u_N),  r_T = -mu r_N t
       bilateral:   r_N <- r_N - rho u_N,  r_T <- P_{mu |r_N| C}(r_T - rho u_T) */

#include "solvers/sweep.h"

#include <math.h>

const char *const slip_relax_words[] = { "posed", "relaxed", NULL };

slip_law slip_law_chosen(const slip_problem *p, int word)
{
    if (word == 0) return p->law;
    return p->law == SLIP_LAW_FACETS || p->law == SLIP_LAW_CONE_FACETS ? SLIP_LAW_CONE_FACETS : SLIP_LAW_CONE;
}

slip_law slip_relax_claims(const slip_problem *p, const double par[], slip_dirs *dirs)
{
    *dirs = p->dirs;
    return slip_law_chosen(p, (int)par[0]);
}

double slip_contact_ray(const slip_contact *c, const double *W)
{
    double a = W[0], parts = fabs(W[0]);
    for (int k = 1; k < c->d; k++) { double x = c->mu * W[k] * c->slip[k - 1]; a -= x; parts += fabs(x); }
    return fabs(a) > 1e-12 * parts ? a : 0;
}

/* A disc in space and numbers whose squares neither overflow nor vanish: the same map without hypot. */
static inline bool prox_disc(const slip_contact *c, double rho, const double r[], const double u[], double out[])
{
    if (c->d != 3 || (c->law != SLIP_LAW_COULOMB && c->law != SLIP_LAW_CONE)) return false;
    double mu = c->mu, x1 = r[1] - rho * u[1], x2 = r[2] - rho * u[2], uu = u[1] * u[1] + u[2] * u[2], tt = x1 * x1 + x2 * x2;
    if (!(tt > 1e-200 && tt < 1e200 && uu < 1e200 && (uu > 1e-200 || uu == 0) && mu > 0 && mu < 1e6)) return false;
    double x0 = r[0] - rho * (c->law == SLIP_LAW_CONE ? u[0] : u[0] + mu * sqrt(uu)), t = sqrt(tt);
    if (t <= mu * x0) { out[0] = x0; out[1] = x1; out[2] = x2; return true; }
    double n = fmax(0, (x0 + mu * t) / (1 + mu * mu)), scale = mu * n / t;
    out[0] = n; out[1] = scale * x1; out[2] = scale * x2;
    return true;
}

void slip_contact_prox(const slip_contact *c, double rho, const double r[], const double u[], double out[])
{
    int d = c->d;
    double x[3], t[3];
    if (!c->slip && !c->bilateral && prox_disc(c, rho, r, u, out)) return;
    if (c->slip) {
        out[0] = fmax(0, r[0] - rho * u[0]);
        for (int k = 1; k < d; k++) out[k] = -c->mu * out[0] * c->slip[k - 1];
    } else if (c->bilateral) {
        for (int k = 1; k < d; k++) x[k] = r[k] - rho * u[k];
        out[0] = r[0] - rho * u[0];
        slip_friction_project(c, c->mu * fabs(out[0]), x + 1, out + 1);
    } else {
        slip_cone_u_tilde(c, u, t);
        for (int k = 0; k < d; k++) x[k] = r[k] - rho * t[k];
        slip_cone_project(c, x, out);
    }
}
