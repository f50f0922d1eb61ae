/* lesson_page.c: a lesson for a terminal, as JSON, as a section of a page, as figures of its own.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "embedded.h"
#include <stdio.h>
#include <string.h>
#include "base/json.h"
#include "reports/digest.h"
#include "reports/lesson.h"

/* Words folded into lines. */
static void fold(slip_text *out, const char *text, int columns, const char *margin)
{
    int at = 0;
    while (*text) {
        size_t word = strcspn(text, " \n");
        if (at && (at + 1 + (int)word > columns || *text == '\n')) {
            slip_text_add(out, "\n");
            at = 0;
        }
        if (word) {
            slip_text_add(out, "%s", at ? " " : margin);
            slip_text_put(out, text, word);
            at += (int)word + (at ? 1 : (int)strlen(margin));
        }
        text += word;
        if (*text == '\n' && at) {
            slip_text_add(out, "\n");
            at = 0;
        }
        text += *text != 0;
    }
    if (at)
        slip_text_add(out, "\n");
}

static void knobs(const slip_lesson *lesson, slip_text *out, bool html)
{
    for (const slip_param *p = lesson->params; p && p->name; p++) {
        char value[32];
        slip_param_value(p, p->def, value);
        slip_text_add(out, html ? "<li><code>%s</code> " : "  %-10s ", p->name);
        if (p->words) {
            for (int k = 0; p->words[k]; k++)
                slip_text_add(out, "%s%s", k ? "|" : "", p->words[k]);
            slip_text_add(out, " (%s): ", value);
        } else
            slip_text_add(out, "%g .. %g (%s): ", p->min, p->max, value);
        if (html)
            slip_html_text(out, p->about);
        else
            slip_text_add(out, "%s", p->about);
        slip_text_add(out, "\n");
    }
}

slip_status slip_lecture_text(const slip_lesson *lesson, const slip_lecture *l, const char *name, int columns, bool figures, slip_text *out, slip_error *error)
{
    slip_status status = SLIP_OK;
    int width = columns > 100 ? 100 : columns < 40 ? 40 : columns;
    slip_text_add(out, "%s: %s\n\n", name, lesson->title);
    for (int k = 0; k < l->pieces && status == SLIP_OK; k++) {
        const slip_lecture_piece *p = l->piece[k];
        if (p->text)
            fold(out, p->text, width - 1, "");
        else if (p->svg)
            slip_text_add(out, "[%s: drawn on the page, -o FILE.html]\n", p->figure.title);
        else if (figures)
            status = slip_plot_text(&p->figure, width - 1, 20, out, error);
        slip_text_add(out, "\n");
    }
    slip_text_add(out, "theory ");
    fold(out, lesson->theory, width - 8, "");
    slip_text_add(out, "       [%s]\n\ntry    ", lesson->cite);
    fold(out, lesson->exercise, width - 8, "");
    if (lesson->params && lesson->params->name) {
        slip_text_add(out, "\nknobs, as %s:key=value,...\n", lesson->name);
        knobs(lesson, out, false);
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
        if (l->piece[k]->text)
            good = json_array_append_new(text, json_string(l->piece[k]->text)) == 0;
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
    slip_text_add(out, "main p{max-width:46rem}.pair figure{max-width:44rem}figcaption{color:var(--fg);font-weight:600;text-align:center}figure.wide{grid-column:1/-1;max-width:none}figure.wide svg{max-height:30rem}figure{break-inside:avoid}.claims{width:100%%}.claims td,.claims th{vertical-align:top}.claims tr.item th{padding-top:.9rem;font-weight:600}"
                       "@media (max-width:40rem){.pair figure:not(.wide){overflow:visible}.pair figure:not(.wide) svg{min-width:0}.claims thead{display:none}.claims tr,.claims td,.claims th{display:block}.claims tr{padding:.3rem 0}.claims .scroll{max-height:none}"
                       ".claims td:before{content:attr(data-is);color:var(--faint);font-size:.85em;display:block}.claims td.mark:before{content:none}.claims td.mark{display:inline-block;margin:.2rem .5rem}}</style></head><body>");
    slip_text_add(out, "%s<header><h1>", slip_plot_marks());
    slip_html_text(out, title);
    slip_text_add(out, "</h1></header><main>\n");
}

void slip_lecture_html_end(slip_text *out) { slip_text_add(out, "</main></body></html>\n"); }

slip_status slip_lecture_pieces(const slip_lecture *l, const char *name, slip_text *out, slip_error *error)
{
    slip_status status = SLIP_OK;
    bool open = false;
    for (int k = 0; k < l->pieces && status == SLIP_OK; k++) {
        const slip_lecture_piece *p = l->piece[k];
        if (open != (p->text == NULL)) {
            slip_text_add(out, open ? "</div>\n" : "<div class=\"pair paper\">\n");
            open = !open;
        }
        if (p->text) {
            slip_text_add(out, "<p>");
            slip_html_text(out, p->text);
            slip_text_add(out, "</p>\n");
            continue;
        }
        char id[64];
        slip_figure f = p->figure;
        snprintf(id, sizeof id, "%.40s%d", name, k);
        for (char *c = id; *c; c++)
            *c = *c == '-' ? '_' : *c;
        f.id = id;
        f.title = "";               /* above the drawing, where it can be folded */
        slip_text_add(out, p->wide ? "<figure class=wide><figcaption>" : "<figure><figcaption>");
        slip_html_text(out, p->figure.title);
        slip_text_add(out, "</figcaption>");
        if (p->svg)
            slip_text_add(out, "%s", strstr(p->svg, "<svg") ? strstr(p->svg, "<svg") : p->svg);
        else
            status = slip_plot_svg(&f, out, error);
        slip_text_add(out, "</figure>\n");
    }
    if (open)
        slip_text_add(out, "</div>\n");
    return status;
}

slip_status slip_lecture_html(const slip_lesson *lesson, const slip_lecture *l, const char *name, slip_text *out, slip_error *error)
{
    slip_text_add(out, "<section id=\"%s\"><h2>", lesson->name);
    slip_html_text(out, lesson->title);
    slip_text_add(out, "</h2>\n");
    slip_status status = slip_lecture_pieces(l, lesson->name, out, error);
    slip_text_add(out, "<p><b>Theory.</b> ");
    slip_html_text(out, lesson->theory);
    slip_text_add(out, " <span class=faint>[%s]</span></p>\n<p><b>Exercise.</b> ", lesson->cite);
    slip_html_text(out, lesson->exercise);
    slip_text_add(out, "</p>\n<p><b>Again:</b> <code>slipstick lesson ");
    slip_html_text(out, name);
    slip_text_add(out, "</code></p>\n");
    if (lesson->params && lesson->params->name) {
        slip_text_add(out, "<p>Knobs:</p><ul>\n");
        knobs(lesson, out, true);
        slip_text_add(out, "</ul>\n");
    }
    slip_text_add(out, "</section>\n");
    return status != SLIP_OK || !out->failed ? status : slip_fail(error, SLIP_MEMORY, "out of memory");
}

slip_status slip_lecture_svg(const slip_lecture *l, int figure, slip_text *out, slip_error *error)
{
    for (int k = 0; k < l->pieces; k++)
        if (!l->piece[k]->text && figure-- == 0) {
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
