/* run.c: the loop: steps, clock, limits, history, stopping.  The only place that decides when a method ends.
   SPDX-License-Identifier: GPL-3.0-or-later

   The stopping residual is slip_natural for the law claimed, of u = W r + q computed here, never of what the method says.
   It is measured at the start, at each of the first 20 steps, then every 5 %; for FINITE methods at the end only.  What a
   FINITE method calls done is its claim; an iteration is claimed solved only when the residual is at most tol.
   Iterations are watched for repetition (repeat.c); a MEMORYLESS one that repeats is stopped. */

#include "solvers/repeat.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { DEFAULT_STEPS = 100000 };
static const double DIVERGED = 1e15;        /* times the first residual */

typedef struct {
    const slip_problem *p; const slip_limits *limits;
    slip_law law; slip_dirs dirs;
    slip_delassus op; bool have_op, kept;
    slip_arena arena;                   /* of the measuring operator */
    double *u, *e;                      /* m, p */
    double speed_j, *reach;             /* scale of joint errors; p: how far a contact moves when joint j is moved by 1 */
    int room;
} loop;

/* The measuring operator: joints kept when the method carries l, else eliminated. */
static slip_status operator_for(loop *x, bool kept, slip_error *error)
{
    if (x->have_op && x->kept == kept) return SLIP_OK;
    slip_arena_free(&x->arena);
    x->have_op = false;
    int m = slip_problem_m(x->p), np = x->p->p;
    slip_status status = slip_delassus_new(&x->op, x->p, SLIP_FORM_AUTO, kept ? SLIP_JOINTS_KEPT : SLIP_JOINTS_ELIMINATED, &x->arena, error);
    if (status) return status;
    x->u = SLIP_NEW(&x->arena, double, m);
    x->e = SLIP_NEW(&x->arena, double, np);
    x->reach = SLIP_NEW(&x->arena, double, np);
    if (x->arena.failed) return slip_fail(error, SLIP_MEMORY, "out of memory in the run loop");
    x->have_op = true; x->kept = kept;
    x->speed_j = 0;
    for (int j = 0; j < x->op.p; j++) {
        double R = x->op.R[(size_t)j * (size_t)np + (size_t)j], part[3] = { 0 };
        if (!(R > 0)) continue;
        x->speed_j = fmax(x->speed_j, fabs(x->op.s[j]) / sqrt(R));
        for (int k = x->op.V.p[j], d = x->op.d; k < x->op.V.p[j + 1]; k++) {      /* contact after contact */
            if (k == x->op.V.p[j] || x->op.V.i[k] / d != x->op.V.i[k - 1] / d) part[0] = part[1] = part[2] = 0;
            part[x->op.V.i[k] % d] = x->op.V.x[k];
            x->reach[j] = fmax(x->reach[j], sqrt(part[0] * part[0] + part[1] * part[1] + part[2] * part[2]) / R);
        }
    }
    return SLIP_OK;
}

static double measure(loop *x, const slip_iterate *it)
{
    int np = x->op.p;
    slip_delassus_apply(&x->op, it->r, np ? it->l : NULL, x->u);
    double most = slip_natural(x->p, x->law, x->dirs, &x->op.scales, it->r, x->u, NULL);
    if (!np) return most;
    slip_delassus_joint(&x->op, it->r, it->l, x->e);
    double scale = x->speed_j;
    for (int j = 0; j < np && !(x->speed_j > 0); j++) scale = fmax(scale, fabs(x->e[j]) / sqrt(fmax(x->op.R[(size_t)j * (size_t)np + (size_t)j], 1e-300)));
    for (int j = 0; j < np && scale > 0; j++) {
        double R = x->op.R[(size_t)j * (size_t)np + (size_t)j], e = R > 0 ? fabs(x->e[j]) / (sqrt(R) * scale) : 0;
        if (!(e <= most)) most = e;
    }
    for (int j = 0; j < np && x->op.scales.V > 0; j++) {                /* a light body's joint, as its contacts see it */
        double e = fabs(x->e[j]) * x->reach[j] / x->op.scales.V;
        if (!(e <= most)) most = e;
    }
    return most;
}

static slip_status remember(loop *x, slip_result *out, long step, double residual, slip_arena *arena, slip_error *error)
{
    if (out->moments == x->room) {
        int room = x->room ? 2 * x->room : 64;
        slip_moment *more = SLIP_NEW(arena, slip_moment, room);
        if (!more) return slip_fail(error, SLIP_MEMORY, "out of memory for a history");
        if (out->moments) memcpy(more, out->history, sizeof *more * (size_t)out->moments);
        out->history = more;
        x->room = room;
    }
    out->history[out->moments++] = (slip_moment){ step, residual };
    return SLIP_OK;
}

static bool all_finite(const double *x, int count)
{
    double sum = 0;
    for (int k = 0; k < count; k++) sum += x[k] * 0;
    return sum == 0;
}

static slip_status start(slip_iterate *it, const slip_problem *p, const slip_answer *warm, const slip_limits *limits, slip_arena *arena, slip_error *error)
{
    size_t m = (size_t)slip_problem_m(p), np = (size_t)p->p;
    *it = (slip_iterate){ .claimed_error = NAN, .theory = NAN, .tol = limits->tol, .limits = *limits };
    it->r = SLIP_NEW(arena, double, m);
    it->u = SLIP_NEW(arena, double, m);
    it->v = SLIP_NEW(arena, double, p->n);
    it->l = SLIP_NEW(arena, double, np);
    it->farkas = SLIP_NEW(arena, double, m);
    if (arena->failed) return slip_fail(error, SLIP_MEMORY, "out of memory for an iterate");
    if (warm && warm->r) memcpy(it->r, warm->r, sizeof(double) * m);
    if (warm && warm->l) memcpy(it->l, warm->l, sizeof(double) * np);
    if (warm && warm->v) memcpy(it->v, warm->v, sizeof(double) * (size_t)p->n);
    return SLIP_OK;
}

static slip_claim claim_of(slip_step last, bool finite, bool reached)
{
    if (last == SLIP_STEP_NONE) return SLIP_CLAIM_NO_SOLUTION;
    if (reached || (finite && last == SLIP_STEP_DONE)) return SLIP_CLAIM_SOLVED;
    return SLIP_CLAIM_GAVE_UP;
}

/* Fill the answer from the last iterate: what the method did not hold is computed from r. */
static slip_status finish(const slip_problem *p, const slip_iterate *it, slip_result *out, slip_arena *arena, slip_error *error)
{
    slip_answer *a = &out->answer;
    a->r = it->r; a->u = it->u; a->v = it->v; a->l = it->l;
    a->farkas = it->have_farkas ? it->farkas : NULL;
    a->claimed_error = it->claimed_error;
    snprintf(a->why, sizeof a->why, "%s", it->note);
    snprintf(out->note, sizeof out->note, "%s", it->note);
    memcpy(out->work, it->work, sizeof out->work);
    out->theory = it->theory;
    out->foreign = it->foreign;
    if (it->foreign.ran) {                              /* what it did not say is the verifier's to find */
        a->law = it->law; a->dirs = it->dirs;
        if (!it->have_r) a->r = NULL;
        if (!it->have_u) a->u = NULL;
        if (!it->have_v) a->v = NULL;
        if (!it->have_l) a->l = NULL;
        return SLIP_OK;
    }
    if (!all_finite(it->r, slip_problem_m(p))) { a->u = a->v = a->l = NULL; return SLIP_OK; }
    if (it->have_u && (it->have_v || p->n == 0) && (it->have_l || p->p == 0)) return SLIP_OK;
    double *v = SLIP_NEW(arena, double, p->n), *u = SLIP_NEW(arena, double, slip_problem_m(p));
    if (arena->failed) return slip_fail(error, SLIP_MEMORY, "out of memory for an answer");
    slip_status status = slip_problem_recover(p, it->r, it->l, it->have_l, v, u, error);
    if (!it->have_v) a->v = v;
    if (!it->have_u) a->u = u;
    return status;
}

static slip_status steps(const slip_solver *s, void *state, loop *x, slip_iterate *it, slip_observer *watch, void *ctx,
                         slip_result *out, slip_arena *arena, slip_error *error)
{
    const slip_limits *limits = x->limits;
    bool finite = s->flags & SLIP_FINITE, reached = false, stop = false;
    double first = NAN, worst_time = limits->time > 0 ? limits->time : INFINITY;
    slip_repeat repeat;
    slip_status status = operator_for(x, it->have_l, error);
    if (!status) status = slip_repeat_new(&repeat, x->p, (s->flags & SLIP_MEMORYLESS) && !it->memory, arena, error);
    if (status) return status;
    if (!finite) {
        out->residual = first = measure(x, it);
        if ((status = remember(x, out, 0, out->residual, arena, error))) return status;
        if (watch && watch(ctx, 0, it, out->residual)) stop = true;
        if (out->residual <= limits->tol) { reached = true; snprintf(it->note, sizeof it->note, "the start already solves"); }
        slip_repeat_see(&repeat, it, 0);
    }
    out->last = SLIP_STEP_OK;
    for (long step = 1, next = 1; !reached && !stop && out->last == SLIP_STEP_OK; step++) {
        if (step > limits->steps) { snprintf(it->note, sizeof it->note, "stopped at the limit of %ld steps", limits->steps); break; }
        double cpu = slip_clock_cpu() + slip_crew_cpu(it->crew), wall = slip_clock_wall();
        out->last = s->step(state, x->p, it);
        out->cpu += slip_clock_cpu() + slip_crew_cpu(it->crew) - cpu;
        out->wall += slip_clock_wall() - wall;
        out->steps = step;
        double residual = NAN;
        bool due = !finite && (step >= next || out->last != SLIP_STEP_OK || step == limits->steps);
        if (!finite && slip_repeat_see(&repeat, it, step)) {
            due = true;
            if (out->last == SLIP_STEP_OK) out->last = SLIP_STEP_STALLED;
            slip_repeat_note(&repeat, it->note);
        }
        if (due) {
            if (it->have_l != x->kept && x->p->p && (status = operator_for(x, it->have_l, error))) return status;
            out->residual = residual = measure(x, it);
            if ((status = remember(x, out, step, residual, arena, error))) return status;
            next = step < 20 ? step + 1 : step + step / 20;
            reached = residual <= limits->tol;
            if (isnan(residual) || (residual > DIVERGED * fmax(first, 1e-300) && residual > 1)) {
                if (out->last == SLIP_STEP_OK) out->last = SLIP_STEP_NUMERIC;
                snprintf(it->note, sizeof it->note, isnan(residual) ? "the iterates are no longer numbers" : "the iterates diverge");
            }
        }
        if (watch && watch(ctx, step, it, residual)) { stop = true; snprintf(it->note, sizeof it->note, "stopped by the observer"); }
        if (out->cpu > worst_time && out->last == SLIP_STEP_OK && !reached) { stop = true; snprintf(it->note, sizeof it->note, "stopped at the limit of %g s", limits->time); }
    }
    if (!reached) slip_repeat_tell(&repeat, out);
    else if (repeat.cycle) it->note[0] = 0;
    if (it->foreign.ran) { x->law = it->law; x->dirs = it->dirs; }
    if (finite && (!it->foreign.ran || it->have_r) && all_finite(it->r, slip_problem_m(x->p))) {
        if ((status = operator_for(x, it->have_l, error))) return status;
        out->residual = measure(x, it);
        if ((status = remember(x, out, out->steps, out->residual, arena, error))) return status;
    }
    if (it->foreign.ran) { out->cpu = it->foreign.cpu; out->wall = it->foreign.wall; }
    if (reached) out->last = SLIP_STEP_DONE;
    if (reached && s->theory) it->theory = s->theory(state, x->p, it, &x->arena);
    out->answer.claim = it->foreign.ran ? it->claim : claim_of(out->last, finite, reached);
    return SLIP_OK;
}

slip_status slip_run(const slip_solver *s, const slip_problem *p, const double par[], const slip_limits *given, const slip_answer *warm,
                     slip_observer *watch, void *ctx, slip_result *out, slip_arena *arena, slip_error *error)
{
    slip_limits limits = { 1e-8, DEFAULT_STEPS, 0, 0 };
    if (given && given->tol > 0) limits.tol = given->tol;
    if (given && given->steps > 0) limits.steps = given->steps;
    if (given && given->time > 0) limits.time = given->time;
    if (given) limits.memory = given->memory;
    *out = (slip_result){ .residual = NAN, .theory = NAN, .threads = 1, .warm = warm && warm->r };
    out->answer = (slip_answer){ .law = p->law, .dirs = p->dirs, .claimed_error = NAN };
    char why[160];
    if (!slip_solver_applies(s, p, par, why)) {
        out->answer.claim = SLIP_CLAIM_NOT_FOR_LAW;
        snprintf(out->note, sizeof out->note, "%.127s", why);
        snprintf(out->answer.why, sizeof out->answer.why, "%.127s", why);
        return SLIP_OK;
    }
    if (s->claims) out->answer.law = s->claims(p, par, &out->answer.dirs);
    slip_iterate it;
    slip_status status = start(&it, p, warm, &limits, arena, error);
    if (status) return status;
    if (p->nc == 0) {                                   /* solved by nothing */
        out->answer.claim = SLIP_CLAIM_SOLVED;
        out->residual = 0;
        return finish(p, &it, out, arena, error);
    }
    slip_arena own = { 0 };
    void *state = slip_arena_get(&own, 1, s->size ? s->size : 1);
    if (!state) return slip_fail(error, SLIP_MEMORY, "out of memory for %s", s->name);
    loop x = { .p = p, .limits = &limits, .law = out->answer.law, .dirs = out->answer.dirs };
    double cpu = slip_clock_cpu(), wall = slip_clock_wall();
    status = s->init(state, p, par, &it, &own, error);
    out->cpu = slip_clock_cpu() - cpu;
    out->wall = slip_clock_wall() - wall;
    if (!status) status = steps(s, state, &x, &it, watch, ctx, out, arena, error);
    out->memory = own.bytes;
    out->threads = slip_crew_members(it.crew);
    if (s->close) s->close(state);
    slip_arena_free(&own);
    if (x.have_op) slip_delassus_close(&x.op);
    slip_arena_free(&x.arena);
    if (status == SLIP_NUMERIC || status == SLIP_SIZE) {        /* a method that cannot go on has given up, and says why */
        out->answer.claim = SLIP_CLAIM_GAVE_UP;
        snprintf(out->note, sizeof out->note, "%.127s", error ? error->text : "");
        snprintf(out->answer.why, sizeof out->answer.why, "%s", out->note);
        return SLIP_OK;
    }
    return status ? status : finish(p, &it, out, arena, error);
}
