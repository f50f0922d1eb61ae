/* memory.c: allocation is counted and can be made to fail, one call at a time; arenas.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/base.h"
#include "tests/tap.h"

#include <pthread.h>
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#endif

static void countdown(void)
{
    long before = slip_memory_live(), refused = slip_memory_refused();
    slip_memory_fail_at(2);
    void *a = slip_malloc(10), *b = slip_malloc(10), *c = slip_malloc(10);
    ok(a && !b && c, "the second allocation fails, once");
    is_int(slip_memory_live() - before, 2, "two blocks are alive");
    slip_memory_fail_at(1);
    ok(!slip_realloc(a, 20), "realloc counts");
    ok((a = slip_realloc(a, 20)), "and the block is still there");
    slip_memory_fail_at(1);
    ok(!slip_calloc(1, 1), "calloc counts");
    slip_memory_fail_at(1);
    ok(!slip_strdup("x"), "strdup counts");
    slip_memory_fail_at(1);
    slip_memory_fail_at(0);
    void *d = slip_malloc(0);
    ok(d != NULL, "a countdown can be called off; no bytes are a block too");
    is_int(slip_memory_refused() - refused, 4, "four were refused");
    slip_free(a);
    slip_free(b);
    slip_free(c);
    slip_free(d);
    is_int(slip_memory_live(), before, "everything was given back");
}

static void overflow(void)
{
    volatile size_t huge = SIZE_MAX;            /* hidden, lest the compiler complains */
    long before = slip_memory_live();
    ok(!slip_malloc(huge), "malloc of SIZE_MAX is refused");
    ok(!slip_calloc(huge / 2, 3), "calloc that overflows is refused");
    ok(!slip_calloc(huge / 4, 3), "calloc above PTRDIFF_MAX is refused");
    slip_arena arena = { 0 };
    ok(!slip_arena_get(&arena, huge / 2, 3) && arena.failed, "an arena refuses what overflows, and remembers");
    slip_arena_free(&arena);
    ok(!arena.failed, "a freed arena is as new");
    ok(!slip_arena_get(&arena, huge, 1) && arena.failed, "SIZE_MAX bytes are refused");
    slip_arena_free(&arena);
    ok(!slip_arena_get(&arena, huge / 2 - 3, 1) && arena.failed, "and what would overflow by its alignment");
    slip_arena_free(&arena);
    is_int(slip_memory_live(), before, "nothing was kept");
}

static void arenas(void)
{
    long before = slip_memory_live();
    slip_arena arena = { 0 };
    enum { COUNT = 2000 };
    static unsigned char *piece[COUNT];
    static size_t size[COUNT];
    bool aligned = true, zeroed = true, apart = true;
    for (int k = 0; k < COUNT; k++) {
        size[k] = k % 50 == 49 ? (size_t)k * 1000 : (size_t)(k % 97);
        piece[k] = slip_arena_get(&arena, size[k], 1);
        aligned = aligned && piece[k] && (uintptr_t)piece[k] % 64 == 0;
        for (size_t i = 0; piece[k] && i < size[k]; i++) {
            zeroed = zeroed && piece[k][i] == 0;
            piece[k][i] = (unsigned char)(k + 1);
        }
    }
    for (int k = 0; k < COUNT; k++)
        for (size_t i = 0; piece[k] && i < size[k]; i++)
            apart = apart && piece[k][i] == (unsigned char)(k + 1);
    ok(aligned, "every piece is there and 64-byte aligned, also of no bytes");
    ok(zeroed, "every piece is zeroed");
    ok(apart, "no piece overlaps another");
    ok(slip_memory_live() - before < 200, "small pieces share blocks (%ld blocks for %d pieces)", slip_memory_live() - before, COUNT);
    is_str(slip_arena_printf(&arena, "%d %s", 12, "ab"), "12 ab", "printf into an arena");
    is_str(slip_arena_printf(&arena, "%s", ""), "", "printf of nothing");
    ok(!arena.failed, "nothing failed");
    slip_arena_free(&arena);
    is_int(slip_memory_live(), before, "an arena is freed whole");
    slip_arena_free(&arena);
    is_int(slip_memory_live(), before, "an empty arena may be freed");
}

static void red_zones(void)
{
#ifdef __SANITIZE_ADDRESS__
    slip_arena arena = { 0 };
    char *a = slip_arena_get(&arena, 10, 1), *b = slip_arena_get(&arena, 128, 1);
    if (!a || !b) bail_out("out of memory");
    ok(!__asan_address_is_poisoned(a + 9) && __asan_address_is_poisoned(a + 10) && !__asan_address_is_poisoned(b)
       && !__asan_address_is_poisoned(b + 127) && __asan_address_is_poisoned(b + 128), "AddressSanitizer sees overruns inside an arena");
    slip_arena_free(&arena);
#else
    skip(1, "no AddressSanitizer in this build");
#endif
}

static int arena_work(slip_arena *arena)
{
    double *x = SLIP_NEW(arena, double, 100), *y = SLIP_NEW(arena, double, 10000);
    char *s = slip_arena_printf(arena, "%0300d", 7);
    double *z = SLIP_NEW(arena, double, 1000);
    return x && y && s && z;
}

static void arena_fails(void)
{
    long before = slip_memory_live();
    bool told = true, done_once = false;
    int k = 1;
    for (; k < 100 && !done_once; k++) {
        slip_arena arena = { 0 };
        slip_memory_fail_at(k);
        int good = arena_work(&arena);
        told = told && good == !arena.failed;
        done_once = good;
        slip_memory_fail_at(0);
        slip_arena_free(&arena);
    }
    ok(done_once && k > 3, "each of %d allocations of an arena failed in turn", k - 2);
    ok(told, "and failed says so exactly when a piece is missing");
    is_int(slip_memory_live(), before, "and nothing leaks");
}

static void *hammer(void *failed)
{
    for (int i = 0; i < 10000; i++) {
        void *p = slip_malloc(8);
        if (!p) ++*(int *)failed;
        slip_free(p);
    }
    return NULL;
}

static void threads(void)
{
    long before = slip_memory_live();
    int failed[4] = { 0 };
    pthread_t id[4];
    slip_memory_fail_at(20000);
    for (int t = 0; t < 4; t++) if (pthread_create(&id[t], NULL, hammer, &failed[t])) bail_out("no threads here");
    for (int t = 0; t < 4; t++) pthread_join(id[t], NULL);
    slip_memory_fail_at(0);
    is_int(failed[0] + failed[1] + failed[2] + failed[3], 1, "four threads: exactly one allocation fails");
    is_int(slip_memory_live(), before, "four threads: the count stays right");
}

static void resident(void)
{
    size_t bytes = (size_t)64 << 20, before = slip_memory_peak_rss();
    char *p = slip_malloc(bytes);
    if (!p) bail_out("no 64 MB here");
    memset(p, 1, bytes);
    size_t after = slip_memory_peak_rss();
    ok(before > 0 && after > before + bytes / 2, "64 MB written are seen in the peak (%zu, then %zu)", before, after);
    slip_free(p);
    ok(slip_memory_peak_rss() >= after - bytes / 8, "the peak stays after they are freed");
}

static void errors(void)
{
    slip_error e = { 0 };
    is_int(slip_fail(&e, SLIP_SIZE, "%d of %s", 3, "x"), SLIP_SIZE, "slip_fail returns the status");
    is_str(e.text, "3 of x", "and keeps the sentence");
    is_int(slip_fail(NULL, SLIP_FILE, "nothing"), SLIP_FILE, "without a place to write it is as good");
    slip_fail(&e, SLIP_INPUT, "again: %s", e.text);
    is_str(e.text, "again: 3 of x", "a sentence may quote the one before");
    slip_fail(&e, SLIP_INPUT, "%0400d", 1);
    ok(strlen(e.text) == sizeof e.text - 1 && !strcmp(e.text + sizeof e.text - 4, "..."), "a long one ends in ...");
    char umlauts[500] = "";
    for (int i = 0; i < 240; i++) strcat(umlauts, "\xC3\xBC");
    bool whole = true;
    for (int shift = 0; shift < 2; shift++) {
        slip_fail(&e, SLIP_INPUT, "%s%s", shift ? "x" : "", umlauts);
        size_t length = strlen(e.text);
        whole = whole && length >= 250 && (length - 3 - (size_t)shift) % 2 == 0 && !strcmp(e.text + length - 3, "...");
    }
    ok(whole, "and is not cut inside a character");
    bool named = true;
    for (int s = 0; s < SLIP_STATUS_COUNT; s++) {
        const char *name = slip_status_name((slip_status)s);
        named = named && *name && *slip_status_text((slip_status)s) && !strpbrk(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ _");
        for (int t = 0; t < s; t++) named = named && strcmp(name, slip_status_name((slip_status)t)) != 0;
    }
    ok(named, "every status has a name of its own and a sentence");
    is_str(slip_status_name(SLIP_INPUT), "input", "INPUT is \"input\"");
    is_str(slip_status_name(SLIP_STATUS_COUNT), "unknown", "what is no status is called unknown");
}

int main(void)
{
    plan(43);
    resident();              /* before the others raise the peak */
    countdown();
    overflow();
    arenas();
    red_zones();
    arena_fails();
    threads();
    errors();
    return done();
}
