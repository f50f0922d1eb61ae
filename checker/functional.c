/* functional.c: linear functionals of the system: v, u, r, z and the energy bound; exact solutions z.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "checker.h"

#include <limits.h>
#include <string.h>

/* phi = (phi0 + c'z)/den from rationals */
static void settle(ck_functional *f, const ck_system *y, mpq_t *c, const mpq_t phi0)
{
    f->c = ck_new_mpz((size_t)y->N);
    f->pos = ck_new((size_t)y->words, sizeof *f->pos);
    f->neg = ck_new((size_t)y->words, sizeof *f->neg);
    mpz_init(f->phi0);
    mpz_init_set(f->den, mpq_denref(phi0));
    for (int j = 0; j < y->N; j++) mpz_lcm(f->den, f->den, mpq_denref(c[j]));
    mpz_divexact(f->phi0, f->den, mpq_denref(phi0));
    mpz_mul(f->phi0, f->phi0, mpq_numref(phi0));
    for (int j = 0; j < y->N; j++) {
        mpz_divexact(f->c[j], f->den, mpq_denref(c[j]));
        mpz_mul(f->c[j], f->c[j], mpq_numref(c[j]));
        if (mpz_sgn(f->c[j]) > 0) f->pos[j / 64] |= 1ul << j % 64;
        if (mpz_sgn(f->c[j]) < 0) f->neg[j / 64] |= 1ul << j % 64;
    }
    f->made = true;
}

/* L = r0.u0 - r.u0 - r0.u, and u0, r0 those of an exact solution */
static ck_functional *energy(ck_state *s, int k)
{
    ck_system *y = &s->system;
    ck_problem *P = &s->P;
    if (k >= s->points.count || !s->points.point[k].exact) ck_refuse("%d is no exact solution of this file", k);
    if (y->e_room <= k) {
        ck_functional **more = ck_new((size_t)s->points.count, sizeof *more);
        for (int j = 0; j < y->e_room; j++) more[j] = y->e[j];
        ck_free(y->e);
        y->e = more;
        y->e_room = s->points.count;
    }
    if (y->e[k]) return y->e[k];
    const ck_point *x = &s->points.point[k];
    int first = P->global ? P->n : P->m;
    size_t N = (size_t)y->N;
    mpq_t phi0, r0, u0, t, *c = ck_new_mpq(N);
    mpq_inits(phi0, r0, u0, t, (mpq_ptr)NULL);
    for (int i = 0; i < P->m; i++) {
        mpq_set_num(r0, x->lo.x[first + i]), mpq_set_den(r0, x->lo.den), mpq_canonicalize(r0);
        mpq_set_num(u0, x->u.x[i]), mpq_set_den(u0, x->u.den), mpq_canonicalize(u0);
        mpq_sub(t, u0, y->q0[i]);
        mpq_mul(t, t, r0);
        mpq_add(phi0, phi0, t);
        for (size_t j = 0; j < N; j++) {
            mpq_mul(t, u0, y->rcoef[(size_t)i * N + j]);
            mpq_sub(c[j], c[j], t);
            mpq_mul(t, r0, y->ucoef[(size_t)i * N + j]);
            mpq_sub(c[j], c[j], t);
        }
    }
    y->e[k] = ck_new(1, sizeof *y->e[k]);
    settle(y->e[k], y, c, phi0);
    for (size_t j = 0; j < N; j++) mpq_clear(c[j]);
    ck_free(c);
    mpq_clears(phi0, r0, u0, t, (mpq_ptr)NULL);
    return y->e[k];
}

ck_functional *ck_functional_get(ck_state *s, char *name)
{
    ck_system *y = &s->system;
    ck_problem *P = &s->P;
    if (strcmp(name, "0") == 0) return NULL;
    int count = name[0] == 'v' ? P->n : name[0] == 'u' || name[0] == 'r' ? P->m : name[0] == 'z' ? y->N : name[0] == 'e' ? INT_MAX : 0;
    if (count == 0) ck_refuse("'%.40s' is no functional: 0, vK, uK, rK, zK or eS is expected", name);
    int k = ck_parse_integer(name + 1, count);
    if (name[0] == 'e') return energy(s, k);
    ck_functional *f = (name[0] == 'v' ? y->v : name[0] == 'u' ? y->u : name[0] == 'r' ? y->r : y->z) + k;
    if (f->made) return f;
    size_t N = (size_t)y->N;
    mpq_t none, *unit = NULL;
    mpq_init(none);
    if (name[0] == 'z') {
        unit = ck_new_mpq(N);
        mpq_set_ui(unit[k], 1, 1);
    }
    mpq_t *c = (name[0] == 'v' ? y->vcoef + (size_t)k * N : name[0] == 'u' ? y->ucoef + (size_t)k * N : name[0] == 'r' ? y->rcoef + (size_t)k * N : unit);
    settle(f, y, c, name[0] == 'v' ? y->v0[k] : name[0] == 'u' ? y->q0[k] : none);
    for (size_t j = 0; unit && j < N; j++) mpq_clear(unit[j]);
    ck_free(unit);
    mpq_clear(none);
    return f;
}

/* ---- exact solutions in z ---- */

void ck_w(const ck_system *y, mpz_t *z, const mpz_t den, mpz_t *w)
{
    size_t N = (size_t)y->N;
    for (size_t i = 0; i < N; i++) {
        mpz_mul(w[i], y->q[i], den);
        for (size_t j = 0; j < N; j++) if (mpz_sgn(z[j]) != 0) mpz_addmul(w[i], y->A[i * N + j], z[j]);
    }
}

void ck_z_read(ck_state *s, ck_text *t)
{
    ck_system *y = &s->system;
    ck_sparse given;
    ck_system_make(s);
    if (!y->plain) ck_refuse("the system of a round cone only forgets conditions: its z prove nothing");
    ck_sparse_vector(t, y->N, &given);
    if (s->zs == s->zs_room) {
        int room = s->zs_room ? 2 * s->zs_room : 8;
        ck_vec *z = ck_new((size_t)room, sizeof *z);
        mpz_t **zw = ck_new((size_t)room, sizeof *zw);
        bool *vertex = ck_new((size_t)room, sizeof *vertex);
        for (int k = 0; k < s->zs; k++) z[k] = s->z[k], zw[k] = s->zw[k], vertex[k] = s->vertex[k];
        ck_free(s->z), ck_free(s->zw), ck_free(s->vertex);
        s->z = z, s->zw = zw, s->vertex = vertex, s->zs_room = room;
    }
    ck_vec *z = &s->z[s->zs];
    z->count = y->N;
    z->x = ck_new_mpz((size_t)y->N);
    mpz_init_set(z->den, given.den);
    for (int k = 0; k < given.count; k++) mpz_set(z->x[given.at[k]], given.x[k]);
    ck_sparse_free(&given);
    mpz_t *w = s->zw[s->zs] = ck_new_mpz((size_t)y->N);
    ck_w(y, z->x, z->den, w);
    for (int i = 0; i < y->N; i++) {
        int a = mpz_sgn(z->x[i]), b = mpz_sgn(w[i]);
        if (y->type[i] == CK_E ? b != 0 : a < 0 || b < 0 || (a != 0 && b != 0)) ck_refuse("it is no solution: pair %d fails", i);
    }
    s->zs++;
}

void ck_midpoint_lcp_read(ck_state *s, ck_text *t)
{
    int a = ck_integer(t, s->zs), b = ck_integer(t, s->zs), i = ck_integer(t, s->system.N);
    ck_end_of_line(t);
    if (s->system.type[i] != CK_C) ck_refuse("index %d is no complementary pair", i);
    /* of two solutions: (z_a + z_b)(w_a + w_b) > 0 */
    if (mpz_sgn(s->z[a].x[i]) + mpz_sgn(s->z[b].x[i]) <= 0 || mpz_sgn(s->zw[a][i]) + mpz_sgn(s->zw[b][i]) <= 0)
        ck_refuse("the mean satisfies pair %d", i);
    s->nonconvex_lcp = true;
}
