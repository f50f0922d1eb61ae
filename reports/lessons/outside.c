/* outside.c: lesson: iterates of LCP2 that no impulse of the friction cone can cause.
   SPDX-License-Identifier: GPL-3.0-or-later

   v = P2(Lambda(P1(0))) by lcp2-once.  Its impulses are found from momentum alone, H r = M v - f: for one disk they are unique; in a pile the
   linear program  min t:  H r = M v - f,  r_N >= 0,  |r_T| <= mu r_N + t  asks for the ones nearest the cone. */

#include <math.h>
#include <stdio.h>
#include "reports/lesson.h"

/* e = M v - f, the momentum that the contacts must have given. */
static double *given(slip_demo *d)
{
    double *e = SLIP_NEW(&d->arena, double, d->problem.n);
    if (!e) return NULL;
    for (int k = 0; k < d->problem.n; k++) e[k] = -d->problem.f[k];
    slip_sparse_gaxpy(1, &d->problem.M, d->result.answer.v, e);
    return e;
}

/* How far the impulse nearest to the cone stays outside, in shares of the weight's impulse h m g; r: that impulse, 2 nc numbers. */
static slip_status nearest(slip_demo *d, double *r, double *out, slip_error *error)
{
    const slip_problem *p = &d->problem;
    int nc = p->nc, m = 2 * nc, n = p->n, at = 0;
    slip_arena *arena = &d->arena;
    slip_sparse T, A;
    double *e = given(d), *low = SLIP_NEW(arena, double, m + 1), *high = SLIP_NEW(arena, double, m + 1), *cost = SLIP_NEW(arena, double, m + 1), *x = SLIP_NEW(arena, double, m + 1);
    double *rlow = SLIP_NEW(arena, double, n + m), *rhigh = SLIP_NEW(arena, double, n + m), *y = SLIP_NEW(arena, double, n + m), value, weight = 0;
    slip_status status = slip_sparse_new(&T, SLIP_TRIPLET, n + m, m + 1, p->H.nz + 6 * nc, arena, error);
    if (status != SLIP_OK || arena->failed || !e) return slip_fail(error, SLIP_MEMORY, "out of memory for a lesson");
    for (int j = 0; j < m; j++)
        for (int k = p->H.p[j]; k < p->H.p[j + 1]; k++, at++) { T.i[at] = p->H.i[k]; T.p[at] = j; T.x[at] = p->H.x[k]; }
    for (int i = 0; i < nc; i++)
        for (int side = 0; side < 2; side++) {          /* mu r_N -+ r_T + t >= 0 */
            int row = n + 2 * i + side, column[3] = { 2 * i, 2 * i + 1, m };
            double entry[3] = { p->mu[i], side ? 1 : -1, 1 };
            for (int k = 0; k < 3; k++, at++) { T.i[at] = row; T.p[at] = column[k]; T.x[at] = entry[k]; }
        }
    for (int k = 0; k < n; k++) { rlow[k] = rhigh[k] = e[k]; weight = fmax(weight, fabs(p->f[k])); }
    for (int k = 0; k < m; k++) { rlow[n + k] = 0; rhigh[n + k] = INFINITY; low[k] = k % 2 ? -INFINITY : 0; high[k] = INFINITY; }
    low[m] = 0; high[m] = INFINITY; cost[m] = 1;
    status = slip_sparse_convert(&A, &T, SLIP_CSC, arena, error);
    if (status == SLIP_OK) status = slip_lp(&A, cost, rlow, rhigh, low, high, x, y, &value, error);
    for (int k = 0; k < m && status == SLIP_OK; k++) r[k] = x[k];
    *out = status == SLIP_OK ? value / weight : NAN;
    return status;
}

static slip_status teach(slip_lecture *l, const double par[], slip_error *error)
{
    slip_say(l, "LCP2 solves two programs in each step: P1 knows the friction cone, P2 forbids penetration and keeps the sliding speeds P1 found. The paper says of any iterate that its impulse lies inside the friction cone. "
                "P2 has no cone. One disk slides on the floor at %g m/s; after one step of LCP2 its velocity is known, and momentum tells the one impulse that causes it:", par[0]);
    slip_lecture_piece *p = slip_draw(l, (slip_figure){ .title = "one disk: friction asked of the floor after one step of LCP2", .xlabel = "friction coefficient mu", .ylabel = "|r_T|/(mu r_N)", .level = 1, .level_title = "the edge of the friction cone" });
    int dots = slip_draw_curve(l, p, (slip_curve){ .title = "measured", .points = true, .colour = "#d62728" });
    int line = slip_draw_curve(l, p, (slip_curve){ .title = "(1 + mu u0/(g h)) / (1 + 3 mu^2)", .lines = true, .colour = "#1f77b4" });
    double off = 0, most = 0, lowest = INFINITY;
    for (int k = 1; k <= 20; k++) {
        char name[96];
        double mu = 0.05 * k;
        slip_demo d;
        snprintf(name, sizeof name, "disk:mu=%.17g,u=%.17g", mu, par[0]);
        slip_status status = slip_demo_run(&d, name, "lcp2-once", (slip_limits){ 0 }, NULL, NULL, error);
        if (status != SLIP_OK) return status;
        double *e = given(&d);
        if (!e) { slip_demo_end(&d); return slip_fail(error, SLIP_MEMORY, "out of memory for a lesson"); }
        double ratio = fabs(e[0]) / (mu * e[1]), gh = fabs(d.problem.f[1]) / d.problem.M.x[1], theory = (1 + mu * par[0] / gh) / (1 + 3 * mu * mu);
        slip_draw_point(l, p, dots, mu, ratio);
        slip_draw_point(l, p, line, mu, theory);
        off = fmax(off, fabs(ratio - theory));
        most = fmax(most, ratio);
        lowest = fmin(lowest, d.result.answer.u[0]);
        slip_demo_end(&d);
    }
    slip_say(l, "Up to %.3g times the bound. It never penetrates (smallest normal velocity %.2g m/s): that part of the claim holds.", most, lowest);
    slip_tell(l, "most", most);
    slip_tell(l, "theory_error", off);
    slip_tell(l, "lowest", lowest);
    static const struct { const char *name, *title, *told; } pile[] = { { "cannonball:n=3,mu=0.15", "6 disks, mu = 0.15", "pile_6" }, { "cannonball:n=6,mu=0.05", "21 disks, mu = 0.05", "pile_21" } };
    for (int k = 0; k < 2; k++) {
        slip_demo d;
        double outside = NAN;
        slip_status status = slip_demo_run(&d, pile[k].name, "lcp2-once", (slip_limits){ 0 }, NULL, NULL, error);
        if (status != SLIP_OK) return status;
        double *r = SLIP_NEW(&d.arena, double, 2 * d.problem.nc), mu = d.problem.mu[0], high = 0;
        status = r ? nearest(&d, r, &outside, error) : slip_fail(error, SLIP_MEMORY, "out of memory for a lesson");
        if (status != SLIP_OK) { slip_demo_end(&d); return status; }
        char title[128];
        snprintf(title, sizeof title, "%s: the impulses nearest the cone", pile[k].title);
        p = slip_draw(l, (slip_figure){ .title = title, .xlabel = "normal impulse r_N (N s)", .ylabel = "friction r_T (N s)" });
        dots = slip_draw_curve(l, p, (slip_curve){ .title = "contacts", .points = true, .colour = "#d62728" });
        for (int i = 0; i < d.problem.nc; i++) { slip_draw_point(l, p, dots, r[2 * i], r[2 * i + 1]); high = fmax(high, r[2 * i]); }
        for (int side = -1; side <= 1; side += 2) {
            line = slip_draw_curve(l, p, (slip_curve){ .title = side < 0 ? "the friction cone" : NULL, .lines = true, .colour = "#1f77b4" });
            slip_draw_point(l, p, line, 0, 0);
            slip_draw_point(l, p, line, high, side * mu * high);
        }
        slip_say(l, "%s: in a pile many impulses cause the same velocity; a linear program looks for the best, and that one still leaves the cone by %.4f of the impulse of a disk's weight.", pile[k].title, outside);
        slip_tell(l, pile[k].told, outside);
        slip_demo_end(&d);
    }
    slip_say(l, "So the answer of lcp2 is the pair of velocity and impulses of its last P1, never P2's multipliers.");
    return SLIP_OK;
}

static const slip_param params[] = { { .name = "v", .def = 5, .min = 3, .max = 1000, .about = "sliding speed of the disk, m/s" }, { 0 } };

const slip_lesson slip_lesson_outside = {
    .name = "outside", .title = "a claim that is false: iterates of LCP2 inside the friction cone",
    .theory = "P2 forces u_N >= 0 and |u_T| <= Lambda, nothing else: for one disk P1(0) slows down to (u0 - 3 mu g h)/(1 + 3 mu^2) by lifting off; the same speed without lifting takes (1 + mu u0/(g h))/(1 + 3 mu^2) times the friction there is.",
    .cite = "AnitescuHart2004, 5.2", .exercise = "At which speed is the claim true for mu = 0.2? The ratio is 1 where mu u0 = 3 mu^2 g h. Then look at the fixed point: `slipstick solve disk:mu=0.2 -s lcp2`.",
    .params = params, .teach = teach
};
