/* distance.c: the verifier's nearest points satisfy the definition of a projection, and agree with the projections solvers use.
   SPDX-License-Identifier: GPL-3.0-or-later

   p is the nearest point of the closed convex cone K to x  <=>  p in K, x - p in the polar cone, p . (x - p) = 0.
   Membership is tested by the generators of K and K*, never by a projection. */

#include "tests/made.h"
#include "tests/tap.h"

static const double frictions[] = { 0, 1e-9, 0.2, 1, 5, 1e9, 1e300 };
enum { FRICTIONS = sizeof frictions / sizeof *frictions, POINTS = 300 };

/* The largest violation of "y is in K" relative to |y|: through the friction set itself. */
static double outside_primal(const slip_rule *rule, const double *y)
{
    double size = slip_length(y, rule->d), c = rule->mu > 1 ? 1 / rule->mu : 1, a = rule->mu > 1 ? 1 : rule->mu, worst = -y[0];
    if (size == 0) return 0;
    if (rule->d > 1 && rule->k == 0) worst = fmax(worst, c * slip_length(y + 1, rule->d - 1) - a * y[0]);
    for (int j = 0; j < rule->k && rule->d == 3; j++) {
        const double *p = rule->dir + 2 * j, *q = rule->dir + 2 * ((j + 1) % rule->k);
        double n[2] = { q[1] - p[1], p[0] - q[0] }, h = n[0] * p[0] + n[1] * p[1];
        worst = fmax(worst, c * (n[0] * y[1] + n[1] * y[2]) - a * h * y[0]);
    }
    return worst / size;
}

static double outside_dual(const slip_rule *rule, const double *y)
{
    double size = slip_length(y, rule->d), c = rule->mu > 1 ? 1 / rule->mu : 1, a = rule->mu > 1 ? 1 : rule->mu, worst = -INFINITY;
    if (size == 0) return 0;
    if (rule->d == 1) worst = -y[0];
    else if (rule->k == 0 || rule->d == 2) worst = a * slip_length(y + 1, rule->d - 1) - c * y[0];
    for (int j = 0; j < rule->k && rule->d == 3; j++)
        worst = fmax(worst, -a * (rule->dir[2 * j] * y[1] + rule->dir[2 * j + 1] * y[2]) - c * y[0]);
    return worst / size;
}

/* A point anywhere, or exactly on the axis, the apex, an edge, the polar cone; from tiny to huge. */
static void draw(made_rng *g, const slip_rule *rule, int n, double *x)
{
    for (int k = 0; k < rule->d; k++)
        x[k] = made_uniform(g, -1, 1);
    if (n % 11 == 1) x[0] = 0;
    if (n % 11 == 2) x[1 % rule->d] = 0;
    if (n % 11 == 3) for (int k = 1; k < rule->d; k++) x[k] = 0;
    if (n % 11 == 4) for (int k = 0; k < rule->d; k++) x[k] = 0;
    if (n % 11 == 5 && rule->d == 3 && rule->k) {
        x[1] = rule->mu * x[0] * rule->dir[0];
        x[2] = rule->mu * x[0] * rule->dir[1];
    }
    int e = n % 5 == 3 ? 500 : n % 5 == 4 ? -500 : 0;
    double m = 0;
    for (int k = 0; k < rule->d; k++)
        m = fmax(m, fabs(x[k]));
    for (int k = 0; k < rule->d && m > 0; k++)
        x[k] = ldexp(x[k] / m, e);
}

static void one(slip_law law, int d, slip_dirs dirs)
{
    slip_arena arena = {0};
    slip_problem p = { .d = d, .law = law };
    double *dir, worst = 0, apart = 0;
    int k = slip_rule_vertices(&p, law, dirs, &dir, &arena);
    made_rng g = { (unsigned long long)(law * 10 + d) * 31 + (unsigned long long)dirs.k };
    for (int f = 0; f < FRICTIONS; f++)
        for (int n = 0; n < POINTS; n++) {
            slip_rule rule = { .law = law, .d = d, .k = d == 3 ? k : 0, .mu = frictions[f], .dir = dir };
            slip_contact contact = { .law = law, .dirs = d == 2 ? (slip_dirs){ 2, 0 } : dirs, .d = d, .mu = frictions[f] };
            double x[3], P[3], D[3], e[3], z[3], other[3], size;
            slip_dd xx[3], near[3];
            draw(&g, &rule, n, x);
            size = slip_length(x, d);
            if (size == 0) size = 1;
            for (int a = 0; a < d; a++)
                xx[a] = slip_dd_of(x[a]);
            slip_rule_primal(&rule, xx, near);
            slip_dd_round(near, d, P);
            double product = 0;
            for (int a = 0; a < d; a++) {
                e[a] = slip_dd_double(slip_dd_sub(near[a], xx[a]));       /* P - x must be in K* */
                product += P[a] / size * (e[a] / size);
            }
            worst = fmax(worst, fmax(fabs(product), slip_length(P, d) > 1e-14 * size ? outside_primal(&rule, P) : 0));
            if (slip_length(e, d) > 1e-13 * size) worst = fmax(worst, outside_dual(&rule, e));
            if (law != SLIP_LAW_OPPOSED) {
                slip_rule_dual(&rule, xx, near);
                slip_dd_round(near, d, D);
                product = 0;
                for (int a = 0; a < d; a++) {
                    z[a] = slip_dd_double(slip_dd_sub(near[a], xx[a]));   /* D - x must be in K** = K */
                    product += D[a] / size * (z[a] / size);
                }
                worst = fmax(worst, fmax(fabs(product), slip_length(D, d) > 1e-14 * size ? outside_dual(&rule, D) : 0));
                if (slip_length(z, d) > 1e-13 * size) worst = fmax(worst, outside_primal(&rule, z));
            }
            slip_cone_project(&contact, x, other);
            for (int a = 0; a < d; a++)
                e[a] = (P[a] - other[a]) / size;
            apart = fmax(apart, slip_length(e, d));
        }
    ok(worst <= 1e-13, "%s, d = %d, k = %d: nearest points by definition, mu from 0 to 1e300 (%.1e)", slip_law_name(law), d, dirs.k, worst);
    ok(apart <= 1e-13, "%s, d = %d, k = %d: solvers project on the same cone (%.1e)", slip_law_name(law), d, dirs.k, apart);
    slip_arena_free(&arena);
}

/* s(u_T), and the nearest point of radius C, by definition: p in radius C and (x - p)'(c - p) <= 0 for its vertices */
static void friction_sets(void)
{
    made_rng g = { 5 };
    slip_arena arena = {0};
    slip_problem p = { .d = 3 };
    double *dir, worst = 0, apart = 0;
    for (int n = 0; n < 600; n++) {
        slip_law law = (slip_law[]){ SLIP_LAW_COULOMB, SLIP_LAW_FACETS, SLIP_LAW_BOX }[n % 3];
        slip_dirs dirs = { 4 + 2 * (n % 4), 0.1 * (n % 7) };
        int k = slip_rule_vertices(&p, law, dirs, &dir, &arena);
        slip_rule rule = { .law = law, .d = 3, .k = k, .mu = 0.5, .dir = dir };
        slip_contact contact = { .law = law, .dirs = dirs, .d = 3, .mu = 0.5 };
        double u[3] = { 0, made_uniform(&g, -2, 2), made_uniform(&g, -2, 2) }, radius = made_uniform(&g, 0.1, 2), other[2], c[2];
        slip_dd x[3] = { slip_dd_of(0), slip_dd_of(u[1]), slip_dd_of(u[2]) }, q[2];
        double s = slip_dd_double(slip_rule_support(&rule, x)), by = -INFINITY;
        for (int j = 0; j < (k ? k : 20000); j++) {
            if (k) memcpy(c, dir + 2 * j, sizeof c);
            else { c[0] = cos(j * 3.14159265358979e-4); c[1] = sin(j * 3.14159265358979e-4); }
            by = fmax(by, -(c[0] * u[1] + c[1] * u[2]));
        }
        worst = fmax(worst, fabs(s - by) - (k ? 0 : 1e-7));
        slip_rule_friction(&rule, slip_dd_of(radius), x + 1, q);
        for (int j = 0; j < (k ? k : 100); j++) {
            if (k) memcpy(c, dir + 2 * j, sizeof c);
            else { c[0] = cos(j * 0.0628); c[1] = sin(j * 0.0628); }
            double a = (u[1] - q[0].hi) * (radius * c[0] - q[0].hi) + (u[2] - q[1].hi) * (radius * c[1] - q[1].hi);
            worst = fmax(worst, a);
        }
        slip_friction_project(&contact, radius, u + 1, other);
        apart = fmax(apart, fmax(fabs(other[0] - q[0].hi), fabs(other[1] - q[1].hi)));
        apart = fmax(apart, fabs(slip_friction_support(&contact, u + 1) - s));
    }
    ok(worst <= 1e-14, "support and nearest point of the friction sets, by definition (%.1e)", worst);
    ok(apart <= 1e-14, "solvers use the same friction sets (%.1e)", apart);
    slip_arena_free(&arena);
}

int main(void)
{
    static const slip_dirs dirs[] = { { 4, 0 }, { 4, 0.3 }, { 6, 0 }, { 8, 0 }, { 16, 1 } };
    plan(2 * (SLIP_LAW_COUNT * 2 + 4 + 2 * 5) + 2);
    for (int law = 0; law < SLIP_LAW_COUNT; law++)
        for (int d = 1; d <= 2; d++)
            one(law, d, (slip_dirs){ 4, 0 });
    one(SLIP_LAW_COULOMB, 3, dirs[0]);
    one(SLIP_LAW_CONE, 3, dirs[0]);
    one(SLIP_LAW_BOX, 3, dirs[0]);
    one(SLIP_LAW_OPPOSED, 3, dirs[0]);
    for (int k = 0; k < 5; k++) {
        one(SLIP_LAW_FACETS, 3, dirs[k]);
        one(SLIP_LAW_CONE_FACETS, 3, dirs[k]);
    }
    friction_sets();
    return done();
}
