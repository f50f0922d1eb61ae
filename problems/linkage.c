/* linkage.c: planar mechanisms with joints and contacts, after the two that Baraff simulates; the designs are ours.
   SPDX-License-Identifier: GPL-3.0-or-later

   feeder   A crank turns at a given rate and drives a pusher through a connecting rod.  The pusher slides on the floor and
            pushes the lowest of k blocks out from under the others, which two walls of a hopper hold back.
            Joints: crank on its shaft (2 rows), its rate (1), the two ends of the rod (4).
   jack     k crossed pairs of arms, pinned at their middles and to each other, stand on a pin in the floor and on one foot that rests
            on the floor; a drive sets the rate at which the lowest pair closes; a platform rests on the two upper ends and carries a load.
            Joints: floor pin (2 rows), middles (2 k), between the pairs (4 (k - 1)), drive (1).

   Velocity level, gap 0 at every contact, one step h from v0: f = M v0 + h (gravity), b = -(rate).  A body is (x, y, angle); the row of a point p
   along a direction d is (d, (p - x) x d), of two bodies the difference of theirs.
   jack with rate=0 stands still, whatever mu: normal impulses c, the weights half and half, and joints hold everything, H_N c + G l + f = 0, so
   v'M v = r'u - c'u_N <= 0 for every solution.
   [Baraff1994, 7, figures 1 and 2] */

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "problems/problems.h"

static const char *const kinds[] = { "feeder", "jack", NULL };
enum { KIND, K, MU, H, G, RATE, ANGLE };
static const slip_param params[] = {
    { "kind", 0, 0, 1, kinds, "which mechanism", SLIP_WHOLE },
    { "k", 3, 1, 100, NULL, "blocks in the hopper, or pairs of arms", SLIP_WHOLE },
    { "mu", 0.4, 0, 1e6, NULL, "coefficient of friction", 0 },
    { "h", 0.01, 1e-9, 1, NULL, "time step", 0 },
    { "g", 9.81, -1e6, 1e6, NULL, "gravity, downward", 0 },
    { "rate", 2, -1e3, 1e3, NULL, "rate of the drive, radians a second", 0 },
    { "angle", 0.6, 0.05, 1.5, NULL, "crank angle, or angle of the arms over the floor, radians", 0 },
    { 0 }
};

typedef struct { double x, y, m, J; } member;

typedef struct {                    /* a mechanism being built; arrays in a scratch arena, sized beforehand */
    slip_problem *out;
    member *body; int bodies;
    double *J, *joint, *mass;       /* rows, n wide */
    int contacts, joints, shapes;
} build;

/* Add `sign` times the velocity of point p of body k along (dx, dy) to a row. */
static void along(build *b, double *row, int k, double px, double py, double dx, double dy, double sign)
{
    if (k < 0)
        return;
    row[3 * k] += sign * dx;
    row[3 * k + 1] += sign * dy;
    row[3 * k + 2] += sign * ((px - b->body[k].x) * dy - (py - b->body[k].y) * dx);
}

/* Contact of body k on body on (-1: ground) at p with normal (nx, ny) towards k; the tangent is the normal turned right. */
static void contact(build *b, int k, int on, double px, double py, double nx, double ny)
{
    slip_problem *out = b->out;
    int i = b->contacts++, n = out->n;
    double *row = b->J + (size_t)(2 * i) * (size_t)n;
    const double d[4] = { nx, ny, ny, -nx };
    for (int a = 0; a < 2; a++) {
        along(b, row + a * n, k, px, py, d[2 * a], d[2 * a + 1], 1);
        along(b, row + a * n, on, px, py, d[2 * a], d[2 * a + 1], -1);
    }
    out->bodies.pair[2 * i] = k;
    out->bodies.pair[2 * i + 1] = on;
    out->picture.point[2 * i] = px;
    out->picture.point[2 * i + 1] = py;
    memcpy(out->picture.frame + 4 * i, d, sizeof d);
}

static void pin(build *b, int k, int on, double px, double py)
{
    int n = b->out->n;
    for (int a = 0; a < 2; a++) {
        double *row = b->joint + (size_t)b->joints++ * (size_t)n;
        along(b, row, k, px, py, a == 0, a == 1, 1);
        along(b, row, on, px, py, a == 0, a == 1, -1);
    }
}

/* The angle of body k against that of body on (-1: ground) changes at the rate given. */
static void drive(build *b, int k, int on, double rate)
{
    double *row = b->joint + (size_t)b->joints * (size_t)b->out->n;
    row[3 * k + 2] += 1;
    if (on >= 0)
        row[3 * on + 2] -= 1;
    b->out->b[b->joints++] = -rate;
}

static int add(build *b, double x, double y, double m, double J)
{
    b->body[b->bodies] = (member){ x, y, m, J };
    return b->bodies++;
}

static slip_shape *shape(build *b) { return &b->out->picture.shape[b->shapes++]; }

static int block(build *b, double x, double y, double w, double h, double m)
{
    int k = add(b, x, y, m, m * (w * w + h * h) / 12);
    *shape(b) = (slip_shape){ .kind = SLIP_SHAPE_BOX, .body = k, .at = { x, y }, .axes = { 1, 0, 0, 0, 1 }, .size = { w / 2, h / 2 } };
    return k;
}

static int bar(build *b, double x0, double y0, double x1, double y1, double m)
{
    int k = add(b, (x0 + x1) / 2, (y0 + y1) / 2, m, m * ((x1 - x0) * (x1 - x0) + (y1 - y0) * (y1 - y0)) / 12);
    *shape(b) = (slip_shape){ .kind = SLIP_SHAPE_SEGMENT, .body = k, .at = { x0, y0 }, .axes = { x1 - x0, y1 - y0 } };
    return k;
}

/* Room for `bodies` and as many contacts, joint rows and extra shapes as the mechanism will have. */
static slip_status begin(build *b, slip_problem *out, int bodies, int contacts, int joints, int shapes, slip_arena *scratch, slip_error *error)
{
    slip_status s = slip_problem_new(out, 2, contacts, 3 * bodies, joints, false, error);
    if (s != SLIP_OK)
        return s;
    size_t n = 3 * (size_t)bodies;
    *b = (build){ .out = out };
    b->body = SLIP_NEW(scratch, member, bodies);
    b->mass = SLIP_NEW(scratch, double, n);
    b->J = SLIP_NEW(scratch, double, n * 2 * (size_t)contacts);
    b->joint = SLIP_NEW(scratch, double, n * (size_t)joints);
    out->bodies.count = bodies;
    out->bodies.first = SLIP_NEW(&out->arena, int, bodies + 1);
    out->bodies.pair = SLIP_NEW(&out->arena, int, 2 * contacts);
    out->picture.space = 2;
    out->picture.shape = SLIP_NEW(&out->arena, slip_shape, bodies + shapes);
    out->picture.point = SLIP_NEW(&out->arena, double, 2 * contacts);
    out->picture.frame = SLIP_NEW(&out->arena, double, 4 * contacts);
    if (scratch->failed || out->arena.failed)
        return slip_fail(error, SLIP_MEMORY, "no memory for a mechanism of %d bodies", bodies);
    return SLIP_OK;
}

/* v0 is 3 numbers a body. */
static slip_status finish(build *b, const double par[], const double *v0, slip_error *error)
{
    slip_problem *out = b->out;
    for (int k = 0; k < b->bodies; k++) {
        double *mass = b->mass + 3 * k, *f = out->f + 3 * k;
        mass[0] = mass[1] = b->body[k].m;
        mass[2] = b->body[k].J;
        for (int a = 0; a < 3; a++)
            f[a] = mass[a] * v0[3 * k + a];
        f[1] -= par[H] * par[G] * b->body[k].m;
        out->bodies.first[k + 1] = 3 * (k + 1);
    }
    for (int i = 0; i < out->nc; i++)
        out->mu[i] = par[MU];
    out->h = par[H];
    out->picture.count = b->shapes;
    return slip_problem_fill_rows(out, b->mass, b->J, b->joint, error);
}

/* Blocks are 2 x 1; the pusher, 3 x 1, touches the lowest at x = 0; the crank, of radius 1, stands on the pusher's left. */
static slip_status feeder(slip_problem *out, const double par[], slip_arena *scratch, slip_error *error)
{
    int k = (int)par[K];
    build b;
    slip_status s = begin(&b, out, 3 + k, 6 + 6 * (k - 1), 7, 3, scratch, error);
    if (s != SLIP_OK)
        return s;
    const double y = 0.5, long_rod = 3, angle = par[ANGLE];
    double reach = sqrt(long_rod * long_rod - sin(angle) * sin(angle));
    double x2 = -3, x1 = x2 - reach, x0 = x1 - cos(angle), y1 = y + sin(angle);      /* rod's right and left end, shaft */
    int crank = add(&b, x0, y, 2, 1);
    *shape(&b) = (slip_shape){ .kind = SLIP_SHAPE_DISK, .body = crank, .at = { x0, y }, .axes = { 1, 0, 0, 0, 1 }, .size = { 1 } };
    int rod = bar(&b, x1, y1, x2, y, 0.5), pusher = block(&b, -1.5, y, 3, 1, 1);
    pin(&b, crank, -1, x0, y);
    drive(&b, crank, -1, -par[RATE]);                                               /* clockwise: the upper pin goes right */
    pin(&b, rod, crank, x1, y1);
    pin(&b, pusher, rod, x2, y);
    contact(&b, pusher, -1, -3, 0, 0, 1);
    contact(&b, pusher, -1, 0, 0, 0, 1);
    int below = -1;
    for (int i = 0; i < k; i++) {
        int at = block(&b, 1, 0.5 + i, 2, 1, 1);
        contact(&b, at, below, 0, i, 0, 1);
        contact(&b, at, below, 2, i, 0, 1);
        for (int c = 0; c < 2; c++) {
            contact(&b, at, i == 0 ? pusher : -1, 0, i + c, 1, 0);                  /* the pusher, or the left wall */
            if (i > 0)
                contact(&b, at, -1, 2, i + c, -1, 0);                               /* the right wall leaves the lowest free */
        }
        below = at;
    }
    *shape(&b) = (slip_shape){ .kind = SLIP_SHAPE_PLANE, .body = -1, .axes = { 0, 1 } };
    for (int c = 0; c < 2 && k > 1; c++)
        *shape(&b) = (slip_shape){ .kind = SLIP_SHAPE_SEGMENT, .body = -1, .at = { 2 * c, 1 }, .axes = { 0, k } };
    double *v0 = SLIP_NEW(scratch, double, 3 * (3 + k));
    if (v0 == NULL)
        return slip_fail(error, SLIP_MEMORY, "no memory for the velocities of a feeder");
    /* Pin of the crank: rate (sin, -cos); the rod's right end stays on its line, which fixes the rod's rotation. */
    double rate = par[RATE], vx = rate * sin(angle), vy = -rate * cos(angle), turn = -vy / (x2 - x1);
    double push = vx - turn * (y - y1);
    v0[3 * crank + 2] = -rate;
    v0[3 * rod] = (vx + push) / 2;
    v0[3 * rod + 1] = vy / 2;
    v0[3 * rod + 2] = turn;
    v0[3 * pusher] = push;
    return finish(&b, par, v0, error);
}

/* Arms of length 2; the middle of pair i is at (0, (2 i + 1) sin angle).  From rest. */
static slip_status jack(slip_problem *out, const double par[], slip_truth *truth, slip_arena *scratch, slip_error *error)
{
    enum { CONTACTS = 5 };
    int k = (int)par[K];
    build b;
    slip_status s = begin(&b, out, 2 * k + 2, CONTACTS, 6 * k - 1, 1, scratch, error);
    if (s != SLIP_OK)
        return s;
    double cx = cos(par[ANGLE]), sy = sin(par[ANGLE]), top = 2 * k * sy;
    for (int i = 0; i < k; i++) {
        double low = 2 * i * sy, high = low + 2 * sy;
        int up = bar(&b, -cx, low, cx, high, 1), down = bar(&b, cx, low, -cx, high, 1);     /* up rises to the right */
        pin(&b, up, down, 0, (low + high) / 2);
        if (i == 0) {
            pin(&b, up, -1, -cx, 0);
            contact(&b, down, -1, cx, 0, 0, 1);
            drive(&b, up, down, 2 * par[RATE]);                                             /* half of it for each arm */
        } else {
            pin(&b, up, down - 2, -cx, low);
            pin(&b, down, up - 2, cx, low);
        }
    }
    int plate = block(&b, 0, top + 0.1, 3, 0.2, 2), load = block(&b, 0, top + 0.7, 1, 1, 10);
    contact(&b, plate, 2 * k - 1, -cx, top, 0, 1);
    contact(&b, plate, 2 * k - 2, cx, top, 0, 1);
    contact(&b, load, plate, -0.5, top + 0.2, 0, 1);
    contact(&b, load, plate, 0.5, top + 0.2, 0, 1);
    *shape(&b) = (slip_shape){ .kind = SLIP_SHAPE_PLANE, .body = -1, .axes = { 0, 1 } };
    double *v0 = SLIP_NEW(scratch, double, 3 * (2 * k + 2));
    if (v0 == NULL)
        return slip_fail(error, SLIP_MEMORY, "no memory for the velocities of a jack");
    s = finish(&b, par, v0, error);
    if (s != SLIP_OK || par[RATE] != 0 || par[G] < 0)
        return s;
    /* Arms 1 each, platform 2, load 10: every pair of contacts carries what is above it, half and half. */
    const double half = par[H] * par[G] / 2, above[CONTACTS] = { 2 * k + 12, 12, 12, 10, 10 };
    double r[2 * CONTACTS] = { 0 }, u[2 * CONTACTS] = { 0 };
    for (int i = 0; i < CONTACTS; i++)
        r[2 * i] = half * above[i];
    truth->how = SLIP_HOW_EXACT;
    truth->solutions = SLIP_SOLUTIONS_SOME;
    truth->unique_u = SLIP_YES;
    truth->cite = "Baraff1994";
    snprintf(truth->text, sizeof truth->text, "it stands still: every pair of contacts can carry the weight above it, half and half, without friction");
    return slip_truth_list(truth, out, 1, r, u, error);
}

static slip_status make(slip_problem *out, const double par[], unsigned long seed, slip_truth *truth, slip_error *error)
{
    (void)seed;
    slip_arena scratch = { 0 };
    slip_status s = par[KIND] == 0 ? feeder(out, par, &scratch, error) : jack(out, par, truth, &scratch, error);
    slip_arena_free(&scratch);
    return s;
}

const slip_family slip_family_linkage = {
    .name = "linkage", .about = "planar mechanisms with joints and contacts: a block feeder, a scissor jack",
    .cite = "Baraff1994", .params = params, .make = make,
};
