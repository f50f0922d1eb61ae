/* answer.c: an answer in memory and as JSON.
   SPDX-License-Identifier: GPL-3.0-or-later

       {"schema":"slipstick.answer/1","claim":"solved","law":"facets","directions":4,"angle":0,"r":[..],"u":[..],"v":[..],"l":[..]}

   Only r is needed; claim (or status) defaults to solved, law to the law posed.  Unknown fields are ignored. */

#include "base/json.h"
#include "problems/problems.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

slip_status slip_answer_new(slip_answer *a, const slip_problem *p, slip_arena *arena, slip_error *error)
{
    int m = slip_problem_m(p);
    *a = (slip_answer){ .claim = SLIP_CLAIM_GAVE_UP, .law = p->law, .dirs = p->dirs, .claimed_error = NAN };
    a->r = SLIP_NEW(arena, double, m);
    a->u = SLIP_NEW(arena, double, m);
    a->v = SLIP_NEW(arena, double, p->n);
    a->l = SLIP_NEW(arena, double, p->p);
    return arena->failed ? slip_fail(error, SLIP_MEMORY, "out of memory for an answer") : SLIP_OK;
}

static slip_status vector(const json_t *root, const char *name, int count, double **out, slip_arena *arena, slip_error *error)
{
    const json_t *x = json_object_get(root, name);
    *out = NULL;
    if (!x || json_is_null(x)) return SLIP_OK;
    *out = SLIP_NEW(arena, double, count);
    if (!*out) return slip_fail(error, SLIP_MEMORY, "out of memory for an answer");
    return slip_json_get_vector(x, count, *out, name, error);
}

slip_status slip_answer_read_json(slip_answer *a, const slip_problem *p, const char *text, size_t count, slip_arena *arena, slip_error *error)
{
    json_t *root;
    int m = slip_problem_m(p);
    *a = (slip_answer){ .claim = SLIP_CLAIM_SOLVED, .law = p->law, .dirs = p->dirs, .claimed_error = NAN };
    slip_status status = slip_json_parse(&root, text, count, "the answer", error);
    if (status) return status;
    const json_t *claim = json_object_get(root, json_object_get(root, "claim") ? "claim" : "status"), *law = json_object_get(root, "law"), *k = json_object_get(root, "directions");
    const json_t *angle = json_object_get(root, "angle"), *claimed = json_object_get(root, "claimed_error"), *why = json_object_get(root, "why");
    if (!json_is_object(root)) status = slip_fail(error, SLIP_INPUT, "the answer is not a JSON object");
    else if (claim && !(json_is_string(claim) && slip_claim_find(json_string_value(claim), &a->claim)))
        status = slip_fail(error, SLIP_INPUT, "the claim must be solved, gave-up, no-solution or not-for-this-law");
    else if (law && !(json_is_string(law) && slip_law_find(json_string_value(law), &a->law)))
        status = slip_fail(error, SLIP_INPUT, "the law must be coulomb, facets, box, cone, cone-facets or opposed");
    else if (k && !(json_is_integer(k) && json_integer_value(k) >= 2 && json_integer_value(k) <= 1000 && json_integer_value(k) % 2 == 0))
        status = slip_fail(error, SLIP_INPUT, "directions must be an even whole number from 2 to 1000");
    if (!status) {
        if (k) a->dirs.k = (int)json_integer_value(k);
        if (json_is_number(angle)) a->dirs.angle = json_number_value(angle);
        if (json_is_number(claimed)) a->claimed_error = json_number_value(claimed);
        const json_t *seconds = json_object_get(root, "seconds");
        if (json_is_number(seconds)) a->seconds = json_number_value(seconds);
        if (json_is_string(why)) snprintf(a->why, sizeof a->why, "%s", json_string_value(why));
        if (!(status = vector(root, "r", m, &a->r, arena, error)) && !(status = vector(root, "u", m, &a->u, arena, error))
            && !(status = vector(root, "v", p->n, &a->v, arena, error)) && !(status = vector(root, "l", p->p, &a->l, arena, error)))
            status = vector(root, "farkas", m, &a->farkas, arena, error);
        if (!status && !a->r && a->claim == SLIP_CLAIM_SOLVED && m > 0)
            status = slip_fail(error, SLIP_INPUT, "the answer claims a solution but has no impulses \"r\"");
    }
    json_decref(root);
    return status;
}

slip_status slip_answer_write_json(const slip_answer *a, const slip_problem *p, slip_text *out, slip_error *error)
{
    int m = slip_problem_m(p);
    json_t *root = json_object();
    bool bad = !root;
    bad |= json_object_set_new(root, "schema", json_string("slipstick.answer/1")) != 0;
    bad |= json_object_set_new(root, "claim", json_string(slip_claim_name(a->claim))) != 0;
    bad |= json_object_set_new(root, "law", json_string(slip_law_name(a->law))) != 0;
    bad |= json_object_set_new(root, "directions", json_integer(a->dirs.k)) != 0;
    bad |= json_object_set_new(root, "angle", slip_json_number(a->dirs.angle)) != 0;
    bad |= json_object_set_new(root, "claimed_error", slip_json_number(a->claimed_error)) != 0;
    if (a->seconds > 0) bad |= json_object_set_new(root, "seconds", slip_json_number(a->seconds)) != 0;
    if (a->why[0]) bad |= json_object_set_new(root, "why", json_string(a->why)) != 0;
    if (a->r) bad |= json_object_set_new(root, "r", slip_json_vector(a->r, m)) != 0;
    if (a->u) bad |= json_object_set_new(root, "u", slip_json_vector(a->u, m)) != 0;
    if (a->v && p->n) bad |= json_object_set_new(root, "v", slip_json_vector(a->v, p->n)) != 0;
    if (a->l && p->p) bad |= json_object_set_new(root, "l", slip_json_vector(a->l, p->p)) != 0;
    if (a->farkas) bad |= json_object_set_new(root, "farkas", slip_json_vector(a->farkas, m)) != 0;
    if (!bad && slip_json_write(root, out) == SLIP_OK) slip_text_put(out, "\n", 1);
    json_decref(root);
    return bad || out->failed ? slip_fail(error, SLIP_MEMORY, "out of memory while writing an answer") : SLIP_OK;
}
