/* baraff.c: what [Baraff1994] says of its pivoting: cost, termination, friction.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>
#include <stdio.h>
#include "reports/paper.h"

/* Modelled flops of dantzig over 2/3 n^3, and calls over n, on random definite LCPs; at: 0 flops, 1 calls. */
static slip_status cost(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    double least = INFINITY, most = 0;
    int count = lab->quick ? 3 : 5;
    for (int k = 0; k < count; k++) {
        char name[64];
        int n = 50 << k;
        slip_demo d;
        snprintf(name, sizeof name, "random-lcp:kind=pd,n=%d", n);
        slip_status status = slip_demo_run(&d, name, "dantzig", (slip_limits){ 0 }, NULL, NULL, error);
        if (status != SLIP_OK)
            return status;
        double x = s->at == 0 ? (double)d.result.work[SLIP_WORK_FLOPS] / (2. / 3 * n * n * (double)n) : (double)d.result.work[SLIP_WORK_CALLS] / n;
        least = fmin(least, x);
        most = fmax(most, x);
        slip_demo_end(&d);
    }
    if (s->at == 0)
        slip_reading_set(r, most <= 3 ? SLIP_CELL_CONSISTENT : SLIP_CELL_DIFFERS, "%.2f to %.2f times the flops of Gaussian elimination, n = 50 to %d", least, most, 50 << (count - 1));
    else
        slip_reading_set(r, most <= 2 ? SLIP_CELL_REPRODUCED : SLIP_CELL_DIFFERS, "%.2f to %.2f calls per contact, n = 50 to %d", least, most, 50 << (count - 1));
    if (s->at == 0)
        slip_reading_note(r, "holds with factors that are updated, counted in modelled flops; against LAPACK's blocked elimination see 'slipstick speed lcp'");
    return SLIP_OK;
}

/* at: 0 the loop, 1 the zero-step oscillation, 2 an unbounded step. */
static slip_status trouble(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    static const char *const problem[] = { "integer:kind=loop", "integer:kind=zero-step", "painleve-rod:mu=2" };
    slip_demo d;
    (void)lab;
    slip_status status = slip_demo_run(&d, problem[(int)s->at], "baraff:orders=1", (slip_limits){ 0 }, NULL, NULL, error);
    if (status != SLIP_OK)
        return status;
    bool solved = d.judgement.posed.word == SLIP_VERDICT_VERIFIED;
    slip_reading_set(r, (s->printed > 0) == solved ? SLIP_CELL_REPRODUCED : SLIP_CELL_DIFFERS, "%s after %ld steps: %s", slip_demo_word(&d), d.result.steps, d.result.answer.why);
    if (s->at == 0)
        slip_reading_note(r, "three contacts in whole numbers with a positive definite matrix; five of the six orders of the contacts solve it, so a restart cures it");
    slip_demo_end(&d);
    return SLIP_OK;
}

static const slip_statement statements[] = {
    { "cost", "Section 7", "frictionless: two to three times the cost of Gaussian elimination", "random positive definite LCPs, modelled flops", cost, 0, 0 },
    { "cost", "Section 4", "O(n) calls of drive-to-zero", "random positive definite LCPs", cost, 1, 0 },
    { "friction", "Section 5.4", "the algorithm was never seen to loop for ever", "contacts in the order given, without restart", trouble, 0, 1 },
    { "friction", "Section 5.4", "zero steps between two index sets can happen and are survived by giving up", "the instance in whole numbers", trouble, 1, 1 },
    { "friction", "Section 6", "with dynamic friction a step may be unbounded: no force, an impulse is needed", "Painleve's rod, mu = 2", trouble, 2, 0 },
    { "cost", "Section 7", "five to ten times faster than a QP method", "the QP code of 1994 is not at hand; not measured here yet", NULL, 0, 0 },
    { "cost", "Section 7", "interactive rates for the mechanisms of Figures 1 and 2", "the mechanisms' data are not printed", NULL, 0, 0 },
    { "theorems", "Theorems 1 to 5", "termination without repeated index sets", "checked at run time in debug builds of dantzig, not counted here", NULL, 0, 0 },
    { 0 }
};

const slip_paper slip_paper_Baraff1994 = { "Baraff1994", "fast contact forces for nonpenetrating rigid bodies", statements, { "loop" }, NULL };
