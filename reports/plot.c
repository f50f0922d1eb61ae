/* plot.c: curves drawn by gnuplot, through one pipe, data inline.
   SPDX-License-Identifier: GPL-3.0-or-later

   gnuplot runs as a limited child: the script goes to its stdin, the drawing comes from its stdout, and no file is made. */

#include "config.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "reports/reports.h"

const char *slip_gnuplot(void)
{
    const char *chosen = getenv("GNUPLOT");
    return chosen && *chosen ? chosen : GNUPLOT;
}

/* A title in gnuplot's double quotes; `noenhanced` leaves _ and ^ alone. */
static void quote(slip_text *s, const char *title)
{
    slip_text_put(s, "\"", 1);
    for (const char *c = title ? title : ""; *c; c++) {
        if (*c == '"' || *c == '\\')
            slip_text_put(s, "\\", 1);
        slip_text_put(s, *c == '\n' ? " " : c, 1);
    }
    slip_text_put(s, "\"", 1);
}

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

#define LANE 0.5               /* of a mark's words, in rows */

/* Nothing is negative and something is near zero: the axis begins there. */
static bool from_zero(const slip_figure *f)
{
    double low = INFINITY, high = 0;
    for (int k = 0; k < f->curves; k++)
        for (int i = 0; i < f->curve[k].count; i++)
            if (isfinite(f->curve[k].y[i])) {
                low = fmin(low, f->curve[k].y[i]);
                high = fmax(high, f->curve[k].high ? f->curve[k].high[i] : f->curve[k].y[i]);
            }
    return !f->logy && low >= 0 && low < high / 3;
}

/* Names in place of numbers on the y axis; vertical lines with their words. */
static void write_rows_and_marks(slip_text *s, const slip_figure *f)
{
    int n = 0;
    double right = 0;
    for (int k = 0; k < f->curves; k++)
        for (int i = 0; i < f->curve[k].count; i++)
            right = fmax(right, f->curve[k].x[i]);
    for (; f->rows && f->rows[n]; n++) {
        slip_text_add(s, n ? ", " : "set ytics (");
        quote(s, f->rows[n]);
        slip_text_add(s, " %d", n + 1);
    }
    if (n)
        slip_text_add(s, ") noenhanced\nset yrange [0.5:%g]\n", n + 0.5 + LANE * f->marks);
    for (int k = 0; k < f->marks; k++) {            /* each has a lane of its own above the rows, and its words stay inside */
        slip_text_add(s, "set arrow from first %.9g, graph 0 to first %.9g, graph 1 nohead dashtype 2 linecolor rgb '#555555'\nset label ", f->mark[k].x, f->mark[k].x);
        quote(s, f->mark[k].text);
        if (n)
            slip_text_add(s, " at first %.9g, first %g %s, 0 noenhanced font ',11'\n", f->mark[k].x, n + 0.5 + LANE * (f->marks - k - 0.5), f->mark[k].x > right / 2 ? "right offset -0.5" : "offset 0.5");
        else
            slip_text_add(s, " at first %.9g, graph %g offset 0.5, 0 noenhanced font ',11'\n", f->mark[k].x, 0.97 - 0.05 * k);
    }
}

/* Everything but the terminal. */
static slip_status write_script(slip_text *s, const slip_figure *f, slip_error *error)
{
    int points = 0;
    slip_text_add(s, "set title ");
    quote(s, f->title);
    slip_text_add(s, " noenhanced\nset xlabel ");
    quote(s, f->xlabel);
    slip_text_add(s, " noenhanced\nset ylabel ");
    quote(s, f->ylabel);
    slip_text_add(s, " noenhanced\n%s%s%sset key %s\nset tics nomirror\nset border 3\n",
                  f->key_below ? "set xlabel offset 0,0.7\n" : "", f->logx ? "set logscale x\nset format x '%g'\n" : "", f->logy ? "set logscale y\nset format y '%.0e'\n" : "", f->no_key ? "off" : f->key_below ? "below height 0.6" : "top right");
    for (int k = 0; k < f->curves; k++)
        points += write_data(s, f, k);
    if (!points)
        return slip_fail(error, SLIP_INPUT, "there is nothing to draw: no point of the figure is %s", f->logy ? "finite and positive" : "finite");
    write_rows_and_marks(s, f);
    if (f->id)                                      /* a page has many figures: minor tics cost more than curves */
        slip_text_add(s, "unset mxtics\nunset mytics\n");
    if (f->no_key && f->level_title && drawable(f->level, f->logy)) {
        slip_text_add(s, "set label ");
        quote(s, f->level_title);
        slip_text_add(s, " at graph 1, first %.17g right offset 0, 0.5 noenhanced\n", f->level);
    }
    /* A single point has no range of its own. */
    slip_text_add(s, f->rows ? "plot " : f->unit ? "set yrange [0:1.02]\nplot " : from_zero(f) ? "set yrange [0:*]\nset offsets graph 0, graph 0, graph 0.05, graph 0\nplot "
                                                                              : "set offsets graph 0, graph 0, graph 0.05, graph 0.05\nplot ");
    for (int k = 0; k < f->curves; k++) {
        const slip_curve *c = &f->curve[k];
        static const int shape[] = { 7, 5, 9, 2, 13, 6 };      /* told apart without colour: disc, square, triangle, cross, diamond, ring */
        char mark[48] = "";
        if (c->high) {
            slip_text_add(s, "%s$d%d using 1:2:3 with filledcurves fillcolor rgb '%s' fillstyle transparent solid 0.15 noborder notitle", k ? ", " : "", k, c->colour ? c->colour : "gray");
            continue;
        }
        if (!c->lines && f->id)
            snprintf(mark, sizeof mark, "pointtype %d pointsize 0.5 ", c->mark ? c->mark : 6);
        if (f->rows)
            snprintf(mark, sizeof mark, "pointtype %d pointsize 0.6 ", shape[k % 6]);
        slip_text_add(s, "%s$d%d using 1:2 with %s linetype %d %s%s", k ? ", " : "", k, c->points ? "points" : c->lines ? "lines" : "linespoints", c->colour ? 1 : k + 1,
                      mark, c->lines ? "linewidth 1.5 " : "");
        if (c->colour)
            slip_text_add(s, "linecolor rgb '%s' ", c->colour);
        if (!c->title && f->id) {
            slip_text_add(s, "notitle");
            continue;
        }
        slip_text_add(s, "title ");
        quote(s, c->title);
        slip_text_add(s, " noenhanced");
    }
    if (f->level_title && drawable(f->level, f->logy)) {        /* its name is in the key, or at its end where there is none */
        slip_text_add(s, ", %.17g with lines dashtype 2 linetype %d%s title ", f->level, f->curves + 1, f->id ? " linecolor rgb '#777777'" : "");
        quote(s, f->level_title);
        slip_text_add(s, " noenhanced");
    }
    slip_text_add(s, "\n");
    return s->failed ? slip_fail(error, SLIP_MEMORY, "out of memory while drawing") : SLIP_OK;
}

slip_status slip_gnuplot_run(const slip_text *script, slip_text *out, slip_error *error)
{
    slip_status status = script->failed ? slip_fail(error, SLIP_MEMORY, "out of memory while drawing") : SLIP_OK;
    if (status == SLIP_OK) {
        char *argv[] = { (char *)slip_gnuplot(), NULL };
        slip_limits_child limits = { .wall = 60, .output = (size_t)64 << 20, .trusted = true };
        slip_child_result child = { 0 };
        status = slip_child_exec(argv, NULL, script->s, script->length, &limits, &child, error);
        if (status != SLIP_OK || child.end == SLIP_END_START)
            status = slip_fail(error, SLIP_ENV, "figures need gnuplot, and '%s' could not be started: install gnuplot-nox or set GNUPLOT", argv[0]);
        else if (child.end != SLIP_END_EXIT || child.code || !child.out.length)
            status = slip_fail(error, SLIP_ENV, "gnuplot ('%s') %s with code %d and drew nothing: %.120s", argv[0],
                               slip_end_text(child.end), child.code, child.err.s ? child.err.s : "");
        else
            slip_text_put(out, child.out.s, child.out.length);
        slip_child_result_free(&child);
    }
    return status != SLIP_OK || !out->failed ? status : slip_fail(error, SLIP_MEMORY, "out of memory while drawing");
}

static slip_status run_gnuplot(const slip_figure *f, const char *terminal, slip_text *out, slip_error *error)
{
    slip_text script = { 0 };
    slip_text_add(&script, "set terminal %s\n", terminal);
    slip_status status = write_script(&script, f, error);
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
    slip_text_add(&script, "set terminal gif animate delay 150 size 640,420\n");
    for (int k = 0; k < count && status == SLIP_OK; k++) {
        if (k)
            slip_text_add(&script, "reset\n");
        status = write_script(&script, &frame[k], error);
        for (int c = 0; status == SLIP_OK && c < frame[k].curves; c++)
            slip_text_add(&script, "undefine $d%d\n", c);
    }
    if (status == SLIP_OK)
        status = slip_gnuplot_run(&script, out, error);
    slip_text_free(&script);
    return status;
}

/* Without gnuplot's form feed, blank lines at the ends and blanks at the ends of lines. */
static void trim_lines(const slip_text *in, slip_text *out)
{
    size_t blank = 0;
    bool begun = false;
    for (const char *s = in->s; s && *s; ) {
        size_t length = strcspn(s, "\n"), keep = length;
        const char *line = *s == '\f' ? s + 1 : s;
        keep -= (size_t)(line - s);
        while (keep && line[keep - 1] == ' ')
            keep--;
        for (; keep && begun && blank; blank--)
            slip_text_put(out, "\n", 1);
        if (keep) {
            slip_text_put(out, line, keep);
            slip_text_put(out, "\n", 1);
            begun = true;
        }
        blank = keep ? 0 : blank + 1;
        s += length + (s[length] == '\n');
    }
}

slip_status slip_plot_text(const slip_figure *f, int columns, int rows, slip_text *out, slip_error *error)
{
    char terminal[64];
    slip_text drawn = { 0 };
    snprintf(terminal, sizeof terminal, "dumb noenhanced size %d,%d", columns, f->rows ? rows + f->marks + 3 : rows);
    slip_status status = run_gnuplot(f, terminal, &drawn, error);
    if (status == SLIP_OK)
        trim_lines(&drawn, out);
    slip_text_free(&drawn);
    return status != SLIP_OK || !out->failed ? status : slip_fail(error, SLIP_MEMORY, "out of memory while drawing");
}

/* The marks of points, once a page, under the names gnuplot gives them. */
const char *slip_plot_marks(void)
{
    return "<svg width=0 height=0 style=position:absolute aria-hidden=true><defs><circle id=gpPt5 stroke-width=.2 stroke=currentColor r=1 />"
           "<circle id=gpPt6 stroke=none fill=currentColor r=1 /><rect id=gpPt4 stroke=none fill=currentColor x=-1 y=-1 width=2 height=2 />"
           "<path id=gpPt8 stroke=none fill=currentColor d=\"M0-1.33L1.33.67H-1.33z\"/><path id=gpPt12 stroke=none fill=currentColor d=\"M0-1.33L1.33 0 0 1.33-1.33 0z\"/>"
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
    int width = f->width ? f->width : 640, height = f->height ? f->height : 420;
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
