/* ruler.c: the linear part of a problem as the verifier sees it, and the units it measures in.
   SPDX-License-Identifier: GPL-3.0-or-later

       rho_i = sqrt(d) / |W_ii|_F          a mass; where W_ii = 0, d / |row block i of W|_F; where that is 0 too, 0: u_i is fixed
       V     = max_i |(min(q_N,0), q_T)|   a speed (or an acceleration); q_N whole where the contact is bilateral
       S     = max_i |H_i'||M^-1 f| + |w_i| + |V_i||R^+|(|G'||M^-1 f| + |b|)      the speeds q is made of; local form: |q_i| + |V_i||R^+||s|
       E0    = f' M^-1 f                   an energy; where that is 0, b' R^+ b; local form: max_i rho_i V^2, where that is 0, s' R^+ s

   In V a contact counts for 0 where its part of q is no more than the rounding of its own part of S: there q is what the last digits
   of the data left over (a contact that joints hold still), and would be another after any change of units.

   W and q have their joints eliminated, redundant ones too: W = H'M^-1H - V R^+ V'.  R is scaled to a unit diagonal before
   its rank is decided, so that neither rho nor the rank depends on the units of a joint.  */

#include <string.h>

#include "verify/verify.h"

enum { JOINTS_MAX = 1500 };


static slip_status joints(slip_ruler *ruler, slip_error *error)
{
    const slip_problem *p = ruler->problem;
    int np = p->p;
    if (np == 0) return SLIP_OK;
    if (np > JOINTS_MAX)
        return slip_fail(error, SLIP_SIZE, "%d joints: the verifier handles at most %d", np, JOINTS_MAX);
    size_t count = (size_t)np * (size_t)np;
    ruler->R = SLIP_NEW(&ruler->arena, double, count);
    ruler->Rplus = SLIP_NEW(&ruler->arena, double, count);
    ruler->Rroot = SLIP_NEW(&ruler->arena, double, np);
    ruler->reach = SLIP_NEW(&ruler->arena, double, np);
    if (ruler->arena.failed) return slip_fail(error, SLIP_MEMORY, "no memory for %d joints", np);
    if (slip_problem_global(p)) {
        double *y = SLIP_NEW(&ruler->arena, double, p->n);
        if (!y) return slip_fail(error, SLIP_MEMORY, "no memory for %d joints", np);
        for (int j = 0; j < np; j++) {
            slip_sparse_column(&p->G, j, y);
            slip_status status = slip_mass_solve(ruler, y, y, error);
            if (status != SLIP_OK) return status;
            for (int i = 0; i < np; i++)
                for (int k = p->G.p[i]; k < p->G.p[i + 1]; k++)
                    ruler->R[i + j * np] += p->G.x[k] * y[p->G.i[k]];
        }
    } else
        slip_sparse_to_dense(&p->R, ruler->R);
    for (int j = 0; j < np; j++)
        ruler->Rroot[j] = sqrt(fabs(ruler->R[j + j * np]));
    for (int j = 0; j < np; j++)
        for (int i = 0; i < np; i++) {
            double s = ruler->Rroot[i] * ruler->Rroot[j];
            ruler->Rplus[i + j * np] = s > 0 ? (ruler->R[i + j * np] + ruler->R[j + i * np]) / (2 * s) : 0;
        }
    return slip_dense_pinv(np, ruler->Rplus, 1e-11, &ruler->rank, error);
}

/* W_ii -= V_i R^+ V_i', V_i (d x p) dense */
static void eliminate(const slip_ruler *ruler, const double *Vi, double *W)
{
    int d = ruler->problem->d, np = ruler->problem->p;
    for (int j = 0; j < np; j++) {
        bool touches = false;
        for (int a = 0; a < d; a++)
            touches = touches || Vi[a * np + j] != 0;
        for (int k = 0; k < np && touches; k++) {
            double s = ruler->Rroot[j] * ruler->Rroot[k];
            if (!(s > 0) || ruler->Rplus[j + k * np] == 0) continue;
            for (int a = 0; a < d; a++)
                for (int c = 0; c < d; c++)
                    W[a * d + c] -= Vi[a * np + j] * ruler->Rplus[j + k * np] / s * Vi[c * np + k];
        }
    }
}

/* the sums side by side */
static double frobenius(const double *W, int d)
{
    if (d != 3) return slip_length(W, d * d);
    double s = (W[0] * W[0] + W[4] * W[4] + W[8] * W[8]) + ((W[1] * W[1] + W[2] * W[2]) + (W[3] * W[3] + W[5] * W[5])) + (W[6] * W[6] + W[7] * W[7]);
    return s > 1e-200 && s < 1e200 ? sqrt(s) : slip_length(W, 9);
}

static void reach_of(slip_ruler *ruler, const double *Vi)
{
    int d = ruler->problem->d, np = ruler->problem->p;
    for (int j = 0; j < np; j++) {
        double x[3] = { 0 }, R = ruler->Rroot[j] * ruler->Rroot[j];
        for (int a = 0; a < d; a++)
            x[a] = Vi[a * np + j];
        if (R > 0) ruler->reach[j] = fmax(ruler->reach[j], slip_length(x, d) / R);
    }
}

/* |R^+| e, e >= 0 */
static void joint_sizes(const slip_ruler *ruler, const double *e, double *l)
{
    int np = ruler->problem->p;
    for (int j = 0; j < np; j++)
        for (int i = 0; i < np; i++) {
            double s = ruler->Rroot[i] * ruler->Rroot[j];
            if (s > 0) l[i] += fabs(ruler->Rplus[i + j * np]) * e[j] / s;
        }
}

static void size_add(double *size, int np, const double *V, const double *l, double own)
{
    for (int j = 0; j < np; j++)
        own += fabs(V[j]) * l[j];
    *size = fmax(*size, own);
}

/* y is M^-1 f, l the sizes of the joints' impulses.  q too, in the same pass over H, where the free motion is y: q += H'y */
static slip_status global_rho(slip_ruler *ruler, const double *y, bool free, const double *l, double *size, slip_arena *arena, slip_error *error)
{
    const slip_problem *p = ruler->problem;
    int d = p->d, np = p->p, n = p->n;
    bool coupled = slip_mass_coupled(ruler);
    double *diag = coupled ? SLIP_NEW(arena, double, (size_t)p->nc * (size_t)(d * d)) : NULL, *Vi = SLIP_NEW(arena, double, (size_t)d * (size_t)np);
    double *Y = SLIP_NEW(arena, double, (size_t)np * (size_t)n);        /* M^-1 G */
    if (arena->failed) return slip_fail(error, SLIP_MEMORY, "no memory for the scales");
    slip_status status = coupled ? slip_mass_diagonal(ruler, diag, arena, error) : SLIP_OK;
    for (int j = 0; j < np && status == SLIP_OK; j++) {
        slip_sparse_column(&p->G, j, Y + (size_t)j * (size_t)n);
        status = slip_mass_solve(ruler, Y + (size_t)j * (size_t)n, Y + (size_t)j * (size_t)n, error);
    }
    for (int i = 0; i < p->nc && status == SLIP_OK; i++) {
        double own[9], *W = coupled ? diag + i * d * d : own;
        if (!coupled) slip_mass_contact(ruler, i, W);
        double whole = frobenius(W, d), left = whole;
        if (np) {
            memset(Vi, 0, (size_t)(d * np) * sizeof *Vi);
            for (int a = 0; a < d; a++)
                for (int k = p->H.p[i * d + a]; k < p->H.p[i * d + a + 1]; k++)
                    for (int j = 0; j < np; j++)
                        Vi[a * np + j] += p->H.x[k] * Y[(size_t)j * (size_t)n + (size_t)p->H.i[k]];
            reach_of(ruler, Vi);
            eliminate(ruler, Vi, W);
            left = frobenius(W, d);
        }
        for (int a = i * d; a < (i + 1) * d; a++) {
            double q = 0, s = fabs(p->w[a]);
            for (int k = p->H.p[a]; k < p->H.p[a + 1]; k++) {
                double x = p->H.x[k] * y[p->H.i[k]];
                q += x;
                s += fabs(x);
            }
            if (free) ruler->q[a] += q;
            size_add(size + i, np, Vi + (a - i * d) * np, l, s);
        }
        ruler->rho[i] = left > 1e-12 * whole ? sqrt(d) / left : 0;      /* W is semidefinite: no diagonal, no row */
    }
    return status;
}

static slip_status local_rho(slip_ruler *ruler, const double *l, double *size, slip_arena *arena, slip_error *error)
{
    const slip_problem *p = ruler->problem;
    int d = p->d, np = p->p, nc = p->nc;
    double *diag = SLIP_NEW(arena, double, (size_t)nc * (size_t)(d * d)), *row = SLIP_NEW(arena, double, nc);
    double *Vi = SLIP_NEW(arena, double, (size_t)d * (size_t)np);
    slip_sparse Vt = {0};
    if (arena->failed) return slip_fail(error, SLIP_MEMORY, "no memory for the scales");
    for (int j = 0; j < p->W.cols; j++)
        for (int k = p->W.p[j]; k < p->W.p[j + 1]; k++) {
            int i = p->W.i[k] / d;
            row[i] = hypot(row[i], p->W.x[k]);
            if (i == j / d) diag[i * d * d + p->W.i[k] % d * d + j % d] += p->W.x[k];
        }
    if (np && slip_sparse_transpose(&Vt, &p->V, arena, error) != SLIP_OK) return error->status;
    for (int i = 0; i < nc; i++) {
        double *W = diag + i * d * d;
        if (np) {
            for (int a = 0; a < d; a++)
                slip_sparse_column(&Vt, i * d + a, Vi + a * np);
            reach_of(ruler, Vi);
            eliminate(ruler, Vi, W);
        }
        for (int a = 0; a < d; a++)
            size_add(size + i, np, Vi + a * np, l, fabs(p->q[i * d + a]));
        double left = slip_length(W, d * d);
        ruler->rho[i] = left > 1e-12 * row[i] ? sqrt(d) / left : row[i] > 0 && np == 0 ? d / row[i] : 0;
    }
    return SLIP_OK;
}

static slip_status scales(slip_ruler *ruler, slip_arena *arena, slip_error *error)
{
    const slip_problem *p = ruler->problem;
    int d = p->d, m = slip_problem_m(p), np = p->p;
    bool global = slip_problem_global(p);
    bool plain = global && np == 0 && !(p->asymmetry > 0);         /* a scale needs no more than double */
    slip_dd *v = plain ? NULL : SLIP_NEW(arena, slip_dd, p->n), *u = plain ? NULL : SLIP_NEW(arena, slip_dd, m);
    double *l = SLIP_NEW(arena, double, np), *y = SLIP_NEW(arena, double, p->n), *z = SLIP_NEW(arena, double, np);
    double *size = SLIP_NEW(arena, double, p->nc), *e = SLIP_NEW(arena, double, np), *sizes = SLIP_NEW(arena, double, np);
    if (arena->failed) return slip_fail(error, SLIP_MEMORY, "no memory for the scales");
    slip_status status = p->n ? slip_mass_solve(ruler, p->f, y, error) : SLIP_OK;
    if (plain) memcpy(ruler->q, p->w, (size_t)m * sizeof *ruler->q);
    for (int j = 0; j < np; j++) {
        e[j] = fabs(global ? p->b[j] : p->s[j]);
        for (int k = global ? p->G.p[j] : 0; k < (global ? p->G.p[j + 1] : 0); k++)
            e[j] += fabs(p->G.x[k] * y[p->G.i[k]]);
    }
    joint_sizes(ruler, e, sizes);
    if (status == SLIP_OK) status = global ? global_rho(ruler, y, plain, sizes, size, arena, error) : local_rho(ruler, sizes, size, arena, error);
    if (status == SLIP_OK && !plain) {
        status = slip_motion_get(ruler, NULL, 1, false, l, v, u, NULL, error);
        slip_dd_round(u, m, ruler->q);
    }
    if (status != SLIP_OK) return status;
    double V = 0, rho = 0, S = 0;
    bool still = true;
    for (int i = 0; i < p->nc; i++) {
        double x[3] = { p->bilateral && p->bilateral[i] ? ruler->q[i * d] : fmin(ruler->q[i * d], 0) };
        for (int a = 1; a < d; a++)
            x[a] = ruler->q[i * d + a];
        double part = slip_length(x, d);
        if (!(part <= SLIP_ROUNDING * size[i])) V = fmax(V, part);
        still = still && slip_length(ruler->q + i * d, d) <= SLIP_ROUNDING * size[i];
        S = fmax(S, size[i]);
        rho = fmax(rho, ruler->rho[i]);
    }
    ruler->V = V;
    ruler->S = still ? S : 0;
    if (global) {
        for (int i = 0; i < p->n; i++)
            ruler->E0 += p->f[i] * y[i];
    } else
        ruler->E0 = rho * V * V;
    if (!(ruler->E0 > 0) && np) {
        const double *b = global ? p->b : p->s;
        slip_joint_solve(ruler, b, z);
        for (int j = 0; j < np; j++)
            ruler->E0 += z[j] * b[j];
    }
    return SLIP_OK;
}

slip_status slip_ruler_new(slip_ruler *ruler, const slip_problem *problem, slip_error *error)
{
    slip_arena arena = {0};
    slip_error own;
    if (!error) error = &own;
    *ruler = (slip_ruler){ .problem = problem };
    error->status = SLIP_OK;
    ruler->rho = SLIP_NEW(&ruler->arena, double, problem->nc);
    ruler->q = SLIP_NEW(&ruler->arena, double, slip_problem_m(problem));
    slip_status status = SLIP_OK;
    if (ruler->arena.failed) status = slip_fail(error, SLIP_MEMORY, "no memory for a ruler of %d contacts", problem->nc);
    if (status == SLIP_OK && slip_problem_global(problem)) status = slip_mass_new(&ruler->mass, &problem->M, &ruler->arena, error);
    if (status == SLIP_OK) status = joints(ruler, error);
    if (status == SLIP_OK) status = scales(ruler, &arena, error);
    slip_arena_free(&arena);
    if (status != SLIP_OK) slip_ruler_free(ruler);
    return status;
}

void slip_ruler_free(slip_ruler *ruler)
{
    slip_mass_close(ruler->mass);
    slip_arena_free(&ruler->arena);
    *ruler = (slip_ruler){0};
}
