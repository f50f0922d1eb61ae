/* simulate.c: `slipstick simulate SCENE -s SOLVER`: a scene in motion, one record a step.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>
#include <string.h>
#include "cli/cli.h"
#include "problems/scene.h"

enum { MOST_RIVALS = 16 };

typedef struct {
    FILE *rows; bool failed;
    slip_film *film; slip_error error;
    long steps, solved, every, done;
    int track;                                          /* the body watched, -1: none */
    const slip_limits *limits;
    const char *driver;
    int rivals; slip_rival *rival; double budget;
    slip_rival_rows *kept;                              /* for the figure, NULL: none */
    slip_progress progress;
} watcher;

/* Height of a body, and how many have their centre above its own. */
static void track(const slip_scene *s, int body, FILE *out)
{
    int above = 0, up = s->space - 1;
    for (int b = 0; b < s->count; b++) above += s->body[b].x[up] > s->body[body].x[up];
    fprintf(out, "\t%.9g\t%d", s->body[body].x[up], above);
}

/* What stands in the columns of a method; the note last. */
static bool tell(FILE *out, const slip_rival_row *r, const char *name)
{
    return fprintf(out, "\t%s\t%.3e\t%s\n", name, r->difference, r->note[0] ? r->note : "-") > 0;
}

static slip_status others(watcher *w, const slip_frame *f)
{
    slip_status status = SLIP_OK;
    for (int k = 0; k < w->rivals && !status; k++) {
        slip_rival_row r;
        if ((status = slip_rival_step(&w->rival[k], f, w->limits, w->budget, &r, &w->error))) break;
        r.method = k + 1;
        /* who does not move the scene has no energies and no gap of its own */
        fprintf(w->rows, "%ld\t%.9g\t%d\t%s\t%s\t%ld\t%.3e\t%.3e\tnan\tnan\tnan\tnan\t%.6f\t%s", f->step, f->time, r.contacts, r.run ? slip_claim_name(r.claim) : "not-run",
                r.run ? slip_verdict_name(r.verdict) : "-", r.steps, r.residual, r.worst, r.cpu, r.run ? "cold" : "-");
        if (w->track >= 0) fprintf(w->rows, "\tnan\tnan");
        w->failed |= !tell(w->rows, &r, w->rival[k].name);
        if (w->kept) status = slip_rival_keep(w->kept, &r, &w->error);
    }
    return status;
}

static int watch(void *ctx, const slip_frame *f)
{
    watcher *w = ctx;
    const slip_result *r = f->result;
    slip_rival_row row;
    w->solved += r->answer.claim == SLIP_CLAIM_SOLVED;
    w->done = f->step;
    slip_verdict v = slip_verify(f->problem, r->answer.law, r->answer.dirs, &r->answer, NULL, w->limits->tol);
    slip_rival_driver(f, &v, &row);
    w->failed |= fprintf(w->rows, "%ld\t%.9g\t%d\t%s\t%s\t%ld\t%.3e\t%.3e\t%.9g\t%.9g\t%.3e\t%.3e\t%.6f\t%s", f->step, f->time, f->problem->nc,
                         slip_claim_name(r->answer.claim), slip_verdict_name(v.word), r->steps, r->residual, row.worst,
                         f->kinetic, f->potential, isfinite(f->gap) ? f->gap : 0, f->balance, r->cpu, r->warm ? "warm" : "cold") < 0;
    if (w->track >= 0) track(f->scene, w->track, w->rows);
    if (w->rivals) w->failed |= !tell(w->rows, &row, w->driver);
    else fputc('\n', w->rows);
    if ((w->kept && slip_rival_keep(w->kept, &row, &w->error)) || others(w, f)) return 1;
    if (w->film && f->step % w->every == 0 && slip_film_take(w->film, f->scene, &w->error) != SLIP_OK) return 1;
    if (slip_progress_due(&w->progress)) {
        char text[96];
        snprintf(text, sizeof text, "step %ld of %ld, %d contacts", f->step, w->steps, f->problem->nc);
        slip_progress_tell(&w->progress, (double)f->step / (double)w->steps, text);
    }
    return slip_terminal_signal() || w->failed;
}

static int write_films(const slip_args *args, const slip_film *film, const char *title)
{
    const char *path;
    int at = 0, code = SLIP_EXIT_OK;
    while ((path = slip_args_each(args, "output", &at))) {
        slip_text out = { 0 };
        slip_error error = { 0 };
        slip_status status = slip_path_ends(path, ".gif") ? slip_film_gif(film, 160, title, &out, &error) : slip_film_strip(film, 6, title, &out, &error);
        if (status) code = slip_complain_error(&error);
        else if (slip_file_write(path, out.s, out.length, &error)) code = slip_complain(SLIP_EXIT_ENVIRONMENT, "%s", error.text);
        slip_text_free(&out);
    }
    return code;
}

/* The methods of every --also, a list each. */
static int open_rivals(const slip_args *args, slip_rival rival[MOST_RIVALS], int *count)
{
    slip_error error = { 0 };
    const char *list;
    int at = 0;
    while ((list = slip_args_each(args, "also", &at)))
        for (list += strspn(list, " \t\n"); *list; list += strspn(list, " \t\n")) {
            char name[128];
            size_t length = strcspn(list, " \t\n");
            if (*count == MOST_RIVALS) return slip_complain(SLIP_EXIT_USAGE, "--also takes at most %d methods", MOST_RIVALS);
            snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1), list);
            if (slip_rival_open(&rival[*count], name, &error)) return slip_complain_error(&error);
            (*count)++;
            list += length;
        }
    return SLIP_EXIT_OK;
}

static int write_figure(const slip_args *args, const watcher *w)
{
    const char *path = slip_args_get(args, "figure"), *names[MOST_RIVALS + 1] = { w->driver };
    slip_text out = { 0 };
    slip_error error = { 0 };
    int code = SLIP_EXIT_OK;
    for (int k = 0; k < w->rivals; k++) names[k + 1] = w->rival[k].name;
    if (slip_rivals_svg(w->kept, w->rivals + 1, names, args->operand[0], &out, &error)) code = slip_complain_error(&error);
    else if (slip_file_write(path, out.s, out.length, &error)) code = slip_complain(SLIP_EXIT_ENVIRONMENT, "%s", error.text);
    slip_text_free(&out);
    return code;
}

static int verdict(const watcher *w, slip_status status, const slip_error *error)
{
    if (status) return slip_complain_error(error);
    if (w->error.status) return slip_complain_error(&w->error);
    if (slip_terminal_signal()) return slip_complain(SLIP_EXIT_INCOMPLETE, "interrupted after %ld of %ld steps", w->done, w->steps);
    if (w->solved < w->steps) return slip_complain(SLIP_EXIT_FINDINGS, "%ld of %ld steps were not solved by %s", w->steps - w->solved, w->steps, w->driver);
    return SLIP_EXIT_OK;
}

static int run(const slip_args *args)
{
    slip_error error = { 0 };
    double steps, tol, h, limit, body, budget, par[SLIP_MAX_PARAMS];
    slip_scene scene;
    slip_film film = { 0 };
    slip_rival rival[MOST_RIVALS];
    slip_rival_rows kept = { 0 };
    const char *name = slip_args_get(args, "solver"), *path, *figure = slip_args_get(args, "figure");
    int at = 0;
    slip_drive drive = { .par = par, .cold = slip_args_has(args, "cold"), .project = slip_args_has(args, "project") };
    if (!slip_args_number(args, "steps", 60, 1, 1e9, &steps) || !slip_args_number(args, "tol", 1e-8, 1e-300, 1, &tol)
        || !slip_args_number(args, "h", 0, 1e-12, 1e6, &h) || !slip_args_number(args, "iterations", 100000, 1, 1e12, &limit)
        || !slip_args_number(args, "track", -1, 0, 1e9, &body) || !slip_args_number(args, "budget", 60, 1e-9, 1e12, &budget))
        return SLIP_EXIT_USAGE;
    while ((path = slip_args_each(args, "output", &at)))
        if (!slip_path_ends(path, ".svg") && !slip_path_ends(path, ".gif")) return slip_complain(SLIP_EXIT_USAGE, "films are written as .svg or .gif, not '%s'", path);
    if (!slip_args_writable(args, "output") || !slip_args_writable(args, "figure")) return SLIP_EXIT_ENVIRONMENT;
    if (figure && !slip_path_ends(figure, ".svg")) return slip_complain(SLIP_EXIT_USAGE, "the figure is written as .svg, not '%s'", figure);
    drive.limits = (slip_limits){ .tol = tol, .steps = (long)limit };
    watcher w = { .rows = stdout, .film = slip_args_has(args, "output") ? &film : NULL, .steps = (long)steps, .track = (int)body, .limits = &drive.limits,
                  .driver = name ? name : "lcp3", .rival = rival, .budget = budget, .kept = figure ? &kept : NULL };
    int code = open_rivals(args, rival, &w.rivals);
    if (code) return code;
    if (slip_solver_open(w.driver, &drive.solver, par, &error) || slip_scene_open(&scene, args->operand[0], &error)) return slip_complain_error(&error);
    if (w.track >= scene.count) {
        code = slip_complain(SLIP_EXIT_USAGE, "--track %d: the scene has bodies 0 to %d", w.track, scene.count - 1);
        slip_scene_free(&scene);
        return code;
    }
    if (h > 0) scene.h = h;
    w.every = w.steps > 2000 ? w.steps / 1000 : 1;
    slip_progress_begin(&w.progress);
    printf("step\ttime\tcontacts\tclaim\tverdict\titerations\tresidual\tworst\tkinetic\tpotential\tgap\tbalance\tcpu\tstart%s%s\n",
           w.track >= 0 ? "\theight\tabove" : "", w.rivals ? "\tmethod\tdifference\tnote" : "");
    slip_status status = w.film ? slip_film_take(&film, &scene, &error) : SLIP_OK;
    if (!status) status = slip_simulate(&scene, &drive, w.steps, watch, &w, &error);
    slip_progress_end(&w.progress);
    code = verdict(&w, status, &error);
    if (film.frames) {
        char title[160];
        snprintf(title, sizeof title, "%.90s by %s", args->operand[0], drive.solver->name);
        int drawn = write_films(args, &film, title);
        if (drawn > code) code = drawn;
    }
    if (figure && kept.count) {
        int drawn = write_figure(args, &w);
        if (drawn > code) code = drawn;
    }
    slip_free(kept.row);
    slip_film_free(&film);
    slip_scene_free(&scene);
    return code;
}

static const slip_option options[] = {
    { .name = "also", .value = "SOLVERS", .about = "other methods on the same step problems, each from rest", .fill = SLIP_FILL_SOLVER, .flags = SLIP_REPEATED },
    { .name = "budget", .value = "SECONDS", .about = "CPU time of each of these for all steps together (default 60)" },
    { .name = "cold", .about = "do not start a step from the impulses of the step before" },
    { .name = "figure", .value = "FILE", .about = "contacts, iterations and time of every step as FILE.svg", .fill = SLIP_FILL_FILE },
    { .name = "h", .value = "SECONDS", .about = "time step (default: the scene's)" },
    { .name = "iterations", .value = "N", .about = "limit of the solver in each step (default 100000)" },
    { .name = "output", .letter = 'o', .value = "FILE", .about = "a film: FILE.svg is a strip of six pictures, FILE.gif an animation", .fill = SLIP_FILL_FILE, .flags = SLIP_REPEATED },
    { .name = "project", .about = "after each step move the bodies out of each other" },
    { .name = "solver", .letter = 's', .value = "SOLVER", .about = "the method of every step (default lcp3)", .fill = SLIP_FILL_SOLVER },
    { .name = "steps", .value = "N", .about = "number of steps (default 60)" },
    { .name = "tol", .letter = 't', .value = "T", .about = "tolerance of each step (default 1e-8)" },
    { .name = "track", .value = "BODY", .about = "two more columns: height of that body, bodies with their centre above its own" },
    { 0 }
};

const slip_command slip_command_simulate = {
    .name = "simulate", .about = "let a scene move, and record every step", .usage = "SCENE -s SOLVER",
    .help = "One row a step on stdout, tab-separated: contacts, claim and verdict of the step, iterations, residuals,\n"
            "energies (J), smallest gap (m; negative is penetration), momentum balance, CPU seconds, and whether the\n"
            "step began cold or from the impulses of the step before.  The exit status is 0\n"
            "when every step was solved, 1 when some were not.\n"
            "\n"
            "With --also there is one row a step and method, and three more columns: the method, max |v - v of the solver that\n"
            "drives|, and a note; a method whose budget is spent is said to be not-run.  They do not change the exit status.\n"
            "\n"
            "Examples:\n"
            "  $ slipstick simulate cannonball:n=6,mu=0.05 -s lcp3 -o pile.svg\n"
            "  $ slipstick simulate cannonball:n=6,mu=0.05 -s lemke --also 'lcp1 lcp2 lcp3' --figure steps.svg\n"
            "  $ slipstick simulate brazil-nut:h=0.02 -s lcp3 --steps 10400 --track 0 >nut.tsv\n"
            "50 shakes in about three minutes of CPU time, every step verified (column above: disks above the large one; the\n"
            "control is tracer=1.5).  With h=0.1 lcp3 throws the bed up: see `slipstick lesson brazil-nut`.\n"
            "  $ slipstick simulate ball:gap=-0.1,cap=1,law=coulomb -s nsgs --steps 120      a ball that begins too deep rises at 1 m/s\n"
            "  $ slipstick simulate cannonball:n=4,h=0.5,reach=0,cap=1 --steps 20\n"
            "A large step that sees only the pairs within delta: disks end up inside each other (column gap) and are driven apart at\n"
            "cap at most; without reach=0 none penetrates, also when they are fast (speed=50).\n",
    .options = options, .least = 1, .most = 1, .fill = SLIP_FILL_PROBLEM, .run = run
};
