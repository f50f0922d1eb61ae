/* lcp_facets.c: the LCP of Stewart, Trinkle, Anitescu and Potra for `facets`, mass eliminated.
   SPDX-License-Identifier: GPL-3.0-or-later

   z = (c_n, beta_1 .. beta_k, lambda) a contact:  r_N = c_n,  r_T = sum_k beta_k d_k,

       0 <= c_n     orthogonal to  u_N >= 0
       0 <= beta_k  orthogonal to  d_k'u_T + lambda >= 0
       0 <= lambda  orthogonal to  mu c_n - sum_k beta_k >= 0          [AnitescuHart2004, (2.7), (2.8)] */

#include "solvers/lcp.h"

void slip_lcp_facets_contact(slip_lcp_maker *mk, const slip_contact *c, int i)
{
    int d = c->d, at = d * i, k = d == 3 ? c->dirs.k : 2, z = mk->z, lambda = z + 1 + k;
    slip_lcp_put(&mk->P, at, z, 1);
    slip_lcp_put(&mk->Q, at, z, 1);
    for (int j = 0; j < k; j++) {
        double dir[2];
        slip_dirs_get(c->dirs, d, j, dir);
        for (int t = 1; t < d; t++) {
            slip_lcp_put(&mk->P, at + t, z + 1 + j, dir[t - 1]);
            slip_lcp_put(&mk->Q, at + t, z + 1 + j, dir[t - 1]);
        }
        slip_lcp_put(&mk->E, z + 1 + j, lambda, 1);
        slip_lcp_put(&mk->E, lambda, z + 1 + j, -1);
    }
    slip_lcp_put(&mk->E, lambda, z, c->mu);
    mk->slack[i] = lambda;
    mk->z = lambda + 1;
}
