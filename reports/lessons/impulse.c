/* impulse.c: lesson: the paradox of the rod disappears when impulses are allowed.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>
#include <stdio.h>
#include "reports/lesson.h"

static slip_status teach(slip_lecture *l, const double par[], slip_error *error)
{
    slip_say(l, "No force moves the sliding rod of lesson rod when mu exceeds 4/3; here mu = %g. A time step of length h asks for an impulse p instead, which may be as large as it needs to be, and there is one. Divided by h it is the mean force during the step:", par[0]);
    slip_lecture_piece *p = slip_draw(l, (slip_figure){ .title = "mean normal force p_N/h of one time step", .xlabel = "time step h (s)", .ylabel = "mean force p_N/h (N)", .logx = true, .logy = true });
    const struct { double mu; const char *what; } two[] = { { par[0], "the rod of the paradox" }, { 1, "mu = 1, for comparison, has an ordinary force" } };
    for (int c = 0; c < 2; c++) {
        char title[96];
        double first = NAN, last = NAN, ratio = NAN;
        snprintf(title, sizeof title, c ? "mu = 1" : "mu = %g", two[c].mu);
        int curve = slip_draw_curve(l, p, (slip_curve){ .title = title, .colour = c ? "#1f77b4" : "#d62728" });
        for (int k = 2; k <= 12; k++) {
            char name[96];
            double h = pow(10, -k / 2.);
            slip_demo d;
            snprintf(name, sizeof name, "painleve-rod:kind=impulse,mu=%.17g,h=%.17g", two[c].mu, h);
            slip_status status = slip_demo_run(&d, name, "lemke", (slip_limits){ 0 }, NULL, NULL, error);
            if (status != SLIP_OK)
                return status;
            if (d.judgement.posed.word == SLIP_VERDICT_VERIFIED) {
                last = d.result.answer.r[0] / h;
                ratio = fabs(d.result.answer.r[1]) / d.result.answer.r[0];
                if (isnan(first))
                    first = last;
                slip_draw_point(l, p, curve, h, last);
            }
            slip_demo_end(&d);
        }
        slip_item(l, "%s: p_N/h goes from %.4g N to %.4g N as h shrinks; |p_T|/p_N ends at %.6f.", two[c].what, first, last, ratio);
        slip_tell(l, c ? "growth_below" : "growth_above", last / first);
        slip_tell(l, c ? "ratio_below" : "ratio_above", ratio);
    }
    slip_say(l, "Above the critical friction the impulse does not shrink with h: the contact stops the sliding at once (a tangential impact). The paradox asked for a force where only an impulse does it. Every point of the figure was verified.");
    return SLIP_OK;
}

static const slip_param params[] = { { .name = "mu", .def = 2, .min = 1.4, .max = 100, .about = "friction of the paradox, above 4/3" }, { 0 } };

const slip_lesson slip_lesson_impulse = {
    .name = "impulse", .title = "an impulse resolves the paradox",
    .theory = "Where the step brings the end to rest, W p = (h g, v) with v = 1 m/s the sliding speed before: p_N = 0.85 h g + 0.3 v, p_T = 0.3 h g + 0.4 v (m = 1 kg). As h goes to 0 p_N tends to 0.3 v, not to 0, and p_T/p_N to mu_crit = 4/3.",
    .cite = "SchindlerEtAl2011, V.B; TrinkleEtAl1995, 1", .exercise = "Near the critical friction the resolution depends on h: compare `slipstick solve painleve-rod:kind=impulse,mu=1.3,h=0.01 -s lemke` with `h=0.001`. Which sticks, which slips?",
    .params = params, .teach = teach
};
