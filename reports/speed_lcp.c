/* speed_lcp.c: pivoting methods against dgesv and dpotrf of the same order, in one run on one thread.
   SPDX-License-Identifier: GPL-3.0-or-later

   Both sides start from dense arrays in memory: LAPACK from A, a method from (A, q).  The residual is max |min(z, w)| / max |q|.
   The last lines are whole runs, judged by the verifier. */

#include "reports/reports.h"
#include "solvers/lcp.h"

#include <cblas.h>
#include <lapacke.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct { slip_arena arena; slip_lcp lcp; double *B, *x; int *pivots; double dgesv, dpotrf; } bench;

/* Least CPU time of a few factorisations of A + (singular ? a unit diagonal : 0). */
static void lapack(bench *b, bool singular)
{
    int n = b->lcp.n;
    size_t bytes = sizeof(double) * (size_t)n * (size_t)n;
    b->dgesv = b->dpotrf = INFINITY;
    for (int rep = 0; rep < (n > 1500 ? 3 : 7); rep++)
        for (int which = 0; which < 2; which++) {
            memcpy(b->B, b->lcp.A, bytes);
            for (int i = 0; singular && i < n; i++) b->B[(size_t)i * (size_t)(n + 1)] += 1;
            memcpy(b->x, b->lcp.q, sizeof(double) * (size_t)n);
            double t = slip_clock_cpu();
            if (which == 0) LAPACKE_dgesv_work(LAPACK_COL_MAJOR, n, 1, b->B, n, b->pivots, b->x, n);
            else LAPACKE_dpotrf_work(LAPACK_COL_MAJOR, 'L', n, b->B, n);
            t = slip_clock_cpu() - t;
            if (which == 0) b->dgesv = fmin(b->dgesv, t);
            else b->dpotrf = fmin(b->dpotrf, t);
        }
}

static bool open_bench(bench *b, const char *name, slip_error *error)
{
    slip_problem p;
    *b = (bench){ .dgesv = NAN };
    if (slip_problem_open(&p, name, NULL, error)) return false;
    bool good = slip_lcp_new(&b->lcp, &p, SLIP_LCP_AUTO, &b->arena, error) == SLIP_OK;
    if (good) {
        b->B = SLIP_NEW(&b->arena, double, (size_t)b->lcp.n * (size_t)b->lcp.n);
        b->x = SLIP_NEW(&b->arena, double, b->lcp.n);
        b->pivots = SLIP_NEW(&b->arena, int, b->lcp.n);
        if (b->arena.failed) { slip_fail(error, SLIP_MEMORY, "no memory for %s", name); good = false; }
    }
    slip_problem_free(&p);
    return good;
}

/* Least time of a few runs of a method with its default parameters. */
static double method(bench *b, const char *name, const slip_lcp_method *me, double *residual, char note[64])
{
    const slip_solver *s;
    double par[SLIP_MAX_PARAMS], best = INFINITY, size = 0;
    int n = b->lcp.n;
    *residual = NAN;
    if (slip_solver_open(name, &s, par, NULL)) return NAN;
    for (int i = 0; i < n; i++) size = fmax(size, fabs(b->lcp.q[i]));
    for (int rep = 0; rep < (n > 1500 ? 2 : 4); rep++) {
        slip_arena arena = { 0 };
        slip_iterate it = { .tol = 1e-8 };
        slip_lcp_point point = { SLIP_NEW(&arena, double, n), SLIP_NEW(&arena, double, n), false };
        double *w = SLIP_NEW(&arena, double, n), t = slip_clock_cpu();
        void *core = slip_arena_get(&arena, 1, me->size);
        slip_step step = SLIP_STEP_NUMERIC;
        if (!arena.failed && me->start(core, &b->lcp, par, &it, &arena, NULL) == SLIP_OK)
            while ((step = me->advance(core, &b->lcp, &point, &it)) == SLIP_STEP_OK) continue;
        t = slip_clock_cpu() - t;
        if (step == SLIP_STEP_DONE) {
            best = fmin(best, t);
            slip_lcp_value(&b->lcp, point.z, w);
            double most = 0;
            for (int i = 0; i < n; i++) most = fabs(fmin(point.z[i], w[i])) <= most ? most : fabs(fmin(point.z[i], w[i]));
            *residual = most / size;
        }
        snprintf(note, 64, "%lld pivots", it.work[SLIP_WORK_PIVOTS]);
        if (me->end && core) me->end(core);
        slip_arena_free(&arena);
    }
    return best;
}

static const struct { const char *name; const slip_lcp_method *method; } ours[] = {
    { "bpp", &slip_lcp_bpp }, { "dantzig", &slip_lcp_dantzig }, { "lemke", &slip_lcp_lemke },
};

/* Bars of one problem: best of ours against dpotrf, dantzig and lemke against dgesv; 0: none. */
typedef struct { const char *problem; double best, best_residual, dantzig, lemke; bool singular; } subject;
static const subject subjects[] = {
    { "random-lcp:n=500,q=range",      0,   1e-12, 3, 0,  false },
    { "random-lcp:n=1000,q=range",     1.5, 1e-12, 5, 10, false },
    { "random-lcp:n=2000,q=range",     1.5, 1e-12, 8, 0,  false },
    { "cannonball:n=26,mu=0,drop=1",   10,  1e-10, 0, 0,  true },
    { "cannonball:n=37,mu=0,drop=1",   10,  1e-10, 0, 0,  true },
};

static int measure(FILE *out, const subject *s)
{
    bench b;
    slip_error error = { 0 };
    int missed = 0;
    if (!open_bench(&b, s->problem, &error)) { fprintf(out, "%s: %s\n", s->problem, error.text); slip_arena_free(&b.arena); return 1; }
    lapack(&b, s->singular);
    slip_speed_row best = { .seconds = INFINITY };
    for (size_t k = 0; k < sizeof ours / sizeof *ours; k++) {
        bool dantzig = ours[k].method == &slip_lcp_dantzig, lemke = ours[k].method == &slip_lcp_lemke;
        double bar = dantzig ? s->dantzig : lemke ? s->lemke : 0;
        slip_speed_row r = { .problem = s->problem, .method = ours[k].name, .size = b.lcp.n, .against = "dgesv", .reference = b.dgesv,
                             .bar = bar > 0 ? bar : INFINITY, .residual_bar = s->best_residual };
        r.seconds = method(&b, ours[k].name, ours[k].method, &r.residual, r.note);
        if (!slip_speed_line(out, &r) && bar > 0) missed++;
        if (r.seconds < best.seconds && r.residual <= s->best_residual) best = r;
    }
    if (s->best > 0) {
        best.problem = s->problem;
        best.size = b.lcp.n;
        best.against = "dpotrf";
        best.reference = b.dpotrf;
        best.bar = s->best;
        best.residual_bar = s->best_residual;
        snprintf(best.note, sizeof best.note, "the best of ours");
        if (!slip_speed_line(out, &best)) missed++;
    }
    slip_arena_free(&b.arena);
    return missed;
}

/* A whole run of lemke on a frictional pile, which must be solved. */
static int pile(FILE *out, const char *name)
{
    slip_verdict_word word;
    return !slip_speed_pile(out, name, "lemke", &word) || word != SLIP_VERDICT_VERIFIED;
}

static int run(FILE *out)
{
    int missed = 0;
    slip_speed_head(out);
    for (size_t k = 0; k < sizeof subjects / sizeof *subjects; k++) missed += measure(out, &subjects[k]);
    missed += pile(out, "cannonball:n=16,mu=0.2");
    missed += pile(out, "cannonball:n=20,mu=0.1");
    return missed;
}

const slip_speed slip_speed_lcp = { .name = "lcp", .about = "pivoting methods against dgesv and dpotrf", .run = run };
