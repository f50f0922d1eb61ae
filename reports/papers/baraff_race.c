/* baraff_race.c: section 7 of [Baraff1994] by CPU time: elimination, LAPACK and a QP method beside the pivoting; and its figures.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <lapacke.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "reports/papers/measures.h"

/* Gaussian elimination with partial pivoting, row by row, as a textbook has it; A row-major. */
static void eliminate(int n, double *A, double *b)
{
    for (int k = 0; k < n; k++) {
        int p = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(A[(size_t)i * (size_t)n + (size_t)k]) > fabs(A[(size_t)p * (size_t)n + (size_t)k]))
                p = i;
        for (int j = k; j < n && p != k; j++) {
            double t = A[(size_t)k * (size_t)n + (size_t)j];
            A[(size_t)k * (size_t)n + (size_t)j] = A[(size_t)p * (size_t)n + (size_t)j];
            A[(size_t)p * (size_t)n + (size_t)j] = t;
        }
        double t = b[k];
        b[k] = b[p], b[p] = t;
        for (int i = k + 1; i < n; i++) {
            double *row = A + (size_t)i * (size_t)n, *top = A + (size_t)k * (size_t)n, m = row[k] / top[k];
            for (int j = k; j < n; j++)
                row[j] -= m * top[j];
            b[i] -= m * b[k];
        }
    }
    for (int k = n - 1; k >= 0; k--) {
        for (int j = k + 1; j < n; j++)
            b[k] -= A[(size_t)k * (size_t)n + (size_t)j] * b[j];
        b[k] /= A[(size_t)k * (size_t)n + (size_t)k];
    }
}

/* (5) itself as a program of its own: v is f, M = 2 A, contacts are f >= 0 and A f + b >= 0. */
static slip_status program(const slip_problem *lcp, const double *A, slip_problem *out, slip_error *error)
{
    int n = lcp->nc;
    slip_arena arena = { 0 };
    double *M = SLIP_NEW(&arena, double, (size_t)n * (size_t)n), *H = SLIP_NEW(&arena, double, 2 * (size_t)n * (size_t)n);
    slip_status status = slip_problem_new(out, 1, 2 * n, n, 0, false, error);
    if (status == SLIP_OK && arena.failed)
        status = slip_fail(error, SLIP_MEMORY, "out of memory");
    if (status == SLIP_OK) {
        for (size_t k = 0; k < (size_t)n * (size_t)n; k++)
            M[k] = 2 * A[k];
        for (int i = 0; i < n; i++) {
            H[(size_t)i * (size_t)n + (size_t)i] = 1;
            for (int j = 0; j < n; j++)
                H[(size_t)(n + i) * (size_t)n + (size_t)j] = A[(size_t)i * (size_t)n + (size_t)j];
            out->f[i] = -lcp->q[i];
            out->w[n + i] = lcp->q[i];
        }
        status = slip_sparse_from_dense(&out->M, SLIP_CSC, n, n, M, &out->arena, error);
        if (status == SLIP_OK)
            status = slip_sparse_from_dense(&out->H, SLIP_CSC, n, 2 * n, H, &out->arena, error);
    }
    slip_arena_free(&arena);
    return status;
}

typedef struct { double dantzig, plain, lapack, qp; bool right; } race;

/* Least CPU time of a few runs each, n = at. */
static slip_status run(slip_lab *lab, int n, race **out, slip_error *error)
{
    bool fresh;
    race *x = slip_lab_keep(lab, "race", n, sizeof *x, &fresh);
    slip_demo d = { 0 };
    slip_arena arena = { 0 };
    char name[64];
    *out = x;
    if (!x)
        return slip_fail(error, SLIP_MEMORY, "out of memory");
    if (!fresh)
        return SLIP_OK;
    *x = (race){ INFINITY, INFINITY, INFINITY, INFINITY, true };
    snprintf(name, sizeof name, "random-lcp:n=%d", n);
    slip_status status = slip_problem_open(&d.problem, name, &d.truth, error);
    if (status != SLIP_OK)
        return status;
    size_t square = (size_t)n * (size_t)n;
    double *A = SLIP_NEW(&arena, double, square), *B = SLIP_NEW(&arena, double, square), *b = SLIP_NEW(&arena, double, n);
    int *pivots = SLIP_NEW(&arena, int, n);
    if (arena.failed)
        status = slip_fail(error, SLIP_MEMORY, "out of memory");
    else
        slip_sparse_to_dense(&d.problem.W, A);
    for (int rep = 0; rep < 5 && status == SLIP_OK; rep++) {
        for (int which = 0; which < 2; which++) {
            memcpy(B, A, square * sizeof *B);
            memcpy(b, d.problem.q, (size_t)n * sizeof *b);
            double t = slip_clock_cpu();
            if (which)
                LAPACKE_dgesv_work(LAPACK_COL_MAJOR, n, 1, B, n, pivots, b, n);
            else
                eliminate(n, B, b);
            t = slip_clock_cpu() - t;
            if (which)
                x->lapack = fmin(x->lapack, t);
            else
                x->plain = fmin(x->plain, t);
        }
        slip_demo_again(&d);
        status = slip_demo_solve(&d, "dantzig", (slip_limits){ 0 }, NULL, NULL, error);
        x->dantzig = fmin(x->dantzig, d.result.cpu);
        x->right = x->right && slip_demo_verified(&d);
    }
    slip_demo q = { 0 };
    if (status == SLIP_OK && (status = program(&d.problem, A, &q.problem, error)) == SLIP_OK)
        for (int rep = 0; rep < 3 && status == SLIP_OK; rep++) {
            slip_demo_again(&q);
            status = slip_demo_solve(&q, "lcp3", (slip_limits){ .tol = 1e-8 }, NULL, NULL, error);
            x->qp = fmin(x->qp, q.result.cpu);
            for (int i = 0; i < n && status == SLIP_OK; i++)
                x->right = x->right && fabs(q.result.answer.v[i] - d.result.answer.r[i]) <= 1e-5 * (1 + fabs(d.result.answer.r[i]));
        }
    slip_demo_end(&q);
    slip_arena_free(&arena);
    slip_demo_end(&d);
    return status;
}

/* at: n; printed: 0 against plain elimination, 1 against LAPACK, 2 a QP method. */
slip_status slip_baraff_race(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    race *x;
    slip_status status = run(lab, (int)s->at, &x, error);
    if (status != SLIP_OK)
        return status;
    if (s->printed < 2) {
        double ratio = x->dantzig / (s->printed == 0 ? x->plain : x->lapack);
        slip_reading_set(r, !x->right ? SLIP_CELL_DIFFERS : ratio <= 3 ? SLIP_CELL_CONSISTENT : ratio <= 6 ? SLIP_CELL_SAME_TREND : SLIP_CELL_NOT_COMPARABLE, "%.2f times the CPU time of %s, n = %d", ratio, s->printed == 0 ? "textbook elimination" : "LAPACK's dgesv", (int)s->at);
        slip_reading_note(r, s->printed == 0 ? "three times or less is called consistent; least of five runs, one thread; times on a shared machine vary" : "blocked elimination on this processor is another yardstick than the code of 1994; see slipstick speed lcp");
    } else {
        double ratio = x->qp / x->dantzig;
        slip_reading_set(r, !x->right ? SLIP_CELL_DIFFERS : ratio >= 5 && ratio <= 20 ? SLIP_CELL_CONSISTENT : ratio > 1 ? SLIP_CELL_SAME_TREND : SLIP_CELL_DIFFERS, "an interior-point QP method takes %.1f times the CPU time on (5), n = %d, same forces", ratio, (int)s->at);
        slip_reading_note(r, "the QP code of 1994 (QPSOL, LSSOL) is not at hand; ours is slip_qp, made for sparse contact problems");
    }
    return SLIP_OK;
}

slip_status slip_baraff_draw(slip_lecture *l, slip_lab *lab, slip_error *error)
{
    static const double sizes[] = { 50, 100, 150, 200 };
    slip_status status = SLIP_OK;
    slip_say(l, "Mechanisms in the likeness of figures 1 and 2, at four positions of the drive, with the contact impulses that the method finds.");
    for (int k = 0; k < 8 && status == SLIP_OK; k++) {
        char name[96], title[128];
        slip_demo d;
        slip_text svg = { 0 };
        double angle = 0.25 + 0.33 * (k % 4);
        snprintf(name, sizeof name, "linkage:kind=%s,angle=%.17g", k < 4 ? "feeder" : "jack", angle);
        status = slip_demo_run(&d, name, "baraff", (slip_limits){ 0 }, NULL, NULL, error);
        if (status != SLIP_OK)
            break;
        status = slip_configuration_svg(&d.problem, &d.result.answer, NULL, &svg, error);
        snprintf(title, sizeof title, "Figure %d: %s at %.2f rad, %d contacts, %d joints", k < 4 ? 1 : 2, k < 4 ? "block feeder" : "double-action jack", angle, d.problem.nc, d.problem.p);
        if (status == SLIP_OK)
            slip_draw_svg(l, title, &svg, false);
        slip_text_free(&svg);
        slip_demo_end(&d);
    }
    slip_lecture_piece *p = slip_draw(l, (slip_figure){ .title = "CPU time against textbook elimination of the same order", .xlabel = "contacts n", .ylabel = "times the CPU time", .logy = true, .level = 3, .level_title = "three times" });
    int ours = slip_draw_curve(l, p, (slip_curve){ .title = "dantzig", .colour = "#1f77b4" }), dgesv = slip_draw_curve(l, p, (slip_curve){ .title = "LAPACK's dgesv", .colour = "#2ca02c" }), qp = slip_draw_curve(l, p, (slip_curve){ .title = "QP method on (5)", .colour = "#d62728" });
    for (int k = 0; k < 4 && status == SLIP_OK; k++) {
        race *x;
        status = run(lab, (int)sizes[k], &x, error);
        if (status != SLIP_OK)
            break;
        slip_draw_point(l, p, ours, sizes[k], x->dantzig / x->plain);
        slip_draw_point(l, p, dgesv, sizes[k], x->lapack / x->plain);
        slip_draw_point(l, p, qp, sizes[k], x->qp / x->plain);
    }
    return status;
}
