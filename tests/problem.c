/* problem.c: defects each get one sentence; the text reads back bit for bit; names; laws that coincide; memory.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "solvers/solvers.h"
#include "tests/tap.h"

static slip_error e;

/* Open the rod, spoil it, and look for the sentence. */
static void defect(const char *words, void (*spoil)(slip_problem *))
{
    slip_problem p;
    if (slip_problem_open(&p, "painleve-rod", NULL, &e)) bail_out("%s", e.text);
    spoil(&p);
    e.text[0] = 0;
    slip_status status = slip_problem_check(&p, &e);
    ok(status == SLIP_INPUT && strstr(e.text, words), "defect: %s", e.text);
    slip_problem_free(&p);
}

static void nan_f(slip_problem *p) { p->f[1] = NAN; }
static void inf_w(slip_problem *p) { p->w[0] = INFINITY; }
static void negative_mu(slip_problem *p) { p->mu[0] = -0.5; }
static void nan_mu(slip_problem *p) { p->mu[0] = NAN; }
static void long_slip(slip_problem *p) { p->slip[0] = 2; }
static void nan_slip(slip_problem *p) { p->slip[0] = NAN; }
static void short_H(slip_problem *p) { p->H.cols = 1; }
static void skew_M(slip_problem *p)
{
    double M[9] = { 1, 0.5, 0, 0, 1, 0, 0, 0, 1 };
    slip_sparse_from_dense(&p->M, SLIP_CSC, 3, 3, M, &p->arena, &e);
}
static void negative_M(slip_problem *p) { p->M.x[2] = -1; }
static void crooked_frame(slip_problem *p) { p->picture.frame[0] = 0.1; }
static void far_row(slip_problem *p) { p->H.i[0] = 7; }
static void no_H(slip_problem *p) { p->H.x = NULL; }

static void round_trip(const char *name)
{
    slip_problem p, q;
    slip_text a = { 0 }, b = { 0 };
    char h1[65] = "", h2[65] = "";
    bool same = !slip_problem_open(&p, name, NULL, &e) && !slip_problem_text(&p, &a, &e) && !slip_problem_read_text(&q, a.s, a.length, &e);
    same = same && !slip_problem_text(&q, &b, &e) && a.length == b.length && memcmp(a.s, b.s, a.length) == 0;
    same = same && !slip_problem_hash(&p, h1, &e) && !slip_problem_hash(&q, h2, &e) && strcmp(h1, h2) == 0 && strlen(h1) == 64;
    ok(same, "%s reads back bit for bit (%.12s)", name, h1);
    int accepted = 0;                                   /* cut anywhere, it is refused */
    for (size_t cut = 0; cut + 2 < a.length; cut++) {
        slip_problem t;
        if (!slip_problem_read_text(&t, a.s, cut, &e)) { accepted++; slip_problem_free(&t); }
    }
    is_int(accepted, 0, "%s cut at any byte is refused", name);
    slip_text_free(&a);
    slip_text_free(&b);
    slip_problem_free(&p);
    slip_problem_free(&q);
}

static void refused(const char *name, const char *words)
{
    slip_problem p;
    slip_status status = slip_problem_open(&p, name, NULL, &e);
    ok((status == SLIP_INPUT || status == SLIP_SIZE || status == SLIP_FILE) && strstr(e.text, words), "%s: %s", name, e.text);
}

static void laws(void)
{
    slip_problem p;
    slip_dirs four = { 4, 0 }, six = { 6, 0 }, two = { 2, 0 };
    slip_problem_open(&p, "painleve-rod:kind=rolling", NULL, &e);
    ok(slip_law_same(&p, SLIP_LAW_COULOMB, two, SLIP_LAW_FACETS, two) && slip_law_same(&p, SLIP_LAW_COULOMB, two, SLIP_LAW_BOX, two)
       && slip_law_same(&p, SLIP_LAW_CONE, two, SLIP_LAW_CONE_FACETS, two) && !slip_law_same(&p, SLIP_LAW_COULOMB, two, SLIP_LAW_CONE, two),
       "2D: coulomb = facets = box, cone = cone-facets, coulomb is not cone");
    p.mu[0] = 0;
    ok(slip_law_same(&p, SLIP_LAW_COULOMB, two, SLIP_LAW_CONE, two), "mu = 0: all laws are one");
    slip_problem_free(&p);
    slip_problem_new(&p, 3, 1, 3, 0, false, &e);
    p.mu[0] = 0.3;
    ok(!slip_law_same(&p, SLIP_LAW_COULOMB, four, SLIP_LAW_FACETS, four) && !slip_law_same(&p, SLIP_LAW_FACETS, four, SLIP_LAW_FACETS, six)
       && slip_law_same(&p, SLIP_LAW_FACETS, six, SLIP_LAW_FACETS, six) && !slip_law_same(&p, SLIP_LAW_BOX, four, SLIP_LAW_FACETS, four)
       && !slip_law_same(&p, SLIP_LAW_COULOMB, four, SLIP_LAW_OPPOSED, four), "3D: they differ, and facets by their directions");
    slip_problem_free(&p);
    double worst = 0;
    for (int k = 4; k <= 16; k += 2)
        for (int j = 0; j < k; j++) {
            double a[2], b[2];
            slip_dirs_get((slip_dirs){ k, 0.37 }, 3, j, a);
            slip_dirs_get((slip_dirs){ k, 0.37 }, 3, (j + k / 2) % k, b);
            worst = fmax(worst, fabs(a[0] + b[0]) + fabs(a[1] + b[1]) + fabs(hypot(a[0], a[1]) - 1) + fabs(a[0] - cos(0.37 + 2 * M_PI * j / k)));
        }
    ok(worst <= 2e-15, "directions are unit, regular and exactly opposite (%.1e)", worst);
}

/* Fail each allocation of opening, hashing, solving in turn: an error each time, nothing leaks. */
static void memory(void)
{
    long before = slip_memory_live(), k;
    int leaks = 0, wrong = 0;
    for (k = 1; k < 2000; k++) {
        slip_problem p;
        slip_truth truth;
        slip_arena arena = { 0 };
        slip_result out;
        const slip_solver *s;
        double par[SLIP_MAX_PARAMS];
        char hash[65];
        long refused_before = slip_memory_refused();
        slip_memory_fail_at(k);
        slip_status status = slip_problem_open(&p, "painleve-rod:kind=rolling,mu=2", &truth, &e);
        if (!status) status = slip_problem_hash(&p, hash, &e);
        if (!status) status = slip_solver_open("prox", &s, par, &e);
        if (!status) status = slip_run(s, &p, par, NULL, NULL, NULL, NULL, &out, &arena, &e);
        slip_text json = { 0 };
        if (!status) status = slip_answer_write_json(&out.answer, &p, &json, &e);
        slip_memory_fail_at(0);
        slip_text_free(&json);
        slip_arena_free(&arena);
        slip_problem_free(&p);
        leaks += slip_memory_live() != before;
        if (slip_memory_refused() == refused_before) break;       /* k is beyond the last allocation */
        wrong += status && status != SLIP_MEMORY && status != SLIP_NUMERIC && status != SLIP_INPUT && status != SLIP_BUG;
    }
    ok(k > 20 && k < 2000 && !leaks && !wrong, "each of %ld allocations failed in turn: %d leaks, %d strange errors", k - 1, leaks, wrong);
}

int main(void)
{
    plan(12 + 3 * 2 + 14 + 4 + 3 + 1 + 1);
    if (slip_start(&e)) bail_out("%s", e.text);
    defect("f[1] is not a finite", nan_f);
    defect("w[0] is not a finite", inf_w);
    defect("mu[0] = -0.5 is negative", negative_mu);
    defect("mu[0] is not a finite", nan_mu);
    defect("length 2, not 1", long_slip);
    defect("slip direction", nan_slip);
    defect("H is 3 x 1 but the sizes ask for 3 x 2", short_H);
    defect("M is not symmetric", skew_M);
    defect("M is not positive definite", negative_M);
    defect("frame of contact 0 is not orthonormal", crooked_frame);
    defect("H", far_row);
    defect("H is missing", no_H);
    round_trip("painleve-rod:mu=2");
    round_trip("painleve-rod:kind=impulse,slope=0.7");
    round_trip("point-mass:hx=0.1");
    refused("painlevé-rod", "did you mean 'painleve-rod'");
    refused("pianleve-rod", "did you mean 'painleve-rod'");
    refused("xyzzy", "there is no problem 'xyzzy'");
    refused("point-mass:m=-1", "out of range");
    refused("point-mass:m=nan", "out of range");
    refused("point-mass:m=inf", "out of range");
    refused("point-mass:mu=abc", "is not a number");
    refused("point-mass:mue=1", "did you mean 'mu'");
    refused("point-mass:mu", "is not key=value");
    refused("point-mass:mu=1,mu=2", "given twice");
    refused("painleve-rod:kind=slding", "one of sliding, rolling, impulse");
    refused("point-mass:seed=-1", "seed");
    refused("point-mass:step=3", "cannot be opened here");
    refused("./no-such-file.txt", "no-such-file");
    laws();

    slip_problem p, c;                                  /* copies are deep; empty problems are allowed and solved by nothing */
    slip_problem_open(&p, "painleve-rod", NULL, &e);
    char h1[65], h2[65];
    slip_problem_hash(&p, h1, &e);
    bool copied = !slip_problem_copy(&c, &p, &e);
    slip_problem_free(&p);
    ok(copied && !slip_problem_hash(&c, h2, &e) && strcmp(h1, h2) == 0, "a copy outlives its original");
    slip_problem_free(&c);
    slip_problem_new(&p, 3, 0, 2, 0, false, &e);
    double M[4] = { 2, 0, 0, 2 };
    slip_sparse_from_dense(&p.M, SLIP_CSC, 2, 2, M, &p.arena, &e);
    p.f[0] = 4;
    ok(!slip_problem_check(&p, &e), "a problem without contacts is allowed");
    slip_arena arena = { 0 };
    slip_result out;
    const slip_solver *s;
    double par[SLIP_MAX_PARAMS];
    slip_solver_open("prox", &s, par, &e);
    slip_status status = slip_run(s, &p, par, NULL, NULL, NULL, NULL, &out, &arena, &e);
    ok(!status && out.answer.claim == SLIP_CLAIM_SOLVED && out.answer.v && out.answer.v[0] == 2, "and solved by nothing, its velocity recovered");
    slip_arena_free(&arena);
    slip_problem_free(&p);
    ok(slip_problem_new(&p, 4, 1, 1, 0, false, &e) == SLIP_INPUT, "%s", e.text);
    memory();
    return done();
}
