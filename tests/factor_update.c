/* factor_update.c: Cholesky and QR factors after hundreds of entries, exits and replacements still solve their system.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "solvers/factor_update.h"
#include "tests/tap.h"

enum { N = 24, CHANGES = 400 };

/* Worst |A_SS x - b| over a random walk of the set S. */
static double cholesky(slip_rng *rng, slip_arena *arena)
{
    double A[N][N], worst = 0;
    int set[N], k = 0;
    slip_chol c;
    if (slip_chol_new(&c, N, arena, NULL)) return INFINITY;
    double G[N][2 * N];
    for (int i = 0; i < N; i++) for (int j = 0; j < 2 * N; j++) G[i][j] = slip_rng_normal(rng);
    for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) { A[i][j] = 0; for (int l = 0; l < 2 * N; l++) A[i][j] += G[i][l] * G[j][l]; }
    for (int t = 0; t < CHANGES; t++) {
        int j = slip_rng_below(rng, N), at = -1;
        for (int i = 0; i < k; i++) if (set[i] == j) at = i;
        if (at >= 0) {
            slip_chol_remove(&c, at);
            for (int i = at; i + 1 < k; i++) set[i] = set[i + 1];
            k--;
        } else {
            double y[N], pivot = A[j][j];
            for (int i = 0; i < k; i++) y[i] = A[set[i]][j];
            slip_chol_lower(&c, y);
            for (int i = 0; i < k; i++) pivot -= y[i] * y[i];
            slip_chol_append(&c, y, pivot);
            set[k++] = j;
        }
        double b[N], x[N];
        for (int i = 0; i < k; i++) x[i] = b[i] = slip_rng_normal(rng);
        slip_chol_lower(&c, x);
        slip_chol_upper(&c, x);
        for (int i = 0; i < k; i++) {
            double e = -b[i];
            for (int l = 0; l < k; l++) e += A[set[i]][set[l]] * x[l];
            worst = fabs(e) <= worst ? worst : fabs(e);
        }
    }
    return worst;
}

static double qr(slip_rng *rng, slip_arena *arena)
{
    double A[N][N], worst = 0;          /* the matrix as it should be, k x k */
    int k = 0;
    slip_qr f;
    if (slip_qr_new(&f, N, arena, NULL)) return INFINITY;
    for (int t = 0; t < CHANGES; t++) {
        int what = slip_rng_below(rng, 5);
        double column[N], row[N];
        for (int i = 0; i < N; i++) { column[i] = slip_rng_normal(rng); row[i] = slip_rng_normal(rng); }
        if (k < N && (what <= 2 || k < 3)) {
            double corner = 4 + slip_rng_normal(rng);
            slip_qr_append(&f, column, row, corner);
            for (int i = 0; i < k; i++) { A[i][k] = column[i]; A[k][i] = row[i]; }
            A[k][k] = corner;
            k++;
        } else if (what == 3) {
            int j = slip_rng_below(rng, k);
            column[j] += 4;
            slip_qr_replace(&f, j, column);
            for (int i = 0; i < k; i++) A[i][j] = column[i];
        } else {
            int r = slip_rng_below(rng, k), c = slip_rng_below(rng, k);
            slip_qr_remove(&f, r, c);
            for (int i = 0; i < k - 1; i++) for (int j = 0; j < k - 1; j++) A[i][j] = A[i + (i >= r)][j + (j >= c)];
            k--;
        }
        if (!(slip_qr_condition(&f) > 1e-3)) continue;      /* near singular by chance: nothing to hold it to */
        double b[N], x[N];
        for (int i = 0; i < k; i++) b[i] = slip_rng_normal(rng);
        slip_qr_solve(&f, b, x);
        double size = 0;
        for (int i = 0; i < k; i++) size = fmax(size, fabs(x[i]));
        for (int i = 0; i < k; i++) {
            double e = -b[i];
            for (int l = 0; l < k; l++) e += A[i][l] * x[l];
            worst = fabs(e) <= worst * fmax(1, size) ? worst : fabs(e) / fmax(1, size);
        }
    }
    return worst;
}

int main(void)
{
    plan(8);
    for (int seed = 0; seed < 4; seed++) {
        slip_arena arena = { 0 };
        slip_rng *rng = slip_rng_new((unsigned long)seed);
        double e = cholesky(rng, &arena);
        ok(e <= 1e-11, "Cholesky after %d changes, seed %d: residual %.1e", CHANGES, seed, e);
        e = qr(rng, &arena);
        ok(e <= 1e-11, "QR after %d changes, seed %d: residual %.1e", CHANGES, seed, e);
        slip_rng_free(rng);
        slip_arena_free(&arena);
    }
    return done();
}
