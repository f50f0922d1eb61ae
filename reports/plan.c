/* plan.c: what a study is to run, as study.json.
   SPDX-License-Identifier: GPL-3.0-or-later

   Parts are products: problems x solvers x repetitions under one set of limits.  A study grows by parts; a run that two parts
   ask for is one run, because its key is the same. */

#include <stdlib.h>
#include <string.h>
#include <stdio.h>
#include <unistd.h>
#include "reports/study.h"

enum { PLAN_LIMIT = 1 << 28 };

void slip_plan_free(slip_plan *plan) { slip_arena_free(&plan->arena); *plan = (slip_plan){ 0 }; }

/* ---- writing ----------------------------------------------------------------------------------------------------- */

static json_t *part_json(const slip_plan_part *p)
{
    json_t *problems = json_array(), *solvers = json_array();
    bool failed = !problems || !solvers;
    for (int k = 0; k < p->problems; k++)
        failed |= json_array_append_new(problems, json_pack("{s:s,s:s}", "name", p->problem[k].name, "hash", p->problem[k].hash)) != 0;
    for (int k = 0; k < p->solvers; k++)
        failed |= json_array_append_new(solvers, json_string(p->solver[k])) != 0;
    json_t *o = failed ? NULL : json_pack("{s:O,s:O,s:f,s:I,s:f,s:I,s:i}", "problems", problems, "solvers", solvers, "tol", p->limits.tol,
                                          "steps", (json_int_t)p->limits.steps, "time", p->limits.time, "memory", (json_int_t)p->memory, "repetitions", p->reps);
    json_decref(problems);
    json_decref(solvers);
    return o;
}

slip_status slip_plan_write(const slip_plan *plan, const char *study, slip_error *error)
{
    json_t *parts = json_array(), *o = json_object();
    bool failed = false;
    for (int k = 0; k < plan->parts; k++)
        failed |= json_array_append_new(parts, part_json(&plan->part[k])) != 0;
    failed |= json_object_set_new(o, "schema", json_string("slipstick.study/1")) != 0;
    failed |= json_object_set_new(o, "keep_answers", json_boolean(plan->keep)) != 0;
    failed |= json_object_set_new(o, "prove", json_boolean(plan->prove)) != 0;
    failed |= json_object_set_new(o, "version", json_string(slip_version())) != 0;
    failed |= json_object_set_new(o, "parts", parts) != 0;
    slip_text text = { 0 }, path = { 0 };
    slip_text_add(&path, "%s/study.json", study);
    failed |= slip_json_write(o, &text) != SLIP_OK;
    slip_text_put(&text, "\n", 1);
    json_decref(o);
    slip_status status = failed || text.failed || path.failed ? slip_fail(error, SLIP_MEMORY, "out of memory for a plan")
                                                              : slip_file_write(path.s, text.s, text.length, error);
    slip_text_free(&text);
    slip_text_free(&path);
    return status;
}

/* ---- reading ----------------------------------------------------------------------------------------------------- */

static slip_status bad_plan(const char *study, const char *what, slip_error *error)
{
    return slip_fail(error, SLIP_INPUT, "'%.120s/study.json' is no plan of a study: %s", study, what);
}

static slip_status read_part(slip_plan *plan, slip_plan_part *out, const json_t *o, const char *study, slip_error *error)
{
    const json_t *problems = json_object_get(o, "problems"), *solvers = json_object_get(o, "solvers");
    if (!json_is_array(problems) || !json_is_array(solvers))
        return bad_plan(study, "a part has no problems or solvers", error);
    *out = (slip_plan_part){
        .problems = (int)json_array_size(problems), .solvers = (int)json_array_size(solvers),
        .limits = { json_number_value(json_object_get(o, "tol")), (long)json_integer_value(json_object_get(o, "steps")), json_number_value(json_object_get(o, "time")) },
        .memory = (size_t)json_integer_value(json_object_get(o, "memory")), .reps = (int)json_integer_value(json_object_get(o, "repetitions"))
    };
    out->problem = SLIP_NEW(&plan->arena, slip_plan_problem, out->problems);
    out->solver = SLIP_NEW(&plan->arena, char *, out->solvers);
    if (!(out->limits.tol > 0) || out->limits.steps < 1 || out->reps < 1 || !(out->limits.time >= 0))
        return bad_plan(study, "a limit is missing or wrong", error);
    for (int k = 0; k < out->problems && !plan->arena.failed; k++) {
        const json_t *p = json_array_get(problems, (size_t)k);
        const char *name = json_string_value(json_object_get(p, "name")), *hash = json_string_value(json_object_get(p, "hash"));
        if (!name || !hash || strlen(hash) != 64)
            return bad_plan(study, "a problem has no name or no hash", error);
        out->problem[k].name = slip_arena_printf(&plan->arena, "%s", name);
        memcpy(out->problem[k].hash, hash, 65);
    }
    for (int k = 0; k < out->solvers && !plan->arena.failed; k++) {
        const char *name = json_string_value(json_array_get(solvers, (size_t)k));
        if (!name)
            return bad_plan(study, "a solver has no name", error);
        out->solver[k] = slip_arena_printf(&plan->arena, "%s", name);
    }
    return plan->arena.failed ? slip_fail(error, SLIP_MEMORY, "out of memory for a plan") : SLIP_OK;
}

slip_status slip_plan_read(slip_plan *plan, const char *study, slip_error *error)
{
    *plan = (slip_plan){ 0 };
    slip_text text = { 0 };
    json_t *o = NULL;
    char *path = slip_arena_printf(&plan->arena, "%s/study.json", study);
    slip_status status = SLIP_OK;
    if (!path)
        status = slip_fail(error, SLIP_MEMORY, "out of memory for a plan");
    else if (access(path, F_OK))
        status = slip_fail(error, SLIP_INPUT, "'%.150s' is no study: it has no study.json ('slipstick bench' makes one)", study);
    else
        status = slip_file_read(path, PLAN_LIMIT, &text, error);
    if (status == SLIP_OK)
        status = slip_json_parse(&o, text.s, text.length, path, error);
    const json_t *parts = json_object_get(o, "parts");
    if (status == SLIP_OK && !json_is_array(parts))
        status = bad_plan(study, "it has no parts", error);
    if (status == SLIP_OK) {
        plan->keep = json_is_true(json_object_get(o, "keep_answers"));
        plan->prove = json_is_true(json_object_get(o, "prove"));
        plan->parts = (int)json_array_size(parts);
        plan->part = SLIP_NEW(&plan->arena, slip_plan_part, plan->parts);
        if (!plan->part)
            status = slip_fail(error, SLIP_MEMORY, "out of memory for a plan");
    }
    for (int k = 0; status == SLIP_OK && k < plan->parts; k++)
        status = read_part(plan, &plan->part[k], json_array_get(parts, (size_t)k), study, error);
    json_decref(o);
    slip_text_free(&text);
    if (status != SLIP_OK)
        slip_plan_free(plan);
    return status;
}

/* ---- runs -------------------------------------------------------------------------------------------------------- */

static int by_run_key(const void *a, const void *b)
{
    const slip_plan_run *const *x = a, *const *y = b;
    int c = strcmp((*x)->key, (*y)->key);
    return c ? c : (*x > *y) - (*x < *y);
}

slip_status slip_plan_runs(const slip_plan *plan, slip_plan_run **out, int *count, slip_arena *arena, slip_error *error)
{
    size_t total = 0;
    for (int k = 0; k < plan->parts; k++)
        total += (size_t)plan->part[k].problems * (size_t)plan->part[k].solvers * (size_t)plan->part[k].reps;
    if (total > 10000000)
        return slip_fail(error, SLIP_SIZE, "%zu runs are too many for one study", total);
    slip_plan_run *run = SLIP_NEW(arena, slip_plan_run, total), **order = SLIP_NEW(arena, slip_plan_run *, total);
    if (!run || !order)
        return slip_fail(error, SLIP_MEMORY, "out of memory for %zu runs", total);
    size_t n = 0;
    for (int k = 0; k < plan->parts; k++) {
        const slip_plan_part *p = &plan->part[k];
        for (int i = 0; i < p->problems; i++)
            for (int j = 0; j < p->solvers; j++)
                for (int rep = 0; rep < p->reps; rep++) {
                    slip_trial t = { .name = p->solver[j], .limits = p->limits, .memory = p->memory, .rep = rep };
                    run[n] = (slip_plan_run){ .part = k, .problem = i, .solver = j, .rep = rep };
                    slip_trial_key(&t, p->problem[i].hash, run[n].key);
                    order[n] = &run[n];
                    n++;
                }
    }
    if (n)
        qsort(order, n, sizeof *order, by_run_key);
    for (size_t k = 1; k < n; k++)
        if (!strcmp(order[k]->key, order[k - 1]->key))
            order[k]->part = -1;                    /* stands already; the key stays for the next comparison */
    size_t kept = 0;
    for (size_t k = 0; k < n; k++)
        if (run[k].part >= 0)
            run[kept++] = run[k];
    *out = run;
    *count = (int)kept;
    return SLIP_OK;
}

slip_status slip_plan_add(slip_plan *plan, const slip_plan_part *part, slip_error *error)
{
    slip_arena arena = { 0 };
    slip_plan_part *more = SLIP_NEW(&plan->arena, slip_plan_part, plan->parts + 1);
    slip_plan_run *run;
    int before = 0, after = 0;
    if (!more)
        return slip_fail(error, SLIP_MEMORY, "out of memory for a plan");
    slip_status status = slip_plan_runs(plan, &run, &before, &arena, error);
    if (status == SLIP_OK) {
        if (plan->parts)
            memcpy(more, plan->part, sizeof *more * (size_t)plan->parts);
        more[plan->parts] = *part;
        plan->part = more;
        plan->parts++;
        status = slip_plan_runs(plan, &run, &after, &arena, error);
        if (status != SLIP_OK || after == before)
            plan->parts--;
    }
    slip_arena_free(&arena);
    return status;
}
