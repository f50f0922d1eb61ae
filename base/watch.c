/* watch.c: a keeper starts one child, feeds it, reads it, holds it to its limits, and leaves nothing of it alive.
   SPDX-License-Identifier: GPL-3.0-or-later

   The keeper is the subreaper of everything below it: whatever loses its parent, in whatever session, becomes the
   keeper's child.  So the run is over when the kernel says that the keeper has no child left, and not before; until then
   all descendants that /proc shows are killed, parents first, again and again.

   Resident memory and CPU time are those of the whole tree, looked at every 10 ms.  The CPU time of the dead is known from
   waiting for them.  A child that has ended leaves its helpers a tenth of a second to end too; those that do not are strays. */

#include "base/proctree.h"
#include "base/watch.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const double tick = 0.01, grace = 0.1, give_up = 10;     /* seconds */

enum { SIGNALS = SLIP_WATCH_SIGNALS, START = SLIP_WATCH_START, OUT = SLIP_WATCH_OUT, ERR = SLIP_WATCH_ERR, IN = SLIP_WATCH_IN,
       FDS = SLIP_WATCH_FDS };

typedef struct {
    const slip_watch_job *job;
    slip_child_result *result;
    pid_t child;
    int fd[FDS];                        /* ours; -1 when closed */
    size_t fed;                         /* bytes of the input written */
    bool ended, limited, killing;       /* child waited for; a limit was passed; SIGKILL is being sent */
    int failure;                        /* errno of a failed start */
    double began, cpu;                  /* cpu: of those waited for */
    size_t own;                         /* the keeper's resident size when it forked */
    slip_proctree_way way;
    slip_proctree tree;
} watch;

static void shut(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

static void pass_limit(watch *w, slip_end end)
{
    if (!w->limited) {
        w->limited = true;
        w->result->end = end;
        w->result->code = SIGKILL;
    }
}

/* Take what there is, at most a megabyte: a flood must not keep the keeper from its other duties. */
static void receive(watch *w, int k, slip_text *text)
{
    char buffer[65536];
    size_t most = w->job->limits.output;
    for (int round = 0; round < 16 && w->fd[k] >= 0; round++) {
        ssize_t n = read(w->fd[k], buffer, sizeof buffer);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0 && errno == EAGAIN)
            return;
        if (n <= 0) {
            shut(&w->fd[k]);
            return;
        }
        size_t room = most ? most - text->length : SIZE_MAX;
        if ((size_t)n > room) {
            slip_text_put(text, buffer, room);
            shut(&w->fd[k]);
            pass_limit(w, SLIP_END_OUTPUT);
            return;
        }
        slip_text_put(text, buffer, (size_t)n);
    }
}

static void feed(watch *w)
{
    const slip_watch_job *job = w->job;
    while (w->fd[IN] >= 0) {
        ssize_t n = w->fed < job->input_bytes ? write(w->fd[IN], job->input + w->fed, job->input_bytes - w->fed) : 0;
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0 && errno == EAGAIN)
            return;
        if (n <= 0)                             /* all given, or nobody reads: EPIPE, for SIGPIPE is blocked */
            shut(&w->fd[IN]);
        else
            w->fed += (size_t)n;
    }
}

static void exchange(watch *w, double seconds)
{
    struct pollfd p[FDS];
    for (int k = 0; k < FDS; k++)
        p[k] = (struct pollfd){ .fd = w->fd[k], .events = k == IN ? POLLOUT : POLLIN };
    seconds = fmax(seconds, 0);
    struct timespec t = { .tv_sec = (time_t)seconds, .tv_nsec = (long)((seconds - floor(seconds)) * 1e9) };
    if (ppoll(p, FDS, &t, NULL) <= 0)
        return;
    struct signalfd_siginfo info;
    if (p[SIGNALS].revents)
        while (read(w->fd[SIGNALS], &info, sizeof info) > 0)
            ;
    if (p[START].revents) {
        if (read(w->fd[START], &w->failure, sizeof w->failure) != sizeof w->failure)
            w->failure = 0;
        shut(&w->fd[START]);
    }
    if (p[OUT].revents)
        receive(w, OUT, &w->result->out);
    if (p[ERR].revents)
        receive(w, ERR, &w->result->err);
    if (p[IN].revents)
        feed(w);
}

static void child_ended(watch *w, int status, const struct rusage *use)
{
    slip_child_result *r = w->result;
    w->ended = true;
    r->wall = slip_clock_wall() - w->began;
    size_t peak = (size_t)use->ru_maxrss * 1024;
    if (!w->job->argv || peak > w->own + (4U << 20))            /* before exec, it had what the keeper had */
        r->memory = peak > r->memory ? peak : r->memory;
    if (w->limited)
        return;
    if (w->job->limits.memory && r->memory > w->job->limits.memory) {
        pass_limit(w, SLIP_END_MEMORY);
        return;
    }
    r->end = WIFEXITED(status) ? SLIP_END_EXIT : SLIP_END_SIGNAL;
    r->code = WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status);
    if (r->end == SLIP_END_SIGNAL && r->code == SIGXFSZ && w->job->limits.file)
        r->end = SLIP_END_OUTPUT;
    if (r->end == SLIP_END_SIGNAL && r->code == SIGXCPU && w->job->limits.cpu > 0)
        r->end = SLIP_END_CPU;
}

/* Wait for all that are dead; false when there is nobody left to wait for.  Those we had to kill are strays: after a limit
   only if they had left the child's process group. */
static bool reap(watch *w)
{
    for (;;) {
        siginfo_t who = {0};
        if (waitid(P_ALL, 0, &who, WEXITED | WNOHANG | WNOWAIT))
            return errno == EINTR;
        if (who.si_pid == 0)
            return true;
        pid_t group = getpgid(who.si_pid);
        int status;
        struct rusage use;
        if (wait4(who.si_pid, &status, 0, &use) != who.si_pid)
            continue;
        w->cpu += (double)(use.ru_utime.tv_sec + use.ru_stime.tv_sec) + 1e-6 * (double)(use.ru_utime.tv_usec + use.ru_stime.tv_usec);
        if (who.si_pid == w->child)
            child_ended(w, status, &use);
        else if (w->killing && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL && (!w->limited || group != w->child))
            w->result->strays++;
    }
}

static void measure(watch *w)
{
    const slip_limits_child *most = &w->job->limits;
    slip_proctree_scan(&w->tree, getpid(), w->way);
    if (w->tree.memory > w->result->memory)
        w->result->memory = w->tree.memory;
    if (most->memory && w->tree.memory > most->memory)
        pass_limit(w, SLIP_END_MEMORY);
    if (most->cpu > 0 && w->cpu + w->tree.cpu > most->cpu)
        pass_limit(w, SLIP_END_CPU);
}

static void kill_all(watch *w)
{
    w->killing = true;
    for (double end = slip_clock_wall() + give_up; reap(w) && slip_clock_wall() < end;) {
        slip_proctree_scan(&w->tree, getpid(), w->way);
        for (int k = 0; k < w->tree.count; k++)
            kill(w->tree.pid[k], SIGKILL);
        exchange(w, 0.005);
    }
}

slip_status slip_watch(const slip_watch_job *job, slip_child_result *result, slip_error *error)
{
    watch w = { .job = job, .result = result };
    struct rusage own;
    w.own = getrusage(RUSAGE_SELF, &own) ? SIZE_MAX / 2 : (size_t)own.ru_maxrss * 1024;
    w.way = slip_proctree_best();
    w.began = slip_clock_wall();
    slip_status status = slip_watch_start(job, &w.child, w.fd, error);
    if (status)
        return status;
    job->started(job->started_ctx, w.child);
    double next = w.began, wall = job->limits.wall > 0 ? w.began + job->limits.wall : INFINITY;
    while (!w.ended && !w.limited && getppid() == job->parent) {
        double now = slip_clock_wall();
        if (now >= wall)
            pass_limit(&w, SLIP_END_WALL);
        if (now >= next) {
            measure(&w);
            next = slip_clock_wall() + tick;
        }
        exchange(&w, fmin(next, wall) - slip_clock_wall());
        reap(&w);
    }
    if (w.ended)
        for (double end = slip_clock_wall() + grace; reap(&w) && slip_clock_wall() < end && getppid() == job->parent;)
            exchange(&w, tick);
    kill_all(&w);
    while (w.fd[OUT] >= 0 || w.fd[ERR] >= 0 || w.fd[START] >= 0) {
        int before = (w.fd[OUT] >= 0) + (w.fd[ERR] >= 0) + (w.fd[START] >= 0);
        size_t length = result->out.length + result->err.length;
        exchange(&w, 0);
        if (before == (w.fd[OUT] >= 0) + (w.fd[ERR] >= 0) + (w.fd[START] >= 0) && length == result->out.length + result->err.length)
            break;                              /* someone out of reach still holds the pipe */
    }
    result->cpu = w.cpu;
    if (w.failure) {
        result->end = SLIP_END_START;
        result->code = w.failure;
        slip_text_add(&result->err, "%s: %s", job->argv ? job->argv[0] : job->directory, strerror(w.failure));
    }
    slip_text_put(&result->out, "", 0);         /* a text, even if it is empty */
    slip_text_put(&result->err, "", 0);
    for (int k = 0; k < FDS; k++)
        shut(&w.fd[k]);
    slip_proctree_free(&w.tree);
    if (result->out.failed || result->err.failed)
        return slip_fail(error, SLIP_MEMORY, "Not enough memory for what a child process wrote.");
    return SLIP_OK;
}
