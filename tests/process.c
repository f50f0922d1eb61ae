/* process.c: a zoo of hostile children; each end is named rightly, nothing stays alive, and nothing of ours changes.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/base.h"
#include "base/proctree.h"
#include "tests/tap.h"
#include "tests/zoo.h"

#include <dirent.h>
#include <pthread.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>

static char self[4096], token[32];              /* the token marks our animals in /proc */

/* Processes alive whose command line ends in our token. */
static int alive(void)
{
    int count = 0;
    DIR *d = opendir("/proc");
    for (struct dirent *e; (e = readdir(d));) {
        char path[300], line[8192];
        snprintf(path, sizeof path, "/proc/%s/cmdline", e->d_name);
        FILE *f = e->d_name[0] >= '0' && e->d_name[0] <= '9' ? fopen(path, "re") : NULL;
        size_t n = f ? fread(line, 1, sizeof line - 1, f) : 0, length = strlen(token);
        count += n > length + 1 && memcmp(line + n - length - 1, token, length) == 0;
        if (f)
            fclose(f);
    }
    closedir(d);
    return count;
}

static slip_status run(const char *animal, const char *arg, const slip_limits_child *limits, slip_child_result *r, slip_error *error)
{
    char *argv[] = { self, (char *)animal, (char *)arg, token, NULL };
    return slip_child_exec(argv, NULL, NULL, 0, limits, r, error);
}

/* The animal's end, code and strays, and that none of it is left. */
static void expect(const char *animal, const char *arg, slip_limits_child limits, slip_end end, int code, int strays)
{
    slip_child_result r;
    slip_error error = {0};
    if (limits.wall == 0)
        limits.wall = 20;
    is_int(run(animal, arg, &limits, &r, &error), SLIP_OK, "%s %s: run %s", animal, arg, error.text);
    is_str(slip_end_name(r.end), slip_end_name(end), "%s %s: %s", animal, arg, slip_end_text(r.end));
    is_int(r.code, code, "%s %s: code", animal, arg);
    is_int(r.strays, strays, "%s %s: strays", animal, arg);
    is_int(alive(), 0, "%s %s: nothing is left running", animal, arg);
    slip_child_result_free(&r);
}

static void zoo_by_exec(void)
{
    expect("exit", "0", (slip_limits_child){0}, SLIP_END_EXIT, 0, 0);
    expect("exit", "7", (slip_limits_child){0}, SLIP_END_EXIT, 7, 0);
    expect("segv", "", (slip_limits_child){0}, SLIP_END_SIGNAL, SIGSEGV, 0);
    expect("abort", "", (slip_limits_child){0}, SLIP_END_SIGNAL, SIGABRT, 0);
    expect("hang", "", (slip_limits_child){ .wall = 0.3 }, SLIP_END_WALL, SIGKILL, 0);
    expect("stop", "", (slip_limits_child){ .wall = 0.3 }, SLIP_END_WALL, SIGKILL, 0);
    expect("deaf", "", (slip_limits_child){ .wall = 0.3 }, SLIP_END_WALL, SIGKILL, 0);
    expect("spin", "", (slip_limits_child){ .cpu = 0.2 }, SLIP_END_CPU, SIGKILL, 0);
    expect("hog", "3000", (slip_limits_child){ .memory = 200 << 20 }, SLIP_END_MEMORY, SIGKILL, 0);
    expect("flood", "1", (slip_limits_child){ .output = 100000 }, SLIP_END_OUTPUT, SIGKILL, 0);
    expect("flood", "2", (slip_limits_child){ .output = 100000 }, SLIP_END_OUTPUT, SIGKILL, 0);
    expect("stray", "", (slip_limits_child){0}, SLIP_END_EXIT, 0, 1);
    expect("stray", "hang", (slip_limits_child){ .wall = 0.3 }, SLIP_END_WALL, SIGKILL, 1);
    expect("helper", "", (slip_limits_child){0}, SLIP_END_EXIT, 0, 0);
    expect("many", "40", (slip_limits_child){0}, SLIP_END_EXIT, 0, 40);
    expect("breed", "", (slip_limits_child){0}, SLIP_END_EXIT, 0, 1);
    expect("herd", "spin", (slip_limits_child){ .cpu = 0.4 }, SLIP_END_CPU, SIGKILL, 0);
    expect("herd", "80", (slip_limits_child){ .memory = 240 << 20 }, SLIP_END_MEMORY, SIGKILL, 0);
}

static void limits_hold(void)
{
    slip_child_result r;
    slip_error error;
    run("flood", "1", &(slip_limits_child){ .output = 100000, .wall = 20 }, &r, &error);
    ok(r.out.length == 100000 && r.err.length == 0, "a flood is cut at its limit");
    slip_child_result_free(&r);
    run("spin", "", &(slip_limits_child){ .cpu = 0.2, .wall = 20 }, &r, &error);
    ok(r.cpu >= 0.2 && r.cpu <= 5 && r.wall >= 0.19 && r.wall < 20, "a spin's CPU and wall times: %g, %g", r.cpu, r.wall);
    slip_child_result_free(&r);
    run("hog", "100", &(slip_limits_child){ .wall = 1 }, &r, &error);
    ok(r.memory >= 100 << 20 && r.memory < (size_t)1 << 31, "a hog's memory: %zu MiB", r.memory >> 20);
    slip_child_result_free(&r);

    char file[] = "/tmp/slipstick-zoo-XXXXXX";
    int fd = mkstemp(file);
    struct stat info;
    setenv("ZOO_FILE", file, 1);
    expect("file", "", (slip_limits_child){ .file = 1 << 20 }, SLIP_END_OUTPUT, SIGXFSZ, 0);
    expect("file", "ignores", (slip_limits_child){ .file = 1 << 20 }, SLIP_END_EXIT, 3, 0);
    ok(fstat(fd, &info) == 0 && info.st_size == 1 << 20, "a file's size stays within its limit");
    close(fd);
    unlink(file);
#ifndef __SANITIZE_ADDRESS__
    expect("hog", "3000", (slip_limits_child){ .memory = 300 << 20, .rlimit_as = true }, SLIP_END_EXIT, 9, 0);
#else
    skip(5, "AddressSanitizer needs its address space");
#endif
}

static void texts(void)
{
    slip_child_result r;
    slip_error error;
    size_t count = 8 << 20;
    char *big = malloc(count), *argv[] = { self, "cat", "", token, NULL };
    for (size_t k = 0; k < count; k++)
        big[k] = (char)(k * 2654435761u >> 13);
    is_int(slip_child_exec(argv, NULL, big, count, NULL, &r, &error), SLIP_OK, "8 MiB to stdin of one that writes them back");
    ok(r.end == SLIP_END_EXIT && r.code == 0, "which ends well");
    ok(r.out.length == count && memcmp(r.out.s, big, count) == 0, "and says what it heard");
    slip_child_result_free(&r);
    slip_child_exec(argv, NULL, NULL, 0, NULL, &r, &error);
    ok(r.end == SLIP_END_EXIT && r.out.length == 0 && strcmp(r.out.s, "") == 0, "no stdin is an empty stdin, no output an empty text");
    slip_child_result_free(&r);
    argv[1] = "exit", argv[2] = "4";
    slip_child_exec(argv, NULL, big, count, NULL, &r, &error);
    ok(r.end == SLIP_END_EXIT && r.code == 4, "one that does not listen");
    slip_child_result_free(&r);
    argv[1] = "hang";
    slip_child_exec(argv, NULL, big, count, &(slip_limits_child){ .wall = 0.3 }, &r, &error);
    ok(r.end == SLIP_END_WALL, "one that neither listens nor ends");
    slip_child_result_free(&r);
    free(big);
}

static void starting(void)
{
    slip_child_result r;
    slip_error error;
    char *missing[] = { "slipstick-no-such-program", NULL }, *directory[] = { "/", NULL }, *none[] = { NULL };
    setenv("PATH", "/usr/bin:/bin", 1);         /* a folder closed to this user would turn "not there" into "not allowed" */
    is_int(slip_child_exec(missing, NULL, NULL, 0, NULL, &r, &error), SLIP_OK, "a program that is not there");
    ok(r.end == SLIP_END_START && r.code == ENOENT, "could not be started");
    ok(strstr(r.err.s, missing[0]), "says: %s", r.err.s);
    slip_child_result_free(&r);
    slip_child_exec(directory, NULL, NULL, 0, NULL, &r, &error);
    ok(r.end == SLIP_END_START && r.code == EACCES, "nor could a directory");
    slip_child_result_free(&r);
    char *shell[] = { "sh", "-c", "echo out; echo err >&2; pwd; exit 3", NULL };
    is_int(slip_child_exec(shell, "/", NULL, 0, NULL, &r, &error), SLIP_OK, "a shell found in PATH");
    ok(r.end == SLIP_END_EXIT && r.code == 3, "ran");
    is_str(r.out.s, "out\n/\n", "its output, and its directory");
    is_str(r.err.s, "err\n", "its errors, apart");
    slip_child_result_free(&r);
    slip_child_exec(shell, "/no/such/place", NULL, 0, NULL, &r, &error);
    ok(r.end == SLIP_END_START && r.code == ENOENT, "a directory that is not there");
    slip_child_result_free(&r);
    is_int(slip_child_exec(none, NULL, NULL, 0, NULL, &r, &error), SLIP_INPUT, "no program");

    setenv("OMP_NUM_THREADS", "5", 1);
    run("print", "OMP_NUM_THREADS", NULL, &r, &error);
    ok(strncmp(r.out.s, "1 ", 2) == 0, "a foreign program has one thread");
    slip_child_result_free(&r);
    run("print", "OMP_NUM_THREADS", &(slip_limits_child){ .trusted = true }, &r, &error);
    ok(strncmp(r.out.s, "5 ", 2) == 0, "a trusted one what we have");
    slip_child_result_free(&r);
    is_str(getenv("OMP_NUM_THREADS"), "5", "and we have what we had");
    int fd = open("/dev/null", O_RDONLY);           /* inheritable */
    run("descriptors", "", NULL, &r, &error);
    is_int(r.code, 3, "no descriptor of ours reaches a program");
    slip_child_result_free(&r);
    close(fd);
}

static int speaks(void *ctx, int fd)
{
    printf("chatter");
    return write(fd, ctx, strlen(ctx)) == (ssize_t)strlen(ctx) ? 5 : 6;
}
static int crashes(void *ctx, int fd)  { (void)ctx, (void)fd; raise(SIGSEGV); return 0; }
static int hangs(void *ctx, int fd)    { (void)ctx, (void)fd; return zoo_hang(""); }
static int spins(void *ctx, int fd)    { (void)ctx, (void)fd; return zoo_spin(""); }
static int floods(void *ctx, int fd)
{
    (void)ctx;
    char number[8];
    snprintf(number, sizeof number, "%d", fd);
    return zoo_flood(number);
}
static int grows(void *ctx, int fd)    { (void)ctx, (void)fd; return zoo_hog("3000"); }
static int strays(void *ctx, int fd)   { (void)ctx, (void)fd; return zoo_stray(""); }

static void forked(int (*work)(void *, int), void *ctx, slip_limits_child limits, slip_end end, int code, int left, const char *what)
{
    slip_child_result r;
    slip_error error = {0};
    if (limits.wall == 0)
        limits.wall = 20;
    is_int(slip_child_fork(work, ctx, &limits, &r, &error), SLIP_OK, "a fork that %s %s", what, error.text);
    ok(r.end == end && r.code == code && r.strays == left, "%s, code %d, %d strays", slip_end_text(r.end), r.code, r.strays);
    slip_child_result_free(&r);
}

static void zoo_by_fork(void)
{
    slip_child_result r;
    slip_error error;
    FILE *pending = tmpfile();
    fputs("once", pending);
    is_int(slip_child_fork(speaks, "words", NULL, &r, &error), SLIP_OK, "a fork that speaks");
    ok(r.end == SLIP_END_EXIT && r.code == 5, "ends with what it returned");
    is_str(r.out.s, "words", "its words");
    is_str(r.err.s, "chatter", "what it printed, apart");
    slip_child_result_free(&r);
    fflush(pending);
    is_int(ftell(pending), 4, "what we had buffered is written once");
    fseek(pending, 0, SEEK_END);
    is_int(ftell(pending), 4, "and only once");
    fclose(pending);
    forked(crashes, NULL, (slip_limits_child){0}, SLIP_END_SIGNAL, SIGSEGV, 0, "crashes");
    forked(hangs, NULL, (slip_limits_child){ .wall = 0.3 }, SLIP_END_WALL, SIGKILL, 0, "hangs");
    forked(spins, NULL, (slip_limits_child){ .cpu = 0.2 }, SLIP_END_CPU, SIGKILL, 0, "spins");
    forked(floods, NULL, (slip_limits_child){ .output = 1000 }, SLIP_END_OUTPUT, SIGKILL, 0, "floods");
    forked(grows, NULL, (slip_limits_child){ .memory = 600 << 20 }, SLIP_END_MEMORY, SIGKILL, 0, "grows");
    forked(strays, NULL, (slip_limits_child){0}, SLIP_END_EXIT, 0, 1, "leaves a stray");
}

static int open_descriptors(void)
{
    return zoo_descriptors("");
}

static void on_alarm(int s) { (void)s; }

static void nothing_changes(void)
{
    slip_child_result r;
    slip_error error;
    int reaper = -1, before = open_descriptors();
    sigset_t mask, after;
    sigprocmask(SIG_SETMASK, NULL, &mask);
    pid_t other = fork();                                       /* a child of ours that the keeper must not touch */
    if (other == 0) {
        usleep(100000);
        _exit(11);
    }
    expect("stray", "", (slip_limits_child){0}, SLIP_END_EXIT, 0, 1);
    int status = 0;
    ok(waitpid(other, &status, 0) == other && WIFEXITED(status) && WEXITSTATUS(status) == 11, "a child of our own lives and ends as it will");
    is_int(open_descriptors(), before, "no descriptor is left open");
    sigprocmask(SIG_SETMASK, NULL, &after);
    bool same = true;
    for (int s = 1; s < NSIG; s++)
        same = same && sigismember(&mask, s) == sigismember(&after, s);
    ok(same, "signals are blocked as before");
    prctl(PR_GET_CHILD_SUBREAPER, &reaper);
    is_int(reaper, 0, "we are no subreaper");
    is_int(waitpid(-1, NULL, WNOHANG), -1, "nobody is left to wait for");

    struct sigaction how = { .sa_handler = on_alarm }, old;     /* no SA_RESTART: every call is interrupted */
    sigaction(SIGALRM, &how, &old);
    struct itimerval often = { { 0, 500 }, { 0, 500 } }, never = { { 0, 0 }, { 0, 0 } };
    setitimer(ITIMER_REAL, &often, NULL);
    is_int(run("hang", "", &(slip_limits_child){ .wall = 0.3 }, &r, &error), SLIP_OK, "signals that interrupt us");
    setitimer(ITIMER_REAL, &never, NULL);
    sigaction(SIGALRM, &old, NULL);
    ok(r.end == SLIP_END_WALL, "do no harm");
    slip_child_result_free(&r);
    signal(SIGCHLD, SIG_IGN);
    is_int(run("exit", "3", NULL, &r, &error), SLIP_OK, "SIGCHLD ignored");
    ok(r.end == SLIP_END_EXIT && r.code == 3, "does none either");
    slip_child_result_free(&r);
    signal(SIGCHLD, SIG_DFL);
    is_int(run("patricide", "", &(slip_limits_child){ .wall = 5 }, &r, &error), SLIP_ENV, "one that kills its parent: %s", error.text);
    ok(r.out.s == NULL, "leaves no result");
    for (int k = 0; k < 200 && alive(); k++)
        usleep(10000);
    is_int(alive(), 0, "and goes with it");
}

/* In a process without stdin, stdout and stderr. */
static void closed_standard(void)
{
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        close(0), close(1), close(2);
        slip_child_result r;
        char *argv[] = { self, "cat", "", token, NULL };
        bool good = slip_child_exec(argv, NULL, "hello", 5, NULL, &r, NULL) == SLIP_OK && r.out.length == 5 && r.code == 0;
        slip_child_result_free(&r);
        good = good && slip_child_fork(speaks, "words", NULL, &r, NULL) == SLIP_OK && strcmp(r.out.s, "words") == 0;
        slip_child_result_free(&r);
        _exit(good ? 0 : 1);
    }
    int status = -1;
    waitpid(pid, &status, 0);
    is_int(status, 0, "stdin, stdout and stderr may be closed here");

    if (getenv("SLIPSTICK_VALGRIND")) {
        skip(1, "valgrind counts descriptors in its own way");
        return;
    }
    pid = fork();
    if (pid == 0) {                                 /* two descriptors for us, and none for the keeper's pipes */
        slip_child_result r;
        slip_error error = {0};
        int most = dup(0) + 3;
        setrlimit(RLIMIT_NOFILE, &(struct rlimit){ (rlim_t)most, (rlim_t)most });
        bool good = run("exit", "0", NULL, &r, &error) == SLIP_ENV && strstr(error.text, "No pipes") && !r.out.s;
        _exit(good ? 0 : 1);
    }
    waitpid(pid, &status, 0);
    is_int(status, 0, "no descriptors to be had is said in a sentence");
}

/* kill -9 of the process that runs the child: nothing below it survives. */
static void harness_killed(void)
{
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        slip_child_result r;
        run("stray", "hang", NULL, &r, NULL);
        _exit(0);
    }
    int most = 0;
    for (int k = 0; k < 500 && most < 2; k++) {             /* until the animal and its stray are there */
        usleep(10000);
        int now = alive();
        most = now > most ? now : most;
    }
    usleep(50000);
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
    ok(most >= 2, "a run under way");
    for (int k = 0; k < 500 && alive(); k++)
        usleep(10000);
    is_int(alive(), 0, "kill -9 of its master leaves nothing running");
}

static void *in_thread(void *count)
{
    for (int k = 0; k < 5; k++) {
        slip_child_result r;
        slip_limits_child limits = { .wall = 20 };
        if (run("stray", "", &limits, &r, NULL) == SLIP_OK && r.end == SLIP_END_EXIT && r.strays == 1)
            ++*(int *)count;
        slip_child_result_free(&r);
    }
    return NULL;
}

static void two_at_once(void)
{
    if (getenv("SLIPSTICK_VALGRIND")) {
        skip(1, "forks of a thread look like leaks to valgrind");
        return;
    }
    pthread_t thread[2];
    int counts[2] = {0};
    for (int k = 0; k < 2; k++)
        pthread_create(&thread[k], NULL, in_thread, &counts[k]);
    for (int k = 0; k < 2; k++)
        pthread_join(thread[k], NULL);
    is_int(counts[0] + counts[1], 10, "two threads at once: each finds its own strays");
}

/* In the keeper too: the answer is right or MEMORY, and nothing is left here or there. */
static void without_memory(void)
{
    int right = 0, refused = 0, other = 0;
    long live = slip_memory_live();
    for (long k = 1; k <= 12; k++) {
        slip_child_result r;
        slip_memory_fail_at(k);
        slip_status status = run("print", "HOME", &(slip_limits_child){ .wall = 20 }, &r, NULL);
        slip_memory_fail_at(0);
        refused += status == SLIP_MEMORY;
        right += status == SLIP_OK && r.end == SLIP_END_EXIT && r.code == 0 && r.out.length > 0;
        other += status != SLIP_MEMORY && status != SLIP_OK;
        slip_child_result_free(&r);
    }
    ok(right > 0 && refused > 1 && right + refused == 12 && other == 0, "without memory: %d right, %d refused", right, refused);
    ok(alive() == 0 && slip_memory_live() == live, "nothing is left");
}

static void trees(void)
{
    int ready[2];
    if (pipe(ready))
        bail_out("no pipe");
    fflush(NULL);
    pid_t top = fork();
    if (top == 0) {
        for (int k = 0; k < 3; k++)                             /* three children with two children each */
            if (fork() == 0) {
                if (fork() > 0)
                    fork();
                if (write(ready[1], "x", 1) < 0)
                    _exit(1);
                zoo_forever();
            }
        zoo_forever();
    }
    slip_proctree down = {0}, all = {0};
    int same = 0;
    char byte;
    for (int k = 0; k < 9 && read(ready[0], &byte, 1) == 1; k++)
        ;
    slip_proctree_scan(&down, top, SLIP_PROCTREE_DOWN);
    slip_proctree_scan(&all, top, SLIP_PROCTREE_ALL);
    for (int i = 0; i < down.count; i++)
        for (int j = 0; j < all.count; j++)
            same += down.pid[i] == all.pid[j];
    ok(down.count == all.count && same == 9, "both ways of reading /proc find the same %d processes", same);
    ok(down.memory > 0, "and their memory");
    for (int i = 0; i < all.count; i++)
        kill(all.pid[i], SIGKILL);
    kill(top, SIGKILL);
    waitpid(top, NULL, 0);
    slip_proctree_free(&down);
    slip_proctree_free(&all);
    close(ready[0]), close(ready[1]);
}

int main(int argc, char **argv)
{
    if (argc > 1)
        return zoo_main(argv);
    plan(18 * 5 + (3 + 2 * 5 + 1 + 5) + 6 + 14 + (6 + 12) + (5 + 12) + 2 + 2 + 1 + 2 + 2 + 1);
    alarm(getenv("SLIPSTICK_VALGRIND") ? 600 : 58);
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    if (n <= 0)
        bail_out("/proc is not mounted");
    snprintf(token, sizeof token, "zoo-of-%d", (int)getpid());
    zoo_by_exec();
    limits_hold();
    texts();
    starting();
    zoo_by_fork();
    nothing_changes();
    closed_standard();
    harness_killed();
    two_at_once();
    without_memory();
    trees();
    is_int(slip_memory_live(), 0, "no block is left");
    return done();
}
