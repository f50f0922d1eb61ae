/* enumeration.c: proofs by exact enumeration against all bases tried by Cramer's rule, on catalogue problems, and with memory failing.
   SPDX-License-Identifier: GPL-3.0-or-later

   The oracle knows no tree and no linear program: for every set T of unknowns and R of equations, as many, with a nonsingular A_RT in
   64-bit integers, z_T solves (A z + q)_R = 0; those with z, w >= 0 are all vertices of { z >= 0, A z + q >= 0 }, extreme rays likewise.  A
   piece of the solution set is a face, so solutions are many where two complementary vertices, or one and a ray, are so together. */

#include "tests/tap.h"
#include "verify/verify.h"

enum { MOST = 7, VERTICES = 4000 };

typedef long long integer;
typedef struct { int n; integer A[MOST][MOST], q[MOST]; } lcp;
typedef struct { integer z[MOST], w[MOST], den; } point;        /* den = 0: a ray */

/* ---- the oracle ---- */

/* x of B x = b den by fraction-free elimination, den = |det B| (0: singular). */
static integer cramer(int k, integer B[MOST][MOST + 1], integer x[MOST])
{
    integer last = 1;
    for (int c = 0; c < k; c++) {
        int r = c;
        while (r < k && !B[r][c]) r++;
        if (r == k) return 0;
        for (int j = 0; j <= k && r != c; j++) { integer t = B[c][j]; B[c][j] = r[B][j]; B[r][j] = -t; }
        for (int i = 0; i < k; i++) {
            if (i == c) continue;
            for (int j = 0; j <= k; j++) if (j != c) B[i][j] = (B[c][c] * B[i][j] - B[i][c] * B[c][j]) / last;
            B[i][c] = 0;
        }
        for (int i = 0; i < c; i++) B[i][i] = B[c][c];
        last = B[c][c];
    }
    integer sign = last < 0 ? -1 : 1;
    for (int i = 0; i < k; i++) x[i] = sign * B[i][k];
    return sign * last;
}

/* z of a point or a ray: w, signs and complementarity of it alone. */
static bool solves(const lcp *l, point *p)
{
    for (int i = 0; i < l->n; i++) {
        p->w[i] = p->den * l->q[i];
        for (int j = 0; j < l->n; j++) p->w[i] += l->A[i][j] * p->z[j];
        if (p->z[i] < 0 || p->w[i] < 0 || (p->z[i] && p->w[i])) return false;
    }
    return true;
}

static bool same(const lcp *l, const point *a, const point *b, bool motion)
{
    for (int i = 0; i < l->n; i++)
        if (a->w[i] * b->den != b->w[i] * a->den || (!motion && a->z[i] * b->den != b->z[i] * a->den)) return false;
    return true;
}

static bool together(const lcp *l, const point *a, const point *b)
{
    for (int i = 0; i < l->n; i++) if ((a->z[i] && b->w[i]) || (a->w[i] && b->z[i])) return false;
    return true;
}

static int bits(unsigned set) { int k = 0; for (; set; set &= set - 1) k++; return k; }

/* Vertices that solve, then rays: their numbers. */
static void all(const lcp *l, point *out, int *vertices, int *rays)
{
    int n = l->n, count = 0;
    *vertices = 0;
    for (int ray = 0; ray < 2; ray++) {
        for (unsigned T = 0; T < 1u << n; T++)
            for (unsigned R = 0; R < 1u << n; R++) {
                int column[MOST], k = 0, row = 0;
                if (bits(R) + ray != bits(T)) continue;
                for (int j = 0; j < n; j++) if (T >> j & 1) column[k++] = j;
                for (int fixed = 0; fixed < (ray ? k : 1); fixed++) {        /* a ray: one member of T is 1 */
                    integer B[MOST][MOST + 1], x[MOST];
                    int c = 0;
                    row = 0;
                    for (int i = 0; i < n; i++) {
                        if (!(R >> i & 1)) continue;
                        c = 0;
                        for (int j = 0; j < k; j++) if (!ray || j != fixed) B[row][c++] = l->A[i][column[j]];
                        B[row++][c] = ray ? -l->A[i][column[fixed]] : -l->q[i];
                    }
                    integer den = cramer(k - ray, B, x);
                    if (!den) continue;
                    point p = { .den = ray ? 0 : den };
                    c = 0;
                    for (int j = 0; j < k; j++) p.z[column[j]] = ray && j == fixed ? den : x[c++];
                    if (!solves(l, &p)) continue;
                    bool known = false;
                    for (int v = 0; v < *vertices && !ray && !known; v++) known = same(l, out + v, &p, false);
                    if (known || count == VERTICES) break;
                    out[count++] = p;
                    if (!ray) *vertices = count;
                    break;
                }
            }
    }
    *rays = count - *vertices;
}

typedef struct { int vertices, solutions, velocities; } answer;      /* -1: infinitely many */

static answer oracle(const lcp *l, point *room)
{
    answer a = { 0 };
    int rays;
    all(l, room, &a.vertices, &rays);
    for (int motion = 0; motion < 2; motion++) {
        int count = 0;
        for (int v = 0; v < a.vertices && count >= 0; v++) {
            bool fresh = true;
            for (int k = 0; k < v; k++) fresh = fresh && !same(l, room + k, room + v, motion);
            count += fresh;
        }
        for (int v = 0; v < a.vertices; v++) {
            for (int k = 0; k < v; k++) if (together(l, room + v, room + k) && !same(l, room + v, room + k, motion)) count = -1;
            for (int k = a.vertices; k < a.vertices + rays; k++) {
                bool moves = !motion;
                for (int i = 0; i < l->n; i++) moves |= room[k].w[i] != 0;
                if (moves && together(l, room + v, room + k)) count = -1;
            }
        }
        if (motion) a.velocities = count;
        else a.solutions = count;
    }
    return a;
}

/* ---- random problems ---- */

static int draw(slip_rng *rng, int low, int high) { return low + slip_rng_below(rng, high - low + 1); }

static lcp random_lcp(slip_rng *rng, int kind)
{
    lcp l = { .n = draw(rng, 1, kind % 5 == 0 ? MOST : 5) };
    int n = l.n, rank = draw(rng, 0, n - 1), F[MOST][MOST];
    for (int i = 0; i < n; i++) {
        l.q[i] = draw(rng, -3, 3);
        for (int j = 0; j < n; j++) l.A[i][j] = draw(rng, -2, 2), F[i][j] = draw(rng, -1, 1);
    }
    if (kind % 4 == 1)                          /* of low rank, semidefinite */
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                l.A[i][j] = 0;
                for (int k = 0; k < rank; k++) l.A[i][j] += F[i][k] * F[j][k];
            }
    if (kind % 4 == 2)                          /* of low rank, not symmetric; q in its range: degenerate */
        for (int i = 0; i < n; i++) {
            l.q[i] = 0;
            for (int j = 0; j < n; j++) {
                l.A[i][j] = 0;
                for (int k = 0; k < rank; k++) l.A[i][j] += F[i][k] * F[(j + 1) % n][k];
                l.q[i] += l.A[i][j] * (j % 2);
            }
        }
    if (kind % 4 == 3)                          /* negative diagonal: many solutions; zeros in q */
        for (int i = 0; i < n; i++) {
            l.A[i][i] = -draw(rng, 0, 2);
            if (draw(rng, 0, 1)) l.q[i] = 0;
        }
    return l;
}

static slip_problem as_problem(const lcp *l)
{
    slip_problem p;
    slip_error error = { 0 };
    double W[MOST * MOST];
    if (slip_problem_new(&p, 1, l->n, 0, 0, true, &error)) bail_out("%s", error.text);
    p.foreign = true;
    for (int i = 0; i < l->n; i++) {
        p.q[i] = (double)l->q[i];
        for (int j = 0; j < l->n; j++) W[i + j * l->n] = (double)l->A[i][j];
    }
    if (slip_sparse_from_dense(&p.W, SLIP_CSC, l->n, l->n, W, &p.arena, &error)) bail_out("%s", error.text);
    return p;
}

static slip_proof prove(const slip_problem *p, unsigned asks, long nodes)
{
    slip_error error = { 0 };
    slip_proof proof;
    slip_prove_how how = { .law = p->law, .dirs = p->dirs, .asks = asks, .nodes = nodes };
    if (slip_prove(p, &how, &proof, &error)) bail_out("%s", error.text);
    return proof;
}

static void against_brute_force(void)
{
    int wrong = 0, count = getenv("SLIPSTICK_VALGRIND") ? 100 : quick_or_full(1000, 10000), none = 0, one = 0, several = 0, infinite = 0;
    point *room = calloc(VERTICES, sizeof *room);
    slip_rng *rng = slip_rng_new(11);
    for (int k = 0; k < count; k++) {
        lcp l = random_lcp(rng, k);
        answer a = oracle(&l, room);
        slip_problem p = as_problem(&l);
        slip_proof s = prove(&p, 0, 0), v = prove(&p, 1u << SLIP_ASK_BASIC, 0);
        bool right = s.solutions == a.solutions && s.velocities == a.velocities && v.vertices == a.vertices
                     && (a.velocities >= 0 || (s.word == SLIP_PROVED_MULTIPLE && s.least > 1)) && s.file.length && v.file.length;
        if (!right) {
            diag("LCP %d of size %d: by Cramer %d vertices, %d solutions, %d velocities; proved %d, %d, %d: %s", k, l.n, a.vertices, a.solutions, a.velocities,
                 v.vertices, s.solutions, s.velocities, s.sentence);
            wrong++;
        }
        none += a.solutions == 0;
        one += a.solutions == 1;
        several += a.solutions > 1;
        infinite += a.solutions < 0;
        slip_proof_free(&s);
        slip_proof_free(&v);
        slip_problem_free(&p);
    }
    slip_rng_free(rng);
    free(room);
    ok(wrong == 0, "%d random LCPs up to size %d: %d without solution, %d with one, %d with several, %d with infinitely many", count, MOST, none, one, several, infinite);
    ok(none > count / 20 && one > count / 20 && several > count / 20 && infinite > count / 20, "every kind is there");
}

/* ---- catalogue problems ---- */

static void catalogue(const char *name, unsigned asks, slip_proved word, int solutions, int velocities, const char *more)
{
    slip_error error = { 0 };
    slip_problem p;
    if (slip_problem_open(&p, name, NULL, &error)) bail_out("%s", error.text);
    slip_proof s = prove(&p, asks, 0);
    ok(s.word == word && s.solutions == solutions && s.velocities == velocities && strstr(s.sentence, more) && (word == SLIP_PROVED_UNDECIDED || s.file.length),
       "%s: %s, %ld nodes", name, slip_proved_name(s.word), s.nodes);
    if (tap.failed) diag("  %s", s.sentence);
    slip_proof_free(&s);
    slip_problem_free(&p);
}

/* ---- properties: what linear programs in doubles found, proved ---- */

static void properties(void)
{
    const char *const names[] = { "table", "pyramid", "pyramid:law=coulomb", "wedge", "arch", "pair", "painleve-rod:kind=rolling", "slab", "stack", "needle", "point-mass",
                                  "cannonball:n=2,mu=0.2", "cannonball:n=3,mu=0.5", "table:x=0.9,y=0.45", "table:law=box", "linkage" };
    const unsigned asks = 1u << SLIP_ASK_DEFINITE | 1u << SLIP_ASK_APART | 1u << SLIP_ASK_STANDING;
    int wrong = 0, count = (int)(sizeof names / sizeof *names), apart = 0, standing = 0, neither = 0;
    for (int k = 0; k < count; k++) {
        slip_error error = { 0 };
        slip_problem p;
        slip_property q;
        slip_arena arena = { 0 };
        if (slip_problem_open(&p, names[k], NULL, &error) || slip_problem_property(&p, 0, &q, &error) || slip_problem_statics(&p, &q, &arena, &error))
            bail_out("%s: %s", names[k], error.text);
        slip_proof s = prove(&p, asks, 0);
        const char *file = s.file.s ? s.file.s : "";
        bool no_apart = strstr(file, "claim not-disassemblable"), no_standing = strstr(file, "claim not-standing");
        bool is_apart = strstr(file, "claim disassemblable"), is_standing = strstr(file, "claim standing");
        bool right = strstr(file, "claim positive-definite M") && !(no_apart && q.pointed == SLIP_YES) && !(is_apart && q.pointed == SLIP_NO)
                     && !(no_standing && q.stands == SLIP_YES) && !(is_standing && q.stands == SLIP_NO)
                     && (no_apart || is_apart || q.pointed == SLIP_MAYBE || strstr(s.sentence, "undecided")) && s.word == SLIP_PROVED_PROPERTY;
        if (!right) diag("%s: pointed %d, stands %d; %s", names[k], q.pointed, q.stands, s.sentence);
        wrong += !right;
        apart += is_apart;
        standing += is_standing;
        neither += no_apart + no_standing;
        slip_proof_free(&s);
        slip_arena_free(&arena);
        slip_problem_free(&p);
    }
    ok(wrong == 0 && apart > 5 && standing > 3 && neither > 3, "%d problems: %d proved to come apart, %d to stand, %d not to; as in doubles", count, apart, standing, neither);
}

/* A P-matrix by all minors: those of random LCPs against their definition, signs reversed by no vector of a small grid. */
static void p_matrices(void)
{
    slip_rng *rng = slip_rng_new(3);
    int wrong = 0, yes = 0, no = 0;
    for (int k = 0; k < 300; k++) {
        lcp l = random_lcp(rng, 4);
        l.n = l.n > 4 ? 4 : l.n;
        for (int i = 0; i < l.n && k % 2; i++) l.A[i][i] += 3;
        slip_problem p = as_problem(&l);
        slip_proof s = prove(&p, 1u << SLIP_ASK_P_MATRIX, 0);
        bool says = strstr(s.file.s, "claim p-matrix"), reversed = false;
        for (int code = 1; code < 2401 && !reversed; code++) {          /* x in {-3..3}^4 */
            int x[4], rest = code;
            for (int i = 0; i < 4; i++, rest /= 7) x[i] = i < l.n ? rest % 7 - 3 : 0;
            bool all = false, bad = true;
            for (int i = 0; i < l.n && bad; i++) {
                integer y = 0;
                for (int j = 0; j < l.n; j++) y += l.A[i][j] * x[j];
                bad = x[i] * y <= 0;
                all |= x[i] != 0;
            }
            reversed = all && bad;
        }
        bool positive = true;
        for (unsigned set = 1; set < 1u << l.n; set++) {
            integer B[MOST][MOST + 1] = { { 0 } }, x[MOST];
            int at[MOST], m = 0;
            for (int i = 0; i < l.n; i++) if (set >> i & 1) at[m++] = i;
            for (int i = 0; i < m; i++) for (int j = 0; j < m; j++) B[i][j] = l.A[at[i]][at[j]];
            positive = positive && cramer(m, B, x) != 0;
        }
        wrong += says && (reversed || !positive);
        yes += says;
        no += !says;
        slip_proof_free(&s);
        slip_problem_free(&p);
    }
    slip_rng_free(rng);
    ok(wrong == 0 && yes > 20 && no > 20, "%d P-matrices reverse no sign of a vector and have no zero minor; %d others", yes, no);
}

/* ---- limits, interruption, memory ---- */

static bool interrupt(void *ctx, double done, long nodes)
{
    (void)nodes;
    *(double *)ctx = done;
    return true;
}

static void limits(void)
{
    slip_error error = { 0 };
    slip_problem p;
    slip_proof proof;
    double done = -1;
    if (slip_problem_open(&p, "cannonball:n=2,mu=0.2", NULL, &error)) bail_out("%s", error.text);
    slip_prove_how how = { .law = p.law, .dirs = p.dirs, .nodes = 40 };
    ok(!slip_prove(&p, &how, &proof, &error) && proof.word == SLIP_PROVED_EXISTS && proof.solutions < 0 && strstr(proof.sentence, "limit of nodes"), "40 nodes: %s", proof.sentence);
    slip_proof_free(&proof);
    how = (slip_prove_how){ .law = p.law, .dirs = p.dirs, .seconds = 1e-9 };
    ok(!slip_prove(&p, &how, &proof, &error) && proof.solutions < 0 && strstr(proof.sentence, "time limit"), "no time: %s", proof.sentence);
    slip_proof_free(&proof);
    how = (slip_prove_how){ .law = p.law, .dirs = p.dirs, .look = interrupt, .ctx = &done };
    ok(!slip_prove(&p, &how, &proof, &error) && proof.solutions < 0 && strstr(proof.sentence, "interrupted") && done >= 0 && done <= 1, "interrupted: %s", proof.sentence);
    slip_proof_free(&proof);
    slip_problem_free(&p);
}

static void starve(const char *name, unsigned asks)
{
    slip_error error = { 0 };
    slip_problem p;
    if (slip_problem_open(&p, name, NULL, &error)) bail_out("%s", error.text);
    long live = slip_memory_live(), k = 1;
    int wrong = 0;
    slip_status status = SLIP_MEMORY;
    for (; status && k < 100000 && wrong < 3; k++) {
        slip_proof proof;
        slip_prove_how how = { .law = p.law, .dirs = p.dirs, .asks = asks };
        error = (slip_error){ 0 };
        slip_memory_fail_at(k);
        status = slip_prove(&p, &how, &proof, &error);
        slip_memory_fail_at(0);
        if (!status) slip_proof_free(&proof);
        bool good = slip_memory_live() == live && (!status || (status == SLIP_MEMORY && error.text[0]));
        if (!good) diag("allocation %ld: %s: \"%s\", %ld blocks left", k, slip_status_name(status), error.text, slip_memory_live() - live);
        wrong += !good;
    }
    ok(wrong == 0 && !status && k > 5, "%s: %ld allocations, each failing once", name, k - 2);
    slip_problem_free(&p);
}

int main(void)
{
    slip_error error = { 0 };
    plan(2 + 12 + 2 + 3 + 3);
    if (slip_start(&error)) bail_out("%s", error.text);
    against_brute_force();
    const unsigned basic = 1u << SLIP_ASK_BASIC, velocities = 1u << SLIP_ASK_VELOCITIES;
    catalogue("painleve-rod", 0, SLIP_PROVED_EXACTLY, 1, 1, "exactly 1 solution");
    catalogue("painleve-rod:mu=2", 0, SLIP_PROVED_NO_SOLUTION, 0, 0, "no solution");
    catalogue("painleve-rod:mu=2,g=-9.81", 0, SLIP_PROVED_EXACTLY, 2, 2, "the solution set is not convex");
    catalogue("painleve-rod:kind=rolling,mu=2,g=-9.81,push=-80", 0, SLIP_PROVED_EXACTLY, 3, 3, "exactly 3 solutions");
    catalogue("pair", 0, SLIP_PROVED_NO_SOLUTION, 0, 0, "no solution");
    catalogue("pair:kind=generic", 0, SLIP_PROVED_NO_SOLUTION, 0, 0, "no solution");
    catalogue("pair:kind=block", 0, SLIP_PROVED_NO_SOLUTION, 0, 0, "no solution");
    catalogue("table", 0, SLIP_PROVED_VELOCITIES, -1, 1, "exactly 1 velocity");
    catalogue("table:law=facets", 0, SLIP_PROVED_VELOCITIES, -1, 1, "infinitely many impulses");
    catalogue("pyramid:base=affine,mu=0.1", 0, SLIP_PROVED_VELOCITIES, -1, 1, "complementarity problem is not convex");
    catalogue("slab", basic, SLIP_PROVED_PROPERTY, -1, -1, "13 vertices of the solution set; 7 basic solutions");
    catalogue("cannonball:n=2,mu=0.2", velocities, SLIP_PROVED_VELOCITIES, -1, 1, "exactly 1 velocity");
    properties();
    p_matrices();
    limits();
    starve("painleve-rod:kind=rolling,mu=2,g=-9.81,push=-80", 0);
    starve("pair:kind=generic", basic);
    starve("wedge", 1u << SLIP_ASK_DEFINITE | 1u << SLIP_ASK_P_MATRIX | 1u << SLIP_ASK_APART | 1u << SLIP_ASK_STANDING);
    return done();
}
