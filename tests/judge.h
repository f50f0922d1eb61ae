/* judge.h: a problem by its name, run and judged as a user would have it; for tests of solvers.
   SPDX-License-Identifier: GPL-3.0-or-later */

#ifndef SLIP_TESTS_JUDGE_H
#define SLIP_TESTS_JUDGE_H

#include "solvers/solvers.h"
#include "tests/tap.h"
#include "verify/verify.h"

/* Run and judge by the law claimed; harness when something has no such name.  The caller frees the problem and the arena. */
static inline slip_verdict judge(const char *problem, const char *solver, double tol, long steps, slip_result *out, slip_problem *p, slip_arena *arena)
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

#endif
