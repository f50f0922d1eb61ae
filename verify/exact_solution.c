/* exact_solution.c: exact solutions, found once each.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "verify/exact.h"

#include <stdio.h>

/* ---- what a goal distinguishes ---- */

bool slip_exact_family(const slip_exact_system *s, slip_goal goal, int k, const fmpq_mat_struct **affine, int *row, char name[16])
{
    int motion = s->n ? s->n : s->m;
    bool impulses = goal == SLIP_GOAL_SOLUTIONS;
    if (goal == SLIP_GOAL_PIECES || goal == SLIP_GOAL_VERTICES || k >= motion + (impulses ? s->m : 0)) return false;
    bool first = impulses && k < s->m;
    *row = impulses && !first ? k - s->m : k;
    *affine = first ? s->r : s->n ? s->v : s->u;
    snprintf(name, 16, "%c%d", first ? 'r' : s->n ? 'v' : 'u', *row);
    return true;
}

const fmpq *slip_exact_family_value(const slip_exact_solutions *l, const slip_exact_system *s, slip_goal goal, int k, int solution)
{
    bool impulses = goal == SLIP_GOAL_SOLUTIONS;
    if (impulses && k < s->m) return slip_exact_r(l, solution) + k;
    if (impulses) k -= s->m;
    return (s->n ? slip_exact_v(l, solution) : slip_exact_u(l, solution)) + k;
}

/* ---- the list ---- */

void slip_exact_solutions_new(slip_exact_solutions *l, const slip_exact_system *s)
{
    *l = (slip_exact_solutions){ .size = s->size, .m = s->m, .n = s->n, .p = s->p };
}

static int length(const slip_exact_solutions *l) { return l->size + 2 * l->m + l->n + l->p; }

void slip_exact_solutions_free(slip_exact_solutions *l)
{
    for (int k = 0; k < l->count; k++) _fmpq_vec_clear(l->x[k], length(l));
    slip_free(l->x);
    *l = (slip_exact_solutions){ .count = 0 };
}

int slip_exact_solutions_find(const slip_exact_solutions *l, const slip_exact_system *s, slip_goal goal, const fmpq *z)
{
    fmpq_t x;
    fmpq_init(x);
    int found = -1;
    for (int k = 0; k < l->count && found < 0; k++) {
        bool same = true;
        const fmpq_mat_struct *affine;
        int row;
        char name[16];
        if (goal == SLIP_GOAL_PIECES || goal == SLIP_GOAL_VERTICES)
            for (int i = 0; i < l->size && same; i++) same = fmpq_equal(z + i, l->x[k] + i);
        for (int f = 0; same && slip_exact_family(s, goal, f, &affine, &row, name); f++) {
            slip_exact_apply(x, affine, row, z);
            same = fmpq_equal(x, slip_exact_family_value(l, s, goal, f, k));
        }
        if (same) found = k;
    }
    fmpq_clear(x);
    return found;
}

int slip_exact_solutions_add(slip_exact_solutions *l, const slip_exact_system *s, slip_goal goal, const fmpq *z)
{
    int found = slip_exact_solutions_find(l, s, goal, z);
    if (found >= 0) return found;
    if (l->count == l->room) {
        int room = l->room ? 2 * l->room : 8;
        fmpq **x = slip_realloc(l->x, (size_t)room * sizeof *x);
        if (!x) return -1;
        l->x = x;
        l->room = room;
    }
    fmpq *x = l->x[l->count] = _fmpq_vec_init(length(l));
    for (int i = 0; i < l->size; i++) fmpq_set(x + i, z + i);
    for (int i = 0; i < l->m; i++) {
        slip_exact_apply(x + l->size + i, s->r, i, z);
        slip_exact_apply(x + l->size + l->m + i, s->u, i, z);
    }
    for (int i = 0; i < l->n; i++) slip_exact_apply(x + l->size + 2 * l->m + i, s->v, i, z);
    for (int i = 0; i < l->p; i++) fmpq_set(x + l->size + 2 * l->m + l->n + i, z + l->size - l->p + i);
    return l->count++;
}
