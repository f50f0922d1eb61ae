/* lcp_rays.c: one unknown for each edge of a contact's cone.
   SPDX-License-Identifier: GPL-3.0-or-later

   frictionless      r = (z, 0),               w = u_N
   given slip t      r = z (1, -mu t),         w = u_N            [Baraff1994, 6], [TrinkleEtAl1995, (10)]; A is not symmetric
   cone-facets       r = sum_k z_k (1, mu d_k), w_k = u_N + mu d_k'u_T     [AnitescuHart2004, (4.17)] */

#include "solvers/lcp.h"

void slip_lcp_rays_contact(slip_lcp_maker *mk, const slip_contact *c, int i)
{
    int d = c->d, at = d * i, k = d == 3 ? c->dirs.k : 2;
    mk->slack[i] = -1;
    if (c->slip || !(c->mu > 0) || d == 1) {
        slip_lcp_put(&mk->P, at, mk->z, 1);
        slip_lcp_put(&mk->Q, at, mk->z, 1);
        for (int t = 1; c->slip && t < d; t++) slip_lcp_put(&mk->P, at + t, mk->z, -c->mu * c->slip[t - 1]);
        mk->z++;
        return;
    }
    for (int j = 0; j < k; j++, mk->z++) {
        double dir[2];
        slip_dirs_get(c->dirs, d, j, dir);
        slip_lcp_put(&mk->P, at, mk->z, 1);
        slip_lcp_put(&mk->Q, at, mk->z, 1);
        for (int t = 1; t < d; t++) {
            slip_lcp_put(&mk->P, at + t, mk->z, c->mu * dir[t - 1]);
            slip_lcp_put(&mk->Q, at + t, mk->z, c->mu * dir[t - 1]);
        }
    }
}
