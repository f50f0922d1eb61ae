/* lesson_page.c: a lesson for a terminal, as JSON, as a section of a page, as figures of its own.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "embedded.h"
#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include "base/json.h"
#include "reports/digest.h"
#include "reports/lesson.h"

/* Words folded into lines, the first one behind `head` and the others as far in; backquotes are for pages. */
static void fold(slip_text *out, const char *head, const char *text, int columns)
{
    int margin = (int)strlen(head), at = margin, words = 0;
    slip_text_add(out, "%s", head);
    while (*text) {
        size_t length = strcspn(text, " \n");
        int width = 0;
        for (size_t k = 0; k < length; k++)
            width += text[k] != '`';
        if (words && at + 1 + width > columns) {
            slip_text_add(out, "\n%*s", margin, "");
            at = margin;
            words = 0;
        }
        if (length) {
            slip_text_add(out, words++ ? " " : "");
            at += width + (words > 1);
            for (size_t k = 0; k < length; k++)
                if (text[k] != '`')
                    slip_text_put(out, &text[k], 1);
        }
        text += length + (text[length] != 0);
    }
    slip_text_add(out, "\n");
}

/* For a page: what stands between backquotes is code. */
static void marked(slip_text *out, const char *text)
{
    bool code = false;
    for (; *text; text++) {
        char one[2] = { *text, 0 };
        if (*text != '`') {
            slip_html_text(out, one);
            continue;
        }
        slip_text_add(out, code ? "</code>" : "<code>");
        code = !code;
    }
    slip_text_add(out, code ? "</code>" : "");
}

static void knob(const slip_param *p, slip_text *out)
{
    char value[32];
    slip_param_value(p, p->def, value);
    for (int k = 0; p->words && p->words[k]; k++)
        slip_text_add(out, "%s%s", k ? "|" : "", p->words[k]);
    if (!p->words)
        slip_text_add(out, "%g .. %g", p->min, p->max);
    slip_text_add(out, " (%s): %s", value, p->about);
}

slip_status slip_lecture_text(const slip_lesson *lesson, const slip_lecture *l, const char *name, int columns, bool figures, slip_text *out, slip_error *error)
{
    slip_status status = SLIP_OK;
    int width = (columns > 100 ? 100 : columns < 40 ? 40 : columns) - 1;
    slip_text heading = { 0 };
    slip_text_add(&heading, "%s: %s", name, lesson->title);
    fold(out, "", heading.s ? heading.s : "", width);
    slip_text_add(out, "\n");
    out->failed |= heading.failed;
    slip_text_free(&heading);
    for (int k = 0; k < l->pieces && status == SLIP_OK; k++) {
        const slip_lecture_piece *p = l->piece[k];
        if (p->text)
            fold(out, p->item ? "  - " : "", p->text, width);
        else if (p->svg)
            slip_text_add(out, "[%s: drawn on the page, -o FILE.html]\n", p->figure.title);
        else if (figures)
            status = slip_plot_text(&p->figure, width, 20, out, error);
        const slip_lecture_piece *next = k + 1 < l->pieces ? l->piece[k + 1] : NULL;
        if ((p->text || p->svg || figures) && !(next && ((p->item && next->item) || (p->sketch && next->sketch))))
            slip_text_add(out, "\n");
    }
    fold(out, "theory ", lesson->theory, width);
    slip_text_add(out, "       [%s]\n\n", lesson->cite);
    fold(out, "try    ", lesson->exercise, width);
    if (lesson->params && lesson->params->name)
        slip_text_add(out, "\nknobs, as %s:key=value,...\n", lesson->name);
    for (const slip_param *p = lesson->params; p && p->name; p++) {
        slip_text about = { 0 };
        char head[24];
        snprintf(head, sizeof head, "  %-10s ", p->name);
        knob(p, &about);
        fold(out, head, about.s ? about.s : "", width);
        out->failed |= about.failed;
        slip_text_free(&about);
    }
    return status != SLIP_OK || !out->failed ? status : slip_fail(error, SLIP_MEMORY, "out of memory");
}

slip_status slip_lecture_json(const slip_lesson *lesson, const slip_lecture *l, const char *name, slip_text *out, slip_error *error)
{
    json_t *root = json_object(), *values = json_object(), *text = json_array();
    bool good = root && values && text && json_object_set_new(root, "schema", json_string("slipstick.lesson/1")) == 0
        && json_object_set_new(root, "lesson", json_string(name)) == 0 && json_object_set_new(root, "title", json_string(lesson->title)) == 0;
    for (int k = 0; good && k < l->values; k++)
        good = json_object_set_new(values, l->value[k].name, slip_json_number(l->value[k].value)) == 0;
    for (int k = 0; good && k < l->pieces; k++)
        if (l->piece[k]->text) {
            slip_text plain = { 0 };
            fold(&plain, "", l->piece[k]->text, INT_MAX);
            good = plain.s && !plain.failed && json_array_append_new(text, json_stringn(plain.s, plain.length - 1)) == 0;
            slip_text_free(&plain);
        }
    good = good && json_object_set(root, "values", values) == 0 && json_object_set(root, "text", text) == 0 && slip_json_write(root, out) == SLIP_OK;
    slip_text_put(out, "\n", 1);
    json_decref(values);
    json_decref(text);
    json_decref(root);
    return good && !out->failed ? SLIP_OK : slip_fail(error, SLIP_MEMORY, "out of memory");
}

void slip_lecture_html_head(slip_text *out, const char *title)
{
    slip_text_add(out, "<!doctype html>\n<html lang=en><head><meta charset=utf-8><meta name=viewport content=\"width=device-width,initial-scale=1\"><title>");
    slip_html_text(out, title);
    slip_text_add(out, "</title><style>");
    for (int k = 0; slip_report_css[k]; k++)
        slip_text_add(out, "%s", slip_report_css[k]);
    slip_text_add(out, "main p{max-width:46rem}.pair figure{max-width:44rem}figure.sketch{width:16rem}figure.sketch svg{min-width:0!important}.sketch .impulse,.sketch .normal,.sketch .ground{stroke-width:4}.sketch .body{stroke-width:3}.sketch .edge{stroke-width:2}.sketch .rod{stroke-width:9}.sketch .contact{r:7px}figcaption{color:var(--fg);font-weight:600;text-align:center}figure.wide{grid-column:1/-1;max-width:none}figure.wide svg{max-height:48rem}figure{break-inside:avoid}.contents{columns:18rem;max-width:60rem}main li{max-width:44rem}.tally span{white-space:nowrap}.claims{width:100%%}.claims td,.claims th{vertical-align:top}.claims tr.item th{padding-top:.9rem;font-weight:600}"
                       "@media (max-width:40rem){.pair figure:not(.wide){overflow:visible}.pair figure:not(.wide) svg{min-width:0}.claims thead{display:none}.claims tr,.claims td,.claims th{display:block}.claims tr{padding:.3rem 0}.claims .scroll{max-height:none}"
                       ".claims td:before{content:attr(data-is);color:var(--faint);font-size:.85em;display:block}.claims td.mark:before{content:none}.claims td.mark{display:inline-block;margin:.2rem .5rem}}</style></head><body>");
    slip_text_add(out, "%s<header><h1>", slip_plot_marks());
    slip_html_text(out, title);
    slip_text_add(out, "</h1></header><main>\n");
}

void slip_lecture_html_end(slip_text *out) { slip_text_add(out, "</main></body></html>\n"); }

/* Paragraphs, lists and rows of figures: what must be opened before this piece, closed after the last. */
typedef enum { NOTHING, LIST, SKETCHES, FIGURES } block;

static block enter(slip_text *out, block now, block next)
{
    if (now != next)
        slip_text_add(out, "%s%s", now == LIST ? "</ul>\n" : now == NOTHING ? "" : "</div>\n",
                      next == LIST ? "<ul>\n" : next == SKETCHES ? "<div class=\"side paper\">\n" : next == FIGURES ? "<div class=\"pair paper\">\n" : "");
    return next;
}

slip_status slip_lecture_pieces(const slip_lecture *l, const char *name, slip_text *out, slip_error *error)
{
    slip_status status = SLIP_OK;
    block now = NOTHING;
    for (int k = 0; k < l->pieces && status == SLIP_OK; k++) {
        const slip_lecture_piece *p = l->piece[k];
        now = enter(out, now, p->sketch ? SKETCHES : !p->text ? FIGURES : p->item ? LIST : NOTHING);
        if (p->text) {
            slip_text_add(out, p->item ? "<li>" : "<p>");
            marked(out, p->text);
            slip_text_add(out, p->item ? "</li>\n" : "</p>\n");
            continue;
        }
        char id[64];
        slip_figure f = p->figure;
        snprintf(id, sizeof id, "%.40s%d", name, k);
        for (char *c = id; *c; c++)
            *c = *c == '-' ? '_' : *c;
        f.id = id;
        f.title = "";               /* above the drawing, where it can be folded */
        slip_text_add(out, "<figure%s><figcaption>", p->wide ? " class=wide" : p->sketch ? " class=sketch" : "");
        slip_html_text(out, p->figure.title);
        slip_text_add(out, "</figcaption>");
        if (p->svg)
            slip_text_add(out, "%s", strstr(p->svg, "<svg") ? strstr(p->svg, "<svg") : p->svg);
        else
            status = slip_plot_svg(&f, out, error);
        slip_text_add(out, "</figure>\n");
    }
    enter(out, now, NOTHING);
    return status;
}

static void capital(slip_text *out, const char *title)
{
    char first[2] = { (char)toupper((unsigned char)*title), 0 };
    slip_html_text(out, first);
    slip_html_text(out, *title ? title + 1 : title);
}

void slip_lecture_contents(slip_text *out)
{
    slip_text_add(out, "<ul class=contents>\n");
    for (int k = 0; slip_lessons[k]; k++) {
        slip_text_add(out, "<li><a href=\"#%s\">", slip_lessons[k]->name);
        capital(out, slip_lessons[k]->title);
        slip_text_add(out, "</a></li>\n");
    }
    slip_text_add(out, "</ul>\n");
}

slip_status slip_lecture_html(const slip_lesson *lesson, const slip_lecture *l, const char *name, slip_text *out, slip_error *error)
{
    slip_text_add(out, "<section id=\"%s\"><h2>", lesson->name);
    capital(out, lesson->title);
    slip_text_add(out, "</h2>\n");
    slip_status status = slip_lecture_pieces(l, lesson->name, out, error);
    slip_text_add(out, "<p><b>Theory.</b> ");
    marked(out, lesson->theory);
    slip_text_add(out, " <span class=faint>[%s]</span></p>\n<p><b>Exercise.</b> ", lesson->cite);
    marked(out, lesson->exercise);
    slip_text_add(out, "</p>\n<p><b>Again:</b> <code>slipstick lesson ");
    slip_html_text(out, name);
    slip_text_add(out, "</code></p>\n");
    if (lesson->params && lesson->params->name)
        slip_text_add(out, "<p>Knobs, as <code>slipstick lesson %s:key=value,...</code>, with their range and (default):</p><ul>\n", lesson->name);
    for (const slip_param *p = lesson->params; p && p->name; p++) {
        slip_text about = { 0 };
        knob(p, &about);
        slip_text_add(out, "<li><code>%s</code> ", p->name);
        slip_html_text(out, about.s ? about.s : "");
        slip_text_add(out, "</li>\n");
        out->failed |= about.failed;
        slip_text_free(&about);
    }
    slip_text_add(out, lesson->params && lesson->params->name ? "</ul></section>\n" : "</section>\n");
    return status != SLIP_OK || !out->failed ? status : slip_fail(error, SLIP_MEMORY, "out of memory");
}

slip_status slip_lecture_svg(const slip_lecture *l, int figure, slip_text *out, slip_error *error)
{
    for (int sketch = 0; sketch < 2; sketch++)
        for (int k = 0; k < l->pieces; k++)
            if (!l->piece[k]->text && l->piece[k]->sketch == sketch && figure-- == 0) {
                if (!l->piece[k]->svg)
                    return slip_plot_svg(&l->piece[k]->figure, out, error);
                slip_text_put(out, l->piece[k]->svg, strlen(l->piece[k]->svg));
                return SLIP_OK;
            }
    return slip_fail(error, SLIP_INPUT, "this lesson has no such figure");
}

slip_status slip_lecture_gif(const slip_lecture *l, slip_text *out, slip_error *error)
{
    slip_figure frame[32];
    int count = 0;
    for (int k = 0; k < l->pieces && count < 32; k++)
        if (!l->piece[k]->text && !l->piece[k]->svg)
            frame[count++] = l->piece[k]->figure;
    return count ? slip_plot_gif(count, frame, out, error) : slip_fail(error, SLIP_INPUT, "this lesson has no figures");
}
