/* order.c: in which order a sweep visits the contacts.
   SPDX-License-Identifier: GPL-3.0-or-later

   given: 0, 1, 2, ...;  random: a fresh permutation each sweep, from a seed;  coloured: greedily, no two contacts of a
   colour touch one body, so that within a colour the order, and the number of threads, does not matter.
   Without bodies two contacts touch when they share a row of H, or a block of W. */

#include "solvers/sweep.h"

#include <string.h>

const char *const slip_order_words[] = { "given", "random", "coloured", NULL };

enum { WORDS = 4, MOST = 64 * WORDS };      /* colours a body can remember; a contact that finds none gets a colour of its own */

/* What contact i touches: bodies, or velocities, or contacts coupled by W.  Each is a point of the colouring. */
static int touched(const slip_problem *p, int i, int k)
{
    if (p->bodies.count) {
        for (int side = 0; side < 2; side++) {
            int b = p->bodies.pair[2 * i + side];
            if (b >= 0 && k-- == 0) return b;
        }
        return -1;
    }
    int first = p->d * i, last = p->d * (i + 1);
    const slip_sparse *A = slip_problem_global(p) ? &p->H : &p->W;
    if (!A->x || k >= A->p[last] - A->p[first]) return -1;
    return slip_problem_global(p) ? A->i[A->p[first] + k] : A->i[A->p[first] + k] / p->d;
}

/* The colour of each contact; the number of colours. */
static int colour(const slip_problem *p, int *out, uint64_t *seen)
{
    int colours = 0, spare = MOST;
    for (int i = 0; i < p->nc; i++) {
        uint64_t used[WORDS] = { 0 };
        for (int k = 0, b; (b = touched(p, i, k)) >= 0; k++)
            for (int w = 0; w < WORDS; w++) used[w] |= seen[(size_t)b * WORDS + (size_t)w];
        int c = 0;
        while (c < MOST && used[c / 64] >> c % 64 & 1) c++;
        if (c == MOST) c = spare++;
        else for (int k = 0, b; (b = touched(p, i, k)) >= 0; k++) seen[(size_t)b * WORDS + (size_t)(c / 64)] |= (uint64_t)1 << c % 64;
        out[i] = c;
        if (c >= colours) colours = c + 1;
    }
    return colours;
}

static slip_status colour_all(slip_order *o, const slip_problem *p, slip_arena *arena, slip_error *error)
{
    slip_arena scratch = { 0 };
    size_t points = p->bodies.count ? (size_t)p->bodies.count : slip_problem_global(p) ? (size_t)p->n : (size_t)p->nc;
    int *of = SLIP_NEW(&scratch, int, p->nc);
    uint64_t *seen = SLIP_NEW(&scratch, uint64_t, points * WORDS);
    if (scratch.failed) { slip_arena_free(&scratch); return slip_fail(error, SLIP_MEMORY, "out of memory while colouring contacts"); }
    o->colours = colour(p, of, seen);
    o->start = SLIP_NEW(arena, int, o->colours + 1);
    if (o->start) {
        for (int i = 0; i < p->nc; i++) o->start[of[i] + 1]++;
        for (int c = 0; c < o->colours; c++) o->start[c + 1] += o->start[c];
        for (int i = 0; i < p->nc; i++) o->at[o->start[of[i]]++] = i;
        memmove(o->start + 1, o->start, sizeof *o->start * (size_t)o->colours);
        o->start[0] = 0;
    }
    slip_arena_free(&scratch);
    return o->start ? SLIP_OK : slip_fail(error, SLIP_MEMORY, "out of memory while colouring contacts");
}

slip_status slip_order_new(slip_order *o, const slip_problem *p, int kind, unsigned long seed, slip_arena *arena, slip_error *error)
{
    *o = (slip_order){ .kind = kind, .nc = p->nc };
    if (kind == SLIP_ORDER_GIVEN) return SLIP_OK;
    if (!(o->at = SLIP_NEW(arena, int, p->nc))) return slip_fail(error, SLIP_MEMORY, "out of memory for an order of contacts");
    if (kind == SLIP_ORDER_COLOURED) return colour_all(o, p, arena, error);
    for (int i = 0; i < p->nc; i++) o->at[i] = i;
    return (o->rng = slip_rng_new(seed)) ? SLIP_OK : slip_fail(error, SLIP_MEMORY, "out of memory for an order of contacts");
}

void slip_order_next(slip_order *o)
{
    if (o->kind != SLIP_ORDER_RANDOM) return;
    for (int i = o->nc - 1; i > 0; i--) {
        int j = slip_rng_below(o->rng, i + 1), t = o->at[i];
        o->at[i] = o->at[j];
        o->at[j] = t;
    }
}

void slip_order_close(slip_order *o)
{
    if (o->rng) slip_rng_free(o->rng);
    o->rng = NULL;
}
