/* delassus.c: the three operator forms agree, joints eliminated and kept agree, contradictions are found.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "problems/problems.h"
#include "tests/tap.h"

/* A random global problem: bodies of 3 velocities with full 3 x 3 mass blocks, contacts between two bodies, joints. */
static void make(slip_problem *p, int d, int bodies, int nc, int joints, bool redundant, slip_rng *rng)
{
    int n = 3 * bodies, m = d * nc;
    slip_error e;
    double *M = calloc((size_t)(n * n), sizeof *M), *H = calloc((size_t)(n * m) + 1, sizeof *H), *G = calloc((size_t)(n * joints) + 1, sizeof *G);
    slip_problem_new(p, d, nc, n, joints, false, &e);
    for (int b = 0; b < bodies; b++) {
        double L[9];
        for (int k = 0; k < 9; k++) L[k] = slip_rng_normal(rng);
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) {
                double s = i == j;
                for (int k = 0; k < 3; k++) s += L[3 * i + k] * L[3 * j + k];
                M[(3 * b + j) * n + 3 * b + i] = s;
            }
    }
    for (int c = 0; c < nc; c++) {
        int b1 = slip_rng_below(rng, bodies), b2 = slip_rng_below(rng, bodies);
        for (int a = 0; a < d; a++)
            for (int k = 0; k < 3; k++) {
                H[(d * c + a) * n + 3 * b1 + k] = slip_rng_normal(rng);
                if (b2 != b1) H[(d * c + a) * n + 3 * b2 + k] = slip_rng_normal(rng);
            }
        p->mu[c] = d > 1 ? 0.3 : 0;
    }
    for (int j = 0; j < joints; j++)
        for (int k = 0; k < 3; k++) G[j * n + 3 * (j % bodies) + k] = slip_rng_normal(rng);
    for (int k = 0; k < n; k++) p->f[k] = slip_rng_normal(rng);
    for (int k = 0; k < m; k++) p->w[k] = slip_rng_normal(rng);
    for (int k = 0; k < joints; k++) p->b[k] = slip_rng_normal(rng);
    if (redundant && joints > 1) {                      /* the last joint is twice the first */
        for (int k = 0; k < n; k++) G[(joints - 1) * n + k] = 2 * G[k];
        p->b[joints - 1] = 2 * p->b[0];
    }
    slip_sparse_from_dense(&p->M, SLIP_CSC, n, n, M, &p->arena, &e);
    slip_sparse_from_dense(&p->H, SLIP_CSC, n, m, H, &p->arena, &e);
    if (joints) slip_sparse_from_dense(&p->G, SLIP_CSC, n, joints, G, &p->arena, &e);
    free(M); free(H); free(G);
}

static double distance(const double *a, const double *b, int n)
{
    double most = 0;
    for (int k = 0; k < n; k++) most = fmax(most, isnan(a[k] - b[k]) ? INFINITY : fabs(a[k] - b[k]));
    return most;
}

int main(void)
{
    slip_rng *rng = slip_rng_new(3);
    slip_error e = { 0 };
    plan(3 * 4 * 3 + 3 * 3 + 3 + 3);
    slip_start(&e);
    for (int d = 1; d <= 3; d++)
        for (int size = 0; size < 4; size++) {          /* forms agree, with and without kept joints */
            static const int contacts[4] = { 1, 2, 7, 40 };
            slip_problem p;
            make(&p, d, 5, contacts[size], size == 2 ? 3 : 0, false, rng);
            int m = slip_problem_m(&p);
            slip_arena arena = { 0 };
            slip_delassus dense, block, bodies;
            bool made = !slip_delassus_new(&dense, &p, SLIP_FORM_DENSE, SLIP_JOINTS_KEPT, &arena, &e)
                && !slip_delassus_new(&block, &p, SLIP_FORM_BLOCK, SLIP_JOINTS_KEPT, &arena, &e)
                && !slip_delassus_new(&bodies, &p, SLIP_FORM_BODIES, SLIP_JOINTS_KEPT, &arena, &e);
            double *r = SLIP_NEW(&arena, double, m), *l = SLIP_NEW(&arena, double, p.p), *u[3];
            for (int k = 0; k < 3; k++) u[k] = SLIP_NEW(&arena, double, m);
            for (int k = 0; k < m; k++) r[k] = slip_rng_normal(rng);
            for (int k = 0; k < p.p; k++) l[k] = slip_rng_normal(rng);
            slip_delassus *ops[3] = { &dense, &block, &bodies };
            double rows = 0, scales = 0, size_u = 1;
            for (int k = 0; k < 3 && made; k++) {
                slip_delassus_apply(ops[k], r, l, u[k]);
                slip_delassus_begin(ops[k], r, l);
                for (int i = 0; i < p.nc; i++) {
                    double ui[3];
                    slip_delassus_row(ops[k], i, r, ui);
                    rows = fmax(rows, distance(ui, u[0] + d * i, d));
                }
                scales = fmax(scales, distance(ops[k]->scales.rho, dense.scales.rho, p.nc) + fabs(ops[k]->scales.V - dense.scales.V));
            }
            for (int k = 0; k < m; k++) size_u = fmax(size_u, fabs(u[0][k]));
            ok(made && distance(u[0], u[1], m) <= 1e-12 * size_u && distance(u[0], u[2], m) <= 1e-12 * size_u, "d=%d nc=%d p=%d: the three forms give the same u", d, p.nc, p.p);
            ok(rows <= 1e-12 * size_u, "d=%d nc=%d: row by row too (%.1e)", d, p.nc, rows);
            /* a move in the by-bodies form is the same as a new begin */
            double dr[3] = { 0.5, -0.25, 2 }, a[3], b[3];
            slip_delassus_begin(&bodies, r, l);
            slip_delassus_move(&bodies, 0, dr);
            for (int k = 0; k < d; k++) r[k] += dr[k];
            slip_delassus_row(&bodies, p.nc - 1, r, a);
            slip_delassus_begin(&dense, r, l);
            slip_delassus_row(&dense, p.nc - 1, r, b);
            ok(distance(a, b, d) <= 1e-11 * size_u && scales <= 1e-12, "d=%d nc=%d: moving one impulse, and the scales", d, p.nc);
            slip_arena_free(&arena);
            slip_problem_free(&p);
        }
    for (int d = 1; d <= 3; d++) {                      /* joints eliminated: v satisfies (1) and (2), u the condensed operator */
        slip_problem p;
        make(&p, d, 4, 6, 4, true, rng);
        int m = slip_problem_m(&p), n = p.n;
        slip_arena arena = { 0 };
        slip_delassus op;
        bool made = !slip_delassus_new(&op, &p, SLIP_FORM_DENSE, SLIP_JOINTS_ELIMINATED, &arena, &e);
        double *r = SLIP_NEW(&arena, double, m), *l = SLIP_NEW(&arena, double, p.p), *u = SLIP_NEW(&arena, double, m), *u2 = SLIP_NEW(&arena, double, m);
        double *v = SLIP_NEW(&arena, double, n), *e1 = SLIP_NEW(&arena, double, n), *e2 = SLIP_NEW(&arena, double, p.p);
        for (int k = 0; k < m; k++) r[k] = slip_rng_normal(rng);
        ok(made && op.rank == 3, "d=%d: a redundant joint is counted once (rank %d)", d, op.rank);
        ok(!slip_problem_recover(&p, r, l, false, v, u2, &e), "d=%d: recovery", d);
        slip_delassus_apply(&op, r, NULL, u);
        slip_sparse_gaxpy(1, &p.M, v, e1);
        slip_sparse_gaxpy(-1, &p.H, r, e1);
        slip_sparse_gaxpy(-1, &p.G, l, e1);
        for (int k = 0; k < n; k++) e1[k] -= p.f[k];
        memcpy(e2, p.b, sizeof(double) * (size_t)p.p);
        slip_sparse_gaxpy_t(1, &p.G, v, e2);
        double zero[64] = { 0 };
        ok(distance(e1, zero, n) <= 1e-11 && distance(e2, zero, p.p) <= 1e-11 && distance(u, u2, m) <= 1e-11, "d=%d: dynamics %.1e, joints %.1e, condensed u %.1e", d,
           distance(e1, zero, n), distance(e2, zero, p.p), distance(u, u2, m));
        slip_arena_free(&arena);
        slip_problem_free(&p);
    }
    for (int d = 1; d <= 3; d++) {                      /* contradiction */
        slip_problem p;
        make(&p, d, 4, 6, 4, true, rng);
        p.b[3] += 1;
        slip_arena arena = { 0 };
        slip_delassus op;
        slip_status status = slip_delassus_new(&op, &p, SLIP_FORM_DENSE, SLIP_JOINTS_ELIMINATED, &arena, &e);
        ok(status == SLIP_INPUT && strstr(e.text, "contradict"), "d=%d: %s", d, e.text);
        slip_arena_free(&arena);
        slip_problem_free(&p);
    }
    for (int d = 1; d <= 3; d++) {                      /* local form of the same problem */
        slip_problem p, q;
        make(&p, d, 4, 6, 0, false, rng);
        int m = slip_problem_m(&p);
        slip_arena arena = { 0 };
        slip_delassus op, op2;
        bool made = !slip_delassus_new(&op, &p, SLIP_FORM_DENSE, SLIP_JOINTS_ELIMINATED, &arena, &e) && !slip_problem_new(&q, d, p.nc, 0, 0, true, &e);
        made = made && !slip_sparse_from_dense(&q.W, SLIP_CSC, m, m, op.dense, &q.arena, &e);
        memcpy(q.q, op.q, sizeof(double) * (size_t)m);
        memcpy(q.mu, p.mu, sizeof(double) * (size_t)p.nc);
        made = made && !slip_problem_check(&q, &e) && !slip_delassus_new(&op2, &q, SLIP_FORM_BLOCK, SLIP_JOINTS_KEPT, &arena, &e);
        double *r = SLIP_NEW(&arena, double, m), *u = SLIP_NEW(&arena, double, m), *u2 = SLIP_NEW(&arena, double, m);
        for (int k = 0; k < m; k++) r[k] = slip_rng_normal(rng);
        slip_delassus_apply(&op, r, NULL, u);
        slip_delassus_apply(&op2, r, NULL, u2);
        ok(made && distance(u, u2, m) <= 1e-12, "d=%d: the local form is the same problem", d);
        slip_problem_free(&q);
        slip_arena_free(&arena);
        slip_problem_free(&p);
    }
    slip_rng_free(rng);
    return done();
}
