/* enum.c: all complementary bases of a small LCP; the first solution is returned, all are counted.
   SPDX-License-Identifier: GPL-3.0-or-later

   The number of unknowns is at most `most`; the bases are decided exactly (enumerate_exact.c), so "none" is what it says for the numbers given. */

#include "solvers/enumerate.h"
#include "solvers/lcp.h"

#include <stdio.h>
#include <string.h>

static const slip_param params[] = {
    { "most",  16, 1, SLIP_ENUMERATE_MOST, NULL, "unknowns; more is not for this method", SLIP_WHOLE },
    { "which", 1, 1, 64, NULL, "solution to return, counted in the order of the bases", SLIP_WHOLE },
    { "form",  0, 0, 3, slip_lcp_form_words, "formulation", 0 },
    { NULL, 0, 0, 0, NULL, NULL, 0 }
};
enum { MOST, WHICH, FORM };
enum { AT_A_TIME = 64, KEEP = 64 };

typedef struct { slip_enumeration all; int which; } core;

static slip_status start(void *state, const slip_lcp *lcp, const double par[], slip_iterate *it, slip_arena *arena, slip_error *error)
{
    core *c = state;
    (void)it;
    c->which = (int)par[WHICH];
    return slip_enumeration_new(&c->all, lcp->n, lcp->A, lcp->q, KEEP, arena, error);
}

static slip_step advance(void *state, const slip_lcp *lcp, slip_lcp_point *point, slip_iterate *it)
{
    core *c = state;
    bool more = slip_enumeration_go(&c->all, AT_A_TIME);
    it->work[SLIP_WORK_FACTORISATIONS] = (long long)c->all.next;
    if (more) return SLIP_STEP_OK;
    snprintf(it->note, sizeof it->note, "%s%d solutions at vertices%s; %ld of %llu bases singular", c->all.full ? "at least " : "", c->all.count,
             c->all.continuum ? " of a continuum" : "", c->all.singular, (unsigned long long)c->all.bases);
    if (c->all.count == 0) return SLIP_STEP_NONE;
    int which = c->which <= c->all.count ? c->which : c->all.count;
    memcpy(point->z, c->all.z + (size_t)(which - 1) * (size_t)lcp->n, (size_t)lcp->n * sizeof *point->z);
    return SLIP_STEP_DONE;
}

const slip_lcp_method slip_lcp_enum = { sizeof(core), start, advance, NULL };

static slip_law claims(const slip_problem *p, const double par[], slip_dirs *dirs)
{
    return slip_lcp_law(p, (slip_lcp_form)par[FORM], dirs);
}

static bool applies(const slip_problem *p, const double par[], char why[160])
{
    int n = slip_lcp_size(p, (slip_lcp_form)par[FORM]);
    if (n > par[MOST]) { snprintf(why, 160, "%d unknowns have 2^%d bases; most=%g", n, n, par[MOST]); return false; }
    return true;
}

static slip_status init(void *state, const slip_problem *p, const double par[], slip_iterate *it, slip_arena *arena, slip_error *error)
{
    return slip_lcp_solver_init(state, &slip_lcp_enum, (slip_lcp_form)par[FORM], SLIP_JOINTS_ELIMINATED, p, par, it, arena, error);
}

static slip_step step(void *state, const slip_problem *p, slip_iterate *it) { return slip_lcp_solver_step(state, p, it); }
static void close(void *state) { slip_lcp_solver_close(state); }

const slip_solver slip_solver_enum = {
    .name = "enum", .about = "all complementary bases of a small LCP, decided exactly", .cite = "Murty1988",
    .laws = SLIP_LAW_BIT(SLIP_LAW_COULOMB) | SLIP_LAW_BIT(SLIP_LAW_FACETS) | SLIP_LAW_BIT(SLIP_LAW_BOX) | SLIP_LAW_BIT(SLIP_LAW_CONE_FACETS),
    .flags = SLIP_FINITE | SLIP_NO_BILATERAL, .params = params, .size = sizeof(slip_lcp_state),
    .claims = claims, .applies = applies, .init = init, .step = step, .close = close
};
