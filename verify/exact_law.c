/* exact_law.c: is this rational (v, l, r) a solution?  The equations (1)-(3) and the law (5) in integers, without any tolerance.
   SPDX-License-Identifier: GPL-3.0-or-later

   A disc is decided by squares.  Impulses and velocities of a contact may each be scaled by a positive number: every condition is homogeneous. */

#include "verify/exact_near.h"

void slip_witness_init(slip_witness *w, const slip_problem *p)
{
    *w = (slip_witness){ .n = p->n, .p = p->p, .m = slip_problem_m(p), .made = true };
    w->v = _fmpz_vec_init(w->n);
    w->l = _fmpz_vec_init(w->p);
    w->r = _fmpz_vec_init(w->m);
    fmpz_init_set_ui(w->den, 1);
}

void slip_witness_clear(slip_witness *w)
{
    if (!w->made) return;
    _fmpz_vec_clear(w->v, w->n);
    _fmpz_vec_clear(w->l, w->p);
    _fmpz_vec_clear(w->r, w->m);
    fmpz_clear(w->den);
    w->made = false;
}

/* ---- equations -------------------------------------------------------------------------------------------------------- */

/* one row from the columns (or rows) of sparse matrices that are stored by columns: both are wanted, so transposes are made first */
static void put(slip_integers *A, const slip_sparse *rows, int i, int first, double factor)
{
    if (!rows->x) return;
    for (int k = rows->p[i]; k < rows->p[i + 1]; k++)
        slip_integers_add(A, first + rows->i[k], 2, (double[]){ rows->x[k], factor });
}

slip_status slip_equations_new(slip_equations *e, const slip_problem *p, slip_arena *arena, slip_error *error)
{
    int n = p->n, np = p->p, m = slip_problem_m(p), size = n + np + m;
    bool global = slip_problem_global(p);
    slip_sparse M = {0}, H = {0}, G = {0}, W = {0}, V = {0}, R = {0};       /* by rows */
    long entries = global ? (long)p->M.nz + 2L * p->H.nz + 2L * p->G.nz : (long)p->W.nz + 2L * p->V.nz + p->R.nz;
    *e = (slip_equations){ 0 };
    if (entries + size > 50000000) return slip_fail(error, SLIP_SIZE, "%ld entries: too many for exact equations", entries);
    const slip_sparse *from[] = { &p->M, &p->H, &p->G, &p->W, &p->V, &p->R };
    slip_sparse *to[] = { &M, &H, &G, &W, &V, &R };
    slip_status status = SLIP_OK;
    for (int k = 0; k < 6 && status == SLIP_OK; k++)
        if (from[k]->x) status = slip_sparse_transpose(to[k], from[k], arena, error);       /* CSC of the transpose: rows */
    if (status == SLIP_OK) status = slip_integers_new(&e->motion, n + np, size, (int)entries + n + np, arena, error);
    if (status == SLIP_OK) status = slip_integers_new(&e->speed, m, size, (int)entries + m, arena, error);
    if (status != SLIP_OK) return status;
    for (int i = 0; i < n; i++) {
        put(&e->motion, &M, i, 0, 1);
        put(&e->motion, &H, i, n + np, -1);
        put(&e->motion, &G, i, n, -1);
        slip_integers_add(&e->motion, -1, 1, p->f + i);
        slip_integers_end_row(&e->motion);
    }
    for (int j = 0; j < np; j++) {
        if (global) put(&e->motion, &p->G, j, 0, 1);
        else put(&e->motion, &p->V, j, np, 1), put(&e->motion, &R, j, 0, 1);
        slip_integers_add(&e->motion, -1, 2, (double[]){ global ? p->b[j] : p->s[j], -1 });
        slip_integers_end_row(&e->motion);
    }
    for (int k = 0; k < m; k++) {
        if (global) put(&e->speed, &p->H, k, 0, 1);
        else put(&e->speed, &W, k, np, 1), put(&e->speed, &V, k, 0, 1);
        slip_integers_add(&e->speed, -1, 2, (double[]){ global ? p->w[k] : p->q[k], -1 });
        slip_integers_end_row(&e->speed);
    }
    return SLIP_OK;
}

void slip_equations_free(slip_equations *e)
{
    slip_integers_free(&e->motion);
    slip_integers_free(&e->speed);
}

static const fmpz *entry(const slip_witness *w, int j)
{
    return j < w->n ? w->v + j : j < w->n + w->p ? w->l + (j - w->n) : w->r + (j - w->n - w->p);
}

static void row_value(const slip_integers *A, const slip_witness *w, int i, fmpz_t out)
{
    fmpz_mul(out, A->b + i, w->den);
    fmpz_neg(out, out);
    for (int k = A->p[i]; k < A->p[i + 1]; k++)
        fmpz_addmul(out, A->x + k, entry(w, A->j[k]));
}

bool slip_equations_hold(const slip_equations *e, const slip_witness *w)
{
    fmpz_t x;
    bool good = true;
    fmpz_init(x);
    for (int i = 0; i < e->motion.rows && good; i++) {
        row_value(&e->motion, w, i, x);
        good = fmpz_is_zero(x);
    }
    fmpz_clear(x);
    return good;
}

void slip_equations_speed(const slip_equations *e, const slip_problem *p, const slip_witness *w, int i, fmpz *u)
{
    slong least = WORD_MAX;
    for (int a = 0; a < p->d; a++)
        least = e->speed.scale[i * p->d + a] < least ? e->speed.scale[i * p->d + a] : least;
    for (int a = 0; a < p->d; a++) {
        row_value(&e->speed, w, i * p->d + a, u + a);
        fmpz_mul_2exp(u + a, u + a, (ulong)(e->speed.scale[i * p->d + a] - least));
    }
}

/* ---- the law ------------------------------------------------------------------------------------------------------------ */

typedef struct { fmpz_t mu, one, bound, dot, s, x, y; } room;       /* mu / one is the coefficient; bound = mu |r_N| */

static void room_init(room *w, const slip_plain *c, const fmpz *r)
{
    fmpz_init(w->mu), fmpz_init(w->one), fmpz_init(w->bound), fmpz_init(w->dot), fmpz_init(w->s), fmpz_init(w->x), fmpz_init(w->y);
    slong e = slip_integer_of(w->mu, c->mu);
    fmpz_one(w->one);
    if (e > 0) fmpz_mul_2exp(w->mu, w->mu, (ulong)e);
    else fmpz_mul_2exp(w->one, w->one, (ulong)-e);
    fmpz_abs(w->bound, r);
    fmpz_mul(w->bound, w->bound, w->mu);
}

static void room_clear(room *w)
{
    fmpz_clear(w->mu), fmpz_clear(w->one), fmpz_clear(w->bound), fmpz_clear(w->dot), fmpz_clear(w->s), fmpz_clear(w->x), fmpz_clear(w->y);
}

static void dot_tangent(fmpz_t out, const fmpz *a, const fmpz *b, int d)
{
    fmpz_zero(out);
    for (int k = 1; k < d; k++)
        fmpz_addmul(out, a + k, b + k);
}

/* sign of mu |r_N| - one |r_T| as a disc */
static int disc_room(room *w, const slip_plain *c, const fmpz *r)
{
    dot_tangent(w->x, r, r, c->d);
    fmpz_mul(w->x, w->x, w->one);
    fmpz_mul(w->x, w->x, w->one);
    fmpz_mul(w->y, w->bound, w->bound);
    return fmpz_cmp(w->y, w->x);
}

/* out = 2^twos times component a of d_j */
static void corner(const slip_plain *c, int j, int a, fmpz_t out)
{
    slong e = slip_integer_of(out, c->vertex[j % c->k * (c->d - 1) + a]);
    if (!fmpz_is_zero(out)) fmpz_mul_2exp(out, out, (ulong)(e + c->twos));
}

/* x = 2^twos d_j' a_T */
static void along(const slip_plain *c, int j, const fmpz *a, fmpz_t x)
{
    fmpz_t d;
    fmpz_init(d);
    fmpz_zero(x);
    for (int k = 1; k < c->d; k++) {
        corner(c, j, k - 1, d);
        fmpz_addmul(x, a + k, d);
    }
    fmpz_clear(d);
}

/* sign of mu h_j |r_N| - n_j'r_T for the edge j of the polygon; in the plane: mu |r_N| - d_j r_T */
static int edge_room(room *w, const slip_plain *c, int j, const fmpz *r)
{
    if (c->d == 2) along(c, j, r, w->x), fmpz_set(w->y, w->bound);
    else {
        fmpz *z = _fmpz_vec_init(6), *a = z, *b = z + 2, *n = z + 4;
        for (int t = 0; t < 2; t++) corner(c, j, t, a + t), corner(c, j + 1, t, b + t);
        fmpz_sub(n, b + 1, a + 1);
        fmpz_sub(n + 1, a, b);
        fmpz_mul(w->x, r + 1, n);
        fmpz_addmul(w->x, r + 2, n + 1);
        fmpz_mul_2exp(w->x, w->x, (ulong)c->twos);
        fmpz_mul(w->y, n, a);
        fmpz_addmul(w->y, n + 1, a + 1);
        fmpz_mul(w->y, w->y, w->bound);
        _fmpz_vec_clear(z, 6);
    }
    fmpz_mul(w->x, w->x, w->one);
    return fmpz_cmp(w->y, w->x);
}

static bool inside(room *w, const slip_plain *c, const fmpz *r)
{
    if (c->disc) return disc_room(w, c, r) >= 0;
    for (int j = 0; j < c->k; j++)
        if (edge_room(w, c, j, r) < 0) return false;
    return true;
}

/* w->s = 2^twos s(u_T) of a polygon */
static int polygon_support(room *w, const slip_plain *c, const fmpz *u)
{
    int best = 0;
    for (int j = 0; j < c->k; j++) {
        along(c, j, u, w->x);
        fmpz_neg(w->x, w->x);
        if (j == 0 || fmpz_cmp(w->x, w->s) > 0) fmpz_set(w->s, w->x), best = j;
    }
    return best;
}

/* one r_T.u_T = -mu |r_N| s(u_T) */
static bool dissipates(room *w, const slip_plain *c, const fmpz *r, const fmpz *u)
{
    dot_tangent(w->dot, r, u, c->d);
    fmpz_mul(w->dot, w->dot, w->one);
    if (c->opposed) return fmpz_sgn(w->dot) <= 0 && ((fmpz_is_zero(u + 1) && fmpz_is_zero(u + 2)) || disc_room(w, c, r) == 0);
    if (c->disc) {
        dot_tangent(w->x, u, u, c->d);
        fmpz_mul(w->x, w->x, w->bound);
        fmpz_mul(w->x, w->x, w->bound);
        fmpz_mul(w->y, w->dot, w->dot);
        return fmpz_sgn(w->dot) <= 0 && fmpz_equal(w->x, w->y);
    }
    polygon_support(w, c, u);
    fmpz_mul(w->s, w->s, w->bound);
    fmpz_mul_2exp(w->dot, w->dot, (ulong)c->twos);
    fmpz_add(w->s, w->s, w->dot);
    return fmpz_is_zero(w->s);
}

static bool relaxed(room *w, const slip_plain *c, const fmpz *r, const fmpz *u)
{
    dot_tangent(w->dot, r, u, c->d);
    fmpz_addmul(w->dot, r, u);
    if (!fmpz_is_zero(w->dot) || fmpz_sgn(u) < 0) return false;
    fmpz_mul(w->y, u, w->one);
    if (c->disc) {
        dot_tangent(w->x, u, u, c->d);
        fmpz_mul(w->x, w->x, w->mu);
        fmpz_mul(w->x, w->x, w->mu);
        fmpz_mul(w->y, w->y, w->y);
        return fmpz_cmp(w->y, w->x) >= 0;
    }
    polygon_support(w, c, u);
    fmpz_mul(w->s, w->s, w->mu);
    fmpz_mul_2exp(w->y, w->y, (ulong)c->twos);
    return fmpz_cmp(w->y, w->s) >= 0;
}

/* r_T = r_N times the friction of the ray */
static bool on_ray(room *w, const slip_plain *c, const fmpz *r)
{
    bool good = true;
    for (int k = 1; k < c->d && good; k++) {
        slong e = slip_integer_of(w->s, c->slip ? -c->slip[k - 1] : 0);
        fmpz_mul(w->x, r, w->mu);
        fmpz_mul(w->x, w->x, w->s);
        fmpz_mul(w->y, r + k, w->one);
        if (e < 0) fmpz_mul_2exp(w->y, w->y, (ulong)-e);
        else fmpz_mul_2exp(w->x, w->x, (ulong)e);
        good = fmpz_equal(w->x, w->y);
    }
    return good;
}

bool slip_plain_holds(const slip_plain *c, const fmpz *r, const fmpz *u)
{
    room w;
    bool good = c->bilateral ? fmpz_is_zero(u) : fmpz_sgn(r) >= 0 && fmpz_sgn(u) >= 0 && (c->relaxed || fmpz_is_zero(r) || fmpz_is_zero(u));
    if (!good) return false;
    room_init(&w, c, r);
    if (c->k == 0 && !c->disc) good = on_ray(&w, c, r) && (c->bilateral || fmpz_is_zero(r) || fmpz_is_zero(u));
    else good = inside(&w, c, r) && (c->relaxed ? relaxed(&w, c, r, u) : dissipates(&w, c, r, u));
    room_clear(&w);
    return good;
}

static int sign_of(const slip_plain *c, const fmpz *r) { return c->bilateral && fmpz_sgn(r) < 0 ? -1 : 1; }

static slip_piece sliding(room *w, const slip_plain *c, const fmpz *r, const fmpz *u)
{
    if (c->disc) return slip_piece_make(c, SLIP_PIECE_DISC, 0, sign_of(c, r));
    return slip_piece_make(c, SLIP_PIECE_VERTEX, c->k ? polygon_support(w, c, u) : 0, sign_of(c, r));
}

/* A redundant equation that rounding made inconsistent shows as u_N != 0: > 0 opens the contact; < 0 keeps its equations before others. */
bool slip_piece_mend(const slip_plain *c, slip_piece *piece, const fmpz *r, const fmpz *u, int *early)
{
    room w;
    slip_piece old = *piece;
    bool slides = false, held = old.kind == SLIP_PIECE_STICK || old.kind == SLIP_PIECE_CORNER;
    for (int k = 1; k < c->d; k++)
        slides = slides || !fmpz_is_zero(u + k);
    room_init(&w, c, r);
    if (old.kind == SLIP_PIECE_OPEN)
        *piece = slides || c->k + c->disc == 0 ? sliding(&w, c, r, u) : slip_piece_make(c, SLIP_PIECE_STICK, 0, 1);
    else if (!c->bilateral && fmpz_sgn(r) < 0)
        *piece = slip_piece_make(c, SLIP_PIECE_OPEN, 0, 1);
    else if (c->bilateral && old.kind != SLIP_PIECE_STICK && fmpz_sgn(r) * old.B[0][0][0] < 0)
        *piece = slip_piece_make(c, old.kind, old.j, fmpz_sgn(r));
    else if (!fmpz_is_zero(u) && (!c->relaxed || c->k == 0 || held)) {
        if (fmpz_sgn(u) > 0 && !c->bilateral) *piece = slip_piece_make(c, SLIP_PIECE_OPEN, 0, 1);
        else piece->early = ++*early;
    } else if (held && slides)
        *piece = sliding(&w, c, r, u);
    else if (old.kind == SLIP_PIECE_STICK) {
        if (c->disc) *piece = slip_piece_make(c, SLIP_PIECE_DISC, 0, sign_of(c, r));
        for (int j = 0; j < c->k; j++)
            if (edge_room(&w, c, j, r) < 0) {
                *piece = slip_piece_make(c, c->d == 2 ? SLIP_PIECE_VERTEX : SLIP_PIECE_EDGE, j, sign_of(c, r));
                break;
            }
    } else if (old.kind == SLIP_PIECE_EDGE) {
        int best = polygon_support(&w, c, u);
        bool against = best == old.j || best == (old.j + 1) % c->k;
        along(c, old.j, r, w.s);
        along(c, (old.j + 1) % c->k, r, w.x);
        *piece = !against ? slip_piece_make(c, SLIP_PIECE_STICK, 0, sign_of(c, r))
                          : slip_piece_make(c, SLIP_PIECE_VERTEX, fmpz_cmp(w.s, w.x) > 0 ? old.j : old.j + 1, sign_of(c, r));
    } else if (old.kind == SLIP_PIECE_VERTEX && c->k) {
        int best = polygon_support(&w, c, u);
        bool beside = c->d == 3 && ((best + 1) % c->k == old.j || (old.j + 1) % c->k == best);
        *piece = beside ? slip_piece_make(c, SLIP_PIECE_EDGE, (best + 1) % c->k == old.j ? best : old.j, sign_of(c, r))
                        : slip_piece_make(c, SLIP_PIECE_STICK, 0, sign_of(c, r));
    } else if (old.kind == SLIP_PIECE_CORNER)
        *piece = slip_piece_make(c, SLIP_PIECE_STICK, 0, sign_of(c, r));
    room_clear(&w);
    return old.kind != piece->kind || old.j != piece->j || old.early != piece->early || old.B[0][0][0] != piece->B[0][0][0];
}
