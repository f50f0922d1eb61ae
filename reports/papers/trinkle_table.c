/* trinkle_table.c: Table 1 of [TrinkleEtAl1995] with our random instances, and what became of each failure.
   SPDX-License-Identifier: GPL-3.0-or-later

   As in 1995: as many data sets of a size, each problem with ten coefficients of friction, Lemke's method with at most 100 pivots and ten
   covering vectors, the interior point method with at most 300 iterations.  A data set that Lemke does not solve so is looked at again:
   without the limit, by the other method, along a path from slight friction, by an infeasible linear program, by exact enumeration. */

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "reports/papers/measures.h"
#include "solvers/lcp.h"

enum { MUS = 10 };
static const double mus[MUS] = { 0.05, 0.1, 0.2, 0.3, 0.4, 0.6, 0.8, 1, 1.2, 1.5 };
static const int sizes[9] = { 2, 10, 16, 30, 50, 90, 120, 150, 170 }, sets[9] = { 20, 60, 10, 26, 20, 23, 10, 6, 10 };

typedef struct {
    int tried, lemke, fip, any, by_mu[MUS][3];       /* of a mu: tried, Lemke, interior point */
    double starts, pivots, iterations;              /* sums over what was solved */
    int none, limit, other, undecided;              /* Lemke's failures: proved without solution, pivot limit, solved by another method only, neither */
    int away;                                       /* of the undecided: the path from slight friction leads to infinity */
} row;

/* What can be said of a data set that Lemke did not solve within 100 pivots. */
static slip_status look_again(slip_demo *d, const slip_lab *lab, bool fip, row *x, slip_error *error)
{
    slip_demo_again(d);
    slip_status status = slip_demo_solve(d, "lemke", (slip_limits){ .tol = 1e-7, .time = 10 }, NULL, NULL, error);
    if (status != SLIP_OK)
        return status;
    if (slip_demo_verified(d)) {
        if (d->result.answer.claim == SLIP_CLAIM_NO_SOLUTION)
            x->none++;
        else
            x->limit++, x->any += !fip;
        return SLIP_OK;
    }
    if (fip) {
        x->other++;
        return SLIP_OK;
    }
    slip_demo_again(d);
    if ((status = slip_demo_solve(d, "homotopy", (slip_limits){ .tol = 1e-7, .time = 10 }, NULL, NULL, error)) != SLIP_OK)
        return status;
    if (slip_demo_verified(d)) {
        x->other++, x->any++;
        return SLIP_OK;
    }
    bool away = strstr(d->result.note, "infinity");
    if (slip_lcp_size(&d->problem, SLIP_LCP_BOX) > 16) {         /* beyond that exact enumeration may take for ever */
        x->undecided++;
        x->away += away;
        return SLIP_OK;
    }
    slip_proof proof;
    slip_prove_how how = { .law = d->problem.law, .dirs = d->problem.dirs, .asks = 1u << SLIP_ASK_SOLUTIONS, .nodes = 20000, .seconds = lab->quick ? 0.5 : 5 };
    if ((status = slip_prove(&d->problem, &how, &proof, error)) != SLIP_OK)
        return status;
    if (proof.word == SLIP_PROVED_NO_SOLUTION)
        x->none++;
    else {
        x->undecided++;
        x->away += away;
    }
    slip_proof_free(&proof);
    return SLIP_OK;
}

static slip_status one_set(row *x, int size, int seed, int k, const slip_lab *lab, slip_error *error)
{
    char name[96];
    slip_demo d;
    snprintf(name, sizeof name, "multibody:size=%d,mu=%g,seed=%d", size, mus[k], seed);
    slip_status status = slip_demo_run(&d, name, "fip:steps=300", (slip_limits){ .tol = 1e-6, .time = 10 }, NULL, NULL, error);
    if (status != SLIP_OK)
        return status;
    bool fip = slip_demo_verified(&d) && d.result.answer.claim == SLIP_CLAIM_SOLVED, lemke = false;
    x->tried++;
    x->by_mu[k][0]++;
    x->fip += fip;
    x->by_mu[k][2] += fip;
    x->iterations += fip ? (double)d.result.work[SLIP_WORK_FACTORISATIONS] : 0;
    slip_demo_again(&d);
    status = slip_demo_solve(&d, "lemke:pivots=100,covers=10", (slip_limits){ .tol = 1e-6, .time = 10 }, NULL, NULL, error);
    if (status == SLIP_OK) {
        lemke = slip_demo_verified(&d) && d.result.answer.claim == SLIP_CLAIM_SOLVED;
        x->lemke += lemke;
        x->by_mu[k][1] += lemke;
        x->any += fip || lemke;
        x->starts += lemke ? 1 + (double)d.result.work[SLIP_WORK_RESTARTS] : 0;
        x->pivots += lemke ? (double)d.result.work[SLIP_WORK_PIVOTS] : 0;
        if (!lemke)
            status = look_again(&d, lab, fip, x, error);
    }
    slip_demo_end(&d);
    return status;
}

static slip_status measured(slip_lab *lab, int size, row **out, slip_error *error)
{
    bool fresh;
    int which = 0;
    row *x = slip_lab_keep(lab, "multibody", size, sizeof *x, &fresh);
    *out = x;
    if (!x)
        return slip_fail(error, SLIP_MEMORY, "out of memory");
    while (which < 8 && sizes[which] != size)
        which++;
    int problems = lab->quick ? 1 : (sets[which] + 5) / 10;
    slip_status status = SLIP_OK;
    for (int seed = 1; fresh && seed <= problems; seed++)
        for (int k = 0; k < MUS && status == SLIP_OK; k += lab->quick ? 3 : 1) {
            char what[48];
            snprintf(what, sizeof what, "size %d, problem %d, mu %g", size, seed, mus[k]);
            slip_lab_tell(lab, what, (seed - 1 + (double)k / MUS) / problems);
            status = one_set(x, size, seed, k, lab, error);
        }
    return status;
}

/* at: the size; printed < 0: a dash in the table; what = NULL: a share of the data sets. */
static slip_status cell(const slip_statement *s, slip_lab *lab, slip_reading *r, double (*value)(const row *), const char *what, slip_error *error)
{
    row *x;
    slip_status status = measured(lab, (int)s->at, &x, error);
    if (status != SLIP_OK)
        return status;
    double ours = value(x);
    if (isnan(ours))
        slip_reading_set(r, SLIP_CELL_NOT_COMPARABLE, "nothing was solved");
    else if (what)
        slip_reading_set(r, SLIP_CELL_NOT_COMPARABLE, "%.1f %s", ours, what);
    else
        slip_reading_set(r, SLIP_CELL_NOT_COMPARABLE, "%.2f of %d data sets", ours, x->tried);
    const char *beside = s->printed < 0 ? isnan(ours) ? "as there" : "not empty" : isnan(ours) ? "empty" : ours < s->printed ? "smaller" : ours > s->printed ? "larger" : "the same";
    slip_reading_note(r, "the instances of 1995 are lost; on ours it is %s", *s->says == '<' && ours < s->printed ? "as there" : beside);
    return SLIP_OK;
}

static double lemke_fraction(const row *x) { return (double)x->lemke / x->tried; }
static double lemke_starts(const row *x) { return x->lemke ? x->starts / x->lemke : NAN; }
static double lemke_pivots(const row *x) { return x->lemke ? x->pivots / x->lemke : NAN; }
static double fip_fraction(const row *x) { return (double)x->fip / x->tried; }
static double fip_iterations(const row *x) { return x->fip ? x->iterations / x->fip : NAN; }

slip_status slip_trinkle_lemke(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    row *x;
    slip_status status = cell(s, lab, r, lemke_fraction, NULL, error);
    if (status == SLIP_OK && (status = measured(lab, (int)s->at, &x, error)) == SLIP_OK && x->lemke < x->tried)
        slip_reading_note(r, "the instances of 1995 are lost; of our %d failures %d are proved to have no solution, %d end at the limit of 100 pivots, %d are solved by another method only, %d are undecided (at %d of them the path from slight friction leads to infinity)", x->tried - x->lemke, x->none, x->limit, x->other, x->undecided, x->away);
    return status;
}
slip_status slip_trinkle_starts(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error) { return cell(s, lab, r, lemke_starts, "starts", error); }
slip_status slip_trinkle_pivots(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error) { return cell(s, lab, r, lemke_pivots, "pivots", error); }
slip_status slip_trinkle_fip(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error) { return cell(s, lab, r, fip_fraction, NULL, error); }
slip_status slip_trinkle_iterations(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error) { return cell(s, lab, r, fip_iterations, "iterations", error); }

/* All sizes; at = 0: solved by either; 1: non-existence among the failures; 2: falls with size; 3: by mu. */
slip_status slip_trinkle_overall(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    int tried = 0, any = 0, none = 0, limit = 0, undecided = 0, away = 0, small = 0, small_of = 0, large = 0, large_of = 0, other = 0, failed = 0, low[3] = { 0 }, high[3] = { 0 };
    for (int k = 0; k < 9; k++) {
        row *x;
        slip_status status = measured(lab, sizes[k], &x, error);
        if (status != SLIP_OK)
            return status;
        tried += x->tried, any += x->any, none += x->none, limit += x->limit, undecided += x->undecided, away += x->away, other += x->other, failed += x->tried - x->lemke;
        if (k < 4)
            small += x->lemke, small_of += x->tried;
        else if (k > 4)
            large += x->lemke, large_of += x->tried;
        for (int i = 0; i < MUS; i++)
            for (int j = 0; j < 3; j++)
                (mus[i] <= 0.6 ? low : high)[j] += x->by_mu[i][j];
    }
    if (s->at == 0)
        slip_reading_set(r, SLIP_CELL_NOT_COMPARABLE, "%d of %d (%.0f%%) solved by one of the two", any, tried, 100. * any / tried);
    else if (s->at == 1) {
        slip_reading_set(r, none > 0 ? SLIP_CELL_REPRODUCED : SLIP_CELL_CONSISTENT, "of %d failures of Lemke %d are proved to have no solution, %d were the pivot limit, %d are solved by another method only, %d undecided", failed, none, limit, other, undecided);
        slip_reading_note(r, "proofs: an infeasible linear program with its certificate, or exact enumeration ('slipstick prove'); at %d of the undecided the path that begins at slight friction (homotopy) leads to infinity before the friction posed, as it does for the rod above Painleve's critical friction: no proof, but no method found a solution there", away);
    } else if (s->at == 2)
        slip_reading_set(r, (double)large / large_of < (double)small / small_of ? SLIP_CELL_SAME_TREND : SLIP_CELL_DIFFERS, "sizes up to 30: %.2f; 90 and more: %.2f (100 pivots)", (double)small / small_of, (double)large / large_of);
    else {
        slip_reading_set(r, SLIP_CELL_NOT_COMPARABLE, "mu <= 0.6: Lemke %.2f, interior point %.2f of %d; mu >= 0.8: %.2f, %.2f of %d", (double)low[1] / low[0], (double)low[2] / low[0], low[0], (double)high[1] / high[0], (double)high[2] / high[0], high[0]);
        slip_reading_note(r, "the table gives no values by mu; drawn below");
    }
    return SLIP_OK;
}

slip_status slip_trinkle_draw(slip_lecture *l, slip_lab *lab, slip_error *error)
{
    static const double theirs[2][9] = { { 1, 0.92, 1, 0.62, 0.35, 0, 0.1, 0, 0 }, { 0.5, 0.35, 1, 0.42, 0.3, 0.35, 0.7, 0.5, 0 } };
    slip_lecture_piece *p = slip_draw(l, (slip_figure){ .title = "Figure 1: friction cone and pyramid: forces on a sphere pushed all around", .xlabel = "friction along t over mu c_n", .ylabel = "friction along o over mu c_n", .width = 480, .height = 440 });
    int disc = slip_draw_curve(l, p, (slip_curve){ .title = "cone", .points = true, .colour = "#1f77b4" }), square = slip_draw_curve(l, p, (slip_curve){ .title = "pyramid", .points = true, .colour = "#d62728" });
    for (int k = 0; k < 48; k++)
        for (int law = 0; law < 2; law++) {
            char name[96];
            slip_demo d;
            snprintf(name, sizeof name, "sphere:x=%.17g,y=%.17g,law=%s", 30 * cos(k / 48. * 6.283185307), 30 * sin(k / 48. * 6.283185307), law ? "box" : "coulomb");
            slip_status status = slip_demo_run(&d, name, law ? "lemke" : "nsgs", (slip_limits){ 0 }, NULL, NULL, error);
            if (status != SLIP_OK)
                return status;
            const double *f = d.result.answer.r;
            slip_draw_point(l, p, law ? square : disc, f[1] / (0.2 * f[0]), f[2] / (0.2 * f[0]));
            slip_demo_end(&d);
        }
    slip_lecture_piece *table = slip_draw(l, (slip_figure){ .title = "Table 1: share solved by size of the LCP", .xlabel = "size of the LCP", .ylabel = "share of the data sets", .unit = true });
    const char *const titles[] = { "Lemke, ours", "Lemke, 1995", "interior point, ours", "interior point, 1995" }, *const colours[] = { "#1f77b4", "#17becf", "#d62728", "#ff7f0e" };
    for (int k = 0; k < 4; k++)
        slip_draw_curve(l, table, (slip_curve){ .title = titles[k], .colour = colours[k] });
    slip_lecture_piece *friction = slip_draw(l, (slip_figure){ .title = "The same by coefficient of friction, all sizes", .xlabel = "friction coefficient mu", .ylabel = "share of the data sets", .unit = true });
    for (int k = 0; k < 4; k += 2)
        slip_draw_curve(l, friction, (slip_curve){ .title = k ? "interior point" : "Lemke, 100 pivots", .colour = colours[k] });
    int sum[MUS][3] = { { 0 } };
    for (int k = 0; k < 9; k++) {
        row *x;
        slip_status status = measured(lab, sizes[k], &x, error);
        if (status != SLIP_OK)
            return status;
        slip_draw_point(l, table, 0, sizes[k], lemke_fraction(x));
        slip_draw_point(l, table, 1, sizes[k], theirs[0][k]);
        slip_draw_point(l, table, 2, sizes[k], fip_fraction(x));
        slip_draw_point(l, table, 3, sizes[k], theirs[1][k]);
        for (int i = 0; i < MUS; i++)
            for (int j = 0; j < 3; j++)
                sum[i][j] += x->by_mu[i][j];
    }
    for (int i = 0; i < MUS; i++)
        for (int j = 0; j < 2; j++)
            if (sum[i][0])
                slip_draw_point(l, friction, j, mus[i], (double)sum[i][1 + j] / sum[i][0]);
    return SLIP_OK;
}
