/* cone_twins.c: retelling a problem changes nothing for any method on cones: other units, order, tangents, a contact told twice, one more open contact.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "solvers/solvers.h"
#include "tests/tap.h"
#include "verify/verify.h"

#include <stdlib.h>

static const char *const methods[] = { "admm", "apgd", "apgd:follow=0.05,memory=3,every=20", "bb", "desaxce", "homotopy", "ipm", "newton", "newton:dense=0", "nsgs", "nsgs:order=coloured,memory=5", "pgs", "pgs:omega=1.3,order=coloured", "pj" };
enum { TURNS = 9 };
static const char *const turns[TURNS] = { "powers of two", "kilo units", "milli units", "reversed", "mirrored", "told twice", "one more, open", "turned", "turned, reversed, kilo" };

typedef struct { slip_result r; slip_verdict v; slip_arena arena; } outcome;

static outcome solve(const slip_problem *p, const char *name)
{
    outcome o = { .v = { .word = SLIP_VERDICT_HARNESS } };
    slip_error e = { 0 };
    const slip_solver *s;
    double par[SLIP_MAX_PARAMS];
    if (slip_solver_open(name, &s, par, &e)) bail_out("%s", e.text);
    if (slip_run(s, p, par, &(slip_limits){ .tol = 1e-7, .steps = 50000 }, NULL, NULL, NULL, &o.r, &o.arena, &e)) { diag("%s: %s", name, e.text); return o; }
    o.v = slip_verify(p, o.r.answer.law, o.r.answer.dirs, &o.r.answer, NULL, 1e-7);
    return o;
}

static slip_status retell(slip_twin *out, int turn, const slip_problem *p, const slip_answer *a, slip_error *e)
{
    int *order = calloc((size_t)p->nc, sizeof *order);
    double *angle = calloc((size_t)p->nc, sizeof *angle);
    slip_status status = SLIP_INPUT;
    slip_twin once, again;
    if (!order || !angle) bail_out("out of memory");
    for (int i = 0; i < p->nc; i++) { order[i] = p->nc - 1 - i; angle[i] = 0.3 + i; }
    switch (turn) {
    case 0: status = slip_twin_units(out, p, a, 256, 4, 16, e); break;       /* even powers: roots of masses are exact too */
    case 1: status = slip_twin_units(out, p, a, 1000, 1000, 1000, e); break;
    case 2: status = slip_twin_units(out, p, a, 1e6, 1000, 1, e); break;
    case 3: status = slip_twin_permute(out, p, a, order, e); break;
    case 4: status = slip_twin_mirror(out, p, a, e); break;
    case 5: status = slip_twin_duplicate(out, p, a, 0, e); break;
    case 6: status = slip_twin_open(out, p, a, 0, 1, e); break;
    case 7: status = slip_twin_rotate(out, p, a, angle, e); break;
    case 8:
        if ((status = slip_twin_rotate(&once, p, a, angle, e))) break;
        status = slip_twin_permute(&again, &once.problem, &once.answer, order, e);
        if (!status) { status = slip_twin_units(out, &again.problem, &again.answer, 1e3, 1, 1, e); slip_twin_free(&again); }
        slip_twin_free(&once);
        break;
    }
    free(order);
    free(angle);
    return status;
}

/* The same run, bit for bit: only exact changes of units give that. */
static bool same_history(const slip_result *a, const slip_result *b)
{
    if (a->steps != b->steps || a->moments != b->moments) return false;
    for (int k = 0; k < a->moments; k++) if (a->history[k].residual != b->history[k].residual) return false;
    return true;
}

int main(void)
{
    static const char *const problems[] = { "pile:n=2", "cannonball:n=4", "pyramid:speed=1,law=coulomb" };
    int count = (int)(sizeof methods / sizeof *methods), rows = (int)(sizeof problems / sizeof *problems);
    slip_error e = { 0 };
    plan(rows * count);
    if (slip_start(&e)) bail_out("%s", e.text);
    for (int q = 0; q < rows; q++) {
        slip_problem p;
        if (slip_problem_open(&p, problems[q], NULL, &e)) bail_out("%s", e.text);
        for (int k = 0; k < count; k++) {
            outcome a = solve(&p, methods[k]);
            int told = 0, moved = 0;
            for (int t = 0; t < TURNS; t++) {
                slip_twin twin;
                if (p.d < 3 && t >= 7) continue;
                if (retell(&twin, t, &p, &a.r.answer, &e)) { diag("%s: %s", turns[t], e.text); moved++; continue; }
                outcome b = solve(&twin.problem, methods[k]);
                told++;
                bool same = b.v.word == a.v.word && b.r.answer.claim == a.r.answer.claim;
                if (t == 0) same = same && same_history(&a.r, &b.r);
                if (t == 1 || t == 2) same = same && labs(a.r.steps - b.r.steps) <= 2 + a.r.steps / 5;
                if (!same) diag("%s by %s, %s: %s in %ld steps becomes %s in %ld", problems[q], methods[k], turns[t], slip_verdict_name(a.v.word), a.r.steps, slip_verdict_name(b.v.word), b.r.steps);
                moved += !same;
                slip_arena_free(&b.arena);
                slip_twin_free(&twin);
            }
            ok(told >= 7 && moved == 0 && a.v.word == SLIP_VERDICT_VERIFIED, "%s by %s: %s in %ld steps, and so are %d retellings", problems[q], methods[k], slip_verdict_name(a.v.word), a.r.steps, told);
            slip_arena_free(&a.arena);
        }
        slip_problem_free(&p);
    }
    return done();
}
