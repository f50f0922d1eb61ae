/* polygons.c: friction polygons with irrational corners: answers certified with the directions stated in the proof, and no others.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "tests/made.h"
#include "tests/near_proofs.h"

static slip_near near(const slip_problem *p, slip_law law, slip_dirs dirs, const slip_answer *a, bool bound)
{
    slip_near out;
    slip_error e;
    if (slip_near_prove(p, law, dirs, a, &(slip_near_options){ .proof = true, .bound = bound, .polish = bound }, &out, &e) != SLIP_OK) bail_out("%s", e.text);
    return out;
}

/* Problems made from their solution: each certified close to it, its proof accepted, and refused when a direction or the bound is another. */
static void against_made(slip_law law, int k, double angle)
{
    int count = quick_or_full(6, 60), certain = 0, refused = 0, believed = 0, bounded = 0;
    double worst = 0;
    for (int seed = 0; seed < count; seed++) {
        made_options o = { .d = 3, .nc = 2 + seed % 6, .bodies = 2 + seed % 3, .law = law, .dirs = { k, angle }, .mu = -1, .seed = (unsigned long)(100 * k + seed) };
        made x;
        made_make(&x, &o);
        slip_text text = canonical(&x.problem);
        slip_near n = near(&x.problem, law, o.dirs, &x.answer, false);
        if (n.word == SLIP_NEAR_CERTIFIED || n.word == SLIP_NEAR_MULTIPLE) {
            slip_text proof = proof_of(&x.problem, &n);
            certain++;
            worst = fmax(worst, n.eps);
            refused += !accepted(&text, proof.s);
            char *lies[] = { with(proof.s, "directions", 2, "5000000001/10000000000"), with(proof.s, "claim near", 0, "0"), with(proof.s, "r den", 1, "-1") };
            for (int q = 0; q < 3; q++) believed += accepted(&text, lies[q]), free(lies[q]);
            slip_text_free(&proof);
        } else diag("seed %d: %s", seed, n.sentence);
        slip_near_free(&n);
        if (law == SLIP_LAW_CONE_FACETS) {
            n = near(&x.problem, law, o.dirs, &x.answer, true);
            if (n.word == SLIP_NEAR_BOUND) {
                slip_text proof = proof_of(&x.problem, &n);
                bounded += accepted(&text, proof.s) && n.eps <= 1e-10;
                slip_text_free(&proof);
            } else diag("seed %d: %s", seed, n.sentence);
            slip_near_free(&n);
        }
        slip_text_free(&text);
        made_free(&x);
    }
    ok(certain == count && worst <= 1e-9 && refused == 0 && believed == 0, "%s, %d corners from %g: %d of %d certified, within %.1g; proofs accepted, lies refused", slip_law_name(law), k, angle,
       certain, count, worst);
    if (law == SLIP_LAW_CONE_FACETS) is_int(bounded, count, "and bounded by the duality gap");
}

/* A block that slides against a corner: v = (0, 4 - mu 10, 0) whatever the other corners are. */
static void closed_form(int k, double off)
{
    slip_problem p;
    slip_error e;
    double mass[3] = { 1, 1, 1 }, J[9] = { 1, 0, 0, 0, 1, 0, 0, 0, 1 }, r[3] = { 10, -2.5, 0 }, v[3] = { 0, 1.5, off };
    if (slip_problem_new(&p, 3, 1, 3, 0, false, &e) || slip_problem_fill_rows(&p, mass, J, NULL, &e)) bail_out("%s", e.text);
    p.mu[0] = 0.25;
    p.f[0] = -10, p.f[1] = 4;
    p.law = SLIP_LAW_FACETS;
    p.dirs = (slip_dirs){ k, 0 };
    if (slip_problem_check(&p, &e)) bail_out("%s", e.text);
    slip_answer a = { .claim = SLIP_CLAIM_SOLVED, .law = p.law, .dirs = p.dirs, .r = r, .v = v };
    slip_near n = near(&p, p.law, p.dirs, &a, false);
    slip_text text = canonical(&p), proof = proof_of(&p, &n);
    ok(n.word == SLIP_NEAR_CERTIFIED && n.eps >= off && n.eps <= off * (1 + 1e-9) && accepted(&text, proof.s), "a block sliding on %d corners, answered %.1g off: within %.3g", k, off, n.eps);
    slip_text_free(&text), slip_text_free(&proof);
    slip_near_free(&n);
    slip_problem_free(&p);
}

static void not_for_proofs(void)
{
    static const slip_dirs odd[] = { { 8, 11 }, { 258, 0 } };
    for (int c = 0; c < 2; c++) {
        made_options o = { .d = 3, .nc = 2, .bodies = 2, .law = SLIP_LAW_FACETS, .dirs = odd[c], .mu = 0.5, .seed = 1 };
        made x;
        made_make(&x, &o);
        slip_near n = near(&x.problem, o.law, o.dirs, &x.answer, false);
        ok(n.word == SLIP_NEAR_UNDECIDED && !n.section.length, "%d corners from %g: %s", odd[c].k, odd[c].angle, n.sentence);
        slip_near_free(&n);
        made_free(&x);
    }
}

int main(void)
{
    slip_error error;
    if (slip_start(&error) != SLIP_OK) bail_out("%s", error.text);
    plan(17);
    against_made(SLIP_LAW_FACETS, 4, 0.3);
    against_made(SLIP_LAW_FACETS, 6, 0);
    against_made(SLIP_LAW_FACETS, 8, 0);
    against_made(SLIP_LAW_FACETS, 10, -2);
    against_made(SLIP_LAW_FACETS, 64, 9.5);
    against_made(SLIP_LAW_CONE_FACETS, 4, 1.5);
    against_made(SLIP_LAW_CONE_FACETS, 6, 0.25);
    against_made(SLIP_LAW_CONE_FACETS, 16, 0);
    closed_form(6, 0);
    closed_form(8, 0x1p-30);
    closed_form(12, 0x1p-40);
    closed_form(256, 0);
    not_for_proofs();
    return done();
}
