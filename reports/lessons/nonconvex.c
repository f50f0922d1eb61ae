/* nonconvex.c: lesson: two solutions, and between them none: the solution set of a friction LCP is not convex.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>
#include <stdio.h>
#include "reports/lesson.h"

static bool right(const slip_problem *p, double *r)
{
    slip_answer a = { .claim = SLIP_CLAIM_SOLVED, .law = p->law, .dirs = p->dirs, .r = r, .claimed_error = NAN };
    return slip_verify(p, p->law, p->dirs, &a, NULL, 1e-12).word == SLIP_VERDICT_VERIFIED;
}

static slip_status teach(slip_lecture *l, const double par[], slip_error *error)
{
    char name[64];
    slip_demo d;
    snprintf(name, sizeof name, "slab:mu=%.17g", par[0]);
    slip_status status = slip_demo_run(&d, name, "lemke", (slip_limits){ 0 }, NULL, NULL, error);
    if (status != SLIP_OK)
        return status;
    double weight = d.result.answer.r[0] + d.result.answer.r[2] + d.result.answer.r[4], mu = par[0];
    /* middle contact alone, with lambda at the ends; both ends, with lambda in the middle.  v = 0 in both. */
    double A[6] = { 0, 0, weight, 0, 0, 0 }, B[6] = { weight / 2, 0, 0, 0, weight / 2, 0 }, lambda_A[3] = { 1, 0, 1 }, lambda_B[3] = { 0, 1, 0 };
    slip_say(l, "A block rests on three contacts in a row; its weight times the step is %.4g N s. Two answers: the middle contact carries everything, or the two ends share it. "
             "The verifier finds the first %s and the second %s.", weight, right(&d.problem, A) ? "verified" : "wrong", right(&d.problem, B) ? "verified" : "wrong");
    for (int k = 0; k < 2 && status == SLIP_OK; k++) {
        slip_answer a = { .claim = SLIP_CLAIM_SOLVED, .law = d.problem.law, .dirs = d.problem.dirs, .r = k ? B : A, .claimed_error = NAN };
        char title[64];
        snprintf(title, sizeof title, k ? "the ends carry %.4g N s each" : "the middle carries %.4g N s", k ? weight / 2 : weight);
        status = slip_draw_sketch(l, title, &d.problem, &a, error);
    }
    if (status != SLIP_OK) {
        slip_demo_end(&d);
        return status;
    }
    slip_tell(l, "both_verified", right(&d.problem, A) && right(&d.problem, B));
    slip_lecture_piece *p = slip_draw(l, (slip_figure){ .title = "on the segment between the two solutions", .xlabel = "share of the second solution", .ylabel = "violation (N s x m/s)" });
    int curve = slip_draw_curve(l, p, (slip_curve){ .title = "largest lambda_i (mu r_N - sum beta)_i, must be 0", .lines = true, .colour = "#d62728" });
    double middle = 0, most = 0;
    for (int k = 0; k <= 40; k++) {
        double t = k / 40., worst = 0;
        for (int i = 0; i < 3; i++)
            worst = fmax(worst, ((1 - t) * lambda_A[i] + t * lambda_B[i]) * mu * ((1 - t) * A[2 * i] + t * B[2 * i]));
        slip_draw_point(l, p, curve, t, worst);
        most = fmax(most, worst);
        if (k == 20)
            middle = worst;
    }
    slip_tell(l, "midpoint", middle);
    slip_say(l, "As a linear complementarity problem (LCP) each contact also has a multiplier lambda for its sliding speed, with lambda (mu r_N - sum beta) = 0, where beta are the friction impulses (none here). It is free where the contact carries nothing; take 1 m/s at the unloaded contacts of each solution. "
             "Both solve the LCP. Half way between them the product is %.6g N s m/s at the middle contact, which is loaded now and has lambda > 0: no solution. Largest on the way: %.6g.", middle, most);
    slip_say(l, "The velocity is zero in both, and the impulses alone may be averaged: what cannot is the multipliers. But the solutions of a convex program form a convex set, so that no convex program has exactly these solutions.");
    slip_demo_end(&d);
    return SLIP_OK;
}

static const slip_param params[] = { { .name = "mu", .def = 0.3, .min = 1e-6, .max = 10, .about = "friction coefficient: the set is not convex however small" }, { 0 } };

const slip_lesson slip_lesson_nonconvex = {
    .name = "nonconvex", .title = "two solutions, and their midpoint is none",
    .theory = "The solution set of the Stewart-Trinkle LCP is not convex for any mu > 0 once a body rests on more contacts than it needs; the number of pieces can grow exponentially.",
    .cite = "AnitescuHart2004, 3", .exercise = "The pyramid on six corners does the same in space: `slipstick show pyramid`. How many minimal supports has a hexagon?",
    .params = params, .teach = teach
};
