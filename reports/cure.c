/* cure.c: what theory says of an iteration that cycles, and whether a shorter step settles it: tried and judged, not guessed.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "reports/reports.h"

enum { TRIES = 3, STEPS = 1000 };

/* Which parameter shortens the step, and has a value to be halved; -1: none. */
static int shorter(const slip_solver *solver, const double par[])
{
    static const char *const names[] = { "damping", "r", "omega" };
    for (size_t n = 0; n < sizeof names / sizeof *names; n++)
        for (int k = 0; solver->params && solver->params[k].name; k++)
            if (!strcmp(solver->params[k].name, names[n]))
                return par[k] > 0 ? k : -1;
    return -1;
}

static void add(char advice[256], const char *text)
{
    size_t used = strlen(advice);
    snprintf(advice + used, 256 - used, "%s%s", used ? "; " : "", text);
}

slip_status slip_cure_find(char advice[256], const slip_solver *solver, const slip_problem *problem, const double par[], const slip_limits *limits,
                           const slip_result *result, bool trying, slip_observer *watch, void *ctx, slip_error *error)
{
    char text[160] = "";
    advice[0] = 0;
    if (result->period <= 1 || result->answer.claim == SLIP_CLAIM_SOLVED)
        return SLIP_OK;
    if (solver->why)
        solver->why(problem, par, text);
    if (text[0])
        add(advice, text);
    int k = shorter(solver, par);
    if (!trying || k < 0)
        return SLIP_OK;
    slip_limits few = *limits;
    few.steps = limits->steps > 0 && limits->steps < STEPS ? limits->steps : STEPS;
    few.time = limits->time / 8;            /* trying must not cost a child its life */
    double other[SLIP_MAX_PARAMS];
    memcpy(other, par, sizeof other);
    for (int t = 0; t < TRIES && other[k] / 2 >= solver->params[k].min; t++) {
        slip_arena arena = { 0 };
        slip_result r;
        other[k] /= 2;
        slip_status status = slip_run(solver, problem, other, &few, NULL, watch, ctx, &r, &arena, error);
        bool good = status == SLIP_OK && slip_judge_run(problem, &r, NULL, limits->tol).claimed.word == SLIP_VERDICT_VERIFIED;
        long steps = status == SLIP_OK ? r.steps : 0;
        slip_arena_free(&arena);
        if (status != SLIP_OK)
            return status;
        if (good) {
            snprintf(text, sizeof text, "%s %g converges, in %ld step%s", solver->params[k].name, other[k], steps, steps == 1 ? "" : "s");
            add(advice, text);
            return SLIP_OK;
        }
    }
    if (other[k] < par[k]) {
        snprintf(text, sizeof text, "%s down to %g does not converge in %ld steps either", solver->params[k].name, other[k], few.steps);
        add(advice, text);
    }
    return SLIP_OK;
}
