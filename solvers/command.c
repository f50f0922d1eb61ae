/* command.c: `cmd:COMMAND`: any program as a method; and the names of solvers that are not ours.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "solvers/foreign.h"

#include <string.h>

void slip_foreign_hide(double par[], const char *text)
{
    _Static_assert(sizeof text <= sizeof *par, "a pointer fits where a number does");
    memset(par, 0, sizeof *par);
    memcpy(par, &text, sizeof text);
}

const char *slip_foreign_seek(const double par[])
{
    const char *text;
    memcpy(&text, par, sizeof text);
    return text;
}

static bool is_command(const char *name) { return strncmp(name, "cmd:", 4) == 0; }

bool slip_foreign_name(const char *name)
{
    size_t n = strlen(name);
    return is_command(name) || strncmp(name, "so:", 3) == 0 || (strchr(name, '/') && n > 3 && strcmp(name + n - 3, ".so") == 0);
}

slip_status slip_foreign_open(const char *name, const slip_solver **out, double par[], slip_error *error)
{
    slip_arena arena = { 0 };
    char **words;
    memset(par, 0, SLIP_MAX_PARAMS * sizeof *par);
    slip_foreign_hide(par, name);
    *out = is_command(name) ? &slip_foreign_command : &slip_foreign_library;
    if (!is_command(name)) return slip_library_check(name, error);
    slip_status status = slip_foreign_words(name + 4, &words, &arena, error);
    if (!status) status = slip_foreign_check(words, error);
    slip_arena_free(&arena);
    return status;
}

slip_status slip_solver_full(const slip_solver *s, const double par[], slip_text *out, slip_error *error)
{
    if (s != &slip_foreign_command && s != &slip_foreign_library) return slip_name_full(s->params, s->name, par, NULL, out, error);
    slip_text_add(out, "%s", slip_foreign_seek(par));
    return out->failed ? slip_fail(error, SLIP_MEMORY, "out of memory for a name") : SLIP_OK;
}

typedef struct { char **words; } state;

static slip_status init(void *x, const slip_problem *p, const double par[], slip_iterate *it, slip_arena *arena, slip_error *error)
{
    (void)p; (void)it;
    return slip_foreign_words(slip_foreign_seek(par) + 4, &((state *)x)->words, arena, error);
}

static slip_step step(void *x, const slip_problem *p, slip_iterate *it) { return slip_foreign_step(((state *)x)->words, p, it); }

static const slip_param params[] = { { .name = NULL } };

const slip_solver slip_foreign_command = {
    .name = "cmd", .about = "any command: a problem file in, an answer file out", .laws = SLIP_LAW_ALL, .flags = SLIP_FINITE,
    .params = params, .size = sizeof(state), .init = init, .step = step
};
