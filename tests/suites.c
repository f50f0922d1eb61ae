/* suites.c: every name in every suite opens, checks out and has a hash; the suites are what they say.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "problems/problems.h"
#include "tests/tap.h"

enum { MOST = 400 };

typedef struct { const char *suite, *name; char hash[65]; slip_how how; int solutions; double seconds; } entry;

static entry all[MOST];

static bool in_suite(const char *suite, const char *name)
{
    slip_error error;
    const slip_suite *s = slip_suite_find(suite, &error);
    for (int k = 0; s && s->problems[k]; k++)
        if (strcmp(s->problems[k], name) == 0)
            return true;
    return false;
}

static bool has_family(const char *family)
{
    size_t length = strlen(family);
    for (int s = 0; slip_suites[s]; s++)
        for (int k = 0; slip_suites[s]->problems[k]; k++) {
            const char *name = slip_suites[s]->problems[k];
            if (strncmp(name, family, length) == 0 && (name[length] == 0 || name[length] == ':'))
                return true;
        }
    return false;
}

int main(void)
{
    slip_error error = { 0 };
    if (slip_start(&error) != SLIP_OK)
        bail_out("%s", error.text);
    plan(13);

    int count = 0, opened = 0, plain = 0, twice = 0, core = 0;
    double seconds = 0;
    for (int s = 0; slip_suites[s]; s++)
        for (int k = 0; slip_suites[s]->problems[k] && count < MOST; k++) {
            entry *e = &all[count++];
            slip_problem p;
            slip_truth truth;
            e->suite = slip_suites[s]->name;
            e->name = slip_suites[s]->problems[k];
            double begin = slip_clock_wall();
            if (slip_problem_open(&p, e->name, &truth, &error) != SLIP_OK) {
                diag("%s: %s", e->name, error.text);
                continue;
            }
            e->seconds = slip_clock_wall() - begin;
            bool good = slip_problem_check(&p, &error) == SLIP_OK && slip_problem_hash(&p, e->hash, &error) == SLIP_OK && strlen(e->hash) == 64 && p.nc > 0;
            if (!good)
                diag("%s: %s", e->name, error.text);
            opened += good;
            if (strcmp(p.name, e->name) != 0)
                diag("%s is written %s in the suite", p.name, e->name);
            plain += strcmp(p.name, e->name) == 0;
            e->how = truth.how;
            e->solutions = truth.solutions;
            if (strcmp(e->suite, "core") == 0)
                core++, seconds += e->seconds;
            slip_problem_free(&p);
        }
    ok(count > 0 && count < MOST, "%d names", count);
    is_int(opened, count, "all open, check and hash");
    is_int(plain, count, "all are written as they are printed");
    for (int i = 0; i < count; i++)
        for (int j = 0; j < i; j++)
            if (all[i].suite == all[j].suite && strcmp(all[i].hash, all[j].hash) == 0) {
                diag("%s: %s and %s are the same problem", all[i].suite, all[j].name, all[i].name);
                twice++;
            }
    is_int(twice, 0, "no suite has a problem twice");

    ok(core >= 35 && core <= 60, "core has %d problems", core);
    ok(seconds < 5, "core is made in no time (%.2f s)", seconds);
    int known = 0, missing = 0, none = 0, several = 0, families = 0, absent = 0;
    for (int i = 0; i < count; i++) {
        bool truth = strcmp(all[i].suite, "truth") == 0, scale = strcmp(all[i].suite, "scale") == 0;
        if (truth && all[i].how == SLIP_HOW_UNKNOWN) {
            diag("truth: nothing is known of %s", all[i].name);
            known++;
        }
        if (!truth && !scale && all[i].how != SLIP_HOW_UNKNOWN && !in_suite("truth", all[i].name)) {
            diag("%s: %s is known but not in truth", all[i].suite, all[i].name);
            missing++;
        }
        if (strcmp(all[i].suite, "hard") == 0)
            none += all[i].solutions == 0, several += all[i].solutions > 1 || all[i].solutions == SLIP_SOLUTIONS_MANY;
    }
    is_int(known, 0, "truth has only what is known");
    is_int(missing, 0, "and everything of core, papers and hard that is");
    ok(none >= 3, "hard has problems without solution (%d)", none);
    ok(several >= 3, "and with several (%d)", several);
    for (int k = 0; slip_families[k]; k++, families++)
        if (!has_family(slip_families[k]->name)) {
            diag("no suite has %s", slip_families[k]->name);
            absent++;
        }
    is_int(absent, 0, "each of the %d families is in a suite", families);
    ok(slip_suite_find("cor", &error) == NULL && strstr(error.text, "core"), "a misspelt suite gets a suggestion");
    bool sorted = true;
    for (int s = 1; slip_suites[s]; s++)
        sorted = sorted && strcmp(slip_suites[s - 1]->name, slip_suites[s]->name) < 0;
    ok(sorted, "the suites are in alphabetical order");
    return done();
}
