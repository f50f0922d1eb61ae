/* apgd.c: accelerated projected gradient descent on the cone program.
   SPDX-License-Identifier: GPL-3.0-or-later

   Nesterov's method with restarts (accel.c) [NegrutEtAl2017, 4].  On a law with friction shifts (coulomb, facets, box) the shift
   of De Saxce follows the iterate,

       shift_i <- shift_i + follow (mu_i s(u_T,i) - shift_i),

   and its fixed points are solutions.  follow = 1 is fast where contacts hardly feel each other's shift.  In large piles it is
   not: a shift pushes bodies apart, they slide elsewhere, and the shift grows there.  A small follow lets the impulses settle
   while the shift moves, so that what oscillated is damped; what remains are a few directions in which the shift runs away
   slowly.  They are too few to hide from a history: every `every` steps (follow every near 1) the shift goes on from a mixture of
   its last `memory` values (anderson.c), which takes out a growing direction as well as a decaying one.  Before that, for OPENING
   times `every` steps, the shift goes HASTE times as fast, unmixed: a history of the approach is of no use.  desaxce solves for each
   shift instead of following it. */

#include "solvers/accel.h"

#include <math.h>
#include <string.h>

enum { OPENING = 4, HASTE = 4 };
enum { LAW, SHRINK, RESTART, FOLLOW, MEMORY, EVERY, THREADS };

typedef struct {
    slip_accel a;
    double follow;
    slip_anderson mix;              /* of the shift; most = 0: none */
    double *weight, *before;        /* nc: sqrt of the contact's mass; the shift at the last mixture */
    int every;
    long count;
} apgd;

static const char *const yes_no[] = { "no", "yes", NULL };

static const slip_param params[] = {
    { .name = "law",     .def = 0, .min = 0, .max = 1, .words = slip_relax_words, .about = "the law posed, or its convex relaxation" },
    { .name = "shrink",  .def = 0.95, .min = 0.1, .max = 1, .about = "factor of L after each step" },
    { .name = "restart", .def = 1, .min = 0, .max = 1, .words = yes_no, .about = "restart when a step goes uphill" },
    { .name = "follow",  .def = 1, .min = 1e-6, .max = 1, .about = "how far the shift goes after the iterate in one step" },
    { .name = "memory",  .def = 0, .min = 0, .max = SLIP_ANDERSON_MOST, .about = "shifts mixed by Anderson's acceleration; 0: none", .flags = SLIP_WHOLE },
    { .name = "every",   .def = 400, .min = 1, .max = 1e6, .about = "steps between two mixtures", .flags = SLIP_WHOLE },
    SLIP_THREADS_PARAM,
    { .name = NULL }
};

static slip_status init(void *state, const slip_problem *p, const double par[], slip_iterate *it, slip_arena *arena, slip_error *error)
{
    apgd *x = state;
    slip_status status = slip_accel_new(&x->a, p, slip_law_chosen(p, (int)par[LAW]), (int)par[THREADS], it, arena, error);
    if (status) return status;
    x->a.shrink = par[SHRINK];
    x->a.restart = par[RESTART] != 0;
    x->follow = par[FOLLOW];
    x->every = (int)par[EVERY];
    it->have_l = true;
    if (par[MEMORY] == 0) return SLIP_OK;
    x->weight = SLIP_NEW(arena, double, p->nc);
    x->before = SLIP_NEW(arena, double, p->nc);
    if (arena->failed) return slip_fail(error, SLIP_MEMORY, "out of memory for apgd");
    for (int i = 0; i < p->nc; i++) x->weight[i] = x->a.c.S[p->d * i];
    return slip_anderson_new(&x->mix, p->nc, (int)par[MEMORY], x->weight, arena, error);
}

static void mix(apgd *x, int nc)
{
    double *shift = x->a.c.shift;
    if (x->count > OPENING * x->every) slip_anderson_mix(&x->mix, x->before, shift);
    for (int i = 0; i < nc; i++) shift[i] = fmax(0, shift[i]);
    memcpy(x->before, shift, sizeof *shift * (size_t)nc);
}

static slip_step step(void *state, const slip_problem *p, slip_iterate *it)
{
    apgd *x = state;
    bool opening = x->mix.most && x->count < OPENING * x->every;
    slip_convex_shift(&x->a.c, p, x->a.gy, opening ? fmin(1, HASTE * x->follow) : x->follow);
    slip_step end = slip_accel_step(&x->a, p, it);
    slip_convex_out(&x->a.c, x->a.z, it);
    if (x->mix.most && ++x->count % x->every == 0) mix(x, p->nc);
    return end;
}

static void close(void *state)
{
    apgd *x = state;
    slip_convex_close(&x->a.c);
}

const slip_solver slip_solver_apgd = {
    .name = "apgd", .about = "accelerated projected gradient descent with restarts", .cite = "NegrutEtAl2017",
    .laws = SLIP_LAW_BIT(SLIP_LAW_COULOMB) | SLIP_LAW_BIT(SLIP_LAW_FACETS) | SLIP_LAW_BIT(SLIP_LAW_BOX) | SLIP_LAW_BIT(SLIP_LAW_CONE)
          | SLIP_LAW_BIT(SLIP_LAW_CONE_FACETS),
    .flags = SLIP_NO_BILATERAL | SLIP_NEEDS_SYMMETRIC | SLIP_NO_GIVEN_SLIP,
    .params = params, .size = sizeof(apgd), .claims = slip_relax_claims, .init = init, .step = step, .close = close
};
