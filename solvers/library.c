/* library.c: `so:FILE`, or a path that ends in .so: a shared library with one symbol, loaded only in a child.
   SPDX-License-Identifier: GPL-3.0-or-later

   What the library is handed is in plugins/slipx.h.  Whatever it does to itself, it does there. */

#include "solvers/foreign.h"
#include "plugins/slipx.h"

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { PRINTED = 1 << 20 };

typedef struct { const char *path; const slip_problem *p; const slip_iterate *it; } work;

static bool copy_matrix(slipx_matrix *out, const slip_sparse *a, slip_arena *arena)
{
    int64_t *p = SLIP_NEW(arena, int64_t, a->cols + 1), *i = SLIP_NEW(arena, int64_t, a->nz);
    if (arena->failed) return false;
    for (int k = 0; k <= a->cols; k++) p[k] = a->p[k];
    for (int k = 0; k < a->nz; k++) i[k] = a->i[k];
    *out = (slipx_matrix){ a->rows, a->cols, a->nz, p, i, a->x };
    return true;
}

/* The answer as JSON; or a sentence, and the exit code 1. */
static slip_status call(const work *w, slip_text *out, slip_arena *arena, slip_error *error)
{
    static const slip_claim claims[] = { SLIP_CLAIM_SOLVED, SLIP_CLAIM_GAVE_UP, SLIP_CLAIM_NO_SOLUTION, SLIP_CLAIM_NOT_FOR_LAW };
    slip_problem p;
    slip_status status = slip_problem_local(&p, w->p, error);
    if (status) return status;
    void *library = dlopen(w->path, RTLD_NOW | RTLD_LOCAL);
    const slipx_plugin *(*entry)(void) = NULL;
    void *symbol = library ? dlsym(library, "slipx_plugin_1") : NULL;
    if (!symbol) return slip_fail(error, SLIP_INPUT, "%.200s", library ? "the library does not export slipx_plugin_1" : dlerror());
    memcpy(&entry, &symbol, sizeof entry);          /* a function from a pointer to data, as POSIX would have it */
    const slipx_plugin *plugin = entry();
    if (!plugin || plugin->abi != SLIPX_ABI || plugin->size < sizeof *plugin || !plugin->solve)
        return slip_fail(error, SLIP_INPUT, "the library is not made for this slipx.h (ABI %d)", SLIPX_ABI);
    slipx_problem x = { .size = sizeof x, .dim = p.d, .contacts = p.nc, .law = slip_law_name(p.law), .level = slip_level_name(p.level), .q = p.q, .mu = p.mu,
                        .slip = p.slip, .bilateral = p.bilateral };
    slipx_request want = { sizeof want, w->it->limits.tol, w->it->limits.time, w->it->limits.steps };
    slipx_answer a = { .size = sizeof a, .status = SLIPX_GAVE_UP, .r = SLIP_NEW(arena, double, slip_problem_m(&p)), .claimed_error = NAN };
    if (arena->failed || !copy_matrix(&x.W, &p.W, arena)) return slip_fail(error, SLIP_MEMORY, "out of memory for a library");
    plugin->solve(&x, &want, &a);
    if (a.status < 0 || a.status > SLIPX_NOT_FOR_THIS_LAW) return slip_fail(error, SLIP_INPUT, "the library gives a status that slipx.h does not know: %d", a.status);
    slip_answer answer = { .claim = claims[a.status], .law = p.law, .dirs = p.dirs, .r = a.r, .claimed_error = a.claimed_error };
    for (int k = 0; k < slip_problem_m(&p); k++)
        if (!isfinite(a.r[k])) return slip_fail(error, SLIP_INPUT, "the impulses of the library are not all numbers");
    a.why[sizeof a.why - 1] = 0;
    for (char *c = a.why; *c; c++)
        if (*c < ' ' || *c > '~') *c = '?';
    snprintf(answer.why, sizeof answer.why, "%s", a.why);
    return slip_answer_write_json(&answer, w->p, out, error);       /* closing the library could only do harm now */
}

static int load_and_call(void *ctx, int fd)
{
    slip_text out = { 0 };
    slip_arena arena = { 0 };
    slip_error error = { 0 };
    slip_status status = call(ctx, &out, &arena, &error);
    const char *bytes = status ? error.text : out.s;
    for (size_t left = status ? strlen(bytes) : out.length; left;) {
        ssize_t n = write(fd, bytes, left);
        if (n <= 0) return 2;
        bytes += n;
        left -= (size_t)n;
    }
    return status != SLIP_OK;
}

slip_status slip_library_check(const char *name, slip_error *error)
{
    const char *path = slip_library_path(name);
    return access(path, R_OK) == 0 ? SLIP_OK : slip_fail(error, SLIP_INPUT, "there is no library '%.120s' to load", path);
}

const char *slip_library_path(const char *name) { return strncmp(name, "so:", 3) ? name : name + 3; }

static slip_status init(void *x, const slip_problem *p, const double par[], slip_iterate *it, slip_arena *arena, slip_error *error)
{
    const char *path = slip_library_path(slip_foreign_seek(par));
    (void)p; (void)it;
    *(char **)x = slip_arena_printf(arena, "%s%s", strchr(path, '/') ? "" : "./", path);       /* never from the system's folders */
    return arena->failed ? slip_fail(error, SLIP_MEMORY, "out of memory for a name") : SLIP_OK;
}

static slip_step step(void *x, const slip_problem *p, slip_iterate *it)
{
    work w = { *(char **)x, p, it };
    slip_child_result child = { 0 };
    slip_error error = { 0 };
    slip_arena arena = { 0 };
    slip_answer a;
    double time = it->limits.time;
    slip_limits_child limits = { .wall = time > 0 ? 3 * time + 1 : 0, .cpu = time, .memory = it->limits.memory,
                                 .output = 64 * (size_t)slip_problem_m(p) + PRINTED, .file = (size_t)1 << 30 };
    it->claim = SLIP_CLAIM_GAVE_UP; it->law = p->law; it->dirs = p->dirs;
    it->foreign = (slip_foreign){ .ran = true, .end = SLIP_END_START };
    if (slip_child_fork(load_and_call, &w, &limits, &child, &error)) snprintf(it->foreign.trouble, sizeof it->foreign.trouble, "%.199s", error.text);
    else {
        slip_foreign_end(&it->foreign, &child);
        if (child.err.length == 0) it->foreign.said[0] = 0;                /* its output is the answer, not its words */
        bool spoke = child.end == SLIP_END_EXIT && child.code <= 1 && child.out.length > 0;
        if (spoke) it->foreign.answered = true;
        if (spoke && (child.code || slip_answer_read_json(&a, p, child.out.s, child.out.length, &arena, &error)))
            snprintf(it->foreign.trouble, sizeof it->foreign.trouble, "%.199s", child.code ? child.out.s : error.text);
        else if (spoke) slip_foreign_take(it, p, &a);
    }
    slip_child_result_free(&child);
    slip_arena_free(&arena);
    return it->claim == SLIP_CLAIM_SOLVED ? SLIP_STEP_DONE : it->claim == SLIP_CLAIM_NO_SOLUTION ? SLIP_STEP_NONE : SLIP_STEP_STALLED;
}

static const slip_param params[] = { { .name = NULL } };

const slip_solver slip_foreign_library = {
    .name = "so", .about = "a shared library that exports slipx_plugin_1", .laws = SLIP_LAW_ALL, .flags = SLIP_FINITE,
    .params = params, .size = sizeof(char *), .init = init, .step = step
};
