/* trigonometry.c: friction directions: exact ones, and stated ones near the corners of a regular polygon.
   SPDX-License-Identifier: GPL-3.0-or-later

   Fixed point: x stands for x 2^-BITS.  Errors of a few hundred units are far below the 2^-48 that is allowed. */

#include "checker.h"

enum { BITS = 160, NEAR = 48 };

static void fixed(mpz_t out, const mpq_t x)
{
    mpz_mul_2exp(out, mpq_numref(x), BITS);
    mpz_fdiv_q(out, out, mpq_denref(x));
}

static void arctan_of_inverse(mpz_t out, unsigned long x)      /* arctan(1/x) by its series */
{
    mpz_t power, term;
    mpz_inits(power, term, (mpz_ptr)NULL);
    mpz_set_ui(power, 1);
    mpz_mul_2exp(power, power, BITS);
    mpz_fdiv_q_ui(power, power, x);
    mpz_set(out, power);
    for (unsigned long k = 3; mpz_sgn(power) != 0; k += 2) {
        mpz_fdiv_q_ui(power, power, x * x);
        mpz_fdiv_q_ui(term, power, k);
        if (k % 4 == 3) mpz_sub(out, out, term); else mpz_add(out, out, term);
    }
    mpz_clears(power, term, (mpz_ptr)NULL);
}

static void two_pi(mpz_t out)           /* Machin: pi/4 = 4 arctan 1/5 - arctan 1/239 */
{
    mpz_t x;
    mpz_init(x);
    arctan_of_inverse(out, 5);
    mpz_mul_ui(out, out, 4);
    arctan_of_inverse(x, 239);
    mpz_sub(out, out, x);
    mpz_mul_ui(out, out, 8);
    mpz_clear(x);
}

static void cos_sin(const mpz_t angle, mpz_t c, mpz_t s)
{
    mpz_t term;
    mpz_init_set_ui(term, 1);
    mpz_mul_2exp(term, term, BITS);
    mpz_set(c, term);
    mpz_set_ui(s, 0);
    for (unsigned long k = 1; mpz_sgn(term) != 0 && k < 400; k++) {
        mpz_mul(term, term, angle);
        mpz_tdiv_q_2exp(term, term, BITS);
        mpz_tdiv_q_ui(term, term, k);
        mpz_t *to = k % 2 ? (mpz_t *)s : (mpz_t *)c;
        if (k % 4 < 2) mpz_add(*to, *to, term); else mpz_sub(*to, *to, term);
    }
    mpz_clear(term);
}

static bool polygonal(const ck_problem *P) { return P->d == 3 && (P->law == CK_FACETS || P->law == CK_CONE_FACETS); }

void ck_directions_default(ck_problem *P)
{
    static const int four[8] = { 1, 0, 0, 1, -1, 0, 0, -1 }, two[4] = { 1, 0, -1, 0 };
    P->dirs = 0;
    P->Ed = 0;
    P->stated = false;
    ck_free(P->dir);
    P->dir = NULL;
    if (P->d == 2) P->dirs = 2;
    else if (polygonal(P) && P->k == 4 && mpq_sgn(P->angle) == 0) P->dirs = 4;
    P->dir = ck_new_mpz(2 * (size_t)P->dirs);
    for (int k = 0; k < 2 * P->dirs; k++) mpz_set_si(P->dir[k], P->dirs == 4 ? four[k] : two[k]);
}

void ck_need_directions(const ck_problem *P)
{
    if (P->dirs == 0) ck_refuse("the friction directions are irrational: 'directions' must state them first");
}

void ck_directions_stated(ck_problem *P, ck_text *t)
{
    if (!polygonal(P)) ck_refuse("this law has no polygon of directions");
    if (P->dirs) ck_refuse("the directions are known already");
    if (P->k < 4 || P->k > 1000 || P->k % 2) ck_refuse("the law has %d directions: an even number from 4 to 1000 is right", P->k);
    int k = P->k;
    ck_vec half;
    ck_vector(t, k, &half);             /* k/2 pairs */
    if (mpz_popcount(half.den) != 1) ck_refuse("directions must be dyadic");
    P->Ed = mpz_sizeinbase(half.den, 2) - 1;
    mpz_t *dir = ck_new_mpz(2 * (size_t)k), angle, step, x[2], off, most;
    for (int j = 0; j < k; j++) {
        mpz_set(dir[j], half.x[j]);
        mpz_neg(dir[k + j], half.x[j]);
    }
    mpz_inits(angle, step, x[0], x[1], off, most, (mpz_ptr)NULL);
    mpz_set_ui(most, 1);
    mpz_mul_2exp(most, most, BITS - NEAR);
    fixed(angle, P->angle);
    mpz_fdiv_q_2exp(off, angle, BITS);
    if (mpz_cmpabs_ui(off, 10) > 0) ck_refuse("the angle of the directions is not between -10 and 10");
    two_pi(step);
    for (int j = 0; j < k / 2; j++) {
        mpz_t at;
        mpz_init(at);
        mpz_mul_si(at, step, j);
        mpz_fdiv_q_ui(at, at, (unsigned long)k);
        mpz_add(at, at, angle);
        cos_sin(at, x[0], x[1]);
        for (int c = 0; c < 2; c++) {
            mpz_mul_2exp(off, dir[2 * j + c], BITS);
            mpz_fdiv_q_2exp(off, off, P->Ed);
            mpz_sub(off, off, x[c]);
            if (mpz_cmpabs(off, most) > 0) ck_refuse("direction %d is not a corner of the polygon", j);
        }
        mpz_clear(at);
    }
    for (int j = 0; j < k; j++) {       /* a convex polygon, counter-clockwise */
        mpz_t *a = dir + 2 * j, *b = dir + 2 * ((j + 1) % k), *c = dir + 2 * ((j + 2) % k);
        mpz_sub(x[0], b[0], a[0]), mpz_sub(x[1], c[1], b[1]), mpz_mul(off, x[0], x[1]);
        mpz_sub(x[0], b[1], a[1]), mpz_sub(x[1], c[0], b[0]), mpz_submul(off, x[0], x[1]);
        if (mpz_sgn(off) <= 0) ck_refuse("the directions are no convex polygon");
    }
    mpz_clears(angle, step, x[0], x[1], off, most, (mpz_ptr)NULL);
    ck_vec_free(&half);
    ck_free(P->dir);
    P->dir = dir, P->dirs = k, P->stated = true;
}
