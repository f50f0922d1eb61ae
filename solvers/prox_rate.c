/* prox_rate.c: the linear rate the proximal iteration must have once every contact has found its mode.
   SPDX-License-Identifier: GPL-3.0-or-later

   Near a solution with strict modes the sweep is smooth.  Its derivative T, column by column: unit changes (dr, dl) go through
   the linearised sweep
       open: dr = 0;   contact: dr_N - rho du_N;   stick: dr_T - rho du_T;   given slip: -mu t dr_N
       slip: with x = r_T - rho u_T, n = x/|x|, bound b = mu |r_N|:   (b/|x|)(I - n n') dx + n mu sgn(r_N) dr_N
   with du = W dr + V dl.  The rate is the largest |eigenvalue| of T but 1 itself: eigenvalues 1 are the directions in which impulses
   are not unique, and nothing moves along them.  NaN when a contact sits on the edge of its mode, when the
   law is polyhedral in space, or when the problem is large. */

#include "solvers/prox.h"

#include <math.h>
#include <string.h>

enum { LARGEST = 240 };
enum { OPEN, STICK, SLIP, GIVEN };

typedef struct { int mode; double n[2], share; double sign; } local;     /* share: b/|x| */

/* The mode of each contact at (r, u); false near an edge. */
static bool identify(const slip_prox *x, const slip_problem *p, const double *r, const double *u, double V, local *out)
{
    int d = p->d;
    for (int i = 0; i < p->nc; i++) {
        slip_contact c = slip_problem_contact(p, p->law, p->dirs, i);
        const double *ri = r + d * i, *ui = u + d * i;
        double rho = x->rho_n[i], small = 1e-6 * V * fmax(rho, 1e-300);
        out[i] = (local){ .mode = STICK, .sign = ri[0] < 0 ? -1 : 1 };
        if (!c.bilateral) {
            double z = ri[0] - rho * ui[0];
            if (fabs(z) <= small) return false;
            if (z < 0) { out[i].mode = OPEN; continue; }
        }
        if (c.slip) { out[i].mode = GIVEN; continue; }
        if (d == 1) continue;
        double y[2] = { ri[1] - x->rho_t[i] * ui[1], d == 3 ? ri[2] - x->rho_t[i] * ui[2] : 0 }, size = hypot(y[0], y[1]), b = c.mu * fabs(ri[0]);
        if (fabs(size - b) <= 1e-6 * (b + size) && c.mu > 0) return false;
        if (size < b) continue;
        out[i].mode = SLIP;
        out[i].share = size > 0 ? b / size : 0;
        for (int k = 0; k < 2; k++) out[i].n[k] = size > 0 ? y[k] / size : 0;
    }
    return true;
}

static void linear_tangent(const slip_contact *c, const local *m, double rho, double dbound, double dr_n, double dr[], const double du[])
{
    int t = c->d - 1;
    double dx[2] = { 0, 0 }, along = 0;
    if (m->mode == OPEN) { for (int k = 0; k < t; k++) dr[k] = 0; return; }
    if (m->mode == GIVEN) { for (int k = 0; k < t; k++) dr[k] = -c->mu * dr_n * c->slip[k]; return; }
    for (int k = 0; k < t; k++) dx[k] = dr[k] - rho * du[k];
    if (m->mode == STICK) { for (int k = 0; k < t; k++) dr[k] = dx[k]; return; }
    for (int k = 0; k < t; k++) along += m->n[k] * dx[k];
    for (int k = 0; k < t; k++) dr[k] = m->share * (dx[k] - along * m->n[k]) + m->n[k] * c->mu * m->sign * dbound;
}

static void linear_contact(slip_prox *x, const slip_problem *p, const local *mode, double *r, int i)
{
    int d = p->d;
    slip_contact c = slip_problem_contact(p, p->law, p->dirs, i);
    const double *W = x->op.diag + (size_t)i * (size_t)(d * d);
    double *dr = r + d * i, du[3], change[3] = { dr[0], d > 1 ? dr[1] : 0, d > 2 ? dr[2] : 0 };
    slip_delassus_row(&x->op, i, r, du);
    dr[0] = mode[i].mode == OPEN ? 0 : dr[0] - x->rho_n[i] * du[0];
    for (int k = 1; k < d; k++) du[k] += W[k * d] * (dr[0] - change[0]);
    linear_tangent(&c, mode + i, x->rho_t[i], dr[0], dr[0], dr + 1, du + 1);
    for (int k = 0; k < d; k++) change[k] = dr[k] - change[k];
    slip_delassus_move(&x->op, i, change);
}

/* (r, l) <- T (r, l); the operator's q and s are zero here. */
static void linear_sweep(slip_prox *x, const slip_problem *p, const local *mode, double *r, double *l)
{
    int d = p->d, m = slip_problem_m(p);
    if (x->order == SLIP_PROX_JACOBI) {
        slip_delassus_apply(&x->op, r, l, x->u);
        slip_delassus_joint(&x->op, r, l, x->e);
        memcpy(x->old, r, sizeof(double) * (size_t)m);
        for (int i = 0; i < p->nc; i++) {
            slip_contact c = slip_problem_contact(p, p->law, p->dirs, i);
            double *dr = r + d * i;
            dr[0] = mode[i].mode == OPEN ? 0 : x->old[d * i] - x->rho_n[i] * x->u[d * i];
            linear_tangent(&c, mode + i, x->rho_t[i], x->old[d * i], dr[0], dr + 1, x->u + d * i + 1);
        }
        for (int j = 0; j < p->p; j++) l[j] -= x->rho_j[j] * x->e[j];
        return;
    }
    for (int pass = 0; pass < (x->order == SLIP_PROX_SYMMETRIC ? 2 : 1); pass++) {
        slip_delassus_begin(&x->op, r, l);
        for (int i = 0; i < p->nc; i++) linear_contact(x, p, mode, r, pass ? p->nc - 1 - i : i);
        if (pass || !p->p) continue;
        slip_delassus_joint(&x->op, r, l, x->e);
        for (int j = 0; j < p->p; j++) {
            double dl = -x->rho_j[j] * x->e[j];
            l[j] += dl;
            for (int k = 0; k < p->p; k++) x->e[k] += x->op.R[(size_t)j * (size_t)p->p + (size_t)k] * dl;
        }
    }
}

double slip_prox_rate(void *state, const slip_problem *p, const slip_iterate *it, slip_arena *arena)
{
    slip_prox x = *(slip_prox *)state;
    int m = slip_problem_m(p), size = m + p->p;
    if (size > LARGEST || x.adaptive || (p->d == 3 && p->law != SLIP_LAW_COULOMB)) return NAN;
    local *mode = SLIP_NEW(arena, local, p->nc);
    double *T = SLIP_NEW(arena, double, (size_t)size * (size_t)size), *u = SLIP_NEW(arena, double, m), radius = 0;
    double *re = SLIP_NEW(arena, double, size), *im = SLIP_NEW(arena, double, size);
    double *zero_q = SLIP_NEW(arena, double, m), *zero_s = SLIP_NEW(arena, double, p->p);
    slip_error ignored;
    if (arena->failed) return NAN;
    slip_delassus_apply(&x.op, it->r, it->l, u);
    double V = x.op.scales.V;
    if (!identify(&x, p, it->r, u, V, mode)) return NAN;
    x.op.q = zero_q;
    x.op.s = zero_s;
    for (int k = 0; k < size; k++) {
        T[(size_t)k * (size_t)size + (size_t)k] = 1;
        linear_sweep(&x, p, mode, T + (size_t)k * (size_t)size, T + (size_t)k * (size_t)size + m);
    }
    if (slip_dense_eigenvalues(size, T, re, im, &ignored)) return NAN;
    for (int k = 0; k < size; k++)
        if (hypot(re[k] - 1, im[k]) > 1e-8) radius = fmax(radius, hypot(re[k], im[k]));
    return radius;
}
