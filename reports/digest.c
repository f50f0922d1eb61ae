/* digest.c: the rows of a study as a table, problem x solver.
   SPDX-License-Identifier: GPL-3.0-or-later

   Any prefix of any set of shards is a table: what is missing is "not run". */

#include "reports/digest.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *slip_row_text(const slip_row *r, const char *field)
{
    const char *s = r ? json_string_value(json_object_get(r->row, field)) : NULL;
    return s ? s : "";
}

double slip_row_number(const slip_row *r, const char *field)
{
    const json_t *x = r ? json_object_get(r->row, field) : NULL;
    return json_is_number(x) ? json_number_value(x) : NAN;
}

/* In products with W: a product is 2 m^2 operations, so is an update of a factor or a tableau and a solve with it, and a
   factorisation is m^3/3, m/6 products.  NaN: nothing was counted, as in another program. */
double slip_row_cost(const json_t *row)
{
    const json_t *counts = json_object_get(row, "counts"), *size = json_object_get(row, "size");
    if (!json_object_size(counts))
        return NAN;
    double m = json_number_value(json_object_get(size, "d")) * json_number_value(json_object_get(size, "contacts"));
    double updates = json_number_value(json_object_get(counts, "updates")), pivots = json_number_value(json_object_get(counts, "pivots"));
    double cost = json_number_value(json_object_get(counts, "products")) + fmax(updates, pivots) + json_number_value(json_object_get(counts, "solves"))
                + json_number_value(json_object_get(counts, "factorisations")) * fmax(1, m / 6);
    return fmax(1, cost);                            /* nothing is free */
}

static int name_index(char **name, int *count, const char *wanted)
{
    for (int k = 0; k < *count; k++)
        if (!strcmp(name[k], wanted))
            return k;
    name[*count] = (char *)wanted;
    return (*count)++;
}

static void read_trace(slip_digest *d, slip_cell *c)
{
    char path[1024];
    slip_text text = { 0 };
    slip_error ignored = { 0 };
    snprintf(path, sizeof path, "%.800s/traces/%.64s.tsv", d->study, c->row->key);
    if (slip_file_read(path, 1 << 24, &text, &ignored) == SLIP_OK) {
        int lines = 0;
        for (const char *s = text.s; *s; s++)
            lines += *s == '\n';
        c->step = SLIP_NEW(&d->arena, double, lines);
        c->residual = SLIP_NEW(&d->arena, double, lines);
        c->verified = SLIP_NEW(&d->arena, double, lines);
        const char *at = strchr(text.s, '\n');
        while (at && *++at && c->verified && c->moments < lines) {
            const char *end;
            double *x[] = { &c->step[c->moments], &c->residual[c->moments], &c->verified[c->moments] };
            bool good = true;
            for (int k = 0; k < 3 && good; k++) {
                good = slip_parse_double(at, &end, x[k]);
                at = end + (*end == '\t');
            }
            c->moments += good;
            at = strchr(at, '\n');
        }
    }
    slip_text_free(&text);
}

static int by_value(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* How bad a word is when repetitions disagree. */
static int badness(slip_verdict_word w) { return w == SLIP_VERDICT_VERIFIED ? 0 : w == SLIP_VERDICT_UNCLAIMED ? 1 : w == SLIP_VERDICT_FALSE_CLAIM ? 100 : 2 + (int)w; }

static void add_row(slip_digest *d, slip_cell *c, const slip_row *row, double *times)
{
    d->verdicts[row->word]++;
    d->done++;
    const char *grade = slip_row_text(row, "grade");
    if (row->word != SLIP_VERDICT_NA && *grade > d->grade)
        d->grade = *grade;
    double cpu = slip_row_number(row, "cpu");
    if (isfinite(cpu))
        times[c->reps] = cpu;
    c->reps += isfinite(cpu);
    if (c->row && badness(row->word) <= badness(c->word))
        return;
    c->row = row;
    c->word = row->word;
    c->cost = slip_row_cost(row->row);
    c->error = slip_row_number(row, "solver_error");
    c->model = slip_row_number(row, "model_error");
    c->steps = slip_row_number(row, "steps");
}

static slip_status fill_cells(slip_digest *d, const slip_plan_run *run, int count, slip_error *error)
{
    double *times = slip_calloc((size_t)count + 1, sizeof *times);
    if (!times)
        return slip_fail(error, SLIP_MEMORY, "out of memory for a report");
    for (int k = 0; k < count;) {
        const slip_plan_part *part = &d->plan.part[run[k].part];
        int i = name_index(d->hash, &d->problems, part->problem[run[k].problem].hash), j = name_index(d->solver, &d->solvers, part->solver[run[k].solver]);
        slip_cell *c = slip_cell_at(d, i, j), fresh = { .cpu = NAN, .cpu_low = NAN, .cpu_high = NAN, .error = NAN, .model = NAN, .cost = NAN, .steps = NAN };
        int first = k;
        *c = fresh;                                 /* of two parts with the same cell the later counts */
        for (; k < count && run[k].part == run[first].part && run[k].problem == run[first].problem && run[k].solver == run[first].solver; k++) {
            const slip_row *row = slip_rows_find(&d->rows, run[k].key);
            if (row)
                add_row(d, c, row, times);
        }
        if (c->reps) {
            qsort(times, (size_t)c->reps, sizeof *times, by_value);
            c->cpu = times[c->reps / 2];
            c->cpu_low = times[0];
            c->cpu_high = times[c->reps - 1];
        }
        if (c->row) {
            read_trace(d, c);
            if (c->word != SLIP_VERDICT_HARNESS)      /* such a row knows no problem */
                d->contacts[i] = (int)json_integer_value(json_object_get(json_object_get(c->row->row, "size"), "contacts"));
        }
    }
    slip_free(times);
    return d->arena.failed ? slip_fail(error, SLIP_MEMORY, "out of memory for a report") : SLIP_OK;
}

slip_status slip_digest_read(slip_digest *d, const char *study, slip_error *error)
{
    *d = (slip_digest){ .study = study, .grade = 'A' };
    slip_plan_run *run;
    slip_status status = slip_plan_read(&d->plan, study, error);
    if (status != SLIP_OK)
        return status;
    status = slip_rows_read(&d->rows, study, error);
    if (status == SLIP_OK)
        status = slip_plan_runs(&d->plan, &run, &d->planned, &d->arena, error);
    int problems = 0, solvers = 0;
    for (int k = 0; k < d->plan.parts; k++) {
        problems += d->plan.part[k].problems;
        solvers += d->plan.part[k].solvers;
        d->tol = fmax(d->tol, d->plan.part[k].limits.tol);
    }
    if (status == SLIP_OK) {
        d->problem = SLIP_NEW(&d->arena, char *, problems);
        d->hash = SLIP_NEW(&d->arena, char *, problems);
        d->contacts = SLIP_NEW(&d->arena, int, problems);
        d->solver = SLIP_NEW(&d->arena, char *, solvers);
        if (d->arena.failed)
            status = slip_fail(error, SLIP_MEMORY, "out of memory for a report");
    }
    if (status == SLIP_OK) {                        /* names first: the width of the table is known then */
        for (int k = 0; k < d->plan.parts; k++) {
            const slip_plan_part *part = &d->plan.part[k];
            for (int i = 0; i < part->problems; i++) {
                int before = d->problems, at = name_index(d->hash, &d->problems, part->problem[i].hash);
                if (d->problems > before)
                    d->problem[at] = part->problem[i].name;
            }
            for (int j = 0; j < part->solvers; j++)
                name_index(d->solver, &d->solvers, part->solver[j]);
        }
        d->cell = SLIP_NEW(&d->arena, slip_cell, (size_t)d->problems * (size_t)d->solvers);
        status = d->cell ? fill_cells(d, run, d->planned, error) : slip_fail(error, SLIP_MEMORY, "out of memory for a report");
    }
    if (status != SLIP_OK)
        slip_digest_free(d);
    return status;
}

void slip_digest_free(slip_digest *d)
{
    slip_arena_free(&d->arena);
    slip_rows_free(&d->rows);
    slip_plan_free(&d->plan);
    *d = (slip_digest){ 0 };
}

bool slip_cell_proved(const slip_cell *c)
{
    return c->row && (isfinite(slip_row_number(c->row, "proof_eps")) || strcmp(slip_row_text(c->row, "proof"), slip_near_name(SLIP_NEAR_NONE)) == 0);
}
