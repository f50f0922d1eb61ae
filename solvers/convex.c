/* convex.c: the cone program behind the methods of first order, scaled so that units do not matter.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "solvers/convex.h"

#include <cblas.h>
#include <math.h>
#include <string.h>

slip_status slip_convex_new(slip_convex *x, const slip_problem *p, slip_law solved, slip_arena *arena, slip_error *error)
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
    x->y = SLIP_NEW(arena, double, x->n);
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
    return SLIP_OK;
}

void slip_convex_close(slip_convex *x) { slip_delassus_close(&x->op); }

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

void slip_convex_step(const slip_convex *x, const slip_problem *p, const double *z, double t, const double *g, double *out)
{
    int d = p->d;
    for (int k = 0; k < x->n; k++) x->y[k] = z[k] - t * g[k];
    for (int i = 0; i < p->nc; i++) x->y[d * i] -= t * x->S[d * i] * x->shift[i];
    slip_convex_project(x, p, x->y, out);
}

double slip_convex_shift(slip_convex *x, const slip_problem *p, const double *g)
{
    int d = p->d;
    double change = 0, speed = 0;
    if (x->posed == SLIP_LAW_CONE || x->posed == SLIP_LAW_CONE_FACETS || d == 1) return 0;
    for (int i = 0; i < p->nc; i++) {
        if (!(x->S[d * i] > 0)) continue;
        slip_contact c = { .law = x->posed, .dirs = x->dirs, .d = d, .mu = p->mu[i] };
        double u[2] = { 0 };
        for (int k = 1; k < d; k++) u[k - 1] = g[d * i + k] / x->S[d * i];
        double s = p->mu[i] * slip_friction_support(&c, u);
        change = fmax(change, fabs(s - x->shift[i]));
        speed = fmax(speed, fmax(hypot(u[0], u[1]), fabs(g[d * i] / x->S[d * i])));
        x->shift[i] = s;
    }
    return speed > 0 ? change / speed : 0;
}

double slip_convex_dot(int n, const double *a, const double *b) { return n ? cblas_ddot(n, a, 1, b, 1) : 0; }
