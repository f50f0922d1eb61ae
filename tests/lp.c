/* lp.c: linear programs against vertex enumeration, duality and Farkas' lemma, and by cases with known answers.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/base.h"
#include "tests/tap.h"

#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

#define INF INFINITY

static double next(uint64_t *seed)
{
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(*seed >> 11) / 4503599627370496.0 - 1;
}

static int below(uint64_t *seed, int n) { return (int)((next(seed) + 1) / 2 * n); }

typedef struct { int m, n; double a[64], c[8], rlow[8], rhigh[8], low[8], high[8]; } lp;     /* a: row-major m x n */

static slip_status run(const lp *p, slip_layout layout, double *x, double *y, double *value, slip_error *error)
{
    slip_arena arena = {0};
    slip_sparse A;
    double col[64];
    for (int i = 0; i < p->m; i++)
        for (int j = 0; j < p->n; j++)
            col[i + j * p->m] = p->a[i * p->n + j];
    slip_sparse_from_dense(&A, layout, p->m, p->n, col, &arena, NULL);
    slip_status status = slip_lp(&A, p->c, p->rlow, p->rhigh, p->low, p->high, x, y, value, error);
    slip_arena_free(&arena);
    return status;
}

static bool feasible(const lp *p, const double *x, double tol)
{
    for (int j = 0; j < p->n; j++)
        if (!(x[j] >= p->low[j] - tol && x[j] <= p->high[j] + tol))
            return false;
    for (int i = 0; i < p->m; i++) {
        double z = 0;
        for (int j = 0; j < p->n; j++)
            z += p->a[i * p->n + j] * x[j];
        if (!(z >= p->rlow[i] - tol && z <= p->rhigh[i] + tol))
            return false;
    }
    return true;
}

/* inf of y'z over the rows' ranges minus sup of y'A x over the columns': positive proves that nothing is feasible. */
static double farkas_gap(const lp *p, const double *y)
{
    double gap = 0;
    for (int i = 0; i < p->m; i++)
        if (y[i] != 0)
            gap += y[i] * (y[i] > 0 ? p->rlow[i] : p->rhigh[i]);
    for (int j = 0; j < p->n; j++) {
        double a = 0;
        for (int i = 0; i < p->m; i++)
            a += p->a[i * p->n + j] * y[i];
        double bound = a > 0 ? p->high[j] : p->low[j];
        if (fabs(bound) < INF || fabs(a) > 1e-15)
            gap -= a * bound;
    }
    return gap;
}

/* b'y over the active sides: what weak duality says no feasible x can beat. */
static double dual_value(const lp *p, const double *y)
{
    double value = 0;
    for (int i = 0; i < p->m; i++)
        if (y[i] != 0)
            value += y[i] * (y[i] > 0 ? p->rlow[i] : p->rhigh[i]);
    for (int j = 0; j < p->n; j++) {
        double d = p->c[j];
        for (int i = 0; i < p->m; i++)
            d -= p->a[i * p->n + j] * y[i];
        double bound = d > 0 ? p->low[j] : p->high[j];
        if (fabs(bound) < INF || fabs(d) > 1e-9)
            value += d * bound;
    }
    return value;
}

/* Every choice of n among the 2 (m + n) bounding planes is solved; the columns are boxed, so an optimum is among them. */
static bool enumerate(const lp *p, double *best)
{
    int planes = 2 * (p->m + p->n), pick[8];
    bool any = false;
    *best = INF;
    for (int k = 0; k < p->n; k++)
        pick[k] = k;
    for (;;) {
        double a[64] = {0}, b[8];
        for (int k = 0; k < p->n; k++) {
            int plane = pick[k] / 2, side = pick[k] % 2;
            bool row = plane < p->m;
            for (int j = 0; j < p->n; j++)
                a[k + j * p->n] = row ? p->a[plane * p->n + j] : j == plane - p->m;
            b[k] = row ? (side ? p->rhigh[plane] : p->rlow[plane]) : side ? p->high[plane - p->m] : p->low[plane - p->m];
        }
        if (slip_dense_solve(p->n, 1, a, b, NULL) == SLIP_OK && feasible(p, b, 1e-9)) {
            double value = 0;
            for (int j = 0; j < p->n; j++)
                value += p->c[j] * b[j];
            any = true;
            *best = fmin(*best, value);
        }
        int k = p->n - 1;
        while (k >= 0 && pick[k] == planes - p->n + k)
            k--;
        if (k < 0)
            return any;
        for (pick[k]++; ++k < p->n;)
            pick[k] = pick[k - 1] + 1;
    }
}

/* Small integers make degenerate vertices and fixed bounds common. */
static lp random_lp(uint64_t *seed)
{
    lp p = { .m = below(seed, 5), .n = 1 + below(seed, 4) };
    for (int k = 0; k < p.m * p.n; k++)
        p.a[k] = below(seed, 3) ? below(seed, 7) - 3 : 0;
    for (int i = 0; i < p.m; i++) {
        double one = below(seed, 13) - 6, two = one + below(seed, 4);
        int kind = below(seed, 5);
        p.rlow[i] = kind == 1 ? -INF : one;
        p.rhigh[i] = kind == 0 ? INF : kind == 3 ? one : two;
    }
    for (int j = 0; j < p.n; j++) {
        p.c[j] = below(seed, 9) - 4;
        p.low[j] = below(seed, 7) - 5;
        p.high[j] = p.low[j] + below(seed, 6);
    }
    return p;
}

static void against_enumeration(int count)
{
    uint64_t seed = 1;
    int optimal = 0, infeasible = 0, wrong_status = 0, wrong_value = 0, wrong_x = 0, wrong_y = 0, wrong_farkas = 0;
    for (int k = 0; k < count; k++) {
        lp p = random_lp(&seed);
        double x[8], y[8], value = NAN, best;
        bool any = enumerate(&p, &best);
        slip_status status = run(&p, k % 3, x, y, &value, NULL);
        wrong_status += status != (any ? SLIP_OK : SLIP_INFEASIBLE);
        optimal += any;
        infeasible += !any;
        if (status == SLIP_OK) {
            wrong_value += !(fabs(value - best) <= 1e-9 * (1 + fabs(best)));
            wrong_x += !feasible(&p, x, 1e-9);
            wrong_y += !(fabs(dual_value(&p, y) - best) <= 1e-8 * (1 + fabs(best)));
        } else if (status == SLIP_INFEASIBLE) {
            wrong_farkas += !(farkas_gap(&p, y) > 1e-9);
        }
    }
    ok(optimal > count / 10 && infeasible > count / 10, "%d programs have optima, %d are infeasible", optimal, infeasible);
    is_int(wrong_status, 0, "status as by enumeration");
    is_int(wrong_value, 0, "least value as by enumeration");
    is_int(wrong_x, 0, "x is feasible");
    is_int(wrong_y, 0, "y closes the duality gap");
    is_int(wrong_farkas, 0, "y proves infeasibility");
}

static void by_hand(void)
{
    slip_error error;
    double x[8], y[8], value;
    /* a free column: min x0 + x1, x0 + 2 x1 >= 4, x1 <= 1, x0 free */
    lp p = { .m = 1, .n = 2, .a = { 1, 2 }, .c = { 1, 1 }, .rlow = { 4 }, .rhigh = { INF }, .low = { -INF, -INF }, .high = { INF, 1 } };
    is_int(run(&p, SLIP_CSC, x, y, &value, &error), SLIP_OK, "one side and free columns");
    ok(fabs(x[0] - 2) < 1e-12 && fabs(x[1] - 1) < 1e-12 && fabs(value - 3) < 1e-12 && fabs(y[0] - 1) < 1e-12, "x = (2, 1), y = 1");

    p.high[1] = INF;                                        /* now x1 pays half as much */
    is_int(run(&p, SLIP_CSR, x, y, &value, &error), SLIP_UNBOUNDED, "unbounded");
    ok(x[0] + x[1] < 0 && x[0] + 2 * x[1] >= -1e-12, "x is a direction that says so");

    lp fixed = { .m = 1, .n = 2, .a = { 1, 1 }, .c = { -1, 0 }, .rlow = { 3 }, .rhigh = { 3 }, .low = { 1, 0 }, .high = { 1, INF } };
    is_int(run(&fixed, SLIP_TRIPLET, x, y, &value, &error), SLIP_OK, "fixed row and column");
    ok(x[0] == 1 && fabs(x[1] - 2) < 1e-12, "x = (1, 2)");

    lp split = { .m = 2, .n = 2, .a = { 1, -1, -1, 1 }, .c = { 0, 0 }, .rlow = { 1, 1 }, .rhigh = { INF, INF },
                 .low = { -INF, -INF }, .high = { INF, INF } };
    is_int(run(&split, SLIP_CSC, x, y, &value, &error), SLIP_INFEASIBLE, "free columns, infeasible rows");
    ok(y[0] > 0 && fabs(y[0] - y[1]) < 1e-12, "y is along (1, 1)");
    split.c[0] = -1;                                        /* infeasible and dual infeasible at once */
    is_int(run(&split, SLIP_CSC, x, y, &value, &error), SLIP_INFEASIBLE, "infeasible with an unbounded objective");

    lp scaled = { .m = 2, .n = 1, .a = { 1e6, 1e-6 }, .c = { 0 }, .rlow = { -INF, 1e-6 }, .rhigh = { 0.5e6, INF }, .low = { -INF }, .high = { INF } };
    is_int(run(&scaled, SLIP_CSC, x, y, &value, &error), SLIP_INFEASIBLE, "rows of 1e6 and 1e-6");
    ok(farkas_gap(&scaled, y) > 0, "with a proof");

    double farkas[8];                                       /* x >= 1 and x <= 0 by 1e-4 */
    lp close = { .m = 1, .n = 1, .a = { 1 }, .c = { 0 }, .rlow = { 1 + 1e-4 }, .rhigh = { INF }, .low = { -INF }, .high = { 1 } };
    is_int(run(&close, SLIP_CSC, x, farkas, &value, &error), SLIP_INFEASIBLE, "missed by 1e-4");
    ok(farkas_gap(&close, farkas) > 0, "with a proof");

    lp cross = { .m = 1, .n = 1, .a = { 1 }, .c = { 0 }, .rlow = { 0 }, .rhigh = { 1 }, .low = { 1 }, .high = { 0 } };
    is_int(run(&cross, SLIP_CSC, x, y, &value, &error), SLIP_INFEASIBLE, "bounds that cross");
    ok(strstr(error.text, "column 1"), "are named: %s", error.text);
    cross.low[0] = NAN;
    is_int(run(&cross, SLIP_CSC, x, y, &value, &error), SLIP_INPUT, "a NaN bound");
    cross.low[0] = INF;
    is_int(run(&cross, SLIP_CSC, x, y, &value, &error), SLIP_INPUT, "a lower bound of +infinity");
    cross.low[0] = 0, cross.high[0] = 1, cross.c[0] = INF;
    is_int(run(&cross, SLIP_CSC, x, y, &value, &error), SLIP_INPUT, "an infinite cost");
}

static void empty(void)
{
    slip_error error;
    double x[2], y[2], value = NAN;
    lp none = {0};
    is_int(run(&none, SLIP_CSC, x, y, &value, &error), SLIP_OK, "nothing at all");
    ok(value == 0, "costs nothing");
    lp rows = { .m = 2, .rlow = { -1, 0 }, .rhigh = { 1, INF } };
    is_int(run(&rows, SLIP_CSC, x, y, &value, &error), SLIP_OK, "rows without columns");
    rows.rlow[1] = 1;
    is_int(run(&rows, SLIP_CSC, x, y, &value, &error), SLIP_INFEASIBLE, "that cannot hold");
    ok(y[0] == 0 && y[1] > 0, "with a proof");
    lp cols = { .n = 2, .c = { 1, -1 }, .low = { 2, -INF }, .high = { INF, 3 } };
    is_int(run(&cols, SLIP_CSR, x, y, &value, &error), SLIP_OK, "columns without rows");
    ok(x[0] == 2 && x[1] == 3 && value == -1, "go to their bounds");
    cols.high[1] = INF;
    is_int(run(&cols, SLIP_CSR, x, y, &value, &error), SLIP_UNBOUNDED, "or run off");
    ok(x[1] > 0, "along x");
    slip_arena arena = {0};
    slip_sparse A;
    slip_sparse_new(&A, SLIP_TRIPLET, 1, 2, 3, &arena, &error);         /* 2 x0 + x1, given as 1 + 1 and 1 */
    A.i[0] = A.i[1] = A.i[2] = 0, A.p[0] = A.p[1] = 0, A.p[2] = 1;
    A.x[0] = A.x[1] = A.x[2] = 1;
    double c[2] = { 1, 2 }, low[1] = { 6 }, zero[2] = {0};
    is_int(slip_lp(&A, c, low, NULL, zero, NULL, x, NULL, &value, &error), SLIP_OK, "triplets that repeat, bounds left out");
    ok(fabs(x[0] - 3) < 1e-12 && fabs(x[1]) < 1e-12, "x = (3, 0)");
    is_int(slip_lp(&A, NULL, low, NULL, NULL, NULL, NULL, NULL, NULL, NULL), SLIP_OK, "only asked whether it is feasible");
    A.x[1] = NAN;
    is_int(slip_lp(&A, c, low, NULL, zero, NULL, x, NULL, &value, &error), SLIP_INPUT, "a NaN entry");
    slip_arena_free(&arena);
}

/* Klee and Minty's cube, twisted so that a careless simplex method visits all vertices; and a highly degenerate assignment. */
static void hard(void)
{
    enum { K = 20, N = 15 };
    slip_error error;
    slip_arena arena = {0};
    slip_sparse A;
    double a[K * K] = {0}, c[K] = {0}, high[K], low[K] = {0}, x[N * N], y[2 * N], value;
    for (int i = 0; i < K; i++) {
        high[i] = pow(5, i + 1);
        c[i] = -pow(2, K - 1 - i);
        a[i + i * K] = 1;
        for (int j = 0; j < i; j++)
            a[i + j * K] = pow(2, i - j + 1);
    }
    slip_sparse_from_dense(&A, SLIP_CSC, K, K, a, &arena, &error);
    is_int(slip_lp(&A, c, NULL, high, low, NULL, x, y, &value, &error), SLIP_OK, "Klee and Minty, n = %d", K);
    ok_ratio(fabs(value + pow(5, K)), K, pow(5, K), "least value -5^n");

    double cost[N * N], one[2 * N], zero[N * N] = {0};
    slip_sparse B;
    slip_sparse_new(&B, SLIP_TRIPLET, 2 * N, N * N, 2 * N * N, &arena, &error);
    for (int k = 0; k < N * N; k++) {
        int i = k / N, j = k % N;
        cost[k] = (j + N - i) % N;                              /* the identity costs 0, and all ties are ties */
        B.i[2 * k] = i, B.i[2 * k + 1] = N + j, B.p[2 * k] = B.p[2 * k + 1] = k, B.x[2 * k] = B.x[2 * k + 1] = 1;
    }
    for (int i = 0; i < 2 * N; i++)
        one[i] = 1;
    is_int(slip_lp(&B, cost, one, one, zero, NULL, x, y, &value, &error), SLIP_OK, "an assignment of %d", N);
    double off = 0;
    for (int k = 0; k < N * N; k++)
        off = fmax(off, fabs(x[k] - (k / N == k % N)));
    ok(off <= 1e-12 && fabs(value) <= 1e-12, "is the identity");
    slip_arena_free(&arena);
}

/* In a child with little address space to spare: GLPK, which knows no lack of memory but to abort, must not. */
static int starve(void *spare, int fd)
{
    (void)fd;
    enum { N = 150 };
    slip_arena arena = {0};
    slip_sparse A;
    double *a = SLIP_NEW(&arena, double, N * N), *one = SLIP_NEW(&arena, double, N), *zero = SLIP_NEW(&arena, double, N), x[N];
    uint64_t seed = 3;
    for (int k = 0; k < N * N; k++)
        a[k] = 1 + next(&seed);
    for (int k = 0; k < N; k++)
        one[k] = 1;
    slip_sparse_from_dense(&A, SLIP_CSC, N, N, a, &arena, NULL);
    long pages = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    if (!f || fscanf(f, "%ld", &pages) != 1)
        return 99;
    fclose(f);
    rlim_t room = (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE) + (rlim_t)*(const long *)spare * 1024;
    setrlimit(RLIMIT_AS, &(struct rlimit){ room, room });
    return (int)slip_lp(&A, one, one, NULL, zero, NULL, x, NULL, NULL, NULL);
}

static void without_memory(void)
{
#ifdef __SANITIZE_ADDRESS__
    bool greedy = true;
#else
    bool greedy = getenv("SLIPSTICK_VALGRIND") != NULL;
#endif
    if (greedy) {
        skip(2, "AddressSanitizer and valgrind need their address space");
        return;
    }
    int broken = 0, named = 0, died = 0;
    for (long spare = 0; spare <= 4000; spare += 200) {
        slip_child_result r;
        slip_child_fork(starve, &spare, &(slip_limits_child){ .wall = 20 }, &r, NULL);
        broken += r.code == SLIP_NUMERIC;
        named += r.code == SLIP_OK || r.code == SLIP_MEMORY || r.code == SLIP_NUMERIC;
        died += r.end != SLIP_END_EXIT;
        slip_child_result_free(&r);
    }
    ok(broken > 0, "GLPK ran out of memory %d times", broken);
    ok(died == 0 && named == 21, "and ended nobody: %d of 21", died);
}

/* Each allocation of ours fails in turn: MEMORY until there is enough, and nothing stays behind. */
static void countdown(const lp *p, slip_status end, const char *what)
{
    slip_arena arena = {0};
    slip_sparse A;
    double col[64], x[8], y[8];
    for (int k = 0; k < p->m * p->n; k++)
        col[k % p->n * p->m + k / p->n] = p->a[k];
    slip_sparse_from_dense(&A, SLIP_TRIPLET, p->m, p->n, col, &arena, NULL);
    long live = slip_memory_live(), k = 0;
    slip_status status = SLIP_MEMORY;
    while (status == SLIP_MEMORY && slip_memory_live() == live && k < 100) {
        slip_memory_fail_at(++k);
        status = slip_lp(&A, p->c, p->rlow, p->rhigh, p->low, p->high, x, y, NULL, NULL);
        slip_memory_fail_at(0);
    }
    ok(status == end && k > 1 && slip_memory_live() == live, "%s: status %s after %ld allocations failed", what, slip_status_name(status), k - 1);
    slip_arena_free(&arena);
}

static void *in_thread(void *result)
{
    uint64_t seed = 7;
    for (int k = 0; k < 50; k++) {
        lp p = random_lp(&seed);
        double x[8], y[8], value;
        *(int *)result += run(&p, SLIP_CSC, x, y, &value, NULL) <= SLIP_UNBOUNDED;
    }
    return NULL;
}

int main(void)
{
    plan(6 + 18 + 13 + 4 + 2 + 3 + 1 + 1);
    alarm(50);
    against_enumeration(quick_or_full(600, 20000));
    by_hand();
    empty();
    hard();
    without_memory();
    lp p = { .m = 1, .n = 2, .a = { 1, 2 }, .c = { 1, 1 }, .rlow = { 4 }, .rhigh = { INF }, .low = { -INF, -INF }, .high = { INF, 1 } };
    countdown(&p, SLIP_OK, "an optimum");
    p.high[1] = INF;
    countdown(&p, SLIP_UNBOUNDED, "an unbounded program");
    p.high[0] = p.high[1] = 0;
    countdown(&p, SLIP_INFEASIBLE, "an infeasible program");
    pthread_t thread[2];
    int counted[2] = {0};
    for (int k = 0; k < 2; k++)
        pthread_create(&thread[k], NULL, in_thread, &counted[k]);
    for (int k = 0; k < 2; k++)
        pthread_join(thread[k], NULL);
    is_int(counted[0] + counted[1], 100, "two threads at once");
    is_int(slip_memory_live(), 0, "no block is left");
    return done();
}
