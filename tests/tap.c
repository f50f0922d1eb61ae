/* tap.c: tests tap.h itself: each case runs in a child, whose output and exit code are compared.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <sys/wait.h>
#include <unistd.h>
#include "tests/tap.h"

static int passes(void)
{
    plan(7);
    ok(1 < 2, "order");
    is_int(-3, -3, "integers");
    is_str("a", "a", "strings");
    is_double(0.1, 0.1, "doubles");
    ok_near(1.0, 1.5, 0.5, "near");
    ok_ratio(29 * 4 * DBL_EPSILON, 4, 1, "ratio");
    ok_ratio(0, 0, 0, "nothing, exactly");
    return done();
}

static int fails(void)
{
    plan(6);
    ok(2 < 1, "order");
    is_int(1, 2, "integers");
    is_str(NULL, "a", "strings");
    is_double(0.1, 0.3 - 0.2, "doubles");
    ok_near(1.0, 1.5, 0.25, "near");
    ok_ratio(31 * 4 * DBL_EPSILON, 4, 1, "ratio");
    return done();
}

static int nans(void)
{
    plan(8);
    ok_near(NAN, 0, 1, "got");
    ok_near(0, NAN, 1, "expected");
    ok_near(0, 1, NAN, "tolerance");
    ok_near(INFINITY, 1, INFINITY, "infinite tolerance");
    is_double(NAN, NAN, "NaN is not NaN");
    ok_ratio(NAN, 1, 1, "error");
    ok_ratio(1, 1, NAN, "scale");
    ok_ratio(1, 1, INFINITY, "infinite scale");
    return done();
}

static int set(int *x) { return *x = 5; }

static int order(void)
{
    int x = 0;
    plan(3);
    ok(set(&x), "x = %d", x);
    x = 0;
    is_int(set(&x), 5, "x = %d", x);
    x = 0;
    is_double(set(&x), 5, "x = %d", x);
    return done();
}

static int too_few(void) { plan(2); ok(true, "one"); return done(); }
static int too_many(void) { plan(1); ok(true, "one"); ok(true, "two"); return done(); }
static int skips(void) { plan(3); skip(2, "no gnuplot"); ok(true, "one"); return done(); }
static int nothing(void) { skip_all("no %s", "gnuplot"); }
static int bails(void) { plan(2); bail_out("no %s", "ground"); }
static int crashes(void) { plan(2); ok(true, "one"); abort(); }
static int names(void) { plan(1); ok(true, "hash #%d\nand line", 1); return done(); }

static int todos(void)
{
    plan(3);
    todo("later");
    ok(false, "known");
    ok(true, "surprise");
    todo(NULL);
    ok(true, "fine");
    return done();
}

/* Runs a case in a child: its stdout in text, its wait status returned. */
static int capture(int (*work)(void), char *text, size_t room)
{
    int ends[2], status;
    if (pipe(ends))
        bail_out("no pipe");
    pid_t child = fork();
    if (child < 0)
        bail_out("no fork");
    if (child == 0) {
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
        close(ends[1]);
        exit(work());
    }
    close(ends[1]);
    size_t length = 0;
    for (ssize_t got; (got = read(ends[0], text + length, room - 1 - length)) > 0;)
        length += (size_t)got;
    text[length] = 0;
    close(ends[0]);
    waitpid(child, &status, 0);
    return status;
}

static int count(const char *text, const char *start)       /* lines that begin with start */
{
    int lines = 0;
    for (const char *s = text; s && *s; s = strchr(s, '\n'), s += s != NULL)
        lines += !strncmp(s, start, strlen(start));
    return lines;
}

int main(void)
{
    static const struct { const char *name; int (*work)(void); int exit, ok, not_ok; const char *line; } cases[] = {
        { "passing checks",       passes,   0,   7, 0, "ok 7 - nothing, exactly\n" },
        { "failing checks",       fails,    1,   0, 6, "#   got 1, expected 2\n" },
        { "NaN and infinity",     nans,     1,   0, 8, "not ok 5 - NaN is not NaN\n" },
        { "too few checks",       too_few,  1,   1, 0, "# planned 2 checks but ran 1\n" },
        { "too many checks",      too_many, 1,   2, 0, "# planned 1 checks but ran 2\n" },
        { "skipped checks",       skips,    0,   3, 0, "ok 2 # SKIP no gnuplot\n" },
        { "nothing to run",       nothing,  0,   0, 0, "1..0 # SKIP no gnuplot\n" },
        { "bailing out",          bails,    255, 0, 0, "Bail out! no ground\n" },
        { "known failures",       todos,    0,   2, 1, "not ok 1 - known # TODO later\n" },
        { "names keep one line",  names,    0,   1, 0, "ok 1 - hash \\#1 and line\n" },
        { "what is checked comes before its name", order, 0, 3, 0, "1..3\nok 1 - x = 5\nok 2 - x = 5\nok 3 - x = 5\n" },
    };
    enum { N = sizeof cases / sizeof *cases };
    char text[4096];

    plan(4 * N + 4);
    for (int i = 0; i < N; i++) {
        int status = capture(cases[i].work, text, sizeof text);
        is_int(WIFEXITED(status) ? WEXITSTATUS(status) : -1, cases[i].exit, "%s: exit code", cases[i].name);
        is_int(count(text, "ok "), cases[i].ok, "%s: passed", cases[i].name);
        is_int(count(text, "not ok "), cases[i].not_ok, "%s: failed", cases[i].name);
        ok(strstr(text, cases[i].line) != NULL, "%s: says so", cases[i].name);
    }

    int status = capture(crashes, text, sizeof text);
    ok(WIFSIGNALED(status), "a crash stays a crash");
    is_str(text, "1..2\nok 1 - one\n", "a crash keeps what was written, once");

    setenv("SLIPSTICK_LONG", "1", 1);
    is_int(quick_or_full(10, 100), 100, "full counts under check-long");
    setenv("SLIPSTICK_LONG", "0", 1);
    is_int(quick_or_full(10, 100), 10, "quick counts otherwise");
    return done();
}
