/* claims.c: the claims of a proof, and whether they follow from what was verified.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "checker.h"

#include <limits.h>
#include <string.h>

static const struct { const char *word; ck_kind kind; char takes; } words[] = {         /* takes: k count, e bound, a at-least, m matrix */
    { "at-least", CK_CLAIM_AT_LEAST_SOLUTIONS, 'a' }, { "basic", CK_CLAIM_BASIC, 'k' }, { "cone-velocity", CK_CLAIM_CONE_VELOCITY, 'e' },
    { "disassemblable", CK_CLAIM_DISASSEMBLABLE, 0 }, { "near", CK_CLAIM_NEAR, 'e' }, { "no-solution", CK_CLAIM_NO_SOLUTION, 0 },
    { "nonconvex", CK_CLAIM_NONCONVEX, 0 }, { "nonconvex-lcp", CK_CLAIM_NONCONVEX_LCP, 0 },
    { "not-disassemblable", CK_CLAIM_NOT_DISASSEMBLABLE, 0 }, { "not-p-matrix", CK_CLAIM_NOT_P, 0 }, { "not-standing", CK_CLAIM_NOT_STANDING, 0 },
    { "p-matrix", CK_CLAIM_P, 0 }, { "pieces", CK_CLAIM_PIECES, 'k' }, { "positive-definite", CK_CLAIM_DEFINITE, 'm' },
    { "solution", CK_CLAIM_SOLUTION, 0 }, { "solutions", CK_CLAIM_SOLUTIONS, 'k' }, { "standing", CK_CLAIM_STANDING, 0 },
    { "velocities", CK_CLAIM_VELOCITIES, 'k' }, { "vertices", CK_CLAIM_VERTICES, 'k' }, { NULL, 0, 0 }
};

void ck_claim_read(ck_state *s, ck_text *t)
{
    if (s->claims == 64) ck_refuse("more than 64 claims");
    if (!s->claim) s->claim = ck_new(64, sizeof *s->claim);
    ck_claim *c = &s->claim[s->claims];
    if (!t->word) ck_refuse("an empty claim");
    size_t length = (size_t)(t->stop - t->word);
    c->text = ck_new(length + 1, 1);
    memcpy(c->text, t->word, length);
    c->line = t->line;
    const char *word = ck_word(t);
    int k = 0;
    while (words[k].word && strcmp(word, words[k].word) != 0) k++;
    if (!words[k].word) ck_refuse("'%.40s' is no claim", word);
    c->kind = words[k].kind;
    if (words[k].takes == 'k' || words[k].takes == 'a') {
        c->k = ck_integer(t, INT_MAX);
        bool parts = c->kind == CK_CLAIM_PIECES || c->kind == CK_CLAIM_VERTICES || c->kind == CK_CLAIM_BASIC;
        if (c->k == 0 && !parts) ck_refuse("a count of 0 is claimed by no-solution");
    }
    if (words[k].takes == 'a' && !ck_is(t, "solutions")) {
        if (!ck_is(t, "velocities")) ck_refuse("at-least K solutions or at-least K velocities is right");
        c->kind = CK_CLAIM_AT_LEAST_VELOCITIES;
    }
    if (words[k].takes == 'e') {
        mpq_init(c->eps);
        ck_rational(t, c->eps);
        if (mpq_sgn(c->eps) < 0) ck_refuse("a bound must not be negative");
        if (!s->has_answer) ck_refuse("the claim speaks of an answer that is not there");
    }
    if (words[k].takes == 'm' && !ck_is(t, s->P.global ? "M" : "W")) ck_refuse("positive-definite %s is right", s->P.global ? "M" : "W");
    ck_end_of_line(t);
    s->claims++;
}

/* ---- what was verified ---- */

static int velocities(const ck_state *s) { return s->P.global ? s->P.n : s->P.m; }

/* Solutions that are pairwise apart, taken in the order of the file. */
static int apart(const ck_state *s, int count, int enough)
{
    const ck_point **taken = ck_new((size_t)s->points.count, sizeof *taken);
    int n = 0;
    for (int k = 0; k < s->points.count && n < enough; k++) {
        bool new = true;
        for (int j = 0; j < n && new; j++) new = ck_apart(taken[j], &s->points.point[k], count);
        if (new) taken[n++] = &s->points.point[k];
    }
    ck_free(taken);
    return n;
}

/* |x - answer| <= eps for all x between lo and hi */
static bool near(const ck_state *s, const ck_point *x, const mpq_t eps)
{
    bool good = true;
    mpq_t a, y;
    mpq_inits(a, y, (mpq_ptr)NULL);
    for (int k = 0; k < velocities(s) && good; k++) {
        mpq_set_num(a, s->answer.x[k]), mpq_set_den(a, s->answer.den), mpq_canonicalize(a);
        for (int end = 0; end < 2; end++) {
            const ck_vec *v = end ? &x->hi : &x->lo;
            mpq_set_num(y, v->x[k]), mpq_set_den(y, v->den), mpq_canonicalize(y);
            mpq_sub(y, y, a);
            mpq_abs(y, y);
            good = good && mpq_cmp(y, eps) <= 0;
        }
    }
    mpq_clears(a, y, (mpq_ptr)NULL);
    return good;
}

static bool any_near(const ck_state *s, const mpq_t eps)
{
    for (int k = 0; k < s->points.count; k++) if (near(s, &s->points.point[k], eps)) return true;
    return false;
}

static bool any_at_rest(const ck_state *s)
{
    for (int k = 0; k < s->points.count; k++) {
        bool rest = s->points.point[k].exact && s->P.global;
        for (int j = 0; j < s->P.n && rest; j++) rest = mpz_sgn(s->points.point[k].lo.x[j]) == 0;
        if (rest) return true;
    }
    return false;
}

/* Cone laws are monotone: at most one velocity. */
static bool monotone(const ck_state *s)
{
    const ck_problem *P = &s->P;
    for (int i = 0; i < P->nc; i++) if (!ck_frictionless(P, i) && (P->bilateral[i] || ck_has_slip(P, i) || !ck_relaxed(P))) return false;
    return P->global ? s->definite : s->semidefinite;
}

static const char *missing(ck_state *s, const ck_claim *c)      /* NULL: it follows */
{
    int v = velocities(s), all = v + s->P.m;
    switch (c->kind) {
    case CK_CLAIM_NO_SOLUTION: return s->no_solution ? NULL : "no tree shows that";
    case CK_CLAIM_SOLUTION: return s->points.count ? NULL : "no solution is given";
    case CK_CLAIM_NEAR: return any_near(s, c->eps) ? NULL : "no solution is that near";
    case CK_CLAIM_SOLUTIONS:
        if (!s->tree[CK_SOLUTIONS]) return "no tree of the solutions is given";
        return ck_distinct(&s->points, all) == c->k ? NULL : "the number of solutions is another";
    case CK_CLAIM_VELOCITIES:
        if (c->k == 1 && s->points.count && monotone(s)) return NULL;
        if (!s->tree[CK_VELOCITIES] && !s->tree[CK_SOLUTIONS]) return "no tree of the velocities is given";
        return ck_distinct(&s->points, v) == c->k ? NULL : "the number of velocities is another";
    case CK_CLAIM_AT_LEAST_SOLUTIONS: return apart(s, all, c->k) == c->k ? NULL : "fewer solutions are apart";
    case CK_CLAIM_AT_LEAST_VELOCITIES: return apart(s, v, c->k) == c->k ? NULL : "fewer velocities are apart";
    case CK_CLAIM_NONCONVEX: return s->nonconvex ? NULL : "no midpoint shows that";
    case CK_CLAIM_NONCONVEX_LCP: return s->nonconvex_lcp ? NULL : "no midpoint-lcp shows that";
    case CK_CLAIM_PIECES: return s->tree[CK_PIECES] && s->pieces == c->k ? NULL : "no tree shows that";
    case CK_CLAIM_VERTICES: return s->tree[CK_VERTICES] && ck_vertices(s, false) == c->k ? NULL : "no tree shows that";
    case CK_CLAIM_BASIC: return s->tree[CK_VERTICES] && ck_vertices(s, true) == c->k ? NULL : "no tree of vertices shows that";
    case CK_CLAIM_CONE_VELOCITY: return s->has_gap && mpq_cmp(s->gap, c->eps) <= 0 ? NULL : "no gap is that small";
    case CK_CLAIM_DEFINITE: return s->definite ? NULL : "nothing shows that";
    case CK_CLAIM_P: return ck_p_matrix(s) ? NULL : "a principal minor is not positive";
    case CK_CLAIM_NOT_P: return s->not_p ? NULL : "no reversal shows that";
    case CK_CLAIM_DISASSEMBLABLE: return s->disassemblable ? NULL : "no motion shows that";
    case CK_CLAIM_NOT_DISASSEMBLABLE: return s->not_disassemblable ? NULL : "no impulse shows that";
    case CK_CLAIM_STANDING: return any_at_rest(s) ? NULL : "no solution is at rest";
    case CK_CLAIM_NOT_STANDING: return s->not_standing ? NULL : "no motion shows that";
    }
    return "it is unknown";
}

void ck_claims_follow(ck_state *s)
{
    bool contradiction = (s->no_solution && (s->points.count || s->zs)) || (s->disassemblable && s->not_disassemblable)
                         || (s->not_standing && any_at_rest(s)) || (s->tree[CK_SOLUTIONS] && !s->points.count && !s->no_solution);
    if (contradiction) ck_refuse("what was verified contradicts itself: this is a fault of the checker");
    for (int k = 0; k < s->claims; k++) {
        ck_at_line(s->claim[k].line);
        const char *why = missing(s, &s->claim[k]);
        if (why) ck_refuse("claim %.80s: %s", s->claim[k].text, why);
    }
}
