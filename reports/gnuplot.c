/* gnuplot.c: gnuplot as a limited child: the script goes to its stdin, the drawing comes from its stdout, and no file is made.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include <stdlib.h>
#include "reports/reports.h"

const char *slip_gnuplot(void)
{
    const char *chosen = getenv("GNUPLOT");
    return chosen && *chosen ? chosen : GNUPLOT;
}

slip_status slip_gnuplot_run(const slip_text *script, slip_text *out, slip_error *error)
{
    slip_status status = script->failed ? slip_fail(error, SLIP_MEMORY, "out of memory while drawing") : SLIP_OK;
    if (status == SLIP_OK) {
        char *argv[] = { (char *)slip_gnuplot(), NULL };
        slip_limits_child limits = { .wall = 60, .output = (size_t)64 << 20, .trusted = true };
        slip_child_result child = { 0 };
        status = slip_child_exec(argv, NULL, script->s, script->length, &limits, &child, error);
        if (status != SLIP_OK || child.end == SLIP_END_START)
            status = slip_fail(error, SLIP_ENV, "figures need gnuplot, and '%s' could not be started: install gnuplot-nox or set GNUPLOT", argv[0]);
        else if (child.end != SLIP_END_EXIT || child.code || !child.out.length)
            status = slip_fail(error, SLIP_ENV, "gnuplot ('%s') %s with code %d and drew nothing: %.120s", argv[0],
                               slip_end_text(child.end), child.code, child.err.s ? child.err.s : "");
        else
            slip_text_put(out, child.out.s, child.out.length);
        slip_child_result_free(&child);
    }
    return status != SLIP_OK || !out->failed ? status : slip_fail(error, SLIP_MEMORY, "out of memory while drawing");
}

slip_status slip_gnuplot_ready(slip_error *error)
{
    slip_text script = { 0 }, out = { 0 };
    slip_text_add(&script, "set print '-'\nprint 1\n");
    slip_status status = slip_gnuplot_run(&script, &out, error);
    slip_text_free(&script);
    slip_text_free(&out);
    return status;
}
