/* lint.c: `slipstick lint PROBLEM...`: what is wrong or suspicious about problem files.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <string.h>
#include "base/json.h"
#include "cli/cli.h"

static const slip_style styles[] = { [SLIP_SEVERITY_NOTE] = SLIP_FAINT, [SLIP_SEVERITY_WARNING] = SLIP_DOUBT, [SLIP_SEVERITY_ERROR] = SLIP_BAD };

static void counts(const slip_lint *lint, char out[160])
{
    size_t at = 0;
    out[0] = 0;
    for (int s = SLIP_SEVERITY_COUNT - 1; s >= 0; s--) {
        char one[64];
        slip_plural(one, lint->severity[s], slip_severity_name((slip_severity)s));
        if (lint->severity[s]) at += (size_t)snprintf(out + at, 160 - at, "%s%s", at ? ", " : "", one);
    }
}

void slip_print_origin(const slip_origin *o, const slip_lint *lint)
{
    char many[160];
    if (!o->format) return;
    counts(lint, many);
    slip_print_heading("file");
    printf("%s%s%s%s\n", o->format, *many ? "; " : "", many, *many ? " by 'slipstick lint'" : "");
    const struct { const char *word, *text; } says[] = { { "title", o->title }, { "about", o->description }, { "maths", o->math_info } };
    for (size_t k = 0; k < sizeof says / sizeof *says; k++) {
        const char *text = says[k].text ? says[k].text + strspn(says[k].text, " \n\t") : "";
        if (!*text) continue;
        slip_print_heading(says[k].word);
        for (; *text; text++) putchar(*text == '\n' ? ' ' : *text);
        puts("");
    }
    for (int k = 0; k < lint->count; k++) {
        slip_oddity what = lint->note[k].what;
        if (what != SLIP_ODDITY_SOLUTION && what != SLIP_ODDITY_ZERO_SOLUTION && what != SLIP_ODDITY_FALSE_SOLUTION) continue;
        slip_print_heading("stored");
        puts(lint->note[k].text);
    }
}

static void print_people(const char *name, const slip_problem *p, const slip_origin *o, const slip_lint *lint)
{
    slip_text about = { 0 };
    char many[160];
    slip_describe(p, &about);
    counts(lint, many);
    printf("%s%s%s: %s%s%s\n", slip_paint(SLIP_STRONG), name, slip_unpaint(), o->format ? o->format : "", o->format ? "; " : "", about.s ? about.s : "");
    for (int k = 0; k < lint->count; k++) {
        slip_severity s = slip_oddity_severity(lint->note[k].what);
        printf("  %s%-8s%s %-17s %s\n", slip_paint(styles[s]), slip_severity_name(s), slip_unpaint(), slip_oddity_name(lint->note[k].what), lint->note[k].text);
    }
    printf("  %s\n", *many ? many : "clean");
    slip_text_free(&about);
}

static int print_json(json_t *object)
{
    slip_text text = { 0 };
    int code = object && slip_json_write(object, &text) == SLIP_OK ? SLIP_EXIT_OK : slip_complain_memory();
    if (code == SLIP_EXIT_OK) printf("%s\n", text.s);
    slip_text_free(&text);
    json_decref(object);
    return code;
}

static json_t *as_json(const char *name, const slip_problem *p, const slip_origin *o, const slip_lint *lint, const char *hash)
{
    json_t *list = json_array();
    for (int k = 0; k < lint->count; k++) {
        const slip_note *n = &lint->note[k];
        json_array_append_new(list, json_pack("{s:s,s:s,s:o,s:s}", "severity", slip_severity_name(slip_oddity_severity(n->what)), "check", slip_oddity_name(n->what),
                                              "contact", n->contact < 0 ? json_null() : json_integer(n->contact), "text", n->text));
    }
    return json_pack("{s:s,s:s,s:s?,s:s,s:i,s:i,s:i,s:i,s:i,s:o}", "schema", "slipstick.lint/1", "problem", name, "format", o->format, "hash", hash, "d", p->d, "contacts", p->nc,
                     "errors", lint->severity[SLIP_SEVERITY_ERROR], "warnings", lint->severity[SLIP_SEVERITY_WARNING], "notes", lint->severity[SLIP_SEVERITY_NOTE], "findings", list);
}

/* The exit code of one problem: 0 clean or notes only, 1 something worse, 2 unreadable. */
static int one(const char *name, double tol, bool json)
{
    slip_error error = { 0 };
    slip_problem problem;
    slip_origin origin = { 0 };
    slip_lint lint = { 0 };
    char hash[65];
    if (slip_open_origin(&problem, &origin, name, NULL, &error) != SLIP_OK) {
        int code = slip_complain_error(&error);
        if (json && print_json(json_pack("{s:s,s:s,s:s}", "schema", "slipstick.lint/1", "problem", name, "unreadable", error.text))) code = SLIP_EXIT_ENVIRONMENT;
        return code;
    }
    int code = SLIP_EXIT_OK;
    if (slip_lint_problem(&problem, &origin, tol, &lint, &error) != SLIP_OK || slip_problem_hash(&problem, hash, &error) != SLIP_OK)
        code = slip_complain_error(&error);
    else if (json)
        code = print_json(as_json(name, &problem, &origin, &lint, hash));
    else
        print_people(name, &problem, &origin, &lint);
    if (code == SLIP_EXIT_OK && lint.severity[SLIP_SEVERITY_ERROR] + lint.severity[SLIP_SEVERITY_WARNING]) code = SLIP_EXIT_FINDINGS;
    slip_lint_free(&lint);
    slip_origin_free(&origin);
    slip_problem_free(&problem);
    return code;
}

static int print_checks(bool json)
{
    json_t *rows = json ? json_array() : NULL;
    for (int s = SLIP_SEVERITY_COUNT - 1; s >= 0; s--)
        for (int k = 0; k < SLIP_ODDITY_COUNT; k++) {
            slip_oddity o = (slip_oddity)k;
            if ((int)slip_oddity_severity(o) != s) continue;
            if (json) json_array_append_new(rows, json_pack("{s:s,s:s,s:s}", "check", slip_oddity_name(o), "severity", slip_severity_name((slip_severity)s), "about", slip_oddity_text(o)));
            else printf("%-8s %-17s %s\n", slip_severity_name((slip_severity)s), slip_oddity_name(o), slip_oddity_text(o));
        }
    return json ? print_json(rows) : SLIP_EXIT_OK;
}

static int run(const slip_args *args)
{
    slip_error error = { 0 };
    slip_names names;
    double tol;
    bool json = slip_args_has(args, "json");
    int worst = SLIP_EXIT_OK;
    if (slip_args_has(args, "checks"))
        return args->operands ? slip_complain(SLIP_EXIT_USAGE, "--checks lists what is looked for and takes no problem") : print_checks(json);
    if (!args->operands)
        return slip_complain(SLIP_EXIT_USAGE, "lint needs a problem file, a folder of them, or a name");
    if (!slip_args_number(args, "tol", 1e-8, 1e-300, 1, &tol))
        return SLIP_EXIT_USAGE;
    if (slip_select_problems(args->operand, &names, &error) != SLIP_OK)
        return slip_complain_error(&error);
    slip_tell_refused(&names);
    slip_progress progress;
    slip_progress_begin(&progress);
    for (int k = 0; k < names.count && !slip_terminal_signal(); k++) {
        int code = one(names.name[k], tol, json);
        worst = code > worst ? code : worst;
        if (names.count > 1 && slip_progress_due(&progress)) slip_progress_tell(&progress, (k + 1.0) / names.count, names.name[k]);
    }
    slip_progress_end(&progress);
    if (names.empty) worst = slip_complain(SLIP_EXIT_INCOMPLETE, "no problems match '%s'", names.empty);
    else if (!names.count) worst = slip_complain(SLIP_EXIT_INCOMPLETE, "no problems are left by this selection");
    slip_names_free(&names);
    return worst;
}

static const slip_option options[] = {
    { .name = "checks", .about = "list what is looked for, by severity" },
    { .name = "json", .about = "one line of JSON a problem" },
    { .name = "tol", .letter = 't', .value = "T", .about = "tolerance for a stored solution (default 1e-8)" },
    { 0 }
};

const slip_command slip_command_lint = {
    .name = "lint", .about = "find what is wrong or suspicious in problem files", .usage = "PROBLEM...",
    .help = "PROBLEM is a file, a folder of files or a name of the catalogue.  Told by severity:\n"
            "\n"
            "  error     no solution exists, or the data are not those of a contact problem\n"
            "  warning   other programs stumble over it, or the file says what is not true\n"
            "  note      worth knowing\n"
            "\n"
            "A solution stored in the file is judged like any answer and called what it is.  The exit status is 0 when there\n"
            "are notes at most, 1 with warnings or errors, 2 when a file cannot be read.\n"
            "\n"
            "Examples:\n"
            "  $ slipstick lint mine.hdf5\n"
            "  $ slipstick lint --json downloads/ | jq -r 'select(.warnings > 0).problem'\n",
    .options = options, .least = 0, .most = -1, .fill = SLIP_FILL_PROBLEM, .run = run
};
