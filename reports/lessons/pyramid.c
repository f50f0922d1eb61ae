/* pyramid.c: lesson: friction on each axis by itself is not friction: the sliding direction drifts.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>
#include <stdio.h>
#include "reports/lesson.h"

static const double degree = 3.14159265358979323846 / 180;

static slip_status teach(slip_lecture *l, const double par[], slip_error *error)
{
    static const struct { const char *law, *solver; } way[] = { { "box", "lemke" }, { "coulomb", "nsgs" } };
    slip_say(l, "A sphere rests on the floor and is pulled by %g N, in one direction after another. Its contact should begin to slide where it is pulled: friction of the cone acts against the slip. The pyramid bounds friction on each of two axes by itself, which makes the problem linear.", par[0]);
    slip_lecture_piece *p = slip_draw(l, (slip_figure){ .title = "how far the direction of slip is off the pull", .xlabel = "direction of the pull (degrees)", .ylabel = "slip minus pull (degrees)" });
    for (int k = 0; k < 2; k++) {
        double worst = 0;
        int curve = slip_draw_curve(l, p, (slip_curve){ .title = k ? "cone" : "pyramid", .lines = true, .colour = k ? "#1f77b4" : "#d62728" });
        for (int i = 0; i <= 45; i++) {
            char name[128];
            slip_demo d;
            double angle = 2 * i * degree;
            snprintf(name, sizeof name, "sphere:x=%.17g,y=%.17g,law=%s", par[0] * cos(angle), par[0] * sin(angle), way[k].law);
            slip_status status = slip_demo_run(&d, name, way[k].solver, (slip_limits){ .tol = 1e-10 }, NULL, NULL, error);
            if (status != SLIP_OK)
                return status;
            const double *u = d.result.answer.u;
            double drift = hypot(u[1], u[2]) > 1e-6 && d.judgement.posed.word == SLIP_VERDICT_VERIFIED ? (atan2(u[2], u[1]) - angle) / degree : NAN;
            slip_draw_point(l, p, curve, angle / degree, drift);
            worst = fmax(worst, fabs(drift));
            slip_demo_end(&d);
        }
        slip_item(l, "%s: the slip is off the pull by at most %.3f degrees.", k ? "cone (law coulomb)" : "pyramid (law box)", worst);
        slip_tell(l, k ? "drift_cone" : "drift_pyramid", worst);
    }
    return SLIP_OK;
}

static const slip_param params[] = { { .name = "force", .def = 10, .min = 7, .max = 1e4, .about = "pull, N; it slides above 3.5 mu m g = 6.87 N" }, { 0 } };

const slip_lesson slip_lesson_pyramid = {
    .name = "pyramid", .title = "pyramid against cone: the direction that drifts",
    .theory = "The square of law box contains the disc, so friction is up to sqrt(2) too strong, and it points to a corner of the square instead of against the slip; only on the axes and diagonals the two agree. Just where the pull on one axis is held, the slip runs along the other.",
    .cite = "TrinkleEtAl1995, (15)-(16)", .exercise = "Does a harder pull drift less? `slipstick lesson pyramid:force=40`. What changes with more facets: `slipstick solve incline:law=facets,k=8 -s lemke`?", .params = params, .teach = teach
};
