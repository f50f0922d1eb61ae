/* polish.c: answers of cone laws refined in double-double: the bound is never below the true distance, and not much above it.
   SPDX-License-Identifier: GPL-3.0-or-later

   Truth: problems made from their solution in small integers, so that the data hold it exactly; closed forms; exact rational solutions. */

#include "solvers/solvers.h"
#include "tests/made.h"
#include "tests/near_proofs.h"
#include "tests/tap.h"

/* ---- problems that hold their solution exactly ---------------------------------------------------------------------------- */

typedef struct { slip_problem p; double *v, *r, *l; } known;

static double whole(made_rng *g, int most) { return made_below(g, 2 * most + 1) - most; }

/* An exact pair of law cone at one contact, mu = 5/8: r = (8 a, -+ 3 a, -+ 4 a) slides along (3, 4); state: 0 open, 1 stick, 2 slide, 3 both are 0,
   4 sticks at the bound */
static void pair(made_rng *g, int d, int state, bool axes, double *r, double *u)
{
    static const double way[4][2] = { { 3, 4 }, { -4, 3 }, { 5, 0 }, { 0, -5 } };
    const double *t = way[d == 2 ? 2 : axes ? 2 + made_below(g, 2) : made_below(g, 4)];
    double side = made_below(g, 2) ? 1 : -1, a = 1 + made_below(g, 4), b = (1 + made_below(g, 3)) * 0.25;
    for (int k = 0; k < d; k++) r[k] = u[k] = 0;
    if (state == 1) r[0] = 8 * a, r[1] = side * a;
    if (state == 2 || state == 4)
        for (int k = 0; k < d; k++) r[k] = k ? side * t[k - 1] * a : 8 * a;
    if (state == 2)
        for (int k = 0; k < d; k++) u[k] = k ? -side * t[k - 1] * 8 * b : 25 * b;
    if (state == 0)
        for (int k = 0; k < d; k++) u[k] = k ? whole(g, 3) : 8;
}

/* coupled: M is tridiagonal; joints: rows of G, the last of them a combination of others */
static known make(int d, int nc, int n, int joints, bool coupled, slip_law law, unsigned long seed)
{
    known k;
    made_rng g = { seed };
    int m = d * nc;
    slip_sparse T;
    slip_error e;
    if (slip_problem_new(&k.p, d, nc, n, joints, false, &e) != SLIP_OK) bail_out("%s", e.text);
    slip_arena *arena = &k.p.arena;
    k.v = SLIP_NEW(arena, double, n);
    k.r = SLIP_NEW(arena, double, m);
    k.l = SLIP_NEW(arena, double, joints);
    double *u = SLIP_NEW(arena, double, m), *H = SLIP_NEW(arena, double, n * m), *G = SLIP_NEW(arena, double, n * joints);
    k.p.law = law;
    for (int i = 0; i < n; i++) k.v[i] = whole(&g, 8) * 0.125;
    for (int i = 0; i < nc; i++) k.p.mu[i] = 0.625, pair(&g, d, i ? made_below(&g, 5) : 1 + made_below(&g, 2), law == SLIP_LAW_CONE_FACETS, k.r + i * d, u + i * d);
    for (int j = 0; j < m; j++)
        for (int i = 0; i < 6; i++) H[made_below(&g, n) + j * n] = whole(&g, 4) * 0.5;
    for (int i = 0; i < nc; i++) {                                      /* v = (1, 1, ...) opens every contact */
        double sum[3] = { 0 };
        for (int a = 0; a < d; a++)
            for (int row = 0; row < n; row++) sum[a] += H[row + (i * d + a) * n];
        H[i % n + i * d * n] += ceil(fabs(sum[1]) + fabs(sum[2])) + 1 - sum[0];
    }
    for (int j = 0; j < joints; j++) {
        k.l[j] = whole(&g, 4);
        for (int i = 0; i < n; i++)
            G[i + j * n] = j == joints - 1 && j > 1 ? G[i] - 2 * G[i + n] : made_below(&g, 3) ? 0 : whole(&g, 2);
        for (int i = 0; i < n - 1 && !(j == joints - 1 && j > 1); i++) G[n - 1 + j * n] -= G[i + j * n] + (i == 0 ? G[n - 1 + j * n] : 0);
    }
    slip_sparse_new(&T, SLIP_TRIPLET, n, n, 3 * n, arena, NULL);
    T.nz = 0;
    for (int i = 0; i < n; i++) {
        T.i[T.nz] = T.p[T.nz] = i, T.x[T.nz++] = 1 + made_below(&g, 8) * 0.25 + coupled;
        for (int side = -1; side <= 1 && coupled; side += 2)
            if (i + side >= 0 && i + side < n) T.i[T.nz] = i, T.p[T.nz] = i + side, T.x[T.nz++] = 0.5;
    }
    slip_sparse_convert(&k.p.M, &T, SLIP_CSC, arena, NULL);
    slip_sparse_from_dense(&k.p.H, SLIP_CSC, n, m, H, arena, NULL);
    if (joints) slip_sparse_from_dense(&k.p.G, SLIP_CSC, n, joints, G, arena, NULL);
    if (arena->failed) bail_out("no memory");
    slip_sparse_gaxpy(1, &k.p.M, k.v, k.p.f);
    slip_sparse_gaxpy(-1, &k.p.H, k.r, k.p.f);
    if (joints) slip_sparse_gaxpy(-1, &k.p.G, k.l, k.p.f), slip_sparse_gaxpy_t(-1, &k.p.G, k.v, k.p.b);
    memcpy(k.p.w, u, (size_t)m * sizeof *u);
    slip_sparse_gaxpy_t(-1, &k.p.H, k.v, k.p.w);
    if (slip_problem_check(&k.p, &e) != SLIP_OK) bail_out("%s", e.text);
    return k;
}

/* |x|_M */
static double length(const slip_problem *p, const double *x)
{
    double sum = 0;
    for (int j = 0; j < p->n; j++)
        for (int e = p->M.p[j]; e < p->M.p[j + 1]; e++) sum += x[j] * p->M.x[e] * x[p->M.i[e]];
    return sqrt(sum);
}

static slip_near polish(const slip_problem *p, slip_law law, slip_dirs dirs, const slip_answer *a)
{
    slip_near out;
    slip_error e;
    if (slip_near_prove(p, law, dirs, a, &(slip_near_options){ .bound = true, .polish = true, .proof = true }, &out, &e) != SLIP_OK) bail_out("%s", e.text);
    return out;
}

/* |v_f|_M */
static double scale(const slip_problem *p)
{
    slip_ruler ruler;
    slip_error e;
    if (slip_ruler_new(&ruler, p, &e) != SLIP_OK) bail_out("%s", e.text);
    double out = sqrt(ruler.E0);
    slip_ruler_free(&ruler);
    return out;
}

/* ---- made ---------------------------------------------------------------------------------------------------------------------- */

/* The velocity is moved by so much: the bound must hold that, and little more.  Every other proof is lied about. */
static void against_known(int d, int joints, bool coupled, slip_law law, double move)
{
    int count = quick_or_full(30, 500), low = 0, high = 0, undecided = 0, refused = 0, believed = 0;
    double most = 0;
    for (int k = 0; k < count; k++) {
        known x = make(d, 1 + k % 7, 6 + k % 5, joints, coupled, law, 1000 * (unsigned long)d + (unsigned long)k);
        int n = x.p.n;
        double *v = malloc((size_t)n * sizeof *v), *off = calloc((size_t)n, sizeof *off);
        for (int i = 0; i < n && joints == 0; i++) off[i] = i % 3 - 1;
        double size = length(&x.p, off);
        for (int i = 0; i < n; i++) v[i] = x.v[i] + (off[i] *= size > 0 ? ldexp(1, ilogb(move / size)) : 0);
        slip_answer a = { .claim = SLIP_CLAIM_SOLVED, .law = law, .dirs = x.p.dirs, .r = x.r, .v = v, .l = x.l };
        slip_near near = polish(&x.p, law, x.p.dirs, &a);
        double truth = length(&x.p, off);
        if (near.word != SLIP_NEAR_BOUND) undecided++, diag("seed %d: %s", k, near.sentence);
        else {
            low += near.eps < truth;
            high += !(near.eps <= truth + 2e-14 * scale(&x.p));
            most = fmax(most, near.refined / scale(&x.p));
            slip_text proof = proof_of(&x.p, &near), text = canonical(&x.p);
            refused += !accepted(&text, proof.s);
            char less[64], far[601];
            memset(far, '9', 600), far[600] = 0;
            snprintf(less, sizeof less, "%lldp-120", (long long)ldexp(truth > 0 ? truth : near.eps, 60));
            char *lies[] = { with(proof.s, "claim cone-velocity", 0, truth > 0 ? less : "0"), with(proof.s, "answer", k % n, "7"), with(proof.s, "r", 0, "-1p-90"),
                             with(proof.s, "v0", n - 1, far), with(proof.s, "v", k % n, "1p20") };
            for (int q = 0; q < 5; q++) believed += accepted(&text, lies[q]), free(lies[q]);
            slip_text_free(&proof), slip_text_free(&text);
        }
        slip_near_free(&near);
        free(v), free(off);
        slip_problem_free(&x.p);
    }
    ok(low == 0 && high == 0 && undecided == 0, "%s, d = %d, %d joints%s, %d problems, v moved by %.1g: the bound holds that and hardly more (itself %.1g of |v_f|)", slip_law_name(law), d,
       joints, coupled ? ", M coupled" : "", count, move, most);
    ok(refused == 0 && believed == 0, "their proofs are accepted, and no lie about them");
}

/* ---- the catalogue ------------------------------------------------------------------------------------------------------------- */

static void bounds(const char *name, const char *solver, double answered, double refined, const double *v)
{
    slip_problem p;
    slip_error e;
    slip_arena arena = { 0 };
    slip_result r;
    const slip_solver *s;
    double par[SLIP_MAX_PARAMS], truth = 0;
    if (slip_problem_open(&p, name, NULL, &e) || slip_solver_open(solver, &s, par, &e)
        || slip_run(s, &p, par, &(slip_limits){ .tol = 1e-13, .steps = 3000 }, NULL, NULL, NULL, &r, &arena, &e)) bail_out("%s", e.text);
    slip_near n = polish(&p, r.answer.law, r.answer.dirs, &r.answer);
    for (int i = 0; i < p.n && v && n.given; i++) n.given[i] -= v[i];
    if (v && n.given) truth = length(&p, n.given);
    bool good = n.word == SLIP_NEAR_BOUND && n.eps <= answered && n.refined <= refined && n.eps >= truth;
    ok(good, "%s by %s: %s", name, solver, n.sentence);
    slip_near_free(&n);
    slip_arena_free(&arena);
    slip_problem_free(&p);
}

static void not_bounded(void)
{
    known x = make(3, 4, 8, 0, false, SLIP_LAW_CONE, 5);
    slip_answer a = { .claim = SLIP_CLAIM_SOLVED, .law = SLIP_LAW_CONE, .dirs = x.p.dirs, .r = x.r, .v = x.v };
    double clamp[8] = { 0 };
    slip_near n = polish(&x.p, SLIP_LAW_COULOMB, x.p.dirs, &a);
    ok(n.word != SLIP_NEAR_BOUND && !n.section.length, "law coulomb has no such bound: %s", n.sentence);
    slip_near_free(&n);
    x.v[0] += 1;
    n = polish(&x.p, SLIP_LAW_CONE, x.p.dirs, &a);
    ok(n.word == SLIP_NEAR_REFUSED, "an answer far from any: %s", n.sentence);
    slip_near_free(&n);
    slip_problem_free(&x.p);
    slip_error e;                               /* a block between two walls: no velocity is strictly inside */
    double mass[2] = { 1, 1 }, J[8] = { 0, 1, 1, 0,  0, -1, -1, 0 };
    if (slip_problem_new(&x.p, 2, 2, 2, 0, false, &e) || slip_problem_fill_rows(&x.p, mass, J, NULL, &e)) bail_out("%s", e.text);
    x.p.mu[0] = x.p.mu[1] = 0.5;
    x.p.f[1] = -1;
    x.p.law = SLIP_LAW_CONE;
    if (slip_problem_check(&x.p, &e)) bail_out("%s", e.text);
    a = (slip_answer){ .claim = SLIP_CLAIM_SOLVED, .law = SLIP_LAW_CONE, .dirs = x.p.dirs, .r = clamp, .v = clamp + 4 };
    clamp[0] = 1;
    n = polish(&x.p, SLIP_LAW_CONE, x.p.dirs, &a);
    ok(n.word == SLIP_NEAR_UNDECIDED, "a block that nothing can free: %s", n.sentence);
    slip_near_free(&n);
    slip_problem_free(&x.p);
}

static void starved(int d, int joints, bool coupled)
{
    known x = make(d, 4, 8, joints, coupled, SLIP_LAW_CONE, 77);
    slip_answer a = { .claim = SLIP_CLAIM_SOLVED, .law = SLIP_LAW_CONE, .dirs = x.p.dirs, .r = x.r, .v = x.v, .l = x.l };
    slip_near n;
    slip_error e;
    slip_status s = SLIP_MEMORY;
    long k = 1, live = slip_memory_live();
    int wrong = 0;
    for (; s != SLIP_OK && k < 2000 && wrong < 5; k++) {
        slip_memory_fail_at(k);
        s = slip_near_prove(&x.p, SLIP_LAW_CONE, x.p.dirs, &a, &(slip_near_options){ .proof = true, .bound = true, .polish = true }, &n, &e);
        slip_memory_fail_at(0);
        bool good = s == SLIP_MEMORY ? e.text[0] != 0 : s == SLIP_OK && n.word == SLIP_NEAR_BOUND;
        if (s == SLIP_OK) slip_near_free(&n);
        if (!good || slip_memory_live() != live) wrong++, diag("allocation %ld: %s, %ld blocks left", k, slip_status_name(s), slip_memory_live() - live);
    }
    ok(wrong == 0 && s == SLIP_OK && k > 10, "d = %d: each of %ld allocations fails once: no memory, nothing left behind", d, k - 2);
    slip_problem_free(&x.p);
}

int main(void)
{
    slip_error error;
    if (slip_start(&error) != SLIP_OK) bail_out("%s", error.text);
    static const double rest[96];
    plan(26);
    against_known(2, 0, false, SLIP_LAW_CONE, 1e-9);
    against_known(3, 0, false, SLIP_LAW_CONE, 1e-9);
    against_known(3, 0, true, SLIP_LAW_CONE, 0);
    against_known(3, 0, false, SLIP_LAW_CONE_FACETS, 1e-12);
    against_known(2, 1, false, SLIP_LAW_CONE, 0);
    against_known(3, 4, false, SLIP_LAW_CONE, 0);
    against_known(3, 3, true, SLIP_LAW_CONE_FACETS, 0);
    bounds("cannonball:n=6,mu=0.05,law=cone", "lcp3", 1e-12, 1e-12, NULL);
    bounds("cannonball:n=6,mu=0.2,law=cone-facets", "lcp3", 1e-12, 1e-12, NULL);
    bounds("cannonball:n=20,mu=0.2,law=cone", "lcp3", 1e-12, 1e-12, NULL);
    bounds("wall3d:law=cone", "nsgs", 1e-6, 1e-12, rest);
    bounds("pile:law=cone,speed=1", "ipm", 1e-6, 1e-12, NULL);
    bounds("wall3d:law=cone,speed=1", "newton", 1e-11, 1e-12, NULL);
    not_bounded();
    starved(2, 0, false);
    starved(3, 0, true);
    starved(3, 3, false);
    return done();
}
