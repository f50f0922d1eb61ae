/* rivals.c: other methods on the step problems of a simulation, and the figure of contacts, iterations and time per step.
   SPDX-License-Identifier: GPL-3.0-or-later

   Figures 2 and 3 of [AnitescuHart2004]: one method drives, every method is given the same problems.  Rivals start from rest in every
   step: what is compared is the step, not a history of its own. */

#include "reports/reports.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

slip_status slip_rival_open(slip_rival *r, const char *solver, slip_error *error)
{
    *r = (slip_rival){ .spent = 0 };
    if (strlen(solver) >= sizeof r->name) return slip_fail(error, SLIP_INPUT, "the name of a solver is too long: '%.60s...'", solver);
    snprintf(r->name, sizeof r->name, "%s", solver);
    return slip_solver_open(solver, &r->solver, r->par, error);
}

void slip_rival_driver(const slip_frame *f, const slip_verdict *v, slip_rival_row *row)
{
    const slip_result *r = f->result;
    *row = (slip_rival_row){ .step = f->step, .contacts = f->problem->nc, .run = true, .claim = r->answer.claim, .verdict = v->word, .steps = r->steps,
                             .residual = r->residual, .worst = v->residual.value[v->condition], .cpu = r->cpu };
    snprintf(row->note, sizeof row->note, "%s", r->note);
}

slip_status slip_rival_step(slip_rival *r, const slip_frame *f, const slip_limits *given, double budget, slip_rival_row *row, slip_error *error)
{
    slip_arena arena = { 0 };
    slip_result out;
    slip_problem p = *f->problem;                       /* the same arrays; only the law may be posed differently */
    slip_limits limits = { .tol = given->tol, .steps = given->steps, .time = budget - r->spent };
    char why[160];
    *row = (slip_rival_row){ .step = f->step, .contacts = p.nc, .claim = SLIP_CLAIM_GAVE_UP, .verdict = SLIP_VERDICT_TIMEOUT, .residual = NAN, .worst = NAN, .difference = NAN };
    if (!(r->spent < budget)) {
        snprintf(row->note, sizeof row->note, "not run: its budget of %g s is spent", budget);
        return SLIP_OK;
    }
    slip_solver_pose(r->solver, r->par, &p, why);       /* when it is for neither law, slip_run says so */
    slip_status status = slip_run(r->solver, &p, r->par, &limits, NULL, NULL, NULL, &out, &arena, error);
    if (!status) {
        slip_answer given_up = out.answer;
        if (r->judge > 0 && given_up.claim == SLIP_CLAIM_GAVE_UP) given_up.claim = SLIP_CLAIM_SOLVED;      /* it was to stop there */
        slip_verdict v = slip_verify(&p, out.answer.law, out.answer.dirs, &given_up, NULL, r->judge > 0 ? r->judge : limits.tol);
        bool all = out.answer.v && f->result->answer.v;
        r->spent += out.cpu;
        row->run = true;
        row->claim = out.answer.claim; row->verdict = v.word; row->steps = out.steps;
        row->residual = out.residual; row->worst = v.residual.value[v.condition]; row->cpu = out.cpu;
        if (r->spent >= budget) snprintf(row->note, sizeof row->note, "its budget of %g s is now spent; %.70s", budget, out.note);
        else snprintf(row->note, sizeof row->note, "%s", out.note);
        if (all) row->difference = 0;
        for (int k = 0; all && k < p.n; k++) {
            double d = fabs(out.answer.v[k] - f->result->answer.v[k]);
            if (!(d <= row->difference)) row->difference = d;
        }
    }
    slip_arena_free(&arena);
    return status;
}

slip_status slip_rival_keep(slip_rival_rows *rows, const slip_rival_row *row, slip_error *error)
{
    if (rows->count == rows->room) {
        int room = rows->room ? 2 * rows->room : 256;
        void *more = slip_realloc(rows->row, (size_t)room * sizeof *rows->row);
        if (!more) return slip_fail(error, SLIP_MEMORY, "out of memory for the rows of a simulation");
        rows->row = more;
        rows->room = room;
    }
    rows->row[rows->count++] = *row;
    return SLIP_OK;
}

/* Folded into lines of so many characters. */
static void words(slip_text *s, const char *text, int columns)
{
    int at = 0;
    for (const char *c = text; *c; c++, at++) {
        if (*c == ' ' && at + 1 + (int)strcspn(c + 1, " ") > columns) {
            slip_text_put(s, "\\n", 2);
            at = -1;
        } else if (*c != '"' && *c != '\\')
            slip_text_put(s, c, 1);
    }
}

static bool solved(const slip_rival_row *r) { return r->verdict == SLIP_VERDICT_VERIFIED; }

slip_status slip_rivals_svg(const slip_rival_rows *rows, int methods, const char *const *names, const char *title, slip_text *out, slip_error *error)
{
    static const int mark[] = { 7, 5, 9, 13, 11, 6 };       /* told apart without colour */
    slip_text s = { 0 };
    bool failures = false;
    if (!rows->count) return slip_fail(error, SLIP_INPUT, "a simulation without steps cannot be drawn");
    slip_text_add(&s, "set terminal svg noenhanced size 560,800 font 'sans,13' background '#ffffff'\n");
    for (int m = 0; m < methods; m++) {
        int written = 0;
        slip_text_add(&s, "$m%d << EOD\n", m);
        for (int k = 0; k < rows->count; k++)
            if (rows->row[k].method == m && rows->row[k].run) {
                const slip_rival_row *r = &rows->row[k];
                slip_text_add(&s, "%ld %d %ld %.6g %d\n", r->step, r->contacts, r->steps, r->cpu, solved(r));
                failures |= !solved(r);
                written++;
            }
        slip_text_add(&s, "%sEOD\n", written ? "" : "NaN NaN NaN NaN 1\n");
    }
    slip_text_add(&s, "set tics nomirror\nset border 3\nset lmargin 11\nset rmargin 3\nset key above vertical maxrows 2 Left reverse samplen 1.5\nset multiplot title \"");
    words(&s, title, 64);
    slip_text_add(&s, "\" noenhanced layout 3,1\nset xrange [0:%ld]\nset yrange [0:*]\nset offsets 0, 0, graph 0.08, 0\nset ylabel 'contacts'\n"
                      "plot $m0 using 1:2 with steps lw 2 lc rgb '#2c3e50' notitle\nunset offsets\nset logscale y\nset yrange [*:*]\n", rows->row[rows->count - 1].step + 1);
    for (int panel = 0; panel < 2; panel++) {
        slip_text_add(&s, panel ? "set xlabel 'time step'\nset format y '%%.0e'\nset ylabel 'CPU time, s'\nplot " : "set ylabel 'iterations'\nplot ");
        for (int m = 0; m < methods; m++) {
            slip_text_add(&s, "%s$m%d using 1:%d with linespoints pt %d ps 0.4 lt %d title \"", m ? ", " : "", m, 3 + panel, mark[m % 6], m + 1);
            if (!panel) {               /* the key stands above the first of the two */
                words(&s, names[m], 64);
                slip_text_add(&s, "%s", m ? "" : " (drives)");
            }
            slip_text_add(&s, "\" noenhanced");
        }
        for (int m = 0; m < methods && failures; m++)
            slip_text_add(&s, ", $m%d using 1:($5 == 0 ? $%d : NaN) with points pt 2 ps 0.7 lc rgb '#c0392b' %s", m, 3 + panel, m || panel ? "notitle" : "title 'not verified'");
        slip_text_add(&s, "\n");
    }
    slip_text_add(&s, "unset multiplot\nunset output\n");
    slip_status status = slip_gnuplot_run(&s, out, error);
    slip_text_free(&s);
    return status;
}
