/* enclosure.c: a box of (v, l, r, sigma) that holds a solution, by Krawczyk's test in exact arithmetic.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "enclosure.h"

#include <string.h>

/* ---- modes: unknowns and rows ---- */

static void read_modes(ck_box *b, ck_text *t)
{
    ck_problem *P = b->P;
    ck_expect(t, "modes");
    for (int i = 0; i < P->nc; i++) {
        const char *w = ck_word(t);
        bool bare = ck_frictionless(P, i) || ck_has_slip(P, i), both = P->bilateral[i];
        b->mode[i] = *w;
        if (strlen(w) != 1 || !strchr("ogsnt", *w)) ck_refuse("a mode is o, g, s, n or t");
        if (both && !bare && ck_relaxed(P)) ck_refuse("contact %d: a bilateral contact has no cone law", i);
        if ((*w == 'o' && both) || (strchr("st", *w) && (bare || both)) || (*w == 'n' && !bare)) ck_refuse("mode %c does not fit contact %d", *w, i);
        int rows = strchr("ngt", *w) ? 1 : *w == 's' ? P->d : 0;
        if (*w == 'g' && ck_relaxed(P) && !bare) rows = P->d;
        for (int c = 0; c < rows; c++) {
            b->has[P->d * i + c] = true;
            b->plain[P->d * i + c] = !(*w == 't' && ck_relaxed(P));
        }
    }
    ck_end_of_line(t);
    for (int j = 0; j < P->p; j++) b->has[P->m + j] = b->plain[P->m + j] = true;
}

static void read_pins(ck_box *b, ck_text *t)
{
    ck_problem *P = b->P;
    ck_sparse given;
    ck_expect(t, "pins");
    ck_sparse_vector(t, P->m + P->p, &given);
    b->pin.count = P->m + P->p;
    b->pin.x = ck_new_mpz((size_t)b->pin.count);
    mpz_init_set(b->pin.den, given.den);
    for (int e = 0; e < given.count; e++) {
        int k = given.at[e];
        char mode = k < P->m ? b->mode[k / P->d] : 's';
        if (!(mode == 's' || mode == 't' || (mode == 'n' && k % P->d == 0))) ck_refuse("impulse %d is not free in its mode: it cannot be pinned", k);
        b->pinned[k] = true;
        mpz_set(b->pin.x[k], given.x[e]);
    }
    ck_sparse_free(&given);
}

const ck_matrix *ck_box_column(const ck_box *b, int k, int *j, mpz_t **constant)
{
    const ck_problem *P = b->P;
    *j = k < P->m ? k : k - P->m;
    *constant = k < P->m ? &b->w[*j] : &P->b[*j];
    return k < P->m ? &b->K : &P->G;
}

static void combine(ck_box *b, mpz_t *acc, int k, const mpz_t by)         /* acc += by (column, constant) of row k */
{
    int j;
    mpz_t *constant;
    const ck_matrix *a = ck_box_column(b, k, &j, &constant);
    for (int e = a->p[j]; e < a->p[j + 1]; e++) mpz_addmul(acc[a->i[e]], a->x[e], by);
    mpz_addmul(acc[b->n], *constant, by);
}

static void read_drops(ck_box *b, ck_text *t)      /* stops at the line of the centre */
{
    ck_problem *P = b->P;
    int rows = P->m + P->p, last = -1;
    long *line = ck_new((size_t)rows, sizeof *line);
    ck_sparse *list = ck_new((size_t)rows, sizeof *list);
    mpz_t *acc = ck_new_mpz((size_t)b->n + 1);
    for (ck_next_line(t); ck_is(t, "drop"); ck_next_line(t)) {
        int k = ck_integer(t, rows);
        if (k <= last) ck_refuse("dropped rows must increase");
        last = k;
        if (!b->has[k] || !b->plain[k]) ck_refuse("row %d cannot be dropped", k);
        ck_sparse_vector(t, rows, &list[k]);
        b->dropped[k] = true;
        line[k] = t->line;
    }
    for (int k = 0; k < rows; k++) {
        if (!b->dropped[k]) continue;
        ck_at_line(line[k]);
        for (int i = 0; i <= b->n; i++) mpz_set_ui(acc[i], 0);
        mpz_neg(b->t, list[k].den);
        combine(b, acc, k, b->t);
        for (int e = 0; e < list[k].count; e++) {
            int j = list[k].at[e];
            if (!b->has[j] || !b->plain[j] || b->dropped[j] || (j < P->m && b->mode[j / P->d] == 'g')) ck_refuse("row %d is not kept: nothing follows from it", j);
            combine(b, acc, j, list[k].x[e]);
        }
        for (int i = 0; i <= b->n; i++) if (mpz_sgn(acc[i]) != 0) ck_refuse("row %d is not this combination of the others", k);
        ck_sparse_free(&list[k]);
    }
    ck_at_line(t->line);
    for (int k = 0; k < P->m; k++) if (b->mode[k / P->d] == 'g' && b->has[k] && !b->dropped[k]) ck_refuse("row %d of a grazing contact must follow from others", k);
    ck_free(line), ck_free(list), ck_free_mpz(acc, (size_t)b->n + 1);
}

static void layout(ck_box *b)
{
    ck_problem *P = b->P;
    b->N = b->rows = b->n;
    for (int j = 0; j < P->p; j++) b->xl[j] = b->pinned[P->m + j] ? -1 : b->N++;
    for (int i = 0; i < P->nc; i++) {
        int free = b->mode[i] == 's' || b->mode[i] == 't' ? P->d : b->mode[i] == 'n' ? 1 : 0;
        for (int c = 0; c < P->d; c++) b->xr[P->d * i + c] = c < free && !b->pinned[P->d * i + c] ? b->N++ : -1;
        b->xs[i] = b->mode[i] == 't' ? b->N++ : -1;
        if (b->mode[i] == 't') b->rows += P->d;
    }
    for (int k = 0; k < P->m + P->p; k++) b->rows += b->has[k] && !b->dropped[k];
    if (b->rows != b->N) ck_refuse("%d unknowns and %d equations", b->N, b->rows);
}

/* scale low > |x_T| over the box, low = x_N - its radius > 0 */
static bool inside(ck_box *b, mpz_t *x, mpz_t *rad, int i, const mpz_t left, unsigned long left_shift, const mpz_t right, unsigned long right_shift)
{
    mpz_t *t = b->P->t;
    int n = b->P->d * i;
    mpz_sub(t[0], x[n], rad[n]);
    if (mpz_sgn(t[0]) <= 0) return false;
    mpz_mul(t[0], t[0], left);
    mpz_mul_2exp(t[0], t[0], left_shift);
    mpz_mul(t[0], t[0], t[0]);
    mpz_set_ui(t[1], 0);
    for (int k = n + 1; k < n + b->P->d; k++) {
        mpz_abs(t[2], x[k]);
        mpz_add(t[2], t[2], rad[k]);
        mpz_mul(t[2], t[2], right);
        mpz_mul_2exp(t[2], t[2], right_shift);
        mpz_addmul(t[1], t[2], t[2]);
    }
    return mpz_cmp(t[0], t[1]) > 0;
}

static void strict(ck_box *b)
{
    ck_problem *P = b->P;
    mpz_t one;
    mpz_init_set_ui(one, 1);
    for (int i = 0; i < P->nc; i++) {
        int n = P->d * i;
        bool bare = ck_frictionless(P, i) || ck_has_slip(P, i), good = true;
        mpz_t *r = b->r, *rr = b->rr, *U = b->U, *Ur = b->Ur;
        switch (b->mode[i]) {
        case 'o': good = ck_relaxed(P) && !bare ? inside(b, U, Ur, i, one, P->E, P->mu[i], 0) : mpz_cmp(U[n], Ur[n]) > 0; break;
        case 's': good = inside(b, r, rr, i, P->mu[i], 0, one, P->E); break;
        case 'n': good = (P->bilateral[i] && ck_frictionless(P, i)) || mpz_cmp(r[n], rr[n]) > 0; break;
        case 't': good = mpz_cmp(r[n], rr[n]) > 0 && mpz_cmp(b->centre.x[b->xs[i]], b->radius.x[b->xs[i]]) > 0; break;
        }
        if (!good) ck_refuse("the strict conditions of mode %c fail at contact %d", b->mode[i], i);
    }
    mpz_clear(one);
}

/* The equation of motion; of a local problem u - W r = q, with u in the place of v. */
static void motion(ck_box *b)
{
    ck_problem *P = b->P;
    if (P->global) {
        b->n = P->n, b->M = P->M, b->H = b->K = P->H, b->f = P->f, b->w = P->w;
        return;
    }
    size_t m = (size_t)P->m;
    b->n = P->m, b->H = P->W, b->f = P->q, b->w = ck_new_mpz(m);
    b->M = (ck_matrix){ P->m, P->m, P->m, ck_new(m + 1, sizeof(int)), ck_new(m, sizeof(int)), ck_new_mpz(m) };
    for (int k = 0; k < P->m; k++) {
        b->M.p[k + 1] = k + 1, b->M.i[k] = k;
        mpz_set_ui(b->M.x[k], 1);
        mpz_mul_2exp(b->M.x[k], b->M.x[k], P->E);
    }
    b->K = b->M;
}

void ck_enclosure_read(ck_state *s, ck_text *t)
{
    ck_problem *P = &s->P;
    size_t m = (size_t)P->m, p = (size_t)P->p;
    ck_box b = { .s = s, .P = P };
    ck_end_of_line(t);
    if (!P->global && P->p) ck_refuse("enclosures are for global problems, and for local ones without joints");
    if (P->d == 3 && !ck_round(P)) ck_refuse("enclosures are for the laws coulomb, cone and opposed");
    motion(&b);
    mpz_inits(b.D, b.t, b.t2, (mpz_ptr)NULL);
    b.mode = ck_new((size_t)P->nc, 1);
    b.xr = ck_new(m, sizeof *b.xr), b.xl = ck_new(p, sizeof *b.xl), b.xs = ck_new((size_t)P->nc, sizeof *b.xs);
    b.has = ck_new(m + p, 1), b.plain = ck_new(m + p, 1), b.dropped = ck_new(m + p, 1), b.pinned = ck_new(m + p, 1);
    b.r = ck_new_mpz(m), b.rr = ck_new_mpz(m), b.U = ck_new_mpz(m), b.Ur = ck_new_mpz(m);
    read_modes(&b, t);
    read_pins(&b, t);
    read_drops(&b, t);
    layout(&b);
    if (!ck_is(t, "centre")) ck_refuse("'centre' is expected here");
    ck_vector(t, b.N, &b.centre);
    ck_expect(t, "radius");
    ck_vector(t, b.N, &b.radius);
    for (int k = 0; k < b.N; k++) if (mpz_sgn(b.radius.x[k]) <= 0) ck_refuse("radius %d is not positive", k);
    ck_vec *const list[3] = { &b.centre, &b.radius, &b.pin };
    ck_common(list, 3);
    mpz_set(b.D, b.centre.den);
    ck_box_evaluate(&b);
    strict(&b);
    ck_box_equations(&b);
    ck_box_krawczyk(&b, t);
    ck_point point = { .exact = false };
    ck_vec *const ends[2] = { &point.lo, &point.hi };
    for (int e = 0; e < 2; e++) {               /* all over D 4^E */
        ends[e]->count = b.n + P->m;
        ends[e]->x = ck_new_mpz((size_t)(b.n + P->m));
        mpz_init(ends[e]->den);
        mpz_mul_2exp(ends[e]->den, b.D, 2 * P->E);
        for (int k = 0; k < b.n + P->m; k++) {
            mpz_t *x = &ends[e]->x[k];
            (e ? mpz_add : mpz_sub)(*x, k < b.n ? b.centre.x[k] : b.r[k - b.n], k < b.n ? b.radius.x[k] : b.rr[k - b.n]);
            if (k < b.n) mpz_mul_2exp(*x, *x, 2 * P->E);
        }
    }
    ck_points_add(&s->points, point);
    ck_free(b.mode), ck_free(b.xr), ck_free(b.xl), ck_free(b.xs), ck_free(b.has), ck_free(b.plain), ck_free(b.dropped), ck_free(b.pinned);
    ck_free_mpz(b.r, m), ck_free_mpz(b.rr, m), ck_free_mpz(b.U, m), ck_free_mpz(b.Ur, m), ck_free_mpz(b.F, (size_t)b.N);
    ck_free(b.row), ck_free(b.col), ck_free_mpz(b.mid, (size_t)b.room), ck_free_mpz(b.rad, (size_t)b.room);
    ck_vec_free(&b.centre), ck_vec_free(&b.radius), ck_vec_free(&b.pin);
    if (!P->global) ck_free(b.M.p), ck_free(b.M.i), ck_free_mpz(b.M.x, m), ck_free_mpz(b.w, m);
    mpz_clears(b.D, b.t, b.t2, (mpz_ptr)NULL);
}
