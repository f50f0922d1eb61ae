/* memory.c: the one door of all allocation, with a countdown to failure, and the arena.
   SPDX-License-Identifier: GPL-3.0-or-later

   The counters below are the only mutable state of the library.  They are shared by all threads and atomic, or
   of one thread, because solver threads allocate too. */

#include "base/base.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#define RED_ZONE 64             /* poisoned bytes after each piece of an arena, so that overruns are seen */
#else
#define RED_ZONE 0
#define ASAN_POISON_MEMORY_REGION(address, bytes) ((void)(address), (void)(bytes))
#endif

static atomic_long countdown, live;
static _Thread_local long refused;

/* True once, for the allocation that the countdown names; afterwards the counter is at or below 0. */
static bool must_fail(void)
{
    return atomic_load_explicit(&countdown, memory_order_relaxed) > 0 && atomic_fetch_sub(&countdown, 1) == 1;
}

void slip_memory_fail_at(long k) { atomic_store(&countdown, k > 0 ? k : 0); }
long slip_memory_live(void)      { return atomic_load(&live); }
long slip_memory_refused(void)   { return refused; }

static void *counted(void *new)
{
    if (new) atomic_fetch_add_explicit(&live, 1, memory_order_relaxed);
    else refused++;
    return new;
}

void *slip_malloc(size_t bytes)
{
    return counted(must_fail() || bytes > PTRDIFF_MAX ? NULL : malloc(bytes ? bytes : 1));
}

void *slip_calloc(size_t count, size_t size)
{
    size_t bytes;
    bool refuse = must_fail() || __builtin_mul_overflow(count, size, &bytes) || bytes > PTRDIFF_MAX;
    return counted(refuse ? NULL : calloc(bytes ? bytes : 1, 1));
}

void *slip_realloc(void *old, size_t bytes)
{
    if (!old) return slip_malloc(bytes);
    void *new = must_fail() || bytes > PTRDIFF_MAX ? NULL : realloc(old, bytes ? bytes : 1);
    if (!new) refused++;
    return new;
}

void slip_free(void *p)
{
    if (!p) return;
    atomic_fetch_sub_explicit(&live, 1, memory_order_relaxed);
    free(p);
}

char *slip_strdup(const char *s)
{
    size_t bytes = strlen(s) + 1;
    char *copy = slip_malloc(bytes);
    return copy ? memcpy(copy, s, bytes) : NULL;
}

/* VmHWM begins anew in a forked child and after exec; ru_maxrss, the fallback, inherits the parent's. */
size_t slip_memory_peak_rss(void)
{
    char text[4096];
    int fd = open("/proc/self/status", O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
    if (fd >= 0) close(fd);
    if (n > 0) {
        text[n] = 0;
        const char *line = strstr(text, "\nVmHWM:");
        if (line) return (size_t)strtoull(line + 7, NULL, 10) * 1024;
    }
    struct rusage usage;
    return getrusage(RUSAGE_SELF, &usage) == 0 ? (size_t)usage.ru_maxrss * 1024 : 0;
}

/* ---- arena: a list of zeroed blocks, the newest first, each filled from the front ---- */

#define ALIGN ((size_t)64)
#define FIRST_BLOCK ((size_t)4 << 10)
#define LARGEST_BLOCK ((size_t)4 << 20)         /* larger requests have a block of their own */

struct slip_arena_block {
    struct slip_arena_block *next;
    char *data;                                 /* the first aligned byte behind this header */
    size_t used, size;                          /* of data, in bytes, multiples of ALIGN */
};

static struct slip_arena_block *new_block(size_t size)
{
    size_t bytes;
    if (__builtin_add_overflow(size, sizeof(struct slip_arena_block) + ALIGN, &bytes)) return NULL;
    struct slip_arena_block *block = slip_calloc(bytes, 1);     /* zeroed by the kernel, page by page, when large */
    if (!block) return NULL;
    uintptr_t behind = (uintptr_t)(block + 1);
    block->data = (char *)(block + 1) + (ALIGN - behind % ALIGN) % ALIGN;
    block->size = size;
    ASAN_POISON_MEMORY_REGION(block->data, size);
    return block;
}

/* A request that fills most of a block of its own goes behind the newest, whose room stays in use. */
static struct slip_arena_block *add_block(slip_arena *arena, size_t need)
{
    size_t usual = arena->bytes < FIRST_BLOCK ? FIRST_BLOCK : arena->bytes < LARGEST_BLOCK ? arena->bytes : LARGEST_BLOCK;
    usual -= usual % ALIGN;
    bool own = need > usual / 2;
    struct slip_arena_block *block = new_block(own ? need : usual);
    if (!block) return NULL;
    arena->bytes += block->size;
    struct slip_arena_block **at = own && arena->blocks ? &arena->blocks->next : &arena->blocks;
    block->next = *at;
    *at = block;
    return block;
}

void *slip_arena_get(slip_arena *arena, size_t count, size_t size)
{
    size_t bytes, need;
    if (__builtin_mul_overflow(count, size, &bytes) || bytes > PTRDIFF_MAX - 4 * ALIGN) {
        arena->failed = true;
        return NULL;
    }
    need = ((bytes ? bytes : 1) + ALIGN - 1) / ALIGN * ALIGN + RED_ZONE;
    struct slip_arena_block *block = arena->blocks;
    if (!block || block->size - block->used < need) block = add_block(arena, need);
    if (!block) {
        arena->failed = true;
        return NULL;
    }
    char *p = block->data + block->used;
    block->used += need;
#ifdef __SANITIZE_ADDRESS__
    ASAN_UNPOISON_MEMORY_REGION(p, bytes);
#endif
    return p;
}

char *slip_arena_printf(slip_arena *arena, const char *format, ...)
{
    va_list ap, again;
    va_start(ap, format);
    va_copy(again, ap);
    int n = vsnprintf(NULL, 0, format, ap);
    char *s = n >= 0 ? slip_arena_get(arena, (size_t)n + 1, 1) : NULL;
    if (s) vsnprintf(s, (size_t)n + 1, format, again);
    else arena->failed = true;
    va_end(again);
    va_end(ap);
    return s;
}

void slip_arena_free(slip_arena *arena)
{
    for (struct slip_arena_block *block = arena->blocks, *next; block; block = next) {
        next = block->next;
        slip_free(block);
    }
    *arena = (slip_arena){ 0 };
}
