/* mu_map.h: what the map and its thresholds share; private to mu_map.c, mu_thresholds.c and mu_contraction.c.
   SPDX-License-Identifier: GPL-3.0-or-later */

#ifndef SLIP_MU_MAP_H
#define SLIP_MU_MAP_H

#include "reports/lesson.h"

typedef struct { const char *name, *problem; double most; const char *solver[8], *about; } slip_mu_map;     /* problem: a name to which "mu=..." is added; NULL-ended solvers */

slip_status slip_mu_open(const slip_mu_map *, double mu, slip_problem *, slip_error *);
/* Every threshold that theory gives, told, said, and marked where it lies on the axis. */
slip_status slip_mu_thresholds(slip_lecture *, slip_lecture_piece *, const slip_mu_map *, slip_error *);

slip_status slip_mu_contraction(slip_lecture *, slip_lecture_piece *, const slip_mu_map *, slip_error *);
void slip_mu_mark(slip_lecture *, slip_lecture_piece *, const slip_mu_map *, double mu, const char *text);     /* if it lies on the axis; one that is there already takes the text over */

#endif
