/* qp.c: the quadratic programs of contacts to rounding, by two methods that share nothing but the rows; warm starts counted.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "problems/scene.h"
#include "solvers/fixed_point.h"
#include "solvers/qp_core.h"
#include "tests/tap.h"
#include "verify/verify.h"

static slip_error e;

/* The conditions of the program from its definition, relative to the largest speed of a row at the free motion: rows u_N + mu d_k'u_T + mu Lambda
   (P1) or u_N, d_k'u_T + Lambda (P2) >= 0, z >= 0, min(row, z w) = 0, M v = f + H r + G l.  z is compared as a speed, z a'W a. */
static double kkt(const slip_problem *p, bool second, const double *lambda, const double *v, const double *z, const double *l)
{
    slip_arena arena = { 0 };
    slip_delassus op;
    int m = slip_problem_m(p), d = p->d, k = d == 2 ? 2 : p->dirs.k;
    double *u = SLIP_NEW(&arena, double, m), *r = SLIP_NEW(&arena, double, m), *left = SLIP_NEW(&arena, double, p->n), *joint = SLIP_NEW(&arena, double, p->p + 1);
    double worst = 0, size = 0;
    if (slip_delassus_new(&op, p, SLIP_FORM_BODIES, SLIP_JOINTS_KEPT, &arena, &e)) bail_out("%s", e.text);
    memcpy(u, p->w, sizeof(double) * (size_t)m);
    slip_sparse_gaxpy_t(1, &p->H, v, u);
    for (int i = 0; i < m; i++) size = fmax(size, fabs(op.q[i]));
    for (int i = 0, row = 0; i < p->nc; i++) {
        bool smooth = p->mu[i] == 0;
        for (int j = second || smooth ? -1 : 0; j < (smooth ? 0 : k); j++, row++) {
            double a[3] = { j < 0 || !second, 0, 0 }, dir[2], s = 0, unit = 0;
            const double *W = op.diag + (size_t)i * (size_t)(d * d);
            if (j >= 0) slip_dirs_get(p->dirs, d, j, dir);
            for (int t = 1; t < d && j >= 0; t++) a[t] = (second ? 1 : p->mu[i]) * dir[t - 1];
            for (int t = 0; t < d; t++) { s += a[t] * u[d * i + t]; r[d * i + t] += a[t] * z[row]; }
            for (int t = 0; t < d; t++) for (int o = 0; o < d; o++) unit += a[t] * W[d * t + o] * a[o];
            s += j < 0 ? 0 : (second ? 1 : p->mu[i]) * (lambda ? lambda[i] : 0);
            worst = fmax(worst, fmax(fabs(fmin(s, z[row] * unit)), -fmin(s, 0)));
        }
    }
    for (int c = 0; c < p->n; c++) left[c] = -p->f[c];
    slip_sparse_gaxpy(1, &p->M, v, left);
    slip_sparse_gaxpy(-1, &p->H, r, left);
    if (p->p) { slip_sparse_gaxpy(-1, &p->G, l, left); memcpy(joint, p->b, sizeof(double) * (size_t)p->p); slip_sparse_gaxpy_t(1, &p->G, v, joint); }
    for (int c = 0; c < p->n; c++) for (int x = p->M.p[c]; x < p->M.p[c + 1]; x++) if (p->M.i[x] == c) worst = fmax(worst, fabs(left[c]) / p->M.x[x]);
    for (int c = 0; c < p->p; c++) worst = fmax(worst, fabs(joint[c]));
    slip_delassus_close(&op);
    slip_arena_free(&arena);
    return worst / size;
}

/* P1 at rest and at its own sliding speeds, P2 at those and at none, by one road; velocities of the four go to out (4 n numbers). */
static double four(const slip_problem *p, slip_qp_road road, double *out, long *pivots)
{
    slip_arena arena = { 0 };
    slip_p1 p1 = { 0 }, p2 = { 0 };
    slip_iterate it = { 0 };
    int m = slip_problem_m(p);
    double worst = 0, *lambda = SLIP_NEW(&arena, double, p->nc), *none = SLIP_NEW(&arena, double, p->nc), *u = SLIP_NEW(&arena, double, m), *v = SLIP_NEW(&arena, double, p->n);
    it.r = SLIP_NEW(&arena, double, m); it.u = SLIP_NEW(&arena, double, m); it.v = SLIP_NEW(&arena, double, p->n); it.l = SLIP_NEW(&arena, double, p->p + 1);
    if (slip_p1_new(&p1, p, road, &arena, &e) || slip_p2_new(&p2, p, road, &arena, &e)) bail_out("%s", e.text);
    for (int k = 0; k < 4; k++) {
        bool good = k < 2 ? slip_p1_solve(&p1, p, k ? lambda : NULL, &it) : slip_p2_solve(&p2, p, k == 2 ? lambda : none, v, &it);
        const double *now = k < 2 ? it.v : v;
        double error = kkt(p, k >= 2, k == 1 || k == 2 ? lambda : NULL, now, k < 2 ? p1.z : p2.z, it.l);
        if (!good || !(error <= worst)) worst = good ? error : INFINITY;
        memcpy(out + (size_t)k * (size_t)p->n, now, sizeof(double) * (size_t)p->n);
        if (k == 0) slip_sliding_speed(p, it.v, u, lambda);
    }
    *pivots = it.work[SLIP_WORK_PIVOTS];
    slip_p1_close(&p1);
    slip_p1_close(&p2);
    slip_arena_free(&arena);
    return worst;
}

static void exact(const char *name)
{
    slip_problem p;
    long pivots, none;
    if (slip_open(&p, name, NULL, &e)) bail_out("%s", e.text);
    double *a = slip_calloc(4 * (size_t)p.n, sizeof *a), *b = slip_calloc(4 * (size_t)p.n, sizeof *b), apart = 0, size = 0;
    double first = four(&p, SLIP_QP_AUTO, a, &none), second = four(&p, SLIP_QP_ACTIVE, b, &pivots);
    for (int k = 0; k < 4 * p.n; k++) { apart = fmax(apart, fabs(a[k] - b[k])); size = fmax(size, fabs(a[k])); }
    ok(first <= 1e-13 && second <= 1e-13, "%s, %d contacts: P1 and P2 satisfy their conditions to %.1e (auto), %.1e (active sets, %ld changes)", name, p.nc, first, second, pivots);
    for (int k = 0; k < p.n; k++) size = fmax(size, fabs(p.f[k] / p.M.x[p.M.p[k]]));       /* of the free motion, M diagonal */
    ok(apart <= 1e-12 * size, "%s: and the two methods agree on the four velocities to %.1e of %.2g", name, apart, size);
    slip_free(a);
    slip_free(b);
    slip_problem_free(&p);
}

/* Factorisations, changes of the active set and iterations over all steps of a simulation. */
typedef struct { long long factored, pivots; long steps, solved; } tally;

static int count(void *ctx, const slip_frame *f)
{
    tally *t = ctx;
    t->factored += f->result->work[SLIP_WORK_FACTORISATIONS];
    t->pivots += f->result->work[SLIP_WORK_PIVOTS];
    t->steps += f->result->steps;
    t->solved += f->result->answer.claim == SLIP_CLAIM_SOLVED;
    return 0;
}

static tally move(const char *name, const char *solver, long steps, bool cold)
{
    const slip_family *f = slip_family_find("cannonball", &e);
    const slip_solver *s;
    slip_scene scene;
    slip_name_extra extra;
    double par[SLIP_MAX_PARAMS], own[SLIP_MAX_PARAMS];
    tally t = { 0 };
    if (slip_param_parse(f->params, "problem", "cannonball", name, par, &extra, &e) || f->scene(&scene, par, 0, &e) || slip_solver_open(solver, &s, own, &e)
        || slip_simulate(&scene, &(slip_drive){ .solver = s, .par = own, .limits = { .tol = 1e-8, .steps = 300 }, .cold = cold }, steps, count, &t, &e)) bail_out("%s", e.text);
    slip_scene_free(&scene);
    return t;
}

static void warm(const char *name, const char *solver, long steps)
{
    tally cold = move(name, solver, steps, true), hot = move(name, solver, steps, false);
    ok(cold.solved == steps && hot.solved == steps && hot.steps <= cold.steps && hot.factored + hot.pivots < cold.factored + cold.pivots,
       "%s by %s, %ld steps: iterations %ld from rest, %ld from the step before; factorisations %lld, %lld; changes of the active set %lld, %lld",
       name, solver, steps, cold.steps, hot.steps, cold.factored, hot.factored, cold.pivots, hot.pivots);
}

/* A linkage driven against its own contacts: no velocity satisfies all constraints, both methods say so, and what they bring proves it to the verifier,
   which refuses the same vector with one impulse longer by a thousandth, turned round, or moved out of the cone. */
static void no_common_point(const char *name)
{
    slip_problem p;
    slip_arena arena = { 0 };
    if (slip_open(&p, name, NULL, &e)) bail_out("%s", e.text);
    for (int k = 0; k < 2; k++) {
        const slip_solver *s;
        double par[SLIP_MAX_PARAMS];
        slip_result r;
        if (slip_solver_open(k ? "lcp3:qp=active" : "lcp3", &s, par, &e) || slip_run(s, &p, par, NULL, NULL, NULL, NULL, &r, &arena, &e)) bail_out("%s", e.text);
        slip_answer a = r.answer;
        bool claimed = a.claim == SLIP_CLAIM_NO_SOLUTION && a.law == SLIP_LAW_CONE_FACETS && a.farkas;
        ok(claimed && slip_verify(&p, a.law, a.dirs, &a, NULL, 1e-8).word == SLIP_VERDICT_VERIFIED, "%s by %s: no solution, and proved (%s)", name, k ? "active sets" : "auto", r.note);
        int m = slip_problem_m(&p), at = 0, refused = 0;
        double *y = SLIP_NEW(&arena, double, m);
        for (int i = 0; claimed && i < m; i += p.d) if (a.farkas[i] > a.farkas[at]) at = i;
        for (int wrong = 0; claimed && wrong < 3; wrong++) {
            memcpy(y, a.farkas, sizeof *y * (size_t)m);
            if (wrong == 0) y[at] *= 1.001;
            if (wrong == 1) for (int i = 0; i < m; i++) y[i] = -y[i];
            if (wrong == 2) y[at + 1] = 2 * p.mu[at / p.d] * y[at];
            a.farkas = y;
            refused += slip_verify(&p, a.law, a.dirs, &a, NULL, 1e-8).word != SLIP_VERDICT_VERIFIED;
            a.farkas = r.answer.farkas;
        }
        is_int(refused, 3, "%s: three false proofs are refused", name);
    }
    slip_arena_free(&arena);
    slip_problem_free(&p);
}

/* The program itself refuses vectors that prove nothing, on constraints with a common point and without. */
static void planted(void)
{
    static const char *const names[] = { "cannonball:n=3,mu=0.15", "linkage:k=2" };
    for (int k = 0; k < 2; k++) {
        slip_problem p;
        slip_arena arena = { 0 };
        slip_p1 p1 = { 0 };
        slip_iterate it = { 0 };
        slip_qp_info info;
        if (slip_open(&p, names[k], NULL, &e) || slip_p1_new(&p1, &p, SLIP_QP_ACTIVE, &arena, &e)) bail_out("%s", e.text);
        it.v = SLIP_NEW(&arena, double, p.n); it.l = SLIP_NEW(&arena, double, p.p + 1);
        double *z = SLIP_NEW(&arena, double, p1.rows);
        slip_status status = slip_qp_solve(p1.qp, p1.c, 1e-11, false, it.v, p1.z, it.l, &info, &e);
        bool proved = slip_qp_farkas(p1.qp, z);
        is_int(proved, status == SLIP_INFEASIBLE, "%s: %s", names[k], proved ? "proved infeasible" : "nothing to prove");
        p1.qp->active = NULL;                           /* so that it cannot find a better one */
        for (int i = 0; i < p1.rows; i++) z[i] = 1;
        slip_qp_farkas_take(p1.qp, z);
        ok(!slip_qp_farkas(p1.qp, z), "%s: the sum of all rows is not taken for a proof", names[k]);
        slip_p1_close(&p1);
        slip_arena_free(&arena);
        slip_problem_free(&p);
    }
}

/* Each allocation of a run fails in turn: told so, or the answer is right; nothing is left behind. */
static void starve(const char *solver, const char *problem)
{
    slip_problem p;
    const slip_solver *s;
    double par[SLIP_MAX_PARAMS];
    int tried = 0, bad = 0;
    if (slip_open(&p, problem, NULL, &e) || slip_solver_open(solver, &s, par, &e)) bail_out("%s", e.text);
    for (slip_status status = SLIP_MEMORY; status != SLIP_OK && tried < 2000; ) {
        slip_arena arena = { 0 };
        slip_result r = { 0 };
        long before = slip_memory_live();
        e = (slip_error){ 0 };
        slip_memory_fail_at(++tried);
        status = slip_run(s, &p, par, &(slip_limits){ .tol = 1e-10 }, NULL, NULL, NULL, &r, &arena, &e);
        slip_memory_fail_at(0);
        bad += status != SLIP_OK && e.text[0] == 0;
        bad += status == SLIP_OK && r.answer.claim == SLIP_CLAIM_SOLVED && !(r.residual <= 1e-10);
        slip_arena_free(&arena);
        bad += slip_memory_live() != before;
    }
    ok(bad == 0 && tried > 3 && tried < 2000, "%s on %s: %d allocations failed in turn", solver, problem, tried - 1);
    slip_problem_free(&p);
}

int main(void)
{
    static const char *const names[] = { "cannonball:n=6,mu=0.05", "cannonball:n=6,mu=0.2,set=bottom", "cannonball:n=10,mu=0.3", "cannonball:n=10,mu=0.6", "cannonball:n=6,mu=0.2,step=30", "pyramid",
                                         "arch", "pendulum", "pile", "wall3d" };
    enum { NAMES = sizeof names / sizeof *names };
    plan(2 * NAMES + 2 + 12 + 4 + 4 + 4);
    slip_start(&e);
    for (int k = 0; k < NAMES; k++) exact(names[k]);
    exact(quick_or_full(0, 1) ? "cannonball:n=20,mu=0.4" : "cannonball:n=14,mu=0.4");
    no_common_point("linkage");
    no_common_point("linkage:k=2");
    no_common_point("linkage:k=12,mu=0.7");
    planted();
    warm("n=6,mu=0.05", "lcp3", 60);
    warm("n=6,mu=0.05", "lcp3:qp=active", 60);
    warm("n=6,mu=0.05", "lcp1", 60);
    warm("n=6,mu=0.05", "lcp2", 60);
    starve("lcp3:qp=active", "cannonball:n=3,mu=0.15");
    starve("lcp2:qp=active", "pyramid");
    starve("lcp3", "pendulum:law=facets");
    starve("lcp3", "linkage:k=2");
    return done();
}
