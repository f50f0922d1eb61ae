/* liar.c: lesson: solvers that lie, and how each is found out.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "reports/lesson.h"

enum { M = 12 };

static void truthful(double *r, const double *o) { memcpy(r, o, M * sizeof *r); }
static void nothing(double *r, const double *o) { (void)o; memset(r, 0, M * sizeof *r); }
static void backwards(double *r, const double *o) { for (int i = 0; i < M; i++) r[i] = i % 3 ? -o[i] : o[i]; }
static void twice_mu(double *r, const double *o) { for (int i = 0; i < M; i++) r[i] = i % 3 ? 2 * o[i] : o[i]; }
static void normal_last(double *r, const double *o) { for (int i = 0; i < M; i += 3) { r[i] = o[i + 1]; r[i + 1] = o[i + 2]; r[i + 2] = o[i]; } }
static void almost(double *r, const double *o) { for (int i = 0; i < M; i++) r[i] = o[i] * (1 + 1e-5); }
static void not_a_number(double *r, const double *o) { truthful(r, o); r[4] = NAN; }

static slip_status teach(slip_lecture *l, const double par[], slip_error *error)
{
    static const struct { const char *what; void (*lie)(double *, const double *); } lie[] = {
        { "the truth", truthful }, { "r = 0", nothing }, { "friction along the slip", backwards }, { "twice the friction", twice_mu },
        { "normal component last", normal_last }, { "off by one in 100000", almost }, { "a NaN in the middle", not_a_number } };
    char name[64], hint[256];
    slip_demo d;
    snprintf(name, sizeof name, "incline:angle=%.17g", par[0]);
    slip_status status = slip_demo_run(&d, name, "nsgs", (slip_limits){ .tol = 1e-12 }, NULL, NULL, error);
    if (status != SLIP_OK)
        return status;
    int caught = 0, count = (int)(sizeof lie / sizeof *lie);
    slip_say(l, "A box slides down a slope on four contacts. Seven answers to the same problem each come with the claim: solved, to 1e-8. The verifier reads only the problem and the impulses:");
    static const char *const row[] = { "a NaN in the middle", "off by one in 100000", "normal component last", "twice the friction", "friction along the slip", "r = 0", "the truth", NULL };
    slip_lecture_piece *p = slip_draw(l, (slip_figure){ .title = "seven answers that claim to be right", .xlabel = "worst deciding residual, found by the verifier", .ylabel = "", .logx = true, .rows = row });
    int fine = slip_draw_curve(l, p, (slip_curve){ .title = "verified", .points = true, .colour = "#2ca02c", .sign = 'o' }), bad = slip_draw_curve(l, p, (slip_curve){ .title = "found out", .points = true, .colour = "#d62728", .sign = '!' });
    slip_draw_mark(l, p, 1e-8, "the tolerance claimed");
    for (int k = 0; k < count; k++) {
        double r[M];
        lie[k].lie(r, d.result.answer.r);
        slip_answer a = { .claim = SLIP_CLAIM_SOLVED, .law = d.problem.law, .dirs = d.problem.dirs, .r = r, .claimed_error = 1e-9 };
        slip_verdict v = slip_verify(&d.problem, a.law, a.dirs, &a, &d.truth, 1e-8);
        bool hinted = k && slip_convention_hint(&d.problem, &a, 1e-8, hint);
        slip_draw_point(l, p, v.word == SLIP_VERDICT_VERIFIED ? fine : bad, v.error, count - k);
        slip_item(l, "%s: %s%s%s", lie[k].what, v.sentence, hinted ? ". Hint: " : "", hinted ? hint : "");
        if (k == 0)
            slip_tell(l, "truth_verified", v.word == SLIP_VERDICT_VERIFIED);
        caught += k && (v.word == SLIP_VERDICT_FALSE_CLAIM || v.word == SLIP_VERDICT_INVALID);
    }
    slip_say(l, "The NaN has no residual and no point in the figure: an answer that is not a number is no answer, and a condition written as residual <= tol is false for it.");
    slip_tell(l, "liars", count - 1);
    slip_tell(l, "caught", caught);
    slip_demo_end(&d);
    return SLIP_OK;
}

static const slip_param params[] = { { .name = "angle", .def = 40, .min = 27, .max = 80, .about = "slope of the incline, degrees: it slides" }, { 0 } };

const slip_lesson slip_lesson_liar = {
    .name = "liar", .title = "the solver that lies",
    .theory = "A claim is worth what an independent check of the definition finds: dynamics, both cones and complementarity, each with its worst contact. A condition is written so that NaN fails it.",
    .cite = "AcaryBremondHuber2018", .exercise = "Write an answer file of your own, `slipstick solve incline -s nsgs -o a.json`, spoil it, and see whether `slipstick verify incline a.json` finds out.", .params = params, .teach = teach
};
