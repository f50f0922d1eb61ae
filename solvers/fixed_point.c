/* fixed_point.c: P1 and P2 as quadratic programs by contact, and the sliding speeds Lambda.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "solvers/fixed_point.h"
#include "solvers/lcp.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const char *const slip_qp_roads[] = { "auto", "interior", "active", NULL };

static slip_status build(slip_p1 *x, const slip_problem *p, bool second, slip_qp_road road, slip_arena *arena, slip_error *error)
{
    int d = p->d, k = d == 1 ? 0 : d == 2 ? 2 : p->dirs.k;
    long most = (long)p->nc * (k + 1);
    if (most > 100000000L) return slip_fail(error, SLIP_SIZE, "the quadratic program would have %ld constraints", most);
    x->contact = SLIP_NEW(arena, int, most);
    double *a = SLIP_NEW(arena, double, most * d);
    if (arena->failed) return slip_fail(error, SLIP_MEMORY, "out of memory for a quadratic program");
    int rows = 0;
    for (int i = 0; i < p->nc; i++) {
        bool smooth = p->mu[i] == 0 || d == 1;
        if (second || smooth) { x->contact[rows] = i; a[(size_t)rows * (size_t)d] = 1; rows++; }
        for (int j = 0; j < k && !smooth; j++) {
            double e[2];
            slip_dirs_get(p->dirs, d, j, e);
            double *row = a + (size_t)rows * (size_t)d;
            row[0] = second ? 0 : 1;
            for (int t = 1; t < d; t++) row[t] = second ? e[t - 1] : p->mu[i] * e[t - 1];
            x->contact[rows++] = i;
        }
    }
    x->rows = rows;
    x->c = SLIP_NEW(arena, double, rows);
    x->z = SLIP_NEW(arena, double, rows);
    x->accuracy = 1e-11;
    if (arena->failed) return slip_fail(error, SLIP_MEMORY, "out of memory for a quadratic program");
    return slip_qp_new(&x->qp, p, rows, x->contact, a, road, arena, error);
}

slip_status slip_p1_new(slip_p1 *x, const slip_problem *p, slip_qp_road road, slip_arena *arena, slip_error *error) { return build(x, p, false, road, arena, error); }
slip_status slip_p2_new(slip_p1 *x, const slip_problem *p, slip_qp_road road, slip_arena *arena, slip_error *error) { return build(x, p, true, road, arena, error); }
void slip_p1_close(slip_p1 *x) { slip_qp_close(x->qp); }

void slip_p1_hide(slip_iterate *it, const slip_p1 *x)
{
    slip_hide(it, x->z, sizeof *x->z * (size_t)x->rows);
    slip_hide(it, &x->warm, sizeof x->warm);
}

static bool run(slip_p1 *x, double *v, slip_iterate *it)
{
    slip_error error = { SLIP_OK, "" };
    slip_qp_info info;
    slip_status status = slip_qp_solve(x->qp, x->c, x->accuracy, x->warm, v, x->z, it->l, &info, &error);
    it->work[SLIP_WORK_FACTORISATIONS] += info.factorisations;
    it->work[SLIP_WORK_INNER] += info.iterations;
    it->work[SLIP_WORK_PIVOTS] += info.pivots;
    if (status) snprintf(it->note, sizeof it->note, "%.127s", error.text);
    x->warm = !status;
    return status == SLIP_OK || (status == SLIP_LIMIT && info.primal <= 1e-8 && info.dual <= 1e-8 && info.gap <= 1e-8);
}

bool slip_p1_warm(slip_p1 *x, const slip_problem *p, const slip_iterate *it)
{
    double most = 0;
    for (int i = 0; i < slip_problem_m(p); i++) most = fmax(most, fabs(it->r[i]));
    if (!(most > 0)) return false;
    if (!slip_qp_warms(x->qp)) return true;
    for (int i = 0, at = 0; i < p->nc; i++) {
        slip_contact c = slip_problem_contact(p, SLIP_LAW_CONE_FACETS, p->dirs, i);
        at += slip_lcp_guess_one(&c, SLIP_LCP_RAYS, it->r + p->d * i, NULL, x->z + at);
    }
    return x->warm = true;
}

bool slip_p1_solve(slip_p1 *x, const slip_problem *p, const double *lambda, slip_iterate *it)
{
    for (int i = 0; i < x->rows; i++) x->c[i] = lambda ? p->mu[x->contact[i]] * lambda[x->contact[i]] : 0;
    bool good = run(x, it->v, it);
    slip_qp_impulses(x->qp, x->z, it->r);
    memcpy(it->u, p->w, sizeof(double) * (size_t)slip_problem_m(p));
    slip_sparse_gaxpy_t(1, &p->H, it->v, it->u);
    it->have_u = it->have_v = it->have_l = true;
    return good;
}

bool slip_p2_solve(slip_p1 *x, const slip_problem *p, const double *lambda, double *v, slip_iterate *it)
{
    int last = -1;
    (void)p;
    for (int i = 0; i < x->rows; i++) {                 /* the first row of a contact is the normal one */
        x->c[i] = x->contact[i] == last ? lambda[x->contact[i]] : 0;
        last = x->contact[i];
    }
    return run(x, v, it);
}

void slip_sliding_speed(const slip_problem *p, const double *v, double *u, double *lambda)
{
    memcpy(u, p->w, sizeof(double) * (size_t)slip_problem_m(p));
    slip_sparse_gaxpy_t(1, &p->H, v, u);
    for (int i = 0; i < p->nc; i++) {
        slip_contact c = slip_problem_contact(p, SLIP_LAW_FACETS, p->dirs, i);
        lambda[i] = slip_friction_support(&c, u + p->d * i + 1);
    }
}

slip_law slip_claims_facets(const slip_problem *p, const double par[], slip_dirs *dirs)
{
    (void)par;
    *dirs = p->dirs;
    return SLIP_LAW_FACETS;
}
