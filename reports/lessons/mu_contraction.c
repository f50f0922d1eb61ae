/* mu_contraction.c: below which friction a step of LCP1 halves distances.
   SPDX-License-Identifier: GPL-3.0-or-later

   The map Lambda -> Lambda(P1(Lambda)) of sliding speeds, in the largest speed; theorem 5 of [AnitescuHart2004] promises the factor 1/2 for small mu.
   One contact: its pieces are met on a line, and the factor is exact.  Several: the largest ratio over pairs bounds the factor from below, mu from above. */

#include <math.h>
#include <string.h>
#include "reports/lessons/mu_map.h"
#include "solvers/fixed_point.h"

enum { STEPS = 12, PAIRS = 60, LINE = 96 };     /* pairs of sliding speeds: successive ones of LCP1, all; for one contact neighbours on a line */

typedef struct { slip_problem p; slip_p1 program; slip_iterate it; slip_arena arena; slip_rng *rng; double *most, *at[2], *to[2]; } speeds;

static void end(speeds *x)
{
    if (x->program.qp)
        slip_p1_close(&x->program);
    slip_rng_free(x->rng);
    slip_arena_free(&x->arena);
    slip_problem_free(&x->p);
}

/* most: speeds that a body with the energy of the free motion can have, |t'v|^2 <= W_TT v'M v. */
static slip_status begin(speeds *x, const slip_mu_map *m, double mu, slip_error *error)
{
    slip_delassus op;
    double energy = 0;
    *x = (speeds){ .rng = slip_rng_new(2004) };
    slip_status status = x->rng ? slip_mu_open(m, mu, &x->p, error) : slip_fail(error, SLIP_MEMORY, "out of memory for a lesson");
    int nc = x->p.nc, d = x->p.d, rows = d * nc;
    if (status == SLIP_OK) {
        x->it = (slip_iterate){ .r = SLIP_NEW(&x->arena, double, rows), .u = SLIP_NEW(&x->arena, double, rows), .v = SLIP_NEW(&x->arena, double, x->p.n), .l = SLIP_NEW(&x->arena, double, 1) };
        x->most = SLIP_NEW(&x->arena, double, nc);
        for (int s = 0; s < 2; s++) {
            x->at[s] = SLIP_NEW(&x->arena, double, nc);
            x->to[s] = SLIP_NEW(&x->arena, double, nc);
        }
        status = x->arena.failed ? slip_fail(error, SLIP_MEMORY, "out of memory for a lesson") : slip_problem_recover(&x->p, x->it.r, NULL, true, x->it.v, x->it.u, error);
    }
    for (int j = 0; status == SLIP_OK && j < x->p.n; j++)
        energy += x->p.f[j] * x->it.v[j];
    if (status == SLIP_OK && (status = slip_delassus_new(&op, &x->p, SLIP_FORM_DENSE, SLIP_JOINTS_ELIMINATED, &x->arena, error)) == SLIP_OK) {
        for (int i = 0; i < nc; i++)
            for (int t = 1; t < d; t++)
                x->most[i] = fmax(x->most[i], sqrt(energy * op.dense[(size_t)(d * i + t) * (size_t)(op.m + 1)]));
        slip_delassus_close(&op);
    }
    if (status == SLIP_OK)
        status = slip_p1_new(&x->program, &x->p, SLIP_QP_AUTO, &x->arena, error);
    if (status != SLIP_OK)
        end(x);
    return status;
}

static bool step(speeds *x, int which)
{
    x->program.warm = false;
    bool good = slip_p1_solve(&x->program, &x->p, x->at[which], &x->it);
    slip_sliding_speed(&x->p, x->it.v, x->it.u, x->to[which]);
    return good;
}

/* The k-th pair.  Of several contacts: what LCP1 passes from 0, what lies around it, and anywhere at several scales. */
static void choose(speeds *x, int k)
{
    for (int i = 0; i < x->p.nc; i++) {
        double size = x->most[i] * pow(10, -(k % 4)), shift = slip_rng_uniform(x->rng, -1, 1), *a = &x->at[0][i], *b = &x->at[1][i];
        if (x->p.nc == 1)
            *a = x->most[i] * k / LINE, *b = x->most[i] * (k + 1) / LINE;
        else if (k < STEPS)
            *a = k ? x->to[0][i] : 0, *b = k ? x->to[1][i] : 0;
        else if (k < PAIRS / 2)
            *a = fmax(0, x->to[1][i] + 1e-3 * size * slip_rng_uniform(x->rng, -1, 1)), *b = fmax(0, *a + 1e-3 * size * shift);
        else
            *a = slip_rng_uniform(x->rng, 0, size), *b = k % 2 ? fmax(0, *a + 1e-3 * size * shift) : slip_rng_uniform(x->rng, 0, size);
    }
    if (x->p.nc > 1 && k < STEPS) {         /* the second of the pair is what the first leads to */
        step(x, 0);
        memcpy(x->at[1], x->to[0], sizeof(double) * (size_t)x->p.nc);
    }
}

/* The largest ratio of distances after and before one step of LCP1. */
static slip_status factor_at(const slip_mu_map *m, double mu, double *factor, slip_error *error)
{
    speeds x;
    slip_status status = begin(&x, m, mu, error);
    if (status != SLIP_OK)
        return status;
    *factor = 0;
    for (int k = 0; k < (x.p.nc == 1 ? LINE : PAIRS); k++) {
        double before = 0, after = 0;
        choose(&x, k);
        bool good = step(&x, 0) && step(&x, 1);
        for (int i = 0; i < x.p.nc; i++) {
            before = fmax(before, fabs(x.at[1][i] - x.at[0][i]));
            after = fmax(after, fabs(x.to[1][i] - x.to[0][i]));
        }
        if (good && before > 1e-7)          /* the programs are solved to about 1e-12 */
            *factor = fmax(*factor, after / before);
    }
    end(&x);
    return SLIP_OK;
}

slip_status slip_mu_contraction(slip_lecture *l, slip_lecture_piece *piece, const slip_mu_map *m, slip_error *error)
{
    double low = 0, high = NAN, factor;
    slip_problem p;
    slip_status status = slip_mu_open(m, 0.5, &p, error);
    if (status != SLIP_OK)
        return status;
    bool moves = p.level != SLIP_LEVEL_VELOCITY;
    double W[3], from, to;
    bool one = slip_lcp1_window(&p, W, &from, &to);
    slip_problem_free(&p);
    if (moves) {
        slip_item(l, "Anitescu and Hart's contraction: LCP1 is for time steps, and does not run on a problem of accelerations.");
        return SLIP_OK;
    }
    for (int k = 1; k <= 24 && status == SLIP_OK && isnan(high); k++)
        if ((status = factor_at(m, m->most * k / 24, &factor, error)) == SLIP_OK)
            *(factor <= 0.5 ? &low : &high) = m->most * k / 24;
    for (int k = 0; k < 10 && status == SLIP_OK && !isnan(high); k++) {
        double mu = (low + high) / 2;
        if ((status = factor_at(m, mu, &factor, error)) == SLIP_OK)
            *(factor <= 0.5 ? &low : &high) = mu;
    }
    if (status != SLIP_OK)
        return status;
    if (isnan(high))
        slip_item(l, "Anitescu and Hart's contraction: a step of LCP1 halves distances between sliding speeds for every mu up to %g.", m->most);
    else
        slip_item(l, "Anitescu and Hart's contraction: a step of LCP1 halves distances between sliding speeds below mu = %.4f, %s; beyond, it may still converge.", low,
                  one ? "the factor known for one contact" : "over 60 pairs: those it passes, around them, and anywhere");
    slip_tell(l, "halves_below", isnan(high) ? INFINITY : low);
    slip_mu_mark(l, piece, m, isnan(high) ? NAN : low, "a step of LCP1 halves distances below");
    if (one && isfinite(from)) {
        slip_item(l, "For one contact the factor of LCP1 is known: it lies below -1 between %.6f and %.6f.", from, to);
        slip_tell(l, "window_low", from);
        slip_tell(l, "window_high", to);
        slip_mu_mark(l, piece, m, from, "LCP1 repels above");
        slip_mu_mark(l, piece, m, to, "LCP1 attracts again above");
    }
    return SLIP_OK;
}
