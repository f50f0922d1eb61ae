/* polygon.c: narrow phase of two convex polygons in the plane: the nearest face, and the other's edge clipped to it.
   SPDX-License-Identifier: GPL-3.0-or-later

   The face that sees the other polygon at the largest distance gives the normal.  The edge opposite to it, cut to the width of
   the face, gives two contacts (a face on a face) or one (a corner on a face).  Corner to corner, where nothing lies above the face:
   one contact along the shortest segment. */

#include "problems/scene.h"

#include <math.h>

enum { MAX = 256 };

typedef struct { int count; double p[2 * MAX]; } polygon;       /* corners in the world, counter-clockwise */

static bool take(const slip_scene *scene, int b, polygon *out)
{
    const slip_body *o = &scene->body[b];
    out->count = slip_body_corners(2, o, out->p, MAX);
    for (int i = 0; i < out->count; i++)
        out->p[2 * i] += o->x[0], out->p[2 * i + 1] += o->x[1];
    return out->count >= 3;
}

static const double *corner(const polygon *p, int i) { return p->p + 2 * ((i + p->count) % p->count); }

static void normal(const polygon *p, int i, double n[2])
{
    const double *s = corner(p, i), *e = corner(p, i + 1);
    double x = e[0] - s[0], y = e[1] - s[1], length = sqrt(x * x + y * y);
    n[0] = y / length, n[1] = -x / length;
}

/* The face of p from which all of q is farthest; its distance. */
static double face(const polygon *p, const polygon *q, int *best)
{
    double most = -INFINITY;
    for (int i = 0; i < p->count; i++) {
        double n[2], least = INFINITY;
        normal(p, i, n);
        for (int j = 0; j < q->count; j++)
            least = fmin(least, n[0] * (corner(q, j)[0] - corner(p, i)[0]) + n[1] * (corner(q, j)[1] - corner(p, i)[1]));
        if (least > most)
            most = least, *best = i;
    }
    return most;
}

/* The corner of q nearest to an edge of p, as (distance, point on p, point on q). */
static double nearest(const polygon *p, const polygon *q, double on_p[2], double on_q[2])
{
    double best = INFINITY;
    for (int i = 0; i < p->count; i++)
        for (int j = 0; j < q->count; j++) {
            const double *s = corner(p, i), *e = corner(p, i + 1), *c = corner(q, j);
            double x = e[0] - s[0], y = e[1] - s[1];
            double t = fmin(1, fmax(0, ((c[0] - s[0]) * x + (c[1] - s[1]) * y) / (x * x + y * y)));
            double dx = c[0] - s[0] - t * x, dy = c[1] - s[1] - t * y, far = sqrt(dx * dx + dy * dy);
            if (far < best)
                best = far, on_p[0] = s[0] + t * x, on_p[1] = s[1] + t * y, on_q[0] = c[0], on_q[1] = c[1];
        }
    return best;
}

void slip_narrow_polygons(const slip_scene *scene, int a, int b, double delta, slip_touches *list)
{
    polygon p, q;
    if (!take(scene, a, &p) || !take(scene, b, &q))
        return;
    int at = 0, other = 0, from = a, on = b;
    double far = face(&p, &q, &at), back = face(&q, &p, &other);
    if (far > delta || back > delta)
        return;
    const polygon *front = &p, *edge = &q;
    if (back > far + 1e-9 * (fabs(far) + fabs(back)))
        front = &q, edge = &p, at = other, from = b, on = a;

    double n[3] = { 0 }, least = INFINITY;
    int opposite = 0;
    normal(front, at, n);
    for (int j = 0; j < edge->count; j++) {
        double m[2];
        normal(edge, j, m);
        if (m[0] * n[0] + m[1] * n[1] < least - 1e-12)
            least = m[0] * n[0] + m[1] * n[1], opposite = j;
    }
    const double *s = corner(front, at), *e = corner(front, at + 1);
    double t[2] = { -n[1], n[0] };                          /* along the face, from s to e */
    double width = t[0] * (e[0] - s[0]) + t[1] * (e[1] - s[1]);
    const double *y[2] = { corner(edge, opposite + 1), corner(edge, opposite) };      /* in the direction of t */
    double along[2], height[2];
    for (int i = 0; i < 2; i++) {
        along[i] = t[0] * (y[i][0] - s[0]) + t[1] * (y[i][1] - s[1]);
        height[i] = n[0] * (y[i][0] - s[0]) + n[1] * (y[i][1] - s[1]);
    }
    double low = fmax(0, along[0]), high = fmin(width, along[1]);
    if (low > high) {                                       /* nothing above the face */
        double u[2], w[3] = { 0 }, u2[2], w2[2], d1 = nearest(front, edge, u, w), d2 = nearest(edge, front, w2, u2);
        if (d2 < d1)
            d1 = d2, u[0] = u2[0], u[1] = u2[1], w[0] = w2[0], w[1] = w2[1];
        if (d1 > 0 && d1 <= delta) {
            slip_touch_between(scene, from, on, (double[3]){ (w[0] - u[0]) / d1, (w[1] - u[1]) / d1 }, w, d1, list);
        }
        return;
    }
    for (int i = 0; i < 2; i++) {
        double x = i == 0 ? low : high;
        if (i == 1 && !(high - low > 1e-9 * width))         /* a point, not a segment */
            break;
        double share = along[1] > along[0] ? (x - along[0]) / (along[1] - along[0]) : 0;
        double gap = height[0] + share * (height[1] - height[0]);
        if (gap <= delta) {
            double point[3] = { x == along[0] ? y[0][0] : x == along[1] ? y[1][0] : s[0] + x * t[0] + gap * n[0],
                                x == along[0] ? y[0][1] : x == along[1] ? y[1][1] : s[1] + x * t[1] + gap * n[1] };
            slip_touch_between(scene, from, on, n, point, gap, list);
        }
    }
}
