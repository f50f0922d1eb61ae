/* motion.c: joint impulses, and the motion that given impulses cause.
   SPDX-License-Identifier: GPL-3.0-or-later

       M v = H r + G l + f,  G'v + b = 0,  u = H'v + w        or        u = W r + V l + q,  V'r + R l + s = 0

   Solved in double, then refined with residuals in double-double until v and u are known to about thirty digits. */

#include <string.h>

#include "verify/verify.h"

/* l += R^+ e */
void slip_joint_solve(const slip_ruler *ruler, const double *e, double *l)
{
    int np = ruler->problem->p;
    for (int j = 0; j < np; j++)
        if (ruler->Rroot[j] > 0)
            for (int i = 0; i < np; i++)
                if (ruler->Rroot[i] > 0)
                    l[i] += ruler->Rplus[i + j * np] * e[j] / (ruler->Rroot[i] * ruler->Rroot[j]);
}

void slip_dd_round(const slip_dd *x, int n, double *out)
{
    for (int i = 0; i < n; i++)
        out[i] = slip_dd_double(x[i]);
}

/* M v = H r + G l + c f, G'v + c b = 0 (l given: only the first); c is 0 or 1.  One refinement squares the error of a solve; the
   joints take one more each. */
static slip_status global_motion(const slip_ruler *ruler, const double *r, double c, bool have_l, double *l, slip_dd *v,
                                 double *reach, slip_arena *arena, slip_error *error)
{
    const slip_problem *p = ruler->problem;
    int n = p->n, np = p->p, m = slip_problem_m(p);
    slip_dd *e0 = SLIP_NEW(arena, slip_dd, n), *e = SLIP_NEW(arena, slip_dd, n), *ll = SLIP_NEW(arena, slip_dd, np), *g = SLIP_NEW(arena, slip_dd, np);
    double *y = SLIP_NEW(arena, double, n), *z = SLIP_NEW(arena, double, np), *dl = SLIP_NEW(arena, double, np);
    if (arena->failed) return slip_fail(error, SLIP_MEMORY, "no memory to recover %d velocities", n);
    bool find = np && !have_l;
    for (int j = 0; j < np; j++) {
        if (find) l[j] = 0;
        ll[j] = slip_dd_of(l[j]);
    }
    for (int i = 0; i < n; i++) {
        v[i] = slip_dd_of(0);
        e0[i] = slip_dd_of(c * p->f[i]);
    }
    if (r && m) slip_dd_gaxpy_double(&p->H, r, e0, reach);
    if (np == 0 && slip_mass_divide(ruler, e0, v)) return SLIP_OK;
    for (int sweep = 0; sweep < (find ? 4 : p->asymmetry > 0 ? 8 : 2); sweep++) {
        memcpy(e, e0, (size_t)n * sizeof *e);
        if (np) slip_dd_gaxpy(1, &p->G, ll, e);
        if (sweep) slip_dd_gaxpy(-1, &p->M, v, e);
        slip_dd_round(e, n, y);
        slip_status status = n ? slip_mass_solve(ruler, y, y, error) : SLIP_OK;
        if (status != SLIP_OK) return status;
        for (int i = 0; i < n; i++)
            v[i] = slip_dd_add(v[i], slip_dd_of(y[i]));
        if (!find) continue;
        for (int j = 0; j < np; j++)
            g[j] = slip_dd_of(c * p->b[j]);
        slip_dd_gaxpy_t(1, &p->G, v, g);
        memset(dl, 0, (size_t)np * sizeof *dl);
        for (int j = 0; j < np; j++)
            z[j] = -slip_dd_double(g[j]);
        slip_joint_solve(ruler, z, dl);
        memset(y, 0, (size_t)n * sizeof *y);
        slip_sparse_gaxpy(1, &p->G, dl, y);
        status = slip_mass_solve(ruler, y, y, error);
        if (status != SLIP_OK) return status;
        for (int j = 0; j < np; j++)
            ll[j] = slip_dd_add(ll[j], slip_dd_of(dl[j]));
        for (int i = 0; i < n; i++)
            v[i] = slip_dd_add(v[i], slip_dd_of(y[i]));
    }
    if (find) slip_dd_round(ll, np, l);
    return SLIP_OK;
}

static slip_status local_motion(const slip_ruler *ruler, const double *r, double c, bool have_l, double *l, slip_dd *u,
                                slip_arena *arena, slip_error *error)
{
    const slip_problem *p = ruler->problem;
    int np = p->p, m = slip_problem_m(p);
    slip_dd *rr = SLIP_NEW(arena, slip_dd, m), *ll = SLIP_NEW(arena, slip_dd, np), *g = SLIP_NEW(arena, slip_dd, np);
    double *z = SLIP_NEW(arena, double, np), *dl = SLIP_NEW(arena, double, np);
    if (arena->failed) return slip_fail(error, SLIP_MEMORY, "no memory to recover %d contact velocities", m);
    for (int i = 0; i < m; i++) {
        rr[i] = slip_dd_of(r ? r[i] : 0);
        u[i] = slip_dd_of(c * p->q[i]);
    }
    for (int j = 0; j < np; j++) {
        if (!have_l) l[j] = 0;
        ll[j] = slip_dd_of(l[j]);
    }
    for (int sweep = 0; sweep < 3 && np && !have_l; sweep++) {
        for (int j = 0; j < np; j++)
            g[j] = slip_dd_of(c * p->s[j]);
        slip_dd_gaxpy_t(1, &p->V, rr, g);
        slip_dd_gaxpy(1, &p->R, ll, g);
        memset(dl, 0, (size_t)np * sizeof *dl);
        for (int j = 0; j < np; j++)
            z[j] = -slip_dd_double(g[j]);
        slip_joint_solve(ruler, z, dl);
        for (int j = 0; j < np; j++)
            ll[j] = slip_dd_add(ll[j], slip_dd_of(dl[j]));
    }
    if (!have_l) slip_dd_round(ll, np, l);
    if (r) slip_dd_gaxpy(1, &p->W, rr, u);
    if (np) slip_dd_gaxpy(1, &p->V, ll, u);
    return SLIP_OK;
}

slip_status slip_motion_get(const slip_ruler *ruler, const double *r, double c, bool have_l, double *l, slip_dd *v, slip_dd *u,
                            double *reach, slip_error *error)
{
    const slip_problem *p = ruler->problem;
    slip_arena arena = {0};
    slip_status status;
    if (slip_problem_global(p)) {
        bool blocks = reach && !slip_mass_coupled(ruler);
        double *g = blocks ? SLIP_NEW(&arena, double, p->n) : NULL;
        status = blocks && !g ? slip_fail(error, SLIP_MEMORY, "no memory to recover %d velocities", p->n)
                              : global_motion(ruler, r, c, have_l, l, v, g, &arena, error);
        if (status == SLIP_OK) {
            for (int i = 0; i < slip_problem_m(p); i++)
                u[i] = slip_dd_of(c * p->w[i]);
            if (g) slip_mass_abs(ruler, g);
            if (g) slip_dd_gaxpy_t_size(&p->H, v, u, g, reach);
            else slip_dd_gaxpy_t(1, &p->H, v, u);
        }
    } else
        status = local_motion(ruler, r, c, have_l, l, u, &arena, error);
    if (status == SLIP_OK && reach && !slip_problem_global(p)) slip_abs_gaxpy(&p->W, r, reach);
    slip_arena_free(&arena);
    return status;
}
