/* diagnosis.c: the sentence says what happened, why and what to do; a wrong convention is recognised.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "tests/made.h"
#include "tests/tap.h"

static slip_diagnosis told(const slip_sample *m, int count, long cycle, slip_symptoms s)
{
    slip_history h = { .count = count, .moment = m, .tol = 1e-8, .cycle = cycle };
    slip_rate rate;
    slip_error error;
    slip_diagnosis d;
    if (slip_rate_get(&h, &rate, &error) != SLIP_OK) bail_out("%s", error.text);
    s.history = &h;
    s.rate = &rate;
    slip_diagnose(&s, &d);
    return d;
}

#define says(d, part, ...) ok(strstr((d).sentence, part) != NULL, __VA_ARGS__) || (diag("  %s", (d).sentence), 0)

static void sentences(void)
{
    slip_sample m[200];
    slip_verdict wrong = { .word = SLIP_VERDICT_INACCURATE, .condition = SLIP_R_PRIMAL, .contact = 7, .error = 0.03 };
    slip_symptoms s = { .theory = NAN, .posed = &wrong };
    for (int k = 0; k < 200; k++) m[k] = (slip_sample){ k, pow(0.95, k) };
    slip_diagnosis d = told(m, 200, 0, s);
    diag("%s", d.sentence);
    is_str(d.word, "linear", "a slow contraction");
    says(d, "about 1.6e+02 more steps", "the steps still needed: log(1e-8/0.95^199)/log 0.95 = 160");
    says(d, "contact 7", "the worst contact");
    says(d, "friction cone", "what is wrong there");
    s.theory = 0.95;
    d = told(m, 200, 0, s);
    says(d, "(theory: 0.95)", "the theory beside it");
    s.theory = 0.5;
    d = told(m, 200, 0, s);
    says(d, "which it misses", "a theory that it misses");

    for (int k = 0; k < 40; k++) m[k] = (slip_sample){ k, k % 2 ? 0.4 : 0.1 };
    s = (slip_symptoms){ .theory = NAN, .sets = 2, .flips = 3, .posed = &wrong };
    d = told(m, 40, 2, s);
    diag("%s", d.sentence);
    says(d, "repetition", "a proved cycle");
    says(d, "cycles with period 2 between two active sets, which differ at 3 contacts", "between active sets");
    says(d, "half the step", "and its cure");
    s.advice = "mu = 0.6 lies in the contraction window 0.534..0.937; damping 0.5 converges";
    d = told(m, 40, 2, s);
    says(d, "contraction window 0.534..0.937", "what the method itself knows comes first");

    slip_truth none = { .how = SLIP_HOW_EXACT, .solutions = 0, .text = "G < 0 and b < 0" };
    for (int k = 0; k < 60; k++) m[k] = (slip_sample){ k, pow(1.8, k) };
    s = (slip_symptoms){ .theory = NAN, .truth = &none, .posed = &wrong };
    d = told(m, 60, 0, s);
    diag("%s", d.sentence);
    is_str(d.word, "diverging", "growth");
    says(d, "because no solution exists: G < 0 and b < 0", "and its reason");
    m[30].residual = NAN;
    for (int k = 0; k < 30; k++) m[k].residual = 1;
    s = (slip_symptoms){ .theory = NAN };
    d = told(m, 31, 0, s);
    is_str(d.word, "NaN", "broken arithmetic");
    s.ray = true;
    s.steps = 4;
    d = told(m, 0, 0, s);
    is_str(d.word, "ray", "a ray");
    says(d, "proves nothing", "which proves nothing");

    made x;                         /* masses far apart */
    made_options o = { .d = 3, .nc = 12, .bodies = 6, .law = SLIP_LAW_COULOMB, .mu = 0.5, .mass = 1e7, .seed = 3 };
    made_make(&x, &o);
    slip_ruler ruler;
    slip_error error;
    if (slip_ruler_new(&ruler, &x.problem, &error) != SLIP_OK) bail_out("%s", error.text);
    for (int k = 0; k < 200; k++) m[k] = (slip_sample){ k, 0.1 * (1 + 1e-3 * sin(k)) };
    s = (slip_symptoms){ .theory = NAN, .ruler = &ruler, .posed = &wrong };
    d = told(m, 200, 0, s);
    diag("%s", d.sentence);
    is_str(d.word, "stalled", "a stall");
    says(d, "masses span", "with masses far apart, says so");
    slip_ruler_free(&ruler);
    made_free(&x);
}

static void conventions(void)
{
    static const struct { const char *part; int kind; } cases[] = {
        { "normal component last", 0 }, { "opposite sign", 1 }, { "tangents' signs", 2 }, { "all normals, then all first tangents", 3 }, { "opposite order", 4 },
        { "tangents exchanged", 5 }, { "not theirs", 6 }, { "mu = 0", 7 }, { "1/mu", 8 }, { "law cone", 9 },
    };
    for (int c = 0; c < (int)(sizeof cases / sizeof *cases); c++) {
        made x;
        made_options o = { .d = 3, .nc = 6, .bodies = 4, .law = cases[c].kind == 9 ? SLIP_LAW_CONE : SLIP_LAW_COULOMB, .mu = cases[c].kind == 7 ? 0 : 0.7, .seed = 12 };
        made_make(&x, &o);
        double r[18];
        memcpy(r, x.answer.r, sizeof r);
        if (cases[c].kind != 6) x.answer.u = x.answer.v = NULL;
        for (int i = 0; i < 6; i++)
            for (int k = 0; k < 3; k++) {
                double v = r[i * 3 + k];
                switch (cases[c].kind) {
                case 0: x.answer.r[i * 3 + (k + 2) % 3] = v; break;
                case 1: x.answer.r[i * 3 + k] = -v; break;
                case 2: x.answer.r[i * 3 + k] = k ? -v : v; break;
                case 3: x.answer.r[k * 6 + i] = v; break;
                case 4: x.answer.r[(5 - i) * 3 + k] = v; break;
                case 5: x.answer.r[i * 3 + (k ? 3 - k : 0)] = v; break;
                case 6: x.answer.u[i * 3 + k] += 0.1; break;
                case 7: x.problem.mu[i] = 0.7; break;
                case 8: x.problem.mu[i] = 1 / 0.7; break;
                default: x.answer.law = SLIP_LAW_COULOMB; break;
                }
            }
        char text[256];
        bool found = slip_convention_hint(&x.problem, &x.answer, 1e-8, text);
        ok(found && strstr(text, cases[c].part), "recognised: %s", found ? text : "nothing");
        made_free(&x);
    }
    made x;
    char text[256];
    made_options o = { .d = 3, .nc = 6, .bodies = 4, .law = SLIP_LAW_COULOMB, .mu = 0.5, .seed = 12 };
    made_make(&x, &o);
    ok(!slip_convention_hint(&x.problem, &x.answer, 1e-8, text), "a right answer needs no hint");
    for (int k = 0; k < 18; k++) x.answer.r[k] = sin(k);
    ok(!slip_convention_hint(&x.problem, &x.answer, 1e-8, text), "rubbish gets none");
    made_free(&x);
}

int main(void)
{
    slip_error error;
    plan(17 + 12);
    if (slip_start(&error) != SLIP_OK) bail_out("%s", error.text);
    sentences();
    conventions();
    return done();
}
