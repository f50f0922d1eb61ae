/* baraff_impulse.c: the impulse after a step without end: Painlevé's rod in closed form, random sliding contacts by what an impact may do.
   SPDX-License-Identifier: GPL-3.0-or-later

   From u = (0, speed t) to u+ = u + W p:  nothing approaches, p lies in its cones, and no work is gained, p'(u + u+) <= 0. */

#include "solvers/solvers.h"
#include "tests/tap.h"
#include "verify/verify.h"

static bool run(const slip_problem *p, const char *name, slip_result *out, slip_arena *arena)
{
    const slip_solver *s;
    double par[SLIP_MAX_PARAMS];
    slip_error e = { 0 };
    bool good = !slip_solver_open(name, &s, par, &e) && !slip_run(s, p, par, NULL, NULL, NULL, NULL, out, arena, &e);
    if (!good) diag("%s: %s", name, e.text);
    return good;
}

/* W by columns and by the operator of the problem, which the method shares; the closed form below does not. */
static void after(const slip_problem *p, const double *r, double speed, double *u)
{
    slip_delassus op;
    slip_arena arena = { 0 };
    slip_error e = { 0 };
    if (slip_delassus_new(&op, p, SLIP_FORM_DENSE, SLIP_JOINTS_ELIMINATED, &arena, &e)) bail_out("%s", e.text);
    slip_delassus_apply(&op, r, NULL, u);
    for (int j = 0; j < op.m; j++) {
        int i = j / p->d, t = j % p->d;
        u[j] += (t && p->slip ? speed * p->slip[i * (p->d - 1) + t - 1] : 0) - op.q[j];
    }
    slip_delassus_close(&op);
    slip_arena_free(&arena);
}

/* m = 1, L = 2, tan theta = 2: p = A^-1 (0, v) = (0.3, 0.4) v brings the end to rest; then it rolls, (8.3385, 2.943). */
static void rod(double speed)
{
    slip_problem p;
    slip_arena arena = { 0 };
    slip_error e = { 0 };
    slip_result out;
    char name[64];
    if (slip_problem_open(&p, "painleve-rod:mu=2", NULL, &e)) bail_out("%s", e.text);
    snprintf(name, sizeof name, "baraff:impulse=%g", speed);
    if (!run(&p, name, &out, &arena)) bail_out("no run");
    const double *r = out.answer.r, *ray = out.answer.farkas, side = -p.slip[0];
    ok(out.last == SLIP_STEP_RAY && out.answer.claim == SLIP_CLAIM_GAVE_UP && ray && fabs(ray[1] / ray[0] - 2 * side) <= 1e-12, "the direction is that of the sliding cone, and nothing is claimed");
    ok(fabs(r[0] - .3 * speed) <= 1e-12 * speed && fabs(r[1] - .4 * speed * side) <= 1e-12 * speed, "slip %g: the impulse is (%.12g, %.12g)", speed, r[0], r[1]);
    ok(strstr(out.note, "stops 1 slip; then there are forces") != NULL, "it is told: %s", out.note);
    p.slip[0] = 0;                              /* at rest now */
    slip_result then;
    if (!run(&p, "baraff", &then, &arena)) bail_out("no run");
    slip_verdict v = slip_verify(&p, then.answer.law, then.answer.dirs, &then.answer, NULL, 1e-8);
    ok(v.word == SLIP_VERDICT_VERIFIED && fabs(then.answer.r[0] - 8.3385) <= 1e-9 && fabs(fabs(then.answer.r[1]) - 2.943) <= 1e-9, "solved again after it: rolling, verified");
    slip_arena_free(&arena);
    slip_problem_free(&p);
}

/* Without asking nothing changes. */
static void unasked(void)
{
    slip_problem p;
    slip_arena arena = { 0 };
    slip_error e = { 0 };
    slip_result out;
    if (slip_problem_open(&p, "painleve-rod:mu=2", NULL, &e) || !run(&p, "baraff", &out, &arena)) bail_out("%s", e.text);
    ok(out.last == SLIP_STEP_RAY && out.answer.r[0] == 0 && out.answer.farkas, "no impulse unless asked for, but its direction");
    slip_arena_free(&arena);
    slip_problem_free(&p);
}

/* Contacts of one body of k velocities, all sliding, W = J J'. */
static bool sliding(slip_problem *p, slip_rng *rng, int d, int nc, int k, double mu)
{
    int m = d * nc;
    double W[144], J[12][8], g[8];
    slip_error e = { 0 };
    for (int i = 0; i < m; i++) for (int j = 0; j < k; j++) J[i][j] = slip_rng_normal(rng);
    for (int j = 0; j < k; j++) g[j] = slip_rng_normal(rng);
    if (slip_problem_new(p, d, nc, 0, 0, true, &e)) return false;
    p->slip = SLIP_NEW(&p->arena, double, nc * (d - 1));
    p->level = SLIP_LEVEL_ACCELERATION;
    for (int i = 0; i < m; i++) {
        p->q[i] = 0;
        for (int j = 0; j < k; j++) p->q[i] += J[i][j] * g[j];
        for (int j = 0; j < m; j++) { W[i + j * m] = 0; for (int l = 0; l < k; l++) W[i + j * m] += J[i][l] * J[j][l]; }
    }
    for (int i = 0; i < nc; i++) {
        double a = slip_rng_uniform(rng, 0, 2 * M_PI);
        p->mu[i] = mu;
        if (d == 2) p->slip[i] = a > M_PI ? 1 : -1;
        else { p->slip[2 * i] = cos(a); p->slip[2 * i + 1] = sin(a); }
    }
    return !slip_sparse_from_dense(&p->W, SLIP_CSC, m, m, W, &p->arena, &e) && !slip_problem_check(p, &e);
}

static void many(int d, int nc, int k, double mu, int count)
{
    slip_rng *rng = slip_rng_new((unsigned long)(100 * d + 10 * nc + k));
    int rays = 0, ended = 0, bad = 0, forces = 0, drawn = 0;
    for (int t = 0; t < count; t++) {
        slip_problem p = { 0 };
        slip_arena arena = { 0 };
        slip_result out;
        if (sliding(&p, rng, d, nc, k, mu) && run(&p, "baraff:impulse=1", &out, &arena)) {
            drawn++;
            if (out.last == SLIP_STEP_RAY) {
                double u[12], work = 0;
                bool good = true;
                rays++;
                after(&p, out.answer.r, 1, u);
                for (int i = 0; i < nc; i++) {
                    const double *r = out.answer.r + i * d;
                    double rt = d == 3 ? hypot(r[1], r[2]) : fabs(r[1]);
                    good = good && u[i * d] >= -1e-8 && r[0] >= -1e-9 && rt <= mu * r[0] + 1e-8 * (1 + r[0]);
                    for (int a = 0; a < d; a++) work += r[a] * (u[i * d + a] + (a ? p.slip[i * (d - 1) + a - 1] : 0));
                }
                bool told = strstr(out.note, "then there are forces") || strstr(out.note, "finds no forces after it");
                ended += told;
                forces += strstr(out.note, "then there are forces") != NULL;
                if (told && !(good && work <= 1e-8)) { bad++; diag("%s: work %g", out.note, work); }
            }
        }
        slip_arena_free(&arena);
        slip_problem_free(&p);
    }
    ok(drawn == count && bad == 0, "%dD, %d contacts, mu %g: %d impulses of %d: nothing approaches, in the cones, no work gained", d, nc, mu, ended, rays);
    ok(rays > 0 && ended >= 0.95 * rays && forces >= 0.8 * ended, "after %d of them there are forces", forces);
    slip_rng_free(rng);
}

int main(void)
{
    slip_error e = { 0 };
    if (slip_start(&e)) bail_out("%s", e.text);
    plan(4 * 2 + 1 + 2 * 4);
    rod(1);
    rod(250);
    unasked();
    int count = quick_or_full(300, 3000);
    many(2, 1, 3, 3, count);
    many(2, 2, 6, 2, count);
    many(2, 3, 8, 2, count);
    many(3, 2, 8, 2, count);
    return done();
}
