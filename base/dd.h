/* dd.h: double-double arithmetic, about 32 digits, by fma; no long double (valgrind and other machines truncate it).
   SPDX-License-Identifier: GPL-3.0-or-later

   A slip_dd is the unevaluated sum hi + lo, |lo| <= ulp(hi)/2.  [Dekker1971]; errors, relative to the exact result and in units
   of 2^-106 [JoldesEtAl2017]: sum 3, product 5, product with a double 2, quotient 5 and a bit, square root 4.  Products and quotients
   keep these only while nothing underflows (results above 1e-290 or so).  Compile with -ffp-contract=off.
   Infinities and NaN come out as NaN or inf in hi; lo is then meaningless. */

#ifndef SLIP_DD_H
#define SLIP_DD_H

#include <math.h>

#include "base/base.h"

typedef struct { double hi, lo; } slip_dd;

/* What multiplies is always inlined, so that a caller compiled for a processor with fused multiply-add has no call left. */
#define SLIP_DD_INLINE static inline __attribute__((always_inline))

static inline slip_dd slip_dd_of(double x) { return (slip_dd){ x, 0.0 }; }
static inline double  slip_dd_double(slip_dd a) { return a.hi + a.lo; }

static inline slip_dd slip_dd_sum2(double a, double b)
{
    double s = a + b, t = s - a;
    return (slip_dd){ s, (a - (s - t)) + (b - t) };
}

static inline slip_dd slip_dd_fast2(double a, double b)      /* |a| >= |b| or a = 0 */
{
    double s = a + b;
    return (slip_dd){ s, b - (s - a) };
}

SLIP_DD_INLINE slip_dd slip_dd_mul2(double a, double b)
{
    double p = a * b;
    return (slip_dd){ p, fma(a, b, -p) };
}

static inline slip_dd slip_dd_add(slip_dd a, slip_dd b)
{
    slip_dd s = slip_dd_sum2(a.hi, b.hi), t = slip_dd_sum2(a.lo, b.lo);
    s = slip_dd_fast2(s.hi, s.lo + t.hi);
    return slip_dd_fast2(s.hi, s.lo + t.lo);
}

static inline slip_dd slip_dd_neg(slip_dd a) { return (slip_dd){ -a.hi, -a.lo }; }
static inline slip_dd slip_dd_sub(slip_dd a, slip_dd b) { return slip_dd_add(a, slip_dd_neg(b)); }

SLIP_DD_INLINE slip_dd slip_dd_mul(slip_dd a, slip_dd b)
{
    slip_dd p = slip_dd_mul2(a.hi, b.hi);
    return slip_dd_fast2(p.hi, p.lo + (a.hi * b.lo + a.lo * b.hi));
}

SLIP_DD_INLINE slip_dd slip_dd_scale(slip_dd a, double b)
{
    slip_dd p = slip_dd_mul2(a.hi, b);
    return slip_dd_fast2(p.hi, fma(a.lo, b, p.lo));
}

SLIP_DD_INLINE slip_dd slip_dd_div(slip_dd a, slip_dd b)
{
    double q = a.hi / b.hi;
    slip_dd r = slip_dd_sub(a, slip_dd_scale(b, q));
    double q2 = r.hi / b.hi;
    r = slip_dd_sub(r, slip_dd_scale(b, q2));
    return slip_dd_add(slip_dd_fast2(q, q2), slip_dd_of(r.hi / b.hi));
}

SLIP_DD_INLINE slip_dd slip_dd_sqrt(slip_dd a)                /* NaN below zero */
{
    if (!(a.hi > 0)) return slip_dd_of(a.hi == 0 ? 0.0 : (double)NAN);
    double x = sqrt(a.hi);
    slip_dd r = slip_dd_sub(a, slip_dd_mul2(x, x));
    return slip_dd_fast2(x, r.hi / (2 * x));
}

/* acc + a * b */
SLIP_DD_INLINE slip_dd slip_dd_fma(slip_dd acc, double a, double b) { return slip_dd_add(acc, slip_dd_mul2(a, b)); }

static inline int     slip_dd_less(slip_dd a, slip_dd b) { return a.hi < b.hi || (a.hi == b.hi && a.lo < b.lo); }
static inline slip_dd slip_dd_abs(slip_dd a) { return a.hi < 0 || (a.hi == 0 && a.lo < 0) ? slip_dd_neg(a) : a; }
static inline slip_dd slip_dd_max(slip_dd a, slip_dd b) { return isnan(a.hi) || slip_dd_less(b, a) ? a : b; }   /* NaN if either is */

/* ---- sparse L D L' (dd_factor.c), in an arena; one thread at a time ---- */

typedef struct slip_dd_factor slip_dd_factor;
/* A: its pattern, CSC, symmetric, both triangles, the diagonal whole.  Rows from `late` on may have 0 there: each is eliminated after all its neighbours. */
slip_status slip_dd_factor_new(slip_dd_factor **out, const slip_sparse *A, int late, slip_arena *, slip_error *);
int         slip_dd_factor_again(slip_dd_factor *, const slip_dd *x /* the entries of A */);    /* -1, or the row whose pivot is 0 or no number */
void        slip_dd_factor_solve(const slip_dd_factor *, slip_dd *b);                           /* b becomes A^-1 b */

#endif
