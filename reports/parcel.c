/* parcel.c: the result of a run as bytes, from the child that ran to the parent that judges.
   SPDX-License-Identifier: GPL-3.0-or-later

   Both ends are the same program, so structures travel as they are; but the child may have gone wild, so lengths,
   counts and words are checked before anything is used. */

#include <errno.h>
#include <string.h>
#include <unistd.h>
#include "reports/study.h"

static const char magic[8] = "slipbox1";

enum { HAVE_R = 1, HAVE_U = 2, HAVE_V = 4, HAVE_L = 8, HAVE_FARKAS = 16 };

typedef struct { char magic[8]; int have, m, n, p; slip_parcel parcel; } head;     /* its pointers mean nothing here */

static void put_doubles(slip_text *out, const double *x, int count)
{
    if (x)
        slip_text_put(out, (const char *)x, sizeof *x * (size_t)count);
}

/* What stands behind the end of a text is nobody's. */
static void clean_tail(char *text, size_t room)
{
    size_t used = strnlen(text, room);
    memset(text + used, 0, room - used);
}

int slip_parcel_send(const slip_parcel *p, const slip_problem *problem, int fd)
{
    const slip_answer *a = &p->result.answer;
    head h;
    memset(&h, 0, sizeof h);
    memcpy(h.magic, magic, sizeof magic);
    h.have = (a->r ? HAVE_R : 0) | (a->u ? HAVE_U : 0) | (a->v ? HAVE_V : 0) | (a->l ? HAVE_L : 0) | (a->farkas ? HAVE_FARKAS : 0);
    h.m = slip_problem_m(problem); h.n = problem->n; h.p = problem->p;
    h.parcel = *p;
    clean_tail(h.parcel.advice, sizeof h.parcel.advice);
    clean_tail(h.parcel.error.text, sizeof h.parcel.error.text);
    clean_tail(h.parcel.result.note, sizeof h.parcel.result.note);
    clean_tail(h.parcel.result.answer.why, sizeof h.parcel.result.answer.why);
    slip_text out = { 0 };
    slip_text_put(&out, (const char *)&h, sizeof h);
    put_doubles(&out, a->r, h.m);
    put_doubles(&out, a->u, h.m);
    put_doubles(&out, a->v, h.n);
    put_doubles(&out, a->l, h.p);
    put_doubles(&out, a->farkas, h.m);
    if (p->result.moments)
        slip_text_put(&out, (const char *)p->result.history, sizeof *p->result.history * (size_t)p->result.moments);
    put_doubles(&out, p->result.lap, p->result.orbit * h.m);
    for (int k = 0; k < p->shots; k++) {
        put_doubles(&out, p->shot_r[k], h.m);
        put_doubles(&out, p->shot_l[k], h.p);
    }
    size_t sent = 0;
    while (!out.failed && sent < out.length) {
        ssize_t n = write(fd, out.s + sent, out.length - sent);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            break;
        sent += (size_t)n;
    }
    int code = out.failed || sent < out.length;
    slip_text_free(&out);
    return code;
}

size_t slip_parcel_room(const slip_problem *problem, long moments)
{
    size_t m = (size_t)slip_problem_m(problem), rest = (size_t)problem->n + (size_t)problem->p;
    return sizeof(head) + sizeof(double) * ((3 + SLIP_LAP) * m + rest + SLIP_SHOTS * (m + (size_t)problem->p)) + sizeof(slip_moment) * (size_t)moments;
}

typedef struct { const char *at; size_t left; slip_arena *arena; bool failed; } reader;

static void *take_bytes(reader *x, size_t count, size_t size)
{
    if (x->failed || (size && count > x->left / size)) {
        x->failed = true;
        return NULL;
    }
    void *out = slip_arena_get(x->arena, count ? count : 1, size);
    if (!out) {
        x->failed = true;
        return NULL;
    }
    memcpy(out, x->at, count * size);
    x->at += count * size;
    x->left -= count * size;
    return out;
}

static double *take_doubles(reader *x, bool have, int count) { return have ? take_bytes(x, (size_t)count, sizeof(double)) : NULL; }

static bool sane(const head *h, const slip_problem *problem)
{
    const slip_result *r = &h->parcel.result;
    return !memcmp(h->magic, magic, sizeof magic) && h->m == slip_problem_m(problem) && h->n == problem->n && h->p == problem->p
        && (unsigned)r->answer.claim < SLIP_CLAIM_COUNT && (unsigned)r->answer.law < SLIP_LAW_COUNT && (unsigned)r->last < SLIP_STEP_COUNT
        && (unsigned)h->parcel.status < SLIP_STATUS_COUNT && r->moments >= 0 && r->orbit >= 0 && r->orbit <= SLIP_LAP && h->parcel.shots >= 0 && h->parcel.shots <= SLIP_SHOTS;
}

bool slip_parcel_open(slip_parcel *out, const slip_problem *problem, const char *bytes, size_t count, slip_arena *arena)
{
    head h;
    if (count < sizeof h)
        return false;
    memcpy(&h, bytes, sizeof h);
    if (!sane(&h, problem))
        return false;
    reader x = { .at = bytes + sizeof h, .left = count - sizeof h, .arena = arena };
    *out = h.parcel;
    slip_answer *a = &out->result.answer;
    out->advice[sizeof out->advice - 1] = 0;
    a->why[sizeof a->why - 1] = 0;
    out->result.note[sizeof out->result.note - 1] = 0;
    out->error.text[sizeof out->error.text - 1] = 0;
    a->r = take_doubles(&x, h.have & HAVE_R, h.m);
    a->u = take_doubles(&x, h.have & HAVE_U, h.m);
    a->v = take_doubles(&x, h.have & HAVE_V, h.n);
    a->l = take_doubles(&x, h.have & HAVE_L, h.p);
    a->farkas = take_doubles(&x, h.have & HAVE_FARKAS, h.m);
    out->result.history = out->result.moments ? take_bytes(&x, (size_t)out->result.moments, sizeof *out->result.history) : NULL;
    out->result.lap = take_doubles(&x, out->result.orbit, out->result.orbit * h.m);
    for (int k = 0; k < out->shots; k++) {
        out->shot_r[k] = take_doubles(&x, true, h.m);
        out->shot_l[k] = take_doubles(&x, true, h.p);
    }
    return !x.failed && x.left == 0;
}
