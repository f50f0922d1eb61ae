/* baraff_runs.c: what [Baraff1994] says of its method on contact problems: cost, friction, mechanisms.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "reports/papers/measures.h"

/* (1): A symmetric, semidefinite, b in its column space; f'a = 0 at the answer: (4) and (5) have the same solutions. */
slip_status slip_baraff_wall(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    slip_demo d;
    slip_delassus op;
    slip_arena arena = { 0 };
    (void)lab;
    slip_status status = slip_demo_run(&d, "wall", "dantzig", (slip_limits){ .tol = 1e-10 }, NULL, NULL, error);
    if (status != SLIP_OK)
        return status;
    if ((status = slip_delassus_new(&op, &d.problem, SLIP_FORM_DENSE, SLIP_JOINTS_ELIMINATED, &arena, error)) == SLIP_OK) {
        int m = op.m, rank = 0;
        size_t square = (size_t)m * (size_t)m;
        double *A = SLIP_NEW(&arena, double, square), *values = SLIP_NEW(&arena, double, m), *x = SLIP_NEW(&arena, double, m), asymmetry = 0, off = 0, size = 0, gap = 0;
        if (arena.failed)
            status = slip_fail(error, SLIP_MEMORY, "out of memory");
        else {
            memcpy(A, op.dense, square * sizeof *A);
            memcpy(x, op.q, (size_t)m * sizeof *x);
            status = slip_dense_lstsq(m, m, 1, A, x, 1e-10, &rank, error);
        }
        for (int i = 0; i < m && status == SLIP_OK; i++) {
            double sum = -op.q[i];
            for (int j = 0; j < m; j++) {
                sum += op.dense[(size_t)j * (size_t)m + (size_t)i] * x[j];
                asymmetry = fmax(asymmetry, fabs(op.dense[(size_t)j * (size_t)m + (size_t)i] - op.dense[(size_t)i * (size_t)m + (size_t)j]));
            }
            off = fmax(off, fabs(sum));
            size = fmax(size, fabs(op.q[i]));
            gap += d.result.answer.r[i] * d.result.answer.u[i];
        }
        if (status == SLIP_OK && (status = slip_dense_eig(m, op.dense, values, false, error)) == SLIP_OK) {
            if (s->at == 0)
                slip_reading_set(r, slip_cell_if(asymmetry <= 1e-12 && values[0] >= -1e-10 && off <= 1e-9 * size), "wall of bricks, n = %d: asymmetry %.1e, eigenvalues from %.1e, rank %d, b in the column space within %.1e", m, asymmetry, values[0], rank, off / size);
            else
                slip_reading_set(r, slip_cell_if(slip_demo_verified(&d) && fabs(gap) <= 1e-8), "f'(A f + b) = %.1e at the answer of the LCP: it is a minimum of (5), whose value cannot be negative", gap);
        }
        slip_delassus_close(&op);
    }
    slip_arena_free(&arena);
    slip_demo_end(&d);
    return status;
}

/* Joints in C from the start; a mechanism without friction. */
slip_status slip_baraff_joints(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    slip_demo d;
    (void)s;
    (void)lab;
    slip_status status = slip_demo_run(&d, "linkage:mu=0", "dantzig", (slip_limits){ 0 }, NULL, NULL, error);
    if (status != SLIP_OK)
        return status;
    slip_reading_set(r, slip_cell_if(slip_demo_verified(&d)), "block feeder, %d joints and %d contacts: %s", d.problem.p, d.problem.nc, slip_demo_word(&d));
    slip_demo_end(&d);
    return SLIP_OK;
}

/* Modelled flops of dantzig over 2/3 n^3 (at = 0), calls over n (1), of baraff with friction over the contacts (2). */
slip_status slip_baraff_cost(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    double least = INFINITY, most = 0;
    int count = s->at == 2 ? 4 : lab->quick ? 4 : 12, largest = 0;
    for (int k = 0; k < count; k++) {
        char name[64];
        int n = 50 * (1 + k % 3);
        slip_demo d;
        if (s->at == 2)
            snprintf(name, sizeof name, "wall:rows=%d,cols=%d,mu=0.5", 2 + k, 3 + k);
        else if (s->at == 0 && k % 4 == 1)
            snprintf(name, sizeof name, "random-lcp:kind=semidefinite,n=%d,rank=%d,seed=%d", n, n / 2, k);
        else if (s->at == 0 && k % 4 == 3)
            snprintf(name, sizeof name, "wall:rows=%d,cols=%d,mu=0", 4 + k / 4, 5 + k / 4);
        else
            snprintf(name, sizeof name, "random-lcp:kind=pd,n=%d,seed=%d", n, k);
        slip_status status = slip_demo_run(&d, name, s->at == 2 ? "baraff" : "dantzig:order=index", (slip_limits){ 0 }, NULL, NULL, error);
        if (status != SLIP_OK)
            return status;
        double contacts = d.problem.nc, x = s->at == 0 ? (double)d.result.work[SLIP_WORK_FLOPS] / (2. / 3 * contacts * contacts * contacts) : (double)d.result.work[SLIP_WORK_CALLS] / contacts;
        largest = d.problem.nc > largest ? d.problem.nc : largest;
        least = fmin(least, x);
        most = fmax(most, x);
        slip_demo_end(&d);
    }
    if (s->at == 0) {
        slip_reading_set(r, most <= 3 ? SLIP_CELL_CONSISTENT : most <= 5 ? SLIP_CELL_SAME_TREND : SLIP_CELL_DIFFERS, "%.2f to %.2f times the flops of Gaussian elimination, n = 50 to %d", least, most, largest);
        slip_reading_note(r, "three times or less is called consistent; with factors that are updated: refactoring in every step would cost a power of n more");
    } else
        slip_reading_set(r, slip_cell_if(most <= 2.5), "%.2f to %.2f calls per contact, up to n = %d", least, most, largest);
    return SLIP_OK;
}

/* at: 0 the loop, 1 the zero-step oscillation, 2 an unbounded step, 3 A11 singular. */
slip_status slip_baraff_trouble(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    static const char *const problem[] = { "integer:kind=loop", "integer:kind=zero-step", "painleve-rod:mu=2", "integer:kind=singular" };
    slip_demo d;
    (void)lab;
    slip_status status = slip_demo_run(&d, problem[(int)s->at], "baraff:orders=1", (slip_limits){ 0 }, NULL, NULL, error);
    if (status != SLIP_OK)
        return status;
    slip_reading_set(r, slip_cell_if((s->printed > 0) == slip_demo_verified(&d)), "%s after %ld step%s%s%s", slip_demo_word(&d), d.result.steps, d.result.steps == 1 ? "" : "s", *d.result.answer.why ? ": " : "", d.result.answer.why);
    if (s->at == 0)
        slip_reading_note(r, "three contacts in whole numbers with a positive definite matrix; five of the six orders of the contacts solve it, so a restart cures it");
    if (s->at == 3)
        slip_reading_note(r, "A_NN + mu A_NF = 0 at a contact although A is positive definite: the proof holds without friction only; another order solves it");
    slip_demo_end(&d);
    return SLIP_OK;
}

/* Two contacts, of which the second is established (N2 in C, F2 in C_F), and N1 is driven.  At its bound f_F2 = mu f_N2 the friction F2 leaves
   C_F because it would pass the bound, and leaves NC+ because a_F2 would rise above 0, each time before a step of any length. */
slip_status slip_baraff_again(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    slip_problem p;
    slip_delassus op;
    slip_arena arena = { 0 };
    (void)s;
    (void)lab;
    slip_status status = slip_problem_open(&p, "integer:kind=zero-step", NULL, error);
    if (status != SLIP_OK)
        return status;
    if ((status = slip_delassus_new(&op, &p, SLIP_FORM_DENSE, SLIP_JOINTS_ELIMINATED, &arena, error)) == SLIP_OK) {
        const double *A = op.dense, *b = op.q, mu = p.mu[1], NN = A[10], NF = A[14], FF = A[15], det = NN * FF - NF * NF;     /* 4 x 4: N1, F1, N2, F2 */
        double f_N = -(FF * b[2] - NF * b[3]) / det, f_F = -(NN * b[3] - NF * b[2]) / det;                  /* before N1 is driven */
        double d_N = -(FF * A[2] - NF * A[3]) / det, d_F = -(NN * A[3] - NF * A[2]) / det, past = d_F - mu * d_N;   /* a unit of N1, F2 in C_F */
        double driven = (mu * f_N - f_F) / past, a_N = A[0] * driven + A[8] * (f_N + driven * d_N) + A[12] * (f_F + driven * d_F) + b[0];
        double rise = A[3] - (A[11] + mu * FF) * A[2] / (NN + mu * NF);                                     /* of a_F2, F2 in NC+ */
        bool stands = f_N > 0 && fabs(f_F) < mu * f_N && driven > 0 && a_N < 0;
        slip_reading_set(r, stands && past > 0 && rise > 0 ? SLIP_CELL_DIFFERS : SLIP_CELL_REPRODUCED,
                         "N1 driven to %g, a_N1 = %g: F2 at its bound leaves C_F (it would pass by %.3g a unit) and NC+ (a_F2 would rise by %.3g), in steps of length zero, for ever", driven, a_N, past, rise);
        slip_reading_note(r, "section 5.4 says so itself and gives such an index up; the proof goes straight from f(1) to f(2), which are one point after steps of length zero: it holds where some step moves f");
        slip_delassus_close(&op);
    }
    slip_arena_free(&arena);
    slip_problem_free(&p);
    return status;
}

/* Three contacts, W = JJ' in whole numbers (J column-major), static friction. */
static slip_status integers(slip_rng *rng, slip_problem *p, slip_error *error)
{
    static const double mus[] = { 0.3, 1, 2, 3 };
    double J[36], W[36];
    slip_status status = slip_problem_new(p, 2, 3, 0, 0, true, error);
    if (status != SLIP_OK)
        return status;
    double mu = mus[slip_rng_below(rng, 4)];
    for (int k = 0; k < 36; k++)
        J[k] = slip_rng_below(rng, 7) - 3;
    slip_dense_gram(6, 6, J, W);
    for (int j = 0; j < 6; j++) {               /* b = J z, in the column space of A */
        double z = slip_rng_below(rng, 9) - 4;
        for (int i = 0; i < 6; i++)
            p->q[i] += J[6 * j + i] * z;
    }
    for (int i = 0; i < 3; i++)
        p->mu[i] = mu;
    p->level = SLIP_LEVEL_ACCELERATION;
    return slip_sparse_from_dense(&p->W, SLIP_CSC, 6, 6, W, &p->arena, error);
}

typedef struct { long tried, solved, loops, unbounded, wrong, restarted, none, down; } census;

static slip_status draw_census(slip_lab *lab, census **out, slip_error *error)
{
    bool fresh;
    census *c = slip_lab_keep(lab, "census", 0, sizeof *c, &fresh);
    slip_rng *rng = fresh ? slip_rng_new(1994) : NULL;
    slip_status status = SLIP_OK;
    *out = c;
    if (!c || (fresh && !rng))
        status = slip_fail(error, SLIP_MEMORY, "out of memory");
    for (long k = 0; fresh && k < (lab->quick ? 300 : 6000) && status == SLIP_OK; k++) {
        slip_demo d = { 0 };
        status = integers(rng, &d.problem, error);
        if (status == SLIP_OK)
            status = slip_demo_solve(&d, "baraff:orders=1", (slip_limits){ .tol = 1e-7 }, NULL, NULL, error);
        if (status == SLIP_OK) {
            bool good = slip_demo_verified(&d);
            c->tried++;
            c->solved += good;
            c->loops += !good && strstr(d.result.answer.why, "step") && !strstr(d.result.answer.why, "end");
            c->unbounded += !good && d.result.last == SLIP_STEP_RAY;
            c->wrong += d.judgement.posed.word == SLIP_VERDICT_FALSE_CLAIM;
            if (!good) {
                slip_demo_again(&d);
                status = slip_demo_solve(&d, "baraff", (slip_limits){ .tol = 1e-7 }, NULL, NULL, error);
                c->restarted += status == SLIP_OK && slip_demo_verified(&d);
                if (status == SLIP_OK && !slip_demo_verified(&d)) {
                    slip_demo_again(&d);
                    status = slip_demo_solve(&d, "enum", (slip_limits){ .tol = 1e-7 }, NULL, NULL, error);
                    c->none += status == SLIP_OK && d.result.answer.claim == SLIP_CLAIM_NO_SOLUTION;
                }
            }
        }
        slip_demo_end(&d);
        slip_lab_tell(lab, "random contacts", k / 6000.);
    }
    slip_rng_free(rng);
    return status;
}

/* at = 0: never failed; 1: every static system has a solution; 2: theorem 1, no step without end. */
slip_status slip_baraff_static(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    census *c;
    slip_status status = draw_census(lab, &c, error);
    if (status != SLIP_OK)
        return status;
    long failed = c->tried - c->solved;
    if (s->at == 0) {
        slip_reading_set(r, failed == 0 ? SLIP_CELL_CONSISTENT : SLIP_CELL_DIFFERS, "%ld random static problems: %ld solved, %ld not (one order of the contacts, no restart)", c->tried, c->solved, failed);
        slip_reading_note(r, "of these %ld ended on a step without end, %ld are wrong answers caught by the verifier; other orders solve %ld of them", c->unbounded, c->wrong, c->restarted);
    } else if (s->at == 1) {
        slip_reading_set(r, c->none == 0 ? SLIP_CELL_CONSISTENT : SLIP_CELL_DIFFERS, "%ld random static problems: %ld without a solution", c->tried, c->none);
        slip_reading_note(r, "left open here, it follows for independent contacts from TrinkleEtAl1995, theorem 1(a)");
    } else {
        slip_reading_set(r, c->unbounded == 0 ? SLIP_CELL_CONSISTENT : SLIP_CELL_DIFFERS, "a step without end in %ld of %ld static problems", c->unbounded, c->tried);
        if (c->unbounded)
            slip_reading_note(r, "theorem 1 supposes that index sets do not repeat and that A11 is regular, which friction does not grant (section 4.4's proof is for symmetric A11)");
    }
    return SLIP_OK;
}

/* Delta a_d for a unit of f_d with one contact sliding at its bound: may be negative. */
slip_status slip_baraff_decrease(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    long down = 0, tried = 0;
    slip_rng *rng = slip_rng_new(5);
    (void)s;
    (void)lab;
    if (!rng)
        return slip_fail(error, SLIP_MEMORY, "out of memory");
    for (int k = 0; k < 20000; k++) {
        double g[9], A[9], mu = 1;
        for (int i = 0; i < 9; i++)
            g[i] = slip_rng_normal(rng);
        slip_dense_gram(3, 3, g, A);            /* N1, F1, N2 = d */
        double pivot = A[0] + mu * A[1];
        if (fabs(pivot) < 1e-3)
            continue;
        double x = -A[2] / pivot, up = A[8] + (A[2] + mu * A[5]) * x;
        tried++;
        down += up < 0;
    }
    slip_rng_free(rng);
    slip_reading_set(r, slip_cell_if(down > 0), "a_d falls in %ld of %ld random directions (mu = 1, one contact at its bound)", down, tried);
    slip_reading_note(r, "with Delta f_F = +-mu Delta f_N; fdirection of 5.5 prints +-Delta f_N, and 5.3 'if a_N becomes zero' must read a_F");
    return SLIP_OK;
}

/* In space: the order of the axes decides; printed 0: differ, 1: opposed to the slip only. */
slip_status slip_baraff_space(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    double f[2][3], angle[2];
    bool opposed = true, coulomb = false;
    (void)lab;
    for (int k = 0; k < 2; k++) {
        slip_demo d;
        slip_status status = slip_demo_run(&d, "integer:kind=space", k ? "baraff:first=y" : "baraff", (slip_limits){ 0 }, NULL, NULL, error);
        if (status != SLIP_OK)
            return status;
        memcpy(f[k], d.result.answer.r, sizeof f[k]);
        opposed = opposed && d.judgement.claimed.word == SLIP_VERDICT_VERIFIED;
        coulomb = coulomb || slip_demo_verified(&d);
        const double *u = d.result.answer.u;
        angle[k] = acos(-(f[k][1] * u[1] + f[k][2] * u[2]) / (hypot(f[k][1], f[k][2]) * hypot(u[1], u[2]))) * 57.29577951308232;
        slip_demo_end(&d);
    }
    if (s->printed == 0)
        slip_reading_set(r, slip_cell_if(hypot(f[0][1] - f[1][1], f[0][2] - f[1][2]) > 0.1 && opposed), "x first (%g, %g), y first (%g, %g): both satisfy (21)", f[0][1], f[0][2], f[1][1], f[1][2]);
    else {
        slip_reading_set(r, opposed && !coulomb ? SLIP_CELL_DIFFERS : SLIP_CELL_REPRODUCED, "friction is %.2f and %.2f degrees off the slip; Coulomb's answer is (-0.3, -0.4)", angle[0], angle[1]);
        slip_reading_note(r, "(21) is weaker than Coulomb's law: 'a correct model of Coulomb friction' holds in the plane only");
    }
    return SLIP_OK;
}

/* Dynamic friction, two contacts, random; at = 0: without solution; 1: a step without end is told, and what it proves. */
slip_status slip_baraff_dynamic(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    long none = 0, endless = 0, endless_with = 0, tried = 0, large = 0;
    for (int seed = 1; seed <= (lab->quick ? 200 : 2000); seed++) {
        char name[64];
        slip_demo d;
        snprintf(name, sizeof name, "dynamic:case=any,seed=%d", seed);
        slip_status status = slip_demo_run(&d, name, "baraff:orders=1", (slip_limits){ 0 }, NULL, NULL, error);
        if (status != SLIP_OK)
            return status;
        bool ray = d.result.last == SLIP_STEP_RAY || d.result.last == SLIP_STEP_NONE;
        tried++;
        none += d.truth.solutions == 0;
        endless += ray;
        large += ray && d.problem.mu[0] >= 1;
        endless_with += ray && d.truth.solutions > 0;
        slip_demo_end(&d);
    }
    if (s->at == 0)
        slip_reading_set(r, slip_cell_if(none > 0), "%ld of %ld random sliding bodies have no solution (bases tried exactly)", none, tried);
    else if (s->at == 1) {
        slip_reading_set(r, slip_cell_if(endless > 0), "a step without end in %ld of %ld, and always told", endless, tried);
        slip_reading_note(r, "it is no proof: %ld of these %ld do have a solution", endless_with, endless);
    } else
        slip_reading_set(r, large >= 0.9 * endless ? SLIP_CELL_CONSISTENT : SLIP_CELL_SAME_TREND, "%ld of %ld steps without end are at mu >= 1", large, endless);
    return SLIP_OK;
}

/* Problems that make other pivoting methods exponential. */
slip_status slip_baraff_worst(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    slip_demo d;
    (void)s;
    (void)lab;
    slip_status status = slip_demo_run(&d, "murty:n=10,kind=fathi", "dantzig:order=index", (slip_limits){ 0 }, NULL, NULL, error);
    if (status != SLIP_OK)
        return status;
    slip_reading_set(r, SLIP_CELL_AMBIGUOUS, "Fathi's symmetric problem, n = 10: %lld pivots by this method, not 2^n = 1024", d.result.work[SLIP_WORK_PIVOTS]);
    slip_reading_note(r, "no instance is given, and the one that defeats other pivoting methods does not defeat this one");
    slip_demo_end(&d);
    return SLIP_OK;
}

/* Step problems of the two mechanisms through a turn of the crank: CPU time of each, the least of three runs; at = 0 feeder, 1 jack. */
slip_status slip_baraff_mechanism(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    double most = 0, sum = 0;
    int solved = 0, tried = lab->quick ? 20 : 60;
    for (int k = 0; k < tried; k++) {
        char name[96];
        slip_demo d;
        snprintf(name, sizeof name, "linkage:kind=%s,angle=%.17g", s->at == 0 ? "feeder" : "jack", 0.1 + 1.3 * k / tried);
        double least = HUGE_VAL;
        bool verified = true;
        for (int again = 0; again < 3; again++) {
            slip_status status = slip_demo_run(&d, name, "baraff", (slip_limits){ 0 }, NULL, NULL, error);
            if (status != SLIP_OK)
                return status;
            verified &= slip_demo_verified(&d);
            least = fmin(least, d.result.cpu);
            slip_demo_end(&d);
        }
        solved += verified;
        most = fmax(most, least);
        sum += least;
    }
    slip_reading_set(r, solved == tried && most < 1 / 30. ? SLIP_CELL_SAME_TREND : SLIP_CELL_DIFFERS, "%d of %d positions solved and verified; %.2g ms each, %.2g ms at most: %.2g Hz at least", solved, tried, 1e3 * sum / tried, 1e3 * most, 1 / most);
    slip_reading_note(r, "interactive, as it says; the rate itself is not compared: mechanisms of ours in their likeness, and a processor thirty years younger than the R4400");
    return SLIP_OK;
}
