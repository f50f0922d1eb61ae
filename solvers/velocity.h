/* velocity.h: linear systems in the velocities, M + H D H' + G E G', for the methods that factorise; private to solvers/.
   SPDX-License-Identifier: GPL-3.0-or-later */

#ifndef SLIP_VELOCITY_H
#define SLIP_VELOCITY_H

#include "solvers/sweep.h"

typedef struct {
    int n, m, p, d, nc;
    slip_sparse M, H, G;        /* CSC; of the problem, or made from W: M = I, H = W^1/2 */
    double *f, *w, *b;          /* n, m, p */
    slip_sparse K;              /* CSC, both triangles: the sum of all patterns */
    double *base;               /* nz of K: M on that pattern */
    int *start, *row;           /* nc+p+1: the velocities of contact i, and of joint j at nc+j, ascending */
    double *h;                  /* d numbers for each of them (joints: 1) */
    size_t *at;                 /* nc+p+1: into h */
    slip_factor *factor;
    slip_lu *lu;
    double *eta, *eta_joint;    /* nc, p: masses d / tr W_ii, 1 / R_jj */
} slip_velocity;

/* A problem known only by W is factorised: SIZE when it is too large for that, NUMERIC when W is indefinite. */
slip_status slip_velocity_new(slip_velocity *, const slip_problem *, slip_arena *, slip_error *);
void        slip_velocity_close(slip_velocity *);
/* K = M + sum H_i D_i H_i' + sum E_j G_j G_j'; D: nc blocks d x d row-major, E: p, NULL when there are none. */
void        slip_velocity_assemble(slip_velocity *, const double *D, const double *E);
slip_status slip_velocity_factor(slip_velocity *, slip_error *);                          /* K must be symmetric */
slip_status slip_velocity_lu(slip_velocity *, slip_error *);                              /* of any K, into lu */
void        slip_velocity_root(const slip_velocity *, double *root);                      /* n: of the diagonal of M */
void        slip_velocity_scale(slip_velocity *, const double *root);                     /* K_ij / (root_i root_j): pivots that do not depend on units */
slip_status slip_velocity_solve(const slip_velocity *, const double *b, double *x, slip_error *);
void        slip_velocity_contacts(const slip_velocity *, const double *v, double *u);    /* u = H'v + w */
void        slip_velocity_joints(const slip_velocity *, const double *v, double *e);      /* e = G'v + b */
void        slip_velocity_load(const slip_velocity *, const double *r, const double *l, double *t);   /* t = f + H r + G l */

#endif
