/* lessons.c: lessons keep failing the same way: the numbers each tells are held to theory.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "reports/lesson.h"
#include "reports/plot.h"
#include "tests/tap.h"

static slip_lecture lecture;
static const slip_lesson *lesson;

static void teach(const char *name)
{
    slip_error e = { 0 };
    slip_lecture_free(&lecture);
    if (slip_lesson_teach(name, &lesson, &lecture, NULL, &e)) bail_out("%s: %s", name, e.text);
}

static double told(const char *name)
{
    for (int k = 0; k < lecture.values; k++)
        if (strcmp(lecture.value[k].name, name) == 0) return lecture.value[k].value;
    diag("nothing is told about %s", name);
    return NAN;
}

static bool near(const char *name, double value, double tol)
{
    double x = told(name);
    if (!(fabs(x - value) <= tol)) diag("%s is %.12g, not %.12g", name, x, value);
    return fabs(x - value) <= tol;
}

/* The same bytes twice; pictures whose axes have names. */
static void told_again(const slip_lesson *which)
{
    slip_text first = { 0 }, second = { 0 };
    slip_error e = { 0 };
    int figures = 0, nameless = 0;
    for (int round = 0; round < 2; round++) {
        slip_text *to = round ? &second : &first;
        teach(which->name);
        if (slip_lecture_text(lesson, &lecture, lesson->name, 80, false, to, &e) || slip_lecture_json(lesson, &lecture, lesson->name, to, &e)) bail_out("%s", e.text);
        for (int i = 0; i < lecture.pieces; i++) {
            const slip_figure *f = &lecture.piece[i]->figure;
            for (int c = 0; c < f->curves; c++)
                for (int x = 0; x < f->curve[c].count; x++) slip_text_add(to, "%a %a\n", f->curve[c].x[x], f->curve[c].y[x]);
            if (round || lecture.piece[i]->text || lecture.piece[i]->svg) continue;
            figures++;
            nameless += !f->title || !*f->title || !*f->xlabel || (!f->rows && !*f->ylabel);
        }
    }
    ok(figures > 0 && nameless == 0 && lecture.values > 0 && *which->theory && *which->cite && *which->exercise && which->params, "%s: pictures with names on their axes, numbers, theory and its source, an exercise, knobs", which->name);
    ok(first.length > 500 && first.length == second.length && memcmp(first.s, second.s, first.length) == 0, "%s: the same words, numbers and points every time", which->name);
    slip_text_free(&first);
    slip_text_free(&second);
}

/* A knob beyond its range, a word it does not know, and one that is nearly its name: one sentence that says what would be right. */
static void knobs(const slip_lesson *which)
{
    int bad = 0;
    for (const slip_param *p = which->params; p->name; p++) {
        const slip_lesson *found;
        slip_lecture none = { 0 };
        slip_error e = { 0 };
        char name[96], near[64];
        snprintf(name, sizeof name, p->words ? "%s:%s=nonsense" : "%s:%s=1e300", which->name, p->name);
        bool refused = slip_lesson_teach(name, &found, &none, NULL, &e) == SLIP_INPUT && strstr(e.text, p->name);
        snprintf(near, sizeof near, "'%s'", p->name);
        snprintf(name, sizeof name, "%s:%sx=1", which->name, p->name);
        bool suggested = slip_lesson_teach(name, &found, &none, NULL, &e) == SLIP_INPUT && (strstr(e.text, near) || strlen(p->name) < 2);
        if (!refused || !suggested) diag("%s: %s", name, e.text);
        bad += !refused || !suggested;
        slip_lecture_free(&none);
    }
    ok(bad == 0, "%s: its knobs refuse nonsense with a sentence", which->name);
}

/* The lesson last taught, drawn for a terminal of 80 columns, as SVG and as GIF. */
static void drawn(void)
{
    slip_text text = { 0 }, svg = { 0 }, gif = { 0 };
    slip_error e = { 0 };
    bool fits = slip_lecture_text(lesson, &lecture, lesson->name, 80, true, &text, &e) == SLIP_OK;
    for (const char *line = text.s; fits && line && *line; line += strcspn(line, "\n") + 1)
        if (strcspn(line, "\n") > 80) {
            diag("%.*s", (int)strcspn(line, "\n"), line);
            fits = false;
        }
    for (int i = 0; i < lecture.pieces; i++)
        if (!lecture.piece[i]->text && !lecture.piece[i]->svg)
            fits = fits && strstr(text.s, lecture.piece[i]->figure.xlabel) && strstr(text.s, lecture.piece[i]->figure.ylabel);
    ok(fits, "%s: in 80 columns, with the names of the axes", lesson->name);
    bool narrow = true;
    for (int i = 0; i < lecture.pieces; i++)
        narrow = narrow && (lecture.piece[i]->text || lecture.piece[i]->svg || lecture.piece[i]->figure.width <= 560);
    ok(narrow, "%s: figures narrow enough that their words can be read on a phone", lesson->name);
    ok(slip_lecture_svg(&lecture, 0, &svg, &e) == SLIP_OK && strstr(svg.s, "</svg>") && slip_lecture_gif(&lecture, &gif, &e) == SLIP_OK && gif.length > 1000 && memcmp(gif.s, "GIF89a", 6) == 0,
       "%s: as SVG and as GIF", lesson->name);
    slip_text_free(&text);
    slip_text_free(&svg);
    slip_text_free(&gif);
}

int main(void)
{
    slip_error e = { 0 };
    int count = 0;
    while (slip_lessons[count]) count++;
    plan(58 + 6 * count);
    slip_start(&e);

    teach("brazil-nut");
    ok(near("relaxed_none", 1, 0) && near("coulomb_verified", 1, 0), "Brazil nut: wedged between walls the relaxed law has no solution, Coulomb's has one");
    ok(near("verified", 1, 0) && told("overlap") <= 0.01, "Brazil nut: every step verified, overlaps below 1 %% of the small radius");
    ok(told("rise_nut") > 20 && told("rise_control") <= 10, "Brazil nut: in this box the large disk rises, the control does not");
    teach("cobweb");
    ok(near("rate", 0.6, 1e-12) && near("one_step", 1, 0) && near("period", 2, 0), "cobweb: rate |1 - r G|, one step at 1/G, a bitwise cycle of two at 2/G");
    ok(near("growth", 1.8, 1e-12) && near("none", 116.46432, 1e-9), "cobweb: without a solution it grows by 1.8: 116.46432 after four steps");
    ok(near("detach", 0, 0) && near("below", 0, 0) && told("above") > 30, "cobweb: detaches; below the second solution to 0, above it away");
    teach("rod");
    ok(near("pressed", 1, 0) && near("lifted", 1, 0) && near("pressed_above", 0, 0) && near("lifted_above", 2, 0), "rod: one, one, none, two, each accepted by the verifier");
    ok(near("rolling", 3, 0), "rod: three from rest");
    teach("rod:push=-60");
    ok(near("rolling", 1, 0), "rod: pulled by 60 N only detaching is left");
    teach("impulse");
    ok(near("ratio_above", 4. / 3, 1e-4) && told("growth_above") > 1e4, "impulse: leans to mu_crit = 4/3, and p_N/h grows without bound");
    ok(near("ratio_below", 1, 1e-12) && told("growth_below") < 3, "impulse: below it is a force");
    teach("needle");
    ok(near("window_low", 0.533657, 1e-6) && near("window_high", 0.936931, 1e-6), "needle: the window 0.533657 .. 0.936931");
    ok(near("two_cycle", 1, 0) && near("cycle_b", 5, 1e-6) && near("cycle_a", 6.016635, 1e-6), "needle: jumps between 5 and 6.016635 m/s");
    ok(near("damped_verified", 1, 0), "needle: damping 0.5 converges");
    ok(near("factor_error", 0, 1e-4) && near("factors_measured", 20, 0), "needle: the factor measured at 20 values of mu is the factor of theory");
    ok(near("solution", 5.453129, 1e-6) && near("damped_factor", 1 - 0.5 * (1 + 1.2436), 1e-4), "needle: the solution lies between, and the damped factor is -0.1218");
    teach("needle:mu=0.75,damping=0.6");
    ok(near("damped_verified", 1, 0), "needle: at mu = 0.75 a share of 0.6 converges, as |1 - 0.6 (1 - q)| < 1 says");
    teach("needle:mu=0.75,damping=0.7");
    ok(near("damped_verified", 0, 0) && fabs(told("damped_factor")) > 1, "needle: and 0.7 does not");
    teach("needle:mu=0.5");
    ok(near("two_cycle", 0, 0), "needle: mu = 0.5 lies outside the window and does not cycle");
    teach("nonconvex");
    ok(near("both_verified", 1, 0) && near("midpoint", 0.0367875, 1e-12), "nonconvex: both verified, the midpoint violates by 0.0367875");
    teach("outside");
    ok(near("theory_error", 0, 1e-9) && near("most", 3.4839, 1e-3) && near("lowest", 0, 1e-12), "outside: LCP2 asks up to 3.48 times the friction there is, as theory says, and does not penetrate");
    ok(told("pile_6") > 0.01 && told("pile_21") > 0.01, "outside: of all impulses with that momentum, none lies in the cone, by linear programming");
    teach("two-velocities");
    ok(near("all_verified", 1, 0) && near("moving", 0.051479460, 1e-8) && near("resting", 0, 1e-12), "two velocities: 0.051479460 m/s and rest, both verified");
    teach("two-velocities:mu=0.2");
    ok(near("all_verified", 1, 0) && told("moving") - told("resting") <= 1e-8, "two velocities: one at mu = 0.2");
    teach("four-legs");
    ok(near("verified", 5, 0) && told("spread") > 0.01 && near("sum_error", 0, 1e-7), "four legs: five verified answers, spread, equal sums");
    teach("hop");
    ok(near("gap_cone", 0.157536, 1e-6) && near("force_cone", 1762.991228, 1e-5), "hop: 0.157536 m high after a push of 1763 N");
    ok(near("gap_coulomb", 0, 1e-9) && near("force_coulomb", 9.81, 1e-6), "hop: Coulomb's law stays on the floor");
    teach("mass-ratio");
    ok(told("nsgs_failed") >= 2 && told("sweeps_growth") > 4, "mass ratio: sweeps grow until Gauss-Seidel gives up");
    ok(near("newton_failed", 0, 0) && told("newton_most") < 60, "mass ratio: Newton does not mind");
    teach("folds");
    ok(near("folds", 2, 0) && near("states", 3, 0) && near("solved", 1, 0) && told("second_fold") > 1.1 * told("first_fold"), "folds: back once, three states between, and solved");
    teach("folds:mu=0.2");
    ok(near("folds", 0, 0) && near("states", 0, 0) && near("solved", 1, 0), "folds: none with little friction");
    teach("units");
    ok(near("ours_moves", 0, 1e-6), "units: ours does not move");
    ok(told("field_today_moves") > 1000 && near("field_passes", 1, 0), "units: the field's measure of today moves, and lets the wrong answer pass");
    teach("pyramid");
    ok(told("drift_pyramid") > 30 && near("drift_cone", 0, 1e-6), "pyramid: drifts by tens of degrees, the cone does not");
    teach("liar");
    ok(near("truth_verified", 1, 0) && told("caught") == told("liars") && told("liars") >= 6, "liar: the truth passes, every lie is caught");
    slip_text script = { 0 };
    for (int i = 0; i < lecture.pieces; i++)
        if (lecture.piece[i]->figure.logx && slip_plot_script(&script, &lecture.piece[i]->figure, false, &e)) bail_out("%s", e.text);
    ok(script.s && strstr(script.s, "set xtics 1e3\n"), "liar: an axis of fourteen decades has a number at every third, so that they stay apart");
    slip_text_free(&script);
    teach("loop");
    ok(near("loops", 1, 0) && near("solved", 5, 0), "loop: one order never ends, the five others do");
    teach("ray");
    ok(near("solved_below", 1, 0) && near("proved_above", 1, 0), "ray: solved below, no solution proved above the critical mu");
    ok(near("ray_pair", 1, 0) && near("two_found", 1, 0), "ray: a ray without proof on two contacts; one of two solutions found");
    ok(near("ray_one", 1, 0) && near("enum_one", 1, 0), "ray: from every covering vector, although there is a solution, which enumeration finds");
    ok(near("ray_several", 1, 0) && near("other_cover", 1, 0), "ray: from one covering vector, and a solution from another");
    teach("nonconvex");
    int arrows = 0, dots = 0;
    for (int i = 0; i < lecture.pieces; i++) {
        for (const char *s = lecture.piece[i]->svg; s && (s = strstr(s, "class=\"impulse\"")); s++) arrows++;
        for (const char *s = lecture.piece[i]->svg; s && (s = strstr(s, "class=\"contact\"")); s++) dots++;
    }
    ok(arrows == 3 && dots == 6, "sketches: a contact that carries nothing has no arrow (%d arrows at %d contacts)", arrows, dots);
    teach("mu-map:values=12");
    ok(near("window_low", 0.533657, 1e-6) && near("painleve", 1.02, 1e-12) && near("p_bound", 1.02, 1e-4) && near("false_claims", 0, 0), "mu map of the needle: thresholds from the data, no false claim");
    ok(near("static_threshold", (50 * 0.4905 + 51 * 5) / (51 * 0.4905 + 50 * 5), 2e-6), "mu map of the needle: the friction that stops it, W r = -q");
    ok(near("halves_below", (200 - sqrt(200. * 200 - 4 * 153 * 51)) / 306, 1e-4), "mu map of the needle: factor 1/2 where 3 b mu^2 - 4 c mu + a = 0");
    ok(told("cycles") >= 4 && near("proved", 12, 0), "mu map of the needle: %g runs cycle, LCP1 and LCP2 inside the window; every value proved", told("cycles"));
    teach("mu-map:problem=rod,values=10");
    ok(near("painleve", 4. / 3, 1e-12) && near("false_claims", 0, 0), "mu map of the rod: critical at 4/3");
    ok(near("p_bound", 4. / 3, 1e-3) && told("says_none") == 10, "mu map of the rod: the P-matrix bound is Painleve's critical mu; above, Lemke and enumeration prove that there is none");
    teach("mu-map:problem=rod-up,values=10");
    ok(near("painleve", 4. / 3, 1e-12) && near("says_none", 0, 0) && near("solved", 40, 0), "mu map of the rod with gravity up: solutions everywhere, and every solver finds one");
    teach("mu-map:problem=disk,values=4");
    ok(near("halves_below", 1 / sqrt(3), 1e-3) && isinf(told("painleve")) && isinf(told("p_bound")) && isinf(told("static_threshold")), "mu map of the disk: factor 3 mu^2/(1 + 3 mu^2) is 1/2 at 1/sqrt 3; no other threshold");
    teach("mu-map:problem=slab,values=4");
    ok(near("painleve", 17. / 6, 1e-9) && near("static_threshold", 0, 0), "mu map of the slab: Painleve at (1/m + 1/J)/(1/2/J) = 17/6; it stands without friction");
    teach("mu-map:problem=pyramid,values=4");
    ok(near("painleve", 2.4, 1e-9) && near("p_bound", 0, 0) && isinf(told("pointed_below")), "mu map of the pyramid: Painleve at 2.4, contacts dependent, cone pointed");
    teach("mu-map:problem=cannonball-2,values=8");
    ok(near("static_threshold", 2 - sqrt(3), 1e-4), "mu map of three disks: stands above tan 15 degrees");
    ok(near("p0_bound", 0.404, 2e-3), "mu map of three disks: dependent contacts, no determinant negative below 0.404");
    teach("mu-map:problem=cannonball-3,values=8");
    ok(near("static_threshold", 0.433987, 1e-5) && told("several_found") >= 1 && near("certified", 8, 0), "mu map of six disks: several velocities found, each certified");
    ok(told("halves_below") > 0 && told("halves_below") < 0.15, "mu map of six disks: no contraction at 0.15, where LCP1 cycles");
    teach("mu-map:problem=disk,values=2,solvers=all");
    ok(told("solved") >= 20, "mu map: every solver that runs on the problem (%g runs right)", told("solved"));
    ok(slip_lesson_teach("nedle", &lesson, &lecture, NULL, &e) == SLIP_INPUT && strstr(e.text, "needle"), "an unknown lesson: the nearest is suggested");

    bool draws = system("command -v \"${GNUPLOT:-gnuplot}\" >/dev/null 2>&1") == 0;
    for (int k = 0; k < count; k++) {
        told_again(slip_lessons[k]);
        knobs(slip_lessons[k]);
        if (draws) drawn();
        else skip(3, "no gnuplot");
    }
    slip_lecture_free(&lecture);
    return done();
}
