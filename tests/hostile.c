/* hostile.c: solvers that misbehave, one row each with the right word; nothing is left running, nothing hangs.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include "reports/study.h"
#include "tests/tap.h"
#include "tests/zoo.h"

/* ---- what they do in their only step ---------------------------------------------------------------------------- */

static const slip_truth *known;         /* of the problem they are given */

static slip_step right(slip_iterate *it, int m)
{
    memcpy(it->r, known->r, sizeof(double) * (size_t)m);
    return SLIP_STEP_DONE;
}

static slip_step do_segv(slip_iterate *it, int m)     { (void)it; (void)m; zoo_segv(""); return SLIP_STEP_OK; }
static slip_step do_abort(slip_iterate *it, int m)    { (void)it; (void)m; abort(); }
static slip_step do_fpe(slip_iterate *it, int m)      { (void)it; (void)m; signal(SIGFPE, SIG_DFL); raise(SIGFPE); return SLIP_STEP_OK; }
static slip_step do_kill(slip_iterate *it, int m)     { (void)it; (void)m; kill(getpid(), SIGKILL); return SLIP_STEP_OK; }
static slip_step do_exit(slip_iterate *it, int m)     { (void)it; (void)m; exit(0); }
static slip_step do_exit7(slip_iterate *it, int m)    { (void)it; (void)m; exit(7); }
static slip_step do_leave(slip_iterate *it, int m)    { right(it, m); _exit(0); }
static slip_step do_spin(slip_iterate *it, int m)     { (void)it; (void)m; zoo_spin(""); return SLIP_STEP_OK; }
static slip_step do_sleep(slip_iterate *it, int m)    { (void)it; (void)m; zoo_forever(); }
static slip_step do_hang(slip_iterate *it, int m)     { (void)it; (void)m; zoo_hang(""); return SLIP_STEP_OK; }
static slip_step do_stop(slip_iterate *it, int m)     { (void)it; (void)m; raise(SIGSTOP); zoo_forever(); }
static slip_step do_hog(slip_iterate *it, int m)      { (void)it; (void)m; zoo_hog("4000"); return SLIP_STEP_OK; }
static slip_step do_flood(slip_iterate *it, int m)    { (void)it; (void)m; zoo_flood("1"); return SLIP_STEP_OK; }
static slip_step do_mutter(slip_iterate *it, int m)   { (void)it; (void)m; zoo_flood("2"); return SLIP_STEP_OK; }
static slip_step do_stray(slip_iterate *it, int m)    { zoo_stray(""); return right(it, m); }
static slip_step do_many(slip_iterate *it, int m)     { zoo_many("6"); return right(it, m); }
static slip_step do_chat(slip_iterate *it, int m)     { printf("%s", "hello\n"); fflush(stdout); return right(it, m); }
static slip_step do_nan(slip_iterate *it, int m)      { for (int k = 0; k < m; k++) it->r[k] = NAN; return SLIP_STEP_DONE; }
static slip_step do_inf(slip_iterate *it, int m)      { for (int k = 0; k < m; k++) it->r[k] = INFINITY; return SLIP_STEP_DONE; }
static slip_step do_lie(slip_iterate *it, int m)      { for (int k = 0; k < m; k++) it->r[k] = 1e3; return SLIP_STEP_DONE; }
static slip_step do_give_up(slip_iterate *it, int m)  { for (int k = 0; k < m; k++) it->r[k] = 1e3; return SLIP_STEP_STALLED; }
static slip_step do_modest(slip_iterate *it, int m)   { right(it, m); return SLIP_STEP_STALLED; }
static slip_step do_deny(slip_iterate *it, int m)     { (void)it; (void)m; return SLIP_STEP_NONE; }
static slip_step do_never(slip_iterate *it, int m)    { (void)it; for (volatile long k = 0; k < 100000 * (long)m; k++) ; return SLIP_STEP_OK; }

static slip_step do_garbage(slip_iterate *it, int m)    /* into every descriptor, the one to the parent too */
{
    for (int fd = 3; fd < 64; fd++)
        if (write(fd, "garbage", 7) < 0)
            continue;
    return right(it, m);
}

static slip_step do_close(slip_iterate *it, int m)
{
    for (int fd = 0; fd < 64; fd++)
        close(fd);
    return right(it, m);
}

static void *spin_thread(void *none) { (void)none; zoo_spin(""); return NULL; }

static slip_step do_bomb(slip_iterate *it, int m)       /* six doublings, each process in a session of its own; a real one would take the machine */
{
    pid_t self = getpid();
    for (int k = 0; k < 6; k++)
        if (fork() == 0)
            setsid();
    if (getpid() != self)
        zoo_hang("");
    return right(it, m);
}

static slip_step do_mmap(slip_iterate *it, int m)
{
    (void)it; (void)m;
    for (size_t size = (size_t)16 << 20;;) {
        char *page = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (page == MAP_FAILED)
            _exit(9);
        memset(page, 1, size);
    }
}

static slip_step do_unlimit(slip_iterate *it, int m)    /* lifts what limits it may, then eats */
{
    struct rlimit all = { RLIM_INFINITY, RLIM_INFINITY };
    for (int k = 0; k < RLIMIT_NLIMITS; k++)
        setrlimit(k, &all);
    return do_mmap(it, m);
}

static slip_step do_file(slip_iterate *it, int m)       /* far beyond the limit of a file, without the room on disk */
{
    char path[] = "/tmp/slipstick-zoo-XXXXXX";
    int fd = mkstemp(path);
    unlink(path);
    if (pwrite(fd, "x", 1, (off_t)1 << 40) != 1)
        _exit(8);
    return right(it, m);
}

static slip_step do_homeless(slip_iterate *it, int m)
{
    char path[] = "/tmp/slipstick-zoo-XXXXXX";
    if (!mkdtemp(path) || chdir(path) || rmdir(path))
        _exit(8);
    return right(it, m);
}

static slip_step do_mask(slip_iterate *it, int m)       /* hears nothing, and spins */
{
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    return do_spin(it, m);
}

static slip_step do_thread(slip_iterate *it, int m)     /* leaves a thread at work */
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, spin_thread, NULL))
        _exit(8);
    return right(it, m);
}

static slip_step do_become(slip_iterate *it, int m) { (void)it; (void)m; execlp("sleep", "sleep", "1000", (char *)NULL); return SLIP_STEP_OK; }
static slip_step do_group(slip_iterate *it, int m)  { (void)it; (void)m; kill(0, SIGKILL); zoo_forever(); }
static slip_step do_alone(slip_iterate *it, int m)  { (void)it; (void)m; setsid(); zoo_forever(); }
static slip_step do_vast(slip_iterate *it, int m)   { for (int k = 0; k < m; k++) it->r[k] = 1e308; return SLIP_STEP_DONE; }

static int deeper(volatile char *above)                 /* until the stack ends */
{
    volatile char here[4096];
    here[0] = above[0];
    return here[0] ? deeper(here) + here[0] : 0;
}
static slip_step do_deep(slip_iterate *it, int m)   { (void)it; (void)m; volatile char top[1] = { 1 }; return deeper(top) ? SLIP_STEP_OK : SLIP_STEP_DONE; }

static slip_step do_patricide(slip_iterate *it, int m) { (void)it; (void)m; zoo_patricide(""); return SLIP_STEP_OK; }

/* ---- how they are run -------------------------------------------------------------------------------------------- */

typedef struct { const char *name; slip_step (*act)(slip_iterate *, int m); slip_verdict_word word; int strays; } animal;

static const animal cage[] = {
    { "segv", do_segv, SLIP_VERDICT_CRASH, 0 }, { "abort", do_abort, SLIP_VERDICT_CRASH, 0 }, { "fpe", do_fpe, SLIP_VERDICT_CRASH, 0 },
    { "kill", do_kill, SLIP_VERDICT_CRASH, 0 }, { "exit", do_exit, SLIP_VERDICT_CRASH, 0 }, { "exit7", do_exit7, SLIP_VERDICT_CRASH, 0 },
    { "leave", do_leave, SLIP_VERDICT_CRASH, 0 }, { "spin", do_spin, SLIP_VERDICT_TIMEOUT, 0 }, { "sleep", do_sleep, SLIP_VERDICT_TIMEOUT, 0 },
    { "hang", do_hang, SLIP_VERDICT_TIMEOUT, 0 }, { "stop", do_stop, SLIP_VERDICT_TIMEOUT, 0 }, { "hog", do_hog, SLIP_VERDICT_MEMORY, 0 },
    { "flood", do_flood, SLIP_VERDICT_OUTPUT, 0 }, { "mutter", do_mutter, SLIP_VERDICT_OUTPUT, 0 }, { "stray", do_stray, SLIP_VERDICT_VERIFIED, 1 },
    { "many", do_many, SLIP_VERDICT_VERIFIED, 6 }, { "chat", do_chat, SLIP_VERDICT_VERIFIED, 0 }, { "nan", do_nan, SLIP_VERDICT_INVALID, 0 },
    { "inf", do_inf, SLIP_VERDICT_INVALID, 0 }, { "lie", do_lie, SLIP_VERDICT_FALSE_CLAIM, 0 }, { "give-up", do_give_up, SLIP_VERDICT_INACCURATE, 0 },
    { "modest", do_modest, SLIP_VERDICT_UNCLAIMED, 0 }, { "deny", do_deny, SLIP_VERDICT_FALSE_CLAIM, 0 }, { "garbage", do_garbage, SLIP_VERDICT_CRASH, 0 },
    { "close", do_close, SLIP_VERDICT_CRASH, 0 }, { "patricide", do_patricide, SLIP_VERDICT_HARNESS, 0 }, { "right", right, SLIP_VERDICT_VERIFIED, 0 },
    { "bomb", do_bomb, SLIP_VERDICT_VERIFIED, 6 }, { "mmap", do_mmap, SLIP_VERDICT_MEMORY, 0 }, { "unlimit", do_unlimit, SLIP_VERDICT_MEMORY, 0 },
    { "file", do_file, SLIP_VERDICT_OUTPUT, 0 }, { "homeless", do_homeless, SLIP_VERDICT_VERIFIED, 0 }, { "mask", do_mask, SLIP_VERDICT_TIMEOUT, 0 },
    { "thread", do_thread, SLIP_VERDICT_VERIFIED, 0 }, { "become", do_become, SLIP_VERDICT_TIMEOUT, 0 }, { "group", do_group, SLIP_VERDICT_CRASH, 0 },
    { "alone", do_alone, SLIP_VERDICT_TIMEOUT, 0 }, { "vast", do_vast, SLIP_VERDICT_FALSE_CLAIM, 0 },
    { "deep", do_deep, SLIP_VERDICT_CRASH, 0 },
};
enum { ANIMALS = sizeof cage / sizeof *cage };

static const slip_param params[] = { { .name = "animal", .max = ANIMALS, .about = "which" }, { 0 } };
typedef struct { int which; } state;

static slip_status init(void *s, const slip_problem *p, const double par[], slip_iterate *it, slip_arena *arena, slip_error *error)
{
    (void)p; (void)it; (void)arena; (void)error;
    ((state *)s)->which = (int)par[0];
    return SLIP_OK;
}
static slip_step step(void *s, const slip_problem *p, slip_iterate *it) { return cage[((state *)s)->which].act(it, slip_problem_m(p)); }
static slip_status poor(void *s, const slip_problem *p, const double par[], slip_iterate *it, slip_arena *arena, slip_error *error)
{
    (void)s; (void)p; (void)it; (void)arena;
    return slip_fail(error, par[0] > 0 ? SLIP_NUMERIC : SLIP_MEMORY, "there is no more");
}
/* It changes the problem, in its own copy, into one that its answer solves. */
static slip_step forge(void *s, const slip_problem *p, slip_iterate *it)
{
    (void)s;
    for (int k = 0; p->q && k < slip_problem_m(p); k++)
        ((double *)(uintptr_t)p->q)[k] = 0;
    for (int k = 0; p->f && k < p->n; k++)
        ((double *)(uintptr_t)p->f)[k] = 0;
    for (int k = 0; p->w && k < slip_problem_m(p); k++)
        ((double *)(uintptr_t)p->w)[k] = 0;
    memset(it->r, 0, sizeof(double) * (size_t)slip_problem_m(p));
    return SLIP_STEP_DONE;
}
static slip_step endless(void *s, const slip_problem *p, slip_iterate *it) { (void)s; return do_never(it, slip_problem_m(p)); }

static const slip_solver beast = { .name = "beast", .laws = SLIP_LAW_ALL, .flags = SLIP_FINITE, .params = params, .size = sizeof(state), .init = init, .step = step };
static const slip_solver failing = { .name = "failing", .laws = SLIP_LAW_ALL, .flags = SLIP_FINITE, .params = params, .size = sizeof(state), .init = poor, .step = step };
static const slip_solver patient = { .name = "patient", .laws = SLIP_LAW_ALL, .flags = SLIP_FINITE, .params = params, .size = sizeof(state), .init = init, .step = endless };

static const slip_solver forger = { .name = "forger", .laws = SLIP_LAW_ALL, .flags = SLIP_FINITE, .params = params, .size = sizeof(state), .init = init, .step = forge };

static slip_problem problem;
static slip_truth truth;
static char hash[65];

static void expect(const slip_solver *solver, double par, const char *name, slip_verdict_word word, int strays)
{
    slip_trial t = { .solver = solver, .par = &par, .name = name, .limits = { 1e-8, 1000000, 0.05 }, .memory = (size_t)(strays > 1 ? 3000 : 400) << 20 };
    slip_outcome out;
    slip_error error = { 0 };
    double begin = slip_clock_wall();
    ok(slip_trial_run(&t, &problem, &truth, hash, &out, &error) == SLIP_OK && slip_row_sealed(out.row.s, out.row.length - 1), "%s: a sealed row", name);
    if (!ok(out.word == word, "%s: %s", name, slip_verdict_name(word)))
        diag("got %s: %.600s", slip_verdict_name(out.word), out.row.s);
    json_t *o = NULL;
    bool read = slip_json_parse(&o, out.row.s, out.row.length, "row", &error) == SLIP_OK;
    int found = read ? (int)json_integer_value(json_object_get(json_object_get(o, "end"), "strays")) : -1;
    ok(read && found >= strays && (strays || found == 0), "%s: strays found: %d", name, found);
    ok(slip_clock_wall() - begin < 14, "%s: in time", name);
    json_decref(o);
    slip_outcome_free(&out);
}

/* Processes that run this program, apart from us: forked children keep its name. */
static int others(void)
{
    char path[64], mine[256] = "", line[256];
    int count = 0;
    ssize_t n = readlink("/proc/self/exe", mine, sizeof mine - 1);
    for (long pid = 2; n > 0 && pid < 4194304 && pid <= getpid() + 20000; pid++) {
        if (pid == getpid() || kill((pid_t)pid, 0))
            continue;
        snprintf(path, sizeof path, "/proc/%ld/exe", pid);
        ssize_t k = readlink(path, line, sizeof line - 1);
        count += k == n && !memcmp(line, mine, (size_t)n);
    }
    return count;
}

int main(void)
{
    slip_error error = { 0 };
    struct rlimit core = { 0, 0 };
    setrlimit(RLIMIT_CORE, &core);
    plan(3 + 4 * (ANIMALS + 4));
    ok(slip_start(&error) == SLIP_OK, "started");
    ok(slip_open(&problem, "point-mass", &truth, &error) == SLIP_OK && truth.known > 0 && slip_problem_hash(&problem, hash, &error) == SLIP_OK, "a problem with a known solution");
    known = &truth;
    for (int k = 0; k < ANIMALS; k++)
        if (getenv("SLIPSTICK_VALGRIND") && (strcmp(cage[k].name, "bomb") == 0 || strcmp(cage[k].name, "thread") == 0))
            skip(4, "valgrind's own memory, times 64, and its word on a thread that is killed, would be judged");
        else
            expect(&beast, k, cage[k].name, cage[k].word, cage[k].strays);
    expect(&failing, 0, "poor", SLIP_VERDICT_MEMORY, 0);
    expect(&failing, 1, "broken", SLIP_VERDICT_INACCURATE, 0);
    expect(&forger, 0, "forger", SLIP_VERDICT_FALSE_CLAIM, 0);
    expect(&patient, 0, "patient", SLIP_VERDICT_INACCURATE, 0);
    usleep(200000);
    ok(others() == 0, "nothing is left running");
    slip_problem_free(&problem);
    return done();
}
