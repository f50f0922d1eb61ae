/* rng.c: random numbers are the published ones, and distributed as they should be.
   SPDX-License-Identifier: GPL-3.0-or-later

   The ten-thousandth number of the Mersenne twister with seed 5489 is 4123659995 (C++11, 26.5.5). */

#include "base/base.h"
#include "tests/tap.h"

int main(void)
{
    plan(12);
    long before = slip_memory_live();
    slip_rng *rng = slip_rng_new(5489);
    if (!rng) bail_out("out of memory");
    double x = 0;
    for (int k = 0; k < 10000; k++) x = slip_rng_uniform(rng, 0, 4294967296.0);
    is_double(x, 4123659995.0, "the ten-thousandth number is the published one");

    enum { N = 200000 };
    double sum = 0, squares = 0, fourth = 0, least = 1, most = -1;
    bool inside = true;
    for (int k = 0; k < N; k++) {
        x = slip_rng_uniform(rng, -2, 3);
        inside = inside && x >= -2 && x < 3;
        sum += x;
    }
    ok(inside, "uniform numbers stay in their interval");
    ok_near(sum / N, 0.5, 5 * sqrt(25.0 / 12 / N), "and have its middle as mean, within 5 sigma");
    sum = 0;
    for (int k = 0; k < N; k++) {
        x = slip_rng_normal(rng);
        sum += x;
        squares += x * x;
        fourth += x * x * x * x;
        least = fmin(least, x);
        most = fmax(most, x);
    }
    ok_near(sum / N, 0, 5 / sqrt(N), "normal numbers: mean 0, within 5 sigma");
    ok_near(squares / N, 1, 5 * sqrt(2.0 / N), "variance 1");
    ok_near(fourth / N, 3, 5 * sqrt(96.0 / N), "fourth moment 3");
    ok(least < -3.5 && most > 3.5, "and tails on both sides");
    int count[7] = { 0 };
    for (int k = 0; k < 70000; k++) {
        int b = slip_rng_below(rng, 7);
        if (b >= 0 && b < 7) count[b]++;
    }
    double chi2 = 0;
    int all = 0;
    for (int b = 0; b < 7; b++) chi2 += (count[b] - 10000.0) * (count[b] - 10000.0) / 10000, all += count[b];
    ok(all == 70000 && chi2 <= 30, "whole numbers below 7, equally often (chi square %.1f of 6 degrees)", chi2);
    ok(slip_rng_below(rng, 1) == 0 && slip_rng_below(rng, 0) == 0 && slip_rng_below(rng, -3) == 0, "below 1, 0 or less is 0");

    slip_rng *a = slip_rng_new(42), *b = slip_rng_new(42), *c = slip_rng_new(43);
    if (!a || !b || !c) bail_out("out of memory");
    int same = 0, other = 0;
    for (int k = 0; k < 1000; k++) {
        x = slip_rng_normal(a);
        same += x == slip_rng_normal(b);
        other += x == slip_rng_normal(c);
    }
    ok(same == 1000 && other == 0, "equal seeds give equal numbers, others do not");
    slip_rng_free(rng), slip_rng_free(a), slip_rng_free(b), slip_rng_free(c);
    slip_memory_fail_at(1);
    rng = slip_rng_new(1);
    slip_memory_fail_at(0);
    ok(!rng, "out of memory gives NULL");
    slip_rng_free(rng);
    is_int(slip_memory_live(), before, "nothing leaks");
    return done();
}
