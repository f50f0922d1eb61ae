/* exact_velocity.c: does the velocity of an exact solution move with the impulses that may be chosen?
   SPDX-License-Identifier: GPL-3.0-or-later

   The solution of the pieces is affine in the pinned impulses: where no pin moves v by itself, v is the same for all of them.  Where one
   does, it is moved by less and less until the law holds again: a solution with another velocity. */

#include "verify/exact_near.h"

enum { PINS = 64 };             /* looked at one by one */

static bool same_velocity(const slip_nearby *t, const slip_witness *a, const slip_witness *b)
{
    const slip_problem *p = t->posed.p;
    bool same = true, global = slip_problem_global(p);
    fmpz *u = _fmpz_vec_init(8);
    for (int i = 0; i < (global ? p->n : p->nc) && same; i++) {
        if (!global) {
            slip_equations_speed(&t->equations, p, a, i, u);
            slip_equations_speed(&t->equations, p, b, i, u + 3);
        }
        for (int k = 0; k < (global ? 1 : p->d) && same; k++) {
            fmpz_mul(u + 6, global ? a->v + i : u + k, b->den);
            fmpz_mul(u + 7, global ? b->v + i : u + 3 + k, a->den);
            same = fmpz_equal(u + 6, u + 7);
        }
    }
    _fmpz_vec_clear(u, 8);
    return same;
}

/* Does the velocity move with the pins?  NO: `other` is a solution with another velocity. */
slip_status slip_near_unique(slip_nearby *t, const slip_pieces *S, const fmpz *pin, slong shift, const slip_witness *w, slip_witness *other,
                                   slip_tri *unique, slip_error *error)
{
    int count = S->basis.free, moving = -1;
    slip_status status = SLIP_OK;
    fmpz *moved = _fmpz_vec_init(count);
    *unique = SLIP_MAYBE;
    _fmpz_vec_set(moved, pin, count);
    for (int k = 0; k < count && k < PINS && moving < 0 && status == SLIP_OK; k++) {
        fmpz_add_ui(moved + k, pin + k, 1);
        if (slip_near_stop(t, "moving a pinned impulse")) break;
        status = slip_pieces_solve(S, &t->posed, t->piece, moved, shift, other, &t->arena, error);
        if (status == SLIP_OK && !same_velocity(t, w, other)) moving = k;
        fmpz_set(moved + k, pin + k);
        if (k == count - 1 && moving < 0) *unique = SLIP_YES;
    }
    for (int size = 26; size >= 2 && moving >= 0 && status == SLIP_OK && *unique == SLIP_MAYBE; size -= 6)     /* 2^-14 of the largest impulse, and less */
        for (int sign = -1; sign <= 1 && status == SLIP_OK && *unique == SLIP_MAYBE; sign += 2) {
            fmpz_set_si(moved + moving, sign * (WORD(1) << size));
            fmpz_add(moved + moving, moved + moving, pin + moving);
            status = slip_pieces_solve(S, &t->posed, t->piece, moved, shift, other, &t->arena, error);
            if (status == SLIP_OK && slip_equations_hold(&t->equations, other) && slip_near_broken(t, other, false, true) == 0) *unique = SLIP_NO;
        }
    _fmpz_vec_clear(moved, count);
    return status == SLIP_LIMIT ? SLIP_OK : status;
}
