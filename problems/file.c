/* file.c: a problem from a file of any format we read, told by its content.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "problems/fclib.h"

#include <string.h>

enum { LARGEST = 1 << 30 };     /* bytes */

/* HDF5's signature stands at 0, 512, 1024, 2048, ... */
static bool is_hdf5(const char *bytes, size_t count)
{
    static const char magic[] = "\211HDF\r\n\032\n";
    for (size_t at = 0; at + 8 <= count; at = at ? 2 * at : 512)
        if (memcmp(bytes + at, magic, 8) == 0) return true;
    return false;
}

static bool is_text(const char *bytes, size_t count)
{
    static const char magic[] = "slipstick-problem";
    return count > sizeof magic && memcmp(bytes, magic, sizeof magic - 1) == 0;
}

static char first_of(const char *bytes, size_t count)
{
    for (size_t k = 0; k < count; k++) if (!strchr(" \t\r\n", bytes[k])) return bytes[k];
    return 0;
}

slip_status slip_problem_read_bytes(slip_problem *out, slip_origin *origin, const char *bytes, size_t count, slip_error *error)
{
    char first = first_of(bytes, count);
    *out = (slip_problem){ .d = 0 };
    if (origin) *origin = (slip_origin){ .format = "slipstick text" };
    slip_status status = is_text(bytes, count) ? slip_problem_read_text(out, bytes, count, error)
        : is_hdf5(bytes, count) ? slip_fclib_read(out, origin, bytes, count, error)
        : first == '{' ? slip_problem_read_json(out, origin, bytes, count, error)
        : first >= '1' && first <= '9' ? slip_siconos_read(out, origin, bytes, count, error)
        : slip_fail(error, SLIP_INPUT, "not a problem file: neither slipstick's text or JSON, nor FCLIB's HDF5, nor Siconos text");
    if (status && origin) slip_origin_free(origin);
    return status;
}

slip_status slip_problem_import(slip_problem *out, slip_origin *origin, const char *path, slip_error *error)
{
    slip_text text = { 0 };
    slip_error inner = { SLIP_OK, "" };
    *out = (slip_problem){ .d = 0 };
    if (origin) *origin = (slip_origin){ 0 };
    slip_status status = slip_file_read(path, LARGEST, &text, error);
    if (!status) {
        status = slip_problem_read_bytes(out, origin, text.s, text.length, &inner);
        if (status) slip_fail(error, status, "%.100s: %.150s", path, inner.text);
    }
    if (!status && !(out->name = slip_arena_printf(&out->arena, "%s", path))) {
        slip_problem_free(out);
        if (origin) slip_origin_free(origin);
        status = slip_fail(error, SLIP_MEMORY, "out of memory for a name");
    }
    slip_text_free(&text);
    return status;
}

slip_status slip_problem_read_file(slip_problem *out, const char *path, slip_error *error)
{
    return slip_problem_import(out, NULL, path, error);
}
