/* speed.c: `slipstick speed`: our times as ratios to LAPACK's and memory's, each beside its bar.
   SPDX-License-Identifier: GPL-3.0-or-later

   OpenBLAS reads its core type and threads when it is loaded, so the program starts itself again with both set: one thread, and the
   kernels of this processor (on some virtual machines it would choose kernels of 2004). */

#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "cli/cli.h"

static const char *core_type(void)
{
#if defined __x86_64__
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq")) return "SkylakeX";
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return "Haswell";
#endif
    return NULL;
}

/* Returns only when the environment is as it should be, or cannot be made so. */
static void again(const slip_args *args)
{
    const char *core = core_type();
    bool set = getenv("OPENBLAS_NUM_THREADS") && !strcmp(getenv("OPENBLAS_NUM_THREADS"), "1") && (!core || getenv("OPENBLAS_CORETYPE"));
    if (set || getenv("SLIPSTICK_SPEED")) return;
    setenv("SLIPSTICK_SPEED", "1", 1);
    setenv("OPENBLAS_NUM_THREADS", "1", 1);
    if (core) setenv("OPENBLAS_CORETYPE", core, 0);
    char program[] = "slipstick", command[] = "speed", *argv[SLIP_SPEED_MOST + 3] = { program, command };
    for (int k = 0; k < args->operands && k < SLIP_SPEED_MOST; k++) argv[k + 2] = (char *)(size_t)args->operand[k];
    execv("/proc/self/exe", argv);
}

static int run(const slip_args *args)
{
    int missed = 0, ran = 0;
    for (int k = 0; k < args->operands; k++) {
        bool known = false;
        for (int j = 0; slip_speeds[j]; j++) known |= !strcmp(slip_speeds[j]->name, args->operand[k]);
        if (!known) return slip_complain(SLIP_EXIT_USAGE, "nothing is measured under the name '%s'; see 'slipstick speed --help'", args->operand[k]);
    }
    again(args);
    char blas[96];
    slip_blas_name(blas);
    printf("%s\n", blas);
    for (int j = 0; slip_speeds[j]; j++) {
        bool wanted = args->operands == 0 && !slip_speeds[j]->asked;
        for (int k = 0; k < args->operands; k++) wanted |= !strcmp(slip_speeds[j]->name, args->operand[k]);
        if (!wanted) continue;
        printf("\n%s%s%s: %s\n", slip_paint(SLIP_STRONG), slip_speeds[j]->name, slip_unpaint(), slip_speeds[j]->about);
        fflush(stdout);
        missed += slip_speeds[j]->run(stdout);
        ran++;
    }
    if (missed) printf("\n%d bars missed\n", missed);
    return !ran ? SLIP_EXIT_INCOMPLETE : missed ? SLIP_EXIT_FINDINGS : SLIP_EXIT_OK;
}

const slip_command slip_command_speed = {
    .name = "speed", .about = "measure our methods against LAPACK, memory and peers, as ratios beside their bars",
    .usage = "[SUBJECT]...", .help = "Subjects: build, cone, lcp, qp, verify; all of these when none is named.  piles, only when named, takes minutes:\n"
            "Lemke's method on 210 disks with friction, where published solvers stop; it ends with verdicts and pivot counts.",
    .least = 0, .most = SLIP_SPEED_MOST, .fill = SLIP_FILL_WORDS, .words = "build cone lcp piles qp verify", .run = run
};
