/* product.c: products with sparse matrices in double-double, each one pass over the matrix.
   SPDX-License-Identifier: GPL-3.0-or-later

   A sum keeps its head by error-free transformations and adds the errors up in plain double beside it [OgitaRumpOishi2005]: as
   good as if computed in twice the precision and rounded, without renormalising after every term, so that consecutive terms
   wait for one addition only. */

#include "base/clones.h"
#include "verify/verify.h"

typedef struct { double hi, lo; } sum;      /* lo: the errors so far, not yet below the last place of hi */

#define INLINE static inline __attribute__((always_inline))

INLINE void add(sum *s, double head, double tail)
{
    double t = s->hi + head, b = t - s->hi;
    s->lo += tail + ((s->hi - (t - b)) + (head - b));
    s->hi = t;
}

INLINE void add_product(sum *s, double a, slip_dd x)
{
    double p = a * x.hi;
    add(s, p, fma(a, x.hi, -p) + a * x.lo);
}

INLINE slip_dd whole(double hi, double lo)
{
    return isfinite(hi) ? slip_dd_sum2(hi, lo) : (slip_dd){ hi, 0 };
}

static void settle(slip_dd *y, int n)
{
    for (int i = 0; i < n; i++)
        y[i] = whole(y[i].hi, y[i].lo);
}

SLIP_FUSED void slip_dd_gaxpy(int sign, const slip_sparse *A, const slip_dd *x, slip_dd *y)
{
    for (int j = 0; j < A->cols; j++) {
        slip_dd xj = sign > 0 ? x[j] : slip_dd_neg(x[j]);
        for (int k = A->p[j]; k < A->p[j + 1]; k++) {
            sum s = { y[A->i[k]].hi, y[A->i[k]].lo };
            add_product(&s, A->x[k], xj);
            y[A->i[k]] = (slip_dd){ s.hi, s.lo };
        }
    }
    settle(y, A->rows);
}

SLIP_FUSED void slip_dd_gaxpy_double(const slip_sparse *A, const double *x, slip_dd *y, double *size)
{
    for (int j = 0; j < A->cols; j++) {
        if (x[j] == 0) continue;
        for (int k = A->p[j]; k < A->p[j + 1]; k++) {
            int i = A->i[k];
            double p = A->x[k] * x[j];
            sum s = { y[i].hi, y[i].lo };
            add(&s, p, fma(A->x[k], x[j], -p));
            y[i] = (slip_dd){ s.hi, s.lo };
            if (size) size[i] += fabs(p);
        }
    }
    settle(y, A->rows);
}

SLIP_FUSED void slip_dd_gaxpy_t(int sign, const slip_sparse *A, const slip_dd *x, slip_dd *y)
{
    for (int j = 0; j < A->cols; j++) {
        sum s = { sign * y[j].hi, sign * y[j].lo };
        for (int k = A->p[j]; k < A->p[j + 1]; k++)
            add_product(&s, A->x[k], x[A->i[k]]);
        y[j] = whole(sign * s.hi, sign * s.lo);
    }
}

/* y += A'x and size += |A'| g in the same pass */
SLIP_FUSED void slip_dd_gaxpy_t_size(const slip_sparse *A, const slip_dd *x, slip_dd *y, const double *g, double *size)
{
    for (int j = 0; j < A->cols; j++) {
        sum s = { y[j].hi, y[j].lo };
        double t = 0;
        for (int k = A->p[j]; k < A->p[j + 1]; k++) {
            add_product(&s, A->x[k], x[A->i[k]]);
            t += fabs(A->x[k]) * g[A->i[k]];
        }
        y[j] = whole(s.hi, s.lo);
        size[j] += t;
    }
}

void slip_abs_gaxpy(const slip_sparse *A, const double *x, double *y)      /* y += |A| |x| */
{
    for (int j = 0; j < A->cols; j++) {
        if (x[j] == 0) continue;
        for (int k = A->p[j]; k < A->p[j + 1]; k++)
            y[A->i[k]] += fabs(A->x[k] * x[j]);
    }
}
