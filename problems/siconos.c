/* siconos.c: problems in the text files of Siconos (.dat), read and written.
   SPDX-License-Identifier: GPL-3.0-or-later

   Words separated by white space:

       D  NC  <W>  q (m numbers)  mu (NC)                          local
       D  NC  <M>  <H>  f (n numbers)  w (m)  mu (NC)              global
       <matrix>:  STORAGE ROWS COLS, then by STORAGE
         0  dense    ROWS COLS, all values column by column
         1  block    BLOCKS, block rows, block columns, where each block row ends, where each block column ends, pointers + 1, BLOCKS,
                     pointers by block rows, block columns; then for each block its number and values column by column
         2  sparse   1 (triplets) or 2 (by columns), then what CSparse prints for people

   Nothing tells local from global but the number of words that follow the first matrix.  Zeros of storage 0 and 1 are no entries. */

#include "problems/fclib.h"
#include "problems/scan.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- reading ---- */

static bool dense(slip_scan *in, slip_sparse *a, int rows, int cols, slip_arena *arena)
{
    int r, c;
    if (!slip_scan_integer(in, 0, INT_MAX, &r) || !slip_scan_integer(in, 0, INT_MAX, &c)) return false;
    if (r != rows || c != cols) return slip_scan_fail(in, "a dense matrix states two different sizes");
    if (!slip_scan_fits(in, (double)rows * cols)) return false;
    double *x = SLIP_NEW(arena, double, (long)rows * cols);
    if (!x) { in->status = slip_fail(in->error, SLIP_MEMORY, "out of memory for a matrix"); return false; }
    return slip_scan_numbers(in, x, (long)rows * cols) && !(in->status = slip_sparse_from_dense(a, SLIP_CSC, rows, cols, x, arena, in->error));
}

static bool integers(slip_scan *in, int count, int low, int high, int **out, slip_arena *arena)
{
    if (!slip_scan_fits(in, count)) return false;
    *out = SLIP_NEW(arena, int, count);
    if (!*out) { in->status = slip_fail(in->error, SLIP_MEMORY, "out of memory for a matrix"); return false; }
    for (int k = 0; k < count; k++) if (!slip_scan_integer(in, low, high, *out + k)) return false;
    return true;
}

/* Ends of the block rows or columns: increasing up to the size. */
static bool ends(slip_scan *in, const int *end, int count, int size)
{
    for (int k = 0; k < count; k++) if (end[k] <= (k ? end[k - 1] : 0)) return slip_scan_fail(in, "the blocks of a matrix do not follow each other");
    return (count ? end[count - 1] : 0) == size ? true : slip_scan_fail(in, "the blocks of a matrix do not fill its size");
}

static bool blocks(slip_scan *in, slip_sparse *a, int rows, int cols, slip_arena *arena)
{
    int nb, nr, nk, filled1, filled2, *row_end, *col_end, *first, *column, number;
    if (!slip_scan_integer(in, 0, INT_MAX / 16, &nb) || !slip_scan_integer(in, 0, rows, &nr) || !slip_scan_integer(in, 0, cols, &nk)
        || !integers(in, nr, 0, rows, &row_end, arena) || !integers(in, nk, 0, cols, &col_end, arena)
        || !ends(in, row_end, nr, rows) || !ends(in, col_end, nk, cols)
        || !slip_scan_integer(in, 0, INT_MAX / 16, &filled1) || !slip_scan_integer(in, 0, INT_MAX / 16, &filled2)) return false;
    if (filled1 != nr + 1 || filled2 != nb) return slip_scan_fail(in, "the counts of a sparse block matrix do not agree");
    if (!integers(in, filled1, 0, nb, &first, arena) || !integers(in, filled2, 0, nk - 1, &column, arena)) return false;
    double values = 0;
    for (int i = 0; i < nr; i++) {
        if (first[i] > first[i + 1]) return slip_scan_fail(in, "the pointers of a sparse block matrix decrease");
        for (int b = first[i]; b < first[i + 1]; b++) values += (double)(row_end[i] - (i ? row_end[i - 1] : 0)) * (col_end[column[b]] - (column[b] ? col_end[column[b] - 1] : 0));
    }
    if (first[0] != 0 || first[nr] != nb) return slip_scan_fail(in, "the pointers of a sparse block matrix do not match its blocks");
    if (!slip_scan_fits(in, values)) return false;
    slip_sparse t;
    if ((in->status = slip_sparse_new(&t, SLIP_TRIPLET, rows, cols, (int)values, arena, in->error))) return false;
    int nz = 0;
    for (int i = 0; i < nr; i++)
        for (int b = first[i]; b < first[i + 1]; b++) {
            if (!slip_scan_integer(in, 0, nb, &number)) return false;
            for (int c = column[b] ? col_end[column[b] - 1] : 0; c < col_end[column[b]]; c++)
                for (int r = i ? row_end[i - 1] : 0; r < row_end[i]; r++) {
                    double x;
                    if (!slip_scan_number(in, &x)) return false;
                    if (x != 0) { t.i[nz] = r; t.p[nz] = c; t.x[nz++] = x; }
                }
        }
    t.nz = nz;
    return !(in->status = slip_sparse_convert(a, &t, SLIP_CSC, arena, in->error));
}

/* "CSparse Version ...\n[triplet: ]R-by-C, nzmax: N nnz: N[, 1-norm: x]", then "i j : x" or "col j : locations a to b" and "i : x". */
static bool sparse(slip_scan *in, slip_sparse *a, int rows, int cols, slip_arena *arena)
{
    char w[64], *end;
    int origin, spare, nz, j = -1, from, to, seen = 0;
    if (!slip_scan_integer(in, 0, 9, &origin)) return false;
    if (origin != 1 && origin != 2) return slip_scan_fail(in, "a sparse matrix is given by triplets (1) or by columns (2) here");
    do if (!slip_scan_word(in, w, sizeof w)) return false; while (!strstr(w, "-by-"));
    long r = strtol(w, &end, 10), c = strncmp(end, "-by-", 4) ? -1 : strtol(end + 4, &end, 10);
    if (r != rows || c != cols) return slip_scan_fail(in, "a sparse matrix states two different sizes");
    if (!slip_scan_expect(in, "nzmax:") || !slip_scan_integer(in, 0, INT_MAX, &spare) || !slip_scan_expect(in, "nnz:") || !slip_scan_word(in, w, sizeof w)) return false;
    long stated = strtol(w, &end, 10);
    if (end == w || stated < 0 || stated > INT_MAX / 4 || (*end && strcmp(end, ",")) || !slip_scan_fits(in, 2.0 * (double)stated)) return slip_scan_fail(in, "a sparse matrix states a wrong number of entries");
    nz = (int)stated;
    if (*end && (!slip_scan_expect(in, "1-norm:") || !slip_scan_word(in, w, sizeof w))) return false;
    slip_sparse t;
    if ((in->status = slip_sparse_new(&t, SLIP_TRIPLET, rows, cols, nz, arena, in->error))) return false;
    while (seen < nz) {
        while (origin == 2 && slip_scan_peek(in, "col"))
            if (!slip_scan_expect(in, "col") || !slip_scan_integer(in, j + 1, cols - 1, &j) || !slip_scan_expect(in, ":") || !slip_scan_expect(in, "locations")
                || !slip_scan_integer(in, seen, seen, &from) || !slip_scan_expect(in, "to") || !slip_scan_integer(in, seen - 1, nz - 1, &to)) return false;
        if (!slip_scan_integer(in, 0, rows - 1, t.i + seen) || (origin == 1 && !slip_scan_integer(in, 0, cols - 1, &j)) || !slip_scan_expect(in, ":")
            || !slip_scan_number(in, t.x + seen)) return false;
        if (j < 0) return slip_scan_fail(in, "an entry stands before its column");
        t.p[seen++] = j;
    }
    while (origin == 2 && slip_scan_peek(in, "col"))        /* empty columns at the end */
        for (int k = 0; k < 7; k++) if (!slip_scan_word(in, w, sizeof w)) return false;
    return !(in->status = slip_sparse_convert(a, &t, SLIP_CSC, arena, in->error));
}

static bool matrix(slip_scan *in, slip_sparse *a, slip_arena *arena)
{
    int storage, rows, cols;
    if (!slip_scan_integer(in, 0, 2, &storage) || !slip_scan_integer(in, 0, INT_MAX / 4, &rows) || !slip_scan_integer(in, 0, INT_MAX / 4, &cols)) return false;
    if (!slip_scan_fits(in, (double)rows + cols)) return false;      /* the vectors that follow are that long */
    return storage == 0 ? dense(in, a, rows, cols, arena) : storage == 1 ? blocks(in, a, rows, cols, arena) : sparse(in, a, rows, cols, arena);
}

static bool read_body(slip_scan *in, slip_problem *p, slip_origin *origin)
{
    int d, nc;
    slip_sparse first, H = { 0 };
    slip_arena kept = { 0 };            /* becomes the problem's own */
    if (!slip_scan_integer(in, 1, 9, &d) || !slip_scan_integer(in, 0, INT_MAX / 9, &nc)) return false;
    if (d == 5) return slip_scan_fail(in, "contacts with rolling friction are not treated by slipstick");
    if (d != 2 && d != 3) return slip_scan_fail(in, "contacts have 2 or 3 components here");
    if (!slip_scan_fits(in, (double)d * nc)) return false;
    bool good = matrix(in, &first, &kept);
    long left = slip_scan_left(in), m = (long)d * nc;
    bool local = good && first.rows == m && left >= m + nc && left <= m + nc + 1;       /* some writers end with a stray word */
    if (good && !local) good = matrix(in, &H, &kept);
    if (good && first.rows != first.cols) good = slip_scan_fail(in, "the first matrix is not square");
    if (good && !local && (H.rows != first.rows || H.cols != m)) good = slip_scan_fail(in, "H does not have the size the problem asks for");
    if (good && !local && first.rows == 0) good = slip_scan_fail(in, "M is empty: nothing moves");
    if (good) good = !(in->status = slip_problem_new(p, d, nc, local ? 0 : first.rows, 0, local, in->error));
    if (!good) { slip_arena_free(&kept); return false; }
    p->foreign = true;
    slip_status status = local ? slip_sparse_convert(&p->W, &first, SLIP_CSC, &p->arena, in->error)
                               : slip_sparse_convert(&p->M, &first, SLIP_CSC, &p->arena, in->error);
    if (!status && !local) status = slip_sparse_convert(&p->H, &H, SLIP_CSC, &p->arena, in->error);
    slip_arena_free(&kept);
    if ((in->status = status)) return false;
    good = local ? slip_scan_numbers(in, p->q, m) : slip_scan_numbers(in, p->f, p->n) && slip_scan_numbers(in, p->w, m);
    if (!good || !slip_scan_numbers(in, p->mu, nc)) return false;
    if (origin) origin->format = local ? "Siconos text, local" : "Siconos text, global";
    left = slip_scan_left(in);
    if (left == 1 && origin) slip_origin_note(origin, SLIP_ODDITY_STRAY, "a word follows the problem and is left out");
    if (left == nc && nc > 1) return slip_scan_fail(in, "contacts with rolling friction are not treated by slipstick");
    return left <= 1 ? true : slip_scan_fail(in, "more words follow than a problem has");
}

slip_status slip_siconos_read(slip_problem *out, slip_origin *origin, const char *text, size_t count, slip_error *error)
{
    slip_scan in = { text, text + count, 1, error, SLIP_OK };
    *out = (slip_problem){ .d = 0 };
    if (read_body(&in, out, origin)) in.status = slip_problem_check(out, error);
    if (in.status) slip_problem_free(out);
    return in.status;
}

/* ---- writing ---- */

static void put_value(slip_text *out, double x, const char *after)
{
    char digits[32];
    slip_format_double(digits, x);
    slip_text_add(out, "%s%s", digits, after);
}

static void put_vector(slip_text *out, const double *x, int count)
{
    for (int k = 0; k < count; k++) put_value(out, x[k], " ");
    slip_text_put(out, "\n", 1);
}

/* Square of d x d blocks when it is m x m, else one block: the reader in use asks for no other shape. */
static slip_status put_blocks(slip_text *out, const slip_sparse *a, int d, slip_arena *arena, slip_error *error)
{
    slip_bsr b;
    slip_status status = slip_bsr_from_sparse(&b, a, d, arena, error);
    if (status) return status;
    slip_text_add(out, "%d\n%d %d\n", b.blocks, b.rows, b.rows);
    for (int twice = 0; twice < 2; twice++) {
        for (int i = 1; i <= b.rows; i++) slip_text_add(out, "%d ", i * d);
        slip_text_put(out, "\n", 1);
    }
    slip_text_add(out, "%d %d\n", b.rows + 1, b.blocks);
    for (int i = 0; i <= b.rows; i++) slip_text_add(out, "%d ", b.p[i]);
    slip_text_put(out, "\n", 1);
    for (int k = 0; k < b.blocks; k++) slip_text_add(out, "%d ", b.j[k]);
    slip_text_put(out, "\n", 1);
    for (int k = 0; k < b.blocks; k++) {
        slip_text_add(out, "%d\n", k);
        for (int c = 0; c < d; c++)
            for (int r = 0; r < d; r++) put_value(out, b.x[(size_t)k * (size_t)(d * d) + (size_t)(r * d + c)], r + 1 == d ? "\n" : " ");
    }
    return SLIP_OK;
}

static slip_status put_matrix(slip_text *out, const slip_sparse *given, int rows, int cols, int d, slip_storage storage, slip_arena *arena, slip_error *error)
{
    slip_sparse none, t;
    const slip_sparse *a = given;
    slip_status status = SLIP_OK;
    if (!a->x) {
        if ((status = slip_sparse_new(&none, SLIP_CSC, rows, cols, 0, arena, error))) return status;
        a = &none;
    }
    slip_text_add(out, "%d\n%d\n%d\n", (int)storage, rows, cols);
    if (storage == SLIP_STORE_BLOCK) return put_blocks(out, a, d, arena, error);
    if (storage == SLIP_STORE_DENSE) {
        double *x = SLIP_NEW(arena, double, (long)rows * cols);
        if (!x) return slip_fail(error, SLIP_MEMORY, "out of memory for a dense matrix");
        slip_sparse_to_dense(a, x);
        slip_text_add(out, "%d\t%d\n", rows, cols);
        for (long k = 0; k < (long)rows * cols; k++) put_value(out, x[k], (k + 1) % rows ? " " : "\n");
        return SLIP_OK;
    }
    if ((status = slip_sparse_convert(&t, a, SLIP_TRIPLET, arena, error))) return status;
    slip_text_add(out, "1\nCSparse Version 3, as slipstick writes it\ntriplet: %d-by-%d, nzmax: %d nnz: %d\n", rows, cols, t.nz, t.nz);
    for (int k = 0; k < t.nz; k++) {
        slip_text_add(out, "    %d %d : ", t.i[k], t.p[k]);
        put_value(out, t.x[k], "\n");
    }
    return SLIP_OK;
}

slip_status slip_problem_write_siconos(const slip_problem *p, slip_storage storage, slip_text *out, slip_error *error)
{
    slip_arena arena = { 0 };
    int m = slip_problem_m(p);
    bool global = slip_problem_global(p);
    slip_status status = slip_coulomb_only(p, "a Siconos text file", error);
    if (status) return status;
    if (p->p) return slip_fail(error, SLIP_INPUT, "a Siconos text file has no joints: use text, JSON or FCLIB");
    if (global && storage == SLIP_STORE_BLOCK) return slip_fail(error, SLIP_INPUT, "a global problem is written dense or sparse, not in blocks");
    slip_text_add(out, "%d\n%d\n", p->d, p->nc);
    if (global) status = put_matrix(out, &p->M, p->n, p->n, p->d, storage, &arena, error);
    if (!status) status = global ? put_matrix(out, &p->H, p->n, m, p->d, storage, &arena, error) : put_matrix(out, &p->W, m, m, p->d, storage, &arena, error);
    if (global) { put_vector(out, p->f, p->n); put_vector(out, p->w, m); }
    else put_vector(out, p->q, m);
    put_vector(out, p->mu, p->nc);
    slip_arena_free(&arena);
    if (!status && out->failed) status = slip_fail(error, SLIP_MEMORY, "out of memory while writing a problem");
    return status;
}
