/* speed_build.c: making problems: seconds, memory, and the cost of a contact from one thousand to one hundred thousand.
   SPDX-License-Identifier: GPL-3.0-or-later

   Time is the least of several runs, in this thread; memory is what a child that makes the problem once holds at most, the program itself
   (measured on the smallest problem) included.  The cost of a contact is compared with that of the smallest of the same family. */

#include "reports/reports.h"

#include <math.h>
#include <stdio.h>

typedef struct { const char *name; int contacts; bool first; double seconds, megabytes, growth; } item;     /* bars; 0: none */

static const item items[] = {
    {"cannonball:n=26", 1001, true, 0, 0, 0},
    {"cannonball:n=82", 10045, false, 0, 0, 2},
    {"cannonball:n=200", 59900, false, 2, 200, 2},
    {"pile:n=8", 960, true, 0, 0, 0},
    {"pile:n=17", 9537, false, 0, 0, 2},
    {"pile:n=37", 99937, false, 2, 200, 2},
    {"wall3d:nx=12,ny=10", 876, true, 0, 0, 0},
    {"wall3d:nx=40,ny=32", 9956, false, 0, 0, 2},
    {"wall3d:nx=125,ny=100", 99104, false, 2, 200, 2},
};

static int make_in_child(void *ctx, int fd)
{
    (void)fd;
    slip_problem p;
    slip_error error = { 0 };
    if (slip_problem_open(&p, ((const item *)ctx)->name, NULL, &error)) return 1;
    slip_problem_free(&p);
    return 0;
}

static double memory_of(const item *o)
{
    item copy = *o;
    slip_limits_child limits = { .wall = 60, .trusted = true };
    slip_child_result result = { 0 };
    slip_error error = { 0 };
    double most = NAN;
    if (slip_child_fork(make_in_child, &copy, &limits, &result, &error) == SLIP_OK && result.end == SLIP_END_EXIT && result.code == 0) most = (double)result.memory;
    slip_child_result_free(&result);
    return most;
}

/* A bar as text; "-" where there is none. */
static const char *bar(double x, char text[16])
{
    snprintf(text, 16, x > 0 ? "%.3g" : "-", x);
    return text;
}

static int run(FILE *out)
{
    int missed = 0;
    double base = NAN;
    fprintf(out, "%-24s %8s %9s %5s %7s %5s %11s %7s %5s\n", "PROBLEM", "CONTACTS", "SECONDS", "BAR", "MB", "BAR", "NS/CONTACT", "GROWTH", "BAR");
    for (size_t i = 0; i < sizeof items / sizeof *items; i++) {
        const item *o = &items[i];
        double best = INFINITY, spent = 0;
        int contacts = -1;
        for (int rep = 0; rep < 50 && (rep < 3 || spent < 0.3); rep++) {
            slip_problem p;
            slip_error error = { 0 };
            double t = slip_clock_cpu();
            if (slip_problem_open(&p, o->name, NULL, &error)) {
                fprintf(out, "%-24s %s\n", o->name, error.text);
                break;
            }
            contacts = p.nc;
            slip_problem_free(&p);
            t = slip_clock_cpu() - t;
            best = fmin(best, t), spent += t;
        }
        double each = best / contacts * 1e9, megabytes = memory_of(o) / 1e6;
        if (o->first) base = each;
        bool good = contacts == o->contacts && (o->seconds == 0 || best <= o->seconds) && (o->megabytes == 0 || megabytes <= o->megabytes)
                 && (o->growth == 0 || each / base <= o->growth);
        char a[16], b[16], c[16];
        fprintf(out, "%-24s %8d %9.4f %5s %7.1f %5s %11.0f %7.2f %5s  %s\n", o->name, contacts, best, bar(o->seconds, a), megabytes, bar(o->megabytes, b), each,
                each / base, bar(o->growth, c), good ? "ok" : "MISSED");
        fflush(out);
        missed += !good;
    }
    return missed;
}

const slip_speed slip_speed_build = { .name = "build", .about = "making problems of up to 100 000 contacts", .run = run };
