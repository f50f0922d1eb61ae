/* mechanism.c: kinematics and dynamics of objects and serial manipulators in contact, at acceleration level.
   SPDX-License-Identifier: GPL-3.0-or-later

   Newton and Euler, objects:       M = diag(m, I),  f = (m g + F, tau - omega x I omega)
   Manipulators, Jv, Jw of a link:  M = sum m Jv'Jv + Jw'I Jw,
                                    f = effort + sum Jv' m (g - c) - Jw'(I alpha + omega x I omega)
   where c and alpha are the accelerations of the link's centre and of its rotation when the joint rates are constant:
       revolute   alpha_k = alpha_(k-1) + omega_(k-1) x axis_k rate_k,  the joint's point moves with link k-1
       prismatic  alpha_k = alpha_(k-1),  c of a point = that of link k-1 there + 2 omega_(k-1) x axis_k rate_k
   Contact: u = E'(v_a(P) - v_b(P)), E = [n t o], P the contact point, which wanders over both surfaces, so
       w = (dE/dt)'(v_a - v_b) + E'(c_a + omega_a x (dP/dt - v_a) - c_b - omega_b x (dP/dt - v_b))
       face: dn/dt = omega_b x n;  ball: dn/dt = (1 - n n') d(ca - cb)/dt / (ra + rb);  dt/dt = -(t.dn/dt) n, the same for o
   [TrinkleEtAl1995, (1)-(7)] */

#include <math.h>
#include <string.h>

#include "problems/mechanism.h"
#include "problems/scene.h"

typedef double vec[3];

static void add(double s, const double *a, double *out)             /* out += s a */
{
    for (int k = 0; k < 3; k++)
        out[k] += s * a[k];
}

static void times(const double *I, const double *a, double *out)    /* out = I a */
{
    for (int k = 0; k < 3; k++)
        out[k] = slip_dot3(I + 3 * k, a);
}

/* How a rigid body moves while its coordinates' rates are constant: one of its points, that point's velocity and acceleration, rotation. */
typedef struct { vec at, v, c, omega, alpha; } motion;

static void velocity(const motion *s, const double *p, double *out)
{
    vec arm = { p[0] - s->at[0], p[1] - s->at[1], p[2] - s->at[2] };
    slip_cross3(s->omega, arm, out);
    add(1, s->v, out);
}

static void acceleration(const motion *s, const double *p, double *out)
{
    vec arm = { p[0] - s->at[0], p[1] - s->at[1], p[2] - s->at[2] }, turn;
    slip_cross3(s->omega, arm, turn);
    slip_cross3(s->omega, turn, out);
    slip_cross3(s->alpha, arm, turn);
    add(1, turn, out);
    add(1, s->c, out);
}

/* The first `links` links of a chain with joint rates `rate`: the motion of the last of them. */
static motion chain_motion(const slip_chain *chain, int links, const double *rate)
{
    motion s = { .at = { 0 } };
    for (int k = 0; k < links; k++) {
        const double *at = chain->joint[k].at, *axis = chain->joint[k].axis;
        vec turn;
        motion next = s;
        velocity(&s, at, next.v);
        acceleration(&s, at, next.c);
        memcpy(next.at, at, sizeof next.at);
        slip_cross3(s.omega, axis, turn);
        if (chain->joint[k].prismatic) {
            add(rate[k], axis, next.v);
            add(2 * rate[k], turn, next.c);
        } else {
            add(rate[k], axis, next.omega);
            add(rate[k], turn, next.alpha);
        }
        s = next;
    }
    return s;
}

static motion body_motion(const slip_mechanism *mech, int body)
{
    motion s = { .at = { 0 } };
    if (body < 0)
        return s;
    const double *v = mech->v + mech->first[body];
    if (body >= mech->objects) {
        const slip_chain *chain = &mech->chain[body - mech->objects];
        return chain_motion(chain, chain->joints, v);
    }
    memcpy(s.at, mech->object[body].mass.x, sizeof s.at);
    memcpy(s.v, v, sizeof s.v);
    memcpy(s.omega, v + 3, sizeof s.omega);
    return s;
}

/* Column of joint j in the velocity of point p carried by it. */
static void joint_column(const slip_chain *chain, int j, const double *p, double *linear, double *angular)
{
    const double *at = chain->joint[j].at, *axis = chain->joint[j].axis;
    vec arm = { p[0] - at[0], p[1] - at[1], p[2] - at[2] };
    if (chain->joint[j].prismatic) {
        memcpy(linear, axis, sizeof(vec));
        memset(angular, 0, sizeof(vec));
    } else {
        slip_cross3(axis, arm, linear);
        memcpy(angular, axis, sizeof(vec));
    }
}

/* rows += sign E'(velocity of point p of the body). */
static void point_rows(const slip_mechanism *mech, int body, const double *p, const double *E, double sign, double *rows)
{
    if (body < 0)
        return;
    int first = mech->first[body], count = mech->first[body + 1] - first;
    for (int j = 0; j < count; j++) {
        vec column = { 0 }, angular;
        if (body >= mech->objects)
            joint_column(&mech->chain[body - mech->objects], j, p, column, angular);
        else if (j < 3)
            column[j] = 1;
        else {
            const double *x = mech->object[body].mass.x;
            vec axis = { j == 3, j == 4, j == 5 }, arm = { p[0] - x[0], p[1] - x[1], p[2] - x[2] };
            slip_cross3(axis, arm, column);
        }
        for (int k = 0; k < 3; k++)
            rows[k * mech->n + first + j] += sign * slip_dot3(E + 3 * k, column);
    }
}

void slip_meeting_point(const slip_meeting *t, double point[3])
{
    memcpy(point, t->ca, sizeof(vec));
    add(-t->ra, t->n, point);
}

static void frame(const slip_meeting *t, double E[9])
{
    memcpy(E, t->n, sizeof(vec));
    memcpy(E + 3, t->t, sizeof(vec));
    memcpy(E + 6, t->o, sizeof(vec));
}

void slip_meeting_rows(const slip_mechanism *mech, const slip_meeting *t, double *rows)
{
    double E[9];
    vec p;
    frame(t, E);
    slip_meeting_point(t, p);
    memset(rows, 0, 3 * (size_t)mech->n * sizeof *rows);
    point_rows(mech, t->a, p, E, 1, rows);
    point_rows(mech, t->b, p, E, -1, rows);
}

void slip_meeting_bias(const slip_mechanism *mech, const slip_meeting *t, double w[3])
{
    motion a = body_motion(mech, t->a), b = body_motion(mech, t->b);
    vec p, va, vb, dn, dp, relative, change, part, wander;
    slip_meeting_point(t, p);
    velocity(&a, t->ca, dp);                                /* of a's ball; then dP/dt = that - ra dn/dt */
    if (t->face)
        slip_cross3(b.omega, t->n, dn);
    else {
        velocity(&b, t->cb, vb);
        for (int k = 0; k < 3; k++)
            relative[k] = dp[k] - vb[k];
        double along = slip_dot3(relative, t->n);
        for (int k = 0; k < 3; k++)
            dn[k] = (relative[k] - along * t->n[k]) / (t->ra + t->rb);
    }
    add(-t->ra, dn, dp);
    velocity(&a, p, va);
    velocity(&b, p, vb);
    acceleration(&a, p, change);
    acceleration(&b, p, part);
    add(-1, part, change);
    for (int k = 0; k < 3; k++)
        wander[k] = dp[k] - va[k];
    slip_cross3(a.omega, wander, part);
    add(1, part, change);
    for (int k = 0; k < 3; k++)
        wander[k] = dp[k] - vb[k];
    slip_cross3(b.omega, wander, part);
    add(-1, part, change);
    for (int k = 0; k < 3; k++)
        relative[k] = va[k] - vb[k];
    double normal = slip_dot3(t->n, relative);
    w[0] = slip_dot3(t->n, change) + slip_dot3(dn, relative);
    w[1] = slip_dot3(t->t, change) - slip_dot3(t->t, dn) * normal;
    w[2] = slip_dot3(t->o, change) - slip_dot3(t->o, dn) * normal;
}

static void object_dynamics(const slip_mechanism *mech, int k, double *M, double *f)
{
    const slip_object *object = &mech->object[k];
    const slip_mass *mass = &object->mass;
    int first = mech->first[k];
    const double *omega = mech->v + first + 3;
    size_t n = (size_t)mech->n;
    vec spin, gyro;
    times(mass->I, omega, spin);
    slip_cross3(omega, spin, gyro);
    for (int i = 0; i < 3; i++) {
        M[(size_t)(first + i) * (n + 1)] = mass->m;
        for (int j = 0; j < 3; j++)
            M[(size_t)(first + 3 + i) + n * (size_t)(first + 3 + j)] = mass->I[3 * i + j];
        f[first + i] = object->wrench[i] - (i == 2 ? mass->m * mech->g : 0);
        f[first + 3 + i] = object->wrench[3 + i] - gyro[i];
    }
}

static void chain_dynamics(const slip_mechanism *mech, int k, double *M, double *f)
{
    const slip_chain *chain = &mech->chain[k];
    int first = mech->first[mech->objects + k];
    size_t n = (size_t)mech->n;
    for (int j = 0; j < chain->joints; j++)
        f[first + j] = chain->joint[j].effort;
    for (int link = 0; link < chain->joints; link++) {
        const slip_mass *mass = &chain->joint[link].link;
        motion s = chain_motion(chain, link + 1, mech->v + first);
        vec force, moment, spin, gyro, Jv[SLIP_CHAIN_MAX], Jw[SLIP_CHAIN_MAX], turned;
        acceleration(&s, mass->x, force);
        force[2] += mech->g;
        times(mass->I, s.omega, spin);
        slip_cross3(s.omega, spin, gyro);
        times(mass->I, s.alpha, moment);
        add(1, gyro, moment);
        for (int j = 0; j <= link; j++)
            joint_column(chain, j, mass->x, Jv[j], Jw[j]);
        for (int j = 0; j <= link; j++) {
            f[first + j] -= mass->m * slip_dot3(Jv[j], force) + slip_dot3(Jw[j], moment);
            times(mass->I, Jw[j], turned);
            for (int i = 0; i <= link; i++)
                M[(size_t)(first + i) + n * (size_t)(first + j)] += mass->m * slip_dot3(Jv[i], Jv[j]) + slip_dot3(Jw[i], turned);
        }
    }
}

void slip_mechanism_dynamics(const slip_mechanism *mech, double *M, double *f)
{
    memset(M, 0, (size_t)mech->n * (size_t)mech->n * sizeof *M);
    memset(f, 0, (size_t)mech->n * sizeof *f);
    for (int k = 0; k < mech->objects; k++)
        object_dynamics(mech, k, M, f);
    for (int k = 0; k < mech->chains; k++)
        chain_dynamics(mech, k, M, f);
}
