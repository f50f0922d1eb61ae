/* speed.c: what we measure against LAPACK, memory and peers: a table of subjects, and the lines they print.
   SPDX-License-Identifier: GPL-3.0-or-later

   A line is a ratio of two times of the same run, its bar beside it.  Times are CPU times of this thread, the least of several. */

#include "reports/reports.h"

#include <math.h>
#include <string.h>

extern const slip_speed
    slip_speed_build,
    slip_speed_cone,
    slip_speed_lcp,
    slip_speed_piles,
    slip_speed_qp,
    slip_speed_verify;

const slip_speed *const slip_speeds[] = {
    &slip_speed_build,
    &slip_speed_cone,
    &slip_speed_lcp,
    &slip_speed_piles,
    &slip_speed_qp,
    &slip_speed_verify,
    NULL
};

void slip_speed_head(FILE *out)
{
    fprintf(out, "%-34s %-9s %7s %11s %-13s %7s %7s  %-9s %s\n", "PROBLEM", "METHOD", "SIZE", "SECONDS", "AGAINST", "RATIO", "BAR", "RESIDUAL", "");
}

bool slip_speed_line(FILE *out, const slip_speed_row *r)
{
    double ratio = r->seconds / r->reference;
    bool good = ratio <= r->bar && r->residual <= r->residual_bar;
    fprintf(out, "%-34s %-9s %7d %11.3e %-13s %7.2f %7.2f  %-9.1e %s%s%s\n", r->problem, r->method, r->size, r->seconds, r->against, ratio, r->bar,
            r->residual, good ? "ok" : "MISSED", r->note[0] ? ", " : "", r->note);
    fflush(out);
    return good;
}
