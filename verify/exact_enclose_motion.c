/* exact_enclose_motion.c: intervals that hold R1 and R11, the equation of motion and the joints; see exact_enclose.c.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>
#include <string.h>

#include "verify/exact_enclose.h"

#ifdef HAVE_ARB_H
#include <arb_mat.h>
#else
#include <flint/arb_mat.h>
#endif

enum { BLOCK = 96 };            /* velocities of a block of M */

static void add_doubles(arb_t y, double a, double b, slong prec)
{
    arb_t x;
    arb_init(x);
    arb_set_d(x, b);
    slip_ball_add(y, a, x, prec);
    arb_clear(x);
}

static void times(arb_t y, double a, slong prec)      /* y *= a */
{
    arb_t c;
    arb_init(c);
    arb_set_d(c, a);
    arb_mul(y, y, c, prec);
    arb_clear(c);
}

static void gaxpy(arb_ptr y, const slip_sparse *A, const double *x, double sign, slong prec)       /* y += sign A x */
{
    for (int j = 0; A->x && j < A->cols; j++)
        for (int k = A->p[j]; k < A->p[j + 1]; k++)
            add_doubles(y + A->i[k], sign * A->x[k], x[j], prec);
}

/* ---- M^-1 by blocks ------------------------------------------------------------------------------------------------------------- */

static int root(int *up, int i)
{
    while (up[i] != i) i = up[i] = up[up[i]];
    return i;
}

slip_status slip_enclosing_blocks(slip_enclosing *E, slip_arena *arena, slip_error *error)
{
    const slip_problem *p = E->p;
    int *up = SLIP_NEW(arena, int, p->n);
    E->part = SLIP_NEW(arena, int, p->n), E->place = SLIP_NEW(arena, int, p->n), E->size = SLIP_NEW(arena, int, p->n);
    if (arena->failed) return slip_fail(error, SLIP_MEMORY, "no memory for enclosures");
    for (int i = 0; i < p->n; i++) up[i] = i;
    for (int j = 0; j < p->n; j++)
        for (int k = p->M.p[j]; k < p->M.p[j + 1]; k++)
            if (p->M.x[k] != 0) up[root(up, j)] = root(up, p->M.i[k]);
    for (int i = 0; i < p->n; i++) E->part[i] = -1;
    for (int i = 0; i < p->n; i++) {
        int r = root(up, i);
        if (E->part[r] < 0) E->part[r] = E->parts++;
        E->part[i] = E->part[r];
        E->place[i] = E->size[E->part[i]]++;
        E->coupled = E->coupled || E->size[E->part[i]] > BLOCK;
    }
    E->coupled = E->coupled || p->asymmetry > 0;
    return SLIP_OK;
}

/* x <- M^-1 x; false: a block could not be solved at this precision */
static bool divide(const slip_enclosing *E, arb_ptr x)
{
    const slip_problem *p = E->p;
    bool good = true;
    for (int b = 0; b < E->parts && good; b++) {
        arb_mat_t A, X;
        arb_t c;
        arb_mat_init(A, E->size[b], E->size[b]), arb_mat_init(X, E->size[b], 1);
        arb_init(c);
        for (int j = 0; j < p->n; j++) {
            if (E->part[j] != b) continue;
            arb_set(arb_mat_entry(X, E->place[j], 0), x + j);
            for (int k = p->M.p[j]; k < p->M.p[j + 1]; k++)
                if (p->M.x[k] != 0) {
                    arb_set_d(c, p->M.x[k]);
                    arb_add(arb_mat_entry(A, E->place[p->M.i[k]], E->place[j]), arb_mat_entry(A, E->place[p->M.i[k]], E->place[j]), c, E->prec);
                }
        }
        good = arb_mat_solve(X, A, X, E->prec);
        for (int j = 0; j < p->n && good; j++)
            if (E->part[j] == b) arb_set(x + j, arb_mat_entry(X, E->place[j], 0));
        arb_mat_clear(A), arb_mat_clear(X);
        arb_clear(c);
    }
    return good;
}

/* ---- R1 and R11 ------------------------------------------------------------------------------------------------------------------ */

static void trim(arb_t e, double terms, slong prec)         /* (|e| - 2^-51 terms)+ */
{
    arb_t t;
    arb_init(t);
    arb_set_d(t, 0x1p-51 * terms);
    arb_abs(e, e);
    arb_sub(e, e, t, prec);
    slip_ball_positive(e, prec);
    arb_clear(t);
}

static bool energy(const slip_enclosing *E, arb_srcptr x, arb_ptr work, arb_t out)
{
    _arb_vec_set(work, x, E->p->n);
    if (!divide(E, work)) return false;
    arb_zero(out);
    for (int i = 0; i < E->p->n; i++) arb_addmul(out, x + i, work + i, E->prec);
    arb_sqrtpos(out, out, E->prec);
    return true;
}

bool slip_enclosing_dynamics(slip_enclosing *E, double *sum /* n, zeros */)
{
    const slip_problem *p = E->p;
    int n = p->n, d = p->d;
    slong prec = E->prec;
    arb_ptr e = _arb_vec_init(n), t = _arb_vec_init(n), work = _arb_vec_init(n), seen = _arb_vec_init(3);
    arb_t most, norm;
    bool good = true;
    const slip_sparse *A[3] = { &p->M, &p->H, &p->G };
    const double *x[3] = { E->answer->v, E->answer->r, E->motion->l };
    arb_init(most), arb_init(norm);
    for (int i = 0; i < n; i++) arb_set_d(e + i, -p->f[i]);
    for (int q = 0; q < 4 && good; q++) {
        _arb_vec_zero(t, n);
        if (q < 3) gaxpy(t, A[q], x[q], 1, prec), gaxpy(e, A[q], x[q], q ? -1 : 1, prec), slip_abs_gaxpy(A[q], x[q], sum);
        else for (int i = 0; i < n; i++) arb_set_d(t + i, p->f[i]);
        if ((good = energy(E, t, work, norm))) arb_max(most, most, norm, prec);
    }
    if (good && (good = energy(E, e, work, norm))) {
        if (!arb_is_zero(norm)) arb_div(norm, norm, most, prec);
        slip_enclosing_note(E, SLIP_R_DYNAMICS, norm, -1);
        for (int i = 0; i < n; i++) {                       /* the sign of a trimmed component is lost: it is seen with either */
            trim(e + i, sum[i], prec);
            arb_neg(norm, e + i);
            if (!arb_is_zero(e + i)) arb_union(e + i, e + i, norm, prec);
        }
        good = divide(E, e);
    }
    for (int i = 0; i < p->nc && good; i++) {
        for (int a = 0; a < d; a++) {
            arb_zero(seen + a);
            for (int k = p->H.p[i * d + a]; k < p->H.p[i * d + a + 1]; k++) slip_ball_add(seen + a, p->H.x[k], e + p->H.i[k], prec);
        }
        slip_ball_length(norm, seen, d, prec);
        arb_set_d(most, E->motion->V);
        if (!arb_is_zero(norm)) arb_div(norm, norm, most, prec);
        slip_enclosing_note(E, SLIP_R_DYNAMICS, norm, i);
    }
    if (E->bound) E->out->low[SLIP_R_DYNAMICS] = 0;
    arb_clear(most), arb_clear(norm);
    _arb_vec_clear(e, n), _arb_vec_clear(t, n), _arb_vec_clear(work, n), _arb_vec_clear(seen, 3);
    return good;
}

/* a given u beside v must agree with H'v + w */
void slip_enclosing_agreement(slip_enclosing *E)
{
    const slip_problem *p = E->p;
    int d = p->d;
    arb_ptr e = _arb_vec_init(3);
    arb_t s, V;
    arb_init(s), arb_init(V);
    arb_set_d(V, E->motion->V);
    for (int i = 0; i < p->nc && E->answer->u; i++) {
        for (int a = 0; a < d; a++) {
            int k = i * d + a;
            double terms = fabs(E->answer->u[k]);
            for (int q = p->H.p[k]; q < p->H.p[k + 1]; q++) terms += fabs(p->H.x[q] * E->answer->v[p->H.i[q]]);
            arb_set_d(e + a, E->answer->u[k]);
            arb_sub(e + a, e + a, E->u + k, E->prec);
            trim(e + a, terms, E->prec);
        }
        slip_ball_length(s, e, d, E->prec);
        if (!arb_is_zero(s)) arb_div(s, s, V, E->prec);
        slip_enclosing_note(E, SLIP_R_DYNAMICS, s, i);
    }
    arb_clear(s), arb_clear(V);
    _arb_vec_clear(e, 3);
}

/* Only the local form: u is the answer's, held against W r + V l + q; without one it is that itself. */
void slip_enclosing_local(slip_enclosing *E, double *reach)
{
    const slip_problem *p = E->p;
    int d = p->d, m = slip_problem_m(p);
    arb_ptr e = _arb_vec_init(3);
    arb_t s, V;
    arb_init(s), arb_init(V);
    arb_set_d(V, E->motion->V);
    for (int k = 0; k < m; k++) arb_set_d(E->u + k, p->q[k]);
    gaxpy(E->u, &p->W, E->answer->r, 1, E->prec);
    if (p->p) gaxpy(E->u, &p->V, E->motion->l, 1, E->prec);
    slip_abs_gaxpy(&p->W, E->answer->r, reach);
    for (int i = 0; i < p->nc && E->answer->u; i++) {
        for (int a = 0; a < d; a++) {
            int k = i * d + a;
            arb_set_d(e + a, E->answer->u[k]);
            arb_sub(e + a, e + a, E->u + k, E->prec);
            trim(e + a, fabs(E->answer->u[k]) + reach[k], E->prec);
            arb_set_d(E->u + k, E->answer->u[k]);
        }
        slip_ball_length(s, e, d, E->prec);
        if (!arb_is_zero(s)) arb_div(s, s, V, E->prec);
        slip_enclosing_note(E, SLIP_R_DYNAMICS, s, i);
    }
    if (E->bound && E->answer->u) E->out->low[SLIP_R_DYNAMICS] = 0;
    arb_clear(s), arb_clear(V);
    _arb_vec_clear(e, 3);
}

/* G'v + b; local: V'r + R l + s.  terms: what its rounding is measured by */
static void joint_errors(const slip_enclosing *E, arb_ptr e, double *terms)
{
    const slip_problem *p = E->p;
    bool global = slip_problem_global(p);
    const slip_sparse *A = global ? &p->G : &p->V;
    const double *x = global ? E->answer->v : E->answer->r;
    for (int j = 0; j < p->p; j++) {
        terms[j] = 0;
        arb_set_d(e + j, global ? p->b[j] : p->s[j]);
        for (int k = A->p[j]; k < A->p[j + 1]; k++) {
            add_doubles(e + j, A->x[k], x[A->i[k]], E->prec);
            terms[j] += fabs(A->x[k] * x[A->i[k]]);
        }
    }
    if (global) return;
    gaxpy(e, &p->R, E->motion->l, 1, E->prec);
    slip_abs_gaxpy(&p->R, E->motion->l, terms);
}

void slip_enclosing_joints(slip_enclosing *E, double *terms)
{
    const slip_problem *p = E->p;
    arb_ptr e = _arb_vec_init(p->p);
    arb_t s, x;
    arb_init(s), arb_init(x);
    joint_errors(E, e, terms);
    for (int j = 0; j < p->p; j++) {
        arb_abs(x, e + j);
        arb_set_d(s, E->ruler->E0);
        arb_sqrt(s, s, E->prec);
        times(s, E->ruler->Rroot[j], E->prec);
        if (!arb_is_zero(x)) arb_div(x, x, s, E->prec);
        slip_enclosing_note(E, SLIP_R_JOINTS, x, j);
        trim(e + j, terms[j], E->prec);
        times(e + j, E->ruler->reach[j], E->prec);
        arb_set_d(s, E->motion->V);
        if (E->motion->V > 0 && !arb_is_zero(e + j)) arb_div(x, e + j, s, E->prec), slip_enclosing_note(E, SLIP_R_JOINTS, x, j);
    }
    arb_clear(s), arb_clear(x);
    _arb_vec_clear(e, p->p);
}
