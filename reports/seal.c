/* seal.c: a study judged again from its stored answers, without any solver.
   SPDX-License-Identifier: GPL-3.0-or-later

   A row is found wrong when its bytes do not fit its seal, when its answer is not there or not the one it names, when its problem is
   no longer the same, or when the verifier now says something else. */

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "reports/study.h"

bool slip_stored_answer(const char *study, const slip_row *row, const slip_problem *p, slip_answer *a, slip_arena *arena, slip_error *error)
{
    const char *hash = json_string_value(json_object_get(row->row, "answer"));
    char path[1200], sum[65];
    slip_text text = { 0 };
    if (!hash)
        return slip_fail(error, SLIP_INPUT, "its answer was not kept"), false;
    snprintf(path, sizeof path, "%.1000s/answers/%.64s.json", study, hash);
    bool good = slip_file_read(path, (size_t)1 << 30, &text, error) == SLIP_OK;
    if (good) {
        slip_sha256_hex(text.s, text.length, sum);
        good = !strcmp(sum, hash) || (slip_fail(error, SLIP_INPUT, "its answer 'answers/%.64s.json' was changed", hash), false);
        good = good && slip_answer_read_json(a, p, text.s, text.length, arena, error) == SLIP_OK;
    }
    slip_text_free(&text);
    return good;
}

/* Equal as far as another machine would agree: a thousandth, or far below the tolerance. */
static bool agrees(const json_t *stored, double now, double tol)
{
    if (!json_is_number(stored))
        return !isfinite(now);
    double x = json_number_value(stored);
    return x == now || fabs(x - now) <= 1e-3 * fmax(fabs(x), fabs(now)) || (x <= 1e-3 * tol && now <= 1e-3 * tol);
}

static bool judge_again(const slip_row *row, const slip_problem *problem, const slip_truth *truth, const slip_answer *a, char why[256])
{
    double tol = json_number_value(json_object_get(row->row, "tol"));
    slip_judgement j = slip_verify_both(problem, a, truth, tol);
    const char *posed = json_string_value(json_object_get(json_object_get(row->row, "posed"), "verdict"));
    const json_t *residual = json_object_get(row->row, "residual");
    if (j.claimed.word != row->word)
        return snprintf(why, 256, "the row says %s, the answer is %s", slip_verdict_name(row->word), slip_verdict_name(j.claimed.word)), false;
    if (!posed || strcmp(posed, slip_verdict_name(j.posed.word)))
        return snprintf(why, 256, "the row says %.20s for the law posed, the answer is %s", posed ? posed : "nothing", slip_verdict_name(j.posed.word)), false;
    for (int k = 0; k < SLIP_R_COUNT; k++)
        if (slip_residual_decides(k) && !agrees(json_object_get(residual, slip_residual_name(k)), j.claimed.residual.value[k], tol))
            return snprintf(why, 256, "the residual %s is not what the row says, but %.3g", slip_residual_name(k), j.claimed.residual.value[k]), false;
    return true;
}

slip_status slip_study_verify(const char *study, slip_study_found *tell, void *ctx, slip_study_check *out, slip_error *error)
{
    slip_rows rows;
    slip_problem problem;
    slip_truth truth = { 0 };
    char open[65] = "", why[256];
    *out = (slip_study_check){ 0 };
    slip_status status = slip_rows_read(&rows, study, error);
    if (status != SLIP_OK)
        return status;
    out->rows = rows.count;
    out->damaged = rows.torn + rows.corrupt;
    if (rows.trouble[0])
        tell(ctx, NULL, rows.trouble);
    for (int k = 0; k < rows.count && status == SLIP_OK; k++) {
        const slip_row *row = &rows.row[k];
        const char *name = json_string_value(json_object_get(row->row, "problem")), *hash = json_string_value(json_object_get(row->row, "hash"));
        slip_arena arena = { 0 };
        slip_answer a = { 0 };
        slip_error trouble = { 0 };
        if (!name || !hash || strlen(hash) != 64) {
            out->wrong++;
            tell(ctx, row, "it names no problem");
            continue;
        }
        if (!json_is_string(json_object_get(row->row, "answer"))) {
            out->apart++;                           /* killed, not for it, or too large to keep */
            continue;
        }
        if (strcmp(open, hash)) {
            if (open[0])
                slip_problem_free(&problem);
            open[0] = 0;
            if (slip_open(&problem, name, &truth, &trouble) != SLIP_OK || slip_problem_hash(&problem, open, &trouble) != SLIP_OK) {
                out->wrong++;
                tell(ctx, row, trouble.text);
                continue;
            }
        }
        if (strcmp(open, hash)) {
            out->wrong++;
            tell(ctx, row, "its problem is not the one of this name");
        } else if (!slip_stored_answer(study, row, &problem, &a, &arena, &trouble)) {
            out->wrong++;
            tell(ctx, row, trouble.text);
        } else if (!judge_again(row, &problem, &truth, &a, why)) {
            out->wrong++;
            tell(ctx, row, why);
        } else {
            out->agreed++;
        }
        slip_arena_free(&arena);
    }
    if (open[0])
        slip_problem_free(&problem);
    slip_rows_free(&rows);
    return status;
}
