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
    slip_text_add(out, " (%s%s)", slip_how_name(t->how), t->proof ? ", proof kept" : "");
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

int slip_exit_of_verdict(const slip_verdict *v)
{
    switch (v->word) {
    case SLIP_VERDICT_VERIFIED: return SLIP_EXIT_OK;
    case SLIP_VERDICT_NA: return SLIP_EXIT_INCOMPLETE;
    case SLIP_VERDICT_HARNESS: return v->unfit ? SLIP_EXIT_USAGE : SLIP_EXIT_BUG;
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

static void print_account(const slip_account *a, bool accelerations)
{
    if (a->angles.slipping) {
        char slipping[64];
        slip_plural(slipping, a->angles.slipping, "contact");
        slip_print_heading("friction");
        printf("%s slip, friction off the opposite direction by at most %.2g rad (contact %d), median %.2g, mean %.2g\n", slipping, a->angles.largest, a->angles.worst,
               a->angles.median, a->angles.mean);
    }
    if (!accelerations || a->energy.possible != 0) {
        slip_print_heading("energy");
        if (isfinite(a->energy.before))
            printf("kinetic %.6g, %.6g without contacts; ", a->energy.after, a->energy.before);
        printf("friction %s %.6g, %s", accelerations ? "at the start of sliding, -r_T.a_T, is" : "takes", a->energy.dissipated,
               a->energy.maximal ? "the most its law allows" : "not the most at every contact");
        if (!a->energy.maximal)
            printf(" (that would be %.6g)", a->energy.possible);
        puts("");
    }
    const char *between = "";
    if (a->rolled)
        slip_print_heading("becomes");
    for (int t = 0; t < SLIP_TRANSITION_COUNT && a->rolled; t++)
        if (a->transition[t]) {
            printf("%s%d %s", between, a->transition[t], slip_transition_name(t));
            between = ", ";
        }
    if (a->rolled)
        puts(*between ? "" : "nothing");
}

/* States here by row, of the other answer by column; empty rows and columns are left out. */
static void print_compared(const slip_account *a)
{
    bool used[SLIP_MODE_COUNT] = { false };
    slip_print_heading("against");
    printf("velocities differ by %.2g (of V), impulses by %.2g (of rho V), states at %d contact%s; here by row, there by column:\n", a->apart_u, a->apart_r, a->differ,
           a->differ == 1 ? "" : "s");
    for (int i = 0; i < SLIP_MODE_COUNT; i++)
        for (int j = 0; j < SLIP_MODE_COUNT; j++)
            if (a->cross[i][j])
                used[i] = used[j] = true;
    printf("          %-10s", "");
    for (int j = 0; j < SLIP_MODE_COUNT; j++)
        if (used[j])
            printf(" %10s", slip_mode_name(j));
    puts("");
    for (int i = 0; i < SLIP_MODE_COUNT; i++) {
        if (!used[i])
            continue;
        printf("          %-10s", slip_mode_name(i));
        for (int j = 0; j < SLIP_MODE_COUNT; j++)
            if (used[j])
                printf(" %10d", a->cross[i][j]);
        puts("");
    }
}

/* A right answer need not be the only one: what is known of that, where it is not known to be. */
static void print_unique(const slip_record *record)
{
    enum { SMALL = 2500 };
    const slip_problem *p = record->problem;
    const slip_truth *truth = record->truth;
    const slip_account *a = record->account;
    slip_tri rest = SLIP_MAYBE;
    slip_error ignored = { 0 };
    if (!truth || truth->how == SLIP_HOW_UNKNOWN || truth->unique_u == SLIP_YES || record->judgement->posed.word != SLIP_VERDICT_VERIFIED || record->answer->claim != SLIP_CLAIM_SOLVED)
        return;
    bool moves = a && !a->none && p->level != SLIP_LEVEL_ACCELERATION && a->energy.after > 1e-6 * a->energy.before;
    if (moves && slip_problem_global(p) && slip_statics_size(p) <= SMALL && slip_problem_stands(p, -1, &rest, NULL, &ignored) != SLIP_OK)
        rest = SLIP_MAYBE;
    slip_print_heading("unique");
    puts(rest == SLIP_YES ? "velocity not unique: v = 0 is a solution too" : truth->unique_u == SLIP_NO ? "velocity not unique: others solve the problem too" : "velocity not known to be unique");
}

static void print_run(const slip_record *record)
{
    const slip_result *r = record->result;
    char steps[64], time[32];
    slip_plural(steps, r->steps, "step");
    slip_duration(time, r->cpu);
    slip_print_heading("run");
    if (r->foreign.ran) {
        puts(time);             /* how many steps it took is its own affair */
        return;
    }
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
        if (record->account && !record->account->none && p->d > 1)
            print_account(record->account, p->level == SLIP_LEVEL_ACCELERATION);
        print_unique(record);
        if (record->account && record->account->compared)
            print_compared(record->account);
    }
    if (record->enclosures) {
        const slip_enclosures *e = record->enclosures;
        slip_print_heading("intervals");
        printf("%s%s%s\n", e->verdict == SLIP_YES ? "every deciding residual holds beyond rounding" : e->verdict == SLIP_NO ? "a deciding residual fails beyond rounding" : "undecided: ",
               e->verdict == SLIP_MAYBE ? e->why : "", e->verdict == SLIP_MAYBE ? "" : ", by intervals");
        for (int id = 0; id < SLIP_R_COUNT; id++)
            if (!isnan(e->high[id]))
                printf("          %-18s from %.3g to %.3g: %s\n", slip_residual_name(id), e->low[id], e->high[id],
                       e->holds[id] == SLIP_YES ? "PASS" : e->holds[id] == SLIP_NO ? "FAIL" : "UNDECIDED");
    }
    if (record->near) {
        bool good = record->near->word != SLIP_NEAR_UNDECIDED && record->near->word != SLIP_NEAR_REFUSED;
        slip_print_heading("proof");
        printf("%s%s%s: %s\n", slip_paint(good ? SLIP_GOOD : SLIP_DOUBT), slip_near_name(record->near->word), slip_unpaint(), record->near->sentence);
    }
    slip_print_heading("why");
    printf("%s\n", record->story->sentence);
    if (record->hint) {
        slip_print_heading("hint");
        puts(record->hint);
    }
}

int slip_print_record(const slip_record *record, bool json)
{
    slip_text text = { 0 };
    slip_error error = { 0 };
    int code = slip_exit_of_verdict(&record->judgement->claimed);
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
