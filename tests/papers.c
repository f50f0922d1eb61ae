/* papers.c: no statement without a verdict; the verdicts that theory settles; names and their mistakes.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>
#include <string.h>
#include "reports/paper.h"
#include "tests/tap.h"

/* The verdicts of one paper, or of one of its items, a letter each: R reproduced, C consistent, S same trend, D differs, - not comparable,
   N not attempted, A ambiguous. */
static void verdicts(const char *name, const char *want)
{
    static const char letter[SLIP_CELL_COUNT + 1] = "RCSD-NA";
    const char *item;
    slip_error e = { 0 };
    slip_lab lab = { .quick = true };
    const slip_paper *p = slip_paper_find(name, &item, &e);
    int k = 0, wrong = 0;
    if (!p) bail_out("%s", e.text);
    for (const slip_statement *s = p->statement; s->item; s++) {
        slip_reading r;
        if (!slip_paper_asked(s, item)) continue;
        if (slip_paper_measure(s, &lab, &r, &e)) bail_out("%s: %s", s->where, e.text);
        bool good = want[k] == letter[r.word] && (!s->measure || *r.ours);
        if (!good) diag("%s: %s: %s, not %c: %s", s->where, s->says, slip_cell_name(r.word), want[k] ? want[k] : '?', r.ours);
        wrong += !good;
        if (want[k]) k++;
    }
    ok(wrong == 0 && !want[k], "%s: the verdicts of %d statements", name, k);
    slip_lab_free(&lab);
}

int main(void)
{
    slip_error e = { 0 };
    const char *item;
    int papers = 0;
    while (slip_papers[papers]) papers++;
    plan(papers + 28 + 7);
    slip_start(&e);
    for (int k = 0; k < papers; k++) {
        bool whole = true;
        for (const slip_statement *s = slip_papers[k]->statement; s->item; s++)
            whole &= *s->where && *s->says && *s->assumed;
        ok(whole, "%s: every statement says where it is printed, what it says, what was assumed", slip_papers[k]->key);
    }
    const slip_paper *p = slip_paper_find("anitescu/table1", &item, &e);
    ok(p && item && strcmp(item, "table1") == 0, "a paper by the beginning of its key, and an item");
    p = slip_paper_find("anitescu-hart/figure4", &item, &e);
    ok(p && strcmp(p->key, "AnitescuHart2004") == 0 && !slip_paper_find("-", &item, &e) && !slip_paper_find("AnitescuHart20045", &item, &e), "hyphens do not matter, letters do");
    /* the sign of sticking friction, and a ray that proves nothing */
    verdicts("schindler/laws", "RRRRRNRR");
    verdicts("schindler/equivalence", "RRRR");
    verdicts("schindler/point-mass", "RRRRRRRRRRDRRR");
    verdicts("schindler/lcp", "RRRC");
    verdicts("schindler/painleve", "RRRRRRRRRRRRRRRRRD");
    verdicts("schindler/conclusions", "RRN");
    /* the open contact of (4c) and the sign in (12) */
    verdicts("negrut/model", "RRDRR");
    verdicts("negrut/penetration", "RRRRRRR");
    verdicts("negrut/lift-off", "RRRRRR");
    verdicts("negrut/impact", "RN");
    verdicts("negrut/equivalence", "RRRRRD");
    verdicts("negrut/drift", "RR");
    verdicts("negrut/uniqueness", "RR");
    /* a singular A11 with friction, the sign in (37); an endless loop; friction in space is not Coulomb's */
    verdicts("baraff/model", "RR");
    verdicts("baraff/theorems", "RRDCRRRDRR");
    verdicts("baraff/friction", "DCRDRDRD");
    verdicts("baraff/dynamic", "RRRC");
    verdicts("baraff/mechanisms", "SSN");
    /* the impulse of LCP2 leaves the cone, whatever section 5.2 says */
    verdicts("anitescu/background", "RRRR");
    verdicts("anitescu/section3", "RRR");
    verdicts("anitescu/maps", "RRRRRRRRRRRR");
    verdicts("anitescu/theorems", "RRRRRRRRRDR");
    verdicts("anitescu/figure3", "-R");
    /* the sign in (38) */
    verdicts("trinkle/model", "RRRNNNR");
    verdicts("trinkle/theorems", "RRRRRRCRRCRC");
    verdicts("trinkle/appendix", "DRRRR");
    p = slip_paper_find("baraff", &item, &e);
    ok(!slip_paper_find("schindlr", &item, &e) && strstr(e.text, "did you mean 'SchindlerEtAl2011'?") && !slip_paper_find("hart/table1", &item, &e) && strstr(e.text, "did you mean 'AnitescuHart2004'?"), "an unknown paper: the nearest, or that which has the name");
    ok(!slip_paper_find("zzzzz", &item, &e) && strstr(e.text, "there are AnitescuHart2004, Baraff1994, NegrutEtAl2017, SchindlerEtAl2011, TrinkleEtAl1995"), "a paper like no other: those there are");
    ok(!slip_paper_find("anitescu/Tabel1", &item, &e) && strstr(e.text, "did you mean 'table1'?"), "an unknown item: the nearest");
    ok(!slip_paper_find("baraff/table9", &item, &e) && strstr(e.text, "cost"), "an item like no other: those there are");
    ok(slip_reading_rounds(0.0649, 0.06, 1) && !slip_reading_rounds(0.0651, 0.06, 1), "rounds to the printed digits");
    ok(!slip_reading_rounds(NAN, 0.06, 1), "NaN rounds to nothing");
    slip_reading none[64] = { 0 };
    slip_text tex = { 0 }, html = { 0 };
    slip_paper_latex(p, none, NULL, &tex);
    slip_paper_html(p, none, NULL, &html);
    ok(strstr(tex.s, "\\bottomrule") && strstr(html.s, "</table>"), "as LaTeX and as a page");
    slip_text_free(&tex);
    slip_text_free(&html);
    return done();
}
