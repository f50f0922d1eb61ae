/* check_proof.c: `slipstick check-proof PROBLEM PROOF`: have a proof re-verified by slipstick-checker, a program apart.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "cli/cli.h"

enum { PATH = 4096 };

/* The canonical text in a file of its own: the checker reads nothing else. */
static slip_status canonical(const slip_problem *problem, char path[PATH], slip_error *error)
{
    const char *base = getenv("TMPDIR");
    slip_text text = { 0 };
    slip_status status = slip_problem_text(problem, &text, error);
    if (!status) {
        snprintf(path, PATH, "%s/slipstick-problem-XXXXXX", base && *base ? base : "/tmp");
        int fd = mkstemp(path);
        if (fd < 0)
            status = slip_fail(error, SLIP_ENV, "no file for the canonical text: %s", strerror(errno));
        else
            close(fd);
        if (!status && (status = slip_file_write(path, text.s, text.length, error)))
            unlink(path);
    }
    slip_text_free(&text);
    return status;
}

static int run(const slip_args *args)
{
    slip_error error = { 0 };
    slip_problem problem;
    slip_child_result child;
    char program[PATH], path[PATH];
    double seconds;
    if (!slip_args_number(args, "time", 600, 1e-3, 1e9, &seconds))
        return SLIP_EXIT_USAGE;
    if (slip_open(&problem, args->operand[0], NULL, &error) != SLIP_OK)
        return slip_complain_error(&error);
    slip_status status = canonical(&problem, path, &error);
    slip_problem_free(&problem);
    if (status)
        return slip_complain_error(&error);
    if (!slip_program_find("slipstick-checker", "SLIPSTICK_CHECKER", program, PATH)) {
        unlink(path);
        return slip_complain(SLIP_EXIT_ENVIRONMENT, "there is no program slipstick-checker beside this one or in PATH");
    }
    char *argv[] = { program, path, (char *)args->operand[1], NULL };
    slip_limits_child limits = { .wall = seconds, .output = 1 << 20, .trusted = true };
    status = slip_child_exec(argv, NULL, NULL, 0, &limits, &child, &error);
    unlink(path);
    if (status)
        return slip_complain_error(&error);
    int code;
    if (child.end == SLIP_END_EXIT) {
        fputs(child.out.s, stdout);
        fputs(child.err.s, stderr);
        code = child.code;
    } else if (child.end == SLIP_END_START) {
        code = slip_complain(SLIP_EXIT_ENVIRONMENT, "cannot run '%s': %s", program, strerror(child.code));
    } else if (child.end == SLIP_END_WALL) {
        code = slip_complain(SLIP_EXIT_INCOMPLETE, "the checker was not done within %g s: nothing is known of this proof", seconds);
    } else {
        code = slip_complain(SLIP_EXIT_BUG, "the checker %s", slip_end_text(child.end));
    }
    slip_child_result_free(&child);
    return code;
}

static const slip_option options[] = {
    { .name = "time", .value = "S", .about = "most seconds (default 600)" },
    { 0 }
};

const slip_command slip_command_check_proof = {
    .name = "check-proof", .about = "re-verify a proof by a program apart", .usage = "PROBLEM PROOF",
    .help = "Runs slipstick-checker, which knows exact arithmetic and the rules of proofs and shares no source with this program.\n"
            "Exit status: 0 every claim of the file is proved, 1 refused, 2 unreadable.\n",
    .options = options, .least = 2, .most = 2, .fill = SLIP_FILL_PROBLEM, .run = run
};
