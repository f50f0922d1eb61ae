/* memory.c: every byte the checker and GMP ask for, within a limit, given back whole; and the exits.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "checker.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

typedef union block {
    struct { union block *before, *after; size_t size; } is;
    max_align_t aligned;
} block;

static struct { block head; size_t used, limit; jmp_buf out; int code; long line; char *reason; } all;

_Noreturn static void leave(int code, const char *format, va_list list)
{
    int n = all.line > 0 && code == CK_REFUSED ? snprintf(all.reason, 512, "line %ld: ", all.line) : 0;
    vsnprintf(all.reason + n, 512 - (size_t)n, format, list);
    all.code = code;
    longjmp(all.out, 1);
}

void ck_refuse(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    leave(CK_REFUSED, format, list);
}

void ck_unreadable(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    leave(CK_UNREADABLE, format, list);
}

void ck_at_line(long line) { all.line = line; }

static void *get(void *old, size_t size)
{
    block *b = old ? (block *)old - 1 : NULL;
    size_t had = b ? b->is.size : 0;
    if (size > all.limit || all.used - had > all.limit - size) ck_unreadable("more than %zu bytes of memory are needed", all.limit);
    block *c = realloc(b, sizeof *c + size);
    if (!c) ck_unreadable("out of memory");
    if (!b) {
        c->is.before = &all.head;
        c->is.after = all.head.is.after;
    }
    c->is.size = size;
    c->is.before->is.after = c;
    if (c->is.after) c->is.after->is.before = c;
    all.used += size - had;
    return c + 1;
}

void ck_free(void *p)
{
    if (!p) return;
    block *b = (block *)p - 1;
    b->is.before->is.after = b->is.after;
    if (b->is.after) b->is.after->is.before = b->is.before;
    all.used -= b->is.size;
    free(b);
}

void *ck_new(size_t count, size_t size)
{
    if (count > all.limit / size) ck_unreadable("more than %zu bytes of memory are needed", all.limit);
    void *p = get(NULL, count * size);
    memset(p, 0, count * size);
    return p;
}

mpz_t *ck_new_mpz(size_t count)
{
    mpz_t *x = ck_new(count, sizeof *x);
    for (size_t k = 0; k < count; k++) mpz_init(x[k]);
    return x;
}

mpq_t *ck_new_mpq(size_t count)
{
    mpq_t *x = ck_new(count, sizeof *x);
    for (size_t k = 0; k < count; k++) mpq_init(x[k]);
    return x;
}

void ck_free_mpz(mpz_t *x, size_t count)
{
    for (size_t k = 0; x && k < count; k++) mpz_clear(x[k]);
    ck_free(x);
}

static void *gmp_get(size_t size) { return get(NULL, size); }
static void *gmp_resize(void *p, size_t old, size_t size) { (void)old; return get(p, size); }
static void gmp_free(void *p, size_t size) { (void)size; ck_free(p); }

int ck_inside(void (*body)(void *), void *ctx, size_t memory, char *reason)
{
    void *(*had_get)(size_t), *(*had_resize)(void *, size_t, size_t);
    void (*had_free)(void *, size_t);
    mp_get_memory_functions(&had_get, &had_resize, &had_free);
    memset(&all, 0, sizeof all);
    all.limit = memory;
    all.reason = reason;
    reason[0] = '\0';
    mp_set_memory_functions(gmp_get, gmp_resize, gmp_free);
    if (setjmp(all.out) == 0) body(ctx);
    while (all.head.is.after) ck_free(all.head.is.after + 1);
    mp_set_memory_functions(had_get, had_resize, had_free);
    return all.code;
}
