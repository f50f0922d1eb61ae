/* convert.c: `slipstick convert IN OUT`: a problem from one format into another.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <string.h>
#include "cli/cli.h"

static bool wants_hdf5(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot && (!strcmp(dot, ".hdf5") || !strcmp(dot, ".h5"));
}

static int run(const slip_args *args)
{
    slip_error error = { 0 };
    slip_problem problem;
    slip_origin origin = { 0 };
    slip_text text = { 0 };
    const char *in = args->operand[0], *out = args->operand[1];
    slip_status status = strpbrk(in, "/.") && !strchr(in, ':') ? slip_problem_import(&problem, &origin, in, &error) : slip_open(&problem, in, NULL, &error);
    if (status != SLIP_OK)
        return slip_complain_error(&error);
    status = wants_hdf5(out) ? slip_problem_write_fclib(&problem, &origin, &text, &error) : slip_problem_text(&problem, &text, &error);
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

static const slip_option options[] = { { 0 } };

const slip_command slip_command_convert = {
    .name = "convert", .about = "write a problem in another format", .usage = "PROBLEM OUT",
    .help = "PROBLEM is a name or a file: FCLIB's HDF5 or slipstick's text, told by its content.  OUT is FCLIB's HDF5 when\n"
            "it ends in .hdf5 or .h5, else text; '-' writes text to stdout.  Numbers are kept bit for bit.  FCLIB holds\n"
            "Coulomb's law only; text holds no titles and no stored solution.\n",
    .options = options, .least = 2, .most = 2, .fill = SLIP_FILL_PROBLEM, .run = run
};
