/* oddity.c: the words of what may be odd about a problem file.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "problems/oddity.h"

#include <string.h>

static const struct { const char *name, *text; slip_severity severity; } table[] = {
#define X(name, word, severity, text) { word, text, SLIP_SEVERITY_##severity },
    SLIP_ODDITY_LIST(X)
#undef X
};

const char *slip_severity_name(slip_severity s)
{
    static const char *const words[] = { "note", "warning", "error" };
    return s < SLIP_SEVERITY_COUNT ? words[s] : "?";
}

const char *slip_oddity_name(slip_oddity o) { return o < SLIP_ODDITY_COUNT ? table[o].name : "?"; }
const char *slip_oddity_text(slip_oddity o) { return o < SLIP_ODDITY_COUNT ? table[o].text : "?"; }
slip_severity slip_oddity_severity(slip_oddity o) { return o < SLIP_ODDITY_COUNT ? table[o].severity : SLIP_SEVERITY_ERROR; }

bool slip_oddity_find(const char *name, slip_oddity *out)
{
    for (int k = 0; k < SLIP_ODDITY_COUNT; k++)
        if (strcmp(table[k].name, name) == 0) { *out = (slip_oddity)k; return true; }
    return false;
}
