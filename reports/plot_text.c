/* plot_text.c: curves for a terminal, in plain ASCII: the drawing by gnuplot, the words around it by us.
   SPDX-License-Identifier: GPL-3.0-or-later

   A terminal of characters has room for a title, the names of the axes and a key only outside the drawing. */

#include <stdio.h>
#include <string.h>
#include "reports/plot.h"

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

/* Words in the middle of a line, folded. */
static void centre(slip_text *out, const char *text, int columns)
{
    while (text && *text) {
        int length = (int)strlen(text);
        if (length > columns) {
            for (length = columns; length > 0 && text[length] != ' '; length--)
                ;
            length = length ? length : columns;
        }
        slip_text_add(out, "%*s%.*s\n", (columns - length) / 2, "", length, text);
        text += length + (text[length] == ' ');
    }
}

static void entry(slip_text *out, const char *sample, const char *title, int columns, int *at)
{
    int width = (int)strlen(sample) + 1 + (int)strlen(title);
    if (*at && *at + 3 + width > columns) {
        slip_text_add(out, "\n");
        *at = 0;
    }
    slip_text_add(out, "%*s%s %s", *at ? 3 : 4, "", sample, title);
    *at += (*at ? 3 : 4) + width;
}

static void key(slip_text *out, const slip_figure *f, int columns)
{
    int at = 0, order[SLIP_PLOT_MARKS], marks = slip_plot_order(f, order);
    for (int k = 0; k < f->curves; k++) {
        const slip_curve *c = &f->curve[k];
        char sample[4] = "   ";
        int style = slip_plot_style(f, k);
        if (!c->title || !c->count || c->high)
            continue;
        if (!c->points)
            memset(sample, "*#$%@&="[style % 7], 3);            /* gnuplot's characters of linetypes 1 to 7 */
        if (!c->lines)
            sample[1] = c->sign ? c->sign : (char)('A' + style % 26);
        if (c->points)
            memmove(sample, sample + 1, 1), sample[1] = 0;
        entry(out, sample, c->title, columns, &at);
    }
    if (f->level_title)
        entry(out, "+++", f->level_title, columns, &at);
    slip_text_add(out, at ? "\n" : "");
    for (int k = 0; k < marks; k++)
        slip_text_add(out, "    %c %8.4g  %s\n", 'a' + k, f->mark[order[k]].x, f->mark[order[k]].text);
}

slip_status slip_plot_text(const slip_figure *f, int columns, int rows, slip_text *out, slip_error *error)
{
    slip_text script = { 0 }, drawn = { 0 };
    int n = 0;
    while (f->rows && f->rows[n])
        n++;
    if (n)                              /* two lines a row, one for letters, the axis and its numbers */
        slip_text_add(&script, "set terminal dumb noenhanced size %d,%d\nset tmargin 0\nset bmargin 2\n", columns, 2 * (n + (f->marks > 0)) + 3);
    else
        slip_text_add(&script, "set terminal dumb noenhanced size %d,%d\nset tmargin 0\nset bmargin 2\n", columns, rows - 3);
    slip_status status = slip_plot_script(&script, f, true, error);
    slip_text_add(&script, "unset output\n");
    if (status == SLIP_OK)
        status = slip_gnuplot_run(&script, &drawn, error);
    if (status == SLIP_OK) {
        centre(out, f->title, columns);
        if (f->ylabel && *f->ylabel)
            slip_text_add(out, "%s\n", f->ylabel);
        trim_lines(&drawn, out);
        centre(out, f->xlabel, columns + 8);
        key(out, f, columns);
    }
    slip_text_free(&drawn);
    slip_text_free(&script);
    return status != SLIP_OK || !out->failed ? status : slip_fail(error, SLIP_MEMORY, "out of memory while drawing");
}
