/* anderson.h: acceleration of any fixed-point iteration by its own history; private to solvers/.
   SPDX-License-Identifier: GPL-3.0-or-later */

#ifndef SLIP_ANDERSON_H
#define SLIP_ANDERSON_H

#include "solvers/solvers.h"

enum { SLIP_ANDERSON_MOST = 20 };

typedef struct {
    int n, most, held, next;    /* unknowns; memory; columns held; where the next one goes */
    const double *weight;       /* n: residuals are measured as weight * f; NULL: 1 */
    double *dx, *df;            /* most x n: differences of images and of residuals */
    double *f, *g, *safe;       /* n: last residual, last image, the image before the last mixture */
    double gram[SLIP_ANDERSON_MOST * SLIP_ANDERSON_MOST];
    double last;                /* length of the residual */
    bool started, mixed;
} slip_anderson;

slip_status slip_anderson_new(slip_anderson *, int n, int memory, const double *weight, slip_arena *, slip_error *);
/* x: where the iteration stood, g: its image.  Overwrites g with the point to go on from; true when that is not the image itself. */
bool        slip_anderson_mix(slip_anderson *, const double *x, double *g);
void        slip_anderson_reset(slip_anderson *);

#endif
