/* trial.c: one run in a limited child, judged by its parent and put into words.
   SPDX-License-Identifier: GPL-3.0-or-later

   The child only computes; what it says of itself is a claim.  Whatever it does to itself costs one row:

       killed by a limit -> timeout, memory, output;  died or left without an answer -> crash;  our own fault -> harness */

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "reports/study.h"

enum { SMALL_ANSWER = 3000, LARGEST_PROOF = 600, SHOT_M = 20000, MOMENTS = 4000, PRINTED = 1 << 20 };

typedef struct { const slip_trial *trial; const slip_problem *problem; slip_arena arena; slip_parcel parcel; } child_work;

/* Keep iterates at steps 1, 2, 4, ... for the verifier. */
static int keep_shot(void *ctx, long step, const slip_iterate *it, double residual)
{
    child_work *w = ctx;
    slip_parcel *p = &w->parcel;
    (void)residual;
    if (step < 1 || (step & (step - 1)) || p->shots == SLIP_SHOTS)
        return 0;
    int m = slip_problem_m(w->problem), np = w->problem->p;
    double *r = SLIP_NEW(&w->arena, double, m), *l = SLIP_NEW(&w->arena, double, np);
    if (!r || !l)
        return 0;
    memcpy(r, it->r, sizeof *r * (size_t)m);
    if (np)
        memcpy(l, it->l, sizeof *l * (size_t)np);
    p->shot_step[p->shots] = step;
    p->shot_r[p->shots] = r;
    p->shot_l[p->shots++] = l;
    return 0;
}

static int in_child(void *ctx, int fd)
{
    child_work *w = ctx;
    const slip_trial *t = w->trial;
    bool shots = !(t->solver->flags & SLIP_FINITE) && slip_problem_m(w->problem) <= SHOT_M;
    slip_limits limits = t->limits;
    limits.memory = t->memory;
    w->parcel.status = slip_run(t->solver, w->problem, t->par, &limits, NULL, shots ? keep_shot : NULL, w, &w->parcel.result, &w->arena, &w->parcel.error);
    slip_result *r = &w->parcel.result;
    if (w->parcel.status == SLIP_OK && !r->foreign.ran)
        w->parcel.status = slip_cure_find(w->parcel.advice, t->solver, w->problem, t->par, &limits, r, true, NULL, NULL, &w->parcel.error);
    if (r->orbit > SLIP_LAP || !shots)
        r->orbit = 0;
    if (r->moments > MOMENTS) {                     /* the end matters most */
        r->history += r->moments - MOMENTS;
        r->moments = MOMENTS;
    }
    int code = slip_parcel_send(&w->parcel, w->problem, fd) ? 3 : 0;
    slip_arena_free(&w->arena);
    return code;
}

/* ---- judging ------------------------------------------------------------------------------------------------ */

/* slip_run itself failed: a method that could not begin has given up, for a reason. */
static bool failed_run(slip_parcel *p, const slip_problem *problem, double tol, slip_judgement *j)
{
    if (p->status == SLIP_OK)
        return false;
    if (p->status == SLIP_MEMORY || p->status == SLIP_BUG) {
        *j = slip_judge_nothing(problem, tol, p->status == SLIP_MEMORY ? SLIP_VERDICT_MEMORY : SLIP_VERDICT_HARNESS, p->error.text);
        return true;
    }
    slip_answer *a = &p->result.answer;
    a->claim = SLIP_CLAIM_GAVE_UP;
    a->r = a->u = a->v = a->l = a->farkas = NULL;
    snprintf(a->why, sizeof a->why, "%.127s", p->error.text);
    snprintf(p->result.note, sizeof p->result.note, "%.127s", p->error.text);
    return false;
}

/* step, stopping residual, verified error: "nan" where one was not measured. */
static void write_trace(const slip_parcel *p, const slip_problem *problem, const slip_truth *truth, double tol, slip_text *out)
{
    const slip_result *r = &p->result;
    slip_ruler ruler;
    slip_error ignored = { 0 };
    char a[32], b[32];
    if (r->moments < 2)
        return;
    bool ruled = p->shots && slip_ruler_new(&ruler, problem, &ignored) == SLIP_OK;
    slip_text_add(out, "step\tresidual\tverified\n");
    for (int i = 0, k = 0; i < r->moments || (ruled && k < p->shots);) {
        long here = i < r->moments ? r->history[i].step : p->shot_step[k];
        double verified = NAN, residual = NAN;
        if (ruled && k < p->shots && p->shot_step[k] < here)
            here = p->shot_step[k];
        if (i < r->moments && r->history[i].step <= here)
            residual = r->history[i++].residual;
        if (ruled && k < p->shots && p->shot_step[k] <= here) {
            slip_answer shot = { .claim = SLIP_CLAIM_GAVE_UP, .law = r->answer.law, .dirs = r->answer.dirs, .r = p->shot_r[k],
                                 .l = problem->p && r->answer.l ? p->shot_l[k] : NULL, .claimed_error = NAN };
            verified = slip_ruler_verify(&ruler, shot.law, shot.dirs, &shot, truth, tol, 0).error;
            k++;
        }
        slip_format_double(a, residual);
        slip_format_double(b, verified);
        slip_text_add(out, "%ld\t%s\t%s\n", here, a, b);
    }
    if (ruled)
        slip_ruler_free(&ruler);
}

/* A: the user says so and it shows; B: the method had a processor for itself; C: anything else. */
static char grade_of(const slip_trial *t, const slip_result *r)
{
    double load = 0;
    if (!r || !(r->cpu >= 0.98 * r->wall) || getloadavg(&load, 1) < 1 || load > (double)sysconf(_SC_NPROCESSORS_ONLN))
        return 'C';
    return t->exclusive ? 'A' : 'B';
}

/* ---- the whole ------------------------------------------------------------------------------------------------ */

void slip_trial_key(const slip_trial *t, const char hash[65], char out[65])
{
    slip_record record = { .solver = t->name, .limits = t->limits, .rep = t->rep, .room = t->memory };
    snprintf(record.hash, sizeof record.hash, "%s", hash);
    slip_record_key(&record, out);
}

static slip_limits_child limits_of(const slip_trial *t, const slip_problem *problem)
{
    double time = t->limits.time;                   /* the loop stops itself first, measuring not counted; so does a program that is not ours */
    size_t room = t->memory && slip_foreign_name(t->name) ? 2 * t->memory + ((size_t)1 << 30) : t->memory;
    return (slip_limits_child){ .wall = time > 0 ? 4 * time + 3 : 0, .cpu = time > 0 ? 3 * time + 2 : 0, .memory = room,
                                .output = slip_parcel_room(problem, MOMENTS) + PRINTED, .file = (size_t)1 << 30, .trusted = true };
}

static slip_status describe(const slip_trial *t, const slip_truth *truth, slip_record *record, const slip_parcel *parcel, slip_outcome *out, slip_error *error)
{
    slip_story story;
    slip_account account;
    const slip_judgement *j = record->judgement;
    if (slip_account_make(record->problem, record->answer, NULL, j, &account, error) != SLIP_OK)
        return error->status;
    record->account = &account;
    if (record->answer) {
        if (slip_story_tell(&story, record->problem, truth, record->result, &t->limits, j, parcel->advice, error) != SLIP_OK)
            return error->status;
        write_trace(parcel, record->problem, truth, t->limits.tol, &out->trace);
        bool small = slip_problem_m(record->problem) <= SMALL_ANSWER;
        if (record->answer->r && (small || t->keep)) {
            if (slip_answer_write_json(record->answer, record->problem, &out->answer, error) != SLIP_OK)
                return error->status;
            slip_sha256_hex(out->answer.s, out->answer.length, out->answer_hash);
            memcpy(record->answer_hash, out->answer_hash, sizeof record->answer_hash);
        }
    } else {
        if (record->result) {
            if (slip_story_tell(&story, record->problem, truth, record->result, &t->limits, j, NULL, error) != SLIP_OK)
                return error->status;
        } else {
        story = (slip_story){ .word = slip_verdict_name(j->claimed.word), .rate = { .kind = SLIP_RATE_INCONCLUSIVE, .estimate = NAN, .low = NAN, .high = NAN },
                              .no_rate = "the run was ended from outside" };
        snprintf(story.sentence, sizeof story.sentence, "%s", j->claimed.sentence);
        }
    }
    record->story = &story;
    if (slip_record_write(record, &out->row, error) != SLIP_OK)
        return error->status;
    slip_row_seal(&out->row);
    slip_record_key(record, out->key);
    out->word = j->claimed.word;
    return out->row.failed || out->trace.failed || out->answer.failed ? slip_fail(error, SLIP_MEMORY, "out of memory for a row") : SLIP_OK;
}

void slip_trial_attempt(const slip_trial *t, const slip_problem *problem, const slip_truth *truth, slip_parcel *parcel, slip_child_result *child,
                        slip_judgement *judgement, slip_arena *arena)
{
    child_work w = { .trial = t, .problem = problem };
    slip_limits_child limits = limits_of(t, problem);
    slip_error trouble = { 0 };
    char sentence[256];
    *parcel = (slip_parcel){ 0 };
    if (slip_child_fork(in_child, &w, &limits, child, &trouble) != SLIP_OK) {
        *child = (slip_child_result){ .end = SLIP_END_START };
        *judgement = slip_judge_nothing(problem, t->limits.tol, SLIP_VERDICT_HARNESS, trouble.text);
    } else if (child->end != SLIP_END_EXIT || child->code || !slip_parcel_open(parcel, problem, child->out.s, child->out.length, arena)) {
        slip_verdict_word word = slip_word_of_end(child->end, child->code, child->wall, child->memory, sentence);
        *judgement = slip_judge_nothing(problem, t->limits.tol, word, sentence);
        *parcel = (slip_parcel){ 0 };
    } else if (!failed_run(parcel, problem, t->limits.tol, judgement)) {
        *judgement = slip_judge_run(problem, &parcel->result, truth, t->limits.tol);
        parcel->whole = true;
    }
}

/* What proof there is of an answer that the residuals let pass. */
static slip_status certify(slip_record *record, slip_near *near, slip_error *error)
{
    slip_verdict_word word = record->judgement->claimed.word;
    const slip_answer *a = record->answer;
    if (!a || (!a->r && a->claim != SLIP_CLAIM_NO_SOLUTION) || (word != SLIP_VERDICT_VERIFIED && word != SLIP_VERDICT_UNCLAIMED) || slip_problem_m(record->problem) > LARGEST_PROOF) return SLIP_OK;
    slip_status status = slip_near_prove(record->problem, a->law, a->dirs, a, NULL, near, error);
    if (status == SLIP_OK) record->near = near;
    return status;
}

slip_status slip_trial_run(const slip_trial *t, const slip_problem *problem, const slip_truth *truth, const char hash[65], slip_outcome *out, slip_error *error)
{
    double begin = slip_clock_wall();
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    *out = (slip_outcome){ 0 };
    slip_child_result child = { 0 };
    slip_arena arena = { 0 };
    slip_parcel parcel = { 0 };
    slip_judgement judgement;
    slip_record record = { .problem = problem, .truth = truth, .solver = t->name, .limits = t->limits, .judgement = &judgement, .grade = 'C',
                           .child = &child, .rep = t->rep, .room = t->memory, .began = (double)now.tv_sec + 1e-3 * (double)(now.tv_nsec / 1000000) };
    snprintf(record.hash, sizeof record.hash, "%s", hash);

    slip_trial_attempt(t, problem, truth, &parcel, &child, &judgement, &arena);
    if (parcel.whole) {
        record.answer = slip_run_died(&parcel.result) ? NULL : &parcel.result.answer;
        record.result = &parcel.result;
        record.grade = grade_of(t, record.result);
    }
    slip_near near = { 0 };
    slip_status status = t->prove ? certify(&record, &near, error) : SLIP_OK;
    if (status == SLIP_OK) status = describe(t, truth, &record, &parcel, out, error);
    slip_near_free(&near);
    out->wall = slip_clock_wall() - begin;
    slip_child_result_free(&child);
    slip_arena_free(&arena);
    return status;
}

slip_status slip_trial_blame(const slip_trial *t, const char *name, const char hash[65], const char *why, slip_outcome *out, slip_error *error)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    *out = (slip_outcome){ 0 };
    slip_problem problem = { .name = (char *)name };        /* not opened: that may be what we died of */
    slip_judgement judgement;
    slip_child_result child = { .end = SLIP_END_START };
    slip_record record = { .problem = &problem, .solver = t->name, .limits = t->limits, .judgement = &judgement, .grade = 'C', .child = &child,
                           .rep = t->rep, .room = t->memory, .began = (double)now.tv_sec + 1e-3 * (double)(now.tv_nsec / 1000000) };
    snprintf(record.hash, sizeof record.hash, "%s", hash);
    judgement = slip_judge_nothing(&problem, t->limits.tol, SLIP_VERDICT_HARNESS, why);
    return describe(t, NULL, &record, NULL, out, error);
}

void slip_outcome_free(slip_outcome *out)
{
    slip_text_free(&out->row);
    slip_text_free(&out->trace);
    slip_text_free(&out->answer);
}
