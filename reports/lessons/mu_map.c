/* mu_map.c: lesson: one axis of friction: where there are solutions, and where each solver finds them.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "reports/lesson.h"

typedef struct { const char *name, *problem; double most; const char *solver[6]; } map;

static const map maps[] = {
    { "rod", "painleve-rod:", 2.5, { "prox", "lemke", "baraff", "dantzig" } },
    { "needle", "needle:law=facets,", 1.2, { "lemke", "lcp1", "lcp1:damping=0.5", "lcp2", "prox", "nsgs" } },
    { "disk", "disk:law=facets,", 2, { "lemke", "lcp1", "lcp2", "prox", "nsgs" } },
    { "slab", "slab:", 1, { "lemke", "lcp1", "lcp2", "prox", "nsgs" } },
    { "pyramid", "pyramid:", 1, { "lemke", "lcp1", "lcp2", "prox", "nsgs" } },
    { "cannonball-2", "cannonball:n=2,law=facets,", 0.8, { "lemke", "lcp1", "lcp2", "prox", "nsgs" } },
    { "cannonball-3", "cannonball:n=3,law=facets,", 0.8, { "lemke", "lcp1", "lcp1:damping=0.5", "lcp2", "prox", "nsgs" } },
};
static const char *const words[] = { "rod", "needle", "disk", "slab", "pyramid", "cannonball-2", "cannonball-3", NULL };

enum { GREEN, BLUE, ORANGE, RED, BLACK, GREY };
enum { LARGEST = 36 };             /* unknowns of a complementarity problem that is enumerated */

/* Largest mu in [0, most] with property `holds` (monotone: true below), to 1e-4; INFINITY: everywhere. */
static slip_status bisect(const map *m, bool (*holds)(const slip_problem *, slip_error *), double *out, slip_error *error)
{
    double low = 0, high = m->most;
    for (int k = 0; k < 16; k++) {
        char name[96];
        slip_problem p;
        double mu = k ? (low + high) / 2 : high;
        snprintf(name, sizeof name, "%smu=%.17g", m->problem, mu);
        slip_status status = slip_problem_open(&p, name, NULL, error);
        if (status != SLIP_OK)
            return status;
        bool good = holds(&p, error);
        slip_problem_free(&p);
        if (good && k == 0) {
            *out = INFINITY;
            return SLIP_OK;
        }
        if (good)
            low = mu;
        else
            high = mu;
    }
    *out = low;
    return SLIP_OK;
}

static bool pointed(const slip_problem *p, slip_error *error)
{
    slip_arena arena = { 0 };
    slip_pointed s = { 0 };
    bool good = slip_problem_pointed(p, &arena, &s, error) == SLIP_OK && s.pointed == SLIP_YES;
    slip_arena_free(&arena);
    return good;
}

/* The sign of det of W over the closed contacts: rows u_N (and u_T where it sticks), columns (1, friction at its bound) or both components. */
static int orientation(const double *W, int m, int d, int nc, double mu, const slip_dirs *dirs, const int mode[])
{
    double S[24 * 24], scale = 1, det = 1;
    int k = 0, row[24], contact[24], direction[24];
    slip_error error;
    for (int i = 0; i < nc; i++) {
        if (mode[i] == 0)
            continue;
        if (k + d > 24)
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
    double re[24], im[24];
    if (k == 0 || !(scale > 0))
        return k == 0;
    if (slip_dense_eigenvalues(k, S, re, im, &error) != SLIP_OK)
        return 0;
    for (int j = 0; j < k; j++)
        det *= im[j] > 0 ? re[j] * re[j] + im[j] * im[j] : im[j] < 0 ? 1 : re[j];
    return fabs(det) <= 1e-11 * scale ? 0 : det > 0 ? 1 : -1;
}

/* Lotstedt's family of matrices as [TrinkleEtAl1995, theorem 1] uses it: all positive (P: one solution for any forces), none negative (P0), or not. */
static slip_status family_sign(const map *m, double mu, int *worst, long *count, slip_error *error)
{
    char name[96];
    slip_problem p;
    slip_delassus op;
    slip_arena arena = { 0 };
    snprintf(name, sizeof name, "%smu=%.17g", m->problem, mu);
    slip_status status = slip_problem_open(&p, name, NULL, error);
    if (status != SLIP_OK)
        return status;
    status = slip_delassus_new(&op, &p, SLIP_FORM_DENSE, SLIP_JOINTS_ELIMINATED, &arena, error);
    *worst = 1;
    *count = 0;
    if (status == SLIP_OK && p.nc <= 12) {
        int vertices = p.d == 2 ? 2 : p.dirs.k, mode[12] = { 0 }, modes = 2 + vertices;      /* open, stick, slip along each direction */
        bool given = p.slip != NULL, more = true;
        while (more && *worst >= 0 && *count < 20000) {
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
            *worst = 2;         /* not all were looked at */
    } else
        *worst = 2;
    if (status == SLIP_OK)
        slip_delassus_close(&op);
    slip_arena_free(&arena);
    slip_problem_free(&p);
    return status;
}

static slip_status trinkle_bound(slip_lecture *l, slip_lecture_piece *piece, const map *m, slip_error *error)
{
    int at_small, worst;
    long count;
    double low = 0, high = m->most;
    char text[96];
    slip_status status = family_sign(m, 1e-3 * m->most, &at_small, &count, error);
    if (status != SLIP_OK)
        return status;
    if (at_small == 2) {
        slip_problem p;
        slip_property x;
        snprintf(text, sizeof text, "%smu=0.1", m->problem);
        if ((status = slip_problem_open(&p, text, NULL, error)) != SLIP_OK)
            return status;
        status = slip_problem_property(&p, 400, &x, error);
        if (status == SLIP_OK)
            slip_say(l, "W has rank %d of %d: the contacts are not independent, so the hypothesis of Trinkle et al.'s theorem 1 fails and no mu > 0 makes every matrix of Lotstedt's family P; the family is too large to look for P0 here.", x.rank, slip_problem_m(&p));
        slip_tell(l, "p_bound", 0);
        slip_problem_free(&p);
        return status;
    }
    status = family_sign(m, high, &worst, &count, error);
    for (int k = 0; k < 14 && status == SLIP_OK && worst < at_small; k++) {
        double mu = (low + high) / 2;
        int now;
        status = family_sign(m, mu, &now, &count, error);
        if (now >= at_small)
            low = mu;
        else
            high = mu;
    }
    if (status != SLIP_OK)
        return status;
    const char *what = at_small > 0 ? "P" : "P0";
    if (at_small < 1)
        slip_say(l, "The contacts are not independent, so the hypothesis of Trinkle et al.'s theorem 1 fails: no mu > 0 makes every matrix of Lotstedt's family P; what can be kept is P0, no determinant negative.");
    if (worst >= at_small)
        slip_say(l, "Every matrix of the family (%ld of them) is %s for all mu up to %g.", count, what, m->most);
    else {
        snprintf(text, sizeof text, "%.4f: Trinkle's family %s below", low, what);
        slip_draw_mark(l, piece, low, text);
    }
    slip_tell(l, at_small > 0 ? "p_bound" : "p0_bound", worst >= at_small ? INFINITY : low);
    return SLIP_OK;
}

/* Factor of chi_1 between two starts of LCP1: the largest ratio of successive changes of the velocity in its first steps. */
typedef struct { int n, count; double old[64], change, worst; } pace;

static int watch(void *ctx, long step, const slip_iterate *it, double residual)
{
    pace *w = ctx;
    double most = 0;
    (void)residual;
    if (!it->have_v || w->n > 64)
        return 0;
    for (int j = 0; j < w->n; j++) {
        most = fmax(most, fabs(it->v[j] - w->old[j]));
        w->old[j] = it->v[j];
    }
    if (step >= 2 && w->change > 1e-9)
        w->worst = fmax(w->worst, most / w->change);
    w->change = most;
    return step >= 12;
}

static slip_status contraction_bound(slip_lecture *l, slip_lecture_piece *piece, const map *m, slip_error *error)
{
    double last = 0;
    char text[96];
    if (strncmp(m->name, "rod", 3) == 0)
        return SLIP_OK;
    for (int k = 1; k <= 24; k++) {
        slip_demo d = { 0 };
        pace w = { .n = 0 };
        char name[96];
        snprintf(name, sizeof name, "%smu=%.17g", m->problem, m->most * k / 24);
        slip_status status = slip_problem_open(&d.problem, name, &d.truth, error);
        w.n = d.problem.n;
        if (status == SLIP_OK)
            status = slip_demo_solve(&d, "lcp1", (slip_limits){ .tol = 1e-12, .steps = 14 }, watch, &w, error);
        slip_demo_end(&d);
        if (status != SLIP_OK)
            return status;
        if (w.worst > 0.5)
            break;
        last = m->most * k / 24;
    }
    if (last < m->most) {
        snprintf(text, sizeof text, "%.3g: LCP1 halves its steps below", last);
        slip_draw_mark(l, piece, last, text);
    }
    slip_tell(l, "halves_below", last);
    return SLIP_OK;
}

/* Thresholds that theory gives, as vertical marks. */
static slip_status thresholds(slip_lecture *l, slip_lecture_piece *piece, const map *m, slip_error *error)
{
    char name[96], text[96];
    double still = NAN, cone = NAN;
    slip_problem p;
    snprintf(name, sizeof name, "%smu=0.5", m->problem);
    slip_status status = slip_problem_open(&p, name, NULL, error);
    if (status != SLIP_OK)
        return status;
    if (p.level == SLIP_LEVEL_VELOCITY)
        status = slip_static_threshold(&p, 1e-6, &still, error);
    if (status == SLIP_OK && still > 0 && still < m->most) {
        snprintf(text, sizeof text, "mu_c %.4f: v = 0 solves above", still);
        slip_draw_mark(l, piece, still, text);
        slip_tell(l, "static_threshold", still);
    }
    double W[3], low, high;
    if (status == SLIP_OK && slip_lcp1_window(&p, W, &low, &high)) {
        double critical = W[0] / fabs(W[2]);
        if (critical < m->most) {
            snprintf(text, sizeof text, "%.4f: Painleve's critical mu", critical);
            slip_draw_mark(l, piece, critical, text);
            slip_tell(l, "painleve", critical);
        }
        if (p.level == SLIP_LEVEL_VELOCITY && isfinite(low)) {
            slip_draw_mark(l, piece, low, "LCP1 stops contracting");
            slip_draw_mark(l, piece, high, "LCP1 contracts again");
            slip_tell(l, "window_low", low);
            slip_tell(l, "window_high", high);
        }
    }
    slip_problem_free(&p);
    if (status == SLIP_OK)
        status = bisect(m, pointed, &cone, error);
    if (status == SLIP_OK && cone < m->most) {
        snprintf(text, sizeof text, "%.4f: friction cone pointed below", cone);
        slip_draw_mark(l, piece, cone, text);
        slip_tell(l, "pointed_below", cone);
    }
    return status;
}

static int outcome(const slip_demo *d)
{
    slip_verdict_word w = d->judgement.posed.word;
    if (w == SLIP_VERDICT_FALSE_CLAIM || w == SLIP_VERDICT_INVALID)
        return BLACK;
    if (w == SLIP_VERDICT_NA)
        return GREY;
    if (w == SLIP_VERDICT_VERIFIED || w == SLIP_VERDICT_UNCLAIMED)
        return GREEN;
    return d->story.word && strcmp(d->story.word, "cycling") == 0 ? ORANGE : RED;
}

/* Where the catalogue does not know: do several paths reach different velocities, each verified? */
static slip_status several(const char *name, bool *found, slip_error *error)
{
    static const char *const road[] = { "lemke", "lemke:cover=0.01", "lemke:cover=30", "lcp1" };
    double v[64];
    bool have = false;
    *found = false;
    for (int k = 0; k < 4 && !*found; k++) {
        slip_demo d;
        slip_status status = slip_demo_run(&d, name, road[k], (slip_limits){ .tol = 1e-9, .steps = 300 }, NULL, NULL, error);
        if (status != SLIP_OK)
            return status;
        if (d.judgement.posed.word == SLIP_VERDICT_VERIFIED && d.result.answer.v && d.problem.n <= 64)
            for (int j = 0; j < d.problem.n; j++) {
                *found = *found || (have && fabs(v[j] - d.result.answer.v[j]) > 1e-6);
                v[j] = d.result.answer.v[j];
            }
        have = have || d.judgement.posed.word == SLIP_VERDICT_VERIFIED;
        slip_demo_end(&d);
    }
    return SLIP_OK;
}

/* How many velocities by exact enumeration, as a colour; GREY: not decided within so many cases. */
static slip_status proved(const slip_problem *p, long nodes, int *colour, slip_error *error)
{
    slip_proof proof = { 0 };
    slip_prove_how how = { .law = p->law, .dirs = p->dirs, .asks = 1u << SLIP_ASK_VELOCITIES, .nodes = nodes };
    *colour = GREY;
    if (p->nc * (p->d == 3 ? 6 : 4) > LARGEST || nodes == 0)
        return SLIP_OK;
    slip_status status = slip_prove(p, &how, &proof, error);
    if (status == SLIP_OK)
        *colour = proof.word == SLIP_PROVED_NO_SOLUTION ? RED : proof.velocities == 1 ? GREEN : proof.velocities > 1 || proof.least > 1 ? BLUE : GREY;
    slip_proof_free(&proof);
    return status;
}

static slip_status teach(slip_lecture *l, const double par[], slip_error *error)
{
    static const slip_curve style[] = { { .title = "one solution; solved", .points = true, .colour = "#2ca02c" }, { .title = "several solutions", .points = true, .colour = "#1f77b4" },
                                        { .title = "cycles", .points = true, .colour = "#ff7f0e" }, { .title = "no solution; gave up", .points = true, .colour = "#d62728" },
                                        { .title = "false claim", .points = true, .colour = "#000000" }, { .title = "unknown; not for it", .points = true, .colour = "#aaaaaa" } };
    const map *m = &maps[(int)par[0]];
    int rows = 2, count = (int)par[1], hits[6] = { 0 }, searched = 0, found = 0, proofs = 0;
    const char **row = SLIP_NEW(&l->arena, const char *, 10);
    if (!row)
        return slip_fail(error, SLIP_MEMORY, "out of memory");
    row[0] = "solutions";
    row[1] = "velocities, proved";
    while (rows <= 7 && m->solver[rows - 2]) {
        row[rows] = m->solver[rows - 2];
        rows++;
    }
    char title[96];
    snprintf(title, sizeof title, "mu map of %s", m->name);
    slip_lecture_piece *p = slip_draw(l, (slip_figure){ .title = title, .xlabel = "friction coefficient mu", .ylabel = "", .rows = row, .width = 820, .height = 460 });
    for (int k = 0; k < 6; k++)
        slip_draw_curve(l, p, style[k]);
    for (int i = 1; i <= count; i++) {
        double mu = m->most * i / count;
        char name[96];
        snprintf(name, sizeof name, "%smu=%.17g", m->problem, mu);
        for (int s = 0; s < rows - 2; s++) {
            slip_demo d;
            slip_status status = slip_demo_run(&d, name, m->solver[s], (slip_limits){ .tol = 1e-7, .steps = 300 }, NULL, NULL, error);
            if (status != SLIP_OK)
                return status;
            if (s == 0) {
                int n = d.truth.solutions, colour = n == 0 ? RED : n == 1 ? GREEN : n >= 2 || n == SLIP_SOLUTIONS_MANY ? BLUE : GREY;
                bool more = false;
                if (colour == GREY && (status = several(name, &more, error)) != SLIP_OK) {
                    slip_demo_end(&d);
                    return status;
                }
                searched += colour == GREY;
                found += more;
                slip_draw_point(l, p, more ? BLUE : colour, mu, 1);
                if ((status = proved(&d.problem, (long)par[2], &colour, error)) != SLIP_OK) {
                    slip_demo_end(&d);
                    return status;
                }
                if (colour != GREY)
                    slip_draw_point(l, p, colour, mu, 2);
                proofs += colour != GREY;
            }
            int colour = outcome(&d);
            hits[colour]++;
            slip_draw_point(l, p, colour, mu, s + 3);
            slip_demo_end(&d);
        }
    }
    slip_tell(l, "solved", hits[GREEN]);
    slip_tell(l, "cycles", hits[ORANGE]);
    slip_tell(l, "failed", hits[RED]);
    slip_tell(l, "false_claims", hits[BLACK]);
    slip_say(l, "%d values of mu up to %g: %d runs solved and verified, %d cycles, %d honest failures, %d false claims.", count, m->most, hits[GREEN], hits[ORANGE], hits[RED], hits[BLACK]);
    slip_say(l, "The row 'solutions' counts distinct (u, r) as the catalogue knows them (exact, or every basis tried), or by different velocities found; several may share one velocity. Grey: at least one. Marks are computed from the data.");
    if (searched)
        slip_say(l, "At %d values of mu nothing is known beforehand; four paths (three covering vectors of Lemke, LCP1) reach different verified velocities at %d of these (blue); elsewhere one was found, and the point is grey.", searched, found);
    slip_tell(l, "several_found", found);
    slip_say(l, "The row 'velocities, proved' has a point where exact enumeration decides how many velocities there are, at %d of the %d values; slipstick prove writes each proof to a file.", proofs, count);
    slip_tell(l, "proved", proofs);
    slip_status status = thresholds(l, p, m, error);
    if (status == SLIP_OK)
        status = trinkle_bound(l, p, m, error);
    return status == SLIP_OK ? contraction_bound(l, p, m, error) : status;
}

static const slip_param params[] = {
    { .name = "problem", .def = 1, .min = 0, .max = 6, .words = words, .about = "the family" },
    { .name = "values", .def = 40, .min = 2, .max = 1000, .about = "values of mu", .flags = SLIP_WHOLE },
    { .name = "cases", .def = 400, .min = 0, .max = 1e6, .about = "cases that a proof at one value may take", .flags = SLIP_WHOLE },
    { 0 }
};

const slip_lesson slip_lesson_mu_map = {
    .name = "mu-map", .title = "mu maps: existence, uniqueness and every solver on one axis",
    .theory = "Friction has several thresholds, and they are different things: uniqueness for small mu, the friction cone pointed or not, a stack that stands, Painleve's critical mu, the contraction of an iteration.",
    .cite = "AnitescuHart2004, TrinkleEtAl1995, SchindlerEtAl2011", .exercise = "Before you look: where will LCP1 fail on six disks? slipstick lesson mu-map --problem cannonball-3.", .params = params, .teach = teach
};
