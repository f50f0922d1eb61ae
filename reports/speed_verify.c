/* speed_verify.c: what a verdict costs, in sweeps of projected Gauss-Seidel over the same contacts.
   SPDX-License-Identifier: GPL-3.0-or-later

   The pile of 108300 contacts.  One sweep: every contact once, its velocity from the bodies, the projection on its cone, the
   bodies moved: what a solver does tens to thousands of times.  The verdict: scales, residuals in double-double, states, word. */

#include <math.h>
#include <stdio.h>

#include "reports/reports.h"

enum { REPEATS = 3 };

static double sweep(slip_delassus *op, const slip_problem *p, double *r)
{
    double start = slip_clock_cpu();
    slip_delassus_begin(op, r, NULL);
    for (int i = 0; i < p->nc; i++) {
        slip_contact contact = slip_problem_contact(p, p->law, p->dirs, i);
        double u[3], x[3], y[3], dr[3];
        slip_delassus_row(op, i, r, u);
        u[0] += p->mu[i] * slip_friction_support(&contact, u + 1);
        for (int k = 0; k < 3; k++)
            x[k] = r[3 * i + k] - op->scales.rho[i] * u[k];
        slip_cone_project(&contact, x, y);
        for (int k = 0; k < 3; k++) {
            dr[k] = y[k] - r[3 * i + k];
            r[3 * i + k] = y[k];
        }
        slip_delassus_move(op, i, dr);
    }
    return slip_clock_cpu() - start;
}

static slip_status measure(FILE *out, int *missed, slip_error *error)
{
    static const char name[] = "pile:n=38";
    slip_problem p;
    slip_arena arena = {0};
    slip_delassus op;
    slip_status status = slip_problem_open(&p, name, NULL, error);
    if (status != SLIP_OK) return status;
    double *r = SLIP_NEW(&arena, double, slip_problem_m(&p)), one = INFINITY, whole = INFINITY, prepared = INFINITY;
    status = r ? slip_delassus_new(&op, &p, SLIP_FORM_BODIES, SLIP_JOINTS_ELIMINATED, &arena, error) : slip_fail(error, SLIP_MEMORY, "no memory for the impulses");
    if (status == SLIP_OK) {
        for (int k = 0; k < REPEATS; k++)
            one = fmin(one, sweep(&op, &p, r));
        slip_delassus_close(&op);
    }
    slip_answer x = { .claim = SLIP_CLAIM_GAVE_UP, .law = p.law, .dirs = p.dirs, .r = r };
    slip_ruler ruler;
    if (status == SLIP_OK && (status = slip_ruler_new(&ruler, &p, error)) == SLIP_OK) {
        for (int k = 0; k < REPEATS; k++) {
            double start = slip_clock_cpu();
            slip_ruler_verify(&ruler, p.law, p.dirs, &x, NULL, 1e-8, 0);
            double half = slip_clock_cpu();
            slip_verify(&p, p.law, p.dirs, &x, NULL, 1e-8);
            prepared = fmin(prepared, half - start);
            whole = fmin(whole, slip_clock_cpu() - half);
        }
        slip_ruler_free(&ruler);
        slip_speed_row row = { .problem = name, .method = "verdict", .against = "one sweep", .size = p.nc, .seconds = whole, .reference = one, .bar = 5, .residual_bar = INFINITY };
        *missed += !slip_speed_line(out, &row);
        row.method = "again";
        row.seconds = prepared;
        row.bar = 5;
        snprintf(row.note, sizeof row.note, "with a ruler made before");
        *missed += !slip_speed_line(out, &row);
    }
    slip_arena_free(&arena);
    slip_problem_free(&p);
    return status;
}

static int run(FILE *out)
{
    slip_error error = {0};
    int missed = 0;
    slip_speed_head(out);
    if (measure(out, &missed, &error) != SLIP_OK) {
        fprintf(out, "%s\n", error.text);
        missed++;
    }
    return missed;
}

const slip_speed slip_speed_verify = { .name = "verify", .about = "what a verdict costs, in sweeps over the contacts", .run = run };
