/* baraff.c: what [Baraff1994] says of its pivoting: theorems, static and dynamic friction, cost.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "reports/papers/measures.h"

static const slip_statement statements[] = {
    { "model", "Section 3, (1)", "A is symmetric and positive semidefinite, b lies in its column space", "wall of bricks, 30 contacts, rank 20", slip_baraff_wall, 0, 0 },
    { "model", "Section 3, (4) and (5)", "the LCP and the quadratic program have the same solutions", "the same wall", slip_baraff_wall, 1, 0 },
    { "theorems", "Section 4.3", "if the algorithm terminates, its f satisfies the normal force conditions", "the pseudo-code as printed on random definite and singular A and walls", slip_baraff_theorem, 7, 0 },
    { "theorems", "Sections 4.3, 4.4", "A11 is never singular, even for singular A", "the same", slip_baraff_theorem, 6, 0 },
    { "theorems", "Section 4.4", "and if it is, the system is still consistent and easily solved", "with static friction: the instance in whole numbers, one order", slip_baraff_trouble, 3, 1 },
    { "theorems", "Theorem 1", "with static friction a large enough f_N makes a_N rise: no step without end", "random static problems in whole numbers, W = JJ', b in its column space", slip_baraff_static, 2, 0 },
    { "theorems", "Theorem 2", "v_1'x + alpha is positive (not negative for singular A)", "every step of the pseudo-code", slip_baraff_theorem, 2, 0 },
    { "theorems", "Theorem 3", "no index set C is repeated in a call of drive-to-zero", "the same", slip_baraff_theorem, 3, 0 },
    { "theorems", "Theorem 4", "an index that leaves C has a_i rise at once", "the same, definite A", slip_baraff_theorem, 4, 0 },
    { "theorems", "(37)", "Delta a_k = -y (w'B^-1w + beta)", "200 random matrices", slip_baraff_schur, 0, 0 },
    { "theorems", "Theorem 5", "an index that enters C has f_i rise at once", "the same, definite A", slip_baraff_theorem, 5, 0 },
    { "theorems", "Section 4.5", "joints are trivial to add", "block feeder without friction", slip_baraff_joints, 0, 0 },
    { "friction", "Section 5", "the algorithm has not been seen to fail with static friction", "random static problems in whole numbers, W = JJ', b in its column space, one order", slip_baraff_static, 0, 0 },
    { "friction", "Section 5", "conjecture: every system with static friction only has a solution", "the same; what no order solves is enumerated", slip_baraff_static, 1, 0 },
    { "friction", "Section 5.4", "raising f_d may lower a_d", "random directions with one contact at its bound", slip_baraff_decrease, 0, 0 },
    { "friction", "Section 5.4, appendix A", "with static friction too no index sets are repeated while one variable is driven", "the instance in whole numbers, its second contact first", slip_baraff_again, 0, 0 },
    { "friction", "Section 5.4", "zero steps between two index sets can happen and are survived by giving up", "the instance in whole numbers", slip_baraff_trouble, 1, 1 },
    { "friction", "Section 5.4", "never an infinite loop", "contacts in the order given, without restart", slip_baraff_trouble, 0, 1 },
    { "friction", "Section 5.6", "in space the order of x and y may give different forces", "one contact in whole numbers", slip_baraff_space, 0, 0 },
    { "friction", "Sections 1, 5.6, (21)", "a correct model of Coulomb friction, without approximation in space", "one contact in whole numbers", slip_baraff_space, 0, 1 },
    { "dynamic", "Section 6", "with dynamic friction A is unsymmetric and a solution may fail to exist", "random bodies sliding on two walls", slip_baraff_dynamic, 0, 0 },
    { "dynamic", "Section 6", "then a step is unbounded: no force, an impulse is needed", "Painleve's rod, mu = 2", slip_baraff_trouble, 2, 0 },
    { "dynamic", "Section 6", "either a solution or s = infinity: it is easily detected", "random bodies sliding on two walls", slip_baraff_dynamic, 1, 0 },
    { "dynamic", "Section 6", "met mostly where mu is unrealistically large", "the same, mu from 1/4 to 3", slip_baraff_dynamic, 2, 0 },
    { "cost", "Section 7", "worst cases need exponential time", "problems that defeat other pivoting methods", slip_baraff_worst, 0, 0 },
    { "cost", "Section 7", "O(n) calls of drive-to-zero without friction", "random positive definite LCPs", slip_baraff_cost, 1, 0 },
    { "cost", "Section 7", "and with friction", "walls of bricks, mu = 0.5", slip_baraff_cost, 2, 0 },
    { "cost", "Sections 1, 7", "two to three times the work of Gaussian elimination", "random LCPs, definite and of half rank, and walls without friction; flops counted, elimination 2/3 n^3", slip_baraff_cost, 0, 0 },
    { "cost", "Section 7", "two to three times longer than Gaussian elimination with partial pivoting", "against textbook elimination, n = 150", slip_baraff_race, 150, 0 },
    { "cost", "Section 7", "the same", "against LAPACK's blocked elimination, n = 150", slip_baraff_race, 150, 1 },
    { "cost", "Section 7", "five to ten times faster than a QP method, up to n = 150", "(5) by our interior-point method, n = 150", slip_baraff_race, 150, 2 },
    { "mechanisms", "Section 7, Figure 1", "the block feeder runs at 20 to 30 Hz", "our feeder through half a turn of the crank", slip_baraff_mechanism, 0, 0 },
    { "mechanisms", "Section 7, Figure 2", "the double-action jack runs at 20 to 30 Hz", "our scissor jack through its stroke", slip_baraff_mechanism, 1, 0 },
    { "mechanisms", "Section 2", "previous methods by optimisation were less reliable", "other people's codes of 1989 to 1993; not at hand", NULL, 0, 0 },
    { 0 }
};

const slip_paper slip_paper_Baraff1994 = {
    .key = "Baraff1994", .title = "fast contact forces for nonpenetrating rigid bodies", .statement = statements,
    .lesson = { "loop" }, .draw = slip_baraff_draw
};
