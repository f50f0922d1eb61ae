/* film.c: scenes in motion as a strip of pictures (SVG) or an animation (GIF by gnuplot).
   SPDX-License-Identifier: GPL-3.0-or-later

   All frames share one view.  Two dimensions are drawn as they are, y upwards; three are seen from the front, x and z.
   A mark on each disk shows how it turns. */

#include <math.h>
#include <string.h>
#include "problems/scene.h"
#include "reports/reports.h"

enum { STATE = 7, CORNERS = 64 };

static slip_status no_film(slip_error *error) { return slip_fail(error, SLIP_MEMORY, "out of memory for a film"); }

/* The scene as it is first seen: shapes and walls are copied, later frames only move them. */
static slip_status begin(slip_film *f, const slip_scene *s, slip_error *error)
{
    f->space = s->space;
    f->bodies = s->count;
    slip_scene *c = f->first = SLIP_NEW(&f->arena, slip_scene, 1);
    if (!c) return no_film(error);
    c->space = s->space; c->count = s->count; c->walls = s->walls;
    c->body = SLIP_NEW(&f->arena, slip_body, s->count);
    c->wall = SLIP_NEW(&f->arena, slip_wall, s->walls);
    if (f->arena.failed) return no_film(error);
    memcpy(c->body, s->body, sizeof *c->body * (size_t)s->count);
    memcpy(c->wall, s->wall, sizeof *c->wall * (size_t)s->walls);
    for (int b = 0; b < s->count; b++) {
        size_t numbers = (size_t)s->body[b].corners * (size_t)s->space;
        if (!numbers) continue;
        double *corner = SLIP_NEW(&f->arena, double, numbers);
        if (!corner) return no_film(error);
        memcpy(corner, s->body[b].corner, sizeof *corner * numbers);
        c->body[b].corner = corner;
    }
    return SLIP_OK;
}

slip_status slip_film_take(slip_film *f, const slip_scene *s, slip_error *error)
{
    slip_status status = f->first ? SLIP_OK : begin(f, s, error);
    if (status) return status;
    size_t state = (size_t)f->bodies * STATE, walls = (size_t)s->walls * 3;
    if (f->frames == f->room) {
        int room = f->room ? 2 * f->room : 64;
        double *time = slip_realloc(f->time, sizeof(double) * (size_t)room);
        if (time) f->time = time;
        double *all = slip_realloc(f->state, sizeof(double) * (size_t)room * (state ? state : 1));
        if (all) f->state = all;
        double *wall = slip_realloc(f->wall, sizeof(double) * (size_t)room * (walls ? walls : 1));
        if (wall) f->wall = wall;
        if (!time || !all || !wall) return no_film(error);
        f->room = room;
    }
    f->time[f->frames] = s->time;
    for (int b = 0; b < f->bodies; b++) {
        double *to = f->state + (size_t)f->frames * state + (size_t)b * STATE;
        memcpy(to, s->body[b].x, sizeof(double) * 3);
        memcpy(to + 3, s->body[b].e, sizeof(double) * 4);
    }
    for (int w = 0; w < s->walls; w++) slip_wall_place(&s->wall[w], s->time, f->wall + (size_t)f->frames * walls + 3 * (size_t)w);
    f->frames++;
    return SLIP_OK;
}

void slip_film_free(slip_film *f)
{
    slip_free(f->time);
    slip_free(f->state);
    slip_free(f->wall);
    slip_arena_free(&f->arena);
    *f = (slip_film){ 0 };
}

static slip_body body_at(const slip_film *f, int frame, int b)
{
    slip_body body = f->first->body[b];
    const double *s = f->state + ((size_t)frame * (size_t)f->bodies + (size_t)b) * STATE;
    memcpy(body.x, s, sizeof body.x);
    memcpy(body.e, s + 3, sizeof body.e);
    return body;
}

/* Centre on the plane of drawing. */
static void seen(const slip_film *f, const double *x, double out[2]) { out[0] = x[0]; out[1] = f->space == 2 ? x[1] : x[2]; }

static bool round_body(const slip_body *b) { return b->kind == SLIP_SHAPE_DISK || b->kind == SLIP_SHAPE_SPHERE; }

/* Outline of a body that is not round: its corners; in space their convex hull as seen. */
static int outline(const slip_film *f, const slip_body *b, double out[CORNERS][2])
{
    double corner[3 * CORNERS];
    int count = slip_body_corners(f->space, b, corner, CORNERS), hull = 0;
    double p[CORNERS][2];
    if (count > CORNERS) count = CORNERS;
    for (int k = 0; k < count; k++) {
        double x[3] = { b->x[0] + corner[f->space * k], b->x[1] + corner[f->space * k + 1], f->space == 3 ? b->x[2] + corner[3 * k + 2] : 0 };
        seen(f, x, p[k]);
    }
    if (f->space == 2) { memcpy(out, p, sizeof p); return count; }
    int start = 0, at;
    for (int k = 1; k < count; k++) if (p[k][0] < p[start][0] || (p[k][0] == p[start][0] && p[k][1] < p[start][1])) start = k;
    for (at = start; hull < count; ) {                  /* gift wrapping */
        out[hull][0] = p[at][0]; out[hull++][1] = p[at][1];
        int next = (at + 1) % count;
        for (int k = 0; k < count; k++) {
            double turn = (p[next][0] - p[at][0]) * (p[k][1] - p[at][1]) - (p[next][1] - p[at][1]) * (p[k][0] - p[at][0]);
            double far = hypot(p[k][0] - p[at][0], p[k][1] - p[at][1]), near = hypot(p[next][0] - p[at][0], p[next][1] - p[at][1]);
            if (turn < -1e-12 || (fabs(turn) <= 1e-12 && far > near)) next = k;
        }
        at = next;
        if (at == start) break;
    }
    return hull;
}

typedef struct { double low[2], high[2]; } window;

/* The frame of picture k of so many. */
static int frame_of(const slip_film *f, int k, int pictures) { return pictures > 1 ? (int)((long)k * (f->frames - 1) / (pictures - 1)) : 0; }

/* What holds every body in so many pictures. */
static window view(const slip_film *f, int pictures)
{
    window w = { { INFINITY, INFINITY }, { -INFINITY, -INFINITY } };
    for (int k = 0; k < pictures; k++)
        for (int b = 0; b < f->bodies; b++) {
            slip_body body = body_at(f, frame_of(f, k, pictures), b);
            double c[2], reach = body.size[0];
            seen(f, body.x, c);
            if (!round_body(&body)) {
                double p[CORNERS][2];
                int count = outline(f, &body, p);
                for (int i = 0; i < count; i++) reach = fmax(reach, hypot(p[i][0] - c[0], p[i][1] - c[1]));
            }
            for (int d = 0; d < 2; d++) { w.low[d] = fmin(w.low[d], c[d] - reach); w.high[d] = fmax(w.high[d], c[d] + reach); }
        }
    for (int k = 0; k < 2; k++) {
        if (!(w.high[k] > w.low[k])) { w.low[k] = -1; w.high[k] = 1; }
        double margin = 0.04 * (w.high[k] - w.low[k]);
        w.low[k] -= margin; w.high[k] += margin;
    }
    return w;
}

/* The visible part of a wall, a line in the plane of drawing; false when it is seen from its front. */
static bool wall_line(const slip_film *f, window w, int frame, int k, double a[2], double b[2])
{
    const slip_wall *wall = &f->first->wall[k];
    double at[2], n[2], size;
    seen(f, f->wall + ((size_t)frame * (size_t)f->first->walls + (size_t)k) * 3, at);
    seen(f, wall->normal, n);
    size = hypot(n[0], n[1]);
    if (size < 0.1) return false;
    double t[2] = { -n[1] / size, n[0] / size }, low = -INFINITY, high = INFINITY;
    for (int d = 0; d < 2; d++) {                       /* clip to the window */
        if (fabs(t[d]) < 1e-12) { if (at[d] < w.low[d] || at[d] > w.high[d]) return false; continue; }
        double x = (w.low[d] - at[d]) / t[d], y = (w.high[d] - at[d]) / t[d];
        low = fmax(low, fmin(x, y)); high = fmin(high, fmax(x, y));
    }
    if (!(high > low)) return false;
    for (int d = 0; d < 2; d++) { a[d] = at[d] + low * t[d]; b[d] = at[d] + high * t[d]; }
    return true;
}

static const char *colour(int b) { static const char *const list[] = { "#c0392b", "#d5dbe3" }; return list[b == 0 ? 0 : 1]; }

static void draw(const slip_film *f, window w, int frame, double x0, double y0, double scale, slip_text *out)
{
    double top = y0 + (w.high[1] - w.low[1]) * scale;
#define SX(x) (x0 + ((x) - w.low[0]) * scale)
#define SY(y) (top - ((y) - w.low[1]) * scale)
    for (int b = 0; b < f->bodies; b++) {
        slip_body body = body_at(f, frame, b);
        double c[2];
        seen(f, body.x, c);
        if (round_body(&body)) {
            slip_text_add(out, "<circle cx=\"%.2f\" cy=\"%.2f\" r=\"%.2f\" fill=\"%s\" stroke=\"#2c3e50\" stroke-width=\"0.6\"/>", SX(c[0]), SY(c[1]), body.size[0] * scale, colour(b));
            double angle = body.e[0], tip[2] = { c[0] + body.size[0] * cos(angle), c[1] + body.size[0] * sin(angle) };
            if (f->space == 2) slip_text_add(out, "<line x1=\"%.2f\" y1=\"%.2f\" x2=\"%.2f\" y2=\"%.2f\" stroke=\"#2c3e50\" stroke-width=\"0.6\"/>\n", SX(c[0]), SY(c[1]), SX(tip[0]), SY(tip[1]));
            continue;
        }
        double p[CORNERS][2];
        int count = outline(f, &body, p);
        slip_text_add(out, "<polygon fill=\"%s\" stroke=\"#2c3e50\" stroke-width=\"0.6\" points=\"", colour(b));
        for (int k = 0; k < count; k++) slip_text_add(out, "%.2f,%.2f ", SX(p[k][0]), SY(p[k][1]));
        slip_text_add(out, "\"/>\n");
    }
    for (int k = 0; k < f->first->walls; k++) {
        double a[2], b[2];
        if (wall_line(f, w, frame, k, a, b))
            slip_text_add(out, "<line x1=\"%.2f\" y1=\"%.2f\" x2=\"%.2f\" y2=\"%.2f\" stroke=\"#2c3e50\" stroke-width=\"2\"/>\n", SX(a[0]), SY(a[1]), SX(b[0]), SY(b[1]));
    }
#undef SX
#undef SY
}

slip_status slip_film_strip(const slip_film *f, int pictures, const char *title, slip_text *out, slip_error *error)
{
    if (!f->frames) return slip_fail(error, SLIP_INPUT, "a film without frames cannot be drawn");
    if (pictures > f->frames) pictures = f->frames;
    window w = view(f, pictures);
    double wide = w.high[0] - w.low[0], tall = w.high[1] - w.low[1], aspect = tall / wide;
    int columns = pictures < 4 ? pictures : aspect > 1.5 ? pictures < 6 ? pictures : 6 : 3, rows = (pictures + columns - 1) / columns;
    double cell = 960.0 / columns, inner = cell - 16, scale = fmin(inner / wide, 420 / tall), height = tall * scale + 34;
    double total = rows * height + 40;
    slip_text_add(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 976 %.0f\" font-family=\"sans-serif\">\n<rect width=\"976\" height=\"%.0f\" fill=\"#ffffff\"/>\n"
                       "<text x=\"12\" y=\"22\" font-size=\"15\" fill=\"#111\">", total, total);
    slip_svg_escape(out, title);
    slip_text_add(out, "</text>\n");
    for (int k = 0; k < pictures; k++) {
        int frame = frame_of(f, k, pictures);
        double x = 8 + (k % columns) * cell, y = 32 + (k / columns) * height;
        slip_text_add(out, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"none\" stroke=\"#b8c0cc\"/>\n", x, y, wide * scale, tall * scale);
        draw(f, w, frame, x, y, scale, out);
        slip_text_add(out, "<text x=\"%.1f\" y=\"%.1f\" font-size=\"13\" fill=\"#111\">t = %.4g s</text>\n", x, y + tall * scale + 17, f->time[frame]);
    }
    slip_text_add(out, "</svg>\n");
    return out->failed ? no_film(error) : SLIP_OK;
}

slip_status slip_film_gif(const slip_film *f, int most, const char *title, slip_text *out, slip_error *error)
{
    if (!f->frames) return slip_fail(error, SLIP_INPUT, "a film without frames cannot be drawn");
    window w = view(f, f->frames);
    slip_text s = { 0 };
    double wide = w.high[0] - w.low[0], tall = w.high[1] - w.low[1], scale = fmin(560 / wide, 480 / tall);
    int stride = (f->frames + most - 1) / most;
    slip_text_add(&s, "set terminal gif animate delay 6 loop 0 size %.0f,%.0f font 'sans,10'\nset size ratio -1\nunset key\nset border 15\n"
                      "set xlabel 'm'\nset xrange [%.9g:%.9g]\nset yrange [%.9g:%.9g]\nset style fill solid 0.9 border lc rgb '#2c3e50'\n",
                  wide * scale + 90, tall * scale + 80, w.low[0], w.high[0], w.low[1], w.high[1]);
    for (int frame = 0; frame < f->frames; frame += stride) {
        slip_text_add(&s, "$c << EOD\n");
        int rounds = 0, others = 0, walls = 0;
        for (int b = 0; b < f->bodies; b++) {
            slip_body body = body_at(f, frame, b);
            double c[2];
            seen(f, body.x, c);
            if (round_body(&body)) { slip_text_add(&s, "%.6g %.6g %.6g %d\n", c[0], c[1], body.size[0], b == 0 ? 0xc0392b : 0xd5dbe3); rounds++; }
        }
        slip_text_add(&s, "EOD\n$l << EOD\n");
        for (int b = 0; b < f->bodies; b++) {
            slip_body body = body_at(f, frame, b);
            double p[CORNERS][2], c[2];
            seen(f, body.x, c);
            if (round_body(&body)) {
                if (f->space == 2) { slip_text_add(&s, "%.6g %.6g\n%.6g %.6g\n\n", c[0], c[1], c[0] + body.size[0] * cos(body.e[0]), c[1] + body.size[0] * sin(body.e[0])); others++; }
                continue;
            }
            int count = outline(f, &body, p);
            for (int k = 0; k <= count; k++) slip_text_add(&s, "%.6g %.6g\n", p[k % count][0], p[k % count][1]);
            slip_text_add(&s, "\n");
            others++;
        }
        slip_text_add(&s, "EOD\n$w << EOD\n");
        for (int k = 0; k < f->first->walls; k++) {
            double a[2], b[2];
            if (wall_line(f, w, frame, k, a, b)) { slip_text_add(&s, "%.6g %.6g\n%.6g %.6g\n\n", a[0], a[1], b[0], b[1]); walls++; }
        }
        slip_text_add(&s, "EOD\nset title \"");
        for (const char *c = title; *c; c++) if (*c != '"' && *c != '\\') slip_text_put(&s, c, 1);
        slip_text_add(&s, ", t = %.3f s\" noenhanced\nplot NaN notitle%s%s%s\n", f->time[frame],
                      rounds ? ", $c using 1:2:3:4 with circles lc rgb variable" : "", others ? ", $l using 1:2 with lines lc rgb '#2c3e50'" : "",
                      walls ? ", $w using 1:2 with lines lw 2 lc rgb '#111111'" : "");
    }
    slip_text_add(&s, "unset output\n");
    slip_status status = slip_gnuplot_run(&s, out, error);
    slip_text_free(&s);
    return status;
}
