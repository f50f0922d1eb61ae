/* cobweb.c: lesson: the prox iteration of one contact as a staircase between a map and the diagonal.
   SPDX-License-Identifier: GPL-3.0-or-later

   x -> max(0, x - r (G x + b)), G and b from the problem, x the iterates of the solver prox itself. */

#include <math.h>
#include <stdio.h>
#include "reports/lesson.h"

/* u_N = G r_N + b along the ray of the given slip. */
static slip_status line_of(const slip_problem *p, double *G, double *b, slip_error *error)
{
    double r[2] = { 0, 0 }, u[2], v[3];
    slip_status status = slip_problem_recover(p, r, NULL, true, v, u, error);
    *b = u[0];
    r[0] = 1;
    r[1] = -p->mu[0] * p->slip[0];
    if (status == SLIP_OK)
        status = slip_problem_recover(p, r, NULL, true, v, u, error);
    *G = u[0] - *b;
    return status;
}

static slip_status cobweb(slip_lecture *l, const char *problem, double step, double start, int steps, int draw, const char *title, slip_demo *d, slip_path *way, slip_error *error)
{
    char solver[96];
    slip_clipped_line line = { .step = step, .low = 0, .high = INFINITY };
    *way = (slip_path){ 0 };
    snprintf(solver, sizeof solver, "prox:r=%.17g,start=%.17g", step, start);
    slip_status status = slip_demo_run(d, problem, solver, (slip_limits){ .steps = steps }, slip_path_watch, way, error);
    way->count = way->count < draw ? way->count : draw;
    if (status != SLIP_OK)
        return status;
    if ((status = line_of(&d->problem, &line.G, &line.b, error)) != SLIP_OK) {
        slip_demo_end(d);
        return status;
    }
    slip_draw_cobweb(l, title, "normal force x before the step (N)", "max(0, x - r (G x + b))", &line, way->count, way->x);
    return SLIP_OK;
}

static slip_status teach(slip_lecture *l, const double par[], slip_error *error)
{
    slip_demo d;
    slip_path w;
    double G, b;
    char title[160];
    slip_problem rod;
    slip_status status = slip_problem_open(&rod, "painleve-rod:mu=1", NULL, error);
    if (status == SLIP_OK && (status = line_of(&rod, &G, &b, error)) != SLIP_OK)
        slip_problem_free(&rod);
    if (status != SLIP_OK)
        return status;
    slip_problem_free(&rod);
    slip_say(l, "A rod slides on its end (mu = 1). Friction is then mu times the normal force r_N, and the normal acceleration of the end is u_N = G r_N + b with G = %g 1/kg, b = %g m/s^2; wanted is r_N >= 0 with u_N >= 0 and one of them zero. "
             "The prox iteration replaces a guess x of r_N by max(0, x - r (G x + b)). In the figures: up to the map, across to the diagonal, and again. Where the map crosses the diagonal its slope is 1 - r G, so that everything depends on the step r.", G, b);
    const struct { double step; const char *word; const char *name; } three[] = { { par[0], "your r", "rate" }, { 1 / G, "1/G: one step", "one_step" }, { 2 / G, "2/G: a cycle of two", "period" } };
    for (int k = 0; k < 3; k++) {
        snprintf(title, sizeof title, "r = %.4g (%s)", three[k].step, three[k].word);
        status = cobweb(l, "painleve-rod:mu=1", three[k].step, par[1], 5000, 16, title, &d, &w, error);
        if (status != SLIP_OK)
            return status;
        double factor = w.count > 3 ? (w.x[3] - w.x[2]) / (w.x[2] - w.x[1]) : NAN;
        slip_say(l, "r = %.4g (%s): %s. The slope is 1 - r G = %.3g.", three[k].step, slip_demo_word(&d), d.story.sentence, 1 - three[k].step * G);
        slip_tell(l, three[k].name, k == 0 ? fabs(factor) : k == 1 ? (double)d.result.steps : (double)d.result.cycle);
        slip_demo_end(&d);
    }
    const struct { const char *problem; double start; int steps; const char *title, *name; } regime[] = {
        { "painleve-rod:mu=1,g=-9.81", 8, 6, "detaching (G > 0, b > 0): r_N = 0 from anywhere", "detach" },
        { "painleve-rod:mu=2", 0, 4, "no solution (G < 0, b < 0): the map never meets the diagonal", "none" },
        { "painleve-rod:mu=2,g=-9.81", 12, 9, "two solutions (G < 0, b > 0), begun below the second: falls to 0", "below" },
        { "painleve-rod:mu=2,g=-9.81", 12.5, 8, "two solutions (G < 0, b > 0), begun above the second: runs away", "above" } };
    slip_say(l, "This was the first of the four regimes of Painleve's rod: contact (G > 0, b < 0). The same map with r = 1 in the others, where gravity may point upwards (b > 0) and friction exceeds the critical mu = 4/3 (G < 0):");
    for (int k = 0; k < 4; k++) {
        status = cobweb(l, regime[k].problem, 1, regime[k].start, regime[k].steps, SLIP_PATH, regime[k].title, &d, &w, error);
        if (status != SLIP_OK)
            return status;
        slip_tell(l, regime[k].name, w.x[w.count - 1]);
        if (k == 1)
            slip_tell(l, "growth", (w.x[3] - w.x[2]) / (w.x[2] - w.x[1]));
        slip_demo_end(&d);
    }
    return SLIP_OK;
}

static const slip_param params[] = {
    { .name = "r", .def = 1, .min = 1e-3, .max = 1e3, .about = "step of the first picture, kg: converges below 2/G = 5" },
    { .name = "start", .def = 0, .min = 0, .max = 1e6, .about = "where the first three pictures begin, N" },
    { 0 }
};

const slip_lesson slip_lesson_cobweb = {
    .name = "cobweb", .title = "one contact, one map: convergence, one step, a cycle, and no solution at all",
    .theory = "While it slides the iteration is linear with slope 1 - r G: it converges if and only if 0 < r < 2/G, in one step at r = 1/G, and at r = 2/G it cycles; with G < 0 the solution in contact repels.",
    .cite = "SchindlerEtAl2011, V.A", .exercise = "Find by trial the largest r that still converges: `slipstick lesson cobweb:r=4.9` and `r=5.1`. Does it diverge beyond, or only cycle? Which bound keeps it?",
    .params = params, .teach = teach
};
