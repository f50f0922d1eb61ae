/* latex.c: a study as LaTeX tables (booktabs) and as TSV.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>
#include <string.h>
#include "reports/digest.h"

void slip_latex_text(slip_text *out, const char *s)
{
    for (; *s; s++)
        if (strchr("_%&#${}", *s))
            slip_text_add(out, "\\%c", *s);
        else if (*s == '~' || *s == '^' || *s == '\\')
            slip_text_add(out, "\\char%d{}", *s);
        else if (*s == '<' || *s == '>' || *s == '|')       /* other signs in the old text encoding */
            slip_text_add(out, "$%c$", *s);
        else
            slip_text_put(out, s, 1);
}

static void latex_number(slip_text *out, double x)
{
    if (!isfinite(x))
        slip_text_add(out, "--");
    else if (x == 0 || (fabs(x) >= 1e-2 && fabs(x) < 1e4))
        slip_text_add(out, "%.3g", x);
    else {
        int e = (int)floor(log10(fabs(x)));
        slip_text_add(out, "$%.1f\\cdot10^{%d}$", x / pow(10, e), e);
    }
}

slip_status slip_report_latex(const slip_digest *d, slip_text *out, slip_error *error)
{
    slip_arena arena = { 0 };
    slip_text_add(out, "%% Made by slipstick %s; needs \\usepackage{booktabs}.\n"
                       "%% Verdicts are computed apart from the solvers, tolerance %g on every deciding residual; cost in products with W; times of grade %c.\n"
                       "\\begin{tabular}{lrrrrr}\n\\toprule\nsolver & solved & of & false claims & cheapest on & CPU (ms) \\\\\n\\midrule\n", slip_version(), d->tol, d->grade);
    for (int s = 0; s < d->solvers; s++) {
        slip_profile f, t;
        int lies = 0;
        for (int p = 0; p < d->problems; p++)
            lies += slip_cell_at(d, p, s)->row && slip_cell_at(d, p, s)->word == SLIP_VERDICT_FALSE_CLAIM;
        if (slip_profile_get(d, s, SLIP_COST_COUNTED, 0, true, &f, &arena, error) != SLIP_OK || slip_profile_get(d, s, SLIP_COST_CPU, 0, false, &t, &arena, error) != SLIP_OK)
            break;
        slip_latex_text(out, d->solver[s]);
        slip_text_add(out, " & %d & %d & %d & ", f.solved, f.of, lies);
        latex_number(out, f.uncounted ? NAN : f.best);
        slip_text_add(out, " & ");
        latex_number(out, t.points ? 1e3 * t.x[t.points / 2] : NAN);
        slip_text_add(out, " \\\\\n");
    }
    slip_text_add(out, "\\bottomrule\n\\end{tabular}\n\n%% Who fails where.\n\\begin{tabular}{l");
    for (int s = 0; s < d->solvers; s++)
        slip_text_add(out, "c");
    slip_text_add(out, "}\n\\toprule\nproblem");
    for (int s = 0; s < d->solvers; s++) {
        slip_text_add(out, " & ");
        slip_latex_text(out, d->solver[s]);
    }
    slip_text_add(out, " \\\\\n\\midrule\n");
    for (int p = 0; p < d->problems; p++) {
        slip_latex_text(out, d->problem[p]);
        for (int s = 0; s < d->solvers; s++) {
            const slip_cell *c = slip_cell_at(d, p, s);
            slip_text_add(out, " & %c", c->row ? slip_verdict_letter(c->word) : '.');
        }
        slip_text_add(out, " \\\\\n");
    }
    slip_text_add(out, "\\bottomrule\n\\end{tabular}\n");
    bool failed = arena.failed || out->failed;
    slip_arena_free(&arena);
    return failed ? slip_fail(error, SLIP_MEMORY, "out of memory for a report") : SLIP_OK;
}

slip_status slip_report_tsv(const slip_digest *d, slip_text *out, slip_error *error)
{
    slip_text_add(out, "problem\tcontacts\tsolver\tverdict\tclaim\tclaimed_law\terror\tmodel_error\tcost\tsteps\tcpu\tcpu_low\tcpu_high\trepetitions\tdiagnosis\tkey\n");
    for (int p = 0; p < d->problems; p++)
        for (int s = 0; s < d->solvers; s++) {
            const slip_cell *c = slip_cell_at(d, p, s);
            if (c->row)
                slip_text_add(out, "%s\t%d\t%s\t%s\t%s\t%s\t%.9g\t%.9g\t%.9g\t%.0f\t%.9g\t%.9g\t%.9g\t%d\t%s\t%s\n", d->problem[p], d->contacts[p], d->solver[s], slip_verdict_name(c->word), slip_row_text(c->row, "claim"),
                              slip_row_text(c->row, "claimed_law"), c->error, c->model, c->cost, c->steps, c->cpu, c->cpu_low, c->cpu_high, c->reps, slip_row_text(c->row, "diagnosis"), c->row->key);
        }
    return out->failed ? slip_fail(error, SLIP_MEMORY, "out of memory for a report") : SLIP_OK;
}
