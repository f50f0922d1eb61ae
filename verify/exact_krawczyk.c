/* exact_krawczyk.c: proves that a box holds a solution [Krawczyk1969], and that all of it is in the states of the contacts.
   SPDX-License-Identifier: GPL-3.0-or-later

       |Y f(c)| + |I - Y J(X)| rad < rad   in every component:  f has a zero in X = c +- rad

   c is polished to about 150 bits with exact residuals; Y is a rounded, thinned inverse in binary64.  The test is made in binary64 with bounds
   of every rounding; the checker makes it again in exact intervals. */

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <flint/fmpq.h>

#include "verify/exact_box.h"

enum { LARGEST = 3000, BITS = 176, FINE = -140, RADIUS = -100 };        /* unknowns; bits of c; powers of two of the units */

static double unit(const slip_box *B, int i)
{
    if (i < B->n) return B->speed;
    for (int k = 0; k < B->p->nc; k++)
        if (B->at_s[k] == i) return B->speed;
    return B->impulse;
}

/* ---- polishing ---------------------------------------------------------------------------------------------------------------- */

static slip_status invert(slip_box *B, slip_error *error)
{
    slip_arena arena = { 0 };
    size_t N = (size_t)B->size;
    double *a = SLIP_NEW(&arena, double, N * N);
    slip_status status = a ? slip_box_jacobian(B, &arena, error) : slip_fail(error, SLIP_MEMORY, "no memory for a box of %d unknowns", B->size);
    if (status == SLIP_OK) {
        slip_sparse_to_dense(&B->J, a);
        memset(B->Y, 0, N * N * sizeof *B->Y);
        for (size_t i = 0; i < N; i++)
            B->Y[i * N + i] = 1;
        status = slip_dense_solve(B->size, B->size, a, B->Y, error);
    }
    slip_arena_free(&arena);
    return status;
}

/* x -= Y f; the largest change, in units */
static double correct(slip_box *B, const double *units, double *f)
{
    size_t N = (size_t)B->size;
    double most = 0;
    arf_t dx;
    arf_init(dx);
    for (size_t k = 0; k < N; k++)
        f[k] = arf_get_d(B->f + k, ARF_RND_NEAR);
    for (size_t i = 0; i < N; i++) {
        double s = 0;
        for (size_t k = 0; k < N; k++)
            s += B->Y[k * N + i] * f[k];
        if (!(fabs(s) / units[i] <= most)) most = fabs(s) / units[i];
        if (!isfinite(s)) break;
        arf_set_d(dx, s);
        arf_sub(B->x + i, B->x + i, dx, BITS, ARF_RND_NEAR);
    }
    arf_clear(dx);
    return most;
}

static slip_status polish(slip_box *B, const double *units, bool *done, slip_arena *arena, slip_error *error)
{
    double *f = SLIP_NEW(arena, double, B->size);
    if (!f) return slip_fail(error, SLIP_MEMORY, "no memory for a box of %d unknowns", B->size);
    *done = false;
    for (int turn = 0; turn < 4 && !*done; turn++) {
        if (slip_near_stop(B->t, "enclosing")) return SLIP_LIMIT;
        slip_box_spread(B);
        slip_status status = invert(B, error);
        if (status != SLIP_OK) return status;
        double last = INFINITY;
        for (int step = 0; step < 16 && !*done; step++) {
            slip_box_spread(B);
            slip_box_residual(B);
            double change = correct(B, units, f);
            *done = change <= ldexp(1, FINE);
            if (!(change < 1e3 && (step < 2 || change < last / 2 || *done))) break;
            last = change;
        }
    }
    slip_box_spread(B);
    slip_box_residual(B);
    return SLIP_OK;
}

/* ---- the test -------------------------------------------------------------------------------------------------------------------- */

/* Y to 28 bits, without what is too small to matter; by_size: largest entry of each row of J, in units */
static void thin(slip_box *B, const double *units, const double *by_size)
{
    size_t N = (size_t)B->size;
    for (size_t k = 0; k < N; k++)
        for (size_t i = 0; i < N; i++) {
            double *y = &B->Y[k * N + i];
            int e;
            double m = frexp(*y, &e);
            *y = fabs(*y) * by_size[k] < 1e-5 / (double)N * units[i] ? 0 : ldexp(nearbyint(ldexp(m, 28)), e - 28);
        }
}

static slip_status contracts(slip_box *B, const double *units, bool *yes, slip_arena *arena, slip_error *error)
{
    size_t N = (size_t)B->size;
    double *sum = SLIP_NEW(arena, double, N), *g = SLIP_NEW(arena, double, N), *h = SLIP_NEW(arena, double, N), *by_size = SLIP_NEW(arena, double, N);
    if (arena->failed) return slip_fail(error, SLIP_MEMORY, "no memory for a box of %d unknowns", B->size);
    for (size_t i = 0; i < N; i++)
        B->radius[i] = ldexp(1, RADIUS + ilogb(units[i]));
    slip_status status = slip_box_jacobian(B, arena, error);
    if (status != SLIP_OK) return status;
    for (int j = 0; j < B->size; j++)
        for (int q = B->J.p[j]; q < B->J.p[j + 1]; q++)
            by_size[B->J.i[q]] = fmax(by_size[B->J.i[q]], fabs(B->J.x[q]) * units[j]);
    thin(B, units, by_size);
    for (size_t k = 0; k < N; k++) {                /* |Y f(c)| */
        double f = fabs(arf_get_d(B->f + k, ARF_RND_UP)) * (1 + 0x1p-40);
        for (size_t i = 0; i < N; i++)
            sum[i] += fabs(B->Y[k * N + i]) * f;
    }
    for (int j = 0; j < B->size; j++) {             /* column j of |I - Y J(X)| rad */
        int count = B->J.p[j + 1] - B->J.p[j];
        memset(g, 0, N * sizeof *g);
        memset(h, 0, N * sizeof *h);
        g[j] = 1;
        for (int q = B->J.p[j]; q < B->J.p[j + 1]; q++) {
            const double *y = B->Y + (size_t)B->J.i[q] * N;
            double x = B->J.x[q], wrong = B->wrong[q] + (count + 3) * 0x1p-51 * fabs(x);
            for (size_t i = 0; i < N; i++) {
                g[i] -= y[i] * x;
                h[i] += fabs(y[i]) * wrong;
            }
        }
        for (size_t i = 0; i < N; i++)
            sum[i] += (fabs(g[i]) + h[i] + 0x1p-50) * B->radius[j];
    }
    *yes = true;
    for (size_t i = 0; i < N; i++)
        *yes = *yes && sum[i] < 0.9 * B->radius[i];
    return SLIP_OK;
}

/* Strict conditions in the whole box, with room for rounding; the contact that fails, or -1. */
static int strict(const slip_box *B)
{
    for (int i = 0; i < B->p->nc; i++) {
        double r[3], u[3], mu = B->p->mu[i], small = 1e-13;
        for (int a = 0; a < 3; a++) {
            r[a] = arf_get_d(B->r + 3 * i + a, ARF_RND_NEAR) / B->impulse;
            u[a] = arf_get_d(B->u + 3 * i + a, ARF_RND_NEAR) / B->speed;
        }
        double rT = slip_length(r + 1, 2), uT = slip_length(u + 1, 2);
        bool good = B->mode[i] == 'g' ? true
                  : B->mode[i] == 'o' ? u[0] - (B->relaxed ? mu * uT : 0) > small * (1 + mu * uT)
                  : B->mode[i] == 's' ? r[0] > small && mu * r[0] - rT > small
                  : B->mode[i] == 'n' ? r[0] > small || (B->p->bilateral && B->p->bilateral[i])
                  : r[0] > small && arf_get_d(B->s + i, ARF_RND_NEAR) / B->speed > small;
        if (!good) return i;
    }
    return -1;
}

/* ---- the proof ------------------------------------------------------------------------------------------------------------------------ */

/* The combination that row `which` of the dropped is: c_k = -num_k / den on the candidates. */
static slip_status combination(const slip_box *B, int which, fmpz *num, fmpz_t den, slip_arena *arena, slip_error *error)
{
    fmpz *pin = _fmpz_vec_init(B->basis.free);
    fmpz_one(pin + which);
    slip_status status = slip_basis_solve(&B->basis, &B->span, pin, 0, 400L * B->basis.rank + 20000, num, den, arena, error);
    _fmpz_vec_clear(pin, B->basis.free);
    return status;
}

static bool slippery(const slip_box *B, int row)        /* its impulse drags friction with it */
{
    return row < B->m && (B->mode[row / 3] == 't' || (B->mode[row / 3] == 'n' && B->p->mu[row / 3] > 0));
}

/* `drop` lines (out may be NULL); a pin that shares its row with friction, or -1; false: a row hangs on one that is not kept */
static slip_status drops(slip_box *B, slip_text *out, int *shared, bool *good, slip_arena *arena, slip_error *error)
{
    fmpz *num = _fmpz_vec_init(B->candidates);
    fmpz_t den, n, d;
    slip_status status = SLIP_OK;
    fmpz_init(den), fmpz_init(n), fmpz_init(d);
    *shared = -1;
    *good = true;
    for (int row = 0; row < B->m + B->np && status == SLIP_OK; row++)
        for (int k = 0; k < B->basis.free && status == SLIP_OK; k++) {
            if (B->candidate[B->basis.pin[k]] != row || (row < B->m && B->mode[row / 3] == 'o')) continue;
            status = combination(B, k, num, den, arena, error);
            bool carries = row >= B->m || B->mode[row / 3] != 'g', drags = slippery(B, row);
            if (out) slip_text_add(out, "drop %d", row);
            for (int at = 0; at < B->m + B->np && status == SLIP_OK; at++)
                for (int c = 0; c < B->basis.rank; c++) {
                    if (B->candidate[B->basis.col[c]] != at || fmpz_is_zero(num + B->basis.col[c])) continue;
                    drags = drags || slippery(B, at);
                    if (at < B->m && (B->mode[at / 3] == 'o' || B->mode[at / 3] == 'g')) *good = false;
                    fmpz_neg(n, num + B->basis.col[c]);
                    fmpz_set(d, den);
                    _fmpq_canonicalise(n, d);
                    char *a = fmpz_get_str(NULL, 10, n), *b = fmpz_get_str(NULL, 10, d);
                    if (out) slip_text_add(out, fmpz_is_one(d) ? " %d:%s" : " %d:%s/%s", at, a, b);
                    flint_free(a), flint_free(b);
                }
            if (out) slip_text_add(out, "\n");
            if (carries && drags) *shared = row;
        }
    fmpz_clear(den), fmpz_clear(n), fmpz_clear(d);
    _fmpz_vec_clear(num, B->candidates);
    return status;
}

static slip_status write_section(slip_box *B, slip_text *out, slip_arena *arena, slip_error *error)
{
    int shared;
    bool good;
    slip_text_add(out, "enclosure\nmodes");
    for (int i = 0; i < B->p->nc; i++)
        slip_text_add(out, " %c", B->mode[i]);
    slip_text_add(out, "\npins");
    for (int k = 0; k < B->m + B->np; k++)
        if (B->drop[k] && (k >= B->m || (B->mode[k / 3] != 'o' && B->mode[k / 3] != 'g'))) {
            slip_text_add(out, " %d:", k);
            slip_proof_number(out, B->pin[k]);
        }
    slip_text_add(out, "\n");
    slip_status status = drops(B, out, &shared, &good, arena, error);
    slip_text_add(out, "centre");
    for (int i = 0; i < B->size; i++)
        slip_text_add(out, " "), slip_proof_dyadic(out, B->x + i);
    slip_text_add(out, "\nradius");
    for (int i = 0; i < B->size; i++)
        slip_text_add(out, " "), slip_proof_number(out, B->radius[i]);
    for (int i = 0; i < B->size; i++) {
        slip_text_add(out, "\nY");
        for (int k = 0; k < B->size; k++)
            if (B->Y[(size_t)k * (size_t)B->size + (size_t)i] != 0) {
                slip_text_add(out, " %d:", k);
                slip_proof_number(out, B->Y[(size_t)k * (size_t)B->size + (size_t)i]);
            }
    }
    slip_text_add(out, "\n");
    return status;
}

/* ---- from the answer to the box ------------------------------------------------------------------------------------------------------------ */

/* true: c is the centre of a box that holds a solution */
static slip_status boxed(slip_box *B, const double *units, bool *yes, slip_arena *arena, slip_error *error)
{
    char *why = B->t->why;
    size_t room = sizeof B->t->why;
    slip_status status = polish(B, units, yes, arena, error);
    if (status == SLIP_NUMERIC) return snprintf(why, room, "the equations of these states are singular"), *yes = false, SLIP_OK;
    if (status == SLIP_LIMIT) return snprintf(why, room, "it was interrupted"), *yes = false, SLIP_OK;
    if (status != SLIP_OK) return status;
    if (!*yes) return snprintf(why, room, "Newton's method did not converge from the answer"), SLIP_OK;
    if ((status = contracts(B, units, yes, arena, error)) != SLIP_OK) return status;
    if (!*yes) return snprintf(why, room, "Krawczyk's test does not contract: %d unknowns", B->size), SLIP_OK;
    int i = strict(B);
    if (i >= 0) {
        snprintf(why, room, "contact %d is too close to the bound of its state (%s)", i, B->mode[i] == 'o' ? "open" : B->mode[i] == 's' ? "stick" : "slip");
        *yes = false;
    }
    return SLIP_OK;
}

static double distance(const slip_box *B, double *v)
{
    double eps = 0;
    arf_t x, y;
    arf_init(x), arf_init(y);
    for (int i = 0; i < B->n; i++) {
        v[i] = arf_get_d(B->x + i, ARF_RND_NEAR);
        arf_set_d(y, B->t->given[i]);
        arf_sub(x, B->x + i, y, ARF_PREC_EXACT, ARF_RND_DOWN);
        eps = fmax(eps, (fabs(arf_get_d(x, ARF_RND_UP)) + B->radius[i]) * (1 + 0x1p-40));
    }
    arf_clear(x), arf_clear(y);
    return eps;
}

/* A pin that shares its row with friction is moved: another box, apart in some velocity? */
static slip_status second(slip_box *B, const double *units, int pin, const double *v, bool *found, slip_arena *arena, slip_error *error)
{
    double before = B->pin[pin], *radius = SLIP_NEW(arena, double, B->n);
    slip_status status = SLIP_OK;
    *found = false;
    if (!radius) return slip_fail(error, SLIP_MEMORY, "no memory for a box");
    memcpy(radius, B->radius, (size_t)B->n * sizeof *radius);
    for (int size = -14; size >= -26 && !*found && status == SLIP_OK; size -= 6)
        for (int sign = -1; sign <= 1 && !*found && status == SLIP_OK; sign += 2) {
            bool yes;
            B->pin[pin] = before + sign * ldexp(1, size + ilogb(B->impulse));
            slip_box_start(B);
            status = boxed(B, units, &yes, arena, error);
            for (int i = 0; i < B->n && yes && status == SLIP_OK; i++)
                *found = *found || fabs(arf_get_d(B->x + i, ARF_RND_NEAR) - v[i]) > radius[i] + B->radius[i] + 1e-14 * (B->speed + fabs(v[i]));
        }
    return status;
}

static slip_status certify(slip_box *B, const double *units, slip_arena *arena, slip_error *error)
{
    slip_nearby *t = B->t;
    slip_near *out = t->out;
    int shared;
    char far[32];
    bool good, found = false;
    double *v = SLIP_NEW(arena, double, B->n);
    if (!v) return slip_fail(error, SLIP_MEMORY, "no memory for a box");
    slip_status status = drops(B, NULL, &shared, &good, arena, error);
    if (status != SLIP_OK) return status;
    double eps = distance(B, v);
    if (!good || !slip_near_reaches(t, v)) return snprintf(t->why, sizeof t->why, good ? "the solution found is %.2g away" : "a redundant row hangs on an open contact", eps), SLIP_OK;
    out->eps = eps;
    out->box = true;
    out->pins = 0;
    for (int k = 0; k < B->m + B->np; k++)
        out->pins += B->drop[k] && (k >= B->m || (B->mode[k / 3] != 'o' && B->mode[k / 3] != 'g'));
    out->unique = shared < 0 ? SLIP_YES : SLIP_MAYBE;
    out->word = SLIP_NEAR_CERTIFIED;
    if (t->options->proof) status = write_section(B, &out->section, arena, error);
    if (shared >= 0 && status == SLIP_OK) status = second(B, units, shared, v, &found, arena, error);
    if (found && status == SLIP_OK) {
        out->word = SLIP_NEAR_MULTIPLE;
        out->unique = SLIP_NO;
        if (t->options->proof) status = write_section(B, &out->second, arena, error);
    }
    snprintf(out->sentence, sizeof out->sentence, "an exact solution of law %s is within %s of this velocity, in a box of %d unknowns%s%s", slip_law_name(t->posed.law), slip_near_bound(far, eps),
             B->size, out->pins ? "; its impulses are not unique" : "", found ? ", and another solution has another velocity" : "");
    return status;
}

/* Can the law be told in these equations at all? */
static bool fits(slip_nearby *t)
{
    const slip_problem *p = t->posed.p;
    const char *why = NULL;
    if (!slip_problem_global(p) && p->p) why = "only the local form is known, with joints, and a contact slides on a disc";
    if (t->posed.law != SLIP_LAW_COULOMB && t->posed.law != SLIP_LAW_CONE) why = "sliding under law opposed has no direction of its own";
    for (int i = 0; i < p->nc && p->bilateral && !why; i++)
        if (p->bilateral[i] && p->mu[i] > 0) why = "a bilateral contact has friction, and a contact slides on a disc";
    if (why) snprintf(t->why, sizeof t->why, "%s", why);
    return !why;
}

static bool loaded(const slip_nearby *t)        /* every closed contact carries something, clearly */
{
    double most = 0;
    for (int k = 0; k < slip_problem_m(t->posed.p); k++)
        most = fmax(most, fabs(t->r[k]));
    for (int i = 0; i < t->posed.p->nc; i++)
        if (t->piece[i].kind != SLIP_PIECE_OPEN && !(fabs(t->r[3 * i]) > 1e-9 * most)) return false;
    return true;
}

slip_status slip_box_prove(slip_nearby *t, slip_error *error)
{
    slip_box B = { .size = 0 };
    slip_arena arena = { 0 };
    bool yes = false;
    if (!fits(t)) return SLIP_OK;
    if (slip_near_stop(t, "enclosing")) return snprintf(t->why, sizeof t->why, "it was interrupted"), SLIP_OK;
    slip_status status = slip_box_new(&B, t, error);
    bool stopped = status == SLIP_OK && slip_near_stop(t, "centring impulses");
    if (status == SLIP_OK && !stopped && (B.basis.free || !loaded(t))) {
        status = slip_centre(&t->posed, t->piece, t->v, t->u, t->r, t->rl, t->room, error);
        if (status == SLIP_OK) slip_near_settle(t);
        if (status != SLIP_MEMORY) {
            slip_box_free(&B);
            status = slip_box_new(&B, t, error);
        }
    }
    double *units = SLIP_NEW(&arena, double, B.size);
    if (status == SLIP_OK && !units) status = slip_fail(error, SLIP_MEMORY, "no memory for a box of %d unknowns", B.size);
    if (status == SLIP_OK && B.size > LARGEST) {
        snprintf(t->why, sizeof t->why, "a box of %d unknowns is too large (at most %d)", B.size, LARGEST);
    } else if (status == SLIP_OK) {
        for (int i = 0; i < B.size; i++)
            units[i] = unit(&B, i);
        slip_box_start(&B);
        status = boxed(&B, units, &yes, &arena, error);
        if (status == SLIP_OK && yes) status = certify(&B, units, &arena, error);
    }
    slip_box_free(&B);
    slip_arena_free(&arena);
    return status;
}
