/* onecontact.c: the contact problem of one contact, solved exactly, all modes.
   SPDX-License-Identifier: GPL-3.0-or-later

       u = A r + b,  K contains r orthogonal to u~ in K*        A: d x d, the diagonal block of W

   open:   r = 0 if b~ in K*
   stick:  A r = -b if r in K
   slip:   r on the boundary of K, r = r_N g(t), g(t) = (1, -mu t), u_T = lambda t, lambda > 0, and u~ orthogonal to r

   Polygons and d = 2: r on an edge g_j of K, or between two neighbours; few candidates, all tried.
   Disc: the slip direction t = (cos a, sin a) is a root of  t x u_T(a) = 0,  with r_N from the normal row (coulomb: a
   trigonometric polynomial of degree two in a) or from g'u = 0 (cone).  Newton from the present slip direction usually finds it;
   otherwise the whole circle is scanned and every change of sign refined.  The candidate with the least natural map wins;
   with several exact ones (A far from symmetric dominance, mu large) the one nearest to the present r. */

#include "solvers/onecontact.h"

#include <float.h>
#include <math.h>
#include <string.h>

typedef struct {
    const slip_contact *c; const double *A; double b[3], old[3];
    double rho, size;                   /* a mass; an impulse */
    double best, near, r[3];            /* natural map of the best candidate, its distance from old, itself */
} search;

static bool relaxed(const slip_contact *c) { return c->law == SLIP_LAW_CONE || c->law == SLIP_LAW_CONE_FACETS; }

static void velocity(const search *s, const double r[], double u[])
{
    int d = s->c->d;
    for (int a = 0; a < d; a++) {
        u[a] = s->b[a];
        for (int e = 0; e < d; e++) u[a] += s->A[a * d + e] * r[e];
    }
}

/* |r - P_K(r - rho u~)| */
static double natural(const search *s, const double r[])
{
    double u[3], y[3], sum = 0;
    velocity(s, r, u);
    slip_contact_prox(s->c, s->rho, r, u, y);
    for (int k = 0; k < s->c->d; k++) sum += (r[k] - y[k]) * (r[k] - y[k]);
    return sqrt(sum);
}

/* Keep r if it is better; exact candidates compete by nearness. */
static void offer(search *s, const double given[])
{
    int d = s->c->d;
    double r[3], far = 0, exact = 1e-13 * s->size;
    slip_cone_project(s->c, given, r);                  /* rounding may have left K by a hair */
    double e = natural(s, r);
    for (int k = 0; k < d; k++) far += (r[k] - s->old[k]) * (r[k] - s->old[k]);
    if (!(e < s->best || (e <= exact && s->best <= exact && far < s->near))) return;
    if (s->best <= exact && !(far < s->near)) return;
    s->best = e; s->near = far;
    memcpy(s->r, r, sizeof *r * (size_t)d);
}

static bool good(const search *s) { return s->best <= 1e-13 * s->size; }

/* A r = -b by elimination with complete pivoting; false when singular. */
static bool stick(const search *s, double r[])
{
    int d = s->c->d, col[3] = { 0, 1, 2 };
    double a[3][4], most = 0;
    for (int i = 0; i < d; i++) {
        for (int j = 0; j < d; j++) { a[i][j] = s->A[i * d + j]; most = fmax(most, fabs(a[i][j])); }
        a[i][3] = -s->b[i];
    }
    for (int k = 0; k < d; k++) {
        int pi = k, pj = k;
        for (int i = k; i < d; i++) for (int j = k; j < d; j++) if (fabs(a[i][j]) > fabs(a[pi][pj])) { pi = i; pj = j; }
        if (!(fabs(a[pi][pj]) > 1e-14 * most)) return false;
        for (int j = 0; j < 4; j++) { double t = a[k][j]; a[k][j] = a[pi][j]; a[pi][j] = t; }
        for (int i = 0; i < d; i++) { double t = a[i][k]; a[i][k] = a[i][pj]; a[i][pj] = t; }
        int t = col[k]; col[k] = col[pj]; col[pj] = t;
        for (int i = k + 1; i < d; i++) {
            double f = a[i][k] / a[k][k];
            for (int j = k; j < d; j++) a[i][j] -= f * a[k][j];
            a[i][3] -= f * a[k][3];
        }
    }
    for (int k = d - 1; k >= 0; k--) {
        double x = a[k][3];
        for (int j = k + 1; j < d; j++) x -= a[k][j] * r[col[j]];
        r[col[k]] = x / a[k][k];
    }
    return true;
}

/* Row w' of A applied to direction g, and to b: solve (w'A g) t = -w'b. */
static double form(const search *s, const double w[], const double g[])
{
    int d = s->c->d;
    double sum = 0;
    for (int a = 0; a < d; a++) for (int e = 0; e < d; e++) sum += w[a] * s->A[a * d + e] * g[e];
    return sum;
}

static double dot(const double *a, const double *b, int d)
{
    double sum = 0;
    for (int k = 0; k < d; k++) sum += a[k] * b[k];
    return sum;
}

/* The j-th corner of the friction set. */
static int corners(const slip_contact *c)
{
    if (c->d == 2) return 2;
    return c->law == SLIP_LAW_BOX ? 4 : c->law == SLIP_LAW_FACETS || c->law == SLIP_LAW_CONE_FACETS ? c->dirs.k : 0;
}

static void corner(const slip_contact *c, int j, double e[2])
{
    static const double square[4][2] = { { 1, 1 }, { -1, 1 }, { -1, -1 }, { 1, -1 } };
    if (c->d == 3 && c->law == SLIP_LAW_BOX) { e[0] = square[j][0]; e[1] = square[j][1]; }
    else slip_dirs_get(c->dirs, c->d, j, e);
}

/* Edges and facets of a polyhedral K.  On an edge g: u_N = 0, or g'u = 0 for relaxed laws.  Between two edges g, h: also
   (h - g)'u = 0. */
static void polygon(search *s)
{
    const slip_contact *c = s->c;
    int d = c->d, k = corners(c);
    static const double normal[3] = { 1, 0, 0 };
    for (int j = 0; j < k; j++) {
        double e[2], f[2], g[3] = { 1 }, h[3] = { 1 }, x[3];
        corner(c, j, e); corner(c, (j + 1) % k, f);
        for (int a = 1; a < d; a++) { g[a] = c->mu * e[a - 1]; h[a] = c->mu * f[a - 1]; }
        const double *w = relaxed(c) ? g : normal;
        double a = form(s, w, g), t = -dot(w, s->b, d) / a;
        if (a != 0 && t > 0) {
            for (int i = 0; i < d; i++) x[i] = t * g[i];
            offer(s, x);
        }
        if (d == 2) continue;
        double z[3] = { 0, h[1] - g[1], h[2] - g[2] };
        double a00 = form(s, w, g), a01 = form(s, w, h), a10 = form(s, z, g), a11 = form(s, z, h), det = a00 * a11 - a01 * a10;
        if (!(det != 0)) continue;
        double b0 = -dot(w, s->b, d), b1 = -dot(z, s->b, d);
        double p = (b0 * a11 - a01 * b1) / det, q = (a00 * b1 - a10 * b0) / det;
        if (!(p >= 0 && q >= 0)) continue;
        for (int i = 0; i < d; i++) x[i] = p * g[i] + q * h[i];
        offer(s, x);
    }
}

/* Slip towards angle a: r_N and the cross product t x u_T. */
static double slide(const search *s, double a, double r[3])
{
    double mu = s->c->mu, t[2] = { cos(a), sin(a) }, g[3] = { 1, -mu * t[0], -mu * t[1] }, u[3];
    static const double normal[3] = { 1, 0, 0 };
    const double *w = relaxed(s->c) ? g : normal;
    double A = form(s, w, g), n = A != 0 ? -dot(w, s->b, 3) / A : 0;
    for (int k = 0; k < 3; k++) r[k] = n * g[k];
    velocity(s, r, u);
    return t[0] * u[2] - t[1] * u[1];
}

/* Refine a root between low and high, where the cross product changes its sign, by false position with bisection. */
static void refine(search *s, double low, double high, double f_low, double f_high)
{
    double r[3];
    for (int k = 0; k < 100 && high - low > 0; k++) {
        double x = low - f_low * (high - low) / (f_high - f_low);
        double width = high - low;
        if (k % 3 == 2 || !(x > low && x < high)) x = low + width / 2;
        if (!(x > low && x < high)) break;
        double f = slide(s, x, r);
        if (f == 0) { low = high = x; break; }
        if ((f < 0) == (f_low < 0)) { low = x; f_low = f; } else { high = x; f_high = f; }
        if (high - low < 4 * DBL_EPSILON) break;
    }
    slide(s, fabs(f_low) < fabs(f_high) ? low : high, r);
    if (r[0] > 0) offer(s, r);
}

static void disc(search *s)
{
    enum { SAMPLES = 96 };
    double f[SAMPLES], r[3], step = 2 * M_PI / SAMPLES, from = 0.1234;
    for (int k = 0; k < SAMPLES; k++) f[k] = slide(s, from + k * step, r);
    for (int k = 0; k < SAMPLES; k++) {
        double next = f[(k + 1) % SAMPLES];
        if ((f[k] < 0) != (next < 0)) refine(s, from + k * step, from + (k + 1) * step, f[k], next);
        /* two roots that hide between samples show as a local extremum close to zero */
        double last = f[(k + SAMPLES - 1) % SAMPLES];
        if ((f[k] < 0) == (next < 0) && (f[k] < 0) == (last < 0) && fabs(f[k]) <= fabs(last) && fabs(f[k]) <= fabs(next)) {
            double lo = from + (k - 1) * step, hi = from + (k + 1) * step;
            for (int i = 0; i < 60; i++) {
                double x = lo + (hi - lo) * 0.381966, y = lo + (hi - lo) * 0.618034, fx = slide(s, x, r), fy = slide(s, y, r);
                if ((fx < 0) != (f[k] < 0)) {
                    refine(s, from + (k - 1) * step, x, last, fx);
                    refine(s, x, from + (k + 1) * step, fx, next);
                    lo = hi = x;
                    break;
                }
                if (fabs(fx) < fabs(fy)) hi = y; else lo = x;
            }
            slide(s, (lo + hi) / 2, r);
            if (r[0] > 0) offer(s, r);
        }
    }
}

/* Newton for the slip angle, from the present friction; a few steps decide. */
static bool newton(search *s)
{
    double r[3], a, u[3];
    velocity(s, s->old, u);
    if (hypot(s->old[1], s->old[2]) > 0) a = atan2(-s->old[2], -s->old[1]);
    else if (hypot(u[1], u[2]) > 0) a = atan2(u[2], u[1]);
    else return false;
    double f = slide(s, a, r);
    for (int k = 0; k < 12; k++) {
        double h = 1e-6, slope = (slide(s, a + h, r) - slide(s, a - h, r)) / (2 * h), da = -f / slope;
        if (!(fabs(da) < 1)) return false;
        double old = fabs(f);
        a += da;
        f = slide(s, a, r);
        if (fabs(da) <= 1e-15 || (fabs(da) < 1e-9 && fabs(f) >= old)) break;
    }
    if (!(r[0] > 0)) return false;
    offer(s, r);
    return good(s);
}

/* What is left to do when nothing was exact: descend by the natural map itself. */
static void creep(search *s)
{
    double r[3], u[3], y[3];
    memcpy(r, s->r, sizeof r);
    for (int k = 0; k < 200 && !good(s); k++) {
        velocity(s, r, u);
        slip_contact_prox(s->c, 0.3 * s->rho, r, u, y);
        memcpy(r, y, sizeof *r * (size_t)s->c->d);
        offer(s, r);
    }
}

/* A = diag(a, t, t), as for spheres, and a disc: closed form.  False where A is not like that. */
static bool isotropic(const slip_contact *c, const double *A, const double b[], double r[])
{
    double a = A[0], t = A[4], tiny = 1e-15 * (a + t), mu = c->mu, speed = sqrt(b[1] * b[1] + b[2] * b[2]);
    if (!(a > 0 && t > 0 && fabs(A[1]) <= tiny && fabs(A[2]) <= tiny && fabs(A[3]) <= tiny && fabs(A[6]) <= tiny
          && fabs(A[5]) <= tiny && fabs(A[7]) <= tiny && fabs(A[8] - t) <= tiny)) return false;
    if (!(speed < 1e150 && (speed > 1e-150 || (b[1] == 0 && b[2] == 0)))) return false;
    double n = fmax(0, -b[0] / a), friction = speed / t;
    if (friction > mu * n) {                            /* does not stick: slips, or is open */
        if (relaxed(c)) n = fmax(0, (mu * speed - b[0]) / (a + t * mu * mu));
        friction = mu * n;
    }
    double scale = speed > 0 ? -friction / speed : 0;
    r[0] = n; r[1] = scale * b[1]; r[2] = scale * b[2];
    return true;
}

/* A r = -b by cofactors, where A is well conditioned. */
static bool cramer(const double *A, const double b[], double r[])
{
    double c0 = A[4] * A[8] - A[5] * A[7], c1 = A[5] * A[6] - A[3] * A[8], c2 = A[3] * A[7] - A[4] * A[6];
    double det = A[0] * c0 + A[1] * c1 + A[2] * c2;
    if (!(det > 1e-6 * A[0] * A[4] * A[8])) return false;
    double k = -1 / det;
    r[0] = k * (c0 * b[0] + (A[2] * A[7] - A[1] * A[8]) * b[1] + (A[1] * A[5] - A[2] * A[4]) * b[2]);
    r[1] = k * (c1 * b[0] + (A[0] * A[8] - A[2] * A[6]) * b[1] + (A[2] * A[3] - A[0] * A[5]) * b[2]);
    r[2] = k * (c2 * b[0] + (A[1] * A[6] - A[0] * A[7]) * b[1] + (A[0] * A[4] - A[1] * A[3]) * b[2]);
    return true;
}

/* A disc in ordinary numbers: open, strictly sticking, or slipping with Newton's method on the unit vector t.  False: look closer. */
static bool quick(const slip_contact *c, const double *A, const double b[], double r[])
{
    double mu = c->mu, x[3], speed = sqrt(b[1] * b[1] + b[2] * b[2]), t[2], size = sqrt(b[0] * b[0] + speed * speed);
    bool cone = relaxed(c);
    if (!(size > 1e-150 && size < 1e150)) return false;
    if (b[0] >= (cone ? mu * speed : 0)) { r[0] = r[1] = r[2] = 0; return true; }
    if (!cramer(A, b, x)) return false;
    double friction = sqrt(x[1] * x[1] + x[2] * x[2]);
    if (x[0] > 0 && friction <= 0.999999999 * mu * x[0]) { memcpy(r, x, sizeof x); return true; }
    double old = sqrt(r[1] * r[1] + r[2] * r[2]);
    if (old > 0) { t[0] = -r[1] / old; t[1] = -r[2] / old; }
    else if (friction > 0) { t[0] = -x[1] / friction; t[1] = -x[2] / friction; }
    else return false;
    for (int k = 0; k < 8; k++) {
        double g[3] = { 1, -mu * t[0], -mu * t[1] }, h[3] = { 0, mu * t[1], -mu * t[0] }, Ag[3], Ah[3];     /* h = dg/da */
        for (int i = 0; i < 3; i++) {
            Ag[i] = A[3 * i] + A[3 * i + 1] * g[1] + A[3 * i + 2] * g[2];
            Ah[i] = A[3 * i + 1] * h[1] + A[3 * i + 2] * h[2];
        }
        double wb = b[0], a = Ag[0], dwb = 0, da = Ah[0];
        if (cone) {
            wb += g[1] * b[1] + g[2] * b[2];
            a += g[1] * Ag[1] + g[2] * Ag[2];
            dwb = h[1] * b[1] + h[2] * b[2];
            da += h[1] * Ag[1] + h[2] * Ag[2] + g[1] * Ah[1] + g[2] * Ah[2];
        }
        double n = -wb / a, dn = -(dwb + n * da) / a;
        double u1 = b[1] + n * Ag[1], u2 = b[2] + n * Ag[2], cross = t[0] * u2 - t[1] * u1, along = t[0] * u1 + t[1] * u2;
        if (fabs(cross) <= 4e-16 * size) {
            if (!(n > 0 && a > 0 && along > 0)) return false;
            r[0] = n; r[1] = n * g[1]; r[2] = n * g[2];
            return true;
        }
        double v1 = dn * Ag[1] + n * Ah[1], v2 = dn * Ag[2] + n * Ah[2], slope = -along + t[0] * v2 - t[1] * v1, turn = -cross / slope;
        if (!(fabs(turn) < 1)) return false;
        double t0 = t[0] - turn * t[1], t1 = t[1] + turn * t[0], length = sqrt(t0 * t0 + t1 * t1);
        t[0] = t0 / length; t[1] = t1 / length;
    }
    return false;
}

/* d = 2: four candidates in closed form, where A is well conditioned and friction cannot lock the contact. */
static bool plane(const slip_contact *c, const double *A, const double b[], double r[])
{
    double mu = c->mu, det = A[0] * A[3] - A[1] * A[2];
    bool cone = relaxed(c);
    if (b[0] >= (cone ? mu * fabs(b[1]) : 0)) { r[0] = r[1] = 0; return true; }
    if (!(det > 1e-9 * A[0] * A[3] && A[0] > 1.001 * mu * fmax(fabs(A[1]), fabs(A[2])))) return false;
    double n = (A[1] * b[1] - A[3] * b[0]) / det, t = (A[2] * b[0] - A[0] * b[1]) / det;
    if (n >= 0 && fabs(t) <= mu * n) { r[0] = n; r[1] = t; return true; }
    for (int side = -1; side <= 1; side += 2) {         /* r = n (1, -side mu), slipping towards side */
        double g = -side * mu, a = A[0] + A[1] * g, wb = b[0];
        if (cone) { a += g * (A[2] + A[3] * g); wb += g * b[1]; }
        n = -wb / a;
        double u = b[1] + n * (A[2] + A[3] * g);
        if (n > 0 && side * u > 0) { r[0] = n; r[1] = g * n; return true; }
    }
    return false;
}

double slip_onecontact(const slip_contact *c, const double *A, const double b[], double r[])
{
    int d = c->d;
    bool disc_law = c->law == SLIP_LAW_COULOMB || c->law == SLIP_LAW_CONE || c->law == SLIP_LAW_OPPOSED;
    if (d == 3 && !c->slip && !c->bilateral && c->mu > 0 && disc_law) {
        if (isotropic(c, A, b, r) || quick(c, A, b, r)) return 0;
    } else if (d == 2 && !c->slip && !c->bilateral && c->mu > 0 && plane(c, A, b, r)) return 0;
    double trace = 0, speed = 0, zero[3] = { 0 }, x[3] = { 0 };
    search s = { .c = c, .A = A, .best = INFINITY, .near = INFINITY };
    for (int k = 0; k < d; k++) { s.b[k] = b[k]; s.old[k] = r[k]; trace += A[k * d + k]; speed = hypot(speed, b[k]); }
    if (!(trace > 0)) return NAN;
    s.rho = d / trace;
    s.size = s.rho * speed;
    if (c->slip) {                                      /* one unknown: r_N */
        double a = slip_contact_ray(c, A);
        if (a > 0) r[0] = fmax(0, -b[0] / a);
        for (int k = 1; k < d; k++) r[k] = -c->mu * r[0] * c->slip[k - 1];
        memcpy(s.old, r, sizeof *r * (size_t)d);
        return natural(&s, s.old);
    }
    if (c->bilateral) {                                 /* the normal row is an equation: alternate it with friction */
        memcpy(x, r, sizeof *r * (size_t)d);
        for (int k = 0; k < 100; k++) {
            double u[3], y[3];
            velocity(&s, x, u);
            slip_contact_prox(c, 0.7 * s.rho, x, u, y);
            double gap = 0;
            for (int a = 0; a < d; a++) { gap = fmax(gap, fabs(x[a] - y[a])); x[a] = y[a]; }
            if (gap <= 1e-15 * s.size) break;
        }
        memcpy(r, x, sizeof *r * (size_t)d);
        return natural(&s, x);
    }
    offer(&s, zero);
    if (!good(&s) && (d == 1 || c->mu == 0)) {          /* only the normal row */
        x[0] = A[0] > 0 ? fmax(0, -b[0] / A[0]) : r[0];
        offer(&s, x);
    } else if (!good(&s)) {
        double y[3];
        if (stick(&s, x)) {
            slip_cone_project(c, x, y);
            if (memcmp(x, y, sizeof *x * (size_t)d) == 0) offer(&s, x);
        }
        if (!good(&s) && (d == 2 || corners(c))) polygon(&s);
        else if (!good(&s) && !newton(&s)) disc(&s);
        if (!good(&s)) creep(&s);
    }
    memcpy(r, s.r, sizeof *r * (size_t)d);
    return s.best;
}
