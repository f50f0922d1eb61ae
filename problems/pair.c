/* pair.c: two unknowns, a feasible linear programme, and no solution: feasibility does not give existence.
   SPDX-License-Identifier: GPL-3.0-or-later

       contact   a unit-mass system with three velocities and two sliding contacts, J rows N1, F1, N2, F2, mu = 1,
                 given slip +1 at both, so r_F = -r_N.  In the normals alone
                     u_N = [-1 2; 2 3] r_N + (-1, 1)
       generic   d = 1, u = [2 1; 1 -1] r + (3, -3)

   Both have r >= 0 with W r + q >= 0, and none of the four bases gives a solution.  Lemke's method ends on a ray.
   [TrinkleEtAl1995, (32)-(35)] is the class the contact kind belongs to. */

#include <string.h>

#include "problems/problems.h"

static const char *const words[] = { "contact", "generic", NULL };
enum { KIND };
static const slip_param params[] = {
    { "kind", 0, 0, 1, words, "two sliding contacts, or a bare LCP", SLIP_WHOLE },
    { 0 }
};

static slip_status contact(slip_problem *out, slip_error *error)
{
    static const double mass[3] = { 1, 1, 1 };
    static const double J[12] = {
         0, 1, -1,
         2, 1, -2,
        -1, 0,  0,
         2, 0,  2 };
    slip_status s = slip_problem_new(out, 2, 2, 3, 0, false, error);
    if (s != SLIP_OK)
        return s;
    out->level = SLIP_LEVEL_ACCELERATION;
    out->mu[0] = out->mu[1] = 1;
    out->f[0] = out->f[1] = -1;
    out->slip = SLIP_NEW(&out->arena, double, 2);
    if (out->slip == NULL)
        return slip_fail(error, SLIP_MEMORY, "no memory for two slip directions");
    out->slip[0] = out->slip[1] = 1;
    return slip_problem_fill_rows(out, mass, J, NULL, error);
}

static slip_status generic(slip_problem *out, slip_error *error)
{
    static const double W[4] = { 2, 1, 1, -1 };
    slip_status s = slip_problem_new(out, 1, 2, 0, 0, true, error);
    if (s != SLIP_OK)
        return s;
    out->level = SLIP_LEVEL_ACCELERATION;
    out->q[0] = 3;
    out->q[1] = -3;
    return slip_sparse_from_dense(&out->W, SLIP_CSC, 2, 2, W, &out->arena, error);
}

static slip_status make(slip_problem *out, const double par[], unsigned long seed, slip_truth *truth, slip_error *error)
{
    (void)seed;
    slip_status s = par[KIND] == 0 ? contact(out, error) : generic(out, error);
    if (s != SLIP_OK || truth == NULL)
        return s;
    truth->how = SLIP_HOW_ENUMERATED;
    truth->solutions = 0;
    truth->cite = "TrinkleEtAl1995";
    strcpy(truth->text, "no solution: none of the four bases, although r >= 0, W r + q >= 0 is feasible");
    return SLIP_OK;
}

const slip_family slip_family_pair = {
    .name = "pair", .about = "two sliding contacts (or a bare LCP): feasible as a linear programme, without solution",
    .cite = "TrinkleEtAl1995", .params = params, .make = make,
};
