/* enumerate.c: all 2^n complementary bases of an LCP.
   SPDX-License-Identifier: GPL-3.0-or-later

   A basis S gives z_S = -A_SS^-1 q_S, w = A_S z_S + q.  Doubles decide where signs are clear and A_SS is far from singular; every other
   basis is decided by enumerate_exact.c. */

#include "solvers/enumerate.h"

#include <math.h>
#include <string.h>

slip_status slip_enumeration_new(slip_enumeration *e, int n, const double *A, const double *q, int room, slip_arena *arena, slip_error *error)
{
    if (n > SLIP_ENUMERATE_MOST) return slip_fail(error, SLIP_SIZE, "%d unknowns have too many bases; at most %d", n, SLIP_ENUMERATE_MOST);
    *e = (slip_enumeration){ .n = n, .A = A, .q = q, .bases = (uint64_t)1 << n, .room = room };
    e->z = SLIP_NEW(arena, double, (size_t)room * (size_t)n);
    e->work = SLIP_NEW(arena, double, (size_t)n * (size_t)(n + 3));
    e->set = SLIP_NEW(arena, int, n);
    return arena->failed ? slip_fail(error, SLIP_MEMORY, "no memory to enumerate %d unknowns", n) : SLIP_OK;
}

enum { NO, YES, UNSURE };

/* In doubles, by Gauss with row pivoting. */
static int look(slip_enumeration *e, int k, double *z, double *w)
{
    int n = e->n;
    double *B = e->work, most = 0, size = 0;
    for (int j = 0; j < k; j++)
        for (int i = 0; i < k; i++) { B[i * (k + 1) + j] = e->A[e->set[i] + (size_t)e->set[j] * (size_t)n]; most = fmax(most, fabs(B[i * (k + 1) + j])); }
    for (int i = 0; i < k; i++) B[i * (k + 1) + k] = -e->q[e->set[i]];
    for (int i = 0; i < n; i++) size = fmax(size, fabs(e->q[i]));
    for (int c = 0; c < k; c++) {
        int best = c;
        for (int i = c + 1; i < k; i++) if (fabs(B[i * (k + 1) + c]) > fabs(B[best * (k + 1) + c])) best = i;
        if (!(fabs(B[best * (k + 1) + c]) > 1e-5 * most)) return UNSURE;
        for (int j = 0; j <= k && best != c; j++) { double t = B[c * (k + 1) + j]; B[c * (k + 1) + j] = B[best * (k + 1) + j]; B[best * (k + 1) + j] = t; }
        for (int i = c + 1; i < k; i++) {
            double f = B[i * (k + 1) + c] / B[c * (k + 1) + c];
            for (int j = c; j <= k; j++) B[i * (k + 1) + j] -= f * B[c * (k + 1) + j];
        }
    }
    memset(z, 0, (size_t)n * sizeof *z);
    double top = 0;
    for (int i = k - 1; i >= 0; i--) {
        double x = B[i * (k + 1) + k];
        for (int j = i + 1; j < k; j++) x -= B[i * (k + 1) + j] * z[e->set[j]];
        z[e->set[i]] = x / B[i * (k + 1) + i];
        top = fmax(top, fabs(z[e->set[i]]));
    }
    int answer = YES;
    for (int i = 0; i < k; i++) {
        double x = z[e->set[i]];
        if (x < -1e-7 * top) return NO;
        if (!(x > 1e-7 * top)) answer = UNSURE;
    }
    for (int i = 0; i < n; i++) {
        w[i] = e->q[i];
        double scale = size;
        for (int j = 0; j < k; j++) {
            double y = e->A[i + (size_t)e->set[j] * (size_t)n] * z[e->set[j]];
            w[i] += y;
            scale = fmax(scale, fabs(y));
        }
        bool in = false;
        for (int j = 0; j < k; j++) in |= e->set[j] == i;
        if (in) continue;
        if (w[i] < -1e-7 * scale) return NO;
        if (!(w[i] > 1e-7 * scale)) answer = UNSURE;
    }
    return answer;
}

static void keep(slip_enumeration *e, const double *z)
{
    int n = e->n;
    for (int k = 0; k < e->count; k++) {
        double most = 0, off = 0;
        for (int i = 0; i < n; i++) { most = fmax(most, fabs(z[i])); off = fmax(off, fabs(z[i] - e->z[(size_t)k * (size_t)n + (size_t)i])); }
        if (off <= 1e-9 * most) return;
    }
    if (e->count == e->room) { e->full = true; return; }
    memcpy(e->z + (size_t)e->count++ * (size_t)n, z, (size_t)n * sizeof *z);
}

bool slip_enumeration_go(slip_enumeration *e, long bases)
{
    int n = e->n;
    double *z = e->work + (size_t)n * (size_t)(n + 1), *w = z + n;
    for (; bases > 0 && e->next < e->bases; bases--, e->next++) {
        int k = 0;
        for (int i = 0; i < n; i++) if (e->next >> i & 1) e->set[k++] = i;
        int sure = look(e, k, z, w);
        bool yes = sure == YES, singular = false;
        if (sure == UNSURE) {
            slip_basis b = slip_basis_exact(n, e->A, e->q, k, e->set, z);
            yes = b.feasible;
            singular = b.singular;
            e->continuum |= b.several;
        }
        e->singular += singular;
        e->feasible += yes && !singular;
        if (yes) keep(e, z);
    }
    return e->next < e->bases;
}
