/* foreign.h: opening a solver that is not ours by its name.
   SPDX-License-Identifier: GPL-3.0-or-later */

#ifndef SLIP_FOREIGN_H
#define SLIP_FOREIGN_H

#include "solvers/solvers.h"

slip_status slip_foreign_open(const char *name, const slip_solver **out, double par[], slip_error *);

/* par[] carries a pointer into the name: methods keep no state, and a name has no length limit. */
void        slip_foreign_hide(double par[], const char *text);
const char *slip_foreign_seek(const double par[]);

const char *slip_library_path(const char *name);
slip_status slip_library_check(const char *name, slip_error *);

extern const slip_solver slip_foreign_command;      /* `cmd:` */
extern const slip_solver slip_foreign_library;      /* `so:`, or a path that ends in .so */

#endif
