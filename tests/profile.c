/* profile.c: exponents, bands and intervals of a report.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <stdlib.h>
#include "reports/digest.h"
#include "tests/tap.h"

static int ascending(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* The bootstrap by drawing, as the definition has it. */
static void drawn_band(int solved, int of, double *low, double *high)
{
    enum { DRAWS = 20000 };
    static double fraction[DRAWS];
    unsigned long state = 12345 + (unsigned long)solved;
    for (int k = 0; k < DRAWS; k++) {
        int hits = 0;
        for (int i = 0; i < of; i++) {
            state = state * 6364136223846793005UL + 1442695040888963407UL;
            hits += (int)((state >> 33) % (unsigned long)of) < solved;
        }
        fraction[k] = (double)hits / of;
    }
    qsort(fraction, DRAWS, sizeof *fraction, ascending);
    *low = fraction[(int)(0.025 * DRAWS)];
    *high = fraction[(int)(0.975 * DRAWS)];
}

int main(void)
{
    plan(12);
    double x[] = { 1, 2, 4, 8, 16 }, y[5], b, half;
    for (int k = 0; k < 5; k++)
        y[k] = 3 * pow(x[k], 1.5);
    ok(slip_fit_power(5, x, y, &b, &half) && fabs(b - 1.5) < 1e-12 && half < 1e-6, "an exact power law");
    y[1] *= 1.3; y[3] /= 1.2;
    ok(slip_fit_power(5, x, y, &b, &half) && fabs(b - 1.5) < half && half > 0.01, "a disturbed one is within its interval");
    double twice[] = { 4, 4, 8, 8 };
    ok(!slip_fit_power(4, twice, y, &b, &half), "two sizes are not enough");
    ok(!slip_fit_power(0, x, y, &b, &half), "none is not");

    static const int solved[] = { 1, 10, 17, 29 };
    for (int k = 0; k < 4; k++) {
        double low, high, l, h;
        slip_band_get(solved[k], 30, &low, &high);
        drawn_band(solved[k], 30, &l, &h);
        ok(fabs(low - l) <= 1.01 / 30 && fabs(high - h) <= 1.01 / 30 && low <= solved[k] / 30.0 && high >= solved[k] / 30.0, "%d of 30: the band is the one of the draws", solved[k]);
    }
    double low, high;
    slip_band_get(30, 30, &low, &high);
    ok(low == 1 && high == 1, "all of them: the bootstrap has no width");
    slip_interval_get(30, 30, &low, &high);     /* all 30 solved has probability p^30 = 0.025 at the lower end */
    ok(fabs(pow(low, 30) - 0.025) < 1e-9 && high == 1, "but the exact interval has");
    slip_interval_get(0, 30, &low, &high);
    ok(low == 0 && fabs(pow(1 - high, 30) - 0.025) < 1e-9, "and so at none");
    slip_interval_get(10, 30, &low, &high);
    ok(low < 1.0 / 3 && high > 1.0 / 3 && low > 0.15 && high < 0.55, "and between");
    return done();
}
