/* study.h: many runs: isolated, recorded, resumed, shared out; and what is read back from their rows.
   SPDX-License-Identifier: GPL-3.0-or-later

   A study is a directory:

       study.json              what is to be run: problems with their hashes, solvers, limits
       machines/<id>.json      where it was run: processor, libraries, compiler
       rows/<worker>.jsonl     the truth: one line a run, written by one write()
       traces/<key>.tsv        histories: step, stopping residual, verified error
       answers/<sha256>.json   answers, by the hash of their bytes

   Everything else is derived and may be deleted.  Merging shards is reading all rows. */

#ifndef SLIP_STUDY_H
#define SLIP_STUDY_H

#include "base/json.h"
#include "reports/reports.h"

/* ---- one run in a child (trial.c, parcel.c) -------------------------------------------------------------- */

typedef struct {
    const slip_solver *solver; const double *par;
    const char *name;           /* full name of the solver */
    slip_limits limits;         /* of the loop: tol, steps, CPU seconds in the method */
    size_t memory;              /* bytes of the child; 0: no limit */
    int rep;                    /* which repetition, from 0 */
    bool keep;                  /* keep the answer however large; else only small ones */
    bool exclusive;             /* the user says that nothing else runs on this machine */
    bool prove;                 /* certify good answers of problems that are not large */
} slip_trial;

typedef struct {                /* what one run leaves */
    char key[65];
    slip_verdict_word word;
    double wall;                /* seconds from fork to verdict */
    slip_text row;              /* one line, sealed, with its newline */
    slip_text trace;            /* TSV; empty: no history */
    slip_text answer;           /* JSON; empty: none kept */
    char answer_hash[65];
} slip_outcome;

/* Run, judge and describe.  Whatever the solver does is a row; it fails only for want of memory here. */
slip_status slip_trial_run(const slip_trial *, const slip_problem *, const slip_truth *, const char hash[65], slip_outcome *, slip_error *);
/* The row of a run that our own program did not survive: verdict harness. */
slip_status slip_trial_blame(const slip_trial *, const char *problem, const char hash[65], const char *why, slip_outcome *, slip_error *);
void slip_trial_key(const slip_trial *, const char hash[65], char out[65]);
void slip_outcome_free(slip_outcome *);

enum { SLIP_SHOTS = 24, SLIP_LAP = 16 };
typedef struct {                /* what a child sends: a result, and iterates on the way for the verifier */
    slip_result result;
    slip_status status; slip_error error;       /* of slip_run */
    bool whole;                                 /* it came back and was judged */
    char advice[256];                           /* of slip_cure_find, tried in the child */
    int shots; long shot_step[SLIP_SHOTS]; double *shot_r[SLIP_SHOTS], *shot_l[SLIP_SHOTS];
} slip_parcel;

/* Run in a child and judge; what came back (parcel->whole) lives in the arena.  The child's result is to be freed. */
void slip_trial_attempt(const slip_trial *, const slip_problem *, const slip_truth *, slip_parcel *, slip_child_result *, slip_judgement *, slip_arena *);

int slip_parcel_send(const slip_parcel *, const slip_problem *, int fd);      /* 0: sent whole */
/* False when the bytes are not a whole parcel for this problem. */
bool slip_parcel_open(slip_parcel *, const slip_problem *, const char *bytes, size_t count, slip_arena *);
size_t slip_parcel_room(const slip_problem *, long moments);                   /* bytes it can have at most */

/* ---- what is to be run (plan.c) --------------------------------------------------------------------- */

typedef struct { char *name; char hash[65]; } slip_plan_problem;

typedef struct {                /* problems x solvers x repetitions, under one set of limits */
    int problems, solvers; slip_plan_problem *problem; char **solver;
    slip_limits limits; size_t memory; int reps;
} slip_plan_part;

typedef struct {
    slip_arena arena;
    int parts; slip_plan_part *part;
    bool keep, prove;
} slip_plan;

typedef struct { int part, problem, solver, rep; char key[65]; } slip_plan_run;

slip_status slip_plan_read(slip_plan *, const char *study, slip_error *);      /* INPUT: there is no study */
slip_status slip_plan_write(const slip_plan *, const char *study, slip_error *);
void slip_plan_free(slip_plan *);
/* The runs, problem-major, in the arena; a run planned twice stands once. */
slip_status slip_plan_runs(const slip_plan *, slip_plan_run **out, int *count, slip_arena *, slip_error *);
/* Add a part unless the plan has all its runs. */
slip_status slip_plan_add(slip_plan *, const slip_plan_part *, slip_error *);

/* ---- what was run (rows.c) ------------------------------------------------------------------------------------- */

typedef struct {
    json_t *row;                /* owned by the slip_rows */
    const char *key, *file; long line;
    slip_verdict_word word;
} slip_row;

typedef struct {
    slip_arena arena;
    int count; slip_row *row;   /* one a key, sorted by key: the latest of equals */
    int files, lines, torn, corrupt, repeated, differ;  /* differ: keys whose rows have different verdicts */
    char trouble[256];          /* a sentence about the first line that was not used; "" when all were */
} slip_rows;

slip_status slip_rows_read(slip_rows *, const char *study, slip_error *);
void slip_rows_free(slip_rows *);
const slip_row *slip_rows_find(const slip_rows *, const char *key);
bool slip_verdict_find(const char *name, slip_verdict_word *out);
/* A row is sealed by the SHA-256 of its other bytes as its last field, "sum": a flipped bit does not pass for a result. */
void slip_row_seal(slip_text *row);             /* one line with its newline */
bool slip_row_sealed(const char *line, size_t length);

/* ---- the work itself (study.c) ------------------------------------------------------------------------------------ */

typedef struct { int index, count; const char *from; } slip_shard;     /* index from 0; from: the variable it was taken from, or NULL */
slip_status slip_shard_parse(const char *text, slip_shard *, slip_error *);    /* "2/4": the second of four */
void slip_shard_environment(slip_shard *);      /* from Slurm, Open MPI, PMI; 0 of 1 when there is none */

typedef struct {                /* how far a bench is, for whoever watches */
    int total, before, done;    /* before: found in the rows at the start */
    int verdicts[SLIP_VERDICT_COUNT];
    double fraction;            /* of the expected cost; NaN: nothing is known yet */
} slip_bench_state;

typedef struct {
    const char *study;
    slip_shard shard; int jobs;
    bool exclusive;
    bool (*stop)(void);         /* asked between runs; may be NULL */
    void (*tell)(void *ctx, const slip_bench_state *); void *ctx;     /* every few hundredths of a second; may be NULL */
} slip_bench;

/* Run what has no row yet.  OK also when stopped: see state->done.  FILE or ENV: rows cannot be written; what was written is safe.
   LIMIT: another bench is at work on this shard. */
slip_status slip_bench_run(const slip_bench *, slip_bench_state *, slip_error *);
bool slip_study_busy(const char *study, char who[128]);      /* somebody is at work on it */
slip_status slip_machine_write(const char *study, char id[17], slip_error *);    /* machine.c */

/* Write STUDY/submit.sh (an array of shards) and STUDY/submit-report.sh, and submit both; the numbers of the jobs (submit.c). */
slip_status slip_submit_slurm(const char *study, const slip_plan *, int shards, char array[32], char report[32], slip_error *);

/* ---- judged again (seal.c) -------------------------------------------------------------------------------------------- */

typedef struct { int rows, agreed, wrong, damaged, apart; } slip_study_check;      /* apart: rows without a stored answer */
typedef void slip_study_found(void *ctx, const slip_row * /* NULL: a line that is no row */, const char *why);
/* Judge every stored answer again and compare with its row; each that does not agree is told. */
slip_status slip_study_verify(const char *study, slip_study_found *, void *ctx, slip_study_check *, slip_error *);
/* The stored answer of a row, if it is there and is what the row says. */
bool slip_stored_answer(const char *study, const slip_row *, const slip_problem *, slip_answer *, slip_arena *, slip_error *);

#endif
