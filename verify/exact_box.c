/* exact_box.c: the equations of motion with contacts that slide on a disc in space, as quadratic equations with as many unknowns.
   SPDX-License-Identifier: GPL-3.0-or-later

       unknowns   v, l, r of contacts that stick (3), of rays (r_N), of those that slip (3 and sigma = |u_T|)
       equations  M v - H r - G l - f = 0,  G'v + b = 0,  stick: u = 0,  ray: u_N = 0,
                  slip: u_N = 0 (cone: u_N - mu sigma = 0),  sigma r_T + mu r_N u_T = 0,  sigma^2 - u_T.u_T = 0

   Rows u_k = 0 and joints that depend on others, exactly, are dropped, and the impulse of the same index is pinned.  A contact that touches and
   carries nothing is grazing where its u_N = 0 is such a combination (law cone: u = 0).

   Only the local form known: v is u itself, u - W r - q = 0, and no row depends on others. */

#include <math.h>
#include <string.h>

#include "verify/exact_box.h"

arf_struct *slip_arf_new(int count)
{
    arf_struct *x = flint_malloc((size_t)(count ? count : 1) * sizeof *x);
    for (int i = 0; i < count; i++) arf_init(x + i);
    return x;
}

void slip_arf_free(arf_struct *x, int count)
{
    for (int i = 0; i < count && x; i++) arf_clear(x + i);
    flint_free(x);
}

/* ---- layout ---------------------------------------------------------------------------------------------------------------- */

static void modes(slip_box *B)
{
    slip_nearby *t = B->t;
    for (int i = 0; i < B->p->nc; i++) {
        slip_piece_kind k = t->piece[i].kind;
        B->mode[i] = k == SLIP_PIECE_OPEN ? fabs(t->u[3 * i]) <= 1e-9 * t->V ? 'g' : 'o' : k == SLIP_PIECE_DISC ? 't' : k == SLIP_PIECE_STICK ? 's' : 'n';
    }
}

static void candidate(slip_box *B, char mode)
{
    for (int i = 0; i < B->p->nc; i++)
        for (int a = 0; a < 3; a++)
            if (B->mode[i] == mode && (a == 0 ? mode != 't' || !B->relaxed : mode == 's' || (mode == 'g' && B->relaxed)))
                B->candidate[B->candidates++] = 3 * i + a;
}

/* The candidates as columns [H; w'] and [G; b'] of integer equations: a column that depends on earlier ones is a row that is implied. */
static slip_status spans(slip_box *B, slip_error *error)
{
    const slip_problem *p = B->p;
    slip_arena *arena = &B->t->arena;
    slip_sparse H = { 0 }, G = { 0 };
    int *column = SLIP_NEW(arena, int, B->m + B->np);
    if (arena->failed) return slip_fail(error, SLIP_MEMORY, "no memory for a box");
    candidate(B, 't');
    candidate(B, 'n');
    for (int j = 0; j < B->np; j++)
        B->candidate[B->candidates++] = B->m + j;
    candidate(B, 's');
    candidate(B, 'g');
    memset(column, -1, (size_t)(B->m + B->np) * sizeof *column);
    for (int k = 0; k < B->candidates; k++)
        column[B->candidate[k]] = k;
    slip_status status = slip_sparse_transpose(&H, &B->K, arena, error);
    if (status == SLIP_OK && B->np) status = slip_sparse_transpose(&G, &p->G, arena, error);
    if (status == SLIP_OK) status = slip_integers_new(&B->span, B->n + 1, B->candidates, B->K.nz + (B->np ? p->G.nz : 0) + B->m + B->np, arena, error);
    if (status != SLIP_OK) return status;
    B->spanned = true;
    for (int i = 0; i < B->n; i++) {
        for (int k = H.p[i]; k < H.p[i + 1]; k++)
            if (column[H.i[k]] >= 0) slip_integers_add(&B->span, column[H.i[k]], 1, H.x + k);
        for (int k = B->np ? G.p[i] : 0; B->np && k < G.p[i + 1]; k++)
            slip_integers_add(&B->span, column[B->m + G.i[k]], 1, G.x + k);
        slip_integers_end_row(&B->span);
    }
    for (int k = 0; k < B->candidates; k++)
        slip_integers_add(&B->span, k, 1, B->candidate[k] < B->m ? B->offset + B->candidate[k] : p->b + (B->candidate[k] - B->m));
    slip_integers_end_row(&B->span);
    status = slip_basis_new(&B->basis, &B->span, arena, error);
    for (int k = 0; k < B->basis.free && status == SLIP_OK; k++)
        B->drop[B->candidate[B->basis.pin[k]]] = true;
    return status;
}

/* r_k is an unknown of its own */
static bool loose(const slip_box *B, int k)
{
    char mode = B->mode[k / 3];
    return (mode == 's' || mode == 't' || (mode == 'n' && k % 3 == 0)) && !B->drop[k];
}

static double shorten(double x)         /* a pin of 40 bits */
{
    int e;
    double m = frexp(x, &e);
    return ldexp(nearbyint(ldexp(m, 40)), e - 40);
}

static void number(slip_box *B)
{
    B->size = B->n;
    for (int j = 0; j < B->np; j++) {
        B->at_l[j] = B->drop[B->m + j] ? -1 : B->size++;
        B->pin[B->m + j] = shorten(B->t->rl[j]);
    }
    for (int i = 0; i < B->p->nc; i++) {
        bool carries = B->mode[i] != 'o' && B->mode[i] != 'g';
        for (int k = 3 * i; k < 3 * i + 3; k++) {
            B->at_r[k] = loose(B, k) ? B->size++ : -1;
            B->pin[k] = carries && B->drop[k] ? shorten(B->t->r[k]) : 0;
        }
        B->at_s[i] = B->mode[i] == 't' ? B->size++ : -1;
    }
}

/* M, D, K, force and offset */
static slip_status motion(slip_box *B, slip_arena *arena, slip_error *error)
{
    const slip_problem *p = B->p;
    if (slip_problem_global(p)) {
        B->M = p->M, B->D = B->K = p->H, B->force = p->f, B->offset = p->w;
        return SLIP_OK;
    }
    slip_status status = slip_sparse_new(&B->M, SLIP_CSC, B->m, B->m, B->m, arena, error);
    B->offset = SLIP_NEW(arena, double, B->m);
    if (status != SLIP_OK || arena->failed) return slip_fail(error, SLIP_MEMORY, "no memory for a box");
    for (int k = 0; k < B->m; k++)
        B->M.p[k] = B->M.i[k] = k, B->M.x[k] = 1;
    B->M.p[B->m] = B->m;
    B->K = B->M, B->D = p->W, B->force = p->q;
    return SLIP_OK;
}

slip_status slip_box_new(slip_box *B, slip_nearby *t, slip_error *error)
{
    const slip_problem *p = t->posed.p;
    slip_arena *arena = &t->arena;
    *B = (slip_box){ .t = t, .p = p, .n = t->givens, .np = p->p, .m = slip_problem_m(p), .relaxed = t->posed.law == SLIP_LAW_CONE };
    B->mode = SLIP_NEW(arena, char, p->nc + 1);
    B->at_l = SLIP_NEW(arena, int, p->p);
    B->at_r = SLIP_NEW(arena, int, B->m);
    B->at_s = SLIP_NEW(arena, int, p->nc);
    B->drop = SLIP_NEW(arena, bool, B->m + p->p);
    B->candidate = SLIP_NEW(arena, int, B->m + p->p);
    B->pin = SLIP_NEW(arena, double, B->m + p->p);
    if (arena->failed) return slip_fail(error, SLIP_MEMORY, "no memory for a box");
    modes(B);
    slip_status status = motion(B, arena, error);
    if (status == SLIP_OK) status = spans(B, error);
    if (status != SLIP_OK) return status;
    for (int i = 0; i < p->nc; i++)                 /* grazing only where its rows are implied */
        if (B->mode[i] == 'g' && !(B->drop[3 * i] && (!B->relaxed || (B->drop[3 * i + 1] && B->drop[3 * i + 2])))) B->mode[i] = 'o';
    number(B);
    B->speed = t->V;
    for (int k = 0; k < B->m; k++)
        B->impulse = fmax(B->impulse, fabs(t->r[k]));
    if (!(B->impulse > 0)) B->impulse = 1;
    B->x = slip_arf_new(B->size);
    B->f = slip_arf_new(B->size);
    B->v = slip_arf_new(B->n);
    B->l = slip_arf_new(B->np);
    B->r = slip_arf_new(B->m);
    B->s = slip_arf_new(p->nc);
    B->u = slip_arf_new(B->m);
    B->Y = SLIP_NEW(arena, double, (size_t)B->size * (size_t)B->size);
    B->radius = SLIP_NEW(arena, double, B->size);
    return arena->failed ? slip_fail(error, SLIP_MEMORY, "no memory for a box of %d unknowns", B->size) : SLIP_OK;
}

void slip_box_free(slip_box *B)
{
    if (B->x) {
        slip_arf_free(B->x, B->size), slip_arf_free(B->f, B->size), slip_arf_free(B->v, B->n), slip_arf_free(B->l, B->np);
        slip_arf_free(B->r, B->m), slip_arf_free(B->s, B->p->nc), slip_arf_free(B->u, B->m);
    }
    if (B->spanned) slip_integers_free(&B->span);
    slip_basis_free(&B->basis);
    *B = (slip_box){ .size = 0 };
}

void slip_box_start(slip_box *B)
{
    const slip_nearby *t = B->t;
    for (int i = 0; i < B->n; i++)
        arf_set_d(B->x + i, t->given[i]);
    for (int j = 0; j < B->np; j++)
        if (B->at_l[j] >= 0) arf_set_d(B->x + B->at_l[j], t->rl[j]);
    for (int k = 0; k < B->m; k++)
        if (B->at_r[k] >= 0) arf_set_d(B->x + B->at_r[k], t->r[k]);
    for (int i = 0; i < B->p->nc; i++)
        if (B->at_s[i] >= 0) arf_set_d(B->x + B->at_s[i], slip_length(t->u + 3 * i + 1, 2));
}

/* ---- the equations ----------------------------------------------------------------------------------------------------------- */

/* y += a b c, exactly */
static void add(arf_t y, double a, const arf_t b, double c)
{
    arf_t z, w;
    arf_init(z), arf_init(w);
    arf_set_d(w, a);
    arf_mul(z, b, w, ARF_PREC_EXACT, ARF_RND_DOWN);
    arf_set_d(w, c);
    arf_addmul(y, z, w, ARF_PREC_EXACT, ARF_RND_DOWN);
    arf_clear(z), arf_clear(w);
}

void slip_box_spread(slip_box *B)
{
    const slip_problem *p = B->p;
    for (int i = 0; i < B->n; i++)
        arf_set(B->v + i, B->x + i);
    for (int j = 0; j < B->np; j++)
        if (B->at_l[j] >= 0) arf_set(B->l + j, B->x + B->at_l[j]);
        else arf_set_d(B->l + j, B->pin[B->m + j]);
    for (int i = 0; i < p->nc; i++) {
        for (int k = 3 * i; k < 3 * i + 3; k++)
            if (B->at_r[k] >= 0) arf_set(B->r + k, B->x + B->at_r[k]);
            else arf_set_d(B->r + k, B->pin[k]);
        for (int a = 1; a < 3 && B->mode[i] == 'n'; a++) {
            arf_zero(B->r + 3 * i + a);
            if (slip_problem_has_slip(p, i)) add(B->r + 3 * i + a, -p->mu[i], B->r + 3 * i, p->slip[2 * i + a - 1]);
        }
        if (B->at_s[i] >= 0) arf_set(B->s + i, B->x + B->at_s[i]);
    }
    for (int k = 0; k < B->m; k++) {
        arf_set_d(B->u + k, B->offset[k]);
        for (int q = B->K.p[k]; q < B->K.p[k + 1]; q++)
            add(B->u + k, B->K.x[q], B->v + B->K.i[q], 1);
    }
}

static void slides(slip_box *B, int i, int *row)
{
    const arf_struct *r = B->r + 3 * i, *u = B->u + 3 * i, *s = B->s + i;
    double mu = B->p->mu[i];
    if (!B->drop[3 * i]) {
        arf_set(B->f + *row, u);
        if (B->relaxed) add(B->f + *row, -mu, s, 1);
        (*row)++;
    }
    arf_struct *speed = B->f + *row + 2;
    arf_mul(speed, s, s, ARF_PREC_EXACT, ARF_RND_DOWN);
    for (int a = 1; a < 3; a++, (*row)++) {
        arf_mul(B->f + *row, r, u + a, ARF_PREC_EXACT, ARF_RND_DOWN);
        arf_t m;
        arf_init(m);
        arf_set_d(m, mu);
        arf_mul(B->f + *row, B->f + *row, m, ARF_PREC_EXACT, ARF_RND_DOWN);
        arf_addmul(B->f + *row, s, r + a, ARF_PREC_EXACT, ARF_RND_DOWN);
        arf_submul(speed, u + a, u + a, ARF_PREC_EXACT, ARF_RND_DOWN);
        arf_clear(m);
    }
    (*row)++;
}

void slip_box_residual(slip_box *B)
{
    const slip_problem *p = B->p;
    int row = B->n;
    for (int i = 0; i < B->n; i++)
        arf_set_d(B->f + i, -B->force[i]);
    for (int j = 0; j < B->n; j++)
        for (int k = B->M.p[j]; k < B->M.p[j + 1]; k++)
            add(B->f + B->M.i[k], B->M.x[k], B->v + j, 1);
    for (int j = 0; j < B->m; j++)
        for (int k = B->D.p[j]; k < B->D.p[j + 1] && !arf_is_zero(B->r + j); k++)
            add(B->f + B->D.i[k], -B->D.x[k], B->r + j, 1);
    for (int j = 0; j < B->np; j++)
        for (int k = p->G.p[j]; k < p->G.p[j + 1]; k++)
            add(B->f + p->G.i[k], -p->G.x[k], B->l + j, 1);
    for (int j = 0; j < B->np; j++) {
        if (B->drop[B->m + j]) continue;
        arf_set_d(B->f + row, p->b[j]);
        for (int k = p->G.p[j]; k < p->G.p[j + 1]; k++)
            add(B->f + row, p->G.x[k], B->v + p->G.i[k], 1);
        row++;
    }
    for (int i = 0; i < p->nc; i++) {
        if (B->mode[i] == 't') slides(B, i, &row);
        for (int a = 0; a < 3; a++)
            if ((B->mode[i] == 's' || (B->mode[i] == 'n' && a == 0)) && !B->drop[3 * i + a]) arf_set(B->f + row++, B->u + 3 * i + a);
    }
}

/* ---- the Jacobian ---------------------------------------------------------------------------------------------------------------- */

typedef struct { slip_sparse T; double *wrong; } entries;

static void put(entries *E, int row, int col, double x, double wrong)
{
    if (col < 0) return;
    E->T.i[E->T.nz] = row, E->T.p[E->T.nz] = col;
    E->wrong[E->T.nz] = wrong + 0x1p-50 * fabs(x);
    E->T.x[E->T.nz++] = x;
}

static double value(const arf_t x) { return arf_get_d(x, ARF_RND_NEAR); }

static void put_speed(entries *E, const slip_box *B, int row, int k, double factor, double wrong)      /* factor u_k */
{
    for (int q = B->K.p[k]; q < B->K.p[k + 1]; q++)
        put(E, row, B->K.i[q], factor * B->K.x[q], wrong * fabs(B->K.x[q]));
}

static void put_slide(entries *E, const slip_box *B, int i, int *row, double far, double load)
{
    double mu = B->p->mu[i], s = value(B->s + i);
    if (!B->drop[3 * i]) {
        put_speed(E, B, *row, 3 * i, 1, 0);
        if (B->relaxed) put(E, *row, B->at_s[i], -mu, 0);
        (*row)++;
    }
    for (int a = 1; a < 3; a++) {
        double u = value(B->u + 3 * i + a), reach = 0;
        for (int q = B->K.p[3 * i + a]; q < B->K.p[3 * i + a + 1]; q++)
            reach += fabs(B->K.x[q]) * far;
        put(E, *row, B->at_r[3 * i + a], s, far);
        put(E, *row, B->at_r[3 * i], mu * u, mu * reach);
        put(E, *row, B->at_s[i], value(B->r + 3 * i + a), load);
        put_speed(E, B, (*row)++, 3 * i + a, mu * value(B->r + 3 * i), mu * load);
        put_speed(E, B, *row + 2 - a, 3 * i + a, -2 * u, 2 * reach);
    }
    put(E, (*row)++, B->at_s[i], 2 * s, 2 * far);
}

slip_status slip_box_jacobian(slip_box *B, slip_arena *arena, slip_error *error)
{
    const slip_problem *p = B->p;
    entries E;
    int row = B->n, room = B->M.nz + B->D.nz + 5 * B->K.nz + (B->np ? 2 * p->G.nz : 0) + 8 * p->nc;
    double far = 0, load = 0;
    for (int i = 0; i < B->size; i++)
        far = fmax(far, i < B->n ? B->radius[i] : 0);
    for (int k = 0; k < B->m; k++)
        if (B->at_r[k] >= 0) load = fmax(load, B->radius[B->at_r[k]]);
    for (int i = 0; i < p->nc; i++)
        if (B->at_s[i] >= 0) far = fmax(far, B->radius[B->at_s[i]]);
    slip_status status = slip_sparse_new(&E.T, SLIP_TRIPLET, B->size, B->size, room, arena, error);
    E.wrong = SLIP_NEW(arena, double, room);
    if (status != SLIP_OK || arena->failed) return slip_fail(error, SLIP_MEMORY, "no memory for a box");
    E.T.nz = 0;
    for (int j = 0; j < B->n; j++)
        for (int k = B->M.p[j]; k < B->M.p[j + 1]; k++)
            put(&E, B->M.i[k], j, B->M.x[k], 0);
    for (int k = 0; k < B->m; k++)
        for (int q = B->D.p[k]; q < B->D.p[k + 1]; q++) {
            bool ray = B->mode[k / 3] == 'n' && k % 3;
            put(&E, B->D.i[q], B->at_r[ray ? k - k % 3 : k], -B->D.x[q] * (ray ? slip_problem_has_slip(p, k / 3) ? -p->mu[k / 3] * p->slip[k / 3 * 2 + k % 3 - 1] : 0 : 1), 0);
        }
    for (int j = 0; j < B->np; j++)
        for (int k = p->G.p[j]; k < p->G.p[j + 1]; k++)
            put(&E, p->G.i[k], B->at_l[j], -p->G.x[k], 0);
    for (int j = 0; j < B->np; j++)
        if (!B->drop[B->m + j]) {
            for (int k = p->G.p[j]; k < p->G.p[j + 1]; k++)
                put(&E, row, p->G.i[k], p->G.x[k], 0);
            row++;
        }
    for (int i = 0; i < p->nc; i++) {
        if (B->mode[i] == 't') put_slide(&E, B, i, &row, far, load);
        for (int a = 0; a < 3; a++)
            if ((B->mode[i] == 's' || (B->mode[i] == 'n' && a == 0)) && !B->drop[3 * i + a]) put_speed(&E, B, row++, 3 * i + a, 1, 0);
    }
    slip_sparse bound = E.T, sum;
    bound.x = E.wrong;
    status = slip_sparse_convert(&B->J, &E.T, SLIP_CSC, arena, error);
    if (status == SLIP_OK) status = slip_sparse_convert(&sum, &bound, SLIP_CSC, arena, error);
    B->wrong = sum.x;
    return row == B->size || status != SLIP_OK ? status : slip_fail(error, SLIP_BUG, "%d equations for %d unknowns", row, B->size);
}
