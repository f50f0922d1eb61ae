/* speed_qp.c: lcp3 against one sparse Cholesky factorisation and solve of M + H H', in one run on one thread.
   SPDX-License-Identifier: GPL-3.0-or-later

   The factorisation is the least one can do with the couplings of a pile; the program solves it to 1e-10 in a number of them
   that hardly grows.  The last line is the exponent of cost against contacts. */

#include "reports/reports.h"

#include <math.h>
#include <string.h>

/* Seconds of analysing, factoring and solving M + H H' once, the least of a few. */
static double factor_once(const slip_problem *p, slip_error *error)
{
    slip_arena arena = { 0 };
    slip_sparse Ht, HHt, T, K;
    double best = NAN;
    slip_status status = slip_sparse_transpose(&Ht, &p->H, &arena, error);
    if (!status) status = slip_sparse_multiply(&HHt, &p->H, &Ht, &arena, error);
    if (!status) status = slip_sparse_new(&T, SLIP_TRIPLET, p->n, p->n, HHt.nz + p->M.nz, &arena, error);
    if (!status) {
        int at = 0;
        const slip_sparse *parts[2] = { &HHt, &p->M };
        for (int k = 0; k < 2; k++)
            for (int j = 0; j < p->n; j++)
                for (int e = parts[k]->p[j]; e < parts[k]->p[j + 1]; e++, at++) { T.i[at] = parts[k]->i[e]; T.p[at] = j; T.x[at] = parts[k]->x[e]; }
        status = slip_sparse_convert(&K, &T, SLIP_CSC, &arena, error);
    }
    double *x = SLIP_NEW(&arena, double, p->n);
    for (int rep = 0; !status && x && rep < 5; rep++) {
        slip_factor *factor = NULL;
        double t = slip_clock_cpu();
        status = slip_factor_new(&factor, &K, error);
        if (!status) status = slip_factor_solve(factor, 1, p->f, x, error);
        t = slip_clock_cpu() - t;
        slip_factor_free(factor);
        if (!status) best = fmin(isnan(best) ? INFINITY : best, t);
    }
    slip_arena_free(&arena);
    return best;
}

static int run(FILE *out)
{
    static const struct { const char *name; double bar; int reps; } cases[] = {
        { "cannonball:n=20,mu=0.1", 20, 5 }, { "cannonball:n=20,mu=0.2", 20, 5 }, { "cannonball:n=20,mu=0.4", 20, 5 }, { "cannonball:n=20,mu=0.6", 20, 5 },
        { "cannonball:n=40,mu=0.3", INFINITY, 2 }, { "cannonball:n=100,mu=0.3", INFINITY, 1 },
        { "cannonball:n=183,mu=0.3", INFINITY, 1 }      /* 100 284 constraints */
    };
    int missed = 0;
    double small = NAN, large = NAN, few = NAN, many = NAN;
    slip_speed_head(out);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        slip_problem p;
        slip_error error = { 0 };
        const slip_solver *s;
        double par[SLIP_MAX_PARAMS];
        slip_speed_row row = { .problem = cases[k].name, .method = "lcp3", .against = "M+HH' chol", .bar = cases[k].bar, .residual_bar = k < 5 ? 1e-10 : 1e-8, .seconds = INFINITY, .residual = NAN };
        if (slip_problem_open(&p, cases[k].name, NULL, &error) || slip_solver_open("lcp3", &s, par, &error)) { fprintf(out, "%s\n", error.text); return missed + 1; }
        row.size = p.nc;
        row.reference = factor_once(&p, &error);
        for (int rep = 0; rep < cases[k].reps; rep++) {
            slip_arena arena = { 0 };
            slip_result r;
            if (!slip_run(s, &p, par, &(slip_limits){ 1e-10, 10, 0, 0 }, NULL, NULL, NULL, &r, &arena, &error)) {
                row.seconds = fmin(row.seconds, r.cpu);
                slip_verdict v = slip_verify(&p, r.answer.law, r.answer.dirs, &r.answer, NULL, 1e-10);
                row.residual = v.residual.value[SLIP_R_NATURAL];
                snprintf(row.note, sizeof row.note, "%lld factorisations", r.work[SLIP_WORK_FACTORISATIONS]);
            }
            slip_arena_free(&arena);
        }
        missed += !slip_speed_line(out, &row);
        if (k == 1) { small = row.seconds; few = p.nc; }
        large = row.seconds; many = p.nc;
        slip_problem_free(&p);
    }
    fprintf(out, "cost grows as contacts^%.2f from %.0f to %.0f contacts\n", log(large / small) / log(many / few), few, many);
    return missed;
}

const slip_speed slip_speed_qp = { .name = "qp", .about = "lcp3 against one sparse Cholesky factorisation", .run = run };
