/* exact_pieces.c: the linear equations that a choice of pieces makes of a problem, and their exact solution.
   SPDX-License-Identifier: GPL-3.0-or-later

       unknowns v, l, phi:   M v - sum phi_b H_i B_b - G l = f,   G'v = -b,   C_c'(H_i'v + w_i) = 0
       local, l, phi:        V'r + R l = -s,  C_c'(W r + V l + q)_i = 0,   r_i = sum phi_b B_b

   Columns that depend on earlier ones are pinned, rows that depend on earlier ones are left out; a witness is checked against all. */

#include "verify/exact_near.h"

static void put(slip_integers *A, const slip_sparse *rows, int i, int first)
{
    for (int k = rows->x ? rows->p[i] : 0; rows->x && k < rows->p[i + 1]; k++)
        slip_integers_add(A, first + rows->i[k], 1, rows->x + k);
}

/* sum over the impulses in a row of a matrix, times f0 f1 */
static void put_impulses(const slip_pieces *S, slip_integers *A, const slip_sparse *rows, int i, const slip_piece *piece, int d, double f0, double f1)
{
    for (int k = rows->p[i]; k < rows->p[i + 1]; k++) {
        int c = rows->i[k] / d, a = rows->i[k] % d;
        for (int b = 0; b < piece[c].nb; b++)
            slip_integers_add(A, S->first[c] + b, 5, (double[]){ rows->x[k], f0, f1, piece[c].B[b][a][0], piece[c].B[b][a][1] });
    }
}

static void contact_rows(const slip_pieces *S, slip_integers *A, const slip_problem *p, const slip_sparse *W, const slip_sparse *V, const slip_piece *piece, int i)
{
    int d = p->d;
    bool global = slip_problem_global(p);
    for (int c = 0; c < piece[i].nc; c++) {
        for (int part = 0; part < 2 * d; part++) {
            int a = part / 2, row = i * d + a;
            const double *f = part % 2 ? (double[]){ piece[i].low[c][a], 1 } : piece[i].C[c][a];
            if (f[0] == 0 || f[1] == 0) continue;
            if (global)
                for (int k = p->H.p[row]; k < p->H.p[row + 1]; k++)
                    slip_integers_add(A, p->H.i[k], 3, (double[]){ p->H.x[k], f[0], f[1] });
            else {
                put_impulses(S, A, W, row, piece, d, f[0], f[1]);
                for (int k = V->x ? V->p[row] : 0; V->x && k < V->p[row + 1]; k++)
                    slip_integers_add(A, V->i[k], 3, (double[]){ V->x[k], f[0], f[1] });
            }
            slip_integers_add(A, -1, 4, (double[]){ global ? p->w[row] : p->q[row], f[0], f[1], -1 });
        }
        slip_integers_end_row(A);
    }
}

slip_status slip_pieces_new(slip_pieces *S, const slip_posed *posed, const slip_piece *piece, slip_arena *arena, slip_error *error)
{
    const slip_problem *p = posed->p;
    int n = p->n, np = p->p, rows = n + np;
    bool global = slip_problem_global(p);
    slip_sparse M = {0}, H = {0}, G = {0}, W = {0}, V = {0}, R = {0};
    const slip_sparse *from[] = { &p->M, &p->H, &p->G, &p->W, &p->V, &p->R };
    slip_sparse *to[] = { &M, &H, &G, &W, &V, &R };
    slip_status status = SLIP_OK;
    *S = (slip_pieces){ .first = SLIP_NEW(arena, int, p->nc + 1) };
    if (arena->failed) return slip_fail(error, SLIP_MEMORY, "no memory for exact equations");
    for (int k = 0; k < 6 && status == SLIP_OK; k++)
        if (from[k]->x) status = slip_sparse_transpose(to[k], from[k], arena, error);
    if (status != SLIP_OK) return status;
    S->first[0] = n + np;
    for (int i = 0; i < p->nc; i++) {
        S->first[i + 1] = S->first[i] + piece[i].nb;
        rows += piece[i].nc;
    }
    double room = 2.0 * p->M.nz + 12.0 * p->H.nz + 4.0 * p->G.nz + 27.0 * p->W.nz + 12.0 * p->V.nz + p->R.nz + 4.0 * rows + 3.0 * p->nc;
    if (room > 1e8) return slip_fail(error, SLIP_SIZE, "%d contacts are too many for exact equations", p->nc);
    status = slip_integers_new(&S->A, rows, S->first[p->nc], (int)room, arena, error);
    if (status != SLIP_OK) return status;
    for (int i = 0; i < n; i++) {
        put(&S->A, &M, i, 0);
        if (H.x) put_impulses(S, &S->A, &H, i, piece, p->d, -1, 1);
        for (int k = np ? G.p[i] : 0; np && k < G.p[i + 1]; k++)
            slip_integers_add(&S->A, n + G.i[k], 2, (double[]){ G.x[k], -1 });
        slip_integers_add(&S->A, -1, 1, p->f + i);
        slip_integers_end_row(&S->A);
    }
    for (int j = 0; j < np; j++) {
        if (global) put(&S->A, &p->G, j, 0);
        else put_impulses(S, &S->A, &p->V, j, piece, p->d, 1, 1), put(&S->A, &R, j, 0);
        slip_integers_add(&S->A, -1, 2, (double[]){ global ? p->b[j] : p->s[j], -1 });
        slip_integers_end_row(&S->A);
    }
    int most = 0, next;
    for (int i = 0; i < p->nc; i++)
        most = piece[i].early > most ? piece[i].early : most;
    for (int level = most; level >= 0; level = next) {
        next = -1;
        for (int i = 0; i < p->nc; i++)
            if (piece[i].early == level) contact_rows(S, &S->A, p, &W, &V, piece, i);
            else if (piece[i].early < level && piece[i].early > next) next = piece[i].early;
    }
    return slip_basis_new(&S->basis, &S->A, arena, error);
}

void slip_pieces_free(slip_pieces *S)
{
    slip_basis_free(&S->basis);
    slip_integers_free(&S->A);
}

/* r over the denominator 2^extra times that of x */
static void impulses(const slip_pieces *S, const slip_problem *p, const slip_piece *piece, const fmpz *x, slong extra, fmpz *r)
{
    fmpz_t f, g;
    fmpz_init(f), fmpz_init(g);
    for (int i = 0; i < p->nc; i++)
        for (int a = 0; a < p->d; a++) {
            fmpz *out = r + i * p->d + a;
            fmpz_zero(out);
            for (int b = 0; b < piece[i].nb; b++) {
                slong e = slip_integer_of(f, piece[i].B[b][a][0]) + slip_integer_of(g, piece[i].B[b][a][1]) + extra;
                fmpz_mul(f, f, g);
                if (fmpz_is_zero(f)) continue;
                fmpz_mul(f, f, x + S->first[i] + b);
                fmpz_mul_2exp(f, f, (ulong)e);
                fmpz_add(out, out, f);
            }
        }
    fmpz_clear(f), fmpz_clear(g);
}

slip_status slip_pieces_solve(const slip_pieces *S, const slip_posed *posed, const slip_piece *piece, const fmpz *pin, slong shift, slip_witness *w,
                              slip_arena *arena, slip_error *error)
{
    const slip_problem *p = posed->p;
    int cols = S->A.cols;
    fmpz *x = _fmpz_vec_init(cols);
    slong extra = 0;
    fmpz_t f;
    slip_status status = slip_basis_solve(&S->basis, &S->A, pin, shift, 400L * S->basis.rank + 20000, x, w->den, arena, error);
    fmpz_init(f);
    for (int i = 0; i < p->nc; i++)
        for (int b = 0; b < piece[i].nb; b++)
            for (int a = 0; a < p->d; a++) {
                slong e = slip_integer_of(f, piece[i].B[b][a][0]) + slip_integer_of(f, piece[i].B[b][a][1]);
                if (!fmpz_is_zero(f) && -e > extra) extra = -e;
            }
    if (status == SLIP_OK) {
        impulses(S, p, piece, x, extra, w->r);
        for (int i = 0; i < p->n; i++) fmpz_mul_2exp(w->v + i, x + i, (ulong)extra);
        for (int j = 0; j < p->p; j++) fmpz_mul_2exp(w->l + j, x + p->n + j, (ulong)extra);
        fmpz_mul_2exp(w->den, w->den, (ulong)extra);
    }
    fmpz_clear(f);
    _fmpz_vec_clear(x, cols);
    return status;
}
