/* onecontact.c: the exact solver of one contact on thousands of random contacts of every law, judged by the definition.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "solvers/onecontact.h"
#include "tests/tap.h"

/* A = B B' + small I, conditioned worse the smaller `small` is. */
static void positive(slip_rng *rng, int d, double small, double *A)
{
    double B[9];
    for (int k = 0; k < d * d; k++) B[k] = slip_rng_normal(rng);
    for (int i = 0; i < d; i++)
        for (int j = 0; j < d; j++) {
            A[i * d + j] = i == j ? small : 0;
            for (int k = 0; k < d; k++) A[i * d + j] += B[i * d + k] * B[j * d + k];
        }
}

/* How far the law is broken, by its definition: r in K, u~ in K* (through the generators of K), r'u~ = 0. */
static double broken(const slip_contact *c, const double *A, const double *b, const double *r)
{
    enum { RAYS = 720 };
    int d = c->d;
    double u[3], t[3], size = 1e-300, speed = 1e-300, dual = 0, product = 0;
    for (int i = 0; i < d; i++) {
        u[i] = b[i];
        for (int k = 0; k < d; k++) u[i] += A[i * d + k] * r[k];
        size = fmax(size, fabs(r[i]));
        speed = fmax(speed, fmax(fabs(b[i]), fabs(u[i])));
    }
    bool cone = c->law == SLIP_LAW_CONE || c->law == SLIP_LAW_CONE_FACETS, polygon = d == 3 && (c->law == SLIP_LAW_FACETS || c->law == SLIP_LAW_CONE_FACETS);
    double support = 0, primal = fmax(0, -r[0]);
    double length = d == 1 ? 0 : d == 2 ? fabs(r[1]) : hypot(r[1], r[2]);
    if (d == 3 && c->law == SLIP_LAW_BOX) length = fmax(fabs(r[1]), fabs(r[2]));
    if (polygon) {                      /* the 1-norm after a rotation by the angle of the diamond; the test uses k = 4 */
        double e[2], f[2];
        slip_dirs_get(c->dirs, 3, 0, e); slip_dirs_get(c->dirs, 3, 1, f);
        length = fabs(e[0] * r[1] + e[1] * r[2]) + fabs(f[0] * r[1] + f[1] * r[2]);
    }
    primal = fmax(primal, length - c->mu * r[0]);
    for (int k = 0; k < RAYS && d > 1; k++) {
        double e[2] = { cos(2 * M_PI * k / RAYS), sin(2 * M_PI * k / RAYS) };
        if (d == 2) { e[0] = k % 2 ? 1 : -1; e[1] = 0; }
        else if (polygon) slip_dirs_get(c->dirs, 3, k % 4, e);
        else if (c->law == SLIP_LAW_BOX) { e[0] = k % 2 ? 1 : -1; e[1] = k / 2 % 2 ? 1 : -1; }
        double x = -e[0] * u[1] - (d == 3 ? e[1] * u[2] : 0);
        support = fmax(support, x);
    }
    if (d == 3 && !polygon && c->law != SLIP_LAW_BOX) support = hypot(u[1], u[2]);
    t[0] = u[0] + (cone ? 0 : c->mu * support);
    for (int k = 1; k < d; k++) t[k] = u[k];
    dual = fmax(0, c->mu * support - t[0]);
    for (int k = 0; k < d; k++) product += t[k] * r[k];
    return fmax(primal / size, fmax(dual / speed, fabs(product) / (size * speed)));
}

int main(void)
{
    static const slip_law laws[] = { SLIP_LAW_COULOMB, SLIP_LAW_CONE, SLIP_LAW_FACETS, SLIP_LAW_CONE_FACETS, SLIP_LAW_BOX };
    static const double mus[] = { 0, 0.1, 0.5, 1, 5 };
    int each = quick_or_full(400, 20000);
    slip_error e = { 0 };
    plan(3 * 5 * 5 + 3);
    slip_start(&e);
    slip_rng *rng = slip_rng_new(11);
    for (int d = 1; d <= 3; d++)
        for (int l = 0; l < 5; l++)
            for (int k = 0; k < 5; k++) {
                double worst = 0;
                for (int n = 0; n < each; n++) {
                    slip_contact c = { .law = laws[l], .dirs = { d == 2 ? 2 : 4, 0.3 }, .d = d, .mu = mus[k] };
                    double A[9], b[3], r[3] = { 0 };
                    positive(rng, d, n % 2 ? 1 : 1e-4, A);
                    for (int i = 0; i < d; i++) { b[i] = slip_rng_normal(rng); r[i] = n % 3 ? 0 : slip_rng_normal(rng); }
                    slip_onecontact(&c, A, b, r);
                    double bad = broken(&c, A, b, r);
                    if (!(bad <= worst)) worst = bad;
                }
                ok(worst <= 1e-9, "d = %d, %s, mu = %g: %d contacts solved, worst %.1e", d, slip_law_name(laws[l]), mus[k], each, worst);
            }
    {   /* a sphere on a plane: W = diag(1, k, k)/m; slip in closed form */
        double k = 3.5, m = 2, mu = 0.2, a = -0.1, vt = 1, A[9] = { 1 / m, 0, 0, 0, k / m, 0, 0, 0, k / m }, b[3] = { a, 0.6 * vt, 0.8 * vt }, r[3] = { 0 };
        slip_contact c = { .law = SLIP_LAW_CONE, .d = 3, .mu = mu };
        slip_onecontact(&c, A, b, r);
        ok_near(r[0], m * (mu * vt - a) / (1 + k * mu * mu), 1e-14, "the convex law carries mu v_T of slip into the normal impulse");
        c.law = SLIP_LAW_COULOMB;
        slip_onecontact(&c, A, b, r);
        ok_near(r[0], -m * a, 1e-15, "Coulomb's law does not");
        ok_near(hypot(r[1], r[2]), mu * r[0], 1e-15, "and the friction is mu times that");
    }
    slip_rng_free(rng);
    return done();
}
