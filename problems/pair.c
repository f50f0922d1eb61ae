/* pair.c: small problems without solution, two unknowns and one: a feasible linear programme does not give existence.
   SPDX-License-Identifier: GPL-3.0-or-later

       contact   a unit-mass system with three velocities and two sliding contacts, J rows N1, F1, N2, F2, mu = 1,
                 given slip +1 at both, so r_F = -r_N.  In the normals alone
                     u_N = [-1 2; 2 3] r_N + (-1, 1)
       generic   d = 1, u = [2 1; 1 -1] r + (3, -3)
       block     d = 1, Painleve's rod pressed down (W = -0.8, q = -9.81) beside the friction pyramid of a pushed sphere (5 unknowns):
                 one part without solution, one with; 64 bases

   The first two have r >= 0 with W r + q >= 0; none of them has a basis that gives a solution.  Lemke's method ends on a ray.
   [TrinkleEtAl1995, (32)-(35)] is the class the contact and block kinds belong to. */

#include <string.h>

#include "problems/problems.h"

static const char *const words[] = { "contact", "generic", "block", NULL };
enum { KIND };
static const slip_param params[] = {
    { "kind", 0, 0, 2, words, "two sliding contacts, a bare LCP, or a rod beside a sphere", SLIP_WHOLE },
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

/* d = 1, W column-major. */
static slip_status bare(slip_problem *out, int n, const double *W, const double *q, slip_error *error)
{
    slip_status s = slip_problem_new(out, 1, n, 0, 0, true, error);
    if (s != SLIP_OK)
        return s;
    out->level = SLIP_LEVEL_ACCELERATION;
    memcpy(out->q, q, (size_t)n * sizeof *q);
    return slip_sparse_from_dense(&out->W, SLIP_CSC, n, n, W, &out->arena, error);
}

static slip_status generic(slip_problem *out, slip_error *error)
{
    static const double W[4] = { 2, 1, 1, -1 }, q[2] = { 3, -3 };
    return bare(out, 2, W, q, error);
}

/* The sphere: mu = 0.2, z = (c_n, s_t+, s_o+, a_t-, a_o-), pushed by 3.5. */
static slip_status block(slip_problem *out, slip_error *error)
{
    static const double W[36] = {
        -.8,  0,   0,   0,  0,  0,
         0,   1, -.7, -.7, .4, .4,
         0,   0, 3.5,   0, -1,  0,
         0,   0,   0, 3.5,  0, -1,
         0,   0,   1,   0,  0,  0,
         0,   0,   0,   1,  0,  0 }, q[6] = { -9.81, -9.81, 3.5, 0, 0, 0 };
    return bare(out, 6, W, q, error);
}

static slip_status make(slip_problem *out, const double par[], unsigned long seed, slip_truth *truth, slip_error *error)
{
    (void)seed;
    slip_status s = par[KIND] == 0 ? contact(out, error) : par[KIND] == 1 ? generic(out, error) : block(out, error);
    if (s != SLIP_OK || truth == NULL)
        return s;
    truth->how = SLIP_HOW_ENUMERATED;
    truth->solutions = 0;
    truth->cite = "TrinkleEtAl1995";
    strcpy(truth->text, par[KIND] == 2 ? "no solution exists: none of the 64 bases, because the rod has none"
                                       : "no solution exists: none of the four bases, although r >= 0, W r + q >= 0 is feasible");
    return SLIP_OK;
}

const slip_family slip_family_pair = {
    .name = "pair", .about = "small problems without solution: two sliding contacts, a bare LCP, a rod beside a sphere",
    .cite = "TrinkleEtAl1995", .params = params, .make = make,
};
