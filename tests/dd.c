/* dd.c: double-double arithmetic against exact rationals (GMP).
   SPDX-License-Identifier: GPL-3.0-or-later

   With u = 2^-53 the bounds are, relative to the exact result [JoldesEtAl2017]: sum 3 u^2 + 13 u^3, product 5 u^2 (their
   algorithm 10), product with a double 2 u^2, and for a square root that is corrected once u^2 and a bit (taken as 4 u^2).
   A quotient by three partial quotients has the error of b q, 2 u^2, and that of the last sum, 3 u^2; two partial quotients
   would have up to 7 u^2, which shows where a and b are just above 1. */

#include "base/dd.h"
#include "tests/tap.h"

#include <gmp.h>

static uint64_t state = 0x9E3779B97F4A7C15u;
static uint64_t bits(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

static double random_double(int spread)         /* either sign, exponents within +-spread */
{
    double x = 1 + ldexp((double)(bits() >> 12), -52);
    return ldexp(bits() & 1 ? x : -x, (int)(bits() % (uint64_t)(2 * spread + 1)) - spread);
}

static slip_dd random_dd(int spread)
{
    double hi = random_double(spread), lo = random_double(0);
    unsigned kind = (unsigned)(bits() % 8);
    if (kind == 0) return slip_dd_of(hi);
    int exponent;
    frexp(hi, &exponent);
    return slip_dd_fast2(hi, ldexp(lo, exponent - 55 - (kind == 1 ? 30 : 0)));
}

static mpq_t exact, got, part, other;

static void set(mpq_t q, slip_dd a)
{
    mpq_set_d(q, a.hi);
    mpq_set_d(part, a.lo);
    mpq_add(q, q, part);
}

/* |got - exact| <= ulps u^2 |exact|, exactly compared */
static bool within(slip_dd result, double ulps)
{
    if (!isfinite(result.hi) || !isfinite(result.lo)) return false;
    if (!(result.hi + result.lo == result.hi)) return false;            /* normalised */
    set(got, result);
    mpq_sub(got, got, exact);
    mpq_abs(got, got);
    mpq_set_d(part, ldexp(ulps, -106));
    mpq_abs(other, exact);
    mpq_mul(part, part, other);
    return mpq_cmp(got, part) <= 0;
}

static void operations(int n, int spread)
{
    int bad[8] = { 0 };
    mpq_t a, b;
    mpq_inits(a, b, NULL);
    for (int k = 0; k < n; k++) {
        slip_dd x = random_dd(spread), y = random_dd(spread);
        if (k % 4 == 0) y = slip_dd_add(slip_dd_neg(x), slip_dd_scale(x, ldexp(1, -(int)(bits() % 110))));      /* cancellation */
        if (k % 4 == 1) {                                                                                        /* just above 1 */
            x = slip_dd_fast2(1 + ldexp(fabs(random_double(0)), -10), ldexp(random_double(0), -54));
            y = slip_dd_fast2(1 + ldexp(fabs(random_double(0)), -10), ldexp(random_double(0), -54));
        }
        double z = random_double(spread);
        set(a, x);
        set(b, y);
        mpq_add(exact, a, b);
        bad[0] += !within(slip_dd_add(x, y), 3.01);
        mpq_sub(exact, a, b);
        bad[1] += !within(slip_dd_sub(x, y), 3.01);
        mpq_mul(exact, a, b);
        bad[2] += !within(slip_dd_mul(x, y), 5.01);
        if (mpq_sgn(b) != 0) {
            mpq_div(exact, a, b);
            bad[3] += !within(slip_dd_div(x, y), 5.01);
        }
        mpq_set_d(b, z);
        mpq_mul(exact, a, b);
        bad[4] += !within(slip_dd_scale(x, z), 2.01);
        /* error-free: the sum and the product of two doubles are exact */
        mpq_set_d(a, x.hi);
        mpq_add(exact, a, b);
        bad[5] += !within(slip_dd_sum2(x.hi, z), 0);
        mpq_mul(exact, a, b);
        bad[6] += !within(slip_dd_mul2(x.hi, z), 0);
        /* acc + a b: b z + y, rounded once */
        set(b, y);
        mpq_add(exact, exact, b);
        bad[7] += !within(slip_dd_fma(y, x.hi, z), 3.01);
    }
    static const char *const names[] = { "sums", "differences", "products", "quotients", "products with a double", "sums of doubles are exact",
                                         "products of doubles are exact", "multiply-adds" };
    for (int i = 0; i < 8; i++) is_int(bad[i], 0, "%d %s, exponents within +-%d", n, names[i], spread);
    mpq_clears(a, b, NULL);
}

/* s is within e of sqrt(a), relatively, iff (1-e)^2 a <= s^2 <= (1+e)^2 a: rational comparisons */
static void roots(int n)
{
    int bad = 0, squares = 0;
    mpq_t low, high, one;
    mpq_inits(low, high, one, NULL);
    mpq_set_ui(one, 1, 1);
    mpq_set_d(part, ldexp(4, -106));
    mpq_sub(low, one, part);
    mpq_mul(low, low, low);
    mpq_add(high, one, part);
    mpq_mul(high, high, high);
    for (int k = 0; k < n; k++) {
        slip_dd a = slip_dd_abs(random_dd(200)), s = slip_dd_sqrt(a);
        set(exact, a);
        set(got, s);
        mpq_mul(got, got, got);
        mpq_mul(other, low, exact);
        bad += mpq_cmp(got, other) < 0;
        mpq_mul(other, high, exact);
        bad += mpq_cmp(got, other) > 0;
        double root = (double)(bits() >> 11);           /* a square of 106 bits has its root exactly */
        s = slip_dd_sqrt(slip_dd_mul2(root, root));
        squares += !(s.hi == root && s.lo == 0);
    }
    is_int(bad, 0, "%d square roots", n);
    is_int(squares, 0, "%d roots of squares are exact", n);
    ok(isnan(slip_dd_sqrt(slip_dd_of(-1)).hi) && isnan(slip_dd_sqrt(slip_dd_of(NAN)).hi), "no root below zero, nor of NaN");
    is_double(slip_dd_sqrt(slip_dd_of(0)).hi, 0, "the root of zero");
    mpq_clears(low, high, one, NULL);
}

/* Inner products whose terms cancel to one part in 2^60 and more: the error is that of 106 bits times the terms. */
static void inner_products(int n)
{
    int bad = 0;
    mpq_t a, b, terms;
    mpq_inits(a, b, terms, NULL);
    for (int k = 0; k < n; k++) {
        enum { N = 50 };
        slip_dd sum = slip_dd_of(0);
        mpq_set_ui(exact, 0, 1);
        mpq_set_ui(terms, 0, 1);
        for (int i = 0; i < N; i++) {
            double x = random_double(20), y = random_double(20);
            if (i % 2) { x = -slip_dd_double(sum); y = 1; }     /* cancels what is there */
            sum = slip_dd_fma(sum, x, y);
            mpq_set_d(a, x);
            mpq_set_d(b, y);
            mpq_mul(a, a, b);
            mpq_add(exact, exact, a);
            mpq_abs(a, a);
            mpq_add(terms, terms, a);
        }
        set(got, sum);
        mpq_sub(got, got, exact);
        mpq_abs(got, got);
        mpq_set_d(part, ldexp(4 * N, -106));
        mpq_mul(part, part, terms);
        bad += mpq_cmp(got, part) > 0;
    }
    is_int(bad, 0, "%d inner products with cancellation", n);
    mpq_clears(a, b, terms, NULL);
}

static void order(int n)
{
    int bad = 0;
    for (int k = 0; k < n; k++) {
        slip_dd x = random_dd(1), y = k % 3 ? random_dd(1) : x;
        if (k % 3 == 1) y = slip_dd_add(x, slip_dd_of(ldexp(random_double(0), -100)));
        set(exact, x);
        set(got, y);
        int c = mpq_cmp(exact, got);
        slip_dd m = slip_dd_max(x, y), p = slip_dd_abs(x);
        bad += slip_dd_less(x, y) != (c < 0) || slip_dd_less(y, x) != (c > 0);
        set(other, m);
        bad += mpq_cmp(other, exact) < 0 || mpq_cmp(other, got) < 0;
        mpq_abs(exact, exact);
        set(other, p);
        bad += !mpq_equal(other, exact);
    }
    is_int(bad, 0, "%d comparisons, maxima and absolute values", n);
    ok(!slip_dd_less(slip_dd_of(NAN), slip_dd_of(0)) && !slip_dd_less(slip_dd_of(0), slip_dd_of(NAN)), "NaN is not less, nor more");
    ok(isnan(slip_dd_max(slip_dd_of(NAN), slip_dd_of(0)).hi) && isnan(slip_dd_max(slip_dd_of(0), slip_dd_of(NAN)).hi), "and is the maximum");
    ok(isnan(slip_dd_add(slip_dd_of(1), slip_dd_of(NAN)).hi) && isnan(slip_dd_mul(slip_dd_of(0), slip_dd_of(INFINITY)).hi)
       && isnan(slip_dd_div(slip_dd_of(0), slip_dd_of(0)).hi), "NaN goes through");
    ok(!isfinite(slip_dd_double(slip_dd_mul(slip_dd_of(1e200), slip_dd_of(1e200)))) && !isfinite(slip_dd_double(slip_dd_div(slip_dd_of(1), slip_dd_of(0))))
       && !isfinite(slip_dd_double(slip_dd_add(slip_dd_of(1.7e308), slip_dd_of(1.7e308)))), "what overflows is not finite");
}

int main(void)
{
    plan(26);
    mpq_inits(exact, got, part, other, NULL);
    int n = quick_or_full(20000, 500000);
    operations(n, 1);
    operations(n, 200);
    roots(n);
    inner_products(n / 100);
    order(n);
    mpq_clears(exact, got, part, other, NULL);
    return done();
}
