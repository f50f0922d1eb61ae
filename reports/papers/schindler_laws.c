/* schindler_laws.c: sections II to IV of [SchindlerEtAl2011]: the contact laws as sets, point by point, by prox and by complementarity.
   SPDX-License-Identifier: GPL-3.0-or-later

   A point (g, lambda) belongs to the prox form when lambda = prox_C(lambda - r g) within 1e-12, the projection being the one solvers use, and
   to the complementarity form when the inequalities themselves hold within 1e-12. */

#include <math.h>
#include "reports/papers/measures.h"

enum { BILATERAL, UNILATERAL, FRICTION };
static const double tiny = 1e-12;

static bool by_prox(int law, const slip_contact *c, double r, double lambda_n, const double g[2], const double lambda[2])
{
    double x[2] = { lambda[0] - r * g[0], lambda[1] - r * g[1] }, near[2] = { x[0], 0 };
    if (law == FRICTION)
        slip_friction_project(c, c->mu * fabs(lambda_n), x, near);
    else if (law == UNILATERAL)
        slip_cone_project(c, x, near);
    else
        near[0] = x[0];
    return fabs(lambda[0] - near[0]) <= tiny && (law != FRICTION || fabs(lambda[1] - near[1]) <= tiny);
}

static bool by_cases(int law, double bound, const double g[2], const double lambda[2])
{
    double speed = hypot(g[0], g[1]), size = hypot(lambda[0], lambda[1]);
    if (law == BILATERAL)
        return fabs(g[0]) <= tiny;
    if (law == UNILATERAL)
        return g[0] >= -tiny && lambda[0] >= -tiny && fabs(g[0] * lambda[0]) <= tiny;
    if (speed <= tiny)
        return size <= bound + tiny;
    return hypot(lambda[0] + g[0] / speed * bound, lambda[1] + g[1] / speed * bound) <= tiny;
}

/* (7): sigma >= 0 with mu |lambda_N| g + sigma lambda = 0 and sigma (mu |lambda_N| - |lambda|) = 0. */
static bool by_sigma(double bound, const double g[2], const double lambda[2])
{
    double size = hypot(lambda[0], lambda[1]);
    if (size > bound + tiny)
        return false;
    double sigma = size > 0 ? -bound * (g[0] * lambda[0] + g[1] * lambda[1]) / (size * size) : 0;
    return sigma >= -tiny && hypot(bound * g[0] + sigma * lambda[0], bound * g[1] + sigma * lambda[1]) <= tiny && fabs(sigma * (bound - size)) <= 8 * tiny;
}

/* Points on the law, beside it and anywhere: in both sets or in neither. */
static void compare(int law, bool sigma, slip_rng *rng, long *points, long *members, long *apart)
{
    static const double steps[] = { 0.1, 1, 10 };
    for (int k = 0; k < 6000; k++) {
        double mu = sigma || k % 5 ? slip_rng_uniform(rng, 0.05, 1.5) : 0, lambda_n = k % 7 ? slip_rng_uniform(rng, -2, 2) : sigma ? 1 : 0, bound = mu * fabs(lambda_n);
        slip_contact c = { .law = SLIP_LAW_COULOMB, .d = law == FRICTION ? 3 : 1, .mu = mu };
        double g[2] = { slip_rng_uniform(rng, -1, 1), 0 }, lambda[2] = { slip_rng_uniform(rng, -1, 1), 0 };
        if (law == FRICTION) {
            g[1] = slip_rng_uniform(rng, -1, 1);
            lambda[1] = slip_rng_uniform(rng, -1, 1);
        }
        if (k % 3 == 0) {               /* on the law: rest, or sliding with friction at its bound */
            double speed = hypot(g[0], g[1]);
            if (law == FRICTION && k % 2 && speed > 0)
                lambda[0] = -bound * g[0] / speed, lambda[1] = -bound * g[1] / speed;
            else if (law == FRICTION)
                g[0] = g[1] = 0, lambda[0] *= bound * 0.7, lambda[1] *= bound * 0.7;
            else if (law == UNILATERAL && k % 2)
                lambda[0] = 0, g[0] = fabs(g[0]);
            else
                g[0] = 0, lambda[0] = law == UNILATERAL ? fabs(lambda[0]) : lambda[0];
        } else if (k % 3 == 1 && law == FRICTION) {     /* the right size, another direction */
            double size = hypot(lambda[0], lambda[1]);
            lambda[0] *= bound / size, lambda[1] *= bound / size;
        }
        bool b = sigma ? by_sigma(bound, g, lambda) : by_prox(law, &c, steps[k % 3 ? k % 2 : 2], lambda_n, g, lambda), a = by_cases(law, bound, g, lambda);
        ++*points;
        *members += a;
        *apart += a != b;
    }
}

/* at: which law. */
slip_status slip_schindler_sets(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    long points = 0, members = 0, apart = 0;
    slip_rng *rng = slip_rng_new(2011);
    (void)lab;
    if (!rng)
        return slip_fail(error, SLIP_MEMORY, "out of memory");
    compare((int)s->at, false, rng, &points, &members, &apart);
    slip_rng_free(rng);
    slip_reading_set(r, slip_cell_if(apart == 0 && members > points / 4 && members < points), "%ld points, %ld of them on the law; the two forms disagree on %ld", points, members, apart);
    return SLIP_OK;
}

slip_status slip_schindler_sigma(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    long points = 0, members = 0, apart = 0;
    slip_rng *rng = slip_rng_new(7);
    (void)s;
    (void)lab;
    if (!rng)
        return slip_fail(error, SLIP_MEMORY, "out of memory");
    compare(FRICTION, true, rng, &points, &members, &apart);
    slip_rng_free(rng);
    slip_reading_set(r, slip_cell_if(apart == 0 && members > points / 4), "%ld points, %ld of them on the law; (6) and (7) disagree on %ld", points, members, apart);
    return SLIP_OK;
}

/* (8): nothing of the set is nearer than the projection. */
slip_status slip_schindler_nearest(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    double worst = -INFINITY;
    int inside = 0, tries = 400;
    slip_rng *rng = slip_rng_new(3);
    (void)s;
    (void)lab;
    if (!rng)
        return slip_fail(error, SLIP_MEMORY, "out of memory");
    for (int k = 0; k < tries; k++) {
        slip_contact c = { .law = k % 2 ? SLIP_LAW_COULOMB : SLIP_LAW_FACETS, .dirs = { 6, 0.1 }, .d = 3, .mu = 1 };
        double x[2] = { slip_rng_uniform(rng, -2, 2), slip_rng_uniform(rng, -2, 2) }, near[2], e[2], away;
        slip_friction_project(&c, 1, x, near);
        away = hypot(x[0] - near[0], x[1] - near[1]);
        inside += away == 0;
        for (int i = 0; i < 500; i++) {                 /* points of the set: mixtures of its corners, or of its rim */
            double y[2] = { 0, 0 }, weight = 0;
            for (int j = 0; j < 3; j++) {
                double w = -log(slip_rng_uniform(rng, 1e-12, 1)), angle = slip_rng_uniform(rng, 0, 6.283185307179586);
                if (c.law == SLIP_LAW_FACETS)
                    slip_dirs_get(c.dirs, 3, slip_rng_below(rng, 6), e);
                else
                    e[0] = cos(angle), e[1] = sin(angle);
                y[0] += w * e[0], y[1] += w * e[1], weight += w;
            }
            worst = fmax(worst, away - hypot(x[0] - y[0] / weight, x[1] - y[1] / weight));
        }
    }
    slip_rng_free(rng);
    slip_reading_set(r, slip_cell_if(worst <= 1e-14), "%d points against 500 of a disc or hexagon each: the projection is nearest (by %.1e at least); %d lay inside and did not move", tries, -worst, inside);
    return SLIP_OK;
}
