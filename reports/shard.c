/* shard.c: which part of a study is ours, as asked or as a scheduler says.
   SPDX-License-Identifier: GPL-3.0-or-later

   Under Slurm, mpirun and their like every process is told its rank by variables of the environment; nothing has to be linked. */

#include <stdlib.h>
#include "reports/study.h"

static bool whole(const char *text, long *out)
{
    char *end;
    if (!text || !*text)
        return false;
    *out = strtol(text, &end, 10);
    return !*end;
}

slip_status slip_shard_parse(const char *text, slip_shard *out, slip_error *error)
{
    char *end;
    long index = strtol(text, &end, 10), count = *end == '/' ? strtol(end + 1, &end, 10) : 0;
    if (*end || index < 1 || count < index || count > 1000000)
        return slip_fail(error, SLIP_INPUT, "a shard is i/n with 1 <= i <= n, as 2/4, not '%.60s'", text);
    *out = (slip_shard){ .index = (int)index - 1, .count = (int)count };
    return SLIP_OK;
}

void slip_shard_environment(slip_shard *out)
{
    static const struct { const char *rank, *size; } launcher[] = {
        { "SLURM_PROCID", "SLURM_STEP_NUM_TASKS" },     /* srun; a batch script itself is no rank */
        { "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE" },
        { "PMI_RANK", "PMI_SIZE" },
        { "PMIX_RANK", "PMIX_SIZE" }
    };
    *out = (slip_shard){ .index = 0, .count = 1 };
    long id, least, count, step, rank, size;
    if (whole(getenv("SLURM_ARRAY_TASK_ID"), &id) && whole(getenv("SLURM_ARRAY_TASK_COUNT"), &count) && whole(getenv("SLURM_ARRAY_TASK_MIN"), &least)) {
        if (!whole(getenv("SLURM_ARRAY_TASK_STEP"), &step) || step < 1)
            step = 1;
        if (count > 1 && (id - least) / step < count && id >= least)
            *out = (slip_shard){ .index = (int)((id - least) / step), .count = (int)count, .from = "SLURM_ARRAY_TASK_ID" };
    }
    for (size_t k = 0; k < sizeof launcher / sizeof *launcher; k++)
        if (whole(getenv(launcher[k].rank), &rank) && whole(getenv(launcher[k].size), &size) && size > 1 && rank >= 0 && rank < size && size <= 100000) {
            out->index = out->index * (int)size + (int)rank;
            out->count *= (int)size;
            out->from = launcher[k].rank;
            return;
        }
}
