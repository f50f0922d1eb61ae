/* statics.c: what linear programs tell: thresholds of the piles, pointed cones and their witnesses, standing or not.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "problems/scene.h"
#include "tests/tap.h"

static slip_problem open_problem(const char *name)
{
    slip_error error = { 0 };
    slip_problem p;
    if (slip_problem_open(&p, name, NULL, &error)) bail_out("%s: %s", name, error.text);
    return p;
}

static double threshold(const char *name, double tol)
{
    slip_error error = { 0 };
    slip_problem p = open_problem(name);
    double mu = NAN;
    if (slip_static_threshold(&p, tol, &mu, &error)) diag("%s: %s", name, error.text);
    slip_problem_free(&p);
    return mu;
}

/* Impulses inside the true cone (in the plane or in space) up to a rounding error. */
static bool inside(const slip_problem *p, const double *r)
{
    double size = 0;
    for (int i = 0; i < slip_problem_m(p); i++) size = fmax(size, fabs(r[i]));
    for (int i = 0; i < p->nc; i++, r += p->d)
        if (!((p->d == 3 ? hypot(r[1], r[2]) : p->d == 2 ? fabs(r[1]) : 0) <= p->mu[i] * r[0] + 1e-9 * size)) return false;
    return true;
}

/* Pointed or not as expected, and the witness holds by itself. */
static void pointed(const char *name, slip_tri expected)
{
    slip_error error = { 0 };
    slip_problem p = open_problem(name);
    slip_arena arena = { 0 };
    slip_pointed got;
    if (slip_problem_pointed(&p, &arena, &got, &error)) diag("%s: %s", name, error.text);
    bool witness = false;
    int m = slip_problem_m(&p);
    if (got.v) {
        double *u = calloc((size_t)m, sizeof *u), *g = calloc((size_t)p.p + 1, sizeof *g), least = INFINITY, most = 0;
        slip_sparse_gaxpy_t(1, &p.H, got.v, u);
        if (p.p) slip_sparse_gaxpy_t(1, &p.G, got.v, g);
        for (int i = 0; i < p.nc; i++)
            least = fmin(least, u[p.d * i] - p.mu[i] * (p.d == 3 ? hypot(u[p.d * i + 1], u[p.d * i + 2]) : p.d == 2 ? fabs(u[p.d * i + 1]) : 0));
        for (int i = 0; i < p.p; i++) most = fmax(most, fabs(g[i]));
        witness = least > 0 && most <= 1e-9;
        free(u), free(g);
    } else if (got.r) {
        double *force = calloc((size_t)p.n, sizeof *force), most = 0, sum = 0;
        slip_sparse_gaxpy(1, &p.H, got.r, force);
        for (int i = 0; i < p.n; i++) most = fmax(most, fabs(force[i]));
        for (int i = 0; i < p.nc; i++) sum += got.r[p.d * i];
        witness = inside(&p, got.r) && (p.p > 0 || most <= 1e-9) && fabs(sum - 1) <= 1e-9;
        free(force);
    } else witness = got.pointed == SLIP_NO && got.why != NULL;
    ok(got.pointed == expected && witness, "%s: %s, with a witness", name, expected == SLIP_YES ? "can be taken apart" : "not pointed");
    if (got.pointed != expected) diag("  got %d, margin %g", got.pointed, got.margin);
    slip_arena_free(&arena);
    slip_problem_free(&p);
}

static void stands(const char *name, slip_tri expected)
{
    slip_error error = { 0 };
    slip_problem p = open_problem(name);
    slip_tri got = SLIP_MAYBE;
    double *r = calloc((size_t)slip_problem_m(&p) + 1, sizeof *r), most = 0, size = 0;
    if (slip_problem_stands(&p, -1, &got, r, &error)) diag("%s: %s", name, error.text);
    double *rest = calloc((size_t)p.n, sizeof *rest);
    for (int i = 0; i < p.n; i++) rest[i] = p.f[i], size = fmax(size, fabs(p.f[i]));
    slip_sparse_gaxpy(1, &p.H, r, rest);
    for (int i = 0; i < p.n; i++) most = fmax(most, fabs(rest[i]));
    ok(got == expected && (expected != SLIP_YES || p.p > 0 || (most <= 1e-7 * size && inside(&p, r))), "%s: %s", name, expected == SLIP_YES ? "stands" : "does not stand");
    if (got != expected) diag("  got %d", got);
    free(r), free(rest);
    slip_problem_free(&p);
}

int main(void)
{
    slip_error error = { 0 };
    bool full = quick_or_full(0, 1);
    plan(37 + (full ? 3 : 0));
    if (slip_start(&error)) bail_out("%s", error.text);

    /* the piles of [AnitescuHart2004]: error of the reference about 1e-7, printed with six digits */
    double piles[][2] = { { 2, 0.267949 }, { 3, 0.433987 }, { 4, 0.472960 }, { 6, 0.512711 }, { 10, 0.540814 }, { 16, 0.555283 }, { 20, 0.559898 }, { 30, 0.565892 } };
    bool slow = getenv("SLIPSTICK_VALGRIND") != NULL;
    for (int i = 0; i < (full ? 8 : 7); i++) {
        char name[64];
        snprintf(name, sizeof name, "cannonball:n=%g", piles[i][0]);
        if (slow && piles[i][0] > 6) skip(1, "large linear programs take long under valgrind");
        else if (piles[i][0] > (full ? 20 : 10)) {      /* two programs instead of a search */
            slip_problem p = open_problem(name);
            slip_tri below = SLIP_MAYBE, above = SLIP_MAYBE;
            slip_problem_stands(&p, piles[i][1] - 1.5e-6, &below, NULL, &error), slip_problem_stands(&p, piles[i][1] + 1.5e-6, &above, NULL, &error);
            ok(below == SLIP_NO && above == SLIP_YES, "%s stands from mu = %g on", name, piles[i][1]);
            slip_problem_free(&p);
        } else
            ok_near(threshold(name, 5e-7), piles[i][1], 1.5e-6, "%s stands from mu = %g on", name, piles[i][1]);
    }
    ok_near(threshold("cannonball:n=2", 1e-8), 2 - sqrt(3), 1e-7, "two disks and one: tan 15 degrees");
    ok_near(threshold("cannonball:n=6,set=none", 1e-7), 0.512711, 1e-6, "the threshold does not depend on the contacts in the rows");
    ok_near(threshold("cannonball:n=6,set=bottom", 1e-7), 0.512711, 1e-6, "nor on those in the bottom row");
    if (full) {
        ok_near(threshold("cannonball:n=20,set=none", 1e-7), 0.559898, 1e-6, "n = 20, none");
        ok_near(threshold("cannonball:n=20,set=bottom", 1e-7), 0.559898, 1e-6, "n = 20, bottom");
    }
    ok_near(threshold("incline:angle=30,law=facets", 1e-8), tan(M_PI / 6), 1e-7, "incline: tan(angle)");
    is_double(threshold("tower", 1e-6), 0, "a tower needs no friction");
    is_double(threshold("wall:mu=0.5", 1e-6), 0, "nor does a wall");
    ok(threshold("incline:angle=80,height=3,law=facets", 1e-6) == INFINITY, "a tall box on a steep slope tips whatever the friction");

    stands("cannonball:n=6,mu=0.52", SLIP_YES);
    stands("cannonball:n=6,mu=0.5", SLIP_NO);
    stands("cannonball:n=10,mu=0.4", SLIP_NO);
    stands("cannonball:n=10,mu=0.6", SLIP_YES);
    stands("wall3d", SLIP_YES);
    stands("pile:n=3,mu=0.6", SLIP_YES);
    stands("pile:n=3,mu=0.3", SLIP_NO);
    stands("pendulum:n=3", SLIP_YES);
    stands("disk", SLIP_NO);
    stands("table:x=1.01", SLIP_NO);
    stands("arch:t=0.12", SLIP_YES);
    stands("arch:t=0.12,mu=0.2", SLIP_NO);
    stands("arch:t=0.12,n=101", SLIP_YES);
    stands("arch:t=0.104,n=101", SLIP_NO);

    pointed("wedge:mu=0.38", SLIP_YES);                 /* cot 1.2 = 0.38878 */
    pointed("wedge:mu=0.40", SLIP_NO);
    pointed("cannonball:n=6,mu=0.05", SLIP_YES);
    pointed("cannonball:n=6,mu=5", SLIP_YES);           /* growing from a point of the floor opens every contact */
    pointed("pyramid", SLIP_YES);
    pointed("pile:n=2,mu=0.3", SLIP_YES);
    pointed("pendulum:twice=1", SLIP_NO);
    pointed("pendulum", SLIP_YES);

    slip_problem p = open_problem("cannonball:n=6,mu=0.05");
    slip_property property;
    slip_arena kept = { 0 };
    ok(!slip_problem_property(&p, 2000, &property, &error) && !slip_problem_statics(&p, &property, &kept, &error) && property.apart && !property.internal && property.rank == 63 && property.hyperstatic == SLIP_YES && property.pointed == SLIP_YES
       && property.stands == SLIP_NO && fabs(property.threshold - 0.512711) <= 2e-6 && property.slater > 0, "all properties of a pile");
    slip_arena_free(&kept);
    diag("rank %d, cond %g, margin %g, Slater %g", property.rank, property.cond, property.opening, property.slater);
    slip_problem_free(&p);
    return done();
}
