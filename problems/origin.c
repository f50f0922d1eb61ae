/* origin.c: what a file says beside the problem: titles, a stored solution, oddities met while reading.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/json.h"
#include "problems/fclib.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MOST_NOTES = 64 };

void slip_origin_free(slip_origin *o)
{
    slip_arena_free(&o->arena);
    *o = (slip_origin){ .format = NULL };
}

void slip_origin_note(slip_origin *o, slip_oddity what, const char *format, ...)
{
    char text[256];
    va_list args;
    if (!o->note) o->note = SLIP_NEW(&o->arena, slip_note, MOST_NOTES);
    if (!o->note || o->notes == MOST_NOTES) return;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    char *copy = slip_arena_printf(&o->arena, "%s", text);
    if (copy) o->note[o->notes++] = (slip_note){ what, -1, copy };
}

static bool put_string(json_t *root, const char *key, const char *text) { return text && json_object_set_new(root, key, json_string(text)) != 0; }
static bool put_vector(json_t *root, const char *key, const double *x, int n) { return x && json_object_set_new(root, key, slip_json_vector(x, n)) != 0; }

bool slip_origin_put(const slip_origin *o, const slip_problem *p, json_t *root)
{
    int m = slip_problem_m(p);
    json_t *notes = json_array();
    bool bad = !notes;
    for (int k = 0; k < o->notes && !bad; k++) bad |= json_array_append_new(notes, json_pack("{s:s,s:s}", "check", slip_oddity_name(o->note[k].what), "text", o->note[k].text)) != 0;
    bad |= put_string(root, "format", o->format) | put_string(root, "title", o->title) | put_string(root, "description", o->description)
         | put_string(root, "math_info", o->math_info) | (json_object_set_new(root, "guesses", json_integer(o->guesses)) != 0)
         | put_vector(root, "r", o->r, m) | put_vector(root, "u", o->u, m) | put_vector(root, "v", o->v, p->n) | put_vector(root, "l", o->l, p->p);
    return (json_object_set_new(root, "notes", notes) != 0) | bad;
}

slip_status slip_origin_write(const slip_origin *o, const slip_problem *p, slip_text *out, slip_error *error)
{
    json_t *root = json_object();
    bool bad = !root || slip_origin_put(o, p, root);
    if (!bad) bad = slip_json_write(root, out) != SLIP_OK;
    slip_text_put(out, "\n", 1);
    json_decref(root);
    return bad || out->failed ? slip_fail(error, SLIP_MEMORY, "out of memory for what comes beside a problem") : SLIP_OK;
}

static char *get_string(slip_origin *o, const json_t *root, const char *key)
{
    const char *text = json_string_value(json_object_get(root, key));
    return text ? slip_arena_printf(&o->arena, "%s", text) : NULL;
}

static slip_status get_vector(slip_origin *o, const json_t *root, const char *key, int n, double **out, slip_error *error)
{
    const json_t *x = json_object_get(root, key);
    *out = NULL;
    if (!x) return SLIP_OK;
    *out = SLIP_NEW(&o->arena, double, n);
    return *out ? slip_json_get_vector(x, n, *out, key, error) : slip_fail(error, SLIP_MEMORY, "out of memory for a stored solution");
}

slip_status slip_origin_take(slip_origin *o, const slip_problem *p, const json_t *root, slip_error *error)
{
    int m = slip_problem_m(p);
    slip_status status;
    *o = (slip_origin){ .format = NULL };
    const char *format = get_string(o, root, "format");
    o->format = format ? format : "";
    o->title = get_string(o, root, "title");
    o->description = get_string(o, root, "description");
    o->math_info = get_string(o, root, "math_info");
    o->guesses = (int)json_integer_value(json_object_get(root, "guesses"));
    const json_t *notes = json_object_get(root, "notes");
    for (size_t k = 0; k < json_array_size(notes); k++) {
        const char *check = json_string_value(json_object_get(json_array_get(notes, k), "check")), *note = json_string_value(json_object_get(json_array_get(notes, k), "text"));
        slip_oddity what;
        if (check && note && slip_oddity_find(check, &what)) slip_origin_note(o, what, "%s", note);
    }
    if (!(status = get_vector(o, root, "r", m, &o->r, error)) && !(status = get_vector(o, root, "u", m, &o->u, error))
        && !(status = get_vector(o, root, "v", p->n, &o->v, error)))
        status = get_vector(o, root, "l", p->p, &o->l, error);
    if (!status && o->arena.failed) status = slip_fail(error, SLIP_MEMORY, "out of memory for what comes beside a problem");
    if (status) slip_origin_free(o);
    return status;
}

slip_status slip_origin_read(slip_origin *o, const slip_problem *p, const char *text, size_t count, slip_error *error)
{
    json_t *root;
    *o = (slip_origin){ .format = NULL };
    slip_status status = slip_json_parse(&root, text, count, "what comes beside the problem", error);
    if (status) return status;
    status = slip_origin_take(o, p, root, error);
    json_decref(root);
    return status;
}
