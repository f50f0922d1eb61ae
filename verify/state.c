/* state.c: what every contact does, and how that compares: states, transitions, friction angles, multipliers of a polygon.
   SPDX-License-Identifier: GPL-3.0-or-later

   unloaded: r_N <= tol rho V, moving off: u_N > tol V, sliding: |u_T| > tol V
   open: unloaded, moving off.  grazing: unloaded, not moving off.  stick, slip: loaded, by |u_T|.  given-slip: loaded, direction given. */

#include <stdlib.h>

#include "verify/verify.h"

static const char *const modes[] = {
#define X(name, word) word,
    SLIP_MODE_LIST(X)
#undef X
};
const char *slip_mode_name(slip_mode mode) { return mode < SLIP_MODE_COUNT ? modes[mode] : "?"; }

static const char *const transitions[] = {
#define X(name, word) word,
    SLIP_TRANSITION_LIST(X)
#undef X
};
const char *slip_transition_name(slip_transition t) { return t < SLIP_TRANSITION_COUNT ? transitions[t] : "?"; }

slip_mode slip_mode_of(const slip_rule *rule, double rho, double V, double tol, const double *r, const slip_dd *u)
{
    bool loaded = fabs(r[0]) > tol * rho * V;
    double uT = slip_length((double[]){ rule->d > 1 ? u[1].hi : 0, rule->d > 2 ? u[2].hi : 0 }, 2);
    if (!loaded && !rule->bilateral) return slip_dd_double(u[0]) > tol * V ? SLIP_MODE_OPEN : SLIP_MODE_GRAZING;
    if (rule->slip) return SLIP_MODE_GIVEN_SLIP;
    return uT > tol * V ? SLIP_MODE_SLIP : SLIP_MODE_STICK;
}

void slip_modes_cross(int nc, const slip_mode *a, const slip_mode *b, int table[SLIP_MODE_COUNT][SLIP_MODE_COUNT])
{
    for (int i = 0; i < SLIP_MODE_COUNT; i++)
        for (int j = 0; j < SLIP_MODE_COUNT; j++)
            table[i][j] = 0;
    for (int i = 0; i < nc; i++)
        table[a[i]][b[i]]++;
}

/* [TrinkleEtAl1995, (i)-(iv) before (13)]: what rolled before has no given slip direction. */
bool slip_transitions_get(const slip_problem *p, const slip_mode *mode, int count[SLIP_TRANSITION_COUNT])
{
    for (int t = 0; t < SLIP_TRANSITION_COUNT; t++)
        count[t] = 0;
    if (p->level != SLIP_LEVEL_ACCELERATION) return false;
    for (int i = 0; i < p->nc; i++) {
        bool slides = slip_problem_has_slip(p, i);
        slip_transition t = mode[i] == SLIP_MODE_OPEN ? SLIP_TRANSITION_BREAK
                          : slides ? SLIP_TRANSITION_SLIDE_SLIDE
                          : mode[i] == SLIP_MODE_SLIP ? SLIP_TRANSITION_ROLL_SLIDE : SLIP_TRANSITION_ROLL_ROLL;
        count[t]++;
    }
    return true;
}

static int increasing(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

slip_status slip_angles_get(const slip_ruler *ruler, const slip_motion *motion, slip_angles *out, slip_error *error)
{
    const slip_problem *p = ruler->problem;
    int d = p->d;
    *out = (slip_angles){ .worst = -1, .mean = NAN, .median = NAN, .largest = NAN };
    double *angle = slip_calloc(p->nc ? (size_t)p->nc : 1, sizeof *angle), sum = 0;
    if (!angle) return slip_fail(error, SLIP_MEMORY, "no memory for %d angles", p->nc);
    for (int i = 0; i < p->nc; i++) {
        if (motion->mode[i] != SLIP_MODE_SLIP || d < 2 || !(p->mu[i] > 0)) continue;
        const double *r = motion->r + i * d;
        const slip_dd *u = motion->u + i * d;
        double c = 0, s = 0, t = d == 3 ? u[2].hi : 0;
        for (int k = 1; k < d; k++)
            c -= r[k] * u[k].hi;
        if (d == 3) s = fabs(r[1] * t - r[2] * u[1].hi);
        double a = c == 0 && s == 0 ? acos(-1) / 2 : atan2(s, c);
        if (out->slipping == 0 || a > out->largest) { out->largest = a; out->worst = i; }
        angle[out->slipping++] = a;
        sum += a;
    }
    if (out->slipping) {
        int n = out->slipping;
        qsort(angle, (size_t)n, sizeof *angle, increasing);
        out->mean = sum / n;
        out->median = n % 2 ? angle[n / 2] : (angle[n / 2 - 1] + angle[n / 2]) / 2;
    }
    slip_free(angle);
    return SLIP_OK;
}

/* lambda = s(u_T); r_T = beta_j d_j + beta_j+1 d_j+1 on the edge of the polygon that r_T points to: sum(beta) is then the gauge of r_T,
   the least possible.  [AnitescuHart2004, (2.5)-(2.7)] */
void slip_facets_split(int d, slip_dirs dirs, const double *r, const double *u, double *beta, double *lambda)
{
    int k = d == 2 ? 2 : dirs.k;
    double t = d == 3 ? r[2] : 0, angle = -INFINITY;
    *lambda = -INFINITY;
    for (int j = 0; j < k; j++) {
        double x[2] = {0};
        slip_dirs_get(dirs, d, j, x);
        double s = d == 3 ? -(x[0] * u[1] + x[1] * u[2]) : -x[0] * u[1];
        *lambda = fmax(*lambda, s);
        beta[j] = d == 2 ? fmax(0, x[0] * r[1]) : 0;
    }
    if (d == 2) return;
    int best = 0;
    double b0 = 0, b1 = 0;
    for (int j = 0; j < k; j++) {               /* the edge whose two coefficients are nearest to being both nonnegative */
        double x[2], y[2];
        slip_dirs_get(dirs, 3, j, x);
        slip_dirs_get(dirs, 3, (j + 1) % k, y);
        double det = x[0] * y[1] - x[1] * y[0], a = (r[1] * y[1] - t * y[0]) / det, b = (x[0] * t - x[1] * r[1]) / det;
        if (fmin(a, b) > angle) { angle = fmin(a, b); best = j; b0 = a; b1 = b; }
    }
    beta[best] = fmax(b0, 0);
    beta[(best + 1) % k] = fmax(b1, 0);
}
