/* text.c: text that grows, and how far two words are apart.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/base.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Room for `more` further bytes and the ending 0; doubles, so that n additions cost O(total). */
static bool make_room(slip_text *text, size_t more)
{
    size_t need;
    if (__builtin_add_overflow(text->length, more, &need) || __builtin_add_overflow(need, 1, &need)) return false;
    if (need <= text->room) return true;
    size_t room = text->room < 64 ? 64 : text->room;
    while (room < need && room <= SIZE_MAX / 2) room *= 2;
    char *s = room < need ? NULL : slip_realloc(text->s, room);
    if (!s) return false;
    text->s = s;
    text->room = room;
    return true;
}

void slip_text_put(slip_text *text, const char *bytes, size_t count)
{
    if (!make_room(text, count)) { text->failed = true; return; }
    if (count) memcpy(text->s + text->length, bytes, count);
    text->length += count;
    text->s[text->length] = 0;
}

void slip_text_add(slip_text *text, const char *format, ...)
{
    va_list ap, again;
    va_start(ap, format);
    va_copy(again, ap);
    size_t left = text->room - text->length;
    int n = vsnprintf(text->s ? text->s + text->length : NULL, text->s ? left : 0, format, ap);
    bool good = n >= 0;
    if (good && (!text->s || (size_t)n >= left)) {      /* the common case fits at once */
        if (text->s) text->s[text->length] = 0;
        good = make_room(text, (size_t)n);
        if (good) vsnprintf(text->s + text->length, (size_t)n + 1, format, again);
    }
    if (good) text->length += (size_t)n;
    else {
        if (text->s) text->s[text->length] = 0;
        text->failed = true;
    }
    va_end(again);
    va_end(ap);
}

void slip_text_free(slip_text *text)
{
    slip_free(text->s);
    *text = (slip_text){ 0 };
}

static size_t smaller(size_t a, size_t b) { return a < b ? a : b; }

/* Insert, delete, replace a byte, or exchange two neighbours, with edits between the exchanged ones allowed
   (so that the triangle inequality holds: "ca" to "abc" is 2).  D(i,j) is the distance of the first i and j
   bytes; a transposition ends at the last earlier place where a has b's byte and b has a's.  [LowranceWagner1975] */
int slip_edit_distance(const char *a, const char *b)
{
    size_t la = strlen(a), lb = strlen(b), width = lb + 1, cells, longer = la > lb ? la : lb;
    size_t last_a[UCHAR_MAX + 1] = { 0 };               /* last row, from 1, in which a has this byte */
    int far = longer > INT_MAX ? INT_MAX : (int)longer;
    size_t *D = __builtin_mul_overflow(la + 1, width, &cells) ? NULL : slip_calloc(cells, sizeof *D);
    if (!D) return far;
    for (size_t i = 0; i <= la; i++) D[i * width] = i;
    for (size_t j = 0; j <= lb; j++) D[j] = j;
    for (size_t i = 1; i <= la; i++) {
        size_t last_b = 0;                              /* last column, from 1, in which b has a's byte i */
        for (size_t j = 1; j <= lb; j++) {
            size_t i1 = last_a[(unsigned char)b[j - 1]], j1 = last_b;
            bool same = a[i - 1] == b[j - 1];
            size_t best = D[(i - 1) * width + j - 1] + !same;
            best = smaller(best, smaller(D[i * width + j - 1], D[(i - 1) * width + j]) + 1);
            if (i1 > 0 && j1 > 0)
                best = smaller(best, D[(i1 - 1) * width + j1 - 1] + (i - i1 - 1) + 1 + (j - j1 - 1));
            D[i * width + j] = best;
            if (same) last_b = j;
        }
        last_a[(unsigned char)a[i - 1]] = i;
    }
    far = D[la * width + lb] > INT_MAX ? INT_MAX : (int)D[la * width + lb];
    slip_free(D);
    return far;
}
