/* factor_update.h: factors of a growing and shrinking set of rows and columns, at O(k^2) a change.
   SPDX-License-Identifier: GPL-3.0-or-later */

#ifndef SLIP_FACTOR_UPDATE_H
#define SLIP_FACTOR_UPDATE_H

#include "base/base.h"

/* A_SS = L L', S in the order of its entry. */
typedef struct { int k, room; double *L; } slip_chol;       /* room x room column-major, lower */

slip_status slip_chol_new(slip_chol *, int room, slip_arena *, slip_error *);
void slip_chol_lower(const slip_chol *, double *y);         /* y <- L^-1 y, k numbers */
void slip_chol_upper(const slip_chol *, double *y);         /* y <- L^-T y */
void slip_chol_append(slip_chol *, const double *y, double pivot);      /* y = L^-1 A_Sj; pivot = A_jj - y'y > 0 */
void slip_chol_remove(slip_chol *, int i);                  /* the i-th of S leaves, the later ones move up */

/* A_RC = Q R, rows and columns in the order of their entry; A need not be symmetric. */
typedef struct { int k, room; double *Qt, *R, *work; } slip_qr;         /* Q' and R, room x room column-major */

slip_status slip_qr_new(slip_qr *, int room, slip_arena *, slip_error *);
void slip_qr_append(slip_qr *, const double *column, const double *row, double corner);   /* k, k, 1 numbers */
void slip_qr_remove(slip_qr *, int row, int column);
void slip_qr_replace(slip_qr *, int column, const double *now);         /* k numbers */
void slip_qr_solve(const slip_qr *, const double *b, double *x);        /* A x = b */
double slip_qr_condition(const slip_qr *);                  /* min |R_ii| / max |R_ii|, 1 when empty */

#endif
