/* zoo.h: children that misbehave, each in its own way.  A test program runs itself as one of them.
   SPDX-License-Identifier: GPL-3.0-or-later */

#ifndef SLIP_ZOO_H
#define SLIP_ZOO_H

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct { const char *name; int (*act)(const char *arg); } zoo_animal;

static inline _Noreturn void zoo_forever(void)
{
    for (;;)
        pause();
}

static inline int zoo_exit(const char *arg)    { return atoi(arg); }
static inline int zoo_segv(const char *arg)    { (void)arg; signal(SIGSEGV, SIG_DFL); raise(SIGSEGV); return 0; }
static inline int zoo_abort(const char *arg)   { (void)arg; abort(); }
static inline int zoo_stop(const char *arg)    { (void)arg; raise(SIGSTOP); return 0; }

static inline int zoo_hang(const char *arg)
{
    (void)arg;
    for (int s = 1; s < NSIG; s++)
        signal(s, SIG_IGN);
    zoo_forever();
}

static inline int zoo_deaf(const char *arg)    /* nothing to say and nothing to hear, but alive */
{
    (void)arg;
    close(0), close(1), close(2);
    zoo_forever();
}

static inline int zoo_spin(const char *arg)
{
    volatile unsigned long k = 1;
    while (k)                                  /* the counter does not come round in our time */
        k++;
    return *arg;
}

static inline int zoo_hog(const char *arg)     /* arg megabytes, touched, then asleep */
{
    for (long k = 0; k < atol(arg); k++) {
        char *p = malloc(1 << 20);
        if (!p)
            return 9;
        memset(p, 1, 1 << 20);
    }
    zoo_forever();
}

static inline int zoo_flood(const char *arg)
{
    char line[4096];
    memset(line, 'x', sizeof line);
    while (write(atoi(arg), line, sizeof line) > 0)
        ;
    return 0;
}

static inline int zoo_file(const char *arg)    /* a large file; $ZOO_FILE names it */
{
    if (*arg == 'i')
        signal(SIGXFSZ, SIG_IGN);
    int fd = open(getenv("ZOO_FILE"), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    char block[65536] = {0};
    for (int k = 0; k < 1600; k++)
        if (write(fd, block, sizeof block) < 0)
            return errno == EFBIG ? 3 : 4;
    return 0;
}

static inline int zoo_cat(const char *arg)
{
    (void)arg;
    char block[10000];
    for (ssize_t n; (n = read(0, block, sizeof block)) > 0;)
        for (ssize_t done = 0, m; done < n; done += m)
            if ((m = write(1, block + done, (size_t)(n - done))) < 0)
                return 1;
    return 0;
}

static inline int zoo_stray(const char *arg)   /* a daemon: forked twice, in a session of its own; it keeps stdout open */
{
    if (fork() == 0) {
        setsid();
        if (fork() == 0)
            zoo_hang("");
        _exit(0);
    }
    wait(NULL);
    if (*arg == 'h')
        return zoo_hang("");
    return 0;
}

static inline int zoo_helper(const char *arg)  /* a helper that ends a moment after its master: no stray */
{
    (void)arg;
    if (fork() == 0) {
        usleep(20000);
        _exit(0);
    }
    return 0;
}

static inline int zoo_many(const char *arg)
{
    for (int k = 0; k < atoi(arg); k++)
        if (fork() == 0) {
            if (k % 2)
                setsid();
            zoo_hang("");
        }
    return 0;
}

static inline int zoo_herd(const char *arg)    /* four children that do what arg says, harmless one by one */
{
    for (int k = 0; k < 4; k++)
        if (fork() == 0)
            _exit(*arg == 's' ? zoo_spin("") : zoo_hog(arg));
    while (wait(NULL) > 0)
        ;
    return 0;
}

static inline int zoo_breed(const char *arg)   /* each process has one child and dies */
{
    (void)arg;
    for (int k = 0; k < 500; k++) {
        if (fork() > 0)
            _exit(0);
        setsid();
        usleep(500);
    }
    return zoo_hang("");
}

static inline int zoo_patricide(const char *arg) { (void)arg; kill(getppid(), SIGKILL); zoo_forever(); }

static inline int zoo_print(const char *arg)   /* an environment variable and the directory */
{
    char here[4096];
    const char *value = getenv(arg);
    printf("%s %s", value ? value : "unset", getcwd(here, sizeof here) ? here : "?");
    return 0;
}

static inline int zoo_descriptors(const char *arg)  /* how many are open */
{
    (void)arg;
    int count = 0;
    for (int fd = 0; fd < 1024; fd++)
        count += fcntl(fd, F_GETFD) != -1;
    return count;
}

static const zoo_animal zoo[] = {
    { "abort", zoo_abort }, { "breed", zoo_breed }, { "cat", zoo_cat }, { "deaf", zoo_deaf }, { "descriptors", zoo_descriptors },
    { "exit", zoo_exit }, { "file", zoo_file }, { "flood", zoo_flood }, { "hang", zoo_hang }, { "helper", zoo_helper },
    { "herd", zoo_herd }, { "hog", zoo_hog }, { "many", zoo_many }, { "patricide", zoo_patricide }, { "print", zoo_print },
    { "segv", zoo_segv }, { "spin", zoo_spin }, { "stop", zoo_stop }, { "stray", zoo_stray },
};

/* main of an animal: program ANIMAL ARGUMENT TOKEN. */
static inline int zoo_main(char *const argv[])
{
    for (size_t k = 0; k < sizeof zoo / sizeof *zoo; k++)
        if (strcmp(argv[1], zoo[k].name) == 0)
            return zoo[k].act(argv[2]);
    fprintf(stderr, "there is no %s in the zoo\n", argv[1]);
    return 99;
}

#endif
