/* piles.c: the scene families: counts, gaps, entries, and every solution they list, checked by definition.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "problems/scene.h"
#include "tests/tap.h"

static slip_problem open_problem(const char *name, slip_truth *truth)
{
    slip_error error = { 0 };
    slip_problem p;
    if (slip_problem_open(&p, name, truth, &error)) bail_out("%s: %s", name, error.text);
    return p;
}

static void counts(const char *name, int bodies, int contacts)
{
    slip_problem p = open_problem(name, NULL);
    ok(p.bodies.count == bodies && p.nc == contacts, "%s: %d bodies, %d contacts", name, bodies, contacts);
    if (p.bodies.count != bodies || p.nc != contacts) diag("  got %d bodies, %d contacts", p.bodies.count, p.nc);
    slip_problem_free(&p);
}

/* The law by its definition, coulomb in the plane or in space; facets by its support function. */
static double violation(const slip_problem *p, const double *r, const double *u, double rscale, double uscale)
{
    double worst = 0;
    for (int i = 0; i < p->nc; i++, r += p->d, u += p->d) {
        double rt = 0, ut = 0, dot = 0, mu = p->mu[i];
        bool cone = p->law == SLIP_LAW_CONE || p->law == SLIP_LAW_CONE_FACETS, facets = p->law == SLIP_LAW_FACETS || p->law == SLIP_LAW_CONE_FACETS;
        for (int k = 1; k < p->d; k++) rt += r[k] * r[k], ut += u[k] * u[k], dot += r[k] * u[k];
        rt = sqrt(rt), ut = sqrt(ut);
        if (facets && p->d == 3) {                      /* k = 4, angle 0: the diamond and its support function */
            rt = fabs(r[1]) + fabs(r[2]);
            ut = fmax(fabs(u[1]), fabs(u[2]));
        }
        double un = cone ? u[0] - mu * ut : u[0];       /* u~ in K*: u_N >= mu s(u_T) */
        worst = fmax(worst, fmax(-r[0], rt - mu * r[0]) / rscale);
        worst = fmax(worst, -un / uscale);
        worst = fmax(worst, fabs(r[0] * (cone ? u[0] : u[0] + mu * ut) + dot) / (rscale * uscale));
        if (!cone) worst = fmax(worst, fmin(fabs(r[0]) / rscale, fabs(u[0]) / uscale));
        if (!(worst < INFINITY)) return INFINITY;
    }
    return worst;
}

/* Every solution a family lists: u = H'v + w with M v = H r + f (M is diagonal), and the law. */
static void known(const char *name, int least)
{
    slip_truth truth;
    slip_problem p = open_problem(name, &truth);
    int m = slip_problem_m(&p);
    double worst = 0, *v = calloc((size_t)p.n + 1, sizeof *v), *u = calloc((size_t)m + 1, sizeof *u), *terms = calloc((size_t)p.n + 1, sizeof *terms);
    for (int k = 0; k < truth.known; k++) {
        const double *r = truth.r + (size_t)k * m;
        memcpy(v, p.f, (size_t)p.n * sizeof *v);
        slip_sparse_gaxpy(1, &p.H, r, v);
        for (int i = 0; i < p.n; i++) v[i] /= p.M.x[i];
        memcpy(u, p.w, (size_t)m * sizeof *u);
        slip_sparse_gaxpy_t(1, &p.H, v, u);
        if (p.p > 0) {                                  /* joints: the impulses that keep them */
            slip_error error = { 0 };
            double *l = calloc((size_t)p.p, sizeof *l);
            if (slip_problem_recover(&p, r, l, false, v, u, &error)) bail_out("%s", error.text);
            free(l);
        }
        double uscale = 0, rscale = 0, off = 0;
        for (int i = 0; i < p.n; i++) terms[i] = fabs(p.f[i]);          /* what cancels in M v = H r + f */
        for (int j = 0; j < m; j++)
            for (int i = p.H.p[j]; i < p.H.p[j + 1]; i++) terms[p.H.i[i]] += fabs(p.H.x[i] * r[j]);
        for (int i = 0; i < p.n; i++) uscale = fmax(uscale, terms[i] / p.M.x[i]);
        for (int i = 0; i < m; i++) rscale = fmax(rscale, fabs(r[i])), uscale = fmax(uscale, fabs(p.w[i]));
        if (rscale == 0) rscale = uscale;
        for (int i = 0; i < m; i++) off = fmax(off, fabs(u[i] - truth.u[(size_t)k * m + i]) / uscale);
        worst = fmax(worst, fmax(off, violation(&p, r, truth.u + (size_t)k * m, rscale, uscale)));
    }
    ok(truth.known >= least && worst <= 1e-12, "%s: %d known solution%s by definition", name, truth.known, truth.known == 1 ? "" : "s");
    if (!(worst <= 1e-12)) diag("  off by %.3g; %s", worst, truth.text);
    free(v), free(u), free(terms);
    slip_problem_free(&p);
}

int main(void)
{
    slip_error error = { 0 };
    slip_truth truth;
    slip_problem p;
    plan(109);
    if (slip_start(&error)) bail_out("%s", error.text);

    /* [AnitescuHart2004] and its piles */
    counts("cannonball:n=6", 21, 51);
    counts("cannonball:n=6,set=bottom", 21, 41);
    counts("cannonball:n=6,set=none", 21, 36);
    counts("cannonball:n=16", 136, 376);
    counts("cannonball:n=16,set=bottom", 136, 271);
    counts("cannonball:n=16,set=none", 136, 256);
    counts("cannonball:n=20", 210, 590);
    counts("cannonball:n=20,set=bottom", 210, 419);
    counts("cannonball:n=20,set=none", 210, 400);
    counts("cannonball:n=1", 1, 1);
    int stacks[][2] = { { 6, 51 }, { 10, 145 }, { 16, 376 }, { 20, 590 }, { 40, 2380 } };
    for (int i = 0; i < 5; i++) {
        char name[80];
        snprintf(name, sizeof name, "cannonball:n=%d,mu=0.3,drop=1", stacks[i][0]);
        counts(name, stacks[i][0] * (stacks[i][0] + 1) / 2, stacks[i][1]);
    }
    counts("cannonball:n=26,mu=0,drop=1", 351, 1001);
    counts("pile:n=3", 14, 45);
    counts("pile:n=4,drop=1", 30, 112);
    counts("pile:n=8,drop=1", 204, 960);
    counts("pile:n=17,drop=1", 1785, 9537);
    counts("wall3d:nx=4,ny=4,drop=1", 16, 100);
    counts("wall3d:nx=12,ny=10,drop=1", 120, 876);
    counts("wall3d:nx=40,ny=32,drop=1", 1280, 9956);
    counts("tower:n=3", 3, 12);
    counts("tower:n=6", 6, 24);
    counts("tower:n=10,ratio=1e6,drop=1", 10, 40);
    counts("pyramid:count=3", 3, 18);
    counts("slab:contacts=4", 1, 4);

    /* radius 3: the gaps are exactly 0 in binary64, without being snapped */
    slip_scene scene;
    double par[SLIP_MAX_PARAMS];
    const slip_family *family = slip_family_find("cannonball", &error);
    if (slip_param_parse(family->params, "problem", "cannonball", "n=40", par, NULL, &error) || family->scene(&scene, par, 0, &error))
        bail_out("%s", error.text);
    scene.snap = 0;
    slip_measures measures;
    slip_touches list = { 0 };
    if (slip_scene_touches(&scene, 4, &list, &error)) bail_out("%s", error.text);
    double largest = 0;
    for (int i = 0; i < list.count; i++) largest = fmax(largest, fabs(list.touch[i].gap));
    is_double(largest, 0, "cannonball:n=40: every gap is exactly 0");
    is_int(list.count, 2380, "delta = 4 adds no contact");
    slip_free(list.touch);
    ok(!slip_scene_measure(&scene, &measures, &error) && measures.gap == 0 && measures.kinetic == 0, "nothing penetrates, nothing moves");
    slip_scene_free(&scene);

    /* entries: contact (i, j): n, t of section 0 of the reference; the first contact between disks 0 and 1 of row 0 is along x */
    p = open_problem("cannonball:n=2", &truth);
    is_int(p.nc, 5, "cannonball:n=2: 2 on the plank, 1 in the row, 2 diagonal");
    double H[9 * 10];
    slip_sparse_to_dense(&p.H, H);
    double plank[2][9] = { { 0, 1, 0 }, { -1, 0, -3 } };
    double row[2][9] = { { -1, 0, 0, 1, 0, 0 }, { 0, -1, -3, 0, 1, -3 } };
    double s = sqrt(27) / 6, slope[2][9] = { { -0.5, -s, 0, 0, 0, 0, 0.5, s, 0 }, { s, -0.5, -3, 0, 0, 0, -s, 0.5, -3 } };
    double off = 0;
    for (int k = 0; k < 2; k++)
        for (int j = 0; j < 9; j++) {
            off = fmax(off, fabs(H[9 * k + j] - plank[k][j]));
            off = fmax(off, fabs(H[9 * (4 + k) + j] - row[k][j]));
            off = fmax(off, fabs(H[9 * (6 + k) + j] - slope[k][j]));
        }
    ok_near(off, 0, 2e-16, "its columns are those of the reference");
    ok(p.M.x[2] == 4.5 && p.f[1] == -9.81 * 0.05 && p.w[0] == 0 && p.w[9] == 0 && p.h == 0.05, "J = 4.5, f = -m g h, w = 0");
    slip_problem_free(&p);

    p = open_problem("pile:n=2,drop=1", &truth);
    is_int(p.nc, 12, "pile:n=2: 4 on the floor, 4 in the layer, 4 above");
    off = 0;
    int tops = 0;
    for (int i = 0; i < p.nc; i++) {
        const double *n = p.picture.frame + 9 * i;
        if (p.bodies.pair[2 * i + 1] != 4) continue;
        tops++;
        off = fmax(off, fmax(fabs(fabs(n[0]) - 0.5), fmax(fabs(fabs(n[1]) - 0.5), fabs(n[2] - sqrt(0.5)))));
    }
    ok(tops == 4 && off <= 4e-16, "normals to the highest sphere are (+-1/2, +-1/2, sqrt(1/2))");
    ok(p.M.x[3] == 0.4 * 0.25 && p.f[2] == -1 && p.f[0] == 0, "J = 0.1, free velocity 1 straight down");
    off = 0;
    for (int i = 0; i < 3 * p.nc; i++) off = fmax(off, fabs(p.w[i]));
    is_double(off, 0, "all gaps closed");
    slip_problem_free(&p);

    p = open_problem("tower:n=10,ratio=1e6,drop=1", &truth);
    ok(p.M.x[0] == 1 && fabs(p.M.x[54] - 1e6) <= 1e-9 && fabs(p.M.x[6] - pow(1e6, 1.0 / 9)) <= 1e-14, "masses grow geometrically to the ratio");
    slip_problem_free(&p);

    /* what is stated about single problems */
    p = open_problem("needle", &truth);
    double W[4] = { 0 };
    for (int a = 0; a < 2; a++)
        for (int b = 0; b < 2; b++)
            for (int i = p.H.p[a]; i < p.H.p[a + 1]; i++)
                for (int j = p.H.p[b]; j < p.H.p[b + 1]; j++)
                    if (p.H.i[i] == p.H.i[j]) W[2 * a + b] += p.H.x[i] * p.H.x[j] / p.M.x[p.H.i[i]];
    ok(fabs(W[0] - 51) <= 1e-12 && fabs(W[3] - 51) <= 1e-12 && fabs(W[1] - 50) <= 1e-12, "needle: a = b = 51, c = 50");
    ok_near(p.f[0], -2.76757426, 5e-9, "needle: free velocity, x");
    ok_near(p.f[1], -2.72292574, 5e-9, "needle: free velocity, y");
    ok_near(p.f[2] / p.M.x[2], -3.15712676, 5e-9, "needle: free velocity, angle");
    is_int(truth.solutions, 1, "needle, mu = 0.6: one solution");
    ok_near(fabs(truth.u[1]), 5.453129, 5e-7, "needle, mu = 0.6: slip");
    ok_near(truth.r[0], 0.023357, 5e-7, "needle, mu = 0.6: impulse");
    slip_problem_free(&p);
    p = open_problem("needle:mu=0.5", &truth);
    ok_near(fabs(truth.u[1]), 5.462202, 5e-7, "needle, mu = 0.5: slip");
    slip_problem_free(&p);
    p = open_problem("disk", &truth);
    ok_near(truth.u[1], 5 - 3 * 0.2 * 9.81 * 0.05, 1e-15, "disk: u - 3 mu g h = 4.7057");
    slip_problem_free(&p);
    p = open_problem("disk:law=cone", &truth);
    ok_near(truth.u[1], (5 - 3 * 0.2 * 9.81 * 0.05) / 1.12, 1e-15, "disk, convex law: (u - 3 mu g h)/(1 + 3 mu^2) = 4.201518");
    ok_near(truth.u[0], 0.2 * truth.u[1], 1e-15, "disk, convex law: lifts off with mu u_T = 0.840304");
    slip_problem_free(&p);
    p = open_problem("disk:u=0.01,mu=0.5", &truth);
    ok(truth.u[1] == 0 && fabs(truth.r[1] + 0.01 / 3) <= 1e-17, "disk: slow enough it sticks, r_T = -u/3");
    slip_problem_free(&p);

    /* [NegrutEtAl2017]: the ball's gap and force, the incline */
    p = open_problem("ball:gap=0.002", &truth);
    ok_near(0.002 + 1e-3 * (truth.u[0] - 2), 0.001998795263, 5e-13, "ball: the gap becomes mu h u_T");
    ok_near(truth.r[0] / 1e-3, 8.605263158, 5e-10, "ball: the force of the first step");
    slip_problem_free(&p);
    p = open_problem("ball", &truth);
    ok(fabs(truth.r[0] - 1.762991228) <= 5e-10 && fabs(truth.u[1] - 8.76590614) <= 5e-9 && fabs(truth.u[0] - 1.753181228) <= 5e-10,
       "ball from the floor: thrown up");
    slip_problem_free(&p);
    double slopes[][5] = { { 30, .087585674, .005257163, .002628582, .006571454 }, { 40, .085342154, .020386388, .010193194, .025482985 } };
    for (int i = 0; i < 2; i++) {
        char name[80];
        snprintf(name, sizeof name, "incline:angle=%g,law=cone", slopes[i][0]);
        p = open_problem(name, &truth);
        double sum = truth.r[0] + truth.r[3] + truth.r[6] + truth.r[9];
        ok(fabs(sum - slopes[i][1]) <= 5e-10 && fabs(truth.u[1] - slopes[i][2]) <= 5e-10 && fabs(truth.u[0] - slopes[i][3]) <= 5e-10, "%s: closed form", name);
        slip_problem_free(&p);
        snprintf(name, sizeof name, "incline:angle=%g", slopes[i][0]);
        p = open_problem(name, &truth);
        ok_near(truth.u[1], slopes[i][4], 5e-10, "%s: g h (sin - mu cos)", name);
        slip_problem_free(&p);
    }
    /* [Baraff1994] */
    p = open_problem("stack:k=5", &truth);
    ok(p.d == 1 && p.level == SLIP_LEVEL_ACCELERATION && truth.solutions == 1, "stack: normals only, accelerations");
    off = 0;
    for (int i = 0; i < 10; i++) off = fmax(off, fabs(truth.r[i] - (5 - i / 2) * 9.81 / 2));
    ok_near(off, 0, 1e-14, "stack: (k - j) g/2 at each corner");
    slip_problem_free(&p);
    int walls[][4] = { { 2, 2, 8, 6 }, { 4, 3, 30, 20 }, { 6, 4, 68, 42 }, { 8, 5, 122, 72 }, { 10, 6, 192, 110 } };
    for (int i = 0; i < 5; i++) {
        char name[80];
        snprintf(name, sizeof name, "wall:rows=%d,cols=%d", walls[i][0], walls[i][1]);
        p = open_problem(name, &truth);
        double *W2 = calloc((size_t)p.nc * (size_t)p.n, sizeof *W2);
        slip_sparse_to_dense(&p.H, W2);                 /* rank of W is the rank of H */
        int rank = slip_dense_rank(p.n, p.nc, W2, 1e-10, &error);
        ok(p.nc == walls[i][2] && rank == walls[i][3], "%s: %d contacts, rank %d", name, walls[i][2], walls[i][3]);
        free(W2);
        slip_problem_free(&p);
    }

    const char *listed[] = { "disk", "disk:u=-5,mu=0.5", "disk:u=0.01", "disk:law=cone", "disk:mu=0", "needle", "needle:mu=1", "needle:mu=0.5,law=cone",
        "slab", "slab:contacts=4", "pyramid", "pyramid:law=coulomb,mu=1", "pyramid:base=affine", "pyramid:corners=5", "pyramid:corners=8,count=2",
        "tower", "tower:n=10,ratio=1e6,drop=1", "wall3d", "wall3d:nx=5,ny=7,drop=1",
        "ball", "ball:law=coulomb", "ball:gap=0.002", "ball:law=facets,v=-3", "ball:gap=0.1,reach=50", "ball:law=coulomb,v=0.001",
        "incline", "incline:law=cone", "incline:angle=20", "incline:angle=40,law=cone", "incline:angle=20,law=cone-facets,v=0.1", "incline:angle=40,mu=0",
        "stack", "stack:k=9,mu=0.5", "wall", "wall:rows=10,cols=6", "wall:rows=7,cols=2,mu=0.3", "table", "table:x=0.9,y=-0.4", "table:x=1,y=0.5",
        "wedge", "wedge:drop=1,mu=2", "pendulum", "pendulum:n=3,kind=hinge", "pendulum:n=2,twice=1" };
    int least[] = { 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 3, 3, 3, 1, 3, 1, 1, 1, 1,
                    1, 1, 1, 1, 1, 1,  1, 1, 1, 1, 1, 1,  1, 1, 1, 1, 1, 3, 3, 3,  1, 1, 1, 1, 1 };
    for (size_t i = 0; i < sizeof least / sizeof *least; i++) known(listed[i], least[i]);
    return done();
}
