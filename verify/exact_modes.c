/* exact_modes.c: the linear pieces of a contact law: which impulses, and which velocities vanish.
   SPDX-License-Identifier: GPL-3.0-or-later

   A polygon law is a union of pieces, one for each face of K (problems.h, (5)):

       open      r = 0
       stick     u = 0                                             r anywhere in K
       edge j    r = a (1, mu d_j) + b (1, mu d_j+1), a, b >= 0    u_N = 0, (d_j+1 - d_j)'u_T = 0
       vertex j  r = a (1, mu d_j), a >= 0                         u_N = 0
       corner j  r as in vertex j                                  u = 0: sticking at the bound

   Cone laws: u_N + mu d_j'u_T = 0 instead of u_N = 0.  In the plane the vertices are +1 and -1.  Without friction, and where the slip is
   given, there is one ray.  A bilateral contact has r_N of either sign, and is never open.  In space a disc has the pieces
   open, stick, and disc: sliding in a direction that is part of the solution (exact_box.c). */

#include <math.h>
#include <string.h>

#include "verify/exact_near.h"

static const double segment[2] = { 1, -1 };
static const double diamond[8] = { 1, 0, 0, 1, -1, 0, 0, -1 };
static const double square[8] = { 1, 1, -1, 1, -1, -1, 1, -1 };

/* Irrational corners: the numbers that everybody computes with, which the proof states. */
static slip_status polygon(slip_posed *out, slip_arena *arena, slip_error *error)
{
    int k = out->dirs.k;
    if (k < 4 || k % 2 || k > SLIP_CORNERS) return slip_fail(error, SLIP_INPUT, "a polygon of %d corners: an even number from 4 to %d can be proved", k, SLIP_CORNERS);
    if (!(fabs(out->dirs.angle) <= 10)) return slip_fail(error, SLIP_INPUT, "the polygon begins at angle %g: only -10 to 10 can be proved", out->dirs.angle);
    double *vertex = SLIP_NEW(arena, double, 2 * (size_t)k);
    if (!vertex) return slip_fail(error, SLIP_MEMORY, "no memory for a polygon");
    fmpz_t x;
    fmpz_init(x);
    for (int j = 0; j < k; j++) {
        slip_dirs_get(out->dirs, 3, j, vertex + 2 * j);
        for (int a = 0; a < 2; a++) {
            slong e = slip_integer_of(x, vertex[2 * j + a]);
            if (-e > out->twos) out->twos = -e;
        }
    }
    fmpz_clear(x);
    out->vertex = vertex;
    out->k = k;
    return SLIP_OK;
}

slip_status slip_posed_new(slip_posed *out, const slip_problem *p, slip_law law, slip_dirs dirs, slip_arena *arena, slip_error *error)
{
    *out = (slip_posed){ .p = p, .law = law, .dirs = dirs };
    if (p->d == 2) out->vertex = segment, out->k = 2;
    if (p->d == 3 && law == SLIP_LAW_BOX) out->vertex = square, out->k = 4;
    if (p->d == 3 && (law == SLIP_LAW_FACETS || law == SLIP_LAW_CONE_FACETS)) {
        out->vertex = diamond, out->k = 4;
        if (dirs.k != 4 || dirs.angle != 0) {
            slip_status status = polygon(out, arena, error);
            if (status != SLIP_OK) return status;
        }
    }
    bool relaxed = law == SLIP_LAW_CONE || law == SLIP_LAW_CONE_FACETS;
    for (int i = 0; i < p->nc && p->bilateral; i++) {
        if (p->bilateral[i] && slip_problem_has_slip(p, i)) return slip_fail(error, SLIP_INPUT, "contact %d is bilateral and has a given slip direction", i);
        if (p->bilateral[i] && relaxed && p->d > 1 && p->mu[i] > 0) return slip_fail(error, SLIP_INPUT, "contact %d is bilateral with friction: it has no cone law", i);
    }
    return SLIP_OK;
}

slip_plain slip_plain_of(const slip_posed *posed, int i)
{
    const slip_problem *p = posed->p;
    slip_plain c = { .d = p->d, .mu = p->d > 1 ? p->mu[i] : 0 };
    if (p->d > 1 && slip_problem_has_slip(p, i)) c.slip = p->slip + i * (p->d - 1);
    c.bilateral = p->bilateral && p->bilateral[i];
    c.relaxed = !c.bilateral && !c.slip && (posed->law == SLIP_LAW_CONE || posed->law == SLIP_LAW_CONE_FACETS);
    if (c.mu == 0 || c.slip) return c;
    c.k = posed->k;
    c.vertex = posed->vertex;
    c.twos = posed->twos;
    c.disc = p->d == 3 && c.k == 0;
    c.opposed = c.disc && posed->law == SLIP_LAW_OPPOSED;
    return c;
}

static void normal(double v[3][2], double sign)
{
    v[0][0] = sign;
    v[0][1] = 1;
}

/* (sign, mu d_j) */
static void ray(const slip_plain *c, int j, double sign, double v[3][2])
{
    normal(v, sign);
    for (int a = 0; a < c->d - 1; a++) {
        v[a + 1][0] = c->mu;
        v[a + 1][1] = c->slip ? -c->slip[a] : c->k ? c->vertex[j % c->k * (c->d - 1) + a] : 0;
    }
}

slip_piece slip_piece_make(const slip_plain *c, slip_piece_kind kind, int j, int sign)
{
    slip_piece out = { .kind = kind, .j = c->k ? (j % c->k + c->k) % c->k : 0 };
    if (kind == SLIP_PIECE_OPEN) return out;
    double s = sign < 0 ? -1 : 1;
    bool rays = kind == SLIP_PIECE_EDGE || kind == SLIP_PIECE_VERTEX || kind == SLIP_PIECE_CORNER;
    if (rays || kind == SLIP_PIECE_DISC)
        ray(c, out.j, s, out.B[out.nb++]);
    if (kind == SLIP_PIECE_EDGE)
        ray(c, out.j + 1, s, out.B[out.nb++]);
    for (int a = 0; a < c->d && kind == SLIP_PIECE_STICK; a++)
        out.B[a][a][0] = out.B[a][a][1] = 1, out.nb++;
    if (kind == SLIP_PIECE_STICK || kind == SLIP_PIECE_CORNER) {
        for (int a = 0; a < c->d; a++)
            out.C[a][a][0] = out.C[a][a][1] = 1, out.nc++;
    } else if (c->relaxed && rays && c->k) {
        for (int b = 0; b < out.nb; b++)
            ray(c, out.j + b, 1, out.C[out.nc++]);
    } else {
        normal(out.C[out.nc++], 1);
        for (int a = 0; a < c->d - 1 && kind == SLIP_PIECE_EDGE; a++) {
            slip_dd side = slip_dd_sum2(c->vertex[(out.j + 1) % c->k * 2 + a], -c->vertex[out.j * 2 + a]);
            out.C[1][a + 1][0] = side.hi;
            out.C[1][a + 1][1] = 1;
            out.low[1][a + 1] = side.lo;
            out.nc = 2;
        }
    }
    return out;
}

/* the vertex j that is best against u_T, its support; next: a neighbour that is as good within tol, or -1 */
static double support(const slip_plain *c, const double *u, double tol, int *best, int *next)
{
    double s[SLIP_CORNERS], most = -INFINITY;
    int t = c->d - 1;
    *next = -1;
    for (int j = 0; j < c->k; j++) {
        s[j] = -(c->vertex[j * t] * u[1] + (t > 1 ? c->vertex[j * t + 1] * u[2] : 0));
        if (s[j] > most) most = s[j], *best = j;
    }
    for (int side = -1; side <= 1 && t > 1; side += 2) {
        int j = (*best + side + c->k) % c->k;
        if (s[j] >= most - tol) *next = j;
    }
    return most;
}

slip_piece slip_piece_near(const slip_plain *c, const double *r, const double *u, double tol)
{
    int best = 0, next = -1, sign = c->bilateral && r[0] < 0 ? -1 : 1;
    double uT = c->d > 1 ? slip_length(u + 1, c->d - 1) : 0, lift = u[0];
    if (c->relaxed) lift -= c->mu * (c->disc ? uT : c->k ? support(c, u, tol, &best, &next) : 0);
    if (!c->bilateral && lift > tol) return slip_piece_make(c, SLIP_PIECE_OPEN, 0, 1);
    if (c->k == 0 && !c->disc) return slip_piece_make(c, SLIP_PIECE_VERTEX, 0, sign);
    if (!(uT > tol)) return slip_piece_make(c, SLIP_PIECE_STICK, 0, sign);
    if (c->disc) {
        slip_piece out = slip_piece_make(c, SLIP_PIECE_DISC, 0, sign);
        for (int a = 0; a < 2; a++)
            out.B[0][a + 1][1] = -u[a + 1] / uT;        /* nearly: for a start */
        return out;
    }
    support(c, u, tol, &best, &next);
    if (next < 0) return slip_piece_make(c, SLIP_PIECE_VERTEX, best, sign);
    return slip_piece_make(c, SLIP_PIECE_EDGE, (best + 1) % c->k == next ? best : next, sign);
}

static void edge_row(const slip_plain *c, int j, int sign, double g[3])
{
    const double *a = c->vertex + 2 * j, *b = c->vertex + 2 * ((j + 1) % c->k);
    double n[2] = { b[1] - a[1], a[0] - b[0] };
    g[0] = sign * c->mu * (n[0] * a[0] + n[1] * a[1]);
    g[1] = -n[0];
    g[2] = -n[1];
}

int slip_piece_limits(const slip_plain *c, const slip_piece *piece, double g[SLIP_CORNERS][3])
{
    int count = 0;
    memset(g, 0, (size_t)(c->k > 8 ? c->k : 8) * sizeof *g);
    if (piece->kind == SLIP_PIECE_OPEN) return 0;
    int sign = piece->B[0][0][0] < 0 ? -1 : 1;
    if (piece->kind == SLIP_PIECE_EDGE) {       /* cross(d_j, r_T) >= 0, cross(r_T, d_j+1) >= 0 */
        const double *a = c->vertex + 2 * piece->j, *b = c->vertex + 2 * ((piece->j + 1) % c->k);
        memcpy(g[0], (double[3]){ 0, -a[1], a[0] }, sizeof g[0]);
        memcpy(g[1], (double[3]){ 0, b[1], -b[0] }, sizeof g[1]);
        return 2;
    }
    if (piece->kind != SLIP_PIECE_STICK) {
        g[0][0] = sign;
        return c->bilateral && (c->k == 0 && !c->disc) ? 0 : 1;
    }
    if (c->d == 2)
        for (int a = 0; a < 2; a++) {
            g[count][0] = sign * c->mu;
            g[count++][1] = a ? 1 : -1;
        }
    for (int j = 0; j < c->k && c->d == 3; j++)
        edge_row(c, j, sign, g[count++]);
    for (int j = 0; j < 8 && c->disc; j++) {
        double turn = acos(-1) / 4 * j;
        g[count][0] = sign * c->mu * cos(acos(-1) / 8);
        g[count][1] = cos(turn);
        g[count++][2] = sin(turn);
    }
    return count;
}

void slip_piece_coordinates(const slip_plain *c, const slip_piece *piece, const double *r, double *phi)
{
    for (int b = 0; b < piece->nb; b++)
        phi[b] = piece->kind == SLIP_PIECE_STICK ? r[b] : r[0] * piece->B[b][0][0];
    if (piece->nb != 2 || piece->kind == SLIP_PIECE_STICK) return;
    const double *a = c->vertex + 2 * piece->j, *b = c->vertex + 2 * ((piece->j + 1) % c->k);       /* r_T = mu (phi_0 a + phi_1 b) */
    double det = (a[0] * b[1] - a[1] * b[0]) * c->mu;
    phi[0] = (r[1] * b[1] - r[2] * b[0]) / det;
    phi[1] = (a[0] * r[2] - a[1] * r[1]) / det;
}
