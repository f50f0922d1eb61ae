/* verify.c: `slipstick verify PROBLEM ANSWER`: judge an answer from anywhere; `slipstick verify STUDY`: all stored ones again.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>
#include "cli/cli.h"

enum { ANSWER_LIMIT = 1 << 30 };    /* bytes of an answer file */

static slip_status read_answer(const char *path, const slip_problem *problem, slip_answer *answer, slip_arena *arena, slip_error *error)
{
    slip_text file = { 0 };
    slip_status status = slip_file_read(path, ANSWER_LIMIT, &file, error);
    if (status == SLIP_OK)
        status = slip_answer_read(answer, problem, file.s, file.length, arena, error);
    slip_text_free(&file);
    return status;
}

static bool all_finite(const slip_answer *x, const slip_problem *p)
{
    for (int k = 0; k < slip_problem_m(p); k++)
        if (!isfinite(x->r[k]) || (x->u && !isfinite(x->u[k])))
            return false;
    for (int k = 0; x->v && k < p->n; k++)
        if (!isfinite(x->v[k]))
            return false;
    return true;
}

static int judge(const slip_args *args, const slip_problem *problem, const slip_truth *truth, double tol, slip_arena *arena)
{
    slip_error error = { 0 };
    slip_answer answer = { 0 }, other = { 0 };
    const char *against = slip_args_get(args, "against");
    if (read_answer(args->operand[1], problem, &answer, arena, &error) != SLIP_OK || (against && read_answer(against, problem, &other, arena, &error) != SLIP_OK))
        return slip_complain_error(&error);
    if (against && (!other.r || !all_finite(&other, problem)))
        return slip_complain(SLIP_EXIT_USAGE, "'%s' holds no impulses to compare with", against);

    slip_limits limits = { .tol = tol };
    slip_judgement judgement = slip_verify_both(problem, &answer, truth, tol);
    slip_story story;
    if (slip_story_tell(&story, problem, truth, NULL, &limits, &judgement, NULL, &error) != SLIP_OK)
        return slip_complain_error(&error);
    slip_account account;
    if (slip_account_make(problem, &answer, against ? &other : NULL, &judgement, &account, &error) != SLIP_OK)
        return slip_complain_error(&error);
    slip_record record = { .problem = problem, .truth = truth, .limits = limits, .answer = &answer, .judgement = &judgement,
                           .story = &story, .account = &account, .grade = 'C' };
    if (slip_args_has(args, "json") && slip_problem_hash(problem, record.hash, &error) != SLIP_OK)
        return slip_complain_error(&error);
    char hint[256];
    if (judgement.claimed.word == SLIP_VERDICT_FALSE_CLAIM && slip_convention_hint(problem, &answer, tol, hint))
        record.hint = hint;
    slip_near near = { 0 };
    slip_enclosures enclosures;
    if (slip_args_has(args, "prove") && (answer.r || answer.claim == SLIP_CLAIM_NO_SOLUTION)) {
        slip_progress progress;
        slip_progress_begin(&progress);
        slip_status status = slip_near_prove(problem, answer.law, answer.dirs, &answer, &(slip_near_options){ .look = slip_near_look, .ctx = &progress }, &near, &error);
        slip_progress_end(&progress);
        if (status != SLIP_OK)
            return slip_complain_error(&error);
        record.near = &near;
    }
    if (record.near && answer.claim != SLIP_CLAIM_NO_SOLUTION) {
        slip_ruler ruler;
        if (slip_ruler_new(&ruler, problem, &error) != SLIP_OK)
            return slip_complain_error(&error);
        slip_status status = slip_enclose(&ruler, answer.law, &answer, tol, &enclosures, &error);
        slip_ruler_free(&ruler);
        if (status == SLIP_MEMORY)
            return slip_complain_error(&error);
        record.enclosures = status == SLIP_OK ? &enclosures : NULL;
    }
    int code = slip_print_record(&record, slip_args_has(args, "json"));
    slip_near_free(&near);
    return code;
}

static void found(void *ctx, const slip_row *row, const char *why)
{
    (void)ctx;
    if (!row)
        printf("%s\n", why);
    else
        printf("rows/%s, line %ld: %s with %s: %s\n", row->file, row->line, json_string_value(json_object_get(row->row, "problem")),
               json_string_value(json_object_get(row->row, "solver")), why);
}

static int judge_study(const char *study)
{
    slip_error error = { 0 };
    slip_plan plan;
    slip_study_check c;
    if (slip_plan_read(&plan, study, &error) != SLIP_OK)
        return slip_complain_error(&error);
    slip_plan_free(&plan);
    if (slip_study_verify(study, found, NULL, &c, &error) != SLIP_OK)
        return slip_complain_error(&error);
    printf("%d rows: %d judged again and agreed, %d wrong, %d damaged, %d without a stored answer\n", c.rows, c.agreed, c.wrong, c.damaged, c.apart);
    if (c.wrong || c.damaged)
        return SLIP_EXIT_FINDINGS;
    return c.agreed ? SLIP_EXIT_OK : SLIP_EXIT_INCOMPLETE;
}

static int run(const slip_args *args)
{
    slip_error error = { 0 };
    if (args->operands == 1 && slip_args_has(args, "against"))
        return slip_complain(SLIP_EXIT_USAGE, "--against needs a problem and an answer");
    if (args->operands == 1)
        return judge_study(args->operand[0]);
    slip_problem problem;
    slip_truth truth = { 0 };
    slip_arena arena = { 0 };
    double tol;
    if (!slip_args_number(args, "tol", 1e-8, 1e-300, 1, &tol))
        return SLIP_EXIT_USAGE;
    if (slip_open(&problem, args->operand[0], &truth, &error) != SLIP_OK)
        return slip_complain_error(&error);
    int code = judge(args, &problem, &truth, tol, &arena);
    slip_arena_free(&arena);
    slip_problem_free(&problem);
    return code;
}

static const slip_option options[] = {
    { .name = "against", .value = "ANSWER", .about = "another answer to the same problem: a table of contact states, here against there, and how far apart they are", .fill = SLIP_FILL_FILE },
    { .name = "json", .about = "the judgement as one line of JSON" },
    { .name = "prove", .about = "prove that an exact solution of the law it claims lies near the answer; 'slipstick prove' writes the proof" },
    { .name = "tol", .letter = 't', .value = "T", .about = "tolerance of the deciding residuals (default 1e-8)" },
    { 0 }
};

const slip_command slip_command_verify = {
    .name = "verify", .about = "judge an answer from anywhere", .usage = "PROBLEM ANSWER | STUDY",
    .help = "ANSWER is told by its content, '-' reads it from stdin.  The impulses r have the normal component first, contact after contact:\n"
            "\n"
            "  JSON   {\"claim\":\"solved\",\"r\":[...]} at least; 'slipstick solve -o' writes such a file\n"
            "  text   the words 'status solved', then r, one number a line\n"
            "  FCLIB  an HDF5 file with /solution\n"
            "\n"
            "A wrong answer is tried in other conventions (order of components, signs, mu, units, ...); one that makes it right is named.\n"
            "\n"
            "Two answers (--against) may differ and both be right: impulses are rarely unique, velocities not always.\n"
            "\n"
            "STUDY is a folder of 'slipstick bench': every stored answer is judged again without any solver, and a row\n"
            "or answer that was changed is named.  The exit status is then 1.\n",
    .options = options, .least = 1, .most = 2, .fill = SLIP_FILL_PROBLEM, .run = run
};
