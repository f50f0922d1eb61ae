/* convert.c: `slipstick convert IN OUT`: a problem from one format into another.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <string.h>
#include "cli/cli.h"

static bool ends_in(const char *path, const char *ending)
{
    const char *dot = strrchr(path, '.');
    return dot && !strcmp(dot, ending);
}

static slip_status write(const slip_problem *problem, const slip_origin *origin, const char *out, slip_storage storage, slip_text *text, slip_error *error)
{
    if (ends_in(out, ".hdf5") || ends_in(out, ".h5"))
        return slip_problem_write_fclib(problem, origin, text, error);
    if (ends_in(out, ".json"))
        return slip_problem_write_json(problem, origin->format ? origin : NULL, text, error);
    return ends_in(out, ".dat") ? slip_problem_write_siconos(problem, storage, text, error) : slip_problem_text(problem, text, error);
}

static int run(const slip_args *args)
{
    slip_error error = { 0 };
    slip_problem problem;
    slip_origin origin = { 0 };
    slip_text text = { 0 };
    const char *in = args->operand[0], *out = args->operand[1], *stored = slip_args_get(args, "storage");
    slip_storage storage = !stored || !strcmp(stored, "sparse") ? SLIP_STORE_SPARSE : !strcmp(stored, "block") ? SLIP_STORE_BLOCK : SLIP_STORE_DENSE;
    if (storage == SLIP_STORE_DENSE && strcmp(stored, "dense"))
        return slip_complain(SLIP_EXIT_USAGE, "--storage is sparse, block or dense, not '%s'", stored);
    slip_status status = slip_open_origin(&problem, &origin, in, NULL, &error);
    if (status != SLIP_OK)
        return slip_complain_error(&error);
    status = write(&problem, &origin, out, storage, &text, &error);
    int code = status != SLIP_OK ? slip_complain_error(&error) : SLIP_EXIT_OK;
    if (code == SLIP_EXIT_OK && !strcmp(out, "-"))
        fwrite(text.s, 1, text.length, stdout);
    else if (code == SLIP_EXIT_OK && slip_file_write(out, text.s, text.length, &error) != SLIP_OK)
        code = slip_complain(SLIP_EXIT_ENVIRONMENT, "%s", error.text);
    slip_text_free(&text);
    slip_origin_free(&origin);
    slip_problem_free(&problem);
    return code;
}

static const slip_option options[] = {
    { .name = "storage", .value = "HOW", .about = "of the matrices in a .dat: sparse (default), block or dense", .fill = SLIP_FILL_WORDS, .words = "sparse block dense" },
    { 0 }
};

const slip_command slip_command_convert = {
    .name = "convert", .about = "write a problem in another format", .usage = "PROBLEM OUT",
    .help = "PROBLEM is a name or a file, whose format is told by its content.  The ending of OUT says what is written:\n"
            "\n"
            "  .hdf5 .h5   FCLIB's HDF5: Coulomb's law only; titles and a stored solution are kept\n"
            "  .json       JSON: everything, titles and a stored solution too\n"
            "  .dat        the text of Siconos: Coulomb's law, no joints\n"
            "  any other   slipstick's text: everything but titles and stored solutions; '-' writes it to stdout\n"
            "\n"
            "Numbers are kept bit for bit.  A dense or block .dat does not tell stored zeros from absent entries.\n",
    .options = options, .least = 2, .most = 2, .fill = SLIP_FILL_PROBLEM, .run = run
};
