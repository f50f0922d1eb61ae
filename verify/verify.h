/* verify.h: what is true of an answer.  Knows no solver, calls no projection of problems/.
   SPDX-License-Identifier: GPL-3.0-or-later

   Residuals are dimensionless and do not change with units: definitions in residual.c.  The deciding ones are
   dynamics, joints, primal, dual, complementarity and natural; the rest are reported. */

#ifndef SLIP_VERIFY_H
#define SLIP_VERIFY_H

#include "base/dd.h"
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
    X(DRIFT,    "drift",           "penetration after the step, in h V (R10)", 0) \
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
    double error;                               /* that residual; 0: nothing to judge, NaN: not measured */
    int modes[SLIP_MODE_COUNT];                 /* contacts in each state */
    double truth_u, truth_r;                    /* distance of u (over V) and r (over rho V) to the nearest solution listed; NaN: none listed */
    bool unfit;                                 /* of harness: not our fault, the problem cannot be measured */
    char sentence[320];                         /* why this word */
} slip_verdict;

/* ---- the ruler (ruler.c): the linear part and the units of a problem, prepared once for many answers ------------- */

typedef struct {
    const slip_problem *problem; slip_arena arena;
    double *rho;                /* nc: a mass for each contact; 0: u_i does not depend on any impulse */
    double  V, E0;              /* a speed, an energy; 0 where the data have none */
    double  S;                  /* where q is 0 or nothing but rounding: the speeds it is a sum of; else 0 */
    double *q;                  /* m: joints eliminated */
    struct slip_mass *mass;     /* M by blocks or by a factor (global form) */
    double *R, *Rplus, *Rroot;  /* p x p, its pseudo-inverse with unit diagonal of R, square roots of that diagonal */
    double *reach;              /* p: max_i |V_ij| / R_jj: how far a contact moves when joint j is moved by 1 */
    int rank;                   /* independent joints */
} slip_ruler;

slip_status slip_ruler_new(slip_ruler *, const slip_problem *, slip_error *);     /* the problem must outlive it */
void        slip_ruler_free(slip_ruler *);

/* ---- residuals (residual.c) ------------------------------------------------------------------------------------ */

typedef struct {                /* an answer, completed */
    slip_arena arena;
    const double *r;            /* m, of the answer */
    double *l;                  /* p */
    slip_dd *v, *u;             /* n, m: what the law is asked of */
    double V;                   /* the speed everything was divided by */
    slip_mode *mode;            /* nc */
} slip_motion;

/* V > 0 replaces the ruler's (two problems that should agree are measured with one scale).  motion may be NULL; free its arena. */
slip_status slip_residuals_get(const slip_ruler *, slip_law, slip_dirs, const slip_answer *, double tol, double V,
                               slip_residuals *, slip_motion *, slip_error *);

/* Judge an answer against one law (its own claim: pass answer->law; or the law posed).  truth may be NULL.  Missing u, v, l are computed from r;
   non-finite or missing r with claim solved is INVALID.  Never fails: what cannot be done is INVALID or HARNESS with a sentence. */
slip_verdict slip_verify(const slip_problem *, slip_law, slip_dirs, const slip_answer *, const slip_truth *, double tol);
/* The same with a ruler made before; V > 0 replaces its speed. */
slip_verdict slip_ruler_verify(const slip_ruler *, slip_law, slip_dirs, const slip_answer *, const slip_truth *, double tol, double V);

typedef struct {                /* a method may answer a law other than the one posed */
    slip_verdict claimed;       /* against the law it claims: is the solver right? */
    slip_verdict posed;         /* against the law posed: how wrong is the model? */
    double solver_error, model_error;   /* the worst deciding residual of each; model_error is 0 where the two laws are the same */
} slip_judgement;
slip_judgement slip_verify_both(const slip_problem *, const slip_answer *, const slip_truth *, double tol);

/* ---- residuals beyond rounding (exact_enclose.c): intervals that hold R1-R8 and R11 ------------------------------------------------ */

typedef struct {
    double low[SLIP_R_COUNT], high[SLIP_R_COUNT];   /* NaN: not defined, or not enclosed */
    int worst[SLIP_R_COUNT];
    slip_tri holds[SLIP_R_COUNT];   /* YES: all of it is within the tolerance, NO: none of it, MAYBE: neither */
    slip_tri verdict;               /* of the deciding ones together */
    int bits;
    char why[192];                  /* MAYBE: the reason */
} slip_enclosures;
/* Of an answer with velocities (local form: with or without u); the directions are the answer's. */
slip_status slip_enclose(const slip_ruler *, slip_law, const slip_answer *, double tol, slip_enclosures *, slip_error *);

/* ---- proofs near an answer (exact_near.c and beside it): a true solution exists within so much of this velocity ------------------ */

#define SLIP_NEAR_LIST(X) \
    X(UNDECIDED, "undecided",           "nothing could be proved") \
    X(CERTIFIED, "certified",           "an exact solution is close to this answer") \
    X(MULTIPLE,  "multiple-velocities", "an exact solution is close to this answer, and another has another velocity") \
    X(BOUND,     "cone-velocity",       "the only velocity of the law is close to this answer") \
    X(NONE,      "no-solution-proved",  "there is no solution, as this answer claims") \
    X(REFUSED,   "refused",             "this answer is not close to a solution")
typedef enum {
#define X(name, word, text) SLIP_NEAR_##name,
    SLIP_NEAR_LIST(X)
#undef X
    SLIP_NEAR_COUNT
} slip_near_word;
const char *slip_near_name(slip_near_word);
const char *slip_near_text(slip_near_word);

typedef struct {
    double gate;                /* the deciding residuals of an answer worth a proof; 0: 1e-6 */
    double reach;               /* the farthest solution that counts, over V; 0: 1e-6 */
    bool bound;                 /* cone laws: only by the duality gap */
    bool polish;                /* refine the answer in double-double before that */
    bool proof;                 /* keep what a proof file needs */
    bool (*look)(void *ctx, const char *what); void *ctx;      /* before each long step; true: stop.  May be NULL */
} slip_near_options;

typedef struct {
    slip_near_word word;
    double eps;                 /* largest |v - v*| of a component (BOUND: in the norm of M), rounded up; local form: of u.  NaN: nothing proved */
    double refined;             /* BOUND: the same for the velocity of the proof, refined where asked for; NaN: none */
    slip_tri unique;            /* CERTIFIED: does v stay when the impulses that may be chosen are moved, the states of the contacts kept? */
    int pins, mended;           /* impulses that may be chosen; contacts whose state had to be changed */
    bool box;                   /* proved by a box, not by a rational solution */
    slip_law law; slip_dirs dirs;
    slip_text section, second;  /* lines of a proof, where asked for: the solution near the answer; one with another velocity */
    double *given; int givens;  /* the velocity of the answer; local form: u */
    char sentence[320];
} slip_near;

/* OK whatever was found; MEMORY, or BUG.  The answer is judged against this law. */
slip_status slip_near_prove(const slip_problem *, slip_law, slip_dirs, const slip_answer *, const slip_near_options * /* or NULL */, slip_near *, slip_error *);
void        slip_near_free(slip_near *);
const char *slip_near_bound(char text[32], double eps);        /* two digits, never less than the number */
/* One proof file of several answers to one problem and law: near the first of them, and so many velocities as are apart for certain. */
slip_status slip_near_write(const slip_problem *, const slip_near *, int count, slip_text *out, int *velocities, slip_error *);

/* ---- what the contacts do (state.c, energy.c) --------------------------------------------------------------------- */

#define SLIP_TRANSITION_LIST(X) X(ROLL_ROLL, "rolling to rolling") X(ROLL_SLIDE, "rolling to sliding") X(SLIDE_SLIDE, "sliding to sliding") X(BREAK, "breaking")
typedef enum {
#define X(name, word) SLIP_TRANSITION_##name,
    SLIP_TRANSITION_LIST(X)
#undef X
    SLIP_TRANSITION_COUNT
} slip_transition;
const char *slip_transition_name(slip_transition);

/* Row: states of a, column: states of b. */
void slip_modes_cross(int nc, const slip_mode *a, const slip_mode *b, int table[SLIP_MODE_COUNT][SLIP_MODE_COUNT]);
bool slip_transitions_get(const slip_problem *, const slip_mode *, int count[SLIP_TRANSITION_COUNT]);      /* false at velocity level */

typedef struct { int slipping, worst; double mean, median, largest; } slip_angles;      /* radians between -r_T and u_T over slipping contacts; NaN: none */
slip_status slip_angles_get(const slip_ruler *, const slip_motion *, slip_angles *, slip_error *);

typedef struct { double dissipated, possible, normal, before, after; bool maximal; } slip_energy;      /* see energy.c; NaN: not defined */
slip_status slip_energy_get(const slip_ruler *, slip_law, slip_dirs, const slip_motion *, double tol, slip_energy *, slip_error *);

/* beta (k numbers) and lambda of one contact of a polygonal law, from its r and u. */
void slip_facets_split(int d, slip_dirs, const double *r, const double *u, double *beta, double *lambda);

/* ---- the same told differently (twin.c, invariance.c): the verdict must not move ------------------------------------------ */

typedef struct { slip_problem problem; slip_answer answer; slip_arena arena; } slip_twin;      /* the answer's arrays in the arena */
void slip_twin_free(slip_twin *);
slip_status slip_twin_permute(slip_twin *, const slip_problem *, const slip_answer *, const int *order, slip_error *);      /* contact i was order[i] */
slip_status slip_twin_units(slip_twin *, const slip_problem *, const slip_answer *, double mass, double length, double time, slip_error *);  /* numbers per old unit */
slip_status slip_twin_mirror(slip_twin *, const slip_problem *, const slip_answer *, slip_error *);                         /* the last tangent of every contact */
slip_status slip_twin_duplicate(slip_twin *, const slip_problem *, const slip_answer *, int i, slip_error *);               /* the last contact repeats i; r halved */
slip_status slip_twin_open(slip_twin *, const slip_problem *, const slip_answer *, int i, double lift, slip_error *);       /* the last contact repeats i, lifted by a speed, r = 0 */
slip_status slip_twin_rotate(slip_twin *, const slip_problem *, const slip_answer *, const double *angle, slip_error *);    /* d = 3: nc angles; polygons: one for all; never box */

typedef struct { const char *name; slip_verdict_word word; double moved; } slip_twin_check;     /* moved: the most a deciding residual changed */
typedef struct { slip_verdict_word word; int count, broken; slip_twin_check check[8]; } slip_invariance;
slip_status slip_invariance_check(const slip_problem *, const slip_answer *, double tol, slip_invariance *, slip_error *);

/* ---- histories (rate.c, fit.c) -------------------------------------------------------------------------------------- */

#define SLIP_RATE_LIST(X) \
    X(LINEAR,       "linear",       "falls by a constant factor a step") \
    X(SUPERLINEAR,  "superlinear",  "falls faster with every step") \
    X(SUBLINEAR,    "sublinear",    "falls like a power of the step number") \
    X(FINITE,       "finite",       "reaches its end in finitely many steps") \
    X(STALLED,      "stalled",      "no longer falls") \
    X(CYCLING,      "cycling",      "repeats itself") \
    X(DIVERGING,    "diverging",    "grows") \
    X(INCONCLUSIVE, "inconclusive", "too short, too slow or too noisy to tell")
typedef enum {
#define X(name, word, text) SLIP_RATE_##name,
    SLIP_RATE_LIST(X)
#undef X
    SLIP_RATE_COUNT
} slip_rate_kind;
const char *slip_rate_name(slip_rate_kind);
const char *slip_rate_text(slip_rate_kind);

typedef struct { long step; double residual; } slip_sample;
typedef struct {
    int count; const slip_sample *moment;       /* increasing steps, not necessarily consecutive */
    double tol;                                 /* what was asked for */
    long cycle;                                 /* > 0: the whole state repeated bitwise after so many steps */
    long period;                                /* > 0: the iterates repeat with this period to rounding (1: only last bits change); 0: not known */
    double miss;                                /* to how much, of the way between them */
    bool watched;                               /* repetitions were looked for after every step */
    bool finite;                                /* the method ends by itself and was measured only then */
} slip_history;

typedef struct {
    slip_rate_kind kind;
    double estimate, low, high; /* linear, diverging: factor a step; sublinear: exponent p of k^-p; superlinear: order; NaN: none */
    long from, to;              /* the steps it was fitted in, else the last half */
    long period; bool proved;   /* cycling; proved: bitwise */
    double least, most;         /* residuals in the last half; NaN: too few */
} slip_rate;
slip_status slip_rate_get(const slip_history *, slip_rate *, slip_error *);

/* ---- diagnosis (diagnosis.c, hint.c) ---------------------------------------------------------------------------------- */

typedef struct {                /* what is known of a run; NULL, NaN, 0 where it is not */
    const slip_history *history; const slip_rate *rate;         /* required */
    const slip_ruler *ruler; const slip_truth *truth; const slip_verdict *posed;
    long steps; double theory;  /* taken; linear rate predicted */
    bool ray, numeric;          /* the method said that it ended on a ray, that its arithmetic broke down */
    bool unseen;                /* a program that is not ours: it gave an answer, and nothing is known of its steps */
    int sets, flips;            /* active sets a cycle passes, contacts whose state differs between them; 0: not known */
    const char *advice;         /* what theory says of the method here, and what was tried: "mu lies where the fixed point repels; damping 0.5 converges" */
} slip_symptoms;
typedef struct { const char *word; char sentence[512]; } slip_diagnosis;
void slip_diagnose(const slip_symptoms *, slip_diagnosis *);

/* A wrong answer that is right in another convention (order of components, signs, mu, law): true and a sentence. */
bool slip_convention_hint(const slip_problem *, const slip_answer *, double tol, char text[256]);

/* ---- what is odd about a problem (lint.c, lint_data.c) -------------------------------------------------------------------- */

typedef struct {
    slip_arena arena;
    int count, room; slip_note *note;           /* the worst first; within a severity as they were found */
    int severity[SLIP_SEVERITY_COUNT];          /* how many of each */
} slip_lint;
/* What the reader noted (origin, or NULL), the data, and the stored solution, which is judged like any answer with tolerance tol. */
slip_status slip_lint_problem(const slip_problem *, const slip_origin *, double tol, slip_lint *, slip_error *);
void        slip_lint_free(slip_lint *);

/* ---- inside verify/ ---------------------------------------------------------------------------------------------- */

#define SLIP_ROUNDING 0x1p-48   /* what the last places of the data leave of a sum, over its terms */

/* One contact's law for the distances of distance.c; dir holds the k vertices of C when it is a polygon (d = 3), k = 0: a disc. */
typedef struct { slip_law law; int d, k; double mu; const double *dir, *slip; bool bilateral; } slip_rule;

int       slip_rule_vertices(const slip_problem *, slip_law, slip_dirs, double **out /* k x 2, in the arena */, slip_arena *);   /* k; 0: no polygon */
slip_rule slip_rule_of(const slip_problem *, slip_law, int k, const double *dir, int i);
slip_mode slip_mode_of(const slip_rule *, double rho, double V, double tol, const double *r_i, const slip_dd *u_i);
void    slip_rule_primal(const slip_rule *, const slip_dd *x, slip_dd *nearest);      /* of K, d numbers */
void    slip_rule_dual(const slip_rule *, const slip_dd *x, slip_dd *nearest);        /* of K* */
void    slip_rule_friction(const slip_rule *, slip_dd radius, const slip_dd *x_t, slip_dd *nearest);   /* of radius C, d-1 numbers */
slip_dd slip_rule_support(const slip_rule *, const slip_dd *u);                       /* s(u_T) */
slip_dd slip_dd_length(const slip_dd *, int d);                                       /* d <= 3, no overflow */
slip_dd slip_dd_distance(const slip_dd *, const slip_dd *, int d);

void slip_dd_gaxpy(int sign, const slip_sparse *A, const slip_dd *x, slip_dd *y);     /* y += sign A x, CSC */
void slip_dd_gaxpy_double(const slip_sparse *A, const double *x, slip_dd *y, double *size);      /* y += A x; size (or NULL) += |A||x| */
void slip_dd_gaxpy_t(int sign, const slip_sparse *A, const slip_dd *x, slip_dd *y);   /* y += sign A' x */
void slip_dd_gaxpy_t_size(const slip_sparse *A, const slip_dd *x, slip_dd *y, const double *g, double *size);     /* y += A' x, size += |A|' g */
void slip_abs_gaxpy(const slip_sparse *A, const double *x, double *y);                /* y += |A| |x| */

double slip_length_far(const double *, int d);                                        /* where squares overflow or vanish */
static inline double slip_length(const double *x, int d)
{
    double s = 0;
    for (int k = 0; k < d; k++)
        s += x[k] * x[k];
    return s > 1e-200 && s < 1e200 ? sqrt(s) : slip_length_far(x, d);
}
typedef struct { double squares, far; } slip_norm;      /* a length in the making: squares where they are safe, else as it goes */
static inline void slip_norm_add(slip_norm *s, double x)
{
    if (x > 1e-140 && x < 1e140) s->squares += x * x;
    else if (x != 0) s->far = slip_length((double[]){ s->far, x }, 2);
}
static inline double slip_norm_get(const slip_norm *s) { return slip_length((double[]){ s->far, sqrt(s->squares) }, 2); }
void slip_dd_round(const slip_dd *, int n, double *out);
void slip_sparse_column(const slip_sparse *, int j, double *dense);

slip_status slip_mass_new(struct slip_mass **, const slip_sparse *M, slip_arena *, slip_error *);    /* close it also after a failure */
void        slip_mass_close(struct slip_mass *);
slip_status slip_mass_solve(const slip_ruler *, const double *b, double *x, slip_error *);           /* x = M^-1 b, M's symmetric part */
slip_status slip_mass_diagonal(const slip_ruler *, double *diag, slip_arena *, slip_error *);        /* diag += H_i'M^-1H_i, nc d d; M coupled */
void        slip_mass_contact(const slip_ruler *, int i, double *W);                                 /* W = H_i'M^-1H_i, d d; M by blocks */
bool        slip_mass_reach(const slip_ruler *, const double *r, const double *l, double *out, slip_arena *);         /* |W||r| + |V||l| by parts (l may be NULL), m; false: not known */
bool        slip_mass_coupled(const slip_ruler *);                                                   /* not by blocks: |M^-1| is not known */
void        slip_mass_abs(const slip_ruler *, double *g);                                            /* g <- |M^-1| g, by blocks */
bool        slip_mass_divide(const slip_ruler *, const slip_dd *b, slip_dd *x);                      /* x = M^-1 b in double-double; false: M is not diagonal */
void        slip_joint_solve(const slip_ruler *, const double *e, double *l);                        /* l += R^+ e */
/* The motion that r (NULL: 0) and c times the free terms cause; l is given or found from the joints.  v (global only) and u in double-double.
   reach (or NULL, zeros) becomes |W||r| by parts, where M is not coupled. */
slip_status slip_motion_get(const slip_ruler *, const double *r, double c, bool have_l, double *l, slip_dd *v, slip_dd *u, double *reach, slip_error *);

typedef struct { double a, b, low, high, sigma; } slip_line;           /* y = a + b x; interval of b; root mean square of what is left */
bool        slip_line_fit(const double *x, const double *y, int n, slip_line *);                     /* false: x does not vary */
slip_status slip_line_interval(const double *x, const double *y, int n, slip_line *, slip_error *);  /* sets low, high */

typedef struct {                /* one answer on the way to its residuals */
    const slip_ruler *ruler; const slip_problem *p;
    slip_law law; double tol, V;
    int k; double *dir;         /* vertices of C */
    const double *r; slip_dd *u, *v; double *l;
    slip_dd *ru;                /* u of the impulses, where the answer brings its own u without a v; else NULL */
    double *reach;              /* |W||r|, or NULL */
    double tangent, cosine;     /* of the largest angle so far; tangent < 0: ask the cosine */
    slip_residuals *out;
    bool every;                 /* every contact in double-double, none passed over */
    slip_norm map, speed;       /* lengths of the natural map with rho = 1, as the field measures, and of u */
} slip_judge;

typedef struct {                /* one contact in plain double: distances, and what rounding may have done to them */
    double u[3], ut[3], R, U, rT, uT;
    double dual, dual_error, primal, primal_error, product, product_error, map, map_error;
    bool idle;                  /* r = 0 */
} slip_glance;
bool   slip_glance_get(const slip_rule *, bool relaxed, double rho, double V, const double *r, const slip_dd *u, slip_glance *);   /* false: not a disc, or numbers too far apart */
double slip_glance_map(int d, double mu, double c, const double *r, const double *ut);              /* |r - P_K(r - c u~)| */

double slip_glance_fischer(const double *x, const double *y, int d);                                /* the Fischer-Burmeister function of a disc cone */

void        slip_judge_contact(slip_judge *, int i);
/* As slip_residuals_get, with every contact in double-double: the same to the last bit, and slower. */
slip_status slip_residuals_every(const slip_ruler *, slip_law, slip_dirs, const slip_answer *, double tol, slip_residuals *, slip_error *);
void        slip_judge_worse(slip_residuals *, slip_residual_id, double value, int where);
slip_status slip_judge_dynamics(slip_judge *, const slip_answer *, slip_arena *, slip_error *);
void        slip_judge_agreement(slip_judge *, const double *given, const slip_dd *u, const double *terms);
slip_status slip_judge_joints(slip_judge *, slip_arena *, slip_error *);

/* ---- proofs (exact*.c): what no floating point can say; the files are those of checker/README.md -------------------- */

#define SLIP_PROVED_LIST(X) \
    X(UNDECIDED,   "undecided",           "nothing was proved") \
    X(NO_SOLUTION, "no-solution-proved",  "no solution exists") \
    X(EXACTLY,     "exactly-k",           "so many solutions exist and no more") \
    X(VELOCITIES,  "velocities-k",        "so many velocities solve it and no more; impulses are not counted") \
    X(MULTIPLE,    "multiple-velocities", "more than one velocity solves it") \
    X(EXISTS,      "solution-proved",     "a solution exists") \
    X(PROPERTY,    "property-proved",     "a property of the problem")
typedef enum {
#define X(name, word, text) SLIP_PROVED_##name,
    SLIP_PROVED_LIST(X)
#undef X
    SLIP_PROVED_COUNT
} slip_proved;
const char *slip_proved_name(slip_proved);
const char *slip_proved_text(slip_proved);

#define SLIP_ASK_LIST(X) \
    X(SOLUTIONS,  "solutions",  "how many (r, u) solve it") \
    X(VELOCITIES, "velocities", "how many velocities solve it") \
    X(NONCONVEX,  "nonconvex",  "two solutions whose mean is none") \
    X(PIECES,     "pieces",     "the polyhedra that make up the solutions of the complementarity problem") \
    X(BASIC,      "basic",      "their vertices, and which of them are basic solutions") \
    X(DEFINITE,   "definite",   "is the mass matrix positive definite?") \
    X(P_MATRIX,   "p-matrix",   "is that of the complementarity problem a P-matrix (up to 14 unknowns)?") \
    X(APART,      "disassemblable", "can a velocity open every contact, or do some impulses hold each other?") \
    X(STANDING,   "standing",   "is v = 0 a solution?")
typedef enum {
#define X(name, word, text) SLIP_ASK_##name,
    SLIP_ASK_LIST(X)
#undef X
    SLIP_ASK_COUNT
} slip_ask;
const char *slip_ask_name(slip_ask);
const char *slip_ask_text(slip_ask);

typedef struct slip_prove_how {
    slip_law law; slip_dirs dirs;           /* what is proved is about this law */
    unsigned asks;                          /* bits 1 << slip_ask; 0: solutions, or else velocities; and nonconvex */
    long nodes; double seconds;             /* limits; 0: none */
    bool (*look)(void *ctx, double done /* of one tree, in [0, 1] */, long nodes); void *ctx;      /* true: stop; may be NULL */
} slip_prove_how;

typedef struct slip_proof {
    slip_proved word;
    int solutions, velocities, pieces, vertices, basic;   /* exact numbers; -1: not known */
    int least;                              /* velocities known to be different */
    bool nonconvex, nonconvex_lcp;
    int size; long nodes;                   /* of the complementarity problem; looked at */
    char sentence[400];                     /* what was proved; what was not, and why */
    slip_text file;                         /* the proof; empty: there is nothing to prove */
} slip_proof;

/* By exact enumeration (exact_prove.c).  OK also when nothing could be decided. */
slip_status slip_prove(const slip_problem *, const slip_prove_how *, slip_proof *, slip_error *);
void slip_proof_free(slip_proof *);

#endif
