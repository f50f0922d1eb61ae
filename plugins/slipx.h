/* slipx.h: a contact solver as a shared library, for slipstick.  Copy this file; it needs nothing else.
   SPDX-License-Identifier: CC0-1.0

   Find r with u = W r + q and, at every contact, the law: dim numbers a contact, normal first, contact after contact.
   Export one function, slipx_plugin_1.  It is called in a process of its own, which may be ended at any time. */

#ifndef SLIPX_H
#define SLIPX_H

#include <stdint.h>

#define SLIPX_ABI 1

typedef struct {                    /* by columns, indices from 0 */
    int64_t rows, cols, nz;
    const int64_t *p, *i;           /* cols+1 column pointers; nz row indices */
    const double *x;                /* nz */
} slipx_matrix;

typedef struct {                    /* structs may grow at their end: size says how far this one goes */
    uint32_t size; int32_t dim;     /* 1, 2 or 3 */
    int64_t contacts;
    const char *law, *level;        /* "coulomb", "facets", "box", "cone", ...; "velocity" or "acceleration" */
    slipx_matrix W;
    const double *q, *mu;           /* dim * contacts; contacts */
    const double *slip;             /* (dim-1) * contacts given slip directions, or NULL */
    const unsigned char *bilateral; /* contacts, or NULL */
} slipx_problem;

typedef struct { uint32_t size; double tol, time; int64_t max_iter; } slipx_request;      /* time: CPU seconds, 0: no limit */

enum { SLIPX_SOLVED, SLIPX_GAVE_UP, SLIPX_NO_SOLUTION, SLIPX_NOT_FOR_THIS_LAW };

typedef struct {
    uint32_t size; int32_t status;  /* one of the above; SLIPX_GAVE_UP on entry */
    double *r;                      /* dim * contacts, zero on entry */
    double claimed_error, seconds;  /* your own measures; leave them when you have none */
    char why[128];                  /* a word of yours */
} slipx_answer;

typedef struct {
    uint32_t abi, size; const char *name;
    void (*solve)(const slipx_problem *, const slipx_request *, slipx_answer *);
} slipx_plugin;

const slipx_plugin *slipx_plugin_1(void);

#endif
