/* scan.h: words and numbers of a text that may be hostile, in memory; every failure names its line.
   SPDX-License-Identifier: GPL-3.0-or-later

   All functions are false after a failure, with the sentence in in->error. */

#ifndef SLIP_SCAN_H
#define SLIP_SCAN_H

#include "problems/problems.h"

typedef struct { const char *at, *end; int line; slip_error *error; slip_status status; } slip_scan;

bool slip_scan_fail(slip_scan *, const char *what);                             /* always false */
void slip_scan_space(slip_scan *);                                              /* skip white space */
bool slip_scan_word(slip_scan *, char *out, size_t room);
bool slip_scan_expect(slip_scan *, const char *word);
bool slip_scan_peek(slip_scan *, const char *word);                             /* is it next?  It is not taken. */
bool slip_scan_number(slip_scan *, double *);                                   /* finite */
bool slip_scan_integer(slip_scan *, long low, long high, int *);
bool slip_scan_fits(slip_scan *, double count);                                 /* could so many numbers still follow? */
bool slip_scan_numbers(slip_scan *, double *, long count);
long slip_scan_left(const slip_scan *);                                         /* words that follow */

#endif
