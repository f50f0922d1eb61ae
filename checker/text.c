/* text.c: lines, words and exact numbers of a proof that may be hostile.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "checker.h"

#include <string.h>

/* ---- lines and words: separators become NUL as they are passed ---- */

void ck_next_line(ck_text *t)
{
    do {
        ck_at_line(++t->line);
        if (t->at == t->end) ck_refuse("the file ends before END");
        char *stop = memchr(t->at, '\n', (size_t)(t->end - t->at));
        if (!stop) ck_refuse("the last line does not end");
        t->word = t->at;
        t->stop = stop;
        t->at = stop + 1;
    } while (*t->word == '#');
    for (char *c = t->word; c < t->stop; c++) if (*c < ' ' || *c > '~') ck_refuse("a character that is not printable");
    if (t->word == t->stop) ck_refuse("an empty line");
    *t->stop = '\0';
}

char *ck_peek_word(ck_text *t)
{
    if (!t->word) return NULL;
    char *blank = t->word + strcspn(t->word, " ");
    if (blank == t->word) ck_refuse("two blanks, or one at the end of the line");
    *blank = '\0';
    return t->word;
}

char *ck_word(ck_text *t)
{
    char *word = ck_peek_word(t);
    if (!word) ck_refuse("the line is too short");
    char *after = word + strlen(word);
    t->word = after == t->stop ? NULL : after + 1;
    return word;
}

bool ck_is(ck_text *t, const char *word)
{
    char *here = ck_peek_word(t);
    if (!here || strcmp(here, word) != 0) return false;
    ck_word(t);
    return true;
}

void ck_expect(ck_text *t, const char *word)
{
    ck_next_line(t);
    if (!ck_is(t, word)) ck_refuse("'%s' is expected here", word);
}

void ck_end_of_line(ck_text *t)
{
    if (t->word) ck_refuse("the line is too long");
}

/* ---- numbers ---- */

int ck_parse_integer(const char *digits, int below)
{
    long x = 0;
    if (!*digits || (digits[0] == '0' && digits[1])) ck_refuse("'%.40s' is not a count or an index", digits);
    for (; *digits; digits++) {
        if (*digits < '0' || *digits > '9' || (x = 10 * x + (*digits - '0')) >= below) ck_refuse("an index or a count is out of range, or not a number (less than %d is right)", below);
    }
    return (int)x;
}

int ck_integer(ck_text *t, int below) { return ck_parse_integer(ck_word(t), below); }

/* Digits up to `stop` (which is overwritten and restored). */
static void integer(char *s, char *stop, mpz_t out)
{
    bool minus = s < stop && *s == '-', hex;
    s += minus;
    hex = stop - s > 2 && s[0] == '0' && s[1] == 'x';
    if (hex) s += 2;
    if (s == stop) ck_refuse("a number without digits");
    for (char *c = s; c < stop; c++)
        if (!(*c >= '0' && *c <= '9') && !(hex && *c >= 'a' && *c <= 'f')) ck_refuse("'%.40s' is not a number", s);
    if (!hex && stop - s <= 18) {
        unsigned long x = 0;
        for (char *c = s; c < stop; c++) x = 10 * x + (unsigned long)(*c - '0');
        mpz_set_ui(out, x);
    } else {
        char kept = *stop;
        *stop = '\0';
        if (mpz_set_str(out, s, hex ? 16 : 10) != 0) ck_refuse("'%.40s' is not a number", s);
        *stop = kept;
    }
    if (minus) mpz_neg(out, out);
}

void ck_number(char *word, mpz_t num, mpz_t den)
{
    char *stop = word + strlen(word), *bar = strchr(word, '/'), *p = strchr(word, 'p');
    mpz_set_ui(den, 1);
    integer(word, bar ? bar : p ? p : stop, num);
    if (bar) {
        integer(bar + 1, stop, den);
        if (mpz_sgn(den) <= 0) ck_refuse("a denominator must be positive");
    } else if (p) {
        bool minus = p[1] == '-';
        unsigned long e = (unsigned long)ck_parse_integer(p + 1 + minus, 100001);
        if (minus) mpz_mul_2exp(den, den, e); else mpz_mul_2exp(num, num, e);
    }
}

void ck_rational(ck_text *t, mpq_t out)
{
    ck_number(ck_word(t), mpq_numref(out), mpq_denref(out));
    mpq_canonicalize(out);
}

/* Brings x[k]/own[k] to one denominator. */
static void gather(int count, mpz_t *x, mpz_t *own, mpz_t den)
{
    mpz_set_ui(den, 1);
    for (int k = 0; k < count; k++)
        if (mpz_cmp(own[k], den) != 0) mpz_lcm(den, den, own[k]);
    for (int k = 0; k < count; k++) {
        mpz_divexact(own[k], den, own[k]);
        mpz_mul(x[k], x[k], own[k]);
    }
    ck_free_mpz(own, (size_t)count);
}

static void denominator(ck_text *t, mpz_t den)
{
    char *word = ck_word(t);
    integer(word, word + strlen(word), den);
    if (mpz_sgn(den) <= 0) ck_refuse("a denominator must be positive");
}

void ck_vector(ck_text *t, int count, ck_vec *v)
{
    bool common = ck_is(t, "den");
    v->count = count;
    mpz_init_set_ui(v->den, 1);
    if (common) denominator(t, v->den);
    v->x = ck_new_mpz((size_t)count);
    mpz_t *own = common ? NULL : ck_new_mpz((size_t)count);
    for (int k = 0; k < count; k++) {
        char *word = ck_word(t);
        if (common) integer(word, word + strlen(word), v->x[k]);
        else ck_number(word, v->x[k], own[k]);
    }
    ck_end_of_line(t);
    if (!common) gather(count, v->x, own, v->den);
}

void ck_sparse_vector(ck_text *t, int below, ck_sparse *v)
{
    int room = t->word ? 1 : 0;
    bool common = ck_is(t, "den");
    mpz_init_set_ui(v->den, 1);
    if (common) denominator(t, v->den);
    for (char *c = t->word; c && c < t->stop; c++) room += *c == ' ' || *c == '\0';      /* words that were looked at end in NUL */
    if (room > below) room = below;
    v->count = 0;
    v->at = ck_new((size_t)room, sizeof *v->at);
    v->x = ck_new_mpz((size_t)room);
    mpz_t *own = common ? NULL : ck_new_mpz((size_t)room);
    while (t->word) {
        char *word = ck_word(t), *colon = strchr(word, ':');
        if (!colon) ck_refuse("INDEX:NUMBER is expected here");
        *colon = '\0';
        int at = ck_parse_integer(word, below);
        if (v->count && at <= v->at[v->count - 1]) ck_refuse("the indices do not increase");
        v->at[v->count] = at;
        if (common) integer(colon + 1, colon + 1 + strlen(colon + 1), v->x[v->count++]);
        else {
            ck_number(colon + 1, v->x[v->count], own[v->count]);
            v->count++;
        }
    }
    if (own) {
        for (int k = v->count; k < room; k++) mpz_set_ui(own[k], 1);
        gather(room, v->x, own, v->den);
    }
    for (int k = v->count; k < room; k++) mpz_clear(v->x[k]);
}

void ck_vec_free(ck_vec *v)
{
    ck_free_mpz(v->x, (size_t)v->count);
    mpz_clear(v->den);
}

void ck_sparse_free(ck_sparse *v)
{
    ck_free(v->at);
    ck_free_mpz(v->x, (size_t)v->count);
    mpz_clear(v->den);
}

void ck_common(ck_vec *const list[], int count)
{
    mpz_t all, factor;
    mpz_init_set_ui(all, 1);
    mpz_init(factor);
    for (int j = 0; j < count; j++) mpz_lcm(all, all, list[j]->den);
    for (int j = 0; j < count; j++) {
        mpz_divexact(factor, all, list[j]->den);
        if (mpz_cmp_ui(factor, 1) == 0) continue;
        for (int k = 0; k < list[j]->count; k++) mpz_mul(list[j]->x[k], list[j]->x[k], factor);
        mpz_set(list[j]->den, all);
    }
    mpz_clears(all, factor, (mpz_ptr)NULL);
}
