/* anitescu_hart_maps.c: lemmas and theorems of section 4 of [AnitescuHart2004] on the maps P1, P2, Lambda, chi_1 and chi_2 themselves.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "reports/papers/measures.h"
#include "solvers/fixed_point.h"

enum { MOST = 64 };         /* velocities */

typedef struct { slip_problem p; slip_arena arena; slip_p1 one, two; slip_iterate it; double *lambda, *u, *hat; double energy; slip_rng *rng; } maps;

static void maps_close(maps *x)
{
    if (x->one.qp)
        slip_p1_close(&x->one);
    if (x->two.qp)
        slip_p1_close(&x->two);
    slip_rng_free(x->rng);
    slip_arena_free(&x->arena);
    slip_problem_free(&x->p);
}

static slip_status maps_open(maps *x, const char *name, slip_error *error)
{
    *x = (maps){ .rng = slip_rng_new(2004) };
    slip_status status = x->rng ? slip_problem_open(&x->p, name, NULL, error) : slip_fail(error, SLIP_MEMORY, "out of memory");
    int m = slip_problem_m(&x->p), n = x->p.n;
    if (status == SLIP_OK) {
        x->it = (slip_iterate){ .r = SLIP_NEW(&x->arena, double, m), .u = SLIP_NEW(&x->arena, double, m), .v = SLIP_NEW(&x->arena, double, n), .l = SLIP_NEW(&x->arena, double, 1) };
        x->lambda = SLIP_NEW(&x->arena, double, x->p.nc);
        x->hat = SLIP_NEW(&x->arena, double, x->p.nc);
        x->u = SLIP_NEW(&x->arena, double, m);
        status = x->arena.failed ? slip_fail(error, SLIP_MEMORY, "out of memory") : slip_p1_new(&x->one, &x->p, SLIP_QP_AUTO, &x->arena, error);
    }
    if (status == SLIP_OK)
        status = slip_p2_new(&x->two, &x->p, SLIP_QP_AUTO, &x->arena, error);
    if (status != SLIP_OK) {
        maps_close(x);
        return status;
    }
    for (int j = 0; j < n; j++)             /* M is diagonal in these families */
        x->energy += x->p.f[j] * x->p.f[j] / x->p.M.x[j];
    return SLIP_OK;
}

static double largest(int n, const double *a, const double *b)
{
    double most = 0;
    for (int j = 0; j < n; j++)
        most = fmax(most, fabs(a[j] - (b ? b[j] : 0)));
    return most;
}

static double energy_of(const maps *x, const double *v)
{
    double e = 0;
    for (int j = 0; j < x->p.n; j++)
        e += x->p.M.x[j] * v[j] * v[j];
    return e;
}

/* chi_1 (second = false) or chi_2 of v. */
static bool chi(maps *x, bool second, const double *v, double *out)
{
    slip_sliding_speed(&x->p, v, x->u, x->lambda);
    x->one.warm = x->two.warm = false;
    bool good = slip_p1_solve(&x->one, &x->p, x->lambda, &x->it);
    memcpy(out, x->it.v, sizeof(double) * (size_t)x->p.n);
    if (second && good) {
        slip_sliding_speed(&x->p, x->it.v, x->u, x->hat);
        good = slip_p2_solve(&x->two, &x->p, x->hat, out, &x->it);
    }
    return good;
}

static void draw_velocity(maps *x, double share, double *v)
{
    for (int j = 0; j < x->p.n; j++)
        v[j] = slip_rng_normal(x->rng);
    double scale = sqrt(share * x->energy / energy_of(x, v));
    for (int j = 0; j < x->p.n; j++)
        v[j] *= scale;
}

/* |D| in the largest norm, which is K_D of lemma 6: friction has the odd columns of H. */
static double size_of_D(const maps *x)
{
    double most = 0;
    for (int j = 1; j < slip_problem_m(&x->p); j += 2) {
        double sum = 0;
        for (int i = x->p.H.p[j]; i < x->p.H.p[j + 1]; i++)
            sum += fabs(x->p.H.x[i]);
        most = fmax(most, sum);
    }
    return most;
}

enum { P1 = 1, P2 = 2, LAMBDA = 3 };

/* Largest distance of images over that of arguments, over random pairs so far apart; P1 of Gamma = mu lambda. */
static double lipschitz(maps *x, int map, double apart, int pairs, bool *good)
{
    double worst = 0;
    int n = map == LAMBDA ? x->p.n : x->p.nc;
    for (int k = 0; k < pairs; k++) {
        double a[MOST], b[MOST], A[MOST], B[MOST];
        for (int j = 0; j < n; j++) {
            a[j] = slip_rng_uniform(x->rng, map == LAMBDA ? -1 : 0, 1);
            b[j] = fmax(map == LAMBDA ? -INFINITY : 0, a[j] + apart * slip_rng_uniform(x->rng, -1, 1));
        }
        if (map == P1) {
            x->one.warm = false;
            *good = *good && slip_p1_solve(&x->one, &x->p, a, &x->it);
            memcpy(A, x->it.v, sizeof(double) * (size_t)x->p.n);
            *good = *good && slip_p1_solve(&x->one, &x->p, b, &x->it);
            memcpy(B, x->it.v, sizeof(double) * (size_t)x->p.n);
        } else if (map == P2)
            *good = *good && slip_p2_solve(&x->two, &x->p, a, A, &x->it) && slip_p2_solve(&x->two, &x->p, b, B, &x->it);
        else {
            slip_sliding_speed(&x->p, a, x->u, A);
            slip_sliding_speed(&x->p, b, x->u, B);
        }
        worst = fmax(worst, largest(map == LAMBDA ? x->p.nc : x->p.n, A, B) / (largest(n, a, b) * (map == P1 ? x->p.mu[0] : 1)));
    }
    return worst;
}

/* L of chi_1 and L L_2 K_D of chi_2, the factors of |mu Lambda| in the proofs; found over pairs, so never too large. */
static double factor_of_proof(maps *x, bool second, int pairs, bool *good)
{
    double L = 0, L2 = 0;
    for (int scale = 0; scale < 3; scale++) {
        L = fmax(L, lipschitz(x, P1, pow(10, -scale), pairs, good));
        L2 = second ? fmax(L2, lipschitz(x, P2, pow(10, -scale), pairs, good)) : 1;
    }
    return second ? L * L2 * size_of_D(x) : L;
}

/* Largest ratio of distances after and before, over pairs in S; how often the image left S. */
static double contraction(maps *x, bool second, int pairs, int *left, bool *good)
{
    double worst = 0, a[MOST], b[MOST], A[MOST], B[MOST];
    for (int k = 0; k < pairs; k++) {
        draw_velocity(x, slip_rng_uniform(x->rng, 0.01, 1), a);
        draw_velocity(x, slip_rng_uniform(x->rng, 0.01, 1), b);
        for (int j = 0; k % 2 && j < x->p.n; j++)
            b[j] = a[j] + 1e-3 * b[j];
        *good = *good && chi(x, second, a, A) && chi(x, second, b, B);
        *left += energy_of(x, A) > x->energy * (1 + 1e-9);
        worst = fmax(worst, largest(x->p.n, A, B) / largest(x->p.n, a, b));
    }
    return worst;
}

/* Theorems 5 and 6, lemma 8: at = 1 or 2: chi_1 or chi_2 contracts by 1/2 for small mu, and where the proof says so; 3, 4: maps S into itself. */
slip_status slip_hart_contraction(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    static const double mus[] = { 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.4 };
    bool second = s->at == 2 || s->at == 4, good = true;
    double half = 0, one = 0, factor[8], proof = 0, bound = 0;
    int left = 0, count = lab->quick ? 5 : 7;
    for (int k = 0; k <= count; k++) {          /* last: at the bound of the proof, mu = 1/(2 L K_D) or 1/(2 L L_2 K_D^2) */
        char name[64];
        maps x;
        snprintf(name, sizeof name, "cannonball:n=3,law=facets,mu=%.17g", k < count ? mus[k] : bound);
        slip_status status = maps_open(&x, name, error);
        if (status != SLIP_OK)
            return status;
        factor[k] = contraction(&x, second, lab->quick ? 20 : 60, &left, &good);
        if (k < count) {
            half = factor[k] <= 0.5 && half == (k ? mus[k - 1] : 0) ? mus[k] : half;
            one = factor[k] < 1 && one == (k ? mus[k - 1] : 0) ? mus[k] : one;
            proof = s->at <= 2 ? fmax(proof, factor_of_proof(&x, second, lab->quick ? 5 : 20, &good)) : 1;
            bound = 1 / (2 * proof * size_of_D(&x));
        }
        maps_close(&x);
    }
    if (s->at > 2)
        slip_reading_set(r, slip_cell_if(good && left == 0), "six disks, random velocities: no image leaves S");
    else {
        slip_reading_set(r, slip_cell_if(good && half > 0 && factor[count] <= 0.5), "six disks, factor over pairs in S: %.3f at mu = 0.005, %.3f at 0.02, %.3f at 0.1; %.3f at the bound of the proof, mu = %.2g", factor[0], factor[2], factor[4], factor[count], bound);
        slip_reading_note(r, "bound: 1/(2 %s), the constants measured over pairs; the factor is at most 1/2 up to mu = %g and below 1 up to %g: the theorem is sure of less than what is found, and the iteration itself converges farther still", second ? "L L_2 K_D^2" : "L K_D", half, one);
    }
    return SLIP_OK;
}

static const char *const piles[] = { "disk:law=facets,mu=0.2", "slab:mu=0.2", "pyramid:mu=0.2", "cannonball:n=3,law=facets,mu=0.1", "cannonball:n=4,law=facets,mu=0.05" };

/* What holds at a solution v* of (2.7)-(2.8) by Lemke; at = 1: chi_1(v*) = v*, 2: chi_2(v*) = v*, 3: P2(Lambda(v*)) = v*, 4: what is no solution is no fixed point; printed = 1: only that there is one. */
slip_status slip_hart_fixed(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    double worst = 0, least = INFINITY;
    int count = 0;
    (void)lab;
    for (int k = 0; k < 5; k++) {
        slip_demo d;
        maps x;
        double v[MOST];
        slip_status status = slip_demo_run(&d, piles[k], "lemke", (slip_limits){ .tol = 1e-10 }, NULL, NULL, error);
        if (status != SLIP_OK)
            return status;
        if ((status = maps_open(&x, piles[k], error)) == SLIP_OK && slip_demo_verified(&d)) {
            const double *star = d.result.answer.v;
            bool good;
            if (s->at == 3) {
                slip_sliding_speed(&x.p, star, x.u, x.hat);
                good = slip_p2_solve(&x.two, &x.p, x.hat, v, &x.it);
            } else if (s->at == 4) {
                double other[MOST];
                draw_velocity(&x, 0.3, other);
                good = chi(&x, false, other, v);
                least = fmin(least, largest(x.p.n, v, other));
            } else
                good = chi(&x, s->at == 2, star, v);
            worst = s->at == 4 ? worst : fmax(worst, largest(x.p.n, v, star));
            count += good;
            maps_close(&x);
        }
        slip_demo_end(&d);
        if (status != SLIP_OK)
            return status;
    }
    if (s->printed > 0)
        slip_reading_set(r, slip_cell_if(count == 5), "%d of 5 problems with no gap negative are solved by Lemke's method, verified", count);
    else if (s->at == 4)
        slip_reading_set(r, slip_cell_if(count == 5 && least > 1e-6), "random velocities, no solutions, are moved by at least %.1e m/s", least);
    else
        slip_reading_set(r, slip_cell_if(count == 5 && worst <= 1e-7), "%s is off v* by at most %.1e m/s at %d verified solutions v*", s->at == 1 ? "chi_1(v*) = P1(mu Lambda(v*))" : s->at == 2 ? "chi_2(v*)" : "P2(Lambda(v*))", worst, count);
    return SLIP_OK;
}

/* at = 1: theorem 2, lemma 2: (4.17) by Lemke and (4.21) by a QP method; 2: corollary 3 by many covering vectors. */
slip_status slip_hart_same(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    double worst = 0;
    int runs = 0;
    (void)lab;
    for (int k = 0; k < (s->at == 1 ? 5 : 12); k++) {
        slip_demo a, b;
        char first[96], solver[48];
        if (s->at == 1) {
            snprintf(first, sizeof first, "%s", k == 0 ? "disk:law=cone-facets,mu=0.2" : k == 1 ? "cannonball:n=3,law=cone-facets,mu=0.1" : k == 2 ? "cannonball:n=4,law=cone-facets,mu=0.3" : k == 3 ? "cannonball:n=5,law=cone-facets,mu=0.5" : "table:law=cone-facets");
            snprintf(solver, sizeof solver, "lemke:form=auto");
        } else {
            snprintf(first, sizeof first, "cannonball:n=%d,law=facets,mu=0.05", 3 + k % 3);
            snprintf(solver, sizeof solver, "lemke:cover=%g,perturb=1e-5", pow(3, k - 6));
        }
        slip_status status = slip_demo_run(&a, first, solver, (slip_limits){ .tol = 1e-9 }, NULL, NULL, error);
        if (status != SLIP_OK)
            return status;
        status = slip_demo_run(&b, first, s->at == 1 ? "lcp3" : "lcp1", (slip_limits){ .tol = 1e-11, .steps = 300 }, NULL, NULL, error);
        if (status != SLIP_OK) {
            slip_demo_end(&a);
            return status;
        }
        runs += slip_demo_verified(&a);
        worst = fmax(worst, largest(a.problem.n, a.result.answer.v, b.result.answer.v));
        slip_demo_end(&a);
        slip_demo_end(&b);
    }
    slip_reading_set(r, slip_cell_if(worst <= 1e-6), s->at == 1 ? "velocities of %d problems agree within %.1e m/s" : "%d paths of Lemke and LCP1 reach one velocity, within %.1e m/s", runs, worst);
    return SLIP_OK;
}

/* Lipschitz ratios; at = 1: P1 (theorem 3), 2: P2 (theorems 1 and 4), 3: Lambda (lemma 6) against |D|. */
slip_status slip_hart_lipschitz(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    double ratio[4] = { 0 }, most = 0;
    maps x;
    bool good = true;
    slip_status status = maps_open(&x, "cannonball:n=3,law=facets,mu=0.1", error);
    if (status != SLIP_OK)
        return status;
    for (int scale = 0; scale < 4; scale++)
        most = fmax(most, ratio[scale] = lipschitz(&x, (int)s->at, pow(10, -scale), lab->quick ? 10 : 60, &good));
    double bound = size_of_D(&x);
    maps_close(&x);
    slip_reading_set(r, slip_cell_if(good && most < 100 && ratio[3] <= 10 * ratio[0] && (s->at != 3 || most <= bound * (1 + 1e-9))), "six disks: at most %.3g, %.3g, %.3g, %.3g for changes of size 1, 0.1, 0.01, 0.001", ratio[0], ratio[1], ratio[2], ratio[3]);
    if (s->at == 3)
        slip_reading_note(r, "K_D = |D| = %.3g is never exceeded", bound);
    return SLIP_OK;
}

/* Lemma 4, corollaries 1 and 2: |M^1/2 P(.)| <= |M^-1/2 q|; at = 1: P1, 2: P2. */
slip_status slip_hart_energy(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    double worst = 0;
    bool good = true;
    for (int k = 0; k < 5; k++) {
        maps x;
        slip_status status = maps_open(&x, piles[k], error);
        if (status != SLIP_OK)
            return status;
        for (int t = 0; t < (lab->quick ? 5 : 40); t++) {
            double v[MOST];
            for (int j = 0; j < x.p.nc; j++)
                x.hat[j] = slip_rng_below(x.rng, 2) ? slip_rng_uniform(x.rng, 0, 5) : 0;
            x.one.warm = x.two.warm = false;
            good = good && (s->at == 1 ? slip_p1_solve(&x.one, &x.p, x.hat, &x.it) : slip_p2_solve(&x.two, &x.p, x.hat, v, &x.it));
            worst = fmax(worst, sqrt(energy_of(&x, s->at == 1 ? x.it.v : v) / x.energy));
        }
        maps_close(&x);
    }
    slip_reading_set(r, slip_cell_if(good && worst <= 1 + 1e-8), "five problems, random right-hand sides: the ratio is at most %.9f", worst);
    return SLIP_OK;
}

/* Theorem 7: |v* - chi(0)| against mu Lambda(v*) and against the bound, many small mu; at = 1 or 2. */
slip_status slip_hart_one_step(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    double least = INFINITY, most = 0, share = 0;
    bool good = true;
    for (int k = 0; k < 8; k++) {
        char name[96];
        double mu = 0.1 * pow(0.25, k % 4), zero[MOST] = { 0 }, v[MOST], speed = 0;
        slip_demo d;
        maps x;
        snprintf(name, sizeof name, k < 4 ? "disk:law=facets,mu=%.17g" : "cannonball:n=3,law=facets,mu=%.17g", mu);
        slip_status status = slip_demo_run(&d, name, "lemke", (slip_limits){ .tol = 1e-11 }, NULL, NULL, error);
        if (status != SLIP_OK)
            return status;
        if ((status = maps_open(&x, name, error)) == SLIP_OK) {
            good = good && chi(&x, s->at == 2, zero, v);
            for (int i = 0; i < x.p.nc; i++)
                speed = fmax(speed, fabs(d.result.answer.u[2 * i + 1]));
            double ratio = largest(x.p.n, v, d.result.answer.v) / (mu * speed);
            least = fmin(least, ratio);
            most = fmax(most, ratio);
            share = fmax(share, ratio / factor_of_proof(&x, s->at == 2, lab->quick ? 5 : 20, &good));
            maps_close(&x);
        }
        slip_demo_end(&d);
        if (status != SLIP_OK)
            return status;
    }
    slip_reading_set(r, slip_cell_if(good && share <= 1 + 1e-6), "error over mu |Lambda(v*)|: %.3g to %.3g on one and six disks, mu = 0.1 to 0.0016; %.2f times the bound at most", least, most, share);
    slip_reading_note(r, "bound: %s, the constants measured over pairs", s->at == 2 ? "L_2 K_D L" : "L");
    return SLIP_OK;
}

/* LCP1's measured rate on the disk against 3 mu^2/(1 + 3 mu^2). */
slip_status slip_hart_factor(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    double worst = 0;
    int linear = 0;
    static const double mus[] = { 0.1, 0.2, 0.5, 1 };
    (void)s;
    (void)lab;
    for (int k = 0; k < 4; k++) {
        char name[64];
        slip_demo d;
        snprintf(name, sizeof name, "disk:law=facets,mu=%.17g", mus[k]);
        slip_status status = slip_demo_run(&d, name, "lcp1", (slip_limits){ .tol = 1e-13 }, NULL, NULL, error);
        if (status != SLIP_OK)
            return status;
        double factor = 3 * mus[k] * mus[k] / (1 + 3 * mus[k] * mus[k]);
        linear += d.story.rate.kind == SLIP_RATE_LINEAR;
        if (d.story.rate.kind == SLIP_RATE_LINEAR)
            worst = fmax(worst, fabs(d.story.rate.estimate - factor));
        slip_demo_end(&d);
    }
    slip_reading_set(r, linear >= 3 && worst <= 0.01 ? SLIP_CELL_REPRODUCED : SLIP_CELL_DIFFERS, "linear for %d of 4 mu (0.1 to 1), factors within %.1e of 3 mu^2/(1 + 3 mu^2)", linear, worst);
    return SLIP_OK;
}

/* The impulse of one iteration of LCP2 on a sliding disk: friction over its bound. */
slip_status slip_hart_cone(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    static const double mus[] = { 0.05, 0.2, 0.5 };
    double over[3], deep = 0;
    (void)s;
    (void)lab;
    for (int k = 0; k < 3; k++) {
        char name[64];
        double zero[MOST] = { 0 }, v[MOST], f[2];
        maps x;
        snprintf(name, sizeof name, "disk:law=facets,mu=%g", mus[k]);
        slip_status status = maps_open(&x, name, error);
        if (status != SLIP_OK)
            return status;
        chi(&x, true, zero, v);
        slip_qp_impulses(x.two.qp, x.two.z, f);
        slip_sliding_speed(&x.p, v, x.u, x.hat);
        over[k] = fabs(f[1]) / (mus[k] * f[0]);
        deep = fmin(deep, x.u[0]);
        maps_close(&x);
    }
    slip_reading_set(r, over[0] > 1.01 && deep >= -1e-9 ? SLIP_CELL_DIFFERS : SLIP_CELL_REPRODUCED, "one disk, mu = 0.05, 0.2, 0.5: friction is %.3f, %.3f, %.3f times its bound; the geometry holds (%.0e m/s)", over[0], over[1], over[2], deep);
    slip_reading_note(r, "P2 drops the cone, as the paper says itself a page later; only nonpenetration holds in every iterate");
    return SLIP_OK;
}
