/* convex.h: the cone program behind the methods of first order; private to solvers/.
   SPDX-License-Identifier: GPL-3.0-or-later

       min 1/2 z'N z + p'z  over  K x free,   z = S^-1 (r, l),  N = S [W V; V' R] S,  p = S (q + shift n, s)

   S gives each contact the square root of its mass eta_i (one number, so that cones stay cones) and each joint 1/sqrt(R_jj).
   shift = mu s(u_T) makes a solution one of Coulomb's law [De Saxce's change of variable]; 0: the law cone. */

#ifndef SLIP_CONVEX_H
#define SLIP_CONVEX_H

#include "solvers/sweep.h"

typedef struct {
    slip_delassus op;
    slip_law law; slip_dirs dirs;       /* law: the cone (cone or cone-facets); friction sets are those of the law posed */
    slip_law posed;
    int m, n;                           /* m contacts' rows, n = m + p */
    double *S;                          /* n */
    double *shift;                      /* nc: added to u_N, a speed */
    double *x;                          /* n: scratch of the product */
    slip_crew *crew;                    /* NULL: one thread */
} slip_convex;

slip_status slip_convex_new(slip_convex *, const slip_problem *, slip_law solved, int threads, slip_iterate *, slip_arena *, slip_error *);
void slip_convex_close(slip_convex *);
void slip_convex_in(const slip_convex *, const slip_iterate *, double *z);         /* z from (r, l) */
void slip_convex_out(const slip_convex *, const double *z, slip_iterate *);        /* (r, l) from z; counts nothing */
void slip_convex_gradient(slip_convex *, const double *z, double *g, slip_iterate *);   /* g = N z + p without the shift; counts a product */
void slip_convex_project(const slip_convex *, const slip_problem *, const double *z, double *out);
/* out = P(z - t (g + shift)) */
void slip_convex_step(const slip_convex *, const slip_problem *, const double *z, double t, const double *g, double *out);
/* shift goes after mu s(u_T) of g, the gradient without shift, by the part `follow` of the way */
void slip_convex_shift(slip_convex *, const slip_problem *, const double *g, double follow);
double slip_convex_dot(int n, const double *a, const double *b);

#endif
