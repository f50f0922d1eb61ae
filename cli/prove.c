/* prove.c: `slipstick prove PROBLEM [ANSWER]`: what can be proved of a problem, exactly, and a file that proves it.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <string.h>
#include "cli/cli.h"

typedef struct { slip_progress progress; } watch;

static bool look(void *ctx, double done, long nodes)
{
    watch *w = ctx;
    if (slip_progress_due(&w->progress)) {
        char text[64];
        snprintf(text, sizeof text, "%ld cases", nodes);
        slip_progress_tell(&w->progress, done, text);
    }
    return slip_terminal_signal() != 0;
}

static bool read_asks(const slip_args *args, unsigned *asks)
{
    const char *names[SLIP_ASK_COUNT + 1] = { 0 }, *word;
    for (int k = 0; k < SLIP_ASK_COUNT; k++)
        names[k] = slip_ask_name(k);
    for (int at = 0; (word = slip_args_each(args, "claim", &at)); ) {
        int k = 0;
        while (names[k] && strcmp(names[k], word))
            k++;
        if (!names[k]) {
            const char *near = slip_nearest(word, names);
            slip_complain(SLIP_EXIT_USAGE, "nothing called '%s' can be asked for; %s%s%s", word, near ? "did you mean " : "see 'slipstick prove --help'", near ? near : "", near ? "?" : "");
            return false;
        }
        *asks |= 1u << k;
    }
    return true;
}

static int print(const slip_args *args, const slip_problem *problem, const slip_proof *proof, const char *path)
{
    if (!slip_args_has(args, "json")) {
        slip_print_heading("problem");
        printf("%s\n", problem->name ? problem->name : args->operand[0]);
        slip_print_heading("proved");
        const char *word = slip_proved_name(proof->word);
        bool told = strncmp(proof->sentence, word, strlen(word)) == 0;           /* "undecided: ...", once */
        printf("%s%s%s%s%s\n", slip_paint(proof->word == SLIP_PROVED_UNDECIDED ? SLIP_DOUBT : SLIP_GOOD), word, slip_unpaint(), told ? "" : ": ", proof->sentence + (told ? strlen(word) : 0));
        if (proof->size) {
            slip_print_heading("cases");
            printf("%ld nodes of a complementarity problem of size %d\n", proof->nodes, proof->size);
        }
        if (path && proof->file.length) {
            slip_print_heading("proof");
            printf("%s, %zu bytes; check it with 'slipstick check-proof'\n", path, proof->file.length);
        }
        return SLIP_EXIT_OK;
    }
    char hash[65];
    slip_error error = { 0 };
    if (slip_problem_hash(problem, hash, &error) != SLIP_OK)
        return slip_complain_error(&error);
    json_t *o = json_pack("{s:s,s:s,s:s,s:s,s:s,s:b,s:b,s:i,s:I,s:I}", "schema", "slipstick.proof/1", "problem", problem->name ? problem->name : args->operand[0],
                          "hash", hash, "proved", slip_proved_name(proof->word), "sentence", proof->sentence, "nonconvex", proof->nonconvex,
                          "nonconvex_lcp", proof->nonconvex_lcp, "size", proof->size, "nodes", (json_int_t)proof->nodes, "bytes", (json_int_t)proof->file.length);
    const struct { const char *key; int value; } counts[] = { { "solutions", proof->solutions }, { "velocities", proof->velocities }, { "pieces", proof->pieces },
        { "vertices", proof->vertices }, { "basic", proof->basic } };
    for (size_t k = 0; k < sizeof counts / sizeof *counts; k++)
        json_object_set_new(o, counts[k].key, counts[k].value >= 0 ? json_integer(counts[k].value) : json_null());
    json_object_set_new(o, "velocities_at_least", json_integer(proof->least));
    json_object_set_new(o, "proof", path && proof->file.length ? json_string(path) : json_null());
    slip_text text = { 0 };
    bool failed = !o || slip_json_write(o, &text) != SLIP_OK;
    if (!failed)
        puts(text.s);
    json_decref(o);
    slip_text_free(&text);
    return failed ? slip_complain_memory() : SLIP_EXIT_OK;
}

static int run(const slip_args *args)
{
    slip_error error = { 0 };
    slip_problem problem;
    slip_proof proof;
    watch w;
    double nodes, seconds;
    slip_prove_how how = { .look = look, .ctx = &w };
    const char *path = slip_args_get(args, "output");
    if (!slip_args_number(args, "nodes", 1e6, 1, 1e12, &nodes) || !slip_args_number(args, "time", 60, 1e-3, 1e9, &seconds) || !read_asks(args, &how.asks))
        return SLIP_EXIT_USAGE;
    static const char *const about_answers[] = { "bound", "law", "polish", "tol", NULL }, *const about_problems[] = { "claim", "nodes", NULL };
    bool answered = args->operands > 1 || slip_args_has(args, "solver");
    for (const char *const *o = answered ? about_problems : about_answers; *o; o++)
        if (slip_args_has(args, *o))
            return slip_complain(SLIP_EXIT_USAGE, answered ? "--%s is about the problem, not about an answer: ask without one" : "--%s is about an answer: name one, or a solver", *o);
    if (slip_open(&problem, args->operand[0], NULL, &error) != SLIP_OK)
        return slip_complain_error(&error);
    if (answered) {
        int answers = slip_prove_answers(args, &problem);
        slip_problem_free(&problem);
        return answers;
    }
    how.law = problem.law;
    how.dirs = problem.dirs;
    how.nodes = (long)nodes;
    how.seconds = seconds;
    slip_progress_begin(&w.progress);
    slip_status status = slip_prove(&problem, &how, &proof, &error);
    slip_progress_end(&w.progress);
    int code = SLIP_EXIT_OK;
    if (status != SLIP_OK) {
        code = slip_complain_error(&error);
    } else {
        if (path && proof.file.length && slip_file_write(path, proof.file.s, proof.file.length, &error) != SLIP_OK)
            code = slip_complain_error(&error);
        else
            code = print(args, &problem, &proof, path);
        if (code == SLIP_EXIT_OK && proof.word == SLIP_PROVED_UNDECIDED)
            code = SLIP_EXIT_INCOMPLETE;
        slip_proof_free(&proof);
    }
    slip_problem_free(&problem);
    return code;
}

#define X(name, word, text) word " "
#define ASK_WORDS SLIP_ASK_LIST(X)
static const slip_option options[] = {
    { .name = "bound", .about = "answers to cone laws: bound the velocity by the duality gap alone, at any size" },
    { .name = "claim", .letter = 'c', .value = "WHAT", .about = "what to prove, see below; may be repeated (default: solutions or else velocities, nonconvex)",
      .fill = SLIP_FILL_WORDS, .words = ASK_WORDS, .flags = SLIP_REPEATED },
    { .name = "json", .about = "the result as one line of JSON" },
    { .name = "law", .value = "LAW", .about = "the law that answers are held against (default: the one each claims)", .fill = SLIP_FILL_WORDS,
      .words = "coulomb facets box cone cone-facets opposed" },
    { .name = "nodes", .value = "N", .about = "most cases to look at (default 1000000)" },
    { .name = "output", .letter = 'o', .value = "PROOF", .about = "write the proof to this file", .fill = SLIP_FILL_FILE },
    { .name = "polish", .about = "as --bound, after refining the answer to about thirty digits: some factorisations instead of some products" },
    { .name = "solver", .letter = 's', .value = "SOLVER", .about = "take the answer of this method, may be repeated", .fill = SLIP_FILL_SOLVER, .flags = SLIP_REPEATED },
    { .name = "time", .value = "S", .about = "most seconds, methods and proof together (default 60)" },
    { .name = "tol", .letter = 't', .value = "T", .about = "tolerance of those methods (default 1e-13)" },
    { 0 }
};

#undef X
#define X(name, word, text) "  " word ": " text "\n"

const slip_command slip_command_prove = {
    .name = "prove", .about = "prove how many solutions a problem has, or that one is near an answer", .usage = "PROBLEM [ANSWER...]",
    .help = "The numbers of the problem are read as the rationals they are; every case is closed by an exact certificate.  'slipstick\n"
            "check-proof' has the file re-verified by another program that shares nothing with this one.  What is not decided within\n"
            "the limits is said to be undecided, with the reason; the exit status is then 3.  WHAT is one of\n"
            "\n"
            SLIP_ASK_LIST(X)
            "\n"
            "With ANSWER files, or -s SOLVER, it is proved instead that an exact solution lies near each answer, and how near.  An answer that\n"
            "is not close to any is refused (exit status 1).  Where several answers have velocities that are apart, the proof says so.  An\n"
            "answer that claims that there is no solution is held against exact enumeration.\n"
            "\n"
            "Cone laws have one velocity, and the duality gap bounds how far an answer is from it, whatever the size (--bound): by a root, so\n"
            "that rounding leaves about 1e-7.  --polish refines the answer first, until the bound is its own error, 1e-12 or less where the\n"
            "answer is that good; it is also what is tried last where no exact solution was found.\n",
    .options = options, .least = 1, .most = -1, .fill = SLIP_FILL_PROBLEM, .run = run
};
