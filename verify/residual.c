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
   R11  joints           |e_j| / sqrt(G_j'M^-1G_j E0), e = G'v + b, and max_i |H_i'M^-1G_j e_j| / (G_j'M^-1G_j V)
   fnat_q, fnat_max      sqrt(sum |r_i - P_K(r_i - u~_i)|^2), over |q|, and over max(|q|,|r|,|u|): with units, as the field prints them

   Choices where the definitions leave a corner open:
   - The norm in R1 hides a light body among heavy ones, so the error is also seen through every contact, over V.  There each
     component of e is first reduced by two units in the last place of its terms: rounding an exact answer to binary64 is not an error.
   - E0 hides the joint of a light body in the same way, so a joint is also seen through every contact: by how much that would move
     if the joint were mended; e is reduced for rounding as above.
   - v given: u is H'v + w, and a u given beside it must agree (in R1).  Only u given: it is used, and must agree with W r + Vl + q.
     Neither given: both are computed from r, and R1 is 0 up to double-double.
   - l absent: the best l in the norm of R1, or, v absent too, the l that satisfies the joints.
   - given slip: R2 is |r - r_N+ (1, -mu t)|; R3-R5 ask (r_N, u_N) only.  bilateral: u_N = 0, friction bounded by mu |r_N|.
   - opposed has no cone: R3 asks u_N >= 0; R4 is the largest of |r_N u_N|, (r_T.u_T)+ and |u_T|(mu r_N - |r_T|)+; R5 the natural
     map of (r_N, u_N) and, tangentially, the larger of min(rho|u_T|, (mu r_N - |r_T|)+) and min(rho|u_T|, (r_T.u_T)+/|u_T|).
   - rho_i = 0 (no impulse moves contact i): u_i alone is judged, by R3.
   - V = 0: the largest |u_i| and |r_i|/rho_i of the answer; that 0 too: every residual is 0.  Where both q and the answer's speeds
     are no more than the rounding of the speeds q is a sum of (ruler.c), these are the scale: nothing moves but by rounding. */

#include <string.h>

#include "verify/verify.h"

static const struct { const char *name, *text; bool decides; } names[] = {
#define X(name, word, text, decides) { word, text, decides },
    SLIP_RESIDUAL_LIST(X)
#undef X
};

const char *slip_residual_name(slip_residual_id id) { return id < SLIP_R_COUNT ? names[id].name : "?"; }
const char *slip_residual_text(slip_residual_id id) { return id < SLIP_R_COUNT ? names[id].text : "?"; }
bool slip_residual_decides(slip_residual_id id) { return id < SLIP_R_COUNT && names[id].decides; }

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
        if (j->reach && !slip_mass_reach(j->ruler, j->r, NULL, j->reach, arena)) return slip_fail(error, SLIP_MEMORY, "no memory for the residuals");
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
    if (j->V <= SLIP_ROUNDING * j->ruler->S) j->V = j->ruler->S;
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
        slip_judge_contact(j, i);
    if (p->nc == 0) return SLIP_OK;
    drift(j);
    double q = slip_length(j->ruler->q, m), most = fmax(q, fmax(slip_length(j->r, m), slip_norm_get(&j->speed))), sum = slip_norm_get(&j->map);
    if (q > 0) out->value[SLIP_R_FNAT_Q] = sum / q;
    else out->undefined[SLIP_R_FNAT_Q] = "q = 0";
    out->value[SLIP_R_FNAT_MAX] = sum == 0 ? 0 : sum / most;
    for (int id = 0; id < SLIP_R_COUNT; id++)       /* contacts that no impulse moves were left out */
        if (isnan(out->value[id]) && out->worst[id] < 0 && !out->undefined[id])
            out->undefined[id] = "no impulse moves any contact: the velocities alone are judged";
    return SLIP_OK;
}

static slip_status residuals_of(const slip_ruler *ruler, slip_law law, slip_dirs dirs, const slip_answer *answer, double tol, double V, bool every,
                                slip_residuals *out, slip_motion *motion, slip_error *error)
{
    const slip_problem *p = ruler->problem;
    slip_arena arena = {0};
    slip_judge j = { .ruler = ruler, .p = p, .law = law, .tol = tol, .every = every, .out = out, .r = answer->r };
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

slip_status slip_residuals_get(const slip_ruler *ruler, slip_law law, slip_dirs dirs, const slip_answer *answer, double tol, double V,
                               slip_residuals *out, slip_motion *motion, slip_error *error)
{
    return residuals_of(ruler, law, dirs, answer, tol, V, false, out, motion, error);
}

slip_status slip_residuals_every(const slip_ruler *ruler, slip_law law, slip_dirs dirs, const slip_answer *answer, double tol, slip_residuals *out, slip_error *error)
{
    return residuals_of(ruler, law, dirs, answer, tol, 0, true, out, NULL, error);
}
