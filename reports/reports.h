/* reports.h: runs as records, and figures drawn from them.
   SPDX-License-Identifier: GPL-3.0-or-later

   A record is the JSON of one run; tables, figures and pages are functions of records only. */

#ifndef SLIP_REPORTS_H
#define SLIP_REPORTS_H

#include <stdio.h>

#include "problems/problems.h"
#include "solvers/solvers.h"
#include "verify/verify.h"

/* ---- the verdict on a run (judge.c) ---------------------------------------------------------------- */

slip_judgement slip_judge_run(const slip_problem *, const slip_result *, const slip_truth *, double tol);
bool slip_run_died(const slip_result *);        /* of a program that is not ours: it left no usable answer */
slip_judgement slip_judge_nothing(const slip_problem *, double tol, slip_verdict_word, const char *sentence);
slip_verdict_word slip_word_of_end(slip_end, int code, double wall, size_t memory, char sentence[256]);     /* of a child that left nothing */

/* ---- the story of a run in a word and a sentence (story.c) ---------------------------------------- */

typedef struct {
    const char *word;           /* "linear", "diverging", "ray", ...; NULL: nothing was run */
    slip_rate rate; const char *no_rate;    /* why its estimate is NaN, where it is */
    char sentence[640];         /* what happened and why, for people */
} slip_story;

/* From the history of the run, the verdicts and what is known of the problem; result may be NULL (an answer from a file), and so may advice. */
slip_status slip_story_tell(slip_story *, const slip_problem *, const slip_truth *, const slip_result *, const slip_limits *, const slip_judgement *, const char *advice, slip_error *);

/* Advice for a run that cycles ("" for any other): what theory says of the method on this problem and, when trying, which shorter step settles it.
   watch sees every step of what is tried. */
slip_status slip_cure_find(char advice[256], const slip_solver *, const slip_problem *, const double par[], const slip_limits *, const slip_result *,
                           bool trying, slip_observer *watch, void *ctx, slip_error *);

/* ---- what the contacts do (account.c) --------------------------------------------------------------- */

typedef struct {
    const char *none;           /* not NULL: nothing could be measured, and why */
    slip_angles angles; slip_energy energy;
    bool rolled; int transition[SLIP_TRANSITION_COUNT];     /* at acceleration level */
    bool compared;              /* with another answer: */
    int cross[SLIP_MODE_COUNT][SLIP_MODE_COUNT], differ;    /* row: state here, column: there; contacts whose states differ */
    double apart_u, apart_r;    /* worst distance of u over V, of r over rho V */
} slip_account;

slip_status slip_account_make(const slip_problem *, const slip_answer *, const slip_answer *other /* or NULL */, const slip_judgement *, slip_account *, slip_error *);

/* ---- one run (record.c) ----------------------------------------------------------------------------- */

typedef struct {                /* all borrowed; NULL where there is none */
    const slip_problem *problem;
    char hash[65];              /* of the problem */
    unsigned long seed;
    const slip_truth *truth;
    const char *solver;         /* full name; NULL: the answer came from elsewhere */
    slip_limits limits;         /* as asked, defaults filled in */
    char start[65];             /* hash of the warm start; "" when cold */
    const slip_answer *answer;  /* NULL: the run was ended before it gave one */
    const slip_result *result;  /* NULL: nothing was run, or nothing came back */
    const slip_judgement *judgement;
    const slip_story *story;
    const slip_account *account;        /* NULL: not measured */
    const slip_near *near;      /* NULL: no proof was asked for */
    const slip_enclosures *enclosures;  /* NULL: likewise */
    const char *hint;           /* a convention in which a false claim would be true, or NULL */
    char grade;                 /* of the times: 'A' exclusive, 'B' quiet, 'C' shared */
    /* of a run in a child, in a study */
    const slip_child_result *child;     /* NULL: it ran in this process */
    int rep;                    /* which repetition, from 0 */
    size_t room;                /* bytes it was allowed; 0: no limit */
    char answer_hash[65];       /* of the stored answer; "": none was stored */
    double began;               /* seconds since 1970; 0: not told */
} slip_record;

void slip_record_key(const slip_record *, char out[65]);    /* SHA-256 of what was asked: problem, solver, limits, start */
slip_status slip_record_write(const slip_record *, slip_text *out, slip_error *);   /* one line of JSON with its newline */
void slip_record_machine(char out[128]);                    /* "x86_64, <processor>, 2 cores" */

/* ---- selections (select.c): names, patterns, suites, !exclusions, filters ------------------------------ */

typedef struct {
    slip_arena arena;
    const char **name; int count, room;
    bool *found;                /* count: a file of a folder, which may turn out to be no problem; else it was asked for by name */
    const char *empty;          /* a pattern or folder that matched nothing, or NULL */
    slip_text refused;          /* files of a folder that a filter could not read: a sentence a line */
} slip_names;

slip_status slip_select_problems(const char *const words[] /* NULL-ended; none: all */, slip_names *out, slip_error *);
slip_status slip_select_solvers(const char *const words[], slip_names *out, slip_error *);
void        slip_names_free(slip_names *);

/* ---- figures by gnuplot (plot.c, plot_text.c) -------------------------------------------------------------------- */

typedef struct {
    const char *title;          /* NULL: not in the key */
    int count; const double *x, *y;
    const double *high;         /* not NULL: a band from y to here, pale */
    int mark;                   /* of points, gnuplot's number; 0: by its place, another shape for each */
    bool points, lines;         /* points only, a line only; neither: both */
    const char *colour;         /* "#1f77b4"; NULL: one of ours */
    char sign;                  /* of points on a terminal; 0: A, B, ... */
} slip_curve;

typedef struct { double x; const char *text; } slip_mark;

typedef struct {
    const char *title, *xlabel, *ylabel;
    bool logx, logy;            /* values that are not positive are left out of a logarithmic axis */
    int curves; const slip_curve *curve;
    double level; const char *level_title;  /* a horizontal line; NULL title: none */
    const char *id;             /* to stand inside a page that has slip_plot_marks: transparent; NULL: a file of its own, on white */
    int width, height;          /* 0: 640 x 420 */
    bool key_below;             /* under the drawing */
    bool no_key;                /* the page says which curve is which */
    bool unit;                  /* y goes from 0 to 1 */
    bool whole;                 /* x counts: no numbers between */
    const char *const *rows;    /* NULL-ended: y = 1, 2, ... are rows of these names; NULL: y is a number */
    int marks; const slip_mark *mark;       /* vertical lines through rows, with a letter each */
} slip_figure;

slip_status slip_gnuplot_run(const slip_text *script, slip_text *out, slip_error *);   /* what gnuplot writes on its stdout; ENV when it cannot be started */
slip_status slip_gnuplot_ready(slip_error *);                /* can it be started?  Asked before long work */
const char *slip_gnuplot(void);                             /* $GNUPLOT, or the one found when slipstick was built */
const char *slip_plot_marks(void);                          /* for a page, once: what points of its figures refer to */
slip_status slip_plot_text(const slip_figure *, int columns, int rows, slip_text *out, slip_error *);  /* for a terminal, plain ASCII */
slip_status slip_plot_gif(int count, const slip_figure *frame, slip_text *out, slip_error *);          /* one after another, 1.5 s each */
slip_status slip_plot_svg(const slip_figure *, slip_text *out, slip_error *);                          /* ENV when gnuplot cannot be started */

/* ---- configurations (configuration.c) ------------------------------------------------------------------ */

/* The bodies and contacts of a problem as SVG, with its impulses (arrows) when an answer is given and coloured by their states when those are.
   INPUT when the problem knows no picture. */
slip_status slip_configuration_svg(const slip_problem *, const slip_answer *, const slip_mode * /* nc, or NULL */, slip_text *out, slip_error *);
const char *slip_mode_colour(slip_mode);

/* ---- speed (speed.c, speed_<subject>.c): ratios beside their bars ------------------------------------- */

enum { SLIP_SPEED_MOST = 16 };  /* subjects */

typedef struct {
    const char *name, *about;
    int (*run)(FILE *);         /* prints its lines; returns how many bars were missed */
    bool asked;                 /* takes minutes: only when named */
} slip_speed;

extern const slip_speed *const slip_speeds[];               /* NULL-ended */

typedef struct {
    const char *problem, *method, *against;
    int size; double seconds, reference;    /* CPU seconds of ours, of what it is held against */
    double bar, residual, residual_bar;     /* INFINITY: no bar */
    char note[64];
} slip_speed_row;

void slip_speed_head(FILE *);
bool slip_speed_pile(FILE *, const char *problem, const char *solver, slip_verdict_word *);      /* a whole run, its verdict and its pivots (speed_piles.c); false: it could not be run */
bool slip_speed_line(FILE *, const slip_speed_row *);       /* prints one; true when within its bars */
void slip_svg_escape(slip_text *out, const char *text);      /* text as XML */

/* ---- films (film.c): scenes in motion ------------------------------------------------------------------ */

typedef struct {                /* {0} is empty; slip_film_free */
    int space, bodies, frames, room;
    double *time, *state;       /* frames; frames x bodies x 7: x y z, orientation as in slip_body.e */
    slip_arena arena;           /* of the bodies' shapes and the walls, as in the first frame */
    slip_scene *first;
    double *wall;               /* frames x walls x 3: a point of each wall */
} slip_film;

slip_status slip_film_take(slip_film *, const slip_scene *, slip_error *);            /* one more frame */
slip_status slip_film_strip(const slip_film *, int pictures, const char *title, slip_text *out, slip_error *);   /* SVG: frames side by side, evenly spaced in time */
slip_status slip_film_gif(const slip_film *, int most, const char *title, slip_text *out, slip_error *);         /* animated, at most so many frames; needs gnuplot */
void slip_film_free(slip_film *);

/* ---- rivals (rivals.c): other methods on the step problems of a simulation ------------------------------ */

typedef struct {
    char name[96];
    const slip_solver *solver; double par[SLIP_MAX_PARAMS];
    double spent;               /* CPU seconds so far */
    double judge;               /* tolerance of its verdict, when it stops by a rule of its own; 0: that of the run */
} slip_rival;

typedef struct {                /* one method on one step problem */
    long step; int contacts;
    int method;                 /* 0: who drives; k: the k-th rival */
    bool run;                   /* false: its budget was spent, the note says so */
    slip_claim claim; slip_verdict_word verdict;
    long steps; double residual, worst, cpu;
    double difference;          /* max |v - v of who drives|; NaN: no velocity */
    char note[128];
} slip_rival_row;

typedef struct { int count, room; slip_rival_row *row; } slip_rival_rows;             /* {0} is empty; freed by slip_free(row) */

slip_status slip_rival_open(slip_rival *, const char *solver, slip_error *);
/* One step problem, from rest, as far as `budget` CPU seconds for all steps together allow. */
slip_status slip_rival_step(slip_rival *, const slip_frame *, const slip_limits *, double budget, slip_rival_row *, slip_error *);
void        slip_rival_driver(const slip_frame *, const slip_verdict *, slip_rival_row *);       /* the row of who drives */
slip_status slip_rival_keep(slip_rival_rows *, const slip_rival_row *, slip_error *);
/* Contacts, iterations and CPU time of every step, one panel each; names[k] of method k. */
slip_status slip_rivals_svg(const slip_rival_rows *, int methods, const char *const *names, const char *title, slip_text *out, slip_error *);

#endif
