/* simulate.c: a scene advanced in time by a solver, step problem after step problem.
   SPDX-License-Identifier: GPL-3.0-or-later

       assemble (M v - h k = f, gap/h = w)  ->  solve  ->  x <- x + h v+                         [AnitescuHart2004, (2.6)-(2.8)]

   Impulses and velocities of the step before start the next one, impulses contact by contact (the same two bodies, in the same order
   among them).
   Projection: dx of least kinetic size with gap + n'dx >= 0, a frictionless convex program of the same contacts. */

#include "problems/scene.h"
#include "solvers/solvers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Impulses of the step before, by pair of bodies. */
typedef struct { int count, room; struct { int a, b, nth; double r[3]; } *entry; } memory_of;

static int by_pair(const int *x, int a, int b, int nth) { return x[0] != a ? (x[0] < a ? -1 : 1) : x[1] != b ? (x[1] < b ? -1 : 1) : (x[2] > nth) - (x[2] < nth); }

static bool recall(memory_of *old, const slip_problem *p, double *r)
{
    bool any = false;
    if (!p->bodies.pair) return false;
    for (int i = 0, nth = 0; i < p->nc; i++) {
        const int *pair = p->bodies.pair + 2 * i;
        nth = i && pair[0] == pair[-2] && pair[1] == pair[-1] ? nth + 1 : 0;
        int low = 0, high = old->count;
        while (low < high) {
            int mid = (low + high) / 2, key[3] = { old->entry[mid].a, old->entry[mid].b, old->entry[mid].nth };
            if (by_pair(key, pair[0], pair[1], nth) < 0) low = mid + 1; else high = mid;
        }
        if (low == old->count || old->entry[low].a != pair[0] || old->entry[low].b != pair[1] || old->entry[low].nth != nth) continue;
        for (int k = 0; k < p->d; k++) { r[p->d * i + k] = old->entry[low].r[k]; any |= r[p->d * i + k] != 0; }
    }
    return any;
}

static int compare(const void *x, const void *y)
{
    const int *a = x, *b = y;
    return by_pair(a, b[0], b[1], b[2]);
}

static slip_status keep(memory_of *old, const slip_problem *p, const double *r, slip_error *error)
{
    old->count = 0;
    if (!p->bodies.pair || !r) return SLIP_OK;
    if (p->nc > old->room) {
        void *more = slip_realloc(old->entry, (size_t)p->nc * sizeof *old->entry);
        if (!more) return slip_fail(error, SLIP_MEMORY, "out of memory in a simulation");
        old->entry = more;
        old->room = p->nc;
    }
    for (int i = 0, nth = 0; i < p->nc; i++) {
        const int *pair = p->bodies.pair + 2 * i;
        nth = i && pair[0] == pair[-2] && pair[1] == pair[-1] ? nth + 1 : 0;
        old->entry[i].a = pair[0]; old->entry[i].b = pair[1]; old->entry[i].nth = nth;
        for (int k = 0; k < p->d; k++) old->entry[i].r[k] = r[p->d * i + k];
    }
    old->count = p->nc;
    if (old->count) qsort(old->entry, (size_t)old->count, sizeof *old->entry, compare);
    return SLIP_OK;
}

/* Momentum: what M (v+ - v) - h k - H r - G l leaves, against its largest part. */
static double balance(const slip_problem *p, const slip_answer *a, slip_arena *arena)
{
    double *e = SLIP_NEW(arena, double, p->n), *t = SLIP_NEW(arena, double, p->n);
    double most = 0, size = 0;
    if (arena->failed || !a->v || !a->r) return NAN;
    slip_sparse_gaxpy(1, &p->M, a->v, t);
    for (int k = 0; k < p->n; k++) { e[k] = t[k] - p->f[k]; size = fmax(size, fmax(fabs(t[k]), fabs(p->f[k]))); t[k] = 0; }
    if (p->H.x) slip_sparse_gaxpy(1, &p->H, a->r, t);
    if (p->G.x && a->l) slip_sparse_gaxpy(1, &p->G, a->l, t);
    for (int k = 0; k < p->n; k++) { size = fmax(size, fabs(t[k])); most = fmax(most, fabs(e[k] - t[k])); }
    return size > 0 ? most / size : 0;
}

/* Move the bodies out of each other without time passing. */
static slip_status project(slip_scene *scene, slip_error *error)
{
    slip_problem p;
    slip_arena arena = { 0 };
    slip_result out;
    slip_status status = slip_scene_assemble(scene, scene->h, &p, error);
    if (status) return status;
    bool deep = false;
    for (int i = 0; i < p.nc; i++) {
        p.mu[i] = 0;
        for (int k = 0; k < p.d; k++) p.w[p.d * i + k] = 0;
        p.w[p.d * i] = p.picture.gap ? p.picture.gap[i] : 0;
        deep |= p.w[p.d * i] < 0;
    }
    memset(p.f, 0, sizeof(double) * (size_t)p.n);
    memset(p.b, 0, sizeof(double) * (size_t)p.p);
    if (deep) {
        const slip_solver *s;
        double par[SLIP_MAX_PARAMS], time = scene->time;
        status = slip_solver_open("lcp3", &s, par, error);
        if (!status) status = slip_run(s, &p, par, &(slip_limits){ 1e-10, 10, 0, 0 }, NULL, NULL, NULL, &out, &arena, error);
        if (!status && out.answer.claim == SLIP_CLAIM_SOLVED) {
            double *v = SLIP_NEW(&arena, double, p.n);
            if (!v) status = slip_fail(error, SLIP_MEMORY, "out of memory in a simulation");
            else {
                slip_scene_velocity(scene, v);
                slip_scene_move(scene, out.answer.v, 1);
                slip_scene_move(scene, v, 0);           /* the velocities are as they were */
                scene->time = time;
            }
        }
    }
    slip_arena_free(&arena);
    slip_problem_free(&p);
    return status;
}

bool slip_solver_pose(const slip_solver *solver, const double par[], slip_problem *p, char why[160])
{
    slip_law law = p->law;
    char other[160];
    if (slip_solver_applies(solver, p, par, why)) return true;
    p->law = law == SLIP_LAW_CONE ? SLIP_LAW_CONE_FACETS : SLIP_LAW_FACETS;
    if (slip_solver_applies(solver, p, par, other)) return true;
    p->law = law;
    return false;
}

static slip_status pose(slip_problem *p, const slip_drive *m, slip_error *error)
{
    char why[160];
    return slip_solver_pose(m->solver, m->par, p, why) ? SLIP_OK : slip_fail(error, SLIP_INPUT, "%.150s, nor for its polyhedral form", why);
}

slip_status slip_simulate(slip_scene *scene, const slip_drive *m, long steps, slip_frame_observer *watch, void *ctx, slip_error *error)
{
    memory_of old = { 0 };
    slip_status status = SLIP_OK;
    bool stop = false;
    for (long step = 1; step <= steps && !status && !stop; step++) {
        slip_problem p;
        slip_arena arena = { 0 };
        slip_result out;
        slip_measures measure = { .gap = NAN };
        if ((status = slip_scene_assemble(scene, scene->h, &p, error))) break;
        status = pose(&p, m, error);
        slip_answer start = { .r = SLIP_NEW(&arena, double, slip_problem_m(&p)), .v = SLIP_NEW(&arena, double, p.n) };
        if (!status && arena.failed) status = slip_fail(error, SLIP_MEMORY, "out of memory in a simulation");
        if (!status) slip_scene_velocity(scene, start.v);
        bool warm = !status && !m->cold && recall(&old, &p, start.r);
        if (!status) status = slip_run(m->solver, &p, m->par, &m->limits, warm ? &start : NULL, NULL, NULL, &out, &arena, error);
        if (!status && !out.answer.v)
            status = slip_fail(error, SLIP_NUMERIC, "step %ld: %s gave no velocity (%.80s)", step, m->solver->name, out.note);
        if (!status) {
            slip_scene_move(scene, out.answer.v, scene->h);
            status = keep(&old, &p, out.answer.r, error);
        }
        if (!status && m->project) status = project(scene, error);
        if (!status) status = slip_scene_measure(scene, &measure, error);
        if (!status && watch) {
            slip_frame f = { .step = step, .time = scene->time, .h = scene->h, .problem = &p, .result = &out, .scene = scene,
                             .kinetic = measure.kinetic, .potential = measure.potential, .gap = measure.gap, .balance = balance(&p, &out.answer, &arena) };
            stop = watch(ctx, &f) != 0;
        }
        slip_arena_free(&arena);
        slip_problem_free(&p);
    }
    slip_free(old.entry);
    return status;
}

slip_status slip_open(slip_problem *out, const char *name, slip_truth *truth, slip_error *error)
{
    char head[64];
    size_t length = strcspn(name, ":");
    const slip_family *family = NULL;
    double par[SLIP_MAX_PARAMS], solver_par[SLIP_MAX_PARAMS];
    slip_name_extra extra;
    slip_error ignored;
    if (length && length < sizeof head && name[length]) {
        memcpy(head, name, length);
        head[length] = 0;
        family = slip_family_find(head, &ignored);
    }
    if (!family || slip_param_parse(family->params, "problem", head, name + length + 1, par, &extra, &ignored) || (extra.step < 0 && !extra.by[0]))
        return slip_problem_open(out, name, truth, error);
    if (truth) *truth = (slip_truth){ .solutions = SLIP_SOLUTIONS_UNKNOWN };
    *out = (slip_problem){ .d = 0 };
    if (!family->scene) return slip_fail(error, SLIP_INPUT, "problem %s does not move: it has no steps", head);
    if (extra.step < 0) return slip_fail(error, SLIP_INPUT, "problem %s: by=%s says who drives, step= must say how far", head, extra.by);
    slip_drive m = { .limits = { 1e-12, 0, 0 } };
    slip_status status = slip_solver_open(extra.by[0] ? extra.by : "lcp3", &m.solver, solver_par, error);
    if (status) return status;
    m.par = solver_par;
    slip_scene scene;
    if ((status = family->scene(&scene, par, extra.seed, error))) return status;
    if (extra.step > 0) status = slip_simulate(&scene, &m, extra.step, NULL, NULL, error);
    if (!status) status = slip_scene_assemble(&scene, scene.h, out, error);
    slip_scene_free(&scene);
    slip_text full = { 0 };
    if (!status) status = slip_name_full(family->params, head, par, &extra, &full, error);
    if (!status && !(out->name = slip_arena_printf(&out->arena, "%s", full.s))) status = slip_fail(error, SLIP_MEMORY, "out of memory for a name");
    slip_text_free(&full);
    if (!status) status = slip_problem_check(out, error);
    if (status) slip_problem_free(out);
    return status;
}

slip_status slip_open_origin(slip_problem *out, slip_origin *origin, const char *name, slip_truth *truth, slip_error *error)
{
    *origin = (slip_origin){ .format = NULL };
    if (!slip_name_is_file(name)) return slip_open(out, name, truth, error);
    if (truth) *truth = (slip_truth){ .solutions = SLIP_SOLUTIONS_UNKNOWN };
    return slip_problem_import(out, origin, name, error);
}
