/* version.c: which slipstick this is.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "base/base.h"

const char *slip_version(void) { return PACKAGE_VERSION; }
