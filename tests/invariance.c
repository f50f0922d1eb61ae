/* invariance.c: retelling a problem moves no verdict and no residual: right answers, slightly wrong ones, every law, form and level.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "tests/made.h"
#include "tests/tap.h"

static void every_law(bool local)
{
    for (int law = 0; law < SLIP_LAW_COUNT; law++) {
        int twins = 0, broken = 0, wrong = 0;
        double moved = 0;
        for (int d = 1; d <= 3; d++)
            for (int error = 0; error < 3; error++)
                for (int kind = 0; kind < 3; kind++) {
                    made x;
                    made_options o = { .d = d, .nc = 7 + kind, .bodies = 5, .p = kind == 1 ? 3 : 0, .local = local, .law = law, .dirs = { 6, 0.1 },
                                       .given = kind == 2 ? 0.4 : 0, .bilateral = kind == 1 ? 0.3 : 0, .mu = -1, .seed = (unsigned long)(d * 3 + kind) };
                    made_make(&x, &o);
                    if (kind == 0) x.problem.level = SLIP_LEVEL_ACCELERATION;
                    if (error) x.answer.r[2] += error == 1 ? 1e-3 : 1e-6;
                    if (kind == 2) x.answer.u = x.answer.v = x.answer.l = NULL;
                    slip_invariance seen;
                    slip_error why;
                    if (slip_invariance_check(&x.problem, &x.answer, 1e-8, &seen, &why) != SLIP_OK) bail_out("%s", why.text);
                    twins += seen.count;
                    broken += seen.broken;
                    wrong += seen.word != (error ? SLIP_VERDICT_FALSE_CLAIM : SLIP_VERDICT_VERIFIED);
                    for (int k = 0; k < seen.count; k++) {
                        moved = fmax(moved, seen.check[k].moved);
                        if (seen.check[k].word != seen.word) diag("%s, d %d, error %d, kind %d: %s becomes %s", slip_law_name(law), d, error, kind, seen.check[k].name, slip_verdict_name(seen.check[k].word));
                        if (!(seen.check[k].moved <= 1e-12)) diag("%s, d %d, error %d, kind %d: %s moves a residual by %.1e", slip_law_name(law), d, error, kind, seen.check[k].name, seen.check[k].moved);
                    }
                    made_free(&x);
                }
        ok(twins > 150 && broken == 0 && wrong == 0 && moved <= 1e-12, "%s, %s: %d retellings, no verdict and no residual moves (%.1e)", slip_law_name(law), local ? "local" : "global", twins, moved);
    }
}

static void refusals(void)
{
    made x;
    slip_twin twin;
    slip_error error = {0};
    double angle[6] = { 0.1, 0.2, 0.3, 0.4, 0.5, 0.6 };
    made_options o = { .d = 3, .nc = 6, .bodies = 4, .law = SLIP_LAW_BOX, .mu = -1, .seed = 1 };
    made_make(&x, &o);
    ok(slip_twin_rotate(&twin, &x.problem, &x.answer, angle, &error) == SLIP_INPUT, "the box is never turned: %s", error.text);
    made_free(&x);
    o.law = SLIP_LAW_FACETS;
    made_make(&x, &o);
    ok(slip_twin_rotate(&twin, &x.problem, &x.answer, angle, &error) == SLIP_INPUT, "a polygon is turned by one angle: %s", error.text);
    ok(slip_twin_units(&twin, &x.problem, &x.answer, -1, 1, 1, &error) == SLIP_INPUT, "units are positive");
    ok(slip_twin_open(&twin, &x.problem, &x.answer, 0, 0, &error) == SLIP_INPUT, "an open contact is lifted");
    made_free(&x);
}

/* A retelling that is not one must be seen: turn the tangents of a facets problem without turning D. */
static void planted(void)
{
    made x;
    slip_twin twin;
    slip_error error = {0};
    double angle[6] = { 0.3, 0.3, 0.3, 0.3, 0.3, 0.3 };
    made_options o = { .d = 3, .nc = 6, .bodies = 4, .law = SLIP_LAW_FACETS, .mu = -1, .seed = 1 };
    made_make(&x, &o);
    if (slip_twin_rotate(&twin, &x.problem, &x.answer, angle, &error) != SLIP_OK) bail_out("%s", error.text);
    ok(slip_verify(&twin.problem, twin.problem.law, twin.problem.dirs, &twin.answer, NULL, 1e-8).word == SLIP_VERDICT_VERIFIED, "facets turned with D");
    twin.problem.dirs.angle = x.problem.dirs.angle;
    ok(slip_verify(&twin.problem, twin.problem.law, twin.problem.dirs, &twin.answer, NULL, 1e-8).word == SLIP_VERDICT_FALSE_CLAIM, "facets turned without D are another problem");
    slip_twin_free(&twin);
    made_free(&x);
}

int main(void)
{
    plan(2 * SLIP_LAW_COUNT + 4 + 2);
    every_law(false);
    every_law(true);
    refusals();
    planted();
    return done();
}
