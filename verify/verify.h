/* verify.h: what is true of an answer.  Knows no solver, calls no projection of problems/.
   SPDX-License-Identifier: GPL-3.0-or-later

   Residuals are dimensionless and do not change with units: definitions in residual.c.  The deciding ones are
   dynamics, joints, primal, dual, complementarity and natural; the rest are reported. */

#ifndef SLIP_VERIFY_H
#define SLIP_VERIFY_H

#include "problems/problems.h"

#define SLIP_RESIDUAL_LIST(X) \
    X(DYNAMICS, "dynamics",        "equation of motion (R1)", 1) \
    X(JOINTS,   "joints",          "joint velocities (R11)", 1) \
    X(PRIMAL,   "primal",          "impulses inside the cone (R2)", 1) \
    X(DUAL,     "dual",            "velocities inside the dual cone (R3)", 1) \
    X(COMPLEMENTARITY, "complementarity", "impulse orthogonal to velocity (R4)", 1) \
    X(NATURAL,  "natural",         "natural map (R5)", 1) \
    X(FB,       "fb",              "Fischer-Burmeister (R6)", 0) \
    X(GAP,      "gap",             "bipotential gap (R7)", 0) \
    X(ANGLE,    "angle",           "friction against slip, radians (R8)", 0) \
    X(BACKWARD, "backward",        "backward error (R9)", 0) \
    X(FNAT_Q,   "fnat_q",          "the field's measure of 2018, |F|/|q|", 0) \
    X(FNAT_MAX, "fnat_max",        "the field's measure of today, |F|/max(|q|,|r|,|u|)", 0)
typedef enum {
#define X(name, word, text, decides) SLIP_R_##name,
    SLIP_RESIDUAL_LIST(X)
#undef X
    SLIP_R_COUNT
} slip_residual_id;
const char *slip_residual_name(slip_residual_id);
const char *slip_residual_text(slip_residual_id);
bool        slip_residual_decides(slip_residual_id);

typedef struct {
    double value[SLIP_R_COUNT];             /* NaN: undefined, see why */
    int worst[SLIP_R_COUNT];                /* contact (joint for JOINTS), -1: none */
    const char *undefined[SLIP_R_COUNT];    /* a sentence where value is NaN for a reason, else NULL */
} slip_residuals;

#define SLIP_MODE_LIST(X) X(OPEN, "open") X(STICK, "stick") X(SLIP, "slip") X(GIVEN_SLIP, "given-slip") X(GRAZING, "grazing")
typedef enum {
#define X(name, word) SLIP_MODE_##name,
    SLIP_MODE_LIST(X)
#undef X
    SLIP_MODE_COUNT
} slip_mode;
const char *slip_mode_name(slip_mode);

#define SLIP_VERDICT_LIST(X) \
    X(VERIFIED,    "verified",    'V', "what it claims is true") \
    X(UNCLAIMED,   "unclaimed",   'U', "a good answer, claimed as a failure") \
    X(INACCURATE,  "inaccurate",  'I', "an honest failure") \
    X(FALSE_CLAIM, "false-claim", 'F', "what it claims is not true") \
    X(UNPROVED,    "unproved",    '?', "says no solution exists, without proof") \
    X(INVALID,     "invalid",     'X', "no usable answer") \
    X(NA,          "n/a",         '-', "not for this law") \
    X(TIMEOUT,     "timeout",     'T', "stopped at its time limit") \
    X(MEMORY,      "memory",      'M', "stopped at its memory limit") \
    X(CRASH,       "crash",       'C', "died") \
    X(OUTPUT,      "output",      'O', "wrote too much") \
    X(HARNESS,     "harness",     'H', "a fault of ours, not of the solver")
typedef enum {
#define X(name, word, letter, text) SLIP_VERDICT_##name,
    SLIP_VERDICT_LIST(X)
#undef X
    SLIP_VERDICT_COUNT
} slip_verdict_word;
const char *slip_verdict_name(slip_verdict_word);
char        slip_verdict_letter(slip_verdict_word);
const char *slip_verdict_text(slip_verdict_word);

typedef struct {                /* one answer against one law */
    slip_verdict_word word;
    slip_law law; slip_dirs dirs; double tol;
    slip_residuals residual;
    slip_residual_id condition; int contact;    /* the worst deciding residual and its contact; contact -1: none */
    int modes[SLIP_MODE_COUNT];                 /* contacts in each state */
    char sentence[320];                         /* why this word */
} slip_verdict;

/* Judge an answer against one law (its own claim: pass answer->law; or the law posed).  truth may be NULL.  Missing u, v, l are computed from r;
   non-finite or missing r with claim solved is INVALID.  Never fails: what cannot be done is INVALID or HARNESS with a sentence. */
slip_verdict slip_verify(const slip_problem *, slip_law, slip_dirs, const slip_answer *, const slip_truth *, double tol);

#endif
