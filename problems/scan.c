/* scan.c: words and numbers of a text that may be hostile.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "problems/scan.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool slip_scan_fail(slip_scan *in, const char *what)
{
    if (!in->status) in->status = slip_fail(in->error, SLIP_INPUT, "line %d: %s", in->line, what);
    return false;
}

static bool blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

void slip_scan_space(slip_scan *in)
{
    while (in->at < in->end && blank(*in->at)) if (*in->at++ == '\n') in->line++;
}

bool slip_scan_word(slip_scan *in, char *out, size_t room)
{
    size_t k = 0;
    slip_scan_space(in);
    while (in->at < in->end && !blank(*in->at)) {
        if (k + 1 >= room || (unsigned char)*in->at < 32) return slip_scan_fail(in, "a word is too long or not text");
        out[k++] = *in->at++;
    }
    out[k] = 0;
    return k ? true : slip_scan_fail(in, "the text ends too early");
}

bool slip_scan_expect(slip_scan *in, const char *name)
{
    char w[64], what[160];
    if (!slip_scan_word(in, w, sizeof w)) return false;
    if (strcmp(w, name) == 0) return true;
    snprintf(what, sizeof what, "expected '%s' but found '%s'", name, w);
    return slip_scan_fail(in, what);
}

bool slip_scan_number(slip_scan *in, double *x)
{
    char w[64]; const char *end;
    if (!slip_scan_word(in, w, sizeof w)) return false;
    if (!slip_parse_double(w, &end, x) || *end) return slip_scan_fail(in, "expected a number");
    return isfinite(*x) ? true : slip_scan_fail(in, "a number is not finite");
}

bool slip_scan_integer(slip_scan *in, long low, long high, int *out)
{
    char w[64], *end;
    if (!slip_scan_word(in, w, sizeof w)) return false;
    long x = strtol(w, &end, 10);
    if (*end || end == w) return slip_scan_fail(in, "expected a whole number");
    if (x < low || x > high) return slip_scan_fail(in, "a whole number is out of range");
    *out = (int)x;
    return true;
}

/* Every number takes two bytes at least: a count larger than what is left is refused before memory is asked for. */
bool slip_scan_fits(slip_scan *in, double count) { return count <= (double)(in->end - in->at) ? true : slip_scan_fail(in, "the text is too short for the sizes it states"); }

bool slip_scan_peek(slip_scan *in, const char *name)
{
    size_t length = strlen(name);
    slip_scan_space(in);
    return (size_t)(in->end - in->at) > length && memcmp(in->at, name, length) == 0 && blank(in->at[length]);
}

bool slip_scan_numbers(slip_scan *in, double *x, long count)
{
    if (!slip_scan_fits(in, (double)count)) return false;
    for (long k = 0; k < count; k++) if (!slip_scan_number(in, x + k)) return false;
    return true;
}

long slip_scan_left(const slip_scan *in)
{
    long count = 0;
    for (const char *c = in->at; c < in->end; c++) count += !blank(*c) && (c + 1 == in->end || blank(c[1]));
    return count;
}
