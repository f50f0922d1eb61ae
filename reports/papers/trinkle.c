/* trinkle.c: what [TrinkleEtAl1995] says: Table 1 with our random instances beside it, the pyramid, the corrected interior point.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>
#include <stdio.h>
#include "reports/paper.h"

/* Random multibody instances of the size at; printed: the fraction solved in 1995. */
static slip_status fraction(const slip_statement *s, const char *solver, slip_lab *lab, slip_reading *r, slip_error *error)
{
    static const double mu[] = { 0.05, 0.2, 0.4, 0.6, 0.8, 1, 1.5 };
    int tried = 0, solved = 0, none = 0, seeds = lab->quick ? 1 : 5;
    for (int seed = 1; seed <= seeds; seed++)
        for (int k = 0; k < 7; k++) {
            char name[128];
            slip_demo d;
            snprintf(name, sizeof name, "multibody:size=%d,mu=%g,seed=%d", (int)s->at, mu[k], seed);
            slip_status status = slip_demo_run(&d, name, solver, (slip_limits){ .time = 5 }, NULL, NULL, error);
            if (status != SLIP_OK)
                return status;
            tried++;
            solved += d.judgement.posed.word == SLIP_VERDICT_VERIFIED && d.result.answer.claim == SLIP_CLAIM_SOLVED;
            none += d.result.answer.claim == SLIP_CLAIM_NO_SOLUTION && d.judgement.posed.word == SLIP_VERDICT_VERIFIED;
            slip_demo_end(&d);
        }
    slip_reading_set(r, SLIP_CELL_NOT_COMPARABLE, "%s solves %d of %d (%.2f); no solution proved for %d", solver, solved, tried, (double)solved / tried, none);
    slip_reading_note(r, "the instances of 1995 are lost; on ours the fraction is %s than the printed %.2f", (double)solved / tried >= s->printed ? "no smaller" : "smaller", s->printed);
    return SLIP_OK;
}

static slip_status lemke(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error) { return fraction(s, "lemke", lab, r, error); }
static slip_status fip(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error) { return fraction(s, "fip", lab, r, error); }

static slip_status pyramid(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    slip_demo box, disc;
    (void)s;
    (void)lab;
    slip_status status = slip_demo_run(&box, "sphere:x=10,y=5", "lemke", (slip_limits){ .tol = 1e-12 }, NULL, NULL, error);
    if (status != SLIP_OK)
        return status;
    status = slip_demo_run(&disc, "sphere:x=10,y=5,law=coulomb", "nsgs", (slip_limits){ .tol = 1e-12 }, NULL, NULL, error);
    if (status == SLIP_OK) {
        slip_reading_set(r, hypot(box.result.answer.r[1], box.result.answer.r[2]) > hypot(disc.result.answer.r[1], disc.result.answer.r[2]) ? SLIP_CELL_REPRODUCED : SLIP_CELL_DIFFERS,
                         "pyramid (%.6f, %.6f), cone (%.6f, %.6f) N", box.result.answer.r[1], box.result.answer.r[2], disc.result.answer.r[1], disc.result.answer.r[2]);
        slip_demo_end(&disc);
    }
    slip_demo_end(&box);
    return status;
}

static slip_status interior(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    slip_demo d;
    (void)s;
    (void)lab;
    slip_status status = slip_demo_run(&d, "sphere:x=10", "fip", (slip_limits){ 0 }, NULL, NULL, error);
    if (status != SLIP_OK)
        return status;
    slip_reading_set(r, d.judgement.posed.word == SLIP_VERDICT_VERIFIED ? SLIP_CELL_CONSISTENT : SLIP_CELL_DIFFERS, "%s after %ld iterations", slip_demo_word(&d), d.result.steps);
    slip_reading_note(r, "with the sign of the right-hand side of (38) corrected; as printed the line search fails at once");
    slip_demo_end(&d);
    return SLIP_OK;
}

static const slip_statement statements[] = {
    { "table1", "Table 1, size 2, Lemke", "1.00 solved", "random instances of ours", lemke, 2, 1 },
    { "table1", "Table 1, size 2, interior point", "0.50 solved", "random instances of ours", fip, 2, 0.5 },
    { "table1", "Table 1, size 10, Lemke", "0.92 solved", "random instances of ours", lemke, 10, 0.92 },
    { "table1", "Table 1, size 10, interior point", "0.35 solved", "random instances of ours", fip, 10, 0.35 },
    { "table1", "Table 1, size 16, Lemke", "1.00 solved", "random instances of ours", lemke, 16, 1 },
    { "table1", "Table 1, size 16, interior point", "1.00 solved", "random instances of ours", fip, 16, 1 },
    { "table1", "Table 1, size 30, Lemke", "0.62 solved", "random instances of ours", lemke, 30, 0.62 },
    { "table1", "Table 1, size 30, interior point", "0.42 solved", "random instances of ours", fip, 30, 0.42 },
    { "table1", "Table 1, size 50, Lemke", "0.35 solved", "random instances of ours", lemke, 50, 0.35 },
    { "table1", "Table 1, size 50, interior point", "0.30 solved", "random instances of ours", fip, 50, 0.3 },
    { "table1", "Table 1, size 90, Lemke", "0.00 solved", "random instances of ours", lemke, 90, 0 },
    { "table1", "Table 1, size 90, interior point", "0.35 solved", "random instances of ours", fip, 90, 0.35 },
    { "table1", "Table 1, size 120, Lemke", "0.10 solved", "random instances of ours", lemke, 120, 0.1 },
    { "table1", "Table 1, size 120, interior point", "0.70 solved", "random instances of ours", fip, 120, 0.7 },
    { "table1", "Table 1, size 150, Lemke", "0.00 solved", "random instances of ours", lemke, 150, 0 },
    { "table1", "Table 1, size 150, interior point", "0.50 solved", "random instances of ours", fip, 150, 0.5 },
    { "table1", "Table 1, size 170, Lemke", "0.00 solved", "random instances of ours", lemke, 170, 0 },
    { "table1", "Table 1, size 170, interior point", "0.00 solved", "random instances of ours", fip, 170, 0 },
    { "pyramid", "(15)-(16)", "the friction pyramid is an approximation of the cone", "a sphere pulled by (10, 5) N", pyramid, 0, 0 },
    { "appendix", "(38), Theorem 4", "the feasible interior point method converges from a strictly feasible start", "a sphere pulled by 10 N", interior, 0, 0 },
    { "soft-fingers", "soft fingers", "contacts that carry torsion", "out of scope: slipstick has point contacts only", NULL, 0, 0 },
    { "theorems", "Theorems 1 to 3, (36), Proposition 1", "existence and uniqueness below a bound on mu", "their hypotheses are not checked here yet", NULL, 0, 0 },
    { 0 }
};

const slip_paper slip_paper_TrinkleEtAl1995 = { "TrinkleEtAl1995", "dynamic multi-rigid-body contact with Coulomb friction", statements, { "pyramid", "ray" }, NULL };
