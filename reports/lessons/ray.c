/* ray.c: lesson: Lemke's pivoting ends on a ray: sometimes because there is no solution, never as a proof.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>
#include <stdio.h>
#include "reports/lesson.h"

static slip_status teach(slip_lecture *l, const double par[], slip_error *error)
{
    slip_lecture_piece *p = slip_draw(l, (slip_figure){ .title = "natural residual min(r_N, u_N) of the sliding rod", .xlabel = "normal force r_N (N)", .ylabel = "min(r_N, u_N)", .level = 0, .level_title = "a solution is a zero" });
    const double mus[] = { 1, par[0] };
    for (int k = 0; k < 2; k++) {
        char name[64], title[64];
        slip_demo d;
        snprintf(name, sizeof name, "painleve-rod:mu=%.17g", mus[k]);
        slip_status status = slip_demo_run(&d, name, "lemke", (slip_limits){ 0 }, NULL, NULL, error);
        if (status != SLIP_OK)
            return status;
        snprintf(title, sizeof title, "mu = %g: lemke says %s", mus[k], slip_claim_name(d.result.answer.claim));
        int curve = slip_draw_curve(l, p, (slip_curve){ .title = title, .lines = true, .colour = k ? "#d62728" : "#1f77b4" });
        for (int i = 0; i <= 60; i++) {
            double r[2] = { i, -d.problem.mu[0] * d.problem.slip[0] * i }, u[2], v[3];
            if ((status = slip_problem_recover(&d.problem, r, NULL, true, v, u, error)) != SLIP_OK) {
                slip_demo_end(&d);
                return status;
            }
            slip_draw_point(l, p, curve, i, fmin(r[0], u[0]));
        }
        slip_say(l, "mu = %g: lemke %s (%s). %s", mus[k], slip_claim_name(d.result.answer.claim), slip_demo_word(&d), d.story.sentence);
        slip_tell(l, k ? "proved_above" : "solved_below", k ? d.result.answer.claim == SLIP_CLAIM_NO_SOLUTION && d.judgement.posed.word == SLIP_VERDICT_VERIFIED : d.judgement.posed.word == SLIP_VERDICT_VERIFIED);
        slip_demo_end(&d);
    }
    slip_say(l, "On the rod the ray comes with a certificate (y >= 0, W'y <= 0, q'y < 0), which the verifier checks: no solution. On more contacts a ray alone says nothing:");
    static const struct { const char *problem, *what, *name; } more[] = { { "pair", "two contacts whose linear program is feasible, and yet no solution", "ray_pair" }, { "painleve-rod:mu=2,g=-9.81", "two solutions: Lemke sees the first and never the second", "two_found" } };
    for (int k = 0; k < 2; k++) {
        slip_demo d;
        slip_status status = slip_demo_run(&d, more[k].problem, "lemke", (slip_limits){ 0 }, NULL, NULL, error);
        if (status != SLIP_OK)
            return status;
        slip_say(l, "%s (%s): lemke %s, %s.", more[k].problem, more[k].what, slip_claim_name(d.result.answer.claim), slip_demo_word(&d));
        slip_tell(l, more[k].name, k ? d.judgement.posed.word == SLIP_VERDICT_VERIFIED : d.result.last == SLIP_STEP_RAY);
        slip_demo_end(&d);
    }
    return SLIP_OK;
}

static const slip_param params[] = { { .name = "mu", .def = 2, .min = 1.34, .max = 100, .about = "friction above the critical 4/3" }, { 0 } };

const slip_lesson slip_lesson_ray = {
    .name = "ray", .title = "Lemke's ray",
    .theory = "For one contact a ray means infeasible; for more, Lemke may end on a ray although a solution exists, so a ray is a failure and not a proof. A proof is y >= 0 with W'y <= 0 and q'y < 0.",
    .cite = "CottlePangStone1992, TrinkleEtAl1995", .exercise = "Follow the rays of larger instances: slipstick solve dynamic -s lemke, and compare with -s enum, which tries every basis exactly.", .params = params, .teach = teach
};
