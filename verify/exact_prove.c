/* exact_prove.c: what exact enumeration can say of a problem, and the file that proves it.
   SPDX-License-Identifier: GPL-3.0-or-later

   First one solution is looked for, so that it can close nodes from the root on; then all (r, u) are counted; where a piece holds more
   than one impulse, the velocities are. */

#include "verify/exact.h"
#include "verify/verify.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define X(name, word, text) word,
static const char *const proved_words[] = { SLIP_PROVED_LIST(X) }, *const ask_words[] = { SLIP_ASK_LIST(X) };
#undef X
#define X(name, word, text) text,
static const char *const proved_texts[] = { SLIP_PROVED_LIST(X) }, *const ask_texts[] = { SLIP_ASK_LIST(X) };
#undef X
#define X(name, text) text,
static const char *const ends[] = { SLIP_TREE_LIST(X) };
#undef X

const char *slip_proved_name(slip_proved k) { return proved_words[k]; }
const char *slip_proved_text(slip_proved k) { return proved_texts[k]; }
const char *slip_ask_name(slip_ask k) { return ask_words[k]; }
const char *slip_ask_text(slip_ask k) { return ask_texts[k]; }

typedef struct {
    const slip_problem *problem; const slip_prove_how *how;
    slip_exact_system system;
    slip_exact_solutions solutions;         /* different in (r, u), or, once impulses were not unique, in the velocity */
    slip_goal goal;
    slip_proof_text text;
    slip_text tree;                         /* goes behind the solutions */
    slip_proof *out;
    double until;
    bool energetic;                         /* the tree uses the energy rule */
} work;

static void say(slip_proof *out, const char *format, ...)
{
    size_t at = strlen(out->sentence);
    if (at && at + 2 < sizeof out->sentence) strcpy(out->sentence + at, "; "), at += 2;
    va_list args;
    va_start(args, format);
    vsnprintf(out->sentence + at, sizeof out->sentence - at, format, args);
    va_end(args);
}

static void claim(work *w, const char *format, ...)
{
    char line[64];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    slip_text_add(&w->text.claims, "claim %s\n", line);
}

static bool asked(const work *w, slip_ask ask) { return w->how->asks >> ask & 1; }

/* ---- counting ---- */

static slip_status run(work *w, slip_tree *t, slip_goal goal, bool first, slip_error *error)
{
    *t = (slip_tree){ .system = &w->system, .goal = goal, .first = first, .solutions = &w->solutions, .until = w->until,
                      .look = w->how->look, .ctx = w->how->ctx };
    if (w->how->nodes && w->how->nodes <= w->out->nodes) {
        t->end = SLIP_TREE_NODES;
        return SLIP_OK;
    }
    if (w->how->nodes) t->most = w->how->nodes - w->out->nodes;
    slip_status status = slip_tree_run(t, error);
    w->out->nodes += t->nodes;
    return status;
}

static int distinct_velocities(const work *w)
{
    int count = 0;
    for (int k = 0; k < w->solutions.count; k++)
        count += slip_exact_solutions_find(&w->solutions, &w->system, SLIP_GOAL_VELOCITIES, w->solutions.x[k]) == k;
    return count;
}

static void plural(char out[48], int n, const char *one, const char *many)
{
    if (n == 0) snprintf(out, 48, "no %s", one);
    else snprintf(out, 48, "exactly %d %s", n, n == 1 ? one : many);
}

/* A tree that looked at everything: what it proves. */
static void settle(work *w, slip_tree *t)
{
    slip_proof *out = w->out;
    char words[48];
    int velocities = distinct_velocities(w);
    bool all = t->goal == SLIP_GOAL_SOLUTIONS, none = w->solutions.count == 0;
    out->velocities = out->least = velocities;
    if (all || none) out->solutions = w->solutions.count;
    out->word = none ? SLIP_PROVED_NO_SOLUTION : all ? SLIP_PROVED_EXACTLY : SLIP_PROVED_VELOCITIES;
    if (none) claim(w, "no-solution");
    if (!none && all) claim(w, "solutions %d", out->solutions);
    if (!none && !all) claim(w, "velocities %d", velocities);
    plural(words, none || all ? out->solutions : velocities, none || all ? "solution" : "velocity", all ? "solutions" : "velocities");
    say(out, "%s%s", words, none || all ? "" : ", impulses not unique");
    if (all && velocities != out->solutions) say(out, "%d different velocities", velocities);
    w->energetic = strstr(t->out.s, "\nE ") != NULL;
    slip_text_add(&w->tree, "tree %s\n", none ? "none" : all ? "solutions" : "velocities");
    slip_text_put(&w->tree, t->out.s, t->out.length);
}

/* What is known when not everything was looked at. */
static void remember(work *w, const slip_tree *t)
{
    slip_proof *out = w->out;
    out->least = distinct_velocities(w);
    out->word = out->least > 1 ? SLIP_PROVED_MULTIPLE : out->least ? SLIP_PROVED_EXISTS : SLIP_PROVED_UNDECIDED;
    if (out->least > 1) claim(w, "at-least %d velocities", out->least);
    else if (out->least) claim(w, "solution");
    if (t->end == SLIP_TREE_MANY) say(out, "infinitely many velocities solve it: a segment of solutions holds different ones");
    else if (out->least) say(out, "at least %d velocit%s it", out->least, out->least > 1 ? "ies solve" : "y solves");
    if (t->end != SLIP_TREE_MANY) say(out, "undecided how many: %s after %ld nodes (%.3g %% of the cases)", ends[t->end], w->out->nodes, 100 * t->done);
}

static slip_status count(work *w, slip_error *error)
{
    slip_tree t;
    bool velocities = asked(w, SLIP_ASK_VELOCITIES) && !asked(w, SLIP_ASK_SOLUTIONS);
    slip_goal goal = velocities ? SLIP_GOAL_VELOCITIES : SLIP_GOAL_SOLUTIONS;
    slip_status status = run(w, &t, goal, true, error);
    slip_tree_end found = t.end;
    if (!status && found == SLIP_TREE_COMPLETE) settle(w, &t);
    if (!status && found != SLIP_TREE_COMPLETE && found != SLIP_TREE_FIRST) remember(w, &t);
    slip_tree_free(&t);
    if (status || found != SLIP_TREE_FIRST) return status;
    status = run(w, &t, goal, false, error);
    if (!status && t.end == SLIP_TREE_MANY && goal == SLIP_GOAL_SOLUTIONS && asked(w, SLIP_ASK_VELOCITIES)) {
        slip_tree_free(&t);
        status = run(w, &t, SLIP_GOAL_VELOCITIES, false, error);
    }
    if (!status) {
        if (t.end == SLIP_TREE_COMPLETE) settle(w, &t);
        else remember(w, &t);
    }
    slip_tree_free(&t);
    return status;
}

/* ---- the file ---- */

static void put_solutions(work *w)
{
    const slip_exact_solutions *l = &w->solutions;
    for (int k = 0; k < l->count; k++) {
        slip_text_add(&w->text.body, "solution\n");
        if (l->n) slip_proof_numbers(&w->text.body, "v", slip_exact_v(l, k), l->n);
        if (l->p) slip_proof_numbers(&w->text.body, "l", slip_exact_l(l, k), l->p);
        slip_proof_numbers(&w->text.body, "r", slip_exact_r(l, k), l->m);
    }
}

static slip_status put_file(work *w, slip_error *error)
{
    slip_status status = slip_proof_mass(&w->text.body, w->problem, w->tree.length > 0, w->energetic, error);
    if (status) return status;
    slip_proof_directions(&w->text.body, w->problem, w->how->law, w->how->dirs);
    put_solutions(w);
    slip_text_put(&w->text.body, w->tree.s ? w->tree.s : "", w->tree.length);
    return slip_proof_whole(&w->out->file, w->problem, w->how->law, w->how->dirs, &w->text, error);
}

slip_status slip_prove(const slip_problem *problem, const slip_prove_how *how, slip_proof *out, slip_error *error)
{
    slip_prove_how own = *how;
    if (!own.asks) own.asks = 1u << SLIP_ASK_SOLUTIONS | 1u << SLIP_ASK_VELOCITIES;
    work w = { .problem = problem, .how = &own, .out = out, .until = how->seconds > 0 ? slip_clock_wall() + how->seconds : 0 };
    *out = (slip_proof){ .solutions = -1, .velocities = -1, .pieces = -1, .basic = -1 };
    slip_error why = { 0 };
    slip_status status = slip_exact_system_new(&w.system, problem, how->law, how->dirs, &why);
    if (status == SLIP_INPUT || status == SLIP_SIZE) {
        say(out, "undecided: %s", why.text);
        return SLIP_OK;
    }
    if (status) return slip_fail(error, status, "%s", why.text);
    out->size = w.system.size;
    slip_exact_solutions_new(&w.solutions, &w.system);
    status = count(&w, error);
    if (!status && w.text.claims.length) status = put_file(&w, error);
    slip_text_free(&w.text.claims);
    slip_text_free(&w.text.body);
    slip_text_free(&w.tree);
    slip_exact_solutions_free(&w.solutions);
    slip_exact_system_free(&w.system);
    if (status) slip_proof_free(out);
    return status;
}

void slip_proof_free(slip_proof *p)
{
    slip_text_free(&p->file);
    *p = (slip_proof){ .solutions = -1 };
}
