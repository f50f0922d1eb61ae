/* number.c: doubles as text and back, whatever the locale of the program around us.
   SPDX-License-Identifier: GPL-3.0-or-later

   A decimal of 15 digits survives a normal double, so the shortest text of at most 15 digits is what %.15g
   gives; above that the nearest decimal of 16 digits is the one to try, except at a power of two, where the
   gap below is half the gap above and the decimal next above may read back although the nearest does not. */

#include "base/base.h"

#include <errno.h>
#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* printf's decimal point may be of any locale and several bytes long: put '.' in its place. */
static void plain_point(char *s)
{
    char *to = s;
    bool point = false;
    for (const char *from = s; *from; from++) {
        bool known = (*from >= '0' && *from <= '9') || *from == '-' || *from == '+' || *from == 'e';
        if (known) *to++ = *from;
        else if (!point) { *to++ = '.'; point = true; }
    }
    *to = 0;
}

static bool reads_back(const char *s, double x)
{
    double y;
    return slip_parse_double(s, NULL, &y) && y == x;
}

static bool try_digits(char out[32], int digits, double x)
{
    snprintf(out, 32, "%.*g", digits, x);
    plain_point(out);
    return reads_back(out, x);
}

/* The decimal one unit in the 16th place above the nearest, in magnitude.  A last 9 would carry into a shorter
   decimal, which has been tried; so have all powers of two that %g would write without an exponent. */
static bool try_above(char out[32], double x)
{
    snprintf(out, 32, "%.15e", x);
    plain_point(out);
    char *last = out + strcspn(out, "e") - 1;
    if (*last == '9') return false;
    ++*last;
    return reads_back(out, x);
}

int slip_format_double(char out[32], double x)
{
    if (isnan(x)) return (int)strlen(strcpy(out, "nan"));
    if (isinf(x)) return (int)strlen(strcpy(out, x > 0 ? "inf" : "-inf"));
    bool found = false;
    for (int digits = x == 0 || fabs(x) >= DBL_MIN ? 15 : 1; !found && digits < 17; digits++)   /* subnormals have fewer digits */
        found = try_digits(out, digits, x);
    int exponent;
    if (!found && fabs(frexp(x, &exponent)) == 0.5) found = try_above(out, x);
    if (!found) try_digits(out, 17, x);
    return (int)strlen(out);
}

static bool word_at(const char *s, const char *word) { return strncasecmp(s, word, strlen(word)) == 0; }

bool slip_parse_double(const char *s, const char **end, double *x)
{
    const char *digits = s + (*s == '-' || *s == '+'), *after = s;
    double value = 0;
    if (word_at(digits, "inf")) {
        after = digits + (word_at(digits, "infinity") ? 8 : 3);
        value = *s == '-' ? -INFINITY : INFINITY;
    } else if (word_at(digits, "nan")) {
        after = digits + 3;
        value = NAN;
    } else if ((*digits >= '0' && *digits <= '9') || (*digits == '.' && digits[1] >= '0' && digits[1] <= '9')) {
        int saved = errno;
        locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);      /* a constant of the C library: nothing is allocated */
        if (plain) {
            char *stop;
            value = strtod_l(s, &stop, plain);
            after = stop;
            freelocale(plain);
        }
        errno = saved;
    }
    if (end) *end = after;
    if (after == s) return false;
    *x = value;
    return true;
}
