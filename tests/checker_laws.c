/* checker_laws.c: the laws and the complementarity systems of the proof checker on problems made from known solutions.
   SPDX-License-Identifier: GPL-3.0-or-later

   (r, u) are drawn so that they obey the law, W is any integer matrix, q = u - W r: (r, u) is a solution.  It must be accepted, so must the
   z of the system that belongs to it (no solution is lost), and the solution not when one contact is spoiled.  With joints V and R are drawn
   too, and s = -(V'r + R l). */

#include "tests/proofs.h"
#include "tests/tap.h"

enum { CONTACTS = 3, JOINTS = 2, M = 3 * CONTACTS };
enum { OPEN, STICK, SLIP, KINDS };

static uint64_t seed = 41;
static int draw(int low, int high)
{
    seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
    return low + (int)((seed >> 33) % (uint64_t)(high - low + 1));
}

typedef struct {
    int d, law, nc, p, mu[CONTACTS], slip[CONTACTS][2], both[CONTACTS];
    int r[M], u[M], l[JOINTS], W[M][M], V[M][JOINTS], R[JOINTS][JOINTS];
    int z[CONTACTS * 8 + JOINTS], N;            /* of the system; plain: it has one that counts */
    bool plain, slides[CONTACTS];
} made;

static const int four[4][2] = { { 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 } };
static const int *direction(const made *x, int k) { return four[x->d == 2 ? 2 * k : k]; }

/* c, beta, lambda of a polygon: r_T = sum beta_k d_k */
static void with_slack(made *x, int i, int kind, int axis)
{
    int d = x->d, mu = x->mu[i], c = x->r[d * i], *u = x->u + d * i + 1, *r = x->r + d * i + 1, k = d == 2 || axis ? 2 : 4, beta[4] = { 0 }, lambda = 0, best = 0;
    for (int j = 0; j < k; j++) {
        int s = axis ? (j ? u[axis - 1] : -u[axis - 1]) : -(direction(x, j)[0] * u[0] + (d == 3 ? direction(x, j)[1] * u[1] : 0));
        if (s > lambda) lambda = s, best = j;
    }
    if (kind == STICK) for (int left = mu * c, j = 0; j < k; j++) left -= beta[j] = draw(0, left);
    if (kind == SLIP) beta[best] = mu * c;
    if (kind == OPEN) lambda += draw(0, 3);     /* any larger one is as good */
    for (int j = 0; j < k; j++) {
        x->z[x->N++] = beta[j];
        if (axis) r[axis - 1] += (j ? -1 : 1) * beta[j];
        else for (int t = 0; t < d - 1; t++) r[t] += direction(x, j)[t] * beta[j];
    }
    x->z[x->N++] = lambda;
}

static void contact(made *x, int i)
{
    int d = x->d, *r = x->r + d * i, *u = x->u + d * i, kind = draw(0, KINDS - 1);
    bool relaxed = x->law == CK_CONE || x->law == CK_CONE_FACETS, round = d == 3 && (x->law == CK_COULOMB || x->law == CK_CONE || x->law == CK_OPPOSED);
    x->mu[i] = draw(0, 3) ? draw(1, 2) : 0;
    x->slides[i] = false;
    for (int t = 0; t < d - 1; t++) x->slip[i][t] = 0, u[1 + t] = draw(-4, 4);
    bool given = d > 1 && draw(0, 4) == 0;
    if (given) x->slip[i][draw(0, d - 2)] = draw(0, 1) ? 1 : -1;
    x->both[i] = draw(0, 5) == 0 && (x->mu[i] == 0 || given);
    if (x->both[i] && x->mu[i] > 0 && d > 1) x->plain = false;          /* |r_N|: no system */
    if (d == 1 || x->mu[i] == 0 || given) {     /* the normal alone */
        int force = draw(0, 3);
        u[0] = force || x->both[i] ? 0 : draw(0, 3);
        r[0] = x->both[i] ? draw(-3, 3) : force;
        for (int t = 0; t < d - 1; t++) r[1 + t] = -x->mu[i] * abs(r[0]) * x->slip[i][t];
        x->z[x->N++] = r[0];
        return;
    }
    r[0] = kind == OPEN ? 0 : 5 * draw(1, 2), u[0] = kind == OPEN ? draw(0, 3) : 0;
    x->slides[i] = kind == SLIP;
    if (kind == STICK) for (int t = 1; t < d; t++) u[t] = 0;
    if (kind == SLIP) u[1] = d == 3 ? 3 * draw(1, 2) : draw(0, 1) ? 2 : -2;
    if (kind == SLIP && d == 3) u[2] = 4 * u[1] / 3 * (draw(0, 1) ? 1 : -1);          /* |u_T| is whole, and not on a corner of the diamond */
    if (round) {
        int size = d == 3 ? 5 * u[1] / 3 : 0;
        x->plain = false;
        if (kind == SLIP) for (int t = 1; t < d; t++) r[t] = -x->mu[i] * r[0] * u[t] / size;
        if (kind == SLIP && relaxed) u[0] = x->mu[i] * size;
        if (kind == STICK) r[1] = draw(-3, 3), r[2] = draw(-4, 4);
        if (kind == OPEN && relaxed) u[0] = x->mu[i] * 8;
        return;
    }
    if (relaxed) {
        int k = d == 2 ? 2 : 4, worst = 0, best = 0;
        r[0] = 0;
        for (int j = 0; j < k; j++) {
            int s = -(direction(x, j)[0] * u[1] + (d == 3 ? direction(x, j)[1] * u[2] : 0));
            if (s > worst) worst = s, best = j;
        }
        u[0] = kind == STICK ? 0 : x->mu[i] * worst + (kind == OPEN ? draw(0, 2) : 0);
        for (int j = 0; j < k; j++) {
            int z = kind == STICK || (kind == SLIP && j == best) ? draw(1, 3) : 0;
            x->z[x->N++] = z, r[0] += z;
            for (int t = 0; t < d - 1; t++) r[1 + t] += x->mu[i] * z * direction(x, j)[t];
        }
        return;
    }
    x->z[x->N++] = r[0];
    if (x->law == CK_BOX && d == 3) {
        for (int t = 1; t < 3; t++) with_slack(x, i, kind == SLIP && u[t] == 0 ? STICK : kind, t);
    } else with_slack(x, i, kind, 0);
}

static void make(made *x, int law, int d)
{
    *x = (made){ .d = d, .law = law, .nc = draw(1, CONTACTS), .p = draw(0, 3) ? 0 : draw(1, JOINTS), .plain = true };
    for (int i = 0; i < x->nc; i++) contact(x, i);
    for (int j = 0; j < x->p; j++) x->l[j] = x->z[x->N++] = draw(-3, 3);
    for (int i = 0; i < M; i++) for (int j = 0; j < M; j++) x->W[i][j] = draw(-3, 3);
    for (int i = 0; i < M; i++) for (int j = 0; j < x->p; j++) x->V[i][j] = draw(-3, 3);
    for (int i = 0; i < x->p; i++) for (int j = 0; j < x->p; j++) x->R[i][j] = draw(-3, 3);
}

/* ---- texts ---- */

static size_t put_matrix(char *to, const char *name, int rows, int cols, const int *a, int stride)
{
    size_t n = (size_t)sprintf(to, "%s csc %d %d %d\n", name, rows, cols, rows * cols);
    for (int j = 0; j <= cols; j++) n += (size_t)sprintf(to + n, " %d", j * rows);
    for (int j = 0; j < cols; j++) for (int i = 0; i < rows; i++) n += (size_t)sprintf(to + n, " %d", i);
    for (int j = 0; j < cols; j++) for (int i = 0; i < rows; i++) n += (size_t)sprintf(to + n, " %d", a[i * stride + j]);
    return n + (size_t)sprintf(to + n, "\n");
}

static void put_problem(char *to, const made *x)
{
    int m = x->d * x->nc;
    size_t n = (size_t)sprintf(to, "slipstick-problem 1\ndimension %d\ncontacts %d\nvelocities 0\njoints %d\nlaw %s 4 0\nlevel velocity\nmu", x->d, x->nc, x->p, ck_law_names[x->law]);
    for (int i = 0; i < x->nc; i++) n += (size_t)sprintf(to + n, " %d", x->mu[i]);
    n += (size_t)sprintf(to + n, "\nslip");
    for (int i = 0; i < x->nc; i++) for (int t = 0; t < x->d - 1; t++) n += (size_t)sprintf(to + n, " %d", x->slip[i][t]);
    n += (size_t)sprintf(to + n, "\nbilateral");
    for (int i = 0; i < x->nc; i++) n += (size_t)sprintf(to + n, " %d", x->both[i]);
    n += (size_t)sprintf(to + n, "\n");
    n += put_matrix(to + n, "W", m, m, &x->W[0][0], M);
    if (x->p) n += put_matrix(to + n, "V", m, x->p, &x->V[0][0], JOINTS), n += put_matrix(to + n, "R", x->p, x->p, &x->R[0][0], JOINTS);
    n += (size_t)sprintf(to + n, "q");
    for (int i = 0; i < m; i++) {
        int q = x->u[i];
        for (int j = 0; j < m; j++) q -= x->W[i][j] * x->r[j];
        for (int j = 0; j < x->p; j++) q -= x->V[i][j] * x->l[j];
        n += (size_t)sprintf(to + n, " %d", q);
    }
    if (x->p) n += (size_t)sprintf(to + n, "\ns");
    for (int k = 0; k < x->p; k++) {
        int s = 0;
        for (int i = 0; i < m; i++) s -= x->V[i][k] * x->r[i];
        for (int j = 0; j < x->p; j++) s -= x->R[k][j] * x->l[j];
        n += (size_t)sprintf(to + n, " %d", s);
    }
    sprintf(to + n, "\nend\n");
}

static int check(const char *problem, const char *body, char *reason)
{
    char *file = whole(problem, body);
    int code = ck_check(problem, strlen(problem), file, strlen(file), 1 << 26, NULL, reason);
    free(file);
    return code;
}

/* The solution (r, l), and with_z also the z of the system. */
static int check_made(const char *problem, const made *x, bool with_z, char *reason)
{
    char body[4000];
    size_t n = (size_t)sprintf(body, "claim solution\nbegin\nsolution\n");
    for (int j = 0; j < x->p; j++) n += (size_t)sprintf(body + n, j ? " %d" : "l %d", x->l[j]);
    n += (size_t)sprintf(body + n, x->p ? "\nr" : "r");
    for (int i = 0; i < x->d * x->nc; i++) n += (size_t)sprintf(body + n, " %d", x->r[i]);
    if (with_z) n += (size_t)sprintf(body + n, "\nz");
    for (int j = 0; with_z && j < x->N; j++) if (x->z[j]) n += (size_t)sprintf(body + n, " %d:%d", j, x->z[j]);
    sprintf(body + n, "\n");
    return check(problem, body, reason);
}

/* One thing wrong at contact i, q made anew for the spoiled pair. */
static bool spoil(made *x, int i)
{
    int d = x->d, *r = x->r + d * i, *u = x->u + d * i;
    bool relaxed = x->law == CK_CONE || x->law == CK_CONE_FACETS;
    switch (draw(0, 3)) {
    case 0: if (x->both[i]) { u[0] = 1; return true; } r[0] = -1 - r[0]; for (int t = 1; t < d; t++) r[t] = 0; return true;
    case 1: u[0] = -1; return true;
    case 2: if (!x->slides[i] || (relaxed && u[0] == 0)) return false; for (int t = 1; t < d; t++) r[t] = -r[t]; return true;
    default: if (d == 1 || r[0] <= 0 || x->mu[i] == 0) return false; r[1] += 1 + 9 * x->mu[i] * r[0]; return true;
    }
}

int main(void)
{
    int count = quick_or_full(60, 2000);
    plan(3 * CK_LAWS * 3);
    static char problem[20000];
    char reason[512];
    for (int law = 0; law < CK_LAWS; law++)
        for (int d = 1; d <= 3; d++) {
            int solved = 0, zs = 0, plain = 0, spoiled = 0, refused = 0;
            for (int k = 0; k < count; k++) {
                made x;
                make(&x, law, d);
                put_problem(problem, &x);
                if (check_made(problem, &x, false, reason) == CK_PROVED) solved++;
                else if (solved == k) diag("%s\n%s", reason, problem);
                if (x.plain) {
                    plain++;
                    if (check_made(problem, &x, true, reason) == CK_PROVED) zs++;
                    else if (zs + 1 == plain) diag("%s\n%s", reason, problem);
                }
                if (!spoil(&x, draw(0, x.nc - 1))) continue;
                put_problem(problem, &x);
                spoiled++;
                if (check_made(problem, &x, false, reason) == CK_REFUSED) refused++;
                else diag("accepted though spoiled:\n%s", problem);
            }
            is_int(solved, count, "%s, d = %d: %d made solutions are solutions", ck_law_names[law], d, count);
            is_int(zs, plain, "%s, d = %d: the system has all %d of them", ck_law_names[law], d, plain);
            ok(spoiled > 0 && refused == spoiled, "%s, d = %d: %d of %d spoiled ones are refused", ck_law_names[law], d, refused, spoiled);
        }
    return done();
}
