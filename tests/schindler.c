/* schindler.c: point mass and Painleve rod do exactly what the paper's corrected formulas say.
   SPDX-License-Identifier: GPL-3.0-or-later

   [SchindlerEtAl2011, V.A, V.B]: rates |1 - r/m|, one step at r = m, 2-cycles, the four regimes of the sliding rod, the
   three solutions of the rolling rod, stick and slip impulses of the time step.  All values are closed forms. */

#include "solvers/solvers.h"
#include "tests/tap.h"

enum { MOST = 64 };
typedef struct { int count; double r[MOST][2]; } trace;

static int watch(void *ctx, long step, const slip_iterate *it, double residual)
{
    trace *t = ctx;
    (void)residual;
    if (step < MOST) { t->r[step][0] = it->r[0]; t->r[step][1] = it->r[1]; t->count = (int)step + 1; }
    return 0;
}

static slip_result run(const char *problem, const char *solver, double tol, long steps, trace *t, slip_arena *arena)
{
    slip_problem p;
    slip_truth truth;
    slip_error e = { 0 };
    const slip_solver *s;
    double par[SLIP_MAX_PARAMS];
    slip_result out = { .steps = -1 };
    t->count = 0;
    if (slip_problem_open(&p, problem, &truth, &e)) { diag("%s", e.text); return out; }
    if (slip_solver_open(solver, &s, par, &e) || slip_run(s, &p, par, &(slip_limits){ tol, steps, 0, 0 }, NULL, watch, t, &out, arena, &e)) diag("%s", e.text);
    slip_problem_free(&p);
    return out;
}

static slip_arena arena;

/* The normal iterates of a run are exactly these numbers. */
static void normals(const char *problem, const char *solver, int count, const double want[])
{
    trace t;
    run(problem, solver, 1e-300, count, &t, &arena);
    double most = t.count >= count ? 0 : INFINITY;
    for (int k = 0; k < count && k < t.count; k++) most = fmax(most, fabs(t.r[k][0] - want[k]));
    ok(most <= 1e-12, "%s by %s: the first %d normal iterates (off by %.1e)", problem, solver, count, most);
}

static void pairs(const char *problem, const char *solver, int count, const double (*want)[2])
{
    trace t;
    run(problem, solver, 1e-300, count, &t, &arena);
    double most = t.count >= count ? 0 : INFINITY;
    for (int k = 0; k < count && k < t.count; k++) most = fmax(most, fmax(fabs(t.r[k][0] - want[k][0]), fabs(t.r[k][1] - want[k][1])));
    ok(most <= 1e-12, "%s by %s: the first %d iterates (off by %.1e)", problem, solver, count, most);
}

/* A run that ends solved at r, in `steps` steps when steps >= 0. */
static void solves(const char *problem, const char *solver, double rn, double rt, long steps, double tol)
{
    trace t;
    slip_result out = run(problem, solver, 1e-12, 100000, &t, &arena);
    bool good = out.answer.claim == SLIP_CLAIM_SOLVED && fabs(out.answer.r[0] - rn) <= tol && fabs(out.answer.r[1] - rt) <= tol && (steps < 0 || out.steps == steps);
    ok(good, "%s by %s: r = (%.9g, %.9g)", problem, solver, rn, rt);
    if (!good) diag("claim %s, steps %ld, r = (%.12g, %.12g), %s", slip_claim_name(out.answer.claim), out.steps, out.answer.r ? out.answer.r[0] : NAN, out.answer.r ? out.answer.r[1] : NAN, out.note);
}

static void cycles(const char *problem, const char *solver, long period, double a, double b, int component)
{
    trace t;
    slip_result out = run(problem, solver, 1e-12, 1000, &t, &arena);
    double x = t.r[t.count - 1][component], y = t.r[t.count - 2][component];
    ok(out.cycle == period && out.answer.claim == SLIP_CLAIM_GAVE_UP && fabs(fmin(x, y) - fmin(a, b)) <= 1e-12 && fabs(fmax(x, y) - fmax(a, b)) <= 1e-12,
       "%s by %s: a proved cycle of period %ld between %g and %g", problem, solver, out.cycle, x, y);
}

/* error_k+1 / error_k over the run */
static void rate(const char *problem, const char *solver, double limit_n, double limit_t, double want, double tol, int from, int to)
{
    trace t;
    run(problem, solver, 1e-300, to + 1, &t, &arena);
    double e0 = hypot(t.r[from][0] - limit_n, t.r[from][1] - limit_t), e1 = hypot(t.r[to][0] - limit_n, t.r[to][1] - limit_t);
    ok_near(pow(e1 / e0, 1.0 / (to - from)), want, tol, "%s by %s: rate", problem, solver);
}

static void truth_is(const char *problem, int solutions, const char *words)
{
    slip_problem p;
    slip_truth truth;
    slip_error e = { 0 };
    bool opened = !slip_problem_open(&p, problem, &truth, &e);
    ok(opened && truth.solutions == solutions && strstr(truth.text, words), "%s: %s", problem, opened ? truth.text : e.text);
    slip_problem_free(&p);
}

static void known(const char *problem, int count, const double (*want)[4])     /* r_N r_T u_N u_T, any order */
{
    slip_problem p;
    slip_truth truth;
    slip_error e = { 0 };
    double worst = 0;
    bool opened = !slip_problem_open(&p, problem, &truth, &e) && truth.known == count;
    for (int k = 0; opened && k < count; k++) {
        double best = INFINITY;
        for (int j = 0; j < truth.known; j++)
            best = fmin(best, fmax(fmax(fabs(truth.r[2 * j] - want[k][0]), fabs(truth.r[2 * j + 1] - want[k][1])),
                                   fmax(fabs(truth.u[2 * j] - want[k][2]), fabs(truth.u[2 * j + 1] - want[k][3]))));
        worst = fmax(worst, best);
    }
    ok(opened && worst <= 1e-8, "%s: its %d known solution(s) (off by %.1e)", problem, count, worst);
    slip_problem_free(&p);
}

static void point_mass(void)
{
    normals("point-mass", "prox:r=1,start=-1", 6, (double[]){ -1, 1, 2, 2.5, 2.75, 2.875 });
    normals("point-mass", "prox:r=3,start=-1", 6, (double[]){ -1, 5, 2, 3.5, 2.75, 3.125 });
    normals("point-mass", "prox:r=3,start=9", 5, (double[]){ 9, 0, 4.5, 2.25, 3.375 });
    normals("point-mass", "prox:r=4,start=2", 4, (double[]){ 2, 4, 2, 4 });
    normals("point-mass", "prox:r=6,start=-1", 6, (double[]){ -1, 11, 0, 9, 0, 9 });
    normals("point-mass:hy=3", "prox:r=0.5,start=5", 5, (double[]){ 5, 3, 1.5, 0.375, 0 });
    rate("point-mass", "prox:r=1", 3, -1, 0.5, 1e-9, 10, 30);
    rate("point-mass", "prox:r=3", 3, -1, 0.5, 1e-9, 10, 30);
    rate("point-mass", "prox:r=3.5", 3, -1, 0.75, 1e-9, 20, 50);
    solves("point-mass", "prox:r=2", 3, -1, 1, 1e-12);
    solves("point-mass:hx=-1", "prox:r=1.5", 3, 1, -1, 1e-10);
    solves("point-mass:hx=2.5", "prox:r=1.5", 3, -1.5, -1, 1e-10);
    solves("point-mass:hx=-2.5", "prox:r=1.5", 3, 1.5, -1, 1e-10);
    solves("point-mass:hy=3", "prox:r=100", 0, 0, -1, 1e-12);
    cycles("point-mass", "prox:r=4,start=2", 2, 2, 4, 0);
    cycles("point-mass", "prox:r=6,start=-1", 2, 0, 9, 0);
    cycles("point-mass", "prox:r=4.5,start=3,start_t=-1.5", 2, -1.5, -0.375, 1);
    cycles("point-mass", "prox:r=10,start=3,start_t=-1.5", 2, -1.5, 1, 1);
    pairs("point-mass", "prox:r=3", 5, (const double[][2]){ { 0, 0 }, { 4.5, -1.5 }, { 2.25, -0.75 }, { 3.375, -1.125 }, { 2.8125, -0.9375 } });
    pairs("point-mass", "prox:r=3,order=jacobi", 4, (const double[][2]){ { 0, 0 }, { 4.5, 0 }, { 2.25, -1.5 }, { 3.375, -0.75 } });
    known("point-mass", 1, (const double[][4]){ { 3, -1, 0, 0 } });
    known("point-mass:hx=2.5", 1, (const double[][4]){ { 3, -1.5, 0, 0.5 } });
}

static void sliding_rod(void)
{
    slip_problem p;
    slip_error e;
    slip_arena scratch = { 0 };
    slip_delassus op;
    slip_problem_open(&p, "painleve-rod", NULL, &e);
    slip_delassus_new(&op, &p, SLIP_FORM_DENSE, SLIP_JOINTS_ELIMINATED, &scratch, &e);
    ok(fabs(op.dense[0] - 1.6) + fabs(op.dense[1] + 1.2) + fabs(op.dense[2] + 1.2) + fabs(op.dense[3] - 3.4) <= 1e-14, "slope 2: A = [1.6 -1.2; -1.2 3.4]");
    slip_arena_free(&scratch);
    slip_problem_free(&p);
    static const struct { double degrees, crit; } table[] = { { 15, 5.065384141 }, { 30, 2.501851166 }, { 45, 1.666666667 }, { 60, 1.347150628 }, { 75, 1.601282526 }, { 85, 3.926668986 } };
    for (int k = 0; k < 6; k++) {                       /* critical mu: the sign of G changes there; trace 5 and det 4 at every angle */
        char name[80];
        double A[4], crit;
        snprintf(name, sizeof name, "painleve-rod:slope=%.17g", tan(table[k].degrees * M_PI / 180));
        slip_problem_open(&p, name, NULL, &e);
        slip_delassus_new(&op, &p, SLIP_FORM_DENSE, SLIP_JOINTS_ELIMINATED, &scratch, &e);
        memcpy(A, op.dense, sizeof A);
        crit = -A[0] / A[1];
        ok(fabs(crit - table[k].crit) <= 1e-8 && fabs(A[0] + A[3] - 5) <= 1e-13 && fabs(A[0] * A[3] - A[1] * A[2] - 4) <= 1e-13, "%g degrees: mu_crit = %.9f, eigenvalues 1 and 4", table[k].degrees, crit);
        slip_arena_free(&scratch);
        slip_problem_free(&p);
    }
    truth_is("painleve-rod", 1, "contact");
    truth_is("painleve-rod:g=-9.81", 1, "detach");
    truth_is("painleve-rod:mu=2", 0, "no solution exists");
    truth_is("painleve-rod:mu=2,g=-9.81", 2, "two solutions");
    truth_is("painleve-rod:mu=2,omega=4", 2, "two solutions");
    truth_is("painleve-rod:mu=1.3333333333333333", SLIP_SOLUTIONS_UNKNOWN, "critical");
    known("painleve-rod", 1, (const double[][4]){ { 24.525, 24.525, 0, 2.2 * 24.525 } });
    known("painleve-rod:mu=2,g=-9.81", 2, (const double[][4]){ { 0, 0, 9.81, 0 }, { 12.2625, 24.525, 0, 5.6 * 12.2625 } });
    solves("painleve-rod", "prox:r=2.5", 24.525, 24.525, 1, 1e-10);
    rate("painleve-rod", "prox:r=1", 24.525, 24.525, 0.6, 1e-9, 5, 25);
    rate("painleve-rod", "prox:r=4.5", 24.525, 24.525, 0.8, 1e-9, 5, 25);
    normals("painleve-rod", "prox:r=5", 4, (double[]){ 0, 49.05, 0, 49.05 });
    solves("painleve-rod:g=-9.81", "prox:r=50", 0, 0, -1, 1e-12);
    normals("painleve-rod:mu=2", "prox:r=1", 5, (double[]){ 0, 9.81, 27.468, 59.2524, 116.46432 });
    trace t;
    slip_result out = run("painleve-rod:mu=2", "prox:r=1", 1e-8, 100000, &t, &arena);
    ok(out.answer.claim == SLIP_CLAIM_GAVE_UP && strstr(out.note, "diverge"), "no solution: the iteration diverges and does not claim otherwise");
    solves("painleve-rod:mu=2,g=-9.81", "prox:r=1,start=12", 0, 0, 7, 1e-12);
    solves("painleve-rod:mu=2,g=-9.81", "prox:r=1,start=12.2624", 0, 0, 20, 1e-12);
    out = run("painleve-rod:mu=2,g=-9.81", "prox:r=1,start=12.2626", 1e-8, 100000, &t, &arena);
    ok(out.answer.claim == SLIP_CLAIM_GAVE_UP && t.r[20][0] > t.r[10][0] && t.r[10][0] > t.r[0][0], "above the second solution: away from it");
    ok_near((t.r[31][0] - 12.2625) / (t.r[30][0] - 12.2625), 1.8, 1e-7, "by the factor 1 + 0.8 r");
}

static void rolling_rod(void)
{
    solves("painleve-rod:kind=rolling", "prox:r=0.4,order=jacobi", 8.3385, 2.943, -1, 1e-9);
    solves("painleve-rod:kind=rolling,mu=2", "prox", 8.3385, 2.943, -1, 1e-9);
    solves("painleve-rod:kind=rolling,mu=0.2", "prox", 7.213235294, 1.442647059, -1, 1e-8);
    known("painleve-rod:kind=rolling,mu=0.2", 1, (const double[][4]){ { 7.213235294, 1.442647059, 0, -3.750882353 } });
    known("painleve-rod:kind=rolling,mu=2,push=40", 1, (const double[][4]){ { 2.4525, -4.905, 0, 20.38 } });
    known("painleve-rod:kind=rolling,mu=2,g=-9.81,push=-80", 3, (const double[][4]){ { 0, 0, 9.81, -80 }, { 12.2625, 24.525, 0, -11.33 }, { 15.6615, 29.057, 0, 0 } });
    known("painleve-rod:kind=rolling,mu=2,g=-9.81,push=-70", 3, (const double[][4]){ { 0, 0, 9.81, -70 }, { 12.2625, 24.525, 0, -1.33 }, { 12.6615, 25.057, 0, 0 } });
    known("painleve-rod:kind=rolling,mu=2,g=-9.81,push=-60", 1, (const double[][4]){ { 0, 0, 9.81, -60 } });
    rate("painleve-rod:kind=rolling", "prox:r=0.4,order=jacobi", 8.3385, 2.943, 0.6, 1e-6, 10, 30);
    rate("painleve-rod:kind=rolling", "prox:r=0.4", 8.3385, 2.943, 0.4931828568, 1e-6, 15, 35);
    trace t;                                            /* complex pair of modulus 0.4069397990: the errors obey its recurrence */
    run("painleve-rod:kind=rolling", "prox:r=0.7", 1e-300, 12, &t, &arena);
    double e0 = t.r[8][1] - 2.943, e1 = t.r[9][1] - 2.943, e2 = t.r[10][1] - 2.943;
    ok(fabs(e2 + 0.7944 * e1 + 0.4069397990 * 0.4069397990 * e0) <= 1e-8 * fabs(e0), "Gauss-Seidel at r = 0.7: spectral radius 0.4069");
    slip_result out = run("painleve-rod:kind=rolling", "prox:r=0.51,order=jacobi", 1e-10, 5000, &t, &arena);
    ok(out.answer.claim == SLIP_CLAIM_GAVE_UP, "Jacobi does not converge above r = 2/lambda_max = 0.5");
    solves("painleve-rod:kind=rolling", "prox:r=0.49,order=jacobi", 8.3385, 2.943, -1, 1e-8);
}

static void impulse_rod(void)
{
    known("painleve-rod:kind=impulse,mu=2", 1, (const double[][4]){ { 0.383385, 0.42943, 0, 0 } });
    known("painleve-rod:kind=impulse,mu=1.35", 1, (const double[][4]){ { 0.383385, 0.42943, 0, 0 } });
    known("painleve-rod:kind=impulse,mu=2,h=0.001", 1, (const double[][4]){ { 0.3083385, 0.402943, 0, 0 } });
    known("painleve-rod:kind=impulse,mu=1", 1, (const double[][4]){ { 0.24525, 0.24525, 0, -0.46045 } });
    known("painleve-rod:kind=impulse,mu=1.3,h=0.001", 1, (const double[][4]){ { 0.24525, 1.3 * 0.24525, 0, -1 + (-1.2 + 1.3 * 3.4) * 0.24525 } });
    known("painleve-rod:kind=impulse,mu=1.3", 1, (const double[][4]){ { 0.383385, 0.42943, 0, 0 } });
    known("painleve-rod:kind=impulse,mu=2,g=-9.81", 3, (const double[][4]){ { 0, 0, 0.0981, -1 }, { 0.122625, 0.24525, 0, -0.3133 }, { 0.216615, 0.37057, 0, 0 } });
    solves("painleve-rod:kind=impulse,mu=2", "prox:r=0.4,order=jacobi", 0.383385, 0.42943, -1, 1e-9);
    solves("painleve-rod:kind=impulse,mu=2", "prox:r=0.4,order=jacobi,start=50,start_t=100", 0.383385, 0.42943, -1, 1e-9);
    solves("painleve-rod:kind=impulse,mu=1", "prox", 0.24525, 0.24525, -1, 1e-9);
    trace t;
    slip_result out = run("painleve-rod:kind=impulse,mu=2", "prox:r=0.4", 1e-13, 10000, &t, &arena);
    const double want[3] = { -0.57057, 0.285285, 0.637916652961 };
    ok(out.answer.v && fabs(out.answer.v[0] - want[0]) + fabs(out.answer.v[1] - want[1]) + fabs(out.answer.v[2] - want[2]) <= 1e-10, "velocity after the step that sticks");
}

/* Prox form and complementarity form say the same: a pair satisfies one exactly when it satisfies the other. */
static void equivalence(void)
{
    slip_rng *rng = slip_rng_new(11);
    int wrong = 0, inside = 0;
    for (int k = 0; k < 20000; k++) {
        int mode = slip_rng_below(rng, 6);
        double mu = 0.1 + slip_rng_uniform(rng, 0, 1), rho = exp(slip_rng_uniform(rng, -3, 3)), r[3], u[3], a = slip_rng_uniform(rng, 0, 6.28);
        slip_contact c = { .law = SLIP_LAW_COULOMB, .d = 3, .mu = mu, .bilateral = mode >= 4 };
        double n = slip_rng_uniform(rng, 0.1, 2), s = slip_rng_uniform(rng, 0.1, 2);
        if (mode >= 4 && slip_rng_below(rng, 2)) n = -n;
        /* pairs that satisfy the law by construction: open, stick, slip, slip at random angle, bilateral stick, bilateral slip */
        if (mode == 0) { r[0] = r[1] = r[2] = 0; u[0] = n; u[1] = s * cos(a); u[2] = s * sin(a); }
        else if (mode == 1 || mode == 4) { double f = slip_rng_uniform(rng, 0, 0.99) * mu * fabs(n); r[0] = n; r[1] = f * cos(a); r[2] = f * sin(a); u[0] = u[1] = u[2] = 0; }
        else { r[0] = n; r[1] = -mu * fabs(n) * cos(a); r[2] = -mu * fabs(n) * sin(a); u[0] = 0; u[1] = s * cos(a); u[2] = s * sin(a); }
        bool broken = slip_rng_below(rng, 2);
        if (broken) { int which = slip_rng_below(rng, 3); (slip_rng_below(rng, 2) ? r : u)[which] += slip_rng_uniform(rng, 0.05, 0.5) * (slip_rng_below(rng, 2) ? 1 : -1); }
        double t = hypot(r[1], r[2]), ut = hypot(u[1], u[2]), tol = 1e-12;
        bool law = (c.bilateral ? fabs(u[0]) <= tol : r[0] >= 0 && u[0] >= 0 && fabs(r[0] * u[0]) <= tol)
            && t <= mu * fabs(r[0]) + tol && fabs(ut * r[1] + mu * fabs(r[0]) * u[1]) <= tol && fabs(ut * r[2] + mu * fabs(r[0]) * u[2]) <= tol;
        double x[2] = { r[1] - rho * u[1], r[2] - rho * u[2] }, P[2], pn = c.bilateral ? r[0] - rho * u[0] : fmax(0, r[0] - rho * u[0]);
        slip_friction_project(&c, mu * fabs(r[0]), x, P);
        bool prox = fabs(pn - r[0]) <= 1e-11 && hypot(P[0] - r[1], P[1] - r[2]) <= 1e-11;
        wrong += prox != law;
        inside += law;
    }
    ok(wrong == 0 && inside > 5000 && inside < 15000, "prox and complementarity agree on 20000 pairs (%d satisfy the law, %d disagreements)", inside, wrong);
    slip_rng_free(rng);
}

int main(void)
{
    slip_error e;
    plan(22 + 26 + 13 + 11 + 1);
    slip_start(&e);
    point_mass();
    sliding_rod();
    rolling_rod();
    impulse_rod();
    equivalence();
    slip_arena_free(&arena);
    return done();
}
