/* rows.c: the rows of a study read back: whole lines only, one a key.
   SPDX-License-Identifier: GPL-3.0-or-later

   A row without its newline was torn by a kill, one whose seal does not fit was damaged: both are counted, named and
   run again.  Of several rows with one key the latest counts. */

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "reports/study.h"

static const char seal[] = ",\"sum\":\"";
enum { SEAL = sizeof seal - 1, SEALED = SEAL + 64 + 2, FILE_LIMIT = 1 << 30 };

bool slip_verdict_find(const char *name, slip_verdict_word *out)
{
    for (int k = 0; name && k < SLIP_VERDICT_COUNT; k++)
        if (!strcmp(name, slip_verdict_name(k))) {
            *out = (slip_verdict_word)k;
            return true;
        }
    return false;
}

void slip_row_seal(slip_text *row)
{
    char sum[65];
    if (row->failed || row->length < 2)
        return;
    row->length -= 2;                               /* "}\n" */
    slip_sha256_hex(row->s, row->length, sum);
    slip_text_add(row, "%s%s\"}\n", seal, sum);
}

bool slip_row_sealed(const char *line, size_t length)
{
    char sum[65];
    if (length < SEALED || memcmp(line + length - SEALED, seal, SEAL))
        return false;
    slip_sha256_hex(line, length - SEALED, sum);
    return !memcmp(line + length - 66, sum, 64) && !memcmp(line + length - 2, "\"}", 2);
}

static void trouble(slip_rows *rows, const char *file, long line, const char *what)
{
    if (!rows->trouble[0])
        snprintf(rows->trouble, sizeof rows->trouble, "rows/%.100s, line %ld, %s", file, line, what);
}

typedef struct { slip_row *row; size_t count, room; bool failed; } pile;

static void add_row(pile *p, slip_row row)
{
    if (p->count == p->room) {
        size_t room = p->room ? 2 * p->room : 256;
        slip_row *more = slip_realloc(p->row, room * sizeof *more);
        if (!more) {
            p->failed = true;
            json_decref(row.row);
            return;
        }
        p->row = more;
        p->room = room;
    }
    p->row[p->count++] = row;
}

static void read_line(slip_rows *rows, pile *p, const char *file, long number, const char *line, size_t length)
{
    json_t *o = NULL;
    slip_error ignored = { 0 };
    slip_row row = { .file = file, .line = number };
    if (!slip_row_sealed(line, length) || slip_json_parse(&o, line, length, "a row", &ignored) != SLIP_OK) {
        rows->corrupt++;
        trouble(rows, file, number, "is damaged: its seal does not fit");
        return;
    }
    row.row = o;
    row.key = json_string_value(json_object_get(o, "key"));
    if (!row.key || !slip_verdict_find(json_string_value(json_object_get(o, "verdict")), &row.word)) {
        json_decref(o);
        rows->corrupt++;
        trouble(rows, file, number, "is no row of a run");
        return;
    }
    add_row(p, row);
}

static slip_status read_rows(slip_rows *rows, pile *p, const char *study, const char *file, slip_error *error)
{
    slip_text path = { 0 }, text = { 0 };
    slip_text_add(&path, "%s/rows/%s", study, file);
    slip_status status = path.failed ? slip_fail(error, SLIP_MEMORY, "out of memory for rows") : slip_file_read(path.s, FILE_LIMIT, &text, error);
    const char *at = text.s, *end = text.s ? text.s + text.length : NULL;
    for (long number = 1; status == SLIP_OK && at < end; number++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        if (!stop) {
            rows->torn++;
            trouble(rows, file, number, "was torn: it has no end");
            break;
        }
        rows->lines++;
        read_line(rows, p, file, number, at, (size_t)(stop - at));
        at = stop + 1;
    }
    rows->files++;
    slip_text_free(&path);
    slip_text_free(&text);
    return status;
}

static int by_key_and_time(const void *a, const void *b)
{
    const slip_row *x = a, *y = b;
    int c = strcmp(x->key, y->key);
    if (c)
        return c;
    double s = json_number_value(json_object_get(x->row, "began")), t = json_number_value(json_object_get(y->row, "began"));
    return s != t ? (s > t ? 1 : -1) : strcmp(x->file, y->file);
}

/* One a key: the last of equals. */
static void settle(slip_rows *rows, pile *p)
{
    if (p->count)
        qsort(p->row, p->count, sizeof *p->row, by_key_and_time);
    for (size_t i = 0; i < p->count; i++) {
        if (i + 1 < p->count && !strcmp(p->row[i].key, p->row[i + 1].key)) {
            rows->repeated++;
            rows->differ += p->row[i].word != p->row[i + 1].word && p->row[i].word != SLIP_VERDICT_HARNESS && p->row[i + 1].word != SLIP_VERDICT_HARNESS;
            json_decref(p->row[i].row);
        } else {
            p->row[rows->count++] = p->row[i];
        }
    }
    rows->row = p->row;
}

static int by_text(const struct dirent **a, const struct dirent **b) { return strcmp((*a)->d_name, (*b)->d_name); }

static int is_rows(const struct dirent *e)
{
    size_t n = strlen(e->d_name);
    return e->d_name[0] != '.' && n > 6 && !strcmp(e->d_name + n - 6, ".jsonl");
}

slip_status slip_rows_read(slip_rows *rows, const char *study, slip_error *error)
{
    *rows = (slip_rows){ 0 };
    pile p = { 0 };
    struct dirent **entry = NULL;
    char *folder = slip_arena_printf(&rows->arena, "%s/rows", study);
    int count = folder ? scandir(folder, &entry, is_rows, by_text) : 0;
    slip_status status = SLIP_OK;
    if (count < 0 && errno != ENOENT)
        status = slip_fail(error, SLIP_FILE, "cannot read '%.150s/rows': %s", study, strerror(errno));
    for (int k = 0; k < count; k++) {
        char *name = slip_arena_printf(&rows->arena, "%s", entry[k]->d_name);
        if (status == SLIP_OK)
            status = name ? read_rows(rows, &p, study, name, error) : slip_fail(error, SLIP_MEMORY, "out of memory for rows");
        free(entry[k]);                             /* scandir's own */
    }
    free(entry);
    settle(rows, &p);
    if (status == SLIP_OK && (p.failed || !folder))
        status = slip_fail(error, SLIP_MEMORY, "out of memory for rows");
    if (status != SLIP_OK)
        slip_rows_free(rows);
    return status;
}

void slip_rows_free(slip_rows *rows)
{
    for (int k = 0; k < rows->count; k++)
        json_decref(rows->row[k].row);
    slip_free(rows->row);
    slip_arena_free(&rows->arena);
    *rows = (slip_rows){ 0 };
}

static int key_is(const void *key, const void *row) { return strcmp(key, ((const slip_row *)row)->key); }

const slip_row *slip_rows_find(const slip_rows *rows, const char *key)
{
    return rows->count ? bsearch(key, rows->row, (size_t)rows->count, sizeof *rows->row, key_is) : NULL;
}
