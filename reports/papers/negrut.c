/* negrut.c: what [NegrutEtAl2017] says of the cone complementarity problem, its artefact, and stabilisation.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "reports/papers/measures.h"

static const slip_statement statements[] = {
    { "model", "Figure 1, D_i'v", "D'v is the relative velocity at the contact points, in the contact frame", "normals of a moving pile by finite differences; drawn as figure 1", slip_negrut_frames, 0, 0 },
    { "model", "Section 2, (4a)-(4b)", "nonpenetration and Coulomb's law as complementarity conditions", "four problems under law coulomb: ball, incline, tower, pile", slip_negrut_conditions, 1, 0 },
    { "model", "Section 2, (4c)", "there is alpha >= 0 with v_T = -alpha gamma_T", "a ball in flight with sideways velocity", slip_negrut_open, 0, 0 },
    { "model", "Section 3, (5a)-(5b)", "half-implicit Euler: momentum balances in every step", "two-layer pile, law cone", slip_negrut_scheme, 0, 0 },
    { "model", "Section 3, (6)", "the next gap is, to first order, at least zero", "the text says 'at most'; spheres, law cone", slip_negrut_scheme, 1, 0 },
    { "penetration", "Section 3, case (i)", "a negative gap is corrected in one time step", "a ball 0.1 m deep", slip_negrut_deep, 0, 0 },
    { "penetration", "Section 3, case (i)", "a small dt makes that force very large", "the same ball", slip_negrut_deep, 1, 0 },
    { "penetration", "Section 3, case (i)", "a bound on the normal velocity caps the force", "cap = 1 m/s", slip_negrut_deep, 2, 0 },
    { "penetration", "Section 3, (5d)", "(implied) without the stabilisation term the penetration stays", "stabilise = 0", slip_negrut_deep, 3, 0 },
    { "penetration", "Section 3, case (ii)", "discretisation errors lead to small negative gaps that grow with dt", "a spinning plank meets a heavy disk, 0.5 s", slip_negrut_curved, 0, 0 },
    { "penetration", "Section 3, case (iii)", "fast bodies penetrate deeply in one step, then a large force corrects it", "a ball at 100 m/s, dt = 0.01 s, only touching contacts active", slip_negrut_fast, 0, 0 },
    { "penetration", "Section 3, case (iii)", "an active set with delta_K > 0 prevents it", "delta = 1.5 m", slip_negrut_fast, 1, 0 },
    { "lift-off", "Section 3, modified gap", "a sliding contact stays at a gap of mu dt |v_T|", "ball, mu = 0.2, dt = 1e-3, v = 10, started at that gap", slip_negrut_lift, 1, 0 },
    { "lift-off", "Section 3, from a closed gap", "the same gap is opened in one step: the ball hops", "as above, started at gap 0", slip_negrut_lift, 0, 0 },
    { "lift-off", "Section 3, bowling ball", "sliding fast produces an excess normal force", "as above, started at gap 0", slip_negrut_lift, 2, 0 },
    { "lift-off", "Section 3, bowling ball", "it vanishes once the ball rolls without slip", "ball without sliding: the law is Coulomb's", slip_negrut_rolling, 0, 0 },
    { "lift-off", "Section 3, bowling ball", "it is zero if mu = 0", "mu = 0, v = 10", slip_negrut_lift, 3, 0 },
    { "lift-off", "Section 6, second aspect", "the relaxation leads to lift-off forces at high sliding speed", "ball, from gap 0", slip_negrut_lift, 2, 0 },
    { "impact", "Section 3, end", "impacts are inelastic; the zero gap is kept until lift-off", "a ball dropped from 0.5 m", slip_negrut_plastic, 0, 0 },
    { "impact", "Section 3, end", "a general elastic scheme for simultaneous impacts is an open problem", "a remark on the literature, nothing to measure", NULL, 0, 0 },
    { "equivalence", "Section 4.1, (7)", "the conditions (5) are a cone complementarity problem", "answers of (7) put into (5d)", slip_negrut_conditions, 0, 0 },
    { "equivalence", "Section 4.1, (8)", "joints are one too, with b_j = 0", "a stretched pendulum of three links", slip_negrut_joints, 0, 0 },
    { "equivalence", "Section 4.2, (9), (10)", "v is eliminated: N = P'M^-1P is positive semidefinite", "pile, 45 contacts", slip_negrut_semidefinite, 0, 0 },
    { "equivalence", "Section 5, (11)", "(10) are the optimality conditions of a cone QP: same velocity", "Gauss-Seidel on the conditions against accelerated gradient on the QP, to 1e-9", slip_negrut_equivalence, 0, 0 },
    { "equivalence", "Section 5, (11)", "and the same minimum", "as above", slip_negrut_equivalence, 1, 0 },
    { "equivalence", "Section 5, (12)", "d_i = psi_i (-mu, gamma_u/gamma_F, gamma_w/gamma_F)", "a sliding ball", slip_negrut_gradient, 0, 0 },
    { "drift", "Section 6, first aspect; (5c)", "drift of positions is prevented by stabilisation terms", "pendulum of three links, shaken", slip_negrut_drift, 0, 0 },
    { "drift", "Section 6, first aspect", "(implied) without them positions drift", "the same without the term", slip_negrut_drift, 1, 0 },
    { "uniqueness", "Section 6, third aspect", "redundant contacts make N singular", "pile, 45 contacts", slip_negrut_semidefinite, 1, 0 },
    { "uniqueness", "Section 6, third aspect", "impulses are not unique, (11) has one velocity", "table on four legs", slip_negrut_many, 0, 0 },
    { "out-of-scope", "Section 6", "experimental validation in Chrono (cone penetrometer, triaxial, shear)", "out of scope: experiments reported elsewhere", NULL, 0, 0 },
    { "out-of-scope", "Abstract", "flexible bodies and fluid-solid interaction by the same method", "out of scope: slipstick has rigid bodies only", NULL, 0, 0 },
    { 0 }
};

const slip_paper slip_paper_NegrutEtAl2017 = {
    .key = "NegrutEtAl2017", .title = "friction and contact as a differential complementarity problem", .statement = statements,
    .lesson = { "hop", "four-legs" }, .draw = slip_negrut_draw
};
