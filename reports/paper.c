/* paper.c: the registry of papers, and the words of their cells.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include "reports/paper.h"

extern const slip_paper slip_paper_AnitescuHart2004, slip_paper_Baraff1994, slip_paper_NegrutEtAl2017, slip_paper_SchindlerEtAl2011, slip_paper_TrinkleEtAl1995;

const slip_paper *const slip_papers[] = { &slip_paper_AnitescuHart2004, &slip_paper_Baraff1994, &slip_paper_NegrutEtAl2017, &slip_paper_SchindlerEtAl2011, &slip_paper_TrinkleEtAl1995, NULL };

const char *slip_cell_name(slip_cell_word w)
{
    static const char *const name[] = {
#define X(name, word, text) word,
        SLIP_CELL_LIST(X)
#undef X
    };
    return name[w];
}

const char *slip_cell_text(slip_cell_word w)
{
    static const char *const text[] = {
#define X(name, word, words) words,
        SLIP_CELL_LIST(X)
#undef X
    };
    return text[w];
}

/* Does the key begin with the name, up to a slash?  Letters in any case, digits; anything between them is passed over: "anitescu-hart". */
static bool begins(const char *key, const char *name)
{
    bool any = false;
    for (; *name && *name != '/'; name++)
        if (isalnum((unsigned char)*name)) {
            if (tolower((unsigned char)*name) != tolower((unsigned char)*key++))
                return false;
            any = true;
        }
    return any;
}

static int letters(char *out, int room, const char *name)
{
    int n = 0;
    for (; *name && *name != '/' && n < room - 1; name++)
        if (isalnum((unsigned char)*name))
            out[n++] = (char)tolower((unsigned char)*name);
    out[n] = 0;
    return n;
}

/* The key that holds the word, or whose beginning is nearest to it. */
static const char *nearest_key(const char *name)
{
    char word[64], key[64];
    const char *best = NULL;
    int length = letters(word, sizeof word, name), least = length / 2 + 1;
    for (int k = 0; slip_papers[k] && length > 2; k++) {
        letters(key, sizeof key, slip_papers[k]->key);
        if (strstr(key, word))
            return slip_papers[k]->key;
        if ((int)strlen(key) > length)
            key[length] = 0;
        int distance = slip_edit_distance(word, key);
        if (distance < least) {
            least = distance;
            best = slip_papers[k]->key;
        }
    }
    return best;
}

static const char *nearest_item(const slip_paper *paper, const char *item)
{
    enum { MOST = 63 };
    char word[64];
    const char *names[MOST + 1] = { 0 };
    int count = 0;
    letters(word, sizeof word, item);
    for (const slip_statement *s = paper->statement; s->item && count < MOST; s++)
        if (s == paper->statement || strcmp(s->item, s[-1].item))
            names[count++] = s->item;
    return slip_nearest(word, names);
}

const slip_paper *slip_paper_find(const char *name, const char **item, slip_error *error)
{
    size_t length = strcspn(name, "/");
    const slip_paper *paper = NULL;
    *item = name[length] ? name + length + 1 : NULL;
    for (int k = 0; slip_papers[k]; k++)
        if (begins(slip_papers[k]->key, name))
            paper = slip_papers[k];
    if (!paper) {
        slip_text known = { 0 };
        for (int k = 0; slip_papers[k]; k++)
            slip_text_add(&known, "%s%s", k ? ", " : "", slip_papers[k]->key);
        const char *near = nearest_key(name);
        slip_fail(error, SLIP_INPUT, near ? "no paper '%.60s'; did you mean '%.150s'?" : "no paper '%.60s'; there are %.150s", name, near ? near : known.s ? known.s : "others");
        slip_text_free(&known);
        return NULL;
    }
    if (*item) {
        for (const slip_statement *s = paper->statement; s->item; s++)
            if (strcasecmp(s->item, *item) == 0)
                return paper;
        slip_text known = { 0 };
        for (const slip_statement *s = paper->statement; s->item; s++)
            if (s == paper->statement || strcmp(s->item, s[-1].item))
                slip_text_add(&known, " %s", s->item);
        const char *near = nearest_item(paper, *item);
        slip_fail(error, SLIP_INPUT, near ? "%s has no item '%.40s'; did you mean '%.120s'?" : "%s has no item '%.40s'; it has%.120s", paper->key, *item, near ? near : known.s ? known.s : "");
        slip_text_free(&known);
        return NULL;
    }
    return paper;
}

slip_status slip_paper_measure(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    long before = slip_memory_refused();
    *r = (slip_reading){ .word = SLIP_CELL_NOT_ATTEMPTED };
    slip_status status = s->measure ? s->measure(s, lab, r, error) : SLIP_OK;
    if (slip_memory_refused() > before)             /* a solver that gave up for want of memory, and a verdict that rests on it */
        return slip_fail(error, SLIP_MEMORY, "out of memory for '%s'", s->where);
    return status;
}

void *slip_lab_keep(slip_lab *lab, const char *key, double at, size_t size, bool *fresh)
{
    for (int k = 0; k < lab->kept; k++)
        if (lab->keep[k].at == at && strcmp(lab->keep[k].key, key) == 0) {
            *fresh = false;
            return lab->keep[k].data;
        }
    void *data = slip_arena_get(&lab->arena, 1, size);
    *fresh = true;
    if (data && lab->kept < (int)(sizeof lab->keep / sizeof *lab->keep)) {
        lab->keep[lab->kept].key = key;
        lab->keep[lab->kept].at = at;
        lab->keep[lab->kept++].data = data;
    }
    return data;
}

void slip_lab_tell(const slip_lab *lab, const char *what, double share)
{
    if (lab->tell)
        lab->tell(lab->ctx, what, share);
}

void slip_lab_free(slip_lab *lab)
{
    slip_arena_free(&lab->arena);
    lab->kept = 0;
}

void slip_reading_set(slip_reading *r, slip_cell_word word, const char *ours, ...)
{
    va_list list;
    va_start(list, ours);
    vsnprintf(r->ours, sizeof r->ours, ours, list);
    va_end(list);
    r->word = word;
}

void slip_reading_note(slip_reading *r, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(r->note, sizeof r->note, format, list);
    va_end(list);
}

bool slip_reading_rounds(double ours, double printed, int digits)
{
    double unit = pow(10, floor(log10(fabs(printed))) - digits + 1);
    return fabs(ours - printed) <= 0.5 * unit * (1 + 1e-9);
}
