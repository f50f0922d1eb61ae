/* list.c: `slipstick list`: what there is.
   SPDX-License-Identifier: GPL-3.0-or-later

   A kind of thing that can be listed is one line of `kinds`. */

#include <fnmatch.h>
#include <math.h>
#include <string.h>
#include "base/json.h"
#include "cli/cli.h"
#include "reports/paper.h"

enum { RANK_MAX_M = 300 };      /* the rank of W is cheap up to here */

typedef struct {
    const char *const *select;      /* NULL-ended */
    bool names, json; json_t *rows;
    int wide;                       /* of the names */
} listing;

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
        { p->asymmetry > 1e-12, "unsymmetric" }, { p->picture.space > 0, "picture" }
    };
    for (size_t k = 0; k < sizeof word / sizeof *word; k++)
        if (word[k].holds) {
            slip_text_add(out, "%s%s", between, word[k].word);
            between = ", ";
        }
}

static int one_problem(listing *l, const slip_names *names, int k)
{
    const char *name = names->name[k];
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
        return slip_left_out(names, k, &error) ? SLIP_EXIT_OK : slip_complain_error(&error);
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
        printf("%-*s %d %8d  %-11s %-13s %-27s %s\n", l->wide, name, problem.d, problem.nc, slip_law_name(problem.law), rank, known.s ? known.s : "", props.s ? props.s : "");
    }
    slip_text_free(&props);
    slip_text_free(&known);
    slip_problem_free(&problem);
    return code;
}

static int no_match(const slip_names *names, const char *kind)
{
    if (names->empty)
        return slip_complain(SLIP_EXIT_INCOMPLETE, "no %s match '%s'", kind, names->empty);
    return slip_complain(SLIP_EXIT_INCOMPLETE, "no %s are left by this selection", kind);
}

static int list_problems(listing *l)
{
    slip_error error = { 0 };
    slip_names names;
    if (slip_select_problems(l->select, &names, &error) != SLIP_OK)
        return slip_complain_error(&error);
    slip_tell_refused(&names);
    l->wide = 26;
    for (int k = 0; k < names.count; k++)
        l->wide = (int)strlen(names.name[k]) > l->wide ? (int)strlen(names.name[k]) : l->wide;
    int code = names.count && !names.empty ? SLIP_EXIT_OK : no_match(&names, "problems");
    if (!l->names && !l->json && code == SLIP_EXIT_OK)
        printf("%s%-*s %s %8s  %-11s %-13s %-27s %s%s\n", slip_paint(SLIP_STRONG), l->wide, "PROBLEM", "d", "CONTACTS", "LAW", "RANK OF W", "TRUTH", "PROPERTIES", slip_unpaint());
    for (int k = 0; k < names.count && code == SLIP_EXIT_OK; k++)
        code = one_problem(l, &names, k);
    slip_names_free(&names);
    return code;
}

static void laws_of(const slip_solver *s, slip_text *out)
{
    for (int law = 0; law < SLIP_LAW_COUNT; law++)
        if (s->laws & SLIP_LAW_BIT(law))
            slip_text_add(out, "%s%s", out->length ? " " : "", slip_law_name(law));
}

static int one_solver(listing *l, const char *name)
{
    slip_error error = { 0 };
    const slip_solver *s;
    double par[SLIP_MAX_PARAMS];
    slip_text laws = { 0 };
    if (l->names) {
        puts(name);
        return SLIP_EXIT_OK;
    }
    if (slip_solver_open(name, &s, par, &error) != SLIP_OK)
        return slip_complain_error(&error);
    int code = SLIP_EXIT_OK;
    laws_of(s, &laws);
    if (!l->json)
        printf("%-14s %-44s %s\n", name, laws.s ? laws.s : "", s->about);
    else if (json_array_append_new(l->rows, json_pack("{s:s,s:s,s:s,s:s?}", "name", name, "about", s->about, "laws", laws.s ? laws.s : "", "cite", s->cite)))
        code = slip_complain_memory();
    slip_text_free(&laws);
    return code;
}

static int list_solvers(listing *l)
{
    slip_error error = { 0 };
    slip_names names;
    if (slip_select_solvers(l->select, &names, &error) != SLIP_OK)
        return slip_complain_error(&error);
    int code = names.count && !names.empty ? SLIP_EXIT_OK : no_match(&names, "solvers");
    if (!l->names && !l->json && code == SLIP_EXIT_OK)
        printf("%s%-14s %-44s %s%s\n", slip_paint(SLIP_STRONG), "SOLVER", "RUNS ON LAWS", "ABOUT", slip_unpaint());
    for (int k = 0; k < names.count && code == SLIP_EXIT_OK; k++)
        code = one_solver(l, names.name[k]);
    slip_names_free(&names);
    return code;
}

static int list_suites(listing *l)
{
    slip_error error = { 0 };
    int listed = 0;
    for (int k = 0; slip_suites[k]; k++) {
        const slip_suite *s = slip_suites[k];
        int count = 0;
        char name[80];
        bool wanted = !l->select[0];
        snprintf(name, sizeof name, "suite:%s", s->name);
        for (int j = 0; l->select[j]; j++)
            wanted |= !fnmatch(l->select[j], s->name, 0) || !fnmatch(l->select[j], name, 0);
        if (!wanted)
            continue;
        while (s->problems[count])
            count++;
        if (!listed++ && !l->names && !l->json)
            printf("%s%-14s %8s  %s%s\n", slip_paint(SLIP_STRONG), "SUITE", "PROBLEMS", "ABOUT", slip_unpaint());
        if (l->names)
            puts(name);
        else if (!l->json)
            printf("%-14s %8d  %s\n", name, count, s->about);
        else if (json_array_append_new(l->rows, json_pack("{s:s,s:s,s:i}", "name", name, "about", s->about, "problems", count)))
            return slip_complain_memory();
    }
    if (listed || !l->select[0])
        return SLIP_EXIT_OK;
    if (strpbrk(l->select[0], "*?[") || slip_suite_find(l->select[0], &error))
        return slip_complain(SLIP_EXIT_INCOMPLETE, "no suites match '%s'", l->select[0]);
    return slip_complain_error(&error);
}

static int list_lessons(listing *l)
{
    slip_error error = { 0 };
    int listed = 0;
    for (int k = 0; slip_lessons[k]; k++) {
        const slip_lesson *s = slip_lessons[k];
        bool wanted = !l->select[0];
        for (int j = 0; l->select[j]; j++)
            wanted |= !fnmatch(l->select[j], s->name, 0);
        if (!wanted)
            continue;
        if (!listed++ && !l->names && !l->json)
            printf("%s%-16s %s%s\n", slip_paint(SLIP_STRONG), "LESSON", "ABOUT", slip_unpaint());
        if (l->names)
            puts(s->name);
        else if (!l->json)
            printf("%-16s %s\n", s->name, s->title);
        else if (json_array_append_new(l->rows, json_pack("{s:s,s:s,s:s}", "name", s->name, "about", s->title, "cite", s->cite)))
            return slip_complain_memory();
    }
    if (listed || !l->select[0])
        return SLIP_EXIT_OK;
    if (strpbrk(l->select[0], "*?[") || slip_lesson_find(l->select[0], &error))
        return slip_complain(SLIP_EXIT_INCOMPLETE, "no lessons match '%s'", l->select[0]);
    return slip_complain_error(&error);
}

static int list_papers(listing *l)
{
    int listed = 0;
    for (int k = 0; slip_papers[k]; k++) {
        const slip_paper *p = slip_papers[k];
        int count = 0;
        bool wanted = !l->select[0];
        for (int j = 0; l->select[j]; j++)
            wanted |= !fnmatch(l->select[j], p->key, FNM_CASEFOLD);
        if (!wanted)
            continue;
        while (p->statement[count].item)
            count++;
        if (!listed++ && !l->names && !l->json)
            printf("%s%-18s %10s  %s%s\n", slip_paint(SLIP_STRONG), "PAPER", "STATEMENTS", "ABOUT", slip_unpaint());
        if (l->names)
            puts(p->key);
        else if (!l->json)
            printf("%-18s %10d  %s\n", p->key, count, p->title);
        else if (json_array_append_new(l->rows, json_pack("{s:s,s:s,s:i}", "name", p->key, "about", p->title, "statements", count)))
            return slip_complain_memory();
    }
    return listed || !l->select[0] ? SLIP_EXIT_OK : slip_complain(SLIP_EXIT_INCOMPLETE, "no papers match '%s'", l->select[0]);
}

static const struct { const char *name; int (*list)(listing *); } kinds[] = {
    { "lessons", list_lessons },
    { "papers", list_papers },
    { "problems", list_problems },
    { "solvers", list_solvers },
    { "suites", list_suites },
    { NULL, NULL }
};

static int run(const slip_args *args)
{
    listing l = { .select = args->operand, .names = slip_args_has(args, "names"), .json = slip_args_has(args, "json") };
    int chosen = -1, code = SLIP_EXIT_OK;
    const char *names[sizeof kinds / sizeof *kinds];
    for (int k = 0; k == 0 || kinds[k - 1].name; k++) {
        names[k] = kinds[k].name;
        if (names[k] && args->operands && !strcmp(args->operand[0], names[k]))
            chosen = k;
    }
    if (args->operands && chosen < 0) {
        const char *near = slip_nearest(args->operand[0], names);
        return slip_complain(SLIP_EXIT_USAGE, near ? "there are no '%s' to list; did you mean '%s'?" : "there are no '%s' to list, but lessons, papers, problems, solvers and suites%s",
                             args->operand[0], near ? near : "");
    }
    l.select = args->operand + (args->operands ? 1 : 0);
    l.rows = l.json ? json_array() : NULL;
    if (l.json && !l.rows)
        return slip_complain_memory();
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
    json_decref(l.rows);
    return code;
}

static const slip_option options[] = {
    { .name = "json", .about = "as a JSON array" },
    { .name = "names", .letter = 'n', .about = "only the names, one a line" },
    { 0 }
};

const slip_command slip_command_list = {
    .name = "list", .about = "list lessons, papers, problems, solvers and suites", .usage = "[lessons|papers|problems|solvers|suites] [SELECT]...",
    .help = "SELECT is a name, a pattern ('p*'), an instance (painleve-rod:mu=2), a suite (suite:core), a file or a folder of files; !SELECT\n"
            "takes out again; contacts<=64, d=3, law=facets, truth=exact, solutions=0 and their like keep only the\n"
            "problems for which they hold.  A family is listed at its default parameters.\n"
            "\n"
            "Examples:\n"
            "  $ slipstick list problems 'contacts<=10' d=3\n"
            "  $ slipstick list problems suite:core '!pain*' --json\n",
    .options = options, .least = 0, .most = -1, .fill = SLIP_FILL_WORDS, .words = "lessons papers problems solvers suites", .run = run
};
