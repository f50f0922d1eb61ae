/* folds.c: lesson: a path of solutions that goes back before it goes on.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "reports/lesson.h"

enum { POINTS = 2000 };
static const double SHOWN = 0.1;        /* the softest that is drawn */

typedef struct {
    const slip_problem *p; slip_arena *arena;
    double *v, *Mv, *u;
    long long inner;                    /* steps of the Newton method that is tried at the end: no points of the path */
    int count; double s[POINTS], energy[POINTS];
} trail;

static int follow(void *ctx, long step, const slip_iterate *it, double residual)
{
    trail *t = ctx;
    double s;
    long folds;
    (void)step; (void)residual;
    bool off = it->work[SLIP_WORK_INNER] > t->inner;
    t->inner = it->work[SLIP_WORK_INNER];
    if (off || t->count == POINTS || sscanf(it->note, "softness %lf after %ld folds", &s, &folds) != 2)
        return 0;
    int n = t->p->n;
    if (!t->v) {
        t->v = SLIP_NEW(t->arena, double, n);
        t->Mv = SLIP_NEW(t->arena, double, n);
        t->u = SLIP_NEW(t->arena, double, slip_problem_m(t->p));
    }
    if (t->arena->failed || slip_problem_recover(t->p, it->r, it->l, true, t->v, t->u, NULL) != SLIP_OK)
        return 1;
    double energy = 0;
    memset(t->Mv, 0, sizeof *t->Mv * (size_t)n);
    slip_sparse_gaxpy(1, &t->p->M, t->v, t->Mv);
    for (int k = 0; k < n; k++)
        energy += t->v[k] * t->Mv[k] / 2;
    t->s[t->count] = s;
    t->energy[t->count++] = energy;
    return 0;
}

static slip_status teach(slip_lecture *l, const double par[], slip_error *error)
{
    char name[64];
    slip_demo d;
    trail *t = SLIP_NEW(&l->arena, trail, 1);
    if (!t)
        return slip_fail(error, SLIP_MEMORY, "out of memory for a lesson");
    snprintf(name, sizeof name, "cannonball:n=%.0f,mu=%g", par[1], par[0]);
    t->p = &d.problem;
    t->arena = &l->arena;
    slip_status status = slip_demo_run(&d, name, "homotopy:longest=0.5", (slip_limits){ .tol = 1e-8, .steps = 3000 }, follow, t, error);
    if (status != SLIP_OK)
        return status;
    slip_say(l, "A pile of %d disks with friction %g takes one time step. Let every contact give way a little, and creep where it should stick: with this softness s the law is smooth, and the impulses follow from the velocities. As s goes to 0 it becomes Coulomb's. The curve is what the pile does for each s, as the method finds it from right to left.", d.problem.n / 3, par[0]);
    slip_lecture_piece *p = slip_draw(l, (slip_figure){ .title = "energy of the pile along the path", .xlabel = "softness s, creep over speed", .ylabel = "kinetic energy after the step, J", .logx = true });
    int curve = slip_draw_curve(l, p, (slip_curve){ .title = "solutions of the softened problem" });
    double low = INFINITY, high = 0;
    int folds = 0, states = 0;
    double way = 0;
    for (int k = 0; k < t->count; k++) {
        double last = k ? t->s[k - 1] : INFINITY, now = t->s[k] < last ? -1 : t->s[k] > last ? 1 : way;
        if (t->s[k] <= SHOWN)
            slip_draw_point(l, p, curve, t->s[k], t->energy[k]);
        if (now * way < 0 && folds++ == 0)
            low = last;
        else if (now * way < 0 && folds == 2)
            high = last;
        way = now;
    }
    double middle = sqrt(low * high);
    for (int k = 1; k < t->count && high > low; k++)
        states += (t->s[k - 1] > middle) != (t->s[k] > middle);
    if (states) {
        slip_say(l, "At s = %.4f the curve stops and goes back to larger s, and at s = %.4f it turns again. Between the two there are %d states for the same s. Whoever lowers s in steps, each solved from the one before, arrives at the first fold and finds nothing near.", low, high, states);
    } else
        slip_say(l, "This curve has one state for every s: lowering s step by step is enough. Raise mu.");
    slip_say(l, "The method takes steps along the curve instead, by its length, whichever way that leads, and then Newton's method tries the end: %s after %lld factorisations and %d fold%s.", slip_demo_word(&d), d.result.work[SLIP_WORK_FACTORISATIONS], folds, folds == 1 ? "" : "s");
    slip_tell(l, "folds", folds);
    slip_tell(l, "states", states);
    slip_tell(l, "first_fold", low);
    slip_tell(l, "second_fold", high);
    slip_tell(l, "solved", d.judgement.posed.word == SLIP_VERDICT_VERIFIED);
    slip_demo_end(&d);
    return SLIP_OK;
}

static const slip_param params[] = {
    { .name = "mu", .def = 0.45, .min = 0, .max = 1, .about = "coefficient of friction: 0.2 has no fold" },
    { .name = "rows", .def = 8, .min = 2, .max = 20, .about = "disks in the lowest row", .flags = SLIP_WHOLE },
    { 0 }
};

const slip_lesson slip_lesson_folds = {
    .name = "folds", .title = "a path that goes back before it goes on",
    .theory = "Solutions of a smooth family F(v, s) = 0 form curves; where dF/dv is singular a curve may turn back in s, but its length is still a good parameter, and the system bordered by the tangent is regular.",
    .cite = "AllgowerGeorg1990, 4", .exercise = "Count the folds of a larger pile: `slipstick solve cannonball:n=20,mu=0.5 -s homotopy`. How does their number change with mu?", .params = params, .teach = teach
};
