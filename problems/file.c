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

slip_status slip_problem_import(slip_problem *out, slip_origin *origin, const char *path, slip_error *error)
{
    slip_text text = { 0 };
    slip_error inner = { SLIP_OK, "" };
    *out = (slip_problem){ .d = 0 };
    if (origin) *origin = (slip_origin){ .format = "slipstick text" };
    slip_status status = slip_file_read(path, LARGEST, &text, error);
    if (!status) {
        if (is_text(text.s, text.length)) status = slip_problem_read_text(out, text.s, text.length, &inner);
        else if (is_hdf5(text.s, text.length)) status = slip_fclib_read(out, origin, text.s, text.length, &inner);
        else status = slip_fail(&inner, SLIP_INPUT, "not a problem file slipstick can read");
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
