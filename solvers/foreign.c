/* foreign.c: a program that is not ours, run once in a limited child: a problem file in, an answer file out.
   SPDX-License-Identifier: GPL-3.0-or-later

   Exit 0 means that the answer was written, anything else that it gave up.  What becomes of it is in slip_foreign; the verdict
   words are reports/judge.c's.  The files live in a private directory that is removed again; the program runs where we were
   started, so that paths in its command mean what they say. */

#include "solvers/foreign.h"

#include <errno.h>
#include <ftw.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PRINTED = 1 << 20, LARGEST = 1 << 30 };      /* bytes of stdout and stderr each; of a result */

typedef enum { NOTHING, FILE_TEXT, FILE_FCLIB, FILE_RESULT, NUMBER_TOL, NUMBER_STEPS, NUMBER_TIME, NUMBER_SEED, DIRECTORY } kind;
static const struct { const char *name; kind what; bool local; const char *file; } places[] = {
    { "{problem}", FILE_TEXT, false, "problem.txt" }, { "{problem.fclib}", FILE_FCLIB, false, "problem.hdf5" },
    { "{local}", FILE_TEXT, true, "local.txt" }, { "{local.fclib}", FILE_FCLIB, true, "local.hdf5" },
    { "{result}", FILE_RESULT, false, "result" }, { "{tol}", NUMBER_TOL, false, NULL }, { "{max_iter}", NUMBER_STEPS, false, NULL },
    { "{time}", NUMBER_TIME, false, NULL }, { "{seed}", NUMBER_SEED, false, NULL }, { "{dir}", DIRECTORY, false, NULL },
};
enum { PLACES = sizeof places / sizeof *places };

/* ---- the command ---- */

static int place_at(const char *text)
{
    for (int k = 0; k < PLACES; k++)
        if (strncmp(text, places[k].name, strlen(places[k].name)) == 0) return k;
    return -1;
}

static bool startable(const char *program)
{
    if (strchr(program, '/')) return access(program, X_OK) == 0;
    const char *path = getenv("PATH");
    char full[4096];
    for (const char *at = path ? path : "/bin:/usr/bin"; ; at++) {
        size_t n = strcspn(at, ":");
        if (snprintf(full, sizeof full, "%.*s/%s", n ? (int)n : 1, n ? at : ".", program) < (int)sizeof full && access(full, X_OK) == 0) return true;
        at += n;
        if (!*at) return false;
    }
}

slip_status slip_foreign_check(char *const words[], slip_error *error)
{
    const char *names[PLACES + 1] = { NULL };
    if (!words[0]) return slip_fail(error, SLIP_INPUT, "there is no command after 'cmd:'");
    for (int k = 0; k < PLACES; k++) names[k] = places[k].name;
    for (int k = 0; words[k]; k++) {
        size_t n = strlen(words[k]);
        if (n > 2 && words[k][0] == '{' && words[k][n - 1] == '}' && strspn(words[k] + 1, "abcdefghijklmnopqrstuvwxyz_.") == n - 2 && place_at(words[k]) < 0) {
            const char *near = slip_nearest(words[k], names);
            return slip_fail(error, SLIP_INPUT, "a command has no placeholder %.40s%s%s%s", words[k], near ? "; did you mean " : "; it has {problem}, {local}, {result}, {tol}, {max_iter}, {time}, {seed}, {dir}", near ? near : "", near ? "?" : "");
        }
    }
    if (!startable(words[0])) return slip_fail(error, SLIP_ENV, "there is no program '%.120s' to run", words[0]);
    return SLIP_OK;
}

slip_status slip_foreign_words(const char *command, char ***words, slip_arena *arena, slip_error *error)
{
    size_t length = strlen(command);
    char *text = SLIP_NEW(arena, char, 2 * length + 2), **list = SLIP_NEW(arena, char *, length / 2 + 4);
    if (arena->failed) return slip_fail(error, SLIP_MEMORY, "out of memory for a command");
    int count = 0;
    for (const char *at = command + strspn(command, " \t\n"); *at; at += strspn(at, " \t\n")) {
        list[count++] = text;
        for (char quote = 0; *at && (quote || !strchr(" \t\n", *at)); at++) {
            if (quote ? *at == quote : *at == '"' || *at == '\'') quote = quote ? 0 : *at;
            else if (*at == '\\' && quote != '\'' && at[1]) *text++ = *++at;
            else *text++ = *at;
            if (quote && !at[1]) return slip_fail(error, SLIP_INPUT, "a quote of the command is not closed: %.120s", command);
        }
        *text++ = 0;
    }
    bool in = false, out = false;               /* a command that names neither file gets both, in this order */
    for (int k = 0; k < count; k++) {
        in |= strstr(list[k], "{problem") || strstr(list[k], "{local");
        out |= strstr(list[k], "{result}") != NULL;
    }
    if (count && !in && !out) { list[count++] = "{problem}"; list[count++] = "{result}"; }
    else if (count && !(in && out)) return slip_fail(error, SLIP_INPUT, "the command says where %s goes but not %s", in ? "{problem}" : "{result}", in ? "{result}" : "{problem} or {local}");
    list[count] = NULL;
    *words = list;
    return SLIP_OK;
}

/* ---- its files ---- */

static int remove_one(const char *path, const struct stat *st, int flag, struct FTW *at)
{
    (void)st; (void)flag; (void)at;
    remove(path);
    return 0;
}

static slip_status write_problem(const slip_problem *p, int place, const char *path, slip_error *error)
{
    slip_text out = { 0 };
    slip_problem local = { .d = 0 };
    bool condense = places[place].local && slip_problem_global(p);
    slip_status status = condense ? slip_problem_local(&local, p, error) : SLIP_OK;
    if (condense) p = &local;
    if (!status) status = places[place].what == FILE_FCLIB ? slip_problem_write_fclib(p, NULL, &out, error) : slip_problem_text(p, &out, error);
    if (!status) status = slip_file_write(path, out.s, out.length, error);
    if (condense) slip_problem_free(&local);
    slip_text_free(&out);
    return status;
}

/* One word with its placeholders replaced; files are written when first named. */
static slip_status expand(const char *word, const char *directory, const slip_problem *p, const slip_iterate *it, unsigned *written, slip_text *out, slip_error *error)
{
    slip_status status = SLIP_OK;
    char number[32];
    slip_text_put(out, "", 0);
    for (const char *at = word; *at && !status;) {
        int k = *at == '{' ? place_at(at) : -1;
        if (k < 0) { slip_text_put(out, at++, 1); continue; }
        at += strlen(places[k].name);
        switch (places[k].what) {
        case NUMBER_TOL: slip_format_double(number, it->limits.tol); slip_text_add(out, "%s", number); break;
        case NUMBER_TIME: slip_format_double(number, it->limits.time); slip_text_add(out, "%s", number); break;
        case NUMBER_STEPS: slip_text_add(out, "%ld", it->limits.steps); break;
        case NUMBER_SEED: slip_text_add(out, "0"); break;
        case DIRECTORY: slip_text_add(out, "%s", directory); break;
        default: {
            char path[512];
            snprintf(path, sizeof path, "%s/%s", directory, places[k].file);
            slip_text_add(out, "%s", path);
            if (places[k].what != FILE_RESULT && !(*written & 1u << k)) status = write_problem(p, k, path, error);
            *written |= 1u << k;
        } }
    }
    return status ? status : out->failed ? slip_fail(error, SLIP_MEMORY, "out of memory for a command") : SLIP_OK;
}

/* ---- its end ---- */

/* What a program says may be any bytes; a record wants text. */
static void plain(char *text)
{
    for (; *text; text++)
        if (*text == '\n' || *text == '\t') *text = ' ';
        else if (*text < ' ' || *text > '~') *text = '?';
}

static void keep_tail(char out[256], const slip_text *text)
{
    size_t length = text->s ? text->length : 0;
    while (length && strchr(" \t\r\n", text->s[length - 1])) length--;
    size_t from = length > 255 ? length - 255 : 0;
    if (length) memcpy(out, text->s + from, length - from);
    out[length - from] = 0;
    for (size_t k = 0; k < length - from; k++)
        if (!out[k]) out[k] = '?';
    plain(out);
}

void slip_foreign_end(slip_foreign *f, const slip_child_result *c)
{
    *f = (slip_foreign){ .ran = true, .end = c->end, .code = c->code, .strays = c->strays, .wall = c->wall, .cpu = c->cpu, .memory = c->memory };
    keep_tail(f->said, c->err.length ? &c->err : &c->out);
}

void slip_foreign_take(slip_iterate *it, const slip_problem *p, const slip_answer *a)
{
    size_t m = (size_t)slip_problem_m(p);
    const struct { const double *from; double *to; size_t count; bool *have; } part[] = {
        { a->r, it->r, m, &it->have_r }, { a->u, it->u, m, &it->have_u }, { a->v, it->v, (size_t)p->n, &it->have_v },
        { a->l, it->l, (size_t)p->p, &it->have_l }, { a->farkas, it->farkas, m, &it->have_farkas },
    };
    for (size_t k = 0; k < sizeof part / sizeof *part; k++) {
        *part[k].have = part[k].from != NULL;
        if (part[k].from && part[k].count) memcpy(part[k].to, part[k].from, sizeof(double) * part[k].count);
    }
    it->claim = a->claim; it->law = a->law; it->dirs = a->dirs;
    it->claimed_error = a->claimed_error;
    it->foreign.seconds = a->seconds;
    snprintf(it->note, sizeof it->note, "%s", a->why);
    plain(it->note);
}

static void read_result(slip_iterate *it, const slip_problem *p, const char *path)
{
    slip_foreign *f = &it->foreign;
    slip_text text = { 0 };
    slip_arena arena = { 0 };
    slip_answer a;
    slip_error error = { 0 };
    if (access(path, F_OK) != 0) return;
    f->answered = true;
    if (slip_file_read(path, LARGEST, &text, &error) || slip_answer_read(&a, p, text.s, text.length, &arena, &error))
        snprintf(f->trouble, sizeof f->trouble, "%.199s", error.text), plain(f->trouble);
    else {
        slip_foreign_take(it, p, &a);
        if (f->code && a.claim == SLIP_CLAIM_SOLVED) it->claim = SLIP_CLAIM_GAVE_UP;
    }
    slip_text_free(&text);
    slip_arena_free(&arena);
}

slip_step slip_foreign_step(char *const words[], const slip_problem *p, slip_iterate *it)
{
    slip_arena arena = { 0 };
    slip_error error = { 0 };
    slip_child_result child = { 0 };
    const char *base = getenv("TMPDIR");
    char directory[300], result[512];
    int count = 0;
    unsigned written = 0;
    while (words[count]) count++;
    it->foreign = (slip_foreign){ .ran = true, .end = SLIP_END_START };
    it->claim = SLIP_CLAIM_GAVE_UP; it->law = p->law; it->dirs = p->dirs;
    snprintf(directory, sizeof directory, "%.250s/slipstick-XXXXXX", base && *base ? base : "/tmp");
    char **argv = SLIP_NEW(&arena, char *, count + 1);
    slip_status status = arena.failed ? slip_fail(&error, SLIP_MEMORY, "out of memory for a command") : SLIP_OK;
    if (!status && !mkdtemp(directory)) status = slip_fail(&error, SLIP_ENV, "no directory for the files of a command: %s", strerror(errno));
    bool made = !status;
    for (int k = 0; k < count && !status; k++) {
        slip_text word = { 0 };
        status = expand(words[k], directory, p, it, &written, &word, &error);
        if (!status && !(argv[k] = slip_arena_printf(&arena, "%s", word.s))) status = slip_fail(&error, SLIP_MEMORY, "out of memory for a command");
        slip_text_free(&word);
    }
    double time = it->limits.time;                          /* CPU seconds; a program that only waits ends by the clock on the wall */
    slip_limits_child limits = { .wall = time > 0 ? 3 * time + 1 : 0, .cpu = time, .memory = it->limits.memory, .output = PRINTED, .file = LARGEST };
    if (!status) status = slip_child_exec(argv, NULL, NULL, 0, &limits, &child, &error);
    if (!status) {
        slip_foreign_end(&it->foreign, &child);
        snprintf(result, sizeof result, "%s/result", directory);
        if (child.end == SLIP_END_EXIT) read_result(it, p, result);
    } else snprintf(it->foreign.trouble, sizeof it->foreign.trouble, "%.199s", error.text);
    slip_child_result_free(&child);
    if (made) nftw(directory, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    slip_arena_free(&arena);
    return it->claim == SLIP_CLAIM_SOLVED ? SLIP_STEP_DONE : it->claim == SLIP_CLAIM_NO_SOLUTION ? SLIP_STEP_NONE : SLIP_STEP_STALLED;
}
