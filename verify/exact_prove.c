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

enum { MEAN_NODES = 5000 };     /* to look at for two solutions whose mean is none */

typedef struct {
    const slip_problem *problem; const slip_prove_how *how;
    slip_exact_system system;
    slip_exact_solutions solutions;         /* different in (r, u), or, once impulses were not unique, in the velocity */
    slip_exact_solutions points;            /* different in z */
    slip_proof_text text;
    slip_text tree;                         /* goes behind the solutions */
    slip_proof *out;
    double until;
    bool energetic;                         /* the tree uses the energy rule */
    bool impulses;                          /* two impulses are known for one piece */
} work;

void slip_proof_say(slip_proof *out, const char *format, ...)
{
    size_t at = strlen(out->sentence);
    if (at && at + 2 < sizeof out->sentence) strcpy(out->sentence + at, "; "), at += 2;
    va_list args;
    va_start(args, format);
    vsnprintf(out->sentence + at, sizeof out->sentence - at, format, args);
    va_end(args);
}

void slip_proof_claim(slip_proof_text *text, const char *format, ...)
{
    char line[64];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    slip_text_add(&text->claims, "claim %s\n", line);
}

static bool asked(const work *w, slip_ask ask) { return w->how->asks >> ask & 1; }

/* ---- counting ---- */

static slip_status run(work *w, slip_tree *t, slip_goal goal, bool first, slip_error *error)
{
    bool points = goal == SLIP_GOAL_PIECES || goal == SLIP_GOAL_VERTICES;
    *t = (slip_tree){ .system = &w->system, .goal = goal, .first = first, .solutions = points ? &w->points : &w->solutions, .until = w->until,
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

static void say_impulses(work *w)
{
    if (!w->impulses) return;
    slip_proof_claim(&w->text, "at-least 2 solutions");
    slip_proof_say(w->out, "infinitely many impulses");
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
    if (none) slip_proof_claim(&w->text, "no-solution");
    if (!none && all) slip_proof_claim(&w->text, "solutions %d", out->solutions);
    if (!none && !all) slip_proof_claim(&w->text, "velocities %d", velocities);
    plural(words, none || all ? out->solutions : velocities, none || all ? "solution" : "velocity", all ? "solutions" : "velocities");
    slip_proof_say(out, "%s", words);
    say_impulses(w);
    if (all && velocities != out->solutions) slip_proof_say(out, "%d different velocities", velocities);
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
    if (out->least > 1) slip_proof_claim(&w->text, "at-least %d velocities", out->least);
    else if (out->least) slip_proof_claim(&w->text, "solution");
    if (t->end == SLIP_TREE_MANY) slip_proof_say(out, "infinitely many velocities solve it: a segment of solutions holds different ones");
    else if (out->least) slip_proof_say(out, "at least %d velocit%s it", out->least, out->least > 1 ? "ies solve" : "y solves");
    if (t->end != SLIP_TREE_MANY) slip_proof_say(out, "undecided how many: %s after %ld nodes (%.3g %% of the cases)", ends[t->end], w->out->nodes, 100 * t->done);
}

static bool cone_law(const work *w) { return w->how->law == SLIP_LAW_CONE || w->how->law == SLIP_LAW_CONE_FACETS; }

/* The cone laws are the optimality conditions of a strictly convex program: one solution is enough. */
static bool convex(work *w)
{
    if (!cone_law(w) || !w->system.energy || !w->system.n || !w->solutions.count) return false;
    w->out->word = SLIP_PROVED_VELOCITIES;
    w->out->velocities = w->out->least = 1;
    w->energetic = true;
    slip_proof_claim(&w->text, "velocities 1");
    slip_proof_say(w->out, "exactly 1 velocity");
    say_impulses(w);
    return true;
}

/* Round cones: a solution from elsewhere, then whether its velocity is the only one. */
static slip_status count_round(work *w, slip_error *error)
{
    slip_tree t;
    fmpq *z = _fmpq_vec_init(w->system.size + 1);
    t = (slip_tree){ .most = w->how->nodes, .until = w->until, .look = w->how->look, .ctx = w->how->ctx };
    int found = slip_exact_round(w->problem, w->how->law, w->how->dirs, &w->system, &t, z, error);
    w->out->nodes += t.nodes;
    if (found > 0 && slip_exact_solutions_add(&w->solutions, &w->system, SLIP_GOAL_VELOCITIES, z) < 0) found = -1;
    _fmpq_vec_clear(z, w->system.size + 1);
    if (found < 0) return slip_fail(error, SLIP_MEMORY, "out of memory for a solution");
    if (convex(w)) return SLIP_OK;
    slip_status status = run(w, &t, SLIP_GOAL_VELOCITIES, false, error);
    if (!status) {
        if (t.end == SLIP_TREE_COMPLETE) settle(w, &t);
        else remember(w, &t);
    }
    slip_tree_free(&t);
    return status;
}

static slip_status count(work *w, slip_error *error)
{
    slip_tree t;
    if (w->system.relaxed) return count_round(w, error);
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
        w->impulses = true;
        if (convex(w)) return SLIP_OK;
        status = run(w, &t, SLIP_GOAL_VELOCITIES, false, error);
    }
    if (!status) {
        if (t.end == SLIP_TREE_COMPLETE) settle(w, &t);
        else remember(w, &t);
    }
    slip_tree_free(&t);
    return status;
}

/* ---- pieces, vertices, means ---- */

/* How many vertices are basic solutions; -1: not known. */
static int basic(const work *w)
{
    int count = 0;
    for (int k = 0; k < w->points.count; k++) {
        int yes = slip_exact_basic(&w->system, w->points.x[k]);
        if (yes < 0) return -1;
        count += yes;
    }
    return count;
}

static slip_status parts(work *w, slip_goal goal, slip_error *error)
{
    slip_proof *out = w->out;
    bool vertices = goal == SLIP_GOAL_VERTICES;
    const char *what = vertices ? "vertices" : "pieces";
    if (w->system.relaxed) {
        slip_proof_say(out, "no %s: the solutions of round cones are not polyhedra", what);
        return SLIP_OK;
    }
    slip_tree t;
    slip_status status = run(w, &t, goal, false, error);
    if (!status && t.end == SLIP_TREE_COMPLETE) {
        int count = vertices ? w->points.count : (int)t.pieces;
        slip_proof_claim(&w->text, "%s %d", what, count);
        slip_proof_say(out, "%d %s%s", count, count == 1 ? vertices ? "vertex" : "solution piece" : vertices ? "vertices" : "solution pieces", vertices ? " of the solution set" : "");
        if (vertices) {
            out->vertices = count;
            out->basic = basic(w);
            if (out->basic >= 0) slip_proof_claim(&w->text, "basic %d", out->basic);
            if (out->basic >= 0) slip_proof_say(out, "%d basic solution%s", out->basic, out->basic == 1 ? "" : "s");
        } else {
            out->pieces = count;
        }
        slip_text_add(&w->tree, "tree %s\n", what);
        slip_text_put(&w->tree, t.out.s, t.out.length);
        if (out->word == SLIP_PROVED_UNDECIDED) out->word = count ? SLIP_PROVED_PROPERTY : SLIP_PROVED_NO_SOLUTION;
    } else if (!status) {
        slip_proof_say(out, "%s undecided: %s after %ld nodes", what, ends[t.end], t.nodes);
    }
    slip_tree_free(&t);
    return status;
}

/* Two of exactly so many whose mean is none of them. */
static void mean_of_solutions(work *w)
{
    const slip_exact_solutions *l = &w->solutions;
    int n = w->system.size;
    fmpq *z = _fmpq_vec_init(n + 1);
    for (int a = 0; a < l->count && !w->out->nonconvex; a++)
        for (int b = 0; b < a && !w->out->nonconvex; b++) {
            for (int i = 0; i < n; i++) {
                fmpq_add(z + i, l->x[a] + i, l->x[b] + i);
                fmpq_div_2exp(z + i, z + i, 1);
            }
            if (slip_exact_solutions_find(l, &w->system, SLIP_GOAL_SOLUTIONS, z) >= 0) continue;
            w->out->nonconvex = true;
            slip_text_add(&w->tree, "midpoint %d %d\n", b, a);
        }
    _fmpq_vec_clear(z, n + 1);
}

static bool late(void *ctx)
{
    const work *w = ctx;
    return (w->until > 0 && !(slip_clock_wall() < w->until)) || (w->how->look && w->how->look(w->how->ctx, 1, w->out->nodes));
}

/* A solution with z_i > 0 and one with w_i > 0, the first solution known being one of them. */
static slip_status mean_of_points(work *w, slip_error *error)
{
    int n = w->system.size, found = 0;
    long nodes = MEAN_NODES;
    fmpq *z = _fmpq_vec_init(n + 1);
    fmpq_t x;
    fmpq_init(x);
    for (int i = 0; i < n && found == 0; i++) {
        if (w->system.kind[i] != SLIP_PAIR) continue;
        slip_exact_apply(x, w->system.A, i, w->solutions.x[0]);
        bool other = !fmpq_is_zero(w->solutions.x[0] + i);
        if (!other && fmpq_is_zero(x)) continue;
        found = slip_exact_positive(&w->system, other ? n + i : i, z, &nodes, late, w, error);
        if (found != 1) continue;
        int a = slip_exact_solutions_add(&w->points, &w->system, SLIP_GOAL_VERTICES, w->solutions.x[0]);
        int b = slip_exact_solutions_add(&w->points, &w->system, SLIP_GOAL_VERTICES, z);
        if (a < 0 || b < 0) found = -2;
        slip_text_add(&w->tree, "midpoint-lcp %d %d %d\n", a, b, i);
        w->out->nonconvex_lcp = true;
    }
    w->out->nodes += MEAN_NODES - nodes;
    fmpq_clear(x);
    _fmpq_vec_clear(z, n + 1);
    return found == -2 ? slip_fail(error, SLIP_MEMORY, "out of memory for two solutions") : SLIP_OK;
}

static slip_status means(work *w, slip_error *error)
{
    slip_proof *out = w->out;
    slip_status status = SLIP_OK;
    if (out->solutions > 1) mean_of_solutions(w);
    if (!out->nonconvex && w->solutions.count && !w->system.relaxed && !cone_law(w)) status = mean_of_points(w, error);
    if (out->nonconvex) slip_proof_claim(&w->text, "nonconvex");
    if (out->nonconvex_lcp) slip_proof_claim(&w->text, "nonconvex-lcp");
    if (out->nonconvex) slip_proof_say(out, "the solution set is not convex");
    if (out->nonconvex_lcp) slip_proof_say(out, "the solution set of the complementarity problem is not convex");
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
    for (int k = 0; w->tree.length && k < w->points.count; k++) slip_proof_sparse(&w->text.body, "z", w->points.x[k], l->size);
}

static slip_status put_parts(work *w, slip_error *error)
{
    bool system = w->tree.length > 0 || (asked(w, SLIP_ASK_P_MATRIX) && w->system.kind);       /* it needs M^-1 */
    slip_status status = slip_proof_mass(&w->text.body, w->problem, system, w->energetic, error);
    if (status) return status;
    slip_proof_directions(&w->text.body, w->problem, w->how->law, w->how->dirs);
    put_solutions(w);
    slip_text_put(&w->text.body, w->tree.s ? w->tree.s : "", w->tree.length);
    return SLIP_OK;
}

slip_status slip_prove(const slip_problem *problem, const slip_prove_how *how, slip_proof *out, slip_error *error)
{
    slip_prove_how own = *how;
    if (!own.asks) own.asks = 1u << SLIP_ASK_SOLUTIONS | 1u << SLIP_ASK_VELOCITIES | 1u << SLIP_ASK_NONCONVEX;
    work w = { .problem = problem, .how = &own, .out = out, .until = how->seconds > 0 ? slip_clock_wall() + how->seconds : 0 };
    *out = (slip_proof){ .solutions = -1, .velocities = -1, .pieces = -1, .vertices = -1, .basic = -1 };
    slip_error why = { 0 };
    const unsigned counts = 1u << SLIP_ASK_SOLUTIONS | 1u << SLIP_ASK_VELOCITIES | 1u << SLIP_ASK_NONCONVEX;
    const unsigned systems = counts | 1u << SLIP_ASK_BASIC | 1u << SLIP_ASK_PIECES | 1u << SLIP_ASK_P_MATRIX;
    slip_status status = own.asks & systems ? slip_exact_system_new(&w.system, problem, how->law, how->dirs, &why) : SLIP_OK;
    bool unable = status == SLIP_INPUT || status == SLIP_SIZE;
    if (unable) slip_proof_say(out, "undecided: %s", why.text);
    if (status && !unable) return slip_fail(error, status, "%s", why.text);
    status = SLIP_OK;
    bool system = w.system.kind != NULL;
    if (system) {
        out->size = w.system.size;
        slip_exact_solutions_new(&w.solutions, &w.system);
        slip_exact_solutions_new(&w.points, &w.system);
        if (asked(&w, SLIP_ASK_BASIC)) status = parts(&w, SLIP_GOAL_VERTICES, error);
        if (!status && asked(&w, SLIP_ASK_PIECES)) status = parts(&w, SLIP_GOAL_PIECES, error);
        if (!status && own.asks & counts) status = count(&w, error);
        if (!status && asked(&w, SLIP_ASK_NONCONVEX)) status = means(&w, error);
    }
    if (!status) status = put_parts(&w, error);
    if (!status) status = slip_exact_property(problem, &own, system ? &w.system : NULL, out, &w.text, late, &w, error);
    if (!status && w.text.claims.length) status = slip_proof_whole(&out->file, problem, how->law, how->dirs, &w.text, error);
    slip_text_free(&w.text.claims);
    slip_text_free(&w.text.body);
    slip_text_free(&w.tree);
    slip_exact_solutions_free(&w.solutions);
    slip_exact_solutions_free(&w.points);
    slip_exact_system_free(&w.system);
    if (status) slip_proof_free(out);
    return status;
}

void slip_proof_free(slip_proof *p)
{
    slip_text_free(&p->file);
    *p = (slip_proof){ .solutions = -1 };
}
