/* lesson.c: `slipstick lesson [NAME...]`: failures that always happen, told with pictures.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <stdio.h>
#include <string.h>
#include "cli/cli.h"
#include "reports/lesson.h"

static int write_out(const char *path, slip_text *out)
{
    slip_error error = { 0 };
    int code = slip_file_write(path, out->s ? out->s : "", out->length, &error) == SLIP_OK ? SLIP_EXIT_OK : slip_complain(SLIP_EXIT_ENVIRONMENT, "%s", error.text);
    slip_text_free(out);
    return code;
}

/* One lesson to the terminal, or its figures to files. */
static int show(const slip_args *args, const slip_lesson *lesson, const slip_lecture *l, const char *name)
{
    slip_error error = { 0 };
    slip_text out = { 0 };
    const char *path;
    int at = 0, code = SLIP_EXIT_OK, figure = 0;
    if (slip_args_has(args, "json") ? slip_lecture_json(lesson, l, name, &out, &error) : slip_lecture_text(lesson, l, name, slip_terminal_columns(), !slip_args_has(args, "no-figures"), &out, &error))
        code = slip_complain_error(&error);
    else
        fwrite(out.s, 1, out.length, stdout);
    slip_text_free(&out);
    while (!code && (path = slip_args_each(args, "output", &at))) {
        if (slip_path_ends(path, ".html"))
            continue;
        slip_status status = slip_path_ends(path, ".gif") ? slip_lecture_gif(l, &out, &error) : slip_lecture_svg(l, figure++, &out, &error);
        code = status ? slip_complain_error(&error) : write_out(path, &out);
    }
    return code;
}

/* --problem NAME is the knob problem= of the lesson. */
static const char *with_problem(const slip_args *args, const char *name, slip_text *full)
{
    const char *problem = slip_args_get(args, "problem");
    if (!problem)
        return name;
    slip_text_add(full, "%s%cproblem=%s", name, strchr(name, ':') ? ',' : ':', problem);
    return full->s ? full->s : name;
}

static int run(const slip_args *args)
{
    const char *html = NULL, *path;
    int at = 0, code = SLIP_EXIT_OK;
    while ((path = slip_args_each(args, "output", &at))) {
        if (!slip_path_ends(path, ".html") && !slip_path_ends(path, ".svg") && !slip_path_ends(path, ".gif"))
            return slip_complain(SLIP_EXIT_USAGE, "a lesson is written as .html, .svg or .gif, not '%s'", path);
        html = slip_path_ends(path, ".html") ? path : html;
    }
    if (!slip_args_writable(args, "output"))
        return SLIP_EXIT_ENVIRONMENT;
    int count = slip_args_has(args, "all") ? 0 : args->operands;
    if (!count && !slip_args_has(args, "all")) {
        for (int k = 0; slip_lessons[k]; k++)
            printf("%-16s %s\n", slip_lessons[k]->name, slip_lessons[k]->title);
        fprintf(stderr, "slipstick lesson NAME tells one; slipstick lesson --all -o lecture.html writes them all as one page\n");
        return SLIP_EXIT_OK;
    }
    if (slip_args_has(args, "all"))
        while (slip_lessons[count])
            count++;
    slip_text page = { 0 };
    slip_progress progress;
    slip_progress_begin(&progress);
    if (html)
        slip_lecture_html_head(&page, count == 1 ? "A lesson of slipstick" : "Lessons in friction that fail on purpose");
    if (html && slip_args_has(args, "all"))
        slip_lecture_contents(&page);
    for (int k = 0; k < count && !code; k++) {
        slip_text knobs = { 0 }, full = { 0 };
        const char *name = with_problem(args, slip_args_has(args, "all") ? slip_lessons[k]->name : args->operand[k], &knobs);
        const slip_lesson *lesson;
        slip_lecture l = { 0 };
        slip_error error = { 0 };
        if (slip_progress_due(&progress))
            slip_progress_tell(&progress, (double)k / count, name);
        slip_terminal_at_once("interrupted in lesson %s: %d of %d told%s", name, k, count, html ? ", nothing was written" : "");
        if (slip_lesson_teach(name, &lesson, &l, &full, &error))
            code = slip_complain_error(&error);
        else if (html && slip_lecture_html(lesson, &l, full.s, &page, &error))
            code = slip_complain_error(&error);
        slip_terminal_at_once(NULL);
        if (!code && (!html || !slip_args_has(args, "all")))
            code = show(args, lesson, &l, full.s);
        if (!code && slip_terminal_signal())
            code = slip_complain(128 + slip_terminal_signal(), "interrupted after lesson %s: %d of %d told%s", name, k + 1, count, html ? ", nothing was written" : "");
        slip_lecture_free(&l);
        slip_text_free(&full);
        slip_text_free(&knobs);
    }
    slip_progress_end(&progress);
    if (html && !code) {
        slip_lecture_html_end(&page);
        return write_out(html, &page);
    }
    slip_text_free(&page);
    return code;
}

static const slip_option options[] = {
    { .name = "all", .letter = 'a', .about = "every lesson; with -o FILE.html as one page" },
    { .name = "json", .about = "the paragraphs and numbers of the lesson as one line of JSON" },
    { .name = "no-figures", .about = "only the words" },
    { .name = "output", .letter = 'o', .value = "FILE", .about = "FILE.html is a page, FILE.gif the figures one after another, FILE.svg the first figure (again: the next)", .fill = SLIP_FILL_FILE, .flags = SLIP_REPEATED },
    { .name = "problem", .value = "NAME", .about = "the problem of a lesson that has a choice: rod, needle, disk, slab, pyramid, cannonball-2, cannonball-3" },
    { 0 }
};

const slip_command slip_command_lesson = {
    .name = "lesson", .about = "show why an iteration fails, with pictures", .usage = "[NAME[:key=value,...]]...",
    .help = "Without a name: the list.  A lesson runs solvers on problems of the catalogue, draws what happened in the\n"
            "terminal (needs gnuplot), says the theory and where it comes from, and ends with an exercise and its knobs.\n"
            "\n"
            "Examples:\n"
            "  $ slipstick lesson needle\n"
            "  $ slipstick lesson cobweb:r=4.9 -o cobweb.gif\n"
            "  $ slipstick lesson mu-map --problem cannonball-3 -o map.svg\n"
            "  $ slipstick lesson --all -o lecture.html\n",
    .options = options, .least = 0, .most = -1, .run = run
};
