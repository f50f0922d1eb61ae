/* passport.h: what `slipstick check` finds out about one solver, case by case, and how it is told.
   SPDX-License-Identifier: GPL-3.0-or-later */

#ifndef SLIP_PASSPORT_H
#define SLIP_PASSPORT_H

#include "reports/study.h"

#define SLIP_LEVEL_OF_CHECK(X) \
    X(PROTOCOL,   "protocol",   "it reads problems, leaves answers that can be read, and refuses what is no problem") \
    X(EXACT,      "exact",      "one solution in closed form: digits of agreement") \
    X(INVARIANCE, "invariance", "the same problem told differently: order, units, axes, repeated and open contacts") \
    X(CATALOGUE,  "catalogue",  "larger problems whose solutions are known to exist") \
    X(HARD,       "hard",       "no solution, many solutions, rank-deficient, mass ratio: scored by honesty") \
    X(BEHAVIOUR,  "behaviour",  "the same answer twice, limits obeyed, nothing left running, cost against size")
typedef enum {
#define X(name, word, text) SLIP_CHECK_##name,
    SLIP_LEVEL_OF_CHECK(X)
#undef X
    SLIP_CHECK_LEVELS
} slip_check_level;
const char *slip_check_name(slip_check_level);
const char *slip_check_about(slip_check_level);

typedef enum { SLIP_CASE_PASS, SLIP_CASE_FAIL, SLIP_CASE_SKIP } slip_case_mark;

typedef struct {
    slip_check_level level;
    slip_case_mark mark;
    char name[128];             /* a problem, "cannonball: units by 1000", "determinism" */
    const char *problem;        /* its catalogue name, or NULL */
    int contacts;
    slip_verdict_word word;
    double error, digits;       /* worst residual; digits of agreement with the solution known; NaN: none */
    double cpu;
    char text[320];             /* why */
} slip_check_case;

typedef struct {
    slip_arena arena;
    const char *solver; double tol, time;
    int cases, room; slip_check_case *list;     /* in the order they were run */
    int pass[SLIP_CHECK_LEVELS], fail[SLIP_CHECK_LEVELS], skip[SLIP_CHECK_LEVELS];
    int reached;                /* levels passed without a failure, from the first on */
    int false_claims, solved, honest;           /* of the level hard: solved and honest failures */
    double digits;              /* least of the level exact; NaN: none */
    slip_line cost;             /* log cpu against log contacts; b NaN: not measured */
    char hint[256];             /* a convention that would make it right, the one that fits most false claims; "" */
    struct { char text[256]; int count; } vote[8];
    slip_problem smallest; bool has_smallest;   /* the smallest failing case, shrunk */
    char smallest_from[128], smallest_why[320]; /* the case it came from; what happens on it */
    int shrunk_from;            /* contacts it had */
    double seconds, spent;      /* of all; CPU of the solver */
    bool stopped;
} slip_passport;

typedef struct {
    const slip_solver *solver; const double *par; const char *name;
    slip_limits limits; size_t memory;
    bool quick;
    bool (*stop)(void);         /* asked between runs; may be NULL */
    void (*tell)(void *ctx, const slip_passport *, slip_check_level, double fraction); void *ctx;       /* may be NULL */
} slip_check;

/* Climb the ladder (ladder.c, ladder_levels.c); whatever the solver does is a case. */
slip_status slip_check_run(const slip_check *, slip_passport *, slip_error *);
void slip_passport_free(slip_passport *);

/* How it is told (passport.c).  `saved`: the path of the smallest failing case, or NULL. */
void slip_passport_json(const slip_passport *, const char *saved, slip_text *out);
void slip_passport_tap(const slip_passport *, slip_text *out);
void slip_passport_html(const slip_passport *, const char *saved, slip_text *out);
void slip_passport_again(const slip_passport *, const char *saved, slip_text *out);      /* the command that runs it again */

/* One run of the solver under test. */
typedef struct { slip_judgement judgement; slip_result result; slip_arena arena; } slip_attempt;
slip_status slip_check_attempt(const slip_check *, const slip_problem *, const slip_truth *, const slip_limits *, slip_attempt *, slip_error *);
void slip_attempt_free(slip_attempt *);
slip_check_case *slip_passport_add(slip_passport *, slip_check_level, const char *name, const char *problem, int contacts);
/* Shrink the smallest failing case contact by contact while it still fails (shrink.c). */
slip_status slip_check_shrink(const slip_check *, slip_passport *, slip_error *);
bool slip_check_bad(slip_verdict_word);         /* a verdict nobody wants, whatever is known of the problem */

#endif
