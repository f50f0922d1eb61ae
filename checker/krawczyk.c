/* krawczyk.c: the equations of the modes over a box, their Jacobian, and Krawczyk's test.
   SPDX-License-Identifier: GPL-3.0-or-later

       |Y f(c)| + |I - Y J(X)| rad < rad      row by row

   Centre, radii and pins are integers over one denominator D; u = U/(D 2^E), equations F/(D^2 8^E), Jacobian (mid +- rad)/(D 8^E). */

#include "enclosure.h"

/* ---- the equations and their Jacobian ---- */

/* r and u over the box, with radii; a ray of a given slip follows its normal. */
void ck_box_evaluate(ck_box *b)
{
    ck_problem *P = b->P;
    for (int k = 0; k < P->m; k++) {
        int i = k / P->d, c = k % P->d, x = b->xr[k];
        if (x >= 0 || b->pinned[k]) {
            mpz_mul_2exp(b->r[k], x >= 0 ? b->centre.x[x] : b->pin.x[k], 2 * P->E);
            if (x >= 0) mpz_mul_2exp(b->rr[k], b->radius.x[x], 2 * P->E);
        } else if (b->mode[i] == 'n' && c > 0 && !ck_frictionless(P, i)) {
            int n = P->d * i;
            mpz_mul(b->t, P->mu[i], P->slip[(P->d - 1) * i + c - 1]);
            mpz_mul(b->r[k], b->t, b->xr[n] >= 0 ? b->centre.x[b->xr[n]] : b->pin.x[n]);
            mpz_neg(b->r[k], b->r[k]);
            if (b->xr[n] >= 0) mpz_mul(b->rr[k], b->t, b->radius.x[b->xr[n]]);
            mpz_abs(b->rr[k], b->rr[k]);
        }
        mpz_mul(b->U[k], b->w[k], b->D);
        for (int e = b->K.p[k]; e < b->K.p[k + 1]; e++) {
            mpz_addmul(b->U[k], b->K.x[e], b->centre.x[b->K.i[e]]);
            mpz_abs(b->t, b->K.x[e]);
            mpz_addmul(b->Ur[k], b->t, b->radius.x[b->K.i[e]]);
        }
    }
}

static void put(ck_box *b, int row, int col, const mpz_t mid, const mpz_t rad, unsigned long shift, bool times_D)
{
    if (b->count == b->room) {
        int room = b->room ? 2 * b->room : 1024;
        int *r = ck_new((size_t)room, sizeof *r), *c = ck_new((size_t)room, sizeof *c);
        mpz_t *m = ck_new_mpz((size_t)room), *a = ck_new_mpz((size_t)room);
        for (int k = 0; k < b->count; k++) { r[k] = b->row[k], c[k] = b->col[k]; mpz_swap(m[k], b->mid[k]); mpz_swap(a[k], b->rad[k]); }
        ck_free(b->row), ck_free(b->col), ck_free_mpz(b->mid, (size_t)b->room), ck_free_mpz(b->rad, (size_t)b->room);
        b->row = r, b->col = c, b->mid = m, b->rad = a, b->room = room;
    }
    int k = b->count++;
    b->row[k] = row, b->col[k] = col;
    mpz_mul_2exp(b->mid[k], mid, shift);
    if (times_D) mpz_mul(b->mid[k], b->mid[k], b->D);
    if (rad) mpz_mul_2exp(b->rad[k], rad, shift);       /* never times D: only what depends on the box has a radius */
}

static void dynamics(ck_box *b)
{
    ck_problem *P = b->P;
    unsigned long E = P->E;
    for (int j = 0; j < b->n; j++)
        for (int e = b->M.p[j]; e < b->M.p[j + 1]; e++) {
            mpz_mul_2exp(b->t, b->M.x[e], 2 * E);
            mpz_addmul(b->F[b->M.i[e]], b->t, b->centre.x[j]);
            put(b, b->M.i[e], j, b->t, NULL, 0, true);
        }
    for (int k = 0; k < P->m; k++) {
        int i = k / P->d, x = b->xr[k], c = k % P->d;
        bool ray = b->mode[i] == 'n' && c > 0 && !ck_frictionless(P, i) && b->xr[P->d * i] >= 0;
        for (int e = b->H.p[k]; e < b->H.p[k + 1]; e++) {
            mpz_submul(b->F[b->H.i[e]], b->H.x[e], b->r[k]);
            mpz_neg(b->t, b->H.x[e]);
            if (x >= 0) put(b, b->H.i[e], x, b->t, NULL, 2 * E, true);
            else if (ray) {             /* d r_T/d r_N = -mu t */
                mpz_mul(b->t, b->H.x[e], P->mu[i]);
                mpz_mul(b->t, b->t, P->slip[(P->d - 1) * i + c - 1]);
                put(b, b->H.i[e], b->xr[P->d * i], b->t, NULL, 0, true);
            }
        }
    }
    for (int j = 0; j < P->p; j++)
        for (int e = P->G.p[j]; e < P->G.p[j + 1]; e++) {
            mpz_mul_2exp(b->t, P->G.x[e], 2 * E);
            mpz_submul(b->F[P->G.i[e]], b->t, b->xl[j] >= 0 ? b->centre.x[b->xl[j]] : b->pin.x[P->m + j]);
            mpz_neg(b->t, b->t);
            if (b->xl[j] >= 0) put(b, P->G.i[e], b->xl[j], b->t, NULL, 0, true);
        }
    for (int i = 0; i < b->n; i++) {            /* so far times D 8^E */
        mpz_mul_2exp(b->t, b->f[i], 2 * E);
        mpz_submul(b->F[i], b->t, b->D);
        mpz_mul(b->F[i], b->F[i], b->D);
    }
}

/* row = column k of [H G]' v + constant */
static void linear(ck_box *b, int row, int k)
{
    int j;
    mpz_t *constant;
    const ck_matrix *a = ck_box_column(b, k, &j, &constant);
    mpz_mul(b->F[row], *constant, b->D);
    for (int e = a->p[j]; e < a->p[j + 1]; e++) {
        mpz_addmul(b->F[row], a->x[e], b->centre.x[a->i[e]]);
        put(b, row, a->i[e], a->x[e], NULL, 2 * b->P->E, true);
    }
    if (k < b->P->m && !b->plain[k]) {          /* cone: u_N - mu sigma */
        int i = k / b->P->d;
        mpz_submul(b->F[row], b->P->mu[i], b->centre.x[b->xs[i]]);
        mpz_neg(b->t, b->P->mu[i]);
        put(b, row, b->xs[i], b->t, NULL, 2 * b->P->E, true);
    }
    mpz_mul(b->F[row], b->F[row], b->D);
    mpz_mul_2exp(b->F[row], b->F[row], 2 * b->P->E);
}

/* sigma r_a + mu r_N u_a for each tangent a, then sigma^2 - u_T.u_T */
static void slip(ck_box *b, int row, int i)
{
    ck_problem *P = b->P;
    unsigned long E = P->E;
    int n = P->d * i, s = b->xs[i], xn = b->xr[n];
    mpz_t *sigma = &b->centre.x[s], *rn = (xn >= 0 ? &b->centre.x[xn] : &b->pin.x[n]);
    mpz_t zero;
    mpz_init(zero);
    for (int a = 1; a < P->d; a++) {
        int k = n + a, x = b->xr[k];
        mpz_t *ra = (x >= 0 ? &b->centre.x[x] : &b->pin.x[k]);
        mpz_mul(b->F[row], *sigma, *ra);
        mpz_mul_2exp(b->F[row], b->F[row], 2 * E);
        mpz_mul(b->t, P->mu[i], *rn);
        mpz_addmul(b->F[row], b->t, b->U[k]);
        mpz_mul_2exp(b->F[row], b->F[row], E);
        put(b, row, s, *ra, x >= 0 ? b->radius.x[x] : zero, 3 * E, false);
        if (x >= 0) put(b, row, x, *sigma, b->radius.x[s], 3 * E, false);
        if (xn >= 0) {
            mpz_mul(b->t, P->mu[i], b->U[k]);
            mpz_mul(b->t2, P->mu[i], b->Ur[k]);
            put(b, row, xn, b->t, b->t2, E, false);
        }
        for (int e = b->K.p[k]; e < b->K.p[k + 1]; e++) {
            mpz_mul(b->t, P->mu[i], b->K.x[e]);
            mpz_abs(b->t2, b->t);
            mpz_mul(b->t2, b->t2, xn >= 0 ? b->radius.x[xn] : zero);
            mpz_mul(b->t, b->t, *rn);
            put(b, row, b->K.i[e], b->t, b->t2, E, false);
        }
        row++;
    }
    mpz_mul(b->F[row], *sigma, *sigma);
    mpz_mul_2exp(b->F[row], b->F[row], 2 * E);
    put(b, row, s, *sigma, b->radius.x[s], 3 * E + 1, false);
    for (int k = n + 1; k < n + P->d; k++) {
        mpz_submul(b->F[row], b->U[k], b->U[k]);
        for (int e = b->K.p[k]; e < b->K.p[k + 1]; e++) {
            mpz_mul(b->t, b->U[k], b->K.x[e]);
            mpz_neg(b->t, b->t);
            mpz_abs(b->t2, b->K.x[e]);
            mpz_mul(b->t2, b->t2, b->Ur[k]);
            put(b, row, b->K.i[e], b->t, b->t2, E + 1, false);
        }
    }
    mpz_mul_2exp(b->F[row], b->F[row], E);
    mpz_clear(zero);
}

void ck_box_equations(ck_box *b)
{
    ck_problem *P = b->P;
    b->F = ck_new_mpz((size_t)b->N);
    int row = b->n;
    dynamics(b);
    for (int j = 0; j < P->p; j++) if (!b->dropped[P->m + j]) linear(b, row++, P->m + j);
    for (int i = 0; i < P->nc; i++) {
        for (int k = P->d * i; k < P->d * (i + 1); k++) if (b->has[k] && !b->dropped[k]) linear(b, row++, k);
        if (b->mode[i] == 't') slip(b, row, i), row += P->d;
    }
}

/* ---- the test ---- */

void ck_box_krawczyk(ck_box *b, ck_text *t)
{
    int N = b->N, *first = ck_new((size_t)N + 1, sizeof *first), *sorted = ck_new((size_t)b->count, sizeof *sorted);
    mpz_t *mid = ck_new_mpz((size_t)N), *rad = ck_new_mpz((size_t)N), sum, unit;
    mpz_inits(sum, unit, (mpz_ptr)NULL);
    for (int k = 0; k < b->count; k++) first[b->row[k] + 1]++;
    for (int i = 0; i < N; i++) first[i + 1] += first[i];
    for (int k = b->count - 1; k >= 0; k--) sorted[--first[b->row[k] + 1]] = k;         /* first[i+1] is now where row i begins */
    for (int i = 0; i < N; i++) {
        ck_sparse Y;
        ck_expect(t, "Y");
        ck_sparse_vector(t, N, &Y);
        for (int j = 0; j < N; j++) mpz_set_ui(mid[j], 0), mpz_set_ui(rad[j], 0);
        mpz_mul(unit, Y.den, b->D);
        mpz_mul_2exp(unit, unit, 3 * b->P->E);
        mpz_set(mid[i], unit);
        mpz_set_ui(sum, 0);
        for (int e = 0; e < Y.count; e++) {
            int row = Y.at[e], stop = row + 1 < N ? first[row + 2] : b->count;
            mpz_addmul(sum, Y.x[e], b->F[row]);
            mpz_abs(b->t, Y.x[e]);
            for (int at = first[row + 1]; at < stop; at++) {
                int k = sorted[at], j = b->col[k];
                mpz_submul(mid[j], Y.x[e], b->mid[k]);
                if (mpz_sgn(b->rad[k]) != 0) mpz_addmul(rad[j], b->t, b->rad[k]);
            }
        }
        mpz_abs(sum, sum);
        for (int j = 0; j < N; j++) {
            mpz_abs(mid[j], mid[j]);
            mpz_add(mid[j], mid[j], rad[j]);
            mpz_addmul(sum, mid[j], b->radius.x[j]);
        }
        mpz_mul(unit, unit, b->radius.x[i]);
        if (!(mpz_cmp(sum, unit) < 0)) ck_refuse("row %d of Krawczyk's test leaves the box", i);
        ck_sparse_free(&Y);
    }
    ck_free(first), ck_free(sorted), ck_free_mpz(mid, (size_t)N), ck_free_mpz(rad, (size_t)N);
    mpz_clears(sum, unit, (mpz_ptr)NULL);
}
