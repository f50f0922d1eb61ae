/* status.c: `slipstick status STUDY`: how far a study is, also while it runs.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <string.h>
#include "cli/cli.h"

typedef struct { int planned, done, strange; int verdicts[SLIP_VERDICT_COUNT]; } tally;

static int print_json(const char *study, const tally *t, const slip_rows *rows, bool busy)
{
    slip_text text = { 0 };
    json_t *verdicts = json_object();
    for (int k = 0; k < SLIP_VERDICT_COUNT; k++)
        json_object_set_new(verdicts, slip_verdict_name(k), json_integer(t->verdicts[k]));
    json_t *o = json_pack("{s:s,s:i,s:i,s:i,s:b,s:i,s:i,s:i,s:i,s:o}", "study", study, "planned", t->planned, "done", t->done, "other", t->strange, "busy", busy,
                          "torn", rows->torn, "damaged", rows->corrupt, "repeated", rows->repeated, "differ", rows->differ, "verdicts", verdicts);
    bool failed = !o || slip_json_write(o, &text) != SLIP_OK;
    if (!failed)
        puts(text.s);
    json_decref(o);
    slip_text_free(&text);
    return failed ? slip_complain_memory() : SLIP_EXIT_OK;
}

static void print_text(const char *study, const tally *t, const slip_rows *rows, bool busy, const char *who)
{
    slip_text counts = { 0 };
    slip_verdict_counts(t->verdicts, &counts);
    slip_print_heading("study");
    printf("%s\n", study);
    slip_print_heading("runs");
    printf("%d of %d done%s\n", t->done, t->planned, t->done == t->planned ? "" : busy ? "" : "; go on with 'slipstick bench'");
    slip_print_heading("verdicts");
    puts(counts.s ? counts.s : "");
    slip_print_heading("at work");
    puts(busy ? who : "nobody");
    if (t->strange)
        printf("          %d row%s of runs that are not planned\n", t->strange, t->strange == 1 ? " is" : "s are");
    if (t->verdicts[SLIP_VERDICT_HARNESS])
        puts("          'harness' is our own fault and counts against no solver; bench tries these runs again");
    if (rows->repeated)
        printf("          %d row%s run%s done again: the latest counts%s\n", rows->repeated, rows->repeated == 1 ? " is of a" : "s are of", rows->repeated == 1 ? "" : "s",
               rows->differ ? "; some have another verdict" : "");
    if (rows->torn + rows->corrupt)
        printf("          lines not used: %d; their runs are run again: %s\n", rows->torn + rows->corrupt, rows->trouble);
    slip_text_free(&counts);
}

static int run(const slip_args *args)
{
    const char *study = args->operand[0];
    slip_error error = { 0 };
    slip_plan plan;
    slip_rows rows = { 0 };
    slip_arena arena = { 0 };
    slip_plan_run *list;
    tally t = { 0 };
    char who[128];
    int code = SLIP_EXIT_OK;
    if (slip_plan_read(&plan, study, &error) != SLIP_OK)
        return slip_complain_error(&error);
    if (slip_plan_runs(&plan, &list, &t.planned, &arena, &error) != SLIP_OK || slip_rows_read(&rows, study, &error) != SLIP_OK) {
        code = slip_complain_error(&error);
    } else {
        for (int k = 0; k < t.planned; k++) {
            const slip_row *row = slip_rows_find(&rows, list[k].key);
            t.done += row != NULL;
            if (row)
                t.verdicts[row->word]++;
        }
        t.strange = rows.count - t.done;
        bool busy = slip_study_busy(study, who);
        if (slip_args_has(args, "json"))
            code = print_json(study, &t, &rows, busy);
        else
            print_text(study, &t, &rows, busy, who);
        if (code == SLIP_EXIT_OK && t.done < t.planned)
            code = SLIP_EXIT_INCOMPLETE;
    }
    slip_rows_free(&rows);
    slip_arena_free(&arena);
    slip_plan_free(&plan);
    return code;
}

static const slip_option options[] = {
    { .name = "json", .about = "as one line of JSON" },
    { 0 }
};

const slip_command slip_command_status = {
    .name = "status", .about = "tell how far a study is", .usage = "STUDY",
    .help = "May be asked while 'bench' is at work.  The exit status is 0 when every run has its row, 3 when some are left.\n",
    .options = options, .least = 1, .most = 1, .fill = SLIP_FILL_FILE, .run = run
};
