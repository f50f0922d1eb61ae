/* exact_none.c: an answer that claims that there is no solution, held against exact enumeration.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <stdio.h>
#include <string.h>

#include "verify/exact_near.h"

typedef struct { const slip_near_options *options; } onlooker;

static bool look_on(void *ctx, double done, long nodes)
{
    const slip_near_options *o = ((onlooker *)ctx)->options;
    (void)done, (void)nodes;
    return o->look && o->look(o->ctx, "enumerating");
}

/* Nodes, not seconds, are limited: the same on every machine. */
slip_status slip_near_none(const slip_problem *p, slip_law law, slip_dirs dirs, const slip_near_options *options, slip_near *out, slip_error *error)
{
    enum { NODES = 4000 };
    slip_proof proof;
    onlooker on = { options };
    slip_status status = slip_prove(p, &(slip_prove_how){ .law = law, .dirs = dirs, .asks = 1u << SLIP_ASK_VELOCITIES, .nodes = NODES, .look = look_on, .ctx = &on }, &proof, error);
    if (status != SLIP_OK) return status;
    if (proof.word == SLIP_PROVED_NO_SOLUTION) {
        out->word = SLIP_NEAR_NONE;
        snprintf(out->sentence, sizeof out->sentence, "law %s has no solution, by exact enumeration", slip_law_name(law));
    } else if (proof.least > 0) {
        out->word = SLIP_NEAR_REFUSED;
        snprintf(out->sentence, sizeof out->sentence, "it claims that there is no solution, but exact enumeration finds one of law %s", slip_law_name(law));
    } else {
        size_t told = strncmp(proof.sentence, "undecided: ", 11) == 0 ? 11 : 0;
        snprintf(out->sentence, sizeof out->sentence, "%.300s", proof.sentence + told);
    }
    slip_proof_free(&proof);
    return SLIP_OK;
}
