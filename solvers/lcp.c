/* lcp.c: a contact problem as an LCP, A = Q' W P + E, and what every LCP solver does around its method.
   SPDX-License-Identifier: GPL-3.0-or-later

   The formulations stand in lcp_rays.c, lcp_facets.c and lcp_box.c. */

#include "solvers/lcp.h"

#include <cblas.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

const char *const slip_lcp_form_words[] = {
#define X(name, word, text) word,
    SLIP_LCP_FORM_LIST(X)
#undef X
    NULL
};

static bool frictionless(const slip_problem *p)
{
    for (int i = 0; i < p->nc; i++) if (p->d > 1 && p->mu[i] > 0 && !slip_problem_has_slip(p, i)) return false;
    return true;
}

slip_lcp_form slip_lcp_choose(const slip_problem *p, slip_lcp_form asked)
{
    if (asked != SLIP_LCP_AUTO) return asked;
    if (frictionless(p) || p->law == SLIP_LAW_CONE_FACETS || p->law == SLIP_LAW_CONE) return SLIP_LCP_RAYS;
    return p->law == SLIP_LAW_BOX ? SLIP_LCP_BOX : SLIP_LCP_FACETS;
}

int slip_lcp_size(const slip_problem *p, slip_lcp_form asked)
{
    slip_lcp_form form = slip_lcp_choose(p, asked);
    int n = 0, k = p->d == 3 ? p->dirs.k : 2;
    for (int i = 0; i < p->nc; i++) {
        bool plain = p->d == 1 || !(p->mu[i] > 0) || slip_problem_has_slip(p, i);
        n += plain ? 1 : form == SLIP_LCP_RAYS ? k : form == SLIP_LCP_BOX ? 2 * p->d - 1 : k + 2;
    }
    return n;
}

slip_law slip_lcp_law(const slip_problem *p, slip_lcp_form form, slip_dirs *dirs)
{
    *dirs = p->dirs;
    form = slip_lcp_choose(p, form);
    if (frictionless(p)) return p->law;
    slip_law law = form == SLIP_LCP_RAYS ? SLIP_LAW_CONE_FACETS : form == SLIP_LCP_BOX ? SLIP_LAW_BOX : SLIP_LAW_FACETS;
    return slip_law_same(p, law, p->dirs, p->law, p->dirs) ? p->law : law;
}

void slip_lcp_put(slip_sparse *t, int row, int col, double x)
{
    t->i[t->nz] = row;
    t->p[t->nz] = col;
    t->x[t->nz++] = x;
}

slip_status slip_lcp_bare(slip_lcp *lcp, int n, double *A, double *q, slip_error *error)
{
    *lcp = (slip_lcp){ .n = n, .m = n, .A = A, .q = q, .symmetric = true };
    double most = 0, off = 0;
    for (int j = 0; j < n; j++)
        for (int i = 0; i <= j; i++) {
            double a = A[i + (size_t)j * n], b = A[j + (size_t)i * n];
            if (!isfinite(a) || !isfinite(b)) return slip_fail(error, SLIP_INPUT, "entry (%d, %d) of the matrix is not finite", i, j);
            most = fmax(most, fabs(a));
            off = fmax(off, fabs(a - b));
        }
    lcp->symmetric = off <= 1e-13 * most;
    return SLIP_OK;
}

/* A = Q' W P + E with W dense, in place when Q = P = I. */
static slip_status assemble(slip_lcp *lcp, const double *W, const double *qu, slip_arena *arena, slip_error *error)
{
    int n = lcp->n, m = lcp->m;
    lcp->A = SLIP_NEW(arena, double, (size_t)n * (size_t)n);
    lcp->q = SLIP_NEW(arena, double, n);
    double *y = SLIP_NEW(arena, double, m);
    if (arena->failed) return slip_fail(error, SLIP_MEMORY, "no memory for an LCP of %d unknowns", n);
    for (int j = 0; j < n; j++) {
        double *a = lcp->A + (size_t)j * n;
        if (lcp->P.p[j] < lcp->P.p[j + 1]) {
            memset(y, 0, (size_t)m * sizeof *y);
            for (int k = lcp->P.p[j]; k < lcp->P.p[j + 1]; k++)
                cblas_daxpy(m, lcp->P.x[k], W + (size_t)lcp->P.i[k] * m, 1, y, 1);
            slip_sparse_gaxpy_t(1, &lcp->Q, y, a);
        }
        for (int k = lcp->E.p[j]; k < lcp->E.p[j + 1]; k++) a[lcp->E.i[k]] += lcp->E.x[k];
    }
    slip_sparse_gaxpy_t(1, &lcp->Q, qu, lcp->q);
    return SLIP_OK;
}

slip_status slip_lcp_new(slip_lcp *lcp, const slip_problem *p, slip_lcp_form asked, slip_arena *arena, slip_error *error)
{
    return slip_lcp_new_joints(lcp, p, asked, SLIP_JOINTS_ELIMINATED, arena, error);
}

slip_status slip_lcp_new_joints(slip_lcp *lcp, const slip_problem *p, slip_lcp_form asked, slip_joints joints, slip_arena *arena, slip_error *error)
{
    slip_lcp_form form = slip_lcp_choose(p, asked);
    int m = slip_problem_m(p), k = p->d == 3 ? p->dirs.k : 2;
    *lcp = (slip_lcp){ .m = m };
    for (int i = 0; i < p->nc; i++)
        if (p->bilateral && p->bilateral[i]) return slip_fail(error, SLIP_INPUT, "contact %d is bilateral: an LCP has no place for it", i);
    slip_delassus del;
    if (slip_delassus_new(&del, p, SLIP_FORM_DENSE, joints, arena, error) != SLIP_OK) return error ? error->status : SLIP_NUMERIC;
    slip_status status = SLIP_OK;
    if (p->d == 1) {
        lcp->n = m;
        lcp->A = del.dense;
        lcp->q = del.q;
    } else {
        slip_lcp_maker mk = { 0 };
        int most = p->nc * (k + 2), entries = p->nc * 3 * (k + 4);
        status = slip_sparse_new(&mk.P, SLIP_TRIPLET, m, most, entries, arena, error);
        if (status == SLIP_OK) status = slip_sparse_new(&mk.Q, SLIP_TRIPLET, m, most, entries, arena, error);
        if (status == SLIP_OK) status = slip_sparse_new(&mk.E, SLIP_TRIPLET, most, most, entries, arena, error);
        mk.slack = lcp->slack = SLIP_NEW(arena, int, p->nc);
        if (status == SLIP_OK && arena->failed) status = slip_fail(error, SLIP_MEMORY, "no memory for an LCP");
        if (status == SLIP_OK) {
            mk.P.nz = mk.Q.nz = mk.E.nz = 0;
            for (int i = 0; i < p->nc; i++) {
                slip_contact c = slip_problem_contact(p, slip_lcp_law(p, form, &(slip_dirs){ 0 }), p->dirs, i);
                if (c.slip || !(c.mu > 0) || form == SLIP_LCP_RAYS) slip_lcp_rays_contact(&mk, &c, i);
                else if (form == SLIP_LCP_BOX) slip_lcp_box_contact(&mk, &c, i);
                else slip_lcp_facets_contact(&mk, &c, i);
            }
            lcp->n = mk.P.cols = mk.Q.cols = mk.E.cols = mk.E.rows = mk.z;
            status = slip_sparse_convert(&lcp->P, &mk.P, SLIP_CSC, arena, error);
            if (status == SLIP_OK) status = slip_sparse_convert(&lcp->Q, &mk.Q, SLIP_CSC, arena, error);
            if (status == SLIP_OK) status = slip_sparse_convert(&lcp->E, &mk.E, SLIP_CSC, arena, error);
            if (status == SLIP_OK) status = assemble(lcp, del.dense, del.q, arena, error);
        }
    }
    if (status == SLIP_OK && del.p > 0) status = slip_lcp_border(lcp, &del, arena, error);
    slip_delassus_close(&del);
    if (status != SLIP_OK) return status;
    slip_lcp whole = *lcp;
    status = slip_lcp_bare(&whole, lcp->n, lcp->A, lcp->q, error);
    lcp->symmetric = whole.symmetric;
    return status;
}

void slip_lcp_impulse(const slip_lcp *lcp, const double *z, double *r)
{
    memset(r, 0, (size_t)lcp->m * sizeof *r);
    if (lcp->P.x) slip_sparse_gaxpy(1, &lcp->P, z, r);
    else memcpy(r, z, (size_t)lcp->m * sizeof *r);
}

void slip_lcp_value(const slip_lcp *lcp, const double *z, double *w)
{
    memcpy(w, lcp->q, (size_t)lcp->n * sizeof *w);
    for (int j = 0; j < lcp->n; j++) if (z[j] != 0) cblas_daxpy(lcp->n, z[j], lcp->A + (size_t)j * lcp->n, 1, w, 1);
}

double slip_lcp_residual(const slip_lcp *lcp, const double *z, double *w)
{
    int n = lcp->n;
    double worst = 0, size = 0, diag = 0;
    for (int i = 0; i < n; i++) diag = fmax(diag, fabs(lcp->A[i + (size_t)i * n]));
    if (!(diag > 0)) diag = 1;
    slip_lcp_value(lcp, z, w);
    for (int i = 0; i < n; i++) {
        double a = fabs(lcp->A[i + (size_t)i * n]), s = sqrt(a > 0 ? a : diag);
        double y = fabs(i < n - lcp->free ? fmin(z[i] * s, w[i] / s) : w[i] / s);
        if (!(y <= worst)) worst = y;
        size = fmax(size, fabs(lcp->q[i]) / s);
    }
    return worst == 0 ? 0 : worst / size;
}

slip_status slip_lcp_prover_new(slip_lcp_prover *v, int n, slip_arena *arena, slip_error *error)
{
    *v = (slip_lcp_prover){ 0 };
    v->cost = SLIP_NEW(arena, double, n);
    v->low = SLIP_NEW(arena, double, n);
    v->rlow = SLIP_NEW(arena, double, n);
    v->rhigh = SLIP_NEW(arena, double, n);
    v->z = SLIP_NEW(arena, double, n);
    if (arena->failed) return slip_fail(error, SLIP_MEMORY, "no memory for a proof with %d unknowns", n);
    return slip_sparse_new(&v->A, SLIP_CSC, n, n, n * n, arena, error);
}

bool slip_lcp_infeasible(slip_lcp_prover *v, const slip_lcp *lcp, double *y)
{
    int n = lcp->n, nz = 0, signs = n - lcp->free;
    double most = 0, value = 0, scale = 0;
    for (int j = 0; j < n; j++) {
        v->A.p[j] = nz;
        for (int i = 0; i < n; i++)
            if (lcp->A[i + (size_t)j * n] != 0) { v->A.i[nz] = i; v->A.x[nz++] = lcp->A[i + (size_t)j * n]; }
        v->rlow[j] = -lcp->q[j];
        v->rhigh[j] = j < signs ? INFINITY : -lcp->q[j];
        v->low[j] = j < signs ? 0 : -INFINITY;
    }
    v->A.p[n] = v->A.nz = nz;
    if (n == 0 || slip_lp(&v->A, v->cost, v->rlow, lcp->free ? v->rhigh : NULL, v->low, NULL, v->z, y, NULL, NULL) != SLIP_INFEASIBLE) return false;
    for (int i = 0; i < n; i++) { if (i < signs) y[i] = fmax(y[i], 0); most = fmax(most, fabs(y[i])); }
    if (!(most > 0)) return false;
    for (int i = 0; i < n; i++) { y[i] /= most; value += lcp->q[i] * y[i]; scale += fabs(lcp->q[i] * y[i]); }
    if (!(value < -1e-9 * scale)) return false;
    for (int j = 0; j < n; j++) {
        double sum = 0, size = 0;
        for (int i = 0; i < n; i++) { sum += lcp->A[i + (size_t)j * n] * y[i]; size += fabs(lcp->A[i + (size_t)j * n] * y[i]); }
        if (!((j < signs ? sum : fabs(sum)) <= 4e-16 * n * size)) return false;     /* rounding, no more */
    }
    return true;
}
