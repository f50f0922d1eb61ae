/* made.h: problems made from their solution, for every law, form and dimension.
   SPDX-License-Identifier: GPL-3.0-or-later

   Bodies, contacts and joints are drawn at random, then a pair (r_i, u_i) that satisfies the law and a velocity v; the data
   follow: w = u - H'v, f = Mv - Hr - Gl, b = -G'v (or q = u - Wr - Vl, s = -V'r - Rl).  The answer is exact up to rounding. */

#ifndef SLIP_TESTS_MADE_H
#define SLIP_TESTS_MADE_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "verify/verify.h"

typedef struct {
    int d, nc, bodies, p;       /* d = 1: bodies of one velocity each */
    bool local;
    slip_law law; slip_dirs dirs;
    double given, bilateral;    /* share of contacts with a given slip direction; bilateral */
    double mu;                  /* < 0: drawn from 0.1 .. 0.9 */
    double mass;                /* bodies' masses are 1 .. mass, spread evenly in the logarithm; 0: 1 */
    unsigned long seed;
} made_options;

typedef struct {
    slip_problem problem; slip_answer answer; slip_arena arena;
    slip_mode *mode;            /* nc */
} made;

typedef struct { unsigned long long state; } made_rng;

static inline double made_uniform(made_rng *g, double low, double high)     /* splitmix64 */
{
    unsigned long long z = (g->state += 0x9e3779b97f4a7c15ull);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    z ^= z >> 31;
    return low + (high - low) * (double)(z >> 11) * 0x1p-53;
}

static inline int made_below(made_rng *g, int n) { return (int)made_uniform(g, 0, n); }

/* A pair of the law at one contact in the given state. */
static inline void made_pair(made_rng *g, const slip_problem *p, slip_law law, slip_dirs dirs, int i, slip_mode mode, double load, double *r, double *u)
{
    int d = p->d;
    double mu = p->mu[i], t[2] = { 1, 0 }, c[2] = { 0, 0 }, angle = made_uniform(g, 0, 6.283185307179586), speed = made_uniform(g, 0.2, 1);
    double support = 1;
    bool cone = law == SLIP_LAW_CONE || law == SLIP_LAW_CONE_FACETS, polygon = law == SLIP_LAW_FACETS || law == SLIP_LAW_CONE_FACETS;
    bool both = p->bilateral && p->bilateral[i];
    for (int k = 0; k < d; k++)
        r[k] = u[k] = 0;
    if (d == 2) t[0] = angle < 3 ? 1 : -1;
    if (d == 3) { t[0] = cos(angle); t[1] = sin(angle); }
    c[0] = -t[0];
    c[1] = -t[1];
    if (d == 3 && polygon) {
        support = -INFINITY;
        for (int j = 0; j < dirs.k; j++) {
            double x[2];
            slip_dirs_get(dirs, 3, j, x);
            double s = -(x[0] * t[0] + x[1] * t[1]);
            if (s > support) { support = s; c[0] = x[0]; c[1] = x[1]; }
        }
    } else if (d == 3 && law == SLIP_LAW_BOX) {
        c[0] = t[0] > 0 ? -1 : 1;
        c[1] = t[1] > 0 ? -1 : 1;
        support = fabs(t[0]) + fabs(t[1]);
    } else if (d == 3 && law == SLIP_LAW_OPPOSED) {
        double turn = made_uniform(g, -1.4, 1.4);
        c[0] = -(cos(turn) * t[0] - sin(turn) * t[1]);
        c[1] = -(sin(turn) * t[0] + cos(turn) * t[1]);
    }
    double rn = load * made_uniform(g, 0.3, 1.5);
    if (mode == SLIP_MODE_OPEN) {
        u[0] = speed;
        for (int k = 1; k < d; k++)
            u[k] = t[k - 1] * made_uniform(g, 0.1, 1);
        if (cone && d > 1) u[0] += mu * 2;
        return;
    }
    if (mode == SLIP_MODE_GRAZING) return;
    r[0] = both && made_uniform(g, 0, 1) < 0.5 ? -rn : rn;
    if (d == 1) return;
    if (p->slip && slip_problem_has_slip(p, i)) {
        for (int k = 1; k < d; k++) {
            r[k] = -mu * rn * p->slip[i * (d - 1) + k - 1];
            u[k] = made_uniform(g, -1, 1);
        }
        return;
    }
    double part = mode == SLIP_MODE_STICK ? made_uniform(g, 0.1, 0.8) : 1;
    for (int k = 1; k < d; k++) {
        r[k] = part * mu * rn * c[k - 1];
        if (mode == SLIP_MODE_SLIP) u[k] = speed * t[k - 1];
    }
    if (mode == SLIP_MODE_SLIP && cone && !both) u[0] = mu * speed * support;
}

static inline void made_dense(slip_sparse *out, int rows, int cols, const double *a, slip_arena *arena)
{
    slip_error error;
    if (slip_sparse_from_dense(out, SLIP_CSC, rows, cols, a, arena, &error) != SLIP_OK) abort();
}

static inline void *made_new(size_t count, size_t size) { void *x = calloc(count ? count : 1, size); if (!x) abort(); return x; }

static inline void made_make(made *out, const made_options *o)
{
    memset(out, 0, sizeof *out);
    made_rng g = { o->seed * 7919 + 17 };
    slip_problem *p = &out->problem;
    slip_error error;
    int d = o->d, nc = o->nc, m = d * nc, per = d == 1 ? 1 : d == 2 ? 3 : 6, n = per * o->bodies, np = o->p;
    double *M = made_new((size_t)n * (size_t)n, sizeof *M), *H = made_new((size_t)n * (size_t)m, sizeof *H), *G = made_new((size_t)n * (size_t)np, sizeof *G);
    double *u = made_new(m, sizeof *u), *r = made_new(m, sizeof *r), *v = made_new(n, sizeof *v), *l = made_new(np, sizeof *l);
    if (slip_problem_new(p, d, nc, o->local ? 0 : n, np, o->local, &error) != SLIP_OK) abort();
    p->law = o->law;
    if (o->dirs.k) p->dirs = o->dirs;
    if (d == 2) p->dirs = (slip_dirs){ 2, 0 };
    p->slip = o->given > 0 && d > 1 ? SLIP_NEW(&p->arena, double, nc * (d - 1)) : NULL;
    p->bilateral = o->bilateral > 0 ? SLIP_NEW(&p->arena, unsigned char, nc) : NULL;
    out->mode = SLIP_NEW(&out->arena, slip_mode, nc);
    double *mass = made_new(o->bodies, sizeof *mass);
    int *pair = made_new(2 * (size_t)nc, sizeof *pair);
    for (int b = 0; b < o->bodies; b++) {
        double a[36];
        mass[b] = o->mass > 1 && o->bodies > 1 ? pow(o->mass, (double)b / (o->bodies - 1)) : 1;
        for (int k = 0; k < per * per; k++)
            a[k] = made_uniform(&g, -0.4, 0.4);
        for (int i = 0; i < per; i++)
            for (int j = 0; j < per; j++) {
                double s = i == j ? 1 : 0;
                for (int k = 0; k < per; k++)
                    s += a[i * per + k] * a[j * per + k];
                M[b * per + i + (b * per + j) * n] = s * mass[b];
            }
        for (int i = 0; i < per; i++)
            v[b * per + i] = made_uniform(&g, -1, 1);
    }
    for (int i = 0; i < nc; i++) {
        p->mu[i] = d == 1 ? 0 : o->mu < 0 ? made_uniform(&g, 0.1, 0.9) : o->mu;
        int a = i % o->bodies, b = made_below(&g, o->bodies + 1) - 1;      /* -1: the ground */
        if (b == a) b = -1;
        pair[2 * i] = a;
        pair[2 * i + 1] = b;
        for (int side = 0; side < 2; side++)
            for (int k = 0; k < per && pair[2 * i + side] >= 0; k++)
                for (int c = 0; c < d; c++)
                    H[pair[2 * i + side] * per + k + (i * d + c) * n] = made_uniform(&g, -1, 1);
        if (p->bilateral) p->bilateral[i] = made_uniform(&g, 0, 1) < o->bilateral;
        if (p->slip && made_uniform(&g, 0, 1) < o->given) {
            double angle = made_uniform(&g, 0, 6.283);
            if (d == 2) p->slip[i] = angle < 3 ? 1 : -1;
            else { p->slip[2 * i] = cos(angle); p->slip[2 * i + 1] = sin(angle); }
        }
        slip_mode mode = (slip_mode[]){ SLIP_MODE_OPEN, SLIP_MODE_STICK, SLIP_MODE_SLIP }[d == 1 ? i % 2 : i % 3];
        if (p->bilateral && p->bilateral[i] && mode == SLIP_MODE_OPEN) mode = SLIP_MODE_STICK;
        if (p->slip && slip_problem_has_slip(p, i) && mode != SLIP_MODE_OPEN) mode = SLIP_MODE_GIVEN_SLIP;
        double load = fmin(mass[a], b < 0 ? mass[a] : mass[b]);
        made_pair(&g, p, p->law, p->dirs, i, mode, o->mass > 1 ? sqrt(o->mass) * load : load, r + i * d, u + i * d);
        out->mode[i] = mode;
    }
    for (int j = 0; j < np; j++) {
        l[j] = made_uniform(&g, -1, 1);
        int a = j % o->bodies;
        for (int k = 0; k < per; k++)
            G[a * per + k + j * n] = j > 0 && j == np - 1 ? G[((j - 1) % o->bodies) * per + k + (j - 1) * n] : made_uniform(&g, -1, 1);
        if (j > 0 && j == np - 1 && (j - 1) % o->bodies != a) {         /* the last joint repeats the one before: redundant */
            for (int k = 0; k < n; k++)
                G[k + j * n] = 2 * G[k + (j - 1) * n];
        }
    }
    double *f = made_new(n, sizeof *f), *b = made_new(np, sizeof *b), *w = made_new(m, sizeof *w);
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int k = 0; k < n; k++) s += M[i + k * n] * v[k];
        for (int k = 0; k < m; k++) s -= H[i + k * n] * r[k];
        for (int k = 0; k < np; k++) s -= G[i + k * n] * l[k];
        f[i] = s;
    }
    for (int k = 0; k < m; k++) {
        w[k] = u[k];
        for (int i = 0; i < n; i++) w[k] -= H[i + k * n] * v[i];
    }
    for (int k = 0; k < np; k++)
        for (int i = 0; i < n; i++) b[k] -= G[i + k * n] * v[i];
    if (!o->local) {
        made_dense(&p->M, n, n, M, &p->arena);
        made_dense(&p->H, n, m, H, &p->arena);
        if (np) made_dense(&p->G, n, np, G, &p->arena);
        memcpy(p->f, f, (size_t)n * sizeof *f);
        memcpy(p->w, w, (size_t)m * sizeof *w);
        if (np) memcpy(p->b, b, (size_t)np * sizeof *b);
        p->bodies.count = o->bodies;
        p->bodies.first = SLIP_NEW(&p->arena, int, o->bodies + 1);
        p->bodies.pair = SLIP_NEW(&p->arena, int, 2 * nc);
        for (int k = 0; k <= o->bodies; k++) p->bodies.first[k] = k * per;
        memcpy(p->bodies.pair, pair, 2 * (size_t)nc * sizeof *pair);
    } else {                                        /* Y = M^-1 [H G] */
        int cols = m + np;
        double *B = made_new((size_t)n * (size_t)cols, sizeof *B), *Y = made_new((size_t)n * (size_t)cols, sizeof *Y), *C = made_new((size_t)cols * (size_t)cols, sizeof *C);
        memcpy(B, H, (size_t)n * (size_t)m * sizeof *B);
        memcpy(B + (size_t)n * (size_t)m, G, (size_t)n * (size_t)np * sizeof *B);
        memcpy(Y, B, (size_t)n * (size_t)cols * sizeof *B);
        if (slip_dense_cholesky(n, M, &error) != SLIP_OK) abort();
        slip_dense_cholesky_solve(n, cols, M, Y);
        double *W = made_new((size_t)m * (size_t)m, sizeof *W), *V = made_new((size_t)m * (size_t)np, sizeof *V), *R = made_new((size_t)np * (size_t)np, sizeof *R);
        for (int i = 0; i < cols; i++)
            for (int j = 0; j < cols; j++) {
                double s = 0;
                for (int k = 0; k < n; k++) s += B[k + (size_t)i * n] * Y[k + (size_t)j * n];
                if (i < m && j < m) W[i + j * m] = s;
                else if (i < m) V[i + (j - m) * m] = s;
                else if (j >= m) R[i - m + (j - m) * np] = s;
            }
        made_dense(&p->W, m, m, W, &p->arena);
        if (np) { made_dense(&p->V, m, np, V, &p->arena); made_dense(&p->R, np, np, R, &p->arena); }
        for (int i = 0; i < m; i++) {
            p->q[i] = u[i];
            for (int j = 0; j < m; j++) p->q[i] -= W[i + j * m] * r[j];
            for (int j = 0; j < np; j++) p->q[i] -= V[i + j * m] * l[j];
        }
        for (int i = 0; i < np; i++) {
            p->s[i] = 0;
            for (int j = 0; j < m; j++) p->s[i] -= V[j + i * m] * r[j];
            for (int j = 0; j < np; j++) p->s[i] -= R[i + j * np] * l[j];
        }
        free(B); free(Y); free(C); free(W); free(V); free(R);
    }
    slip_answer *x = &out->answer;
    if (slip_answer_new(x, p, &out->arena, &error) != SLIP_OK) abort();
    x->claim = SLIP_CLAIM_SOLVED;
    x->law = p->law;
    x->dirs = p->dirs;
    x->farkas = NULL;
    memcpy(x->r, r, (size_t)m * sizeof *r);
    memcpy(x->u, u, (size_t)m * sizeof *u);
    if (!o->local) memcpy(x->v, v, (size_t)n * sizeof *v);
    if (np) memcpy(x->l, l, (size_t)np * sizeof *l);
    if (o->local) x->v = NULL;
    if (np == 0) x->l = NULL;
    free(M); free(H); free(G); free(u); free(r); free(v); free(l); free(mass); free(pair); free(f); free(b); free(w);
}

static inline void made_free(made *x)
{
    slip_arena_free(&x->arena);
    slip_problem_free(&x->problem);
}

#endif
