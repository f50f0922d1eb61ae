/* exact_matrix.c: positive definite matrices and P-matrices, exactly.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "verify/exact.h"

int slip_exact_ldl(fmpq_mat_struct *L, fmpq *D, const fmpq_mat_t A)
{
    int n = (int)fmpq_mat_nrows(A), answer = 1;
    fmpq_mat_t S;               /* what is left of A */
    fmpq_t f;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            if (!fmpq_equal(fmpq_mat_entry(A, i, j), fmpq_mat_entry(A, j, i))) return -1;
    fmpq_mat_init(S, n, n);
    fmpq_init(f);
    fmpq_mat_set(S, A);
    if (L) fmpq_mat_one(L);
    for (int k = 0; k < n && answer >= 0; k++) {
        const fmpq *pivot = fmpq_mat_entry(S, k, k);
        int sign = fmpq_sgn(pivot);
        if (D) fmpq_set(D + k, pivot);
        if (sign < 0) answer = -1;
        else if (sign == 0) answer = 0;
        for (int i = k + 1; i < n && answer >= 0; i++) {
            if (fmpq_is_zero(fmpq_mat_entry(S, i, k))) continue;
            if (sign == 0) { answer = -1; break; }
            fmpq_div(f, fmpq_mat_entry(S, i, k), pivot);
            if (L) fmpq_set(fmpq_mat_entry(L, i, k), f);
            for (int j = k + 1; j <= i; j++) fmpq_submul(fmpq_mat_entry(S, i, j), f, fmpq_mat_entry(S, j, k));
        }
    }
    fmpq_clear(f);
    fmpq_mat_clear(S);
    return answer;
}

/* ---- P-matrices: every principal minor is positive; the least that is not gives x ---- */

static void minor_of(fmpq_mat_t B, const fmpq_mat_t A, const int *set, int k)
{
    fmpq_mat_init(B, k, k);
    for (int i = 0; i < k; i++)
        for (int j = 0; j < k; j++) fmpq_set(fmpq_mat_entry(B, i, j), fmpq_mat_entry(A, set[i], set[j]));
}

/* det B <= 0, all smaller minors positive.  det < 0: B x = e_0 has x_0 < 0.  det = 0: B x = 0, x_0 = -1. */
static void reversal(const fmpq_mat_t B, bool singular, int k, fmpq *x)
{
    fmpq_mat_t part, right, answer;
    int first = singular ? 1 : 0, size = k - first;
    fmpq_mat_init(part, size, size);
    fmpq_mat_init(right, size, 1);
    fmpq_mat_init(answer, size, 1);
    for (int i = 0; i < size; i++) {
        for (int j = 0; j < size; j++) fmpq_set(fmpq_mat_entry(part, i, j), fmpq_mat_entry(B, i + first, j + first));
        if (singular) fmpq_set(fmpq_mat_entry(right, i, 0), fmpq_mat_entry(B, i + 1, 0));
        else if (i == 0) fmpq_one(fmpq_mat_entry(right, 0, 0));
    }
    if (size) fmpq_mat_solve(answer, part, right);
    if (singular) fmpq_set_si(x, -1, 1);
    for (int i = 0; i < size; i++) fmpq_set(x + i + first, fmpq_mat_entry(answer, i, 0));
    fmpq_mat_clear(answer);
    fmpq_mat_clear(right);
    fmpq_mat_clear(part);
}

int slip_exact_p_matrix(const fmpq_mat_t A, fmpq *x)
{
    int n = (int)fmpq_mat_nrows(A), set[14], answer = 1;
    fmpq_t det;
    fmpq_init(det);
    for (int size = 1; size <= n && answer; size++)
        for (unsigned mask = 1; mask >> n == 0 && answer; mask++) {
            int k = 0;
            for (int i = 0; i < n; i++) if (mask >> i & 1) {
                if (k < size) set[k] = i;
                k++;
            }
            if (k != size) continue;
            fmpq_mat_t B;
            minor_of(B, A, set, k);
            fmpq_mat_det(det, B);
            if (fmpq_sgn(det) <= 0) {
                fmpq *part = _fmpq_vec_init(k + 1);
                reversal(B, fmpq_is_zero(det), k, part);
                for (int i = 0; i < n; i++) fmpq_zero(x + i);
                for (int i = 0; i < k; i++) fmpq_set(x + set[i], part + i);
                _fmpq_vec_clear(part, k + 1);
                answer = 0;
            }
            fmpq_mat_clear(B);
        }
    fmpq_clear(det);
    return answer;
}
