/* factor_update.c: Cholesky and QR factors under the entry and exit of rows and columns.
   SPDX-License-Identifier: GPL-3.0-or-later

   Cholesky: entry appends L^-1 a; exit deletes a row of L and rotates the columns after it back to a triangle.
   QR: entry borders Q' and R and rotates the new row away; exit rotates the leaving row of Q to a unit vector.  [GolubVanLoan2013, 6.5] */

#include "solvers/factor_update.h"

#include <cblas.h>
#include <math.h>
#include <string.h>

slip_status slip_chol_new(slip_chol *c, int room, slip_arena *arena, slip_error *error)
{
    *c = (slip_chol){ .room = room, .L = SLIP_NEW(arena, double, (size_t)room * (size_t)room) };
    return c->L ? SLIP_OK : slip_fail(error, SLIP_MEMORY, "no memory for a factor of order %d", room);
}

void slip_chol_lower(const slip_chol *c, double *y)
{
    if (c->k > 0) cblas_dtrsv(CblasColMajor, CblasLower, CblasNoTrans, CblasNonUnit, c->k, c->L, c->room, y, 1);
}

void slip_chol_upper(const slip_chol *c, double *y)
{
    if (c->k > 0) cblas_dtrsv(CblasColMajor, CblasLower, CblasTrans, CblasNonUnit, c->k, c->L, c->room, y, 1);
}

void slip_chol_append(slip_chol *c, const double *y, double pivot)
{
    size_t ld = (size_t)c->room;
    for (int j = 0; j < c->k; j++) c->L[c->k + j * ld] = y[j];
    c->L[c->k + c->k * ld] = sqrt(pivot);
    c->k++;
}

/* [a b] (c s; -s c)' = [h 0] */
static double givens(double a, double b, double *c, double *s)
{
    double h = hypot(a, b);
    *c = h > 0 ? a / h : 1;
    *s = h > 0 ? b / h : 0;
    return h;
}

void slip_chol_remove(slip_chol *ch, int i)
{
    size_t ld = (size_t)ch->room;
    int k = ch->k;
    double *L = ch->L;
    for (int j = 0; j <= i; j++) memmove(L + i + j * ld, L + i + 1 + j * ld, (size_t)(k - 1 - i) * sizeof *L);
    for (int j = i + 1; j < k; j++) memmove(L + j - 1 + j * ld, L + j + j * ld, (size_t)(k - j) * sizeof *L);
    for (int j = i; j < k - 1; j++) {       /* columns j and j+1 both begin in row j now */
        double *a = L + j + j * ld, *b = L + j + (j + 1) * ld, c, s;
        a[0] = givens(a[0], b[0], &c, &s);
        if (k - 2 - j > 0) cblas_drot(k - 2 - j, a + 1, 1, b + 1, 1, c, s);
    }
    ch->k = k - 1;
}

slip_status slip_qr_new(slip_qr *f, int room, slip_arena *arena, slip_error *error)
{
    size_t nn = (size_t)room * (size_t)room;
    *f = (slip_qr){ .room = room };
    f->Qt = SLIP_NEW(arena, double, nn);
    f->R = SLIP_NEW(arena, double, nn);
    f->work = SLIP_NEW(arena, double, room);
    return arena->failed ? slip_fail(error, SLIP_MEMORY, "no memory for a factor of order %d", room) : SLIP_OK;
}

/* Rotate rows a and b of R (from column j on) and of Q' so that R(b, j) = 0. */
static void rotate(slip_qr *f, int a, int b, int j, int k)
{
    size_t ld = (size_t)f->room;
    double c, s, h = givens(f->R[a + j * ld], f->R[b + j * ld], &c, &s);
    if (s == 0 && c >= 0) return;
    f->R[a + j * ld] = h;
    f->R[b + j * ld] = 0;
    if (k - j - 1 > 0) cblas_drot(k - j - 1, f->R + a + (j + 1) * ld, (int)ld, f->R + b + (j + 1) * ld, (int)ld, c, s);
    cblas_drot(k, f->Qt + a, (int)ld, f->Qt + b, (int)ld, c, s);
}

void slip_qr_append(slip_qr *f, const double *column, const double *row, double corner)
{
    size_t ld = (size_t)f->room;
    int k = f->k;
    if (k > 0) cblas_dgemv(CblasColMajor, CblasNoTrans, k, k, 1, f->Qt, (int)ld, column, 1, 0, f->R + k * ld, 1);
    for (int j = 0; j < k; j++) { f->R[k + j * ld] = row[j]; f->Qt[k + j * ld] = 0; f->Qt[j + k * ld] = 0; }
    f->R[k + k * ld] = corner;
    f->Qt[k + k * ld] = 1;
    f->k = k + 1;
    for (int j = 0; j < k; j++) rotate(f, j, k, j, k + 1);
}

/* R is upper Hessenberg from column `from` on: make it a triangle of `columns` columns. */
static void straighten(slip_qr *f, int from, int columns)
{
    for (int j = from; j < columns && j + 1 < f->k; j++) rotate(f, j, j + 1, j, columns);
}

void slip_qr_remove(slip_qr *f, int row, int column)
{
    size_t ld = (size_t)f->room;
    int k = f->k;
    for (int j = column; j + 1 < k; j++) memcpy(f->R + j * ld, f->R + (j + 1) * ld, (size_t)k * sizeof *f->R);
    /* k x (k-1) Hessenberg; Q' keeps its k columns */
    for (int j = column; j < k - 1; j++) {
        double c, s, h = givens(f->R[j + j * ld], f->R[j + 1 + j * ld], &c, &s);
        f->R[j + j * ld] = h;
        f->R[j + 1 + j * ld] = 0;
        if (k - j - 2 > 0) cblas_drot(k - j - 2, f->R + j + (j + 1) * ld, (int)ld, f->R + j + 1 + (j + 1) * ld, (int)ld, c, s);
        cblas_drot(k, f->Qt + j, (int)ld, f->Qt + j + 1, (int)ld, c, s);
    }
    /* column `row` of Q' becomes e_(k-1) times +-1: rotate upwards from the first entry; R stays upper triangular above its last row */
    for (int i = k - 2; i >= 0; i--) {
        double c, s;
        givens(f->Qt[k - 1 + row * ld], f->Qt[i + row * ld], &c, &s);
        if (s == 0 && c >= 0) continue;
        cblas_drot(k, f->Qt + k - 1, (int)ld, f->Qt + i, (int)ld, c, s);
        if (k - 1 - i > 0) cblas_drot(k - 1 - i, f->R + k - 1 + i * ld, (int)ld, f->R + i + i * ld, (int)ld, c, s);
    }
    for (int j = row; j + 1 < k; j++) memcpy(f->Qt + j * ld, f->Qt + (j + 1) * ld, (size_t)k * sizeof *f->Qt);
    f->k = k - 1;
}

void slip_qr_replace(slip_qr *f, int column, const double *now)
{
    size_t ld = (size_t)f->room;
    int k = f->k;
    for (int j = column; j + 1 < k; j++) memcpy(f->R + j * ld, f->R + (j + 1) * ld, (size_t)k * sizeof *f->R);
    double *y = f->work;
    cblas_dgemv(CblasColMajor, CblasNoTrans, k, k, 1, f->Qt, (int)ld, now, 1, 0, y, 1);
    /* Hessenberg in columns column..k-2, the new one last; its order changes: put it back in place at the end */
    memcpy(f->R + (k - 1) * ld, y, (size_t)k * sizeof *y);
    straighten(f, column, k);
    /* move the last column to `column`: R gets a spike, rotated away from below */
    for (int i = 0; i < k; i++) y[i] = f->R[i + (k - 1) * ld];
    for (int j = k - 1; j > column; j--) memcpy(f->R + j * ld, f->R + (j - 1) * ld, (size_t)k * sizeof *f->R);
    memcpy(f->R + column * ld, y, (size_t)k * sizeof *y);
    for (int i = k - 1; i > column; i--) {
        double c, s, h = givens(f->R[i - 1 + column * ld], f->R[i + column * ld], &c, &s);
        if (s == 0 && c >= 0) continue;
        f->R[i - 1 + column * ld] = h;
        f->R[i + column * ld] = 0;
        if (k - column - 1 > 0) cblas_drot(k - column - 1, f->R + i - 1 + (column + 1) * ld, (int)ld, f->R + i + (column + 1) * ld, (int)ld, c, s);
        cblas_drot(k, f->Qt + i - 1, (int)ld, f->Qt + i, (int)ld, c, s);
    }
}

void slip_qr_solve(const slip_qr *f, const double *b, double *x)
{
    if (f->k == 0) return;
    cblas_dgemv(CblasColMajor, CblasNoTrans, f->k, f->k, 1, f->Qt, f->room, b, 1, 0, x, 1);
    cblas_dtrsv(CblasColMajor, CblasUpper, CblasNoTrans, CblasNonUnit, f->k, f->R, f->room, x, 1);
}

double slip_qr_condition(const slip_qr *f)
{
    double low = INFINITY, high = 0;
    for (int i = 0; i < f->k; i++) {
        double y = fabs(f->R[i + (size_t)i * (size_t)f->room]);
        low = y <= low ? y : low;
        high = y >= high ? y : high;
    }
    return f->k == 0 ? 1 : low / high;
}
