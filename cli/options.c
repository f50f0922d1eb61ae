/* options.c: the command line of a subcommand, read by its option table.
   SPDX-License-Identifier: GPL-3.0-or-later

   As getopt_long does: options and operands in any order, `--` ends the options, `-s X`, `-sX`, `--solver X`,
   `--solver=X`, switches in one word, and any beginning of a long name that is unambiguous.  Our own,
   because a wrong option is answered with the nearest right one. */

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "cli/cli.h"

const slip_option slip_options_common[] = {
    { .name = "color", .value = "WHEN", .about = "colour the output: auto (on a terminal), always or never", .fill = SLIP_FILL_WORDS, .words = "auto always never" },
    { .name = "help", .letter = 'h', .about = "show this help and exit" },
    { .name = "quiet", .letter = 'q', .about = "no progress and no hints on stderr" },
    { 0 }
};

/* The k-th option of a command, its own first, then the common ones; NULL at the end. */
static const slip_option *option_at(const slip_command *command, int k)
{
    for (const slip_option *o = command->options; o && o->name; o++)
        if (k-- == 0)
            return o;
    return slip_options_common[k].name ? &slip_options_common[k] : NULL;
}

const slip_option *slip_option_find(const slip_command *command, const char *name)
{
    const slip_option *o;
    for (int k = 0; (o = option_at(command, k)); k++)
        if (!strcmp(o->name, name))
            return o;
    return NULL;
}

static const slip_option *find_letter(const slip_command *command, char letter)
{
    const slip_option *o;
    for (int k = 0; (o = option_at(command, k)); k++)
        if (o->letter == letter)
            return o;
    slip_complain(SLIP_EXIT_USAGE, "%s has no option -%c; see 'slipstick help %s'", command->name, letter, command->name);
    return NULL;
}

/* By full name or unambiguous beginning; NULL after complaining. */
static const slip_option *find_long(const slip_command *command, const char *name, size_t length)
{
    const slip_option *o, *found = NULL;
    const char *names[64] = { 0 };
    for (int k = 0; (o = option_at(command, k)); k++) {
        if (strlen(o->name) == length && !strncmp(o->name, name, length))
            return o;
        if (k < 63)
            names[k] = o->name;
    }
    for (int k = 0; (o = option_at(command, k)); k++)
        if (length && !strncmp(o->name, name, length)) {
            if (found) {
                slip_complain(SLIP_EXIT_USAGE, "--%.*s could be --%s or --%s", (int)length, name, found->name, o->name);
                return NULL;
            }
            found = o;
        }
    if (found)
        return found;
    char word[64];
    snprintf(word, sizeof word, "%.*s", (int)length, name);
    const char *near = slip_nearest(word, names);
    slip_complain(SLIP_EXIT_USAGE, near ? "%s has no option --%s; did you mean --%s?" : "%s has no option --%s; see 'slipstick help %s'",
                  command->name, word, near ? near : command->name);
    return NULL;
}

static bool add(slip_args *args, const slip_option *o, const char *value)
{
    if (!(o->flags & SLIP_REPEATED) && slip_args_has(args, o->name)) {
        slip_complain(SLIP_EXIT_USAGE, "--%s is given twice", o->name);
        return false;
    }
    args->option[args->options] = o;
    args->value[args->options++] = value;
    return true;
}

/* One word that begins with a dash; may take the next as its value.  Advances *at past what it used. */
static bool take(slip_args *args, char *const argv[], int *at)
{
    const char *word = argv[(*at)++];
    if (word[1] == '-') {
        size_t length = strcspn(word + 2, "=");
        const slip_option *o = find_long(args->command, word + 2, length);
        const char *value = word[2 + length] ? word + 3 + length : NULL;
        if (!o)
            return false;
        if (!o->value && value) {
            slip_complain(SLIP_EXIT_USAGE, "--%s takes no value", o->name);
            return false;
        }
        if (o->value && !value && !(value = argv[*at])) {
            slip_complain(SLIP_EXIT_USAGE, "--%s needs a value: %s", o->name, o->value);
            return false;
        }
        *at += o->value && !word[2 + length];
        return add(args, o, value);
    }
    for (const char *c = word + 1; *c; c++) {
        const slip_option *o = find_letter(args->command, *c);
        if (!o)
            return false;
        if (!o->value) {
            if (!add(args, o, NULL))
                return false;
            continue;
        }
        const char *value = c[1] ? c + 1 : argv[*at];
        *at += !c[1];
        if (!value) {
            slip_complain(SLIP_EXIT_USAGE, "-%c needs a value: %s", *c, o->value);
            return false;
        }
        return add(args, o, value);
    }
    return true;
}

bool slip_args_parse(slip_args *args, const slip_command *command, char *const argv[])
{
    size_t words = 0, letters = 0;
    for (; argv[words]; words++)
        letters += strlen(argv[words]);
    *args = (slip_args){
        .command = command,
        .operand = slip_calloc(words + 1, sizeof *args->operand),
        .option = slip_calloc(letters + 1, sizeof *args->option),       /* each letter could be a switch */
        .value = slip_calloc(letters + 1, sizeof *args->value)
    };
    if (!args->operand || !args->option || !args->value) {
        slip_complain_memory();
        return false;
    }
    bool open = true;
    for (int at = 0; argv[at]; ) {
        if (open && !strcmp(argv[at], "--")) {
            open = false;
            at++;
        } else if (open && argv[at][0] == '-' && argv[at][1]) {
            if (!take(args, argv, &at))
                return false;
        } else {
            args->operand[args->operands++] = argv[at++];
        }
    }
    if (slip_args_has(args, "help"))
        return true;
    if (args->operands < command->least) {
        slip_complain(SLIP_EXIT_USAGE, "%s needs more: slipstick %s %s", command->name, command->name, command->usage);
        return false;
    }
    if (command->most >= 0 && args->operands > command->most) {
        slip_complain(SLIP_EXIT_USAGE, "%s does not know what to do with '%s': slipstick %s %s",
                      command->name, args->operand[command->most], command->name, command->usage);
        return false;
    }
    return true;
}

void slip_args_free(slip_args *args)
{
    slip_free(args->operand);
    slip_free(args->option);
    slip_free(args->value);
    *args = (slip_args){ 0 };
}

const char *slip_args_each(const slip_args *args, const char *option, int *at)
{
    for (; *at < args->options; ++*at)
        if (!strcmp(args->option[*at]->name, option))
            return args->value[(*at)++];
    return NULL;
}

bool slip_args_has(const slip_args *args, const char *option)
{
    for (int k = 0; k < args->options; k++)
        if (!strcmp(args->option[k]->name, option))
            return true;
    return false;
}

const char *slip_args_get(const slip_args *args, const char *option)
{
    int at = 0;
    return slip_args_each(args, option, &at);
}

bool slip_args_writable(const slip_args *args, const char *option)
{
    const char *path;
    slip_error error = { 0 };
    for (int at = 0; (path = slip_args_each(args, option, &at));)
        if (slip_file_ready(path, &error)) {
            slip_complain(SLIP_EXIT_ENVIRONMENT, "%s", error.text);
            return false;
        }
    return true;
}

bool slip_args_number(const slip_args *args, const char *option, double def, double min, double max, double *out)
{
    const char *text = slip_args_get(args, option), *end;
    *out = def;
    if (!text)
        return true;
    if (slip_parse_double(text, &end, out) && !*end && *out >= min && *out <= max)
        return true;
    char low[32], high[32];
    slip_format_double(low, min);
    slip_format_double(high, max);
    if (max < INFINITY)
        slip_complain(SLIP_EXIT_USAGE, "--%s must be a number from %s to %s, not '%s'", option, low, high, text);
    else
        slip_complain(SLIP_EXIT_USAGE, "--%s must be a number not less than %s, not '%s'", option, low, text);
    return false;
}
