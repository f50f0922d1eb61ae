/* boxes.c: narrow phase of two boxes in space: fifteen separating axes, a clipped face or a pair of edges.
   SPDX-License-Identifier: GPL-3.0-or-later

   The axis with the largest separation is the normal: a face of one box (then the other's opposite face, clipped to the four
   sides of that face, gives up to eight contacts: the corners of the patch) or the product of two edges (one contact where they
   are nearest).  Separated boxes with nothing above the face: one contact along the shortest segment between two edges. */

#include "problems/scene.h"

#include <math.h>
#include <string.h>

typedef struct { double x[3], axis[3][3], half[3]; } box;       /* centre, unit axes in the world, half widths */

static void take(const slip_scene *scene, int b, box *out)
{
    double A[9];
    slip_body_axes(3, &scene->body[b], A);
    for (int k = 0; k < 3; k++) {
        out->x[k] = scene->body[b].x[k], out->half[k] = scene->body[b].size[k];
        for (int j = 0; j < 3; j++)
            out->axis[k][j] = A[3 * j + k];
    }
}

static double radius(const box *p, const double n[3])
{
    return p->half[0] * fabs(slip_dot3(p->axis[0], n)) + p->half[1] * fabs(slip_dot3(p->axis[1], n)) + p->half[2] * fabs(slip_dot3(p->axis[2], n));
}

/* Nearest points of the segments p0 + s p, q0 + t q, |s|, |t| <= half lengths, unit p and q. */
static double segments(const double p0[3], const double p[3], double hp, const double q0[3], const double q[3], double hq, double u[3], double w[3])
{
    double r[3] = { p0[0] - q0[0], p0[1] - q0[1], p0[2] - q0[2] };
    double b = slip_dot3(p, q), c = slip_dot3(p, r), f = slip_dot3(q, r), den = 1 - b * b;
    double s = den > 1e-12 ? fmin(hp, fmax(-hp, (b * f - c) / den)) : 0;
    double t = fmin(hq, fmax(-hq, b * s + f));
    s = fmin(hp, fmax(-hp, b * t - c));
    t = fmin(hq, fmax(-hq, b * s + f));
    double far = 0;
    for (int k = 0; k < 3; k++) {
        u[k] = p0[k] + s * p[k], w[k] = q0[k] + t * q[k];
        far += (w[k] - u[k]) * (w[k] - u[k]);
    }
    return sqrt(far);
}

/* Middle of the edge along axis k, on the sides given by the bits of `side` of the two other axes. */
static void edge(const box *p, int k, int side, double middle[3])
{
    int i = (k + 1) % 3, j = (k + 2) % 3;
    double si = side & 1 ? p->half[i] : -p->half[i], sj = side & 2 ? p->half[j] : -p->half[j];
    for (int c = 0; c < 3; c++)
        middle[c] = p->x[c] + si * p->axis[i][c] + sj * p->axis[j][c];
}

static void apart(const slip_scene *scene, int a, int b, const box *p, const box *q, double delta, slip_touches *list)
{
    double best = INFINITY, u[3] = { 0 }, w[3] = { 0 };
    for (int i = 0; i < 12; i++)
        for (int j = 0; j < 12; j++) {
            double mp[3], mq[3], up[3], wq[3];
            edge(p, i % 3, i / 3, mp), edge(q, j % 3, j / 3, mq);
            double far = segments(mp, p->axis[i % 3], p->half[i % 3], mq, q->axis[j % 3], q->half[j % 3], up, wq);
            if (far < best)
                best = far, memcpy(u, up, sizeof u), memcpy(w, wq, sizeof w);
        }
    if (!(best > 0 && best <= delta))
        return;
    double n[3] = { (w[0] - u[0]) / best, (w[1] - u[1]) / best, (w[2] - u[2]) / best };
    slip_touch_between(scene, a, b, n, w, best, list);
}

/* Cut polygon `in` by the half plane |coordinate k| <= h on the side `sign`. */
static int clip(double (*in)[3], int count, double (*out)[3], int k, double sign, double h)
{
    int made = 0;
    for (int i = 0; i < count; i++) {
        double *s = in[i], *e = in[(i + 1) % count];
        double ds = sign * s[k] - h, de = sign * e[k] - h;
        if (ds <= 0)
            memcpy(out[made++], s, 3 * sizeof *s);
        if ((ds < 0 && de > 0) || (ds > 0 && de < 0)) {
            double t = ds / (ds - de);
            for (int c = 0; c < 3; c++)
                out[made][c] = s[c] + t * (e[c] - s[c]);
            out[made++][k] = sign * h;
        }
    }
    return made;
}

/* Face number `face` of p (axis face/2, positive when odd) against q. */
static int patch(const slip_scene *scene, int from, int on, const box *p, const box *q, int face, double delta, slip_touches *list)
{
    int k = face / 2, i = (k + 1) % 3, j = (k + 2) % 3;
    double sign = face % 2 ? 1 : -1, n[3];
    for (int c = 0; c < 3; c++)
        n[c] = sign * p->axis[k][c];
    int opposite = 0;
    double least = INFINITY, side = 1;
    for (int c = 0; c < 3; c++) {
        double x = slip_dot3(q->axis[c], n);
        if (-fabs(x) < least - 1e-12)
            least = -fabs(x), opposite = c, side = x > 0 ? -1 : 1;
    }
    int a = (opposite + 1) % 3, b = (opposite + 2) % 3;
    double now[16][3], next[16][3];
    for (int c = 0; c < 4; c++) {       /* the opposite face, in the frame (i, j, height above the face) of p */
        double y[3];
        double sa = c == 1 || c == 2 ? q->half[a] : -q->half[a], sb = c >= 2 ? q->half[b] : -q->half[b];
        for (int m = 0; m < 3; m++)
            y[m] = q->x[m] - p->x[m] + side * q->half[opposite] * q->axis[opposite][m] + sa * q->axis[a][m] + sb * q->axis[b][m];
        now[c][0] = slip_dot3(y, p->axis[i]), now[c][1] = slip_dot3(y, p->axis[j]), now[c][2] = slip_dot3(y, n) - p->half[k];
    }
    int count = clip(now, 4, next, 0, 1, p->half[i]);
    count = clip(next, count, now, 0, -1, p->half[i]);
    count = clip(now, count, next, 1, 1, p->half[j]);
    count = clip(next, count, now, 1, -1, p->half[j]);
    double size = p->half[i] + p->half[j];
    int kept = 0;
    for (int c = 0; c < count; c++) {
        bool twice = false;
        for (int m = 0; m < kept; m++)
            twice = twice || fabs(now[c][0] - next[m][0]) + fabs(now[c][1] - next[m][1]) <= 1e-9 * size;
        if (twice)
            continue;
        memcpy(next[kept++], now[c], sizeof now[c]);
        if (!(now[c][2] <= delta))
            continue;
        double y[3];
        for (int m = 0; m < 3; m++)
            y[m] = p->x[m] + now[c][0] * p->axis[i][m] + now[c][1] * p->axis[j][m] + (p->half[k] + now[c][2]) * n[m];
        slip_touch_between(scene, from, on, n, y, now[c][2], list);
    }
    return kept;
}

void slip_narrow_boxes(const slip_scene *scene, int a, int b, double delta, slip_touches *list)
{
    if (scene->body[a].kind != SLIP_SHAPE_BOX || scene->body[b].kind != SLIP_SHAPE_BOX)
        return;
    box p, q;
    take(scene, a, &p), take(scene, b, &q);
    double c[3] = { q.x[0] - p.x[0], q.x[1] - p.x[1], q.x[2] - p.x[2] };
    double size = p.half[0] + p.half[1] + p.half[2] + q.half[0] + q.half[1] + q.half[2];
    double best = -INFINITY, n[3] = { 0 };
    int face = -1, kp = 0, kq = 0;
    for (int k = 0; k < 6; k++) {           /* faces of p, then of q */
        const double *axis = k < 3 ? p.axis[k] : q.axis[k - 3];
        double x = slip_dot3(axis, c), far = fabs(x) - radius(&p, axis) - radius(&q, axis);
        if (far > delta)
            return;
        if (far > best + 1e-9 * size)
            best = far, face = 2 * k + (k < 3 ? x > 0 : x < 0);
    }
    bool edges = false;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            double m[3];
            slip_cross3(p.axis[i], q.axis[j], m);
            double length = sqrt(slip_dot3(m, m));
            if (length < 1e-6)
                continue;
            double x = slip_dot3(m, c), sign = x < 0 ? -1 : 1;
            for (int k = 0; k < 3; k++)
                m[k] *= sign / length;
            double far = fabs(x) / length - radius(&p, m) - radius(&q, m);
            if (far > delta)
                return;
            if (far > best + 1e-6 * size)
                best = far, edges = true, kp = i, kq = j, memcpy(n, m, sizeof n);
        }
    if (edges) {
        double mp[3], mq[3], u[3], w[3];
        int i = (kp + 1) % 3, j = (kp + 2) % 3, r = (kq + 1) % 3, s = (kq + 2) % 3;
        edge(&p, kp, (slip_dot3(p.axis[i], n) > 0) + 2 * (slip_dot3(p.axis[j], n) > 0), mp);
        edge(&q, kq, (slip_dot3(q.axis[r], n) < 0) + 2 * (slip_dot3(q.axis[s], n) < 0), mq);
        segments(mp, p.axis[kp], p.half[kp], mq, q.axis[kq], q.half[kq], u, w);
        slip_touch_between(scene, a, b, n, w, best, list);
        return;
    }
    int made = face < 6 ? patch(scene, a, b, &p, &q, face, delta, list) : patch(scene, b, a, &q, &p, face - 6, delta, list);
    if (!made)
        apart(scene, a, b, &p, &q, delta, list);
}
