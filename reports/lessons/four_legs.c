/* four_legs.c: lesson: a table on four legs has infinitely many answers, and every solver has a favourite.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>
#include <stdio.h>
#include "reports/lesson.h"

static slip_status teach(slip_lecture *l, const double par[], slip_error *error)
{
    static const char *const solver[] = { "pgs", "nsgs", "prox", "admm", "lemke" };
    char name[96];
    slip_problem table;
    slip_status opened = slip_problem_open(&table, "table", NULL, error);
    if (opened != SLIP_OK)
        return opened;
    slip_say(l, "A table stands on its four legs (1 to 4). How much does each carry? Five solvers answer for one time step; the points of each are set a little apart.");
    opened = slip_draw_sketch(l, "the table", &table, NULL, error);
    slip_problem_free(&table);
    if (opened != SLIP_OK)
        return opened;
    double least = INFINITY, most = -INFINITY, sum_error = 0;
    int good = 0;
    slip_lecture_piece *p = slip_draw(l, (slip_figure){ .title = "what each leg carries, by solver", .xlabel = "leg", .whole = true, .ylabel = "normal impulse (N s)" });
    for (int k = 0; k < 5; k++) {
        slip_demo d;
        snprintf(name, sizeof name, "table:x=%.17g%s", par[0], k == 4 ? ",law=facets" : "");
        slip_status status = slip_demo_run(&d, name, solver[k], (slip_limits){ 0 }, NULL, NULL, error);
        if (status != SLIP_OK)
            return status;
        int curve = slip_draw_curve(l, p, (slip_curve){ .title = solver[k], .points = true });
        double sum = 0, weight = 0;
        for (int i = 0; i < 4; i++) {
            slip_draw_point(l, p, curve, i + 1 + 0.06 * (k - 2), d.result.answer.r[3 * i]);
            sum += d.result.answer.r[3 * i];
        }
        for (int j = 0; j < d.problem.n; j++)       /* m g h: what is free to fall */
            weight = fmax(weight, fabs(d.problem.f[j]));
        sum_error = fmax(sum_error, fabs(sum - weight) / weight);
        least = fmin(least, d.result.answer.r[0]);
        most = fmax(most, d.result.answer.r[0]);
        good += d.judgement.posed.word == SLIP_VERDICT_VERIFIED;
        slip_item(l, "%s (%s): %.5f + %.5f + %.5f + %.5f = %.6f N s", solver[k], slip_demo_word(&d), d.result.answer.r[0], d.result.answer.r[3], d.result.answer.r[6], d.result.answer.r[9], sum);
        slip_demo_end(&d);
    }
    slip_tell(l, "verified", good);
    slip_tell(l, "spread", most - least);
    slip_tell(l, "sum_error", sum_error);
    slip_say(l, "Each is verified, and none is the answer: twelve components of impulse, six equations of motion. What is unique is the motion (the table rests) and the sum. So an answer is never compared with a stored vector of impulses.");
    return SLIP_OK;
}

static const slip_param params[] = { { .name = "x", .def = 0, .min = -0.99, .max = 0.99, .about = "centre of mass along the table, m (the legs stand at -1 and 1)" }, { 0 } };

const slip_lesson slip_lesson_four_legs = {
    .name = "four-legs", .title = "four legs, infinitely many answers",
    .theory = "W = H' M^-1 H has rank 6 for one body, whatever the number of contacts: impulses in the null space of H push legs against each other without moving anything.",
    .cite = "NegrutEtAl2017, 6", .exercise = "Move the centre of mass: `slipstick lesson four-legs:x=0.9`. Which legs can still be unloaded?", .params = params, .teach = teach
};
