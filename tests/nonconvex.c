/* nonconvex.c: the pyramid and the slab of Anitescu and Hart as complementarity problems: solutions, their mean, and all bases.
   SPDX-License-Identifier: GPL-3.0-or-later

   z = (c_n, beta, lambda) a contact, M v = n c_n + D beta + f,
       rho = n'v,  sigma = D'v + lambda e,  zeta = mu c_n - e'beta;      0 <= z, (rho, sigma, zeta) >= 0, orthogonal      (2.7)-(2.8) */

#include "problems/scene.h"
#include "tests/tap.h"

typedef struct { int nc, k, size; double *A, *q; } lcp;        /* w = q + A z, A row-major; contact-major: c, beta_1..k, lambda */

static lcp lcp_of(const slip_problem *p)
{
    lcp o = { .nc = p->nc, .k = p->d == 2 ? 2 : 4 };
    int each = o.k + 2, m = slip_problem_m(p);
    o.size = each * o.nc;
    o.A = calloc((size_t)o.size * (size_t)o.size, sizeof *o.A), o.q = calloc((size_t)o.size, sizeof *o.q);
    double *H = calloc((size_t)p->n * (size_t)m, sizeof *H), *J = calloc((size_t)p->n * (size_t)o.size, sizeof *J);
    slip_sparse_to_dense(&p->H, H);
    for (int i = 0; i < o.nc; i++)
        for (int j = 0; j <= o.k; j++) {        /* column of J: n, then the directions */
            double dir[2] = { 0 };
            if (j > 0) slip_dirs_get((slip_dirs){ o.k, 0 }, p->d, j - 1, dir);
            for (int s = 0; s < p->n; s++) {
                const double *h = H + (size_t)p->n * (size_t)(p->d * i) + s;
                J[(size_t)(each * i + j) * (size_t)p->n + (size_t)s] = j == 0 ? h[0] : dir[0] * h[p->n] + (p->d == 3 ? dir[1] * h[2 * p->n] : 0);
            }
        }
    for (int a = 0; a < o.size; a++) {
        for (int b = 0; b < o.size; b++)
            for (int s = 0; s < p->n; s++) o.A[a * o.size + b] += J[a * p->n + s] * J[b * p->n + s] / p->M.x[s];
        for (int s = 0; s < p->n; s++) o.q[a] += J[a * p->n + s] * p->f[s] / p->M.x[s];
    }
    for (int i = 0; i < o.nc; i++) {
        int at = each * i, last = at + o.k + 1;
        o.A[last * o.size + at] = p->mu[i];
        for (int j = 1; j <= o.k; j++) o.A[(at + j) * o.size + last] = 1, o.A[last * o.size + at + j] = -1;
    }
    free(H), free(J);
    return o;
}

static void lcp_free(lcp *o) { free(o->A), free(o->q); }

/* Least w, and the largest z w; z >= 0 is given. */
static void judge(const lcp *o, const double *z, double *least, double *most)
{
    *least = INFINITY, *most = 0;
    for (int a = 0; a < o->size; a++) {
        double w = o->q[a];
        for (int b = 0; b < o->size; b++) w += o->A[a * o->size + b] * z[b];
        *least = fmin(*least, w), *most = fmax(*most, fabs(z[a] * w));
    }
}

/* Two solutions c with lambda = 1 where c = 0; each solves, their mean violates by mu c lambda = expected. */
static void pair_of(const char *name, const double *c1, const double *c2, double expected)
{
    slip_error error = { 0 };
    slip_problem p;
    if (slip_problem_open(&p, name, NULL, &error)) bail_out("%s", error.text);
    lcp o = lcp_of(&p);
    double *z[3], least, most, P = -p.f[p.d == 2 ? 1 : 2];
    for (int s = 0; s < 3; s++) z[s] = calloc((size_t)o.size, sizeof *z[s]);
    for (int i = 0; i < o.nc; i++)
        for (int s = 0; s < 2; s++) {
            int at = (o.k + 2) * i;
            z[s][at] = P * (s ? c2 : c1)[i], z[s][at + o.k + 1] = z[s][at] == 0;
        }
    for (int a = 0; a < o.size; a++) z[2][a] = (z[0][a] + z[1][a]) / 2;
    for (int s = 0; s < 2; s++) {
        judge(&o, z[s], &least, &most);
        ok(least >= -1e-15 && most <= 1e-16, "%s: solution %d satisfies (2.7)-(2.8)", name, s + 1);
        if (!(least >= -1e-15 && most <= 1e-16)) diag("  w >= %g, z w <= %g", least, most);
    }
    judge(&o, z[2], &least, &most);
    ok(least >= -1e-15 && fabs(most - expected) <= 1e-14, "%s: their mean violates by %g", name, expected);
    if (!(fabs(most - expected) <= 1e-14)) diag("  got %.17g", most);
    for (int s = 0; s < 3; s++) free(z[s]);
    lcp_free(&o);
    slip_problem_free(&p);
}

/* Solve the basis `mask` (z_a basic where its bit is set): 0 singular, 1 not feasible, 2 feasible; by elimination with full pivoting. */
static int basis(const lcp *o, unsigned mask, double *z)
{
    double T[16][17];
    int index[16], row[16], n = 0;
    for (int a = 0; a < o->size; a++)
        if (mask >> a & 1) index[n++] = a;
    for (int i = 0; i < n; i++) {
        row[i] = i;
        for (int j = 0; j < n; j++) T[i][j] = o->A[index[i] * o->size + index[j]];
        T[i][n] = -o->q[index[i]];
    }
    int col[16];
    for (int i = 0; i < n; i++) col[i] = i;
    for (int k = 0; k < n; k++) {
        int bi = k, bj = k;
        for (int i = k; i < n; i++)
            for (int j = k; j < n; j++)
                if (fabs(T[row[i]][col[j]]) > fabs(T[row[bi]][col[bj]])) bi = i, bj = j;
        if (!(fabs(T[row[bi]][col[bj]]) > 1e-11)) return 0;
        int t = row[k];
        row[k] = row[bi], row[bi] = t, t = col[k], col[k] = col[bj], col[bj] = t;
        for (int i = k + 1; i < n; i++) {
            double f = T[row[i]][col[k]] / T[row[k]][col[k]];
            for (int j = k; j < n; j++) T[row[i]][col[j]] -= f * T[row[k]][col[j]];
            T[row[i]][n] -= f * T[row[k]][n];
        }
    }
    memset(z, 0, (size_t)o->size * sizeof *z);
    for (int k = n - 1; k >= 0; k--) {
        double x = T[row[k]][n];
        for (int j = k + 1; j < n; j++) x -= T[row[k]][col[j]] * z[index[col[j]]];
        z[index[col[k]]] = x / T[row[k]][col[k]];
    }
    for (int a = 0; a < o->size; a++) {
        double w = o->q[a];
        for (int b = 0; b < o->size; b++) w += o->A[a * o->size + b] * z[b];
        if (!(z[a] >= -1e-9) || !(w >= -1e-9)) return 1;
    }
    return 2;
}

/* All complementary bases of the slab: total, singular, feasible, distinct solutions. */
static void enumerate(const char *name, const int expected[4])
{
    slip_error error = { 0 };
    slip_problem p;
    if (slip_problem_open(&p, name, NULL, &error)) bail_out("%s", error.text);
    lcp o = lcp_of(&p);
    int count[3] = { 0 }, distinct = 0;
    double z[16], (*seen)[16] = calloc(1000, sizeof *seen);
    for (unsigned mask = 0; mask < 1u << o.size; mask++) {
        int got = basis(&o, mask, z);
        count[got]++;
        bool fresh = got == 2;
        for (int i = 0; fresh && i < distinct; i++) {
            double off = 0;
            for (int a = 0; a < o.size; a++) off = fmax(off, fabs(z[a] - seen[i][a]));
            fresh = off > 1e-9;
        }
        if (fresh && distinct < 1000) memcpy(seen[distinct++], z, sizeof z);
    }
    ok((int)(1u << o.size) == expected[0] && count[0] == expected[1] && count[2] == expected[2] && distinct == expected[3],
       "%s: %d bases, %d singular, %d feasible, %d solutions", name, expected[0], expected[1], expected[2], expected[3]);
    if (count[0] != expected[1] || count[2] != expected[2] || distinct != expected[3]) diag("  got %d, %d, %d", count[0], count[2], distinct);
    free(seen);
    lcp_free(&o);
    slip_problem_free(&p);
}

/* Sets of corners that can hold the pyramid: all, those with every weight positive, those of which none can be left out. */
static void supports(int corners, const int expected[3])
{
    slip_error error = { 0 };
    slip_problem p;
    char name[64];
    snprintf(name, sizeof name, "pyramid:corners=%d", corners);
    if (slip_problem_open(&p, name, NULL, &error)) bail_out("%s", error.text);
    int count[3] = { 0 };
    bool *holds = calloc((size_t)1 << corners, sizeof *holds);
    for (unsigned mask = 1; mask < 1u << corners; mask++) {     /* max t: sum c = 1, sum c (x, y) = 0, c >= t on the set */
        slip_arena arena = { 0 };
        slip_sparse A;
        int n = 0;
        double D[4 * 9] = { 0 }, low[9], high[9], cost[9] = { 0 }, x[9], side[3] = { 1, 0, 0 };
        for (int i = 0; i < corners; i++) {
            if (!(mask >> i & 1)) continue;
            D[3 * n] = 1, D[3 * n + 1] = p.picture.point[3 * i], D[3 * n + 2] = p.picture.point[3 * i + 1];
            low[n] = 0, high[n] = INFINITY, n++;
        }
        for (int k = 0; k < 3; k++)             /* c = t + c', c' >= 0 */
            for (int i = 0; i < n; i++) D[3 * n + k] += D[3 * i + k];
        low[n] = -1, high[n] = 1, cost[n] = -1;
        for (int k = 0; k < 3 * (n + 1); k++) D[k] = fabs(D[k]) < 1e-14 ? 0 : D[k];
        if (slip_sparse_from_dense(&A, SLIP_CSC, 3, n + 1, D, &arena, &error)) bail_out("%s", error.text);
        slip_status status = slip_lp(&A, cost, side, side, low, high, x, NULL, NULL, &error);
        holds[mask] = status == SLIP_OK && x[n] >= -1e-9;
        count[0] += holds[mask], count[1] += status == SLIP_OK && x[n] > 1e-9;
        bool minimal = holds[mask];
        for (int i = 0; i < corners; i++) minimal = minimal && !(mask >> i & 1 && holds[mask & ~(1u << i)]);
        count[2] += minimal;
        slip_arena_free(&arena);
    }
    ok(count[0] == expected[0] && count[1] == expected[1] && count[2] == expected[2], "%s: %d sets of corners hold it, %d with positive weights, %d minimal",
       name, expected[0], expected[1], expected[2]);
    if (count[0] != expected[0] || count[1] != expected[1] || count[2] != expected[2]) diag("  got %d, %d, %d", count[0], count[1], count[2]);
    free(holds);
    slip_problem_free(&p);
}

int main(void)
{
    slip_error error = { 0 };
    plan(15 + 6 + 1 + 1 + 5 + 3);
    if (slip_start(&error)) bail_out("%s", error.text);
    const double odd[] = { 1.0 / 3, 0, 1.0 / 3, 0, 1.0 / 3, 0 }, even[] = { 0, 1.0 / 3, 0, 1.0 / 3, 0, 1.0 / 3 };
    double P = 9.81 * 0.05;
    pair_of("pyramid:mu=1e-6", odd, even, 1e-6 * P / 12);
    pair_of("pyramid:mu=0.3", odd, even, 0.3 * P / 12);
    pair_of("pyramid:mu=1", odd, even, P / 12);
    pair_of("pyramid:base=affine", odd, even, 0.3 * P / 12);
    pair_of("pyramid:base=affine,g=2,h=0.05,mu=1", odd, even, 1.0 / 120);
    pair_of("slab", (double[]){ 0, 1, 0 }, (double[]){ 0.5, 0, 0.5 }, 0.3 * P / 4);
    pair_of("slab:contacts=4", (double[]){ 0.5, 0, 0, 0.5 }, (double[]){ 0, 0.5, 0.5, 0 }, 0.3 * P / 8);
    enumerate("slab", (int[]){ 4096, 3340, 222, 7 });
    enumerate("slab:contacts=4", (int[]){ 65536, 61081, 648, 24 });

    const int table[][4] = { { 3, 1, 1, 1 }, { 4, 7, 3, 2 }, { 5, 11, 11, 5 }, { 6, 39, 21, 5 }, { 8, 191, 135, 12 } };
    for (int i = 0; i < 5; i++) supports(table[i][0], table[i] + 1);

    /* where everything sticks, the optimum of the convex law and the load on the floor (NegrutEtAl2017) */
    const struct { const char *name; double optimum; } stick[] = { { "pile:n=3,mu=0.6", -.06736527 }, { "tower:n=3", -.014435415 }, { "tower:n=6", -.02887083 } };
    for (int i = 0; i < 3; i++) {
        slip_problem p;
        slip_tri stands;
        if (slip_problem_open(&p, stick[i].name, NULL, &error)) bail_out("%s", error.text);
        double *r = calloc((size_t)slip_problem_m(&p), sizeof *r), *v = calloc((size_t)p.n, sizeof *v), half = 0, floor_sum = 0;
        if (slip_problem_stands(&p, -1, &stands, r, &error)) bail_out("%s", error.text);
        slip_sparse_gaxpy(1, &p.H, r, v);                   /* r'Wr/2 + q'r = |M^-1/2 (H r + f)|^2/2 - |M^-1/2 f|^2/2 */
        for (int k = 0; k < p.n; k++) half += ((v[k] + p.f[k]) * (v[k] + p.f[k]) - p.f[k] * p.f[k]) / (2 * p.M.x[k]);
        for (int k = 0; k < p.nc; k++) floor_sum += p.bodies.pair[2 * k] < 0 ? r[3 * k] : 0;
        ok(stands == SLIP_YES && fabs(half - stick[i].optimum) <= 5e-9 && fabs(floor_sum - p.bodies.count * 9.81 * 0.01) <= 1e-6, "%s: all sticks", stick[i].name);
        if (!(fabs(half - stick[i].optimum) <= 5e-9)) diag("  got %.9g, floor %.9g", half, floor_sum);
        free(r), free(v);
        slip_problem_free(&p);
    }
    return done();
}
