/* matrix.c: the inverse of M, definite matrices, P-matrices.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "checker.h"

/* ---- M^-1 ---- */

void ck_diagonal_mass(ck_state *s)
{
    ck_problem *P = &s->P;
    size_t n = (size_t)P->n;
    if (!P->global) return;
    mpz_t *diagonal = ck_new_mpz(n);
    bool good = true, positive = true;
    for (int j = 0; j < P->n; j++)
        for (int e = P->M.p[j]; e < P->M.p[j + 1]; e++) {
            if (P->M.i[e] == j) mpz_add(diagonal[j], diagonal[j], P->M.x[e]);
            else if (mpz_sgn(P->M.x[e]) != 0) good = false;
        }
    for (int j = 0; j < P->n; j++) {
        good = good && mpz_sgn(diagonal[j]) != 0;
        positive = positive && mpz_sgn(diagonal[j]) > 0;
    }
    if (good) {
        s->inverse = ck_new(n, sizeof *s->inverse);
        for (int j = 0; j < P->n; j++) {
            ck_sparse *x = &s->inverse[j];
            x->count = 1;
            x->at = ck_new(1, sizeof *x->at);
            x->at[0] = j;
            x->x = ck_new_mpz(1);
            mpz_set_si(x->x[0], mpz_sgn(diagonal[j]));
            mpz_mul_2exp(x->x[0], x->x[0], P->E);
            mpz_init(x->den);
            mpz_abs(x->den, diagonal[j]);
        }
        s->diagonal = s->has_inverse = true;
    }
    if (good && positive) {
        s->definite = s->semidefinite = s->has_shift = true;
        s->shift = ck_new_mpq(n);
        for (int j = 0; j < P->n; j++) {
            mpq_set_z(s->shift[j], diagonal[j]);
            mpq_div_2exp(s->shift[j], s->shift[j], P->E);
        }
    }
    ck_free_mpz(diagonal, n);
}

void ck_inverse_read(ck_state *s, ck_text *t)
{
    ck_problem *P = &s->P;
    ck_end_of_line(t);
    if (!P->global) ck_refuse("a local problem has no M");
    if (s->has_inverse) ck_refuse("M^-1 is known already");
    ck_sparse *X = ck_new((size_t)P->n, sizeof *X);
    mpz_t *e = ck_new_mpz((size_t)P->n), one;
    mpz_init(one);
    for (int j = 0; j < P->n; j++) {
        ck_expect(t, "X");
        ck_sparse_vector(t, P->n, &X[j]);
        for (int i = 0; i < P->n; i++) mpz_set_ui(e[i], 0);
        for (int k = 0; k < X[j].count; k++) {
            int c = X[j].at[k];
            for (int a = P->M.p[c]; a < P->M.p[c + 1]; a++) mpz_addmul(e[P->M.i[a]], P->M.x[a], X[j].x[k]);
        }
        mpz_mul_2exp(one, X[j].den, P->E);
        mpz_sub(e[j], e[j], one);
        for (int i = 0; i < P->n; i++) if (mpz_sgn(e[i]) != 0) ck_refuse("column %d of M X = I fails in row %d", j, i);
    }
    ck_free_mpz(e, (size_t)P->n);
    mpz_clear(one);
    s->inverse = X;
    s->has_inverse = true;
}

/* ---- definite: A - diag(shift) - L D L' is diagonally dominant ---- */

static ck_matrix empty(int n, int nz)
{
    return (ck_matrix){ n, n, nz, ck_new((size_t)n + 1, sizeof(int)), ck_new((size_t)nz, sizeof(int)), ck_new_mpz((size_t)nz) };
}

static ck_matrix transpose(const ck_matrix *a)
{
    ck_matrix b = empty(a->rows, a->nz);
    for (int e = 0; e < a->nz; e++) b.p[a->i[e] + 1]++;
    for (int j = 0; j < b.cols; j++) b.p[j + 1] += b.p[j];
    for (int j = a->cols - 1; j >= 0; j--)
        for (int e = a->p[j]; e < a->p[j + 1]; e++) {
            int at = --b.p[a->i[e] + 1];        /* p[j+1] moves down to where column j begins */
            b.i[at] = j;
            mpz_set(b.x[at], a->x[e]);
        }
    for (int j = 0; j < b.cols; j++) b.p[j] = b.p[j + 1];
    b.p[b.cols] = b.nz;
    return b;
}

/* [W V; V' R] as one matrix */
static ck_matrix bordered(const ck_problem *P)
{
    ck_matrix b = empty(P->m + P->p, P->W.nz + 2 * P->V.nz + P->R.nz);
    int at = 0;
    for (int pass = 0; pass < P->m + P->p; pass++) {
        const ck_matrix *top = pass < P->m ? &P->W : &P->V, *low = pass < P->m ? NULL : &P->R;
        int j = pass < P->m ? pass : pass - P->m;
        for (int e = top->p[j]; e < top->p[j + 1]; e++) b.i[at] = top->i[e], mpz_set(b.x[at++], top->x[e]);
        for (int e = low ? low->p[j] : 0; low && e < low->p[j + 1]; e++) b.i[at] = P->m + low->i[e], mpz_set(b.x[at++], low->x[e]);
        for (int k = 0; !low && k < P->p; k++)
            for (int e = P->V.p[k]; e < P->V.p[k + 1]; e++) if (P->V.i[e] == j) b.i[at] = P->m + k, mpz_set(b.x[at++], P->V.x[e]);
        b.p[pass + 1] = at;
    }
    return b;
}

static void add_column(const ck_matrix *a, int j, mpz_t *out, bool minus)
{
    for (int e = a->p[j]; e < a->p[j + 1]; e++) (minus ? mpz_sub : mpz_add)(out[a->i[e]], out[a->i[e]], a->x[e]);
}

static void need_symmetric(const ck_matrix *a, mpz_t *work)
{
    ck_matrix b = transpose(a);
    for (int j = 0; j < a->cols; j++) {
        for (int i = 0; i < a->rows; i++) mpz_set_ui(work[i], 0);
        add_column(a, j, work, false);
        add_column(&b, j, work, true);
        for (int i = 0; i < a->rows; i++) if (mpz_sgn(work[i]) != 0) ck_refuse("the matrix is not symmetric: row %d, column %d", i, j);
    }
    ck_free(b.p), ck_free(b.i), ck_free_mpz(b.x, (size_t)b.nz);
}

static void fraction(mpq_t out, const mpz_t num, const mpz_t den)
{
    mpq_set_num(out, num);
    mpq_set_den(out, den);
    mpq_canonicalize(out);
}

/* E -= c times column k of L, from row j down; L has a unit diagonal */
static void take(mpq_t *E, const ck_sparse *L, int k, int j, const mpq_t c, mpq_t work)
{
    if (k >= j) mpq_sub(E[k], E[k], c);
    for (int e = 0; e < L[k].count; e++) {
        if (L[k].at[e] < j) continue;
        fraction(work, L[k].x[e], L[k].den);
        mpq_mul(work, work, c);
        mpq_sub(E[L[k].at[e]], E[L[k].at[e]], work);
    }
}

static void need_dominant(const ck_matrix *a, unsigned long exponent, const ck_vec *shift, const ck_vec *D, const ck_sparse *L, mpz_t *raw)
{
    int n = a->rows, entries = 0, at = 0, *head = ck_new((size_t)n, sizeof *head);     /* rows of L as lists */
    for (int j = 0; j < n; j++) entries += L[j].count, head[j] = -1;
    int *next = ck_new((size_t)entries, sizeof *next), *who = ck_new((size_t)entries, sizeof *who), *where = ck_new((size_t)entries, sizeof *where);
    for (int j = 0; j < n; j++)
        for (int e = 0; e < L[j].count; e++, at++) who[at] = j, where[at] = e, next[at] = head[L[j].at[e]], head[L[j].at[e]] = at;
    mpq_t *E = ck_new_mpq((size_t)n), *slack = ck_new_mpq((size_t)n), c, x;
    mpq_inits(c, x, (mpq_ptr)NULL);
    for (int j = 0; j < n; j++) {               /* column j of the remainder from the diagonal down */
        for (int i = 0; i < n; i++) mpz_set_ui(raw[i], 0);
        add_column(a, j, raw, false);
        for (int i = j; i < n; i++) { mpq_set_z(E[i], raw[i]); mpq_div_2exp(E[i], E[i], exponent); }
        fraction(x, shift->x[j], shift->den);
        mpq_sub(E[j], E[j], x);
        fraction(c, D->x[j], D->den);
        take(E, L, j, j, c, x);
        for (int e = head[j]; e >= 0; e = next[e]) {
            int k = who[e];
            fraction(c, D->x[k], D->den);
            fraction(x, L[k].x[where[e]], L[k].den);
            mpq_mul(c, c, x);
            take(E, L, k, j, c, x);
        }
        mpq_add(slack[j], slack[j], E[j]);
        for (int i = j + 1; i < n; i++) {
            if (mpq_sgn(E[i]) == 0) continue;
            mpq_abs(x, E[i]);
            mpq_sub(slack[i], slack[i], x);
            mpq_sub(slack[j], slack[j], x);
        }
    }
    for (int i = 0; i < n; i++) if (mpq_sgn(slack[i]) < 0) ck_refuse("the remainder is not diagonally dominant in row %d", i);
}

void ck_definite_read(ck_state *s, ck_text *t)
{
    ck_problem *P = &s->P;
    if (!ck_is(t, P->global ? "M" : "W")) ck_refuse("'definite %s' is expected here", P->global ? "M" : "W");
    ck_end_of_line(t);
    ck_matrix a = P->global ? P->M : P->p ? bordered(P) : P->W;
    int n = a.rows;
    if (n > 20000) ck_refuse("the matrix is too large for this section");
    ck_vec shift, D;
    ck_expect(t, "shift");
    ck_vector(t, n, &shift);
    ck_expect(t, "D");
    ck_vector(t, n, &D);
    bool all_D = true, all_shift = true;
    for (int i = 0; i < n; i++) {
        if (mpz_sgn(shift.x[i]) < 0 || mpz_sgn(D.x[i]) < 0) ck_refuse("shift and D must not be negative");
        all_D = all_D && mpz_sgn(D.x[i]) > 0, all_shift = all_shift && mpz_sgn(shift.x[i]) > 0;
    }
    ck_sparse *L = ck_new((size_t)n, sizeof *L);
    for (int j = 0; j < n; j++) {
        ck_expect(t, "L");
        ck_sparse_vector(t, n, &L[j]);
        if (L[j].count && L[j].at[0] <= j) ck_refuse("L has an entry on or above its diagonal");
    }
    mpz_t *work = ck_new_mpz((size_t)n);
    need_symmetric(&a, work);
    need_dominant(&a, P->E, &shift, &D, L, work);
    s->semidefinite = true;
    s->definite = s->definite || all_D || all_shift;
    if (all_shift && P->global) {
        if (!s->shift) s->shift = ck_new_mpq((size_t)n);
        for (int i = 0; i < n; i++) fraction(s->shift[i], shift.x[i], shift.den);
        s->has_shift = true;
    }
}

/* ---- P-matrices ---- */

/* All principal minors of the n x n matrix a are positive: a_00 > 0, and both a without its first row and column and the
   complement of a_00 in it are P-matrices. */
static bool all_minors(mpq_t *a, int n)
{
    if (n == 0) return true;
    if (mpq_sgn(a[0]) <= 0) return false;
    size_t m = (size_t)n - 1;
    mpq_t *b = ck_new_mpq(m * m), *c = ck_new_mpq(m * m), t;
    mpq_init(t);
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < m; j++) {
            mpq_set(b[i * m + j], a[(i + 1) * (size_t)n + j + 1]);
            mpq_mul(t, a[(i + 1) * (size_t)n], a[j + 1]);
            mpq_div(t, t, a[0]);
            mpq_sub(c[i * m + j], b[i * m + j], t);
        }
    bool good = all_minors(b, n - 1) && all_minors(c, n - 1);
    for (size_t k = 0; k < m * m; k++) mpq_clears(b[k], c[k], (mpq_ptr)NULL);
    ck_free(b), ck_free(c);
    mpq_clear(t);
    return good;
}

static void only_pairs(const ck_state *s)
{
    for (int i = 0; i < s->system.N; i++) if (s->system.type[i] != CK_C) ck_refuse("A has indices that are no complementary pairs");
}

bool ck_p_matrix(ck_state *s)
{
    ck_system_make(s);
    only_pairs(s);
    if (s->system.N > 14) ck_refuse("p-matrix: more than 14 indices");
    size_t all = (size_t)s->system.N * (size_t)s->system.N;
    mpq_t *A = ck_new_mpq(all);                 /* rows are scaled by positive numbers: the signs of minors stay */
    for (size_t k = 0; k < all; k++) mpq_set_z(A[k], s->system.A[k]);
    return all_minors(A, s->system.N);
}

void ck_reversal_read(ck_state *s, ck_text *t)
{
    ck_system *y = &s->system;
    ck_vec x;
    ck_system_make(s);
    only_pairs(s);
    ck_vector(t, y->N, &x);
    size_t N = (size_t)y->N;
    bool zero = true;
    mpz_t e;
    mpz_init(e);
    for (size_t i = 0; i < N; i++) {
        mpz_set_ui(e, 0);
        for (size_t j = 0; j < N; j++) mpz_addmul(e, y->A[i * N + j], x.x[j]);         /* rows are scaled by positive numbers */
        if (mpz_sgn(e) * mpz_sgn(x.x[i]) > 0) ck_refuse("x_%zu (A x)_%zu is positive", i, i);
        zero = zero && mpz_sgn(x.x[i]) == 0;
    }
    if (zero) ck_refuse("the vector is zero");
    mpz_clear(e);
    ck_vec_free(&x);
    s->not_p = true;
}
