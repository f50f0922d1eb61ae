/* schindler.c: what [SchindlerEtAl2011] says of the point mass and of Painleve's rod.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>
#include <stdio.h>
#include "reports/paper.h"

/* at: r/m of the normal iteration; printed: does it converge? */
static slip_status point_mass(const slip_statement *s, bool quick, slip_reading *r, slip_error *error)
{
    char solver[64];
    slip_demo d;
    (void)quick;
    snprintf(solver, sizeof solver, "prox:r=%.17g", 2 * s->at);        /* m = 2 */
    slip_status status = slip_demo_run(&d, "point-mass:hx=0", solver, (slip_limits){ .steps = 2000 }, NULL, NULL, error);
    if (status != SLIP_OK)
        return status;
    bool solved = d.judgement.posed.word == SLIP_VERDICT_VERIFIED;
    slip_reading_set(r, solved == (s->printed > 0) ? SLIP_CELL_REPRODUCED : SLIP_CELL_DIFFERS, "%s after %ld steps", solved ? "verified" : d.result.cycle ? "cycles" : "does not converge", d.result.steps);
    if (d.result.cycle)
        slip_reading_note(r, "it does not diverge: a cycle of period %ld, proved by the state repeating bit by bit", d.result.cycle);
    slip_demo_end(&d);
    return SLIP_OK;
}

static slip_status friction_sign(const slip_statement *s, bool quick, slip_reading *r, slip_error *error)
{
    slip_demo d;
    (void)s;
    (void)quick;
    slip_status status = slip_demo_run(&d, "point-mass:hx=1", "prox:r=1", (slip_limits){ .tol = 1e-12 }, NULL, NULL, error);
    if (status != SLIP_OK)
        return status;
    double t = d.result.answer.r[1];
    slip_reading_set(r, fabs(t - 1) <= 1e-9 ? SLIP_CELL_REPRODUCED : SLIP_CELL_DIFFERS, "lambda_T = %.6g for h_x = 1", t);
    slip_reading_note(r, "the sign is wrong: m a_x = h_x + lambda_T = 0 asks for lambda_T = -h_x");
    slip_demo_end(&d);
    return SLIP_OK;
}

/* The four regimes: at = mu, printed = number of solutions; gravity up where at is negative. */
static slip_status regime(const slip_statement *s, bool quick, slip_reading *r, slip_error *error)
{
    char name[96];
    slip_demo d;
    (void)quick;
    snprintf(name, sizeof name, "painleve-rod:mu=%.17g,g=%s", fabs(s->at), s->at < 0 ? "-9.81" : "9.81");
    slip_status status = slip_demo_run(&d, name, "enum", (slip_limits){ 0 }, NULL, NULL, error);
    if (status != SLIP_OK)
        return status;
    bool claim = s->printed == 0 ? d.result.answer.claim == SLIP_CLAIM_NO_SOLUTION : d.judgement.posed.word == SLIP_VERDICT_VERIFIED;
    slip_reading_set(r, d.truth.solutions == (int)s->printed && claim ? SLIP_CELL_REPRODUCED : SLIP_CELL_DIFFERS, "%d solution%s; enum: %s", d.truth.solutions, d.truth.solutions == 1 ? "" : "s", slip_demo_word(&d));
    slip_demo_end(&d);
    return SLIP_OK;
}

/* Fixed points from different starts: at = 0 global convergence for G > 0; 1 divergence possible with two solutions. */
static slip_status iterations(const slip_statement *s, bool quick, slip_reading *r, slip_error *error)
{
    static const double start[] = { 0, 1, 100, 1e6 };
    int good = 0;
    (void)quick;
    for (int k = 0; k < 4; k++) {
        char solver[64];
        slip_demo d;
        snprintf(solver, sizeof solver, "prox:r=1,start=%.17g", start[k]);
        slip_status status = slip_demo_run(&d, s->at == 0 ? "painleve-rod:mu=1" : "painleve-rod:mu=2,g=-9.81", solver, (slip_limits){ .steps = 500 }, NULL, NULL, error);
        if (status != SLIP_OK)
            return status;
        good += d.judgement.posed.word == SLIP_VERDICT_VERIFIED;
        slip_demo_end(&d);
    }
    bool fits = s->at == 0 ? good == 4 : good > 0 && good < 4;
    slip_reading_set(r, fits ? SLIP_CELL_REPRODUCED : SLIP_CELL_DIFFERS, "converges from %d of 4 starts (r = 1)", good);
    return SLIP_OK;
}

static const slip_statement statements[] = {
    { "point-mass", "Section V.A, Figure 6", "the normal iteration converges for 0 < r < 2m: r = m/2", "m = 2 kg, pressed by 3 N", point_mass, 0.5, 1 },
    { "point-mass", "Section V.A, Figure 6", "r = 1.9 m", "as above", point_mass, 1.9, 1 },
    { "point-mass", "Section V.A, Figure 6", "and does not for r >= 2m: r = 2 m", "as above", point_mass, 2, 0 },
    { "point-mass", "Section V.A, Figure 6", "r = 3 m", "as above", point_mass, 3, 0 },
    { "point-mass", "Section V.A, text to Figure 7", "sticking friction is lambda_T = h_x", "h_x = 1 N, inside the cone", friction_sign, 0, 0 },
    { "painleve", "Figure 9", "g > 0, G > 0: one solution, in contact", "slope 2, mu = 1", regime, 1, 1 },
    { "painleve", "Figure 9", "and the iteration converges globally", "r = 1, four starts", iterations, 0, 0 },
    { "painleve", "Figure 10", "g < 0, G > 0: one solution, contact is lost", "slope 2, mu = 1", regime, -1, 1 },
    { "painleve", "Figure 11", "g > 0, G < 0: no solution exists", "slope 2, mu = 2", regime, 2, 0 },
    { "painleve", "Figure 12", "g < 0, G < 0: two solutions", "slope 2, mu = 2", regime, -2, 2 },
    { "painleve", "Figure 12", "and the iteration can diverge", "r = 1, four starts", iterations, 1, 0 },
    { "laws", "Figures 1 to 4, Section IV", "prox equations and complementarity conditions have the same solutions", "not drawn here yet; the verifier computes both measures for every answer", NULL, 0, 0 },
    { 0 }
};

const slip_paper slip_paper_SchindlerEtAl2011 = { "SchindlerEtAl2011", "prox and complementarity formulations", statements, { "cobweb", "rod", "impulse" } };
