/* basis.c: which vertices of the solution set are basic: z with a nonsingular complementary basis.
   SPDX-License-Identifier: GPL-3.0-or-later

   A set alpha of indices is such a basis of a solution (z, w) when z_i > 0 only in alpha, w_i > 0 only outside, every index of
   type E is in it, and A_alpha,alpha is nonsingular. */

#include "checker.h"

#include <stdint.h>

enum { TIES = 16 };             /* pairs with z_i = w_i = 0, at most */

/* n x n, overwritten: fraction-free elimination, exact */
static bool regular(mpz_t *a, size_t n)
{
    mpz_t *before = NULL;
    for (size_t k = 0; k < n; k++) {
        size_t row = k;
        while (row < n && mpz_sgn(a[row * n + k]) == 0) row++;
        if (row == n) return false;
        for (size_t j = k; row != k && j < n; j++) mpz_swap(a[row * n + j], a[k * n + j]);
        for (size_t i = k + 1; i < n; i++)
            for (size_t j = k + 1; j < n; j++) {
                mpz_mul(a[i * n + j], a[i * n + j], a[k * n + k]);
                mpz_submul(a[i * n + j], a[i * n + k], a[k * n + j]);
                if (before) mpz_divexact(a[i * n + j], a[i * n + j], *before);
            }
        before = &a[k * n + k];
    }
    return true;
}

/* The same modulo a prime: true is certain, false is not. */
static bool surely_regular(uint64_t *a, size_t n)
{
    const uint64_t p = 2147483647;
    for (size_t k = 0; k < n; k++) {
        size_t row = k;
        while (row < n && a[row * n + k] == 0) row++;
        if (row == n) return false;
        for (size_t j = k; row != k && j < n; j++) { uint64_t t = a[row * n + j]; a[row * n + j] = a[k * n + j]; a[k * n + j] = t; }
        for (size_t i = k + 1; i < n; i++) {
            uint64_t c = a[i * n + k];
            for (size_t j = k; c && j < n; j++) a[i * n + j] = (a[i * n + j] * a[k * n + k] % p + (p - c * a[k * n + j] % p)) % p;
        }
    }
    return true;
}

static bool has_basis(const ck_state *s, int k)
{
    const ck_system *y = &s->system;
    size_t N = (size_t)y->N, n;
    int ties = 0, tie[TIES];
    bool found = false, *in = ck_new(N, sizeof *in);
    size_t *alpha = ck_new(N, sizeof *alpha);
    mpz_t *a = ck_new_mpz(N * N);
    uint64_t *small = ck_new(N * N, sizeof *small);
    for (int i = 0; i < y->N; i++) {
        in[i] = y->type[i] == CK_E || mpz_sgn(s->z[k].x[i]) > 0;
        if (in[i] || mpz_sgn(s->zw[k][i]) > 0) continue;
        if (ties == TIES) ck_refuse("basic: z number %d has more than %d pairs that are both 0", k, TIES);
        tie[ties++] = i;
    }
    for (unsigned choice = 0; choice < 1u << ties && !found; choice++) {
        for (int t = 0; t < ties; t++) in[tie[t]] = choice >> t & 1;
        n = 0;
        for (size_t i = 0; i < N; i++) if (in[i]) alpha[n++] = i;
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < n; j++) {
                small[i * n + j] = mpz_fdiv_ui(y->A[alpha[i] * N + alpha[j]], 2147483647);
                mpz_set(a[i * n + j], y->A[alpha[i] * N + alpha[j]]);
            }
        found = surely_regular(small, n) || regular(a, n);
    }
    ck_free(in), ck_free(alpha), ck_free(small), ck_free_mpz(a, N * N);
    return found;
}

int ck_vertices(const ck_state *s, bool basic)
{
    ck_points list = { 0 };
    for (int k = 0; k < s->zs; k++) {
        if (!s->vertex[k] || (basic && !has_basis(s, k))) continue;
        ck_point x = { .exact = true, .lo.x = ck_new_mpz((size_t)s->system.N) };
        mpz_init_set(x.lo.den, s->z[k].den);
        for (int i = 0; i < s->system.N; i++) if (s->system.type[i] == CK_C) mpz_set(x.lo.x[i], s->z[k].x[i]);
        ck_points_add(&list, x);
    }
    return ck_distinct(&list, s->system.N);
}
