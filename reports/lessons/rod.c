/* rod.c: lesson: Painleve's rod has one solution, two, three, or none.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>
#include <stdio.h>
#include "reports/lesson.h"

/* Every listed solution judged from r alone; the number that the verifier accepts. */
static int judged(const slip_problem *p, const slip_truth *t)
{
    int good = 0, m = slip_problem_m(p);
    for (int k = 0; k < t->known; k++) {
        slip_answer a = { .claim = SLIP_CLAIM_SOLVED, .law = p->law, .dirs = p->dirs, .r = t->r + (size_t)k * (size_t)m, .claimed_error = NAN };
        good += slip_verify(p, p->law, p->dirs, &a, NULL, 1e-10).word == SLIP_VERDICT_VERIFIED;
    }
    return good;
}

static slip_status sliding(slip_lecture *l, double mu, slip_error *error)
{
    slip_lecture_piece *p = slip_draw(l, (slip_figure){ .title = "sliding rod: a solution has r_N >= 0, u_N >= 0 and one of them zero", .xlabel = "normal force r_N (N)", .ylabel = "normal acceleration u_N (m/s^2)",
                                                        .level = 0, .level_title = "u_N = 0" });
    const struct { double mu; const char *g, *name; } c[] = { { 1, "9.81", "pressed" }, { 1, "-9.81", "lifted" }, { mu, "9.81", "pressed_above" }, { mu, "-9.81", "lifted_above" } };
    int marks = -1;
    for (int k = 0; k < 4; k++) {
        char name[96], title[96];
        slip_problem rod;
        slip_truth truth = { 0 };
        snprintf(name, sizeof name, "painleve-rod:mu=%.17g,g=%s", c[k].mu, c[k].g);
        slip_status status = slip_problem_open(&rod, name, &truth, error);
        if (status != SLIP_OK)
            return status;
        double r[2] = { 0, 0 }, u[2], v[3];
        snprintf(title, sizeof title, "mu = %.3g, gravity %s: %s solution%s", c[k].mu, k % 2 ? "up" : "down", truth.solutions == 0 ? "no" : truth.solutions == 1 ? "one" : "two", truth.solutions == 2 ? "s" : "");
        int line = slip_draw_curve(l, p, (slip_curve){ .title = title, .lines = true });
        for (int i = 0; i <= 1 && status == SLIP_OK; i++) {
            r[0] = 40. * i;
            r[1] = -rod.mu[0] * rod.slip[0] * r[0];
            status = slip_problem_recover(&rod, r, NULL, true, v, u, error);
            slip_draw_point(l, p, line, r[0], u[0]);
        }
        slip_tell(l, c[k].name, judged(&rod, &truth) == truth.known ? truth.solutions : NAN);
        if (marks < 0)
            marks = slip_draw_curve(l, p, (slip_curve){ .title = "solutions", .points = true, .colour = "#000000" });
        for (int i = 0; i < truth.known; i++)
            slip_draw_point(l, p, marks, truth.r[2 * i], truth.u[2 * i]);
        slip_item(l, "mu = %.3g, gravity %s: %s.", c[k].mu, k % 2 ? "up" : "down", truth.text);
        slip_problem_free(&rod);
        if (status != SLIP_OK)
            return status;
    }
    return SLIP_OK;
}

static slip_status rolling(slip_lecture *l, double mu, double push, slip_error *error)
{
    char name[128], title[128];
    slip_problem rod;
    slip_truth truth = { 0 };
    snprintf(name, sizeof name, "painleve-rod:kind=rolling,mu=%.17g,g=-9.81,push=%.17g", mu, push);
    slip_status status = slip_problem_open(&rod, name, &truth, error);
    if (status != SLIP_OK)
        return status;
    snprintf(title, sizeof title, "rod at rest, pulled by %g N: %d solution%s", fabs(push), truth.solutions, truth.solutions == 1 ? "" : "s");
    slip_lecture_piece *p = slip_draw(l, (slip_figure){ .title = title, .xlabel = "normal force r_N (N)", .ylabel = "friction r_T (N)" });
    int upper = slip_draw_curve(l, p, (slip_curve){ .title = "r_T = mu r_N", .lines = true, .colour = "#888888" });
    int lower = slip_draw_curve(l, p, (slip_curve){ .title = "r_T = -mu r_N", .lines = true, .colour = "#888888" });
    int marks = slip_draw_curve(l, p, (slip_curve){ .title = "solutions: apart, sliding, sticking", .points = true, .colour = "#d62728" });
    double far = 1;
    for (int i = 0; i < truth.known; i++) {
        far = fmax(far, 1.2 * truth.r[2 * i]);
        slip_draw_point(l, p, marks, truth.r[2 * i], truth.r[2 * i + 1]);
        slip_item(l, "%s: r = (%.6g, %.6g) N, u = (%.6g, %.6g) m/s^2", truth.r[2 * i] == 0 ? "apart" : fabs(truth.u[2 * i + 1]) <= 1e-9 ? "sticking" : "sliding", truth.r[2 * i], truth.r[2 * i + 1], truth.u[2 * i], truth.u[2 * i + 1]);
    }
    for (int i = 0; i <= 1; i++) {
        slip_draw_point(l, p, upper, far * i, mu * far * i);
        slip_draw_point(l, p, lower, far * i, -mu * far * i);
    }
    slip_tell(l, "rolling", judged(&rod, &truth) == truth.known ? truth.solutions : NAN);
    slip_problem_free(&rod);
    return SLIP_OK;
}

static slip_status teach(slip_lecture *l, const double par[], slip_error *error)
{
    slip_problem rod;
    slip_status status = slip_problem_open(&rod, "painleve-rod", NULL, error);
    if (status != SLIP_OK)
        return status;
    slip_say(l, "A rigid rod slides to the left on its end, under gravity down or up. Sliding friction is mu r_N, known but for the normal force r_N: what is the acceleration? "
                "The normal acceleration of the end is a line u_N = G r_N + b. A solution is a point of the line with r_N >= 0, u_N >= 0 and one of them zero: on one of the two axes of the figure.");
    status = slip_draw_sketch(l, "the rod, sliding to the left", &rod, NULL, error);
    slip_problem_free(&rod);
    if (status == SLIP_OK)
        status = sliding(l, par[0], error);
    if (status == SLIP_OK)
        slip_say(l, "The same rod at rest, gravity up, pulled sideways: now friction may also hold, anywhere between the two edges of the cone, and one more solution appears. The verifier accepts each of them:");
    return status == SLIP_OK ? rolling(l, par[0], par[1], error) : status;
}

static const slip_param params[] = {
    { .name = "mu", .def = 2, .min = 0, .max = 100, .about = "friction above (or below) the critical 4/3" },
    { .name = "push", .def = -80, .min = -1e4, .max = 1e4, .about = "horizontal force on the rod at rest, N" },
    { 0 }
};

const slip_lesson slip_lesson_rod = {
    .name = "rod", .title = "the rod that has no solution, two, or three",
    .theory = "With sliding friction u_N = G r_N + b, where G = W_NN + mu W_NT and W_NT < 0; for a uniform rod at the angle theta G is negative when mu exceeds mu_crit = (tan theta + 4/tan theta)/3, which is 4/3 here, and rigid bodies with Coulomb friction then have no acceleration (b < 0) or two (b > 0).",
    .cite = "SchindlerEtAl2011, V.B; TrinkleEtAl1995, 1", .exercise = "At which mu does the case of two solutions begin? `slipstick lesson rod:mu=1.33` and `rod:mu=1.34`. For which pull do the solutions in contact vanish? `rod:push=-70`, `-65`, `-60`.",
    .params = params, .teach = teach
};
