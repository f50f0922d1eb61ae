/* exact_dictionary.c: linear programs over { w = A z + q, some x = 0, the others >= 0 } by dictionaries that stay integer.
   SPDX-License-Identifier: GPL-3.0-or-later

   A pivot on p = T_rs turns T_ij into (p T_ij - T_is T_rj) / D and D into |p|: every division is exact [Bareiss1968].  Least indices
   choose, so that everything ends [Bland1977].  Free variables go into the basis at the start and their rows never leave; a row of the
   dictionary is a combination of the rows of the system, whose multipliers stand in it as the coefficients of w. */

#include "verify/exact.h"

static slip_status room(slip_dictionary *d, int size, slip_error *error)
{
    *d = (slip_dictionary){ .size = size };
    size_t n = (size_t)size;
    d->at = slip_calloc(4 * n + 1, sizeof *d->at);
    d->state = slip_calloc(2 * n + 1, 1);
    if (!d->at || !d->state) {
        slip_free(d->at);
        slip_free(d->state);
        *d = (slip_dictionary){ .size = 0 };
        return slip_fail(error, SLIP_MEMORY, "out of memory for a dictionary of %d rows", size);
    }
    d->basic = d->at + 2 * n;
    d->other = d->basic + n;
    fmpz_mat_init(d->T, size + 1, size + 1);
    fmpz_init_set_ui(d->D, 1);
    fmpz_init_set_ui(d->factor, 1);
    d->unit = _fmpz_vec_init(size + 1);
    return SLIP_OK;
}

void slip_dictionary_free(slip_dictionary *d)
{
    if (!d->at) return;
    fmpz_mat_clear(d->T);
    fmpz_clear(d->D);
    fmpz_clear(d->factor);
    _fmpz_vec_clear(d->unit, d->size + 1);
    slip_free(d->at);
    slip_free(d->state);
    *d = (slip_dictionary){ .size = 0 };
}

slip_status slip_dictionary_copy(slip_dictionary *to, const slip_dictionary *from, slip_error *error)
{
    slip_status status = room(to, from->size, error);
    if (status) return status;
    int n = from->size;
    for (int k = 0; k < 4 * n; k++) to->at[k] = from->at[k];
    for (int k = 0; k < 2 * n; k++) to->state[k] = from->state[k];
    fmpz_mat_set(to->T, from->T);
    fmpz_set(to->D, from->D);
    fmpz_set(to->factor, from->factor);
    _fmpz_vec_set(to->unit, from->unit, n + 1);
    to->late = from->late;
    to->ctx = from->ctx;
    return SLIP_OK;
}

/* Coefficients of a z that stays 0 are never asked for again. */
static bool forgotten(const slip_dictionary *d, int column)
{
    int x = d->other[column];
    return x < d->size && d->state[x] == SLIP_FIXED;
}

static void pivot(slip_dictionary *d, int r, int s)
{
    int n = d->size;
    fmpz_t p, f;
    fmpz_init_set(p, fmpz_mat_entry(d->T, r, s));
    fmpz_init(f);
    bool negative = fmpz_sgn(p) < 0;
    for (int i = 0; i <= n; i++) {
        if (i == r) continue;
        fmpz *row = d->T->rows[i];
        fmpz_set(f, row + s);
        bool none = fmpz_is_zero(f);
        for (int j = 0; j <= n; j++) {
            if (j == s || (j < n && forgotten(d, j))) continue;
            if (none && fmpz_is_zero(row + j)) continue;
            fmpz_mul(row + j, row + j, p);
            if (!none) fmpz_submul(row + j, f, fmpz_mat_entry(d->T, r, j));
            fmpz_divexact(row + j, row + j, d->D);
        }
        if (negative) _fmpz_vec_neg(row, row, n + 1);
    }
    fmpz *row = d->T->rows[r];
    for (int j = 0; j <= n; j++) if (j != s && !negative) fmpz_neg(row + j, row + j);
    if (negative) fmpz_neg(row + s, d->D);
    else fmpz_set(row + s, d->D);
    fmpz_abs(d->D, p);
    int leaves = d->basic[r], enters = d->other[s];
    d->basic[r] = enters;
    d->other[s] = leaves;
    d->at[enters] = r;
    d->at[leaves] = -1 - s;
    d->pivots++;
    fmpz_clear(p);
    fmpz_clear(f);
}

/* Is there a row, of a variable that is not free, where column s is not zero?  The best: of a variable that stays 0. */
static int row_of(const slip_dictionary *d, int s)
{
    int found = -1;
    for (int i = 0; i < d->size; i++) {
        int state = d->state[d->basic[i]];
        if (state == SLIP_FREE || fmpz_is_zero(fmpz_mat_entry(d->T, i, s))) continue;
        if (state == SLIP_FIXED) return i;
        if (found < 0) found = i;
    }
    return found;
}

/* Large dictionaries ask after every pivot whether to go on. */
static bool stop(slip_dictionary *d)
{
    if (d->late && (d->size > 40 || d->pivots % 64 == 63) && d->late(d->ctx)) d->stopped = true;
    return d->stopped;
}

slip_status slip_dictionary_new(slip_dictionary *d, const fmpz_mat_t row, const unsigned char *state, bool (*late)(void *), void *ctx, slip_error *error)
{
    int n = (int)fmpz_mat_nrows(row);
    slip_status status = room(d, n, error);
    if (status) return status;
    d->late = late;
    d->ctx = ctx;
    for (int i = 0; i < n; i++) {
        d->basic[i] = n + i;
        d->at[n + i] = i;
        d->other[i] = i;
        d->at[i] = -1 - i;
        d->state[i] = state[i];
        d->state[n + i] = state[n + i];
    }
    for (int j = 0; j <= n; j++) {
        for (int i = 0; i < n; i++) fmpz_gcd(d->unit + j, d->unit + j, fmpz_mat_entry(row, i, j));
        if (fmpz_is_zero(d->unit + j)) fmpz_one(d->unit + j);
        for (int i = 0; i < n; i++) fmpz_divexact(fmpz_mat_entry(d->T, i, j), fmpz_mat_entry(row, i, j), d->unit + j);
    }
    for (int x = 0; x < n && !stop(d); x++) {
        if (d->state[x] != SLIP_FREE || d->at[x] >= 0) continue;
        int column = -1 - d->at[x], r = row_of(d, column);
        if (r >= 0) pivot(d, r, column);
    }
    return SLIP_OK;
}

void slip_dictionary_fix(slip_dictionary *d, int x) { d->state[x] = SLIP_FIXED; }

/* The open column of least variable whose entry in row i has the sign (0: any). */
static int column_of(const slip_dictionary *d, int i, int sign)
{
    int found = -1;
    for (int j = 0; j < d->size; j++) {
        if (d->state[d->other[j]] != SLIP_OPEN) continue;
        int has = fmpz_sgn(fmpz_mat_entry(d->T, i, j));
        if (has == 0 || (sign && has != sign)) continue;
        if (found < 0 || d->other[j] < d->other[found]) found = j;
    }
    return found;
}

int slip_dictionary_feasible(slip_dictionary *d)
{
    int n = d->size;
    for (;;) {
        int r = -1;
        for (int i = 0; i < n; i++) {       /* what stays 0 first, then the least infeasible variable */
            int x = d->basic[i], value = fmpz_sgn(fmpz_mat_entry(d->T, i, n));
            if (d->state[x] == SLIP_FIXED) {
                if (value == 0 && column_of(d, i, 0) < 0) continue;
                r = i;
                break;
            }
            if (d->state[x] == SLIP_OPEN && value < 0 && (r < 0 || x < d->basic[r])) r = i;
        }
        if (r < 0 || stop(d)) return -1;
        int value = fmpz_sgn(fmpz_mat_entry(d->T, r, n)), s = column_of(d, r, -value);
        if (s < 0) return r;
        pivot(d, r, s);
    }
}

/* ---- the objective ---- */

static void set_objective(slip_dictionary *d, const fmpz *c)
{
    int n = d->size;
    fmpz *row = d->T->rows[n];
    fmpz_t k;
    fmpz_init(k);
    _fmpz_vec_zero(row, n + 1);
    fmpz_one(d->factor);
    for (int j = 0; j < n; j++) if (!fmpz_is_zero(c + j)) fmpz_lcm(d->factor, d->factor, d->unit + j);
    for (int j = 0; j < n; j++) {
        if (fmpz_is_zero(c + j)) continue;
        fmpz_divexact(k, d->factor, d->unit + j);
        fmpz_mul(k, k, c + j);
        fmpz_mul(k, k, d->unit + n);
        if (d->at[j] >= 0) _fmpz_vec_scalar_addmul_fmpz(row, d->T->rows[d->at[j]], n + 1, k);
        else fmpz_addmul(row - 1 - d->at[j], k, d->D);
    }
    fmpz_mul(k, d->factor, c + n);
    fmpz_addmul(row + n, k, d->D);
    fmpz_clear(k);
}

/* The row that leaves when column s rises: least ratio, then least variable; -1: none. */
static int leaving(const slip_dictionary *d, int s)
{
    int n = d->size, r = -1;
    fmpz_t a, b;
    fmpz_init(a);
    fmpz_init(b);
    for (int i = 0; i < n; i++) {
        if (d->state[d->basic[i]] != SLIP_OPEN || fmpz_sgn(fmpz_mat_entry(d->T, i, s)) >= 0) continue;
        int order = -1;
        if (r >= 0) {           /* b_i / -T_is against b_r / -T_rs */
            fmpz_mul(a, fmpz_mat_entry(d->T, i, n), fmpz_mat_entry(d->T, r, s));
            fmpz_mul(b, fmpz_mat_entry(d->T, r, n), fmpz_mat_entry(d->T, i, s));
            order = -fmpz_cmp(a, b);
        }
        if (order < 0 || (order == 0 && d->basic[i] < d->basic[r])) r = i;
    }
    fmpz_clear(a);
    fmpz_clear(b);
    return r;
}

int slip_dictionary_maximise(slip_dictionary *d, const fmpz *c, const fmpz *most)
{
    int n = d->size, answer = 2;
    fmpz_t bound;
    fmpz_init(bound);
    set_objective(d, c);
    d->ray = -1;
    while (answer == 2) {
        if (stop(d)) { answer = 0; break; }
        if (most) {
            fmpz_mul(bound, most, d->factor);
            fmpz_mul(bound, bound, d->D);
            if (fmpz_cmp(fmpz_mat_entry(d->T, n, n), bound) > 0) { answer = 0; break; }
        }
        int s = -1;
        for (int j = 0; j < n; j++) {
            int state = d->state[d->other[j]], has = fmpz_sgn(fmpz_mat_entry(d->T, n, j));
            if (state == SLIP_FREE && has) { s = j; break; }
            if (state == SLIP_OPEN && has > 0 && (s < 0 || d->other[j] < d->other[s])) s = j;
        }
        if (s < 0) { answer = 1; break; }
        int r = d->state[d->other[s]] == SLIP_FREE ? -1 : leaving(d, s);
        if (r < 0) answer = -1, d->ray = s;
        else pivot(d, r, s);
    }
    fmpz_clear(bound);
    return answer;
}

/* ---- what is read from it ---- */

void slip_dictionary_farkas(const slip_dictionary *d, int row, int sign, fmpz *y)
{
    int n = d->size;
    fmpz_t g;
    for (int k = 0; k < n; k++) {
        int at = d->at[n + k];
        if (at >= 0 && at != row) fmpz_zero(y + k);
        else if (at == row) fmpz_set(y + k, d->D);
        else fmpz_neg(y + k, fmpz_mat_entry(d->T, row, -1 - at));
        if (sign < 0) fmpz_neg(y + k, y + k);
    }
    fmpz_init(g);
    _fmpz_vec_content(g, y, n);
    if (!fmpz_is_zero(g)) _fmpz_vec_scalar_divexact_fmpz(y, y, n, g);
    fmpz_clear(g);
}

void slip_dictionary_dual(const slip_dictionary *d, fmpz *y, fmpz_t denominator)
{
    int n = d->size;
    for (int k = 0; k < n; k++) {
        int at = d->at[n + k];
        if (at >= 0) fmpz_zero(y + k);
        else fmpz_set(y + k, fmpz_mat_entry(d->T, n, -1 - at));
    }
    fmpz_mul(denominator, d->D, d->factor);
    fmpz_mul(denominator, denominator, d->unit + n);
    fmpz_t g;
    fmpz_init(g);
    _fmpz_vec_content(g, y, n);
    fmpz_gcd(g, g, denominator);
    _fmpz_vec_scalar_divexact_fmpz(y, y, n, g);
    fmpz_divexact(denominator, denominator, g);
    fmpz_clear(g);
}

void slip_dictionary_point(const slip_dictionary *d, fmpq *z)
{
    int n = d->size;
    fmpz_t a, b;
    fmpz_init(a);
    fmpz_init(b);
    for (int j = 0; j < n; j++) {
        if (d->at[j] < 0) { fmpq_zero(z + j); continue; }
        fmpz_mul(a, fmpz_mat_entry(d->T, d->at[j], n), d->unit + n);
        fmpz_mul(b, d->D, d->unit + j);
        fmpq_set_fmpz_frac(z + j, a, b);
    }
    fmpz_clear(a);
    fmpz_clear(b);
}

void slip_dictionary_direction(const slip_dictionary *d, int s, fmpq *z)
{
    for (int j = 0; j < d->size; j++) {
        fmpq_zero(z + j);
        if (d->at[j] >= 0) fmpq_set_fmpz_frac(z + j, fmpz_mat_entry(d->T, d->at[j], s), d->unit + j);
        else if (-1 - d->at[j] == s) fmpq_set_fmpz_frac(z + j, d->D, d->unit + j);
    }
}

int slip_dictionary_sign(const slip_dictionary *d, int x) { return d->at[x] < 0 ? 0 : fmpz_sgn(fmpz_mat_entry(d->T, d->at[x], d->size)); }
