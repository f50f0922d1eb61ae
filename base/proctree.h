/* proctree.h: the processes below one of ours, and what they use; for process.c and watch.c.
   SPDX-License-Identifier: GPL-3.0-or-later */

#ifndef SLIP_PROCTREE_H
#define SLIP_PROCTREE_H

#include "base/base.h"

#include <sys/types.h>

/* {0} is empty.  A process comes before its children.  Only pid[0 .. count) is valid after a scan that failed for want of memory. */
typedef struct {
    pid_t *pid;                 /* room, of which count are used */
    int count, room;
    size_t memory;              /* bytes, the sum of resident sizes: pages that processes share count for each */
    double cpu;                 /* seconds, with those of children they have waited for */
} slip_proctree;

typedef enum {
    SLIP_PROCTREE_DOWN,         /* by /proc/PID/task/TID/children: costs by the size of the tree */
    SLIP_PROCTREE_ALL           /* by the parent of every process there is, for kernels without the former */
} slip_proctree_way;

slip_proctree_way slip_proctree_best(void);                     /* what this kernel offers */
void slip_proctree_scan(slip_proctree *, pid_t root, slip_proctree_way);     /* all descendants of root, not root itself */
void slip_proctree_free(slip_proctree *);

#endif
