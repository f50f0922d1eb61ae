/* verdict.c: claim x finding gives one word.
   SPDX-License-Identifier: GPL-3.0-or-later

   claim \ finding     residuals <= tol     residuals > tol                              no usable answer
   solved              verified             false-claim                                  invalid
   gave-up             unclaimed            inaccurate                                   inaccurate
   no-solution         false-claim          verified if truth or certificate, else unproved     same
   not-for-this-law    n/a

   What the truth proves wins: "no solution" is verified where none exists, whatever the residuals of the vectors that came
   with it, and is a false claim where one exists.  "Solved" to tol where no exact solution exists stays verified, and says so. */

#include <stdio.h>

#include "verify/verify.h"

static const struct { const char *name, *text; char letter; } words[] = {
#define X(name, word, letter, text) { word, text, letter },
    SLIP_VERDICT_LIST(X)
#undef X
};
const char *slip_verdict_name(slip_verdict_word w) { return w < SLIP_VERDICT_COUNT ? words[w].name : "?"; }
const char *slip_verdict_text(slip_verdict_word w) { return w < SLIP_VERDICT_COUNT ? words[w].text : "?"; }
char slip_verdict_letter(slip_verdict_word w) { return w < SLIP_VERDICT_COUNT ? words[w].letter : '!'; }

static const char *unusable(const double *x, int count, const char *infinite)
{
    for (int i = 0; i < count && x; i++)
        if (!isfinite(x[i])) return infinite;
    return NULL;
}

/* Why the vectors cannot be judged, or NULL. */
static const char *defect(const slip_problem *p, const slip_answer *answer)
{
    int m = slip_problem_m(p);
    const char *why = m && !answer->r ? "it brings no impulses" : NULL;
    if (!why) why = unusable(answer->r, m, "an impulse is not a finite number");
    if (!why) why = unusable(answer->u, m, "a contact velocity is not a finite number");
    if (!why) why = unusable(answer->v, p->n, "a velocity is not a finite number");
    if (!why) why = unusable(answer->l, p->p, "a joint impulse is not a finite number");
    return why;
}

/* The largest deciding residual; true when all of them are within tol.  NaN without a reason fails. */
static bool decide(slip_verdict *verdict)
{
    const slip_residuals *residual = &verdict->residual;
    bool within = true;
    double worst = -1;
    verdict->condition = SLIP_R_NATURAL;
    verdict->contact = -1;
    for (int id = 0; id < SLIP_R_COUNT; id++) {
        double x = residual->value[id];
        if (!slip_residual_decides(id) || (isnan(x) && residual->undefined[id])) continue;
        if (!(x <= verdict->tol)) within = false;
        if (!(x <= worst) && !isnan(worst)) {
            worst = x;
            verdict->condition = id;
            verdict->contact = residual->worst[id];
        }
    }
    verdict->error = worst < 0 ? 0 : worst;
    return within;
}

/* -W'y in every K* and q'y < 0 make y'u = y'W r + q'y < 0 for all impulses of the cones.  No law allows that for y >= 0 on the normals and
   0 elsewhere, because u_N >= 0; the relaxed laws, which ask for u in K*, for no y in K. */
static bool certificate(const slip_ruler *ruler, slip_law law, slip_dirs dirs, const double *y, slip_error *error)
{
    const slip_problem *p = ruler->problem;
    int d = p->d, m = slip_problem_m(p), np = p->p;
    slip_arena arena = {0};
    slip_dd *v = SLIP_NEW(&arena, slip_dd, p->n), *z = SLIP_NEW(&arena, slip_dd, m), *yy = SLIP_NEW(&arena, slip_dd, m), *g = SLIP_NEW(&arena, slip_dd, np);
    double *l = SLIP_NEW(&arena, double, np), *e = SLIP_NEW(&arena, double, np), *size = SLIP_NEW(&arena, double, m), *dir;
    int k = slip_rule_vertices(p, law, dirs, &dir, &arena);
    bool holds = !arena.failed, relaxed = law == SLIP_LAW_CONE || law == SLIP_LAW_CONE_FACETS;
    double qy = 0, reach = 0;
    for (int i = 0; i < m && holds; i++) {
        holds = isfinite(y[i]) && (i % d == 0 ? y[i] >= 0 : relaxed || y[i] == 0);
        yy[i] = slip_dd_of(y[i]);
        qy += y[i] * ruler->q[i];
        reach += fabs(y[i] * ruler->q[i]);
    }
    holds = holds && qy < -1e-12 * reach;
    if (holds && slip_problem_global(p))
        holds = slip_motion_get(ruler, y, 0, false, l, v, z, NULL, error) == SLIP_OK;
    else if (holds) {
        slip_dd_gaxpy_t(1, &p->W, yy, z);
        if (np) {                                       /* W' y - V R^+ V' y */
            slip_dd_gaxpy_t(1, &p->V, yy, g);
            for (int j = 0; j < np; j++)
                e[j] = -slip_dd_double(g[j]);
            slip_joint_solve(ruler, e, l);
            for (int j = 0; j < np; j++)
                g[j] = slip_dd_of(l[j]);
            slip_dd_gaxpy(1, &p->V, g, z);
        }
    }
    if (holds) slip_mass_reach(ruler, y, l, size, &arena);
    for (int i = 0; i < p->nc && holds; i++) {
        slip_rule rule = slip_rule_of(p, law, k, dir, i);
        slip_dd x[3], near[3];
        double room = 0;
        for (int a = 0; a < d; a++) {
            x[a] = slip_dd_neg(z[i * d + a]);
            room = hypot(room, size[i * d + a]);
        }
        if (rule.bilateral) { holds = false; break; }
        if (relaxed && !rule.slip) {
            double most = 0;
            for (int a = 0; a < d; a++)
                most = fmax(most, fabs(y[i * d + a]));
            slip_rule_primal(&rule, &yy[i * d], near);
            holds = slip_dd_double(slip_dd_distance(&yy[i * d], near, d)) <= 1e-13 * most;
        } else
            for (int a = 1; a < d; a++)
                holds = holds && y[i * d + a] == 0;
        if (!holds) break;
        if (rule.slip) {                                /* the cone is the ray (1, -mu t) */
            slip_dd s = x[0];
            for (int a = 1; a < d; a++)
                s = slip_dd_sub(s, slip_dd_scale(slip_dd_scale(x[a], rule.mu), rule.slip[a - 1]));
            holds = slip_dd_double(s) >= -1e-13 * room;
            continue;
        }
        rule.law = SLIP_LAW_COULOMB;                    /* for its K*, also of opposed */
        slip_rule_dual(&rule, x, near);
        holds = slip_dd_double(slip_dd_distance(x, near, d)) <= 1e-13 * room;
    }
    slip_arena_free(&arena);
    return holds;
}

static void say(slip_verdict *verdict, const slip_problem *p, const char *before)
{
    const slip_residuals *residual = &verdict->residual;
    const char *law = slip_law_name(verdict->law);
    double x = residual->value[verdict->condition];
    if (verdict->contact >= 0)
        snprintf(verdict->sentence, sizeof verdict->sentence, "%s: %s is %.3g at %s %d (tol %.3g, law %s)", before,
                 slip_residual_name(verdict->condition), x, verdict->condition == SLIP_R_JOINTS ? "joint" : "contact", verdict->contact, verdict->tol, law);
    else if (p->nc == 0 && isnan(x))
        snprintf(verdict->sentence, sizeof verdict->sentence, "%s: there are no contacts", before);
    else
        snprintf(verdict->sentence, sizeof verdict->sentence, "%s: %s is %.3g (tol %.3g, law %s)", before,
                 slip_residual_name(verdict->condition), x, verdict->tol, law);
}

/* The distance to the nearest solution the catalogue lists, where that means something. */
static void against_truth(slip_verdict *verdict, const slip_ruler *ruler, const slip_motion *motion, const slip_truth *truth)
{
    const slip_problem *p = ruler->problem;
    int d = p->d, m = slip_problem_m(p);
    if (!truth || truth->known < 1 || motion->V == 0) return;
    for (int s = 0; s < truth->known; s++) {
        double du = 0, dr = 0;
        for (int i = 0; i < p->nc; i++) {
            double a = 0, b = 0;
            for (int k = 0; k < d; k++) {
                if (truth->u) a = hypot(a, slip_dd_double(motion->u[i * d + k]) - truth->u[(size_t)s * (size_t)m + (size_t)(i * d + k)]);
                if (truth->r) b = hypot(b, motion->r[i * d + k] - truth->r[(size_t)s * (size_t)m + (size_t)(i * d + k)]);
            }
            du = fmax(du, a / motion->V);
            if (ruler->rho[i] > 0) dr = fmax(dr, b / (ruler->rho[i] * motion->V));
        }
        if (truth->u && !(verdict->truth_u <= du)) verdict->truth_u = du;
        if (truth->r && !(verdict->truth_r <= dr)) verdict->truth_r = dr;
    }
}

/* A claim of no solution without certificate, on a small problem: are there exact ones?  Nodes, not seconds, are limited: the verdict is the same
   on every machine. */
static slip_tri solvable(const slip_problem *p, slip_law law, slip_dirs dirs)
{
    enum { CONTACTS = 6, JOINTS = 8, NODES = 400 };
    slip_prove_how how = { .law = law, .dirs = dirs, .asks = 1u << SLIP_ASK_VELOCITIES, .nodes = NODES };
    slip_proof proof;
    if (p->d * p->nc > 3 * CONTACTS || p->p > JOINTS || slip_prove(p, &how, &proof, NULL) != SLIP_OK) return SLIP_MAYBE;
    slip_tri answer = proof.word == SLIP_PROVED_NO_SOLUTION ? SLIP_NO : proof.least > 0 ? SLIP_YES : SLIP_MAYBE;
    slip_proof_free(&proof);
    return answer;
}

slip_verdict slip_ruler_verify(const slip_ruler *ruler, slip_law law, slip_dirs dirs, const slip_answer *answer, const slip_truth *truth,
                               double tol, double V)
{
    const slip_problem *p = ruler->problem;
    slip_verdict verdict = { .law = law, .dirs = dirs, .tol = tol, .contact = -1, .condition = SLIP_R_NATURAL,
                             .error = NAN, .truth_u = NAN, .truth_r = NAN };
    slip_error error = {0};
    for (int id = 0; id < SLIP_R_COUNT; id++) {
        verdict.residual.value[id] = NAN;
        verdict.residual.worst[id] = -1;
        verdict.residual.undefined[id] = "not measured";
    }
    if (truth && (truth->how == SLIP_HOW_UNKNOWN || !slip_law_same(p, law, dirs, p->law, p->dirs))) truth = NULL;
    bool none = truth && truth->solutions == 0;
    bool some = truth && (truth->solutions > 0 || truth->solutions == SLIP_SOLUTIONS_SOME || truth->solutions == SLIP_SOLUTIONS_MANY);
    if (answer->claim == SLIP_CLAIM_NOT_FOR_LAW) {
        verdict.word = SLIP_VERDICT_NA;
        snprintf(verdict.sentence, sizeof verdict.sentence, "the method says the problem is not for it");
        return verdict;
    }
    const char *why = defect(p, answer);
    bool within = false;
    if (!why) {
        slip_motion motion = {0};
        if (slip_residuals_get(ruler, law, dirs, answer, tol, V, &verdict.residual, &motion, &error) != SLIP_OK) {
            verdict.word = SLIP_VERDICT_HARNESS;
            snprintf(verdict.sentence, sizeof verdict.sentence, "the verifier failed: %s", error.text);
            return verdict;
        }
        for (int i = 0; i < p->nc; i++)
            verdict.modes[motion.mode[i]]++;
        within = decide(&verdict);
        against_truth(&verdict, ruler, &motion, truth);
        slip_arena_free(&motion.arena);
    }
    if (answer->claim == SLIP_CLAIM_NO_SOLUTION) {
        bool proof = !none && !some && answer->farkas && certificate(ruler, law, dirs, answer->farkas, &error);
        slip_tri found = none || some || within || proof ? SLIP_MAYBE : solvable(p, law, dirs);
        verdict.word = none || proof || found == SLIP_NO ? SLIP_VERDICT_VERIFIED : some || within || found == SLIP_YES ? SLIP_VERDICT_FALSE_CLAIM : SLIP_VERDICT_UNPROVED;
        const char *text = none ? "no solution exists, and the method says so"
                         : some ? "the method says no solution exists, but one is known"
                         : within ? "the method says no solution exists, yet its own vectors solve the problem"
                         : proof ? "no solution exists: the certificate of the method holds"
                         : found == SLIP_NO ? "no solution exists: proved by exact enumeration, and the method says so"
                         : found == SLIP_YES ? "the method says no solution exists, but exact enumeration finds one"
                         : answer->farkas ? "the method says no solution exists, but its certificate does not hold"
                         : "the method says no solution exists, without a certificate";
        snprintf(verdict.sentence, sizeof verdict.sentence, "%s", text);
        return verdict;
    }
    bool claims = answer->claim == SLIP_CLAIM_SOLVED;
    if (why) {
        verdict.word = claims ? SLIP_VERDICT_INVALID : SLIP_VERDICT_INACCURATE;
        snprintf(verdict.sentence, sizeof verdict.sentence, "%s: %s", claims ? "no usable answer" : "an honest failure", why);
        return verdict;
    }
    verdict.word = within ? claims ? SLIP_VERDICT_VERIFIED : SLIP_VERDICT_UNCLAIMED
                          : claims ? SLIP_VERDICT_FALSE_CLAIM : SLIP_VERDICT_INACCURATE;
    say(&verdict, p, within && none ? "verified to tol; no exact solution exists"
                   : within && claims ? "every condition holds"
                   : within ? "a good answer, claimed as a failure"
                   : claims ? "claimed as solved, but it is not" : none ? "an honest failure; no solution exists" : "an honest failure");
    return verdict;
}

slip_verdict slip_verify(const slip_problem *p, slip_law law, slip_dirs dirs, const slip_answer *answer, const slip_truth *truth, double tol)
{
    slip_ruler ruler;
    slip_error error = {0};
    if (slip_ruler_new(&ruler, p, &error) != SLIP_OK) {
        slip_verdict verdict = { .word = SLIP_VERDICT_HARNESS, .law = law, .dirs = dirs, .tol = tol, .contact = -1, .condition = SLIP_R_NATURAL,
                                 .error = NAN, .truth_u = NAN, .truth_r = NAN };
        for (int id = 0; id < SLIP_R_COUNT; id++) {
            verdict.residual.value[id] = NAN;
            verdict.residual.worst[id] = -1;
            verdict.residual.undefined[id] = "not measured";
        }
        verdict.unfit = error.status == SLIP_NUMERIC || error.status == SLIP_INPUT;
        snprintf(verdict.sentence, sizeof verdict.sentence, "the problem cannot be measured: %s", error.text);
        return verdict;
    }
    slip_verdict verdict = slip_ruler_verify(&ruler, law, dirs, answer, truth, tol, 0);
    slip_ruler_free(&ruler);
    return verdict;
}

slip_judgement slip_verify_both(const slip_problem *p, const slip_answer *answer, const slip_truth *truth, double tol)
{
    slip_judgement both;
    slip_ruler ruler;
    bool same = slip_law_same(p, answer->law, answer->dirs, p->law, p->dirs);
    if (slip_ruler_new(&ruler, p, NULL) != SLIP_OK)
        both.claimed = both.posed = slip_verify(p, p->law, p->dirs, answer, truth, tol);        /* says why not */
    else {
        both.posed = slip_ruler_verify(&ruler, p->law, p->dirs, answer, truth, tol, 0);
        both.claimed = same ? both.posed : slip_ruler_verify(&ruler, answer->law, answer->dirs, answer, truth, tol, 0);
        slip_ruler_free(&ruler);
    }
    both.solver_error = both.claimed.error;
    both.model_error = same ? 0 : both.posed.error;
    return both;
}
