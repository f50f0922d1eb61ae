/* subset.c: a problem with some of its contacts left out.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "problems/problems.h"

#include <string.h>

/* Rows and columns of a that are kept: a map gives the new index, -1: left out; NULL: all. */
static slip_status take(slip_sparse *out, const slip_sparse *a, const int *row, int rows, const int *col, int cols, slip_arena *arena, slip_error *error)
{
    slip_arena scratch = { 0 };
    slip_sparse t;
    if (!a->x) { *out = (slip_sparse){ .x = NULL }; return SLIP_OK; }
    slip_status status = slip_sparse_new(&t, SLIP_TRIPLET, rows, cols, a->nz, &scratch, error);
    int at = 0;
    for (int j = 0; !status && j < a->cols; j++)
        for (int k = a->p[j]; k < a->p[j + 1]; k++) {
            int i = row ? row[a->i[k]] : a->i[k], c = col ? col[j] : j;
            if (i < 0 || c < 0) continue;
            t.i[at] = i; t.p[at] = c; t.x[at++] = a->x[k];
        }
    if (!status) { t.nz = at; status = slip_sparse_convert(out, &t, SLIP_CSC, arena, error); }
    slip_arena_free(&scratch);
    return status;
}

static void pick(double *out, const double *in, const int *map, int count)
{
    for (int k = 0; in && k < count; k++)
        if (map[k] >= 0) out[map[k]] = in[k];
}

slip_status slip_problem_subset(slip_problem *out, const slip_problem *p, const bool keep[], slip_error *error)
{
    int d = p->d, m = slip_problem_m(p), nc = 0;
    bool global = slip_problem_global(p);
    slip_arena scratch = { 0 };
    int *map = SLIP_NEW(&scratch, int, m);
    if (!map) return slip_fail(error, SLIP_MEMORY, "out of memory for a part of a problem");
    for (int i = 0; i < p->nc; nc += keep[i++])
        for (int k = 0; k < d; k++) map[i * d + k] = keep[i] ? nc * d + k : -1;
    slip_status status = slip_problem_new(out, d, nc, p->n, p->p, !global, error);
    if (status) { slip_arena_free(&scratch); return status; }
    out->law = p->law; out->dirs = p->dirs; out->level = p->level; out->h = p->h; out->foreign = p->foreign;
    if (p->slip) out->slip = SLIP_NEW(&out->arena, double, nc * (d - 1));
    if (p->bilateral) out->bilateral = SLIP_NEW(&out->arena, unsigned char, nc);
    for (int i = 0, at = 0; i < p->nc && !out->arena.failed; at += keep[i++]) {
        if (!keep[i]) continue;
        out->mu[at] = p->mu[i];
        if (p->slip) memcpy(out->slip + at * (d - 1), p->slip + i * (d - 1), sizeof(double) * (size_t)(d - 1));
        if (p->bilateral) out->bilateral[at] = p->bilateral[i];
    }
    if (global) {
        pick(out->w, p->w, map, m);
        if (p->n) memcpy(out->f, p->f, sizeof(double) * (size_t)p->n);
        if (p->p) memcpy(out->b, p->b, sizeof(double) * (size_t)p->p);
        status = take(&out->M, &p->M, NULL, p->n, NULL, p->n, &out->arena, error);
        if (!status) status = take(&out->H, &p->H, NULL, p->n, map, nc * d, &out->arena, error);
        if (!status) status = take(&out->G, &p->G, NULL, p->n, NULL, p->p, &out->arena, error);
    } else {
        pick(out->q, p->q, map, m);
        if (p->p) memcpy(out->s, p->s, sizeof(double) * (size_t)p->p);
        status = take(&out->W, &p->W, map, nc * d, map, nc * d, &out->arena, error);
        if (!status) status = take(&out->V, &p->V, map, nc * d, NULL, p->p, &out->arena, error);
        if (!status) status = take(&out->R, &p->R, NULL, p->p, NULL, p->p, &out->arena, error);
    }
    if (!status && out->arena.failed) status = slip_fail(error, SLIP_MEMORY, "out of memory for a part of a problem");
    if (!status) status = slip_problem_check(out, error);
    if (status) slip_problem_free(out);
    slip_arena_free(&scratch);
    return status;
}
