/* lemke_start.c: Lemke's method from a start: impulses become unknowns of every formulation, and a basis; what already solves is left alone.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "solvers/lcp.h"
#include "tests/tap.h"
#include "verify/verify.h"

/* Random impulses inside the cones of a problem, some on the boundary, some zero: r = P z again. */
static void round_trip(const char *name, slip_lcp_form form, int k)
{
    slip_problem p;
    slip_error e = { 0 };
    slip_arena arena = { 0 };
    slip_lcp lcp;
    if (slip_problem_open(&p, name, NULL, &e)) bail_out("%s", e.text);
    p.dirs.k = k;
    if (slip_lcp_new(&lcp, &p, form, &arena, &e)) bail_out("%s", e.text);
    int m = slip_problem_m(&p);
    double *r = SLIP_NEW(&arena, double, m), *u = SLIP_NEW(&arena, double, m), *back = SLIP_NEW(&arena, double, m), *z = SLIP_NEW(&arena, double, lcp.n), most = 0, least = 0;
    slip_rng *rng = slip_rng_new(5);
    for (int t = 0; t < 50; t++) {
        for (int i = 0; i < p.nc; i++) {
            slip_dirs dirs;
            slip_contact c = slip_problem_contact(&p, slip_lcp_law(&p, form, &dirs), p.dirs, i);
            double x[3];
            for (int a = 0; a < p.d; a++) { x[a] = slip_rng_normal(rng); u[i * p.d + a] = slip_rng_normal(rng); }
            slip_cone_project(&c, x, r + i * p.d);
        }
        slip_lcp_guess(&lcp, &p, form, r, NULL, u, z);
        slip_lcp_impulse(&lcp, z, back);
        for (int i = 0; i < m; i++) most = fmax(most, fabs(back[i] - r[i]));
        for (int i = 0; i < lcp.n; i++) least = fmin(least, z[i]);
    }
    ok(most <= 1e-12 && least == 0, "%s, form %s, %d directions: r = P z to %.1e, z >= 0", name, slip_lcp_form_words[form], k, most);
    slip_rng_free(rng);
    slip_arena_free(&arena);
    slip_problem_free(&p);
}

static void run(const slip_problem *p, const char *name, const slip_answer *start, slip_result *out, slip_arena *arena)
{
    const slip_solver *s;
    double par[SLIP_MAX_PARAMS];
    slip_error e = { 0 };
    if (slip_solver_open(name, &s, par, &e) || slip_run(s, p, par, NULL, start, NULL, NULL, out, arena, &e)) bail_out("%s: %s", name, e.text);
}

/* Solve, then begin where it ended: nothing to do.  Begin near it: solved again. */
static void again(const char *name, const char *solver)
{
    slip_problem p;
    slip_error e = { 0 };
    slip_arena arena = { 0 };
    slip_result cold, warm, near;
    if (slip_problem_open(&p, name, NULL, &e)) bail_out("%s", e.text);
    run(&p, solver, NULL, &cold, &arena);
    slip_answer start = { .r = cold.answer.r, .l = cold.answer.l };
    run(&p, solver, &start, &warm, &arena);
    ok(warm.answer.claim == SLIP_CLAIM_SOLVED && warm.work[SLIP_WORK_PIVOTS] == 0 && cold.work[SLIP_WORK_PIVOTS] > 0,
       "%s by %s: %lld pivots, none from its own answer (%s)", name, solver, cold.work[SLIP_WORK_PIVOTS], warm.note);
    double *r = SLIP_NEW(&arena, double, slip_problem_m(&p));
    for (int i = 0; i < slip_problem_m(&p); i++) r[i] = cold.answer.r[i] * (1 + 1e-3 * (i % 7));
    start.r = r;
    run(&p, solver, &start, &near, &arena);
    slip_verdict v = slip_verify(&p, near.answer.law, near.answer.dirs, &near.answer, NULL, 1e-8);
    ok(v.word == SLIP_VERDICT_VERIFIED, "and from near it: %s after %lld", slip_verdict_name(v.word), near.work[SLIP_WORK_PIVOTS]);
    slip_arena_free(&arena);
    slip_problem_free(&p);
}

static void crash(const char *name, const char *solver)
{
    slip_problem p;
    slip_error e = { 0 };
    slip_arena arena = { 0 };
    slip_result out;
    if (slip_problem_open(&p, name, NULL, &e)) bail_out("%s", e.text);
    run(&p, solver, NULL, &out, &arena);
    slip_verdict v = slip_verify(&p, out.answer.law, out.answer.dirs, &out.answer, NULL, 1e-8);
    ok(v.word == SLIP_VERDICT_VERIFIED && out.work[SLIP_WORK_INNER] > 0, "%s by %s: %s after %lld sweeps and %lld pivots", name, solver, slip_verdict_name(v.word),
       out.work[SLIP_WORK_INNER], out.work[SLIP_WORK_PIVOTS]);
    slip_arena_free(&arena);
    slip_problem_free(&p);
}

/* Independent: a singular matrix loses what makes it so, pairs without a diagonal stay. */
static void independent(void)
{
    const double A[16] = { 1, 1, 0, 0,  1, 1, 0, 0,  0, 0, 0, -1,  0, 0, 1, 0 };
    double work[20];
    const int set[4] = { 0, 1, 2, 3 };
    bool in[4];
    slip_lcp_independent(4, A, 0, 4, set, work, in);
    ok(in[0] != in[1] && in[2] && in[3], "of two equal columns one stays; so does a pair [0 1; -1 0]");
}

int main(void)
{
    slip_error e = { 0 };
    if (slip_start(&e)) bail_out("%s", e.text);
    bool all = quick_or_full(0, 1);
    plan(1 + 8 + 2 * 5 + 9 + 2);
    independent();
    round_trip("cannonball:n=3,mu=0.3,law=facets", SLIP_LCP_FACETS, 2);
    round_trip("cannonball:n=3,mu=0.3,law=facets", SLIP_LCP_RAYS, 2);
    round_trip("cannonball:n=3,mu=0.3,law=facets", SLIP_LCP_BOX, 2);
    round_trip("pyramid", SLIP_LCP_FACETS, 4);
    round_trip("pyramid", SLIP_LCP_FACETS, 10);
    round_trip("pyramid", SLIP_LCP_RAYS, 6);
    round_trip("sphere", SLIP_LCP_BOX, 4);
    round_trip("stack", SLIP_LCP_AUTO, 4);
    again("cannonball:n=6,mu=0.3,law=facets", "lemke");
    again("cannonball:n=6,mu=0.3,law=box", "lemke");
    again("cannonball:n=6,mu=0.3,law=facets", "lemke:form=rays");
    again("pendulum:n=4,law=facets,twice=1,amplitude=0.4", "lemke:joints=free");
    again("multibody", "lemke");
    crash("cannonball:n=6,mu=0.3,law=facets", "lemke:crash=10");
    crash("cannonball:n=6,mu=0.3,law=facets", "lemke:crash=100000");
    crash("cannonball:n=16,mu=0.2,law=facets", "lemke:crash=3000");
    crash("incline:law=facets", "lemke:crash=5");
    crash("linkage", "lemke:crash=5");
    crash("linkage", "lemke:crash=5,joints=free");
    crash("wall", "lemke:crash=5");
    crash("cannonball:n=20,mu=0.6,law=facets", "lemke:crash=1");           /* held at rest: a linear program finds how */
    crash("cannonball:n=20,mu=0.8,law=facets", "lemke:crash=1");
    if (all) {
        crash("cannonball:n=20,mu=0.2,law=facets", "lemke:crash=300000");
        crash("cannonball:n=20,mu=0.4,law=facets", "lemke:crash=300000");
    } else skip(2, "210 disks: set SLIPSTICK_LONG=1");
    return done();
}
