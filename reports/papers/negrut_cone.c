/* negrut_cone.c: what [NegrutEtAl2017] says of one step: the cone complementarity problem, the cone program, the lift-off artefact.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>
#include <stdio.h>
#include "reports/papers/measures.h"

static const char *const steps[] = { "ball:law=cone", "incline:angle=30,law=cone", "tower:n=3,law=cone", "pile:n=3,law=cone" };

/* Answers by conditions (nsgs) and by minimisation (apgd); at = 0: velocities, 1: objectives. */
slip_status slip_negrut_equivalence(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    double apart = 0, objective = 0;
    (void)lab;
    for (int k = 0; k < 4; k++) {
        slip_demo a;
        double v[1024], f[2] = { 0, 0 };
        slip_status status = slip_demo_run(&a, steps[k], "nsgs", (slip_limits){ .tol = 1e-9, .steps = 200000 }, NULL, NULL, error);
        if (status != SLIP_OK)
            return status;
        slip_delassus op;
        slip_arena arena = { 0 };
        if ((status = slip_delassus_new(&op, &a.problem, SLIP_FORM_DENSE, SLIP_JOINTS_ELIMINATED, &arena, error)) != SLIP_OK) {
            slip_demo_end(&a);
            return status;
        }
        for (int which = 0; which < 2 && status == SLIP_OK; which++) {
            const slip_answer *x = &a.result.answer;
            for (int j = 0; j < slip_problem_m(&a.problem); j++)        /* r'(W r + q)/2 + q'r/2 = r'(u + q)/2 */
                f[which] += 0.5 * x->r[j] * (x->u[j] + op.q[j]);
            for (int j = 0; j < a.problem.n && j < 1024; j++) {
                apart = which ? fmax(apart, fabs(v[j] - x->v[j])) : apart;
                v[j] = x->v[j];
            }
            if (which == 0) {
                slip_demo_again(&a);
                status = slip_demo_solve(&a, "apgd", (slip_limits){ .tol = 1e-9, .steps = 200000 }, NULL, NULL, error);
            }
        }
        objective = fmax(objective, fabs(f[0] - f[1]) / fabs(f[1]));
        slip_delassus_close(&op);
        slip_arena_free(&arena);
        slip_demo_end(&a);
        if (status != SLIP_OK)
            return status;
    }
    if (s->at == 0)
        slip_reading_set(r, slip_cell_if(apart <= 1e-6), "velocities of the two agree to %.1e m/s on four problems", apart);
    else
        slip_reading_set(r, slip_cell_if(objective <= 1e-7), "minima of the two agree to %.1e, relative, on four problems", objective);
    return SLIP_OK;
}

/* Conditions (5d) one by one on answers of the cone problem (7); at = 1: (4) on answers of law coulomb. */
slip_status slip_negrut_conditions(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    double worst = 0;
    static const char *const coulomb[] = { "ball:law=coulomb", "incline:angle=30", "tower:n=3", "pile:n=3" };
    int contacts = 0;
    (void)lab;
    for (int k = 0; k < 4; k++) {
        slip_demo d;
        slip_status status = slip_demo_run(&d, s->at == 1 ? coulomb[k] : steps[k], "nsgs", (slip_limits){ .tol = 1e-11, .steps = 400000 }, NULL, NULL, error);
        if (status != SLIP_OK)
            return status;
        for (int i = 0; i < d.problem.nc; i++, contacts++) {
            const double *f = d.result.answer.r + 3 * i, *u = d.result.answer.u + 3 * i;
            double mu = d.problem.mu[i], slide = hypot(u[1], u[2]), friction = hypot(f[1], f[2]), room = u[0] - (s->at == 1 ? 0 : mu * slide);
            worst = fmax(worst, fmax(-f[0], -room));                            /* gamma_n and the relaxed gap are not negative */
            worst = fmax(worst, fmin(fabs(f[0]), fabs(room)));                   /* and not both positive */
            worst = fmax(worst, fmin(slide, fabs(mu * f[0] - friction)));        /* sliding only at the edge of the cone */
            if (friction > 1e-9)                                                /* friction against sliding */
                worst = fmax(worst, hypot(u[1] * friction + slide * f[1], u[2] * friction + slide * f[2]) / friction * (slide > 1e-9));
        }
        slip_demo_end(&d);
    }
    slip_reading_set(r, slip_cell_if(worst <= 1e-6), "the three conditions hold within %.1e on %d contacts of answers to %s", worst, contacts, s->at == 1 ? "Coulomb's law" : "(7)");
    if (s->at == 0)
        slip_reading_note(r, "in the chain before (7) alpha gamma_F must be alpha gamma_F^2; the result is right");
    return SLIP_OK;
}

/* Joints: b_j = 0 of (8). */
slip_status slip_negrut_joints(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    slip_demo d;
    (void)s;
    (void)lab;
    slip_status status = slip_demo_run(&d, "pendulum:n=3,law=cone,mu=0.1,stretch=0.01", "apgd", (slip_limits){ .tol = 1e-9 }, NULL, NULL, error);
    if (status != SLIP_OK)
        return status;
    double most = 0;
    for (int j = 0; j < d.problem.p && d.result.answer.l; j++)
        most = fmax(most, fabs(d.result.answer.l[j]));
    slip_reading_set(r, slip_cell_if(d.judgement.posed.residual.value[SLIP_R_JOINTS] <= 1e-8 && most > 1), "three joints: b = 0 within %.1e (relative) with multipliers up to %.3g N s", d.judgement.posed.residual.value[SLIP_R_JOINTS], most);
    slip_reading_note(r, "free multipliers have no constraint: in (12) b_j = 0 always, and the term phi_j lambda_j must go (it would allow b_j != 0 where lambda_j = 0)");
    slip_demo_end(&d);
    return SLIP_OK;
}

/* The sign of the gradient of the Lagrangian at a slipping contact: d = psi (mu, -gamma_u/gamma_F, -gamma_w/gamma_F) with psi >= 0. */
slip_status slip_negrut_gradient(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    slip_demo d;
    (void)s;
    (void)lab;
    slip_status status = slip_demo_run(&d, "ball:law=cone", "nsgs", (slip_limits){ .tol = 1e-13 }, NULL, NULL, error);
    if (status != SLIP_OK)
        return status;
    const double *f = d.result.answer.r, *u = d.result.answer.u;
    double friction = hypot(f[1], f[2]), psi = u[0] / 0.2, error_ours = fabs(u[1] + psi * f[1] / friction);
    slip_reading_set(r, psi > 0 && error_ours <= 1e-9 ? SLIP_CELL_DIFFERS : SLIP_CELL_REPRODUCED, "sliding ball: d = (%.4g, %.4g, 0) = +psi (mu, -gamma_u/gamma_F, 0) with psi = %.4g", u[0], u[1], psi);
    slip_reading_note(r, "the printed vector has the other sign; with it d'gamma = 0 still follows, d in the dual cone does not. At the apex gamma = 0 the gradient does not exist, but (10) itself is right");
    slip_demo_end(&d);
    return SLIP_OK;
}

/* N = P'M^-1 P: eigenvalues of W; at = 0: semidefinite; 1: singular. */
slip_status slip_negrut_semidefinite(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    slip_problem p;
    slip_delassus op;
    slip_arena arena = { 0 };
    (void)lab;
    slip_status status = slip_problem_open(&p, "pile:n=3,law=cone", NULL, error);
    if (status != SLIP_OK)
        return status;
    if ((status = slip_delassus_new(&op, &p, SLIP_FORM_DENSE, SLIP_JOINTS_ELIMINATED, &arena, error)) == SLIP_OK) {
        double *values = SLIP_NEW(&arena, double, op.m);
        int rank = 0;
        status = values ? slip_dense_eig(op.m, op.dense, values, false, error) : slip_fail(error, SLIP_MEMORY, "out of memory");
        for (int j = 0; status == SLIP_OK && j < op.m; j++)
            rank += values[j] > 1e-10 * values[op.m - 1];
        if (status == SLIP_OK)
            slip_reading_set(r, slip_cell_if(s->at == 0 ? values[0] >= -1e-12 * values[op.m - 1] : rank < op.m), s->at == 0 ? "pile of %d contacts: smallest eigenvalue %.1e, largest %.3g" : "pile of %d contacts: rank %.0f of %.0f", p.nc,
                             s->at == 0 ? values[0] : rank, s->at == 0 ? values[op.m - 1] : op.m);
        slip_delassus_close(&op);
    }
    slip_arena_free(&arena);
    slip_problem_free(&p);
    return status;
}

/* One step of the ball; at = 0: from gap 0, 1: from mu dt v, 2: excess force from gap 0, 3: without friction. */
slip_status slip_negrut_lift(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    slip_demo d;
    double mu = s->at == 3 ? 0 : 0.2, h = 1e-3, v = 10, gap = s->at == 1 ? mu * h * v : 0;
    char name[96];
    (void)lab;
    snprintf(name, sizeof name, "ball:law=cone,gap=%.17g,mu=%g", gap, mu);
    slip_status status = slip_demo_run(&d, name, "nsgs", (slip_limits){ .tol = 1e-13 }, NULL, NULL, error);
    if (status != SLIP_OK)
        return status;
    double slide = fabs(d.result.answer.u[1]), after = h * d.result.answer.u[0], force = d.result.answer.r[0] / h;      /* u_N = v_N + gap/h */
    if (s->at == 2)
        slip_reading_set(r, slip_cell_if(force > 100 * 9.81), "normal force %.6g N; the weight is 9.81 N", force);
    else if (s->at == 3)
        slip_reading_set(r, slip_cell_if(fabs(force - 9.81) <= 1e-9 && fabs(after) <= 1e-12), "mu = 0: normal force %.9g N, gap %.1e m", force, after);
    else
        slip_reading_set(r, slip_cell_if(fabs(after - mu * h * slide) <= 1e-9 * after), "gap %.9g m after the step; mu dt |v_T| = %.9g m", after, mu * h * slide);
    if (s->at == 0)
        slip_reading_note(r, "not an effect of large steps: the ball leaves at mu v/(1 + 7/2 mu^2) however small dt is, and flies to 0.1575 m (dt = 1 ms); see slipstick lesson hop");
    if (s->at == 1)
        slip_reading_note(r, "it does not grow: it equals mu dt |v_T| and shrinks with the speed");
    slip_demo_end(&d);
    return SLIP_OK;
}

slip_status slip_negrut_rolling(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
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
        slip_reading_set(r, slip_cell_if(difference <= 1e-12 && fabs(cone.result.answer.u[0]) <= 1e-12), "no sliding: normal impulses of the two laws differ by %.1e N s, the contact opens by %.1e m/s", difference, cone.result.answer.u[0]);
        slip_demo_end(&coulomb);
    }
    slip_demo_end(&cone);
    return status;
}

slip_status slip_negrut_many(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
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
        slip_reading_set(r, slip_cell_if(slip_demo_verified(&a) && slip_demo_verified(&b) && dr > 1e-3 && dv <= 1e-6), "two verified answers: impulses %.2g N s apart, velocities %.1e m/s", dr, dv);
        slip_demo_end(&b);
    }
    slip_demo_end(&a);
    return status;
}
