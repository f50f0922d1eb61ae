/* bench.c: `slipstick bench STUDY`: many problems, many solvers, each run in a child of its own.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "cli/cli.h"

static bool asked_to_stop(void) { return slip_terminal_signal() != 0; }

/* The values of a repeated option, NULL-ended, in the arena. */
static const char *const *all_values(const slip_args *args, const char *option, slip_arena *arena)
{
    const char **word = SLIP_NEW(arena, const char *, args->options + 1), *value;
    for (int at = 0, k = 0; word && (value = slip_args_each(args, option, &at));)
        word[k++] = value;
    return word;
}

static int read_limits(const slip_args *args, slip_plan_part *part)
{
    double steps, reps, memory;
    if (!slip_args_number(args, "tol", 1e-8, 1e-300, 1, &part->limits.tol) || !slip_args_number(args, "steps", 100000, 1, 1e15, &steps)
        || !slip_args_number(args, "time", 10, 1e-3, 1e9, &part->limits.time) || !slip_args_number(args, "memory", 2048, 1, 1e9, &memory)
        || !slip_args_number(args, "repetitions", 1, 1, 100000, &reps))
        return SLIP_EXIT_USAGE;
    part->limits.steps = (long)steps;
    part->reps = (int)reps;
    part->memory = (size_t)memory << 20;
    return SLIP_EXIT_OK;
}

/* Name and hash of every problem: from here on the study knows what it is about. */
static slip_status fix_problems(slip_plan_part *part, const slip_names *names, slip_arena *arena, slip_error *error)
{
    part->problem = SLIP_NEW(arena, slip_plan_problem, names->count);
    if (!part->problem)
        return slip_fail(error, SLIP_MEMORY, "out of memory for a plan");
    slip_status status = SLIP_OK;
    for (int k = 0; k < names->count && status == SLIP_OK; k++) {
        slip_problem problem;
        slip_plan_problem *p = &part->problem[part->problems];
        if ((status = slip_open(&problem, names->name[k], NULL, error)) != SLIP_OK) {
            if (!slip_left_out(names, k, error))
                return status;
            status = SLIP_OK;
            continue;
        }
        status = slip_problem_hash(&problem, p->hash, error);
        p->name = slip_arena_printf(arena, "%s", problem.name ? problem.name : names->name[k]);
        slip_problem_free(&problem);
        bool again = false;
        for (int j = 0; j < part->problems; j++)
            again |= !strcmp(part->problem[j].hash, p->hash);
        part->problems += !again;
        if (!p->name)
            status = slip_fail(error, SLIP_MEMORY, "out of memory for a plan");
    }
    return status;
}

/* Full names, each once: the same parameters asked for in two ways are one solver. */
static slip_status fix_solvers(slip_plan_part *part, const slip_names *names, slip_arena *arena, slip_error *error)
{
    part->solver = SLIP_NEW(arena, char *, names->count);
    slip_status status = part->solver ? SLIP_OK : slip_fail(error, SLIP_MEMORY, "out of memory for a plan");
    for (int k = 0; k < names->count && status == SLIP_OK; k++) {
        const slip_solver *solver;
        double par[SLIP_MAX_PARAMS];
        slip_text full = { 0 };
        status = slip_solver_open(names->name[k], &solver, par, error);
        if (status == SLIP_OK)
            status = slip_solver_full(solver, par, &full, error);
        bool again = false;
        for (int j = 0; j < part->solvers && status == SLIP_OK; j++)
            again |= !strcmp(part->solver[j], full.s);
        if (status == SLIP_OK && !again && !(part->solver[part->solvers++] = slip_arena_printf(arena, "%s", full.s)))
            status = slip_fail(error, SLIP_MEMORY, "out of memory for a plan");
        slip_text_free(&full);
    }
    return status;
}

/* What the words select, opened and named. */
static slip_status fix_part(slip_plan_part *part, const char *const problem[], const char *const solver[], slip_arena *arena, slip_error *error)
{
    slip_names problems = { 0 }, solvers = { 0 };
    slip_status status = slip_select_problems(problem, &problems, error);
    if (status == SLIP_OK)
        status = slip_select_solvers(solver, &solvers, error);
    const char *empty = problems.empty ? problems.empty : solvers.empty;
    if (status == SLIP_OK && empty)
        status = slip_fail(error, SLIP_INPUT, "nothing matches '%.80s'", empty);
    slip_tell_refused(&problems);
    if (status == SLIP_OK)
        status = fix_problems(part, &problems, arena, error);
    if (status == SLIP_OK)
        status = fix_solvers(part, &solvers, arena, error);
    slip_names_free(&problems);
    slip_names_free(&solvers);
    return status;
}

/* The plan of the study with what this command line asks for; changed: it has to be written. */
static int make_plan(const slip_args *args, const char *study, slip_plan *plan, bool *changed)
{
    slip_error error = { 0 };
    char path[4096];
    snprintf(path, sizeof path, "%s/study.json", study);
    bool exists = !access(path, F_OK), asked = slip_args_has(args, "problem") || slip_args_has(args, "solver");
    *changed = false;
    *plan = (slip_plan){ 0 };
    if (exists && slip_plan_read(plan, study, &error) != SLIP_OK)
        return slip_complain_error(&error);
    if (!exists && !asked)
        return slip_complain(SLIP_EXIT_USAGE, "'%s' is a new study: say what to run with -p PROBLEM and -s SOLVER, as -p suite:core -s '*'", study);
    if (!asked) {
        static const char *const fixed[] = { "tol", "steps", "time", "memory", "repetitions", NULL };
        for (int k = 0; fixed[k]; k++)
            if (slip_args_has(args, fixed[k]))
                return slip_complain(SLIP_EXIT_USAGE, "--%s belongs to -p and -s: what is planned keeps its limits", fixed[k]);
        return SLIP_EXIT_OK;
    }
    slip_plan_part part = { 0 };
    if (read_limits(args, &part) != SLIP_EXIT_OK)
        return SLIP_EXIT_USAGE;
    const char *const *p = all_values(args, "problem", &plan->arena), *const *s = all_values(args, "solver", &plan->arena);
    if (!p || !s)
        return slip_complain_memory();
    if (!p[0] || !s[0])
        return slip_complain(SLIP_EXIT_USAGE, "bench needs both: -p PROBLEM and -s SOLVER, as -p suite:core -s '*'");
    if (fix_part(&part, p, s, &plan->arena, &error) != SLIP_OK)
        return slip_complain_error(&error);
    if (!part.problems || !part.solvers)
        return slip_complain(SLIP_EXIT_INCOMPLETE, "the selection is empty: no problem has these properties");
    int before = plan->parts;
    bool keep = slip_args_has(args, "keep-answers");
    if (slip_plan_add(plan, &part, &error) != SLIP_OK)
        return slip_complain_error(&error);
    bool prove = slip_args_has(args, "prove");
    *changed = plan->parts != before || (keep && !plan->keep) || (prove && !plan->prove);
    plan->keep |= keep;
    plan->prove |= prove;
    return SLIP_EXIT_OK;
}

/* ---- before and after --------------------------------------------------------------------------------------------- */

/* --dry-run: what is left, what it would cost at least as far as rows can tell, and at most by the limits. */
static int tell_cost(const char *study, const slip_plan *plan, int jobs)
{
    slip_error error = { 0 };
    slip_arena arena = { 0 };
    slip_rows rows = { 0 };
    slip_plan_run *run;
    int count, left = 0, known = 0;
    double most = 0, spent = 0;
    char worst[32], guess[32];
    if (slip_plan_runs(plan, &run, &count, &arena, &error) != SLIP_OK || slip_rows_read(&rows, study, &error) != SLIP_OK) {
        slip_arena_free(&arena);
        return slip_complain_error(&error);
    }
    for (int k = 0; k < count; k++) {
        const slip_row *row = slip_rows_find(&rows, run[k].key);
        if (row) {
            spent += json_number_value(json_object_get(json_object_get(row->row, "end"), "wall"));
            known++;
        } else {
            left++;
            most += plan->part[run[k].part].limits.time;
        }
    }
    slip_duration(worst, most / jobs);
    slip_duration(guess, known ? spent / known * left / jobs : 0);
    printf("%d runs planned, %d done, %d to run\n", count, count - left, left);
    printf("at most about %s with %d job%s, if every run takes all its time\n", worst, jobs, jobs == 1 ? "" : "s");
    if (known)
        printf("about %s if they cost what those before did\n", guess);
    slip_rows_free(&rows);
    slip_arena_free(&arena);
    return SLIP_EXIT_OK;
}

static void tell(void *ctx, const slip_bench_state *s)
{
    slip_progress *progress = ctx;
    if (!slip_progress_due(progress))
        return;
    slip_text counts = { 0 };
    slip_verdict_counts(s->verdicts, &counts);
    char text[256];
    snprintf(text, sizeof text, "%d of %d runs: %.180s", s->before + s->done, s->total, counts.s ? counts.s : "");
    slip_progress_tell(progress, s->fraction, text);
    slip_text_free(&counts);
}

static int conclude(const slip_bench *bench, const slip_bench_state *s)
{
    slip_text counts = { 0 };
    slip_verdict_counts(s->verdicts, &counts);
    bool complete = s->before + s->done == s->total;
    printf("%d of %d runs%s: %s\n", s->before + s->done, s->total, s->before ? s->done ? "" : ", all done before" : "", counts.s ? counts.s : "");
    slip_text_free(&counts);
    if (complete)
        return SLIP_EXIT_OK;
    return slip_complain(SLIP_EXIT_INCOMPLETE, "%d runs are saved and %d are left; go on with: slipstick bench %s", s->before + s->done,
                         s->total - s->before - s->done, bench->study);
}

static int begin(const slip_args *args, const char *study, const slip_plan *plan, bool changed, slip_bench *bench)
{
    slip_error error = { 0 };
    double jobs;
    const char *shard = slip_args_get(args, "shard");
    if (!slip_args_number(args, "jobs", 1, 1, 4096, &jobs))
        return SLIP_EXIT_USAGE;
    *bench = (slip_bench){ .study = study, .jobs = (int)jobs, .exclusive = slip_args_has(args, "exclusive"), .stop = asked_to_stop, .tell = tell };
    if (shard && slip_shard_parse(shard, &bench->shard, &error) != SLIP_OK)
        return slip_complain_error(&error);
    if (!shard)
        slip_shard_environment(&bench->shard);
    if (slip_args_has(args, "dry-run"))
        return tell_cost(study, plan, (int)jobs);
    if (changed && mkdir(study, 0777) && access(study, W_OK | X_OK))
        return slip_complain(SLIP_EXIT_ENVIRONMENT, "cannot write into the folder '%s'", study);
    if (changed && slip_plan_write(plan, study, &error) != SLIP_OK)
        return slip_complain(SLIP_EXIT_ENVIRONMENT, "%s", error.text);
    if (bench->shard.from && !slip_args_has(args, "quiet"))
        fprintf(stderr, "slipstick: shard %d/%d, by %s\n", bench->shard.index + 1, bench->shard.count, bench->shard.from);
    return SLIP_EXIT_OK;
}

/* --submit: the runs go to a scheduler; nothing is run here. */
static int submit(const slip_args *args, const char *study, const slip_plan *plan)
{
    slip_error error = { 0 };
    slip_arena arena = { 0 };
    slip_plan_run *list;
    int count;
    double shards;
    char array[32], report[32];
    if (strcmp(slip_args_get(args, "submit"), "slurm"))
        return slip_complain(SLIP_EXIT_USAGE, "--submit knows slurm, not '%s'", slip_args_get(args, "submit"));
    if (slip_plan_runs(plan, &list, &count, &arena, &error) != SLIP_OK)
        return slip_complain_error(&error);
    slip_arena_free(&arena);
    int fair = (count + 49) / 50;
    if (!slip_args_number(args, "shards", fair < 1000 ? fair : 1000, 1, 1000, &shards))
        return SLIP_EXIT_USAGE;
    if (slip_submit_slurm(study, plan, (int)shards, array, report, &error) != SLIP_OK)
        return slip_complain_error(&error);
    printf("submitted %d runs as array %s of %d shards, and the report as job %s\n", count, array, (int)shards, report);
    return SLIP_EXIT_OK;
}

static int run(const slip_args *args)
{
    const char *study = args->operand[0];
    slip_plan plan;
    slip_bench bench;
    slip_bench_state state;
    slip_error error = { 0 };
    bool changed;
    int code = make_plan(args, study, &plan, &changed);
    if (code == SLIP_EXIT_OK)
        code = begin(args, study, &plan, changed, &bench);
    bool elsewhere = slip_args_has(args, "submit") && !slip_args_has(args, "dry-run");
    if (code == SLIP_EXIT_OK && elsewhere)
        code = submit(args, study, &plan);
    slip_plan_free(&plan);
    if (code != SLIP_EXIT_OK || elsewhere || slip_args_has(args, "dry-run"))
        return code;
    slip_progress progress;
    slip_progress_begin(&progress);
    bench.ctx = &progress;
    slip_status status = slip_bench_run(&bench, &state, &error);
    slip_progress_end(&progress);
    if (status == SLIP_LIMIT)
        return slip_complain(SLIP_EXIT_INCOMPLETE, "%s", error.text);
    return status == SLIP_OK ? conclude(&bench, &state) : slip_complain_error(&error);
}

static const slip_option options[] = {
    { .name = "dry-run", .letter = 'n', .about = "say what would be run and what it may cost, and run nothing" },
    { .name = "exclusive", .about = "nothing else runs on this machine: times may have grade A" },
    { .name = "jobs", .letter = 'j', .value = "N", .about = "run N at a time (default 1)" },
    { .name = "keep-answers", .about = "keep every answer, however large, so that 'verify STUDY' can judge all again" },
    { .name = "memory", .value = "MB", .about = "memory a run may take (default 2048)" },
    { .name = "problem", .letter = 'p', .value = "SELECT", .about = "problems: names, patterns, suite:core, files, folders of files, and properties as contacts<=100", .fill = SLIP_FILL_PROBLEM, .flags = SLIP_REPEATED },
    { .name = "prove", .about = "prove that an exact solution is near each good answer, where the problem is not large" },
    { .name = "repetitions", .letter = 'r', .value = "N", .about = "run everything N times, for times (default 1)" },
    { .name = "shard", .value = "I/N", .about = "run the I-th of N shares only (default: by Slurm's or mpirun's variables, else all)" },
    { .name = "shards", .value = "N", .about = "with --submit: how many shares (default: fifty runs each, at most 1000)" },
    { .name = "solver", .letter = 's', .value = "SELECT", .about = "solvers: names with parameters if wanted, patterns", .fill = SLIP_FILL_SOLVER, .flags = SLIP_REPEATED },
    { .name = "steps", .value = "N", .about = "stop a run after N steps (default 100000)" },
    { .name = "submit", .value = "SCHEDULER", .about = "submit the runs to slurm as an array of shards, and a report after it", .fill = SLIP_FILL_WORDS, .words = "slurm" },
    { .name = "time", .value = "SECONDS", .about = "CPU time of a run (default 10)" },
    { .name = "tol", .letter = 't', .value = "T", .about = "tolerance of the stopping residual and of the verdict (default 1e-8)" },
    { 0 }
};

const slip_command slip_command_bench = {
    .name = "bench", .about = "run many problems with many solvers, each run isolated", .usage = "STUDY [-p SELECT]... [-s SELECT]...",
    .help = "STUDY is a folder; its rows/*.jsonl hold one line a run.  Interrupted or killed, the same command goes on\n"
            "where it stopped, and so does 'slipstick bench STUDY' alone.  New -p and -s add to the study.  The exit\n"
            "status is 0 when every run has its row, whatever the verdicts, and 3 when some are left.\n"
            "\n"
            "Examples:\n"
            "  $ slipstick bench study -p suite:core -s '*' -j 2\n"
            "  $ slipstick bench study -p 'cannonball contacts<=100' -s nsgs -s prox:r=0.4 --repetitions 5\n"
            "  $ mpirun -np 4 slipstick bench study\n"
            "  $ parallel slipstick bench study --shard {}/8 ::: 1 2 3 4 5 6 7 8\n"
            "  $ slipstick bench study --submit slurm --shards 100\n",
    .options = options, .least = 1, .most = 1, .fill = SLIP_FILL_FILE, .run = run
};
