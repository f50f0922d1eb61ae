/* cones.c: the methods on cones against problems of every law: what is claimed is verified, closed forms are met.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "tests/judge.h"

/* Solvers whose answer must be verified, by problem. */
static const struct { const char *problem, *solvers[16]; } must[] = {
    { "point-mass",           { "pj", "pgs", "nsgs", "apgd", "desaxce", "bb", "admm", "newton", "homotopy", "ipm" } },
    { "sphere",               { "pj", "pgs", "nsgs", "apgd", "desaxce", "bb", "admm", "newton", "homotopy" } },
    { "pile:n=3",             { "pj", "pgs", "nsgs", "nsgs:order=random", "nsgs:order=coloured", "pgs:order=coloured", "apgd", "desaxce", "bb", "admm", "newton", "homotopy", "newton:dense=0", "nsgs:memory=5", "ipm" } },
    { "pile:n=3,law=cone",    { "pj", "pgs", "nsgs", "apgd", "bb", "admm", "newton", "ipm" } },
    { "pile:n=3,law=facets",  { "pgs", "nsgs", "apgd", "desaxce", "bb", "admm", "newton" } },
    { "tower",                { "pj", "pgs", "nsgs", "pgs:law=relaxed", "apgd", "desaxce", "apgd:law=relaxed", "apgd:restart=no", "bb", "admm", "admm:law=relaxed", "newton", "homotopy", "ipm" } },
    { "wall3d",               { "pgs", "nsgs", "apgd", "desaxce", "bb", "admm", "newton", "homotopy" } },
    { "cannonball:n=5",       { "pj", "pgs", "nsgs", "apgd", "desaxce", "bb", "admm", "newton", "homotopy", "ipm" } },
    { "pendulum",             { "newton", "homotopy", "nsgs", "ipm" } },
    { "guide",                { "pj", "pgs", "nsgs", "newton" } },
};

/* The first impulses of a run, as an observer sees them. */
typedef struct { int count; double n[64]; } trail;

static int follow(void *ctx, long step, const slip_iterate *it, double residual)
{
    trail *t = ctx;
    (void)residual;
    if (step >= 1 && t->count < 64) t->n[t->count++] = it->r[0];
    return 0;
}

/* One contact, W = diag(1, k, k)/m, sliding: De Saxce's fixed point contracts by k mu^2/(1 + k mu^2). */
static void contraction(double k, double mu)
{
    slip_error e = { 0 };
    slip_problem p;
    slip_arena arena = { 0 };
    slip_result r;
    trail t = { 0 };
    const slip_solver *s;
    double par[SLIP_MAX_PARAMS], m = 2, W[9] = { 1 / m, 0, 0, 0, k / m, 0, 0, 0, k / m }, rate = k * mu * mu / (1 + k * mu * mu);
    slip_problem_new(&p, 3, 1, 0, 0, true, &e);
    slip_sparse_from_dense(&p.W, SLIP_CSC, 3, 3, W, &p.arena, &e);
    p.mu[0] = mu; p.q[0] = -0.1; p.q[1] = 0.6; p.q[2] = 0.8;
    slip_solver_open("desaxce:damping=1,accuracy=1e-10", &s, par, &e);
    slip_run(s, &p, par, &(slip_limits){ .tol = 1e-10, .steps = 40 }, NULL, follow, &t, &r, &arena, &e);
    double worst = 0;
    for (int i = 1; i < 4; i++) worst = fmax(worst, fabs((t.n[i + 1] - t.n[i]) / (t.n[i] - t.n[i - 1]) - rate));
    ok(t.count >= 5 && worst <= 1e-6, "shift contracts by k mu^2/(1 + k mu^2) = %.7f a step", rate);
    ok_near(r.answer.r[0], 0.1 * m, 1e-9, "and Coulomb's normal impulse is the limit");
    slip_arena_free(&arena);
    slip_problem_free(&p);
}

int main(void)
{
    slip_error e = { 0 };
    int rows = (int)(sizeof must / sizeof *must), count = 0;
    for (int k = 0; k < rows; k++) for (int s = 0; must[k].solvers[s]; s++) count++;
    plan(count + 4);
    slip_start(&e);
    for (int k = 0; k < rows; k++)
        for (int s = 0; must[k].solvers[s]; s++) {
            slip_problem p = { 0 };
            slip_arena arena = { 0 };
            slip_result r = { 0 };
            slip_verdict v = judge(must[k].problem, must[k].solvers[s], 1e-8, 100000, &r, &p, &arena);
            ok(v.word == SLIP_VERDICT_VERIFIED, "%s by %s: %s in %ld steps", must[k].problem, must[k].solvers[s], slip_verdict_name(v.word), r.steps);
            slip_arena_free(&arena);
            slip_problem_free(&p);
        }
    contraction(3.5, 0.2);
    contraction(1, 0.5);
    return done();
}
