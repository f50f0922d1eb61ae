/* prox.h: what the proximal iteration and its rate share; private to solvers/.
   SPDX-License-Identifier: GPL-3.0-or-later */

#ifndef SLIP_PROX_H
#define SLIP_PROX_H

#include "solvers/solvers.h"

enum { SLIP_PROX_GAUSS_SEIDEL, SLIP_PROX_JACOBI, SLIP_PROX_SYMMETRIC };

typedef struct {
    slip_delassus op;
    int order; bool adaptive;
    double *rho_n, *rho_t, *rho_j;      /* nc, nc, p */
    double *u, *e, *old, *old_l, *kept; /* m, p, m, p, m */
    double change;
} slip_prox;

void   slip_prox_sweep(slip_prox *, const slip_problem *, slip_iterate *);
double slip_prox_rate(void *state, const slip_problem *, const slip_iterate *, slip_arena *);

#endif
