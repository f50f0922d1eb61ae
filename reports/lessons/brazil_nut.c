/* brazil_nut.c: lesson: a shaken box, where the relaxed law locks and where it lets the large disk rise.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "problems/scene.h"
#include "reports/lesson.h"

enum { N, WIDTH, TRACER, STEP, SHAKES, SEEDS };
static const double SETTLE = 4, CYCLE = 4;              /* s; a shake and the rest after it */

typedef struct { slip_lecture *l; slip_lecture_piece *p; int curve, n, above, first; long steps, verified; double h, gap; } watcher;

static int watch(void *ctx, const slip_frame *f)
{
    watcher *w = ctx;
    const slip_answer *a = &f->result->answer;
    w->steps++;
    w->verified += slip_verify(f->problem, a->law, a->dirs, a, NULL, 1e-8).word == SLIP_VERDICT_VERIFIED;
    w->gap = fmin(w->gap, f->gap);
    w->above = 0;
    for (int b = 1; b < f->scene->count; b++) w->above += f->scene->body[b].x[1] > f->scene->body[0].x[1];
    if (f->time <= SETTLE + f->h / 2) w->first = w->above;
    double shakes = (f->time - SETTLE) / CYCLE;
    if (shakes >= -1e-9 && fabs(shakes - round(shakes)) * CYCLE < f->h / 2) slip_draw_point(w->l, w->p, w->curve, round(shakes), 100.0 * w->above / w->n);
    return 0;
}

/* One box of small disks and a tracer, shaken. */
static slip_status shake(watcher *w, const double par[], double tracer, int seed, slip_error *error)
{
    const slip_family *family = slip_family_find("brazil-nut", error);
    const slip_solver *solver;
    slip_scene scene;
    slip_name_extra extra;
    char text[160];
    double value[SLIP_MAX_PARAMS], own[SLIP_MAX_PARAMS];
    snprintf(text, sizeof text, "n=%d,width=%.17g,tracer=%.17g,h=%.17g,settle=%.17g", (int)par[N], par[WIDTH], tracer, par[STEP], SETTLE);
    if (!family || slip_solver_open("lcp3", &solver, own, error) != SLIP_OK || slip_param_parse(family->params, "problem", "brazil-nut", text, value, &extra, error) != SLIP_OK
        || family->scene(&scene, value, (unsigned long)seed, error) != SLIP_OK)
        return error->status;
    slip_drive drive = { .solver = solver, .par = own, .limits = { .tol = 1e-8, .steps = 10 } };
    w->n = (int)par[N];
    slip_status status = slip_simulate(&scene, &drive, lround((SETTLE + CYCLE * par[SHAKES]) / par[STEP]), watch, w, error);
    slip_scene_free(&scene);
    return status;
}

/* The step in which the floor begins to rise, with h = 0.1: wedged between the walls. */
static slip_status locked(slip_lecture *l, slip_error *error)
{
    static const char name[] = "brazil-nut:n=60,width=16,tracer=3,settle=4,h=0.1,step=40";
    slip_demo d;
    slip_status status = slip_demo_run(&d, name, "lcp3:qp=active", (slip_limits){ 0 }, NULL, NULL, error);
    if (status != SLIP_OK) return status;
    bool none = d.result.answer.claim == SLIP_CLAIM_NO_SOLUTION && d.judgement.claimed.word == SLIP_VERDICT_VERIFIED;
    slip_demo_again(&d);
    status = slip_demo_solve(&d, "lemke", (slip_limits){ .tol = 1e-10 }, NULL, NULL, error);
    bool coulomb = status == SLIP_OK && d.judgement.posed.word == SLIP_VERDICT_VERIFIED;
    slip_demo_end(&d);
    if (status != SLIP_OK) return status;
    slip_say(l, "The relaxed law, which lcp3 solves, asks that contacts open at mu times their sliding speed. Disks wedged between the side walls cannot: when the floor pushes them up with steps of 0.1 s, %s "
                "(`%s`). Coulomb's law, which lets them slide along the walls, %s. A box a little less tight does not lock but is thrown up, several times faster than the floor moves: %s",
             none ? "no velocity satisfies all constraints, as a vector of impulses proves that the verifier checked" : "a velocity was found", name, coulomb ? "has an answer there, verified" : "was not solved either",
             "opening by h mu |u_T| is half a metre in one such step. With h = 0.02 it is a fifth of that, small gaps open while the floor is slow, and the relaxed law moves the bed.");
    slip_tell(l, "relaxed_none", none);
    slip_tell(l, "coulomb_verified", coulomb);
    return SLIP_OK;
}

static slip_status teach(slip_lecture *l, const double par[], slip_error *error)
{
    static const char *const red[] = { "#d62728", "#ff7f0e", "#8c564b", "#e377c2", "#bcbd22" }, *const blue[] = { "#1f77b4", "#17becf", "#9467bd", "#2ca02c", "#7f7f7f" };
    slip_status status = locked(l, error);
    if (status != SLIP_OK) return status;
    slip_say(l, "A box of %d disks of radius 1.5 m and one of %g m at the bottom is shaken: the floor rises by 3 m and falls within 1 s, then rests 3 s, %g time%s. The control has a disk like the others in its place. Every step is solved by lcp3 and verified.",
             (int)par[N], par[TRACER], par[SHAKES], par[SHAKES] == 1 ? "" : "s");
    slip_lecture_piece *p = slip_draw(l, (slip_figure){ .title = "small disks whose centre is above that of the tracer", .xlabel = "shakes", .ylabel = "share of the small disks (%)", .whole = par[SHAKES] <= 20 });
    double gap = 0, above[2] = { 0 }, first[2] = { 0 };
    long steps = 0, verified = 0;
    for (int control = 0; control < 2; control++)
        for (int seed = 1; seed <= (int)par[SEEDS]; seed++) {
            char title[64];
            snprintf(title, sizeof title, "%s, seed %d", control ? "control, a small disk" : "the large disk", seed);
            watcher w = { .l = l, .p = p, .curve = slip_draw_curve(l, p, (slip_curve){ .title = title, .colour = (control ? blue : red)[(seed - 1) % 5] }) };
            if ((status = shake(&w, par, control ? 1.5 : par[TRACER], seed, error)) != SLIP_OK) return status;
            gap = fmin(gap, w.gap);
            steps += w.steps, verified += w.verified;
            first[control] += 100.0 * w.first / w.n / par[SEEDS];
            above[control] += 100.0 * w.above / w.n / par[SEEDS];
        }
    slip_say(l, "Above the large disk: %.0f %% at first, %.0f %% at the end; above the control %.0f %%, then %.0f %%. %ld of %ld steps are verified at 1e-8; the worst overlap is %.1e m, %.1e of the small radius.",
             first[0], above[0], first[1], above[1], verified, steps, -gap, -gap / 1.5);
    slip_say(l, "One small box and a few shakes prove nothing: other beginnings rise less, or lock. The paper's box of 269 disks is shaken, with several beginnings, by `slipstick reproduce AnitescuHart2004/figure4`.");
    slip_tell(l, "verified", (double)verified / (double)steps);
    slip_tell(l, "overlap", -gap / 1.5);
    slip_tell(l, "rise_nut", first[0] - above[0]);
    slip_tell(l, "rise_control", first[1] - above[1]);
    return SLIP_OK;
}

static const slip_param params[] = {
    { .name = "n", .def = 20, .min = 5, .max = 2000, .about = "small disks (the paper: 269)", .flags = SLIP_WHOLE },
    { .name = "width", .def = 12, .min = 8, .max = 1000, .about = "width of the box, m (with 269 disks: 40)" },
    { .name = "tracer", .def = 3, .min = 0.5, .max = 50, .about = "radius of the large disk, m (the paper: 5)" },
    { .name = "h", .def = 0.02, .min = 1e-4, .max = 0.1, .about = "time step, s" },
    { .name = "shakes", .def = 4, .min = 1, .max = 1000, .about = "how often (the effect takes about 50)", .flags = SLIP_WHOLE },
    { .name = "seeds", .def = 1, .min = 1, .max = 5, .about = "how many different beginnings", .flags = SLIP_WHOLE },
    { 0 }
};

const slip_lesson slip_lesson_brazil_nut = {
    .name = "brazil-nut", .title = "the Brazil nut, and a relaxation that locks",
    .theory = "Where the friction cone is not pointed, impulses can hold each other: the relaxed law u_N >= mu |u_T| then may have no solution at all, by Farkas, while Coulomb's law has one.",
    .cite = "AnitescuHart2004, 5.3", .exercise = "Let it run: `slipstick lesson brazil-nut:n=269,width=40,tracer=5,shakes=50,seeds=2 -o nut.html` takes about twelve minutes. Does the control rise too? Then try `h=0.05`.", .params = params, .teach = teach
};
