/* siconos.c: methods of Siconos beside ours: right where they are right, and their known false claims found.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "solvers/solvers.h"
#include "tests/tap.h"
#include "verify/verify.h"

#include <stdlib.h>
#include <unistd.h>

static slip_verdict judged(const char *solver, slip_problem *p, double tol, slip_result *result)
{
    slip_arena arena = { 0 };
    slip_error error = { 0 };
    const slip_solver *s;
    double par[SLIP_MAX_PARAMS];
    slip_limits limits = { .tol = tol, .steps = 20000, .time = 20 };
    if (slip_solver_open(solver, &s, par, &error) || slip_run(s, p, par, &limits, NULL, NULL, NULL, result, &arena, &error)) bail_out("%s: %s", solver, error.text);
    slip_verdict v = slip_verify(p, result->answer.law, result->answer.dirs, &result->answer, NULL, tol);
    diag("%s: %s, %s", solver, slip_claim_name(result->answer.claim), v.sentence);
    slip_arena_free(&arena);
    return v;
}

static void right(const char *solver, const char *name)
{
    slip_problem p;
    slip_error error = { 0 };
    slip_result result;
    if (slip_open(&p, name, NULL, &error)) bail_out("%s: %s", name, error.text);
    slip_verdict v = judged(solver, &p, 1e-6, &result);
    ok(v.word == SLIP_VERDICT_VERIFIED && result.foreign.seconds > 0, "%s solves %s and says how long it took", solver, name);
    slip_problem_free(&p);
}

/* One contact that pushes itself away [Schindler's and Painleve's case without solution]: z = -q/W is taken without a look at its sign. */
static void one_unknown(const char *solver)
{
    slip_problem p;
    slip_error error = { 0 };
    slip_result result;
    const double minus = -1;
    if (slip_problem_new(&p, 1, 1, 0, 0, true, &error) || slip_sparse_from_dense(&p.W, SLIP_CSC, 1, 1, &minus, &p.arena, &error)) bail_out("%s", error.text);
    p.q[0] = -1;
    p.foreign = true;
    if (slip_problem_check(&p, &error)) bail_out("%s", error.text);
    slip_verdict v = judged(solver, &p, 1e-6, &result);
    ok(result.answer.claim == SLIP_CLAIM_SOLVED && v.word == SLIP_VERDICT_FALSE_CLAIM, "%s claims a solution of -r - 1 >= 0, r >= 0: a false claim", solver);
    slip_problem_free(&p);
}

static void lies(const char *solver, const char *name)
{
    slip_problem p;
    slip_error error = { 0 };
    slip_result result;
    if (slip_open(&p, name, NULL, &error)) bail_out("%s: %s", name, error.text);
    slip_verdict v = judged(solver, &p, 1e-6, &result);
    ok(v.word == SLIP_VERDICT_FALSE_CLAIM, "%s on %s: a false claim", solver, name);
    slip_problem_free(&p);
}

int main(void)
{
    slip_error error = { 0 };
    if (slip_start(&error)) bail_out("%s", error.text);
    if (!getenv("SLIPSTICK_SICONOS") && access("slipstick-siconos", X_OK) == 0) setenv("SLIPSTICK_SICONOS", "./slipstick-siconos", 1);
    if (!slip_siconos_here()) skip_all("slipstick-siconos was not built");
    plan(12);
    right("siconos-admm", "wall3d:nx=4,ny=4");
    right("siconos-enum", "murty");
    right("siconos-lemke", "random-lcp");
    right("siconos-newton", "pile:n=2");
    right("siconos-nsgs", "cannonball:n=4");
    right("siconos-nsgs", "pile:n=3");
    one_unknown("siconos-lemke");
    one_unknown("siconos-nsgs");
    lies("siconos-lemke", "cannonball:n=6,mu=0.3,drop=1");     /* compares its error with the limit of iterations */
    lies("siconos-cpg", "wedge:mu=2,drop=1");
    slip_problem p;
    char why[160];
    const slip_solver *s = slip_solver_find("siconos-admm", &error);
    if (!s || slip_open(&p, "wedge", NULL, &error)) bail_out("%s", error.text);
    ok(!slip_solver_applies(s, &p, NULL, why) && why[0], "a plane problem is not for siconos-admm: %s", why);
    setenv("SLIPSTICK_SICONOS", "/nowhere/slipstick-siconos", 1);
    s = slip_solver_find("siconos-nsgs", &error);
    ok(!slip_siconos_here() && !slip_solver_applies(s, &p, NULL, why), "without the program: %s", why);
    slip_problem_free(&p);
    return done();
}
