/* trinkle.c: what [TrinkleEtAl1995] says: Table 1 with our random instances beside it, existence and uniqueness, the interior point method.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "reports/papers/measures.h"

static const char ours[] = "random instances of ours, 100 pivots, ten covering vectors, 300 iterations";

#define ROW(size, sets, solved, starts, pivots, solved2, iterations, a, b, c, d, e) \
    { "table1", "Table 1, size " size ", Lemke, fraction solved", solved " of " sets " data sets", ours, slip_trinkle_lemke, SIZE, a }, \
    { "table1", "Table 1, size " size ", Lemke, starts", starts, ours, slip_trinkle_starts, SIZE, b }, \
    { "table1", "Table 1, size " size ", Lemke, iterations", pivots, ours, slip_trinkle_pivots, SIZE, c }, \
    { "table1", "Table 1, size " size ", interior point, fraction solved", solved2 " of " sets " data sets", ours, slip_trinkle_fip, SIZE, d }, \
    { "table1", "Table 1, size " size ", interior point, iterations", iterations, ours, slip_trinkle_iterations, SIZE, e }

static const slip_statement statements[] = {
    { "model", "Section 1", "a rod in one-point contact can have several solutions, rolling or sliding", "gravity up, pulled by 80 N, mu = 2", slip_trinkle_remarks, 2, 0 },
    { "model", "Section 2.3, (i)-(iv)", "four contact transitions: rolling on, to sliding, sliding on, breaking", "one instance of size 30", slip_trinkle_remarks, 1, 0 },
    { "model", "Section 2.4, Figure 1, (15)-(18)", "the pyramid's friction does not exactly oppose the sliding", "a sphere pushed by (10, 5) N; drawn as figure 1", slip_trinkle_remarks, 3, 0 },
    { "model", "Section 2.5", "soft fingers: contacts that carry torsion", "out of scope: slipstick has point contacts only", NULL, 0, 0 },
    { "model", "Section 2.5", "input and output of joints can be interchanged", "multibody:driven= does so; no statement to measure", NULL, 0, 0 },
    { "model", "Section 2.5", "quasistatic and deformable variants", "out of scope: rigid bodies with inertia only", NULL, 0, 0 },
    { "model", "Section 3.2, (32)-(35)", "the pyramid problem is a linear complementarity problem", "answers of the LCP verified for the pyramid; (35) pairs (a, c) where it must pair (a, s)", slip_trinkle_small, 0, 0 },
    { "theorems", "Theorem 1(a), pyramid", "all contacts rolling and (36): a solution exists", "(36) by a linear program; sizes 10 to 30, mu up to 1.5", slip_trinkle_rolling, 0, 0 },
    { "theorems", "Theorem 1(a), cone", "the same for the friction cone", "the same instances, law coulomb, (36) with the pyramid around the cone", slip_trinkle_rolling, 1, 0 },
    { "theorems", "(36)", "trivially satisfied by independent contacts", "the same instances", slip_trinkle_rolling, 2, 0 },
    { "theorems", "Section 4, after (36)", "b in the column space of J', as when everything is at rest: a solution exists", "table, incline, tower, pile and wall in space, mu = 0.2 to 1.5, one time step", slip_trinkle_rest, 0, 0 },
    { "theorems", "Theorem 1(b)", "independent contacts, small mu where it slides: a solution exists", "full column rank checked, mu = 0.02 and 0.05, sizes 5 to 10", slip_trinkle_small, 0, 0 },
    { "theorems", "Theorem 1(c)", "small mu everywhere: the solution is unique", "full column rank, sizes 5 to 10, exact enumeration", slip_trinkle_small, 1, 0 },
    { "theorems", "Section 4", "the estimate of the bound on mu is very conservative", "the estimate is in another paper; here: from which mu on uniqueness fails", slip_trinkle_small, 3, 0 },
    { "theorems", "Proposition 1", "a solution of the pyramid inside the cone solves the cone model", "spheres and random instances", slip_trinkle_inside, 0, 0 },
    { "theorems", "Theorem 2", "independent contacts, small mu: Lemke's method computes a solution", "as theorem 1(b)", slip_trinkle_small, 0, 0 },
    { "theorems", "Proof of theorem 2", "one easily verifies that M is copositive", "a rolling rod", slip_trinkle_copositive, 0, 0 },
    { "theorems", "Theorem 3", "independent contacts, small mu > 0: the interior point method converges", "as theorem 1(b)", slip_trinkle_small, 2, 0 },
    { "theorems", "after theorem 3", "mu > 0 at rolling contacts is essential", "two rolling contacts, mu = 0", slip_trinkle_remarks, 0, 0 },
    { "appendix", "(38)", "the direction of the interior point method", "sphere pushed by 10 N, beta = 0.2, from (20, 4, 4, 1, 1)", slip_trinkle_appendix, 0, 0 },
    { "appendix", "Theorem 4(i)", "all iterates are strictly feasible", "as above, sign of (38) turned", slip_trinkle_appendix, 1, 0 },
    { "appendix", "Theorem 4(ii), (39)", "the potential falls strictly", "as above", slip_trinkle_appendix, 2, 0 },
    { "appendix", "Theorem 4(iii)", "w'z goes to 0", "as above, to 1e-6", slip_trinkle_appendix, 3, 0 },
    { "appendix", "Theorem 4(iv)", "a limit solves the LCP, so a solution exists", "as above", slip_trinkle_appendix, 4, 0 },
#define SIZE 2
    ROW("2", "20", "1.00", "1.0", "2.0", "0.50", "8.4", 1, 1, 2, 0.5, 8.4),
#undef SIZE
#define SIZE 10
    ROW("10", "60", "0.92", "1.3", "8.9", "0.35", "10.4", 0.92, 1.3, 8.9, 0.35, 10.4),
#undef SIZE
#define SIZE 16
    ROW("16", "10", "1.00", "1.4", "20.0", "1.00", "17.2", 1, 1.4, 20, 1, 17.2),
#undef SIZE
#define SIZE 30
    ROW("30", "26", "0.62", "1.7", "44.1", "0.42", "19.6", 0.62, 1.7, 44.1, 0.42, 19.6),
#undef SIZE
#define SIZE 50
    ROW("50", "20", "0.35", "2.0", "107.4", "0.30", "61.1", 0.35, 2, 107.4, 0.3, 61.1),
#undef SIZE
#define SIZE 90
    ROW("90", "23", "0.00", "-", "-", "0.35", "30.4", 0, -1, -1, 0.35, 30.4),
#undef SIZE
#define SIZE 120
    ROW("120", "10", "0.10", "1.0", "< 100", "0.70", "< 300", 0.1, 1, 100, 0.7, 300),
#undef SIZE
#define SIZE 150
    ROW("150", "6", "0.00", "-", "-", "0.50", "46.3", 0, -1, -1, 0.5, 46.3),
#undef SIZE
#define SIZE 170
    ROW("170", "10", "0.00", "-", "-", "0.00", "-", 0, -1, -1, 0, -1),
#undef SIZE
    { "table1", "Section 6, overall", "just under 70% (229 of 328) solved by one of the two", ours, slip_trinkle_overall, 0, 0 },
    { "table1", "Section 6, failures", "unsolved problems possibly have no solution", "each failure looked at again", slip_trinkle_overall, 1, 0 },
    { "table1", "Table 1, by size", "Lemke's share falls with the size", ours, slip_trinkle_overall, 2, 0 },
    { "table1", "Table 1, by mu", "each problem was posed with about ten coefficients of friction", "mu from 0.05 to 1.5", slip_trinkle_overall, 3, 0 },
    { "table1", "Section 7", "all friction pyramid problems with solutions solved? not known", "an open question of the paper; see the failures above", NULL, 0, 0 },
    { 0 }
};

const slip_paper slip_paper_TrinkleEtAl1995 = {
    .key = "TrinkleEtAl1995", .title = "dynamic multi-rigid-body contact with Coulomb friction", .statement = statements,
    .lesson = { "pyramid", "ray" }, .draw = slip_trinkle_draw
};
