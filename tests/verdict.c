/* verdict.c: manufactured answers are verified in every law, form and dimension; claim x finding gives the right word.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "tests/made.h"
#include "tests/tap.h"

static slip_verdict posed(const made *x, double tol)
{
    return slip_verify(&x->problem, x->problem.law, x->problem.dirs, &x->answer, NULL, tol);
}

static double most(const slip_verdict *v)
{
    double s = 0;
    for (int id = 0; id < SLIP_R_COUNT; id++)
        if (slip_residual_decides(id) && !v->residual.undefined[id] && !(v->residual.value[id] <= s)) s = v->residual.value[id];
    return s;
}

/* every law x d x form x joints, from full answers and from r alone; the states are those it was made with */
static void all_laws(void)
{
    for (int law = 0; law < SLIP_LAW_COUNT; law++)
        for (int d = 1; d <= 3; d++)
            for (int local = 0; local < 2; local++) {
                int good = 0, alone = 0, right = 0, count = 0;
                double largest = 0;
                for (int p = 0; p <= 3; p += 3)
                    for (int kind = 0; kind < 3; kind++)
                        for (unsigned long seed = 1; seed <= 3; seed++) {
                            made x;
                            made_options o = { .d = d, .nc = 7, .bodies = 5, .p = p, .local = local, .law = law, .dirs = { kind == 1 ? 8 : 4, kind == 2 ? 0.3 : 0 },
                                               .given = kind == 1 ? 0.5 : 0, .bilateral = kind == 2 ? 0.4 : 0, .mu = -1, .seed = seed };
                            made_make(&x, &o);
                            slip_verdict v = posed(&x, 1e-10);
                            good += v.word == SLIP_VERDICT_VERIFIED;
                            if (v.word != SLIP_VERDICT_VERIFIED) diag("d %d p %d kind %d: %s", d, p, kind, v.sentence);
                            largest = fmax(largest, most(&v));
                            int modes[SLIP_MODE_COUNT] = {0};
                            for (int i = 0; i < o.nc; i++)
                                modes[x.mode[i]]++;
                            right += !memcmp(modes, v.modes, sizeof modes);
                            x.answer.u = x.answer.v = x.answer.l = NULL;
                            v = posed(&x, 1e-10);
                            alone += v.word == SLIP_VERDICT_VERIFIED;
                            if (v.word != SLIP_VERDICT_VERIFIED) diag("r alone, d %d p %d kind %d: %s", d, p, kind, v.sentence);
                            count++;
                            made_free(&x);
                        }
                ok(good == count && alone == count && right == count, "%s, d = %d, %s: %d answers verified at 1e-10, from r alone too, with their states (largest %.1e)",
                   slip_law_name(law), d, local ? "local" : "global", count, largest);
            }
}

static void words(void)
{
    made x;
    made_options o = { .d = 3, .nc = 6, .bodies = 4, .law = SLIP_LAW_COULOMB, .mu = 0.5, .seed = 5 };
    made_make(&x, &o);
    is_str(slip_verdict_name(posed(&x, 1e-8).word), "verified", "solved and right");
    x.answer.claim = SLIP_CLAIM_GAVE_UP;
    is_str(slip_verdict_name(posed(&x, 1e-8).word), "unclaimed", "gave up and right");
    x.answer.claim = SLIP_CLAIM_NO_SOLUTION;
    is_str(slip_verdict_name(posed(&x, 1e-8).word), "false-claim", "no solution, yet its vectors solve it");
    x.answer.claim = SLIP_CLAIM_NOT_FOR_LAW;
    is_str(slip_verdict_name(posed(&x, 1e-8).word), "n/a", "not for this law");
    x.answer.r[4] += 0.01;
    x.answer.claim = SLIP_CLAIM_SOLVED;
    is_str(slip_verdict_name(posed(&x, 1e-8).word), "false-claim", "solved but wrong");
    x.answer.claim = SLIP_CLAIM_GAVE_UP;
    is_str(slip_verdict_name(posed(&x, 1e-8).word), "inaccurate", "gave up and wrong");
    x.answer.claim = SLIP_CLAIM_NO_SOLUTION;
    is_str(slip_verdict_name(posed(&x, 1e-8).word), "unproved", "no solution, without certificate");
    slip_truth truth = { .how = SLIP_HOW_MANUFACTURED, .solutions = SLIP_SOLUTIONS_SOME };
    slip_verdict v = slip_verify(&x.problem, SLIP_LAW_COULOMB, x.problem.dirs, &x.answer, &truth, 1e-8);
    is_str(slip_verdict_name(v.word), "false-claim", "no solution, but one is known");
    truth.solutions = 0;
    v = slip_verify(&x.problem, SLIP_LAW_COULOMB, x.problem.dirs, &x.answer, &truth, 1e-8);
    is_str(slip_verdict_name(v.word), "verified", "no solution, and none exists");
    x.answer.r[4] = NAN;
    x.answer.claim = SLIP_CLAIM_SOLVED;
    is_str(slip_verdict_name(posed(&x, 1e-8).word), "invalid", "solved, with NaN");
    x.answer.claim = SLIP_CLAIM_GAVE_UP;
    is_str(slip_verdict_name(posed(&x, 1e-8).word), "inaccurate", "gave up, with NaN");
    x.answer.r = NULL;
    x.answer.claim = SLIP_CLAIM_SOLVED;
    is_str(slip_verdict_name(posed(&x, 1e-8).word), "invalid", "solved, without impulses");
    made_free(&x);
}

/* W = (1,-1)(1,-1)', q = (-1, 1/2), mu = 1: y = (1, 1) is in K, W y = 0 and q'y < 0, so the relaxed law has no
   solution.  Coulomb's asks for less than u in K*, and such a y says nothing of it. */
static void certificates(void)
{
    static const char text[] = "{\"schema\":\"slipstick.problem/1\",\"dimension\":2,\"law\":\"cone\",\"mu\":[1],\"W\":[[1,-1],[-1,1]],\"q\":[-1,0.5]}";
    static const struct { double y[2]; slip_law law; bool holds; const char *what; } cases[] = {
        { { 1, 1 }, SLIP_LAW_CONE, true, "no solution, by a vector of the friction cone" },
        { { 1, 1 }, SLIP_LAW_CONE_FACETS, true, "and for facets" },
        { { 1, 1 }, SLIP_LAW_COULOMB, false, "such a vector says nothing of Coulomb's law" },
        { { 1, 1.0001 }, SLIP_LAW_CONE, false, "a vector that leaves the cone by little proves nothing" },
        { { 1, 0.5 }, SLIP_LAW_CONE, false, "nor one that some impulse of the cone pushes back" },
        { { -1, -1 }, SLIP_LAW_CONE, false, "nor one with the wrong sign" },
        { { 0, 0 }, SLIP_LAW_CONE, false, "nor nothing" },
        { { NAN, 1 }, SLIP_LAW_CONE, false, "nor NaN" } };
    slip_problem problem;
    slip_error error = { 0 };
    if (!ok(slip_problem_read_bytes(&problem, NULL, text, strlen(text), &error) == SLIP_OK, "a problem whose relaxation has no solution")) bail_out("%s", error.text);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        double r[2] = { 0 }, y[2] = { cases[k].y[0], cases[k].y[1] };
        slip_answer a = { .claim = SLIP_CLAIM_NO_SOLUTION, .law = cases[k].law, .dirs = problem.dirs, .r = r, .farkas = y };
        slip_verdict v = slip_verify(&problem, cases[k].law, problem.dirs, &a, NULL, 1e-8);
        ok(v.word == SLIP_VERDICT_VERIFIED && !strstr(v.sentence, "certificate") == !cases[k].holds && !strstr(v.sentence, "enumeration") == cases[k].holds,
           "%s; without it, by exact enumeration", cases[k].what);
    }
    slip_problem_free(&problem);
}

/* "No solution", without a certificate and with nothing known of the problem: decided exactly where it is small. */
static void enumerated(void)
{
    static const struct { const char *name, *word; } cases[] = {
        { "pair", "verified" }, { "painleve-rod:mu=2", "verified" }, { "painleve-rod:mu=2,g=-9.81", "false-claim" }, { "slab", "false-claim" }, { "cannonball:n=6", "unproved" } };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        slip_problem p;
        slip_error error = { 0 };
        if (slip_problem_open(&p, cases[k].name, NULL, &error)) bail_out("%s", error.text);
        slip_answer a = { .claim = SLIP_CLAIM_NO_SOLUTION, .law = p.law, .dirs = p.dirs };
        is_str(slip_verdict_name(slip_verify(&p, p.law, p.dirs, &a, NULL, 1e-8).word), cases[k].word, "%s, said to have no solution", cases[k].name);
        slip_problem_free(&p);
    }
}


int main(void)
{
    plan(SLIP_LAW_COUNT * 6 + 26);
    all_laws();
    words();
    certificates();
    enumerated();
    return done();
}
