/* ladder.c: the ladder of `slipstick check`: six levels, climbed from the first; each case is one run, isolated and judged.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "reports/ladder.h"

static const char *const names[] = {
#define X(name, word, text) word,
    SLIP_LEVEL_OF_CHECK(X)
#undef X
};
static const char *const abouts[] = {
#define X(name, word, text) text,
    SLIP_LEVEL_OF_CHECK(X)
#undef X
};
const char *slip_check_name(slip_check_level level) { return level < SLIP_CHECK_LEVELS ? names[level] : "?"; }
const char *slip_check_about(slip_check_level level) { return level < SLIP_CHECK_LEVELS ? abouts[level] : "?"; }

bool slip_check_bad(slip_verdict_word w)
{
    return w == SLIP_VERDICT_FALSE_CLAIM || w == SLIP_VERDICT_INVALID || w == SLIP_VERDICT_CRASH || w == SLIP_VERDICT_OUTPUT;
}

/* ---- one run ---- */

slip_status slip_check_attempt(const slip_check *c, const slip_problem *p, const slip_truth *truth, const slip_limits *limits, slip_attempt *out, slip_error *error)
{
    slip_trial t = { .solver = c->solver, .par = c->par, .name = c->name, .limits = limits ? *limits : c->limits, .memory = c->memory };
    slip_parcel parcel;
    slip_child_result child = { 0 };
    *out = (slip_attempt){ .result = { .residual = NAN } };
    slip_trial_attempt(&t, p, truth, &parcel, &child, &out->judgement, &out->arena);
    if (parcel.whole) out->result = parcel.result;
    else out->result.cpu = child.cpu;
    slip_child_result_free(&child);
    return out->judgement.claimed.word == SLIP_VERDICT_HARNESS ? slip_fail(error, SLIP_ENV, "%.250s", out->judgement.claimed.sentence) : SLIP_OK;
}

void slip_attempt_free(slip_attempt *a) { slip_arena_free(&a->arena); }

slip_check_case *slip_passport_add(slip_passport *pass, slip_check_level level, const char *name, const char *problem, int contacts)
{
    if (pass->cases == pass->room) {
        int room = pass->room ? 2 * pass->room : 64;
        slip_check_case *more = SLIP_NEW(&pass->arena, slip_check_case, room);
        if (!more) return NULL;
        if (pass->cases) memcpy(more, pass->list, sizeof *more * (size_t)pass->cases);
        pass->list = more;
        pass->room = room;
    }
    slip_check_case *k = &pass->list[pass->cases++];
    *k = (slip_check_case){ .level = level, .problem = problem, .contacts = contacts, .word = SLIP_VERDICT_NA, .error = NAN, .digits = NAN, .cpu = NAN };
    snprintf(k->name, sizeof k->name, "%s", name);
    return k;
}

/* The verdict that counts is on the law posed, unless the solver answers another law and says so: then on its own. */
void slip_case_fill(slip_passport *pass, slip_check_case *k, const slip_attempt *a)
{
    const slip_verdict *v = &a->judgement.claimed;
    k->word = v->word;
    k->error = v->error;
    k->cpu = a->result.cpu;
    pass->spent += a->result.cpu > 0 ? a->result.cpu : 0;
    pass->false_claims += v->word == SLIP_VERDICT_FALSE_CLAIM;
    const slip_foreign *f = &a->result.foreign;
    if (v->word == SLIP_VERDICT_NA) snprintf(k->text, sizeof k->text, "not for this problem%s%.250s", a->result.answer.why[0] ? ": " : "", a->result.answer.why);
    else if (slip_run_died(&a->result)) snprintf(k->text, sizeof k->text, "%.120s%s%.180s", v->sentence, f->said[0] ? "; its last words: " : "", f->said);
    else snprintf(k->text, sizeof k->text, "%.319s", v->sentence);
}

static bool stopped(const slip_check *c, slip_passport *pass) { return pass->stopped = pass->stopped || (c->stop && c->stop()); }

/* ---- a level over a list of catalogue problems ---- */

typedef bool chosen(const slip_problem *, const slip_truth *);

static bool is_exact(const slip_problem *p, const slip_truth *t) { return t->how == SLIP_HOW_EXACT && t->solutions == 1 && t->known == 1 && p->nc <= 6; }
static bool is_solvable(const slip_problem *p, const slip_truth *t)
{
    return !is_exact(p, t) && t->how != SLIP_HOW_UNKNOWN && t->solutions != 0 && t->solutions != SLIP_SOLUTIONS_UNKNOWN && p->nc <= 80;
}
static bool is_small(const slip_problem *p, const slip_truth *t) { (void)t; return p->nc <= 80; }

enum { QUICK_CONTACTS = 20 };       /* the most, where quick checks ask only for an answer */

/* Digits of agreement with the solution known, 16 at most [the LRE of NIST's reference sets]. */
static double digits_of(const slip_attempt *a, const slip_truth *t)
{
    double x = t->unique_r == SLIP_YES || t->solutions == 1 ? fmax(a->judgement.posed.truth_r, a->judgement.posed.truth_u) : a->judgement.posed.truth_u;
    return isnan(x) ? NAN : x > 0 ? fmax(0, fmin(16, -log10(x))) : 16;
}

static slip_case_mark mark_of(slip_check_level level, slip_verdict_word w)
{
    if (w == SLIP_VERDICT_NA) return SLIP_CASE_SKIP;
    if (level == SLIP_CHECK_HARD) return slip_check_bad(w) ? SLIP_CASE_FAIL : SLIP_CASE_PASS;
    return w == SLIP_VERDICT_VERIFIED ? SLIP_CASE_PASS : SLIP_CASE_FAIL;
}

/* One contact fits many conventions: the one that fits most of the false claims is told. */
static void vote(slip_passport *pass, const slip_problem *p, const slip_answer *a, double tol)
{
    enum { VOTES = sizeof pass->vote / sizeof *pass->vote };
    char text[256];
    int k = 0, best = 0;
    if (!slip_convention_hint(p, a, tol, text)) return;
    while (k < VOTES && pass->vote[k].count && strcmp(pass->vote[k].text, text)) k++;
    if (k == VOTES) return;
    memcpy(pass->vote[k].text, text, sizeof text);
    pass->vote[k].count++;
    for (k = 1; k < VOTES; k++) if (pass->vote[k].count > pass->vote[best].count) best = k;
    memcpy(pass->hint, pass->vote[best].text, sizeof pass->hint);
}

static slip_status over_suite(const slip_check *c, slip_passport *pass, slip_check_level level, const char *suite, chosen *choose, int most, slip_error *error)
{
    const slip_suite *s = slip_suite_find(suite, error);
    if (!s) return error->status;
    int total = 0, done = 0;
    while (s->problems[total]) total++;
    for (int k = 0; k < total && done < most && !stopped(c, pass); k++) {
        slip_problem p;
        slip_truth truth = { 0 };
        slip_attempt a;
        slip_status status = slip_open(&p, s->problems[k], &truth, error);
        if (status) return status;
        if (choose(&p, &truth) && !(c->quick && p.nc > QUICK_CONTACTS)) {
            status = slip_check_attempt(c, &p, &truth, NULL, &a, error);
            slip_check_case *one = status ? NULL : slip_passport_add(pass, level, s->problems[k], s->problems[k], p.nc);
            if (one) {
                slip_case_fill(pass, one, &a);
                one->mark = mark_of(level, one->word);
                if (level == SLIP_CHECK_EXACT && one->mark != SLIP_CASE_SKIP) {
                    one->digits = digits_of(&a, &truth);
                    if (!isnan(one->digits) && !(one->digits >= pass->digits)) pass->digits = one->digits;
                }
                if (one->word == SLIP_VERDICT_FALSE_CLAIM) vote(pass, &p, &a.result.answer, c->limits.tol);
                if (level == SLIP_CHECK_HARD) {
                    pass->solved += one->word == SLIP_VERDICT_VERIFIED;
                    pass->honest += one->mark == SLIP_CASE_PASS && one->word != SLIP_VERDICT_VERIFIED;
                }
                done += one->mark != SLIP_CASE_SKIP;
            }
            slip_attempt_free(&a);
        }
        slip_problem_free(&p);
        if (status) return status;
        if (c->tell) c->tell(c->ctx, pass, level, (double)(k + 1) / total);
    }
    return SLIP_OK;
}

/* ---- the ladder ---- */

/* Without a single answer that could be read there is nothing to climb for. */
static bool speaks(const slip_passport *pass)
{
    for (int k = 0; k < pass->cases; k++)
        if (pass->list[k].mark == SLIP_CASE_PASS && pass->list[k].problem && pass->list[k].word != SLIP_VERDICT_NA) return true;
    return false;
}

slip_status slip_check_run(const slip_check *c, slip_passport *pass, slip_error *error)
{
    double begin = slip_clock_wall();
    *pass = (slip_passport){ .solver = c->name, .tol = c->limits.tol, .time = c->limits.time, .digits = NAN, .cost = { .b = NAN } };
    slip_status status = slip_ladder_protocol(c, pass, error);
    bool climb = !status && speaks(pass);
    if (climb) status = over_suite(c, pass, SLIP_CHECK_EXACT, "truth", is_exact, c->quick ? 6 : 1000, error);
    if (!status && climb) status = slip_ladder_invariance(c, pass, error);
    if (!status && climb) status = over_suite(c, pass, SLIP_CHECK_CATALOGUE, "truth", is_solvable, c->quick ? 6 : 1000, error);
    if (!status && climb) status = over_suite(c, pass, SLIP_CHECK_HARD, "hard", is_small, c->quick ? 8 : 1000, error);
    if (!status && climb && !stopped(c, pass)) status = slip_ladder_behaviour(c, pass, error);
    for (int k = 0; k < pass->cases; k++) {
        const slip_check_case *one = &pass->list[k];
        (one->mark == SLIP_CASE_PASS ? pass->pass : one->mark == SLIP_CASE_FAIL ? pass->fail : pass->skip)[one->level]++;
    }
    while (pass->reached < SLIP_CHECK_LEVELS && !pass->fail[pass->reached] && pass->pass[pass->reached]) pass->reached++;
    if (!status && !stopped(c, pass)) status = slip_check_shrink(c, pass, error);
    if (!status && pass->arena.failed) status = slip_fail(error, SLIP_MEMORY, "out of memory for a passport");
    pass->seconds = slip_clock_wall() - begin;
    if (status) slip_passport_free(pass);
    return status;
}

void slip_passport_free(slip_passport *pass)
{
    if (pass->has_smallest) slip_problem_free(&pass->smallest);
    slip_arena_free(&pass->arena);
    *pass = (slip_passport){ 0 };
}
