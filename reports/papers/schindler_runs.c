/* schindler_runs.c: section V of [SchindlerEtAl2011]: the point mass and Painleve's rod by prox and by pivoting.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>
#include <stdio.h>
#include "reports/papers/measures.h"
#include "solvers/lcp.h"

/* Normal iteration from -1 N with r = at m; printed: does it converge? */
slip_status slip_schindler_rate(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    char solver[64];
    slip_demo d;
    slip_path w = { 0 };
    (void)lab;
    snprintf(solver, sizeof solver, "prox:r=%.17g,start=-1", 2 * s->at);        /* m = 2 */
    slip_status status = slip_demo_run(&d, "point-mass:hx=0", solver, (slip_limits){ .tol = 1e-12, .steps = 2000 }, slip_path_watch, &w, error);
    if (status != SLIP_OK)
        return status;
    bool solved = slip_demo_verified(&d);
    int k = w.count > 12 ? 12 : w.count - 1;
    double factor = k > 2 ? fabs((w.x[k] - w.x[k - 1]) / (w.x[k - 1] - w.x[k - 2])) : 0;
    slip_reading_set(r, slip_cell_if(solved == (s->printed > 0)), "%s; a factor of %.3g a step, |1 - r/m| = %.3g",
                     s->at == 1 ? (d.result.steps == 1 ? "one step" : "more than one step") : solved ? "converges to 3 N" : d.result.cycle ? "cycles" : "does not converge", factor, fabs(1 - s->at));
    if (s->at == 1 && d.result.steps != 1)
        r->word = SLIP_CELL_DIFFERS;
    if (d.result.cycle)
        slip_reading_note(r, "it does not diverge: a cycle of period %ld, proved by the state repeating bit by bit", d.result.cycle);
    slip_demo_end(&d);
    return SLIP_OK;
}

/* (25) and (26): the solver's iterates are those of the formulas; at = 0 normal, 1 tangential, 2: the normal ones do not depend on the tangential start. */
slip_status slip_schindler_fixed(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    static const double steps[] = { 0.5, 1, 3, 5 };
    double worst = 0;
    (void)lab;
    for (int k = 0; k < 4; k++) {
        char solver[96];
        slip_demo d;
        slip_path w = { .component = s->at == 1 }, other = { 0 };
        snprintf(solver, sizeof solver, "prox:r=%.17g,start=%d,start_t=-4", steps[k], s->at == 1 ? 3 : 7);
        slip_status status = slip_demo_run(&d, s->at == 3 ? "painleve-rod:mu=1" : "point-mass:hx=1", solver, (slip_limits){ .tol = 1e-300, .steps = 20 }, slip_path_watch, &w, error);
        if (status != SLIP_OK)
            return status;
        slip_demo_end(&d);
        slip_clipped_line line = { .G = 0.5, .b = s->at == 1 ? 0.5 : -1.5, .step = steps[k], .low = s->at == 1 ? -1.5 : 0, .high = s->at == 1 ? 1.5 : INFINITY };
        if (s->at == 3)
            line = (slip_clipped_line){ .G = 0.4, .b = -9.81, .step = steps[k], .low = 0, .high = INFINITY };
        if (s->at == 2) {
            snprintf(solver, sizeof solver, "prox:r=%.17g,start=7,start_t=99", steps[k]);
            if ((status = slip_demo_run(&d, "point-mass:hx=-2", solver, (slip_limits){ .tol = 1e-300, .steps = 20 }, slip_path_watch, &other, error)) != SLIP_OK)
                return status;
            slip_demo_end(&d);
        }
        for (int i = 0; i + 1 < w.count && (s->at != 2 || i + 1 < other.count); i++)
            worst = fmax(worst, fabs(w.x[i + 1] - (s->at == 2 ? other.x[i + 1] : slip_clipped(&line, w.x[i]))));
    }
    slip_reading_set(r, slip_cell_if(worst <= (s->at == 2 ? 0 : s->at == 3 ? 1e-13 : 1e-14)), s->at == 2 ? "normal iterates of two runs with other h_x and lambda_T differ by %.1e N" : "iterates of the solver differ by at most %.1e N from the formula, four r", worst);
    return SLIP_OK;
}

/* at: h_x; sticking when it is inside the cone, sliding outside. */
slip_status slip_schindler_sign(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    char name[64];
    slip_demo d;
    (void)lab;
    snprintf(name, sizeof name, "point-mass:hx=%.17g", s->at);
    slip_status status = slip_demo_run(&d, name, "prox:r=1", (slip_limits){ .tol = 1e-12 }, NULL, NULL, error);
    if (status != SLIP_OK)
        return status;
    double t = d.result.answer.r[1];
    slip_reading_set(r, slip_cell_if(fabs(t - s->printed) <= 1e-9), "lambda_T = %.6g N for h_x = %g N, %s", t, s->at, slip_demo_word(&d));
    slip_reading_note(r, "the sign is wrong: m a_x = h_x + lambda_T = 0 asks for lambda_T = -h_x; with that sign it is reproduced");
    slip_demo_end(&d);
    return SLIP_OK;
}

/* Runs from many starts: all must converge to `limit`, or none may converge. */
typedef struct { const char *problem; int steps; double step[3]; int starts; double start[6]; const char *tangent; double limit; bool all; } starts;
static const starts cases[] = {
    { "point-mass:hx=0,hy=3", 3, { 0.5, 2, 3.9 }, 4, { -5, 1, 5, 100 }, "start", 0, true },
    { "point-mass:hx=1", 3, { 2.1, 3, 3.9 }, 5, { -50, -1, 0, 2, 50 }, "start=3,start_t", 3, true },
    { "point-mass:hx=1", 3, { 1, 3, 3.9 }, 5, { -50, -1, 0, 2, 50 }, "start=-1,start_t", 3, true },
    { "painleve-rod:mu=1", 2, { 1, 4 }, 4, { 0, 1, 100, 1e6 }, "start", 24.525, true },
    { "painleve-rod:mu=1,g=-9.81", 2, { 1, 4 }, 4, { 0, 1, 100, 1e6 }, "start", 0, true },
    { "painleve-rod:mu=2", 2, { 0.1, 1 }, 5, { 0, 1, 12.2625, 100, 1e6 }, "start", NAN, false },
    { "painleve-rod:mu=2,g=-9.81", 2, { 0.1, 1 }, 5, { 0, 1, 6, 12, 12.26 }, "start", 0, true },
    { "painleve-rod:mu=2,g=-9.81", 2, { 0.1, 1 }, 4, { 12.27, 13, 100, 1e6 }, "start", NAN, false },
};

/* at: which of the cases. */
slip_status slip_schindler_starts(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    const starts *c = &cases[(int)s->at];
    int good = 0, tried = 0;
    double worst = 0;
    (void)lab;
    for (int k = 0; k < c->steps; k++)
        for (int i = 0; i < c->starts; i++) {
            char solver[96];
            slip_demo d;
            snprintf(solver, sizeof solver, "prox:r=%.17g,%s=%.17g", c->step[k], c->tangent, c->start[i]);
            slip_status status = slip_demo_run(&d, c->problem, solver, (slip_limits){ .tol = 1e-10, .steps = 3000 }, NULL, NULL, error);
            if (status != SLIP_OK)
                return status;
            bool solved = slip_demo_verified(&d) && d.result.answer.claim == SLIP_CLAIM_SOLVED;
            if (solved)
                worst = fmax(worst, fabs(d.result.answer.r[0] - c->limit));
            good += solved;
            tried++;
            slip_demo_end(&d);
        }
    slip_reading_set(r, slip_cell_if(good == (c->all ? tried : 0) && !(worst > 1e-6)), "%d of %d runs converge (%d starts, %d values of r)", good, tried, c->starts, c->steps);
    if (c->all && good)
        slip_reading_note(r, "to lambda_U = %g N within %.1e", c->limit, worst);
    return SLIP_OK;
}

/* The four regimes: |at| = mu, printed = number of solutions; gravity up where at is negative. */
slip_status slip_schindler_regime(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    char name[96];
    slip_demo d;
    (void)lab;
    snprintf(name, sizeof name, "painleve-rod:mu=%.17g,g=%s", fabs(s->at), s->at < 0 ? "-9.81" : "9.81");
    slip_status status = slip_demo_run(&d, name, "enum", (slip_limits){ 0 }, NULL, NULL, error);
    if (status != SLIP_OK)
        return status;
    bool claim = s->printed == 0 ? d.result.answer.claim == SLIP_CLAIM_NO_SOLUTION && slip_demo_verified(&d) : slip_demo_verified(&d);
    slip_reading_set(r, slip_cell_if(d.truth.solutions == (int)s->printed && claim), "%d solution%s (both bases tried exactly); enum: %s", d.truth.solutions, d.truth.solutions == 1 ? "" : "s", slip_demo_word(&d));
    slip_demo_end(&d);
    return SLIP_OK;
}

/* u_N = G r_N + b of (45) against the problem's own W and q; at = 0: G, 1: b with spin, 2: direction of friction. */
slip_status slip_schindler_line(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    double worst = 0, spin = 0;
    bool plus = true;
    (void)lab;
    for (int k = 0; k < 12; k++) {
        double slope = 0.5 + 0.25 * k, mu = 0.2 * k, m = 1 + 0.1 * k, L = 2 - 0.1 * k, omega = s->at == 1 && k > 5 ? k : 0, theta = atan(slope), J = m * L * L / 12;
        char name[160];
        slip_problem p;
        snprintf(name, sizeof name, "painleve-rod:mu=%.17g,slope=%.17g,m=%.17g,length=%.17g,omega=%.17g", mu, slope, m, L, omega);
        slip_status status = slip_problem_open(&p, name, NULL, error);
        if (status != SLIP_OK)
            return status;
        double f[2] = { 0, 0 }, u[2], u1[2], v[3];
        status = slip_problem_recover(&p, f, NULL, true, v, u, error);
        f[0] = 1, f[1] = -mu * p.slip[0];
        plus = plus && f[1] >= 0;
        if (status == SLIP_OK)
            status = slip_problem_recover(&p, f, NULL, true, v, u1, error);
        slip_problem_free(&p);
        if (status != SLIP_OK)
            return status;
        double G = 1 / m + L * L * cos(theta) / (4 * J) * (cos(theta) - mu * sin(theta));
        if (s->at == 0 || omega == 0)
            worst = fmax(worst, s->at == 0 ? fabs(u1[0] - u[0] - G) : fabs(u[0] + 9.81));
        spin = fmax(spin, fabs(u[0] + 9.81 - L / 2 * omega * omega * sin(theta)));
    }
    if (s->at == 0)
        slip_reading_set(r, slip_cell_if(worst <= 1e-12), "G of twelve rods agrees with W within %.1e", worst);
    else if (s->at == 1) {
        slip_reading_set(r, slip_cell_if(worst <= 1e-12), "b = -g within %.1e for six rods that do not turn", worst);
        slip_reading_note(r, "with spin (44) gives b = -g + (L/2) u_theta^2 sin (within %.1e for six that turn): b > 0 needs no upward gravity, only u_theta^2 > 2 g/(L sin)", spin);
    } else {
        slip_reading_set(r, slip_cell_if(plus), "friction on twelve rods sliding to the left: lambda_T = +mu lambda_U");
        slip_reading_note(r, "the text asks for u_x' < 0 where (40) needs g_T' < 0; and the left side of (44) must be g_U'' (two dots)");
    }
    return SLIP_OK;
}

/* Where G = W_NN - mu |W_NT| changes its sign: the columns of W of sixteen uniform rods, by unit forces. */
slip_status slip_schindler_critical(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    double least = INFINITY, at = 0, highest = 0;
    (void)s;
    (void)lab;
    for (int k = 1; k <= 16; k++) {
        static const double force[3][2] = { { 0, 0 }, { 1, 0 }, { 0, 1 } };
        char name[64];
        double u[3][2] = { { 0 } }, v[3];
        slip_problem p;
        snprintf(name, sizeof name, "painleve-rod:slope=%.17g", k / 4.);
        slip_status status = slip_problem_open(&p, name, NULL, error);
        if (status != SLIP_OK)
            return status;
        for (int i = 0; i < 3 && status == SLIP_OK; i++)
            status = slip_problem_recover(&p, force[i], NULL, true, v, u[i], error);
        slip_problem_free(&p);
        if (status != SLIP_OK)
            return status;
        double critical = (u[1][0] - u[0][0]) / fabs(u[2][0] - u[0][0]);
        highest = fmax(highest, critical);
        if (critical < least)
            least = critical, at = k / 4.;
    }
    slip_reading_set(r, slip_cell_if(fabs(least - 4. / 3) <= 1e-12 && at == 2), "G < 0 from mu = %.6g at tan theta = %g, the least; up to mu = %.3g at other angles", least, at, highest);
    slip_reading_note(r, "plausible for a rough contact: a uniform rod needs mu > 4/3 (by hand (tan + 4/tan)/3), the needle of lesson needle, whose mass lies in the middle, 1.02");
    return SLIP_OK;
}

/* Jacobi on the rolling rod just below and above 2/lambda_max. */
slip_status slip_schindler_spectral(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    bool good[3] = { false };
    static const char *const solver[] = { "prox:order=jacobi,r=0.499", "prox:order=jacobi,r=0.501", "prox:r=0.7" };
    (void)s;
    (void)lab;
    for (int k = 0; k < 3; k++) {
        slip_demo d;
        slip_status status = slip_demo_run(&d, "painleve-rod:kind=rolling,mu=1", solver[k], (slip_limits){ .tol = 1e-10, .steps = 50000 }, NULL, NULL, error);
        if (status != SLIP_OK)
            return status;
        good[k] = slip_demo_verified(&d);
        slip_demo_end(&d);
    }
    slip_reading_set(r, slip_cell_if(good[0] && !good[1]), "all at once (Jacobi), lambda_max = 4: r = 0.499 %s, r = 0.501 %s", good[0] ? "converges" : "does not converge", good[1] ? "converges" : "does not");
    slip_reading_note(r, "so 2/lambda_max is sharp there; contact after contact (Gauss-Seidel) is not bound by it: r = 0.7 %s", good[2] ? "still converges" : "fails");
    return SLIP_OK;
}

/* z of (27)-(32) by Lemke; false: not solved. */
static slip_status lemke_z(const char *problem, double z[4], int *n, bool *solved, slip_error *error)
{
    slip_problem p;
    slip_arena arena = { 0 };
    slip_lcp lcp;
    const slip_solver *lemke;
    double par[SLIP_MAX_PARAMS];
    slip_status status = slip_problem_open(&p, problem, NULL, error);
    if (status != SLIP_OK)
        return status;
    if ((status = slip_lcp_new(&lcp, &p, SLIP_LCP_FACETS, &arena, error)) == SLIP_OK && (status = slip_solver_open("lemke", &lemke, par, error)) == SLIP_OK) {
        slip_iterate it = { .tol = 1e-10 };
        slip_lcp_point point = { SLIP_NEW(&arena, double, lcp.n), SLIP_NEW(&arena, double, lcp.n), false };
        void *core = slip_arena_get(&arena, 1, slip_lcp_lemke.size);
        slip_step step = SLIP_STEP_NUMERIC;
        *n = lcp.n;
        if (!arena.failed && (status = slip_lcp_lemke.start(core, &lcp, par, &it, &arena, error)) == SLIP_OK)
            while ((step = slip_lcp_lemke.advance(core, &lcp, &point, &it)) == SLIP_STEP_OK)
                continue;
        *solved = step == SLIP_STEP_DONE;
        for (int k = 0; k < 4 && k < lcp.n && !arena.failed; k++)
            z[k] = point.z[k];
        if (arena.failed)
            status = slip_fail(error, SLIP_MEMORY, "out of memory");
    }
    slip_arena_free(&arena);
    slip_problem_free(&p);
    return status;
}

/* at = 0: size; 1: sigma = |u_x|; 2: the forces are those of the prox form. */
slip_status slip_schindler_lcp(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    static const struct { const char *problem; double n, t, ux; } known[] = { { "point-mass:hx=1", 3, -1, 0 }, { "point-mass:hx=2.5", 3, -1.5, 0.5 }, { "point-mass:hx=-2.5", 3, 1.5, -0.5 }, { "point-mass:hx=1,hy=3", 0, 0, 0.5 } };
    double worst = 0, sigma = 0, loose = 0;
    int n = 0, solved = 0;
    (void)lab;
    for (int k = 0; k < 4; k++) {
        double z[4] = { 0 };
        bool good;
        slip_status status = lemke_z(known[k].problem, z, &n, &good, error);
        if (status != SLIP_OK)
            return status;
        solved += good;
        worst = fmax(worst, fmax(fabs(z[0] - known[k].n), fabs(z[1] - z[2] - known[k].t)));
        if (k < 3)
            sigma = fmax(sigma, fabs(z[3] - fabs(known[k].ux)));
        else
            loose = z[3] - fabs(known[k].ux);
    }
    if (s->at == 0)
        slip_reading_set(r, slip_cell_if(n == 4), "%d unknowns: lambda_U, lambda_f1, lambda_f2, sigma", n);
    else if (s->at == 1) {
        slip_reading_set(r, slip_cell_if(sigma <= 1e-9 && solved == 4), "|sigma - |u_x'|| <= %.1e in stick and slip", sigma);
        slip_reading_note(r, "only where the contact is loaded: one that opens leaves sigma free above |u_x'| (Lemke's lies %.1e above)", loose);
    } else {
        slip_reading_set(r, slip_cell_if(worst <= 1e-9 && solved == 4), "%d of 4 solved; lambda_U and lambda_T = lambda_f1 - lambda_f2 within %.1e of the closed form", solved, worst);
        slip_reading_note(r, "in stick lambda_f1 and lambda_f2 may grow together: compare their difference, never z");
    }
    return SLIP_OK;
}

slip_status slip_schindler_pivots(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    bool all = true;
    long long last = 0;
    (void)s;
    for (int n = 4; n <= (lab->quick ? 10 : 14); n += 2) {
        char name[32];
        slip_demo d;
        snprintf(name, sizeof name, "murty:n=%d", n);
        slip_status status = slip_demo_run(&d, name, "lemke:pivots=100000", (slip_limits){ 0 }, NULL, NULL, error);
        if (status != SLIP_OK)
            return status;
        last = d.result.work[SLIP_WORK_PIVOTS];
        all = all && slip_demo_verified(&d) && last == 1LL << n;
        slip_demo_end(&d);
    }
    slip_reading_set(r, slip_cell_if(all), "Murty's problems: 2^n pivots exactly for n = 4 to %d (%lld at the end)", lab->quick ? 10 : 14, last);
    return SLIP_OK;
}

/* Pivots of Lemke on random LCPs grow like n^p; each costs n^2. */
slip_status slip_schindler_cubic(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    double x[4], y[4], sx = 0, sy = 0, sxx = 0, sxy = 0;
    (void)s;
    for (int k = 0; k < 4; k++) {
        double pivots = 0;
        int n = 40 << k, seeds = lab->quick ? 3 : 10;
        for (int seed = 1; seed <= seeds; seed++) {
            char name[64];
            slip_demo d;
            snprintf(name, sizeof name, "random-lcp:n=%d,seed=%d", n, seed);
            slip_status status = slip_demo_run(&d, name, "lemke", (slip_limits){ 0 }, NULL, NULL, error);
            if (status != SLIP_OK)
                return status;
            pivots += (double)d.result.work[SLIP_WORK_PIVOTS] / seeds;
            slip_demo_end(&d);
        }
        x[k] = log(n), y[k] = log(pivots);
        sx += x[k], sy += y[k], sxx += x[k] * x[k], sxy += x[k] * y[k];
    }
    double power = (4 * sxy - sx * sy) / (4 * sxx - sx * sx);
    slip_reading_set(r, power > 0.7 && power < 1.3 ? SLIP_CELL_CONSISTENT : SLIP_CELL_DIFFERS, "pivots grow like n^%.2f (n = 40 to 320) and each costs n^2: n^%.2f in all", power, 2 + power);
    slip_reading_note(r, "on random definite LCPs; contact problems need more pivots");
    return SLIP_OK;
}

/* at = 0: either solution; 1: non-existence told; 2: prox fails and pivoting succeeds with two solutions; 3: a ray is no proof for two contacts. */
slip_status slip_schindler_either(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    static const char *const two = "painleve-rod:mu=2,g=-9.81", *const three = "painleve-rod:kind=rolling,mu=2,g=-9.81,push=-80";
    slip_demo a, b;
    (void)lab;
    const char *first = s->at == 0 ? three : s->at == 1 ? "painleve-rod:mu=2" : s->at == 3 ? "pair" : two, *second = s->at == 0 ? three : s->at == 1 ? "painleve-rod:mu=2" : s->at == 3 ? "pair" : two;
    slip_status status = slip_demo_run(&a, first, "lemke", (slip_limits){ 0 }, NULL, NULL, error);
    if (status != SLIP_OK)
        return status;
    status = slip_demo_run(&b, second, s->at == 0 ? "lemke:cover=0.01" : s->at == 3 ? "enum" : s->at == 1 ? "prox:r=1,start=1" : "prox:r=1,start=13", (slip_limits){ .steps = 500 }, NULL, NULL, error);
    if (status == SLIP_OK) {
        if (s->at == 0) {
            slip_reading_set(r, slip_cell_if(slip_demo_verified(&a) && slip_demo_verified(&b) && fabs(a.result.answer.r[0] - b.result.answer.r[0]) > 1), "rod at rest with three solutions: r_N = %.6g or %.6g N by the covering vector", a.result.answer.r[0], b.result.answer.r[0]);
            slip_reading_note(r, "on the sliding rod itself q >= 0, so Lemke stops at 0 without a pivot and never sees the second; trying both bases finds both");
        } else if (s->at == 1) {
            slip_reading_set(r, slip_cell_if(a.result.answer.claim == SLIP_CLAIM_NO_SOLUTION && slip_demo_verified(&a) && !slip_demo_verified(&b)), "lemke: no solution, with a certificate that was checked; prox: %s", b.story.word ? b.story.word : "failed");
            slip_reading_note(r, "a size-one problem; with two contacts a ray proves nothing, see below");
        } else if (s->at == 2)
            slip_reading_set(r, slip_cell_if(slip_demo_verified(&a) && !slip_demo_verified(&b)), "from 13 N: prox reaches %.1e N after %ld steps, lemke: %s", b.result.answer.r[0], b.result.steps, slip_demo_word(&a));
        else {
            slip_reading_set(r, a.result.last == SLIP_STEP_RAY && a.result.answer.claim == SLIP_CLAIM_GAVE_UP && b.truth.solutions == 0 ? SLIP_CELL_DIFFERS : SLIP_CELL_REPRODUCED, "two contacts without a solution: lemke ends on a ray and can claim nothing");
            slip_reading_note(r, "the inequalities alone are feasible there; trying all bases (enum) shows that no solution exists");
        }
        slip_demo_end(&b);
    }
    slip_demo_end(&a);
    return status;
}

/* mu |lambda_N| with lambda_N of either sign. */
slip_status slip_schindler_bilateral(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    slip_demo d;
    (void)s;
    (void)lab;
    slip_status status = slip_demo_run(&d, "guide", "prox", (slip_limits){ .tol = 1e-10 }, NULL, NULL, error);
    if (status != SLIP_OK)
        return status;
    double low = fmin(d.result.answer.r[0], d.result.answer.r[2]), high = fmax(d.result.answer.r[0], d.result.answer.r[2]);
    slip_reading_set(r, slip_cell_if(slip_demo_verified(&d) && low < 0 && high > 0), "a sleeve on a rod: lambda_N = %.4g and %.4g N, friction bounded by mu |lambda_N|: %s", low, high, slip_demo_word(&d));
    slip_demo_end(&d);
    return SLIP_OK;
}

/* The convex relaxation lifts a sliding ball. */
slip_status slip_schindler_relaxed(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    slip_demo d;
    (void)s;
    (void)lab;
    slip_status status = slip_demo_run(&d, "ball:law=cone", "apgd", (slip_limits){ .tol = 1e-10 }, NULL, NULL, error);
    if (status != SLIP_OK)
        return status;
    slip_reading_set(r, slip_cell_if(slip_demo_verified(&d) && d.result.answer.u[0] > 1), "a ball that should stay on the floor leaves it at %.4g m/s", d.result.answer.u[0]);
    slip_reading_note(r, "the quadratic program is the convex relaxation of NegrutEtAl2017; see slipstick lesson hop");
    slip_demo_end(&d);
    return SLIP_OK;
}
