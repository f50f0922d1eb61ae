/* ladder_levels.c: protocol, invariance and behaviour: the levels of the ladder that ask more than one run for a case.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <unistd.h>
#include "reports/digest.h"
#include "reports/ladder.h"

static void note(slip_check_case *k, slip_case_mark mark, const char *text)
{
    if (!k) return;
    k->mark = mark;
    snprintf(k->text, sizeof k->text, "%s", text);
}

/* ---- protocol ---- */

/* A file that is no problem must not be answered with a solution. */
static void nonsense(const slip_check *c, slip_passport *pass, const slip_problem *p)
{
    char path[] = "/tmp/slipstick-bad-XXXXXX";
    slip_arena arena = { 0 };
    slip_error ignored = { 0 };
    char **words;
    if (strncmp(c->name, "cmd:", 4) || slip_foreign_words(c->name + 4, &words, &arena, &ignored)) return;
    slip_check_case *k = slip_passport_add(pass, SLIP_CHECK_PROTOCOL, "a file that is no problem", NULL, 0);
    int fd = mkstemp(path);
    if (fd >= 0 && k && write(fd, "slipstick-problem 1\ndimension 3\ncontacts", 40) == 40) {
        for (int i = 0; words[i]; i++)
            if (strstr(words[i], "{problem") || strstr(words[i], "{local")) {
                const char *at = strchr(words[i], '{'), *end = strchr(at, '}');
                words[i] = slip_arena_printf(&arena, "%.*s%s%s", (int)(at - words[i]), words[i], path, end ? end + 1 : "");
            }
        size_t m = (size_t)slip_problem_m(p);
        slip_iterate it = { .limits = c->limits, .r = SLIP_NEW(&arena, double, m), .u = SLIP_NEW(&arena, double, m), .v = SLIP_NEW(&arena, double, p->n),
                            .l = SLIP_NEW(&arena, double, p->p), .farkas = SLIP_NEW(&arena, double, m) };
        if (!arena.failed) slip_foreign_step(words, p, &it);
        bool lied = it.claim == SLIP_CLAIM_SOLVED && it.foreign.end == SLIP_END_EXIT, hung = it.foreign.end == SLIP_END_WALL || it.foreign.end == SLIP_END_CPU;
        note(k, lied || hung ? SLIP_CASE_FAIL : SLIP_CASE_PASS, lied ? "it claims to have solved a file that holds no problem" : hung ? "it never ends on a file that holds no problem" : "it does not claim to have solved it");
        if (lied) { k->word = SLIP_VERDICT_FALSE_CLAIM; pass->false_claims++; }
    } else note(k, SLIP_CASE_SKIP, "no file could be written");
    if (fd >= 0) { close(fd); unlink(path); }
    slip_arena_free(&arena);
}

slip_status slip_ladder_protocol(const slip_check *c, slip_passport *pass, slip_error *error)
{
    static const char *const problems[] = { "point-mass", "ball:law=coulomb", "random-lcp", "cannonball:n=3", "table", "pendulum" };
    int late = 0;                   /* who hangs twice hangs always, and nobody's time is to be spent on it */
    for (size_t k = 0; k < sizeof problems / sizeof *problems && late < 2; k++) {
        slip_problem p;
        slip_attempt a;
        slip_status status = slip_open(&p, problems[k], NULL, error);
        if (status) return status;
        if (!(status = slip_check_attempt(c, &p, NULL, NULL, &a, error))) {
            slip_check_case *one = slip_passport_add(pass, SLIP_CHECK_PROTOCOL, problems[k], problems[k], p.nc);
            if (one) {
                slip_case_fill(pass, one, &a);
                pass->false_claims -= one->word == SLIP_VERDICT_FALSE_CLAIM;     /* counted where accuracy is asked */
                bool spoke = one->word == SLIP_VERDICT_NA || !(one->word >= SLIP_VERDICT_TIMEOUT || one->word == SLIP_VERDICT_INVALID);
                one->mark = spoke ? SLIP_CASE_PASS : SLIP_CASE_FAIL;
                late += one->word == SLIP_VERDICT_TIMEOUT;
                if (spoke && one->word != SLIP_VERDICT_NA) snprintf(one->text, sizeof one->text, "its answer can be read: claim %s", slip_claim_name(a.result.answer.claim));
            }
        }
        slip_attempt_free(&a);
        if (k == 0 && !status && !late) nonsense(c, pass, &p);
        slip_problem_free(&p);
        if (status) return status;
        if (c->tell) c->tell(c->ctx, pass, SLIP_CHECK_PROTOCOL, (double)(k + 1) / 6);
    }
    return SLIP_OK;
}

/* ---- invariance ---- */

enum { PERMUTE, UNITS, BINARY, MIRROR, DUPLICATE, OPEN, ROTATE, KINDS };
static const char *const kinds[KINDS] = { "contacts in another order", "units by 1000", "units by powers of two", "mirrored", "a contact repeated", "an open contact added", "tangents turned" };

static slip_status retell(int kind, slip_twin *twin, const slip_problem *p, slip_answer *zero, slip_arena *arena, slip_error *error)
{
    int *order = SLIP_NEW(arena, int, p->nc);
    double *angle = SLIP_NEW(arena, double, p->nc), lift = 1;
    if (arena->failed) return slip_fail(error, SLIP_MEMORY, "out of memory for a twin problem");
    for (int i = 0; i < p->nc; i++) { order[i] = p->nc - 1 - i; angle[i] = 0.7 + i; }
    for (int i = 0; p->w && i < slip_problem_m(p); i++) lift = fmax(lift, 100 * fabs(p->w[i]));
    for (int i = 0; p->f && i < p->n; i++) lift = fmax(lift, 100 * fabs(p->f[i]));
    switch (kind) {
    case PERMUTE: return slip_twin_permute(twin, p, zero, order, error);
    case UNITS: return slip_twin_units(twin, p, zero, 1e3, 1e3, 1, error);
    case BINARY: return slip_twin_units(twin, p, zero, 0x1p-20, 0x1p10, 0x1p5, error);
    case MIRROR: return slip_twin_mirror(twin, p, zero, error);
    case DUPLICATE: return slip_twin_duplicate(twin, p, zero, p->nc / 2, error);
    case OPEN: return slip_twin_open(twin, p, zero, 0, lift, error);
    default: return slip_twin_rotate(twin, p, zero, angle, error);
    }
}

static slip_status invariant(const slip_check *c, slip_passport *pass, const char *name, slip_error *error)
{
    slip_problem p;
    slip_attempt base;
    slip_arena arena = { 0 };
    slip_answer zero;
    slip_status status = slip_open(&p, name, NULL, error);
    if (status) return status;
    status = slip_check_attempt(c, &p, NULL, NULL, &base, error);
    bool right = !status && base.judgement.claimed.word == SLIP_VERDICT_VERIFIED;
    for (int kind = 0; kind < KINDS && !status; kind++) {
        char text[128];
        if ((kind == ROTATE && p.d < 3) || (kind == MIRROR && p.d < 2) || (kind == PERMUTE && p.nc < 2)) continue;
        snprintf(text, sizeof text, "%s: %s", name, kinds[kind]);
        slip_check_case *k = slip_passport_add(pass, SLIP_CHECK_INVARIANCE, text, NULL, p.nc);
        if (!k) break;
        if (!right) { note(k, SLIP_CASE_SKIP, "the problem itself is not solved"); k->word = base.judgement.claimed.word; continue; }
        slip_twin twin;
        slip_attempt a;
        if ((status = slip_answer_new(&zero, &p, &arena, error)) || (status = retell(kind, &twin, &p, &zero, &arena, error))) break;
        if (!(status = slip_check_attempt(c, &twin.problem, NULL, NULL, &a, error))) {
            slip_case_fill(pass, k, &a);
            k->mark = k->word == SLIP_VERDICT_VERIFIED ? SLIP_CASE_PASS : SLIP_CASE_FAIL;
        }
        slip_attempt_free(&a);
        slip_twin_free(&twin);
    }
    slip_attempt_free(&base);
    slip_arena_free(&arena);
    slip_problem_free(&p);
    return status;
}

slip_status slip_ladder_invariance(const slip_check *c, slip_passport *pass, slip_error *error)
{
    static const char *const problems[] = { "point-mass:hx=2.5", "ball:law=coulomb", "cannonball:n=2", "random-lcp" };
    slip_status status = SLIP_OK;
    int most = c->quick ? 2 : 4;
    for (int k = 0; k < most && !status && !(c->stop && c->stop()); k++) {
        status = invariant(c, pass, problems[k], error);
        if (c->tell) c->tell(c->ctx, pass, SLIP_CHECK_INVARIANCE, (double)(k + 1) / most);
    }
    return status;
}

/* ---- behaviour ---- */

static slip_status determinism(const slip_check *c, slip_passport *pass, slip_error *error)
{
    slip_problem p;
    slip_attempt first = { 0 }, a;
    int repeats = c->quick ? 3 : 10, different = 0, strays = 0;
    slip_status status = slip_open(&p, "cannonball:n=3", NULL, error);
    if (status) return status;
    slip_check_case *k = slip_passport_add(pass, SLIP_CHECK_BEHAVIOUR, "the same answer every time", NULL, p.nc), *s;
    for (int i = 0; i < repeats && !status && k; i++) {
        if ((status = slip_check_attempt(c, &p, NULL, NULL, i ? &a : &first, error))) break;
        const slip_attempt *x = i ? &a : &first;
        strays += x->result.foreign.strays;
        pass->spent += x->result.cpu > 0 ? x->result.cpu : 0;
        if (i && (!a.result.answer.r != !first.result.answer.r || (a.result.answer.r && memcmp(a.result.answer.r, first.result.answer.r, sizeof(double) * (size_t)slip_problem_m(&p))))) different++;
        if (i) slip_attempt_free(&a);
    }
    if (!status && k) {
        char text[96];
        k->word = first.judgement.claimed.word;
        snprintf(text, sizeof text, different ? "%d of %d repeats differ" : "%d repeats differ, of %d", different, repeats);
        note(k, !first.result.answer.r ? SLIP_CASE_SKIP : different ? SLIP_CASE_FAIL : SLIP_CASE_PASS, first.result.answer.r ? text : "it gives no impulses for this problem");
        if ((s = slip_passport_add(pass, SLIP_CHECK_BEHAVIOUR, "nothing left running", NULL, p.nc)))
            note(s, strays ? SLIP_CASE_FAIL : SLIP_CASE_PASS, strays ? "it leaves processes behind, which were ended" : "no process is left behind");
    }
    slip_attempt_free(&first);
    slip_problem_free(&p);
    return status;
}

/* A solver that is told the tolerance, the steps or the time must make use of it. */
static slip_status obedience(const slip_check *c, slip_passport *pass, slip_error *error)
{
    bool told_tol = !slip_foreign_name(c->name) || strstr(c->name, "{tol}"), told_time = !slip_foreign_name(c->name) || strstr(c->name, "{time}");
    slip_problem p;
    slip_attempt a;
    slip_status status = SLIP_OK;
    slip_check_case *k = slip_passport_add(pass, SLIP_CHECK_BEHAVIOUR, "a tighter tolerance is met", "cannonball:n=2", 0);
    if (k && !told_tol) note(k, SLIP_CASE_SKIP, "it is not told {tol}");
    else if (k && !(status = slip_open(&p, "cannonball:n=2", NULL, error))) {
        slip_limits limits = c->limits;
        limits.tol = c->limits.tol / 100;
        if (!(status = slip_check_attempt(c, &p, NULL, &limits, &a, error))) {
            slip_case_fill(pass, k, &a);
            k->contacts = p.nc;
            k->mark = k->word == SLIP_VERDICT_NA ? SLIP_CASE_SKIP : slip_check_bad(k->word) ? SLIP_CASE_FAIL : SLIP_CASE_PASS;
        }
        slip_attempt_free(&a);
        slip_problem_free(&p);
    }
    k = status ? NULL : slip_passport_add(pass, SLIP_CHECK_BEHAVIOUR, "it stops itself at a time limit", "cannonball:n=12", 0);
    if (k && !told_time) note(k, SLIP_CASE_SKIP, "it is not told {time}");
    else if (k && !(status = slip_open(&p, "cannonball:n=12", NULL, error))) {
        slip_limits limits = c->limits;
        limits.time = 1;
        if (!(status = slip_check_attempt(c, &p, NULL, &limits, &a, error))) {
            slip_case_fill(pass, k, &a);
            k->contacts = p.nc;
            k->mark = k->word == SLIP_VERDICT_NA ? SLIP_CASE_SKIP : k->word == SLIP_VERDICT_TIMEOUT ? SLIP_CASE_FAIL : SLIP_CASE_PASS;
            if (k->mark == SLIP_CASE_FAIL && a.result.cpu < limits.time) note(k, SLIP_CASE_SKIP, "it had too little of the processor to tell");
        }
        slip_attempt_free(&a);
        slip_problem_free(&p);
    }
    return status;
}

/* CPU against contacts, as a power law; a program's start is taken off as the least time seen. */
static slip_status cost(const slip_check *c, slip_passport *pass, slip_error *error)
{
    static const int sizes[2][5] = { { 1, 3, 5, 8, 12 }, { 1, 2, 3, 5 } };        /* in full, quick */
    double x[5], y[5], low = INFINITY, exponent = NAN, half = NAN;
    int n = 0, most = c->quick ? 4 : 5;
    slip_check_case *k = slip_passport_add(pass, SLIP_CHECK_BEHAVIOUR, "cost against size", NULL, 0);
    for (int s = 0; s < most && k; s++) {
        char name[64];
        slip_problem p;
        slip_attempt a;
        snprintf(name, sizeof name, "cannonball:n=%d", sizes[c->quick][s]);
        slip_status status = slip_open(&p, name, NULL, error);
        if (status) return status;
        if (!(status = slip_check_attempt(c, &p, NULL, NULL, &a, error))) {
            pass->spent += a.result.cpu > 0 ? a.result.cpu : 0;
            low = fmin(low, a.result.cpu);
            if (a.result.answer.r && s) { x[n] = p.nc; y[n++] = a.result.cpu; }
        }
        slip_attempt_free(&a);
        slip_problem_free(&p);
        if (status) return status;
    }
    for (int i = 0; i < n; i++) y[i] = fmax(y[i] - 0.9 * low, 1e-6);
    bool fitted = k && n >= 3 && slip_fit_power(n, x, y, &exponent, &half);
    if (fitted && exponent > 0) {
        char text[96];
        pass->cost = (slip_line){ .b = exponent, .low = exponent - half, .high = exponent + half };
        snprintf(text, sizeof text, "CPU time grows like contacts^%.1f (+- %.1f), over %d sizes", exponent, half, n);
        note(k, SLIP_CASE_PASS, text);
    } else note(k, SLIP_CASE_SKIP, fitted ? "its start takes longer than its work: no exponent can be told" : "too few sizes were answered");
    return SLIP_OK;
}

slip_status slip_ladder_behaviour(const slip_check *c, slip_passport *pass, slip_error *error)
{
    slip_status status = determinism(c, pass, error);
    if (c->tell) c->tell(c->ctx, pass, SLIP_CHECK_BEHAVIOUR, 0.4);
    if (!status) status = obedience(c, pass, error);
    if (c->tell) c->tell(c->ctx, pass, SLIP_CHECK_BEHAVIOUR, 0.7);
    if (!status) status = cost(c, pass, error);
    return status;
}
