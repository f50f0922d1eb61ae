/* mu_thresholds.c: friction coefficients at which theory says that something changes, computed from the data of a family.
   SPDX-License-Identifier: GPL-3.0-or-later

   Painleve     min over contacts of W_NN/|W_NT|: above it friction of that contact, sliding alone, can make its normal slope negative [SchindlerEtAl2011, IV]
   mu_c         least mu for which v = 0 solves the step: a linear program [AnitescuHart2004, 2]
   pointed      no impulses but 0 hold each other: a linear program, by bisection [AnitescuHart2004, 2.3.1]
   P            the matrices of Lotstedt's family have positive determinants: one solution whatever the forces [TrinkleEtAl1995, theorem 1]
   contraction  see mu_contraction.c */

#include <math.h>
#include <stdio.h>
#include "reports/lessons/mu_map.h"

slip_status slip_mu_open(const slip_mu_map *m, double mu, slip_problem *p, slip_error *error)
{
    char name[96];
    snprintf(name, sizeof name, "%smu=%.17g", m->problem, mu);
    return slip_problem_open(p, name, NULL, error);
}

void slip_mu_mark(slip_lecture *l, slip_lecture_piece *piece, const slip_mu_map *m, double mu, const char *text)
{
    char both[160];
    if (!piece || !(mu > 0 && mu < m->most))
        return;
    for (int k = 0; k < piece->figure.marks; k++)
        if (fabs(piece->mark[k].x - mu) <= 1e-4 * m->most) {
            snprintf(both, sizeof both, "%s; %s", piece->mark[k].text, text);
            slip_draw_mark(l, piece, piece->mark[k].x, both);
            piece->mark[k] = piece->mark[--piece->figure.marks];
            return;
        }
    slip_draw_mark(l, piece, mu, text);
}

/* ---- one linear program, or the entries of W ---------------------------------------------------------------------------- */

static slip_status painleve(slip_lecture *l, slip_lecture_piece *piece, const slip_mu_map *m, slip_error *error)
{
    slip_problem p;
    slip_delassus op;
    slip_arena arena = { 0 };
    double least = INFINITY, at = -1;
    slip_status status = slip_mu_open(m, 0.5, &p, error);
    if (status != SLIP_OK)
        return status;
    status = slip_delassus_new(&op, &p, SLIP_FORM_DENSE, SLIP_JOINTS_ELIMINATED, &arena, error);
    for (int i = 0; status == SLIP_OK && i < p.nc; i++) {
        const double *N = op.dense + (size_t)(p.d * i) * (size_t)op.m + p.d * i;          /* of its column: W_NN, W_TN */
        double coupling = p.d == 3 ? hypot(N[1], N[2]) : fabs(N[1]);
        if (coupling > 1e-12 * N[0] && N[0] / coupling < least)
            least = N[0] / coupling, at = i;
    }
    if (status == SLIP_OK)
        slip_delassus_close(&op);
    slip_arena_free(&arena);
    slip_problem_free(&p);
    if (status != SLIP_OK)
        return status;
    slip_tell(l, "painleve", least);
    if (isfinite(least))
        slip_item(l, "Painleve's critical mu, W_NN/|W_NT| of one contact that slides alone: %.6g (contact %.0f)%s.", least, at, least < m->most ? "" : ", beyond the axis");
    else
        slip_item(l, "Painleve's critical mu: none, W_NT = 0 at every contact: friction does not change the normal velocity where it acts.");
    slip_mu_mark(l, piece, m, least, "Painleve's critical mu");
    return SLIP_OK;
}

static slip_status statics(slip_lecture *l, slip_lecture_piece *piece, const slip_mu_map *m, slip_error *error)
{
    slip_problem p;
    double still = NAN;
    slip_status status = slip_mu_open(m, 0.5, &p, error);
    if (status != SLIP_OK)
        return status;
    bool moves = p.level != SLIP_LEVEL_VELOCITY;
    if (!moves)
        status = slip_static_threshold(&p, 1e-6, &still, error);
    slip_problem_free(&p);
    if (status != SLIP_OK)
        return status;
    if (moves)
        slip_item(l, "Static threshold mu_c: none, the problem is one of accelerations of a body that slides.");
    else if (still <= 0)
        slip_item(l, "Static threshold mu_c: 0, it stands without friction, and v = 0 is a solution for every mu.");
    else if (isinf(still))
        slip_item(l, "Static threshold mu_c: none, no friction brings it to rest in one step.");
    else
        slip_item(l, "Static threshold mu_c: %.6f; above it v = 0 is a solution.", still);
    slip_tell(l, "static_threshold", still);
    slip_mu_mark(l, piece, m, still, "mu_c: v = 0 is a solution above");
    return SLIP_OK;
}

static slip_status pointed_at(const slip_mu_map *m, double mu, bool *yes, slip_error *error)
{
    slip_problem p;
    slip_arena arena = { 0 };
    slip_pointed s = { 0 };
    slip_status status = slip_mu_open(m, mu, &p, error);
    if (status != SLIP_OK)
        return status;
    status = slip_problem_pointed(&p, &arena, &s, error);
    *yes = s.pointed == SLIP_YES;
    slip_arena_free(&arena);
    slip_problem_free(&p);
    return status;
}

static slip_status pointed(slip_lecture *l, slip_lecture_piece *piece, const slip_mu_map *m, slip_error *error)
{
    double low = 0, high = m->most;
    bool yes;
    slip_status status = pointed_at(m, high, &yes, error);
    bool always = yes;
    for (int k = 0; k < 16 && !always && status == SLIP_OK; k++) {
        double mu = (low + high) / 2;
        if ((status = pointed_at(m, mu, &yes, error)) == SLIP_OK)
            *(yes ? &low : &high) = mu;
    }
    if (status != SLIP_OK)
        return status;
    if (always)
        slip_item(l, "The friction cone is pointed for every mu up to %g: no impulses hold each other.", m->most);
    else
        slip_item(l, "The friction cone is pointed below mu = %.4f; above it there are impulses that hold each other.", low);
    slip_tell(l, "pointed_below", always ? INFINITY : low);
    slip_mu_mark(l, piece, m, always ? NAN : low, "friction cone pointed below");
    return SLIP_OK;
}

/* ---- Lotstedt's family ---------------------------------------------------------------------------------------------------- */

enum { CLOSED = 24, FAMILY = 20000 };       /* unknowns of one matrix; matrices looked at */

/* The sign of det of W over the closed contacts: rows u_N (and u_T where it sticks), columns (1, friction at its bound) or both components. */
static int orientation(const double *W, int m, int d, int nc, double mu, const slip_dirs *dirs, const int mode[])
{
    double S[CLOSED * CLOSED], scale = 1, det = 1;
    int k = 0, row[CLOSED], contact[CLOSED], direction[CLOSED];
    slip_error error;
    for (int i = 0; i < nc; i++) {
        if (mode[i] == 0)
            continue;
        if (k + d > CLOSED)
            return 1;
        row[k] = d * i, contact[k] = i, direction[k++] = mode[i] - 2;
        for (int t = 1; mode[i] == 1 && t < d; t++)
            row[k] = d * i + t, contact[k] = i, direction[k++] = -1;
    }
    for (int c = 0; c < k; c++) {
        double size = 0, e[2] = { 0, 0 };
        if (direction[c] >= 0)
            slip_dirs_get(*dirs, d, direction[c], e);
        for (int r = 0; r < k; r++) {
            double x = W[(size_t)row[c] * (size_t)m + (size_t)row[r]];
            for (int t = 1; direction[c] >= 0 && t < d; t++)
                x += mu * e[t - 1] * W[(size_t)(d * contact[c] + t) * (size_t)m + (size_t)row[r]];
            S[c * k + r] = x;
            size += x * x;
        }
        scale *= sqrt(size);
    }
    double re[CLOSED], im[CLOSED];
    if (k == 0 || !(scale > 0))
        return k == 0;
    if (slip_dense_eigenvalues(k, S, re, im, &error) != SLIP_OK)
        return 0;
    for (int j = 0; j < k; j++)
        det *= im[j] > 0 ? re[j] * re[j] + im[j] * im[j] : im[j] < 0 ? 1 : re[j];
    return fabs(det) <= 1e-11 * scale ? 0 : det > 0 ? 1 : -1;
}

/* The worst sign of the family: 1 all positive (P: one solution for any forces), 0 none negative (P0), -1, or 2: too many to look at. */
static slip_status family_sign(const slip_mu_map *m, double mu, int *worst, long *count, slip_error *error)
{
    slip_problem p;
    slip_delassus op;
    slip_arena arena = { 0 };
    slip_status status = slip_mu_open(m, mu, &p, error);
    if (status != SLIP_OK)
        return status;
    status = slip_delassus_new(&op, &p, SLIP_FORM_DENSE, SLIP_JOINTS_ELIMINATED, &arena, error);
    *worst = 1;
    *count = 0;
    if (status == SLIP_OK && p.nc <= 12) {
        int vertices = p.d == 2 ? 2 : p.dirs.k, mode[12] = { 0 }, modes = 2 + vertices;      /* open, stick, slip along each direction */
        bool given = p.slip != NULL, more = true;
        while (more && *worst >= 0 && *count < FAMILY) {
            int sign = orientation(op.dense, op.m, p.d, p.nc, mu, &p.dirs, mode);
            *worst = sign < *worst ? sign : *worst;
            ++*count;
            more = false;
            for (int i = 0; i < p.nc && !more; i++) {       /* count in base `modes`; a given slip neither sticks nor turns round */
                mode[i]++;
                if (given && mode[i] == 1)
                    mode[i] = p.slip[i] > 0 ? 3 : 2;
                else if (given && mode[i] > 1)
                    mode[i] = modes;
                more = mode[i] < modes;
                mode[i] = more ? mode[i] : 0;
            }
        }
        if (more && *worst >= 0)
            *worst = 2;
    } else
        *worst = 2;
    if (status == SLIP_OK)
        slip_delassus_close(&op);
    slip_arena_free(&arena);
    slip_problem_free(&p);
    return status;
}

static slip_status dependent(slip_lecture *l, const slip_mu_map *m, slip_error *error)
{
    slip_problem p;
    slip_property x;
    slip_status status = slip_mu_open(m, 0.1, &p, error);
    if (status != SLIP_OK)
        return status;
    if ((status = slip_problem_property(&p, 400, &x, error)) == SLIP_OK)
        slip_item(l, "Trinkle et al.'s bound: none. W has rank %d of %d, the contacts are not independent, and no mu > 0 makes every matrix of Lotstedt's family P; the family is too large to look for P0 (no determinant negative).", x.rank, slip_problem_m(&p));
    slip_tell(l, "p_bound", 0);
    slip_problem_free(&p);
    return status;
}

static slip_status family(slip_lecture *l, slip_lecture_piece *piece, const slip_mu_map *m, slip_error *error)
{
    int at_small, worst = 1;
    long count;
    double low = 0, high = m->most;
    slip_status status = family_sign(m, 1e-3 * m->most, &at_small, &count, error);
    if (status == SLIP_OK && at_small == 2)
        return dependent(l, m, error);
    if (status == SLIP_OK)
        status = family_sign(m, high, &worst, &count, error);
    bool always = worst >= at_small;
    for (int k = 0; k < 16 && status == SLIP_OK && !always; k++) {
        double mu = (low + high) / 2;
        int now;
        if ((status = family_sign(m, mu, &now, &count, error)) == SLIP_OK)
            *(now >= at_small ? &low : &high) = mu;
    }
    if (status != SLIP_OK)
        return status;
    const char *what = at_small > 0 ? "P, one solution whatever the forces" : "P0, no determinant negative";
    const char *why = at_small > 0 ? "" : "the contacts are not independent, so that no mu > 0 gives P; ";
    if (always)
        slip_item(l, "Trinkle et al.'s bound: %severy matrix of Lotstedt's family (%ld) is %s, for all mu up to %g.", why, count, what, m->most);
    else
        slip_item(l, "Trinkle et al.'s bound: %sLotstedt's family is %s, below mu = %.4f.", why, what, low);
    slip_tell(l, at_small > 0 ? "p_bound" : "p0_bound", always ? INFINITY : low);
    slip_mu_mark(l, piece, m, always ? NAN : low, at_small > 0 ? "Trinkle's family P below" : "Trinkle's family P0 below");
    return SLIP_OK;
}

slip_status slip_mu_thresholds(slip_lecture *l, slip_lecture_piece *piece, const slip_mu_map *m, slip_error *error)
{
    slip_status status = painleve(l, piece, m, error);
    if (status == SLIP_OK)
        status = statics(l, piece, m, error);
    if (status == SLIP_OK)
        status = pointed(l, piece, m, error);
    if (status == SLIP_OK)
        status = family(l, piece, m, error);
    return status == SLIP_OK ? slip_mu_contraction(l, piece, m, error) : status;
}
