/* grid.c: broad phase: which bodies are close enough to be looked at, by a uniform grid, in time linear in their number.
   SPDX-License-Identifier: GPL-3.0-or-later

   Every body is entered in each cell its bounding box (grown by delta/2) overlaps; a pair is reported once, in the cell that
   holds the lower corner of the intersection of both boxes.  The cell is as wide as a body on average, and wider when the
   grid would have more than 4 cells a body, so sparse scenes cost no more than dense ones. */

#include "problems/scene.h"

#include <limits.h>
#include <math.h>

typedef struct { int lo[3], hi[3]; } cells;         /* of one body, inclusive */

/* Half widths of the bounding box. */
static void extent(int space, const slip_body *o, double half[3])
{
    half[2] = 0;
    if (o->kind == SLIP_SHAPE_DISK || o->kind == SLIP_SHAPE_SPHERE) {
        half[0] = half[1] = half[2] = o->size[0];
        return;
    }
    double A[9];
    slip_body_axes(space, o, A);
    for (int k = 0; k < space; k++) {
        half[k] = 0;
        if (o->kind == SLIP_SHAPE_BOX)
            for (int j = 0; j < space; j++)
                half[k] += fabs(A[3 * k + j]) * o->size[j];
        else
            for (int i = 0; i < o->corners; i++) {
                double p = 0;
                for (int j = 0; j < space; j++)
                    p += A[3 * k + j] * o->corner[i * space + j];
                half[k] = fmax(half[k], fabs(p));
            }
    }
}

/* Sort count pairs by their entry `which` (0 or 1), stably, in time linear in count + bodies. */
static void sort(const int *in, int *out, int count, int which, int *start, int bodies)
{
    for (int b = 0; b <= bodies; b++)
        start[b] = 0;
    for (int i = 0; i < count; i++)
        start[in[2 * i + which] + 1]++;
    for (int b = 0; b < bodies; b++)
        start[b + 1] += start[b];
    for (int i = 0; i < count; i++) {
        int to = start[in[2 * i + which]]++;
        out[2 * to] = in[2 * i], out[2 * to + 1] = in[2 * i + 1];
    }
}

static bool linked(const slip_scene *scene, int a, int b)
{
    return scene->body[a].skip != 0 && scene->body[a].skip == scene->body[b].skip;
}

/* Enter body b in its cells; with `entry` NULL only count, two places on.  first[c + 1] is where cell c takes its next entry, so that
   after entering it is where cell c ends.  Returns the number of cells. */
static double enter(int b, const cells *box, const int size[3], int *first, int *entry)
{
    double many = 0;
    for (int z = box->lo[2]; z <= box->hi[2]; z++)
        for (int y = box->lo[1]; y <= box->hi[1]; y++)
            for (int x = box->lo[0]; x <= box->hi[0]; x++, many++) {
                long c = x + (long)size[0] * (y + (long)size[1] * z);
                if (entry)
                    entry[first[c + 1]++] = b;
                else
                    first[c + 2]++;
            }
    return many;
}

/* Walk all pairs; with `out` NULL only count them. */
static size_t walk(const slip_scene *scene, const cells *box, const int size[3], const int *first, const int *entry, int *out)
{
    size_t found = 0;
    int z = 0, y = 0, x = 0;
    for (long cell = 0, end = (long)size[0] * size[1] * size[2]; cell < end; cell++) {
        int here[3] = { x, y, z };
        for (int i = first[cell]; i < first[cell + 1]; i++)
            for (int j = i + 1; j < first[cell + 1]; j++) {
                const cells *p = &box[entry[i]], *q = &box[entry[j]];
                bool mine = true;
                for (int k = 0; k < 3; k++)
                    mine = mine && here[k] == (p->lo[k] > q->lo[k] ? p->lo[k] : q->lo[k]);
                if (!mine || linked(scene, entry[i], entry[j]))
                    continue;
                if (out) {          /* entries of a cell ascend, so a < b */
                    out[2 * found] = entry[i];
                    out[2 * found + 1] = entry[j];
                }
                found++;
            }
        if (++x == size[0])
            x = 0, y++;
        if (y == size[1])
            y = 0, z++;
    }
    return found;
}

slip_status slip_grid_pairs(const slip_scene *scene, double delta, slip_arena *arena, int **pair, int *count, slip_error *error)
{
    int nb = scene->count, space = scene->space;
    *pair = NULL, *count = 0;
    if (nb < 2)
        return SLIP_OK;
    double lo[3] = { INFINITY, INFINITY, INFINITY }, hi[3] = { -INFINITY, -INFINITY, -INFINITY }, mean = 0;
    for (int b = 0; b < nb; b++) {
        double half[3];
        extent(space, &scene->body[b], half);
        for (int k = 0; k < space; k++) {
            double x = scene->body[b].x[k];
            if (!isfinite(x) || !isfinite(half[k]))
                return slip_fail(error, SLIP_NUMERIC, "body %d is nowhere: its position is not finite", b);
            lo[k] = fmin(lo[k], x - half[k] - delta), hi[k] = fmax(hi[k], x + half[k] + delta);
        }
        mean += 2 * fmax(half[0], fmax(half[1], half[2])) / nb;
    }
    double cell = fmax(mean + delta, 1e-300), total;
    int size[3] = { 1, 1, 1 };
    for (;; cell *= fmax(1.01, pow(total / (4.0 * nb + 64), 1.0 / space))) {
        total = 1;
        for (int k = 0; k < space; k++)
            total *= floor((hi[k] - lo[k]) / cell) + 1;
        if (total <= 4.0 * nb + 64)
            break;
    }
    for (int k = 0; k < space; k++)
        size[k] = (int)floor((hi[k] - lo[k]) / cell) + 1;

    long many = (long)size[0] * size[1] * size[2];
    cells *box = SLIP_NEW(arena, cells, nb);
    int *first = SLIP_NEW(arena, int, many + 2);
    if (arena->failed)
        return slip_fail(error, SLIP_MEMORY, "no memory for a grid of %ld cells", many);
    double entries = 0;
    for (int b = 0; b < nb; b++) {
        double half[3];
        extent(space, &scene->body[b], half);
        for (int k = 0; k < space; k++) {
            double x = scene->body[b].x[k], grown = half[k] + delta / 2;
            int last = (int)((x + grown - lo[k]) / cell);
            box[b].lo[k] = (int)((x - grown - lo[k]) / cell), box[b].hi[k] = last < size[k] ? last : size[k] - 1;
        }
        entries += enter(b, &box[b], size, first, NULL);
    }
    if (!(entries < INT_MAX))
        return slip_fail(error, SLIP_SIZE, "bodies of very different sizes fill %.0f cells of the grid", entries);
    for (long c = 0; c < many; c++)
        first[c + 2] += first[c + 1];
    int *entry = SLIP_NEW(arena, int, entries);
    if (!entry)
        return slip_fail(error, SLIP_MEMORY, "no memory for %.0f entries of the grid", entries);
    for (int b = 0; b < nb; b++)
        enter(b, &box[b], size, first, entry);

    size_t found = walk(scene, box, size, first, entry, NULL);
    if (found > INT_MAX / 2 || (found > 10000000 && found * 4 * sizeof(int) > slip_memory_available() / 2))
        return slip_fail(error, SLIP_SIZE, "%zu pairs of bodies are close to each other: delta or reach is too large", found);
    int *raw = SLIP_NEW(arena, int, 2 * found), *sorted = SLIP_NEW(arena, int, 2 * found), *start = SLIP_NEW(arena, int, nb + 1);
    if (arena->failed)
        return slip_fail(error, SLIP_MEMORY, "no memory for %zu pairs of bodies", found);
    walk(scene, box, size, first, entry, raw);
    sort(raw, sorted, (int)found, 1, start, nb);
    sort(sorted, raw, (int)found, 0, start, nb);
    *pair = raw, *count = (int)found;
    return SLIP_OK;
}
