/* exact_nonconvex.c: a solution with a given unknown positive.
   SPDX-License-Identifier: GPL-3.0-or-later

   One solution with z_i > 0 and one with w_i > 0: in their mean both are, so the solution set is not convex [AnitescuHart2004, 3]. */

#include "verify/exact.h"

typedef struct { const slip_exact_system *s; int x; fmpz *c; fmpq *z, *ray; long *nodes; slip_error *error; bool failed; } search;

/* z + ray: as good as z where the ray lies in the set. */
static int settled(search *f, const slip_dictionary *d, bool along)
{
    int n = d->size;
    fmpq_t w;
    fmpq_init(w);
    slip_dictionary_point(d, f->z);
    if (along) slip_dictionary_direction(d, d->ray, f->ray);
    for (int j = 0; j < n && along; j++) fmpq_add(f->z + j, f->z + j, f->ray + j);
    int broken = -1;
    for (int i = 0; i < n && broken < 0; i++) {
        if (f->s->kind[i] != SLIP_PAIR || fmpq_is_zero(f->z + i)) continue;
        slip_exact_apply(w, f->s->A, i, f->z);
        if (!fmpq_is_zero(w)) broken = i;
    }
    fmpq_clear(w);
    return broken;
}

static int look(search *f, slip_dictionary *d)
{
    if (--*f->nodes < 0) return -1;
    if (slip_dictionary_feasible(d) >= 0) return 0;
    if (d->stopped) return -1;
    fmpz_t zero;
    fmpz_init(zero);
    int found = slip_dictionary_maximise(d, f->c, zero);
    fmpz_clear(zero);
    if (found == 1) return 0;
    if (d->stopped) return -1;
    int pair = settled(f, d, found < 0);
    if (pair < 0) return 1;
    slip_dictionary own;
    if (slip_dictionary_copy(&own, d, f->error)) { f->failed = true; return -1; }
    slip_dictionary_fix(&own, pair);
    int first = look(f, &own);
    slip_dictionary_free(&own);
    if (first) return first;
    slip_dictionary_fix(d, d->size + pair);
    return look(f, d);
}

int slip_exact_positive(const slip_exact_system *s, int x, fmpq *z, long *nodes, bool (*late)(void *), void *ctx, slip_error *error)
{
    int n = s->size, i = x % n;
    slip_dictionary d;
    if (slip_dictionary_new(&d, s->row, s->state, late, ctx, error)) return -2;
    search f = { .s = s, .x = x, .c = _fmpz_vec_init(n + 1), .z = z, .ray = _fmpq_vec_init(n + 1), .nodes = nodes, .error = error };
    for (int j = 0; j <= n && x >= n; j++) fmpz_set(f.c + j, fmpz_mat_entry(s->row, i, j));
    if (x < n) fmpz_one(f.c + x);
    slip_dictionary_fix(&d, x < n ? n + i : i);
    int found = look(&f, &d);
    slip_dictionary_free(&d);
    _fmpz_vec_clear(f.c, n + 1);
    _fmpq_vec_clear(f.ray, n + 1);
    return f.failed ? -2 : found;
}
