/* lcp_box.c: Trinkle's LCP (32) for `box`: each tangent axis by itself.
   SPDX-License-Identifier: GPL-3.0-or-later

   z = (c_n, s+ and a- of each axis), w = (a_n, a+ and s- of each axis):  r_N = c_n,  r_T = s+ - mu c_n,  a+ = a_T + a-,

       0 <= c_n  orthogonal to  u_N >= 0
       0 <= s+   orthogonal to  u_T + a- >= 0
       0 <= a-   orthogonal to  2 mu c_n - s+ >= 0                    [TrinkleEtAl1995, (32)-(35), pairs corrected]

   Sliding contacts are rays (lcp_rays.c); known accelerations are joints, known efforts are part of f.  A depends on the orientation
   of the tangents, its solutions do not. */

#include "solvers/lcp.h"

void slip_lcp_box_contact(slip_lcp_maker *mk, const slip_contact *c, int i)
{
    int d = c->d, at = d * i, z = mk->z, axes = d - 1;
    slip_lcp_put(&mk->P, at, z, 1);
    slip_lcp_put(&mk->Q, at, z, 1);
    for (int t = 1; t <= axes; t++) {
        int s = z + t, a = z + axes + t;
        slip_lcp_put(&mk->P, at + t, z, -c->mu);
        slip_lcp_put(&mk->P, at + t, s, 1);
        slip_lcp_put(&mk->Q, at + t, s, 1);
        slip_lcp_put(&mk->E, s, a, 1);
        slip_lcp_put(&mk->E, a, z, 2 * c->mu);
        slip_lcp_put(&mk->E, a, s, -1);
    }
    mk->slack[i] = -1;
    mk->z = z + 1 + 2 * axes;
}
