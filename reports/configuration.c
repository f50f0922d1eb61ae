/* configuration.c: the bodies and contacts of a problem, drawn as SVG.
   SPDX-License-Identifier: GPL-3.0-or-later

   Two dimensions are drawn as they are, y upwards.  Three are seen from the side and a little from above,
   without perspective, planes first, then far bodies before near ones; z is up.  Normals are short strokes.  Impulses are arrows, the largest an eighth of the picture. */

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "reports/reports.h"

enum { WIDTH = 640, HEIGHT_MAX = 640, MARGIN = 24 };

typedef struct { double x, y; } spot;

typedef struct {
    int space;
    double low[2], high[2];     /* of the projected picture, world units */
    double centre[3], reach;    /* of the bodies, world: planes of space are drawn this far */
    double scale;               /* world to SVG */
    int height;
    slip_text *out;
} canvas;

/* World to the plane of drawing. */
static spot project(const canvas *c, const double *p)
{
    if (c->space == 2)
        return (spot){ p[0], p[1] };
    const double a = 0.5, b = 0.35;     /* turn about z, then tilt */
    double x = cos(a) * p[0] + sin(a) * p[1], depth = -sin(a) * p[0] + cos(a) * p[1];
    return (spot){ x, cos(b) * p[2] + sin(b) * depth };
}

static double depth_of(const double *p) { return cos(0.35) * (-sin(0.5) * p[0] + cos(0.5) * p[1]) - sin(0.35) * p[2]; }

static spot place(const canvas *c, spot s)
{
    return (spot){ MARGIN + (s.x - c->low[0]) * c->scale, c->height - MARGIN - (s.y - c->low[1]) * c->scale };
}

static void stretch(canvas *c, spot s, double radius)
{
    c->low[0] = fmin(c->low[0], s.x - radius);
    c->low[1] = fmin(c->low[1], s.y - radius);
    c->high[0] = fmax(c->high[0], s.x + radius);
    c->high[1] = fmax(c->high[1], s.y + radius);
}

/* Corner k (bits: which side of each axis) of a box. */
static void box_corner(const slip_shape *s, int space, int k, double out[3])
{
    for (int i = 0; i < 3; i++) {
        out[i] = s->at[i];
        for (int j = 0; j < space; j++)
            out[i] += (k >> j & 1 ? 1 : -1) * s->size[j] * s->axes[3 * j + i];
    }
}

/* The four corners of what is drawn of a plane of space: under the bodies, along two horizontal or steepest directions. */
static void plane_corners(const canvas *c, const slip_shape *s, double corner[4][3])
{
    const double *n = s->axes;
    double t[3] = { 1 - n[0] * n[0], -n[0] * n[1], -n[0] * n[2] }, o[3], height = 0, length;
    if (fabs(n[0]) > 0.9)
        t[0] = -n[1] * n[0], t[1] = 1 - n[1] * n[1], t[2] = -n[1] * n[2];
    length = sqrt(t[0] * t[0] + t[1] * t[1] + t[2] * t[2]);
    for (int k = 0; k < 3; k++)
        t[k] /= length, height += n[k] * (c->centre[k] - s->at[k]);
    for (int k = 0; k < 3; k++)
        o[k] = n[(k + 1) % 3] * t[(k + 2) % 3] - n[(k + 2) % 3] * t[(k + 1) % 3];
    for (int j = 0; j < 4; j++)
        for (int k = 0; k < 3; k++)
            corner[j][k] = c->centre[k] - height * n[k] + c->reach * ((j == 0 || j == 3 ? -1 : 1) * t[k] + (j < 2 ? -1 : 1) * o[k]);
}

/* Centre and half width of everything that moves. */
static void measure_bodies(canvas *c, const slip_picture *picture)
{
    double low[3] = { INFINITY, INFINITY, INFINITY }, high[3] = { -INFINITY, -INFINITY, -INFINITY };
    for (int k = 0; k < picture->count; k++) {
        const slip_shape *s = &picture->shape[k];
        for (int i = 0; i < 3 && s->kind != SLIP_SHAPE_PLANE; i++) {
            double size = fmax(s->size[0], s->kind == SLIP_SHAPE_BOX ? fmax(s->size[1], s->size[2]) : 0);
            low[i] = fmin(low[i], s->at[i] - size), high[i] = fmax(high[i], s->at[i] + size);
            for (int j = 0; j < s->corners && i < c->space; j++)
                low[i] = fmin(low[i], s->corner[c->space * j + i]), high[i] = fmax(high[i], s->corner[c->space * j + i]);
        }
    }
    for (int i = 0; i < 3 && low[0] <= high[0]; i++)
        c->centre[i] = (low[i] + high[i]) / 2, c->reach = fmax(c->reach, 0.6 * (high[i] - low[i]));
}

static void measure(canvas *c, const slip_problem *p)
{
    const slip_picture *picture = &p->picture;
    double end[3], corner[4][3];
    measure_bodies(c, picture);
    for (int k = 0; k < picture->count; k++) {
        const slip_shape *s = &picture->shape[k];
        switch (s->kind) {
        case SLIP_SHAPE_DISK: case SLIP_SHAPE_SPHERE: stretch(c, project(c, s->at), s->size[0]); break;
        case SLIP_SHAPE_BOX:
            for (int j = 0; j < 1 << c->space; j++) {
                box_corner(s, c->space, j, end);
                stretch(c, project(c, end), 0);
            }
            break;
        case SLIP_SHAPE_SEGMENT:
            for (int i = 0; i < 3; i++)
                end[i] = s->at[i] + s->axes[i];
            stretch(c, project(c, s->at), 0);
            stretch(c, project(c, end), 0);
            break;
        case SLIP_SHAPE_POLYGON:
            for (int j = 0; j < s->corners; j++)
                stretch(c, project(c, s->corner + c->space * j), 0);
            stretch(c, project(c, s->at), 0);
            break;
        case SLIP_SHAPE_PLANE:
            if (c->space == 3)
                plane_corners(c, s, corner);
            for (int j = 0; c->space == 3 && j < 4; j++)
                stretch(c, project(c, corner[j]), 0);
            break;
        }
    }
    for (int i = 0; picture->point && i < p->nc; i++)
        stretch(c, project(c, picture->point + (size_t)i * (size_t)picture->space), 0);
    if (!(c->low[0] <= c->high[0]))
        stretch(c, (spot){ 0, 0 }, 1);
    double x = c->high[0] - c->low[0], y = c->high[1] - c->low[1], size = fmax(fmax(x, y), DBL_MIN);
    if (x < 0.2 * size) { c->low[0] -= 0.1 * size; c->high[0] += 0.1 * size; }
    if (y < 0.2 * size) { c->low[1] -= 0.1 * size; c->high[1] += 0.1 * size; }
    x = c->high[0] - c->low[0], y = c->high[1] - c->low[1];
    c->scale = fmin((WIDTH - 2 * MARGIN) / x, (HEIGHT_MAX - 2 * MARGIN) / y);
    c->height = (int)ceil(y * c->scale) + 2 * MARGIN;
}

static void line(const canvas *c, spot a, spot b, const char *style)
{
    a = place(c, a), b = place(c, b);
    slip_text_add(c->out, "<line x1=\"%.2f\" y1=\"%.2f\" x2=\"%.2f\" y2=\"%.2f\" %s/>\n", a.x, a.y, b.x, b.y, style);
}

/* In 3D the three faces that look at us; in 2D the rectangle. */
static void draw_box(const canvas *c, const slip_shape *s, const char *kind)
{
    double p[3];
    spot corner[4];
    for (int axis = 0; axis < 3; axis++) {
        int a = (axis + 1) % 3, b = (axis + 2) % 3, side = 0;
        if (c->space == 2 && axis < 2)
            continue;
        if (c->space == 3)
            side = depth_of(s->axes + 3 * axis) < 0 ? 1 << axis : 0;
        for (int k = 0; k < 4; k++) {
            int j = k ^ k >> 1;         /* around the face */
            box_corner(s, c->space, side | (j & 1) << a | (j >> 1) << b, p);
            corner[k] = place(c, project(c, p));
        }
        slip_text_add(c->out, "<polygon class=\"%s\" points=\"%.2f,%.2f %.2f,%.2f %.2f,%.2f %.2f,%.2f\"/>\n", kind,
                      corner[0].x, corner[0].y, corner[1].x, corner[1].y, corner[2].x, corner[2].y, corner[3].x, corner[3].y);
    }
}

/* In 3D also the edges to the centre of mass: a body on its corners is drawn as a pyramid. */
static void draw_polygon(const canvas *c, const slip_shape *s, const char *kind)
{
    slip_text_add(c->out, "<polygon class=\"%s\" points=\"", s->corners == 2 ? "rod" : kind);
    for (int j = 0; j < s->corners; j++) {
        spot at = place(c, project(c, s->corner + c->space * j));
        slip_text_add(c->out, "%s%.2f,%.2f", j ? " " : "", at.x, at.y);
    }
    slip_text_add(c->out, "\"/>\n");
    for (int j = 0; c->space == 3 && j < s->corners; j++)
        line(c, project(c, s->corner + c->space * j), project(c, s->at), "class=\"edge\"");
}

static void draw_plane(const canvas *c, const slip_shape *s)
{
    if (c->space == 3) {
        double corner[4][3];
        plane_corners(c, s, corner);
        slip_text_add(c->out, "<polygon class=\"plane\" points=\"");
        for (int j = 0; j < 4; j++) {
            spot at = place(c, project(c, corner[j]));
            slip_text_add(c->out, "%s%.2f,%.2f", j ? " " : "", at.x, at.y);
        }
        slip_text_add(c->out, "\"/>\n");
        return;
    }
    double reach = 2 * (c->high[0] - c->low[0] + c->high[1] - c->low[1]);
    double t[2] = { -s->axes[1], s->axes[0] };
    line(c, (spot){ s->at[0] - reach * t[0], s->at[1] - reach * t[1] }, (spot){ s->at[0] + reach * t[0], s->at[1] + reach * t[1] }, "class=\"ground\"");
}

static void draw_shape(const canvas *c, const slip_shape *s)
{
    const char *kind = s->body < 0 ? "fixed" : "body";
    spot at = place(c, project(c, s->at));
    double end[3];
    switch (s->kind) {
    case SLIP_SHAPE_DISK: case SLIP_SHAPE_SPHERE:
        slip_text_add(c->out, "<circle class=\"%s\" cx=\"%.2f\" cy=\"%.2f\" r=\"%.2f\"/>\n", kind, at.x, at.y, s->size[0] * c->scale);
        break;
    case SLIP_SHAPE_BOX: draw_box(c, s, kind); break;
    case SLIP_SHAPE_PLANE: draw_plane(c, s); break;
    case SLIP_SHAPE_SEGMENT:
        for (int i = 0; i < 3; i++)
            end[i] = s->at[i] + s->axes[i];
        line(c, project(c, s->at), project(c, end), s->body < 0 ? "class=\"ground\"" : "class=\"rod\"");
        break;
    case SLIP_SHAPE_POLYGON:
        draw_polygon(c, s, kind);
        break;
    }
}

/* The impulse of contact i in the world, through the frame whose rows are n, t, o. */
static void world_impulse(const slip_problem *p, const double *r, int i, double out[3])
{
    int space = p->picture.space;
    const double *frame = p->picture.frame + (size_t)i * (size_t)(space * space);
    out[0] = out[1] = out[2] = 0;
    for (int j = 0; j < p->d && j < space; j++)
        for (int k = 0; k < space; k++)
            out[k] += frame[j * space + k] * r[i * p->d + j];
}

const char *slip_mode_colour(slip_mode mode)
{
    static const char *const colour[SLIP_MODE_COUNT] = {
        [SLIP_MODE_OPEN] = "#8a939c", [SLIP_MODE_STICK] = "#2a78c2", [SLIP_MODE_SLIP] = "#d1661a", [SLIP_MODE_GIVEN_SLIP] = "#8e44ad", [SLIP_MODE_GRAZING] = "#2e8b57"
    };
    return colour[mode];
}

static void draw_contacts(const canvas *c, const slip_problem *p, const double *r, const slip_mode *mode)
{
    const slip_picture *picture = &p->picture;
    double largest = 0, size = fmax(c->high[0] - c->low[0], c->high[1] - c->low[1]), world[3];
    for (int i = 0; r && picture->frame && i < p->nc; i++) {
        world_impulse(p, r, i, world);
        largest = fmax(largest, sqrt(world[0] * world[0] + world[1] * world[1] + world[2] * world[2]));
    }
    for (int i = 0; picture->point && i < p->nc; i++) {
        const double *point = picture->point + (size_t)i * (size_t)picture->space;
        double tip[3] = { point[0], point[1], picture->space == 3 ? point[2] : 0 };
        spot at = project(c, point), dot = place(c, at);
        if (mode)
            slip_text_add(c->out, "<circle fill=\"%s\" cx=\"%.2f\" cy=\"%.2f\" r=\"4\"><title>contact %d: %s, mu = %g</title></circle>\n", slip_mode_colour(mode[i]), dot.x, dot.y, i,
                          slip_mode_name(mode[i]), p->mu[i]);
        else
            slip_text_add(c->out, "<circle class=\"contact\" cx=\"%.2f\" cy=\"%.2f\" r=\"2.5\"><title>contact %d, mu = %g</title></circle>\n", dot.x, dot.y, i, p->mu[i]);
        if (!r && picture->frame && p->nc <= 300) {      /* the normal, where no impulse is to be shown */
            const double *n = picture->frame + (size_t)i * (size_t)(picture->space * picture->space);
            for (int k = 0; k < picture->space; k++)
                tip[k] += n[k] * size / 40;
            line(c, at, project(c, tip), "class=\"normal\"");
        }
        if (!(largest > 0) || !isfinite(largest))
            continue;
        world_impulse(p, r, i, world);
        for (int k = 0; k < 3; k++)
            tip[k] += world[k] / largest * size / 8;
        double share = sqrt(world[0] * world[0] + world[1] * world[1] + world[2] * world[2]) / largest;
        if (share > 1e-6)       /* a head is a tenth of the longest arrow: shorter ones are strokes */
            line(c, at, project(c, tip), share > 0.1 ? "class=\"impulse\" marker-end=\"url(#tip)\"" : "class=\"impulse\"");
    }
}

static int by_depth(const void *a, const void *b)
{
    const slip_shape *p = *(const slip_shape *const *)a, *q = *(const slip_shape *const *)b;
    double x = p->kind == SLIP_SHAPE_PLANE ? INFINITY : depth_of(p->at), y = q->kind == SLIP_SHAPE_PLANE ? INFINITY : depth_of(q->at);
    return (x < y) - (x > y);
}

void slip_svg_escape(slip_text *out, const char *text)
{
    for (; *text; text++)
        if (strchr("<>&\"", *text))
            slip_text_add(out, "&#%d;", *text);
        else
            slip_text_put(out, text, 1);
}

slip_status slip_configuration_svg(const slip_problem *p, const slip_answer *answer, const slip_mode *mode, slip_text *out, slip_error *error)
{
    canvas c = { .space = p->picture.space, .low = { INFINITY, INFINITY }, .high = { -INFINITY, -INFINITY }, .out = out };
    if (c.space != 2 && c.space != 3)
        return slip_fail(error, SLIP_INPUT, "%s knows no picture of itself, so it cannot be drawn", p->name ? p->name : "the problem");
    slip_arena arena = { 0 };
    const slip_shape **shape = SLIP_NEW(&arena, const slip_shape *, p->picture.count);
    if (!shape)
        return slip_fail(error, SLIP_MEMORY, "out of memory while drawing");
    for (int k = 0; k < p->picture.count; k++)
        shape[k] = &p->picture.shape[k];
    if (c.space == 3)
        qsort(shape, (size_t)p->picture.count, sizeof *shape, by_depth);
    measure(&c, p);
    slip_text_add(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\">\n<title>", WIDTH, c.height, WIDTH, c.height);
    slip_svg_escape(out, p->name ? p->name : "a problem");
    slip_text_add(out, "</title>\n<style>.body{fill:#cfe0f3;stroke:#1f4e79;stroke-width:1.2}.fixed{fill:#ddd;stroke:#666}"
                       ".ground{stroke:#444;stroke-width:2}.rod{stroke:#1f4e79;stroke-width:4;stroke-linecap:round}.edge{stroke:#1f4e79;stroke-width:1}"
                       ".plane{fill:#f0eee6;stroke:#bbb}.contact{fill:#c0392b}.normal{stroke:#c0392b;stroke-width:1}.impulse{stroke:#c0392b;stroke-width:1.6}</style>\n"
                       "<defs><marker id=\"tip\" viewBox=\"0 0 6 6\" refX=\"5\" refY=\"3\" markerWidth=\"5\" markerHeight=\"5\" orient=\"auto\">"
                       "<path d=\"M0,0L6,3L0,6z\" fill=\"#c0392b\"/></marker></defs>\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n");
    for (int k = 0; k < p->picture.count; k++)
        draw_shape(&c, shape[k]);
    draw_contacts(&c, p, answer ? answer->r : NULL, mode);
    slip_text_add(out, "</svg>\n");
    slip_arena_free(&arena);
    return out->failed ? slip_fail(error, SLIP_MEMORY, "out of memory while drawing") : SLIP_OK;
}
