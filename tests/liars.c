/* liars.c: solvers that lie in ten ways, and one that breaks the joints; each is caught and named, for every law it can lie about.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "tests/made.h"
#include "tests/tap.h"

static slip_verdict judged(const made *x) { return slip_verify(&x->problem, x->answer.law, x->answer.dirs, &x->answer, NULL, 1e-8); }

static void alone(slip_answer *a) { a->u = a->v = a->l = NULL; }        /* the liar brings r only: everything else follows from it */

static void wrong_sign(made *x) { alone(&x->answer); for (int k = 0; k < slip_problem_m(&x->problem); k++) x->answer.r[k] *= -1; }

static void wrong_order(made *x)            /* normal last, as some conventions have it */
{
    int d = x->problem.d;
    alone(&x->answer);
    for (int i = 0; i < x->problem.nc; i++) {
        double *r = x->answer.r + i * d, n = r[0];
        for (int k = 0; k + 1 < d; k++) r[k] = r[k + 1];
        r[d - 1] = n;
    }
}

static void nothing(made *x) { alone(&x->answer); for (int k = 0; k < slip_problem_m(&x->problem); k++) x->answer.r[k] = 0; }
static void not_a_number(made *x) { x->answer.r[1] = NAN; }

static void along(made *x)                  /* friction along the slip instead of against it */
{
    int d = x->problem.d;
    for (int i = 0; i < x->problem.nc; i++)
        for (int k = 1; k < d; k++)
            if (x->mode[i] == SLIP_MODE_SLIP) x->answer.r[i * d + k] *= -1;
    for (int j = 0; j < x->problem.n; j++) {    /* the equation of motion is made to hold: only the law can tell */
        x->problem.f[j] = 0;
    }
    slip_sparse_gaxpy(1, &x->problem.M, x->answer.v, x->problem.f);
    slip_sparse_gaxpy(-1, &x->problem.H, x->answer.r, x->problem.f);
}

static void old_answer(made *x)             /* the answer of the step before */
{
    made other;
    made_options o = { .d = x->problem.d, .nc = x->problem.nc, .bodies = x->problem.bodies.count, .law = x->problem.law, .dirs = x->problem.dirs, .mu = 0.5, .seed = 99 };
    made_make(&other, &o);
    memcpy(x->answer.r, other.answer.r, (size_t)slip_problem_m(&x->problem) * sizeof(double));
    memcpy(x->answer.u, other.answer.u, (size_t)slip_problem_m(&x->problem) * sizeof(double));
    memcpy(x->answer.v, other.answer.v, (size_t)x->problem.n * sizeof(double));
    made_free(&other);
}

static void small_step(made *x)             /* stopped because the last step was 1e-12, a thousandth away from the solution */
{
    alone(&x->answer);
    for (int k = 0; k < slip_problem_m(&x->problem); k++) x->answer.r[k] *= 1 + 1e-3;
    snprintf(x->answer.why, sizeof x->answer.why, "last step 1e-12");
    x->answer.claimed_error = 1e-12;
}

static void pretty(made *x)                 /* u and v of the true solution beside impulses that do not cause them */
{
    for (int k = 0; k < slip_problem_m(&x->problem); k++) x->answer.r[k] *= 2;
}

static const struct { const char *name; void (*tell)(made *); slip_verdict_word word; const char *named; } liars[] = {
    { "wrong sign", wrong_sign, SLIP_VERDICT_FALSE_CLAIM, "the opposite sign" },
    { "wrong order of components", wrong_order, SLIP_VERDICT_FALSE_CLAIM, "the normal component last" },
    { "r = 0", nothing, SLIP_VERDICT_FALSE_CLAIM, "every impulse is zero" },
    { "NaN", not_a_number, SLIP_VERDICT_INVALID, "not a finite number" },
    { "friction along the slip", along, SLIP_VERDICT_FALSE_CLAIM, "natural" },       /* at a contact that slips: asked below */
    { "small step, large residual", small_step, SLIP_VERDICT_FALSE_CLAIM, "a small last step does not mean a small residual" },
    { "answer of another problem", old_answer, SLIP_VERDICT_FALSE_CLAIM, "an answer to another one" },
    { "velocities that the impulses do not cause", pretty, SLIP_VERDICT_FALSE_CLAIM, "dynamics" },
};

/* The sentence of the verdict or the hint says which lie it is. */
static bool named(const made *x, const slip_verdict *v, const char *part, char hint[256])
{
    hint[0] = 0;
    return strstr(v->sentence, part) || (slip_convention_hint(&x->problem, &x->answer, 1e-8, hint) && strstr(hint, part));
}

/* Solved with twice the friction: the answer is right for another problem, and the primal cone tells. */
static void twice_mu(slip_law law, int d)
{
    made x;
    made_options o = { .d = d, .nc = 6, .bodies = 4, .law = law, .dirs = { 4, 0 }, .mu = 0.8, .seed = 4 };
    made_make(&x, &o);
    for (int i = 0; i < x.problem.nc; i++)
        x.problem.mu[i] = 0.4;
    slip_verdict v = judged(&x);
    ok(v.word == SLIP_VERDICT_FALSE_CLAIM && v.residual.value[SLIP_R_PRIMAL] > 1e-3 && v.contact >= 0, "%s, d = %d: a cone of twice mu: %s", slip_law_name(law), d, v.sentence);
    char hint[256];
    ok(named(&x, &v, "twice mu", hint), "and named: %s", hint);
    made_free(&x);
}

/* The relaxed law sold as the law posed: right for the law it solves, wrong for the one it claims; the two numbers say so. */
static void relaxed(slip_law solved, slip_law sold)
{
    made x;
    made_options o = { .d = 3, .nc = 6, .bodies = 4, .law = solved, .dirs = { 4, 0 }, .mu = 0.5, .seed = 6 };
    made_make(&x, &o);
    x.problem.law = sold;
    x.answer.law = sold;
    slip_verdict v = judged(&x);
    ok(v.word == SLIP_VERDICT_FALSE_CLAIM && v.contact >= 0 && x.mode[v.contact] == SLIP_MODE_SLIP, "%s sold as %s: %s", slip_law_name(solved), slip_law_name(sold), v.sentence);
    char hint[256];
    ok(named(&x, &v, slip_law_name(solved), hint) && strstr(hint, "claim that law"), "and named: %s", hint);
    x.answer.law = solved;              /* honest: claims the law it solves */
    slip_judgement both = slip_verify_both(&x.problem, &x.answer, NULL, 1e-8);
    ok(both.claimed.word == SLIP_VERDICT_VERIFIED && both.posed.word == SLIP_VERDICT_FALSE_CLAIM && both.solver_error < 1e-12 && both.model_error > 1e-3,
       "%s answered with %s: solver error %.1e, model error %.1e", slip_law_name(sold), slip_law_name(solved), both.solver_error, both.model_error);
    made_free(&x);
}

int main(void)
{
    int count = (int)(sizeof liars / sizeof *liars);
    plan(SLIP_LAW_COUNT * (2 * count + 5) + 4 + 2 + 2);
    for (int law = 0; law < SLIP_LAW_COUNT; law++) {
        for (int k = 0; k < count; k++) {
            made x;
            made_options o = { .d = 3, .nc = 6, .bodies = 4, .law = law, .dirs = { 4, 0 }, .mu = 0.5, .seed = 2 };
            char hint[256];
            made_make(&x, &o);
            liars[k].tell(&x);
            slip_verdict v = judged(&x);
            bool known = named(&x, &v, liars[k].named, hint) && (liars[k].tell != along || x.mode[v.contact] == SLIP_MODE_SLIP);
            ok(v.word == liars[k].word && (v.word == SLIP_VERDICT_INVALID || v.contact >= 0), "%s: %s: %s, %s", slip_law_name(law), liars[k].name, slip_verdict_name(v.word), v.sentence);
            ok(known, "and named: %s", hint[0] ? hint : v.sentence);
            made_free(&x);
        }
        twice_mu(law, 2);
        twice_mu(law, 3);
        made x;
        made_options o = { .d = 3, .nc = 6, .bodies = 4, .law = law, .mu = -1, .seed = 7 };
        made_make(&x, &o);
        x.answer.claim = SLIP_CLAIM_GAVE_UP;
        is_str(slip_verdict_name(judged(&x).word), "unclaimed", "%s: a correct answer claimed as a failure", slip_law_name(law));
        made_free(&x);
    }
    relaxed(SLIP_LAW_CONE, SLIP_LAW_COULOMB);
    relaxed(SLIP_LAW_CONE_FACETS, SLIP_LAW_FACETS);

    made x;
    made_options o = { .d = 3, .nc = 5, .bodies = 4, .p = 3, .law = SLIP_LAW_COULOMB, .mu = 0.5, .seed = 9 };
    made_make(&x, &o);
    for (int j = 0; j < 3; j++)
        x.answer.l[j] = 0;                  /* a solver that does not know of joints */
    x.answer.u = x.answer.v = NULL;
    slip_verdict v = judged(&x);
    ok(v.word == SLIP_VERDICT_FALSE_CLAIM && v.residual.value[SLIP_R_JOINTS] > 1e-3, "joints ignored: %s", v.sentence);
    x.answer.v = NULL;
    x.answer.l = NULL;
    v = judged(&x);
    ok(v.word == SLIP_VERDICT_VERIFIED, "joint impulses not given are found: %s", v.sentence);
    made_free(&x);
    return done();
}
