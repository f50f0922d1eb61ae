/* name.c: `head:key=value,key=value`, for problems and solvers alike.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "problems/problems.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int slip_param_count(const slip_param *params)
{
    int count = 0;
    while (params && params[count].name) count++;
    return count;
}

const char *slip_nearest(const char *word, const char *const names[])
{
    const char *best = NULL;
    int least = (int)strlen(word) / 2 + 1;
    for (int k = 0; names[k]; k++) {
        int distance = slip_edit_distance(word, names[k]);
        if (distance < least) { least = distance; best = names[k]; }
    }
    return best;
}

static int find(const slip_param *params, const char *key)
{
    for (int k = 0; params && params[k].name; k++)
        if (strcmp(params[k].name, key) == 0) return k;
    return -1;
}

static slip_status unknown_key(const slip_param *params, const char *kind, const char *name, const char *key, slip_error *error)
{
    const char *names[SLIP_MAX_PARAMS + 2];
    int count = slip_param_count(params);
    slip_text list = { 0 };
    for (int k = 0; k < count; k++) { names[k] = params[k].name; slip_text_add(&list, "%s%s", k ? ", " : "", names[k]); }
    names[count] = NULL;
    const char *near = slip_nearest(key, names);
    slip_status status;
    if (near) status = slip_fail(error, SLIP_INPUT, "%s %s has no parameter '%s'; did you mean '%s'?", kind, name, key, near);
    else if (count == 0) status = slip_fail(error, SLIP_INPUT, "%s %s has no parameter '%s': it takes none", kind, name, key);
    else status = slip_fail(error, SLIP_INPUT, "%s %s has no parameter '%s'; it takes %.150s", kind, name, key, list.s ? list.s : "others");
    slip_text_free(&list);
    return status;
}

static slip_status set_value(const slip_param *q, const char *kind, const char *name, const char *value, double *out, slip_error *error)
{
    if (q->words) {
        slip_text list = { 0 };
        for (int k = 0; q->words[k]; k++) {
            if (strcmp(q->words[k], value) == 0) { *out = k; slip_text_free(&list); return SLIP_OK; }
            slip_text_add(&list, "%s%s", k ? ", " : "", q->words[k]);
        }
        slip_status status = slip_fail(error, SLIP_INPUT, "%s %s: %s is one of %s, not '%s'", kind, name, q->name, list.s ? list.s : "?", value);
        slip_text_free(&list);
        return status;
    }
    const char *end;
    double x;
    if (!slip_parse_double(value, &end, &x) || *end)
        return slip_fail(error, SLIP_INPUT, "%s %s: %s=%s is not a number", kind, name, q->name, value);
    char low[32], high[32];
    slip_format_double(low, q->min); slip_format_double(high, q->max);
    if (!(x >= q->min && x <= q->max)) {
        if (isinf(q->max)) return slip_fail(error, SLIP_INPUT, "%s %s: %s=%s is out of range (at least %s)", kind, name, q->name, value, low);
        return slip_fail(error, SLIP_INPUT, "%s %s: %s=%s is out of range (%s to %s)", kind, name, q->name, value, low, high);
    }
    if (isinf(x)) return slip_fail(error, SLIP_INPUT, "%s %s: %s=%s is not a finite number", kind, name, q->name, value);
    if ((q->flags & SLIP_WHOLE) && x != floor(x))
        return slip_fail(error, SLIP_INPUT, "%s %s: %s=%s must be a whole number", kind, name, q->name, value);
    *out = x;
    return SLIP_OK;
}

/* Reserved keys of problems: seed, step, by. */
static int reserved(const char *key, const char *value, slip_name_extra *extra, const char *kind, const char *name, slip_error *error)
{
    char *end;
    if (strcmp(key, "seed") == 0) {
        extra->seed = strtoul(value, &end, 10);
        extra->has_seed = true;
        if (*end || end == value || value[0] == '-') return slip_fail(error, SLIP_INPUT, "%s %s: seed=%s is not a whole number from 0", kind, name, value), -1;
        return 1;
    }
    if (strcmp(key, "step") == 0) {
        long step = strtol(value, &end, 10);
        if (*end || end == value || step < 0 || step > 1000000) return slip_fail(error, SLIP_INPUT, "%s %s: step=%s is not a whole number from 0 to 1000000", kind, name, value), -1;
        extra->step = (int)step;
        return 1;
    }
    if (strcmp(key, "by") == 0) {
        if (strlen(value) >= sizeof extra->by) return slip_fail(error, SLIP_INPUT, "%s %s: by=%.20s... is too long", kind, name, value), -1;
        strcpy(extra->by, value);
        return 1;
    }
    return 0;
}

slip_status slip_param_parse(const slip_param *params, const char *kind, const char *name, const char *text, double par[], slip_name_extra *extra, slip_error *error)
{
    int count = slip_param_count(params);
    bool given[SLIP_MAX_PARAMS] = { false };
    if (count > SLIP_MAX_PARAMS) return slip_fail(error, SLIP_BUG, "%s %s has more than %d parameters", kind, name, SLIP_MAX_PARAMS);
    for (int k = 0; k < count; k++) par[k] = params[k].def;
    if (extra) *extra = (slip_name_extra){ .step = -1 };
    if (!text) return SLIP_OK;
    for (const char *at = text; *at; ) {
        char pair[128], *value;
        size_t length = strcspn(at, ",");
        if (length == 0 || length >= sizeof pair) return slip_fail(error, SLIP_INPUT, "%s %s: '%.40s' is not key=value", kind, name, at);
        memcpy(pair, at, length);
        pair[length] = 0;
        at += length + (at[length] == ',');
        if (!(value = strchr(pair, '=')) || value == pair || !value[1])
            return slip_fail(error, SLIP_INPUT, "%s %s: '%s' is not key=value", kind, name, pair);
        *value++ = 0;
        int k = find(params, pair);
        if (k < 0 && extra) {
            int took = reserved(pair, value, extra, kind, name, error);
            if (took < 0) return SLIP_INPUT;
            if (took) continue;
        }
        if (k < 0) return unknown_key(params, kind, name, pair, error);
        if (given[k]) return slip_fail(error, SLIP_INPUT, "%s %s: %s is given twice", kind, name, pair);
        given[k] = true;
        slip_status status = set_value(params + k, kind, name, value, par + k, error);
        if (status) return status;
    }
    return SLIP_OK;
}

void slip_param_value(const slip_param *q, double value, char out[32])
{
    if (q->words) snprintf(out, 32, "%s", q->words[(int)value]);
    else slip_format_double(out, value);
}

slip_status slip_name_full(const slip_param *params, const char *head, const double par[], const slip_name_extra *extra, slip_text *out, slip_error *error)
{
    char value[32], sep = ':';
    slip_text_add(out, "%s", head);
    for (int k = 0; params && params[k].name; k++) {
        if (par[k] == params[k].def) continue;
        slip_param_value(params + k, par[k], value);
        slip_text_add(out, "%c%s=%s", sep, params[k].name, value);
        sep = ',';
    }
    if (extra && extra->has_seed && extra->seed) { slip_text_add(out, "%cseed=%lu", sep, extra->seed); sep = ','; }
    if (extra && extra->step >= 0) { slip_text_add(out, "%cstep=%d", sep, extra->step); sep = ','; }
    if (extra && extra->by[0]) slip_text_add(out, "%cby=%s", sep, extra->by);
    return out->failed ? slip_fail(error, SLIP_MEMORY, "out of memory for a name") : SLIP_OK;
}
