/* lesson.h: lessons: failures that always happen, told with pictures.
   SPDX-License-Identifier: GPL-3.0-or-later

   A lesson runs solvers on catalogue problems and says, draws and tells what came of it.  Nothing is typed in: every number and every
   point of a figure comes from a run, a verdict or the data of a problem.  Told numbers are what tests hold a lesson to. */

#ifndef SLIP_LESSON_H
#define SLIP_LESSON_H

#include "reports/reports.h"

enum { SLIP_LECTURE_CURVES = 16 };

typedef struct {                    /* a paragraph (or an item of a list), a figure, or a drawing made elsewhere */
    char *text, *svg; bool item, wide, sketch;
    slip_figure figure; slip_curve curve[SLIP_LECTURE_CURVES]; int room[SLIP_LECTURE_CURVES];
    slip_mark mark[12];
} slip_lecture_piece;

typedef struct { const char *name; double value; } slip_lecture_value;

typedef struct {                    /* {0} is empty; slip_lecture_free */
    slip_arena arena;
    int pieces, room; slip_lecture_piece **piece;
    int values; slip_lecture_value value[32];
} slip_lecture;

typedef struct {                    /* reports/lessons/<name>.c exports slip_lesson_<name>; '-' becomes '_' */
    const char *name, *title;
    const char *theory, *cite;      /* one sentence, and where it comes from (REFERENCES.bib) */
    const char *exercise;           /* something to try, with its command */
    const slip_param *params;       /* knobs */
    slip_status (*teach)(slip_lecture *, const double par[], slip_error *);
} slip_lesson;

extern const slip_lesson *const slip_lessons[];             /* NULL-ended, alphabetical */
const slip_lesson *slip_lesson_find(const char *name, slip_error *);    /* NULL with the nearest suggested */
/* "name:key=value,..." opened and taught; full (may be NULL) receives the name with the knobs that differ from their defaults. */
slip_status slip_lesson_teach(const char *name, const slip_lesson **which, slip_lecture *, slip_text *full, slip_error *);
void slip_lecture_free(slip_lecture *);

/* ---- what a lesson does (lesson.c); memory trouble shows in the arena ------------------------------------------------ */

void slip_say(slip_lecture *, const char *format, ...) __attribute__((format(printf, 2, 3)));        /* `commands` stand between backquotes, here and in exercises */
void slip_item(slip_lecture *, const char *format, ...) __attribute__((format(printf, 2, 3)));       /* of a list: those that follow each other belong together */
void slip_tell(slip_lecture *, const char *name, double value);         /* a number to be held to; name is not copied */
slip_lecture_piece *slip_draw(slip_lecture *, slip_figure);              /* axes and titles; title is copied.  NULL: out of memory */
int  slip_draw_curve(slip_lecture *, slip_lecture_piece *, slip_curve style);     /* its number; style.title is copied */
void slip_draw_point(slip_lecture *, slip_lecture_piece *, int curve, double x, double y);
void slip_draw_svg(slip_lecture *, const char *title, const slip_text *svg, bool wide);      /* a drawing that is no curve; both are copied */
slip_status slip_draw_sketch(slip_lecture *, const char *title, const slip_problem *, const slip_answer * /* its impulses, or NULL */, slip_error *);   /* the bodies and contacts, small */
void slip_draw_mark(slip_lecture *, slip_lecture_piece *, double x, const char *text);     /* a vertical line; text is copied */

typedef struct { double G, b, step, low, high; } slip_clipped_line;     /* x -> x - step (G x + b), not below low, not above high (cobweb.c) */
double slip_clipped(const slip_clipped_line *, double x);
void slip_draw_cobweb(slip_lecture *, const char *title, const char *xlabel, const char *formula, const slip_clipped_line *, int count, const double x[]);
enum { SLIP_PATH = 48 };
typedef struct { int component, count; double x[SLIP_PATH]; } slip_path;      /* iterates of one impulse; x[0] may be the start */
int slip_path_watch(void *path, long step, const slip_iterate *, double residual);

typedef struct {                    /* one run, judged; slip_demo_end frees it */
    slip_problem problem; slip_truth truth; slip_arena arena;
    slip_result result; slip_judgement judgement; slip_story story;
} slip_demo;
slip_status slip_demo_run(slip_demo *, const char *problem, const char *solver, slip_limits, slip_observer *, void *ctx, slip_error *);
slip_status slip_demo_solve(slip_demo *, const char *solver, slip_limits, slip_observer *, void *ctx, slip_error *);     /* the problem is open already */
void slip_demo_again(slip_demo *);                          /* forget the run, keep the problem */
void slip_demo_end(slip_demo *);
const char *slip_demo_word(const slip_demo *);              /* of the verdict on the law posed */

/* ---- how it is shown (lesson_page.c) ----------------------------------------------------------------------------------- */

slip_status slip_lecture_text(const slip_lesson *, const slip_lecture *, const char *name, int columns, bool figures, slip_text *out, slip_error *);
slip_status slip_lecture_json(const slip_lesson *, const slip_lecture *, const char *name, slip_text *out, slip_error *);
/* One page that opens offline: head and end once, a section for each lesson. */
void        slip_lecture_html_head(slip_text *out, const char *title);
slip_status slip_lecture_html(const slip_lesson *, const slip_lecture *, const char *name, slip_text *out, slip_error *);
slip_status slip_lecture_pieces(const slip_lecture *, const char *name, slip_text *out, slip_error *);      /* paragraphs and figures alone; name makes ids */
void        slip_lecture_contents(slip_text *out);                                                         /* of a page with every lesson */
void        slip_lecture_html_end(slip_text *out);
slip_status slip_lecture_svg(const slip_lecture *, int figure, slip_text *out, slip_error *);    /* one figure, sketches after the others; INPUT when there is none */
slip_status slip_lecture_gif(const slip_lecture *, slip_text *out, slip_error *);                /* the figures one after another */

#endif
