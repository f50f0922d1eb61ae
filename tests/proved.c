/* proved.c: whatever is proved of small problems drawn at random, the checker agrees; one velocity is never counted as two.
   SPDX-License-Identifier: GPL-3.0-or-later

   Whole numbers, so that ties, redundant joints, singular matrices and velocities on the border of K* are common. */

#include "tests/near_proofs.h"
#include "solvers/solvers.h"

static int draw(slip_rng *rng, int low, int high) { return low + slip_rng_below(rng, high - low + 1); }

static void fill(slip_rng *rng, double *x, int count, int size)
{
    for (int k = 0; k < count; k++) x[k] = draw(rng, 0, 2) ? draw(rng, -size, size) : 0;
}

static void matrix(slip_sparse *out, int rows, int cols, const double *x, slip_arena *arena)
{
    slip_error e;
    if (slip_sparse_from_dense(out, SLIP_CSC, rows, cols, x, arena, &e)) bail_out("%s", e.text);
}

/* symmetric and positive definite, mostly */
static void mass(slip_rng *rng, double *M, int n)
{
    double B[64];
    bool diagonal = draw(rng, 0, 1);
    fill(rng, B, n * n, 2);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            M[i + j * n] = i == j;
            for (int k = 0; k < n && (!diagonal || i == j); k++) M[i + j * n] += B[i + k * n] * B[j + k * n];
        }
    if (draw(rng, 0, 9) == 0) M[0] = -M[0];
}

static slip_problem problem(slip_rng *rng)
{
    static const double mus[] = { 0, -0.0, 0.5, 1, 2, 0.3, 1e6, 5e-324 };
    slip_problem p;
    slip_error e;
    int d = draw(rng, 1, 3), nc = draw(rng, 1, d < 3 ? 3 : 2), m = d * nc, np = draw(rng, 0, 2);
    bool local = draw(rng, 0, 3) == 0;
    int n = local ? 0 : draw(rng, 1, 4);
    double x[64];
    if (slip_problem_new(&p, d, nc, n, np, local, &e)) bail_out("%s", e.text);
    p.law = (slip_law)draw(rng, 0, SLIP_LAW_OPPOSED);
    p.foreign = true;
    for (int i = 0; i < nc; i++) p.mu[i] = mus[draw(rng, 0, 7)];
    if (d > 1 && draw(rng, 0, 3) == 0) {
        p.slip = SLIP_NEW(&p.arena, double, nc * (d - 1));
        for (int i = 0; p.slip && i < nc; i++) p.slip[i * (d - 1)] = draw(rng, -1, 1);
    }
    if (draw(rng, 0, 3) == 0) {
        p.bilateral = SLIP_NEW(&p.arena, unsigned char, nc);
        for (int i = 0; p.bilateral && i < nc; i++) p.bilateral[i] = (unsigned char)draw(rng, 0, 1);
    }
    if (p.arena.failed) bail_out("no memory");
    if (local) {
        mass(rng, x, m), matrix(&p.W, m, m, x, &p.arena);
        fill(rng, p.q, m, 4);
        if (np) fill(rng, x, m * np, 2), matrix(&p.V, m, np, x, &p.arena), mass(rng, x, np), matrix(&p.R, np, np, x, &p.arena), fill(rng, p.s, np, 2);
        return p;
    }
    mass(rng, x, n), matrix(&p.M, n, n, x, &p.arena);
    fill(rng, x, n * m, 2), matrix(&p.H, n, m, x, &p.arena);
    fill(rng, p.f, n, 4);
    if (draw(rng, 0, 1)) fill(rng, p.w, m, 2);
    if (np) {
        fill(rng, x, n * np, 2);
        for (int k = 0; k < n && np == 2; k++) x[n + k] = draw(rng, 0, 1) ? x[k] : x[n + k];
        matrix(&p.G, n, np, x, &p.arena);
        if (draw(rng, 0, 2) == 0) fill(rng, p.b, np, 1);
    }
    return p;
}

/* true: nothing is proved, or the checker agrees */
static bool agreed(const slip_problem *p, const char *proof, const char *what, int *count)
{
    char reason[512];
    slip_text text = canonical(p);
    int code = ck_check(text.s, text.length, proof, strlen(proof), CK_MEMORY, NULL, reason);
    if (code != CK_PROVED) diag("%s: %s\n%s%s", what, reason, text.s, proof);
    slip_text_free(&text);
    ++*count;
    return code == CK_PROVED;
}

static bool whole(const slip_problem *p, unsigned asks, int *count)
{
    slip_proof proof;
    slip_error e;
    if (slip_prove(p, &(slip_prove_how){ .law = p->law, .dirs = p->dirs, .asks = asks, .nodes = 400 }, &proof, &e)) return true;
    bool good = !proof.file.length || agreed(p, proof.file.s, proof.sentence, count);
    slip_proof_free(&proof);
    return good;
}

static bool answered(const slip_problem *p, const char *solver, slip_law law, int *count)
{
    slip_arena arena = { 0 };
    slip_result r;
    slip_error e;
    const slip_solver *s;
    slip_near near;
    double par[SLIP_MAX_PARAMS];
    bool good = true;
    if (slip_solver_open(solver, &s, par, &e)) bail_out("%s", e.text);
    if (!slip_run(s, p, par, &(slip_limits){ .tol = 1e-13, .steps = 300 }, NULL, NULL, NULL, &r, &arena, &e) &&
        !slip_near_prove(p, law, p->dirs, &r.answer, &(slip_near_options){ .proof = true, .polish = true }, &near, &e)) {
        if (near.section.length) {
            slip_text proof = proof_of(p, &near);
            good = agreed(p, proof.s, near.sentence, count);
            slip_text_free(&proof);
        }
        slip_near_free(&near);
    }
    slip_arena_free(&arena);
    return good;
}

static void at_random(void)
{
    static const char *const solvers[] = { "lemke", "newton", "lcp3", "nsgs", "bpp", "apgd" };
    int many = getenv("SLIPSTICK_VALGRIND") ? 30 : quick_or_full(1000, 10000), counted = 0, asked = 0, near = 0, wrong = 0;
    slip_rng *rng = slip_rng_new(71);
    for (int k = 0; k < many; k++) {
        slip_problem p = problem(rng);
        wrong += !whole(&p, 0, &counted);
        wrong += !whole(&p, (1u << SLIP_ASK_COUNT) - 1 - (1u << SLIP_ASK_SOLUTIONS), &asked);
        wrong += !answered(&p, solvers[k % 6], draw(rng, 0, 2) ? p.law : (slip_law)draw(rng, 0, SLIP_LAW_OPPOSED), &near);
        slip_problem_free(&p);
    }
    slip_rng_free(rng);
    diag("%d problems: %d counts, %d files of all that can be asked, %d answers", many, counted, asked, near);
    ok(wrong == 0 && 2 * counted > many && 2 * asked > many && 10 * near > many, "every proof of %d problems drawn at random is accepted", many);
}

/* A disk of 1e-12 kg: answers 1e-9 apart are closer than their bounds in the norm of M, which are of one velocity. */
static void one_velocity(void)
{
    const double M[4] = { 1e-12, 0, 0, 1e-12 }, H[4] = { 1, 0, 0, 1 };
    slip_problem p;
    slip_error e;
    slip_near near[2];
    slip_text proof = { 0 };
    int velocities = 0;
    if (slip_problem_new(&p, 2, 1, 2, 0, false, &e)) bail_out("%s", e.text);
    p.law = SLIP_LAW_CONE, p.mu[0] = 0.5, p.f[0] = -1e-12, p.f[1] = 2e-12;
    matrix(&p.M, 2, 2, M, &p.arena), matrix(&p.H, 2, 2, H, &p.arena);
    for (int k = 0; k < 2; k++) {
        double r[2] = { 1.6e-12, -0.8e-12 }, v[2] = { 0.6 + 1e-9 * k, 1.2 };
        slip_answer a = { .claim = SLIP_CLAIM_SOLVED, .law = p.law, .dirs = p.dirs, .r = r, .v = v };
        if (slip_near_prove(&p, p.law, p.dirs, &a, &(slip_near_options){ .proof = true, .bound = true }, &near[k], &e)) bail_out("%s", e.text);
    }
    bool both = near[0].word == SLIP_NEAR_BOUND && near[1].word == SLIP_NEAR_BOUND && near[0].eps + near[1].eps < 1e-9;
    ok(both && !slip_near_write(&p, near, 2, &proof, &velocities, &e) && velocities == 1, "two bounds of one velocity prove no second");
    int count = 0;
    ok(agreed(&p, proof.s ? proof.s : "", "two bounds", &count), "and the checker agrees");
    slip_text_free(&proof);
    slip_near_free(&near[0]), slip_near_free(&near[1]);
    slip_problem_free(&p);
}

int main(void)
{
    slip_error error;
    if (slip_start(&error) != SLIP_OK) bail_out("%s", error.text);
    plan(3);
    at_random();
    one_velocity();
    return done();
}
