/* lcp_families.c: murty, random-lcp, pair, integer, dynamic and sphere are what their files say.
   SPDX-License-Identifier: GPL-3.0-or-later

   Oracles: the defining conditions, all bases, exact fractions worked out by hand. */

#include "tests/oracle.h"
#include "tests/tap.h"

static slip_problem problem;
static slip_truth truth;

static bool open_it(const char *name)
{
    slip_error error = { 0 };
    truth = (slip_truth){ 0 };
    slip_status s = slip_problem_open(&problem, name, &truth, &error);
    if (s != SLIP_OK)
        diag("%s: %s", name, error.text);
    return s == SLIP_OK;
}

/* The largest residual of the solutions a truth lists; NaN when it lists none. */
static double listed(void)
{
    int m = slip_problem_m(&problem);
    double worst = truth.known > 0 ? 0 : NAN;
    for (int k = 0; k < truth.known; k++)
        worst = fmax(worst, oracle_residual(&problem, truth.r + k * m, truth.u + k * m));
    return worst;
}

/* ---- murty ---- */

/* Lemke's method with covering vector e on w = q + W z + e z0, in whole numbers held by doubles; pivots, first one included. */
static int lemke_pivots(int n, const double *W, const double *q)
{
    int width = 2 * n + 2, basis[16], count = 1, row = 0;
    double T[16 * 34];
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            T[i * width + j] = i == j, T[i * width + n + j] = -W[i * n + j];
        T[i * width + 2 * n] = -1;
        T[i * width + 2 * n + 1] = q[i];
        basis[i] = i;
        row = q[i] < q[row] ? i : row;
    }
    for (int enter = 2 * n;; count++) {
        double pivot = T[row * width + enter];
        for (int j = 0; j < width; j++)
            T[row * width + j] /= pivot;
        for (int i = 0; i < n; i++) {
            double f = T[i * width + enter];
            for (int j = 0; j < width && i != row; j++)
                T[i * width + j] -= f * T[row * width + j];
        }
        int left = basis[row];
        basis[row] = enter;
        if (left == 2 * n)
            return count;
        enter = left < n ? left + n : left - n;
        double best = INFINITY;
        for (int i = 0; i < n; i++) {
            double t = T[i * width + enter] > 1e-12 ? T[i * width + 2 * n + 1] / T[i * width + enter] : INFINITY;
            if (t < best || (t == best && basis[i] == 2 * n))
                best = t, row = i;
        }
        if (best == INFINITY || count > 100000)
            return -1;
    }
}

/* Principal pivoting, always on the first index that is not right; changes of basis. */
static int least_index_pivots(int n, const double *W, const double *q)
{
    unsigned basis = 0;
    for (int count = 0;; count++) {
        double B[16 * 16], x[16];
        for (int i = 0; i < n; i++) {
            bool in = basis >> i & 1;
            x[i] = in ? -q[i] : 0;
            for (int j = 0; j < n; j++)
                B[i * n + j] = in ? W[i * n + j] : i == j;
        }
        if (!oracle_solve(n, B, x))
            return -1;
        int wrong = n;
        for (int i = n - 1; i >= 0; i--) {
            double u = q[i];
            for (int j = 0; j < n; j++)
                u += W[i * n + j] * x[j];
            if ((basis >> i & 1 ? x[i] : u) < -1e-9)
                wrong = i;
        }
        if (wrong == n)
            return count;
        basis ^= 1u << wrong;
    }
}

static void murty(void)
{
    double W[16 * 16], q[16], r[64];
    int singular;
    for (int n = 1; n <= 10; n += 3) {
        char name[64];
        static const char *const kinds[] = { "lemke", "principal", "fathi" };
        for (int k = 0; k < 3; k++) {
            snprintf(name, sizeof name, "murty:n=%d,kind=%s", n, kinds[k]);
            if (!ok(open_it(name), "%s opens", name)) {
                skip(3, "not open");
                continue;
            }
            is_double(listed(), 0, "%s: its solution solves it exactly", name);
            oracle_delassus(&problem, W, q);
            is_int(oracle_lcp(n, W, q, 4, r, &singular), 1, "%s: one basis of all solves it", name);
            if (k == 0)
                is_int(lemke_pivots(n, W, q), 1 << n, "%s: Lemke takes 2^n pivots", name);
            else
                is_int(least_index_pivots(n, W, q), (1 << n) - 1, "%s: least-index pivoting takes 2^n - 1 pivots", name);
            slip_problem_free(&problem);
        }
    }
    ok(open_it("murty:n=50"), "the largest opens");
    is_double(listed(), 0, "n = 50 is still exact");
    slip_problem_free(&problem);
}

/* ---- random-lcp ---- */

static double form(int n, const double *W, const double *x)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            sum += x[i] * W[i * n + j] * x[j];
    return sum;
}

static void random_lcp(void)
{
    static const char *const kinds[] = { "pd", "semidefinite", "nonsymmetric" };
    double W[ORACLE_MAX * ORACLE_MAX], q[ORACLE_MAX], r[4 * 16], a[ORACLE_MAX * ORACLE_MAX], s[ORACLE_MAX];
    int singular;
    for (int k = 0; k < 3; k++)
        for (int n = 1; n <= 12; n += 11) {
            char name[80];
            snprintf(name, sizeof name, "random-lcp:n=%d,kind=%s,seed=%d", n, kinds[k], 7 + k);
            if (!ok(open_it(name), "%s opens", name)) {
                skip(4, "not open");
                continue;
            }
            is_double(listed(), 0, "%s: the manufactured solution is exact", name);
            is_int(truth.how, SLIP_HOW_MANUFACTURED, "%s says how it is known", name);
            oracle_delassus(&problem, W, q);
            int found = oracle_lcp(n, W, q, 4, r, &singular);
            if (k != 1) {
                is_int(found, 1, "%s: one basis of all solves it", name);
                bool same = true;
                for (int i = 0; i < n; i++)
                    same = same && fabs(r[i] - truth.r[i]) <= 1e-9;
                ok(same, "%s: the basis found is the manufactured one", name);
            } else {
                ok(found >= 1, "%s: some basis solves it", name);
                memcpy(a, W, sizeof W);
                slip_error error;
                slip_dense_svdvals(n, n, a, s, &error);
                int rank = (n + 3) / 4;
                ok(s[rank - 1] > 1e-6 && (rank == n || s[rank] < 1e-12), "%s has rank %d", name, rank);
            }
            slip_problem_free(&problem);
        }
    ok(open_it("random-lcp:n=40,kind=semidefinite,seed=3"), "a semidefinite one opens");
    is_int(truth.solutions, SLIP_SOLUTIONS_MANY, "more contacts close than the rank: many impulses");
    is_int(truth.unique_u, SLIP_YES, "but one velocity");
    slip_problem_free(&problem);

    ok(open_it("random-lcp:n=40,kind=nonsymmetric,seed=3"), "a non-symmetric one opens");
    oracle_delassus(&problem, W, q);
    double skew = 0, least = INFINITY, x[40];
    for (int i = 0; i < 40; i++)
        for (int j = 0; j < 40; j++)
            skew = fmax(skew, fabs(W[i * 40 + j] - W[j * 40 + i]));
    slip_rng *rng = slip_rng_new(1);
    for (int t = 0; t < 100; t++) {
        for (int i = 0; i < 40; i++)
            x[i] = slip_rng_normal(rng);
        least = fmin(least, form(40, W, x));
    }
    ok(skew > 0.1, "it is far from symmetric");
    ok(least > 0, "x'W x > 0 all the same");
    slip_problem_free(&problem);

    /* The measured one: A = G G'/(2 n) has trace near n, b = G x has entries near 1. */
    ok(open_it("random-lcp:n=60,q=range,seed=5"), "q in the range opens");
    oracle_delassus(&problem, W, q);
    double trace = 0, square = 0;
    for (int i = 0; i < 60; i++)
        trace += W[i * 60 + i], square += q[i] * q[i];
    ok(fabs(trace / 60 - 1) <= 0.1, "W has trace %.2f, expected 60 or so", trace);
    ok(square / 60 > 0.3 && square / 60 < 3, "q has entries of size 1");
    is_int(truth.known, 0, "no solution is listed");
    is_int(truth.solutions, 1, "but there is exactly one");
    slip_problem_free(&problem);

    ok(open_it("random-lcp:n=30,kind=semidefinite,rank=5,q=range,seed=2"), "semidefinite with q in the range opens");
    oracle_delassus(&problem, W, q);
    double b[30], B[900];
    for (int i = 0; i < 30; i++) {
        b[i] = q[i];
        for (int j = 0; j < 30; j++)
            B[j * 30 + i] = W[i * 30 + j];
    }
    int rank = 0;
    slip_error error;
    slip_dense_lstsq(30, 30, 1, B, b, 1e-10, &rank, &error);
    double miss = 0;
    for (int i = 0; i < 30; i++) {
        double e = q[i];
        for (int j = 0; j < 30; j++)
            e -= W[i * 30 + j] * b[j];
        miss = fmax(miss, fabs(e));
    }
    is_int(rank, 5, "W has the rank asked for");
    ok(miss <= 1e-12, "q lies in the range of W");
    slip_problem_free(&problem);

    const char *valgrind = getenv("SLIPSTICK_VALGRIND");           /* there a cubic cost is too much */
    int big = valgrind && *valgrind ? 200 : 2000;
    char name[40];
    snprintf(name, sizeof name, "random-lcp:n=%d,seed=1", big);
    ok(open_it(name), "%s opens", name);
    double worst = 0;
    for (int i = 0; i < big; i++)
        problem.q[i] -= truth.u[i];
    slip_sparse_gaxpy(1, &problem.W, truth.r, problem.q);
    for (int i = 0; i < big; i++)
        worst = fmax(worst, fabs(problem.q[i]) + fabs(truth.r[i] * truth.u[i]));
    is_double(worst, 0, "it is solved exactly, in any order of summation");
    slip_problem_free(&problem);
    slip_rng_free(rng);
}

/* ---- pair ---- */

/* The normals alone: A_ij = W_Ni,Nj - mu W_Ni,Tj slip_j. */
static void normals(double A[4], double b[2])
{
    double W[16], q[4];
    oracle_delassus(&problem, W, q);
    for (int i = 0; i < 2; i++) {
        b[i] = q[2 * i];
        for (int j = 0; j < 2; j++)
            A[2 * i + j] = W[8 * i + 2 * j] - problem.mu[j] * problem.slip[j] * W[8 * i + 2 * j + 1];
    }
}

static void pair(void)
{
    double A[4], b[2], r[8];
    int singular;
    static const double expected[6] = { -1, 2, 2, 3, -1, 1 };
    ok(open_it("pair"), "pair opens");
    normals(A, b);
    for (int k = 0; k < 6; k++)
        is_double(k < 4 ? A[k] : b[k - 4], expected[k], "entry %d of the reduced problem", k);
    is_int(oracle_lcp(2, A, b, 4, r, &singular), 0, "no basis solves it");
    is_int(singular, 0, "all four bases were tried");
    is_int(truth.solutions, 0, "and the truth says so");
    ok(A[1] * 1 + b[0] >= 0 && A[3] * 1 + b[1] >= 0, "r = (0, 1) is feasible");
    slip_problem_free(&problem);

    static const double generic[6] = { 2, 1, 1, -1, 3, -3 };
    ok(open_it("pair:kind=generic"), "pair:kind=generic opens");
    oracle_delassus(&problem, A, b);
    for (int k = 0; k < 6; k++)
        is_double(k < 4 ? A[k] : b[k - 4], generic[k], "entry %d of the generic problem", k);
    is_int(oracle_lcp(2, A, b, 4, r, &singular), 0, "no basis solves it");
    is_int(singular, 0, "all four bases were tried");
    is_int(truth.solutions, 0, "and the truth says so");
    ok(A[0] * 4 + b[0] >= 0 && A[2] * 4 + b[1] >= 0, "r = (4, 0) is feasible");
    slip_problem_free(&problem);
}

static void block(void)
{
    double W[36], q[6], r[6 * 64];
    int singular;
    ok(open_it("pair:kind=block"), "pair:kind=block opens");
    oracle_delassus(&problem, W, q);
    is_int(oracle_lcp(6, W, q, 64, r, &singular), 0, "none of its bases solves it");
    is_int(oracle_lcp(1, W, q, 2, r, &singular), 0, "the rod alone has no solution");
    double S[25];
    for (int i = 0; i < 25; i++)
        S[i] = W[(i / 5 + 1) * 6 + i % 5 + 1];
    ok(oracle_lcp(5, S, q + 1, 64, r, &singular) > 0 && fabs(r[1] - .962) <= 1e-12, "the sphere alone has its own");
    is_int(truth.solutions, 0, "and the truth says so");
    slip_problem_free(&problem);
}

/* ---- integer ---- */

/* All modes (open, stick, slip forward, slip back) of a planar problem: the solutions, each once. */
static int planar_modes(const double *W, const double *q, int room, double *found)
{
    int m = slip_problem_m(&problem), nc = problem.nc, count = 0;
    for (int modes = 0; modes < 1 << (2 * nc); modes++) {
        double B[64] = { 0 }, x[8], u[8];
        for (int i = 0; i < nc; i++) {
            int N = 2 * i, T = N + 1, mode = modes >> (2 * i) & 3;
            x[N] = mode == 0 ? 0 : -q[N];
            x[T] = mode == 1 ? -q[T] : 0;
            for (int j = 0; j < m; j++) {
                B[N * m + j] = mode == 0 ? j == N : W[N * m + j];
                B[T * m + j] = mode == 1 ? W[T * m + j] : j == T;
            }
            if (mode > 1)
                B[T * m + N] += mode == 2 ? problem.mu[i] : -problem.mu[i];
        }
        if (!oracle_solve(m, B, x))
            continue;
        for (int i = 0; i < m; i++) {
            u[i] = q[i];
            for (int j = 0; j < m; j++)
                u[i] += W[i * m + j] * x[j];
        }
        double worst = 0, same = INFINITY;
        for (int i = 0; i < nc; i++)
            worst = fmax(worst, oracle_law(&problem, i, x + 2 * i, u + 2 * i));
        for (int k = 0; k < count; k++) {
            double far = 0;
            for (int i = 0; i < m; i++)
                far = fmax(far, fabs(found[k * m + i] - x[i]));
            same = fmin(same, far);
        }
        if (worst <= 1e-9 && same > 1e-9 && count < room)
            memcpy(found + count++ * m, x, (size_t)m * sizeof *x);
    }
    return count;
}

static void integer(void)
{
    double W[36], q[6], r[6 * 8];
    static const char *const names[] = { "integer", "integer:kind=loop", "integer:kind=singular" };
    static const int count[] = { 1, 3, 1 };
    for (int k = 0; k < 3; k++) {
        ok(open_it(names[k]), "%s opens", names[k]);
        int m = slip_problem_m(&problem);
        ok(listed() <= 1e-13, "%s: the fractions solve it", names[k]);
        oracle_delassus(&problem, W, q);
        is_int(planar_modes(W, q, 8, r), count[k], "%s: number of solutions over all modes", names[k]);
        is_int(truth.solutions, count[k], "%s: its truth says so", names[k]);
        bool whole = true;
        for (int i = 0; i < m * m; i++)
            whole = whole && W[i] == rint(W[i]) && W[i] == W[i % m * m + i / m];
        ok(whole, "%s: W is symmetric, of whole numbers", names[k]);
        double a[36];
        memcpy(a, W, sizeof a);
        slip_error error;
        ok(slip_dense_cholesky(m, a, &error) == SLIP_OK, "%s: W is positive definite", names[k]);
        if (k == 0) {
            ok_near(truth.r[0], 101 / 68., 0, "r_N1 = 101/68");
            ok_near(truth.u[3], -3 / 17., 0, "u_T2 = -3/17");
        } else if (k == 1) {
            double product = 1;
            for (int i = 0; i < 6; i++)
                product *= a[7 * i] * a[7 * i];
            ok_near(product, 3600, 1e-8, "det W = 3600");
            ok_near(truth.r[4], 0.58631, 5e-6, "the first solution has r_N3 = 0.58631");
        } else {
            is_double(W[0] + problem.mu[0] * W[1], 0, "W_NN + mu W_NF = 0: mu is critical");
            is_double(problem.mu[0], 3, "mu = 3");
        }
        slip_problem_free(&problem);
    }
}

/* Friction that opposes the slip without being parallel to it. */
static void space(void)
{
    static const double angles[2] = { 57.99, 40.60 };
    ok(open_it("integer:kind=space"), "integer:kind=space opens");
    ok(listed() <= 1e-15, "Coulomb's answer satisfies the law");
    for (int k = 0; k < 2; k++) {
        double r[3] = { 1, k == 0 ? -.5 : 0, k == 0 ? 0 : -.5 }, u[3];
        for (int i = 0; i < 3; i++)
            u[i] = problem.w[i] + r[i];
        double cosine = -(r[1] * u[1] + r[2] * u[2]) / (hypot(r[1], r[2]) * hypot(u[1], u[2]));
        ok_near(acos(cosine) * 180 / acos(-1), angles[k], 5e-3, "one axis first: friction is %.2f degrees off the slip", angles[k]);
        ok(oracle_residual(&problem, r, u) > 0.1, "and that is not Coulomb's law");
    }
    slip_problem_free(&problem);
}

/* ---- dynamic ---- */

/* Is r >= 0, A r + q >= 0 feasible?  By the linear programme. */
static bool feasible(const double A[4], const double b[2])
{
    const double column[4] = { A[0], A[2], A[1], A[3] }, low[2] = { 0, 0 }, row[2] = { -b[0], -b[1] }, c[2] = { 0, 0 };
    slip_arena arena = { 0 };
    slip_sparse S;
    double x[2], value;
    slip_error error;
    slip_sparse_from_dense(&S, SLIP_CSC, 2, 2, column, &arena, &error);
    slip_status s = slip_lp(&S, c, row, NULL, low, NULL, x, NULL, &value, &error);
    slip_arena_free(&arena);
    return s == SLIP_OK;
}

static void dynamic(void)
{
    static const char *const cases[] = { "none", "none-feasible", "one", "several", "any" };
    for (int c = 0; c < 5; c++) {
        int counted = 0, right = 0, slips = 0, lp = 0, solved = 0, seeds = 20;
        for (int seed = 0; seed < seeds; seed++) {
            char name[64];
            double A[4], b[2], r[8];
            int singular;
            snprintf(name, sizeof name, "dynamic:case=%s,seed=%d", cases[c], seed);
            if (!open_it(name))
                continue;
            normals(A, b);
            int found = oracle_lcp(2, A, b, 4, r, &singular);
            counted += found == truth.solutions && singular == 0;
            right += c == 0 || c == 1 ? found == 0 : c == 2 ? found == 1 : c == 3 ? found > 1 : 1;
            lp += c == 0 ? !feasible(A, b) : c == 1 ? feasible(A, b) : found == 0 || feasible(A, b);
            solved += truth.known == found && (found == 0 || listed() <= 1e-11);
            /* The slips are those of the one motion that keeps both contacts: N1 x N2 in (x, y, angle). */
            const slip_sparse *H = &problem.H;
            double v[3], s[2];
            for (int k = 0; k < 3; k++) {
                int i = (k + 1) % 3, j = (k + 2) % 3;
                v[k] = oracle_at(H, i, 0) * oracle_at(H, j, 2) - oracle_at(H, j, 0) * oracle_at(H, i, 2);
            }
            for (int i = 0; i < 2; i++)
                s[i] = oracle_at(H, 0, 2 * i + 1) * v[0] + oracle_at(H, 1, 2 * i + 1) * v[1] + oracle_at(H, 2, 2 * i + 1) * v[2];
            slips += s[0] * problem.slip[0] * s[1] * problem.slip[1] > 0;
            slip_problem_free(&problem);
        }
        is_int(counted, seeds, "case %s: the truth counts the bases that solve", cases[c]);
        is_int(right, seeds, "case %s: as asked for", cases[c]);
        is_int(lp, seeds, "case %s: the linear programme agrees", cases[c]);
        is_int(solved, seeds, "case %s: the solutions listed solve", cases[c]);
        is_int(slips, seeds, "case %s: the slips belong to one rigid motion", cases[c]);
    }
}

/* ---- sphere ---- */

static void sphere(void)
{
    /* z = (c_n, s_t+, s_o+, a_t-, a_o-), c_t = s_t+ - mu c_n; w = (a_n, a_t+, a_o+, s_t-, s_o-) = M z + r [TrinkleEtAl1995, (32)-(33)] */
    static const double expected[25] = {
        1, 0, 0, 0, 0,
        -.7, 3.5, 0, 1, 0,
        -.7, 0, 3.5, 0, 1,
        .4, -1, 0, 0, 0,
        .4, 0, -1, 0, 0 };
    static const struct { const char *name; double r[3], u[3]; } table[] = {
        { "sphere", { 9.81, -1, 0 }, { 0, 0, 0 } },                                                /* s_t+ = .962 */
        { "sphere:x=10", { 9.81, -1.962, 0 }, { 0, 3.133, 0 } },
        { "sphere:x=10,y=5", { 9.81, -1.962, -5 / 3.5 }, { 0, 3.133, 0 } },
        { "sphere:x=10,y=5,law=coulomb", { 9.81, -1.754866, -.877433 }, { 0, 10 - 3.5 * 1.754866, 5 - 3.5 * .877433 } },
        { "sphere:g=-1,law=coulomb", { 0, 0, 0 }, { 1, 3.5, 0 } },
        { "sphere:g=0", { 0, 0, 0 }, { 0, 3.5, 0 } },
        { "sphere:mu=0", { 9.81, 0, 0 }, { 0, 3.5, 0 } },
        { "sphere:m=2,radius=3,x=7,mu=1", { 19.62, -2, 0 }, { 0, 0, 0 } },
    };
    for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
        ok(open_it(table[k].name), "%s opens", table[k].name);
        ok(listed() <= 1e-13, "%s: its closed form solves it", table[k].name);
        double far = 0;
        for (int i = 0; i < 3; i++)
            far = fmax(far, fmax(fabs(truth.r[i] - table[k].r[i]), fabs(truth.u[i] - table[k].u[i])));
        ok(far <= (k == 3 ? 2e-6 : 1e-12), "%s: the values of the reference", table[k].name);
        slip_problem_free(&problem);
    }
    ok(open_it("sphere"), "sphere opens");
    double W[9], q[3], M[25] = { 0 };
    oracle_delassus(&problem, W, q);
    double mu = problem.mu[0];
    for (int i = 0; i < 3; i++) {
        M[5 * i] = W[3 * i] - mu * (W[3 * i + 1] + W[3 * i + 2]);
        M[5 * i + 1] = W[3 * i + 1];
        M[5 * i + 2] = W[3 * i + 2];
        if (i > 0)
            M[5 * i + 2 + i] = 1, M[5 * (2 + i)] = 2 * mu, M[5 * (2 + i) + i] = -1;
    }
    double far = 0;
    for (int i = 0; i < 25; i++)
        far = fmax(far, fabs(M[i] - expected[i]));
    ok(far <= 1e-15, "the matrix of the pyramid's LCP");
    ok_near(q[0], -9.81, 0, "q_N = -9.81");
    double b[5] = { q[0], q[1], q[2], 0, 0 }, z[5 * 32];
    int singular, found = oracle_lcp(5, M, b, 32, z, &singular);
    bool same = found > 0;
    for (int k = 0; k < found && k < 32; k++)
        same = same && fabs(z[5 * k] - 9.81) <= 1e-12 && fabs(z[5 * k + 1] - .962) <= 1e-12 && fabs(z[5 * k + 2] - 1.962) <= 1e-12;
    ok(same, "every basis that solves the LCP has z = (9.81, .962, 1.962)");
    slip_problem_free(&problem);
}

int main(void)
{
    plan(4 * 3 * 4 + 2 + 6 * 5 + 3 + 3 + 5 + 3 + 2 + 11 + 11 + 5 + 6 + 3 * 8 + 25 + 8 * 3 + 4);
    slip_error error;
    if (slip_start(&error) != SLIP_OK)
        bail_out("%s", error.text);
    murty();
    random_lcp();
    pair();
    block();
    integer();
    space();
    dynamic();
    sphere();
    return done();
}
