/* anitescu_hart_piles.c: figures 2 and 3, Table 1 and the conclusions of [AnitescuHart2004]: piles of disks.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "problems/scene.h"
#include "reports/papers/measures.h"

/* ---- Table 1 ---------------------------------------------------------------------------------------------------- */

/* What the error may be: of one of these quantities one of these norms, for one of these contact sets, inertias and gravities. */
enum { SETS = 3, INERTIAS = 12, QUANTITIES = 4, NORMS = 5, WAYS = QUANTITIES * NORMS, COLUMNS = 3, GRAVITIES = 5 };
static const char *const sets[SETS] = { "all", "bottom", "none" }, *const norms[NORMS] = { "largest", "2-norm", "sum", "root mean square", "mean" },
                  *const quantities[QUANTITIES] = { "mu |u_T|", "u_N of loaded contacts", "u_N", "c_n u_N" };
static const double inertias[INERTIAS] = { 0.5, 1. / 9, 0.02, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 1, 2 }, columns[COLUMNS] = { 0.1, 0.2, 0.4 }, printed[COLUMNS] = { 0.06, 0.12, 0.07 },
                    gravities[GRAVITIES] = { 9.81, 1, 9.8, 10, 32.2 };
typedef struct { int inertias; double value[SETS][INERTIAS][COLUMNS][WAYS]; } readings;
typedef struct { int set, inertia, way, g; } choice;

static slip_status slides(const char *set, double inertia, double mu, double out[WAYS], slip_error *error)
{
    char name[128];
    slip_demo d;
    snprintf(name, sizeof name, "cannonball:n=20,set=%s,inertia=%.17g,mu=%.17g,law=facets", set, inertia, mu);
    slip_status status = slip_demo_run(&d, name, "lcp3", (slip_limits){ .tol = 1e-10 }, NULL, NULL, error);
    if (status != SLIP_OK)
        return status;
    double load = 0;
    for (int i = 0; i < d.problem.nc; i++)
        load = fmax(load, d.result.answer.r[2 * i]);
    for (int k = 0; k < QUANTITIES; k++) {
        double most = 0, sum = 0, squares = 0;
        for (int i = 0; i < d.problem.nc; i++) {
            double c = d.result.answer.r[2 * i], n = fabs(d.result.answer.u[2 * i]);
            double x = k == 0 ? mu * fabs(d.result.answer.u[2 * i + 1]) : k == 1 ? (c > 1e-6 * load ? n : 0) : k == 2 ? n : c * n;
            most = fmax(most, x), sum += x, squares += x * x;
        }
        double *o = out + k * NORMS;
        o[0] = most, o[1] = sqrt(squares), o[2] = sum, o[3] = sqrt(squares / d.problem.nc), o[4] = sum / d.problem.nc;
    }
    slip_demo_end(&d);
    return SLIP_OK;
}

static slip_status all_readings(slip_lab *lab, readings **out, slip_error *error)
{
    bool fresh;
    readings *x = slip_lab_keep(lab, "readings", 0, sizeof *x, &fresh);
    slip_status status = SLIP_OK;
    *out = x;
    if (!x)
        return slip_fail(error, SLIP_MEMORY, "out of memory");
    x->inertias = lab->quick ? 2 : INERTIAS;
    for (int i = 0; fresh && i < SETS * x->inertias * COLUMNS && status == SLIP_OK; i++) {
        int set = i % SETS, inertia = i / SETS % x->inertias, column = i / SETS / x->inertias;
        slip_lab_tell(lab, "readings of the table", (double)i / (SETS * x->inertias * COLUMNS));
        status = slides(sets[set], inertias[inertia], columns[column], x->value[set][inertia][column], error);
    }
    return status;
}

/* The k-th of all choices; the first is the plain one. */
static int choices(const readings *x) { return SETS * x->inertias * WAYS * GRAVITIES; }
static choice chosen(const readings *x, int k)
{
    return (choice){ k % SETS, k / SETS % x->inertias, k / SETS / x->inertias % WAYS, k / SETS / x->inertias / WAYS };
}

/* Equal masses and a start from rest: velocities are proportional to g, and so are impulses. */
static double value(const readings *x, choice c, int column)
{
    double g = gravities[c.g] / gravities[0];
    return x->value[c.set][c.inertia][column][c.way] * (c.way / NORMS == 3 ? g * g : g);
}

static void name_choice(choice c, char text[160])
{
    snprintf(text, 160, "%s of %s, contacts '%s', J = %.3g m R^2, g = %g", norms[c.way % NORMS], quantities[c.way / NORMS], sets[c.set], inertias[c.inertia], gravities[c.g]);
}

/* at: mu. */
slip_status slip_hart_error(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    double zero[WAYS], best = INFINITY, nearest = 0;
    char text[160] = "";
    readings *x;
    slip_status status = s->printed < 1e-6 ? slides("all", 0.5, s->at, zero, error) : all_readings(lab, &x, error);
    if (status != SLIP_OK)
        return status;
    if (s->printed < 1e-6) {
        slip_reading_set(r, slip_cell_if(zero[0] <= 1e-8), "%.1e m/s", zero[0]);
        slip_reading_note(r, "v = 0 is the solution, so that the error is what the tolerance of the solver leaves");
        return SLIP_OK;
    }
    int column = s->at == 0.1 ? 0 : s->at == 0.2 ? 1 : 2;
    int tried = 0;
    for (int k = 0; k < choices(x); k++) {
        double ours = value(x, chosen(x, k), column);
        if (chosen(x, k).g > 0 || chosen(x, k).way / NORMS == 3)
            continue;           /* for one number alone the rest would fit by chance */
        tried++;
        if (fabs(log(ours / s->printed)) < best) {
            best = fabs(log(ours / s->printed));
            nearest = ours;
            name_choice(chosen(x, k), text);
        }
    }
    double ours = value(x, chosen(x, 0), column);
    slip_reading_set(r, slip_reading_rounds(ours, s->printed, 1) ? SLIP_CELL_REPRODUCED : ours > s->printed / 3 && ours < 3 * s->printed ? SLIP_CELL_SAME_TREND : SLIP_CELL_DIFFERS, "%.6f m/s", ours);
    slip_reading_note(r, "the same order, %.2f times what is printed; nearest of %d readings for this cell alone: %.4g, %s", ours / s->printed, tried, nearest, text);
    return SLIP_OK;
}

/* The three numbers together, as they are and with a free factor in place of g. */
slip_status slip_hart_readings(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    readings *x;
    int whole = 0, scaled = 0, hump = 0, each = 0;
    double best = INFINITY, near[COLUMNS] = { 0 };
    char text[160] = "";
    (void)s;
    slip_status status = all_readings(lab, &x, error);
    if (status != SLIP_OK)
        return status;
    for (int k = 0; k < choices(x); k++) {
        choice c = chosen(x, k);
        bool rounds = true;
        double low = 0, high = INFINITY, away = 0, v[COLUMNS];
        for (int j = 0; j < COLUMNS; j++) {
            v[j] = value(x, c, j);
            rounds = rounds && slip_reading_rounds(v[j], printed[j], j == 1 ? 2 : 1);
            low = fmax(low, (printed[j] - 0.005) / v[j]);
            high = fmin(high, (printed[j] + 0.005) / v[j]);
            away = fmax(away, fabs(log(v[j] / printed[j])));
        }
        whole += rounds;
        each += c.g == 0;
        scaled += c.g == 0 && low < high;
        hump += c.g == 0 && v[1] > v[0] && v[1] > v[2];
        if (away < best) {
            best = away;
            memcpy(near, v, sizeof near);
            name_choice(c, text);
        }
    }
    slip_reading_set(r, whole ? SLIP_CELL_CONSISTENT : SLIP_CELL_AMBIGUOUS, "%d of %d readings round to 0.06, 0.12, 0.07; of %d with one g %d do with a free common factor, %d are largest at 0.2", whole, choices(x), each, scaled, hump);
    slip_reading_note(r, "contact set, inertia, norm and g are not printed; nearest: %.4f, %.4f, %.4f (%s); %sdelta does not matter in the first step", near[0], near[1], near[2], text,
                      whole ? "one that fits among so many tells little of what was done; " : "");
    return SLIP_OK;
}

/* LCP0 of Table 1; at = mu, printed: solved or not. */
slip_status slip_hart_lemke(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    char name[96];
    slip_demo d;
    double budget = lab->quick ? 2 : 45;
    snprintf(name, sizeof name, "cannonball:n=20,mu=%.17g,law=facets", s->at);
    slip_status status = slip_demo_run(&d, name, "lemke", (slip_limits){ .time = budget }, NULL, NULL, error);
    if (status != SLIP_OK)
        return status;
    bool solved = slip_demo_verified(&d), said = s->printed > 0, late = !solved && d.result.cpu >= 0.95 * budget;
    slip_reading_set(r, late ? SLIP_CELL_NOT_ATTEMPTED : solved != said ? SLIP_CELL_DIFFERS : solved ? SLIP_CELL_REPRODUCED : SLIP_CELL_CONSISTENT, "%s after %lld pivots, %.3g s",
                     slip_demo_word(&d), d.result.work[SLIP_WORK_PIVOTS], d.result.cpu);
    const char *how = late ? "stopped by the clock of this run, which says nothing of the method" : solved ? "Lemke's method of ours in place of PATH; seconds of 2004 are not compared"
                                                                                             : "Lemke's method of ours, at its own limit of pivots; PATH's limit is not told";
    slip_reading_note(r, "%s", how);
    if (!solved) {                                          /* that pivoting does not get there says nothing of the problem */
        slip_demo_again(&d);
        status = slip_demo_solve(&d, "homotopy", (slip_limits){ .time = budget }, NULL, NULL, error);
        if (status == SLIP_OK && slip_demo_verified(&d))
            slip_reading_note(r, "%s; the problem has a solution all the same: homotopy, verified after %lld factorisations, %.3g s", how, d.result.work[SLIP_WORK_FACTORISATIONS], d.result.cpu);
    }
    slip_demo_end(&d);
    return status;
}

/* The CPU column of LCP3; printed: its seconds. */
slip_status slip_hart_seconds(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    char name[96];
    slip_demo d;
    (void)lab;
    snprintf(name, sizeof name, "cannonball:n=20,mu=%.17g,law=facets", s->at);
    slip_status status = slip_demo_run(&d, name, "lcp3", (slip_limits){ .tol = 1e-10 }, NULL, NULL, error);
    if (status != SLIP_OK)
        return status;
    slip_reading_set(r, SLIP_CELL_NOT_COMPARABLE, "%.3g s, %lld steps of the QP method", d.result.cpu, d.result.work[SLIP_WORK_INNER]);
    slip_reading_note(r, "another machine and another QP method than PATH on the LCP");
    slip_demo_end(&d);
    return SLIP_OK;
}

/* ---- figures 2 and 3 ------------------------------------------------------------------------------------------------ */

typedef struct { slip_rival_rows rows; slip_rival rival[3]; int rivals; const slip_limits *limits; double budget; slip_error error; slip_lab *lab; long steps; } steps_of;

static int watch(void *ctx, const slip_frame *f)
{
    steps_of *w = ctx;
    slip_rival_row row;
    slip_verdict v = slip_verify(f->problem, f->result->answer.law, f->result->answer.dirs, &f->result->answer, NULL, w->limits->tol);
    slip_rival_driver(f, &v, &row);
    if (slip_rival_keep(&w->rows, &row, &w->error) != SLIP_OK)
        return 1;
    for (int k = 0; k < w->rivals; k++) {
        if (slip_rival_step(&w->rival[k], f, w->limits, w->budget, &row, &w->error) != SLIP_OK)
            return 1;
        row.method = k + 1;
        if (slip_rival_keep(&w->rows, &row, &w->error) != SLIP_OK)
            return 1;
    }
    slip_lab_tell(w->lab, "disks in motion", (double)f->step / (double)w->steps);
    return 0;
}

typedef struct { int count; slip_rival_row *row; } moved;

/* which = 2: 21 disks driven by Lemke; 3: 136 disks driven by LCP3. */
static slip_status disks(slip_lab *lab, int which, moved **out, slip_error *error)
{
    static const char *const others[] = { "lcp1:step=1e-5", "lcp2:step=1e-5", "lcp3" };
    bool fresh;
    moved *m = slip_lab_keep(lab, "disks", which, sizeof *m, &fresh);
    *out = m;
    if (!m)
        return slip_fail(error, SLIP_MEMORY, "out of memory");
    if (!fresh)
        return SLIP_OK;
    slip_scene scene;
    double par[SLIP_MAX_PARAMS];
    slip_limits limits = { .tol = 1e-8, .steps = 100 };
    steps_of w = { .rivals = which == 2 ? 3 : 0, .limits = &limits, .budget = 120, .lab = lab, .steps = which == 2 ? (lab->quick ? 10 : 60) : (lab->quick ? 3 : 60) };
    slip_drive drive = { .par = par, .limits = { .tol = 1e-8 }, .cold = true };
    slip_status status = slip_solver_open(which == 2 ? "lemke" : "lcp3", &drive.solver, par, error);
    for (int k = 0; k < w.rivals && status == SLIP_OK; k++)
        if ((status = slip_rival_open(&w.rival[k], others[k], error)) == SLIP_OK)
            w.rival[k].judge = k < 2 ? 1e-4 : 0;        /* what stops at a change of 1e-5 */
    if (status == SLIP_OK)
        status = slip_scene_open(&scene, which == 2 ? "cannonball:n=6,mu=0.05,law=facets" : "cannonball:n=16,mu=0.2,law=facets", error);
    if (status != SLIP_OK)
        return status;
    status = slip_simulate(&scene, &drive, w.steps, watch, &w, error);
    slip_scene_free(&scene);
    if (status == SLIP_OK && w.error.status != SLIP_OK) {
        *error = w.error;
        status = w.error.status;
    }
    m->row = status == SLIP_OK ? SLIP_NEW(&lab->arena, slip_rival_row, w.rows.count) : NULL;
    if (m->row) {
        memcpy(m->row, w.rows.row, (size_t)w.rows.count * sizeof *m->row);
        m->count = w.rows.count;
    } else if (status == SLIP_OK)
        status = slip_fail(error, SLIP_MEMORY, "out of memory");
    slip_free(w.rows.row);
    return status;
}

/* Of figure 2: at = 0: contacts, 1: LCP1, 2: LCP2, 3: LCP3, 4: LCP0, 5: who is cheaper; figure 3: 10: contacts, 11: LCP3 solves every step. */
slip_status slip_hart_figures(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    moved *m;
    int which = s->at >= 10 ? 3 : 2, least = 1 << 30, most = 0, solved[4] = { 0 }, steps = 0;
    long low[4] = { 1000000, 1000000, 1000000, 1000000 }, high[4] = { 0 };
    double cpu[4] = { 0 }, apart[4] = { 0 };
    slip_status status = disks(lab, which, &m, error);
    if (status != SLIP_OK)
        return status;
    for (int k = 0; k < m->count; k++) {
        const slip_rival_row *x = &m->row[k];
        int i = x->method;
        steps += i == 0;
        least = x->contacts < least ? x->contacts : least;
        most = x->contacts > most ? x->contacts : most;
        solved[i] += i == 1 || i == 2 ? x->run && x->steps < 100 : x->claim == SLIP_CLAIM_SOLVED;      /* those two stop at 1e-5 */
        low[i] = x->steps < low[i] ? x->steps : low[i];
        high[i] = x->steps > high[i] ? x->steps : high[i];
        cpu[i] += x->cpu;
        apart[i] = fmax(apart[i], x->difference);
    }
    int i = s->at == 4 ? 0 : s->at >= 10 ? 0 : (int)s->at;
    if (s->at == 0 || s->at == 10)
        slip_reading_set(r, SLIP_CELL_NOT_COMPARABLE, "%d steps: %d to %d active contacts%s", steps, least, most, which == 2 ? "; LCP0 has 4 unknowns a contact" : "");
    else if (s->at == 5) {
        slip_reading_set(r, cpu[0] < cpu[1] && cpu[0] < cpu[2] && cpu[3] <= cpu[0] ? SLIP_CELL_REPRODUCED : cpu[0] < cpu[2] ? SLIP_CELL_SAME_TREND : SLIP_CELL_DIFFERS, "CPU of %d steps: LCP0 %.3g, LCP1 %.3g, LCP2 %.3g, LCP3 %.3g s", steps, cpu[0], cpu[1], cpu[2], cpu[3]);
        slip_reading_note(r, "as the same sentence expects of specialised QP solvers: ours changes the ranking");
    } else if (s->at == 6) {
        slip_reading_set(r, slip_cell_if(solved[1] == steps && solved[2] == steps && apart[1] <= 1e-4 && apart[2] <= 1e-4), "all %d steps: LCP1 in %ld to %ld, LCP2 in %ld to %ld iterations, both at the velocity of LCP0 within %.1e m/s", steps, low[1], high[1], low[2], high[2], fmax(apart[1], apart[2]));
    } else
        slip_reading_set(r, s->at == 11 ? slip_cell_if(solved[i] == steps) : SLIP_CELL_NOT_COMPARABLE, "%d of %d steps solved, %ld to %ld iterations, %.3g s in all", solved[i], steps, low[i], high[i], cpu[i]);
    if (s->at < 5 || s->at == 10)
        slip_reading_note(r, "the figure is missing from our copy; ours is drawn on the page, its seconds are of another machine");
    return SLIP_OK;
}

/* 136 disks, mu = 0.2: at = 0 lemke, 1 lcp1, 2 lcp2, 3 lcp3; printed: 1 solved, 0 failed. */
slip_status slip_hart_large(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    static const char *const solver[] = { "lemke", "lcp1", "lcp2", "lcp3" };
    slip_demo d;
    slip_status status = slip_demo_run(&d, "cannonball:n=16,mu=0.2,law=facets", solver[(int)s->at], (slip_limits){ .steps = s->at == 0 ? 0 : lab->quick ? 25 : 60, .time = lab->quick ? 2 : 60 }, NULL, NULL, error);
    if (status != SLIP_OK)
        return status;
    bool solved = s->at == 3 ? d.judgement.claimed.word == SLIP_VERDICT_VERIFIED : slip_demo_verified(&d);
    slip_reading_set(r, slip_cell_if(solved == (s->printed > 0)), "%s %s after %ld steps, %.3g s", solver[(int)s->at], solved ? "solves it" : "does not converge", d.result.steps, d.result.cpu);
    if (s->at == 0 && lab->quick && !solved)
        slip_reading_set(r, SLIP_CELL_NOT_ATTEMPTED, "not within the two seconds of --quick");
    if (s->at == 0 && solved)
        slip_reading_note(r, "a Lemke with a perturbed right-hand side, Harris' ratio test and fresh factors solves it; PATH ended at its limit of iterations, and with any limit below %ld pivots ours fails as well", (long)d.result.work[SLIP_WORK_PIVOTS]);
    slip_demo_end(&d);
    return SLIP_OK;
}

/* Conclusion 4 and section 6; at = 0: LCP3 against LCP0 near equilibrium, 1 and 4: LCP1 and LCP2 converge there, 2: energy without forces, 3: LCP1 lifts. */
slip_status slip_hart_remarks(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    slip_demo d;
    static const char *const problem[] = { "cannonball:n=20,mu=0.8,law=facets", "cannonball:n=20,mu=0.8,law=facets", "cannonball:n=6,mu=0.2,law=facets,g=0,speed=1", "disk:law=facets,mu=0.2", "cannonball:n=20,mu=0.8,law=facets" };
    static const char *const solver[] = { "lcp3", "lcp1:step=1e-5", "lcp3", "lcp3", "lcp2:step=1e-5" };
    int k = (int)s->at;
    slip_status status = slip_demo_run(&d, problem[k], solver[k], (slip_limits){ .tol = 1e-9, .steps = 60 }, NULL, NULL, error);
    if (status != SLIP_OK)
        return status;
    const slip_answer *a = &d.result.answer;
    double before = 0, after = 0, cpu = d.result.cpu;
    long steps = d.result.steps;
    for (int j = 0; j < d.problem.n; j++) {
        before += d.problem.f[j] * d.problem.f[j] / d.problem.M.x[j];
        after += d.problem.M.x[j] * a->v[j] * a->v[j];
    }
    if (k == 0) {
        slip_demo_again(&d);
        status = slip_demo_solve(&d, "lemke", (slip_limits){ .time = lab->quick ? 1 : 20 }, NULL, NULL, error);
        if (status == SLIP_OK)
            slip_reading_set(r, slip_cell_if(cpu < d.result.cpu), "210 disks, mu = 0.8: LCP3 %.3g s; LCP0 %s%.3g s", cpu, slip_demo_verified(&d) ? "" : "not solved after ", d.result.cpu);
    } else if (k == 1 || k == 4)
        slip_reading_set(r, slip_cell_if(slip_demo_verified(&d) && steps <= 3), "210 disks, mu = 0.8: %s ends after %ld iteration%s: %s", k == 1 ? "LCP1" : "LCP2", steps, steps == 1 ? "" : "s", slip_demo_word(&d));
    else if (k == 2)
        slip_reading_set(r, slip_cell_if(after <= before), "21 disks with random velocities, no forces: energy falls from %.4g to %.4g J", before / 2, after / 2);
    else
        slip_reading_set(r, slip_cell_if(a->u[0] > 0.1 && a->r[0] > 0), "one disk: after one iteration the contact opens at %.6g m/s while it carries %.3g N s", a->u[0], a->r[0]);
    slip_demo_end(&d);
    return status;
}

slip_status slip_hart_draw(slip_lecture *l, slip_lab *lab, slip_error *error)
{
    static const char *const names[] = { "LCP0 (lemke)", "LCP1", "LCP2", "LCP3" }, *const alone[] = { "LCP3" };
    slip_problem p;
    slip_text svg = { 0 };
    moved *m;
    slip_status status = slip_problem_open(&p, "pyramid", NULL, error);
    if (status != SLIP_OK)
        return status;
    status = slip_configuration_svg(&p, NULL, NULL, &svg, error);
    if (status == SLIP_OK)
        slip_draw_svg(l, "Figure 1: the pyramid with a nonconvex solution set, its six contacts and their normals", &svg, false);
    slip_text_free(&svg);
    slip_problem_free(&p);
    for (int which = 2; which <= 3 && status == SLIP_OK; which++) {
        if ((status = disks(lab, which, &m, error)) != SLIP_OK)
            break;
        slip_rival_rows rows = { .count = m->count, .row = m->row };
        status = slip_rivals_svg(&rows, which == 2 ? 4 : 1, which == 2 ? names : alone, which == 2 ? "21 disks, mu = 0.05; LCP1 and LCP2 stop at a change of 1e-5, as in the paper, and are judged at 1e-4" : "136 disks, mu = 0.2", &svg, error);
        if (status == SLIP_OK)
            slip_draw_svg(l, which == 2 ? "Figure 2: 21 disks in motion: contacts, iterations and CPU time of every step" : "Figure 3: 136 disks in motion by LCP3", &svg, false);
        slip_text_free(&svg);
    }
    return status == SLIP_OK && !lab->quick ? slip_hart_draw_nut(l, lab, error) : status;
}
