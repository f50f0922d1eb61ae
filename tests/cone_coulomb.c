/* cone_coulomb.c: how far the convex law is from Coulomb's in small piles: of the order mu v_T, nothing where all sticks [NegrutEtAl2017].
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "solvers/solvers.h"
#include "tests/tap.h"

enum { SEEDS = 20 };

typedef struct { double apart, slides; } distance;     /* largest |v - v'|, and spin times radius; largest sliding speed of a loaded contact */

static int rising(const void *a, const void *b) { double x = *(const double *)a, y = *(const double *)b; return (x > y) - (x < y); }

/* pile:n=2 under both laws, Gauss-Seidel for Coulomb's and the gradient method for the convex one; spin = false: bodies do not turn before the step. */
static distance between(double mu, double speed, double g, int seed, bool spin)
{
    static const char *const solver[2] = { "nsgs", "apgd:law=relaxed" };
    const double radius = 0.5;
    char name[128];
    slip_error e = { 0 };
    slip_problem p;
    slip_result r[2];
    slip_arena arena = { 0 };
    distance out = { 0 };
    snprintf(name, sizeof name, "pile:n=2,mu=%g,speed=%g,g=%g,seed=%d", mu, speed, g, seed);
    if (slip_problem_open(&p, name, NULL, &e)) bail_out("%s", e.text);
    for (int k = 0; !spin && k < p.n; k++) if (k % 6 >= 3) p.f[k] = 0;
    for (int k = 0; k < 2; k++) {
        const slip_solver *s;
        double par[SLIP_MAX_PARAMS];
        if (slip_solver_open(solver[k], &s, par, &e) || slip_run(s, &p, par, &(slip_limits){ .tol = 1e-9, .steps = 100000 }, NULL, NULL, NULL, &r[k], &arena, &e))
            bail_out("%s", e.text);
        if (r[k].answer.claim != SLIP_CLAIM_SOLVED) { diag("%s by %s: %s", name, solver[k], r[k].note); out.apart = NAN; }
    }
    for (int k = 0; k < p.n && out.apart >= 0; k++) out.apart = fmax(out.apart, fabs(r[0].answer.v[k] - r[1].answer.v[k]) * (k % 6 >= 3 ? radius : 1));
    for (int i = 0; i < p.nc; i++)
        if (r[1].answer.r[3 * i] > 1e-7) out.slides = fmax(out.slides, hypot(r[1].answer.u[3 * i + 1], r[1].answer.u[3 * i + 2]));
    slip_arena_free(&arena);
    slip_problem_free(&p);
    return out;
}

int main(void)
{
    static const double mus[] = { 0.1, 0.3, 0.6 };
    enum { MUS = sizeof mus / sizeof *mus };
    slip_error e = { 0 };
    double g = 9.81, ratio[MUS * SEEDS];
    int all = 0;
    plan(2 + MUS + 1 + 3 + 1);
    slip_start(&e);
    ok(between(0.6, 0, g, 1, true).apart <= 1e-7, "at rest, mu = 0.6: everything sticks and the laws agree");
    ok_near(between(0.1, 0, g, 1, true).apart, 3.1e-3, 5e-5, "at rest, mu = 0.1: the pile slips and they differ by 3.1e-3");
    for (int q = 0; q < MUS; q++) {
        double low = INFINITY, high = 0;
        int counted = 0;
        for (int seed = 1; seed <= SEEDS; seed++) {
            distance a = between(mus[q], 1, g, seed, true);
            counted += a.apart > 0 && a.slides > 0;
            low = fmin(low, a.apart / (mus[q] * a.slides));
            high = fmax(high, a.apart / (mus[q] * a.slides));
            ratio[all++] = between(mus[q], 1, g, seed, false).apart / mus[q];
        }
        ok(counted == SEEDS && low >= 0.2 && high <= 3, "mu = %g, %d piles in motion: apart by %.2f to %.2f mu v_T", mus[q], (int)SEEDS, low, high);
    }
    qsort(ratio, (size_t)all, sizeof *ratio, rising);
    ok(ratio[all / 2] >= 0.7 && ratio[all / 2] <= 1.2, "median %.2f mu v_0 of them all, where bodies do not turn before (0.7 to 1.2)", ratio[all / 2]);
    for (int seed = 1; seed <= 3; seed++)
        ok_near(between(0.01, 1, g, seed, true).apart / between(0.005, 1, g, seed, true).apart, 2, 0.02, "twice the small mu: twice the distance, seed %d", seed);
    double worst = 0;       /* without weight both laws are homogeneous in the speed */
    for (int seed = 1; seed <= SEEDS; seed++) {
        double off = fabs(between(0.3, 6, 0, seed, true).apart / between(0.3, 3, 0, seed, true).apart - 2);
        worst = off <= worst ? worst : off;
    }
    ok(worst <= 1e-6, "twice the speed, no weight: twice the distance, to %.1e", worst);
    return done();
}
