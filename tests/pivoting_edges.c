/* pivoting_edges.c: the smallest LCPs there are, and pivoting solvers when memory ends.
   SPDX-License-Identifier: GPL-3.0-or-later

   One unknown, A and q in {-1, 0, 1}: solvable unless q < 0 and A <= 0 (peers answer z = -q/A there and call it success). */

#include "solvers/solvers.h"
#include "tests/tap.h"
#include "verify/verify.h"

static const char *const solvers[] = { "baraff", "bpp", "dantzig", "enum", "fip", "lemke" };
enum { SOLVERS = sizeof solvers / sizeof *solvers };

static void smallest(const char *name)
{
    int wrong = 0, solved = 0;
    for (int k = 0; k < 9; k++) {
        double A = k / 3 - 1, q = k % 3 - 1, par[SLIP_MAX_PARAMS];
        bool solvable = q >= 0 || A > 0;
        slip_problem p;
        slip_error e = { 0 };
        slip_arena arena = { 0 };
        slip_result run = { .steps = -1 };
        const slip_solver *s;
        if (slip_problem_new(&p, 1, 1, 0, 0, true, &e) || slip_sparse_from_dense(&p.W, SLIP_CSC, 1, 1, &A, &p.arena, &e)) bail_out("%s", e.text);
        p.q[0] = q;
        p.foreign = true;                       /* an indefinite W is a property, not an error */
        if (slip_problem_check(&p, &e) || slip_solver_open(name, &s, par, &e) || slip_run(s, &p, par, NULL, NULL, NULL, NULL, &run, &arena, &e)) {
            diag("%s, A = %g, q = %g: %s", name, A, q, e.text);
            wrong++;
        } else if (run.answer.claim == SLIP_CLAIM_SOLVED) {
            double r = run.answer.r[0], u = A * r + q;
            solved++;
            if (!(solvable && r >= 0 && u >= -1e-12 && fabs(r * u) <= 1e-12)) { diag("%s, A = %g, q = %g: r = %g", name, A, q, r); wrong++; }
        } else if (run.answer.claim == SLIP_CLAIM_NO_SOLUTION && solvable) {
            diag("%s, A = %g, q = %g: none", name, A, q);
            wrong++;
        }
        slip_arena_free(&arena);
        slip_problem_free(&p);
    }
    ok(wrong == 0 && solved >= 2, "%s on the nine smallest LCPs: %d solved, none wrongly", name, solved);
}

/* Each allocation of a run fails in turn: an error with a sentence, and nothing is left behind. */
static void memory(const char *name, const char *problem)
{
    slip_problem p;
    slip_error e = { 0 };
    const slip_solver *s;
    double par[SLIP_MAX_PARAMS];
    int tried = 0, bad = 0;
    if (slip_problem_open(&p, problem, NULL, &e) || slip_solver_open(name, &s, par, &e)) bail_out("%s", e.text);
    for (long k = 1; k < 2000; k++) {
        slip_arena arena = { 0 };
        slip_result run;
        long before = slip_memory_live();
        e = (slip_error){ 0 };
        slip_memory_fail_at(k);
        slip_status status = slip_run(s, &p, par, &(slip_limits){ 1e-8, 5000, 0, 0 }, NULL, NULL, NULL, &run, &arena, &e);
        slip_memory_fail_at(0);
        slip_arena_free(&arena);
        if (slip_memory_live() != before || (status != SLIP_OK && e.text[0] == 0)) { bad++; diag("%s: allocation %ld: %ld blocks left, status %d", name, k, slip_memory_live() - before, (int)status); }
        tried++;
        if (status == SLIP_OK) break;
    }
    ok(bad == 0 && tried > 1, "%s on %s: %d allocations failed in turn", name, problem, tried);
    slip_problem_free(&p);
}

int main(void)
{
    slip_error e = { 0 };
    if (slip_start(&e)) bail_out("%s", e.text);
    plan(2 * SOLVERS);
    for (int k = 0; k < SOLVERS; k++) smallest(solvers[k]);
    for (int k = 0; k < SOLVERS; k++) memory(solvers[k], k == 3 ? "disk" : "cannonball:n=2,mu=0.2");
    return done();
}
