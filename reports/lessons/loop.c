/* loop.c: lesson: Baraff's pivoting goes round for ever in one order of the contacts, and ends in every other.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>
#include <stdio.h>
#include "reports/lesson.h"

static slip_status teach(slip_lecture *l, const double par[], slip_error *error)
{
    static const int order[6][3] = { { 0, 1, 2 }, { 0, 2, 1 }, { 1, 0, 2 }, { 1, 2, 0 }, { 2, 0, 1 }, { 2, 1, 0 } };
    const slip_solver *solver;
    double spar[SLIP_MAX_PARAMS];
    char name[64];
    slip_problem p;
    long most = 0;
    int loops = 0, solved = 0;
    static const char *const rows[] = { "0 1 2", "0 2 1", "1 0 2", "1 2 0", "2 0 1", "2 1 0", NULL };
    snprintf(name, sizeof name, "baraff:orders=1,steps=%d", (int)par[0]);
    slip_status status = slip_solver_open(name, &solver, spar, error);
    if (status == SLIP_OK)
        status = slip_problem_open(&p, "integer:kind=loop", NULL, error);
    if (status != SLIP_OK)
        return status;
    slip_say(l, "Three contacts whose data are whole numbers, W positive definite, mu = 2; the problem has three solutions. Baraff's method takes up one contact after the other; here are all six orders, each without restart.");
    slip_lecture_piece *piece = slip_draw(l, (slip_figure){ .title = "pivot steps until the end, by order of the contacts", .xlabel = "steps", .ylabel = "order of the contacts", .logx = true, .rows = rows });
    int good = slip_draw_curve(l, piece, (slip_curve){ .title = "ends with a verified answer", .points = true, .sign = 'o', .colour = "#2ca02c" });
    int bad = slip_draw_curve(l, piece, (slip_curve){ .title = "stopped at the limit, still looping", .points = true, .sign = '!', .colour = "#d62728" });
    for (int k = 0; k < 6 && status == SLIP_OK; k++) {
        slip_arena arena = { 0 };
        slip_answer none = { .claim = SLIP_CLAIM_GAVE_UP, .law = p.law, .dirs = p.dirs, .claimed_error = NAN };
        slip_twin twin;
        slip_result r;
        double zero[6] = { 0 };
        none.r = zero;
        status = slip_twin_permute(&twin, &p, &none, order[k], error);
        if (status != SLIP_OK)
            break;
        status = slip_run(solver, &twin.problem, spar, &(slip_limits){ 0 }, NULL, NULL, NULL, &r, &arena, error);
        if (status == SLIP_OK) {
            bool verified = slip_verify(&twin.problem, r.answer.law, r.answer.dirs, &r.answer, NULL, 1e-8).word == SLIP_VERDICT_VERIFIED;
            solved += verified;
            loops += !verified;
            slip_draw_point(l, piece, verified ? good : bad, (double)r.steps, k + 1);
            most = verified && r.steps > most ? r.steps : most;
        }
        slip_arena_free(&arena);
        slip_twin_free(&twin);
    }
    slip_problem_free(&p);
    slip_tell(l, "loops", loops);
    slip_tell(l, "solved", solved);
    slip_say(l, "Five orders end within %ld steps with an answer that the verifier accepts; the order 0 1 2 does not end: its index sets repeat, and it was stopped at the limit.", most);
    slip_say(l, "The cure is as old as the disease: notice the loop, and begin again in another order. That is what the solver does by default (`slipstick solve integer:kind=loop -s baraff`).");
    return status;
}

static const slip_param params[] = { { .name = "steps", .def = 3000, .min = 100, .max = 1e6, .about = "steps before an order is given up", .flags = SLIP_WHOLE }, { 0 } };

const slip_lesson slip_lesson_loop = {
    .name = "loop", .title = "Baraff's endless loop",
    .theory = "With friction the pivoting may give up a condition and re-establish it later; nothing then decreases from step to step, so that it can repeat its index sets for ever although W is positive definite.",
    .cite = "Baraff1994, 5.4", .exercise = "Allow more steps: `slipstick lesson loop:steps=100000`. Does patience help?", .params = params, .teach = teach
};
