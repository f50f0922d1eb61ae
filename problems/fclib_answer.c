/* fclib_answer.c: an answer from FCLIB's HDF5: /solution/r, and u, v, l where they are given, read in a limited child.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "problems/fclib.h"
#include "problems/hdf5.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

typedef struct { const char *bytes; size_t count; const slip_problem *p; } work;

static bool stored(slip_h5 *in, const char *path, int count, double **out)
{
    int n;
    *out = NULL;
    if (count == 0 || !slip_h5_exists(in, path)) return true;
    if (!slip_h5_doubles(in, path, out, &n)) return false;
    return n == count ? true : slip_h5_fail(in, "%s holds %d numbers, not %d", path, n, count);
}

/* The answer as JSON, or the sentence with the status as exit code. */
static int send_answer(void *ctx, int fd)
{
    const work *w = ctx;
    const slip_problem *p = w->p;
    slip_arena arena = { 0 };
    slip_error error = { 0 };
    slip_text text = { 0 };
    slip_h5 in = { .arena = &arena, .error = &error };
    slip_answer a = { .claim = SLIP_CLAIM_SOLVED, .law = p->law, .dirs = p->dirs, .claimed_error = NAN };
    int m = slip_problem_m(p);
    if (slip_h5_open(&in, w->bytes, w->count)) {
        if (stored(&in, "/solution/r", m, &a.r) && stored(&in, "/solution/u", m, &a.u) && stored(&in, "/solution/v", p->n, &a.v)
            && stored(&in, "/solution/l", p->p, &a.l) && !a.r && m) slip_h5_fail(&in, "the HDF5 file has no /solution/r");
        slip_h5_close(&in);
    }
    slip_status status = in.status ? in.status : slip_answer_write_json(&a, p, &text, &error);
    if (status) { slip_text_free(&text); slip_text_add(&text, "%s", error.text); }
    for (size_t at = 0; at < text.length;) {
        ssize_t n = write(fd, text.s + at, text.length - at);
        if (n <= 0) return SLIP_BUG;
        at += (size_t)n;
    }
    slip_text_free(&text);
    slip_arena_free(&arena);
    return (int)status;
}

slip_status slip_fclib_answer(slip_answer *a, const slip_problem *p, const char *bytes, size_t count, slip_arena *arena, slip_error *error)
{
    work w = { bytes, count, p };
    slip_child_result child = { 0 };
    slip_limits_child limits = { .wall = 60, .cpu = 30, .memory = slip_memory_peak_rss() + ((size_t)1 << 29) + 100 * count, .output = (size_t)1 << 30, .file = 1 };
    slip_status status = slip_child_fork(send_answer, &w, &limits, &child, error);
    if (status) return status;
    if (child.end != SLIP_END_EXIT) status = slip_fail(error, SLIP_INPUT, "the HDF5 library %s on this answer", slip_end_text(child.end));
    else if (child.code > SLIP_OK && child.code < SLIP_STATUS_COUNT) status = slip_fail(error, (slip_status)child.code, "%.250s", child.out.s);
    else if (child.code) status = slip_fail(error, SLIP_INPUT, "the HDF5 library ended with code %d on this answer", child.code);
    else status = slip_answer_read_json(a, p, child.out.s, child.out.length, arena, error);
    slip_child_result_free(&child);
    return status;
}
