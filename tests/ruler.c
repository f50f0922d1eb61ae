/* ruler.c: the speed a problem is measured with: what rounding left of q is no speed, what is small and true is one.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "tests/made.h"
#include "tests/tap.h"

static slip_verdict posed(const slip_problem *p, const slip_answer *x) { return slip_verify(p, p->law, p->dirs, x, NULL, 1e-8); }

static double speed(const slip_problem *p)
{
    slip_ruler ruler;
    slip_error error;
    if (slip_ruler_new(&ruler, p, &error) != SLIP_OK) bail_out("%s", error.text);
    double V = ruler.V;
    slip_ruler_free(&ruler);
    return V;
}

/* Contacts that joints hold still, all or some of them, also by redundant joints: the answer they were made from is verified, in other
   units too; wrong by 1e-6 in the velocities or the impulses of the joints it is not. */
static void locked(void)
{
    for (int local = 0; local < 2; local++)
        for (int d = 1; d <= 3; d++) {
            int count = 0, good = 0, same = 0, fooled = 0, none = 0;
            for (unsigned long seed = 1; seed <= 10; seed++)
                for (int k = 0; k < 12; k++) {
                    int per = d == 1 ? 1 : d == 2 ? 3 : 6, bodies = 1 + k % 3;
                    made x;
                    made_options o = { .d = d, .nc = 1 + k % 4, .bodies = bodies, .p = per * bodies + (k + (int)seed) % 3, .local = local, .mu = -1, .seed = seed,
                                       .law = SLIP_LAW_COULOMB, .bilateral = k % 2 ? 1 : 0 };
                    made_make(&x, &o);
                    slip_twin twin;
                    slip_error error;
                    if (slip_twin_units(&twin, &x.problem, &x.answer, 1e3, 1e-3, 60, &error) != SLIP_OK) bail_out("%s", error.text);
                    count++;
                    none += speed(&x.problem) == 0;
                    good += posed(&x.problem, &x.answer).word == SLIP_VERDICT_VERIFIED;
                    same += posed(&twin.problem, &twin.answer).word == SLIP_VERDICT_VERIFIED && (speed(&twin.problem) == 0) == (speed(&x.problem) == 0);
                    if (local) x.answer.l[0] += 1e-6 / sqrt(x.problem.R.x[0]);        /* R_00: joints are drawn without a unit */
                    else x.answer.v[0] += 1e-6;
                    fooled += posed(&x.problem, &x.answer).word == SLIP_VERDICT_VERIFIED;
                    slip_twin_free(&twin);
                    made_free(&x);
                }
            ok(good == count, "%s, d = %d: %d of %d answers with contacts locked by joints are verified (%d without a speed)", local ? "local" : "global", d, good, count, none);
            ok(same == count, "%s, d = %d: %d of %d in other units", local ? "local" : "global", d, same, count);
            ok(fooled == 0, "%s, d = %d: %d of %d wrong ones are", local ? "local" : "global", d, fooled, count);
            if (d == 1) ok(none > 0, "%d of the problems have no speed of their own", none);
        }
}

/* Two bodies of mass 1 on a line, contact 0 under the first, contact 1 under the second, which a joint holds.  q of the first is exactly
   -small, left by the sum of f and w = -f - small. */
static void small_and_true(double f, double small, bool local)
{
    slip_problem p;
    slip_error error;
    slip_answer x;
    slip_arena arena = {0};
    if (slip_problem_new(&p, 1, 2, local ? 0 : 2, 1, local, &error) != SLIP_OK) bail_out("%s", error.text);
    static const double one[] = { 1, 0, 0, 1 }, last[] = { 0, 1 };
    p.law = SLIP_LAW_COULOMB;
    if (local) {
        made_dense(&p.W, 2, 2, one, &p.arena);
        made_dense(&p.V, 2, 1, last, &p.arena);
        made_dense(&p.R, 1, 1, one, &p.arena);
        p.q[0] = -small;
    } else {
        made_dense(&p.M, 2, 2, one, &p.arena);
        made_dense(&p.H, 2, 2, one, &p.arena);
        made_dense(&p.G, 2, 1, last, &p.arena);
        p.f[0] = f;
        p.w[0] = -f - small;
    }
    if (slip_answer_new(&x, &p, &arena, &error) != SLIP_OK) bail_out("%s", error.text);
    x.claim = SLIP_CLAIM_SOLVED;
    x.law = p.law;
    x.u = x.v = x.l = NULL;
    x.farkas = NULL;
    const char *form = local ? "local" : "global";
    ok(speed(&p) == small, "%s, parts %g: a true q of %g is the speed (%g)", form, f, small, speed(&p));
    x.r[0] = small;
    ok(posed(&p, &x).word == SLIP_VERDICT_VERIFIED, "%s, parts %g: the impulse that stops it is verified", form, f);
    static const double wrong[] = { 0, 0.5, 1 - 1e-6, 1 + 1e-6, 2, -1 };
    int fooled = 0;
    for (int k = 0; k < 6; k++) {
        x.r[0] = wrong[k] * small;
        fooled += posed(&p, &x).word == SLIP_VERDICT_VERIFIED;
    }
    ok(fooled == 0, "%s, parts %g: %d of 6 wrong ones are, by 1e-6 of it or more", form, f, fooled);
    slip_arena_free(&arena);
    slip_problem_free(&p);
}

/* A body carried at the speed of its support, 0.1 + 0.2 - 0.3: q is what rounding leaves.  Resting without impulse is right; leaning on
   the support is not, however little. */
static void carried(void)
{
    slip_problem p;
    slip_error error;
    slip_answer x;
    slip_arena arena = {0};
    if (slip_problem_new(&p, 1, 1, 2, 0, false, &error) != SLIP_OK) bail_out("%s", error.text);
    made_dense(&p.M, 2, 2, (const double[]){ 1, 0, 0, 1 }, &p.arena);
    made_dense(&p.H, 2, 1, (const double[]){ -1, -1 }, &p.arena);
    p.law = SLIP_LAW_COULOMB;
    p.f[0] = 0.1;
    p.f[1] = 0.2;
    p.w[0] = 0.3;
    if (slip_answer_new(&x, &p, &arena, &error) != SLIP_OK) bail_out("%s", error.text);
    x.claim = SLIP_CLAIM_SOLVED;
    x.law = p.law;
    x.u = x.v = x.l = NULL;
    x.farkas = NULL;
    ok(speed(&p) == 0, "what is left of 0.3 - 0.1 - 0.2 is no speed");
    ok(posed(&p, &x).word == SLIP_VERDICT_VERIFIED, "no impulse where nothing moves but by rounding: verified");
    static const double wrong[] = { 1, -1, 1e-6, -1e-6, 1e-12, -1e-12, 1e-14 };
    int fooled = 0;
    for (int k = 0; k < 7; k++) {
        x.r[0] = wrong[k];
        fooled += posed(&p, &x).word == SLIP_VERDICT_VERIFIED;
    }
    ok(fooled == 0, "%d of 7 impulses there are verified, the smallest 1e-14", fooled);
    p.w[0] += 1e-9;                                 /* leaves slowly: no speed either, but u = 0 is a lie */
    double zero = 0;
    x.r[0] = 0;
    ok(posed(&p, &x).word == SLIP_VERDICT_VERIFIED, "a body that leaves at 1e-9 is verified");
    x.u = &zero;
    ok(posed(&p, &x).word != SLIP_VERDICT_VERIFIED, "the same body said to stay is not");
    slip_arena_free(&arena);
    slip_problem_free(&p);
}

static void memory(void)
{
    made x;
    made_options o = { .d = 2, .nc = 3, .bodies = 2, .p = 7, .mu = -1, .seed = 4, .law = SLIP_LAW_COULOMB };
    made_make(&x, &o);
    int said = 0, step = 0;
    for (slip_status status = SLIP_MEMORY; status != SLIP_OK && step < 1000; step++) {
        slip_ruler ruler;
        slip_error error;
        slip_memory_fail_at(step + 1);
        status = slip_ruler_new(&ruler, &x.problem, &error);
        slip_memory_fail_at(0);
        said += status == SLIP_MEMORY;
        if (status == SLIP_OK) slip_ruler_free(&ruler);
    }
    ok(said > 0 && said == step - 1, "without memory a ruler says so (%d places)", said);
    made_free(&x);
}

int main(void)
{
    plan(38);
    locked();
    small_and_true(0, 1e-14, false);
    small_and_true(1, 0x1p-46, false);
    small_and_true(0, 1e-14, true);
    small_and_true(0, 1e-300, false);
    carried();
    memory();
    return done();
}
