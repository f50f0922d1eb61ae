/* select.c: words that choose problems or solvers, the same for every command.
   SPDX-License-Identifier: GPL-3.0-or-later

       cannonball            a family at its defaults, or a method
       cannonball:n=3,mu=1   an instance;  a/file  a path
       a/folder  'a/b*.hdf5' the problem files of a folder (.hdf5 .h5 .json .dat .txt), or those that match; in order of their names
       'p*'                  a pattern over the families or methods
       suite:core            the problems of a suite; suite:a/folder  as a/folder
       !pile   '!suite:core' take out again, by name, pattern or suite
       contacts<=64  law=facets  truth=exact      keep only those; several must all hold

       cmd:python3 mine.py   a command, to the end of its argument

   Order as asked, each name once.  Words are separated by white space; no word at all selects everything. */

#include <dirent.h>
#include <fnmatch.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "reports/reports.h"

typedef struct { const char *key; size_t length; enum { LESS, AT_MOST, EQUAL, AT_LEAST, MORE } sign; const char *value; } filter;

static const char *const filter_keys[] = { "contacts", "d", "joints", "law", "level", "m", "n", "solutions", "truth", NULL };

/* A filter has a comparison and neither a colon nor a slash. */
static bool filter_parse(const char *word, filter *out)
{
    const char *sign = strpbrk(word, "<=>");
    if (!sign || sign == word || strpbrk(word, ":/"))
        return false;
    bool equal = *sign != '=' && sign[1] == '=';
    *out = (filter){ .key = word, .length = (size_t)(sign - word), .value = sign + 1 + equal,
                     .sign = *sign == '=' ? EQUAL : *sign == '<' ? (equal ? AT_MOST : LESS) : equal ? AT_LEAST : MORE };
    return true;
}

static bool compare(double a, const filter *f, double b)
{
    switch (f->sign) {
    case LESS: return a < b;
    case AT_MOST: return a <= b;
    case EQUAL: return a == b;
    case AT_LEAST: return a >= b;
    default: return a > b;
    }
}

/* Does the problem pass? */
static slip_status filter_apply(const filter *f, const slip_problem *p, const slip_truth *t, bool *pass, slip_error *error)
{
    char key[32];
    snprintf(key, sizeof key, "%.*s", (int)f->length, f->key);
    const char *word = !strcmp(key, "law") ? slip_law_name(p->law) : !strcmp(key, "level") ? slip_level_name(p->level)
                     : !strcmp(key, "truth") ? slip_how_name(t->how) : NULL;
    if (word) {
        *pass = !fnmatch(f->value, word, 0);
        return f->sign == EQUAL ? SLIP_OK : slip_fail(error, SLIP_INPUT, "%s is a word: ask %s=%s", key, key, word);
    }
    const struct { const char *key; double value; } number[] = {
        { "contacts", p->nc }, { "d", p->d }, { "joints", p->p }, { "m", slip_problem_m(p) }, { "n", p->n },
        { "solutions", t->solutions >= 0 ? t->solutions : t->solutions == SLIP_SOLUTIONS_MANY ? INFINITY : NAN }
    };
    double asked;
    const char *end;
    for (size_t k = 0; k < sizeof number / sizeof *number; k++)
        if (!strcmp(number[k].key, key)) {
            if (!slip_parse_double(f->value, &end, &asked) || *end)
                return slip_fail(error, SLIP_INPUT, "%s is a number, not '%s'", key, f->value);
            *pass = compare(number[k].value, f, asked);
            return SLIP_OK;
        }
    const char *near = slip_nearest(key, filter_keys);
    return slip_fail(error, SLIP_INPUT, "problems cannot be selected by %s%s%s%s", key, near ? "; did you mean " : ", but by contacts, d, joints, law, level, m, n, solutions or truth",
                     near ? near : "", near ? "?" : "");
}

static void names_add(slip_names *out, const char *name, bool found)
{
    for (int k = 0; k < out->count; k++)
        if (!strcmp(out->name[k], name))
            return;
    if (out->count + 1 >= out->room) {
        int room = out->room ? 2 * out->room : 64;
        const char **more = SLIP_NEW(&out->arena, const char *, room);
        bool *marks = SLIP_NEW(&out->arena, bool, room);
        if (!more || !marks)
            return;
        for (int k = 0; k < out->count; k++) {
            more[k] = out->name[k];
            marks[k] = out->found[k];
        }
        out->name = more;
        out->found = marks;
        out->room = room;
    }
    const char *copy = slip_arena_printf(&out->arena, "%s", name);
    if (copy) {
        out->found[out->count] = found;
        out->name[out->count++] = copy;
    }
}

static void names_keep(slip_names *out, const bool keep[])
{
    int kept = 0;
    for (int k = 0; k < out->count; k++)
        if (keep[k]) {
            out->found[kept] = out->found[k];
            out->name[kept++] = out->name[k];
        }
    for (int k = kept; k < out->count; k++)
        out->name[k] = NULL;
    out->count = kept;
}

/* The names of all families, or of all methods, into names[]; their number. */
static int all_names(bool solvers, const char *names[512])
{
    int count = 0;
    for (; count < 511 && (solvers ? slip_solvers[count] != NULL : slip_families[count] != NULL); count++)
        names[count] = solvers ? slip_solvers[count]->name : slip_families[count]->name;
    for (int k = 0; solvers && slip_siconos_here() && count < 511 && slip_siconos[k]; k++)
        names[count++] = slip_siconos[k]->name;
    names[count] = NULL;
    return count;
}

/* ---- folders ---- */

static bool is_folder(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static bool wanted(const char *file, const char *pattern)
{
    static const char *const endings[] = { ".dat", ".h5", ".hdf5", ".json", ".txt" };
    const char *dot = strrchr(file, '.');
    if (*file == '.' || pattern)
        return *file != '.' && !fnmatch(pattern, file, 0);
    for (size_t k = 0; dot && k < sizeof endings / sizeof *endings; k++)
        if (!strcmp(dot, endings[k]))
            return true;
    return false;
}

/* The problem files of a folder, or its files that match a pattern. */
static slip_status add_folder(const char *folder, const char *pattern, slip_names *out, slip_error *error)
{
    slip_arena scratch = { 0 };
    char **file = NULL;
    int count = 0, room = 0;
    DIR *d = opendir(*folder ? folder : "/");
    if (!d)
        return slip_fail(error, SLIP_FILE, "the folder '%.150s' cannot be read", folder);
    const char *between = *folder && folder[strlen(folder) - 1] == '/' ? "" : "/";
    for (struct dirent *entry; (entry = readdir(d)) && !scratch.failed;) {
        if (!wanted(entry->d_name, pattern))
            continue;
        if (count == room) {
            char **more = SLIP_NEW(&scratch, char *, room = room ? 2 * room : 64);
            for (int k = 0; more && k < count; k++)
                more[k] = file[k];
            file = more;
        }
        char *path = slip_arena_printf(&scratch, "%s%s%s", folder, between, entry->d_name);
        if (path && file && !is_folder(path))
            file[count++] = path;
    }
    closedir(d);
    if (scratch.failed)
        out->arena.failed = true;
    else if (count)
        qsort(file, (size_t)count, sizeof *file, by_name);
    for (int k = 0; k < count && !scratch.failed; k++)
        names_add(out, file[k], true);
    if (!count && !out->empty)
        out->empty = slip_arena_printf(&out->arena, "%s%s%s", folder, pattern ? "/" : "", pattern ? pattern : "");
    slip_arena_free(&scratch);
    return SLIP_OK;
}

/* A word that means a folder, or files of one by a pattern; false: it does not. */
static bool folder_word(const char *word, slip_names *out, slip_status *status, slip_error *error)
{
    const char *path = strncmp(word, "suite:", 6) ? word : word + 6, *slash = strrchr(path, '/');
    slip_error none = { 0 };
    if (is_folder(path) && (slash || !(path == word ? (const void *)slip_family_find(path, &none) : (const void *)slip_suite_find(path, &none)))) {
        *status = add_folder(path, NULL, out, error);
        return true;
    }
    struct stat st;
    if (!slash || !strpbrk(slash, "*?[") || stat(path, &st) == 0)
        return false;
    char *folder = slip_arena_printf(&out->arena, "%.*s", (int)(slash - path), path);
    if (folder)
        *status = add_folder(folder, slash + 1, out, error);
    return true;
}

static slip_status add_word(bool solvers, const char *word, slip_names *out, slip_error *error)
{
    const char *names[512];
    if (solvers && slip_foreign_name(word)) {       /* opened, and so checked, by whoever runs it */
        names_add(out, word, false);
        return SLIP_OK;
    }
    slip_status status = SLIP_OK;
    if (!solvers && folder_word(word, out, &status, error))
        return status;
    bool pattern = strpbrk(word, "*?[") && !strpbrk(word, ":/");
    int count = all_names(solvers, names), found = 0;
    if (!solvers && !strncmp(word, "suite:", 6)) {
        const slip_suite *suite = slip_suite_find(word + 6, error);
        if (!suite)
            return error->status;
        for (int k = 0; suite->problems[k]; k++)
            names_add(out, suite->problems[k], false);
        return SLIP_OK;
    }
    for (int k = 0; pattern && k < count; k++)
        if (!fnmatch(word, names[k], 0)) {
            names_add(out, names[k], false);
            found++;
        }
    if (pattern && !found && !out->empty)
        out->empty = slip_arena_printf(&out->arena, "%s", word);
    if (pattern)
        return SLIP_OK;
    /* A name must exist; what follows its colon is checked when it is opened. */
    char head[64];
    snprintf(head, sizeof head, "%.*s", (int)strcspn(word, ":"), word);
    if (solvers ? !slip_solver_find(head, error) : !slip_name_is_file(word) && !strchr(head, '.') && !slip_family_find(head, error))
        return error->status;
    names_add(out, word, false);
    return SLIP_OK;
}

static slip_status take_out(const char *word, slip_names *out, slip_error *error)
{
    const slip_suite *suite = strncmp(word, "suite:", 6) ? NULL : slip_suite_find(word + 6, error);
    if (!suite && !strncmp(word, "suite:", 6))
        return error->status;
    bool *keep = SLIP_NEW(&out->arena, bool, out->count);
    if (!keep)
        return SLIP_OK;                 /* the arena remembers */
    for (int k = 0; k < out->count; k++) {
        char head[64];
        snprintf(head, sizeof head, "%.*s", (int)strcspn(out->name[k], ":"), out->name[k]);
        keep[k] = fnmatch(word, out->name[k], 0) && fnmatch(word, head, 0);
        for (int j = 0; suite && suite->problems[j]; j++)
            keep[k] = keep[k] && strcmp(suite->problems[j], out->name[k]) != 0;
    }
    names_keep(out, keep);
    return SLIP_OK;
}

static slip_status filter_names(const filter *f, slip_names *out, slip_error *error)
{
    bool *keep = SLIP_NEW(&out->arena, bool, out->count);
    slip_status status = SLIP_OK;
    for (int k = 0; keep && k < out->count && status == SLIP_OK; k++) {
        slip_problem problem;
        slip_truth truth = { 0 };
        if ((status = slip_open(&problem, out->name[k], &truth, error)) == SLIP_INPUT && out->found[k]) {
            slip_text_add(&out->refused, "%s\n", error->text);
            status = SLIP_OK;
            continue;
        }
        if (status != SLIP_OK)
            return status;
        status = filter_apply(f, &problem, &truth, &keep[k], error);
        slip_problem_free(&problem);
    }
    if (keep && status == SLIP_OK)
        names_keep(out, keep);
    return status;
}

/* One pass over the words: 0 those that add, 1 those that take out, 2 the filters. */
static slip_status pass(int which, bool solvers, char *word, slip_names *out, slip_error *error)
{
    filter f;
    bool filters = !solvers && filter_parse(word, &f);
    if (which == 0 && *word != '!' && !filters)
        return add_word(solvers, word, out, error);
    if (which == 1 && *word == '!')
        return take_out(word + 1, out, error);
    if (which == 2 && *word != '!' && filters)
        return filter_names(&f, out, error);
    return SLIP_OK;
}

/* As strtok_r; but what follows "cmd:" is one command, white space and all. */
static char *next_word(char *text, char **rest, bool solvers)
{
    char *at = text ? text : *rest;
    if (!at || !*(at += strspn(at, " \t\n")))
        return NULL;
    size_t n = solvers && !strncmp(at, "cmd:", 4) ? strlen(at) : strcspn(at, " \t\n");
    *rest = at[n] ? at + n + 1 : at + n;
    at[n] = 0;
    return at;
}

static slip_status choose(bool solvers, const char *const words[], slip_names *out, slip_error *error)
{
    *out = (slip_names){ 0 };
    slip_status status = SLIP_OK;
    slip_arena scratch = { 0 };
    bool adds = false;
    filter f;
    for (int which = 0; which < 3 && status == SLIP_OK; which++) {
        for (int k = 0; words && words[k] && status == SLIP_OK; k++) {
            char *copy = slip_arena_printf(&scratch, "%s", words[k]), *rest = NULL;
            for (char *w = next_word(copy, &rest, solvers); w && status == SLIP_OK; w = next_word(NULL, &rest, solvers)) {
                adds |= *w != '!' && (solvers || !filter_parse(w, &f));
                status = pass(which, solvers, w, out, error);
            }
        }
        if (which == 0 && !adds && status == SLIP_OK)
            status = add_word(solvers, "*", out, error);
    }
    if (status == SLIP_OK && (scratch.failed || out->arena.failed || out->refused.failed))
        status = slip_fail(error, SLIP_MEMORY, "out of memory while selecting");
    slip_arena_free(&scratch);
    if (status != SLIP_OK)
        slip_names_free(out);
    return status;
}

slip_status slip_select_problems(const char *const words[], slip_names *out, slip_error *error) { return choose(false, words, out, error); }
slip_status slip_select_solvers(const char *const words[], slip_names *out, slip_error *error) { return choose(true, words, out, error); }

void slip_names_free(slip_names *names)
{
    slip_arena_free(&names->arena);
    slip_text_free(&names->refused);
    *names = (slip_names){ 0 };
}
