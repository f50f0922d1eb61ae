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

#include "problems/problems.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
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

typedef struct { const char *at, *end; int line; slip_error *error; slip_status status; } reader;

static bool fail(reader *in, const char *what)
{
    if (!in->status) in->status = slip_fail(in->error, SLIP_INPUT, "line %d: %s", in->line, what);
    return false;
}

static bool blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

static void skip_space(reader *in)
{
    while (in->at < in->end && blank(*in->at)) if (*in->at++ == '\n') in->line++;
}

static bool word(reader *in, char *out, size_t room)
{
    size_t k = 0;
    skip_space(in);
    while (in->at < in->end && !blank(*in->at)) {
        if (k + 1 >= room || (unsigned char)*in->at < 32) return fail(in, "a word is too long or not text");
        out[k++] = *in->at++;
    }
    out[k] = 0;
    return k ? true : fail(in, "the text ends too early");
}

static bool expect(reader *in, const char *name)
{
    char w[64], what[160];
    if (!word(in, w, sizeof w)) return false;
    if (strcmp(w, name) == 0) return true;
    snprintf(what, sizeof what, "expected '%s' but found '%s'", name, w);
    return fail(in, what);
}

static bool number(reader *in, double *x)
{
    char w[64]; const char *end;
    if (!word(in, w, sizeof w)) return false;
    if (!slip_parse_double(w, &end, x) || *end) return fail(in, "expected a number");
    return isfinite(*x) ? true : fail(in, "a number is not finite");
}

static bool integer(reader *in, long low, long high, int *out)
{
    char w[64], *end;
    if (!word(in, w, sizeof w)) return false;
    long x = strtol(w, &end, 10);
    if (*end || end == w) return fail(in, "expected a whole number");
    if (x < low || x > high) return fail(in, "a whole number is out of range");
    *out = (int)x;
    return true;
}

/* Every number takes two bytes at least: a count larger than what is left is refused before memory is asked for. */
static bool fits(reader *in, double count) { return count <= (double)(in->end - in->at) ? true : fail(in, "the text is too short for the sizes it states"); }

static bool numbers(reader *in, const char *name, double *x, long count)
{
    if (!expect(in, name) || !fits(in, (double)count)) return false;
    for (long k = 0; k < count; k++) if (!number(in, x + k)) return false;
    return true;
}

static bool matrix(reader *in, const char *name, int rows, int cols, slip_sparse *a, slip_arena *arena)
{
    int r, c, nz;
    if (!expect(in, name) || !expect(in, "csc")) return false;
    if (!integer(in, 0, INT_MAX, &r) || !integer(in, 0, INT_MAX, &c) || !integer(in, 0, INT_MAX, &nz)) return false;
    if (r != rows || c != cols) return fail(in, "a matrix does not have the size the problem asks for");
    if (!fits(in, (double)cols + 2.0 * nz)) return false;
    if ((in->status = slip_sparse_new(a, SLIP_CSC, rows, cols, nz, arena, in->error))) return false;
    for (int j = 0; j <= cols; j++) if (!integer(in, 0, nz, a->p + j)) return false;
    for (int k = 0; k < nz; k++) if (!integer(in, 0, rows - 1, a->i + k)) return false;
    for (int k = 0; k < nz; k++) if (!number(in, a->x + k)) return false;
    if (a->p[0] != 0 || a->p[cols] != nz) return fail(in, "the column pointers do not match the number of entries");
    for (int j = 0; j < cols; j++) if (a->p[j] > a->p[j + 1]) return fail(in, "the column pointers decrease");
    return true;
}

static bool peek(reader *in, const char *name)
{
    size_t length = strlen(name);
    skip_space(in);
    return (size_t)(in->end - in->at) > length && memcmp(in->at, name, length) == 0 && blank(in->at[length]);
}

static bool read_body(reader *in, slip_problem *p)
{
    char w[64];
    int d, nc, n, np;
    if (!expect(in, "slipstick-problem") || !expect(in, "1")) return false;
    if (!expect(in, "dimension") || !integer(in, 1, 3, &d) || !expect(in, "contacts") || !integer(in, 0, INT_MAX / 9, &nc)
        || !expect(in, "velocities") || !integer(in, 0, INT_MAX / 2, &n) || !expect(in, "joints") || !integer(in, 0, INT_MAX / 2, &np))
        return false;
    if (!fits(in, (double)nc + n + np)) return false;
    slip_law law;
    int k;
    double angle;
    if (!expect(in, "law") || !word(in, w, sizeof w)) return false;
    if (!slip_law_find(w, &law)) return fail(in, "unknown law");
    if (!integer(in, 0, 100000, &k) || !number(in, &angle) || !expect(in, "level") || !word(in, w, sizeof w)) return false;
    slip_level level = strcmp(w, "acceleration") == 0 ? SLIP_LEVEL_ACCELERATION : SLIP_LEVEL_VELOCITY;
    if (strcmp(w, slip_level_name(level)) != 0) return fail(in, "the level is velocity or acceleration");
    if ((in->status = slip_problem_new(p, d, nc, n, np, n == 0, in->error))) return false;
    p->law = law; p->dirs = (slip_dirs){ k, angle }; p->level = level; p->foreign = true;
    int m = slip_problem_m(p);
    if (!numbers(in, "mu", p->mu, nc)) return false;
    if (peek(in, "slip")) {
        p->slip = SLIP_NEW(&p->arena, double, (long)nc * (d - 1));
        if (!p->slip) return fail(in, "out of memory");
        if (!numbers(in, "slip", p->slip, (long)nc * (d - 1))) return false;
    }
    if (peek(in, "bilateral")) {
        p->bilateral = SLIP_NEW(&p->arena, unsigned char, nc);
        if (!p->bilateral || !expect(in, "bilateral")) return fail(in, "out of memory");
        for (int i = 0; i < nc; i++) { int flag; if (!integer(in, 0, 1, &flag)) return false; p->bilateral[i] = (unsigned char)flag; }
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
    if (!expect(in, "end")) return false;
    skip_space(in);
    return in->at == in->end ? true : fail(in, "something follows the word 'end'");
}

slip_status slip_problem_read_text(slip_problem *out, const char *text, size_t count, slip_error *error)
{
    reader in = { text, text + count, 1, error, SLIP_OK };
    *out = (slip_problem){ .d = 0 };
    if (read_body(&in, out)) in.status = slip_problem_check(out, error);
    if (in.status) slip_problem_free(out);
    return in.status;
}
