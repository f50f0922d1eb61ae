/* fclib.c: problems in FCLIB's HDF5 layout, local and global, read from bytes that may be hostile.
   SPDX-License-Identifier: GPL-3.0-or-later

       /fclib_local/   spacedim, W/ [V/ R/], vectors/ q mu [s], info/          u = W r + V l + q,  V' r + R l + s = 0
       /fclib_global/  spacedim, M/ H/ [G/], vectors/ f w mu [b], info/        (1)-(3) of problems.h
       /solution/      u r [v l]        /guesses/number_of_guesses
       a matrix: nzmax m n nz p i x;  nz >= 0: triplets with i the row and p the column;  -1: CSC;  -2: CSR

   Everything is sized by the extents of what is stored, never by nzmax.  Data are used as they are; what is odd about
   them becomes a note.  libhdf5 works in a limited child, since damaged files can make it crash, hang or take all
   memory.  The child hands back one line of JSON (what comes beside the problem) and the canonical text. */

#include "base/json.h"
#include "problems/fclib.h"
#include "problems/hdf5.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct { slip_h5 h5; const char *root; slip_origin *origin; slip_arena *arena; } reader;

static void at(const reader *in, const char *name, char out[96]) { snprintf(out, 96, "%s/%s", in->root, name); }

/* ---- matrices ---- */

static void look_at_entries(reader *in, const char *name, const slip_sparse *a)
{
    int zeros = 0, unsorted = 0;
    for (int k = 0; k < a->nz; k++) zeros += a->x[k] == 0;
    if (a->layout != SLIP_TRIPLET)
        for (int j = 0; j < slip_sparse_majors(a); j++)
            for (int k = a->p[j] + 1; k < a->p[j + 1]; k++) unsorted += a->i[k] <= a->i[k - 1];
    if (unsorted) slip_origin_note(in->origin, SLIP_ODDITY_UNSORTED, "%s: indices are not in order in %d places", name, unsorted);
    if (zeros) slip_origin_note(in->origin, SLIP_ODDITY_ZEROS, "%s: %d of %d stored entries are zero", name, zeros, a->nz);
}

/* Lower or upper triangle only: the rest is its mirror image. */
static bool unpack(reader *in, const char *name, slip_sparse *a)
{
    slip_sparse t, full;
    if ((in->h5.status = slip_sparse_convert(&t, a, SLIP_TRIPLET, in->arena, in->h5.error))) return false;
    int lower = 0, upper = 0, n = t.nz;
    for (int k = 0; k < n; k++) { lower += t.i[k] > t.p[k]; upper += t.i[k] < t.p[k]; }
    if (lower && upper) return slip_h5_fail(&in->h5, "%s is marked as a packed triangle but has entries on both sides of the diagonal", name);
    if ((in->h5.status = slip_sparse_new(&full, SLIP_TRIPLET, t.rows, t.cols, n + lower + upper, in->arena, in->h5.error))) return false;
    int to = 0;
    for (int k = 0; k < n; k++) {
        full.i[to] = t.i[k]; full.p[to] = t.p[k]; full.x[to++] = t.x[k];
        if (t.i[k] != t.p[k]) { full.i[to] = t.p[k]; full.p[to] = t.i[k]; full.x[to++] = t.x[k]; }
    }
    *a = full;
    slip_origin_note(in->origin, SLIP_ODDITY_PACKED, "%s: one triangle is stored; the other was filled in", name);
    return true;
}

static bool matrix(reader *in, const char *name, int rows, int cols, slip_sparse *out)
{
    char path[96], part[112];
    int m, n, nz, np, ni, nx, nzmax = -1;
    slip_sparse a = { 0 };
    slip_h5 *h5 = &in->h5;
    at(in, name, path);
#define PART(word) (snprintf(part, sizeof part, "%s/%s", path, word), part)
    if (!slip_h5_int(h5, PART("m"), 0, INT_MAX, &m) || !slip_h5_int(h5, PART("n"), 0, INT_MAX, &n) || !slip_h5_int(h5, PART("nz"), -2, INT_MAX, &nz)) return false;
    if (m != rows || n != cols) return slip_h5_fail(h5, "%s is %d x %d but the vectors ask for %d x %d", path, m, n, rows, cols);
    if (slip_h5_exists(h5, PART("nzmax")) && !slip_h5_int(h5, part, 0, INT_MAX, &nzmax)) return false;
    if (!slip_h5_ints(h5, PART("p"), &a.p, &np) || !slip_h5_ints(h5, PART("i"), &a.i, &ni) || !slip_h5_doubles(h5, PART("x"), &a.x, &nx)) return false;
#undef PART
    a.layout = nz >= 0 ? SLIP_TRIPLET : nz == -1 ? SLIP_CSC : SLIP_CSR;
    a.rows = m; a.cols = n;
    if (nz < 0) {
        int majors = slip_sparse_majors(&a);
        if (np < majors + 1) return slip_h5_fail(h5, "%s/p holds %d pointers, too few for %d x %d", path, np, m, n);
        a.nz = a.p[majors];
    } else a.nz = nz;
    if (a.nz < 0 || ni < a.nz || nx < a.nz || (nz >= 0 && np < a.nz)) return slip_h5_fail(h5, "%s holds fewer entries than the %d it states", path, a.nz);
    if (nz == -2 && !strcmp(in->root, "/fclib_global")) slip_origin_note(in->origin, SLIP_ODDITY_GLOBAL_ROWS, "%s: stored by rows", name);
    if (nzmax >= 0 && nzmax != a.nz) slip_origin_note(in->origin, SLIP_ODDITY_NZMAX, "%s: nzmax = %d, but there are %d entries", name, nzmax, a.nz);
    if (!a.x) a.x = SLIP_NEW(in->arena, double, 0);
    if (!a.i) a.i = SLIP_NEW(in->arena, int, 0);
    if (!a.p) a.p = SLIP_NEW(in->arena, int, 0);
    if (in->arena->failed) { h5->status = slip_fail(h5->error, SLIP_MEMORY, "out of memory for %s", path); return false; }
    if ((h5->status = slip_sparse_check(&a, name, h5->error))) return false;
    look_at_entries(in, name, &a);
    int entries = a.nz;
    if (slip_h5_flag(h5, path, "symmetric_packed")) { if (!unpack(in, name, &a)) return false; entries = a.nz; }
    if ((h5->status = slip_sparse_convert(out, &a, SLIP_CSC, in->arena, h5->error))) return false;
    if (out->nz < entries) slip_origin_note(in->origin, SLIP_ODDITY_REPEATED_ENTRY, "%s: %d entries at the same place as another were added to it", name, entries - out->nz);
    return true;
}

/* ---- the problem ---- */

static bool vector(reader *in, const char *name, int count, double **out)
{
    char path[96];
    int n;
    at(in, name, path);
    if (!slip_h5_doubles(&in->h5, path, out, &n)) return false;
    if (!*out && count == 0) return true;
    if (!*out) return slip_h5_fail(&in->h5, "%s is missing, or a link, which slipstick does not follow", path);
    return n == count ? true : slip_h5_fail(&in->h5, "%s holds %d numbers, not %d", path, n, count);
}

/* The column count of an optional matrix, 0 when it is not there. */
static bool columns(reader *in, const char *name, int *out)
{
    char path[96];
    *out = 0;
    at(in, name, path);
    if (!slip_h5_exists(&in->h5, path)) return true;
    strcat(path, "/n");
    return slip_h5_int(&in->h5, path, 0, INT_MAX / 2, out);
}

static bool problem(reader *in, bool local, slip_problem *p)
{
    char path[96];
    int d, nc, n = 0, np;
    double *mu;
    at(in, "spacedim", path);
    if (!slip_h5_int(&in->h5, path, INT_MIN, INT_MAX, &d)) return false;
    if (d != 2 && d != 3) return slip_h5_fail(&in->h5, "%s = %d; contacts have 2 or 3 components here", path, d);
    at(in, "vectors/mu", path);
    if (!slip_h5_doubles(&in->h5, path, &mu, &nc)) return false;
    if (!mu) return slip_h5_fail(&in->h5, "%s is missing", path);
    if (nc > INT_MAX / 9) return slip_h5_fail(&in->h5, "%s holds too many contacts", path);
    if (!columns(in, local ? "V" : "G", &np) || (!local && !columns(in, "M", &n))) return false;
    if (!local && n == 0) return slip_h5_fail(&in->h5, "%s/M is missing or empty: nothing moves", in->root);
    if ((in->h5.status = slip_problem_new(p, d, nc, n, np, local, in->h5.error))) return false;
    in->arena = in->h5.arena = &p->arena;
    int m = slip_problem_m(p);
    p->mu = mu;
    p->foreign = true;
    if (local) {
        at(in, "R", path);
        if (!np && slip_h5_exists(&in->h5, path)) return slip_h5_fail(&in->h5, "%s is there without V", path);
        return matrix(in, "W", m, m, &p->W) && (!np || (matrix(in, "V", m, np, &p->V) && matrix(in, "R", np, np, &p->R)))
            && vector(in, "vectors/q", m, &p->q) && (!np || vector(in, "vectors/s", np, &p->s));
    }
    return matrix(in, "M", n, n, &p->M) && matrix(in, "H", n, m, &p->H) && (!np || matrix(in, "G", n, np, &p->G))
        && vector(in, "vectors/f", n, &p->f) && vector(in, "vectors/w", m, &p->w) && (!np || vector(in, "vectors/b", np, &p->b));
}

/* ---- what comes beside it ---- */

static bool stored(reader *in, const char *path, int count, double **out)
{
    int n;
    *out = NULL;
    if (count == 0 || !slip_h5_exists(&in->h5, path)) return true;
    if (!slip_h5_doubles(&in->h5, path, out, &n)) return false;
    if (n == count) return true;
    slip_origin_note(in->origin, SLIP_ODDITY_SOLUTION_LENGTH, "%s holds %d numbers, not %d, and is left out", path, n, count);
    *out = NULL;
    return true;
}

static bool beside(reader *in, const slip_problem *p)
{
    char path[96];
    slip_origin *o = in->origin;
    int m = slip_problem_m(p);
    in->h5.arena = &o->arena;
    const struct { const char *name; char **out; } text[] = { { "info/title", &o->title }, { "info/description", &o->description }, { "info/math_info", &o->math_info } };
    for (int k = 0; k < 3; k++) {
        at(in, text[k].name, path);
        if (!slip_h5_string(&in->h5, path, text[k].out)) return false;
        for (const char *c = *text[k].out; c && *c; c++)
            if ((unsigned char)*c > 126) { slip_origin_note(o, SLIP_ODDITY_NOT_ASCII, "%s holds other characters than ASCII's", text[k].name); break; }
    }
    if (in->h5.narrow) slip_origin_note(o, SLIP_ODDITY_FLOAT32, "numbers are stored as float32, with seven digits");
    if (!stored(in, "/solution/r", m, &o->r) || !stored(in, "/solution/u", m, &o->u) || !stored(in, "/solution/v", p->n, &o->v)
        || !stored(in, "/solution/l", p->p, &o->l)) return false;
    return !slip_h5_exists(&in->h5, "/guesses/number_of_guesses") || slip_h5_int(&in->h5, "/guesses/number_of_guesses", 0, INT_MAX, &o->guesses);
}

static slip_status read_image(const void *bytes, size_t count, slip_problem *p, slip_origin *o, slip_error *error)
{
    slip_arena first = { 0 };                   /* what is read before the problem has an arena */
    reader in = { .h5 = { .arena = &first, .error = error }, .origin = o, .arena = &first };
    *p = (slip_problem){ .d = 0 };
    if (slip_h5_open(&in.h5, bytes, count)) {
        bool local = slip_h5_exists(&in.h5, "/fclib_local"), global = slip_h5_exists(&in.h5, "/fclib_global");
        bool rolling = slip_h5_exists(&in.h5, "/fclib_global_rolling");
        in.root = global ? "/fclib_global" : "/fclib_local";
        o->format = global ? "FCLIB, global" : "FCLIB, local";
        if (local && global) slip_origin_note(o, SLIP_ODDITY_SECOND_PROBLEM, "the file holds a local and a global problem; the global one is read");
        if ((local || global) && rolling) slip_origin_note(o, SLIP_ODDITY_SECOND_PROBLEM, "the file also holds a problem with rolling friction, which is left out");
        if (!local && !global) slip_h5_fail(&in.h5, rolling ? "the file holds a problem with rolling friction, which slipstick does not treat"
                                                            : "the HDF5 file holds no FCLIB problem: neither /fclib_local nor /fclib_global");
        else if (problem(&in, !global, p) && !(in.h5.status = slip_problem_check(p, error))) beside(&in, p);
        slip_h5_close(&in.h5);
    }
    slip_status status = in.h5.status;
    if (!status && o->arena.failed) status = slip_fail(error, SLIP_MEMORY, "out of memory for what comes beside a problem");
    if (p->mu && first.blocks) {                /* mu was read before there was a problem */
        double *mu = status ? NULL : SLIP_NEW(&p->arena, double, p->nc);
        if (!status && !mu) status = slip_fail(error, SLIP_MEMORY, "out of memory for a problem");
        if (!status && p->nc) memcpy(mu, p->mu, (size_t)p->nc * sizeof *mu);
        p->mu = mu;
    }
    slip_arena_free(&first);
    if (status) slip_problem_free(p);
    return status;
}

/* ---- the child ---- */

typedef struct { const void *bytes; size_t count; } image;

static bool send(int fd, const char *bytes, size_t count)
{
    while (count > 0) {
        ssize_t n = write(fd, bytes, count);
        if (n <= 0) return false;
        bytes += n;
        count -= (size_t)n;
    }
    return true;
}

/* One line of JSON and the canonical text; after a failure the sentence, with the status as exit code. */
static int read_and_send(void *ctx, int fd)
{
    const image *file = ctx;
    slip_problem p;
    slip_origin o = { 0 };
    slip_error error = { 0 };
    slip_text text = { 0 };
    slip_status status = read_image(file->bytes, file->count, &p, &o, &error);
    if (!status) status = slip_origin_write(&o, &p, &text, &error);
    if (!status) status = slip_problem_text(&p, &text, &error);
    bool sent = status ? send(fd, error.text, strlen(error.text)) : send(fd, text.s, text.length);
    slip_text_free(&text);
    slip_origin_free(&o);
    if (!status) slip_problem_free(&p);
    return sent ? (int)status : (int)SLIP_BUG;
}

slip_status slip_fclib_read(slip_problem *out, slip_origin *origin, const void *bytes, size_t count, slip_error *error)
{
    image file = { bytes, count };
    slip_child_result child = { 0 };
    size_t room = slip_memory_peak_rss() + ((size_t)1 << 29) + 100 * count;      /* a fork counts what it shares with us; numbers become text on their way back */
    slip_limits_child limits = { .wall = 120, .cpu = 60, .memory = room, .output = (size_t)1 << 31, .file = 1 };
    *out = (slip_problem){ .d = 0 };
    slip_status status = slip_child_fork(read_and_send, &file, &limits, &child, error);
    if (status) return status;
    const char *line = child.out.s ? memchr(child.out.s, '\n', child.out.length) : NULL;
    if (child.end != SLIP_END_EXIT) status = slip_fail(error, SLIP_INPUT, "the HDF5 library %s on this file", slip_end_text(child.end));
    else if (child.code > SLIP_OK && child.code < SLIP_STATUS_COUNT) status = slip_fail(error, (slip_status)child.code, "%.250s", child.out.s);
    else if (child.code || !line) status = slip_fail(error, SLIP_INPUT, "the HDF5 library ended with code %d on this file", child.code);
    else if (!(status = slip_problem_read_text(out, line + 1, child.out.length - (size_t)(line + 1 - child.out.s), error))
             && origin && (status = slip_origin_read(origin, out, child.out.s, (size_t)(line - child.out.s), error)))
        slip_problem_free(out);
    slip_child_result_free(&child);
    return status;
}
