/* narrow.c: narrow phase: contacts of two bodies, and of a body with a wall; disks, spheres, and what has corners.
   SPDX-License-Identifier: GPL-3.0-or-later

   A ball against anything is one contact at the nearest point; something with corners against a wall is one contact for each
   corner within delta; two things with corners: polygon.c (space 2), boxes.c (space 3). */

#include "problems/scene.h"

#include <math.h>
#include <string.h>

enum { MAX_CORNERS = 256 };         /* more are not looked at together */

void slip_touch_add(slip_touches *list, const slip_touch *touch)
{
    if (list->count == list->room) {
        int room = list->room ? 2 * list->room : 256;
        slip_touch *more = slip_realloc(list->touch, (size_t)room * sizeof *more);
        if (!more) {
            list->failed = true;
            return;
        }
        list->touch = more, list->room = room;
    }
    list->touch[list->count++] = *touch;
}

void slip_touch_between(const slip_scene *scene, int from, int on, const double n[3], const double y[3], double gap, slip_touches *list)
{
    bool forward = from < on;
    slip_touch touch = { .a = forward ? from : on, .b = forward ? on : from, .wall = -1, .gap = gap };
    for (int k = 0; k < 3; k++) {
        touch.n[k] = forward ? n[k] : -n[k];
        (forward ? touch.arm_b : touch.arm_a)[k] = y[k] - scene->body[on].x[k];
        (forward ? touch.arm_a : touch.arm_b)[k] = y[k] - gap * n[k] - scene->body[from].x[k];
    }
    slip_touch_add(list, &touch);
}

static bool round_shape(const slip_body *o) { return o->kind == SLIP_SHAPE_DISK || o->kind == SLIP_SHAPE_SPHERE; }

static void snap(const slip_scene *scene, slip_touch *touch)
{
    if (scene->closed || fabs(touch->gap) <= scene->snap)
        touch->gap = 0;
}

void slip_narrow_wall(const slip_scene *scene, int wall, int b, double delta, slip_touches *list)
{
    const slip_body *o = &scene->body[b];
    const double *n = scene->wall[wall].normal;
    slip_touch touch = { .a = -1, .b = b, .wall = wall, .n = { n[0], n[1], n[2] } };
    double at[3], far[3] = { 0 };
    slip_wall_place(&scene->wall[wall], scene->time, at);
    for (int k = 0; k < scene->space; k++)
        far[k] = o->x[k] - at[k];
    double height = slip_dot3(n, far);
    if (round_shape(o)) {
        touch.gap = height - o->size[0];
        if (!(touch.gap <= delta))
            return;
        for (int k = 0; k < 3; k++)
            touch.arm_b[k] = -o->size[0] * n[k];
        snap(scene, &touch);
        slip_touch_add(list, &touch);
        return;
    }
    double corner[3 * MAX_CORNERS];
    int count = slip_body_corners(scene->space, o, corner, MAX_CORNERS);
    for (int i = 0; i < count; i++) {
        memset(touch.arm_b, 0, sizeof touch.arm_b);
        memcpy(touch.arm_b, corner + i * scene->space, (size_t)scene->space * sizeof *corner);
        touch.gap = height + slip_dot3(n, touch.arm_b);
        if (!(touch.gap <= delta))
            continue;
        snap(scene, &touch);
        slip_touch_add(list, &touch);
    }
}

static void balls(const slip_scene *scene, int a, int b, double delta, slip_touches *list)
{
    const slip_body *p = &scene->body[a], *q = &scene->body[b];
    double c[3] = { 0 };
    for (int k = 0; k < scene->space; k++)
        c[k] = q->x[k] - p->x[k];
    double far = sqrt(slip_dot3(c, c));
    slip_touch touch = { .a = a, .b = b, .wall = -1, .gap = far - p->size[0] - q->size[0] };
    if (!(touch.gap <= delta))
        return;
    if (!(far > 0))                     /* the same centre: any direction will do */
        c[scene->space - 1] = far = 1;
    for (int k = 0; k < 3; k++) {
        touch.n[k] = c[k] / far;
        touch.arm_a[k] = p->size[0] * touch.n[k], touch.arm_b[k] = -q->size[0] * touch.n[k];
    }
    snap(scene, &touch);
    slip_touch_add(list, &touch);
}

/* The point of a convex polygon nearest to c (both relative to its centre), and the outward normal there; negative inside. */
static double nearest_polygon(const double *corner, int count, const double c[2], double point[2], double n[2])
{
    double inside = -INFINITY, best = INFINITY;
    for (int i = 0; i < count; i++) {
        const double *p = corner + 2 * i, *q = corner + 2 * ((i + 1) % count);
        double ex = q[0] - p[0], ey = q[1] - p[1], length = sqrt(ex * ex + ey * ey);
        double far = (ey * (c[0] - p[0]) - ex * (c[1] - p[1])) / length;
        if (far > inside) {
            inside = far;
            n[0] = ey / length, n[1] = -ex / length;
            point[0] = c[0] - far * n[0], point[1] = c[1] - far * n[1];
        }
    }
    if (inside <= 0)
        return inside;
    for (int i = 0; i < count; i++) {
        const double *p = corner + 2 * i, *q = corner + 2 * ((i + 1) % count);
        double ex = q[0] - p[0], ey = q[1] - p[1];
        double s = fmin(1, fmax(0, ((c[0] - p[0]) * ex + (c[1] - p[1]) * ey) / (ex * ex + ey * ey)));
        double x = p[0] + s * ex, y = p[1] + s * ey, far = sqrt((c[0] - x) * (c[0] - x) + (c[1] - y) * (c[1] - y));
        if (far < best) {
            best = far;
            n[0] = (c[0] - x) / far, n[1] = (c[1] - y) / far, point[0] = x, point[1] = y;
        }
    }
    return best;
}

/* The same for a box in its own frame. */
static double nearest_box(const double half[3], const double c[3], double point[3], double n[3])
{
    double out[3], far = 0;
    for (int k = 0; k < 3; k++) {
        point[k] = fmin(half[k], fmax(-half[k], c[k]));
        out[k] = c[k] - point[k], far += out[k] * out[k];
    }
    far = sqrt(far);
    if (far > 0) {
        for (int k = 0; k < 3; k++)
            n[k] = out[k] / far;
        return far;
    }
    int face = 0;
    for (int k = 1; k < 3; k++)
        if (half[k] - fabs(c[k]) < half[face] - fabs(c[face]))
            face = k;
    double side = c[face] < 0 ? -1 : 1;
    n[0] = n[1] = n[2] = 0, n[face] = side;
    point[face] = side * half[face];
    return fabs(c[face]) - half[face];
}

/* Ball `ball` against `other`, which has corners. */
static void ball_corners(const slip_scene *scene, int ball, int other, double delta, slip_touches *list)
{
    const slip_body *p = &scene->body[ball], *q = &scene->body[other];
    double c[3] = { 0 }, point[3] = { 0 }, n[3] = { 0 }, far;
    for (int k = 0; k < scene->space; k++)
        c[k] = p->x[k] - q->x[k];
    if (scene->space == 2) {
        double corner[2 * MAX_CORNERS];
        int count = slip_body_corners(2, q, corner, MAX_CORNERS);
        if (count < 3)
            return;
        far = nearest_polygon(corner, count, c, point, n);
    } else {
        if (q->kind != SLIP_SHAPE_BOX)
            return;
        double A[9], local[3], at[3], m[3];
        slip_body_axes(3, q, A);
        for (int k = 0; k < 3; k++)
            local[k] = A[k] * c[0] + A[3 + k] * c[1] + A[6 + k] * c[2];
        far = nearest_box(q->size, local, at, m);
        for (int k = 0; k < 3; k++)
            point[k] = slip_dot3(A + 3 * k, at), n[k] = slip_dot3(A + 3 * k, m);
    }
    slip_touch touch = { .a = ball < other ? ball : other, .b = ball < other ? other : ball, .wall = -1, .gap = far - p->size[0] };
    if (!(touch.gap <= delta))
        return;
    for (int k = 0; k < 3; k++) {       /* n leaves `other` */
        touch.n[k] = other < ball ? n[k] : -n[k];
        (other < ball ? touch.arm_a : touch.arm_b)[k] = point[k];
        (other < ball ? touch.arm_b : touch.arm_a)[k] = -p->size[0] * n[k];
    }
    snap(scene, &touch);
    slip_touch_add(list, &touch);
}

void slip_narrow_pair(const slip_scene *scene, int a, int b, double delta, slip_touches *list)
{
    bool ball_a = round_shape(&scene->body[a]), ball_b = round_shape(&scene->body[b]);
    if (ball_a && ball_b)
        balls(scene, a, b, delta, list);
    else if (ball_a || ball_b)
        ball_corners(scene, ball_a ? a : b, ball_a ? b : a, delta, list);
    else {
        int from = list->count;
        (scene->space == 2 ? slip_narrow_polygons : slip_narrow_boxes)(scene, a, b, delta, list);
        for (; from < list->count; from++)
            snap(scene, &list->touch[from]);
    }
}

double slip_scene_reach(const slip_scene *scene, double h)
{
    if (scene->reach == 0)
        return scene->delta;
    double fastest = 0;
    for (int b = 0; b < scene->count; b++)
        fastest = fmax(fastest, slip_dot3(scene->body[b].v, scene->body[b].v));
    double wall = 0;                                    /* a wall that sets out pushes what it touches in the same step */
    for (int k = 0; k < scene->walls && h > 0; k++) {
        double now[3], then[3], moved = 0;
        slip_wall_place(&scene->wall[k], scene->time, now), slip_wall_place(&scene->wall[k], scene->time + h, then);
        for (int c = 0; c < 3; c++)
            moved += (then[c] - now[c]) * (then[c] - now[c]);
        wall = fmax(wall, sqrt(moved) / h);
    }
    double reach = scene->delta + scene->reach * h * (wall + sqrt(fastest) + sqrt(slip_dot3(scene->gravity, scene->gravity)) * h);
    return scene->reach_most > 0 ? fmin(reach, scene->reach_most) : reach;
}

slip_status slip_scene_touches(const slip_scene *scene, double delta, slip_touches *list, slip_error *error)
{
    slip_arena scratch = { 0 };
    int *pair, count;
    list->count = 0;
    for (int w = 0; w < scene->walls; w++)
        for (int b = 0; b < scene->count; b++)
            slip_narrow_wall(scene, w, b, delta, list);
    slip_status status = slip_grid_pairs(scene, delta, &scratch, &pair, &count, error);
    for (int i = 0; status == SLIP_OK && i < count; i++)
        slip_narrow_pair(scene, pair[2 * i], pair[2 * i + 1], delta, list);
    slip_arena_free(&scratch);
    if (status == SLIP_OK && list->failed)
        status = slip_fail(error, SLIP_MEMORY, "no memory for more than %d contacts", list->count);
    return status;
}
