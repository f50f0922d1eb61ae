/* qp_core.h: what the parts of the quadratic programming core share; private to qp*.c.
   SPDX-License-Identifier: GPL-3.0-or-later */

#ifndef SLIP_QP_CORE_H
#define SLIP_QP_CORE_H

#include "solvers/qp.h"

struct slip_qp {
    const slip_problem *p;
    int n, rows, d, np;
    const int *contact;
    int *first;                     /* nc+1: rows of a contact */
    double *a, *scale;              /* scaled rows (d each); 1/sqrt of a'W_cc a */
    int *start, *touch; double *h;  /* nc+1; velocities of a contact; d entries of H for each */
    slip_sparse K; int *diag_M;     /* M + H H' pattern; where the entries of M lie in K */
    long *map_start; int *map;      /* where the t x t block of a contact lies in K */
    slip_factor *factor;
    int factored;                   /* how often, in this call */
    double *v, *s, *z, *l;          /* the iterate, scaled */
    double *rd, *rp, *rc, *re, *dv, *ds, *dz, *dl, *el, *t, *tz, *KG, *S;
    double *bv, *bz, *bl, *c;       /* the point before refinement; scaled right sides */
    double *free, *farkas;          /* A v + c at the free motion; what proves the program infeasible, scaled, largest 1 */
    bool infeasible;                /* farkas is set */
    double *far_v, *far_s, *far_z, *far_l;      /* a direction, or a point, to come back to */
    bool plain;                     /* M is diagonal and there are no joints */
    slip_qp_road road;
    struct slip_qp_active *active;  /* NULL: too large, or not wanted */
};

/* ---- linear algebra by contact (qp_rows.c) ---- */

void        slip_qp_rows(const slip_qp *, const double *v, double *out);                 /* out_i = a_i' (H' v): no w, no c */
void        slip_qp_rows_transposed(const slip_qp *, const double *z, double *v);        /* v += sum_i z_i H a_i */
slip_status slip_qp_factor(slip_qp *, const double *D, slip_error *);                    /* M + A' diag(D) A, and with joints its Schur complement */
slip_status slip_qp_step(slip_qp *, double *x, const double *e, double *y, slip_error *);/* K x - G y = rhs, G'x = e; x in place of rhs */
void        slip_qp_stationarity(slip_qp *);                                             /* rd = M v - f - A'z - G l;  re = G'v + b */
double      slip_qp_dual(const slip_qp *);                                               /* |rd| in the diagonal metric of M: the unit of s */
double      slip_qp_largest(const double *x, int n);                                     /* max |x_i| */

/* ---- no common point (qp_farkas.c) ---- */

void slip_qp_farkas_take(slip_qp *, const double *z);                                    /* z >= 0, unchecked */

/* ---- refinement (qp_refine.c) ---- */

/* Relative KKT residuals of (v, z, l) with plain signs: primal max(0, -s)/S, dual |rd|/S, gap max min(s, z)/S. */
void slip_qp_judge(slip_qp *, const double *c, double S, slip_qp_info *);
bool slip_qp_augmented(slip_qp *, const double *c, double S, double delta, int most, slip_qp_info *);
bool slip_qp_polish(slip_qp *, const double *c, double S, double tol, slip_qp_info *);

/* ---- the dual active-set method (qp_active.c) ---- */

slip_status slip_qp_active_new(slip_qp *, slip_arena *, slip_error *);
/* Set z, v, l from the rows with z > 0 (guess) or from none. */
slip_status slip_qp_active_solve(slip_qp *, const double *c, double S, bool guess, slip_qp_info *, slip_error *);

#endif
