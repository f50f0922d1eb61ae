/* json_write.c: a JSON value as one line of text, each number as the shortest decimal that reads back to it.
   SPDX-License-Identifier: GPL-3.0-or-later

   jansson itself writes 0.1 as 0.10000000000000001. */

#include "base/json.h"

#include <string.h>

static int take(const char *bytes, size_t count, void *out)
{
    slip_text_put(out, bytes, count);
    return 0;
}

static void write_string(const json_t *value, slip_text *out)
{
    if (json_dump_callback(value, take, out, JSON_ENCODE_ANY))
        out->failed = true;
}

static void write_value(const json_t *value, slip_text *out)
{
    char number[32];
    const char *between = "";
    switch (json_typeof(value)) {
    case JSON_OBJECT:
        slip_text_put(out, "{", 1);
        for (void *at = json_object_iter((json_t *)value); at; at = json_object_iter_next((json_t *)value, at), between = ",") {
            json_t *key = json_string(json_object_iter_key(at));
            slip_text_add(out, "%s", between);
            if (key)
                write_string(key, out);
            out->failed |= !key;
            slip_text_put(out, ":", 1);
            write_value(json_object_iter_value(at), out);
            json_decref(key);
        }
        slip_text_put(out, "}", 1);
        break;
    case JSON_ARRAY:
        slip_text_put(out, "[", 1);
        for (size_t i = 0; i < json_array_size(value); i++, between = ",") {
            slip_text_add(out, "%s", between);
            write_value(json_array_get(value, i), out);
        }
        slip_text_put(out, "]", 1);
        break;
    case JSON_STRING: write_string(value, out); break;
    case JSON_INTEGER: slip_text_add(out, "%lld", (long long)json_integer_value(value)); break;
    case JSON_REAL:
        slip_format_double(number, json_real_value(value));
        slip_text_add(out, strcmp(number, "-0") ? "%s" : "%s.0", number);       /* -0 alone would read back as the integer 0 */
        break;
    case JSON_TRUE: slip_text_add(out, "true"); break;
    case JSON_FALSE: slip_text_add(out, "false"); break;
    case JSON_NULL: slip_text_add(out, "null"); break;
    }
}

slip_status slip_json_write(const json_t *value, slip_text *out)
{
    if (value)
        write_value(value, out);
    return value && !out->failed ? SLIP_OK : SLIP_MEMORY;
}
