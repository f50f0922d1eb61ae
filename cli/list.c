/* list.c: `slipstick list`: what there is.
   SPDX-License-Identifier: GPL-3.0-or-later

   A kind of thing that can be listed is one line of `kinds`. */

#include <fnmatch.h>
#include <math.h>
#include <string.h>
#include "base/json.h"
#include "cli/cli.h"

enum { RANK_MAX_M = 300 };      /* the rank of W is cheap up to here */

typedef struct {
    const slip_args *args; int first;       /* selectors: operands from first on */
    bool names, json; json_t *rows;
    bool *used;                             /* which operand has selected something */
} listing;

/* Does a name match one of the selectors (none: all do)? */
static bool selected(const listing *l, const char *name)
{
    bool any = l->first >= l->args->operands;
    for (int k = l->first; k < l->args->operands; k++)
        if (!fnmatch(l->args->operand[k], name, 0))
            any = l->used[k] = true;
    return any;
}

static void properties(const slip_problem *p, const slip_property *property, slip_text *out)
{
    const char *between = "";
    bool given = false;
    for (int i = 0; i < p->nc; i++)
        given |= slip_problem_has_slip(p, i);
    double low = INFINITY, high = 0;
    for (int i = 0; i < p->nc; i++) {
        low = fmin(low, p->mu[i]);
        high = fmax(high, p->mu[i]);
    }
    if (p->d > 1 && p->nc) {
        slip_text_add(out, low == high ? "mu %g" : "mu %g..%g", low, high);
        between = ", ";
    }
    const struct { bool holds; const char *word; } word[] = {
        { p->d == 1, "LCP" }, { property->hyperstatic == SLIP_YES, "rank-deficient" }, { p->p > 0, "joints" }, { given, "given slip" },
        { p->bilateral != NULL, "bilateral" }, { p->level == SLIP_LEVEL_ACCELERATION, "accelerations" },
        { p->asymmetry > 0, "unsymmetric" }, { p->picture.space > 0, "picture" }
    };
    for (size_t k = 0; k < sizeof word / sizeof *word; k++)
        if (word[k].holds) {
            slip_text_add(out, "%s%s", between, word[k].word);
            between = ", ";
        }
}

static int one_problem(listing *l, const char *name)
{
    slip_error error = { 0 };
    slip_problem problem;
    slip_truth truth = { 0 };
    slip_property property;
    slip_text props = { 0 }, known = { 0 };
    if (l->names) {
        puts(name);
        return SLIP_EXIT_OK;
    }
    if (slip_open(&problem, name, &truth, &error) != SLIP_OK)
        return slip_complain_error(&error);
    int code = SLIP_EXIT_OK;
    if (slip_problem_property(&problem, RANK_MAX_M, &property, &error) != SLIP_OK)
        property = (slip_property){ .rank = -1, .cond = NAN, .why = error.text };
    properties(&problem, &property, &props);
    slip_truth_words(&truth, &known);
    int m = slip_problem_m(&problem);
    if (l->json) {
        json_t *row = json_pack("{s:s,s:i,s:i,s:i,s:s,s:o,s:s?,s:s,s:s}", "name", name, "d", problem.d, "contacts", problem.nc, "n", problem.n,
                                "law", slip_law_name(problem.law), "rank", property.rank < 0 ? json_null() : json_integer(property.rank),
                                "rank_why", property.rank < 0 ? property.why ? property.why : "not computed" : NULL, "properties", props.s ? props.s : "", "truth", known.s);
        if (json_array_append_new(l->rows, row))
            code = slip_complain_memory();
    } else {
        char rank[32] = "not computed";
        if (property.rank >= 0)
            snprintf(rank, sizeof rank, "%d of %d", property.rank, m);
        printf("%-26s %d %8d  %-11s %-13s %-27s %s\n", name, problem.d, problem.nc, slip_law_name(problem.law), rank, known.s ? known.s : "", props.s ? props.s : "");
    }
    slip_text_free(&props);
    slip_text_free(&known);
    slip_problem_free(&problem);
    return code;
}

/* Selectors that name no family but an instance (a colon) or a suite are opened as such. */
static int list_problems(listing *l)
{
    int code = SLIP_EXIT_OK;
    slip_error error = { 0 };
    if (!l->names && !l->json)
        printf("%s%-26s %s %8s  %-11s %-13s %-27s %s%s\n", slip_paint(SLIP_STRONG), "PROBLEM", "d", "CONTACTS", "LAW", "RANK OF W", "TRUTH", "PROPERTIES", slip_unpaint());
    for (int k = l->first; k < l->args->operands && code == SLIP_EXIT_OK; k++) {
        const char *word = l->args->operand[k];
        if (!strncmp(word, "suite:", 6)) {
            const slip_suite *suite = slip_suite_find(word + 6, &error);
            if (!suite)
                return slip_complain_error(&error);
            for (int j = 0; suite->problems[j] && code == SLIP_EXIT_OK; j++)
                code = one_problem(l, suite->problems[j]);
            l->used[k] = true;
        } else if (strpbrk(word, ":/")) {
            code = one_problem(l, word);
            l->used[k] = true;
        }
    }
    for (int k = 0; slip_families[k] && code == SLIP_EXIT_OK; k++)
        if (selected(l, slip_families[k]->name))
            code = one_problem(l, slip_families[k]->name);
    return code;
}

static void laws_of(const slip_solver *s, slip_text *out)
{
    for (int law = 0; law < SLIP_LAW_COUNT; law++)
        if (s->laws & SLIP_LAW_BIT(law))
            slip_text_add(out, "%s%s", out->length ? " " : "", slip_law_name(law));
}

static int list_solvers(listing *l)
{
    if (!l->names && !l->json)
        printf("%s%-14s %-44s %s%s\n", slip_paint(SLIP_STRONG), "SOLVER", "RUNS ON LAWS", "ABOUT", slip_unpaint());
    for (int k = 0; slip_solvers[k]; k++) {
        const slip_solver *s = slip_solvers[k];
        if (!selected(l, s->name))
            continue;
        slip_text laws = { 0 };
        laws_of(s, &laws);
        if (l->names)
            puts(s->name);
        else if (!l->json)
            printf("%-14s %-44s %s\n", s->name, laws.s ? laws.s : "", s->about);
        else if (json_array_append_new(l->rows, json_pack("{s:s,s:s,s:s,s:s?}", "name", s->name, "about", s->about, "laws", laws.s ? laws.s : "", "cite", s->cite))) {
            slip_text_free(&laws);
            return slip_complain_memory();
        }
        slip_text_free(&laws);
    }
    return SLIP_EXIT_OK;
}

static int list_suites(listing *l)
{
    if (!l->names && !l->json)
        printf("%s%-14s %8s  %s%s\n", slip_paint(SLIP_STRONG), "SUITE", "PROBLEMS", "ABOUT", slip_unpaint());
    for (int k = 0; slip_suites[k]; k++) {
        const slip_suite *s = slip_suites[k];
        int count = 0;
        char name[80];
        snprintf(name, sizeof name, "suite:%s", s->name);
        if (!selected(l, s->name) && !selected(l, name))
            continue;
        while (s->problems[count])
            count++;
        if (l->names)
            puts(name);
        else if (!l->json)
            printf("%-14s %8d  %s\n", name, count, s->about);
        else if (json_array_append_new(l->rows, json_pack("{s:s,s:s,s:i}", "name", name, "about", s->about, "problems", count)))
            return slip_complain_memory();
    }
    return SLIP_EXIT_OK;
}

static bool is_problem(const char *name, slip_error *error) { return slip_family_find(name, error) != NULL; }
static bool is_solver(const char *name, slip_error *error) { return slip_solver_find(name, error) != NULL; }
static bool is_suite(const char *name, slip_error *error) { return slip_suite_find(name, error) != NULL; }

static const struct {
    const char *name;
    int (*list)(listing *);
    bool (*is)(const char *name, slip_error *);     /* its sentence suggests the nearest name */
} kinds[] = {
    { "problems", list_problems, is_problem },
    { "solvers", list_solvers, is_solver },
    { "suites", list_suites, is_suite },
    { NULL, NULL, NULL }
};

/* A name that selected nothing is a mistake; a pattern that did is an empty answer. */
static int unused(const listing *l, int kind)
{
    slip_error error = { 0 };
    for (int k = l->first; k < l->args->operands; k++) {
        const char *word = l->args->operand[k];
        if (l->used[k])
            continue;
        if (strpbrk(word, "*?[") || kinds[kind].is(word, &error))
            return slip_complain(SLIP_EXIT_INCOMPLETE, "no %s match '%s'", kinds[kind].name, word);
        return slip_complain_error(&error);
    }
    return SLIP_EXIT_OK;
}

static int run(const slip_args *args)
{
    listing l = { .args = args, .names = slip_args_has(args, "names"), .json = slip_args_has(args, "json") };
    int chosen = -1, code = SLIP_EXIT_OK;
    const char *names[sizeof kinds / sizeof *kinds];
    for (int k = 0; k == 0 || kinds[k - 1].name; k++) {
        names[k] = kinds[k].name;
        if (names[k] && args->operands && !strcmp(args->operand[0], names[k]))
            chosen = k;
    }
    if (args->operands && chosen < 0) {
        const char *near = slip_nearest(args->operand[0], names);
        return slip_complain(SLIP_EXIT_USAGE, near ? "there are no '%s' to list; did you mean '%s'?" : "there are no '%s' to list, but problems, solvers and suites%s",
                             args->operand[0], near ? near : "");
    }
    l.first = args->operands ? 1 : 0;
    l.rows = l.json ? json_array() : NULL;
    l.used = slip_calloc((size_t)args->operands + 1, sizeof *l.used);
    if ((l.json && !l.rows) || !l.used)
        code = slip_complain_memory();
    for (int k = 0; kinds[k].name && code == SLIP_EXIT_OK; k++)
        if (chosen < 0 || k == chosen) {
            if (chosen < 0 && k && !l.names && !l.json)
                putchar('\n');
            code = kinds[k].list(&l);
        }
    if (code == SLIP_EXIT_OK && l.json) {
        slip_text text = { 0 };
        if (slip_json_write(l.rows, &text) == SLIP_OK)
            printf("%s\n", text.s);
        else
            code = slip_complain_memory();
        slip_text_free(&text);
    }
    if (code == SLIP_EXIT_OK && chosen >= 0)
        code = unused(&l, chosen);
    json_decref(l.rows);
    slip_free(l.used);
    return code;
}

static const slip_option options[] = {
    { .name = "json", .about = "as a JSON array" },
    { .name = "names", .letter = 'n', .about = "only the names, one a line" },
    { 0 }
};

const slip_command slip_command_list = {
    .name = "list", .about = "list problems, solvers and suites", .usage = "[problems|solvers|suites] [SELECT]...",
    .help = "SELECT is a name, a pattern ('p*'), an instance (painleve-rod:mu=2) or a suite (suite:core).\n"
            "Each family of problems is listed at its default parameters.\n",
    .options = options, .least = 0, .most = -1, .fill = SLIP_FILL_WORDS, .words = "problems solvers suites", .run = run
};
