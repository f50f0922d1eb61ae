/* glance.c: the conditions of one contact in plain double with bounds of their rounding, to see which contacts need more.
   SPDX-License-Identifier: GPL-3.0-or-later

   A residual is a maximum over the contacts.  Where an estimate plus its bound stays below the maximum so far, the value in
   double-double could not have raised it: the contact is passed over, and the result is the same to the last bit.  Only discs
   (coulomb, cone) are looked at; every other contact is computed in double-double at once.

   The bounds: r is exact, u is known to 2^-53 of |u_i|; nearest points move no more than their argument, and the
   formulas below add a few units in the last place of |r| + c (|u| + mu |u_T|).  LOOSE is far above their sum. */

#include "base/clones.h"
#include "verify/verify.h"

#define INLINE static inline __attribute__((always_inline))
static const double LOOSE = 0x1p-46;

INLINE double length(const double *x, int d)
{
    return d == 3 ? sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]) : d == 2 ? sqrt(x[0] * x[0] + x[1] * x[1]) : fabs(x[0]);
}

INLINE bool tame(double x) { return x == 0 || (x > 1e-60 && x < 1e60); }

/* |r - P_K(r - c u~)| of a disc */
double slip_glance_map(int d, double mu, double c, const double *r, const double *ut)
{
    double x[3] = {0}, e[3] = {0}, g = 0, n = 0;
    for (int k = 0; k < d; k++)
        x[k] = r[k] - c * ut[k];
    double t = slip_length(x + 1, d - 1);
    if (t <= mu * x[0]) {
        for (int k = 0; k < d; k++)
            e[k] = c * ut[k];
        return slip_length(e, d);
    }
    if (x[0] + mu * t > 0) {
        n = (x[0] + mu * t) / (1 + mu * mu);
        g = mu * n / t;
    }
    e[0] = r[0] - n;
    for (int k = 1; k < d; k++)
        e[k] = r[k] - g * x[k];
    return slip_length(e, d);
}

/* (|r_T|^2 - mu^2 r_N^2)+ / ((|r_T| + mu r_N) sqrt(1 + mu^2)), the difference of the squares in double-double: on the boundary,
   where a projection puts the impulses of slipping contacts, plain double sees only noise. */
INLINE double outside(int d, double mu, const double *r, double T)
{
    slip_dd s = slip_dd_mul2(r[1], r[1]), b = slip_dd_mul2(mu, r[0]);
    if (d == 3) s = slip_dd_add(s, slip_dd_mul2(r[2], r[2]));
    s = slip_dd_sub(s, slip_dd_mul(b, b));
    return s.hi > 0 ? s.hi / ((T + mu * r[0]) * sqrt(1 + mu * mu)) : 0;
}

SLIP_FUSED bool slip_glance_get(const slip_rule *rule, bool relaxed, double rho, double V, const double *r, const slip_dd *u, slip_glance *out)
{
    int d = rule->d;
    double mu = rule->mu, *ut = out->ut;
    if (d < 2 || rule->slip || rule->bilateral || rule->k || rule->law == SLIP_LAW_OPPOSED || !(mu <= 1e6)) return false;
    for (int k = 0; k < d; k++)
        out->u[k] = ut[k] = slip_dd_double(u[k]);
    double R = out->R = length(r, d), U = out->U = length(ut, d), t = out->uT = length(ut + 1, d - 1), T = out->rT = length(r + 1, d - 1);
    if (!tame(R) || !tame(U) || !tame(rho) || !tame(V) || !tame(t) || !tame(T) || V == 0) return false;
    for (int k = 0; k < d; k++)                 /* squares that vanish: not a zero */
        if ((r[k] != 0 && (k ? T : R) == 0) || (ut[k] != 0 && (k ? t : U) == 0)) return false;
    if (!relaxed) ut[0] += mu * t;
    double size = U + mu * t, beyond = mu * t - ut[0], slope = sqrt(1 + mu * mu);
    if (!relaxed && u[0].hi >= 0) {
        out->dual = out->dual_error = 0;
    } else {
        out->dual = beyond > 0 ? t + mu * ut[0] > 0 ? (relaxed ? beyond : -out->u[0]) / slope : length(ut, d) : 0;
        out->dual_error = LOOSE * (relaxed ? size : fabs(out->u[0]) + 0x1p-40 * size);
        if (!relaxed && !(t + mu * ut[0] > LOOSE * size)) out->dual_error = LOOSE * size;
    }
    out->primal = out->primal_error = out->product = out->product_error = 0;
    out->map = rho * out->dual;
    out->map_error = rho * out->dual_error;
    out->idle = R == 0;
    if (out->idle) return true;
    double room = mu * r[0] - T;
    if (!(room > LOOSE * (T + mu * fabs(r[0])))) {
        if (r[0] > 0 && mu > 0 && -room < LOOSE * T) {
            out->primal = outside(d, mu, r, T);
            out->primal_error = LOOSE * out->primal + 0x1p-98 * R;
        } else {
            out->primal = T + mu * fabs(r[0]) == 0 ? fmax(0, -r[0]) : mu * T + r[0] > 0 ? fmax(0, -room) / slope : R;
            out->primal_error = LOOSE * R;
        }
    }
    for (int k = 0; k < d; k++)
        out->product += r[k] * ut[k];
    out->product = fabs(out->product);
    out->product_error = LOOSE * R * size;
    out->map = slip_glance_map(d, mu, rho, r, ut);
    out->map_error = LOOSE * (R + rho * size);
    return true;
}

/* |(x^2 + y^2)^1/2 - x - y| in the Jordan algebra of the second-order cone */
double slip_glance_fischer(const double *x, const double *y, int d)
{
    double z[3] = {0}, w[3], t = 0;
    for (int k = 0; k < d; k++)
        z[0] += x[k] * x[k] + y[k] * y[k];
    for (int k = 1; k < d; k++) {
        z[k] = 2 * (x[0] * x[k] + y[0] * y[k]);
        t += z[k] * z[k];
    }
    t = t > 1e-200 && t < 1e200 ? sqrt(t) : slip_length(z + 1, d - 1);
    double a = sqrt(fmax(z[0] - t, 0)), b = sqrt(z[0] + t);      /* the square root has these eigenvalues */
    w[0] = (a + b) / 2 - x[0] - y[0];
    for (int k = 1; k < d; k++)
        w[k] = (t > 0 ? (b - a) / 2 * z[k] / t : 0) - x[k] - y[k];
    return slip_length(w, d);
}
