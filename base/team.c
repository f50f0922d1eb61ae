/* team.c: several processes at the same work, and what they share while they are at it.
   SPDX-License-Identifier: GPL-3.0-or-later

   Processes, not threads: each member forks children of its own, and a fork is safe only where no other thread may
   hold the lock of a library.  The members die with this process, however it ends. */

#include "base/base.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

void *slip_shared_new(size_t bytes)
{
    void *page = mmap(NULL, bytes ? bytes : 1, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return page == MAP_FAILED ? NULL : page;
}

void slip_shared_free(void *page, size_t bytes)
{
    if (page)
        munmap(page, bytes ? bytes : 1);
}

static _Noreturn void serve(int member, int (*work)(void *, int), void *ctx, pid_t parent)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    _exit(getppid() == parent ? work(ctx, member) : 1);
}

slip_status slip_team_run(int members, int (*work)(void *ctx, int member), void *ctx, void (*look)(void *ctx), int ends[], slip_error *error)
{
    slip_status status = SLIP_OK;
    pid_t parent = getpid(), *pid = slip_calloc((size_t)members, sizeof *pid);
    if (!pid)
        return slip_fail(error, SLIP_MEMORY, "out of memory for %d workers", members);
    int alive = 0;
    for (int k = 0; k < members; k++) {
        ends[k] = -1;
        pid[k] = fork();
        if (pid[k] == 0) {
            slip_free(pid);
            serve(k, work, ctx, parent);
        }
        alive += pid[k] > 0;
    }
    if (!alive)
        status = slip_fail(error, SLIP_ENV, "no process for a worker: %s", strerror(errno));
    while (alive) {
        bool ended = false;
        for (int k = 0; k < members; k++) {
            int how;
            pid_t p = pid[k] > 0 ? waitpid(pid[k], &how, WNOHANG) : 0;
            if (p == 0)
                continue;
            if (p > 0)
                ends[k] = WIFEXITED(how) ? WEXITSTATUS(how) : 128 + WTERMSIG(how);
            pid[k] = -1;
            alive--;
            ended = true;
        }
        if (look)
            look(ctx);
        if (alive && !ended)
            usleep(20000);
    }
    slip_free(pid);
    return status;
}
