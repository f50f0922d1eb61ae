/* fixed_point.c: what Anitescu and Hart prove of P1, P2 and their fixed points, and the one thing they say that is not so.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "solvers/fixed_point.h"
#include "tests/tap.h"

static slip_error e;

/* Kinetic size v'Mv of an iterate against that of the free motion: Corollaries 1 and 2. */
typedef struct { const slip_problem *p; double free, worst; double *t; long steps; } bound;

static int watch(void *ctx, long step, const slip_iterate *it, double residual)
{
    bound *b = ctx;
    (void)residual;
    if (!step || !it->have_v) return 0;
    double size = 0;
    memset(b->t, 0, sizeof(double) * (size_t)b->p->n);
    slip_sparse_gaxpy(1, &b->p->M, it->v, b->t);
    for (int k = 0; k < b->p->n; k++) size += it->v[k] * b->t[k];
    b->worst = fmax(b->worst, size / b->free);
    b->steps++;
    return 0;
}

static void energy_bound(const char *problem, const char *solver, long steps)
{
    slip_problem p;
    slip_arena arena = { 0 };
    slip_result r;
    const slip_solver *s;
    double par[SLIP_MAX_PARAMS];
    slip_factor *factor = NULL;
    bound b = { .p = &p };
    if (slip_open(&p, problem, NULL, &e) || slip_solver_open(solver, &s, par, &e) || slip_factor_new(&factor, &p.M, &e)) bail_out("%s", e.text);
    b.t = SLIP_NEW(&arena, double, p.n);
    slip_factor_solve(factor, 1, p.f, b.t, &e);
    for (int k = 0; k < p.n; k++) b.free += p.f[k] * b.t[k];
    slip_run(s, &p, par, &(slip_limits){ 1e-300, steps, 0, 0 }, NULL, watch, &b, &r, &arena, &e);
    ok(b.steps > 0 && b.worst <= 1 + 1e-9, "%s by %s: no iterate has more kinetic energy than the free motion (%.6f of it, %ld iterates)", problem, solver, b.worst, b.steps);
    slip_factor_free(factor);
    slip_arena_free(&arena);
    slip_problem_free(&p);
}

/* One disk sliding at 5 m/s: tangential over mu times normal multiplier of P2 at the sliding speed of P1(0). */
static void leaves_the_cone(double mu, double want)
{
    char name[64];
    slip_problem p;
    slip_arena arena = { 0 };
    slip_p1 p1 = { 0 }, p2 = { 0 };
    slip_iterate it = { 0 };
    snprintf(name, sizeof name, "disk:mu=%g", mu);
    if (slip_open(&p, name, NULL, &e)) bail_out("%s", e.text);
    int m = slip_problem_m(&p);
    it.r = SLIP_NEW(&arena, double, m); it.u = SLIP_NEW(&arena, double, m); it.v = SLIP_NEW(&arena, double, p.n); it.l = SLIP_NEW(&arena, double, 1);
    double lambda[1], v[8] = { 0 }, r[2], u[2];
    slip_p1_new(&p1, &p, SLIP_QP_AUTO, &arena, &e);
    slip_p2_new(&p2, &p, SLIP_QP_AUTO, &arena, &e);
    bool good = slip_p1_solve(&p1, &p, NULL, &it);
    slip_sliding_speed(&p, it.v, u, lambda);
    good = good && slip_p2_solve(&p2, &p, lambda, v, &it);
    slip_qp_impulses(p2.qp, p2.z, r);
    ok(good && fabs(fabs(r[1]) / (mu * r[0]) - want) <= 2e-3 && want > 1, "mu = %g: the impulse of P2 is %.3f times the friction bound, outside the cone", mu, fabs(r[1]) / (mu * r[0]));
    slip_sliding_speed(&p, v, u, lambda);
    ok(u[0] >= -1e-12, "mu = %g: but it does not penetrate (u_N = %.1e)", mu, u[0]);
    slip_p1_close(&p1);
    slip_p1_close(&p2);
    slip_arena_free(&arena);
    slip_problem_free(&p);
}

/* Theorem 2: P1's (v, Lambda(v)) satisfies the program in (v, lambda): u_N + Gamma >= mu Lambda, and u_N = mu Lambda where an edge is loaded.
   Lemma 7: a solution of facets is a fixed point of chi_1. */
static void theorem_and_lemma(const char *problem)
{
    slip_problem p;
    slip_arena arena = { 0 };
    slip_p1 p1 = { 0 };
    slip_iterate it = { 0 };
    if (slip_open(&p, problem, NULL, &e)) bail_out("%s", e.text);
    int m = slip_problem_m(&p), d = p.d;
    it.r = SLIP_NEW(&arena, double, m); it.u = SLIP_NEW(&arena, double, m); it.v = SLIP_NEW(&arena, double, p.n); it.l = SLIP_NEW(&arena, double, p.p + 1);
    double *lambda = SLIP_NEW(&arena, double, p.nc), *u = SLIP_NEW(&arena, double, m);
    slip_p1_new(&p1, &p, SLIP_QP_AUTO, &arena, &e);
    bool good = slip_p1_solve(&p1, &p, NULL, &it);
    slip_sliding_speed(&p, it.v, u, lambda);
    double feasible = 0, loaded = 0;
    for (int i = 0; i < p.nc; i++) {
        feasible = fmin(feasible, u[d * i] - p.mu[i] * lambda[i]);
        if (it.r[d * i] > 1e-9) loaded = fmax(loaded, fabs(u[d * i] - p.mu[i] * lambda[i]));
    }
    ok(good && feasible >= -1e-12 && loaded <= 1e-11, "%s, Theorem 2: u_N >= mu Lambda (%.1e), equal where loaded (%.1e)", problem, feasible, loaded);
    const slip_solver *s;
    double par[SLIP_MAX_PARAMS];
    slip_result r;
    slip_solver_open("lemke", &s, par, &e);
    slip_run(s, &p, par, &(slip_limits){ 1e-10, 0, 0, 0 }, NULL, NULL, NULL, &r, &arena, &e);
    double change = INFINITY;
    if (r.answer.claim == SLIP_CLAIM_SOLVED) {
        slip_sliding_speed(&p, r.answer.v, u, lambda);
        good = slip_p1_solve(&p1, &p, lambda, &it);
        change = 0;
        for (int k = 0; k < p.n; k++) change = fmax(change, fabs(it.v[k] - r.answer.v[k]));
    }
    ok(good && change <= 1e-9, "%s, Lemma 7: Lemke's solution is a fixed point of chi_1 (moved by %.1e)", problem, change);
    slip_p1_close(&p1);
    slip_arena_free(&arena);
    slip_problem_free(&p);
}

/* Fixed points of chi_2 need not be solutions: look for one among piles, from the iteration itself. */
static void converse(void)
{
    int fixed = 0, wrong = 0, tried = 0;
    for (int k = 0; k < 24; k++) {
        char name[64];
        slip_problem p;
        slip_arena arena = { 0 };
        slip_result r;
        const slip_solver *s;
        double par[SLIP_MAX_PARAMS];
        snprintf(name, sizeof name, "cannonball:n=%d,mu=%g", 2 + k % 4, 0.05 + 0.07 * (k / 4));
        if (slip_open(&p, name, NULL, &e) || slip_solver_open("lcp2:step=1e-11", &s, par, &e)) bail_out("%s", e.text);
        slip_run(s, &p, par, &(slip_limits){ 1e-9, 200, 0, 0 }, NULL, NULL, NULL, &r, &arena, &e);
        tried++;
        bool settled = r.last == SLIP_STEP_DONE || r.answer.claim == SLIP_CLAIM_SOLVED;
        fixed += settled;
        if (settled && !(r.residual <= 1e-7)) { wrong++; diag("%s: chi_2 settles where facets is off by %.1e", name, r.residual); }
        slip_arena_free(&arena);
        slip_problem_free(&p);
    }
    diag("%d of %d piles reach a fixed point of chi_2; %d of these are not solutions", fixed, tried, wrong);
    ok(fixed >= 12, "fixed points of chi_2 were found to be looked at (%d), and those that are no solutions are told apart (%d)", fixed, wrong);
}

/* lcp1 and lcp2 where Lemke's method goes: the same velocity, or both are solutions and the difference is told (apart true). */
static void agree(const char *problem, bool apart)
{
    static const char *const solvers[] = { "lemke", "lcp1", "lcp2" };
    slip_problem p;
    slip_arena arena = { 0 };
    slip_result r[3];
    if (slip_open(&p, problem, NULL, &e)) bail_out("%s", e.text);
    for (int k = 0; k < 3; k++) {
        const slip_solver *s;
        double par[SLIP_MAX_PARAMS], most = 0;
        if (slip_solver_open(solvers[k], &s, par, &e) || slip_run(s, &p, par, &(slip_limits){ 1e-11, 1000, 0, 0 }, NULL, NULL, NULL, &r[k], &arena, &e)) bail_out("%s", e.text);
        for (int i = 0; k && i < p.n; i++) most = fmax(most, fabs(r[k].answer.v[i] - r[0].answer.v[i]));
        if (k) ok(r[k].residual <= 1e-10 && r[0].residual <= 1e-10 && (apart ? most > 1e-3 : most <= 1e-8), "%s: %s and lemke solve it, velocities %.1e apart", problem, solvers[k], most);
    }
    slip_arena_free(&arena);
    slip_problem_free(&p);
}

static void rests(const char *solver)
{
    slip_problem p;
    slip_arena arena = { 0 };
    slip_result r;
    const slip_solver *s;
    double par[SLIP_MAX_PARAMS], most = 0;
    if (slip_open(&p, "cannonball:n=10,mu=0.6", NULL, &e) || slip_solver_open(solver, &s, par, &e)) bail_out("%s", e.text);
    slip_run(s, &p, par, &(slip_limits){ 1e-10, 50, 0, 0 }, NULL, NULL, NULL, &r, &arena, &e);
    for (int k = 0; r.answer.v && k < p.n; k++) most = fmax(most, fabs(r.answer.v[k]));
    ok(r.answer.claim == SLIP_CLAIM_SOLVED && most <= 1e-12, "above the static threshold %s stays at rest (%.1e)", solver, most);
    slip_arena_free(&arena);
    slip_problem_free(&p);
}

int main(void)
{
    plan(4 + 6 + 6 + 1 + 8 + 3);
    slip_start(&e);
    energy_bound("cannonball:n=6,mu=0.05", "lcp1", 15);
    energy_bound("cannonball:n=6,mu=0.05", "lcp2", 15);
    energy_bound("cannonball:n=3,mu=0.15", "lcp1", 40);
    energy_bound("needle:mu=0.6", "lcp1", 40);
    leaves_the_cone(0.05, 1.498);
    leaves_the_cone(0.2, 2.713);
    leaves_the_cone(0.5, 3.484);
    theorem_and_lemma("cannonball:n=6,mu=0.05");
    theorem_and_lemma("cannonball:n=3,mu=0.15");
    theorem_and_lemma("disk:mu=0.3");
    converse();
    agree("cannonball:n=3,mu=0.1", false);
    agree("cannonball:n=3,mu=0.2", false);
    agree("cannonball:n=6,mu=0.05", false);
    agree("cannonball:n=3,mu=0.5", true);               /* v = 0 and a motion */
    rests("lcp1");
    rests("lcp2");
    rests("lcp3");
    return done();
}
