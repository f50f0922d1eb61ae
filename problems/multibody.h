/* multibody.h: the mechanism behind a random multibody problem; private to problems/ and its tests.
   SPDX-License-Identifier: GPL-3.0-or-later */

#ifndef SLIP_MULTIBODY_H
#define SLIP_MULTIBODY_H

#include "problems/mechanism.h"

typedef struct { int rolling, sliding; double mu, speed, g; } slip_multibody_sizes;

/* Bodies and contacts (multibody_place.c): so many touches between bodies on a lattice; false when `sites` hold fewer places, arena.failed when out of memory. */
bool slip_multibody_place(slip_mechanism *, const slip_multibody_sizes *, int sites, slip_rng *, slip_arena *);
/* Velocity and slip directions (multibody_move.c): `rolling` touches roll, the others slide; false when the draw does not allow that. */
bool slip_multibody_move(slip_mechanism *, const slip_multibody_sizes *, slip_rng *, slip_arena *);
/* Both, and the forces; NUMERIC when no draw succeeds. */
slip_status slip_multibody_draw(slip_mechanism *, const slip_multibody_sizes *, unsigned long seed, slip_arena *, slip_error *);

#endif
