/* tableau.h: the dictionary of an LCP with one extra column, and pivots on it.
   SPDX-License-Identifier: GPL-3.0-or-later

       w = A z + d z0 + q          rewritten as     x_B = x + T x_N

   T is n x (n+1).  A pivot is a rank-one change; changes are kept as U V' and added to T by one product of matrices
   every few dozen pivots, so a pivot costs two thin products and moves no n x n array.  Everything is in scaled units:
   z = sigma s z', w = (sigma / s) w', which changes no sign. */

#ifndef SLIP_TABLEAU_H
#define SLIP_TABLEAU_H

#include "base/base.h"

typedef struct {
    int n, free;            /* the last `free` unknowns have no sign: once basic they never leave */
    double *A, *q;          /* n x n column-major, n: scaled, the true data */
    double *scale, sigma;   /* n: z_i = sigma scale_i z'_i */
    double *d, *qp;         /* n: the column of z0; the perturbed q */
    double *T;              /* n x (n+1), without the changes that wait */
    double *U, *V; int waiting, room;       /* n x room, (n+1) x room */
    double *x;              /* n: values of the basic variables for qp */
    int *row, *col;         /* n, n+1: variables; i: w_i, n+i: z_i, 2n: z0 */
    double *t, *v;          /* n, n+1: the entering column, the leaving row */
    double *work;           /* n (n+1) */
    double *B; int *ipiv;   /* n n, n: a basis */
    int *list;              /* 4 n + 4 */
} slip_tableau;

slip_status slip_tableau_new(slip_tableau *, int n, int free, const double *A, const double *q, slip_arena *, slip_error *);
/* Begin from the complementary basis of in[] (n flags: z_i basic) with x_B = its true values + delta_B and the column of z0 equal to
   cover_B there.  delta may be NULL (none).  False: the basis is singular. */
bool slip_tableau_begin(slip_tableau *, const bool in[], const double cover[], const double delta[]);
bool slip_tableau_rebuild(slip_tableau *);                   /* the same basis, from the data; false: it is singular */
void slip_tableau_column(slip_tableau *, int c);             /* into t */
void slip_tableau_pivot(slip_tableau *, int r, int c, double theta);    /* t holds column c; x follows the entering variable to theta */
double slip_tableau_drift(slip_tableau *);                   /* max |w - A z - d z0 - qp| of the values held */
/* Harris: the row that leaves when column t enters, -1: none; the row of `first` is preferred where it may leave.  theta: the step. */
int  slip_tableau_leaving(const slip_tableau *, int first, double feasibility, double pivot, double *theta);
/* z (scaled) of the complementary basis in[] for the true q, refined; false: singular. */
bool slip_tableau_solve(slip_tableau *, const bool in[], double *z, double *w);
void slip_tableau_unscale(const slip_tableau *, const double *scaled, double *z);

#endif
