/* help.c: `slipstick help [COMMAND]`, and what --help prints; the manual page is made from it.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <string.h>
#include "cli/cli.h"

static void print_options(FILE *out, const slip_option *options)
{
    for (const slip_option *o = options; o && o->name; o++) {
        char left[64];
        snprintf(left, sizeof left, "  %c%c%s --%s%s%s", o->letter ? '-' : ' ', o->letter ? o->letter : ' ', o->letter ? "," : " ",
                 o->name, o->value ? "=" : "", o->value ? o->value : "");
        fprintf(out, strlen(left) < 25 ? "%-25s %s\n" : "%s\n                          %s\n", left, o->about);
    }
}

static void print_commands(FILE *out)
{
    for (int k = 0; slip_commands[k]; k++)
        fprintf(out, "  %-13s %s\n", slip_commands[k]->name, slip_commands[k]->about);
}

void slip_help_command(FILE *out, const slip_command *command)
{
    fprintf(out, "Usage: slipstick %s%s%s\n%c%s.\n", command->name, *command->usage ? " " : "", command->usage,
            command->about[0] >= 'a' && command->about[0] <= 'z' ? command->about[0] - 'a' + 'A' : command->about[0], command->about + 1);
    fputs("\nOptions:\n", out);
    print_options(out, command->options);
    print_options(out, slip_options_common);
    if (command->help)
        fprintf(out, "\n%s", command->help);
}

static const char names[] =
    "  A problem is FAMILY:KEY=VALUE,KEY=VALUE (painleve-rod:mu=2), or the path of a file.\n"
    "  A solver is METHOD:KEY=VALUE,... (prox:r=0.4,order=jacobi).  A suite is suite:NAME.\n"
    "  'slipstick list' tells the names, 'slipstick show NAME' the keys, their ranges and defaults.\n";

static const char exits[] =
    "  0      done, and everything asked for passed (also a right \"no solution\")\n"
    "  1      findings: any verdict but verified, a claim that differs\n"
    "  2      wrong usage or bad input\n"
    "  3      incomplete, not applicable, or nothing measured\n"
    "  4      the machine: a tool is missing, a file cannot be written, memory is exhausted\n"
    "  5      a fault of slipstick itself\n"
    "  128+N  ended by signal N\n";

static const char environment[] =
    "  GNUPLOT     the gnuplot to draw with\n"
    "  NO_COLOR    when not empty, no colour\n"
    "  COLUMNS     width of the output\n";

/* Everything, in the form help2man turns into a manual page. */
static void print_all(FILE *out)
{
    for (int k = 0; slip_commands[k]; k++) {
        const slip_command *c = slip_commands[k];
        fprintf(out, "\n*%s*\n", c->name);
        fprintf(out, "slipstick %s %s\n\n%c%s.\n\n", c->name, c->usage, c->about[0] - 'a' + 'A', c->about + 1);
        print_options(out, c->options);
        if (c->help)
            fprintf(out, "\n%s", c->help);
    }
}

static int run(const slip_args *args)
{
    if (args->operands) {
        const slip_command *command = slip_command_find(args->operand[0]);
        if (!command)
            return SLIP_EXIT_USAGE;
        slip_help_command(stdout, command);
        return SLIP_EXIT_OK;
    }
    fputs("Usage: slipstick COMMAND [OPTION]... [ARGUMENT]...\n"
          "Benchmark and verify solvers for rigid bodies in frictional contact.\n"
          "\nCommands:\n", stdout);
    print_commands(stdout);
    fputs("\n'slipstick COMMAND --help' tells the options of a command.  Every command takes:\n\n", stdout);
    print_options(stdout, slip_options_common);
    printf("\nNames:\n%s\nExit status:\n%s\nEnvironment:\n%s", names, exits, environment);
    if (slip_args_has(args, "all"))
        print_all(stdout);
    return SLIP_EXIT_OK;
}

static const slip_option options[] = {
    { .name = "all", .letter = 'a', .about = "the options of every command too (the manual page)" },
    { 0 }
};

const slip_command slip_command_help = {
    .name = "help", .about = "explain a command, or all of them", .usage = "[COMMAND]",
    .options = options, .least = 0, .most = 1, .fill = SLIP_FILL_COMMAND, .run = run
};
