/* schindler_figures.c: the figures of [SchindlerEtAl2011] from our own projections and iterates.
   SPDX-License-Identifier: GPL-3.0-or-later

   Figures 1 and 2: where lambda - prox(lambda - r g) vanishes, found on a grid by change of sign or size; 3 and 4: the projection itself and
   the functions of (9); 5 and 8 are sketches; 6, 7, 9 to 12: iterates of the solver prox. */

#include <math.h>
#include <stdio.h>
#include "reports/papers/measures.h"

enum { BILATERAL, UNILATERAL, FRICTION };
static const char *const names[] = { "bilateral contact", "unilateral contact", "friction" };

/* f of (9) for mu = 0.1, lambda_N = 1; one dimension. */
static double residue(int law, double r, double lambda, double g)
{
    slip_contact c = { .law = SLIP_LAW_COULOMB, .d = law == FRICTION ? 2 : 1, .mu = 0.1 };
    double x = lambda - r * g, near = x;
    if (law == FRICTION)
        slip_friction_project(&c, 0.1, &x, &near);
    else if (law == UNILATERAL)
        slip_cone_project(&c, &x, &near);
    return lambda - near;
}

static void law_figure(slip_lecture *l, int law)
{
    char title[128];
    double wide = law == FRICTION ? 0.2 : 1;
    snprintf(title, sizeof title, "Figure %s: %s: where the prox function vanishes", law == BILATERAL ? "1(a)" : law == UNILATERAL ? "1(b)" : "2", names[law]);
    slip_lecture_piece *p = slip_draw(l, (slip_figure){ .title = title, .xlabel = law == FRICTION ? "sliding velocity (m/s)" : "normal distance g (m)", .ylabel = law == FRICTION ? "friction force (N), mu |lambda_N| = 0.1 N" : "contact force lambda (N)" });
    int one = slip_draw_curve(l, p, (slip_curve){ .title = "zeros of f, r = 1", .points = true, .colour = "#d62728" });
    for (int i = -20; i <= 20; i++)
        for (int j = -20; j <= 20; j++) {
            double g = i / 20., lambda = wide * j / 20;
            if (fabs(residue(law, 1, lambda, g)) <= 1e-12)
                slip_draw_point(l, p, one, g, lambda);
        }
}

static void prox_figure(slip_lecture *l)
{
    slip_contact c = { .law = SLIP_LAW_FACETS, .dirs = { 6, 0.3 }, .d = 3, .mu = 1 };
    static const double x[2][2] = { { 0.2, 0.3 }, { 1.3, 0.9 } };
    slip_lecture_piece *p = slip_draw(l, (slip_figure){ .title = "Figure 3: the nearest point of a convex set", .xlabel = "first component (N)", .ylabel = "second component (N)", .width = 520, .height = 460 });
    int rim = slip_draw_curve(l, p, (slip_curve){ .title = "C, a hexagon", .lines = true, .colour = "#1f77b4" });
    int point = slip_draw_curve(l, p, (slip_curve){ .title = "x_1 inside, x_2 outside", .points = true, .colour = "#d62728" });
    int near = slip_draw_curve(l, p, (slip_curve){ .title = "prox(x_2)", .colour = "#2ca02c" });
    for (int j = 0; j <= 6; j++) {
        double e[2];
        slip_dirs_get(c.dirs, 3, j % 6, e);
        slip_draw_point(l, p, rim, e[0], e[1]);
    }
    for (int k = 0; k < 2; k++) {
        double y[2];
        slip_draw_point(l, p, point, x[k][0], x[k][1]);
        slip_friction_project(&c, 1, x[k], y);
        if (k) {
            slip_draw_point(l, p, near, x[k][0], x[k][1]);
            slip_draw_point(l, p, near, y[0], y[1]);
        }
    }
}

/* The surface f(g, lambda) by gnuplot's splot, and in red the points of the grid where it vanishes. */
static slip_status surface(slip_lecture *l, int law, slip_error *error)
{
    static const char *const title[] = { "Figure 4: f_B of (9), r = 1, a plane", "Figure 4: f_U of (9), r = 1, with one corner", "Figure 4: f_T of (9), r = 1, mu |lambda_N| = 0.1 N, with two corners" };
    slip_text script = { 0 }, zeros = { 0 }, svg = { 0 };
    double wide = law == FRICTION ? 0.4 : 1;
    slip_text_add(&script, "set terminal svg noenhanced size 520,420 font 'sans,14' background '#ffffff'\n$s << EOD\n");
    for (int i = -12; i <= 12; i++) {
        for (int j = -12; j <= 12; j++) {
            double g = wide * i / 12, lambda = wide * j / 12, f = residue(law, 1, lambda, g);
            slip_text_add(&script, "%.6g %.6g %.6g\n", g, lambda, f);
            if (fabs(f) <= 1e-12)
                slip_text_add(&zeros, "%.6g %.6g 0\n", g, lambda);
        }
        slip_text_add(&script, "\n");
    }
    slip_text_add(&script, "EOD\n$z << EOD\n%sEOD\nset view 55,330,0.9\nset hidden3d\nset xyplane at %g\nset border 127 linecolor rgb '#999999'\nh = %g\nset xtics -h, h, h\nset ytics -h, h, h\nset ztics -h, h, h\n"
                           "set xlabel '%s'\nset ylabel 'lambda (N)' offset 3,0\nset zlabel 'f (N)' rotate\nset key at screen 0.98, screen 0.97 right Left reverse\n"
                           "splot $s with lines linecolor rgb '#5b7f9f' title 'f', $z with points nohidden3d pointtype 7 pointsize 0.6 linecolor rgb '#d62728' title 'f = 0: the law'\nunset output\n",
                  zeros.s ? zeros.s : "", -wide, wide / 2, law == FRICTION ? "sliding velocity (m/s)" : "distance g (m)");
    script.failed |= zeros.failed;
    slip_status status = slip_gnuplot_run(&script, &svg, error);
    if (status == SLIP_OK)
        slip_draw_svg(l, title[law], &svg, false);
    slip_text_free(&script);
    slip_text_free(&zeros);
    slip_text_free(&svg);
    return status;
}

typedef struct { const char *title, *problem, *solver; int component, steps; slip_clipped_line line; } web;
static const web webs[] = {
    { "Figure 6: normal force of the point mass, r = m/2 (m = 2 kg, h_y = -3 N)", "point-mass:hx=0", "prox:r=1,start=-1", 0, 8, { 0.5, -1.5, 1, 0, INFINITY } },
    { "Figure 6, r = 3/2 m", "point-mass:hx=0", "prox:r=3,start=-1", 0, 8, { 0.5, -1.5, 3, 0, INFINITY } },
    { "Figure 6, h_y > 0: the point leaves the plane, r = m/4", "point-mass:hx=0,hy=3", "prox:r=0.5,start=5", 0, 6, { 0.5, 1.5, 0.5, 0, INFINITY } },
    { "Figure 7: friction of the point mass, r = 3/2 m (h_x = 1 N): sticks at -h_x", "point-mass:hx=1", "prox:r=3,start=3,start_t=1.2", 1, 10, { 0.5, 0.5, 3, -1.5, 1.5 } },
    { "Figure 9: g > 0, G > 0: one solution, in contact (r = 1)", "painleve-rod:mu=1", "prox:r=1,start=2", 0, 9, { 0.4, -9.81, 1, 0, INFINITY } },
    { "Figure 10: g < 0, G > 0: one solution, contact is lost", "painleve-rod:mu=1,g=-9.81", "prox:r=1,start=40", 0, 6, { 0.4, 9.81, 1, 0, INFINITY } },
    { "Figure 11: g > 0, G < 0: no solution, the map never meets x", "painleve-rod:mu=2", "prox:r=1,start=1", 0, 4, { -0.8, -9.81, 1, 0, INFINITY } },
    { "Figure 12: g < 0, G < 0, from below the second solution", "painleve-rod:mu=2,g=-9.81", "prox:r=1,start=12", 0, 9, { -0.8, 9.81, 1, 0, INFINITY } },
    { "Figure 12, from above it: the iterates run away", "painleve-rod:mu=2,g=-9.81", "prox:r=1,start=12.6", 0, 7, { -0.8, 9.81, 1, 0, INFINITY } },
};

slip_status slip_schindler_draw(slip_lecture *l, slip_lab *lab, slip_error *error)
{
    slip_demo d;
    slip_text svg = { 0 };
    (void)lab;
    slip_say(l, "The force laws appear as zeros of the prox functions (9), evaluated on a grid with the projection that our solvers use.");
    for (int law = 0; law < 3; law++)
        law_figure(l, law);
    prox_figure(l);
    slip_status status = SLIP_OK;
    for (int law = 0; law < 3 && status == SLIP_OK; law++)
        status = surface(l, law, error);
    if (status == SLIP_OK)
        slip_say(l, "The iterates below are those of the solver prox: vertically to the prox function, then horizontally to the line of unit slope.");
    for (size_t k = 0; k < sizeof webs / sizeof *webs && status == SLIP_OK; k++) {
        slip_path w = { .component = webs[k].component };
        status = slip_demo_run(&d, webs[k].problem, webs[k].solver, (slip_limits){ .tol = 1e-300, .steps = webs[k].steps }, slip_path_watch, &w, error);
        if (status != SLIP_OK)
            break;
        slip_demo_end(&d);
        slip_draw_cobweb(l, webs[k].title, webs[k].component ? "friction force x before the step (N)" : "normal force x before the step (N)", "prox function", &webs[k].line, w.count, w.x);
        if (k == 3 && (status = slip_demo_run(&d, "painleve-rod:mu=1", "prox", (slip_limits){ 0 }, NULL, NULL, error)) == SLIP_OK) {
            status = slip_configuration_svg(&d.problem, &d.result.answer, NULL, &svg, error);
            if (status == SLIP_OK)
                slip_draw_svg(l, "Figure 8: Painleve's rod, sliding to the left and leaning to the right, with its contact force (mu = 1)", &svg, false);
            slip_text_free(&svg);
            slip_demo_end(&d);
        }
    }
    return status;
}
