/* coupled.c: mass matrices that are no bodies: coupled (a sparse factor), unsymmetric (from files), indefinite; and a lack of memory.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "tests/made.h"
#include "tests/tap.h"

enum { N = 130, NC = 7, D = 3 };

/* A chain of N velocities with springs between neighbours; contacts anywhere; made from its solution. skew: M gets that much asymmetry. */
static void chain(made *x, double skew)
{
    memset(x, 0, sizeof *x);
    slip_error error;
    slip_problem *p = &x->problem;
    made_rng g = { 77 };
    int m = D * NC;
    if (slip_problem_new(p, D, NC, N, 0, false, &error) != SLIP_OK) bail_out("%s", error.text);
    double *M = made_new(N * N, sizeof *M), *H = made_new((size_t)(N * m), sizeof *H);
    for (int i = 0; i < N; i++) {
        M[i + i * N] = 4 + made_uniform(&g, 0, 1);
        if (i) { M[i + (i - 1) * N] = -1 + skew; M[i - 1 + i * N] = -1 - skew; }
    }
    for (int k = 0; k < N * m; k++) H[k] = k % 5 ? 0 : made_uniform(&g, -1, 1);
    if (slip_answer_new(&x->answer, p, &x->arena, &error) != SLIP_OK) bail_out("%s", error.text);
    slip_answer *a = &x->answer;
    a->claim = SLIP_CLAIM_SOLVED;
    a->law = p->law;
    a->dirs = p->dirs;
    a->farkas = NULL;
    a->l = NULL;
    for (int i = 0; i < N; i++) a->v[i] = made_uniform(&g, -1, 1);
    for (int i = 0; i < NC; i++) {
        p->mu[i] = 0.5;
        made_pair(&g, p, p->law, p->dirs, i, (slip_mode[]){ SLIP_MODE_OPEN, SLIP_MODE_STICK, SLIP_MODE_SLIP }[i % 3], 1, a->r + i * D, a->u + i * D);
    }
    made_dense(&p->M, N, N, M, &p->arena);
    made_dense(&p->H, N, m, H, &p->arena);
    slip_sparse_gaxpy(1, &p->M, a->v, p->f);
    slip_sparse_gaxpy(-1, &p->H, a->r, p->f);
    memcpy(p->w, a->u, (size_t)m * sizeof(double));
    slip_sparse_gaxpy_t(-1, &p->H, a->v, p->w);
    p->foreign = skew != 0;
    p->asymmetry = skew != 0 ? fabs(2 * skew) / 5 : 0;
    free(M);
    free(H);
}

static slip_verdict posed(const made *x, double tol) { return slip_verify(&x->problem, x->problem.law, x->problem.dirs, &x->answer, NULL, tol); }

static void coupled(double skew, const char *what)
{
    made x;
    slip_ruler ruler;
    slip_error error;
    chain(&x, skew);
    slip_verdict v = posed(&x, 1e-10);
    ok(v.word == SLIP_VERDICT_VERIFIED, "%s M: the exact answer: %s", what, v.sentence);
    ok(isnan(v.residual.value[SLIP_R_BACKWARD]) && v.residual.undefined[SLIP_R_BACKWARD], "%s M: the backward error is undefined, with a reason", what);
    if (slip_ruler_new(&ruler, &x.problem, &error) != SLIP_OK) bail_out("%s", error.text);
    double *A = made_new(N * N, sizeof *A), *B = made_new(N * D, sizeof *B), *H = made_new((size_t)(N * D * NC), sizeof *H), worst = 0;
    slip_sparse_to_dense(&x.problem.H, H);
    slip_sparse_to_dense(&x.problem.M, A);
    for (int i = 0; i < N; i++)                 /* the symmetric part */
        for (int j = 0; j < i; j++) A[i + j * N] = A[j + i * N] = (A[i + j * N] + A[j + i * N]) / 2;
    if (slip_dense_cholesky(N, A, &error) != SLIP_OK) bail_out("%s", error.text);
    for (int i = 0; i < NC; i++) {
        double s = 0;
        memcpy(B, H + (size_t)(i * D * N), N * D * sizeof *B);
        slip_dense_cholesky_solve(N, D, A, B);
        for (int a = 0; a < D; a++)
            for (int c = 0; c < D; c++) {
                double w = 0;
                for (int k = 0; k < N; k++) w += H[k + (i * D + a) * N] * B[k + c * N];
                s += w * w;
            }
        worst = fmax(worst, fabs(ruler.rho[i] * sqrt(s) / sqrt(D) - 1));
    }
    ok(worst <= 1e-12, "%s M: rho by a dense factor (%.1e)", what, worst);
    slip_ruler_free(&ruler);
    free(A); free(B); free(H);
    x.answer.u = x.answer.v = NULL;
    v = posed(&x, 1e-10);
    ok(v.word == SLIP_VERDICT_VERIFIED, "%s M: from r alone: %s", what, v.sentence);
    x.answer.r[4] += 1e-6;
    ok(posed(&x, 1e-8).word == SLIP_VERDICT_FALSE_CLAIM, "%s M: a small error is seen", what);
    made_free(&x);
}

/* Every allocation of a verdict fails in turn: nothing crashes, nothing leaks, and no answer is called verified by accident. */
static void no_memory(int p)
{
    made x;
    made_options o = { .d = 3, .nc = 5, .bodies = 4, .p = p, .law = SLIP_LAW_FACETS, .mu = 0.5, .seed = 3 };
    made_make(&x, &o);
    x.answer.u = x.answer.l = NULL;
    long live = slip_memory_live();
    int failures = 0, wrong = 0, k;
    for (k = 1; k < 400; k++) {
        slip_memory_fail_at(k);
        slip_verdict v = posed(&x, 1e-8);
        slip_memory_fail_at(0);
        if (v.word == SLIP_VERDICT_VERIFIED) break;
        failures++;
        wrong += v.word != SLIP_VERDICT_HARNESS;
    }
    ok(k < 400 && failures >= 3 && wrong == 0, "%d joints: each of %d allocations fails in turn: our fault, never the solver's", p, failures);
    is_int(slip_memory_live(), live, "%d joints: nothing leaks", p);
    for (k = 1; k < 400; k++) {
        slip_invariance seen;
        slip_error error;
        slip_memory_fail_at(k);
        slip_status status = slip_invariance_check(&x.problem, &x.answer, 1e-8, &seen, &error);
        slip_memory_fail_at(0);
        if (status == SLIP_OK && seen.word == SLIP_VERDICT_VERIFIED && seen.broken == 0) break;
    }
    ok(k < 400 && slip_memory_live() == live, "%d joints: nor do the retellings leak, %d allocations", p, k - 1);
    made_free(&x);
}

int main(void)
{
    slip_error error;
    plan(10 + 2 + 6);
    if (slip_start(&error) != SLIP_OK) bail_out("%s", error.text);
    coupled(0, "coupled");
    coupled(0.05, "unsymmetric");
    made x;
    chain(&x, 0);
    x.problem.M.x[0] = -1e3;
    slip_verdict v = posed(&x, 1e-8);
    ok(v.word == SLIP_VERDICT_HARNESS && v.sentence[0], "an indefinite M: %s", v.sentence);
    made_free(&x);
    made_options o = { .d = 2, .nc = 3, .bodies = 2, .law = SLIP_LAW_COULOMB, .mu = 0.5, .seed = 1 };
    made_make(&x, &o);
    x.problem.M.x[0] = -1;
    v = posed(&x, 1e-8);
    ok(v.word == SLIP_VERDICT_HARNESS && v.sentence[0], "an indefinite body: %s", v.sentence);
    made_free(&x);
    no_memory(0);
    no_memory(3);
    return done();
}
