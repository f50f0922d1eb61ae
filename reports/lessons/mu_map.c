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
    if (status == SLIP_OK && p.nc == 1 && p.d == 2) {
        slip_delassus op;
        slip_arena arena = { 0 };
        status = slip_delassus_new(&op, &p, SLIP_FORM_DENSE, SLIP_JOINTS_ELIMINATED, &arena, error);
        if (status == SLIP_OK) {
            double a = op.dense[0], b = op.dense[3], c = fabs(op.dense[1]), root = 9 * c * c - 8 * a * b;
            if (c > 0 && a / c < m->most) {
                snprintf(text, sizeof text, "%.4f: Painleve; LCP matrix P below", a / c);
                slip_draw_mark(l, piece, a / c, text);
                slip_tell(l, "painleve", a / c);
            }
            if (p.level == SLIP_LEVEL_VELOCITY && root > 0) {
                slip_draw_mark(l, piece, (3 * c - sqrt(root)) / (4 * b), "LCP1 stops contracting");
                slip_draw_mark(l, piece, (3 * c + sqrt(root)) / (4 * b), "LCP1 contracts again");
                slip_tell(l, "window_low", (3 * c - sqrt(root)) / (4 * b));
                slip_tell(l, "window_high", (3 * c + sqrt(root)) / (4 * b));
            }
            slip_delassus_close(&op);
        }
        slip_arena_free(&arena);
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

static slip_status teach(slip_lecture *l, const double par[], slip_error *error)
{
    static const slip_curve style[] = { { .title = "one solution; solved", .points = true, .colour = "#2ca02c" }, { .title = "several solutions", .points = true, .colour = "#1f77b4" },
                                        { .title = "cycles", .points = true, .colour = "#ff7f0e" }, { .title = "no solution; gave up", .points = true, .colour = "#d62728" },
                                        { .title = "false claim", .points = true, .colour = "#000000" }, { .title = "unknown; not for it", .points = true, .colour = "#aaaaaa" } };
    const map *m = &maps[(int)par[0]];
    int rows = 1, count = (int)par[1], hits[6] = { 0 };
    const char **row = SLIP_NEW(&l->arena, const char *, 9);
    if (!row)
        return slip_fail(error, SLIP_MEMORY, "out of memory");
    row[0] = "solutions";
    while (rows <= 6 && m->solver[rows - 1]) {
        row[rows] = m->solver[rows - 1];
        rows++;
    }
    char title[96];
    snprintf(title, sizeof title, "mu map of %s", m->name);
    slip_lecture_piece *p = slip_draw(l, (slip_figure){ .title = title, .xlabel = "friction coefficient mu", .ylabel = "", .rows = row, .width = 820, .height = 460, .key_outside = true });
    for (int k = 0; k < 6; k++)
        slip_draw_curve(l, p, style[k]);
    for (int i = 1; i <= count; i++) {
        double mu = m->most * i / count;
        char name[96];
        snprintf(name, sizeof name, "%smu=%.17g", m->problem, mu);
        for (int s = 0; s < rows - 1; s++) {
            slip_demo d;
            slip_status status = slip_demo_run(&d, name, m->solver[s], (slip_limits){ .tol = 1e-7, .steps = 300 }, NULL, NULL, error);
            if (status != SLIP_OK)
                return status;
            if (s == 0) {
                int n = d.truth.solutions, colour = n == 0 ? RED : n == 1 ? GREEN : n >= 2 || n == SLIP_SOLUTIONS_MANY ? BLUE : GREY;
                slip_draw_point(l, p, colour, mu, 1);
            }
            int colour = outcome(&d);
            hits[colour]++;
            slip_draw_point(l, p, colour, mu, s + 2);
            slip_demo_end(&d);
        }
    }
    slip_tell(l, "solved", hits[GREEN]);
    slip_tell(l, "cycles", hits[ORANGE]);
    slip_tell(l, "failed", hits[RED]);
    slip_tell(l, "false_claims", hits[BLACK]);
    slip_say(l, "%d values of mu up to %g: %d runs solved and verified, %d cycles, %d honest failures, %d false claims.", count, m->most, hits[GREEN], hits[ORANGE], hits[RED], hits[BLACK]);
    slip_say(l, "The row 'solutions' counts distinct (u, r) as the catalogue knows them (exact, or every basis tried); several may share one velocity. Grey: not known. Marks are computed from the data.");
    return thresholds(l, p, m, error);
}

static const slip_param params[] = {
    { .name = "problem", .def = 1, .min = 0, .max = 6, .words = words, .about = "the family" },
    { .name = "values", .def = 40, .min = 2, .max = 1000, .about = "values of mu", .flags = SLIP_WHOLE },
    { 0 }
};

const slip_lesson slip_lesson_mu_map = {
    .name = "mu-map", .title = "mu maps: existence, uniqueness and every solver on one axis",
    .theory = "Friction has several thresholds, and they are different things: uniqueness for small mu, the friction cone pointed or not, a stack that stands, Painleve's critical mu, the contraction of an iteration.",
    .cite = "AnitescuHart2004, TrinkleEtAl1995, SchindlerEtAl2011", .exercise = "Before you look: where will LCP1 fail on six disks? slipstick lesson mu-map --problem cannonball-3.", .params = params, .teach = teach
};
