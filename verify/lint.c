/* lint.c: what is wrong or suspicious about a problem: what its reader noted, its data, the solution that came with it.
   SPDX-License-Identifier: GPL-3.0-or-later

   Data are used as they are stored; this only tells.  A stored solution is a claim like any other. */

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "verify/lint.h"

void slip_lint_add(slip_lint *lint, slip_oddity what, int contact, const char *format, ...)
{
    char text[320];
    va_list args;
    if (lint->count == lint->room) {
        int room = lint->room ? 2 * lint->room : 16;
        slip_note *more = SLIP_NEW(&lint->arena, slip_note, room);
        if (!more) return;                  /* the arena remembers */
        if (lint->count) memcpy(more, lint->note, sizeof *more * (size_t)lint->count);
        lint->note = more;
        lint->room = room;
    }
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    char *copy = slip_arena_printf(&lint->arena, "%s", text);
    if (!copy) return;
    int at = lint->count++;                 /* the worst first */
    while (at > 0 && slip_oddity_severity(lint->note[at - 1].what) < slip_oddity_severity(what)) { lint->note[at] = lint->note[at - 1]; at--; }
    lint->note[at] = (slip_note){ what, contact, copy };
    lint->severity[slip_oddity_severity(what)]++;
}

static bool said(const char *text) { return text && *text && strcmp(text, "unknown") && strcmp(text, "none"); }

/* FCLIB says what a problem is in three texts, and Siconos' text nowhere. */
static void metadata(slip_lint *lint, const slip_origin *o)
{
    char missing[64] = "";
    if (!o->format || !strncmp(o->format, "slipstick text", 14)) return;
    if (!said(o->title)) strcat(missing, ", title");
    if (!said(o->description)) strcat(missing, ", description");
    if (!said(o->math_info)) strcat(missing, ", math_info");
    if (*missing) slip_lint_add(lint, SLIP_ODDITY_METADATA, -1, "no %s%s", missing + 2, strstr(o->format, "JSON") ? "" : "; the format has no place for units, the time step, or whether r is an impulse or a force");
    if (o->guesses) slip_lint_add(lint, SLIP_ODDITY_GUESSES, -1, "%d first guess%s stored, and not read", o->guesses, o->guesses == 1 ? " is" : "es are");
}

static double largest(const double *x, int n)
{
    double most = 0;
    for (int k = 0; x && k < n; k++) most = fmax(most, fabs(x[k]));
    return most;
}

static slip_verdict judge(const slip_ruler *ruler, double *r, const slip_origin *o, double tol)
{
    const slip_problem *p = ruler->problem;
    slip_answer a = { .claim = SLIP_CLAIM_SOLVED, .law = p->law, .dirs = p->dirs, .r = r, .u = o ? o->u : NULL, .v = o ? o->v : NULL, .l = o ? o->l : NULL, .claimed_error = NAN };
    return slip_ruler_verify(ruler, p->law, p->dirs, &a, NULL, tol, 0);
}

static void miss(const slip_verdict *v, char out[128])
{
    if (v->contact >= 0) snprintf(out, 128, "%s is %.2e at contact %d", slip_residual_name(v->condition), v->error, v->contact);
    else snprintf(out, 128, "%s is %.2e", slip_residual_name(v->condition), v->error);
}

/* r = 0 beside velocities that are not those of r = 0: the impulses were never written. */
static void zero_solution(slip_lint *lint, const slip_ruler *ruler, const slip_origin *o, const slip_verdict *v)
{
    int m = slip_problem_m(ruler->problem);
    char where[128];
    double off = 0;
    for (int k = 0; o->u && k < m; k++) off = fmax(off, fabs(o->u[k] - ruler->q[k]));
    miss(v, where);
    if (off > 1e-6 * (ruler->V > 0 ? ruler->V : largest(ruler->q, m)))
        slip_lint_add(lint, SLIP_ODDITY_ZERO_SOLUTION, v->contact, "the stored solution has r = 0, but its u differs from that of r = 0 by %.2g: the impulses were never written (a fault of Siconos' writers); %s", off, where);
    else
        slip_lint_add(lint, SLIP_ODDITY_ZERO_SOLUTION, v->contact, "the stored solution has r = 0, which is none: %s", where);
}

static void solution(slip_lint *lint, const slip_ruler *ruler, const slip_origin *o, double tol, double *zero)
{
    int m = slip_problem_m(ruler->problem);
    char where[128];
    slip_verdict open = judge(ruler, zero, NULL, tol);
    if (open.word == SLIP_VERDICT_VERIFIED) slip_lint_add(lint, SLIP_ODDITY_ALL_OPEN, -1, "r = 0 is a solution (to %g)", tol);
    if (!o || (!o->r && !o->u)) return;
    if (!o->r) { slip_lint_add(lint, SLIP_ODDITY_FALSE_SOLUTION, -1, "a solution is stored without its impulses r"); return; }
    slip_verdict whole = judge(ruler, o->r, o, tol), alone = judge(ruler, o->r, NULL, tol);
    bool is_zero = largest(o->r, m) == 0;
    if (whole.word == SLIP_VERDICT_VERIFIED) { slip_lint_add(lint, SLIP_ODDITY_SOLUTION, -1, "the stored solution is right: its worst residual is %.1e", whole.error); return; }
    if (is_zero && alone.word != SLIP_VERDICT_VERIFIED) { zero_solution(lint, ruler, o, &alone); return; }
    miss(&whole, where);
    if (alone.word == SLIP_VERDICT_VERIFIED) slip_lint_add(lint, SLIP_ODDITY_FALSE_SOLUTION, whole.contact, "the stored impulses are right (to %.1e), but the velocities beside them are not theirs: %s", alone.error, where);
    else slip_lint_add(lint, SLIP_ODDITY_FALSE_SOLUTION, whole.contact, "the stored solution is %s: %s (tol %g)", whole.error <= 1e-3 ? "inaccurate" : "wrong", where, tol);
}

slip_status slip_lint_problem(const slip_problem *p, const slip_origin *o, double tol, slip_lint *lint, slip_error *error)
{
    slip_ruler ruler;
    slip_problem local = { 0 };
    slip_error why = { 0 };
    *lint = (slip_lint){ .count = 0 };
    for (int k = 0; o && k < o->notes; k++) slip_lint_add(lint, o->note[k].what, -1, "%s", o->note[k].text);
    if (p->nc == 0) slip_lint_add(lint, SLIP_ODDITY_NO_CONTACTS, -1, "there are no contacts: nothing is to be solved");
    slip_status status = slip_ruler_new(&ruler, p, &why);
    bool ruled = status == SLIP_OK;
    bool condensed = status != SLIP_MEMORY && slip_problem_m(p) <= SLIP_LINT_ROWS && (status = slip_problem_local(&local, p, &why)) == SLIP_OK;
    slip_status blamed = status;
    if (status == SLIP_INPUT && p->p) slip_lint_add(lint, SLIP_ODDITY_JOINTS, -1, "%s", why.text);
    if (status != SLIP_MEMORY) {
        slip_error other = { 0 };
        if ((status = slip_lint_matrices(lint, p, condensed ? &local : NULL, &other))) why = other;
        if (!status && blamed && !lint->severity[SLIP_SEVERITY_ERROR]) slip_lint_add(lint, SLIP_ODDITY_NOT_COMPUTED, -1, "W and the stored solution are not looked at: %s", why.text);
        slip_lint_frames(lint, p);
        slip_lint_contacts(lint, p, ruled ? &ruler : NULL);
        double *zero = SLIP_NEW(&lint->arena, double, slip_problem_m(p));
        if (ruled && zero && p->nc) solution(lint, &ruler, o, tol, zero);
        if (ruled && p->p > ruler.rank) slip_lint_add(lint, SLIP_ODDITY_REDUNDANT, -1, "%d of %d joints are redundant", p->p - ruler.rank, p->p);
    }
    if (o) metadata(lint, o);
    if (condensed) slip_problem_free(&local);
    if (ruled) slip_ruler_free(&ruler);
    if (!status && lint->arena.failed) status = slip_fail(&why, SLIP_MEMORY, "out of memory while looking at a problem");
    if (status) { slip_lint_free(lint); return slip_fail(error, status, "%s", why.text); }
    return SLIP_OK;
}

void slip_lint_free(slip_lint *lint)
{
    slip_arena_free(&lint->arena);
    *lint = (slip_lint){ .count = 0 };
}
