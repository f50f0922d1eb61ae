/* measures.h: how the statements of the papers are measured, and their figures drawn; private to papers/.
   SPDX-License-Identifier: GPL-3.0-or-later

   One block a paper: its statements are data in <paper>.c, its measures stand in <paper>_*.c. */

#ifndef SLIP_MEASURES_H
#define SLIP_MEASURES_H

#include "reports/paper.h"

typedef slip_status slip_measure(const slip_statement *, slip_lab *, slip_reading *, slip_error *);
typedef slip_status slip_drawing(slip_lecture *, slip_lab *, slip_error *);

/* REPRODUCED if good, else DIFFERS. */
static inline slip_cell_word slip_cell_if(bool good) { return good ? SLIP_CELL_REPRODUCED : SLIP_CELL_DIFFERS; }
static inline bool slip_demo_verified(const slip_demo *d) { return d->judgement.posed.word == SLIP_VERDICT_VERIFIED; }

/* AnitescuHart2004 */
slip_measure slip_hart_nonconvex, slip_hart_facets, slip_hart_contraction, slip_hart_fixed, slip_hart_same, slip_hart_lipschitz, slip_hart_energy, slip_hart_pointed, slip_hart_one_step, slip_hart_factor, slip_hart_cone;
slip_measure slip_hart_error, slip_hart_readings, slip_hart_lemke, slip_hart_seconds, slip_hart_figures, slip_hart_large, slip_hart_remarks, slip_hart_nut;
slip_drawing slip_hart_draw, slip_hart_draw_nut;

/* Baraff1994 */
typedef struct { long problems, verified, calls, steps, repeated, singular, zero, failed; double least_up, least_a, least_f; } slip_baraff_count;
void slip_baraff_pseudocode(int n, const double *A /* column-major */, const double *b, double *f, slip_baraff_count *);
slip_measure slip_baraff_theorem, slip_baraff_schur;
slip_measure slip_baraff_wall, slip_baraff_joints, slip_baraff_cost, slip_baraff_race, slip_baraff_trouble, slip_baraff_again, slip_baraff_static, slip_baraff_decrease, slip_baraff_space,
             slip_baraff_dynamic, slip_baraff_worst, slip_baraff_mechanism;
slip_drawing slip_baraff_draw;

/* NegrutEtAl2017 */
slip_measure slip_negrut_frames, slip_negrut_open, slip_negrut_scheme, slip_negrut_deep, slip_negrut_curved, slip_negrut_fast, slip_negrut_plastic, slip_negrut_drift;
slip_measure slip_negrut_equivalence, slip_negrut_conditions, slip_negrut_joints, slip_negrut_gradient, slip_negrut_semidefinite, slip_negrut_lift, slip_negrut_rolling, slip_negrut_many;
slip_drawing slip_negrut_draw;

/* SchindlerEtAl2011 */
slip_measure slip_schindler_sets, slip_schindler_sigma, slip_schindler_nearest;
slip_measure slip_schindler_rate, slip_schindler_fixed, slip_schindler_sign, slip_schindler_starts, slip_schindler_regime, slip_schindler_line, slip_schindler_critical, slip_schindler_spectral,
             slip_schindler_lcp, slip_schindler_pivots, slip_schindler_cubic, slip_schindler_either, slip_schindler_bilateral, slip_schindler_relaxed;
slip_drawing slip_schindler_draw;

/* TrinkleEtAl1995 */
slip_measure slip_trinkle_lemke, slip_trinkle_starts, slip_trinkle_pivots, slip_trinkle_fip, slip_trinkle_iterations, slip_trinkle_overall;
slip_measure slip_trinkle_rolling, slip_trinkle_rest, slip_trinkle_small, slip_trinkle_inside, slip_trinkle_copositive, slip_trinkle_appendix, slip_trinkle_remarks;
slip_drawing slip_trinkle_draw;

#endif
