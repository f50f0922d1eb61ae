/* exact_scaling.c: a pair of points inside a cone, made equal by a map of the cone onto itself.
   SPDX-License-Identifier: GPL-3.0-or-later

       x, s inside,  J = diag(1, -1, -1):   W x = W^-1 s = lambda,   W = beta (2 v v' - J),   W^-1 = (2 J v v' J - J) / beta   [NesterovTodd1997]

   On the way to a solution x and s come close to the boundary and W falls apart into 1e-12, 1 and 1e12: it is kept in double-double.
   lambda, and steps seen through W, stay of one size: double is enough for them. */

#include <math.h>

#include "verify/exact_polish.h"

#define ADD slip_dd_add
#define SUB slip_dd_sub
#define MUL slip_dd_mul

static slip_dd dot(const slip_dd *a, const slip_dd *b, double sign)        /* a_0 b_0 + sign (a_1 b_1 + a_2 b_2) */
{
    slip_dd tail = ADD(MUL(a[1], b[1]), MUL(a[2], b[2]));
    return ADD(MUL(a[0], b[0]), slip_dd_scale(tail, sign));
}

bool slip_scaling_inside(int size, const slip_dd *x)
{
    return x[0].hi > 0 && (size == 1 || dot(x, x, -1).hi > 0);
}

bool slip_scaling_make(slip_scaling *w, int size, const slip_dd *x, const slip_dd *s)
{
    const slip_dd one = slip_dd_of(1);
    if (!slip_scaling_inside(size, x) || !slip_scaling_inside(size, s)) return false;
    if (size == 1) {
        w->beta = slip_dd_sqrt(slip_dd_div(s[0], x[0]));
        w->by = slip_dd_div(x[0], s[0]);
        w->lambda[0] = sqrt(x[0].hi * s[0].hi);
        return isfinite(w->by.hi) && w->lambda[0] > 0;
    }
    slip_dd a = slip_dd_sqrt(dot(s, s, -1)), b = slip_dd_sqrt(dot(x, x, -1)), xs[3], ss[3], bar[3];
    for (int k = 0; k < 3; k++) xs[k] = slip_dd_div(x[k], b), ss[k] = slip_dd_div(s[k], a);
    slip_dd gamma = slip_dd_sqrt(slip_dd_scale(ADD(one, dot(xs, ss, 1)), 0.5));
    if (!(gamma.hi >= 0.5)) return false;                      /* 1 at least, but for rounding */
    for (int k = 1; k < 3; k++) bar[k] = slip_dd_div(SUB(ss[k], xs[k]), slip_dd_scale(gamma, 2));
    bar[0] = slip_dd_sqrt(ADD(one, ADD(MUL(bar[1], bar[1]), MUL(bar[2], bar[2]))));
    slip_dd norm = slip_dd_sqrt(slip_dd_scale(ADD(bar[0], one), 2));
    w->beta = slip_dd_sqrt(slip_dd_div(a, b));
    w->by = slip_dd_div(b, a);
    for (int k = 0; k < 3; k++) {
        w->v[k] = slip_dd_div(k ? bar[k] : ADD(bar[0], one), norm);
        w->g[k] = k ? slip_dd_neg(bar[k]) : bar[0];
    }
    double size_l = sqrt(a.hi * b.hi);
    slip_dd below = ADD(ADD(ss[0], xs[0]), slip_dd_scale(gamma, 2));
    w->lambda[0] = size_l * gamma.hi;
    for (int k = 1; k < 3; k++) {
        slip_dd y = ADD(MUL(ADD(gamma, xs[0]), ss[k]), MUL(ADD(gamma, ss[0]), xs[k]));
        w->lambda[k] = size_l * slip_dd_double(slip_dd_div(y, below));
    }
    double left = w->lambda[0] * w->lambda[0] - w->lambda[1] * w->lambda[1] - w->lambda[2] * w->lambda[2];
    return isfinite(w->g[0].hi) && left > 0;
}

static void apply(const slip_scaling *w, bool inverse, const slip_dd *x, slip_dd *out)
{
    slip_dd t = slip_dd_scale(dot(w->v, x, inverse ? -1 : 1), 2);
    for (int k = 0; k < 3; k++) {
        slip_dd v = inverse && k ? slip_dd_neg(w->v[k]) : w->v[k], y = MUL(v, t);
        y = k ? ADD(y, x[k]) : SUB(y, x[k]);
        out[k] = inverse ? slip_dd_div(y, w->beta) : MUL(y, w->beta);
    }
}

void slip_scaling_times(const slip_scaling *w, int size, bool inverse, const slip_dd *x, double *out)
{
    slip_dd y[3];
    if (size == 3) apply(w, inverse, x, y);
    else y[0] = inverse ? slip_dd_div(x[0], w->beta) : MUL(x[0], w->beta);
    for (int k = 0; k < size; k++) out[k] = y[k].hi;
}

void slip_scaling_undo(const slip_scaling *w, int size, const double *x, slip_dd *out)
{
    slip_dd y[3];
    for (int k = 0; k < size; k++) y[k] = slip_dd_of(x[k]);
    if (size == 3) apply(w, true, y, out);
    else out[0] = slip_dd_div(y[0], w->beta);
}

void slip_scaling_square(const slip_scaling *w, int size, const slip_dd *x, slip_dd *out)
{
    slip_dd t = size == 3 ? slip_dd_scale(dot(w->g, x, 1), 2) : slip_dd_of(0);
    for (int k = 0; k < size; k++) out[k] = MUL(w->by, size == 1 ? x[0] : k ? ADD(MUL(w->g[k], t), x[k]) : SUB(MUL(w->g[0], t), x[0]));
}

double slip_scaling_out(const slip_scaling *w, int size, const double *d)
{
    const double *l = w->lambda;
    if (size == 1) return fmax(0, -d[0] / l[0]);
    double norm = sqrt(l[0] * l[0] - l[1] * l[1] - l[2] * l[2]), bar[3] = { l[0] / norm, l[1] / norm, l[2] / norm };
    double head = bar[0] * d[0] - bar[1] * d[1] - bar[2] * d[2], by = (head + d[0]) / (bar[0] + 1);
    return fmax(0, (hypot(d[1] - by * bar[1], d[2] - by * bar[2]) - head) / norm);
}

void slip_scaling_divide(const slip_scaling *w, int size, const double *x, double *out)
{
    const double *l = w->lambda;
    if (size == 1) {
        out[0] = x[0] / l[0];
        return;
    }
    double y = (l[0] * x[0] - l[1] * x[1] - l[2] * x[2]) / (l[0] * l[0] - l[1] * l[1] - l[2] * l[2]);
    for (int k = 1; k < 3; k++) out[k] = (x[k] - y * l[k]) / l[0];
    out[0] = y;
}
