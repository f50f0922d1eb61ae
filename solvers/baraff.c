/* baraff.c: Baraff's pivoting with static and dynamic friction, in 2D and 3D.
   SPDX-License-Identifier: GPL-3.0-or-later

   Contacts are scanned until none violates its conditions; a violated one is driven: f_d changes by one unit while C, C_F and the sliding
   contacts keep theirs, up to the first event, after which some index changes its set.  [Baraff1994, 5.2-5.6, 6]

   What the paper leaves open, and is done here:  friction is dropped when its normal leaves C, and slides against a_T (sticks where a_T = 0)
   when the normal returns; an index that goes back where it came from in a step of length zero is given up, with its friction frozen, and
   friction given up is first driven to zero; near ties go to the driven index; sliding that ends with a_T across the friction (3D) is given
   up; when the steps do not end, or the system becomes singular, everything begins again with the contacts in another order.
   A step without end is a ray: its direction is returned, and proves nothing; impulse= makes it the impulse of section 6 (baraff_impulse.c).

   In 3D the friction opposes slip but need not be parallel to it: the law claimed is `opposed`. */

#include "solvers/baraff.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const axes_words[] = { "x", "y", NULL };
static const slip_param params[] = {
    { "orders", 20, 1, 1000, NULL, "orders of the contacts to try", SLIP_WHOLE },
    { "steps",  0,  0, 1e9,  NULL, "steps in one order; 0: 60 m + 200", SLIP_WHOLE },
    { "impulse", 0, 0, 1e9,  NULL, "speed of the given slips: a step without end ends with the impulse of section 6 in place of forces; 0: no impulse", 0 },
    { "first",  0,  0, 1,    axes_words, "tangent axis driven first (3D)", 0 },
    { NULL, 0, 0, 0, NULL, NULL, 0 }
};
enum { ORDERS, STEPS, IMPULSE, FIRST };

static const double zero = 1e-10, tie = 1e-9, noise = 1e-10;
enum { NORMAL, AXIS, BACK };                    /* what is driven: f_N up, f_t against a_t, f_T to zero */
enum { REACHED, BOUND, EMPTIED, OPENS, CLOSES, SLIDES, STICKS };    /* what ends a step; the first three concern the driven index */

typedef struct {
    slip_baraff b;
    int contact, kind, axis;    /* being driven; contact -1: none */
    double *drive;              /* m */
    int *order, *from_n, *from_f; unsigned char *known;     /* nc: sets left last, -1; friction was once established */
    int orders, first, tried;
    slip_impulse impulse;
    long steps, limit, giveups;
    uint64_t random;
} state;

static void begin(state *s)
{
    slip_baraff_reset(&s->b, s->impulse.slip);
    s->contact = -1;
    s->steps = 0;
    for (int i = 0; i < s->b.nc; i++) { s->from_n[i] = s->from_f[i] = -1; s->known[i] = 0; }
}

static slip_status init(void *memory, const slip_problem *p, const double par[], slip_iterate *it, slip_arena *arena, slip_error *error)
{
    state *s = memory;
    (void)it;
    slip_status status = slip_baraff_new(&s->b, p, arena, error);
    if (status != SLIP_OK) return status;
    s->drive = SLIP_NEW(arena, double, s->b.m);
    s->order = SLIP_NEW(arena, int, p->nc);
    s->from_n = SLIP_NEW(arena, int, p->nc);
    s->from_f = SLIP_NEW(arena, int, p->nc);
    s->known = SLIP_NEW(arena, unsigned char, p->nc);
    if (arena->failed) return slip_fail(error, SLIP_MEMORY, "no memory for %d contacts", p->nc);
    for (int i = 0; i < p->nc; i++) s->order[i] = i;
    s->orders = p->nc > 1 ? (int)par[ORDERS] : 1;
    s->limit = par[STEPS] > 0 ? (long)par[STEPS] : 60L * s->b.m + 200;
    s->first = (int)par[FIRST];
    s->random = 1;
    status = slip_impulse_new(&s->impulse, &s->b, p, par[IMPULSE], arena, error);
    if (status == SLIP_OK) begin(s);
    return status;
}

/* Section 6 goes on, or has ended: with an impulse, claimed as nothing. */
static slip_step follow(state *s, slip_iterate *it, slip_step how)
{
    s->tried = 0;
    if (slip_impulse_next(&s->impulse, &s->b, how, it->note)) {
        begin(s);
        return SLIP_STEP_OK;
    }
    memcpy(it->r, s->impulse.p, (size_t)s->b.m * sizeof *it->r);
    it->claimed_error = NAN;
    return SLIP_STEP_RAY;
}

/* Everything again in another order, or the end. */
static slip_step again(state *s, const slip_problem *p, slip_iterate *it, slip_step why, const char *text)
{
    if (++s->tried >= s->orders) {
        if (s->impulse.speed > 0 && (why == SLIP_STEP_RAY || s->impulse.phase != SLIP_PHASE_FORCES)) return follow(s, it, why);
        snprintf(it->note, sizeof it->note, "%s in %d order%s", text, s->tried, s->tried == 1 ? "" : "s");
        for (int j = 0; j < s->b.m; j++) it->r[j] = isfinite(s->b.f[j]) ? s->b.sigma * s->b.scale[j / s->b.d] * s->b.f[j] : 0;
        return why;
    }
    it->work[SLIP_WORK_RESTARTS]++;
    for (int i = p->nc - 1; i > 0; i--) {
        s->random = s->random * 6364136223846793005u + 1442695040888963407u;
        int k = (int)((s->random >> 33) % (uint64_t)(i + 1)), t = s->order[i];
        s->order[i] = s->order[k];
        s->order[k] = t;
    }
    begin(s);
    return SLIP_STEP_OK;
}

static double norm(const double *x, int count)
{
    double sum = 0;
    for (int t = 0; t < count; t++) sum += x[t] * x[t];
    return sqrt(sum);
}

/* The friction of contact i slides along e. */
static bool slide(state *s, int i, const double e[])
{
    slip_baraff *b = &s->b;
    double c[2] = { 0, 0 };
    for (int t = 0; t < b->d - 1; t++) { c[t] = b->mu[i] * e[t]; slip_baraff_drop(b, i * b->d + 1 + t); b->f[i * b->d + 1 + t] = c[t] * b->f[i * b->d]; }
    b->F[i] = SLIP_F_SLIDE;
    s->known[i] = 1;
    return slip_baraff_couple(b, i, c);
}

/* The friction of contact i sticks as far as its axes are independent of the rest. */
static bool stick(state *s, int i)
{
    slip_baraff *b = &s->b;
    bool good = b->F[i] != SLIP_F_SLIDE || slip_baraff_couple(b, i, NULL);
    for (int t = 1; t < b->d; t++) slip_baraff_add(b, i * b->d + t);
    b->F[i] = SLIP_F_STICK;
    s->known[i] = 1;
    return good;
}

/* No condition on the friction of contact i is kept from here on; f_T stays what it is. */
static bool release(state *s, int i)
{
    slip_baraff *b = &s->b;
    if (b->F[i] == SLIP_F_NONE) return true;
    bool good = b->F[i] != SLIP_F_SLIDE || slip_baraff_couple(b, i, NULL);
    for (int t = 1; t < b->d; t++) slip_baraff_drop(b, i * b->d + t);
    b->F[i] = SLIP_F_FREE;
    return good;
}

static void drive(state *s, int i, int kind, int axis, slip_iterate *it)
{
    slip_baraff *b = &s->b;
    int j = i * b->d, axes = b->d - 1;
    memset(s->drive, 0, (size_t)b->m * sizeof *s->drive);
    s->contact = i;
    s->kind = kind;
    s->axis = axis;
    if (kind == NORMAL) {
        s->drive[j] = 1;
        for (int t = 0; t < axes; t++) s->drive[j + 1 + t] = b->c[i * axes + t];
    } else if (kind == AXIS) s->drive[j + axis] = b->a[j + axis] < 0 ? 1 : -1;
    else {
        double size = norm(b->f + j + 1, axes);
        for (int t = 0; t < axes; t++) s->drive[j + 1 + t] = -b->f[j + 1 + t] / size;
    }
    it->work[SLIP_WORK_CALLS]++;
}

/* Find a contact whose conditions do not hold and drive it.  False: there is none. */
static bool scan(state *s, slip_iterate *it)
{
    slip_baraff *b = &s->b;
    int axes = b->d - 1;
    for (int k = 0; k < b->nc; k++) {
        int i = s->order[k], j = i * b->d;
        if (b->gone[i]) continue;
        if (b->N[i] != SLIP_N_CLOSED) {
            if (b->F[i] == SLIP_F_FREE && norm(b->f + j + 1, axes) > zero) { drive(s, i, BACK, 0, it); return true; }
            if (b->a[j] >= -zero) b->N[i] = SLIP_N_OPEN;
            else { drive(s, i, NORMAL, 0, it); return true; }
        }
        if (b->N[i] != SLIP_N_CLOSED || b->F[i] != SLIP_F_FREE) continue;
        if (norm(b->f + j + 1, axes) > zero) { drive(s, i, BACK, 0, it); return true; }
        if (b->f[j] <= zero) continue;
        int first = 1 + s->first % axes, second = axes == 2 ? 3 - first : 0;
        if (fabs(b->a[j + first]) > zero) { drive(s, i, AXIS, first, it); return true; }
        slip_baraff_add(b, j + first);
        if (second && fabs(b->a[j + second]) > zero) { drive(s, i, AXIS, second, it); return true; }
        stick(s, i);
    }
    return false;
}

/* First s >= 0 at which |f_T + s df_T| = mu (f_N + s df_N) is passed outwards. */
static double bound(const slip_baraff *b, int i, double least)
{
    const double *f = b->f + i * b->d, *g = b->df + i * b->d;
    double mu = b->mu[i];
    if (b->d == 2) {
        double up = g[1] - mu * g[0], down = -g[1] - mu * g[0], s = INFINITY;
        if (up > least) s = fmin(s, fmax(0, mu * f[0] - f[1]) / up);
        if (down > least) s = fmin(s, fmax(0, mu * f[0] + f[1]) / down);
        return s;
    }
    double A = g[1] * g[1] + g[2] * g[2] - mu * mu * g[0] * g[0], B = f[1] * g[1] + f[2] * g[2] - mu * mu * f[0] * g[0];
    double C = fmin(0, f[1] * f[1] + f[2] * f[2] - mu * mu * f[0] * f[0]);
    if (A > -least * least && A < least * least) return B > least * fabs(f[0]) ? -C / (2 * B) : INFINITY;
    double root = B * B - A * C;
    if (root < 0) return INFINITY;
    root = sqrt(root);
    double s = A > 0 ? (B > 0 ? -C / (B + root) : (root - B) / A) : (B > 0 ? -C / (B + root) : INFINITY);
    return s >= 0 ? s : 0;
}

static int limit(const state *s, double *length, int *who)
{
    const slip_baraff *b = &s->b;
    int d = b->d, axes = d - 1, what = -1;
    double least = 1, best = INFINITY;
    for (int j = 0; j < b->m; j++) least = fmax(least, fabs(b->df[j]));
    least *= noise;
    for (int i = 0; i < b->nc; i++) {
        const double *f = b->f + i * d, *a = b->a + i * d, *df = b->df + i * d, *da = b->da + i * d;
        double t = INFINITY;
        int kind = -1;
        if (b->N[i] == SLIP_N_CLOSED && df[0] < -least) { t = fmax(f[0], 0) / -df[0]; kind = OPENS; }
        if (b->N[i] == SLIP_N_OPEN && i != (s->kind == NORMAL ? s->contact : -1) && da[0] < -least) { t = fmax(a[0], 0) / -da[0]; kind = CLOSES; }
        if (b->F[i] == SLIP_F_STICK) {
            double y = bound(b, i, least);
            if (y < t) { t = y; kind = SLIDES; }
        }
        if (b->F[i] == SLIP_F_SLIDE && b->N[i] == SLIP_N_CLOSED) {
            double along = 0, change = 0;
            for (int k = 0; k < axes; k++) { along += b->c[i * axes + k] * a[1 + k] / b->mu[i]; change += b->c[i * axes + k] * da[1 + k] / b->mu[i]; }
            if (change > least && fmax(0, -along) / change < t) { t = fmax(0, -along) / change; kind = STICKS; }
        }
        if (t < best) { best = t; what = kind; *who = i; }
    }
    int i = s->contact, j = i * d;
    double own = INFINITY;
    int how = -1;
    if (s->kind == BACK) { own = norm(b->f + j + 1, axes); how = EMPTIED; }
    else {
        int c = j + (s->kind == AXIS ? s->axis : 0);
        double a = b->a[c], da = b->da[c];
        if (a * da < 0 && fabs(da) > least) { own = -a / da; how = REACHED; }
        if (s->kind == AXIS) {
            double y = bound(b, i, least);
            if (y < own) { own = y; how = BOUND; }
        }
    }
    if (own <= best * (1 + tie)) { best = own; what = how; *who = i; }
    *length = best;
    return what;
}

/* Sets change after a step; false: the system has become singular or inconsistent. */
static bool change(state *s, int what, int i, double length, slip_iterate *it)
{
    slip_baraff *b = &s->b;
    int d = b->d, axes = d - 1, j = i * d, driven = s->contact;
    double *f = b->f + j, *a = b->a + j, size;
    bool still = length <= 1e-14, friction = what == SLIDES || what == STICKS;
    int now = friction ? (int)b->F[i] : (int)b->N[i], *from = friction ? s->from_f : s->from_n;
    int to = what == OPENS ? SLIP_N_OPEN : what == CLOSES ? SLIP_N_CLOSED : what == SLIDES ? SLIP_F_SLIDE : SLIP_F_STICK;
    if (what >= OPENS) {
        bool returns = still && from[i] == to;
        from[i] = now;
        if (returns) {                          /* given up */
            s->giveups++;
            from[i] = -1;
            if (friction) return release(s, i);
            f[0] = 0;
            bool good = release(s, i);
            slip_baraff_drop(b, j);
            b->N[i] = SLIP_N_NEW;
            if (i == driven && s->kind == AXIS) s->contact = -1;
            return good;
        }
    }
    switch (what) {
    case REACHED:
        a[s->kind == AXIS ? s->axis : 0] = 0;
        s->contact = -1;
        if (s->kind == NORMAL) {
            if (!slip_baraff_add(b, j)) return false;
            b->N[i] = SLIP_N_CLOSED;
            return true;
        }
        if (!slip_baraff_add(b, j + s->axis)) return false;
        for (int t = 1; t < d; t++) if (b->at[j + t] < 0 && fabs(a[t]) > zero) { drive(s, i, AXIS, t, it); return true; }
        return stick(s, i);
    case BOUND:
        s->contact = -1;
        size = norm(f + 1, axes);
        if (!(size > 0)) return release(s, i);
        return slide(s, i, (double[2]){ f[1] / size, axes > 1 ? f[2] / size : 0 });
    case EMPTIED:
        for (int t = 1; t < d; t++) f[t] = 0;
        s->contact = -1;
        return true;
    case OPENS: {
        bool frozen = b->F[i] == SLIP_F_FREE && norm(f + 1, axes) > zero;
        f[0] = 0;
        bool good = release(s, i);
        for (int t = 1; t < d && !frozen; t++) f[t] = 0;
        slip_baraff_drop(b, j);
        b->N[i] = SLIP_N_OPEN;
        if (i == driven && s->kind == AXIS) s->contact = -1;
        return good;
    }
    case CLOSES:
        a[0] = 0;
        if (s->known[i] && b->F[i] == SLIP_F_FREE && norm(f + 1, axes) <= zero) {
            size = norm(a + 1, axes);
            if (size > zero) {
                slide(s, i, (double[2]){ -a[1] / size, axes > 1 ? -a[2] / size : 0 });
                if (!slip_baraff_add(b, j)) return false;
            } else {
                if (!slip_baraff_add(b, j)) return false;
                stick(s, i);
            }
        } else if (!slip_baraff_add(b, j)) return false;
        b->N[i] = SLIP_N_CLOSED;
        return true;
    case SLIDES:
        size = norm(f + 1, axes);
        if (!(size > 0)) return release(s, i);
        return slide(s, i, (double[2]){ f[1] / size, axes > 1 ? f[2] / size : 0 });
    case STICKS:
        if (norm(a + 1, axes) > 1e3 * zero) { s->giveups++; return release(s, i); }
        for (int t = 1; t < d; t++) a[t] = 0;
        return stick(s, i);
    }
    return false;
}

static slip_step step(void *memory, const slip_problem *p, slip_iterate *it)
{
    state *s = memory;
    slip_baraff *b = &s->b;
    if (s->steps++ > s->limit) return again(s, p, it, SLIP_STEP_STALLED, "the steps do not end");
    if (s->contact < 0) slip_baraff_refresh(b);
    if (s->contact < 0 && !scan(s, it)) {
        memcpy(s->drive, b->f, (size_t)b->m * sizeof *b->f);
        double error = slip_baraff_error(b);
        if (slip_baraff_solve(b) && slip_baraff_error(b) <= fmax(error, 1e-12)) error = slip_baraff_error(b);
        else memcpy(b->f, s->drive, (size_t)b->m * sizeof *b->f);
        for (int j = 0; j < b->m; j++) it->r[j] = b->sigma * b->scale[j / b->d] * b->f[j];
        it->claimed_error = error;
        if (error <= 1e-9 && s->impulse.phase != SLIP_PHASE_FORCES) return follow(s, it, SLIP_STEP_DONE);
        if (error <= 1e-9) {
            if (s->giveups) snprintf(it->note, sizeof it->note, "%ld conditions given up and established again", s->giveups);
            return SLIP_STEP_DONE;
        }
        return again(s, p, it, SLIP_STEP_NUMERIC, "the conditions drift");
    }
    it->work[SLIP_WORK_PIVOTS]++;
    it->work[SLIP_WORK_SOLVES]++;
    it->work[SLIP_WORK_FLOPS] += 4LL * b->qr.k * b->qr.k + 6LL * b->m * b->m;
    if (!slip_baraff_direction(b, s->drive)) return again(s, p, it, SLIP_STEP_NUMERIC, "the system is singular");
    double length;
    int who = -1, what = limit(s, &length, &who);
    if (what < 0 || !(length < INFINITY)) {
        for (int j = 0; s->impulse.phase == SLIP_PHASE_FORCES && j < b->m; j++) it->farkas[j] = b->scale[j / b->d] * b->df[j];
        it->have_farkas = true;
        return again(s, p, it, SLIP_STEP_RAY, "a step without end");
    }
    for (int j = 0; j < b->m; j++) { b->f[j] += length * b->df[j]; b->a[j] += length * b->da[j]; }
    it->work[SLIP_WORK_UPDATES]++;
    if (!change(s, what, who, length, it)) return again(s, p, it, SLIP_STEP_NUMERIC, "the system is singular");
    int c = s->contact >= 0 ? s->contact * b->d + (s->kind == AXIS ? s->axis : 0) : -1;
    if (c >= 0 && s->kind == NORMAL && b->a[c] >= -zero && b->f[c] <= zero) { b->f[c] = 0; b->N[s->contact] = SLIP_N_OPEN; s->contact = -1; }
    return SLIP_STEP_OK;
}

static slip_law claims(const slip_problem *p, const double par[], slip_dirs *dirs)
{
    (void)par;
    *dirs = p->dirs;
    for (int i = 0; i < p->nc; i++) if (p->d == 3 && p->mu[i] > 0 && !slip_problem_has_slip(p, i)) return SLIP_LAW_OPPOSED;
    return p->law == SLIP_LAW_FACETS || p->law == SLIP_LAW_BOX ? p->law : SLIP_LAW_COULOMB;
}

const slip_solver slip_solver_baraff = {
    .name = "baraff", .about = "Baraff's pivoting with static and dynamic friction", .cite = "Baraff1994",
    .laws = SLIP_LAW_BIT(SLIP_LAW_COULOMB) | SLIP_LAW_BIT(SLIP_LAW_FACETS) | SLIP_LAW_BIT(SLIP_LAW_BOX) | SLIP_LAW_BIT(SLIP_LAW_OPPOSED),
    .flags = SLIP_FINITE | SLIP_NO_BILATERAL, .params = params, .size = sizeof(state),
    .claims = claims, .init = init, .step = step
};
