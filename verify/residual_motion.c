/* residual_motion.c: R1 and R11, the equation of motion and the joints; defined at the top of residual.c.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <string.h>

#include "verify/verify.h"

static slip_status energy_norm(const slip_ruler *ruler, const double *x, double *work, double *norm, slip_error *error)
{
    int n = ruler->problem->n;
    double s = 0;
    slip_status status = n ? slip_mass_solve(ruler, x, work, error) : SLIP_OK;
    for (int i = 0; i < n; i++)
        s += x[i] * work[i];
    *norm = sqrt(fmax(s, 0));
    if (isnan(s)) *norm = s;
    return status;
}

static double trim(double e, double terms)      /* what rounding the answer cannot explain */
{
    double left = fabs(e) - 0x1p-51 * terms;
    return left > 0 ? copysign(left, e) : isnan(left) ? left : 0;
}

double slip_length_far(const double *x, int d)
{
    double s = 0;
    for (int k = 0; k < d; k++)
        if (x[k] != 0) s = hypot(s, x[k]);
    return s;
}

static slip_status best_l(const slip_judge *j, const slip_dd *e0, double *work, slip_dd *ll, slip_arena *arena, slip_error *error)
{
    const slip_problem *p = j->p;
    slip_dd *e = SLIP_NEW(arena, slip_dd, p->n);
    double *y = SLIP_NEW(arena, double, p->p), *dl = SLIP_NEW(arena, double, p->p);
    if (arena->failed) return slip_fail(error, SLIP_MEMORY, "no memory for the joints");
    for (int sweep = 0; sweep < 2; sweep++) {
        memcpy(e, e0, (size_t)p->n * sizeof *e);
        slip_dd_gaxpy(-1, &p->G, ll, e);
        for (int i = 0; i < p->n; i++)
            work[i] = slip_dd_double(e[i]);
        slip_status status = slip_mass_solve(j->ruler, work, work, error);
        if (status != SLIP_OK) return status;
        memset(y, 0, (size_t)p->p * sizeof *y);
        memset(dl, 0, (size_t)p->p * sizeof *dl);
        slip_sparse_gaxpy_t(1, &p->G, work, y);
        slip_joint_solve(j->ruler, y, dl);
        for (int i = 0; i < p->p; i++)
            ll[i] = slip_dd_add(ll[i], slip_dd_of(dl[i]));
    }
    for (int i = 0; i < p->p; i++)
        j->l[i] = slip_dd_double(ll[i]);
    return SLIP_OK;
}

/* v is given: e = Mv - Hr - Gl - f */
slip_status slip_judge_dynamics(slip_judge *j, const slip_answer *answer, slip_arena *arena, slip_error *error)
{
    const slip_problem *p = j->p;
    int n = p->n, m = slip_problem_m(p), np = p->p, d = p->d;
    slip_dd *e = SLIP_NEW(arena, slip_dd, n), *term = SLIP_NEW(arena, slip_dd, n), *rr = SLIP_NEW(arena, slip_dd, m), *ll = SLIP_NEW(arena, slip_dd, np);
    double *x = SLIP_NEW(arena, double, n), *work = SLIP_NEW(arena, double, n), *sum = SLIP_NEW(arena, double, n), *seen = SLIP_NEW(arena, double, m);
    double norm[5] = {0}, most = 0;
    if (arena->failed) return slip_fail(error, SLIP_MEMORY, "no memory for the residuals");
    for (int i = 0; i < m; i++)
        rr[i] = slip_dd_of(j->r[i]);
    for (int i = 0; i < np; i++)
        ll[i] = slip_dd_of(answer->l ? answer->l[i] : 0);
    slip_dd_gaxpy(1, &p->M, j->v, e);
    slip_dd_gaxpy(-1, &p->H, rr, e);
    for (int i = 0; i < n; i++)
        e[i] = slip_dd_sub(e[i], slip_dd_of(p->f[i]));
    if (np && !answer->l) {
        slip_status status = best_l(j, e, work, ll, arena, error);
        if (status != SLIP_OK) return status;
    }
    if (np) slip_dd_gaxpy(-1, &p->G, ll, e);
    const slip_sparse *matrix[3] = { &p->M, &p->H, &p->G };
    const slip_dd *factor[3] = { j->v, rr, ll };
    for (int t = 0; t < 5; t++) {
        slip_status status;
        if (t < 3) {
            if (t == 2 && np == 0) continue;
            memset(term, 0, (size_t)n * sizeof *term);
            slip_dd_gaxpy(1, matrix[t], factor[t], term);
            for (int i = 0; i < n; i++)
                x[i] = slip_dd_double(term[i]);
        } else
            for (int i = 0; i < n; i++)
                x[i] = t == 3 ? p->f[i] : slip_dd_double(e[i]);
        if ((status = energy_norm(j->ruler, x, work, &norm[t], error)) != SLIP_OK) return status;
        if (t < 4) most = fmax(most, norm[t]);
    }
    slip_judge_worse(j->out, SLIP_R_DYNAMICS, norm[4] == 0 ? 0 : norm[4] / most, -1);
    for (int i = 0; i < n; i++)
        work[i] = answer->v[i];
    slip_abs_gaxpy(&p->M, work, sum);
    slip_abs_gaxpy(&p->H, j->r, sum);
    if (np) slip_abs_gaxpy(&p->G, j->l, sum);
    for (int i = 0; i < n; i++)
        x[i] = trim(slip_dd_double(e[i]), sum[i]);
    slip_status status = n ? slip_mass_solve(j->ruler, x, work, error) : SLIP_OK;
    if (status != SLIP_OK) return status;
    slip_sparse_gaxpy_t(1, &p->H, work, seen);
    int worst = -1;
    double largest = 0;
    for (int i = 0; i < p->nc; i++) {
        double s = slip_length(seen + i * d, d);
        if (!(s <= largest)) { largest = s; worst = i; }
        slip_judge_worse(j->out, SLIP_R_DYNAMICS, s == 0 ? 0 : s / j->V, i);
    }
    if (j->out->worst[SLIP_R_DYNAMICS] < 0) j->out->worst[SLIP_R_DYNAMICS] = worst;
    return SLIP_OK;
}

/* the u of the answer against the u of its v, or of its impulses */
void slip_judge_agreement(slip_judge *j, const double *given, const slip_dd *u, const double *terms)
{
    int d = j->p->d;
    for (int i = 0; i < j->p->nc; i++) {
        double e[3];
        for (int k = 0; k < d; k++) {
            int at = i * d + k;
            e[k] = trim(slip_dd_double(slip_dd_sub(slip_dd_of(given[at]), u[at])), fabs(given[at]) + (terms ? terms[at] : 0));
        }
        double s = slip_length(e, d);
        slip_judge_worse(j->out, SLIP_R_DYNAMICS, s == 0 ? 0 : s / j->V, i);
    }
}

slip_status slip_judge_joints(slip_judge *j, slip_arena *arena, slip_error *error)
{
    const slip_problem *p = j->p;
    int np = p->p, m = slip_problem_m(p);
    if (np == 0) return SLIP_OK;
    slip_dd *e = SLIP_NEW(arena, slip_dd, np), *x = SLIP_NEW(arena, slip_dd, m + np);
    slip_dd *Mv = SLIP_NEW(arena, slip_dd, p->n);
    if (arena->failed) return slip_fail(error, SLIP_MEMORY, "no memory for the joints");
    double E = j->ruler->E0;
    if (slip_problem_global(p)) {
        for (int i = 0; i < np; i++)
            e[i] = slip_dd_of(p->b[i]);
        slip_dd_gaxpy_t(1, &p->G, j->v, e);
        if (!(E > 0)) {
            slip_dd_gaxpy(1, &p->M, j->v, Mv);
            E = 0;
            for (int i = 0; i < p->n; i++)
                E += slip_dd_double(Mv[i]) * slip_dd_double(j->v[i]);
        }
    } else {
        for (int i = 0; i < np; i++) {
            e[i] = slip_dd_of(p->s[i]);
            x[m + i] = slip_dd_of(j->l[i]);
        }
        for (int i = 0; i < m; i++)
            x[i] = slip_dd_of(j->r[i]);
        slip_dd_gaxpy_t(1, &p->V, x, e);
        slip_dd_gaxpy(1, &p->R, x + m, e);
        if (!(E > 0))
            for (int i = 0; i < p->nc; i++)
                E = fmax(E, j->ruler->rho[i] * j->V * j->V);
    }
    double *terms = SLIP_NEW(arena, double, np);
    if (!terms) return slip_fail(error, SLIP_MEMORY, "no memory for the joints");
    for (int i = 0; i < np && slip_problem_global(p); i++)
        for (int k = p->G.p[i]; k < p->G.p[i + 1]; k++)
            terms[i] += fabs(p->G.x[k] * slip_dd_double(j->v[p->G.i[k]]));
    if (!slip_problem_global(p)) {
        for (int i = 0; i < np; i++)
            for (int k = p->V.p[i]; k < p->V.p[i + 1]; k++)
                terms[i] += fabs(p->V.x[k] * j->r[p->V.i[k]]);
        slip_abs_gaxpy(&p->R, j->l, terms);
    }
    for (int i = 0; i < np; i++) {
        double s = fabs(slip_dd_double(e[i])), left = fabs(trim(s, terms[i]));
        slip_judge_worse(j->out, SLIP_R_JOINTS, s == 0 ? 0 : s / (j->ruler->Rroot[i] * sqrt(E)), i);
        if (j->V > 0 && left != 0) slip_judge_worse(j->out, SLIP_R_JOINTS, left * j->ruler->reach[i] / j->V, i);
    }
    return SLIP_OK;
}
