/* baraff.h: the index sets of Baraff's algorithm with friction and the factor that follows them.
   SPDX-License-Identifier: GPL-3.0-or-later

   A contact's normal is in C (a_N = 0 is kept), in NC (f_N = 0) or not yet established.  Its friction is in C_F (a_T = 0 is kept), slides
   (f_T = mu f_N e, e fixed: NC+ and NC- in 2D, NC_F in 3D, and given slip), or is free (f_T frozen).  Unknowns of a direction are the f_N of C
   and the f_T of C_F; sliding friction is carried by the column of its normal:

       g_N = A_N + sum_t c_t A_t,  c = mu e;     sum over unknowns of g x = -g_d   on the rows of the unknowns */

#ifndef SLIP_BARAFF_H
#define SLIP_BARAFF_H

#include "solvers/factor_update.h"
#include "solvers/solvers.h"

typedef enum { SLIP_N_NEW, SLIP_N_OPEN, SLIP_N_CLOSED } slip_normal_set;
typedef enum { SLIP_F_NONE, SLIP_F_FREE, SLIP_F_STICK, SLIP_F_SLIDE } slip_friction_set;    /* NONE: mu = 0 or given slip */

typedef struct {
    int d, nc, m;
    double *A, *q, sigma, *scale;       /* m x m column-major, m: contact i in units that make A_NN one; scale nc */
    double *mu, *f, *a, *df, *da;       /* nc; m */
    slip_normal_set *N; slip_friction_set *F;   /* nc */
    unsigned char *gone;                /* nc: takes no part */
    double *c;                          /* nc (d-1): coupling of f_T to f_N */
    slip_qr qr;
    int *unknown, *at;                  /* the components that are unknowns, in order; their places, -1 */
    double *x, *b, *column, *row;       /* m */
} slip_baraff;

slip_status slip_baraff_new(slip_baraff *, const slip_problem *, slip_arena *, slip_error *);
void slip_baraff_reset(slip_baraff *, const double *slip);  /* nc (d-1) given directions, zero where none; NULL: none */
bool slip_baraff_add(slip_baraff *, int component);         /* false: the system would be singular; nothing has changed */
void slip_baraff_drop(slip_baraff *, int component);        /* no effect when it is no unknown */
bool slip_baraff_couple(slip_baraff *, int contact, const double c[]);   /* c NULL: none; false: singular now */
bool slip_baraff_direction(slip_baraff *, const double *drive);          /* df, da for the given change of the driven components (m) */
void slip_baraff_refresh(slip_baraff *);                    /* a = A f + q; exactly zero for the unknowns whose error is rounding */
bool slip_baraff_solve(slip_baraff *);                      /* f of the unknowns for the sets as they are, others zero; a */
double slip_baraff_error(const slip_baraff *);              /* worst violation of the conditions (15), (16), (21) */

/* ---- section 6 (baraff_impulse.c) ------------------------------------------------------------ */

typedef enum { SLIP_PHASE_FORCES, SLIP_PHASE_IMPACT, SLIP_PHASE_AFTER } slip_impulse_phase;

typedef struct {
    slip_impulse_phase phase;
    double speed, sigma;                /* of every given slip before; of the forces */
    double *slip, *u, *p, *q;           /* nc (d-1), m: directions of slip and velocities as they are now; the impulse so far; b->q of the forces */
    int stops, rays; bool solved;       /* slips stopped; steps without end; there are forces afterwards */
} slip_impulse;

slip_status slip_impulse_new(slip_impulse *, const slip_baraff *, const slip_problem *, double speed, slip_arena *, slip_error *);
/* What follows after the method has ended with `how`: true: run it again on b as it is now, with x->slip; false: the end, told in note. */
bool slip_impulse_next(slip_impulse *, slip_baraff *, slip_step how, char note[128]);

#endif
