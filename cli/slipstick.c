/* slipstick.c: the program: finds the command, reads its options, runs it.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <string.h>
#include "cli/cli.h"

const slip_command *const slip_commands[] = {
#define X(name) &slip_command_##name,
    SLIP_COMMAND_LIST(X)
#undef X
    NULL
};

const slip_command *slip_command_find(const char *name)
{
    const char *names[64] = { 0 };
    for (int k = 0; slip_commands[k]; k++) {
        if (!strcmp(slip_commands[k]->name, name))
            return slip_commands[k];
        if (k < 63)
            names[k] = slip_commands[k]->name;
    }
    const char *near = slip_nearest(name, names);
    slip_complain(SLIP_EXIT_USAGE, near ? "no command '%s'; did you mean '%s'?" : "no command '%s'; see 'slipstick help'", name, near);
    return NULL;
}

static void orientation(void)
{
    printf("slipstick %s: benchmark and verify solvers for rigid bodies in frictional contact\n\n", slip_version());
    fputs("  slipstick list                              what there is: problems, solvers, suites\n"
          "  slipstick show painleve-rod                 one of them in full\n"
          "  slipstick solve point-mass -s prox --plot   one problem, one solver, an independent verdict\n"
          "  slipstick solve painleve-rod:mu=2 -s prox   a problem without a solution, and how that looks\n"
          "  slipstick verify PROBLEM ANSWER.json        judge an answer from anywhere\n"
          "  slipstick bench study -p suite:core -s '*'  many problems, many solvers, each run isolated\n"
          "  slipstick simulate cannonball -s lcp3       let a scene move\n"
          "  slipstick doctor                            is this machine ready?\n"
          "  slipstick help                              all commands\n", stdout);
}

static int run_command(const slip_command *command, char *const argv[])
{
    slip_args args;
    int code = SLIP_EXIT_USAGE;
    if (slip_args_parse(&args, command, argv) && slip_terminal_options(&args)) {
        if (slip_args_has(&args, "help")) {
            slip_help_command(stdout, command);
            code = SLIP_EXIT_OK;
        } else {
            code = command->run(&args);
        }
    }
    slip_args_free(&args);
    return code;
}

int main(int argc, char **argv)
{
    slip_terminal_start();
    slip_error error = { 0 };
    if (slip_start(&error) != SLIP_OK)
        return slip_complain_error(&error);
    const char *word = argc > 1 ? argv[1] : NULL;
    int code = SLIP_EXIT_OK;
    if (!word) {
        orientation();
    } else if (!strcmp(word, "--version") || !strcmp(word, "-V")) {
        printf("slipstick %s\n"
               "Copyright (C) 2026 the slipstick developers\n"
               "License GPLv3+: GNU GPL version 3 or later <https://gnu.org/licenses/gpl.html>.\n"
               "This is free software: you are free to change and redistribute it.\n"
               "There is NO WARRANTY, to the extent permitted by law.\n", slip_version());
    } else if (!strcmp(word, "--help") || !strcmp(word, "-h")) {
        code = run_command(&slip_command_help, argv + 2);
    } else if (word[0] == '-') {
        code = slip_complain(SLIP_EXIT_USAGE, "the command comes first: slipstick COMMAND [OPTION]...; see 'slipstick help'");
    } else {
        const slip_command *command = slip_command_find(word);
        code = command ? run_command(command, argv + 2) : SLIP_EXIT_USAGE;
    }
    return slip_terminal_close(code);
}
