/* cones.c: the methods on cones against problems of every law: what is claimed is verified, closed forms are met.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "solvers/solvers.h"
#include "tests/tap.h"
#include "verify/verify.h"

/* Run and judge; the error of the claim's own law comes back. */
static slip_verdict judge(const char *problem, const char *solver, double tol, long steps, slip_result *out, slip_problem *p, slip_arena *arena)
{
    slip_error e = { 0 };
    slip_truth truth;
    const slip_solver *s;
    double par[SLIP_MAX_PARAMS];
    slip_verdict none = { .word = SLIP_VERDICT_HARNESS };
    if (slip_problem_open(p, problem, &truth, &e) || slip_solver_open(solver, &s, par, &e)) { diag("%s", e.text); return none; }
    if (slip_run(s, p, par, &(slip_limits){ .tol = tol, .steps = steps }, NULL, NULL, NULL, out, arena, &e)) { diag("%s", e.text); return none; }
    return slip_verify(p, out->answer.law, out->answer.dirs, &out->answer, &truth, tol);
}

/* Solvers whose answer must be verified, by problem. */
static const struct { const char *problem, *solvers[16]; } must[] = {
    { "point-mass",           { "pj", "pgs", "nsgs" } },
    { "sphere",               { "pj", "pgs", "nsgs" } },
    { "pile:n=3",             { "pj", "pgs", "nsgs", "nsgs:order=random", "nsgs:order=coloured", "pgs:order=coloured" } },
    { "pile:n=3,law=cone",    { "pj", "pgs", "nsgs" } },
    { "pile:n=3,law=facets",  { "pgs", "nsgs" } },
    { "tower",                { "pj", "pgs", "nsgs", "pgs:law=relaxed" } },
    { "wall3d",               { "pgs", "nsgs" } },
    { "cannonball:n=5",       { "pj", "pgs", "nsgs" } },
    { "guide",                { "pj", "pgs", "nsgs" } },
};

int main(void)
{
    slip_error e = { 0 };
    int rows = (int)(sizeof must / sizeof *must), count = 0;
    for (int k = 0; k < rows; k++) for (int s = 0; must[k].solvers[s]; s++) count++;
    plan(count);
    slip_start(&e);
    for (int k = 0; k < rows; k++)
        for (int s = 0; must[k].solvers[s]; s++) {
            slip_problem p = { 0 };
            slip_arena arena = { 0 };
            slip_result r = { 0 };
            slip_verdict v = judge(must[k].problem, must[k].solvers[s], 1e-8, 100000, &r, &p, &arena);
            ok(v.word == SLIP_VERDICT_VERIFIED, "%s by %s: %s in %ld steps", must[k].problem, must[k].solvers[s], slip_verdict_name(v.word), r.steps);
            slip_arena_free(&arena);
            slip_problem_free(&p);
        }
    return done();
}
