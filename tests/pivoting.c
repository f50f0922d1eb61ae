/* pivoting.c: LCP formulations and pivoting methods on the instances of the papers: the right verdict, never a false claim.
   SPDX-License-Identifier: GPL-3.0-or-later

   Oracles: closed forms of the papers (corrected), the verifier, truths of the catalogue. */

#include "solvers/enumerate.h"
#include "solvers/lcp.h"
#include "tests/tap.h"
#include "verify/verify.h"

typedef struct { slip_verdict claimed, posed; slip_result run; double r[16], u[16]; int m; bool ran; } outcome;

static outcome judge(const char *problem, const char *solver, long steps)
{
    outcome o = { .ran = false };
    slip_problem p;
    slip_truth truth;
    slip_error e = { 0 };
    const slip_solver *s;
    double par[SLIP_MAX_PARAMS];
    slip_arena arena = { 0 };
    if (slip_problem_open(&p, problem, &truth, &e)) { diag("%s: %s", problem, e.text); return o; }
    if (steps == 0 && !strcmp(solver, "fip") && slip_lcp_size(&p, SLIP_LCP_AUTO) > 250) {       /* its factorisations would take the minute */
        o.ran = true;
        o.claimed.word = o.posed.word = SLIP_VERDICT_NA;
        slip_problem_free(&p);
        return o;
    }
    if (steps == 0) steps = 50 + 2000000L / ((long)slip_problem_m(&p) * slip_problem_m(&p) + 1);      /* the larger, the fewer */
    if (slip_solver_open(solver, &s, par, &e) || slip_run(s, &p, par, &(slip_limits){ 1e-8, steps, 0, 0 }, NULL, NULL, NULL, &o.run, &arena, &e)) diag("%s by %s: %s", problem, solver, e.text);
    else {
        o.ran = true;
        o.claimed = slip_verify(&p, o.run.answer.law, o.run.answer.dirs, &o.run.answer, &truth, 1e-8);
        o.posed = slip_verify(&p, p.law, p.dirs, &o.run.answer, &truth, 1e-8);
        o.m = slip_problem_m(&p);
        for (int i = 0; i < o.m && i < 16 && o.run.answer.r; i++) { o.r[i] = o.run.answer.r[i]; o.u[i] = o.run.answer.u ? o.run.answer.u[i] : NAN; }
    }
    o.run.answer.r = o.run.answer.u = o.run.answer.v = o.run.answer.l = o.run.answer.farkas = NULL;
    o.run.history = NULL;
    slip_problem_free(&p);
    slip_arena_free(&arena);
    return o;
}

static const struct { const char *problem, *solver, *verdict; } cases[] = {
    { "painleve-rod:mu=1", "lemke", "verified" },
    { "painleve-rod:mu=2", "lemke", "verified" },                       /* says, rightly, that there is none */
    { "painleve-rod:mu=2", "enum", "verified" },
    { "painleve-rod:mu=2", "baraff", "inaccurate" },                    /* a ray */
    { "painleve-rod:mu=2,g=-9.81", "lemke", "verified" },
    { "painleve-rod:mu=2,g=-9.81", "enum:which=2", "verified" },
    { "pair:kind=generic", "lemke", "inaccurate" },                     /* feasible, no solution: a ray proves nothing */
    { "pair:kind=generic", "enum", "verified" },
    { "pair", "lemke", "inaccurate" },
    { "pair", "enum", "verified" },
    { "dynamic:case=none", "lemke", "verified" },
    { "dynamic:case=none-feasible", "lemke", "inaccurate" },
    { "dynamic:case=none-feasible", "enum", "verified" },
    { "dynamic:case=one", "enum", "verified" },
    { "dynamic:case=several", "enum", "verified" },
    { "integer:kind=zero-step", "baraff", "verified" },
    { "integer:kind=loop", "baraff", "verified" },
    { "integer:kind=zero-step", "lemke", "verified" },
    { "integer:kind=loop", "lemke", "verified" },
    { "integer:kind=singular", "lemke", "verified" },
    { "integer:kind=singular", "enum", "verified" },
    { "murty:n=10", "lemke", "verified" },
    { "murty:n=10,kind=principal", "lemke", "verified" },
    { "cannonball:n=6,mu=0.05", "baraff", "verified" },
    { "wall:mu=0.5", "baraff", "verified" },
    { "stack:k=7,mu=0.5", "baraff", "verified" },
    { "cannonball:n=6,mu=0.05", "lemke", "verified" },
    { "cannonball:n=6,mu=0.5", "lemke", "verified" },
    { "cannonball:n=6,mu=0", "lemke", "verified" },
    { "cannonball:n=6,mu=0", "dantzig", "verified" },
    { "cannonball:n=16,mu=0", "dantzig", "verified" },
    { "random-lcp:n=60", "lemke", "verified" },
    { "random-lcp:n=60", "dantzig", "verified" },
    { "random-lcp:n=60,kind=semidefinite", "lemke", "verified" },
    { "random-lcp:n=60,kind=semidefinite", "dantzig", "verified" },
    { "random-lcp:n=60,kind=nonsymmetric", "lemke", "verified" },
    { "random-lcp:n=60,kind=nonsymmetric", "dantzig", "n/a" },
};
static const char *const methods[] = { "baraff", "bpp", "dantzig", "enum", "enum:form=facets", "fip", "lemke", "lemke:form=facets", "lemke:form=box", NULL };

/* A run ends solved with these impulses. */
static void ends(const char *problem, const char *solver, int count, const double want[])
{
    outcome o = judge(problem, solver, 20000);
    double off = o.ran && o.m >= count && o.run.answer.claim == SLIP_CLAIM_SOLVED ? 0 : INFINITY;
    for (int i = 0; i < count; i++) off = fmax(off, fabs(o.r[i] - want[i]));
    ok(off <= 1e-9 && o.claimed.word == SLIP_VERDICT_VERIFIED, "%s by %s: the closed form (off by %.1e)", problem, solver, off);
}

/* The gaps of fip on the sphere, from z = (20, 4, 4, 1, 1) with beta = 0.2, and its start: closed data, [TrinkleEtAl1995, appendix]. */
static void gaps(void)
{
    slip_problem p;
    slip_error e = { 0 };
    slip_arena arena = { 0 };
    slip_lcp lcp;
    const slip_solver *s;
    double par[SLIP_MAX_PARAMS], z[5] = { 20, 4, 4, 1, 1 }, ray[5], got[4] = { NAN, NAN, NAN, NAN };
    static const double want[4] = { 233.8, 88.84352, 31.34276, 9.463233 };
    slip_iterate it = { .tol = 1e-8 };
    slip_lcp_point point = { z, ray, false };
    if (slip_problem_open(&p, "sphere:x=3.5", NULL, &e) || slip_lcp_new(&lcp, &p, SLIP_LCP_BOX, &arena, &e) || slip_solver_open("fip:beta=0.2", &s, par, &e)) bail_out("%s", e.text);
    static const double M[25] = { 1, -.7, -.7, .4, .4,  0, 3.5, 0, -1, 0,  0, 0, 3.5, 0, -1,  0, 1, 0, 0, 0,  0, 0, 1, 0, 0 };
    double off = lcp.n == 5 ? 0 : INFINITY;
    for (int i = 0; i < 25 && lcp.n == 5; i++) off = fmax(off, fabs(lcp.A[i] - M[i]));
    ok(off <= 1e-14, "Trinkle's matrix (33) of the sphere, size 5");
    void *core = slip_arena_get(&arena, 1, slip_lcp_fip.size);
    if (slip_lcp_fip.start(core, &lcp, par, &it, &arena, &e)) bail_out("%s", e.text);
    for (int k = 0; k < 4 && slip_lcp_fip.advance(core, &lcp, &point, &it) == SLIP_STEP_OK; k++) got[k] = it.claimed_error;
    off = 0;
    for (int k = 0; k < 4; k++) off = fabs(got[k] / want[k] - 1) <= off ? off : fabs(got[k] / want[k] - 1);
    ok(off <= 1e-6, "fip on the sphere: the first gaps %.7g %.7g %.7g %.7g", got[0], got[1], got[2], got[3]);
    slip_arena_free(&arena);
    slip_problem_free(&p);
}

/* An answer of (32), mapped, solves the LCP of Stewart and Trinkle. */
static void mapped(const char *name)
{
    slip_problem p;
    slip_error e = { 0 };
    slip_arena arena = { 0 };
    slip_lcp lcp;
    slip_result run;
    const slip_solver *s;
    double par[SLIP_MAX_PARAMS];
    if (slip_problem_open(&p, name, NULL, &e) || slip_lcp_new(&lcp, &p, SLIP_LCP_FACETS, &arena, &e) || slip_solver_open("lemke:form=box", &s, par, &e)
        || slip_run(s, &p, par, NULL, NULL, NULL, NULL, &run, &arena, &e)) bail_out("%s", e.text);
    double *z = SLIP_NEW(&arena, double, lcp.n), *w = SLIP_NEW(&arena, double, lcp.n);
    for (int i = 0; i < p.nc; i++) {
        double t = run.answer.r[2 * i + 1];
        z[4 * i] = run.answer.r[2 * i];
        z[4 * i + 1] = fmax(t, 0);
        z[4 * i + 2] = fmax(-t, 0);
        z[4 * i + 3] = z[4 * i] > 0 ? fabs(run.answer.u[2 * i + 1]) : fabs(run.answer.u[2 * i + 1]);
    }
    double error = lcp.n == 4 * p.nc ? slip_lcp_residual(&lcp, z, w) : NAN;
    ok(error <= 1e-9, "%s: the solution of (32), mapped, solves the facets LCP (misses by %.1e)", name, error);
    slip_arena_free(&arena);
    slip_problem_free(&p);
}

static void values(void)
{
    ends("painleve-rod:kind=rolling,mu=1", "lemke", 2, (double[]){ 8.3385, 2.943 });
    ends("painleve-rod:kind=rolling,mu=1", "lemke:form=box", 2, (double[]){ 8.3385, 2.943 });
    ends("painleve-rod:kind=rolling,mu=1", "baraff", 2, (double[]){ 8.3385, 2.943 });
    ends("painleve-rod:mu=1", "baraff", 2, (double[]){ 24.525, 24.525 });
    ends("sphere:x=3.5", "lemke", 3, (double[]){ 9.81, -1, 0 });
    ends("sphere:x=10", "lemke", 3, (double[]){ 9.81, -1.962, 0 });
    ends("sphere:x=10", "fip", 3, (double[]){ 9.81, -1.962, 0 });
    ends("integer:kind=zero-step", "baraff", 4, (double[]){ 101. / 68, -25. / 136, 427. / 136, 427. / 136 });
    outcome o = judge("stack:k=7", "dantzig:order=index", 1000);
    is_int(o.run.work[SLIP_WORK_CALLS], 14, "a stack of 7 blocks: 14 calls of drive-to-zero");
    is_int(o.run.work[SLIP_WORK_PIVOTS], 14, "and 14 steps");
    o = judge("painleve-rod:kind=rolling,mu=2,g=-9.81,push=-80", "lemke", 1000);
    ok(o.claimed.word == SLIP_VERDICT_VERIFIED && fabs(o.r[0]) <= 1e-12, "the rod with three solutions: Lemke detaches");
    gaps();
    mapped("cannonball:n=6,mu=0.2");
    slip_problem p;
    slip_error e = { 0 };
    slip_arena arena = { 0 };
    slip_lcp lcp;
    slip_enumeration all;
    if (slip_problem_open(&p, "slab", NULL, &e) || slip_lcp_new(&lcp, &p, SLIP_LCP_FACETS, &arena, &e)
        || slip_enumeration_new(&all, lcp.n, lcp.A, lcp.q, 64, &arena, &e)) bail_out("%s", e.text);
    while (slip_enumeration_go(&all, 64)) continue;
    ok(all.bases == 4096 && all.singular == 3340 && all.feasible == 222, "the slab on three contacts: 3340 of 4096 bases are singular (%ld), 222 of the others solve (%ld)", all.singular, all.feasible);
    slip_arena_free(&arena);
    slip_problem_free(&p);
}

int main(void)
{
    slip_error e = { 0 };
    if (slip_start(&e)) bail_out("%s", e.text);
    int count = (int)(sizeof cases / sizeof *cases), families = 0, tried = 0;
    while (slip_families[families]) families++;
    while (methods[tried]) tried++;
    plan(count + 15 + families * tried);
    for (int i = 0; i < count; i++) {
        outcome o = judge(cases[i].problem, cases[i].solver, 20000);
        is_str(slip_verdict_name(o.claimed.word), cases[i].verdict, "%s by %s", cases[i].problem, cases[i].solver);
        if (o.claimed.word != SLIP_VERDICT_VERIFIED) diag("  %s; %s", o.claimed.sentence, o.run.note);
    }
    values();
    for (int f = 0; f < families; f++)
        for (int t = 0; t < tried; t++) {
            outcome o = judge(slip_families[f]->name, methods[t], 0);          /* enough to see what it claims */
            ok(o.ran && o.claimed.word != SLIP_VERDICT_FALSE_CLAIM && o.claimed.word != SLIP_VERDICT_INVALID && o.claimed.word != SLIP_VERDICT_HARNESS,
               "%s by %s: no false claim (%s of %s, %s; %lld pivots; %s)", slip_families[f]->name, methods[t], slip_verdict_name(o.claimed.word),
               slip_law_name(o.run.answer.law), slip_verdict_name(o.posed.word), o.run.work[SLIP_WORK_PIVOTS], o.run.note);
        }
    return done();
}
