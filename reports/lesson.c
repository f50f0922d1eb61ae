/* lesson.c: what lessons are made with: paragraphs, figures, told numbers, judged runs; and their registry.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "reports/lesson.h"

extern const slip_lesson slip_lesson_brazil_nut, slip_lesson_cobweb, slip_lesson_folds, slip_lesson_four_legs, slip_lesson_hop, slip_lesson_impulse,
    slip_lesson_liar, slip_lesson_loop, slip_lesson_mass_ratio, slip_lesson_mu_map, slip_lesson_needle, slip_lesson_nonconvex, slip_lesson_outside,
    slip_lesson_pyramid, slip_lesson_ray, slip_lesson_rod, slip_lesson_two_velocities, slip_lesson_units;

const slip_lesson *const slip_lessons[] = {
    &slip_lesson_brazil_nut, &slip_lesson_cobweb, &slip_lesson_folds, &slip_lesson_four_legs, &slip_lesson_hop, &slip_lesson_impulse, &slip_lesson_liar,
    &slip_lesson_loop, &slip_lesson_mass_ratio, &slip_lesson_mu_map, &slip_lesson_needle, &slip_lesson_nonconvex, &slip_lesson_outside, &slip_lesson_pyramid,
    &slip_lesson_ray, &slip_lesson_rod, &slip_lesson_two_velocities, &slip_lesson_units, NULL
};

const slip_lesson *slip_lesson_find(const char *name, slip_error *error)
{
    const char *names[64] = { 0 };
    for (int k = 0; slip_lessons[k] && k < 63; k++) {
        if (strcmp(slip_lessons[k]->name, name) == 0)
            return slip_lessons[k];
        names[k] = slip_lessons[k]->name;
    }
    const char *near = slip_nearest(name, names);
    slip_fail(error, SLIP_INPUT, near ? "no lesson '%.60s'; did you mean '%s'?" : "no lesson '%.60s'; see 'slipstick list lessons'", name, near);
    return NULL;
}

slip_status slip_lesson_teach(const char *name, const slip_lesson **which, slip_lecture *lecture, slip_text *full, slip_error *error)
{
    char head[64];
    double par[SLIP_MAX_PARAMS];
    static const slip_param none[] = { { 0 } };
    size_t length = strcspn(name, ":");
    if (length == 0 || length >= sizeof head)
        return slip_fail(error, SLIP_INPUT, "'%.60s' is not the name of a lesson", name);
    memcpy(head, name, length);
    head[length] = 0;
    const slip_lesson *lesson = slip_lesson_find(head, error);
    if (!lesson)
        return SLIP_INPUT;
    const slip_param *params = lesson->params ? lesson->params : none;
    slip_status status = slip_param_parse(params, "lesson", head, name[length] ? name + length + 1 : NULL, par, NULL, error);
    if (status == SLIP_OK && full)
        status = slip_name_full(params, head, par, NULL, full, error);
    long before = slip_memory_refused();
    if (status == SLIP_OK)
        status = lesson->teach(lecture, par, error);
    if (lecture->arena.failed || slip_memory_refused() > before)        /* a solver that gave up for want of memory teaches nothing */
        status = slip_fail(error, SLIP_MEMORY, "out of memory in lesson %s", head);
    *which = lesson;
    return status;
}

void slip_lecture_free(slip_lecture *l)
{
    slip_arena_free(&l->arena);
    *l = (slip_lecture){ 0 };
}

static char *keep(slip_arena *arena, const char *text)
{
    char *copy = text ? SLIP_NEW(arena, char, strlen(text) + 1) : NULL;
    return copy ? memcpy(copy, text, strlen(text) + 1) : NULL;
}

static slip_lecture_piece *add(slip_lecture *l)
{
    if (l->pieces == l->room) {
        int room = l->room ? 2 * l->room : 16;
        slip_lecture_piece **piece = SLIP_NEW(&l->arena, slip_lecture_piece *, room);
        if (!piece)
            return NULL;
        if (l->pieces)
            memcpy(piece, l->piece, (size_t)l->pieces * sizeof *piece);
        l->piece = piece;
        l->room = room;
    }
    slip_lecture_piece *p = SLIP_NEW(&l->arena, slip_lecture_piece, 1);
    if (p)
        l->piece[l->pieces++] = p;
    return p;
}

static void say(slip_lecture *l, bool item, const char *format, va_list list)
{
    char text[2048];
    vsnprintf(text, sizeof text, format, list);
    slip_lecture_piece *p = add(l);
    if (!p)
        return;
    p->text = keep(&l->arena, text);
    p->item = item;
}

void slip_say(slip_lecture *l, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    say(l, false, format, list);
    va_end(list);
}

void slip_item(slip_lecture *l, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    say(l, true, format, list);
    va_end(list);
}

void slip_tell(slip_lecture *l, const char *name, double value)
{
    if (l->values < (int)(sizeof l->value / sizeof *l->value))
        l->value[l->values++] = (slip_lecture_value){ name, value };
}

slip_lecture_piece *slip_draw(slip_lecture *l, slip_figure figure)
{
    slip_lecture_piece *p = add(l);
    if (!p)
        return NULL;
    p->figure = figure;
    p->figure.title = keep(&l->arena, figure.title);
    p->figure.level_title = keep(&l->arena, figure.level_title);
    p->figure.curve = p->curve;
    p->figure.curves = 0;
    p->figure.key_below = true;
    p->figure.width = figure.width ? figure.width : 520;
    p->figure.height = figure.height ? figure.height : 360;
    return p;
}

int slip_draw_curve(slip_lecture *l, slip_lecture_piece *p, slip_curve style)
{
    if (!p || p->figure.curves == SLIP_LECTURE_CURVES)
        return 0;
    style.title = keep(&l->arena, style.title);
    style.count = 0;
    p->curve[p->figure.curves] = style;
    return p->figure.curves++;
}

void slip_draw_point(slip_lecture *l, slip_lecture_piece *p, int k, double x, double y)
{
    if (!p)
        return;
    slip_curve *c = &p->curve[k];
    if (c->count == p->room[k]) {
        int room = p->room[k] ? 2 * p->room[k] : 64;
        double *xs = SLIP_NEW(&l->arena, double, room), *ys = SLIP_NEW(&l->arena, double, room);
        if (!xs || !ys)
            return;
        if (c->count) {
            memcpy(xs, c->x, (size_t)c->count * sizeof *xs);
            memcpy(ys, c->y, (size_t)c->count * sizeof *ys);
        }
        c->x = xs;
        c->y = ys;
        p->room[k] = room;
    }
    ((double *)c->x)[c->count] = x;
    ((double *)c->y)[c->count++] = y;
}

void slip_draw_svg(slip_lecture *l, const char *title, const slip_text *svg, bool wide)
{
    slip_lecture_piece *p = svg->s ? add(l) : NULL;
    if (!p)
        return;
    p->svg = keep(&l->arena, svg->s);
    p->wide = wide;
    p->figure.title = keep(&l->arena, title);
}

slip_status slip_draw_sketch(slip_lecture *l, const char *title, const slip_problem *problem, const slip_answer *answer, slip_error *error)
{
    slip_text svg = { 0 };
    slip_status status = slip_configuration_svg(problem, answer, NULL, &svg, error);
    if (status == SLIP_OK) {
        slip_draw_svg(l, title, &svg, false);
        if (l->pieces && l->piece[l->pieces - 1]->svg)
            l->piece[l->pieces - 1]->sketch = true;
    }
    slip_text_free(&svg);
    return status;
}

void slip_draw_mark(slip_lecture *l, slip_lecture_piece *p, double x, const char *text)
{
    if (!p || p->figure.marks == (int)(sizeof p->mark / sizeof *p->mark))
        return;
    p->mark[p->figure.marks] = (slip_mark){ x, keep(&l->arena, text) };
    p->figure.mark = p->mark;
    p->figure.marks++;
}

slip_status slip_demo_solve(slip_demo *d, const char *solver, slip_limits limits, slip_observer *watch, void *ctx, slip_error *error)
{
    const slip_solver *s;
    double par[SLIP_MAX_PARAMS];
    if (limits.tol == 0)
        limits.tol = 1e-8;
    if (limits.steps == 0)
        limits.steps = 100000;
    slip_status status = slip_solver_open(solver, &s, par, error);
    if (status == SLIP_OK)
        status = slip_run(s, &d->problem, par, &limits, NULL, watch, ctx, &d->result, &d->arena, error);
    if (status == SLIP_OK) {
        d->judgement = slip_verify_both(&d->problem, &d->result.answer, &d->truth, limits.tol);
        char advice[256];
        status = slip_cure_find(advice, s, &d->problem, par, &limits, &d->result, false, NULL, NULL, error);
        if (status == SLIP_OK)
            status = slip_story_tell(&d->story, &d->problem, &d->truth, &d->result, &limits, &d->judgement, advice, error);
    }
    return status;
}

slip_status slip_demo_run(slip_demo *d, const char *problem, const char *solver, slip_limits limits, slip_observer *watch, void *ctx, slip_error *error)
{
    *d = (slip_demo){ 0 };
    slip_status status = slip_open(&d->problem, problem, &d->truth, error);
    if (status == SLIP_OK)
        status = slip_demo_solve(d, solver, limits, watch, ctx, error);
    if (status != SLIP_OK)
        slip_demo_end(d);
    return status;
}

void slip_demo_again(slip_demo *d)
{
    slip_arena_free(&d->arena);
    d->result = (slip_result){ 0 };
    d->judgement = (slip_judgement){ 0 };
    d->story = (slip_story){ 0 };
}

void slip_demo_end(slip_demo *d)
{
    slip_problem_free(&d->problem);
    slip_arena_free(&d->arena);
    *d = (slip_demo){ 0 };
}

const char *slip_demo_word(const slip_demo *d) { return slip_verdict_name(d->judgement.posed.word); }
