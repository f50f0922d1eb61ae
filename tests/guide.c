/* guide.c: friction on bilateral contacts: the closed form, the jam, and all motions of a sleeve.
   SPDX-License-Identifier: GPL-3.0-or-later

   Oracles: the defining conditions; and the roots of a piecewise linear function of the friction T, counted between its corners. */

#include "tests/oracle.h"
#include "tests/tap.h"

typedef struct { double m, mu, a, c, e, f, p, g; } sleeve;

/* Slip in direction side: T + side mu (|n1| + |n2|), whose roots with side (F + T) > 0 are motions. */
static double gap(const sleeve *s, double side, double T)
{
    double sum = s->m * s->g - s->p, difference = (s->e * s->f + s->c * T) / s->a;
    return T + side * s->mu * (fabs(sum - difference) + fabs(sum + difference)) / 2;
}

/* Straight lines between the corners, where a normal changes sign; beyond the last ones a line is continued far out. */
static int motions(const sleeve *s)
{
    double sum = s->m * s->g - s->p, far = 1e7;
    double corner[4] = { -far, 0, 0, far };
    int corners = 2, count = 0;
    if (s->c != 0) {
        double low = (-fabs(sum) * s->a - s->e * s->f) / s->c, high = (fabs(sum) * s->a - s->e * s->f) / s->c;
        corner[1] = fmin(low, high), corner[2] = fmax(low, high), corner[3] = far;
        corners = 4;
    } else
        corner[1] = far;
    for (double side = -1; side <= 1; side += 2)
        for (int k = 0; k + 1 < corners; k++) {
            double x0 = corner[k], x1 = corner[k + 1], y0 = gap(s, side, x0), y1 = gap(s, side, x1);
            if (!(y0 * y1 < 0))
                continue;
            double T = x0 - y0 * (x1 - x0) / (y1 - y0);
            count += side * (s->f + T) > 1e-6;
        }
    double difference = (s->e * s->f - s->c * s->f) / s->a;
    count += s->mu * (fabs(sum - difference) + fabs(sum + difference)) / 2 >= fabs(s->f);
    return count;
}

int main(void)
{
    slip_problem problem;
    slip_truth truth;
    slip_error error;
    enum { RANDOM = 300 };
    plan(4 + 6 + 6 + 4 + 5 + 4);
    if (slip_start(&error) != SLIP_OK)
        bail_out("%s", error.text);

    /* e = 2, a = 1: the lever law jams it for mu >= 1/2, whatever the force. */
    ok(slip_problem_open(&problem, "guide", &truth, &error) == SLIP_OK, "guide opens");
    ok(problem.bilateral && problem.bilateral[0] && problem.bilateral[1], "its contacts are bilateral");
    ok(truth.known == 1 && oracle_residual(&problem, truth.r, truth.u) <= 1e-12, "its motion satisfies the law");
    ok(truth.r[0] * truth.r[2] < 0, "one normal pulls and the other pushes");
    slip_problem_free(&problem);

    for (int k = 0; k < 3; k++) {
        char name[80];
        double force = 10 * pow(100, k);
        snprintf(name, sizeof name, "guide:mu=0.499,f=%g", force);
        slip_problem_open(&problem, name, &truth, &error);
        ok_near(truth.u[1], force * (1 - 0.499 * 2), 1e-9 * force, "%s slides with F (1 - mu e/a) / m", name);
        slip_problem_free(&problem);
        snprintf(name, sizeof name, "guide:mu=0.501,f=%g", force);
        slip_problem_open(&problem, name, &truth, &error);
        ok(truth.u[1] == 0 && truth.solutions == SLIP_SOLUTIONS_MANY && truth.unique_u == SLIP_YES, "%s jams", name);
        slip_problem_free(&problem);
    }

    /* No eccentricity: the weight alone bounds the friction, mu m g. */
    slip_problem_open(&problem, "guide:e=0,g=10,mu=0.5,f=4", &truth, &error);
    is_double(truth.r[0], 5, "each end carries half the weight");
    is_double(truth.u[1], 0, "4 is less than mu m g = 5: it sticks");
    is_double(truth.r[1] + truth.r[3], -4, "friction takes the force");
    slip_problem_free(&problem);
    slip_problem_open(&problem, "guide:e=0,g=10,mu=0.5,f=7", &truth, &error);
    ok_near(truth.u[1], 2, 1e-15, "7 is more: it slides with 7 - 5");
    is_int(truth.solutions, 1, "sliding, the solution is unique");
    ok(oracle_residual(&problem, truth.r, truth.u) <= 1e-14, "and satisfies the law");
    slip_problem_free(&problem);

    /* No friction, and the edge itself. */
    slip_problem_open(&problem, "guide:mu=0", &truth, &error);
    is_double(truth.u[1], 10, "without friction F/m");
    is_int(truth.solutions, 1, "and one solution");
    slip_problem_free(&problem);
    slip_problem_open(&problem, "guide:mu=0.5", &truth, &error);
    is_int(truth.how, SLIP_HOW_UNKNOWN, "exactly at the jam nothing is claimed");
    is_int(truth.solutions, SLIP_SOLUTIONS_UNKNOWN, "and nothing is counted");
    slip_problem_free(&problem);

    /* The rod far above the centre: mu c > a.  Friction multiplies the normals that bound it. */
    slip_problem_open(&problem, "guide:c=4,mu=1,e=0,f=10", &truth, &error);
    double worst = 0;
    for (int k = 0; k < truth.known; k++)
        worst = fmax(worst, oracle_residual(&problem, truth.r + 4 * k, truth.u + 4 * k));
    ok(truth.known >= 1 && worst <= 1e-11, "a high rod: every motion listed satisfies the law");
    slip_problem_free(&problem);
    slip_problem_open(&problem, "guide:c=3,mu=1,e=3.5,f=10", &truth, &error);
    is_int(truth.known, 1, "force above the rod: one motion");
    slip_problem_free(&problem);
    slip_problem_open(&problem, "guide:c=3,mu=1,e=1,f=10", &truth, &error);
    is_int(truth.known, 3, "force between, mu (c - e) > a: it sticks, or slides in two ways");
    is_int(truth.unique_u, SLIP_NO, "its velocity is not unique");
    worst = 0;
    for (int k = 0; k < truth.known; k++)
        worst = fmax(worst, oracle_residual(&problem, truth.r + 4 * k, truth.u + 4 * k));
    ok(worst <= 1e-11, "all three satisfy the law");
    slip_problem_free(&problem);

    slip_rng *rng = slip_rng_new(11);
    int counted = 0, solved = 0, odd = 0, several = 0;
    for (int k = 0; k < RANDOM; k++) {
        sleeve s = { 1, rint(slip_rng_uniform(rng, 1, 30)) / 10, 1, rint(slip_rng_uniform(rng, -40, 40)) / 10, rint(slip_rng_uniform(rng, -40, 40)) / 10 + 0.013,
                     rint(slip_rng_uniform(rng, -20, 20)) + 0.37, k % 2 ? rint(slip_rng_uniform(rng, -20, 20)) + 0.21 : 0, 0 };
        char name[160];
        snprintf(name, sizeof name, "guide:mu=%g,a=%g,c=%g,e=%g,f=%g,p=%g", s.mu, s.a, s.c, s.e, s.f, s.p);
        if (slip_problem_open(&problem, name, &truth, &error) != SLIP_OK) {
            diag("%s: %s", name, error.text);
            continue;
        }
        int expected = motions(&s);
        bool doubtful = truth.how == SLIP_HOW_UNKNOWN;
        counted += doubtful || truth.known == expected;
        if (!doubtful && truth.known != expected)
            diag("%s: %d motions listed, %d counted", name, truth.known, expected);
        worst = 0;
        for (int i = 0; i < truth.known; i++)
            worst = fmax(worst, oracle_residual(&problem, truth.r + 4 * i, truth.u + 4 * i) / (fabs(s.f) + fabs(truth.r[4 * i]) + fabs(truth.r[4 * i + 2])));
        solved += worst <= 1e-12;
        odd += truth.known % 2 == 1;
        several += expected > 1;
        slip_problem_free(&problem);
    }
    slip_rng_free(rng);
    is_int(counted, RANDOM, "random sleeves: as many motions as the function has roots");
    is_int(solved, RANDOM, "random sleeves: all motions satisfy the law");
    is_int(odd, RANDOM, "random sleeves: never without a motion, always an odd number of them");
    ok(several >= 10, "%d of them have several", several);
    return done();
}
