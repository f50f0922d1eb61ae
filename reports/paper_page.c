/* paper_page.c: what became of a paper, as a section of a page and as a LaTeX table.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <string.h>
#include <strings.h>
#include "reports/digest.h"
#include "reports/paper.h"

bool slip_paper_asked(const slip_statement *s, const char *item) { return !item || strcasecmp(s->item, item) == 0; }

static const char *const colour[SLIP_CELL_COUNT] = { "v0", "v1", "v2", "v5", "v6", "v6", "v4" };

void slip_paper_summary(int papers, const slip_paper *const *paper, int (*count)[SLIP_CELL_COUNT], slip_text *out)
{
    slip_text_add(out, "<p>Each statement of these papers was run again. A verdict says:</p><ul class=chips>");
    for (int w = 0; w < SLIP_CELL_COUNT; w++)
        slip_text_add(out, "<li class=%s>%s <span class=faint>%s</span></li>", colour[w], slip_cell_name(w), slip_cell_text(w));
    slip_text_add(out, "</ul>\n<table class=\"plain tally\"><tbody>");
    for (int k = 0; k < papers; k++) {
        slip_text_add(out, "<tr><th><a href=\"#%s\">%s</a><td>", paper[k]->key, paper[k]->key);
        for (int w = 0; w < SLIP_CELL_COUNT; w++)
            if (count[k][w])
                slip_text_add(out, "<span class=%s>&nbsp;%d %s&nbsp;</span> ", colour[w], count[k][w], slip_cell_name(w));
        slip_text_add(out, "</tr>\n");
    }
    slip_text_add(out, "</tbody></table>\n");
}

static void put_cell(slip_text *out, const char *is, const char *text)
{
    slip_text_add(out, "<td data-is=\"%s\">", is);
    slip_html_text(out, text);
}

static void put_row(slip_text *out, const slip_statement *s, const slip_reading *r)
{
    slip_text_add(out, "<tr><th>");
    slip_html_text(out, s->where);
    put_cell(out, "paper says", s->says);
    put_cell(out, "we measure", r->ours);
    slip_text_add(out, "<td class=\"mark %s\">%s", colour[r->word], slip_cell_name(r->word));
    put_cell(out, "assumed, and notes", s->assumed);
    slip_text_add(out, *r->note ? "; " : "");
    slip_html_text(out, r->note);
    slip_text_add(out, "</tr>\n");
}

enum { LINES = 24 };        /* rows or columns of a printed table */

typedef struct { char text[LINES][48]; int count; } lines;

static int line_of(lines *x, const char *text, size_t length)
{
    int k = 0;
    while (k < x->count && (strncmp(x->text[k], text, length) || x->text[k][length]))
        k++;
    if (k == x->count && k < LINES && length < sizeof x->text[k]) {
        memcpy(x->text[k], text, length);
        x->text[x->count++][length] = 0;
    }
    return k;
}

/* "Table 1, mu = 0.1, LCP3 error" is a cell of a printed table, in the row "mu = 0.1". */
static bool cell_of(const char *where, lines *rows, lines *columns, int *row, int *column)
{
    const char *a = strncmp(where, "Table ", 6) ? NULL : strstr(where, ", "), *b = a ? strstr(a + 2, ", ") : NULL;
    if (!b)
        return false;
    *row = line_of(rows, a + 2, (size_t)(b - a - 2));
    *column = line_of(columns, b + 2, strlen(b + 2));
    return *row < LINES && *column < LINES;
}

/* The tables in the shape that the reader remembers: what is printed, and ours below it. */
static void put_tables(const slip_paper *paper, const slip_reading *reading, const char *item, slip_text *out)
{
    lines rows = { 0 }, columns = { 0 };
    int at[LINES][LINES] = { { 0 } }, i, j;
    for (int k = 0; paper->statement[k].item; k++)
        if (slip_paper_asked(&paper->statement[k], item) && cell_of(paper->statement[k].where, &rows, &columns, &i, &j))
            at[i][j] = k + 1;
    if (!rows.count)
        return;
    slip_text_add(out, "<p>Table 1 as it is printed, ours below each number:</p>\n<div class=scroll><table class=\"plain printed\"><thead><tr><th>");
    for (j = 0; j < columns.count; j++) {
        slip_text_add(out, "<th>");
        slip_html_text(out, columns.text[j]);
    }
    slip_text_add(out, "</tr></thead><tbody>\n");
    for (i = 0; i < rows.count; i++) {
        slip_text_add(out, "<tr><th>");
        slip_html_text(out, rows.text[i]);
        for (j = 0; j < columns.count; j++) {
            const int k = at[i][j] - 1;
            if (k < 0) {
                slip_text_add(out, "<td>");
                continue;
            }
            slip_text_add(out, "<td class=%s>", colour[reading[k].word]);
            slip_html_text(out, paper->statement[k].says);
            slip_text_add(out, "<br><b>");
            slip_html_text(out, reading[k].ours);
            slip_text_add(out, "</b><br><small>%s</small>", slip_cell_name(reading[k].word));
        }
        slip_text_add(out, "</tr>\n");
    }
    slip_text_add(out, "</tbody></table></div>\n");
}

/* What can be asked for alone, as links. */
static void put_items(const slip_paper *paper, const char *item, slip_text *out)
{
    const char *last = "";
    slip_text_add(out, "<p class=faint>");
    for (const slip_statement *s = paper->statement; s->item; s++)
        if (slip_paper_asked(s, item) && strcmp(last, s->item))
            slip_text_add(out, "<a href=\"#%s-%s\">%s</a> ", paper->key, last = s->item, s->item);
    if (!item && paper->draw)
        slip_text_add(out, "<a href=\"#%s-figures\">figures</a>", paper->key);
    slip_text_add(out, "</p>\n");
}

void slip_paper_html(const slip_paper *paper, const slip_reading *reading, const char *item, slip_text *out)
{
    const char *last = "";
    slip_text_add(out, "<section id=\"%s\"><h2>%s: %s</h2>\n", paper->key, paper->key, paper->title);
    put_items(paper, item, out);
    put_tables(paper, reading, item, out);
    slip_text_add(out, "<table class=\"plain claims\"><thead><tr><th>where<th>paper says<th>we measure<th>verdict<th>assumed, and notes</tr></thead><tbody>\n");
    for (int k = 0; paper->statement[k].item; k++) {
        const slip_statement *s = &paper->statement[k];
        if (!slip_paper_asked(s, item))
            continue;
        if (strcmp(last, s->item))
            slip_text_add(out, "<tr class=item id=\"%s-%s\"><th colspan=5>%s/%s</tr>\n", paper->key, s->item, paper->key, s->item);
        last = s->item;
        put_row(out, s, &reading[k]);
    }
    slip_text_add(out, "</tbody></table></section>\n");
}

slip_status slip_paper_figures(const slip_paper *paper, slip_lab *lab, slip_text *out, slip_error *error)
{
    slip_lecture l = { 0 };
    slip_status status = paper->draw ? paper->draw(&l, lab, error) : SLIP_OK;
    if (status == SLIP_OK && l.arena.failed)
        status = slip_fail(error, SLIP_MEMORY, "out of memory for the figures of %s", paper->key);
    if (status == SLIP_OK && l.pieces) {
        slip_text_add(out, "<section id=\"%s-figures\"><h2>%s: figures from our own runs</h2>\n", paper->key, paper->key);
        status = slip_lecture_pieces(&l, paper->key, out, error);
        slip_text_add(out, "</section>\n");
    }
    slip_lecture_free(&l);
    for (int k = 0; k < 4 && paper->lesson[k] && status == SLIP_OK; k++) {
        const slip_lesson *lesson;
        status = slip_lesson_teach(paper->lesson[k], &lesson, &l, NULL, error);
        if (status == SLIP_OK)
            status = slip_lecture_html(lesson, &l, paper->lesson[k], out, error);
        slip_lecture_free(&l);
    }
    return status;
}

/* A table that may run over pages, notes below each statement. */
void slip_paper_latex(const slip_paper *paper, const slip_reading *reading, const char *item, slip_text *out)
{
    slip_text_add(out, "%% %s, re-run by slipstick; needs booktabs and longtable\n{\\footnotesize\n\\begin{longtable}{p{.17\\linewidth}p{.25\\linewidth}p{.3\\linewidth}p{.16\\linewidth}}\n\\toprule\n"
                       "where & paper says & we measure & verdict \\\\\n\\midrule\n\\endhead\n\\bottomrule\n\\endfoot\n", paper->key);
    for (int k = 0; paper->statement[k].item; k++)
        if (slip_paper_asked(&paper->statement[k], item)) {
            const char *cell[] = { paper->statement[k].where, paper->statement[k].says, reading[k].ours, slip_cell_name(reading[k].word) };
            for (int c = 0; c < 4; c++) {
                slip_latex_text(out, cell[c]);
                slip_text_add(out, c < 3 ? " & " : " \\\\*\n");
            }
            slip_text_add(out, "\\multicolumn{4}{p{.95\\linewidth}}{\\quad\\emph{");
            slip_latex_text(out, paper->statement[k].assumed);
            slip_text_add(out, *reading[k].note ? "; " : "");
            slip_latex_text(out, reading[k].note);
            slip_text_add(out, "}} \\\\\n");
        }
    slip_text_add(out, "\\end{longtable}}\n\n");
}
