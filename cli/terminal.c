/* terminal.c: colour, complaints, progress, and the end of the program's output.
   SPDX-License-Identifier: GPL-3.0-or-later

   Colour appears only on a terminal that wants it, and never says what the words do not say too. */

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>
#include "cli/cli.h"

static struct { bool colour, quiet; } terminal;
static volatile sig_atomic_t noted, at_once;
static struct timespec noted_at;
static struct { char text[256]; size_t length; pid_t owner; } farewell;

/* Called in a signal's handler.  What this process started dies with it (team.c, process.c); a member of a team that heard the signal too says nothing. */
static _Noreturn void leave(int number)
{
    ssize_t written = getpid() == farewell.owner ? write(STDERR_FILENO, farewell.text, farewell.length) : 0;
    (void)written;
    _exit(128 + number);
}

/* The first ^C asks for an orderly end; a second one ends at once.  timeout, mpirun and schedulers send a signal to the process and
   to its group, so that it comes twice within a moment: that is one wish, not two. */
static void note(int number)
{
    struct timespec now;
    int before = errno;
    if (at_once)
        leave(number);
    clock_gettime(CLOCK_MONOTONIC, &now);
    double since = (double)(now.tv_sec - noted_at.tv_sec) + 1e-9 * (double)(now.tv_nsec - noted_at.tv_nsec);
    if (!noted) {
        noted = number;
        noted_at = now;
    } else if (since > 0.5) {
        signal(number, SIG_DFL);
        raise(number);
    }
    errno = before;
}

static bool speaks_colour(int fd)
{
    const char *none = getenv("NO_COLOR"), *kind = getenv("TERM");
    return isatty(fd) && !(none && *none) && kind && strcmp(kind, "dumb") != 0;
}

void slip_terminal_start(void)
{
    /* A closed descriptor would be taken by the first file opened, and that file would receive what we print:
       fill it with one that refuses. */
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY) != fd)
            _exit(SLIP_EXIT_ENVIRONMENT);
    terminal.colour = speaks_colour(STDOUT_FILENO);
    struct sigaction action = { .sa_handler = note }, old;
    sigemptyset(&action.sa_mask);
    sigaddset(&action.sa_mask, SIGINT);         /* noted and noted_at are set together */
    sigaddset(&action.sa_mask, SIGTERM);
    for (int number = SIGINT; number; number = number == SIGINT ? SIGTERM : 0)
        if (!sigaction(number, NULL, &old) && old.sa_handler != SIG_IGN)
            sigaction(number, &action, NULL);
}

bool slip_terminal_options(const slip_args *args)
{
    const char *when = slip_args_get(args, "color");
    terminal.quiet = slip_args_has(args, "quiet");
    if (!when || !strcmp(when, "auto"))
        return true;
    terminal.colour = !strcmp(when, "always");
    if (terminal.colour || !strcmp(when, "never"))
        return true;
    slip_complain(SLIP_EXIT_USAGE, "--color is auto, always or never, not '%s'", when);
    return false;
}

int slip_terminal_signal(void) { return noted; }

void slip_terminal_at_once(const char *format, ...)
{
    at_once = 0;
    if (!format)
        return;
    va_list args;
    int head = snprintf(farewell.text, sizeof farewell.text, "%sslipstick: ", isatty(STDERR_FILENO) ? "\r\033[K" : "");
    va_start(args, format);
    vsnprintf(farewell.text + head, sizeof farewell.text - (size_t)head - 1, format, args);
    va_end(args);
    strcat(farewell.text, "\n");
    farewell.length = strlen(farewell.text);
    farewell.owner = getpid();
    fflush(stdout);
    at_once = 1;
    if (noted)              /* it came just before */
        leave(noted);
}

const char *slip_paint(slip_style style)
{
    static const char *const code[] = {
        [SLIP_PLAIN] = "", [SLIP_GOOD] = "\033[32m", [SLIP_BAD] = "\033[1;31m", [SLIP_DOUBT] = "\033[33m",
        [SLIP_FAINT] = "\033[2m", [SLIP_STRONG] = "\033[1m"
    };
    return terminal.colour ? code[style] : "";
}

const char *slip_unpaint(void) { return terminal.colour ? "\033[0m" : ""; }

int slip_terminal_columns(void)
{
    struct winsize size;
    const char *columns = getenv("COLUMNS");
    int n = columns ? atoi(columns) : 0;
    if (n < 20 && !ioctl(STDOUT_FILENO, TIOCGWINSZ, &size))
        n = size.ws_col;
    return n < 20 ? 80 : n > 160 ? 160 : n;
}

int slip_complain(int code, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fflush(stdout);             /* keep the order when both go to the same place */
    fputs("slipstick: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    return code;
}

int slip_exit_of(slip_status status)
{
    switch (status) {
    case SLIP_OK: return SLIP_EXIT_OK;
    case SLIP_MEMORY: case SLIP_ENV: return SLIP_EXIT_ENVIRONMENT;
    case SLIP_BUG: return SLIP_EXIT_BUG;
    default: return SLIP_EXIT_USAGE;
    }
}

int slip_complain_error(const slip_error *error)
{
    const char *text = error->text[0] ? error->text : slip_status_text(error->status);
    if (error->status == SLIP_BUG)
        return slip_complain(SLIP_EXIT_BUG, "%s (a fault of slipstick itself: please report it)", text);
    return slip_complain(slip_exit_of(error->status), "%s", text);
}

int slip_complain_memory(void) { return slip_complain(SLIP_EXIT_ENVIRONMENT, "out of memory"); }

int slip_terminal_close(int code)
{
    bool failed = ferror(stdout) != 0;
    errno = 0;
    if (fflush(stdout) || failed)
        return slip_complain(SLIP_EXIT_ENVIRONMENT, "cannot write to standard output%s%s", errno ? ": " : "", errno ? strerror(errno) : "");
    return noted ? 128 + noted : code;
}

void slip_progress_begin(slip_progress *p) { *p = (slip_progress){ .begin = slip_clock_wall(), .fraction = -1 }; }

bool slip_progress_due(slip_progress *p)
{
    double now = terminal.quiet ? 0 : slip_clock_wall();
    if (terminal.quiet || now - p->begin < 2 || now - p->looked < 0.2)
        return false;
    p->looked = now;
    return true;
}

static void duration(char out[32], double seconds)
{
    if (seconds < 60)
        snprintf(out, 32, "%.0f s", seconds);
    else if (seconds < 3600)
        snprintf(out, 32, "%d:%02d min", (int)seconds / 60, (int)seconds % 60);
    else
        snprintf(out, 32, "%.1f h", seconds < 3.6e9 ? seconds / 3600 : 1e6);
}

void slip_progress_tell(slip_progress *p, double fraction, const char *text)
{
    double now = slip_clock_wall(), elapsed = now - p->begin;
    bool known = fraction > 0 && fraction <= 1;
    char spent[32], left[32] = "";
    duration(spent, elapsed);
    if (known)
        duration(left, elapsed * (1 - fraction) / fraction);
    if (isatty(STDERR_FILENO)) {
        char bar[26];
        int full = known ? (int)(25 * fraction) : 0;
        for (int i = 0; i < 25; i++)
            bar[i] = i < full ? '#' : '.';
        bar[25] = 0;
        fprintf(stderr, "\r\033[K[%s] %s, %s%s%s", bar, text, spent, known ? ", about " : "", known ? left : "");
        if (known)
            fputs(" to go", stderr);
        fflush(stderr);
        p->shown = true;
    } else if (!p->told || now - p->told >= 60 || (known && fraction >= p->fraction + 0.1)) {
        fprintf(stderr, "slipstick: %s after %s%s%s%s\n", text, spent, known ? ", about " : "", left, known ? " to go" : "");
        p->fraction = known ? fraction : p->fraction;
        p->told = now;
    }
}

void slip_progress_end(slip_progress *p)
{
    if (p->shown)
        fputs("\r\033[K", stderr);
    p->shown = false;
}
