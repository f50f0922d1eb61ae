/* pivoting.c: LCP formulations and pivoting methods on the instances of the papers: the right verdict, never a false claim.
   SPDX-License-Identifier: GPL-3.0-or-later

   Oracles: closed forms of the papers (corrected), the verifier, truths of the catalogue. */

#include "solvers/lcp.h"
#include "tests/tap.h"
#include "verify/verify.h"

typedef struct { slip_verdict claimed, posed; slip_result run; double r[16], u[16]; int m; bool ran; } outcome;

static outcome judge(const char *problem, const char *solver)
{
    outcome o = { .ran = false };
    slip_problem p;
    slip_truth truth;
    slip_error e = { 0 };
    const slip_solver *s;
    double par[SLIP_MAX_PARAMS];
    slip_arena arena = { 0 };
    if (slip_problem_open(&p, problem, &truth, &e)) { diag("%s: %s", problem, e.text); return o; }
    if (slip_solver_open(solver, &s, par, &e) || slip_run(s, &p, par, NULL, NULL, NULL, NULL, &o.run, &arena, &e)) diag("%s by %s: %s", problem, solver, e.text);
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

int main(void)
{
    slip_error e = { 0 };
    if (slip_start(&e)) bail_out("%s", e.text);
    int count = (int)(sizeof cases / sizeof *cases), families = 0, tried = 0;
    while (slip_families[families]) families++;
    while (methods[tried]) tried++;
    plan(count + families * tried);
    for (int i = 0; i < count; i++) {
        outcome o = judge(cases[i].problem, cases[i].solver);
        is_str(slip_verdict_name(o.claimed.word), cases[i].verdict, "%s by %s", cases[i].problem, cases[i].solver);
        if (o.claimed.word != SLIP_VERDICT_VERIFIED) diag("  %s; %s", o.claimed.sentence, o.run.note);
    }
    for (int f = 0; f < families; f++)
        for (int t = 0; t < tried; t++) {
            outcome o = judge(slip_families[f]->name, methods[t]);
            ok(o.ran && o.claimed.word != SLIP_VERDICT_FALSE_CLAIM && o.claimed.word != SLIP_VERDICT_INVALID && o.claimed.word != SLIP_VERDICT_HARNESS,
               "%s by %s: no false claim (%s of %s, %s; %lld pivots; %s)", slip_families[f]->name, methods[t], slip_verdict_name(o.claimed.word),
               slip_law_name(o.run.answer.law), slip_verdict_name(o.posed.word), o.run.work[SLIP_WORK_PIVOTS], o.run.note);
        }
    return done();
}
