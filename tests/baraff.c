/* baraff.c: Baraff's method on random contacts: no false claim in 2D and 3D, and the published deviation from Coulomb in 3D.
   SPDX-License-Identifier: GPL-3.0-or-later

   In 2D the instances are enumerated too: which failures are those of the method (a solution exists), and what kind they are.  In 3D, and where three
   contacts are not sliding yet, there is always a solution: W = J J', q = J g leaves u = 0 within reach.  Ten thousand in the long tier. */

#include "solvers/enumerate.h"
#include "solvers/lcp.h"
#include "tests/tap.h"
#include "verify/verify.h"

/* W = J J' (rank at most k), q = J g: friction of nc contacts on a body of k velocities; given: all of them slide already. */
static bool make(slip_problem *p, slip_rng *rng, int d, int nc, int k, double mu, bool given)
{
    int m = d * nc;
    double W[36], J[6][8], g[8];
    slip_error e = { 0 };
    for (int i = 0; i < m; i++) for (int j = 0; j < k; j++) J[i][j] = slip_rng_below(rng, 7) - 3;
    for (int j = 0; j < k; j++) g[j] = slip_rng_below(rng, 11) - 5;
    if (slip_problem_new(p, d, nc, 0, 0, true, &e)) return false;
    for (int i = 0; i < m; i++) {
        p->q[i] = 0;
        for (int j = 0; j < k; j++) p->q[i] += J[i][j] * g[j];
        for (int j = 0; j < m; j++) { W[i + j * m] = 0; for (int l = 0; l < k; l++) W[i + j * m] += J[i][l] * J[j][l]; }
    }
    for (int i = 0; i < nc; i++) p->mu[i] = mu;
    if (given && !(p->slip = SLIP_NEW(&p->arena, double, nc * (d - 1)))) return false;
    for (int i = 0; given && i < nc; i++) p->slip[i * (d - 1)] = slip_rng_below(rng, 2) ? 1 : -1;
    return !slip_sparse_from_dense(&p->W, SLIP_CSC, m, m, W, &p->arena, &e) && !slip_problem_check(p, &e);
}

static slip_verdict_word judge(const slip_problem *p, const char *name, slip_step *last, double r[9])
{
    slip_arena arena = { 0 };
    slip_error e = { 0 };
    slip_result run;
    const slip_solver *s;
    double par[SLIP_MAX_PARAMS];
    slip_verdict_word word = SLIP_VERDICT_HARNESS;
    if (!slip_solver_open(name, &s, par, &e) && !slip_run(s, p, par, NULL, NULL, NULL, NULL, &run, &arena, &e)) {
        word = slip_verify(p, run.answer.law, run.answer.dirs, &run.answer, NULL, 1e-8).word;
        *last = run.last;
        for (int i = 0; i < slip_problem_m(p) && i < 9; i++) r[i] = run.answer.r[i];
    } else diag("%s", e.text);
    slip_arena_free(&arena);
    return word;
}

/* Is there a solution?  By all bases. */
static bool solvable(const slip_problem *p)
{
    slip_arena arena = { 0 };
    slip_error e = { 0 };
    slip_lcp lcp;
    slip_enumeration all;
    if (slip_lcp_new(&lcp, p, SLIP_LCP_AUTO, &arena, &e) || slip_enumeration_new(&all, lcp.n, lcp.A, lcp.q, 1, &arena, &e)) bail_out("%s", e.text);
    while (all.count == 0 && slip_enumeration_go(&all, 64)) continue;
    bool found = all.count > 0;
    slip_arena_free(&arena);
    return found;
}

static void many(int d, int nc, int k, double mu, bool given, int count, double share)
{
    slip_rng *rng = slip_rng_new((unsigned long)(100 * d + 10 * nc + k));
    int solved = 0, lies = 0, all = 0, possible = 0, ends[2][SLIP_STEP_COUNT] = { { 0 } };
    for (int t = 0; t < count; t++) {
        slip_problem p = { 0 };
        slip_step last = SLIP_STEP_OK;
        double r[9];
        if (make(&p, rng, d, nc, k, mu, given)) {
            bool exists = d == 3 || (nc == 3 && !given) || solvable(&p);
            slip_verdict_word word = judge(&p, "baraff", &last, r);
            all++;
            solved += word == SLIP_VERDICT_VERIFIED;
            possible += exists;
            lies += word == SLIP_VERDICT_FALSE_CLAIM || word == SLIP_VERDICT_INVALID || word == SLIP_VERDICT_HARNESS || (last == SLIP_STEP_DONE && !exists) || last == SLIP_STEP_OK;
            ends[exists][last]++;
        }
        slip_problem_free(&p);
    }
    ok(lies == 0 && all == count, "%dD, %d contacts, %d velocities, mu %g%s: no false claim and no hang in %d", d, nc, k, mu, given ? ", sliding" : "", all);
    ok(solved >= share * possible && ends[0][SLIP_STEP_RAY] >= 0.9 * (all - possible), "of %d solvable %d solved, %d rays, %d without end, %d singular; of %d others %d rays, %d without end, %d singular", possible,
       solved, ends[1][SLIP_STEP_RAY], ends[1][SLIP_STEP_STALLED], ends[1][SLIP_STEP_NUMERIC],
       all - possible, ends[0][SLIP_STEP_RAY], ends[0][SLIP_STEP_STALLED], ends[0][SLIP_STEP_NUMERIC]);
    slip_rng_free(rng);
}

/* A = I, b = (-1, 3, 4), mu = 1/2: opposed to slip, not parallel to it. */
static void deviation(const char *name, double x, double y)
{
    slip_problem p;
    slip_error e = { 0 };
    double I[9] = { 1, 0, 0, 0, 1, 0, 0, 0, 1 }, r[9] = { 0 };
    slip_step last;
    if (slip_problem_new(&p, 3, 1, 0, 0, true, &e) || slip_sparse_from_dense(&p.W, SLIP_CSC, 3, 3, I, &p.arena, &e)) bail_out("%s", e.text);
    p.q[0] = -1; p.q[1] = 3; p.q[2] = 4; p.mu[0] = 0.5;
    if (slip_problem_check(&p, &e)) bail_out("%s", e.text);
    slip_verdict_word word = judge(&p, name, &last, r);
    ok(word == SLIP_VERDICT_VERIFIED && fabs(r[0] - 1) + fabs(r[1] - x) + fabs(r[2] - y) <= 1e-12, "%s: f = (%g, %g, %g), right for `opposed`", name, r[0], r[1], r[2]);
    slip_problem_free(&p);
}

int main(void)
{
    slip_error e = { 0 };
    if (slip_start(&e)) bail_out("%s", e.text);
    plan(18);
    int count = quick_or_full(130, 1300);
    many(2, 1, 3, 1.0, false, count, 1);
    many(2, 2, 6, 0.5, false, count, 0.99);
    many(2, 3, 7, 1.0, false, count, 0.98);
    many(2, 3, 3, 0.5, false, count, 0.9);      /* more contacts than velocities */
    many(2, 2, 6, 2.0, true, count, 0.9);       /* Painlevé's: some have no solution */
    many(2, 3, 7, 1.5, true, count, 0.9);
    many(3, 1, 4, 0.5, false, count, 0.98);
    many(3, 2, 7, 0.5, false, count, 0.9);
    deviation("baraff:first=x", -0.5, 0);
    deviation("baraff:first=y", 0, -0.5);
    return done();
}
