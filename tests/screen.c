/* screen.c: residuals with contacts passed over after a glance are those with every contact in double-double, to the last bit,
   for every law, and for answers made to mislead a glance.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "tests/made.h"
#include "tests/tap.h"

static slip_error e;
static const slip_law laws[] = { SLIP_LAW_COULOMB, SLIP_LAW_FACETS, SLIP_LAW_BOX, SLIP_LAW_CONE, SLIP_LAW_CONE_FACETS, SLIP_LAW_OPPOSED };
enum { LAWS = 6 };

static const slip_residual_id exact[] = { SLIP_R_DYNAMICS, SLIP_R_JOINTS, SLIP_R_PRIMAL, SLIP_R_DUAL, SLIP_R_COMPLEMENTARITY, SLIP_R_NATURAL, SLIP_R_GAP, SLIP_R_ANGLE };
static const slip_residual_id close_by[] = { SLIP_R_FB, SLIP_R_BACKWARD, SLIP_R_FNAT_Q, SLIP_R_FNAT_MAX };

static bool same(double a, double b) { return a == b || (isnan(a) && isnan(b)); }

/* The number of differences, the last of them in `where`; wild: sizes beyond the digits of what is computed in plain double. */
static int differ(const slip_problem *p, slip_law law, slip_dirs dirs, const slip_answer *x, double tol, bool wild, char where[128])
{
    slip_ruler ruler;
    slip_residuals a, b;
    int bad = 0;
    if (slip_ruler_new(&ruler, p, &e) || slip_residuals_get(&ruler, law, dirs, x, tol, 0, &a, NULL, &e) || slip_residuals_every(&ruler, law, dirs, x, tol, &b, &e)) bail_out("%s", e.text);
    for (size_t k = 0; k < sizeof exact / sizeof *exact; k++)
        if (!same(a.value[exact[k]], b.value[exact[k]]) || a.worst[exact[k]] != b.worst[exact[k]]) {
            bad++;
            snprintf(where, 128, "%s: %.17g at %d, every: %.17g at %d", slip_residual_name(exact[k]), a.value[exact[k]], a.worst[exact[k]], b.value[exact[k]], b.worst[exact[k]]);
        }
    /* the field's measures add r and u as they stand: in plain double they carry the rounding of the larger of them */
    double q = slip_length(ruler.q, slip_problem_m(p)), noise = q > 0 ? 1e-14 * (1 + slip_length(x->r, slip_problem_m(p)) / q) : 0;
    for (size_t k = 0; k < sizeof close_by / sizeof *close_by && !wild; k++) {
        double u = a.value[close_by[k]], v = b.value[close_by[k]];
        double room = close_by[k] == SLIP_R_FB ? 1e-7 + 1e-7 * fabs(v)                  /* roots of differences: half the digits */
                    : (close_by[k] == SLIP_R_BACKWARD ? 1e-12 : noise) + 1e-10 * fabs(v);
        if (!same(u, v) && !(fabs(u - v) <= room)) {
            bad++;
            snprintf(where, 128, "%s: %.17g, every: %.17g", slip_residual_name(close_by[k]), u, v);
        }
    }
    slip_ruler_free(&ruler);
    return bad;
}

/* ---- answers ---------------------------------------------------------------------------------------------------- */

enum { EXACT, PERTURBED, ONE_ULP, BOUNDARY, RUBBISH, EQUAL, ALMOST_EQUAL, HUGE_AND_TINY, ZEROS, NUMBERLESS, ANGLES, KINDS };
static const char *const kinds[KINDS] = { "exact", "perturbed by 1e-1 .. 1e-16", "off by one unit in the last place", "on the edge of the cone", "rubbish", "all contacts alike",
                                          "alike but for last places", "sizes from 1e-80 to 1e80", "zeros", "with NaN", "friction turned by equal angles" };

static void spoil(made *x, int kind, made_rng *g)
{
    int d = x->problem.d, nc = x->problem.nc;
    double *r = x->answer.r;
    if (kind != EXACT) x->answer.u = x->answer.v = NULL;
    for (int i = 0; i < nc; i++) {
        double *s = r + i * d, mu = x->problem.mu[i];
        for (int k = 0; k < d; k++)
            switch (kind) {
            case PERTURBED: s[k] += pow(10, -1 - made_below(g, 16)) * made_uniform(g, -1, 1); break;
            case ONE_ULP: s[k] = nextafter(s[k], made_uniform(g, -1, 1) > 0 ? INFINITY : -INFINITY); break;
            case RUBBISH: s[k] = made_uniform(g, -3, 3); break;
            case EQUAL: case ALMOST_EQUAL: s[k] = r[k]; break;
            case HUGE_AND_TINY: s[k] *= pow(10, made_uniform(g, -80, 80)); break;
            case ZEROS: if (i % 2) s[k] = 0; break;
            default: break;
            }
        if (kind == ALMOST_EQUAL)
            for (int t = made_below(g, 4); t > 0; t--) s[made_below(g, d)] *= 1 + 0x1p-52 * made_below(g, 3);
        if (kind == BOUNDARY && d > 1) {                /* |r_T| = mu r_N up to rounding, this side or that */
            double angle = made_uniform(g, 0, 6.3), n = made_uniform(g, 0.1, 2);
            s[0] = n;
            s[1] = mu * n * (d == 3 ? cos(angle) : angle < 3 ? 1 : -1);
            if (d == 3) s[2] = mu * n * sin(angle);
        }
        if (kind == ANGLES && d == 3) {
            double a = 1e-3 * (1 + 1e-15 * made_below(g, 5)) * (made_below(g, 2) ? 1 : 1500), t = s[1];
            s[1] = cos(a) * t - sin(a) * s[2];
            s[2] = sin(a) * t + cos(a) * s[2];
        }
    }
    if (kind == NUMBERLESS) r[made_below(g, nc * d)] = NAN;
}

int main(void)
{
    int rounds = quick_or_full(30, 1000);
    plan(KINDS + 2);
    if (slip_start(&e)) bail_out("%s", e.text);
    for (int kind = 0; kind < KINDS; kind++) {
        int bad = 0, asked = 0;
        char where[128] = "", line[256];
        for (int t = 0; t < rounds; t++)
            for (int l = 0; l < LAWS; l++)
                for (int d = 1; d <= 3; d++) {
                    made x;
                    made_rng g = { (unsigned long long)(t * 1000003 + kind * 101 + l * 7 + d) };
                    made_options o = { .d = d, .nc = 1 + made_below(&g, 12), .bodies = 1 + made_below(&g, 5), .p = t % 3 == 1 ? 2 : 0, .local = t % 5 == 4, .law = laws[l], .dirs = { 4 + 2 * made_below(&g, 3), 0 },
                                       .mu = t % 7 == 6 ? 0 : t % 7 == 5 ? 100 : -1, .mass = t % 4 == 3 ? 1e6 : 0, .given = t % 6 == 5 ? 0.3 : 0, .bilateral = t % 8 == 7 && laws[l] != SLIP_LAW_CONE && laws[l] != SLIP_LAW_CONE_FACETS ? 0.3 : 0, .seed = g.state };
                    made_make(&x, &o);
                    spoil(&x, kind, &g);
                    int n = differ(&x.problem, x.answer.law, x.answer.dirs, &x.answer, t % 2 ? 1e-8 : 1e-2, kind == HUGE_AND_TINY, where);
                    if (n && !bad) { snprintf(line, sizeof line, "%s, d = %d, round %d: %s", slip_law_name(laws[l]), d, t, where); diag("%s", line); }
                    bad += n;
                    asked++;
                    made_free(&x);
                }
        is_int(bad, 0, "%s: %d answers of every law", kinds[kind], asked);
    }
    /* a pile with thousands of contacts, after few sweeps worth of change: many pass, and the same stands at the end */
    slip_problem p;
    if (slip_problem_open(&p, "pile:n=6", NULL, &e)) bail_out("%s", e.text);
    slip_arena arena = { 0 };
    double *r = SLIP_NEW(&arena, double, slip_problem_m(&p));
    for (int relaxed = 0; relaxed < 2; relaxed++) {
        made_rng g = { 17 };
        char where[128] = "";
        int bad = 0;
        for (int t = 0; t < 20; t++) {
            for (int i = 0; i < p.nc; i++) {
                double angle = made_uniform(&g, 0, 6.3), n = fmax(0, made_uniform(&g, -0.3, 1)), share = made_uniform(&g, 0, 1.2);
                r[3 * i] = n;
                r[3 * i + 1] = fmin(share, 1) * p.mu[i] * n * cos(angle);
                r[3 * i + 2] = fmin(share, 1) * p.mu[i] * n * sin(angle);
            }
            slip_answer x = { .claim = SLIP_CLAIM_SOLVED, .law = relaxed ? SLIP_LAW_CONE : SLIP_LAW_COULOMB, .dirs = p.dirs, .r = r };
            bad += differ(&p, x.law, x.dirs, &x, 1e-8, false, where);
        }
        if (bad) diag("%s", where);
        is_int(bad, 0, "a pile of %d contacts, law %s: twenty random answers", p.nc, relaxed ? "cone" : "coulomb");
    }
    slip_arena_free(&arena);
    slip_problem_free(&p);
    return done();
}
