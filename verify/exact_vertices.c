/* exact_vertices.c: the pieces of the solution set, and their vertices.
   SPDX-License-Identifier: GPL-3.0-or-later

   At a node where every pair has a member fixed all points solve the problem: a piece (P).  A vertex of it cannot move along a direction d in
   it both ways, so some x_k with d_k != 0 is 0 there: one child for each (D).  Where nothing is left to move there is one point (U).
   A basic solution is a vertex with a set S of indices, z = 0 outside S, w = 0 inside, whose A_SS is not singular. */

#include "verify/exact.h"

#include <stdio.h>

static bool sign_bound(const slip_tree *t, int x) { return t->system->kind[x % t->system->size] == SLIP_PAIR; }

/* How many sign-bound variables move along column s. */
static int moves(const slip_tree *t, const slip_dictionary *d, int s)
{
    int count = sign_bound(t, d->other[s]);
    for (int i = 0; i < d->size; i++) count += sign_bound(t, d->basic[i]) && !fmpz_is_zero(fmpz_mat_entry(d->T, i, s));
    return count;
}

static bool one_point(slip_tree *t, const slip_dictionary *d, int number)
{
    slip_text line = { 0 };
    fmpz_t under;
    fmpz_init(under);
    slip_text_add(&line, "U %d", number);
    for (int j = 0; j < d->size; j++) {
        if (t->system->kind[j] != SLIP_PAIR || d->at[j] < 0) continue;
        char name[16];
        snprintf(name, sizeof name, "z%d", j);
        for (int k = 0; k < d->size; k++) {         /* the row of z_j is its identity */
            int at = d->at[d->size + k];
            if (at >= 0) fmpz_zero(t->y + k);
            else fmpz_set(t->y + k, fmpz_mat_entry(d->T, d->at[j], -1 - at));
        }
        fmpz_mul(under, d->D, d->unit + j);
        slip_text_add(&line, " %ld", slip_identity(&t->identities, name, t->y, under));
    }
    slip_text_add(&line, "\n");
    slip_text_put(&t->out, line.s ? line.s : "", line.length);
    t->out.failed |= line.failed;
    slip_text_free(&line);
    fmpz_clear(under);
    return true;
}

bool slip_tree_piece(slip_tree *t, slip_dictionary *d, double share)
{
    int n = d->size, best = -1, fewest = 0;
    for (int j = 0; t->goal == SLIP_GOAL_VERTICES && j < n; j++) {
        if (d->state[d->other[j]] != SLIP_OPEN) continue;
        int count = moves(t, d, j);
        if (best < 0 || count < fewest) best = j, fewest = count;
    }
    if (best < 0) {
        slip_dictionary_point(d, t->z);
        int number = slip_exact_solutions_add(t->solutions, t->system, t->goal, t->z);
        if (number < 0) return slip_tree_stop(t, SLIP_TREE_MEMORY);
        t->done += share;
        t->pieces++;
        if (t->goal == SLIP_GOAL_VERTICES) return one_point(t, d, number);
        slip_text_add(&t->out, "P %d\n", number);
        return true;
    }
    slip_dictionary_direction(d, best, t->z);
    slip_proof_sparse(&t->out, "D", t->z, n);
    for (int x = 0; x < 2 * n; x++) {
        bool moved = d->at[x] >= 0 ? !fmpz_is_zero(fmpz_mat_entry(d->T, d->at[x], best)) : -1 - d->at[x] == best;
        if (moved && sign_bound(t, x) && !slip_tree_child(t, d, x, share / fewest)) return false;
    }
    return true;
}

/* ---- basic solutions ---- */

enum { FREE_MOST = 16 };        /* indices that may go either way: that many bases, as a power of two */

static bool regular(const slip_exact_system *s, const int *set, int count)
{
    fmpz_mat_t B;
    fmpz_t det;
    fmpz_mat_init(B, count, count);
    fmpz_init(det);
    for (int i = 0; i < count; i++)
        for (int j = 0; j < count; j++) fmpz_set(fmpz_mat_entry(B, i, j), fmpz_mat_entry(s->row, set[i], set[j]));
    fmpz_mat_det(det, B);
    bool yes = !fmpz_is_zero(det);
    fmpz_clear(det);
    fmpz_mat_clear(B);
    return yes;
}

int slip_exact_basic(const slip_exact_system *s, const fmpq *z)
{
    int in = 0, free = 0, set[SLIP_EXACT_MOST], either[FREE_MOST];
    fmpq_t w;
    fmpq_init(w);
    for (int i = 0; i < s->size && free <= FREE_MOST; i++) {
        slip_exact_apply(w, s->A, i, z);
        if (s->kind[i] == SLIP_EQUAL || !fmpq_is_zero(z + i)) set[in++] = i;
        else if (fmpq_is_zero(w)) {
            if (free < FREE_MOST) either[free] = i;
            free++;
        }
    }
    fmpq_clear(w);
    if (free > FREE_MOST) return -1;
    for (unsigned long mask = 0; mask >> free == 0; mask++) {
        int count = in;
        for (int k = 0; k < free; k++) if (mask >> k & 1) set[count++] = either[k];
        if (regular(s, set, count)) return 1;
    }
    return 0;
}
