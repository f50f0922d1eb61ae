/* error.c: names and sentences of the status list, and the recording of a failure.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/base.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *slip_status_name(slip_status status)
{
    static const char *const words[] = {
#define X(name, word, text) word,
        SLIP_STATUS_LIST(X)
#undef X
    };
    return (unsigned)status < SLIP_STATUS_COUNT ? words[status] : "unknown";
}

const char *slip_status_text(slip_status status)
{
    static const char *const texts[] = {
#define X(name, word, text) text,
        SLIP_STATUS_LIST(X)
#undef X
    };
    return (unsigned)status < SLIP_STATUS_COUNT ? texts[status] : "unknown status";
}

/* A sentence that does not fit ends in "...", cut before a whole UTF-8 character. */
static void mark_cut(char *text, size_t size)
{
    size_t end = size - 4;
    while (end > 0 && ((unsigned char)text[end] & 0xC0) == 0x80) end--;
    memcpy(text + end, "...", 4);
}

slip_status slip_fail(slip_error *error, slip_status status, const char *format, ...)
{
    if (!error) return status;
    va_list ap;
    va_start(ap, format);
    char text[sizeof error->text];              /* the arguments may point into error->text itself */
    int n = vsnprintf(text, sizeof text, format, ap);
    va_end(ap);
    if (n < 0) snprintf(text, sizeof text, "%s", slip_status_text(status));
    else if ((size_t)n >= sizeof text) mark_cut(text, sizeof text);
    error->status = status;
    memcpy(error->text, text, sizeof text);
    return status;
}
