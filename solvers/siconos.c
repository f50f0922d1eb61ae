/* siconos.c: methods of Siconos Numerics beside ours, each run of `slipstick-siconos` in a limited child.
   SPDX-License-Identifier: GPL-3.0-or-later

   Plane and solid problems are Coulomb's, d = 1 is the LCP; joints are eliminated.  The program is looked for in
   SLIPSTICK_SICONOS, beside the running program, then in PATH [AcaryBremondHuber2018]. */

#include "solvers/foreign.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH = 4096, WORDS = 7 };
typedef struct { char program[PATH], tol[32]; char *words[WORDS]; } state;

static bool find(char out[PATH]) { return slip_program_find("slipstick-siconos", "SLIPSTICK_SICONOS", out, PATH); }

bool slip_siconos_here(void)
{
    char program[PATH];
    return find(program);
}

static bool lacks(const slip_problem *p, bool one, bool two, bool three, char why[160])
{
    char program[PATH];
    bool missing = !(p->d == 1 ? one : p->d == 2 ? two : three);
    if (missing) snprintf(why, 160, "Siconos has no such method for contacts of dimension %d", p->d);
    else if (!find(program)) missing = true, snprintf(why, 160, "there is no program slipstick-siconos: install libsiconos-numerics-dev and configure again");
    return missing;
}

static slip_status prepare(state *s, const char *method, double tol, slip_error *error)
{
    if (!find(s->program)) return slip_fail(error, SLIP_ENV, "there is no program slipstick-siconos: install libsiconos-numerics-dev and configure again");
    slip_format_double(s->tol, tol);
    char *const words[WORDS] = { s->program, (char *)method, "{local}", "{result}", s->tol, "{max_iter}", NULL };
    memcpy(s->words, words, sizeof words);
    return SLIP_OK;
}

static slip_step step(void *x, const slip_problem *p, slip_iterate *it) { return slip_foreign_step(((state *)x)->words, p, it); }

/* Siconos divides by the largest of |q|, |r|, |u| over all contacts, we look at each contact by itself: it is asked for more, so that
   a claim called false is not a matter of norms. */
static const slip_param params[] = {
    { .name = "tighter", .def = 0.01, .min = 1e-8, .max = 1, .about = "what Siconos is asked for, in units of the tolerance: its norm is looser" },
    { .name = NULL }
};

#define METHOD(id, word, text, one, two, three) \
    static bool id##_applies(const slip_problem *p, const double par[], char why[160]) { (void)par; return !lacks(p, one, two, three, why); } \
    static slip_status id##_init(void *x, const slip_problem *p, const double par[], slip_iterate *it, slip_arena *arena, slip_error *error) \
    { (void)p; (void)arena; return prepare(x, word, par[0] * it->limits.tol, error); } \
    static const slip_solver id = { \
        .name = "siconos-" word, .about = "Siconos: " text, .cite = "AcaryBremondHuber2018", .laws = SLIP_LAW_BIT(SLIP_LAW_COULOMB), \
        .flags = SLIP_FINITE | SLIP_NO_BILATERAL | SLIP_NO_GIVEN_SLIP, .params = params, .size = sizeof(state), \
        .init = id##_init, .step = step, .applies = id##_applies };

METHOD(admm, "admm", "alternating directions, 3D", false, false, true)
METHOD(cpg, "cpg", "conjugate projected gradient, 2D and LCP", true, true, false)
METHOD(every, "enum", "all bases of an LCP", true, false, false)
METHOD(lemke, "lemke", "Lemke's pivoting, 2D and LCP", true, true, false)
METHOD(newton, "newton", "semismooth Newton, 3D and LCP", true, false, true)
METHOD(nsgs, "nsgs", "Gauss-Seidel; on an LCP projected", true, true, true)

const slip_solver *const slip_siconos[] = { &admm, &cpg, &every, &lemke, &newton, &nsgs, NULL };
