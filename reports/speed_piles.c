/* speed_piles.c: Lemke's method on the 210 disks of Anitescu and Hart's Table 1, their column LCP0: solved, or given up after how many pivots.
   SPDX-License-Identifier: GPL-3.0-or-later

   No ratio is held here: a run is missed when what it claims is not true, and at mu = 0.1, which their solver managed, when it is not solved. */

#include <stdio.h>

#include "reports/reports.h"

enum { EVERY = 10 };            /* seconds between signs of life */

typedef struct { FILE *out; double next; } sign;

static int alive(void *ctx, long step, const slip_iterate *it, double residual)
{
    sign *s = ctx;
    (void)step;
    (void)residual;
    if (slip_clock_wall() < s->next) return 0;
    s->next = slip_clock_wall() + EVERY;
    fprintf(s->out, "  %lld pivots so far\n", it->work[SLIP_WORK_PIVOTS]);
    fflush(s->out);
    return 0;
}

bool slip_speed_pile(FILE *out, const char *name, const char *solver, slip_verdict_word *word)
{
    slip_problem p;
    slip_error error = { 0 };
    slip_arena arena = { 0 };
    slip_result r;
    const slip_solver *s;
    double par[SLIP_MAX_PARAMS];
    sign life = { out, slip_clock_wall() + EVERY };
    bool ran = false;
    if (slip_problem_open(&p, name, NULL, &error) == SLIP_OK) {
        if (slip_solver_open(solver, &s, par, &error) == SLIP_OK && slip_run(s, &p, par, NULL, NULL, alive, &life, &r, &arena, &error) == SLIP_OK) {
            slip_verdict v = slip_verify(&p, p.law, p.dirs, &r.answer, NULL, 1e-8);
            *word = v.word;
            ran = true;
            fprintf(out, "%-34s %-13s %7d %11.3e %s (error %.1e) after %lld pivots%s%s\n", name, solver, 4 * p.nc, r.cpu, slip_verdict_name(v.word), v.error,
                    r.work[SLIP_WORK_PIVOTS], r.note[0] ? ": " : "", r.note);
            fflush(out);
        }
        slip_problem_free(&p);
    }
    if (error.text[0]) fprintf(out, "%s: %s\n", name, error.text);
    slip_arena_free(&arena);
    return ran;
}

static int run(FILE *out)
{
    static const char *const mus[] = { "0.1", "0.2", "0.4", "0.6", "0.8" }, *const solvers[] = { "lemke", "lemke:crash=1" };
    int missed = 0;
    fprintf(out, "%-34s %-13s %7s %11s %s\n", "PROBLEM", "METHOD", "SIZE", "SECONDS", "VERDICT");
    for (int m = 0; m < 5; m++)
        for (int k = 0; k < 2; k++) {
            char name[64];
            slip_verdict_word word = SLIP_VERDICT_HARNESS;
            snprintf(name, sizeof name, "cannonball:n=20,mu=%s", mus[m]);
            bool ran = slip_speed_pile(out, name, solvers[k], &word), right = word == SLIP_VERDICT_VERIFIED || (m > 0 && (word == SLIP_VERDICT_INACCURATE || word == SLIP_VERDICT_UNCLAIMED));
            missed += !(ran && right);
        }
    return missed;
}

const slip_speed slip_speed_piles = { .name = "piles", .about = "Lemke's method on 210 disks, mu = 0.1 to 0.8: pivots and verdicts; minutes", .run = run, .asked = true };
