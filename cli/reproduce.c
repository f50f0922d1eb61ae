/* reproduce.c: `slipstick reproduce [PAPER[/ITEM]]`: what a paper says, what we measure, and a verdict for every cell.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <stdio.h>
#include <string.h>
#include "base/json.h"
#include "cli/cli.h"
#include "reports/paper.h"

enum { MOST = 256 };    /* statements of one paper */

enum { PAPERS = 64 };   /* asked for at once */

typedef struct {
    int count[SLIP_CELL_COUNT], each[PAPERS][SLIP_CELL_COUNT], done, of;
    double spent, work, weight;     /* the same by weight; that of the one at hand */
    const char *where;      /* what is being measured */
    slip_progress progress; slip_text html, latex; json_t *rows;
    bool want_html, want_latex, json;
} tally;

/* How long a statement takes beside most others. */
static double weight(const slip_args *args, const slip_paper *paper, const slip_statement *s)
{
    bool slow = paper->slow && !strcmp(s->item, paper->slow) && (s == paper->statement || strcmp(s[-1].item, s->item));
    return slow && !slip_args_has(args, "quick") ? paper->weight : 1;
}

static slip_style style_of(slip_cell_word w)
{
    return w == SLIP_CELL_REPRODUCED || w == SLIP_CELL_CONSISTENT ? SLIP_GOOD : w == SLIP_CELL_DIFFERS ? SLIP_BAD : w == SLIP_CELL_SAME_TREND ? SLIP_DOUBT : SLIP_FAINT;
}

static int put_row(tally *t, const slip_paper *paper, const slip_statement *s, const slip_reading *r)
{
    if (t->json)
        return json_array_append_new(t->rows, json_pack("{s:s,s:s,s:s,s:s,s:s,s:s,s:s,s:s}", "paper", paper->key, "item", s->item, "where", s->where, "says", s->says,
                                                        "assumed", s->assumed, "ours", r->ours, "verdict", slip_cell_name(r->word), "note", r->note)) ? slip_complain_memory() : SLIP_EXIT_OK;
    printf("  %s%-15s%s %s\n      paper  %s\n", slip_paint(style_of(r->word)), slip_cell_name(r->word), slip_unpaint(), s->where, s->says);
    if (*r->ours)
        printf("      ours   %s\n", r->ours);
    printf("      %s%s%s%s%s\n", slip_paint(SLIP_FAINT), s->assumed, *r->note ? "; " : "", r->note, slip_unpaint());
    fflush(stdout);
    return SLIP_EXIT_OK;
}

/* From inside a long measure. */
static void tell(void *ctx, const char *what, double share)
{
    tally *t = ctx;
    char text[160];
    if (!slip_progress_due(&t->progress))
        return;
    snprintf(text, sizeof text, "%s: %s", t->where, what);
    slip_progress_tell(&t->progress, (t->spent + share * t->weight) / t->work, text);
}

static int one(const slip_args *args, const slip_paper *paper, const char *item, int which, tally *t)
{
    static slip_reading reading[MOST];
    slip_lab lab = { .quick = slip_args_has(args, "quick"), .tell = tell, .ctx = t };
    int code = SLIP_EXIT_OK;
    memset(reading, 0, sizeof reading);
    if (!t->json)
        printf("%s%s%s: %s\n", slip_paint(SLIP_STRONG), paper->key, slip_unpaint(), paper->title);
    for (int k = 0; k < MOST && paper->statement[k].item && !code; k++) {
        const slip_statement *s = &paper->statement[k];
        slip_error error = { 0 };
        if (!slip_paper_asked(s, item))
            continue;
        t->where = s->where;
        t->weight = weight(args, paper, s);
        slip_terminal_at_once("interrupted after %d of %d statements, in %s, %s%s", t->done, t->of, paper->key, s->where, t->json || t->want_html || t->want_latex ? "; nothing was written" : "");
        if (slip_paper_measure(s, &lab, &reading[k], &error))
            code = slip_complain_error(&error);
        slip_terminal_at_once(NULL);
        if (code)
            break;
        t->count[reading[k].word]++;
        t->each[which][reading[k].word]++;
        t->done++;
        t->spent += t->weight;
        code = put_row(t, paper, s, &reading[k]);
        if (slip_progress_due(&t->progress))
            slip_progress_tell(&t->progress, t->spent / t->work, s->where);
    }
    if (t->want_html && !code) {
        slip_error error = { 0 };
        t->where = "figures";
        t->weight = 0;
        slip_paper_html(paper, reading, item, &t->html);
        slip_terminal_at_once("interrupted after %d of %d statements, while the figures of %s were drawn; nothing was written", t->done, t->of, paper->key);
        if (!item && slip_paper_figures(paper, &lab, &t->html, &error))
            code = slip_complain_error(&error);
        slip_terminal_at_once(NULL);
    }
    slip_lab_free(&lab);
    if (t->want_latex)
        slip_paper_latex(paper, reading, item, &t->latex);
    return code;
}

static int write_outputs(const slip_args *args, int papers, const slip_paper *const *paper, tally *t)
{
    const char *path;
    int at = 0;
    slip_text page = { 0 };
    if (t->want_html) {
        slip_lecture_html_head(&page, "Published statements, run again");
        slip_paper_summary(papers, paper, t->each, &page);
        slip_text_put(&page, t->html.s ? t->html.s : "", t->html.length);
        slip_lecture_html_end(&page);
        page.failed |= t->html.failed;
        slip_text_free(&t->html);
        t->html = page;
    }
    while ((path = slip_args_each(args, "output", &at))) {
        const slip_text *out = slip_path_ends(path, ".html") ? &t->html : &t->latex;
        slip_error error = { 0 };
        if (out->failed)
            return slip_complain_memory();
        if (slip_file_write(path, out->s ? out->s : "", out->length, &error))
            return slip_complain(SLIP_EXIT_ENVIRONMENT, "%s", error.text);
    }
    return SLIP_EXIT_OK;
}

static int choose(const slip_args *args, const slip_paper **paper, const char **item, int *count, tally *t)
{
    *count = 0;
    for (int k = 0; k < (args->operands ? args->operands : PAPERS); k++) {
        slip_error error = { 0 };
        if (*count == PAPERS)
            return slip_complain(SLIP_EXIT_USAGE, "%d papers are enough", PAPERS);
        if (!args->operands && !slip_papers[k])
            break;
        item[*count] = NULL;
        paper[*count] = args->operands ? slip_paper_find(args->operand[k], &item[*count], &error) : slip_papers[k];
        if (!paper[*count])
            return slip_complain_error(&error);
        for (const slip_statement *s = paper[*count]->statement; s->item; s++)
            if (slip_paper_asked(s, item[*count]))
                t->of++, t->work += weight(args, paper[*count], s);
        ++*count;
    }
    return SLIP_EXIT_OK;
}

static int run(const slip_args *args)
{
    const slip_paper *paper[PAPERS];
    const char *item[PAPERS], *path;
    int count, at = 0;
    tally t = { .json = slip_args_has(args, "json") };
    if (!args->operands && !slip_args_has(args, "all")) {
        for (int k = 0; slip_papers[k]; k++) {
            int n = 0;
            while (slip_papers[k]->statement[n].item)
                n++;
            printf("%-18s %3d statements  %s\n", slip_papers[k]->key, n, slip_papers[k]->title);
        }
        fprintf(stderr, "slipstick reproduce PAPER runs one again, --all every one\n");
        return SLIP_EXIT_OK;
    }
    while ((path = slip_args_each(args, "output", &at))) {
        t.want_html |= slip_path_ends(path, ".html");
        t.want_latex |= slip_path_ends(path, ".tex");
        if (!slip_path_ends(path, ".html") && !slip_path_ends(path, ".tex"))
            return slip_complain(SLIP_EXIT_USAGE, "the outcome is written as .html or .tex, not '%s'", path);
    }
    int code = choose(args, paper, item, &count, &t);
    if (code)
        return code;
    slip_error error = { 0 };
    if (!slip_args_writable(args, "output"))
        return SLIP_EXIT_ENVIRONMENT;
    if (t.want_html && slip_gnuplot_ready(&error))
        return slip_complain_error(&error);
    t.rows = t.json ? json_array() : NULL;
    slip_progress_begin(&t.progress);
    for (int k = 0; k < count && !code; k++)
        code = one(args, paper[k], item[k], k, &t);
    slip_progress_end(&t.progress);
    if (!code)
        code = write_outputs(args, count, paper, &t);
    if (!code && t.json) {
        slip_text text = { 0 };
        if (slip_json_write(t.rows, &text) == SLIP_OK)
            printf("%s\n", text.s);
        else
            code = slip_complain_memory();
        slip_text_free(&text);
    } else if (!code) {
        const char *between = "";
        for (int w = 0; w < SLIP_CELL_COUNT; w++)
            if (t.count[w]) {
                printf("%s%d %s", between, t.count[w], slip_cell_name(w));
                between = ", ";
            }
        printf("\n");
    }
    json_decref(t.rows);
    slip_text_free(&t.html);
    slip_text_free(&t.latex);
    return code ? code : t.count[SLIP_CELL_DIFFERS] ? SLIP_EXIT_FINDINGS : SLIP_EXIT_OK;
}

static const slip_option options[] = {
    { .name = "all", .letter = 'a', .about = "every paper" },
    { .name = "json", .about = "as a JSON array, one object a statement" },
    { .name = "output", .letter = 'o', .value = "FILE", .about = "FILE.html is a page with figures, FILE.tex a table for LaTeX", .fill = SLIP_FILL_FILE, .flags = SLIP_REPEATED },
    { .name = "quick", .about = "fewer instances and shorter budgets" },
    { 0 }
};

const slip_command slip_command_reproduce = {
    .name = "reproduce", .about = "run published statements again: paper says, we measure, verdict", .usage = "[PAPER[/ITEM]]...",
    .help = "Without a paper: the list.  PAPER is a key, or its beginning.  Each statement gets one of REPRODUCED, CONSISTENT,\n"
            "SAME TREND, DIFFERS, NOT COMPARABLE, NOT ATTEMPTED (with the reason), PAPER AMBIGUOUS; below it stand what had to be\n"
            "assumed and the nearest reading that agrees.  The exit status is 1 when something differs.\n"
            "\n"
            "Examples:\n"
            "  $ slipstick reproduce schindler\n"
            "  $ slipstick reproduce AnitescuHart2004/table1\n"
            "  $ slipstick reproduce --all --quick -o papers.html -o papers.tex\n",
    .options = options, .least = 0, .most = -1, .run = run
};
