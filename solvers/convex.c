/* convex.c: the cone program behind the methods of first order, scaled so that units do not matter.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "solvers/convex.h"

#include <cblas.h>
#include <math.h>
#include <string.h>

slip_status slip_convex_new(slip_convex *x, const slip_problem *p, slip_law solved, int threads, slip_iterate *it, slip_arena *arena, slip_error *error)
{
    slip_status status = slip_delassus_new(&x->op, p, SLIP_FORM_AUTO, SLIP_JOINTS_KEPT, arena, error);
    if (status) return status;
    int d = p->d;
    x->dirs = p->dirs;
    x->posed = solved;
    x->law = solved == SLIP_LAW_FACETS || solved == SLIP_LAW_CONE_FACETS ? SLIP_LAW_CONE_FACETS : solved == SLIP_LAW_BOX ? SLIP_LAW_BOX : SLIP_LAW_CONE;
    x->m = x->op.m;
    x->n = x->op.m + x->op.p;
    x->S = SLIP_NEW(arena, double, x->n);
    x->x = SLIP_NEW(arena, double, x->n);
    x->shift = SLIP_NEW(arena, double, p->nc);
    if (arena->failed) return slip_fail(error, SLIP_MEMORY, "out of memory for a cone program");
    for (int i = 0; i < p->nc; i++) {
        double trace = 0;
        for (int k = 0; k < d; k++) trace += x->op.diag[(size_t)i * (size_t)(d * d) + (size_t)(k * d + k)];
        for (int k = 0; k < d; k++) x->S[d * i + k] = trace > 0 ? sqrt(d / trace) : 0;
    }
    for (int j = 0; j < x->op.p; j++) {
        double R = x->op.R[(size_t)j * (size_t)p->p + (size_t)j];
        x->S[x->m + j] = R > 0 ? 1 / sqrt(R) : 0;
    }
    if (threads < 2 || !x->op.rigid || (status = slip_crew_new(&x->crew, threads, error))) return status;
    it->crew = x->crew;
    return slip_delassus_crew(&x->op, x->crew, arena, error);
}

void slip_convex_close(slip_convex *x)
{
    slip_crew_free(x->crew);
    x->crew = NULL;
    slip_delassus_close(&x->op);
}

void slip_convex_in(const slip_convex *x, const slip_iterate *it, double *z)
{
    for (int k = 0; k < x->m; k++) z[k] = x->S[k] > 0 ? it->r[k] / x->S[k] : 0;
    for (int j = 0; j < x->op.p; j++) z[x->m + j] = x->S[x->m + j] > 0 ? it->l[j] / x->S[x->m + j] : 0;
}

void slip_convex_out(const slip_convex *x, const double *z, slip_iterate *it)
{
    for (int k = 0; k < x->m; k++) it->r[k] = x->S[k] * z[k];
    for (int j = 0; j < x->op.p; j++) it->l[j] = x->S[x->m + j] * z[x->m + j];
}

void slip_convex_gradient(slip_convex *x, const double *z, double *g, slip_iterate *it)
{
    double *r = x->x;
    for (int k = 0; k < x->n; k++) r[k] = x->S[k] * z[k];
    slip_delassus_apply(&x->op, r, x->op.p ? r + x->m : NULL, g);
    if (x->op.p) slip_delassus_joint(&x->op, r, r + x->m, g + x->m);
    for (int k = 0; k < x->n; k++) g[k] *= x->S[k];
    it->work[SLIP_WORK_PRODUCTS]++;
}

void slip_convex_project(const slip_convex *x, const slip_problem *p, const double *z, double *out)
{
    int d = p->d;
    for (int i = 0; i < p->nc; i++) {
        slip_contact c = { .law = x->law, .dirs = x->dirs, .d = d, .mu = p->mu[i] };
        slip_cone_project(&c, z + d * i, out + d * i);
    }
    for (int k = x->m; k < x->n; k++) out[k] = z[k];
}

typedef struct { const slip_convex *x; const slip_problem *p; const double *z, *g; double t, *out; } stepping;

static void step_part(void *ctx, int member, int members)
{
    const stepping *s = ctx;
    const slip_convex *x = s->x;
    int d = s->p->d, nc = s->p->nc;
    for (int i = (int)((long long)nc * member / members); i < (int)((long long)nc * (member + 1) / members); i++) {
        slip_contact c = { .law = x->law, .dirs = x->dirs, .d = d, .mu = s->p->mu[i] };
        double y[3];
        for (int k = 0; k < d; k++) y[k] = s->z[d * i + k] - s->t * s->g[d * i + k];
        y[0] -= s->t * x->S[d * i] * x->shift[i];
        slip_cone_project(&c, y, s->out + d * i);
    }
}

void slip_convex_step(const slip_convex *x, const slip_problem *p, const double *z, double t, const double *g, double *out)
{
    stepping s = { x, p, z, g, t, out };
    if (x->crew) slip_crew_run(x->crew, step_part, &s);
    else step_part(&s, 0, 1);
    for (int k = x->m; k < x->n; k++) out[k] = z[k] - t * g[k];
}

void slip_convex_shift(slip_convex *x, const slip_problem *p, const double *g, double follow)
{
    int d = p->d;
    if (x->posed == SLIP_LAW_CONE || x->posed == SLIP_LAW_CONE_FACETS || d == 1) return;
    for (int i = 0; i < p->nc; i++) {
        if (!(x->S[d * i] > 0)) continue;
        slip_contact c = { .law = x->posed, .dirs = x->dirs, .d = d, .mu = p->mu[i] };
        double u[2] = { 0 };
        for (int k = 1; k < d; k++) u[k - 1] = g[d * i + k] / x->S[d * i];
        double s = p->mu[i] * slip_friction_support(&c, u);
        x->shift[i] = follow == 1 ? s : x->shift[i] + follow * (s - x->shift[i]);
    }
}

double slip_convex_dot(int n, const double *a, const double *b) { return n ? cblas_ddot(n, a, 1, b, 1) : 0; }
