/* lcp.h: contact problems as linear complementarity problems, and methods for these.
   SPDX-License-Identifier: GPL-3.0-or-later

       (6)  0 <= z  orthogonal to  w = A z + q >= 0

   Every formulation is three sparse matrices beside the Delassus matrix W of problems.h, u = W r + q_u:

       (7)  r = P z,   w = Q' u + E z,   so   A = Q' W P + E,  q = Q' q_u

   Joints are eliminated, or stay as free unknowns (a mixed LCP):

       (8)  w = (Q' W P + E) z + Q' V l + Q' q_u,   0 = V' P z + R l + s,   l of either sign */

#ifndef SLIP_LCP_H
#define SLIP_LCP_H

#include "solvers/solvers.h"

typedef struct {
    int n, m;
    double *A, *q;          /* n x n column-major, n */
    bool symmetric;         /* A is symmetric as far as rounding allows: methods may read one triangle */
    slip_sparse P, Q, E;    /* CSC m x n, m x n, n x n; absent for a bare LCP: r = z */
    int free, *joint;       /* the last `free` unknowns are impulses of either sign of these joints, and their w is zero */
    int *slack;             /* nc: index of lambda of contact i in z, -1 where it has none; NULL: none anywhere */
} slip_lcp;

#define SLIP_LCP_FORM_LIST(X) \
    X(AUTO,   "auto",   "by the law posed") \
    X(RAYS,   "rays",   "one unknown an edge of the friction cone: frictionless, given slip, cone-facets") \
    X(FACETS, "facets", "Stewart-Trinkle / Anitescu-Potra: c_n, beta, lambda") \
    X(BOX,    "box",    "Trinkle's (32): c_n, s+, a-")
typedef enum {
#define X(name, word, text) SLIP_LCP_##name,
    SLIP_LCP_FORM_LIST(X)
#undef X
    SLIP_LCP_FORM_COUNT
} slip_lcp_form;
extern const char *const slip_lcp_form_words[];        /* NULL-ended, for a parameter */

/* Joints are eliminated.  Refused (INPUT): frictional bilateral contacts, or a form that is not for the law. */
slip_status slip_lcp_new(slip_lcp *, const slip_problem *, slip_lcp_form, slip_arena *, slip_error *);
/* The same with joints eliminated or free, (8).  Of redundant joints only independent ones become unknowns; contradictory ones are refused (INPUT). */
slip_status slip_lcp_new_joints(slip_lcp *, const slip_problem *, slip_lcp_form, slip_joints, slip_arena *, slip_error *);
slip_status slip_lcp_border(slip_lcp *, const slip_delassus *, slip_arena *, slip_error *);     /* adds the joints of (8); lcp_joints.c */
extern const char *const slip_lcp_joint_words[];       /* NULL-ended, for a parameter; in the order of slip_joints */
slip_status slip_lcp_bare(slip_lcp *, int n, double *A, double *q, slip_error *);       /* borrows A and q */
int slip_lcp_size(const slip_problem *, slip_lcp_form);                                   /* unknowns it will have */
slip_lcp_form slip_lcp_choose(const slip_problem *, slip_lcp_form asked);               /* what AUTO means here */
slip_law slip_lcp_law(const slip_problem *, slip_lcp_form, slip_dirs *);                /* the law its solutions satisfy */
void   slip_lcp_impulse(const slip_lcp *, const double *z, double *r);                  /* r = P z */
/* z from impulses, joint impulses and velocities, known or guessed; lcp_guess.c */
/* The same of one contact (u may be NULL for rays): how many numbers. */
int    slip_lcp_guess_one(const slip_contact *, slip_lcp_form, const double *r, const double *u, double *z);
void   slip_lcp_guess(const slip_lcp *, const slip_problem *, slip_lcp_form, const double *r, const double *l, const double *u, double *z);
/* in[]: of the k unknowns in set[], those whose principal submatrix of A (n x n) is surely regular; the first `always` of them go in if they can at
   all.  work: k x k and k numbers. */
void   slip_lcp_independent(int n, const double *A, int always, int k, const int set[], double *work, bool in[]);
void   slip_lcp_value(const slip_lcp *, const double *z, double *w);                    /* w = A z + q */
/* max |min(z, w)| / max |q|, each component in units of its own diagonal; 0 if q = 0 and z = 0. */
double slip_lcp_residual(const slip_lcp *, const double *z, double *w);

/* Formulations, one a file: contact i adds its unknowns and its entries of P, Q, E (TRIPLET lists). */
typedef struct { int z; slip_sparse P, Q, E; int *slack; } slip_lcp_maker;
void slip_lcp_put(slip_sparse *triplet, int row, int col, double x);
void slip_lcp_rays_contact(slip_lcp_maker *, const slip_contact *, int i);
void slip_lcp_facets_contact(slip_lcp_maker *, const slip_contact *, int i);
void slip_lcp_box_contact(slip_lcp_maker *, const slip_contact *, int i);

/* ---- methods on (A, q) ---------------------------------------------------------------------- */

typedef struct {            /* what a method shows: the best point it has, and the direction of a ray */
    double *z, *ray;        /* n each */
    bool have_ray;
} slip_lcp_point;

typedef struct {
    size_t size;            /* of its core, zeroed before start */
    slip_status (*start)(void *core, const slip_lcp *, const double par[], slip_iterate *, slip_arena *, slip_error *);
    slip_step   (*advance)(void *core, const slip_lcp *, slip_lcp_point *, slip_iterate *);
    void        (*end)(void *core);         /* may be NULL */
} slip_lcp_method;

/* Infeasibility of {z >= 0, A z + q >= 0} by linear programming: true with y >= 0, A'y <= 0, q'y < 0, looked at again.  Free unknowns: y of
   either sign, (A'y) zero there. */
typedef struct { slip_sparse A; double *cost, *low, *rlow, *rhigh, *z; } slip_lcp_prover;       /* scratch, so that a step allocates nothing of ours */
slip_status slip_lcp_prover_new(slip_lcp_prover *, int n, slip_arena *, slip_error *);
bool slip_lcp_infeasible(slip_lcp_prover *, const slip_lcp *, double *y);

typedef struct { slip_lcp lcp; slip_lcp_prover prover; const slip_lcp_method *method; void *core; slip_lcp_point point; double *w; } slip_lcp_state;

/* What every LCP solver's init, step and close do; `form` is what the caller's parameter asks; joints kept only for methods that know free unknowns. */
slip_status slip_lcp_solver_init(slip_lcp_state *, const slip_lcp_method *, slip_lcp_form, slip_joints, const slip_problem *, const double par[],
                                 slip_iterate *, slip_arena *, slip_error *);
slip_step   slip_lcp_solver_step(slip_lcp_state *, const slip_problem *, slip_iterate *);
void        slip_lcp_solver_close(slip_lcp_state *);

/* For methods on symmetric matrices: no friction along a given slip direction (which makes A = Q'W P unsymmetric). */
bool slip_lcp_symmetric(const slip_problem *, const double par[], char why[160]);

extern const slip_lcp_method slip_lcp_bpp, slip_lcp_dantzig, slip_lcp_enum, slip_lcp_fip, slip_lcp_lemke;

#endif
