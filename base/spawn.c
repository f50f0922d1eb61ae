/* spawn.c: prepare a keeper, and start its one child with its descriptors, limits and environment.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/watch.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Above the standard three, which may be closed in this process. */
static int high(int fd)
{
    int other = fd < 0 ? -1 : fcntl(fd, F_DUPFD_CLOEXEC, 3);
    if (fd >= 0)
        close(fd);
    return other;
}

static bool make_pipe(int *ours, int *theirs, bool we_read)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC))
        return false;
    *ours = high(ends[we_read ? 0 : 1]);
    *theirs = high(ends[we_read ? 1 : 0]);
    return *ours >= 0 && *theirs >= 0 && fcntl(*ours, F_SETFL, O_NONBLOCK) == 0;
}

static void limit(int what, double value)
{
    struct rlimit r;
    if (value > 0 && getrlimit(what, &r) == 0) {
        rlim_t wanted = (rlim_t)value;
        r.rlim_cur = r.rlim_max = r.rlim_max == RLIM_INFINITY || wanted < r.rlim_max ? wanted : r.rlim_max;
        setrlimit(what, &r);
    }
}

/* The kernel, when short of memory, is to take the child before anything of ours. */
static void offer_to_oom_killer(void)
{
    int fd = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (fd >= 0 && write(fd, "1000", 4) < 0)
        errno = 0;
    if (fd >= 0)
        close(fd);
}

/* No descriptor of ours but the standard three passes an exec. */
static void seal_descriptors(void)
{
#ifdef SYS_close_range
    if (syscall(SYS_close_range, 3U, ~0U, 4U /* CLOSE_RANGE_CLOEXEC */) == 0)
        return;
#endif
    long most = sysconf(_SC_OPEN_MAX);
    for (int fd = 3; fd < (most > 0 && most < 65536 ? most : 65536); fd++)
        fcntl(fd, F_SETFD, FD_CLOEXEC);
}

/* In the child.  Handlers of ours, ASan's among them, are not the child's: it is to die of its signals. */
static _Noreturn void become(const slip_watch_job *job, const int ours[], const int theirs[], pid_t keeper)
{
    setsid();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != keeper)
        _exit(127);
    for (int s = 1; s < NSIG; s++)
        signal(s, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    offer_to_oom_killer();

    for (int k = 0; k < SLIP_WATCH_FDS; k++)
        if (ours[k] >= 0)
            close(ours[k]);
    close(job->private_fd);
    int standard[3] = { theirs[SLIP_WATCH_IN], theirs[job->argv ? SLIP_WATCH_OUT : SLIP_WATCH_ERR], theirs[SLIP_WATCH_ERR] };
    for (int k = 0; k < 3; k++)
        dup2(standard[k], k);
    struct rlimit no_core = { 0, 0 };
    setrlimit(RLIMIT_CORE, &no_core);
    limit(RLIMIT_FSIZE, (double)job->limits.file);
    if (job->limits.rlimit_as)
        limit(RLIMIT_AS, (double)job->limits.memory);
    if (job->limits.cpu > 0 && !job->limits.trusted)        /* if the keeper should be late */
        limit(RLIMIT_CPU, ceil(job->limits.cpu) + 1);

    if (job->directory && chdir(job->directory))
        goto failed;
    if (job->argv) {
        seal_descriptors();
        execvp(job->argv[0], job->argv);
        goto failed;
    }
    close(theirs[SLIP_WATCH_START]);
    close(theirs[SLIP_WATCH_IN]);
    close(theirs[SLIP_WATCH_ERR]);
    int code = job->work(job->ctx, theirs[SLIP_WATCH_OUT]);
    fflush(NULL);                                           /* what was buffered before the fork is written already */
    _exit(code);
failed:;
    int why = errno;
    if (write(theirs[SLIP_WATCH_START], &why, sizeof why) != sizeof why)
        _exit(126);
    _exit(127);
}

/* A foreign program computes on one thread unless it is told otherwise. */
static void clean_environment(void)
{
    static const char *const threads[] = {
        "BLIS_NUM_THREADS", "GOTO_NUM_THREADS", "JULIA_NUM_THREADS", "MKL_NUM_THREADS", "NUMEXPR_NUM_THREADS", "OMP_NUM_THREADS",
        "OPENBLAS_NUM_THREADS", "VECLIB_MAXIMUM_THREADS",
    };
    for (size_t k = 0; k < sizeof threads / sizeof *threads; k++)
        setenv(threads[k], "1", 1);
}

slip_status slip_watch_start(const slip_watch_job *job, pid_t *child, int ours[SLIP_WATCH_FDS], slip_error *error)
{
    int theirs[SLIP_WATCH_FDS];
    sigset_t all, of_children;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    signal(SIGCHLD, SIG_DFL);
    sigemptyset(&of_children);
    sigaddset(&of_children, SIGCHLD);
    prctl(PR_SET_NAME, "slip-keeper");
    if (prctl(PR_SET_CHILD_SUBREAPER, 1))
        return slip_fail(error, SLIP_ENV, "This kernel has no subreapers: %s.", strerror(errno));
    for (int k = 0; k < SLIP_WATCH_FDS; k++)
        ours[k] = theirs[k] = -1;
    ours[SLIP_WATCH_SIGNALS] = signalfd(-1, &of_children, SFD_CLOEXEC | SFD_NONBLOCK);
    bool good = ours[SLIP_WATCH_SIGNALS] >= 0;
    for (int k = SLIP_WATCH_START; k <= SLIP_WATCH_ERR; k++)
        good = good && make_pipe(&ours[k], &theirs[k], true);
    if (job->input)
        good = good && make_pipe(&ours[SLIP_WATCH_IN], &theirs[SLIP_WATCH_IN], false);
    else
        good = good && (theirs[SLIP_WATCH_IN] = high(open("/dev/null", O_RDONLY | O_CLOEXEC))) >= 0;
    if (!good)
        return slip_fail(error, SLIP_ENV, "No pipes for a child process: %s.", strerror(errno));
    if (job->argv && !job->limits.trusted)
        clean_environment();
    pid_t keeper = getpid();
    *child = fork();
    if (*child == 0)
        become(job, ours, theirs, keeper);
    if (*child < 0)
        return slip_fail(error, SLIP_ENV, "No child process: %s.", strerror(errno));
    for (int k = 0; k < SLIP_WATCH_FDS; k++)
        if (theirs[k] >= 0)
            close(theirs[k]);
    return SLIP_OK;
}
