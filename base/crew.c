/* crew.c: a few threads that do one piece of work together, again and again.
   SPDX-License-Identifier: GPL-3.0-or-later

   The caller is member 0.  The others are made once and wait; between two pieces of work nobody holds a lock or touches the
   caller's data, so what one piece wrote the next may read.  Signals are left to the caller. */

#include "base/base.h"

#include <pthread.h>
#include <signal.h>

typedef struct { slip_crew *crew; pthread_t thread; int member; double cpu; } hand;

struct slip_crew {
    pthread_mutex_t lock;
    pthread_cond_t begin, end;
    void (*work)(void *ctx, int member, int members);
    void *ctx;
    long round;                 /* pieces of work begun */
    int members, busy, made;    /* busy: hands that have not finished this round; made: threads to be joined */
    bool over;
    hand hands[SLIP_CREW_MOST];
};

static void *serve(void *arg)
{
    hand *h = arg;
    slip_crew *c = h->crew;
    long seen = 0;
    pthread_mutex_lock(&c->lock);
    for (;;) {
        while (c->round == seen && !c->over) pthread_cond_wait(&c->begin, &c->lock);
        if (c->over) break;
        seen = c->round;
        pthread_mutex_unlock(&c->lock);
        c->work(c->ctx, h->member, c->members);
        double cpu = slip_clock_cpu();
        pthread_mutex_lock(&c->lock);
        h->cpu = cpu;
        if (--c->busy == 0) pthread_cond_signal(&c->end);
    }
    pthread_mutex_unlock(&c->lock);
    return NULL;
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
        pthread_mutex_lock(&c->lock);
        c->work = work;
        c->ctx = ctx;
        c->busy = c->members - 1;
        c->round++;
        pthread_cond_broadcast(&c->begin);
        pthread_mutex_unlock(&c->lock);
    }
    work(ctx, 0, c->members);
    if (c->members > 1) {
        pthread_mutex_lock(&c->lock);
        while (c->busy) pthread_cond_wait(&c->end, &c->lock);
        pthread_mutex_unlock(&c->lock);
    }
}

int slip_crew_members(const slip_crew *c) { return c ? c->members : 1; }

double slip_crew_cpu(slip_crew *c)
{
    double sum = 0;
    if (!c) return 0;
    pthread_mutex_lock(&c->lock);
    for (int k = 1; k < c->members; k++) sum += c->hands[k].cpu;
    pthread_mutex_unlock(&c->lock);
    return sum;
}

void slip_crew_free(slip_crew *c)
{
    if (!c) return;
    pthread_mutex_lock(&c->lock);
    c->over = true;
    pthread_cond_broadcast(&c->begin);
    pthread_mutex_unlock(&c->lock);
    for (int k = 1; k <= c->made; k++) pthread_join(c->hands[k].thread, NULL);
    pthread_cond_destroy(&c->end);
    pthread_cond_destroy(&c->begin);
    pthread_mutex_destroy(&c->lock);
    slip_free(c);
}
