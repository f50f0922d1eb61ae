/* two_velocities.c: lesson: six disks that may move or stay: the velocity is not unique.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>
#include <stdio.h>
#include "reports/lesson.h"

static double largest(const slip_demo *d)
{
    double most = 0;
    for (int i = 0; i < d->problem.n; i++)
        most = fmax(most, fabs(d->result.answer.v[i]));
    return most;
}

static double kinetic(const slip_demo *d)
{
    double sum = 0;
    const slip_sparse *M = &d->problem.M;
    for (int j = 0; j < d->problem.n; j++)
        for (int k = M->p[j]; k < M->p[j + 1]; k++)
            sum += d->result.answer.v[M->i[k]] * M->x[k] * d->result.answer.v[j] / 2;
    return sum;
}

static slip_status teach(slip_lecture *l, const double par[], slip_error *error)
{
    static const struct { const char *solver, *name; } who[] = { { "lemke:cover=1", "lemke" }, { "lemke:cover=10", "lemke_other_cover" }, { "lcp1:damping=0.5", "lcp1" } };
    slip_problem pile;
    slip_status opened = slip_problem_open(&pile, "cannonball:n=3", NULL, error);
    if (opened != SLIP_OK)
        return opened;
    slip_say(l, "Six disks lie in a pile and are let go. Three ways to the impulses of the first time step: Lemke's method from two covering vectors, and LCP1, damped. Drawn is the energy of what is verified:");
    opened = slip_draw_sketch(l, "the pile", &pile, NULL, error);
    slip_problem_free(&pile);
    if (opened != SLIP_OK)
        return opened;
    slip_lecture_piece *p = slip_draw(l, (slip_figure){ .title = "six disks: energy after the first step", .xlabel = "friction coefficient mu", .ylabel = "kinetic energy (J)" });
    double at_mu[3] = { NAN, NAN, NAN };
    bool fine[3] = { false, false, false };
    for (int k = 0; k < 3; k++) {
        int curve = slip_draw_curve(l, p, (slip_curve){ .title = who[k].solver });
        for (int i = 0; i <= 10; i++) {
            char name[96];
            double mu = i < 10 ? 0.05 + 0.06 * i : par[0];
            slip_demo d;
            snprintf(name, sizeof name, "cannonball:n=3,mu=%.17g,law=facets", mu);
            slip_status status = slip_demo_run(&d, name, who[k].solver, (slip_limits){ .tol = 1e-10, .steps = 2000 }, NULL, NULL, error);
            if (status != SLIP_OK)
                return status;
            bool good = d.judgement.posed.word == SLIP_VERDICT_VERIFIED;
            if (good && i < 10)
                slip_draw_point(l, p, curve, mu, kinetic(&d));
            if (i == 10) {
                fine[k] = good;
                at_mu[k] = largest(&d);
                slip_item(l, "mu = %g, %s (%s): largest velocity %.9f m/s, energy %.10f J.", mu, who[k].solver, slip_demo_word(&d), at_mu[k], kinetic(&d));
            }
            slip_demo_end(&d);
        }
    }
    slip_tell(l, "all_verified", fine[0] && fine[1] && fine[2]);
    slip_tell(l, "moving", fmax(at_mu[0], at_mu[1]));
    slip_tell(l, "resting", fmin(at_mu[0], at_mu[1]));
    slip_say(l, "The same data, two answers that obey every law, and they differ in how the disks move. A benchmark that compares with one reference velocity would call one of them wrong.");
    return SLIP_OK;
}

static const slip_param params[] = { { .name = "mu", .def = 0.5, .min = 0, .max = 2, .about = "where the answers are printed" }, { 0 } };

const slip_lesson slip_lesson_two_velocities = {
    .name = "two-velocities", .title = "six disks that may move or stay",
    .theory = "The velocity of a step is unique for small mu only; when load can shift between sticking and sliding normals, friction shifts with it, and so does the motion.",
    .cite = "AnitescuHart2004, 4", .exercise = "Where does uniqueness end? `slipstick lesson two-velocities:mu=0.43` and `mu=0.44`. Why can v = 0 be a solution at all?", .params = params, .teach = teach
};
