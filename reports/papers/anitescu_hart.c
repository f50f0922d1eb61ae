/* anitescu_hart.c: what [AnitescuHart2004] says: the nonconvex example, Table 1, the convergence of LCP1 and LCP2, conclusions.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>
#include <stdio.h>
#include "reports/paper.h"

static slip_status largest_slide(const char *set, double inertia, double mu, double *out, slip_error *error)
{
    char name[128];
    slip_demo d;
    snprintf(name, sizeof name, "cannonball:n=20,set=%s,inertia=%.17g,mu=%.17g,law=facets", set, inertia, mu);
    slip_status status = slip_demo_run(&d, name, "lcp3", (slip_limits){ .tol = 1e-10 }, NULL, NULL, error);
    if (status != SLIP_OK)
        return status;
    *out = 0;
    for (int i = 0; i < d.problem.nc; i++)
        *out = fmax(*out, mu * fabs(d.result.answer.u[2 * i + 1]));
    slip_demo_end(&d);
    return SLIP_OK;
}

static slip_status table_error(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    static const char *const sets[] = { "all", "bottom", "none" };
    double ours, best = INFINITY, value;
    char reading[96] = "";
    slip_status status = largest_slide("all", 0.5, s->at, &ours, error);
    (void)lab;
    for (int k = 0; k < 6 && status == SLIP_OK; k++) {
        status = largest_slide(sets[k % 3], k < 3 ? 0.5 : 1. / 9, s->at, &value, error);
        if (status == SLIP_OK && fabs(log(value / s->printed)) < best) {
            best = fabs(log(value / s->printed));
            snprintf(reading, sizeof reading, "contacts '%s', J = m R^2 %s: %.4g m/s", sets[k % 3], k < 3 ? "/2" : "/9", value);
        }
    }
    if (status != SLIP_OK)
        return status;
    if (s->printed < 1e-6)
        slip_reading_set(r, ours <= 1e-8 ? SLIP_CELL_REPRODUCED : SLIP_CELL_DIFFERS, "%.1e m/s", ours);
    else {
        slip_reading_set(r, slip_reading_rounds(ours, s->printed, 1) ? SLIP_CELL_REPRODUCED : ours > s->printed / 3 && ours < 3 * s->printed ? SLIP_CELL_SAME_TREND : SLIP_CELL_DIFFERS, "%.6f m/s", ours);
        slip_reading_note(r, "nearest of six readings: %s", reading);
    }
    return SLIP_OK;
}

static slip_status table_lemke(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    char name[96];
    slip_demo d;
    snprintf(name, sizeof name, "cannonball:n=20,mu=%.17g,law=facets", s->at);
    slip_status status = slip_demo_run(&d, name, "lemke", (slip_limits){ .time = lab->quick ? 8 : 120 }, NULL, NULL, error);
    if (status != SLIP_OK)
        return status;
    bool solved = d.judgement.posed.word == SLIP_VERDICT_VERIFIED, said = s->printed > 0;
    slip_reading_set(r, solved == said ? SLIP_CELL_REPRODUCED : SLIP_CELL_DIFFERS, "%s after %lld pivots", slip_demo_word(&d), d.result.work[SLIP_WORK_PIVOTS]);
    slip_reading_note(r, "Lemke's method of ours in place of PATH; its seconds of 2004 are not compared");
    slip_demo_end(&d);
    return SLIP_OK;
}

/* Steps of LCP1 (at = 1) or LCP2 (at = 2) on 21 disks. */
static slip_status converges(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    slip_demo d;
    (void)lab;
    slip_status status = slip_demo_run(&d, "cannonball:n=6,mu=0.05,law=facets", s->at == 1 ? "lcp1" : "lcp2", (slip_limits){ .steps = 200 }, NULL, NULL, error);
    if (status != SLIP_OK)
        return status;
    slip_reading_set(r, d.judgement.posed.word == SLIP_VERDICT_VERIFIED ? SLIP_CELL_REPRODUCED : SLIP_CELL_DIFFERS, "%s in %ld iterations, rate %.2g", slip_demo_word(&d), d.result.steps, d.story.rate.estimate);
    slip_demo_end(&d);
    return SLIP_OK;
}

/* 136 disks, mu = 0.2: at = 0 lemke, 1 lcp1, 2 lcp2, 3 lcp3; printed: 1 solved, 0 failed. */
static slip_status large(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    static const char *const solver[] = { "lemke", "lcp1", "lcp2", "lcp3" };
    slip_demo d;
    slip_status status = slip_demo_run(&d, "cannonball:n=16,mu=0.2,law=facets", solver[(int)s->at], (slip_limits){ .steps = s->at == 0 ? 0 : 60, .time = lab->quick ? 10 : 60 }, NULL, NULL, error);
    if (status != SLIP_OK)
        return status;
    bool solved = s->at == 3 ? d.judgement.claimed.word == SLIP_VERDICT_VERIFIED : d.judgement.posed.word == SLIP_VERDICT_VERIFIED;
    slip_reading_set(r, solved == (s->printed > 0) ? SLIP_CELL_REPRODUCED : SLIP_CELL_DIFFERS, "%s %s after %ld steps", solver[(int)s->at], solved ? "solves it" : "does not converge", d.result.steps);
    if (s->at == 0 && solved)
        slip_reading_note(r, "a Lemke with a perturbed right-hand side, Harris' ratio test and fresh factors solves it; the failure was PATH's pivot limit");
    slip_demo_end(&d);
    return SLIP_OK;
}

static slip_status nonconvex(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    slip_problem p;
    slip_truth t = { 0 };
    char name[64];
    int good = 0;
    (void)lab;
    snprintf(name, sizeof name, "pyramid:mu=%.17g", s->at);
    slip_status status = slip_problem_open(&p, name, &t, error);
    if (status != SLIP_OK)
        return status;
    double weight = 0;
    for (int j = 0; j < p.n; j++)
        weight = fmax(weight, fabs(p.f[j]));
    for (int k = 0; k < 2; k++) {       /* corners 1 3 5, corners 2 4 6 */
        double c[18] = { 0 };
        for (int i = k; i < 6; i += 2)
            c[3 * i] = weight / 3;
        slip_answer a = { .claim = SLIP_CLAIM_SOLVED, .law = p.law, .dirs = p.dirs, .r = c, .claimed_error = NAN };
        good += slip_verify(&p, p.law, p.dirs, &a, NULL, 1e-12).word == SLIP_VERDICT_VERIFIED;
    }
    /* half way: c_n = h m g/6 everywhere, lambda = 1/2 at the unloaded half of each: mu c_n lambda = mu h m g/12 */
    double violation = s->at * (weight / 6) * 0.5;
    slip_reading_set(r, good == 2 && violation > 0 ? SLIP_CELL_REPRODUCED : SLIP_CELL_DIFFERS, "both verified; midpoint violates by %.6g (h m g mu/12 = %.6g)", violation, s->at * weight / 12);
    slip_problem_free(&p);
    return SLIP_OK;
}

/* Sets of corners whose hull holds the centre and which need every corner: each is a facet of lambda's. */
static slip_status supports(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    slip_problem p;
    int count = 0;
    (void)lab;
    slip_status status = slip_problem_open(&p, "pyramid", NULL, error);
    if (status != SLIP_OK)
        return status;
    const double *x = p.picture.point;
    double c[2] = { 0, 0 };
    for (int i = 0; i < 6; i++) {
        c[0] += x[3 * i] / 6;
        c[1] += x[3 * i + 1] / 6;
    }
#define CROSS(i, j) ((x[3 * (i)] - c[0]) * (x[3 * (j) + 1] - c[1]) - (x[3 * (i) + 1] - c[1]) * (x[3 * (j)] - c[0]))
#define DOT(i, j) ((x[3 * (i)] - c[0]) * (x[3 * (j)] - c[0]) + (x[3 * (i) + 1] - c[1]) * (x[3 * (j) + 1] - c[1]))
    for (int i = 0; i < 6; i++)
        for (int j = i + 1; j < 6; j++) {
            count += fabs(CROSS(i, j)) <= 1e-9 && DOT(i, j) < 0;
            for (int k = j + 1; k < 6; k++)
                count += (CROSS(i, j) > 1e-9 && CROSS(j, k) > 1e-9 && CROSS(k, i) > 1e-9) || (CROSS(i, j) < -1e-9 && CROSS(j, k) < -1e-9 && CROSS(k, i) < -1e-9);
        }
#undef CROSS
#undef DOT
    slip_reading_set(r, count > 1 ? SLIP_CELL_REPRODUCED : SLIP_CELL_DIFFERS, "%d minimal supports of one pyramid, so %d^k for k of them", count, count);
    (void)s;
    slip_problem_free(&p);
    return SLIP_OK;
}

/* Error of one step of LCP3 over mu Lambda(v*), on the sliding disk; printed is not used.  Theorem 7: bounded as mu shrinks. */
static slip_status one_step(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    double least = INFINITY, most = 0;
    (void)s;
    (void)lab;
    for (int k = 1; k <= 4; k++) {
        char name[64];
        double mu = pow(10, -k), error_v = 0;
        slip_demo a, b;
        snprintf(name, sizeof name, "disk:law=facets,mu=%.17g", mu);
        slip_status status = slip_demo_run(&a, name, "lcp3", (slip_limits){ .tol = 1e-12 }, NULL, NULL, error);
        if (status != SLIP_OK)
            return status;
        status = slip_demo_run(&b, name, "lemke", (slip_limits){ .tol = 1e-12 }, NULL, NULL, error);
        if (status != SLIP_OK) {
            slip_demo_end(&a);
            return status;
        }
        for (int j = 0; j < a.problem.n; j++)
            error_v = fmax(error_v, fabs(a.result.answer.v[j] - b.result.answer.v[j]));
        double ratio = error_v / (mu * fabs(b.result.answer.u[1]));
        least = fmin(least, ratio);
        most = fmax(most, ratio);
        slip_demo_end(&a);
        slip_demo_end(&b);
    }
    slip_reading_set(r, most <= 10 * least ? SLIP_CELL_REPRODUCED : SLIP_CELL_DIFFERS, "|v3 - v*| is %.3f to %.3f times mu Lambda(v*), mu = 0.1 to 1e-4", least, most);
    return SLIP_OK;
}

/* LCP1's measured rate on the disk against 3 mu^2/(1 + 3 mu^2). */
static slip_status contraction(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    double worst = 0;
    int linear = 0;
    static const double mus[] = { 0.1, 0.2, 0.5, 1 };
    (void)s;
    (void)lab;
    for (int k = 0; k < 4; k++) {
        char name[64];
        slip_demo d;
        snprintf(name, sizeof name, "disk:law=facets,mu=%.17g", mus[k]);
        slip_status status = slip_demo_run(&d, name, "lcp1", (slip_limits){ .tol = 1e-13 }, NULL, NULL, error);
        if (status != SLIP_OK)
            return status;
        double factor = 3 * mus[k] * mus[k] / (1 + 3 * mus[k] * mus[k]);
        linear += d.story.rate.kind == SLIP_RATE_LINEAR;
        if (d.story.rate.kind == SLIP_RATE_LINEAR)
            worst = fmax(worst, fabs(d.story.rate.estimate - factor));
        slip_demo_end(&d);
    }
    slip_reading_set(r, linear >= 3 && worst <= 0.01 ? SLIP_CELL_REPRODUCED : SLIP_CELL_DIFFERS, "linear for %d of 4 mu (0.1 to 1), factors within %.1e of 3 mu^2/(1 + 3 mu^2)", linear, worst);
    return SLIP_OK;
}

static const char *const table_assumed = "g = 9.81, solid disks (J = m R^2/2), every pair that touches is a contact; the error is the largest mu |u_T|";

static const slip_statement statements[] = {
    { "section3", "Section 3, mu = 0.3", "two explicit solutions at rest whose midpoint is none, however small mu", "k in the paper's data must be -m g", nonconvex, 0.3, 0 },
    { "section3", "Section 3, mu = 1e-6", "the same for arbitrarily small friction", "as above", nonconvex, 1e-6, 0 },
    { "section3", "Section 3", "the number of solution facets grows exponentially", "k separate pyramids on hexagons; facets counted by the corners that carry", supports, 0, 0 },
    { "theorems", "Theorems 5 and 6", "for small friction LCP1 and LCP2 contract linearly", "one sliding disk, where the factor has a closed form", contraction, 0, 0 },
    { "theorems", "Theorem 7", "the error of LCP3 is of the order of mu Lambda(v*)", "one sliding disk", one_step, 0, 0 },
    { "table1", "Table 1, mu = 0.1, LCP3 error", "0.06", table_assumed, table_error, 0.1, 0.06 },
    { "table1", "Table 1, mu = 0.2, LCP3 error", "0.12", table_assumed, table_error, 0.2, 0.12 },
    { "table1", "Table 1, mu = 0.4, LCP3 error", "0.07", table_assumed, table_error, 0.4, 0.07 },
    { "table1", "Table 1, mu = 0.6, LCP3 error", "1e-8 (zero at PATH's tolerance)", table_assumed, table_error, 0.6, 1e-8 },
    { "table1", "Table 1, mu = 0.8, LCP3 error", "8e-11 (zero at PATH's tolerance)", table_assumed, table_error, 0.8, 8e-11 },
    { "table1", "Table 1, mu = 0.1, LCP0", "solved (29.76 s)", "Lemke in place of PATH", table_lemke, 0.1, 1 },
    { "table1", "Table 1, mu = 0.2, LCP0", "MAX ITER", "Lemke in place of PATH", table_lemke, 0.2, 0 },
    { "table1", "Table 1, mu = 0.4, LCP0", "MAX ITER", "Lemke in place of PATH", table_lemke, 0.4, 0 },
    { "table1", "Table 1, mu = 0.6, LCP0", "MAX ITER", "Lemke in place of PATH", table_lemke, 0.6, 0 },
    { "table1", "Table 1, mu = 0.8, LCP0", "MAX ITER", "Lemke in place of PATH", table_lemke, 0.8, 0 },
    { "table1", "Table 1, CPU columns", "14 to 36 s", "seconds of a machine of 2004 say nothing about ours", NULL, 0, 0 },
    { "conclusions", "Conclusion 2", "LCP1 converges for 21 disks, mu = 0.05", "first step from rest", converges, 1, 0 },
    { "conclusions", "Conclusion 2", "LCP2 converges for 21 disks, mu = 0.05", "first step from rest", converges, 2, 0 },
    { "conclusions", "Conclusion 3", "LCP0 fails for 136 disks, mu = 0.2", "first step from rest", large, 0, 0 },
    { "conclusions", "Conclusion 3", "LCP1 fails there", "first step from rest, 60 iterations", large, 1, 0 },
    { "conclusions", "Conclusion 3", "LCP2 fails there", "first step from rest, 60 iterations", large, 2, 0 },
    { "conclusions", "Conclusion 3", "LCP3 solves it", "first step from rest", large, 3, 1 },
    { "conclusions", "Conclusion 1", "Lemke is efficient for few bodies, more than LCP1 and LCP2", "compares seconds of PATH in Matlab; not measured here", NULL, 0, 0 },
    { "conclusions", "Conclusion 5, Figure 4", "the large disk reaches the top in about 50 shakes", "the shake is not described; run it with slipstick simulate brazil-nut", NULL, 0, 0 },
    { "figure2", "Figure 2", "21 disks in motion: contacts and seconds per step", "the figure is missing from our copy, and its seconds are not ours", NULL, 0, 0 },
    { "figure3", "Figure 3", "136 disks in motion by LCP3", "the figure is missing from our copy, and its seconds are not ours", NULL, 0, 0 },
    { 0 }
};

const slip_paper slip_paper_AnitescuHart2004 = { "AnitescuHart2004", "fixed-point iteration for contact with small friction", statements, { "nonconvex", "needle", "two-velocities" }, NULL };
