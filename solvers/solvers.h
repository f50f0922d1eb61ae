/* solvers.h: what a method is, the loop that runs it, the registry.
   SPDX-License-Identifier: GPL-3.0-or-later

   A solver steps; it never judges.  One function owns loop, clock, limits, history and stopping. */

#ifndef SLIP_SOLVERS_H
#define SLIP_SOLVERS_H

#include "problems/problems.h"

/* What one step can end with. */
#define SLIP_STEP_LIST(X) \
    X(OK,      "ok",      "goes on") \
    X(DONE,    "done",    "the method has finished and believes its answer") \
    X(RAY,     "ray",     "ended on a ray: gave up, no proof of anything") \
    X(NONE,    "none",    "the method shows that there is no solution") \
    X(STALLED, "stalled", "no further progress is possible") \
    X(NUMERIC, "numeric", "the arithmetic broke down")
typedef enum {
#define X(name, word, text) SLIP_STEP_##name,
    SLIP_STEP_LIST(X)
#undef X
    SLIP_STEP_COUNT
} slip_step;
const char *slip_step_name(slip_step);
const char *slip_step_text(slip_step);

/* Counted work: machine-independent cost. */
#define SLIP_WORK_LIST(X) \
    X(PRODUCTS,       "products",       "products with W, or one sweep over its rows") \
    X(FACTORISATIONS, "factorisations", "matrix factorisations from scratch") \
    X(UPDATES,        "updates",        "updates of a factor or tableau") \
    X(SOLVES,         "solves",         "solves with a factor") \
    X(PIVOTS,         "pivots",         "basis changes") \
    X(CALLS,          "calls",          "calls of drive-to-zero") \
    X(INNER,          "inner",          "steps of an inner solver") \
    X(RESTARTS,       "restarts",       "starts after the first") \
    X(FLOPS,          "flops",          "floating-point operations of the linear algebra, modelled")
typedef enum {
#define X(name, word, text) SLIP_WORK_##name,
    SLIP_WORK_LIST(X)
#undef X
    SLIP_WORK_COUNT
} slip_work;
const char *slip_work_name(slip_work);

typedef struct { double tol; long steps; double time; size_t memory; } slip_limits;    /* 0: the defaults, 1e-8, 100000, none, none; memory: of a program that is not ours */

typedef struct {            /* how a program that is not ours ended (foreign.c) */
    bool ran;               /* false: the method is ours, and the rest says nothing */
    slip_end end; int code, strays;     /* as in slip_child_result */
    bool answered;          /* it left a result; trouble says why it cannot be used, "" when it can */
    char trouble[200];
    double wall, cpu; size_t memory;    /* measured here */
    double seconds;         /* what it says it took; 0: it says nothing */
    char said[256];         /* the end of what it printed, plain ASCII */
} slip_foreign;

enum { SLIP_HIDDEN = 8 };

typedef struct {            /* between a solver and the loop; arrays are the loop's */
    double *r, *l;          /* m, p: the present iterate; on entry of init: the start (zero, or a warm start) */
    double *u, *v;          /* m, n: written by solvers that hold their own; see have_* */
    bool have_u, have_v, have_l;
    double *farkas;         /* m: with SLIP_STEP_NONE, or the direction of a ray (have_farkas) */
    bool have_farkas;
    double claimed_error;   /* the method's own measure, NaN: none */
    double theory;          /* linear rate the method can predict for the modes it has identified, NaN: none */
    double tol;             /* what the loop will ask for, for methods with inner solvers */
    bool memory;            /* set by init: this run's next iterate depends on more than (r, l) and `hidden`, so that a repetition proves nothing */
    struct { const void *at; size_t bytes; } hidden[SLIP_HIDDEN];     /* set by init: what, with (r, l), decides the next iterate */
    slip_crew *crew;        /* set by init: threads beside the caller's, the method's own; their time is counted */
    long long work[SLIP_WORK_COUNT];
    char note[128];         /* a word for the record: "ray at cover 3", "pivot limit" */
    slip_limits limits;     /* what the loop holds to, for methods that run elsewhere */
    slip_foreign foreign;   /* filled by those; their claim and law are taken as they are, and r only when have_r */
    slip_claim claim; slip_law law; slip_dirs dirs; bool have_r;
} slip_iterate;

/* Of a MEMORYLESS method, in init: these bytes too decide the next iterate. */
void slip_hide(slip_iterate *, const void *at, size_t bytes);

enum {                      /* slip_solver.flags */
    SLIP_FINITE = 1,        /* ends by itself: measured only at the end */
    SLIP_MEMORYLESS = 2,    /* the next iterate depends on (r, l) and slip_iterate.hidden alone: a bitwise repetition proves a cycle */
    SLIP_NEEDS_GLOBAL = 4,  /* works on M, H: not for local-only problems */
    SLIP_NO_JOINTS = 8,     /* not for problems with joints */
    SLIP_NO_BILATERAL = 16, /* not for bilateral contacts with friction */
    SLIP_NEEDS_SYMMETRIC = 32, /* not for unsymmetric W */
    SLIP_NO_GIVEN_SLIP = 64 /* not for contacts with a given slip direction */
};

typedef struct {            /* a method: solvers/<name>.c exports slip_solver_<name>; '-' becomes '_' */
    const char *name, *about, *cite;
    unsigned laws;          /* SLIP_LAW_BITs of the posed laws it runs on */
    unsigned flags;
    const slip_param *params;
    size_t size;            /* of its state, zeroed before init */
    slip_law (*claims)(const slip_problem *, const double par[], slip_dirs *);   /* the law its answers satisfy; NULL: the law posed */
    slip_status (*init)(void *state, const slip_problem *, const double par[], slip_iterate *, slip_arena *, slip_error *);
    slip_step   (*step)(void *state, const slip_problem *, slip_iterate *);      /* one step, no judging, no allocation of ours */
    double      (*theory)(void *state, const slip_problem *, const slip_iterate *, slip_arena *);   /* linear rate predicted at the solution reached; NaN: none.  May be NULL; not timed */
    void        (*close)(void *state);                                           /* may be NULL; must bear a state init left half done */
    void        (*why)(const slip_problem *, const double par[], char text[160]);        /* what theory says of its cycling on this problem, "" when nothing; NULL: never anything */
    bool        (*applies)(const slip_problem *, const double par[], char why[160]);     /* what laws and flags cannot say; NULL: nothing */
} slip_solver;

extern const slip_solver *const slip_solvers[];        /* NULL-ended, alphabetical */
extern const slip_solver *const slip_siconos[];        /* the same of Siconos' methods, found by name like ours (siconos.c) */
bool slip_siconos_here(void);                          /* is their program, slipstick-siconos, to be had? */
const slip_solver *slip_solver_find(const char *name, slip_error *);
/* "name:key=value,..." into the method and its parameters (SLIP_MAX_PARAMS). */
slip_status slip_solver_open(const char *name, const slip_solver **out, double par[], slip_error *);
/* Is the method for this problem?  The sentence says why not. */
bool slip_solver_applies(const slip_solver *, const slip_problem *, const double par[], char why[160]);

typedef struct { long step; double residual; } slip_moment;                /* one measured moment of a run */

typedef struct {
    slip_answer answer;         /* arrays in the arena given to slip_run; claim included */
    slip_step last; long steps;
    double residual;            /* the stopping residual at the end, of the law claimed; NaN if never measured */
    double cpu, wall;           /* init and steps only; measuring is never timed */
    size_t memory;              /* bytes the method took from its arena */
    int moments; slip_moment *history;      /* measured moments, increasing steps */
    long cycle;                 /* > 0: the whole state repeated bitwise after so many steps (SLIP_MEMORYLESS) */
    long period;                /* > 0: the iterates repeat with this period to rounding; 1: a fixed point, or last bits only (repeat.c) */
    double miss;                /* worst distance of such a return, of the way between the iterates; 0: bit by bit */
    int orbit; double *lap;     /* the iterates r of one lap, orbit x m; 0: not kept */
    double theory;
    long long work[SLIP_WORK_COUNT];
    char note[128];
    bool warm;
    int threads;
    slip_foreign foreign;       /* cpu and wall above are then the program's own */
} slip_result;

/* Called after every step (measured or not) with the iterate; residual is NaN when not measured.  Non-zero return ends the run (gave up). */
typedef int slip_observer(void *ctx, long step, const slip_iterate *, double residual);

/* Run from r = 0, or from `start` (r and l of a slip_answer; NULL: cold).  OK even when the method fails: that is a claim, not an error. */
slip_status slip_run(const slip_solver *, const slip_problem *, const double par[], const slip_limits *, const slip_answer *start,
                     slip_observer *, void *ctx, slip_result *, slip_arena *, slip_error *);

/* One contact in the plane, W = { a = W_NN, b = W_TT, c = W_NT in the sense of sliding }: the factor of lcp1's fixed point is
   (b mu^2 - c mu)/(a - 2 c mu + b mu^2), below -1 for mu in (low, high), where a - 3 c mu + 2 b mu^2 < 0; NaN: no such window.
   False: not one contact in the plane. */
bool slip_lcp1_window(const slip_problem *, double W[3], double *low, double *high);

/* ---- programs that are not ours (foreign.c, command.c, library.c) ----------------------------------- */

/* `cmd:COMMAND` is a solver wherever a solver is named; so is `so:FILE`, or a path that ends in .so.  What slip_solver_open fills
   into par[] then points into the name, which must live as long. */
bool slip_foreign_name(const char *name);
/* The full name: of our methods what differs from the defaults, of others the name as it was given. */
slip_status slip_solver_full(const slip_solver *, const double par[], slip_text *out, slip_error *);

/* One run of a program as the one step of a method.  words: NULL-ended, its placeholders replaced:
       {problem} {local}        a file with the problem, or with its condensed form u = W r + q: canonical text;
                                {problem.fclib} {local.fclib} FCLIB's HDF5
       {result}                 the file it is to write: an answer that slip_answer_read reads
       {tol} {max_iter} {time} {seed} {dir}     numbers, and the private directory of these files
   A word that is an unknown placeholder is an error at slip_foreign_check (NULL-ended words; INPUT or ENV with a sentence). */
slip_status slip_foreign_check(char *const words[], slip_error *);
slip_step   slip_foreign_step(char *const words[], const slip_problem *, slip_iterate *);
/* A command line into words: white space separates, quotes and backslashes as in a shell, nothing else is special. */
slip_status slip_foreign_words(const char *command, char ***words, slip_arena *, slip_error *);
/* What the end of a child says, and an answer (or the trouble with it), into the iterate: for doors other than a command. */
void slip_foreign_end(slip_foreign *, const slip_child_result *);
void slip_foreign_take(slip_iterate *, const slip_problem *, const slip_answer *);

/* ---- scenes in time (simulate.c) ------------------------------------------------------------------ */

typedef struct {                /* one step of a scene, after it was taken */
    long step; double time, h;  /* time: at the end of the step */
    const slip_problem *problem;        /* the step's problem as posed to the solver, and what came of it */
    const slip_result *result;
    const slip_scene *scene;    /* after the step */
    double kinetic, potential;  /* after the step */
    double gap;                 /* smallest gap after the step: negative is penetration; INFINITY: nothing near */
    double balance;             /* |M (v+ - v) - h k - H r - G l| / max of its parts: momentum */
} slip_frame;

/* Called after every step; non-zero ends the simulation. */
typedef int slip_frame_observer(void *ctx, const slip_frame *);

typedef struct {
    const slip_solver *solver; const double *par;
    slip_limits limits;         /* of each step */
    bool cold;                  /* do not start a step from the impulses of the one before */
    bool project;               /* after a step move the bodies out of each other, least in the metric of M [AnitescuHart2004, 2.2] */
} slip_drive;

/* The law a method can take: the one posed, or its polyhedral form, which is then set.  False: neither, and why it is not for the one posed. */
bool slip_solver_pose(const slip_solver *, const double par[], slip_problem *, char why[160]);

/* Advance by `steps` steps.  A step the solver does not claim solved is taken all the same: the frame says so.  When the solver does not
   apply to the law of the scene but does to its polyhedral form, steps are posed with law facets.  INPUT when it applies to neither. */
slip_status slip_simulate(slip_scene *, const slip_drive *, long steps, slip_frame_observer *, void *ctx, slip_error *);

/* Open any name: also `...,step=k,by=solver` (the k-th step problem of a scene, driven by that solver, lcp3 by default, at 1e-12). */
slip_status slip_open(slip_problem *out, const char *name, slip_truth *truth, slip_error *);
/* The same, with what a file says beside the problem; origin is empty for other names, and the caller's to free. */
slip_status slip_open_origin(slip_problem *out, slip_origin *origin, const char *name, slip_truth *truth, slip_error *);

#endif
