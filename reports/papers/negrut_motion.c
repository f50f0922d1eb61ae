/* negrut_motion.c: what [NegrutEtAl2017] says of scenes in time: contact frames, penetration, stabilisation, drift, inelastic impact.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>
#include <stdio.h>
#include "problems/scene.h"
#include "reports/papers/measures.h"

/* Deepest gap, largest normal force and speed, joint error and the gap at the end of a run. */
typedef struct { double deepest, force, speed, joint, gap, ends, balance; long step, recovered; slip_lecture *l; slip_lecture_piece *p; int curve, second; double unit; bool joints; } course;

static int watch(void *ctx, const slip_frame *f)
{
    course *c = ctx;
    slip_measures m;
    slip_error error;
    if (slip_scene_measure(f->scene, &m, &error) != SLIP_OK)
        return 1;
    for (int i = 0; f->result->answer.r && i < f->problem->nc; i++)
        c->force = fmax(c->force, f->result->answer.r[f->problem->d * i] / f->h);
    for (int b = 0; b < f->scene->count; b++)
        c->speed = fmax(c->speed, fabs(f->scene->body[b].v[f->scene->space - 1]));
    c->gap = f->scene->body[0].x[f->scene->space - 1] - f->scene->body[0].size[0];     /* of a ball or disk over the floor */
    c->deepest = fmin(c->deepest, m.gap);
    c->joint = fmax(c->joint, m.joint);
    c->balance = fmax(c->balance, f->balance);
    c->ends = m.joint;
    c->step = f->step;
    if (!c->recovered && m.gap >= -1e-9)
        c->recovered = f->step;
    if (c->p)
        slip_draw_point(c->l, c->p, c->curve, f->time, c->unit * (c->joints ? m.joint : c->gap));
    if (c->p && c->second && f->problem->nc == 1 && f->step % 100 == 1)
        slip_draw_point(c->l, c->p, c->second, f->time, c->unit * f->problem->mu[0] * f->h * hypot(f->result->answer.u[1], f->result->answer.u[2]));
    return 0;
}

static slip_status drive(slip_scene *scene, const char *solver, long steps, course *c, slip_error *error)
{
    const slip_solver *s;
    double par[SLIP_MAX_PARAMS];
    slip_status status = slip_solver_open(solver, &s, par, error);
    slip_drive d = { .solver = s, .par = par, .limits = { .tol = 1e-10, .steps = 20000 } };
    if (status == SLIP_OK)
        status = slip_simulate(scene, &d, steps, watch, c, error);
    return status;
}

static slip_status course_of(const char *name, long steps, course *c, slip_error *error)
{
    slip_scene scene;
    slip_status status = slip_scene_open(&scene, name, error);
    if (status != SLIP_OK)
        return status;
    status = drive(&scene, "nsgs", steps, c, error);
    slip_scene_free(&scene);
    return status;
}

/* H'v against what the gaps do: every normal of a stirred tower by finite differences. */
slip_status slip_negrut_frames(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    slip_scene scene;
    slip_problem a, b;
    slip_arena arena = { 0 };
    double worst = 0, size = 0, dt = 1e-6;
    int contacts = 0;
    (void)s;
    (void)lab;
    slip_status status = slip_scene_open(&scene, "pile:n=3,speed=1,delta=0.2,seed=4", error);
    if (status != SLIP_OK)
        return status;
    if ((status = slip_scene_assemble(&scene, 1, &a, error)) == SLIP_OK) {
        double *v = SLIP_NEW(&arena, double, a.n), *u = SLIP_NEW(&arena, double, slip_problem_m(&a));
        if (arena.failed)
            status = slip_fail(error, SLIP_MEMORY, "out of memory");
        else {
            slip_scene_velocity(&scene, v);
            slip_sparse_gaxpy_t(1, &a.H, v, u);
            slip_scene_move(&scene, v, dt);
            if ((status = slip_scene_assemble(&scene, 1, &b, error)) == SLIP_OK) {
                for (int i = 0; i < a.nc && a.nc == b.nc; i++, contacts++) {
                    worst = fmax(worst, fabs((b.picture.gap[i] - a.picture.gap[i]) / dt - u[a.d * i]));
                    size = fmax(size, fabs(u[a.d * i]));
                }
                slip_problem_free(&b);
            }
        }
        slip_problem_free(&a);
    }
    slip_arena_free(&arena);
    slip_scene_free(&scene);
    slip_reading_set(r, slip_cell_if(contacts > 10 && worst <= 1e-4 * size), "%d contacts of a moving pile: gaps change at D'v within %.1e m/s of %.2g", contacts, worst, size);
    slip_reading_note(r, "printed with s_A where body B needs s_B, and without the tildes");
    return status;
}

/* A ball in flight that moves sideways has gamma = 0 and v_T not 0: (4c) as printed forbids it. */
slip_status slip_negrut_open(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    slip_demo d;
    (void)s;
    (void)lab;
    slip_status status = slip_demo_run(&d, "ball:gap=0.01,law=coulomb", "nsgs", (slip_limits){ .tol = 1e-12 }, NULL, NULL, error);
    if (status != SLIP_OK)
        return status;
    const double *f = d.result.answer.r, *u = d.result.answer.u;
    double force = fabs(f[0]) + fabs(f[1]) + fabs(f[2]), slide = hypot(u[1], u[2]);
    slip_reading_set(r, slip_demo_verified(&d) && force <= 1e-12 && slide > 1 ? SLIP_CELL_DIFFERS : SLIP_CELL_REPRODUCED, "a ball in flight at %.3g m/s: gamma = 0, so no alpha gives v_T = -alpha gamma_T", slide);
    slip_reading_note(r, "read as |gamma_T| v_T + |v_T| gamma_T = 0, or only where gamma_n > 0, it is Coulomb's law");
    slip_demo_end(&d);
    return SLIP_OK;
}

/* at = 0: momentum of (5b) over 40 steps of a pile; 1: the gap after a step is at least 0 as (6) asks. */
slip_status slip_negrut_scheme(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    course c = { 0 };
    slip_status status = course_of("pile:n=2,law=cone,speed=0.3", lab->quick ? 10 : 40, &c, error);
    if (status != SLIP_OK)
        return status;
    if (s->at == 0)
        slip_reading_set(r, slip_cell_if(c.balance <= 1e-12), "momentum of %ld steps balances within %.1e of its largest part", c.step, c.balance);
    else
        slip_reading_set(r, slip_cell_if(c.deepest >= -1e-6), "%ld steps of a pile: smallest gap %.1e m", c.step, c.deepest);
    return SLIP_OK;
}

/* Case (i), a start 0.1 m deep; at = 0: cured in one step; 1: the force grows as the step shrinks; 2: with a cap; 3: without stabilisation. */
slip_status slip_negrut_deep(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    static const double steps[] = { 1e-2, 1e-3, 1e-4 };
    double force[3], gap[3];
    course c;
    char name[96];
    (void)lab;
    for (int k = 0; k < 3; k++) {
        c = (course){ 0 };
        snprintf(name, sizeof name, "ball:gap=-0.1,v=0,h=%g%s", steps[k], s->at == 2 ? ",cap=1" : s->at == 3 ? ",stabilise=0" : "");
        slip_status status = course_of(name, s->at == 2 ? (long)(0.11 / steps[k]) : 1, &c, error);
        if (status != SLIP_OK)
            return status;
        force[k] = c.force;
        gap[k] = c.gap;
        if (s->at == 2 && k == 0)
            slip_reading_set(r, slip_cell_if(c.speed <= 1 + 1e-9 && c.gap >= -1e-9 && c.recovered >= 9), "at most %.3g m/s upward; %ld steps of 0.01 s instead of one, force %.4g N", c.speed, c.recovered, c.force);
    }
    if (s->at == 0)
        slip_reading_set(r, slip_cell_if(fabs(gap[0]) <= 1e-9 && fabs(gap[2]) <= 1e-9), "gap after one step: %.1e and %.1e m (dt = 0.01 and 1e-4)", gap[0], gap[2]);
    else if (s->at == 1)
        slip_reading_set(r, slip_cell_if(force[2] > 50 * force[1] && force[1] > 50 * force[0]), "normal force of that step: %.3g, %.3g, %.3g N for dt = 0.01, 1e-3, 1e-4", force[0], force[1], force[2]);
    else if (s->at == 3)
        slip_reading_set(r, slip_cell_if(gap[0] < -0.099), "gap after one step without the term: %.3g m", gap[0]);
    return SLIP_OK;
}

/* A spinning plank meets a heavy disk: the distance of a face that turns is curved in time, and (6) takes its tangent. */
static slip_status tumble(double h, course *c, slip_error *error)
{
    slip_scene scene;
    slip_status status = slip_scene_new(&scene, 2, 2, 0, 0, error);
    if (status != SLIP_OK)
        return status;
    slip_body_disk(&scene.body[0], 0, 0, 1, 1e6, 5e5);
    slip_body_box2(&scene.body[1], 0.7, 1.3, 2, 0.2, 1);
    scene.body[1].v[1] = -1;
    scene.body[1].omega[0] = -3;
    scene.h = h;
    scene.law = SLIP_LAW_CONE;
    scene.delta = 1e-6;
    scene.reach = 2;
    status = drive(&scene, "nsgs", (long)(0.5 / h), c, error);
    slip_scene_free(&scene);
    return status;
}

/* Case (ii): the deepest penetration against the step; at = 0: it exists and shrinks with dt. */
slip_status slip_negrut_curved(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    static const double steps[] = { 0.04, 0.01, 0.0025 };
    double deep[3];
    (void)s;
    (void)lab;
    for (int k = 0; k < 3; k++) {
        course c = { 0 };
        slip_status status = tumble(steps[k], &c, error);
        if (status != SLIP_OK)
            return status;
        deep[k] = -c.deepest;
    }
    slip_reading_set(r, slip_cell_if(deep[0] > 0 && deep[1] < deep[0] / 4 && deep[2] < deep[1] / 4 && deep[2] > 0), "a spinning plank sinks %.2e, %.2e, %.2e m into a disk for dt = 0.04, 0.01, 0.0025 s", deep[0], deep[1], deep[2]);
    slip_reading_note(r, "second order in dt and small, as the text says; disks among disks and corners on planes never sink: their gaps are convex");
    return SLIP_OK;
}

/* Case (iii): a ball at 100 m/s towards the floor, dt = 0.01; at = 0: only what touches is active, 1: delta_K > 0. */
slip_status slip_negrut_fast(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    slip_scene scene;
    course c = { 0 };
    (void)lab;
    slip_status status = slip_scene_open(&scene, s->at == 0 ? "ball:gap=0.35,v=0,h=0.01,delta=0,reach=0" : "ball:gap=0.35,v=0,h=0.01,delta=1.5,reach=0", error);
    if (status != SLIP_OK)
        return status;
    scene.body[0].v[2] = -100;
    status = drive(&scene, "nsgs", 3, &c, error);
    slip_scene_free(&scene);
    if (status != SLIP_OK)
        return status;
    slip_reading_set(r, slip_cell_if(s->at == 0 ? c.deepest < -0.5 && c.force > 1e4 : c.deepest > -1e-9), "deepest gap %.3g m, largest normal force %.3g N, gap after three steps %.1e m", c.deepest, c.force, c.gap);
    return SLIP_OK;
}

/* A dropped ball stays: at most the height of its last step. */
slip_status slip_negrut_plastic(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    course c = { 0 };
    (void)s;
    (void)lab;
    slip_status status = course_of("ball:gap=0.5,v=0,h=0.01", 100, &c, error);
    if (status != SLIP_OK)
        return status;
    slip_reading_set(r, slip_cell_if(fabs(c.gap) <= 1e-9), "a ball dropped from 0.5 m: gap %.1e m after 1 s, no rebound", c.gap);
    return SLIP_OK;
}

/* Joint error of a pendulum; at = 0 with the term, 1 without. */
slip_status slip_negrut_drift(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    course with = { 0 }, without = { 0 };
    long steps = lab->quick ? 200 : 1000;
    (void)lab;
    slip_status status = course_of("pendulum:n=3,law=cone,mu=0.1,amplitude=0.5", steps, &with, error);
    if (status == SLIP_OK)
        status = course_of("pendulum:n=3,law=cone,mu=0.1,amplitude=0.5,stabilise=0", steps, &without, error);
    if (status != SLIP_OK)
        return status;
    if (s->at == 0)
        slip_reading_set(r, slip_cell_if(with.joint < 0.1 * without.joint), "joint error at most %.2e m with the term, %.2e m without (%ld steps of 0.01 s)", with.joint, without.joint, steps);
    else
        slip_reading_set(r, slip_cell_if(without.ends > 3 * with.ends), "error at the end: %.2e m without, %.2e m with the term", without.ends, with.ends);
    return SLIP_OK;
}

/* The sliding ball started at gap 0, at gap mu dt v, and Coulomb's; and the pendulum with and without the term. */
slip_status slip_negrut_draw(slip_lecture *l, slip_lab *lab, slip_error *error)
{
    static const struct { const char *title, *name; bool joints; double unit; long steps; const char *colour; } runs[] = {
        { "cone, from gap 0", "ball", false, 1000, 450, "#d62728" },
        { "cone, from gap mu dt v = 2 mm", "ball:gap=0.002", false, 1000, 450, "#ff7f0e" },
        { "coulomb", "ball:law=coulomb", false, 1000, 450, "#1f77b4" },
        { "cone, from gap mu dt v", "ball:gap=0.002", false, 1000, 1600, "#ff7f0e" },
        { "without stabilisation", "pendulum:n=3,law=cone,mu=0.1,amplitude=0.5,stabilise=0", true, 1000, 400, "#d62728" },
        { "with", "pendulum:n=3,law=cone,mu=0.1,amplitude=0.5", true, 1000, 400, "#1f77b4" },
    };
    slip_text svg = { 0 };
    slip_problem ball;
    slip_status status = slip_problem_open(&ball, "pile:n=2", NULL, error);
    if (status != SLIP_OK)
        return status;
    status = slip_configuration_svg(&ball, NULL, NULL, &svg, error);
    if (status == SLIP_OK)
        slip_draw_svg(l, "Figure 1: bodies in contact, with the contact points and normals that the assembly makes", &svg, false);
    slip_text_free(&svg);
    slip_problem_free(&ball);
    slip_lecture_piece *p = NULL;
    for (int k = 0; k < 6 && status == SLIP_OK; k++) {
        if (k == 0)
            p = slip_draw(l, (slip_figure){ .title = "The lift-off artefact: a ball sliding at 10 m/s, mu = 0.2, dt = 1 ms", .xlabel = "time (s)", .ylabel = "gap (mm)" });
        if (k == 3)
            p = slip_draw(l, (slip_figure){ .title = "It vanishes at rolling (t = 1.456 s): the gap is mu dt |v_T|", .xlabel = "time (s)", .ylabel = "gap (mm)" });
        if (k == 4)
            p = slip_draw(l, (slip_figure){ .title = "Position drift of a shaken pendulum of three links", .xlabel = "time (s)", .ylabel = "largest joint error (mm)", .logy = true });
        int curve = slip_draw_curve(l, p, (slip_curve){ .title = runs[k].title, .lines = true, .colour = runs[k].colour });
        int second = k == 3 ? slip_draw_curve(l, p, (slip_curve){ .title = "mu dt |v_T| of the same run", .points = true, .colour = "#1f77b4" }) : 0;
        course c = { .l = l, .p = p, .curve = curve, .second = second, .unit = runs[k].unit, .joints = runs[k].joints };
        status = course_of(runs[k].name, runs[k].steps, &c, error);
    }
    (void)lab;
    return status;
}
