/* check.c: `slipstick check -- COMMAND`: validate a solver of anybody's: the ladder and its passport.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include "cli/cli.h"
#include "reports/passport.h"

static slip_progress progress;

static bool interrupted(void) { return slip_terminal_signal() != 0; }

static void tell(void *ctx, const slip_passport *pass, slip_check_level level, double fraction)
{
    (void)ctx;
    if (slip_progress_due(&progress)) {
        char text[96];
        snprintf(text, sizeof text, "[%d/%d] %s, %d cases", level + 1, SLIP_CHECK_LEVELS, slip_check_name(level), pass->cases);
        slip_progress_tell(&progress, (level + fraction) / SLIP_CHECK_LEVELS, text);
    }
}

/* The words of the command line as one `cmd:` name: words that need it are quoted. */
static void join(const slip_args *args, slip_text *out)
{
    slip_text_add(out, "cmd:");
    for (int k = 0; k < args->operands; k++) {
        const char *w = args->operand[k];
        bool plain = *w && !strpbrk(w, " \t\n'\"\\");
        slip_text_add(out, k ? " " : "");
        if (plain) { slip_text_add(out, "%s", w); continue; }
        slip_text_add(out, "\"");
        for (; *w; w++) slip_text_add(out, *w == '"' || *w == '\\' ? "\\%c" : "%c", *w);
        slip_text_add(out, "\"");
    }
}

static void print_level(const slip_passport *pass, int level)
{
    int of = pass->pass[level] + pass->fail[level], shown = 0;
    char bar[10] = ".........";
    for (int k = 0; k < 9 && of && 9 * pass->pass[level] > k * of; k++) bar[k] = '#';
    if (!of && !pass->skip[level]) {
        printf("[%d/%d] %-11s not reached\n", level + 1, SLIP_CHECK_LEVELS, slip_check_name(level));
        return;
    }
    printf("[%d/%d] %-11s %s%s%s %d/%d", level + 1, SLIP_CHECK_LEVELS, slip_check_name(level), slip_paint(pass->fail[level] ? SLIP_BAD : of ? SLIP_GOOD : SLIP_FAINT), bar, slip_unpaint(), pass->pass[level], of);
    if (pass->skip[level]) printf(", %d skipped", pass->skip[level]);
    if (level == SLIP_CHECK_EXACT && !isnan(pass->digits)) printf(", worst agreement %.1f digits", pass->digits);
    if (level == SLIP_CHECK_HARD && of) printf(", %d solved, %d honest failures", pass->solved, pass->honest);
    if (level == SLIP_CHECK_BEHAVIOUR && !isnan(pass->cost.b)) printf(", cost ~ contacts^%.1f", pass->cost.b);
    puts("");
    for (int k = 0; k < pass->cases && shown < 3; k++)
        if ((int)pass->list[k].level == level && pass->list[k].mark == SLIP_CASE_FAIL) {
            printf("      %sFAIL%s %s: %s: %.160s\n", slip_paint(SLIP_BAD), slip_unpaint(), pass->list[k].name, slip_verdict_name(pass->list[k].word), pass->list[k].text);
            shown++;
        }
    if (pass->fail[level] > shown) printf("      and %d more\n", pass->fail[level] - shown);
}

static void print_people(const slip_passport *pass, const char *saved, const char *folder)
{
    for (int level = 0; level < SLIP_CHECK_LEVELS; level++) print_level(pass, level);
    slip_print_heading("PASSPORT");
    printf("%s\n          level reached: %d of %d, false claims: %d\n", pass->solver, pass->reached, SLIP_CHECK_LEVELS, pass->false_claims);
    if (pass->hint[0]) { slip_print_heading("hint"); puts(pass->hint); }
    if (saved) {
        slip_text again = { 0 };
        slip_passport_again(pass, saved, &again);
        slip_print_heading("smallest");
        if (pass->smallest.nc < pass->shrunk_from) printf("%s, %d of %d contacts: %s\n", pass->smallest_from, pass->smallest.nc, pass->shrunk_from, pass->smallest_why);
        else printf("%s, %d contact%s: %s\n", pass->smallest_from, pass->smallest.nc, pass->smallest.nc == 1 ? "" : "s", pass->smallest_why);
        slip_print_heading("again");
        puts(again.s ? again.s : "");
        slip_text_free(&again);
    }
    slip_print_heading("files");
    printf("%s/index.html passport.json passport.tap\n", folder);
    slip_print_heading("time");
    printf("%.1f s (%.1f s CPU in the solver)%s\n", pass->seconds, pass->spent, pass->stopped ? "; stopped before the end" : "");
}

static int write_one(const char *folder, const char *name, const slip_text *text)
{
    char path[4096];
    slip_error error = { 0 };
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (text->failed) return slip_complain_memory();
    return slip_file_write(path, text->s ? text->s : "", text->length, &error) == SLIP_OK ? SLIP_EXIT_OK : slip_complain(SLIP_EXIT_ENVIRONMENT, "%s", error.text);
}

static int output(const slip_args *args, const slip_passport *pass, const char *folder)
{
    slip_text json = { 0 }, tap = { 0 }, html = { 0 }, problem = { 0 };
    slip_error error = { 0 };
    char path[4096];
    snprintf(path, sizeof path, "%s/failing.txt", folder);
    const char *saved = pass->has_smallest ? path : NULL;
    int code = mkdir(folder, 0777) && errno != EEXIST ? slip_complain(SLIP_EXIT_ENVIRONMENT, "cannot make the folder '%s': %s", folder, strerror(errno)) : SLIP_EXIT_OK;
    slip_passport_json(pass, saved, &json);
    slip_passport_tap(pass, &tap);
    slip_passport_html(pass, saved, &html);
    if (!code && saved && slip_problem_text(&pass->smallest, &problem, &error) != SLIP_OK) code = slip_complain_error(&error);
    if (!code && saved) code = write_one(folder, "failing.txt", &problem);
    if (!code) code = write_one(folder, "passport.json", &json);
    if (!code) code = write_one(folder, "passport.tap", &tap);
    if (!code) code = write_one(folder, "index.html", &html);
    if (!code && slip_args_has(args, "json")) fwrite(json.s, 1, json.length, stdout);
    else if (!code && slip_args_has(args, "tap")) fwrite(tap.s, 1, tap.length, stdout);
    else if (!code) print_people(pass, saved, folder);
    slip_text_free(&json);
    slip_text_free(&tap);
    slip_text_free(&html);
    slip_text_free(&problem);
    return code;
}

static int run(const slip_args *args)
{
    slip_error error = { 0 };
    slip_text name = { 0 };
    slip_passport pass;
    double par[SLIP_MAX_PARAMS], megabytes;
    slip_check check = { .quick = slip_args_has(args, "quick"), .stop = interrupted, .tell = tell, .par = par };
    const char *solver = slip_args_get(args, "solver"), *folder = slip_args_get(args, "output");
    if (!solver == !args->operands)
        return slip_complain(SLIP_EXIT_USAGE, solver ? "check takes a solver or a command, not both" : "check needs a command, 'slipstick check -- ./mine {problem} {result}', or a solver, -s NAME");
    if (slip_args_has(args, "json") && slip_args_has(args, "tap"))
        return slip_complain(SLIP_EXIT_USAGE, "--json and --tap exclude each other");
    if (!slip_args_number(args, "tol", 1e-8, 1e-14, 1e-2, &check.limits.tol) || !slip_args_number(args, "time", check.quick ? 5 : 20, 0.1, 1e6, &check.limits.time)
        || !slip_args_number(args, "memory", 2000, 10, 1e7, &megabytes))
        return SLIP_EXIT_USAGE;
    check.memory = (size_t)(megabytes * 1e6);
    check.limits.steps = 100000;
    if (solver) slip_text_add(&name, "%s", solver);
    else join(args, &name);
    check.name = name.s;
    int code;
    if (name.failed) code = slip_complain_memory();
    else if (slip_solver_open(name.s, &check.solver, par, &error) != SLIP_OK) code = slip_complain_error(&error);
    else {
        slip_progress_begin(&progress);
        slip_status status = slip_check_run(&check, &pass, &error);
        slip_progress_end(&progress);
        if (status) code = slip_complain_error(&error);
        else {
            code = output(args, &pass, folder ? folder : "slipstick-check");
            if (!code) code = pass.stopped ? SLIP_EXIT_INCOMPLETE : pass.reached < SLIP_CHECK_LEVELS || pass.false_claims ? SLIP_EXIT_FINDINGS : SLIP_EXIT_OK;
            slip_passport_free(&pass);
        }
    }
    slip_text_free(&name);
    return code;
}

static const slip_option options[] = {
    { .name = "json", .about = "the passport as one line of JSON" },
    { .name = "memory", .value = "MB", .about = "memory of one run (default 2000)" },
    { .name = "output", .letter = 'o', .value = "DIR", .about = "folder of the passport (default slipstick-check)", .fill = SLIP_FILL_FILE },
    { .name = "quick", .about = "fewer problems on each level" },
    { .name = "solver", .letter = 's', .value = "SOLVER", .about = "one of our own solvers, or cmd:..., in place of a command", .fill = SLIP_FILL_SOLVER },
    { .name = "tap", .about = "the passport as TAP" },
    { .name = "time", .value = "SECONDS", .about = "CPU time of one run (default 20, quick 5)" },
    { .name = "tol", .letter = 't', .value = "T", .about = "tolerance of the verdicts (default 1e-8)" },
    { 0 }
};

const slip_command slip_command_check = {
    .name = "check", .about = "validate your own solver, in any language", .usage = "-- COMMAND {problem} {result}",
    .help = "The command is run for every case, isolated, with these words replaced:\n"
            "  {problem}        a file with the problem, in the canonical text; {problem.fclib}: FCLIB's HDF5\n"
            "  {local}          the same condensed to u = W r + q; {local.fclib}\n"
            "  {result}         the file it writes: 'status solved' and the numbers of r, one a line; or JSON,\n"
            "                   {\"status\":\"solved\",\"r\":[...]}; or FCLIB's HDF5 with /solution/r\n"
            "  {tol} {max_iter} {time} {seed} {dir}\n"
            "A status may be solved, gave-up, no-solution or not-for-this-law.  An exit status other than 0 means that\n"
            "it gave up.  A command without placeholders gets {problem} {result} at its end.\n"
            "\n"
            "The ladder: protocol, exact, invariance, catalogue, hard (scored by honesty), behaviour.  The smallest\n"
            "failing case is shrunk and saved in the folder of the passport.  The exit status is 0 when all levels are\n"
            "passed without a false claim, else 1.\n"
            "\n"
            "Examples:\n"
            "  $ slipstick check --quick -- python3 mine.py {local} {result}\n"
            "  $ slipstick check -s nsgs\n",
    .options = options, .least = 0, .most = -1, .fill = SLIP_FILL_FILE, .run = run
};
