/* masonry.c: one way in which normal impulses alone hold bricks in running bond.
   SPDX-License-Identifier: GPL-3.0-or-later

   Every brick is two half lengths long and lies with its ends or its middle over the ends and middles of those below, so every load acts
   over contact points: it is handed straight down, a brick's own weight at its middle, shared among the contacts it meets there.  A brick on the floor touches
   it with its ends only and divides the load of its middle between them. */

#include "problems/scene.h"

#include <math.h>

slip_status slip_masonry_hold(const slip_problem *p, double half, double *normal, slip_error *error)
{
    int bricks = p->bodies.count, dof = p->n / bricks, space = p->picture.space;
    slip_arena arena = { 0 };
    int *first = SLIP_NEW(&arena, int, bricks + 2), *under = SLIP_NEW(&arena, int, p->nc);
    double *load = SLIP_NEW(&arena, double, 3 * (size_t)bricks);        /* on the left end, the middle, the right end */
    slip_status status = arena.failed ? slip_fail(error, SLIP_MEMORY, "no memory for %d bricks", bricks) : SLIP_OK;
    const int *pair = p->bodies.pair;
    for (int i = 0; !status && i < p->nc; i++) first[pair[2 * i + 1] + 2]++;
    for (int b = 0; !status && b < bricks; b++) first[b + 2] += first[b + 1];
    for (int i = 0; !status && i < p->nc; i++) under[first[pair[2 * i + 1] + 1]++] = i;
    int walls = p->picture.count - bricks;
    for (int b = bricks - 1; !status && b >= 0; b--) {
        double x = p->picture.shape[walls + b].at[0];
        load[3 * b + 1] -= p->f[dof * b + space - 1];
        int met[3] = { 0 };
        for (int pass = 0; pass < 2; pass++) {
            if (pass == 1 && !met[1] && met[0] && met[2]) {         /* on the floor only the ends touch */
                load[3 * b] += load[3 * b + 1] / 2, load[3 * b + 2] += load[3 * b + 1] / 2;
                load[3 * b + 1] = 0;
            }
            for (int i = first[b]; i < first[b + 1]; i++) {
                int c = under[i], below = pair[2 * c], at = (int)lround((p->picture.point[(size_t)space * c] - x) / half) + 1;
                if (at < 0 || at > 2) continue;
                if (pass == 0) met[at]++;
                else {
                    normal[c] = load[3 * b + at] / met[at];
                    int there = below < 0 ? 0 : (int)lround((p->picture.point[(size_t)space * c] - p->picture.shape[walls + below].at[0]) / half) + 1;
                    if (below >= 0 && there >= 0 && there <= 2) load[3 * below + there] += normal[c];
                }
            }
        }
        for (int at = 0; at < 3; at++)
            if (load[3 * b + at] != 0 && !met[at]) status = slip_fail(error, SLIP_BUG, "brick %d hangs over: nothing under its load", b);
    }
    slip_arena_free(&arena);
    return status;
}
