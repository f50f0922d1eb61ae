/* submit.c: a study for Slurm: an array of shards, and a report when it has ended.
   SPDX-License-Identifier: GPL-3.0-or-later

   Arrays are limited to about a thousand tasks, so a task is a shard, not a run.  The scripts stay in the study, to be read and
   changed.  A task that is requeued or killed goes on where its shard stopped. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "reports/study.h"

/* A word for the shell. */
static void quote_word(slip_text *out, const char *word)
{
    slip_text_put(out, "'", 1);
    for (; *word; word++)
        if (*word == '\'')
            slip_text_add(out, "'\\''");
        else
            slip_text_put(out, word, 1);
    slip_text_put(out, "'", 1);
}

/* Minutes a shard may take when every run takes all it may, and a little more. */
static long minutes(const slip_plan *plan, int shards)
{
    double seconds = 0;
    for (int k = 0; k < plan->parts; k++)
        seconds += (double)plan->part[k].problems * plan->part[k].solvers * plan->part[k].reps * (4 * plan->part[k].limits.time + 3);
    return 5 + (long)ceil(seconds / shards / 60);
}

static slip_status sbatch(const char *script, const char *after, char id[32], slip_error *error)
{
    char dependency[64], *argv[] = { "sbatch", "--parsable", after ? dependency : (char *)script, after ? (char *)script : NULL, NULL };
    slip_limits_child limits = { .wall = 60, .output = 1 << 16, .trusted = true };
    slip_child_result child = { 0 };
    snprintf(dependency, sizeof dependency, "--dependency=afterany:%s", after ? after : "");
    slip_status status = slip_child_exec(argv, NULL, NULL, 0, &limits, &child, error);
    if (status == SLIP_OK && child.end == SLIP_END_START)
        status = slip_fail(error, SLIP_ENV, "sbatch could not be started: is Slurm installed?  The scripts are in the study");
    else if (status == SLIP_OK && (child.end != SLIP_END_EXIT || child.code))
        status = slip_fail(error, SLIP_ENV, "sbatch refused: %.150s", child.err.s ? child.err.s : "");
    if (status == SLIP_OK)
        snprintf(id, 32, "%.*s", (int)strcspn(child.out.s, ";\n"), child.out.s);
    slip_child_result_free(&child);
    return status;
}

static slip_status write_script(const char *path, slip_text *text, slip_error *error)
{
    slip_status status = text->failed ? slip_fail(error, SLIP_MEMORY, "out of memory for a script") : slip_file_write(path, text->s, text->length, error);
    slip_text_free(text);
    return status;
}

slip_status slip_submit_slurm(const char *study, const slip_plan *plan, int shards, char array[32], char report[32], slip_error *error)
{
    char here[2048], program[2048], path[2][2200];
    ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
    if (n < 0 || !realpath(study, here) || strlen(here) > 2000)
        return slip_fail(error, SLIP_ENV, "the path of the study or of this program cannot be found");
    program[n] = 0;
    snprintf(path[0], sizeof path[0], "%s/logs", here);
    mkdir(path[0], 0777);
    snprintf(path[0], sizeof path[0], "%s/submit.sh", here);
    snprintf(path[1], sizeof path[1], "%s/submit-report.sh", here);

    slip_text text = { 0 };
    slip_text_add(&text, "#!/bin/sh\n#SBATCH --job-name=slipstick\n#SBATCH --array=1-%d\n#SBATCH --ntasks=1\n#SBATCH --requeue\n#SBATCH --open-mode=append\n#SBATCH --time=%ld\n#SBATCH --output=\"%s/logs/%%a.txt\"\n"
                         "# Each task is a shard of the study; started again it goes on where it stopped.\nexec ", shards, minutes(plan, shards), here);
    quote_word(&text, program);
    slip_text_add(&text, " bench ");
    quote_word(&text, here);
    slip_text_add(&text, " --shard \"$SLURM_ARRAY_TASK_ID/%d\" --quiet\n", shards);
    slip_status status = write_script(path[0], &text, error);
    if (status != SLIP_OK)
        return status;
    slip_text_add(&text, "#!/bin/sh\n#SBATCH --job-name=slipstick-report\n#SBATCH --ntasks=1\n#SBATCH --time=10\n#SBATCH --output=\"%s/logs/report.txt\"\nexec ", here);
    quote_word(&text, program);
    slip_text_add(&text, " report ");
    quote_word(&text, here);
    slip_text_add(&text, "\n");
    status = write_script(path[1], &text, error);
    if (status == SLIP_OK)
        status = sbatch(path[0], NULL, array, error);
    if (status == SLIP_OK)
        status = sbatch(path[1], array, report, error);
    return status;
}
