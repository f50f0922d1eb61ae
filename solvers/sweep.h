/* sweep.h: what the methods on cones share: one contact's step, the order of the contacts, rows of joints; private to solvers/.
   SPDX-License-Identifier: GPL-3.0-or-later */

#ifndef SLIP_SWEEP_H
#define SLIP_SWEEP_H

#include "solvers/anderson.h"
#include "solvers/solvers.h"

/* ---- one contact (contact.c) ------------------------------------------------------------- */

/* out = P_K(r - rho u~): the natural map of one contact; given slip on (r_N, u_N), bilateral as slip_natural reads it. */
void slip_contact_prox(const slip_contact *, double rho, const double r[], const double u[], double out[]);

/* Given slip: how u_N answers r_N along the ray (1, -mu t), W_NN - mu W_NT t; 0 where that is nothing but rounding (critical mu). */
double slip_contact_ray(const slip_contact *, const double *W);

/* The row `threads` of a table of parameters. */
#define SLIP_THREADS_PARAM { .name = "threads", .def = 1, .min = 1, .max = SLIP_CREW_MOST, .about = "threads of a large problem by bodies; answers do not depend on it", .flags = SLIP_WHOLE }

/* The law a method solves whose first parameter is `law`: 0 as posed, 1 its convex relaxation. */
extern const char *const slip_relax_words[];
slip_law slip_law_chosen(const slip_problem *, int word);
slip_law slip_relax_claims(const slip_problem *, const double par[], slip_dirs *);

/* ---- the order of a sweep (order.c) -------------------------------------------------------- */

enum { SLIP_ORDER_GIVEN, SLIP_ORDER_RANDOM, SLIP_ORDER_COLOURED };
extern const char *const slip_order_words[];

typedef struct {
    int kind, nc;
    int *at;                /* nc: contacts in the order of the sweep; NULL: as given */
    int colours, *start;    /* coloured: contacts of colour c are at[start[c]] .. at[start[c+1]-1]; no two touch one body */
    slip_rng *rng;          /* random: shuffled anew by every slip_order_next */
} slip_order;

slip_status slip_order_new(slip_order *, const slip_problem *, int kind, unsigned long seed, slip_arena *, slip_error *);
void        slip_order_next(slip_order *);
void        slip_order_close(slip_order *);

/* ---- Gauss-Seidel sweeps (sweep.c) ----------------------------------------------------------- */

typedef struct slip_sweep slip_sweep;
/* The new r_i from u_i and the old one; c is its law, W its diagonal block, row-major. */
typedef void slip_local(const slip_sweep *, const slip_contact *c, int i, const double *W, const double u[], double r[]);

struct slip_sweep {
    slip_delassus op;
    slip_order order;
    slip_law law; slip_dirs dirs;
    slip_local *local;
    bool plain;             /* every contact has the same kind of law: nothing given, nothing bilateral */
    double omega, omega_joint;
    double *eta;            /* nc: d / tr W_ii, a mass; 0 where nothing moves */
    double *eta_joint;      /* p: 1 / R_jj */
    slip_anderson mix;      /* of z = r/sqrt(eta); most = 0: none */
    double *weight, *before, *after;    /* m + p each */
    slip_crew *crew;        /* NULL: one thread */
    int first, last;        /* contacts of the order that the crew is at */
    double *all;            /* it->r, for the crew */
    const slip_problem *p;
    long count;             /* sweeps since the velocities were last made afresh */
};

slip_status slip_sweep_new(slip_sweep *, const slip_problem *, slip_law, slip_form, int order, unsigned long seed, slip_arena *, slip_error *);
/* Sweeps by several threads, colour by colour; the order must not be random, and becomes coloured.  The same bits for any number of them.
   Only the packed form by bodies is shared out: in the others a row reads impulses of its own colour. */
slip_status slip_sweep_threads(slip_sweep *, const slip_problem *, int threads, slip_iterate *, slip_arena *, slip_error *);
slip_status slip_sweep_accelerate(slip_sweep *, const slip_problem *, int memory, slip_arena *, slip_error *);   /* by Anderson's method */
void        slip_sweep_once(slip_sweep *, const slip_problem *, slip_iterate *);
void        slip_sweep_close(slip_sweep *);

#endif
