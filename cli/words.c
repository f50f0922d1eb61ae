/* words.c: how a problem, a truth and a record are told to people.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>
#include <string.h>
#include "cli/cli.h"

void slip_plural(char out[64], long n, const char *noun) { snprintf(out, 64, "%ld %s%s", n, noun, n == 1 ? "" : "s"); }

void slip_duration(char out[32], double seconds)
{
    if (!(seconds < 1))
        snprintf(out, 32, "%.3g s", seconds);
    else if (seconds < 1e-3)
        snprintf(out, 32, "%.3g us", seconds * 1e6);
    else
        snprintf(out, 32, "%.3g ms", seconds * 1e3);
}

void slip_print_heading(const char *word) { printf("%s%-10s%s", slip_paint(SLIP_STRONG), word, slip_unpaint()); }

void slip_describe(const slip_problem *p, slip_text *out)
{
    char count[64];
    slip_plural(count, p->nc, p->d == 1 ? "complementary pair" : "contact");
    slip_text_add(out, "%s", count);
    if (p->d > 1)
        slip_text_add(out, " in %dD, law %s", p->d, slip_law_name(p->law));
    if (p->n) {
        slip_plural(count, p->n, p->level == SLIP_LEVEL_ACCELERATION ? "acceleration" : "velocity");
        if (p->n != 1 && p->level != SLIP_LEVEL_ACCELERATION)
            snprintf(count, sizeof count, "%d velocities", p->n);
        slip_text_add(out, ", %s", count);
    }
    if (p->p) {
        slip_plural(count, p->p, "joint");
        slip_text_add(out, ", %s", count);
    }
}

void slip_truth_words(const slip_truth *t, slip_text *out)
{
    switch (t->solutions) {
    case SLIP_SOLUTIONS_UNKNOWN: slip_text_add(out, "unknown"); return;
    case SLIP_SOLUTIONS_SOME: slip_text_add(out, "solvable"); break;
    case SLIP_SOLUTIONS_MANY: slip_text_add(out, "many solutions"); break;
    case 0: slip_text_add(out, "no solution"); break;
    default: slip_text_add(out, "%d solution%s", t->solutions, t->solutions == 1 ? "" : "s");
    }
    slip_text_add(out, " (%s)", slip_how_name(t->how));
}

void slip_verdict_counts(const int count[SLIP_VERDICT_COUNT], slip_text *out)
{
    const char *between = "";
    for (int k = 0; k < SLIP_VERDICT_COUNT; k++)
        if (count[k]) {
            slip_text_add(out, "%s%d %s", between, count[k], slip_verdict_name(k));
            between = ", ";
        }
    if (!*between)
        slip_text_add(out, "nothing yet");
}

static slip_style style_of(slip_verdict_word word)
{
    switch (word) {
    case SLIP_VERDICT_VERIFIED: return SLIP_GOOD;
    case SLIP_VERDICT_UNCLAIMED: case SLIP_VERDICT_INACCURATE: case SLIP_VERDICT_UNPROVED: return SLIP_DOUBT;
    case SLIP_VERDICT_NA: return SLIP_FAINT;
    default: return SLIP_BAD;
    }
}

int slip_exit_of_verdict(slip_verdict_word word)
{
    switch (word) {
    case SLIP_VERDICT_VERIFIED: return SLIP_EXIT_OK;
    case SLIP_VERDICT_NA: return SLIP_EXIT_INCOMPLETE;
    case SLIP_VERDICT_HARNESS: return SLIP_EXIT_BUG;
    default: return SLIP_EXIT_FINDINGS;
    }
}

static void print_verdict(const slip_verdict *v, const char *which)
{
    slip_print_heading("verdict");
    printf("%s%s%s for law %s (%s): %s\n", slip_paint(style_of(v->word)), slip_verdict_name(v->word), slip_unpaint(),
           slip_law_name(v->law), which, v->sentence[0] ? v->sentence : slip_verdict_text(v->word));
}

static void print_cell(const slip_verdict *v, int k)
{
    double x = v->residual.value[k];
    bool decides = slip_residual_decides(k), absent = isnan(x) && v->residual.undefined[k];
    char where[32] = "";
    if (absent) {
        printf("  %-9s %-5s %-13s", "-", "", "");
        return;
    }
    if (v->residual.worst[k] >= 0 && !(x <= 0))
        snprintf(where, sizeof where, "%s %d", k == SLIP_R_JOINTS ? "joint" : "contact", v->residual.worst[k]);
    bool good = x <= v->tol;
    printf("  %-9.2g %s%-5s%s %-13s", x, slip_paint(!decides ? SLIP_PLAIN : good ? SLIP_GOOD : SLIP_BAD),
           !decides ? "" : good ? "ok" : "FAIL", slip_unpaint(), where);
}

/* One row a residual; the second law beside the first where it differs. */
static void print_residuals(const slip_verdict *a, const slip_verdict *b)
{
    slip_print_heading("residuals");
    printf("%-17s  %-29s", "", b ? slip_law_name(a->law) : "and their worst contact");
    if (b)
        printf("  %-29s", slip_law_name(b->law));
    printf("tol %g\n", a->tol);
    for (int k = 0; k < SLIP_R_COUNT; k++) {
        printf("          %-17s", slip_residual_name(k));
        print_cell(a, k);
        if (b)
            print_cell(b, k);
        printf("%s%s%s\n", slip_paint(SLIP_FAINT), slip_residual_text(k), slip_unpaint());
    }
}

static void print_modes(const slip_verdict *v)
{
    const char *between = "";
    slip_print_heading("states");
    for (int k = 0; k < SLIP_MODE_COUNT; k++)
        if (v->modes[k]) {
            printf("%s%d %s", between, v->modes[k], slip_mode_name(k));
            between = ", ";
        }
    puts(*between ? "" : "none");
}

static void print_run(const slip_record *record)
{
    const slip_result *r = record->result;
    char steps[64], time[32];
    slip_plural(steps, r->steps, "step");
    slip_duration(time, r->cpu);
    slip_print_heading("run");
    printf("%s", steps);
    for (int k = 0; k < SLIP_WORK_COUNT; k++)
        if (r->work[k])
            printf(", %lld %.*s", r->work[k], (int)strlen(slip_work_name(k)) - (r->work[k] == 1 && slip_work_name(k)[strlen(slip_work_name(k)) - 1] == 's'), slip_work_name(k));
    printf(", %s\n", time);
}

static void print_people(const slip_record *record, slip_text *about)
{
    const slip_problem *p = record->problem;
    const slip_verdict *claimed = &record->judgement->claimed, *posed = &record->judgement->posed;
    bool same = slip_law_same(p, claimed->law, claimed->dirs, posed->law, posed->dirs);
    slip_describe(p, about);
    slip_print_heading("problem");
    printf("%s: %s\n", p->name, about->s ? about->s : "");
    if (record->solver) {
        slip_print_heading("solver");
        printf("%s\n", record->solver);
    }
    if (record->result)
        print_run(record);
    slip_print_heading("claim");
    if (record->answer)
        printf("%s%s%s\n", slip_claim_name(record->answer->claim), record->answer->why[0] ? ": " : "", record->answer->why);
    else
        puts("none");
    print_verdict(claimed, same ? "claimed and posed" : "claimed");
    if (!same)
        print_verdict(posed, "posed");
    if (record->answer && claimed->word != SLIP_VERDICT_INVALID && claimed->word != SLIP_VERDICT_HARNESS && claimed->word != SLIP_VERDICT_NA) {
        print_residuals(claimed, same ? NULL : posed);
        print_modes(claimed);
    }
    slip_print_heading("why");
    printf("%s\n", record->story->sentence);
}

int slip_print_record(const slip_record *record, bool json)
{
    slip_text text = { 0 };
    slip_error error = { 0 };
    int code = slip_exit_of_verdict(record->judgement->claimed.word);
    if (json) {
        if (slip_record_write(record, &text, &error) == SLIP_OK)
            fwrite(text.s, 1, text.length, stdout);
        else
            code = slip_complain_error(&error);
    } else {
        print_people(record, &text);
    }
    slip_text_free(&text);
    return code;
}

bool slip_path_ends(const char *path, const char *end)
{
    size_t n = strlen(path), k = strlen(end);
    return n >= k && strcmp(path + n - k, end) == 0;
}

bool slip_left_out(const slip_names *names, int k, const slip_error *error)
{
    if (error->status != SLIP_INPUT || !names->found[k]) return false;
    slip_complain(0, "left out: %s", error->text);
    return true;
}

void slip_tell_refused(const slip_names *names)
{
    for (const char *at = names->refused.s; at && *at;) {
        size_t length = strcspn(at, "\n");
        slip_complain(0, "left out: %.*s", (int)length, at);
        at += length + (at[length] == '\n');
    }
}
