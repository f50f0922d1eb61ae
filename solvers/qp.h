/* qp.h: strictly convex quadratic programs with constraints by contact; private to solvers/.
   SPDX-License-Identifier: GPL-3.0-or-later

       minimise  v' M v / 2 - f' v   subject to   a_i' (H_c(i)' v + w_c(i)) + c_i >= 0,   G' v + b = 0

   with multipliers z >= 0 and l:  M v = f + sum_i z_i H_c(i) a_i + G l. */

#ifndef SLIP_QP_H
#define SLIP_QP_H

#include "solvers/solvers.h"

typedef struct slip_qp slip_qp;

/* AUTO: interior point and refinement, then the active-set method where that is not at rounding.  The other two: that alone. */
typedef enum { SLIP_QP_AUTO, SLIP_QP_INTERIOR, SLIP_QP_ACTIVE } slip_qp_road;

/* rows constraints; row i belongs to contact[i], has the d numbers a[d i ..].  Rows of one contact stand together, contacts ascending.
   Everything lives in the arena but the factor (slip_qp_close). */
slip_status slip_qp_new(slip_qp **out, const slip_problem *, int rows, const int *contact, const double *a, slip_qp_road, slip_arena *, slip_error *);
void        slip_qp_close(slip_qp *);

typedef struct {
    int iterations, polishes;       /* of the interior point and augmented Lagrangian methods; refinements that were kept */
    int factorisations;
    long pivots;                    /* of the active-set method */
    double primal, dual, gap;       /* KKT residuals at the end, relative to the data, see qp.c */
} slip_qp_info;

/* Solve for the right sides c (rows).  z (rows) comes in as a guess when warm, goes out as multipliers; v (n), l (p) go out.
   OK: residuals <= tol.  LIMIT: not reached, best point returned.  INFEASIBLE: no v satisfies the constraints (or none was found). */
slip_status slip_qp_solve(slip_qp *, const double *c, double tol, bool warm, double *v, double *z, double *l, slip_qp_info *, slip_error *);

/* After INFEASIBLE: z >= 0 (rows) with sum_i z_i H_c(i) a_i = G l for some l, and less than 0 as the sum of z_i (a_i' u_c(i) + c_i) at the free motion u:
   no v satisfies the constraints.  False when there is none, or when it does not hold to rounding. */
bool slip_qp_farkas(slip_qp *, double *z);

/* Multipliers of another program (the time step before) save work.  Not so for the augmented Lagrangian, which takes over where active sets are
   dense and large: 100 steps of 270 disks take 3349 factorisations with them, 1712 without. */
bool slip_qp_warms(const slip_qp *);

/* The impulses of contacts from multipliers: r_c = sum_i z_i a_i, d nc numbers. */
void slip_qp_impulses(const slip_qp *, const double *z, double *r);

#endif
