/* near_proofs.h: the proof file of an answer, what the checker says of it, and lies about it.
   SPDX-License-Identifier: GPL-3.0-or-later */

#ifndef SLIP_TESTS_NEAR_PROOFS_H
#define SLIP_TESTS_NEAR_PROOFS_H

#include <stdlib.h>
#include <string.h>

#include "checker/checker.h"
#include "tests/tap.h"
#include "verify/verify.h"

static inline slip_text proof_of(const slip_problem *p, const slip_near *n)
{
    slip_text out = { 0 };
    slip_error e;
    int velocities;
    if (slip_near_write(p, n, 1, &out, &velocities, &e) != SLIP_OK) bail_out("%s", e.text);
    return out;
}

static inline bool accepted(const slip_text *problem, const char *proof)
{
    char reason[512];
    int code = ck_check(problem->s, problem->length, proof, strlen(proof), CK_MEMORY, NULL, reason);
    return code == CK_PROVED;
}

static inline slip_text canonical(const slip_problem *p)
{
    slip_text out = { 0 };
    slip_error e;
    if (slip_problem_text(p, &out, &e) != SLIP_OK) bail_out("%s", e.text);
    return out;
}

/* the k-th word of the line that begins with this word, replaced */
static inline char *with(const char *proof, const char *line, int k, const char *word)
{
    char *out = malloc(strlen(proof) + strlen(word) + 1), start[40];
    snprintf(start, sizeof start, "\n%s ", line);
    const char *at = strstr(proof, start);
    if (!at || !out) bail_out("no line %s", line);
    for (at += strlen(start); k > 0; k--) at += strcspn(at, " \n") + 1;
    size_t before = (size_t)(at - proof);
    memcpy(out, proof, before);
    strcpy(out + before, word);
    strcat(out, at + strcspn(at, " \n"));
    return out;
}

#endif
