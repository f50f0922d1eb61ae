/* registry.c: the methods, and what their words mean.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "solvers/foreign.h"

#include <stdio.h>
#include <string.h>

extern const slip_solver
    slip_solver_admm,
    slip_solver_apgd,
    slip_solver_baraff,
    slip_solver_bb,
    slip_solver_bpp,
    slip_solver_dantzig,
    slip_solver_desaxce,
    slip_solver_enum,
    slip_solver_fip,
    slip_solver_homotopy,
    slip_solver_ipm,
    slip_solver_lcp1,
    slip_solver_lcp2,
    slip_solver_lcp2_once,
    slip_solver_lcp3,
    slip_solver_lemke,
    slip_solver_newton,
    slip_solver_nsgs,
    slip_solver_pgs,
    slip_solver_pj,
    slip_solver_prox;

const slip_solver *const slip_solvers[] = {
    &slip_solver_admm,
    &slip_solver_apgd,
    &slip_solver_baraff,
    &slip_solver_bb,
    &slip_solver_bpp,
    &slip_solver_dantzig,
    &slip_solver_desaxce,
    &slip_solver_enum,
    &slip_solver_fip,
    &slip_solver_homotopy,
    &slip_solver_ipm,
    &slip_solver_lcp1,
    &slip_solver_lcp2,
    &slip_solver_lcp2_once,
    &slip_solver_lcp3,
    &slip_solver_lemke,
    &slip_solver_newton,
    &slip_solver_nsgs,
    &slip_solver_pgs,
    &slip_solver_pj,
    &slip_solver_prox,
    NULL
};

static const char *const step_names[] = {
#define X(name, word, text) word,
    SLIP_STEP_LIST(X)
#undef X
};
static const char *const step_texts[] = {
#define X(name, word, text) text,
    SLIP_STEP_LIST(X)
#undef X
};
static const char *const work_names[] = {
#define X(name, word, text) word,
    SLIP_WORK_LIST(X)
#undef X
};

const char *slip_step_name(slip_step s) { return s < SLIP_STEP_COUNT ? step_names[s] : "?"; }
const char *slip_step_text(slip_step s) { return s < SLIP_STEP_COUNT ? step_texts[s] : "?"; }
const char *slip_work_name(slip_work w) { return w < SLIP_WORK_COUNT ? work_names[w] : "?"; }

const slip_solver *slip_solver_find(const char *name, slip_error *error)
{
    enum { MOST = 128 };
    const char *names[MOST + 1];
    int count = 0;
    for (; slip_solvers[count] && count < MOST; count++) {
        if (strcmp(slip_solvers[count]->name, name) == 0) return slip_solvers[count];
        names[count] = slip_solvers[count]->name;
    }
    for (int k = 0; slip_siconos[k]; k++) {
        if (strcmp(slip_siconos[k]->name, name) == 0) return slip_siconos[k];
        if (count < MOST) names[count++] = slip_siconos[k]->name;
    }
    names[count] = NULL;
    const char *near = slip_nearest(name, names);
    if (near) slip_fail(error, SLIP_INPUT, "there is no solver '%.60s'; did you mean '%s'?", name, near);
    else slip_fail(error, SLIP_INPUT, "there is no solver '%.60s' ('slipstick list solvers' shows them all)", name);
    return NULL;
}

slip_status slip_solver_open(const char *name, const slip_solver **out, double par[], slip_error *error)
{
    char head[64];
    size_t length = strcspn(name, ":");
    if (slip_foreign_name(name)) return slip_foreign_open(name, out, par, error);
    if (length == 0 || length >= sizeof head) return slip_fail(error, SLIP_INPUT, "'%.60s' is not the name of a solver", name);
    memcpy(head, name, length);
    head[length] = 0;
    if (!(*out = slip_solver_find(head, error))) return SLIP_INPUT;
    return slip_param_parse((*out)->params, "solver", head, name[length] ? name + length + 1 : NULL, par, NULL, error);
}

bool slip_solver_applies(const slip_solver *s, const slip_problem *p, const double par[], char why[160])
{
    bool law = false;
    why[0] = 0;
    for (int k = 0; k < SLIP_LAW_COUNT && !law; k++)
        law = (s->laws & SLIP_LAW_BIT(k)) && slip_law_same(p, (slip_law)k, p->dirs, p->law, p->dirs);
    if (!law) { snprintf(why, 160, "%s is not for the law %s", s->name, slip_law_name(p->law)); return false; }
    if ((s->flags & SLIP_NEEDS_GLOBAL) && !slip_problem_global(p)) { snprintf(why, 160, "%s needs M and H, and only W is known", s->name); return false; }
    if ((s->flags & SLIP_NO_JOINTS) && p->p) { snprintf(why, 160, "%s does not take joints", s->name); return false; }
    if ((s->flags & SLIP_NEEDS_SYMMETRIC) && p->asymmetry > 1e-12) { snprintf(why, 160, "%s needs a symmetric matrix", s->name); return false; }
    if (s->flags & SLIP_NO_BILATERAL)
        for (int i = 0; p->bilateral && i < p->nc; i++)
            if (p->bilateral[i]) { snprintf(why, 160, "%s does not take bilateral contacts", s->name); return false; }
    bool ours = s != &slip_foreign_command && s != &slip_foreign_library;
    for (int i = 0; ours && p->d > 1 && p->bilateral && i < p->nc; i++)          /* friction -mu |r_N| t: not the ray (1, -mu t) */
        if (p->bilateral[i] && p->mu[i] > 0 && slip_problem_has_slip(p, i)) { snprintf(why, 160, "%s does not take a bilateral contact whose slip direction is given", s->name); return false; }
    for (int i = 0; (s->flags & SLIP_NO_GIVEN_SLIP) && i < p->nc; i++)
        if (slip_problem_has_slip(p, i)) { snprintf(why, 160, "%s does not take given slip directions", s->name); return false; }
    return !s->applies || s->applies(p, par, why);
}
