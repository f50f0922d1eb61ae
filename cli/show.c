/* show.c: `slipstick show NAME`: one problem, solver or suite in full.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>
#include <string.h>
#include "base/json.h"
#include "cli/cli.h"

enum { PROPERTY_MAX_M = 1000 };     /* rank and condition of W up to here */

static const char conventions[] =
    "u = W r + q at each contact; normal component first, then the tangents; contacts one after the other, counted from 0.\n"
    "          r > 0 pushes the bodies apart, u > 0 separates them.  mu bounds |r_T| by mu r_N.  g > 0 is gravity downwards.\n";

/* "0 .. 1e6, whole" or "jacobi|gauss-seidel" */
static void range_words(const slip_param *p, slip_text *out)
{
    for (int j = 0; p->words && p->words[j]; j++)
        slip_text_add(out, "%s%s", j ? "|" : "", p->words[j]);
    if (!p->words)
        slip_text_add(out, "%g .. %g%s", p->min, p->max, p->flags & SLIP_WHOLE ? ", whole" : "");
}

static void print_params(const slip_param *params, const double par[])
{
    int count = slip_param_count(params), wide = 5;
    slip_text range[SLIP_MAX_PARAMS] = { 0 };
    if (!count)
        return;
    for (int k = 0; k < count; k++) {
        range_words(&params[k], &range[k]);
        wide = (int)range[k].length > wide && range[k].length < 40 ? (int)range[k].length : wide;
    }
    printf("\n%s%-12s %-12s %-*s  %s%s\n", slip_paint(SLIP_STRONG), "PARAMETER", "VALUE", wide, "RANGE", "ABOUT", slip_unpaint());
    for (int k = 0; k < count; k++) {
        char value[32];
        slip_param_value(&params[k], par[k], value);
        printf("%-12s %-12s %-*s  %s\n", params[k].name, value, wide, range[k].s ? range[k].s : "", params[k].about ? params[k].about : "");
        slip_text_free(&range[k]);
    }
}

static json_t *params_json(const slip_param *params)
{
    json_t *rows = json_array();
    for (int k = 0; k < slip_param_count(params); k++) {
        const slip_param *p = &params[k];
        json_t *words = p->words ? json_array() : json_null();
        for (int j = 0; p->words && p->words[j]; j++)
            json_array_append_new(words, json_string(p->words[j]));
        char def[32];
        slip_param_value(p, p->def, def);
        json_array_append_new(rows, json_pack("{s:s,s:o,s:o,s:o,s:o,s:b,s:s?}", "name", p->name, "default", p->words ? json_string(def) : slip_json_number(p->def),
                              "min", slip_json_number(p->min), "max", slip_json_number(p->max), "words", words, "whole", (p->flags & SLIP_WHOLE) != 0, "about", p->about));
    }
    return rows;
}

static int write_json(json_t *object)
{
    slip_text text = { 0 };
    int code = SLIP_EXIT_OK;
    if (object && slip_json_write(object, &text) == SLIP_OK)
        printf("%s\n", text.s);
    else
        code = slip_complain_memory();
    slip_text_free(&text);
    json_decref(object);
    return code;
}

static void print_matrix(const char *name, const slip_sparse *a)
{
    if (a->x && a->rows && a->cols)
        printf("  %s %d x %d with %d entries", name, a->rows, a->cols, a->nz);
}

/* What linear programs tell of the configuration; nothing where they were not asked. */
static void print_statics(const slip_problem *p, const slip_property *o)
{
    if (o->pointed != SLIP_MAYBE) {
        slip_print_heading("cone");
        if (o->pointed == SLIP_YES)
            printf("pointed: some velocity opens every contact (margin %.3g); Slater margin %.3g\n", o->opening, o->slater);
        else {
            int most = 0, next = -1;
            for (int i = 1; o->internal && i < p->nc; i++)
                if (o->internal[p->d * i] > o->internal[p->d * most])
                    most = i;
            for (int i = 0; o->internal && i < p->nc; i++)
                if (i != most && o->internal[p->d * i] > 0 && (next < 0 || o->internal[p->d * i] > o->internal[p->d * next]))
                    next = i;
            fputs(o->internal ? "not pointed: impulses may hold each other and grow without bound" : "not pointed: joints are redundant and may hold each other", stdout);
            if (next >= 0)
                printf(", most at contacts %d and %d", most < next ? most : next, most < next ? next : most);
            puts("");
        }
    }
    if (o->stands != SLIP_MAYBE) {
        slip_print_heading("at rest");
        fputs(o->stands == SLIP_YES ? "possible: v = 0 is a solution" : "not possible: v = 0 is no solution", stdout);
        if (o->threshold == 0)
            fputs("; it stands without friction", stdout);
        else if (o->threshold < INFINITY)
            printf("; it stands from mu = %.6f on%s", o->threshold, p->d == 3 && p->law != SLIP_LAW_FACETS && p->law != SLIP_LAW_CONE_FACETS && p->law != SLIP_LAW_BOX
                   ? " at the latest (round cones as polygons)" : "");
        else if (o->threshold == INFINITY)
            fputs("; it does not stand whatever the friction", stdout);
        puts("");
    }
}

static void print_problem(const slip_problem *p, const slip_family *family, const slip_truth *truth, const slip_property *property, const char *hash)
{
    slip_text about = { 0 }, known = { 0 };
    char rank[64] = "rank ";
    int m = slip_problem_m(p), given = 0, bilateral = 0;
    double low = INFINITY, high = -INFINITY;
    for (int i = 0; i < p->nc; i++) {
        low = fmin(low, p->mu[i]);
        high = fmax(high, p->mu[i]);
        given += slip_problem_has_slip(p, i);
        bilateral += p->bilateral && p->bilateral[i];
    }
    slip_describe(p, &about);
    slip_truth_words(truth, &known);
    printf("%s%s%s%s%s\n", slip_paint(SLIP_STRONG), p->name, slip_unpaint(), family ? ": " : "", family ? family->about : "");
    slip_print_heading("size");
    printf("%s\n", about.s ? about.s : "");
    slip_print_heading("law");
    printf("%s: %s", slip_law_name(p->law), slip_law_text(p->law));
    if (p->law == SLIP_LAW_FACETS || p->law == SLIP_LAW_CONE_FACETS)
        printf(" (k = %d, angle %g)", p->dirs.k, p->dirs.angle);
    puts("");
    if (p->nc && p->d > 1) {
        slip_print_heading("friction");
        printf(low == high ? "mu = %g" : "mu = %g .. %g", low, high);
        if (given)
            printf(", %d with a given slip direction", given);
        if (bilateral)
            printf(", %d bilateral", bilateral);
        puts("");
    }
    slip_print_heading("level");
    printf("%s\n", p->level == SLIP_LEVEL_ACCELERATION ? "accelerations and forces" : "velocities and impulses");
    slip_print_heading("data");
    printf("%s form:", slip_problem_global(p) ? "global" : "local");
    print_matrix("M", &p->M);
    print_matrix("H", &p->H);
    print_matrix("G", &p->G);
    print_matrix("W", &p->W);
    print_matrix("V", &p->V);
    print_matrix("R", &p->R);
    puts("");
    if (property->rank >= 0)
        snprintf(rank, sizeof rank, "rank %d of %d, condition %.3g", property->rank, m, property->cond);
    slip_print_heading("W");
    printf("%s%s%s\n", rank, property->rank >= 0 ? "" : property->why ? property->why : "not computed",
           property->hyperstatic == SLIP_YES ? "; rank-deficient, so impulses need not be unique" : "");
    print_statics(p, property);
    slip_print_heading("truth");
    printf("%s%s%s", known.s ? known.s : "unknown", truth->text[0] ? ": " : "", truth->text);
    printf("%s%s%s\n", truth->cite ? " [" : "", truth->cite ? truth->cite : "", truth->cite ? "]" : "");
    if (truth->solutions > 0 || truth->solutions < SLIP_SOLUTIONS_UNKNOWN) {
        static const char *const word[] = { [SLIP_MAYBE] = "not known to be unique", [SLIP_YES] = "unique", [SLIP_NO] = "not unique" };
        slip_print_heading("unique");
        printf("velocity %s, impulse %s\n", word[truth->unique_u], word[truth->unique_r]);
    }
    if (truth->proof) {
        slip_print_heading("proof");
        printf("%s (%s); again with 'slipstick check-proof'\n", truth->claims, truth->proof);
    }
    slip_print_heading("signs");
    fputs(conventions, stdout);
    slip_print_heading("hash");
    printf("%s\n", hash);
    if (family && family->cite) {
        slip_print_heading("source");
        printf("%s\n", family->cite);
    }
    slip_text_free(&about);
    slip_text_free(&known);
}

static json_t *origin_json(const slip_origin *o, const slip_lint *lint)
{
    if (!o->format)
        return json_null();
    return json_pack("{s:s,s:s?,s:s?,s:s?,s:i,s:b,s:i,s:i,s:i}", "format", o->format, "title", o->title, "description", o->description, "math_info", o->math_info, "guesses", o->guesses,
                     "solution", o->r != NULL, "errors", lint->severity[SLIP_SEVERITY_ERROR], "warnings", lint->severity[SLIP_SEVERITY_WARNING], "notes", lint->severity[SLIP_SEVERITY_NOTE]);
}

static json_t *vector_json(const double *x, int count)
{
    json_t *list = x ? json_array() : json_null();
    for (int i = 0; x && i < count; i++)
        json_array_append_new(list, slip_json_number(x[i]));
    return list;
}

static json_t *problem_json(const slip_problem *p, const slip_family *family, const slip_truth *truth, const slip_property *property, const char *hash)
{
    static const char *const tri[] = { [SLIP_MAYBE] = "unknown", [SLIP_YES] = "yes", [SLIP_NO] = "no" };
    slip_text known = { 0 };
    slip_truth_words(truth, &known);
    json_t *o = json_pack("{s:s,s:s,s:s?,s:s?,s:s,s:i,s:i,s:i,s:i,s:s,s:s,s:b,s:o,s:o,s:s?,s:s,s:s,s:o,s:o,s:o,s:o,s:o,s:o,s:s,s:s,s:s,s:s,s:o}", "schema", "slipstick.problem/1", "name", p->name,
        "about", family ? family->about : NULL, "cite", family ? family->cite : NULL, "hash", hash, "d", p->d, "contacts", p->nc, "n", p->n, "joints", p->p,
        "law", slip_law_name(p->law), "level", slip_level_name(p->level), "global", slip_problem_global(p),
        "rank", property->rank < 0 ? json_null() : json_integer(property->rank), "cond", slip_json_number(property->cond), "property_why", property->why,
        "pointed", tri[property->pointed], "stands", tri[property->stands], "opening", slip_json_number(property->opening), "slater", slip_json_number(property->slater),
        "threshold", slip_json_number(property->threshold), "hyperstatic", property->hyperstatic == SLIP_MAYBE ? json_null() : json_boolean(property->hyperstatic == SLIP_YES),
        "opening_velocity", vector_json(property->apart, p->n), "internal_impulses", vector_json(property->internal, slip_problem_m(p)),
        "truth", slip_how_name(truth->how), "solutions", known.s ? known.s : "", "truth_text", truth->text, "truth_cite", truth->cite ? truth->cite : "",
        "params", family ? params_json(family->params) : json_null());
    json_object_set_new(o, "proof", truth->proof ? json_string(truth->proof) : json_null());
    json_object_set_new(o, "proved", truth->proof ? json_string(truth->claims) : json_null());
    slip_text_free(&known);
    return o;
}

static int write_picture(const slip_problem *problem, const char *path)
{
    slip_text svg = { 0 };
    slip_error error = { 0 };
    int code = SLIP_EXIT_OK;
    if (slip_configuration_svg(problem, NULL, NULL, &svg, &error) != SLIP_OK)
        code = slip_complain_error(&error);
    else if (slip_file_write(path, svg.s, svg.length, &error) != SLIP_OK)
        code = slip_complain(SLIP_EXIT_ENVIRONMENT, "%s", error.text);
    slip_text_free(&svg);
    return code;
}

static int show_problem(const slip_args *args, const char *name, const slip_family *family, slip_error *error)
{
    slip_problem problem;
    slip_truth truth = { 0 };
    slip_property property;
    slip_origin origin;
    slip_lint lint = { 0 };
    char hash[65];
    int code = SLIP_EXIT_OK;
    if (slip_open_origin(&problem, &origin, name, &truth, error) != SLIP_OK)
        return slip_complain_error(error);
    slip_error why = { 0 };
    if (slip_problem_property(&problem, PROPERTY_MAX_M, &property, &why) != SLIP_OK)
        property = (slip_property){ .rank = -1, .cond = NAN, .opening = NAN, .slater = NAN, .threshold = NAN, .why = why.text };
    slip_arena kept = { 0 };
    if (slip_problem_statics(&problem, &property, &kept, error) != SLIP_OK || (origin.format && slip_lint_problem(&problem, &origin, 1e-8, &lint, error) != SLIP_OK)) {
        slip_arena_free(&kept);
        slip_origin_free(&origin);
        slip_problem_free(&problem);
        return slip_complain_error(error);
    }
    double par[SLIP_MAX_PARAMS];
    slip_name_extra extra = { 0 };
    const char *colon = strchr(name, ':');
    if (slip_problem_hash(&problem, hash, error) != SLIP_OK
        || (family && slip_param_parse(family->params, "problem", family->name, colon ? colon + 1 : "", par, &extra, error) != SLIP_OK)) {
        code = slip_complain_error(error);
    } else if (slip_args_has(args, "json")) {
        json_t *o = problem_json(&problem, family, &truth, &property, hash);
        if (o && json_object_set_new(o, "file", origin_json(&origin, &lint))) { json_decref(o); o = NULL; }
        code = write_json(o);
    } else {
        print_problem(&problem, family, &truth, &property, hash);
        slip_print_origin(&origin, &lint);
        if (family)
            print_params(family->params, par);
    }
    const char *path = slip_args_get(args, "output");
    if (code == SLIP_EXIT_OK && path)
        code = write_picture(&problem, path);
    slip_lint_free(&lint);
    slip_origin_free(&origin);
    slip_arena_free(&kept);
    slip_problem_free(&problem);
    return code;
}

static int show_solver(const slip_args *args, const slip_solver *s, const double par[])
{
    static const struct { unsigned bit; const char *text; } flags[] = {
        { SLIP_FINITE, "ends by itself after finitely many steps" },
        { SLIP_NEEDS_GLOBAL, "needs M and H: not for problems known only by W" },
        { SLIP_NO_JOINTS, "not for problems with joints" },
        { SLIP_NO_BILATERAL, "not for bilateral contacts with friction" },
        { SLIP_NEEDS_SYMMETRIC, "not for unsymmetric W" },
    };
    if (slip_args_has(args, "json")) {
        json_t *laws = json_array();
        for (int law = 0; law < SLIP_LAW_COUNT; law++)
            if (s->laws & SLIP_LAW_BIT(law))
                json_array_append_new(laws, json_string(slip_law_name(law)));
        return write_json(json_pack("{s:s,s:s,s:s,s:s?,s:o,s:b,s:o}", "schema", "slipstick.solver/1", "name", s->name, "about", s->about, "cite", s->cite,
                                    "laws", laws, "finite", (s->flags & SLIP_FINITE) != 0, "params", params_json(s->params)));
    }
    printf("%s%s%s: %s\n", slip_paint(SLIP_STRONG), s->name, slip_unpaint(), s->about);
    slip_print_heading("laws");
    for (int law = 0; law < SLIP_LAW_COUNT; law++)
        if (s->laws & SLIP_LAW_BIT(law))
            printf("%s ", slip_law_name(law));
    printf("\n");
    slip_print_heading("answers");
    puts(s->claims ? "may claim another law than the one posed; the verdict is given for both" : "claim the law posed");
    for (size_t k = 0; k < sizeof flags / sizeof *flags; k++)
        if (s->flags & flags[k].bit) {
            slip_print_heading("note");
            puts(flags[k].text);
        }
    if (s->cite) {
        slip_print_heading("source");
        puts(s->cite);
    }
    print_params(s->params, par);
    return SLIP_EXIT_OK;
}

static int show_suite(const slip_args *args, const slip_suite *suite)
{
    if (slip_args_has(args, "json")) {
        json_t *problems = json_array();
        for (int k = 0; suite->problems[k]; k++)
            json_array_append_new(problems, json_string(suite->problems[k]));
        return write_json(json_pack("{s:s,s:s,s:s,s:o}", "schema", "slipstick.suite/1", "name", suite->name, "about", suite->about, "problems", problems));
    }
    printf("%s%s%s%s: %s\n", slip_paint(SLIP_STRONG), strchr(suite->name, '/') ? "" : "suite:", suite->name, slip_unpaint(), suite->about);
    for (int k = 0; suite->problems[k]; k++)
        printf("  %s\n", suite->problems[k]);
    return SLIP_EXIT_OK;
}

/* The nearest of all names, whatever they name. */
static int unknown(const char *name)
{
    const char *names[512];
    int count = 0;
    for (int k = 0; slip_families[k] && count < 511; k++)
        names[count++] = slip_families[k]->name;
    for (int k = 0; slip_solvers[k] && count < 511; k++)
        names[count++] = slip_solvers[k]->name;
    for (int k = 0; slip_suites[k] && count < 511; k++)
        names[count++] = slip_suites[k]->name;
    names[count] = NULL;
    char head[64];
    snprintf(head, sizeof head, "%.*s", (int)strcspn(name, ":"), name);
    const char *near = slip_nearest(head, names);
    return slip_complain(SLIP_EXIT_USAGE, near ? "nothing is called '%s'; did you mean '%s'?" : "nothing is called '%s'; see 'slipstick list'%s", head, near ? near : "");
}

static int run(const slip_args *args)
{
    const char *name = args->operand[0];
    char head[64];
    slip_error error = { 0 };
    double par[SLIP_MAX_PARAMS];
    snprintf(head, sizeof head, "%.*s", (int)strcspn(name, ":"), name);
    const slip_solver *solver = slip_solver_find(head, &error);
    const slip_family *family = slip_family_find(head, &error);
    slip_names names;
    const char *const words[] = { name, NULL };
    if (!family && !solver && slip_select_problems(words, &names, &error) == SLIP_OK) {
        slip_suite folder = { name, "the problem files of a folder", names.name };
        int code = names.count && names.found[0] ? show_suite(args, &folder) : -1;
        if (names.empty)
            code = slip_complain(SLIP_EXIT_INCOMPLETE, "no problem files are in '%s'", names.empty);
        slip_names_free(&names);
        if (code >= 0)
            return code;
    }
    if (!strcmp(head, "suite") && name[5]) {
        const slip_suite *suite = slip_suite_find(name + 6, &error);
        return suite ? show_suite(args, suite) : slip_complain_error(&error);
    }
    if (family || strpbrk(name, "/.") || slip_name_is_file(name))
        return show_problem(args, name, family, &error);
    if (slip_args_has(args, "output"))
        return solver ? slip_complain(SLIP_EXIT_USAGE, "only problems can be drawn, and %s is a solver", head) : unknown(name);
    if (solver)
        return slip_solver_open(name, &solver, par, &error) == SLIP_OK ? show_solver(args, solver, par) : slip_complain_error(&error);
    return unknown(name);
}

static const slip_option options[] = {
    { .name = "json", .about = "as a JSON object" },
    { .name = "output", .letter = 'o', .value = "FILE.svg", .about = "draw the bodies and contacts of a problem", .fill = SLIP_FILL_FILE },
    { 0 }
};

const slip_command slip_command_show = {
    .name = "show", .about = "tell everything about one problem, solver or suite", .usage = "NAME",
    .help = "NAME is a problem (painleve-rod:mu=2, or a file), a solver (prox:r=0.4) or a suite (suite:core).\n",
    .options = options, .least = 1, .most = 1, .fill = SLIP_FILL_NAME, .run = run
};
