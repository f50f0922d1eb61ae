/* truths.c: what the catalogue says is known, judged by the verifier: every solution listed is verified, in every suite.
   SPDX-License-Identifier: GPL-3.0-or-later

   The verifier computes u, v and l from r alone, by its own arithmetic, so a wrong matrix, a wrong law or a wrong closed form shows. */

#include "tests/tap.h"
#include "verify/verify.h"

static int count, listed, good, near, moved, caught, none, agreed, counted, unknown, sworn;

static void judge(const char *name)
{
    slip_problem p;
    slip_truth truth;
    slip_error error;
    slip_arena arena = { 0 };
    slip_answer a;
    if (slip_problem_open(&p, name, &truth, &error) != SLIP_OK) {
        diag("%s: %s", name, error.text);
        return;
    }
    int m = slip_problem_m(&p);
    count++;
    if (truth.how == SLIP_HOW_UNKNOWN) {
        unknown++;
        sworn += truth.known == 0 && truth.solutions == SLIP_SOLUTIONS_UNKNOWN && truth.unique_u == SLIP_MAYBE && truth.unique_r == SLIP_MAYBE;
    }
    /* What it lists, what it counts and what it calls unique do not contradict each other. */
    bool fits = truth.solutions >= 0 ? truth.known <= truth.solutions : truth.solutions != SLIP_SOLUTIONS_UNKNOWN || truth.known == 0;
    fits = fits && !(truth.solutions == 1 && truth.unique_r == SLIP_NO) && !(truth.solutions > 1 && truth.unique_u == SLIP_YES && truth.unique_r == SLIP_YES)
        && !(truth.solutions == SLIP_SOLUTIONS_MANY && truth.unique_r == SLIP_YES && truth.unique_u == SLIP_YES) && (truth.how == SLIP_HOW_UNKNOWN || truth.text[0]);
    if (!fits)
        diag("%s: %d solutions, %d listed, contradict each other", name, truth.solutions, truth.known);
    counted += fits;
    slip_answer_new(&a, &p, &arena, &error);
    a.law = p.law, a.dirs = p.dirs;
    a.u = a.v = a.l = NULL;
    for (int k = 0; k < truth.known; k++) {
        a.claim = SLIP_CLAIM_SOLVED;
        memcpy(a.r, truth.r + (size_t)k * (size_t)m, (size_t)m * sizeof(double));
        slip_verdict v = slip_verify(&p, p.law, p.dirs, &a, &truth, 1e-9);
        listed++;
        good += v.word == SLIP_VERDICT_VERIFIED;
        near += v.truth_u <= 1e-9 && v.truth_r <= 1e-9;
        if (v.word != SLIP_VERDICT_VERIFIED || !(v.truth_u <= 1e-9))
            diag("%s, solution %d: %s; u is off by %.1e", name, k, v.sentence, v.truth_u);
    }
    if (truth.known > 0 && truth.unique_r == SLIP_YES) {
        a.r[0] += 0.01 * fabs(a.r[0]) + 0.01;
        slip_verdict v = slip_verify(&p, p.law, p.dirs, &a, &truth, 1e-9);
        moved++;
        caught += v.word == SLIP_VERDICT_FALSE_CLAIM;
    }
    if (truth.solutions == 0) {
        a.claim = SLIP_CLAIM_NO_SOLUTION;
        memset(a.r, 0, (size_t)m * sizeof(double));
        none++;
        agreed += slip_verify(&p, p.law, p.dirs, &a, &truth, 1e-9).word == SLIP_VERDICT_VERIFIED;
    }
    slip_arena_free(&arena);
    slip_problem_free(&p);
}

int main(void)
{
    slip_error error;
    if (slip_start(&error) != SLIP_OK)
        bail_out("%s", error.text);
    plan(7);
    for (int s = 0; slip_suites[s]; s++)
        for (int k = 0; slip_suites[s]->problems[k] && strcmp(slip_suites[s]->name, "scale") != 0; k++)
            judge(slip_suites[s]->problems[k]);
    for (int seed = 1; seed <= 20; seed++) {
        static const char *const families[] = { "dynamic:case=any", "random-lcp:kind=nonsymmetric,n=23", "random-lcp:kind=semidefinite,n=23" };
        for (int k = 0; k < 3; k++) {
            char name[80];
            snprintf(name, sizeof name, "%s,seed=%d", families[k], seed);
            judge(name);
        }
    }
    ok(listed > 100 && good == listed, "%d of %d solutions listed by %d problems are verified from r alone", good, listed, count);
    is_int(near, listed, "their u is the u listed");
    ok(moved > 30 && caught == moved, "%d of %d unique solutions, once r is moved, are false claims", caught, moved);
    ok(none > 5 && agreed == none, "%d of %d problems without solution: the truth carries the claim", agreed, none);
    is_int(counted, count, "numbers, lists and uniqueness agree with each other");
    is_int(sworn, unknown, "where nothing is known, nothing is claimed");
    ok(unknown > 0 && unknown < count / 2, "%d of %d problems are of that kind", unknown, count);
    return done();
}
