/* proved.c: which proofs are kept of a problem (proofs/README.md), and what they add to its truth.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "problems/problems.h"
#include "proofs.h"

#include <stdlib.h>
#include <string.h>

/* The number behind a claim, -1: there is no such claim.  Claims are separated by "; ". */
static int claimed(const char *claims, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = claims; at; at = strstr(at, "; ") ? strstr(at, "; ") + 2 : NULL)
        if (!strncmp(at, word, length) && (at[length] == ' ' || at[length] == ';' || !at[length])) return at[length] == ' ' ? atoi(at + length) : 0;
    return -1;
}

slip_status slip_truth_cite_proof(slip_truth *truth, const slip_problem *p, slip_error *error)
{
    enum { CONTACTS = 12 };         /* larger problems have no kept proof, and their text is long */
    char hash[65];
    if (p->nc > CONTACTS) return SLIP_OK;
    slip_status status = slip_problem_hash(p, hash, error);
    for (size_t k = 0; !status && k < sizeof kept / sizeof *kept; k++) {
        if (strcmp(kept[k].hash, hash)) continue;
        int solutions = claimed(kept[k].claims, "solutions"), velocities = claimed(kept[k].claims, "velocities");
        bool none = claimed(kept[k].claims, "no-solution") >= 0;
        truth->proof = kept[k].file;
        truth->claims = kept[k].claims;
        if (truth->how == SLIP_HOW_UNKNOWN || truth->solutions == SLIP_SOLUTIONS_SOME || truth->solutions == SLIP_SOLUTIONS_UNKNOWN) {
            truth->how = SLIP_HOW_PROVED;
            if (none || solutions >= 0) truth->solutions = none ? 0 : solutions;
        }
        if (velocities > 0) truth->unique_u = velocities == 1 ? SLIP_YES : SLIP_NO;
        if (solutions > 0) truth->unique_r = solutions == 1 ? SLIP_YES : truth->unique_r;
    }
    return status;
}
