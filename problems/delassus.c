/* delassus.c: the operator u = W r + V l + q in three forms that agree to rounding.
   SPDX-License-Identifier: GPL-3.0-or-later

   DENSE: W as a matrix.  BLOCK: d x d blocks.  BODIES: v = M^-1 (H r + G l) is kept, W is never formed:
   u_i = H_i' v + q_i and a change of r_i moves v by M^-1 H_i dr (delassus_bodies.c). */

#include "base/clones.h"
#include "problems/condense.h"
#include "problems/delassus.h"

#include <cblas.h>
#include <math.h>
#include <string.h>

enum { DENSE_UNTIL = 600 };

static slip_form choose(const slip_problem *p, const slip_condense *c, slip_form form, slip_joints joints)
{
    if (form != SLIP_FORM_AUTO) return form;
    if (slip_problem_m(p) <= DENSE_UNTIL || (p->p && joints == SLIP_JOINTS_ELIMINATED)) return SLIP_FORM_DENSE;
    return c->global && c->Minv.x ? SLIP_FORM_BODIES : SLIP_FORM_BLOCK;
}

/* W, sparse, joints not eliminated. */
static slip_status sparse_W(slip_sparse *W, const slip_problem *p, const slip_condense *c, slip_arena *arena, slip_error *error)
{
    if (!c->global) { *W = p->W; return SLIP_OK; }
    slip_sparse Ht;
    slip_status status = slip_sparse_transpose(&Ht, &p->H, arena, error);
    return status ? status : slip_sparse_multiply(W, &Ht, &c->X, arena, error);
}

/* Diagonal blocks and row norms of sparse W; parts is what each row was summed from. */
static void read_rows(const slip_sparse *W, int d, double *diag, double *rows)
{
    if (!W->x) return;
    for (int j = 0; j < W->cols; j++)
        for (int k = W->p[j]; k < W->p[j + 1]; k++) {
            int i = W->i[k];
            rows[i / d] = hypot(rows[i / d], W->x[k]);
            if (i / d == j / d) diag[(i / d) * (size_t)(d * d) + (size_t)((i % d) * d + j % d)] = W->x[k];
        }
}

/* Subtract V R^- V' from W (dense) and V R^- s from q. */
static slip_status eliminate(slip_delassus *op, const slip_condense *c, int p, slip_arena *scratch, slip_error *error)
{
    int m = op->m;
    double *V = SLIP_NEW(scratch, double, (size_t)m * (size_t)p), *VR = SLIP_NEW(scratch, double, (size_t)m * (size_t)p);
    if (scratch->failed) return slip_fail(error, SLIP_MEMORY, "out of memory while eliminating joints");
    if (m == 0) return SLIP_OK;
    slip_sparse_to_dense(&c->V, V);
    cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, m, p, p, 1, V, m, c->Rinv, p, 0, VR, m);
    cblas_dgemm(CblasColMajor, CblasNoTrans, CblasTrans, m, m, p, -1, VR, m, V, m, 1, op->dense, m);
    cblas_dgemv(CblasColMajor, CblasNoTrans, m, p, -1, VR, m, c->s, 1, 1, op->q, 1);
    return SLIP_OK;
}

static void dense_rows(const slip_delassus *op, double *diag, double *rows)
{
    int m = op->m, d = op->d;
    memset(rows, 0, sizeof *rows * (size_t)op->nc);
    for (int j = 0; j < m; j++)
        for (int i = 0; i < m; i++) {
            double x = op->dense[j * (size_t)m + (size_t)i];
            rows[i / d] = hypot(rows[i / d], x);
            if (i / d == j / d) diag[(i / d) * (size_t)(d * d) + (size_t)((i % d) * d + j % d)] = x;
        }
}

/* Scales when joints are kept: those of the eliminated operator, diagonal only. */
static slip_status kept_scales(slip_delassus *op, const slip_problem *p, const slip_condense *c, const double *parts, slip_arena *scratch, slip_error *error)
{
    int d = op->d, m = op->m, np = p->p;
    size_t dd = (size_t)(d * d);
    double *V = SLIP_NEW(scratch, double, (size_t)m * (size_t)np), *VR = SLIP_NEW(scratch, double, (size_t)m * (size_t)np);
    double *diag = SLIP_NEW(scratch, double, dd * (size_t)op->nc), *q = SLIP_NEW(scratch, double, m), *rows = SLIP_NEW(scratch, double, op->nc);
    if (scratch->failed) return slip_fail(error, SLIP_MEMORY, "out of memory while scaling");
    if (m == 0) return SLIP_OK;
    memcpy(q, op->q, sizeof *q * (size_t)m);
    memcpy(diag, op->diag, sizeof *diag * dd * (size_t)op->nc);
    slip_sparse_to_dense(&c->V, V);
    cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, m, np, np, 1, V, m, c->Rinv, np, 0, VR, m);
    cblas_dgemv(CblasColMajor, CblasNoTrans, m, np, -1, VR, m, c->s, 1, 1, q, 1);
    for (int i = 0; i < op->nc; i++)
        for (int a = 0; a < d; a++)
            for (int b = 0; b < d; b++)
                diag[(size_t)i * dd + (size_t)(a * d + b)] -= cblas_ddot(np, VR + d * i + a, m, V + d * i + b, m);
    /* a locked contact needs its whole row, which is dear: only then */
    for (int i = 0; i < op->nc; i++) {
        double w = 0;
        for (size_t k = 0; k < dd; k++) w = hypot(w, diag[(size_t)i * dd + k]);
        if (w > 1e-12 * parts[i]) continue;
        double *e = SLIP_NEW(scratch, double, m), *t = SLIP_NEW(scratch, double, m);
        if (scratch->failed) return slip_fail(error, SLIP_MEMORY, "out of memory while scaling");
        for (int a = 0; a < d; a++) {
            memset(e, 0, sizeof *e * (size_t)m);
            e[d * i + a] = 1;
            slip_delassus_apply(op, e, NULL, t);
            for (int k = 0; k < m; k++) {
                double x = t[k] - op->q[k] - cblas_ddot(np, VR + d * i + a, m, V + k, m);
                rows[i] = hypot(rows[i], x);
            }
        }
    }
    slip_scales_fill(&op->scales, p, diag, parts, rows, q);
    return SLIP_OK;
}

/* W by rows for Gauss-Seidel: the columns serve when it is symmetric. */
static slip_status by_rows(slip_delassus *op, const slip_problem *p, slip_arena *arena, slip_error *error)
{
    size_t m = (size_t)op->m;
    op->rowwise = op->dense;
    if (p->asymmetry <= 1e-15) return SLIP_OK;
    double *t = SLIP_NEW(arena, double, m * m);
    if (!t) return slip_fail(error, SLIP_MEMORY, "out of memory for a dense Delassus matrix of %d rows", op->m);
    for (size_t i = 0; i < m; i++) for (size_t j = 0; j < m; j++) t[i * m + j] = op->dense[j * m + i];
    op->rowwise = t;
    return SLIP_OK;
}

slip_status slip_delassus_new(slip_delassus *op, const slip_problem *p, slip_form form, slip_joints joints, slip_arena *arena, slip_error *error)
{
    int m = slip_problem_m(p), d = p->d;
    slip_arena scratch = { 0 };
    slip_condense c;
    slip_status status = slip_condense_new(&c, p, &scratch, error);
    *op = (slip_delassus){ .joints = joints, .d = d, .nc = p->nc, .m = m, .rank = p->p ? c.rank : 0 };
    if (status) { slip_arena_free(&scratch); return status; }
    bool keep = p->p && joints == SLIP_JOINTS_KEPT;
    op->form = choose(p, &c, form, joints);
    op->p = keep ? p->p : 0;
    op->q = SLIP_NEW(arena, double, m);
    op->s = SLIP_NEW(arena, double, op->p);
    op->diag = SLIP_NEW(arena, double, (size_t)d * (size_t)m);
    op->scales.rho = SLIP_NEW(arena, double, p->nc);
    double *parts = SLIP_NEW(&scratch, double, p->nc), *rows = SLIP_NEW(&scratch, double, p->nc);
    if (arena->failed || scratch.failed) status = slip_fail(error, SLIP_MEMORY, "out of memory for the Delassus operator");
    else if (op->form == SLIP_FORM_DENSE && m > 46000)
        status = slip_fail(error, SLIP_SIZE, "a dense Delassus matrix of %d rows would take %.1f GB", m, 8e-9 * m * m);
    else if (op->form != SLIP_FORM_DENSE && p->p && !keep)
        status = slip_fail(error, SLIP_INPUT, "joints can be eliminated only in the dense form");
    else if (op->form == SLIP_FORM_BODIES && !c.global)
        status = slip_fail(error, SLIP_INPUT, "a problem known only by its Delassus matrix has no bodies");
    if (!status) memcpy(op->q, c.q, sizeof *op->q * (size_t)m);
    if (!status && op->form == SLIP_FORM_BODIES) {
        status = slip_delassus_rigid_new(op, p, arena, error);
        if (!status && !op->rigid) status = slip_delassus_bodies_new(op, p, &c, arena, error);
        for (int i = 0; !status && i < p->nc; i++)
            for (int k = 0; k < d * d; k++) rows[i] = hypot(rows[i], op->diag[(size_t)i * (size_t)(d * d) + (size_t)k]);
    } else if (!status) {
        slip_sparse W;
        status = sparse_W(&W, p, &c, &scratch, error);
        if (!status) read_rows(&W, d, op->diag, rows);
        if (!status && op->form == SLIP_FORM_BLOCK) status = slip_bsr_from_sparse(&op->block, &W, d, arena, error);
        if (!status && op->form == SLIP_FORM_DENSE) {
            op->dense = SLIP_NEW(arena, double, (size_t)m * (size_t)m);
            if (!op->dense) status = slip_fail(error, SLIP_MEMORY, "out of memory for a dense Delassus matrix of %d rows", m);
            else slip_sparse_to_dense(&W, op->dense);
        }
    }
    if (!status) memcpy(parts, rows, sizeof *parts * (size_t)p->nc);
    if (!status && p->p && !keep) {
        status = eliminate(op, &c, p->p, &scratch, error);
        if (!status) dense_rows(op, op->diag, rows);
    }
    if (!status && op->form == SLIP_FORM_DENSE) status = by_rows(op, p, arena, error);
    if (!status && keep) {
        slip_sparse V = c.V;
        op->ql = SLIP_NEW(arena, double, m);
        memcpy(op->s, c.s, sizeof *op->s * (size_t)p->p);
        op->R = SLIP_NEW(arena, double, (size_t)p->p * (size_t)p->p);
        if (!op->R || !op->ql) status = slip_fail(error, SLIP_MEMORY, "out of memory for the joints");
        else memcpy(op->R, c.R, sizeof *op->R * (size_t)p->p * (size_t)p->p);
        if (!status) status = slip_sparse_convert(&op->V, &V, SLIP_CSC, arena, error);
        if (!status) status = kept_scales(op, p, &c, parts, &scratch, error);
    } else if (!status) slip_scales_fill(&op->scales, p, op->diag, parts, rows, op->q);
    slip_condense_close(&c);
    slip_arena_free(&scratch);
    return status;
}

void slip_delassus_close(slip_delassus *op) { (void)op; }

slip_status slip_delassus_crew(slip_delassus *op, slip_crew *crew, slip_arena *arena, slip_error *error)
{
    if (!op->rigid || slip_crew_members(crew) < 2) return SLIP_OK;
    slip_status status = slip_delassus_rigid_crew(op, arena, error);
    if (!status) op->crew = crew;
    return status;
}

void slip_delassus_apply(const slip_delassus *op, const double *r, const double *l, double *u)
{
    if (op->rigid) { slip_delassus_rigid_apply(op, r, l, u); return; }
    if (op->form == SLIP_FORM_BODIES) { slip_delassus_bodies_apply(op, r, l, u); return; }
    memcpy(u, op->q, sizeof *u * (size_t)op->m);
    if (op->form == SLIP_FORM_DENSE && op->m) cblas_dgemv(CblasColMajor, CblasNoTrans, op->m, op->m, 1, op->dense, op->m, r, 1, 1, u, 1);
    if (op->form == SLIP_FORM_BLOCK) slip_bsr_gaxpy(&op->block, r, u);
    if (l && op->V.x) slip_sparse_gaxpy(1, &op->V, l, u);
}

void slip_delassus_joint(const slip_delassus *op, const double *r, const double *l, double *e)
{
    memcpy(e, op->s, sizeof *e * (size_t)op->p);
    if (op->V.x) slip_sparse_gaxpy_t(1, &op->V, r, e);
    if (op->p) cblas_dgemv(CblasColMajor, CblasNoTrans, op->p, op->p, 1, op->R, op->p, l, 1, 1, e, 1);
}

void slip_delassus_begin(slip_delassus *op, const double *r, const double *l)
{
    if (op->rigid) { slip_delassus_rigid_begin(op, r, l); return; }
    if (op->form == SLIP_FORM_BODIES) { slip_delassus_bodies_begin(op, r, l); return; }
    (void)r;
    if (!op->p) return;
    memcpy(op->ql, op->q, sizeof *op->ql * (size_t)op->m);
    if (op->V.x) slip_sparse_gaxpy(1, &op->V, l, op->ql);
}

typedef double eight __attribute__((vector_size(64), aligned(8), may_alias));

/* A dot product at the speed of memory: four quarters at once are four streams to fetch, each asked for well ahead, past the quarter's end
   into what follows.  The order of the sums is the same on every machine. */
SLIP_CLONES("avx512f", "avx2", "default")
static double dot_ahead(int n, const double *a, const double *x)
{
    int h = n / 32 * 8;
    const double *b = a + h, *c = b + h, *d = c + h, *y = x + h, *z = y + h, *t = z + h;
    eight s0 = { 0 }, s1 = { 0 }, s2 = { 0 }, s3 = { 0 };
    for (int k = 0; k < h; k += 8) {
        __builtin_prefetch(a + k + 512, 0, 2);
        __builtin_prefetch(b + k + 512, 0, 2);
        __builtin_prefetch(c + k + 512, 0, 2);
        __builtin_prefetch(d + k + 512, 0, 2);
        s0 += *(const eight *)(a + k) * *(const eight *)(x + k);
        s1 += *(const eight *)(b + k) * *(const eight *)(y + k);
        s2 += *(const eight *)(c + k) * *(const eight *)(z + k);
        s3 += *(const eight *)(d + k) * *(const eight *)(t + k);
    }
    s0 = (s0 + s1) + (s2 + s3);
    double sum = ((s0[0] + s0[1]) + (s0[2] + s0[3])) + ((s0[4] + s0[5]) + (s0[6] + s0[7]));
    for (int k = 4 * h; k < n; k++) sum += a[k] * x[k];
    return sum;
}

void slip_delassus_row(const slip_delassus *op, int i, const double *r, double u[3])
{
    int d = op->d;
    if (op->rigid) { slip_delassus_rigid_row(op, i, u); return; }
    if (op->form == SLIP_FORM_BODIES) { slip_delassus_bodies_row(op, i, u); return; }
    const double *q = (op->p ? op->ql : op->q) + d * i;
    if (op->form == SLIP_FORM_BLOCK) slip_bsr_row(&op->block, i, r, u);
    else for (int a = 0; a < d; a++) u[a] = dot_ahead(op->m, op->rowwise + (size_t)(d * i + a) * (size_t)op->m, r);
    for (int a = 0; a < d; a++) u[a] += q[a];
}

void slip_delassus_move(slip_delassus *op, int i, const double dr[3])
{
    if (op->rigid) slip_delassus_rigid_move(op, i, dr);
    else if (op->form == SLIP_FORM_BODIES) slip_delassus_bodies_move(op, i, dr);
}

double slip_delassus_joint_row(const slip_delassus *op, int j, const double *r, const double *l)
{
    double e = op->s[j] + cblas_ddot(op->p, op->R + j, op->p, l, 1);
    if (op->V.x) for (int k = op->V.p[j]; k < op->V.p[j + 1]; k++) e += op->V.x[k] * r[op->V.i[k]];
    return e;
}

void slip_delassus_joint_move(slip_delassus *op, int j, double dl)
{
    if (op->rigid) { slip_delassus_rigid_joint_move(op, j, dl); return; }
    if (op->form == SLIP_FORM_BODIES) { slip_delassus_bodies_joint_move(op, j, dl); return; }
    if (op->V.x) for (int k = op->V.p[j]; k < op->V.p[j + 1]; k++) op->ql[op->V.i[k]] += op->V.x[k] * dl;
}
