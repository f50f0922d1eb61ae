/* mass_ratio.c: lesson: a heavy cube on light ones, and sweeps that never end.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>
#include <stdio.h>
#include "reports/lesson.h"

static slip_status teach(slip_lecture *l, const double par[], slip_error *error)
{
    static const struct { const char *solver, *name; } who[] = { { "nsgs", "nsgs" }, { "newton", "newton" } };
    slip_say(l, "Three cubes stand on each other, each heavier than the one below. How many steps do two methods take until the residual is below 1e-6?");
    slip_lecture_piece *p = slip_draw(l, (slip_figure){ .title = "steps to a residual of 1e-6, three cubes", .xlabel = "mass of the highest over mass of the lowest", .ylabel = "steps", .logx = true, .logy = true });
    double first = NAN, last = NAN;
    int failed[2] = { 0, 0 };
    long most[2] = { 0, 0 };
    for (int s = 0; s < 2; s++) {
        char title[64];
        snprintf(title, sizeof title, "%s", who[s].solver);
        int solved = slip_draw_curve(l, p, (slip_curve){ .title = title });
        int gave_up = s == 0 ? slip_draw_curve(l, p, (slip_curve){ .title = "nsgs gave up here", .points = true, .colour = "#d62728" }) : -1;
        for (double e = 0; e <= par[0] + 1e-9; e += 1) {
            char name[64];
            slip_demo d;
            snprintf(name, sizeof name, "tower:n=3,ratio=%g", pow(10, e));
            slip_status status = slip_demo_run(&d, name, who[s].solver, (slip_limits){ .tol = 1e-6, .steps = (long)par[1] }, NULL, NULL, error);
            if (status != SLIP_OK)
                return status;
            bool good = d.judgement.posed.word == SLIP_VERDICT_VERIFIED;
            slip_draw_point(l, p, good || gave_up < 0 ? solved : gave_up, pow(10, e), (double)d.result.steps);
            failed[s] += !good;
            most[s] = d.result.steps > most[s] ? d.result.steps : most[s];
            if (s == 0 && good) {
                last = (double)d.result.steps;
                if (isnan(first))
                    first = last;
            }
            if (s == 0)
                slip_item(l, "ratio 1e%.0f: nsgs %s after %ld sweeps, residual %.1e", e, slip_demo_word(&d), d.result.steps, d.judgement.posed.error);
            slip_demo_end(&d);
        }
    }
    slip_tell(l, "sweeps_growth", last / first);
    slip_tell(l, "nsgs_failed", failed[0]);
    slip_tell(l, "newton_failed", failed[1]);
    slip_tell(l, "newton_most", (double)most[1]);
    slip_say(l, "Gauss-Seidel corrects one contact at a time. Each correction of the contacts below is undone almost wholly by the heavy cube above, so that the number of sweeps grows with the ratio. Newton's method, on all contacts at once, needs at most %ld steps.", most[1]);
    return SLIP_OK;
}

static const slip_param params[] = {
    { .name = "decades", .def = 4, .min = 1, .max = 8, .about = "largest mass ratio, as a power of ten", .flags = SLIP_WHOLE },
    { .name = "limit", .def = 3000, .min = 10, .max = 1e7, .about = "sweeps before giving up", .flags = SLIP_WHOLE },
    { 0 }
};

const slip_lesson slip_lesson_mass_ratio = {
    .name = "mass-ratio", .title = "mass ratio and Gauss-Seidel",
    .theory = "The rate of sweeps is the spectral radius of their splitting. With the heavy body on top it tends to 1 like one minus a constant over the mass ratio, so that the sweeps grow in proportion to the ratio.",
    .cite = "GolubVanLoan2013, 11.2", .exercise = "Put the heavy cube below: `slipstick solve tower:n=3,ratio=1e-4 -s nsgs`. Why is that easy?", .params = params, .teach = teach
};
