/* digest.h: the rows of a study as a table, problem x solver, and the pages made of it.
   SPDX-License-Identifier: GPL-3.0-or-later */

#ifndef SLIP_DIGEST_H
#define SLIP_DIGEST_H

#include "reports/study.h"

typedef struct {                /* one problem with one solver */
    const slip_row *row;        /* of the first repetition; NULL: not run */
    slip_verdict_word word;
    int reps;
    double cost;                /* counted, in products with W: see slip_row_cost */
    double cpu, cpu_low, cpu_high;      /* median and range over the repetitions */
    double error, model;        /* worst deciding residual for the law claimed, and for the law posed where that is another */
    double steps;
    int moments; double *step, *residual, *verified;    /* the trace; NaN where not measured */
} slip_cell;

typedef struct {
    const char *study;
    slip_arena arena;
    slip_plan plan; slip_rows rows;
    int problems, solvers;
    char **problem, **hash, **solver;
    int *contacts;              /* of each problem; 0 when no row tells */
    slip_cell *cell;            /* problems x solvers */
    int planned, done, verdicts[SLIP_VERDICT_COUNT];
    char grade;                 /* the worst of all rows */
    double tol;
} slip_digest;

slip_status slip_digest_read(slip_digest *, const char *study, slip_error *);
void slip_digest_free(slip_digest *);
static inline slip_cell *slip_cell_at(const slip_digest *d, int problem, int solver) { return &d->cell[problem * d->solvers + solver]; }
static inline bool slip_cell_good(const slip_cell *c) { return c->row && (c->word == SLIP_VERDICT_VERIFIED || c->word == SLIP_VERDICT_UNCLAIMED); }
bool slip_cell_proved(const slip_cell *);       /* an exact solution is known near its answer, or there is none as it says: bench --prove */
static inline bool slip_cell_counts(const slip_cell *c) { return c->row && c->word != SLIP_VERDICT_NA && c->word != SLIP_VERDICT_HARNESS; }   /* in the denominator */
const char *slip_row_text(const slip_row *, const char *field);      /* "" when absent */
double slip_row_number(const slip_row *, const char *field);        /* NaN when absent or null */
double slip_row_cost(const json_t *row);

/* ---- profiles (profile.c) -------------------------------------------------------------------------------------- */

typedef enum { SLIP_COST_COUNTED, SLIP_COST_CPU } slip_cost;
/* What it cost to bring the residual down to eps; infinite if it never was.  eps = 0: to a verified answer. */
double slip_cell_reach(const slip_cell *, slip_cost, double eps);

typedef struct {                    /* a staircase */
    int of, solved, best;           /* problems the solver is for, solves, solves at the least cost */
    int uncounted;                  /* of the solved: at a cost nobody counted; they are no steps of the staircase */
    int points; double *x, *y;
} slip_profile;
/* performance: x is the ratio to the best solver of the problem; else x is the cost itself. */
slip_status slip_profile_get(const slip_digest *, int solver, slip_cost, double eps, bool performance, slip_profile *, slip_arena *, slip_error *);

/* The 95 % bootstrap band of solved/of over the problems; and the exact (Clopper-Pearson) interval, which is no point at 0 and 1. */
void slip_band_get(int solved, int of, double *low, double *high);
void slip_interval_get(int solved, int of, double *low, double *high);

/* log y = a + b log x, with the half width of the 95 % interval of b; false with fewer than three different x. */
bool slip_fit_power(int n, const double *x, const double *y, double *b, double *half);

/* ---- pages ---------------------------------------------------------------------------------------------------------- */

typedef struct { const char *name; slip_text text; } slip_piece;
typedef struct {
    slip_text out;
    slip_arena arena;
    int figures, pieces, room; slip_piece *piece;   /* the data of each figure, as TSV */
    char gnuplot[256];          /* why there are no curves, "" when there are */
    const char *case_problem, *case_solver;
} slip_page;

slip_status slip_report_html(const slip_digest *, slip_page *, slip_error *);
slip_status slip_report_latex(const slip_digest *, slip_text *, slip_error *);
slip_status slip_report_tsv(const slip_digest *, slip_text *, slip_error *);
void slip_page_free(slip_page *);

void slip_html_text(slip_text *, const char *);         /* escaped */
void slip_latex_text(slip_text *, const char *);        /* escaped for LaTeX (latex.c) */
void slip_html_number(slip_text *, double x);           /* three digits; a dash when NaN */
const char *slip_solver_colour(int k);
void slip_page_matrix(const slip_digest *, slip_page *);
void slip_page_solvers(const slip_digest *, slip_page *);
void slip_page_model(const slip_digest *, slip_page *);
void slip_page_states(const slip_digest *, slip_page *);
void slip_page_profiles(const slip_digest *, slip_page *);
void slip_page_accuracy(const slip_digest *, slip_page *);
void slip_page_histories(const slip_digest *, slip_page *);
void slip_page_scaling(const slip_digest *, slip_page *);
void slip_page_cases(const slip_digest *, slip_page *);
void slip_page_data(const slip_digest *, slip_page *);
/* Draw a figure with its caption, and keep its data under `name`; one without a key gets a list of its curves below. */
void slip_page_figure(slip_page *, const char *name, slip_figure *, const char *caption);

#endif
