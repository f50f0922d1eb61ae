/* fastmath.c: slip_start, compiled with -ffast-math, refuses to start.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/start.c"
#include "tests/tap.h"

int main(void)
{
    plan(2);
    slip_error e = { 0 };
    is_int(slip_start(&e), SLIP_ENV, "refused: %s", e.text);
    ok(strstr(e.text, "-ffast-math") != NULL, "and says what to do");
    return done();
}
