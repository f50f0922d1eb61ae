/* slipstick.c: the program.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <stdio.h>
#include <string.h>
#include "base/base.h"

int main(int argc, char **argv)
{
    if (argc == 2 && !strcmp(argv[1], "--version")) {
        printf("slipstick %s\n", slip_version());
        return 0;
    }
    bool help = argc == 2 && !strcmp(argv[1], "--help");
    fputs("Usage: slipstick --help | --version\n"
          "Benchmark and verify solvers for rigid bodies in frictional contact.\n", help ? stdout : stderr);
    return help ? 0 : 2;
}
