/* multibody.c: random objects and manipulators in contact, rolling and sliding, in three dimensions.
   SPDX-License-Identifier: GPL-3.0-or-later

   The size is that of the linear complementarity problem of the friction pyramid, 5 for each rolling contact and 1 for each sliding one
   [TrinkleEtAl1995, (32)-(35), Table 1: 2, 10, 16, 30, 50, 90, 120, 150, 170].  The data do not depend on mu, the law or the driven joints, so one seed gives
   a problem that can be posed with many coefficients of friction.  Objects feel gravity and a random wrench; every manipulator carries its own weight
   and presses against what it touches.  The accelerations of a share of the joints may be given instead of their efforts.
   See multibody_place.c for the geometry, multibody_move.c for the velocities, mechanism.c for the equations. */

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "problems/multibody.h"

static const char *const laws[] = { "box", "coulomb", NULL };
enum { SIZE, MU, ROLLING, LAW, DRIVEN, SPEED, G };
static const slip_param params[] = {
    { "size", 30, 2, 500, NULL, "of the pyramid's LCP: 5 a rolling contact, 1 a sliding one", SLIP_WHOLE },
    { "mu", 0.4, 0, 1e6, NULL, "coefficient of friction, the same everywhere", 0 },
    { "rolling", 0.6, 0, 1, NULL, "the share of the size that rolling contacts have", 0 },
    { "law", 0, 0, 1, laws, "box: the friction pyramid; coulomb: the cone", SLIP_WHOLE },
    { "driven", 0, 0, 1, NULL, "the share of manipulator joints whose accelerations are given", 0 },
    { "speed", 1, 1e-3, 1e3, NULL, "of the fastest slip", 0 },
    { "g", 9.81, -1e6, 1e6, NULL, "gravity, downward", 0 },
    { 0 }
};

/* Wrenches of the objects; efforts that hold each manipulator and press on its contacts. */
static bool forces(slip_mechanism *mech, slip_rng *rng, slip_arena *arena)
{
    int n = mech->n;
    double *M = SLIP_NEW(arena, double, (size_t)n * (size_t)n), *f = SLIP_NEW(arena, double, n), *rows = SLIP_NEW(arena, double, 3 * n);
    if (arena->failed)
        return false;
    for (int k = 0; k < mech->objects; k++)
        for (int i = 0; i < 6; i++)
            mech->object[k].wrench[i] = slip_rng_normal(rng) * mech->object[k].mass.m * (i < 3 ? 3 : 0.5);
    slip_mechanism_dynamics(mech, M, f);
    for (int i = 0; i < mech->touches; i++) {
        double press = slip_rng_uniform(rng, 0, 20);
        slip_meeting_rows(mech, &mech->touch[i], rows);
        for (int j = mech->first[mech->objects]; j < n; j++)
            f[j] += press * rows[j];
    }
    for (int k = 0; k < mech->chains; k++)
        for (int j = 0; j < mech->chain[k].joints; j++)
            mech->chain[k].joint[j].effort = -f[mech->first[mech->objects + k] + j];
    return true;
}

slip_status slip_multibody_draw(slip_mechanism *mech, const slip_multibody_sizes *sizes, unsigned long seed, slip_arena *arena, slip_error *error)
{
    int constraints = 3 * sizes->rolling + sizes->sliding, sites = 2;
    while (6 * (sites - (sites + 2) / 4) + 2 * ((sites + 2) / 4) < constraints + 3)
        sites++;
    slip_rng *rng = slip_rng_new(seed);
    bool found = false;
    for (int draw = 0; rng != NULL && draw < 40 && !found && !arena->failed; draw++) {
        slip_arena_free(arena);
        found = slip_multibody_place(mech, sizes, sites + draw * (sites / 16 + 1) / 2, rng, arena)
             && slip_multibody_move(mech, sizes, rng, arena) && forces(mech, rng, arena);
    }
    bool memory = rng == NULL || arena->failed;
    slip_rng_free(rng);
    if (memory)
        return slip_fail(error, SLIP_MEMORY, "no memory for a mechanism of %d contacts", sizes->rolling + sizes->sliding);
    if (!found)
        return slip_fail(error, SLIP_NUMERIC, "multibody: 40 draws of this seed hold no motion with %d rolling and %d sliding contacts",
                         sizes->rolling, sizes->sliding);
    return SLIP_OK;
}

/* A share of all joints, chosen with a seed of its own, gets an acceleration. */
static slip_status assemble(const slip_mechanism *mech, const double par[], unsigned long seed, slip_problem *out, slip_arena *arena, slip_error *error)
{
    int joints = mech->n - mech->first[mech->objects], count = (int)rint(par[DRIVEN] * joints);
    int *given = SLIP_NEW(arena, int, joints);
    double *acceleration = SLIP_NEW(arena, double, joints);
    slip_rng *rng = slip_rng_new(seed + 0x9e3779b9);
    if (arena->failed || rng == NULL) {
        slip_rng_free(rng);
        return slip_fail(error, SLIP_MEMORY, "no memory for %d joints", joints);
    }
    for (int j = 0; j < joints; j++) {
        int swap = slip_rng_below(rng, j + 1);
        given[j] = given[swap];
        given[swap] = j;
        acceleration[j] = slip_rng_normal(rng);
    }
    slip_rng_free(rng);
    return slip_mechanism_assemble(mech, par[LAW] == 0 ? SLIP_LAW_BOX : SLIP_LAW_COULOMB, count, given, acceleration, out, error);
}

static slip_status make(slip_problem *out, const double par[], unsigned long seed, slip_truth *truth, slip_error *error)
{
    int rolling = (int)rint(par[ROLLING] * par[SIZE] / 5);
    while (5 * rolling > par[SIZE])
        rolling--;
    const slip_multibody_sizes sizes = { rolling, (int)par[SIZE] - 5 * rolling, par[MU], par[SPEED], par[G] };
    slip_mechanism mech;
    slip_arena arena = { 0 };
    slip_status s = slip_multibody_draw(&mech, &sizes, seed, &arena, error);
    if (s == SLIP_OK)
        s = assemble(&mech, par, seed, out, &arena, error);
    slip_arena_free(&arena);
    truth->cite = "TrinkleEtAl1995";
    snprintf(truth->text, sizeof truth->text, "nothing is known of this draw; a small mu with independent contacts gives one solution");
    return s;
}

const slip_family slip_family_multibody = {
    .name = "multibody", .about = "random objects and manipulators in contact, rolling and sliding, in three dimensions",
    .cite = "TrinkleEtAl1995", .params = params, .make = make,
};
