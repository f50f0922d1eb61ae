/* collection.c: real problems of the field: each read, linted, solved to a verified 1e-8 by one of our methods, written in every format and read again.
   SPDX-License-Identifier: GPL-3.0-or-later

   SLIPSTICK_FCLIB names a folder with the files; without it everything is skipped.  Long: nearly every method on every file. */

#include "reports/reports.h"
#include "tests/tap.h"

enum { FILES = 32 };

/* What is known of them from elsewhere: the rank of W, and those on which Gauss-Seidel does not arrive. */
static const struct { const char *part; int rank; } ranks[] = { { "BoxesStack1-i100000-32", 78 }, { "LMGC_100_PR_PerioBox", 72 } };
static const char *const stubborn[] = { "local_problem_test", "BoxesStack1-i100000-32", "spheres-in-a-box-98" };

static bool same(const slip_problem *p, const slip_text *file)
{
    slip_problem back;
    slip_error e;
    char a[65] = "a", b[65] = "b";
    if (slip_problem_read_bytes(&back, NULL, file->s, file->length, &e)) { diag("%s", e.text); return false; }
    bool equal = !slip_problem_hash(p, a, &e) && !slip_problem_hash(&back, b, &e) && !strcmp(a, b);
    slip_problem_free(&back);
    return equal;
}

/* Bit for bit through FCLIB, JSON, Siconos' text and ours; titles and solutions too where the format has a place for them. */
static bool again(const slip_problem *p, const slip_origin *o)
{
    bool good = true;
    for (int format = 0; format < 4 && good; format++) {
        slip_text file = { 0 };
        slip_error e = { 0 };
        slip_status status = format == 0 ? slip_problem_write_fclib(p, o, &file, &e) : format == 1 ? slip_problem_write_json(p, o, &file, &e)
                           : format == 2 ? slip_problem_write_siconos(p, SLIP_STORE_SPARSE, &file, &e) : slip_problem_text(p, &file, &e);
        good = !status && same(p, &file);
        if (good && format < 2) {
            slip_problem back;
            slip_origin beside;
            if (slip_problem_read_bytes(&back, &beside, file.s, file.length, &e)) bail_out("%s", e.text);
            size_t bytes = (size_t)slip_problem_m(p) * sizeof(double);
            good = (!o->title || (beside.title && !strcmp(o->title, beside.title))) && (!o->r || (beside.r && !memcmp(o->r, beside.r, bytes))) && (!o->u || (beside.u && !memcmp(o->u, beside.u, bytes)));
            slip_problem_free(&back);
            slip_origin_free(&beside);
        }
        if (!good) diag("format %d: %s", format, e.text);
        slip_text_free(&file);
    }
    return good;
}

/* One method, judged to 1e-8. */
static slip_judgement solve(const slip_problem *p, const char *name, long steps)
{
    const slip_solver *s;
    double par[SLIP_MAX_PARAMS];
    slip_result result;
    slip_arena arena = { 0 };
    slip_error e = { 0 };
    slip_limits limits = { .tol = 1e-8, .steps = steps, .time = 20 };
    if (slip_solver_open(name, &s, par, &e) || slip_run(s, p, par, &limits, NULL, NULL, NULL, &result, &arena, &e)) bail_out("%s by %s: %s", p->name, name, e.text);
    slip_judgement j = slip_judge_run(p, &result, NULL, 1e-8);
    slip_arena_free(&arena);
    return j;
}

static void one(const char *path, const char *name, int *read, int *lies)
{
    static const char *const methods[] = { "admm", "nsgs", "pgs", "newton" };
    slip_problem p;
    slip_origin o;
    slip_lint lint;
    slip_error e = { 0 };
    if (slip_problem_import(&p, &o, path, &e)) {
        ok(strstr(name, "Chute") && strstr(e.text, "rolling"), "%s: refused: %s", name, strstr(e.text, "the file") ? strstr(e.text, "the file") : e.text);
        return;
    }
    ++*read;
    if (slip_lint_problem(&p, &o, 1e-8, &lint, &e)) bail_out("%s: %s", name, e.text);
    double error = NAN;
    int by = 0, wrong = 0;
    for (; by < 4; by++) {
        slip_verdict v = solve(&p, methods[by], 30000).posed;
        error = v.error;
        if (v.word == SLIP_VERDICT_VERIFIED) break;
    }
    for (size_t k = 0; k < sizeof stubborn / sizeof *stubborn; k++)         /* honest about it */
        if (strstr(name, stubborn[k]) && solve(&p, "nsgs", 3000).posed.word != SLIP_VERDICT_INACCURATE) wrong++;
    for (size_t k = 0; k < sizeof ranks / sizeof *ranks; k++) {
        char text[64];
        snprintf(text, sizeof text, "rank %d of", ranks[k].rank);
        bool told = !strstr(name, ranks[k].part);
        for (int j = 0; j < lint.count; j++) told |= lint.note[j].what == SLIP_ODDITY_RANK && strstr(lint.note[j].text, text);
        wrong += !told;
    }
    bool zero = o.r != NULL;                /* in this collection no stored solution has its impulses */
    for (int j = 0; j < lint.count; j++) if (lint.note[j].what == SLIP_ODDITY_ZERO_SOLUTION) zero = false;
    ok(by < 4 && !wrong && !zero && again(&p, &o), "%s: %d contacts, %d warnings, by %s to %.1e, the same again", name, p.nc, lint.severity[SLIP_SEVERITY_WARNING], by < 4 ? methods[by] : "none", error);
    for (int k = 0; quick_or_full(0, 1) && slip_solvers[k]; k++) {
        const slip_solver *s = slip_solvers[k];
        if (!strcmp(s->name, "enum") || (p.nc > 60 && (s->flags & SLIP_FINITE))) continue;
        if (solve(&p, s->name, 3000).claimed.word == SLIP_VERDICT_FALSE_CLAIM) { ++*lies; diag("%s claims to solve %s", s->name, name); }
    }
    slip_lint_free(&lint);
    slip_origin_free(&o);
    slip_problem_free(&p);
}

int main(void)
{
    slip_error error;
    slip_names names;
    const char *folder = getenv("SLIPSTICK_FCLIB");
    int read = 0, lies = 0, everything = quick_or_full(0, 1);
    if (slip_start(&error)) bail_out("%s", error.text);
    plan(FILES + 2 + everything);
    const char *const words[] = { folder ? folder : "", NULL };
    if (!folder || slip_select_problems(words, &names, &error)) {
        skip(FILES + 2 + everything, "SLIPSTICK_FCLIB names no folder of FCLIB files");
        return done();
    }
    is_int(names.count, FILES, "files of the collection");
    for (int k = 0; k < names.count && k < FILES; k++) one(names.name[k], strrchr(names.name[k], '/') + 1, &read, &lies);
    is_int(read, FILES - 1, "read: all but the one with rolling friction");
    if (everything) is_int(lies, 0, "no method claims a solution that is none");
    slip_names_free(&names);
    return done();
}
