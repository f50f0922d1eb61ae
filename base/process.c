/* process.c: run a program or a function in a child with limits, behind a keeper.
   SPDX-License-Identifier: GPL-3.0-or-later

       this process --fork--> keeper --fork--> child --> whatever it starts
                    <-pipe--   (watch.c)

   The keeper is a process of its own so that nothing here has to change: signals, subreaper setting, environment and the
   children of other threads stay as they are.  It outlives this process if need be, just long enough to kill what is below
   it: even kill -9 of this process leaves nothing running.  A child that kills its parent kills the keeper, not us. */

#include "base/watch.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* What comes through the pipe after the process id of the child: this, then `out`, then `err`. */
typedef struct { slip_child_result result; slip_status status; slip_error error; } report;

static bool put(int fd, const void *bytes, size_t count)
{
    for (const char *p = bytes; count > 0;) {
        ssize_t n = write(fd, p, count);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        p += n;
        count -= (size_t)n;
    }
    return true;
}

static bool get(int fd, void *bytes, size_t count)
{
    for (char *p = bytes; count > 0;) {
        ssize_t n = read(fd, p, count);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        p += n;
        count -= (size_t)n;
    }
    return true;
}

static bool get_text(int fd, slip_text *text, size_t count)
{
    char buffer[65536];
    slip_text_put(text, "", 0);
    for (size_t n; count > 0; count -= n) {
        n = count < sizeof buffer ? count : sizeof buffer;
        if (!get(fd, buffer, n))
            return false;
        slip_text_put(text, buffer, n);
    }
    return true;
}

typedef struct { int fd; bool told; } line;

static void tell(void *to, pid_t child)
{
    line *l = to;
    if (!l->told)
        l->told = put(l->fd, &child, sizeof child);
}

/* In the keeper: a process group of its own keeps the terminal's signals away. */
static _Noreturn void keep(slip_watch_job *job, int fd)
{
    setpgid(0, 0);
    report r = {0};
    line l = { fd, false };
    job->started = tell;
    job->started_ctx = &l;
    job->private_fd = fd;
    r.status = slip_watch(job, &r.result, &r.error);
    tell(&l, 0);                                    /* if none was started */
    size_t used = strlen(r.error.text);
    memset(r.error.text + used, 0, sizeof r.error.text - used);
    bool told = put(fd, &r, sizeof r);
    if (told && r.status == SLIP_OK)
        told = put(fd, r.result.out.s, r.result.out.length) && put(fd, r.result.err.s, r.result.err.length);
    _exit(told ? 0 : 1);
}

static slip_status listen_to(int fd, pid_t *child, slip_child_result *result, slip_error *error)
{
    report r;
    if (!get(fd, child, sizeof *child) || !get(fd, &r, sizeof r))
        return slip_fail(error, SLIP_ENV, "The keeper of a child process was killed.");
    if (r.status)
        return slip_fail(error, r.status, "%s", r.error.text);
    size_t out = r.result.out.length, err = r.result.err.length;
    *result = r.result;
    result->out = result->err = (slip_text){0};
    if (!get_text(fd, &result->out, out) || !get_text(fd, &result->err, err))
        return slip_fail(error, SLIP_ENV, "The keeper of a child process was killed.");
    if (result->out.failed || result->err.failed)
        return slip_fail(error, SLIP_MEMORY, "Not enough memory for what a child process wrote.");
    return SLIP_OK;
}

static slip_status run(slip_watch_job *job, slip_child_result *result, slip_error *error)
{
    *result = (slip_child_result){0};
    int ends[2];
    if (pipe2(ends, O_CLOEXEC))
        return slip_fail(error, SLIP_ENV, "No pipe for a child process: %s.", strerror(errno));
    job->parent = getpid();
    fflush(NULL);                                   /* what is buffered here is not to be written twice */
    pid_t keeper = fork();
    if (keeper == 0) {
        close(ends[0]);
        keep(job, ends[1]);
    }
    int why = errno;
    close(ends[1]);
    slip_status status;
    if (keeper < 0) {
        status = slip_fail(error, SLIP_ENV, "No child process: %s.", strerror(why));
    } else {
        pid_t child = 0;
        status = listen_to(ends[0], &child, result, error);
        if (status == SLIP_ENV && child > 0)
            kill(-child, SIGKILL);                  /* in the keeper's place, as far as it goes */
    }
    close(ends[0]);
    if (keeper > 0)
        while (waitpid(keeper, NULL, 0) < 0 && errno == EINTR)
            ;
    if (status)
        slip_child_result_free(result);
    return status;
}

slip_status slip_child_exec(char *const argv[], const char *directory, const char *input, size_t input_bytes,
                            const slip_limits_child *limits, slip_child_result *result, slip_error *error)
{
    if (!argv || !argv[0])
        return slip_fail(error, SLIP_INPUT, "There is no program to run.");
    slip_watch_job job = { .argv = argv, .directory = directory, .input = input, .input_bytes = input_bytes };
    if (limits)
        job.limits = *limits;
    return run(&job, result, error);
}

slip_status slip_child_fork(int (*work)(void *ctx, int fd), void *ctx, const slip_limits_child *limits,
                            slip_child_result *result, slip_error *error)
{
    slip_watch_job job = { .work = work, .ctx = ctx };
    if (limits)
        job.limits = *limits;
    job.limits.trusted = true;
    return run(&job, result, error);
}

void slip_child_result_free(slip_child_result *result)
{
    slip_text_free(&result->out);
    slip_text_free(&result->err);
}

const char *slip_end_name(slip_end end)
{
    static const char *const words[] = {
#define X(name, word, text) word,
        SLIP_END_LIST(X)
#undef X
    };
    return (unsigned)end < SLIP_END_COUNT ? words[end] : "unknown";
}

const char *slip_end_text(slip_end end)
{
    static const char *const texts[] = {
#define X(name, word, text) text,
        SLIP_END_LIST(X)
#undef X
    };
    return (unsigned)end < SLIP_END_COUNT ? texts[end] : "ended in an unknown way";
}
