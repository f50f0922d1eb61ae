/* speed_cone.c: methods on cones against dgesv of order 1000, the bandwidth of memory, and what peers took on the same problems.
   SPDX-License-Identifier: GPL-3.0-or-later

   A run stops when the field's measure |F|/max(|q|, |r|, |u|) is at most its tolerance, because that is what the peers stop on; its
   seconds are those of the method alone.  The bars are the best peer's times, in units of dgesv, on the machine where both were measured. */

#include "reports/reports.h"
#include "solvers/sweep.h"

#include <cblas.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

typedef struct { const char *problem, *method; double tol, bar, megabytes; double time; } race;

static const race races[] = {
    { "pile:n=8,drop=1",                "nsgs:memory=5", 1e-4, 5.6, 0, 10 },
    { "wall3d:nx=12,ny=10,drop=1",      "admm",          1e-4, 1.9, 0, 10 },
    { "wall3d:nx=40,ny=32,drop=1",      "admm",          1e-4, 24,  0, 10 },
    { "wall3d:nx=125,ny=100,drop=1",    "apgd",          1e-4, 790, 85.4, 60 },
    { "cannonball:n=20,mu=0.3,drop=1",  "nsgs:order=coloured,omega=1.3", 1e-6, 24, 0, 20 },
    { "cannonball:n=40,mu=0.3,drop=1",  "nsgs:order=coloured,omega=1.3", 1e-6, INFINITY, 0, 60 },
    { "pile:n=17,drop=1",               "nsgs:order=coloured,omega=1.3", 1e-4, 3000, 0, 60 },
};

typedef struct { const slip_problem *p; slip_delassus op; double *u, tol, reached; } finish;

static int until_reached(void *ctx, long step, const slip_iterate *it, double residual)
{
    finish *x = ctx;
    (void)step;
    if (!(residual >= 0)) return 0;
    slip_delassus_apply(&x->op, it->r, NULL, x->u);
    x->reached = slip_fnat(x->p, x->p->law, x->p->dirs, x->op.q, it->r, x->u, true);
    return x->reached <= x->tol;
}

/* Least CPU time of dgesv, n = 1000. */
static double dgesv(void)
{
    enum { N = 1000 };
    slip_arena arena = { 0 };
    double *A = SLIP_NEW(&arena, double, N * N), *b = SLIP_NEW(&arena, double, N), best = NAN;
    int *pivots = SLIP_NEW(&arena, int, N);
    for (int rep = 0; rep < 7 && !arena.failed; rep++) {
        for (size_t k = 0; k < (size_t)N * N; k++) A[k] = (double)(k * 2654435761u % 1000003) / 1000003;
        for (int k = 0; k < N; k++) { A[(size_t)k * (N + 1)] += N; b[k] = 1; }
        double t = slip_clock_cpu();
        LAPACKE_dgesv_work(LAPACK_COL_MAJOR, N, 1, A, N, pivots, b, N);
        t = slip_clock_cpu() - t;
        best = t < best || !(best > 0) ? t : best;
    }
    slip_arena_free(&arena);
    return best;
}

/* Gauss-Seidel on a dense W larger than the caches, against reading it. */
static int dense_sweep(FILE *out)
{
    enum { M = 8000 };          /* half a gigabyte: past any cache */
    slip_arena arena = { 0 };
    slip_delassus op = { .form = SLIP_FORM_DENSE, .d = 1, .nc = M, .m = M };
    op.dense = SLIP_NEW(&arena, double, (size_t)M * M);
    op.q = SLIP_NEW(&arena, double, M);
    double *r = SLIP_NEW(&arena, double, M), read = INFINITY, sweep = INFINITY, sum = 0;
    if (arena.failed) { slip_arena_free(&arena); return 1; }
    op.rowwise = op.dense;
    for (size_t k = 0; k < (size_t)M * M; k++) op.dense[k] = (double)(k % 97) / 97;
    for (int i = 0; i < M; i++) { op.dense[(size_t)i * (M + 1)] = M; op.q[i] = -1; }
    for (int rep = 0; rep < 5; rep++) {
        double t = slip_clock_cpu();
        sum += cblas_dasum(M * M, op.dense, 1);
        read = fmin(read, slip_clock_cpu() - t);
        t = slip_clock_cpu();
        for (int i = 0; i < M; i++) {
            double u[3];
            slip_delassus_row(&op, i, r, u);
            r[i] = fmax(0, r[i] - u[0] / M);
        }
        sweep = fmin(sweep, slip_clock_cpu() - t);
    }
    double share = read / sweep, gigabytes = 8e-9 * M * M;
    bool good = share >= 0.9 && sum > 0;
    fprintf(out, "dense sweep, %d rows: %.1f GB/s, %.0f %% of reading it at %.1f GB/s (bar 90 %%)  %s\n", (int)M, gigabytes / sweep, 100 * share,
            gigabytes / read, good ? "ok" : "MISSED");
    slip_arena_free(&arena);
    return !good;
}

/* One sweep by bodies at 100 000 contacts. */
static int bodies_sweep(FILE *out, const char *name, double bar_ns, double bar_megabytes)
{
    slip_problem p;
    slip_error error = { 0 };
    const slip_solver *s;
    double par[SLIP_MAX_PARAMS], best = INFINITY;
    slip_arena arena = { 0 };
    slip_iterate it = { .tol = 1e-8 };
    if (slip_problem_open(&p, "wall3d:nx=125,ny=100,drop=1", NULL, &error)) { fprintf(out, "%s\n", error.text); return 1; }
    bool good = slip_solver_open(name, &s, par, &error) == SLIP_OK;
    it.r = SLIP_NEW(&arena, double, slip_problem_m(&p));
    it.l = SLIP_NEW(&arena, double, p.p);
    void *state = good ? slip_arena_get(&arena, 1, s->size) : NULL;
    good = state && it.r && s->init(state, &p, par, &it, &arena, &error) == SLIP_OK;
    for (int k = 0; good && k < 20; k++) {
        double t = slip_clock_cpu();
        s->step(state, &p, &it);
        best = fmin(best, slip_clock_cpu() - t);
    }
    if (state) s->close(state);
    double ns = 1e9 * best / p.nc, megabytes = 1e-6 * (double)arena.bytes;
    good = good && ns <= bar_ns && megabytes <= bar_megabytes;
    fprintf(out, "sweep by bodies, %s, %d contacts: %.1f ns a contact (bar %.0f), %.1f MB (bar %.0f)  %s\n", name, p.nc, ns, bar_ns, megabytes, bar_megabytes,
            good ? "ok" : "MISSED");
    slip_arena_free(&arena);
    slip_problem_free(&p);
    return !good;
}

static int one(FILE *out, const race *c, double unit)
{
    slip_problem p;
    slip_error error = { 0 };
    const slip_solver *s;
    double par[SLIP_MAX_PARAMS], best = INFINITY, megabytes = 0, reached = NAN;
    long steps = 0;
    if (slip_problem_open(&p, c->problem, NULL, &error)) { fprintf(out, "%s\n", error.text); return 1; }
    slip_solver_open(c->method, &s, par, &error);
    for (int rep = 0; rep < 3 && (rep == 0 || best < 1); rep++) {
        slip_arena arena = { 0 };
        slip_result r;
        finish x = { .p = &p, .tol = c->tol, .reached = NAN };
        if (slip_delassus_new(&x.op, &p, SLIP_FORM_AUTO, SLIP_JOINTS_KEPT, &arena, &error)) break;
        x.u = SLIP_NEW(&arena, double, slip_problem_m(&p));
        slip_limits limits = { .tol = 1e-14, .steps = 10000000, .time = c->time };
        if (x.u && slip_run(s, &p, par, &limits, NULL, until_reached, &x, &r, &arena, &error) == SLIP_OK) {
            if (x.reached <= c->tol || !(best < INFINITY)) best = fmin(best, r.cpu);
            reached = x.reached; steps = r.steps; megabytes = 1e-6 * (double)r.memory;
        }
        slip_arena_free(&arena);
    }
    slip_speed_row row = { .problem = c->problem, .method = s->name, .against = "dgesv 1000", .size = p.nc, .seconds = best, .reference = unit,
                           .bar = c->bar, .residual = reached, .residual_bar = c->tol };
    snprintf(row.note, sizeof row.note, "%ld steps, %.1f MB", steps, megabytes);
    bool good = slip_speed_line(out, &row) && (c->megabytes == 0 || megabytes <= c->megabytes);
    slip_problem_free(&p);
    return !good;
}

static int run(FILE *out)
{
    double unit = dgesv();
    int missed = dense_sweep(out) + bodies_sweep(out, "pgs", 60, 70);
    fprintf(out, "dgesv of order 1000: %.3f ms\n", 1e3 * unit);
    slip_speed_head(out);
    for (size_t k = 0; k < sizeof races / sizeof *races; k++) missed += one(out, &races[k], unit);
    return missed;
}

const slip_speed slip_speed_cone = { .name = "cone", .about = "methods on cones, to the tolerance the peers stop on", .run = run };
