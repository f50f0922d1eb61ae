/* invariance.c: an answer judged in every retelling of its problem: the verdict must not move.
   SPDX-License-Identifier: GPL-3.0-or-later

   Every twin is measured with the V of the original (in its units): an added open contact may not change the scale.
   A duplicated contact halves its impulses, so there only the word is compared. */

#include "verify/verify.h"

enum { PERMUTE, UNITS, BINARY, MIRROR, DUPLICATE, OPEN, ROTATE, KINDS };

static slip_status tell(int kind, slip_twin *twin, const slip_problem *p, const slip_answer *answer, const slip_ruler *ruler, slip_arena *arena, slip_error *error)
{
    int *order = SLIP_NEW(arena, int, p->nc);
    double *angle = SLIP_NEW(arena, double, p->nc), mu = 0;
    bool polygon = p->law == SLIP_LAW_FACETS || p->law == SLIP_LAW_CONE_FACETS || answer->law == SLIP_LAW_FACETS || answer->law == SLIP_LAW_CONE_FACETS;
    if (arena->failed) return slip_fail(error, SLIP_MEMORY, "no memory for a twin problem");
    for (int i = 0; i < p->nc; i++) {
        order[i] = (int)(((long long)i * 7 + 3) % p->nc);
        angle[i] = polygon ? 0.7 : 0.7 + i;
        mu = fmax(mu, p->mu[i]);
    }
    if (p->nc % 7 == 0)
        for (int i = 0; i < p->nc; i++)
            order[i] = p->nc - 1 - i;
    double lift = 0;
    for (int i = 0; i < slip_problem_m(p); i++)
        lift = fmax(lift, fmax(fabs(ruler->q[i]), answer->u ? fabs(answer->u[i]) : 0));
    switch (kind) {
    case PERMUTE: return slip_twin_permute(twin, p, answer, order, error);
    case UNITS: return slip_twin_units(twin, p, answer, 1e3, 1e3, 1, error);
    case BINARY: return slip_twin_units(twin, p, answer, 0x1p-20, 0x1p10, 0x1p5, error);
    case MIRROR: return slip_twin_mirror(twin, p, answer, error);
    case DUPLICATE: return slip_twin_duplicate(twin, p, answer, p->nc / 2, error);
    case OPEN: return slip_twin_open(twin, p, answer, 0, lift > 0 ? 4 * (1 + mu) * lift : 1, error);
    default: return slip_twin_rotate(twin, p, answer, angle, error);
    }
}

/* OPEN lifts by the answer's own u; without one the lift must beat W r, so it is taken from the completed answer. */
slip_status slip_invariance_check(const slip_problem *p, const slip_answer *answer, double tol, slip_invariance *out, slip_error *error)
{
    static const char *const names[KINDS] = { "permute contacts", "units by 1000", "units by powers of two", "mirror", "duplicate a contact", "add an open contact", "rotate tangents" };
    slip_ruler ruler;
    slip_status status = slip_ruler_new(&ruler, p, error);
    *out = (slip_invariance){0};
    if (status != SLIP_OK) return status;
    slip_arena arena = {0};
    slip_residuals residual;
    slip_motion motion = {0};
    slip_answer whole = *answer;
    slip_verdict base = slip_ruler_verify(&ruler, answer->law, answer->dirs, answer, NULL, tol, 0);
    out->word = base.word;
    if (base.residual.undefined[SLIP_R_DYNAMICS] == NULL
        && slip_residuals_get(&ruler, answer->law, answer->dirs, answer, tol, 0, &residual, &motion, error) == SLIP_OK) {
        double *u = SLIP_NEW(&arena, double, slip_problem_m(p));
        if (u) slip_dd_round(motion.u, slip_problem_m(p), u);
        if (u && !whole.u) whole.u = u;
    }
    for (int kind = 0; kind < KINDS && status == SLIP_OK; kind++) {
        slip_twin twin;
        slip_twin_check *check = &out->check[out->count];
        if (p->nc == 0 && (kind == DUPLICATE || kind == OPEN)) continue;
        if (kind == ROTATE && (p->d < 3 || p->law == SLIP_LAW_BOX || answer->law == SLIP_LAW_BOX)) continue;
        status = tell(kind, &twin, p, kind == OPEN ? &whole : answer, &ruler, &arena, error);
        if (status != SLIP_OK) break;
        if (kind == OPEN && !answer->u) twin.answer.u = NULL;
        double k = kind == UNITS ? 1e3 : kind == BINARY ? (p->level == SLIP_LEVEL_VELOCITY ? 0x1p5 : 1) : 1;
        double V = motion.V * k;
        slip_ruler other;
        status = slip_ruler_new(&other, &twin.problem, error);
        if (status == SLIP_OK) {
            slip_verdict v = slip_ruler_verify(&other, twin.answer.law, twin.answer.dirs, &twin.answer, NULL, tol, V);
            *check = (slip_twin_check){ .name = names[kind], .word = v.word, .moved = 0 };
            for (int id = 0; id < SLIP_R_COUNT; id++)
                if (slip_residual_decides(id) && kind != DUPLICATE)
                    check->moved = fmax(check->moved, fabs(v.residual.value[id] - base.residual.value[id]));
            out->count++;
            if (v.word != base.word) out->broken++;
            slip_ruler_free(&other);
        }
        slip_twin_free(&twin);
    }
    slip_arena_free(&motion.arena);
    slip_arena_free(&arena);
    slip_ruler_free(&ruler);
    return status;
}
