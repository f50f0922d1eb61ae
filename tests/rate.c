/* rate.c: histories of known kind are named right, or called inconclusive; never something else.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "tests/made.h"
#include "tests/tap.h"
#include "solvers/solvers.h"

enum { LONGEST = 2000 };

typedef struct { int n; slip_sample m[LONGEST]; long cycle; double theory; } story;

static double noise(made_rng *g, double size) { return exp(size * (made_uniform(g, -1, 1) + made_uniform(g, -1, 1))); }
static double log_uniform(made_rng *g, double low, double high) { return exp(made_uniform(g, log(low), log(high))); }

/* As the run loop measures: every step to 20, then every 5 percent. */
static bool measured(long k, long *next)
{
    if (k <= 20) { *next = k + 1; return true; }
    if (k < *next) return false;
    *next = k + (k / 20 > 1 ? k / 20 : 1);
    return true;
}

static void add(story *s, long k, double r) { if (s->n < LONGEST) s->m[s->n++] = (slip_sample){ k, r }; }

/* linear: real contractions with a transient of other modes, noise, a floor or a stop at tol */
static void linear(made_rng *g, story *s, int i)
{
    double rho = i % 3 == 0 ? made_uniform(g, 0.05, 0.5) : made_uniform(g, 0.5, 0.985), second = rho * made_uniform(g, 0.2, 0.9), a = log_uniform(g, 0.1, 10);
    double wobble = i % 5 == 2 ? 0.2 : 0, rough = i % 4 == 1 ? 0.05 : 0, tol = i % 2 ? 1e-8 : 1e-13;
    long next = 0;
    for (long k = 0; k < 4000; k++) {
        double r = pow(rho, k) * (1 + wobble * cos(1.3 * k)) + 3 * a * pow(second, k);
        r = r * noise(g, rough) + (i % 2 ? 0 : 1e-15 * noise(g, 1));
        bool end = r <= tol;
        if (measured(k, &next) || end) add(s, k, r);
        if (end && (i % 2 || i % 7)) break;
        if (i % 2 == 0 && k > log(1e-13) / log(rho) * 1.3) break;
    }
    s->theory = rho;
}

static void superlinear(made_rng *g, story *s, int i)
{
    double order = made_uniform(g, 1.35, 3), e = made_uniform(g, 0.05, 0.7), c = made_uniform(g, 0.5, 1);
    int slow = i % 3 ? 0 : 3;              /* damped steps before the fast ones */
    for (long k = 0; k < 60; k++) {
        add(s, k, e * noise(g, i % 2 ? 0.05 : 0) + 1e-17);
        if (e < 1e-16) break;
        e = k < slow ? e * 0.8 : c * pow(e, order);
    }
    s->theory = order;
}

static void sublinear(made_rng *g, story *s, int i)
{
    double p = made_uniform(g, 0.5, 2.5), a = log_uniform(g, 0.1, 10), rough = i % 3 == 1 ? 0.03 : 0;
    long next = 0, end = 200 + (long)made_uniform(g, 0, 20000);
    for (long k = 0; k < end; k++)
        if (measured(k, &next)) add(s, k, a * pow(k + 1, -p) * noise(g, rough));
    s->theory = p;
}

/* the active set is found after a few steps, and the answer is exact */
static void terminating(made_rng *g, story *s, int i)
{
    int n = 1 + made_below(g, 12);
    double r = log_uniform(g, 0.1, 10);
    for (long k = 0; k < n; k++) {
        add(s, k, r);
        r *= made_uniform(g, 0.3, i % 2 ? 1.3 : 0.9);
    }
    add(s, n, i % 3 ? 0 : 1e-16 * made_uniform(g, 0.5, 2));
}

static void stalled(made_rng *g, story *s, int i)
{
    double level = log_uniform(g, 1e-6, 1e-1), rho = made_uniform(g, 0.5, 0.95), rough = i % 3 == 1 ? 0.1 : i % 3 == 2 ? 1e-4 : 0;
    long next = 0, end = 300 + (long)made_uniform(g, 0, 3000);
    for (long k = 0; k < end; k++)
        if (measured(k, &next)) add(s, k, (level + 3 * pow(rho, k)) * noise(g, rough));
}

static void cycling(made_rng *g, story *s, int i)
{
    int p = 2 + made_below(g, 5), lead = made_below(g, 12);
    double level[8] = {0};
    for (int k = 0; k < p; k++)
        level[k] = log_uniform(g, 1e-3, 1);
    level[0] *= 4;
    for (long k = 0; k < lead; k++)
        add(s, k, 5 * pow(0.8, k));
    for (long k = 0; k < 12 * p; k++)
        add(s, lead + k, level[k % p] * (1 + (i % 2 ? 0 : 0.01 * pow(0.7, k))));
    if (i % 4 == 3) s->cycle = p;
}

static void diverging(made_rng *g, story *s, int i)
{
    double factor = made_uniform(g, 1.02, 3), rough = i % 3 == 1 ? 0.1 : 0, a = log_uniform(g, 0.01, 1);
    long next = 0;
    for (long k = 0; k < 2000; k++) {
        double r = (pow(factor, k) + (i % 2 ? 30 * pow(0.6, k) : 0)) * a * noise(g, rough);
        if (measured(k, &next)) add(s, k, r);
        if (r > 1e12 * a) break;
    }
    s->theory = factor;
}

/* too short, too slow: nobody can tell */
static void inconclusive(made_rng *g, story *s, int i)
{
    if (i % 3 == 0) {
        double rho = made_uniform(g, 0.9, 0.99);
        for (long k = 0; k < 3; k++) add(s, k, pow(rho, k));
    } else if (i % 3 == 1) {
        double rho = 1 - log_uniform(g, 1e-5, 1e-3);
        for (long k = 0; k < 100; k++) add(s, k, pow(rho, k));
    } else
        for (long k = 0; k < 30; k++) add(s, k, log_uniform(g, 1e-6, 1));
}

static void (*const tellers[SLIP_RATE_COUNT])(made_rng *, story *, int) = { linear, superlinear, sublinear, terminating, stalled, cycling, diverging, inconclusive };

static slip_rate named(const story *s, bool finite_method)
{
    slip_history h = { .count = s->n, .moment = s->m, .tol = 1e-8, .cycle = s->cycle, .finite = finite_method };
    slip_rate rate;
    slip_error error;
    if (slip_rate_get(&h, &rate, &error) != SLIP_OK) bail_out("%s", error.text);
    return rate;
}

static void confusion(int count)
{
    int table[SLIP_RATE_COUNT][SLIP_RATE_COUNT] = {{0}}, inside = 0, asked = 0;
    static story s;
    for (int kind = 0; kind < SLIP_RATE_COUNT; kind++)
        for (int i = 0; i < count; i++) {
            made_rng g = { (unsigned long long)(kind * 100003 + i) * 2654435761u + 12345 };
            s = (story){ .theory = NAN };
            tellers[kind](&g, &s, i);
            slip_rate rate = named(&s, false);
            table[kind][rate.kind]++;
            if (kind == SLIP_RATE_LINEAR && rate.kind == SLIP_RATE_LINEAR) {
                asked++;
                inside += rate.low <= s.theory * (1 + 1e-9) && s.theory * (1 - 1e-9) <= rate.high;
            }
            if (rate.kind != (slip_rate_kind)kind && rate.kind != SLIP_RATE_INCONCLUSIVE)
                diag("%s %d is called %s (%d moments, estimate %g)", slip_rate_name(kind), i, slip_rate_name(rate.kind), s.n, rate.estimate);
        }
    char line[256] = "";
    for (int k = 0; k < SLIP_RATE_COUNT; k++)
        snprintf(line + strlen(line), sizeof line - strlen(line), " %6.6s", slip_rate_name(k));
    diag("%-13s%s", "is \\ named", line);
    for (int kind = 0; kind < SLIP_RATE_COUNT; kind++) {
        *line = 0;
        for (int k = 0; k < SLIP_RATE_COUNT; k++)
            snprintf(line + strlen(line), sizeof line - strlen(line), " %6d", table[kind][k]);
        diag("%-13s%s", slip_rate_name(kind), line);
    }
    for (int kind = 0; kind < SLIP_RATE_COUNT; kind++) {
        int other = count - table[kind][kind] - (kind == SLIP_RATE_INCONCLUSIVE ? 0 : table[kind][SLIP_RATE_INCONCLUSIVE]);
        ok(table[kind][kind] >= 0.95 * count, "%s: %d of %d are named so", slip_rate_name(kind), table[kind][kind], count);
        ok(other == 0, "%s: what is not named so is inconclusive (%d are not)", slip_rate_name(kind), other);
    }
    ok(inside >= 0.9 * asked, "the interval holds the rate in %d of %d linear histories", inside, asked);
}

/* The known failures of naive classifiers. */
static void known_failures(void)
{
    static const struct { double rho; int n; } slow[] = { { 0.999, 300 }, { 0.995, 50 }, { 0.999, 50 }, { 0.999, 100 }, { 0.9999, 1000 }, { 0.99999, 500 } };
    static story s;
    for (int t = 0; t < (int)(sizeof slow / sizeof *slow); t++) {
        s = (story){ .theory = slow[t].rho };
        for (int k = 0; k < slow[t].n; k++) add(&s, k, pow(slow[t].rho, k));
        slip_rate rate = named(&s, false);
        ok(rate.kind == SLIP_RATE_LINEAR || rate.kind == SLIP_RATE_INCONCLUSIVE, "noise-free linear %g, %d steps: %s", slow[t].rho, slow[t].n, slip_rate_name(rate.kind));
    }
    s = (story){ .theory = 0.999 };
    for (int k = 0; k < 2000; k++) add(&s, k, pow(0.999, k));
    slip_rate rate = named(&s, false);
    ok(rate.kind == SLIP_RATE_LINEAR && fabs(rate.estimate - 0.999) < 1e-9, "noise-free linear 0.999, long enough: %s, %.6f", slip_rate_name(rate.kind), rate.estimate);
    s = (story){ .theory = NAN };           /* the Painleve rod from 5: five iterates, then exactly 0 */
    double z[] = { 5, 3.81, 1.668, 0, 0 };
    for (int k = 0; k < 5; k++) add(&s, k, z[k]);
    is_str(slip_rate_name(named(&s, false).kind), "finite", "finite termination is not superlinear");
    s = (story){ .n = 0 };
    is_str(slip_rate_name(named(&s, false).kind), "inconclusive", "no history");
    add(&s, 1, 1e-12);
    is_str(slip_rate_name(named(&s, true).kind), "finite", "a method that ends by itself, measured once");
    s = (story){ .n = 0 };
    for (int k = 0; k < 40; k++) add(&s, k, 0.25);
    is_str(slip_rate_name(named(&s, false).kind), "stalled", "a constant residual");
    s.cycle = 2;
    rate = named(&s, false);
    ok(rate.kind == SLIP_RATE_CYCLING && rate.proved && rate.period == 2, "a constant residual whose state repeats bitwise is a cycle, proved");
    s = (story){ .n = 0 };
    for (int k = 0; k < 10; k++) add(&s, k, pow(10, k));
    add(&s, 10, NAN);
    is_str(slip_rate_name(named(&s, false).kind), "diverging", "growth that ends in NaN");
}

/* prox on problems with known theory */
static void prox(void)
{
    static const struct { const char *problem, *solver; slip_rate_kind kind; double rate; } runs[] = {
        { "point-mass", "prox:r=1", SLIP_RATE_LINEAR, 0.5 },
        { "point-mass", "prox:r=2", SLIP_RATE_FINITE, 0 },
        { "point-mass", "prox:r=3", SLIP_RATE_LINEAR, 0.5 },
        { "painleve-rod:mu=2", "prox:r=1", SLIP_RATE_DIVERGING, 1.8 },
        { "painleve-rod:mu=1", "prox:r=1", SLIP_RATE_LINEAR, 0.6 },
        { "painleve-rod:mu=1", "prox:r=5", SLIP_RATE_CYCLING, 0 },
    };
    for (int t = 0; t < (int)(sizeof runs / sizeof *runs); t++) {
        slip_problem p;
        slip_error error = {0};
        const slip_solver *solver;
        double par[SLIP_MAX_PARAMS];
        slip_arena arena = {0};
        slip_result result;
        slip_limits limits = { .tol = 1e-10, .steps = 400 };
        if (slip_problem_open(&p, runs[t].problem, NULL, &error) != SLIP_OK || slip_solver_open(runs[t].solver, &solver, par, &error) != SLIP_OK) {
            ok(0, "%s %s: %s", runs[t].problem, runs[t].solver, error.text);
            continue;
        }
        if (slip_run(solver, &p, par, &limits, NULL, NULL, NULL, &result, &arena, &error) != SLIP_OK) bail_out("%s", error.text);
        static story s;
        s = (story){ .cycle = result.cycle };
        for (int k = 0; k < result.moments; k++) add(&s, result.history[k].step, result.history[k].residual);
        slip_rate rate = named(&s, false);
        bool right = rate.kind == runs[t].kind && (!(runs[t].rate > 0) || fabs(rate.estimate - runs[t].rate) <= 0.01);
        ok(right, "%s by %s is %s, %g", runs[t].problem, runs[t].solver, slip_rate_name(rate.kind), rate.estimate);
        if (!right) for (int k = 0; k < s.n && k < 30; k++) diag("%ld %g", s.m[k].step, s.m[k].residual);
        slip_arena_free(&arena);
        slip_problem_free(&p);
    }
}

/* prox on a point pressed to the ground: the normal force contracts by exactly |1 - r/m| */
static void prox_many(int count)
{
    int right = 0, doubt = 0, asked = 0, inside = 0;
    made_rng g = { 99 };
    for (int i = 0; i < count; i++) {
        double m = log_uniform(&g, 0.1, 10), r = m * (i % 2 ? made_uniform(&g, 0.1, 0.9) : made_uniform(&g, 1.1, 1.9)), rho = fabs(1 - r / m);
        char problem[96], name[64];
        slip_problem p;
        slip_error error = {0};
        const slip_solver *solver;
        double par[SLIP_MAX_PARAMS];
        slip_arena arena = {0};
        slip_result result;
        slip_limits limits = { .tol = 1e-10, .steps = 2000 };
        snprintf(problem, sizeof problem, "point-mass:m=%.17g,mu=0,hx=0", m);
        snprintf(name, sizeof name, "prox:r=%.17g", r);
        if (slip_problem_open(&p, problem, NULL, &error) != SLIP_OK || slip_solver_open(name, &solver, par, &error) != SLIP_OK
            || slip_run(solver, &p, par, &limits, NULL, NULL, NULL, &result, &arena, &error) != SLIP_OK) bail_out("%s", error.text);
        static story s;
        s = (story){ .cycle = result.cycle };
        for (int k = 0; k < result.moments; k++) add(&s, result.history[k].step, result.history[k].residual);
        slip_rate rate = named(&s, false);
        right += rate.kind == SLIP_RATE_LINEAR;
        doubt += rate.kind == SLIP_RATE_INCONCLUSIVE;
        if (rate.kind == SLIP_RATE_LINEAR) { asked++; inside += fabs(rate.estimate - rho) <= 1e-3 * rho + 1e-6; }
        if (rate.kind != SLIP_RATE_LINEAR) diag("m %g r %g rho %g: %s", m, r, rho, slip_rate_name(rate.kind));
        slip_arena_free(&arena);
        slip_problem_free(&p);
    }
    ok(right >= 0.95 * count && right + doubt == count, "prox on %d points: %d linear, %d inconclusive", count, right, doubt);
    ok(inside == asked, "and %d of %d at the rate of theory", inside, asked);
}

int main(void)
{
    slip_error error;
    plan(2 * SLIP_RATE_COUNT + 1 + 13 + 6 + 2);
    if (slip_start(&error) != SLIP_OK) bail_out("%s", error.text);
    confusion(quick_or_full(120, 1000));
    known_failures();
    prox();
    prox_many(100);
    return done();
}
