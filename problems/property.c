/* property.c: what can be told of a problem without solving it.
   SPDX-License-Identifier: GPL-3.0-or-later */

#include "problems/problems.h"

#include <math.h>

slip_status slip_problem_property(const slip_problem *p, int max_m, slip_property *out, slip_error *error)
{
    int m = slip_problem_m(p);
    *out = (slip_property){ .rank = -1, .cond = NAN, .opening = NAN, .slater = NAN, .threshold = NAN };
    if (m > max_m) { out->why = "not computed: too large"; return SLIP_OK; }
    if (m == 0) { out->rank = 0; out->hyperstatic = SLIP_NO; out->why = "no contacts"; return SLIP_OK; }
    slip_arena arena = { 0 };
    slip_delassus op;
    slip_status status = slip_delassus_new(&op, p, SLIP_FORM_DENSE, SLIP_JOINTS_ELIMINATED, &arena, error);
    double *s = SLIP_NEW(&arena, double, m);
    if (!status && !s) status = slip_fail(error, SLIP_MEMORY, "out of memory for singular values");
    if (!status) {
        for (int i = 0; i < p->nc; i++) out->openable += op.q[p->d * i] > 0;
        status = slip_dense_svdvals(m, m, op.dense, s, error);
    }
    if (!status) {
        out->rank = 0;
        while (out->rank < m && s[out->rank] > 1e-10 * s[0]) out->rank++;
        out->cond = out->rank ? s[0] / s[out->rank - 1] : NAN;
        out->hyperstatic = out->rank < m ? SLIP_YES : SLIP_NO;
    }
    slip_delassus_close(&op);
    slip_arena_free(&arena);
    return status;
}

slip_status slip_problem_statics(const slip_problem *p, slip_property *out, slip_arena *arena, slip_error *error)
{
    slip_pointed pointed;
    int size = slip_statics_size(p);
    slip_status status = SLIP_OK;
    if (size <= 2500) {
        slip_error none = { 0 };            /* what the linear programs cannot tell stays unknown */
        status = slip_problem_pointed(p, arena, &pointed, &none);
        if (!status) {
            out->pointed = pointed.pointed, out->opening = pointed.margin, out->slater = pointed.slater;
            out->apart = pointed.v, out->internal = pointed.r;
        }
        if (status != SLIP_MEMORY) status = slip_problem_stands(p, -1, &out->stands, NULL, &none);
        if (status != SLIP_MEMORY && size <= 1500 && p->d > 1) status = slip_static_threshold(p, 1e-6, &out->threshold, &none);
        if (status == SLIP_MEMORY) slip_fail(error, status, "%s", none.text);
        else status = SLIP_OK;
    }
    return status;
}
