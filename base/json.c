/* json.c: numbers and vectors in jansson's trees, and its messages as one sentence.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/json.h"

#include <math.h>

json_t *slip_json_number(double x) { return isfinite(x) ? json_real(x) : json_null(); }

json_t *slip_json_vector(const double *x, int n)
{
    json_t *array = json_array();
    for (int i = 0; array && i < n; i++)
        if (json_array_append_new(array, slip_json_number(x[i])) != 0) {
            json_decref(array);
            array = NULL;
        }
    return array;
}

slip_status slip_json_parse(json_t **out, const char *text, size_t count, const char *what, slip_error *error)
{
    json_error_t why;
    long refused = slip_memory_refused();
    *out = json_loadb(text, count, JSON_REJECT_DUPLICATES, &why);
    if (slip_memory_refused() != refused) {     /* jansson then speaks of syntax, or drops a digit and says nothing */
        json_decref(*out);
        *out = NULL;
        return slip_fail(error, SLIP_MEMORY, "out of memory while reading %s", what);
    }
    if (*out) return SLIP_OK;
    return slip_fail(error, SLIP_INPUT, "%s is not valid JSON: line %d, column %d: %s", what, why.line, why.column, why.text);
}

static const char *type_name(const json_t *value)
{
    switch (json_typeof(value)) {
    case JSON_OBJECT: return "an object";
    case JSON_ARRAY:  return "an array";
    case JSON_STRING: return "a string";
    case JSON_NULL:   return "null";
    case JSON_TRUE: case JSON_FALSE: return "a boolean";
    default: return "a number";
    }
}

slip_status slip_json_get_vector(const json_t *array, int n, double *x, const char *what, slip_error *error)
{
    if (!array) return slip_fail(error, SLIP_INPUT, "%s is missing", what);
    if (!json_is_array(array)) return slip_fail(error, SLIP_INPUT, "%s must be an array of %d numbers, not %s", what, n, type_name(array));
    if (json_array_size(array) != (size_t)n)
        return slip_fail(error, SLIP_INPUT, "%s has %zu numbers, but %d are needed", what, json_array_size(array), n);
    for (int i = 0; i < n; i++) {
        const json_t *value = json_array_get(array, (size_t)i);
        if (json_is_number(value)) x[i] = json_number_value(value);
        else if (json_is_null(value)) x[i] = NAN;
        else return slip_fail(error, SLIP_INPUT, "%s must hold numbers, but entry %d (counting from 0) is %s", what, i, type_name(value));
    }
    return SLIP_OK;
}
