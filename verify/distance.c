/* distance.c: nearest points of the friction cones and of their duals, closed forms in double-double.
   SPDX-License-Identifier: GPL-3.0-or-later

   disc      K  = { |x_T| <= mu x_N },          K* = { mu |x_T| <= x_N }
   polygon   K  = { n_j'x_T <= mu h_j x_N },    K* = { x_N + mu d_j'x_T >= 0 },   j = 1..k
             with vertices d_j, outward edge normals n_j of the edge d_j d_j+1 and h_j = n_j'd_j: the facets of K* have
             the normals (1, mu d_j) and its edges the directions (mu h_j, -n_j).
   ray       K  = { x_N (1, -mu t), x_N >= 0 }  (given slip)

   These are the verifier's own: they share nothing with the projections that solvers use.  Where mu > 1 both sides are
   divided by mu, and every vector is first scaled by a power of two, so that neither huge nor tiny numbers overflow. */

#include <string.h>

#include "base/clones.h"
#include "verify/verify.h"

/* A helper that is not inlined would be compiled for the plain processor and call fma. */
#define INLINE static inline __attribute__((always_inline))

INLINE slip_dd dot(const slip_dd *a, const slip_dd *b, int d)
{
    slip_dd s = slip_dd_of(0);
    for (int k = 0; k < d; k++)
        s = slip_dd_add(s, slip_dd_mul(a[k], b[k]));
    return s;
}

INLINE double largest(const slip_dd *x, int d)
{
    double m = 0;
    for (int k = 0; k < d; k++)
        if (!(fabs(x[k].hi) <= m)) m = fabs(x[k].hi);          /* NaN is kept */
    return m;
}

/* squares neither overflow nor lose their low halves */
static bool tame(double m) { return m > 1e-100 && m < 1e100; }

INLINE void scale2(const slip_dd *x, int d, int e, slip_dd *out)
{
    for (int k = 0; k < d; k++)
        out[k] = (slip_dd){ ldexp(x[k].hi, e), ldexp(x[k].lo, e) };
}

SLIP_FUSED slip_dd slip_dd_length(const slip_dd *x, int d)
{
    slip_dd y[3];
    int e;
    double m = largest(x, d);
    if (m == 0) return slip_dd_of(0);
    if (!isfinite(m)) return slip_dd_of(m);
    if (tame(m)) return slip_dd_sqrt(dot(x, x, d));
    frexp(m, &e);
    scale2(x, d, -e, y);
    slip_dd s = slip_dd_sqrt(dot(y, y, d));
    return (slip_dd){ ldexp(s.hi, e), ldexp(s.lo, e) };
}

SLIP_FUSED slip_dd slip_dd_distance(const slip_dd *x, const slip_dd *y, int d)
{
    slip_dd e[3];
    for (int k = 0; k < d; k++)
        e[k] = slip_dd_sub(x[k], y[k]);
    return slip_dd_length(e, d);
}

/* c x_T-part against a x_N-part: (1, mu), or (1/mu, 1) where mu > 1 */
INLINE void slopes(double mu, slip_dd *c, slip_dd *a)
{
    bool steep = mu > 1;
    *c = steep ? slip_dd_div(slip_dd_of(1), slip_dd_of(mu)) : slip_dd_of(1);
    *a = slip_dd_of(steep ? 1 : mu);
}

/* x + t e with t = max(0, e'x) / e'e */
INLINE void onto_ray(const slip_dd *e, const slip_dd *x, int d, slip_dd *out)
{
    slip_dd t = dot(e, x, d);
    t = t.hi > 0 ? slip_dd_div(t, dot(e, e, d)) : slip_dd_of(0);
    for (int k = 0; k < d; k++)
        out[k] = slip_dd_mul(t, e[k]);
}

INLINE void onto_plane(const slip_dd *normal, slip_dd height, const slip_dd *x, slip_dd *out)
{
    slip_dd t = slip_dd_div(height, dot(normal, normal, 3));
    for (int k = 0; k < 3; k++)
        out[k] = slip_dd_sub(x[k], slip_dd_mul(t, normal[k]));
}

INLINE void nearer(const slip_dd *x, const slip_dd *a, const slip_dd *b, slip_dd *out)
{
    const slip_dd *y = slip_dd_less(slip_dd_distance(x, b, 3), slip_dd_distance(x, a, 3)) ? b : a;
    for (int k = 0; k < 3; k++)
        out[k] = y[k];
}

/* { beta |x_T| <= alpha x_N } */
INLINE void onto_disc_cone(slip_dd beta, slip_dd alpha, const slip_dd *x, int d, slip_dd *out)
{
    double t = slip_length((double[]){ x[1].hi, d > 2 ? x[2].hi : 0 }, 2), room = alpha.hi * x[0].hi - beta.hi * t;
    if (room > 1e-14 * (beta.hi * t + alpha.hi * fabs(x[0].hi))) {      /* inside beyond doubt */
        memcpy(out, x, (size_t)d * sizeof *out);
        return;
    }
    slip_dd T = slip_dd_length(x + 1, d - 1);
    slip_dd outside = slip_dd_sub(slip_dd_mul(beta, T), slip_dd_mul(alpha, x[0]));
    if (!(outside.hi > 0)) {
        for (int k = 0; k < d; k++)
            out[k] = x[k];
        return;
    }
    slip_dd e[2] = { beta, alpha }, y[2] = { x[0], T }, p[2];
    onto_ray(e, y, 2, p);
    out[0] = p[0];
    for (int k = 1; k < d; k++)
        out[k] = T.hi > 0 ? slip_dd_mul(p[1], slip_dd_div(x[k], T)) : slip_dd_of(0);
}

INLINE slip_dd cross(const slip_dd *a, const slip_dd *b)
{
    return slip_dd_sub(slip_dd_mul(a[0], b[1]), slip_dd_mul(a[1], b[0]));
}

INLINE void vertex(const slip_rule *rule, int j, slip_dd out[2])
{
    j = (j % rule->k + rule->k) % rule->k;
    out[0] = slip_dd_of(rule->dir[2 * j]);
    out[1] = slip_dd_of(rule->dir[2 * j + 1]);
}

/* the outward normal n_j of the edge from vertex j to vertex j+1, and h_j */
INLINE slip_dd edge(const slip_rule *rule, int j, slip_dd n[2])
{
    slip_dd a[2], b[2];
    vertex(rule, j, a);
    vertex(rule, j + 1, b);
    n[0] = slip_dd_sub(b[1], a[1]);
    n[1] = slip_dd_sub(a[0], b[0]);
    return dot(n, a, 2);
}

INLINE void onto_polygon_cone(const slip_rule *rule, const slip_dd *x, slip_dd *out)
{
    slip_dd c, a, n[2], best = slip_dd_of(-INFINITY);
    slopes(rule->mu, &c, &a);
    int j = 0;
    for (int i = 0; i < rule->k; i++) {
        slip_dd h = edge(rule, i, n), g = slip_dd_div(dot(n, x + 1, 2), h);
        if (slip_dd_less(best, g)) { best = g; j = i; }
    }
    slip_dd h = edge(rule, j, n);
    slip_dd normal[3] = { slip_dd_neg(slip_dd_mul(a, h)), slip_dd_mul(c, n[0]), slip_dd_mul(c, n[1]) };
    slip_dd outside = dot(normal, x, 3);
    if (!(outside.hi > 0)) {
        for (int k = 0; k < 3; k++)
            out[k] = x[k];
        return;
    }
    slip_dd p[3], d0[2], d1[2];
    vertex(rule, j, d0);
    vertex(rule, j + 1, d1);
    onto_plane(normal, outside, x, p);
    if (cross(d0, p + 1).hi >= 0 && cross(p + 1, d1).hi >= 0) {
        for (int k = 0; k < 3; k++)
            out[k] = p[k];
        return;
    }
    slip_dd e0[3] = { c, slip_dd_mul(a, d0[0]), slip_dd_mul(a, d0[1]) }, p0[3];
    slip_dd e1[3] = { c, slip_dd_mul(a, d1[0]), slip_dd_mul(a, d1[1]) }, p1[3];
    onto_ray(e0, x, 3, p0);
    onto_ray(e1, x, 3, p1);
    nearer(x, p0, p1, out);
}

INLINE void onto_polygon_dual(const slip_rule *rule, const slip_dd *z, slip_dd *out)
{
    slip_dd c, a, d0[2], di[2], best = slip_dd_of(-INFINITY), p[3], p0[3], p1[3], n[2];
    slip_dd x[3] = { z[0], slip_dd_neg(z[1]), slip_dd_neg(z[2]) };      /* c x_N >= a d_j'x_T from here on */
    slopes(rule->mu, &c, &a);
    int j = 0;
    for (int i = 0; i < rule->k; i++) {
        vertex(rule, i, di);
        slip_dd g = dot(di, x + 1, 2);
        if (slip_dd_less(best, g)) { best = g; j = i; }
    }
    vertex(rule, j, d0);
    slip_dd normal[3] = { slip_dd_neg(c), slip_dd_mul(a, d0[0]), slip_dd_mul(a, d0[1]) };
    slip_dd outside = dot(normal, x, 3);
    if (!(outside.hi > 0)) {
        for (int k = 0; k < 3; k++)
            out[k] = z[k];
        return;
    }
    onto_plane(normal, outside, x, p);
    slip_dd here = dot(d0, p + 1, 2);
    bool inside = true;
    for (int side = -1; side <= 1; side += 2) {
        vertex(rule, j + side, di);
        inside = inside && !slip_dd_less(here, dot(di, p + 1, 2));
    }
    if (!inside) {
        slip_dd h = edge(rule, j - 1, n);
        slip_dd e0[3] = { slip_dd_mul(a, h), slip_dd_mul(c, n[0]), slip_dd_mul(c, n[1]) };
        h = edge(rule, j, n);
        slip_dd e1[3] = { slip_dd_mul(a, h), slip_dd_mul(c, n[0]), slip_dd_mul(c, n[1]) };
        onto_ray(e0, x, 3, p0);
        onto_ray(e1, x, 3, p1);
        nearer(x, p0, p1, p);
    }
    out[0] = p[0];
    out[1] = slip_dd_neg(p[1]);
    out[2] = slip_dd_neg(p[2]);
}

static bool polygon(const slip_rule *rule) { return rule->d == 3 && rule->k > 0; }

INLINE void scaled(const slip_rule *rule, const slip_dd *x, slip_dd *out, bool dual)
{
    slip_dd y[3], p[3], c, a;
    int d = rule->d, e;
    double m = largest(x, d);
    if (m == 0 || !isfinite(m)) {
        for (int k = 0; k < d; k++)
            out[k] = x[k];
        return;
    }
    if (tame(m)) e = 0;
    else frexp(m, &e);
    if (e) scale2(x, d, -e, y);
    else memcpy(y, x, (size_t)d * sizeof *y);
    slopes(rule->mu, &c, &a);
    if (d == 1)
        p[0] = y[0].hi > 0 ? y[0] : slip_dd_of(0);
    else if (dual && polygon(rule))
        onto_polygon_dual(rule, y, p);
    else if (dual)
        onto_disc_cone(a, c, y, d, p);
    else if (rule->mu == 0) {
        p[0] = y[0].hi > 0 ? y[0] : slip_dd_of(0);
        for (int k = 1; k < d; k++)
            p[k] = slip_dd_of(0);
    } else if (polygon(rule))
        onto_polygon_cone(rule, y, p);
    else
        onto_disc_cone(c, a, y, d, p);
    if (e) scale2(p, d, e, out);
    else memcpy(out, p, (size_t)d * sizeof *out);
}

SLIP_FUSED void slip_rule_primal(const slip_rule *rule, const slip_dd *x, slip_dd *out)
{
    slip_dd y[3];
    bool flip = rule->bilateral && x[0].hi < 0;
    if (rule->slip) {                       /* the part of the normal component decides: x_N (1, -mu t) */
        out[0] = rule->bilateral || x[0].hi > 0 ? x[0] : slip_dd_of(0);
        for (int k = 1; k < rule->d; k++)
            out[k] = slip_dd_neg(slip_dd_scale(slip_dd_scale(slip_dd_abs(out[0]), rule->mu), rule->slip[k - 1]));
        return;
    }
    for (int k = 0; k < rule->d; k++)
        y[k] = x[k];
    if (flip) y[0] = slip_dd_neg(y[0]);
    scaled(rule, y, out, false);
    if (flip) out[0] = slip_dd_neg(out[0]);
}

SLIP_FUSED void slip_rule_dual(const slip_rule *rule, const slip_dd *x, slip_dd *out)
{
    if (rule->slip || rule->bilateral || rule->law == SLIP_LAW_OPPOSED) {      /* only u_N is bound */
        for (int k = 0; k < rule->d; k++)
            out[k] = x[k];
        if (rule->bilateral || !(x[0].hi > 0)) out[0] = slip_dd_of(0);
        return;
    }
    scaled(rule, x, out, true);
}

SLIP_FUSED slip_dd slip_rule_support(const slip_rule *rule, const slip_dd *u)
{
    if (rule->d == 1) return slip_dd_of(0);
    if (!polygon(rule)) return slip_dd_length(u + 1, rule->d - 1);
    slip_dd best = slip_dd_of(-INFINITY), di[2];
    for (int j = 0; j < rule->k; j++) {
        vertex(rule, j, di);
        best = slip_dd_max(best, slip_dd_neg(dot(di, u + 1, 2)));
    }
    return best;
}

/* Nearest point of radius C to x_T. */
SLIP_FUSED void slip_rule_friction(const slip_rule *rule, slip_dd radius, const slip_dd *x, slip_dd *out)
{
    int t = rule->d - 1;
    if (t == 0) return;
    if (!(radius.hi > 0)) {
        for (int k = 0; k < t; k++)
            out[k] = slip_dd_of(0);
        return;
    }
    if (!polygon(rule)) {
        slip_dd T = slip_dd_length(x, t);
        bool outside = slip_dd_less(radius, T);
        for (int k = 0; k < t; k++)
            out[k] = outside ? slip_dd_mul(radius, slip_dd_div(x[k], T)) : x[k];
        return;
    }
    slip_dd n[2], best = slip_dd_of(-INFINITY), p[2], a[2], b[2];
    int j = 0;
    for (int i = 0; i < rule->k; i++) {
        slip_dd h = edge(rule, i, n), g = slip_dd_div(dot(n, x, 2), h);
        if (slip_dd_less(best, g)) { best = g; j = i; }
    }
    slip_dd h = edge(rule, j, n), over = slip_dd_sub(dot(n, x, 2), slip_dd_mul(radius, h));
    if (!(over.hi > 0)) {
        out[0] = x[0];
        out[1] = x[1];
        return;
    }
    slip_dd t0 = slip_dd_div(over, dot(n, n, 2));
    vertex(rule, j, a);
    vertex(rule, j + 1, b);
    for (int k = 0; k < 2; k++)
        p[k] = slip_dd_sub(x[k], slip_dd_mul(t0, n[k]));
    const slip_dd *corner = cross(a, p).hi < 0 ? a : cross(p, b).hi < 0 ? b : NULL;
    for (int k = 0; k < 2; k++)
        out[k] = corner ? slip_dd_mul(radius, corner[k]) : p[k];
}
