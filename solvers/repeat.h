/* repeat.h: the watch of the run loop for iterations that repeat themselves; private to solvers/.
   SPDX-License-Identifier: GPL-3.0-or-later */

#ifndef SLIP_REPEAT_H
#define SLIP_REPEAT_H

#include "solvers/solvers.h"

typedef struct {
    int m, p; bool exact;           /* exact: the next iterate depends on (r, l) and it->hidden alone */
    slip_arena *arena;              /* of the result: the lap outlives the run */
    double *kept; unsigned char *hidden; size_t bytes;      /* m + p; bytes of the hidden state */
    long at, span;                  /* step of the state kept, -1: none; steps until another is kept */
    int probe; double far, size;    /* the component watched, -1: none has moved; how far it went; largest |r| kept */
    long back; int returns;         /* steps to the first near return, 0: none yet; how often in a row */
    long period, since; double miss;        /* to rounding; 0: not sure; sure since that step; worst distance of a return, of `far` */
    long cycle;                     /* bit by bit; 0: not seen */
    int lap, laps; double *orbit;   /* iterates kept, to be kept; lap x m */
} slip_repeat;

slip_status slip_repeat_new(slip_repeat *, const slip_problem *, bool exact, slip_arena *, slip_error *);
/* After every step, and before the first.  True: it repeats for good, and every further step would be a waste. */
bool slip_repeat_see(slip_repeat *, const slip_iterate *, long step);
void slip_repeat_tell(const slip_repeat *, slip_result *);
void slip_repeat_note(const slip_repeat *, char note[128]);

#endif
