/* proofs.h: small problems whose truth is known by hand, and hand-written proofs about them, for the tests of checker/.
   SPDX-License-Identifier: GPL-3.0-or-later */

#ifndef SLIP_TESTS_PROOFS_H
#define SLIP_TESTS_PROOFS_H

#include "checker/checker.h"

#include <stdlib.h>
#include <string.h>

#define MANY (-1)

typedef struct {
    const char *name, *text;
    /* the truth under the law of the proofs below: 0 none, MANY infinitely many */
    int solutions, velocities, vertices;
    bool nonconvex, nonconvex_lcp, definite, p, not_p, opens, clamped, stands, falls;
    int n; double v[2][3];              /* the velocities, when there are finitely many (local: u) */
} small;

#define LCP1(W, q) "slipstick-problem 1\ndimension 1\ncontacts 1\nvelocities 0\njoints 0\nlaw coulomb 2 0\nlevel acceleration\nmu 0\n" \
                   "W csc 1 1 1\n 0 1\n 0\n " W "\nq " q "\nend\n"
#define LCP2(a, b, c, d, q) "slipstick-problem 1\ndimension 1\ncontacts 2\nvelocities 0\njoints 0\nlaw coulomb 2 0\nlevel acceleration\nmu 0 0\n" \
                   "W csc 2 2 4\n 0 2 4\n 0 1 0 1\n " a " " c " " b " " d "\nq " q "\nend\n"
#define BLOCK(f) "slipstick-problem 1\ndimension 2\ncontacts 1\nvelocities 2\njoints 0\nlaw coulomb 2 0\nlevel velocity\nmu 0.5\n" \
                   "M csc 2 2 4\n 0 2 4\n 0 1 0 1\n 2 1 1 2\nH csc 2 2 2\n 0 1 2\n 1 0\n 1 1\nf " f "\nw 0 0\nend\n"
#define UNIT3 "M csc 3 3 3\n 0 1 2 3\n 0 1 2\n 1 1 1\n"

enum { NONE, ONE, TWO, PAIR, THREE, SEGMENT, REST, FLY, CLAMP, SLIDE, TRIPLE, HEXAGON, PENDULUM, RAY, BARE, SMALLS };

static const small smalls[SMALLS] = {
    [NONE] = { "a rod above its critical friction, pressed", LCP1("-0.75", "-10"), .not_p = true },
    [ONE] = { "a rod below it", LCP1("0.5", "-10"), 1, 1, 1, .p = true, .definite = true, .n = 1, .v = { { 0 } } },
    [TWO] = { "a rod above it, pulled", LCP1("-0.75", "10"), 2, 2, 2, true, true, .not_p = true, .n = 1, .v = { { 10 }, { 0 } } },
    [PAIR] = { "feasible without solution", LCP2("2", "1", "1", "-1", "3 -3"), .not_p = true },
    [THREE] = { "a rolling rod", "slipstick-problem 1\ndimension 2\ncontacts 1\nvelocities 0\njoints 0\nlaw coulomb 2 0\nlevel acceleration\nmu 1\n"
                "W csc 2 2 4\n 0 2 4\n 0 1 0 1\n 1 -1.5 -1.5 4\nq 1 -6\nend\n", 3, 3, 0, true, true, .definite = true, .not_p = true },
    [SEGMENT] = { "a segment of solutions", LCP2("1", "1", "1", "1", "-1 -1"), MANY, 1, 2, .not_p = true, .n = 2, .v = { { 0, 0 } } },
    [REST] = { "a block at rest", BLOCK("0 -3"), 1, 1, 1, .definite = true, .opens = true, .stands = true, .n = 2, .v = { { 0, 0 } } },
    [FLY] = { "a block pulled up", BLOCK("0 3"), 1, 1, 1, .definite = true, .opens = true, .falls = true, .n = 2, .v = { { -1, 2 } } },
    [CLAMP] = { "a block between two walls", "slipstick-problem 1\ndimension 2\ncontacts 2\nvelocities 2\njoints 0\nlaw coulomb 2 0\nlevel velocity\nmu 0.5 0.5\n"
                "M csc 2 2 2\n 0 1 2\n 0 1\n 1 1\nH csc 2 4 4\n 0 1 2 3 4\n 1 0 1 0\n 1 1 -1 -1\nf 0 0\nw 0 0 0 0\nend\n",
                MANY, 1, .definite = true, .clamped = true, .stands = true, .n = 2, .v = { { 0, 0 } } },
    [SLIDE] = { "a block sliding in space", "slipstick-problem 1\ndimension 3\ncontacts 1\nvelocities 3\njoints 0\nlaw coulomb 4 0\nlevel velocity\nmu 0.25\n" UNIT3
                "H csc 3 3 3\n 0 1 2 3\n 0 1 2\n 1 1 1\nf -10 3 4\nw 0 0 0\nend\n", 1, 1, .definite = true, .opens = true, .n = 3, .v = { { 0, 1.5, 2 } } },
    [TRIPLE] = { "one contact three times", "slipstick-problem 1\ndimension 3\ncontacts 3\nvelocities 3\njoints 0\nlaw coulomb 4 0\nlevel velocity\nmu 0.5 0.5 0.5\n" UNIT3
                "H csc 3 9 9\n 0 1 2 3 4 5 6 7 8 9\n 0 1 2 0 1 2 0 1 2\n 1 1 1 1 1 1 1 1 1\nf -10 1 0\nw 0 0 0 0 0 0 0 0 0\nend\n",
                MANY, 1, .definite = true, .opens = true, .stands = true, .n = 3, .v = { { 0, 0, 0 } } },
    [HEXAGON] = { "a block on a hexagon of friction", "slipstick-problem 1\ndimension 3\ncontacts 1\nvelocities 3\njoints 0\nlaw facets 6 0\nlevel velocity\nmu 0.5\n" UNIT3
                "H csc 3 3 3\n 0 1 2 3\n 0 1 2\n 1 1 1\nf -8 1 1\nw 0 0 0\nend\n", 1, 1, .definite = true, .opens = true, .stands = true, .n = 3, .v = { { 0, 0, 0 } } },
    [PENDULUM] = { "a joint and a contact, the joint twice", "slipstick-problem 1\ndimension 2\ncontacts 1\nvelocities 2\njoints 2\nlaw coulomb 2 0\nlevel velocity\nmu 0\n"
                "M csc 2 2 2\n 0 1 2\n 0 1\n 1 2\nH csc 2 2 2\n 0 1 2\n 1 0\n 1 1\nG csc 2 2 2\n 0 1 2\n 0 0\n 1 2\nf 3 -4\nw 0 0\nb 0 0\nend\n",
                1, 1, .definite = true, .opens = true, .stands = true, .n = 2, .v = { { 0, 0 } } },
    [RAY] = { "a given slip along a guide", "slipstick-problem 1\ndimension 2\ncontacts 1\nvelocities 2\njoints 1\nlaw coulomb 2 0\nlevel velocity\nmu 0.5\nslip 1\n"
                "M csc 2 2 2\n 0 1 2\n 0 1\n 1 2\nH csc 2 2 2\n 0 1 2\n 1 0\n 1 1\nG csc 2 1 1\n 0 1\n 0\n 1\nf 1 -4\nw 0 0\nb 0\nend\n",
                1, 1, .definite = true, .opens = true, .stands = true, .n = 2, .v = { { 0, 0 } } },
    [BARE] = { "that sliding block, W alone", "slipstick-problem 1\ndimension 3\ncontacts 1\nvelocities 0\njoints 0\nlaw coulomb 4 0\nlevel velocity\nmu 0.25\n"
                "W csc 3 3 3\n 0 1 2 3\n 0 1 2\n 1 1 1\nq -10 3 4\nend\n", 1, 1, .definite = true, .n = 3, .v = { { 0, 1.5, 2 } } },
};

typedef struct { int about; const char *body; } hand;

/* A whole proof file about a problem: malloc'd. */
static char *whole(const char *problem, const char *body)
{
    size_t room = strlen(body) + 200;
    char hash[65], *file = malloc(room);
    int lines = 3;
    if (!file) abort();
    ck_sha256_hex(problem, strlen(problem), hash);
    for (const char *c = body; *c; c++) lines += *c == '\n';
    snprintf(file, room, "slipstick-proof 1\nproblem %s\n%sEND %d\n", hash, body, lines);
    return file;
}

#define SLIDING_Y \
    "Y 3:65536p-16\n" \
    "Y 0:9830p-16 1:44564p-16 2:15729p-16 3:-9830p-16 4:17826p-16 5:6291p-16 6:7864p-16\n" \
    "Y 0:13107p-16 1:15729p-16 2:53740p-16 3:-13107p-16 4:6291p-16 5:21496p-16 6:10486p-16\n" \
    "Y 0:-65536p-16 3:65536p-16\n" \
    "Y 0:9830p-16 1:-20972p-16 2:15729p-16 3:-9830p-16 4:17826p-16 5:6291p-16 6:7864p-16\n" \
    "Y 0:13107p-16 1:15729p-16 2:-11796p-16 3:-13107p-16 4:6291p-16 5:21496p-16 6:10486p-16\n" \
    "Y 0:16384p-16 1:39322p-16 2:52429p-16 3:-16384p-16 4:15729p-16 5:20972p-16 6:26214p-16\n"

/* Between the line `problem` and END. */
static const hand hands[] = {
    { NONE, "claim no-solution\nclaim not-p-matrix\nbegin\ntree none\ny 0 0:1\nF 0\nreversal 1\n" },
    { ONE, "claim solutions 1\nclaim velocities 1\nclaim p-matrix\nbegin\nsolution\nr 20\ntree solutions\nB 0\ny 0 0:1\nF 0\ny r0 0:1\ny u0 0:1/2\nV 0 1 2\n" },
    { TWO, "claim solutions 2\nclaim at-least 2 velocities\nclaim nonconvex\nclaim nonconvex-lcp\nbegin\nsolution\nr 0\nsolution\nr 40/3\nmidpoint 0 1\n"
           "z\nz 0:40/3\nmidpoint-lcp 0 1 0\ntree solutions\nB 0\nV 0\ny r0 0:-1/3\ny u0 0:1/4\nV 1 0 1\n" },
    { PAIR, "claim no-solution\nbegin\ntree none\nB 0\ny 0 1:1\nF 0\ny 0 0:1\nF 1\n" },
    { THREE, "claim solutions 3\nclaim velocities 3\nclaim nonconvex\nbegin\nsolution\nr 0 0\nsolution\nr 20/7 18/7\nsolution\nr 2 2\nmidpoint 0 1\n"
             "tree solutions\nB 0\ny 0 3:1\nZ 0\nV 0\n"
             "B 3\ny 0 1:1 2:1\nZ 1\ny r0 0:8/7 1:3/7\ny r1 0:3/7 1:2/7\ny u0 0:1/2\ny u1 1:1/2\nV 1 2 3 4 5\n"
             "B 1\ny 0 0:-1\nF 6\n"
             "B 2\ny r0 0:-1 3:3\ny r1 0:-1 3:2\ny u1 0:-5/2 3:7/2\nV 2 7 8 4 9\n"
             "y 0 1:-1 2:-1\nZ 10\nV 1 2 3 4 5\n" },
    { SEGMENT, "claim pieces 2\nclaim at-least 2 solutions\nbegin\nz 1:1\nz 0:1\nsolution\nr 0 1\nsolution\nr 1/3 2/3\ntree pieces\nB 0\nB 1\ny 0 0:1\nF 0\n"
               "y 0 0:1 1:-1\nZ 1\nP 0\ny 0 0:-1 1:1\nZ 2\nP 1\n" },
    { SEGMENT, "claim vertices 2\nclaim basic 2\nbegin\nz 1:1\nz 0:1\ntree vertices\nB 0\nB 1\ny 0 0:1\nF 0\ny z1 1:1\nU 0 1\ny 0 0:-1 1:1\nZ 2\nD 0:1 1:-1\nU 0 1\ny z0 0:1\nU 1 3\n" },
    { SEGMENT, "claim velocities 1\nbegin\nsolution\nr 1 0\ndefinite W\nshift 0 0\nD 1 0\nL 1:1\nL\ntree velocities\ny e0 0:-1\nE 0 0\n" },
    { REST, "answer 1p-50 0\nclaim velocities 1\nclaim near 1p-50\nclaim standing\nclaim disassemblable\nclaim positive-definite M\nbegin\n"
            "inverse\nX 0:2/3 1:-1/3\nX den 3 0:-1 1:2\nsolution\nv 0 0\nr 3 0\nmotion 0 1\n"
            "definite M\nshift 0 0\nD 2 3/2\nL 1:1/2\nL\ntree velocities\ny e0 0:-1\nE 0 0\n" },
    { REST, "law cone\nanswer 1p-20 0\nclaim velocities 1\nclaim cone-velocity 1p-16\nbegin\ndefinite M\nshift 1/2 1/2\nD 3/2 5/6\nL 1:2/3\nL\n"
            "solution\nv 0 0\nr 3 0\ngap\nr 3 0\nv 1p-30 0\nv0 0 1p-40\n" },
    { FLY, "claim not-standing\nclaim solution\nbegin\nmotion 0 1\nsolution\nv -1 2\nr 0 0\n" },
    { CLAMP, "claim not-disassemblable\nclaim velocities 1\nclaim at-least 2 solutions\nbegin\nimpulse\nr 1 1/2 1 1/2\nsolution\nv 0 0\nr 0 0 0 0\n"
             "solution\nv 0 0\nr 2 0 2 0\ntree velocities\ny e0\nE 0 0\n" },
    { SLIDE, "answer 0 3/2 2\nclaim near 1p-20\nclaim solution\nbegin\nenclosure\nmodes t\npins\ncentre 0 3/2 2 10 -3/2 -2 5/2\n"
             "radius 1p-20 1p-20 1p-20 1p-20 1p-20 1p-20 1p-20\n" SLIDING_Y },
    { SLIDE, "claim solution\nbegin\nsolution\nv 0 3/2 2\nr 10 -3/2 -2\n" },
    { TRIPLE, "claim solution\nclaim standing\nclaim at-least 2 solutions\nbegin\nenclosure\nmodes s s g\npins 3:2 4:0 5:0\ndrop 3 0:1\ndrop 4 1:1\ndrop 5 2:1\ndrop 6 0:1\n"
              "centre 0 0 0 8 -1 0\nradius 1p-9 1p-9 1p-9 1p-9 1p-9 1p-9\nY 3:1\nY 4:1\nY 5:1\nY 0:-1 3:1\nY 1:-1 4:1\nY 2:-1 5:1\n"
              "solution\nv 0 0 0\nr 10 -1 0 0 0 0 0 0 0\n" },
    { HEXAGON, "claim solution\nclaim standing\nbegin\ndirections 1 0 9007199254740994p-54 15600926743107924p-54 -9007199254740988p-54 15600926743107926p-54\n"
               "solution\nv 0 0 0\nr 8 -1 -1\n" },
    { PENDULUM, "claim solutions 1\nclaim standing\nbegin\nsolution\nv 0 0\nl -3 0\nr 4 0\ntree solutions\ny v0 1:1\nB 0\ny 0 0:1\nF 1\ny v1 0:1/2\ny r0 0:1\nV 0 0 2 3\n" },
    { RAY, "answer 0 0\nclaim near 1p-9\nclaim positive-definite M\nbegin\nenclosure\nmodes n\npins\ncentre 0 0 1 4\nradius 1p-10 1p-10 1p-9 1p-10\n"
           "Y 2:1\nY 3:1\nY 0:-1 1:-1/2 2:1 3:1\nY 1:-1 3:2\n" },
    { SLIDE, "law cone\nclaim velocities 1\nclaim disassemblable\nbegin\nmotion 1 0 0\nenclosure\nmodes t\npins\n"
             "centre 646771545751p-40 1552251709801p-40 2069668946402p-40 11641887823511p-40 -1746283173527p-40 -2328377564702p-40 2587086183002p-40\n"
             "radius 1p-20 1p-20 1p-20 1p-20 1p-20 1p-20 1p-20\n"
             "Y 0:3855p-16 1:9252p-16 2:12336p-16 3:61681p-16 4:3932p-16 5:5243p-16 6:6963p-16\n"
             "Y 0:9252p-16 1:41943p-16 2:14803p-16 3:-9252p-16 4:17826p-16 5:6291p-16 6:8356p-16\n"
             "Y 0:12336p-16 1:14803p-16 2:50578p-16 3:-12336p-16 4:6291p-16 5:21496p-16 6:11141p-16\n"
             "Y 0:-61681p-16 1:9252p-16 2:12336p-16 3:61681p-16 4:3932p-16 5:5243p-16 6:6963p-16\n"
             "Y 0:9252p-16 1:-23593p-16 2:14803p-16 3:-9252p-16 4:17826p-16 5:6291p-16 6:8356p-16\n"
             "Y 0:12336p-16 1:14803p-16 2:-14958p-16 3:-12336p-16 4:6291p-16 5:21496p-16 6:11141p-16\n"
             "Y 0:15420p-16 1:37009p-16 2:49345p-16 3:-15420p-16 4:15729p-16 5:20972p-16 6:27853p-16\n" },
    { PENDULUM, "law cone\nanswer 0 1p-20\nclaim cone-velocity 1p-18\nbegin\ngap\nr 4 0\nl -3 0\nv 0 0\nv0 0 1p-40\n" },
    { HEXAGON, "law cone-facets\nanswer 1p-30 0 0\nclaim cone-velocity 1p-18\nbegin\ndirections 1 0 9007199254740994p-54 15600926743107924p-54 -9007199254740988p-54 15600926743107926p-54\n"
               "gap\nr 8 -1 -1\nv 0 0 0\nv0 1p-40 0 0\n" },
    { BARE, "answer 0 3/2 2\nclaim near 1p-20\nclaim solution\nbegin\nenclosure\nmodes t\npins\ncentre 0 3/2 2 10 -3/2 -2 5/2\n"
            "radius 1p-20 1p-20 1p-20 1p-20 1p-20 1p-20 1p-20\n" SLIDING_Y },
};
enum { HANDS = sizeof hands / sizeof *hands };

#endif
