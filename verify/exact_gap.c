/* exact_gap.c: how far the only velocity of a cone law can be from an answer, from its duality gap; any size, any accuracy.
   SPDX-License-Identifier: GPL-3.0-or-later

   r in K and v0 with H'v0 + w in K* bound the velocity v* of the law, whatever the impulses are (checker/README.md, `gap`):

       |v - v*|_M <= |v - c|_M + eta/2 + sqrt((|v0 - v|_M + eta)^2 / 4 + r.u0),   c = (v + v0) / 2,   eta = |M v - H r - f|_M^-1

   where v stands for the answer, or for the velocity that the impulses cause.  As they are: r is the answer's, drawn inside K; v0 = v + t d with
   a motion d that opens every contact, t just large enough; a root of rounding errors remains, about 1e-7 of an answer that is right to the
   last bit.  Polished: r and v0 are refined in double-double first (exact_polish.c), and what remains is the error of the answer.  Joints: some
   velocities of v0 follow from the others, over the rationals, so that G'v0 + b = 0 holds exactly. */

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "verify/exact_polish.h"

typedef struct {
    slip_nearby *t; const slip_problem *p;
    slip_dd *r, *l, *v;                 /* m, p, n */
    slip_witness v0;                    /* its v alone: the joints hold exactly */
    slip_integers joints; slip_basis basis;     /* G'v + b = 0, and velocities that follow from the others */
    double *d, *shift;                  /* n, n: a motion that opens all; M >= diag(shift) > 0 */
    double *L, *D; bool diagonal;       /* n x n unit lower, n: M - 2 diag(shift) = L D L' nearly */
} bound;

static slip_status give_up(bound *g, const char *why)
{
    snprintf(g->t->why, sizeof g->t->why, "%s", why);
    return SLIP_INFEASIBLE;
}

/* r in its cones, or the u of v0 in theirs, exactly */
static bool in_cones(const bound *g, const slip_dd *r)
{
    const slip_problem *p = g->p;
    slip_witness w;
    fmpz *u = _fmpz_vec_init(3);
    bool good = true;
    slip_witness_init(&w, p);
    if (r) slip_integers_of(r, w.m, w.r, w.den);
    for (int i = 0; i < p->nc && good; i++) {
        slip_plain c = slip_plain_of(&g->t->posed, i);
        if (!r) slip_equations_speed(&g->t->equations, p, &g->v0, i, u);
        good = slip_plain_holds(&c, w.r + i * p->d, u);         /* one of the two is 0: the other's cone alone is asked */
    }
    _fmpz_vec_clear(u, 3);
    slip_witness_clear(&w);
    return good;
}

static slip_status joints_new(bound *g, slip_arena *arena, slip_error *error)
{
    const slip_problem *p = g->p;
    if (p->p > 1500) return give_up(g, "there are too many joints to satisfy exactly");
    slip_status status = slip_integers_new(&g->joints, p->p, p->n, p->G.nz + p->p, arena, error);
    if (status != SLIP_OK) return status;
    for (int j = 0; j < p->p; j++) {
        for (int k = p->G.p[j]; k < p->G.p[j + 1]; k++) slip_integers_add(&g->joints, p->G.i[k], 1, p->G.x + k);
        slip_integers_add(&g->joints, -1, 2, (double[]){ p->b[j], -1 });
        slip_integers_end_row(&g->joints);
    }
    return slip_basis_new(&g->basis, &g->joints, arena, error);
}

/* v0 = v, but for some velocities that follow from the others by the joints; inside all constraints? */
static bool settle(bound *g, const slip_dd *v)
{
    const slip_problem *p = g->p;
    slip_integers_of(v, p->n, g->v0.v, g->v0.den);
    if (p->p) {
        slip_arena arena = { 0 };
        slip_error none;
        fmpz *pin = _fmpz_vec_init(g->basis.free);
        slong shift = (slong)fmpz_val2(g->v0.den);
        for (int k = 0; k < g->basis.free; k++) fmpz_set(pin + k, g->v0.v + g->basis.pin[k]);
        slip_status status = slip_basis_solve(&g->basis, &g->joints, pin, shift, 400L * g->basis.rank + 20000, g->v0.v, g->v0.den, &arena, &none);
        _fmpz_vec_clear(pin, g->basis.free);
        slip_arena_free(&arena);
        if (status != SLIP_OK) return false;
        fmpz_t x;
        fmpz_init(x);
        bool hold = true;
        for (int j = 0; j < p->p && hold; j++) {
            fmpz_mul(x, g->joints.b + j, g->v0.den);
            for (int k = g->joints.p[j]; k < g->joints.p[j + 1]; k++) fmpz_submul(x, g->joints.x + k, g->v0.v + g->joints.j[k]);
            hold = fmpz_is_zero(x);
        }
        fmpz_clear(x);
        if (!hold) return false;
    }
    return in_cones(g, NULL);
}

/* c's s(x_T) in double; a disc or vertices */
static double reach(const slip_plain *c, const double *x)
{
    if (c->d == 1 || (c->k == 0 && !c->disc)) return 0;
    if (c->disc) return slip_length(x + 1, 2);
    double most = 0;
    for (int j = 0; j < c->k; j++)
        most = fmax(most, -(c->vertex[j * (c->d - 1)] * x[1] + (c->d > 2 ? c->vertex[2 * j + 1] * x[2] : 0)));
    return most;
}

/* The largest share of r_T that stays inside K, rounding left aside. */
static void draw_in(const bound *g, const double *answer)
{
    const slip_problem *p = g->p;
    for (int i = 0; i < p->nc; i++) {
        slip_plain c = slip_plain_of(&g->t->posed, i);
        const double *r = answer + i * p->d;
        slip_dd *out = g->r + i * p->d;
        double over = 0, gauge[SLIP_CORNERS][3];
        slip_piece stick = slip_piece_make(&c, SLIP_PIECE_STICK, 0, 1);
        if (!(r[0] > 0)) continue;
        out[0] = slip_dd_of(r[0]);
        if (c.k == 0 && !c.disc) continue;
        if (c.disc) over = slip_length(r + 1, 2) / (c.mu * r[0]);
        else for (int q = slip_piece_limits(&c, &stick, gauge) - 1; q >= 0; q--)
            over = fmax(over, -(gauge[q][1] * r[1] + (c.d > 2 ? gauge[q][2] * r[2] : 0)) / (gauge[q][0] * r[0]));
        double share = over < 1 - 0x1p-44 ? 1 : (1 - 0x1p-44) / over;
        for (int a = 1; a < p->d; a++)
            out[a] = slip_dd_of(share * r[a]);
    }
}

/* v0 = v + t d in K*, exactly */
static slip_status feasible(bound *g, slip_arena *arena, slip_error *error)
{
    const slip_problem *p = g->p;
    int m = slip_problem_m(p), d = p->d;
    double *lift = SLIP_NEW(arena, double, m), t = 0, scale = 0;
    if (!lift) return slip_fail(error, SLIP_MEMORY, "no memory for a bound");
    slip_sparse_gaxpy_t(1, &p->H, g->d, lift);
    for (int i = 0; i < p->nc; i++) {
        slip_plain c = slip_plain_of(&g->t->posed, i);
        double room = lift[i * d] - c.mu * reach(&c, lift + i * d), miss = c.mu * reach(&c, g->t->u + i * d) - g->t->u[i * d];
        if (!(room > 0)) return give_up(g, "no motion is known that opens every contact");
        t = fmax(t, miss / room);
        scale = fmax(scale, g->t->V / room);
    }
    t = fmax(t * (1 + 1e-9), 0x1p-50 * scale);
    slip_dd *v0 = SLIP_NEW(arena, slip_dd, p->n);
    if (!v0) return slip_fail(error, SLIP_MEMORY, "no memory for a bound");
    for (int tries = 0; tries < 8; tries++, t *= 2) {
        for (int i = 0; i < p->n; i++)
            v0[i] = slip_dd_of(g->t->v[i] + t * g->d[i]);
        if (settle(g, v0)) return SLIP_OK;
    }
    return give_up(g, "no velocity near the answer satisfies every contact");
}

/* M >= diag(shift) > 0: its diagonal, or L D L' of M - 2 diag(shift), whose rounding errors diag(shift) swallows */
static slip_status definite(bound *g, slip_arena *arena, slip_error *error)
{
    const slip_problem *p = g->p;
    size_t n = (size_t)p->n;
    g->diagonal = true;
    for (int j = 0; j < p->n; j++)
        for (int k = p->M.p[j]; k < p->M.p[j + 1]; k++)
            if (p->M.i[k] == j) g->shift[j] += p->M.x[k];
            else if (p->M.x[k] != 0) g->diagonal = false;
    for (int j = 0; j < p->n; j++)
        if (!(g->shift[j] > 0)) return give_up(g, "M is not positive definite");
    if (g->diagonal) return SLIP_OK;
    if (p->n > 1200 || p->asymmetry > 0) return give_up(g, "M is not diagonal, and large or not symmetric");
    g->L = SLIP_NEW(arena, double, n * n);
    g->D = SLIP_NEW(arena, double, n);
    if (arena->failed) return slip_fail(error, SLIP_MEMORY, "no memory for a bound");
    slip_sparse_to_dense(&p->M, g->L);
    for (size_t j = 0; j < n; j++) {
        g->shift[j] = ldexp(1, ilogb(g->shift[j]) - 10);
        g->L[j + j * n] -= 2 * g->shift[j];
    }
    for (size_t j = 0; j < n; j++) {
        g->D[j] = g->L[j + j * n];
        if (!(g->D[j] > 0)) return give_up(g, "M is close to singular");
        for (size_t i = j + 1; i < n; i++)
            g->L[i + j * n] /= g->D[j];
        for (size_t k = j + 1; k < n; k++)
            for (size_t i = k; i < n && g->L[k + j * n] != 0; i++)
                g->L[i + k * n] -= g->L[i + j * n] * g->D[j] * g->L[k + j * n];
    }
    return SLIP_OK;
}

/* v becomes the velocity that the impulses cause, in double-double. */
static slip_status caused(bound *g, slip_arena *arena, slip_error *error)
{
    const slip_problem *p = g->p;
    slip_dd *e = SLIP_NEW(arena, slip_dd, p->n);
    double *y = SLIP_NEW(arena, double, p->n);
    if (arena->failed) return slip_fail(error, SLIP_MEMORY, "no memory for a bound");
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < p->n; i++) e[i] = slip_dd_of(p->f[i]);
        slip_dd_gaxpy(1, &p->H, g->r, e);
        if (p->p) slip_dd_gaxpy(1, &p->G, g->l, e);
        slip_dd_gaxpy(-1, &p->M, g->v, e);
        slip_dd_round(e, p->n, y);
        slip_status status = slip_mass_solve(g->t->ruler, y, y, error);
        if (status != SLIP_OK) return status;
        for (int i = 0; i < p->n; i++) g->v[i] = slip_dd_add(g->v[i], slip_dd_of(y[i]));
    }
    return SLIP_OK;
}

/* ---- the bound ------------------------------------------------------------------------------------------------------------------- */

static void write_section(const bound *g, slip_text *out)
{
    int n = g->p->n;
    if (!g->diagonal) {
        slip_text_add(out, "definite M\n");
        slip_proof_doubles(out, "shift", g->shift, n);
        slip_proof_doubles(out, "D", g->D, n);
        for (int j = 0; j < n; j++) {
            slip_text_add(out, "L");
            for (int i = j + 1; i < n; i++)
                if (g->L[(size_t)i + (size_t)j * (size_t)n] != 0) {
                    slip_text_add(out, " %d:", i);
                    slip_proof_number(out, g->L[(size_t)i + (size_t)j * (size_t)n]);
                }
            slip_text_add(out, "\n");
        }
    }
    slip_text_add(out, "gap\n");
    slip_proof_dds(out, "r", g->r, slip_problem_m(g->p));
    if (g->p->p) slip_proof_dds(out, "l", g->l, g->p->p);
    slip_proof_dds(out, "v", g->v, n);
    slip_proof_integers(out, "v0", g->v0.den, g->v0.v, n);
}

/* r and v0 as they are: the answer's, drawn inside */
static slip_status as_answered(bound *g, const slip_answer *answer, slip_arena *arena, slip_error *error)
{
    const slip_problem *p = g->p;
    slip_pointed pointed;
    slip_status status = slip_problem_pointed(p, arena, &pointed, error);
    if (status != SLIP_OK) return status;
    if (!pointed.v) return give_up(g, pointed.why ? pointed.why : "no motion is known that opens every contact");
    memcpy(g->d, pointed.v, (size_t)p->n * sizeof *g->d);
    draw_in(g, answer->r);
    for (int i = 0; i < p->n; i++) g->v[i] = slip_dd_of(g->t->v[i]);
    for (int j = 0; j < p->p; j++) g->l[j] = slip_dd_of(g->t->l[j]);
    if (!in_cones(g, g->r)) return give_up(g, "the impulses could not be drawn inside their cones");
    return feasible(g, arena, error);
}

static bool inside(void *ctx, const slip_dd *v, const slip_dd *r) { return in_cones(ctx, r) && settle(ctx, v); }

static slip_status polished(bound *g, const slip_answer *answer, slip_arena *arena, slip_error *error)
{
    const slip_problem *p = g->p;
    slip_polished fine = { .joint = g->basis.row, .joints = g->basis.rank, .good = inside, .ctx = g };
    slip_status status = slip_polish(g->t, answer->r, &fine, arena, error);
    if (status != SLIP_OK) return status;
    g->r = fine.r;
    g->l = fine.l;
    g->v = fine.v;
    if (!inside(g, fine.v, fine.r)) return give_up(g, p->p ? "the joints, read exactly, ask for another velocity" : "the refined answer is not inside its cones");
    return caused(g, arena, error);
}

static slip_status run(bound *g, const slip_answer *answer, slip_arena *arena, slip_error *error)
{
    const slip_problem *p = g->p;
    for (int i = 0; i < p->nc; i++)
        if ((p->mu[i] > 0 && slip_problem_has_slip(p, i)) || (p->bilateral && p->bilateral[i])) return give_up(g, "a contact has a given slip, or holds both ways");
    if (!slip_problem_global(p)) return give_up(g, "only the local form is known");
    g->r = SLIP_NEW(arena, slip_dd, slip_problem_m(p));
    g->l = SLIP_NEW(arena, slip_dd, p->p);
    g->v = SLIP_NEW(arena, slip_dd, p->n);
    g->d = SLIP_NEW(arena, double, p->n);
    g->shift = SLIP_NEW(arena, double, p->n);
    if (arena->failed) return slip_fail(error, SLIP_MEMORY, "no memory for a bound");
    slip_status status = definite(g, arena, error);
    if (status == SLIP_OK && p->p) status = joints_new(g, arena, error);
    if (status == SLIP_OK) status = (g->t->options->polish ? polished : as_answered)(g, answer, arena, error);
    if (status != SLIP_OK) return status;
    slip_near *out = g->t->out;
    double eps = slip_gap_bound(p, g->t->v, g->v, &g->v0, g->r, g->l, g->shift, &out->refined), limit = g->t->options->reach > 0 ? g->t->options->reach : 1e-6;
    if (!(eps <= fmax(limit, 1e-4) * sqrt(g->t->ruler->E0))) {
        snprintf(g->t->why, sizeof g->t->why, "the duality gap only says that the velocity is within %.2g", eps);
        return SLIP_INFEASIBLE;
    }
    out->word = SLIP_NEAR_BOUND;
    out->eps = eps;
    out->unique = SLIP_YES;
    char far[32];
    int length = snprintf(out->sentence, sizeof out->sentence, "the only velocity of law %s is within %s of this one in the norm of M, by the duality gap",
                          slip_law_name(g->t->posed.law), slip_near_bound(far, eps));
    if (g->t->options->polish)
        snprintf(out->sentence + length, sizeof out->sentence - (size_t)length, "; refined in double-double it is known within %s", slip_near_bound(far, out->refined));
    if (g->t->options->proof) write_section(g, &out->section);
    return SLIP_OK;
}

slip_status slip_gap_prove(slip_nearby *t, const slip_answer *answer, slip_error *error)
{
    slip_arena arena = { 0 };
    bound g = { .t = t, .p = t->posed.p };
    if (t->posed.law != SLIP_LAW_CONE && t->posed.law != SLIP_LAW_CONE_FACETS) {
        if (t->options->bound) snprintf(t->why, sizeof t->why, "law %s is no cone law: no duality gap bounds its velocity", slip_law_name(t->posed.law));
        return SLIP_OK;
    }
    slip_witness_init(&g.v0, g.p);
    slip_status status = run(&g, answer, &arena, error);
    slip_basis_free(&g.basis);
    slip_integers_free(&g.joints);
    slip_witness_clear(&g.v0);
    slip_arena_free(&arena);
    return status == SLIP_MEMORY || status == SLIP_BUG ? status : SLIP_OK;
}
