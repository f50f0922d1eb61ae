/* statics.c: what linear programs tell of a configuration: can it come apart, can it stand, from which friction on.
   SPDX-License-Identifier: GPL-3.0-or-later

   Every cone K_i is spanned by a few impulses a_j (in space the round cone lies between a polygon inside and one outside it), so

       pointed      no r in K, l, not both 0, with H r + G l = 0, iff some v has G'v = 0 and a_j'H'v > 0 for all j: it opens every contact
                    [AnitescuHart2004, 2.3.1]; by   max t :  a_j'H'v >= t,  G'v = 0,  |v_i| <= sqrt(m/M_ii)
       Slater       the same with the data of the step:  max t :  a_j'(H'v + w) >= t V,  G'v + b = 0,  |v_i| <= V sqrt(m/M_ii)
       standing     v = 0 solves the step: w_N >= 0, w_T = 0, b = 0, and some r in K of the closed contacts has H r + G l + f = 0

   m is the geometric mean of the M_ii, V the largest free velocity in these coordinates (1 when there is none).  The least mu for
   which it stands is found by bisection: larger cones hold more. */

#include "problems/problems.h"

#include <math.h>
#include <string.h>

enum { ROUND = 16 };            /* corners of the polygons that hold a round cone between them */
#define HELD 1e-9               /* what may be left unheld, over the largest load */

typedef struct {                /* the impulses that span the cones, as columns over contacts */
    int count;
    int *contact;               /* count */
    double *a;                  /* count x 3, (normal, tangents) */
} span;

static bool round_law(const slip_problem *p)
{
    return p->d == 3 && (p->law == SLIP_LAW_COULOMB || p->law == SLIP_LAW_CONE || p->law == SLIP_LAW_OPPOSED);
}

static int corners_of(const slip_problem *p, double mu, int i)
{
    if (p->d == 1 || mu == 0 || slip_problem_has_slip(p, i)) return 1;
    if (p->d == 2) return 2;
    return round_law(p) ? ROUND : p->law == SLIP_LAW_BOX ? 4 : p->dirs.k;
}

/* Corner j of the cross section at r_N = 1; outer: of a polygon around a round cone. */
static void corner(const slip_problem *p, double mu, int i, int j, bool outer, double a[3])
{
    a[0] = 1, a[1] = a[2] = 0;
    if (p->d == 1 || mu == 0) return;
    if (slip_problem_has_slip(p, i)) {
        for (int k = 1; k < p->d; k++) a[k] = -mu * p->slip[(p->d - 1) * i + k - 1];
        return;
    }
    double c[2] = { 0 };
    if (p->law == SLIP_LAW_BOX && p->d == 3) c[0] = j % 2 ? 1 : -1, c[1] = j / 2 ? 1 : -1;
    else slip_dirs_get(round_law(p) ? (slip_dirs){ ROUND, 0 } : p->d == 2 ? (slip_dirs){ 2, 0 } : p->dirs, p->d, j, c);
    double size = round_law(p) && outer ? mu / cos(M_PI / ROUND) : mu;
    a[1] = size * c[0];
    if (p->d == 3) a[2] = size * c[1];
}

int slip_statics_size(const slip_problem *p)
{
    int count = 0;
    for (int i = 0; i < p->nc; i++) count += corners_of(p, p->mu[i], i);
    return count;
}

/* mu_all >= 0 replaces every mu; only the contacts with w_N <= 0 when closed. */
static slip_status span_new(span *out, const slip_problem *p, double mu_all, bool outer, bool closed, slip_arena *arena, slip_error *error)
{
    out->count = 0;
    for (int pass = 0; pass < 2; pass++) {
        int made = 0;
        for (int i = 0; i < p->nc; i++) {
            double mu = mu_all >= 0 ? mu_all : p->mu[i];
            if (closed && p->w[p->d * i] > 0) continue;
            for (int j = 0; j < corners_of(p, mu, i); j++, made++)
                if (pass == 1) out->contact[made] = i, corner(p, mu, i, j, outer, out->a + 3 * made);
        }
        if (pass == 1) break;
        out->count = made;
        out->contact = SLIP_NEW(arena, int, made), out->a = SLIP_NEW(arena, double, 3 * (size_t)made);
        if (arena->failed) return slip_fail(error, SLIP_MEMORY, "no memory for %d cone generators", made);
    }
    return SLIP_OK;
}

/* Columns H a_j, each with 1 in the extra rows below, then those of G.  What rounding left of zeros is dropped: a simplex method would pivot on it. */
static slip_status columns(const slip_problem *p, const span *s, int extra, slip_sparse *out, slip_arena *arena, slip_error *error)
{
    double most = p->p ? p->G.nz : 0;
    for (int j = 0; j < s->count; j++)
        most += p->H.p[p->d * (s->contact[j] + 1)] - p->H.p[p->d * s->contact[j]] + extra;
    slip_sparse T;
    if (most > INT32_MAX) return slip_fail(error, SLIP_SIZE, "%.0f entries are too many for a linear program", most);
    slip_status status = slip_sparse_new(&T, SLIP_TRIPLET, p->n + extra, s->count + p->p, (int)most, arena, error);
    if (status) return status;
    int nz = 0;
    for (int j = 0; j < s->count; j++) {
        for (int k = 0; k < p->d; k++) {
            int c = p->d * s->contact[j] + k;
            for (int i = p->H.p[c]; i < p->H.p[c + 1]; i++) T.i[nz] = p->H.i[i], T.p[nz] = j, T.x[nz++] = s->a[3 * j + k] * p->H.x[i];
        }
        for (int i = 0; i < extra; i++) T.i[nz] = p->n + i, T.p[nz] = j, T.x[nz++] = 1;
    }
    for (int j = 0; j < p->p; j++)
        for (int i = p->G.p[j]; i < p->G.p[j + 1]; i++) T.i[nz] = p->G.i[i], T.p[nz] = s->count + j, T.x[nz++] = p->G.x[i];
    T.nz = nz;
    if ((status = slip_sparse_convert(out, &T, SLIP_CSC, arena, error))) return status;
    nz = 0;
    for (int j = 0, from = 0; j < out->cols; j++) {
        double largest = 0;
        int end = out->p[j + 1];
        for (int i = from; i < end; i++) largest = fmax(largest, fabs(out->x[i]));
        for (int i = from; i < end; i++)
            if (fabs(out->x[i]) > 1e-13 * largest) out->i[nz] = out->i[i], out->x[nz++] = out->x[i];
        from = end, out->p[j + 1] = nz;
    }
    out->nz = nz;
    return SLIP_OK;
}

static bool applies(const slip_problem *p, const char **why)
{
    if (!slip_problem_global(p)) *why = "only the local form is known";
    else if (p->bilateral) *why = "bilateral contacts have friction";
    else return true;
    return false;
}

/* max t, see the head; v (n) is the velocity that attains it. */
static slip_status opening(const slip_problem *p, const span *s, bool data, double *t, double *v, slip_arena *arena, slip_error *error)
{
    slip_sparse A, T;
    slip_status status = columns(p, s, 1, &A, arena, error);            /* row n: the coefficient of t; below it becomes -1 */
    if (status || (status = slip_sparse_transpose(&T, &A, arena, error))) return status;
    int rows = s->count + p->p, cols = p->n + 1;
    double *c = SLIP_NEW(arena, double, cols), *x = SLIP_NEW(arena, double, cols), *low = SLIP_NEW(arena, double, cols);
    double *high = SLIP_NEW(arena, double, cols), *least = SLIP_NEW(arena, double, rows), *most = SLIP_NEW(arena, double, rows);
    double *root = SLIP_NEW(arena, double, p->n);
    if (arena->failed) return slip_fail(error, SLIP_MEMORY, "no memory for a linear program");
    double mean = 0, V = 0;
    for (int j = 0; j < p->n; j++)
        for (int i = p->M.p[j]; i < p->M.p[j + 1]; i++)
            if (p->M.i[i] == j) root[j] = sqrt(p->M.x[i]), mean += log(root[j]) / p->n;
    for (int j = 0; j < p->n; j++) V = fmax(V, fabs(p->f[j]) / (root[j] * exp(mean)));
    if (!data || !(V > 0)) V = 1;
    for (int j = 0; j < p->n; j++) high[j] = V * exp(mean) / root[j], low[j] = -high[j];
    for (int k = 0; k < T.nz; k++)                                      /* row j of T: a_j'H', 1 */
        if (T.layout == SLIP_CSC && k >= T.p[p->n]) T.x[k] = -V;
    low[p->n] = -INFINITY, high[p->n] = INFINITY, c[p->n] = -1;
    for (int j = 0; j < rows; j++) {
        double off = 0;
        if (data && j < s->count)
            for (int k = 0; k < p->d; k++) off += s->a[3 * j + k] * p->w[p->d * s->contact[j] + k];
        if (data && j >= s->count) off = p->b[j - s->count];
        least[j] = -off, most[j] = j < s->count ? INFINITY : -off;
    }
    status = slip_lp(&T, c, least, most, low, high, x, NULL, NULL, error);
    if (!status) *t = x[p->n], memcpy(v, x, (size_t)p->n * sizeof *v);
    return status;
}

/* r in K, l, summing to 1 over the normals, with H r + G l = 0: the witness that the cone is not pointed; INFEASIBLE when there is none. */
static slip_status internal(const slip_problem *p, const span *s, double *r, slip_arena *arena, slip_error *error)
{
    slip_sparse A;
    slip_status status = columns(p, s, 1, &A, arena, error);
    if (status) return status;
    int rows = p->n + 1, cols = s->count + p->p;
    double *side = SLIP_NEW(arena, double, rows), *low = SLIP_NEW(arena, double, cols), *high = SLIP_NEW(arena, double, cols);
    double *x = SLIP_NEW(arena, double, cols), *c = SLIP_NEW(arena, double, cols);
    if (arena->failed) return slip_fail(error, SLIP_MEMORY, "no memory for a linear program");
    side[p->n] = 1;
    for (int j = 0; j < cols; j++) low[j] = j < s->count ? 0 : -INFINITY, high[j] = INFINITY;
    if ((status = slip_lp(&A, c, side, side, low, high, x, NULL, NULL, error))) return status;
    for (int j = 0; j < s->count; j++)
        for (int k = 0; k < p->d; k++) r[p->d * s->contact[j] + k] += x[j] * s->a[3 * j + k];
    return SLIP_OK;
}

slip_status slip_problem_pointed(const slip_problem *p, slip_arena *arena, slip_pointed *out, slip_error *error)
{
    *out = (slip_pointed){ .pointed = SLIP_MAYBE, .margin = NAN, .slater = NAN };
    if (!applies(p, &out->why)) return SLIP_OK;
    slip_arena scratch = { 0 };
    span s;
    double *v = SLIP_NEW(arena, double, p->n), *r = SLIP_NEW(arena, double, slip_problem_m(p)), t = NAN;
    slip_status status = arena->failed ? slip_fail(error, SLIP_MEMORY, "no memory for a velocity") : SLIP_OK;
    if (!status && p->p > 0) {          /* joints that depend on each other push against each other */
        double *G = SLIP_NEW(&scratch, double, (size_t)p->n * p->p);
        if (!G) status = slip_fail(error, SLIP_MEMORY, "no memory for the joints");
        else {
            slip_sparse_to_dense(&p->G, G);
            int rank = slip_dense_rank(p->n, p->p, G, 1e-10, error);
            if (rank < 0) status = SLIP_NUMERIC;
            else if (rank < p->p) out->pointed = SLIP_NO, out->why = "joints are redundant";
        }
    }
    if (!status && p->nc == 0 && out->pointed != SLIP_NO) out->pointed = SLIP_YES, out->margin = INFINITY;
    if (!status && p->nc > 0) {
        status = span_new(&s, p, -1, true, false, &scratch, error);
        if (!status) status = opening(p, &s, false, &t, v, &scratch, error);
        if (!status) {
            out->margin = t;
            if (out->pointed != SLIP_NO && t > 1e-9) out->pointed = SLIP_YES, out->v = v;
        }
        if (!status && out->pointed == SLIP_MAYBE) {
            slip_error none = { 0 };
            slip_status found = span_new(&s, p, -1, false, false, &scratch, &none);
            if (!found) found = internal(p, &s, r, &scratch, &none);
            if (!found) out->pointed = SLIP_NO, out->r = r;
            else if (found == SLIP_MEMORY) status = slip_fail(error, SLIP_MEMORY, "%s", none.text);
        }
        double *again = SLIP_NEW(&scratch, double, p->n);
        if (!status && again) {
            slip_error none = { 0 };
            slip_status found = span_new(&s, p, -1, true, false, &scratch, &none);
            if (!found) found = opening(p, &s, true, &out->slater, again, &scratch, &none);
            if (found) out->slater = NAN;
        }
    }
    slip_arena_free(&scratch);
    return status;
}

/* The least sum of |H r + G l + f| over r in K of the closed contacts, over the largest |f_i|: a program that always has an optimum, and a value
   that falls to 0 where it begins to stand.  Impulses have a small cost, each its own, so that the optimum is one point: simplex steps lead somewhere. */
static slip_status unheld(const slip_problem *p, double mu, bool outer, double largest, double *left, double *r, slip_error *error)
{
    slip_arena arena = { 0 };
    span s;
    slip_sparse A, T, all;
    slip_status status = span_new(&s, p, mu, outer, true, &arena, error);
    if (!status) status = columns(p, &s, 0, &A, &arena, error);
    if (!status) status = slip_sparse_new(&T, SLIP_TRIPLET, p->n, A.cols + 2 * p->n, A.nz + 2 * p->n, &arena, error);
    int cols = status ? 0 : T.cols, nz = 0;
    double *side = SLIP_NEW(&arena, double, p->n), *low = SLIP_NEW(&arena, double, cols), *high = SLIP_NEW(&arena, double, cols);
    double *x = SLIP_NEW(&arena, double, cols), *c = SLIP_NEW(&arena, double, cols);
    if (!status && arena.failed) status = slip_fail(error, SLIP_MEMORY, "no memory for a linear program");
    if (!status) {
        for (int j = 0; j < A.cols; j++)
            for (int i = A.p[j]; i < A.p[j + 1]; i++) T.i[nz] = A.i[i], T.p[nz] = j, T.x[nz++] = A.x[i];
        for (int i = 0; i < 2 * p->n; i++) T.i[nz] = i % p->n, T.p[nz] = A.cols + i, T.x[nz++] = i < p->n ? 1 : -1;
        for (int j = 0; j < p->n; j++) side[j] = -p->f[j] / largest;
        for (int j = 0; j < cols; j++) low[j] = j >= s.count && j < A.cols ? -INFINITY : 0, high[j] = INFINITY;
        for (int j = 0; j < cols; j++) c[j] = j >= A.cols ? 1 : j < s.count ? 1e-5 * (1 + j * 0.6180339887498949 - floor(j * 0.6180339887498949)) : 0;
        status = slip_sparse_convert(&all, &T, SLIP_CSC, &arena, error);
    }
    if (!status) status = slip_lp(&all, c, side, side, low, high, x, NULL, NULL, error);
    *left = 0;
    for (int j = status ? cols : A.cols; j < cols; j++) *left += x[j];
    for (int j = 0; !status && r && j < s.count; j++)
        for (int k = 0; k < p->d; k++) r[p->d * s.contact[j] + k] += x[j] * s.a[3 * j + k] * largest;
    slip_arena_free(&arena);
    return status;
}

/* The largest |f_i|, and whether v = 0 is allowed by w and b. */
static bool may_rest(const slip_problem *p, double *largest)
{
    *largest = 0;
    for (int j = 0; j < p->n; j++) *largest = fmax(*largest, fabs(p->f[j]));
    for (int i = 0; i < p->nc; i++) {
        if (p->w[p->d * i] < 0) return false;
        for (int k = 1; k < p->d; k++)
            if (p->w[p->d * i + k] != 0) return false;
    }
    for (int j = 0; j < p->p; j++)
        if (p->b[j] != 0) return false;
    return true;
}

slip_status slip_problem_stands(const slip_problem *p, double mu, slip_tri *out, double *r, slip_error *error)
{
    const char *why;
    double largest;
    *out = SLIP_MAYBE;
    if (r) memset(r, 0, (size_t)slip_problem_m(p) * sizeof *r);
    if (!applies(p, &why)) return SLIP_OK;
    *out = may_rest(p, &largest) ? SLIP_YES : SLIP_NO;
    if (*out == SLIP_NO || largest == 0) return SLIP_OK;
    for (int outer = 0; outer <= round_law(p); outer++) {       /* inside: it stands; not even outside: it does not */
        double left;
        slip_status status = unheld(p, mu, outer, largest, &left, outer ? NULL : r, error);
        *out = SLIP_MAYBE;
        if (status) return status;
        *out = left > HELD ? SLIP_NO : outer ? SLIP_MAYBE : SLIP_YES;
        if (*out != SLIP_NO) break;
    }
    if (*out != SLIP_YES && r) memset(r, 0, (size_t)slip_problem_m(p) * sizeof *r);
    return SLIP_OK;
}

slip_status slip_static_threshold(const slip_problem *p, double tol, double *mu, slip_error *error)
{
    const char *why;
    double largest, left, low = 0, high = 1, before = NAN, guess = NAN;
    slip_status status;
    *mu = NAN;
    if (!applies(p, &why)) return SLIP_OK;
    *mu = INFINITY;
    if (!may_rest(p, &largest)) return SLIP_OK;
    *mu = 0;
    if (largest == 0) return SLIP_OK;
    if ((status = unheld(p, 0, false, largest, &left, NULL, error))) return status;
    if (left <= HELD) return SLIP_OK;
    for (double at; before = left, left > HELD; low = at, high *= 4) {          /* round cones: the least mu whose inner polygon holds */
        at = high;
        if ((status = unheld(p, at, false, largest, &left, NULL, error))) return status;
        if (left <= HELD) break;
        if (high > 1e3) {
            *mu = INFINITY;
            return SLIP_OK;
        }
    }
    /* The value falls nearly straight to 0: where its chord meets 0, a step on either side closes the interval; else halve. */
    for (int step = 0; high - low > tol; step++) {
        double at = (low + high) / 2;
        if (step % 3 && guess > low && guess < high) at = fmin(fmax(guess + (step % 3 == 1 ? -0.4 : 0.4) * tol, low + 0.1 * tol), high - 0.1 * tol);
        for (int nudge = 0; (status = unheld(p, at, false, largest, &left, NULL, error)) == SLIP_NUMERIC && nudge < 4; nudge++)
            at = low + (0.45 + 0.03 * nudge) * (high - low);        /* a basis that cannot be verified: another point will do */
        if (status) return status;
        if (left <= HELD) {
            high = at;
            continue;
        }
        if (before > left) guess = at + left * (at - low) / (before - left);
        low = at, before = left;
    }
    *mu = (low + high) / 2;
    return SLIP_OK;
}
