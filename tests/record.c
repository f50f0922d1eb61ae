/* record.c: the JSON of one run: every field that was promised, null only with a reason, a key for what was asked.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/json.h"
#include "reports/reports.h"
#include "tests/tap.h"

static const char *const fields[] = {
    "schema", "problem", "hash", "seed", "solver", "tol", "claim", "claimed_law", "verdict", "posed", "residual", "undefined", "worst", "modes", "friction", "energy", "transitions",
    "diagnosis", "sentence", "rate", "truth", "proof", "steps", "start", "counts", "cpu", "wall", "memory", "threads", "grade", "version", "machine", "key", NULL
};
static const char *const residuals[] = {
    "dynamics", "joints", "primal", "dual", "complementarity", "natural", "fb", "gap", "angle", "backward", "fnat_q", "fnat_max", NULL
};

static int absent(const json_t *object, const char *const names[])
{
    int count = 0;
    for (int k = 0; names[k]; k++)
        if (!json_object_get(object, names[k])) {
            diag("no field %s", names[k]);
            count++;
        }
    return count;
}

/* Nulls anywhere below `value` whose name is not explained. */
static int unexplained(json_t *value, json_t *undefined)
{
    const char *key;
    json_t *child;
    int count = 0;
    json_object_foreach(value, key, child) {
        json_t *own = json_object_get(child, "undefined");
        if (json_is_object(child))
            count += unexplained(child, own ? own : undefined);
        else if (json_is_null(child) && !json_is_string(json_object_get(undefined, key))) {
            diag("%s is null without a reason", key);
            count++;
        }
    }
    return count;
}

static json_t *written(const slip_record *record)
{
    slip_text text = { 0 };
    slip_error error = { 0 };
    json_t *o = NULL;
    ok(slip_record_write(record, &text, &error) == SLIP_OK && text.s && strchr(text.s, '\n') == text.s + text.length - 1, "one line with its newline");
    ok(slip_json_parse(&o, text.s, text.length, "the record", &error) == SLIP_OK, "which is JSON: %s", error.text);
    slip_text_free(&text);
    return o;
}

static void one(const char *name, const char *solver_name, const char *verdict)
{
    slip_error error = { 0 };
    slip_problem problem;
    slip_truth truth = { 0 };
    slip_arena arena = { 0 };
    slip_result result;
    const slip_solver *solver;
    double par[SLIP_MAX_PARAMS];
    slip_limits limits = { .tol = 1e-8, .steps = 1000 };
    if (slip_problem_open(&problem, name, &truth, &error) != SLIP_OK || slip_solver_open(solver_name, &solver, par, &error) != SLIP_OK
        || slip_run(solver, &problem, par, &limits, NULL, NULL, NULL, &result, &arena, &error) != SLIP_OK)
        bail_out("%s", error.text);
    slip_judgement judgement = slip_verify_both(&problem, &result.answer, &truth, limits.tol);
    slip_story story;
    slip_story_tell(&story, &problem, &truth, &result, &limits, &judgement, NULL, &error);
    slip_record record = { .problem = &problem, .truth = &truth, .solver = solver_name, .limits = limits, .answer = &result.answer,
                           .result = &result, .judgement = &judgement, .story = &story, .grade = 'C' };
    slip_problem_hash(&problem, record.hash, &error);

    json_t *o = written(&record);
    json_t *undefined = json_object_get(o, "undefined");
    is_str(json_string_value(json_object_get(o, "verdict")), verdict, "%s by %s: %s", name, solver_name, verdict);
    is_int(absent(o, fields), 0, "every field promised is there");
    is_int(absent(json_object_get(o, "residual"), residuals) + absent(json_object_get(json_object_get(o, "posed"), "residual"), residuals), 0, "every residual too");
    is_int(unexplained(o, undefined), 0, "what is null has its reason");
    is_double(json_number_value(json_object_get(json_object_get(o, "residual"), "natural")), judgement.claimed.residual.value[SLIP_R_NATURAL], "numbers read back exactly");
    is_int(json_integer_value(json_object_get(o, "steps")), result.steps, "steps are those of the run");
    is_str(json_string_value(json_object_get(o, "start")), "cold", "the start was cold");
    json_decref(o);

    /* Fail each allocation in turn: a sentence, nothing leaks. */
    int bad = 0;
    for (long k = 1; k < 5000; k++) {
        slip_text text = { 0 };
        long live = slip_memory_live();
        slip_memory_fail_at(k);
        slip_status status = slip_record_write(&record, &text, &error);
        slip_memory_fail_at(0);
        slip_text_free(&text);
        bad += slip_memory_live() != live || (status != SLIP_OK && status != SLIP_MEMORY);
        if (status == SLIP_OK)
            break;
        bad += k == 4999;
    }
    is_int(bad, 0, "memory may run out anywhere");

    char key[65], other[65];
    slip_record_key(&record, key);
    record.grade = 'A';
    record.result = NULL;
    slip_record_key(&record, other);
    is_str(other, key, "the key does not depend on what came out");
    record.limits.tol = 1e-9;
    slip_record_key(&record, other);
    ok(strcmp(other, key) != 0, "but on the tolerance");
    record.limits.tol = 1e-8;
    record.solver = "another";
    slip_record_key(&record, other);
    ok(strcmp(other, key) != 0, "and on the solver");

    record.solver = solver_name;
    slip_sha256_hex(result.answer.r, sizeof *result.answer.r, record.start);
    slip_record_key(&record, other);
    ok(strcmp(other, key) != 0, "and on a warm start");
    o = written(&record);
    is_str(json_string_value(json_object_get(o, "start")), "warm", "which is said");
    is_str(json_string_value(json_object_get(o, "start_hash")), record.start, "with its hash");
    json_decref(o);
    record.start[0] = 0;

    /* An answer from a file: nothing was run. */
    record.solver = NULL;
    slip_story_tell(&story, &problem, &truth, NULL, &limits, &judgement, NULL, &error);
    o = written(&record);
    is_int(absent(o, fields) + unexplained(o, json_object_get(o, "undefined")), 0, "without a run: every field, every null with its reason");
    json_decref(o);
    slip_arena_free(&arena);
    slip_problem_free(&problem);
}

int main(void)
{
    slip_error error = { 0 };
    if (slip_start(&error) != SLIP_OK)
        bail_out("%s", error.text);
    plan(42);
    one("point-mass", "prox", "verified");
    one("painleve-rod:mu=2", "prox", "inaccurate");
    return done();
}
