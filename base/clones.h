/* clones.h: functions compiled more than once; which copy runs is chosen for the processor when the program starts.
   SPDX-License-Identifier: GPL-3.0-or-later

   All copies of a function give the same bits.  configure asks whether the compiler makes such functions that other files can call. */

#ifndef SLIP_CLONES_H
#define SLIP_CLONES_H

#include "config.h"

#if defined HAVE_CLONES && !defined __SANITIZE_THREAD__     /* whose tools are not yet there when the copy is chosen */
#define SLIP_CLONES(...) __attribute__((target_clones(__VA_ARGS__)))
#else
#define SLIP_CLONES(...)
#endif

/* the processor's own fused multiply-add, where it has one, instead of a call */
#ifdef __SANITIZE_ADDRESS__
#define SLIP_FUSED
#else
#define SLIP_FUSED SLIP_CLONES("default", "fma")
#endif

#endif
