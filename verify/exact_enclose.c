/* exact_enclose.c: intervals that hold the residuals R1-R8 and R11 of an answer (residual.c): may a tolerance be decided beyond all rounding?
   SPDX-License-Identifier: GPL-3.0-or-later

   Data and answer are the binary64 numbers they are; the units rho_i, V, E0, R_jj are those of the ruler, as numbers.  Balls of 64 bits, then twice
   as many, until every residual lies on one side of the tolerance.  Holds only where the whole interval passes, fails only where none
   of it does. */

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "verify/exact_enclose.h"

void slip_enclosing_note(slip_enclosing *E, slip_residual_id id, const arb_t x, int where)
{
    arf_t low, high;
    arf_init(low), arf_init(high);
    arb_get_lbound_arf(low, x, 53), arb_get_ubound_arf(high, x, 53);
    double a = fmax(arf_get_d(low, ARF_RND_FLOOR), 0), b = arf_get_d(high, ARF_RND_CEIL);
    slip_enclosures *out = E->out;
    if (!arb_is_finite(x)) a = 0, b = INFINITY;
    if (isnan(out->low[id]) || a > out->low[id]) out->low[id] = a;
    if (isnan(out->high[id]) || b > out->high[id]) out->high[id] = b, out->worst[id] = where;
    arf_clear(low), arf_clear(high);
}

void slip_ball_add(arb_t y, double a, const arb_t x, slong prec)       /* y += a x */
{
    arb_t c;
    arb_init(c);
    arb_set_d(c, a);
    arb_addmul(y, c, x, prec);
    arb_clear(c);
}

/* ---- contacts ------------------------------------------------------------------------------------------------------------------------- */

static void over(slip_enclosing *E, slip_residual_id id, arb_t x, const arb_t scale, int i)
{
    if (!arb_is_zero(x)) arb_div(x, x, scale, E->prec);
    slip_enclosing_note(E, id, x, i);
}

/* law opposed: room = (mu r_N - |r_T|)+, along = (r_T.u_T)+, speed = |u_T| */
typedef struct { arb_t room, along, speed; } opposition;

static void oppose(opposition *o, const slip_rule *rule, arb_srcptr r, arb_srcptr u, const arb_t mu, slong prec)
{
    arb_t x;
    arb_init(x), arb_init(o->room), arb_init(o->along), arb_init(o->speed);
    arb_set(o->room, r);
    if (rule->bilateral) arb_abs(o->room, r);
    arb_mul(o->room, o->room, mu, prec);
    slip_ball_length(x, r + 1, rule->d - 1, prec);
    arb_sub(o->room, o->room, x, prec), slip_ball_positive(o->room, prec);
    for (int a = 1; a < rule->d; a++) arb_addmul(o->along, r + a, u + a, prec);
    slip_ball_positive(o->along, prec);
    slip_ball_length(o->speed, u + 1, rule->d - 1, prec);
    arb_clear(x);
}

/* max(min(rho speed, room), min(rho speed, along / speed)), where along <= |r_T| speed */
static void opposed_map(arb_t out, const opposition *o, const slip_rule *rule, arb_srcptr r, const arb_t rho, slong prec)
{
    arb_t reach, x, zero;
    arb_init(reach), arb_init(x), arb_init(zero);
    arb_mul(reach, rho, o->speed, prec);
    if (arb_contains_zero(o->speed)) slip_ball_length(x, r + 1, rule->d - 1, prec), arb_union(x, x, zero, prec);
    else arb_div(x, o->along, o->speed, prec);
    arb_min(x, x, reach, prec);
    arb_min(out, o->room, reach, prec);
    arb_max(out, out, x, prec);
    arb_clear(reach), arb_clear(x), arb_clear(zero);
}

static void contact(slip_enclosing *E, int i)
{
    const slip_problem *p = E->p;
    slong prec = E->prec;
    int d = p->d;
    slip_rule rule = slip_rule_of(p, E->law, E->k, E->dir, i);
    bool relaxed = E->law == SLIP_LAW_CONE || E->law == SLIP_LAW_CONE_FACETS;
    bool opposed = E->law == SLIP_LAW_OPPOSED && !rule.slip && d > 1;
    opposition o;
    arb_srcptr u = E->u + i * d;
    arb_ptr b = _arb_vec_init(24), r = b, ut = b + 3, x = b + 6, y = b + 9, V = b + 12, rho = b + 13, s = b + 14, t = b + 15, big = b + 16, mu = b + 17, one = b + 18;
    const double *rd = E->answer->r + i * d;
    arb_set_d(V, E->motion->V), arb_set_d(rho, E->ruler->rho[i]), arb_set_d(mu, rule.mu), arb_one(one);
    for (int a = 0; a < d; a++) arb_set_d(r + a, rd[a]), arb_set(ut + a, u + a);
    slip_ball_support(s, &rule, u, prec);
    if (!relaxed && !opposed && !rule.slip && !rule.bilateral) arb_addmul(ut, mu, s, prec);
    if (rule.bilateral) arb_abs(t, u);                      /* only u_N is bound */
    else if (opposed) arb_neg(t, u), slip_ball_positive(t, prec);
    else if (!relaxed || rule.slip || d == 1) {                  /* dist(u~, K*): beyond the face by -u_N; u_N >= 0 puts u~ into K* */
        if (arb_is_nonnegative(u)) arb_zero(t);
        else if (rule.slip) slip_ball_distance(t, &rule, u, true, prec);
        else {
            slip_ball_distance(t, &rule, ut, true, prec);
            if (!arb_is_negative(u)) arb_zero(x), arb_union(t, t, x, prec);
        }
    } else slip_ball_distance(t, &rule, ut, true, prec);
    over(E, SLIP_R_DUAL, t, V, i);
    if (!(E->ruler->rho[i] > 0)) { _arb_vec_clear(b, 24); return; }
    if (opposed) oppose(&o, &rule, r, u, mu, prec);
    arb_mul(big, rho, V, prec);
    arb_abs(y, r);
    if (rule.slip) {                                        /* |r - r_N+ (1, -mu t)| */
        if (!rule.bilateral) arb_set(y, r), slip_ball_positive(y, prec);
        if (!rule.bilateral) arb_sub(x, r, y, prec);
        for (int a = 1; a < d; a++) {
            arb_set_d(t, rule.slip[a - 1]), arb_mul(t, t, mu, prec);
            arb_mul(t, t, y, prec), arb_add(x + a, r + a, t, prec);
        }
        slip_ball_length(t, x, d, prec);
    } else {
        if (!rule.bilateral) arb_set(y, r);
        for (int a = 1; a < d; a++) arb_set(y + a, r + a);
        slip_ball_distance(t, &rule, y, false, prec);
    }
    over(E, SLIP_R_PRIMAL, t, big, i);
    arb_mul(t, r, ut, prec);                                /* r.u~ */
    if (opposed) {                                          /* or (r_T.u_T)+, or |u_T| (mu r_N - |r_T|)+ */
        arb_mul(x, o.speed, o.room, prec), arb_max(x, x, o.along, prec);
        arb_abs(t, t), arb_max(t, t, x, prec);
    } else if (rule.bilateral && !rule.slip) {              /* or |r_T.u_T + mu |r_N| s(u_T)| */
        arb_abs(x, r), arb_mul(x, x, mu, prec), arb_mul(x, x, s, prec);
        for (int a = 1; a < d; a++) arb_addmul(x, r + a, u + a, prec);
        arb_abs(x, x), arb_abs(t, t), arb_max(t, t, x, prec);
    } else for (int a = 1; a < d && !rule.slip; a++) arb_addmul(t, r + a, ut + a, prec);
    arb_abs(t, t);
    arb_set(x, t);
    slip_ball_length(y, r, d, prec), arb_div(y, y, rho, prec);
    slip_ball_length(y + 1, u, d, prec);
    arb_max(y, y, y + 1, prec), arb_max(y, y, V, prec);
    arb_mul(y, y, big, prec);
    over(E, SLIP_R_COMPLEMENTARITY, t, y, i);
    arb_mul(y, big, V, prec);
    over(E, SLIP_R_GAP, x, y, i);
    for (int a = 0; a < d; a++) arb_set(x + a, r + a), arb_submul(x + a, rho, ut + a, prec);
    if (rule.slip || opposed) {
        arb_mul(t, rho, u, prec);
        if (!rule.bilateral) arb_min(t, t, r, prec);
        arb_abs(t, t);
        if (opposed) arb_set(y, t), opposed_map(y + 1, &o, &rule, r, rho, prec), slip_ball_length(t, y, 2, prec);
    } else if (rule.bilateral) {                            /* |(rho u_N, r_T - P(r_T - rho u_T))|, P onto mu |r_N| C */
        arb_abs(s, r), arb_mul(s, s, mu, prec);
        slip_ball_friction(y + 1, &rule, s, x + 1, prec);
        arb_mul(y, rho, u, prec);
        for (int a = 1; a < d; a++) arb_sub(y + a, r + a, y + a, prec);
        slip_ball_length(t, y, d, prec);
    } else slip_ball_map(t, &rule, r, x, prec);
    over(E, SLIP_R_NATURAL, t, big, i);
    bool smooth = E->k == 0 || d < 3, scalar = rule.slip || d == 1 || rule.mu == 0;
    if ((smooth || rule.slip) && E->motion->V > 0 && (d == 1 || !(rule.bilateral || opposed))) {
        for (int a = 0; a < (scalar ? 1 : d); a++) {
            arb_div(x + a, r + a, big, prec), arb_div(y + a, ut + a, V, prec);
            if (a) arb_div(x + a, x + a, mu, prec), arb_mul(y + a, y + a, mu, prec);
        }
        slip_ball_fischer(t, x, y, scalar ? 1 : d, prec);
        slip_enclosing_note(E, SLIP_R_FB, t, i);
    }
    double uT = d > 1 ? slip_length((double[]){ arf_get_d(arb_midref(u + 1), ARF_RND_NEAR), d > 2 ? arf_get_d(arb_midref(u + 2), ARF_RND_NEAR) : 0 }, 2) : 0;
    if (d > 1 && rule.mu > 0 && !rule.slip && uT > E->tol * E->motion->V && fabs(rd[0]) > E->tol * E->ruler->rho[i] * E->motion->V) {
        arb_zero(s), arb_zero(t);
        for (int a = 1; a < d; a++) arb_submul(t, r + a, u + a, prec);
        if (d == 3) arb_mul(s, r + 1, u + 2, prec), arb_submul(s, r + 2, u + 1, prec), arb_abs(s, s);
        arb_atan2(x, s, t, prec);
        if (slip_length(rd + 1, d - 1) > 0) slip_enclosing_note(E, SLIP_R_ANGLE, x, i);
    }
    if (opposed) arb_clear(o.room), arb_clear(o.along), arb_clear(o.speed);
    _arb_vec_clear(b, 24);
}

/* ---- all --------------------------------------------------------------------------------------------------------------------------------- */

static int longest(const slip_problem *p)       /* vector of the problem */
{
    int m = slip_problem_m(p), most = p->n > m ? p->n : m;
    return most > p->p ? most : p->p;
}

static bool once(slip_enclosing *E, double *sum)
{
    const slip_problem *p = E->p;
    int m = slip_problem_m(p);
    slip_enclosures *out = E->out;
    bool good = true;
    for (int id = 0; id < SLIP_R_COUNT; id++) out->low[id] = out->high[id] = NAN, out->worst[id] = -1;
    memset(sum, 0, (size_t)longest(p) * sizeof *sum);
    if (slip_problem_global(p)) {
        for (int i = 0; i < p->n; i++) arb_set_d(E->v + i, E->answer->v[i]);
        for (int k = 0; k < m; k++) {
            arb_set_d(E->u + k, p->w[k]);
            for (int q = p->H.p[k]; q < p->H.p[k + 1]; q++) slip_ball_add(E->u + k, p->H.x[q], E->v + p->H.i[q], E->prec);
        }
        good = slip_enclosing_dynamics(E, sum);
        slip_enclosing_agreement(E);
    } else slip_enclosing_local(E, sum);
    slip_enclosing_joints(E, sum);
    for (int i = 0; i < p->nc; i++) contact(E, i);
    return good;
}

/* true: no residual is left on both sides of the tolerance */
static bool decide(slip_enclosing *E, bool good)
{
    slip_enclosures *out = E->out;
    bool all = good;
    out->verdict = good ? SLIP_YES : SLIP_MAYBE;
    out->why[0] = 0;
    for (int id = 0; id < SLIP_R_COUNT; id++) {
        out->holds[id] = isnan(out->high[id]) ? SLIP_MAYBE : out->high[id] <= E->tol ? SLIP_YES : out->low[id] > E->tol ? SLIP_NO : SLIP_MAYBE;
        if (isnan(out->high[id])) continue;
        all = all && out->holds[id] != SLIP_MAYBE;
        if (!slip_residual_decides(id)) continue;
        if (out->holds[id] == SLIP_NO) out->verdict = SLIP_NO;
        else if (out->holds[id] == SLIP_MAYBE && out->verdict == SLIP_YES) {
            out->verdict = SLIP_MAYBE;
            snprintf(out->why, sizeof out->why, "%s lies between %.3g and %.3g, on both sides of the tolerance, with %ld bits", slip_residual_name(id), out->low[id], out->high[id], (long)E->prec);
        }
    }
    if (!good && out->verdict == SLIP_MAYBE) snprintf(out->why, sizeof out->why, "M could not be inverted in balls of %ld bits", (long)E->prec);
    return all;
}

static const char *not_enclosed(const slip_enclosing *E)
{
    const slip_problem *p = E->p;
    if (slip_problem_global(p) && !E->answer->v) return "the answer has no velocities";
    if (E->coupled) return "M is coupled or not symmetric";
    if (p->p && !(E->ruler->E0 > 0)) return "there is no energy to measure joints by";
    for (int j = 0; j < p->p; j++)
        if (!(E->ruler->Rroot[j] > 0)) return "a joint moves nothing";
    return NULL;
}

static slip_status enclose(slip_enclosing *E, slip_arena *arena, slip_error *error)
{
    const slip_problem *p = E->p;
    int m = slip_problem_m(p);
    slip_enclosures *out = E->out;
    slip_status status = slip_problem_global(p) ? slip_enclosing_blocks(E, arena, error) : SLIP_OK;
    double *sum = SLIP_NEW(arena, double, longest(p));
    E->k = slip_rule_vertices(p, E->law, E->answer->dirs, &E->dir, arena);
    if (status != SLIP_OK || arena->failed) return slip_fail(error, SLIP_MEMORY, "no memory for enclosures");
    const char *why = not_enclosed(E);
    if (why) {
        for (int id = 0; id < SLIP_R_COUNT; id++) out->low[id] = out->high[id] = NAN;
        snprintf(out->why, sizeof out->why, "%s", why);
        return SLIP_OK;
    }
    E->v = _arb_vec_init(p->n), E->u = _arb_vec_init(m);
    for (E->prec = 64; E->prec <= SLIP_ENCLOSE_MOST; E->prec *= 2) {
        bool good = once(E, sum);
        out->bits = (int)E->prec;
        if (decide(E, good)) break;
    }
    _arb_vec_clear(E->v, p->n), _arb_vec_clear(E->u, m);
    return SLIP_OK;
}

slip_status slip_enclose(const slip_ruler *ruler, slip_law law, const slip_answer *answer, double tol, slip_enclosures *out, slip_error *error)
{
    slip_arena arena = { 0 };
    slip_residuals residuals;
    slip_motion motion;
    *out = (slip_enclosures){ .verdict = SLIP_MAYBE };
    slip_status status = slip_residuals_get(ruler, law, answer->dirs, answer, tol, 0, &residuals, &motion, error);
    if (status != SLIP_OK) return status;
    slip_enclosing E = { .ruler = ruler, .p = ruler->problem, .law = law, .answer = answer, .motion = &motion, .tol = tol, .out = out, .bound = ruler->problem->p && !answer->l };
    status = enclose(&E, &arena, error);
    slip_arena_free(&motion.arena);
    slip_arena_free(&arena);
    flint_cleanup();
    return status;
}
