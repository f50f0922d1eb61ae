/* lint.c: tests of what is found odd about problems: each oddity planted in sound data and named, nothing named without cause.
   SPDX-License-Identifier: GPL-3.0-or-later

   What the readers themselves note is planted in tests/fclib.c and tests/formats.c. */

#include "reports/reports.h"
#include "tests/tap.h"

typedef struct { slip_problem p; slip_truth truth; slip_origin o; slip_arena arena; } specimen;

static void open_one(specimen *s, const char *name, bool local)
{
    slip_error e = { 0 };
    *s = (specimen){ 0 };
    if (slip_problem_open(&s->p, name, &s->truth, &e)) bail_out("%s: %s", name, e.text);
    if (local) {
        slip_problem w;
        if (slip_problem_local(&w, &s->p, &e)) bail_out("%s: %s", name, e.text);
        slip_problem_free(&s->p);
        s->p = w;
    }
    s->p.foreign = true;
}

static void close_one(specimen *s) { slip_problem_free(&s->p); slip_arena_free(&s->arena); }

static double *entry(slip_sparse *a, int i, int j)
{
    for (int k = a->p[j]; k < a->p[j + 1]; k++) if (a->i[k] == i) return &a->x[k];
    bail_out("no entry %d, %d", i, j);
}

/* Findings of a severity or above, other than `but`. */
static int others(const slip_lint *lint, slip_severity least, slip_oddity but)
{
    int count = 0;
    for (int k = 0; k < lint->count; k++) count += slip_oddity_severity(lint->note[k].what) >= least && lint->note[k].what != but;
    return count;
}

static const slip_note *named(const slip_lint *lint, slip_oddity what)
{
    for (int k = 0; k < lint->count; k++) if (lint->note[k].what == what) return &lint->note[k];
    return NULL;
}

static bool planted[SLIP_ODDITY_COUNT];

/* The plant is named, at that contact (-1: any), and no other warning with it. */
static void found(specimen *s, slip_oddity what, int contact, const char *how)
{
    slip_lint lint;
    slip_error e = { 0 };
    if (slip_problem_check(&s->p, &e)) bail_out("%s: %s", how, e.text);
    slip_status status = slip_lint_problem(&s->p, &s->o, 1e-8, &lint, &e);
    const slip_note *note = status ? NULL : named(&lint, what);
    bool order = true;
    for (int k = 1; k < lint.count; k++) order = order && slip_oddity_severity(lint.note[k].what) <= slip_oddity_severity(lint.note[k - 1].what);
    ok(note && (contact < 0 || note->contact == contact) && order && others(&lint, SLIP_SEVERITY_WARNING, what) == 0, "%s: %s", how, note ? note->text : status ? e.text : "not found");
    for (int k = 0; k < lint.count && others(&lint, SLIP_SEVERITY_WARNING, what); k++) diag("  %s: %s", slip_oddity_name(lint.note[k].what), lint.note[k].text);
    planted[what] = true;
    slip_lint_free(&lint);
    close_one(s);
}

/* ---- matrices ---- */

static void matrices(void)
{
    specimen s;
    open_one(&s, "integer", true);
    *entry(&s.p.W, 1, 0) += 1e-3 * fabs(*entry(&s.p.W, 0, 0));
    found(&s, SLIP_ODDITY_ASYMMETRIC, -1, "an entry of W that differs from its mirror image");
    open_one(&s, "cannonball:n=2", true);
    for (int k = 0; k < slip_problem_m(&s.p); k++) *entry(&s.p.W, k, k) *= 1 - 1e-8;
    found(&s, SLIP_ODDITY_INDEFINITE, -1, "a singular W rounded at the eighth digit");
    open_one(&s, "sphere", true);
    *entry(&s.p.W, 0, 0) = -1;
    found(&s, SLIP_ODDITY_INDEFINITE, -1, "a negative diagonal of W");
    open_one(&s, "cannonball:n=2", false);
    *entry(&s.p.M, 0, 0) = *entry(&s.p.M, 1, 1) = *entry(&s.p.M, 2, 2) = -1;
    found(&s, SLIP_ODDITY_MASS, -1, "a negative mass");
    open_one(&s, "table", true);
    found(&s, SLIP_ODDITY_RANK, -1, "a table on four legs");
    open_one(&s, "pendulum:n=5,twice=1", false);
    found(&s, SLIP_ODDITY_REDUNDANT, -1, "every joint twice");
    open_one(&s, "pendulum:n=5,twice=1", false);
    s.p.b[s.p.p - 1] += 1;
    found(&s, SLIP_ODDITY_JOINTS, -1, "twice, and contradicting each other");
    open_one(&s, "stack:k=1600", false);
    found(&s, SLIP_ODDITY_NOT_COMPUTED, -1, "more rows than are looked at");
    slip_error e = { 0 };
    s = (specimen){ 0 };
    if (slip_problem_new(&s.p, 3, 0, 0, 0, true, &e)) bail_out("%s", e.text);
    found(&s, SLIP_ODDITY_NO_CONTACTS, -1, "no contacts");
}

/* ---- contacts ---- */

static void contacts(void)
{
    specimen s;
    slip_twin twin;
    slip_answer zero;
    slip_error e = { 0 };
    for (int sunk = 0; sunk < 2; sunk++) {
        open_one(&s, "cannonball:n=2", true);
        int i = 1, d = s.p.d;
        for (int j = 0; j < slip_problem_m(&s.p); j++)
            for (int k = s.p.W.p[j]; k < s.p.W.p[j + 1]; k++) if (s.p.W.i[k] / d == i || j / d == i) s.p.W.x[k] = 0;
        s.p.q[d * i] = sunk ? -0.1 : 0.1;
        found(&s, sunk ? SLIP_ODDITY_IMPOSSIBLE : SLIP_ODDITY_IMMOVABLE, 1, sunk ? "nothing moves a contact that approaches" : "nothing moves a contact");
    }
    open_one(&s, "cannonball:n=2", true);
    if (slip_answer_new(&zero, &s.p, &s.arena, &e) || slip_twin_duplicate(&twin, &s.p, &zero, 0, &e)) bail_out("%s", e.text);
    close_one(&s);
    s = (specimen){ .p = twin.problem };
    slip_arena_free(&twin.arena);
    int last = s.p.nc - 1;
    found(&s, SLIP_ODDITY_REPEATED_CONTACT, last, "a contact twice");
    for (int kind = 0; kind < 3; kind++) {
        static const char *const how[] = { "a tangent of length two", "a tangent that leans", "two bodies pushed the same way" };
        open_one(&s, "tower", false);
        int j = 3 * 6 + 1;
        for (int k = s.p.H.p[j]; k < s.p.H.p[j + 1]; k++) {
            if (kind == 0) s.p.H.x[k] *= 2;
            else if (kind == 1) s.p.H.x[k] += 0.1 * (k - s.p.H.p[j] < 1);
            else if (s.p.H.i[k] / 6 == s.p.H.i[s.p.H.p[j]] / 6 && s.p.bodies.pair && s.p.bodies.pair[13] >= 0) s.p.H.x[k] = -s.p.H.x[k];
        }
        bool two = s.p.bodies.pair && s.p.bodies.pair[12] >= 0 && s.p.bodies.pair[13] >= 0;
        s.p.bodies.count = 0;               /* as a file would have it */
        if (kind == 2 && !two) { skip(1, "contact 6 has one body"); close_one(&s); continue; }
        found(&s, SLIP_ODDITY_FRAME, 6, how[kind]);
    }
    open_one(&s, "cannonball:n=2", true);
    s.p.mu[1] = 30;
    found(&s, SLIP_ODDITY_FRICTION, 1, "friction as an angle");
    open_one(&s, "cannonball:n=2", true);
    for (int i = 0; i < s.p.nc; i++) s.p.mu[i] = 0;
    found(&s, SLIP_ODDITY_FRICTIONLESS, -1, "no friction");
    open_one(&s, "cannonball:n=2", true);
    for (int j = 0; j < slip_problem_m(&s.p); j++)
        for (int k = s.p.W.p[j]; k < s.p.W.p[j + 1]; k++) s.p.W.x[k] *= (j / s.p.d == 0 ? 1e5 : 1) * (s.p.W.i[k] / s.p.d == 0 ? 1e5 : 1);
    found(&s, SLIP_ODDITY_UNITS, 0, "one contact in other units");
    open_one(&s, "cannonball:n=2", true);
    for (int k = 0; k < slip_problem_m(&s.p); k++) s.p.q[k] *= 1e-20;
    found(&s, SLIP_ODDITY_UNITS, -1, "speeds of 1e-20");
}

/* ---- the solution that came with it ---- */

static void solutions(void)
{
    static const struct { slip_oddity what; const char *how; } kinds[] = {
        { SLIP_ODDITY_SOLUTION, "the solution" }, { SLIP_ODDITY_ZERO_SOLUTION, "its velocities with r = 0" }, { SLIP_ODDITY_ZERO_SOLUTION, "r = 0 alone" },
        { SLIP_ODDITY_FALSE_SOLUTION, "impulses too large" }, { SLIP_ODDITY_FALSE_SOLUTION, "impulses a little too large" }, { SLIP_ODDITY_FALSE_SOLUTION, "other velocities" },
        { SLIP_ODDITY_FALSE_SOLUTION, "velocities alone" } };
    specimen s;
    for (int k = 0; k < (int)(sizeof kinds / sizeof *kinds); k++) {
        open_one(&s, "sphere", false);
        int m = slip_problem_m(&s.p);
        if (s.truth.known != 1) bail_out("sphere has no listed solution");
        double *r = SLIP_NEW(&s.arena, double, m), *u = SLIP_NEW(&s.arena, double, m);
        for (int i = 0; i < m; i++) {
            r[i] = s.truth.r[i] * (k == 1 || k == 2 ? 0 : k == 3 ? 1.5 : k == 4 ? 1 + 1e-5 : 1);
            u[i] = s.truth.u[i] + (k == 5 ? 0.3 : 0);
        }
        s.o.r = k == 6 ? NULL : r;
        s.o.u = k >= 2 && k <= 4 ? NULL : u;
        found(&s, kinds[k].what, -1, kinds[k].how);
    }
    open_one(&s, "cannonball:n=2", true);
    for (int k = 0; k < slip_problem_m(&s.p); k++) s.p.q[k] = k % s.p.d ? 0.2 : 1;
    found(&s, SLIP_ODDITY_ALL_OPEN, -1, "everything comes apart by itself");
    open_one(&s, "cannonball:n=2", true);
    s.o.format = "FCLIB, local"; s.o.title = "a stack"; s.o.math_info = "unknown"; s.o.guesses = 2;
    found(&s, SLIP_ODDITY_METADATA, -1, "no words");
    open_one(&s, "cannonball:n=2", true);
    s.o.format = "FCLIB, local"; s.o.title = s.o.description = s.o.math_info = "a stack"; s.o.guesses = 2;
    found(&s, SLIP_ODDITY_GUESSES, -1, "guesses");
}

/* What we make ourselves is sound: only what Baraff's and Anitescu's pairs say on purpose. */
static void catalogue(void)
{
    int wrong = 0, looked = 0;
    for (int f = 0; slip_families[f]; f++) {
        specimen s;
        slip_lint lint;
        slip_error e = { 0 };
        open_one(&s, slip_families[f]->name, false);
        if (slip_problem_m(&s.p) <= 1500) {
            looked++;
            if (slip_lint_problem(&s.p, NULL, 1e-8, &lint, &e)) { wrong++; diag("%s: %s", slip_families[f]->name, e.text); }
            for (int k = 0; k < lint.count; k++)
                if (slip_oddity_severity(lint.note[k].what) > SLIP_SEVERITY_NOTE) { wrong++; diag("%s: %s", slip_families[f]->name, lint.note[k].text); }
            slip_lint_free(&lint);
        }
        close_one(&s);
    }
    ok(wrong == 0 && looked > 20, "%d families, no warning", looked);
}

/* Each allocation fails in turn: never more than a sentence, never a leak. */
static void memory(void)
{
    specimen s;
    slip_lint lint;
    slip_error e;
    int refused = 0, other = 0;
    open_one(&s, "pendulum:n=2", false);
    long live = slip_memory_live();
    for (long k = 1;; k++) {
        long before = slip_memory_refused();
        slip_memory_fail_at(k);
        slip_status status = slip_lint_problem(&s.p, NULL, 1e-8, &lint, &e);
        slip_memory_fail_at(0);
        if (!status) slip_lint_free(&lint);
        if (slip_memory_refused() == before) break;
        refused += status == SLIP_MEMORY;
        other += status != SLIP_MEMORY && status != SLIP_OK;
    }
    ok(refused > 3 && other == 0, "memory that runs out: %d refusals, each a sentence", refused);
    is_int(slip_memory_live(), live, "and nothing leaks");
    close_one(&s);
}

int main(void)
{
    static const slip_oddity readers[] = { SLIP_ODDITY_NZMAX, SLIP_ODDITY_UNSORTED, SLIP_ODDITY_ZEROS, SLIP_ODDITY_REPEATED_ENTRY, SLIP_ODDITY_PACKED, SLIP_ODDITY_SECOND_PROBLEM,
        SLIP_ODDITY_GLOBAL_ROWS, SLIP_ODDITY_FLOAT32, SLIP_ODDITY_NOT_ASCII, SLIP_ODDITY_STRAY, SLIP_ODDITY_SOLUTION_LENGTH };
    slip_error error;
    plan(9 + 10 + 10 + 1 + 1 + 2);
    if (slip_start(&error)) bail_out("%s", error.text);
    matrices();
    contacts();
    solutions();
    catalogue();
    for (size_t k = 0; k < sizeof readers / sizeof *readers; k++) planted[readers[k]] = true;
    int missing = 0;
    for (int k = 0; k < SLIP_ODDITY_COUNT; k++) if (!planted[k]) { missing++; diag("never planted: %s", slip_oddity_name((slip_oddity)k)); }
    is_int(missing, 0, "every oddity was planted, here or in the tests of the readers");
    memory();
    return done();
}
