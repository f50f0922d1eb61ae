/* problem_json.c: a problem as JSON, read and written; the schema is told in README.md.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/json.h"
#include "problems/fclib.h"

#include <limits.h>
#include <math.h>
#include <string.h>

/* ---- reading ---- */

typedef struct { const json_t *root; slip_arena *arena; slip_error *error; slip_status status; } reader;

static bool fail(reader *in, const char *key, const char *what)
{
    if (!in->status) in->status = slip_fail(in->error, SLIP_INPUT, "\"%s\" %s", key, what);
    return false;
}

static bool whole(reader *in, const json_t *object, const char *key, int low, int high, int *out)
{
    const json_t *x = json_object_get(object, key);
    if (!json_is_integer(x)) return fail(in, key, x ? "must be a whole number" : "is missing");
    if (json_integer_value(x) < low || json_integer_value(x) > high) return fail(in, key, "is out of range");
    *out = (int)json_integer_value(x);
    return true;
}

static bool vector(reader *in, const char *key, int count, double *out)
{
    const json_t *x = json_object_get(in->root, key);
    if (!x && count == 0) return true;
    in->status = slip_json_get_vector(x, count, out, key, in->error);
    for (int k = 0; !in->status && k < count; k++) if (!isfinite(out[k])) fail(in, key, "holds a number that is not finite");
    return !in->status;
}

static bool indices(reader *in, const char *key, const json_t *array, int count, int *out)
{
    if (!json_is_array(array) || json_array_size(array) != (size_t)count) return fail(in, key, "has an index list that is missing or of the wrong length");
    for (int k = 0; k < count; k++) {
        const json_t *x = json_array_get(array, (size_t)k);
        if (!json_is_integer(x) || json_integer_value(x) < 0 || json_integer_value(x) > INT_MAX) return fail(in, key, "has an index that is no whole number from 0 on");
        out[k] = (int)json_integer_value(x);
    }
    return true;
}

/* An array of rows. */
static bool dense(reader *in, const char *key, const json_t *array, int rows, int cols, slip_sparse *out)
{
    if (json_array_size(array) != (size_t)rows) return fail(in, key, "does not have the number of rows the problem asks for");
    for (int i = 0; i < rows; i++)         /* before memory is asked for: the sizes are only stated */
        if (json_array_size(json_array_get(array, (size_t)i)) != (size_t)cols) return fail(in, key, "does not have the number of columns the problem asks for");
    double *x = SLIP_NEW(in->arena, double, (long)rows * cols), *row = SLIP_NEW(in->arena, double, cols);
    if (!x || !row) { in->status = slip_fail(in->error, SLIP_MEMORY, "out of memory for a matrix"); return false; }
    for (int i = 0; i < rows; i++) {
        if ((in->status = slip_json_get_vector(json_array_get(array, (size_t)i), cols, row, key, in->error))) return false;
        for (int j = 0; j < cols; j++) x[(size_t)j * (size_t)rows + (size_t)i] = row[j];
    }
    return !(in->status = slip_sparse_from_dense(out, SLIP_CSC, rows, cols, x, in->arena, in->error));
}

/* {"rows","cols","p","i","x"}: by columns; {"rows","cols","row","col","x"}: triplets. */
static bool json_sparse(reader *in, const char *key, int rows, int cols, slip_sparse *out)
{
    const json_t *object = json_object_get(in->root, key), *x = json_object_get(object, "x");
    int r, c;
    slip_sparse a;
    if (!object && (rows == 0 || cols == 0)) return !(in->status = slip_sparse_new(out, SLIP_CSC, rows, cols, 0, in->arena, in->error));
    if (json_is_array(object)) return dense(in, key, object, rows, cols, out);
    if (!json_is_object(object)) return fail(in, key, object ? "must be an object or an array of rows" : "is missing");
    if (!whole(in, object, "rows", 0, INT_MAX, &r) || !whole(in, object, "cols", 0, INT_MAX, &c)) return false;
    if (r != rows || c != cols) return fail(in, key, "does not have the size the problem asks for");
    if (!json_is_array(x) || json_array_size(x) > INT_MAX / 4) return fail(in, key, "has no values \"x\"");
    bool triplet = json_object_get(object, "row") != NULL;
    int nz = (int)json_array_size(x);
    if (!triplet && json_array_size(json_object_get(object, "p")) != (size_t)cols + 1) return fail(in, key, "has a list of pointers \"p\" that is missing or of the wrong length");
    if ((in->status = slip_sparse_new(&a, triplet ? SLIP_TRIPLET : SLIP_CSC, rows, cols, nz, in->arena, in->error))) return false;
    if (!indices(in, key, json_object_get(object, triplet ? "row" : "i"), nz, a.i) || !indices(in, key, json_object_get(object, triplet ? "col" : "p"), triplet ? nz : cols + 1, a.p)) return false;
    if ((in->status = slip_json_get_vector(x, nz, a.x, key, in->error))) return false;
    if ((in->status = slip_sparse_check(&a, key, in->error)) || (in->status = slip_sparse_convert(out, &a, SLIP_CSC, in->arena, in->error))) return false;
    return true;
}

static bool laws(reader *in, slip_problem *p)
{
    const json_t *law = json_object_get(in->root, "law"), *level = json_object_get(in->root, "level"), *angle = json_object_get(in->root, "angle");
    if (law && !(json_is_string(law) && slip_law_find(json_string_value(law), &p->law))) return fail(in, "law", "must be coulomb, facets, box, cone, cone-facets or opposed");
    if (json_object_get(in->root, "directions") && !whole(in, in->root, "directions", 0, 100000, &p->dirs.k)) return false;
    if (angle && !json_is_number(angle)) return fail(in, "angle", "must be a number");
    if (angle) p->dirs.angle = json_number_value(angle);
    if (!level) return true;
    const char *word = json_is_string(level) ? json_string_value(level) : "";
    p->level = strcmp(word, "acceleration") == 0 ? SLIP_LEVEL_ACCELERATION : SLIP_LEVEL_VELOCITY;
    return strcmp(word, slip_level_name(p->level)) == 0 ? true : fail(in, "level", "must be velocity or acceleration");
}

static bool read_body(reader *in, slip_problem *p)
{
    int d, nc, n = 0, np = 0;
    const json_t *schema = json_object_get(in->root, "schema"), *mu = json_object_get(in->root, "mu");
    if (!json_is_object(in->root)) { in->status = slip_fail(in->error, SLIP_INPUT, "the problem is not a JSON object"); return false; }
    if (!json_is_string(schema) || strcmp(json_string_value(schema), "slipstick.problem/1")) return fail(in, "schema", "is not slipstick.problem/1");
    if (!whole(in, in->root, "dimension", 1, 3, &d)) return false;
    if (!json_is_array(mu) || json_array_size(mu) > INT_MAX / 9) return fail(in, "mu", "must be an array of numbers, one a contact");
    nc = (int)json_array_size(mu);
    const json_t *f = json_object_get(in->root, "f"), *b = json_object_get(in->root, f ? "b" : "s");
    n = f ? (int)json_array_size(f) : 0;
    np = (int)json_array_size(b);
    if (f && n == 0) return fail(in, "f", "must be an array of numbers, one a velocity");
    if ((in->status = slip_problem_new(p, d, nc, n, np, !f, in->error))) return false;
    in->arena = &p->arena;
    p->foreign = true;
    int m = slip_problem_m(p);
    if (!laws(in, p) || !vector(in, "mu", nc, p->mu)) return false;
    if (json_object_get(in->root, "slip")) {
        p->slip = SLIP_NEW(in->arena, double, (long)nc * (d - 1));
        if (!p->slip || !vector(in, "slip", nc * (d - 1), p->slip)) return fail(in, "slip", "does not fit in memory");
    }
    if (json_object_get(in->root, "bilateral")) {
        int *flag = SLIP_NEW(in->arena, int, nc);
        p->bilateral = SLIP_NEW(in->arena, unsigned char, nc);
        if (!flag || !p->bilateral) return fail(in, "bilateral", "does not fit in memory");
        if (!indices(in, "bilateral", json_object_get(in->root, "bilateral"), nc, flag)) return false;
        for (int i = 0; i < nc; i++) { if (flag[i] > 1) return fail(in, "bilateral", "holds another number than 0 and 1"); p->bilateral[i] = (unsigned char)flag[i]; }
    }
    if (f) return json_sparse(in, "M", n, n, &p->M) && json_sparse(in, "H", n, m, &p->H) && (!np || json_sparse(in, "G", n, np, &p->G))
               && vector(in, "f", n, p->f) && vector(in, "w", m, p->w) && vector(in, "b", np, p->b);
    return json_sparse(in, "W", m, m, &p->W) && (!np || (json_sparse(in, "V", m, np, &p->V) && json_sparse(in, "R", np, np, &p->R)))
        && vector(in, "q", m, p->q) && vector(in, "s", np, p->s);
}

slip_status slip_problem_read_json(slip_problem *out, slip_origin *origin, const char *text, size_t count, slip_error *error)
{
    json_t *root;
    *out = (slip_problem){ .d = 0 };
    slip_status status = slip_json_parse(&root, text, count, "the problem", error);
    if (status) return status;
    reader in = { .root = root, .error = error };
    if (read_body(&in, out)) in.status = slip_problem_check(out, error);
    if (!in.status && origin) in.status = slip_origin_take(origin, out, json_object_get(root, "origin"), error);
    if (!in.status && origin) { origin->format = "slipstick JSON"; origin->notes = 0; }      /* those were of another file */
    json_decref(root);
    if (in.status) slip_problem_free(out);
    return in.status;
}

/* ---- writing ---- */

static bool put_ints(json_t *object, const char *key, const int *x, int count)
{
    json_t *array = json_array();
    for (int k = 0; array && k < count; k++) if (json_array_append_new(array, json_integer(x[k]))) { json_decref(array); return true; }
    return json_object_set_new(object, key, array) != 0;
}

static bool put_matrix(json_t *root, const char *key, const slip_sparse *a, int rows, int cols, slip_arena *arena)
{
    slip_sparse none;
    if (!a->x && slip_sparse_new(&none, SLIP_CSC, rows, cols, 0, arena, NULL)) return true;
    if (!a->x) a = &none;
    json_t *object = json_object();
    bool bad = json_object_set_new(object, "rows", json_integer(rows)) != 0 || json_object_set_new(object, "cols", json_integer(cols)) != 0
            || put_ints(object, "p", a->p, cols + 1) || put_ints(object, "i", a->i, a->nz)
            || json_object_set_new(object, "x", slip_json_vector(a->x, a->nz)) != 0;
    if (bad) { json_decref(object); return true; }
    return json_object_set_new(root, key, object) != 0;
}

static bool put_numbers(json_t *root, const char *key, const double *x, int count) { return json_object_set_new(root, key, slip_json_vector(x, count)) != 0; }

static bool put_problem(json_t *root, const slip_problem *p, slip_arena *arena)
{
    int m = slip_problem_m(p);
    bool bad = json_object_set_new(root, "schema", json_string("slipstick.problem/1")) || json_object_set_new(root, "dimension", json_integer(p->d))
        || json_object_set_new(root, "law", json_string(slip_law_name(p->law))) || json_object_set_new(root, "directions", json_integer(p->dirs.k))
        || json_object_set_new(root, "angle", slip_json_number(p->dirs.angle)) || json_object_set_new(root, "level", json_string(slip_level_name(p->level)))
        || put_numbers(root, "mu", p->mu, p->nc) || (p->slip && put_numbers(root, "slip", p->slip, p->nc * (p->d - 1)));
    if (p->bilateral) {
        json_t *flags = json_array();
        for (int i = 0; i < p->nc; i++) bad = bad || json_array_append_new(flags, json_integer(p->bilateral[i] != 0));
        bad = json_object_set_new(root, "bilateral", flags) || bad;
    }
    if (slip_problem_global(p))
        return bad || put_matrix(root, "M", &p->M, p->n, p->n, arena) || put_matrix(root, "H", &p->H, p->n, m, arena) || (p->p && put_matrix(root, "G", &p->G, p->n, p->p, arena))
            || put_numbers(root, "f", p->f, p->n) || put_numbers(root, "w", p->w, m) || (p->p && put_numbers(root, "b", p->b, p->p));
    return bad || put_matrix(root, "W", &p->W, m, m, arena) || (p->p && (put_matrix(root, "V", &p->V, m, p->p, arena) || put_matrix(root, "R", &p->R, p->p, p->p, arena)))
        || put_numbers(root, "q", p->q, m) || (p->p && put_numbers(root, "s", p->s, p->p));
}

slip_status slip_problem_write_json(const slip_problem *p, const slip_origin *origin, slip_text *out, slip_error *error)
{
    slip_arena arena = { 0 };
    json_t *root = json_object();
    json_t *beside = json_object();
    bool bad = !root || !beside || put_problem(root, p, &arena) || (origin && slip_origin_put(origin, p, beside));
    bad = (origin && json_object_set(root, "origin", beside) != 0) || bad;
    json_decref(beside);
    if (!bad && slip_json_write(root, out) == SLIP_OK) slip_text_put(out, "\n", 1);
    json_decref(root);
    slip_arena_free(&arena);
    return bad || out->failed ? slip_fail(error, SLIP_MEMORY, "out of memory while writing a problem") : SLIP_OK;
}
