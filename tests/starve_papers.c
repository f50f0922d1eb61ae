/* starve_papers.c: statements of papers and lessons with their allocations failing: "out of memory", never another verdict, nothing left behind.
   SPDX-License-Identifier: GPL-3.0-or-later

   What takes longer than a few hundredths of a second is passed over; the first 400 allocations of the rest in the long run, some of them otherwise. */

#include <string.h>
#include "reports/lesson.h"
#include "reports/paper.h"
#include "tests/tap.h"

static const double longest = 0.02;

/* One statement, its allocation k failing (0: none).  What it left allocated is counted after everything was freed. */
static slip_status measure(const slip_statement *s, long k, slip_reading *r, slip_error *error)
{
    slip_lab lab = { .quick = true };
    *error = (slip_error){ 0 };
    slip_memory_fail_at(k);
    slip_status status = slip_paper_measure(s, &lab, r, error);
    slip_memory_fail_at(0);
    slip_lab_free(&lab);
    return status;
}

static slip_status teach(const slip_lesson *lesson, long k, slip_error *error)
{
    slip_lecture lecture = { 0 };
    const slip_lesson *which;
    *error = (slip_error){ 0 };
    slip_memory_fail_at(k);
    slip_status status = slip_lesson_teach(lesson->name, &which, &lecture, NULL, error);
    slip_memory_fail_at(0);
    slip_lecture_free(&lecture);
    return status;
}

static bool good(const char *name, long k, slip_status status, const slip_error *error, long live, bool same)
{
    bool fine = slip_memory_live() == live && (status == SLIP_OK ? same : status == SLIP_MEMORY && error->text[0]);
    if (!fine)
        diag("%s, allocation %ld: %s: \"%s\"%s, %ld blocks left", name, k, slip_status_name(status), error->text, same ? "" : ", another verdict", slip_memory_live() - live);
    return fine;
}

static void starve_paper(const slip_paper *paper, int most)
{
    const char *slow = NULL;        /* the rest of an item whose statements take long is left to the long run */
    int statements = 0, wrong = 0;
    long tries = 0;
    for (const slip_statement *s = paper->statement; s->item; s++) {
        slip_reading first, usual, r;
        slip_error error;
        if (!s->measure)
            continue;
        double begin = slip_clock_cpu();
        if (slow && !strcmp(slow, s->item) && most <= 100)
            continue;
        slip_status status = measure(s, 0, &first, &error);
        if (status != SLIP_OK || slip_clock_cpu() - begin > longest) {
            slow = s->item;
            continue;
        }
        measure(s, 0, &usual, &error);              /* what libraries keep for themselves is allocated once */
        statements++;
        bool steady = !strcmp(first.ours, usual.ours);     /* no seconds among its numbers */
        long live = slip_memory_live(), refused = 1;
        for (long k = 1, step = 1, n = 0; refused && n < most && wrong < 5; k += step, n++) {
            long before = slip_memory_refused();
            status = measure(s, k, &r, &error);
            refused = slip_memory_refused() - before;
            wrong += !good(s->where, k, status, &error, live, r.word == usual.word && (!steady || !strcmp(r.ours, usual.ours)));
            tries++;
            step = most > 100 ? 1 : 1 + k / 3;
        }
    }
    ok(wrong == 0 && statements > 0, "%s: %d statements, %ld allocations that failed", paper->key, statements, tries);
}

static void starve_lesson(const slip_lesson *lesson, int most)
{
    slip_error error;
    int wrong = 0;
    long tries = 0;
    double begin = slip_clock_cpu();
    teach(lesson, 0, &error);
    double each = slip_clock_cpu() - begin;
    long live = slip_memory_live(), refused = 1;
    int tried = each > longest ? most / 10 : most;
    for (long k = 1, step = 1; refused && tries < tried && wrong < 5; k += step, tries++) {
        long before = slip_memory_refused();
        slip_status status = teach(lesson, k, &error);
        refused = slip_memory_refused() - before;
        wrong += !good(lesson->name, k, status, &error, live, true);
        step = most > 100 ? 1 : 1 + k / 3;
    }
    ok(wrong == 0, "lesson %s: %ld allocations that failed", lesson->name, tries);
}

int main(void)
{
    slip_error error;
    int papers = 0, lessons = 0, most = quick_or_full(8, 400);
    if (slip_start(&error) != SLIP_OK)
        bail_out("%s", error.text);
    while (slip_papers[papers])
        papers++;
    while (slip_lessons[lessons])
        lessons++;
    plan(papers + lessons);
    for (int k = 0; k < papers; k++)
        starve_paper(slip_papers[k], most);
    for (int k = 0; k < lessons; k++)
        starve_lesson(slip_lessons[k], most);
    return done();
}
