/* cone_rates.c: the names the rate classifier gives to histories of the methods on cones, where theory says what they are.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "solvers/solvers.h"
#include "tests/made.h"
#include "tests/tap.h"
#include "verify/verify.h"

/* W (m x m, symmetric) and q as a problem of its own. */
static void given(slip_problem *p, int d, int nc, const double *W, const double *q, double mu)
{
    slip_error e = { 0 };
    if (slip_problem_new(p, d, nc, 0, 0, true, &e) || slip_sparse_from_dense(&p->W, SLIP_CSC, d * nc, d * nc, W, &p->arena, &e)) bail_out("%s", e.text);
    for (int i = 0; i < nc; i++) p->mu[i] = mu;
    for (int k = 0; k < d * nc; k++) p->q[k] = q[k];
}

static slip_rate named(const slip_problem *p, const char *solver, double tol, long steps)
{
    slip_error e = { 0 };
    slip_arena arena = { 0 };
    slip_result r;
    slip_rate rate;
    const slip_solver *s;
    double par[SLIP_MAX_PARAMS];
    slip_sample sample[1000];
    if (slip_solver_open(solver, &s, par, &e) || slip_run(s, p, par, &(slip_limits){ .tol = tol, .steps = steps }, NULL, NULL, NULL, &r, &arena, &e)) bail_out("%s: %s", solver, e.text);
    int count = r.moments < 1000 ? r.moments : 1000;
    for (int k = 0; k < count; k++) sample[k] = (slip_sample){ r.history[k].step, r.history[k].residual };
    slip_history h = { .count = count, .moment = sample, .tol = tol, .cycle = r.cycle, .finite = s->flags & SLIP_FINITE };
    if (slip_rate_get(&h, &rate, &e)) bail_out("%s", e.text);
    slip_arena_free(&arena);
    return rate;
}

typedef struct { int table[SLIP_RATE_COUNT], asked, near; } tally;

static void count(tally *t, slip_rate rate, double theory)
{
    t->table[rate.kind]++;
    if (rate.kind != SLIP_RATE_LINEAR || !(theory > 0)) return;
    t->asked++;
    t->near += fabs(rate.estimate - theory) <= 0.02 * theory + 1e-4;
}

/* At least this share is named so, the rest is inconclusive: never another name. */
static void tell(const tally *t, const char *what, slip_rate_kind kind, double share, int all)
{
    char line[160] = "";
    for (int k = 0; k < SLIP_RATE_COUNT; k++) if (t->table[k]) snprintf(line + strlen(line), sizeof line - strlen(line), "%s%d %s", *line ? ", " : "", t->table[k], slip_rate_name(k));
    ok(t->table[kind] >= share * all && t->table[kind] + t->table[SLIP_RATE_INCONCLUSIVE] == all, "%s is %s: %s", what, slip_rate_name(kind), line);
    if (kind == SLIP_RATE_LINEAR) ok(t->near >= 0.95 * t->asked && t->asked > 0, "%s: at the rate of theory %d times of %d", what, t->near, t->asked);
}

int main(void)
{
    slip_error e = { 0 };
    int all = quick_or_full(20, 200);
    tally jacobi = { 0 }, seidel = { 0 }, exact = { 0 }, relaxed = { 0 }, saxce = { 0 }, newton = { 0 }, loop = { 0 }, away = { 0 };
    plan(4 * 2 + 4);
    if (slip_start(&e)) bail_out("%s", e.text);
    for (int i = 0; i < all; i++) {
        made_rng g = { (unsigned long long)i * 7919 + 17 };
        char name[96];
        slip_problem p;
        double c = made_uniform(&g, 0.2, 0.8), a = made_uniform(&g, 0.5, 2), b = made_uniform(&g, 0.5, 2), x = c * sqrt(a * b);
        double W[4] = { a, x, x, b }, q[2] = { -(a + 0.7 * x), -(x + 0.7 * b) };        /* r = (1, 0.7) */
        given(&p, 1, 2, W, q, 0);
        count(&jacobi, named(&p, "pj:omega=1", 1e-11, 2000), c);                        /* W scaled to [1 c; c 1]: 1 -+ c */
        count(&seidel, named(&p, i % 2 ? "pgs" : "nsgs", 1e-12, 2000), c * c);
        slip_problem_free(&p);
        double k = made_uniform(&g, 1, 4), mu = made_uniform(&g, 0.25, 0.9), m = made_uniform(&g, 0.2, 5), t = made_uniform(&g, 0, 6.28);
        double N[9] = { 1 / m, 0, 0, 0, k / m, 0, 0, 0, k / m }, slide[3] = { -0.1, 3 * cos(t), 3 * sin(t) };
        given(&p, 3, 1, N, slide, mu);
        count(&exact, named(&p, "nsgs", 1e-11, 50), 0);                                 /* one contact: one step */
        snprintf(name, sizeof name, "nsgs:omega=%.3f", made_uniform(&g, 0.3, 0.8));
        count(&relaxed, named(&p, name, 1e-10, 2000), 1 - strtod(name + 11, NULL));     /* on a ray of the cone, relaxation is exact */
        count(&saxce, named(&p, "desaxce:damping=1,accuracy=1e-9", 1e-9, 400), k * mu * mu / (1 + k * mu * mu));
        count(&newton, named(&p, "newton", 1e-13, 60), 0);
        slip_problem_free(&p);
        double h = made_uniform(&g, 0.6, 0.95), E[9] = { 1, h, h, h, 1, h, h, h, 1 }, one[3] = { -1, -1, -1 };
        given(&p, 1, 3, E, one, 0);
        count(&loop, named(&p, "pj:omega=1", 1e-10, 300), 0);                           /* 1 + 2 h > 2: from 0 to 1 and back, for ever */
        slip_problem_free(&p);
        double F[4] = { 1, -0.5 - h, -0.5 - h, 1 }, push[2] = { -1, -1 };               /* no solution for h > 0.5: impulses press each other up */
        given(&p, 1, 2, F, push, 0);
        count(&away, named(&p, i % 2 ? "pgs" : "nsgs", 1e-10, 200), 0);
        slip_problem_free(&p);
    }
    tell(&jacobi, "projected Jacobi, two contacts", SLIP_RATE_LINEAR, 0.9, all);
    tell(&seidel, "Gauss-Seidel, two contacts", SLIP_RATE_LINEAR, 0.9, all);
    tell(&relaxed, "Gauss-Seidel, one contact, relaxed", SLIP_RATE_LINEAR, 0.9, all);
    tell(&saxce, "De Saxce's fixed point, k mu^2/(1 + k mu^2)", SLIP_RATE_LINEAR, 0.9, all);
    tell(&exact, "Gauss-Seidel, one contact", SLIP_RATE_FINITE, 0.9, all);
    tell(&newton, "Newton on a sliding contact", SLIP_RATE_SUPERLINEAR, 0.5, all);        /* a handful of steps: often too few to say */
    tell(&loop, "Jacobi with too long steps", SLIP_RATE_CYCLING, 0.9, all);
    tell(&away, "Gauss-Seidel on W with a negative eigenvalue", SLIP_RATE_DIVERGING, 0.9, all);
    return done();
}
