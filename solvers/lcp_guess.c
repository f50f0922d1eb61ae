/* lcp_guess.c: the unknowns of an LCP from impulses and velocities that are known or guessed.
   SPDX-License-Identifier: GPL-3.0-or-later

   Facets: r_T lies between two neighbouring directions; lambda = s(u_T) where the contact is open or friction is at its bound, else zero.
   Rays: r as the sum of its edges, of two neighbouring ones in 3D.  Box: s+ = r_T + mu r_N, a- = max(0, -u_T) where that axis is at its bound. */

#include "solvers/lcp.h"

#include <math.h>
#include <string.h>

static const double bound = 1e-9;      /* friction closer to its bound than this share of it is on it */

/* r_T = beta_j d_j + beta_(j+1) d_(j+1), both nonnegative: written to beta (k numbers, zero before). */
static void between(const slip_contact *c, int k, const double *rt, double *beta)
{
    if (c->d == 2) {
        double dir[2];
        for (int j = 0; j < 2; j++) { slip_dirs_get(c->dirs, 2, j, dir); beta[j] = fmax(0, dir[0] * rt[0]); }
        return;
    }
    for (int j = 0; j < k; j++) {
        int next = (j + 1) % k;
        double a[2], b[2];
        slip_dirs_get(c->dirs, 3, j, a);
        slip_dirs_get(c->dirs, 3, next, b);
        double det = a[0] * b[1] - a[1] * b[0], x = (rt[0] * b[1] - rt[1] * b[0]) / det, y = (a[0] * rt[1] - a[1] * rt[0]) / det;
        if (det > 0 && x >= -1e-12 * hypot(rt[0], rt[1]) && y >= -1e-12 * hypot(rt[0], rt[1])) {
            beta[j] = fmax(x, 0);
            beta[next] = fmax(y, 0);
            return;
        }
    }
}

int slip_lcp_guess_one(const slip_contact *c, slip_lcp_form form, const double *r, const double *u, double *z)
{
    int d = c->d, k = d == 3 ? c->dirs.k : 2, axes = d - 1;
    z[0] = fmax(r[0], 0);
    if (d == 1 || c->slip || !(c->mu > 0)) return 1;
    double most = c->mu * z[0], sum = 0;
    if (form == SLIP_LCP_BOX) {
        for (int t = 0; t < axes; t++) {
            z[1 + t] = fmax(0, r[1 + t] + most);
            z[1 + axes + t] = r[1 + t] >= most * (1 - bound) ? fmax(0, -u[1 + t]) : 0;
        }
        return 1 + 2 * axes;
    }
    double *beta = form == SLIP_LCP_RAYS ? z : z + 1;
    memset(beta, 0, (size_t)k * sizeof *beta);
    between(c, k, r + 1, beta);
    for (int j = 0; j < k; j++) sum += beta[j];
    if (form == SLIP_LCP_RAYS) {            /* what is left of r_N goes to two opposite edges */
        for (int j = 0; j < k; j++) beta[j] /= c->mu;
        double rest = 0.5 * fmax(0, r[0] - sum / c->mu);
        if (rest > bound * r[0]) { beta[0] += rest; beta[k / 2] += rest; }
        return k;
    }
    z[1 + k] = sum >= most * (1 - bound) ? fmax(0, slip_friction_support(c, u + 1)) : 0;
    return k + 2;
}

void slip_lcp_guess(const slip_lcp *lcp, const slip_problem *p, slip_lcp_form asked, const double *r, const double *l, const double *u, double *z)
{
    slip_lcp_form form = slip_lcp_choose(p, asked);
    int at = 0;
    for (int i = 0; i < p->nc; i++) {
        slip_contact c = slip_problem_contact(p, slip_lcp_law(p, form, &(slip_dirs){ 0 }), p->dirs, i);
        at += slip_lcp_guess_one(&c, form, r + i * p->d, u + i * p->d, z + at);
    }
    for (int k = 0; k < lcp->free; k++) z[at + k] = l[lcp->joint[k]];
}

/* Column j of S follows the elimination of a and b (one pivot when a = b). */
static void eliminate(int k, double *S, int a, int b, const double *done)
{
    double p = S[a + (size_t)a * k], q = S[a + (size_t)b * k], r = S[b + (size_t)a * k], s = S[b + (size_t)b * k], det = p * s - q * r;
    for (int j = 0; j < k; j++) {
        if (done[j] != 0) continue;
        double x = S[a + (size_t)j * k], y = S[b + (size_t)j * k];
        double f = a == b ? x / p : (s * x - q * y) / det, g = a == b ? 0 : (p * y - r * x) / det;
        if (f == 0 && g == 0) continue;
        for (int i = 0; i < k; i++) if (done[i] == 0) S[i + (size_t)j * k] -= S[i + (size_t)a * k] * f + S[i + (size_t)b * k] * g;
    }
}

/* The largest diagonal pivot; where all are small a pair instead, as beta and lambda are, whose diagonal is [a 1; -1 0]. */
static double best_pivot(int k, int from, int to, const double *S, const double *done, int *a, int *b)
{
    double best = 0;
    for (int i = from; i < to; i++)
        if (done[i] == 0 && fabs(S[i + (size_t)i * k]) > best) { best = fabs(S[i + (size_t)i * k]); *a = *b = i; }
    for (int i = from; i < to && best < 1e-2; i++)
        for (int j = i + 1; j < to && done[i] == 0; j++) {
            if (done[j] != 0) continue;
            double det = fabs(S[i + (size_t)i * k] * S[j + (size_t)j * k] - S[i + (size_t)j * k] * S[j + (size_t)i * k]);
            if (sqrt(det) > 3 * best) { best = sqrt(det); *a = i; *b = j; }
        }
    return best;
}

void slip_lcp_independent(int n, const double *A, int always, int k, const int set[], double *work, bool in[])
{
    double *S = work, *done = work + (size_t)k * (size_t)k;
    memset(in, 0, (size_t)n * sizeof *in);
    memset(done, 0, (size_t)k * sizeof *done);
    for (int j = 0; j < k; j++) for (int i = 0; i < k; i++) S[i + (size_t)j * k] = A[set[i] + (size_t)set[j] * n];
    for (int pass = 0; pass < 2; pass++)
        for (int a = 0, b = 0; best_pivot(k, pass ? always : 0, pass ? k : always, S, done, &a, &b) > (pass ? 1e-3 : 0); ) {
            done[a] = done[b] = 1;
            in[set[a]] = in[set[b]] = true;
            eliminate(k, S, a, b, done);
        }
}
