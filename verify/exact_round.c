/* exact_round.c: an exact solution of a law with round cones, by way of the pyramid inside them.
   SPDX-License-Identifier: GPL-3.0-or-later

   Where the solution of `facets` with four directions sticks or is open at every contact, or slides along an axis, it solves `coulomb` as well;
   the same for the cone laws.  The law itself is then asked, exactly. */

#include "verify/exact.h"
#include "verify/exact_near.h"

/* r_i and u_i of a solution, each over a denominator of its own. */
static void integers(fmpz *out, const fmpq *x, int count)
{
    fmpz_t den, k;
    fmpz_init_set_ui(den, 1);
    fmpz_init(k);
    for (int i = 0; i < count; i++) fmpz_lcm(den, den, fmpq_denref(x + i));
    for (int i = 0; i < count; i++) {
        fmpz_divexact(k, den, fmpq_denref(x + i));
        fmpz_mul(out + i, k, fmpq_numref(x + i));
    }
    fmpz_clear(k);
    fmpz_clear(den);
}

static bool law_holds(const slip_posed *posed, const slip_exact_solutions *l)
{
    int d = posed->p->d;
    fmpz *r = _fmpz_vec_init(3), *u = _fmpz_vec_init(3);
    bool yes = true;
    for (int i = 0; i < posed->p->nc && yes; i++) {
        slip_plain plain = slip_plain_of(posed, i);
        integers(r, slip_exact_r(l, 0) + d * i, d);
        integers(u, slip_exact_u(l, 0) + d * i, d);
        yes = slip_plain_holds(&plain, r, u);
    }
    _fmpz_vec_clear(r, 3);
    _fmpz_vec_clear(u, 3);
    return yes;
}

/* z of the relaxed system: impulses, component by component, then joints. */
static void as_z(const slip_problem *p, const slip_exact_solutions *l, fmpq *z)
{
    int at = 0;
    for (int i = 0; i < p->nc; i++) {
        bool whole = p->mu[i] > 0 && !slip_problem_has_slip(p, i);
        for (int t = 0; t < (whole ? p->d : 1); t++) fmpq_set(z + at++, slip_exact_r(l, 0) + p->d * i + t);
    }
    for (int j = 0; j < p->p; j++) fmpq_set(z + at++, slip_exact_l(l, 0) + j);
}

int slip_exact_round(const slip_problem *p, slip_law law, slip_dirs dirs, const slip_exact_system *relaxed, slip_tree *limits, fmpq *z, slip_error *error)
{
    slip_exact_system inner;
    slip_exact_solutions found;
    slip_posed posed;
    slip_arena arena = { 0 };
    slip_law polygon = law == SLIP_LAW_CONE ? SLIP_LAW_CONE_FACETS : SLIP_LAW_FACETS;
    int answer = 0;
    slip_status status = slip_exact_system_new(&inner, p, polygon, (slip_dirs){ 4, 0 }, error);
    if (status) return status == SLIP_MEMORY ? -1 : 0;
    slip_exact_solutions_new(&found, &inner);
    slip_tree t = { .system = &inner, .goal = SLIP_GOAL_VELOCITIES, .first = true, .most = limits->most, .until = limits->until, .look = limits->look,
                    .ctx = limits->ctx, .solutions = &found };
    status = slip_tree_run(&t, error);
    limits->nodes = t.nodes;
    slip_tree_free(&t);
    if (!status && found.count && !(status = slip_posed_new(&posed, p, law, dirs, &arena, error)) && law_holds(&posed, &found)) {
        for (int i = 0; i < relaxed->size; i++) fmpq_zero(z + i);
        as_z(p, &found, z);
        answer = 1;
    }
    slip_arena_free(&arena);
    slip_exact_solutions_free(&found);
    slip_exact_system_free(&inner);
    return status == SLIP_MEMORY ? -1 : answer;
}
