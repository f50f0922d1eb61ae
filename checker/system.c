/* system.c: the linear complementarity system of a problem, w = A z + q, its functionals, and exact solutions of it.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "checker.h"

#include <limits.h>
#include <string.h>

typedef struct { int contact, joint; mpq_t P[3], Q[3]; int lambda, normal; bool slack; int first, count; } index_part;
/* index: r += z P, w = Q'u; a beta adds z_lambda, a slack lambda has w = mu z_normal - sum of z_first .. */

static void data(mpq_t out, const mpz_t x, unsigned long E)
{
    mpq_set_z(out, x);
    mpq_div_2exp(out, out, E);
}

/* dense(rows x cols) of a CSC matrix */
static mpq_t *dense(const ck_matrix *a, unsigned long E)
{
    mpq_t *x = ck_new_mpq((size_t)a->rows * (size_t)a->cols), t;
    mpq_init(t);
    for (int j = 0; j < a->cols; j++)
        for (int k = a->p[j]; k < a->p[j + 1]; k++) {
            data(t, a->x[k], E);
            mpq_t *e = &x[(size_t)a->i[k] * (size_t)a->cols + (size_t)j];
            mpq_add(*e, *e, t);
        }
    mpq_clear(t);
    return x;
}

static void add_product(mpq_t out, const mpq_t a, const mpq_t b, mpq_t work)
{
    if (mpq_sgn(a) == 0 || mpq_sgn(b) == 0) return;
    mpq_mul(work, a, b);
    mpq_add(out, out, work);
}

/* out (inner x cols) = M^-1 B */
static mpq_t *solve(ck_state *s, mpq_t *B, int cols)
{
    int n = s->P.n;
    mpq_t *x = ck_new_mpq((size_t)n * (size_t)cols), t, c;
    mpq_inits(t, c, (mpq_ptr)NULL);
    for (int k = 0; k < n; k++)
        for (int e = 0; e < s->inverse[k].count; e++) {
            mpq_set_num(c, s->inverse[k].x[e]);
            mpq_set_den(c, s->inverse[k].den);
            mpq_canonicalize(c);
            for (int j = 0; j < cols; j++) add_product(x[(size_t)s->inverse[k].at[e] * (size_t)cols + (size_t)j], c, B[(size_t)k * (size_t)cols + (size_t)j], t);
        }
    mpq_clears(t, c, (mpq_ptr)NULL);
    return x;
}

/* out (acols x bcols) += A'B, both with `inner` rows */
static mpq_t *inner(mpq_t *A, int acols, mpq_t *B, int bcols, int rows)
{
    mpq_t *x = ck_new_mpq((size_t)acols * (size_t)bcols), t;
    mpq_init(t);
    for (int k = 0; k < rows; k++)
        for (int i = 0; i < acols; i++)
            for (int j = 0; j < bcols; j++)
                add_product(x[(size_t)i * (size_t)bcols + (size_t)j], A[(size_t)k * (size_t)acols + (size_t)i], B[(size_t)k * (size_t)bcols + (size_t)j], t);
    mpq_clear(t);
    return x;
}

static mpq_t *column(mpz_t *x, int count, unsigned long E)
{
    mpq_t *out = ck_new_mpq((size_t)count);
    for (int k = 0; k < count; k++) data(out[k], x[k], E);
    return out;
}

/* ---- the indices of contacts ---- */

static int add(ck_system *y, index_part *part, ck_type type, int contact)
{
    part[y->N].contact = contact;
    part[y->N].joint = part[y->N].lambda = part[y->N].normal = -1;
    y->type[y->N] = type;
    y->plain = y->plain && type != CK_S && type != CK_N;
    return y->N++;
}

static void direction(const ck_problem *P, int k, int t, mpq_t out) { data(out, P->dir[2 * k + t], P->Ed); }

static void with_slack(const ck_problem *P, ck_system *y, index_part *part, int i, int normal, int betas, int axis)
{
    int first = y->N, lambda = first + betas;
    for (int k = 0; k < betas; k++) {
        int b = add(y, part, CK_C, i);
        part[b].lambda = lambda;
        if (axis) { mpq_set_si(part[b].P[axis], k ? -1 : 1, 1); }
        else for (int t = 0; t < P->d - 1; t++) direction(P, k, t, part[b].P[1 + t]);
        for (int t = 1; t < 3; t++) mpq_set(part[b].Q[t], part[b].P[t]);
    }
    add(y, part, CK_C, i);
    part[lambda].slack = true;
    part[lambda].normal = normal;
    part[lambda].first = first;
    part[lambda].count = betas;
}

static void contact(ck_problem *P, ck_system *y, index_part *part, int i)
{
    bool slip = ck_has_slip(P, i), bare = ck_frictionless(P, i);
    mpq_t mu;
    if (P->bilateral[i] && !bare) ck_refuse("contact %d is bilateral with friction: such problems have no system", i);
    if (bare || slip) {
        int c = add(y, part, P->bilateral[i] ? CK_E : CK_C, i);
        mpq_set_ui(part[c].P[0], 1, 1), mpq_set_ui(part[c].Q[0], 1, 1);
        if (bare) return;
        mpq_init(mu);
        data(mu, P->mu[i], P->E);
        for (int t = 1; t < P->d; t++) {
            data(part[c].P[t], P->slip[(P->d - 1) * i + t - 1], P->E);
            mpq_mul(part[c].P[t], part[c].P[t], mu);
            mpq_neg(part[c].P[t], part[c].P[t]);
        }
        mpq_clear(mu);
        return;
    }
    if (ck_round(P)) {
        for (int t = 0; t < 3; t++) {
            int c = add(y, part, t ? CK_N : P->law == CK_CONE ? CK_S : CK_C, i);
            mpq_set_ui(part[c].P[t], 1, 1), mpq_set_ui(part[c].Q[t], 1, 1);
        }
        return;
    }
    if (P->law != CK_BOX || P->d == 2) ck_need_directions(P);
    if (ck_relaxed(P)) {
        mpq_init(mu);
        data(mu, P->mu[i], P->E);
        for (int k = 0; k < P->dirs; k++) {
            int c = add(y, part, CK_C, i);
            mpq_set_ui(part[c].P[0], 1, 1);
            for (int t = 1; t < P->d; t++) { direction(P, k, t - 1, part[c].P[t]); mpq_mul(part[c].P[t], part[c].P[t], mu); }
            for (int t = 0; t < 3; t++) mpq_set(part[c].Q[t], part[c].P[t]);
        }
        mpq_clear(mu);
        return;
    }
    int normal = add(y, part, CK_C, i);
    mpq_set_ui(part[normal].P[0], 1, 1), mpq_set_ui(part[normal].Q[0], 1, 1);
    if (P->law == CK_BOX && P->d == 3) for (int axis = 1; axis < 3; axis++) with_slack(P, y, part, i, normal, 2, axis);
    else with_slack(P, y, part, i, normal, P->dirs, 0);
}

/* ---- A and q ---- */

static void scale_row(mpq_t *row, const mpq_t q, int N, mpz_t *A, mpz_t b)
{
    mpz_t den, gcd, t;
    mpz_init_set(den, mpq_denref(q));
    mpz_init(gcd), mpz_init(t);
    for (int j = 0; j < N; j++) mpz_lcm(den, den, mpq_denref(row[j]));
    for (int j = 0; j <= N; j++) {
        mpz_t *to = j < N ? &A[j] : (mpz_t *)b;
        const __mpq_struct *from = j < N ? row[j] : q;
        mpz_divexact(t, den, mpq_denref(from));
        mpz_mul(*to, t, mpq_numref(from));
        mpz_gcd(gcd, gcd, *to);
    }
    if (mpz_sgn(gcd) > 0) {
        for (int j = 0; j < N; j++) mpz_divexact(A[j], A[j], gcd);
        mpz_divexact(b, b, gcd);
    }
    mpz_clears(den, gcd, t, (mpz_ptr)NULL);
}

static void rows(ck_state *s, const index_part *part, mpq_t *jcoef, mpq_t *j0)
{
    ck_system *y = &s->system;
    ck_problem *P = &s->P;
    size_t N = (size_t)y->N;
    mpq_t q, t, mu;
    mpq_inits(q, t, mu, (mpq_ptr)NULL);
    mpq_t *row = ck_new_mpq(N);
    y->A = ck_new_mpz(N * N);
    y->q = ck_new_mpz(N);
    for (size_t i = 0; i < N; i++) {
        for (size_t j = 0; j < N; j++) mpq_set_ui(row[j], 0, 1);
        mpq_set_ui(q, 0, 1);
        if (part[i].joint >= 0) {
            for (size_t j = 0; j < N; j++) mpq_set(row[j], jcoef[(size_t)part[i].joint * N + j]);
            mpq_set(q, j0[part[i].joint]);
        } else if (part[i].slack) {
            data(mu, P->mu[part[i].contact], P->E);
            mpq_set(row[part[i].normal], mu);
            for (int k = 0; k < part[i].count; k++) mpq_set_si(row[part[i].first + k], -1, 1);
        } else {
            for (int c = 0; c < P->d; c++) {
                size_t at = (size_t)(P->d * part[i].contact + c);
                for (size_t j = 0; j < N; j++) add_product(row[j], part[i].Q[c], y->ucoef[at * N + j], t);
                add_product(q, part[i].Q[c], y->q0[at], t);
            }
            if (part[i].lambda >= 0) { mpq_set_ui(t, 1, 1); mpq_add(row[part[i].lambda], row[part[i].lambda], t); }
        }
        scale_row(row, q, y->N, y->A + i * N, y->q[i]);
    }
    mpq_clears(q, t, mu, (mpq_ptr)NULL);
}

static void masks(ck_system *y)
{
    y->words = (2 * y->N + 63) / 64;
    y->loose = ck_new((size_t)y->words, sizeof *y->loose);
    y->zero = ck_new((size_t)y->words, sizeof *y->zero);
    for (int i = 0; i < y->N; i++) {
        int w = y->N + i;
        if (y->type[i] == CK_E || y->type[i] == CK_N) y->loose[i / 64] |= 1ul << i % 64;
        if (y->type[i] == CK_N) y->loose[w / 64] |= 1ul << w % 64;
        if (y->type[i] == CK_E) y->zero[w / 64] |= 1ul << w % 64;
    }
}

void ck_system_make(ck_state *s)
{
    ck_system *y = &s->system;
    ck_problem *P = &s->P;
    if (y->made) return;
    long most = (long)P->nc * (2 + 3 * (P->dirs > 2 ? P->dirs : 2)) + P->p;
    if (most > 20000) ck_refuse("the problem is too large for a system");
    index_part *part = ck_new((size_t)most, sizeof *part);
    y->type = ck_new((size_t)most, sizeof *y->type);
    y->plain = true;
    for (size_t k = 0; k < (size_t)most; k++) for (int t = 0; t < 3; t++) mpq_inits(part[k].P[t], part[k].Q[t], (mpq_ptr)NULL);
    for (int i = 0; i < P->nc; i++) contact(P, y, part, i);
    for (int j = 0; j < P->p; j++) { int c = add(y, part, CK_E, -1); part[c].joint = j; }
    size_t N = (size_t)y->N, m = (size_t)P->m, n = (size_t)P->n, p = (size_t)P->p;
    mpq_t *W, *V = NULL, *VT = NULL, *R = NULL, *j0 = NULL, *XH = NULL, *XG = NULL, t;
    mpq_init(t);
    if (P->global) {
        if (!s->has_inverse) ck_refuse("M is not diagonal: an 'inverse' section must stand before this");
        mpq_t *H = dense(&P->H, P->E), *G = p ? dense(&P->G, P->E) : NULL, *f = column(P->f, P->n, P->E);
        XH = solve(s, H, P->m);
        mpq_t *Xf = solve(s, f, 1);
        W = inner(H, P->m, XH, P->m, P->n);
        y->q0 = inner(H, P->m, Xf, 1, P->n);
        y->v0 = Xf;
        for (size_t k = 0; k < m; k++) { data(t, P->w[k], P->E); mpq_add(y->q0[k], y->q0[k], t); }
        if (p) {
            XG = solve(s, G, P->p);
            V = inner(H, P->m, XG, P->p, P->n);
            VT = inner(G, P->p, XH, P->m, P->n);
            R = inner(G, P->p, XG, P->p, P->n);
            j0 = inner(G, P->p, Xf, 1, P->n);
            for (size_t k = 0; k < p; k++) { data(t, P->b[k], P->E); mpq_add(j0[k], j0[k], t); }
        }
    } else {
        W = dense(&P->W, P->E);
        y->q0 = column(P->q, P->m, P->E);
        if (p) {
            V = dense(&P->V, P->E), R = dense(&P->R, P->E), j0 = column(P->s, P->p, P->E);
            VT = ck_new_mpq(p * m);
            for (size_t i = 0; i < p; i++) for (size_t j = 0; j < m; j++) mpq_set(VT[i * m + j], V[j * p + i]);
        }
    }
    y->rcoef = ck_new_mpq(m * N);
    for (size_t j = 0; j < N; j++)
        for (int c = 0; c < P->d && part[j].joint < 0; c++) mpq_set(y->rcoef[(size_t)(P->d * part[j].contact + c) * N + j], part[j].P[c]);
    /* u, v and the joints' rows over z: through r, and directly through l */
    mpq_t *out[3] = { y->ucoef = ck_new_mpq(m * N), y->vcoef = ck_new_mpq(n * N), ck_new_mpq(p * N) };
    mpq_t *by_r[3] = { W, XH, VT }, *by_l[3] = { V, XG, R };
    size_t many[3] = { m, n, p };
    for (int o = 0; o < 3; o++)
        for (size_t i = 0; i < many[o]; i++)
            for (size_t j = 0; j < N; j++) {
                mpq_t *to = &out[o][i * N + j];
                if (part[j].joint >= 0) mpq_set(*to, by_l[o][i * p + (size_t)part[j].joint]);
                else for (int c = 0; c < P->d; c++) add_product(*to, by_r[o][i * m + (size_t)(P->d * part[j].contact + c)], part[j].P[c], t);
            }
    rows(s, part, out[2], j0);
    masks(y);
    y->v = ck_new(n, sizeof *y->v), y->u = ck_new(m, sizeof *y->u), y->r = ck_new(m, sizeof *y->r), y->z = ck_new(N, sizeof *y->z);
    mpq_clear(t);
    y->made = true;
}
