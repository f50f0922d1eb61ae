/* hint.c: when an answer is wrong, is it right in another convention?
   SPDX-License-Identifier: GPL-3.0-or-later

   Each re-reading of the answer (order of components, signs, scale, velocities for impulses) or of the data (friction coefficients,
   law, velocity before instead of after, a term left out) is judged like any answer; the first that holds is named, simple ones
   first.  A reading holds when its error is at most tol, or a thousandth of the error of the answer as it stands (1e-4 at most): an
   answer that is merely inaccurate is not a thousand times better in any other reading.  r = 0 reads the same in all, and is
   only told to be zero.  A hint is no verdict. */

#include <stdio.h>
#include <string.h>

#include "verify/verify.h"

typedef struct { const slip_ruler *ruler; const slip_answer *answer; double tol, *r; char *text; slip_arena *arena; } search;

/* ---- orders and signs ---- */

/* Where component k of contact i stands in the answer. */
typedef int place(const slip_problem *, int i, int k);

static int as_it_is(const slip_problem *p, int i, int k) { return i * p->d + k; }
static int normal_last(const slip_problem *p, int i, int k) { return i * p->d + (k + p->d - 1) % p->d; }
static int component_major(const slip_problem *p, int i, int k) { return k * p->nc + i; }
static int component_last(const slip_problem *p, int i, int k) { return (k + p->d - 1) % p->d * p->nc + i; }
static int normals_first(const slip_problem *p, int i, int k) { return k ? p->nc + i * (p->d - 1) + k - 1 : i; }
static int normals_behind(const slip_problem *p, int i, int k) { return k ? i * (p->d - 1) + k - 1 : p->nc * (p->d - 1) + i; }
static int swapped(const slip_problem *p, int i, int k) { return i * p->d + (k ? 3 - k : 0); }
static int reversed(const slip_problem *p, int i, int k) { return (p->nc - 1 - i) * p->d + k; }

static const struct { const char *text; place *at; int dims; } orders[] = {
    { "", as_it_is, 0 },
    { "the normal component last", normal_last, 2 },
    { "all normals, then all first tangents, then all second", component_major, 2 },
    { "all first tangents, then all second, then all normals", component_last, 2 },
    { "all normals first, then the tangents contact by contact", normals_first, 3 },
    { "the tangents contact by contact, then all normals", normals_behind, 3 },
    { "the two tangents exchanged", swapped, 3 },
    { "the contacts in the opposite order", reversed, 1 },
};
static const struct { const char *text; double s[3]; int dims; } signs[] = {
    { "", { 1, 1, 1 }, 0 }, { "the opposite sign", { -1, -1, -1 }, 1 }, { "the tangents' signs reversed", { 1, -1, -1 }, 2 }, { "the normal's sign reversed", { -1, 1, 1 }, 2 },
    { "the first tangent's sign reversed", { 1, -1, 1 }, 3 }, { "the second tangent's sign reversed", { 1, 1, -1 }, 3 },
};
enum { ORDERS = sizeof orders / sizeof *orders, SIGNS = sizeof signs / sizeof *signs };

static void read_as(const slip_problem *p, const double *in, int o, int g, double factor, double *out)
{
    for (int i = 0; i < p->nc; i++)
        for (int k = 0; k < p->d; k++)
            out[i * p->d + k] = factor * signs[g].s[k] * in[orders[o].at(p, i, k)];
}

static double error_of(const search *s, const slip_ruler *ruler, slip_law law)
{
    slip_answer x = { .claim = SLIP_CLAIM_SOLVED, .law = law, .dirs = s->answer->dirs, .r = s->r, .claimed_error = NAN };
    double e = slip_ruler_verify(ruler, law, x.dirs, &x, NULL, s->tol, 0).error;
    return isnan(e) ? INFINITY : e;
}
static bool holds(const search *s, const slip_ruler *ruler, slip_law law) { return error_of(s, ruler, law) <= s->tol; }

static void say_reading(search *s, const char *what, int o, int g, const char *more)
{
    const char *a = orders[o].text, *b = signs[g].text;
    snprintf(s->text, 256, "%s when read with %s%s%s%s%s", what, a, *a && *b ? " and " : "", b, *more && (*a || *b) ? " and " : "", more);
}

static bool impulses(search *s, const double *in, const char *what)
{
    const slip_problem *p = s->ruler->problem;
    for (int o = 0; o < ORDERS; o++)
        for (int g = 0; g < SIGNS; g++) {
            if (p->d < orders[o].dims || p->d < signs[g].dims) continue;
            read_as(p, in, o, g, 1, s->r);
            if (!holds(s, s->ruler, s->answer->law)) continue;
            if (o || g) say_reading(s, what, o, g, "");
            else snprintf(s->text, 256, "%s", what);
            return true;
        }
    return false;
}

/* ---- scale ---- */

/* The factor c for which u_N of c r vanishes best where r_N > 0, and how many such contacts there are. */
static double factor_of(search *s, slip_dd *u, slip_dd *v, double *l, int *active)
{
    const slip_problem *p = s->ruler->problem;
    double top = 0, bottom = 0;
    *active = 0;
    if (slip_motion_get(s->ruler, s->r, 1, false, l, v, u, NULL, NULL) != SLIP_OK) return NAN;
    for (int i = 0; i < p->nc; i++) {
        if (!(s->r[i * p->d] > 0)) continue;
        double q = s->ruler->q[i * p->d], Wr = slip_dd_double(u[i * p->d]) - q;
        top -= Wr * q;
        bottom += Wr * Wr;
        ++*active;
    }
    return bottom > 0 ? top / bottom : NAN;
}

/* A factor that means something, and its words; 0: none. */
static double known_factor(double c, double h, char text[128])
{
    const struct { double value; const char *text; } known[] = {
        { h, "forces in place of impulses (times h)" }, { h > 0 ? 1 / h : 0, "impulses in place of forces (over h)" }, { pow(10, round(log10(c))), NULL },
        { 9.81, "other units (a factor 9.81, the acceleration of gravity)" }, { 1 / 9.81, "other units (a factor 1/9.81, the acceleration of gravity)" }, { 2, "twice their size" }, { 0.5, "half their size" } };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        double x = known[k].value;
        if (!(x > 0) || x == 1 || !(fabs(c / x - 1) <= 1e-5)) continue;
        if (known[k].text) snprintf(text, 128, "%s", known[k].text);
        else snprintf(text, 128, "a factor %.3g: other units, or forces in place of impulses for a time step of %.3g", x, x < 1 ? x : 1 / x);
        return x;
    }
    return 0;
}

static bool scaled(search *s)
{
    const slip_problem *p = s->ruler->problem;
    slip_dd *u = SLIP_NEW(s->arena, slip_dd, slip_problem_m(p)), *v = SLIP_NEW(s->arena, slip_dd, p->n);
    double *l = SLIP_NEW(s->arena, double, p->p);
    for (int o = 0; o < ORDERS && !s->arena->failed; o++)
        for (int g = 0; g < SIGNS; g++) {
            int active;
            char more[128];
            if (p->d < orders[o].dims || p->d < signs[g].dims) continue;
            read_as(p, s->answer->r, o, g, 1, s->r);
            double c = factor_of(s, u, v, l, &active);
            if (!(c > 0) || (c > 0.6 && c < 1.6)) continue;
            double snap = known_factor(c, p->h, more);
            if (!(snap > 0) && active < 2) continue;        /* one contact is parallel to its solution by itself */
            if (!(snap > 0)) snprintf(more, sizeof more, "a factor %.6g: other units, or forces in place of impulses for that time step", c);
            read_as(p, s->answer->r, o, g, snap > 0 ? snap : c, s->r);
            if (!holds(s, s->ruler, s->answer->law)) continue;
            say_reading(s, "the impulses fit", o, g, more);
            return true;
        }
    return false;
}

/* ---- other data ---- */

static bool with(search *s, slip_problem *other, const char *text)
{
    slip_ruler ruler;
    if (slip_ruler_new(&ruler, other, NULL) != SLIP_OK) return false;
    bool found = holds(s, &ruler, s->answer->law);
    slip_ruler_free(&ruler);
    if (found) snprintf(s->text, 256, "%s", text);
    return found;
}

static double guess(const slip_problem *p, int which, int i)
{
    int n = p->nc;
    double mu = p->mu[i], most = 0, least = INFINITY;
    for (int k = 0; k < n && which >= 10; k++) { most = fmax(most, p->mu[k]); least = fmin(least, p->mu[k]); }
    switch (which) {
    case 0: return 0;
    case 1: return 1 / mu;
    case 2: return 2 * mu;
    case 3: return mu / 2;
    case 4: return mu * mu;
    case 5: return atan(mu);
    case 6: return tan(mu);
    case 7: return p->mu[(i + 1) % n];
    case 8: return p->mu[(i + n - 1) % n];
    case 9: return p->mu[n - 1 - i];
    case 10: return p->mu[0];
    case 11: return most;
    default: return least;
    }
}

static bool other_friction(search *s)
{
    static const char *const texts[] = { "mu = 0: friction was left out", "1/mu in place of mu", "twice mu", "half of mu", "mu squared", "the angle atan(mu) in place of mu", "tan(mu) in place of mu",
        "the mu of the contact after each: counted from 1 instead of 0?", "the mu of the contact before each: counted from 0 instead of 1?",
        "the mu of the contacts in the opposite order", "the mu of contact 0 everywhere", "the largest mu everywhere", "the smallest mu everywhere" };
    const slip_problem *p = s->ruler->problem;
    double *mu = SLIP_NEW(s->arena, double, p->nc);
    slip_problem other = *p;
    slip_ruler ruler = *s->ruler;
    if (!mu || p->d == 1) return false;
    other.mu = mu;
    ruler.problem = &other;
    for (int k = 0; k < (int)(sizeof texts / sizeof *texts); k++) {
        bool possible = true;
        for (int i = 0; i < p->nc; i++) {
            mu[i] = guess(p, k, i);
            possible = possible && mu[i] >= 0 && isfinite(mu[i]);
        }
        if (!possible || !holds(s, &ruler, s->answer->law)) continue;
        snprintf(s->text, 256, "the impulses fit the problem with %s", texts[k]);
        return true;
    }
    return false;
}

static bool other_law(search *s)
{
    const slip_problem *p = s->ruler->problem;
    for (int law = 0; law < SLIP_LAW_COUNT; law++) {
        if (slip_law_same(p, law, s->answer->dirs, s->answer->law, s->answer->dirs) || !holds(s, s->ruler, law)) continue;
        snprintf(s->text, 256, "the impulses satisfy the law %s: claim that law", slip_law_name(law));
        return true;
    }
    return false;
}

static double *negative(search *s, const double *x, int n, double factor)
{
    double *out = SLIP_NEW(s->arena, double, n);
    for (int k = 0; out && x && k < n; k++) out[k] = factor * x[k];
    return out;
}

/* Friction against the velocity before the impulses; the free terms with the other sign, or without w. */
static bool other_terms(search *s)
{
    const slip_problem *p = s->ruler->problem;
    int t = p->d - 1, m = slip_problem_m(p);
    slip_problem other = *p;
    if (t > 0 && (other.slip = negative(s, p->slip, p->nc * t, 1))) {
        for (int i = 0; i < p->nc; i++) {
            double size = slip_length(s->ruler->q + i * p->d + 1, t);
            for (int k = 0; k < t && size > 0 && p->mu[i] > 0 && !slip_problem_has_slip(p, i); k++) other.slip[i * t + k] = s->ruler->q[i * p->d + 1 + k] / size;
        }
        if (with(s, &other, "the impulses fit when friction opposes the velocity before the impulses (q) instead of the one after (u)")) return true;
    }
    other = *p;
    other.q = negative(s, p->q, m, -1); other.s = negative(s, p->s, p->p, -1);
    other.f = negative(s, p->f, p->n, -1); other.w = negative(s, p->w, m, -1); other.b = negative(s, p->b, p->p, -1);
    if (!s->arena->failed && with(s, &other, slip_problem_global(p) ? "the impulses fit the problem with f and w of the opposite sign" : "the impulses fit the problem with q of the opposite sign (u = W r - q)")) return true;
    other = *p;
    other.w = negative(s, NULL, m, 0);
    return slip_problem_global(p) && !s->arena->failed && with(s, &other, "the impulses fit the problem without w: gaps, restitution or moving surfaces were left out");
}

/* ---- velocities beside right impulses ---- */

static bool velocities(search *s)
{
    const slip_problem *p = s->ruler->problem;
    const slip_answer *a = s->answer;
    int m = slip_problem_m(p);
    double *u = SLIP_NEW(s->arena, double, m), *l = SLIP_NEW(s->arena, double, p->p), before = 0, most = 0;
    slip_dd *uu = SLIP_NEW(s->arena, slip_dd, m), *v = SLIP_NEW(s->arena, slip_dd, p->n);
    snprintf(s->text, 256, "the impulses are right, but the velocities or joint impulses beside them are not theirs");
    if (s->arena->failed || !a->u || slip_motion_get(s->ruler, a->r, 1, false, l, v, uu, NULL, NULL) != SLIP_OK) return true;
    slip_dd_round(uu, m, u);
    for (int k = 0; k < m; k++) { most = fmax(most, fabs(u[k])); most = fmax(most, fabs(s->ruler->q[k])); before = fmax(before, fabs(a->u[k] - s->ruler->q[k])); }
    if (before <= 1e-6 * most) {
        snprintf(s->text, 256, "the impulses are right, but the velocities beside them are those before the impulses (q), not after");
        return true;
    }
    for (int o = 0; o < ORDERS; o++)
        for (int g = 0; g < SIGNS; g++) {
            double off = 0;
            if (p->d < orders[o].dims || p->d < signs[g].dims || (!o && !g)) continue;
            read_as(p, a->u, o, g, 1, s->r);
            for (int k = 0; k < m; k++) off = fmax(off, fabs(s->r[k] - u[k]));
            if (!(off <= 1e-6 * most)) continue;
            say_reading(s, "the impulses are right, and the velocities beside them are theirs", o, g, "");
            return true;
        }
    return true;
}

/* ---- no convention, but a known kind of untruth ---- */

static bool untruth(search *s)
{
    const slip_problem *p = s->ruler->problem;
    const slip_answer *a = s->answer;
    bool zero = true;
    for (int k = 0; k < slip_problem_m(p); k++) zero = zero && a->r[k] == 0;
    if (zero) {
        snprintf(s->text, 256, "every impulse is zero: this is the motion without contacts");
        return true;
    }
    slip_residuals law, motion;
    slip_answer pairs = *a;
    pairs.v = NULL;                             /* the law is asked of the u given */
    if (a->u && slip_residuals_get(s->ruler, a->law, a->dirs, &pairs, s->tol, 0, &law, NULL, NULL) == SLIP_OK
        && slip_residuals_get(s->ruler, a->law, a->dirs, a, s->tol, 0, &motion, NULL, NULL) == SLIP_OK
        && law.value[SLIP_R_NATURAL] <= s->tol && law.value[SLIP_R_PRIMAL] <= s->tol && motion.value[SLIP_R_DYNAMICS] > 1e-3) {
        snprintf(s->text, 256, "impulses and velocities fit each other, but not this problem: an answer to another one, or to another step?");
        return true;
    }
    if (a->claimed_error <= s->tol) {
        snprintf(s->text, 256, "its own measure says %.2g, which is not the error: a small last step does not mean a small residual", a->claimed_error);
        return true;
    }
    return false;
}

bool slip_convention_hint(const slip_problem *p, const slip_answer *answer, double tol, char text[256])
{
    slip_ruler ruler;
    slip_arena arena = {0};
    int m = slip_problem_m(p);
    double most = 0;
    *text = 0;
    for (int k = 0; k < m && answer->r; k++) most = fmax(most, fabs(answer->r[k]));
    for (int k = 0; k < m; k++)
        if (!answer->r || !isfinite(answer->r[k]) || (answer->u && !isfinite(answer->u[k]))) return false;
    if (p->nc == 0 || slip_ruler_new(&ruler, p, NULL) != SLIP_OK) return false;
    search s = { .ruler = &ruler, .answer = answer, .tol = tol, .r = SLIP_NEW(&arena, double, m), .text = text, .arena = &arena };
    bool found = false;
    slip_answer whole = *answer;
    whole.claim = SLIP_CLAIM_SOLVED;
    if (s.r && slip_ruler_verify(&ruler, answer->law, answer->dirs, &whole, NULL, tol, 0).word != SLIP_VERDICT_VERIFIED) {
        read_as(p, answer->r, 0, 0, 1, s.r);
        double as_given = error_of(&s, &ruler, answer->law);
        if (most == 0) found = untruth(&s);
        else if (as_given <= tol) found = velocities(&s);
        else {
            s.tol = fmax(tol, fmin(1e-4, 1e-3 * as_given));
            found = impulses(&s, answer->r, "the impulses fit") || (answer->u && impulses(&s, answer->u, "the impulses and the velocities are exchanged: those given as u fit"));
            read_as(p, answer->r, 0, 0, 1, s.r);
            found = found || other_friction(&s) || other_terms(&s) || other_law(&s) || scaled(&s) || untruth(&s);
        }
    }
    slip_arena_free(&arena);
    slip_ruler_free(&ruler);
    if (!found) *text = 0;
    return found;
}
