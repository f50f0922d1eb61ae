/* fixed_point.h: the programs P1 and P2 that Anitescu and Hart's iterations share; private to solvers/.
   SPDX-License-Identifier: GPL-3.0-or-later */

#ifndef SLIP_FIXED_POINT_H
#define SLIP_FIXED_POINT_H

#include "solvers/qp.h"

/* The parameter of every method here that chooses how programs are solved, and its words. */
extern const char *const slip_qp_roads[];
#define SLIP_QP_PARAM { .name = "qp", .def = SLIP_QP_AUTO, .min = 0, .max = SLIP_QP_ACTIVE, .words = slip_qp_roads, \
                        .about = "programs by interior point and, where that is not exact, by active sets; or by one of them alone" }

typedef struct {
    slip_qp *qp;
    int rows; int *contact; double *c, *z;
    bool warm;
    double accuracy;
} slip_p1;

/* P1 (4.21): u_N + mu d_k'u_T + mu Lambda >= 0; rows of frictionless contacts are the normal alone. */
slip_status slip_p1_new(slip_p1 *, const slip_problem *, slip_qp_road, slip_arena *, slip_error *);
/* Solve for Gamma_j = mu_j Lambda_j (Lambda NULL: 0); r, v, l, u of the iterate are set.  False when the program was not solved. */
/* Start the next program from the impulses an iterate came with.  False when it came with none. */
bool        slip_p1_warm(slip_p1 *, const slip_problem *, const slip_iterate *);
bool        slip_p1_solve(slip_p1 *, const slip_problem *, const double *lambda, slip_iterate *);
void        slip_p1_close(slip_p1 *);
void        slip_p1_hide(slip_iterate *, const slip_p1 *);           /* where the next program starts from */

/* P2 (4.29): u_N >= 0, d_k'u_T >= -lambda_j.  Only the velocity is of use: its multipliers leave the friction cone. */
slip_status slip_p2_new(slip_p1 *, const slip_problem *, slip_qp_road, slip_arena *, slip_error *);
bool        slip_p2_solve(slip_p1 *, const slip_problem *, const double *lambda, double *v, slip_iterate *);

/* Lambda_j(v) = max_k -d_k'u_T, nc numbers; u = H'v + w is written too. */
void slip_sliding_speed(const slip_problem *, const double *v, double *u, double *lambda);

/* The law of lcp1 and lcp2. */
slip_law slip_claims_facets(const slip_problem *, const double par[], slip_dirs *);

#endif
