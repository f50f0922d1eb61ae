/* installed.c: a stranger's program: compiled by `make installcheck` against what was installed.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <stdio.h>
#include <slipstick.h>

int main(void)
{
    printf("slipstick %s\n", slip_version());
    return 0;
}
