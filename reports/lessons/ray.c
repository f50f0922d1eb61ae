/* ray.c: lesson: Lemke's pivoting ends on a ray: sometimes because there is no solution, never as a proof.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>
#include <stdio.h>
#include "reports/lesson.h"

static slip_status teach(slip_lecture *l, const double par[], slip_error *error)
{
    slip_say(l, "Lemke's method follows a path of basic solutions from a covering vector towards a solution. The path ends at a solution, or runs off along a ray. For the sliding rod, of which r_N >= 0, u_N = G r_N + b >= 0, r_N u_N = 0 is asked, both can be seen:");
    slip_lecture_piece *p = slip_draw(l, (slip_figure){ .title = "natural residual min(r_N, u_N) of the sliding rod", .xlabel = "normal force r_N (N)", .ylabel = "min(r_N, u_N) (N or m/s^2)", .level = 0, .level_title = "a solution is a zero" });
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
        slip_item(l, "mu = %g: lemke claims %s, and that is %s: %s.", mus[k], slip_claim_name(d.result.answer.claim), slip_demo_word(&d), d.story.sentence);
        slip_tell(l, k ? "proved_above" : "solved_below", k ? d.result.answer.claim == SLIP_CLAIM_NO_SOLUTION && d.judgement.posed.word == SLIP_VERDICT_VERIFIED : d.judgement.posed.word == SLIP_VERDICT_VERIFIED);
        slip_demo_end(&d);
    }
    slip_say(l, "On the rod the ray comes with a certificate y >= 0 with W'y <= 0 and q'y < 0, which the verifier checks: then r'(W'y) + q'y < 0 for every r >= 0, so that W r + q cannot be >= 0, and there is no solution. With two contacts a ray alone says nothing:");
    static const struct { const char *problem, *solver, *told; bool ray; } more[] = {
        { "pair", "lemke", "ray_pair", true }, { "dynamic:case=one,seed=25", "lemke", "ray_one", true }, { "dynamic:case=one,seed=25", "enum", "enum_one", false },
        { "dynamic:case=several,seed=1", "lemke:covers=1", "ray_several", true }, { "dynamic:case=several,seed=1", "lemke", "other_cover", false }, { "painleve-rod:mu=2,g=-9.81", "lemke", "two_found", false } };
    for (int k = 0; k < (int)(sizeof more / sizeof *more); k++) {
        slip_demo d;
        slip_status status = slip_demo_run(&d, more[k].problem, more[k].solver, (slip_limits){ 0 }, NULL, NULL, error);
        if (status != SLIP_OK)
            return status;
        int n = d.truth.solutions;
        bool ray = d.result.last == SLIP_STEP_RAY, right = d.judgement.posed.word == SLIP_VERDICT_VERIFIED;
        slip_item(l, "`%s` has %s: %s %s.", more[k].problem, n == 0 ? "no solution" : n == 1 ? "one solution" : "two solutions", more[k].solver, ray ? "ends on a ray" : right ? "finds one, verified" : "gives up");
        slip_tell(l, more[k].told, more[k].ray ? ray && !right : right && n > 0);
        slip_demo_end(&d);
    }
    return SLIP_OK;
}

static const slip_param params[] = { { .name = "mu", .def = 2, .min = 1.34, .max = 100, .about = "friction above the critical 4/3" }, { 0 } };

const slip_lesson slip_lesson_ray = {
    .name = "ray", .title = "Lemke's ray",
    .theory = "For one contact a ray means infeasible; for more, Lemke may end on a ray although a solution exists, so a ray is a failure and not a proof. A proof is y >= 0 with W'y <= 0 and q'y < 0.",
    .cite = "CottlePangStone1992, TrinkleEtAl1995", .exercise = "Look for more of them: `slipstick solve dynamic:case=several,seed=90 -s lemke:covers=1`, then without covers=1, then with `-s enum`, which tries every basis exactly.", .params = params, .teach = teach
};
