/* exact_enclose.h: balls of the residuals of one answer; shared by exact_enclose.c, exact_enclose_motion.c and exact_cones.c.
   SPDX-License-Identifier: GPL-3.0-or-later */

#ifndef SLIP_EXACT_ENCLOSE_H
#define SLIP_EXACT_ENCLOSE_H

#include "verify/exact_near.h"

enum { SLIP_ENCLOSE_MOST = 1024 };      /* bits */

typedef struct {
    const slip_ruler *ruler; const slip_problem *p;
    slip_law law; const slip_answer *answer; const slip_motion *motion;
    int k; double *dir;         /* vertices of C */
    double tol; slong prec;
    int *part, *place, *size, parts;    /* n: block of M, place in it; velocities of each block */
    bool coupled, bound;                /* bound: the joints' impulses are not the answer's: R1 only from above */
    arb_ptr v, u;               /* n, m */
    slip_enclosures *out;
} slip_enclosing;

void slip_enclosing_note(slip_enclosing *, slip_residual_id, const arb_t x, int where);       /* raise the maximum */
slip_status slip_enclosing_blocks(slip_enclosing *, slip_arena *, slip_error *);              /* of M (exact_enclose_motion.c) */
bool slip_enclosing_dynamics(slip_enclosing *, double *sum /* n, zeros */);                   /* false: a block could not be solved */
void slip_enclosing_agreement(slip_enclosing *);
void slip_enclosing_local(slip_enclosing *, double *reach /* m, zeros */);
void slip_enclosing_joints(slip_enclosing *, double *terms /* p */);

void slip_ball_add(arb_t y, double a, const arb_t x, slong prec);        /* y += a x */
/* x <- max(x, 0);  the hull of x and y;  the root of a number that is not negative */
void slip_ball_positive(arb_t x, slong prec);
void slip_ball_length(arb_t out, arb_srcptr x, int d, slong prec);
/* Distance of x to K (dual: to K*) of a rule, and |r - P_K(x)|: x, r have d balls. */
void slip_ball_distance(arb_t out, const slip_rule *, arb_srcptr x, bool dual, slong prec);
void slip_ball_map(arb_t out, const slip_rule *, arb_srcptr r, arb_srcptr x, slong prec);
void slip_ball_friction(arb_ptr out, const slip_rule *, const arb_t radius, arb_srcptr x, slong prec);      /* the point of radius C nearest to x_T, d - 1 balls */
void slip_ball_support(arb_t out, const slip_rule *, arb_srcptr u, slong prec);       /* s(u_T) */
void slip_ball_fischer(arb_t out, arb_srcptr x, arb_srcptr y, int d, slong prec);

#endif
