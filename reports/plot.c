/* plot.c: curves drawn by gnuplot, through one pipe, data inline.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "reports/plot.h"

/* A title in gnuplot's double quotes, folded into lines of so many characters; `noenhanced` leaves _ and ^ alone. */
static void quote(slip_text *s, const char *title, int columns)
{
    int at = 0;
    slip_text_put(s, "\"", 1);
    for (const char *c = title ? title : ""; *c; c++, at++) {
        bool space = *c == ' ' || *c == '\n';
        if (*c == '"' || *c == '\\')
            slip_text_put(s, "\\", 1);
        if (space && at > 0 && at + 1 + (int)strcspn(c + 1, " \n") > columns) {
            slip_text_put(s, "\\n", 2);
            at = -1;
        } else
            slip_text_put(s, space ? " " : c, 1);
    }
    slip_text_put(s, "\"", 1);
}

enum { ONE_LINE = 10000 };

static bool drawable(double x, bool logarithmic) { return isfinite(x) && (!logarithmic || x > 0); }

static int write_data(slip_text *s, const slip_figure *f, int k)
{
    const slip_curve *c = &f->curve[k];
    int written = 0;
    slip_text_add(s, "$d%d << EOD\n", k);
    for (int i = 0; i < c->count; i++)
        if (drawable(c->x[i], f->logx) && drawable(c->y[i], f->logy)) {
            if (c->high)
                slip_text_add(s, "%.9g %.9g %.9g\n", c->x[i], c->y[i], c->high[i]);
            else
                slip_text_add(s, "%.9g %.9g\n", c->x[i], c->y[i]);
            written++;
        }
    slip_text_add(s, "EOD\n");
    return written;
}

int slip_plot_style(const slip_figure *f, int curve)
{
    int named = -1;
    for (int k = 0; k <= curve; k++)
        named += f->curve[k].title != NULL;
    return named < 0 ? 0 : named;
}

int slip_plot_order(const slip_figure *f, int order[SLIP_PLOT_MARKS])
{
    int n = f->marks < SLIP_PLOT_MARKS ? f->marks : SLIP_PLOT_MARKS;
    for (int k = 0; k < n; k++) {
        int at = k;
        for (; at > 0 && f->mark[k].x < f->mark[order[at - 1]].x; at--)
            order[at] = order[at - 1];
        order[at] = k;
    }
    return n;
}

static int row_count(const slip_figure *f)
{
    int n = 0;
    while (f->rows && f->rows[n])
        n++;
    return n;
}

static double last_x(const slip_figure *f)
{
    double right = 0;
    for (int k = 0; k < f->curves; k++)
        for (int i = 0; i < f->curve[k].count; i++)
            right = fmax(right, f->curve[k].x[i]);
    return right;
}

#define LANE 0.55               /* of a mark's letter, in rows */

/* Names in place of numbers on the y axis; vertical lines, each with a letter above the rows. */
static void write_rows(slip_text *s, const slip_figure *f, bool characters)
{
    int n = row_count(f), order[SLIP_PLOT_MARKS], marks = slip_plot_order(f, order), lane = 0, lanes = 0;
    double right = last_x(f), before = -INFINITY, near = f->logx ? 0 : right / 40;
    slip_text_add(s, "set ytics (");
    for (int k = 0; k < n; k++) {
        slip_text_add(s, k ? ", " : "");
        quote(s, f->rows[k], ONE_LINE);
        slip_text_add(s, " %d", k + 1);
    }
    slip_text_add(s, ") noenhanced\n");
    for (int k = 0; k < marks; k++) {           /* close ones stand on two levels on paper, side by side between characters */
        double x = f->mark[order[k]].x, letter = x;
        lane = x - before < near ? !lane : 0;
        lanes = lane + 1 > lanes ? lane + 1 : lanes;
        if (characters)
            letter = x < before + near ? before + near : x;
        before = characters ? letter : x;
        double top = n + (characters ? 0.0 : 0.5 + LANE * lane);
        slip_text_add(s, "set arrow from first %.9g, first 0.5 to first %.9g, first %g nohead back dashtype 2 linecolor rgb '#555555'\n", x, x, top);
        slip_text_add(s, "set label \"%c\" at first %.9g, first %g %s front noenhanced\n", 'a' + k, letter, characters ? n + 1.2 : top + LANE / 2, characters ? "offset 1, 0" : "center");
    }
    slip_text_add(s, "set yrange [0.5:%g]\n", n + (characters ? marks ? 1.5 : 0.5 : 0.5 + LANE * lanes));
}

/* Nothing is negative and something is near zero, though not on it: the axis begins there. */
static bool from_zero(const slip_figure *f)
{
    double low = INFINITY, high = 0;
    for (int k = 0; k < f->curves; k++)
        for (int i = 0; i < f->curve[k].count; i++)
            if (isfinite(f->curve[k].y[i])) {
                low = fmin(low, f->curve[k].y[i]);
                high = fmax(high, f->curve[k].high ? f->curve[k].high[i] : f->curve[k].y[i]);
            }
    return !f->logy && low > 0 && low < high / 3;
}

/* Linear axes hold the data and a little more, so that nothing lies on the frame; logarithmic ones end at whole decades. */
static void write_ranges(slip_text *s, const slip_figure *f)
{
    if (!f->logx)
        slip_text_add(s, "set autoscale xfix\n");
    if (!f->logy)
        slip_text_add(s, "set autoscale yfix\n");
    bool zero = from_zero(f);
    if (f->unit || zero)
        slip_text_add(s, f->unit ? "set yrange [0:1.02]\n" : "set yrange [0:*]\n");
    if (!f->unit)
        slip_text_add(s, "set offsets graph %g, graph %g, graph 0.05, graph %g\n", f->logx ? 0 : 0.02, f->logx ? 0 : 0.02, zero ? 0 : 0.05);
    if (f->whole)
        slip_text_add(s, "set xtics 1\n");
}

static void write_curve(slip_text *s, const slip_figure *f, int k, bool characters)
{
    static const int shape[] = { 7, 5, 9, 2, 13, 6, 11, 4 };      /* told apart without colour: disc, square, triangle, cross, diamond, ring, triangle on its tip, frame */
    static const int dash[] = { 1, 2, 4, 3, 5 };
    static const char *const palette[] = { "#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e", "#8c564b", "#17becf", "#7f7f7f" };
    const slip_curve *c = &f->curve[k];
    int style = slip_plot_style(f, k);
    if (c->high) {
        slip_text_add(s, "$d%d using 1:2:3 with filledcurves fillcolor rgb '%s' fillstyle transparent solid 0.15 noborder notitle", k, c->colour ? c->colour : "gray");
        return;
    }
    if (characters) {
        if (c->sign)
            slip_text_add(s, "$d%d using 1:2:(\"%c\") with labels", k, c->sign);
        else
            slip_text_add(s, "$d%d using 1:2 with %s linetype %d pointtype %d", k, c->points ? "points" : c->lines ? "lines" : "linespoints", style % 7 + 1, style % 26 + 1);
        return;
    }
    slip_text_add(s, "$d%d using 1:2 with %s linetype 1 linecolor rgb '%s' ", k, c->points ? "points" : c->lines ? "lines" : "linespoints", c->colour ? c->colour : palette[style % 8]);
    if (!c->lines)
        slip_text_add(s, "pointtype %d pointsize %g ", c->mark ? c->mark : f->no_key ? 6 : shape[style % 8], f->no_key ? 0.5 : f->rows ? 0.6 : 0.7);
    if (!c->points && !f->no_key)
        slip_text_add(s, "dashtype %d ", dash[style % 5]);
    if (c->lines || (c->points && !f->no_key))
        slip_text_add(s, "linewidth 1.5 ");
    if (!c->title) {
        slip_text_add(s, "notitle");
        return;
    }
    slip_text_add(s, "title ");
    quote(s, c->title, ONE_LINE);
    slip_text_add(s, " noenhanced");
}

static int width_of(const slip_figure *f) { return f->width ? f->width : 640; }

/* Entries of the key side by side, by the longest of them. */
static int key_columns(const slip_figure *f, int *entries)
{
    size_t longest = f->level_title ? strlen(f->level_title) : 0;
    *entries = f->level_title != NULL;
    for (int k = 0; k < f->curves; k++)
        if (f->curve[k].title && f->curve[k].count) {
            longest = strlen(f->curve[k].title) > longest ? strlen(f->curve[k].title) : longest;
            ++*entries;
        }
    int columns = (int)(width_of(f) / (7.5 * (double)longest + 64));
    return columns < 1 ? 1 : columns;
}

/* Lines below the axis of rows: what the marks mean, and below that the key, so that a drawing stays narrow enough for a phone. */
static int foot_lines(const slip_figure *f)
{
    int entries, order[SLIP_PLOT_MARKS], marks = slip_plot_order(f, order);
    key_columns(f, &entries);
    return entries + marks;
}

/* The height asked for is that of the drawing with one line of key; more lines need more, and rows need what they need. */
static int height_of(const slip_figure *f)
{
    int entries, columns = key_columns(f, &entries), lines = f->key_below ? (entries + columns - 1) / columns : 1;
    if (f->rows)
        return 142 + 24 * row_count(f) + 18 * foot_lines(f);
    return (f->height ? f->height : 420) + 18 * (lines > 1 ? lines - 1 : 0);
}

/* What the letters mean. */
static void write_marks(slip_text *s, const slip_figure *f)
{
    int order[SLIP_PLOT_MARKS], marks = slip_plot_order(f, order);
    double height = height_of(f), foot = 12 + 18 * foot_lines(f);
    slip_text_add(s, "set bmargin at screen %g\nset key at screen %g, screen %g left top vertical maxcols 1 Left reverse samplen 1\n", (foot + 64) / height, 2. / width_of(f), (foot - 18 * marks + 6) / height);
    for (int k = 0; k < marks; k++) {
        char text[160];
        snprintf(text, sizeof text, "%c   %.4g  %s", 'a' + k, f->mark[order[k]].x, f->mark[order[k]].text);
        slip_text_add(s, "set label ");
        quote(s, text, ONE_LINE);
        slip_text_add(s, " at screen %g, screen %g left noenhanced\n", 24. / width_of(f), (foot - 18 * k - 6) / height);
    }
}

static void write_words(slip_text *s, const slip_figure *f)
{
    int entries;
    slip_text_add(s, "set title ");
    quote(s, f->title, width_of(f) / 8);
    slip_text_add(s, " noenhanced\nset xlabel ");
    quote(s, f->xlabel, ONE_LINE);
    slip_text_add(s, " noenhanced\nset ylabel ");
    quote(s, f->ylabel, height_of(f) / 10);
    slip_text_add(s, " noenhanced\n");
    if (f->rows)
        write_marks(s, f);
    else if (f->key_below)
        slip_text_add(s, "set xlabel offset 0,0.5\nset key below height 1 maxcols %d Left reverse\n", key_columns(f, &entries));
    else
        slip_text_add(s, "set key %s\n", f->no_key ? "off" : "top right Left reverse");
    if (f->id)                                      /* a page has many figures: minor tics cost more than curves */
        slip_text_add(s, "unset mxtics\nunset mytics\n");
    if (f->no_key && f->level_title && drawable(f->level, f->logy)) {
        slip_text_add(s, "set label ");
        quote(s, f->level_title, ONE_LINE);
        slip_text_add(s, " at graph 1, first %.17g right offset 0, 0.5 noenhanced\n", f->level);
    }
}

/* A number at every decade, or at fewer where they would touch each other. */
static void write_decades(slip_text *s, const slip_figure *f)
{
    double low = INFINITY, high = 0;
    for (int k = 0; k < f->curves; k++)
        for (int i = 0; i < f->curve[k].count; i++)
            if (drawable(f->curve[k].x[i], true)) {
                low = fmin(low, f->curve[k].x[i]);
                high = fmax(high, f->curve[k].x[i]);
            }
    double decades = ceil(log10(high)) - floor(log10(low));
    if (decades > 6)
        slip_text_add(s, "set xtics 1e%.0f\nunset mxtics\n", ceil(decades / 5));
}

slip_status slip_plot_script(slip_text *s, const slip_figure *f, bool characters, slip_error *error)
{
    int points = 0, written = 0;
    slip_text_add(s, "set tics nomirror\nset border 3%s\n%s%s", characters ? " back\nunset key" : "", f->logx ? "set logscale x\nset format x '%g'\n" : "", f->logy ? "set logscale y\nset format y '%.0e'\n" : "");
    for (int k = 0; k < f->curves; k++)
        points += write_data(s, f, k);
    if (points && f->logx)
        write_decades(s, f);
    if (!points)
        return slip_fail(error, SLIP_INPUT, "there is nothing to draw: no point of the figure is %s", f->logy ? "finite and positive" : "finite");
    if (!characters)
        write_words(s, f);
    if (f->rows)
        write_rows(s, f, characters);
    else
        write_ranges(s, f);
    if (f->rows && characters)
        slip_text_add(s, "set tics scale 0\n");           /* a tic looks like a point */
    slip_text_add(s, "plot ");
    if (f->level_title && drawable(f->level, f->logy)) {        /* its name is in the key, or at its end where there is none */
        slip_text_add(s, "%.17g with lines dashtype 2 linetype %d linecolor rgb '#777777' title ", f->level, characters ? 0 : 1);
        quote(s, f->level_title, ONE_LINE);
        slip_text_add(s, " noenhanced");
        written++;
    }
    for (int round = 0; round < 2; round++)                     /* points lie above lines */
        for (int k = 0; k < f->curves; k++)
            if (f->curve[k].points == (round == 1)) {
                slip_text_add(s, written++ ? ", " : "");
                write_curve(s, f, k, characters);
            }
    slip_text_add(s, "\n");
    return s->failed ? slip_fail(error, SLIP_MEMORY, "out of memory while drawing") : SLIP_OK;
}

static slip_status run_gnuplot(const slip_figure *f, const char *terminal, slip_text *out, slip_error *error)
{
    slip_text script = { 0 };
    slip_text_add(&script, "set terminal %s\n", terminal);
    slip_status status = slip_plot_script(&script, f, false, error);
    slip_text_add(&script, "unset output\n");
    if (status == SLIP_OK)
        status = slip_gnuplot_run(&script, out, error);
    slip_text_free(&script);
    return status;
}

slip_status slip_plot_gif(int count, const slip_figure *frame, slip_text *out, slip_error *error)
{
    slip_text script = { 0 };
    slip_status status = SLIP_OK;
    int width = 640, height = 420;
    for (int k = 0; k < count; k++) {
        width = width_of(&frame[k]) > width ? width_of(&frame[k]) : width;
        height = height_of(&frame[k]) > height ? height_of(&frame[k]) : height;
    }
    slip_text_add(&script, "set terminal gif animate delay 150 size %d,%d\n", width, height);
    for (int k = 0; k < count && status == SLIP_OK; k++) {
        if (k)
            slip_text_add(&script, "reset\n");
        status = slip_plot_script(&script, &frame[k], false, error);
        for (int c = 0; status == SLIP_OK && c < frame[k].curves; c++)
            slip_text_add(&script, "undefine $d%d\n", c);
    }
    if (status == SLIP_OK)
        status = slip_gnuplot_run(&script, out, error);
    slip_text_free(&script);
    return status;
}

/* The marks of points, once a page, under the names gnuplot gives them. */
const char *slip_plot_marks(void)
{
    return "<svg width=0 height=0 style=position:absolute aria-hidden=true><defs><circle id=gpPt5 stroke-width=.2 stroke=currentColor r=1 />"
           "<circle id=gpPt6 stroke=none fill=currentColor r=1 /><rect id=gpPt4 stroke=none fill=currentColor x=-1 y=-1 width=2 height=2 />"
           "<path id=gpPt8 stroke=none fill=currentColor d=\"M0-1.33L1.33.67H-1.33z\"/><path id=gpPt12 stroke=none fill=currentColor d=\"M0-1.33L1.33 0 0 1.33-1.33 0z\"/>"
           "<path id=gpPt10 stroke=none fill=currentColor d=\"M0 1.33L1.33-.67H-1.33z\"/><path id=gpPt2 stroke-width=.3 stroke=currentColor d=\"M-1-1L1 1M1-1L-1 1M0-1V1M-1 0H1\"/>"
           "<path id=gpPt3 stroke-width=.3 stroke=currentColor fill=none d=\"M-1-1H1V1H-1z\"/>"
           "<path id=gpPt1 stroke-width=.3 stroke=currentColor d=\"M-1-1L1 1M1-1L-1 1\"/></defs></svg>\n";
}

/* Out goes what a page has once (the XML head, marks) and what would clash between figures (the id of the canvas). */
static void inline_svg(const slip_text *in, slip_text *out)
{
    static const char canvas[] = "id=\"gnuplot_canvas\"";
    const char *at = in->s ? strstr(in->s, "<svg") : NULL;
    for (const char *next; at && *at; at = next) {
        const char *c = strstr(at, canvas), *d = strstr(at, "<defs>");
        const char *cut = c && (!d || c < d) ? c : d;
        if (!cut) {
            slip_text_put(out, at, strlen(at));
            return;
        }
        slip_text_put(out, at, (size_t)(cut - at));
        next = cut == c ? c + sizeof canvas - 1 : strstr(d, "</defs>");
        if (cut == d && next)
            next += 7;
    }
}

slip_status slip_plot_svg(const slip_figure *f, slip_text *out, slip_error *error)
{
    char terminal[200];
    int width = width_of(f), height = height_of(f);
    if (!f->id) {
        snprintf(terminal, sizeof terminal, "svg noenhanced size %d,%d font 'sans,13' background '#ffffff'", width, height);
        return run_gnuplot(f, terminal, out, error);
    }
    slip_text drawn = { 0 };
    snprintf(terminal, sizeof terminal, "svg noenhanced dynamic size %d,%d font 'sans,13' name '%.60s'", width, height, f->id);
    slip_status status = run_gnuplot(f, terminal, &drawn, error);
    if (status == SLIP_OK)
        inline_svg(&drawn, out);
    slip_text_free(&drawn);
    return status != SLIP_OK || !out->failed ? status : slip_fail(error, SLIP_MEMORY, "out of memory while drawing");
}
