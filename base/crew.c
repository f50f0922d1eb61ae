/* crew.c: a few threads that do one piece of work together, again and again.
   SPDX-License-Identifier: GPL-3.0-or-later

   The caller is member 0.  The others are made once and wait; between two pieces of work nobody holds a lock or touches the
   caller's data, so what one piece wrote the next may read.  Signals are left to the caller.

   Pieces are short, a few microseconds to some milliseconds, and follow each other: who waits looks for a while before it sleeps.  A thread
   that sleeps at once is woken on the processor of the caller, behind it, and two threads then take turns on one processor.
   Looking gives way to others now and then, so that it costs little where processors are fewer than threads. */

#include "base/base.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>

enum { LINE = 64, LOOKS = 32 };             /* bytes of a line of the cache; looks between two glances at the clock */
static const double PATIENCE = 2e-4;        /* seconds of looking */

typedef struct { slip_crew *crew; pthread_t thread; int member; double cpu; char apart[LINE]; } hand;

struct slip_crew {
    atomic_long round;          /* pieces of work begun; what is looked at stands on lines of its own */
    char apart[LINE];
    atomic_int busy;            /* hands that have not finished this round */
    char away[LINE];
    pthread_mutex_t lock;       /* for those that sleep */
    pthread_cond_t begin, end;
    void (*work)(void *ctx, int member, int members);
    void *ctx;
    int members, made;          /* made: threads to be joined */
    atomic_bool over;
    hand hands[SLIP_CREW_MOST];
};

static inline void breathe(void)
{
#if defined __x86_64__ || defined __i386__
    __builtin_ia32_pause();
#endif
}

static bool begun(const slip_crew *c, long seen) { return atomic_load(&c->round) != seen || atomic_load(&c->over); }
static bool ended(const slip_crew *c, long seen) { (void)seen; return atomic_load(&c->busy) == 0; }

/* Look until it is so, or patience ends. */
static void look(const slip_crew *c, bool (*so)(const slip_crew *, long), long seen)
{
    double until = 0;
    for (long k = 1; !so(c, seen); k++) {
        breathe();
        if (k % LOOKS) continue;
        double now = slip_clock_wall();
        if (until == 0) until = now + PATIENCE;
        if (now > until) return;
        sched_yield();
    }
}

static void *serve(void *arg)
{
    hand *h = arg;
    slip_crew *c = h->crew;
    for (long seen = 0; ; seen++) {
        look(c, begun, seen);
        if (!begun(c, seen)) {
            pthread_mutex_lock(&c->lock);
            while (!begun(c, seen)) pthread_cond_wait(&c->begin, &c->lock);
            pthread_mutex_unlock(&c->lock);
        }
        if (atomic_load(&c->over)) return NULL;
        c->work(c->ctx, h->member, c->members);
        h->cpu = slip_clock_cpu();
        if (atomic_fetch_sub(&c->busy, 1) > 1) continue;
        pthread_mutex_lock(&c->lock);
        pthread_cond_signal(&c->end);
        pthread_mutex_unlock(&c->lock);
    }
}

slip_status slip_crew_new(slip_crew **out, int members, slip_error *error)
{
    *out = NULL;
    if (members < 1 || members > SLIP_CREW_MOST) return slip_fail(error, SLIP_INPUT, "a crew has 1 to %d threads, not %d", (int)SLIP_CREW_MOST, members);
    slip_crew *c = slip_calloc(1, sizeof *c);
    if (!c) return slip_fail(error, SLIP_MEMORY, "out of memory for %d threads", members);
    c->members = members;
    pthread_mutex_init(&c->lock, NULL);
    pthread_cond_init(&c->begin, NULL);
    pthread_cond_init(&c->end, NULL);
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);        /* new threads inherit it */
    for (int k = 1; k < members; k++) {
        c->hands[k] = (hand){ .crew = c, .member = k };
        if (pthread_create(&c->hands[k].thread, NULL, serve, &c->hands[k])) break;
        c->made = k;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (c->made == members - 1) { *out = c; return SLIP_OK; }
    slip_crew_free(c);
    return slip_fail(error, SLIP_ENV, "the system gives no more threads");
}

void slip_crew_run(slip_crew *c, void (*work)(void *ctx, int member, int members), void *ctx)
{
    if (c->members > 1) {
        c->work = work;
        c->ctx = ctx;
        atomic_store(&c->busy, c->members - 1);
        pthread_mutex_lock(&c->lock);
        atomic_fetch_add(&c->round, 1);
        pthread_cond_broadcast(&c->begin);
        pthread_mutex_unlock(&c->lock);
    }
    work(ctx, 0, c->members);
    look(c, ended, 0);
    if (ended(c, 0)) return;
    pthread_mutex_lock(&c->lock);
    while (!ended(c, 0)) pthread_cond_wait(&c->end, &c->lock);
    pthread_mutex_unlock(&c->lock);
}

int slip_crew_members(const slip_crew *c) { return c ? c->members : 1; }

double slip_crew_cpu(const slip_crew *c)
{
    double sum = 0;
    for (int k = 1; c && k < c->members; k++) sum += c->hands[k].cpu;
    return sum;
}

void slip_crew_free(slip_crew *c)
{
    if (!c) return;
    pthread_mutex_lock(&c->lock);
    atomic_store(&c->over, true);
    pthread_cond_broadcast(&c->begin);
    pthread_mutex_unlock(&c->lock);
    for (int k = 1; k <= c->made; k++) pthread_join(c->hands[k].thread, NULL);
    pthread_cond_destroy(&c->end);
    pthread_cond_destroy(&c->begin);
    pthread_mutex_destroy(&c->lock);
    slip_free(c);
}
