/* lint.h: how the parts of `lint` add what they find.
   SPDX-License-Identifier: GPL-3.0-or-later */

#ifndef SLIP_LINT_H
#define SLIP_LINT_H

#include "verify/verify.h"

enum { SLIP_LINT_ROWS = 1500 };      /* of W, for its eigenvalues */

void slip_lint_add(slip_lint *, slip_oddity, int contact /* -1: none */, const char *format, ...) __attribute__((format(printf, 4, 5)));

/* lint_data.c.  `ruler` may be NULL when there is none; `local` is the condensed form, or NULL. */
slip_status slip_lint_matrices(slip_lint *, const slip_problem *, const slip_problem *local, slip_error *);
void        slip_lint_frames(slip_lint *, const slip_problem *);
void        slip_lint_contacts(slip_lint *, const slip_problem *, const slip_ruler *);

#endif
