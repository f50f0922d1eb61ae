/* trinkle_theorems.c: theorems 1 to 4, condition (36) and proposition 1 of [TrinkleEtAl1995] where their hypotheses can be checked.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "reports/papers/measures.h"
#include "solvers/lcp.h"

/* (36): the least of w'c over contact forces of the pyramid that hold each other, H c = 0, sum c_n = 1; INFINITY: there are none. */
static slip_status condition36(const slip_problem *p, double *least, slip_error *error)
{
    int m = slip_problem_m(p), n = p->n, rows = n + 4 * p->nc + 1;
    slip_arena arena = { 0 };
    slip_sparse A;
    double *rlow = SLIP_NEW(&arena, double, rows), *rhigh = SLIP_NEW(&arena, double, rows), *low = SLIP_NEW(&arena, double, m), *high = SLIP_NEW(&arena, double, m);
    slip_status status = slip_sparse_new(&A, SLIP_TRIPLET, rows, m, p->H.nz + 8 * p->nc + p->nc, &arena, error);
    if (status == SLIP_OK && arena.failed)
        status = slip_fail(error, SLIP_MEMORY, "out of memory");
    if (status != SLIP_OK) {
        slip_arena_free(&arena);
        return status;
    }
    int k = 0;
#define PUT(row, col, value) (A.i[k] = (row), A.p[k] = (col), A.x[k++] = (value))
    for (int j = 0; j < m; j++)
        for (int i = p->H.p[j]; i < p->H.p[j + 1]; i++)
            PUT(p->H.i[i], j, p->H.x[i]);
    for (int c = 0; c < p->nc; c++) {
        for (int t = 0; t < 2; t++)
            for (int sign = 0; sign < 2; sign++) {
                int row = n + 4 * c + 2 * t + sign;
                PUT(row, 3 * c, p->mu[c]);
                PUT(row, 3 * c + 1 + t, sign ? 1 : -1);
                rhigh[row] = INFINITY;
            }
        PUT(rows - 1, 3 * c, 1);
    }
#undef PUT
    rlow[rows - 1] = rhigh[rows - 1] = 1;
    for (int j = 0; j < m; j++) {
        low[j] = j % 3 ? -INFINITY : 0;
        high[j] = INFINITY;
    }
    A.nz = k;
    slip_sparse C;
    status = slip_sparse_convert(&C, &A, SLIP_CSC, &arena, error);
    if (status == SLIP_OK) {
        status = slip_lp(&C, p->w, rlow, rhigh, low, high, NULL, NULL, least, error);
        if (status == SLIP_INFEASIBLE) {
            *least = INFINITY;
            status = SLIP_OK;
        }
    }
    slip_arena_free(&arena);
    return status;
}

static slip_status full_rank(const slip_problem *p, bool *full, slip_error *error)
{
    slip_property x;
    slip_status status = slip_problem_property(p, 400, &x, error);
    *full = status == SLIP_OK && x.rank == slip_problem_m(p);
    return status;
}

/* Theorem 1(a): all contacts rolling, (36) checked by a linear program; at = 0: pyramid, 1: cone, 2: (36) itself. */
slip_status slip_trinkle_rolling(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    int tried = 0, holds = 0, trivial = 0, solved = 0, independent = 0, free = 0, newton = 0;
    for (int seed = 1; seed <= (lab->quick ? 6 : 30); seed++)
        for (int k = 0; k < 4; k++) {
            static const double mu[] = { 0.2, 0.5, 1, 1.5 };
            char name[96];
            slip_demo d = { 0 };
            double least = 0;
            snprintf(name, sizeof name, "multibody:size=%d,rolling=1,mu=%g,seed=%d%s", 10 + 10 * (seed % 3), mu[k], seed, s->at == 1 ? ",law=coulomb" : "");
            slip_status status = slip_open(&d.problem, name, &d.truth, error);
            bool full = false;
            if (status == SLIP_OK && s->at == 2)
                status = full_rank(&d.problem, &full, error);
            if (status == SLIP_OK && (status = condition36(&d.problem, &least, error)) == SLIP_OK && s->at < 2)
                status = slip_demo_solve(&d, s->at == 1 ? "nsgs" : "lemke", (slip_limits){ .tol = 1e-7, .steps = 20000, .time = 2 }, NULL, NULL, error);
            if (status == SLIP_OK && s->at == 1 && !slip_demo_verified(&d)) {
                slip_demo_again(&d);
                status = slip_demo_solve(&d, "newton", (slip_limits){ .tol = 1e-7, .steps = 1000, .time = 2 }, NULL, NULL, error);
                newton++;
            }
            if (status != SLIP_OK) {
                slip_demo_end(&d);
                return status;
            }
            bool good = least >= -1e-9;
            tried++;
            holds += good;
            trivial += least == INFINITY;
            independent += full;
            free += full && least == INFINITY;
            solved += good && s->at < 2 && slip_demo_verified(&d) && d.result.answer.claim == SLIP_CLAIM_SOLVED;
            slip_demo_end(&d);
        }
    if (s->at == 2)
        slip_reading_set(r, slip_cell_if(independent > 0 && free == independent), "contacts are independent in %d of %d all-rolling instances, and in %d of these no forces hold each other; (36) holds in %d, in %d of them for this reason", independent, tried, free, holds, trivial);
    else
        slip_reading_set(r, solved == holds ? SLIP_CELL_REPRODUCED : SLIP_CELL_CONSISTENT, "%d of %d instances with (36) solved and verified (%s)", solved, holds, s->at == 1 ? "cone, Gauss-Seidel or Newton" : "pyramid, Lemke");
    if (s->at == 1 && newton)
        slip_reading_note(r, "Newton's method in %d, where Gauss-Seidel does not converge; a failure of both would say nothing about existence", newton);
    return SLIP_OK;
}

/* Everything at rest: w = 0, so that b = H'M^-1 f lies in the column space of H' and (36) holds with 0, however the contacts depend on each other. */
slip_status slip_trinkle_rest(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    static const char *const shape[] = { "table", "incline", "tower:n=3", "pile:n=2", "wall3d:nx=2,ny=2" };
    static const double mu[] = { 0.2, 0.5, 1, 1.5 };
    int tried = 0, still = 0, solved = 0;
    (void)s;
    (void)lab;
    for (int i = 0; i < 5; i++)
        for (int k = 0; k < 4; k++, tried++) {
            char name[96];
            slip_demo d;
            snprintf(name, sizeof name, "%s%claw=box,mu=%g", shape[i], strchr(shape[i], ':') ? ',' : ':', mu[k]);
            slip_status status = slip_demo_run(&d, name, "lemke", (slip_limits){ .tol = 1e-7, .time = 5 }, NULL, NULL, error);
            if (status != SLIP_OK)
                return status;
            double most = 0;
            for (int j = 0; j < slip_problem_m(&d.problem); j++)
                most = fmax(most, fabs(d.problem.w[j]));
            still += most <= 1e-12;
            solved += slip_demo_verified(&d) && d.result.answer.claim == SLIP_CLAIM_SOLVED;
            slip_demo_end(&d);
        }
    slip_reading_set(r, still < tried ? SLIP_CELL_NOT_COMPARABLE : slip_cell_if(solved == tried), "%d of %d configurations solved and verified (pyramid, Lemke), %d at rest", solved, tried, still);
    return SLIP_OK;
}

/* Independent contacts, small mu; at = 0: Lemke solves (1b, 2), 1: exactly one solution (1c), 2: interior point (3), 3: and from which mu on not. */
slip_status slip_trinkle_small(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    int tried = 0, good = 0;
    double first = INFINITY;
    for (int seed = 1; seed <= (lab->quick ? 6 : 25); seed++)
        for (int k = 0; k < (s->at == 3 ? 6 : 2); k++) {
            static const double mu[] = { 0.02, 0.05, 0.3, 0.7, 1.2, 2 };
            char name[96];
            slip_demo d = { 0 };
            bool full;
            static const char *const shape[] = { "size=6", "size=5,rolling=1", "size=10,rolling=1" };
            snprintf(name, sizeof name, "multibody:%s,mu=%g,seed=%d", shape[seed % 3], mu[k], seed);
            slip_status status = slip_open(&d.problem, name, &d.truth, error);
            if (status == SLIP_OK)
                status = full_rank(&d.problem, &full, error);
            if (status == SLIP_OK && full) {
                tried++;
                if (s->at == 1 || s->at == 3) {
                    slip_proof proof;
                    slip_prove_how how = { .law = d.problem.law, .dirs = d.problem.dirs, .asks = 1u << SLIP_ASK_SOLUTIONS, .nodes = 5000, .seconds = 2 };
                    status = slip_prove(&d.problem, &how, &proof, error);
                    if (status == SLIP_OK) {
                        bool one = proof.word == SLIP_PROVED_EXACTLY && proof.solutions == 1;
                        good += one;
                        if (!one && proof.word != SLIP_PROVED_UNDECIDED)
                            first = fmin(first, mu[k]);
                        slip_proof_free(&proof);
                    }
                } else {
                    status = slip_demo_solve(&d, s->at == 2 ? "fip" : "lemke", (slip_limits){ .tol = 1e-7 }, NULL, NULL, error);
                    good += status == SLIP_OK && slip_demo_verified(&d) && d.result.answer.claim == SLIP_CLAIM_SOLVED;
                }
            }
            slip_demo_end(&d);
            if (status != SLIP_OK)
                return status;
        }
    if (s->at == 3)
        slip_reading_set(r, SLIP_CELL_CONSISTENT, first < INFINITY ? "independent contacts: exactly one solution (proved) for every mu below %g that was tried" : "independent contacts: one solution at every mu tried, up to %g", first < INFINITY ? first : 2);
    else
        slip_reading_set(r, good == tried && tried ? SLIP_CELL_REPRODUCED : SLIP_CELL_CONSISTENT, s->at == 1 ? "%d of %d full-rank instances at mu = 0.02 and 0.05: exactly one solution, proved" : "%d of %d full-rank instances at mu = 0.02 and 0.05 solved and verified", good, tried);
    return SLIP_OK;
}

/* Proposition 1: answers of the pyramid inside the cone are answers of the cone. */
slip_status slip_trinkle_inside(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    int inside = 0, right = 0, outside = 0;
    (void)s;
    for (int seed = 1; seed <= (lab->quick ? 30 : 200); seed++) {
        char name[96];
        slip_demo d;
        if (seed % 2)
            snprintf(name, sizeof name, "multibody:size=%d,mu=0.3,seed=%d", 10 + seed % 20, seed);
        else
            snprintf(name, sizeof name, "sphere:x=%d,y=%d", seed % 13, seed % 7);
        slip_status status = slip_demo_run(&d, name, "lemke", (slip_limits){ .tol = 1e-9 }, NULL, NULL, error);
        if (status != SLIP_OK)
            return status;
        if (slip_demo_verified(&d) && d.result.answer.claim == SLIP_CLAIM_SOLVED) {
            bool cone = true;
            for (int i = 0; i < d.problem.nc; i++) {
                const double *f = d.result.answer.r + 3 * i;
                cone = cone && hypot(f[1], f[2]) <= d.problem.mu[i] * f[0] * (1 + 1e-9) + 1e-9;
            }
            inside += cone;
            outside += !cone;
            right += cone && slip_verify(&d.problem, SLIP_LAW_COULOMB, d.problem.dirs, &d.result.answer, NULL, 1e-7).word == SLIP_VERDICT_VERIFIED;
        }
        slip_demo_end(&d);
    }
    slip_reading_set(r, slip_cell_if(right == inside && inside > 5), "%d answers of the pyramid lie in the cone, and %d of these are verified for the cone; %d lie outside", inside, right, outside);
    return SLIP_OK;
}

/* x'Mx of (33) for random x >= 0: the rod at mu = at. */
slip_status slip_trinkle_copositive(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    double least[2];
    static const double mu[] = { 0.05, 2 };
    (void)s;
    (void)lab;
    for (int which = 0; which < 2; which++) {
        char name[64];
        slip_problem p;
        slip_lcp lcp;
        slip_arena arena = { 0 };
        least[which] = INFINITY;
        snprintf(name, sizeof name, "painleve-rod:kind=rolling,mu=%g", mu[which]);
        slip_status status = slip_problem_open(&p, name, NULL, error);
        if (status != SLIP_OK)
            return status;
        slip_rng *rng = slip_rng_new(33);
        status = rng ? slip_lcp_new(&lcp, &p, SLIP_LCP_BOX, &arena, error) : slip_fail(error, SLIP_MEMORY, "out of memory");
        for (int k = 0; k < 20000 && status == SLIP_OK; k++) {
            double x[8], value = 0, size = 0;
            for (int i = 0; i < lcp.n && i < 8; i++) {
                x[i] = slip_rng_below(rng, 3) ? slip_rng_uniform(rng, 0, 1) : 0;
                size += x[i] * x[i];
            }
            for (int i = 0; i < lcp.n && i < 8; i++)
                for (int j = 0; j < lcp.n && j < 8; j++)
                    value += x[i] * lcp.A[(size_t)j * (size_t)lcp.n + (size_t)i] * x[j];
            if (size > 0)
                least[which] = fmin(least[which], value / size);
        }
        slip_rng_free(rng);
        slip_arena_free(&arena);
        slip_problem_free(&p);
        if (status != SLIP_OK)
            return status;
    }
    slip_reading_set(r, least[0] < -1e-12 ? SLIP_CELL_DIFFERS : SLIP_CELL_CONSISTENT, "rod, 20000 x >= 0: x'Mx/x'x >= %.2g at mu = 0.05, >= %.2g at mu = 2", least[0], least[1]);
    slip_reading_note(r, "so 'easily verified' holds for small mu only");
    return SLIP_OK;
}

/* The method of the appendix on (33) of a sphere, with the sign of (38) as printed or turned; n = 5. */
typedef struct { int iterations; double gap; bool strict, falls, ends; } interior;

static double potential(int n, double zeta, const double *w, const double *z)
{
    double gap = 0, sum = 0;
    for (int i = 0; i < n; i++) {
        if (!(w[i] > 0 && z[i] > 0))
            return INFINITY;
        gap += w[i] * z[i];
        sum += log(w[i] * z[i]);
    }
    return (n + zeta) * log(gap) - sum;
}

static slip_status appendix(bool printed, interior *out, slip_error *error)
{
    slip_problem p;
    slip_lcp lcp;
    slip_arena arena = { 0 };
    double z[5] = { 20, 4, 4, 1, 1 }, w[5], beta = 0.2, sigma = 1e-4, zeta = sqrt(5);
    *out = (interior){ .strict = true, .falls = true };
    slip_status status = slip_problem_open(&p, "sphere:x=10", NULL, error);
    if (status != SLIP_OK)
        return status;
    status = slip_lcp_new(&lcp, &p, SLIP_LCP_BOX, &arena, error);
    int n = 5;
    if (status == SLIP_OK)
        slip_lcp_value(&lcp, z, w);
    while (status == SLIP_OK && out->iterations < 300) {
        double B[25], dz[5], dw[5], gap = 0, most = 1;
        for (int i = 0; i < n; i++)
            gap += w[i] * z[i];
        out->gap = gap;
        if ((out->ends = gap <= 1e-6))
            break;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++)
                B[j * n + i] = z[i] * lcp.A[j * n + i] + (i == j ? w[i] : 0);
            dz[i] = (printed ? -1 : 1) * (beta * gap / n - w[i] * z[i]);
        }
        if (slip_dense_solve(n, 1, B, dz, error) != SLIP_OK)
            break;
        for (int i = 0; i < n; i++) {
            dw[i] = 0;
            for (int j = 0; j < n; j++)
                dw[i] += lcp.A[j * n + i] * dz[j];
            most = fmin(most, fmin(dw[i] < 0 ? -w[i] / dw[i] : 1, dz[i] < 0 ? -z[i] / dz[i] : 1));
        }
        double step = 0.95 * most, before = potential(n, zeta, w, z), z1[5], w1[5];
        int m = 0;
        for (; m < 60; m++, step *= 0.5) {
            for (int i = 0; i < n; i++)
                z1[i] = z[i] + step * dz[i], w1[i] = w[i] + step * dw[i];
            if (potential(n, zeta, w1, z1) - before <= -sigma * (1 - beta) * zeta * step)
                break;
        }
        if (m == 60)
            break;
        out->falls = out->falls && potential(n, zeta, w1, z1) < before;
        for (int i = 0; i < n; i++) {
            z[i] = z1[i], w[i] = w1[i];
            out->strict = out->strict && z[i] > 0 && w[i] > 0;
        }
        out->iterations++;
    }
    slip_arena_free(&arena);
    slip_problem_free(&p);
    return status;
}

/* at = 0: (38) as printed; 1: (i), 2: (ii), 3: (iii), 4: (iv) of theorem 4 with the sign turned. */
slip_status slip_trinkle_appendix(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    interior x;
    slip_demo d;
    (void)lab;
    slip_status status = appendix(s->at == 0, &x, error);
    if (status != SLIP_OK)
        return status;
    if (s->at == 0) {
        slip_reading_set(r, x.ends ? SLIP_CELL_REPRODUCED : SLIP_CELL_DIFFERS, "as printed: no step length satisfies (39) after %d iterations, gap %.4g", x.iterations, x.gap);
        slip_reading_note(r, "the right-hand side has the wrong sign for w + lambda dw; turned, it converges");
    } else if (s->at == 4) {
        if ((status = slip_demo_run(&d, "sphere:x=10", "fip", (slip_limits){ .tol = 1e-9 }, NULL, NULL, error)) != SLIP_OK)
            return status;
        slip_reading_set(r, slip_cell_if(slip_demo_verified(&d)), "the limit is verified: friction (%.6g, %.6g) N", d.result.answer.r[1], d.result.answer.r[2]);
        slip_demo_end(&d);
    } else
        slip_reading_set(r, slip_cell_if(s->at == 1 ? x.strict : s->at == 2 ? x.falls : x.ends), s->at == 1 ? "all %d iterates strictly feasible (gap %.1e)" : s->at == 2 ? "the potential falls in all %d iterations (gap %.1e)" : "%d iterations: w'z = %.1e", x.iterations, x.gap);
    return SLIP_OK;
}

/* at = 0: mu = 0 has no strictly feasible start; 1: transitions; 2: multiple solutions of the rod; 3: pyramid against cone. */
slip_status slip_trinkle_remarks(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    slip_demo d, e;
    (void)lab;
    slip_status status = slip_demo_run(&d, s->at == 0 ? "multibody:size=10,rolling=1,mu=0" : s->at == 1 ? "multibody:size=30,mu=0.4" : s->at == 2 ? "painleve-rod:kind=rolling,mu=2,g=-9.81,push=-80" : "sphere:x=10,y=5", s->at == 0 ? "fip:form=box" : "lemke", (slip_limits){ .tol = 1e-9 }, NULL, NULL, error);
    if (status != SLIP_OK)
        return status;
    if (s->at == 0) {
        slip_reading_set(r, SLIP_CELL_CONSISTENT, "by (30) s+ + s- = 2 mu c_n: nothing is strictly feasible at mu = 0; our LCP has no rows for such contacts (%s)", slip_demo_word(&d));
    } else if (s->at == 1) {
        slip_ruler ruler;
        slip_residuals residual;
        slip_motion motion = { .arena = { 0 } };
        int count[SLIP_TRANSITION_COUNT] = { 0 }, sum = 0;
        if ((status = slip_ruler_new(&ruler, &d.problem, error)) == SLIP_OK) {
            status = slip_residuals_get(&ruler, d.problem.law, d.problem.dirs, &d.result.answer, 1e-8, 0, &residual, &motion, error);
            if (status == SLIP_OK && slip_transitions_get(&d.problem, motion.mode, count))
                for (int k = 0; k < SLIP_TRANSITION_COUNT; k++)
                    sum += count[k];
            slip_arena_free(&motion.arena);
            slip_ruler_free(&ruler);
        }
        slip_reading_set(r, slip_cell_if(sum == d.problem.nc && slip_demo_verified(&d)), "%d contacts: %d roll on, %d begin to slide, %d slide on, %d break", d.problem.nc, count[SLIP_TRANSITION_ROLL_ROLL], count[SLIP_TRANSITION_ROLL_SLIDE], count[SLIP_TRANSITION_SLIDE_SLIDE], count[SLIP_TRANSITION_BREAK]);
    } else if (s->at == 2)
        slip_reading_set(r, slip_cell_if(d.truth.solutions == 3), "%d solutions: breaking, sliding, rolling on (all modes tried)", d.truth.solutions);
    else if ((status = slip_demo_run(&e, "sphere:x=10,y=5,law=coulomb", "nsgs", (slip_limits){ .tol = 1e-12 }, NULL, NULL, error)) == SLIP_OK) {
        const double *f = d.result.answer.r, *u = d.result.answer.u, *g = e.result.answer.r;
        double angle = acos(-(f[1] * u[1] + f[2] * u[2]) / (hypot(f[1], f[2]) * hypot(u[1], u[2]))) * 57.29577951308232;
        slip_reading_set(r, slip_cell_if(angle > 1), "pyramid (%.6f, %.6f) N, %.1f degrees off the acceleration; cone (%.6f, %.6f) N", f[1], f[2], angle, g[1], g[2]);
        slip_demo_end(&e);
    }
    slip_demo_end(&d);
    return status;
}
