/* starve.c: every family, opened with each of its allocations failing in turn: "out of memory", and nothing left behind.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "problems/problems.h"
#include "tests/tap.h"

int main(void)
{
    slip_error error;
    if (slip_start(&error) != SLIP_OK)
        bail_out("%s", error.text);
    int families = 0;
    while (slip_families[families])
        families++;
    plan(families);
    for (int f = 0; f < families; f++) {
        const char *name = slip_families[f]->name;
        int wrong = 0;
        long k = 1, live = slip_memory_live();
        slip_status s = SLIP_MEMORY;
        for (; s != SLIP_OK && k < 2000 && wrong < 5; k++) {
            slip_problem p = { 0 };
            slip_truth truth;
            error = (slip_error){ 0 };
            slip_memory_fail_at(k);
            s = slip_problem_open(&p, name, &truth, &error);
            slip_memory_fail_at(0);
            if (s == SLIP_OK)
                slip_problem_free(&p);
            bool good = slip_memory_live() == live && (s == SLIP_OK || (s == SLIP_MEMORY && error.text[0]));
            if (!good) {
                diag("%s, allocation %ld: %s: \"%s\", %ld blocks left", name, k, slip_status_name(s), error.text, slip_memory_live() - live);
                wrong++;
            }
        }
        ok(wrong == 0 && s == SLIP_OK && k > 2, "%s: %ld allocations, each failing once", name, k - 2);
    }
    return done();
}
