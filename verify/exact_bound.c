/* exact_bound.c: the bound of exact_gap.c in numbers, rounded upwards.
   SPDX-License-Identifier: GPL-3.0-or-later

       |a - v*|_M <= |a - c|_M + eta/2 + sqrt((|v0 - v|_M + eta)^2 / 4 + r.u0),   c = (v + v0) / 2,   eta = |M v - H r - G l - f|_M^-1

   The terms cancel to a gap of 1e-28: balls of 320 bits hold them. */

#include <math.h>

#include "verify/exact_polish.h"

enum { PREC = 320 };

static void load(arb_t x, slip_dd y)
{
    arf_t low;
    arf_init(low);
    arb_set_d(x, y.hi);
    arf_set_d(low, y.lo);
    arf_add(arb_midref(x), arb_midref(x), low, ARF_PREC_EXACT, ARF_RND_DOWN);
    arf_clear(low);
}

static void add(arb_t sum, double a, const arb_t b)         /* sum += a b */
{
    arb_t x;
    arb_init(x);
    arb_set_d(x, a);
    arb_addmul(sum, x, b, PREC);
    arb_clear(x);
}

/* an upper bound of the root of a number that is not negative, as a ball */
static void root(arb_t x)
{
    arf_t high;
    arf_init(high);
    arb_get_ubound_arf(high, x, PREC);
    if (arf_sgn(high) < 0) arf_zero(high);
    arf_sqrt(high, high, PREC, ARF_RND_UP);
    arb_set_arf(x, high);
    arf_clear(high);
}

/* out = |x|_M, from above */
static void mass_norm(const slip_problem *p, arb_srcptr x, arb_t out)
{
    arb_t y;
    arb_init(y);
    arb_zero(out);
    for (int j = 0; j < p->n; j++)
        for (int k = p->M.p[j]; k < p->M.p[j + 1]; k++) {
            arb_mul(y, x + p->M.i[k], x + j, PREC);
            add(out, p->M.x[k], y);
        }
    root(out);
    arb_clear(y);
}

static double from_above(const arb_t x)
{
    arf_t high;
    arf_init(high);
    arb_get_ubound_arf(high, x, 53);
    double out = arf_get_d(high, ARF_RND_UP) * (1 + 0x1p-30);
    arf_clear(high);
    return out;
}

double slip_gap_bound(const slip_problem *p, const double *answer, const slip_dd *cause, const slip_witness *feasible, const slip_dd *r, const slip_dd *l,
                      const double *shift, double *refined)
{
    int n = p->n, m = slip_problem_m(p);
    arb_t gap, way, eta, x, y;
    arb_ptr e = _arb_vec_init(n), v = _arb_vec_init(n), v0 = _arb_vec_init(n), s = _arb_vec_init(n);
    arb_init(gap), arb_init(way), arb_init(eta), arb_init(x), arb_init(y);
    for (int j = 0; j < n; j++) {
        load(v + j, cause[j]);
        arb_set_fmpz(v0 + j, feasible->v + j);
        arb_div_fmpz(v0 + j, v0 + j, feasible->den, PREC);
        arb_set_d(e + j, -p->f[j]);
    }
    for (int j = 0; j < n; j++)
        for (int k = p->M.p[j]; k < p->M.p[j + 1]; k++)
            add(e + p->M.i[k], p->M.x[k], v + j);
    for (int k = 0; k < m; k++) {
        arb_set_d(x, p->w[k]);                              /* u0 */
        load(y, r[k]);
        for (int q = p->H.p[k]; q < p->H.p[k + 1]; q++) {
            add(x, p->H.x[q], v0 + p->H.i[q]);
            add(e + p->H.i[q], -p->H.x[q], y);
        }
        arb_addmul(gap, x, y, PREC);
    }
    for (int k = 0; k < p->p; k++) {
        load(y, l[k]);
        for (int q = p->G.p[k]; q < p->G.p[k + 1]; q++)
            add(e + p->G.i[q], -p->G.x[q], y);
    }
    for (int i = 0; i < n; i++) {
        arb_mul(x, e + i, e + i, PREC);
        arb_set_d(y, shift[i]);
        arb_div(x, x, y, PREC);
        arb_add(eta, eta, x, PREC);
    }
    root(eta);
    _arb_vec_sub(s, v0, v, n, PREC);
    mass_norm(p, s, x);
    arb_add(x, x, eta, PREC);
    arb_mul(x, x, x, PREC);
    arb_mul_2exp_si(x, x, -2);
    arb_add(x, x, gap, PREC);
    root(x);
    arb_mul_2exp_si(eta, eta, -1);
    arb_add(x, x, eta, PREC);
    *refined = from_above(x);
    _arb_vec_add(s, v0, v, n, PREC);
    _arb_vec_scalar_mul_2exp_si(s, s, n, -1);
    for (int j = 0; j < n; j++) {
        arb_set_d(y, answer[j]);
        arb_sub(s + j, s + j, y, PREC);
    }
    mass_norm(p, s, way);
    arb_add(x, x, way, PREC);
    double out = from_above(x);
    arb_clear(gap), arb_clear(way), arb_clear(eta), arb_clear(x), arb_clear(y);
    _arb_vec_clear(e, n), _arb_vec_clear(v, n), _arb_vec_clear(v0, n), _arb_vec_clear(s, n);
    return out;
}
