/* residual_contact.c: the residuals of one contact; definitions stand at the top of residual.c.
   SPDX-License-Identifier: GPL-3.0-or-later

   Maxima over the contacts: a contact whose estimates in plain double, bounds of rounding added, stay below all of them
   (glance.c) is passed over; the result is the same to the last bit, which tests/screen.c holds it to. */

#include "base/clones.h"
#include "verify/verify.h"

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
    slip_norm_add(&j->map, one);
    slip_norm_add(&j->speed, g->U);
    if (rho == 0) return;
    if (d > 1 && rule->mu > 0 && !rule->slip && g->uT > j->tol * V && fabs(r[0]) > j->tol * rho * V) {
        double s = d == 3 ? fabs(r[1] * u[2].hi - r[2] * u[1].hi) : 0, c = -r[1] * u[1].hi - (d == 3 ? r[2] * u[2].hi : 0);
        double size = g->rT * g->uT, noise = 0x1p-48 * size;
        /* no larger than the largest so far: by the tangent where that is well below a right angle, else by the cosine */
        bool less = j->tangent >= 0 ? c - noise > 0 && s + noise <= j->tangent * (c - noise) : g->rT > 0 && c - noise >= j->cosine * size + noise;
        if (!less || j->every) {
            c = slip_dd_double(tangential(rr, u, d));
            s = d == 3 ? fabs(slip_dd_double(slip_dd_sub(slip_dd_mul(rr[1], u[2]), slip_dd_mul(rr[2], u[1])))) : 0;
            slip_judge_worse(out, SLIP_R_ANGLE, g->rT > 0 ? atan2(s, -c) : acos(-1) / 2, i);
            double most = out->value[SLIP_R_ANGLE];
            j->tangent = most < 1.5 ? tan(most) : most >= 1.5 ? -1 : 0;
            j->cosine = cos(most);
        }
    }
    bool smooth = j->k == 0 || d < 3;
    if ((smooth && j->law != SLIP_LAW_OPPOSED && !rule->bilateral) || (rule->slip && !rule->bilateral) || d == 1) {
        double x[3], y[3], phi;
        bool scalar = rule->slip || d == 1 || rule->mu == 0;
        double speed = 1 / V, impulse = speed / rho, per_mu = scalar ? 0 : impulse / rule->mu;
        if (isfinite(impulse) && isfinite(per_mu) && impulse > 0) {
            x[0] = r[0] * impulse;
            y[0] = ut[0] * speed;
            for (int k = 1; k < d && !scalar; k++) {
                x[k] = r[k] * per_mu;
                y[k] = ut[k] * speed * rule->mu;
            }
        } else {
            x[0] = r[0] / rho / V;
            y[0] = ut[0] / V;
            for (int k = 1; k < d && !scalar; k++) {
                x[k] = r[k] / rho / V / rule->mu;
                y[k] = ut[k] / V * rule->mu;
            }
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

SLIP_FUSED void slip_judge_contact(slip_judge *j, int i)
{
    const slip_problem *p = j->p;
    slip_residuals *out = j->out;
    slip_rule rule = slip_rule_of(p, j->law, j->k, j->dir, i);
    slip_glance g;
    int d = p->d;
    bool relaxed = j->law == SLIP_LAW_CONE || j->law == SLIP_LAW_CONE_FACETS || j->law == SLIP_LAW_OPPOSED;
    double rho = j->ruler->rho[i], V = j->V;
    slip_dd r[3], *u = j->u + i * d, ut[3], near[3];
    bool disc = !j->every && slip_glance_get(&rule, relaxed, rho, V, j->r + i * d, u, &g);
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
