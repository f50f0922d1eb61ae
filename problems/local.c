/* local.c: the condensed form of a problem as a problem of its own: u = W r + q, joints eliminated.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "problems/problems.h"

#include <string.h>

/* Blocks of exact zeros are left out; inside a block everything is kept. */
static slip_status from_blocks(slip_sparse *W, const slip_bsr *b, slip_arena *arena, slip_error *error)
{
    slip_arena scratch = { 0 };
    slip_sparse t;
    int d = b->d, at = 0;
    slip_status status = slip_sparse_new(&t, SLIP_TRIPLET, b->rows * d, b->rows * d, b->blocks * d * d, &scratch, error);
    for (int i = 0; !status && i < b->rows; i++)
        for (int k = b->p[i]; k < b->p[i + 1]; k++)
            for (int e = 0; e < d * d; e++, at++) {
                t.i[at] = i * d + e / d;
                t.p[at] = b->j[k] * d + e % d;
                t.x[at] = b->x[(size_t)k * (size_t)(d * d) + (size_t)e];
            }
    if (!status) status = slip_sparse_convert(W, &t, SLIP_CSC, arena, error);
    slip_arena_free(&scratch);
    return status;
}

slip_status slip_problem_local(slip_problem *out, const slip_problem *p, slip_error *error)
{
    if (!slip_problem_global(p) && !p->p) return slip_problem_copy(out, p, error);
    slip_arena arena = { 0 };
    slip_delassus op;
    int m = slip_problem_m(p);
    slip_status status = slip_problem_new(out, p->d, p->nc, 0, 0, true, error);
    if (status) return status;
    status = slip_delassus_new(&op, p, p->p || p->nc < 200 ? SLIP_FORM_DENSE : SLIP_FORM_BLOCK, SLIP_JOINTS_ELIMINATED, &arena, error);
    if (!status) {
        out->law = p->law; out->dirs = p->dirs; out->level = p->level; out->h = p->h; out->foreign = p->foreign;
        memcpy(out->mu, p->mu, sizeof *p->mu * (size_t)p->nc);
        memcpy(out->q, op.q, sizeof *op.q * (size_t)m);
        if (p->slip && (out->slip = SLIP_NEW(&out->arena, double, p->nc * (p->d - 1)))) memcpy(out->slip, p->slip, sizeof *p->slip * (size_t)(p->nc * (p->d - 1)));
        if (p->bilateral && (out->bilateral = SLIP_NEW(&out->arena, unsigned char, p->nc))) memcpy(out->bilateral, p->bilateral, (size_t)p->nc);
        status = op.form == SLIP_FORM_BLOCK ? from_blocks(&out->W, &op.block, &out->arena, error)
               : slip_sparse_from_dense(&out->W, SLIP_CSC, m, m, op.dense, &out->arena, error);
        slip_delassus_close(&op);
    }
    if (!status && out->arena.failed) status = slip_fail(error, SLIP_MEMORY, "out of memory for a condensed problem");
    if (!status) status = slip_problem_check(out, error);
    slip_arena_free(&arena);
    if (status) slip_problem_free(out);
    return status;
}
