/* cobweb.c: iterates of one number as a staircase between a clipped line and the diagonal.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>
#include "reports/lesson.h"

double slip_clipped(const slip_clipped_line *c, double x)
{
    return fmin(c->high, fmax(c->low, x - c->step * (c->G * x + c->b)));
}

void slip_draw_cobweb(slip_lecture *l, const char *title, const char *xlabel, const char *formula, const slip_clipped_line *c, int count, const double x[])
{
    double low = fmin(0, x[0]), high = fmax(0, x[0]);
    for (int k = 1; k < count; k++) {
        low = fmin(low, x[k]);
        high = fmax(high, x[k]);
    }
    double wide = high > low ? high - low : 1;
    low -= low < 0 ? 0.1 * wide : 0;
    high += 0.1 * wide;
    slip_lecture_piece *p = slip_draw(l, (slip_figure){ .title = title, .xlabel = xlabel, .ylabel = "x after the step (N)" });
    int map = slip_draw_curve(l, p, (slip_curve){ .title = formula, .lines = true, .colour = "#1f77b4" });
    int same = slip_draw_curve(l, p, (slip_curve){ .title = "the diagonal", .lines = true, .colour = "#888888" });
    int stairs = slip_draw_curve(l, p, (slip_curve){ .title = "iterates", .lines = true, .colour = "#d62728" });
    for (int k = 0; k <= 200; k++) {
        double at = low + (high - low) * k / 200;
        slip_draw_point(l, p, map, at, slip_clipped(c, at));
    }
    slip_draw_point(l, p, same, low, low);
    slip_draw_point(l, p, same, high, high);
    for (int k = 0; k + 1 < count; k++) {
        slip_draw_point(l, p, stairs, x[k], k ? x[k] : low);
        slip_draw_point(l, p, stairs, x[k], x[k + 1]);
    }
    if (count > 1)
        slip_draw_point(l, p, stairs, x[count - 1], x[count - 1]);
}

int slip_path_watch(void *ctx, long step, const slip_iterate *it, double residual)
{
    slip_path *p = ctx;
    (void)step;
    (void)residual;
    if (p->count < SLIP_PATH)
        p->x[p->count++] = it->r[p->component];
    return 0;
}
