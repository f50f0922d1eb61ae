/* anitescu_hart.c: what [AnitescuHart2004] says: the nonconvex example, the maps and their theorems, Table 1, piles of disks, a Brazil nut.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>
#include <stdio.h>
#include "reports/papers/measures.h"

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

static const char table_assumed[] = "g = 9.81, solid disks (J = m R^2/2), every pair that touches is a contact; the error is the largest mu |u_T|";

static const slip_statement statements[] = {
    { "background", "Section 2.2", "the LCP (2.7)-(2.8) has a solution when no gap is negative", "Lemke on five problems", slip_hart_fixed, 1, 0 },
    { "background", "Section 2.3.1, (2.11)", "without friction the cone is pointed when the configuration can be disassembled", "five configurations; a linear program finds the velocity", slip_hart_pointed, 1, 0 },
    { "background", "Section 2.3.1", "the friction coefficients with a pointed cone form an open set around 0", "six disks, by bisection", slip_hart_pointed, 3, 0 },
    { "background", "Theorem 1", "solutions of strictly convex QPs are Lipschitz in the right-hand side", "P2 on six disks", slip_hart_lipschitz, 2, 0 },
    { "section3", "Section 3, Figure 1, mu = 0.3", "two explicit solutions at rest whose midpoint is none, however small mu", "k in the paper's data must be -m g; drawn as figure 1", nonconvex, 0.3, 0 },
    { "section3", "Section 3, mu = 1e-6", "the same for arbitrarily small friction", "as above", nonconvex, 1e-6, 0 },
    { "section3", "Section 6", "the number of solution facets grows exponentially", "k separate pyramids on hexagons; facets counted by the corners that carry", supports, 0, 0 },
    { "maps", "Lemma 1", "(4.19) with Gamma = mu lambda is (2.7)-(2.8)", "P1 at mu Lambda(v*) gives v* back", slip_hart_fixed, 1, 0 },
    { "maps", "Lemma 2, (4.20)", "the QP and the LCP (4.17)-(4.18) have the same velocity", "Lemke against an interior-point method, five problems", slip_hart_same, 1, 0 },
    { "maps", "Theorem 2", "(4.20) and (4.21) have the same unique velocity", "as above", slip_hart_same, 1, 0 },
    { "maps", "Lemma 3", "P2(lambda*) = v*", "five problems", slip_hart_fixed, 3, 0 },
    { "maps", "Lemma 4, Corollary 1", "|M^1/2 P1(Gamma)| <= |M^-1/2 q|", "five problems, random Gamma >= 0", slip_hart_energy, 1, 0 },
    { "maps", "Corollary 2", "the same for P2", "five problems, random lambda >= 0", slip_hart_energy, 2, 0 },
    { "maps", "Lemma 5", "a pointed cone gives the constraint qualification for (4.21)", "five configurations, mu = 0.05", slip_hart_pointed, 2, 0 },
    { "maps", "Lemma 6", "Lambda is Lipschitz with K_D = |D|", "six disks", slip_hart_lipschitz, 3, 0 },
    { "maps", "Theorem 3", "P1 is Lipschitz", "six disks, mu = 0.1", slip_hart_lipschitz, 1, 0 },
    { "maps", "Theorem 4", "P2 is Lipschitz", "six disks", slip_hart_lipschitz, 2, 0 },
    { "maps", "Lemma 7", "v* solves (2.7)-(2.8) iff chi_1(v*) = v*: solutions are fixed points", "five problems", slip_hart_fixed, 1, 0 },
    { "maps", "Lemma 7", "and what is no solution is no fixed point", "five problems, random velocities", slip_hart_fixed, 4, 0 },
    { "theorems", "Lemma 8, Theorem 5", "for small mu chi_1 is a contraction of factor 1/2 on S", "six disks, pairs of random velocities in S", slip_hart_contraction, 1, 0 },
    { "theorems", "Theorem 5", "chi_1(S) lies in S", "as above", slip_hart_contraction, 3, 0 },
    { "theorems", "Corollary 3", "for small mu one velocity, reached linearly", "three piles at mu = 0.05, twelve covering vectors and LCP1", slip_hart_same, 2, 0 },
    { "theorems", "Theorem 5 on one disk", "the factor is 3 mu^2/(1 + 3 mu^2)", "(closed form of ours)", slip_hart_factor, 0, 0 },
    { "theorems", "Lemma 9", "a velocity solution is a fixed point of chi_2", "five problems", slip_hart_fixed, 2, 0 },
    { "theorems", "Theorem 6(i)", "chi_2(S) lies in S", "six disks", slip_hart_contraction, 4, 0 },
    { "theorems", "Theorem 6(ii)", "for small mu chi_2 is a contraction of factor 1/2", "six disks", slip_hart_contraction, 2, 0 },
    { "theorems", "Theorem 7(i)", "|v* - chi_1(0)| is of the order of mu Lambda(v*)", "one and six disks", slip_hart_one_step, 1, 0 },
    { "theorems", "Theorem 7(ii)", "the same for chi_2(0)", "one and six disks", slip_hart_one_step, 2, 0 },
    { "theorems", "Section 5.2", "every iterate of LCP2 satisfies the geometry and has its impulse in the cone", "one sliding disk, one iteration", slip_hart_cone, 0, 0 },
    { "theorems", "Section 5.2", "a partial LCP1 may lift a contact that is active", "one sliding disk, LCP3", slip_hart_remarks, 3, 0 },
    { "table1", "Table 1, mu = 0.1, LCP3 error", "0.06", table_assumed, slip_hart_error, 0.1, 0.06 },
    { "table1", "Table 1, mu = 0.2, LCP3 error", "0.12", table_assumed, slip_hart_error, 0.2, 0.12 },
    { "table1", "Table 1, mu = 0.4, LCP3 error", "0.07", table_assumed, slip_hart_error, 0.4, 0.07 },
    { "table1", "Table 1, mu = 0.6, LCP3 error", "1e-8 (zero at PATH's tolerance)", table_assumed, slip_hart_error, 0.6, 1e-8 },
    { "table1", "Table 1, mu = 0.8, LCP3 error", "8e-11 (zero at PATH's tolerance)", table_assumed, slip_hart_error, 0.8, 8e-11 },
    { "table1", "Table 1: LCP3 error, all readings", "0.06, 0.12, 0.07", "contact sets x inertias x norms", slip_hart_readings, 0, 0 },
    { "table1", "Table 1, mu = 0.1, LCP3 CPU", "34.42 s", "first step, interior-point QP", slip_hart_seconds, 0.1, 34.42 },
    { "table1", "Table 1, mu = 0.2, LCP3 CPU", "36.28 s", "first step, interior-point QP", slip_hart_seconds, 0.2, 36.28 },
    { "table1", "Table 1, mu = 0.4, LCP3 CPU", "24.03 s", "first step, interior-point QP", slip_hart_seconds, 0.4, 24.03 },
    { "table1", "Table 1, mu = 0.6, LCP3 CPU", "20.40 s", "first step, interior-point QP", slip_hart_seconds, 0.6, 20.40 },
    { "table1", "Table 1, mu = 0.8, LCP3 CPU", "14.52 s", "first step, interior-point QP", slip_hart_seconds, 0.8, 14.52 },
    { "lcp0", "Table 1, mu = 0.1, LCP0 CPU", "29.76 s: solved", "Lemke in place of PATH", slip_hart_lemke, 0.1, 1 },
    { "lcp0", "Table 1, mu = 0.2, LCP0 CPU", "MAX ITER", "Lemke in place of PATH", slip_hart_lemke, 0.2, 0 },
    { "lcp0", "Table 1, mu = 0.4, LCP0 CPU", "MAX ITER", "Lemke in place of PATH", slip_hart_lemke, 0.4, 0 },
    { "lcp0", "Table 1, mu = 0.6, LCP0 CPU", "MAX ITER", "Lemke in place of PATH", slip_hart_lemke, 0.6, 0 },
    { "lcp0", "Table 1, mu = 0.8, LCP0 CPU", "MAX ITER", "Lemke in place of PATH", slip_hart_lemke, 0.8, 0 },
    { "figure2", "Figure 2, first graph", "21 disks: number of active contacts", "driven by LCP0 (lemke), 3 s", slip_hart_figures, 0, 0 },
    { "figure2", "Figure 2, second graph", "seconds of LCP1 per step", "each from rest", slip_hart_figures, 1, 0 },
    { "figure2", "Figure 2, second graph", "seconds of LCP2 per step", "each from rest", slip_hart_figures, 2, 0 },
    { "figure2", "Figure 2, third graph", "seconds of LCP3 per step", "each from rest", slip_hart_figures, 3, 0 },
    { "figure2", "Figure 2, third graph", "seconds of LCP0 per step", "lemke", slip_hart_figures, 4, 0 },
    { "figure3", "Figure 3, first graph", "136 disks: number of contacts", "driven by LCP3", slip_hart_figures, 10, 0 },
    { "figure3", "Figure 3, second graph", "LCP3 solves every step", "driven by LCP3", slip_hart_figures, 11, 0 },
    { "conclusions", "Conclusion 1", "for few bodies LCP0 is cheaper than LCP1 and LCP2, not than LCP3", "the run of figure 2", slip_hart_figures, 5, 0 },
    { "conclusions", "Conclusion 1", "Cholesky instead of LU would give a factor of 2", "a remark on PATH; our QP method uses Cholesky factors", NULL, 0, 0 },
    { "conclusions", "Conclusion 2", "LCP1 and LCP2 converge for 21 disks, mu = 0.05", "the run of figure 2, stopped at 1e-5", slip_hart_figures, 6, 0 },
    { "conclusions", "Conclusion 3", "LCP0 fails for 136 disks, mu = 0.2", "first step from rest", slip_hart_large, 0, 0 },
    { "conclusions", "Conclusion 3", "LCP1 fails there", "first step from rest", slip_hart_large, 1, 0 },
    { "conclusions", "Conclusion 3", "LCP2 fails there", "first step from rest", slip_hart_large, 2, 0 },
    { "conclusions", "Conclusion 3", "LCP3 solves it", "first step from rest", slip_hart_large, 3, 1 },
    { "conclusions", "Conclusion 4", "at high friction LCP3 is faster than LCP0", "210 disks, mu = 0.8", slip_hart_remarks, 0, 0 },
    { "conclusions", "Conclusion 4", "and LCP1 would have converged", "210 disks, mu = 0.8, to 1e-5", slip_hart_remarks, 1, 0 },
    { "conclusions", "Section 6", "LCP3 dissipates energy without external forces", "21 disks, random velocities", slip_hart_remarks, 2, 0 },
    { "figure4", "Conclusion 5", "the large disk reaches the top in about 50 shakes", "three seeds; top tenth: at most 27 of 269 above", slip_hart_nut, 0, 0 },
    { "figure4", "Figure 4", "four frames of the Brazil nut", "drawn from seed 1", slip_hart_nut, 1, 0 },
    { "figure4", "Conclusion 5", "(control) it is its size that makes it rise", "same shaking, all disks of radius 1.5", slip_hart_nut, 2, 0 },
    { 0 }
};

const slip_paper slip_paper_AnitescuHart2004 = {
    .key = "AnitescuHart2004", .title = "fixed-point iteration for contact with small friction", .statement = statements,
    .lesson = { "nonconvex", "needle", "two-velocities" }, .draw = slip_hart_draw, .slow = "figure4", .weight = 1000
};
