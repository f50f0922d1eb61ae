/* lcp_joints.c: joints eliminated or as free unknowns: both roads verify and agree, also where joints are redundant.
   SPDX-License-Identifier: GPL-3.0-or-later

   The velocity is unique without friction and for the convex law that dantzig solves; there it is compared.  With friction both roads must verify. */

#include "solvers/lcp.h"
#include "tests/tap.h"
#include "verify/verify.h"

enum { N = 8, NC = 4, P = 6 };
typedef struct { slip_verdict_word word; slip_claim claim; double v[64], l[64]; char note[128]; bool ran; } outcome;

static outcome solve(const slip_problem *p, const char *name)
{
    outcome o = { .ran = false };
    slip_arena arena = { 0 };
    slip_error e = { 0 };
    slip_result run;
    const slip_solver *s;
    double par[SLIP_MAX_PARAMS];
    if (slip_solver_open(name, &s, par, &e) || slip_run(s, p, par, NULL, NULL, NULL, NULL, &run, &arena, &e)) diag("%s: %s", name, e.text);
    else {
        o.ran = true;
        o.word = slip_verify(p, run.answer.law, run.answer.dirs, &run.answer, NULL, 1e-8).word;
        o.claim = run.answer.claim;
        memcpy(o.note, run.note, sizeof o.note);
        for (int i = 0; i < p->n && i < 64; i++) o.v[i] = run.answer.v ? run.answer.v[i] : NAN;
        for (int i = 0; i < p->p && i < 64; i++) o.l[i] = run.answer.l ? run.answer.l[i] : NAN;
    }
    slip_arena_free(&arena);
    return o;
}

static double apart(const outcome *a, const outcome *b, int n)
{
    double most = 0, size = 1e-300;
    for (int i = 0; i < n && i < 64; i++) {
        size = fmax(size, fabs(a->v[i]));
        if (!(fabs(a->v[i] - b->v[i]) <= most)) most = fabs(a->v[i] - b->v[i]);
    }
    return most / fmax(size, 1e-3);
}

/* Both roads of one method on a problem of the catalogue. */
static void roads(const char *name, const char *method, bool unique)
{
    slip_problem p;
    slip_error e = { 0 };
    char free[64], gone[64];
    if (slip_problem_open(&p, name, NULL, &e)) bail_out("%s", e.text);
    snprintf(free, sizeof free, "%s:joints=free", method);
    snprintf(gone, sizeof gone, "%s:joints=eliminate", method);
    outcome a = solve(&p, gone), b = solve(&p, free);
    ok(a.word == SLIP_VERDICT_VERIFIED && b.word == SLIP_VERDICT_VERIFIED, "%s by %s: both roads verify (%s, %s)", name, method, slip_verdict_name(a.word), slip_verdict_name(b.word));
    if (unique) ok(apart(&a, &b, p.n) <= 1e-9, "and their velocities agree to %.1e", apart(&a, &b, p.n));
    slip_problem_free(&p);
}

/* Integers: H, a G whose last rows are sums of the others, and a velocity that satisfies everything strictly: solvable for every law. */
static bool draw(slip_problem *p, slip_rng *rng, int rank, double mu)
{
    double J[2 * NC * N], G[P * N], mass[N], v0[N], M[N];
    slip_error e = { 0 };
    for (int i = 0; i < 2 * NC * N; i++) J[i] = slip_rng_below(rng, 5) - 2;
    for (int i = 0; i < P * N; i++) G[i] = i < rank * N ? slip_rng_below(rng, 5) - 2 : 0;
    for (int j = rank; j < P; j++)
        for (int k = 0; k < rank; k++) {
            int c = slip_rng_below(rng, 3) - 1;
            for (int i = 0; i < N; i++) G[j * N + i] += c * G[k * N + i];
        }
    for (int i = 0; i < N; i++) { mass[i] = M[i] = 1 + slip_rng_below(rng, 4); v0[i] = slip_rng_below(rng, 5) - 2; }
    if (slip_problem_new(p, 2, NC, N, P, false, &e) || slip_problem_fill_rows(p, mass, J, G, &e)) return false;
    for (int i = 0; i < N; i++) p->f[i] = M[i] * (slip_rng_below(rng, 11) - 5);
    for (int j = 0; j < P; j++) for (int i = 0; i < N; i++) p->b[j] -= G[j * N + i] * v0[i];
    for (int c = 0; c < NC; c++) {
        double un = 0, ut = 0;
        for (int i = 0; i < N; i++) { un += J[2 * c * N + i] * v0[i]; ut += J[(2 * c + 1) * N + i] * v0[i]; }
        p->mu[c] = mu;
        p->w[2 * c] = mu * fabs(ut) + 0.5 * slip_rng_below(rng, 3) - un;
    }
    p->law = SLIP_LAW_FACETS;
    return slip_problem_check(p, &e) == SLIP_OK;
}

static void random_joints(double mu, int count)
{
    slip_rng *rng = slip_rng_new(77);
    int both = 0, lies = 0, free = 0, eliminated = 0, convex = 0, drawn = 0;
    double most = 0;
    for (int t = 0; t < count; t++) {
        slip_problem p = { 0 };
        if (draw(&p, rng, 1 + t % 4, mu)) {
            drawn++;
            outcome a = solve(&p, "lemke"), b = solve(&p, "lemke:joints=free"), c = solve(&p, "dantzig:joints=eliminate"), d = solve(&p, "dantzig");
            const outcome *all[] = { &a, &b, &c, &d };
            for (int k = 0; k < 4; k++) lies += !all[k]->ran || all[k]->word == SLIP_VERDICT_FALSE_CLAIM || all[k]->word == SLIP_VERDICT_INVALID || all[k]->claim == SLIP_CLAIM_NO_SOLUTION;
            eliminated += a.word == SLIP_VERDICT_VERIFIED;
            free += b.word == SLIP_VERDICT_VERIFIED;
            both += a.word == SLIP_VERDICT_VERIFIED && b.word == SLIP_VERDICT_VERIFIED;
            convex += c.word == SLIP_VERDICT_VERIFIED && d.word == SLIP_VERDICT_VERIFIED;
            most = fmax(most, apart(&c, &d, p.n));
            if (mu == 0) most = fmax(most, fmax(apart(&a, &b, p.n), apart(&a, &d, p.n)));
        }
        slip_problem_free(&p);
    }
    ok(lies == 0 && drawn == count, "mu = %g: no false claim in %d random problems with redundant joints", mu, drawn);
    ok(convex == drawn && most <= 1e-8, "dantzig: both roads verify in %d, unique velocities agree to %.1e", convex, most);
    ok(mu > 0 ? eliminated >= 0.9 * drawn && free >= 0.9 * drawn : both == drawn, "lemke: %d verified with joints eliminated, %d with free ones", eliminated, free);
    slip_rng_free(rng);
}

/* The same joint twice with two velocities: refused in words, by either road. */
static void contradiction(const char *name)
{
    slip_problem p;
    slip_error e = { 0 };
    slip_arena arena = { 0 };
    slip_result run;
    const slip_solver *s;
    double par[SLIP_MAX_PARAMS], J[4] = { 0, 1, 1, 0 }, G[4] = { 1, 1, 1, 1 }, mass[2] = { 1, 1 };
    if (slip_problem_new(&p, 2, 1, 2, 2, false, &e) || slip_problem_fill_rows(&p, mass, J, G, &e)) bail_out("%s", e.text);
    p.b[1] = 1;
    if (slip_problem_check(&p, &e) || slip_solver_open(name, &s, par, &e)) bail_out("%s", e.text);
    slip_status status = slip_run(s, &p, par, NULL, NULL, NULL, NULL, &run, &arena, &e);
    ok(status == SLIP_INPUT && strstr(e.text, "contradict"), "%s: joints that contradict each other are refused: %s", name, e.text);
    slip_arena_free(&arena);
    slip_problem_free(&p);
}

/* Efforts known: accelerations follow.  These accelerations given at some joints and their efforts taken away: the efforts follow. */
static void mixed(unsigned long seed, const char *method)
{
    char name[96];
    slip_problem p, q;
    slip_error e = { 0 };
    snprintf(name, sizeof name, "multibody:size=16,rolling=0.6,mu=0.1,seed=%lu", seed);
    if (slip_problem_open(&p, name, NULL, &e)) bail_out("%s", e.text);
    strcat(name, ",driven=0.5");
    if (slip_problem_open(&q, name, NULL, &e)) bail_out("%s", e.text);
    outcome a = solve(&p, "lemke:form=box");
    double tau[64], most = 0, moved = 0;
    for (int j = 0; j < q.p && j < 64; j++) {
        int row = q.G.i[q.G.p[j]];
        tau[j] = 3 + j;
        q.f[row] -= tau[j];
        q.b[j] = -a.v[row];
    }
    outcome b = solve(&q, method);
    for (int j = 0; j < q.p && j < 64; j++) most = fmax(most, fabs(b.l[j] - tau[j]));
    moved = apart(&a, &b, p.n);
    ok(q.p > 0 && a.word == SLIP_VERDICT_VERIFIED && b.word == SLIP_VERDICT_VERIFIED && most <= 1e-7 && moved <= 1e-8,
       "%s by %s: %d efforts found again to %.1e, accelerations to %.1e", name, method, q.p, most, moved);
    slip_problem_free(&p);
    slip_problem_free(&q);
}

int main(void)
{
    slip_error e = { 0 };
    if (slip_start(&e)) bail_out("%s", e.text);
    static const char *const frictionless[] = { "pendulum:mu=0,n=3", "pendulum:mu=0,n=3,twice=1,amplitude=0.5", "pendulum:mu=0,kind=hinge,n=4,stretch=0.1,twice=1", "linkage:mu=0", "linkage:kind=jack,mu=0,k=5" };
    static const char *const friction[] = { "pendulum:law=facets", "pendulum:law=facets,n=5,twice=1", "pendulum:law=facets,kind=hinge,n=4,twice=1,amplitude=0.3", "linkage", "linkage:kind=jack", "multibody:driven=0.5" };
    plan(4 * 5 + 6 + 9 + 3 + 6);
    for (int k = 0; k < 5; k++) { roads(frictionless[k], "lemke", true); roads(frictionless[k], "dantzig", true); }
    for (int k = 0; k < 6; k++) roads(friction[k], "lemke", false);
    int count = quick_or_full(200, 2000);
    random_joints(0, count);
    random_joints(0.3, count);
    random_joints(1, count);
    contradiction("lemke");
    contradiction("lemke:joints=free");
    contradiction("dantzig");
    for (unsigned long seed = 1; seed <= 3; seed++) { mixed(seed, "lemke:form=box"); mixed(seed, "lemke:form=box,joints=free"); }
    return done();
}
