/* geometry.c: contacts of shapes, the grid against all pairs, joints against differences, motion, walls that move, refusals.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "problems/scene.h"
#include "tests/tap.h"

static slip_scene make_scene(int space, int bodies, int walls, int joints)
{
    slip_scene s;
    slip_error error = { 0 };
    if (slip_scene_new(&s, space, bodies, walls, joints, &error)) bail_out("%s", error.text);
    s.h = 0.01;
    return s;
}

static slip_touches touches(const slip_scene *s, double delta)
{
    slip_touches list = { 0 };
    slip_error error = { 0 };
    if (slip_scene_touches(s, delta, &list, &error)) bail_out("%s", error.text);
    return list;
}

/* Turn a body of space by an angle about a unit axis. */
static void turn(slip_body *o, double x, double y, double z, double angle)
{
    o->e[0] = cos(angle / 2), o->e[1] = x * sin(angle / 2), o->e[2] = y * sin(angle / 2), o->e[3] = z * sin(angle / 2);
}

/* What every contact must satisfy: unit normal, and the surface points gap apart along it. */
static double defect(const slip_scene *s, const slip_touches *list)
{
    double worst = 0;
    for (int i = 0; i < list->count; i++) {
        const slip_touch *t = &list->touch[i];
        worst = fmax(worst, fabs(slip_dot3(t->n, t->n) - 1));
        for (int k = 0; k < s->space && t->a >= 0; k++)
            worst = fmax(worst, fabs(s->body[t->b].x[k] + t->arm_b[k] - s->body[t->a].x[k] - t->arm_a[k] - t->gap * t->n[k]));
    }
    return worst;
}

/* Signed distance of two boxes in space by its definition: sampled over directions, then refined by a descent; only for checking. */
static double separation(const slip_scene *s, int a, int b)
{
    double p[24], q[24], best = -INFINITY, n[3];
    slip_body_corners(3, &s->body[a], p, 8), slip_body_corners(3, &s->body[b], q, 8);
    slip_rng *rng = slip_rng_new(5);
    double at[3] = { 0, 0, 1 };
    for (int step = 0; step < 60000; step++) {
        double size = step < 20000 ? 3 : pow(10, -1 - 7.0 * (step - 20000) / 40000), length;
        for (int k = 0; k < 3; k++) n[k] = (step < 20000 ? 0 : at[k]) + size * slip_rng_normal(rng);
        length = sqrt(slip_dot3(n, n));
        for (int k = 0; k < 3; k++) n[k] /= length;
        double high = -INFINITY, low = INFINITY;
        for (int i = 0; i < 8; i++) {
            double x[3], y[3];
            for (int k = 0; k < 3; k++) x[k] = s->body[a].x[k] + p[3 * i + k], y[k] = s->body[b].x[k] + q[3 * i + k];
            high = fmax(high, slip_dot3(n, x)), low = fmin(low, slip_dot3(n, y));
        }
        if (low - high > best) best = low - high, memcpy(at, n, sizeof at);
    }
    slip_rng_free(rng);
    return best;
}

static void shapes(void)
{
    slip_scene s = make_scene(3, 2, 0, 0);
    slip_body_box3(&s.body[0], 0, 0, 0.5, 1, 1, 0.5, 1);
    slip_body_box3(&s.body[1], 0.5, 0.25, 1.5, 1, 1, 0.5, 1);
    slip_touches list = touches(&s, 1e-9);
    double low = INFINITY, high = -INFINITY;
    for (int i = 0; i < list.count; i++) {
        double x = s.body[1].x[0] + list.touch[i].arm_b[0], y = s.body[1].x[1] + list.touch[i].arm_b[1];
        low = fmin(low, fmin(x + 0.5, y + 0.75)), high = fmax(high, fmax(x, y));
    }
    ok(list.count == 4 && low == 0 && high == 1 && defect(&s, &list) == 0 && list.touch[0].n[2] == 1, "box on box: the four corners of the patch");
    turn(&s.body[1], 0, 0, 1, M_PI / 4);
    s.body[1].x[0] = s.body[1].x[1] = 0;
    slip_free(list.touch);
    list = touches(&s, 1e-9);
    ok(list.count == 8 && defect(&s, &list) <= 1e-15, "turned by 45 degrees: an octagon");
    slip_free(list.touch);
    turn(&s.body[0], 0, 1, 0, M_PI / 4);            /* an edge of each, crossed */
    turn(&s.body[1], 1, 0, 0, M_PI / 4);
    s.body[0].size[0] = s.body[0].size[2] = s.body[1].size[1] = s.body[1].size[2] = 0.5;
    s.body[1].x[2] = s.body[0].x[2] + sqrt(2) + 0.01;
    list = touches(&s, 0.1);
    ok(list.count == 1 && fabs(list.touch[0].gap - 0.01) <= 1e-14 && fabs(list.touch[0].n[2] - 1) <= 1e-14, "edge over edge: one contact between them");
    slip_free(list.touch);
    list = touches(&s, 0.005);
    is_int(list.count, 0, "farther than delta: none");
    slip_free(list.touch);

    slip_rng *rng = slip_rng_new(1);
    int agree = 0, none = 0, tried = quick_or_full(30, 300);
    double worst = 0;
    for (int i = 0; i < tried; i++) {               /* boxes anyhow: the smallest gap is the distance, apart or overlapping */
        for (int b = 0; b < 2; b++) {
            slip_body_box3(&s.body[b], 0, 0, 0, slip_rng_uniform(rng, 0.3, 1), slip_rng_uniform(rng, 0.3, 1), slip_rng_uniform(rng, 0.3, 1), 1);
            double e[4], length = 0;
            for (int k = 0; k < 4; k++) e[k] = slip_rng_normal(rng), length += e[k] * e[k];
            for (int k = 0; k < 4; k++) s.body[b].e[k] = e[k] / sqrt(length);
        }
        for (int k = 0; k < 3; k++) s.body[1].x[k] = slip_rng_uniform(rng, -1, 1);
        list = touches(&s, 2);
        double far = separation(&s, 0, 1), gap = INFINITY;
        for (int k = 0; k < list.count; k++) gap = fmin(gap, list.touch[k].gap);
        worst = fmax(worst, defect(&s, &list));
        if (list.count == 0) none++;
        else agree += gap >= far - 1e-9 && gap <= far + 1e-3;       /* sampling comes from below */
        if (list.count && !(gap <= far + 1e-3)) diag("gap %g, distance %g", gap, far);
        slip_free(list.touch);
    }
    slip_rng_free(rng);
    ok(agree == tried && none == 0 && worst <= 1e-14, "%d pairs of boxes anyhow: the smallest gap is their signed distance", tried);
    slip_scene_free(&s);

    s = make_scene(3, 2, 0, 0);
    slip_body_box3(&s.body[0], 0, 0, 0, 1, 2, 3, 1);
    slip_body_sphere(&s.body[1], 0, 0, 3.6, 0.5, 1);
    list = touches(&s, 1);
    ok(list.count == 1 && fabs(list.touch[0].gap - 0.1) <= 1e-15 && list.touch[0].n[2] == 1, "sphere over a face");
    slip_free(list.touch);
    s.body[1].x[0] = 1 + 3, s.body[1].x[1] = 2 + 4, s.body[1].x[2] = 0;
    list = touches(&s, 5);
    ok(list.count == 1 && fabs(list.touch[0].gap - 4.5) <= 1e-15 && fabs(list.touch[0].n[0] - 0.6) <= 1e-15, "sphere beside an edge");
    slip_free(list.touch);
    s.body[1].x[0] = 0.9, s.body[1].x[1] = 0;
    list = touches(&s, 5);
    ok(list.count == 1 && fabs(list.touch[0].gap + 0.6) <= 1e-15 && list.touch[0].n[0] == 1, "centre inside: out through the nearest face");
    slip_free(list.touch);
    slip_scene_free(&s);

    s = make_scene(2, 2, 0, 0);
    slip_body_box2(&s.body[0], 0, 0, 1, 1, 1);
    slip_body_box2(&s.body[1], 1.5, 2, 1, 1, 1);
    list = touches(&s, 1e-9);
    ok(list.count == 2 && list.touch[0].n[1] == 1 && defect(&s, &list) == 0
       && fmin(list.touch[0].arm_a[0], list.touch[1].arm_a[0]) == 0.5 && fmax(list.touch[0].arm_a[0], list.touch[1].arm_a[0]) == 1, "boxes of the plane: both ends of the overlap");
    slip_free(list.touch);
    s.body[1].x[0] = 2 + 3, s.body[1].x[1] = 2 + 4;
    list = touches(&s, 6);
    ok(list.count == 1 && fabs(list.touch[0].gap - 5) <= 1e-14 && fabs(list.touch[0].n[0] - 0.6) <= 1e-15, "corner to corner");
    slip_free(list.touch);
    s.body[1].e[0] = M_PI / 4, s.body[1].x[0] = 0.2, s.body[1].x[1] = 1 + sqrt(2) - 0.01;
    list = touches(&s, 1e-3);
    ok(list.count == 1 && fabs(list.touch[0].gap + 0.01) <= 1e-15 && fabs(list.touch[0].arm_a[0] - 0.2) <= 1e-15, "a corner in a face");
    slip_free(list.touch);
    slip_body_disk(&s.body[1], 1 + 3, 1 + 4, 2, 1, 1);
    list = touches(&s, 5);
    ok(list.count == 1 && fabs(list.touch[0].gap - 3) <= 1e-15 && fabs(list.touch[0].n[1] - 0.8) <= 1e-15, "a disk beside a corner");
    slip_free(list.touch);
    slip_scene_free(&s);
}

static void grid(void)
{
    for (int space = 2; space <= 3; space++) {
        int n = 400, missing = 0, extra = 0;
        slip_scene s = make_scene(space, n, 0, 0);
        slip_rng *rng = slip_rng_new(7 + (unsigned)space);
        for (int b = 0; b < n; b++) {               /* radii from 0.02 to 2, and a far-away body */
            double R = 0.02 * pow(100, slip_rng_uniform(rng, 0, 1)), x = slip_rng_uniform(rng, 0, 20), y = slip_rng_uniform(rng, 0, 20);
            if (b == 17) x = 1e5;
            if (space == 2) slip_body_disk(&s.body[b], x, y, R, 1, 1);
            else slip_body_sphere(&s.body[b], x, y, slip_rng_uniform(rng, 0, 20), R, 1);
            s.body[b].skip = b % 7 == 0 ? 3 : 0;
        }
        slip_rng_free(rng);
        slip_touches list = touches(&s, 0.3);
        int at = 0;
        for (int a = 0; a < n; a++)
            for (int b = a + 1; b < n; b++) {
                double far = 0;
                for (int k = 0; k < space; k++) far += pow(s.body[a].x[k] - s.body[b].x[k], 2);
                bool close = sqrt(far) - s.body[a].size[0] - s.body[b].size[0] <= 0.3 && !(s.body[a].skip && s.body[a].skip == s.body[b].skip);
                bool here = at < list.count && list.touch[at].a == a && list.touch[at].b == b;
                missing += close && !here, extra += here && !close;
                at += here;
            }
        ok(missing == 0 && extra == 0 && at == list.count && at > 100, "space %d: the grid finds what all pairs find, each once, in order", space);
        slip_free(list.touch);
        slip_scene_free(&s);
    }
}

/* Gradients of joints against central differences of their values along each velocity. */
static void joints(void)
{
    for (int kind = SLIP_JOINT_PIN; kind <= SLIP_JOINT_HINGE; kind++)
        for (int space = 2; space <= 3; space++) {
            if (kind == SLIP_JOINT_HINGE && space == 2) continue;
            slip_scene s = make_scene(space, 2, 0, 1);
            slip_rng *rng = slip_rng_new(3);
            int dof = space == 2 ? 3 : 6;
            for (int b = 0; b < 2; b++) {
                double length = 0;
                for (int k = 0; k < space; k++) s.body[b].x[k] = slip_rng_normal(rng);
                if (space == 2) s.body[b].e[0] = slip_rng_normal(rng);
                for (int k = 0; space == 3 && k < 4; k++) s.body[b].e[k] = slip_rng_normal(rng), length += s.body[b].e[k] * s.body[b].e[k];
                for (int k = 0; space == 3 && k < 4; k++) s.body[b].e[k] /= sqrt(length);
            }
            slip_joint *j = s.joint;
            *j = (slip_joint){ .kind = (slip_joint_kind)kind, .a = 0, .b = 1, .axis_a = { 0, 0.6, 0.8 }, .axis_b = { 0.6, 0, 0.8 }, .length = 0.3 };
            for (int k = 0; k < space; k++) j->at_a[k] = slip_rng_normal(rng), j->at_b[k] = slip_rng_normal(rng);
            slip_rng_free(rng);
            double worst = 0;
            for (int row = 0; row < slip_joint_rows(&s, j); row++) {
                double g, gt, grad[2][6], other[2][6];
                slip_joint_row(&s, j, row, &g, &gt, grad[0], grad[1]);
                for (int i = 0; i < 2 * dof; i++) {
                    double side[2];
                    for (int sign = 0; sign < 2; sign++) {
                        double v[12] = { 0 };
                        slip_body keep[2] = { s.body[0], s.body[1] };
                        v[i] = sign ? 1 : -1;
                        slip_scene_move(&s, v, 1e-5);
                        slip_joint_row(&s, j, row, &side[sign], &gt, other[0], other[1]);
                        memcpy(s.body, keep, sizeof keep);
                    }
                    worst = fmax(worst, fabs((side[1] - side[0]) / 2e-5 - grad[i / dof][i % dof]));
                }
            }
            ok(worst <= 1e-9, "joint %d in space %d: gradients are the derivatives", kind, space);
            slip_scene_free(&s);
        }
    slip_scene s = make_scene(2, 1, 0, 1);
    s.joint[0] = (slip_joint){ .kind = SLIP_JOINT_PIN, .a = -1, .b = 0, .along = { 1, 0 }, .amplitude = 0.5, .frequency = 3 };
    double g, gt, before, after, grad[2][6];
    s.time = 0.7;
    slip_joint_row(&s, s.joint, 0, &g, &gt, grad[0], grad[1]);
    double rate = gt;
    s.time = 0.7 - 1e-5;
    slip_joint_row(&s, s.joint, 0, &before, &gt, grad[0], grad[1]);
    s.time = 0.7 + 1e-5;
    slip_joint_row(&s, s.joint, 0, &after, &gt, grad[0], grad[1]);
    ok_near((after - before) / 2e-5, rate, 1e-8, "a driven joint: dg/dt");
    slip_scene_free(&s);
}

/* H'v is the relative velocity of the surface points: gaps of balls and of corners on walls change by it. */
static void columns(void)
{
    const char *const name[] = { "cannonball:n=3,speed=1", "pile:n=3,speed=1", "tower:n=1,speed=1", "incline:v=1", "needle", "pyramid:speed=2,corners=5" };
    for (size_t i = 0; i < sizeof name / sizeof *name; i++) {
        slip_error error = { 0 };
        slip_scene s;
        slip_problem p, q;
        char head[64];
        double par[SLIP_MAX_PARAMS], worst = 0, dt = 1e-6;
        snprintf(head, sizeof head, "%.*s", (int)strcspn(name[i], ":"), name[i]);
        const slip_family *family = slip_family_find(head, &error);
        if (slip_param_parse(family->params, "problem", head, strchr(name[i], ':') ? strchr(name[i], ':') + 1 : NULL, par, NULL, &error)
            || family->scene(&s, par, 1, &error)) bail_out("%s", error.text);
        s.snap = 0, s.delta = 0.1, s.reach = 0;
        if (slip_scene_assemble(&s, s.h, &p, &error)) bail_out("%s", error.text);
        double *v = calloc((size_t)p.n, sizeof *v), *u = calloc((size_t)slip_problem_m(&p), sizeof *u);
        slip_scene_velocity(&s, v);
        for (int k = 0; k < p.n; k++) v[k] += 0.3 * (k % 5) - 0.4;
        slip_sparse_gaxpy_t(1, &p.H, v, u);
        slip_scene_move(&s, v, dt);
        if (slip_scene_assemble(&s, s.h, &q, &error)) bail_out("%s", error.text);
        for (int k = 0; k < p.nc && q.nc == p.nc; k++) worst = fmax(worst, fabs((q.picture.gap[k] - p.picture.gap[k]) / dt - u[p.d * k]));
        ok(q.nc == p.nc && worst <= 1e-4, "%s: gaps change by n'v (%d contacts)", name[i], p.nc);
        if (!(worst <= 1e-4)) diag("  off by %g", worst);
        free(v), free(u);
        slip_problem_free(&p), slip_problem_free(&q), slip_scene_free(&s);
    }
}

static void motion(void)
{
    slip_scene s = make_scene(3, 1, 0, 0);
    slip_body_box3(s.body, 0, 0, 0, 1, 2, 3, 1);
    double v[6] = { 1, 2, 3, 0, 0, 1 }, A[9];
    for (int i = 0; i < 10000; i++) slip_scene_move(&s, v, 1e-4);
    slip_body_axes(3, s.body, A);
    ok(fabs(A[0] - cos(1)) <= 1e-7 && fabs(A[3] - sin(1)) <= 1e-7 && fabs(s.body->x[2] - 3) <= 1e-12, "a turn of one radian about z");
    double length = 0, ortho = 0;
    for (int k = 0; k < 4; k++) length += s.body->e[k] * s.body->e[k];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) ortho = fmax(ortho, fabs(slip_dot3(A + 3 * i, A + 3 * j) - (i == j)));
    ok(fabs(length - 1) <= 1e-15 && ortho <= 1e-14, "Euler parameters stay of length 1");
    ok_near(s.drift, sqrt(1 + 1e-8 / 4) - 1, 1e-15, "and the drift that was removed is recorded: sqrt(1 + (h omega/2)^2) - 1");
    slip_scene_free(&s);

    /* torque-free: momentum and, with small steps, energy are kept */
    s = make_scene(3, 1, 0, 0);
    slip_body_box3(s.body, 0, 0, 0, 0.5, 1, 2, 1);
    s.body->omega[0] = 1, s.body->omega[1] = 2, s.body->omega[2] = -1;
    slip_measures m0, m1;
    slip_error error = { 0 };
    slip_scene_measure(&s, &m0, &error);
    for (int i = 0; i < 1000; i++) {
        slip_problem p;
        double next[6];
        if (slip_scene_assemble(&s, 1e-4, &p, &error)) bail_out("%s", error.text);
        for (int k = 0; k < 6; k++) next[k] = p.f[k] / p.M.x[k];
        slip_problem_free(&p);
        slip_scene_move(&s, next, 1e-4);
    }
    slip_scene_measure(&s, &m1, &error);
    double off = 0;
    for (int k = 0; k < 3; k++) off = fmax(off, fabs(m1.angular[k] - m0.angular[k]));
    ok(off <= 2e-3 && fabs(m1.kinetic - m0.kinetic) <= 2e-3 && fabs(s.body->omega[0] - 1) > 1e-2, "a free top keeps its angular momentum and energy while omega changes");
    slip_scene_free(&s);
}

static void steps(void)
{
    slip_error error = { 0 };
    slip_problem p;
    slip_scene s = make_scene(2, 1, 1, 0);
    slip_wall_plane(s.wall, (double[3]){ 0 }, (double[3]){ 0, 2, 0 });
    slip_body_disk(s.body, 0, 0.9, 1, 2, 1);
    s.mu = 0.5;
    if (slip_scene_assemble(&s, 0.01, &p, &error)) bail_out("%s", error.text);
    ok_near(p.w[0], -10, 1e-12, "penetration: corrected within one step");
    slip_problem_free(&p);
    s.cap = 3;
    slip_scene_assemble(&s, 0.01, &p, &error);
    is_double(p.w[0], -3, "but not faster than the cap");
    slip_problem_free(&p);
    s.stabilise = false;
    slip_scene_assemble(&s, 0.01, &p, &error);
    is_double(p.w[0], 0, "or not at all");
    slip_problem_free(&p);
    s.body->x[1] = 1, s.body->v[1] = -4, s.restitution = 0.5, s.rest_speed = 0.1, s.rest_gap = 0.01, s.stabilise = true;
    slip_scene_assemble(&s, 0.01, &p, &error);
    is_double(p.w[0], -2, "restitution: u_N = v_N + e v_N before");
    slip_problem_free(&p);
    s.body->v[1] = -0.05;
    slip_scene_assemble(&s, 0.01, &p, &error);
    is_double(p.w[0], 0, "slow contacts do not bounce");
    slip_problem_free(&p);
    s.wall->belt[0] = 3, s.restitution = 0;
    slip_scene_assemble(&s, 0.01, &p, &error);
    is_double(p.w[1], 3, "a belt to the right: t points to the left");
    slip_problem_free(&p);
    s.wall->belt[0] = 0, s.wall->along[1] = 1, s.wall->amplitude = 2, s.wall->period = 1, s.wall->rest = 3, s.wall->start = 1;
    double at[3];
    slip_wall_place(s.wall, 1.5, at);
    is_double(at[1], 2, "a shaken floor: highest after half a period");
    slip_wall_place(s.wall, 3.7, at);
    is_double(at[1], 0, "then at rest");
    slip_wall_place(s.wall, 5.5, at);
    is_double(at[1], 2, "and again");
    s.time = 1.2, s.body->x[1] = 2, s.delta = 1;
    slip_scene_assemble(&s, 0.1, &p, &error);
    slip_wall_place(s.wall, 1.3, at);
    ok_near(p.w[0], (2 - 1 - at[1]) / 0.1, 1e-12, "w_N is the gap to where the floor will be");
    slip_problem_free(&p);
    ok(slip_scene_assemble(&s, 0, &p, &error) == SLIP_INPUT && slip_scene_assemble(&s, NAN, &p, &error) == SLIP_INPUT, "no step of length 0 or NaN");
    s.body->x[0] = NAN;
    slip_scene_free(&s);

    s = make_scene(2, 2, 0, 0);
    s.body[1].x[0] = INFINITY;
    ok(slip_scene_assemble(&s, 0.1, &p, &error) == SLIP_NUMERIC && strstr(error.text, "body 1"), "a body at infinity is named");
    slip_scene_free(&s);
    ok(slip_scene_room(3, 1e9, 1e10, &error) == SLIP_SIZE, "too many entries are refused");
    ok(slip_scene_room(2, 1e8, 1.5e8, &error) == SLIP_SIZE && strstr(error.text, "MB"), "what does not fit is refused with its size");
}

/* Every allocation of making a scene's problem may fail: one sentence, nothing leaks. */
static void memory(void)
{
    const char *const name[] = { "cannonball:n=3,speed=1", "pendulum:n=2", "arch:n=4", "wall3d:nx=2,ny=2", "brazil-nut:n=20", "pyramid", "needle" };
    for (size_t i = 0; i < sizeof name / sizeof *name; i++) {
        long live = slip_memory_live();
        int failed = 0, wrong = 0;
        for (long k = 1; k < 500; k++) {
            slip_error error = { 0 };
            slip_problem p;
            slip_memory_fail_at(k);
            slip_status status = slip_problem_open(&p, name[i], NULL, &error);
            slip_memory_fail_at(0);
            if (!status) {
                slip_problem_free(&p);
                break;
            }
            failed++, wrong += status != SLIP_MEMORY || !error.text[0];
        }
        ok(failed > 3 && wrong == 0 && slip_memory_live() == live, "%s: %d allocations failed in turn, each said so, nothing leaked", name[i], failed);
        if (wrong || slip_memory_live() != live) diag("  %d wrong, %ld blocks left", wrong, slip_memory_live() - live);
    }
}

int main(void)
{
    slip_error error = { 0 };
    plan(12 + 2 + 6 + 6 + 4 + 14 + 7);
    if (slip_start(&error)) bail_out("%s", error.text);
    shapes();
    grid();
    joints();
    columns();
    motion();
    steps();
    memory();
    return done();
}
