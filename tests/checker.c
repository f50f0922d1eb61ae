/* checker.c: tests of the proof checker: every kind of proof by hand, every rule broken in turn, bad files, little memory.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "tests/proofs.h"
#include "tests/tap.h"

enum { ROOM = 1 << 26 };

static char reason[512];

static int check(const char *problem, const char *file) { return ck_check(problem, strlen(problem), file, strlen(file), ROOM, NULL, reason); }

static int check_body(int about, const char *body)
{
    char *file = whole(smalls[about].text, body);
    int code = check(smalls[about].text, file);
    free(file);
    return code;
}

/* The first `old` of a body replaced. */
static char *edited(const char *body, const char *old, const char *new)
{
    const char *at = strstr(body, old);
    if (!at) bail_out("'%s' does not stand in the proof", old);
    char *out = malloc(strlen(body) + strlen(new) + 1);
    sprintf(out, "%.*s%s%s", (int)(at - body), body, new, at + strlen(old));
    return out;
}

/* ---- each rule broken once: proof, what is replaced, by what, a word of the reason ---- */

static const struct { int hand; const char *old, *new, *why; } lies[] = {
    /* identities, fixing, emptiness */
    { 0, "y 0 0:1", "y 0 0:-1/0", "denominator" }, { 0, "y 0 0:1", "y 0 0:0", "F:" }, { 0, "y 0 0:1", "y 0", "F:" }, { 0, "F 0", "F 1", "range" },
    { 0, "y 0 0:1\nF 0", "F 0\ny 0 0:1", "range" }, { 0, "y 0 0:1", "y 0 1:1", "range" }, { 0, "y 0 0:1", "y r0 0:1", "F:" }, { 0, "F 0", "Z 0", "expected" },
    { 0, "tree none\ny 0 0:1\nF 0\n", "", "no tree" }, { 0, "reversal 1", "reversal 0", "zero" }, { 0, "y 0 0:1", "y 0 0:nan", "number" },
    { 0, "y 0 0:1", "y 0 0:1e5", "number" }, { 0, "y 0 0:1", "y 0 0:0x", "number" }, { 0, "y 0 0:1", "y 0 0:1p1000000000", "range" },
    { 0, "y 0 0:1", "y 0 0:1 0:1", "increase" }, { 0, "y 0 0:1", "y 0  0:1", "blank" }, { 0, "y 0 0:1", "y 0 0:1 ", "blank" }, { 0, "y 0 0:1", "y z9 0:1", "range" },
    { 0, "no-solution", "solution", "no solution" }, { 0, "no-solution", "solutions 0", "count of 0" }, { 0, "not-p-matrix", "p-matrix", "minor" },
    { 0, "F 0", "V 0", "no place" }, { 0, "F 0", "F 0 0", "too long" }, { 0, "F 0", "B 1", "range" }, { 0, "y 0 0:1\nF 0", "B 0\ny 0 0:1\nF 0", "expected" },
    { 0, "begin", "begin\nbegin", "section" }, { 0, "claim no-solution\nclaim not-p-matrix\n", "", "nothing is claimed" }, { 0, "no-solution", "no-solution 1", "too long" },
    { 0, "no-solution", "nothing", "no claim" }, { 0, "reversal 1", "reversal", "short" },
    /* solutions and counts */
    { 1, "r 20", "r 19", "no solution" }, { 1, "solutions 1", "solutions 2", "another" }, { 1, "velocities 1", "velocities 2", "another" }, { 1, "V 0 1 2", "V 0 1", "constant" },
    { 1, "V 0 1 2", "V 1 1 2", "range" }, { 1, "y r0 0:1", "y r0 0:2", "constant" }, { 1, "V 0 1 2", "V 0 0 1 2", "functional" }, { 1, "tree solutions", "tree none", "V has no place" },
    { 1, "tree solutions", "tree velocities", "no tree of the solutions" }, { 1, "p-matrix", "not-p-matrix", "reversal" }, { 1, "solution\nr 20\n", "", "range" },
    { 1, "B 0\n", "", "F:" }, { 1, "B 0\n", "B 0\nB 0\n", "decided" }, { 1, "r 20", "r den 2 39", "no solution" }, { 1, "r 20", "r den 0 20", "denominator" },
    { 2, "solutions 2", "solutions 1", "another" }, { 2, "solution\nr 0\nsolution\nr 40/3", "solution\nr 0\nsolution\nr 0", "mean is a solution" }, { 2, "midpoint 0 1", "midpoint 1 1", "mean is a solution" },
    { 2, "V 0\n", "V 1\n", "constant" }, { 2, "z 0:40/3", "z 0:13", "no solution" }, { 2, "midpoint-lcp 0 1 0", "midpoint-lcp 0 0 0", "satisfies" }, { 2, "midpoint 0 1\n", "", "no midpoint" },
    { 2, "midpoint-lcp 0 1 0\n", "", "no midpoint-lcp" }, { 2, "at-least 2", "at-least 3", "fewer" }, { 2, "z 0:40/3", "z 0:-1", "no solution" },
    { 3, "F 1\n", "", "expected" }, { 3, "y 0 1:1\nF 0\n", "y 0 0:1\nF 0\n", "F:" }, { 3, "B 0", "B 1", "F:" },
    { 4, "Z 0\n", "", "constant" }, { 4, "Z 1\n", "", "constant" }, { 4, "Z 10\n", "", "constant" }, { 4, "solutions 3", "solutions 2", "another" },
    { 4, "solution\nr 2 2\n", "solution\nr 20/7 18/7\n", "constant" }, { 4, "V 2 7 8 4 9", "V 1 7 8 4 9", "constant" }, { 4, "r 20/7 18/7", "r 20/7 -18/7", "no solution" },
    { 4, "r 2 2", "r 2 3", "no solution" }, { 4, "Z 0\n", "Z 0\nB 3\n", "decided" }, { 4, "B 1\n", "B 4\n", "range" },
    /* pieces and vertices */
    { 5, "pieces 2", "pieces 1", "no tree" }, { 5, "P 1\n", "P 0\nF 0\n", "section" }, { 5, "P 0\n", "P 1\n", "not of this node" }, { 5, "Z 2\n", "", "not decided" },
    { 5, "z 0:1\n", "z 0:1/3 1:1/3\n", "no solution" }, { 5, "r 1/3 2/3", "r 0 1", "fewer" }, { 5, "tree pieces", "tree vertices", "no place" },
    { 6, "basic 2", "basic 1", "no tree" }, { 6, "vertices 2", "vertices 1", "no tree" }, { 6, "D 0:1 1:-1", "D 0:1", "leaves" }, { 6, "D 0:1 1:-1", "D", "zero" }, { 6, "Z 2\n", "", "constant" }, { 6, "U 1 3", "U 0 3", "not of this node" },
    { 6, "U 1 3", "U 1", "constant" }, { 6, "D 0:1 1:-1\nU 0 1\n", "", "constant" }, { 6, "tree vertices", "tree pieces", "no place" },
    /* the energy rule */
    { 7, "D 1 0", "D 1 1", "dominant" }, { 7, "D 1 0", "D -1 0", "negative" }, { 7, "definite W\nshift 0 0\nD 1 0\nL 1:1\nL\n", "", "definite" }, { 7, "y e0 0:-1", "y e0 0:1", "E:" },
    { 7, "y e0 0:-1", "y 0 0:-1", "E:" }, { 7, "y e0 0:-1", "y e1 0:-1", "no exact" }, { 7, "tree velocities", "tree solutions", "no place" }, { 7, "L 1:1", "L 0:1", "diagonal" },
    { 7, "velocities 1", "velocities 2", "another" }, { 7, "velocities 1", "solutions 1", "no tree" },
    { 8, "X 0:2/3 1:-1/3", "X 0:2/3 1:1/3", "M X = I" }, { 8, "near 1p-50", "near 1p-51", "that near" }, { 8, "motion 0 1", "motion 4 1", "opens not" }, { 8, "motion 0 1\n", "", "motion" },
    { 8, "D 2 3/2", "D 2 2", "dominant" }, { 8, "D 2 3/2\nL 1:1/2\n", "D 2 1\nL\n", "dominant" }, { 8, "v 0 0", "v 0 1", "dynamics" }, { 8, "r 3 0", "r 3 1", "dynamics" }, { 8, "answer 1p-50 0\n", "", "not there" },
    { 8, "definite M\nshift 0 0\nD 2 3/2\nL 1:1/2\nL\n", "", "definite" }, { 8, "near 1p-50", "near -1", "negative" }, { 8, "positive-definite M", "positive-definite W", "right" },
    { 8, "\ndefinite M", "\ndefinite W", "expected" }, { 8, "standing", "not-standing", "motion" }, { 8, "disassemblable", "not-disassemblable", "impulse" },
    { 8, "inverse\nX 0:2/3 1:-1/3\nX den 3 0:-1 1:2\n", "", "inverse" }, { 8, "y e0 0:-1", "y e0 0:-1 1:1", "E:" },
    /* the gap of cone laws */
    { 9, "r 3 0\nv 1p-30", "r 3 2\nv 1p-30", "cone" }, { 9, "v0 0 1p-40", "v0 0 -1p-40", "feasible" }, { 9, "cone-velocity 1p-16", "cone-velocity 1p-30", "gap" },
    { 9, "law cone\n", "", "cone laws" }, { 9, "law cone\n", "law cones\n", "no law" }, { 9, "shift 1/2 1/2\nD 3/2 5/6\nL 1:2/3\nL", "shift 0 0\nD 2 3/2\nL 1:1/2\nL", "shift" },
    { 9, "gap\nr 3 0\nv 1p-30 0\nv0 0 1p-40\n", "", "gap" }, { 9, "law cone\n", "law box\n", "cone laws" },
    { 10, "motion 0 1", "motion 0 -1", "opens not" }, { 10, "not-standing", "standing", "rest" }, { 10, "v -1 2", "v 0 2", "dynamics" },
    { 11, "r 1 1/2 1 1/2", "r 1 1/2 1 1", "cone" }, { 11, "r 1 1/2 1 1/2", "r 0 0 0 0", "zero" }, { 11, "r 1 1/2 1 1/2", "r 1 0 2 0", "not 0" }, { 11, "r 2 0 2 0", "r 0 0 0 0", "fewer" },
    { 11, "y e0\nE 0 0", "y e0\nE 1 0", "not about" },
    /* enclosures */
    { 12, "modes t", "modes s", "too long" }, { 12, "modes t", "modes o", "too long" }, { 12, "modes t", "modes x", "mode" }, { 12, "modes t", "modes n", "fit" }, { 12, "near 1p-20", "near 1p-21", "near" },
    { 12, "centre 0 3/2", "centre 1 3/2", "leaves" }, { 12, "5/2\n", "-5/2\n", "strict" }, { 12, "2 10 -3/2", "2 -10 -3/2", "strict" }, { 12, "radius 1p-20", "radius 0", "positive" },
    { 12, "radius 1p-20 1p-20", "radius 1p-20 1p-200", "leaves" }, { 12, "radius 1p-20 1p-20 1p-20 1p-20", "radius 1p4 1p4 1p4 1p0", "leaves" }, { 12, "Y 3:65536p-16", "Y 3:0", "leaves" },
    { 12, "pins\n", "pins 3:0\n", "range" }, { 12, "pins\n", "pins 0:10\n", "unknowns" }, { 12, "claim solution\n", "claim at-least 2 velocities\n", "fewer" },
    { 12, "begin\n", "begin\ndrop 0\n", "section" }, { 12, "pins\n", "pins\ndrop 1 0:1\n", "cannot be dropped" }, { 12, "pins\n", "pins\ndrop 0\n", "combination" },
    { 12, "radius 1p-20 1p-20 1p-20 1p-20 1p-20 1p-20 1p-20", "radius 1 1 1 1 1 1 1", "leaves" }, { 12, "answer 0 3/2", "answer -1p-20 3/2", "near" },
    { 12, "answer 0 3/2", "answer 1p-20 3/2", "near" },
    { 14, "modes s s g", "modes s s o", "cannot be dropped" }, { 14, "drop 6 0:1\n", "", "must follow" }, { 14, "drop 6 0:1", "drop 6 0:2", "combination" }, { 14, "drop 6 0:1", "drop 6 3:1", "not kept" },
    { 14, "drop 3 0:1", "drop 3 6:1", "not kept" }, { 14, "drop 3 0:1", "drop 3 3:1", "not kept" }, { 14, "3:2 4:0", "3:-2 4:0", "strict" }, { 14, "3:2 4:0", "3:2 4:2", "strict" },
    { 14, "8 -1 0\n", "1 -1 0\n", "strict" }, { 14, "pins 3:2 4:0 5:0", "pins 3:2 4:0", "unknowns" }, { 14, "modes s s g", "modes s g s", "not free" },
    { 14, "pins 3:2 4:0 5:0", "pins 3:2 4:0 6:0", "not free" }, { 14, "drop 4 1:1", "drop 2 1:1", "increase" },
    /* directions, joints */
    { 15, "directions 1 0", "directions 1 1p-40", "corner" }, { 15, "directions 1 0", "directions 1/3 0", "dyadic" }, { 15, "r 8 -1 -1", "r 8 -4 -1", "dynamics" },
    { 15, "directions 1 0 9007199254740994p-54 15600926743107924p-54 -9007199254740988p-54 15600926743107926p-54\n", "", "irrational" },
    { 16, "l -3 0", "l -2 0", "dynamics" }, { 16, "y v0 1:1", "y v0 1:2", "constant" }, { 16, "r 4 0", "r 4 1", "dynamics" }, { 16, "l -3 0", "l -5 1", NULL },
    { 17, "centre 0 0 1 4", "centre 0 0 1 3", "leaves" }, { 17, "centre 0 0 1 4", "centre 0 0 1 -4", "strict" }, { 17, "modes n", "modes s", "fit" }, { 17, "modes n", "modes t", "fit" },
    { 18, "law cone\n", "law facets\n", "laws coulomb" }, { 18, "modes t", "modes o", "too long" },
    { 18, "law cone\nclaim velocities 1", "claim solution", "leaves" }, { 0, "claim no-solution", "claim", "empty" },
    { 15, "solution\nv", "directions 1 0 9007199254740994p-54 15600926743107924p-54 -9007199254740988p-54 15600926743107926p-54\nsolution\nv", "known already" },
    { 15, "claim solution\nclaim", "law facets 8 0\nclaim solution\nclaim", "short" }, { 15, "claim solution\nclaim", "law facets 6 1\nclaim solution\nclaim", "corner" },
    { 15, "claim solution\nclaim", "law facets 6 1p100000\nclaim solution\nclaim", "between -10 and 10" }, { 15, "claim solution\nclaim", "law facets 7 0\nclaim solution\nclaim", "even number" },
    { 15, "claim solution\nclaim", "law coulomb\nclaim solution\nclaim", "no polygon" },
    /* the gap with joints and with stated directions */
    { 19, "v0 0 1p-40", "v0 1p-40 1p-40", "joint" }, { 19, "l -3 0", "l -2 0", "gap" }, { 19, "l -3 0", "l -5 1", NULL }, { 19, "l -3 0\n", "", "'l' is expected" },
    { 19, "r 4 0", "r 4 1", "cone" }, { 19, "v0 0 1p-40", "v0 0 -1p-40", "feasible" }, { 19, "r 4 0", "r 5 0", "gap" }, { 19, "v 0 0\n", "v 0 1\n", "gap" },
    /* an enclosure of a local problem */
    { 21, "modes t", "modes s", "too long" }, { 21, "near 1p-20", "near 1p-21", "near" }, { 21, "centre 0 3/2", "centre 1 3/2", "leaves" }, { 21, "2 10 -3/2", "2 -10 -3/2", "strict" },
    { 21, "5/2\n", "-5/2\n", "strict" }, { 21, "pins\n", "pins\ndrop 0\n", "combination" }, { 21, "pins\n", "pins\ndrop 0 1:1\n", "not kept" }, { 21, "Y 3:65536p-16", "Y 3:0", "leaves" },
    { 20, "gap\nr 8 -1 -1", "gap\nr 8 -4 -1", "cone" }, { 20, "v0 1p-40 0 0", "v0 1p-40 1p-38 0", "feasible" }, { 20, "facets\n", "facets 4 0\n", "known already" },
};

static void test_lies(void)
{
    for (size_t k = 0; k < sizeof lies / sizeof *lies; k++) {
        char *body = edited(hands[lies[k].hand].body, lies[k].old, lies[k].new);
        int code = check_body(hands[lies[k].hand].about, body);
        if (!lies[k].why) is_int(code, CK_PROVED, "another l of redundant joints is as good (%s)", reason);
        else if (!ok(code == CK_REFUSED && strncmp(reason, "line ", 5) == 0 && strstr(reason, lies[k].why), "%s: '%.30s' for '%.30s' is refused", smalls[hands[lies[k].hand].about].name, lies[k].new, lies[k].old))
            diag("code %d, '%s', not '%s'", code, reason, lies[k].why);
        free(body);
    }
}

/* ---- conditions of rules that no problem above lacks ---- */

#define GUIDED(q) "slipstick-problem 1\ndimension 2\ncontacts 1\nvelocities 0\njoints 0\nlaw coulomb 2 0\nlevel velocity\nmu 1\nslip 1\nbilateral 1\n" \
              "W csc 2 2 4\n 0 2 4\n 0 1 0 1\n 1 2 2 5\nq " q " 0\nend\n"

static void test_conditions(void)
{
    static const struct { const char *problem, *body, *why; } n[] = {
        /* two velocities, (3, 1) and another with the normal impulse 1; L <= 0 everywhere, but friction along a given slip may drive */
        { "slipstick-problem 1\ndimension 2\ncontacts 1\nvelocities 2\njoints 0\nlaw coulomb 2 0\nlevel velocity\nmu 2\nslip -1\nM csc 2 2 2\n 0 1 2\n 0 1\n 1 1\n"
          "H csc 2 2 3\n 0 1 3\n 1 0 1\n 1 1 -1\nf 3 1\nw 0 0\nend\n", "claim velocities 1\nbegin\nsolution\nv 3 1\nr 0 0\ntree velocities\ny e0\nE 0 0\n", "given slip" },
        { "slipstick-problem 1\ndimension 2\ncontacts 1\nvelocities 2\njoints 0\nlaw coulomb 2 0\nlevel velocity\nmu 2\nslip -1\nM csc 2 2 2\n 0 1 2\n 0 1\n 1 1\n"
          "H csc 2 2 3\n 0 1 3\n 1 0 1\n 1 1 -1\nf 3 1\nw 0 0\nend\n", "claim at-least 2 velocities\nbegin\nsolution\nv 3 1\nr 0 0\nsolution\nv 5 0\nr 1 2\n", NULL },
        { LCP2("1", "1", "0", "1", "0 0"), "claim positive-definite W\nbegin\ndefinite W\nshift 0 0\nD 1 1\nL\nL\n", "symmetric" },
        { LCP2("1", "0", "0", "-1", "0 0"), "claim p-matrix\nbegin\n", "minor" },
        { LCP2("1", "2", "2", "1", "0 0"), "claim p-matrix\nbegin\n", "minor" },
        { LCP2("1", "2", "-2", "1", "0 0"), "claim p-matrix\nbegin\n", NULL },
        { LCP2("1", "2", "2", "1", "0 0"), "claim not-p-matrix\nbegin\nreversal 1 -1\n", NULL },
        { LCP2("1", "2", "2", "1", "0 0"), "claim not-p-matrix\nbegin\nreversal 1 1\n", "positive" },
        /* held both ways and sliding: u_N = r_N - 2 |r_N| + q_N = 0 has no solution for q_N = -1, two for q_N = 1; friction never drives */
        { GUIDED("-1"), "claim solution\nbegin\nsolution\nr -1 1\n", "cone" }, { GUIDED("-1"), "claim solution\nbegin\nsolution\nr -1 -1\n", "normal velocity" },
        { GUIDED("1"), "claim at-least 2 solutions\nbegin\nsolution\nr 1 -1\nsolution\nr -1/3 -1/3\n", NULL },
        { GUIDED("1"), "claim solutions 1\nbegin\nsolution\nr 1 -1\ntree solutions\ny r0 0:-1\ny r1 0:1\ny u0 0:1\ny u1 0:3\nV 0 0 1 2 3\n", "no system" },
    };
    for (size_t k = 0; k < sizeof n / sizeof *n; k++) {
        char *file = whole(n[k].problem, n[k].body);
        int code = check(n[k].problem, file);
        if (n[k].why) ok(code == CK_REFUSED && strstr(reason, n[k].why), "condition %zu: %s", k, reason);
        else is_int(code, CK_PROVED, "condition %zu kept: %s", k, reason);
        free(file);
    }
}

/* ---- the bound of cone laws is what the formula says, no more: M = [2 1; 1 2], v* = 0, r = (3, 0) holds the block ---- */

static void test_gap(void)
{
    static const struct { const char *answer, *v, *v0; double bound; } gaps[] = {
        { "0 1/2", "0 0", "0 1", 1.8708286933869707 },                  /* sqrt(|v0|_M^2/4 + r.u0) = sqrt(1/2 + 3) */
        { "1p-11 0", "1p-10 0", "0 0", 0.003778695743510671 },                /* eta/2 + (|v|_M + eta)/2, eta^2 = |M v|^2/shift, shift = 1/2 */
        { "3 0", "0 0", "0 0", 4.2426406871192851 },                    /* |answer|_M = 3 sqrt 2 */
    };
    for (size_t k = 0; k < sizeof gaps / sizeof *gaps; k++)
        for (int over = 0; over < 2; over++) {
            char body[1000];
            snprintf(body, sizeof body, "law cone\nanswer %s\nclaim cone-velocity %.0f/1000000000000\nbegin\ndefinite M\nshift 1/2 1/2\nD 3/2 5/6\nL 1:2/3\nL\ngap\nr 3 0\nv %s\nv0 %s\n",
                     gaps[k].answer, 1e12 * gaps[k].bound * (over ? 1 + 1e-6 : 1 - 1e-6), gaps[k].v, gaps[k].v0);
            is_int(check_body(REST, body), over ? CK_PROVED : CK_REFUSED, "a bound %s %.6g (%s)", over ? "above" : "below", gaps[k].bound, reason);
        }
}

/* ---- files ---- */

static void test_files(void)
{
    const char *problem = smalls[THREE].text;
    char *file = whole(problem, hands[4].body), *bad = malloc(strlen(file) + 100);
    size_t length = strlen(file);
    int wrong = 0;
    for (size_t n = 0; n < length; n++) wrong += ck_check(problem, strlen(problem), file, n, ROOM, NULL, reason) == CK_PROVED;
    is_int(wrong, 0, "a proof cut off anywhere is not accepted");
    for (size_t n = 0, plen = strlen(problem); n < plen; n++) wrong += ck_check(problem, n, file, length, ROOM, NULL, reason) == CK_PROVED;
    is_int(wrong, 0, "a problem cut off anywhere has no proof");
    static const struct { const char *old, *new; int code; } heads[] = {
        { "slipstick-proof 1", "slipstick-proof 2", CK_UNREADABLE }, { "slipstick-proof 1", "", CK_UNREADABLE }, { "problem ", "problem 0", CK_REFUSED }, { "problem", "problems", CK_REFUSED },
        { "END ", "END 1", CK_REFUSED }, { "END ", "END -", CK_REFUSED }, { "END", "end", CK_REFUSED }, { "begin\n", "begin\n\n", CK_REFUSED }, { "begin\n", "begin\r\n", CK_REFUSED },
        { "begin\n", "begin\n# a remark\n", CK_REFUSED }, { "tree", "\001ree", CK_REFUSED }, { "tree", "\303ree", CK_REFUSED }, { "\nclaim", "\nclaim ", CK_REFUSED },
    };
    for (size_t k = 0; k < sizeof heads / sizeof *heads; k++) {
        char *other = edited(file, heads[k].old, heads[k].new);
        is_int(check(problem, other), heads[k].code, "'%.16s' for '%.16s': %s", heads[k].new, heads[k].old, reason);
        free(other);
    }
    sprintf(bad, "%s#", file);
    is_int(check(problem, bad), CK_REFUSED, "nothing may follow END");
    is_int(ck_check("", 0, "", 0, ROOM, NULL, reason), CK_UNREADABLE, "empty files: %s", reason);
    is_int(ck_check(problem, strlen(problem), "slipstick-proof 1\nproblem \0\n", 28, ROOM, NULL, reason), CK_REFUSED, "a NUL: %s", reason);
    /* every amount of memory up to what is needed: refused as unreadable, never otherwise */
    int codes[3] = { 0 }, step = quick_or_full(997, 61);
    for (size_t room = 0; room < 60000; room += (size_t)step) codes[ck_check(problem, strlen(problem), file, length, room, NULL, reason)]++;
    ok(codes[CK_REFUSED] == 0 && codes[CK_UNREADABLE] > 0, "too little memory is said (%d times of %d)", codes[CK_UNREADABLE], codes[0] + codes[2]);
    free(file);
    free(bad);
}

/* The proof of one problem is no proof of another, not even when the hash is exchanged: a claim that is accepted is true there too. */
static void test_others(void)
{
    int accepted = 0;
    for (int k = 0; k < HANDS; k++) {
        char *file = whole(smalls[hands[k].about].text, hands[k].body);
        for (int j = 0; j < SMALLS; j++) if (j != hands[k].about) accepted += check(smalls[j].text, file) == CK_PROVED;
        free(file);
    }
    is_int(accepted, 0, "%d proofs are accepted for none of the %d other problems", HANDS, SMALLS - 1);
}

/* ---- numbers of problems: the nearest binary64, ties to even ---- */

static void test_decimals(void)
{
    /* W r + q = 0 for a stated r only if W is rounded as it must be */
    static const struct { const char *W, *value; } n[] = {
        { "0.1", "3602879701896397p-55" }, { "1e22", "10000000000000000000000" }, { "9007199254740993", "9007199254740992" }, { "9007199254740995", "9007199254740996" },
        { "5e-324", "1p-1074" }, { "2.4703282292062328e-324", "1p-1074" }, { "1.7976931348623157e308", "9007199254740991p971" }, { "2.2250738585072011e-308", "4503599627370495p-1074" },
        { "123456789.125", "123456789125/1000" }, { "0.3333333333333333", "6004799503160661p-54" }, { "1E+2", "100" },
    };
    for (size_t k = 0; k < sizeof n / sizeof *n; k++) {
        char problem[400], body[400];
        snprintf(problem, sizeof problem, LCP1("1", "-%s"), n[k].W);
        snprintf(body, sizeof body, "claim solution\nbegin\nsolution\nr %s\n", n[k].value);
        char *file = whole(problem, body);
        is_int(check(problem, file), CK_PROVED, "%s is %s (%s)", n[k].W, n[k].value, reason);
        free(file);
    }
    static const char *const bad[] = { "1e309", "nan", "inf", "0x1p3", "1.2.3", "", "1e", "--1", "1,5" };
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        char problem[400];
        snprintf(problem, sizeof problem, LCP1("1", "%s"), bad[k]);
        char *file = whole(problem, "claim solution\nbegin\nsolution\nr 0\n");
        is_int(check(problem, file), CK_UNREADABLE, "'%s' is no number of a problem: %s", bad[k], reason);
        free(file);
    }
}

static void test_sha(void)
{
    char hex[65], *million = malloc(1000000);
    ck_sha256_hex("abc", 3, hex);
    is_str(hex, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", "SHA-256 of abc");
    ck_sha256_hex("", 0, hex);
    is_str(hex, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", "of nothing");
    memset(million, 'a', 1000000);
    ck_sha256_hex(million, 1000000, hex);
    is_str(hex, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0", "of a million letters");
    free(million);
}

int main(void)
{
    plan(HANDS + (int)(sizeof lies / sizeof *lies) + 12 + 6 + 2 + 13 + 4 + 1 + 20 + 3);
    for (int k = 0; k < HANDS; k++) is_int(check_body(hands[k].about, hands[k].body), CK_PROVED, "proof %d: %s (%s)", k, smalls[hands[k].about].name, reason);
    test_lies();
    test_conditions();
    test_gap();
    test_files();
    test_others();
    test_decimals();
    test_sha();
    return done();
}
