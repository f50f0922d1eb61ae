/* hint.c: when an answer is wrong, is it right in another convention?
   SPDX-License-Identifier: GPL-3.0-or-later

   Each re-reading of the impulses (order of components, signs, rate of time) or of the data (friction coefficient, law) is judged
   like any answer; the first that is verified is named, simple ones first.  A hint is no verdict. */

#include <stdio.h>
#include <string.h>

#include "verify/verify.h"

typedef void reading(const slip_problem *, const double *in, double *out);

static void normal_last(const slip_problem *p, const double *in, double *out)
{
    int d = p->d;
    for (int i = 0; i < p->nc; i++)
        for (int k = 0; k < d; k++)
            out[i * d + (k + 1) % d] = in[i * d + k];
}

static void component_major(const slip_problem *p, const double *in, double *out)
{
    for (int i = 0; i < p->nc; i++)
        for (int k = 0; k < p->d; k++)
            out[i * p->d + k] = in[k * p->nc + i];
}

static void normals_then_tangents(const slip_problem *p, const double *in, double *out)
{
    int t = p->d - 1;
    for (int i = 0; i < p->nc; i++) {
        out[i * p->d] = in[i];
        for (int k = 0; k < t; k++)
            out[i * p->d + 1 + k] = in[p->nc + i * t + k];
    }
}

static void reversed(const slip_problem *p, const double *in, double *out)
{
    for (int i = 0; i < p->nc; i++)
        for (int k = 0; k < p->d; k++)
            out[i * p->d + k] = in[(p->nc - 1 - i) * p->d + k];
}

static void tangents_swapped(const slip_problem *p, const double *in, double *out)
{
    for (int i = 0; i < p->nc; i++)
        for (int k = 0; k < p->d; k++)
            out[i * p->d + k] = in[i * p->d + (p->d == 3 && k ? 3 - k : k)];
}

static void as_it_is(const slip_problem *p, const double *in, double *out) { memcpy(out, in, (size_t)slip_problem_m(p) * sizeof *out); }

static const struct { const char *text; reading *read; int dims; } orders[] = {
    { "", as_it_is, 0 },
    { "the normal component last", normal_last, 2 },
    { "all normals, then all first tangents, then all second", component_major, 2 },
    { "all normals first, then the tangents contact by contact", normals_then_tangents, 3 },
    { "the two tangents exchanged", tangents_swapped, 3 },
    { "the contacts in the opposite order", reversed, 0 },
};
static const struct { const char *text; double normal, tangent; } signs[] = {
    { "", 1, 1 }, { "the opposite sign", -1, -1 }, { "the tangents' signs reversed", 1, -1 }, { "the normal's sign reversed", -1, 1 },
};

typedef struct { const slip_ruler *ruler; const slip_answer *answer; double tol, *r; char *text; size_t room; } search;

static bool fits(const search *s, const slip_ruler *ruler, slip_law law)
{
    slip_answer x = { .claim = SLIP_CLAIM_SOLVED, .law = law, .dirs = s->answer->dirs, .r = s->r };
    slip_verdict v = slip_ruler_verify(ruler, law, x.dirs, &x, NULL, s->tol, 0);
    return v.word == SLIP_VERDICT_VERIFIED;
}

static bool impulses(search *s, double factor, const char *what)
{
    const slip_problem *p = s->ruler->problem;
    for (int o = 0; o < (int)(sizeof orders / sizeof *orders); o++)
        for (int g = 0; g < (int)(sizeof signs / sizeof *signs); g++) {
            if (p->d < orders[o].dims || (p->d == 1 && g > 1)) continue;
            orders[o].read(p, s->answer->r, s->r);
            for (int k = 0; k < slip_problem_m(p); k++)
                s->r[k] *= factor * (k % p->d ? signs[g].tangent : signs[g].normal);
            if (!fits(s, s->ruler, s->answer->law)) continue;
            snprintf(s->text, s->room, "the impulses fit when they are read with %s%s%s%s%s", orders[o].text, *orders[o].text && *signs[g].text ? " and " : "", signs[g].text,
                     *what && (*orders[o].text || *signs[g].text) ? " and " : "", what);
            return true;
        }
    return false;
}

static bool other_friction(search *s, slip_arena *arena)
{
    const slip_problem *p = s->ruler->problem;
    static const struct { const char *text; double power, factor; } guesses[] = {
        { "mu = 0: friction was left out", 1, 0 }, { "1/mu in place of mu", -1, 1 }, { "twice mu", 1, 2 }, { "half of mu", 1, 0.5 }, { "mu squared", 2, 1 },
    };
    double *mu = SLIP_NEW(arena, double, p->nc);
    slip_problem other = *p;
    slip_ruler ruler = *s->ruler;
    if (!mu || p->d == 1) return false;
    other.mu = mu;
    ruler.problem = &other;
    as_it_is(p, s->answer->r, s->r);
    for (int k = 0; k < (int)(sizeof guesses / sizeof *guesses); k++) {
        bool possible = true;
        for (int i = 0; i < p->nc; i++) {
            mu[i] = guesses[k].factor == 0 ? 0 : guesses[k].factor * pow(p->mu[i], guesses[k].power);
            possible = possible && isfinite(mu[i]);
        }
        if (!possible || !fits(s, &ruler, s->answer->law)) continue;
        snprintf(s->text, s->room, "the impulses fit the problem with %s", guesses[k].text);
        return true;
    }
    return false;
}

static bool other_law(search *s)
{
    const slip_problem *p = s->ruler->problem;
    as_it_is(p, s->answer->r, s->r);
    for (int law = 0; law < SLIP_LAW_COUNT; law++) {
        if (slip_law_same(p, law, s->answer->dirs, s->answer->law, s->answer->dirs) || !fits(s, s->ruler, law)) continue;
        snprintf(s->text, s->room, "the impulses satisfy the law %s: claim that law", slip_law_name(law));
        return true;
    }
    return false;
}

bool slip_convention_hint(const slip_problem *p, const slip_answer *answer, double tol, char text[256])
{
    slip_ruler ruler;
    slip_arena arena = {0};
    *text = 0;
    for (int k = 0; k < slip_problem_m(p); k++)
        if (!answer->r || !isfinite(answer->r[k])) return false;
    if (p->nc == 0 || slip_ruler_new(&ruler, p, NULL) != SLIP_OK) return false;
    search s = { .ruler = &ruler, .answer = answer, .tol = tol, .r = SLIP_NEW(&arena, double, slip_problem_m(p)), .text = text, .room = 256 };
    bool found = false;
    if (s.r) {
        as_it_is(p, answer->r, s.r);
        slip_answer whole = *answer;
        whole.claim = SLIP_CLAIM_SOLVED;
        if (slip_ruler_verify(&ruler, answer->law, answer->dirs, &whole, NULL, tol, 0).word != SLIP_VERDICT_VERIFIED) {
            if (fits(&s, &ruler, answer->law)) {
                snprintf(text, 256, "the impulses are right, but the velocities or joint impulses beside them are not theirs");
                found = true;
            }
            found = found || impulses(&s, 1, "") || other_law(&s) || other_friction(&s, &arena);
            if (!found && p->h > 0) found = impulses(&s, p->h, "forces in place of impulses (times h)") || impulses(&s, 1 / p->h, "impulses in place of forces (over h)");
        }
    }
    slip_arena_free(&arena);
    slip_ruler_free(&ruler);
    return found;
}
