/* exact_box.c: a box that holds a solution.
   SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include "verify/exact_near.h"
slip_status slip_box_prove(slip_nearby *t, slip_error *error)
{
    (void)error;
    snprintf(t->why, sizeof t->why, "a contact slides on a disc in space: its direction is not rational");
    return SLIP_OK;
}
