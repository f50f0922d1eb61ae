/* story.c: what happened in a run and why: the diagnosis of its history, and the error of the model beside it.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "reports/reports.h"

/* Between how many active sets a cycle jumps, and at how many contacts they differ. */
static slip_status count_sets(const slip_problem *problem, const slip_result *r, const slip_verdict *verdict, slip_symptoms *out, slip_arena *arena, slip_error *error)
{
    slip_ruler ruler;
    slip_residuals ignored;
    int nc = problem->nc, m = slip_problem_m(problem);
    slip_mode *seen = SLIP_NEW(arena, slip_mode, (size_t)nc * (size_t)r->orbit);
    bool *differs = SLIP_NEW(arena, bool, nc);
    if (arena->failed)
        return slip_fail(error, SLIP_MEMORY, "out of memory for the states of a cycle");
    slip_status status = slip_ruler_new(&ruler, problem, error);
    if (status != SLIP_OK)
        return status;
    for (int k = 0; k < r->orbit && status == SLIP_OK; k++) {
        slip_motion motion;
        slip_answer x = { .claim = SLIP_CLAIM_GAVE_UP, .law = r->answer.law, .dirs = r->answer.dirs, .r = r->lap + (size_t)k * (size_t)m };
        status = slip_residuals_get(&ruler, x.law, x.dirs, &x, verdict->tol, 0, &ignored, &motion, error);
        if (status != SLIP_OK)
            break;
        bool met = false;
        memcpy(seen + (size_t)out->sets * (size_t)nc, motion.mode, sizeof *seen * (size_t)nc);
        for (int i = 0; i < nc; i++)
            differs[i] |= motion.mode[i] != seen[i];
        for (int j = 0; j < out->sets; j++)
            met |= !memcmp(seen + (size_t)j * (size_t)nc, motion.mode, sizeof *seen * (size_t)nc);
        out->sets += !met;
        slip_arena_free(&motion.arena);
    }
    for (int i = 0; i < nc; i++)
        out->flips += differs[i];
    slip_ruler_free(&ruler);
    return status;
}

/* The verifier knows no solver: hand it the history as samples. */
static slip_status diagnose(slip_story *story, const slip_problem *problem, const slip_truth *truth, const slip_result *r, const slip_limits *limits,
                            const slip_verdict *verdict, const char *advice, slip_error *error)
{
    slip_arena arena = { 0 };
    slip_sample *sample = SLIP_NEW(&arena, slip_sample, r->moments);
    if (!sample)
        return slip_fail(error, SLIP_MEMORY, "out of memory for a history");
    for (int k = 0; k < r->moments; k++)
        sample[k] = (slip_sample){ r->history[k].step, r->history[k].residual };
    slip_history history = { .count = r->moments, .moment = sample, .tol = limits->tol, .cycle = r->cycle, .period = r->period, .miss = r->miss,
                             .watched = true, .finite = r->moments <= 1 };
    slip_status status = slip_rate_get(&history, &story->rate, error);
    slip_symptoms symptoms = { .history = &history, .rate = &story->rate, .truth = truth, .posed = verdict, .steps = r->steps,
                               .theory = r->theory, .ray = r->last == SLIP_STEP_RAY, .unseen = r->foreign.ran, .advice = advice,
                               .numeric = r->last == SLIP_STEP_NUMERIC && story->rate.kind != SLIP_RATE_DIVERGING };
    if (status == SLIP_OK && story->rate.kind == SLIP_RATE_CYCLING && r->orbit)
        status = count_sets(problem, r, verdict, &symptoms, &arena, error);
    if (status == SLIP_OK) {
        slip_diagnosis d;
        slip_diagnose(&symptoms, &d);
        story->word = d.word;
        snprintf(story->sentence, sizeof story->sentence, "%s", d.sentence);
    }
    slip_arena_free(&arena);
    return status;
}

slip_status slip_story_tell(slip_story *story, const slip_problem *problem, const slip_truth *truth, const slip_result *result, const slip_limits *limits,
                            const slip_judgement *judgement, const char *advice, slip_error *error)
{
    const slip_verdict *claimed = &judgement->claimed, *posed = &judgement->posed;
    *story = (slip_story){ .rate = { .kind = SLIP_RATE_INCONCLUSIVE, .estimate = NAN, .low = NAN, .high = NAN }, .no_rate = "nothing was run" };
    if (claimed->word == SLIP_VERDICT_NA) {
        snprintf(story->sentence, sizeof story->sentence, "%s", result ? result->answer.why : posed->sentence);
        return SLIP_OK;
    }
    if (result && slip_run_died(result)) {
        const slip_foreign *f = &result->foreign;
        story->word = slip_verdict_name(claimed->word);
        story->no_rate = "the program left no answer";
        snprintf(story->sentence, sizeof story->sentence, "%s%s%s", claimed->sentence, f->said[0] ? "; its last words: " : "", f->said);
        return SLIP_OK;
    }
    if (result) {
        slip_status status = diagnose(story, problem, truth, result, limits, claimed, advice, error);
        if (status != SLIP_OK)
            return status;
        story->no_rate = result->foreign.ran ? "the program shows no steps" : "the history shows none";
    } else {
        snprintf(story->sentence, sizeof story->sentence, "%s", posed->sentence);
    }
    if (result && result->last == SLIP_STEP_NONE) {
        story->word = slip_rate_name(SLIP_RATE_FINITE);
        bool right = truth && truth->solutions == 0;
        char after[48] = "";
        if (!result->foreign.ran)
            snprintf(after, sizeof after, " after %ld step%s", result->steps, result->steps == 1 ? "" : "s");
        snprintf(story->sentence, sizeof story->sentence, "%ssays%s that %s", right ? "rightly " : "", after, right && strstr(truth->text, "no solution") ? truth->text : "no solution exists");
        return SLIP_OK;
    }
    bool good = claimed->word == SLIP_VERDICT_VERIFIED || claimed->word == SLIP_VERDICT_UNCLAIMED;
    /* A few quick steps have no rate, but they are no riddle either. */
    if (good && result && !result->foreign.ran && story->rate.kind == SLIP_RATE_INCONCLUSIVE && !(truth && truth->solutions == 0))
        snprintf(story->sentence, sizeof story->sentence, "done in %ld step%s, too few or too uneven for a rate", result->steps, result->steps == 1 ? "" : "s");
    size_t used = strlen(story->sentence);
    if (good && judgement->model_error > posed->tol)
        snprintf(story->sentence + used, sizeof story->sentence - used,
                 "; the answer is right for %s and off by %.2g (%s) for %s, the law posed: that is the error of the model",
                 slip_law_name(claimed->law), judgement->model_error, slip_residual_name(posed->condition), slip_law_name(posed->law));
    return SLIP_OK;
}
