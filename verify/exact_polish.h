/* exact_polish.h: what the files share that refine the answer of a cone law in double-double.
   SPDX-License-Identifier: GPL-3.0-or-later */

#ifndef SLIP_EXACT_POLISH_H
#define SLIP_EXACT_POLISH_H

#include "verify/exact_near.h"

/* ---- one cone (exact_scaling.c): x >= 0, or x_0 >= |(x_1, x_2)|; J = diag(1, -1, -1) ---------------------------------- */

typedef struct {                /* of x and s inside: W x = W^-1 s = lambda, W = beta (2 v v' - J), or beta where the size is 1 */
    slip_dd beta, v[3], by, g[3];       /* D = W^-2 = by (2 g g' - J), or by: what large numbers lose in a product with it is along g, and harmless */
    double lambda[3];
} slip_scaling;

bool   slip_scaling_make(slip_scaling *, int size, const slip_dd *x, const slip_dd *s);        /* false: one of them is not inside */
void   slip_scaling_times(const slip_scaling *, int size, bool inverse, const slip_dd *x, double *out);      /* W x, or W^-1 x */
void   slip_scaling_undo(const slip_scaling *, int size, const double *x, slip_dd *out);                     /* W^-1 x */
void   slip_scaling_square(const slip_scaling *, int size, const slip_dd *x, slip_dd *out);                  /* D x */
double slip_scaling_out(const slip_scaling *, int size, const double *d);       /* lambda + a d is inside for 0 <= a < 1 over this */
void   slip_scaling_divide(const slip_scaling *, int size, const double *x, double *out);      /* lambda o out = x */
bool   slip_scaling_inside(int size, const slip_dd *x);

/* ---- the program (exact_program.c) --------------------------------------------------------------------------------------- */

typedef struct { int at, size, contact, corner; } slip_cone_block;     /* its first column; which corner of a polygon */

typedef struct {                /* M v = A x + G l + f,  s = A'v + c,  G'v + b = 0,  x and s inside, x.s = 0 */
    const slip_posed *posed;
    const int *joint; int joints;       /* independent columns of G; the others follow */
    int N, blocks;              /* columns of A */
    slip_cone_block *block;
    int *p, *i; slip_dd *x, *c; /* A by columns: N+1, entries, entries; N */
    slip_sparse K;              /* pattern of [M + A D A', G; G', 0] */
    slip_dd *k;                 /* its entries */
} slip_program;

slip_status slip_program_new(slip_program *, const slip_posed *, const int *joint, int joints, slip_arena *, slip_error *);
void slip_program_times(const slip_program *, const slip_dd *x, slip_dd *out);          /* out += A x */
void slip_program_times_t(const slip_program *, const slip_dd *v, slip_dd *out);        /* out += A'v */
void slip_program_fill(slip_program *, const slip_scaling *);                           /* k */
void slip_program_impulses(const slip_program *, const slip_dd *x, slip_dd *r);         /* r from x */
void slip_program_start(const slip_program *, const double *r, double *x);              /* an x of r, roughly */

/* ---- the refined answer (exact_polish.c) ------------------------------------------------------------------------------------ */

typedef struct {
    slip_dd *v, *r, *l;         /* n, m, p */
    const int *joint; int joints;       /* given: independent joints */
    bool (*good)(void *ctx, const slip_dd *v, const slip_dd *r); void *ctx;     /* may these be kept? */
} slip_polished;

/* v inside all constraints and r inside its cones, both close to a solution of the cone law.  INFEASIBLE: not found, with the reason in t->why. */
slip_status slip_polish(slip_nearby *t, const double *r, slip_polished *, slip_arena *, slip_error *);

/* ---- the bound (exact_bound.c) ------------------------------------------------------------------------------------------------ */

/* How far the velocity of the law can be from the answer; refined: from (v + v0) / 2.  M >= diag(shift). */
double slip_gap_bound(const slip_problem *, const double *answer, const slip_dd *v, const slip_witness *v0, const slip_dd *r, const slip_dd *l, const double *shift, double *refined);

#endif
