/* exact_file.c: the text of a proof, as checker/README.md asks for it.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "verify/exact.h"

#include <string.h>

static void put(slip_text *out, char *digits)
{
    slip_text_put(out, " ", 1);
    slip_text_put(out, digits, strlen(digits));
    flint_free(digits);
}

void slip_proof_numbers(slip_text *out, const char *word, const fmpq *x, int count)
{
    fmpz_t den, k;
    fmpz_init_set_ui(den, 1);
    fmpz_init(k);
    slip_text_add(out, "%s", word);
    for (int i = 0; i < count; i++) fmpz_lcm(den, den, fmpq_denref(x + i));
    if (!fmpz_is_one(den)) {
        slip_text_add(out, " den");
        put(out, fmpz_get_str(NULL, 10, den));
    }
    for (int i = 0; i < count; i++) {
        fmpz_divexact(k, den, fmpq_denref(x + i));
        fmpz_mul(k, k, fmpq_numref(x + i));
        put(out, fmpz_get_str(NULL, 10, k));
    }
    slip_text_add(out, "\n");
    fmpz_clear(k);
    fmpz_clear(den);
}

void slip_proof_sparse(slip_text *out, const char *word, const fmpq *x, int count)
{
    slip_text_add(out, "%s", word);
    for (int i = 0; i < count; i++) {
        if (fmpq_is_zero(x + i)) continue;
        char *digits = fmpq_get_str(NULL, 10, x + i);
        slip_text_add(out, " %d:", i);
        slip_text_put(out, digits, strlen(digits));
        flint_free(digits);
    }
    slip_text_add(out, "\n");
}

/* ---- M ---- */

static bool diagonal(const slip_sparse *M)
{
    for (int j = 0; j < M->cols; j++)
        for (int k = M->p[j]; k < M->p[j + 1]; k++)
            if (M->i[k] != j && M->x[k] != 0) return false;
    return true;
}

/* Columns of a matrix, from row `below` the diagonal on (0: whole). */
static void columns(slip_text *out, const char *word, const fmpq_mat_t A, bool below)
{
    int n = (int)fmpq_mat_nrows(A);
    fmpq *x = _fmpq_vec_init(n + 1);
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < n; i++) {
            if (below && i <= j) fmpq_zero(x + i);
            else fmpq_set(x + i, fmpq_mat_entry(A, i, j));
        }
        slip_proof_sparse(out, word, x, n);
    }
    _fmpq_vec_clear(x, n + 1);
}

static void definite_section(slip_text *out, const char *which, const fmpq_mat_t A)
{
    int n = (int)fmpq_mat_nrows(A);
    fmpq_mat_t L;
    fmpq_mat_init(L, n, n);
    fmpq *D = _fmpq_vec_init(n + 1), *zero = _fmpq_vec_init(n + 1);
    if (slip_exact_ldl(L, D, A) >= 0) {
        slip_text_add(out, "definite %s\n", which);
        slip_proof_numbers(out, "shift", zero, n);
        slip_proof_numbers(out, "D", D, n);
        columns(out, "L", L, true);
    }
    _fmpq_vec_clear(zero, n + 1);
    _fmpq_vec_clear(D, n + 1);
    fmpq_mat_clear(L);
}

slip_status slip_proof_mass(slip_text *out, const slip_problem *p, bool inverse, bool definite, slip_error *error)
{
    bool global = slip_problem_global(p), regular = true;
    int m = slip_problem_m(p), n = global ? p->n : m + p->p;
    if (global ? diagonal(&p->M) || !(inverse || definite) : !definite) return SLIP_OK;
    fmpq_mat_t A;
    fmpq_mat_init(A, n, n);
    if (global) {
        slip_exact_sparse(A, 0, 0, &p->M, false);
        if (inverse) {
            fmpq_mat_t X;
            fmpq_mat_init(X, n, n);
            regular = fmpq_mat_inv(X, A);
            slip_text_add(out, "inverse\n");
            columns(out, "X", X, false);
            fmpq_mat_clear(X);
        }
    } else {
        slip_exact_sparse(A, 0, 0, &p->W, false);
        if (p->p) {
            slip_exact_sparse(A, 0, m, &p->V, false);
            slip_exact_sparse(A, m, 0, &p->V, true);
            slip_exact_sparse(A, m, m, &p->R, false);
        }
    }
    if (definite) definite_section(out, global ? "M" : "W", A);
    fmpq_mat_clear(A);
    return regular ? SLIP_OK : slip_fail(error, SLIP_INPUT, "the mass matrix is singular");
}

void slip_proof_directions(slip_text *out, const slip_problem *p, slip_law law, slip_dirs dirs)
{
    if (p->d != 3 || !(law == SLIP_LAW_FACETS || law == SLIP_LAW_CONE_FACETS) || (dirs.k == 4 && dirs.angle == 0)) return;
    fmpq_t x;
    fmpq_init(x);
    slip_text_add(out, "directions");
    for (int j = 0; j < dirs.k / 2; j++) {
        double at[2];
        slip_dirs_get(dirs, 3, j, at);
        for (int t = 0; t < 2; t++) {
            slip_exact_double(x, at[t]);
            put(out, fmpq_get_str(NULL, 10, x));
        }
    }
    slip_text_add(out, "\n");
    fmpq_clear(x);
}

/* ---- the whole ---- */

static long lines(const slip_text *t)
{
    long count = 0;
    for (size_t k = 0; k < t->length; k++) count += t->s[k] == '\n';
    return count;
}

slip_status slip_proof_whole(slip_text *out, const slip_problem *p, slip_law law, slip_dirs dirs, slip_proof_text *parts, slip_error *error)
{
    char hash[65], angle[32];
    slip_status status = slip_problem_hash(p, hash, error);
    if (!status) {
        slip_text_add(out, "slipstick-proof 1\nproblem %s\n", hash);
        slip_format_double(angle, dirs.angle);
        if (law != p->law || dirs.k != p->dirs.k || dirs.angle != p->dirs.angle) slip_text_add(out, "law %s %d %s\n", slip_law_name(law), dirs.k, angle);
        slip_text_put(out, parts->claims.s ? parts->claims.s : "", parts->claims.length);
        slip_text_add(out, "begin\n");
        slip_text_put(out, parts->body.s ? parts->body.s : "", parts->body.length);
        slip_text_add(out, "END %ld\n", lines(out) + 1);
        if (out->failed || parts->claims.failed || parts->body.failed) status = slip_fail(error, SLIP_MEMORY, "out of memory for the text of a proof");
    }
    slip_text_free(&parts->claims);
    slip_text_free(&parts->body);
    if (status) slip_text_free(out);
    return status;
}
