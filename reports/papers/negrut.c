/* negrut.c: what [NegrutEtAl2017] says of the cone complementarity problem and its artefact.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>
#include <stdio.h>
#include "reports/paper.h"

static slip_status equivalence(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    static const char *const problem[] = { "ball:law=cone", "incline:angle=30,law=cone", "tower:n=3,law=cone", "pile:n=3,law=cone" };
    double worst = 0;
    (void)s;
    (void)lab;
    for (int k = 0; k < 4; k++) {
        slip_demo a, b;
        slip_status status = slip_demo_run(&a, problem[k], "nsgs", (slip_limits){ .tol = 1e-9, .steps = 200000 }, NULL, NULL, error);
        if (status != SLIP_OK)
            return status;
        status = slip_demo_run(&b, problem[k], "apgd", (slip_limits){ .tol = 1e-9, .steps = 200000 }, NULL, NULL, error);
        if (status != SLIP_OK) {
            slip_demo_end(&a);
            return status;
        }
        for (int j = 0; j < a.problem.n; j++)
            worst = fmax(worst, fabs(a.result.answer.v[j] - b.result.answer.v[j]));
        slip_demo_end(&a);
        slip_demo_end(&b);
    }
    slip_reading_set(r, worst <= 1e-6 ? SLIP_CELL_REPRODUCED : SLIP_CELL_DIFFERS, "velocities of the two agree to %.1e on four problems", worst);
    return SLIP_OK;
}

/* gap after one step from gap 0 (at = 0) or from mu dt v (at = 1): u_N - predicted mu u_T - gap/dt. */
static slip_status lift(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    slip_demo d;
    double mu = 0.2, h = 1e-3, v = 10, gap = s->at == 0 ? 0 : mu * h * v;
    char name[96];
    (void)lab;
    snprintf(name, sizeof name, "ball:law=cone,gap=%.17g", gap);
    slip_status status = slip_demo_run(&d, name, "nsgs", (slip_limits){ .tol = 1e-13 }, NULL, NULL, error);
    if (status != SLIP_OK)
        return status;
    double slide = fabs(d.result.answer.u[1]), after = h * d.result.answer.u[0];      /* u_N = v_N + gap/h */
    slip_reading_set(r, fabs(after - mu * h * slide) <= 1e-9 * after ? SLIP_CELL_REPRODUCED : SLIP_CELL_DIFFERS, "gap %.9g m after the step; mu dt |v_T| = %.9g m", after, mu * h * slide);
    slip_demo_end(&d);
    return SLIP_OK;
}

static slip_status rolling(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    slip_demo cone, coulomb;
    (void)s;
    (void)lab;
    slip_status status = slip_demo_run(&cone, "ball:law=cone,v=0", "nsgs", (slip_limits){ .tol = 1e-12 }, NULL, NULL, error);
    if (status != SLIP_OK)
        return status;
    status = slip_demo_run(&coulomb, "ball:law=coulomb,v=0", "nsgs", (slip_limits){ .tol = 1e-12 }, NULL, NULL, error);
    if (status == SLIP_OK) {
        double difference = fabs(cone.result.answer.r[0] - coulomb.result.answer.r[0]);
        slip_reading_set(r, difference <= 1e-12 && fabs(cone.result.answer.u[0]) <= 1e-12 ? SLIP_CELL_REPRODUCED : SLIP_CELL_DIFFERS, "normal impulses differ by %.1e, the contact opens by %.1e m/s", difference, cone.result.answer.u[0]);
        slip_demo_end(&coulomb);
    }
    slip_demo_end(&cone);
    return status;
}

static slip_status many(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    slip_demo a, b;
    (void)s;
    (void)lab;
    slip_status status = slip_demo_run(&a, "table:law=cone", "pgs", (slip_limits){ 0 }, NULL, NULL, error);
    if (status != SLIP_OK)
        return status;
    status = slip_demo_run(&b, "table:law=cone", "apgd", (slip_limits){ 0 }, NULL, NULL, error);
    if (status == SLIP_OK) {
        double dr = fabs(a.result.answer.r[0] - b.result.answer.r[0]), dv = 0;
        for (int j = 0; j < a.problem.n; j++)
            dv = fmax(dv, fabs(a.result.answer.v[j] - b.result.answer.v[j]));
        bool both = a.judgement.posed.word == SLIP_VERDICT_VERIFIED && b.judgement.posed.word == SLIP_VERDICT_VERIFIED;
        slip_reading_set(r, both && dr > 1e-3 && dv <= 1e-6 ? SLIP_CELL_REPRODUCED : SLIP_CELL_DIFFERS, "two verified answers: impulses %.2g N s apart, velocities %.1e", dr, dv);
        slip_demo_end(&b);
    }
    slip_demo_end(&a);
    return status;
}

static const slip_statement statements[] = {
    { "equivalence", "(7)-(10)", "the cone complementarity problem and the cone QP have the same velocity", "Gauss-Seidel on the conditions against accelerated gradient on the QP, to 1e-9", equivalence, 0, 0 },
    { "lift-off", "artefact of the relaxation", "a sliding contact stays at a gap of mu dt |v_T|", "ball, mu = 0.2, dt = 1e-3, v = 10, started at that gap", lift, 1, 0 },
    { "lift-off", "artefact, from a closed gap", "the same gap is opened in one step", "as above, started at gap 0", lift, 0, 0 },
    { "lift-off", "artefact vanishes", "without sliding the relaxation is Coulomb's law", "ball at rest", rolling, 0, 0 },
    { "uniqueness", "impulses", "impulses are not unique, the velocity is", "table on four legs", many, 0, 0 },
    { "flexible", "flexible bodies", "the formulation covers flexible bodies", "out of scope: slipstick has rigid bodies only", NULL, 0, 0 },
    { "penetration", "cases (i)-(iii)", "deep start, large step, fast bodies: what stabilisation does", "not measured here yet: slipstick simulate with delta, cap and stabilise shows each", NULL, 0, 0 },
    { "drift", "position drift", "positions drift without stabilisation", "not measured here yet", NULL, 0, 0 },
    { 0 }
};

const slip_paper slip_paper_NegrutEtAl2017 = { "NegrutEtAl2017", "friction and contact as a differential complementarity problem", statements, { "hop", "four-legs" }, NULL };
