/* onecontact.h: the exact solver of one contact; private to solvers/.
   SPDX-License-Identifier: GPL-3.0-or-later */

#ifndef SLIP_ONECONTACT_H
#define SLIP_ONECONTACT_H

#include "solvers/sweep.h"

/* Solve u = A r + b with one contact's law; A is d x d row-major, r is the present impulse on entry (it chooses among several
   solutions) and the new one on return.  Returns the length of the natural map at r, with step d / tr A; NaN if A moves nothing. */
double slip_onecontact(const slip_contact *, const double *A, const double b[], double r[]);

#endif
