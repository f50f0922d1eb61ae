/* exact_identity.c: the identities of a tree of cases, and which of them close a node already.
   SPDX-License-Identifier: GPL-3.0-or-later

   Multipliers y of the scaled rows give, for every point of w = A z + q,   phi = val + h'x,   val = phi_0 - y'q,  h = (c - A'y, y).
   With phi = 0 only the signs of h and val matter: h >= 0 on what is not fixed and val > 0 is impossible; val = 0 fixes x where h > 0. */

#include "verify/exact.h"

#include <string.h>

slip_status slip_identities_new(slip_identities *t, const slip_exact_system *system, slip_text *out, slip_error *error)
{
    *t = (slip_identities){ .system = system, .words = (2 * system->size + 63) / 64, .out = out, .lines = 1024 };
    t->line = slip_calloc(t->lines, sizeof *t->line);
    return t->line ? SLIP_OK : slip_fail(error, SLIP_MEMORY, "out of memory for the identities of a proof");
}

void slip_identities_free(slip_identities *t)
{
    slip_free(t->line);
    slip_free(t->from);
    slip_free(t->length);
    slip_free(t->mask);
    slip_free(t->value);
    *t = (slip_identities){ .count = 0 };
}

/* ---- a table of lines ---- */

static size_t hash(const char *s, size_t length)
{
    uint64_t h = 14695981039346656037u;
    for (size_t k = 0; k < length; k++) h = (h ^ (unsigned char)s[k]) * 1099511628211u;
    return (size_t)(h ^ h >> 29);
}

static size_t slot(const slip_identities *t, const char *s, size_t length)
{
    size_t k = hash(s, length) & (t->lines - 1);
    for (; t->line[k]; k = (k + 1) & (t->lines - 1)) {
        long i = t->line[k] - 1;
        if (t->length[i] == length && !memcmp(t->out->s + t->from[i], s, length)) break;
    }
    return k;
}

static bool grow(slip_identities *t)
{
    if (t->count == t->room) {
        long room = t->room ? 2 * t->room : 256;
        size_t n = (size_t)room;
        size_t *from = slip_realloc(t->from, n * sizeof *from);
        if (from) t->from = from;
        size_t *length = slip_realloc(t->length, n * sizeof *length);
        if (length) t->length = length;
        unsigned long long *mask = slip_realloc(t->mask, n * 2 * (size_t)t->words * sizeof *mask);
        if (mask) t->mask = mask;
        signed char *value = slip_realloc(t->value, n);
        if (value) t->value = value;
        if (!from || !length || !mask || !value) return false;
        t->room = room;
    }
    if (2 * (size_t)t->count < t->lines) return true;
    long *old = t->line;
    t->line = slip_calloc(2 * t->lines, sizeof *t->line);
    if (!t->line) { t->line = old; return false; }
    t->lines *= 2;
    for (long i = 0; i < t->count; i++) t->line[slot(t, t->out->s + t->from[i], t->length[i])] = i + 1;
    slip_free(old);
    return true;
}

/* ---- signs ---- */

static void set_bit(unsigned long long *mask, int k) { mask[k / 64] |= 1ull << k % 64; }

static void signs(slip_identities *t, long i, const fmpz *y)
{
    const slip_exact_system *s = t->system;
    int n = s->size;
    unsigned long long *below = t->mask + 2 * i * t->words, *above = below + t->words;
    memset(below, 0, 2 * (size_t)t->words * sizeof *below);
    fmpz_t h;
    fmpz_init(h);
    for (int j = 0; j <= n; j++) {
        fmpz_zero(h);
        for (int k = 0; k < n; k++) if (!fmpz_is_zero(y + k)) fmpz_submul(h, y + k, fmpz_mat_entry(s->row, k, j));
        int sign = fmpz_sgn(h);
        if (j == n) t->value[i] = (signed char)sign;
        else if (sign) set_bit(sign < 0 ? below : above, j);
    }
    for (int k = 0; k < n; k++) if (fmpz_sgn(y + k)) set_bit(fmpz_sgn(y + k) < 0 ? below : above, n + k);
    fmpz_clear(h);
}

long slip_identity(slip_identities *t, const char *phi, const fmpz *y, const fmpz *denominator)
{
    size_t begin = t->out->length;
    fmpq_t x;
    fmpq_init(x);
    slip_text_add(t->out, "y %s", phi);
    for (int k = 0; k < t->system->size; k++) {
        if (fmpz_is_zero(y + k)) continue;
        if (denominator) fmpq_set_fmpz_frac(x, y + k, denominator);
        else fmpz_set(fmpq_numref(x), y + k), fmpz_one(fmpq_denref(x));
        char *digits = fmpq_get_str(NULL, 10, x);
        slip_text_add(t->out, " %d:", k);
        slip_text_put(t->out, digits, strlen(digits));
        flint_free(digits);
    }
    fmpq_clear(x);
    slip_text_add(t->out, "\n");
    if (t->out->failed || !grow(t)) { t->failed = true; return 0; }
    size_t length = t->out->length - begin, at = slot(t, t->out->s + begin, length);
    if (t->line[at]) {
        t->out->length = begin;
        t->out->s[begin] = '\0';
        return t->line[at] - 1;
    }
    long i = t->count++;
    t->line[at] = i + 1;
    t->from[i] = begin;
    t->length[i] = length;
    if (!strcmp(phi, "0")) signs(t, i, y);
    else t->value[i] = 2;
    return i;
}

/* ---- using them again ---- */

static bool nonnegative(const slip_identities *t, long i, const unsigned long long *fixed)
{
    const unsigned long long *below = t->mask + 2 * i * t->words;
    for (int k = 0; k < t->words; k++) if (below[k] & ~fixed[k]) return false;
    return true;
}

long slip_identity_closing(const slip_identities *t, const unsigned long long *fixed)
{
    for (long i = 0; i < t->count; i++)
        if (t->value[i] == 1 && nonnegative(t, i, fixed)) return i;
    return -1;
}

long slip_identity_fixing(const slip_identities *t, const unsigned long long *fixed)
{
    for (long i = 0; i < t->count; i++) {
        if (t->value[i] != 0 || !nonnegative(t, i, fixed)) continue;
        const unsigned long long *above = t->mask + (2 * i + 1) * t->words;
        for (int k = 0; k < t->words; k++) if (above[k] & ~fixed[k]) return i;
    }
    return -1;
}
