/* tap.h: test programs that speak TAP, the Test Anything Protocol, after the manner of libtap.
   SPDX-License-Identifier: GPL-3.0-or-later

       int main(void)
       {
           plan(2);                                    first, so that a crash is a failure
           ok(x > 0, "x is positive");                 any condition that must be true
           ok_ratio(err, n, norm, "A x = b, n = %d", n);
           return done();
       }

   Every check takes a printf format last, prints what was got and expected when it fails, and is
   true when it passed.  What is checked is evaluated before the arguments of the format, which may
   tell what it did.  A NaN never passes a check of doubles. */

#ifndef SLIP_TAP_H
#define SLIP_TAP_H

#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
    int planned, run, failed;
    const char *todo;
    bool pass; intmax_t integer; const char *string; double number;     /* what a check is looking at */
} tap;

#define TAP_PRINTF(f, a) __attribute__((format(printf, f, a), unused))

/* Declare how many checks follow. */
static inline void plan(int checks)
{
    setvbuf(stdout, NULL, _IOLBF, 0);           /* a crash or a fork finds no half-written line */
    memset(&tap, 0, sizeof tap);
    tap.planned = checks;
    printf("1..%d\n", checks);
}

/* Instead of plan: nothing here can run on this machine. */
TAP_PRINTF(1, 2) static _Noreturn void skip_all(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fputs("1..0 # SKIP ", stdout);
    vprintf(format, args);
    putchar('\n');
    va_end(args);
    exit(0);
}

/* A remark for the log. */
TAP_PRINTF(1, 2) static void diag(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fputs("# ", stdout);
    vprintf(format, args);
    putchar('\n');
    va_end(args);
}

/* The whole run makes no sense any more: stop everything. */
TAP_PRINTF(1, 2) static _Noreturn void bail_out(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fputs("Bail out! ", stdout);
    vprintf(format, args);
    putchar('\n');
    va_end(args);
    exit(255);
}

/* Checks from here on are known to fail, for this reason; NULL ends that. */
static inline void todo(const char *why) { tap.todo = why; }

/* The next n checks cannot run here, for this reason. */
static inline void skip(int n, const char *why)
{
    while (n-- > 0)
        printf("ok %d # SKIP %s\n", ++tap.run, why);
}

/* The exit code of main: 0 if everything planned ran and passed. */
static inline int done(void)
{
    if (tap.run != tap.planned)
        diag("planned %d checks but ran %d", tap.planned, tap.run);
    if (tap.failed)
        diag("%d of %d checks failed", tap.failed, tap.run);
    return tap.run == tap.planned && !tap.failed ? 0 : 1;
}

/* Under `make check-long` full, else quick: the sizes and counts of a test. */
static inline int quick_or_full(int quick, int full)
{
    const char *s = getenv("SLIPSTICK_LONG");
    return s && *s && strcmp(s, "0") != 0 ? full : quick;
}

/* One result line.  In a name, `#` would begin a directive and a newline would end the line. */
static inline bool tap_line(bool pass, const char *file, int line, const char *format, va_list args)
{
    char name[512];
    vsnprintf(name, sizeof name, format, args);
    printf("%s %d - ", pass ? "ok" : "not ok", ++tap.run);
    for (const char *c = name; *c; c++) {
        if (*c == '#' || *c == '\\')
            putchar('\\');
        putchar(*c == '\n' || *c == '\r' ? ' ' : *c);
    }
    if (tap.todo)
        printf(" # TODO %s", tap.todo);
    putchar('\n');
    if (!pass) {
        tap.failed += tap.todo == NULL;
        diag("  at %s:%d", file, line);
    }
    return pass;
}

#define ok(condition, ...) (tap.pass = (condition) ? true : false, tap_ok(#condition, __FILE__, __LINE__, __VA_ARGS__))
TAP_PRINTF(4, 5) static bool tap_ok(const char *condition, const char *file, int line, const char *format, ...)
{
    bool pass = tap.pass;
    va_list args;
    va_start(args, format);
    if (!tap_line(pass, file, line, format, args))
        diag("  not true: %s", condition);
    va_end(args);
    return pass;
}

#define is_int(got, expected, ...) (tap.integer = (got), tap_is_int((expected), __FILE__, __LINE__, __VA_ARGS__))
TAP_PRINTF(4, 5) static bool tap_is_int(intmax_t expected, const char *file, int line, const char *format, ...)
{
    intmax_t got = tap.integer;
    va_list args;
    va_start(args, format);
    bool pass = tap_line(got == expected, file, line, format, args);
    va_end(args);
    if (!pass)
        diag("  got %jd, expected %jd", got, expected);
    return pass;
}

/* Strings; NULL equals only NULL. */
#define is_str(got, expected, ...) (tap.string = (got), tap_is_str((expected), __FILE__, __LINE__, __VA_ARGS__))
TAP_PRINTF(4, 5) static bool tap_is_str(const char *expected, const char *file, int line, const char *format, ...)
{
    const char *got = tap.string;
    va_list args;
    va_start(args, format);
    bool pass = tap_line(got && expected ? !strcmp(got, expected) : got == expected, file, line, format, args);
    va_end(args);
    if (!pass) {
        diag("       got %s", got ? got : "NULL");
        diag("  expected %s", expected ? expected : "NULL");
    }
    return pass;
}

/* Exactly the same number. */
#define is_double(got, expected, ...) ok_near((got), (expected), 0, __VA_ARGS__)
/* The same number within an absolute tolerance. */
#define ok_near(got, expected, tol, ...) \
    (tap.number = (got), tap_ok_near((expected), (tol), __FILE__, __LINE__, __VA_ARGS__))
TAP_PRINTF(5, 6) static bool tap_ok_near(double expected, double tol, const char *file, int line, const char *format, ...)
{
    double got = tap.number;
    va_list args;
    va_start(args, format);
    bool pass = tap_line(got == expected || (tol < INFINITY && fabs(got - expected) <= tol), file, line, format, args);
    va_end(args);
    if (!pass) {
        diag("       got %.17g", got);
        diag("  expected %.17g, within %.3g; the difference is %.3g", expected, tol, got - expected);
    }
    return pass;
}

/* LAPACK's measure of a rounding error: err / (n scale eps) < 30.  Where n or scale is 0 the error must be 0. */
#define ok_ratio(err, n, scale, ...) \
    (tap.number = (err), tap_ok_ratio((n), (scale), __FILE__, __LINE__, __VA_ARGS__))
TAP_PRINTF(5, 6) static bool tap_ok_ratio(double n, double scale, const char *file, int line, const char *format, ...)
{
    double err = tap.number;
    double ratio = err == 0 && n >= 0 && scale >= 0 ? 0 : err / scale / (n * DBL_EPSILON);
    va_list args;
    va_start(args, format);
    bool pass = tap_line(ratio >= 0 && ratio < 30 && scale < INFINITY, file, line, format, args);
    va_end(args);
    if (!pass)
        diag("  error %.3g is %.3g times n scale eps, n = %g, scale = %.3g; the bar is 30", err, ratio, n, scale);
    return pass;
}

#endif
