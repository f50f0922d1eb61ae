/* prove_near.c: `slipstick prove PROBLEM ANSWER...` and `-s SOLVER`: is there an exact solution near each answer, and how many velocities do they show?
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>
#include <string.h>
#include "cli/cli.h"

enum { MOST = 16, ANSWER_LIMIT = 1 << 30 };     /* answers; bytes of one */

typedef struct {
    const slip_args *args; const slip_problem *problem;
    double tol, until;                  /* until: on the wall clock */
    slip_progress progress;
    int count;
    const char *name[MOST]; slip_near near[MOST];
} session;

bool slip_near_look(void *ctx, const char *what)
{
    slip_progress *progress = ctx;
    if (slip_progress_due(progress))
        slip_progress_tell(progress, NAN, what);
    return slip_terminal_signal() != 0;
}

static bool look(void *ctx, const char *what)
{
    session *s = ctx;
    return slip_near_look(&s->progress, what) || slip_clock_wall() > s->until;
}

static int watch(void *ctx, long step, const slip_iterate *it, double residual)
{
    (void)ctx, (void)step, (void)it, (void)residual;
    return slip_terminal_signal() != 0;
}

/* the answer of a file, or of a method that is run here */
static slip_status get(session *s, const char *file, const char *solver, slip_answer *answer, slip_arena *arena, slip_error *error)
{
    slip_text bytes = { 0 };
    slip_status status;
    if (file) {
        status = slip_file_read(file, ANSWER_LIMIT, &bytes, error);
        if (status == SLIP_OK) status = slip_answer_read(answer, s->problem, bytes.s, bytes.length, arena, error);
        slip_text_free(&bytes);
        return status;
    }
    const slip_solver *method;
    slip_result result;
    double par[SLIP_MAX_PARAMS];
    status = slip_solver_open(solver, &method, par, error);
    if (status == SLIP_OK) status = slip_run(method, s->problem, par, &(slip_limits){ .tol = s->tol, .time = fmax(s->until - slip_clock_wall(), 1e-3) }, NULL, watch, NULL, &result, arena, error);
    if (status == SLIP_OK) *answer = result.answer;
    return status;
}

static slip_status one(session *s, const char *file, const char *solver, slip_error *error)
{
    slip_arena arena = { 0 };
    slip_answer answer = { 0 };
    slip_near_options options = { .proof = true, .look = look, .ctx = s };
    options.polish = slip_args_has(s->args, "polish") || !slip_args_has(s->args, "bound");
    options.bound = slip_args_has(s->args, "polish") || slip_args_has(s->args, "bound");
    if (s->count == MOST) return slip_fail(error, SLIP_INPUT, "more than %d answers", MOST);
    slip_status status = get(s, file, solver, &answer, &arena, error);
    slip_law law = answer.law;
    slip_dirs dirs = answer.dirs;
    const char *word = slip_args_get(s->args, "law");
    if (status == SLIP_OK && word) {
        if (!slip_law_find(word, &law)) status = slip_fail(error, SLIP_INPUT, "there is no law called '%s'", word);
        if (answer.law != law) dirs = s->problem->dirs;
    }
    if (status == SLIP_OK) {
        s->name[s->count] = file ? file : solver;
        status = slip_near_prove(s->problem, law, dirs, &answer, &options, &s->near[s->count], error);
        slip_near *near = &s->near[s->count];
        if (status == SLIP_OK && near->word == SLIP_NEAR_UNDECIDED && slip_clock_wall() > s->until)
            snprintf(near->sentence, sizeof near->sentence, "the time limit was reached");
        s->count += status == SLIP_OK;
    }
    slip_arena_free(&arena);
    return status;
}

static void print(const session *s)
{
    slip_print_heading("problem");
    printf("%s\n", s->problem->name ? s->problem->name : s->args->operand[0]);
    for (int k = 0; k < s->count; k++) {
        const slip_near *n = &s->near[k];
        bool good = n->word == SLIP_NEAR_CERTIFIED || n->word == SLIP_NEAR_MULTIPLE || n->word == SLIP_NEAR_BOUND || n->word == SLIP_NEAR_NONE;
        slip_print_heading("answer");
        printf("%s: %s%s%s: %s\n", s->name[k], slip_paint(good ? SLIP_GOOD : n->word == SLIP_NEAR_REFUSED ? SLIP_BAD : SLIP_DOUBT), slip_near_name(n->word), slip_unpaint(), n->sentence);
    }
}

static slip_status print_json(const session *s, int velocities, const char *path, slip_error *error)
{
    char hash[65];
    slip_text text = { 0 };
    slip_status status = slip_problem_hash(s->problem, hash, error);
    if (status != SLIP_OK) return status;
    json_t *list = json_array();
    for (int k = 0; k < s->count; k++) {
        const slip_near *n = &s->near[k];
        json_t *o = json_pack("{s:s,s:s,s:s,s:s,s:i,s:i,s:b}", "answer", s->name[k], "law", slip_law_name(n->law), "proved", slip_near_name(n->word), "sentence", n->sentence,
                              "pins", n->pins, "mended", n->mended, "box", n->box);
        json_object_set_new(o, "eps", isnan(n->eps) ? json_null() : json_real(n->eps));
        json_object_set_new(o, "refined", isnan(n->refined) ? json_null() : json_real(n->refined));
        json_object_set_new(o, "velocity_unique", n->unique == SLIP_MAYBE ? json_null() : json_boolean(n->unique == SLIP_YES));
        json_array_append_new(list, o);
    }
    json_t *o = json_pack("{s:s,s:s,s:s,s:o,s:i}", "schema", "slipstick.near/1", "problem", s->problem->name ? s->problem->name : s->args->operand[0], "hash", hash,
                          "answers", list, "velocities_at_least", velocities);
    json_object_set_new(o, "proof", path ? json_string(path) : json_null());
    status = o ? slip_json_write(o, &text) : slip_fail(error, SLIP_MEMORY, "no memory for JSON");
    if (status == SLIP_OK) puts(text.s);
    json_decref(o);
    slip_text_free(&text);
    return status;
}

/* The proof file holds what was proved first; answers of other laws are left out. */
static slip_status finish(session *s, slip_error *error)
{
    const char *path = slip_args_get(s->args, "output");
    slip_text file = { 0 };
    slip_near sorted[MOST];
    int good = 0, velocities = 0;
    for (int k = 0; k < s->count; k++)
        if (s->near[k].section.length) sorted[good++] = s->near[k];
    slip_status status = good ? slip_near_write(s->problem, sorted, good, &file, &velocities, error) : SLIP_OK;
    if (status == SLIP_OK && good && path) status = slip_file_write(path, file.s, file.length, error);
    if (status == SLIP_OK && slip_args_has(s->args, "json")) status = print_json(s, velocities, good ? path : NULL, error);
    else if (status == SLIP_OK) {
        print(s);
        if (velocities > 1) {
            slip_print_heading("proved");
            printf("at least %d velocities\n", velocities);
        }
        if (good && path) {
            slip_print_heading("proof");
            printf("%s, %zu bytes; check it with 'slipstick check-proof'\n", path, file.length);
        }
    }
    slip_text_free(&file);
    return status;
}

int slip_prove_answers(const slip_args *args, const slip_problem *problem)
{
    slip_error error = { 0 };
    session s = { .args = args, .problem = problem };
    slip_status status = SLIP_OK;
    const char *solver;
    int code = SLIP_EXIT_OK;
    double seconds;
    if (!slip_args_number(args, "tol", 1e-13, 1e-300, 1, &s.tol) || !slip_args_number(args, "time", 60, 1e-3, 1e9, &seconds))
        return SLIP_EXIT_USAGE;
    s.until = slip_clock_wall() + seconds;
    slip_progress_begin(&s.progress);
    for (int k = 1; k < args->operands && status == SLIP_OK; k++)
        status = one(&s, args->operand[k], NULL, &error);
    for (int at = 0; status == SLIP_OK && (solver = slip_args_each(args, "solver", &at)); )
        status = one(&s, NULL, solver, &error);
    slip_progress_end(&s.progress);
    if (status == SLIP_OK) status = finish(&s, &error);
    for (int k = 0; k < s.count; k++) {
        int own = s.near[k].word == SLIP_NEAR_REFUSED ? SLIP_EXIT_FINDINGS : s.near[k].word == SLIP_NEAR_UNDECIDED ? SLIP_EXIT_INCOMPLETE : SLIP_EXIT_OK;
        if (code != SLIP_EXIT_FINDINGS && own != SLIP_EXIT_OK) code = own;
        slip_near_free(&s.near[k]);
    }
    return status == SLIP_OK ? code : slip_complain_error(&error);
}
