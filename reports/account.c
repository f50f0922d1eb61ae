/* account.c: what the contacts of an answer do: friction angles, energies, transitions, and their states beside another answer's.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "reports/reports.h"

/* The answers' distance at their worst contact: velocities over V, impulses over rho V. */
static void distances(const slip_ruler *ruler, const slip_motion *a, const slip_motion *b, slip_account *out)
{
    int d = ruler->problem->d;
    for (int i = 0; i < ruler->problem->nc; i++) {
        double u[3] = { 0 }, r[3] = { 0 };
        for (int k = 0; k < d; k++) {
            u[k] = slip_dd_double(slip_dd_sub(a->u[i * d + k], b->u[i * d + k])) / a->V;
            r[k] = (a->r[i * d + k] - b->r[i * d + k]) / a->V;
        }
        out->differ += a->mode[i] != b->mode[i];
        if (!(a->V > 0))
            continue;
        out->apart_u = fmax(out->apart_u, hypot(u[0], hypot(u[1], u[2])));
        if (ruler->rho[i] > 0)
            out->apart_r = fmax(out->apart_r, hypot(r[0], hypot(r[1], r[2])) / ruler->rho[i]);
    }
}

static slip_status motions(const slip_ruler *ruler, const slip_answer *answer, const slip_answer *other, double tol, slip_account *out, slip_error *error)
{
    slip_residuals ignored;
    slip_motion a, b;
    slip_status status = slip_residuals_get(ruler, answer->law, answer->dirs, answer, tol, 0, &ignored, &a, error);
    if (status != SLIP_OK)
        return status;
    status = slip_angles_get(ruler, &a, &out->angles, error);
    if (status == SLIP_OK)
        status = slip_energy_get(ruler, answer->law, answer->dirs, &a, 10 * tol, &out->energy, error);
    out->rolled = slip_transitions_get(ruler->problem, a.mode, out->transition);
    if (status == SLIP_OK && other && (status = slip_residuals_get(ruler, other->law, other->dirs, other, tol, a.V, &ignored, &b, error)) == SLIP_OK) {
        out->compared = true;
        slip_modes_cross(ruler->problem->nc, a.mode, b.mode, out->cross);
        distances(ruler, &a, &b, out);
        slip_arena_free(&b.arena);
    }
    slip_arena_free(&a.arena);
    return status;
}

slip_status slip_account_make(const slip_problem *problem, const slip_answer *answer, const slip_answer *other, const slip_judgement *judgement,
                              slip_account *out, slip_error *error)
{
    slip_ruler ruler;
    slip_verdict_word word = judgement->claimed.word;
    *out = (slip_account){ .none = "there is no usable answer" };
    if (!answer || !answer->r || word == SLIP_VERDICT_INVALID || word == SLIP_VERDICT_HARNESS || word == SLIP_VERDICT_NA)
        return SLIP_OK;
    out->none = NULL;
    slip_status status = slip_ruler_new(&ruler, problem, error);
    if (status != SLIP_OK)
        return status;
    status = motions(&ruler, answer, other, judgement->claimed.tol, out, error);
    slip_ruler_free(&ruler);
    return status;
}
