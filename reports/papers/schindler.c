/* schindler.c: what [SchindlerEtAl2011] says: laws as sets, the point mass, Painleve's rod.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "reports/papers/measures.h"

static const slip_statement statements[] = {
    { "laws", "Section II, Figure 1(a), (4)", "a joint is g_B = 0 with any force", "zeros of the prox function; drawn as figure 1(a)", slip_schindler_sets, 0, 0 },
    { "laws", "Section II, Figure 1(b), (5)", "a contact is the corner 0 <= g_U, lambda_U >= 0, one of them zero", "zeros of the prox function; drawn as figure 1(b)", slip_schindler_sets, 1, 0 },
    { "laws", "Section II, Figure 2, (6)", "friction is set-valued at zero sliding velocity", "zeros of the prox function; drawn as figure 2", slip_schindler_sets, 2, 0 },
    { "laws", "Section II, (6) and (7)", "the law with sigma equals Coulomb's where mu lambda_N is not 0", "random points on and beside the law, mu |lambda_N| > 0", slip_schindler_sigma, 0, 0 },
    { "laws", "Section II, (6), (12)", "joints may have friction too, bounded by mu |lambda_N|", "a sleeve on a rod", slip_schindler_bilateral, 0, 0 },
    { "laws", "Section II", "the nonlinear problems can be solved reliably with PATH", "PATH is not free software and is not run here", NULL, 0, 0 },
    { "laws", "Section III, Figure 3, (8)", "prox is the closest point of a convex set, the point itself when inside", "disc and hexagon; drawn as figure 3", slip_schindler_nearest, 0, 0 },
    { "laws", "Section III, Figure 4, (9)-(12)", "the prox functions vanish on the laws, with corners for f_U and f_T", "r = 1, mu = 0.1, lambda_N = 1; drawn as figure 4", slip_schindler_sets, 2, 0 },
    { "equivalence", "Section IV, (13), (14): bilateral", "B_C = B_P, both ways", "r = 0.1, 1, 10", slip_schindler_sets, 0, 0 },
    { "equivalence", "Section IV, (13): unilateral, cases 1) and 2)", "U_C = U_P, both ways", "r = 0.1, 1, 10", slip_schindler_sets, 1, 0 },
    { "equivalence", "Section IV, (13), (15), (16): Coulomb, from prox", "T_P is in T_C: stick inside the disc, slip against the velocity outside", "r = 0.1, 1, 10; also mu = 0, lambda_N = 0 and lambda_N < 0", slip_schindler_sets, 2, 0 },
    { "equivalence", "Section IV, (17), (18): Coulomb, from complementarity", "T_C is in T_P", "the same points: a disagreement either way would count", slip_schindler_sets, 2, 0 },
    { "point-mass", "Section V.A, Figure 5, (19)-(24)", "a point mass on a plane, forces (h_x, h_y)", "the family point-mass; solved as an LCP, compared with its closed form", slip_schindler_lcp, 2, 0 },
    { "point-mass", "Section V.A, (25)", "the normal fixed-point equation", "m = 2 kg, h_y = -3 N", slip_schindler_fixed, 0, 0 },
    { "point-mass", "Section V.A, (26)", "the tangential fixed-point equation", "h_x = 1 N, lambda_U known", slip_schindler_fixed, 1, 0 },
    { "point-mass", "Section V.A, after (26)", "the first equation does not depend on the second", "two runs with other tangential data", slip_schindler_fixed, 2, 0 },
    { "point-mass", "Section V.A, Figure 6", "the normal iteration converges to -h_y for 0 < r < 2m from an infeasible guess: r = m/2", "m = 2 kg, pressed by 3 N, from -1 N", slip_schindler_rate, 0.5, 1 },
    { "point-mass", "Section V.A, Figure 6", "r = 1.9 m", "as above", slip_schindler_rate, 1.9, 1 },
    { "point-mass", "Section V.A, Figure 6", "r = m: one iteration", "as above", slip_schindler_rate, 1, 1 },
    { "point-mass", "Section V.A, Figure 6", "(implied) not for r >= 2m: r = 2 m", "as above", slip_schindler_rate, 2, 0 },
    { "point-mass", "Section V.A, Figure 6", "(implied) r = 3 m", "as above", slip_schindler_rate, 3, 0 },
    { "point-mass", "Section V.A, h_y > 0", "separation: lambda_U* = 0, reached for 0 < r < 2m", "four starts; it is reached for every r > 0", slip_schindler_starts, 0, 0 },
    { "point-mass", "Section V.A, text to Figure 7", "sticking friction is lambda_T* = h_x", "h_x = 1 N, inside the cone", slip_schindler_sign, 1, 1 },
    { "point-mass", "Section V.A, Figure 7", "the tangential iterates converge for any initial guess, m < r < 2m", "lambda_U known, five starts", slip_schindler_starts, 1, 0 },
    { "point-mass", "Section V.A, interleaving", "normal and tangential steps in turn converge from any start", "from lambda_U = -1 N, five tangential starts, r < 2m", slip_schindler_starts, 2, 0 },
    { "point-mass", "Section V.A, conjecture", "the r that converge are related to the eigenvalues of the Delassus matrix", "rolling rod, eigenvalues 1 and 4", slip_schindler_spectral, 0, 0 },
    { "lcp", "Section V.A, (27)-(32)", "a standard LCP of size four", "as solvers/lcp_facets.c builds it", slip_schindler_lcp, 0, 0 },
    { "lcp", "Section V.A, after (32)", "at a solution sigma = |u_x'|", "stick, slip both ways, and a contact that opens", slip_schindler_lcp, 1, 0 },
    { "lcp", "Section V.A", "in the worst case 2^n pivots", "Murty's problems", slip_schindler_pivots, 0, 0 },
    { "lcp", "Section V.A", "on average Lemke's time is about cubic in n", "random LCPs, pivots counted", slip_schindler_cubic, 0, 0 },
    { "painleve", "Section V.B, Figure 8, (33)-(38)", "the rod's equations of motion", "drawn as figure 8; G compared with W for twelve rods", slip_schindler_line, 0, 0 },
    { "painleve", "Section V.B, (39)-(44)", "a rod sliding to the left has lambda_T = mu lambda_U", "twelve rods", slip_schindler_line, 2, 0 },
    { "painleve", "Section V.B, (45)", "G = 1/m + L^2 cos/(4J) (cos - mu sin)", "twelve rods", slip_schindler_line, 0, 0 },
    { "painleve", "Section V.B, (45)", "b = -g", "twelve rods, six of them turning", slip_schindler_line, 1, 0 },
    { "painleve", "Section V.B, after (45)", "G can be made negative for plausible m, J, L, angle and mu", "uniform rods, tan theta from 1/4 to 4; W by unit forces", slip_schindler_critical, 0, 0 },
    { "painleve", "Section V.B, (46)", "the scalar fixed-point problem", "mu = 1, four r; g_U' must read g_U'' (two dots)", slip_schindler_fixed, 3, 0 },
    { "painleve", "Section V.B, Figure 9", "g > 0, G > 0: one solution, in contact", "slope 2, mu = 1", slip_schindler_regime, 1, 1 },
    { "painleve", "Section V.B, Figure 9", "and the iteration converges globally", "r = 1 and 4, four starts; 2/G = 5", slip_schindler_starts, 3, 0 },
    { "painleve", "Section V.B, Figure 10", "g < 0, G > 0: one solution, contact is lost", "slope 2, mu = 1", slip_schindler_regime, -1, 1 },
    { "painleve", "Section V.B, Figure 10", "and the iteration converges globally", "r = 1 and 4, four starts", slip_schindler_starts, 4, 0 },
    { "painleve", "Section V.B, Figure 11", "g > 0, G < 0: no solution exists", "slope 2, mu = 2", slip_schindler_regime, 2, 0 },
    { "painleve", "Section V.B, Figure 11", "the iteration diverges from any start", "r = 0.1 and 1, five starts", slip_schindler_starts, 5, 0 },
    { "painleve", "Section V.B, Figure 12", "g < 0, G < 0: two solutions", "slope 2, mu = 2", slip_schindler_regime, -2, 2 },
    { "painleve", "Section V.B, Figure 12", "from below the second solution the iterates go to the first, 0", "r = 0.1 and 1, five starts below 12.2625", slip_schindler_starts, 6, 0 },
    { "painleve", "Section V.B, Figure 12", "from above it they diverge", "r = 0.1 and 1, four starts above 12.2625", slip_schindler_starts, 7, 0 },
    { "painleve", "Section V.B", "a pivoting algorithm could terminate at either solution", "two covering vectors", slip_schindler_either, 0, 0 },
    { "painleve", "Section V.B", "pivoting recognises that no solution exists, the fixed point cannot", "mu = 2", slip_schindler_either, 1, 0 },
    { "painleve", "Section V.B", "(the same, said of pivoting in general)", "two sliding contacts, size two", slip_schindler_either, 3, 0 },
    { "conclusions", "Abstract, Section VI", "with two solutions the fixed point can fail where pivoting succeeds", "mu = 2, gravity up, from 13 N", slip_schindler_either, 2, 0 },
    { "conclusions", "Section VI", "parallel QP solvers come at the expense of a-physical effects", "the convex relaxation, a sliding ball", slip_schindler_relaxed, 0, 0 },
    { "conclusions", "Section VI", "fixed-point schemes are worth pursuing for fine-grained parallelism", "a proposal, no statement to measure", NULL, 0, 0 },
    { 0 }
};

const slip_paper slip_paper_SchindlerEtAl2011 = {
    .key = "SchindlerEtAl2011", .title = "prox and complementarity formulations", .statement = statements,
    .lesson = { "cobweb", "rod", "impulse" }, .draw = slip_schindler_draw
};
