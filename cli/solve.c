/* solve.c: `slipstick solve PROBLEM -s SOLVER`: one run and its verdict.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <errno.h>
#include <math.h>
#include <string.h>
#include <unistd.h>
#include "cli/cli.h"

typedef struct {                /* what the observer of a run needs */
    int m;
    double tol, first;          /* the residual first measured */
    FILE *trace; const char *trace_path;
    const double *start;        /* m: the zeroth iterate, for methods whose start is not observed */
    bool traced, trace_failed;
    slip_progress progress;
} watcher;

/* One line of the trace: step, residual ("nan" where not measured), r. */
static void trace_row(watcher *w, long step, double residual, const double *r)
{
    char number[32];
    slip_format_double(number, residual);
    w->trace_failed |= fprintf(w->trace, "%ld\t%s", step, number) < 0;
    for (int i = 0; i < w->m; i++) {
        slip_format_double(number, r[i]);
        w->trace_failed |= fprintf(w->trace, "\t%s", number) < 0;
    }
    w->trace_failed |= fputc('\n', w->trace) == EOF;
}

static int watch(void *ctx, long step, const slip_iterate *it, double residual)
{
    watcher *w = ctx;
    if (w->trace && !w->traced && step > 0)
        trace_row(w, 0, NAN, w->start);
    if (w->trace)
        trace_row(w, step, residual, it->r);
    w->traced = true;
    if (isnan(w->first))
        w->first = residual;
    bool pivots = isnan(w->first) && it->work[SLIP_WORK_PIVOTS];            /* ends by itself: nothing is measured on the way */
    if ((isfinite(residual) || pivots) && slip_progress_due(&w->progress)) {
        char text[96];
        /* Linear convergence goes evenly on the logarithmic scale. */
        double fraction = residual < w->first && residual > 0 ? log(w->first / residual) / log(w->first / w->tol) : NAN;
        if (pivots)
            snprintf(text, sizeof text, "step %ld, %lld pivots", step, it->work[SLIP_WORK_PIVOTS]);
        else
            snprintf(text, sizeof text, "step %ld, residual %.1e", step, residual);
        slip_progress_tell(&w->progress, fraction, text);
    }
    return slip_terminal_signal() || w->trace_failed;
}

static bool trace_open(watcher *w)
{
    if (!w->trace_path)
        return true;
    w->trace = fopen(w->trace_path, "w");
    if (!w->trace) {
        slip_complain(SLIP_EXIT_ENVIRONMENT, "cannot write '%s': %s", w->trace_path, strerror(errno));
        return false;
    }
    w->trace_failed = fputs("step\tresidual", w->trace) < 0;
    for (int i = 0; i < w->m; i++)
        w->trace_failed |= fprintf(w->trace, "\tr%d", i) < 0;
    w->trace_failed |= fputc('\n', w->trace) == EOF;
    return true;
}

/* False after complaining: a trace that is not whole is worse than none. */
static bool trace_close(watcher *w)
{
    if (!w->trace)
        return true;
    errno = 0;
    bool failed = fclose(w->trace) || w->trace_failed;
    w->trace = NULL;
    if (failed)
        slip_complain(SLIP_EXIT_ENVIRONMENT, "cannot write the trace to '%s'%s%s", w->trace_path, errno ? ": " : "", errno ? strerror(errno) : "");
    return !failed;
}

/* --start: an answer in JSON, or r=1,2,3. */
static slip_status read_start(const char *text, const slip_problem *p, slip_answer *start, slip_arena *arena, slip_error *error)
{
    int m = slip_problem_m(p);
    if (strncmp(text, "r=", 2)) {
        slip_text file = { 0 };
        slip_status status = slip_file_read(text, (size_t)1 << 30, &file, error);
        if (status == SLIP_OK)
            status = slip_answer_read(start, p, file.s, file.length, arena, error);
        slip_text_free(&file);
        if (status == SLIP_OK && !start->r)
            status = slip_fail(error, SLIP_INPUT, "'%s' holds no r to start from", text);
        return status;
    }
    if (slip_answer_new(start, p, arena, error) != SLIP_OK)
        return error->status;
    const char *at = text + 2;
    for (int i = 0; i < m; i++) {
        if (!slip_parse_double(at, &at, &start->r[i]) || !isfinite(start->r[i]) || *at != (i + 1 < m ? ',' : 0))
            return slip_fail(error, SLIP_INPUT, "--start r=... needs exactly %d finite number%s separated by commas", m, m == 1 ? "" : "s");
        at += i + 1 < m;
    }
    return SLIP_OK;
}

static void hash_start(const slip_problem *p, const slip_answer *start, char out[65])
{
    out[0] = 0;
    if (start)
        slip_sha256_hex(start->r, (size_t)slip_problem_m(p) * sizeof *start->r, out);
}

static int plot(const slip_args *args, const slip_record *record, const char *path)
{
    const slip_result *r = record->result;
    slip_text out = { 0 }, title = { 0 };
    slip_arena arena = { 0 };
    slip_error error = { 0 };
    double *x = SLIP_NEW(&arena, double, r->moments), *y = SLIP_NEW(&arena, double, r->moments);
    int code = SLIP_EXIT_OK;
    if (arena.failed)
        return slip_complain_memory();
    for (int i = 0; i < r->moments; i++) {
        x[i] = (double)r->history[i].step;
        y[i] = r->history[i].residual;
    }
    slip_text_add(&title, "%s on %s: %s", record->solver, record->problem->name, slip_verdict_name(record->judgement->claimed.word));
    slip_curve curve = { .title = "stopping residual", .count = r->moments, .x = x, .y = y };
    slip_figure figure = { .title = title.s, .xlabel = "steps", .ylabel = "residual", .logy = true, .curves = 1, .curve = &curve,
                           .level = record->limits.tol, .level_title = "tol" };
    slip_status status = path ? slip_plot_svg(&figure, &out, &error) : slip_plot_text(&figure, slip_terminal_columns() - 1, 22, &out, &error);
    if (status == SLIP_INPUT)       /* solved before anything could be measured: no reason to fail the run */
        code = slip_complain(path ? SLIP_EXIT_INCOMPLETE : SLIP_EXIT_OK, "%s", error.text);
    else if (status != SLIP_OK)
        code = slip_complain_error(&error);
    else if (!path)
        /* With --json stdout belongs to the program that reads it. */
        fwrite(out.s, 1, out.length, slip_args_has(args, "json") || slip_args_has(args, "terse") ? stderr : stdout);
    else if (slip_file_write(path, out.s, out.length, &error) != SLIP_OK)
        code = slip_complain(SLIP_EXIT_ENVIRONMENT, "%s", error.text);
    slip_text_free(&out);
    slip_text_free(&title);
    slip_arena_free(&arena);
    return code;
}

static int write_answer(const slip_record *record, const char *path)
{
    slip_text text = { 0 };
    slip_error error = { 0 };
    int code = SLIP_EXIT_OK;
    if (!record->answer)
        return slip_complain(SLIP_EXIT_FINDINGS, "there is no answer to write to '%s'", path);
    if (slip_answer_write_json(record->answer, record->problem, &text, &error) != SLIP_OK)
        code = slip_complain_error(&error);
    else if (!strcmp(path, "-"))
        fwrite(text.s, 1, text.length, stdout);
    else if (slip_file_write(path, text.s, text.length, &error) != SLIP_OK)
        code = slip_complain(SLIP_EXIT_ENVIRONMENT, "%s", error.text);
    slip_text_free(&text);
    return code;
}

static int print(const slip_args *args, const slip_record *record)
{
    if (!slip_args_has(args, "terse"))
        return slip_print_record(record, slip_args_has(args, "json"));
    printf("%s\t%s\t%s\t%ld\t%.2e\n", record->problem->name, record->solver, slip_verdict_name(record->judgement->claimed.word),
           record->result->steps, record->judgement->claimed.error);
    return slip_exit_of_verdict(&record->judgement->claimed);
}

/* The worse of two exit codes: trouble before findings. */
static int worse(int a, int b) { return a > b ? a : b; }

static int output(const slip_args *args, const slip_record *record)
{
    int code = print(args, record), at = 0;
    const char *path;
    if (slip_args_has(args, "plot"))
        code = worse(code, plot(args, record, NULL));
    while ((path = slip_args_each(args, "output", &at)))
        code = worse(code, slip_path_ends(path, ".svg") ? plot(args, record, path) : write_answer(record, path));
    return code;
}

typedef struct {                /* what a run is made of */
    slip_problem problem; bool open;
    slip_truth truth;
    const slip_solver *solver; double par[SLIP_MAX_PARAMS];
    slip_text solver_name;
    slip_limits limits;
    slip_answer start; bool warm;
    slip_arena arena;
} job;

static int prepare(const slip_args *args, job *j)
{
    slip_error error = { 0 };
    double steps;
    const char *solver = slip_args_get(args, "solver"), *start = slip_args_get(args, "start");
    if (!solver)
        return slip_complain(SLIP_EXIT_USAGE, "solve needs a solver: -s NAME; see 'slipstick list solvers'");
    if (slip_args_has(args, "json") && slip_args_has(args, "terse"))
        return slip_complain(SLIP_EXIT_USAGE, "--json and --terse exclude each other");
    if (!slip_args_number(args, "tol", 1e-8, 1e-300, 1, &j->limits.tol) || !slip_args_number(args, "steps", 100000, 1, 1e15, &steps)
        || !slip_args_number(args, "time", 0, 1e-6, 1e9, &j->limits.time))
        return SLIP_EXIT_USAGE;
    j->limits.steps = (long)steps;
    if (slip_args_has(args, "sweep"))
        return SLIP_EXIT_OK;
    if (slip_solver_open(solver, &j->solver, j->par, &error) != SLIP_OK
        || slip_open(&j->problem, args->operand[0], &j->truth, &error) != SLIP_OK)
        return slip_complain_error(&error);
    j->open = true;
    if (slip_solver_full(j->solver, j->par, &j->solver_name, &error) != SLIP_OK)
        return slip_complain_error(&error);
    if (start && read_start(start, &j->problem, &j->start, &j->arena, &error) != SLIP_OK)
        return slip_complain_error(&error);
    j->warm = start != NULL;
    return SLIP_EXIT_OK;
}

static int run_job(const slip_args *args, job *j)
{
    slip_error error = { 0 };
    slip_result result;
    watcher w = { .m = slip_problem_m(&j->problem), .tol = j->limits.tol, .first = NAN, .trace_path = slip_args_get(args, "trace") };
    w.start = j->warm ? j->start.r : SLIP_NEW(&j->arena, double, w.m);
    if (!w.start)
        return slip_complain_memory();
    if (!trace_open(&w))
        return SLIP_EXIT_ENVIRONMENT;
    slip_progress_begin(&w.progress);
    slip_status status = slip_run(j->solver, &j->problem, j->par, &j->limits, j->warm ? &j->start : NULL, watch, &w, &result, &j->arena, &error);
    slip_progress_end(&w.progress);
    if (!trace_close(&w))
        return SLIP_EXIT_ENVIRONMENT;
    if (status != SLIP_OK)
        return slip_complain_error(&error);
    if (slip_terminal_signal())
        slip_complain(0, "interrupted after %ld steps; the verdict is on what there was", result.steps);

    const slip_answer *answer = &result.answer;
    slip_judgement judgement = slip_judge_run(&j->problem, &result, &j->truth, j->limits.tol);
    if (slip_run_died(&result))
        answer = NULL;
    slip_story story;
    char advice[256];
    w.first = NAN;
    slip_progress_begin(&w.progress);
    status = slip_cure_find(advice, j->solver, &j->problem, j->par, &j->limits, &result, !slip_terminal_signal(), watch, &w, &error);
    slip_progress_end(&w.progress);
    if (status != SLIP_OK || slip_story_tell(&story, &j->problem, &j->truth, &result, &j->limits, &judgement, advice, &error) != SLIP_OK)
        return slip_complain_error(&error);
    slip_account account;
    if (slip_account_make(&j->problem, answer, NULL, &judgement, &account, &error) != SLIP_OK)
        return slip_complain_error(&error);
    slip_record record = { .problem = &j->problem, .truth = &j->truth, .solver = j->solver_name.s, .limits = j->limits, .answer = answer,
                           .result = &result, .judgement = &judgement, .story = &story, .account = &account, .grade = 'C' };
    char hint[256];
    if (answer && slip_foreign_name(j->solver_name.s) && judgement.claimed.word == SLIP_VERDICT_FALSE_CLAIM && slip_convention_hint(&j->problem, answer, j->limits.tol, hint))
        record.hint = hint;
    hash_start(&j->problem, j->warm ? &j->start : NULL, record.start);
    /* The hash of a large problem costs more than a few steps: only where it is shown. */
    if (slip_args_has(args, "json") && slip_problem_hash(&j->problem, record.hash, &error) != SLIP_OK)
        return slip_complain_error(&error);
    return output(args, &record);
}

static int run(const slip_args *args)
{
    job j = { 0 };
    int code = prepare(args, &j);
    if (code == SLIP_EXIT_OK)
        code = slip_args_has(args, "sweep") ? slip_sweep(args, &j.limits) : run_job(args, &j);
    if (j.open)
        slip_problem_free(&j.problem);
    slip_text_free(&j.solver_name);
    slip_arena_free(&j.arena);
    return code;
}

static const slip_option options[] = {
    { .name = "json", .about = "the record of the run as one line of JSON" },
    { .name = "output", .letter = 'o', .value = "FILE", .about = "write the answer as JSON, or the residual history as a figure when FILE ends in .svg", .fill = SLIP_FILL_FILE, .flags = SLIP_REPEATED },
    { .name = "plot", .letter = 'p', .about = "draw the residual history in the terminal (needs gnuplot)" },
    { .name = "solver", .letter = 's', .value = "SOLVER", .about = "the method, with parameters if wanted: prox:r=0.4; or any command: 'cmd:python3 mine.py {problem} {result}'", .fill = SLIP_FILL_SOLVER },
    { .name = "start", .value = "START", .about = "where to begin: an answer in JSON, or r=1,0,... (default: zero)", .fill = SLIP_FILL_FILE },
    { .name = "steps", .value = "N", .about = "stop after N steps (default 100000)" },
    { .name = "sweep", .value = "KEY=A:B:STEP", .about = "one run for each value of a parameter of the problem or the solver: rows as TSV, figure with -o or --plot" },
    { .name = "terse", .about = "one line: problem, solver, verdict, steps, worst residual" },
    { .name = "time", .value = "SECONDS", .about = "stop after so much CPU time in the method (default: none)" },
    { .name = "tol", .letter = 't', .value = "T", .about = "tolerance of the stopping residual and of the verdict (default 1e-8)" },
    { .name = "trace", .value = "FILE", .about = "write every iterate as TSV: step, residual, r0, r1, ...", .fill = SLIP_FILL_FILE },
    { 0 }
};

const slip_command slip_command_solve = {
    .name = "solve", .about = "run one solver on one problem and judge its answer", .usage = "PROBLEM -s SOLVER",
    .help = "The verdict is computed apart from the solver, from the problem's own data.  It is given for the law\n"
            "the solver claims to satisfy and for the law the problem poses, where these differ.  Contacts are\n"
            "counted from 0.  The exit status is 0 when the claim is verified, 1 for any other verdict, 3 when\n"
            "the solver is not for this problem.\n"
            "\n"
            "Examples:\n"
            "  $ slipstick solve point-mass -s prox --plot\n"
            "  $ slipstick solve painleve-rod:mu=2 -s prox\n"
            "  $ slipstick solve point-mass -s prox:r=1 --trace iterates.tsv -o answer.json -o history.svg\n"
            "  $ slipstick solve needle -s lcp1 --sweep mu=0.4:1:0.02 --steps 300 -o window.svg\n",
    .options = options, .least = 1, .most = 1, .fill = SLIP_FILL_PROBLEM, .run = run
};
