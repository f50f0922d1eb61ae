/* dynamic.c: one planar body sliding on two walls: Baraff's dynamic friction, with and without solution.
   SPDX-License-Identifier: GPL-3.0-or-later

   A body (mass 1, moment of inertia J) touches walls along the axes with two of its points, r_i from its centre of mass, and
   slides on both.  n_i is the wall's normal, t_i the direction of slip, Omega the rate of rotation:

       u_N = A r_N + q,   A_ij = N_i M^-1 (N_j - mu T_j)',   q_i = N_i M^-1 f - Omega^2 r_i.n_i
       N_i = (n_i, r_i x n_i),  T_i = (t_i, r_i x t_i)

   The velocity is the one rigid motion that leaves both walls touched, so the slips are those of a real motion.  Points, forces
   and 4 mu are whole numbers and J is a power of 4, so A, q and the four bases are computed exactly: their count is a truth.
   Draws are repeated, from one seed, until the case is the one asked for.
   [Baraff1994, 6: when the friction is dynamic, A is not symmetric and a solution need not exist] */

#include <math.h>
#include <string.h>

#include "problems/problems.h"

static const char *const cases[] = { "none", "none-feasible", "one", "several", "any", NULL };
enum { NONE, NONE_FEASIBLE, ONE, SEVERAL, ANY };
enum { CASE };
static const slip_param params[] = {
    { "case", 0, 0, 4, cases, "none: no solution; none-feasible: none, though r >= 0, A r + q >= 0 is feasible", SLIP_WHOLE },
    { 0 }
};

typedef struct {
    double J, mu, f[3], w[4], row[12], slip[2];     /* row: N1, T1, N2, T2 with T along a fixed tangent; slip = +-1 along it */
    double A[4], q[2];                              /* A row-major */
} draw;

/* Integer points and walls; false when the motion leaves a contact without slip. */
static bool body(draw *b, slip_rng *rng)
{
    static const double normals[4][2] = { { 0, 1 }, { 1, 0 }, { 0, -1 }, { -1, 0 } };
    double r[2][2];
    b->J = ldexp(1, 2 * slip_rng_below(rng, 3) - 2);            /* 1/4, 1 or 4 */
    b->mu = (1 + slip_rng_below(rng, 12)) / 4.;
    for (int i = 0; i < 2; i++) {
        const double *n = normals[slip_rng_below(rng, 4)];
        double t[2] = { n[1], -n[0] };
        for (int k = 0; k < 2; k++)
            r[i][k] = slip_rng_below(rng, 9) - 4;
        if (!(r[i][0] * n[0] + r[i][1] * n[1] < 0))             /* the wall is behind the point, seen from the body */
            return false;
        double *N = &b->row[6 * i], *T = N + 3;
        N[0] = n[0], N[1] = n[1], N[2] = r[i][0] * n[1] - r[i][1] * n[0];
        T[0] = t[0], T[1] = t[1], T[2] = r[i][0] * t[1] - r[i][1] * t[0];
    }
    const double *a = b->row, *c = b->row + 6;
    double v[3] = { a[1] * c[2] - a[2] * c[1], a[2] * c[0] - a[0] * c[2], a[0] * c[1] - a[1] * c[0] };
    double sign = slip_rng_below(rng, 2) ? 1 : -1;
    for (int i = 0; i < 2; i++) {
        const double *N = &b->row[6 * i], *T = N + 3;
        double slip = sign * (T[0] * v[0] + T[1] * v[1] + T[2] * v[2]);
        if (slip == 0)
            return false;
        b->slip[i] = slip > 0 ? 1 : -1;
        b->w[2 * i] = -v[2] * v[2] * (r[i][0] * N[0] + r[i][1] * N[1]);
        b->w[2 * i + 1] = -v[2] * v[2] * (r[i][0] * T[0] + r[i][1] * T[1]);
    }
    for (int k = 0; k < 3; k++)
        b->f[k] = slip_rng_below(rng, 41) - 20;
    return true;
}

static void reduce(draw *b)
{
    const double inverse[3] = { 1, 1, 1 / b->J };
    for (int i = 0; i < 2; i++) {
        b->q[i] = b->w[2 * i];
        for (int k = 0; k < 3; k++)
            b->q[i] += b->row[6 * i + k] * inverse[k] * b->f[k];
        for (int j = 0; j < 2; j++) {
            double sum = 0;
            for (int k = 0; k < 3; k++)
                sum += b->row[6 * i + k] * inverse[k] * (b->row[6 * j + k] - b->mu * b->slip[j] * b->row[6 * j + 3 + k]);
            b->A[2 * i + j] = sum;
        }
    }
}

/* All four bases, exactly; -1 when one of them is singular or on the edge, a case nobody asks for. */
static int enumerate(const draw *b, double r[][2])
{
    const double *A = b->A, *q = b->q;
    int count = 0;
    double det = A[0] * A[3] - A[1] * A[2], x = A[1] * q[1] - A[3] * q[0], y = A[2] * q[0] - A[0] * q[1];
    if (det == 0 || A[0] == 0 || A[3] == 0 || q[0] == 0 || q[1] == 0 || x == 0 || y == 0)
        return -1;
    if (q[0] > 0 && q[1] > 0)
        r[count][0] = 0, r[count++][1] = 0;
    if (-q[0] / A[0] > 0 && -y / A[0] > 0)                      /* u_2 = (A_0 q_1 - A_2 q_0) / A_0 */
        r[count][0] = -q[0] / A[0], r[count++][1] = 0;
    if (-q[1] / A[3] > 0 && -x / A[3] > 0)
        r[count][0] = 0, r[count++][1] = -q[1] / A[3];
    if (x / det > 0 && y / det > 0)
        r[count][0] = x / det, r[count++][1] = y / det;
    return count;
}

/* Is there r >= 0 with A r + q >= 0?  By Farkas not iff some y >= 0 has A'y <= 0 and q'y < 0; the cone of such y in the plane
   is spanned by the axes and by the y that are orthogonal to a column of A. */
static bool feasible(const draw *b)
{
    const double *A = b->A, *q = b->q;
    const double rays[4][2] = { { 1, 0 }, { 0, 1 }, { fabs(A[2]), fabs(A[0]) }, { fabs(A[3]), fabs(A[1]) } };
    for (int k = 0; k < 4; k++) {
        const double *y = rays[k];
        if (A[0] * y[0] + A[2] * y[1] <= 0 && A[1] * y[0] + A[3] * y[1] <= 0 && q[0] * y[0] + q[1] * y[1] < 0)
            return false;
    }
    return true;
}

static bool wanted(const draw *b, int which, int count)
{
    switch (which) {
    case NONE:          return count == 0 && !feasible(b);
    case NONE_FEASIBLE: return count == 0 && feasible(b);
    case ONE:           return count == 1;
    case SEVERAL:       return count > 1;
    default:            return count >= 0;
    }
}

static slip_status fill(slip_problem *out, const draw *b, slip_error *error)
{
    slip_status s = slip_problem_new(out, 2, 2, 3, 0, false, error);
    if (s != SLIP_OK)
        return s;
    out->level = SLIP_LEVEL_ACCELERATION;
    out->slip = SLIP_NEW(&out->arena, double, 2);
    if (out->slip == NULL)
        return slip_fail(error, SLIP_MEMORY, "no memory for two slip directions");
    memcpy(out->slip, b->slip, sizeof b->slip);
    memcpy(out->f, b->f, sizeof b->f);
    memcpy(out->w, b->w, sizeof b->w);
    out->mu[0] = out->mu[1] = b->mu;
    const double mass[3] = { 1, 1, b->J };
    return slip_problem_fill_rows(out, mass, b->row, NULL, error);
}

static slip_status know(slip_problem *out, slip_truth *truth, const draw *b, int count, double r_N[][2], slip_error *error)
{
    double r[16], u[16];
    const double inverse[3] = { 1, 1, 1 / b->J };
    for (int c = 0; c < count; c++) {
        double v[3];
        for (int i = 0; i < 2; i++) {
            r[4 * c + 2 * i] = r_N[c][i];
            r[4 * c + 2 * i + 1] = -b->mu * b->slip[i] * r_N[c][i];
        }
        for (int k = 0; k < 3; k++) {
            v[k] = b->f[k];
            for (int i = 0; i < 4; i++)
                v[k] += b->row[3 * i + k] * r[4 * c + i];
            v[k] *= inverse[k];
        }
        for (int i = 0; i < 4; i++) {
            const double *row = &b->row[3 * i];
            u[4 * c + i] = b->w[i] + row[0] * v[0] + row[1] * v[1] + row[2] * v[2];
            if (i % 2 == 0 && r[4 * c + i] > 0)
                u[4 * c + i] = 0;
        }
    }
    truth->how = SLIP_HOW_ENUMERATED;
    truth->solutions = count;
    truth->unique_u = truth->unique_r = count == 1 ? SLIP_YES : count > 1 ? SLIP_NO : SLIP_MAYBE;
    truth->cite = "Baraff1994";
    strcpy(truth->text, count == 0 ? feasible(b) ? "no solution in any of the four bases, though the inequalities are feasible"
                                                 : "no solution exists: the inequalities themselves are infeasible"
                                   : "the solutions are those of the four bases, tried exactly");
    return count > 0 ? slip_truth_list(truth, out, count, r, u, error) : SLIP_OK;
}

static slip_status make(slip_problem *out, const double par[], unsigned long seed, slip_truth *truth, slip_error *error)
{
    slip_rng *rng = slip_rng_new(seed);
    if (rng == NULL)
        return slip_fail(error, SLIP_MEMORY, "no memory for a random number generator");
    draw b = { .J = 1 };
    double r_N[4][2];
    int count = -1;
    bool found = false;
    for (int tries = 0; tries < 100000 && !found; tries++) {
        if (!body(&b, rng))
            continue;
        reduce(&b);
        count = enumerate(&b, r_N);
        found = wanted(&b, (int)par[CASE], count);
    }
    slip_rng_free(rng);
    if (!found)
        return slip_fail(error, SLIP_NUMERIC, "dynamic: 100000 draws of this seed hold no case \"%s\"; take another seed", cases[(int)par[CASE]]);
    slip_status s = fill(out, &b, error);
    return s == SLIP_OK && truth != NULL ? know(out, truth, &b, count, r_N, error) : s;
}

const slip_family slip_family_dynamic = {
    .name = "dynamic", .about = "a planar body sliding on two walls: dynamic friction with none, one or several solutions",
    .cite = "Baraff1994", .params = params, .make = make,
};
