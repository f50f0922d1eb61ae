/* single.h: one planar contact solved by its modes; private to problems/.
   SPDX-License-Identifier: GPL-3.0-or-later */

#ifndef SLIP_SINGLE_H
#define SLIP_SINGLE_H

#include "problems/problems.h"

typedef struct {
    int count; bool sure;       /* sure: the count does not hang on a rounding */
    double solution[4][4];      /* r_N, r_T, u_N, u_T */
} slip_single;

void slip_single_solve(const double A[4] /* row-major: A_NN A_NT A_TN A_TT */, const double b[2], double mu, slip_single *);

#endif
