/* shrink.c: the smallest failing case: contacts are taken away, halves first and then one after the other, as long as the solver still fails.
   SPDX-License-Identifier: GPL-3.0-or-later

   When it ends before the runs do, no single contact can be taken away any more. */

#include <stdio.h>
#include <string.h>
#include "reports/passport.h"

enum { MOST_RUNS = 120, QUICK_RUNS = 40 };

/* Does the solver fail here with the same word, nothing being known of the problem? */
static bool fails(const slip_check *c, const slip_problem *p, slip_verdict_word word, char why[320], int *runs)
{
    slip_attempt a;
    slip_error ignored = { 0 };
    slip_status status = slip_check_attempt(c, p, NULL, NULL, &a, &ignored);
    bool same = !status && a.judgement.claimed.word == word;
    if (same) snprintf(why, 320, "%.319s", a.judgement.claimed.sentence);
    slip_attempt_free(&a);
    (*runs)++;
    return same;
}

/* The problem without contacts from .. from + count - 1. */
static bool without(const slip_problem *p, int from, int count, slip_problem *out)
{
    slip_arena arena = { 0 };
    slip_error ignored = { 0 };
    bool *keep = SLIP_NEW(&arena, bool, p->nc), good = false;
    for (int i = 0; keep && i < p->nc; i++) keep[i] = i < from || i >= from + count;
    good = keep && slip_problem_subset(out, p, keep, &ignored) == SLIP_OK;
    slip_arena_free(&arena);
    return good;
}

slip_status slip_check_shrink(const slip_check *c, slip_passport *pass, slip_error *error)
{
    const slip_check_case *worst = NULL;
    for (int k = 0; k < pass->cases; k++) {         /* a lie before a failure, then the fewest contacts */
        const slip_check_case *one = &pass->list[k];
        if (one->mark != SLIP_CASE_FAIL || !one->problem || one->word == SLIP_VERDICT_TIMEOUT) continue;
        bool lie = one->word == SLIP_VERDICT_FALSE_CLAIM, lied = worst && worst->word == SLIP_VERDICT_FALSE_CLAIM;
        if (!worst || (lie && !lied) || (lie == lied && one->contacts < worst->contacts)) worst = one;
    }
    for (int k = 0; k < pass->cases && !worst; k++)
        if (pass->list[k].mark == SLIP_CASE_FAIL && pass->list[k].problem) worst = &pass->list[k];
    if (!worst) return SLIP_OK;
    slip_status status = slip_open(&pass->smallest, worst->problem, NULL, error);
    if (status) return status;
    pass->has_smallest = true;
    pass->shrunk_from = pass->smallest.nc;
    snprintf(pass->smallest_from, sizeof pass->smallest_from, "%s", worst->name);
    snprintf(pass->smallest_why, sizeof pass->smallest_why, "%s: %.300s", slip_verdict_name(worst->word), worst->text);
    int runs = 0, most = c->quick ? QUICK_RUNS : MOST_RUNS;
    char why[320];
    if (worst->word == SLIP_VERDICT_TIMEOUT || pass->smallest.nc < 2 || !fails(c, &pass->smallest, worst->word, why, &runs)) return SLIP_OK;
    for (int part = pass->smallest.nc / 2, shrunk = 0; part > 0 && runs < most; part = part > 1 ? part / 2 : shrunk, shrunk = 0)
        for (int i = pass->smallest.nc - part; i >= 0 && runs < most && !(c->stop && c->stop()); i -= part) {
            slip_problem less;
            if (pass->smallest.nc <= part || !without(&pass->smallest, i, part, &less)) continue;
            if (fails(c, &less, worst->word, why, &runs)) {
                slip_problem_free(&pass->smallest);
                pass->smallest = less;
                shrunk = 1;
                snprintf(pass->smallest_why, sizeof pass->smallest_why, "%s: %.300s", slip_verdict_name(worst->word), why);
            } else slip_problem_free(&less);
        }
    return SLIP_OK;
}
