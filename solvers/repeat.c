/* repeat.c: does an iteration repeat itself?  Watched after every step, mostly at the cost of one number.
   SPDX-License-Identifier: GPL-3.0-or-later

   A state is kept at steps 0, 1, 3, 7, 15, ... (Brent's rule), so that a cycle of any period and any lead is met.  A return to it

       bit by bit, hidden state included, proves a cycle of a method that depends on nothing else;
       to 1e-10 of how far the iterate went in between, eight times in a row at equal distances, is a cycle to rounding.

   An iteration that converges by alternating comes back to 2 (1 - |factor|) of the way it went: it would pass for a cycle only if
   it still needed ten thousand million steps.  Once a cycle is seen the iterates of one lap are kept, for those who ask between which
   states it jumps.  A method with memory may break out of a cycle: it is never stopped, and what it leaves is forgotten. */

#include "solvers/repeat.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { RETURNS = 8, RETURNS_WITH_MEMORY = 64, PATIENCE = 1000, MOST_LAPS = 16, MOST_KEPT = 4000000 };
static const double NEAR = 1e-10, FAR = 1e-6, BITS = 1e-13;

slip_status slip_repeat_new(slip_repeat *x, const slip_problem *p, bool exact, slip_arena *arena, slip_error *error)
{
    *x = (slip_repeat){ .m = slip_problem_m(p), .p = p->p, .exact = exact, .arena = arena, .at = -1, .span = 1, .probe = -1 };
    x->kept = SLIP_NEW(arena, double, x->m + x->p);
    return x->kept ? SLIP_OK : slip_fail(error, SLIP_MEMORY, "out of memory in the run loop");
}

void slip_hide(slip_iterate *it, const void *at, size_t bytes)
{
    int k = 0;
    while (k < SLIP_HIDDEN && it->hidden[k].bytes) k++;
    if (k == SLIP_HIDDEN) it->memory = true;            /* no room: nothing will be proved */
    else if (at && bytes) { it->hidden[k].at = at; it->hidden[k].bytes = bytes; }
}

static size_t hidden_bytes(const slip_iterate *it)
{
    size_t bytes = 0;
    for (int k = 0; k < SLIP_HIDDEN && it->hidden[k].bytes; k++) bytes += it->hidden[k].bytes;
    return bytes;
}

static void keep(slip_repeat *x, const slip_iterate *it, long step)
{
    size_t m = (size_t)x->m, at = 0;
    if (x->exact && !x->bytes && hidden_bytes(it)) {
        x->bytes = hidden_bytes(it);
        x->hidden = slip_arena_get(x->arena, 1, x->bytes);
        if (!x->hidden) x->exact = false;               /* nothing will be proved */
    }
    memcpy(x->kept, it->r, sizeof(double) * m);
    if (x->p) memcpy(x->kept + m, it->l, sizeof(double) * (size_t)x->p);
    for (int k = 0; x->exact && k < SLIP_HIDDEN && it->hidden[k].bytes; at += it->hidden[k++].bytes) memcpy(x->hidden + at, it->hidden[k].at, it->hidden[k].bytes);
    if (x->at >= 0) x->span *= 2;
    x->at = step;
    x->probe = -1;
    x->far = x->size = 0;
    x->back = x->returns = 0;
    for (size_t i = 0; i < m; i++) x->size = fmax(x->size, fabs(x->kept[i]));
}

static bool same_bits(const slip_repeat *x, const slip_iterate *it)
{
    size_t m = (size_t)x->m, at = 0;
    if (memcmp(x->kept, it->r, sizeof(double) * m) || (x->p && memcmp(x->kept + m, it->l, sizeof(double) * (size_t)x->p))) return false;
    for (int k = 0; k < SLIP_HIDDEN && it->hidden[k].bytes; at += it->hidden[k++].bytes)
        if (memcmp(x->hidden + at, it->hidden[k].at, it->hidden[k].bytes)) return false;
    return true;
}

static double apart(const double *a, const double *b, int n)
{
    double most = 0;
    for (int i = 0; i < n; i++) {
        double e = fabs(a[i] - b[i]);
        if (!(e <= most)) most = e;
    }
    return most;
}

static bool is_near(slip_repeat *x, const slip_iterate *it)
{
    double size = 0;
    if (!(x->far >= FAR * x->size) || !(fabs(it->r[x->probe] - x->kept[x->probe]) <= NEAR * x->far)) return false;
    double miss = apart(it->r, x->kept, x->m);
    for (int j = 0; j < x->p; j++) size = fmax(size, fabs(x->kept[x->m + j]));
    if (!(miss <= NEAR * x->far) || (x->p && !(apart(it->l, x->kept + x->m, x->p) <= NEAR * size))) return false;
    x->miss = fmax(x->miss, miss / x->far);
    return true;
}

/* Near returns to the state kept: looks for the first, then asks for one every `back` steps. */
static void near_returns(slip_repeat *x, const slip_iterate *it, long step)
{
    if (x->probe < 0) {
        for (int i = 0; i < x->m; i++) {
            double e = fabs(it->r[i] - x->kept[i]);
            if (e > x->far) { x->far = e; x->probe = i; }
        }
        return;
    }
    long gone = step - x->at;
    x->far = fmax(x->far, fabs(it->r[x->probe] - x->kept[x->probe]));
    if (x->back && gone % x->back) return;
    if (is_near(x, it)) {
        if (!x->back) x->back = gone;
        x->returns++;
    } else {
        if (x->period && (gone == x->period || x->back)) { x->period = 0; x->lap = x->laps = 0; }        /* it has broken out */
        x->back = x->returns = 0;
    }
    if (!x->period && x->returns >= (x->exact ? RETURNS : RETURNS_WITH_MEMORY)) { x->period = x->back; x->since = step; }
}

static void begin_lap(slip_repeat *x, long period)
{
    if (x->laps || period > MOST_LAPS || period * (long)x->m > MOST_KEPT) return;
    if (!x->orbit) x->orbit = SLIP_NEW(x->arena, double, (size_t)(MOST_LAPS * (long)x->m > MOST_KEPT ? MOST_KEPT : MOST_LAPS * (long)x->m));
    x->laps = x->orbit ? (int)period : 0;
}

/* The least period of a lap, 1 when only last bits move. */
static void least_period(slip_repeat *x)
{
    size_t m = (size_t)x->m;
    double far = 0, miss = 0;
    int p = 1;
    for (int k = 1; k < x->laps; k++) far = fmax(far, apart(x->orbit, x->orbit + (size_t)k * m, x->m));
    for (; far > BITS * x->size && p < x->laps; p++) {
        if (x->laps % p) continue;
        miss = 0;
        for (int k = 0; k + p < x->laps; k++) miss = fmax(miss, apart(x->orbit + (size_t)k * m, x->orbit + (size_t)(k + p) * m, x->m));
        if (miss <= NEAR * far) break;
    }
    if (p > 1 && p < x->laps) x->miss = fmax(x->miss, miss / far);
    x->period = x->lap = x->laps = p;
}

bool slip_repeat_see(slip_repeat *x, const slip_iterate *it, long step)
{
    if (x->lap < x->laps) {
        memcpy(x->orbit + (size_t)x->lap * (size_t)x->m, it->r, sizeof(double) * (size_t)x->m);
        if (++x->lap == x->laps) least_period(x);
    }
    if (x->cycle) return x->lap == x->laps;             /* the lap after the proof */
    if (x->at >= 0) {
        if (x->exact && same_bits(x, it)) {
            x->cycle = step - x->at;
            if (x->cycle > 1) begin_lap(x, x->period ? x->period : x->cycle);
            if (x->cycle > 1 && !x->laps && !x->period) x->period = x->cycle;
            return x->cycle == 1 || x->lap == x->laps;
        }
        near_returns(x, it, step);
        if (x->period) begin_lap(x, x->period);
        if (x->exact && x->period && step - x->since >= PATIENCE) return true;
    }
    if (x->at < 0 || step - x->at >= x->span) keep(x, it, step);
    return false;
}

void slip_repeat_tell(const slip_repeat *x, slip_result *out)
{
    out->cycle = x->cycle;
    out->period = x->period ? x->period : x->cycle;
    out->miss = x->miss;
    out->orbit = x->laps && x->lap == x->period ? x->lap : 0;
    out->lap = x->orbit;
}

void slip_repeat_note(const slip_repeat *x, char note[128])
{
    if (x->cycle == 1) snprintf(note, 128, "a fixed point of the iteration");
    else if (x->cycle && x->period == 1) snprintf(note, 128, "only last bits change, with period %ld", x->cycle);
    else if (x->cycle > x->period) snprintf(note, 128, "the iterates repeat with period %ld, bit by bit after %ld steps", x->period, x->cycle);
    else if (x->cycle) snprintf(note, 128, "the iterates repeat with period %ld", x->cycle);
    else if (x->period) snprintf(note, 128, "the iterates repeat with period %ld to %.1g of the way between them", x->period, x->miss);
}
