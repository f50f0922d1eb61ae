/* exact_proof.c: the lines of a proof file about solutions near an answer; the format stands in checker/README.md.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "verify/exact.h"
#include "verify/exact_near.h"

static void put_integer(slip_text *out, const fmpz_t x)
{
    char *s = fmpz_get_str(NULL, 16, x);
    bool minus = s[0] == '-';
    slip_text_put(out, minus ? "-0x" : "0x", minus ? 3 : 2);
    slip_text_put(out, s + minus, strlen(s) - minus);
    flint_free(s);
}

static void put_scaled(slip_text *out, const fmpz_t z, slong e)
{
    put_integer(out, z);
    if (e) slip_text_add(out, "p%ld", (long)e);
}

static void put_dd(slip_text *out, slip_dd x)
{
    fmpz_t z;
    fmpz_init(z);
    slong e = slip_integer_of_dd(z, x);
    put_scaled(out, z, e);
    fmpz_clear(z);
}

void slip_proof_number(slip_text *out, double x) { put_dd(out, slip_dd_of(x)); }

void slip_proof_dyadic(slip_text *out, const arf_t x)
{
    fmpz_t m, e;
    fmpz_init(m), fmpz_init(e);
    arf_get_fmpz_2exp(m, e, x);
    put_scaled(out, m, fmpz_get_si(e));
    fmpz_clear(m), fmpz_clear(e);
}

const char *slip_near_bound(char text[32], double x)
{
    double y = x;
    do {
        snprintf(text, 32, "%.2g", y);
        y *= 1.01;
    } while (strtod(text, NULL) < x);
    return text;
}

void slip_proof_doubles(slip_text *out, const char *word, const double *x, int n)
{
    slip_text_add(out, "%s", word);
    for (int i = 0; i < n; i++)
        slip_text_put(out, " ", 1), slip_proof_number(out, x[i]);
    slip_text_add(out, "\n");
}

void slip_proof_dds(slip_text *out, const char *word, const slip_dd *x, int n)
{
    slip_text_add(out, "%s", word);
    for (int i = 0; i < n; i++)
        slip_text_put(out, " ", 1), put_dd(out, x[i]);
    slip_text_add(out, "\n");
}

void slip_proof_integers(slip_text *out, const char *word, const fmpz_t den, const fmpz *x, int n)
{
    ulong twos = fmpz_val2(den);
    if (fmpz_bits(den) == twos + 1) {           /* a power of two: each number has its own */
        fmpz_t z;
        fmpz_init(z);
        slip_text_add(out, "%s", word);
        for (int i = 0; i < n; i++) {
            ulong own = fmpz_val2(x + i);
            fmpz_tdiv_q_2exp(z, x + i, own);
            slip_text_put(out, " ", 1), put_scaled(out, z, fmpz_is_zero(z) ? 0 : (slong)own - (slong)twos);
        }
        slip_text_add(out, "\n");
        fmpz_clear(z);
        return;
    }
    slip_text_add(out, "%s den ", word);
    put_integer(out, den);
    for (int i = 0; i < n; i++)
        slip_text_put(out, " ", 1), put_integer(out, x + i);
    slip_text_add(out, "\n");
}

void slip_proof_solution(slip_text *out, const slip_witness *w)
{
    slip_text_add(out, "solution\n");
    if (w->n) slip_proof_integers(out, "v", w->den, w->v, w->n);
    if (w->p) slip_proof_integers(out, "l", w->den, w->l, w->p);
    slip_proof_integers(out, "r", w->den, w->r, w->m);
}

/* apart for certain: the answers are farther from each other than both from their solutions; a bound is in another norm, and of one velocity */
static bool apart(const slip_near *a, const slip_near *b)
{
    if (a->word == SLIP_NEAR_BOUND || b->word == SLIP_NEAR_BOUND) return false;
    for (int i = 0; i < a->givens && a->givens == b->givens; i++)
        if (fabs(a->given[i] - b->given[i]) * (1 - 0x1p-50) > (a->eps + b->eps) * (1 + 0x1p-50)) return true;
    return false;
}

static void put_head(slip_text *out, const char hash[65], const slip_problem *p, const slip_near *near)
{
    char angle[32];
    slip_text_add(out, "slipstick-proof 1\nproblem %s\n", hash);
    if (near->law != p->law || near->dirs.k != p->dirs.k || near->dirs.angle != p->dirs.angle) {
        slip_format_double(angle, near->dirs.angle);
        slip_text_add(out, "law %s %d %s\n", slip_law_name(near->law), near->dirs.k, angle);
    }
    slip_proof_doubles(out, "answer", near->given, near->givens);
}

slip_status slip_near_write(const slip_problem *p, const slip_near *near, int count, slip_text *out, int *velocities, slip_error *error)
{
    char hash[65];
    int used[16], k = 0;
    for (int i = 0; i < count && k < 16; i++) {
        bool fresh = near[i].section.length && near[i].law == near[0].law && near[i].dirs.k == near[0].dirs.k && near[i].dirs.angle == near[0].dirs.angle;
        for (int j = 0; j < k && fresh; j++)
            fresh = apart(&near[i], &near[used[j]]);
        if (fresh) used[k++] = i;
    }
    if (k == 0 || near[0].section.length == 0) return slip_fail(error, SLIP_INPUT, "nothing was proved: there is no proof to write");
    const slip_near *first = &near[0];
    bool two = k == 1 && first->second.length;
    slip_status status = slip_problem_hash(p, hash, error);
    if (status != SLIP_OK) return status;
    *velocities = two ? 2 : k;
    put_head(out, hash, p, first);
    slip_text_add(out, first->word == SLIP_NEAR_BOUND ? "claim cone-velocity " : "claim near ");
    slip_proof_number(out, first->eps);
    if (*velocities > 1) slip_text_add(out, "\nclaim at-least %d velocities", *velocities);
    slip_text_add(out, "\nbegin\n");
    slip_proof_directions(out, p, first->law, first->dirs);
    for (int j = 0; j < k; j++)
        slip_text_put(out, near[used[j]].section.s, near[used[j]].section.length);
    if (two) slip_text_put(out, first->second.s, first->second.length);
    long lines = 1;
    for (size_t c = 0; c < out->length; c++)
        lines += out->s[c] == '\n';
    slip_text_add(out, "END %ld\n", lines);
    return out->failed ? slip_fail(error, SLIP_MEMORY, "no memory for a proof") : SLIP_OK;
}
