/* compare.c: `slipstick compare OLD NEW`: verdicts that changed, and what it costs now.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <string.h>
#include "cli/cli.h"
#include "reports/digest.h"

/* From good to bad; negative: not to be compared. */
static int rank_of(const slip_cell *c)
{
    if (!c->row)
        return -1;
    switch (c->word) {
    case SLIP_VERDICT_VERIFIED: return 0;
    case SLIP_VERDICT_UNCLAIMED: return 1;
    case SLIP_VERDICT_INACCURATE: case SLIP_VERDICT_UNPROVED: return 2;
    case SLIP_VERDICT_FALSE_CLAIM: return 4;
    case SLIP_VERDICT_NA: case SLIP_VERDICT_HARNESS: return -1;
    default: return 3;
    }
}

typedef struct { int n; double sum, squares; } ratios;      /* of logarithms */

static void add_ratio(ratios *r, double before, double after)
{
    if (before > 0 && after > 0 && isfinite(before) && isfinite(after)) {
        double x = log(after / before);
        r->n++;
        r->sum += x;
        r->squares += x * x;
    }
}

static void print_ratio(const char *what, const ratios *r)
{
    if (!r->n)
        return;
    double mean = r->sum / r->n, spread = r->n > 1 ? sqrt(fmax(0, r->squares / r->n - mean * mean) / (r->n - 1)) * gsl_cdf_tdist_Pinv(0.975, r->n - 1) : NAN;
    slip_print_heading(what);
    if (r->n > 1)
        printf("%.3g times the old, 95 %% interval %.3g to %.3g (%d pairs solved by both)\n", exp(mean), exp(mean - spread), exp(mean + spread), r->n);
    else
        printf("%.3g times the old (1 pair solved by both)\n", exp(mean));
}

typedef struct { int compared, worse, better, gone; ratios cost, cpu; } comparison;

static void compare_cells(const slip_digest *a, const slip_digest *b, int p, int s, int q, int t, comparison *c)
{
    const slip_cell *x = slip_cell_at(a, p, s), *y = slip_cell_at(b, q, t);
    int before = rank_of(x), after = rank_of(y);
    if (before < 0 || after < 0) {
        c->gone += before >= 0 && !y->row;
        return;
    }
    c->compared++;
    c->worse += after > before;
    c->better += after < before;
    if (after != before)
        printf("%s%-7s%s %s with %s: %s, was %s\n", slip_paint(after > before ? SLIP_BAD : SLIP_GOOD), after > before ? "worse" : "better", slip_unpaint(),
               a->problem[p], a->solver[s], slip_verdict_name(y->word), slip_verdict_name(x->word));
    if (slip_cell_good(x) && slip_cell_good(y)) {
        add_ratio(&c->cost, x->cost, y->cost);
        add_ratio(&c->cpu, x->cpu, y->cpu);
    }
}

static int compare_digests(const slip_digest *a, const slip_digest *b)
{
    comparison c = { 0 };
    for (int p = 0; p < a->problems; p++) {
        int q = 0;
        while (q < b->problems && strcmp(a->hash[p], b->hash[q]))
            q++;
        for (int s = 0; s < a->solvers && q < b->problems; s++) {
            int t = 0;
            while (t < b->solvers && strcmp(a->solver[s], b->solver[t]))
                t++;
            if (t < b->solvers)
                compare_cells(a, b, p, s, q, t, &c);
        }
    }
    if (!c.compared)
        return slip_complain(SLIP_EXIT_INCOMPLETE, "nothing can be compared: no problem was run with the same solver in both studies");
    slip_print_heading("verdicts");
    printf("%d compared, %d worse, %d better, %d missing in the new\n", c.compared, c.worse, c.better, c.gone);
    print_ratio("work", &c.cost);
    print_ratio("CPU time", &c.cpu);
    if (a->grade == 'C' || b->grade == 'C')
        printf("          times are of grade C: do not conclude from seconds\n");
    return c.worse ? SLIP_EXIT_FINDINGS : SLIP_EXIT_OK;
}

static int run(const slip_args *args)
{
    slip_digest a, b;
    slip_error error = { 0 };
    if (slip_digest_read(&a, args->operand[0], &error) != SLIP_OK)
        return slip_complain_error(&error);
    int code;
    if (slip_digest_read(&b, args->operand[1], &error) != SLIP_OK) {
        code = slip_complain_error(&error);
    } else {
        code = compare_digests(&a, &b);
        slip_digest_free(&b);
    }
    slip_digest_free(&a);
    return code;
}

const slip_command slip_command_compare = {
    .name = "compare", .about = "compare two studies: verdicts that changed, cost ratios", .usage = "OLD NEW",
    .help = "Runs are matched by the hash of the problem and the full name of the solver.  The exit status is 1 when a\n"
            "verdict is worse than before, 3 when nothing could be compared.\n",
    .least = 2, .most = 2, .fill = SLIP_FILL_FILE, .run = run
};
