/* oddity.h: what may be odd about a problem file, one line each: told by the readers and by `lint`, by severity.
   SPDX-License-Identifier: GPL-3.0-or-later

   error: no solution, or not a problem of (1)-(4).  warning: programs of the field stumble over it, or it says what is not
   true.  note: worth knowing. */

#ifndef SLIP_ODDITY_H
#define SLIP_ODDITY_H

#include <stdbool.h>

typedef enum { SLIP_SEVERITY_NOTE, SLIP_SEVERITY_WARNING, SLIP_SEVERITY_ERROR, SLIP_SEVERITY_COUNT } slip_severity;
const char *slip_severity_name(slip_severity);

#define SLIP_ODDITY_LIST(X) \
    X(ALL_OPEN,         "all-open",         NOTE,    "r = 0 is a solution: nothing needs to be pushed apart") \
    X(ASYMMETRIC,       "asymmetric",       WARNING, "M or W is not symmetric, which most methods take for granted") \
    X(FALSE_SOLUTION,   "false-solution",   WARNING, "the solution stored in the file does not solve the problem") \
    X(FLOAT32,          "float32",          WARNING, "numbers are stored with seven digits") \
    X(FRAME,            "frame",            WARNING, "the axes of a contact are not orthonormal, or its two bodies do not feel opposite impulses") \
    X(FRICTION,         "friction",         WARNING, "a coefficient of friction is out of the ordinary") \
    X(FRICTIONLESS,     "frictionless",     NOTE,    "there is no friction") \
    X(GLOBAL_ROWS,      "global-rows",      WARNING, "a matrix of a global problem is stored by rows, which Siconos does not read") \
    X(GUESSES,          "guesses",          NOTE,    "first guesses are stored; they are not read") \
    X(IMMOVABLE,        "immovable",        WARNING, "no impulse moves a contact: its row of W vanishes") \
    X(IMPOSSIBLE,       "impossible",       ERROR,   "a contact penetrates and no impulse moves it: no solution exists") \
    X(INDEFINITE,       "indefinite",       WARNING, "W has a negative eigenvalue: impulses would gain energy, and convex methods do not apply") \
    X(JOINTS,           "joints",           ERROR,   "the joints contradict each other") \
    X(MASS,             "mass",             ERROR,   "M is not positive definite") \
    X(METADATA,         "metadata",         NOTE,    "nothing says what the problem is, or in which units") \
    X(NO_CONTACTS,      "no-contacts",      NOTE,    "there are no contacts") \
    X(NOT_ASCII,        "not-ascii",        WARNING, "a text holds other characters than ASCII's") \
    X(NOT_COMPUTED,     "not-computed",     NOTE,    "something was not looked at, and why") \
    X(NZMAX,            "nzmax",            WARNING, "nzmax is not the number of entries: readers that trust it read beyond the end") \
    X(PACKED,           "packed",           WARNING, "one triangle of a matrix is stored, the other meant") \
    X(RANK,             "rank",             NOTE,    "W is rank-deficient: impulses need not be unique") \
    X(REDUNDANT,        "redundant-joints", NOTE,    "joints are redundant: their impulses are not unique") \
    X(REPEATED_CONTACT, "repeated-contact", NOTE,    "a contact stands there twice") \
    X(REPEATED_ENTRY,   "repeated-entry",   WARNING, "several entries of a matrix stand at one place; they are added") \
    X(SECOND_PROBLEM,   "second-problem",   WARNING, "the file holds more than one problem") \
    X(SOLUTION,         "solution",         NOTE,    "the solution stored in the file is right") \
    X(SOLUTION_LENGTH,  "solution-length",  WARNING, "a stored solution has the wrong length") \
    X(STRAY,            "stray",            WARNING, "a word follows the problem") \
    X(UNITS,            "units",            WARNING, "masses or speeds differ so much that units may be mixed") \
    X(UNSORTED,         "unsorted",         WARNING, "indices of a matrix are not in order") \
    X(ZERO_SOLUTION,    "zero-solution",    WARNING, "the solution stored in the file has r = 0, which does not solve the problem") \
    X(ZEROS,            "zeros",            NOTE,    "zeros are stored as entries of a matrix")

typedef enum {
#define X(name, word, severity, text) SLIP_ODDITY_##name,
    SLIP_ODDITY_LIST(X)
#undef X
    SLIP_ODDITY_COUNT
} slip_oddity;

const char   *slip_oddity_name(slip_oddity);            /* "nzmax" */
const char   *slip_oddity_text(slip_oddity);            /* the sentence of the list */
slip_severity slip_oddity_severity(slip_oddity);
bool          slip_oddity_find(const char *name, slip_oddity *out);

typedef struct { slip_oddity what; int contact; char *text; } slip_note;       /* contact -1: none; one sentence */

#endif
