/* paper.h: what published papers say, and what became of it when it was run again.
   SPDX-License-Identifier: GPL-3.0-or-later

   A claim is data: where it is printed, what it says (in our words), what had to be assumed, and a function that measures it and
   gives the cell its word.  A claim that cannot be measured here has no function and says why. */

#ifndef SLIP_PAPER_H
#define SLIP_PAPER_H

#include "reports/lesson.h"

#define SLIP_CELL_LIST(X) \
    X(REPRODUCED,     "REPRODUCED",     "within the printed digits, or true as stated") \
    X(CONSISTENT,     "CONSISTENT",     "within a stated tolerance") \
    X(SAME_TREND,     "SAME TREND",     "sign, order or ranking agree, values do not") \
    X(DIFFERS,        "DIFFERS",        "not what we find") \
    X(NOT_COMPARABLE, "NOT COMPARABLE", "other data or other hardware") \
    X(NOT_ATTEMPTED,  "NOT ATTEMPTED",  "not measured here") \
    X(AMBIGUOUS,      "PAPER AMBIGUOUS","the paper leaves open what was done")
typedef enum {
#define X(name, word, text) SLIP_CELL_##name,
    SLIP_CELL_LIST(X)
#undef X
    SLIP_CELL_COUNT
} slip_cell_word;
const char *slip_cell_name(slip_cell_word);
const char *slip_cell_text(slip_cell_word);

typedef struct { slip_cell_word word; char ours[240]; char note[600]; } slip_reading;    /* note: the nearest reading that agrees, or why not */

typedef struct {                /* what the measures of one paper share; {0} is empty; slip_lab_free */
    bool quick;                 /* fewer instances, shorter budgets */
    slip_arena arena;
    int kept; struct { const char *key; double at; void *data; } keep[64];
    void (*tell)(void *ctx, const char *what, double share);    /* of long measures; may be NULL */
    void *ctx;
} slip_lab;
/* What was kept under (key, at): size bytes, zeroed and *fresh when new.  NULL: out of memory.  The key is not copied. */
void *slip_lab_keep(slip_lab *, const char *key, double at, size_t size, bool *fresh);
void  slip_lab_tell(const slip_lab *, const char *what, double share);
void  slip_lab_free(slip_lab *);

typedef struct slip_statement {
    const char *item;           /* what it belongs to: "table1", "section3"; PAPER/ITEM selects */
    const char *where, *says;   /* as printed: place, and what it says in our words */
    const char *assumed;        /* what had to be chosen; or, without measure, why it is not attempted */
    slip_status (*measure)(const struct slip_statement *, slip_lab *, slip_reading *, slip_error *);   /* NULL: not attempted */
    double at, printed;         /* for the measure: which value, what is printed */
} slip_statement;

typedef struct {
    const char *key, *title;
    const slip_statement *statement;    /* ended by a NULL item */
    const char *lesson[4];      /* whose figures belong to it, NULL-ended */
    slip_status (*draw)(slip_lecture *, slip_lab *, slip_error *);     /* its figures from our own runs; NULL: none */
    const char *slow; double weight;    /* the item whose first statement takes as long as so many others, unless quick; NULL: none */
} slip_paper;

extern const slip_paper *const slip_papers[];               /* NULL-ended, alphabetical */
/* "Key" or "Key/item" (any case, hyphens or not; a beginning of the key is enough): the paper, and the item or NULL. */
const slip_paper *slip_paper_find(const char *name, const char **item, slip_error *);

/* What we find of one statement: NOT ATTEMPTED where it has no measure.  MEMORY where any allocation on the way failed. */
slip_status slip_paper_measure(const slip_statement *, slip_lab *, slip_reading *, slip_error *);

/* For measures: `ours` as told, and the word. */
void slip_reading_set(slip_reading *, slip_cell_word, const char *ours, ...) __attribute__((format(printf, 3, 4)));
void slip_reading_note(slip_reading *, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool slip_reading_rounds(double ours, double printed, int digits);     /* equal after rounding to so many significant digits */

/* ---- how it is shown (paper_page.c) ----------------------------------------------------------------------------------- */

bool        slip_paper_asked(const slip_statement *, const char *item);     /* item NULL: all */
void        slip_paper_html(const slip_paper *, const slip_reading *, const char *item, slip_text *out);   /* a section; readings in the order of the statements */
slip_status slip_paper_figures(const slip_paper *, slip_lab *, slip_text *out, slip_error *);      /* its own and those of its lessons; needs gnuplot */
void        slip_paper_summary(int papers, const slip_paper *const *, int (*count)[SLIP_CELL_COUNT], slip_text *out);    /* what became of how many, with links */
void        slip_paper_latex(const slip_paper *, const slip_reading *, const char *item, slip_text *out);  /* a longtable with booktabs */

#endif
