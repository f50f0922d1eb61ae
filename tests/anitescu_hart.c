/* anitescu_hart.c: the fixed points and their convex programs give the polished values of the reference.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "solvers/solvers.h"
#include "tests/tap.h"

typedef struct { slip_claim claim; long steps; double residual, speed, energy, slide; } outcome;

static outcome run(const char *problem, const char *solver, double tol, long steps)
{
    outcome o = { .claim = SLIP_CLAIM_COUNT, .speed = NAN, .energy = NAN, .slide = NAN, .residual = NAN };
    slip_problem p;
    slip_error e = { 0 };
    slip_arena arena = { 0 };
    slip_result r;
    const slip_solver *s;
    double par[SLIP_MAX_PARAMS];
    if (slip_problem_open(&p, problem, NULL, &e)) { diag("%s", e.text); return o; }
    if (slip_solver_open(solver, &s, par, &e) || slip_run(s, &p, par, &(slip_limits){ tol, steps, 0, 0 }, NULL, NULL, NULL, &r, &arena, &e)) diag("%s", e.text);
    else if (r.answer.v) {
        double *Mv = SLIP_NEW(&arena, double, p.n);
        o = (outcome){ .claim = r.answer.claim, .steps = r.steps, .residual = r.residual };
        slip_sparse_gaxpy(1, &p.M, r.answer.v, Mv);
        for (int k = 0; k < p.n; k++) { o.speed = fmax(o.speed, fabs(r.answer.v[k])); o.energy += Mv[k] * r.answer.v[k] / 2; }
        for (int i = 0; i < p.nc; i++) o.slide = fmax(o.slide, p.mu[i] * fabs(r.answer.u[p.d * i + 1]));
    }
    slip_arena_free(&arena);
    slip_problem_free(&p);
    return o;
}

/* First step of n rows by a method: largest velocity, kinetic energy, largest mu |u_T| (NaN: not asked). */
static void first_step(const char *problem, const char *solver, double speed, double energy, double slide, double tol)
{
    outcome o = run(problem, solver, 1e-11, 2000);
    bool good = o.claim == SLIP_CLAIM_SOLVED && (isnan(speed) || fabs(o.speed - speed) <= tol) && (isnan(energy) || fabs(o.energy - energy) <= tol)
        && (isnan(slide) || fabs(o.slide - slide) <= tol);
    ok(good, "%s by %s: |v| %.10g, energy %.10g, mu |u_T| %.10g", problem, solver, o.speed, o.energy, o.slide);
}

int main(void)
{
    slip_error e;
    plan(3 + 3 + 3 + 2 + 5 + 4 + 5 + 4 + 5);
    slip_start(&e);
    /* Table 1: 210 disks, three contact sets */
    first_step("cannonball:n=20,mu=0.1", "lcp3", 0.314972200, 2.039940172, 0.029020858, 1e-8);
    first_step("cannonball:n=20,mu=0.2", "lcp3", 0.246284316, 0.966417334, 0.055163272, 1e-8);
    first_step("cannonball:n=20,mu=0.4", "lcp3", 0.102330724, 0.142494301, 0.058474699, 1e-8);
    first_step("cannonball:n=20,mu=0.1,set=bottom", "lcp3", NAN, NAN, 0.029020858, 1e-8);
    first_step("cannonball:n=20,mu=0.2,set=bottom", "lcp3", NAN, NAN, 0.056277633, 1e-8);
    first_step("cannonball:n=20,mu=0.4,set=bottom", "lcp3", NAN, NAN, 0.060386640, 1e-8);
    first_step("cannonball:n=20,mu=0.1,set=none", "lcp3", 0.303844763, 2.041189201, 0.019315382, 1e-8);
    first_step("cannonball:n=20,mu=0.2,set=none", "lcp3", 0.178372613, 1.050144516, 0.013631835, 1e-8);
    first_step("cannonball:n=20,mu=0.4,set=none", "lcp3", 0.069646925, 0.223128575, 0.015699254, 1e-8);
    for (int k = 0; k < 2; k++) {                       /* above the static threshold nothing moves */
        outcome o = run(k ? "cannonball:n=20,mu=0.8" : "cannonball:n=20,mu=0.6", "lcp3", 1e-11, 10);
        ok(o.claim == SLIP_CLAIM_SOLVED && o.speed <= 1e-12, "mu = %g: at rest (%.1e)", k ? 0.8 : 0.6, o.speed);
    }
    /* 21 and 6 disks */
    first_step("cannonball:n=6,mu=0.05", "lcp3", 0.2473159394, 0.1920274973, 0.0102222444, 1e-9);
    first_step("cannonball:n=6,mu=0.05", "lcp1", 0.2370534285, 0.1929043826, NAN, 1e-9);
    first_step("cannonball:n=3,mu=0.1", "lcp1", NAN, 0.0192799337, NAN, 1e-9);
    first_step("cannonball:n=3,mu=0.2", "lcp1", NAN, 0.0099528984, NAN, 1e-9);
    first_step("cannonball:n=3,mu=0.15", "lcp1:damping=0.5", 0.0776806554, 0.0130742825, NAN, 1e-9);
    /* the same without damping cycles between two energies, forever */
    outcome odd = run("cannonball:n=3,mu=0.15", "lcp1", 1e-11, 101), even = run("cannonball:n=3,mu=0.15", "lcp1", 1e-11, 102), later = run("cannonball:n=3,mu=0.15", "lcp1", 1e-11, 201);
    ok(odd.claim == SLIP_CLAIM_GAVE_UP, "six disks at mu = 0.15: lcp1 does not settle");
    ok_near(fmax(odd.energy, even.energy), 0.01348953, 1e-8, "its higher energy");
    ok_near(fmin(odd.energy, even.energy), 0.01346323, 1e-8, "its lower energy");
    ok_near(later.energy, odd.energy, 1e-12, "a hundred steps later the same");
    /* one disk: the factor is 3 mu^2/(1 + 3 mu^2), whatever mu */
    static const double mus[] = { 0.05, 0.1, 0.2, 0.5, 1 };
    for (int k = 0; k < 5; k++) {
        char name[64];
        snprintf(name, sizeof name, "disk:mu=%g", mus[k]);
        double mu = mus[k], want = 3 * mu * mu / (1 + 3 * mu * mu), exact = 5 - 3 * mu * 9.81 * 0.05;
        int from = want < 0.2 ? 1 : 4, steps = 3;
        outcome a = run(name, "lcp1", 1e-300, from), b = run(name, "lcp1", 1e-300, from + steps);
        double ea = a.slide / mu - exact, eb = b.slide / mu - exact;
        ok_near(pow(fabs(eb / ea), 1.0 / steps), want, 1e-4, "one disk, mu = %g: contraction", mu);
    }
    first_step("needle:mu=0.6", "lcp1:damping=0.5", NAN, NAN, 0.6 * 5.453129, 1e-6);
    outcome stuck = run("needle:mu=0.6", "lcp1", 1e-11, 200);
    ok(stuck.claim == SLIP_CLAIM_GAVE_UP, "the needle at mu = 0.6: lcp1 alternates without damping");
    outcome one = run("needle:mu=0.6", "lcp1", 1e-11, 3), two = run("needle:mu=0.6", "lcp1", 1e-11, 4);
    ok_near(fmin(one.slide, two.slide) / 0.6, 5, 1e-9, "between the sliding speeds 5");
    ok_near(fmax(one.slide, two.slide) / 0.6, 6.016635, 1e-6, "and 6.016635");
    /* lcp2 finds the same velocities, also where lcp1 cycles; the needle defeats it too; one application is no solution */
    first_step("cannonball:n=6,mu=0.05", "lcp2", 0.2370534285, 0.1929043826, NAN, 1e-9);
    first_step("cannonball:n=3,mu=0.15", "lcp2", 0.0776806554, 0.0130742825, NAN, 1e-9);
    outcome a = run("needle:mu=0.6", "lcp2", 1e-11, 8), b = run("needle:mu=0.6", "lcp2", 1e-11, 9);      /* sooner than the repetition is seen */
    ok(a.claim == SLIP_CLAIM_GAVE_UP && b.claim == SLIP_CLAIM_GAVE_UP, "the needle at mu = 0.6: lcp2 does not settle");
    ok(fabs(a.slide - b.slide) > 1e-3 * a.slide, "it alternates between two sliding speeds");
    outcome once = run("cannonball:n=6,mu=0.05", "lcp2-once", 1e-8, 10);
    ok(once.claim == SLIP_CLAIM_GAVE_UP && once.residual > 1e-3, "one application of chi_2 does not call itself a solution");
    return done();
}
