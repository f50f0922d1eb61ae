/* joint.c: rows of the joints: their value g(q, t), dg/dt at fixed q, and their gradients with respect to the velocities.
   SPDX-License-Identifier: GPL-3.0-or-later

   pin     g = x_b + A_b p_b - x_a - A_a p_a                   (row k: its component k)
   rod     g = |x_b + A_b p_b - x_a - A_a p_a| - length
   hinge   a pin, and (A_a s)'(A_b z) = 0 for two directions s orthogonal to axis_a, z = axis_b

   [NegrutEtAl2017, (3)].  A direction d at the arm s of a body contributes (d, A'(s x d)) to its velocities (v, omega); in the plane
   (d, s_x d_y - s_y d_x).  The ground's point may be driven: at_a + along amplitude sin(frequency t). */

#include "problems/scene.h"

#include <math.h>
#include <string.h>

int slip_joint_rows(const slip_scene *scene, const slip_joint *joint)
{
    return joint->kind == SLIP_JOINT_ROD ? 1 : joint->kind == SLIP_JOINT_HINGE && scene->space == 3 ? 5 : scene->space;
}

/* A body's rotation, and p turned by it. */
static void turn(int space, const slip_body *o, double A[9], const double p[3], double out[3])
{
    slip_body_axes(space, o, A);
    for (int k = 0; k < 3; k++)
        out[k] = slip_dot3(A + 3 * k, p);
}

/* Gradient of a body's point, at `arm` from its centre, in direction sign * d. */
static void push(int space, const double A[9], const double arm[3], const double d[3], double sign, double *grad)
{
    double c[3];
    slip_cross3(arm, d, c);
    for (int k = 0; k < space; k++)
        grad[k] = sign * d[k];
    if (space == 2)
        grad[2] = sign * c[2];
    else
        for (int k = 0; k < 3; k++)
            grad[3 + k] = sign * (A[k] * c[0] + A[3 + k] * c[1] + A[6 + k] * c[2]);
}

void slip_joint_row(const slip_scene *scene, const slip_joint *joint, int k, double *g, double *gt, double *grad_a, double *grad_b)
{
    int space = scene->space, dof = space == 2 ? 3 : 6;
    const slip_body *a = joint->a < 0 ? NULL : &scene->body[joint->a], *b = &scene->body[joint->b];
    double A[9] = { 1, 0, 0, 0, 1, 0, 0, 0, 1 }, B[9], arm_a[3], arm_b[3], far[3] = { 0 }, speed[3] = { 0 };
    memset(grad_a, 0, (size_t)dof * sizeof *grad_a);
    memset(grad_b, 0, (size_t)dof * sizeof *grad_b);
    *gt = 0;
    turn(space, b, B, joint->at_b, arm_b);
    if (a)
        turn(space, a, A, joint->at_a, arm_a);
    else
        memcpy(arm_a, joint->at_a, sizeof arm_a);
    for (int i = 0; i < space; i++) {
        far[i] = b->x[i] + arm_b[i] - arm_a[i] - (a ? a->x[i] : 0);
        if (!a) {
            far[i] -= joint->along[i] * joint->amplitude * sin(joint->frequency * scene->time);
            speed[i] = -joint->along[i] * joint->amplitude * joint->frequency * cos(joint->frequency * scene->time);
        }
    }
    double d[3] = { 0 };
    if (joint->kind == SLIP_JOINT_ROD) {
        double length = sqrt(slip_dot3(far, far));
        *g = length - joint->length;
        for (int i = 0; i < space; i++)
            d[i] = length > 0 ? far[i] / length : i == 0;
        *gt = slip_dot3(d, speed);
    } else if (k < space) {
        d[k] = 1;
        *g = far[k], *gt = speed[k];
    } else {
        double side[2][3], s[3], z[3], c[3];
        slip_tangents(3, joint->axis_a, side[0], side[1]);
        for (int i = 0; i < 3; i++)
            s[i] = slip_dot3(A + 3 * i, side[k - 3]), z[i] = slip_dot3(B + 3 * i, joint->axis_b);
        *g = slip_dot3(s, z);
        slip_cross3(s, z, c);
        for (int i = 0; i < 3; i++) {
            if (a)
                grad_a[3 + i] = A[i] * c[0] + A[3 + i] * c[1] + A[6 + i] * c[2];
            grad_b[3 + i] = -(B[i] * c[0] + B[3 + i] * c[1] + B[6 + i] * c[2]);
        }
        return;
    }
    push(space, B, arm_b, d, 1, grad_b);
    if (a)
        push(space, A, arm_a, d, -1, grad_a);
}
