/* canonical.c: the text of a problem: exact numbers in fixed order, and its SHA-256.
   SPDX-License-Identifier: GPL-3.0-or-later

   Words and numbers separated by white space, in this order; lines are for people.  `-` marks optional parts.

       slipstick-problem 1
       dimension D  contacts NC  velocities N  joints P      (each on its own line)
       law NAME K ANGLE
       level velocity|acceleration
       mu <NC numbers>
     - slip <NC (D-1) numbers>
     - bilateral <NC times 0 or 1>
       global:  M H and, with joints, G;  f w and, with joints, b
       local:   W and, with joints, V R;  q and, with joints, s
       end

   A matrix is `M csc ROWS COLS NZ`, then COLS+1 pointers, NZ row indices, NZ values, all from 0.
   Numbers are the shortest decimals that read back to the same binary64. */

#include "problems/scan.h"

#include <limits.h>
#include <string.h>

/* ---- writing ---- */

static void put_numbers(slip_text *out, const double *x, long count)
{
    char digits[32];
    for (long k = 0; k < count; k++) {
        int length = slip_format_double(digits, x[k]);
        slip_text_put(out, k % 8 || k == 0 ? " " : "\n ", k % 8 || k == 0 ? 1 : 2);
        slip_text_put(out, digits, (size_t)length);
    }
    slip_text_put(out, "\n", 1);
}

static void put_ints(slip_text *out, const int *x, long count)
{
    for (long k = 0; k < count; k++) slip_text_add(out, k % 16 || k == 0 ? " %d" : "\n %d", x[k]);
    slip_text_put(out, "\n", 1);
}

static void put_vector(slip_text *out, const char *name, const double *x, long count)
{
    slip_text_put(out, name, strlen(name));
    put_numbers(out, x, count);
}

static void put_matrix(slip_text *out, const char *name, const slip_sparse *a, int rows, int cols)
{
    slip_text_add(out, "%s csc %d %d %d\n", name, rows, cols, a->x ? a->nz : 0);
    if (a->x) put_ints(out, a->p, (long)cols + 1);
    else for (int j = 0; j <= cols; j++) slip_text_add(out, j == cols ? " 0\n" : " 0");
    put_ints(out, a->i, a->x ? a->nz : 0);
    put_numbers(out, a->x, a->x ? a->nz : 0);
}

slip_status slip_problem_text(const slip_problem *p, slip_text *out, slip_error *error)
{
    int m = slip_problem_m(p);
    char angle[32];
    slip_format_double(angle, p->dirs.angle);
    slip_text_add(out, "slipstick-problem 1\ndimension %d\ncontacts %d\nvelocities %d\njoints %d\n", p->d, p->nc, p->n, p->p);
    slip_text_add(out, "law %s %d %s\nlevel %s\n", slip_law_name(p->law), p->dirs.k, angle, slip_level_name(p->level));
    put_vector(out, "mu", p->mu, p->nc);
    if (p->slip) put_vector(out, "slip", p->slip, (long)p->nc * (p->d - 1));
    if (p->bilateral) {
        slip_text_add(out, "bilateral");
        for (int i = 0; i < p->nc; i++) slip_text_add(out, " %d", p->bilateral[i] != 0);
        slip_text_add(out, "\n");
    }
    if (slip_problem_global(p)) {
        put_matrix(out, "M", &p->M, p->n, p->n);
        put_matrix(out, "H", &p->H, p->n, m);
        if (p->p) put_matrix(out, "G", &p->G, p->n, p->p);
        put_vector(out, "f", p->f, p->n);
        put_vector(out, "w", p->w, m);
        if (p->p) put_vector(out, "b", p->b, p->p);
    } else {
        put_matrix(out, "W", &p->W, m, m);
        if (p->p) { put_matrix(out, "V", &p->V, m, p->p); put_matrix(out, "R", &p->R, p->p, p->p); }
        put_vector(out, "q", p->q, m);
        if (p->p) put_vector(out, "s", p->s, p->p);
    }
    slip_text_add(out, "end\n");
    return out->failed ? slip_fail(error, SLIP_MEMORY, "out of memory for the text of a problem") : SLIP_OK;
}

slip_status slip_problem_hash(const slip_problem *p, char out[65], slip_error *error)
{
    slip_text text = { 0 };
    slip_status status = slip_problem_text(p, &text, error);
    if (!status) slip_sha256_hex(text.s, text.length, out);
    slip_text_free(&text);
    return status;
}

/* ---- reading ---- */

static bool numbers(slip_scan *in, const char *name, double *x, long count)
{
    return slip_scan_expect(in, name) && slip_scan_numbers(in, x, count);
}

static bool matrix(slip_scan *in, const char *name, int rows, int cols, slip_sparse *a, slip_arena *arena)
{
    int r, c, nz;
    if (!slip_scan_expect(in, name) || !slip_scan_expect(in, "csc")) return false;
    if (!slip_scan_integer(in, 0, INT_MAX, &r) || !slip_scan_integer(in, 0, INT_MAX, &c) || !slip_scan_integer(in, 0, INT_MAX, &nz)) return false;
    if (r != rows || c != cols) return slip_scan_fail(in, "a matrix does not have the size the problem asks for");
    if (!slip_scan_fits(in, (double)cols + 2.0 * nz)) return false;
    if ((in->status = slip_sparse_new(a, SLIP_CSC, rows, cols, nz, arena, in->error))) return false;
    for (int j = 0; j <= cols; j++) if (!slip_scan_integer(in, 0, nz, a->p + j)) return false;
    for (int k = 0; k < nz; k++) if (!slip_scan_integer(in, 0, rows - 1, a->i + k)) return false;
    for (int k = 0; k < nz; k++) if (!slip_scan_number(in, a->x + k)) return false;
    if (a->p[0] != 0 || a->p[cols] != nz) return slip_scan_fail(in, "the column pointers do not match the number of entries");
    for (int j = 0; j < cols; j++) if (a->p[j] > a->p[j + 1]) return slip_scan_fail(in, "the column pointers decrease");
    return true;
}

static bool read_body(slip_scan *in, slip_problem *p)
{
    char w[64];
    int d, nc, n, np;
    if (!slip_scan_expect(in, "slipstick-problem") || !slip_scan_expect(in, "1")) return false;
    if (!slip_scan_expect(in, "dimension") || !slip_scan_integer(in, 1, 3, &d) || !slip_scan_expect(in, "contacts") || !slip_scan_integer(in, 0, INT_MAX / 9, &nc)
        || !slip_scan_expect(in, "velocities") || !slip_scan_integer(in, 0, INT_MAX / 2, &n) || !slip_scan_expect(in, "joints") || !slip_scan_integer(in, 0, INT_MAX / 2, &np))
        return false;
    if (!slip_scan_fits(in, (double)nc + n + np)) return false;
    slip_law law;
    int k;
    double angle;
    if (!slip_scan_expect(in, "law") || !slip_scan_word(in, w, sizeof w)) return false;
    if (!slip_law_find(w, &law)) return slip_scan_fail(in, "unknown law");
    if (!slip_scan_integer(in, 0, 100000, &k) || !slip_scan_number(in, &angle) || !slip_scan_expect(in, "level") || !slip_scan_word(in, w, sizeof w)) return false;
    slip_level level = strcmp(w, "acceleration") == 0 ? SLIP_LEVEL_ACCELERATION : SLIP_LEVEL_VELOCITY;
    if (strcmp(w, slip_level_name(level)) != 0) return slip_scan_fail(in, "the level is velocity or acceleration");
    if ((in->status = slip_problem_new(p, d, nc, n, np, n == 0, in->error))) return false;
    p->law = law; p->dirs = (slip_dirs){ k, angle }; p->level = level; p->foreign = true;
    int m = slip_problem_m(p);
    if (!numbers(in, "mu", p->mu, nc)) return false;
    if (slip_scan_peek(in, "slip")) {
        p->slip = SLIP_NEW(&p->arena, double, (long)nc * (d - 1));
        if (!p->slip) return slip_scan_fail(in, "out of memory");
        if (!numbers(in, "slip", p->slip, (long)nc * (d - 1))) return false;
    }
    if (slip_scan_peek(in, "bilateral")) {
        p->bilateral = SLIP_NEW(&p->arena, unsigned char, nc);
        if (!p->bilateral || !slip_scan_expect(in, "bilateral")) return slip_scan_fail(in, "out of memory");
        for (int i = 0; i < nc; i++) { int flag; if (!slip_scan_integer(in, 0, 1, &flag)) return false; p->bilateral[i] = (unsigned char)flag; }
    }
    if (n > 0) {
        if (!matrix(in, "M", n, n, &p->M, &p->arena) || !matrix(in, "H", n, m, &p->H, &p->arena)) return false;
        if (np && !matrix(in, "G", n, np, &p->G, &p->arena)) return false;
        if (!numbers(in, "f", p->f, n) || !numbers(in, "w", p->w, m)) return false;
        if (np && !numbers(in, "b", p->b, np)) return false;
    } else {
        if (!matrix(in, "W", m, m, &p->W, &p->arena)) return false;
        if (np && (!matrix(in, "V", m, np, &p->V, &p->arena) || !matrix(in, "R", np, np, &p->R, &p->arena))) return false;
        if (!numbers(in, "q", p->q, m)) return false;
        if (np && !numbers(in, "s", p->s, np)) return false;
    }
    if (!slip_scan_expect(in, "end")) return false;
    slip_scan_space(in);
    return in->at == in->end ? true : slip_scan_fail(in, "something follows the word 'end'");
}

slip_status slip_problem_read_text(slip_problem *out, const char *text, size_t count, slip_error *error)
{
    slip_scan in = { text, text + count, 1, error, SLIP_OK };
    *out = (slip_problem){ .d = 0 };
    if (read_body(&in, out)) in.status = slip_problem_check(out, error);
    if (in.status) slip_problem_free(out);
    return in.status;
}
