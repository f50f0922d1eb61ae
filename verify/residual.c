/* residual.c: the residual vector of an answer, dimensionless and independent of units, in double-double.
   SPDX-License-Identifier: GPL-3.0-or-later

   rho_i, V, E0: ruler.c.  u~ as in problems.h (5).  All maxima run over the contacts (joints for R11).

   R1   dynamics         |e| / max(|Mv|,|Hr|,|Gl|,|f|) in the norm of M^-1, e = Mv - Hr - Gl - f, and max |H_i'M^-1 e| / V
   R2   primal           dist(r_i, K) / (rho_i V)
   R3   dual             dist(u~_i, K*) / V
   R4   complementarity  |r_i . u~_i| / (rho_i V max(V, |r_i|/rho_i, |u_i|))
   R5   natural          |r_i - P_K(r_i - rho_i u~_i)| / (rho_i V)
   R6   fb               |phi(x, y)|, x = (r_N, r_T/mu) / (rho V), y = (u~_N, mu u~_T) / V, phi = (x^2+y^2)^1/2 - x - y (Jordan)
   R7   gap              |r_i . u~_i| / (rho_i V^2), the bipotential's on feasible pairs
   R8   angle            between -r_T and u_T, where |u_T| > tol V and r_N > tol rho V; radians
   R9   backward         |r_i - P_K(r_i - c u~_i)| / |r_i|, c = |r_i| / (|W||r|+|q|)_i: by Moreau's decomposition an exact pair (r', u~')
                         lies within that relative distance of r and, relative to |W||r|+|q|, of u~; r_i = 0: dist(u~_i, K*) / (|W||r|+|q|)_i
   R10  drift            max (-(gap_i + h (H'v)_N))+ / (h V): how deep the bodies are after the step, where gaps and h are known
   R11  joints           |G_j'v + b_j| / sqrt(G_j'M^-1G_j E0)
   fnat_q, fnat_max      sqrt(sum |r_i - P_K(r_i - u~_i)|^2), over |q|, and over max(|q|,|r|,|u|): with units, as the field prints them

   Choices where the definitions leave a corner open:
   - The norm in R1 hides a light body among heavy ones, so the error is also seen through every contact, over V.  There each
     component of e is first reduced by two units in the last place of its terms: rounding an exact answer to binary64 is not an error.
   - v given: u is H'v + w, and a u given beside it must agree (in R1).  Only u given: it is used, and must agree with W r + Vl + q.
     Neither given: both are computed from r, and R1 is 0 up to double-double.
   - l absent: the best l in the norm of R1, or, v absent too, the l that satisfies the joints.
   - given slip: R2 is |r - r_N+ (1, -mu t)|; R3-R5 ask (r_N, u_N) only.  bilateral: u_N = 0, friction bounded by mu |r_N|.
   - opposed has no cone: R3 asks u_N >= 0; R4 is the largest of |r_N u_N|, (r_T.u_T)+ and |u_T|(mu r_N - |r_T|)+; R5 the natural
     map of (r_N, u_N) and, tangentially, the larger of min(rho|u_T|, (mu r_N - |r_T|)+) and min(rho|u_T|, (r_T.u_T)+/|u_T|).
   - rho_i = 0 (no impulse moves contact i): u_i alone is judged, by R3.
   - V = 0: the largest |u_i| and |r_i|/rho_i of the answer; that 0 too: every residual is 0. */

#include <string.h>

#include "verify/verify.h"

static const struct { const char *name, *text; bool decides; } residuals[] = {
#define X(name, word, text, decides) { word, text, decides },
    SLIP_RESIDUAL_LIST(X)
#undef X
};

const char *slip_residual_name(slip_residual_id id) { return id < SLIP_R_COUNT ? residuals[id].name : "?"; }
const char *slip_residual_text(slip_residual_id id) { return id < SLIP_R_COUNT ? residuals[id].text : "?"; }
bool slip_residual_decides(slip_residual_id id) { return id < SLIP_R_COUNT && residuals[id].decides; }

/* NaN wins over every number: it must be seen. */
void slip_judge_worse(slip_residuals *out, slip_residual_id id, double value, int where)
{
    if (isnan(out->value[id]) && out->worst[id] >= 0) return;
    if (isnan(value) || isnan(out->value[id]) || value > out->value[id]) {
        out->value[id] = value;
        out->worst[id] = where;
        out->undefined[id] = NULL;
    }
}

/* ---- one contact ------------------------------------------------------------------------------------ */

slip_rule slip_rule_of(const slip_problem *p, slip_law law, int k, const double *dir, int i)
{
    slip_rule rule = { .law = law, .d = p->d, .k = p->d == 3 ? k : 0, .mu = p->d == 1 ? 0 : p->mu[i], .dir = dir };
    if (p->slip && p->d > 1)
        for (int a = 0; a < p->d - 1; a++)
            if (p->slip[i * (p->d - 1) + a] != 0) rule.slip = p->slip + i * (p->d - 1);
    rule.bilateral = p->bilateral && p->bilateral[i];
    return rule;
}

static inline __attribute__((always_inline)) slip_dd tangential(const slip_dd *a, const slip_dd *b, int d)
{
    slip_dd s = slip_dd_of(0);
    for (int k = 1; k < d; k++)
        s = slip_dd_add(s, slip_dd_mul(a[k], b[k]));
    return s;
}

static inline slip_dd positive(slip_dd a) { return a.hi > 0 || isnan(a.hi) ? a : slip_dd_of(0); }
static inline slip_dd least(slip_dd a, slip_dd b) { return slip_dd_less(a, b) ? a : b; }
static inline slip_dd largest3(slip_dd a, slip_dd b, slip_dd c) { return slip_dd_max(a, slip_dd_max(b, c)); }

/* |r - P_K(r - c u~)| */
static inline __attribute__((always_inline)) slip_dd natural(const slip_rule *rule, slip_dd c, const slip_dd *r, const slip_dd *u, const slip_dd *ut)
{
    int d = rule->d;
    slip_dd x[3] = {{0}}, p[3] = {{0}}, e[3] = {{0}}, T = slip_dd_of(0);
    slip_dd N = slip_dd_mul(c, u[0]);
    if (!rule->bilateral && slip_dd_less(r[0], N)) N = r[0];         /* r_N - max(0, r_N - c u_N) = min(r_N, c u_N) */
    if (rule->slip || d == 1) return slip_dd_abs(N);
    slip_dd bound = slip_dd_scale(rule->bilateral ? slip_dd_abs(r[0]) : r[0], rule->mu);
    if (rule->bilateral && rule->law != SLIP_LAW_OPPOSED) {
        for (int k = 0; k < d - 1; k++)
            x[k] = slip_dd_sub(r[k + 1], slip_dd_mul(c, u[k + 1]));
        slip_rule_friction(rule, bound, x, p);
        e[0] = N;
        for (int k = 1; k < d; k++)
            e[k] = slip_dd_sub(r[k], p[k - 1]);
        return slip_dd_length(e, d);
    }
    if (rule->law == SLIP_LAW_OPPOSED) {
        slip_dd speed = slip_dd_length(u + 1, d - 1), room = positive(slip_dd_sub(bound, slip_dd_length(r + 1, d - 1)));
        slip_dd along = positive(tangential(r, u, d));
        slip_dd cs = slip_dd_mul(c, speed);
        if (speed.hi > 0) T = slip_dd_max(least(cs, room), least(cs, slip_dd_div(along, speed)));
        e[0] = N;
        e[1] = T;
        return slip_dd_length(e, 2);
    }
    for (int k = 0; k < d; k++)
        x[k] = slip_dd_sub(r[k], slip_dd_mul(c, ut[k]));
    slip_rule_primal(rule, x, p);
    return slip_dd_distance(r, p, d);
}

static inline __attribute__((always_inline)) slip_dd orthogonality(const slip_rule *rule, const slip_dd *r, const slip_dd *u, const slip_dd *ut)
{
    int d = rule->d;
    slip_dd N = slip_dd_mul(r[0], u[0]);
    if (rule->slip || d == 1) return slip_dd_abs(N);
    slip_dd bound = slip_dd_scale(rule->bilateral ? slip_dd_abs(r[0]) : r[0], rule->mu);
    if (rule->bilateral && rule->law != SLIP_LAW_OPPOSED)
        return slip_dd_max(slip_dd_abs(N), slip_dd_abs(slip_dd_add(tangential(r, u, d), slip_dd_mul(bound, slip_rule_support(rule, u)))));
    if (rule->law == SLIP_LAW_OPPOSED) {
        slip_dd room = positive(slip_dd_sub(bound, slip_dd_length(r + 1, d - 1)));
        return largest3(slip_dd_abs(N), positive(tangential(r, u, d)), slip_dd_mul(slip_dd_length(u + 1, d - 1), room));
    }
    return slip_dd_abs(slip_dd_add(slip_dd_mul(r[0], ut[0]), tangential(r, ut, d)));
}

/* What is reported and never decides, in double; dual and primal are distances. */
static void report(slip_judge *j, int i, const slip_rule *rule, const slip_glance *g, const slip_dd *exact, double dual, double primal)
{
    slip_residuals *out = j->out;
    const double *r = j->r + i * rule->d;
    const slip_dd *u = j->u + i * rule->d;
    int d = rule->d;
    double rho = j->ruler->rho[i], V = j->V, ut[3] = {0};
    bool disc = exact == NULL, idle = g->idle;
    slip_dd rr[3];
    for (int k = 0; k < d; k++) {
        ut[k] = disc ? g->ut[k] : slip_dd_double(exact[k]);
        rr[k] = slip_dd_of(r[k]);
    }
    double one = idle ? dual : disc ? slip_glance_map(d, rule->mu, 1, r, ut) : slip_dd_double(natural(rule, slip_dd_of(1), rr, u, exact));
    j->sum = slip_length((double[]){ j->sum, one }, 2);
    if (rho == 0) return;
    if (d > 1 && rule->mu > 0 && !rule->slip && g->uT > j->tol * V && fabs(r[0]) > j->tol * rho * V) {
        double s = d == 3 ? fabs(r[1] * u[2].hi - r[2] * u[1].hi) : 0, c = -r[1] * u[1].hi - (d == 3 ? r[2] * u[2].hi : 0), noise = 0x1p-48 * g->rT * g->uT;
        if (!(c - noise > 0 && s + noise <= j->tangent * (c - noise))) {           /* else no larger than the largest so far */
            c = slip_dd_double(tangential(rr, u, d));
            s = d == 3 ? fabs(slip_dd_double(slip_dd_sub(slip_dd_mul(rr[1], u[2]), slip_dd_mul(rr[2], u[1])))) : 0;
            slip_judge_worse(out, SLIP_R_ANGLE, g->rT > 0 ? atan2(s, -c) : acos(-1) / 2, i);
            j->tangent = out->value[SLIP_R_ANGLE] < 1.5 ? tan(out->value[SLIP_R_ANGLE]) : 0;
        }
    }
    bool smooth = j->k == 0 || d < 3;
    if ((smooth && j->law != SLIP_LAW_OPPOSED && !rule->bilateral) || (rule->slip && !rule->bilateral) || d == 1) {
        double x[3], y[3], phi;
        x[0] = r[0] / rho / V;
        y[0] = ut[0] / V;
        bool scalar = rule->slip || d == 1 || rule->mu == 0;
        for (int k = 1; k < d && !scalar; k++) {
            x[k] = r[k] / rho / V / rule->mu;
            y[k] = ut[k] / V * rule->mu;
        }
        phi = V == 0 ? 0 : slip_glance_fischer(x, y, scalar ? 1 : d);
        if (!(phi <= out->value[SLIP_R_FB])) slip_judge_worse(out, SLIP_R_FB, phi, i);
    }
    if (j->reach) {
        double reach = 0;
        for (int k = 0; k < d; k++)
            reach = fmax(reach, j->reach[i * d + k] + fabs(j->ruler->q[i * d + k]));
        /* the map moves r by c |u~| at most, once r is in K: most contacts cannot raise the maximum */
        if (disc && g->R > 0 && (g->U + rule->mu * g->uT) / reach + primal / g->R <= (1 - 0x1p-40) * out->value[SLIP_R_BACKWARD]) return;
        double eta = dual == 0 ? 0 : dual / reach;
        if (g->R > 0) {
            double c = g->R / reach;
            eta = (disc ? slip_glance_map(d, rule->mu, c, r, ut) : slip_dd_double(natural(rule, slip_dd_of(c), rr, u, exact))) / g->R;
        }
        eta = fmax(eta, primal == 0 || g->R == 0 ? 0 : primal / g->R);
        if (!(eta <= out->value[SLIP_R_BACKWARD])) slip_judge_worse(out, SLIP_R_BACKWARD, eta, i);
    }
}

/* No maximum so far can be raised by this contact. */
static inline bool lesser(const slip_judge *j, const slip_glance *g, double rho)
{
    const double *most = j->out->value;
    double V = j->V * (1 - 0x1p-48), scale = rho * V;
    if (!(g->dual + g->dual_error <= most[SLIP_R_DUAL] * V)) return false;
    if (rho == 0) return true;
    return g->primal + g->primal_error <= most[SLIP_R_PRIMAL] * scale && g->map + g->map_error <= most[SLIP_R_NATURAL] * scale
        && g->product + g->product_error <= most[SLIP_R_COMPLEMENTARITY] * scale * fmax(V, fmax(g->R / rho, g->U) * (1 - 0x1p-48))
        && g->product + g->product_error <= most[SLIP_R_GAP] * scale * V;
}

SLIP_CLONES static void contact(slip_judge *j, int i)
{
    const slip_problem *p = j->p;
    slip_residuals *out = j->out;
    slip_rule rule = slip_rule_of(p, j->law, j->k, j->dir, i);
    slip_glance g;
    int d = p->d;
    bool relaxed = j->law == SLIP_LAW_CONE || j->law == SLIP_LAW_CONE_FACETS || j->law == SLIP_LAW_OPPOSED;
    double rho = j->ruler->rho[i], V = j->V;
    slip_dd r[3], *u = j->u + i * d, ut[3], near[3];
    bool disc = slip_glance_get(&rule, relaxed, rho, V, j->r + i * d, u, &g);
    if (disc && lesser(j, &g, rho)) {
        report(j, i, &rule, &g, NULL, g.dual, g.primal);
        return;
    }
    for (int k = 0; k < d; k++) {
        r[k] = slip_dd_of(j->r[i * d + k]);
        ut[k] = u[k];
    }
    if (!relaxed && !rule.slip && !rule.bilateral)
        ut[0] = slip_dd_add(u[0], slip_dd_scale(slip_rule_support(&rule, u), rule.mu));
    double dual = 0;
    if (relaxed || rule.bilateral || !(u[0].hi >= 0)) {                         /* u_N >= 0 puts u~ = u + mu s(u_T) into K* */
        slip_rule_dual(&rule, ut, near);
        dual = slip_dd_double(slip_dd_distance(ut, near, d));
    }
    slip_judge_worse(out, SLIP_R_DUAL, dual == 0 ? 0 : dual / V, i);
    if (!disc) {
        double uu[3];
        slip_dd_round(u, d, uu);
        g.R = slip_length(j->r + i * d, d);
        g.U = slip_length(uu, d);
        g.uT = d > 1 ? slip_length(uu + 1, d - 1) : 0;
        g.rT = d > 1 ? slip_length(j->r + i * d + 1, d - 1) : 0;
        g.idle = !rule.bilateral && j->law != SLIP_LAW_OPPOSED;                 /* r = 0: the natural map with any c is c dist(u~, K*) */
        for (int k = 0; k < d; k++)
            g.idle = g.idle && r[k].hi == 0;
    }
    double primal = 0, product = 0, map = rho * dual;
    if (rho > 0 && !g.idle) {
        slip_rule_primal(&rule, r, near);
        primal = slip_dd_double(slip_dd_distance(r, near, d));
        product = slip_dd_double(orthogonality(&rule, r, u, ut));
        map = slip_dd_double(natural(&rule, slip_dd_of(rho), r, u, ut));
    }
    if (rho > 0) {
        slip_judge_worse(out, SLIP_R_PRIMAL, primal == 0 ? 0 : primal / (rho * V), i);
        slip_judge_worse(out, SLIP_R_COMPLEMENTARITY, product == 0 ? 0 : product / rho / V / fmax(V, fmax(g.R / rho, g.U)), i);
        slip_judge_worse(out, SLIP_R_NATURAL, map == 0 ? 0 : map / (rho * V), i);
        slip_judge_worse(out, SLIP_R_GAP, product == 0 ? 0 : product / rho / V / V, i);
    }
    report(j, i, &rule, &g, disc ? NULL : ut, dual, primal);
}

/* ---- all --------------------------------------------------------------------------------------------- */

int slip_rule_vertices(const slip_problem *p, slip_law law, slip_dirs dirs, double **out, slip_arena *arena)
{
    bool facets = law == SLIP_LAW_FACETS || law == SLIP_LAW_CONE_FACETS;
    int k = p->d < 3 ? 0 : law == SLIP_LAW_BOX ? 4 : facets ? dirs.k : 0;
    *out = SLIP_NEW(arena, double, 2 * k);
    for (int j = 0; j < k && *out; j++)
        if (facets)
            slip_dirs_get(dirs, 3, j, *out + 2 * j);
        else {
            (*out)[2 * j] = j == 0 || j == 3 ? 1 : -1;
            (*out)[2 * j + 1] = j < 2 ? 1 : -1;
        }
    return k;
}

static void blank(slip_residuals *out, const slip_problem *p)
{
    for (int id = 0; id < SLIP_R_COUNT; id++) {
        out->value[id] = NAN;
        out->worst[id] = -1;
        out->undefined[id] = p->nc ? NULL : "no contacts";
    }
    out->undefined[SLIP_R_JOINTS] = p->p ? NULL : "no joints";
    out->undefined[SLIP_R_ANGLE] = p->nc ? "no contact slips" : "no contacts";
    out->undefined[SLIP_R_FB] = "not defined for this law";
    out->value[SLIP_R_DYNAMICS] = 0;
    out->undefined[SLIP_R_DYNAMICS] = NULL;
}

static slip_status complete(slip_judge *j, const slip_answer *answer, slip_arena *arena, slip_error *error)
{
    const slip_problem *p = j->p;
    int n = p->n, m = slip_problem_m(p);
    bool global = slip_problem_global(p);
    j->u = SLIP_NEW(arena, slip_dd, m);
    j->v = SLIP_NEW(arena, slip_dd, n);
    j->l = SLIP_NEW(arena, double, p->p);
    j->reach = SLIP_NEW(arena, double, m);
    if (arena->failed) return slip_fail(error, SLIP_MEMORY, "no memory for the residuals");
    if (slip_mass_coupled(j->ruler)) {
        j->reach = NULL;
        j->out->undefined[SLIP_R_BACKWARD] = "M is coupled: |W| is not known";
    }
    if (answer->l) memcpy(j->l, answer->l, (size_t)p->p * sizeof *j->l);
    if (global && answer->v) {
        for (int i = 0; i < n; i++)
            j->v[i] = slip_dd_of(answer->v[i]);
        for (int i = 0; i < m; i++)
            j->u[i] = slip_dd_of(p->w[i]);
        if (j->reach && !slip_mass_reach(j->ruler, j->r, j->reach, arena)) return slip_fail(error, SLIP_MEMORY, "no memory for the residuals");
        slip_dd_gaxpy_t(1, &p->H, j->v, j->u);
        return SLIP_OK;
    }
    slip_status status = slip_motion_get(j->ruler, j->r, 1, answer->l != NULL, j->l, j->v, j->u, j->reach, error);
    if (status == SLIP_OK && answer->u) {       /* the law is asked of the u given; dynamics compares it with this one */
        j->ru = j->u;
        j->u = SLIP_NEW(arena, slip_dd, m);
        if (!j->u) return slip_fail(error, SLIP_MEMORY, "no memory for the residuals");
        for (int i = 0; i < m; i++)
            j->u[i] = slip_dd_of(answer->u[i]);
    }
    return status;
}

static void choose_speed(slip_judge *j, double V)
{
    const slip_problem *p = j->p;
    j->V = V > 0 ? V : j->ruler->V;
    if (j->V > 0) return;
    for (int i = 0; i < p->nc; i++) {
        double U = slip_dd_double(slip_dd_length(j->u + i * p->d, p->d)), R = slip_length(j->r + i * p->d, p->d), rho = j->ruler->rho[i];
        j->V = fmax(j->V, fmax(U, rho > 0 ? R / rho : 0));
    }
}

/* R10: gaps after the step, positions moved by h v. */
static void drift(slip_judge *j)
{
    const slip_problem *p = j->p;
    if (!(p->h > 0) || !p->picture.gap || !slip_problem_global(p) || p->level != SLIP_LEVEL_VELOCITY) {
        j->out->undefined[SLIP_R_DRIFT] = "no gaps or no time step are known";
        return;
    }
    for (int i = 0; i < p->nc; i++) {
        double after = p->picture.gap[i] + p->h * (slip_dd_double(j->u[i * p->d]) - p->w[i * p->d]);
        slip_judge_worse(j->out, SLIP_R_DRIFT, after >= 0 ? 0 : -after / (p->h * j->V), i);
    }
}

static slip_status measure(slip_judge *j, const slip_answer *answer, slip_arena *arena, slip_error *error)
{
    const slip_problem *p = j->p;
    slip_residuals *out = j->out;
    int m = slip_problem_m(p);
    slip_status status = SLIP_OK;
    if (slip_problem_global(p) && answer->v) {
        if ((status = slip_judge_dynamics(j, answer, arena, error)) != SLIP_OK) return status;
        if (answer->u && p->nc) {
            double *terms = SLIP_NEW(arena, double, m);
            if (!terms) return slip_fail(error, SLIP_MEMORY, "no memory for the residuals");
            for (int k = 0; k < m; k++)
                for (int q = p->H.p[k]; q < p->H.p[k + 1]; q++)
                    terms[k] += fabs(p->H.x[q] * answer->v[p->H.i[q]]);
            slip_judge_agreement(j, answer->u, j->u, terms);
        }
    } else if (j->ru)
        slip_judge_agreement(j, answer->u, j->ru, j->reach);
    if ((status = slip_judge_joints(j, arena, error)) != SLIP_OK) return status;
    for (int i = 0; i < p->nc; i++)
        contact(j, i);
    if (p->nc == 0) return SLIP_OK;
    drift(j);
    double q = slip_length(j->ruler->q, m), r = slip_length(j->r, m), u = 0;
    for (int i = 0; i < p->nc; i++) {
        double x[4] = { u };
        slip_dd_round(j->u + i * p->d, p->d, x + 1);
        u = slip_length(x, 1 + p->d);
    }
    if (q > 0) out->value[SLIP_R_FNAT_Q] = j->sum / q;
    else out->undefined[SLIP_R_FNAT_Q] = "q = 0";
    double most = fmax(q, fmax(r, u));
    out->value[SLIP_R_FNAT_MAX] = j->sum == 0 ? 0 : j->sum / most;
    for (int id = 0; id < SLIP_R_COUNT; id++)       /* contacts that no impulse moves were left out */
        if (isnan(out->value[id]) && out->worst[id] < 0 && !out->undefined[id])
            out->undefined[id] = "no impulse moves any contact: the velocities alone are judged";
    return SLIP_OK;
}

slip_status slip_residuals_get(const slip_ruler *ruler, slip_law law, slip_dirs dirs, const slip_answer *answer, double tol, double V,
                               slip_residuals *out, slip_motion *motion, slip_error *error)
{
    const slip_problem *p = ruler->problem;
    slip_arena arena = {0};
    slip_judge j = { .ruler = ruler, .p = p, .law = law, .tol = tol, .out = out, .r = answer->r };
    blank(out, p);
    j.k = slip_rule_vertices(p, law, dirs, &j.dir, &arena);
    slip_status status = arena.failed ? slip_fail(error, SLIP_MEMORY, "no memory for the residuals") : complete(&j, answer, &arena, error);
    if (status == SLIP_OK) {
        choose_speed(&j, V);
        status = measure(&j, answer, &arena, error);
    }
    if (status == SLIP_OK && motion) {
        slip_mode *mode = SLIP_NEW(&arena, slip_mode, p->nc);
        if (!mode) status = slip_fail(error, SLIP_MEMORY, "no memory for the contact states");
        for (int i = 0; i < p->nc && mode; i++) {
            slip_rule rule = slip_rule_of(p, law, j.k, j.dir, i);
            mode[i] = slip_mode_of(&rule, ruler->rho[i], j.V, 10 * tol, j.r + i * p->d, j.u + i * p->d);
        }
        if (mode) *motion = (slip_motion){ .arena = arena, .r = j.r, .l = j.l, .v = j.v, .u = j.u, .V = j.V, .mode = mode };
    }
    if (status != SLIP_OK || !motion) slip_arena_free(&arena);
    return status;
}
