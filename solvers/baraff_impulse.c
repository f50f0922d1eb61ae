/* baraff_impulse.c: the impulse that follows a step without end.
   SPDX-License-Identifier: GPL-3.0-or-later

   Forces that grow for ever along a direction df are an impulse along df, where friction slides [Baraff1994, 6].  How large it is the paper does not
   say.  Our reading, in velocities u that begin as (0, speed t) where a slip t is given and as 0 elsewhere:

   1  p = s df with the least s at which some slip no longer goes its way, t'(u_T + s (A df)_T) = 0.  There is one unless A df = 0:
      df'A df >= 0, the normals and the friction that sticks add nothing positive to it, so some slip is slowed down.
   2  This may leave bodies approaching (it does for Painlevé's rod).  So an impact without rebound follows, u+ = A p + u under the same conditions for
      velocities instead of accelerations, by the same method: contacts at rest with static friction, sliding ones with theirs, and one whose slip
      the impact would turn round is taken as at rest.  A step without end there is rule 1 again.  Work is never gained.
   3  Contacts that now separate are gone, those at rest have static friction, and the forces are looked for again.  A step without end: rule 1.

   Products of velocities in the accelerations are left as they were before the impulse. */

#include "solvers/baraff.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double rest = 1e-9;        /* of the speed of the given slips: at rest, or not approaching */

slip_status slip_impulse_new(slip_impulse *x, const slip_baraff *b, const slip_problem *p, double speed, slip_arena *arena, slip_error *error)
{
    int axes = b->d - 1;
    *x = (slip_impulse){ .speed = speed, .sigma = b->sigma };
    double **vectors[] = { &x->u, &x->p, &x->q, &x->slip };
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) *vectors[i] = SLIP_NEW(arena, double, b->m);
    if (arena->failed) return slip_fail(error, SLIP_MEMORY, "no memory for %d contacts", b->nc);
    memcpy(x->q, b->q, (size_t)b->m * sizeof *x->q);
    for (int i = 0; i < b->nc; i++)
        for (int t = 0; t < axes; t++) {
            x->slip[i * axes + t] = p->slip ? p->slip[i * axes + t] : 0;
            x->u[i * b->d + 1 + t] = speed * x->slip[i * axes + t];
        }
    return SLIP_OK;
}

/* Directions of slip as the velocities have them; zero: at rest. */
static void directions(slip_impulse *x, const slip_baraff *b)
{
    int axes = b->d - 1;
    for (int i = 0; i < b->nc; i++) {
        double size = 0, *u = x->u + i * b->d + 1;
        for (int t = 0; t < axes; t++) size += u[t] * u[t];
        size = sqrt(size);
        for (int t = 0; t < axes; t++) {
            if (size <= rest * x->speed) u[t] = 0;
            x->slip[i * axes + t] = size > rest * x->speed ? u[t] / size : 0;
        }
    }
}

static double along(const slip_impulse *x, int d, int i, const double *u)
{
    double sum = 0;
    for (int t = 0; t < d - 1; t++) sum += x->slip[i * (d - 1) + t] * u[i * d + 1 + t];
    return sum;
}

/* Rule 1.  b holds the direction; false: it stops no slip. */
static bool stop(slip_impulse *x, slip_baraff *b)
{
    int first = -1;
    double s = INFINITY;
    for (int j = 0; j < b->m; j++) { b->x[j] = b->scale[j / b->d] * b->df[j]; b->b[j] = b->da[j] / b->scale[j / b->d]; }
    for (int i = 0; i < b->nc; i++) {
        double speed = along(x, b->d, i, x->u), change = along(x, b->d, i, b->b);
        if (speed > 0 && change < 0 && speed / -change < s) { s = speed / -change; first = i; }
    }
    if (first < 0) return false;
    for (int j = 0; j < b->m; j++) { x->p[j] += s * b->x[j]; x->u[j] += s * b->b[j]; }
    if (b->d == 2) x->u[first * 2 + 1] = 0;
    x->stops++;
    directions(x, b);
    return true;
}

/* The conditions are now for velocities (impact) or for accelerations. */
static void load(slip_impulse *x, slip_baraff *b, bool impact)
{
    double most = 0;
    for (int j = 0; j < b->m; j++) most = fmax(most, fabs(x->u[j]) * b->scale[j / b->d]);
    b->sigma = !impact ? x->sigma : most > 0 ? most : 1;
    for (int j = 0; j < b->m; j++) b->q[j] = impact ? x->u[j] * b->scale[j / b->d] / b->sigma : x->q[j];
    for (int i = 0; i < b->nc; i++) b->gone[i] = !impact && x->u[i * b->d] > rest * x->speed;
    x->phase = impact ? SLIP_PHASE_IMPACT : SLIP_PHASE_AFTER;
}

/* Rule 2, after the impact b has solved: a slip turned round is taken back as at rest, otherwise the impact is made. */
static bool impact(slip_impulse *x, slip_baraff *b)
{
    int worst = -1;
    double most = -rest * x->speed;
    for (int j = 0; j < b->m; j++) b->x[j] = b->sigma * b->a[j] / b->scale[j / b->d];
    for (int i = 0; i < b->nc; i++) {
        double y = along(x, b->d, i, b->x);
        if (b->f[i * b->d] > 0 && y < most) { most = y; worst = i; }
    }
    if (worst >= 0) {
        for (int t = 0; t < b->d - 1; t++) x->slip[worst * (b->d - 1) + t] = 0;
        x->stops++;
        return false;
    }
    for (int j = 0; j < b->m; j++) { x->p[j] += b->sigma * b->scale[j / b->d] * b->f[j]; x->u[j] = b->x[j]; }
    directions(x, b);
    return true;
}

bool slip_impulse_next(slip_impulse *x, slip_baraff *b, slip_step how, char note[128])
{
    if (how == SLIP_STEP_RAY && x->rays++ <= 4 * b->nc) {
        if (stop(x, b)) { load(x, b, true); return true; }
        snprintf(note, 128, "a step without end, and no impulse along it stops a slip");
        return false;
    }
    if (how == SLIP_STEP_DONE && x->phase == SLIP_PHASE_IMPACT) {
        load(x, b, !impact(x, b));
        return true;
    }
    const char *then = how == SLIP_STEP_DONE ? "then there are forces" : "the method finds no forces after it";
    if (x->phase == SLIP_PHASE_IMPACT) then = "the impact after it is not solved";
    snprintf(note, 128, "a step without end: an impulse stops %d %s; %s", x->stops, x->stops == 1 ? "slip" : "slips", then);
    x->solved = how == SLIP_STEP_DONE;
    return false;
}
