/* lcp_random.c: thousands of small random LCPs, every method against exact enumeration: no false claim, failures counted by class.
   SPDX-License-Identifier: GPL-3.0-or-later

   Entries are small integers, so that degenerate, singular and unsolvable instances are common.  What a method calls solved is checked by
   the definition; what it calls unsolvable must have no basis.  Where theory says a method succeeds, it must. */

#include "solvers/enumerate.h"
#include "solvers/lcp.h"
#include "tests/tap.h"

enum { MOST = 8 };
enum { DEFINITE, RANGE, SEMIDEFINITE, ANY, CONTACT, KINDS };
static const char *const kinds[] = { "positive definite", "semidefinite, q in its range", "semidefinite, any q", "any matrix", "facets with friction" };

typedef struct { int n; double A[MOST * MOST], q[MOST]; } instance;

static int below(slip_rng *rng, int a) { return slip_rng_below(rng, 2 * a + 1) - a; }

static void gram(instance *x, slip_rng *rng, int rank, bool range)
{
    int n = x->n, G[MOST][MOST], y[MOST];
    for (int i = 0; i < n; i++) for (int k = 0; k < rank; k++) G[i][k] = below(rng, 3);
    for (int k = 0; k < rank; k++) y[k] = below(rng, 4);
    for (int i = 0; i < n; i++) {
        x->q[i] = below(rng, 9);
        if (range) { x->q[i] = 0; for (int k = 0; k < rank; k++) x->q[i] += G[i][k] * y[k]; }
        for (int j = 0; j < n; j++) { x->A[i + j * n] = 0; for (int k = 0; k < rank; k++) x->A[i + j * n] += G[i][k] * G[j][k]; }
    }
}

/* Two contacts in 2D on a body of three velocities: (c, b+, b-, lambda) each. */
static void contacts(instance *x, slip_rng *rng)
{
    int nc = 1 + slip_rng_below(rng, 2), n = x->n = 4 * nc, J[4][3], f[3];
    double mu = 0.25 * slip_rng_below(rng, 9);
    for (int i = 0; i < 2 * nc; i++) for (int k = 0; k < 3; k++) J[i][k] = below(rng, 2);
    for (int k = 0; k < 3; k++) f[k] = below(rng, 5);
    memset(x->A, 0, sizeof x->A);
    double D[MOST][3] = { { 0 } };
    for (int c = 0; c < nc; c++)
        for (int k = 0; k < 3; k++) { D[4 * c][k] = J[2 * c][k]; D[4 * c + 1][k] = J[2 * c + 1][k]; D[4 * c + 2][k] = -J[2 * c + 1][k]; }
    for (int i = 0; i < n; i++) {
        x->q[i] = 0;
        for (int k = 0; k < 3; k++) x->q[i] += D[i][k] * f[k];
        for (int j = 0; j < n; j++) for (int k = 0; k < 3; k++) x->A[i + j * n] += D[i][k] * D[j][k];
    }
    for (int c = 0; c < nc; c++) {
        int l = 4 * c + 3;
        x->A[4 * c + 1 + l * n] = x->A[4 * c + 2 + l * n] = 1;
        x->A[l + 4 * c * n] = mu;
        x->A[l + (4 * c + 1) * n] = x->A[l + (4 * c + 2) * n] = -1;
    }
}

static void draw(instance *x, slip_rng *rng, int kind)
{
    x->n = 1 + slip_rng_below(rng, 6);
    if (kind == CONTACT) contacts(x, rng);
    else if (kind == ANY) {
        for (int i = 0; i < x->n * x->n; i++) x->A[i] = below(rng, 3);
        for (int i = 0; i < x->n; i++) x->q[i] = below(rng, 5);
    } else gram(x, rng, kind == DEFINITE ? MOST : 1 + slip_rng_below(rng, x->n), kind == RANGE);
}

/* max |min(z, A z + q)| by definition. */
static double wrong(const instance *x, const double *z)
{
    double most = 0;
    for (int i = 0; i < x->n; i++) {
        double w = x->q[i];
        for (int j = 0; j < x->n; j++) w += x->A[i + j * x->n] * z[j];
        double y = fabs(fmin(z[i], w));
        if (!(y <= most)) most = y;
    }
    return most;
}

static slip_step run(const slip_lcp_method *me, const slip_solver *s, instance *x, double *z, bool *proved, bool *closed)
{
    slip_lcp lcp;
    slip_arena arena = { 0 };
    slip_iterate it = { .tol = 1e-8 };
    slip_step step = SLIP_STEP_NUMERIC;
    double par[SLIP_MAX_PARAMS];
    const slip_solver *same;
    slip_lcp_point point = { z, SLIP_NEW(&arena, double, x->n), false };
    memset(z, 0, sizeof(double) * MOST);
    void *core = slip_arena_get(&arena, 1, me->size);
    if (slip_lcp_bare(&lcp, x->n, x->A, x->q, NULL) == SLIP_OK && slip_solver_open(s->name, &same, par, NULL) == SLIP_OK
        && me->start(core, &lcp, par, &it, &arena, NULL) == SLIP_OK)
        for (long k = 0; k < 100000 && (step = me->advance(core, &lcp, &point, &it)) == SLIP_STEP_OK; k++) continue;
    slip_lcp_prover prover;
    *proved = (step == SLIP_STEP_RAY || step == SLIP_STEP_STALLED) && slip_lcp_prover_new(&prover, x->n, &arena, NULL) == SLIP_OK && slip_lcp_infeasible(&prover, &lcp, point.ray);
    *closed = strstr(it.note, "not strictly feasible") != NULL;
    slip_arena_free(&arena);
    return step;
}

extern const slip_solver slip_solver_bpp, slip_solver_dantzig, slip_solver_fip, slip_solver_lemke;
static const struct { const slip_lcp_method *method; const slip_solver *solver; bool symmetric; } methods[] = {
    { &slip_lcp_bpp, &slip_solver_bpp, true },
    { &slip_lcp_dantzig, &slip_solver_dantzig, true },
    { &slip_lcp_fip, &slip_solver_fip, false },
    { &slip_lcp_lemke, &slip_solver_lemke, false },
};

int main(void)
{
    slip_error e = { 0 };
    if (slip_start(&e)) bail_out("%s", e.text);
    int each = (int)(sizeof methods / sizeof *methods);
    plan(3 * each * KINDS);
    for (int k = 0; k < each; k++)
        for (int kind = 0; kind < KINDS; kind++) {
            int count = methods[k].symmetric ? quick_or_full(334, 3334) : quick_or_full(200, 2000);     /* a thousand or ten thousand a method */
            slip_rng *rng = slip_rng_new(1000 + (unsigned long)kind);
            int solvable = 0, solved = 0, lies = 0, hangs = 0, proofs = 0, lost = 0, wrongly = 0, border = 0, ends[2][SLIP_STEP_COUNT] = { { 0 } };
            if (kind >= ANY && methods[k].symmetric) { skip(3, "needs a symmetric matrix"); slip_rng_free(rng); continue; }
            for (int t = 0; t < count; t++) {
                instance x;
                double z[MOST];
                slip_arena arena = { 0 };
                slip_enumeration all;
                bool proved, closed;
                draw(&x, rng, kind);
                if (slip_enumeration_new(&all, x.n, x.A, x.q, 4, &arena, &e)) bail_out("%s", e.text);
                while (slip_enumeration_go(&all, 64)) continue;
                slip_step step = run(methods[k].method, methods[k].solver, &x, z, &proved, &closed);
                solvable += all.count > 0;
                solved += step == SLIP_STEP_DONE;
                lies += step == SLIP_STEP_DONE && !(wrong(&x, z) <= 1e-8 * 9 && all.count > 0);
                hangs += step == SLIP_STEP_OK;
                proofs += proved;
                wrongly += proved && all.count > 0;
                lost += all.count > 0 && step != SLIP_STEP_DONE;
                ends[all.count > 0][step]++;
                border += all.count > 0 && closed;
                slip_arena_free(&arena);
            }
            const char *name = methods[k].solver->name;
            ok(lies == 0 && hangs == 0, "%s, %s: no false claim and no hang in %d", name, kinds[kind], count);
            ok(wrongly == 0, "%s, %s: %d of %d unsolvable ones proved so, none wrongly", name, kinds[kind], proofs, count - solvable);
            diag("%s, %s: of %d solvable %d solved, %d rays, %d stalled (%d not strictly feasible), %d numeric; of %d others %d rays, %d stalled, %d numeric, %d proved", name, kinds[kind], solvable,
                 ends[1][SLIP_STEP_DONE], ends[1][SLIP_STEP_RAY], ends[1][SLIP_STEP_STALLED], border, ends[1][SLIP_STEP_NUMERIC], count - solvable,
                 ends[0][SLIP_STEP_RAY], ends[0][SLIP_STEP_STALLED], ends[0][SLIP_STEP_NUMERIC], proofs);
            /* Pivoting is finite for semidefinite matrices, Lemke's also for facets (copositive, q in the range); interior points need an interior,
               and of those that have one a few degenerate ones end with a singular Newton system. */
            bool fip = methods[k].solver == &slip_solver_fip, must = fip ? kind == DEFINITE : kind <= SEMIDEFINITE || kind == CONTACT;
            ok(must ? lost == 0 : fip && kind <= SEMIDEFINITE ? lost <= border + 0.05 * count : solved > 0, "%s, %s: %d of %d solvable ones solved%s", name, kinds[kind], solved, solvable, must ? ", as theory says" : "");
            slip_rng_free(rng);
        }
    return done();
}
