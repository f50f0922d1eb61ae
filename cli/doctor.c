/* doctor.c: `slipstick doctor`: is this machine ready?
   SPDX-License-Identifier: GPL-3.0-or-later

   A check is one line of `checks`.  `ok` and `info` are fine, `warn` limits what can be done or believed,
   `FAIL` means that verdicts or runs cannot be trusted here. */

#include <suitesparse/cholmod.h>
#include <suitesparse/umfpack.h>
#include <fenv.h>
#include <float.h>
#include <glpk.h>
#include <gmp.h>
#include <gsl/gsl_version.h>
#include <hdf5.h>
#include <jansson.h>
#include <math.h>
#include <sched.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>
#include "base/dd.h"
#include "cli/cli.h"

typedef enum { FINE, INFO, WARN, FAIL } finding;
typedef struct { finding worst; } clinic;

static void tell(clinic *c, finding f, const char *format, ...) __attribute__((format(printf, 3, 4)));
static void tell(clinic *c, finding f, const char *format, ...)
{
    static const char *const word[] = { "ok", "info", "warn", "FAIL" };
    static const slip_style style[] = { SLIP_GOOD, SLIP_PLAIN, SLIP_DOUBT, SLIP_BAD };
    va_list args;
    va_start(args, format);
    printf("  %s%-5s%s ", slip_paint(style[f]), word[f], slip_unpaint());
    vprintf(format, args);
    putchar('\n');
    va_end(args);
    c->worst = f > c->worst ? f : c->worst;
}

/* Volatile: the arithmetic of the machine, not of the compiler. */
static void arithmetic(clinic *c)
{
    volatile double nan = NAN, tiny = DBL_MIN, a = 1 + 0x1p-30, big = 0x1p53, one = 1;
    bool order = !(nan <= 1) && !(nan > 1) && nan != nan;
    bool gradual = tiny / 4 > 0 && tiny / 4 < tiny;
    bool nearest = fegetround() == FE_TONEAREST && big + one == big && big + (one + 0x1p-50) == big + 2;
    slip_dd square = slip_dd_mul2(a, a), sum = slip_dd_add(slip_dd_of(big), slip_dd_of(one));
    bool pairs = square.hi == 1 + 0x1p-29 && square.lo == 0x1p-60 && sum.hi == big && sum.lo == one;
    double third = slip_dd_double(slip_dd_sub(slip_dd_mul(slip_dd_div(slip_dd_of(1), slip_dd_of(3)), slip_dd_of(3)), slip_dd_of(1)));
    tell(c, order ? FINE : FAIL, "comparisons with NaN are false");
    tell(c, gradual ? FINE : FAIL, "small numbers underflow gradually");
    tell(c, nearest ? FINE : FAIL, "sums round to nearest, ties to even");
    tell(c, pairs && fabs(third) <= 0x1p-100 ? FINE : FAIL, "double-double: products and sums are exact, 3 (1/3) is 1 to %.1g", fabs(third));
}

/* A 40 x 40 system with known solution, through LAPACK. */
static void algebra(clinic *c)
{
    enum { N = 40 };
    double a[N * N], b[N], worst = 0;
    for (int i = 0; i < N; i++) {
        b[i] = 0;
        for (int j = 0; j < N; j++)
            b[i] += a[j * N + i] = i == j ? N : 1.0 / (1 + i + j);
    }
    slip_error error = { 0 };
    bool solved = slip_dense_solve(N, 1, a, b, &error) == SLIP_OK;
    for (int i = 0; i < N; i++)
        worst = fmax(worst, fabs(b[i] - 1));
    char loaded[96];
    const char *name = slip_blas_name(loaded);
    bool slow = strstr(name, "Prescott") || strstr(name, "Core2") || strstr(name, "Generic") || strstr(name, "generic");
    tell(c, solved && worst <= 1e-13 ? FINE : FAIL, "LAPACK solves a known system to %.1g", worst);
    tell(c, !strncmp(name, "OpenBLAS", 8) ? slow ? WARN : FINE : WARN, "BLAS is %s%s", name,
         slow ? ": old kernels; OPENBLAS_CORETYPE=Haswell (or SkylakeX) may be three times faster" : "");
}

static void libraries(clinic *c)
{
    unsigned major, minor, release;
    int cholmod[3] = { 0 };
    cholmod_version(cholmod);
    bool hdf5 = H5get_libversion(&major, &minor, &release) >= 0;
    tell(c, INFO, "GSL %s, GLPK %s, CHOLMOD %d.%d.%d, UMFPACK %d.%d.%d, jansson %s, GMP %s", gsl_version, glp_version(), cholmod[0], cholmod[1], cholmod[2],
         UMFPACK_MAIN_VERSION, UMFPACK_SUB_VERSION, UMFPACK_SUBSUB_VERSION, JANSSON_VERSION, gmp_version);
    if (hdf5)
        tell(c, INFO, "HDF5 %u.%u.%u", major, minor, release);
    else
        tell(c, FAIL, "HDF5 does not tell its version");
}

static void drawing(clinic *c)
{
    char *argv[] = { (char *)slip_gnuplot(), "--version", NULL };
    slip_limits_child limits = { .wall = 10, .output = 1 << 16, .trusted = true };
    slip_child_result child = { 0 };
    slip_error error = { 0 };
    if (slip_child_exec(argv, NULL, NULL, 0, &limits, &child, &error) == SLIP_OK && child.end == SLIP_END_EXIT && child.code == 0 && child.out.s) {
        double x[] = { 0, 1 };
        slip_curve curve = { .title = "x", .count = 2, .x = x, .y = x };
        slip_figure figure = { .title = "x", .xlabel = "x", .ylabel = "x", .curves = 1, .curve = &curve };
        slip_text out = { 0 };
        bool drew = slip_plot_svg(&figure, &out, &error) == SLIP_OK && strstr(out.s, "</svg>");
        tell(c, drew ? FINE : WARN, "%.*s%s", (int)strcspn(child.out.s, "\n"), child.out.s, drew ? " draws SVG" : " cannot draw SVG: no figures");
        slip_text_free(&out);
    } else {
        tell(c, WARN, "gnuplot ('%s') cannot be started: no figures, no --plot; install gnuplot-nox or set GNUPLOT", argv[0]);
    }
    slip_child_result_free(&child);
}

static int linger(void *ctx, int fd)
{
    (void)ctx, (void)fd;
    while (pause() < 0)
        ;
    return 0;
}

/* Children are stopped at their limits: what a study stands on. */
static void isolation(clinic *c)
{
    slip_limits_child limits = { .wall = 0.2, .trusted = true };
    slip_child_result child = { 0 };
    slip_error error = { 0 };
    bool stopped = slip_child_fork(linger, NULL, &limits, &child, &error) == SLIP_OK && child.end == SLIP_END_WALL;
    tell(c, stopped ? FINE : FAIL, stopped ? "a child that hangs is stopped (after %.2f s of 0.2)" : "a child that hangs is not stopped (%.2f s)", child.wall);
    slip_child_result_free(&child);
}

static void limit_line(clinic *c, int which, const char *name, double unit, const char *units)
{
    struct rlimit limit;
    if (!getrlimit(which, &limit) && limit.rlim_cur != RLIM_INFINITY)
        tell(c, which == RLIMIT_NOFILE ? INFO : WARN, "%s limited to %.0f%s", name, (double)limit.rlim_cur / unit, units);
}

static void limits_of_machine(clinic *c)
{
    char machine[128];
    cpu_set_t set;
    slip_record_machine(machine);
    int cores = sched_getaffinity(0, sizeof set, &set) ? -1 : CPU_COUNT(&set);
    double memory = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
    tell(c, INFO, "%s (%d usable), %.3g GB of memory", machine, cores, memory / 1e9);
    limit_line(c, RLIMIT_AS, "address space", 1e9, " GB");
    limit_line(c, RLIMIT_CPU, "CPU time", 1, " s");
    limit_line(c, RLIMIT_FSIZE, "file size", 1e6, " MB");
    limit_line(c, RLIMIT_NOFILE, "open files", 1, "");
}

/* The share of a processor that a busy loop gets, and how evenly: what times are worth here. */
static void clocks(clinic *c)
{
    double least = INFINITY, most = 0, wall = slip_clock_wall(), cpu = slip_clock_cpu();
    for (int k = 0; k < 10; k++) {
        volatile double x = 1;
        double begin = slip_clock_wall();
        for (int i = 0; i < 1000000; i++)
            x = x * 1.0000001;
        double took = slip_clock_wall() - begin;
        least = fmin(least, took);
        most = fmax(most, took);
    }
    wall = slip_clock_wall() - wall;
    cpu = slip_clock_cpu() - cpu;
    bool quiet = cpu >= 0.95 * wall && most <= 1.3 * least;
    tell(c, quiet ? FINE : WARN, "a busy loop gets %.0f %% of a processor, repeats spread %.1fx%s", 100 * cpu / wall, most / least,
         quiet ? "" : ": times are not evidence here (grade C), counted work is");
}

static const struct { const char *title; void (*look)(clinic *); } checks[] = {
    { "arithmetic", arithmetic },
    { "linear algebra", algebra },
    { "libraries", libraries },
    { "figures", drawing },
    { "isolation", isolation },
    { "machine", limits_of_machine },
    { "clocks", clocks },
};

static int run(const slip_args *args)
{
    clinic c = { FINE };
    (void)args;
    printf("slipstick %s\n", slip_version());
    for (size_t k = 0; k < sizeof checks / sizeof *checks; k++) {
        printf("%s%s%s\n", slip_paint(SLIP_STRONG), checks[k].title, slip_unpaint());
        fflush(stdout);
        checks[k].look(&c);
    }
    if (c.worst == FAIL)
        return slip_complain(SLIP_EXIT_ENVIRONMENT, "this machine is not fit for slipstick: see FAIL above");
    return SLIP_EXIT_OK;
}

const slip_command slip_command_doctor = {
    .name = "doctor", .about = "check this machine: arithmetic, libraries, tools, limits, clocks", .usage = "",
    .help = "ok and info are fine; warn limits what can be done or believed; FAIL (exit 4) means that verdicts\n"
            "or runs cannot be trusted on this machine.\n",
    .least = 0, .most = 0, .run = run
};
