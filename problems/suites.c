/* suites.c: named lists of problems.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "problems/problems.h"

#include <string.h>

static const slip_suite core = {
    "core", "small problems, seconds for all solvers",
    (const char *const[]){
        "painleve-rod",
        "painleve-rod:mu=2",
        "painleve-rod:mu=2,g=-9.81",
        "painleve-rod:g=-9.81",
        "painleve-rod:kind=rolling",
        "painleve-rod:kind=rolling,mu=2,g=-9.81,push=-80",
        "painleve-rod:kind=impulse,mu=2",
        "point-mass",
        "point-mass:hx=2.5",
        "point-mass:hy=3",
        NULL }
};

const slip_suite *const slip_suites[] = { &core, NULL };

const slip_suite *slip_suite_find(const char *name, slip_error *error)
{
    enum { MOST = 64 };
    const char *names[MOST + 1];
    int count = 0;
    for (; slip_suites[count] && count < MOST; count++) {
        if (strcmp(slip_suites[count]->name, name) == 0) return slip_suites[count];
        names[count] = slip_suites[count]->name;
    }
    names[count] = NULL;
    const char *near = slip_nearest(name, names);
    if (near) slip_fail(error, SLIP_INPUT, "there is no suite '%.60s'; did you mean '%s'?", name, near);
    else slip_fail(error, SLIP_INPUT, "there is no suite '%.60s'", name);
    return NULL;
}
