/* mechanism.h: objects, serial manipulators and their contacts at one instant; private to problems/ and its tests.
   SPDX-License-Identifier: GPL-3.0-or-later

   Everything is in world coordinates, at the present instant.  The velocities are v = (objects: linear of the centre of mass, angular,
   6 each; manipulators: joint rates, first joint first).  Bodies are counted objects first, then the last link of each manipulator;
   -1 is the ground. */

#ifndef SLIP_MECHANISM_H
#define SLIP_MECHANISM_H

#include "problems/problems.h"

enum { SLIP_CHAIN_MAX = 4 };        /* joints of a manipulator */

typedef struct { double m, x[3], I[9]; } slip_mass;     /* mass, centre, inertia about it (row-major, symmetric) */

typedef struct { slip_mass mass; double wrench[6]; } slip_object;      /* external force and moment about the centre, without gravity */

typedef struct {                    /* joint k carries link k; joint 0 stands on the ground */
    int joints;
    struct { bool prismatic; double at[3], axis[3], effort; slip_mass link; } joint[SLIP_CHAIN_MAX];
} slip_chain;

typedef struct {                    /* a ball of body a (radius 0: a vertex) on a ball or a face of body b */
    int a, b;
    bool face;                      /* b's side is a plane through cb with outward normal n, else a ball of radius rb around cb */
    double ca[3], ra;               /* centre and radius of a's ball */
    double cb[3], rb;
    double n[3], t[3], o[3];        /* from b to a; tangents */
    double mu, slip[2];             /* given slip direction, 0 0 when it rolls */
} slip_meeting;

typedef struct {
    int objects, chains, touches, n;
    slip_object *object; slip_chain *chain; slip_meeting *touch;
    int *first;                     /* objects + chains + 1: where each body's velocities begin */
    double *v;                      /* n: the present velocity */
    double g, reach;                /* gravity along -z; the size of an object, for pictures */
} slip_mechanism;

/* The Jacobian rows (3 x n, row-major) of u at a touch: normal, t, o components of velocity of a minus velocity of b, at the contact point. */
void slip_meeting_rows(const slip_mechanism *, const slip_meeting *, double *rows);
/* (d/dt rows) v along the motion v, with the frame carried along without spin about the normal: the w of (3) at acceleration level. */
void slip_meeting_bias(const slip_mechanism *, const slip_meeting *, double w[3]);
/* Where they touch: on b's surface. */
void slip_meeting_point(const slip_meeting *, double point[3]);
/* M (dense column-major n x n) and f = efforts + gravity - velocity-product forces, so that M dv/dt = f + contact forces. */
void slip_mechanism_dynamics(const slip_mechanism *, double *M, double *f);
/* Global form at acceleration level; given_count joints, counted over all manipulators, have the accelerations given. */
slip_status slip_mechanism_assemble(const slip_mechanism *, slip_law, int given_count, const int *given, const double *acceleration,
                                    slip_problem *out, slip_error *);

#endif
