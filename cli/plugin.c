/* plugin.c: `slipstick plugin new NAME --lang L`: a complete small solver to begin from, with its README.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "templates.h"
#include <ctype.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "cli/cli.h"

static const char files[] =
    "The solver is run as a program. `{local}` is a file with the problem (words and numbers; the reader in `@FILE@` is all it takes),\n"
    "`{tol}`, `{max_iter}` and `{time}` are numbers: the tolerance, a limit of steps and of CPU seconds. It writes `{result}`:\n"
    "`status solved` on the first line, then the numbers of r, one a line (JSON, `{\"status\":\"solved\",\"r\":[...]}`, is read as well).\n"
    "An exit status other than 0 means that it gave up.";
static const char library[] =
    "The solver is a shared library with one symbol, `slipx_plugin_1`; everything it gets and gives is in `slipx.h`, which may be copied\n"
    "freely. It is loaded in a process of its own, so that it may crash or hang without harm. (A program in C may as well read\n"
    "and write files, as those in other languages do: `slipstick help check`.)";

static const struct { const char *lang, *file; const char *const *text; const char *build, *solver, *check, *told; } kinds[] = {
    { "c", "@NAME@.c", slip_template_c, "    $ cc -O2 -shared -fPIC -o @NAME@/@NAME@.so @NAME@/@NAME@.c -lm\n", "./@NAME@/@NAME@.so", "-s ./@NAME@/@NAME@.so", library },
    { "fortran", "@NAME@.f90", slip_template_f90, "    $ gfortran -O2 -o @NAME@/@NAME@ @NAME@/@NAME@.f90\n",
      "cmd:@NAME@/@NAME@ {local} {result} {tol} {max_iter} {time}", "-- @NAME@/@NAME@ {local} {result} {tol} {max_iter} {time}", files },
    { "julia", "@NAME@.jl", slip_template_jl, "", "cmd:julia @NAME@/@NAME@.jl {local} {result} {tol} {max_iter} {time}", "-- julia @NAME@/@NAME@.jl {local} {result} {tol} {max_iter} {time}", files },
    { "octave", "@NAME@.m", slip_template_m, "", "cmd:octave-cli -qf @NAME@/@NAME@.m {local} {result} {tol} {max_iter} {time}",
      "-- octave-cli -qf @NAME@/@NAME@.m {local} {result} {tol} {max_iter} {time}", files },
    { "python", "@NAME@.py", slip_template_py, "", "cmd:python3 @NAME@/@NAME@.py {local} {result} {tol} {max_iter} {time}", "-- python3 @NAME@/@NAME@.py {local} {result} {tol} {max_iter} {time}", files },
};
enum { KINDS = sizeof kinds / sizeof *kinds };

/* Text with @NAME@, @FILE@, @BUILD@, @SOLVER@, @CHECK@ and @TOLD@ replaced; the replacements may hold @NAME@ and @FILE@ themselves. */
static void fill(slip_text *out, const char *text, const char *name, int kind)
{
    const struct { const char *word, *value; } by[] = {
        { "@NAME@", name }, { "@FILE@", kinds[kind].file }, { "@BUILD@", kinds[kind].build }, { "@SOLVER@", kinds[kind].solver }, { "@CHECK@", kinds[kind].check }, { "@TOLD@", kinds[kind].told },
    };
    while (*text) {
        size_t k = 0;
        while (k < sizeof by / sizeof *by && strncmp(text, by[k].word, strlen(by[k].word))) k++;
        if (k == sizeof by / sizeof *by) { slip_text_put(out, text++, 1); continue; }
        text += strlen(by[k].word);
        if (k == 0) slip_text_add(out, "%s", name);
        else fill(out, by[k].value, name, kind);
    }
}

static int write_one(const char *name, const char *file, const char *const lines[], int kind)
{
    slip_text path = { 0 }, text = { 0 };
    slip_error error = { 0 };
    int code = SLIP_EXIT_OK;
    slip_text_add(&path, "%s/", name);
    fill(&path, file, name, kind);
    for (int k = 0; lines[k]; k++) fill(&text, lines[k], name, kind);
    if (path.failed || text.failed) code = slip_complain_memory();
    else if (slip_file_write(path.s, text.s, text.length, &error) != SLIP_OK) code = slip_complain(SLIP_EXIT_ENVIRONMENT, "%s", error.text);
    else puts(path.s);
    slip_text_free(&path);
    slip_text_free(&text);
    return code;
}

static int run(const slip_args *args)
{
    const char *name = args->operand[1], *lang = slip_args_get(args, "lang"), *langs[KINDS + 1] = { NULL };
    int kind = 0;
    if (strcmp(args->operand[0], "new"))
        return slip_complain(SLIP_EXIT_USAGE, "plugin knows only 'new': slipstick plugin new NAME --lang python");
    for (int k = 0; k < KINDS; k++) langs[k] = kinds[k].lang;
    if (!lang)
        return slip_complain(SLIP_EXIT_USAGE, "in which language?  --lang python, c, octave, fortran or julia");
    while (kind < KINDS && strcmp(lang, kinds[kind].lang)) kind++;
    if (kind == KINDS) {
        const char *near = slip_nearest(lang, langs);
        return slip_complain(SLIP_EXIT_USAGE, near ? "there is no template for '%s'; did you mean %s?" : "there is no template for '%s'%s; there is one for python, c, octave, fortran and julia", lang, near ? near : "");
    }
    for (const char *c = name; *c; c++)
        if (!isalpha((unsigned char)*c) && (c == name || !(isdigit((unsigned char)*c) || *c == '_')))
            return slip_complain(SLIP_EXIT_USAGE, "a plug-in is named by letters, digits and underscores, not '%s'", name);
    if (mkdir(name, 0777))
        return slip_complain(errno == EEXIST ? SLIP_EXIT_USAGE : SLIP_EXIT_ENVIRONMENT, "cannot make the folder '%s': %s", name, errno == EEXIST ? "it is there already" : strerror(errno));
    int code = write_one(name, kinds[kind].file, kinds[kind].text, kind);
    if (!code && !strcmp(lang, "c")) code = write_one(name, "slipx.h", slip_template_h, kind);
    if (!code) code = write_one(name, "README.md", slip_template_in, kind);
    return code;
}

static const slip_option options[] = {
    { .name = "lang", .value = "LANGUAGE", .about = "python, c, octave, fortran or julia", .fill = SLIP_FILL_WORDS, .words = "python c octave fortran julia" },
    { 0 }
};

const slip_command slip_command_plugin = {
    .name = "plugin", .about = "begin a solver of your own from one that works", .usage = "new NAME --lang LANGUAGE",
    .help = "Makes the folder NAME with a complete small solver, projected Gauss-Seidel, and a README.md that tells how to\n"
            "run, check and compare it.  In C it is a shared library (slipx.h, one symbol); else a program that reads and\n"
            "writes files.  The names of the files written are printed.\n"
            "\n"
            "Example:\n"
            "  $ slipstick plugin new mine --lang python\n"
            "  $ slipstick check --quick -- python3 mine/mine.py {local} {result} {tol} {max_iter} {time}\n",
    .options = options, .least = 2, .most = 2, .fill = SLIP_FILL_WORDS, .words = "new", .run = run
};
