/* nonsense.c: wrong parameters of every family get one sentence, never a crash and never a problem.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "problems/problems.h"
#include "tests/tap.h"

static int asked, wrong;

/* Opening must fail with INPUT or SIZE and one sentence of its own, and leave nothing behind. */
static void refuse(const char *name)
{
    slip_problem p = { 0 };
    slip_truth truth;
    slip_error error = { 0 };
    long live = slip_memory_live();
    slip_status s = slip_problem_open(&p, name, &truth, &error);
    bool sentence = strlen(error.text) > 15 && !strchr(error.text, '\n') && error.status == s;
    bool good = (s == SLIP_INPUT || s == SLIP_SIZE) && sentence && slip_memory_live() == live;
    asked++;
    if (!good) {
        wrong++;
        diag("%s: %s: \"%s\", %ld blocks left", name, slip_status_name(s), error.text, slip_memory_live() - live);
    }
    if (s == SLIP_OK)
        slip_problem_free(&p);
}

static void refuse_value(const char *family, const char *key, const char *value)
{
    char name[160];
    snprintf(name, sizeof name, "%s:%s=%s", family, key, value);
    refuse(name);
}

static void refuse_number(const char *family, const char *key, double value)
{
    char text[32];
    slip_format_double(text, value);
    refuse_value(family, key, text);
}

int main(void)
{
    slip_error error;
    if (slip_start(&error) != SLIP_OK)
        bail_out("%s", error.text);
    int families = 0;
    while (slip_families[families])
        families++;
    plan(families + 3);
    for (int k = 0; k < families; k++) {
        const slip_family *f = slip_families[k];
        asked = wrong = 0;
        static const char *const asks[][2] = { { "n", "0" }, { "n", "-3" }, { "n", "1e9" }, { "mu", "nan" }, { "mu", "-1" }, { "mu", "inf" }, { "h", "0" },
                                               { "zzz", "1" }, { "seed", "-1" }, { "seed", "x" }, { "step", "1" }, { "", "1" }, { "mu", "" } };
        for (size_t i = 0; i < sizeof asks / sizeof *asks; i++)
            refuse_value(f->name, asks[i][0], asks[i][1]);
        char name[160];
        snprintf(name, sizeof name, "%s:rubbish", f->name);
        refuse(name);
        snprintf(name, sizeof name, "%sx", f->name);
        refuse(name);
        for (const slip_param *q = f->params; q && q->name; q++) {
            refuse_value(f->name, q->name, "nan");
            refuse_value(f->name, q->name, "word?");
            refuse_value(f->name, q->name, "1e999");
            if (q->words)
                continue;
            refuse_number(f->name, q->name, nextafter(q->min, -INFINITY));
            refuse_number(f->name, q->name, nextafter(q->max, INFINITY));
            if (q->flags & SLIP_WHOLE)
                refuse_number(f->name, q->name, q->min + 0.5);
            snprintf(name, sizeof name, "%s:%s=%g,%s=%g", f->name, q->name, q->def, q->name, q->def);
            refuse(name);
        }
        is_int(wrong, 0, "%s: %d wrong names, one sentence each", f->name, asked);
    }
    asked = wrong = 0;
    static const char *const others[] = { "", ":", "nothing-like-it", "Sphere", "sphere:", "sphere:,", "sphere:mu", "sphere:mu=", "sphere:mu=1,", "sphere:mu=1,,x=1", "sphere::mu=1",
                                          "random-lcp:n=10,rank=11", "random-lcp:rank=-1" };
    int accepted = 0;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        slip_problem p;
        slip_truth truth;
        slip_error e = { 0 };
        /* An empty list of parameters and a last comma are forgiven; nothing else is. */
        if (slip_problem_open(&p, others[i], &truth, &e) == SLIP_OK) {
            accepted += strcmp(others[i], "sphere:") == 0 || strcmp(others[i], "sphere:mu=1,") == 0 ? 0 : 1;
            slip_problem_free(&p);
        } else if (strlen(e.text) < 10)
            accepted++;
    }
    is_int(accepted, 0, "broken names are refused with a sentence");
    ok(slip_problem_open(&(slip_problem){ 0 }, "sphre", NULL, &error) == SLIP_INPUT && strstr(error.text, "sphere"), "a misspelt family gets a suggestion");
    ok(slip_problem_open(&(slip_problem){ 0 }, "sphere:raduis=1", NULL, &error) == SLIP_INPUT && strstr(error.text, "radius"), "a misspelt key too");
    return done();
}
