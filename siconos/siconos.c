/* siconos.c: `slipstick-siconos`: one problem solved by a method of Siconos Numerics, in a program of its own.
   SPDX-License-Identifier: GPL-3.0-or-later

       slipstick-siconos METHOD LOCAL RESULT TOL MAX_ITER

   LOCAL is the canonical text of a condensed problem u = W r + q, RESULT an answer in JSON.  The claim is what the driver
   returned and nothing else: info = 0 is `solved`.  Siconos calls exit() and abort() where it meets an error, which is why
   this is no part of the library [AcaryBremondHuber2018]. */

#include "problems/problems.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#include <FrictionContactProblem.h>
#include <Friction_cst.h>
#include <LinearComplementarityProblem.h>
#include <NonSmoothDrivers.h>
#include <NumericsMatrix.h>
#include <SolverOptions.h>
#include <SparseBlockMatrix.h>
#include <lcp_cst.h>
#pragma GCC diagnostic pop

/* Builds with a leak checker: what Siconos leaves behind is no exit code of ours. */
int __lsan_is_turned_off(void);
int __lsan_is_turned_off(void) { return 1; }

static const struct { const char *name; int lcp, flat, solid; } methods[] = {      /* by dimension 1, 2, 3; 0: none */
    { "admm", 0, 0, SICONOS_FRICTION_3D_ADMM },
    { "cpg", SICONOS_LCP_CPG, SICONOS_FRICTION_2D_CPG, 0 },
    { "enum", SICONOS_LCP_ENUM, 0, 0 },
    { "lemke", SICONOS_LCP_LEMKE, SICONOS_FRICTION_2D_LEMKE, 0 },
    { "newton", SICONOS_LCP_NEWTON_FB_FBLSA, 0, SICONOS_FRICTION_3D_NSN_AC },
    { "nsgs", SICONOS_LCP_PGS, SICONOS_FRICTION_2D_NSGS, SICONOS_FRICTION_3D_NSGS },
};

static int method_of(const char *name, int d)
{
    for (size_t k = 0; k < sizeof methods / sizeof *methods; k++)
        if (strcmp(methods[k].name, name) == 0) return d == 1 ? methods[k].lcp : d == 2 ? methods[k].flat : methods[k].solid;
    return 0;
}

/* W by blocks, row after row; Siconos' own conversion needs the square of the number of contacts in memory.  NULL: no memory, and the program ends. */
static NumericsMatrix *by_blocks(const slip_problem *p)
{
    int d = p->d, nc = p->nc;
    size_t *from = calloc((size_t)nc + 1, sizeof *from), *col = NULL, *fill = calloc((size_t)nc + 1, sizeof *fill);
    int *seen = malloc(sizeof *seen * ((size_t)nc + 1));
    unsigned *rows = malloc(sizeof *rows * ((size_t)nc + 1)), *cols = malloc(sizeof *cols * ((size_t)nc + 1));
    double **block = NULL;
    if (!from || !fill || !seen || !rows || !cols) return NULL;
    for (int pass = 0; pass < 2; pass++) {              /* count the blocks of each row, then fill them */
        for (int i = 0; i < nc; i++) seen[i] = -1;
        for (int j = 0; j < p->W.cols; j++)
            for (int k = p->W.p[j]; k < p->W.p[j + 1]; k++) {
                int row = p->W.i[k] / d;
                if (seen[row] != j / d) {
                    seen[row] = j / d;
                    size_t at = fill[row]++;
                    if (pass && !(block[at] = calloc((size_t)(d * d), sizeof **block))) return NULL;
                    if (pass) col[at] = (size_t)(j / d);
                }
                if (pass) block[fill[row] - 1][j % d * d + p->W.i[k] % d] += p->W.x[k];
            }
        if (pass) break;
        for (int i = 0; i < nc; i++) { from[i + 1] = from[i] + fill[i]; fill[i] = from[i]; rows[i] = cols[i] = (unsigned)(d * (i + 1)); }
        col = malloc(sizeof *col * (from[nc] + 1));
        block = malloc(sizeof *block * (from[nc] + 1));
        if (!col || !block) return NULL;
    }
    free(seen);
    free(fill);
    NumericsMatrix *B = NM_create(NM_SPARSE_BLOCK, d * nc, d * nc);
    SparseBlockStructuredMatrix *S = B->matrix1;
    S->nbblocks = (unsigned)from[nc];
    S->block = block;
    S->blocknumber0 = S->blocknumber1 = (unsigned)nc;
    S->blocksize0 = rows;
    S->blocksize1 = cols;
    S->filled1 = (size_t)nc + 1;
    S->filled2 = from[nc];
    S->index1_data = from;
    S->index2_data = col;
    return B;
}

/* Gauss-Seidel on its own storage by blocks, the form it is fastest in; other plane methods take dense matrices only, other solid ones the sparse form. */
static NumericsMatrix *matrix(const slip_problem *p, bool blocks)
{
    int m = slip_problem_m(p);
    if (blocks) return by_blocks(p);
    if (p->d < 3) {
        double *dense = malloc(sizeof *dense * (size_t)m * (size_t)m);
        if (!dense) return NULL;
        slip_sparse_to_dense(&p->W, dense);
        return NM_create_from_data(NM_DENSE, m, m, dense);
    }
    NumericsMatrix *W = NM_create(NM_SPARSE, m, m);
    NM_triplet_alloc(W, p->W.nz);
    W->matrix2->origin = NSM_TRIPLET;
    for (int j = 0; j < m; j++)
        for (int k = p->W.p[j]; k < p->W.p[j + 1]; k++) NM_entry(W, p->W.i[k], j, p->W.x[k]);
    return W;
}

static int run(const slip_problem *p, int id, double tol, int steps, slip_answer *a)
{
    NumericsMatrix *W = matrix(p, id == SICONOS_FRICTION_3D_NSGS || id == SICONOS_FRICTION_2D_NSGS);
    SolverOptions *options = W ? solver_options_create(id) : NULL;
    if (!options) return 1;
    options->dparam[SICONOS_DPARAM_TOL] = tol;
    if (p->d > 1 || id != SICONOS_LCP_ENUM) options->iparam[SICONOS_IPARAM_MAX_ITER] = steps;
    if (id == SICONOS_FRICTION_3D_NSGS) solver_options_update_internal(options, 0, SICONOS_FRICTION_3D_ONECONTACT_NSN);   /* twice as fast as the default */
    LinearComplementarityProblem lcp = { .size = slip_problem_m(p), .M = W, .q = p->q };
    FrictionContactProblem fc = { .dimension = p->d, .numberOfContacts = p->nc, .M = W, .q = p->q, .mu = p->mu };
    double from = slip_clock_cpu();
    int info = p->d == 1 ? linearComplementarity_driver(&lcp, a->r, a->u, options)
             : p->d == 2 ? fc2d_driver(&fc, a->r, a->u, options) : fc3d_driver(&fc, a->r, a->u, options);
    a->seconds = slip_clock_cpu() - from;
    a->claim = info ? SLIP_CLAIM_GAVE_UP : SLIP_CLAIM_SOLVED;
    if (p->d > 1) a->law = SLIP_LAW_COULOMB;
    a->claimed_error = options->dparam[SICONOS_DPARAM_RESIDU];
    a->u = NULL;                                    /* some drivers leave u as it was: the verifier computes its own */
    snprintf(a->why, sizeof a->why, "info = %d", info);
    solver_options_delete(options);
    free(options);
    NM_clear(W);
    free(W);
    return 0;
}

static int fail(const char *sentence, int code)
{
    fprintf(stderr, "slipstick-siconos: %s\n", sentence);
    return code;
}

int main(int argc, char *argv[])
{
    slip_problem p;
    slip_error error = { 0 };
    slip_arena arena = { 0 };
    slip_answer a;
    slip_text out = { 0 };
    double tol, steps;
    if (argc == 2 && strcmp(argv[1], "--version") == 0) return printf("slipstick-siconos %s\n", slip_version()) < 0;
    if (argc != 6 || !slip_parse_double(argv[4], NULL, &tol) || !slip_parse_double(argv[5], NULL, &steps) || !(tol > 0) || !(steps >= 1 && steps <= 1e9))
        return fail("usage: slipstick-siconos METHOD LOCAL RESULT TOL MAX_ITER", 2);
    if (slip_problem_read_file(&p, argv[2], &error)) return fail(error.text, 2);
    int id = method_of(argv[1], p.d), code = 0;
    if (!id) code = fail("there is no such method for this dimension", 2);
    else if (slip_problem_global(&p) || p.p) code = fail("the problem must be condensed: u = W r + q", 2);
    else if (slip_answer_new(&a, &p, &arena, &error)) code = fail(error.text, 4);
    else if (run(&p, id, tol, (int)steps, &a)) code = fail("out of memory", 4);
    else if (slip_answer_write_json(&a, &p, &out, &error) || slip_file_write(argv[3], out.s, out.length, &error)) code = fail(error.text, 4);
    slip_text_free(&out);
    slip_arena_free(&arena);
    slip_problem_free(&p);
    return code;
}
