/* newton.h: one method's steps, for the methods that end with them; private to solvers/.
   SPDX-License-Identifier: GPL-3.0-or-later */

#ifndef SLIP_NEWTON_H
#define SLIP_NEWTON_H

#include "solvers/velocity.h"

typedef struct {
    slip_velocity *s;           /* of whoever owns it */
    slip_law law;
    double beta, most;          /* penalty, and its largest value */
    bool dense, symmetric;
    int inner;                  /* steps since the centre was renewed */
    double *v, *dv, *F, *try, *root;        /* n each; root: of M's diagonal */
    double *D, *E;                          /* nc d d; p */
    double *u, *r, *r0, *e, *l, *l0;        /* m, m, m, p, p, p */
    double *A;                              /* n x n (dense) */
    double norm;                            /* of F; NaN: not known */
    double change;                          /* what the last new centre changed; NaN: none yet */
} slip_newton;

/* Velocities up to `dense` are solved for by dense LU.  Starts at v = 0 from the centre r = l = 0. */
slip_status slip_newton_new(slip_newton *, slip_velocity *, const slip_problem *, slip_law, double beta, double most, int dense, slip_arena *, slip_error *);
void        slip_newton_at(slip_newton *, const double *v, const double *r, const double *l, double beta);     /* start from there; v NULL: from rest */
slip_step   slip_newton_step(slip_newton *, const slip_problem *, slip_iterate *);

#endif
