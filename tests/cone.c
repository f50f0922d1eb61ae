/* cone.c: projections against their definition: the nearest point, the edges, the extremes.
   SPDX-License-Identifier: GPL-3.0-or-later

   P is the projection of x on K iff P in K, x - P in the polar cone, and (x - P)'P = 0 (Moreau).  Membership is tested
   here by inequalities of its own: generators for the dual side, facets for the primal side. */

#include "problems/problems.h"
#include "tests/tap.h"

static double member(const slip_contact *c, const double x[3])      /* how far outside K, crudely: 0 inside */
{
    double bound = c->mu * x[0], out = -x[0];
    if (c->d == 1 || c->mu == 0) { for (int k = 1; k < c->d; k++) out = fmax(out, fabs(x[k])); return fmax(0, out); }
    if (c->d == 2) return fmax(0, fmax(out, fabs(x[1]) - bound));
    if (c->law == SLIP_LAW_BOX) return fmax(0, fmax(out, fmax(fabs(x[1]), fabs(x[2])) - bound));
    if (c->law == SLIP_LAW_FACETS) {
        for (int j = 0; j < c->dirs.k; j++) {           /* facet normal between neighbours d_j, d_j+1 */
            double a = c->dirs.angle + 2 * M_PI * (j + 0.5) / c->dirs.k;
            out = fmax(out, cos(a) * x[1] + sin(a) * x[2] - bound * cos(M_PI / c->dirs.k));
        }
        return fmax(0, out);
    }
    return fmax(0, fmax(out, hypot(x[1], x[2]) - bound));
}

static double polar(const slip_contact *c, const double y[3])       /* largest y'g over unit-normal generators g of K; <= 0 inside the polar cone */
{
    double s = 0, m[2] = { 0, 0 };
    if (c->mu == 0 || c->d == 1) return y[0];
    for (int k = 1; k < c->d; k++) m[k - 1] = -y[k];
    s = slip_friction_support(c, m);
    return y[0] + c->mu * s;
}

static void moreau(const slip_contact *c, int count, slip_rng *rng)
{
    double in = 0, pol = 0, ortho = 0;
    for (int k = 0; k < count; k++) {
        double x[3], P[3], y[3], dot = 0, size = 0;
        for (int a = 0; a < c->d; a++) { x[a] = slip_rng_normal(rng); size += x[a] * x[a]; }
        slip_cone_project(c, x, P);
        for (int a = 0; a < c->d; a++) { y[a] = x[a] - P[a]; dot += y[a] * P[a]; }
        in = fmax(in, member(c, P) / (1 + c->mu) / sqrt(size));
        pol = fmax(pol, polar(c, y) / (1 + c->mu) / sqrt(size));
        ortho = fmax(ortho, fabs(dot) / size);
    }
    ok(in <= 1e-14 && pol <= 1e-14 && ortho <= 1e-14, "Moreau: %s d=%d mu=%g k=%d: outside %.1e, polar %.1e, product %.1e",
       slip_law_name(c->law), c->d, c->mu, c->dirs.k, in, pol, ortho);
}

int main(void)
{
    static const double mus[] = { 0, 1e-8, 0.1, 0.5, 1, 3, 1e6 };
    slip_rng *rng = slip_rng_new(7);
    plan(2 * 7 + 4 * 7 + 3 + 4 + 4 + 3 + 3);
    for (int k = 0; k < 7; k++) {
        for (int d = 1; d <= 2; d++) moreau(&(slip_contact){ .law = SLIP_LAW_COULOMB, .d = d, .mu = d == 1 ? 0 : mus[k], .dirs = { 2, 0 } }, 500, rng);
        moreau(&(slip_contact){ .law = SLIP_LAW_COULOMB, .d = 3, .mu = mus[k], .dirs = { 4, 0 } }, 500, rng);
        moreau(&(slip_contact){ .law = SLIP_LAW_FACETS, .d = 3, .mu = mus[k], .dirs = { 4, 0 } }, 500, rng);
        moreau(&(slip_contact){ .law = SLIP_LAW_FACETS, .d = 3, .mu = mus[k], .dirs = { 10, 0.3 } }, 500, rng);
        moreau(&(slip_contact){ .law = SLIP_LAW_BOX, .d = 3, .mu = mus[k], .dirs = { 4, 0 } }, 500, rng);
    }
    /* the values of the reference, mu = 1/2 */
    slip_contact c = { .law = SLIP_LAW_COULOMB, .d = 3, .mu = 0.5 };
    static const double in[3][3] = { { 1, 2, 0 }, { 0, 1, 0 }, { -1, 2, 0 } }, want[3][3] = { { 1.6, 0.8, 0 }, { 0.4, 0.2, 0 }, { 0, 0, 0 } };
    for (int k = 0; k < 3; k++) {
        double P[3];
        slip_cone_project(&c, in[k], P);
        ok(fabs(P[0] - want[k][0]) + fabs(P[1] - want[k][1]) + fabs(P[2]) <= 1e-15, "(%g, %g, 0) goes to (%g, %g, 0)", in[k][0], in[k][1], want[k][0], want[k][1]);
    }
    static const slip_law laws[] = { SLIP_LAW_COULOMB, SLIP_LAW_FACETS, SLIP_LAW_BOX };
    for (int k = 0; k < 4; k++) {                       /* apex, axis, edge of the polar cone, inside untouched */
        static const double x[4][3] = { { 0, 0, 0 }, { 3, 0, 0 }, { -1, 0, 0 }, { 2, 0.1, -0.2 } };
        double most = 0;
        for (int a = 0; a < 3; a++) {
            slip_contact e = { .law = laws[a], .d = 3, .mu = 0.5, .dirs = { 4, 0 } };
            double P[3];
            slip_cone_project(&e, x[k], P);
            for (int b = 0; b < 3; b++) most = fmax(most, fabs(P[b] - (k == 2 ? 0 : x[k][b])));
        }
        ok(most == 0, "exact at special point %d", k);
    }
    for (int k = 0; k < 4; k++) {                       /* huge and tiny numbers: the cone is a cone */
        static const double scale[4] = { 1e300, 1e150, 1e-150, 1e-300 };
        double most = 0;
        for (int a = 0; a < 3; a++) {
            slip_contact e = { .law = laws[a], .d = 3, .mu = 0.7, .dirs = { 6, 0.1 } };
            double x[3] = { 0.2, -0.7, 0.5 }, y[3], P[3], Q[3];
            slip_cone_project(&e, x, P);
            for (int b = 0; b < 3; b++) y[b] = x[b] * scale[k];
            slip_cone_project(&e, y, Q);
            for (int b = 0; b < 3; b++) most = fmax(most, fabs(Q[b] / scale[k] - P[b]));
        }
        ok(most <= 1e-14, "scaling by %g scales the projection (%.1e)", scale[k], most);
    }
    for (int a = 0; a < 3; a++) {                       /* the friction set: nearest point by comparison with many others */
        slip_contact e = { .law = laws[a], .d = 3, .mu = 1, .dirs = { 6, 0.2 } };
        double worse = 0;
        for (int k = 0; k < 300; k++) {
            double x[2] = { 2 * slip_rng_normal(rng), 2 * slip_rng_normal(rng) }, P[2], z[2], Z[2];
            slip_friction_project(&e, 1.5, x, P);
            for (int j = 0; j < 20; j++) {
                z[0] = 2 * slip_rng_normal(rng); z[1] = 2 * slip_rng_normal(rng);
                slip_friction_project(&e, 1.5, z, Z);
                worse = fmax(worse, hypot(P[0] - x[0], P[1] - x[1]) - hypot(Z[0] - x[0], Z[1] - x[1]));
            }
        }
        ok(worse <= 1e-14, "%s: no point of the friction set is nearer", slip_law_name(laws[a]));
    }
    double t[1] = { -1 }, P[2];
    slip_contact g = { .law = SLIP_LAW_COULOMB, .d = 2, .mu = 2, .slip = t };
    slip_cone_project(&g, (double[]){ 1, 2 }, P);
    ok(P[0] == 1 && P[1] == 2, "given slip: a point of the ray stays");
    slip_cone_project(&g, (double[]){ -2, 1 }, P);
    ok(P[0] == 0 && P[1] == 0, "given slip: a point at right angles goes to 0");
    slip_cone_project(&g, (double[]){ -5, 0 }, P);
    ok(P[0] == 0 && P[1] == 0, "given slip: behind the apex goes to 0");
    slip_rng_free(rng);
    return done();
}
