/* fill.c: put small dense arrays into a problem, and known solutions into its truth.
   SPDX-License-Identifier: GPL-3.0-or-later

   Families that are written down rather than assembled use these: a diagonal mass matrix and Jacobian rows,
   or W itself.  Rows come row-major, as they are printed in the papers: J (m x n) row-major is H = J' column-major. */

#include <string.h>

#include "problems/problems.h"

slip_status slip_problem_fill_rows(slip_problem *out, const double *mass, const double *J, const double *joint, slip_error *error)
{
    slip_status s = slip_sparse_new(&out->M, SLIP_CSC, out->n, out->n, out->n, &out->arena, error);
    if (s != SLIP_OK)
        return s;
    for (int i = 0; i < out->n; i++) {
        out->M.p[i] = out->M.i[i] = i;
        out->M.x[i] = mass[i];
    }
    out->M.p[out->n] = out->n;
    s = slip_sparse_from_dense(&out->H, SLIP_CSC, out->n, slip_problem_m(out), J, &out->arena, error);
    if (s == SLIP_OK && out->p > 0)
        s = slip_sparse_from_dense(&out->G, SLIP_CSC, out->n, out->p, joint, &out->arena, error);
    return s;
}

slip_status slip_truth_list(slip_truth *truth, slip_problem *problem, int known, const double *r, const double *u, slip_error *error)
{
    if (truth == NULL)
        return SLIP_OK;
    size_t count = (size_t)known * (size_t)slip_problem_m(problem);
    truth->r = SLIP_NEW(&problem->arena, double, count);
    truth->u = SLIP_NEW(&problem->arena, double, count);
    if (truth->r == NULL || truth->u == NULL)
        return slip_fail(error, SLIP_MEMORY, "no memory for %d known solutions", known);
    memcpy(truth->r, r, count * sizeof *r);
    memcpy(truth->u, u, count * sizeof *u);
    truth->known = known;
    return SLIP_OK;
}
