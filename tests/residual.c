/* residual.c: the residual vector by its definition, its units, its corners, and what a small error does to it.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "tests/made.h"
#include "tests/tap.h"

static slip_verdict posed(const slip_problem *p, const slip_answer *x, double tol) { return slip_verify(p, p->law, p->dirs, x, NULL, tol); }

/* The same candidate, wrong by 1e-6, in three systems of units: ours stands still, the field's measures move. */
static void units(void)
{
    static const struct { const char *name; double mass, length; } systems[] = { { "kg/m/s", 1, 1 }, { "g/mm/s", 1e3, 1e3 }, { "t/km/s", 1e-3, 1e-3 } };
    for (int law = 0; law < SLIP_LAW_COUNT; law++) {
        made x;
        made_options o = { .d = 3, .nc = 6, .bodies = 4, .p = 2, .law = law, .mu = -1, .seed = 3 };
        made_make(&x, &o);
        for (int k = 0; k < 18; k++)
            x.answer.r[k] *= 1 + 1e-6 * (k % 5 - 2);
        x.answer.u = x.answer.v = NULL;
        slip_residuals base;
        memset(&base, 0, sizeof base);
        double moved = 0, low = INFINITY, high = 0;
        for (int s = 0; s < 3; s++) {
            slip_twin twin;
            slip_error error;
            if (slip_twin_units(&twin, &x.problem, &x.answer, systems[s].mass, systems[s].length, 1, &error) != SLIP_OK) bail_out("%s", error.text);
            slip_verdict v = posed(&twin.problem, &twin.answer, 1e-8);
            if (s == 0) base = v.residual;
            for (int id = 0; id < SLIP_R_FNAT_Q; id++)
                if (!base.undefined[id] && id != SLIP_R_ANGLE)               /* an angle is the noise of u_T over u_T */
                    moved = fmax(moved, fabs(v.residual.value[id] - base.value[id]));
            low = fmin(low, v.residual.value[SLIP_R_FNAT_Q]);
            high = fmax(high, v.residual.value[SLIP_R_FNAT_Q]);
            if (law == SLIP_LAW_COULOMB)
                diag("%s  natural %.6e  primal %.6e  complementarity %.6e | the field: |F|/|q| %.2e  |F|/max %.2e", systems[s].name, v.residual.value[SLIP_R_NATURAL],
                     v.residual.value[SLIP_R_PRIMAL], v.residual.value[SLIP_R_COMPLEMENTARITY], v.residual.value[SLIP_R_FNAT_Q], v.residual.value[SLIP_R_FNAT_MAX]);
            slip_twin_free(&twin);
        }
        ok(moved <= 1e-13, "%s: residuals of a candidate, about 1e-6, do not depend on units (they move by %.1e)", slip_law_name(law), moved);
        ok(law == SLIP_LAW_OPPOSED ? high >= low : high > 100 * low, "%s: the field's measure moves from %.1e to %.1e", slip_law_name(law), low, high);
        made_free(&x);
    }
}

/* r_i of a verified answer moved by 10^-k rho_i V in one component: never verified, and the culprit or a neighbour is named. */
static void perturbations(void)
{
    for (int law = 0; law < SLIP_LAW_COUNT; law++)
        for (int d = 1; d <= 3; d++) {
            int count = 0, caught = 0, named = 0;
            for (int shape = 0; shape < 6; shape++) {          /* global full, global r, global (r,u), local full, local r, with joints */
                made x;
                made_options o = { .d = d, .nc = 8, .bodies = 6, .p = shape == 5 ? 2 : 0, .local = shape == 3 || shape == 4, .law = law, .dirs = { 6, 0.2 },
                                   .given = shape == 2 ? 0.4 : 0, .bilateral = shape == 0 ? 0.2 : 0, .mu = -1, .seed = (unsigned long)(shape + 10) };
                made_make(&x, &o);
                slip_ruler ruler;
                slip_error error;
                if (slip_ruler_new(&ruler, &x.problem, &error) != SLIP_OK) bail_out("%s", error.text);
                if (shape == 1 || shape == 4) x.answer.u = x.answer.v = NULL;
                if (shape == 2) x.answer.v = NULL;
                double *W = calloc((size_t)(d * o.nc) * (size_t)(d * o.nc), sizeof *W);        /* who touches whom, for local problems */
                if (o.local) slip_sparse_to_dense(&x.problem.W, W);
                for (int i = 0; i < o.nc; i++)
                    for (int a = 0; a < d; a++)
                        for (int k = 1; k <= 6; k++) {
                            double keep = x.answer.r[i * d + a];
                            x.answer.r[i * d + a] += (a % 2 ? -1 : 1) * pow(10, -k) * ruler.rho[i] * ruler.V;
                            slip_verdict v = slip_ruler_verify(&ruler, x.problem.law, x.problem.dirs, &x.answer, NULL, 1e-8, 0);
                            x.answer.r[i * d + a] = keep;
                            bool near = v.contact == i || o.p;          /* joints couple everything */
                            if (!near && v.contact >= 0 && !o.local)
                                for (int s = 0; s < 4; s++)
                                    near = near || (x.problem.bodies.pair[2 * i + s / 2] >= 0 && x.problem.bodies.pair[2 * i + s / 2] == x.problem.bodies.pair[2 * v.contact + s % 2]);
                            if (!near && v.contact >= 0 && o.local)
                                near = W[i * d + v.contact * d * d * o.nc] != 0;
                            count++;
                            caught += v.word == SLIP_VERDICT_FALSE_CLAIM;
                            named += near;
                            if (v.word != SLIP_VERDICT_FALSE_CLAIM) diag("shape %d contact %d component %d k %d: %s", shape, i, a, k, v.sentence);
                            else if (!near) diag("shape %d contact %d component %d k %d: names %d (%s)", shape, i, a, k, v.contact, v.sentence);
                        }
                free(W);
                slip_ruler_free(&ruler);
                made_free(&x);
            }
            ok(caught == count && named == count, "%s, d = %d: %d of %d perturbations caught, %d name the contact or a neighbour", slip_law_name(law), d, caught, count, named);
        }
}

/* An exact answer rounded to binary64: masses from 1 to 1e6. */
static void mass_ratio(void)
{
    double worst = 0, alone = 0;
    int good = 0, count = 0;
    for (int law = 0; law < SLIP_LAW_COUNT; law++)
        for (unsigned long seed = 1; seed <= 5; seed++) {
            made x;
            made_options o = { .d = 3, .nc = 12, .bodies = 7, .p = seed % 2 ? 2 : 0, .law = law, .mu = -1, .mass = 1e6, .seed = seed };
            made_make(&x, &o);
            slip_verdict v = posed(&x.problem, &x.answer, 1e-10);
            if (v.word != SLIP_VERDICT_VERIFIED) diag("%s", v.sentence);
            good += v.word == SLIP_VERDICT_VERIFIED;
            worst = fmax(worst, v.error);
            x.answer.u = x.answer.v = x.answer.l = NULL;
            alone = fmax(alone, posed(&x.problem, &x.answer, 1e-10).error);
            count++;
            made_free(&x);
        }
    ok(good == count, "mass ratio 1e6: %d exact answers pass at 1e-10 (largest %.1e; from r alone %.1e)", count, worst, alone);
    ok(alone <= 1e-9, "mass ratio 1e6: r alone is off by no more than the rounding of r allows (%.1e)", alone);
}

/* A stack with a body of 1e6 kg on one of 1 kg: forces of 1e6 through a contact of mass one. */
static void heavy_on_light(void)
{
    slip_problem p;
    slip_error error;
    if (slip_problem_new(&p, 1, 2, 2, 0, false, &error) != SLIP_OK) bail_out("%s", error.text);
    double M[4] = { 1, 0, 0, 1e6 }, H[4] = { 1, 0, -1, 1 }, h = 0.1, g = 9.81;
    made_dense(&p.M, 2, 2, M, &p.arena);
    made_dense(&p.H, 2, 2, H, &p.arena);
    p.f[0] = -g * h;
    p.f[1] = -1e6 * g * h;
    double r[2] = { (1 + 1e6) * g * h, 1e6 * g * h }, u[2] = { 0, 0 }, v[2] = { 0, 0 };
    slip_answer x = { .claim = SLIP_CLAIM_SOLVED, .law = p.law, .dirs = p.dirs, .r = r, .u = u, .v = v };
    ok(posed(&p, &x, 1e-10).word == SLIP_VERDICT_VERIFIED, "a million kilograms on one: the exact answer passes at 1e-10");
    r[1] *= 1 + 1e-9;               /* 1e-3 of the light body's speed */
    ok(posed(&p, &x, 1e-8).word == SLIP_VERDICT_FALSE_CLAIM, "and an error that only the light body feels is seen");
    slip_problem_free(&p);
}

static void corners(void)
{
    slip_error error;
    slip_problem p;
    slip_verdict v;
    if (slip_problem_new(&p, 3, 0, 0, 0, true, &error) != SLIP_OK) bail_out("%s", error.text);
    slip_answer none = { .claim = SLIP_CLAIM_SOLVED, .law = p.law, .dirs = p.dirs };
    v = posed(&p, &none, 1e-8);
    ok(v.word == SLIP_VERDICT_VERIFIED && isnan(v.residual.value[SLIP_R_NATURAL]) && v.residual.undefined[SLIP_R_NATURAL], "no contacts: solved by nothing, and undefined is NaN with a reason");
    slip_problem_free(&p);

    if (slip_problem_new(&p, 2, 1, 0, 0, true, &error) != SLIP_OK) bail_out("%s", error.text);       /* V = 0, q = 0 */
    double W[4] = { 1, 0, 0, 1 }, r[2] = { 0, 0 };
    p.mu[0] = 0.5;
    made_dense(&p.W, 2, 2, W, &p.arena);
    slip_answer x = { .claim = SLIP_CLAIM_SOLVED, .law = p.law, .dirs = p.dirs, .r = r };
    v = posed(&p, &x, 1e-8);
    ok(v.word == SLIP_VERDICT_VERIFIED && v.residual.value[SLIP_R_NATURAL] == 0 && isnan(v.residual.value[SLIP_R_FNAT_Q]), "q = 0 and r = 0: every residual is 0, the field's is undefined");
    r[0] = 1e-30;
    ok(posed(&p, &x, 1e-8).word == SLIP_VERDICT_FALSE_CLAIM, "q = 0: a tiny wrong r is measured against itself");
    p.q[0] = 3;
    r[0] = 0;
    ok(posed(&p, &x, 1e-8).word == SLIP_VERDICT_VERIFIED, "only an opening contact, V = 0: r = 0 is right");
    slip_problem_free(&p);

    if (slip_problem_new(&p, 1, 2, 0, 0, true, &error) != SLIP_OK) bail_out("%s", error.text);       /* W_11 = 0, row not 0: 0 <= W r + q */
    double A[4] = { 0, 1, 1, 0 }, z[2] = { 2, 3 };
    made_dense(&p.W, 2, 2, A, &p.arena);
    p.q[0] = -3;
    p.q[1] = -2;
    slip_answer y = { .claim = SLIP_CLAIM_SOLVED, .law = p.law, .dirs = p.dirs, .r = z };
    ok(posed(&p, &y, 1e-12).word == SLIP_VERDICT_VERIFIED, "W_ii = 0: the row gives the mass");
    z[0] = 2.001;
    ok(posed(&p, &y, 1e-8).word == SLIP_VERDICT_FALSE_CLAIM, "W_ii = 0: and an error is seen");
    slip_problem_free(&p);

    if (slip_problem_new(&p, 1, 2, 0, 0, true, &error) != SLIP_OK) bail_out("%s", error.text);       /* no impulse moves contact 1 */
    double B[4] = { 1, 0, 0, 0 }, t[2] = { 1, 7 };
    made_dense(&p.W, 2, 2, B, &p.arena);
    p.q[0] = -1;
    y.r = t;
    p.q[1] = 2;
    ok(posed(&p, &y, 1e-8).word == SLIP_VERDICT_VERIFIED, "a contact that nothing moves: its velocity alone is judged");
    p.q[1] = -2;
    v = posed(&p, &y, 1e-8);
    ok(v.word == SLIP_VERDICT_FALSE_CLAIM && v.condition == SLIP_R_DUAL && v.contact == 1, "a contact that nothing moves and that penetrates is caught");
    slip_problem_free(&p);
}

/* Bodies from 1 to 1e6: a joint of a light one that is off by 1e-6 of the speeds is small beside the energy of the heavy ones. */
static void light_joint(void)
{
    int hidden = 0, named = 0, asked = 0, right = 0;
    for (unsigned long seed = 1; seed <= 20; seed++)
        for (int local = 0; local < 2; local++) {
            made x;
            made_options o = { .d = 3, .nc = 8, .bodies = 5, .p = 4, .law = SLIP_LAW_COULOMB, .mu = -1, .mass = 1e6, .local = local, .seed = seed };
            made_make(&x, &o);
            slip_ruler ruler;
            slip_error error;
            if (slip_ruler_new(&ruler, &x.problem, &error)) bail_out("%s", error.text);
            int light = ruler.Rroot[1] > ruler.Rroot[0];        /* joint 3 repeats joint 2 */
            double *asks = local ? x.problem.s : x.problem.b;
            right += posed(&x.problem, &x.answer, 1e-8).word == SLIP_VERDICT_VERIFIED;
            asks[light] += 1e-6 * ruler.V;
            slip_verdict v = posed(&x.problem, &x.answer, 1e-8);
            asked++;
            hidden += v.word != SLIP_VERDICT_FALSE_CLAIM;
            named += v.residual.worst[SLIP_R_JOINTS] == light;
            slip_ruler_free(&ruler);
            made_free(&x);
        }
    is_int(right, asked, "bodies from 1 to 1e6 with joints: %d exact answers pass", asked);
    is_int(hidden, 0, "a light body's joint off by 1e-6 among bodies a million times heavier is seen");
    is_int(named, asked, "and named");
}

/* A solver that breaks the joints; a redundant joint is no trouble, an inconsistent one is. */
static void joints(void)
{
    made x;
    made_options o = { .d = 3, .nc = 5, .bodies = 4, .p = 4, .law = SLIP_LAW_COULOMB, .mu = 0.4, .seed = 8 };
    made_make(&x, &o);
    slip_ruler ruler;
    slip_error error;
    if (slip_ruler_new(&ruler, &x.problem, &error) != SLIP_OK) bail_out("%s", error.text);
    is_int(ruler.rank, 3, "the rank of the joints");
    slip_ruler_free(&ruler);
    double v0 = x.answer.v[2];
    for (int k = 1; k <= 6; k++) {
        x.answer.v[2] = v0 + pow(10, -k);
        slip_verdict v = posed(&x.problem, &x.answer, 1e-8);
        ok(v.word == SLIP_VERDICT_FALSE_CLAIM && v.residual.value[SLIP_R_JOINTS] > 1e-8, "a velocity that breaks the joints by 1e-%d is caught (%.1e)", k, v.residual.value[SLIP_R_JOINTS]);
    }
    x.answer.v[2] = v0;
    x.answer.l[0] += 1e-3;
    slip_verdict v = posed(&x.problem, &x.answer, 1e-8);
    ok(v.word == SLIP_VERDICT_FALSE_CLAIM && v.condition == SLIP_R_DYNAMICS, "a wrong joint impulse is caught by dynamics");
    x.answer.l[0] -= 1e-3;
    x.answer.l[3] += 0.5;               /* joint 3 is twice joint 2 */
    x.answer.l[2] -= 1.0;
    ok(posed(&x.problem, &x.answer, 1e-8).word == SLIP_VERDICT_VERIFIED, "redundant joints may share their impulse differently");
    x.problem.b[3] += 0.1;
    v = posed(&x.problem, &x.answer, 1e-8);
    ok(v.word == SLIP_VERDICT_FALSE_CLAIM && v.condition == SLIP_R_JOINTS && v.contact == 3, "an inconsistent redundant joint cannot be satisfied, and is named");
    made_free(&x);
}

/* Each condition by itself, on one contact with W = 1/m: closed forms. */
static void closed_forms(void)
{
    slip_problem p;
    slip_error error;
    if (slip_problem_new(&p, 3, 1, 0, 0, true, &error) != SLIP_OK) bail_out("%s", error.text);
    double W[9] = { 0.5, 0, 0, 0, 0.5, 0, 0, 0, 0.5 }, r[3] = { 4, 0, 0 };
    made_dense(&p.W, 3, 3, W, &p.arena);
    p.mu[0] = 0.75;
    p.q[0] = -2;
    slip_answer x = { .claim = SLIP_CLAIM_SOLVED, .law = p.law, .dirs = p.dirs, .r = r };        /* rho = 2, V = 2 */
    ok(posed(&p, &x, 1e-14).word == SLIP_VERDICT_VERIFIED, "u = 0, r = 4");
    r[1] = 4;                           /* outside the cone by (4 - 3)/sqrt(1 + mu^2) = 0.8: over rho V = 0.2; u_T = 2 */
    slip_verdict v = posed(&p, &x, 1e-8);
    ok_near(v.residual.value[SLIP_R_PRIMAL], 0.2, 1e-15, "primal by its closed form");
    ok_near(v.residual.value[SLIP_R_COMPLEMENTARITY], (4 * 1.5 + 4 * 2) / (2. * 2 * fmax(2, sqrt(32.) / 2)), 1e-15, "complementarity by its closed form");
    ok_near(v.residual.value[SLIP_R_ANGLE], acos(-1), 1e-15, "friction along the slip: 180 degrees");
    r[1] = 0;
    r[0] = 3;                           /* u = (-0.5, 0, 0) */
    v = posed(&p, &x, 1e-8);
    ok_near(v.residual.value[SLIP_R_DUAL], 0.25, 1e-15, "dual by its closed form");
    ok_near(v.residual.value[SLIP_R_NATURAL], 0.25, 1e-15, "natural map by its closed form");
    ok_near(v.residual.value[SLIP_R_FNAT_Q], 0.25, 1e-15, "the field's measure by its closed form");
    ok_near(v.residual.value[SLIP_R_FNAT_MAX], 0.5 / 3, 1e-15, "the field's measure of today by its closed form");
    ok(isnan(v.residual.value[SLIP_R_ANGLE]) && !strcmp(v.residual.undefined[SLIP_R_ANGLE], "no contact slips"), "no slip, no angle");
    ok_near(v.residual.value[SLIP_R_FB], fabs(sqrt(0.75 * 0.75 + 0.25 * 0.25) - 0.75 + 0.25), 1e-15, "Fischer-Burmeister by its closed form");
    slip_problem_free(&p);
}

/* A mass 0.1 above the ground falls at 2 for h = 0.1: 0.1 deep, which is h V / 2. */
static void drift(void)
{
    slip_problem p;
    slip_error error;
    if (slip_problem_new(&p, 1, 1, 1, 0, false, &error) != SLIP_OK) bail_out("%s", error.text);
    double one = 1, r = 0, gap = 0.1;
    made_dense(&p.M, 1, 1, &one, &p.arena);
    made_dense(&p.H, 1, 1, &one, &p.arena);
    p.f[0] = -2;
    slip_answer x = { .claim = SLIP_CLAIM_SOLVED, .law = p.law, .dirs = p.dirs, .r = &r };
    slip_verdict v = posed(&p, &x, 1e-8);
    ok(isnan(v.residual.value[SLIP_R_DRIFT]) && v.residual.undefined[SLIP_R_DRIFT], "no gaps, no drift");
    p.picture.gap = &gap;
    p.h = 0.1;
    v = posed(&p, &x, 1e-8);
    ok_near(v.residual.value[SLIP_R_DRIFT], 0.5, 1e-15, "drift by its closed form");
    p.picture.gap = NULL;
    slip_problem_free(&p);
}

int main(void)
{
    plan(2 * SLIP_LAW_COUNT + 3 * SLIP_LAW_COUNT + 2 + 2 + 8 + 10 + 10 + 2 + 3);
    closed_forms();
    drift();
    corners();
    units();
    perturbations();
    mass_ratio();
    heavy_on_light();
    joints();
    light_joint();
    return done();
}
