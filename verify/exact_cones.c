/* exact_cones.c: distances to cones and natural maps of balls: every value that the formula can take.
   SPDX-License-Identifier: GPL-3.0-or-later

   disc      dist(x, {b|x_T| <= a x_N}) = |x| where a|x_T| + b x_N <= 0, else (b|x_T| - a x_N)+ / sqrt(a^2 + b^2);  K: b = 1, a = mu;  K*: b = mu, a = 1
   polygon   P(x) is x, or 0, or x's foot on a ray G_j, or on a facet G_j G_j+1: the one for which P in the cone and x - P in its polar hold
   Where a ball lies on both sides of a case, the hull of both values is taken: the formulas agree on the border. */

#include <math.h>

#include "verify/exact_enclose.h"

void slip_ball_positive(arb_t x, slong prec)
{
    arb_t zero;
    arb_init(zero);
    arb_max(x, x, zero, prec);
    arb_clear(zero);
}

void slip_ball_length(arb_t out, arb_srcptr x, int d, slong prec)
{
    arb_t s;
    arb_init(s);
    for (int k = 0; k < d; k++)
        arb_addmul(s, x + k, x + k, prec);
    arb_sqrtpos(out, s, prec);
    arb_clear(s);
}

static void slopes(arb_t a, arb_t b, double mu, bool dual)
{
    arb_set_d(dual ? b : a, mu);
    arb_one(dual ? a : b);
}

/* n = sqrt(a^2 + b^2);  out = (b T - a N)+ / n */
static void to_face(arb_t out, arb_t n, const arb_t a, const arb_t b, const arb_t N, const arb_t T, slong prec)
{
    arb_mul(n, a, a, prec);
    arb_addmul(n, b, b, prec);
    arb_sqrt(n, n, prec);
    arb_mul(out, b, T, prec);
    arb_submul(out, a, N, prec);
    slip_ball_positive(out, prec);
    arb_div(out, out, n, prec);
}

static void disc_distance(arb_t out, double mu, arb_srcptr x, int d, bool dual, slong prec)
{
    arb_t a, b, T, n, s, whole;
    arb_init(a), arb_init(b), arb_init(T), arb_init(n), arb_init(s), arb_init(whole);
    slopes(a, b, mu, dual);
    slip_ball_length(T, x + 1, d - 1, prec);
    slip_ball_length(whole, x, d, prec);
    to_face(out, n, a, b, x, T, prec);
    arb_mul(s, a, T, prec);
    arb_addmul(s, b, x, prec);
    if (arb_is_nonpositive(s)) arb_set(out, whole);
    else if (!arb_is_positive(s)) arb_union(out, out, whole, prec);
    arb_clear(a), arb_clear(b), arb_clear(T), arb_clear(n), arb_clear(s), arb_clear(whole);
}

/* |r - P_K(x)| for the disc: x inside, x in the polar, x beside the face */
static void disc_map(arb_t out, double mu, arb_srcptr r, arb_srcptr x, int d, slong prec)
{
    arb_t a, b, T, far, n, s, k;
    arb_ptr e = _arb_vec_init(3);
    bool any = false;
    arb_init(a), arb_init(b), arb_init(T), arb_init(far), arb_init(n), arb_init(s), arb_init(k);
    slopes(a, b, mu, false);
    slip_ball_length(T, x + 1, d - 1, prec);
    arb_mul(far, a, x, prec);
    arb_sub(far, far, T, prec);                     /* mu N - T: >= 0 inside */
    arb_mul(s, a, T, prec);
    arb_add(s, s, x, prec);                         /* mu T + N: <= 0 in the polar */
    for (int which = 0; which < 3; which++) {
        if (which == 0 && arb_is_negative(far)) continue;
        if (which == 1 && arb_is_positive(s)) continue;
        if (which == 2 && (arb_is_positive(far) || arb_is_negative(s))) continue;
        if (which == 2) {                           /* P = q (1, mu x_T / T), q = s / (1 + mu^2);  T / T = 1 where T may vanish: within the hull of the others */
            if (arb_contains_zero(T)) continue;
            arb_mul(n, a, a, prec);
            arb_add_ui(n, n, 1, prec);
            arb_div(n, s, n, prec);
            slip_ball_positive(n, prec);
            arb_sub(e, r, n, prec);
            arb_mul(n, n, a, prec);
            arb_div(n, n, T, prec);
            for (int c = 1; c < d; c++) {
                arb_set(e + c, r + c);
                arb_submul(e + c, n, x + c, prec);
            }
        } else
            for (int c = 0; c < d; c++)
                if (which == 0) arb_sub(e + c, r + c, x + c, prec);
                else arb_set(e + c, r + c);
        slip_ball_length(k, e, d, prec);
        if (any) arb_union(out, out, k, prec);
        else arb_set(out, k);
        any = true;
    }
    if (arb_contains_zero(T) && !arb_is_positive(far) && !arb_is_negative(s)) {     /* near the apex: P is as small as x */
        slip_ball_length(k, x, d, prec);
        slip_ball_length(n, r, d, prec);
        arb_add(k, k, n, prec);
        arb_zero(n);
        arb_union(k, k, n, prec);
        if (any) arb_union(out, out, k, prec);
        else arb_set(out, k);
    }
    arb_clear(a), arb_clear(b), arb_clear(T), arb_clear(far), arb_clear(n), arb_clear(s), arb_clear(k);
    _arb_vec_clear(e, 3);
}

/* ---- polygons: the cone of k rays G_j, in order around the axis --------------------------------------------------------------- */

static void dot3(arb_t out, arb_srcptr a, arb_srcptr b, slong prec)
{
    arb_mul(out, a, b, prec);
    arb_addmul(out, a + 1, b + 1, prec);
    arb_addmul(out, a + 2, b + 2, prec);
}

static void cross3(arb_ptr out, arb_srcptr a, arb_srcptr b, slong prec)
{
    for (int k = 0; k < 3; k++) {
        arb_mul(out + k, a + (k + 1) % 3, b + (k + 2) % 3, prec);
        arb_submul(out + k, a + (k + 2) % 3, b + (k + 1) % 3, prec);
    }
}

/* K: (1, mu d_j);  K*: (mu h_j, -n_j), n_j the outward normal of edge j and h_j = n_j'd_j */
static void rays(arb_ptr G, const slip_rule *rule, bool dual, slong prec)
{
    arb_t x, mu;
    arb_init(x), arb_init(mu);
    arb_set_d(mu, rule->mu);
    for (int j = 0; j < rule->k; j++) {
        arb_ptr g = G + 3 * j;
        const double *a = rule->dir + 2 * j, *b = rule->dir + 2 * ((j + 1) % rule->k);
        arb_one(g);
        for (int k = 0; k < 2; k++)
            arb_set_d(g + 1 + k, a[k]);
        if (!dual) {
            arb_mul(g + 1, g + 1, mu, prec);
            arb_mul(g + 2, g + 2, mu, prec);
            continue;
        }
        arb_set_d(x, b[1]), arb_sub(g + 1, g + 2, x, prec);
        arb_set_d(x, b[0]), arb_set_d(g + 2, a[0]), arb_sub(g + 2, x, g + 2, prec);
        arb_set_d(x, -a[0]), arb_mul(g, g + 1, x, prec);
        arb_set_d(x, -a[1]), arb_addmul(g, g + 2, x, prec);
        arb_mul(g, g, mu, prec);
    }
    arb_clear(x), arb_clear(mu);
}

/* Could P be the nearest point?  P in the cone: its products with the facets' normals; x - P in the polar: its products with the rays. */
static bool possible(int k, arb_srcptr G, arb_srcptr P, arb_srcptr x, int on_ray, int on_face, slong prec)
{
    arb_ptr n = _arb_vec_init(6);
    arb_t s;
    bool may = true;
    arb_init(s);
    for (int j = 0; j < k && may; j++) {
        for (int c = 0; c < 3; c++)
            arb_sub(n + 3 + c, x + c, P + c, prec);
        if (j != on_ray && !(on_face >= 0 && (j == on_face || j == (on_face + 1) % k))) {
            dot3(s, n + 3, G + 3 * j, prec);
            may = !arb_is_positive(s);
        }
        if (on_ray >= 0 || j == on_face || !may) continue;
        cross3(n, G + 3 * j, G + 3 * ((j + 1) % k), prec);          /* inward: the rays go round counterclockwise, seen along the axis */
        dot3(s, n, P, prec);
        may = !arb_is_negative(s);
    }
    _arb_vec_clear(n, 6);
    arb_clear(s);
    return may;
}

/* out = hull of |a - P(x)| over the points that may be P(x) */
static void polygon_map(arb_t out, const slip_rule *rule, bool dual, arb_srcptr a, arb_srcptr x, slong prec)
{
    int k = rule->k;
    arb_ptr G = _arb_vec_init(3 * k), P = _arb_vec_init(6);
    arb_t s, t;
    bool any = false;
    arb_init(s), arb_init(t);
    rays(G, rule, dual, prec);
    for (int c = 0; c < 2 + 2 * k; c++) {
        int ray = c >= 2 && c < 2 + k ? c - 2 : -1, face = c >= 2 + k ? c - 2 - k : -1;
        bool may = true;
        for (int q = 0; q < 3; q++)
            if (c == 1) arb_zero(P + q);
            else arb_set(P + q, x + q);
        if (ray >= 0) {
            dot3(s, G + 3 * ray, x, prec), dot3(t, G + 3 * ray, G + 3 * ray, prec), arb_div(s, s, t, prec);
            may = !arb_is_negative(s);
            slip_ball_positive(s, prec);
            for (int q = 0; q < 3; q++)
                arb_mul(P + q, s, G + 3 * ray + q, prec);
        } else if (face >= 0) {
            cross3(P + 3, G + 3 * face, G + 3 * ((face + 1) % k), prec);
            dot3(s, P + 3, x, prec), dot3(t, P + 3, P + 3, prec), arb_div(s, s, t, prec);
            may = !arb_is_positive(s);
            for (int q = 0; q < 3; q++)
                arb_submul(P + q, s, P + 3 + q, prec);
        }
        if (!may || !possible(k, G, P, x, c == 1 ? -1 : ray, face, prec)) continue;
        for (int q = 0; q < 3; q++)
            arb_sub(P + q, a + q, P + q, prec);
        slip_ball_length(s, P, 3, prec);
        if (any) arb_union(out, out, s, prec);
        else arb_set(out, s);
        any = true;
    }
    if (!any) arb_indeterminate(out);
    arb_clear(s), arb_clear(t);
    _arb_vec_clear(G, 3 * k), _arb_vec_clear(P, 6);
}

/* ---- radius C, for contacts that hold both ways --------------------------------------------------------------------------------- */

static void hull(arb_ptr out, arb_srcptr p, int count, bool *any, slong prec)
{
    for (int c = 0; c < count; c++)
        if (*any) arb_union(out + c, out + c, p + c, prec);
        else arb_set(out + c, p + c);
    *any = true;
}

static void disc_friction(arb_ptr out, const arb_t radius, arb_srcptr x, int count, slong prec)
{
    arb_ptr p = _arb_vec_init(4), T = p + 2, over = p + 3;
    bool any = false;
    slip_ball_length(T, x, count, prec);
    arb_sub(over, T, radius, prec);
    if (!arb_is_positive(over)) hull(out, x, count, &any, prec);
    if (!arb_is_nonpositive(over)) {
        for (int c = 0; c < count; c++)
            if (arb_contains_zero(T)) arb_neg(p + c, radius), arb_union(p + c, p + c, radius, prec);
            else arb_mul(p + c, radius, x + c, prec), arb_div(p + c, p + c, T, prec);
        hull(out, p, count, &any, prec);
    }
    _arb_vec_clear(p, 4);
}

/* inside, on edge j, at corner j: wherever it may be */
static void polygon_friction(arb_ptr out, const slip_rule *rule, const arb_t radius, arb_srcptr x, slong prec)
{
    int k = rule->k;
    arb_ptr d = _arb_vec_init(2 * k), w = _arb_vec_init(12), far = w, to = w + 2, back = w + 4, p = w + 6, s = w + 8, t = w + 9;
    bool any = false, inside = true;
    for (int j = 0; j < 2 * k; j++)
        arb_set_d(d + j, rule->dir[j]), arb_mul(d + j, d + j, radius, prec);
    for (int j = 0; j < k; j++) {
        arb_srcptr a = d + 2 * j, b = d + 2 * ((j + 1) % k), z = d + 2 * ((j + k - 1) % k);
        for (int c = 0; c < 2; c++)
            arb_sub(far + c, x + c, a + c, prec), arb_sub(to + c, b + c, a + c, prec), arb_sub(back + c, z + c, a + c, prec);
        arb_mul(s, to + 1, far, prec), arb_submul(s, to, far + 1, prec);        /* > 0: beyond edge j */
        arb_mul(t, to, far, prec), arb_addmul(t, to + 1, far + 1, prec);        /* from corner j towards j+1 */
        inside = inside && !arb_is_positive(s);
        if (!arb_is_negative(s) && !arb_is_negative(t)) {
            arb_mul(w + 10, to, to, prec), arb_addmul(w + 10, to + 1, to + 1, prec);
            arb_sub(w + 11, t, w + 10, prec);
            if (!arb_is_positive(w + 11)) {
                arb_div(t, t, w + 10, prec);
                for (int c = 0; c < 2; c++) arb_set(p + c, a + c), arb_addmul(p + c, t, to + c, prec);
                hull(out, p, 2, &any, prec);
            }
            arb_mul(t, to, far, prec), arb_addmul(t, to + 1, far + 1, prec);
        }
        arb_mul(s, back, far, prec), arb_addmul(s, back + 1, far + 1, prec);
        if (!arb_is_positive(t) && !arb_is_positive(s)) hull(out, a, 2, &any, prec);
    }
    if (inside) hull(out, x, 2, &any, prec);
    if (!any) arb_indeterminate(out), arb_indeterminate(out + 1);
    _arb_vec_clear(d, 2 * k), _arb_vec_clear(w, 12);
}

/* ---- by law ------------------------------------------------------------------------------------------------------------------------ */

static bool polygon(const slip_rule *rule) { return rule->d == 3 && rule->k > 0; }

void slip_ball_distance(arb_t out, const slip_rule *rule, arb_srcptr x, bool dual, slong prec)
{
    if (rule->d == 1 || rule->mu == 0 || rule->slip) {      /* the ray is asked for elsewhere: here the normal axis, without friction K = {(x_N, 0)} */
        arb_ptr e = _arb_vec_init(3);
        arb_neg(e, x);
        slip_ball_positive(e, prec);
        for (int k = 1; k < rule->d && !dual && !rule->slip; k++)
            arb_set(e + k, x + k);
        slip_ball_length(out, e, rule->d, prec);
        _arb_vec_clear(e, 3);
    } else if (polygon(rule)) polygon_map(out, rule, dual, x, x, prec);
    else disc_distance(out, rule->mu, x, rule->d, dual, prec);
}

void slip_ball_map(arb_t out, const slip_rule *rule, arb_srcptr r, arb_srcptr x, slong prec)
{
    if (rule->d == 1 || rule->mu == 0) {
        arb_ptr e = _arb_vec_init(3);
        arb_set(e, x);
        slip_ball_positive(e, prec);
        arb_sub(e, r, e, prec);
        for (int k = 1; k < rule->d; k++)
            arb_set(e + k, r + k);
        slip_ball_length(out, e, rule->d, prec);
        _arb_vec_clear(e, 3);
    } else if (polygon(rule)) polygon_map(out, rule, false, r, x, prec);
    else disc_map(out, rule->mu, r, x, rule->d, prec);
}

void slip_ball_friction(arb_ptr out, const slip_rule *rule, const arb_t radius, arb_srcptr x, slong prec)
{
    if (arb_is_zero(radius)) _arb_vec_zero(out, rule->d - 1);
    else if (polygon(rule)) polygon_friction(out, rule, radius, x, prec);
    else disc_friction(out, radius, x, rule->d - 1, prec);
}

void slip_ball_support(arb_t out, const slip_rule *rule, arb_srcptr u, slong prec)
{
    arb_zero(out);
    if (rule->d == 1) return;
    if (!polygon(rule)) {
        slip_ball_length(out, u + 1, rule->d - 1, prec);
        return;
    }
    arb_t s, x;
    arb_init(s), arb_init(x);
    for (int j = 0; j < rule->k; j++) {
        arb_zero(s);
        for (int c = 0; c < 2; c++)
            arb_set_d(x, rule->dir[2 * j + c]), arb_submul(s, x, u + 1 + c, prec);
        if (j == 0) arb_set(out, s);
        else arb_max(out, out, s, prec);
    }
    arb_clear(s), arb_clear(x);
}

/* |(x^2 + y^2)^(1/2) - x - y| in the Jordan algebra of the disc cone */
void slip_ball_fischer(arb_t out, arb_srcptr x, arb_srcptr y, int d, slong prec)
{
    arb_ptr w = _arb_vec_init(3), q = _arb_vec_init(3);
    arb_t n, t, a, b, e;
    arb_init(n), arb_init(t), arb_init(a), arb_init(b), arb_init(e);
    for (int k = 0; k < d; k++) {
        arb_add(q + k, x + k, y + k, prec);
        arb_addmul(n, x + k, x + k, prec);
        arb_addmul(n, y + k, y + k, prec);
        if (k == 0) continue;
        arb_mul(w + k, x, x + k, prec);
        arb_addmul(w + k, y, y + k, prec);
        arb_mul_2exp_si(w + k, w + k, 1);
        arb_addmul(e, q + k, q + k, prec);          /* e = |q_T|^2 */
    }
    slip_ball_length(t, w + 1, d - 1, prec);
    arb_sub(a, n, t, prec), arb_add(b, n, t, prec);
    arb_sqrtpos(a, a, prec), arb_sqrtpos(b, b, prec);
    arb_add(n, b, a, prec), arb_mul_2exp_si(n, n, -1), arb_sub(n, n, q, prec);
    arb_sub(b, b, a, prec), arb_mul_2exp_si(b, b, -1);          /* |b w/|w| - q_T|^2 = b^2 - 2 b (w/|w|).q_T + |q_T|^2 */
    if (d > 1 && arb_contains_zero(t)) {
        arb_sqrtpos(a, e, prec);
        arb_neg(t, a);
        arb_union(a, a, t, prec);
    } else {
        arb_zero(a);
        for (int k = 1; k < d; k++) arb_addmul(a, w + k, q + k, prec);
        if (d > 1) arb_div(a, a, t, prec);
    }
    arb_mul(a, a, b, prec), arb_mul_2exp_si(a, a, 1);
    arb_mul(b, b, b, prec), arb_sub(b, b, a, prec), arb_add(b, b, e, prec);
    slip_ball_positive(b, prec);
    arb_addmul(b, n, n, prec);
    arb_sqrtpos(out, b, prec);
    arb_clear(n), arb_clear(t), arb_clear(a), arb_clear(b), arb_clear(e);
    _arb_vec_clear(w, 3), _arb_vec_clear(q, 3);
}
