/* baraff_pseudocode.c: section 4.3 of [Baraff1994] as it is printed, with every theorem of appendix A looked at in every step.
   SPDX-License-Identifier: GPL-3.0-or-later

   Dense, each system solved anew: a measuring device, not the solver dantzig. */

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include "reports/papers/measures.h"

enum { MOST = 64 };

typedef struct {
    int n; const double *A;     /* n x n column-major, symmetric */
    double f[MOST], a[MOST], df[MOST], da[MOST];
    int set[MOST];              /* 0 ignored, 1 in C, 2 in NC */
    slip_baraff_count *count;
} drive;

/* Delta f for a unit of f_d; false: A11 is singular. */
static bool direction(drive *x, int d)
{
    double S[MOST * MOST], v[MOST];
    int member[MOST], k = 0;
    slip_error error;
    for (int i = 0; i < x->n; i++)
        if (x->set[i] == 1)
            member[k++] = i;
    for (int i = 0; i < k; i++) {
        for (int j = 0; j < k; j++)
            S[i * k + j] = x->A[(size_t)member[i] * (size_t)x->n + (size_t)member[j]];
        v[i] = -x->A[(size_t)d * (size_t)x->n + (size_t)member[i]];
    }
    memset(x->df, 0, sizeof x->df);
    x->df[d] = 1;
    bool regular = true;
    if (k) {
        double largest = 0, smallest = INFINITY;
        regular = slip_dense_cholesky(k, S, &error) == SLIP_OK;
        for (int i = 0; regular && i < k; i++) {
            largest = fmax(largest, S[i * k + i]);
            smallest = fmin(smallest, S[i * k + i]);
        }
        regular = regular && smallest > 1e-6 * largest;
        if (regular)
            slip_dense_cholesky_solve(k, 1, S, v);
        for (int i = 0; i < k; i++)
            x->df[member[i]] = v[i];
    }
    for (int i = 0; i < x->n; i++) {
        x->da[i] = 0;
        for (int j = 0; j < x->n; j++)
            x->da[i] += x->A[(size_t)j * (size_t)x->n + (size_t)i] * x->df[j];
    }
    return regular;
}

/* One call of drive-to-zero; false when it was given up. */
static bool to_zero(drive *x, int d, double size)
{
    uint64_t seen[512];
    int sets = 0, moved = -1, steps = 0;
    for (;; steps++) {
        if (steps == 500)
            return false;
        uint64_t now = 0;
        for (int i = 0; i < x->n; i++)
            now |= (uint64_t)(x->set[i] == 1) << i;
        for (int i = 0; i < sets; i++)
            x->count->repeated += seen[i] == now;
        seen[sets++] = now;
        x->count->singular += !direction(x, d);
        x->count->steps++;
        x->count->least_up = fmin(x->count->least_up, x->da[d]);
        if (moved >= 0 && x->set[moved] == 2)
            x->count->least_a = fmin(x->count->least_a, x->da[moved]);
        if (moved >= 0 && x->set[moved] == 1)
            x->count->least_f = fmin(x->count->least_f, x->df[moved]);
        double s = x->da[d] > 0 ? -x->a[d] / x->da[d] : INFINITY, own = s;
        int j = x->da[d] > 0 ? d : -1;
        for (int i = 0; i < x->n; i++) {
            double t = x->set[i] == 1 && x->df[i] < -1e-12 ? -x->f[i] / x->df[i] : x->set[i] == 2 && i != d && x->da[i] < -1e-12 ? -x->a[i] / x->da[i] : INFINITY;
            if (t < s && !(own <= t * (1 + 1e-9)))
                s = t, j = i;
        }
        if (j < 0)
            return false;
        x->count->zero += s <= 1e-14;
        for (int i = 0; i < x->n; i++) {
            x->f[i] += s * x->df[i];
            x->a[i] += s * x->da[i];
        }
        if (j == d || x->a[d] >= -1e-9 * size) {
            x->set[d] = 1;
            x->a[d] = 0;
            return true;
        }
        x->set[j] = x->set[j] == 1 ? 2 : 1;
        x->f[j] = x->set[j] == 2 ? 0 : x->f[j];
        x->a[j] = x->set[j] == 1 ? 0 : x->a[j];
        moved = j;
    }
}

/* The whole of compute-forces, lowest index first; n <= 64. */
void slip_baraff_pseudocode(int n, const double *A, const double *b, double *f, slip_baraff_count *count)
{
    drive x = { .n = n, .A = A, .count = count };
    double size = 0;
    memcpy(x.a, b, sizeof(double) * (size_t)n);
    for (int i = 0; i < n; i++)
        size = fmax(size, fabs(b[i]));
    for (int d = 0; d < n; d++) {
        if (x.a[d] >= -1e-9 * size) {
            x.set[d] = 2;
            continue;
        }
        x.set[d] = 2;
        count->calls++;
        if (!to_zero(&x, d, size)) {
            count->failed++;
            break;
        }
    }
    memcpy(f, x.f, sizeof(double) * (size_t)n);
}

/* Random positive definite, random of half rank, and walls; worst counts over all. */
static slip_status survey(slip_lab *lab, slip_baraff_count **out, slip_error *error)
{
    bool fresh;
    slip_baraff_count *c = slip_lab_keep(lab, "pseudocode", 0, 2 * sizeof *c, &fresh);
    *out = c;
    if (!c)
        return slip_fail(error, SLIP_MEMORY, "out of memory");
    if (!fresh)
        return SLIP_OK;
    for (int k = 0; k < 2; k++)
        c[k] = (slip_baraff_count){ .least_up = INFINITY, .least_a = INFINITY, .least_f = INFINITY };
    for (int seed = 1; seed <= (lab->quick ? 40 : 400); seed++)
        for (int kind = 0; kind < 3; kind++) {
            char name[96];
            slip_problem p;
            slip_delassus op;
            slip_arena arena = { 0 };
            double f[MOST];
            snprintf(name, sizeof name, kind == 0 ? "random-lcp:n=24,seed=%d" : kind == 1 ? "random-lcp:n=24,kind=semidefinite,rank=12,q=range,seed=%d" : "wall:rows=%d,cols=3", kind == 2 ? 2 + seed % 4 : seed);
            slip_status status = slip_problem_open(&p, name, NULL, error);
            if (status != SLIP_OK)
                return status;
            status = slip_delassus_new(&op, &p, SLIP_FORM_DENSE, SLIP_JOINTS_ELIMINATED, &arena, error);
            if (status == SLIP_OK && op.m <= MOST) {
                slip_baraff_pseudocode(op.m, op.dense, op.q, f, &c[kind > 0]);
                slip_answer answer = { .claim = SLIP_CLAIM_SOLVED, .law = p.law, .dirs = p.dirs, .r = f, .claimed_error = NAN };
                c[kind > 0].problems++;
                c[kind > 0].verified += slip_verify(&p, p.law, p.dirs, &answer, NULL, 1e-7).word == SLIP_VERDICT_VERIFIED;
            }
            if (status == SLIP_OK)
                slip_delassus_close(&op);
            slip_arena_free(&arena);
            slip_problem_free(&p);
            if (status != SLIP_OK)
                return status;
        }
    return SLIP_OK;
}

/* at: 2 to 5: the theorem; 6: A11 is never singular; 7: termination at a right answer. */
slip_status slip_baraff_theorem(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    slip_baraff_count *c;
    slip_status status = survey(lab, &c, error);
    if (status != SLIP_OK)
        return status;
    switch ((int)s->at) {
    case 2:
        slip_reading_set(r, slip_cell_if(c[0].least_up > 0 && c[1].least_up > -1e-9), "v_1'x + alpha >= %.1e in %ld steps on definite A; >= %.1e in %ld on singular A", c[0].least_up, c[0].steps, c[1].least_up, c[1].steps);
        break;
    case 3:
        slip_reading_set(r, slip_cell_if(c[0].repeated == 0), "no set C came back in %ld steps of %ld calls on definite A", c[0].steps, c[0].calls);
        slip_reading_note(r, "on singular A and walls %ld of %ld steps met a set again, all at steps of size zero (ties)", c[1].repeated, c[1].steps);
        break;
    case 4:
    case 5:
        slip_reading_set(r, slip_cell_if((s->at == 4 ? c[0].least_a : c[0].least_f) > 0), s->at == 4 ? "a_i of an index that just left C rises, by %.1e at least, %ld steps" : "f_i of an index that just entered C rises, by %.1e at least, %ld steps", s->at == 4 ? c[0].least_a : c[0].least_f, c[0].steps);
        slip_reading_note(r, "steps of size zero: %ld of %ld on definite A; on walls, which are degenerate, %ld of %ld, harmless", c[0].zero, c[0].steps, c[1].zero, c[1].steps);
        break;
    case 6:
        slip_reading_set(r, slip_cell_if(c[1].singular == 0), "A11 singular in %ld of %ld steps on A of half rank and on walls", c[1].singular, c[1].steps);
        slip_reading_note(r, "with ties broken in favour of the driven contact (tolerance 1e-9); without that roundoff picks another and it does happen");
        break;
    default:
        slip_reading_set(r, slip_cell_if(c[0].verified == c[0].problems && c[1].verified == c[1].problems), "%ld of %ld definite and %ld of %ld singular problems: verified", c[0].verified, c[0].problems, c[1].verified, c[1].problems);
    }
    return SLIP_OK;
}

/* (37): the change of a_k after k left C, with beta - w'B^-1w and with the printed beta + w'B^-1w. */
slip_status slip_baraff_schur(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    double right = 0, printed = INFINITY;
    slip_rng *rng = slip_rng_new(37);
    (void)s;
    (void)lab;
    if (!rng)
        return slip_fail(error, SLIP_MEMORY, "out of memory");
    for (int k = 0; k < 200; k++) {
        double g[9], A[9];
        for (int i = 0; i < 9; i++)
            g[i] = slip_rng_normal(rng);
        slip_dense_gram(3, 3, g, A);
        /* C = {0, 1}, d = 2; then 1 leaves: y = Delta f_1 before, Delta a_1 after */
        double det = A[0] * A[4] - A[1] * A[1], y = -(A[0] * A[5] - A[1] * A[2]) / det, after = A[5] - A[1] / A[0] * A[2];
        double schur = A[4] - A[1] * A[1] / A[0], wrong = A[4] + A[1] * A[1] / A[0];
        right = fmax(right, fabs(after + y * schur) / fabs(after));
        printed = fmin(printed, fabs(after + y * wrong) / fabs(after));
    }
    slip_rng_free(rng);
    slip_reading_set(r, right <= 1e-6 && printed > 1e-12 ? SLIP_CELL_DIFFERS : SLIP_CELL_REPRODUCED, "Delta a_k = -y (beta - w'B^-1w) within %.1e on 200 matrices; never with the printed +", right);
    slip_reading_note(r, "a Schur complement, still positive, so theorem 4 stands; u, w, z have k - 1 numbers, not k");
    return SLIP_OK;
}
