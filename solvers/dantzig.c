/* dantzig.c: Baraff's form of Dantzig's algorithm for frictionless contact (and for the edges of a polyhedral cone).
   SPDX-License-Identifier: GPL-3.0-or-later

   Contacts are taken one after another.  If a_d < 0, f_d is increased while the earlier contacts keep their conditions:

       A_CC x = -A_Cd,   df = (x on C, 1 at d),   da = A df,   f += s df, a += s da       [Baraff1994, 4.2, (6)-(9)]

   with s the first step at which f_i (i in C) or a_i (i in NC) reaches zero, or a_d does.  A_CC = L L' follows C by updates.
   A singular A is the rule: there a_d and others reach zero together and rounding would choose the wrong one.  So d is preferred in
   near ties, a_d counts as zero a little below zero, and changes at rounding level stop nobody.
   Everything is in units that make the diagonal of A one.

   Joints (the free unknowns of a mixed LCP) are in C from the start, with the f that makes their a zero; nothing makes them leave [4.5].

   The order of the contacts is free.  A few sweeps of projected Gauss-Seidel tell which will probably be clamped; these come first, so
   that few enter in vain (order=index keeps the given order).

   With SLIP_THEOREMS defined (CFLAGS=-DSLIP_THEOREMS), theorems 2 to 5 of the paper are asserted. */

#include "solvers/factor_update.h"
#include "solvers/lcp.h"

#include <assert.h>
#include <cblas.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const double zero = 1e-11, tie = 1e-9, noise = 1e-11, singular = 1e-10;
enum { UNSEEN, NC, C };

static const char *const orders[] = { "guess", "index", NULL };
static const slip_param params[] = {
    { "order",  0, 0, 1, orders, "in which the contacts are taken", 0 },
    { "sweeps", 6, 0, 1000, NULL, "of Gauss-Seidel for the guess", SLIP_WHOLE },
    { "joints", SLIP_JOINTS_KEPT, 0, 1, slip_lcp_joint_words, "eliminated, or in C from the start", 0 },
    { NULL, 0, 0, 0, NULL, NULL, 0 }
};
enum { ORDER, SWEEPS, JOINTS };

typedef struct {
    int n, contacts;        /* unknowns; those that are not joints come first */
    double *s, sigma;       /* n: f = sigma s f', a = (sigma / s) a' */
    double *q, *f, *a;      /* n */
    double *df, *da, *x, *y, *z;    /* n */
    slip_chol L;
    double *columns;        /* n x n: columns of A of the members of C, in slots */
    int *member, *slot, *at;/* n: C in the order of L; slot of each member; position in C of an index, -1 */
    int *free_slot, slots_free;
    int *order;             /* n: the contacts in the order they are taken */
    unsigned char *set;     /* n: UNSEEN, NC or C */
    unsigned char *parked;  /* n: in NC, tied to zero by C itself */
    int d, next, round;     /* being driven, -1: none; next to look at */
    int moved;              /* index that has just changed its set, for the theorems; -1 */
    long steps, limit;
    bool indefinite;        /* seen at once: not for this method */
#ifdef SLIP_THEOREMS
    uint64_t seen[256]; double at_f[256]; int sets;        /* the sets C of one call, and f_d there */
#endif
} core;

/* Probably clamped contacts first; within both groups the given order. */
static void arrange(core *c, const slip_lcp *lcp, int sweeps)
{
    int n = c->n, k = 0;
    double *f = c->f;
    for (int sweep = 0; sweep < sweeps; sweep++)
        for (int i = 0; i < n; i++) {
            const double *a = lcp->A + (size_t)i * n;
            double u = lcp->q[i] + cblas_ddot(n, a, 1, f, 1);
            if (a[i] > 0) f[i] = i < c->contacts ? fmax(0, f[i] - u / a[i]) : f[i] - u / a[i];
        }
    for (int i = 0; i < c->contacts; i++) if (f[i] > 0) c->order[k++] = i;
    for (int i = 0; i < c->contacts; i++) if (!(f[i] > 0)) c->order[k++] = i;
    memset(f, 0, (size_t)n * sizeof *f);
}

static slip_status start(void *state, const slip_lcp *lcp, const double par[], slip_iterate *it, slip_arena *arena, slip_error *error)
{
    core *c = state;
    int n = c->n = lcp->n;
    c->contacts = n - lcp->free;
    size_t nn = (size_t)n;
    (void)it;
    c->indefinite = !lcp->symmetric;
    double **vectors[] = { &c->s, &c->q, &c->f, &c->a, &c->df, &c->da, &c->x, &c->y, &c->z };
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) *vectors[i] = SLIP_NEW(arena, double, nn);
    c->columns = SLIP_NEW(arena, double, nn * nn);
    c->member = SLIP_NEW(arena, int, nn);
    c->slot = SLIP_NEW(arena, int, nn);
    c->at = SLIP_NEW(arena, int, nn);
    c->free_slot = SLIP_NEW(arena, int, nn);
    c->order = SLIP_NEW(arena, int, nn);
    c->set = SLIP_NEW(arena, unsigned char, nn);
    c->parked = SLIP_NEW(arena, unsigned char, nn);
    if (arena->failed) return slip_fail(error, SLIP_MEMORY, "no memory for %d contacts", n);
    double most = 0;
    for (int i = 0; i < n; i++) {
        double a = lcp->A[i + nn * (size_t)i];
        if (a < 0) c->indefinite = true;
        c->s[i] = a > 0 ? 1 / sqrt(a) : 1;
        most = fmax(most, fabs(lcp->q[i]) * c->s[i]);
    }
    c->sigma = most > 0 ? most : 1;
    for (int i = 0; i < n; i++) {
        c->q[i] = lcp->q[i] * c->s[i] / c->sigma;
        c->at[i] = -1;
        c->free_slot[i] = n - 1 - i;
    }
    c->slots_free = n;
    c->d = c->moved = -1;
    c->limit = 100L * n + 1000;
    arrange(c, lcp, par[ORDER] == 0 ? (int)par[SWEEPS] : 0);
    return slip_chol_new(&c->L, n, arena, error);
}

/* y = L^-1 A_Cj; returns A_jj - y'y. */
static double border(core *c, const slip_lcp *lcp, int j, double *y)
{
    const double *a = lcp->A + (size_t)j * c->n;
    for (int i = 0; i < c->L.k; i++) y[i] = a[c->member[i]] * c->s[c->member[i]] * c->s[j];
    slip_chol_lower(&c->L, y);
    return a[j] * c->s[j] * c->s[j] - cblas_ddot(c->L.k, y, 1, y, 1);
}

static void enter(core *c, const slip_lcp *lcp, int j, const double *y, double pivot)
{
    int n = c->n, slot = c->free_slot[--c->slots_free], k = c->L.k;
    const double *a = lcp->A + (size_t)j * n;
    double *column = c->columns + (size_t)slot * n;
    for (int i = 0; i < n; i++) column[i] = a[i] * c->s[i] * c->s[j];
    slip_chol_append(&c->L, y, pivot);
    c->member[k] = j;
    c->slot[k] = slot;
    c->at[j] = k;
    c->set[j] = C;
    memset(c->parked, 0, (size_t)n);
}

static void leave(core *c, int j)
{
    int k = c->at[j];
    slip_chol_remove(&c->L, k);
    c->free_slot[c->slots_free++] = c->slot[k];
    for (int i = k; i < c->L.k; i++) {
        c->member[i] = c->member[i + 1];
        c->slot[i] = c->slot[i + 1];
        c->at[c->member[i]] = i;
    }
    c->at[j] = -1;
    c->set[j] = NC;
    c->f[j] = 0;
    memset(c->parked, 0, (size_t)c->n);
}

/* out = rows 0..rows-1 of A_(.,C) x, by slots: runs of them lie side by side. */
static void times(core *c, int rows, const double *x, double *out)
{
    for (int i = 0; i < c->L.k; ) {
        int run = 1;
        while (i + run < c->L.k && c->slot[i + run] == c->slot[i] + run) run++;
        cblas_dgemv(CblasColMajor, CblasNoTrans, rows, run, 1, c->columns + (size_t)c->slot[i] * c->n, c->n, x + i, 1, 1, out, 1);
        i += run;
    }
}

/* da on NC, by the cheaper of two products: with the columns of C, or with the rows of NC. */
static void change(core *c, const slip_lcp *lcp, const double *a)
{
    int n = c->n, k = c->L.k, d = c->d, others = 0;
    for (int i = 0; i < n; i++) others += c->set[i] == NC;
    if (others > k) {
        for (int i = 0; i < n; i++) c->da[i] = a[i] * c->s[i] * c->s[d];
        times(c, n, c->x, c->da);
        return;
    }
    memset(c->df, 0, (size_t)n * sizeof *c->df);
    for (int i = 0; i < k; i++) c->df[c->member[i]] = c->x[i] * c->s[c->member[i]];
    c->df[d] = c->s[d];
    for (int i = 0; i < n; i++)
        c->da[i] = c->set[i] == NC ? cblas_ddot(n, lcp->A + (size_t)i * n, 1, c->df, 1) * c->s[i] : 0;
}

#ifdef SLIP_THEOREMS
/* Theorem 3: no set C comes back in one call, but in ties, where f_d has not moved. */
static bool new_set(core *c)
{
    uint64_t sum = 0;
    for (int i = 0; i < c->L.k; i++) {
        uint64_t x = ((uint64_t)c->member[i] + 1) * 0x9e3779b97f4a7c15u;
        sum += (x ^ x >> 29) * 0xbf58476d1ce4e5b9u;
    }
    for (int i = 0; i < c->sets; i++) if (c->seen[i] == sum && c->f[c->d] > c->at_f[i] + 1e-9) return false;
    if (c->sets < 256) { c->seen[c->sets] = sum; c->at_f[c->sets++] = c->f[c->d]; }
    return true;
}
#endif

static slip_step drive(core *c, const slip_lcp *lcp, slip_lcp_point *point, slip_iterate *it)
{
    int d = c->d, k = c->L.k, rows = c->n, j = d;
    const double *a = lcp->A + (size_t)d * c->n;
    double up = border(c, lcp, d, c->y);
    memcpy(c->x, c->y, (size_t)k * sizeof *c->x);
    slip_chol_upper(&c->L, c->x);
    for (int i = 0; i < k; i++) c->x[i] = -c->x[i];
    change(c, lcp, a);
    c->da[d] = up;
    it->work[SLIP_WORK_SOLVES]++;
    it->work[SLIP_WORK_PIVOTS]++;
    it->work[SLIP_WORK_FLOPS] += 3LL * k * k + 2LL * rows * (k + 1);
#ifdef SLIP_THEOREMS
    assert(up > -1e-9);                                                            /* theorem 2 */
    assert(new_set(c));                                                            /* theorem 3 */
    if (c->moved >= 0 && c->set[c->moved] == NC) assert(c->da[c->moved] > -1e-9);     /* theorem 4 */
    if (c->moved >= 0 && c->set[c->moved] == C) assert(c->x[c->at[c->moved]] > -1e-9); /* theorem 5 */
#endif
    double own = up > singular ? -c->a[d] / up : INFINITY, s = INFINITY, most = 1;
    for (int i = 0; i < k; i++) most = fmax(most, fabs(c->x[i]));
    for (int i = 0; i < k; i++)
        if (c->member[i] < c->contacts && c->x[i] < -noise * most) {
            double y = fmax(c->f[c->member[i]], 0) / -c->x[i];
            if (y < s) { s = y; j = c->member[i]; }
        }
    for (int i = 0; i < rows; i++)
        if (c->set[i] == NC && !c->parked[i] && i != d && c->da[i] < -noise * most) {
            double y = fmax(c->a[i], 0) / -c->da[i];
            if (y < s) { s = y; j = i; }
        }
    if (own <= s * (1 + tie)) { s = own; j = d; }
    if (!(s < INFINITY)) {          /* A df = 0, df >= 0, q'df = a_d < 0: nothing can lift d */
        memset(point->ray, 0, (size_t)c->n * sizeof *point->ray);
        for (int i = 0; i < k; i++) point->ray[c->member[i]] = (c->member[i] < c->contacts ? fmax(c->x[i], 0) : c->x[i]) * c->s[c->member[i]];
        point->ray[d] = c->s[d];
        point->have_ray = true;
        snprintf(it->note, sizeof it->note, "contact %d can be pushed for ever", d);
        return SLIP_STEP_RAY;
    }
    if (j != d && c->set[j] == NC) {        /* may it enter at all? */
        double pivot = border(c, lcp, j, c->z);
        if (!(pivot > singular)) { c->parked[j] = 1; return SLIP_STEP_OK; }
        for (int i = 0; i < k; i++) c->f[c->member[i]] += s * c->x[i];
        for (int i = 0; i < rows; i++) c->a[i] += s * c->da[i];
        c->f[d] += s;
        enter(c, lcp, j, c->z, pivot);
        it->work[SLIP_WORK_UPDATES]++;
        it->work[SLIP_WORK_FLOPS] += (long long)k * k;
        c->a[j] = 0;
    } else {
        for (int i = 0; i < k; i++) c->f[c->member[i]] += s * c->x[i];
        for (int i = 0; i < rows; i++) c->a[i] += s * c->da[i];
        c->f[d] += s;
        it->work[SLIP_WORK_UPDATES]++;
        if (j == d) {
            enter(c, lcp, d, c->y, up);
            c->a[d] = 0;
        } else {
            leave(c, j);
            it->work[SLIP_WORK_FLOPS] += 3LL * (k - c->L.k) * k;
        }
    }
#ifdef SLIP_THEOREMS
    assert(s >= 0);                                                                /* a_d only rises */
#endif
    c->moved = j == d ? -1 : j;
    if (j == d) c->d = -1;
    else if (c->a[d] >= -zero && c->f[d] == 0) { c->set[d] = NC; c->d = -1; }
    return SLIP_STEP_OK;
}

/* f_C anew from the factor, refined once; a everywhere.  Returns the worst violation. */
static double polish(core *c)
{
    int n = c->n, k = c->L.k;
    memset(c->f, 0, (size_t)n * sizeof *c->f);
    for (int pass = 0; pass < 3; pass++) {
        for (int i = 0; i < k; i++) c->x[i] = c->f[c->member[i]];
        memcpy(c->a, c->q, (size_t)n * sizeof *c->a);
        times(c, n, c->x, c->a);
        if (pass == 2) break;
        for (int i = 0; i < k; i++) c->x[i] = -c->a[c->member[i]];
        slip_chol_lower(&c->L, c->x);
        slip_chol_upper(&c->L, c->x);
        for (int i = 0; i < k; i++) c->f[c->member[i]] += c->x[i];
    }
    double worst = 0;
    for (int i = 0; i < n; i++) {
        double y = c->set[i] == C ? fmax(i < c->contacts ? -c->f[i] : 0, fabs(c->a[i])) : -c->a[i];
        if (!(y <= worst)) worst = y;
    }
    return worst;
}

/* Every joint into C, and f_C for it. */
static bool clamp(core *c, const slip_lcp *lcp, slip_iterate *it)
{
    for (int j = c->contacts; j < c->n; j++) {
        double pivot = border(c, lcp, j, c->y);
        if (!(pivot > 0)) {
            snprintf(it->note, sizeof it->note, "the joints are not independent");
            return false;
        }
        it->work[SLIP_WORK_FLOPS] += (long long)c->L.k * c->L.k;
        it->work[SLIP_WORK_UPDATES]++;
        enter(c, lcp, j, c->y, pivot);
    }
    if (c->L.k > 0) polish(c);
    return true;
}

static slip_step advance(void *state, const slip_lcp *lcp, slip_lcp_point *point, slip_iterate *it)
{
    core *c = state;
    if (c->indefinite) {
        snprintf(it->note, sizeof it->note, "the matrix is not symmetric and positive semidefinite");
        return SLIP_STEP_NUMERIC;
    }
    if (c->steps++ > c->limit) {
        snprintf(it->note, sizeof it->note, "no end after %ld steps", c->limit);
        return SLIP_STEP_STALLED;
    }
    if (c->steps == 1 && !clamp(c, lcp, it)) return SLIP_STEP_NUMERIC;
    if (c->d >= 0) return drive(c, lcp, point, it);
    for (; c->next < c->contacts; c->next++) {
        int d = c->order[c->next];
        if (c->set[d] == C) continue;
        if (c->round == 0) {
            const double *a = lcp->A + (size_t)d * c->n;
            double sum = 0;
            for (int i = 0; i < c->L.k; i++) sum += a[c->member[i]] * c->s[c->member[i]] * c->f[c->member[i]];
            c->a[d] = c->q[d] + sum * c->s[d];
        }
        c->set[d] = NC;
        if (c->a[d] < -zero) {
            c->d = d;
            c->moved = -1;
            it->work[SLIP_WORK_CALLS]++;
            c->next++;
#ifdef SLIP_THEOREMS
            c->sets = 0;
#endif
            return SLIP_STEP_OK;
        }
    }
    double worst = polish(c);
    for (int i = 0; i < c->n; i++) point->z[i] = c->sigma * c->s[i] * (i < c->contacts ? fmax(c->f[i], 0) : c->f[i]);
    if (worst <= 10 * zero) return SLIP_STEP_DONE;
    if (++c->round > 3) {
        snprintf(it->note, sizeof it->note, "conditions drifted by %.1e", worst);
        return SLIP_STEP_NUMERIC;
    }
    for (int i = 0; i < c->contacts; i++) if (c->set[i] == C && c->f[i] < 0) leave(c, i);
    polish(c);
    c->next = 0;
    return SLIP_STEP_OK;
}

const slip_lcp_method slip_lcp_dantzig = { sizeof(core), start, advance, NULL };

static slip_law claims(const slip_problem *p, const double par[], slip_dirs *dirs) { (void)par; return slip_lcp_law(p, SLIP_LCP_RAYS, dirs); }
static slip_step step(void *state, const slip_problem *p, slip_iterate *it) { return slip_lcp_solver_step(state, p, it); }
static void close(void *state) { slip_lcp_solver_close(state); }

static slip_status init(void *state, const slip_problem *p, const double par[], slip_iterate *it, slip_arena *arena, slip_error *error)
{
    return slip_lcp_solver_init(state, &slip_lcp_dantzig, SLIP_LCP_RAYS, (slip_joints)par[JOINTS], p, par, it, arena, error);
}

const slip_solver slip_solver_dantzig = {
    .name = "dantzig", .about = "Baraff's form of Dantzig's pivoting, frictionless or on the edges of a cone", .cite = "Baraff1994",
    .laws = SLIP_LAW_ALL, .flags = SLIP_FINITE | SLIP_NO_BILATERAL | SLIP_NEEDS_SYMMETRIC, .params = params,
    .size = sizeof(slip_lcp_state), .claims = claims, .applies = slip_lcp_symmetric, .init = init, .step = step, .close = close
};
