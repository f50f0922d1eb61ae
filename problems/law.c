/* law.c: the words of laws, levels, claims and truths, and which laws are the same.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "problems/problems.h"

#include <math.h>
#include <string.h>

static const char *const law_names[] = {
#define X(name, word, text) word,
    SLIP_LAW_LIST(X)
#undef X
};
static const char *const law_texts[] = {
#define X(name, word, text) text,
    SLIP_LAW_LIST(X)
#undef X
};
static const char *const level_names[] = {
#define X(name, word, text) word,
    SLIP_LEVEL_LIST(X)
#undef X
};
static const char *const claim_names[] = {
#define X(name, word, text) word,
    SLIP_CLAIM_LIST(X)
#undef X
};
static const char *const how_names[] = {
#define X(name, word, text) word,
    SLIP_HOW_LIST(X)
#undef X
};

static const char *word_at(const char *const words[], int count, int k)
{
    return k >= 0 && k < count ? words[k] : "?";
}

static bool word_find(const char *const words[], int count, const char *word, int *k)
{
    for (*k = 0; *k < count; ++*k)
        if (strcmp(words[*k], word) == 0) return true;
    return false;
}

const char *slip_law_name(slip_law law) { return word_at(law_names, SLIP_LAW_COUNT, (int)law); }
const char *slip_law_text(slip_law law) { return word_at(law_texts, SLIP_LAW_COUNT, (int)law); }
const char *slip_level_name(slip_level level) { return word_at(level_names, SLIP_LEVEL_COUNT, (int)level); }
const char *slip_claim_name(slip_claim claim) { return word_at(claim_names, SLIP_CLAIM_COUNT, (int)claim); }
const char *slip_how_name(slip_how how) { return word_at(how_names, SLIP_HOW_COUNT, (int)how); }

bool slip_law_find(const char *name, slip_law *out)
{
    int k;
    if (!word_find(law_names, SLIP_LAW_COUNT, name, &k)) return false;
    *out = (slip_law)k;
    return true;
}

bool slip_claim_find(const char *name, slip_claim *out)
{
    int k;
    if (!word_find(claim_names, SLIP_CLAIM_COUNT, name, &k)) return false;
    *out = (slip_claim)k;
    return true;
}

void slip_dirs_get(slip_dirs dirs, int d, int j, double out[2])
{
    if (d == 2) { out[0] = j % 2 ? -1 : 1; out[1] = 0; return; }
    /* By symmetry only the first quarter is computed, so that opposite directions are exact opposites when 4 divides k
       and d_{j+k/2} = -d_j for every even k. */
    if (dirs.k % 2 == 0 && j >= dirs.k / 2) {
        slip_dirs_get(dirs, d, j - dirs.k / 2, out);
        out[0] = -out[0]; out[1] = -out[1];
        return;
    }
    if (dirs.k % 4 == 0 && j >= dirs.k / 4) {
        double q[2];
        slip_dirs_get(dirs, d, j - dirs.k / 4, q);
        out[0] = -q[1]; out[1] = q[0];
        return;
    }
    double angle = dirs.angle + 2 * M_PI * j / dirs.k;
    out[0] = cos(angle); out[1] = sin(angle);
}

/* The friction set behind a law: 0 none needed (d = 1), 1 disc, 2 polygon, 3 square. */
static int friction_set(const slip_problem *p, slip_law law)
{
    if (p->d == 1) return 0;
    if (law == SLIP_LAW_FACETS || law == SLIP_LAW_CONE_FACETS) return p->d == 2 ? 1 : 2;
    if (law == SLIP_LAW_BOX) return p->d == 2 ? 1 : 3;
    return 1;
}

static bool relaxed(slip_law law) { return law == SLIP_LAW_CONE || law == SLIP_LAW_CONE_FACETS; }

bool slip_law_same(const slip_problem *p, slip_law a, slip_dirs da, slip_law b, slip_dirs db)
{
    bool frictionless = p->d == 1;
    if (!frictionless) {
        frictionless = true;
        for (int i = 0; i < p->nc; i++) {
            /* relaxed laws differ from the others only through free friction */
            if (p->mu[i] != 0 && !slip_problem_has_slip(p, i)) { frictionless = false; break; }
        }
    }
    if (frictionless) return true;
    if (a == b && a != SLIP_LAW_FACETS && a != SLIP_LAW_CONE_FACETS) return true;
    if (relaxed(a) != relaxed(b)) return false;
    /* in 2D friction opposed to slip is friction parallel to it */
    if (p->d == 3 && (a == SLIP_LAW_OPPOSED) != (b == SLIP_LAW_OPPOSED)) return false;
    int sa = friction_set(p, a), sb = friction_set(p, b);
    if (sa != sb) return false;
    if (sa != 2) return true;
    return da.k == db.k && da.angle == db.angle;
}
