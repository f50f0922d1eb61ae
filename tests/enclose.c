/* enclose.c: intervals hold the residuals; a tolerance is met, broken or undecided beyond rounding; the gap of a cone law bounds the true error.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "tests/made.h"
#include "tests/tap.h"

static const slip_law laws[] = { SLIP_LAW_COULOMB, SLIP_LAW_FACETS, SLIP_LAW_BOX, SLIP_LAW_CONE, SLIP_LAW_CONE_FACETS, SLIP_LAW_OPPOSED };

static made_options option(int k)
{
    made_options o = { .d = 1 + k % 3, .nc = 4 + k % 3, .bodies = 3, .mu = -1, .seed = (unsigned long)k, .law = laws[k / 3 % 6], .dirs = { k % 2 ? 4 : 6, 0 } };
    if (o.d < 3 && o.law == SLIP_LAW_BOX) o.law = SLIP_LAW_COULOMB;
    o.p = k % 5 == 4 && o.d > 1 ? 2 : 0;
    o.given = k % 4 == 3 || k % 8 == 1 ? 0.4 : 0;
    o.bilateral = k % 4 == 1 ? 0.6 : 0;
    if (k % 7 == 6) o.mu = 0;
    o.local = k % 8 == 5;
    return o;
}

/* every residual of the double-double verifier lies in its interval */
static int outside(const made *x, const made_options *o, const slip_ruler *ruler, slip_enclosures *out)
{
    slip_residuals r;
    slip_error e;
    int bad = 0;
    if (slip_residuals_get(ruler, o->law, x->answer.dirs, &x->answer, 1e-8, 0, &r, NULL, &e) || slip_enclose(ruler, o->law, &x->answer, 1e-8, out, &e)) bail_out("%s", e.text);
    for (int id = 0; id < SLIP_R_COUNT; id++) {
        if (isnan(r.value[id]) || id == SLIP_R_BACKWARD || id == SLIP_R_DRIFT || id == SLIP_R_FNAT_Q || id == SLIP_R_FNAT_MAX) continue;
        if (r.value[id] >= out->low[id] * (1 - 1e-9) - 1e-18 && r.value[id] <= out->high[id] * (1 + 1e-9) + 1e-15) continue;
        if (id == SLIP_R_FB && (fabs(r.value[id] - out->high[id]) <= 1e-14 || fabs(r.value[id] - out->low[id]) <= 1e-14)) continue;        /* reported in plain double */
        if (id == SLIP_R_ANGLE && r.value[id] <= out->high[id] + 1e-7) continue;
        bad++;
        diag("seed %lu, d %d, %s: %s is %.17g, not in [%.17g, %.17g]", o->seed, o->d, slip_law_name(o->law), slip_residual_name(id), r.value[id], out->low[id], out->high[id]);
    }
    return bad;
}

static void intervals(int count)
{
    int bad = 0, held = 0, broken = 0, undecided = 0;
    for (int k = 0; k < count; k++) {
        made_options o = option(k);
        slip_ruler ruler;
        slip_enclosures n;
        slip_error e;
        for (int lie = 0; lie < 4; lie++) {             /* the solution, then a little and far off */
            made x;
            made_make(&x, &o);
            if (slip_ruler_new(&ruler, &x.problem, &e)) bail_out("%s", e.text);
            double size = lie == 1 ? 1e-11 : lie == 2 ? 1e-4 : 0.3;
            for (int i = 0; i < slip_problem_m(&x.problem) && lie; i++) x.answer.r[i] += size * sin(3 * i + k);
            for (int i = 0; i < x.problem.n && lie; i++) x.answer.v[i] += size * cos(2 * i + k);
            bad += outside(&x, &o, &ruler, &n);
            held += lie == 0 && n.verdict == SLIP_YES;
            broken += lie >= 2 && n.verdict == SLIP_NO;
            undecided += n.verdict == SLIP_MAYBE;
            if (n.verdict == SLIP_MAYBE) diag("seed %d: %s", k, n.why);
            slip_ruler_free(&ruler);
            made_free(&x);
        }
    }
    is_int(bad, 0, "every residual lies in its interval");
    is_int(held, count, "solutions hold beyond rounding");
    is_int(broken, 2 * count, "wrong answers fail beyond rounding");
    is_int(undecided, 0, "none is undecided");
}

/* a tolerance that is the residual itself, to the last bit of its interval */
static void on_the_edge(void)
{
    made x;
    slip_ruler ruler;
    slip_enclosures n;
    slip_error e;
    made_options o = { .d = 3, .nc = 3, .bodies = 2, .mu = 0.5, .seed = 5, .law = SLIP_LAW_COULOMB, .dirs = { 4, 0 } };
    made_make(&x, &o);
    if (slip_ruler_new(&ruler, &x.problem, &e)) bail_out("%s", e.text);
    for (int i = 0; i < x.problem.n; i++) x.answer.v[i] += 1e-3;
    x.answer.u = NULL;
    if (slip_enclose(&ruler, o.law, &x.answer, 1e-8, &n, &e)) bail_out("%s", e.text);
    double low = n.low[SLIP_R_NATURAL], high = n.high[SLIP_R_NATURAL];
    ok(n.holds[SLIP_R_NATURAL] == SLIP_NO && high > 0 && high - low <= 1e-15 * high, "an interval of %.1g of its value", (high - low) / high);
    slip_enclose(&ruler, o.law, &x.answer, nextafter(high, 1), &n, &e);
    ok(n.holds[SLIP_R_NATURAL] == SLIP_YES, "a tolerance just above it holds");
    slip_enclose(&ruler, o.law, &x.answer, nextafter(low, 0), &n, &e);
    ok(n.holds[SLIP_R_NATURAL] == SLIP_NO, "one just below it does not");
    x.answer.v = NULL;
    slip_enclose(&ruler, o.law, &x.answer, 1e-8, &n, &e);
    ok(n.verdict == SLIP_MAYBE && n.why[0], "an answer without velocities is undecided: %s", n.why);
    slip_ruler_free(&ruler);
    made_free(&x);
}

/* the bound is never below the true distance, and is small for the solution */
static void gaps(int count)
{
    int wrong = 0, small = 0, known = 0;
    for (int k = 0; k < count; k++) {
        made_options o = { .d = 2 + k % 2, .nc = 3, .bodies = 2, .mu = 0.3, .seed = (unsigned long)k, .law = k % 4 < 2 ? SLIP_LAW_CONE : SLIP_LAW_CONE_FACETS, .dirs = { 4, 0 } };
        for (int lie = 0; lie < 3; lie++) {
            made x, y;
            slip_near n;
            slip_error e;
            made_make(&x, &o);
            made_make(&y, &o);
            double size = lie == 0 ? 0 : lie == 1 ? 1e-7 : 1e-2, far = 0;
            for (int i = 0; i < slip_problem_m(&x.problem); i++) y.answer.r[i] += size * sin(3 * i + k);
            for (int i = 0; i < x.problem.n; i++) y.answer.v[i] += size * cos(2 * i + k);
            for (int j = 0; j < x.problem.n; j++)
                for (int q = x.problem.M.p[j]; q < x.problem.M.p[j + 1]; q++)
                    far += (x.answer.v[j] - y.answer.v[j]) * x.problem.M.x[q] * (x.answer.v[x.problem.M.i[q]] - y.answer.v[x.problem.M.i[q]]);
            if (slip_near_prove(&y.problem, o.law, o.dirs, &y.answer, &(slip_near_options){ .bound = true, .gate = 1e300, .reach = 1e300 }, &n, &e)) bail_out("%s", e.text);
            if (n.word == SLIP_NEAR_BOUND) {
                known += lie == 0;
                small += lie == 0 && n.eps <= 1e-5;
                if (!(n.eps >= sqrt(far) * (1 - 1e-9))) wrong++, diag("seed %d: %g is claimed, %g is true", k, n.eps, sqrt(far));
            } else if (k < 6 && lie == 0) diag("seed %d: %s", k, n.sentence);
            slip_near_free(&n);
            made_free(&x);
            made_free(&y);
        }
    }
    is_int(wrong, 0, "the duality gap never claims less than the true distance");
    ok(known >= count / 2 && small == known, "%d of %d solutions are bounded, all within 1e-5", known, count);
}

static void starved(void)
{
    made x;
    slip_ruler ruler;
    slip_enclosures n;
    slip_error e;
    int wrong = 0;
    made_options o = { .d = 3, .nc = 3, .bodies = 2, .mu = 0.5, .seed = 5, .law = SLIP_LAW_CONE, .dirs = { 4, 0 }, .p = 2 };
    made_make(&x, &o);
    if (slip_ruler_new(&ruler, &x.problem, &e)) bail_out("%s", e.text);
    long k = 1, live = slip_memory_live();
    slip_status s = SLIP_MEMORY;
    for (; s != SLIP_OK && k < 500; k++) {
        slip_memory_fail_at(k);
        s = slip_enclose(&ruler, o.law, &x.answer, 1e-8, &n, &e);
        slip_memory_fail_at(0);
        wrong += slip_memory_live() != live || (s != SLIP_OK && s != SLIP_MEMORY);
    }
    ok(wrong == 0 && s == SLIP_OK && k > 3, "each of %ld allocations fails once", k - 2);
    slip_ruler_free(&ruler);
    made_free(&x);
}

int main(void)
{
    slip_error error;
    if (slip_start(&error) != SLIP_OK) bail_out("%s", error.text);
    plan(4 + 4 + 2 + 1);
    intervals(quick_or_full(60, 450));
    on_the_edge();
    gaps(quick_or_full(20, 200));
    starved();
    return done();
}
