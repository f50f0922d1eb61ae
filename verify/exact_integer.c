/* exact_integer.c: sparse linear equations over the rationals, by p-adic lifting [Dixon1982].
   SPDX-License-Identifier: GPL-3.0-or-later

       rank:   reduced echelon forms of A and A' modulo a prime choose independent columns and rows; the first come first
       solve:  B x = c,   C = B^-1 mod p,   digits x_k = C d_k mod p,   d_0 = c,   d_k+1 = (d_k - B x_k) / p
       end:    x = num / den from x mod p^k, one denominator for all, once B num = den c holds exactly

   A rank modulo p is never too large, and is too small for few primes only: a witness is checked against all equations later. */

#include <limits.h>
#include <math.h>
#include <string.h>
#include <flint/fmpq.h>
#include <flint/ulong_extras.h>

#include "verify/exact_near.h"

enum { SPARE = 40 };            /* bits by which a reconstructed number must be shorter than chance would have it */

slong slip_integer_of(fmpz_t z, double x)
{
    int e;
    double m = frexp(x, &e);
    fmpz_set_si(z, (slong)ldexp(m, 53));
    if (x == 0) return 0;
    slong twos = (slong)fmpz_val2(z);
    fmpz_tdiv_q_2exp(z, z, (ulong)twos);
    return e - 53 + twos;
}

slong slip_integer_of_dd(fmpz_t z, slip_dd x)
{
    fmpz_t low;
    fmpz_init(low);
    slong e = slip_integer_of(z, x.hi), f = slip_integer_of(low, x.lo), least = e < f ? e : f;
    if (!fmpz_is_zero(low)) {
        fmpz_mul_2exp(z, z, (ulong)(e - least));
        fmpz_mul_2exp(low, low, (ulong)(f - least));
        fmpz_add(z, z, low);
        e = least + (fmpz_is_zero(z) ? 0 : (slong)fmpz_val2(z));
        fmpz_tdiv_q_2exp(z, z, (ulong)(e - least));
    }
    fmpz_clear(low);
    return e;
}

void slip_integers_of(const slip_dd *x, int count, fmpz *num, fmpz_t den)
{
    slong least = 0;
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < count; i++) {
            slong e = slip_integer_of_dd(num + i, x[i]);
            if (!fmpz_is_zero(num + i) && e < least) least = e;
            if (pass) fmpz_mul_2exp(num + i, num + i, fmpz_is_zero(num + i) ? 0 : (ulong)(e - least));
        }
    fmpz_one(den);
    fmpz_mul_2exp(den, den, (ulong)-least);
}

slip_status slip_integers_new(slip_integers *A, int rows, int cols, int entries, slip_arena *arena, slip_error *error)
{
    *A = (slip_integers){ .cols = cols, .row_room = rows, .room = entries };
    A->p = SLIP_NEW(arena, int, rows + 1);
    A->j = SLIP_NEW(arena, int, entries);
    A->e = SLIP_NEW(arena, slong, entries);
    A->scale = SLIP_NEW(arena, slong, rows);
    A->x = SLIP_NEW(arena, fmpz, entries);          /* zero is a valid fmpz */
    A->b = SLIP_NEW(arena, fmpz, rows);
    return arena->failed ? slip_fail(error, SLIP_MEMORY, "no memory for %d exact equations", rows) : SLIP_OK;
}

void slip_integers_free(slip_integers *A)
{
    for (int k = 0; k < A->room && A->x; k++) fmpz_clear(A->x + k);
    for (int i = 0; i < A->row_room && A->b; i++) fmpz_clear(A->b + i);
    *A = (slip_integers){ 0 };
}

void slip_integers_add(slip_integers *A, int col, int factors, const double *factor)
{
    for (int k = 0; k < factors; k++)
        if (factor[k] == 0) return;
    fmpz_t f;
    int at = A->nz++;
    fmpz_init(f);
    A->j[at] = col;
    A->e[at] = 0;
    fmpz_one(A->x + at);
    for (int k = 0; k < factors; k++) {
        A->e[at] += slip_integer_of(f, factor[k]);
        fmpz_mul(A->x + at, A->x + at, f);
    }
    fmpz_clear(f);
}

void slip_integers_end_row(slip_integers *A)
{
    int from = A->p[A->rows], keep = from;
    slong least = WORD_MAX;
    for (int k = from; k < A->nz; k++)
        least = A->e[k] < least ? A->e[k] : least;
    for (int k = from; k < A->nz; k++) {
        fmpz_mul_2exp(A->x + k, A->x + k, (ulong)(A->e[k] - least));
        if (A->j[k] < 0) fmpz_add(A->b + A->rows, A->b + A->rows, A->x + k);
        else {
            if (keep < k) fmpz_swap(A->x + keep, A->x + k);
            A->j[keep++] = A->j[k];
        }
    }
    A->scale[A->rows] = least == WORD_MAX ? 0 : least;
    A->nz = keep;
    A->p[++A->rows] = keep;
}

/* ---- independent rows and columns ---------------------------------------------------------------------------------- */

static void dense(nmod_mat_t out, const slip_integers *A, const int *row, const int *at, bool turned)
{
    for (int i = 0; i < A->rows; i++)
        for (int k = A->p[i]; k < A->p[i + 1]; k++) {
            int r = row ? row[i] : i, c = at ? at[A->j[k]] : A->j[k];
            if (r < 0 || c < 0) continue;
            ulong *place = turned ? &nmod_mat_entry(out, c, r) : &nmod_mat_entry(out, r, c);
            *place = nmod_add(*place, fmpz_get_nmod(A->x + k, out->mod), out->mod);
        }
}

/* columns that hold the leading entries of the echelon form */
static int leading(nmod_mat_t A, int *col)
{
    int rank = (int)nmod_mat_rref(A), c = 0;
    for (int i = 0; i < rank; i++) {
        while (nmod_mat_entry(A, i, c) == 0) c++;
        col[i] = c++;
    }
    return rank;
}

slip_status slip_basis_new(slip_basis *basis, const slip_integers *A, slip_arena *arena, slip_error *error)
{
    *basis = (slip_basis){ 0 };
    int least = A->rows < A->cols ? A->rows : A->cols, *place = SLIP_NEW(arena, int, A->cols), *order = SLIP_NEW(arena, int, A->rows);
    basis->row = SLIP_NEW(arena, int, least);
    basis->col = SLIP_NEW(arena, int, least);
    basis->pin = SLIP_NEW(arena, int, A->cols);
    if (arena->failed) return slip_fail(error, SLIP_MEMORY, "no memory for %d exact equations", A->rows);
    ulong prime = n_nextprime(UWORD(1) << 61, 0);
    nmod_mat_t D, B;
    nmod_mat_init(D, A->rows, A->cols, prime);
    dense(D, A, NULL, NULL, false);
    basis->rank = leading(D, basis->col);
    nmod_mat_clear(D);
    for (int c = 0, k = 0; c < A->cols; c++) {
        bool kept = k < basis->rank && basis->col[k] == c;
        place[c] = kept ? k++ : -1;
        if (!kept) basis->pin[basis->free++] = c;
    }
    nmod_mat_init(D, basis->rank, A->rows, prime);
    dense(D, A, NULL, place, true);
    leading(D, basis->row);
    nmod_mat_clear(D);
    for (int i = 0, k = 0; i < A->rows; i++)
        order[i] = k < basis->rank && basis->row[k] == i ? k++ : -1;
    nmod_mat_init(B, basis->rank, basis->rank, prime);
    nmod_mat_init(basis->inverse, basis->rank, basis->rank, prime);
    basis->made = true;
    dense(B, A, order, place, false);
    int regular = nmod_mat_inv(basis->inverse, B);
    nmod_mat_clear(B);
    return regular ? SLIP_OK : slip_fail(error, SLIP_BUG, "independent rows and columns that are not");
}

void slip_basis_free(slip_basis *basis)
{
    if (basis->made) nmod_mat_clear(basis->inverse);
    basis->made = false;
}

/* ---- lifting ---------------------------------------------------------------------------------------------------------- */

typedef struct {
    const slip_basis *basis; const slip_integers *A;
    int *place;                 /* cols: position among the independent columns, -1: pinned */
    fmpz *c, *d, *x;            /* rank each: right-hand side, what is left of it, the solution modulo p^k */
    ulong *digit, *rest;
} lifting;

static void lift(lifting *L, const fmpz_t power)
{
    const slip_integers *A = L->A;
    int rank = L->basis->rank;
    nmod_t mod = L->basis->inverse->mod;
    for (int i = 0; i < rank; i++)
        L->rest[i] = fmpz_get_nmod(L->d + i, mod);
    nmod_mat_mul_nmod_vec(L->digit, L->basis->inverse, L->rest, rank);
    for (int i = 0; i < rank; i++) {
        int r = L->basis->row[i];
        fmpz_addmul_ui(L->x + i, power, L->digit[i]);
        for (int k = A->p[r]; k < A->p[r + 1]; k++)
            if (L->place[A->j[k]] >= 0) fmpz_submul_ui(L->d + i, A->x + k, L->digit[L->place[A->j[k]]]);
        fmpz_divexact_ui(L->d + i, L->d + i, mod.n);
    }
}

/* num / den of all, if x mod p^k is long enough */
static bool reconstruct(const lifting *L, const fmpz_t power, fmpz *num, fmpz_t den)
{
    fmpz_t y, n, d;
    bool good = true;
    slong bits = (slong)fmpz_bits(power) - SPARE;
    fmpz_init(y), fmpz_init(n), fmpz_init(d);
    fmpz_one(den);
    for (int i = 0; i < L->basis->rank && good; i++) {
        fmpz_mul(y, L->x + i, den);
        fmpz_smod(y, y, power);
        if ((slong)(fmpz_bits(y) + fmpz_bits(den)) > bits) {
            fmpz_mod(y, y, power);
            good = _fmpq_reconstruct_fmpz(n, d, y, power) && (slong)(fmpz_bits(n) + fmpz_bits(d)) <= bits;
            if (!good) break;
            fmpz_mul(den, den, d);
            fmpz_swap(y, n);
            for (int k = 0; k < i; k++)
                fmpz_mul(num + k, num + k, d);
        }
        fmpz_swap(num + i, y);
    }
    for (int i = 0; i < L->basis->rank && good; i++) {      /* B num = den c */
        int r = L->basis->row[i];
        fmpz_mul(y, den, L->c + i);
        for (int k = L->A->p[r]; k < L->A->p[r + 1]; k++)
            if (L->place[L->A->j[k]] >= 0) fmpz_submul(y, L->A->x + k, num + L->place[L->A->j[k]]);
        good = fmpz_is_zero(y);
    }
    fmpz_clear(y), fmpz_clear(n), fmpz_clear(d);
    return good;
}

/* c = 2^shift b - A_pin pin on the independent rows */
static void right_side(lifting *L, const fmpz *pin, slong shift, fmpz *value)
{
    const slip_integers *A = L->A;
    for (int k = 0; k < L->basis->free; k++)
        fmpz_set(value + L->basis->pin[k], pin + k);
    for (int i = 0; i < L->basis->rank; i++) {
        int r = L->basis->row[i];
        fmpz_mul_2exp(L->c + i, A->b + r, (ulong)shift);
        for (int k = A->p[r]; k < A->p[r + 1]; k++)
            if (L->place[A->j[k]] < 0) fmpz_submul(L->c + i, A->x + k, value + A->j[k]);
        fmpz_set(L->d + i, L->c + i);
    }
}

slip_status slip_basis_solve(const slip_basis *basis, const slip_integers *A, const fmpz *pin, slong shift, slong bits, fmpz *num, fmpz_t den,
                             slip_arena *arena, slip_error *error)
{
    int rank = basis->rank;
    lifting L = { .basis = basis, .A = A, .place = SLIP_NEW(arena, int, A->cols), .digit = SLIP_NEW(arena, ulong, rank), .rest = SLIP_NEW(arena, ulong, rank) };
    if (arena->failed) return slip_fail(error, SLIP_MEMORY, "no memory for %d exact equations", A->rows);
    fmpz *own = _fmpz_vec_init(4 * rank + A->cols), *found = own + 3 * rank;
    fmpz_t power;
    bool done = false;
    fmpz_init_set_ui(power, 1);
    L.c = own, L.d = own + rank, L.x = own + 2 * rank;
    for (int c = 0; c < A->cols; c++) L.place[c] = -1;
    for (int k = 0; k < rank; k++) L.place[basis->col[k]] = k;
    right_side(&L, pin, shift, own + 4 * rank);
    for (long step = 1, look = 4; !done && (slong)fmpz_bits(power) <= bits; step++) {
        lift(&L, power);
        fmpz_mul_ui(power, power, basis->inverse->mod.n);
        if (step < look) continue;
        look += look / 3 + 1;
        done = reconstruct(&L, power, found, den);
    }
    if (done) {                 /* all columns over one denominator */
        for (int k = 0; k < rank; k++)
            fmpz_set(num + basis->col[k], found + k);
        for (int k = 0; k < basis->free; k++)
            fmpz_mul(num + basis->pin[k], den, pin + k);
        fmpz_mul_2exp(den, den, (ulong)shift);
    }
    fmpz_clear(power);
    _fmpz_vec_clear(own, 4 * rank + A->cols);
    return done ? SLIP_OK : slip_fail(error, SLIP_LIMIT, "the exact solution of %d equations needs more than %ld bits", rank, (long)bits);
}
