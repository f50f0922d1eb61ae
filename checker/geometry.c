/* geometry.c: can it come apart, can it stand, and how far a velocity is from that of a cone law.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "checker.h"

#include <string.h>

static void transposed(const ck_matrix *a, const ck_vec *v, mpz_t *out) { ck_times_transposed(a, v->x, out); }

/* ---- motions and impulses ---- */

void ck_motion_read(ck_state *s, ck_text *t)
{
    ck_problem *P = &s->P;
    ck_vec v;
    if (!P->global) ck_refuse("motion: only global problems have velocities");
    ck_vector(t, P->n, &v);
    mpz_t *U = ck_new_mpz((size_t)P->m), *g = ck_new_mpz((size_t)P->p), work;
    mpz_init(work);
    transposed(&P->H, &v, U);
    if (P->p) transposed(&P->G, &v, g);
    for (int j = 0; j < P->p; j++) if (mpz_sgn(g[j]) != 0) ck_refuse("motion: joint %d moves", j);
    bool opens = true, holds = true;
    for (int i = 0; i < P->nc; i++) {
        mpz_t *here = U + P->d * i;
        opens = opens && ck_in_dual(P, i, here, true);
        holds = holds && (ck_in_dual(P, i, here, false) || ck_carries_nothing(P, i, P->w + P->d * i));
    }
    for (int k = 0; k < P->n; k++) mpz_addmul(work, P->f[k], v.x[k]);
    bool falls = holds && mpz_sgn(work) > 0;
    if (!opens && !falls) ck_refuse("motion: it opens not every contact, and does not show that v = 0 is impossible");
    s->disassemblable = s->disassemblable || opens;
    s->not_standing = s->not_standing || falls;
    ck_free_mpz(U, (size_t)P->m), ck_free_mpz(g, (size_t)P->p);
    mpz_clear(work);
    ck_vec_free(&v);
}

static void read_impulse(ck_state *s, ck_text *t, ck_vec *r, ck_vec *l)
{
    ck_problem *P = &s->P;
    ck_vec *const both[2] = { r, l };
    ck_expect(t, "r");
    ck_vector(t, P->m, r);
    if (P->p) { ck_expect(t, "l"); ck_vector(t, P->p, l); }
    ck_common(both, P->p ? 2 : 1);
    for (int i = 0; i < P->nc; i++) if (!ck_in_cone(P, i, r->x + P->d * i)) ck_refuse("the impulse of contact %d is outside its cone", i);
}

void ck_impulse_read(ck_state *s, ck_text *t)
{
    ck_problem *P = &s->P;
    ck_vec r, l;
    bool zero = true;
    ck_end_of_line(t);
    if (!P->global) ck_refuse("impulse: only for global problems");
    read_impulse(s, t, &r, &l);
    mpz_t *e = ck_new_mpz((size_t)P->n);
    ck_times(&P->H, r.x, e);
    if (P->p) ck_times(&P->G, l.x, e);
    for (int k = 0; k < P->n; k++) if (mpz_sgn(e[k]) != 0) ck_refuse("impulse: H r + G l is not 0 in row %d", k);
    for (int k = 0; k < P->m; k++) zero = zero && mpz_sgn(r.x[k]) == 0;
    if (zero) ck_refuse("impulse: it is zero");
    ck_free_mpz(e, (size_t)P->n);
    ck_vec_free(&r);
    if (P->p) ck_vec_free(&l);
    s->not_disassemblable = true;
}

/* ---- the velocity of a cone law ---- */

/* out >= sqrt(x), within 2^-64 of it relatively */
static void root_up(mpq_t out, const mpq_t x)
{
    if (mpq_sgn(x) == 0) { mpq_set_ui(out, 0, 1); return; }
    long e = (long)mpz_sizeinbase(mpq_denref(x), 2) - (long)mpz_sizeinbase(mpq_numref(x), 2) + 140;
    unsigned long shift = e > 0 ? (unsigned long)(e / 2 + 1) : 0;       /* x 4^shift is large */
    mpz_t y;
    mpz_init(y);
    mpz_mul_2exp(y, mpq_numref(x), 2 * shift);
    mpz_cdiv_q(y, y, mpq_denref(x));
    mpz_sqrt(y, y);
    mpz_add_ui(y, y, 1);
    mpq_set_z(out, y);
    mpq_div_2exp(out, out, shift);
    mpz_clear(y);
}

/* out >= |x|_M: x integers over den */
static void mass_norm(const ck_problem *P, mpz_t *x, const mpz_t den, mpq_t out)
{
    mpz_t *y = ck_new_mpz((size_t)P->n), sum;
    mpq_t square;
    mpz_init(sum);
    mpq_init(square);
    ck_times(&P->M, x, y);
    for (int k = 0; k < P->n; k++) mpz_addmul(sum, x[k], y[k]);
    mpz_set(mpq_numref(square), sum);
    mpz_mul(mpq_denref(square), den, den);
    mpz_mul_2exp(mpq_denref(square), mpq_denref(square), P->E);
    mpq_canonicalize(square);
    root_up(out, square);
    ck_free_mpz(y, (size_t)P->n);
    mpz_clear(sum);
    mpq_clear(square);
}

void ck_gap_read(ck_state *s, ck_text *t)
{
    ck_problem *P = &s->P;
    size_t n = (size_t)P->n;
    ck_vec r, l = { 0 }, v, v0;
    ck_end_of_line(t);
    if (!P->global || !ck_relaxed(P)) ck_refuse("gap: only for the cone laws of global problems");
    if (!s->definite) ck_refuse("gap: M has not been shown to be positive definite");
    if (!s->has_answer) ck_refuse("gap: there is no answer to speak of");
    if (!ck_associated(P)) ck_refuse("gap: a contact with a given slip direction has friction");
    for (int i = 0; i < P->nc; i++) if (P->bilateral[i] && !ck_frictionless(P, i)) ck_refuse("gap: contact %d is bilateral with friction", i);
    read_impulse(s, t, &r, &l);
    ck_expect(t, "v");
    ck_vector(t, P->n, &v);
    ck_expect(t, "v0");
    ck_vector(t, P->n, &v0);
    ck_vec answer = { .count = P->n, .x = ck_new_mpz(n) };
    mpz_init_set(answer.den, s->answer.den);
    for (size_t k = 0; k < n; k++) mpz_set(answer.x[k], s->answer.x[k]);
    ck_vec *const all[5] = { &r, &v, &v0, &answer, &l };
    ck_common(all, P->p ? 5 : 4);
    mpz_t *den = &r.den;
    /* v0 is feasible */
    mpz_t *u0 = ck_new_mpz((size_t)P->m), *e = ck_new_mpz(n), work;
    mpz_init(work);
    for (int k = 0; k < P->m; k++) mpz_mul(u0[k], P->w[k], *den);
    transposed(&P->H, &v0, u0);
    for (int i = 0; i < P->nc; i++) if (!ck_in_dual(P, i, u0 + P->d * i, false)) ck_refuse("gap: v0 is not feasible at contact %d", i);
    if (P->p) {
        mpz_t *g = ck_new_mpz((size_t)P->p);
        for (int j = 0; j < P->p; j++) mpz_mul(g[j], P->b[j], *den);
        transposed(&P->G, &v0, g);
        for (int j = 0; j < P->p; j++) if (mpz_sgn(g[j]) != 0) ck_refuse("gap: v0 breaks joint %d", j);
        ck_free_mpz(g, (size_t)P->p);
    }
    /* eta >= |v - M^-1(H r + G l + f)|_M */
    for (size_t k = 0; k < n; k++) mpz_mul(e[k], P->f[k], *den);
    ck_times(&P->H, r.x, e);
    if (P->p) ck_times(&P->G, l.x, e);
    for (size_t k = 0; k < n; k++) mpz_neg(e[k], e[k]);
    ck_times(&P->M, v.x, e);
    mpq_t eta, sum, x, y;
    mpq_inits(eta, sum, x, y, (mpq_ptr)NULL);
    for (size_t k = 0; k < n; k++) {
        if (mpz_sgn(e[k]) == 0) continue;
        if (!s->has_shift) ck_refuse("gap: v is not exact, and M has no positive shift");
        mpz_mul(mpq_numref(x), e[k], e[k]);
        mpz_mul(mpq_denref(x), *den, *den);
        mpz_mul_2exp(mpq_denref(x), mpq_denref(x), 2 * P->E);
        mpq_canonicalize(x);
        mpq_div(x, x, s->shift[k]);
        mpq_add(sum, sum, x);
    }
    root_up(eta, sum);
    /* (|v0 - v|_M + eta)^2/4 + r.u0 */
    for (size_t k = 0; k < n; k++) mpz_sub(e[k], v0.x[k], v.x[k]);
    mass_norm(P, e, *den, x);
    mpq_add(x, x, eta);
    mpq_mul(x, x, x);
    mpq_div_2exp(x, x, 2);
    for (int k = 0; k < P->m; k++) mpz_addmul(work, r.x[k], u0[k]);
    mpz_set(mpq_numref(y), work);
    mpz_mul(mpq_denref(y), *den, *den);
    mpz_mul_2exp(mpq_denref(y), mpq_denref(y), P->E);
    mpq_canonicalize(y);
    mpq_add(x, x, y);                           /* r in K, u0 in K*: not negative */
    root_up(y, x);
    /* + eta/2 + |answer - (v + v0)/2|_M */
    mpq_div_2exp(eta, eta, 1);
    mpq_add(y, y, eta);
    for (size_t k = 0; k < n; k++) {
        mpz_mul_2exp(e[k], answer.x[k], 1);
        mpz_sub(e[k], e[k], v.x[k]);
        mpz_sub(e[k], e[k], v0.x[k]);
    }
    mpz_mul_2exp(work, *den, 1);
    mass_norm(P, e, work, x);
    mpq_add(y, y, x);
    if (!s->has_gap || mpq_cmp(y, s->gap) < 0) {
        if (!s->has_gap) mpq_init(s->gap);
        mpq_set(s->gap, y);
    }
    s->has_gap = true;
    mpq_clears(eta, sum, x, y, (mpq_ptr)NULL);
    ck_free_mpz(u0, (size_t)P->m), ck_free_mpz(e, n), mpz_clear(work);
    ck_vec_free(&r), ck_vec_free(&v), ck_vec_free(&v0), ck_vec_free(&answer);
    if (P->p) ck_vec_free(&l);
}
