/* cli.h: what the subcommands of the `slipstick` program share: the table of commands, options, talking to people.
   SPDX-License-Identifier: GPL-3.0-or-later

   A subcommand is one file: cli/<name>.c exports slip_command_<name> ('-' becomes '_') and one line of
   SLIP_COMMAND_LIST names it.  Parsing, --help, the manual page and the completion walk the same tables.
   Data goes to stdout, everything else to stderr. */

#ifndef SLIP_CLI_H
#define SLIP_CLI_H

#include <stdio.h>
#include "reports/study.h"

/* ---- exit codes, as diff's: 0 fine, 1 findings, more is trouble; 128 + n after signal n ---------- */

enum {
    SLIP_EXIT_OK = 0,
    SLIP_EXIT_FINDINGS = 1,     /* another verdict than verified, a claim that differs */
    SLIP_EXIT_USAGE = 2,        /* wrong usage or bad input */
    SLIP_EXIT_INCOMPLETE = 3,   /* incomplete, not applicable, nothing measured */
    SLIP_EXIT_ENVIRONMENT = 4,  /* missing tool, unwritable output, no memory */
    SLIP_EXIT_BUG = 5
};

int slip_exit_of(slip_status);                              /* of a call that failed */
int slip_exit_of_verdict(const slip_verdict *);

/* ---- commands (slipstick.c) ---------------------------------------------------------------------- */

/* What completes a word, on the shell's command line. */
typedef enum { SLIP_FILL_NONE, SLIP_FILL_FILE, SLIP_FILL_PROBLEM, SLIP_FILL_SOLVER, SLIP_FILL_NAME, SLIP_FILL_COMMAND, SLIP_FILL_WORDS } slip_fill;

enum { SLIP_REPEATED = 1 };     /* slip_option.flags: may be given more than once; else a repetition is an error */

typedef struct {
    const char *name;           /* without the dashes */
    char letter;                /* 0: none */
    const char *value;          /* what its value is called in the help; NULL: a switch */
    const char *about;
    slip_fill fill; const char *words;      /* SLIP_FILL_WORDS: separated by spaces */
    unsigned flags;
} slip_option;                  /* a table ends with a NULL name */

typedef struct slip_args slip_args;

typedef struct {
    const char *name, *about;   /* one line, no full stop */
    const char *usage;          /* what follows the name: "PROBLEM -s SOLVER" */
    const char *help;           /* paragraphs below the options; NULL: none */
    const slip_option *options; /* its own; the common ones are added */
    int least, most;            /* operands; most < 0: any number */
    slip_fill fill; const char *words;      /* what completes its operands */
    int (*run)(const slip_args *);
} slip_command;

#define SLIP_COMMAND_LIST(X) \
    X(bench) \
    X(check) \
    X(check_proof) \
    X(compare) \
    X(completion) \
    X(convert) \
    X(doctor) \
    X(help) \
    X(lesson) \
    X(lint) \
    X(list) \
    X(plugin) \
    X(prove) \
    X(report) \
    X(reproduce) \
    X(show) \
    X(simulate) \
    X(solve) \
    X(speed) \
    X(status) \
    X(verify)

#define X(name) extern const slip_command slip_command_##name;
SLIP_COMMAND_LIST(X)
#undef X

extern const slip_command *const slip_commands[];           /* NULL-ended, alphabetical */
extern const slip_option slip_options_common[];

const slip_command *slip_command_find(const char *name);    /* NULL after complaining */
void slip_help_command(FILE *, const slip_command *);         /* what COMMAND --help prints (help.c) */

/* ---- options (options.c) ------------------------------------------------------------------------- */

struct slip_args {
    const slip_command *command;
    const char **operand; int operands;     /* NULL-ended */
    const slip_option **option; const char **value; int options;    /* as given, in order; value NULL for a switch */
};

bool slip_args_parse(slip_args *, const slip_command *, char *const argv[]);      /* argv after the command; false after complaining */
void slip_args_free(slip_args *);
bool slip_args_has(const slip_args *, const char *option);
const char *slip_args_get(const slip_args *, const char *option);                 /* the value, or NULL */
const char *slip_args_each(const slip_args *, const char *option, int *at);       /* the next value from *at (start with 0), or NULL */
bool slip_args_writable(const slip_args *, const char *option);       /* every file it names could be written; asked before long work; false after complaining */
/* A number in [min, max], or the default when absent; false after complaining.  Exclusive bounds: name the next double. */
bool slip_args_number(const slip_args *, const char *option, double def, double min, double max, double *out);
const slip_option *slip_option_find(const slip_command *, const char *name);      /* its own or a common one */

/* ---- talking (terminal.c) ------------------------------------------------------------------------ */

typedef enum { SLIP_PLAIN, SLIP_GOOD, SLIP_BAD, SLIP_DOUBT, SLIP_FAINT, SLIP_STRONG } slip_style;

void slip_terminal_start(void);                             /* 0, 1, 2 are open from here on; SIGINT is noted */
bool slip_terminal_options(const slip_args *);              /* --color, --quiet; false after complaining */
const char *slip_paint(slip_style);                         /* an escape sequence for stdout, or "" */
const char *slip_unpaint(void);
int  slip_terminal_columns(void);
int  slip_terminal_signal(void);                            /* the signal noted, 0: none */
/* From now on a signal ends the program at once with this sentence, for work that nothing could stop in order; NULL: in order again, as while a file is written. */
void slip_terminal_at_once(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* One sentence on stderr, "slipstick: ..." and returns `code`, so that `return slip_complain(...)` reads well. */
int slip_complain(int code, const char *format, ...) __attribute__((format(printf, 2, 3)));
int slip_complain_error(const slip_error *);                /* with the exit code of its status */
int slip_complain_memory(void);
int slip_terminal_close(int code);                          /* flush stdout; the exit code to end with */

/* Progress on stderr once two seconds have passed: a bar on a terminal, a line each ten per cent or minute elsewhere. */
typedef struct { double begin, looked, told, fraction; bool shown; } slip_progress;
void slip_progress_begin(slip_progress *);
bool slip_progress_due(slip_progress *);                    /* is it time for another look? */
void slip_progress_tell(slip_progress *, double fraction /* NaN: unknown */, const char *text);
void slip_progress_end(slip_progress *);

/* `solve --sweep` (sweep.c): one run a value, one row each. */
int slip_sweep(const slip_args *, const slip_limits *);

/* Files of a folder that are no problems are left out, each with a sentence (words.c); true: this one was. */
bool slip_left_out(const slip_names *, int k, const slip_error *);
void slip_tell_refused(const slip_names *);                 /* those a filter could not read */
void slip_print_origin(const slip_origin *, const slip_lint *);     /* what a file says of itself, and what is true of that (lint.c) */

/* `prove` with answers (prove_near.c); progress of slip_near_prove, ctx a slip_progress. */
int  slip_prove_answers(const slip_args *, const slip_problem *);
bool slip_near_look(void *ctx, const char *what);

/* ---- words shared by commands (words.c) ---------------------------------------------------------- */

int  slip_print_record(const slip_record *, bool json);     /* to stdout: verdicts, residuals, states, sentence; or one line of JSON.  The exit code. */
void slip_print_heading(const char *word);                  /* "word      ", for the lines of one record */
void slip_plural(char out[64], long n, const char *noun);   /* "1 contact", "3 contacts" */
void slip_describe(const slip_problem *, slip_text *);      /* "4 contacts in 3D, 6 velocities, coulomb, velocities and impulses" */
void slip_truth_words(const slip_truth *, slip_text *);     /* "exactly 1 solution (exact)" */
void slip_verdict_counts(const int count[SLIP_VERDICT_COUNT], slip_text *);     /* "12 verified, 1 crash" */
bool slip_path_ends(const char *path, const char *end);      /* does the path end so? ".svg" */
void slip_duration(char out[32], double seconds);           /* "0.21 ms" */

#endif
