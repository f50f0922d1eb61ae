/* mass.c: M^-1 for the verifier, by the blocks that M falls into or by a sparse factor.
   SPDX-License-Identifier: GPL-3.0-or-later

   Rigid bodies make M block diagonal: the blocks are found as the connected parts of its pattern, and each is factored as L L'
   densely.  A block of more than BLOCK_MAX velocities (a finite-element mesh) makes CHOLMOD factor the whole.  An unsymmetric
   M enters through its symmetric part; the residuals that use this inverse are refined with M itself. */

#include <string.h>

#include "base/clones.h"
#include "verify/verify.h"

enum { BLOCK_MAX = 96, BATCH = 32 };

struct slip_mass {
    int n, blocks;
    int *first, *index, *where, *block;     /* blocks+1, n, n (place of a velocity inside its block), n */
    size_t *at;                             /* blocks: its lower Cholesky factor in chol, column-major */
    double *chol;
    slip_factor *factor;                    /* instead, where M is coupled */
    const double *diagonal;                 /* n: M itself, where it is diagonal */
    double *inverse, *laid;                 /* n: its reciprocals, good enough for scales; 3 n zeros */
};

static int root(int *up, int i)
{
    while (up[i] != i)
        i = up[i] = up[up[i]];
    return i;
}

static slip_status coupled(struct slip_mass *mass, const slip_sparse *M, slip_arena *arena, slip_error *error)
{
    slip_sparse T, A;
    if (slip_sparse_new(&T, SLIP_TRIPLET, M->rows, M->cols, 2 * M->nz, arena, error) != SLIP_OK) return error->status;
    int at = 0;
    for (int j = 0; j < M->cols; j++)
        for (int k = M->p[j]; k < M->p[j + 1]; k++) {
            T.i[at] = M->i[k]; T.p[at] = j; T.x[at++] = M->x[k] / 2;
            T.i[at] = j; T.p[at] = M->i[k]; T.x[at++] = M->x[k] / 2;
        }
    if (slip_sparse_convert(&A, &T, SLIP_CSC, arena, error) != SLIP_OK) return error->status;
    return slip_factor_new(&mass->factor, &A, error);
}

static bool cholesky(double *a, int s)
{
    for (int j = 0; j < s; j++) {
        for (int k = 0; k < j; k++)
            for (int i = j; i < s; i++)
                a[i + j * s] -= a[i + k * s] * a[j + k * s];
        if (!(a[j + j * s] > 0)) return false;
        double l = sqrt(a[j + j * s]);
        for (int i = j; i < s; i++)
            a[i + j * s] /= l;
    }
    return true;
}

static bool diagonal(const slip_sparse *M)
{
    if (M->nz != M->cols || M->layout != SLIP_CSC) return false;
    for (int j = 0; j < M->cols; j++)
        if (M->p[j] != j || M->i[j] != j) return false;
    return true;
}

static slip_status make(struct slip_mass *mass, const slip_sparse *M, slip_arena *arena, slip_error *error)
{
    int n = mass->n = M->cols;
    if (diagonal(M)) {
        mass->diagonal = M->x;
        mass->inverse = SLIP_NEW(arena, double, n);
        mass->laid = SLIP_NEW(arena, double, 3 * (size_t)n);
        if (arena->failed) return slip_fail(error, SLIP_MEMORY, "no memory for the mass matrix of %d velocities", n);
        for (int i = 0; i < n; i++) {
            if (!(M->x[i] > 0)) return slip_fail(error, SLIP_NUMERIC, "M is not positive definite near velocity %d", i);
            mass->inverse[i] = 1 / M->x[i];
        }
        return SLIP_OK;
    }
    int *up = SLIP_NEW(arena, int, n);
    mass->first = SLIP_NEW(arena, int, n + 1);
    mass->index = SLIP_NEW(arena, int, n);
    mass->where = SLIP_NEW(arena, int, n);
    mass->block = SLIP_NEW(arena, int, n);
    mass->at = SLIP_NEW(arena, size_t, n);
    if (arena->failed) return slip_fail(error, SLIP_MEMORY, "no memory for the mass matrix of %d velocities", n);
    for (int i = 0; i < n; i++)
        up[i] = i;
    for (int j = 0; j < n; j++)
        for (int k = M->p[j]; k < M->p[j + 1]; k++)
            if (M->x[k] != 0) {
                int a = root(up, j), b = root(up, M->i[k]);
                up[a > b ? a : b] = a > b ? b : a;
            }
    for (int i = 0; i < n; i++) {                   /* a root is the least of its block */
        int b = root(up, i);
        mass->block[i] = b == i ? mass->blocks++ : mass->block[b];
        mass->first[mass->block[i] + 1]++;
    }
    int most = 0;
    size_t total = 0;
    for (int b = 0; b < mass->blocks; b++) {
        int s = mass->first[b + 1];
        if (s > most) most = s;
        mass->at[b] = total;
        total += (size_t)s * (size_t)s;
        mass->first[b + 1] += mass->first[b];
    }
    if (most > BLOCK_MAX) {
        mass->blocks = 0;
        return coupled(mass, M, arena, error);
    }
    mass->chol = SLIP_NEW(arena, double, total);
    if (!mass->chol) return slip_fail(error, SLIP_MEMORY, "no memory for the mass matrix of %d velocities", n);
    int *fill = up;
    memset(fill, 0, (size_t)n * sizeof *fill);
    for (int i = 0; i < n; i++) {
        int b = mass->block[i];
        mass->where[i] = fill[b]++;
        mass->index[mass->first[b] + mass->where[i]] = i;
    }
    for (int j = 0; j < n; j++)
        for (int k = M->p[j]; k < M->p[j + 1]; k++)
            if (M->x[k] != 0) {
                int b = mass->block[j], s = mass->first[b + 1] - mass->first[b], i = mass->where[M->i[k]], c = mass->where[j];
                mass->chol[mass->at[b] + (size_t)(i + c * s)] += M->x[k] / 2;
                mass->chol[mass->at[b] + (size_t)(c + i * s)] += M->x[k] / 2;
            }
    for (int b = 0; b < mass->blocks; b++)
        if (!cholesky(mass->chol + mass->at[b], mass->first[b + 1] - mass->first[b]))
            return slip_fail(error, SLIP_NUMERIC, "M is not positive definite near velocity %d", mass->index[mass->first[b]]);
    return SLIP_OK;
}

slip_status slip_mass_new(struct slip_mass **out, const slip_sparse *M, slip_arena *arena, slip_error *error)
{
    *out = SLIP_NEW(arena, struct slip_mass, 1);
    return *out ? make(*out, M, arena, error) : slip_fail(error, SLIP_MEMORY, "no memory for the mass matrix");
}

void slip_mass_close(struct slip_mass *mass)
{
    if (mass && mass->factor) slip_factor_free(mass->factor);
}

static void forward(const double *l, int s, double *x)
{
    for (int j = 0; j < s; j++) {
        x[j] /= l[j + j * s];
        for (int i = j + 1; i < s; i++)
            x[i] -= l[i + j * s] * x[j];
    }
}

static void back(const double *l, int s, double *x)
{
    for (int j = s - 1; j >= 0; j--) {
        for (int i = j + 1; i < s; i++)
            x[j] -= l[i + j * s] * x[i];
        x[j] /= l[j + j * s];
    }
}

/* x = M^-1 b; b and x may be the same */
slip_status slip_mass_solve(const slip_ruler *ruler, const double *b, double *x, slip_error *error)
{
    const struct slip_mass *mass = ruler->mass;
    if (mass->factor) return slip_factor_solve(mass->factor, 1, b, x, error);
    for (int i = 0; i < mass->n && mass->diagonal; i++)
        x[i] = b[i] / mass->diagonal[i];
    for (int k = 0; k < mass->blocks; k++) {
        const double *l = mass->chol + mass->at[k];
        const int *index = mass->index + mass->first[k];
        int s = mass->first[k + 1] - mass->first[k];
        double y[BLOCK_MAX];
        for (int i = 0; i < s; i++)
            y[i] = b[index[i]];
        forward(l, s, y);
        back(l, s, y);
        for (int i = 0; i < s; i++)
            x[index[i]] = y[i];
    }
    return SLIP_OK;
}

/* |M^-1| g of one block, s numbers, from its Cholesky factor: column by column */
static void abs_inverse(const double *l, int s, const double *g, double *out)
{
    for (int i = 0; i < s; i++)
        out[i] = 0;
    for (int j = 0; j < s; j++) {
        double y[BLOCK_MAX] = {0};
        if (g[j] == 0) continue;
        y[j] = 1;
        forward(l, s, y);
        back(l, s, y);
        for (int i = 0; i < s; i++)
            out[i] += fabs(y[i]) * g[j];
    }
}

bool slip_mass_coupled(const slip_ruler *ruler) { return ruler->mass && ruler->mass->factor; }

SLIP_FUSED bool slip_mass_divide(const slip_ruler *ruler, const slip_dd *b, slip_dd *x)
{
    const double *m = ruler->mass->diagonal;
    for (int i = 0; i < ruler->mass->n && m; i++) {
        double q = b[i].hi / m[i];
        x[i] = slip_dd_fast2(q, (fma(-q, m[i], b[i].hi) + b[i].lo) / m[i]);
    }
    return m != NULL;
}

void slip_mass_abs(const slip_ruler *ruler, double *g)
{
    const struct slip_mass *mass = ruler->mass;
    for (int i = 0; i < mass->n && mass->diagonal; i++)
        g[i] /= mass->diagonal[i];
    for (int k = 0; k < mass->blocks; k++) {
        const int *index = mass->index + mass->first[k];
        int s = mass->first[k + 1] - mass->first[k];
        double x[BLOCK_MAX], y[BLOCK_MAX];
        for (int i = 0; i < s; i++)
            x[i] = g[index[i]];
        abs_inverse(mass->chol + mass->at[k], s, x, y);
        for (int i = 0; i < s; i++)
            g[index[i]] = y[i];
    }
}

bool slip_mass_reach(const slip_ruler *ruler, const double *r, const double *l, double *out, slip_arena *arena)
{
    const slip_problem *p = ruler->problem;
    if (!slip_problem_global(p)) {
        slip_abs_gaxpy(&p->W, r, out);
        if (l && p->p) slip_abs_gaxpy(&p->V, l, out);
        return true;
    }
    double *g = SLIP_NEW(arena, double, p->n);
    if (!g || slip_mass_coupled(ruler)) return false;
    slip_abs_gaxpy(&p->H, r, g);
    if (l && p->p) slip_abs_gaxpy(&p->G, l, g);
    slip_mass_abs(ruler, g);
    for (int j = 0; j < p->H.cols; j++)
        for (int k = p->H.p[j]; k < p->H.p[j + 1]; k++)
            out[j] += fabs(p->H.x[k]) * g[p->H.i[k]];
    return true;
}

/* Column j of A as a dense vector. */
void slip_sparse_column(const slip_sparse *A, int j, double *x)
{
    memset(x, 0, (size_t)A->rows * sizeof *x);
    for (int k = A->p[j]; k < A->p[j + 1]; k++)
        x[A->i[k]] += A->x[k];
}

/* H_i'M^-1H_i: the blocks of M that contact i touches, each by a forward substitution */
static void add_blocks(const struct slip_mass *mass, const slip_sparse *H, int d, int i, double W[9])
{
    int seen[64], count = 0;
    for (int a = 0; a < d; a++)
        for (int k = H->p[i * d + a]; k < H->p[i * d + a + 1]; k++) {
            int b = mass->block[H->i[k]], j = 0;
            while (j < count && seen[j] != b) j++;
            if (j < count || count == 64) continue;
            seen[count++] = b;
        }
    for (int j = 0; j < count; j++) {
        int b = seen[j], s = mass->first[b + 1] - mass->first[b];
        double y[3][BLOCK_MAX];
        for (int a = 0; a < d; a++) {
            for (int k = 0; k < s; k++)
                y[a][k] = 0;
            for (int k = H->p[i * d + a]; k < H->p[i * d + a + 1]; k++)
                if (mass->block[H->i[k]] == b) y[a][mass->where[H->i[k]]] += H->x[k];
            forward(mass->chol + mass->at[b], s, y[a]);
        }
        for (int a = 0; a < d; a++)
            for (int c = 0; c < d; c++)
                for (int k = 0; k < s; k++)
                    W[a * d + c] += y[a][k] * y[c][k];
    }
}

/* The same where M is diagonal: the columns are laid out side by side, and each is multiplied with all of them at once. */
static inline __attribute__((always_inline)) void diagonal_block(const struct slip_mass *mass, const slip_sparse *H, const int d, int i, double W[9])
{
    const double *inverse = mass->inverse;
    double *laid = mass->laid;
    const int *from = H->p + i * d;
    for (int a = 0; a < d; a++)
        for (int k = from[a]; k < from[a + 1]; k++)
            laid[3 * H->i[k] + a] += H->x[k];
    for (int a = 0; a < d; a++) {
        double s = 0, t = 0, o = 0;
        for (int k = from[a]; k < from[a + 1]; k++) {
            const double *row = laid + 3 * H->i[k];
            double x = H->x[k] * inverse[H->i[k]];
            s += x * row[0];
            t += x * row[1];
            o += x * row[2];
        }
        W[a * d] = s;
        if (d > 1) W[a * d + 1] = t;
        if (d > 2) W[a * d + 2] = o;
    }
    for (int k = from[0]; k < from[d]; k++)
        laid[3 * H->i[k]] = laid[3 * H->i[k] + 1] = laid[3 * H->i[k] + 2] = 0;
}

void slip_mass_contact(const slip_ruler *ruler, int i, double *W)
{
    const slip_problem *p = ruler->problem;
    if (ruler->mass->diagonal && p->d == 3) diagonal_block(ruler->mass, &p->H, 3, i, W);        /* a constant, for the compiler */
    else if (ruler->mass->diagonal) diagonal_block(ruler->mass, &p->H, p->d, i, W);
    else {
        memset(W, 0, (size_t)(p->d * p->d) * sizeof *W);
        add_blocks(ruler->mass, &p->H, p->d, i, W);
    }
}

/* the diagonal blocks of H'M^-1H, nc d d numbers, added to diag, by the factor of a coupled M */
slip_status slip_mass_diagonal(const slip_ruler *ruler, double *diag, slip_arena *arena, slip_error *error)
{
    const slip_problem *p = ruler->problem;
    int d = p->d, n = p->n, m = slip_problem_m(p);
    int per = BATCH / d * d;
    double *y = SLIP_NEW(arena, double, (size_t)n * (size_t)per);
    if (!y) return slip_fail(error, SLIP_MEMORY, "no memory for the scales");
    for (int from = 0; from < m; from += per) {
        int count = m - from < per ? m - from : per;
        for (int j = 0; j < count; j++)
            slip_sparse_column(&p->H, from + j, y + (size_t)j * (size_t)n);
        slip_status status = slip_factor_solve(ruler->mass->factor, count, y, y, error);
        if (status != SLIP_OK) return status;
        for (int j = 0; j < count; j++) {
            int i = (from + j) / d, c = (from + j) % d;
            for (int a = 0; a < d; a++)
                for (int k = p->H.p[i * d + a]; k < p->H.p[i * d + a + 1]; k++)
                    diag[i * d * d + a * d + c] += p->H.x[k] * y[(size_t)j * (size_t)n + (size_t)p->H.i[k]];
        }
    }
    return SLIP_OK;
}
