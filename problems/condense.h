/* condense.h: what the operator forms, the scales and the recovery share; private to problems/.
   SPDX-License-Identifier: GPL-3.0-or-later */

#ifndef SLIP_CONDENSE_H
#define SLIP_CONDENSE_H

#include "problems/problems.h"

typedef struct {
    bool global;
    slip_sparse Minv;       /* CSC, when M is block diagonal in small blocks; else absent and factor is set */
    slip_factor *factor;
    slip_sparse X, Xg;      /* CSC n x m, n x p: M^-1 H, M^-1 G (global) */
    slip_sparse V;          /* CSC m x p */
    double *q, *s;          /* m, p */
    double *R, *Rinv;       /* p x p column-major; Rinv a symmetric generalised inverse */
    int rank;               /* of R */
} slip_condense;

/* Arrays in the arena; slip_condense_close frees the factor.  INPUT when redundant joints contradict each other. */
slip_status slip_condense_new(slip_condense *, const slip_problem *, slip_arena *, slip_error *);
void        slip_condense_close(slip_condense *);
/* x = M^-1 x, n numbers. */
slip_status slip_condense_solve(const slip_condense *, int n, double *x, slip_arena *scratch, slip_error *);
/* l = -R^- (V' r + s) */
void        slip_condense_joints(const slip_condense *, int m, int p, const double *r, double *l, double *scratch_p);

/* rho and V (see scale.c) from diagonal blocks diag (nc d d), row norms (nc, used where the block vanishes) and q. */
void slip_scales_fill(slip_scales *, const slip_problem *, const double *diag, const double *parts, const double *rows, const double *q);

#endif
