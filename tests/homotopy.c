/* homotopy.c: piles in which friction couples everything, solved to rounding through folds; where there is no solution the path says so.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "tests/judge.h"

#include <stdio.h>

static long solved(const char *problem, double tol)
{
    slip_problem p = { 0 };
    slip_arena arena = { 0 };
    slip_result r = { 0 };
    double softness;
    long folds = -1;
    slip_verdict v = judge(problem, "homotopy", tol, 3000, &r, &p, &arena);
    if (sscanf(r.note, "softness %lf after %ld folds", &softness, &folds) != 2) folds = -1;
    ok(v.word == SLIP_VERDICT_VERIFIED, "%s: %s at %g after %lld factorisations and %ld folds", problem, slip_verdict_name(v.word), tol, r.work[SLIP_WORK_FACTORISATIONS], folds);
    slip_arena_free(&arena);
    slip_problem_free(&p);
    return folds;
}

static void refused(const char *problem)
{
    slip_problem p = { 0 };
    slip_arena arena = { 0 };
    slip_result r = { 0 };
    slip_verdict v = judge(problem, "homotopy", 1e-8, 3000, &r, &p, &arena);
    ok(r.answer.claim == SLIP_CLAIM_GAVE_UP && v.word == SLIP_VERDICT_INACCURATE, "%s has no solution: %s, %s", problem, slip_claim_name(r.answer.claim), slip_verdict_name(v.word));
    slip_arena_free(&arena);
    slip_problem_free(&p);
}

int main(void)
{
    static const double mu[] = { 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8 };
    enum { MUS = sizeof mu / sizeof *mu };
    slip_error e = { 0 };
    char name[80];
    long folds = 0, odd = 0;
    bool full = quick_or_full(0, 1);
    plan(2 * MUS + 2 + 3 + 3 + (full ? 3 : 0));
    slip_start(&e);
    for (int n = 10; n <= 20; n += 10)
        for (int k = 0; k < MUS; k++) {
            snprintf(name, sizeof name, "cannonball:n=%d,mu=%g", n, mu[k]);
            long some = solved(name, 1e-8);
            folds += some > 0;
            odd += some < 0 || some % 2;
        }
    ok(folds >= MUS / 2, "%ld of these paths fold", folds);
    ok(odd == 0, "and each goes back as often as it comes: folds are even in number");
    solved("cannonball:n=7,mu=0.45", 1e-8);         /* begun again with shorter steps */
    solved("pile:n=5,drop=1", 1e-8);
    solved("multibody:size=30", 1e-8);
    refused("pair");
    refused("painleve-rod:mu=2");
    refused("dynamic:case=none-feasible");
    if (full) {
        solved("cannonball:n=40,mu=0.3,drop=1", 1e-8);
        solved("cannonball:n=30,mu=0.5", 1e-8);
        solved("pile:n=8,drop=1", 1e-8);
    }
    return done();
}
