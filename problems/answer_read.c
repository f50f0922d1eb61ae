/* answer_read.c: an answer in any form we read, told by its content: JSON, plain text, FCLIB.
   SPDX-License-Identifier: GPL-3.0-or-later

   Text: `status solved` (and, if wanted, `law cone`, `seconds 0.1`, `error 1e-9`, `why some words`), one to a line, then the
   numbers of r, separated by white space or commas.  FCLIB: /solution/r, and u, v, l where they are given; it claims to be solved. */

#include "problems/fclib.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct { const char *at, *end; } reader;

static void skip(reader *in) { while (in->at < in->end && strchr(" \t\r\n,", *in->at)) in->at++; }

static size_t word_length(const reader *in)
{
    size_t n = 0;
    while (in->at + n < in->end && !strchr(" \t\r\n,", in->at[n])) n++;
    return n;
}

/* One `key value` of the head; false: not a head any more, or an error is set. */
static bool head(reader *in, slip_answer *a, slip_status *status, slip_error *error)
{
    char key[16] = "", value[128] = "";
    size_t n = word_length(in);
    if (n == 0 || n >= sizeof key) return false;
    memcpy(key, in->at, n);
    if (strcmp(key, "status") && strcmp(key, "law") && strcmp(key, "seconds") && strcmp(key, "error") && strcmp(key, "why")) return false;
    in->at += n;
    while (in->at < in->end && (*in->at == ' ' || *in->at == '\t')) in->at++;
    for (n = 0; in->at < in->end && *in->at != '\n'; in->at++)
        if (n + 1 < sizeof value && *in->at != '\r') value[n++] = *in->at;
    if (!strcmp(key, "status") && !slip_claim_find(value, &a->claim))
        *status = slip_fail(error, SLIP_INPUT, "the status must be solved, gave-up, no-solution or not-for-this-law, not '%.40s'", value);
    else if (!strcmp(key, "law") && !slip_law_find(value, &a->law))
        *status = slip_fail(error, SLIP_INPUT, "the law must be coulomb, facets, box, cone, cone-facets or opposed, not '%.40s'", value);
    else if (!strcmp(key, "seconds") && !slip_parse_double(value, NULL, &a->seconds)) *status = slip_fail(error, SLIP_INPUT, "the seconds of the answer are no number");
    else if (!strcmp(key, "error") && !slip_parse_double(value, NULL, &a->claimed_error)) *status = slip_fail(error, SLIP_INPUT, "the error of the answer is no number");
    else if (!strcmp(key, "why")) snprintf(a->why, sizeof a->why, "%s", value);
    return !*status;
}

slip_status slip_answer_read_text(slip_answer *a, const slip_problem *p, const char *text, size_t count, slip_arena *arena, slip_error *error)
{
    int m = slip_problem_m(p), k = 0;
    reader in = { text, text + count };
    slip_status status = SLIP_OK;
    *a = (slip_answer){ .claim = SLIP_CLAIM_SOLVED, .law = p->law, .dirs = p->dirs, .claimed_error = NAN };
    double *r = SLIP_NEW(arena, double, m);
    if (!r) return slip_fail(error, SLIP_MEMORY, "out of memory for an answer");
    for (skip(&in); in.at < in.end && head(&in, a, &status, error); skip(&in)) continue;
    for (; !status && in.at < in.end; skip(&in)) {
        char word[64] = "";
        const char *end;
        size_t n = word_length(&in);
        memcpy(word, in.at, n < sizeof word ? n : sizeof word - 1);
        double x;
        if (n >= sizeof word || !slip_parse_double(word, &end, &x) || *end) return slip_fail(error, SLIP_INPUT, "'%.40s' in the answer is no number", word);
        if (k >= m) return slip_fail(error, SLIP_INPUT, "the answer has more than the %d numbers of r", m);
        r[k++] = x;
        in.at += n;
    }
    if (status) return status;
    if (k && k < m) return slip_fail(error, SLIP_INPUT, "the answer has %d of the %d numbers of r", k, m);
    if (!k && m && a->claim == SLIP_CLAIM_SOLVED) return slip_fail(error, SLIP_INPUT, "the answer claims a solution but has no impulses");
    if (k) a->r = r;
    return SLIP_OK;
}

slip_status slip_answer_read(slip_answer *a, const slip_problem *p, const char *bytes, size_t count, slip_arena *arena, slip_error *error)
{
    static const char magic[] = "\211HDF\r\n\032\n";
    size_t at = 0;
    if (count >= 8 && memcmp(bytes, magic, 8) == 0) return slip_fclib_answer(a, p, bytes, count, arena, error);
    while (at < count && strchr(" \t\r\n", bytes[at])) at++;
    if (at < count && bytes[at] == '{') return slip_answer_read_json(a, p, bytes, count, arena, error);
    if (at == count) return slip_fail(error, SLIP_INPUT, "the answer is empty");
    return slip_answer_read_text(a, p, bytes, count, arena, error);
}
