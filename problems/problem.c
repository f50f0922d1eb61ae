/* problem.c: make, check, copy and free a problem.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "problems/problems.h"

#include <limits.h>
#include <math.h>
#include <string.h>

slip_status slip_problem_new(slip_problem *p, int d, int nc, int n, int np, bool local, slip_error *error)
{
    *p = (slip_problem){ .d = d, .nc = nc, .n = local ? 0 : n, .p = np,
                         .law = SLIP_LAW_COULOMB, .level = SLIP_LEVEL_VELOCITY, .dirs = { d == 3 ? 4 : 2, 0 } };
    if (d < 1 || d > 3) return slip_fail(error, SLIP_INPUT, "contacts have dimension 1, 2 or 3, not %d", d);
    if (nc < 0 || n < 0 || np < 0) return slip_fail(error, SLIP_INPUT, "a problem cannot have a negative size");
    if (nc > INT_MAX / 9) return slip_fail(error, SLIP_SIZE, "%d contacts are more than the indices can count", nc);
    size_t m = (size_t)d * (size_t)nc;
    p->mu = SLIP_NEW(&p->arena, double, nc);
    if (local) {
        p->q = SLIP_NEW(&p->arena, double, m);
        p->s = SLIP_NEW(&p->arena, double, np);
    } else {
        p->f = SLIP_NEW(&p->arena, double, n);
        p->w = SLIP_NEW(&p->arena, double, m);
        p->b = SLIP_NEW(&p->arena, double, np);
    }
    if (p->arena.failed) {
        slip_problem_free(p);
        return slip_fail(error, SLIP_MEMORY, "out of memory for a problem of %d contacts", nc);
    }
    return SLIP_OK;
}

void slip_problem_free(slip_problem *p)
{
    slip_arena_free(&p->arena);
    *p = (slip_problem){ .d = 0 };
}

bool slip_problem_has_slip(const slip_problem *p, int i)
{
    if (!p->slip) return false;
    for (int k = 0; k < p->d - 1; k++)
        if (p->slip[(p->d - 1) * i + k] != 0) return true;
    return false;
}

static slip_status all_finite(const double *x, int count, const char *name, slip_error *error)
{
    if (!x && count > 0) return slip_fail(error, SLIP_INPUT, "%s is missing", name);
    for (int i = 0; i < count; i++)
        if (!isfinite(x[i])) return slip_fail(error, SLIP_INPUT, "%s[%d] is not a finite number", name, i);
    return SLIP_OK;
}

static slip_status shape(const slip_sparse *a, int rows, int cols, const char *name, slip_error *error)
{
    if (!a->x) {
        if (rows == 0 || cols == 0) return SLIP_OK;
        return slip_fail(error, SLIP_INPUT, "%s is missing", name);
    }
    if (a->layout != SLIP_CSC) return slip_fail(error, SLIP_BUG, "%s is not stored by columns", name);
    if (a->rows != rows || a->cols != cols)
        return slip_fail(error, SLIP_INPUT, "%s is %d x %d but the sizes ask for %d x %d", name, a->rows, a->cols, rows, cols);
    return slip_sparse_check(a, name, error);
}

static slip_status check_contacts(const slip_problem *p, slip_error *error)
{
    int t = p->d - 1;
    if (all_finite(p->mu, p->nc, "mu", error)) return error ? error->status : SLIP_INPUT;
    for (int i = 0; i < p->nc; i++) {
        if (p->mu[i] < 0) return slip_fail(error, SLIP_INPUT, "mu[%d] = %g is negative", i, p->mu[i]);
        if (p->d == 1 && p->mu[i] != 0)
            return slip_fail(error, SLIP_INPUT, "mu[%d] = %g, but contacts of dimension 1 have no friction", i, p->mu[i]);
        if (!p->slip) continue;
        double norm2 = 0;
        for (int k = 0; k < t; k++) norm2 += p->slip[t * i + k] * p->slip[t * i + k];
        if (!(norm2 == 0 || fabs(norm2 - 1) <= 1e-12))
            return slip_fail(error, SLIP_INPUT, "the given slip direction of contact %d has length %g, not 1", i, sqrt(norm2));
    }
    if ((p->law == SLIP_LAW_FACETS || p->law == SLIP_LAW_CONE_FACETS) && p->d == 3
        && (p->dirs.k < 4 || p->dirs.k > 1000 || p->dirs.k % 2))
        return slip_fail(error, SLIP_INPUT, "a polyhedral cone needs an even number of directions from 4 to 1000, not %d", p->dirs.k);
    if (!isfinite(p->dirs.angle)) return slip_fail(error, SLIP_INPUT, "the angle of the friction directions is not a finite number");
    return SLIP_OK;
}

static slip_status check_frames(const slip_problem *p, slip_error *error)
{
    int s = p->picture.space;
    const double *f = p->picture.frame;
    if (!f) return SLIP_OK;
    for (int i = 0; i < p->nc; i++, f += s * s)
        for (int a = 0; a < s; a++)
            for (int b = a; b < s; b++) {
                double dot = 0;
                for (int k = 0; k < s; k++) dot += f[s * a + k] * f[s * b + k];
                if (!(fabs(dot - (a == b)) <= 1e-12))
                    return slip_fail(error, SLIP_INPUT, "the frame of contact %d is not orthonormal (off by %.1e)", i, fabs(dot - (a == b)));
            }
    return SLIP_OK;
}

/* Symmetric and positive definite: an error in what we make, a property in what we read. */
static slip_status check_mass(slip_problem *p, slip_error *error)
{
    slip_arena scratch = { 0 };
    p->asymmetry = slip_sparse_asymmetry(&p->M, &scratch);
    slip_status status = SLIP_OK;
    if (!p->foreign) {
        slip_factor *factor = NULL;
        if (isnan(p->asymmetry))            /* square and finite: only memory is left */
            status = slip_fail(error, SLIP_MEMORY, "out of memory while checking M");
        else if (!(p->asymmetry <= 1e-12))
            status = slip_fail(error, SLIP_INPUT, "M is not symmetric (relative asymmetry %.1e)", p->asymmetry);
        else if ((status = slip_factor_new(&factor, &p->M, error)) == SLIP_NUMERIC)
            status = slip_fail(error, SLIP_INPUT, "M is not positive definite");
        slip_factor_free(factor);
    }
    slip_arena_free(&scratch);
    return status;
}

slip_status slip_problem_check(slip_problem *p, slip_error *error)
{
    int m = slip_problem_m(p);
    slip_status status;
    if ((status = check_contacts(p, error))) return status;
    if (slip_problem_global(p)) {
        if ((status = shape(&p->M, p->n, p->n, "M", error)) || (status = shape(&p->H, p->n, m, "H", error))
            || (status = shape(&p->G, p->n, p->p, "G", error)) || (status = all_finite(p->f, p->n, "f", error))
            || (status = all_finite(p->w, m, "w", error)) || (status = all_finite(p->b, p->p, "b", error))
            || (status = check_mass(p, error)))
            return status;
    } else {
        if (p->n > 0) return slip_fail(error, SLIP_INPUT, "M is missing");
        if (!p->q && m > 0) return slip_fail(error, SLIP_INPUT, "q is missing");
        if ((status = shape(&p->W, m, m, "W", error)) || (status = shape(&p->V, m, p->p, "V", error))
            || (status = shape(&p->R, p->p, p->p, "R", error)) || (status = all_finite(p->q, m, "q", error))
            || (status = all_finite(p->s, p->p, "s", error)))
            return status;
        slip_arena scratch = { 0 };
        p->asymmetry = slip_sparse_asymmetry(&p->W, &scratch);
        slip_arena_free(&scratch);
        if (isnan(p->asymmetry)) return slip_fail(error, SLIP_MEMORY, "out of memory while checking W");
    }
    return check_frames(p, error);
}

/* ---- copy ---- */

static void *dup(slip_arena *arena, const void *from, size_t count, size_t size)
{
    if (!from) return NULL;
    void *to = slip_arena_get(arena, count, size);
    if (to && count) memcpy(to, from, count * size);
    return to;
}

static slip_sparse dup_sparse(slip_arena *arena, const slip_sparse *a)
{
    slip_sparse c = *a;
    if (!a->x) return c;
    size_t pointers = a->layout == SLIP_CSC ? (size_t)a->cols + 1 : a->layout == SLIP_CSR ? (size_t)a->rows + 1 : (size_t)a->nz;
    c.p = dup(arena, a->p, pointers, sizeof *a->p);
    c.i = dup(arena, a->i, (size_t)a->nz, sizeof *a->i);
    c.x = dup(arena, a->x, (size_t)a->nz, sizeof *a->x);
    return c;
}

slip_status slip_problem_copy(slip_problem *out, const slip_problem *p, slip_error *error)
{
    slip_arena arena = { 0 };
    slip_problem c = *p;
    size_t m = (size_t)slip_problem_m(p), nc = (size_t)p->nc, n = (size_t)p->n, np = (size_t)p->p, t = (size_t)p->d - 1;
    size_t space = (size_t)p->picture.space;
    c.name = dup(&arena, p->name, p->name ? strlen(p->name) + 1 : 0, 1);
    c.mu = dup(&arena, p->mu, nc, sizeof *p->mu);
    c.slip = dup(&arena, p->slip, nc * t, sizeof *p->slip);
    c.bilateral = dup(&arena, p->bilateral, nc, 1);
    c.M = dup_sparse(&arena, &p->M); c.H = dup_sparse(&arena, &p->H); c.G = dup_sparse(&arena, &p->G);
    c.W = dup_sparse(&arena, &p->W); c.V = dup_sparse(&arena, &p->V); c.R = dup_sparse(&arena, &p->R);
    c.f = dup(&arena, p->f, n, sizeof *p->f);
    c.w = dup(&arena, p->w, m, sizeof *p->w);
    c.b = dup(&arena, p->b, np, sizeof *p->b);
    c.q = dup(&arena, p->q, m, sizeof *p->q);
    c.s = dup(&arena, p->s, np, sizeof *p->s);
    c.bodies.first = dup(&arena, p->bodies.first, (size_t)p->bodies.count + 1, sizeof *p->bodies.first);
    c.bodies.pair = dup(&arena, p->bodies.pair, 2 * nc, sizeof *p->bodies.pair);
    c.picture.point = dup(&arena, p->picture.point, nc * space, sizeof *p->picture.point);
    c.picture.frame = dup(&arena, p->picture.frame, nc * space * space, sizeof *p->picture.frame);
    c.picture.gap = dup(&arena, p->picture.gap, nc, sizeof *p->picture.gap);
    c.picture.shape = dup(&arena, p->picture.shape, (size_t)p->picture.count, sizeof *p->picture.shape);
    for (int k = 0; k < p->picture.count && c.picture.shape; k++)
        c.picture.shape[k].corner = dup(&arena, p->picture.shape[k].corner, space * (size_t)p->picture.shape[k].corners, sizeof(double));
    c.arena = arena;
    if (arena.failed) {
        slip_arena_free(&arena);
        return slip_fail(error, SLIP_MEMORY, "out of memory while copying a problem");
    }
    *out = c;
    return SLIP_OK;
}
