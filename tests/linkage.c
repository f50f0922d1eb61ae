/* linkage.c: joints and contacts of the mechanisms against their geometry, and the jack that stands still.
   SPDX-License-Identifier: GPL-3.0-or-later

   Oracles: positions of a crank drive in closed form, differentiated by differences; rigid motions of all bodies; equilibrium. */

#include "tests/oracle.h"
#include "tests/tap.h"

/* Largest |G'v + b|. */
static double joint_error(const slip_problem *p, const double *v)
{
    double worst = 0;
    for (int j = 0; j < p->p; j++) {
        double e = p->b[j];
        for (int i = 0; i < p->n; i++)
            e += oracle_at(&p->G, i, j) * v[i];
        worst = fmax(worst, fabs(e));
    }
    return worst;
}

/* Every body moves rigidly with v = (a, b) + omega x position of its own: u at the contacts from points and frames against H'v. */
static double contact_error(const slip_problem *p, slip_rng *rng)
{
    double *v = malloc((size_t)p->n * sizeof *v), worst = 0;
    for (int i = 0; i < p->n; i++)
        v[i] = slip_rng_normal(rng);
    for (int c = 0; c < p->nc; c++) {
        double relative[2] = { 0, 0 };
        for (int side = 0; side < 2; side++) {
            int b = p->bodies.pair[2 * c + side];
            if (b < 0)
                continue;
            const slip_shape *s = &p->picture.shape[b];     /* shapes come body by body; a bar's middle is its centre */
            double x = s->at[0], y = s->at[1];
            if (s->kind == SLIP_SHAPE_SEGMENT)
                x += s->axes[0] / 2, y += s->axes[1] / 2;
            double dx = p->picture.point[2 * c] - x, dy = p->picture.point[2 * c + 1] - y, sign = side ? -1 : 1;
            relative[0] += sign * (v[3 * b] - v[3 * b + 2] * dy);
            relative[1] += sign * (v[3 * b + 1] + v[3 * b + 2] * dx);
        }
        for (int k = 0; k < 2; k++) {
            const double *axis = p->picture.frame + 4 * c + 2 * k;
            double u = 0;
            for (int i = 0; i < p->n; i++)
                u += oracle_at(&p->H, i, 2 * c + k) * v[i];
            worst = fmax(worst, fabs(u - axis[0] * relative[0] - axis[1] * relative[1]));
        }
    }
    free(v);
    return worst;
}

/* Crank, rod and pusher of the feeder at a crank angle, shaft at the origin: (x, y, angle) each. */
static void crank_drive(double angle, double out[9])
{
    double px = cos(angle), py = sin(angle), end = px + sqrt(9 - py * py);
    const double q[9] = { 0, 0, angle, (px + end) / 2, py / 2, atan2(-py, end - px), end + 1.5, 0, 0 };
    memcpy(out, q, sizeof q);
}

int main(void)
{
    slip_problem problem;
    slip_truth truth;
    slip_error error;
    plan(7 + 6 * 3 + 2 + 4 * 4 + 2);
    if (slip_start(&error) != SLIP_OK)
        bail_out("%s", error.text);
    slip_rng *rng = slip_rng_new(4);

    ok(slip_problem_open(&problem, "linkage:rate=3,angle=0.7,k=2", &truth, &error) == SLIP_OK, "the feeder opens");
    is_int(problem.nc, 12, "two blocks: 12 contacts");
    is_int(problem.p, 7, "and 7 joint rows");
    double ahead[9], back[9], v[15] = { 0 }, step = 1e-5;
    crank_drive(0.7 - 3 * step, ahead);                 /* clockwise */
    crank_drive(0.7 + 3 * step, back);
    for (int k = 0; k < 9; k++)
        v[k] = (ahead[k] - back[k]) / (2 * step);
    ok(joint_error(&problem, v) <= 1e-8, "the crank drive's own velocity satisfies the joints");
    v[6] += 0.1;
    ok(joint_error(&problem, v) > 0.05, "another does not");
    v[6] -= 0.1;
    double worst = 0;
    for (int i = 0; i < 15; i++)
        worst = fmax(worst, fabs(problem.f[i] - oracle_at(&problem.M, i, i) * (v[i] - (i % 3 == 1 ? 0.01 * 9.81 : 0))));
    ok(worst <= 1e-8, "it starts from that velocity, and gravity acts for one step");
    ok(v[6] > 1, "the pusher goes to the blocks");
    slip_problem_free(&problem);

    static const char *const names[] = { "linkage:k=1", "linkage:k=4,angle=1.2", "linkage:k=100",
                                         "linkage:kind=jack,k=1", "linkage:kind=jack", "linkage:kind=jack,k=40,angle=0.3" };
    for (int k = 0; k < 6; k++) {
        ok(slip_problem_open(&problem, names[k], &truth, &error) == SLIP_OK, "%s opens", names[k]);
        ok(contact_error(&problem, rng) <= 1e-11, "%s: contact rows are velocities of points", names[k]);
        double *a = malloc((size_t)problem.n * (size_t)problem.p * sizeof *a);
        slip_sparse_to_dense(&problem.G, a);
        is_int(slip_dense_rank(problem.n, problem.p, a, 1e-10, &error), problem.p, "%s: its joints are independent", names[k]);
        free(a);
        slip_problem_free(&problem);
    }

    /* The jack's own motion: heights (2 i + 1) sin angle, half width cos angle; the floor pin stays. */
    slip_problem_open(&problem, "linkage:kind=jack,k=3,rate=0.5,angle=0.9", &truth, &error);
    double w[24] = { 0 }, sy = sin(0.9), cx = cos(0.9), rise = 0.5 * cx, close = -0.5 * sy;
    for (int i = 0; i < 3; i++)
        for (int arm = 0; arm < 2; arm++) {
            double *x = w + 3 * (2 * i + arm);
            x[0] = -close;                              /* the left end is fixed, the middle goes left as it closes */
            x[1] = (2 * i + 1) * rise;
            x[2] = arm ? -0.5 : 0.5;
        }
    ok(joint_error(&problem, w) > 1e-3, "a jack's middle that moves the wrong way breaks the joints");
    for (int i = 0; i < 6; i++)
        w[3 * i] = close;
    ok(joint_error(&problem, w) <= 1e-14, "the jack closes and rises as its angle says");
    slip_problem_free(&problem);

    for (int k = 1; k <= 4; k++) {
        char name[64];
        snprintf(name, sizeof name, "linkage:kind=jack,rate=0,k=%d", k);
        ok(slip_problem_open(&problem, name, &truth, &error) == SLIP_OK, "%s opens", name);
        int n = problem.n, p = problem.p;
        double *G = malloc((size_t)n * (size_t)p * sizeof *G), *f = malloc((size_t)n * sizeof *f), left = 0;
        slip_sparse_to_dense(&problem.G, G);
        memcpy(f, problem.f, (size_t)n * sizeof *f);
        slip_sparse_gaxpy(1, &problem.H, truth.r, f);
        double *load = malloc((size_t)n * sizeof *load);
        memcpy(load, f, (size_t)n * sizeof *load);
        int rank;
        slip_dense_lstsq(n, p, 1, G, f, 1e-12, &rank, &error);
        for (int j = 0; j < p; j++)
            for (int i = 0; i < n; i++)
                load[i] -= oracle_at(&problem.G, i, j) * f[j];
        for (int i = 0; i < n; i++)
            left = fmax(left, fabs(load[i]));
        ok(left <= 1e-14 * (1 + n), "%s: contact forces, joints and weights balance (%.1e)", name, left);
        worst = 0;
        for (int i = 0; i < problem.nc; i++)
            worst = fmax(worst, oracle_law(&problem, i, truth.r + 2 * i, truth.u + 2 * i));
        ok(worst == 0 && truth.unique_u == SLIP_YES, "%s: the law holds, and the velocity is the only one", name);
        ok_near(truth.r[0], 0.01 * 9.81 * (2 * k + 12) / 2, 1e-15, "%s: the foot carries half the whole weight", name);
        free(G);
        free(f);
        free(load);
        slip_problem_free(&problem);
    }
    ok(slip_problem_open(&problem, "linkage:kind=jack", &truth, &error) == SLIP_OK && truth.known == 0, "a driven jack claims nothing");
    is_int(truth.solutions, SLIP_SOLUTIONS_UNKNOWN, "not even that it has a solution");
    slip_problem_free(&problem);
    slip_rng_free(rng);
    return done();
}
