/* law.c: whether impulses and velocities of a contact obey its law, exactly; K and its dual.
   SPDX-License-Identifier: GPL-3.0-or-later

   R = r times a positive number, U = u times another: every condition is homogeneous in each.  mu = mu_i 2^-E, t = slip 2^-E. */

#include "checker.h"

static void square(mpz_t out, int axes, mpz_t *x)
{
    mpz_set_ui(out, 0);
    for (int t = 0; t < axes; t++) mpz_addmul(out, x[t], x[t]);
}

static void dot(mpz_t out, int axes, mpz_t *x, mpz_t *y)
{
    mpz_set_ui(out, 0);
    for (int t = 0; t < axes; t++) mpz_addmul(out, x[t], y[t]);
}

/* out = 2^Ed max_k -d_k'U_T */
static void support(const ck_problem *P, mpz_t *UT, mpz_t out, mpz_t work)
{
    ck_need_directions(P);
    for (int k = 0; k < P->dirs; k++) {
        dot(work, P->d - 1, P->dir + 2 * k, UT);
        mpz_neg(work, work);
        if (k == 0 || mpz_cmp(work, out) > 0) mpz_set(out, work);
    }
}

/* The friction set of the law: r_T in mu |r_N| C. */
static bool in_set(ck_problem *P, int i, mpz_t *R)
{
    mpz_t *t = P->t;
    int axes = P->d - 1;
    mpz_mul(t[0], P->mu[i], R[0]);              /* 2^E mu r_N */
    mpz_abs(t[0], t[0]);
    if (P->law == CK_BOX || P->d == 2) {
        for (int a = 1; a <= axes; a++) {
            mpz_mul_2exp(t[1], R[a], P->E);
            if (mpz_cmpabs(t[1], t[0]) > 0) return false;
        }
        return true;
    }
    if (ck_round(P)) {
        square(t[1], axes, R + 1);
        mpz_mul_2exp(t[1], t[1], 2 * P->E);
        mpz_mul(t[0], t[0], t[0]);
        return mpz_cmp(t[1], t[0]) <= 0;
    }
    ck_need_directions(P);                      /* on the left of every edge d_k, d_l */
    for (int k = 0; k < P->dirs; k++) {
        mpz_t *dk = P->dir + 2 * k, *dl = P->dir + 2 * ((k + 1) % P->dirs);
        for (int a = 0; a < 2; a++) {
            mpz_mul_2exp(t[1 + a], R[1 + a], P->E + P->Ed);
            mpz_submul(t[1 + a], t[0], dk[a]);
            mpz_sub(t[3 + a], dl[a], dk[a]);
        }
        mpz_mul(t[5], t[3], t[2]);
        mpz_submul(t[5], t[4], t[1]);
        if (mpz_sgn(t[5]) < 0) return false;
    }
    return true;
}

static bool on_ray(ck_problem *P, int i, mpz_t *R)        /* r_T = -mu |r_N| t */
{
    mpz_t *t = P->t;
    for (int a = 1; a < P->d; a++) {
        mpz_mul(t[0], P->mu[i], R[0]);
        mpz_abs(t[0], t[0]);
        mpz_mul(t[0], t[0], P->slip[(P->d - 1) * i + a - 1]);
        mpz_mul_2exp(t[1], R[a], 2 * P->E);
        mpz_add(t[0], t[0], t[1]);
        if (mpz_sgn(t[0]) != 0) return false;
    }
    return true;
}

bool ck_in_cone(ck_problem *P, int i, mpz_t *R)
{
    if (!P->bilateral[i] && mpz_sgn(R[0]) < 0) return false;
    if (ck_frictionless(P, i)) {
        for (int a = 1; a < P->d; a++) if (mpz_sgn(R[a]) != 0) return false;
        return true;
    }
    return ck_has_slip(P, i) ? on_ray(P, i, R) : in_set(P, i, R);
}

/* r.u >= 0 (> 0) for all r in K, r != 0; bilateral contacts: r.u = 0 for all (with friction: only where u = 0, which is enough). */
bool ck_in_dual(ck_problem *P, int i, mpz_t *U, bool strictly)
{
    mpz_t *t = P->t;
    int axes = P->d - 1, sign;
    if (P->bilateral[i] && !ck_frictionless(P, i)) {
        for (int a = 0; a < P->d; a++) if (mpz_sgn(U[a]) != 0) return false;
        return !strictly;
    }
    if (ck_frictionless(P, i)) sign = mpz_sgn(U[0]);
    else if (ck_has_slip(P, i)) {
        dot(t[0], axes, P->slip + axes * i, U + 1);
        mpz_mul(t[0], t[0], P->mu[i]);
        mpz_mul_2exp(t[1], U[0], 2 * P->E);
        sign = mpz_cmp(t[1], t[0]);
    } else if (ck_round(P)) {
        square(t[0], axes, U + 1);
        mpz_mul(t[0], t[0], P->mu[i]);
        mpz_mul(t[0], t[0], P->mu[i]);
        mpz_mul_2exp(t[1], U[0], P->E);
        mpz_mul(t[1], t[1], t[1]);
        sign = mpz_sgn(U[0]) < 0 ? -1 : mpz_cmp(t[1], t[0]);
    } else if (P->law == CK_BOX || P->d == 2) {
        mpz_set_ui(t[0], 0);
        for (int a = 1; a <= axes; a++) { mpz_abs(t[1], U[a]); mpz_add(t[0], t[0], t[1]); }
        mpz_mul(t[0], t[0], P->mu[i]);
        mpz_mul_2exp(t[1], U[0], P->E);
        sign = mpz_cmp(t[1], t[0]);
    } else {
        support(P, U + 1, t[0], t[1]);
        mpz_mul(t[0], t[0], P->mu[i]);
        mpz_mul_2exp(t[1], U[0], P->E + P->Ed);
        sign = mpz_cmp(t[1], t[0]);
    }
    if (P->bilateral[i]) return sign == 0 && !strictly;
    return strictly ? sign > 0 : sign >= 0;
}

bool ck_carries_nothing(ck_problem *P, int i, mpz_t *U)
{
    if (P->bilateral[i]) return false;
    if (ck_relaxed(P) && !ck_has_slip(P, i)) return ck_in_dual(P, i, U, true);
    return mpz_sgn(U[0]) > 0;
}

/* r_T.u_T + mu |r_N| s(u_T) = 0, given r_T in mu |r_N| C */
static bool most_dissipative(ck_problem *P, int i, mpz_t *R, mpz_t *U)
{
    mpz_t *t = P->t;
    int axes = P->d - 1;
    mpz_mul(t[0], P->mu[i], R[0]);
    mpz_abs(t[0], t[0]);
    if (P->law == CK_BOX || P->d == 2) {
        for (int a = 1; a <= axes; a++) {
            mpz_mul(t[1], R[a], U[a]);
            mpz_mul_2exp(t[1], t[1], P->E);
            mpz_abs(t[2], U[a]);
            mpz_addmul(t[1], t[0], t[2]);
            if (mpz_sgn(t[1]) != 0) return false;
        }
        return true;
    }
    dot(t[1], axes, R + 1, U + 1);
    mpz_mul_2exp(t[1], t[1], P->E);
    if (ck_round(P)) {
        if (mpz_sgn(t[1]) > 0) return false;
        mpz_mul(t[1], t[1], t[1]);
        square(t[2], axes, U + 1);
        mpz_mul(t[0], t[0], t[0]);
        mpz_mul(t[0], t[0], t[2]);
        return mpz_cmp(t[0], t[1]) == 0;
    }
    support(P, U + 1, t[2], t[3]);
    mpz_mul_2exp(t[1], t[1], P->Ed);
    mpz_addmul(t[1], t[0], t[2]);
    return mpz_sgn(t[1]) == 0;
}

static bool opposed(ck_problem *P, int i, mpz_t *R, mpz_t *U)
{
    mpz_t *t = P->t;
    int axes = P->d - 1;
    dot(t[0], axes, R + 1, U + 1);
    if (mpz_sgn(t[0]) > 0) return false;
    square(t[0], axes, U + 1);
    if (mpz_sgn(t[0]) == 0) return true;
    square(t[0], axes, R + 1);
    mpz_mul_2exp(t[0], t[0], 2 * P->E);
    mpz_mul(t[1], P->mu[i], R[0]);
    mpz_mul(t[1], t[1], t[1]);
    return mpz_cmp(t[0], t[1]) == 0;
}

const char *ck_law_broken(ck_problem *P, int i, mpz_t *R, mpz_t *U)
{
    bool plain = ck_frictionless(P, i) || ck_has_slip(P, i);
    if (!ck_in_cone(P, i, R)) return "the impulse is outside its cone";
    if (ck_relaxed(P) && !plain) {
        if (P->bilateral[i]) return "a bilateral contact has no cone law";
        if (!ck_in_dual(P, i, U, false)) return "the velocity is outside the dual cone";
        dot(P->t[0], P->d, R, U);
        return mpz_sgn(P->t[0]) == 0 ? NULL : "impulse and velocity are not orthogonal";
    }
    if (P->bilateral[i] ? mpz_sgn(U[0]) != 0 : mpz_sgn(U[0]) < 0) return "the normal velocity is wrong";
    if (mpz_sgn(R[0]) != 0 && mpz_sgn(U[0]) != 0) return "it separates and carries an impulse";
    if (plain) return NULL;
    if (!(P->law == CK_OPPOSED ? opposed(P, i, R, U) : most_dissipative(P, i, R, U))) return "friction does not oppose slip as the law asks";
    return NULL;
}
