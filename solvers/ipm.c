/* ipm.c: primal-dual interior point for the law cone, with Nesterov-Todd scaling.
   SPDX-License-Identifier: GPL-3.0-or-later

       M v - H r - G l = f,   u = H'v + w,   G'v + b = 0,   r in K,  u in K*,  r o u = s e  with s -> 0

   With T = diag(mu, 1, 1), z = T r and y = T^-1 u lie in the Lorentz cone, which is its own dual.  The scaling point P of a contact
   has P z = P^-1 y = lambda; eliminating du and dr leaves the velocities:

       (M + H D H' + G E G') dv = ...,   D = T^-1 P^-2 T^-1

   Mehrotra's predictor chooses the centring.  Joints are proximal: dl = -E (G'(v + dv) + b), E large.  mu = 0 and d = 1: a half-line.
   Where contacts slip the last digits are lost: the systems are as ill-conditioned as s is small. */

#include "solvers/velocity.h"

#include <math.h>
#include <string.h>

enum { JOINT };

static const slip_param params[] = {
    { .name = "joint", .def = 1e6, .min = 1, .max = 1e12, .about = "proximal weight of the joints" },
    { .name = NULL }
};

typedef struct {
    slip_velocity s;
    double E0;
    double *v, *dv, *t, *F;             /* n */
    double *z, *y, *dz, *dy, *la, *c;   /* m: scaled impulse and velocity, their steps, lambda, right side */
    double *gap, *g, *h;                /* m: y without its scale minus what v gives; loads */
    double *w, *beta;                   /* m, nc: Nesterov-Todd point and length */
    double *D, *E, *e, *dl;             /* nc d d, p, p, p */
} ipm;

static slip_law claims(const slip_problem *p, const double par[], slip_dirs *dirs)
{
    (void)par;
    *dirs = p->dirs;
    return SLIP_LAW_CONE;
}

static int width(const slip_problem *p, int i) { return p->mu[i] > 0 ? p->d : 1; }     /* rows of contact i that carry impulse */

static slip_status init(void *state, const slip_problem *p, const double par[], slip_iterate *it, slip_arena *arena, slip_error *error)
{
    ipm *x = state;
    slip_status status = slip_velocity_new(&x->s, p, arena, error);
    if (status) return status;
    int n = x->s.n, m = x->s.m, d = p->d;
    x->E0 = par[JOINT];
    double **of_n[] = { &x->v, &x->dv, &x->t, &x->F }, **of_m[] = { &x->z, &x->y, &x->dz, &x->dy, &x->la, &x->c, &x->gap, &x->g, &x->h, &x->w };
    double **of_p[] = { &x->E, &x->e, &x->dl };
    for (int k = 0; k < 4; k++) *of_n[k] = SLIP_NEW(arena, double, n);
    for (int k = 0; k < 10; k++) *of_m[k] = SLIP_NEW(arena, double, m);
    for (int k = 0; k < 3; k++) *of_p[k] = SLIP_NEW(arena, double, p->p);
    x->beta = SLIP_NEW(arena, double, p->nc);
    x->D = SLIP_NEW(arena, double, (size_t)m * (size_t)d);
    if (arena->failed) return slip_fail(error, SLIP_MEMORY, "out of memory for ipm");
    /* start: the free motion, and impulses of the size that would stop it */
    slip_velocity_assemble(&x->s, x->D, x->E);
    if ((status = slip_velocity_factor(&x->s, error)) || (status = slip_velocity_solve(&x->s, x->s.f, x->v, error))) return status;
    slip_velocity_contacts(&x->s, x->v, x->g);
    double V = 0;
    for (int k = 0; k < m; k++) V = fmax(V, fabs(x->g[k]));
    if (!(V > 0)) V = 1;
    for (int i = 0; i < p->nc; i++) {
        x->y[d * i] = V;
        x->z[d * i] = x->s.eta[i] > 0 ? x->s.eta[i] * V : 1;
    }
    (void)it;
    it->have_l = true;
    return SLIP_OK;
}

static double scale(const slip_problem *p, int i, int k) { return k == 0 && p->mu[i] > 0 ? p->mu[i] : 1; }     /* diagonal of T */

/* x0^2 - |x1|^2, without cancellation */
static double lorentz(const double *x, int k)
{
    double t = k == 1 ? 0 : k == 2 ? fabs(x[1]) : hypot(x[1], x[2]);
    return (x[0] - t) * (x[0] + t);
}

/* out = P x, or P^-1 x; P = beta (arrow of w) */
static void scaled(const ipm *x, int i, int d, int k, bool inverse, const double *in, double *out)
{
    const double *w = x->w + d * i;
    double sign = inverse ? -1 : 1, beta = inverse ? 1 / x->beta[i] : x->beta[i], dot = 0, first = in[0];
    for (int a = 1; a < k; a++) dot += w[a] * in[a];
    out[0] = beta * (w[0] * first + sign * dot);
    for (int a = 1; a < k; a++) out[a] = beta * (sign * w[a] * first + in[a] + w[a] * dot / (1 + w[0]));
}

/* Scaling points, lambda and D; the mean of r'u; false when a point has left its cone. */
static bool points(ipm *x, const slip_problem *p, double *mean)
{
    int d = p->d, count = 0;
    *mean = 0;
    for (int i = 0; i < p->nc; i++) {
        int k = width(p, i);
        double *z = x->z + d * i, *y = x->y + d * i, *w = x->w + d * i, a = lorentz(y, k), b = lorentz(z, k), dot = 0;
        if (!(a > 0 && b > 0 && z[0] > 0 && y[0] > 0)) return false;
        double sa = sqrt(a), sb = sqrt(b);
        for (int e = 0; e < k; e++) dot += y[e] / sa * (z[e] / sb);
        double gamma = sqrt((1 + dot) / 2);
        x->beta[i] = sqrt(sa / sb);
        for (int e = 0; e < k; e++) w[e] = (y[e] / sa + (e == 0 ? 1 : -1) * z[e] / sb) / (2 * gamma);
        scaled(x, i, d, k, false, z, x->la + d * i);
        for (int e = 0; e < k; e++) *mean += z[e] * y[e];
        count++;
        double *D = x->D + (size_t)i * (size_t)(d * d);
        memset(D, 0, sizeof *D * (size_t)(d * d));
        for (int e = 0; e < k; e++) {
            double unit[3] = { 0 }, half[3], whole[3];
            unit[e] = 1 / scale(p, i, e);
            scaled(x, i, d, k, true, unit, half);
            scaled(x, i, d, k, true, half, whole);
            for (int f = 0; f < k; f++) D[f * d + e] = whole[f] / scale(p, i, f);
        }
        for (int e = 0; e < k; e++) for (int f = 0; f < e; f++) D[e * d + f] = D[f * d + e] = (D[e * d + f] + D[f * d + e]) / 2;
    }
    if (count) *mean /= count;
    return true;
}

/* c = lambda \ right, the inverse of the Jordan product */
static void divide(const double *la, int k, const double *right, double *out)
{
    double det = lorentz(la, k), dot = 0;
    for (int a = 1; a < k; a++) dot += la[a] * right[a];
    out[0] = (la[0] * right[0] - dot) / det;
    for (int a = 1; a < k; a++) out[a] = (right[a] - la[a] * out[0]) / la[0];
}

/* One direction for given right sides x->c (already divided by lambda). */
static bool solve(ipm *x, const slip_problem *p, slip_iterate *it)
{
    int d = p->d, n = x->s.n;
    for (int i = 0; i < p->nc; i++) {
        int k = width(p, i);
        double half[3] = { 0 }, *h = x->h + d * i;
        const double *D = x->D + (size_t)i * (size_t)(d * d), *gap = x->gap + d * i;
        scaled(x, i, d, k, true, x->c + d * i, half);
        for (int e = 0; e < d; e++) {
            h[e] = e < k ? half[e] / scale(p, i, e) : 0;
            for (int f = 0; f < k && e < k; f++) h[e] += D[e * d + f] * gap[f];
        }
    }
    /* F holds M v - H r - G l - f; t = -F + H h - G E e */
    memset(x->t, 0, sizeof *x->t * (size_t)n);
    if (x->s.H.x) slip_sparse_gaxpy(1, &x->s.H, x->h, x->t);
    for (int j = 0; j < p->p; j++) x->dl[j] = -x->E[j] * x->e[j];
    if (x->s.G.x && p->p) slip_sparse_gaxpy(1, &x->s.G, x->dl, x->t);
    for (int k = 0; k < n; k++) x->t[k] -= x->F[k];
    if (slip_velocity_solve(&x->s, x->t, x->dv, NULL)) return false;
    it->work[SLIP_WORK_SOLVES]++;
    memset(x->g, 0, sizeof *x->g * (size_t)x->s.m);
    if (x->s.H.x) slip_sparse_gaxpy_t(1, &x->s.H, x->dv, x->g);
    for (int i = 0; i < p->nc; i++) {
        int k = width(p, i);
        double half[3] = { 0 }, back[3] = { 0 };
        for (int e = 0; e < k; e++) x->dy[d * i + e] = (x->g[d * i + e] - x->gap[d * i + e]) / scale(p, i, e);
        scaled(x, i, d, k, true, x->dy + d * i, half);
        for (int e = 0; e < k; e++) half[e] = x->c[d * i + e] - half[e];
        scaled(x, i, d, k, true, half, back);
        for (int e = 0; e < k; e++) x->dz[d * i + e] = back[e];
    }
    for (int j = 0; j < p->p && x->s.G.x; j++) {
        double sum = x->e[j];
        for (int k = x->s.G.p[j]; k < x->s.G.p[j + 1]; k++) sum += x->s.G.x[k] * x->dv[x->s.G.i[k]];
        x->dl[j] = -x->E[j] * sum;
    }
    return true;
}

/* The largest a <= 1 with point + a step in the Lorentz cone. */
static double reach(const double *point, const double *dir, int k)
{
    double A = dir[0] * dir[0], B = point[0] * dir[0], C = lorentz(point, k), most = 1;
    for (int e = 1; e < k; e++) { A -= dir[e] * dir[e]; B -= point[e] * dir[e]; }
    if (dir[0] < 0) most = fmin(most, -point[0] / dir[0]);
    double disc = B * B - A * C;
    if (disc >= 0) {                                    /* smallest positive root of A t^2 + 2 B t + C */
        double q = -(B + copysign(sqrt(disc), B)), t1 = A != 0 ? q / A : INFINITY, t2 = q != 0 ? C / q : INFINITY;
        if (t1 > 0) most = fmin(most, t1);
        if (t2 > 0) most = fmin(most, t2);
    }
    return most;
}

static double longest(const ipm *x, const slip_problem *p)
{
    double a = 1;
    for (int i = 0; i < p->nc; i++) {
        int k = width(p, i);
        a = fmin(a, fmin(reach(x->z + p->d * i, x->dz + p->d * i, k), reach(x->y + p->d * i, x->dy + p->d * i, k)));
    }
    return a;
}

/* Right sides: -lambda o lambda + centre e - (P^-1 dy) o (P dz) of the predictor, divided by lambda. */
static void target(ipm *x, const slip_problem *p, double centre, bool correct)
{
    int d = p->d;
    for (int i = 0; i < p->nc; i++) {
        int k = width(p, i);
        double *la = x->la + d * i, right[3] = { 0 }, a[3] = { 0 }, b[3] = { 0 };
        if (correct) { scaled(x, i, d, k, true, x->dy + d * i, a); scaled(x, i, d, k, false, x->dz + d * i, b); }
        for (int e = 0; e < k; e++) right[0] -= la[e] * la[e] + a[e] * b[e];
        for (int e = 1; e < k; e++) right[e] = -2 * la[0] * la[e] - a[0] * b[e] - b[0] * a[e];
        right[0] += centre;
        divide(la, k, right, x->c + d * i);
    }
}

static slip_step step(void *state, const slip_problem *p, slip_iterate *it)
{
    ipm *x = state;
    int d = p->d, n = x->s.n;
    double mean, after = 0;
    if (!points(x, p, &mean)) return SLIP_STEP_STALLED;
    for (int i = 0; i < p->nc; i++) for (int k = 0; k < d; k++) it->r[d * i + k] = k < width(p, i) ? x->z[d * i + k] / scale(p, i, k) : 0;
    slip_velocity_load(&x->s, it->r, it->l, x->F);
    for (int k = 0; k < n; k++) x->F[k] = -x->F[k];
    slip_sparse_gaxpy(1, &x->s.M, x->v, x->F);
    slip_velocity_contacts(&x->s, x->v, x->gap);
    slip_velocity_joints(&x->s, x->v, x->e);
    for (int i = 0; i < p->nc; i++) for (int k = 0; k < d; k++) x->gap[d * i + k] = k < width(p, i) ? x->y[d * i + k] * scale(p, i, k) - x->gap[d * i + k] : 0;
    for (int j = 0; j < p->p; j++) x->E[j] = x->E0 * x->s.eta_joint[j];
    slip_velocity_assemble(&x->s, x->D, x->E);
    it->work[SLIP_WORK_FACTORISATIONS]++;
    if (slip_velocity_factor(&x->s, NULL)) return SLIP_STEP_STALLED;
    target(x, p, 0, false);
    if (!solve(x, p, it)) return SLIP_STEP_STALLED;
    double a = longest(x, p);
    for (int k = 0; k < x->s.m; k++) if (k % d < width(p, k / d)) after += (x->z[k] + a * x->dz[k]) * (x->y[k] + a * x->dy[k]);
    double sigma = p->nc ? fmin(1, fmax(0, after / (p->nc * mean))) : 0;
    target(x, p, sigma * sigma * sigma * mean, true);
    if (!solve(x, p, it)) return SLIP_STEP_STALLED;
    a = fmin(1, 0.99 * longest(x, p));
    if (!(a > 1e-10)) return SLIP_STEP_STALLED;
    for (int k = 0; k < n; k++) x->v[k] += a * x->dv[k];
    for (int k = 0; k < x->s.m; k++) { x->z[k] += a * x->dz[k]; x->y[k] += a * x->dy[k]; }
    for (int j = 0; j < p->p; j++) it->l[j] += a * x->dl[j];
    for (int i = 0; i < p->nc; i++) for (int k = 0; k < d; k++) it->r[d * i + k] = k < width(p, i) ? x->z[d * i + k] / scale(p, i, k) : 0;
    it->claimed_error = mean;
    return SLIP_STEP_OK;
}

static void close(void *state)
{
    ipm *x = state;
    slip_velocity_close(&x->s);
}

const slip_solver slip_solver_ipm = {
    .name = "ipm", .about = "primal-dual interior point for the law cone", .cite = "NegrutEtAl2017",
    .laws = SLIP_LAW_BIT(SLIP_LAW_COULOMB) | SLIP_LAW_BIT(SLIP_LAW_CONE),
    .flags = SLIP_NO_BILATERAL | SLIP_NEEDS_SYMMETRIC | SLIP_NO_GIVEN_SLIP,
    .params = params, .size = sizeof(ipm), .claims = claims, .init = init, .step = step, .close = close
};
