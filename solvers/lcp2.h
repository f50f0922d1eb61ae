/* lcp2.h: the map chi_2, shared by lcp2 and lcp2-once; private to solvers/.
   SPDX-License-Identifier: GPL-3.0-or-later */

#ifndef SLIP_LCP2_H
#define SLIP_LCP2_H

#include "solvers/fixed_point.h"

typedef struct {
    slip_p1 p1, p2;
    double *lambda, *hat, *next, *v, *old, *u, *l;      /* nc, nc, nc, n, n, m, p */
    double damping, stop, change;
    long steps;
} slip_lcp2;

slip_status slip_lcp2_new(slip_lcp2 *, const slip_problem *, slip_qp_road, const slip_iterate *, slip_arena *, slip_error *);
bool        slip_lcp2_map(slip_lcp2 *, const slip_problem *, slip_iterate *);     /* one application; false when a program was not solved */
void        slip_lcp2_close(slip_lcp2 *);

#endif
