/* units.c: lesson: the same answer in four systems of units: the field's residual changes, and passes.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "reports/lesson.h"

static slip_status teach(slip_lecture *l, const double par[], slip_error *error)
{
    static const struct { const char *word; double mass, length; } unit[] = { { "kg, m, s", 1, 1 }, { "g, mm, s", 1e3, 1e3 }, { "t, km, s", 1e-3, 1e-3 }, { "mg, m, s", 1e6, 1 } };
    static const struct { slip_residual_id id; const char *name; } shown[] = { { SLIP_R_NATURAL, "natural (R5), ours" }, { SLIP_R_FNAT_Q, "|F|/|q|, 2018" }, { SLIP_R_FNAT_MAX, "|F|/max(|q|,|r|,|u|), today" } };
    slip_demo d;
    slip_status status = slip_demo_run(&d, "incline:angle=40", "nsgs", (slip_limits){ .tol = 1e-12 }, NULL, NULL, error);
    if (status != SLIP_OK)
        return status;
    for (int i = 0; i < slip_problem_m(&d.problem); i++)
        d.result.answer.r[i] *= 1 + par[0];     /* a small mistake, the same in every system */
    d.result.answer.u = d.result.answer.v = NULL;
    slip_say(l, "A block slides down a slope, and an answer to the step has impulses too large by the share %g: it is wrong. The same answer is written down in four systems of units and measured in three ways, with a tolerance of 1e-8.", par[0]);
    static const char *const row[] = { "mg, m, s", "t, km, s", "g, mm, s", "kg, m, s", NULL };
    slip_lecture_piece *p = slip_draw(l, (slip_figure){ .title = "one candidate, four systems of units, three measures", .xlabel = "residual (no unit)", .ylabel = "", .logx = true, .rows = row });
    slip_draw_mark(l, p, 1e-8, "the tolerance: what lies to the left passes");
    char passes[96] = "";
    double low[3] = { INFINITY, INFINITY, INFINITY }, high[3] = { 0, 0, 0 };
    for (int k = 0; k < 3; k++)
        slip_draw_curve(l, p, (slip_curve){ .title = shown[k].name, .points = true });
    for (int k = 0; k < 4 && status == SLIP_OK; k++) {
        slip_twin twin;
        status = slip_twin_units(&twin, &d.problem, &d.result.answer, unit[k].mass, unit[k].length, 1, error);
        if (status != SLIP_OK)
            break;
        slip_verdict v = slip_verify(&twin.problem, twin.answer.law, twin.answer.dirs, &twin.answer, NULL, 1e-8);
        for (int j = 0; j < 3; j++) {
            double x = v.residual.value[shown[j].id];
            slip_draw_point(l, p, j, x, 4 - k + 0.2 * (1 - j));
            low[j] = fmin(low[j], x);
            high[j] = fmax(high[j], x);
        }
        if (v.residual.value[SLIP_R_FNAT_MAX] <= 1e-8)
            snprintf(passes + strlen(passes), sizeof passes - strlen(passes), "%s%s", passes[0] ? " and in " : "", unit[k].word);
        slip_item(l, "%s: natural %.6e, |F|/|q| %.2e, |F|/max %.2e", unit[k].word, v.residual.value[SLIP_R_NATURAL], v.residual.value[SLIP_R_FNAT_Q], v.residual.value[SLIP_R_FNAT_MAX]);
        slip_twin_free(&twin);
    }
    slip_say(l, "The natural residual of the verifier does not move. The measure the field uses today moves by a factor of %.0f (that of 2018 by %.1f), and the wrong answer passes by it in %s.", high[2] / low[2], high[1] / low[1], passes[0] ? passes : "none of the four");
    slip_tell(l, "ours_moves", high[0] / low[0] - 1);
    slip_tell(l, "field_2018_moves", high[1] / low[1]);
    slip_tell(l, "field_today_moves", high[2] / low[2]);
    slip_tell(l, "field_passes", low[1] <= 1e-8 || low[2] <= 1e-8);
    slip_demo_end(&d);
    return status;
}

static const slip_param params[] = { { .name = "mistake", .def = 1e-6, .min = 1e-12, .max = 0.1, .about = "relative error planted in the impulses" }, { 0 } };

const slip_lesson slip_lesson_units = {
    .name = "units", .title = "the residual that changes with the units, and passes",
    .theory = "r is an impulse and u a speed: r - P(r - u) adds a mass of one. With a mass rho_i taken from W the natural map is dimensionless and the same in every system.",
    .cite = "AcaryBremondHuber2018", .exercise = "How wrong may an answer be and still pass in milligrams? `slipstick lesson units:mistake=1e-5`.", .params = params, .teach = teach
};
