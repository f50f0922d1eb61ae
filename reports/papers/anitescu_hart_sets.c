/* anitescu_hart_sets.c: the solution set of section 3 of [AnitescuHart2004], and its friction cones.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>
#include <stdio.h>
#include "reports/papers/measures.h"

enum { CORNERS = 6 };

/* (2.7)-(2.8) at rest with beta = 0: how far the dynamics, the signs and the products lambda (mu c_n - e'beta) are from what they must be. */
typedef struct { double balance, sign, product; } rest;

static rest conditions(const slip_problem *p, const double c[CORNERS], const double lambda[CORNERS])
{
    rest x = { 0 };
    for (int j = 0; j < p->n; j++) {
        double sum = p->f[j];
        for (int i = 0; i < CORNERS; i++)
            for (int k = p->H.p[3 * i]; k < p->H.p[3 * i + 1]; k++)
                sum += p->H.i[k] == j ? p->H.x[k] * c[i] : 0;
        x.balance = fmax(x.balance, fabs(sum));
    }
    for (int i = 0; i < CORNERS; i++) {
        x.sign = fmax(x.sign, fmax(-c[i], -lambda[i]));     /* rho = 0; sigma = lambda; zeta = mu c_n */
        x.product = fmax(x.product, fabs(lambda[i] * p->mu[i] * c[i]));
    }
    return x;
}

/* Both explicit solutions and the point half way; at = mu. */
slip_status slip_hart_nonconvex(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    slip_problem p;
    char name[64];
    (void)lab;
    snprintf(name, sizeof name, "pyramid:mu=%.17g", s->at);
    slip_status status = slip_problem_open(&p, name, NULL, error);
    if (status != SLIP_OK)
        return status;
    double weight = 0, c[3][CORNERS] = { { 0 } }, lambda[3][CORNERS] = { { 0 } }, off = 0;      /* h m g; the third is half way */
    int verified = 0;
    for (int j = 0; j < p.n; j++)
        weight = fmax(weight, fabs(p.f[j]));
    for (int k = 0; k < 2; k++) {           /* corners 1 3 5, corners 2 4 6 */
        double impulse[3 * CORNERS] = { 0 };
        for (int i = 0; i < CORNERS; i++) {
            c[k][i] = i % 2 == k ? weight / 3 : 0;
            lambda[k][i] = i % 2 == k ? 0 : 1;
            c[2][i] += c[k][i] / 2;
            lambda[2][i] += lambda[k][i] / 2;
            impulse[3 * i] = c[k][i];
        }
        slip_answer a = { .claim = SLIP_CLAIM_SOLVED, .law = p.law, .dirs = p.dirs, .r = impulse, .claimed_error = NAN };
        verified += slip_verify(&p, p.law, p.dirs, &a, NULL, 1e-12).word == SLIP_VERDICT_VERIFIED;
        rest x = conditions(&p, c[k], lambda[k]);
        off = fmax(off, fmax(x.balance, fmax(x.sign, x.product)));
    }
    rest middle = conditions(&p, c[2], lambda[2]);
    double said = s->at * weight / 12;      /* mu (h m g/6) 1/2 */
    bool good = verified == 2 && off <= 1e-14 && middle.balance <= 1e-14 && middle.sign <= 0 && middle.product > 0 && fabs(middle.product - said) <= 1e-12 * said;
    slip_reading_set(r, slip_cell_if(good), "both solve (2.7)-(2.8) within %.0e and are verified; half way the linear conditions hold, and mu c_n lambda = %.6g at the corners, where it must be 0 (by hand mu h m g/12 = %.6g)", off, middle.product, said);
    slip_problem_free(&p);
    return SLIP_OK;
}

/* Can these corners of one pyramid carry it?  Their hull must hold the centre: in two dimensions a segment or a triangle of them does. */
static bool carries(const double *x, unsigned set)
{
    double c[2] = { 0, 0 }, q[CORNERS][2];
    for (int i = 0; i < CORNERS; i++)
        c[0] += x[3 * i] / CORNERS, c[1] += x[3 * i + 1] / CORNERS;
    for (int i = 0; i < CORNERS; i++)
        q[i][0] = x[3 * i] - c[0], q[i][1] = x[3 * i + 1] - c[1];
    for (int i = 0; i < CORNERS; i++)
        for (int j = 0; j < CORNERS; j++)
            for (int k = 0; k < CORNERS; k++) {
                double ij = q[i][0] * q[j][1] - q[i][1] * q[j][0], jk = q[j][0] * q[k][1] - q[j][1] * q[k][0], ki = q[k][0] * q[i][1] - q[k][1] * q[i][0];
                bool in = (set >> i & 1) && (set >> j & 1) && (set >> k & 1), opposite = fabs(ij) <= 1e-9 && q[i][0] * q[j][0] + q[i][1] * q[j][1] < 0;
                if (in && (opposite || (ij > 1e-9 && jk > 1e-9 && ki > 1e-9)))
                    return true;
            }
    return false;
}

/* Sets of corners of k pyramids that carry them all and need every corner: the others are free to have lambda > 0, and each set is a facet of solutions. */
slip_status slip_hart_facets(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    slip_problem p;
    bool alone[1 << CORNERS];
    int count[4] = { 0 }, verified = 0;
    (void)s;
    (void)lab;
    slip_status status = slip_problem_open(&p, "pyramid", NULL, error);
    if (status != SLIP_OK)
        return status;
    for (unsigned set = 0; set < 1u << CORNERS; set++)
        alone[set] = carries(p.picture.point, set);
    for (int k = 1; k <= 3; k++)
        for (unsigned set = 0; set < 1u << CORNERS * k; set++) {
            bool minimal = true;
            for (int body = 0; body < k && minimal; body++) {
                unsigned part = set >> CORNERS * body & 63u;
                minimal = alone[part];
                for (int i = 0; i < CORNERS && minimal; i++)
                    minimal = !(part >> i & 1) || !alone[part & ~(1u << i)];
            }
            count[k] += minimal;
            if (k == 1 && minimal) {        /* a regular hexagon: such a set carries in equal parts */
                double impulse[3 * CORNERS] = { 0 }, weight = 0, of = 0;
                for (int j = 0; j < p.n; j++)
                    weight = fmax(weight, fabs(p.f[j]));
                for (int i = 0; i < CORNERS; i++)
                    of += set >> i & 1;
                for (int i = 0; i < CORNERS; i++)
                    impulse[3 * i] = set >> i & 1 ? weight / of : 0;
                slip_answer a = { .claim = SLIP_CLAIM_SOLVED, .law = p.law, .dirs = p.dirs, .r = impulse, .claimed_error = NAN };
                verified += slip_verify(&p, p.law, p.dirs, &a, NULL, 1e-12).word == SLIP_VERDICT_VERIFIED;
            }
        }
    bool power = count[1] > 1 && count[2] == count[1] * count[1] && count[3] == count[1] * count[2];
    slip_reading_set(r, slip_cell_if(power && verified == count[1]), "%d, %d, %d facets for one, two and three pyramids, counted over all sets of corners: %d^k; the %d of one are verified", count[1], count[2], count[3], count[1], verified);
    slip_problem_free(&p);
    return SLIP_OK;
}

/* Lemma 5, 2.3.1: a velocity that opens every edge of every cone; at = 1: without friction, 2: with mu = 0.05, 3: from which mu on not. */
slip_status slip_hart_pointed(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    int pointed = 0;
    double margin = INFINITY, low = 0, high = 3;
    static const char *const family[] = { "disk:law=facets", "slab:law=facets", "pyramid:law=facets", "cannonball:n=3,law=facets", "cannonball:n=6,law=facets" };
    (void)lab;
    for (int k = 0; k < (s->at == 3 ? 12 : 5); k++) {
        char name[96];
        slip_problem p;
        slip_arena arena = { 0 };
        slip_pointed x = { 0 };
        double mu = s->at == 3 ? (low + high) / 2 : s->at == 1 ? 0 : 0.05;
        snprintf(name, sizeof name, "%s,mu=%.17g", s->at == 3 ? "cannonball:n=3,law=facets" : family[k], mu);
        slip_status status = slip_problem_open(&p, name, NULL, error);
        if (status != SLIP_OK)
            return status;
        status = slip_problem_pointed(&p, &arena, &x, error);
        bool yes = status == SLIP_OK && x.pointed == SLIP_YES;
        pointed += yes;
        margin = yes ? fmin(margin, x.margin) : margin;
        if (s->at == 3 && yes)
            low = mu;
        else if (s->at == 3)
            high = mu;
        slip_arena_free(&arena);
        slip_problem_free(&p);
        if (status != SLIP_OK)
            return status;
    }
    if (s->at == 3)
        slip_reading_set(r, slip_cell_if(low > 0), low > 2.99 ? "six disks: pointed for every mu up to %.0f" : "six disks: pointed up to mu = %.3f, not beyond", low > 2.99 ? 3 : low);
    else
        slip_reading_set(r, slip_cell_if(pointed == 5 && margin > 0), "%d of 5 configurations: one velocity opens every constraint, by %.2g at least", pointed, margin);
    return SLIP_OK;
}
