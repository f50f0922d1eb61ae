/* completion.c: `slipstick completion`: a bash completion made from the tables of commands and options.
   SPDX-License-Identifier: GPL-3.0-or-later

   Names of problems, solvers and suites are asked from the program when they are needed, so the script never ages. */

#include <string.h>
#include "cli/cli.h"

/* The shell words that fill a place. */
static void print_fill(slip_fill fill, const char *words)
{
    switch (fill) {
    case SLIP_FILL_NONE: printf(":"); break;
    case SLIP_FILL_FILE: printf("_slipstick_files"); break;
    case SLIP_FILL_PROBLEM: printf("_slipstick_words \"$(\"$program\" list problems --names 2>/dev/null)\"; _slipstick_files more"); break;
    case SLIP_FILL_SOLVER: printf("_slipstick_words \"$(\"$program\" list solvers --names 2>/dev/null)\""); break;
    case SLIP_FILL_NAME: printf("_slipstick_words \"$(\"$program\" list --names 2>/dev/null)\"; _slipstick_files more"); break;
    case SLIP_FILL_COMMAND:
        printf("_slipstick_words '");
        for (int k = 0; slip_commands[k]; k++)
            printf("%s%s", k ? " " : "", slip_commands[k]->name);
        printf("'");
        break;
    case SLIP_FILL_WORDS: printf("_slipstick_words '%s'", words); break;
    }
}

static void print_values(const slip_option *options)
{
    for (const slip_option *o = options; o && o->name; o++)
        if (o->value) {
            printf("        --%s", o->name);
            if (o->letter)
                printf("|-%c", o->letter);
            printf(") ");
            print_fill(o->fill, o->words);
            printf("; return ;;\n");
        }
}

static void print_names(const slip_option *options)
{
    for (const slip_option *o = options; o && o->name; o++)
        printf("--%s%s ", o->name, o->value ? "=" : "");
}

static void print_command(const slip_command *c)
{
    printf("    %s)\n        case $previous in\n", c->name);
    print_values(c->options);
    print_values(slip_options_common);
    printf("        esac\n        case $word in\n        -*) _slipstick_words '");
    print_names(c->options);
    print_names(slip_options_common);
    printf("' ;;\n        *) ");
    print_fill(c->fill, c->words);
    printf(" ;;\n        esac ;;\n");
}

static int run(const slip_args *args)
{
    if (args->operands && strcmp(args->operand[0], "bash"))
        return slip_complain(SLIP_EXIT_USAGE, "there is a completion for bash, not for '%s'", args->operand[0]);
    fputs("# bash completion for slipstick, made by 'slipstick completion bash'\n"
          "\n"
          "# Words that may hold a colon, which bash takes for a separator of words.\n"
          "_slipstick_words()\n"
          "{\n"
          "    local prefix=\n"
          "    [[ $word == *:* && $COMP_WORDBREAKS == *:* ]] && prefix=${word%:*}:\n"
          "    mapfile -t COMPREPLY < <(compgen -W \"$1\" -- \"$word\" | sed \"s|^$prefix||\")\n"
          "    [[ ${COMPREPLY[0]-} == *= || ${COMPREPLY[0]-} == *: ]] && compopt -o nospace\n"
          "}\n"
          "\n"
          "_slipstick_files()\n"
          "{\n"
          "    local found\n"
          "    mapfile -t found < <(compgen -f -- \"$word\")\n"
          "    [[ ${1-} ]] || COMPREPLY=()\n"
          "    COMPREPLY+=(\"${found[@]}\")\n"
          "    compopt -o filenames\n"
          "}\n"
          "\n"
          "_slipstick()\n"
          "{\n"
          "    local program=${COMP_WORDS[0]} line=${COMP_LINE:0:COMP_POINT} word previous command=${COMP_WORDS[1]-}\n"
          "    # The words as the shell will see them, colons and equal signs included.\n"
          "    local -a typed\n"
          "    read -ra typed <<<\"$line\"\n"
          "    [[ $line == *[[:space:]] ]] && typed+=('')\n"
          "    word=${typed[-1]} previous=${typed[-2]-}\n"
          "    if [[ $word == --*=* ]]; then\n"
          "        previous=${word%%=*} word=${word#*=}\n"
          "    fi\n"
          "    COMPREPLY=()\n"
          "    if ((${#typed[@]} <= 2)); then\n"
          "        _slipstick_words '", stdout);
    for (int k = 0; slip_commands[k]; k++)
        printf("%s ", slip_commands[k]->name);
    fputs("--help --version'\n        return\n    fi\n    case $command in\n", stdout);
    for (int k = 0; slip_commands[k]; k++)
        print_command(slip_commands[k]);
    fputs("    esac\n}\n\ncomplete -F _slipstick slipstick\n", stdout);
    return SLIP_EXIT_OK;
}

const slip_command slip_command_completion = {
    .name = "completion", .about = "print a shell completion to be sourced", .usage = "[bash]",
    .help = "For this shell:  source <(slipstick completion bash)\n",
    .least = 0, .most = 1, .fill = SLIP_FILL_WORDS, .words = "bash", .run = run
};
