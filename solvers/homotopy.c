/* homotopy.c: Coulomb's law at the end of a path of soft laws, followed through its folds.
   SPDX-License-Identifier: GPL-3.0-or-later

       M v = H r + G l + f,   u = H'v + w,   and at a contact softened by s > 0

       r_N = (sqrt(u_N^2 + delta^2) - u_N) / (2 c),        delta = s round V,   c = s give / eta
       r_T = - mu r_N u_T / sqrt(|u_T|^2 + eps^2),         eps = s V
       r_T = - mu r_N t / (1 + s)                          where the slip direction t is given
       l_j = - eta_j (G_j'v + b_j) / (s give)

   with eta the mass of a contact or joint and V the speed of the problem.  Contacts give way a little and creep instead of sticking,
   so that (v, s) determines the impulses; for large s friction is slight and there is one solution, and the path that begins there leads
   to Coulomb's law as s -> 0.  It is a smooth curve in (v, log s) but no graph over s: where creep shifts load between contacts that
   slide and contacts that stick, the curve folds back, and the nearest solution for the next smaller s is on another part of it:
   whoever lowers s step by step is lost there.  Here the curve is followed by its length: a step along the tangent t, then
   Newton's method in the plane across it,

       [ J      F_s ] [ dv     ]     [ F ]
       [ t_v'W  t_s ] [ dlog s ] = - [ 0 ],      J = M + H D H' + G E G',   D = -dr/du,

   by the sparse LU factors of J [AllgowerGeorg1990, 4].  Folds are few where contacts are stiff beside their creep (small give).
   From s = ENDS on, each time s has fallen by ten, the steps of newton.c are tried: they end at Coulomb's law itself when the
   states of the contacts are those of a solution.  The defaults were chosen on two piles, cannonball:n=20 and n=40 with mu = 0.3. */

#include "solvers/newton.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { GIVE, ROUND, LONGEST };
enum { CORRECTIONS = 8, FIRST = 100, TRIES = 100, PATIENCE = 8, POOR = 4, AGAIN = 2, MASS = 400 };
static const double START = 100, ENDS = 1e-2, LOST = 1e-10, AWAY = 1e5;     /* s at the start, and where ends are tried; softness and step that are none; infinity */

static const slip_param params[] = {
    { .name = "give", .def = 1e-3, .min = 1e-9, .max = 1e6, .about = "how far contacts give way, beside their creep" },
    { .name = "round", .def = 1e-2, .min = 1e-9, .max = 1e6, .about = "speed over which contacts open, beside their creep" },
    { .name = "longest", .def = 2, .min = 1e-3, .max = 1e3, .about = "longest step along the path" },
    { .name = NULL }
};

typedef struct {
    slip_velocity s;
    slip_newton end;
    double V, give, round, longest, scale;  /* scale: of |F| */
    double *rest, *v, *y, *F, *Fs, *a, *b, *t;          /* n: M^-1 f; on the path, beside it; a = J^-1 F, b = J^-1 dF/dlog s; tangent */
    double *metric, *root;                  /* n: of the length of dv; sqrt of M's diagonal */
    double *u, *r, *rs, *D;                 /* m, m, m: dr/dlog s, nc d d */
    double *E, *l, *e;                      /* p */
    double at, ts, ds, far;                 /* log s, its part of the tangent, step; length of v at rest */
    double next, change, first;             /* log s where the end is tried next; the least that a centre of newton changed; |F| after its first step */
    int tries, last, poor;                  /* steps of newton left, 0: on the path; tries begun since it was over; centres since the best */
    long turns;
    bool begun, over, away, soft;           /* over: the path goes no further; away: it leaves all bounds; soft: the next try begins with a small penalty */
} homotopy;

static bool applies(const slip_problem *p, const double par[], char why[160])
{
    (void)par;
    slip_dirs none = { 0 };
    if (p->d < 3 || p->law == SLIP_LAW_COULOMB || p->law == SLIP_LAW_BOX || slip_law_same(p, SLIP_LAW_COULOMB, none, p->law, p->dirs)) return true;
    snprintf(why, 160, "homotopy takes facets in the plane only");
    return false;
}

/* r, D = -dr/du and rs = dr/dlog s of one contact. */
static void soften(const slip_contact *c, double s, double give, double delta, double eps, const double u[], double r[], double D[], double rs[])
{
    int d = c->d;
    double q = sqrt(u[0] * u[0] + delta * delta), N = u[0] > 0 ? delta * delta / (2 * give * (u[0] + q)) : (q - u[0]) / (2 * give);
    double slope = N / q, grow = delta * delta / (2 * give * q) - N, g[2] = { 0 }, dg[2][2] = { { 0 } }, gs[2] = { 0 };
    if (c->slip) for (int k = 0; k < d - 1; k++) { g[k] = c->slip[k] / (1 + s); gs[k] = -g[k] * s / (1 + s); }
    else if (c->law == SLIP_LAW_BOX)
        for (int k = 0; k < d - 1; k++) {
            double h = sqrt(u[k + 1] * u[k + 1] + eps * eps);
            g[k] = u[k + 1] / h; dg[k][k] = eps * eps / (h * h * h); gs[k] = -g[k] * eps * eps / (h * h);
        }
    else {
        double hh = eps * eps, h;
        for (int k = 1; k < d; k++) hh += u[k] * u[k];
        h = sqrt(hh);
        for (int k = 0; k < d - 1; k++) { g[k] = u[k + 1] / h; gs[k] = -g[k] * eps * eps / hh; }
        for (int k = 0; k < d - 1; k++) for (int e = 0; e < d - 1; e++) dg[k][e] = ((k == e) - g[k] * g[e]) / h;
        if (d == 2) dg[0][0] = eps * eps / (hh * h);
    }
    memset(D, 0, sizeof *D * (size_t)(d * d));
    r[0] = N; rs[0] = grow; D[0] = slope;
    for (int k = 1; k < d; k++) {
        r[k] = -c->mu * N * g[k - 1];
        rs[k] = -c->mu * (grow * g[k - 1] + N * gs[k - 1]);
        D[k * d] = -c->mu * slope * g[k - 1];
        for (int e = 1; e < d; e++) D[k * d + e] = c->mu * N * dg[k - 1][e - 1];
    }
}

/* F(v, log s), with what J needs left behind; |F| in the units of sqrt(mass) speed. */
static double residual(homotopy *x, const slip_problem *p, const double *v, double at)
{
    double s = exp(at), sum = 0;
    int d = p->d;
    slip_velocity_contacts(&x->s, v, x->u);
    slip_velocity_joints(&x->s, v, x->e);
    for (int i = 0; i < p->nc; i++) {
        slip_contact c = slip_problem_contact(p, p->law, p->dirs, i);
        size_t k = (size_t)(d * i), kk = k * (size_t)d;
        if (x->s.eta[i] > 0) soften(&c, s, s * x->give / x->s.eta[i], s * x->round * x->V, s * x->V, x->u + k, x->r + k, x->D + kk, x->rs + k);
    }
    for (int j = 0; j < p->p; j++) { x->E[j] = x->s.eta_joint[j] / (s * x->give); x->l[j] = -x->E[j] * x->e[j]; }
    slip_velocity_load(&x->s, x->r, x->l, x->F);
    for (int k = 0; k < x->s.n; k++) x->F[k] = -x->F[k];
    slip_sparse_gaxpy(1, &x->s.M, v, x->F);
    for (int k = 0; k < x->s.n; k++) sum += x->F[k] * x->F[k] / (x->root[k] * x->root[k]);
    return sqrt(sum);
}

/* out = J^-1 in, and spoils in. */
static bool solve(const homotopy *x, double *in, double *out)
{
    double sum = 0;
    for (int k = 0; k < x->s.n; k++) in[k] /= x->root[k];
    if (slip_lu_solve(x->s.lu, in, out, NULL)) return false;
    for (int k = 0; k < x->s.n; k++) { out[k] /= x->root[k]; sum += 0 * out[k]; }
    return sum == 0;
}

/* Factors J where residual() left off; b = J^-1 dF/dlog s, a = J^-1 F. */
static bool linearise(homotopy *x, const slip_problem *p, slip_iterate *it)
{
    memset(x->Fs, 0, sizeof *x->Fs * (size_t)x->s.n);
    if (x->s.H.x) slip_sparse_gaxpy(-1, &x->s.H, x->rs, x->Fs);
    if (x->s.G.x && p->p) slip_sparse_gaxpy(1, &x->s.G, x->l, x->Fs);            /* dl/dlog s = -l */
    slip_velocity_assemble(&x->s, x->D, x->E);
    slip_velocity_scale(&x->s, x->root);
    it->work[SLIP_WORK_FACTORISATIONS]++;
    it->work[SLIP_WORK_SOLVES] += 2;
    return !slip_velocity_lu(&x->s, NULL) && solve(x, x->Fs, x->b) && solve(x, x->F, x->a);
}

static double dot(const homotopy *x, const double *a, const double *b)
{
    double sum = 0;
    for (int k = 0; k < x->s.n; k++) sum += x->metric[k] * a[k] * b[k];
    return sum;
}

/* M^-1 f, the speed of the problem, and the measure of length: 1 where MASS of all contacts' masses change by V. */
static slip_status rest(homotopy *x, const slip_problem *p, slip_error *error)
{
    int d = p->d, heavy = 0;
    double mass = 0;
    slip_velocity_assemble(&x->s, x->D, x->E);                                   /* no contact yet: M */
    slip_status status = slip_velocity_factor(&x->s, error);
    if (!status) status = slip_velocity_solve(&x->s, x->s.f, x->rest, error);
    if (status) return status;
    slip_velocity_contacts(&x->s, x->rest, x->u);
    for (int i = 0; i < p->nc; i++) {
        double speed = fmin(x->u[d * i], 0);
        for (int k = 1; k < d; k++) speed = hypot(speed, x->u[d * i + k]);
        x->V = fmax(x->V, speed);
        if (x->s.eta[i] > 0) { mass += x->s.eta[i]; heavy++; }
    }
    if (!(x->V > 0)) x->V = 1;
    if (heavy) mass *= (double)p->nc / heavy;
    else mass = 1;
    for (int k = 0; k < x->s.n; k++) x->metric[k] = MASS * x->root[k] * x->root[k] / (mass * x->V * x->V);
    x->far = 1 + sqrt(dot(x, x->rest, x->rest));
    memcpy(x->v, x->rest, sizeof *x->v * (size_t)x->s.n);
    return SLIP_OK;
}

static slip_status init(void *state, const slip_problem *p, const double par[], slip_iterate *it, slip_arena *arena, slip_error *error)
{
    homotopy *x = state;
    slip_status status = slip_velocity_new(&x->s, p, arena, error);
    if (!status) status = slip_newton_new(&x->end, &x->s, p, p->law, 1e4, 1e6, 0, arena, error);
    if (status) return status;
    size_t n = (size_t)x->s.n, m = (size_t)x->s.m;
    double **of_n[] = { &x->rest, &x->v, &x->y, &x->F, &x->Fs, &x->a, &x->b, &x->t, &x->metric, &x->root }, **of_m[] = { &x->u, &x->r, &x->rs }, **of_p[] = { &x->E, &x->l, &x->e };
    for (int k = 0; k < 10; k++) *of_n[k] = SLIP_NEW(arena, double, n);
    for (int k = 0; k < 3; k++) { *of_m[k] = SLIP_NEW(arena, double, m); *of_p[k] = SLIP_NEW(arena, double, p->p); }
    x->D = SLIP_NEW(arena, double, m * (size_t)p->d);
    if (arena->failed) return slip_fail(error, SLIP_MEMORY, "out of memory for homotopy");
    x->give = par[GIVE]; x->round = par[ROUND]; x->longest = par[LONGEST];
    it->have_l = true;
    slip_velocity_root(&x->s, x->root);
    return n ? rest(x, p, error) : SLIP_OK;
}

/* The tangent from b: forward along the last one; its cosine with that. */
static double turn(homotopy *x)
{
    double length = sqrt(1 + dot(x, x->b, x->b)), cosine = (x->ts - dot(x, x->b, x->t)) / length, sign = cosine < 0 ? -1 : 1;
    if (sign * x->ts < 0) x->turns++;
    x->ts = sign / length;
    for (int k = 0; k < x->s.n; k++) x->t[k] = -x->ts * x->b[k];
    return fabs(cosine);
}

/* Newton's method for s = START, from rest, going downhill. */
static slip_step begin(homotopy *x, const slip_problem *p, slip_iterate *it)
{
    x->at = log(START); x->next = log(ENDS); x->ds = fmin(0.3, x->longest);
    double norm = x->scale = residual(x, p, x->v, x->at);
    for (int k = 0; k < FIRST && norm > 1e-8 * x->scale; k++) {
        double step = 1, now = norm;
        if (!linearise(x, p, it)) return SLIP_STEP_NUMERIC;
        for (int half = 0; half < 30; half++, step /= 2) {
            for (int i = 0; i < x->s.n; i++) x->y[i] = x->v[i] - step * x->a[i];
            now = residual(x, p, x->y, x->at);
            if (now <= (1 - 1e-4 * step) * norm) break;
        }
        memcpy(x->v, x->y, sizeof *x->v * (size_t)x->s.n);
        norm = now;
    }
    if (!linearise(x, p, it)) return SLIP_STEP_NUMERIC;
    memset(x->t, 0, sizeof *x->t * (size_t)x->s.n);
    x->ts = -1;
    turn(x);
    x->turns = 0;
    x->begun = true;
    return norm <= 1e-6 * x->scale ? SLIP_STEP_OK : SLIP_STEP_STALLED;
}

static void hand_out(const homotopy *x, const slip_problem *p, slip_iterate *it)
{
    memcpy(it->r, x->r, sizeof *x->r * (size_t)x->s.m);
    memcpy(it->l, x->l, sizeof *x->l * (size_t)p->p);
}

/* One step along the curve, tried: too long a one is halved. */
static void along(homotopy *x, const slip_problem *p, slip_iterate *it)
{
    int n = x->s.n, k = 0;
    double at = x->at + x->ds * x->ts, norm, before = INFINITY, ts = x->ts, far = sqrt(dot(x, x->v, x->v)) / x->far;
    double enough = x->scale * fmax(1, far) * fmax(1e-8, 1e-16 / (x->give * exp(x->at)));
    bool good = false;
    for (int i = 0; i < n; i++) x->y[i] = x->v[i] + x->ds * x->t[i];
    for (; k < CORRECTIONS && fabs(at - x->at) < 3; k++) {
        norm = residual(x, p, x->y, at);
        if (!(norm < INFINITY) || (k > 2 && norm > before / 2) || !linearise(x, p, it)) break;
        good = norm <= enough;
        if (good) break;
        before = norm;
        double across = dot(x, x->t, x->a) / (x->ts - dot(x, x->t, x->b));
        for (int i = 0; i < n; i++) x->y[i] -= x->a[i] + x->b[i] * across;
        at += across;
    }
    if (good) {
        memcpy(x->a, x->t, sizeof *x->a * (size_t)n);
        long turns = x->turns;
        good = turn(x) > 0.7;
        if (!good) { memcpy(x->t, x->a, sizeof *x->a * (size_t)n); x->ts = ts; x->turns = turns; }
    }
    if (!good) { x->ds /= 2; x->over = x->ds < LOST; return; }
    memcpy(x->v, x->y, sizeof *x->v * (size_t)n);
    hand_out(x, p, it);
    x->at = at;
    if (at < log(LOST)) x->over = true;
    x->away = far > AWAY;
    x->over = x->over || x->away;
    if (k <= 4) x->ds = fmin(x->longest * fmax(1, far / 2), 1.6 * x->ds);
}

/* Newton's steps to the end: given up when PATIENCE of them gain little, or POOR centres are no better than the best. */
static slip_step finish(homotopy *x, const slip_problem *p, slip_iterate *it)
{
    slip_step last = slip_newton_step(&x->end, p, it);
    if (x->end.inner == 1) x->first = x->end.norm;
    if (x->end.inner >= PATIENCE && !(x->end.norm < 1e-2 * x->first)) last = SLIP_STEP_STALLED;
    if (last == SLIP_STEP_OK && x->end.inner == 0) {
        x->poor = x->end.change < x->change ? 0 : x->poor + 1;
        x->change = fmin(x->change, x->end.change);
        if (x->poor == POOR) last = SLIP_STEP_STALLED;
    }
    if (last == SLIP_STEP_OK && --x->tries) return last;
    x->tries = 0;
    residual(x, p, x->v, x->at);                    /* back to the path */
    hand_out(x, p, it);
    return x->last == 2 ? SLIP_STEP_STALLED : SLIP_STEP_OK;
}

static slip_step step(void *state, const slip_problem *p, slip_iterate *it)
{
    homotopy *x = state;
    if (!x->s.n) return SLIP_STEP_DONE;
    if (x->tries) return finish(x, p, it);
    if (x->begun && !x->over) along(x, p, it);
    if (!x->begun) {
        slip_step begun = begin(x, p, it);
        if (begun != SLIP_STEP_OK) {
            snprintf(it->note, sizeof it->note, "no soft state to begin the path from");
            return begun;
        }
    }
    snprintf(it->note, sizeof it->note, x->away ? "the path leads to infinity at softness %.2g, after %ld folds" : "softness %.4g after %ld folds", exp(x->at), x->turns);
    if (x->at > log(START) + 1) {
        snprintf(it->note, sizeof it->note, "the path leads back to soft contacts, after %ld folds", x->turns);
        if (it->work[SLIP_WORK_RESTARTS] == AGAIN) return SLIP_STEP_STALLED;
        x->longest /= 4;                            /* it had been left for another one: more carefully, then */
        memcpy(x->v, x->rest, sizeof *x->v * (size_t)x->s.n);
        x->begun = false;
        it->work[SLIP_WORK_RESTARTS]++;
        return SLIP_STEP_OK;
    }
    if (x->at < x->next || x->over) {
        residual(x, p, x->v, x->at);                /* r and l of the path */
        slip_newton_at(&x->end, x->v, x->r, x->l, x->soft ? 10 : 1e4);
        x->soft = !x->soft;
        x->last += x->over;
        x->change = INFINITY;
        x->poor = 0;
        x->tries = TRIES;
        x->next = x->at - log(10);
    }
    return SLIP_STEP_OK;
}

static void close(void *state)
{
    homotopy *x = state;
    slip_velocity_close(&x->s);
}

const slip_solver slip_solver_homotopy = {
    .name = "homotopy", .about = "a path of soft contact laws, followed through its folds to Coulomb's", .cite = "AllgowerGeorg1990",
    .laws = SLIP_LAW_BIT(SLIP_LAW_COULOMB) | SLIP_LAW_BIT(SLIP_LAW_FACETS) | SLIP_LAW_BIT(SLIP_LAW_BOX),
    .flags = SLIP_NO_BILATERAL | SLIP_NEEDS_SYMMETRIC, .params = params, .size = sizeof(homotopy), .applies = applies, .init = init, .step = step, .close = close
};
