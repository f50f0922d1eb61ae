/* clock.c: seconds on the wall and seconds of this thread's CPU.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/base.h"

#include <time.h>

static double seconds(clockid_t clock)
{
    struct timespec t;
    return clock_gettime(clock, &t) == 0 ? (double)t.tv_sec + 1e-9 * (double)t.tv_nsec : 0;
}

double slip_clock_wall(void) { return seconds(CLOCK_MONOTONIC); }
double slip_clock_cpu(void)  { return seconds(CLOCK_THREAD_CPUTIME_ID); }
