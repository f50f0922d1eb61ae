/* program.c: where another program of ours stands.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/base.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool slip_program_find(const char *name, const char *variable, char *out, size_t room)
{
    const char *named = getenv(variable), *at = getenv("PATH");
    if (named && *named) return snprintf(out, room, "%s", named) < (int)room && access(out, X_OK) == 0;
    ssize_t n = readlink("/proc/self/exe", out, room - 1);
    while (n > 0 && out[n - 1] != '/') n--;
    if (n > 0 && snprintf(out + n, room - (size_t)n, "%s", name) < (int)(room - (size_t)n) && access(out, X_OK) == 0) return true;
    while (at && *at) {
        size_t k = strcspn(at, ":");
        if (k && snprintf(out, room, "%.*s/%s", (int)k, at, name) < (int)room && access(out, X_OK) == 0) return true;
        at += k + (at[k] == ':');
    }
    return false;
}
