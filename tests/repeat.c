/* repeat.c: cycles are seen, proved only when every bit repeats, and nothing that still converges is called one; the sentence
   that names a cycle gives its active sets, the window of theory and a damping that was tried.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "reports/reports.h"
#include "tests/made.h"
#include "tests/tap.h"

static slip_error e;

/* ---- a method that does as it is told ------------------------------------------------------------------------------ */

typedef struct { long period, lead, leave; double factor, turn, noise; bool hide, hide_count; } script;
static script told;

typedef struct { double x, y; long count, phase; made_rng g; } actor;

static slip_status init(void *own, const slip_problem *p, const double par[], slip_iterate *it, slip_arena *arena, slip_error *error)
{
    actor *a = own;
    (void)p; (void)par; (void)arena; (void)error;
    a->x = 1;
    a->g.state = 5;
    if (told.hide) slip_hide(it, &a->phase, sizeof a->phase);
    if (told.noise > 0) slip_hide(it, &a->g, sizeof a->g);
    if (!told.period) slip_hide(it, &a->x, 2 * sizeof a->x);
    if (told.hide_count) slip_hide(it, &a->count, sizeof a->count);
    it->memory = !told.hide;
    return SLIP_OK;
}

static slip_step act(void *own, const slip_problem *p, slip_iterate *it)
{
    actor *a = own;
    a->count++;
    double x = a->x * cos(told.turn) - a->y * sin(told.turn);
    a->y = told.factor * (a->x * sin(told.turn) + a->y * cos(told.turn));
    a->x = told.factor * x;
    bool lap = told.period && a->count > told.lead && !(told.leave && a->count > told.leave);
    if (told.period) a->phase = lap ? (a->phase + 1) % told.period : 0;
    for (int i = 0; i < slip_problem_m(p); i++)
        it->r[i] = 1 + i + (!told.period ? (i % 2 ? a->x : a->y) : lap ? sin(1 + (double)(a->phase * (i + 1))) : pow(0.9, (double)a->count)) * (1 + told.noise * made_uniform(&a->g, -1, 1));
    return SLIP_STEP_OK;
}

static const slip_solver actors = { .name = "actor", .about = "does as it is told", .laws = ~0u, .flags = SLIP_MEMORYLESS, .size = sizeof(actor), .init = init, .step = act };

static slip_result play(const slip_problem *p, script s, long steps, slip_arena *arena)
{
    slip_result r;
    told = s;
    if (slip_run(&actors, p, NULL, &(slip_limits){ 1e-12, steps, 0, 0 }, NULL, NULL, NULL, &r, arena, &e)) bail_out("%s", e.text);
    return r;
}

static slip_rate rate_of(const slip_result *r)
{
    slip_arena arena = { 0 };
    slip_sample *s = SLIP_NEW(&arena, slip_sample, r->moments);
    slip_rate rate;
    for (int k = 0; k < r->moments; k++) s[k] = (slip_sample){ r->history[k].step, r->history[k].residual };
    slip_history h = { .count = r->moments, .moment = s, .tol = 1e-12, .cycle = r->cycle, .period = r->period, .miss = r->miss, .watched = true };
    if (slip_rate_get(&h, &rate, &e)) bail_out("%s", e.text);
    slip_arena_free(&arena);
    return rate;
}

static void scripted(void)
{
    slip_problem p;
    slip_arena arena = { 0 };
    if (slip_problem_open(&p, "cannonball:n=2", NULL, &e)) bail_out("%s", e.text);
    int seen = 0, proved = 0, laps = 0, rough = 0, called = 0;
    for (long period = 2; period <= 16; period++)
        for (long lead = 0; lead < 300; lead += 37) {
            slip_result r = play(&p, (script){ .period = period, .lead = lead, .hide = true }, 5000, &arena);
            seen += r.period == period && r.steps < 5000 && rate_of(&r).period == period;
            proved += r.cycle == period;
            laps += r.orbit == period;
            r = play(&p, (script){ .period = period, .lead = lead, .noise = 1e-15, .hide = true }, 5000, &arena);
            rough += r.period == period && r.cycle == 0 && r.steps < 5000;
            slip_rate rate = rate_of(&r);
            called += rate.kind == SLIP_RATE_CYCLING && !rate.proved && rate.period == period;
        }
    is_int(seen, 15 * 9, "periods 2 to 16, leads 0 to 296: every cycle is seen");
    is_int(proved, 15 * 9, "and proved");
    is_int(laps, 15 * 9, "and its lap kept");
    is_int(rough, 15 * 9, "with noise in the last bits each is a cycle to rounding, not proved");
    is_int(called, 15 * 9, "and the thinned history is called so");

    slip_result r = play(&p, (script){ .period = 500, .lead = 20, .hide = true }, 5000, &arena);
    ok(r.cycle == 500 && r.period == 500 && r.orbit == 0, "a cycle of 500 is proved, its lap is too long to keep");
    r = play(&p, (script){ .period = 3, .lead = 5, .hide = true, .hide_count = true }, 3000, &arena);
    ok(r.cycle == 0 && r.period == 3, "impulses that repeat above a hidden state that does not prove nothing");
    r = play(&p, (script){ .period = 3, .lead = 5 }, 3000, &arena);
    ok(r.cycle == 0 && r.period == 3 && r.steps == 3000, "a method with memory is never proved to cycle, nor stopped");
    r = play(&p, (script){ .period = 3, .lead = 5, .leave = 2900 }, 3000, &arena);
    ok(r.period == 0 && r.steps == 3000, "and when it breaks out, that is forgotten");
    r = play(&p, (script){ .period = 2, .lead = 5, .leave = 400, .hide = true }, 3000, &arena);
    is_int(r.cycle, 2, "a method that says it has none is stopped at once");

    int wrong = 0;
    static const double near_one[] = { 0.5, 0.9, 0.99, 0.999, 0.9999, 0.99999, 0.999999, 0.9999999 };
    for (int k = 0; k < 8; k++)
        for (int t = 0; t < 4; t++) {                   /* alternating, and turning by a third, a fifth and 0.1 */
            double turn[] = { acos(-1), 2 * acos(-1) / 3, 2 * acos(-1) / 5, 0.1 };
            r = play(&p, (script){ .factor = near_one[k], .turn = turn[t], .hide = true }, 3000, &arena);
            wrong += r.period > 1 || rate_of(&r).kind == SLIP_RATE_CYCLING;
        }
    is_int(wrong, 0, "what converges by factors up to 0.9999999 a step, alternating or turning, is never called a cycle");
    r = play(&p, (script){ .factor = 1, .turn = 2 * acos(-1) / 5, .hide = true }, 3000, &arena);
    ok(r.period == 5 && r.cycle % 5 == 0, "a turn by a fifth that does not shrink is one of period 5");
    slip_arena_free(&arena);
    slip_problem_free(&p);
}

/* ---- the failures of Anitescu and Hart's fixed point, told ---------------------------------------------------------------- */

static slip_story story(const char *problem, const char *solver, long steps, slip_result *r, slip_arena *arena)
{
    slip_problem p;
    slip_truth truth = { 0 };
    const slip_solver *s;
    double par[SLIP_MAX_PARAMS];
    slip_limits limits = { .tol = 1e-8, .steps = steps };
    slip_story out;
    char advice[256];
    if (slip_open(&p, problem, &truth, &e) || slip_solver_open(solver, &s, par, &e) || slip_run(s, &p, par, &limits, NULL, NULL, NULL, r, arena, &e)) bail_out("%s", e.text);
    slip_judgement j = slip_judge_run(&p, r, &truth, limits.tol);
    if (slip_cure_find(advice, s, &p, par, &limits, r, true, NULL, NULL, &e) || slip_story_tell(&out, &p, &truth, r, &limits, &j, advice, &e)) bail_out("%s", e.text);
    diag("%s by %s: %s", problem, solver, out.sentence);
    slip_problem_free(&p);
    return out;
}

#define says(s, part, ...) ok(strstr((s).sentence, part) != NULL, __VA_ARGS__)

static void fixed_points(void)
{
    slip_arena arena = { 0 };
    slip_result r;
    slip_story s = story("needle:law=facets,mu=0.6", "lcp1", 1000, &r, &arena);
    is_str(s.word, "cycling", "the needle in its window");
    says(s, "cycles with period 2 between two active sets, which differ at 1 contact, proved by a bitwise repetition", "a proved cycle of two");
    says(s, "mu = 0.6 lies between 0.533657 and 0.936931", "inside the window of theory");
    says(s, "damping 0.5 converges", "and a damping that was tried");
    ok(r.orbit == 2 && fmin(r.lap[0], r.lap[2]) == 0 && fmax(r.lap[0], r.lap[2]) > 0, "on one side of the jump the tip is free");
    s = story("needle:law=facets,mu=0.9", "lcp1", 1000, &r, &arena);
    says(s, "mu = 0.9 lies between 0.533657 and 0.936931", "near its end too");
    says(s, "converges, in", "damping again");
    s = story("needle:law=facets,mu=0.6,u=-5", "lcp1", 1000, &r, &arena);
    ok(!strstr(s.sentence, "window") && strcmp(s.word, "cycling") != 0, "pulled the other way friction does not load the tip: no window, no cycle");
    s = story("cannonball:n=3,mu=0.15", "lcp1", 2000, &r, &arena);
    says(s, "cycles with period 2 between two active sets", "six disks: a cycle of two to rounding");
    says(s, "damping 0.5 converges", "that damping cures");
    ok(r.period == 2 && r.miss < 1e-12, "seen through a thinned history");
    s = story("needle:law=facets,mu=0.6", "lcp2", 1000, &r, &arena);
    says(s, "cycles with period 2 within one active set", "the second fixed point keeps its active set");
    s = story("point-mass", "prox:r=4,start=2", 1000, &r, &arena);
    says(s, "cycles with period 2", "prox with too long a step");
    says(s, "r 2 converges", "and half of it");
    s = story("cannonball:n=8,mu=0.2", "lcp1", quick_or_full(150, 2000), &r, &arena);
    ok(strcmp(s.word, "linear") != 0 && r.answer.claim == SLIP_CLAIM_GAVE_UP, "36 disks: not settled, and not called so");
    slip_arena_free(&arena);
}

/* Every allocation fails in turn: one sentence, no crash. */
static void starving(void)
{
    slip_problem p;
    const slip_solver *s;
    double par[SLIP_MAX_PARAMS];
    slip_limits limits = { .tol = 1e-8, .steps = 60 };
    if (slip_open(&p, "needle:law=facets,mu=0.6", NULL, &e) || slip_solver_open("lcp1", &s, par, &e)) bail_out("%s", e.text);
    long failed = 0, bad = 0, before = slip_memory_live();
    for (long k = 1; k <= 400; k++) {
        slip_arena arena = { 0 };
        slip_result r;
        slip_story told_story;
        char advice[256];
        slip_memory_fail_at(k);
        slip_status status = slip_run(s, &p, par, &limits, NULL, NULL, NULL, &r, &arena, &e);
        if (!status) status = slip_cure_find(advice, s, &p, par, &limits, &r, true, NULL, NULL, &e);
        if (!status) {
            slip_judgement j = slip_judge_run(&p, &r, NULL, limits.tol);
            status = slip_story_tell(&told_story, &p, NULL, &r, &limits, &j, advice, &e);
        }
        slip_memory_fail_at(0);
        failed += status != SLIP_OK;
        bad += status != SLIP_OK && status != SLIP_MEMORY && status != SLIP_NUMERIC;
        slip_arena_free(&arena);
    }
    ok(failed > 5 && bad == 0 && slip_memory_live() == before, "400 allocations fail in turn: %ld say so, %ld in other words, nothing leaks", failed, bad);
    slip_problem_free(&p);
}

int main(void)
{
    plan(12 + 15 + 1);
    if (slip_start(&e)) bail_out("%s", e.text);
    scripted();
    fixed_points();
    starving();
    return done();
}
