/* cone_forms.c: closed forms under the convex law and Coulomb's, met by every method on cones; the optimum where everything sticks.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "solvers/solvers.h"
#include "tests/tap.h"

typedef struct { slip_problem p; slip_result r; slip_arena arena; bool solved; } outcome;

static outcome run(const char *problem, const char *solver, double tol)
{
    outcome o = { .solved = false };
    slip_error e = { 0 };
    const slip_solver *s;
    double par[SLIP_MAX_PARAMS];
    if (slip_problem_open(&o.p, problem, NULL, &e) || slip_solver_open(solver, &s, par, &e)) bail_out("%s", e.text);
    if (slip_run(s, &o.p, par, &(slip_limits){ .tol = tol, .steps = 30000 }, NULL, NULL, NULL, &o.r, &o.arena, &e)) diag("%s", e.text);
    else o.solved = o.r.answer.claim == SLIP_CLAIM_SOLVED;
    return o;
}

static void end(outcome *o)
{
    slip_arena_free(&o->arena);
    slip_problem_free(&o->p);
}

static double sum_normal(const outcome *o)
{
    double sum = 0;
    for (int i = 0; i < o->p.nc; i++) sum += o->r.answer.r[o->p.d * i];
    return sum;
}

/* 1/2 r'W r + q'r = 1/2 r'(u + q), with q the motion without impulses */
static double objective(const outcome *o)
{
    slip_error e;
    double sum = 0, zero[4096] = { 0 }, q[4096], v[4096];
    int m = slip_problem_m(&o->p);
    if (m > 4096 || o->p.n > 4096 || slip_problem_recover(&o->p, zero, NULL, true, v, q, &e)) return NAN;
    for (int k = 0; k < m; k++) sum += o->r.answer.r[k] * (o->r.answer.u[k] + q[k]) / 2;
    return sum;
}

int main(void)
{
    static const char *const convex[] = { "pgs", "nsgs", "apgd", "bb", "admm", "newton", "ipm", NULL };
    static const char *const coulomb[] = { "pgs", "nsgs", "apgd", "bb", "admm", "newton", "desaxce", NULL };
    static const struct { const char *name; int bodies; } still[] = { { "tower:n=3,law=cone", 3 }, { "tower:n=6,law=cone", 6 }, { "pile:n=3,mu=0.6,law=cone", 14 } };
    slip_error e = { 0 };
    double g = 9.81;
    plan(7 * 2 + 7 * 2 + 7 * 2 + 7 + 7 * 3);
    slip_start(&e);
    for (int k = 0; convex[k]; k++) {
        outcome o = run("ball:law=cone", convex[k], 1e-9);
        double h = 1e-3, mu = 0.2, v = 10, a = -g * h, n = (mu * v - a) / (1 + 3.5 * mu * mu);
        ok(o.solved && fabs(o.r.answer.r[0] - n) <= 1e-6, "ball by %s: r_N = m (mu v - a)/(1 + 7/2 mu^2) = %.9f", convex[k], n);
        ok(o.solved && fabs(o.r.answer.u[0] - mu * (v - 3.5 * mu * n)) <= 1e-6, "and it leaves the floor with mu v_T");
        end(&o);
    }
    for (int k = 0; coulomb[k]; k++) {
        outcome o = run("ball:law=coulomb", coulomb[k], 1e-9);
        ok(o.solved && fabs(o.r.answer.r[0] - g * 1e-3) <= 1e-6, "ball by %s, Coulomb: r_N = m g h", coulomb[k]);
        ok(o.solved && fabs(o.r.answer.u[0]) <= 1e-6, "and it stays on the floor");
        end(&o);
    }
    double c = cos(M_PI / 6), s = sin(M_PI / 6), h = 0.01, mu = 0.5;
    for (int k = 0; convex[k]; k++) {
        outcome o = run("incline:angle=30,law=cone", convex[k], 1e-9);
        ok(o.solved && fabs(sum_normal(&o) - g * h * (c + mu * s) / (1 + mu * mu)) <= 1e-8, "incline by %s: sum of r_N = m g h (cos + mu sin)/(1 + mu^2)", convex[k]);
        double t = o.solved ? hypot(o.r.answer.u[1], o.r.answer.u[2]) : NAN;
        ok(fabs(t - g * h * (s - mu * c) / (1 + mu * mu)) <= 1e-8, "and it slides at %.9f", t);
        end(&o);
    }
    for (int k = 0; coulomb[k]; k++) {
        outcome o = run("incline:angle=30,law=coulomb", coulomb[k], 1e-9);
        double t = o.solved ? hypot(o.r.answer.u[1], o.r.answer.u[2]) : NAN;
        ok(fabs(t - g * h * (s - mu * c)) <= 1e-8, "incline by %s, Coulomb: it slides at g h (sin - mu cos) = %.9f", coulomb[k], t);
        end(&o);
    }
    for (int q = 0; q < 3; q++)
        for (int k = 0; convex[k]; k++) {
            outcome o = run(still[q].name, convex[k], 1e-8);
            double want = -still[q].bodies * (g * h) * (g * h) / 2, got = o.solved ? objective(&o) : NAN;
            ok(fabs(got - want) <= 1e-6 * fabs(want), "%s by %s: everything sticks, f* = -n m (g h)^2/2 = %.9f", still[q].name, convex[k], want);
            if (!o.solved) diag("  %s after %ld steps, residual %.1e", o.r.note, o.r.steps, o.r.residual);
            end(&o);
        }
    return done();
}
