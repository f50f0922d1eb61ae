/* near.c: answers certified to lie near an exact solution, and wrong ones that never are.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "tests/made.h"
#include "tests/near_proofs.h"
#include "solvers/solvers.h"

static slip_near near(const slip_problem *p, slip_law law, slip_dirs dirs, const slip_answer *a)
{
    slip_near out;
    slip_error e;
    if (slip_near_prove(p, law, dirs, a, &(slip_near_options){ .proof = true }, &out, &e) != SLIP_OK) bail_out("%s", e.text);
    return out;
}

static bool certified(const slip_near *n, double eps)
{
    bool good = (n->word == SLIP_NEAR_CERTIFIED || n->word == SLIP_NEAR_MULTIPLE) && n->eps <= eps;
    if (!good) diag("%s, eps %g: %s", slip_near_name(n->word), n->eps, n->sentence);
    return good;
}

/* what a method answers, solved well beyond the usual tolerance */
static slip_answer answer(const slip_problem *p, const char *solver, slip_result *r, slip_arena *arena)
{
    const slip_solver *s;
    double par[SLIP_MAX_PARAMS];
    slip_error e;
    if (slip_solver_open(solver, &s, par, &e) || slip_run(s, p, par, &(slip_limits){ .tol = 1e-13, .steps = 3000 }, NULL, NULL, NULL, r, arena, &e))
        bail_out("%s", e.text);
    return r->answer;
}

static void first_step(const char *name)
{
    static const char *const methods[] = { "lemke", "lcp1", "lcp2", "newton", "lcp3" };
    slip_problem p;
    slip_error e;
    if (slip_problem_open(&p, name, NULL, &e)) bail_out("%s", e.text);
    for (int k = 0; k < 5; k++) {
        slip_arena arena = { 0 };
        slip_result r;
        slip_answer a = answer(&p, methods[k], &r, &arena);
        slip_near n = near(&p, SLIP_LAW_FACETS, p.dirs, &a);
        if (k < 4) ok(certified(&n, 1e-12), "%s by %s: certified within %.1g", name, methods[k], n.eps);
        else {
            slip_near c = near(&p, SLIP_LAW_CONE_FACETS, p.dirs, &a);
            ok(n.word == SLIP_NEAR_REFUSED && isnan(n.eps) && certified(&c, 1e-12), "%s by %s: refused for facets, certified for cone-facets within %.1g", name, methods[k], c.eps);
            slip_near_free(&c);
        }
        slip_near_free(&n);
        slip_arena_free(&arena);
    }
    slip_problem_free(&p);
}

/* v = 0 and a motion both solve six disks at mu = 0.5 */
static void two_velocities(void)
{
    slip_problem p;
    slip_error e;
    if (slip_problem_open(&p, "cannonball:n=3,mu=0.5", NULL, &e)) bail_out("%s", e.text);
    slip_near n[2];
    slip_text proof = { 0 };
    int velocities = 0;
    for (int k = 0; k < 2; k++) {
        slip_arena arena = { 0 };
        slip_result r;
        slip_answer a = answer(&p, k ? "lcp3" : "lemke", &r, &arena);
        if (slip_near_prove(&p, SLIP_LAW_COULOMB, p.dirs, &a, &(slip_near_options){ .proof = true }, &n[k], &e)) bail_out("%s", e.text);
        slip_arena_free(&arena);
    }
    ok(certified(&n[0], 1e-12) && certified(&n[1], 1e-12), "six disks at mu = 0.5: two answers certified");
    ok(!slip_near_write(&p, n, 2, &proof, &velocities, &e) && velocities == 2 && strstr(proof.s, "claim at-least 2 velocities\n"), "their velocities differ: a proof of two");
    int one = 0;
    slip_text again = { 0 };
    n[1] = (slip_near_free(&n[1]), n[0]);
    ok(!slip_near_write(&p, n, 2, &again, &one, &e) && one == 1 && !strstr(again.s, "velocities"), "the same answer twice proves no second velocity");
    slip_near_free(&n[0]);
    slip_text_free(&proof);
    slip_text_free(&again);
    slip_problem_free(&p);
}

/* ---- made from their solutions ---- */

static const slip_law laws[] = { SLIP_LAW_FACETS, SLIP_LAW_BOX, SLIP_LAW_CONE_FACETS, SLIP_LAW_COULOMB, SLIP_LAW_CONE };

static made_options option(int k)
{
    made_options o = { .d = 1 + k % 3, .nc = 3 + k % 4, .mu = -1, .seed = (unsigned long)k, .law = laws[k / 3 % 5], .dirs = { 4, 0 } };
    o.bodies = o.d == 1 ? o.nc : o.d == 2 ? 6 : 3;             /* as many velocities as equations: rounded data stay solvable */
    if (o.d < 3 && o.law == SLIP_LAW_BOX) o.law = SLIP_LAW_COULOMB;
    bool discs = o.d == 3 && (o.law == SLIP_LAW_COULOMB || o.law == SLIP_LAW_CONE);
    o.local = k % (discs ? 2 : 7) == 1 && o.d * o.nc < (o.d == 1 ? 1 : o.d * 3 - 3) * o.bodies;
    o.p = k % 5 == 4 && o.d > 1 && !(discs && o.local) ? 2 : 0;             /* a box of a local form has no joints */
    o.given = k % 4 == 3 ? 0.4 : 0;
    o.bilateral = k % 6 == 5 && o.law != SLIP_LAW_CONE && o.law != SLIP_LAW_CONE_FACETS && !o.given && (o.d < 3 || o.law != SLIP_LAW_COULOMB) ? 0.4 : 0;
    return o;
}

static void made_ones(int count)
{
    int good = 0, tried = 0, agreed = 0, liars = 0;
    for (int k = 0; k < count; k++) {
        made x;
        made_options o = option(k);
        made_make(&x, &o);
        slip_near n = near(&x.problem, x.answer.law, x.answer.dirs, &x.answer);
        tried++;
        if (certified(&n, 1e-11)) good++;
        else diag("seed %d: d %d, %s, %d joints%s", k, o.d, slip_law_name(o.law), o.p, o.local ? ", local" : "");
        if (n.section.length) {
            slip_text problem = canonical(&x.problem), proof = proof_of(&x.problem, &n);
            agreed += accepted(&problem, proof.s);
            slip_text_free(&problem);
            slip_text_free(&proof);
        }
        slip_near_free(&n);
        for (int lie = 0; lie < 3; lie++) {                 /* r, v, or a motion to which the impulses belong, a thousandth off */
            made y;
            made_make(&y, &o);
            double *z = lie == 1 && !o.local ? y.answer.v : y.answer.r;
            int size = lie == 1 && !o.local ? y.problem.n : slip_problem_m(&y.problem);
            for (int i = 0; i < size; i++) z[i] += 1e-3 * (i % 2 ? 1 : -1);
            if (lie == 2) y.answer.v = y.answer.u = y.answer.l = NULL;
            n = near(&y.problem, y.answer.law, y.answer.dirs, &y.answer);
            if (n.word != SLIP_NEAR_REFUSED && n.word != SLIP_NEAR_UNDECIDED) {
                liars++;
                diag("seed %d: lie %d is %s within %g", k, lie, slip_near_name(n.word), n.eps);
            }
            slip_near_free(&n);
            made_free(&y);
        }
        made_free(&x);
    }
    is_int(good, tried, "%d problems made from their solutions, all laws and forms: certified", tried);
    is_int(agreed, good, "the checker accepts the proof of each");
    is_int(liars, 0, "answers a thousandth away are never certified");
}

/* the gate thrown open: a wrong state must still not pass the exact check */
static void wrong_states(int count)
{
    int certain = 0;
    for (int k = 0; k < count; k++) {
        made x;
        made_options o = option(k);
        o.local = false;
        made_make(&x, &o);
        int m = slip_problem_m(&x.problem);
        for (int i = 0; i < m; i++) x.answer.r[i] *= -1;
        x.answer.v = x.answer.u = x.answer.l = NULL;
        slip_near n;
        slip_error e;
        if (slip_near_prove(&x.problem, o.law, x.answer.dirs, &x.answer, &(slip_near_options){ .gate = 1e300 }, &n, &e)) bail_out("%s", e.text);
        certain += n.word == SLIP_NEAR_CERTIFIED || n.word == SLIP_NEAR_MULTIPLE;
        slip_near_free(&n);
        made_free(&x);
    }
    is_int(certain, 0, "impulses of the wrong sign, all residuals let through: never certified");
}

/* ---- ties, redundancy ---- */

/* A block of mass 1 on a plane, contacts at -1 and 1 (d = 2), pushed sideways by `push`, weight 1. */
static void block(slip_problem *p, double mu, double push)
{
    slip_error e;
    double mass[3] = { 1, 1, 0.5 }, J[12] = { 0, 1, -1,  1, 0, 0.5,  0, 1, 1,  1, 0, 0.5 };
    if (slip_problem_new(p, 2, 2, 3, 0, false, &e) || slip_problem_fill_rows(p, mass, J, NULL, &e)) bail_out("%s", e.text);
    p->mu[0] = p->mu[1] = mu;
    p->f[0] = push;
    p->f[1] = -1;
    p->dirs = (slip_dirs){ 2, 0 };
    if (slip_problem_check(p, &e)) bail_out("%s", e.text);
}

static slip_near at_rest(const slip_problem *p, double r[4], slip_law law)
{
    double v[3] = { 0 };
    slip_answer a = { .claim = SLIP_CLAIM_SOLVED, .law = law, .dirs = p->dirs, .r = r, .v = v };
    return near(p, law, p->dirs, &a);
}

static void ties(void)
{
    slip_problem p;
    double mid[4] = { 0.5 - 0.0625, -0.125, 0.5 + 0.0625, -0.125 };
    block(&p, 0.25, 0.25);                      /* sticks exactly at the bound: r_T = mu r_N in sum, so at each contact */
    double r[4] = { 0.5 - 0.0625, -0.25 * (0.5 - 0.0625), 0.5 + 0.0625, -0.25 * (0.5 + 0.0625) };
    slip_near n = at_rest(&p, r, SLIP_LAW_COULOMB);
    ok(certified(&n, 0), "a block that sticks exactly at the bound: the solution itself, within 0");
    slip_near_free(&n);
    slip_problem_free(&p);
    block(&p, 0.25, 0.125);
    n = at_rest(&p, (mid[1] = mid[3] = -0.0625, mid[0] = 0.5 - 0.03125, mid[2] = 0.5 + 0.03125, mid), SLIP_LAW_COULOMB);
    ok(certified(&n, 0) && n.pins == 1 && n.unique == SLIP_YES, "a block that sticks inside: one impulse may be chosen, the velocity does not move");
    slip_near_free(&n);
    slip_problem_free(&p);
    block(&p, 0.25, 0.5);                       /* it must slide */
    n = at_rest(&p, (mid[1] = mid[3] = -0.25, mid[0] = 0.5 - 0.125, mid[2] = 0.5 + 0.125, mid), SLIP_LAW_COULOMB);
    ok(n.word == SLIP_NEAR_REFUSED, "at rest where it must slide: %s", n.sentence);
    slip_problem_free(&p);
}

/* A cube of side 2 on a plane, four corners, d = 3, with velocity v before the step, weight 1/4 and mass 1. */
static void cube(slip_problem *p, slip_law law, const double *v)
{
    slip_error e;
    double mass[6] = { 1, 1, 1, 0.5, 0.5, 0.5 }, J[12 * 6] = { 0 };
    for (int i = 0; i < 4; i++) {
        double x = i % 2 ? 1 : -1, y = i / 2 ? 1 : -1, z = -1;
        double row[3][6] = { { 0, 0, 1, y, -x, 0 }, { 1, 0, 0, 0, z, -y }, { 0, 1, 0, -z, 0, x } };
        memcpy(J + 18 * i, row, sizeof row);
    }
    if (slip_problem_new(p, 3, 4, 6, 0, false, &e) || slip_problem_fill_rows(p, mass, J, NULL, &e)) bail_out("%s", e.text);
    for (int i = 0; i < 4; i++) p->mu[i] = 0.5;
    for (int k = 0; k < 6; k++) p->f[k] = mass[k] * v[k] - (k == 2 ? 0.25 : 0);
    p->law = law;
    if (slip_problem_check(p, &e)) bail_out("%s", e.text);
}

static void cubes(void)
{
    static const struct { slip_law law; double v[6]; const char *name; } cases[] = {
        { SLIP_LAW_COULOMB, { 0 }, "at rest" }, { SLIP_LAW_CONE, { 0 }, "at rest" }, { SLIP_LAW_FACETS, { 0.015625, 0.03125 }, "pushed" },
        { SLIP_LAW_COULOMB, { 0.015625, 0.03125 }, "pushed" }, { SLIP_LAW_COULOMB, { 1, 0.5 }, "sliding" }, { SLIP_LAW_CONE, { 1, 0.5, 0, 0, 0, 0.25 }, "sliding and turning" },
        { SLIP_LAW_COULOMB, { 1, 0.5, 0, 0, 0, 2 }, "turning" }
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        slip_problem p;
        slip_arena arena = { 0 };
        slip_result r;
        cube(&p, cases[k].law, cases[k].v);
        slip_answer a = answer(&p, "nsgs", &r, &arena);
        slip_near n = near(&p, p.law, p.dirs, &a);
        bool moves = cases[k].v[0] >= 1;
        ok(certified(&n, 1e-9) && (moves || n.unique == SLIP_YES), "four corners, %s, %s: %s", slip_law_name(p.law), cases[k].name, n.sentence);
        slip_near_free(&n);
        slip_arena_free(&arena);
        slip_problem_free(&p);
    }
}

static void no_solution(const char *name, slip_near_word word)
{
    slip_problem p;
    slip_error e;
    if (slip_problem_open(&p, name, NULL, &e)) bail_out("%s", e.text);
    slip_near n = near(&p, p.law, p.dirs, &(slip_answer){ .claim = SLIP_CLAIM_NO_SOLUTION, .law = p.law, .dirs = p.dirs });
    ok(n.word == word && n.sentence[0] && isnan(n.eps) && !n.section.length, "%s, said to have no solution: %s, %s", name, slip_near_name(n.word), n.sentence);
    slip_near_free(&n);
    slip_problem_free(&p);
}

static void starved(const made_options *o)
{
    made x;
    slip_error e;
    slip_near n;
    long k = 1, live;
    int wrong = 0;
    slip_status s = SLIP_MEMORY;
    made_make(&x, o);
    live = slip_memory_live();
    for (; s != SLIP_OK && k < 2000 && wrong < 5; k++) {
        slip_memory_fail_at(k);
        s = slip_near_prove(&x.problem, o->law, o->dirs, &x.answer, &(slip_near_options){ .proof = true }, &n, &e);
        slip_memory_fail_at(0);
        bool good = s == SLIP_MEMORY ? e.text[0] != 0 : s == SLIP_OK && n.word != SLIP_NEAR_UNDECIDED;
        if (s == SLIP_OK) slip_near_free(&n);
        if (!good || slip_memory_live() != live) wrong++, diag("allocation %ld: %s, %ld blocks left", k, slip_status_name(s), slip_memory_live() - live);
    }
    ok(wrong == 0 && s == SLIP_OK && k > 10, "d = %d: each of %ld allocations fails once: no memory, nothing left behind", o->d, k - 2);
    made_free(&x);
}

int main(void)
{
    slip_error error;
    if (slip_start(&error) != SLIP_OK) bail_out("%s", error.text);
    plan(5 + 5 + 3 + 3 + 1 + 3 + 7 + 3 + 3);
    first_step("cannonball:n=6,mu=0.05");
    first_step("cannonball:n=6,mu=0.2");
    two_velocities();
    made_ones(quick_or_full(60, 600));
    wrong_states(quick_or_full(30, 300));
    ties();
    cubes();
    no_solution("pair", SLIP_NEAR_NONE);
    no_solution("table", SLIP_NEAR_REFUSED);
    no_solution("cannonball:n=60", SLIP_NEAR_UNDECIDED);
    starved(&(made_options){ .d = 2, .nc = 4, .bodies = 1, .mu = 0.5, .seed = 3, .law = SLIP_LAW_FACETS, .dirs = { 2, 0 } });
    starved(&(made_options){ .d = 3, .nc = 3, .bodies = 2, .mu = 0.5, .seed = 4, .law = SLIP_LAW_COULOMB, .dirs = { 4, 0 } });
    starved(&(made_options){ .d = 3, .nc = 3, .bodies = 2, .mu = 0.5, .seed = 4, .law = SLIP_LAW_COULOMB, .dirs = { 4, 0 }, .local = true });
    return done();
}
