/* mu_map.c: lesson: one axis of friction: where there are solutions, and where each solver finds them.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "reports/lessons/mu_map.h"

static const slip_mu_map maps[] = {
    { "rod", "painleve-rod:", 2.5, { "prox", "lemke", "baraff", "enum" }, "A rod slides on its end under gravity; asked for are its accelerations" },
    { "rod-up", "painleve-rod:g=-9.81,", 2.5, { "prox", "lemke", "baraff", "enum" }, "The same rod with gravity upwards: it may leave the floor, and with much friction also jam" },
    { "needle", "needle:law=facets,", 1.2, { "lemke", "lcp1", "lcp1:damping=0.5", "lcp2", "prox", "nsgs" }, "A needle leans at 45 degrees and slides on its tip; one time step" },
    { "disk", "disk:law=facets,", 2, { "lemke", "lcp1", "lcp2", "prox", "nsgs" }, "One disk slides on the floor; one time step" },
    { "slab", "slab:", 3, { "lemke", "lcp1", "lcp2", "prox", "nsgs" }, "A block rests on three contacts in a row; one time step" },
    { "pyramid", "pyramid:", 3, { "lemke", "lcp1", "lcp2", "prox", "nsgs" }, "A pyramid rests on the six corners of a hexagon; one time step" },
    { "cannonball-2", "cannonball:n=2,law=facets,", 0.8, { "lemke", "lcp1", "lcp2", "prox", "nsgs" }, "Three disks, one upon two, are let go; one time step" },
    { "cannonball-3", "cannonball:n=3,law=facets,", 0.8, { "lemke", "lcp1", "lcp1:damping=0.5", "lcp2", "prox", "nsgs" }, "Six disks in a pile are let go; one time step" },
};
static const char *const words[] = { "rod", "rod-up", "needle", "disk", "slab", "pyramid", "cannonball-2", "cannonball-3", NULL };

enum { RIGHT, SEVERAL, CYCLES, NONE, SAYS_NONE, RELAXED, LIES, SOME, CLASSES };
enum { KNOWN, FOUND, PROVED, SOLVERS, ROWS = 64 };      /* the first rows */
enum { LARGEST = 36, SMALL = 12 };      /* unknowns of a complementarity problem that is enumerated; that is enumerated at every value */
enum { WIDEST = 64 };                   /* velocities that are compared */

typedef struct { int row, class; double mu; } point;
typedef struct { slip_lecture *l; const slip_mu_map *map; int count, most; point *point; int searched, several, proofs, certified, hits[CLASSES]; } chart;

static void put(chart *c, int row, int class, double mu)
{
    if (c->count < c->most)
        c->point[c->count++] = (point){ row, class, mu };
    if (row >= SOLVERS)
        c->hits[class]++;
}

static int outcome(const slip_demo *d)
{
    if (d->judgement.claimed.word == SLIP_VERDICT_VERIFIED && d->judgement.posed.word != SLIP_VERDICT_VERIFIED)
        return RELAXED;
    switch (d->judgement.posed.word) {
    case SLIP_VERDICT_FALSE_CLAIM: case SLIP_VERDICT_INVALID: return LIES;
    case SLIP_VERDICT_VERIFIED: return d->result.answer.claim == SLIP_CLAIM_NO_SOLUTION ? SAYS_NONE : RIGHT;
    case SLIP_VERDICT_UNCLAIMED: return RIGHT;
    default: return d->story.word && strcmp(d->story.word, "cycling") == 0 ? CYCLES : NONE;
    }
}

/* Do several paths reach different velocities, each verified?  And are they certified to be near exact solutions that differ? */
static slip_status look(chart *c, const char *name, double mu, bool certify, slip_error *error)
{
    static const char *const road[] = { "lemke", "lemke:cover=0.01", "lemke:cover=30", "lcp1" };
    double v[2][WIDEST];
    slip_near near[2];
    int velocities = 0, nears = 0;
    slip_status status = SLIP_OK;
    for (int k = 0; k < 4 && velocities < 2 && status == SLIP_OK; k++) {
        slip_demo d;
        if ((status = slip_demo_run(&d, name, road[k], (slip_limits){ .tol = 1e-9, .steps = 300 }, NULL, NULL, error)) != SLIP_OK)
            break;
        double apart = velocities ? 0 : INFINITY;
        bool good = d.judgement.posed.word == SLIP_VERDICT_VERIFIED && d.result.answer.v && d.problem.n <= WIDEST;
        for (int j = 0; good && velocities && j < d.problem.n; j++)
            apart = fmax(apart, fabs(v[0][j] - d.result.answer.v[j]));
        if (good && apart > 1e-6) {
            memcpy(v[velocities++], d.result.answer.v, sizeof(double) * (size_t)d.problem.n);
            if (certify && (status = slip_near_prove(&d.problem, d.problem.law, d.problem.dirs, &d.result.answer, &(slip_near_options){ .proof = true }, &near[nears], error)) == SLIP_OK)
                nears++;
        }
        slip_demo_end(&d);
    }
    int certain = 0;
    if (nears && status == SLIP_OK) {
        slip_problem p;
        slip_text ignored = { 0 };
        if ((status = slip_mu_open(c->map, mu, &p, error)) == SLIP_OK) {
            status = slip_near_write(&p, near, nears, &ignored, &certain, error);
            slip_problem_free(&p);
        }
        slip_text_free(&ignored);
    }
    for (int k = 0; k < nears; k++)
        slip_near_free(&near[k]);
    c->searched++;
    c->several += velocities > 1;
    if (velocities)
        put(c, FOUND, velocities > 1 ? SEVERAL : SOME, mu);
    if (certain) {
        put(c, PROVED, certain > 1 ? SEVERAL : SOME, mu);
        c->certified++;
    }
    return status;
}

/* How many velocities, by exact enumeration within so many cases. */
static slip_status enumerate(chart *c, const slip_problem *p, double mu, long nodes, bool *decided, slip_error *error)
{
    slip_proof proof = { 0 };
    slip_prove_how how = { .law = p->law, .dirs = p->dirs, .asks = 1u << SLIP_ASK_VELOCITIES, .nodes = nodes };
    slip_status status = slip_prove(p, &how, &proof, error);
    int class = status != SLIP_OK ? -1 : proof.word == SLIP_PROVED_NO_SOLUTION ? NONE : proof.velocities == 1 ? RIGHT : proof.velocities > 1 || proof.least > 1 ? SEVERAL : -1;
    *decided = class >= 0;
    if (class >= 0)
        put(c, PROVED, class, mu);
    c->proofs += class >= 0;
    slip_proof_free(&proof);
    return status;
}

/* What is known, found and proved of the solutions at one value. */
static slip_status solutions(chart *c, int i, double mu, long nodes, slip_error *error)
{
    char name[96];
    slip_problem p;
    slip_truth truth = { 0 };
    bool decided = false;
    snprintf(name, sizeof name, "%smu=%.17g", c->map->problem, mu);
    slip_status status = slip_problem_open(&p, name, &truth, error);
    if (status != SLIP_OK)
        return status;
    int n = truth.solutions, size = p.nc * (p.d == 3 ? 6 : p.slip ? 1 : 4);
    bool known = n >= 0 || n == SLIP_SOLUTIONS_MANY;
    if (known)
        put(c, KNOWN, n == 0 ? NONE : n == 1 ? RIGHT : SEVERAL, mu);
    if (nodes && (size <= SMALL || (size <= LARGEST && i % 4 == 0) || nodes > 1000))
        status = enumerate(c, &p, mu, nodes, &decided, error);
    slip_problem_free(&p);
    return status == SLIP_OK && !known ? look(c, name, mu, nodes && !decided && size > LARGEST, error) : status;
}

static slip_status solvers(chart *c, const char *solver, int row, double mu, bool *fit, slip_error *error)
{
    char name[96];
    slip_demo d;
    snprintf(name, sizeof name, "%smu=%.17g", c->map->problem, mu);
    slip_status status = slip_demo_run(&d, name, solver, (slip_limits){ .tol = 1e-7, .steps = 300 }, NULL, NULL, error);
    if (status != SLIP_OK)
        return status;
    *fit = d.judgement.posed.word != SLIP_VERDICT_NA;
    if (*fit)
        put(c, row, outcome(&d), mu);
    slip_demo_end(&d);
    return SLIP_OK;
}

/* Rows that have points, the solutions at the top; their names are kept in the arena. */
static slip_lecture_piece *draw(chart *c, int rows, const char *const *name)
{
    static const slip_curve style[CLASSES] = {
        [RIGHT] = { .title = "one solution; a solver is right", .points = true, .colour = "#2ca02c", .sign = 'o' }, [SEVERAL] = { .title = "several solutions", .points = true, .colour = "#1f77b4", .sign = 'M' },
        [CYCLES] = { .title = "a solver cycles", .points = true, .colour = "#ff7f0e", .sign = '~' }, [NONE] = { .title = "no solution; a solver gives up", .points = true, .colour = "#d62728", .sign = 'x' },
        [SAYS_NONE] = { .title = "a solver says: none, and proves it", .points = true, .colour = "#9467bd", .sign = 'N' }, 
        [RELAXED] = { .title = "a solver is right for the relaxed law it solves", .points = true, .colour = "#17becf", .sign = 'r', .mark = 11 }, [LIES] = { .title = "a false claim", .points = true, .colour = "#000000", .sign = '!', .mark = 3 },
        [SOME] = { .title = "at least one solution", .points = true, .colour = "#777777", .sign = '?', .mark = 6 } };
    int used = 0, place[ROWS];
    bool seen[ROWS] = { false };
    const char **row = SLIP_NEW(&c->l->arena, const char *, rows + 1);
    if (!row)
        return NULL;
    for (int k = 0; k < c->count; k++)
        seen[c->point[k].row] = true;
    for (int k = rows - 1; k >= 0; k--)
        if (seen[k]) {
            place[k] = used + 1;
            row[used++] = name[k];
        }
    char title[96];
    snprintf(title, sizeof title, "mu map: %s", c->map->name);
    slip_lecture_piece *p = slip_draw(c->l, (slip_figure){ .title = title, .xlabel = "friction coefficient mu", .ylabel = "", .rows = row });
    for (int k = 0; k < CLASSES; k++)
        slip_draw_curve(c->l, p, style[k]);
    for (int k = 0; k < c->count; k++)
        slip_draw_point(c->l, p, c->point[k].class, c->point[k].mu, place[c->point[k].row]);
    return p;
}

static void explain(slip_lecture *l, const chart *c, int values)
{
    slip_say(l, "Row by row: 'solutions, known' counts distinct answers (u, r) as the catalogue knows them, in closed form or with every basis tried; several may share one velocity. "
                "'velocities, found' is where the catalogue does not know: four paths (three covering vectors of Lemke, LCP1) reach different velocities, each verified, or only one. "
                "'velocities, proved' is decided by exact enumeration, or certified by exact solutions near the answers found. Below, each solver at a tolerance of 1e-7 and 300 steps.");
    slip_item(l, "%d values of mu up to %g: %d runs right, %d rightly say that there is no solution, %d cycle, %d give up, %d solve another law than the one posed, %d false claims.", values, c->map->most, c->hits[RIGHT], c->hits[SAYS_NONE], c->hits[CYCLES], c->hits[NONE], c->hits[RELAXED], c->hits[LIES]);
    if (c->searched)
        slip_item(l, "Nothing is known beforehand at %d value%s; different velocities were found at %d of them.", c->searched, c->searched == 1 ? "" : "s", c->several);
    if (c->proofs)
        slip_item(l, "Enumeration decides how many velocities there are at %d of the values where it was tried; `slipstick prove` writes each proof to a file.", c->proofs);
    if (c->certified)
        slip_item(l, "Enumeration would take too long here; at %d values the velocities found are certified to be near exact solutions.", c->certified);
    slip_tell(l, "solved", c->hits[RIGHT]);
    slip_tell(l, "says_none", c->hits[SAYS_NONE]);
    slip_tell(l, "cycles", c->hits[CYCLES]);
    slip_tell(l, "failed", c->hits[NONE]);
    slip_tell(l, "false_claims", c->hits[LIES]);
    slip_tell(l, "several_found", c->several);
    slip_tell(l, "proved", c->proofs);
    slip_tell(l, "certified", c->certified);
}

static slip_status teach(slip_lecture *l, const double par[], slip_error *error)
{
    static const char *const first[] = { "solutions, known", "velocities, found", "velocities, proved" };
    chart c = { .l = l, .map = &maps[(int)par[0]] };
    int values = (int)par[1], rows = SOLVERS;
    const char *name[ROWS] = { first[0], first[1], first[2] };
    for (int k = 0; par[3] == 0 && c.map->solver[k]; k++)
        name[rows++] = c.map->solver[k];
    for (int k = 0; par[3] == 1 && slip_solvers[k] && rows < ROWS; k++)
        name[rows++] = slip_solvers[k]->name;
    c.most = values * rows + values;
    c.point = SLIP_NEW(&l->arena, point, c.most);
    if (!c.point)
        return slip_fail(error, SLIP_MEMORY, "out of memory for a mu map");
    slip_status status = SLIP_OK;
    for (int i = 1; i <= values && status == SLIP_OK; i++)
        status = solutions(&c, i, c.map->most * i / values, (long)par[2], error);
    for (int row = SOLVERS; row < rows && status == SLIP_OK; row++) {
        bool fit = true;
        for (int i = 1; i <= values && fit && status == SLIP_OK; i++)
            status = solvers(&c, name[row], row, c.map->most * i / values, &fit, error);
    }
    if (status != SLIP_OK)
        return status;
    slip_say(l, "%s. Friction grows from left to right. The upper rows say how many solutions there are, the rows below what each solver does, and the dotted lines are thresholds of theory.", c.map->about);
    slip_lecture_piece *p = draw(&c, rows, name);
    explain(l, &c, values);
    return slip_mu_thresholds(l, p, c.map, error);
}

static const char *const which[] = { "some", "all", NULL };
static const slip_param params[] = {
    { .name = "problem", .def = 2, .min = 0, .max = 7, .words = words, .about = "the family" },
    { .name = "values", .def = 40, .min = 2, .max = 1000, .about = "values of mu", .flags = SLIP_WHOLE },
    { .name = "cases", .def = 400, .min = 0, .max = 1e6, .about = "cases that a proof at one value may take; above 1000 every value is tried", .flags = SLIP_WHOLE },
    { .name = "solvers", .def = 0, .min = 0, .max = 1, .words = which, .about = "those that teach most, or every one that runs on the problem" },
    { 0 }
};

const slip_lesson slip_lesson_mu_map = {
    .name = "mu-map", .title = "mu maps: existence, uniqueness and every solver on one axis",
    .theory = "Friction has several thresholds, and they are different things: uniqueness for small mu, the friction cone pointed or not, a stack that stands, Painleve's critical mu, the contraction of an iteration.",
    .cite = "AnitescuHart2004, 4; TrinkleEtAl1995, 4; SchindlerEtAl2011, V.B", .exercise = "Before you look: where will LCP1 fail on six disks, and where will there be two velocities? `slipstick lesson mu-map --problem cannonball-3`. Which of the thresholds does it respect?", .params = params, .teach = teach
};
