/* threads.c: several threads give the same bits as one; contacts told in another order give the same answer to rounding.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "solvers/solvers.h"
#include "tests/tap.h"
#include "verify/verify.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 30, FIRST = 8 };       /* step lengths of apgd and bb carry rounding on: orders are compared after the first few */

typedef struct { slip_result r; slip_arena arena; slip_status status; slip_error error; } outcome;

static outcome run(const slip_problem *p, const char *name, long steps)
{
    outcome o = { .status = SLIP_OK };
    const slip_solver *s;
    double par[SLIP_MAX_PARAMS];
    slip_limits limits = { .tol = 1e-300, .steps = steps };
    if (slip_solver_open(name, &s, par, &o.error)) bail_out("%s: %s", name, o.error.text);
    o.status = slip_run(s, p, par, &limits, NULL, NULL, NULL, &o.r, &o.arena, &o.error);
    return o;
}

static void same_bits(const slip_problem *p, const char *what, const char *method)
{
    static const int counts[] = { 2, 3, 7 };
    char one[96];
    bool same = true;
    snprintf(one, sizeof one, "%s%sthreads=1", method, strchr(method, ':') ? "," : ":");
    outcome a = run(p, one, STEPS);
    for (int k = 0; k < 3; k++) {
        char name[96];
        snprintf(name, sizeof name, "%s%sthreads=%d", method, strchr(method, ':') ? "," : ":", counts[k]);
        outcome b = run(p, name, STEPS);
        same = same && !a.status && !b.status && a.r.steps == STEPS && b.r.steps == STEPS && b.r.threads == counts[k]
            && memcmp(a.r.answer.r, b.r.answer.r, sizeof(double) * (size_t)slip_problem_m(p)) == 0
            && (!p->p || memcmp(a.r.answer.l, b.r.answer.l, sizeof(double) * (size_t)p->p) == 0);
        slip_arena_free(&b.arena);
    }
    ok(same, "%s by %s: the same bits by 1, 2, 3 and 7 threads", what, method);
    slip_arena_free(&a.arena);
}

/* Contacts told in another order: a Jacobi-type method takes the same steps, to rounding. */
static void any_order(const slip_problem *p, const char *what, const char *method)
{
    slip_error e = { 0 };
    slip_twin twin;
    int *at = calloc((size_t)p->nc, sizeof *at), d = p->d;
    slip_rng *rng = slip_rng_new(5);
    outcome a = run(p, method, FIRST);
    if (!at || !rng) bail_out("out of memory");
    for (int i = 0; i < p->nc; i++) at[i] = i;
    for (int i = p->nc - 1; i > 0; i--) { int j = slip_rng_below(rng, i + 1), t = at[i]; at[i] = at[j]; at[j] = t; }
    if (slip_twin_permute(&twin, p, &a.r.answer, at, &e)) bail_out("%s", e.text);
    outcome b = run(&twin.problem, method, FIRST);
    double worst = 0, size = 0;
    for (int i = 0; i < p->nc; i++)
        for (int k = 0; k < d; k++) {
            double x = a.r.answer.r[d * at[i] + k];
            worst = fmax(worst, fabs(x - b.r.answer.r[d * i + k]));
            size = fmax(size, fabs(x));
        }
    ok(worst <= 1e-11 * size && size > 0, "%s by %s: another order of the contacts changes it by %.1e of its size", what, method, worst / size);
    slip_twin_free(&twin);
    slip_arena_free(&a.arena);
    slip_arena_free(&b.arena);
    slip_rng_free(rng);
    free(at);
}

static void add_up(void *ctx, int member, int members)
{
    atomic_int *seen = ctx;
    if (member >= 0 && member < members) atomic_fetch_add(&seen[member], 1);
}

static void crews(void)
{
    slip_error e = { 0 };
    slip_crew *c = NULL;
    atomic_int seen[4] = { 0 };
    ok(slip_crew_new(&c, 4, &e) == SLIP_OK && slip_crew_members(c) == 4, "a crew of four");
    for (int k = 0; c && k < 1000; k++) slip_crew_run(c, add_up, seen);
    ok(seen[0] == 1000 && seen[1] == 1000 && seen[2] == 1000 && seen[3] == 1000, "each member does each piece of work once");
    ok(slip_crew_cpu(c) >= 0, "and its time is known");
    slip_crew_free(c);
    ok(slip_crew_new(&c, 0, &e) == SLIP_INPUT && slip_crew_new(&c, SLIP_CREW_MOST + 1, &e) == SLIP_INPUT && !c, "none, and too many: %s", e.text);
    slip_memory_fail_at(1);
    slip_status status = slip_crew_new(&c, 2, &e);
    slip_memory_fail_at(0);
    ok(status == SLIP_MEMORY && !c, "no memory: %s", e.text);
    slip_crew_free(NULL);
    ok(slip_crew_members(NULL) == 1 && slip_crew_cpu(NULL) == 0, "no crew is the caller alone");
}

/* Every allocation of a run by two threads refused in turn: an error each time, and the threads are joined. */
static void starved(const slip_problem *p)
{
    static const char *const methods[] = { "apgd:threads=2,memory=2", "nsgs:threads=2" };
    int refused = 0, other = 0;
    for (int s = 0; s < 2; s++)
        for (long k = 1, end = 0; !end; k++) {
            slip_memory_fail_at(k);
            outcome o = run(p, methods[s], 2);
            slip_memory_fail_at(0);
            slip_arena_free(&o.arena);
            if (o.status == SLIP_MEMORY) refused++;
            else if (o.status) other++;
            else end = 1;
        }
    ok(refused > 10 && other == 0, "memory refused %d times in a run by two threads: always said so", refused);
}

int main(void)
{
    static const struct { const char *name; } problems[] = { { "pile:n=8,drop=1" }, { "cannonball:n=20,mu=0.3,drop=1" }, { "wall3d:nx=8,ny=6" } };
    static const char *const methods[] = { "pj", "pgs:order=coloured", "nsgs:order=coloured", "nsgs:order=coloured,memory=3", "apgd", "apgd:follow=0.01,memory=3,every=5", "bb", "desaxce:inner=20" };
    static const char *const jacobi[] = { "pj", "apgd", "bb" };
    int rows = (int)(sizeof problems / sizeof *problems), columns = (int)(sizeof methods / sizeof *methods);
    slip_error e = { 0 };
    plan(6 + rows * (columns + 3) + 2);
    if (slip_start(&e)) bail_out("%s", e.text);
    crews();
    for (int k = 0; k < rows; k++) {
        slip_problem p;
        if (slip_problem_open(&p, problems[k].name, NULL, &e)) bail_out("%s", e.text);
        for (int s = 0; s < columns; s++) same_bits(&p, problems[k].name, methods[s]);
        for (int s = 0; s < 3; s++) any_order(&p, problems[k].name, jacobi[s]);
        slip_problem_free(&p);
    }
    slip_problem p;
    if (slip_problem_open(&p, "wall3d:nx=8,ny=6", NULL, &e)) bail_out("%s", e.text);
    outcome o = run(&p, "nsgs:order=random,threads=2", 3);
    ok(o.status == SLIP_INPUT, "a random order is not for several threads: %s", o.error.text);
    slip_arena_free(&o.arena);
    starved(&p);
    slip_problem_free(&p);
    return done();
}
