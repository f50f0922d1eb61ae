/* simulate.c: `slipstick simulate SCENE -s SOLVER`: a scene in motion, one record a step.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>
#include <string.h>
#include "cli/cli.h"
#include "problems/scene.h"

typedef struct {
    FILE *rows; bool failed;
    slip_film *film; slip_error error;
    long steps, solved, every;
    double gap, least_gap, energy, tol;
    slip_progress progress;
} watcher;

static int watch(void *ctx, const slip_frame *f)
{
    watcher *w = ctx;
    const slip_result *r = f->result;
    bool good = r->answer.claim == SLIP_CLAIM_SOLVED;
    w->solved += good;
    w->least_gap = fmin(w->least_gap, f->gap);
    slip_verdict v = slip_verify(f->problem, r->answer.law, r->answer.dirs, &r->answer, NULL, w->tol);
    w->failed |= fprintf(w->rows, "%ld\t%.9g\t%d\t%s\t%s\t%ld\t%.3e\t%.3e\t%.9g\t%.9g\t%.3e\t%.3e\t%.6f\n", f->step, f->time, f->problem->nc,
                         slip_claim_name(r->answer.claim), slip_verdict_name(v.word), r->steps, r->residual, v.residual.value[v.condition],
                         f->kinetic, f->potential, isfinite(f->gap) ? f->gap : 0, f->balance, r->cpu) < 0;
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

/* `family:key=value` into a scene. */
static slip_status open_scene(const char *name, slip_scene *scene, slip_error *error)
{
    char head[64];
    size_t length = strcspn(name, ":");
    double par[SLIP_MAX_PARAMS];
    slip_name_extra extra;
    if (length == 0 || length >= sizeof head) return slip_fail(error, SLIP_INPUT, "'%.60s' is not the name of a scene", name);
    memcpy(head, name, length);
    head[length] = 0;
    const slip_family *family = slip_family_find(head, error);
    if (!family) return error->status;
    slip_status status = slip_param_parse(family->params, "problem", head, name[length] ? name + length + 1 : NULL, par, &extra, error);
    if (status) return status;
    if (!family->scene) return slip_fail(error, SLIP_INPUT, "problem %s does not move: it is no scene", head);
    if (extra.step >= 0 || extra.by[0]) return slip_fail(error, SLIP_INPUT, "a simulation begins at the beginning: leave out step= and by=");
    return family->scene(scene, par, extra.seed, error);
}

static int run(const slip_args *args)
{
    slip_error error = { 0 };
    double steps, tol, h, limit, par[SLIP_MAX_PARAMS];
    slip_scene scene;
    slip_film film = { 0 };
    const char *name = slip_args_get(args, "solver"), *path;
    int at = 0;
    slip_drive drive = { .par = par, .cold = slip_args_has(args, "cold"), .project = slip_args_has(args, "project") };
    if (!slip_args_number(args, "steps", 60, 1, 1e9, &steps) || !slip_args_number(args, "tol", 1e-8, 1e-300, 1, &tol)
        || !slip_args_number(args, "h", 0, 1e-12, 1e6, &h) || !slip_args_number(args, "iterations", 100000, 1, 1e12, &limit))
        return SLIP_EXIT_USAGE;
    while ((path = slip_args_each(args, "output", &at)))
        if (!slip_path_ends(path, ".svg") && !slip_path_ends(path, ".gif")) return slip_complain(SLIP_EXIT_USAGE, "films are written as .svg or .gif, not '%s'", path);
    if (slip_solver_open(name ? name : "lcp3", &drive.solver, par, &error) || open_scene(args->operand[0], &scene, &error)) return slip_complain_error(&error);
    drive.limits = (slip_limits){ tol, (long)limit, 0, 0 };
    if (h > 0) scene.h = h;
    watcher w = { .rows = stdout, .film = slip_args_has(args, "output") ? &film : NULL, .steps = (long)steps, .least_gap = INFINITY, .tol = tol };
    w.every = w.steps > 2000 ? w.steps / 1000 : 1;
    slip_progress_begin(&w.progress);
    printf("step\ttime\tcontacts\tclaim\tverdict\titerations\tresidual\tworst\tkinetic\tpotential\tgap\tbalance\tcpu\n");
    slip_status status = w.film ? slip_film_take(&film, &scene, &error) : SLIP_OK;
    double begin = scene.time;
    if (!status) status = slip_simulate(&scene, &drive, w.steps, watch, &w, &error);
    slip_progress_end(&w.progress);
    long done = lround((scene.time - begin) / scene.h);
    int code = SLIP_EXIT_OK;
    if (status) code = slip_complain_error(&error);
    else if (w.error.status) code = slip_complain_error(&w.error);
    else if (slip_terminal_signal()) code = slip_complain(SLIP_EXIT_INCOMPLETE, "interrupted after %ld of %ld steps", done, w.steps);
    else if (w.solved < w.steps) code = slip_complain(SLIP_EXIT_FINDINGS, "%ld of %ld steps were not solved by %s", w.steps - w.solved, w.steps, drive.solver->name);
    if (film.frames) {
        char title[160];
        snprintf(title, sizeof title, "%.90s by %s", args->operand[0], drive.solver->name);
        int drawn = write_films(args, &film, title);
        if (drawn > code) code = drawn;
    }
    slip_film_free(&film);
    slip_scene_free(&scene);
    return code;
}

static const slip_option options[] = {
    { .name = "cold", .about = "do not start a step from the impulses of the step before" },
    { .name = "h", .value = "SECONDS", .about = "time step (default: the scene's)" },
    { .name = "iterations", .value = "N", .about = "limit of the solver in each step (default 100000)" },
    { .name = "output", .letter = 'o', .value = "FILE", .about = "a film: FILE.svg is a strip of six pictures, FILE.gif an animation", .fill = SLIP_FILL_FILE, .flags = SLIP_REPEATED },
    { .name = "project", .about = "after each step move the bodies out of each other" },
    { .name = "solver", .letter = 's', .value = "SOLVER", .about = "the method of every step (default lcp3)", .fill = SLIP_FILL_SOLVER },
    { .name = "steps", .value = "N", .about = "number of steps (default 60)" },
    { .name = "tol", .letter = 't', .value = "T", .about = "tolerance of each step (default 1e-8)" },
    { 0 }
};

const slip_command slip_command_simulate = {
    .name = "simulate", .about = "let a scene move, and record every step", .usage = "SCENE -s SOLVER",
    .help = "One row a step on stdout, tab-separated: contacts, claim and verdict of the step, iterations, residuals,\n"
            "energies (J), smallest gap (m; negative is penetration), momentum balance, CPU seconds.  The exit status is 0\n"
            "when every step was solved, 1 when some were not.\n"
            "\n"
            "Examples:\n"
            "  $ slipstick simulate cannonball:n=6,mu=0.05 -s lcp3 -o pile.svg\n"
            "  $ slipstick simulate brazil-nut -s lcp3 --steps 2000 -o nut.gif\n",
    .options = options, .least = 1, .most = 1, .fill = SLIP_FILL_PROBLEM, .run = run
};
