/* exact_feasible.c: A x + a = 0 with some x >= 0: a solution, or the multipliers that show there is none.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "verify/exact.h"

static void fill(const fmpq_mat_t E, int bound, int n, fmpz_mat_t row, unsigned char *state, fmpq *scale)
{
    int rows = (int)fmpq_mat_nrows(E), cols = (int)fmpq_mat_ncols(E) - 1;
    fmpq_mat_t square;              /* more rows than columns, or fewer: rows 1 = 1, columns that stay 0 */
    fmpq_mat_init(square, n, n + 1);
    for (int i = 0; i < n; i++) {
        for (int j = 0; i < rows && j <= cols; j++) fmpq_set(fmpq_mat_entry(square, i, j < cols ? j : n), fmpq_mat_entry(E, i, j));
        if (i >= rows) fmpq_one(fmpq_mat_entry(square, i, n));
        state[n + i] = i < rows ? SLIP_FIXED : SLIP_OPEN;
        state[i] = i < bound ? SLIP_OPEN : i < cols ? SLIP_FREE : SLIP_FIXED;
    }
    slip_exact_rows(row, square, scale);
    fmpq_mat_clear(square);
}

int slip_exact_feasible(const fmpq_mat_t E, int bound, fmpq *x, fmpq *y, bool (*late)(void *), void *ctx, slip_error *error)
{
    int rows = (int)fmpq_mat_nrows(E), cols = (int)fmpq_mat_ncols(E) - 1, n = rows > cols ? rows : cols, answer = -2;
    unsigned char *state = slip_calloc(2 * (size_t)n + 1, 1);
    if (!state) return slip_fail(error, SLIP_MEMORY, "out of memory for %d equations", rows), -2;
    fmpz_mat_t row;
    slip_dictionary d;
    fmpz_mat_init(row, n, n + 1);
    fmpq *scale = _fmpq_vec_init(n + 1), *z = _fmpq_vec_init(n + 1);
    fmpz *k = _fmpz_vec_init(n + 1);
    fill(E, bound, n, row, state, scale);
    if (!slip_dictionary_new(&d, row, state, late, ctx, error)) {
        int bad = slip_dictionary_feasible(&d);
        answer = d.stopped ? -1 : bad < 0;
        if (answer == 1) {
            slip_dictionary_point(&d, z);
            for (int j = 0; j < cols; j++) fmpq_set(x + j, z + j);
        }
        if (answer == 0) {          /* 0 = val + h'x with val = -k'q > 0, h = -A'k >= 0 */
            slip_dictionary_farkas(&d, bad, fmpz_sgn(fmpz_mat_entry(d.T, bad, n)) > 0 ? -1 : 1, k);
            for (int i = 0; i < rows; i++) {
                fmpq_mul_fmpz(y + i, scale + i, k + i);
                fmpq_neg(y + i, y + i);
            }
        }
        slip_dictionary_free(&d);
    }
    _fmpz_vec_clear(k, n + 1);
    _fmpq_vec_clear(z, n + 1);
    _fmpq_vec_clear(scale, n + 1);
    fmpz_mat_clear(row);
    slip_free(state);
    return answer;
}
