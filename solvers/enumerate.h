/* enumerate.h: every complementary basis of a small LCP, decided exactly.
   SPDX-License-Identifier: GPL-3.0-or-later */

#ifndef SLIP_ENUMERATE_H
#define SLIP_ENUMERATE_H

#include "base/base.h"

typedef struct {
    int n; const double *A, *q;     /* borrowed: n x n column-major, n */
    uint64_t next, bases;           /* the next basis to look at, of how many */
    long singular, feasible;        /* bases that are singular; nonsingular ones that solve */
    int count, room; double *z;     /* distinct solutions found, room x n */
    bool continuum;                 /* some basis holds more than one point: infinitely many solutions */
    bool full;                      /* more solutions than room */
    double *work;                   /* n (n+1) + 2 n */
    int *set;                       /* n */
} slip_enumeration;

enum { SLIP_ENUMERATE_MOST = 24 };  /* unknowns */

slip_status slip_enumeration_new(slip_enumeration *, int n, const double *A, const double *q, int room, slip_arena *, slip_error *);
bool slip_enumeration_go(slip_enumeration *, long bases);       /* look at so many more; false: all are done */

/* Exact arithmetic on one basis (members set[0..k-1]): does { z : z_S >= 0, w_S = 0, w_rest >= 0 } have a point?  z: one of them (rounded), n
   numbers.  singular: A_SS is.  Several: A_SS is singular and the points are not one alone as far as one look at the vertex tells. */
typedef struct { bool singular, feasible, several; } slip_basis;
slip_basis slip_basis_exact(int n, const double *A, const double *q, int k, const int *set, double *z);

#endif
