/* lcp_solver.c: what every LCP solver does around its method: build (6), step, map back.
   SPDX-License-Identifier: GPL-3.0-or-later

   DONE is passed on only if max |min(z, w)| is small: a method that fools itself does not claim.  A ray is followed by the
   linear program that may prove that nothing is feasible, which is more than a ray can. */

#include "solvers/lcp.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { PROVE_UP_TO = 400 };

/* A start that is not zero becomes the first point. */
static slip_status warm(slip_lcp_state *s, slip_lcp_form form, const slip_problem *p, slip_iterate *it, slip_arena *arena, slip_error *error)
{
    bool given = false;
    for (int i = 0; i < s->lcp.m; i++) given = given || it->r[i] != 0;
    if (!given) return SLIP_OK;
    double *u = SLIP_NEW(arena, double, s->lcp.m), *v = SLIP_NEW(arena, double, p->n), *l = SLIP_NEW(arena, double, p->p);
    if (arena->failed) return slip_fail(error, SLIP_MEMORY, "no memory for an LCP of %d unknowns", s->lcp.n);
    slip_status status = slip_problem_recover(p, it->r, l, false, v, u, error);
    if (status == SLIP_OK) slip_lcp_guess(&s->lcp, p, form, it->r, l, u, s->point.z);
    return status;
}

slip_status slip_lcp_solver_init(slip_lcp_state *s, const slip_lcp_method *method, slip_lcp_form form, slip_joints joints, const slip_problem *p, const double par[],
                                 slip_iterate *it, slip_arena *arena, slip_error *error)
{
    slip_status status = slip_lcp_new_joints(&s->lcp, p, form, joints, arena, error);
    if (status != SLIP_OK) return status;
    void *core = slip_arena_get(arena, 1, method->size);
    s->point.z = SLIP_NEW(arena, double, s->lcp.n);
    s->point.ray = SLIP_NEW(arena, double, s->lcp.n);
    s->w = SLIP_NEW(arena, double, s->lcp.n);
    if (arena->failed) return slip_fail(error, SLIP_MEMORY, "no memory for an LCP of %d unknowns", s->lcp.n);
    if (s->lcp.n <= PROVE_UP_TO && (status = slip_lcp_prover_new(&s->prover, s->lcp.n, arena, error)) != SLIP_OK) return status;
    if ((status = warm(s, form, p, it, arena, error)) != SLIP_OK) return status;
    s->method = method;
    s->core = core;
    return method->start(core, &s->lcp, par, it, arena, error);
}

slip_step slip_lcp_solver_step(slip_lcp_state *s, const slip_problem *p, slip_iterate *it)
{
    slip_step step = s->method->advance(s->core, &s->lcp, &s->point, it);
    if (step == SLIP_STEP_OK) return step;
    if (step == SLIP_STEP_DONE) {
        it->claimed_error = slip_lcp_residual(&s->lcp, s->point.z, s->w);
        if (!(it->claimed_error <= fmax(1e-9, 0.01 * it->tol))) {
            snprintf(it->note, sizeof it->note, "the final point misses by %.1e", it->claimed_error);
            step = SLIP_STEP_NUMERIC;
        }
    }
    slip_lcp_impulse(&s->lcp, s->point.z, it->r);
    if (s->lcp.free > 0) {
        memset(it->l, 0, (size_t)p->p * sizeof *it->l);
        for (int k = 0; k < s->lcp.free; k++) it->l[s->lcp.joint[k]] = s->point.z[s->lcp.n - s->lcp.free + k];
        it->have_l = true;
    }
    if (step == SLIP_STEP_RAY && s->point.have_ray) {
        slip_lcp_impulse(&s->lcp, s->point.ray, it->farkas);
        it->have_farkas = true;
    }
    if ((step == SLIP_STEP_RAY || step == SLIP_STEP_STALLED) && s->prover.z && slip_lcp_infeasible(&s->prover, &s->lcp, s->w)) {
        it->have_farkas = !s->lcp.slack || slip_lcp_symmetric(p, NULL, (char[160]){ 0 });
        if (!s->lcp.Q.x) memcpy(it->farkas, s->w, (size_t)s->lcp.m * sizeof *it->farkas);
        else {
            memset(it->farkas, 0, (size_t)s->lcp.m * sizeof *it->farkas);
            slip_sparse_gaxpy(1, &s->lcp.Q, s->w, it->farkas);
        }
        snprintf(it->note, sizeof it->note, "no z >= 0 makes A z + q >= 0");
        step = SLIP_STEP_NONE;
    }
    return step;
}

void slip_lcp_solver_close(slip_lcp_state *s)
{
    if (s->core && s->method && s->method->end) s->method->end(s->core);
}

bool slip_lcp_symmetric(const slip_problem *p, const double par[], char why[160])
{
    (void)par;
    for (int i = 0; i < p->nc; i++)
        if (slip_problem_has_slip(p, i) && p->mu[i] > 0) {
            snprintf(why, 160, "friction along the given slip of contact %d makes the matrix unsymmetric", i);
            return false;
        }
    return true;
}
