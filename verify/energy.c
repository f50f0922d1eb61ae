/* energy.c: what friction takes out of the motion, and what the free motion had.
   SPDX-License-Identifier: GPL-3.0-or-later

       dissipated  -sum r_T . u_T              possible   sum mu r_N s(u_T) (the most the friction set allows at this velocity)
       normal      sum r_N u_N                 0 for laws with Signorini's condition; the convex relaxation makes it positive
       before      v_f' M v_f / 2, v_f = M^-1 f         after  v' M v / 2       (velocity level, global form)

   Dissipation is maximal when it is so at every contact: what one takes too much does not make up for another.
   Energies for velocities and impulses; for accelerations and forces the same sums over the contacts that do not slide yet, which is what
   their friction maximises.  In the units of the problem. */

#include "verify/verify.h"

slip_status slip_energy_get(const slip_ruler *ruler, slip_law law, slip_dirs dirs, const slip_motion *motion, double tol, slip_energy *out,
                            slip_error *error)
{
    const slip_problem *p = ruler->problem;
    int d = p->d;
    slip_arena arena = {0};
    double *dir;
    int k = slip_rule_vertices(p, law, dirs, &dir, &arena);
    slip_dd *Mv = SLIP_NEW(&arena, slip_dd, p->n);
    if (arena.failed) {
        slip_arena_free(&arena);
        return slip_fail(error, SLIP_MEMORY, "no memory for the energies");
    }
    slip_dd dissipated = {0}, possible = {0}, normal = {0}, after = {0};
    bool maximal = true;
    for (int i = 0; i < p->nc; i++) {
        slip_rule rule = slip_rule_of(p, law, k, dir, i);
        const double *r = motion->r + i * d;
        const slip_dd *u = motion->u + i * d;
        normal = slip_dd_add(normal, slip_dd_scale(u[0], r[0]));
        if (rule.slip && p->level == SLIP_LEVEL_ACCELERATION) continue;        /* it slides with a velocity that is not told here */
        slip_dd own = slip_dd_of(0);
        for (int a = 1; a < d; a++)
            own = slip_dd_sub(own, slip_dd_scale(u[a], r[a]));
        dissipated = slip_dd_add(dissipated, own);
        slip_dd most = slip_dd_scale(slip_dd_scale(slip_rule_support(&rule, u), rule.mu), fabs(r[0]));
        if (rule.slip) most = own;              /* the direction is given: no choice is left */
        possible = slip_dd_add(possible, most);
        double uu[3], rho = ruler->rho[i], V = motion->V;
        slip_dd_round(u, d, uu);
        double scale = V * fmax(rho * V, fmax(slip_length(r, d), rho * slip_length(uu, d)));       /* as in R4 */
        maximal = maximal && fabs(slip_dd_double(slip_dd_sub(most, own))) <= tol * scale;
    }
    *out = (slip_energy){ .dissipated = slip_dd_double(dissipated), .possible = slip_dd_double(possible), .normal = slip_dd_double(normal),
                          .before = NAN, .after = NAN };
    out->maximal = maximal;
    if (slip_problem_global(p) && p->level == SLIP_LEVEL_VELOCITY) {
        double *y = SLIP_NEW(&arena, double, p->n), E0 = 0;
        slip_status status = !y ? slip_fail(error, SLIP_MEMORY, "no memory for the energies") : p->n ? slip_mass_solve(ruler, p->f, y, error) : SLIP_OK;
        if (status != SLIP_OK) {
            slip_arena_free(&arena);
            return status;
        }
        for (int i = 0; i < p->n; i++)
            E0 += p->f[i] * y[i];
        slip_dd_gaxpy(1, &p->M, motion->v, Mv);
        for (int i = 0; i < p->n; i++)
            after = slip_dd_add(after, slip_dd_mul(Mv[i], motion->v[i]));
        out->before = E0 / 2;
        out->after = slip_dd_double(after) / 2;
    }
    slip_arena_free(&arena);
    return SLIP_OK;
}
