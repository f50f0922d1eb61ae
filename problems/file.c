/* file.c: a problem from a file of any format we read, told by its content.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "problems/problems.h"

#include <string.h>

enum { LARGEST = 1 << 30 };     /* bytes */

slip_status slip_problem_read_file(slip_problem *out, const char *path, slip_error *error)
{
    slip_text text = { 0 };
    slip_error inner = { SLIP_OK, "" };
    *out = (slip_problem){ .d = 0 };
    slip_status status = slip_file_read(path, LARGEST, &text, error);
    if (!status) {
        static const char magic[] = "slipstick-problem";
        if (text.length > sizeof magic && memcmp(text.s, magic, sizeof magic - 1) == 0) {
            status = slip_problem_read_text(out, text.s, text.length, &inner);
            if (status) slip_fail(error, status, "%.100s: %.140s", path, inner.text);
        } else status = slip_fail(error, SLIP_INPUT, "%.180s is not a problem file slipstick can read", path);
    }
    if (!status && !(out->name = slip_arena_printf(&out->arena, "%s", path))) {
        slip_problem_free(out);
        status = slip_fail(error, SLIP_MEMORY, "out of memory for a name");
    }
    slip_text_free(&text);
    return status;
}
