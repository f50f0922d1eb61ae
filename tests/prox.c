/* prox.c: the proximal iteration beyond one contact: joints, bilateral friction, orders, step rules, and the rate it must have.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "solvers/solvers.h"
#include "tests/tap.h"

static slip_error e;
static slip_arena arena;

static slip_result run(const char *problem, const char *solver, double tol, long steps, slip_problem *p)
{
    slip_result out = { .residual = NAN, .theory = NAN };
    const slip_solver *s;
    double par[SLIP_MAX_PARAMS];
    *p = (slip_problem){ .d = 0 };
    if (slip_open(p, problem, NULL, &e) || slip_solver_open(solver, &s, par, &e)
        || slip_run(s, p, par, &(slip_limits){ tol, steps, 0, 0 }, NULL, NULL, NULL, &out, &arena, &e)) { diag("%s", e.text); out.answer.claim = SLIP_CLAIM_COUNT; }
    return out;
}

/* Measured factor over the later half of the history against the predicted one. */
static void rate(const char *problem, const char *solver, double tol)
{
    slip_problem p;
    slip_result out = run(problem, solver, 1e-13, 100000, &p);
    int last = out.moments - 1, first;
    while (last > 0 && out.history[last].residual < 1e-12) last--;
    for (first = last; first > 0 && out.history[first - 1].residual < 1e-5; first--) ;
    double measured = pow(out.history[last].residual / out.history[first].residual, 1.0 / (double)(out.history[last].step - out.history[first].step));
    ok(out.answer.claim == SLIP_CLAIM_SOLVED && fabs(measured - out.theory) <= tol, "%s by %s: rate %.6f, predicted %.6f", problem, solver, measured, out.theory);
    slip_problem_free(&p);
}

static void predicted(const char *problem, const char *solver, double want)
{
    slip_problem p;
    slip_result out = run(problem, solver, 1e-13, 100000, &p);
    ok_near(out.theory, want, 1e-8, "%s by %s: predicted rate", problem, solver);
    slip_problem_free(&p);
}

static void solved(const char *problem, const char *solver)
{
    slip_problem p;
    slip_result out = run(problem, solver, 1e-8, 200000, &p);
    ok(out.answer.claim == SLIP_CLAIM_SOLVED, "%s by %s: %s after %ld steps, residual %.1e %s", problem, solver, slip_claim_name(out.answer.claim), out.steps, out.residual, out.note);
    slip_problem_free(&p);
}

int main(void)
{
    plan(6 + 6 + 9);
    slip_start(&e);
    /* closed forms: |1 - r/m|; |1 - r G|; eigenvalues of the Delassus matrix under Jacobi; the Gauss-Seidel radii of the reference */
    predicted("point-mass", "prox:r=1", 0.5);
    predicted("point-mass", "prox:r=3.5", 0.75);
    predicted("painleve-rod", "prox:r=1", 0.6);
    predicted("painleve-rod:kind=rolling", "prox:r=0.4,order=jacobi", 0.6);
    predicted("painleve-rod:kind=rolling", "prox:r=0.4", 0.4931828568);
    predicted("painleve-rod:kind=rolling", "prox:r=0.7", 0.4069397990);
    rate("painleve-rod:kind=rolling,mu=0.2", "prox:r=0.3", 1e-3);
    rate("cannonball:n=3,mu=0.1", "prox:rule=spectral,order=jacobi", 5e-3);
    rate("cannonball:n=3,mu=0.1", "prox", 5e-3);
    rate("cannonball:n=3,mu=0.1", "prox:order=symmetric", 5e-3);
    rate("guide", "prox:rule=spectral", 3e-2);
    rate("tower:n=2", "prox:rule=spectral", 2e-2);
    solved("guide", "prox");
    solved("guide:mu=0.1", "prox:order=symmetric");
    solved("pendulum", "prox");
    solved("tower:n=2", "prox:order=jacobi,rule=spectral");
    solved("tower:n=2", "prox:order=jacobi,rule=adaptive");
    solved("cannonball:n=4,mu=0.05", "prox:order=symmetric");
    solved("pyramid", "prox");
    solved("sphere", "prox");
    solved("table", "prox");
    slip_arena_free(&arena);
    return done();
}
