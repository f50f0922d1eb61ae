/* anitescu_hart_nut.c: figure 4 of [AnitescuHart2004]: the Brazil nut, several seeds and a control.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "problems/scene.h"
#include "reports/papers/measures.h"

/* As the lesson brazil-nut recommends: LCP3 with h = 0.02, where the relaxed law does not lock; two processes share the seeds. */
enum { SHAKES = 50, SEEDS = 4, EVERY = 200, FELLOWS = 20, STRIP = 1 << 21 };    /* steps a shake: 4 s; the last seed is the control */
typedef struct { int above[SEEDS][SHAKES + 1], top[SEEDS], done[SEEDS], higher[SEEDS]; double fellows[SEEDS][SHAKES + 1]; long steps[SEEDS], solved[SEEDS]; double deepest[SEEDS]; char strip[STRIP]; } nut;
typedef struct { nut *x; int k, fellow[FELLOWS]; slip_film *film; slip_error error; } nut_watch;
typedef struct { nut *x; slip_lab *lab; } nut_team;

static int above(const slip_scene *scene, int body)
{
    int count = 0;
    for (int b = 0; b < scene->count; b++)
        count += scene->body[b].x[1] > scene->body[body].x[1];
    return count;
}

/* The small disks that lie lowest when the shaking begins: what happens to them is what shaking alone does. */
static void choose_fellows(int *fellow, const slip_scene *scene)
{
    int found = 0;
    for (int lowest = scene->count - 1; lowest >= 0 && found < FELLOWS; lowest--)
        for (int b = 1; b < scene->count && found < FELLOWS; b++)
            if (above(scene, b) == lowest)
                fellow[found++] = b;
}

static int watch_nut(void *ctx, const slip_frame *f)
{
    nut_watch *w = ctx;
    long since = f->step - EVERY;                   /* 4 s to settle */
    w->x->steps[w->k]++;
    w->x->solved[w->k] += f->result->answer.claim == SLIP_CLAIM_SOLVED;
    w->x->deepest[w->k] = fmin(w->x->deepest[w->k], isfinite(f->gap) ? f->gap : 0);
    if (since < 0 || since % EVERY)
        return 0;
    int shakes = (int)(since / EVERY), nut_above = above(f->scene, 0);
    if (shakes == 0)
        choose_fellows(w->fellow, f->scene);
    w->x->above[w->k][shakes] = nut_above;
    w->x->fellows[w->k][shakes] = w->x->higher[w->k] = 0;
    for (int i = 0; i < FELLOWS; i++) {
        int a = above(f->scene, w->fellow[i]);
        w->x->fellows[w->k][shakes] += (double)a / FELLOWS;
        w->x->higher[w->k] += a < nut_above;
    }
    w->x->done[w->k] = shakes;
    return w->film && slip_film_take(w->film, f->scene, &w->error) != SLIP_OK;
}

static slip_status shake(nut *x, int k, slip_error *error)
{
    char name[96];
    slip_scene scene;
    slip_film film = { 0 };
    double par[SLIP_MAX_PARAMS];
    slip_drive drive = { .par = par, .limits = { .tol = 1e-8, .steps = 10 } };
    nut_watch w = { .x = x, .k = k, .film = k == 0 ? &film : NULL };
    snprintf(name, sizeof name, "brazil-nut:h=0.02,settle=4,seed=%d%s", k + 1, k == SEEDS - 1 ? ",tracer=1.5" : "");
    slip_status status = slip_solver_open("lcp3", &drive.solver, par, error);
    if (status == SLIP_OK)
        status = slip_scene_open(&scene, name, error);
    if (status != SLIP_OK)
        return status;
    status = slip_simulate(&scene, &drive, (long)EVERY * (SHAKES + 1), watch_nut, &w, error);
    slip_scene_free(&scene);
    x->top[k] = -1;
    for (int i = SHAKES; i >= 0; i--)
        x->top[k] = x->above[k][i] <= 27 ? i : x->top[k];
    slip_text strip = { 0 };
    if (status == SLIP_OK && k == 0 && (status = slip_film_strip(&film, 4, "a box 40 m wide, 269 disks of radius 1.5 m and one of 5 m", &strip, error)) == SLIP_OK && strip.length < STRIP)
        memcpy(x->strip, strip.s, strip.length + 1);
    slip_text_free(&strip);
    slip_film_free(&film);
    return status;
}

static int shake_some(void *ctx, int member)
{
    nut_team *t = ctx;
    slip_error error;
    for (int k = member; k < SEEDS; k += 2)
        if (shake(t->x, k, &error) != SLIP_OK)
            return 1;
    return 0;
}

static void count_shakes(void *ctx)
{
    const nut_team *t = ctx;
    int done = 0;
    for (int k = 0; k < SEEDS; k++)
        done += t->x->done[k];
    slip_lab_tell(t->lab, "shaking", (double)done / (SEEDS * SHAKES));
}

static slip_status shaken(slip_lab *lab, nut **out, slip_error *error)
{
    bool fresh;
    nut *x = slip_lab_keep(lab, "nut", 0, sizeof *x, &fresh);
    *out = x;
    if (!x)
        return slip_fail(error, SLIP_MEMORY, "out of memory");
    if (!fresh)
        return SLIP_OK;
    nut_team team = { slip_shared_new(sizeof(nut)), lab };
    int ends[2] = { 0 };
    if (!team.x)
        return slip_fail(error, SLIP_MEMORY, "no shared memory for the Brazil nut");
    slip_status status = slip_team_run(2, shake_some, &team, count_shakes, ends, error);
    memcpy(x, team.x, sizeof *x);
    slip_shared_free(team.x, sizeof(nut));
    return status == SLIP_OK && (ends[0] || ends[1]) ? slip_fail(error, SLIP_NUMERIC, "the Brazil nut could not be shaken to the end") : status;
}

/* at = 0: shakes until it is at the top; 1: four frames; 2: it rises above what shaking does to small disks. */
slip_status slip_hart_nut(const slip_statement *s, slip_lab *lab, slip_reading *r, slip_error *error)
{
    nut *x;
    if (lab->quick) {
        slip_reading_set(r, SLIP_CELL_NOT_ATTEMPTED, "left out of --quick: it takes minutes");
        return SLIP_OK;
    }
    slip_status status = shaken(lab, &x, error);
    if (status != SLIP_OK)
        return status;
    int risen = 0, c = SEEDS - 1;
    long steps = 0, solved = 0;
    double deepest = 0;
    for (int k = 0; k < SEEDS; k++) {
        risen += k < c && x->top[k] >= 0;
        steps += x->steps[k], solved += x->solved[k];
        deepest = fmin(deepest, x->deepest[k]);
    }
    if (s->at == 0) {
        slip_reading_set(r, risen == c ? SLIP_CELL_CONSISTENT : risen ? SLIP_CELL_SAME_TREND : x->above[0][SHAKES] < x->above[0][0] ? SLIP_CELL_SAME_TREND : SLIP_CELL_DIFFERS,
                         "three seeds: first among the top tenth after %d, %d, %d shakes%s; after %d shakes %d, %d, %d disks are above it", x->top[0], x->top[1], x->top[2], risen == c ? "" : " (-1: not in all of them)", SHAKES, x->above[0][SHAKES], x->above[1][SHAKES], x->above[2][SHAKES]);
        slip_reading_note(r, "it may sink again once it is there; amplitude, period and box are not printed, and ours were chosen so that it rises (floor by 3 in 1 s, 3 s rest, width 40): the number can be had, which does not confirm it; h = 0.02, for with the printed 0.1 the relaxed law may lock between the walls (lesson brazil-nut); %ld of %ld steps solved, deepest overlap %.1e", solved, steps, -deepest);
    } else if (s->at == 1)
        slip_reading_set(r, SLIP_CELL_NOT_COMPARABLE, "seed 1: %d, %d, %d, %d disks above it after 0, 16, 33, 50 shakes", x->above[0][0], x->above[0][16], x->above[0][33], x->above[0][SHAKES]);
    else {
        int ahead = 0, higher = 0;
        for (int k = 0; k < c; k++)
            ahead += x->above[k][SHAKES] < x->fellows[c][SHAKES], higher += x->higher[k];
        slip_reading_set(r, ahead == c ? SLIP_CELL_REPRODUCED : ahead > 0 ? SLIP_CELL_SAME_TREND : SLIP_CELL_DIFFERS,
                         "without the large disk the %d lowest have %.0f disks above them at first, %.0f after %d shakes (mean), one that is followed %d and %d; the large one has %d, %d, %d", FELLOWS, x->fellows[c][0], x->fellows[c][SHAKES], SHAKES, x->above[c][0], x->above[c][SHAKES], x->above[0][SHAKES], x->above[1][SHAKES], x->above[2][SHAKES]);
        slip_reading_note(r, "beside the large one %d of the %d lowest small disks end higher than it; the bed turns over, so single small disks rise as well", higher, c * FELLOWS);
    }
    return SLIP_OK;
}

slip_status slip_hart_draw_nut(slip_lecture *l, slip_lab *lab, slip_error *error)
{
    nut *x;
    slip_status status = shaken(lab, &x, error);
    if (status != SLIP_OK)
        return status;
    if (*x->strip)
        slip_draw_svg(l, "Figure 4: four frames of the Brazil nut, seed 1", &(slip_text){ .s = x->strip }, true);
    slip_lecture_piece *piece = slip_draw(l, (slip_figure){ .title = "Figure 4: the rise of the large disk against the number of shakes", .xlabel = "shakes", .ylabel = "disks above it", .level = 27, .level_title = "top tenth" });
    for (int k = 0; k < SEEDS; k++) {
        char title[48];
        bool control = k == SEEDS - 1;
        snprintf(title, sizeof title, control ? "control: mean of the 20 lowest small disks" : "large disk, seed %d", k + 1);
        int curve = slip_draw_curve(l, piece, (slip_curve){ .title = title, .lines = true });
        for (int i = 0; i <= SHAKES; i++)
            slip_draw_point(l, piece, curve, i, control ? x->fellows[k][i] : x->above[k][i]);
    }
    return SLIP_OK;
}
