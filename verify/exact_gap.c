/* exact_gap.c: how far the only velocity of a cone law can be from an answer, from its duality gap; any size, any accuracy.
   SPDX-License-Identifier: GPL-3.0-or-later

   r in K and v0 with H'v0 + w in K* bound the velocity v* of the law, whatever the impulses are (checker/README.md, `gap`):

       |v - v*|_M <= |v - c|_M + eta/2 + sqrt((|v0 - v|_M + eta)^2 / 4 + r.u0),   c = (v + v0) / 2,   eta = |M v - H r - f|_M^-1

   where v stands for the answer, or for the velocity that the impulses cause.  As they are: r is the answer's, drawn inside K; v0 = v + t d with
   a motion d that opens every contact, t just large enough; a root of rounding errors remains, about 1e-7 of an answer that is right to the
   last bit.  Polished: r and v0 are refined in double-double first (exact_polish.c), and what remains is the error of the answer. */

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "verify/exact_polish.h"

enum { PREC = 320 };

typedef struct {
    slip_nearby *t; const slip_problem *p;
    slip_dd *r, *l, *v, *v0;            /* m, p, n, n */
    double *d, *shift;                  /* n, n: a motion that opens all; M >= diag(shift) > 0 */
    double *L, *D; bool diagonal;       /* n x n unit lower, n: M - 2 diag(shift) = L D L' nearly */
} bound;

static slip_status give_up(bound *g, const char *why)
{
    snprintf(g->t->why, sizeof g->t->why, "%s", why);
    return SLIP_INFEASIBLE;
}

/* r, or the u of a v, in its cone, exactly */
static bool in_cones(const bound *g, const slip_dd *x, int count, bool dual)
{
    const slip_problem *p = g->p;
    slip_witness w;
    fmpz *u = _fmpz_vec_init(3), *out;
    bool good = true;
    slip_witness_init(&w, p);
    out = dual ? w.v : w.r;
    slip_integers_of(x, count, out, w.den);
    for (int i = 0; i < p->nc && good; i++) {
        slip_plain c = slip_plain_of(&g->t->posed, i);
        _fmpz_vec_zero(u, 3);
        if (dual) slip_equations_speed(&g->t->equations, p, &w, i, u);
        good = slip_plain_holds(&c, w.r + i * p->d, u);         /* one of the two is 0: the other's cone alone is asked */
    }
    _fmpz_vec_clear(u, 3);
    slip_witness_clear(&w);
    return good;
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
        double over = 0, gauge[8][3];
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
    for (int tries = 0; tries < 8; tries++, t *= 2) {
        for (int i = 0; i < p->n; i++)
            g->v0[i] = slip_dd_of(g->t->v[i] + t * g->d[i]);
        if (in_cones(g, g->v0, p->n, true)) return SLIP_OK;
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

/* The velocity that the impulses cause, in double-double: v0 but for what the equations of motion miss. */
static slip_status caused(bound *g, slip_arena *arena, slip_error *error)
{
    const slip_problem *p = g->p;
    slip_dd *e = SLIP_NEW(arena, slip_dd, p->n);
    double *y = SLIP_NEW(arena, double, p->n);
    if (arena->failed) return slip_fail(error, SLIP_MEMORY, "no memory for a bound");
    memcpy(g->v, g->v0, (size_t)p->n * sizeof *g->v);
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

/* ---- the bound, rounded upwards ------------------------------------------------------------------------------------------------ */

static void load(arb_t x, slip_dd y)
{
    arf_t low;
    arf_init(low);
    arb_set_d(x, y.hi);
    arf_set_d(low, y.lo);
    arf_add(arb_midref(x), arb_midref(x), low, ARF_PREC_EXACT, ARF_RND_DOWN);
    arf_clear(low);
}

static void add(arb_t sum, double a, const arb_t b)         /* sum += a b */
{
    arb_t x;
    arb_init(x);
    arb_set_d(x, a);
    arb_addmul(sum, x, b, PREC);
    arb_clear(x);
}

/* an upper bound of the root of a number that is not negative, as a ball */
static void root(arb_t x)
{
    arf_t high;
    arf_init(high);
    arb_get_ubound_arf(high, x, PREC);
    if (arf_sgn(high) < 0) arf_zero(high);
    arf_sqrt(high, high, PREC, ARF_RND_UP);
    arb_set_arf(x, high);
    arf_clear(high);
}

/* out = |x|_M, from above */
static void mass_norm(const slip_problem *p, arb_srcptr x, arb_t out)
{
    arb_t y;
    arb_init(y);
    arb_zero(out);
    for (int j = 0; j < p->n; j++)
        for (int k = p->M.p[j]; k < p->M.p[j + 1]; k++) {
            arb_mul(y, x + p->M.i[k], x + j, PREC);
            add(out, p->M.x[k], y);
        }
    root(out);
    arb_clear(y);
}

static double from_above(const arb_t x)
{
    arf_t high;
    arf_init(high);
    arb_get_ubound_arf(high, x, 53);
    double out = arf_get_d(high, ARF_RND_UP) * (1 + 0x1p-30);
    arf_clear(high);
    return out;
}

/* How far v* can be from the answer; refined: from (v + v0) / 2. */
static double evaluate(const bound *g, double *refined)
{
    const slip_problem *p = g->p;
    int n = p->n, m = slip_problem_m(p);
    arb_t gap, way, eta, x, y;
    arb_ptr e = _arb_vec_init(n), v = _arb_vec_init(n), v0 = _arb_vec_init(n), s = _arb_vec_init(n);
    arb_init(gap), arb_init(way), arb_init(eta), arb_init(x), arb_init(y);
    for (int j = 0; j < n; j++) {
        load(v + j, g->v[j]);
        load(v0 + j, g->v0[j]);
        arb_set_d(e + j, -p->f[j]);
    }
    for (int j = 0; j < n; j++)
        for (int k = p->M.p[j]; k < p->M.p[j + 1]; k++)
            add(e + p->M.i[k], p->M.x[k], v + j);
    for (int k = 0; k < m; k++) {
        arb_set_d(x, p->w[k]);                              /* u0 */
        load(y, g->r[k]);
        for (int q = p->H.p[k]; q < p->H.p[k + 1]; q++) {
            add(x, p->H.x[q], v0 + p->H.i[q]);
            add(e + p->H.i[q], -p->H.x[q], y);
        }
        arb_addmul(gap, x, y, PREC);
    }
    for (int k = 0; k < p->p; k++) {
        load(y, g->l[k]);
        for (int q = p->G.p[k]; q < p->G.p[k + 1]; q++)
            add(e + p->G.i[q], -p->G.x[q], y);
    }
    for (int i = 0; i < n; i++) {
        arb_mul(x, e + i, e + i, PREC);
        arb_set_d(y, g->shift[i]);
        arb_div(x, x, y, PREC);
        arb_add(eta, eta, x, PREC);
    }
    root(eta);
    _arb_vec_sub(s, v0, v, n, PREC);
    mass_norm(p, s, x);
    arb_add(x, x, eta, PREC);
    arb_mul(x, x, x, PREC);
    arb_mul_2exp_si(x, x, -2);
    arb_add(x, x, gap, PREC);
    root(x);
    arb_mul_2exp_si(eta, eta, -1);
    arb_add(x, x, eta, PREC);
    *refined = from_above(x);
    _arb_vec_add(s, v0, v, n, PREC);
    _arb_vec_scalar_mul_2exp_si(s, s, n, -1);
    for (int j = 0; j < n; j++) {
        arb_set_d(y, g->t->v[j]);
        arb_sub(s + j, s + j, y, PREC);
    }
    mass_norm(p, s, way);
    arb_add(x, x, way, PREC);
    double out = from_above(x);
    arb_clear(gap), arb_clear(way), arb_clear(eta), arb_clear(x), arb_clear(y);
    _arb_vec_clear(e, n), _arb_vec_clear(v, n), _arb_vec_clear(v0, n), _arb_vec_clear(s, n);
    return out;
}

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
    slip_proof_dds(out, "v0", g->v0, n);
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
    if (!in_cones(g, g->r, slip_problem_m(p), false)) return give_up(g, "the impulses could not be drawn inside their cones");
    return feasible(g, arena, error);
}

static bool inside(void *ctx, const slip_dd *v, const slip_dd *r)
{
    const bound *g = ctx;
    return in_cones(g, r, slip_problem_m(g->p), false) && in_cones(g, v, g->p->n, true);
}

static slip_status polished(bound *g, const slip_answer *answer, slip_arena *arena, slip_error *error)
{
    slip_polished fine = { .good = inside, .ctx = g };
    slip_status status = slip_polish(g->t, answer->r, &fine, arena, error);
    if (status != SLIP_OK) return status;
    g->r = fine.r;
    g->l = fine.l;
    g->v0 = fine.v;
    return caused(g, arena, error);
}

static slip_status run(bound *g, const slip_answer *answer, slip_arena *arena, slip_error *error)
{
    const slip_problem *p = g->p;
    for (int i = 0; i < p->nc; i++)
        if (p->mu[i] > 0 && (slip_problem_has_slip(p, i) || (p->bilateral && p->bilateral[i]))) return give_up(g, "a contact has a given slip, or holds both ways");
    if (p->p) return give_up(g, "there are joints");
    if (!slip_problem_global(p)) return give_up(g, "only the local form is known");
    g->r = SLIP_NEW(arena, slip_dd, slip_problem_m(p));
    g->l = SLIP_NEW(arena, slip_dd, p->p);
    g->v = SLIP_NEW(arena, slip_dd, p->n);
    g->v0 = SLIP_NEW(arena, slip_dd, p->n);
    g->d = SLIP_NEW(arena, double, p->n);
    g->shift = SLIP_NEW(arena, double, p->n);
    if (arena->failed) return slip_fail(error, SLIP_MEMORY, "no memory for a bound");
    slip_status status = definite(g, arena, error);
    if (status == SLIP_OK) status = (g->t->options->polish ? polished : as_answered)(g, answer, arena, error);
    if (status != SLIP_OK) return status;
    slip_near *out = g->t->out;
    double eps = evaluate(g, &out->refined), limit = g->t->options->reach > 0 ? g->t->options->reach : 1e-6;
    if (!(eps <= fmax(limit, 1e-4) * sqrt(g->t->ruler->E0))) {
        snprintf(g->t->why, sizeof g->t->why, "the duality gap only says that the velocity is within %.2g", eps);
        return SLIP_INFEASIBLE;
    }
    out->word = SLIP_NEAR_BOUND;
    out->eps = eps;
    out->unique = SLIP_YES;
    int length = snprintf(out->sentence, sizeof out->sentence, "the only velocity of law %s is within %.2g of this one in the norm of M, by the duality gap",
                          slip_law_name(g->t->posed.law), eps);
    if (g->t->options->polish)
        snprintf(out->sentence + length, sizeof out->sentence - (size_t)length, "; refined in double-double it is known within %.2g", out->refined);
    if (g->t->options->proof) write_section(g, &out->section);
    return SLIP_OK;
}

slip_status slip_gap_prove(slip_nearby *t, const slip_answer *answer, slip_error *error)
{
    slip_arena arena = { 0 };
    bound g = { .t = t, .p = t->posed.p };
    if (t->posed.law != SLIP_LAW_CONE && t->posed.law != SLIP_LAW_CONE_FACETS) return SLIP_OK;
    slip_status status = run(&g, answer, &arena, error);
    slip_arena_free(&arena);
    return status == SLIP_MEMORY || status == SLIP_BUG ? status : SLIP_OK;
}
