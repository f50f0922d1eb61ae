/* paper_page.c: what became of a paper, as a section of a page and as a LaTeX table.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <strings.h>
#include "reports/digest.h"
#include "reports/paper.h"

bool slip_paper_asked(const slip_statement *s, const char *item) { return !item || strcasecmp(s->item, item) == 0; }

void slip_paper_html(const slip_paper *paper, const slip_reading *reading, const char *item, slip_text *out)
{
    static const char *const colour[SLIP_CELL_COUNT] = { "v0", "v1", "v2", "v5", "v6", "v6", "v4" };
    slip_text_add(out, "<section id=\"%s\"><h2>%s: %s</h2>\n<div class=scroll><table class=plain><thead><tr><th>where<th>paper says<th>we measure<th>verdict<th>assumed, and notes</tr></thead><tbody>\n", paper->key, paper->key, paper->title);
    for (int k = 0; paper->statement[k].item; k++) {
        const slip_statement *s = &paper->statement[k];
        const slip_reading *r = &reading[k];
        if (!slip_paper_asked(s, item))
            continue;
        slip_text_add(out, "<tr><th>");
        slip_html_text(out, s->where);
        slip_text_add(out, "<td>");
        slip_html_text(out, s->says);
        slip_text_add(out, "<td>");
        slip_html_text(out, r->ours);
        slip_text_add(out, "<td class=%s>%s<td>", colour[r->word], slip_cell_name(r->word));
        slip_html_text(out, s->assumed);
        slip_text_add(out, *r->note ? "; " : "");
        slip_html_text(out, r->note);
        slip_text_add(out, "</tr>\n");
    }
    slip_text_add(out, "</tbody></table></div></section>\n");
}

slip_status slip_paper_figures(const slip_paper *paper, slip_text *out, slip_error *error)
{
    for (int k = 0; k < 4 && paper->lesson[k]; k++) {
        slip_lecture l = { 0 };
        const slip_lesson *lesson;
        slip_status status = slip_lesson_teach(paper->lesson[k], &lesson, &l, NULL, error);
        if (status == SLIP_OK)
            status = slip_lecture_html(lesson, &l, paper->lesson[k], out, error);
        slip_lecture_free(&l);
        if (status != SLIP_OK)
            return status;
    }
    return SLIP_OK;
}

void slip_paper_latex(const slip_paper *paper, const slip_reading *reading, const char *item, slip_text *out)
{
    slip_text_add(out, "%% %s, re-run by slipstick; needs booktabs\n\\begin{tabular}{p{.25\\linewidth}p{.25\\linewidth}p{.28\\linewidth}l}\n\\toprule\nwhere & paper says & we measure & verdict \\\\\n\\midrule\n", paper->key);
    for (int k = 0; paper->statement[k].item; k++)
        if (slip_paper_asked(&paper->statement[k], item)) {
            const char *cell[] = { paper->statement[k].where, paper->statement[k].says, reading[k].ours, slip_cell_name(reading[k].word) };
            for (int c = 0; c < 4; c++) {
                slip_latex_text(out, cell[c]);
                slip_text_add(out, c < 3 ? " & " : " \\\\\n");
            }
        }
    slip_text_add(out, "\\bottomrule\n\\end{tabular}\n\n");
}
