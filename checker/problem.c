/* problem.c: reads the canonical text of a problem; every decimal becomes the nearest binary64, in integers.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "checker.h"

#include <limits.h>
#include <string.h>

const char *const ck_law_names[CK_LAWS] = { "coulomb", "facets", "box", "cone", "cone-facets", "opposed" };

typedef struct { mpz_t *x; int *e; int count; } list;          /* x[k] 2^e[k], before the common exponent is known */
typedef struct { char *at, *end; list all[16]; int lists; } scan;

static char *word(scan *in)
{
    while (in->at < in->end && (*in->at == ' ' || *in->at == '\n' || *in->at == '\0')) in->at++;
    char *w = in->at;
    while (in->at < in->end && *in->at != ' ' && *in->at != '\n' && *in->at != '\0') in->at++;
    if (w == in->at) ck_unreadable("the problem ends too early");
    *in->at = '\0';             /* text[count] is ours */
    return w;
}

static bool peek(scan *in, const char *name)
{
    char *kept = in->at, *w = word(in);
    bool same = strcmp(w, name) == 0;
    in->at = same ? in->at : kept;
    return same;
}

static void expect(scan *in, const char *name)
{
    char *w = word(in);
    if (strcmp(w, name) != 0) ck_unreadable("the problem says '%.40s' where '%s' is expected", w, name);
}

static int count(scan *in, int most)
{
    const char *w = word(in);
    long x = 0;
    for (const char *c = w; *c; c++)
        if (*c < '0' || *c > '9' || (x = 10 * x + (*c - '0')) > most) ck_unreadable("'%.40s' is not a size or an index from 0 to %d", w, most);
    return (int)x;
}

/* num/den > 0 to the nearest x 2^e, x < 2^53, e >= -1074, ties to even. */
static void nearest(const char *w, mpz_t num, mpz_t den, mpz_t x, int *e)
{
    long exponent = (long)mpz_sizeinbase(num, 2) - (long)mpz_sizeinbase(den, 2) - 53;
    mpz_t rest;
    mpz_init(rest);
    for (;; exponent++) {               /* twice at most */
        if (exponent < -1074) exponent = -1074;
        mpz_mul_2exp(x, num, exponent < 0 ? (unsigned long)-exponent : 0);
        mpz_mul_2exp(rest, den, exponent > 0 ? (unsigned long)exponent : 0);
        mpz_t whole;
        mpz_init_set(whole, rest);
        mpz_fdiv_qr(x, rest, x, whole);
        mpz_mul_2exp(rest, rest, 1);
        int half = mpz_cmp(rest, whole);
        mpz_clear(whole);
        if (mpz_sizeinbase(x, 2) > 53) continue;
        if (half > 0 || (half == 0 && mpz_odd_p(x))) mpz_add_ui(x, x, 1);
        break;
    }
    mpz_clear(rest);
    if ((long)mpz_sizeinbase(x, 2) + exponent > 1024) ck_unreadable("'%.40s' is no binary64", w);
    *e = (int)exponent;
}

static void number(scan *in, mpz_t x, int *e)
{
    char digits[1200];
    const char *w = word(in), *c = w;
    bool minus = *c == '-';
    size_t n = 0;
    long ten = 0;
    c += minus || *c == '+';
    for (bool point = false; (*c >= '0' && *c <= '9') || (*c == '.' && !point); c++) {
        if (*c == '.') { point = true; continue; }
        if (n + 1 >= sizeof digits) ck_unreadable("a number has more than %zu digits", sizeof digits - 2);
        digits[n++] = *c;
        ten -= point;
    }
    digits[n] = '\0';
    bool good = n > 0;
    if (good && (*c == 'e' || *c == 'E')) {
        bool down = c[1] == '-';
        long by = 0;
        c += 1 + (down || c[1] == '+');
        good = *c != '\0';
        for (; *c >= '0' && *c <= '9' && by < 100000; c++) by = 10 * by + (*c - '0');
        ten += down ? -by : by;
    }
    if (!good || *c) ck_unreadable("'%.40s' is not a decimal number", w);
    mpz_t num, den;
    mpz_init_set_str(num, digits, 10);
    mpz_init_set_ui(den, 1);
    *e = 0;
    if (mpz_sgn(num) == 0 || ten < -2000) mpz_set_ui(x, 0);       /* fewer than 1200 digits: below half of the least binary64 */
    else {
        if (ten > 400) ck_unreadable("'%.40s' is no binary64", w);
        mpz_ui_pow_ui(x, 10, (unsigned long)(ten < 0 ? -ten : ten));
        mpz_mul(ten < 0 ? den : num, ten < 0 ? den : num, x);
        nearest(w, num, den, x, e);
    }
    if (minus) mpz_neg(x, x);
    mpz_clears(num, den, (mpz_ptr)NULL);
}

static mpz_t *numbers(scan *in, const char *name, long how_many)
{
    if (name) expect(in, name);
    if (how_many > in->end - in->at) ck_unreadable("the problem is too short for the sizes it states");
    list *l = &in->all[in->lists++];
    *l = (list){ ck_new_mpz((size_t)how_many), ck_new((size_t)how_many, sizeof(int)), (int)how_many };
    for (long k = 0; k < how_many; k++) number(in, l->x[k], &l->e[k]);
    return l->x;
}

static void matrix(scan *in, const char *name, int rows, int cols, ck_matrix *a)
{
    expect(in, name);
    expect(in, "csc");
    if (count(in, INT_MAX) != rows || count(in, INT_MAX) != cols) ck_unreadable("%s does not have the size the problem asks for", name);
    *a = (ck_matrix){ .rows = rows, .cols = cols, .nz = count(in, INT_MAX) };
    if (cols + 2L * a->nz > in->end - in->at) ck_unreadable("the problem is too short for the sizes it states");
    a->p = ck_new((size_t)cols + 1, sizeof *a->p);
    a->i = ck_new((size_t)a->nz, sizeof *a->i);
    for (int j = 0; j <= cols; j++) {
        a->p[j] = count(in, a->nz);
        if (j && a->p[j] < a->p[j - 1]) ck_unreadable("the column pointers of %s decrease", name);
    }
    if (a->p[0] != 0 || a->p[cols] != a->nz) ck_unreadable("the column pointers of %s do not match its entries", name);
    for (int k = 0; k < a->nz; k++) a->i[k] = count(in, rows - 1);
    a->x = numbers(in, NULL, a->nz);
}

static void law(scan *in, ck_problem *P)
{
    expect(in, "law");
    const char *w = word(in);
    for (P->law = 0; P->law < CK_LAWS && strcmp(w, ck_law_names[P->law]) != 0; P->law++);
    if (P->law == CK_LAWS) ck_unreadable("'%.40s' is no law", w);
    P->k = count(in, 100000);
    int e;
    mpq_init(P->angle);
    number(in, mpq_numref(P->angle), &e);
    if (e < 0) mpq_div_2exp(P->angle, P->angle, (unsigned long)-e);
    else mpq_mul_2exp(P->angle, P->angle, (unsigned long)e);
}

static void settle(scan *in, ck_problem *P)     /* one exponent for all numbers */
{
    int least = 0;
    for (int l = 0; l < in->lists; l++)
        for (int k = 0; k < in->all[l].count; k++)
            if (mpz_sgn(in->all[l].x[k]) != 0 && in->all[l].e[k] < least) {
                int free = (int)mpz_scan1(in->all[l].x[k], 0), e = in->all[l].e[k] + free;
                if (e < least) least = e;
            }
    P->E = (unsigned long)-least;
    for (int l = 0; l < in->lists; l++) {
        for (int k = 0; k < in->all[l].count; k++) {
            int by = in->all[l].e[k] - least;
            if (by >= 0) mpz_mul_2exp(in->all[l].x[k], in->all[l].x[k], (unsigned long)by);
            else mpz_tdiv_q_2exp(in->all[l].x[k], in->all[l].x[k], (unsigned long)-by);      /* exact: zeros only */
        }
        ck_free(in->all[l].e);
    }
}

void ck_problem_read(ck_problem *P, char *text, size_t size)
{
    scan in = { .at = text, .end = text + size };
    if (memchr(text, '\0', size)) ck_unreadable("the problem holds a NUL");
    expect(&in, "slipstick-problem"), expect(&in, "1");
    expect(&in, "dimension"), P->d = count(&in, 3);
    expect(&in, "contacts"), P->nc = count(&in, INT_MAX / 16);
    expect(&in, "velocities"), P->n = count(&in, INT_MAX / 16);
    expect(&in, "joints"), P->p = count(&in, INT_MAX / 16);
    if (P->d < 1) ck_unreadable("the dimension is 0");
    if ((size_t)P->nc + (size_t)P->n + (size_t)P->p > size) ck_unreadable("the problem is too short for the sizes it states");
    P->m = P->d * P->nc;
    P->global = P->n > 0;
    law(&in, P);
    expect(&in, "level");
    if (!peek(&in, "velocity")) expect(&in, "acceleration");
    P->mu = numbers(&in, "mu", P->nc);
    for (int i = 0; i < P->nc; i++) if (mpz_sgn(P->mu[i]) < 0) ck_unreadable("mu of contact %d is negative", i);
    if (peek(&in, "slip")) P->slip = numbers(&in, NULL, (long)P->nc * (P->d - 1));
    P->bilateral = ck_new((size_t)P->nc, 1);
    if (peek(&in, "bilateral")) for (int i = 0; i < P->nc; i++) P->bilateral[i] = (unsigned char)count(&in, 1);
    if (P->global) {
        matrix(&in, "M", P->n, P->n, &P->M);
        matrix(&in, "H", P->n, P->m, &P->H);
        if (P->p) matrix(&in, "G", P->n, P->p, &P->G);
        P->f = numbers(&in, "f", P->n);
        P->w = numbers(&in, "w", P->m);
        if (P->p) P->b = numbers(&in, "b", P->p);
    } else {
        matrix(&in, "W", P->m, P->m, &P->W);
        if (P->p) matrix(&in, "V", P->m, P->p, &P->V), matrix(&in, "R", P->p, P->p, &P->R);
        P->q = numbers(&in, "q", P->m);
        if (P->p) P->s = numbers(&in, "s", P->p);
    }
    expect(&in, "end");
    while (in.at < in.end && (*in.at == '\n' || *in.at == ' ' || *in.at == '\0')) in.at++;
    if (in.at != in.end) ck_unreadable("something follows the word 'end' of the problem");
    settle(&in, P);
    for (int k = 0; k < 8; k++) mpz_init(P->t[k]);
}

bool ck_has_slip(const ck_problem *P, int i)
{
    for (int t = 0; P->slip && t < P->d - 1; t++) if (mpz_sgn(P->slip[(P->d - 1) * i + t]) != 0) return true;
    return false;
}

bool ck_frictionless(const ck_problem *P, int i) { return P->d == 1 || mpz_sgn(P->mu[i]) == 0; }
bool ck_relaxed(const ck_problem *P) { return P->law == CK_CONE || P->law == CK_CONE_FACETS; }
bool ck_round(const ck_problem *P) { return P->d == 3 && (P->law == CK_COULOMB || P->law == CK_CONE || P->law == CK_OPPOSED); }

bool ck_associated(const ck_problem *P)
{
    for (int i = 0; i < P->nc; i++) if (!ck_frictionless(P, i) && ck_has_slip(P, i)) return false;
    return true;
}

void ck_times(const ck_matrix *a, mpz_t *x, mpz_t *out)
{
    for (int j = 0; j < a->cols; j++)
        for (int k = a->p[j]; k < a->p[j + 1]; k++) mpz_addmul(out[a->i[k]], a->x[k], x[j]);
}

void ck_times_transposed(const ck_matrix *a, mpz_t *x, mpz_t *out)
{
    for (int j = 0; j < a->cols; j++)
        for (int k = a->p[j]; k < a->p[j + 1]; k++) mpz_addmul(out[j], a->x[k], x[a->i[k]]);
}
