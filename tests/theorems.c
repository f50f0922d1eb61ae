/* theorems.c: dantzig and fip with the theorems of their papers asserted at run time.
   SPDX-License-Identifier: GPL-3.0-or-later

   Both are compiled into this program with SLIP_THEOREMS: theorems 2 to 5 of Baraff1994 and theorem 4 of TrinkleEtAl1995 stand beside the lines they
   speak of, and an assertion that fails ends the program. */

#include "solvers/lcp.h"
#include "tests/tap.h"
#include "verify/verify.h"

#ifndef SLIP_THEOREMS
#error "this program is about the assertions"
#endif

static slip_verdict_word judge(const slip_problem *p, const char *solver, long long *steps)
{
    slip_error e = { 0 };
    slip_arena arena = { 0 };
    slip_result run;
    const slip_solver *s;
    double par[SLIP_MAX_PARAMS];
    slip_verdict_word word = SLIP_VERDICT_HARNESS;
    if (slip_solver_open(solver, &s, par, &e) || slip_run(s, p, par, NULL, NULL, NULL, NULL, &run, &arena, &e)) diag("%s: %s", solver, e.text);
    else {
        word = slip_verify(p, run.answer.law, run.answer.dirs, &run.answer, NULL, 1e-8).word;
        *steps += run.work[SLIP_WORK_PIVOTS] + run.work[SLIP_WORK_FACTORISATIONS];
    }
    slip_arena_free(&arena);
    return word;
}

static void one(const char *name, const char *solver)
{
    slip_problem p;
    slip_error e = { 0 };
    long long steps = 0;
    if (slip_problem_open(&p, name, NULL, &e)) bail_out("%s", e.text);
    slip_verdict_word word = judge(&p, solver, &steps);
    ok(word == SLIP_VERDICT_VERIFIED && steps > 0, "%s by %s: %s, the theorems held in %lld steps", name, solver, slip_verdict_name(word), steps);
    slip_problem_free(&p);
}

static void many(const char *family, const char *solver, int count, double share)
{
    int solved = 0, lies = 0;
    long long steps = 0;
    for (int seed = 0; seed < count; seed++) {
        slip_problem p;
        slip_error e = { 0 };
        char name[96];
        snprintf(name, sizeof name, "%s,seed=%d", family, seed);
        if (slip_problem_open(&p, name, NULL, &e)) bail_out("%s", e.text);
        slip_verdict_word word = judge(&p, solver, &steps);
        solved += word == SLIP_VERDICT_VERIFIED;
        lies += word == SLIP_VERDICT_FALSE_CLAIM || word == SLIP_VERDICT_INVALID || word == SLIP_VERDICT_HARNESS;
        slip_problem_free(&p);
    }
    ok(lies == 0 && solved >= share * count && steps > 0, "%s by %s: %d of %d verified, the theorems held in %lld steps", family, solver, solved, count, steps);
}

int main(void)
{
    slip_error e = { 0 };
    if (slip_start(&e)) bail_out("%s", e.text);
    plan(15);
    int count = quick_or_full(40, 400);
    one("stack:k=7", "dantzig:order=index");
    one("wall", "dantzig");
    one("wall", "dantzig:order=index");
    one("cannonball:n=10,mu=0", "dantzig:order=index");
    one("pendulum:mu=0,n=5,twice=1,amplitude=0.5", "dantzig");
    one("linkage:mu=0", "dantzig");
    one("cannonball:n=6,mu=0.3", "dantzig:order=index");
    many("random-lcp:n=30", "dantzig", count, 1);
    many("random-lcp:n=30", "dantzig:order=index", count, 1);
    many("random-lcp:n=30,kind=semidefinite", "dantzig:order=index", count, 1);
    one("sphere", "fip");
    one("sphere:x=10,y=5", "fip:beta=0.5");
    one("painleve-rod:kind=rolling,mu=1", "fip");
    many("random-lcp:n=30", "fip", count, 0.9);
    many("multibody:size=16,mu=0.2", "fip", quick_or_full(10, 100), 0.5);
    return done();
}
