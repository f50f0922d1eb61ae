/* report.c: `slipstick report STUDY`: what was found, as a page, as LaTeX tables, as TSV.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "cli/cli.h"
#include "reports/digest.h"

/* The folders on the way to a file; a failure shows when the file is written. */
static void make_way(const char *path)
{
    char way[4096];
    snprintf(way, sizeof way, "%s", path);
    for (char *s = strchr(way + 1, '/'); s; s = strchr(s + 1, '/')) {
        *s = 0;
        mkdir(way, 0777);
        *s = '/';
    }
}

static int write_pieces(const slip_page *page, const char *folder)
{
    for (int k = 0; k < page->pieces; k++) {
        char path[4096];
        slip_error error = { 0 };
        snprintf(path, sizeof path, "%s/%s.tsv", folder, page->piece[k].name);
        make_way(path);
        if (slip_file_write(path, page->piece[k].text.s ? page->piece[k].text.s : "", page->piece[k].text.length, &error) != SLIP_OK)
            return slip_complain(SLIP_EXIT_ENVIRONMENT, "%s", error.text);
    }
    return SLIP_EXIT_OK;
}

/* What follows the last dot: "tex", "tsv", "html". */
static const char *kind_of(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot ? dot + 1 : "";
}

/* --case: a problem and a solver that were run together. */
static int find_case(const slip_args *args, const slip_digest *d, slip_page *page)
{
    if (!slip_args_has(args, "case"))
        return args->operands == 1 ? SLIP_EXIT_OK : slip_complain(SLIP_EXIT_USAGE, "'%s' is too much: report takes one STUDY; PROBLEM SOLVER come with --case", args->operand[1]);
    if (args->operands != 3)
        return slip_complain(SLIP_EXIT_USAGE, "a case is a problem and a solver: slipstick report STUDY --case PROBLEM SOLVER");
    int p = 0, s = 0;
    while (p < d->problems && strcmp(d->problem[p], args->operand[1]))
        p++;
    while (s < d->solvers && strcmp(d->solver[s], args->operand[2]))
        s++;
    if (p == d->problems || s == d->solvers)
        return slip_complain(SLIP_EXIT_USAGE, "'%s' is not in this study", args->operand[p == d->problems ? 1 : 2]);
    if (!slip_cell_at(d, p, s)->row)
        return slip_complain(SLIP_EXIT_INCOMPLETE, "'%s' with '%s' has not been run yet", args->operand[1], args->operand[2]);
    page->case_problem = args->operand[1];
    page->case_solver = args->operand[2];
    return SLIP_EXIT_OK;
}

static int write_report(const slip_args *args, const slip_digest *d, slip_page *page, const char *path)
{
    slip_error error = { 0 };
    const char *folder = slip_args_get(args, "data");
    slip_text *out = &page->out;
    slip_status status = !strcmp(kind_of(path), "tex") ? slip_report_latex(d, out, &error) : !strcmp(kind_of(path), "tsv") ? slip_report_tsv(d, out, &error) : slip_report_html(d, page, &error);
    if (status != SLIP_OK)
        return slip_complain_error(&error);
    if (page->gnuplot[0])
        slip_complain(0, "the report has no curves: %s", page->gnuplot);
    if (!strcmp(path, "-")) {
        fwrite(out->s, 1, out->length, stdout);
    } else {
        make_way(path);
        if (slip_file_write(path, out->s, out->length, &error) != SLIP_OK)
            return slip_complain(SLIP_EXIT_ENVIRONMENT, "%s", error.text);
        puts(path);
    }
    return folder ? write_pieces(page, folder) : SLIP_EXIT_OK;
}

static int run(const slip_args *args)
{
    slip_digest d;
    slip_page page = { 0 };
    slip_error error = { 0 };
    const char *study = args->operand[0], *path = slip_args_get(args, "output");
    char own[4096];
    snprintf(own, sizeof own, "%s/report.html", study);
    if (slip_digest_read(&d, study, &error) != SLIP_OK)
        return slip_complain_error(&error);
    int code = d.done ? find_case(args, &d, &page) : slip_complain(SLIP_EXIT_INCOMPLETE, "'%s' has no rows yet: run 'slipstick bench %s'", study, study);
    if (code == SLIP_EXIT_OK)
        code = write_report(args, &d, &page, path ? path : own);
    slip_page_free(&page);
    slip_digest_free(&d);
    return code;
}

static const slip_option options[] = {
    { .name = "case", .about = "with PROBLEM SOLVER: also tell this case in full" },
    { .name = "data", .value = "DIR", .about = "write the data of each figure as TSV into DIR", .fill = SLIP_FILL_FILE },
    { .name = "output", .letter = 'o', .value = "FILE", .about = "the page (default STUDY/report.html), LaTeX tables when FILE ends in .tex, one table when in .tsv, - for stdout", .fill = SLIP_FILL_FILE },
    { 0 }
};

const slip_command slip_command_report = {
    .name = "report", .about = "tell what a study found, in one page", .usage = "STUDY [-o FILE] [--case PROBLEM SOLVER]",
    .help = "The page is one file that opens offline; it reads without scripts, and with them it sorts, filters and\n"
            "computes profiles again when a solver is hidden.  A study that is not complete is told as far as it is.\n"
            "The name of the file written goes to stdout.\n"
            "\n"
            "Examples:\n"
            "  $ slipstick report study -o report/index.html --data report/data\n"
            "  $ slipstick report study -o tables.tex\n",
    .options = options, .least = 1, .most = 3, .fill = SLIP_FILL_FILE, .run = run
};
