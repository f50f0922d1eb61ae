/* ladder.h: the levels of the ladder that are not lists of catalogue problems, for ladder.c.
   SPDX-License-Identifier: GPL-3.0-or-later */

#ifndef SLIP_LADDER_H
#define SLIP_LADDER_H

#include "reports/passport.h"

void slip_case_fill(slip_passport *, slip_check_case *, const slip_attempt *);
slip_status slip_ladder_protocol(const slip_check *, slip_passport *, slip_error *);
slip_status slip_ladder_invariance(const slip_check *, slip_passport *, slip_error *);
slip_status slip_ladder_behaviour(const slip_check *, slip_passport *, slip_error *);

#endif
