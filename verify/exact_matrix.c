/* exact_matrix.c: positive definite or not, exactly.
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
