/* qp_active.c: the dual active-set method of Goldfarb and Idnani, on a Cholesky factor that follows the active rows.
   SPDX-License-Identifier: GPL-3.0-or-later

       v = K (f + A_W' z_W),  z_W >= 0,  A_W v + c_W = 0       K: M^-1, joints held          [GoldfarbIdnani1983]
       the most violated row p enters along  d = K (a_p - A_W' y),  y = (A_W K A_W')^-1 A_W K a_p,  z_W falls by t y:
       until s_p = 0 (then p belongs to W), or until a multiplier reaches 0 (that row leaves, and p goes on)

   The dual function grows with every row that enters and the set shrinks otherwise: no cycles, whatever is redundant.  A row that depends
   on W has d = 0 and only exchanges.  Multipliers are at last found again from the residual s_W, until that is rounding.
   Dense in the active rows: for a few thousand. */

#include "solvers/qp_core.h"
#include "solvers/factor_update.h"

#include <math.h>
#include <string.h>

static const double DEPENDENT = 1e-10, VIOLATED = 2e-14, REDUNDANT = 1e-11;

struct slip_qp_active {
    slip_chol chol;
    int *row;                       /* W, in the order of the factor */
    double *y, *x, *guess;          /* room; n; rows */
    bool *in, *skip;                /* rows */
};

slip_status slip_qp_active_new(slip_qp *q, slip_arena *arena, slip_error *error)
{
    int room = q->n < q->rows ? q->n : q->rows;
    struct slip_qp_active *x = SLIP_NEW(arena, struct slip_qp_active, 1);
    if (!x || slip_chol_new(&x->chol, room, arena, error)) return slip_fail(error, SLIP_MEMORY, "out of memory for a quadratic program");
    x->row = SLIP_NEW(arena, int, room);
    x->y = SLIP_NEW(arena, double, room);
    x->x = SLIP_NEW(arena, double, q->n);
    x->guess = SLIP_NEW(arena, double, q->rows);
    x->in = SLIP_NEW(arena, bool, q->rows);
    x->skip = SLIP_NEW(arena, bool, q->rows);
    q->active = x;
    return arena->failed ? slip_fail(error, SLIP_MEMORY, "out of memory for a quadratic program") : SLIP_OK;
}

/* x <- K x, joints at rest; the factor is that of M alone. */
static bool apply(slip_qp *q, double *x)
{
    slip_error ignored;
    if (q->plain) { for (int k = 0; k < q->n; k++) x[k] /= q->p->M.x[k]; return true; }
    for (int j = 0; j < q->np; j++) q->t[j] = 0;
    return slip_qp_step(q, x, q->t, q->dl, &ignored) == SLIP_OK;
}

static double row_times(const slip_qp *q, int i, const double *x)
{
    double sum = 0;
    int d = q->d, c = q->contact[i];
    for (int k = q->start[c]; k < q->start[c + 1]; k++)
        for (int a = 0; a < d; a++) sum += q->a[(size_t)i * (size_t)d + (size_t)a] * q->h[(size_t)k * (size_t)d + (size_t)a] * x[q->touch[k]];
    return sum;
}

static void add_row(const slip_qp *q, int i, double by, double *x)
{
    int d = q->d, c = q->contact[i];
    for (int k = q->start[c]; k < q->start[c + 1]; k++)
        for (int a = 0; a < d; a++) x[q->touch[k]] += by * q->a[(size_t)i * (size_t)d + (size_t)a] * q->h[(size_t)k * (size_t)d + (size_t)a];
}

/* y <- L^-1 A_W K a_p; the part of a_p that W leaves over, squared. */
static bool meet(slip_qp *q, int p, double *pivot)
{
    struct slip_qp_active *x = q->active;
    memset(x->x, 0, sizeof(double) * (size_t)q->n);
    add_row(q, p, 1, x->x);
    if (!apply(q, x->x)) return false;
    double square = row_times(q, p, x->x);
    for (int k = 0; k < x->chol.k; k++) x->y[k] = row_times(q, x->row[k], x->x);
    slip_chol_lower(&x->chol, x->y);
    *pivot = square;
    for (int k = 0; k < x->chol.k; k++) *pivot -= x->y[k] * x->y[k];
    return true;
}

static void enter(slip_qp *q, int p, double pivot)
{
    struct slip_qp_active *x = q->active;
    x->row[x->chol.k] = p;
    x->in[p] = true;
    slip_chol_append(&x->chol, x->y, pivot);
}

static void leave(slip_qp *q, int k)
{
    struct slip_qp_active *x = q->active;
    x->in[x->row[k]] = false;
    q->z[x->row[k]] = 0;
    slip_chol_remove(&x->chol, k);
    memmove(x->row + k, x->row + k + 1, (size_t)(x->chol.k - k) * sizeof *x->row);
}

/* v from z, then z from what v leaves on W: the equations of W to rounding. */
static bool settle(slip_qp *q, const double *c, double S)
{
    struct slip_qp_active *x = q->active;
    slip_error ignored;
    double last = INFINITY;
    for (int pass = 0; pass < 8; pass++) {
        memcpy(q->v, q->p->f, sizeof(double) * (size_t)q->n);
        slip_qp_rows_transposed(q, q->z, q->v);
        if (q->plain) apply(q, q->v);
        else {
            for (int j = 0; j < q->np; j++) q->t[j] = -q->p->b[j];
            if (slip_qp_step(q, q->v, q->t, q->l, &ignored)) return false;
        }
        double most = 0;
        for (int k = 0; k < x->chol.k; k++) { x->y[k] = -(row_times(q, x->row[k], q->v) + c[x->row[k]]); most = fmax(most, fabs(x->y[k])); }
        if (most <= 1e-16 * S || !(most < 0.5 * last)) break;
        last = most;
        slip_chol_lower(&x->chol, x->y);
        slip_chol_upper(&x->chol, x->y);
        for (int k = 0; k < x->chol.k; k++) q->z[x->row[k]] += x->y[k];
    }
    return true;
}

/* The set of a guess z: independent rows, large multipliers first, then without those whose multipliers come out negative.  Nothing is kept from
   the call before: what comes out depends on the guess alone, so that a repeated iterate proves a cycle of whoever calls. */
static bool adopt(slip_qp *q, const double *c, double S, bool guess, slip_qp_info *info)
{
    struct slip_qp_active *x = q->active;
    x->chol.k = 0;
    for (int i = 0; i < q->rows; i++) { x->in[i] = false; x->guess[i] = guess ? fmax(0, q->z[i]) : 0; q->z[i] = 0; }
    double high = slip_qp_largest(x->guess, q->rows), pivot;
    for (int pass = 1; pass <= 4 && high > 0; pass++)
        for (int i = 0; i < q->rows && x->chol.k < x->chol.room; i++)
            if (!x->in[i] && x->guess[i] > (pass < 4 ? high * pow(10, -3 * pass) : 0)) {
                if (!meet(q, i, &pivot)) return false;
                if (pivot > 1e-8) { enter(q, i, pivot); q->z[i] = x->guess[i]; }
                else x->guess[i] = 0;
            }
    for (;;) {
        if (!settle(q, c, S)) return false;
        int worst = -1;
        for (int k = 0; k < x->chol.k; k++) if (q->z[x->row[k]] < (worst < 0 ? 0 : q->z[x->row[worst]])) worst = k;
        if (worst < 0) return true;
        leave(q, worst);
        info->pivots++;
    }
}

/* a_p = A_W'y with y <= 0, y at hand: sharpened until what K leaves of a_p - A_W'y is rounding. */
static void contradict(slip_qp *q, int p)
{
    struct slip_qp_active *x = q->active;
    double *z = q->rp;
    for (int pass = 0; ; pass++) {
        memset(z, 0, sizeof(double) * (size_t)q->rows);
        z[p] = 1;
        for (int k = 0; k < x->chol.k; k++) z[x->row[k]] -= x->y[k];
        if (pass == 3) break;
        memset(x->x, 0, sizeof(double) * (size_t)q->n);
        slip_qp_rows_transposed(q, z, x->x);
        if (!apply(q, x->x)) return;
        for (int k = 0; k < x->chol.k; k++) x->y[k] = row_times(q, x->row[k], x->x);
        slip_chol_lower(&x->chol, x->y);
        slip_chol_upper(&x->chol, x->y);
        for (int k = 0; k < x->chol.k; k++) x->y[k] -= z[x->row[k]];
    }
    slip_qp_farkas_take(q, z);
}

/* Row p, violated by -s, enters: SLIP_OK, also when it is redundant to rounding. */
static slip_status admit(slip_qp *q, int p, double s, double S, slip_qp_info *info, slip_error *error)
{
    struct slip_qp_active *x = q->active;
    double pivot;
    for (;; info->pivots++) {
        if (!meet(q, p, &pivot)) return slip_fail(error, SLIP_NUMERIC, "the active-set method broke down");
        bool depends = !(pivot > DEPENDENT) || x->chol.k == x->chol.room;
        if (depends && s >= -REDUNDANT * S) { x->skip[p] = true; q->z[p] = 0; return SLIP_OK; }
        double t1 = INFINITY, t2 = depends ? INFINITY : -s / pivot;
        int out = -1;
        memcpy(q->rp, x->y, sizeof(double) * (size_t)x->chol.k);        /* L^-1 .., which entry needs */
        slip_chol_upper(&x->chol, x->y);
        for (int k = 0; k < x->chol.k; k++)
            if (x->y[k] > 1e-13 && q->z[x->row[k]] < t1 * x->y[k]) { t1 = q->z[x->row[k]] / x->y[k]; out = k; }
        double t = fmin(t1, t2);
        if (!(t < INFINITY)) {
            contradict(q, p);
            return slip_fail(error, SLIP_INFEASIBLE, "the constraints have no common point");
        }
        q->z[p] += t;
        for (int k = 0; k < x->chol.k; k++) q->z[x->row[k]] = fmax(0, q->z[x->row[k]] - t * x->y[k]);
        if (!depends) s += t * pivot;
        if (t2 <= t1) {
            memcpy(x->y, q->rp, sizeof(double) * (size_t)x->chol.k);
            enter(q, p, pivot);
            info->pivots++;
            return SLIP_OK;
        }
        leave(q, out);
    }
}

slip_status slip_qp_active_solve(slip_qp *q, const double *c, double S, bool guess, slip_qp_info *info, slip_error *error)
{
    struct slip_qp_active *x = q->active;
    slip_status status;
    for (int i = 0; i < q->rows; i++) { q->ds[i] = 0; x->skip[i] = false; }
    if (!q->plain && (status = slip_qp_factor(q, q->ds, error))) return status;
    if (!adopt(q, c, S, guess, info)) return slip_fail(error, SLIP_NUMERIC, "the active-set method broke down");
    double *s = q->tz;
    for (long most = 20L * q->rows + 100; most > 0; most--) {
        int p = -1;
        slip_qp_rows(q, q->v, s);
        for (int i = 0; i < q->rows; i++) {
            s[i] += c[i];
            if (s[i] < -VIOLATED * S && !x->in[i] && !x->skip[i] && (p < 0 || s[i] < s[p])) p = i;
        }
        if (p < 0) break;
        if ((status = admit(q, p, s[p], S, info, error))) return status;
        for (bool again = true; again; ) {              /* multipliers are negative by rounding only */
            if (!settle(q, c, S)) return slip_fail(error, SLIP_NUMERIC, "the active-set method broke down");
            again = false;
            for (int k = x->chol.k - 1; k >= 0; k--) if (q->z[x->row[k]] < 0) { leave(q, k); again = true; info->pivots++; }
        }
    }
    return SLIP_OK;
}
