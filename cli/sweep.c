/* sweep.c: `slipstick solve ... --sweep key=a:b:step`: the same run for many values of one parameter.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>
#include <string.h>
#include "cli/cli.h"

enum { MOST = 100000 };

typedef struct { char key[32]; double from, to, by; int count; bool of_solver; } range;

/* key=a:b:step; the key is the problem's if it has one of that name, else the solver's. */
static slip_status read_range(const char *text, const slip_family *family, const slip_solver *solver, range *out, slip_error *error)
{
    const char *equals = strchr(text, '='), *at = equals ? equals + 1 : NULL;
    size_t length = equals ? (size_t)(equals - text) : 0;
    if (!equals || !length || length >= sizeof out->key) return slip_fail(error, SLIP_INPUT, "--sweep takes key=from:to:step, not '%.60s'", text);
    memcpy(out->key, text, length);
    out->key[length] = 0;
    if (!slip_parse_double(at, &at, &out->from) || *at != ':' || !slip_parse_double(at + 1, &at, &out->to) || *at != ':'
        || !slip_parse_double(at + 1, &at, &out->by) || *at)
        return slip_fail(error, SLIP_INPUT, "--sweep takes key=from:to:step, not '%.60s'", text);
    double count = floor((out->to - out->from) / out->by + 1e-9) + 1;
    if (!(out->by != 0 && count >= 1 && count <= MOST)) return slip_fail(error, SLIP_INPUT, "--sweep %.60s gives no values, or more than %d", text, MOST);
    out->count = (int)count;
    const slip_param *tables[2] = { family ? family->params : NULL, solver->params };
    for (int t = 0; t < 2; t++)
        for (int k = 0; tables[t] && tables[t][k].name; k++)
            if (strcmp(tables[t][k].name, out->key) == 0) { out->of_solver = t; return SLIP_OK; }
    return slip_fail(error, SLIP_INPUT, "neither the problem nor %s has a parameter '%s'", solver->name, out->key);
}

static void with(slip_text *out, const char *name, const char *key, double value)
{
    char number[32];
    slip_format_double(number, value);
    slip_text_add(out, "%s%c%s=%s", name, strchr(name, ':') ? ',' : ':', key, number);
}

typedef struct { double value, rate, mean, theory; bool good; } point;      /* mean: factor a step over the whole run, 0 when it ends by itself */

static int one(const char *problem, const char *solver, const slip_limits *limits, point *p)
{
    slip_error error = { 0 };
    slip_problem q;
    slip_truth truth;
    slip_arena arena = { 0 };
    slip_result r;
    const slip_solver *s;
    double par[SLIP_MAX_PARAMS];
    if (slip_solver_open(solver, &s, par, &error) || slip_open(&q, problem, &truth, &error)) return slip_complain_error(&error);
    int code = SLIP_EXIT_OK;
    if (slip_run(s, &q, par, limits, NULL, NULL, NULL, &r, &arena, &error)) code = slip_complain_error(&error);
    else {
        slip_judgement j = slip_judge_run(&q, &r, &truth, limits->tol);
        slip_story story;
        if (slip_story_tell(&story, &q, &truth, &r, limits, &j, NULL, &error)) code = slip_complain_error(&error);
        p->rate = story.rate.estimate; p->theory = r.theory;
        p->mean = s->flags & SLIP_FINITE ? 0 : r.steps > 0 && r.moments > 0 && r.history[0].residual > 0 ? pow(r.residual / r.history[0].residual, 1.0 / (double)r.steps) : NAN;
        p->good = j.claimed.word == SLIP_VERDICT_VERIFIED;
        printf("%.10g\t%s\t%s\t%ld\t%.3e\t%s\t%.8g\t%.8g\t%ld\n", p->value, slip_claim_name(r.answer.claim), slip_verdict_name(j.claimed.word), r.steps, r.residual,
               story.word ? story.word : "-", story.rate.estimate, r.theory, r.cycle);
    }
    slip_arena_free(&arena);
    slip_problem_free(&q);
    return code;
}

static int figure(const slip_args *args, const range *g, const point *p, const char *problem, const char *solver)
{
    slip_arena arena = { 0 };
    double *x = SLIP_NEW(&arena, double, g->count), *y = SLIP_NEW(&arena, double, g->count), *fx = SLIP_NEW(&arena, double, g->count),
           *fy = SLIP_NEW(&arena, double, g->count), *ty = SLIP_NEW(&arena, double, g->count), *mx = SLIP_NEW(&arena, double, g->count), *my = SLIP_NEW(&arena, double, g->count),
           *all = SLIP_NEW(&arena, double, g->count);
    if (arena.failed) return slip_complain_memory();
    int good = 0, even = 0, bad = 0, theory = 0, curves = 0, code = SLIP_EXIT_OK, at = 0;
    for (int k = 0; k < g->count; k++) {
        if (p[k].good && isfinite(p[k].rate)) { x[good] = p[k].value; y[good++] = p[k].rate; }
        else if (p[k].good) { mx[even] = p[k].value; my[even++] = p[k].mean; }
        else { fx[bad] = p[k].value; fy[bad++] = 1; }
        all[k] = p[k].value;
        ty[k] = p[k].theory;
        theory += isfinite(p[k].theory);
    }
    slip_curve curve[4];
    if (theory) curve[curves++] = (slip_curve){ .title = "theory", .count = g->count, .x = all, .y = ty, .lines = true, .colour = "#1f77b4" };
    if (good) curve[curves++] = (slip_curve){ .title = "verified: steady rate", .count = good, .x = x, .y = y, .points = true, .colour = "#2ca02c" };
    if (even) curve[curves++] = (slip_curve){ .title = "verified: mean over the run", .count = even, .x = mx, .y = my, .points = true, .colour = "#ff7f0e" };
    if (bad) curve[curves++] = (slip_curve){ .title = "not verified (drawn at 1)", .count = bad, .x = fx, .y = fy, .points = true, .colour = "#d62728" };
    slip_text title = { 0 };
    slip_text_add(&title, "%s on %s: convergence against %s", solver, problem, g->key);
    slip_figure f = { .title = title.s, .xlabel = g->key, .ylabel = "factor of the residual in one step", .curves = curves, .curve = curve, .key_below = true };
    slip_error error = { 0 };
    const char *path;
    if (slip_args_has(args, "plot")) {
        slip_text out = { 0 };
        if (slip_plot_text(&f, slip_terminal_columns() - 1, 22, &out, &error)) code = slip_complain_error(&error);
        else fwrite(out.s, 1, out.length, stderr);
        slip_text_free(&out);
    }
    while ((path = slip_args_each(args, "output", &at))) {
        slip_text out = { 0 };
        if (slip_plot_svg(&f, &out, &error)) code = slip_complain_error(&error);
        else if (slip_file_write(path, out.s, out.length, &error)) code = slip_complain(SLIP_EXIT_ENVIRONMENT, "%s", error.text);
        slip_text_free(&out);
    }
    slip_text_free(&title);
    slip_arena_free(&arena);
    return code;
}

int slip_sweep(const slip_args *args, const slip_limits *limits)
{
    slip_error error = { 0 };
    const char *problem = args->operand[0], *solver = slip_args_get(args, "solver");
    const slip_solver *s;
    double par[SLIP_MAX_PARAMS];
    char head[64];
    size_t length = strcspn(problem, ":");
    range g = { .count = 0 };
    snprintf(head, sizeof head, "%.*s", (int)(length < 63 ? length : 63), problem);
    if (slip_solver_open(solver, &s, par, &error)) return slip_complain_error(&error);
    const slip_family *family = strchr(problem, '/') ? NULL : slip_family_find(head, &error);
    if (!family && !strchr(problem, '/')) return slip_complain_error(&error);
    if (read_range(slip_args_get(args, "sweep"), family, s, &g, &error)) return slip_complain_error(&error);
    slip_arena arena = { 0 };
    point *p = SLIP_NEW(&arena, point, g.count);
    if (!p) return slip_complain_memory();
    slip_progress progress;
    slip_progress_begin(&progress);
    printf("%s\tclaim\tverdict\tsteps\tresidual\tdiagnosis\trate\ttheory\tcycle\n", g.key);
    int code = SLIP_EXIT_OK, findings = 0, done = 0;
    for (; done < g.count && !code && !slip_terminal_signal(); done++) {
        slip_text a = { 0 }, b = { 0 };
        p[done].value = g.from + done * g.by;
        p[done].value = round(p[done].value * 1e12) / 1e12;         /* 0.1 + 0.2 is meant as 0.3 */
        if (g.of_solver) { slip_text_add(&a, "%s", problem); with(&b, solver, g.key, p[done].value); }
        else { with(&a, problem, g.key, p[done].value); slip_text_add(&b, "%s", solver); }
        code = a.failed || b.failed ? slip_complain_memory() : one(a.s, b.s, limits, &p[done]);
        findings += !p[done].good;
        slip_text_free(&a);
        slip_text_free(&b);
        if (slip_progress_due(&progress)) slip_progress_tell(&progress, (double)(done + 1) / g.count, g.key);
    }
    slip_progress_end(&progress);
    if (!code && done < g.count) code = slip_complain(SLIP_EXIT_INCOMPLETE, "interrupted after %d of %d values", done, g.count);
    if (!code && (slip_args_has(args, "plot") || slip_args_has(args, "output"))) code = figure(args, &g, p, problem, solver);
    slip_arena_free(&arena);
    return code ? code : findings ? SLIP_EXIT_FINDINGS : SLIP_EXIT_OK;
}
