/* simulate.c: scenes in motion: no penetration, energy, momentum, symmetry, names of later steps.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "problems/scene.h"
#include "solvers/solvers.h"
#include "tests/tap.h"

typedef struct { long steps, solved; double gap, balance, rise, energy; int most; } tally;

static int watch(void *ctx, const slip_frame *f)
{
    tally *t = ctx;
    double energy = f->kinetic + f->potential;
    t->steps++;
    t->solved += f->result->answer.claim == SLIP_CLAIM_SOLVED;
    t->gap = fmin(t->gap, f->gap);
    t->balance = fmax(t->balance, f->balance);
    if (!isnan(t->energy)) t->rise = fmax(t->rise, energy - t->energy);
    t->energy = energy;
    if (f->problem->nc > t->most) t->most = f->problem->nc;
    return 0;
}

static slip_error e;

static slip_status open_scene(slip_scene *s, const char *family, const char *text)
{
    const slip_family *f = slip_family_find(family, &e);
    double par[SLIP_MAX_PARAMS];
    slip_name_extra extra;
    slip_status status = slip_param_parse(f->params, "problem", family, text, par, &extra, &e);
    return status ? status : f->scene(s, par, extra.seed, &e);
}

static tally move(const char *family, const char *text, const char *solver, double tol, long steps, bool project)
{
    tally t = { .gap = INFINITY, .energy = NAN };
    slip_scene s;
    const slip_solver *solve;
    double par[SLIP_MAX_PARAMS];
    if (open_scene(&s, family, text) || slip_solver_open(solver, &solve, par, &e)) { diag("%s", e.text); return t; }
    if (slip_simulate(&s, &(slip_drive){ solve, par, { tol, 0, 0, 0 }, false, project }, steps, watch, &t, &e)) diag("%s", e.text);
    slip_scene_free(&s);
    return t;
}

int main(void)
{
    plan(4 * 4 + 2 + 2 + 4 + 2 + 2);
    slip_start(&e);
    /* 21 disks, plastic, every reachable pair active: gaps of disks are convex in the configuration, so they never penetrate */
    static const char *const solvers[] = { "lcp3", "lemke", "lcp1", "lcp2" };
    for (int k = 0; k < 4; k++) {
        tally t = move("cannonball", "n=6,mu=0.05", solvers[k], k ? 1e-8 : 1e-10, 60, false);
        ok(t.steps == 60 && t.solved == 60, "21 disks, 60 steps by %s: %ld solved", solvers[k], t.solved);
        ok(t.gap >= -1e-12 * 3 * (k < 2 ? 1 : 1e4), "by %s: worst gap %.1e", solvers[k], t.gap);
        ok(t.rise <= 1e-9, "by %s: energy never grows (%.1e)", solvers[k], t.rise);
        ok(t.balance <= 1e-12, "by %s: momentum balances (%.1e)", solvers[k], t.balance);
    }
    /* a symmetric pile stays symmetric in its first step */
    slip_problem p;
    slip_arena arena = { 0 };
    slip_result r;
    const slip_solver *s;
    double par[SLIP_MAX_PARAMS], worst = 0;
    slip_open(&p, "cannonball:n=6,mu=0.05", NULL, &e);
    slip_solver_open("lcp3", &s, par, &e);
    slip_run(s, &p, par, &(slip_limits){ 1e-11, 0, 0, 0 }, NULL, NULL, NULL, &r, &arena, &e);
    for (int row = 0, first = 0; row < 6; first += 6 - row, row++)
        for (int i = 0; i < 6 - row; i++) {
            const double *a = r.answer.v + 3 * (first + i), *b = r.answer.v + 3 * (first + 6 - row - 1 - i);
            worst = fmax(worst, fabs(a[0] + b[0]) + fabs(a[1] - b[1]) + fabs(a[2] + b[2]));
        }
    ok(r.answer.claim == SLIP_CLAIM_SOLVED && worst <= 1e-9, "lcp3 keeps a symmetric pile symmetric (%.1e)", worst);
    ok(p.nc == 51, "51 contacts at the first step");
    slip_arena_free(&arena);
    slip_problem_free(&p);
    /* projection: overlapping disks come apart, and only as far as needed */
    slip_scene scene;
    slip_scene_new(&scene, 2, 2, 0, 0, &e);
    slip_body_disk(&scene.body[0], 0, 0, 1, 1, 0.5);
    slip_body_disk(&scene.body[1], 1.9, 0, 1, 3, 1.5);
    scene.h = 0.01; scene.delta = 0.5; scene.stabilise = false; scene.law = SLIP_LAW_FACETS; scene.dirs.k = 2;
    tally t = { .gap = INFINITY, .energy = NAN };
    slip_status status = slip_simulate(&scene, &(slip_drive){ s, par, { 1e-10, 0, 0, 0 }, false, true }, 1, watch, &t, &e);
    ok(!status && fabs(t.gap) <= 1e-12, "projection leaves no overlap (%.1e)%s%s", t.gap, status ? ": " : "", status ? e.text : "");
    ok(fabs(scene.body[0].x[0] + 0.075) <= 1e-9 && fabs(scene.body[1].x[0] - 1.925) <= 1e-9, "the light disk moves three times as far");
    slip_scene_free(&scene);
    /* later steps by name */
    slip_problem a, b;
    char ha[65] = "", hb[65] = "";
    bool opened = !slip_open(&a, "cannonball:n=3,mu=0.2,step=5", NULL, &e) && !slip_problem_hash(&a, ha, &e) && strstr(a.name, "step=5");
    ok(opened, "a later step has a name: %s", opened ? a.name : e.text);
    ok(!slip_open(&b, "cannonball:n=3,mu=0.2,step=5,by=lcp3", NULL, &e) && !slip_problem_hash(&b, hb, &e) && strcmp(ha, hb) == 0, "lcp3 is who drives by default, and the step is the same every time");
    slip_problem_free(&a);
    slip_problem_free(&b);
    ok(slip_open(&a, "point-mass:step=2", NULL, &e) == SLIP_INPUT && strstr(e.text, "does not move"), "%s", e.text);
    ok(slip_open(&a, "cannonball:n=3,step=2,by=lpc3", NULL, &e) == SLIP_INPUT && strstr(e.text, "did you mean 'lcp3'"), "%s", e.text);
    /* disks under many shakes would take long: a few steps of the nut keep their sense of up */
    t = move("brazil-nut", "n=40,width=20,tracer=3", "lcp3", 1e-8, 60, false);
    ok(t.steps == 60 && t.solved >= 58, "60 steps of a small Brazil nut: %ld solved", t.solved);
    ok(t.gap >= -0.01 * 1.5, "disks overlap by less than 1 %% of the small radius (%.1e)", t.gap);
    /* the nut itself: into the first shake; all 50 shakes under check-long */
    long steps = quick_or_full(60, 10400);
    t = move("brazil-nut", steps > 60 ? "h=0.02,seed=1" : "h=0.02,settle=0.6,seed=1", "lcp3", 1e-8, steps, false);
    ok(t.steps == steps && t.solved == steps, "%ld steps of the Brazil nut with h = 0.02: %ld solved", steps, t.solved);
    ok(t.gap >= -0.01 * 1.5, "270 disks overlap by less than 1 %% of the small radius (%.1e)", t.gap);
    return done();
}
