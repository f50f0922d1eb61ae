/* integer.c: Baraff's method in trouble, in whole numbers: zero steps, an endless loop, a singular A11.
   SPDX-License-Identifier: GPL-3.0-or-later

   u = W r + q, d = 2 but for the last, static friction, W = J J' or given, symmetric positive definite in every kind.

       zero-step   two contacts, mu = 1: F2 alternates between two index sets by steps of size zero
       loop        three contacts, mu = 2: in the order given the algorithm repeats its index sets for ever;
                   exactly three solutions
       singular    two contacts, mu = 3: W_NN + mu W_NF = 0 at contact 1, so A11 is singular and inconsistent
                   although W is positive definite
       space       one contact in space, W = 1, q = (-1, 3, 4), mu = 1/2: Coulomb's r is (1, -0.3, -0.4), while friction that only opposes the slip,
                   one axis after the other, ends at (1, -0.5, 0) or (1, 0, -0.5), which `opposed` allows

   The solutions are rational numbers: all modes (open, stick, slip either way) were tried in exact arithmetic.
   [Baraff1994, 5.3-5.6] */

#include <string.h>

#include "problems/problems.h"

static const double zero_W[16] = { 21, 9, 5, -16, 9, 23, 7, -8, 5, 7, 4, -5, -16, -8, -5, 13 };
static const double zero_q[4] = { 5, -6, -3, -3 };
static const double zero_r[4] = { 101./68, -25./136, 427./136, 427./136 };
static const double zero_u[4] = { 0, 0, 0, -3./17 };

static const double loop_J[36] = {
    -2,  0,  3, -1, -1, -1,
     1, -3,  0,  1,  1,  3,
     0,  2, -3, -1,  1, -1,
    -2,  1, -2, -2, -1, -2,
     3,  0,  2,  3, -1, -2,
     2, -3, -1,  3, -2,  0 };
static const double loop_q[6] = { -1, -12, 11, 16, -14, -6 };
static const double loop_r[18] = {
    5./196, 5./98, 0, 0, 197./336, -93./784,
    219./391, 438./391, 198./391, -37./391, 377./391, -206./391,
    1483./5005, 2966./5005, 277./1430, -277./715, 939./1430, -3903./10010 };
static const double loop_u[18] = {
    0, -30851./2352, 277./42, 11737./1176, 0, 0,
    0, -1140./391, 0, 0, 0, 0,
    0, -16439./5005, 0, 359./10010, 0, 0 };

static const double singular_J[16] = { -3, 0, 0, -3, 1, -1, -1, 1, -3, -2, 2, -1, -1, -3, 3, 0 };
static const double singular_q[4] = { -9, -1, -9, -3 };
static const double singular_r[4] = { 0, 0, 14./13, -9./13 };
static const double singular_u[4] = { 24./13, -60./13, 0, 0 };

static const double space_J[9] = { 1, 0, 0, 0, 1, 0, 0, 0, 1 };
static const double space_q[3] = { -1, 3, 4 };
static const double space_r[3] = { 1, -0.3, -0.4 };
static const double space_u[3] = { 0, 2.7, 3.6 };

static const struct {
    int d, nc; double mu; const double *W, *J, *q, *r, *u; int solutions; const char *text;
} kinds[] = {
    { 2, 2, 1, zero_W, NULL, zero_q, zero_r, zero_u, 1, "exactly one solution, N1 sticks and N2 slips, by trying all modes exactly" },
    { 2, 3, 2, NULL, loop_J, loop_q, loop_r, loop_u, 3, "exactly three solutions, by trying all modes exactly" },
    { 2, 2, 3, NULL, singular_J, singular_q, singular_r, singular_u, 1, "exactly one solution, contact 1 opens, by trying all modes exactly" },
    { 3, 1, 0.5, NULL, space_J, space_q, space_r, space_u, 1, "one solution: the axes are independent, so friction opposes q_T" },
};

static const char *const words[] = { "zero-step", "loop", "singular", "space", NULL };
enum { KIND };
static const slip_param params[] = {
    { "kind", 0, 0, 3, words, "which instance", SLIP_WHOLE },
    { 0 }
};

static slip_status make(slip_problem *out, const double par[], unsigned long seed, slip_truth *truth, slip_error *error)
{
    (void)seed;
    int k = (int)par[KIND], d = kinds[k].d, nc = kinds[k].nc, m = d * nc;
    bool local = kinds[k].W != NULL;
    slip_status s = slip_problem_new(out, d, nc, local ? 0 : m, 0, local, error);
    if (s != SLIP_OK)
        return s;
    out->level = SLIP_LEVEL_ACCELERATION;
    for (int i = 0; i < nc; i++)
        out->mu[i] = kinds[k].mu;
    memcpy(local ? out->q : out->w, kinds[k].q, (size_t)m * sizeof(double));
    static const double unit[6] = { 1, 1, 1, 1, 1, 1 };
    s = local ? slip_sparse_from_dense(&out->W, SLIP_CSC, m, m, kinds[k].W, &out->arena, error)
              : slip_problem_fill_rows(out, unit, kinds[k].J, NULL, error);
    if (s != SLIP_OK || truth == NULL)
        return s;
    truth->how = d == 2 ? SLIP_HOW_ENUMERATED : SLIP_HOW_EXACT;
    truth->solutions = kinds[k].solutions;
    truth->unique_u = truth->unique_r = kinds[k].solutions == 1 ? SLIP_YES : SLIP_NO;
    truth->cite = "Baraff1994";
    strcpy(truth->text, kinds[k].text);
    return slip_truth_list(truth, out, kinds[k].solutions, kinds[k].r, kinds[k].u, error);
}

const slip_family slip_family_integer = {
    .name = "integer", .about = "Baraff's method in trouble, in whole numbers: zero steps, a loop, a singular A11",
    .cite = "Baraff1994", .params = params, .make = make,
};
