/* needle.c: lesson: the fixed point of Anitescu and Hart falls into a cycle of two on one contact, and damping cures it.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>
#include <stdio.h>
#include "reports/lesson.h"

enum { MOST = 400 };
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

static slip_status run(double mu, double damping, slip_demo *d, path *w, slip_error *error)
{
    char problem[96], solver[96];
    *w = (path){ 0 };
    snprintf(problem, sizeof problem, "needle:law=facets,mu=%.17g", mu);
    snprintf(solver, sizeof solver, "lcp1:damping=%.17g", damping);
    return slip_demo_run(d, problem, solver, (slip_limits){ .steps = MOST }, watch, w, error);
}

/* What one step multiplies the error of the guess by. */
static double factor_of(const double W[3], double mu) { return (W[1] * mu * mu - W[2] * mu) / (W[0] - 2 * W[2] * mu + W[1] * mu * mu); }

/* Damped by 0.05 the iteration comes home for every mu, and its last steps tell the factor q of the undamped one: 1 - 0.05 (1 - q). */
static slip_status measured(double mu, double *factor, slip_error *error)
{
    slip_demo d;
    path w;
    slip_status status = run(mu, 0.05, &d, &w, error);
    if (status != SLIP_OK)
        return status;
    *factor = NAN;
    for (int k = 2; k < w.count; k++)
        if (fabs(w.u[k] - w.u[k - 1]) > 1e-7)
            *factor = 1 - (1 - (w.u[k] - w.u[k - 1]) / (w.u[k - 1] - w.u[k - 2])) / 0.05;
    slip_demo_end(&d);
    return SLIP_OK;
}

static slip_status window(slip_lecture *l, const double W[3], slip_error *error)
{
    slip_lecture_piece *p = slip_draw(l, (slip_figure){ .title = "what one step of LCP1 multiplies the error by", .xlabel = "friction coefficient mu", .ylabel = "|q|, error after over error before", .level = 1, .level_title = "1: no convergence above" });
    int theory = slip_draw_curve(l, p, (slip_curve){ .title = "theory", .lines = true, .colour = "#1f77b4" });
    int seen = slip_draw_curve(l, p, (slip_curve){ .title = "measured", .points = true, .colour = "#d62728" });
    double worst = 0, count = 0;
    for (int k = 0; k <= 100; k++)
        slip_draw_point(l, p, theory, k / 100., fabs(factor_of(W, k / 100.)));
    for (int k = 1; k <= 20; k++) {
        double mu = k / 20., found;
        slip_status status = measured(mu, &found, error);
        if (status != SLIP_OK)
            return status;
        slip_draw_point(l, p, seen, mu, fabs(found));
        worst = fmax(worst, fabs(found - factor_of(W, mu)));
        count += isfinite(found);
    }
    slip_tell(l, "factor_error", worst);
    slip_tell(l, "factors_measured", count);
    return SLIP_OK;
}

static slip_status solution(double mu, double *u, slip_error *error)
{
    char name[96];
    slip_demo d;
    snprintf(name, sizeof name, "needle:law=facets,mu=%.17g", mu);
    slip_status status = slip_demo_run(&d, name, "lemke", (slip_limits){ 0 }, NULL, NULL, error);
    if (status != SLIP_OK)
        return status;
    *u = d.judgement.posed.word == SLIP_VERDICT_VERIFIED ? d.result.answer.u[1] : NAN;
    slip_demo_end(&d);
    return SLIP_OK;
}

static slip_status teach(slip_lecture *l, const double par[], slip_error *error)
{
    double W[3], low, high, u = NAN, first = NAN;
    slip_problem problem;
    slip_status status = slip_problem_open(&problem, "needle", NULL, error);
    if (status != SLIP_OK)
        return status;
    slip_lcp1_window(&problem, W, &low, &high);
    slip_say(l, "A needle leans at 45 degrees and slides to the left on its tip. A push at the tip turns it more than it moves it, so that friction changes the normal velocity almost as much as the normal impulse does. "
                "LCP1 looks for the impulse of one time step: it guesses the sliding speed, solves the convex program in which this guess stands in place of the unknown speed, and takes the speed of the result as the next guess. "
                "Where the guess no longer changes, Coulomb's law holds.");
    status = slip_draw_sketch(l, "the needle, sliding to the left", &problem, NULL, error);
    slip_problem_free(&problem);
    if (status == SLIP_OK)
        status = solution(par[0], &u, error);
    if (status != SLIP_OK)
        return status;
    slip_tell(l, "window_low", low);
    slip_tell(l, "window_high", high);
    slip_tell(l, "solution", u);
    char title[96];
    snprintf(title, sizeof title, "LCP1 on the needle, mu = %g", par[0]);
    slip_lecture_piece *p = slip_draw(l, (slip_figure){ .title = title, .xlabel = "step", .whole = true, .ylabel = "sliding speed u_T (m/s)", .level = u, .level_title = isnan(u) ? NULL : "the solution, by Lemke's method" });
    const struct { double damping; const char *name; } two[] = { { 1, "plain" }, { par[1], "damped" } };
    for (int k = 0; k < 2; k++) {
        slip_demo d;
        path w;
        status = run(par[0], two[k].damping, &d, &w, error);
        if (status != SLIP_OK)
            return status;
        snprintf(title, sizeof title, k ? "damping %g" : "undamped", two[k].damping);
        int curve = slip_draw_curve(l, p, (slip_curve){ .title = title });
        for (int i = 1; i < w.count && i < 40; i++)
            slip_draw_point(l, p, curve, i + 1, w.u[i]);
        first = w.u[0];
        bool two_cycle = w.count > 6 && fabs(w.u[w.count - 1] - w.u[w.count - 2]) > 1e-6 && fabs(w.u[w.count - 1] - w.u[w.count - 3]) <= 1e-9;
        slip_item(l, "%s (%s): %s.", title, slip_demo_word(&d), d.story.sentence);
        slip_tell(l, k ? "damped_verified" : "two_cycle", k ? d.judgement.posed.word == SLIP_VERDICT_VERIFIED : two_cycle);
        if (two_cycle) {
            slip_item(l, "So it jumps for ever between u_T = %.6f and %.6f m/s, with the solution, %.6f m/s, in between.", w.u[w.count - 2], w.u[w.count - 1], u);
            slip_tell(l, "cycle_a", fmax(w.u[w.count - 1], w.u[w.count - 2]));
            slip_tell(l, "cycle_b", fmin(w.u[w.count - 1], w.u[w.count - 2]));
        }
        slip_demo_end(&d);
    }
    double q = factor_of(W, par[0]);
    slip_say(l, "The first step of both, to %.4f m/s, lies outside the figure.", first);
    slip_say(l, "Why: near the solution each step multiplies the error of the guess by q = (b mu^2 - c mu)/(a - 2 c mu + b mu^2), where a = W_NN = %g, b = W_TT = %g and c = |W_NT| = %g (1/kg) are the entries of W. "
                "Here q = %.4f: the error changes its sign%s. Taking over only a share w of the new speed makes of q the factor 1 - w (1 - q), for w = %g: %.4f.",
             W[0], W[1], W[2], q, q < -1 ? " and grows, until the other branch of the law stops it" : q < 0 ? " and shrinks" : " not, and shrinks", par[1], 1 - par[1] * (1 - q));
    slip_tell(l, "damped_factor", 1 - par[1] * (1 - q));
    status = window(l, W, error);
    slip_say(l, "q lies below -1 for mu between %.6f and %.6f, and above it is again small: more friction can be easier, and there is no single threshold.", low, high);
    return status;
}

static const slip_param params[] = {
    { .name = "mu", .def = 0.6, .min = 0, .max = 1, .about = "friction coefficient; it cycles between 0.534 and 0.937" },
    { .name = "damping", .def = 0.5, .min = 0.01, .max = 1, .about = "share w of the new speed taken over" },
    { 0 }
};

const slip_lesson slip_lesson_needle = {
    .name = "needle", .title = "the needle's two-cycle, and its cure",
    .theory = "The fixed point of LCP1 is proved to contract for small mu only. For one contact its factor q is known for every mu: it falls below -1 where a - 3 c mu + 2 b mu^2 < 0, an interval that exists when c^2 > 8/9 a b.",
    .cite = "AnitescuHart2004, theorem 5 and 5.1", .exercise = "Read |q| at mu = 0.75 from the second figure (q is negative there), predict for which shares w the damped factor lies between -1 and 1, then try two of them: `slipstick lesson needle:mu=0.75,damping=0.6` and `damping=0.7`.",
    .params = params, .teach = teach
};
