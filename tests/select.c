/* select.c: words that choose problems and solvers, against the definition of each word.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "reports/reports.h"
#include "tests/tap.h"

#include <unistd.h>

#define SELECT(names, error, ...) slip_select_problems((const char *const[]){ __VA_ARGS__, NULL }, (names), (error))

static bool has(const slip_names *names, const char *name)
{
    for (int k = 0; k < names->count; k++)
        if (!strcmp(names->name[k], name))
            return true;
    return false;
}

/* A folder holds two problems, a file that is none though it is named like one, and one that is left alone. */
static void folders(slip_error *error)
{
    char folder[] = "/tmp/slipstick-select-XXXXXX", path[80], word[80];
    static const struct { const char *name, *text; } file[] = { { "b.txt", NULL }, { "a.json", NULL }, { "c.dat", "no problem" }, { "notes.md", "words" }, { ".hidden.txt", "x" } };
    slip_names names;
    slip_problem p;
    if (!mkdtemp(folder) || slip_problem_open(&p, "cannonball:n=2", NULL, error)) bail_out("no folder");
    for (int k = 0; k < 5; k++) {
        slip_text text = { 0 };
        if (k == 0) slip_problem_text(&p, &text, error);
        else if (k == 1) slip_problem_write_json(&p, NULL, &text, error);
        else slip_text_add(&text, "%s", file[k].text);
        snprintf(path, sizeof path, "%s/%s", folder, file[k].name);
        if (slip_file_write(path, text.s, text.length, error)) bail_out("%s", error->text);
        slip_text_free(&text);
    }
    slip_problem_free(&p);
    ok(SELECT(&names, error, folder) == SLIP_OK && names.count == 3 && strstr(names.name[0], "/a.json") && strstr(names.name[2], "/c.dat") && names.found[1], "a folder: its problem files, in order");
    slip_names_free(&names);
    snprintf(word, sizeof word, "suite:%s", folder);
    ok(SELECT(&names, error, word, "!*c.dat", "table") == SLIP_OK && names.count == 3 && names.found[0] && !names.found[2], "as a suite, less one, with a name");
    slip_names_free(&names);
    snprintf(word, sizeof word, "%s/*.j*", folder);
    ok(SELECT(&names, error, word) == SLIP_OK && names.count == 1 && strstr(names.name[0], "a.json"), "files by a pattern");
    slip_names_free(&names);
    ok(SELECT(&names, error, folder, "contacts>0") == SLIP_OK && names.count == 2 && names.refused.s && strstr(names.refused.s, "c.dat"), "what a filter cannot read is left out, and told: %s", names.refused.s);
    slip_names_free(&names);
    snprintf(path, sizeof path, "%s/c.dat", folder);
    ok(SELECT(&names, error, path, "contacts>0") == SLIP_INPUT, "but refused when it was asked for by name");
    snprintf(word, sizeof word, "%s/*.x", folder);
    ok(SELECT(&names, error, word) == SLIP_OK && names.count == 0 && names.empty, "a pattern without files is named");
    slip_names_free(&names);
    for (int k = 0; k < 5; k++) { snprintf(path, sizeof path, "%s/%s", folder, file[k].name); unlink(path); }
    rmdir(folder);
}

int main(void)
{
    slip_error error = { 0 };
    slip_names names;
    int families = 0, solvers = 0, wrong = 0;
    if (slip_start(&error) != SLIP_OK)
        bail_out("%s", error.text);
    while (slip_families[families])
        families++;
    while (slip_solvers[solvers])
        solvers++;
    for (int k = 0; slip_siconos_here() && slip_siconos[k]; k++)
        solvers++;
    plan(22 + 6);

    slip_select_problems(NULL, &names, &error);
    is_int(names.count, families, "no word selects every family");
    slip_names_free(&names);
    slip_select_solvers(NULL, &names, &error);
    is_int(names.count, solvers, "and every solver");
    slip_names_free(&names);

    ok(SELECT(&names, &error, "point-mass:hx=2.5 painleve-rod", "point-mass", "p*", "painleve-rod") == SLIP_OK, "names, instances and a pattern");
    is_str(names.name[0], "point-mass:hx=2.5", "in the order asked");
    is_str(names.name[1], "painleve-rod", "words in one argument too");
    is_str(names.name[2], "point-mass", "and the next argument");
    for (int k = 0; k < names.count; k++)
        for (int j = 0; j < k; j++)
            wrong += !strcmp(names.name[j], names.name[k]);
    is_int(wrong, 0, "each name once");
    slip_names_free(&names);

    ok(SELECT(&names, &error, "suite:core", "!painleve-rod") == SLIP_OK && names.count > 0, "a suite less a family");
    wrong = 0;
    for (int k = 0; k < names.count; k++)
        wrong += !strncmp(names.name[k], "painleve-rod", 12);
    is_int(wrong, 0, "no instance of the family is left");
    slip_names_free(&names);
    ok(SELECT(&names, &error, "suite:core", "!suite:core") == SLIP_OK && names.count == 0, "a suite less itself is empty");
    slip_names_free(&names);

    /* Filters against the problems themselves. */
    ok(SELECT(&names, &error, "d=2", "contacts<=2") == SLIP_OK, "filters alone select among all");
    wrong = 0;
    for (int k = 0; k < families; k++) {
        slip_problem p;
        if (slip_problem_open(&p, slip_families[k]->name, NULL, &error) != SLIP_OK)
            continue;
        wrong += has(&names, slip_families[k]->name) != (p.d == 2 && p.nc <= 2);
        slip_problem_free(&p);
    }
    is_int(wrong, 0, "and all of them must hold");
    slip_names_free(&names);
    ok(SELECT(&names, &error, "painleve-rod:mu=2 painleve-rod:mu=1", "solutions=0") == SLIP_OK && names.count == 1 && has(&names, "painleve-rod:mu=2"), "by the truth");
    slip_names_free(&names);
    ok(SELECT(&names, &error, "point-mass", "law=coul*") == SLIP_OK && names.count == 1, "words match as patterns");
    slip_names_free(&names);

    ok(SELECT(&names, &error, "zz*") == SLIP_OK && names.count == 0 && names.empty && !strcmp(names.empty, "zz*"), "a pattern that matches nothing is named");
    slip_names_free(&names);
    ok(SELECT(&names, &error, "pont-mass") == SLIP_INPUT && strstr(error.text, "point-mass"), "a wrong name: %s", error.text);
    ok(SELECT(&names, &error, "suite:kore") == SLIP_INPUT && strstr(error.text, "core"), "a wrong suite: %s", error.text);
    ok(SELECT(&names, &error, "contacs<3") == SLIP_INPUT && strstr(error.text, "contacts"), "a wrong filter: %s", error.text);
    ok(SELECT(&names, &error, "contacts<x") == SLIP_INPUT, "a filter without a number: %s", error.text);
    ok(SELECT(&names, &error, "law<coulomb") == SLIP_INPUT, "a word cannot be less: %s", error.text);
    ok(SELECT(&names, &error, "point-mass:hx=oops", "d=2") == SLIP_INPUT, "a wrong instance under a filter: %s", error.text);

    folders(&error);
    long live = slip_memory_live();
    wrong = 0;
    for (long k = 1; k < 20000; k++) {
        slip_memory_fail_at(k);
        slip_status status = SELECT(&names, &error, "suite:core", "p*", "!pile", "!pyramid", "d=2");
        slip_memory_fail_at(0);
        if (status == SLIP_OK)
            slip_names_free(&names);
        wrong += slip_memory_live() != live || (status != SLIP_OK && status != SLIP_MEMORY) || k == 19999;
        if (status == SLIP_OK)
            break;
    }
    is_int(wrong, 0, "memory may run out anywhere");
    return done();
}
