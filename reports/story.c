/* story.c: what happened in a run and why, in a word and a sentence.
   SPDX-License-Identifier: GPL-3.0-or-later

   The history says what happened, the truth of the problem says why. */

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "reports/reports.h"

static void say(slip_story *story, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void say(slip_story *story, const char *format, ...)
{
    size_t used = strlen(story->sentence);
    va_list args;
    va_start(args, format);
    vsnprintf(story->sentence + used, sizeof story->sentence - used, format, args);
    va_end(args);
}

/* Factor a step over the later half of the moments that can be compared; NaN when there are fewer than three. */
static double tail_rate(const slip_result *r)
{
    int last = r->moments - 1, usable = 0;
    while (last >= 0 && !(r->history[last].residual > 0 && isfinite(r->history[last].residual)))
        last--;
    for (int i = last; i >= 0 && r->history[i].residual > 0 && isfinite(r->history[i].residual); i--)
        usable++;
    if (usable < 3)
        return NAN;
    const slip_moment *b = &r->history[last], *a = &r->history[last - usable / 2];
    return exp((log(b->residual) - log(a->residual)) / (double)(b->step - a->step));
}

static bool grew(const slip_result *r)
{
    double least = INFINITY, most = 0;
    for (int i = 0; i < r->moments; i++) {
        least = fmin(least, r->history[i].residual);
        if (isfinite(r->history[i].residual))
            most = fmax(most, r->history[i].residual);
    }
    return most > 100 * least;
}

static void what(slip_story *story, const slip_result *r, const slip_limits *limits, bool good)
{
    double rate = story->rate;
    if (r->answer.claim == SLIP_CLAIM_NOT_FOR_LAW) {
        say(story, "%s", r->answer.why);
    } else if (r->cycle > 1) {
        story->word = "cycling";
        say(story, "cycles with period %ld: the iterates repeat bitwise", r->cycle);
    } else if (rate > 1 && grew(r) && !good) {
        story->word = "diverging";
        say(story, "diverges, by a factor %.3g a step", rate);
    } else if (r->last == SLIP_STEP_RAY) {
        story->word = "ray";
        say(story, "ends on a ray after %ld steps", r->steps);
    } else if (r->last == SLIP_STEP_NUMERIC || (!good && isnan(r->residual) && r->moments)) {
        story->word = "NaN";
        say(story, "the arithmetic broke down after %ld steps", r->steps);
    } else if (r->last == SLIP_STEP_NONE) {
        story->word = "finite";
        say(story, "says after %ld step%s that no solution exists", r->steps, r->steps == 1 ? "" : "s");
    } else if (good && r->steps <= 1) {
        story->word = "finite";
        say(story, r->steps ? "done in one step" : "done before the first step");
    } else if (good && rate > 0) {
        story->word = "linear";
        say(story, "converges in %ld steps, by a factor %.3g a step towards the end", r->steps, rate);
    } else if (r->last == SLIP_STEP_DONE || good) {
        story->word = "finite";
        say(story, "ends by itself after %ld step%s", r->steps, r->steps == 1 ? "" : "s");
    } else if (r->last == SLIP_STEP_STALLED || rate > 0.9999) {
        story->word = "stalled";
        say(story, "stalls at a residual of %.2g after %ld steps", r->residual, r->steps);
    } else {
        story->word = "inconclusive";
        say(story, "stopped by the limit of %s after %ld steps at a residual of %.2g",
            limits->time > 0 && r->wall >= limits->time ? "time" : "steps", r->steps, r->residual);
        if (rate < 1 && r->residual > limits->tol)
            say(story, "; at its rate of %.4g a step about %.2g more would be needed", rate, log(limits->tol / r->residual) / log(rate));
    }
}

/* "because no solution exists: ..."; the truth's own words may begin alike. */
static void because(slip_story *story, const slip_truth *truth, bool good)
{
    static const char none[] = "no solution: ";
    const char *text = truth->text;
    if (!strncmp(text, none, sizeof none - 1))
        text += sizeof none - 1;
    say(story, "%s%s%s", !*story->sentence ? "" : good ? "; but " : ", because ",
        !strncmp(text, "no solution exists", 18) ? "" : "no solution exists: ", text);
}

void slip_story_tell(slip_story *story, const slip_truth *truth, const slip_result *result, const slip_limits *limits,
                     const slip_judgement *judgement)
{
    const slip_verdict *claimed = &judgement->claimed, *posed = &judgement->posed;
    *story = (slip_story){ .rate = NAN, .why_no_rate = "nothing was run" };
    bool good = claimed->word == SLIP_VERDICT_VERIFIED || claimed->word == SLIP_VERDICT_UNCLAIMED;
    bool wrong_model = good && judgement->model_error > posed->tol;
    if (result) {
        story->rate = tail_rate(result);
        story->why_no_rate = "fewer than three residuals could be compared";
        what(story, result, limits, good);
    }
    if (claimed->word == SLIP_VERDICT_NA)
        return;
    if (truth && truth->solutions == 0)
        because(story, truth, good);
    else if (truth && truth->solutions > 1)
        say(story, "%sthe problem has %d solutions", *story->sentence ? "; " : "", truth->solutions);
    if (wrong_model)
        say(story, "%sthe answer is right for %s and off by %.2g (%s) for %s, the law posed: that is the error of the model", *story->sentence ? "; " : "",
            slip_law_name(claimed->law), judgement->model_error, slip_residual_name(posed->condition), slip_law_name(posed->law));
    if (!*story->sentence)
        say(story, "%s", posed->sentence);
}
