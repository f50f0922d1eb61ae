/* needle.c: lesson: the fixed point of Anitescu and Hart falls into a cycle of two on one contact, and damping cures it.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>
#include <stdio.h>
#include "reports/lesson.h"

enum { MOST = 40 };
typedef struct { double u[MOST]; int count; } path;

static int watch(void *ctx, long step, const slip_iterate *it, double residual)
{
    path *p = ctx;
    (void)step;
    (void)residual;
    if (p->count < MOST && it->have_u)
        p->u[p->count++] = it->u[1];
    return p->count == MOST;
}

static slip_status run(slip_lecture *l, double mu, double damping, int steps, slip_demo *d, path *w, slip_error *error)
{
    char problem[96], solver[96];
    (void)l;
    *w = (path){ 0 };
    snprintf(problem, sizeof problem, "needle:law=facets,mu=%.17g", mu);
    snprintf(solver, sizeof solver, "lcp1:damping=%.17g", damping);
    return slip_demo_run(d, problem, solver, (slip_limits){ .steps = steps }, watch, w, error);
}

static slip_status window(slip_lecture *l, double a, double b, double c, slip_error *error)
{
    slip_lecture_piece *p = slip_draw(l, (slip_figure){ .title = "contraction factor of LCP1 on the needle", .xlabel = "friction coefficient mu", .ylabel = "|factor| a step", .level = 1, .level_title = "1: no convergence above" });
    int theory = slip_draw_curve(l, p, (slip_curve){ .title = "|(b mu^2 - c mu)/(a - 2 c mu + b mu^2)|", .lines = true, .colour = "#888888" });
    int seen = slip_draw_curve(l, p, (slip_curve){ .title = "measured on the first steps", .points = true, .colour = "#d62728" });
    double worst = 0;
    for (int k = 1; k <= 100; k++) {
        double mu = k / 100., factor = fabs((b * mu * mu - c * mu) / (a - 2 * c * mu + b * mu * mu));
        slip_draw_point(l, p, theory, mu, factor);
        if (k % 5)
            continue;
        slip_demo d;
        path w;
        slip_status status = run(l, mu, 0.05, 12, &d, &w, error);      /* damping keeps it on one branch: factor = (q - 1 + w)/w */
        if (status != SLIP_OK)
            return status;
        slip_demo_end(&d);
        if (w.count > 6) {
            double q = (w.u[6] - w.u[5]) / (w.u[5] - w.u[4]), found = fabs((q - 1 + 0.05) / 0.05);
            slip_draw_point(l, p, seen, mu, found);
            worst = fmax(worst, fabs(found - factor));
        }
    }
    slip_tell(l, "factor_error", worst);
    return SLIP_OK;
}

static slip_status teach(slip_lecture *l, const double par[], slip_error *error)
{
    double W[3], low, high;
    slip_problem problem;
    slip_status status = slip_problem_open(&problem, "needle", NULL, error);
    if (status != SLIP_OK)
        return status;
    slip_lcp1_window(&problem, W, &low, &high);
    slip_problem_free(&problem);
    double a = W[0], b = W[1], c = W[2];
    slip_tell(l, "window_low", low);
    slip_tell(l, "window_high", high);
    slip_say(l, "A thin rod slides on its tip at 45 degrees. LCP1 guesses the sliding speed, solves a convex program, and takes the speed it finds as the next guess.");
    slip_lecture_piece *p = slip_draw(l, (slip_figure){ .title = "LCP1 on the needle", .xlabel = "step", .ylabel = "tangential velocity u_T (m/s)" });
    const struct { double damping; const char *name; } two[] = { { 1, "plain" }, { par[1], "damped" } };
    for (int k = 0; k < 2; k++) {
        slip_demo d;
        path w;
        char title[64];
        status = run(l, par[0], two[k].damping, 300, &d, &w, error);
        if (status != SLIP_OK)
            return status;
        snprintf(title, sizeof title, "damping %g", two[k].damping);
        int curve = slip_draw_curve(l, p, (slip_curve){ .title = title });
        for (int i = 0; i < w.count; i++)
            slip_draw_point(l, p, curve, i + 1, w.u[i]);
        bool two_cycle = w.count > 6 && fabs(w.u[w.count - 1] - w.u[w.count - 2]) > 1e-6 && fabs(w.u[w.count - 1] - w.u[w.count - 3]) <= 1e-9;
        slip_say(l, "mu = %g, damping %g: %s. %s", par[0], two[k].damping, slip_demo_word(&d), d.story.sentence);
        slip_tell(l, k ? "damped_verified" : "two_cycle", k ? d.judgement.posed.word == SLIP_VERDICT_VERIFIED : two_cycle);
        if (two_cycle) {
            slip_say(l, "It jumps for ever between u_T = %.6f and %.6f m/s.", w.u[w.count - 2], w.u[w.count - 1]);
            slip_tell(l, "cycle_a", fmax(w.u[w.count - 1], w.u[w.count - 2]));
            slip_tell(l, "cycle_b", fmin(w.u[w.count - 1], w.u[w.count - 2]));
        }
        slip_demo_end(&d);
    }
    slip_say(l, "From a = %g, b = %g, c = %g (the entries of W) the iteration cannot converge for mu between %.6f and %.6f, yet it does again above: there is no single threshold.", a, b, c, low, high);
    return window(l, a, b, c, error);
}

static const slip_param params[] = {
    { .name = "mu", .def = 0.6, .min = 0, .max = 1, .about = "friction coefficient; the window is computed below" },
    { .name = "damping", .def = 0.5, .min = 0.01, .max = 1, .about = "share of the new speed taken over" },
    { 0 }
};

const slip_lesson slip_lesson_needle = {
    .name = "needle", .title = "the needle's two-cycle, and its cure",
    .theory = "For one contact the factor of LCP1 is (b mu^2 - c mu)/(a - 2 c mu + b mu^2) with the entries a, b, c of W; it passes -1 where a - 3 c mu + 2 b mu^2 < 0, a window that exists when c^2 > 8/9 a b.",
    .cite = "AnitescuHart2004, 5.1", .exercise = "Predict which damping is needed at mu = 0.75 from the second figure, then try: slipstick lesson needle:mu=0.75,damping=0.3.",
    .params = params, .teach = teach
};
