/* exact_system.c: the complementarity problem of a contact problem over the rationals.
   SPDX-License-Identifier: GPL-3.0-or-later

   (r, l) = S z,  w = Q'(u, e) + E z,  (u, e) = K (r, l) + k  with  K = [W V; V' R], k = (q, s),  so  A = Q'K S + E, q = Q'k.
   Global form: K = J'M^-1 J, k = J'M^-1 f + (w, b) with J = [H G], all exact. */

#include "verify/exact.h"

#include <math.h>

void slip_exact_double(fmpq_t out, double x)
{
    int e;
    fmpz_set_d(fmpq_numref(out), ldexp(frexp(x, &e), 53));
    fmpz_one(fmpq_denref(out));
    if (e > 53) fmpz_mul_2exp(fmpq_numref(out), fmpq_numref(out), (ulong)(e - 53));
    else fmpz_mul_2exp(fmpq_denref(out), fmpq_denref(out), (ulong)(53 - e));
    fmpq_canonicalise(out);
}

static void put(fmpq_mat_t out, int i, int j, double x) { slip_exact_double(fmpq_mat_entry(out, i, j), x); }

void slip_exact_sparse(fmpq_mat_t out, int top, int left, const slip_sparse *a, bool transposed)
{
    fmpq_t x;
    fmpq_init(x);
    for (int j = 0; a->x && j < a->cols; j++)
        for (int k = a->p[j]; k < a->p[j + 1]; k++) {
            fmpq *to = transposed ? fmpq_mat_entry(out, top + j, left + a->i[k]) : fmpq_mat_entry(out, top + a->i[k], left + j);
            slip_exact_double(x, a->x[k]);
            fmpq_add(to, to, x);
        }
    fmpq_clear(x);
}

/* ---- K | k, and X = M^-1 [H G f] ---- */

static slip_status condensed(const slip_problem *p, fmpq_mat_t K, fmpq_mat_t X, bool *energy, slip_error *error)
{
    int m = slip_problem_m(p), all = m + p->p, n = p->n;
    if (!slip_problem_global(p)) {
        slip_exact_sparse(K, 0, 0, &p->W, false);
        if (p->p) {
            slip_exact_sparse(K, 0, m, &p->V, false);
            slip_exact_sparse(K, m, 0, &p->V, true);
            slip_exact_sparse(K, m, m, &p->R, false);
        }
        for (int i = 0; i < m; i++) put(K, i, all, p->q[i]);
        for (int i = 0; i < p->p; i++) put(K, m + i, all, p->s[i]);
        fmpq_mat_t square;
        fmpq_mat_window_init(square, K, 0, 0, all, all);
        *energy = slip_exact_ldl(NULL, NULL, square) >= 0;
        fmpq_mat_window_clear(square);
        return SLIP_OK;
    }
    fmpq_mat_t M, J, JT;
    fmpq_mat_init(M, n, n);
    fmpq_mat_init(J, n, all + 1);
    slip_exact_sparse(M, 0, 0, &p->M, false);
    slip_exact_sparse(J, 0, 0, &p->H, false);
    slip_exact_sparse(J, 0, m, &p->G, false);
    for (int i = 0; i < n; i++) put(J, i, all, p->f[i]);
    *energy = slip_exact_ldl(NULL, NULL, M) > 0;
    bool regular = fmpq_mat_solve(X, M, J);
    if (regular) {
        fmpq_mat_t some, product;
        fmpq_mat_init(JT, all + 1, n);
        fmpq_mat_transpose(JT, J);
        fmpq_mat_window_init(some, JT, 0, 0, all, n);
        fmpq_mat_init(product, all, all + 1);
        fmpq_mat_mul(product, some, X);
        fmpq_mat_set(K, product);
        fmpq_t x;
        fmpq_init(x);
        for (int i = 0; i < all; i++) {
            slip_exact_double(x, i < m ? p->w[i] : p->b[i - m]);
            fmpq_add(fmpq_mat_entry(K, i, all), fmpq_mat_entry(K, i, all), x);
        }
        fmpq_clear(x);
        fmpq_mat_clear(product);
        fmpq_mat_window_clear(some);
        fmpq_mat_clear(JT);
    }
    fmpq_mat_clear(J);
    fmpq_mat_clear(M);
    return regular ? SLIP_OK : slip_fail(error, SLIP_INPUT, "the mass matrix is singular");
}

/* ---- contacts ---- */

typedef struct { fmpq_mat_t S, Q, E; unsigned char *kind; int at; } maker;      /* (m+p) x N, (m+p) x N, N x N; the next index */

static int next(maker *mk, slip_exact_kind kind, int row, double coefficient)
{
    mk->kind[mk->at] = (unsigned char)kind;
    put(mk->S, row, mk->at, coefficient);
    put(mk->Q, row, mk->at, coefficient);
    return mk->at++;
}

static double direction(slip_dirs dirs, int d, int k, int axis)
{
    double at[2];
    slip_dirs_get(dirs, d, k, at);
    return at[axis];
}

static void put_both(maker *mk, int row, int z, double x)
{
    put(mk->S, row, z, x);
    put(mk->Q, row, z, x);
}

/* Friction along the axes row .. row + axes - 1 under one multiplier, behind index c. */
static void polygon(maker *mk, int c, int row, int axes, slip_dirs dirs, double mu)
{
    int ways = axes == 1 ? 2 : dirs.k, lambda = mk->at + ways;
    for (int k = 0; k < ways; k++) {
        int z = mk->at++;
        mk->kind[z] = SLIP_PAIR;
        for (int t = 0; t < axes; t++) put_both(mk, row + t, z, direction(dirs, axes + 1, k, t));
        put(mk->E, z, lambda, 1);
        put(mk->E, lambda, z, -1);
    }
    mk->kind[mk->at++] = SLIP_PAIR;
    put(mk->E, lambda, c, mu);
}

static void times(fmpq *to, double a, double b)
{
    fmpq_t x;
    fmpq_init(x);
    slip_exact_double(x, a);
    slip_exact_double(to, b);
    fmpq_mul(to, to, x);
    fmpq_clear(x);
}

static void contact(maker *mk, const slip_problem *p, slip_law law, slip_dirs dirs, int i)
{
    int d = p->d, row = d * i;
    double mu = p->mu[i];
    if (d == 1 || mu == 0 || slip_problem_has_slip(p, i)) {
        int z = next(mk, p->bilateral && p->bilateral[i] ? SLIP_EQUAL : SLIP_PAIR, row, 1);
        for (int t = 1; t < d && mu > 0; t++) times(fmpq_mat_entry(mk->S, row + t, z), -mu, p->slip[(d - 1) * i + t - 1]);
    } else if (law == SLIP_LAW_CONE_FACETS || (d == 2 && law == SLIP_LAW_CONE)) {
        for (int k = 0; k < (d == 2 ? 2 : dirs.k); k++) {
            int z = next(mk, SLIP_PAIR, row, 1);
            for (int t = 0; t < d - 1; t++) {
                times(fmpq_mat_entry(mk->S, row + 1 + t, z), mu, direction(dirs, d, k, t));
                times(fmpq_mat_entry(mk->Q, row + 1 + t, z), mu, direction(dirs, d, k, t));
            }
        }
    } else {
        int c = next(mk, d == 3 && law == SLIP_LAW_CONE ? SLIP_SIGNED : SLIP_PAIR, row, 1);
        if (d == 2 || law == SLIP_LAW_FACETS) polygon(mk, c, row + 1, d - 1, dirs, mu);
        else if (law == SLIP_LAW_BOX) {
            polygon(mk, c, row + 1, 1, dirs, mu);
            polygon(mk, c, row + 2, 1, dirs, mu);
        } else {
            next(mk, SLIP_LOOSE, row + 1, 1);
            next(mk, SLIP_LOOSE, row + 2, 1);
        }
    }
}

static int indices(const slip_problem *p, slip_law law, slip_dirs dirs, int i)
{
    if (p->d == 1 || p->mu[i] == 0 || slip_problem_has_slip(p, i)) return 1;
    if (p->d == 2) return law == SLIP_LAW_CONE || law == SLIP_LAW_CONE_FACETS ? 2 : 4;
    return law == SLIP_LAW_FACETS ? dirs.k + 2 : law == SLIP_LAW_BOX ? 7 : law == SLIP_LAW_CONE_FACETS ? dirs.k : 3;
}

static slip_status fits(const slip_problem *p, slip_law law, slip_dirs dirs, int *size, slip_error *error)
{
    bool polygonal = law == SLIP_LAW_FACETS || law == SLIP_LAW_CONE_FACETS;
    *size = p->p;
    for (int i = 0; i < p->nc && *size <= SLIP_EXACT_MOST; i++) {
        *size += indices(p, law, dirs, i);
        if (p->bilateral && p->bilateral[i] && p->d > 1 && p->mu[i] > 0)
            return slip_fail(error, SLIP_INPUT, "contact %d is bilateral with friction: its law is not a linear complementarity problem", i);
        if (p->d == 3 && polygonal && p->mu[i] > 0 && (dirs.k < 4 || dirs.k % 2))
            return slip_fail(error, SLIP_INPUT, "a polygon of %d directions has no opposite ones", dirs.k);
        if (p->d == 3 && polygonal && !(fabs(dirs.angle) <= 10))
            return slip_fail(error, SLIP_INPUT, "the polygon begins at angle %g: only -10 to 10 can be proved", dirs.angle);
    }
    if (*size > SLIP_EXACT_MOST || p->n > SLIP_EXACT_MOST)
        return slip_fail(error, SLIP_SIZE, "more than %d unknowns or velocities: too many for exact enumeration", SLIP_EXACT_MOST);
    return SLIP_OK;
}

/* ---- the system ---- */

void slip_exact_rows(fmpz_mat_t out, const fmpq_mat_t in, fmpq *scale)
{
    int rows = (int)fmpq_mat_nrows(in), cols = (int)fmpq_mat_ncols(in);
    fmpz_t l, g, x;
    fmpz_init(l);
    fmpz_init(g);
    fmpz_init(x);
    for (int i = 0; i < rows; i++) {
        fmpz_one(l);
        for (int j = 0; j < cols; j++) fmpz_lcm(l, l, fmpq_mat_entry_den(in, i, j));
        fmpz_zero(g);
        for (int j = 0; j < cols; j++) {
            fmpz_divexact(x, l, fmpq_mat_entry_den(in, i, j));
            fmpz_mul(fmpz_mat_entry(out, i, j), x, fmpq_mat_entry_num(in, i, j));
            fmpz_gcd(g, g, fmpz_mat_entry(out, i, j));
        }
        if (fmpz_is_zero(g)) fmpz_set(g, l);
        else for (int j = 0; j < cols; j++) fmpz_divexact(fmpz_mat_entry(out, i, j), fmpz_mat_entry(out, i, j), g);
        if (scale) fmpq_set_fmpz_frac(scale + i, l, g);
    }
    fmpz_clear(l);
    fmpz_clear(g);
    fmpz_clear(x);
}

/* to = K [S | 0] + [0 | k]: (u, e) in z */
static void in_z(fmpq_mat_t to, const fmpq_mat_t K, const fmpq_mat_t S, int rows, int from)
{
    int all = (int)fmpq_mat_nrows(S), size = (int)fmpq_mat_ncols(S);
    fmpq_mat_t left, product;
    fmpq_mat_window_init(left, K, from, 0, from + rows, all);
    fmpq_mat_init(product, rows, size);
    fmpq_mat_mul(product, left, S);
    for (int i = 0; i < rows; i++) {
        for (int j = 0; j < size; j++) fmpq_set(fmpq_mat_entry(to, i, j), fmpq_mat_entry(product, i, j));
        fmpq_set(fmpq_mat_entry(to, i, size), fmpq_mat_entry(K, from + i, all));
    }
    fmpq_mat_clear(product);
    fmpq_mat_window_clear(left);
}

static void assemble(slip_exact_system *s, const slip_problem *p, const fmpq_mat_t K, const fmpq_mat_t X, const maker *mk)
{
    int size = s->size, m = s->m, all = m + p->p;
    fmpq_mat_t ue, QT;
    fmpq_mat_init(ue, all, size + 1);
    fmpq_mat_init(QT, size, all);
    in_z(ue, K, mk->S, all, 0);
    fmpq_mat_transpose(QT, mk->Q);
    fmpq_mat_mul(s->A, QT, ue);
    for (int i = 0; i < size; i++)
        for (int j = 0; j < size; j++) fmpq_add(fmpq_mat_entry(s->A, i, j), fmpq_mat_entry(s->A, i, j), fmpq_mat_entry(mk->E, i, j));
    for (int i = 0; i < m; i++)
        for (int j = 0; j <= size; j++) {
            fmpq_set(fmpq_mat_entry(s->u, i, j), fmpq_mat_entry(ue, i, j));
            if (j < size) fmpq_set(fmpq_mat_entry(s->r, i, j), fmpq_mat_entry(mk->S, i, j));
        }
    if (s->n) in_z(s->v, X, mk->S, s->n, 0);
    fmpq_mat_clear(QT);
    fmpq_mat_clear(ue);
    slip_exact_rows(s->row, s->A, NULL);
}

slip_status slip_exact_system_new(slip_exact_system *s, const slip_problem *p, slip_law law, slip_dirs dirs, slip_error *error)
{
    int size;
    *s = (slip_exact_system){ .size = 0 };
    slip_status status = fits(p, law, dirs, &size, error);
    if (status) return status;
    int m = slip_problem_m(p), all = m + p->p;
    unsigned char *kind = slip_calloc(3 * (size_t)size + 1, 1);
    if (!kind) return slip_fail(error, SLIP_MEMORY, "out of memory for %d unknowns", size);
    *s = (slip_exact_system){ .size = size, .m = m, .n = slip_problem_global(p) ? p->n : 0, .p = p->p, .kind = kind, .state = kind + size };
    fmpq_mat_init(s->A, size, size + 1);
    fmpz_mat_init(s->row, size, size + 1);
    fmpq_mat_init(s->r, m, size + 1);
    fmpq_mat_init(s->u, m, size + 1);
    fmpq_mat_init(s->v, s->n, size + 1);
    fmpq_mat_t K, X;
    maker mk = { .kind = kind };
    fmpq_mat_init(K, all, all + 1);
    fmpq_mat_init(X, s->n, all + 1);
    fmpq_mat_init(mk.S, all, size);
    fmpq_mat_init(mk.Q, all, size);
    fmpq_mat_init(mk.E, size, size);
    status = condensed(p, K, X, &s->energy, error);
    if (!status) {
        for (int i = 0; i < p->nc; i++) {
            contact(&mk, p, law, dirs, i);
            s->energy &= !(p->mu[i] > 0 && slip_problem_has_slip(p, i));
        }
        for (int j = 0; j < p->p; j++) next(&mk, SLIP_EQUAL, m + j, 1);
        for (int i = 0; i < size; i++) {
            s->relaxed |= kind[i] == SLIP_LOOSE;
            s->state[i] = kind[i] == SLIP_EQUAL || kind[i] == SLIP_LOOSE ? SLIP_FREE : SLIP_OPEN;
            s->state[size + i] = kind[i] == SLIP_EQUAL ? SLIP_FIXED : s->state[i];
        }
        assemble(s, p, K, X, &mk);
    }
    fmpq_mat_clear(mk.E);
    fmpq_mat_clear(mk.Q);
    fmpq_mat_clear(mk.S);
    fmpq_mat_clear(X);
    fmpq_mat_clear(K);
    if (status) slip_exact_system_free(s);
    return status;
}

void slip_exact_system_free(slip_exact_system *s)
{
    if (!s->kind) return;
    fmpq_mat_clear(s->A);
    fmpz_mat_clear(s->row);
    fmpq_mat_clear(s->r);
    fmpq_mat_clear(s->u);
    fmpq_mat_clear(s->v);
    slip_free(s->kind);
    *s = (slip_exact_system){ .size = 0 };
}

void slip_exact_apply(fmpq_t out, const fmpq_mat_t affine, int row, const fmpq *z)
{
    int size = (int)fmpq_mat_ncols(affine) - 1;
    fmpq_set(out, fmpq_mat_entry(affine, row, size));
    for (int j = 0; j < size; j++)
        if (!fmpq_is_zero(z + j) && !fmpq_is_zero(fmpq_mat_entry(affine, row, j))) fmpq_addmul(out, fmpq_mat_entry(affine, row, j), z + j);
}
