/* delassus.h: the by-bodies form, private to problems/.
   SPDX-License-Identifier: GPL-3.0-or-later */

#ifndef SLIP_DELASSUS_H
#define SLIP_DELASSUS_H

#include "problems/condense.h"

slip_status slip_delassus_bodies_new(slip_delassus *, const slip_problem *, const slip_condense *, slip_arena *, slip_error *);
void slip_delassus_bodies_apply(const slip_delassus *, const double *r, const double *l, double *u);
void slip_delassus_bodies_begin(slip_delassus *, const double *r, const double *l);
void slip_delassus_bodies_row(const slip_delassus *, int i, double u[3]);
void slip_delassus_bodies_move(slip_delassus *, int i, const double dr[3]);
void slip_delassus_bodies_joint_move(slip_delassus *, int j, double dl);

/* delassus_rigid.c: packed, for rigid bodies in pairs.  new leaves op->rigid NULL where the problem is not like that. */
slip_status slip_delassus_rigid_new(slip_delassus *, const slip_problem *, slip_arena *, slip_error *);
slip_status slip_delassus_rigid_crew(slip_delassus *, slip_arena *, slip_error *);
void slip_delassus_rigid_apply(const slip_delassus *, const double *r, const double *l, double *u);
void slip_delassus_rigid_begin(slip_delassus *, const double *r, const double *l);
void slip_delassus_rigid_row(const slip_delassus *, int i, double u[3]);
void slip_delassus_rigid_move(slip_delassus *, int i, const double dr[3]);
void slip_delassus_rigid_joint_move(slip_delassus *, int j, double dl);

#endif
