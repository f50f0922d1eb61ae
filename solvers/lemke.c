/* lemke.c: Lemke's complementary pivoting on a contact LCP; on facets this is the papers' LCP0.
   SPDX-License-Identifier: GPL-3.0-or-later

   w = A z + d z0 + q.  z0 enters and makes everything nonnegative; then the complement of what left enters, until z0 leaves (solved) or
   nothing can (a secondary ray).  [CottlePangStone1992, 4.4.5]

   Numerics after AnitescuHart2004's examples, where plain codes cycle or end on false rays:  q is perturbed by a random positive
   vector; Harris' ratio test; the tableau is rebuilt from the data when it drifts; the final basis is solved again for the true q.
   A basis that the perturbation alone made feasible is the start of another path, with a smaller perturbation, from where it stands.
   A ray is tried again with other covering vectors, and proves nothing.
   A start (or with crash= static impulses, or what some sweeps of Gauss-Seidel leave) gives the basis of the first path; the paths after a failure begin with the w.
   Joints may stay as free unknowns (joints=free): they are basic from the start and never leave. */

#include "solvers/lcp.h"
#include "solvers/tableau.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const slip_param params[] = {
    { "pivots",  0,    0, 1e9, NULL, "pivot limit; 0: 20 n + 1000", SLIP_WHOLE },
    { "covers",  4,    1, 1000, NULL, "covering vectors to try", SLIP_WHOLE },
    { "perturb", 1e-6, 0, 1,   NULL, "size of the perturbation of q, scaled", 0 },
    { "refresh", 0,    0, 1e9, NULL, "rebuild the tableau after so many pivots; 0: when it drifts", SLIP_WHOLE },
    { "cover",   1,    1e-6, 1e6, NULL, "first component of the first covering vector; the others are 1", 0 },
    { "form",    0,    0, 3,   slip_lcp_form_words, "formulation", 0 },
    { "joints",  0,    0, 1,   slip_lcp_joint_words, "eliminated, or free unknowns that are in the basis from the start", 0 },
    { "crash",   0,    0, 1e9, NULL, "the first basis by impulses that hold everything at rest, or by so many sweeps of Gauss-Seidel (nsgs); 0: the basis of the w", SLIP_WHOLE },
    { NULL, 0, 0, 0, NULL, NULL, 0 }
};
enum { PIVOTS, COVERS, PERTURB, REFRESH, COVER, FORM, JOINTS, CRASH };

static const double harris = 1e-10, smallest_pivot = 1e-7, drift_limit = 1e-9, accept = 1e-11;
enum { CHECK_EVERY = 48, STAGES = 5 };

typedef struct {
    slip_tableau tb;
    bool *in;               /* n: z_i basic in the complementary basis a path begins with */
    double *cover, *delta, *z, *w;  /* n */
    double *best; double best_error;/* n: the least bad complementary point met */
    int signs;              /* unknowns that are not free come first */
    int trial, stage;       /* covering vector, perturbation */
    int entering;           /* column; -1: a path is to be begun */
    long pivots, limit, refresh, since;
    bool begun, fresh;             /* the tableau has just been rebuilt */
    uint64_t random;
    int covers; double perturb, first;      /* parameters */
} core;

static double uniform(core *c)          /* splitmix64 */
{
    uint64_t x = c->random += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return (double)((x ^ x >> 31) >> 11) * 0x1p-53;
}

/* The basis of the w, with the free unknowns in place of theirs. */
static void slack_basis(core *c, int n)
{
    for (int i = 0; i < n; i++) c->in[i] = i >= c->signs;
}

static slip_status start(void *state, const slip_lcp *lcp, const double par[], slip_iterate *it, slip_arena *arena, slip_error *error)
{
    core *c = state;
    size_t n = (size_t)lcp->n;
    (void)it;
    c->in = SLIP_NEW(arena, bool, n);
    c->cover = SLIP_NEW(arena, double, n);
    c->delta = SLIP_NEW(arena, double, n);
    c->z = SLIP_NEW(arena, double, n);
    c->w = SLIP_NEW(arena, double, n);
    c->best = SLIP_NEW(arena, double, n);
    c->best_error = INFINITY;
    c->entering = -1;
    c->limit = par[PIVOTS] > 0 ? (long)par[PIVOTS] : 20L * lcp->n + 1000;
    c->refresh = (long)par[REFRESH];
    c->random = 1;
    c->covers = (int)par[COVERS];
    c->perturb = par[PERTURB];
    c->first = par[COVER];
    c->signs = lcp->n - lcp->free;
    if (arena->failed) return slip_fail(error, SLIP_MEMORY, "no memory for %d unknowns", lcp->n);
    slack_basis(c, lcp->n);
    return slip_tableau_new(&c->tb, lcp->n, lcp->free, lcp->A, lcp->q, arena, error);
}

/* The basis of a start: what is positive there, as far as it is independent; free unknowns before all others. */
static void crash(core *c, const slip_lcp *lcp, const double *guess)
{
    int n = lcp->n, k = 0, *set = c->tb.list;
    for (int i = c->signs; i < n; i++) set[k++] = i;
    for (int i = 0; i < c->signs; i++) if (guess[i] > 0) set[k++] = i;
    slip_lcp_independent(n, c->tb.A, n - c->signs, k, set, c->tb.work, c->in);
}

/* Where the complementary basis in[] stands for the true q: true if that is a solution. */
static bool finished(core *c, const slip_lcp *lcp, slip_lcp_point *point, slip_iterate *it)
{
    int n = lcp->n;
    it->work[SLIP_WORK_FACTORISATIONS]++;
    if (!slip_tableau_solve(&c->tb, c->in, c->z, c->w)) return false;
    double error = 0;
    for (int i = 0; i < n; i++) {
        double y = i >= c->signs ? -fabs(c->w[i]) : c->in[i] ? c->z[i] : c->w[i];
        if (!(-y <= error)) error = -y;
    }
    if (error < c->best_error) {
        c->best_error = error;
        for (int i = 0; i < n; i++) c->best[i] = i < c->signs ? fmax(c->z[i], 0) : c->z[i];
    }
    if (!(error <= accept)) return false;
    slip_tableau_unscale(&c->tb, c->best, point->z);
    return true;
}

/* Begin a path from in[]: z0 enters, the worst row leaves.  OK, DONE (in[] already solves) or NUMERIC. */
static slip_step begin(core *c, const slip_lcp *lcp, slip_lcp_point *point, slip_iterate *it)
{
    int n = lcp->n;
    slip_tableau *tb = &c->tb;
    if (finished(c, lcp, point, it)) return SLIP_STEP_DONE;
    double size = c->stage < STAGES ? c->perturb * pow(1e-2, c->stage) : 0;
    for (int i = 0; i < c->signs; i++) {
        c->cover[i] = c->trial == 0 ? 1 : 0.1 + 1.8 * uniform(c);
        c->delta[i] = size * (0.5 + uniform(c));
    }
    if (c->trial == 0 && n > 0) c->cover[0] = c->first;
    it->work[SLIP_WORK_FACTORISATIONS]++;
    if (!slip_tableau_begin(tb, c->in, c->cover, c->delta)) return SLIP_STEP_NUMERIC;
    slip_tableau_column(tb, n);
    int r = -1;
    double theta = 0;
    for (int i = 0; i < n; i++)
        if (tb->x[i] < 0 && tb->t[i] > 0 && -tb->x[i] / tb->t[i] > theta) { theta = -tb->x[i] / tb->t[i]; r = i; }
    if (r < 0) {            /* only the perturbation is in the way: this basis solves the perturbed problem */
        if (c->stage >= STAGES) return SLIP_STEP_NUMERIC;
        c->stage++;
        return begin(c, lcp, point, it);
    }
    int left = tb->row[r];
    slip_tableau_pivot(tb, r, n, theta);
    c->pivots++;
    it->work[SLIP_WORK_PIVOTS]++;
    c->fresh = false;
    c->since = 0;
    for (int j = 0; j <= n; j++)
        if (tb->col[j] == (left < n ? left + n : left - n)) c->entering = j;
    return SLIP_STEP_OK;
}

/* This covering vector has failed. */
static slip_step give_up(core *c, const slip_lcp *lcp, slip_lcp_point *point, slip_iterate *it, slip_step why)
{
    if (++c->trial < c->covers && c->pivots < c->limit) {
        it->work[SLIP_WORK_RESTARTS]++;
        c->stage = 0;
        c->entering = -1;
        slack_basis(c, lcp->n);
        return SLIP_STEP_OK;
    }
    if (c->best_error < INFINITY) slip_tableau_unscale(&c->tb, c->best, point->z);
    return why;
}

static slip_step advance(void *state, const slip_lcp *lcp, slip_lcp_point *point, slip_iterate *it)
{
    core *c = state;
    slip_tableau *tb = &c->tb;
    int n = lcp->n;
    if (!c->begun) {
        double most = 0;
        c->begun = true;
        for (int i = 0; i < c->signs; i++) most = fmax(most, point->z[i]);
        if (most > 0) {
            if (slip_lcp_residual(lcp, point->z, c->w) <= 1e-10) {
                snprintf(it->note, sizeof it->note, "the start already solves");
                return SLIP_STEP_DONE;
            }
            crash(c, lcp, point->z);
        }
    }
    if (c->entering < 0) {
        slip_step s = begin(c, lcp, point, it);
        return s == SLIP_STEP_NUMERIC ? give_up(c, lcp, point, it, s) : s;
    }
    if (c->pivots >= c->limit) {
        snprintf(it->note, sizeof it->note, "pivot limit %ld", c->limit);
        if (c->best_error < INFINITY) slip_tableau_unscale(tb, c->best, point->z);
        return SLIP_STEP_STALLED;
    }
    int next = tb->col[c->entering];
    if (!c->fresh && c->since >= CHECK_EVERY
        && ((c->refresh > 0 && c->since >= c->refresh) || (c->since % CHECK_EVERY == 0 && !(slip_tableau_drift(tb) <= drift_limit)))) {
        it->work[SLIP_WORK_FACTORISATIONS]++;
        if (!slip_tableau_rebuild(tb)) return give_up(c, lcp, point, it, SLIP_STEP_NUMERIC);
        c->fresh = true;
        c->since = 0;
    }
    slip_tableau_column(tb, c->entering);
    double theta = 0;
    int r = slip_tableau_leaving(tb, 2 * n, harris, smallest_pivot, &theta);
    if (r < 0 && !c->fresh && c->since > 0) {       /* a ray? look again with exact entries */
        it->work[SLIP_WORK_FACTORISATIONS]++;
        if (!slip_tableau_rebuild(tb)) return give_up(c, lcp, point, it, SLIP_STEP_NUMERIC);
        c->fresh = true;
        c->since = 0;
        slip_tableau_column(tb, c->entering);
        r = slip_tableau_leaving(tb, 2 * n, harris, smallest_pivot, &theta);
    }
    if (r < 0) r = slip_tableau_leaving(tb, 2 * n, harris, 1e-2 * smallest_pivot, &theta);
    if (r < 0) {
        snprintf(it->note, sizeof it->note, "secondary ray with covering vector %d", c->trial + 1);
        memset(c->w, 0, (size_t)n * sizeof *c->w);
        for (int i = 0; i < n; i++) if (tb->row[i] >= n && tb->row[i] < 2 * n) c->w[tb->row[i] - n] = tb->row[i] - n < c->signs ? fmax(tb->t[i], 0) : tb->t[i];
        if (next >= n && next < 2 * n) c->w[next - n] = 1;
        slip_tableau_unscale(tb, c->w, point->ray);
        point->have_ray = true;
        return give_up(c, lcp, point, it, SLIP_STEP_RAY);
    }
    int left = tb->row[r];
    slip_tableau_pivot(tb, r, c->entering, theta);
    c->pivots++;
    c->since++;
    c->fresh = false;
    it->work[SLIP_WORK_PIVOTS]++;
    it->work[SLIP_WORK_UPDATES]++;
    if (left == 2 * n) {    /* complementary again */
        for (int i = 0; i < n; i++) c->in[i] = false;
        for (int i = 0; i < n; i++) if (tb->row[i] >= n) c->in[tb->row[i] - n] = true;
        c->entering = -1;
        if (finished(c, lcp, point, it)) {
            if (c->trial > 0) snprintf(it->note, sizeof it->note, "by covering vector %d", c->trial + 1);
            return SLIP_STEP_DONE;
        }
        if (++c->stage > STAGES) return give_up(c, lcp, point, it, SLIP_STEP_NUMERIC);
        return SLIP_STEP_OK;
    }
    int wanted = left < n ? left + n : left - n;
    for (int j = 0; j <= n; j++) if (tb->col[j] == wanted) { c->entering = j; break; }
    return SLIP_STEP_OK;
}

const slip_lcp_method slip_lcp_lemke = { sizeof(core), start, advance, NULL };

static slip_law claims(const slip_problem *p, const double par[], slip_dirs *dirs)
{
    return slip_lcp_law(p, (slip_lcp_form)par[FORM], dirs);
}

/* A start: the impulses that hold everything at rest, where a linear program finds some; else those of a few sweeps of Gauss-Seidel. */
static slip_status sweeps(const slip_problem *p, long count, slip_iterate *it, slip_arena *arena, slip_error *error)
{
    double par[SLIP_MAX_PARAMS];
    const slip_solver *nsgs;
    slip_result run;
    for (int i = 0; i < slip_problem_m(p); i++) if (it->r[i] != 0) return SLIP_OK;
    slip_tri stands = SLIP_MAYBE;
    slip_status status = slip_problem_stands(p, -1, &stands, it->r, error);
    if (status == SLIP_MEMORY) return status;
    it->work[SLIP_WORK_INNER]++;
    if (status == SLIP_OK && stands == SLIP_YES) return SLIP_OK;
    memset(it->r, 0, sizeof *it->r * (size_t)slip_problem_m(p));
    status = slip_solver_open("nsgs", &nsgs, par, error);
    if (status == SLIP_OK) status = slip_run(nsgs, p, par, &(slip_limits){ .tol = 1e-11, .steps = count }, NULL, NULL, NULL, &run, arena, error);
    if (status != SLIP_OK || run.answer.claim == SLIP_CLAIM_NOT_FOR_LAW) return status;
    for (int i = 0; i < slip_problem_m(p); i++) it->r[i] = isfinite(run.answer.r[i]) ? run.answer.r[i] : 0;
    it->work[SLIP_WORK_INNER] += run.steps;
    it->work[SLIP_WORK_PRODUCTS] += run.work[SLIP_WORK_PRODUCTS];
    return SLIP_OK;
}

static slip_status init(void *state, const slip_problem *p, const double par[], slip_iterate *it, slip_arena *arena, slip_error *error)
{
    slip_status status = par[CRASH] > 0 ? sweeps(p, (long)par[CRASH], it, arena, error) : SLIP_OK;
    if (status != SLIP_OK) return status;
    return slip_lcp_solver_init(state, &slip_lcp_lemke, (slip_lcp_form)par[FORM], (slip_joints)par[JOINTS], p, par, it, arena, error);
}

static slip_step step(void *state, const slip_problem *p, slip_iterate *it) { return slip_lcp_solver_step(state, p, it); }
static void close(void *state) { slip_lcp_solver_close(state); }

const slip_solver slip_solver_lemke = {
    .name = "lemke", .about = "Lemke's complementary pivoting, perturbed, with restarts", .cite = "CottlePangStone1992",
    .laws = SLIP_LAW_BIT(SLIP_LAW_COULOMB) | SLIP_LAW_BIT(SLIP_LAW_FACETS) | SLIP_LAW_BIT(SLIP_LAW_BOX) | SLIP_LAW_BIT(SLIP_LAW_CONE_FACETS),
    .flags = SLIP_FINITE | SLIP_NO_BILATERAL, .params = params, .size = sizeof(slip_lcp_state),
    .claims = claims, .init = init, .step = step, .close = close
};
