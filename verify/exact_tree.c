/* exact_tree.c: all solutions of a linear complementarity problem by cases, each closed by a certificate.
   SPDX-License-Identifier: GPL-3.0-or-later

   A node fixes some x = 0 in the relaxation { w = A z + q, z, w >= 0 }.  It is closed when it is empty (F), when what the goal counts has
   one value there and a solution has it (V: two bounds for each functional; E: by energy, |v - v0|_M^2 <= r0.u0 - r.u0 - r0.u <= 0), or, when
   every pair has a member fixed, as a piece of the solution set (P), whose vertices are found along directions in it (D, U).  Else it
   branches on a pair (B).  The lines are those of checker/README.md. */

#include "verify/exact.h"

#include <string.h>

/* ---- small steps ---- */

bool slip_tree_stop(slip_tree *t, slip_tree_end why) { t->end = why; return false; }

static void mask_of(const slip_tree *t, const slip_dictionary *d, unsigned long long *mask)
{
    memset(mask, 0, (size_t)t->identities.words * sizeof *mask);
    for (int x = 0; x < 2 * d->size; x++) if (d->state[x] == SLIP_FIXED) mask[x / 64] |= 1ull << x % 64;
}

/* Between pivots: has the time come to stop? */
static bool late(void *ctx)
{
    slip_tree *t = ctx;
    if (t->until > 0 && !(slip_clock_wall() < t->until)) return !slip_tree_stop(t, SLIP_TREE_TIME);
    if (t->look && t->look(t->ctx, t->done, t->nodes)) return !slip_tree_stop(t, SLIP_TREE_ASKED);
    return false;
}

static bool tick(slip_tree *t, slip_dictionary *d)
{
    t->nodes++;
    t->pivots += d->pivots;
    d->pivots = 0;
    if (t->identities.failed || t->out.failed) return slip_tree_stop(t, SLIP_TREE_MEMORY);
    if (t->most && t->nodes > t->most) return slip_tree_stop(t, SLIP_TREE_NODES);
    return t->nodes % 16 || !late(t);
}

static bool closed(slip_tree *t, char rule, long identity, double share)
{
    slip_text_add(&t->out, "%c %ld\n", rule, identity);
    t->done += share;
    return true;
}

/* Both of a pair are open to be more than 0. */
static bool unsettled(const slip_tree *t, const slip_dictionary *d, int i)
{
    return t->system->kind[i] == SLIP_PAIR && d->state[i] == SLIP_OPEN && d->state[d->size + i] == SLIP_OPEN;
}

/* ---- x = 0 that follows ---- */

static bool settles(const slip_tree *t, const slip_dictionary *d, int x)
{
    return d->state[x] == SLIP_OPEN && unsettled(t, d, x < d->size ? x : x - d->size);
}

static bool fix_known(slip_tree *t, slip_dictionary *d)
{
    mask_of(t, d, t->mask);
    long i = slip_identity_fixing(&t->identities, t->mask);
    if (i < 0) return false;
    const unsigned long long *above = t->identities.mask + (2 * i + 1) * t->identities.words;
    for (int x = 0; x < 2 * d->size; x++)
        if (above[x / 64] >> x % 64 & 1 && d->state[x] == SLIP_OPEN) slip_dictionary_fix(d, x);
    slip_text_add(&t->out, "Z %ld\n", i);
    return true;
}

/* A row without constant that only falls: its variable and those that move it are 0. */
static bool fix_rows(slip_tree *t, slip_dictionary *d)
{
    int n = d->size;
    for (int i = 0; i < n; i++) {
        if (d->state[d->basic[i]] != SLIP_OPEN || !fmpz_is_zero(fmpz_mat_entry(d->T, i, n))) continue;
        bool falls = true, useful = settles(t, d, d->basic[i]);
        for (int j = 0; j < n && falls; j++) {
            int sign = d->state[d->other[j]] == SLIP_OPEN ? fmpz_sgn(fmpz_mat_entry(d->T, i, j)) : 0;
            falls = sign <= 0;
            useful |= sign < 0 && settles(t, d, d->other[j]);
        }
        if (!falls || !useful) continue;
        slip_dictionary_farkas(d, i, 1, t->y);
        long k = slip_identity(&t->identities, "0", t->y, NULL);
        for (int j = 0; j < n; j++)
            if (d->state[d->other[j]] == SLIP_OPEN && fmpz_sgn(fmpz_mat_entry(d->T, i, j)) < 0) slip_dictionary_fix(d, d->other[j]);
        slip_dictionary_fix(d, d->basic[i]);
        slip_text_add(&t->out, "Z %ld\n", k);
        return true;
    }
    return false;
}

/* ---- closing by value ---- */

/* c = scale (affine row, constant last), *most = scale value: all integers. */
static void integers(const fmpq_mat_struct *affine, int row, const fmpq *value, int n, fmpz *c, fmpz *most, fmpz_t scale)
{
    fmpz_t k;
    fmpz_init(k);
    fmpz_set(scale, fmpq_denref(value));
    for (int j = 0; j <= n; j++) fmpz_lcm(scale, scale, fmpq_mat_entry_den(affine, row, j));
    for (int j = 0; j <= n; j++) {
        fmpz_divexact(k, scale, fmpq_mat_entry_den(affine, row, j));
        fmpz_mul(c + j, k, fmpq_mat_entry_num(affine, row, j));
    }
    fmpz_divexact(k, scale, fmpq_denref(value));
    fmpz_mul(most, k, fmpq_numref(value));
    fmpz_clear(k);
}

static bool flat(const slip_dictionary *d)
{
    for (int j = 0; j < d->size; j++)
        if (d->state[d->other[j]] == SLIP_OPEN && !fmpz_is_zero(fmpz_mat_entry(d->T, d->size, j))) return false;
    return true;
}

/* Is every functional of the goal's family what it is at solution k?  With `line`, the V line goes there, its identities to the tree. */
static bool constant(slip_tree *t, slip_dictionary *d, int k, slip_text *line)
{
    const slip_exact_system *s = t->system;
    int n = s->size, row;
    const fmpq_mat_struct *affine;
    char name[16];
    fmpz_t most, scale, under;
    fmpz_init(most);
    fmpz_init(scale);
    fmpz_init(under);
    bool yes = true;
    for (int f = 0; yes && slip_exact_family(s, t->goal, f, &affine, &row, name); f++) {
        integers(affine, row, slip_exact_family_value(t->solutions, s, t->goal, f, k), n, t->c, most, scale);
        for (int side = 0; side < 2 && yes; side++) {
            if (side) {
                _fmpz_vec_neg(t->c, t->c, n + 1);
                fmpz_neg(most, most);
            }
            yes = slip_dictionary_maximise(d, t->c, most) == 1;
            bool both = yes && flat(d);
            if (yes && line) {
                slip_dictionary_dual(d, t->y, under);
                if (side) _fmpz_vec_neg(t->y, t->y, n);
                fmpz_mul(under, under, scale);
                if (!_fmpz_vec_is_zero(t->y, n)) slip_text_add(line, " %ld", slip_identity(&t->identities, name, t->y, under));
            }
            if (both) break;
        }
    }
    fmpz_clear(under);
    fmpz_clear(scale);
    fmpz_clear(most);
    return yes;
}

static bool close_value(slip_tree *t, slip_dictionary *d, int k, double share)
{
    slip_text line = { 0 };
    if (!constant(t, d, k, NULL)) return false;
    slip_text_add(&line, "V %d", k);
    if (!constant(t, d, k, &line)) return slip_text_free(&line), false;
    slip_text_add(&line, "\n");
    slip_text_put(&t->out, line.s, line.length);
    t->out.failed |= line.failed;
    slip_text_free(&line);
    t->done += share;
    return true;
}

/* L = r0.u0 - r.u0 - r0.u of solution k, affine in z, as a row of t->energy. */
static void energy_row(slip_tree *t, int k)
{
    const slip_exact_system *s = t->system;
    const fmpq *r0 = slip_exact_r(t->solutions, k), *u0 = slip_exact_u(t->solutions, k);
    for (int j = 0; j <= s->size; j++) {
        fmpq *to = fmpq_mat_entry(t->energy, 0, j);
        fmpq_zero(to);
        for (int i = 0; i < s->m; i++) {
            fmpq_submul(to, u0 + i, fmpq_mat_entry(s->r, i, j));
            fmpq_submul(to, r0 + i, fmpq_mat_entry(s->u, i, j));
            if (j == s->size) fmpq_addmul(to, r0 + i, u0 + i);
        }
    }
}

static bool close_energy(slip_tree *t, slip_dictionary *d, int k, double share)
{
    int n = t->system->size;
    fmpz_t most, scale, under;
    fmpq_t zero;
    fmpz_init(most);
    fmpz_init(scale);
    fmpz_init(under);
    fmpq_init(zero);
    if (t->energies != k + 1) {
        energy_row(t, k);
        t->energies = k + 1;
    }
    integers(t->energy, 0, zero, n, t->c, most, scale);
    bool yes = slip_dictionary_maximise(d, t->c, most) == 1;
    if (yes) {
        char name[16];
        snprintf(name, sizeof name, "e%d", k);
        slip_dictionary_dual(d, t->y, under);
        fmpz_mul(under, under, scale);
        long i = slip_identity(&t->identities, name, t->y, under);
        slip_text_add(&t->out, "E %d %ld\n", k, i);
        t->done += share;
    }
    fmpq_clear(zero);
    fmpz_clear(under);
    fmpz_clear(scale);
    fmpz_clear(most);
    return yes;
}

/* ---- nodes ---- */

/* The point at hand, if it solves the problem. */
static int notice(slip_tree *t, const slip_dictionary *d)
{
    if (t->system->relaxed) return -1;
    for (int i = 0; i < d->size; i++)
        if (unsettled(t, d, i) && slip_dictionary_sign(d, i) > 0 && slip_dictionary_sign(d, d->size + i) > 0) return -1;
    slip_dictionary_point(d, t->z);
    int k = slip_exact_solutions_add(t->solutions, t->system, t->goal, t->z);
    if (k < 0) t->identities.failed = true;
    return k;
}

static int choose(const slip_tree *t, const slip_dictionary *d)
{
    int found = -1;
    for (int i = 0; i < d->size; i++) {
        if (!unsettled(t, d, i)) continue;
        if (slip_dictionary_sign(d, i) > 0 && slip_dictionary_sign(d, d->size + i) > 0) return i;
        if (found < 0) found = i;
    }
    return found;
}

static bool explore(slip_tree *t, slip_dictionary *d, double share);

bool slip_tree_child(slip_tree *t, const slip_dictionary *d, int x, double share)
{
    slip_dictionary own;
    if (slip_dictionary_copy(&own, d, NULL)) return slip_tree_stop(t, SLIP_TREE_MEMORY);
    slip_dictionary_fix(&own, x);
    bool go = explore(t, &own, share);
    slip_dictionary_free(&own);
    return go;
}

/* Every pair is settled, and what is counted has more than one value. */
static bool leaf(slip_tree *t, slip_dictionary *d)
{
    int n = d->size;
    if (t->system->relaxed) return slip_tree_stop(t, SLIP_TREE_ROUND);
    slip_dictionary_point(d, t->z);
    t->many[0] = slip_exact_solutions_add(t->solutions, t->system, t->goal, t->z);      /* every point here is a solution */
    if (t->many[0] < 0) return slip_tree_stop(t, SLIP_TREE_MEMORY);
    constant(t, d, t->many[0], NULL);           /* leaves the dictionary where a functional has another value, or may rise for ever */
    if (d->stopped) return false;
    slip_dictionary_point(d, t->z);
    if (d->ray >= 0) {
        fmpq *ray = _fmpq_vec_init(n + 1);
        slip_dictionary_direction(d, d->ray, ray);
        for (int j = 0; j < n; j++) fmpq_add(t->z + j, t->z + j, ray + j);
        _fmpq_vec_clear(ray, n + 1);
    }
    t->many[1] = slip_exact_solutions_add(t->solutions, t->system, t->goal, t->z);
    return slip_tree_stop(t, t->many[1] < 0 ? SLIP_TREE_MEMORY : SLIP_TREE_MANY);
}

static bool branch(slip_tree *t, slip_dictionary *d, double share)
{
    int pair = choose(t, d);
    if (pair < 0) return t->goal == SLIP_GOAL_PIECES || t->goal == SLIP_GOAL_VERTICES ? slip_tree_piece(t, d, share) : leaf(t, d);
    slip_text_add(&t->out, "B %d\n", pair);
    if (!slip_tree_child(t, d, pair, share / 2)) return false;
    slip_dictionary_fix(d, d->size + pair);
    return explore(t, d, share / 2);
}

static bool explore(slip_tree *t, slip_dictionary *d, double share)
{
    if (!tick(t, d)) return false;
    do {
        mask_of(t, d, t->mask);
        long i = slip_identity_closing(&t->identities, t->mask);
        if (i >= 0) return closed(t, 'F', i, share);
        int row = slip_dictionary_feasible(d);
        if (d->stopped) return false;
        if (row >= 0) {
            slip_dictionary_farkas(d, row, fmpz_sgn(fmpz_mat_entry(d->T, row, d->size)) > 0 ? -1 : 1, t->y);
            return closed(t, 'F', slip_identity(&t->identities, "0", t->y, NULL), share);
        }
    } while (fix_known(t, d) || fix_rows(t, d));
    if (t->goal == SLIP_GOAL_PIECES || t->goal == SLIP_GOAL_VERTICES) return branch(t, d, share);
    int k = notice(t, d);
    if (k >= 0 && t->first) return slip_tree_stop(t, SLIP_TREE_FIRST);
    for (int j = 0; t->goal == SLIP_GOAL_VELOCITIES && t->system->energy && j < t->solutions->count; j++)
        if (close_energy(t, d, j, share)) return true;
    if (d->stopped) return false;
    slip_dictionary_point(d, t->z);
    int same = slip_exact_solutions_find(t->solutions, t->system, t->goal, t->z);
    if (same >= 0 && close_value(t, d, same, share)) return true;
    if (d->stopped) return false;
    return branch(t, d, share);
}

slip_status slip_tree_run(slip_tree *t, slip_error *error)
{
    int n = t->system->size;
    slip_dictionary d;
    slip_status status = slip_identities_new(&t->identities, t->system, &t->out, error);
    if (status) return status;
    t->mask = slip_calloc((size_t)t->identities.words, sizeof *t->mask);
    if (!t->mask) return slip_fail(error, SLIP_MEMORY, "out of memory for a tree");
    t->c = _fmpz_vec_init(n + 1);
    t->y = _fmpz_vec_init(n + 1);
    t->z = _fmpq_vec_init(n + 1);
    fmpq_mat_init(t->energy, 1, n + 1);
    t->end = SLIP_TREE_COMPLETE;
    if ((status = slip_dictionary_new(&d, t->system->row, t->system->state, late, t, error))) return status;
    if (!d.stopped) explore(t, &d, 1);
    t->pivots += d.pivots;
    slip_dictionary_free(&d);
    return t->end == SLIP_TREE_MEMORY ? slip_fail(error, SLIP_MEMORY, "out of memory for a proof of %ld nodes", t->nodes) : SLIP_OK;
}

void slip_tree_free(slip_tree *t)
{
    slip_text_free(&t->out);
    slip_identities_free(&t->identities);
    if (!t->c) return;
    int n = t->system->size;
    slip_free(t->mask);
    _fmpz_vec_clear(t->c, n + 1);
    _fmpz_vec_clear(t->y, n + 1);
    _fmpq_vec_clear(t->z, n + 1);
    fmpq_mat_clear(t->energy);
    *t = (slip_tree){ .nodes = 0 };
}
