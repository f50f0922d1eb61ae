/* exact_box.h: the quadratic equations of contacts that slide on a disc; shared by exact_box.c and exact_krawczyk.c.
   SPDX-License-Identifier: GPL-3.0-or-later */

#ifndef SLIP_EXACT_BOX_H
#define SLIP_EXACT_BOX_H

#include "verify/exact_near.h"

typedef struct {
    slip_nearby *t; const slip_problem *p;
    int n, np, m, size;             /* velocities, joints, impulses, unknowns */
    slip_sparse M, D, K;            /* M v = D r + G l + force, u = K'v + offset; local form: v is u, M = K = I, D = W, force = q */
    const double *force, *offset;   /* n, m */
    char *mode;                     /* nc: o open, g grazing, s stick, n a ray, t slips */
    bool relaxed;                   /* law cone */
    int *at_l, *at_r, *at_s;        /* p, m, nc: columns of unknowns, -1: none */
    bool *drop;                     /* m + p: rows implied by others */
    int *candidate, candidates;     /* rows that may be kept or implied, in the order in which they are kept */
    slip_integers span; slip_basis basis; bool spanned;      /* columns: the candidates as affine functions of v */
    double *pin;                    /* m + p: values where a row was dropped and its impulse pinned */
    double speed, impulse;          /* units */
    arf_struct *x;                  /* size: the centre */
    arf_struct *v, *l, *r, *s, *u, *f;      /* n, p, m, nc, m, size */
    slip_sparse J; double *wrong;   /* CSC; how far each entry may be from the true one in the box */
    double *Y, *radius;             /* size x size column-major; size */
} slip_box;

arf_struct *slip_arf_new(int count);
void        slip_arf_free(arf_struct *, int count);

slip_status slip_box_new(slip_box *, slip_nearby *, slip_error *);       /* modes, dropped rows, pins, unknowns */
void        slip_box_free(slip_box *);
void        slip_box_start(slip_box *);                                  /* the centre at the answer's motion and centred impulses */
void        slip_box_spread(slip_box *);                                 /* v, l, r, s, u from x */
void        slip_box_residual(slip_box *);                               /* f(x), exactly */
slip_status slip_box_jacobian(slip_box *, slip_arena *, slip_error *);

#endif
