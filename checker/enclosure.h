/* enclosure.h: a box of (v, l, r, sigma): read in enclosure.c, tested in krawczyk.c.
   SPDX-License-Identifier: GPL-3.0-or-later */

#ifndef CHECKER_ENCLOSURE_H
#define CHECKER_ENCLOSURE_H

#include "checker.h"

typedef struct {
    ck_state *s; ck_problem *P;
    int n;                              /* velocities: n, or m when local */
    ck_matrix M, H, K; mpz_t *f, *w;    /* M v = H r + G l + f, u = K'v + w; local: v is u, M = K = I, H = W, f = q, w = 0 */
    char *mode;                         /* nc */
    int *xr, *xl, *xs;                  /* m, p, nc: place among the unknowns, -1: none */
    int N, rows;
    bool *has, *plain, *dropped, *pinned;       /* m + p: is a row; of v alone; dropped. m + p: pinned impulses */
    ck_vec centre, radius, pin;         /* N, N, m + p */
    mpz_t *r, *rr, *U, *Ur;             /* m each: r and its radius times D 4^E, u and its radius times D 2^E */
    int count, room, *row, *col; mpz_t *mid, *rad;     /* entries of J */
    mpz_t *F;                           /* equations at the centre */
    mpz_t D, t, t2;
} ck_box;

const ck_matrix *ck_box_column(const ck_box *, int k, int *j, mpz_t **constant);    /* of [H G]: what row k is made of */
void ck_box_evaluate(ck_box *);         /* r and u over the box */
void ck_box_equations(ck_box *);
void ck_box_krawczyk(ck_box *, ck_text *);      /* reads Y */

#endif
