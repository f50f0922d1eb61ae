/* known.c: truths that several families share.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "problems/scene.h"
#include "problems/single.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

slip_status slip_truth_known(slip_problem *p, int count, slip_truth *truth, slip_error *error)
{
    size_t m = (size_t)slip_problem_m(p);
    truth->known = count;
    truth->u = SLIP_NEW(&p->arena, double, (size_t)count * m);
    truth->r = SLIP_NEW(&p->arena, double, (size_t)count * m);
    return p->arena.failed ? slip_fail(error, SLIP_MEMORY, "no memory for %d known solutions", count) : SLIP_OK;
}

/* The convex law: r minimises r'Wr/2 + q'r over the cone, so one stationary point.  Open: q in K*; stick: u = 0; slip: u_N = mu |u_T|. */
static int cone(const double W[4], const double q[2], double mu, double r[2], double u[2])
{
    r[0] = r[1] = 0, u[0] = q[0], u[1] = q[1];
    if (q[0] >= mu * fabs(q[1])) return 1;
    double det = W[0] * W[3] - W[1] * W[2];
    r[0] = -(W[3] * q[0] - W[1] * q[1]) / det, r[1] = -(W[0] * q[1] - W[2] * q[0]) / det;
    u[0] = u[1] = 0;
    if (fabs(r[1]) <= mu * r[0]) return 1;
    for (int side = -1; side <= 1; side += 2) {         /* r = c (1, -side mu), (1, -side mu)'u = 0, side u_T > 0 */
        double d[2] = { 1, -side * mu };
        double a = d[0] * (W[0] * d[0] + W[1] * d[1]) + d[1] * (W[2] * d[0] + W[3] * d[1]), c = -(d[0] * q[0] + d[1] * q[1]) / a;
        r[0] = c * d[0], r[1] = c * d[1];
        u[0] = W[0] * r[0] + W[1] * r[1] + q[0], u[1] = W[2] * r[0] + W[3] * r[1] + q[1];
        if (c > 0 && side * u[1] > 0) return 1;
    }
    return 0;
}

static void modes(const double W[4], const double q[2], double mu, bool convex, slip_single *found)
{
    if (!convex) {
        slip_single_solve(W, q, mu, found);
        return;
    }
    double *z = found->solution[0];
    found->count = cone(W, q, mu, z, z + 2), found->sure = found->count == 1;
}

bool slip_truth_point(const double W[4], const double q[2], double mu, bool convex, double r[2], double u[2])
{
    slip_single found = { .count = 0 };
    modes(W, q, mu, convex, &found);
    memcpy(r, found.solution[0], 2 * sizeof *r), memcpy(u, found.solution[0] + 2, 2 * sizeof *u);
    return found.count == 1;
}

slip_status slip_truth_single(slip_problem *p, const double W[4], const double q[2], slip_truth *truth, slip_error *error)
{
    slip_single found = { .count = 0 };
    modes(W, q, p->mu[0], p->law == SLIP_LAW_CONE || p->law == SLIP_LAW_CONE_FACETS, &found);
    slip_status status = slip_truth_known(p, found.count, truth, error);
    if (status) return status;
    for (int k = 0; k < found.count; k++)               /* in space: in the plane of n and t */
        memcpy(truth->r + p->d * k, found.solution[k], 2 * sizeof(double)), memcpy(truth->u + p->d * k, found.solution[k] + 2, 2 * sizeof(double));
    truth->how = SLIP_HOW_EXACT;
    truth->solutions = found.sure ? found.count : found.count ? SLIP_SOLUTIONS_SOME : SLIP_SOLUTIONS_UNKNOWN;
    if (found.sure && found.count) truth->unique_u = truth->unique_r = found.count == 1 ? SLIP_YES : SLIP_NO;
    if (found.count == 1)
        snprintf(truth->text, sizeof truth->text, "one solution, by trying every mode: r_N = %.9g, u_T = %.9g, u_N = %.9g",
                 found.solution[0][0], found.solution[0][3], found.solution[0][2] + 0.0);
    else
        snprintf(truth->text, sizeof truth->text, "%d solutions, by trying every mode", found.count);
    return SLIP_OK;
}

slip_status slip_truth_rest(slip_problem *p, int count, const double *normal, bool many, slip_truth *truth, slip_error *error)
{
    slip_status status = slip_truth_known(p, count, truth, error);
    if (status) return status;
    for (int k = 0; k < count; k++)
        for (int i = 0; i < p->nc; i++)
            truth->r[p->d * ((size_t)k * p->nc + i)] = normal[(size_t)k * p->nc + i];
    truth->how = SLIP_HOW_EXACT;
    truth->unique_u = SLIP_YES;
    truth->unique_r = many ? SLIP_NO : SLIP_MAYBE;
    truth->solutions = many ? SLIP_SOLUTIONS_MANY : SLIP_SOLUTIONS_SOME;
    snprintf(truth->text, sizeof truth->text, "%s = 0 is the only %s: normal %s alone hold everything%s",
             p->level == SLIP_LEVEL_VELOCITY ? "v" : "a", p->level == SLIP_LEVEL_VELOCITY ? "velocity" : "acceleration",
             p->level == SLIP_LEVEL_VELOCITY ? "impulses" : "forces", many ? ", in more than one way" : "");
    return SLIP_OK;
}

void slip_truth_exists(const slip_problem *p, slip_truth *truth)
{
    bool convex = p->law == SLIP_LAW_CONE || p->law == SLIP_LAW_CONE_FACETS, smooth = true;
    for (int i = 0; i < p->nc; i++) {
        if (!(p->w[p->d * i] >= 0)) return;
        smooth = smooth && p->mu[i] == 0;
        for (int k = 1; k < p->d; k++)
            if (p->w[p->d * i + k] != 0) return;
    }
    if (p->p > 0 || p->slip || p->bilateral) return;
    bool flat = smooth || p->d <= 2 || p->law == SLIP_LAW_FACETS || p->law == SLIP_LAW_CONE_FACETS || p->law == SLIP_LAW_BOX;
    if (convex || smooth) {
        truth->how = SLIP_HOW_PROVED, truth->unique_u = SLIP_YES;
        truth->solutions = flat ? SLIP_SOLUTIONS_SOME : SLIP_SOLUTIONS_UNKNOWN;
        snprintf(truth->text, sizeof truth->text, "the velocity is unique: it minimises a strictly convex function over a convex set that holds v = 0");
    } else if (flat) {
        truth->how = SLIP_HOW_PROVED, truth->solutions = SLIP_SOLUTIONS_SOME;
        snprintf(truth->text, sizeof truth->text, "a solution exists because all gaps are at least 0; its velocity need not be unique");
    }
}
