/* enumerate_exact.c: one complementary basis in rational arithmetic; doubles are rationals.
   SPDX-License-Identifier: GPL-3.0-or-later

   Feasibility of { A_SS x = -q_S, A_RS x - w = -q_R, x >= 0, w >= 0 } by the first phase of the simplex method with Bland's rule, which
   ends.  A nonsingular basis has one point, and the same tableau finds it.  When A_SS is singular and a vertex is found, a free column
   with zero reduced cost that can rise shows further points. */

#include "solvers/enumerate.h"

#include <flint/fmpq.h>
#include <flint/fmpq_mat.h>
#include <math.h>

static void set_double(fmpq_t out, double x)
{
    int e;
    double m = frexp(x, &e);
    fmpz_set_d(fmpq_numref(out), ldexp(m, 53));
    fmpz_one(fmpq_denref(out));
    if (e >= 53) fmpz_mul_2exp(fmpq_numref(out), fmpq_numref(out), (ulong)(e - 53));
    else fmpz_mul_2exp(fmpq_denref(out), fmpq_denref(out), (ulong)(53 - e));
    fmpq_canonicalise(out);
}

/* Nearest double, to a few units in the last place. */
static double get_double(const fmpq_t x)
{
    slong a, b;
    if (fmpq_is_zero(x)) return 0;
    double p = fmpz_get_d_2exp(&a, fmpq_numref(x)), q = fmpz_get_d_2exp(&b, fmpq_denref(x));
    return ldexp(p / q, (int)(a - b));
}

/* T: n rows of n unknowns (x, w) and the right-hand side; basis[i] >= n: artificial. */
static void pivot(fmpq_mat_t T, int n, int r, int c)
{
    fmpq_t f, p;
    fmpq_init(f);
    fmpq_init(p);
    fmpq_set(p, fmpq_mat_entry(T, r, c));
    for (int j = 0; j <= n; j++) fmpq_div(fmpq_mat_entry(T, r, j), fmpq_mat_entry(T, r, j), p);
    for (int i = 0; i <= n; i++) {
        if (i == r || fmpq_is_zero(fmpq_mat_entry(T, i, c))) continue;
        fmpq_set(f, fmpq_mat_entry(T, i, c));
        for (int j = 0; j <= n; j++) fmpq_submul(fmpq_mat_entry(T, i, j), f, fmpq_mat_entry(T, r, j));
    }
    fmpq_clear(f);
    fmpq_clear(p);
}

/* The row that leaves when column c rises (Bland), -1: none. */
static int leaving(const fmpq_mat_t T, int n, const int *basis, int c)
{
    int r = -1;
    fmpq_t a, b;
    fmpq_init(a);
    fmpq_init(b);
    for (int i = 0; i < n; i++) {
        if (fmpq_sgn(fmpq_mat_entry(T, i, c)) <= 0) continue;
        fmpq_div(a, fmpq_mat_entry(T, i, n), fmpq_mat_entry(T, i, c));
        int order = r < 0 ? -1 : fmpq_cmp(a, b);
        if (order < 0 || (order == 0 && basis[i] < basis[r])) { r = i; fmpq_set(b, a); }
    }
    fmpq_clear(a);
    fmpq_clear(b);
    return r;
}

static bool singular_block(int n, const double *A, int k, const int *set)
{
    fmpq_mat_t B;
    fmpq_t det;
    fmpq_mat_init(B, k, k);
    fmpq_init(det);
    for (int i = 0; i < k; i++)
        for (int j = 0; j < k; j++) set_double(fmpq_mat_entry(B, i, j), A[set[i] + (size_t)set[j] * (size_t)n]);
    fmpq_mat_det(det, B);
    bool yes = fmpq_is_zero(det);
    fmpq_clear(det);
    fmpq_mat_clear(B);
    return yes;
}

slip_basis slip_basis_exact(int n, const double *A, const double *q, int k, const int *set, double *z)
{
    slip_basis out = { .singular = k > 0 && singular_block(n, A, k, set) };
    int basis[SLIP_ENUMERATE_MOST], column[SLIP_ENUMERATE_MOST], r = 0;
    bool in[SLIP_ENUMERATE_MOST] = { false };
    fmpq_mat_t T;                   /* last row: reduced costs of the sum of the artificial unknowns, negated */
    fmpq_mat_init(T, n + 1, n + 1);
    for (int j = 0; j < k; j++) { in[set[j]] = true; column[j] = set[j]; }
    for (int i = 0, c = k; i < n; i++) if (!in[i]) column[c++] = i;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < k; j++) set_double(fmpq_mat_entry(T, i, j), A[i + (size_t)set[j] * (size_t)n]);
        set_double(fmpq_mat_entry(T, i, n), -q[i]);
        for (int j = k; j < n; j++) if (column[j] == i) fmpq_set_si(fmpq_mat_entry(T, i, j), -1, 1);
        if (fmpq_sgn(fmpq_mat_entry(T, i, n)) < 0)
            for (int j = 0; j <= n; j++) fmpq_neg(fmpq_mat_entry(T, i, j), fmpq_mat_entry(T, i, j));
        basis[i] = n + i;
        for (int j = 0; j <= n; j++) fmpq_add(fmpq_mat_entry(T, n, j), fmpq_mat_entry(T, n, j), fmpq_mat_entry(T, i, j));
    }
    for (;;) {
        int c = -1;
        for (int j = 0; j < n && c < 0; j++) {
            bool basic = false;
            for (int i = 0; i < n; i++) basic |= basis[i] == j;
            if (!basic && fmpq_sgn(fmpq_mat_entry(T, n, j)) > 0) c = j;
        }
        if (c < 0 || (r = leaving(T, n, basis, c)) < 0) break;
        pivot(T, n, r, c);
        basis[r] = c;
    }
    out.feasible = fmpq_is_zero(fmpq_mat_entry(T, n, n));
    for (int i = 0; i < n; i++) z[i] = 0;
    for (int i = 0; i < n && out.feasible; i++)
        if (basis[i] < k) z[set[basis[i]]] = get_double(fmpq_mat_entry(T, i, n));
    /* other points: a column outside the basis that may rise by more than nothing while the artificial unknowns stay zero */
    for (int j = 0; j < n && out.feasible && out.singular && !out.several; j++) {
        bool basic = false, may = true;
        for (int i = 0; i < n; i++) basic |= basis[i] == j;
        for (int i = 0; i < n; i++) {
            int s = fmpq_sgn(fmpq_mat_entry(T, i, j));
            if (basis[i] >= n ? s != 0 : s > 0 && fmpq_is_zero(fmpq_mat_entry(T, i, n))) may = false;
        }
        out.several = !basic && may;
    }
    fmpq_mat_clear(T);
    return out;
}
