/* state.c: states and their cross table, transitions, friction angles, energies, multipliers, the truth, certificates.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "tests/made.h"
#include "tests/tap.h"

typedef struct { slip_ruler ruler; slip_residuals residual; slip_motion motion; } measured;

static void measure(measured *q, const made *x)
{
    slip_error error;
    if (slip_ruler_new(&q->ruler, &x->problem, &error) != SLIP_OK
        || slip_residuals_get(&q->ruler, x->problem.law, x->problem.dirs, &x->answer, 1e-8, 0, &q->residual, &q->motion, &error) != SLIP_OK) bail_out("%s", error.text);
}

static void release(measured *q) { slip_arena_free(&q->motion.arena); slip_ruler_free(&q->ruler); }

static void states(void)
{
    made x, y;
    measured a, b;
    int table[SLIP_MODE_COUNT][SLIP_MODE_COUNT], count[SLIP_TRANSITION_COUNT];
    made_options o = { .d = 3, .nc = 12, .bodies = 5, .law = SLIP_LAW_COULOMB, .given = 0.4, .mu = 0.5, .seed = 21 };
    made_make(&x, &o);
    made_make(&y, &o);
    measure(&a, &x);
    bool same = true;
    for (int i = 0; i < o.nc; i++)
        same = same && a.motion.mode[i] == x.mode[i];
    ok(same, "every contact is in the state it was made in");
    for (int k = 0; k < 3; k++) y.answer.r[3 * 1 + k] = 0;         /* contact 1 carries nothing now: grazing */
    y.answer.u = y.answer.v = NULL;
    measure(&b, &y);
    slip_modes_cross(o.nc, a.motion.mode, a.motion.mode, table);
    int diagonal = 0;
    for (int k = 0; k < SLIP_MODE_COUNT; k++) diagonal += table[k][k];
    is_int(diagonal, o.nc, "the cross table of an answer with itself is diagonal");
    slip_modes_cross(o.nc, a.motion.mode, b.motion.mode, table);
    int total = 0;
    diagonal = 0;
    for (int j = 0; j < SLIP_MODE_COUNT; j++)
        for (int k = 0; k < SLIP_MODE_COUNT; k++) { total += table[j][k]; if (j == k) diagonal += table[j][k]; }
    ok(total == o.nc && diagonal < o.nc, "the cross table with another answer is not");

    ok(!slip_transitions_get(&x.problem, a.motion.mode, count), "velocities have no transitions");
    x.problem.level = SLIP_LEVEL_ACCELERATION;
    ok(slip_transitions_get(&x.problem, a.motion.mode, count), "accelerations have");
    int want[SLIP_TRANSITION_COUNT] = {0};
    for (int i = 0; i < o.nc; i++)
        want[x.mode[i] == SLIP_MODE_OPEN ? SLIP_TRANSITION_BREAK : x.mode[i] == SLIP_MODE_GIVEN_SLIP ? SLIP_TRANSITION_SLIDE_SLIDE
             : x.mode[i] == SLIP_MODE_SLIP ? SLIP_TRANSITION_ROLL_SLIDE : SLIP_TRANSITION_ROLL_ROLL]++;
    ok(!memcmp(want, count, sizeof want), "transitions: %d %s, %d %s, %d %s, %d %s", count[0], slip_transition_name(0), count[1], slip_transition_name(1),
       count[2], slip_transition_name(2), count[3], slip_transition_name(3));
    release(&a);
    release(&b);
    made_free(&x);
    made_free(&y);
}

/* mu r_N |u_T| over the slipping contacts is dissipated by Coulomb friction; less by a friction that is turned. */
static void energies(void)
{
    for (int law = 0; law < SLIP_LAW_COUNT; law++) {
        made x;
        measured a;
        slip_energy e;
        slip_angles angle;
        slip_error error;
        made_options o = { .d = 3, .nc = 9, .bodies = 5, .law = law, .mu = 0.5, .seed = 22 };
        made_make(&x, &o);
        measure(&a, &x);
        if (slip_energy_get(&a.ruler, law, x.problem.dirs, &a.motion, 1e-8, &e, &error) != SLIP_OK || slip_angles_get(&a.ruler, &a.motion, &angle, &error) != SLIP_OK) bail_out("%s", error.text);
        double dissipated = 0, normal = 0, widest = 0;
        int slipping = 0;
        for (int i = 0; i < o.nc; i++) {
            double *r = x.answer.r + 3 * i, *u = x.answer.u + 3 * i;
            dissipated -= r[1] * u[1] + r[2] * u[2];
            normal += r[0] * u[0];
            if (x.mode[i] != SLIP_MODE_SLIP) continue;
            slipping++;
            widest = fmax(widest, acos(fmin(1, -(r[1] * u[1] + r[2] * u[2]) / (hypot(r[1], r[2]) * hypot(u[1], u[2])))));
        }
        bool opposed = law == SLIP_LAW_OPPOSED;
        ok(fabs(e.dissipated - dissipated) < 1e-12 && fabs(e.normal - normal) < 1e-12 && e.dissipated > 0 && e.maximal == !opposed,
           "%s dissipates %.4g of %.4g possible%s; normal work %.2g", slip_law_name(law), e.dissipated, e.possible, e.maximal ? " (maximal)" : "", e.normal);
        ok(angle.slipping == slipping && fabs(angle.largest - widest) < 1e-6 && angle.mean <= angle.largest + 1e-15 && angle.worst >= 0
           && (law != SLIP_LAW_COULOMB || angle.largest < 1e-7) && (!opposed || angle.largest > 0.1), "%s: %d contacts slip, friction is off by %.3g rad at most, %.3g on average",
           slip_law_name(law), angle.slipping, angle.largest, angle.mean);
        double work = 0;                        /* M(v - v_f) = H r, so the gain is r'(H'v + H'v_f)/2 = r'(u + q - 2w)/2 */
        for (int k = 0; k < 27; k++) work += x.answer.r[k] * (x.answer.u[k] + a.ruler.q[k] - 2 * x.problem.w[k]) / 2;
        ok(fabs(e.after - e.before - work) <= 1e-12 * (1 + e.before), "%s: energy before %.4g, after %.4g, the difference is the work of the impulses", slip_law_name(law), e.before, e.after);
        release(&a);
        made_free(&x);
    }
}

/* beta and lambda make the LCP's conditions hold: r_T = D beta, beta >= 0, lambda + d_j'u_T >= 0, beta_j (lambda + d_j'u_T) = 0, lambda (mu r_N - sum beta) = 0. */
static void multipliers(void)
{
    for (int d = 2; d <= 3; d++) {
        made x;
        made_options o = { .d = d, .nc = 30, .bodies = 8, .law = SLIP_LAW_FACETS, .dirs = { 8, 0.2 }, .mu = 0.6, .seed = 23 };
        made_make(&x, &o);
        double worst = 0;
        int k = d == 2 ? 2 : 8;
        for (int i = 0; i < o.nc; i++) {
            double beta[8], lambda, sum = 0, T[2] = {0};
            const double *r = x.answer.r + d * i, *u = x.answer.u + d * i;
            slip_facets_split(d, x.problem.dirs, r, u, beta, &lambda);
            for (int j = 0; j < k; j++) {
                double c[2] = {0}, slack = lambda;
                slip_dirs_get(x.problem.dirs, d, j, c);
                for (int a = 1; a < d; a++) { T[a - 1] += beta[j] * c[a - 1]; slack += c[a - 1] * u[a]; }
                sum += beta[j];
                worst = fmax(worst, fmax(-beta[j], fmax(-slack, fabs(beta[j] * slack))));
            }
            for (int a = 1; a < d; a++) worst = fmax(worst, fabs(T[a - 1] - r[a]));
            worst = fmax(worst, fmax(sum - 0.6 * r[0], fabs(lambda * (0.6 * r[0] - sum)) * (r[0] > 0)));
        }
        ok(worst <= 1e-14, "d = %d: beta and lambda recovered from r and u satisfy the LCP (%.1e)", d, worst);
        made_free(&x);
    }
}

/* The certificate did not count: these problems are small enough to be enumerated. */
static bool by_enumeration(const slip_verdict *v) { return v->word == SLIP_VERDICT_VERIFIED && strstr(v->sentence, "enumeration") && !strstr(v->sentence, "certificate"); }

/* No solution, with a certificate: r >= 0, -r - 1 >= 0 has none; y = 1. */
static void certificates(void)
{
    slip_problem p;
    slip_error error;
    double W[4] = { -1, 0, 0, 1 }, y[2] = { 1, 0 }, r[2] = { 0, 0 };
    if (slip_problem_new(&p, 1, 2, 0, 0, true, &error) != SLIP_OK) bail_out("%s", error.text);
    made_dense(&p.W, 2, 2, W, &p.arena);
    p.q[0] = -1;
    p.q[1] = -1;
    slip_answer x = { .claim = SLIP_CLAIM_NO_SOLUTION, .law = p.law, .dirs = p.dirs, .r = r, .farkas = y };
    slip_verdict v = slip_verify(&p, p.law, p.dirs, &x, NULL, 1e-8);
    ok(v.word == SLIP_VERDICT_VERIFIED, "a certificate that holds: %s", v.sentence);
    y[0] = 0;
    y[1] = 1;
    v = slip_verify(&p, p.law, p.dirs, &x, NULL, 1e-8);
    ok(by_enumeration(&v), "a certificate that does not: %s", v.sentence);
    y[0] = -1;
    v = slip_verify(&p, p.law, p.dirs, &x, NULL, 1e-8);
    ok(by_enumeration(&v), "a certificate with a negative entry is none");
    x.farkas = NULL;
    v = slip_verify(&p, p.law, p.dirs, &x, NULL, 1e-8);
    ok(by_enumeration(&v), "no certificate: %s", v.sentence);
    slip_problem_free(&p);

    slip_problem rod;                                   /* sliding, mu = 2: the ray (1, -mu t) meets a negative G */
    slip_truth truth;
    if (slip_problem_open(&rod, "painleve-rod:mu=2", &truth, &error) != SLIP_OK) bail_out("%s", error.text);
    double z[3] = { 1, 0, 0 }, nothing[3] = {0};
    x = (slip_answer){ .claim = SLIP_CLAIM_NO_SOLUTION, .law = rod.law, .dirs = rod.dirs, .r = nothing, .farkas = z };
    v = slip_verify(&rod, rod.law, rod.dirs, &x, NULL, 1e-8);
    ok(v.word == SLIP_VERDICT_VERIFIED, "the Painleve rod has no solution, by a certificate: %s", v.sentence);
    x.farkas = NULL;
    v = slip_verify(&rod, rod.law, rod.dirs, &x, &truth, 1e-8);
    ok(v.word == SLIP_VERDICT_VERIFIED, "and by the catalogue: %s", v.sentence);
    slip_problem_free(&rod);
    if (slip_problem_open(&rod, "painleve-rod:mu=1", &truth, &error) != SLIP_OK) bail_out("%s", error.text);
    x = (slip_answer){ .claim = SLIP_CLAIM_NO_SOLUTION, .law = rod.law, .dirs = rod.dirs, .r = nothing, .farkas = z };
    v = slip_verify(&rod, rod.law, rod.dirs, &x, NULL, 1e-8);
    ok(v.word == SLIP_VERDICT_FALSE_CLAIM && strstr(v.sentence, "enumeration"), "below the critical mu the same vector proves nothing: %s", v.sentence);
    v = slip_verify(&rod, rod.law, rod.dirs, &x, &truth, 1e-8);
    ok(v.word == SLIP_VERDICT_FALSE_CLAIM, "and a solution is known: %s", v.sentence);
    x = (slip_answer){ .claim = SLIP_CLAIM_SOLVED, .law = rod.law, .dirs = rod.dirs, .r = truth.r };
    v = slip_verify(&rod, rod.law, rod.dirs, &x, &truth, 1e-10);
    ok(v.word == SLIP_VERDICT_VERIFIED && v.truth_u <= 1e-12 && v.truth_r <= 1e-12, "the listed solution is verified, at distance %.1e and %.1e of itself", v.truth_u, v.truth_r);
    slip_problem_free(&rod);
}

int main(void)
{
    slip_error error;
    plan(6 + 3 * SLIP_LAW_COUNT + 2 + 9);
    if (slip_start(&error) != SLIP_OK) bail_out("%s", error.text);
    states();
    energies();
    multipliers();
    certificates();
    return done();
}
