/* watch.h: what a keeper is told and gives back; between process.c, watch.c and spawn.c.
   SPDX-License-Identifier: GPL-3.0-or-later */

#ifndef SLIP_WATCH_H
#define SLIP_WATCH_H

#include "base/base.h"

#include <sys/types.h>

typedef struct {
    char *const *argv;                  /* a program, or NULL: */
    int (*work)(void *ctx, int fd);     /* a function */
    void *ctx;
    const char *directory, *input;      /* may be NULL */
    size_t input_bytes;
    slip_limits_child limits;
    pid_t parent;                       /* of the keeper: when it is gone, so is everything below */
    void (*started)(void *, pid_t);     /* told the child's process group */
    void *started_ctx;
    int private_fd;                     /* the keeper's, not for the child */
} slip_watch_job;

/* Run the job in a child of this process until it and all its descendants are gone.  Changes signals, environment and
   subreaper setting of this process, and waits for any child: only for a process made for it. */
slip_status slip_watch(const slip_watch_job *, slip_child_result *, slip_error *);

/* What a keeper polls. */
enum { SLIP_WATCH_SIGNALS, SLIP_WATCH_START /* errno, if the program did not start */, SLIP_WATCH_OUT, SLIP_WATCH_ERR, SLIP_WATCH_IN,
       SLIP_WATCH_FDS };

/* Block all signals, become the subreaper, and start the child; ours: the keeper's ends of the pipes, -1 where there is none. */
slip_status slip_watch_start(const slip_watch_job *, pid_t *child, int ours[SLIP_WATCH_FDS], slip_error *);

#endif
