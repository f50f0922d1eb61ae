/* cone_grid.c: every method on cones on every problem of suite:core and suite:hard: verified, honest or not applicable, never a false claim.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "solvers/solvers.h"
#include "tests/tap.h"
#include "verify/verify.h"

static const struct { const char *name; int quick, full; } methods[] = {
    { "admm", 300, 20000 }, { "apgd", 300, 20000 }, { "apgd:law=relaxed", 300, 20000 }, { "bb", 300, 20000 }, { "desaxce", 40, 2000 },
    { "homotopy", 300, 3000 }, { "ipm", 60, 100 }, { "newton", 60, 500 }, { "newton:dense=0", 40, 500 }, { "newton:law=relaxed", 60, 500 },
    { "nsgs", 300, 20000 }, { "nsgs:memory=5,order=coloured", 300, 20000 },
    { "nsgs:law=relaxed,order=random", 300, 20000 }, { "pgs", 300, 20000 }, { "pgs:omega=1.3,order=random", 300, 20000 }, { "pj", 300, 20000 },
};

int main(void)
{
    static const char *const suites[] = { "core", "hard" };
    enum { TOLS = 2 };
    static const double tols[TOLS] = { 1e-8, 1e-4 };
    slip_error e = { 0 };
    int count = (int)(sizeof methods / sizeof *methods);
    plan(2 * count);
    slip_start(&e);
    for (int s = 0; s < 2; s++) {
        const slip_suite *suite = slip_suite_find(suites[s], &e);
        for (int k = 0; k < count; k++) {
            int good = 0, honest = 0, other = 0, bad = 0;
            const slip_solver *solver;
            double par[SLIP_MAX_PARAMS];
            if (slip_solver_open(methods[k].name, &solver, par, &e)) bail_out("%s", e.text);
            for (int i = 0; suite && suite->problems[i]; i++)
                for (int t = 0; t < TOLS; t++) {
                    slip_problem p = { 0 };
                    slip_truth truth;
                    slip_arena arena = { 0 };
                    slip_result r = { 0 };
                    if (slip_problem_open(&p, suite->problems[i], &truth, &e)) { other++; slip_problem_free(&p); continue; }
                    slip_limits limits = { .tol = tols[t], .steps = quick_or_full(methods[k].quick, methods[k].full) };
                    slip_status status = slip_run(solver, &p, par, &limits, NULL, NULL, NULL, &r, &arena, &e);
                    slip_verdict v = { .word = SLIP_VERDICT_NA };
                    if (!status) v = slip_verify(&p, r.answer.law, r.answer.dirs, &r.answer, &truth, tols[t]);
                    if (status && status != SLIP_INPUT && status != SLIP_NUMERIC && status != SLIP_SIZE) { bad++; diag("%s by %s: %s", suite->problems[i], methods[k].name, e.text); }
                    else if (v.word == SLIP_VERDICT_VERIFIED) good++;
                    else if (v.word == SLIP_VERDICT_INACCURATE || v.word == SLIP_VERDICT_UNCLAIMED) honest++;
                    else if (v.word == SLIP_VERDICT_NA) other++;
                    else { bad++; diag("%s by %s, tol %g: %s", suite->problems[i], methods[k].name, tols[t], v.sentence); }
                    slip_arena_free(&arena);
                    slip_problem_free(&p);
                }
            ok(bad == 0, "suite:%s by %s: %d verified, %d honest, %d not applicable", suites[s], methods[k].name, good, honest, other);
        }
    }
    return done();
}
