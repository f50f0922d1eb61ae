/* hop.c: lesson: the convex relaxation of friction lifts a sliding ball off the floor.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>
#include <stdio.h>
#include "problems/scene.h"
#include "reports/lesson.h"

typedef struct { slip_lecture *l; slip_lecture_piece *p; int curve; double most, first; } watcher;

static int watch(void *ctx, const slip_frame *f)
{
    watcher *w = ctx;
    double gap = f->scene->body[0].x[2] - f->scene->body[0].size[0];       /* the floor is z = 0 */
    if (f->step == 1)
        w->first = f->result->answer.r ? f->result->answer.r[0] / f->h : NAN;
    w->most = fmax(w->most, gap);
    if (f->step % 4 == 1)
        slip_draw_point(w->l, w->p, w->curve, f->time, 1000 * gap);
    return 0;
}

static slip_status teach(slip_lecture *l, const double par[], slip_error *error)
{
    static const char *const law[] = { "cone", "coulomb" };
    const slip_solver *solver;
    double solver_par[SLIP_MAX_PARAMS];
    if (slip_solver_open("nsgs", &solver, solver_par, error) != SLIP_OK)
        return error->status;
    slip_say(l, "A ball is set on the floor, sliding at %g m/s without spin (mu = %g), and simulated in steps of 1 ms under two laws. The relaxed law, cone, makes each step a convex program with one motion as its answer; but it asks that a contact open at mu times its sliding speed.", par[1], par[0]);
    slip_lecture_piece *p = slip_draw(l, (slip_figure){ .title = "height of the ball above the floor", .xlabel = "time (s)", .ylabel = "gap (mm)" });
    for (int k = 0; k < 2; k++) {
        char text[96];
        slip_scene scene;
        snprintf(text, sizeof text, "ball:mu=%.17g,v=%.17g,law=%s", par[0], par[1], law[k]);
        slip_status status = slip_scene_open(&scene, text, error);
        if (status != SLIP_OK)
            return status;
        watcher w = { l, p, slip_draw_curve(l, p, (slip_curve){ .title = k ? "coulomb" : "cone (relaxed)", .lines = true, .colour = k ? "#1f77b4" : "#d62728" }), 0, NAN };
        slip_drive drive = { .solver = solver, .par = solver_par, .limits = { .tol = 1e-10, .steps = 10000 } };
        status = slip_simulate(&scene, &drive, 380, watch, &w, error);
        slip_scene_free(&scene);
        if (status != SLIP_OK)
            return status;
        slip_item(l, "%s: the normal force of the first step is %.6g N (the weight is 9.81 N), the ball rises to %.6f m.", law[k], w.first, w.most);
        slip_tell(l, k ? "gap_coulomb" : "gap_cone", w.most);
        slip_tell(l, k ? "force_coulomb" : "force_cone", w.first);
    }
    return SLIP_OK;
}

static const slip_param params[] = {
    { .name = "mu", .def = 0.2, .min = 0, .max = 2, .about = "friction coefficient" },
    { .name = "v", .def = 10, .min = 0, .max = 100, .about = "sliding speed at the start, m/s" },
    { 0 }
};

const slip_lesson slip_lesson_hop = {
    .name = "hop", .title = "relaxation that lifts: the hopping ball",
    .theory = "In the cone complementarity problem a slipping contact opens with u_N = mu |u_T| exactly; from a closed gap one step throws the ball up with mu v/(1 + 7/2 mu^2), however small the step. With a gap of mu h |u_T| from the start the same law lets it slide as it should.",
    .cite = "NegrutEtAl2017, 3", .exercise = "Does a smaller friction hop less high in proportion? `slipstick lesson hop:mu=0.1`. Derive the height mu^2 v^2/(2 g (1 + 7/2 mu^2)^2).", .params = params, .teach = teach
};
