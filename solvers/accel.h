/* accel.h: one step of the accelerated projected gradient, shared by apgd and by the fixed points over it; private to solvers/.
   SPDX-License-Identifier: GPL-3.0-or-later */

#ifndef SLIP_ACCEL_H
#define SLIP_ACCEL_H

#include "solvers/convex.h"

typedef struct {
    slip_convex c;
    double *z, *zn, *y, *gz, *gn, *gy;      /* n each: iterate, next, extrapolated, and their gradients without shift */
    double L, theta, shrink;
    bool restart;
    double mapping;                         /* L |z+ - y|: the length of the gradient mapping at the last step */
} slip_accel;

slip_status slip_accel_new(slip_accel *, const slip_problem *, slip_law solved, int threads, slip_iterate *start, slip_arena *, slip_error *);
slip_step   slip_accel_step(slip_accel *, const slip_problem *, slip_iterate *);    /* writes no iterate: see slip_convex_out of z */
void        slip_accel_forget(slip_accel *);                                        /* the program has changed: no momentum */

#endif
