/* lint_data.c: what the data of a problem say against it: matrices, frames, friction, units.
   SPDX-License-Identifier: GPL-3.0-or-later

       asymmetry   max |a_ij - a_ji| / max |a_ij| > 1e-12; not asked of an LCP (d = 1), which may have any matrix
       indefinite  least eigenvalue of (W + W')/2 below -1e-11 of the largest: rounding alone stays above
       rank        singular values above 1e-10 of the largest, as `show` counts them
       frames      the bodies of M are blocks of 6 (d = 3) or 3 (d = 2) velocities that begin with mass x I; the part F of H
                   that pushes such a body at one contact has F'F = I, and two bodies feel F and -F.  Where that holds at no contact
                   the velocities are other coordinates, and nothing is said */

#include <stdio.h>
#include <string.h>

#include "verify/lint.h"

enum { FEW = 3 };       /* bodies at a contact that are told apart */

/* ---- M ---- */

static slip_status symmetric_part(const slip_sparse *a, slip_sparse *out, slip_arena *arena, slip_error *error)
{
    slip_sparse t;
    slip_status status = slip_sparse_new(&t, SLIP_TRIPLET, a->rows, a->cols, 2 * a->nz, arena, error);
    for (int j = 0, at = 0; j < a->cols && !status; j++)
        for (int k = a->p[j]; k < a->p[j + 1]; k++, at += 2) {
            t.i[at] = t.p[at + 1] = a->i[k];
            t.p[at] = t.i[at + 1] = j;
            t.x[at] = t.x[at + 1] = a->x[k] / 2;
        }
    return status ? status : slip_sparse_convert(out, &t, SLIP_CSC, arena, error);
}

static slip_status mass(slip_lint *lint, const slip_problem *p, slip_arena *arena, slip_error *error)
{
    slip_sparse S;
    slip_factor *factor = NULL;
    slip_status status = symmetric_part(&p->M, &S, arena, error);
    if (!status && (status = slip_factor_new(&factor, &S, error)) == SLIP_NUMERIC) {
        slip_lint_add(lint, SLIP_ODDITY_MASS, -1, "M is not positive definite: %s", error->text);
        status = SLIP_OK;
    }
    slip_factor_free(factor);
    return status;
}

/* ---- W ---- */

static void repeated(slip_lint *lint, const slip_problem *w, const double *W)
{
    int d = w->d, m = slip_problem_m(w), count = 0, first = -1, second = -1;
    for (int i = 0; i < w->nc; i++)
        for (int j = 0; j < i; j++) {
            bool same = w->mu[i] == w->mu[j];
            for (int a = 0; a < d && same; a++) {
                same = w->q[d * i + a] == w->q[d * j + a];
                for (int b = 0; b < d && same; b++) {
                    double x = W[(size_t)(d * i + b) * (size_t)m + (size_t)(d * i + a)];
                    same = x == W[(size_t)(d * j + b) * (size_t)m + (size_t)(d * j + a)] && x == W[(size_t)(d * i + b) * (size_t)m + (size_t)(d * j + a)] && (a != b || x != 0);
                }
            }
            if (same) { if (!count++) { first = j; second = i; } break; }
        }
    if (count) slip_lint_add(lint, SLIP_ODDITY_REPEATED_CONTACT, second, "contact %d is contact %d again%s", second, first, count > 1 ? ", and others likewise" : "");
}

static slip_status spectrum(slip_lint *lint, const slip_problem *w, slip_arena *arena, slip_error *error)
{
    int m = slip_problem_m(w), rank = 0;
    size_t mm = (size_t)m * (size_t)m;
    double *W = SLIP_NEW(arena, double, mm), *S = SLIP_NEW(arena, double, mm), *value = SLIP_NEW(arena, double, m);
    if (arena->failed) return slip_fail(error, SLIP_MEMORY, "out of memory for the eigenvalues of W");
    slip_sparse_to_dense(&w->W, W);
    repeated(lint, w, W);
    for (int j = 0; j < m; j++)
        for (int i = 0; i < m; i++) S[(size_t)j * (size_t)m + (size_t)i] = (W[(size_t)j * (size_t)m + (size_t)i] + W[(size_t)i * (size_t)m + (size_t)j]) / 2;
    slip_status status = slip_dense_eig(m, S, value, false, error);
    if (status) return status;
    double most = fmax(fabs(value[0]), fabs(value[m - 1]));
    if (value[0] < -1e-11 * most && w->d > 1)
        slip_lint_add(lint, SLIP_ODDITY_INDEFINITE, -1, "W%s has the eigenvalue %.2g, %.1e of the largest: %s", w->asymmetry > 1e-12 ? "'s symmetric part" : "", value[0], value[0] / most,
                      value[0] < -1e-3 * most ? "impulses would gain energy" : "slightly indefinite, as when numbers were rounded on their way into a text file");
    if (w->asymmetry > 1e-12 && (status = slip_dense_svdvals(m, m, W, value, error))) return status;
    for (int k = 0; k < m; k++) rank += fabs(value[k]) > 1e-10 * most;
    if (rank < m) slip_lint_add(lint, SLIP_ODDITY_RANK, -1, "W has rank %d of %d: impulses need not be unique", rank, m);
    return SLIP_OK;
}

slip_status slip_lint_matrices(slip_lint *lint, const slip_problem *p, const slip_problem *local, slip_error *error)
{
    slip_arena arena = { 0 };
    bool global = slip_problem_global(p);
    int m = slip_problem_m(p);
    slip_status status = SLIP_OK;
    if (p->asymmetry > 1e-12 && p->d > 1) slip_lint_add(lint, SLIP_ODDITY_ASYMMETRIC, -1, "%s is not symmetric: entries differ from their mirror images by up to %.1e of the largest", global ? "M" : "W", p->asymmetry);
    if (global) status = mass(lint, p, &arena, error);
    if (!status && m > SLIP_LINT_ROWS) slip_lint_add(lint, SLIP_ODDITY_NOT_COMPUTED, -1, "the eigenvalues and the rank of W: %d rows are more than %d", m, (int)SLIP_LINT_ROWS);
    else if (!status && m > 0 && local && !lint->severity[SLIP_SEVERITY_ERROR]) status = spectrum(lint, local, &arena, error);
    slip_arena_free(&arena);
    return status;
}

/* ---- frames ---- */

/* Is M made of bodies: diagonal blocks of `size` velocities that begin with mass x I (d x d)? */
static bool made_of_bodies(const slip_problem *p, int size)
{
    int d = p->d;
    if (!slip_problem_global(p) || d < 2 || p->n % size) return false;
    for (int b = 0; b < p->n / size; b++) {
        double first = 0;
        for (int a = 0; a < size; a++)
            for (int k = p->M.p[b * size + a]; k < p->M.p[b * size + a + 1]; k++) {
                int row = p->M.i[k] - b * size;
                double x = p->M.x[k];
                if (x != 0 && (row < 0 || row >= size)) return false;
                if (a == 0 && row == 0) first = x;
                if (a < d && (row == a ? !(fabs(x - first) <= 1e-9 * fabs(first)) : fabs(x) > 1e-9 * fabs(first))) return false;
            }
        if (!(first > 0)) return false;
    }
    return true;
}

/* Each body at contact i: how far F'F is from I, and how far two of them are from F and -F. */
static double frame_off(const slip_problem *p, int size, int i, int *bodies)
{
    int d = p->d, at[FEW], count = 0;
    double F[FEW][9] = { { 0 } }, worst = 0;
    for (int c = 0; c < d; c++)
        for (int k = p->H.p[i * d + c]; k < p->H.p[i * d + c + 1]; k++) {
            int b = p->H.i[k] / size, row = p->H.i[k] % size, s = 0;
            if (p->H.x[k] == 0) continue;
            while (s < count && at[s] != b) s++;
            if (s == FEW) continue;
            if (s == count) at[count++] = b;
            if (row < d) F[s][row * d + c] = p->H.x[k];
        }
    for (int s = 0; s < count; s++)
        for (int a = 0; a < d; a++)
            for (int c = a; c < d; c++) {
                double dot = 0;
                for (int k = 0; k < d; k++) dot += F[s][k * d + a] * F[s][k * d + c];
                worst = fmax(worst, fabs(dot - (a == c)));
            }
    for (int k = 0; k < d * d && count == 2; k++) worst = fmax(worst, fabs(F[0][k] + F[1][k]));
    *bodies = count;
    return worst;
}

void slip_lint_frames(slip_lint *lint, const slip_problem *p)
{
    int size = p->d == 3 ? 6 : 3, many = 0, right = 0, worst = -1, crowd = -1;
    double most = 1e-6;
    if (!made_of_bodies(p, size)) return;
    for (int i = 0; i < p->nc; i++) {
        int bodies;
        double off = frame_off(p, size, i, &bodies);
        if (bodies >= FEW) crowd = i;
        right += bodies > 0 && off <= 1e-9;
        if (off > 1e-6) many++;
        if (off > most) { most = off; worst = i; }
    }
    if (!right) return;
    if (worst >= 0) slip_lint_add(lint, SLIP_ODDITY_FRAME, worst, "the axes of %d contact%s are not orthonormal, or their bodies do not feel opposite impulses: off by %.1e at contact %d", many, many == 1 ? "" : "s", most, worst);
    if (crowd >= 0) slip_lint_add(lint, SLIP_ODDITY_FRAME, crowd, "contact %d pushes more than two bodies", crowd);
}

/* ---- friction and units ---- */

static void friction(slip_lint *lint, const slip_problem *p)
{
    double most = 0;
    int worst = -1;
    for (int i = 0; i < p->nc; i++) if (p->mu[i] > most) { most = p->mu[i]; worst = i; }
    if (p->d < 2 || p->nc == 0) return;
    if (most == 0) slip_lint_add(lint, SLIP_ODDITY_FRICTIONLESS, -1, "mu = 0 at every contact");
    else if (most > 5) slip_lint_add(lint, SLIP_ODDITY_FRICTION, worst, "mu = %g at contact %d: an angle in degrees, or 1/mu?", most, worst);
}

void slip_lint_contacts(slip_lint *lint, const slip_problem *p, const slip_ruler *ruler)
{
    double low = INFINITY, high = 0;
    int light = -1, heavy = -1, stuck = -1, sunk = -1, count = 0;
    friction(lint, p);
    if (!ruler) return;
    for (int i = 0; i < p->nc; i++) {
        double rho = ruler->rho[i], q = ruler->q[i * p->d];
        if (rho == 0) {
            if (!count++) stuck = i;
            if (q < -1e-12 * ruler->V && sunk < 0) sunk = i;
            continue;
        }
        if (rho < low) { low = rho; light = i; }
        if (rho > high) { high = rho; heavy = i; }
    }
    if (sunk >= 0) slip_lint_add(lint, SLIP_ODDITY_IMPOSSIBLE, sunk, "contact %d approaches with %.2g and no impulse moves it: no solution exists", sunk, -ruler->q[sunk * p->d]);
    else if (stuck >= 0) slip_lint_add(lint, SLIP_ODDITY_IMMOVABLE, stuck, "no impulse moves contact %d%s", stuck, count > 1 ? ", nor some others" : "");
    if (high > 1e8 * low) slip_lint_add(lint, SLIP_ODDITY_UNITS, light, "contact %d feels a mass of %.2g and contact %d one of %.2g: such a ratio, or mixed units?", light, low, heavy, high);
    else if (light >= 0 && (low < 1e-12 || high > 1e12)) slip_lint_add(lint, SLIP_ODDITY_UNITS, light, "contacts feel masses from %.2g to %.2g: in which units?", low, high);
    if (ruler->V > 0 && !(ruler->V >= 1e-12 && ruler->V <= 1e6)) slip_lint_add(lint, SLIP_ODDITY_UNITS, -1, "the free velocity is %.2g: in which units?", ruler->V);
}
