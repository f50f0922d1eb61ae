/* @NAME@: projected Gauss-Seidel on u = W r + q, for Coulomb's law.  Replace solve() by your own method.
   SPDX-License-Identifier: CC0-1.0 */

#include "slipx.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* r_i <- P(r_i - rho u_i): the normal on r_N >= 0, the tangents on the disc of radius mu r_N.  Returns |change| / rho. */
static double relax(int d, double mu, double rho, const double *u, const double *r, double *out)
{
    double x[3], change = 0, s = 0;
    for (int k = 0; k < d; k++) x[k] = r[k] - rho * u[k];
    if (x[0] < 0) x[0] = 0;
    for (int k = 1; k < d; k++) s += x[k] * x[k];
    s = sqrt(s);
    for (int k = 1; k < d && s > mu * x[0]; k++) x[k] *= mu * x[0] / s;
    for (int k = 0; k < d; k++) { change = fmax(change, fabs(x[k] - r[k]) / rho); out[k] = x[k]; }
    return change;
}

static void solve(const slipx_problem *p, const slipx_request *want, slipx_answer *a)
{
    int d = p->dim;
    int64_t nc = p->contacts, m = d * nc;
    int round = !strcmp(p->law, "coulomb") || d == 1 || (d == 2 && (!strcmp(p->law, "facets") || !strcmp(p->law, "box")));
    if (!round || p->slip || p->bilateral) { a->status = SLIPX_NOT_FOR_THIS_LAW; return; }
    double *W = calloc((size_t)(m * m), sizeof *W), *rho = calloc((size_t)nc, sizeof *rho), V = 0;     /* W by rows */
    clock_t start = clock();
    if (!W || !rho) { strcpy(a->why, "no memory"); free(W); free(rho); return; }
    for (int64_t j = 0; j < m; j++)
        for (int64_t k = p->W.p[j]; k < p->W.p[j + 1]; k++) W[p->W.i[k] * m + j] = p->W.x[k];
    for (int64_t i = 0; i < nc; i++) {
        double most = 0;
        for (int k = 0; k < d; k++) {
            double sum = 0;
            for (int l = 0; l < d; l++) sum += fabs(W[(d * i + k) * m + d * i + l]);
            most = fmax(most, sum);
            V = fmax(V, k ? fabs(p->q[d * i + k]) : -p->q[d * i]);
        }
        rho[i] = most > 0 ? 1 / most : 1;
    }
    for (int64_t step = 0; step < want->max_iter; step++) {
        double sweep = 0, rest = 0;
        for (int check = 0; check < 2; check++)             /* first move, then measure with r at rest */
            for (int64_t i = 0; i < nc; i++) {
                double u[3], out[3];
                for (int k = 0; k < d; k++) {
                    u[k] = p->q[d * i + k];
                    for (int64_t j = 0; j < m; j++) u[k] += W[(d * i + k) * m + j] * a->r[j];
                }
                double change = relax(d, p->mu[i], rho[i], u, a->r + d * i, out);
                if (check) rest = fmax(rest, change);
                else { sweep = fmax(sweep, change); memcpy(a->r + d * i, out, sizeof *out * (size_t)d); }
            }
        a->claimed_error = rest;
        if (rest <= 0.01 * want->tol * V) { a->status = SLIPX_SOLVED; break; }
        if (!isfinite(rest) || (want->time > 0 && (double)(clock() - start) / CLOCKS_PER_SEC > 0.7 * want->time)) break;
    }
    free(W);
    free(rho);
}

static const slipx_plugin plugin = { SLIPX_ABI, sizeof plugin, "@NAME@", solve };
const slipx_plugin *slipx_plugin_1(void) { return &plugin; }
